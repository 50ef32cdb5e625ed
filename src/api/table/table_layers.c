// table_layers.c - signals, and other units, in place of the columns of a table: rows over rows.   [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "api/table/table_handle.h"
#include "num/text/diag.h"
#include "sim/source/columns.h"
#include "sim/source/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct layer {
    br_rows below;
    br_column *column;
    int columns;
    int *wanted;
    int wants;
    // Signals
    br_signals signals;
    double *block, **at;
    // Units
    br_unit *from; // of the numbers below
} layer;

static void close_layer(layer *l)
{
    for (int c = 0; l->column && c < l->columns; c++) {
        free(l->column[c].text);
        free(l->column[c].name);
        free(l->column[c].unit_text);
        free(l->column[c].note);
    }
    free(l->column);
    free(l->wanted);
    free(l->block);
    free(l->at);
    free(l->from);
    br_signals_free(&l->signals);
    free(l);
}

static void close_both(void *of)
{
    br_rows below = ((layer *)of)->below;
    close_layer(of);
    br_rows_close(below);
}

static layer *open_layer(br_rows below)
{
    layer *l = calloc(1, sizeof *l);
    if (l)
        l->below = below;
    return l;
}

static br_status make_columns(layer *l, int columns)
{
    l->columns = columns;
    l->column = calloc((size_t)columns + 1, sizeof *l->column);
    l->wanted = calloc((size_t)columns + 1, sizeof *l->wanted);
    return l->column && l->wanted ? BR_OK : BR_NO_MEMORY;
}

static double share_below(const void *of)
{
    return br_rows_share(((const layer *)of)->below);
}

static const char *note_below(const void *of)
{
    return br_rows_note(((const layer *)of)->below);
}

// A column with a name, and a unit as written; "-" and "" for none.
static br_status describe_column(br_column *c, const char *name, const char *unit)
{
    const char *text = strcmp(unit, "-") == 0 ? "" : unit;
    size_t size = strlen(name) + strlen(text) + 4;
    *c = (br_column){.text = malloc(size), .name = strdup(name), .unit_text = strdup(text), .unit = br_unit_none()};
    c->has_numbers = true;
    if (!c->text || !c->name || !c->unit_text)
        return BR_NO_MEMORY;
    snprintf(c->text, size, *text ? "%s [%s]" : "%s", name, text);
    if (*text)
        (void)br_unit_read(text, strlen(text), NULL, 0, &c->unit, NULL);
    return BR_OK;
}

// ---------------------------------------------------------------- signals

static br_status choose_signals(void *of, const int *column, int count, br_diag *why)
{
    layer *l = of;
    memcpy(l->wanted, column, (size_t)count * sizeof *column);
    l->wants = count;
    return br_signals_want(&l->signals, l->below, why);
}

// All of them are computed; those that nobody wants go to a block of the layer.
static br_status read_signals(void *of, double *const to[], int rows, int *got, br_diag *why)
{
    layer *l = of;
    int done = 0, count = BR_TABLE_BLOCK;
    *got = 0;
    for (int most = BR_TABLE_BLOCK; done < rows && count == most; done += count) {
        most = rows - done < BR_TABLE_BLOCK ? rows - done : BR_TABLE_BLOCK;
        for (int c = 0; c < l->columns; c++)
            l->at[c] = l->block;
        for (int j = 0; j < l->wants; j++)
            l->at[l->wanted[j]] = to[j] + done;
        br_status status = br_signals_next(&l->signals, l->below, l->at, most, &count, why);
        if (status != BR_OK)
            return status;
    }
    *got = done;
    return BR_OK;
}

// "enc: its unit is not known; u: ...": notes on the columns that a signal stands on.
static br_status note_signal(layer *l, int c)
{
    br_buffer notes = {0};
    const br_signals *s = &l->signals;
    for (int i = 0; i < s->columns; i++) {
        const br_column *from = &l->below.column[s->column[i]];
        if (s->uses[(size_t)c * (size_t)s->stride + (size_t)i] && from->note)
            br_buffer_print(&notes, "%s%.60s: %s", notes.size > 0 ? "; " : "", from->name, from->note);
    }
    l->column[c].note = notes.text;
    return notes.status;
}

static br_status describe_signals(layer *l)
{
    br_status status = make_columns(l, l->signals.count);
    l->block = malloc(BR_TABLE_BLOCK * sizeof *l->block);
    l->at = calloc((size_t)l->columns + 1, sizeof *l->at);
    for (int c = 0; c < l->columns && status == BR_OK; c++) {
        const br_signal *s = &l->signals.signal[c];
        char si[BR_UNIT_SIZE];
        br_unit_write_like(si, s->unit, s->unit_text);
        status = describe_column(&l->column[c], s->name, si);
        if (status == BR_OK)
            status = note_signal(l, c);
    }
    return l->block && l->at ? status : BR_NO_MEMORY;
}

