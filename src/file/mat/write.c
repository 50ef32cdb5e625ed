// write.c - writing MAT files of version 5, uncompressed.                      [host]
#define _XOPEN_SOURCE 700 // close
#include "num/base/fp.h"

#include "file/table/field.h"
#include "file/mat/mat_parts.h"
#include "file/mat/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 64, BLOCK = 1024, CLASS_STRUCT = 2, CLASS_CHAR = 4, CLASS_DOUBLE = 6 }; // names: MATLAB's limit is 63

typedef char mat_name[NAME];

// ---------------------------------------------------------------- elements

static void put_word(br_buffer *out, uint64_t w, int width)
{
    char bytes[8];
    for (int i = 0; i < width; i++)
        bytes[i] = (char)(w >> 8 * i & 0xff);
    br_buffer_add(out, bytes, (size_t)width);
}

static void put_tag(br_buffer *out, br_mat_type type, size_t size)
{
    put_word(out, (uint64_t)type, 4);
    put_word(out, size, 4);
}

static size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

static void put_text(br_buffer *out, const char *text, size_t size)
{
    static const char zeros[8];
    put_tag(out, BR_MAT_INT8, size);
    br_buffer_add(out, text, size);
    br_buffer_add(out, zeros, padded(size) - size);
}

// Bytes of an array up to its data: flags, dimensions, name.
static size_t head_size(const char *name)
{
    return 16 + 16 + 8 + padded(strlen(name));
}

static void put_head(br_buffer *out, int class, size_t rows, size_t columns, const char *name, size_t data)
{
    put_tag(out, BR_MAT_MATRIX, head_size(name) + data);
    put_tag(out, BR_MAT_UINT32, 8);
    put_word(out, (uint64_t) class, 8);
    put_tag(out, BR_MAT_INT32, 8);
    put_word(out, rows, 4);
    put_word(out, columns, 4);
    put_text(out, name, strlen(name));
}

static br_status flush_bytes(br_draft *to, br_buffer *out, br_diag *why)
{
    br_status status = out->status == BR_OK ? br_draft_add(to, out->text, out->size, why) : out->status;
    out->size = 0;
    return status;
}

// ---------------------------------------------------------------- names

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// kappa[3] becomes kappa_3, 2x becomes x2x.
static void variable_name(mat_name to, const char *from)
{
    size_t n = 0;
    if (!is_letter(*from))
        to[n++] = 'x';
    for (; *from && n < NAME - 8; from++)
        to[n++] = (char)(is_letter(*from) || (*from >= '0' && *from <= '9') ? *from : '_');
    while (n > 1 && to[n - 1] == '_')
        n--;
    to[n] = 0;
}

static bool is_taken(mat_name *name, int count, const char *one)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name[i], one) == 0)
            return true;
    return strcmp(one, "units") == 0;
}

static void variable_names(mat_name *name, const br_csv_head *head, int columns)
{
    for (int c = 0; c < columns; c++) {
        variable_name(name[c], head[c].name);
        size_t size = strlen(name[c]);
        for (int n = 2; is_taken(name, c, name[c]); n++)
            snprintf(name[c] + size, NAME - size, "_%d", n);
    }
}

// ---------------------------------------------------------------- variables

// Where the numbers of columns come from: memory, or the temporary file of a writer.
typedef struct source {
    const double *const *column; // NULL: w
    const br_mat_writer *w;
    size_t rows;
} source;

// Numbers `from` to `from + count` of column c, at most one block of them; *v points to them.
static br_status load_block(const source *s, int c, size_t from, size_t count, double room[BLOCK], const double **v,
                            br_diag *why)
{
    if (s->column) {
        *v = s->column[c] + from;
        return BR_OK;
    }
    const br_mat_writer *w = s->w;
    *v = w->block + (size_t)c * BLOCK;
    if (from + BLOCK > s->rows) // the last block was not full, and stayed in memory
        return BR_OK;
    *v = room;
    size_t place = from * (size_t)w->columns + (size_t)c * BLOCK;
    return br_file_read_at(w->scratch, w->to->shown, place * sizeof(double), room, count * sizeof(double), why);
}

static br_status check_finite(const br_draft *to, const char *name, const double *v, size_t count, size_t before,
                              br_diag *why)
{
    for (size_t k = 0; k < count; k++)
        if (isinf(v[k]))
            return br_table_complain(why, BR_NOT_FINITE, to->shown, 0, 0, "%s is infinite in row %zu", name,
                                     before + k + 1);
    return BR_OK;
}

static br_status write_column(br_draft *to, br_buffer *out, const char *name, const source *s, int c, br_diag *why)
{
    double room[BLOCK];
    const double *v = NULL;
    put_head(out, CLASS_DOUBLE, s->rows, 1, name, 8 + 8 * s->rows);
    put_tag(out, BR_MAT_DOUBLE, 8 * s->rows);
    br_status status = BR_OK;
    for (size_t from = 0; from < s->rows && status == BR_OK; from += BLOCK) {
        size_t count = s->rows - from < BLOCK ? s->rows - from : BLOCK;
        status = load_block(s, c, from, count, room, &v, why);
        if (status == BR_OK)
            status = check_finite(to, name, v, count, from, why);
        for (size_t k = 0; k < count && status == BR_OK; k++) {
            uint64_t w;
            memcpy(&w, &v[k], sizeof w);
            put_word(out, w, 8);
        }
        if (status == BR_OK)
            status = flush_bytes(to, out, why);
    }
    return status == BR_OK ? flush_bytes(to, out, why) : status;
}

