// column.c - columns of a MAT file: how their numbers are stored, and variables as columns.   [host]
#define _XOPEN_SOURCE 700 // strnlen
#include "num/base/fp.h"

#include "file/mat/mat_parts.h"
#include "file/table/field.h"
#include "num/base/require.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 512 }; // columns among which the names of variables without numbers are kept

// ---------------------------------------------------------------- numbers

int br_mat_width(br_mat_type type)
{
    switch (type) {
    case BR_MAT_INT8:
    case BR_MAT_UINT8: return 1;
    case BR_MAT_INT16:
    case BR_MAT_UINT16: return 2;
    case BR_MAT_INT32:
    case BR_MAT_UINT32:
    case BR_MAT_SINGLE: return 4;
    case BR_MAT_DOUBLE:
    case BR_MAT_INT64:
    case BR_MAT_UINT64: return 8;
    default: return 0;
    }
}

double br_mat_number(const br_mat_numbers *n, size_t i)
{
    BR_REQUIRE(i < n->count && br_mat_width(n->type) > 0);
    int width = br_mat_width(n->type);
    uint64_t w = br_mat_word(n->at + i * n->stride * (size_t)width, width, n->big);
    uint32_t half = (uint32_t)w;
    float f;
    double d;
    switch (n->type) {
    case BR_MAT_INT8: return (int8_t)w;
    case BR_MAT_INT16: return (int16_t)w;
    case BR_MAT_INT32: return (int32_t)w;
    case BR_MAT_INT64: return (double)(int64_t)w;
    case BR_MAT_SINGLE: memcpy(&f, &half, sizeof f); return (double)f;
    case BR_MAT_DOUBLE: memcpy(&d, &w, sizeof d); return d;
    default: return (double)w;
    }
}

// Whole numbers of 64 bits that no double is equal to.
static size_t count_inexact(const br_mat_numbers *n)
{
    size_t count = 0;
    bool is_signed = n->type == BR_MAT_INT64;
    for (size_t i = 0; i < n->count && (is_signed || n->type == BR_MAT_UINT64); i++) {
        uint64_t w = br_mat_word(n->at + i * n->stride * 8, 8, n->big);
        uint64_t size = is_signed && w >> 63 ? 0 - w : w;
        while (size && !(size & 1))
            size >>= 1;
        count += size >> 53 != 0;
    }
    return count;
}

// ---------------------------------------------------------------- columns

char *br_mat_copy_name(const char *text)
{
    size_t size = strnlen(text, BR_MAT_NAME - 1);
    char *to = malloc(size + 1);
    if (to) {
        memcpy(to, text, size);
        to[size] = 0;
    }
    return to;
}

static br_status add_column(br_mat *m, const char *name, const br_mat_numbers *n, const char *note)
{
    br_column *c = &m->column[m->columns];
    *c = (br_column){.text = br_mat_copy_name(name),
                     .name = br_mat_copy_name(name),
                     .unit_text = br_mat_copy_name(""),
                     .has_numbers = n != NULL};
    m->numbers[m->columns] = n ? *n : (br_mat_numbers){0};
    c->note = note ? br_mat_copy_name(note) : NULL;
    m->columns++;
    return c->text && c->name && c->unit_text && (c->note || !note) ? BR_OK : BR_NO_MEMORY;
}

static br_status add_numeric_column(br_mat *m, const char *name, const br_mat_numbers *n, br_diag *why)
{
    char note[100];
    if (m->columns == BR_MAT_COLUMNS)
        return br_csv_complain(why, BR_BAD_DATA, m->name, 0, 0, "more than %d columns", BR_MAT_COLUMNS);
    size_t inexact = count_inexact(n);
    snprintf(note, sizeof note, "%zu of its whole numbers are above 2^53 and no doubles: they are rounded", inexact);
    return add_column(m, name, n, inexact ? note : NULL);
}

br_status br_mat_add_other(br_mat *m, const char *name, const char *reason)
{
    return m->columns < OTHERS ? add_column(m, name, NULL, reason) : BR_OK;
}

br_status br_mat_add(br_mat *m, const char *name, br_mat_numbers n, size_t rows, size_t columns, br_diag *why)
{
    char part[BR_MAT_NAME + 24];
    size_t shorter = rows < columns ? rows : columns, longer = rows < columns ? columns : rows;
    if (shorter == 0)
        return br_mat_add_other(m, name, "it is empty");
    if (shorter > BR_MAT_COLUMNS)
        return br_mat_add_other(m, name, "a matrix with too many columns");
    n.count = longer;
    n.stride = rows < columns ? rows : 1;
    if (shorter == 1)
        return add_numeric_column(m, name, &n, why);
    size_t apart = (rows < columns ? 1 : rows) * (size_t)br_mat_width(n.type);
    br_status status = BR_OK;
    for (size_t i = 0; i < shorter && status == BR_OK; i++, n.at += apart) {
        snprintf(part, sizeof part, "%s[%zu]", name, i + 1);
        status = add_numeric_column(m, part, &n, why);
    }
    return status;
}

br_status br_mat_keep(br_mat *m, uint8_t *block)
{
    uint8_t **more = realloc(m->block, ((size_t)m->blocks + 1) * sizeof *more);
    if (!more) {
        free(block);
        return BR_NO_MEMORY;
    }
    m->block = more;
    m->block[m->blocks++] = block;
    return BR_OK;
}