br_status br_rows_take_signals(br_rows *r, const char *list, const char *origin, br_diag *why)
{
    static const br_rows_kind kind = {choose_signals, read_signals, share_below, note_below, close_both};
    layer *l = open_layer(*r);
    br_status status = l ? br_signals_read(&l->signals, list, origin, *r, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = describe_signals(l);
    if (status == BR_OK)
        *r = (br_rows){&kind, l, r->name, l->column, l->columns};
    else if (l)
        close_layer(l);
    return status;
}

// ---------------------------------------------------------------- units

static br_status choose_converted(void *of, const int *column, int count, br_diag *why)
{
    layer *l = of;
    br_status status = br_rows_want(l->below, column, count, why);
    if (status != BR_OK)
        return status;
    memcpy(l->wanted, column, (size_t)count * sizeof *column);
    l->wants = count;
    return BR_OK;
}

static br_status read_converted(void *of, double *const to[], int rows, int *got, br_diag *why)
{
    layer *l = of;
    br_status status = br_rows_read(l->below, to, rows, got, why);
    for (int j = 0; j < l->wants && status == BR_OK; j++) {
        br_unit from = l->from[l->wanted[j]], unit = l->column[l->wanted[j]].unit;
        if (memcmp(&from, &unit, sizeof from) != 0)
            for (int k = 0; k < *got; k++)
                to[j][k] = br_unit_from_si(unit, br_unit_to_si(from, to[j][k]));
    }
    return status;
}

static br_column *find_column(layer *l, const char *name)
{
    for (int c = 0; c < l->columns; c++)
        if (strcmp(l->column[c].name, name) == 0)
            return &l->column[c];
    return NULL;
}

// Gives a column the unit in text[0..size).
static br_status change_unit(br_column *c, const char *text, size_t size)
{
    char unit[BR_UNIT_SIZE];
    br_column changed;
    memcpy(unit, text, size);
    unit[size] = 0;
    br_status status = describe_column(&changed, c->name, unit);
    if (status == BR_OK) {
        br_column old = *c;
        changed.note = old.note;
        changed.has_numbers = old.has_numbers;
        *c = changed;
        changed = old;
    }
    free(changed.text);
    free(changed.name);
    free(changed.unit_text);
    return status;
}

static br_status read_units(layer *l, const br_list *list)
{
    const char *p = list->text, *end = p + strlen(p);
    while (p) {
        const char *stop = br_list_item(p, end), *to = br_list_trim(p, stop), *at = br_list_blanks(p, to);
        char name[BR_NAME_SIZE];
        br_status status = br_list_name(list, &p, to, "a unit is NAME = UNIT", name);
        if (status != BR_OK)
            return status;
        br_column *c = find_column(l, name);
        br_unit unit;
        size_t size = (size_t)(to - p);
        if (!c)
            return br_list_bad(list, BR_BAD_DATA, at, "the result has no column '%.60s'", name);
        if (size == 0 || size >= BR_UNIT_SIZE || br_unit_read(p, size, NULL, 0, &unit, NULL) != size)
            return br_list_bad(list, BR_BAD_LAW, p, "not a unit; use SI units such as mm, N, m/s, rad");
        if (!c->unit_text[0] || strcmp(c->unit_text, "-") == 0)
            return br_list_bad(list, BR_BAD_DATA, at,
                               "column '%.60s' has no unit; give it one by a signal, '%.60s = %.60s %.*s'", name, name,
                               name, (int)size, p);
        if (!br_unit_same(unit, c->unit))
            return br_list_bad(list, BR_BAD_DATA, p, "column '%.60s' is in %.60s, which cannot be converted to %.*s",
                               name, c->unit_text, (int)size, p);
        status = change_unit(c, p, size);
        if (status != BR_OK)
            return status;
        p = stop < end ? stop + 1 : NULL;
    }
    return BR_OK;
}

static br_status copy_columns(layer *l)
{
    br_status status = make_columns(l, l->below.columns);
    l->from = calloc((size_t)l->columns + 1, sizeof *l->from);
    if (!l->from)
        return BR_NO_MEMORY;
    for (int c = 0; c < l->columns && status == BR_OK; c++) {
        const br_column *as = &l->below.column[c];
        status = describe_column(&l->column[c], as->name, as->unit_text);
        l->from[c] = l->column[c].unit = as->unit;
        l->column[c].has_numbers = as->has_numbers;
        l->column[c].note = as->note ? strdup(as->note) : NULL;
        if (as->note && !l->column[c].note)
            status = BR_NO_MEMORY;
    }
    return status;
}

br_status br_rows_take_units(br_rows *r, const char *list, const char *origin, br_diag *why)
{
    static const br_rows_kind kind = {choose_converted, read_converted, share_below, note_below, close_both};
    const br_list units = {list, origin, why};
    layer *l = open_layer(*r);
    br_status status = l ? copy_columns(l) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = read_units(l, &units);
    if (status == BR_OK)
        *r = (br_rows){&kind, l, r->name, l->column, l->columns};
    else if (l)
        close_layer(l);
    return status;
}
