// eigen.h - eigenvalues and eigenvectors of symmetric matrices.               [target]
#ifndef BR_NUM_ALGEBRA_EIGEN_H
#define BR_NUM_ALGEBRA_EIGEN_H

#include "num/base/real.h"
#include <bristle/status.h>

// A = V' diag(w) V, w rising: row i of V (n*n) is the unit eigenvector of w[i]. Of A the numbers on and above the diagonal
// are read. V NULL: only values. V may be A. work: 2*n*n numbers.
//
// Cyclic Jacobi: small eigenvalues of positive definite matrices whose rows differ widely in units come out to as many
// digits as the matrix scaled to a unit diagonal allows, where tridiagonal methods lose them. About n^3 work for each of
// 5 to 10 sweeps, at most 60. A call that fails changes nothing. BR_BAD_USAGE sizes or pointers; BR_NOT_FINITE an entry of
// A is not finite, or above the largest number over 2*n + 1; BR_NEGATIVE not done after 60 sweeps.
br_status br_eigen(int n, const br_real *A, br_real *w, br_real *V, br_real *work) BR_CHECKED;

#endif
