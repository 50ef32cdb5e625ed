// table.c - logs in a program: bristle/table.h. Opening, and columns.        [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/table/table_handle.h"
#include "file/mat/mat.h"
#include "file/open/table_open.h"
#include "file/table/column.h"
#include "file/table/memory.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = BR_CSV_COLUMNS };

// ---------------------------------------------------------------- opening

static const br_table_options defaults = {.size = sizeof defaults};

br_status br_table_defaults(br_table_options *o, size_t size)
{
    br_table_options filled = defaults; // a copy: gcc 12 warns about the constant, which it takes for a string
    return br_sized_fill(o, size, &filled, sizeof filled, sizeof filled) ? BR_OK : BR_BAD_USAGE;
}

static br_status read_options(const br_table_options *from, br_csv_options *to, br_diag *why)
{
    br_table_options o = defaults;
    if (from && !br_sized_read(&o, sizeof o, sizeof o, from))
        return br_diag_fail(why, BR_BAD_USAGE, "table: options come from br_table_defaults(&options, sizeof options)");
    if ((o.delimiter && !strchr(",;|\t ", o.delimiter)) || (o.decimal && !strchr(".,", o.decimal)) ||
        (o.delimiter == ',' && o.decimal == ','))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "table: a delimiter is , ; | tab or blank, and a decimal sign . or ,; they differ");
    *to = br_csv_defaults();
    to->delimiter = o.delimiter;
    to->decimal = o.decimal;
    to->allow_truncated = o.allow_truncated != 0;
    to->allow_infinite = o.allow_infinite != 0;
    return BR_OK;
}

br_table *br_table_create(void)
{
    br_table *t = calloc(1, sizeof *t);
    if (t) {
        t->references = 1;
        t->time = -1;
    }
    return t;
}

void br_table_close(br_table *t)
{
    if (!t || --t->references > 0)
        return;
    br_rows_close(t->rows);
    for (int c = 0; t->v && t->owns && c < t->columns; c++)
        free(t->v[c]);
    free(t->v);
    free(t->wanted);
    free(t->to);
    free(t->name);
    free(t->bytes);
    free(t->note);
    free(t->counts);
    free(t);
}

// What all ways to open one share: *table is written on success only.
static br_status hand_over(br_table **table, br_table *fresh, br_status status, br_diag *why)
{
    if (status == BR_OK)
        *table = fresh;
    else
        br_table_close(fresh);
    return br_said(status, why);
}

br_status br_table_open(br_table **table, const char *path, const br_table_options *o, br_diag *why)
{
    br_csv_options with;
    if (!table || !path)
        return br_diag_fail(why, BR_BAD_USAGE, "br_table_open: a path and a place for the handle are needed");
    br_status status = read_options(o, &with, why);
    if (status != BR_OK)
        return status;
    br_table *fresh = br_table_create();
    return hand_over(table, fresh, fresh ? br_rows_open(&fresh->rows, path, with, why) : BR_NO_MEMORY, why);
}

static long pull_bytes(void *from, char *to, size_t room)
{
    br_table *t = from;
    size_t left = t->size - t->at, n = left < room ? left : room;
    memcpy(to, t->bytes + t->at, n);
    t->at += n;
    return (long)n;
}

static br_status open_bytes(br_table *t, const char *name, const void *bytes, size_t size, br_csv_options o,
                            br_diag *why)
{
    br_mat *mat = NULL;
    br_csv *csv = NULL;
    br_status status;
    if (br_mat_named(name) || (size >= 128 && br_mat_is(bytes, 128))) {
        status = br_mat_open_bytes(&mat, bytes, size, name, o.allow_infinite, why);
        if (status == BR_OK)
            t->rows = br_mat_rows(mat);
        return status;
    }
    t->bytes = malloc(size + 1);
    if (!t->bytes)
        return BR_NO_MEMORY;
    memcpy(t->bytes, bytes, size);
    t->size = size;
    status = br_csv_open_from(&csv, pull_bytes, t, name, o, why);
    if (status == BR_OK)
        t->rows = br_csv_rows(csv);
    return status;
}

