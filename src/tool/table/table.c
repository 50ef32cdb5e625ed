// table.c - `bristle table`: logs joined, resampled, cut and converted, from and to CSV and MAT files.   [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "num/text/piece.h"
#include "tool/kit/caller.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/progress.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"
#include "tool/table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024 };

// ---------------------------------------------------------------- rows of the result

// Where rows go: files while they come, or memory for a program that calls.
typedef struct sink {
    br_table_writer *csv, *mat; // NULL: none
    bool to_memory;
    double **kept; // column by column
    long long room;
} sink;

static br_status keep_rows(tabling *w, sink *s, double *const block[], int rows)
{
    if (w->rows + rows > s->room) {
        long long room = s->room ? 2 * s->room : 16 * (long long)BLOCK;
        for (int c = 0; c < w->columns; c++) {
            double *more = realloc(s->kept[c], (size_t)room * sizeof *more);
            if (!more)
                return BR_NO_MEMORY;
            s->kept[c] = more;
        }
        s->room = room;
    }
    for (int c = 0; c < w->columns; c++)
        memcpy(s->kept[c] + w->rows, block[c], (size_t)rows * sizeof *block[c]);
    return BR_OK;
}

static br_status pass_rows(tabling *w, sink *s, double *const block[], int rows, br_diag *why)
{
    br_status status = BR_OK;
    for (int c = 0; c < w->columns; c++)
        for (int k = 0; k < rows; k++)
            w->missing[c] += isnan(block[c][k]);
    if (s->csv)
        status = br_table_writer_add(s->csv, (const double *const *)block, rows, why);
    if (status == BR_OK && s->mat)
        status = br_table_writer_add(s->mat, (const double *const *)block, rows, why);
    if (status == BR_OK && s->to_memory)
        status = keep_rows(w, s, block, rows);
    w->rows += rows;
    return status;
}

static br_status read_all(tabling *w, sink *s, br_diag *why)
{
    double *numbers = malloc((size_t)w->columns * BLOCK * sizeof *numbers);
    double **block = malloc((size_t)w->columns * sizeof *block);
    br_status status = numbers && block ? BR_OK : BR_NO_MEMORY;
    for (int c = 0; c < w->columns && status == BR_OK; c++)
        block[c] = numbers + (size_t)c * BLOCK;
    progress bar = progress_open("table", w->a);
    for (int got = BLOCK; got == BLOCK && status == BR_OK;) {
        status = tool_said(br_table_read(w->joined, block, BLOCK, &got, why), why);
        if (status == BR_OK)
            status = pass_rows(w, s, block, got, why);
        if (status == BR_OK && got == BLOCK && !progress_show(&bar, br_table_share(w->joined)))
            status = BR_NEGATIVE;
    }
    progress_close(&bar);
    w->interrupted = bar.interrupted && status == BR_NEGATIVE;
    if (w->interrupted) // rows so far are valid
        status = BR_OK;
    for (int i = 0; i < w->logs && status == BR_OK; i++) {
        w->counts[i].size = sizeof w->counts[i];
        status = br_table_counts_of(w->joined, i, &w->counts[i]);
    }
    free(numbers);
    free(block);
    return status;
}

// ---------------------------------------------------------------- files

typedef struct answer {
    const tabling *w;
    const sink *s;
} answer;

static tool_column answer_column(const void *of, int c)
{
    const answer *a = of;
    const char *name = br_table_name(a->w->joined, c);
    return (tool_column){name, br_table_unit(a->w->joined, c), strcmp(name, "t") == 0 ? TOOL_TIME : TOOL_INPUT_COLUMN,
                         a->s->kept[c]};
}

// To a program that calls: the rows as columns of the answer.
static br_status answer_call(const tabling *w, const sink *s)
{
    const answer of = {w, s};
    return tool_call_keep(w->a->call, &(tool_rows){&of, w->columns, w->rows, answer_column, NULL});
}

static br_status open_file(const tabling *w, br_table_writer **to, const char *path, br_table_format format,
                           br_diag *why)
{
    br_table_write_options o;
    (void)br_table_write_defaults(&o, sizeof o);
    o.format = format;
    return br_table_writer_open(to, path, w->joined, &o, why);
}

static br_status open_sink(const tabling *w, sink *s, br_diag *why)
{
    s->to_memory = w->a->call != NULL;
    s->kept = calloc((size_t)w->columns, sizeof *s->kept);
    br_status status = s->kept ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK && w->a->csv && !(w->a->call && strcmp(w->a->csv, "-") == 0))
        status = open_file(w, &s->csv, w->a->csv, BR_TABLE_CSV, why);
    if (status == BR_OK && w->a->mat)
        status = open_file(w, &s->mat, w->a->mat, BR_TABLE_MAT, why);
    return status;
}

