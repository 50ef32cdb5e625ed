// head.h - detecting the header of a CSV table (private to the reader).        [host]
#ifndef BR_FILE_CSV_HEAD_H
#define BR_FILE_CSV_HEAD_H

#include "file/csv/view.h"

// Finds the format, and where in the sample the rows start. f starts as all zero and is freed by br_csv_format_free, also
// after a failure.
br_status br_csv_find(br_csv_sample s, const br_csv_options *o, br_csv_format *f, size_t *start,
                      br_diag *why) BR_CHECKED;
void br_csv_format_free(br_csv_format *f);

#endif
