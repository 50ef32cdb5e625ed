// table_read.c - the logs of `bristle table` as one table: options, shifts, columns with their units.   [host]
#include "num/base/fp.h"

#include "file/table/column.h"
#include "tool/kit/number.h"
#include "tool/kit/tables.h"
#include "tool/table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024, SAMPLES = 1 << 19 }; // rows read at once; samples of a signal that is aligned

// ---------------------------------------------------------------- options

static br_status bad_option(br_diag *why, const char *option, const char *text, const char *form)
{
    return tool_complain(why, BR_BAD_USAGE, "bristle table: %s '%.60s' is not %s", option, text, form);
}

static br_status read_method(tabling *w, br_diag *why)
{
    static const char *const names[] = {"linear", "hold", "mean"};
    const char *word = w->a->method ? w->a->method : "linear";
    for (int i = 0; i < 3; i++)
        if (strcmp(word, names[i]) == 0) {
            w->o.method = (br_join_method)i;
            if (i == BR_JOIN_MEAN && !w->a->step)
                return tool_complain(why, BR_BAD_USAGE,
                                     "bristle table: --method mean averages over a step; give it with --step");
            return BR_OK;
        }
    return bad_option(why, "--method", word, "linear, hold or mean");
}

// --shift: one time for each log behind the first.
static br_status read_shifts(tabling *w, br_diag *why)
{
    const char *p = w->a->shift, *end = p ? p + strlen(p) : NULL;
    for (int i = 1; p; i++) {
        const char *stop = br_list_item(p, end);
        char text[80];
        p = br_list_blanks(p, stop);
        size_t size = (size_t)(br_list_trim(p, stop) - p);
        if (i == w->logs || size >= sizeof text)
            return tool_complain(why, BR_BAD_USAGE,
                                 "bristle table: --shift '%.60s' is not a time for each log behind the first: %d, "
                                 "separated by commas",
                                 w->a->shift, w->logs - 1);
        memcpy(text, p, size);
        text[size] = 0;
        br_status status = tool_instant("table", "--shift", text, &w->shift[i], why);
        if (status != BR_OK)
            return status;
        p = stop < end ? stop + 1 : NULL;
    }
    return BR_OK;
}

br_status table_options(tabling *w, br_diag *why)
{
    const tool_args *a = w->a;
    w->o = br_join_defaults();
    w->logs = a->noperands;
    for (int i = 0; i < w->logs; i++)
        w->name[i] = a->operands[i];
    br_status status = a->step ? tool_time("table", "--step", a->step, &w->o.step, why) : BR_OK;
    if (status == BR_OK && a->gap)
        status = tool_time("table", "--gap", a->gap, &w->o.gap, why);
    tool_span span;
    if (status == BR_OK)
        status = tool_span_read("table", (const char *const[]){"--from", "--until"},
                                (const char *const[]){a->from, a->until}, &span, why);
    if (status == BR_OK && a->from)
        w->o.from = span.from;
    if (status == BR_OK && a->until)
        w->o.until = span.until;
    if (status == BR_OK)
        status = read_method(w, why);
    if (status == BR_OK && a->shift && a->align)
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle table: --shift gives what --align looks for; give one of them");
    return status == BR_OK ? read_shifts(w, why) : status;
}

// ---------------------------------------------------------------- one log

// The time column of a log: --time, else by its name or unit.
static br_status find_time(const tabling *w, br_rows rows, int *time, br_diag *why)
{
    if (w->a->time)
        return br_column_find(rows, w->a->time, strlen(w->a->time), "--time", time, why);
    *time = br_column_time(rows);
    if (*time >= 0)
        return BR_OK;
    br_buffer list = {0};
    br_column_list(&list, rows);
    br_status status =
        tool_complain(why, BR_BAD_DATA,
                      "%.100s: no column is named as time or has a unit of time; name it with --time (columns: %.240s)",
                      rows.name, list.text ? list.text : "none");
    br_buffer_free(&list);
    return status;
}

static br_status open_log(const tabling *w, int i, br_join_part *part, br_diag *why)
{
    br_status status = tool_table_open(&part->rows, "table", w->name[i], w->a, why);
    if (status != BR_OK)
        return status;
    part->shift = w->shift[i];
    status = find_time(w, part->rows, &part->time, why);
    if (status != BR_OK)
        br_rows_close(part->rows);
    return status;
}

// ---------------------------------------------------------------- shifts by correlation

typedef struct samples { // of one signal; neighbours are averaged where there are too many
    double *t, *y;
    size_t count;
    int each, pending; // rows in a sample, and in the one that is being made
    double sum_t, sum_y;
} samples;

static void halve_samples(samples *s)
{
    for (size_t k = 0; k + 1 < s->count; k += 2) {
        s->t[k / 2] = (s->t[k] + s->t[k + 1]) / 2;
        s->y[k / 2] = (s->y[k] + s->y[k + 1]) / 2;
    }
    s->count /= 2;
    s->each *= 2;
}

