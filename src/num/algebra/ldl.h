// ldl.h - LDL' factorisation of symmetric indefinite matrices.                 [target]
//
// For KKT matrices [H A'; A 0], quasi-definite ones, and to count positive and negative eigenvalues. A definite matrix is
// better served by cholesky.h. The matrix is first scaled, by powers of two on both sides, to largest entries of about 1 in
// every row, then factored with pivots of one or two rows, each the largest there is (Bunch and Parlett 1971):
// S A S = P' L D L' P. That search costs as much as the arithmetic, and shows the rank.
//
// Nothing allocates, work is fixed by n: safe in a control loop. A call that fails changes nothing.
#ifndef BR_NUM_ALGEBRA_LDL_H
#define BR_NUM_ALGEBRA_LDL_H

#include "num/base/real.h"
#include <bristle/status.h>
#include <stddef.h>

typedef struct br_ldl {
    int n;
    int plus, minus,
        zero;      // signs of the eigenvalues; zero: rows of the scaled matrix of which rounding errors are left
    br_real rcond; // estimated reciprocal condition number of the scaled matrix, 1-norm; 0 where zero > 0
    br_real *L;    // inside: L below the diagonal, D on it and beside it,
    br_real *by;   //         S,
    br_real *work;
    int *pivot; //         the row that came to k; -1 - row for the first of a pair
} br_ldl;

// Bytes of memory that br_ldl_factor needs; 0 if n is out of range.
size_t br_ldl_bytes(int n);

// Of A (n*n) the numbers on and above the diagonal are read. memory: lent while the factor is in use, aligned for br_real.
// BR_NOT_FINITE: an entry of A is not finite. A singular A is no failure: see zero.
br_status br_ldl_factor(br_ldl *f, int n, const br_real *A, void *memory, size_t bytes) BR_CHECKED;

// b (n numbers) becomes x with A x = b. BR_NEGATIVE: A is singular to working accuracy; BR_NOT_FINITE: b or x is not finite.
br_status br_ldl_solve(const br_ldl *f, br_real *b) BR_CHECKED;

#endif
