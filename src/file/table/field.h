// field.h - fields of a CSV row, and parsing the number in a field.            [host]
#ifndef BR_FILE_TABLE_FIELD_H
#define BR_FILE_TABLE_FIELD_H

#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct br_field {
    char *at; // without blanks around it, and without quotes
    size_t size;
    bool quoted, broken; // broken: a quote that is never closed, or text behind one
} br_field;

// The rest of a row. Fields are read until `done`; an empty row has one empty field.
typedef struct br_fields {
    char *at, *end;
    char delimiter; // a blank stands for runs of blanks and tabs
    bool done;
} br_fields;

static inline bool br_is_blank(char c, char delimiter)
{
    return c == ' ' || (c == '\t' && delimiter != '\t');
}

// A line that is no row: # or % comes first. "#N/A" is a missing number.
bool br_csv_is_comment(const char *at, const char *end);

br_fields br_fields_of(char *at, char *end, char delimiter);
br_field br_fields_next(br_fields *f);

// The end of the row that starts at `at`: its line feed, or NULL if there is none before `end`. Line feeds inside quotes
// belong to the row. *quotes: it has some.
char *br_row_end(char *at, char *end, char delimiter, bool *quotes);

typedef enum br_cell {
    BR_CELL_NUMBER,
    BR_CELL_MISSING,
    BR_CELL_INFINITE,    // inf, or too large for a double
    BR_CELL_THOUSANDS,   // 1,234.5 and the like
    BR_CELL_OTHER_POINT, // a decimal comma where a point is expected, or the reverse
    BR_CELL_TEXT,
} br_cell;

// The number in s[0..n), which has no blanks around it. *tiny: it is below the least normal double. A decimal comma is
// changed to a point and back again.
br_cell br_cell_read(char *s, size_t n, char decimal, double *value, bool *tiny);

// Writes "name:line:column: message" (without the column where it is 0) and answers status.
br_status br_table_complain(br_diag *why, br_status status, const char *name, long long line, long long column,
                            const char *format, ...) BR_PRINTF(6, 7);

#endif