static void add_sample(samples *s, double t, double y)
{
    s->sum_t += t;
    s->sum_y += y;
    if (++s->pending < s->each)
        return;
    if (s->count == SAMPLES)
        halve_samples(s);
    s->t[s->count] = s->sum_t / s->pending;
    s->y[s->count++] = s->sum_y / s->pending;
    s->pending = 0;
    s->sum_t = s->sum_y = 0;
}

static br_status read_samples(br_rows rows, int column, samples *s, br_diag *why)
{
    const int wanted[] = {0, column};
    double t[BLOCK], y[BLOCK];
    double *const to[] = {t, y};
    s->t = malloc(SAMPLES * sizeof *s->t);
    s->y = malloc(SAMPLES * sizeof *s->y);
    s->each = 1;
    br_status status = s->t && s->y ? br_rows_want(rows, wanted, 2, why) : BR_NO_MEMORY;
    for (int got = BLOCK; got == BLOCK && status == BR_OK;) {
        status = br_rows_read(rows, to, BLOCK, &got, why);
        for (int k = 0; k < got && status == BR_OK; k++)
            add_sample(s, t[k], y[k]);
    }
    return status;
}

// The column `word` of log i, with its time in seconds.
static br_status load_signal(const tabling *w, int i, const char *word, size_t size, samples *s, br_diag *why)
{
    br_join_part part;
    br_rows rows;
    int column = 0;
    br_join_options plain = br_join_defaults();
    if (strcmp(w->name[i], "-") == 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle table: --align reads a log twice; standard input cannot be");
    br_status status = open_log(w, i, &part, why);
    if (status != BR_OK)
        return status;
    status = br_join_open(&rows, &part, 1, &plain, why);
    if (status != BR_OK)
        return status;
    status = br_column_find(rows, word, size, "--align", &column, why);
    if (status == BR_OK)
        status = read_samples(rows, column, s, why);
    br_rows_close(rows);
    return status;
}

// An item of --align, FIRST = OTHER, for log i.
static br_status align_log(tabling *w, int i, const char *from, const char *end, br_diag *why)
{
    const char *equals = memchr(from, '=', (size_t)(end - from));
    samples first = {0}, other = {0};
    const char *p = equals ? br_list_blanks(from, equals) : end, *q = equals ? br_list_blanks(equals + 1, end) : end;
    if (q == end || p == equals)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle table: --align '%.60s' is not 'COLUMN = COLUMN', of the first log and of another",
                             w->a->align);
    br_status status = load_signal(w, 0, p, (size_t)(br_list_trim(p, equals) - p), &first, why);
    if (status == BR_OK)
        status = load_signal(w, i, q, (size_t)(br_list_trim(q, end) - q), &other, why);
    if (status == BR_OK) {
        const br_shift_signal a = {first.t, first.y, first.count, w->name[0]},
                              b = {other.t, other.y, other.count, w->name[i]};
        status = br_shift_find(&w->found[i], &a, &b, (double)INFINITY, why);
    }
    if (status == BR_OK) {
        w->shift[i] = w->found[i].shift;
        w->aligned[i] = true;
    }
    free(first.t);
    free(first.y);
    free(other.t);
    free(other.y);
    return status;
}

br_status table_align(tabling *w, br_diag *why)
{
    const char *p = w->a->align, *end = p ? p + strlen(p) : NULL;
    br_status status = BR_OK;
    int i = 1;
    for (; p && i < w->logs && status == BR_OK; i++) {
        const char *stop = br_list_item(p, end);
        status = align_log(w, i, p, stop, why);
        p = stop < end ? stop + 1 : NULL;
    }
    if (status == BR_OK && w->a->align && (p || i < w->logs))
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle table: --align '%.60s' is not one 'COLUMN = COLUMN' for each log behind the "
                               "first: %d",
                               w->a->align, w->logs - 1);
    return status;
}

// ---------------------------------------------------------------- columns of the result

static void name_column(table_column *c, const char *name, const char *unit_text, br_unit unit)
{
    bool none = !unit_text[0] || strcmp(unit_text, "-") == 0;
    *c = (table_column){.name = name, .from = unit, .to = unit};
    snprintf(c->unit, sizeof c->unit, "%s", none ? "" : unit_text);
}

// Signals come in SI.
static void name_signal(table_column *c, const br_signal *g)
{
    char si[BR_UNIT_SIZE];
    br_unit_write_like(si, g->unit, g->unit_text);
    name_column(c, g->name, si, g->unit);
    (void)br_unit_read(si, strlen(si), NULL, 0, &c->from, NULL);
    c->to = c->from;
}

