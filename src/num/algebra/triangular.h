// triangular.h - triangular systems: forward and back substitution, condition number. [target]
//
// R stands in rows of `row` >= n numbers, R[i*row + j]; only j >= i is read, so that the R of a QR factorisation can stay
// where it is. B has n rows of k numbers. Nothing allocates, work is fixed: safe in a control loop.
#ifndef BR_NUM_ALGEBRA_TRIANGULAR_H
#define BR_NUM_ALGEBRA_TRIANGULAR_H

#include "num/base/real.h"
#include <bristle/status.h>

// B becomes X with R X = B; transposed: R'X = B. work: n*k numbers.
// BR_NEGATIVE: R has a zero on its diagonal; BR_NOT_FINITE: an entry of R, B or X is not finite. B is then as before.
br_status br_upper_solve(int n, int row, const br_real *R, int k, br_real *B, br_real *work) BR_CHECKED;
br_status br_upper_solve_transposed(int n, int row, const br_real *R, int k, br_real *B, br_real *work) BR_CHECKED;

// S, `rows` rows of k numbers, becomes columns column[0]... of R, `rows` rows of n; zero below the diagonal of R.
void br_upper_columns(int rows, int n, const br_real *R, int k, const int *column, br_real *S);

// The estimated reciprocal condition number, in the 1-norm, of R with its columns scaled to about norm 1; squared: of R'R
// so scaled, a matrix with about 1 on its diagonal. Between 0 (singular) and 1, the same in whatever units the columns
// are; a solution with R, or with R'R, has an error of about eps over it. 0 for what is not finite; never NaN.
// work: 4*n numbers.
br_real br_upper_condition(int n, int row, const br_real *R, int squared, br_real *work);

#endif
