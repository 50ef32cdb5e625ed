// sparse.h - factors of sparse matrices with a symmetric pattern, ordered once.    [host]
//
// A = P'(L U)P without exchanges of rows: for matrices [H J'; J -e] with a definite H. The rows of H come in blocks (bodies);
// those behind are taken when all blocks that they see are done. The order and the places of all numbers are found once, by `open`; `factor` and
// `solve` allocate nothing.
#ifndef BR_MECH_SPARSE_H
#define BR_MECH_SPARSE_H

#include <bristle/status.h>

#include <stdbool.h>

enum { BR_SPARSE_MOST = 4096 }; // rows

typedef struct br_sparse {
    int n;
    int *order, *rank; // row k of the factor is row order[k] of the matrix, and back
    int *start;        // n + 1: numbers of row k of the factor, in rising columns
    int *column;
    int *diagonal;       // place of the diagonal of row k
    int *run;            // n + 1: stretches of neighbouring columns behind the diagonal of row k,
    int *first, *length; // where each begins, and how long it is
    bool *alike;         // row k + 1 sees behind its diagonal what row k sees behind column k + 1
    double *value;       // the matrix before `factor`, and then L and U
    double *work;        // n
    double *inverse;     // of the diagonal of U
} br_sparse;

// pattern: n*n, symmetric, row by row; destroyed. start: where the blocks of H begin, and H ends. BR_NO_MEMORY.
br_status br_sparse_open(br_sparse *s, int n, const int *start, int blocks, bool *pattern) BR_CHECKED;
void br_sparse_close(br_sparse *s);

int br_sparse_slot(const br_sparse *s, int row, int column); // where in value a number of the matrix stands
int br_sparse_numbers(const br_sparse *s);

// value becomes L and U. *bad: the row of the matrix whose pivot is too small or no number; BR_NEGATIVE then.
br_status br_sparse_factor(br_sparse *s, int *bad) BR_CHECKED;
void br_sparse_solve(const br_sparse *s, double *b); // b becomes the solution

#endif
