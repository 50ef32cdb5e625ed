// write.h - writing MAT files of version 5, uncompressed.                      [host]
//
// Every column becomes a variable of its name, n*1 doubles with the same bits; characters that MATLAB does not allow in
// names become _. Units stand beside them in a structure: units.x is 'm'. A number that is missing is NaN; an infinite one
// is refused.
#ifndef BR_FILE_MAT_WRITE_H
#define BR_FILE_MAT_WRITE_H

#include "file/csv/write.h"

// Writes a table to a draft that is open; the caller finishes it, or drops it after a failure. column[j] has `rows` numbers.
// BR_NOT_FINITE: an infinite number. BR_BAD_DATA: more rows than a variable of version 5 can have.
br_status br_mat_write(br_draft *to, const br_csv_head *head, const double *const column[], int columns, size_t rows,
                       br_diag *why) BR_CHECKED;

// The same row by row, in memory that does not grow with them: a column stands in one piece in the file, so rows wait in a temporary
// file until their number is known.
typedef struct br_mat_writer {
    br_draft *to;      // borrowed
    br_csv_head *head; // copies, of
    char *texts;
    int columns;
    size_t rows;
    int scratch;   // rows so far, block by block, each column by column
    double *block; // rows that have not been passed on yet
} br_mat_writer;

// Starts a table in a draft that is open. Failures of all three as of br_mat_write; after one, br_mat_writer_drop.
br_status br_mat_writer_open(br_mat_writer *w, br_draft *to, const br_csv_head *head, int columns,
                             br_diag *why) BR_CHECKED;
br_status br_mat_writer_add(br_mat_writer *w, const double *const column[], int rows, br_diag *why) BR_CHECKED;
// Writes the file, and frees the writer, which br_mat_writer_drop does too.
br_status br_mat_writer_finish(br_mat_writer *w, br_diag *why) BR_CHECKED;
void br_mat_writer_drop(br_mat_writer *w);

#endif
