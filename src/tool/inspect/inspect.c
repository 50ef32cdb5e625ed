// inspect.c - `bristle inspect`: log quality check, and what is identifiable from a log.  [host]
#include "num/base/fp.h"

#include "num/text/spelling.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/inspect/inspect.h"
#include "tool/kit/log.h"
#include "tool/kit/progress.h"
#include "tool/kit/rig_names.h"
#include "tool/kit/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024 };

// ---------------------------------------------------------------- columns

static void add_column(inspecting *w, const char *name, br_unit unit, const char *text, br_role role)
{
    snprintf(w->name[w->count], sizeof w->name[0], "%s", name);
    br_unit_write_like(w->unit[w->count], unit, text);
    if (role == BR_ROLE_TIME && strcmp(w->unit[w->count], "-") == 0) // plain numbers are seconds
        strcpy(w->unit[w->count], "s");
    w->role[w->count++] = role;
}

static br_status open_work(inspecting *w, br_diag *why)
{
    br_inspect_column column[BR_INSPECT_COLUMNS];
    for (int c = 0; c < w->count; c++)
        column[c] = (br_inspect_column){w->name[c], w->unit[c], w->role[c]};
    return br_inspect_open(&w->work, column, w->count, why);
}

// Whether two columns can stand in one table: those of a MAT file may differ in length.
static bool fits(br_rows table, int one, int other)
{
    const int both[] = {one, other};
    br_diag words = {0};
    return one == other || br_rows_want(table, both, 2, &words) == BR_OK;
}

// Why a column is not used; NULL: it is.
static const char *reason_to_skip(const inspecting *w, br_rows table, int base, int c)
{
    const br_column *x = &table.column[c];
    if (!x->has_numbers)
        return x->note ? x->note : "no numbers";
    if (w->count == BR_INSPECT_COLUMNS)
        return "too many columns";
    return fits(table, base, c) ? NULL : "different length";
}

// As a terminal may see it.
static void show_name(const br_column *x, int c, char shown[BR_NAME_SIZE])
{
    br_buffer safe = {0};
    br_buffer_safe(&safe, x->name, strlen(x->name));
    if (*x->name && safe.text)
        snprintf(shown, BR_NAME_SIZE, "%.60s", safe.text);
    else
        snprintf(shown, BR_NAME_SIZE, "#%d", c + 1);
    br_buffer_free(&safe);
}

// Without --signals: every column with numbers, by its number, that can stand beside time.
static br_status list_columns(inspecting *w, br_rows table, br_buffer *list)
{
    int time = br_column_time(table), base = time;
    for (int c = 0; c < table.columns && base < 0; c++)
        base = table.column[c].has_numbers ? c : -1;
    for (int c = 0; c < table.columns; c++) {
        const br_column *x = &table.column[c];
        const char *reason = reason_to_skip(w, table, base, c);
        char shown[BR_NAME_SIZE];
        show_name(x, c, shown);
        if (reason) {
            br_buffer_print(&w->left_out, "%s: %s\n", shown, reason);
            continue;
        }
        br_role role = x->unit_text[0] ? br_role_of(x->name) : BR_ROLE_NONE;
        role = c == time ? BR_ROLE_TIME : role == BR_ROLE_TIME ? BR_ROLE_NONE : role;
        br_buffer_print(list, "%sc%d = #%d", w->count ? ", " : "", w->count + 1, c + 1);
        add_column(w, shown, br_unit_none(), "-", role);
    }
    w->guessed = true;
    return list->status;
}

// Their names, where they were given, and their units.
static void add_signals(inspecting *w, const br_signals *s)
{
    for (int i = 0; i < s->count; i++)
        if (w->guessed && (w->role[i] != BR_ROLE_TIME || strcmp(s->signal[i].unit_text, "-") != 0))
            br_unit_write_like(w->unit[i], s->signal[i].unit, s->signal[i].unit_text);
        else if (!w->guessed)
            add_column(w, s->signal[i].name, s->signal[i].unit, s->signal[i].unit_text, br_role_of(s->signal[i].name));
}

// ---------------------------------------------------------------- rows