br_status br_table_parse(br_table **table, const char *name, const void *bytes, size_t size, const br_table_options *o,
                         br_diag *why)
{
    br_csv_options with;
    if (!table || !name || !bytes || size > BR_MAT_BYTES)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_table_parse: a name, at most %zu bytes and a place for the handle are needed",
                            BR_MAT_BYTES);
    br_status status = read_options(o, &with, why);
    if (status != BR_OK)
        return status;
    br_table *fresh = br_table_create();
    return hand_over(table, fresh, fresh ? open_bytes(fresh, name, bytes, size, with, why) : BR_NO_MEMORY, why);
}

static br_status open_lent(br_table *t, const char *name, const char *const *heading, const double *const *v,
                           bool infinite, br_diag *why)
{
    br_memory_column *column = calloc((size_t)t->columns + 1, sizeof *column);
    t->name = strdup(name);
    t->v = calloc((size_t)t->columns + 1, sizeof *t->v);
    br_status status = column && t->name && t->v ? BR_OK : BR_NO_MEMORY;
    for (int c = 0; c < t->columns && status == BR_OK; c++) {
        column[c] = (br_memory_column){heading[c], v[c]};
        memcpy(&t->v[c], &v[c], sizeof v[c]); // never written through
    }
    if (status == BR_OK)
        status = br_memory_open(&t->rows, t->name, column, t->columns, t->count, infinite, why);
    t->in_memory = status == BR_OK;
    free(column);
    return status;
}

br_status br_table_lend(br_table **table, const char *name, const char *const *heading, const double *const *v,
                        int columns, size_t rows, const br_table_options *o, br_diag *why)
{
    br_csv_options with;
    bool whole = table && name && heading && v && columns >= 0 && columns <= MOST_COLUMNS;
    for (int c = 0; whole && c < columns; c++)
        whole = heading[c] && (v[c] || rows == 0);
    if (!whole)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_table_lend: a name, at most %d columns with headings and numbers, and a place for the "
                            "handle are needed",
                            MOST_COLUMNS);
    br_status status = read_options(o, &with, why);
    if (status != BR_OK)
        return status;
    br_table *fresh = br_table_create();
    if (!fresh)
        return br_said(BR_NO_MEMORY, why);
    fresh->columns = columns;
    fresh->count = rows;
    return hand_over(table, fresh, open_lent(fresh, name, heading, v, with.allow_infinite, why), why);
}

br_status br_table_own(br_table **table, const char *name, const char *const *heading, double *const *v, int columns,
                       size_t rows, br_diag *why)
{
    const br_table_options o = {.size = sizeof o, .allow_infinite = 1};
    br_status status = BR_OK;
    for (int c = 0; c < columns; c++)
        status = v[c] ? status : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_table_lend(table, name, heading, (const double *const *)v, columns, rows, &o, why);
    if (status == BR_OK)
        (*table)->owns = true;
    for (int c = 0; c < columns && status != BR_OK; c++)
        free(v[c]);
    return status;
}

// ---------------------------------------------------------------- what is in it

static const br_column *column_of(const br_table *t, int c)
{
    return t && c >= 0 && c < t->rows.columns ? &t->rows.column[c] : NULL;
}

int br_table_columns(const br_table *t)
{
    return t ? t->rows.columns : 0;
}

const char *br_table_name(const br_table *t, int c)
{
    const br_column *x = column_of(t, c);
    return x ? x->name : NULL;
}

const char *br_table_unit(const br_table *t, int c)
{
    const br_column *x = column_of(t, c);
    return !x ? NULL : x->unit_text[0] ? x->unit_text : "-";
}

int br_table_has_numbers(const br_table *t, int c)
{
    const br_column *x = column_of(t, c);
    return x && x->has_numbers;
}

const char *br_table_note(const br_table *t, int c)
{
    const br_column *x = column_of(t, c);
    if (t && c == -1)
        return t->note ? t->note : br_rows_note(t->rows);
    return x ? x->note : NULL;
}

int br_table_index(const br_table *t, const char *name, br_diag *why)
{
    int c = -1;
    br_diag words = {0};
    if (!t || !name)
        (void)br_diag_fail(why, BR_BAD_USAGE, "br_table_index: a table and a name are needed");
    else if (br_column_find(t->rows, name, strlen(name), t->rows.name, &c, &words) != BR_OK) {
        c = -1;
        if (why)
            *why = words;
    }
    return c;
}

