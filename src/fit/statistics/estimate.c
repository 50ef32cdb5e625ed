// estimate.c - statistics of a fit: standard deviations, covariance, condition, AIC, BIC, whiteness. [host]
#include "num/base/fp.h"

#include "fit/statistics/estimate.h"
#include "num/base/chi2.h"
#include "num/base/elem.h"
#include "num/algebra/qr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000, SWEEPS = 60 };
static const double singular = 1e-11; // singular values below this share of the largest are zero
static const double shared = 1e-6;    // a parameter with more than this in a singular direction is not identifiable

br_status br_fit_estimate_init(br_fit_estimate *e, int n, const char *const *name)
{
    *e = (br_fit_estimate){0};
    if (n < 1 || n > MOST || !name)
        return BR_BAD_USAGE;
    e->memory = calloc((size_t)n * ((size_t)n + 3), sizeof *e->memory);
    if (!e->memory)
        return BR_NO_MEMORY;
    e->n = n;
    e->name = name;
    e->value = e->memory;
    e->sd = e->value + n;
    e->direction = e->sd + n;
    e->covariance = e->direction + n;
    for (int i = 0; i < n; i++)
        e->sd[i] = (double)INFINITY;
    e->condition = (double)INFINITY;
    e->sigma = e->relative = e->aic = e->bic = e->whiteness = (double)NAN;
    return BR_OK;
}

void br_fit_estimate_free(br_fit_estimate *e)
{
    free(e->memory);
    *e = (br_fit_estimate){0};
}

// ---------------------------------------------------------------- singular values

// The columns of A, n*n, scaled to norm 1, are turned until they are orthogonal (Hestenes 1958, one-sided Jacobi: small
// singular values come out to full relative accuracy): A V = columns of norm s.
typedef struct svd {
    int n;
    double *A, *V, *s, *norm; // n*n, n*n, n, and n norms of the columns before they were scaled
} svd;

static double column_product(int n, const double *A, int i, int j)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[k * n + i] * A[k * n + j];
    return sum;
}

static void rotate_columns(int n, double *A, int i, int j, double c, double s)
{
    for (int k = 0; k < n; k++) {
        double a = A[k * n + i], b = A[k * n + j];
        A[k * n + i] = c * a - s * b;
        A[k * n + j] = s * a + c * b;
    }
}

// A Jacobi rotation of columns i and j; answers whether it was needed.
static bool orthogonalise(svd *d, int i, int j)
{
    double a = column_product(d->n, d->A, i, i), b = column_product(d->n, d->A, j, j),
           p = column_product(d->n, d->A, i, j);
    if (!(br_abs(p) > 1e-15 * br_sqrt(a * b)))
        return false;
    double tau = (b - a) / (2 * p), t = (tau >= 0 ? 1 : -1) / (br_abs(tau) + br_sqrt(1 + tau * tau));
    double c = 1 / br_sqrt(1 + t * t);
    rotate_columns(d->n, d->A, i, j, c, c * t);
    rotate_columns(d->n, d->V, i, j, c, c * t);
    return true;
}

static void orthogonalise_all(svd *d)
{
    bool turned = true;
    for (int sweep = 0; sweep < SWEEPS && turned; sweep++) {
        turned = false;
        for (int i = 0; i < d->n; i++)
            for (int j = i + 1; j < d->n; j++)
                turned = orthogonalise(d, i, j) || turned;
    }
    for (int i = 0; i < d->n; i++)
        d->s[i] = br_sqrt(column_product(d->n, d->A, i, i));
}

static void scale_columns(svd *d)
{
    for (int j = 0; j < d->n; j++) {
        d->norm[j] = br_sqrt(column_product(d->n, d->A, j, j));
        if (!(d->norm[j] > 0))
            d->norm[j] = 1;
        for (int k = 0; k < d->n; k++)
            d->A[k * d->n + j] /= d->norm[j];
        d->V[j * d->n + j] = 1;
    }
}

// R, rows of n, to the n*n of the same R'R. J: rows*n numbers.
static br_status triangular_factor(int rows, int n, const double *R, double *J, double *to)
{
    double *work = malloc(((size_t)5 * (size_t)n + (size_t)rows) * sizeof *work);
    int rank;
    memcpy(J, R, (size_t)rows * (size_t)n * sizeof *J);
    br_status status = work ? br_qr_factor(rows, n, J, work, NULL, 0, &rank, work + n) : BR_NO_MEMORY;
    for (int i = 0; i < n && status == BR_OK; i++)
        for (int j = i; j < n && i < rows; j++)
            to[i * n + j] = J[i * n + j];
    free(work);
    return status;
}

// ---------------------------------------------------------------- statistics

static double largest_singular_value(const svd *d)
{
    double most = 0;
    for (int i = 0; i < d->n; i++)
        most = d->s[i] > most ? d->s[i] : most;
    return most;
}