static table_column *find_column(const tabling *w, const char *name)
{
    for (int c = 0; c < w->columns; c++)
        if (strcmp(w->column[c].name, name) == 0)
            return &w->column[c];
    return NULL;
}

// --units 'x = mm, v = mm/s'.
static br_status read_units(const tabling *w, br_diag *why)
{
    const char *p = w->a->units, *end = p ? p + strlen(p) : NULL;
    const br_list list = {p, "--units", why};
    while (p) {
        const char *stop = br_list_item(p, end), *to = br_list_trim(p, stop), *at = br_list_blanks(p, to);
        char name[BR_NAME_SIZE];
        br_status status = br_list_name(&list, &p, to, "a unit is NAME = UNIT", name);
        if (status != BR_OK)
            return status;
        table_column *c = find_column(w, name);
        br_unit unit;
        size_t size = (size_t)(to - p);
        if (!c)
            return br_list_bad(&list, BR_BAD_DATA, at, "the result has no column '%.60s'", name);
        if (size == 0 || size >= sizeof c->unit || br_unit_read(p, size, NULL, 0, &unit, NULL) != size)
            return br_list_bad(&list, BR_BAD_LAW, p, "not a unit; use SI units such as mm, N, m/s, rad");
        if (!c->unit[0])
            return br_list_bad(&list, BR_BAD_DATA, at,
                               "column '%.60s' has no unit; give it one with --signals '%.60s = %.60s %.*s'", name,
                               name, name, (int)size, p);
        if (!br_unit_same(unit, c->from))
            return br_list_bad(&list, BR_BAD_DATA, p, "column '%.60s' is in %.60s, which cannot be converted to %.*s",
                               name, c->unit, (int)size, p);
        c->to = unit;
        c->converts = memcmp(&c->from, &c->to, sizeof c->to) != 0;
        memcpy(c->unit, p, size);
        c->unit[size] = 0;
        p = stop < end ? stop + 1 : NULL;
    }
    return BR_OK;
}

// All columns of the logs, or those of --signals.
static br_status make_columns(tabling *w, br_diag *why)
{
    br_status status = BR_OK;
    if (w->a->signals) {
        status = br_signals_read(&w->signals, w->a->signals, "--signals", w->joined, why);
        w->has_signals = status == BR_OK;
    }
    if (status != BR_OK)
        return status;
    int most = w->has_signals ? w->signals.count + 1 : w->joined.columns;
    free(w->column);
    w->column = calloc((size_t)most, sizeof *w->column);
    if (!w->column)
        return BR_NO_MEMORY;
    for (int c = 0; c < most - (w->has_signals ? 1 : 0); c++) {
        const br_column *as = &w->joined.column[c];
        if (w->has_signals)
            name_signal(&w->column[c], &w->signals.signal[c]);
        else
            name_column(&w->column[c], as->name, as->unit_text, as->unit);
    }
    w->columns = w->has_signals ? w->signals.count : most;
    return read_units(w, why);
}

static br_status want_columns(tabling *w, br_diag *why)
{
    if (w->has_signals)
        return br_signals_want(&w->signals, w->joined, why);
    int *all = malloc((size_t)w->columns * sizeof *all);
    if (!all)
        return BR_NO_MEMORY;
    for (int c = 0; c < w->columns; c++)
        all[c] = c;
    br_status status = br_rows_want(w->joined, all, w->columns, why);
    free(all);
    return status;
}

// ---------------------------------------------------------------- all logs

br_status table_open(tabling *w, br_diag *why)
{
    br_join_part part[TOOL_OPERANDS];
    br_status status = BR_OK;
    int open = 0;
    for (; open < w->logs && status == BR_OK; open++)
        status = open_log(w, open, &part[open], why);
    if (status != BR_OK) {
        for (int i = 0; i + 1 < open; i++)
            br_rows_close(part[i].rows);
        return status;
    }
    status = br_join_open(&w->joined, part, w->logs, &w->o, why);
    w->is_open = status == BR_OK;
    if (status == BR_OK)
        status = make_columns(w, why);
    return status == BR_OK ? want_columns(w, why) : status;
}

void table_close(tabling *w)
{
    if (w->is_open)
        br_rows_close(w->joined);
    if (w->has_signals)
        br_signals_free(&w->signals);
    w->is_open = w->has_signals = false;
}

br_status table_next(tabling *w, double *const to[], int rows, int *got, br_diag *why)
{
    br_status status = w->has_signals ? br_signals_next(&w->signals, w->joined, to, rows, got, why)
                                      : br_rows_read(w->joined, to, rows, got, why);
    for (int c = 0; c < w->columns && status == BR_OK; c++)
        for (int k = 0; k < *got && w->column[c].converts; k++)
            to[c][k] = br_unit_from_si(w->column[c].to, br_unit_to_si(w->column[c].from, to[c][k]));
    return status;
}
