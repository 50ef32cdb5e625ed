// estimate_jackknife.c - covariance of a fit from how its values move when a part of the rows is left out (jackknife). [host]
//
// Quenouille 1956, Tukey 1958, over blocks of rows; linearised at the fit: without block c it moves by
// (J'J - Jc'Jc)^-1 Jc'rc. Nothing is assumed of the residuals within a block: they may be all alike, as those of a rounded position
// are while an axis rests, or small here and large there.
#include "num/base/fp.h"

#include "fit/statistics/estimate.h"
#include "num/algebra/cholesky.h"
#include "num/algebra/vector.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Student's t over the normal quantile, both at 95 % and two-sided: an interval of 2 standard deviations holds as often as of many
// blocks.
static double few_blocks_factor(int freedom)
{
    return 1 + 1.22 / freedom + 1.5 / ((double)freedom * freedom);
}

// A = J'J and g = J'r of rows from..to, columns over their length.
static void add_block(int n, long long from, long long to, const double *J, const double *r, const double *length,
                      double *A, double *g)
{
    for (long long k = from; k < to; k++)
        for (int i = 0; i < n; i++) {
            double c = J[k * n + i] / length[i];
            g[i] += c * r[k];
            for (int j = 0; j <= i; j++)
                A[i * n + j] += c * (J[k * n + j] / length[j]);
        }
}

// move = (whole - A)^-1 g; left: 3*n*n + 2*n numbers. false: without this block some parameter is not identifiable.
static bool leave_out(int n, const double *whole, const double *A, const double *g, double *left, double *move)
{
    double *factor = left + n * n, *work = factor + n * n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            left[i * n + j] = left[j * n + i] = whole[i * n + j] - A[i * n + j];
    memcpy(move, g, (size_t)n * sizeof *move);
    for (int i = 0; i < n; i++)
        if (!(left[i * n + i] > 1e-9)) // of 1: rounding
            return false;
    return br_cholesky_factor(n, left, factor, NULL, work) == BR_OK &&
           br_cholesky_solve(n, factor, 1, move, work) == BR_OK && br_vec_finite(n, move);
}

br_status br_fit_jackknife_covariance(int n, const double *R, const double *J, const double *r, const long long *first,
                                      int blocks, double *C)
{
    size_t square = (size_t)n * (size_t)n;
    double *memory = calloc(5 * square + 6 * (size_t)n + 1, sizeof *memory);
    bool all = n > 0 && blocks > 2;
    if (!memory)
        return BR_NO_MEMORY;
    double *whole = memory, *A = whole + square, *left = A + square, *length = left + 3 * square + 2 * n,
           *g = length + n, *move = g + n;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k <= i; k++)
            length[i] += R[k * n + i] * R[k * n + i];
        length[i] = br_sqrt(length[i]);
        all = all && length[i] > 0;
    }
    for (int i = 0; i < n && all; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k <= j; k++)
                whole[i * n + j] += R[k * n + i] / length[i] * (R[k * n + j] / length[j]);
    memset(C, 0, square * sizeof *C);
    double factor = few_blocks_factor(blocks - 1), grow = factor * factor * (blocks - 1) / blocks;
    for (int c = 0; c < blocks && all; c++) {
        memset(A, 0, square * sizeof *A);
        memset(g, 0, (size_t)n * sizeof *g);
        add_block(n, first[c], first[c + 1], J, r, length, A, g);
        all = leave_out(n, whole, A, g, left, move);
        for (int i = 0; i < n && all; i++)
            for (int j = 0; j < n; j++)
                C[i * n + j] += grow * (move[i] / length[i]) * (move[j] / length[j]);
    }
    free(memory);
    return all ? BR_OK : BR_NEGATIVE;
}
