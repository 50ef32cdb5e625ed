// triangle.h - the triangular factor of many rows, block by block.                [host]
//
//     br_triangle_init(&t, n);
//     for each row:  memcpy(br_triangle_row(&t), row, ...); br_triangle_add(&t);
//     br_triangle_close(&t);                                                  t.block: n rows of n, R with R'R = A'A
//     br_triangle_free(&t);
//
// QR of blocks of rows, each below the R of all before: one pass over any number of rows in bounded memory, no A'A.
#ifndef BR_FIT_STATISTICS_TRIANGLE_H
#define BR_FIT_STATISTICS_TRIANGLE_H

#include <bristle/status.h>

typedef struct br_triangle {
    int n, held;   // columns; rows in the block
    double *block; // its first n rows are R of all before
} br_triangle;

// After a failure *t is all zero. n from 1 to 1001.
br_status br_triangle_init(br_triangle *t, int n) BR_CHECKED;
void br_triangle_free(br_triangle *t);

double *br_triangle_row(br_triangle *t);                // room for the next row, which counts after
br_status br_triangle_add(br_triangle *t) BR_CHECKED;   // this. BR_NOT_FINITE: a row is not
br_status br_triangle_close(br_triangle *t) BR_CHECKED; // more rows may follow

// The R of t in a block of the caller's, of t->held rows and t->n columns.
br_status br_triangle_copy(const br_triangle *t, double *to) BR_CHECKED;

#endif
