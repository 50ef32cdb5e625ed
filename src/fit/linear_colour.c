// linear_colour.c - standard deviations of a regression whose residuals are not white.                 [host]
#include "num/fp.h"

#include "fit/linear.h"
#include "num/elem.h"
#include "num/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Row i of to becomes a_i r_i, weighted twice: what row i pulls at the values. r: the residuals, weighted.
static void pulls(const br_fit_estimate *e, long long rows, const double *A, const double *b, const double *weight,
                  double *to, double *r)
{
    for (long long i = 0; i < rows; i++) {
        const double *a = A + i * e->n;
        double w = weight ? weight[i] : 1, left = b[i];
        for (int j = 0; j < e->n; j++)
            left -= a[j] * e->value[j];
        r[i] = left - left == 0 ? w * left : 0;
        for (int j = 0; j < e->n; j++)
            to[i * e->n + j] = r[i] != 0 ? w * a[j] * r[i] : 0;
    }
}

// Andrews 1991 (6.2), (6.4) for triangular weights and a chain of first order.
static long long lags_for(long long rows, const double *r)
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

// S += by*(G + G'), G the sum of products of rows that are `lag` apart.
static void add_lag(int n, long long rows, const double *pull, long long lag, double by, double *S)
{
    for (long long i = lag; i < rows; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                double product = by * pull[i * n + j] * pull[(i - lag) * n + k];
                S[j * n + k] += product;
                S[k * n + j] += product;
            }
}

// C becomes C S C/s^4, C being s^2 (A'A)^-1. work: 2*n*n numbers.
static void sandwich(br_fit_estimate *e, const double *S, double *work)
{
    int n = e->n;
    double *CS = work, *C = br_row(work, n, n), s2 = e->sigma * e->sigma, grow = (double)e->count / e->dof / (s2 * s2);
    memset(work, 0, 2 * (size_t)n * (size_t)n * sizeof *work);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            br_vec_add(n, grow * e->covariance[i * n + k], br_row_of(S, n, k), br_row(CS, n, i));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            br_vec_add(n, CS[i * n + k], br_row_of(e->covariance, n, k), br_row(C, n, i));
    memcpy(e->covariance, C, (size_t)n * (size_t)n * sizeof *C);
    for (int i = 0; i < n; i++)
        if (e->sd[i] < (double)INFINITY)
            e->sd[i] = br_sqrt(C[i * n + i]);
}

br_status br_linear_coloured(br_fit_estimate *e, long long rows, const double *A, const double *b, const double *weight)
{
    size_t n = (size_t)e->n;
    if (rows < 4 || !(e->dof > 0) || !(e->sigma < (double)INFINITY))
        return BR_NEGATIVE;
    if (!(e->sigma > 0))
        return BR_OK; // nothing is left to be coloured
    double *S = calloc(3 * n * n + (size_t)rows * (n + 1), sizeof *S);
    if (!S)
        return BR_NO_MEMORY;
    double *pull = S + 3 * n * n, *r = pull + (size_t)rows * n;
    pulls(e, rows, A, b, weight, pull, r);
    long long lags = lags_for(rows, r);
    add_lag(e->n, rows, pull, 0, 0.5, S);
    for (long long lag = 1; lag <= lags; lag++)
        add_lag(e->n, rows, pull, lag, 1 - (double)lag / (double)(lags + 1), S);
    sandwich(e, S, S + n * n);
    free(S);
    return BR_OK;
}
