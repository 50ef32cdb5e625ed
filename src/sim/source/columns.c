// columns.c - columns of a table as the signals of a model.                     [host]
//
// Formulas run over blocks of rows, with an input for each column. Columns alone are copied.
#include "num/base/fp.h"

#include "file/table/column.h"
#include "file/table/field.h"
#include "sim/source/columns.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, MOST = 256 }; // rows that are computed at once; signals of a list

typedef struct reading {
    br_signals *s;
    br_rows table;
    br_list list;
} reading;

// ---------------------------------------------------------------- columns

// The place of a column among those needed.
static int place_of(br_signals *s, int column)
{
    int i = 0;
    while (i < s->columns && s->column[i] != column)
        i++;
    if (i == s->columns)
        s->column[s->columns++] = column;
    return i;
}

// The column that a word names, for the signal that is being read.
static br_status add_column(const reading *r, const char *at, const char *end, int *place)
{
    char where[120];
    int column = 0;
    size_t quotes = *at == '\"';
    if (quotes && (end - at < 2 || end[-1] != '"'))
        return br_list_bad(&r->list, BR_BAD_LAW, at, "a quote is not closed");
    snprintf(where, sizeof where, "%.80s:1:%d", r->list.origin, (int)(at - r->list.text) + 1);
    br_status status =
        br_column_find(r->table, at + quotes, (size_t)(end - at) - 2 * quotes, where, &column, r->list.why);
    if (status != BR_OK)
        return status;
    const br_column *c = &r->table.column[column];
    if (!c->has_numbers)
        return br_list_bad(&r->list, BR_BAD_DATA, at, "this column has no numbers%s%s", c->note ? ": " : "",
                           c->note ? c->note : "");
    *place = place_of(r->s, column);
    r->s->uses[(size_t)r->s->count * (size_t)r->s->stride + (size_t)*place] = true;
    return BR_OK;
}

// The end of a name of a column as it may stand without quotes: x, s.x, q[2], #3.
static const char *behind_name(const char *p, const char *end)
{
    const char *q = br_list_word(p, end);
    if (q == p || *p == '"' || *p == '#')
        return q;
    while (q < end && (*q == '.' || *q == '[')) {
        const char *stop = *q == '.' ? br_list_word(q + 1, end) : memchr(q, ']', (size_t)(end - q));
        bool part = *q == '.' && stop > q + 1 && q[1] != '"' && q[1] != '#';
        bool index = *q == '[' && stop && stop > q + 1 && strspn(q + 1, "0123456789") == (size_t)(stop - q - 1);
        if (!part && !index)
            break;
        q = part ? stop : stop + 1;
    }
    return q;
}

// A name in a formula is a column, unless it is a function.
static br_status read_word(void *context, const char **at, const char *end, bool call, int *input)
{
    const char *from = *at;
    if (call)
        return BR_OK;
    *at = behind_name(from, end);
    return add_column(context, from, *at, input);
}

// ---------------------------------------------------------------- signals

// A column alone has the unit of its heading; another one in the list is a mistake.
static br_status read_heading(const reading *r, const char *at, bool given, br_signal *g)
{
    const br_column *c = &r->table.column[r->s->column[g->column]];
    if (c->unit_text[0] == 0)
        return BR_OK;
    if (given && memcmp(&c->unit, &g->unit, sizeof c->unit) != 0)
        return br_list_bad(
            &r->list, BR_BAD_DATA, at,
            "column '%.60s' is in %.60s, not %.60s; in brackets, (%.40s), its numbers are taken as they are", c->name,
            c->unit_text, g->unit_text, c->name);
    g->unit = c->unit;
    snprintf(g->unit_text, sizeof g->unit_text, "%.63s", c->unit_text);
    return BR_OK;
}

static br_status read_value(reading *r, const char *p, const char *end, bool has_unit, br_signal *g)
{
    bool alone = behind_name(p, end) == end && !br_list_reserved(p, end);
    if (!alone) {
        g->column = -1;
        g->formula = r->s->formulas.count;
        return br_formulas_add(&r->s->formulas, p, end, read_word, r);
    }
    br_status status = add_column(r, p, end, &g->column);
    return status == BR_OK ? read_heading(r, p, has_unit, g) : status;
}

// A second '=' or a semicolon in one signal: the place where a comma is missing, or NULL. Not '==', '<=', '>=', '!=' of a formula.
static const char *second_signal(const char *p, const char *end)
{
    bool quoted = false;
    for (; p < end; p++) {
        quoted = quoted != (*p == '"');
        if (quoted || (*p != '=' && *p != ';'))
            continue;
        if (*p == ';' || (p[-1] != '<' && p[-1] != '>' && p[-1] != '!' && p[-1] != '=' && p[1] != '='))
            return p;
    }
    return NULL;
}

static br_status read_signal(reading *r, const char *p, const char *end)
{
    const char *at = br_list_blanks(p, end);
    br_signal *g = &r->s->signal[r->s->count];
    br_list_unit unit;
    *g = (br_signal){.formula = -1};
    br_status status = br_list_name(&r->list, &p, end, "a signal is NAME = COLUMN or NAME = FORMULA UNIT", g->name);
    if (status != BR_OK)
        return status;
    for (const br_signal *o = r->s->signal; o < g; o++)
        if (strcmp(o->name, g->name) == 0)
            return br_list_bad(&r->list, BR_BAD_LAW, at, "this signal stands here a second time");
    if (p >= end)
        return br_list_bad(&r->list, BR_BAD_LAW, p, "a column or a formula is missing");
    const char *second = second_signal(p, end);
    if (second)
        return br_list_bad(&r->list, BR_BAD_LAW, second,
                           "a comma is missing before this signal; write 't = time s, x = position mm'");
    status = br_list_take_unit(&r->list, p, &end, &unit);
    if (status != BR_OK)
        return status;
    g->unit = unit.unit;
    memcpy(g->unit_text, unit.text, sizeof g->unit_text);
    status = read_value(r, p, end, unit.has_unit, g);
    r->s->count++;
    return status;
}