static size_t unit_size(const br_csv_head *h)
{
    return h->unit && strcmp(h->unit, "-") != 0 ? strlen(h->unit) : 0;
}

// Text is 8 bits a character, as UTF-8.
static void put_unit(br_buffer *out, const br_csv_head *h)
{
    static const char zeros[8];
    size_t size = unit_size(h);
    put_head(out, CLASS_CHAR, size > 0, size, "", 8 + padded(size));
    put_tag(out, BR_MAT_UTF8, size);
    br_buffer_add(out, h->unit, size);
    br_buffer_add(out, zeros, padded(size) - size);
}

static br_status write_units(br_draft *to, br_buffer *out, mat_name *name, const br_csv_head *head, int columns,
                             br_diag *why)
{
    size_t names = NAME * (size_t)columns, size = 8 + 8 + names;
    for (int c = 0; c < columns; c++)
        size += 8 + head_size("") + 8 + padded(unit_size(&head[c]));
    put_head(out, CLASS_STRUCT, 1, 1, "units", size);
    put_word(out, 4u << 16 | BR_MAT_INT32, 4);
    put_word(out, NAME, 4);
    put_tag(out, BR_MAT_INT8, names);
    br_buffer_add(out, name[0], names);
    for (int c = 0; c < columns; c++)
        put_unit(out, &head[c]);
    return flush_bytes(to, out, why);
}

static br_status check_rows(const br_draft *to, size_t rows, br_diag *why)
{
    if (rows <= (INT32_MAX - 1024) / 8)
        return BR_OK;
    return br_table_complain(why, BR_BAD_DATA, to->shown, 0, 0, "%zu rows are more than a MAT file of version 5 takes",
                             rows);
}

static br_status write_file(br_draft *to, const br_csv_head *head, const source *s, int columns, br_diag *why)
{
    br_buffer out = {0};
    mat_name *name = calloc((size_t)columns + 1, sizeof *name);
    if (!name)
        return BR_NO_MEMORY;
    variable_names(name, head, columns);
    br_buffer_print(&out, "%-124s", "MATLAB 5.0 MAT-file, written by bristle");
    put_word(&out, 0x0100, 2);
    br_buffer_put(&out, "IM");
    br_status status = flush_bytes(to, &out, why);
    for (int c = 0; c < columns && status == BR_OK; c++)
        status = write_column(to, &out, name[c], s, c, why);
    if (status == BR_OK && columns > 0)
        status = write_units(to, &out, name, head, columns, why);
    br_buffer_free(&out);
    free(name);
    return status;
}

br_status br_mat_write(br_draft *to, const br_csv_head *head, const double *const column[], int columns, size_t rows,
                       br_diag *why)
{
    const source s = {.column = column, .rows = rows};
    br_status status = check_rows(to, rows, why);
    return status == BR_OK ? write_file(to, head, &s, columns, why) : status;
}

// ---------------------------------------------------------------- row by row

static char *copy_text(char **to, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = memcpy(*to, text, size);
    *to += size;
    return copy;
}

static br_status copy_heads(br_mat_writer *w, const br_csv_head *head)
{
    size_t size = 1;
    for (int c = 0; c < w->columns; c++)
        size += strlen(head[c].name) + 1 + (head[c].unit ? strlen(head[c].unit) : 0) + 1;
    w->head = calloc((size_t)w->columns, sizeof *w->head);
    w->texts = malloc(size);
    if (!w->head || !w->texts)
        return BR_NO_MEMORY;
    char *to = w->texts;
    for (int c = 0; c < w->columns; c++) {
        w->head[c].name = copy_text(&to, head[c].name);
        w->head[c].unit = copy_text(&to, head[c].unit ? head[c].unit : "");
    }
    return BR_OK;
}

br_status br_mat_writer_open(br_mat_writer *w, br_draft *to, const br_csv_head *head, int columns, br_diag *why)
{
    *w = (br_mat_writer){.to = to, .columns = columns, .scratch = -1};
    w->block = malloc((size_t)columns * BLOCK * sizeof *w->block);
    br_status status = w->block ? copy_heads(w, head) : BR_NO_MEMORY;
    return status == BR_OK ? br_scratch_open(to, &w->scratch, why) : status;
}

br_status br_mat_writer_add(br_mat_writer *w, const double *const column[], int rows, br_diag *why)
{
    br_status status = check_rows(w->to, w->rows + (size_t)rows, why);
    for (int c = 0; c < w->columns && status == BR_OK; c++)
        status = check_finite(w->to, w->head[c].name, column[c], (size_t)rows, w->rows, why);
    for (size_t done = 0; done < (size_t)rows && status == BR_OK;) {
        size_t filled = w->rows % BLOCK,
               n = (size_t)rows - done < BLOCK - filled ? (size_t)rows - done : BLOCK - filled;
        for (int c = 0; c < w->columns; c++)
            memcpy(w->block + (size_t)c * BLOCK + filled, column[c] + done, n * sizeof(double));
        done += n;
        w->rows += n;
        if (filled + n == BLOCK)
            status = br_scratch_add(w->to, w->scratch, w->block, (size_t)w->columns * BLOCK * sizeof(double), why);
    }
    return status;
}

br_status br_mat_writer_finish(br_mat_writer *w, br_diag *why)
{
    const source s = {.w = w, .rows = w->rows};
    br_status status = write_file(w->to, w->head, &s, w->columns, why);
    br_mat_writer_drop(w);
    return status;
}

void br_mat_writer_drop(br_mat_writer *w)
{
    free(w->head);
    free(w->texts);
    free(w->block);
    if (w->scratch >= 0)
        close(w->scratch);
    *w = (br_mat_writer){.scratch = -1};
}