int br_table_time(const br_table *t)
{
    return !t ? -1 : t->time >= 0 ? t->time : br_column_time(t->rows);
}

// ---------------------------------------------------------------- changing it

br_status br_table_rewind(br_table *t)
{
    if (!t || !t->in_memory || t->busy)
        return BR_BAD_USAGE;
    br_memory_rewind(t->rows);
    t->started = false;
    t->given = 0;
    t->dead = BR_OK;
    return BR_OK;
}

br_status br_table_begin(br_table *t, const char *call, br_diag *why)
{
    if (!t)
        return br_diag_fail(why, BR_BAD_USAGE, "%s: a table is needed", call);
    if (t->busy)
        return br_diag_fail(why, BR_BAD_USAGE, "%s: %.100s is part of a joined table", call, t->rows.name);
    if (t->in_memory)
        return br_table_rewind(t);
    if (t->started)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s: rows of %.100s have been read already; br_table_load keeps them in memory", call,
                            t->rows.name);
    return BR_OK;
}

br_status br_table_set_time(br_table *t, const char *column, double shift, br_diag *why)
{
    int c = -1;
    br_status status = br_table_begin(t, "br_table_set_time", why);
    if (status == BR_OK && !isfinite(shift))
        status = br_diag_fail(why, BR_BAD_USAGE, "br_table_set_time: a shift is a finite number of seconds");
    if (status == BR_OK && column)
        status = br_column_find(t->rows, column, strlen(column), "--time", &c, why);
    if (status == BR_OK) {
        t->time = c;
        t->shift = shift;
    }
    return br_said(status, why);
}

void br_table_list_signal(const br_table *t, const char *name, br_buffer *list)
{
    int c = br_table_index(t, name, NULL);
    if (c >= 0 && c != br_table_time(t))
        br_buffer_print(list, ", %s = #%d", name, c + 1);
}

typedef br_status take(br_rows *r, const char *list, const char *origin, br_diag *why);

static br_status change_columns(br_table *t, take *change, const char *list, const char *call, const char *origin,
                                br_diag *why)
{
    if (!list)
        return br_diag_fail(why, BR_BAD_USAGE, "%s: a list is needed", call);
    br_status status = br_table_begin(t, call, why);
    if (status == BR_OK)
        status = change(&t->rows, list, origin, why);
    if (status == BR_OK)
        t->in_memory = false;
    return br_said(status, why);
}

br_status br_table_set_signals(br_table *t, const char *signals, br_diag *why)
{
    br_status status = change_columns(t, br_rows_take_signals, signals, "br_table_set_signals", "--signals", why);
    if (status == BR_OK) {
        t->time = -1;
        t->has_signals = true;
    }
    return status;
}

br_status br_table_set_units(br_table *t, const char *units, br_diag *why)
{
    return change_columns(t, br_rows_take_units, units, "br_table_set_units", "--units", why);
}

// ---------------------------------------------------------------- its rows for others

static br_status choose_held(void *of, const int *column, int count, br_diag *why)
{
    return br_rows_want(((br_table *)of)->rows, column, count, why);
}

static br_status read_held(void *of, double *const to[], int rows, int *got, br_diag *why)
{
    br_table *t = of;
    t->started = true;
    return br_rows_read(t->rows, to, rows, got, why);
}

static double share_held(const void *of)
{
    return br_rows_share(((const br_table *)of)->rows);
}

static const char *note_held(const void *of)
{
    return br_rows_note(((const br_table *)of)->rows);
}

static void close_held(void *of)
{
    ((br_table *)of)->busy = false;
    br_table_close(of);
}

br_status br_table_hold(br_table *t, const char *call, br_rows *rows, br_diag *why)
{
    static const br_rows_kind kind = {choose_held, read_held, share_held, note_held, close_held};
    br_status status = br_table_begin(t, call, why);
    if (status != BR_OK)
        return status;
    *rows = (br_rows){&kind, t, t->rows.name, t->rows.column, t->rows.columns};
    t->busy = true;
    t->references++;
    return BR_OK;
}
