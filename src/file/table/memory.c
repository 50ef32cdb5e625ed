// memory.c - a table in memory, read like a file.                              [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "file/table/column.h"
#include "file/table/field.h"
#include "file/table/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct memory {
    const char *name;
    br_column *column;
    const double **v;
    int *wanted;
    int columns, wants;
    size_t rows, row;
    bool infinite;
} memory;

static void close_memory(void *of)
{
    memory *m = of;
    for (int i = 0; m->column && i < m->columns; i++) {
        free(m->column[i].text);
        free(m->column[i].name);
        free(m->column[i].unit_text);
        free(m->column[i].note);
    }
    free(m->column);
    free(m->v);
    free(m->wanted);
    free(m);
}

static br_status choose_columns(void *of, const int *column, int count, br_diag *why)
{
    memory *m = of;
    for (int i = 0; i < count; i++)
        if (i >= m->columns || column[i] < 0 || column[i] >= m->columns)
            return br_table_complain(why, BR_BAD_USAGE, m->name, 0, 0, "there is no column %d", column[i] + 1);
    for (int i = 0; i < count; i++)
        if (!m->column[column[i]].has_numbers)
            return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "column %.80s has no numbers",
                                     m->column[column[i]].name);
    for (int i = 0; i < count; i++)
        m->wanted[i] = column[i];
    m->wants = count;
    return BR_OK;
}

static br_status copy_rows(const memory *m, int column, size_t rows, double *to, br_diag *why)
{
    for (size_t k = 0; k < rows; k++) {
        to[k] = m->v[column][m->row + k];
        if (!isinf(to[k]))
            continue;
        if (!m->infinite)
            return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0,
                                     "%.80s is not finite in row %zu (--allow-infinite counts it as missing)",
                                     m->column[column].name, m->row + k + 1);
        to[k] = (double)NAN;
    }
    return BR_OK;
}

static br_status read_rows(void *of, double *const to[], int rows, int *got, br_diag *why)
{
    memory *m = of;
    size_t left = m->rows - m->row, n = left < (size_t)rows ? left : (size_t)rows;
    br_status status = BR_OK;
    *got = 0;
    for (int j = 0; j < m->wants && status == BR_OK; j++)
        status = copy_rows(m, m->wanted[j], n, to[j], why);
    if (status != BR_OK)
        return status; // the row stays, and with it the complaint
    *got = (int)n;
    m->row += n;
    return BR_OK;
}

static double share_read(const void *of)
{
    const memory *m = of;
    return m->rows > 0 ? (double)m->row / (double)m->rows : 0;
}

static br_status parse_heading(br_column *to, const char *heading)
{
    br_heading h = br_heading_read(heading, strlen(heading));
    to->text = strdup(heading);
    to->name = strndup(heading, h.name);
    to->unit_text = h.unit ? strndup(h.unit, h.unit_size) : strdup("");
    to->unit = h.is;
    to->has_numbers = true;
    return to->text && to->name && to->unit_text ? BR_OK : BR_NO_MEMORY;
}

static const br_rows_kind kind = {choose_columns, read_rows, share_read, NULL, close_memory};

// Without its columns.
static memory *open_memory(const char *name, int columns, size_t rows, bool infinite)
{
    memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    *m = (memory){.name = name, .columns = columns, .rows = rows, .infinite = infinite};
    m->column = calloc((size_t)columns, sizeof *m->column);
    m->v = calloc((size_t)columns, sizeof *m->v);
    m->wanted = calloc((size_t)columns, sizeof *m->wanted);
    if (m->column && m->v && m->wanted)
        return m;
    close_memory(m);
    return NULL;
}

br_status br_memory_open(br_rows *r, const char *name, const br_memory_column *column, int columns, size_t rows,
                         bool infinite, br_diag *why)
{
    if (columns < 1)
        return br_table_complain(why, BR_BAD_DATA, name, 0, 0, "it has no columns");
    memory *m = open_memory(name, columns, rows, infinite);
    br_status status = m ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < columns && status == BR_OK; i++) {
        status = parse_heading(&m->column[i], column[i].heading);
        m->v[i] = column[i].v;
    }
    if (status == BR_OK)
        *r = (br_rows){&kind, m, name, m->column, columns};
    else if (m)
        close_memory(m);
    return status;
}

static br_status copy_column(br_column *to, const br_column *from)
{
    *to = (br_column){.text = strdup(from->text),
                      .name = strdup(from->name),
                      .unit_text = strdup(from->unit_text),
                      .unit = from->unit,
                      .note = from->note ? strdup(from->note) : NULL};
    return to->text && to->name && to->unit_text && (to->note || !from->note) ? BR_OK : BR_NO_MEMORY;
}

br_status br_memory_open_like(br_rows *r, const char *name, br_rows like, double *const *v, size_t rows)
{
    memory *m = open_memory(name, like.columns, rows, false);
    br_status status = m ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < like.columns && status == BR_OK; i++) {
        status = copy_column(&m->column[i], &like.column[i]);
        m->column[i].has_numbers = v[i] != NULL;
        m->v[i] = v[i];
        if (status == BR_OK && like.column[i].has_numbers && !v[i] && !m->column[i].note) {
            m->column[i].note = strdup("its length is not that of the other columns");
            status = m->column[i].note ? BR_OK : BR_NO_MEMORY;
        }
    }
    if (status == BR_OK)
        *r = (br_rows){&kind, m, name, m->column, like.columns};
    else if (m)
        close_memory(m);
    return status;
}

void br_memory_rewind(br_rows r)
{
    memory *m = r.of;
    m->row = 0;
}
