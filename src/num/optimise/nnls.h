// nnls.h - non-negative least squares: linear least squares with x >= 0.       [target]
#ifndef BR_NUM_OPTIMISE_NNLS_H
#define BR_NUM_OPTIMISE_NNLS_H

#include "num/base/real.h"
#include <bristle/status.h>
#include <stddef.h>

// Bytes of memory that br_nnls needs; 0 if the sizes are out of range.
size_t br_nnls_bytes(int m, int n);

// x >= 0 of least |A x - b|; A has m rows of n. w (n numbers, may be NULL): A'(b - A x), the certificate: x is optimal if
// and only if w_j <= 0 where x_j is 0, and w_j = 0 where x_j is positive. *norm (may be NULL): |A x - b|.
//
// Lawson and Hanson's active set on QR. A column enters only if that makes the norm fall, so nothing can cycle; columns
// that depend on others stay at 0. The same in whatever units the columns are. memory: lent for the call, aligned for
// br_real. BR_BAD_USAGE: sizes, pointers; BR_NOT_FINITE: an input or a result is not finite; BR_NEGATIVE: not done after
// 10*n changes of the set. x, w and norm are then as before.
br_status br_nnls(int m, int n, const br_real *A, const br_real *b, br_real *x, br_real *w, br_real *norm, void *memory,
                  size_t bytes) BR_CHECKED;

// How far x is from optimal, from A and b alone: the largest w_j over the norms of column j and of b; for x_j > 0 its size.
// A few n*eps at an optimum; infinite if an x_j is negative or not finite. work: m numbers.
br_real br_nnls_check(int m, int n, const br_real *A, const br_real *b, const br_real *x, br_real *work);

#endif
