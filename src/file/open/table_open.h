// table_open.h - opening the table that a path names: CSV, MAT or standard input. [host]
#ifndef BR_FILE_OPEN_TABLE_OPEN_H
#define BR_FILE_OPEN_TABLE_OPEN_H

#include "file/csv/csv.h"

// A MAT file if its name ends in .mat or it starts as one, else CSV, for which the options are; - is CSV from standard
// input. Fails as br_csv_open and br_mat_open do; *r is written on success only.
br_status br_rows_open(br_rows *r, const char *path, br_csv_options o, br_diag *why) BR_CHECKED;

bool br_mat_named(const char *path); // it ends in .mat, in any capitals

#endif
