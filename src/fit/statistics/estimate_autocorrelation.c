// estimate_autocorrelation.c - covariance of a fit with autocorrelated residuals (Newey and West). [host]
#include "num/base/fp.h"

#include "fit/statistics/estimate.h"
#include "num/base/elem.h"
#include "num/algebra/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Andrews 1991 (6.2), (6.4) for Bartlett weights and an AR(1) process, from the lag-1 autocorrelation rho.
static long long lags_by_andrews(long long rows, const double *r)
{
    double pairs = 0, squares = 0, last = 0;
    for (long long i = 0; i < rows; i++) {
        pairs += last * r[i];
        squares += r[i] * r[i];
        last = r[i];
    }
    double rho = squares > 0 ? pairs / squares : 0, most = 0.99;
    rho = rho > most ? most : rho < -most ? -most : rho;
    double s = 2 * rho / (1 - rho * rho), lags = 1.1447 * br_cbrt(s * s * (double)rows);
    return lags < (double)rows / 4 ? (long long)lags + 1 : rows / 4;
}

// S: the sum over all pairs of rows of their products, weighted 1 - |i - k|/L. That is the mean over all windows of L rows,
// those that reach over an end among them, of the square of the sum within: no work for every lag. sum: n numbers.
static void newey_west_sum(int n, long long rows, const double *pull, long long L, double *sum, double *S)
{
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (long long end = 0; end < rows + L - 1; end++) {
        if (end < rows)
            br_vec_add(n, 1, pull + end * n, sum);
        if (end >= L)
            br_vec_add(n, -1, pull + (end - L) * n, sum);
        for (int j = 0; j < n; j++)
            br_vec_add(n, sum[j] / (double)L, sum, br_row(S, n, j));
    }
}

br_status br_fit_autocorrelated_covariance(const br_fit_estimate *e, long long rows, const double *pull,
                                           const double *r, double *C)
{
    int n = e->n;
    size_t square = (size_t)n * (size_t)n;
    if (rows < 4 || !(e->dof > 0) || !(e->sigma < (double)INFINITY))
        return BR_NEGATIVE;
    memcpy(C, e->covariance, square * sizeof *C);
    if (!(e->sigma > 0))
        return BR_OK; // an exact fit
    double *S = calloc(2 * square + (size_t)n, sizeof *S);
    if (!S)
        return BR_NO_MEMORY;
    double *CS = S + square, s2 = e->sigma * e->sigma, grow = (double)e->count / e->dof / (s2 * s2);
    newey_west_sum(n, rows, pull, lags_by_andrews(rows, r) + 1, CS + square, S);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            br_vec_add(n, grow * e->covariance[i * n + k], br_row_of(S, n, k), br_row(CS, n, i));
    memset(C, 0, square * sizeof *C);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            br_vec_add(n, CS[i * n + k], br_row_of(e->covariance, n, k), br_row(C, n, i));
    free(S);
    return BR_OK;
}
