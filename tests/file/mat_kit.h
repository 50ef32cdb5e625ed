// mat_kit.h - MAT files made byte by byte, in either byte order, and what the reader makes of them.
#ifndef BR_TESTS_MAT_KIT_H
#define BR_TESTS_MAT_KIT_H

#include "num/base/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "file/mat/mat.h"

enum {
    CELL = 1,
    STRUCT,
    OBJECT,
    CHAR,
    SPARSE,
    DOUBLE,
    SINGLE,
    INT8,
    UINT8,
    INT16,
    UINT16,
    INT32,
    UINT32,
    INT64,
    UINT64
};
enum { FUNCTION = 16, OPAQUE };
enum {
    MI_INT8 = 1,
    MI_UINT8,
    MI_INT16,
    MI_UINT16,
    MI_INT32,
    MI_UINT32,
    MI_SINGLE,
    MI_DOUBLE = 9,
    MI_INT64 = 12,
    MI_UINT64
};
enum { MI_MATRIX = 14, MI_COMPRESSED };

typedef struct file {
    uint8_t b[1 << 21];
    size_t n;
    bool big;
} file;

static inline void put(file *f, uint64_t w, int width)
{
    for (int i = 0; i < width; i++)
        f->b[f->n++] = (uint8_t)(w >> 8 * (f->big ? width - 1 - i : i));
}

static inline void put_bytes(file *f, const void *from, size_t n)
{
    memcpy(f->b + f->n, from, n);
    f->n += n;
}

static inline void pad(file *f)
{
    while (f->n % 8)
        f->b[f->n++] = 0;
}

static inline void start(file *f, bool big)
{
    f->n = 0;
    f->big = big;
    char text[124];
    memset(text, ' ', sizeof text);
    static const char words[] = "MATLAB 5.0 MAT-file";
    memcpy(text, words, sizeof words - 1);
    put_bytes(f, text, sizeof text);
    put(f, 0x0100, 2);
    put(f, 'M' << 8 | 'I', 2);
}

// Flags, dimensions and name of an array; its size is filled in by end_array.
static inline size_t begin_array(file *f, int class, int flags, int rows, int columns, const char *name)
{
    put(f, MI_MATRIX, 4);
    put(f, 0, 4);
    size_t at = f->n;
    put(f, MI_UINT32, 4);
    put(f, 8, 4);
    put(f, (uint64_t)(flags | class), 4);
    put(f, 0, 4);
    if (class != OPAQUE) {
        put(f, MI_INT32, 4);
        put(f, 8, 4);
        put(f, (uint32_t)rows, 4);
        put(f, (uint32_t)columns, 4);
    }
    size_t n = strlen(name);
    if (n > 0 && n <= 4) { // in its tag
        put(f, n << 16 | MI_INT8, 4);
        put_bytes(f, name, n);
    } else {
        put(f, MI_INT8, 4);
        put(f, n, 4);
        put_bytes(f, name, n);
    }
    pad(f);
    return at;
}

static inline void end_array(file *f, size_t at)
{
    size_t n = f->n;
    f->n = at - 4;
    put(f, n - at, 4);
    f->n = n;
}

static inline void add_doubles(file *f, const char *name, int rows, int columns, const double *v)
{
    size_t at = begin_array(f, DOUBLE, 0, rows, columns, name);
    put(f, MI_DOUBLE, 4);
    put(f, 8 * (uint64_t)(rows * columns), 4);
    for (int i = 0; i < rows * columns; i++) {
        uint64_t w;
        memcpy(&w, &v[i], sizeof w);
        put(f, w, 8);
    }
    end_array(f, at);
}

static inline int find(br_rows r, const char *name)
{
    for (int c = 0; c < r.columns; c++)
        if (strcmp(r.column[c].name, name) == 0)
            return c;
    return -1;
}

// Opened, or the test fails with the words of the refusal.
static inline br_mat *opens_at(const file *f, int line)
{
    br_mat *m = NULL;
    br_diag why = {0};
    if (br_mat_open_bytes(&m, f->b, f->n, "f", false, &why) != BR_OK)
        fail_msg("line %d: refused: %s", line, why.text);
    return m;
}
#define opens(f) opens_at(f, __LINE__)

static inline void refuses_at(const file *f, const char *words, int line)
{
    br_mat *m = NULL;
    br_diag why = {0};
    br_status status = br_mat_open_bytes(&m, f->b, f->n, "f", false, &why);
    if (status != BR_BAD_DATA || m || !strstr(why.text, words) || strchr(why.text, '\n'))
        fail_msg("line %d: status %d, '%s' has no '%s'", line, status, why.text, words);
}
#define refuses(f, words) refuses_at(f, words, __LINE__)

static inline void column_is_at(br_mat *m, const char *name, const double *v, size_t n, int line)
{
    br_rows r = br_mat_rows(m);
    br_diag why = {0};
    double *got = calloc(n + 2, sizeof *got);
    double *to[] = {got};
    int c = find(r, name), rows = 0;
    if (c < 0)
        fail_msg("line %d: no column %s", line, name);
    if (br_mat_length(m, c) != n || br_rows_want(r, &c, 1, &why) != BR_OK ||
        br_rows_read(r, to, (int)n + 1, &rows, &why) != BR_OK || rows != (int)n || memcmp(got, v, n * sizeof *v) != 0)
        fail_msg("line %d: column %s differs: %s", line, name, why.text);
    free(got);
}
#define column_is(m, name, v, n) column_is_at(m, name, v, n, __LINE__)

static inline void has_note(br_mat *m, const char *name, const char *words)
{
    br_rows r = br_mat_rows(m);
    int c = find(r, name);
    if (c < 0 || !r.column[c].note || !strstr(r.column[c].note, words))
        fail_msg("%s: note is '%s', not '%s'", name, c < 0 || !r.column[c].note ? "" : r.column[c].note, words);
}

#endif
