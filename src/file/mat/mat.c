// mat.c - MAT files as tables: columns of equal length, read row by row.         [host]
#define _XOPEN_SOURCE 700 // strnlen
#include "num/base/fp.h"

#include "file/table/field.h"
#include "file/mat/mat_parts.h"
#include "file/disk/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 512 }; // columns among which the names of what has no numbers are kept

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

static char *copy(const char *text)
{
    size_t size = strnlen(text, BR_MAT_NAME - 1);
    char *to = malloc(size + 1);
    if (to) {
        memcpy(to, text, size);
        to[size] = 0;
    }
    return to;
}

static br_status add(br_mat *m, const char *name, const br_mat_numbers *n, const char *note)
{
    br_column *c = &m->column[m->columns];
    *c = (br_column){.text = copy(name), .name = copy(name), .unit_text = copy(""), .has_numbers = n != NULL};
    m->numbers[m->columns] = n ? *n : (br_mat_numbers){0};
    c->note = note ? copy(note) : NULL;
    m->columns++;
    return c->text && c->name && c->unit_text && (c->note || !note) ? BR_OK : BR_NO_MEMORY;
}

static br_status add_numbers(br_mat *m, const char *name, const br_mat_numbers *n, br_diag *why)
{
    char note[100];
    if (m->columns == BR_MAT_COLUMNS)
        return br_csv_complain(why, BR_BAD_DATA, m->name, 0, 0, "more than %d columns", BR_MAT_COLUMNS);
    size_t inexact = count_inexact(n);
    snprintf(note, sizeof note, "%zu of its whole numbers are above 2^53 and no doubles: they are rounded", inexact);
    return add(m, name, n, inexact ? note : NULL);
}

