// write.h - writing CSV tables row by row, atomically.                         [host]
//
// Numbers are the shortest that read back to the same bits, names are quoted where RFC 4180 asks for it, units stand
// behind names: "x [m],F [N]". A number that is missing (NaN) is written as nan; an infinite one is refused.
#ifndef BR_FILE_CSV_WRITE_H
#define BR_FILE_CSV_WRITE_H

#include "file/disk/whole.h"
#include "num/text/buffer.h"

typedef struct br_csv_head {
    const char *name, *unit; // unit NULL, "" or "-": none is written
} br_csv_head;

typedef struct br_csv_writer {
    br_draft *to; // borrowed
    int columns;
    char delimiter, decimal;
    br_buffer out; // what has not been passed on yet
    long long rows;
} br_csv_writer;

// Starts a table in a draft that is open, and writes its header. delimiter: , ; | or tab; decimal: . or , (not with the
// delimiter ,). The draft is the caller's: it finishes it after br_csv_writer_finish, or drops it after a failure.
br_status br_csv_writer_open(br_csv_writer *w, br_draft *to, const br_csv_head *head, int columns, char delimiter,
                             char decimal, br_diag *why) BR_CHECKED;

// Adds rows: column[j][k] is row k of column j. BR_NOT_FINITE: an infinite number; none of these rows is written then.
br_status br_csv_write(br_csv_writer *w, const double *const column[], int rows, br_diag *why) BR_CHECKED;

// Passes on what is left, and frees the writer, which br_csv_writer_drop does too.
br_status br_csv_writer_finish(br_csv_writer *w, br_diag *why) BR_CHECKED;
void br_csv_writer_drop(br_csv_writer *w);

#endif
