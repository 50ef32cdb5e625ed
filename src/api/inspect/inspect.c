// inspect.c - log quality check in a program: bristle/inspect.h.                   [host]
#include "num/base/fp.h"

#include "api/inspect/inspect_parts.h"
#include "api/law/sized.h"
#include "api/table/table_handle.h"
#include "file/table/column.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const br_inspect_options defaults = {.size = sizeof defaults, .from = (double)NAN, .until = (double)NAN};

br_status br_inspect_defaults(br_inspect_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- columns

static void add_column(br_inspect *w, const char *name, br_role role)
{
    snprintf(w->name[w->count], sizeof w->name[0], "%s", name);
    w->as[w->count] = (br_inspector_column){w->name[w->count], w->unit[w->count], role};
    w->count++;
}

// Why a column is not used; NULL: it is.
static const char *reason_to_skip(const br_inspect *w, const br_column *x, bool fits)
{
    if (!x->has_numbers)
        return x->note ? x->note : "no numbers";
    if (w->count == BR_INSPECTOR_COLUMNS)
        return "too many columns";
    return fits ? NULL : "different length";
}

// As a terminal may see it.
static br_status show_name(const br_column *x, int c, char shown[BR_NAME_SIZE])
{
    br_buffer safe = {0};
    br_buffer_safe(&safe, x->name, strlen(x->name));
    if (*x->name && safe.text)
        snprintf(shown, BR_NAME_SIZE, "%.60s", safe.text);
    else
        snprintf(shown, BR_NAME_SIZE, "#%d", c + 1);
    br_status status = safe.status;
    br_buffer_free(&safe);
    return status;
}

// Every column with numbers that can stand beside time; those with a unit are what their name says.
static br_status choose_columns(br_inspect *w, const br_table *t, const bool *fits, br_buffer *list)
{
    int time = br_column_time(t->rows);
    for (int c = 0; c < t->rows.columns; c++) {
        const br_column *x = &t->rows.column[c];
        const char *reason = reason_to_skip(w, x, fits[c]);
        char shown[BR_NAME_SIZE];
        if (show_name(x, c, shown) != BR_OK)
            return BR_NO_MEMORY;
        if (reason) {
            br_buffer_print(&w->skipped.text, "%s: %s\n", shown, reason);
            continue;
        }
        br_role role = x->unit_text[0] ? br_role_of(x->name) : BR_ROLE_NONE;
        role = c == time ? BR_ROLE_TIME : role == BR_ROLE_TIME ? BR_ROLE_NONE : role;
        br_buffer_print(list, "%sc%d = #%d", w->count ? ", " : "", w->count + 1, c + 1);
        if (x->note)
            br_buffer_print(&w->notes, "%.60s: %s\n", x->name, x->note);
        add_column(w, shown, role);
    }
    return BR_OK;
}

// Signals are what their names say.
static br_status choose_signals(br_inspect *w, const br_table *t, br_buffer *list, br_diag *why)
{
    if (t->rows.columns > BR_INSPECTOR_COLUMNS)
        return br_diag_fail(why, BR_BAD_USAGE, "inspect: at most %d signals", BR_INSPECTOR_COLUMNS);
    for (int c = 0; c < t->rows.columns; c++) {
        const br_column *x = &t->rows.column[c];
        br_buffer_print(list, "%sc%d = #%d", c ? ", " : "", c + 1, c + 1);
        if (x->note)
            br_buffer_print(&w->notes, "%s\n", x->note);
        add_column(w, x->name, br_role_of(x->name));
    }
    return BR_OK;
}

// Takes the columns in SI units, in place of all those of the table.
static br_status take_columns(br_inspect *w, const br_table *t, br_rows *rows, br_diag *why)
{
    br_buffer list = {0};
    bool *fits = calloc((size_t)t->rows.columns + 1, sizeof *fits);
    br_status status = fits ? br_table_fitting(t, fits) : BR_NO_MEMORY;
    if (status == BR_OK && t->has_signals)
        status = choose_signals(w, t, &list, why);
    else if (status == BR_OK)
        status = choose_columns(w, t, fits, &list);
    if (status == BR_OK)
        status = list.status;
    if (status == BR_OK)
        status = br_rows_take_signals(rows, list.text ? list.text : "", "inspect", why);
    for (int c = 0; c < w->count && status == BR_OK; c++) {
        const char *unit = rows->column[c].unit_text;
        bool seconds = w->as[c].role == BR_ROLE_TIME && !*unit; // plain numbers are seconds
        snprintf(w->unit[c], sizeof w->unit[c], "%s", seconds ? "s" : *unit ? unit : "-");
    }
    br_buffer_free(&list);
    free(fits);
    return status;
}

// ---------------------------------------------------------------- rows

// Adds those of the rows that lie within the times asked for: from the first that has reached `from` to the last before one behind
// `until`, so that rows keep their numbers.
static br_status add_rows(br_inspect *w, const double *const from[], int rows)
{
    const double *at[BR_INSPECTOR_COLUMNS], *t = NULL;
    int first = 0, count = 0;
    for (int c = 0; c < w->count; c++)
        t = w->as[c].role == BR_ROLE_TIME ? from[c] : t;
    for (int k = 0; k < rows && !w->ended; k++) {
        w->last_time = t && !isnan(t[k]) ? t[k] : w->last_time;
        w->begun = w->begun || !t || isnan(w->from) || t[k] >= w->from;
        w->ended = t && t[k] > w->until;
        count += w->begun && !w->ended;
        first += !w->begun;
        w->rows.read++;
    }
    w->rows.rows += count;
    w->rows.before += first;
    br_inspector_skip(w->work, first);
    for (int c = 0; c < w->count; c++)
        at[c] = from[c] + first;
    return count > 0 ? br_inspector_add(w->work, at, count) : BR_OK;
}

static br_status read_rows(br_inspect *w, br_rows rows, const br_inspect_options *o, br_diag *why)
{
    enum { BLOCK = BR_TABLE_BLOCK };
    double *block = malloc((size_t)BLOCK * (size_t)(w->count + 1) * sizeof *block), *to[BR_INSPECTOR_COLUMNS];
    int wanted[BR_INSPECTOR_COLUMNS];
    for (int c = 0; block && c < w->count; c++) {
        to[c] = block + (size_t)BLOCK * (size_t)c;
        wanted[c] = c;
    }
    br_status status = block ? br_rows_want(rows, wanted, w->count, why) : BR_NO_MEMORY;
    for (int got = BLOCK; status == BR_OK && got == BLOCK && !w->ended && !w->rows.interrupted;) {
        status = br_rows_read(rows, to, BLOCK, &got, why);
        if (status == BR_OK)
            status = add_rows(w, (const double *const *)to, got);
        if (status == BR_OK && got == BLOCK && o->go_on)
            w->rows.interrupted = !o->go_on(o->context, br_rows_share(rows));
    }
    free(block);
    return status;
}

static br_status check_span(const br_inspect *w, const br_inspect_options *o, const char *name, br_diag *why)
{
    bool timed = false;
    for (int c = 0; c < w->count; c++)
        timed = timed || w->as[c].role == BR_ROLE_TIME;
    if (isnan(o->from) && isnan(o->until))
        return BR_OK;
    if (!timed)
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.100s: --from and --until need a time column; name it with --signals 't = ...'", name);
    if (w->rows.rows == 0)
        return br_diag_fail(why, BR_BAD_DATA, "%.100s: no row between --from and --until; the %s row is at %.6g s",
                            name, w->ended ? "next" : "last", w->last_time);
    return BR_OK;
}

// ---------------------------------------------------------------- what was found

static br_status finish_check(br_inspect *w, const char *name, const char *note, br_diag *why)
{
    br_diag words = {0};
    br_status status = br_inspector_finish(w->work, &w->found, &words);
    if (status == BR_BAD_DATA)
        return br_diag_fail(why, status, "%.100s: %s", name, words.text);
    if (status != BR_OK)
        return status;
    if (w->rows.interrupted)
        br_buffer_put(&w->notes, "interrupted: rows behind the last one that is reported were not read\n");
    if (note)
        br_buffer_print(&w->notes, "%.60s: %s\n", name, note);
    w->rows.behind = w->rows.read - w->rows.rows - w->rows.before;
    br_inspector_warn(&w->warnings.text, &w->found, w->as, w->count);
    if (w->notes.text)
        br_buffer_put(&w->warnings.text, w->notes.text);
    br_lines_split(&w->warnings);
    br_lines_split(&w->skipped);
    br_inspect_publish(w);
    return w->notes.status != BR_OK           ? w->notes.status
           : w->warnings.text.status != BR_OK ? w->warnings.text.status
                                              : w->skipped.text.status;
}

static br_status check_table(br_inspect *w, br_table *t, const br_inspect_options *o, br_diag *why)
{
    br_rows rows = {0};
    br_status status = br_table_hold(t, "br_inspect_open", &rows, why);
    if (status == BR_OK)
        status = take_columns(w, t, &rows, why);
    if (status == BR_OK)
        status = br_inspector_open(&w->work, w->as, w->count, why);
    if (status == BR_OK)
        status = read_rows(w, rows, o, why);
    if (status == BR_OK)
        status = check_span(w, o, rows.name, why);
    if (status == BR_OK)
        status = finish_check(w, rows.name, br_rows_note(rows), why);
    br_rows_close(rows);
    return status;
}

br_status br_inspect_open(br_inspect **check, br_table *table, const br_inspect_options *from, br_diag *why)
{
    br_inspect_options o = defaults;
    if (!check || !table)
        return br_diag_fail(why, BR_BAD_USAGE, "br_inspect_open: a table and a place for the handle are needed");
    if (from && !br_sized_read(&o, sizeof o, sizeof o, from))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "inspect: options come from br_inspect_defaults(&options, sizeof options)");
    if (o.until < o.from)
        return br_diag_fail(why, BR_BAD_USAGE, "inspect: `until` lies before `from`");
    br_inspect *w = calloc(1, sizeof *w);
    if (!w)
        return br_said(BR_NO_MEMORY, why);
    w->from = o.from;
    w->until = o.until;
    w->last_time = (double)NAN;
    w->rows.signals = table->has_signals;
    br_status status = check_table(w, table, &o, why);
    if (status == BR_OK)
        *check = w;
    else
        br_inspect_close(w);
    return br_said(status, why);
}

