// table_write.c - logs of a program as CSV and MAT files: bristle/table.h.        [host]
#define _XOPEN_SOURCE 700 // STDOUT_FILENO
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/table/table_handle.h"
#include "file/csv/write.h"
#include "file/mat/write.h"
#include "file/open/table_open.h"
#include "num/text/diag.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct br_table_writer {
    br_draft draft;
    bool drafted, opened; // what there is to drop
    bool mat;
    br_csv_writer csv_writer;
    br_mat_writer mat_writer;
    int *column; // of the table: those that are written
    int columns;
    const double **v;
};

static const br_table_write_options defaults = {.size = sizeof defaults, .delimiter = ',', .decimal = '.'};

br_status br_table_write_defaults(br_table_write_options *o, size_t size)
{
    br_table_write_options filled = defaults; // a copy: gcc 12 warns about the constant, which it takes for a string
    return br_sized_fill(o, size, &filled, sizeof filled, sizeof filled) ? BR_OK : BR_BAD_USAGE;
}

static br_status read_options(const br_table_write_options *from, br_table_write_options *o, br_diag *why)
{
    *o = defaults;
    if (from && !br_sized_read(o, sizeof *o, sizeof *o, from))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "table: options come from br_table_write_defaults(&options, sizeof options)");
    if (!o->delimiter || !strchr(",;|\t", o->delimiter) || !o->decimal || !strchr(".,", o->decimal) ||
        o->delimiter == o->decimal)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "table: a delimiter is , ; | or tab, and a decimal sign . or ,; they differ");
    if ((int)o->format < 0 || o->format > BR_TABLE_MAT)
        return br_diag_fail(why, BR_BAD_USAGE, "table: there is no format %d", (int)o->format);
    return BR_OK;
}

// ---------------------------------------------------------------- the writer

void br_table_writer_drop(br_table_writer *w)
{
    if (!w)
        return;
    if (w->opened && w->mat)
        br_mat_writer_drop(&w->mat_writer);
    else if (w->opened)
        br_csv_writer_drop(&w->csv_writer);
    if (w->drafted)
        br_draft_drop(&w->draft);
    free(w->column);
    free((void *)w->v);
    free(w);
}

static br_status open_draft(br_table_writer *w, const char *path, bool keep, br_diag *why)
{
    br_status status = strcmp(path, "-") == 0 ? br_draft_lend(&w->draft, STDOUT_FILENO, "standard output")
                                              : br_draft_open(&w->draft, path, !keep, why);
    w->drafted = status == BR_OK;
    return status;
}

static br_status open_format(br_table_writer *w, const br_csv_head *head, const br_table_write_options *o, br_diag *why)
{
    br_status status =
        w->mat ? br_mat_writer_open(&w->mat_writer, &w->draft, head, w->columns, why)
               : br_csv_writer_open(&w->csv_writer, &w->draft, head, w->columns, o->delimiter, o->decimal, why);
    w->opened = status == BR_OK || w->mat; // half an opened MAT file is dropped like a whole one
    return status;
}

// What is written: columns of a table, those of use[] or all that have numbers; or columns that are named.
typedef struct written {
    const br_table *like; // NULL: named
    const bool *use;      // NULL: all with numbers
    const char *const *name, *const *unit;
    int count; // of all, not only of those that are written
} written;

static void choose_columns(br_table_writer *w, const written *of, br_csv_head *head)
{
    for (int c = 0; c < of->count; c++) {
        const br_column *is = of->like ? &of->like->rows.column[c] : NULL;
        if (of->use ? !of->use[c] : is && !is->has_numbers)
            continue;
        head[w->columns] =
            is ? (br_csv_head){is->name, is->unit_text} : (br_csv_head){of->name[c], of->unit ? of->unit[c] : NULL};
        w->column[w->columns++] = c;
    }
}

static br_status open_writer(br_table_writer *w, const char *path, const written *of, const br_table_write_options *o,
                             br_diag *why)
{
    size_t n = (size_t)of->count + 1;
    br_csv_head *head = calloc(n, sizeof *head);
    w->column = calloc(n, sizeof *w->column);
    w->v = calloc(n, sizeof *w->v);
    w->mat = o->format == BR_TABLE_MAT || (o->format == BR_TABLE_BY_NAME && br_mat_named(path));
    br_status status = head && w->column && w->v ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK)
        choose_columns(w, of, head);
    if (status == BR_OK && w->columns == 0)
        status = br_diag_fail(why, BR_BAD_DATA, "%.100s: no column has numbers", of->like->rows.name);
    if (status == BR_OK)
        status = open_draft(w, path, o->keep != 0, why);
    if (status == BR_OK)
        status = open_format(w, head, o, why);
    free(head);
    return status;
}

