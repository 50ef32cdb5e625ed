// rows.h - a table read row by row, from a CSV file, a MAT file or memory.     [host]
//
// A handle that is passed by value: br_csv_rows and br_mat_rows make one of a table that is open, br_rows_open opens the
// file that a path names. Signals, samples and inspection see nothing else of a table.
#ifndef BR_FILE_TABLE_ROWS_H
#define BR_FILE_TABLE_ROWS_H

#include "num/text/unit.h"

#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct br_column {
    char *text;       // as in the header, "position [mm]"; empty without header. UTF-8
    char *name;       // without the unit
    char *unit_text;  // "mm"; empty: none that can be read
    br_unit unit;     // if unit_text is not empty
    bool has_numbers; // in most rows of the sample
    char *note;       // a remark: why it has no numbers, or which of them are not exact; NULL: nothing
} br_column;

typedef struct br_rows_kind {
    br_status (*choose)(void *of, const int *column, int count, br_diag *why);
    br_status (*read)(void *of, double *const to[], int rows, int *got, br_diag *why);
    double (*share)(const void *of);
    const char *(*note)(const void *of); // NULL: there is never any
    void (*close)(void *of);
} br_rows_kind;

typedef struct br_rows {
    const br_rows_kind *kind; // NULL: nothing is open
    void *of;
    const char *name; // in messages
    const br_column *column;
    int columns;
} br_rows;

// Chooses the columns (from 0, each once) whose numbers are read. Not after the first row has been read.
static inline br_status br_rows_want(br_rows r, const int *column, int count, br_diag *why)
{
    return r.kind->choose(r.of, column, count, why);
}

// Reads up to `rows` rows: to[j][k] is row k of the j-th wanted column, NaN where a number is missing, never infinite.
// *got < rows only at the end of the table. On failure *got is 0 and every later call fails in the same way.
static inline br_status br_rows_read(br_rows r, double *const to[], int rows, int *got, br_diag *why)
{
    return r.kind->read(r.of, to, rows, got, why);
}

// The share of the table that has been read, 0 to 1; 0 where its length is unknown.
static inline double br_rows_share(br_rows r)
{
    return r.kind->share(r.of);
}

// A warning about the rows that have been read, to print behind the name of the table; NULL: none.
static inline const char *br_rows_note(br_rows r)
{
    return r.kind->note ? r.kind->note(r.of) : NULL;
}

static inline void br_rows_close(br_rows r)
{
    if (r.kind)
        r.kind->close(r.of);
}

#endif