// The file appears if status is BR_OK.
static br_status close_file(br_table_writer *to, br_status status, br_diag *why)
{
    if (to && status == BR_OK)
        return br_table_writer_finish(to, why);
    br_table_writer_drop(to);
    return status;
}

// Files appear if status, of making the rows, is BR_OK.
static br_status close_sink(const tabling *w, sink *s, br_status status, br_diag *why)
{
    status = close_file(s->csv, status, why);
    status = close_file(s->mat, status, why);
    if (status == BR_OK && w->a->call)
        status = answer_call(w, s);
    for (int c = 0; s->kept && c < w->columns; c++)
        free(s->kept[c]);
    free(s->kept);
    return status;
}

// ---------------------------------------------------------------- what was done

// Notes on the columns of a log, a line each.
static void add_notes(br_buffer *out, const br_table *log)
{
    for (int c = 0; c < br_table_columns(log); c++) {
        const char *name = br_table_name(log, c), *note = br_table_note(log, c);
        if (!br_table_has_numbers(log, c))
            br_buffer_print(out, "left out: %.60s, %s\n", *name ? name : "a column without name",
                            note ? note : "it has no numbers");
        else if (note)
            br_buffer_print(out, "note: %.60s: %s\n", name, note);
    }
    if (br_table_note(log, -1))
        br_buffer_print(out, "note: %s\n", br_table_note(log, -1));
}

static void notes_text(br_buffer *out, const br_table *log)
{
    br_buffer notes = {0};
    add_notes(&notes, log);
    for (const char *p = notes.text, *end; p && (end = strchr(p, '\n')) != NULL; p = end + 1) {
        br_buffer_put(out, "  ");
        br_buffer_safe(out, p, (size_t)(end - p));
        br_buffer_put(out, "\n");
    }
    br_buffer_free_into(&notes, &out->status);
}

static void log_text(br_buffer *out, const tabling *w, int i)
{
    const br_table_counts *c = &w->counts[i];
    br_buffer_safe(out, w->name[i], strlen(w->name[i]));
    br_buffer_print(out, ": %lld rows read, %.6g to %.6g s, steps %.4g to %.4g ms\n", c->rows, c->first, c->last,
                    1e3 * c->least, 1e3 * c->longest);
    if (c->no_time > 0)
        br_buffer_print(out, "  rejected: %lld row%s without a time; the first is row %lld\n", c->no_time,
                        c->no_time == 1 ? "" : "s", c->first_no_time);
    if (c->not_rising > 0)
        br_buffer_print(out, "  rejected: %lld row%s whose time does not rise; the first is row %lld\n", c->not_rising,
                        c->not_rising == 1 ? "" : "s", c->first_not_rising);
    notes_text(out, w->log[i]);
    const br_table_alignment *s = &w->found[i];
    if (w->aligned[i])
        br_buffer_print(out, "  shifted by %.6g +- %.2g ms, found by correlation (coefficient %.4f over %.4g s)\n",
                        1e3 * s->shift, 1e3 * s->sd, s->correlation, s->overlap);
    for (int k = 0; k < 2 && w->aligned[i]; k++)
        if (s->spikes[k] > 0)
            br_buffer_print(out, "  ignored for the shift: spikes of %.60s, %zu samples, the first at %.6g s\n",
                            w->name[k ? i : 0], s->spikes[k], s->spike_time[k]);
    if (!w->aligned[i] && w->shift[i] != 0)
        br_buffer_print(out, "  shifted by %.6g ms, as given\n", 1e3 * w->shift[i]);
    if (w->o.step > 2 * c->least && w->o.method != BR_TABLE_MEAN)
        br_buffer_print(out,
                        "  note: about %.0f rows stand for one of the result; '--method mean' averages them, so that "
                        "noise does not fold back\n",
                        w->o.step / ((c->last - c->first) / (double)(c->rows > 1 ? c->rows - 1 : 1)));
}

// "  x [mm], with missing numbers", as a terminal may see it.
static void name_text(br_buffer *out, const tabling *w, int c)
{
    const char *name = br_table_name(w->joined, c), *unit = br_table_unit(w->joined, c);
    br_buffer_put(out, "  ");
    br_buffer_safe(out, name, strlen(name));
    if (strcmp(unit, "-") != 0) {
        br_buffer_put(out, " [");
        br_buffer_safe(out, unit, strlen(unit));
        br_buffer_put(out, "]");
    }
    br_buffer_put(out, w->missing[c] > 0 ? ", with missing numbers\n" : "\n");
}

