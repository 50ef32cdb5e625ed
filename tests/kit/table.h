// table.h - helpers for tests of tables: a text as a source that gives so many bytes at a time, and what came of it.
#ifndef BR_TESTS_TABLE_H
#define BR_TESTS_TABLE_H

#include "num/base/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "file/csv/csv.h"

typedef struct source {
    const char *text;
    size_t size, at, piece; // piece: bytes at a time; 0: as many as fit
} source;

static inline long pull_source(void *from, char *to, size_t room)
{
    source *s = from;
    size_t n = s->size - s->at;
    n = n < room ? n : room;
    n = s->piece && s->piece < n ? s->piece : n;
    memcpy(to, s->text + s->at, n);
    s->at += n;
    return (long)n;
}

typedef struct outcome {
    br_status status;
    br_diag why;
    char format[160]; // as described
    char names[400];  // name|unit, ...
    char delimiter, decimal;
    int columns; // with numbers: all of them were wanted
    br_csv_counts n;
    br_columns table;
} outcome;

static inline void outcome_free(outcome *o)
{
    br_columns_free(&o->table);
}

// "semicolon, decimal comma, 3 preamble lines, header with units, 5 columns"
static inline void describe_format(br_buffer *out, const br_csv_format *f)
{
    static const char *const word[] = {"comma", "semicolon", "tab", "bar", "blanks"};
    const char marks[] = ",;\t| ";
    br_buffer_print(out, "%s, decimal %s", word[strchr(marks, f->delimiter) - marks],
                    f->decimal == ',' ? "comma" : "point");
    if (f->preamble)
        br_buffer_print(out, ", %d preamble line%s", f->preamble, f->preamble == 1 ? "" : "s");
    br_buffer_print(out, ", %s%s",
                    f->commented ? "header in a comment"
                    : f->header  ? "header"
                                 : "no header",
                    f->units ? " and a line of units" : "");
    br_buffer_print(out, ", %d column%s", f->columns, f->columns == 1 ? "" : "s");
}

static inline void take_format(outcome *o, const br_csv_format *f, int *want)
{
    br_buffer words = {0};
    describe_format(&words, f);
    snprintf(o->format, sizeof o->format, "%s", words.text);
    br_buffer_free(&words);
    o->delimiter = f->delimiter;
    o->decimal = f->decimal;
    size_t n = 0;
    for (int c = 0; c < f->columns; c++) {
        if (n + 60 < sizeof o->names)
            n += (size_t)snprintf(o->names + n, sizeof o->names - n, "%s%.30s%s%.20s", c ? ", " : "", f->column[c].name,
                                  f->column[c].unit_text[0] ? "|" : "", f->column[c].unit_text);
        if (f->column[c].has_numbers)
            want[o->columns++] = c;
    }
}

// Opens a text, wants every column that has numbers, and reads all of it.
static inline outcome read_bytes(const char *text, size_t size, size_t piece, br_csv_options options)
{
    outcome o = {.status = BR_OK};
    source s = {text, size, 0, piece};
    br_csv *t = NULL;
    o.status = br_csv_open_from(&t, pull_source, &s, "t", options, &o.why);
    if (o.status != BR_OK)
        return o;
    int *want = calloc(BR_CSV_COLUMNS, sizeof *want);
    assert_non_null(want);
    take_format(&o, br_csv_format_of(t), want);
    o.status = br_csv_want(t, want, o.columns, &o.why);
    if (o.status == BR_OK)
        o.status = br_columns_load(&o.table, t, &o.why);
    o.n = br_csv_counts_of(t);
    br_csv_close(t);
    free(want);
    return o;
}

static inline outcome read_table(const char *text)
{
    return read_bytes(text, strlen(text), 0, br_csv_defaults());
}

// Every row as text: "1 2; 3 nan".
static inline void write_rows(const outcome *o, char *to, size_t size)
{
    br_buffer b = {0};
    for (size_t k = 0; k < o->table.rows; k++)
        for (int j = 0; j < o->columns; j++) {
            br_buffer_put(&b, j ? " " : k ? "; " : "");
            br_buffer_number(&b, o->table.column[j][k]);
        }
    snprintf(to, size, "%s", b.text ? b.text : "");
    br_buffer_free(&b);
}

#define gives(text, format, names, rows) gives_at(text, br_csv_defaults(), format, names, rows, __LINE__)
#define gives_with(text, options, format, names, rows) gives_at(text, options, format, names, rows, __LINE__)
static inline void gives_at(const char *text, br_csv_options options, const char *format, const char *names,
                            const char *rows, int line)
{
    char got[2000];
    outcome o = read_bytes(text, strlen(text), 0, options);
    if (o.status != BR_OK)
        fail_msg("line %d: refused: %s", line, o.why.text);
    write_rows(&o, got, sizeof got);
    if (strcmp(o.format, format) != 0 || strcmp(o.names, names) != 0 || strcmp(got, rows) != 0)
        fail_msg("line %d: is '%s', '%s', '%s'", line, o.format, o.names, got);
    outcome_free(&o);
}

// Refused as bad data, with exactly these words in one line.
#define refuses(text, words) refuses_at(text, strlen(text), br_csv_defaults(), words, __LINE__)
#define refuses_bytes(text, words) refuses_at(text, sizeof(text) - 1, br_csv_defaults(), words, __LINE__)
#define refuses_with(text, options, words) refuses_at(text, strlen(text), options, words, __LINE__)
static inline void refuses_at(const char *text, size_t size, br_csv_options options, const char *words, int line)
{
    outcome o = read_bytes(text, size, 0, options);
    if (o.status == BR_OK)
        fail_msg("line %d: accepted (%s), should say: %s", line, o.format, words);
    if (o.status != BR_BAD_DATA || strcmp(o.why.text, words) != 0)
        fail_msg("line %d: says '%s', should say '%s'", line, o.why.text, words);
}

#endif