void br_inspect_close(br_inspect *w)
{
    if (!w)
        return;
    br_inspector_close(w->work);
    br_buffer_free(&w->notes);
    br_buffer_free(&w->warnings.text);
    br_buffer_free(&w->skipped.text);
    free(w);
}

const br_inspect_rows *br_inspect_rows_of(const br_inspect *w)
{
    return w ? &w->rows : NULL;
}

int br_inspect_columns(const br_inspect *w)
{
    return w ? w->count : 0;
}

static bool has_column(const br_inspect *w, int c)
{
    return w && c >= 0 && c < w->count;
}

const char *br_inspect_name(const br_inspect *w, int c)
{
    return has_column(w, c) ? w->name[c] : NULL;
}

const char *br_inspect_unit(const br_inspect *w, int c)
{
    return has_column(w, c) ? w->unit[c] : NULL;
}

br_inspect_role br_inspect_role_of(const br_inspect *w, int c)
{
    static const br_inspect_role role[] = {
        [BR_ROLE_NONE] = BR_INSPECT_OTHER,        [BR_ROLE_TIME] = BR_INSPECT_TIME,
        [BR_ROLE_POSITION] = BR_INSPECT_POSITION, [BR_ROLE_VELOCITY] = BR_INSPECT_VELOCITY,
        [BR_ROLE_FRICTION] = BR_INSPECT_FRICTION, [BR_ROLE_DRIVE] = BR_INSPECT_DRIVE};
    return has_column(w, c) ? role[w->as[c].role] : BR_INSPECT_OTHER;
}

