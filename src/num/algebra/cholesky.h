// cholesky.h - Cholesky factorisation R'R of symmetric positive definite matrices. [target]
//
// A is n*n numbers, of which those on and above the diagonal are read; R is upper triangular and written whole, with zeros
// below. Nothing allocates, work is fixed by n: safe in a control loop. A call that fails changes nothing.
// How well A is conditioned says br_upper_condition of triangular.h, squared.
// Statuses: BR_BAD_USAGE sizes or pointers; BR_NOT_FINITE an input or a result is not finite.
#ifndef BR_NUM_ALGEBRA_CHOLESKY_H
#define BR_NUM_ALGEBRA_CHOLESKY_H

#include "num/base/real.h"
#include <bristle/status.h>

// A = R'R with positive diagonal. A and R may be the same. work: n*n numbers.
// BR_NEGATIVE: A is not positive definite to working accuracy, that is, what is left of a diagonal entry after elimination
// is below n*eps of it; *bad (may be NULL) is then its row. Scaling rows and columns of A alike changes nothing in this.
// As there is no pivoting, a singular A may pass whose first rows are nearly singular, too; its condition then is about eps.
br_status br_cholesky_factor(int n, const br_real *A, br_real *R, int *bad, br_real *work) BR_CHECKED;

// B (n rows of k numbers) becomes X with R'R X = B. work: 2*n*k numbers. BR_NEGATIVE: a zero on the diagonal of R.
br_status br_cholesky_solve(int n, const br_real *R, int k, br_real *B, br_real *work) BR_CHECKED;

// R becomes the factor of R'R + x x'. work: n numbers.
br_status br_cholesky_update(int n, br_real *R, const br_real *x, br_real *work) BR_CHECKED;

// R becomes the factor of R'R - x x'. work: 3*n numbers.
// BR_NEGATIVE: the result would not be positive definite to working accuracy.
br_status br_cholesky_downdate(int n, br_real *R, const br_real *x, br_real *work) BR_CHECKED;

#endif