// Adds those of the rows that lie between --from and --until: from the first that has reached --from to the last before one
// behind --until, so that rows keep their numbers.
static br_status add_rows(inspecting *w, const double *const from[], int rows)
{
    const double *at[BR_INSPECT_COLUMNS], *t = NULL;
    int first = 0, count = 0;
    for (int c = 0; c < w->count; c++)
        t = w->role[c] == BR_ROLE_TIME ? from[c] : t;
    for (int k = 0; k < rows && !w->ended; k++) {
        w->last_time = t && !isnan(t[k]) ? t[k] : w->last_time;
        w->begun = w->begun || !t || t[k] >= w->span.from || w->span.from == -HUGE_VAL;
        w->ended = t && t[k] > w->span.until;
        count += w->begun && !w->ended;
        first += !w->begun;
        w->read++;
    }
    w->used += count;
    w->before += first;
    br_inspect_skip(w->work, first);
    for (int c = 0; c < w->count; c++)
        at[c] = from[c] + first;
    return count > 0 ? br_inspect_add(w->work, at, count) : BR_OK;
}

static br_status read_rows(inspecting *w, const tool_args *a, br_signals *s, br_rows table, br_diag *why)
{
    double *block = malloc((size_t)BLOCK * (size_t)w->count * sizeof *block), *to[BR_INSPECT_COLUMNS];
    br_status status = block ? br_signals_want(s, table, why) : BR_NO_MEMORY;
    for (int c = 0; c < w->count; c++)
        to[c] = block + (size_t)BLOCK * (size_t)c;
    progress bar = progress_open("reading", a);
    for (int got = BLOCK; status == BR_OK && got == BLOCK && !w->ended;) {
        status = br_signals_next(s, table, to, BLOCK, &got, why);
        if (status == BR_OK)
            status = add_rows(w, (const double *const *)to, got);
        if (status == BR_OK && got == BLOCK && !progress_show(&bar, br_rows_share(table)))
            status = BR_NEGATIVE;
    }
    progress_close(&bar);
    w->interrupted = bar.interrupted && status == BR_NEGATIVE;
    if (w->interrupted) {
        br_buffer_put(&w->notes, "interrupted: rows behind the last one that is reported were not read\n");
        status = BR_OK;
    }
    free(block);
    return status;
}

static br_status inspect_table(inspecting *w, const tool_args *a, br_diag *why)
{
    br_rows table = {0};
    br_signals s;
    br_buffer list = {0};
    if (a->seed)
        return tool_complain(why, BR_BAD_USAGE, "bristle inspect: --seed has no effect: %.60s is a table, not a rig",
                             w->log);
    br_status status = tool_table_open(&table, "inspect", w->log, a, why);
    if (status == BR_OK && !a->signals)
        status = list_columns(w, table, &list);
    if (status == BR_OK)
        status = br_signals_read(&s, a->signals ? a->signals : list.text, "--signals", table, why);
    br_buffer_free(&list);
    if (status != BR_OK) {
        br_rows_close(table);
        return status;
    }
    if (s.count > BR_INSPECT_COLUMNS)
        status = tool_complain(why, BR_BAD_USAGE, "bristle inspect: at most %d signals", BR_INSPECT_COLUMNS);
    if (status == BR_OK) {
        add_signals(w, &s);
        for (int i = 0; i < s.columns; i++)
            if (table.column[s.column[i]].note)
                br_buffer_print(&w->notes, "%.60s: %s\n", table.column[s.column[i]].name,
                                table.column[s.column[i]].note);
        status = open_work(w, why);
    }
    if (status == BR_OK)
        status = read_rows(w, a, &s, table, why);
    if (status == BR_OK && br_rows_note(table))
        br_buffer_print(&w->notes, "%.60s: %s\n", w->log, br_rows_note(table));
    br_signals_free(&s);
    br_rows_close(table);
    return status;
}

static br_status inspect_rig(inspecting *w, const tool_args *a, br_diag *why)
{
    br_unit second;
    tool_log log = {0};
    const double *from[BR_INSPECT_COLUMNS];
    (void)br_unit_read("s", 1, NULL, 0, &second, NULL);
    br_status status = tool_log_load(&log, "inspect", w->log, a, why);
    if (status == BR_OK) {
        add_column(w, "t", second, "s", BR_ROLE_TIME);
        from[0] = log.t;
        for (int c = 0; c < log.columns && w->count < BR_INSPECT_COLUMNS; c++) {
            from[w->count] = log.column[c].v;
            add_column(w, log.column[c].name, log.unit[c], "", br_role_of(log.column[c].name));
        }
        status = open_work(w, why);
    }
    if (status == BR_OK)
        status = add_rows(w, from, (int)log.rows);
    tool_log_free(&log);
    return status;
}

static br_status check_span(const inspecting *w, const tool_args *a, br_diag *why)
{
    bool timed = false;
    for (int c = 0; c < w->count; c++)
        timed = timed || w->role[c] == BR_ROLE_TIME;
    if ((a->from || a->until) && !timed)
        return tool_complain(why, BR_BAD_DATA,
                             "%.100s: --from and --until need a time column; name it with --signals 't = ...'", w->log);
    if ((a->from || a->until) && w->used == 0)
        return tool_complain(why, BR_BAD_DATA, "%.100s: no row between --from and --until; the %s row is at %.6g s",
                             w->log, w->ended ? "next" : "last", w->last_time);
    return BR_OK;
}

