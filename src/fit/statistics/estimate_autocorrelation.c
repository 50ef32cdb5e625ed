// estimate_autocorrelation.c - covariance of a fit with autocorrelated residuals: an autoregressive model of these. [host]
#include "num/base/fp.h"

#include "fit/statistics/estimate.h"
#include "num/algebra/vector.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER = 40 }; // of the model, at most

// r_k + a_1 r_(k-1) + ... + a_order r_(k-order) = white noise of this variance.
typedef struct autoregression {
    int order;
    double a[ORDER + 1], noise;
} autoregression;

// One order more (Burg 1975): the reflection coefficient of least forward and backward prediction errors f and b.
static void levinson_step(autoregression *m, long long rows, double *f, double *b)
{
    double product = 0, squares = 0, before[ORDER + 1];
    int p = ++m->order;
    for (long long k = p; k < rows; k++) {
        product += f[k] * b[k - 1];
        squares += f[k] * f[k] + b[k - 1] * b[k - 1];
    }
    double reflection = squares > 0 ? -2 * product / squares : 0;
    for (long long k = rows; k-- > p;) {
        double forward = f[k];
        f[k] = forward + reflection * b[k - 1];
        b[k] = b[k - 1] + reflection * forward;
    }
    memcpy(before, m->a, sizeof before);
    for (int i = 1; i <= p; i++)
        m->a[i] = before[i] + reflection * before[p - i];
    m->noise *= 1 - reflection * reflection;
}

// Poles of the model within 1 - 1/rows, its variance as it was: no log shows that residuals stay alike for longer than itself.
// Constant or periodic ones leave no noise at all with poles at 1, and their tail does not die away. h: rows numbers.
static void damp_poles(autoregression *m, long long rows, double power, double *h)
{
    double damp = 1 - 1 / (double)rows, by = 1, gain = 0;
    for (int i = 1; i <= m->order; i++)
        m->a[i] *= by *= damp;
    for (long long k = 0; k < rows; k++) { // the response to an impulse
        h[k] = k == 0;
        for (int i = 1; i <= m->order && i <= k; i++)
            h[k] -= m->a[i] * h[k - i];
        gain += h[k] * h[k];
    }
    m->noise = power / gain;
}

// The model of least AIC. work: 2*rows numbers.
static autoregression model_residuals(long long rows, const double *r, double *work)
{
    autoregression now = {.a = {1}}, best = now;
    const double rounding = 1e-20; // of the power: what is left then is predicted by chance
    double n = (double)rows, least = HUGE_VAL, power;
    for (long long k = 0; k < rows; k++) {
        work[k] = work[rows + k] = r[k];
        now.noise += r[k] * r[k] / n;
    }
    power = now.noise;
    for (;;) {
        double aic = n * br_log(now.noise) + 2 * now.order;
        if (aic < least) {
            least = aic;
            best = now;
        }
        if (now.order == ORDER || 10LL * now.order >= rows || !(now.noise > rounding * power))
            break;
        levinson_step(&now, rows, work, work + rows);
    }
    damp_poles(&best, rows, power, work);
    return best;
}

// S = J' R J with R the covariance of such residuals: R = L L' with L the filter 1/A of white noise, and L'J is J filtered
// backward, on beyond its first row until it has died away. w: (ORDER + 1)*n numbers, 0.
static void residual_gram(const autoregression *m, int n, long long rows, const double *J, double *w, double *S)
{
    double largest = 0, now = 0;
    int ring = m->order + 1, at = 0;
    for (long long k = rows - 1; k >= 0 || (k > -rows && now > 1e-8 * largest); k--) {
        double *to = w + (ptrdiff_t)at * n;
        for (int j = 0; j < n; j++)
            to[j] = k >= 0 ? J[k * n + j] : 0;
        for (int i = 1; i <= m->order; i++)
            br_vec_add(n, -m->a[i], w + (ptrdiff_t)((at - i + ring) % ring) * n, to);
        for (int j = 0; j < n; j++)
            br_vec_add(n, m->noise * to[j], to, br_row(S, n, j));
        now = br_max(0.9 * now, br_vec_dot(n, to, to));
        largest = br_max(largest, br_vec_dot(n, to, to));
        at = (at + 1) % ring;
    }
}

// By how much the long-run variance of the model is too small: of as many samples as the rows are worth, the n values use up n,
// and the bias of autoregressive coefficients (Kendall 1954) about 4.
static double bias_factor(const autoregression *m, int n, long long rows, const double *r)
{
    double sum = 0, power = 0, most = 4;
    for (int i = 0; i <= m->order; i++)
        sum += m->a[i];
    for (long long k = 0; k < rows; k++)
        power += r[k] * r[k];
    double worth = br_min(power * sum * sum / m->noise, (double)rows), left = worth - n - 4;
    return left > worth / most ? worth / left : most;
}

br_status br_fit_autocorrelated_covariance(const br_fit_estimate *e, long long rows, const double *J, const double *r,
                                           double *C)
{
    int n = e->n;
    size_t square = (size_t)n * (size_t)n, work = (ORDER + 1) * (size_t)n + 2 * (size_t)rows;
    if (rows < 4 || !(e->dof > 0) || !(e->sigma < (double)INFINITY))
        return BR_NEGATIVE;
    memcpy(C, e->covariance, square * sizeof *C);
    if (!(e->sigma > 0))
        return BR_OK; // an exact fit
    double *S = calloc(2 * square + work, sizeof *S);
    if (!S)
        return BR_NO_MEMORY;
    double *CS = S + square, *w = CS + square, s2 = e->sigma * e->sigma;
    autoregression m = model_residuals(rows, r, w + (ORDER + 1) * n);
    double grow = bias_factor(&m, n, rows, r) / (s2 * s2);
    residual_gram(&m, n, rows, J, w, S);
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