br_status br_mat_add_other(br_mat *m, const char *name, const char *words)
{
    return m->columns < OTHERS ? add(m, name, NULL, words) : BR_OK;
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
        return add_numbers(m, name, &n, why);
    size_t apart = (rows < columns ? 1 : rows) * (size_t)br_mat_width(n.type);
    br_status status = BR_OK;
    for (size_t i = 0; i < shorter && status == BR_OK; i++, n.at += apart) {
        snprintf(part, sizeof part, "%s[%zu]", name, i + 1);
        status = add_numbers(m, part, &n, why);
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

// ---------------------------------------------------------------- opening

static br_mat *make(const char *name, bool infinite)
{
    br_mat *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->infinite = infinite;
    m->name = copy(name);
    m->column = calloc(BR_MAT_COLUMNS, sizeof *m->column);
    m->numbers = calloc(BR_MAT_COLUMNS, sizeof *m->numbers);
    m->wanted = calloc(BR_MAT_COLUMNS, sizeof *m->wanted);
    if (m->name && m->column && m->numbers && m->wanted)
        return m;
    br_mat_close(m);
    return NULL;
}

void br_mat_close(br_mat *m)
{
    if (!m)
        return;
    for (int i = 0; i < m->blocks; i++)
        free(m->block[i]);
    for (int c = 0; c < m->columns; c++) {
        free(m->column[c].text);
        free(m->column[c].name);
        free(m->column[c].unit_text);
        free(m->column[c].note);
    }
    free(m->block);
    free(m->column);
    free(m->numbers);
    free(m->wanted);
    free(m->bytes);
    free(m->name);
    free(m);
}

// The two letters at byte 126 say in which order bytes stand; the version stands before them in that order.
static int version_of(const uint8_t *b, size_t size)
{
    bool little = size >= 128 && b[126] == 'I' && b[127] == 'M', big = size >= 128 && b[126] == 'M' && b[127] == 'I';
    return little || big ? (int)br_mat_word(b + 124, 2, big) : 0;
}

bool br_mat_is(const void *start, size_t size)
{
    int version = version_of(start, size);
    return version == 0x0100 || version == 0x0200;
}

static br_status no_mat(const br_mat *m, br_diag *why)
{
    static const char octave[] = "# Created by Octave", hdf5[] = "\x89HDF";
    bool text = m->size >= sizeof octave && memcmp(m->bytes, octave, sizeof octave - 1) == 0;
    bool bare = m->size >= sizeof hdf5 && memcmp(m->bytes, hdf5, sizeof hdf5 - 1) == 0;
    return br_csv_complain(why, BR_BAD_DATA, m->name, 0, 0, "no MAT file of version 4, 5 or 7.3%s",
                           text   ? ": a text of Octave; save -v6 writes version 5"
                           : bare ? ": an HDF5 file of another program"
                                  : "");
}

static br_status read_file(br_mat *m, const char *path, br_diag *why)
{
    int version = version_of(m->bytes, m->size);
    if (version == 0x0100)
        return br_mat_read_5(m, why);
    if (version == 0x0200 && path)
        return br_mat_read_hdf5(m, path, why);
    if (version)
        return br_csv_complain(why, BR_BAD_DATA, m->name, 0, 0, "version %d.%d of a MAT file is not known",
                               version >> 8, version & 255);
    // Versions from 5 on start with letters, so that version 4 can be told by a zero among the first four bytes.
    bool four = m->size >= 20 && memchr(m->bytes, 0, 4);
    return four ? br_mat_read_4(m, why) : no_mat(m, why);
}

static br_status finish_open(br_mat **to, br_mat *m, const char *path, br_diag *why)
{
    br_status status = read_file(m, path, why);
    bool numbers = false;
    for (int c = 0; c < m->columns; c++)
        numbers = numbers || m->column[c].has_numbers;
    if (status == BR_OK && !numbers)
        status =
            br_csv_complain(why, BR_BAD_DATA, m->name, 0, 0, "no samples: none of its variables has numbers%s%s%s%s",
                            m->columns ? "; " : "", m->columns ? m->column[0].name : "", m->columns ? ": " : "",
                            m->columns ? m->column[0].note : "");
    if (status == BR_OK)
        *to = m;
    else
        br_mat_close(m);
    return status;
}

br_status br_mat_open(br_mat **to, const char *path, bool infinite, br_diag *why)
{
    br_mat *m = make(path, infinite);
    char *bytes = NULL;
    if (!m)
        return BR_NO_MEMORY;
    br_status status = br_file_read(path, BR_MAT_BYTES, &bytes, &m->size, why);
    m->bytes = (uint8_t *)bytes;
    if (status == BR_OK)
        return finish_open(to, m, path, why);
    br_mat_close(m);
    return status;
}

br_status br_mat_open_bytes(br_mat **to, const void *bytes, size_t size, const char *name, bool infinite, br_diag *why)
{
    br_mat *m = make(name, infinite);
    if (m)
        m->bytes = malloc(size + 1);
    if (!m || !m->bytes) {
        br_mat_close(m);
        return BR_NO_MEMORY;
    }
    memcpy(m->bytes, bytes, size);
    m->size = size;
    return finish_open(to, m, NULL, why);
}

// ---------------------------------------------------------------- rows

size_t br_mat_length(const br_mat *m, int column)
{
    return m->numbers[column].count;
}

static br_status want(void *of, const int *column, int count, br_diag *why)
{
    br_mat *m = of;
    if (m->started)
        return br_csv_complain(why, BR_BAD_USAGE, m->name, 0, 0, "columns are chosen before the first row is read");
    for (int i = 0; i < count; i++) {
        if (column[i] < 0 || column[i] >= m->columns)
            return br_csv_complain(why, BR_BAD_USAGE, m->name, 0, 0, "there is no column %d", column[i] + 1);
        const br_column *c = &m->column[column[i]], *first = &m->column[column[0]];
        size_t rows = m->numbers[column[i]].count, others = m->numbers[column[0]].count;
        if (!c->has_numbers)
            return br_csv_complain(why, BR_BAD_DATA, m->name, 0, 0, "%.80s has no numbers: %s", c->name, c->note);
        if (rows != others)
            return br_csv_complain(why, BR_BAD_DATA, m->name, 0, 0,
                                   "%.80s has %zu numbers and %.80s %zu: columns of one table have equal lengths",
                                   first->name, others, c->name, rows);
    }
    if (count > 0)
        memcpy(m->wanted, column, (size_t)count * sizeof *column);
    m->wants = count;
    m->rows = count > 0 ? m->numbers[column[0]].count : 0;
    return BR_OK;
}

static void read_column(br_mat *m, int column, size_t rows, double *to)
{
    for (size_t k = 0; k < rows && !m->dead; k++) {
        to[k] = br_mat_number(&m->numbers[column], m->row + k);
        if (isinf(to[k]) && m->infinite)
            to[k] = (double)NAN;
        else if (isinf(to[k]))
            m->dead = br_csv_complain(&m->why, BR_BAD_DATA, m->name, 0, 0,
                                      "%.80s is not finite in row %zu (--allow-infinite counts it as missing)",
                                      m->column[column].name, m->row + k + 1);
    }
}

static br_status read_rows(void *of, double *const to[], int rows, int *got, br_diag *why)
{
    br_mat *m = of;
    size_t left = m->rows - m->row, n = left < (size_t)rows ? left : (size_t)rows;
    m->started = true;
    for (int j = 0; j < m->wants; j++)
        read_column(m, m->wanted[j], n, to[j]);
    if (m->dead && why)
        *why = m->why;
    *got = m->dead ? 0 : (int)n;
    m->row += (size_t)*got;
    return m->dead;
}

static double share(const void *of)
{
    const br_mat *m = of;
    return m->rows > 0 ? (double)m->row / (double)m->rows : 0;
}

static void close_any(void *of)
{
    br_mat_close(of);
}

br_rows br_mat_rows(br_mat *m)
{
    static const br_rows_kind kind = {want, read_rows, share, NULL, close_any};
    return (br_rows){&kind, m, m->name, m->column, m->columns};
}
