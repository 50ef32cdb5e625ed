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

#endif