static br_status create_writer(br_table_writer **writer, const char *path, const written *of,
                               const br_table_write_options *o, br_diag *why)
{
    br_table_write_options with;
    br_status status = read_options(o, &with, why);
    if (status != BR_OK)
        return status;
    br_table_writer *w = calloc(1, sizeof *w);
    status = w ? open_writer(w, path, of, &with, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        *writer = w;
    else
        br_table_writer_drop(w);
    return status;
}

br_status br_table_writer_open(br_table_writer **writer, const char *path, const br_table *like,
                               const br_table_write_options *o, br_diag *why)
{
    if (!writer || !path || !like)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_table_writer_open: a path, a table and a place for the handle are needed");
    const written of = {.like = like, .count = like->rows.columns};
    return br_said(create_writer(writer, path, &of, o, why), why);
}

br_status br_table_writer_begin(br_table_writer **writer, const char *path, const char *const *name,
                                const char *const *unit, int count, const br_table_write_options *o, br_diag *why)
{
    bool named = writer && path && name && count > 0;
    for (int c = 0; named && c < count; c++)
        named = name[c] && name[c][0];
    if (!named)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_table_writer_begin: a path, names of columns and a place for the handle are needed");
    const written of = {.name = name, .unit = unit, .count = count};
    return br_said(create_writer(writer, path, &of, o, why), why);
}

br_status br_table_writer_add(br_table_writer *w, const double *const *v, int rows, br_diag *why)
{
    bool whole = w && v && rows >= 0;
    for (int j = 0; whole && j < w->columns; j++) {
        w->v[j] = v[w->column[j]];
        whole = w->v[j] || rows == 0;
    }
    if (!whole)
        return br_diag_fail(why, BR_BAD_USAGE, "br_table_writer_add: a writer and numbers of its columns are needed");
    br_status status =
        w->mat ? br_mat_writer_add(&w->mat_writer, w->v, rows, why) : br_csv_write(&w->csv_writer, w->v, rows, why);
    return br_said(status, why);
}

br_status br_table_writer_finish(br_table_writer *w, br_diag *why)
{
    if (!w)
        return br_diag_fail(why, BR_BAD_USAGE, "br_table_writer_finish: a writer is needed");
    br_status status = w->mat ? br_mat_writer_finish(&w->mat_writer, why) : br_csv_writer_finish(&w->csv_writer, why);
    w->opened = false;
    if (status == BR_OK) {
        w->drafted = false;
        status = br_draft_finish(&w->draft, why);
    }
    br_table_writer_drop(w);
    return br_said(status, why);
}

// ---------------------------------------------------------------- a whole table

static br_status copy_rows(br_table *t, br_table_writer *w, br_diag *why)
{
    size_t columns = (size_t)t->rows.columns;
    double *numbers = malloc((size_t)w->columns * BR_TABLE_BLOCK * sizeof *numbers);
    double **to = calloc(columns + 1, sizeof *to);
    br_status status = numbers && to ? BR_OK : BR_NO_MEMORY;
    for (int j = 0; j < w->columns && status == BR_OK; j++)
        to[w->column[j]] = numbers + (size_t)j * BR_TABLE_BLOCK;
    for (int got = BR_TABLE_BLOCK; got == BR_TABLE_BLOCK && status == BR_OK;) {
        status = br_table_read(t, to, BR_TABLE_BLOCK, &got, why);
        if (status == BR_OK)
            status = br_table_writer_add(w, (const double *const *)to, got, why);
    }
    free(numbers);
    free(to);
    return status;
}

br_status br_table_write(br_table *t, const char *path, const br_table_write_options *o, br_diag *why)
{
    br_table_writer *w = NULL;
    if (!path)
        return br_diag_fail(why, BR_BAD_USAGE, "br_table_write: a path is needed");
    br_status status = br_table_begin(t, "br_table_write", why);
    if (status != BR_OK)
        return status;
    bool *use = calloc((size_t)t->rows.columns + 1, sizeof *use);
    if (!use)
        return br_said(BR_NO_MEMORY, why);
    status = br_table_fitting(t, use);
    if (status == BR_OK)
        status = create_writer(&w, path, &(written){.like = t, .use = use, .count = t->rows.columns}, o, why);
    free(use);
    if (status == BR_OK)
        status = copy_rows(t, w, why);
    if (status == BR_OK)
        return br_table_writer_finish(w, why);
    br_table_writer_drop(w);
    return br_said(status, why);
}