static br_status inspect_log(inspecting *w, const tool_args *a, br_diag *why)
{
    bool rig = br_rig_find(w->log) || (rig_named(w->log) && !a->signals);
    br_diag words = {0};
    w->last_time = (double)NAN;
    br_status status = tool_span_read("inspect", (const char *const[]){"--from", "--until"},
                                      (const char *const[]){a->from, a->until}, &w->span, why);
    if (status == BR_OK)
        status = rig ? inspect_rig(w, a, why) : inspect_table(w, a, why);
    if (status == BR_OK)
        status = check_span(w, a, why);
    if (status != BR_OK)
        return status;
    status = br_inspect_finish(w->work, &w->found, &words);
    if (status == BR_BAD_DATA)
        return tool_complain(why, status, "%.100s: %s", w->log, words.text);
    if (status == BR_OK)
        inspect_add_warnings(w);
    return status;
}

// ---------------------------------------------------------------- the command

static br_status deliver_inspection(const inspecting *all, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    for (int i = 0; i < a->noperands && tool_wants_text(a); i++) {
        br_buffer_put(&v.text, i ? "\n" : "");
        inspect_text(&v.text, &all[i]);
    }
    if (a->json)
        inspect_json(&v.json, all, a->noperands);
    br_status status = a->report ? inspect_report(&v.report, all, a->noperands) : BR_OK;
    return tool_deliver_views(&v, NULL, status, a, out, why);
}

static br_status run_inspect(const tool_args *a, br_buffer *out, br_diag *why)
{
    inspecting *all = calloc((size_t)a->noperands, sizeof *all);
    br_status status = all ? tool_outputs("inspect", a, a->operands, a->noperands, why) : BR_NO_MEMORY;
    for (int i = 0; i < a->noperands && status == BR_OK; i++) {
        all[i].log = a->operands[i];
        status = inspect_log(&all[i], a, why);
        if (status == BR_OK && all[i].interrupted && i + 1 < a->noperands)
            status = tool_complain(why, BR_NEGATIVE, "bristle inspect: interrupted in log %d of %d; nothing is written",
                                   i + 1, a->noperands);
    }
    if (status == BR_OK)
        status = progress_partial(a, all[a->noperands - 1].interrupted, deliver_inspection(all, a, out, why), why);
    for (int i = 0; i < a->noperands && all; i++) {
        br_inspect_close(all[i].work);
        br_buffer_free(&all[i].left_out);
        br_buffer_free(&all[i].notes);
        br_buffer_free(&all[i].warnings);
    }
    free(all);
    return status;
}

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_INPUT, "--signals", "LIST", signals,
               "columns of LOG as signals: 't = time s, x = position mm, F = force N'", "all columns"),
    OWN_OPTION(TOOL_INPUT, "--from", "T", from, "use rows from this time on only, '14 s'", NULL),
    OWN_OPTION(TOOL_INPUT, "--until", "T", until, "use rows up to this time only", NULL),
    &option_seed,
    TABLE_OPTIONS,
    &option_json,
    &option_report,
    NULL};
static const char *const more[] = {
    "Signals named t, x (position), v (velocity), F (friction force) and u (drive force) are analysed as a motion; "
    "other columns one by one. Without --signals every column is analysed by itself. A log is read once, in bounded "
    "memory. Nothing is repaired: repeated or decreasing times, which other commands refuse, are counted and listed by "
    "row.",
    "The last part lists what is identifiable from the log, what is not and why, and which excitation signal would "
    "help ('bristle excite'). docs/inspect.md has the rules.",
    NULL};
static const tool_example examples[] = {
    {"check the log of a synthetic axis, with an HTML report", "bristle inspect rig/axis --report axis.html"},
    {"the result as JSON", "bristle inspect rig/exact --seed 3 --json -"},
    {NULL, NULL}};

const tool_command command_inspect = {.name = "inspect",
                                      .purpose =
                                          "log quality check: problems of a log, and what is identifiable from it",
                                      .operand = "LOG",
                                      .operand_help = "tables (LOG.csv, LOG.mat) or synthetic rigs",
                                      .operand_needed = true,
                                      .operands = TOOL_OPERANDS,
                                      .options = options,
                                      .more = more,
                                      .examples = examples,
                                      .run = run_inspect};
