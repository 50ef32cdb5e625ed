// table_rows.c - the rows of a log in a program: block by block, or all in memory.   [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "api/table/table_handle.h"
#include "file/table/memory.h"
#include "num/text/diag.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- block by block

// The columns of the first call.
static br_status settle_columns(br_table *t, double *const *to, br_diag *why)
{
    size_t columns = (size_t)t->rows.columns;
    int *wanted = malloc((columns + 1) * sizeof *wanted);
    double **at = malloc((columns + 1) * sizeof *at);
    int wants = 0;
    for (int c = 0; wanted && c < t->rows.columns; c++)
        if (to[c])
            wanted[wants++] = c;
    br_status status = !wanted || !at ? BR_NO_MEMORY
                       : wants == 0   ? br_diag_fail(why, BR_BAD_USAGE, "br_table_read: no column is wanted")
                                      : br_rows_want(t->rows, wanted, wants, why);
    if (status != BR_OK) {
        free(wanted);
        free(at);
        return status;
    }
    free(t->wanted);
    free(t->to);
    t->wanted = wanted;
    t->to = at;
    t->wants = wants;
    t->started = true;
    return BR_OK;
}

// Whether the same columns are wanted as by the first call.
static bool same_columns(const br_table *t, double *const *to)
{
    int w = 0;
    for (int c = 0; c < t->rows.columns; c++) {
        bool was = w < t->wants && t->wanted[w] == c;
        if (was != (to[c] != NULL))
            return false;
        w += was;
    }
    return true;
}

br_status br_table_read(br_table *t, double *const *to, int rows, int *got, br_diag *why)
{
    if (got)
        *got = 0;
    if (!t || !to || rows < 1 || !got || t->busy)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_table_read: a table that is no part of another, places for its columns and a number of "
                            "rows are needed");
    if (t->dead != BR_OK) {
        if (why)
            *why = t->why;
        return t->dead;
    }
    br_status status = t->started ? BR_OK : settle_columns(t, to, why);
    if (status == BR_OK && !same_columns(t, to))
        status = br_diag_fail(why, BR_BAD_USAGE, "br_table_read: the first call settles which columns are read");
    if (status != BR_OK)
        return br_said(status, why);
    for (int w = 0; w < t->wants; w++)
        t->to[w] = to[t->wanted[w]];
    status = br_rows_read(t->rows, t->to, rows, got, &t->why);
    t->given += status == BR_OK ? *got : 0;
    if (status == BR_OK && t->joined.kind)
        status = br_table_check_join(t, *got < rows, &t->why);
    if (status != BR_OK) {
        *got = 0;
        t->dead = br_said(status, &t->why);
        if (why)
            *why = t->why;
    }
    return status;
}

double br_table_share(const br_table *t)
{
    return t ? br_rows_share(t->rows) : 0;
}

// ---------------------------------------------------------------- in memory

br_status br_table_fitting(const br_table *t, bool *use)
{
    br_status status = BR_OK;
    int base = br_table_time(t);
    if (base >= 0 && !t->rows.column[base].has_numbers)
        base = -1;
    for (int c = 0; c < t->rows.columns && base < 0; c++)
        base = t->rows.column[c].has_numbers ? c : -1;
    for (int c = 0; c < t->rows.columns && status != BR_NO_MEMORY; c++) {
        const int both[] = {base, c};
        br_diag words;
        if (t->rows.column[c].has_numbers && c != base)
            status = br_rows_want(t->rows, both, 2, &words);
        use[c] = c == base || (t->rows.column[c].has_numbers && status == BR_OK);
    }
    return status == BR_NO_MEMORY ? status : BR_OK;
}

typedef struct columns {
    double **v, **to;
    bool *use;
    int count;
    size_t rows, room;
} columns;

static void free_columns(columns *x)
{
    for (int c = 0; x->v && c < x->count; c++)
        free(x->v[c]);
    free(x->v);
    free(x->to);
    free(x->use);
}

static br_status grow_columns(columns *x)
{
    size_t room = x->room ? 2 * x->room : 4 * BR_TABLE_BLOCK;
    for (int c = 0; c < x->count; c++)
        if (x->use[c]) {
            double *more = room < SIZE_MAX / 16 ? realloc(x->v[c], room * sizeof *more) : NULL;
            if (!more)
                return BR_NO_MEMORY;
            x->v[c] = more;
        }
    x->room = room;
    return BR_OK;
}

static br_status read_columns(br_table *t, columns *x, br_diag *why)
{
    size_t n = (size_t)t->rows.columns + 1;
    x->count = t->rows.columns;
    x->v = calloc(n, sizeof *x->v);
    x->to = calloc(n, sizeof *x->to);
    x->use = calloc(n, sizeof *x->use);
    if (!x->v || !x->to || !x->use)
        return BR_NO_MEMORY;
    br_status status = br_table_fitting(t, x->use);
    for (int got = BR_TABLE_BLOCK; status == BR_OK && got == BR_TABLE_BLOCK; x->rows += (size_t)got) {
        if (x->rows + BR_TABLE_BLOCK > x->room)
            status = grow_columns(x);
        for (int c = 0; c < x->count; c++)
            x->to[c] = x->use[c] && status == BR_OK ? x->v[c] + x->rows : NULL;
        got = 0;
        if (status == BR_OK)
            status = br_table_read(t, x->to, BR_TABLE_BLOCK, &got, why);
    }
    return status;
}

// Puts the numbers in place of what they were read from.
static br_status keep_columns(br_table *t, columns *x)
{
    br_rows memory;
    const char *said = br_rows_note(t->rows);
    char *name = strdup(t->rows.name), *note = said ? strdup(said) : NULL;
    br_join_counts *counts = t->joined.kind ? calloc((size_t)t->parts, sizeof *counts) : NULL;
    bool whole = name && (note || !said) && (counts || !t->joined.kind);
    br_status status = whole ? br_memory_open_like(&memory, name, t->rows, x->v, x->rows) : BR_NO_MEMORY;
    if (status != BR_OK) {
        free(name);
        free(note);
        free(counts);
        return status;
    }
    for (int i = 0; counts && i < t->parts; i++)
        counts[i] = br_join_counts_of(t->joined, i);
    t->counts = counts;
    br_rows_close(t->rows);
    for (int c = 0; t->v && t->owns && c < t->columns; c++)
        free(t->v[c]);
    free(t->v);
    free(t->name);
    free(t->note);
    t->rows = memory;
    t->name = name;
    t->note = note;
    t->v = x->v;
    t->columns = x->count;
    t->count = x->rows;
    t->owns = t->in_memory = true;
    t->joined = (br_rows){0};
    x->v = NULL;
    return br_table_rewind(t);
}

br_status br_table_load(br_table *t, br_diag *why)
{
    columns x = {0};
    br_status status = br_table_begin(t, "br_table_load", why);
    if (status != BR_OK || t->in_memory)
        return status;
    status = read_columns(t, &x, why);
    if (status == BR_OK)
        status = keep_columns(t, &x);
    free_columns(&x);
    return br_said(status, why);
}

size_t br_table_rows(const br_table *t)
{
    return t && t->in_memory ? t->count : 0;
}

const double *br_table_values(const br_table *t, int c)
{
    return t && t->in_memory && c >= 0 && c < t->columns ? t->v[c] : NULL;
}
