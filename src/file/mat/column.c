// column.c - variables of a MAT file as columns of a table.   [host]
#define _XOPEN_SOURCE 700 // strnlen
#include "num/base/fp.h"

#include "file/mat/mat_parts.h"
#include "file/table/field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 512 }; // columns among which the names of variables without numbers are kept

// ---------------------------------------------------------------- integers that are rounded

static bool is_inexact(uint64_t w, bool is_signed)
{
    uint64_t size = is_signed && w >> 63 ? 0 - w : w;
    while (size && !(size & 1))
        size >>= 1;
    return size >> 53 != 0;
}

// Whole numbers of 64 bits that no double is equal to.
static br_status count_inexact(br_mat *m, const br_mat_numbers *n, size_t *count, br_diag *why)
{
    br_mat_numbers part;
    *count = 0;
    if (n->type != BR_MAT_INT64 && n->type != BR_MAT_UINT64)
        return BR_OK;
    for (size_t from = 0; from < n->count; from += part.count) {
        br_status status = br_mat_numbers_from(m, n, from, &part, why);
        if (status != BR_OK)
            return status;
        for (size_t i = 0; i < part.count; i++)
            *count += is_inexact(br_mat_word(part.at + i * n->stride * 8, 8, n->big), n->type == BR_MAT_INT64);
    }
    return BR_OK;
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
        return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "more than %d columns", BR_MAT_COLUMNS);
    size_t inexact = 0;
    br_status status = count_inexact(m, n, &inexact, why);
    if (status != BR_OK)
        return status;
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
