// linear_robust.c - robust linear regression (Huber, Tukey) by iteratively reweighted least squares. [host]
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "fit/statistics/median.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 200 };
static const double huber = 1.345, tukey = 4.685; // scales, for 95 % efficiency

// psi(u)/u of Huber or Tukey
static double weight_of(br_linear_loss loss, double u)
{
    if (loss == BR_LINEAR_HUBER)
        return br_abs(u) <= huber ? 1 : huber / br_abs(u);
    double t = 1 - (u / tukey) * (u / tukey);
    return t > 0 ? t * t : 0;
}

static double psi_slope(br_linear_loss loss, double u)
{
    if (loss == BR_LINEAR_HUBER)
        return br_abs(u) <= huber;
    double s = (u / tukey) * (u / tukey);
    return s < 1 ? (1 - s) * (1 - 5 * s) : 0;
}

typedef struct robust {
    long long rows;
    const double *A, *b;
    double *r, *root, *work; // residuals, roots of the trusts, and room for a median
    double scale;
} robust;

static br_status weighted_residuals(robust *s, br_fit_estimate *e, const double *weight)
{
    br_linear l;
    br_status status = br_linear_init(&l, e->n, e->name);
    if (status == BR_OK)
        status = br_linear_add(&l, s->rows, s->A, s->b, weight);
    if (status == BR_OK)
        status = br_linear_solve(&l, 0, e);
    if (status == BR_OK)
        br_linear_residuals(&l, e, s->rows, s->A, s->b, NULL, s->r);
    br_linear_free(&l);
    return status;
}

// Half of the rows are within 0.6745 sd of a normal distribution.
static double residual_scale(const robust *s)
{
    long long n = 0;
    for (long long i = 0; i < s->rows; i++)
        if (s->r[i] - s->r[i] == 0)
            s->work[n++] = br_abs(s->r[i]);
    return br_median(n, s->work) / 0.67448975019608171;
}

static br_status reweight(robust *s, br_linear_loss loss, br_fit_estimate *e)
{
    double last = (double)INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double sum = 0;
        s->scale = residual_scale(s);
        if (!(s->scale > 0))
            return BR_OK; // more than half of the rows fit exactly
        for (long long i = 0; i < s->rows; i++) {
            double u = s->r[i] / s->scale;
            s->root[i] = u - u == 0 ? br_sqrt(weight_of(loss, u)) : 0;
            sum += s->root[i];
        }
        br_status status = weighted_residuals(s, e, s->root);
        if (status != BR_OK)
            return status;
        if (br_abs(sum - last) <= 1e-10 * sum && br_abs(residual_scale(s) - s->scale) <= 1e-10 * s->scale)
            break;
        last = sum;
    }
    return BR_OK;
}

// Huber 1981 (6.5): sigma^2 = K^2 s^2 sum psi^2/(N - n)/mean(psi')^2, K = 1 + n/N var(psi')/mean(psi')^2.
static double huber_sigma(const robust *s, br_linear_loss loss, int n)
{
    double N = 0, psi2 = 0, mean = 0, square = 0;
    for (long long i = 0; i < s->rows; i++) {
        double u = s->r[i] / s->scale, d, psi;
        if (u - u != 0)
            continue;
        d = psi_slope(loss, u);
        psi = u * weight_of(loss, u);
        N++;
        psi2 += psi * psi;
        mean += d;
        square += d * d;
    }
    mean /= N;
    double K = 1 + n / N * (square / N - mean * mean) / (mean * mean);
    return K * s->scale * br_sqrt(psi2 / (N - n)) / mean;
}

// The estimate with the covariance of the plain regressors, and the values of the weighted ones.
static br_status set_statistics(robust *s, br_linear_loss loss, br_fit_estimate *e)
{
    br_fit_estimate plain;
    br_linear l = {0};
    double sigma = huber_sigma(s, loss, e->n);
    br_status status = br_fit_estimate_init(&plain, e->n, e->name);
    if (status == BR_OK)
        status = br_linear_init(&l, e->n, e->name);
    if (status == BR_OK)
        status = br_linear_add(&l, s->rows, s->A, s->b, NULL);
    if (status == BR_OK)
        status = br_linear_solve(&l, sigma, &plain);
    if (status == BR_OK) {
        for (int i = 0; i < e->n; i++)
            plain.value[i] = e->value[i];
        plain.cost = sigma * sigma * plain.dof;
        plain.relative = br_sqrt(plain.cost / l.measured);
        plain.aic = (double)plain.count * br_log(plain.cost / (double)plain.count) + 2 * plain.rank;
        plain.bic = plain.aic + plain.rank * (br_log((double)plain.count) - 2);
        plain.whiteness = br_fit_whiteness(s->rows, s->r);
    }
    br_linear_free(&l);
    br_fit_estimate_free(status == BR_OK ? e : &plain);
    if (status == BR_OK)
        *e = plain;
    return status;
}

br_status br_linear_robust(br_fit_estimate *e, br_linear_loss loss, long long rows, const double *A, const double *b,
                           double *trust)
{
    robust s = {.rows = rows, .A = A, .b = b};
    if (rows < 1)
        return BR_NEGATIVE;
    s.r = malloc(3 * (size_t)rows * sizeof *s.r);
    if (!s.r)
        return BR_NO_MEMORY;
    s.root = s.r + rows;
    s.work = s.root + rows;
    br_status status = weighted_residuals(&s, e, NULL);
    if (status == BR_OK)
        status = reweight(&s, BR_LINEAR_HUBER, e);
    if (status == BR_OK && loss == BR_LINEAR_TUKEY)
        status = reweight(&s, loss, e);
    for (long long i = 0; i < rows && status == BR_OK && trust; i++)
        trust[i] = s.scale > 0 ? s.root[i] * s.root[i] : s.r[i] == 0;
    if (status == BR_OK && s.scale > 0)
        status = set_statistics(&s, loss, e);
    free(s.r);
    return status;
}
