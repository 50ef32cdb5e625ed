// mat.c - opening MAT files of versions 4, 5 and 7.3, and reading them row by row.   [host]
#define _XOPEN_SOURCE 700 // close
#include "num/base/fp.h"

#include "file/table/field.h"
#include "file/mat/mat_parts.h"
#include "file/disk/whole.h"
#include "num/base/require.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------- opening

static br_mat *new_mat(const char *name, bool infinite)
{
    br_mat *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->infinite = infinite;
    m->file = -1;
    m->name = br_mat_copy_name(name);
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
    if (m->file >= 0)
        close(m->file);
    free(m->loaded);
    free(m->window);
    free(m->unit);
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

static br_status not_a_mat_file(const br_mat *m, br_diag *why)
{
    static const char octave[] = "# Created by Octave", hdf5[] = "\x89HDF";
    bool text = m->size >= sizeof octave && memcmp(m->bytes, octave, sizeof octave - 1) == 0;
    bool bare = m->size >= sizeof hdf5 && memcmp(m->bytes, hdf5, sizeof hdf5 - 1) == 0;
    return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "no MAT file of version 4, 5 or 7.3%s",
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
        return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "version %d.%d of a MAT file is not known",
                                 version >> 8, version & 255);
    // Versions from 5 on start with letters, so that version 4 is recognised by a zero among the first four bytes.
    bool four = m->size >= 20 && memchr(m->bytes, 0, 4);
    return four ? br_mat_read_4(m, why) : not_a_mat_file(m, why);
}

static br_status finish_open(br_mat **to, br_mat *m, const char *path, br_diag *why)
{
    br_status status = br_mat_load(m, m->bytes, m->size < 128 ? m->size : 128, why);
    bool numbers = false;
    if (status == BR_OK)
        status = read_file(m, path, why);
    if (status == BR_OK)
        status = br_mat_apply_units(m);
    for (int c = 0; c < m->columns; c++)
        numbers = numbers || m->column[c].has_numbers;
    if (status == BR_OK && !numbers)
        status =
            br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "no samples: none of its variables has numbers%s%s%s%s",
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
    br_mat *m = new_mat(path, infinite);
    if (!m)
        return BR_NO_MEMORY;
    br_status status = br_file_open(path, BR_MAT_BYTES, &m->file, &m->size, why);
    if (status == BR_OK) {
        m->bytes = calloc(m->size + 1, 1); // memory is taken where it is touched
        m->loaded = calloc(m->size / BR_MAT_CHUNK + 1, 1);
        m->window = malloc(BR_MAT_WINDOW);
        status = m->bytes && m->loaded && m->window ? BR_OK : BR_NO_MEMORY;
    }
    if (status == BR_OK)
        return finish_open(to, m, path, why);
    br_mat_close(m);
    return status;
}

br_status br_mat_open_bytes(br_mat **to, const void *bytes, size_t size, const char *name, bool infinite, br_diag *why)
{
    br_mat *m = new_mat(name, infinite);
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
    BR_REQUIRE(column >= 0 && column < m->columns);
    return m->numbers[column].count;
}

static br_status choose_columns(void *of, const int *column, int count, br_diag *why)
{
    br_mat *m = of;
    if (m->started)
        return br_table_complain(why, BR_BAD_USAGE, m->name, 0, 0,
                                 "rows have been read already: columns are chosen before the first one");
    for (int i = 0; i < count; i++) {
        if (column[i] < 0 || column[i] >= m->columns)
            return br_table_complain(why, BR_BAD_USAGE, m->name, 0, 0, "there is no column %d", column[i] + 1);
        const br_column *c = &m->column[column[i]], *first = &m->column[column[0]];
        size_t rows = m->numbers[column[i]].count, others = m->numbers[column[0]].count;
        if (!c->has_numbers)
            return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "%.80s has no numbers: %s", c->name, c->note);
        if (rows != others)
            return br_table_complain(
                why, BR_BAD_DATA, m->name, 0, 0,
                "%.80s has %zu numbers and %.80s %zu: columns of one table have equal lengths; choose "
                "others with --signals",
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
    br_mat_numbers part = {.count = 0};
    for (size_t k = 0, i = 0; k < rows && !m->dead; k++, i++) {
        if (i == part.count) {
            m->dead = br_mat_numbers_from(m, &m->numbers[column], m->row + k, &part, &m->why);
            i = 0;
        }
        if (m->dead)
            return;
        to[k] = br_mat_number(&part, i);
        if (isinf(to[k]) && m->infinite)
            to[k] = (double)NAN;
        else if (isinf(to[k]))
            m->dead = br_table_complain(&m->why, BR_BAD_DATA, m->name, 0, 0,
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

static double share_read(const void *of)
{
    const br_mat *m = of;
    return m->rows > 0 ? (double)m->row / (double)m->rows : 0;
}

static void close_mat(void *of)
{
    br_mat_close(of);
}

br_rows br_mat_rows(br_mat *m)
{
    static const br_rows_kind kind = {choose_columns, read_rows, share_read, NULL, close_mat};
    return (br_rows){&kind, m, m->name, m->column, m->columns};
}