static void result_text(br_buffer *out, const tabling *w)
{
    for (int i = 0; i < w->logs; i++)
        log_text(out, w, i);
    br_buffer_print(out, "result: %lld row%s, %d column%s\n", w->rows, w->rows == 1 ? "" : "s", w->columns,
                    w->columns == 1 ? "" : "s");
    for (int c = 0; c < w->columns; c++)
        name_text(out, w, c);
    if (w->interrupted)
        br_buffer_put(out, "interrupted: the rows of the logs behind the last one of the result were not read\n");
}

static void log_json(br_json *j, const tabling *w, int i)
{
    const br_table_counts *c = &w->counts[i];
    br_json_open(j, '{');
    br_json_field_text(j, "name", w->name[i]);
    br_json_field_number(j, "rows", (double)c->rows);
    br_json_field_number(j, "rows_without_time", (double)c->no_time);
    br_json_field_number(j, "rows_not_rising", (double)c->not_rising);
    br_buffer notes = {0};
    add_notes(&notes, w->log[i]);
    br_json_field_lines(j, "notes", &notes);
    br_buffer_free_into(&notes, &j->out->status);
    br_json_field_number(j, "first", c->first);
    br_json_field_number(j, "last", c->last);
    br_json_field_number(j, "step_least", c->least);
    br_json_field_number(j, "step_most", c->longest);
    br_json_field_number(j, "shift", w->shift[i]);
    if (w->aligned[i]) {
        const br_table_alignment *s = &w->found[i];
        br_json_field_number(j, "shift_sd", s->sd);
        br_json_field_number(j, "correlation", s->correlation);
        br_json_field_numbers(j, "spikes", (const double[]){(double)s->spikes[0], (double)s->spikes[1]}, 2);
        br_json_field_number(j, "independent_samples", s->samples);
        br_json_field_bool(j, "doubtful", s->doubtful != 0);
        br_json_field_bool(j, "ambiguous", s->ambiguous != 0);
        br_json_field_number(j, "other_shift", s->ambiguous ? s->other : (double)NAN);
    }
    br_json_close(j);
}

static void result_json(br_buffer *out, const tabling *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "table");
    br_json_field_open(&j, "logs", '[');
    for (int i = 0; i < w->logs; i++)
        log_json(&j, w, i);
    br_json_close(&j);
    br_json_field_number(&j, "rows", (double)w->rows);
    br_json_field_open(&j, "columns", '[');
    for (int c = 0; c < w->columns; c++) {
        br_json_open(&j, '{');
        br_json_field_text(&j, "name", br_table_name(w->joined, c));
        br_json_field_text(&j, "unit", br_table_unit(w->joined, c));
        br_json_field_number(&j, "missing", (double)w->missing[c]);
        br_json_close(&j);
    }
    br_json_close(&j);
    br_json_close(&j);
    br_buffer_put(out, "\n");
}

// A shift that may be wrong: the first one, as a message; BR_NEGATIVE, while the result is delivered.
static br_status check_shifts(const tabling *w, br_diag *why)
{
    for (int i = 1; i < w->logs; i++) {
        const br_table_alignment *s = &w->found[i];
        if (w->aligned[i] && s->ambiguous)
            return tool_complain(why, BR_NEGATIVE,
                                 "%.100s: the shift is ambiguous: %.6g ms (coefficient %.4f), but %.6g ms explains the "
                                 "signals nearly as well (%.4f); check it by an event that happens once, or give it "
                                 "with --shift",
                                 w->name[i], 1e3 * s->shift, s->correlation, 1e3 * s->other, s->other_correlation);
        if (w->aligned[i] && s->doubtful)
            return tool_complain(why, BR_NEGATIVE,
                                 "%.100s: the shift of %.6g ms may mean nothing: the signals have little in common "
                                 "(coefficient %.4f over %.4g independent samples); choose others, or give it with "
                                 "--shift",
                                 w->name[i], 1e3 * s->shift, s->correlation, s->samples);
    }
    return BR_OK;
}

