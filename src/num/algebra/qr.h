// qr.h - QR factorisation: Householder reflectors with column pivoting, and the rank. [target]
//
// A P = Q R for m by n matrices of any shape. Columns are scaled by powers of two to about norm 1 before they are compared,
// which rounds nothing: pivots and rank are the same in whatever units the columns are. Nothing allocates, work is fixed
// by m and n: safe in a control loop. A call that fails changes nothing.
// Statuses: BR_BAD_USAGE sizes or pointers; BR_NOT_FINITE an input or a result is not finite.
#ifndef BR_NUM_ALGEBRA_QR_H
#define BR_NUM_ALGEBRA_QR_H

#include "num/base/real.h"
#include <bristle/status.h>

// A (m rows of n) becomes R on and above its diagonal and the Householder vectors below; tau: min(m, n) numbers; order: n
// numbers, column k of R belongs to column order[k] of A. order NULL: no pivoting. work: 4*n + m numbers.
// *rank: how many diagonal entries of the scaled R, which fall, are above tol times the first; tol 0 stands for
// max(m, n)*eps. Without pivoting: how many are above that, an indication and no more. A rank below n is no failure.
br_status br_qr_factor(int m, int n, br_real *A, br_real *tau, int *order, br_real tol, int *rank,
                       br_real *work) BR_CHECKED;

// b (m rows of k) becomes Q'b, or Q b if back. work: k numbers.
br_status br_qr_apply(int m, int n, const br_real *QR, const br_real *tau, int back, int k, br_real *b,
                      br_real *work) BR_CHECKED;

// The x of least |A x - b| with zeros in the n - rank columns that depend on others; *left (may be NULL) is that norm.
// work: 2*m + n + 1 numbers. BR_NEGATIVE: a zero on the diagonal of R within the rank.
br_status br_qr_solve(int m, int n, const br_real *QR, const br_real *tau, const int *order, int rank, const br_real *b,
                      br_real *x, br_real *left, br_real *work) BR_CHECKED;

#endif
