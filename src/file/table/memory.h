// memory.h - a table in memory, read like a file.                              [host]
#ifndef BR_FILE_TABLE_MEMORY_H
#define BR_FILE_TABLE_MEMORY_H

#include "file/table/rows.h"

typedef struct br_memory_column {
    const char *heading; // "x", "x [mm]"
    const double *v;
} br_memory_column;

// Headings are copied; name and numbers are borrowed until the table is closed. infinite: infinite numbers count as missing,
// else they are BR_BAD_DATA when they are read.
br_status br_memory_open(br_rows *r, const char *name, const br_memory_column *column, int columns, size_t rows,
                         bool infinite, br_diag *why) BR_CHECKED;

// The same with the columns of another table, which are copied: v[c] NULL: column c has no numbers. Those there are are finite or NaN.
br_status br_memory_open_like(br_rows *r, const char *name, br_rows like, double *const *v, size_t rows) BR_CHECKED;
void br_memory_rewind(br_rows r); // it starts again at the first row, and columns are chosen anew

#endif