static br_status run_table(const tool_args *a, br_buffer *out, br_diag *why)
{
    tabling w = {.a = a};
    sink s = {0};
    tool_views views = {0};
    br_status status = tool_outputs("table", a, a->operands, a->noperands, why);
    if (status == BR_OK)
        status = table_options(&w, why);
    if (status == BR_OK)
        status = table_align(&w, why);
    if (status == BR_OK)
        status = table_open(&w, why);
    w.missing = status == BR_OK ? calloc((size_t)w.columns, sizeof *w.missing) : NULL;
    if (status == BR_OK && !w.missing)
        status = BR_NO_MEMORY;
    if (status == BR_OK) {
        status = open_sink(&w, &s, why);
        if (status == BR_OK)
            status = read_all(&w, &s, why);
        status = close_sink(&w, &s, status, why);
    }
    if (status == BR_OK) {
        result_text(&views.text, &w);
        result_json(&views.json, &w);
    }
    status = tool_deliver_views(&views, NULL, status, a, out, why);
    if (status == BR_OK && tool_wants_text(a)) {
        tool_written(out, "table", a->csv);
        tool_written(out, "MAT file", a->mat);
    }
    if (status == BR_OK)
        status = check_shifts(&w, why);
    status = progress_partial(a, w.interrupted, status, why);
    table_close(&w);
    free(w.missing);
    return status;
}

// ---------------------------------------------------------------- the command

static const tool_option time_column =
    OPTION(TOOL_INPUT, "--time", "COLUMN", time, "time column of the logs", "found by name or unit");
static const tool_option shift =
    OPTION(TOOL_INPUT, "--shift", "TIMES", shift, "time added to each log behind the first, '12 ms, -0.5 s'", "0");
static const tool_option align_by = OPTION(TOOL_INPUT, "--align", "LIST", align,
                                           "find these shifts by correlation: 'COLUMN = COLUMN', a signal of the first "
                                           "log and the same one of the other, for each log behind the first",
                                           NULL);
static const tool_option step =
    OPTION(TOOL_METHOD, "--step", "TIME", step, "time between rows of the result", "time stamps of the first log");
static const tool_option method =
    OPTION(TOOL_METHOD, "--method", "NAME", method,
           "linear between rows, hold the last row, or mean of the rows within half a step", "linear");
static const tool_option gap = OPTION(TOOL_METHOD, "--gap", "TIME", gap,
                                      "do not bridge longer steps of a log: its numbers are missing there", "no limit");
static const tool_option from =
    OPTION(TOOL_METHOD, "--from", "TIME", from, "first time of the result", "where all logs have begun");
static const tool_option until =
    OPTION(TOOL_METHOD, "--until", "TIME", until, "last time of the result", "where the first of the logs ends");
static const tool_option signals = OPTION(TOOL_OUTPUT, "--signals", "LIST", signals,
                                          "columns of the result, NAME = COLUMN or NAME = FORMULA UNIT; the time "
                                          "column is named t; a formula uses the numbers as they are in the "
                                          "logs, the result is in SI units",
                                          "all columns as they are");
static const tool_option units =
    OPTION(TOOL_OUTPUT, "--units", "LIST", units, "units of the result, 'x = mm, v = mm/s'", "those of the logs");
static const tool_option csv =
    OPTION(TOOL_OUTPUT, "--csv", "FILE", csv, "write the result as a CSV file to FILE, - for standard output", NULL);
static const tool_option *const options[] = {&time_column,
                                             &shift,
                                             &align_by,
                                             &step,
                                             &method,
                                             &gap,
                                             &from,
                                             &until,
                                             &signals,
                                             &units,
                                             &option_delimiter,
                                             &option_decimal,
                                             &option_truncated,
                                             &option_infinite,
                                             &csv,
                                             &option_mat,
                                             &option_json,
                                             NULL};
static const tool_example examples[] = {
    {"make two logs", "bristle simulate stick-slip --params fig-6 --until 9 --csv log.csv --mat log.mat"},
    {"join them, every 1 ms; the shift of the second is found by a signal that both have",
     "bristle table log.csv log.mat --align 'x = x' --step '1 ms' --csv joined.csv"},
    {"a CSV file as a MAT file: from second 1 to 4, positions in mm",
     "bristle table log.csv --from '1 s' --until '4 s' --units 'x = mm' --mat cut.mat"},
    {"columns by formulas", "bristle table log.csv --signals 't = t, x = x, slip = x - y m' --csv slip.csv"},
    {NULL, NULL}};

const tool_command command_table = {.name = "table",
                                    .purpose = "join, resample, cut and convert logs: CSV and MAT files",
                                    .operand = "LOG",
                                    .operand_help = "CSV or MAT files, at most 64; - is standard input",
                                    .operand_needed = true,
                                    .operands = TOOL_OPERANDS,
                                    .options = options,
                                    .examples = examples,
                                    .run = run_table};