static br_status read_list(reading *r)
{
    br_status status = BR_OK;
    const char *p = r->list.text, *end = p + strlen(p);
    bool more = true;
    while (status == BR_OK && more) {
        const char *stop = br_list_item(p, end);
        more = stop < end;
        if (r->s->count == MOST)
            return br_list_bad(&r->list, BR_BAD_LAW, p, "more than %d signals", MOST);
        status = read_signal(r, p, br_list_trim(p, stop));
        p = stop + 1;
    }
    br_formulas *f = &r->s->formulas;
    return status == BR_OK && f->count > 0 ? br_formulas_make(f, &r->list, r->s->columns, false) : status;
}

static br_status make_block(br_signals *s)
{
    s->block = malloc((size_t)BLOCK * (size_t)(s->columns + s->formulas.count + 1) * sizeof *s->block);
    s->at = malloc(((size_t)s->columns + 1) * sizeof *s->at);
    return s->block && s->at ? BR_OK : BR_NO_MEMORY;
}

br_status br_signals_read(br_signals *s, const char *list, const char *origin, br_rows table, br_diag *why)
{
    memset(s, 0, sizeof *s);
    reading r = {.s = s, .table = table, .list = {list, origin, why}};
    s->stride = table.columns;
    s->signal = calloc(MOST, sizeof *s->signal);
    s->column = calloc((size_t)table.columns, sizeof *s->column);
    s->uses = calloc((size_t)MOST * (size_t)table.columns, sizeof *s->uses);
    br_status status = s->signal && s->column && s->uses ? read_list(&r) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = make_block(s);
    if (status != BR_OK)
        br_signals_free(s);
    return status;
}

void br_signals_free(br_signals *s)
{
    br_formulas_free(&s->formulas);
    free(s->signal);
    free(s->column);
    free(s->uses);
    free(s->block);
    free(s->at);
    memset(s, 0, sizeof *s);
}

br_status br_signals_want(const br_signals *s, br_rows table, br_diag *why)
{
    return br_rows_want(table, s->column, s->columns, why);
}

// ---------------------------------------------------------------- rows

static bool is_missing(const br_signals *s, int signal, const double *columns, int count, int row)
{
    const bool *uses = s->uses + (size_t)signal * (size_t)s->stride;
    for (int i = 0; i < s->columns; i++)
        if (uses[i] && isnan(columns[(size_t)i * (size_t)count + (size_t)row]))
            return true;
    return false;
}

static br_status write_signal(const br_signals *s, int signal, int count, double *to, const char *name, br_diag *why)
{
    const br_signal *g = &s->signal[signal];
    const double *columns = s->block, *made = s->block + (size_t)s->columns * BLOCK;
    const double *from =
        g->formula < 0 ? columns + (size_t)g->column * (size_t)count : made + (size_t)g->formula * (size_t)count;
    bool si = br_unit_is_si(g->unit);
    for (int k = 0; k < count; k++) {
        to[k] = si ? from[k] : br_unit_to_si(g->unit, from[k]);
        if (fabs(to[k]) <= DBL_MAX && g->formula < 0)
            continue;
        if (is_missing(s, signal, columns, count, k))
            to[k] = (double)NAN;
        else if (!(fabs(to[k]) <= DBL_MAX))
            return br_table_complain(why, BR_NOT_FINITE, name, 0, 0, "signal %s is not a finite number in row %lld",
                                     g->name, s->rows + k + 1);
    }
    return BR_OK;
}

// Reads one block; the numbers of a column then stand `*count` apart.
static br_status next_block(br_signals *s, br_rows table, int most, int *count, br_diag *why)
{
    for (int i = 0; i < s->columns; i++)
        s->at[i] = s->block + (size_t)i * (size_t)most;
    br_status status = br_rows_read(table, s->at, most, count, why);
    for (int i = 1; status == BR_OK && *count < most && i < s->columns; i++)
        memmove(s->block + (size_t)i * (size_t)*count, s->at[i], (size_t)*count * sizeof *s->block);
    if (status == BR_OK && s->formulas.count > 0 && *count > 0)
        br_formulas_run(&s->formulas, *count, s->block, s->block + (size_t)s->columns * BLOCK, NULL);
    return status;
}

br_status br_signals_next(br_signals *s, br_rows table, double *const to[], int rows, int *got, br_diag *why)
{
    int done = 0, count = BLOCK;
    *got = 0;
    for (int most = BLOCK; done < rows && count == most; done += count) {
        most = rows - done < BLOCK ? rows - done : BLOCK;
        br_status status = next_block(s, table, most, &count, why);
        for (int j = 0; j < s->count && status == BR_OK; j++)
            status = write_signal(s, j, count, to[j] + done, table.name, why);
        if (status != BR_OK)
            return status;
        s->rows += count;
    }
    *got = done;
    return BR_OK;
}