const br_inspect_column *br_inspect_column_of(const br_inspect *w, int c)
{
    return has_column(w, c) ? &w->column[c] : NULL;
}

const double *br_inspect_thinned(const br_inspect *w, int c, int *rows, long long *every)
{
    if (rows)
        *rows = w ? w->found.thinned : 0;
    if (every)
        *every = w ? w->found.every : 0;
    return has_column(w, c) ? w->found.thin[c] : NULL;
}

int br_inspect_curve(const br_inspect *w, int c, const double **time, const double **value, long long *every)
{
    bool there = has_column(w, c);
    if (time)
        *time = there ? w->found.curve_at[c] : NULL;
    if (value)
        *value = there ? w->found.curve[c] : NULL;
    if (every)
        *every = there ? w->found.curve_every : 0;
    return there ? w->found.points[c] : 0;
}

const br_inspect_time *br_inspect_time_of(const br_inspect *w)
{
    return w ? &w->time : NULL;
}

const br_inspect_motion *br_inspect_motion_of(const br_inspect *w)
{
    return w ? &w->motion : NULL;
}

const br_inspect_verdict *br_inspect_verdict_at(const br_inspect *w, int i)
{
    return w && i >= 0 && i < w->found.verdicts ? &w->verdict[i] : NULL;
}

const char *br_inspect_warning(const br_inspect *w, int i)
{
    return w ? br_lines_at(&w->warnings, i) : NULL;
}

const char *br_inspect_skipped(const br_inspect *w, int i)
{
    return w ? br_lines_at(&w->skipped, i) : NULL;
}
