// fuzz_csv.c - any bytes as a table, in pieces, with any options, and a list of signals over what comes out.
//
// The first byte chooses options, the second the size of the pieces. Up to a line `%%` follows a list of signals, then
// the table; without that line all of it is the table.
#include "file/table/column.h"
#include "file/csv/csv.h"
#include "sim/source/columns.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct source {
    const uint8_t *at;
    size_t left, piece;
} source;

static long pull(void *from, char *to, size_t room)
{
    source *s = from;
    size_t n = s->left < room ? s->left : room;
    n = n < s->piece ? n : s->piece;
    memcpy(to, s->at, n);
    s->at += n;
    s->left -= n;
    return (long)n;
}

// A refusal says where and why, in one line.
static void check_words(br_status status, const br_diag *why)
{
    if (status == BR_NO_MEMORY)
        return;
    if (!why->text[0] || strchr(why->text, '\n') || why->line < 0 || why->column < 0)
        abort();
}

static br_csv_options options_of(uint8_t b)
{
    br_csv_options o = br_csv_defaults();
    o.missing = (br_missing)(b & 3);
    o.allow_truncated = b >> 2 & 1;
    o.allow_infinite = b >> 3 & 1;
    o.header = (b >> 4 & 3) - 1 > 1 ? BR_CSV_FIND : (b >> 4 & 3) - 1;
    o.decimal = (char)(b >> 6 & 1 ? ',' : 0);
    o.delimiter = (char)(b >> 7 & 1 ? ';' : 0);
    return o;
}

// Every number that comes out is finite, or missing.
static void read_all(br_csv *t, const br_csv_options *o)
{
    const br_csv_format *f = br_csv_format_of(t);
    br_diag why = {0};
    br_columns x;
    br_sampling s;
    int *want = calloc((size_t)f->columns, sizeof *want), n = 0;
    for (int c = 0; want && c < f->columns; c++)
        if (f->column[c].has_numbers)
            want[n++] = c;
    br_status status = want ? br_csv_want(t, want, n, &why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_columns_load(&x, t, &why);
    free(want);
    if (status != BR_OK) {
        check_words(status, &why);
        return;
    }
    for (int j = 0; j < n; j++)
        for (size_t k = 0; k < x.rows; k++)
            if (isinf(x.column[j][k]) || (isnan(x.column[j][k]) && o->missing != BR_MISSING_MARK))
                abort();
    if ((long long)x.rows != br_csv_counts_of(t).rows)
        abort();
    if (n > 0 && br_sampling_of(x.column[0], x.rows, &s, &why) != BR_OK)
        check_words(BR_BAD_DATA, &why);
    br_columns_free(&x);
}

static void read_signals(br_csv *t, const char *list)
{
    br_signals s;
    br_diag why = {0};
    br_status status = br_signals_read(&s, list, "list", br_csv_rows(t), &why);
    if (status != BR_OK) {
        check_words(status, &why);
        return;
    }
    double *x = calloc((size_t)s.count * 100 + 1, sizeof *x), **to = calloc((size_t)s.count + 1, sizeof *to);
    for (int j = 0; x && to && j < s.count; j++)
        to[j] = x + (size_t)j * 100;
    status = x && to ? br_signals_want(&s, br_csv_rows(t), &why) : BR_NO_MEMORY;
    for (int got = 100; status == BR_OK && got == 100;)
        status = br_signals_next(&s, br_csv_rows(t), to, 100, &got, &why);
    if (status != BR_OK)
        check_words(status, &why);
    free(x);
    free(to);
    br_signals_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const uint8_t *table = data + 2;
    size_t left = size - 2, list_size = 0;
    for (size_t i = 0; i + 4 <= left && !list_size; i++)
        if (memcmp(data + 2 + i, "\n%%\n", 4) == 0) {
            list_size = i;
            table += i + 4;
            left -= i + 4;
        }
    char *list = calloc(list_size + 1, 1);
    br_csv_options o = options_of(data[0]);
    for (int way = 0; list && way < 2; way++) {
        source s = {table, left, (size_t)data[1] + 1};
        br_csv *t = NULL;
        br_diag why = {0};
        memcpy(list, data + 2, list_size);
        br_status status = br_csv_open_from(&t, pull, &s, "t", o, &why);
        if (status != BR_OK) {
            check_words(status, &why);
            break;
        }
        if (way == 0)
            read_all(t, &o);
        else
            read_signals(t, list);
        br_csv_close(t);
    }
    free(list);
    return 0;
}