static void set_covariance(br_fit_estimate *e, const svd *d, double least)
{
    int n = e->n;
    memset(e->covariance, 0, (size_t)n * (size_t)n * sizeof *e->covariance);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n && d->s[k] > least; i++)
            for (int j = 0; j < n; j++) {
                double u = e->sigma / d->s[k] * d->V[i * n + k] / d->norm[i];
                double v = e->sigma / d->s[k] * d->V[j * n + k] / d->norm[j];
                e->covariance[i * n + j] += u * v;
            }
    for (int i = 0; i < n; i++) {
        e->sd[i] = br_sqrt(e->covariance[i * n + i]);
        for (int k = 0; k < n; k++)
            if (!(d->s[k] > least) && br_abs(d->V[i * n + k]) > shared)
                e->sd[i] = (double)INFINITY;
    }
}

static void set_condition(br_fit_estimate *e, const svd *d, double least)
{
    int weakest = 0;
    e->rank = 0;
    for (int k = 0; k < e->n; k++) {
        e->rank += d->s[k] > least;
        weakest = d->s[k] < d->s[weakest] ? k : weakest;
    }
    double s = d->s[weakest];
    e->condition = e->rank == e->n ? largest_singular_value(d) / s : (double)INFINITY;
    for (int i = 0; i < e->n; i++)
        e->direction[i] = d->V[i * e->n + weakest] / d->norm[i] * (s > least && e->sigma > 0 ? e->sigma / s : 1);
}

static void set_statistics(br_fit_estimate *e, const svd *d, double cost, long long count, double sigma,
                           double determined)
{
    double least = singular * largest_singular_value(d), N = (double)count;
    int rank = 0;
    for (int k = 0; k < d->n; k++)
        rank += d->s[k] > least;
    double used = determined < 0 ? rank : determined;
    e->cost = cost;
    e->count = count;
    e->dof = N - used;
    e->sigma = sigma > 0 ? sigma : e->dof > 0 ? br_sqrt(cost / e->dof) : (double)INFINITY;
    e->aic = N * br_log(cost / N) + 2 * used;
    e->bic = N * br_log(cost / N) + used * br_log(N);
    set_condition(e, d, least);
    set_covariance(e, d, least);
}

br_status br_fit_estimate_statistics(br_fit_estimate *e, int rows, const double *R, double cost, long long count,
                                     double sigma, double determined)
{
    if (rows < 1 || count < 1 || !R)
        return BR_BAD_USAGE;
    if (!(cost >= 0 && cost < (double)INFINITY))
        return BR_NOT_FINITE;
    size_t n = (size_t)e->n;
    double *memory = calloc(2 * n * n + 2 * n + (size_t)rows * n, sizeof *memory);
    if (!memory)
        return BR_NO_MEMORY;
    svd d = {e->n, memory, memory + n * n, memory + 2 * n * n, memory + 2 * n * n + n};
    br_status status = triangular_factor(rows, e->n, R, d.norm + n, d.A);
    if (status == BR_OK) {
        scale_columns(&d);
        orthogonalise_all(&d);
        set_statistics(e, &d, cost, count, sigma, determined);
    }
    free(memory);
    return status;
}

// ---------------------------------------------------------------- autocorrelation of residuals

void br_fit_autocorrelation_add(br_fit_autocorrelation *w, double r)
{
    if (r != r) {
        w->held = 0;
        return;
    }
    w->sum[0] += r * r;
    w->pairs[0]++;
    for (int lag = 1; lag <= w->held; lag++) {
        w->sum[lag] += r * w->last[(w->head - lag + BR_FIT_LAGS) % BR_FIT_LAGS];
        w->pairs[lag]++;
    }
    w->last[w->head] = r;
    w->head = (w->head + 1) % BR_FIT_LAGS;
    w->held += w->held < BR_FIT_LAGS;
}

double br_fit_ljung_box(const br_fit_autocorrelation *w)
{
    double n = (double)w->pairs[0], Q = 0;
    if (n < 2 * BR_FIT_LAGS || !(w->sum[0] > 0))
        return (double)NAN;
    for (int lag = 1; lag <= BR_FIT_LAGS; lag++) {
        double rho = w->sum[lag] / w->sum[0], pairs = (double)w->pairs[lag];
        Q += pairs > 0 ? n * (n + 2) * rho * rho / pairs : 0; // with one stretch pairs = n - lag: Ljung and Box 1978
    }
    return 1 - br_chi2_cdf(Q, BR_FIT_LAGS);
}

double br_fit_autocorrelation_factor(const br_fit_autocorrelation *w)
{
    double sum = 1;
    if ((double)w->pairs[0] < 2 * BR_FIT_LAGS || !(w->sum[0] > 0))
        return (double)NAN;
    for (int lag = 1; lag <= BR_FIT_LAGS; lag++)
        sum += 2 * (1 - lag / (BR_FIT_LAGS + 1.0)) * w->sum[lag] / w->sum[0];
    return br_sqrt(br_max(sum, 1));
}

double br_fit_whiteness(long long n, const double *r)
{
    br_fit_autocorrelation w = {0};
    for (long long i = 0; i < n; i++)
        br_fit_autocorrelation_add(&w, r[i]);
    return br_fit_ljung_box(&w);
}
