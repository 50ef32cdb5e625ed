// response.c - frequency responses of an axis from multisines: mass, damping and stiffness of their limits. [host]
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "fit/curve/response.h"
#include "num/base/elem.h"
#include "num/algebra/vector.h"

#include <limits.h>
#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi

// ---------------------------------------------------------------- lines

typedef struct pair {
    double re, im;
} pair;

// Of one period: 2/n sum x exp(-i k 2 pi j/n), the amplitude of line k. wave: cos and sin of one turn, n each.
static pair component(long long n, const double *x, const double *drift, long long k, const pair *wave)
{
    pair c = {0, 0};
    long long at = 0;
    for (long long j = 0; j < n; j++) {
        double value = x[j] - (drift ? *drift * (double)j : 0);
        c.re += value * wave[at].re;
        c.im -= value * wave[at].im;
        at += k;
        at -= at >= n ? n : 0;
    }
    return (pair){2 * c.re / (double)n, 2 * c.im / (double)n};
}

static pair quotient(pair a, pair b)
{
    double size = b.re * b.re + b.im * b.im;
    return (pair){(a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size};
}

static double mean_of(long long n, const double *x)
{
    double sum = 0;
    for (long long i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

// What a period of q moves about its line of drift, mean square.
static double motion_power(long long n, const double *q, double drift)
{
    double mean = mean_of(n, q) - drift * (double)(n - 1) / 2, sum = 0;
    for (long long j = 0; j < n; j++) {
        double d = q[j] - mean - drift * (double)j;
        sum += d * d;
    }
    return sum / (double)n;
}

typedef struct spectrum {
    const br_response_record *r;
    long long periods;
    double drift; // of q from sample to sample
    pair *wave;
    double found, moved; // mean squares of q: at the lines, and all
} spectrum;

// Mean over periods, and its sd from their spread.
static br_status measure_line(spectrum *s, double f, br_response_line *to)
{
    const br_response_record *r = s->r;
    double cycles = f * (double)r->period * r->dt, re = 0, im = 0, squares = 0, P = (double)s->periods;
    long long k = (long long)(cycles + 0.5);
    if (k < 1 || 2 * k >= r->period || br_abs(cycles - (double)k) > 1e-6 * cycles)
        return BR_BAD_USAGE;
    for (long long p = 0; p < s->periods; p++) {
        long long from = r->settle + p * r->period;
        pair u = component(r->period, r->u + from, NULL, k, s->wave),
             q = component(r->period, r->q + from, &s->drift, k, s->wave), G = quotient(q, u);
        if (!(u.re * u.re + u.im * u.im > 0))
            return BR_NEGATIVE;
        s->found += (q.re * q.re + q.im * q.im) / 2;
        re += G.re / P;
        im += G.im / P;
        squares += (G.re * G.re + G.im * G.im) / P;
    }
    double spread = (squares - re * re - im * im) / 2; // of each part
    *to = (br_response_line){f, re, im, br_sqrt(spread > 0 ? spread / (P - 1) : 0)};
    return re - re == 0 && im - im == 0 ? BR_OK : BR_BAD_DATA;
}

br_status br_response_find(const br_response_record *r, int count, const double *f, br_response_line *line,
                           double *linear)
{
    if (!(r->dt > 0) || r->period < 4 || r->settle < 0 || count < 1 || r->n > LLONG_MAX / 16)
        return BR_BAD_USAGE;
    spectrum s = {.r = r, .periods = (r->n - r->settle) / r->period};
    if (s.periods < 2)
        return BR_BAD_USAGE;
    const double *first = r->q + r->settle, *last = first + (s.periods - 1) * r->period;
    s.drift = (mean_of(r->period, last) - mean_of(r->period, first)) / (double)((s.periods - 1) * r->period);
    s.wave = malloc((size_t)r->period * sizeof *s.wave);
    if (!s.wave)
        return BR_NO_MEMORY;
    for (long long j = 0; j < r->period; j++)
        s.wave[j] = (pair){br_cos(tau * (double)j / (double)r->period), br_sin(tau * (double)j / (double)r->period)};
    br_status status = BR_OK;
    for (int i = 0; i < count && status == BR_OK; i++)
        status = measure_line(&s, f[i], &line[i]);
    for (long long p = 0; p < s.periods; p++)
        s.moved += motion_power(r->period, first + p * r->period, s.drift);
    if (linear)
        *linear = s.found / s.moved;
    free(s.wave);
    return status;
}

// ---------------------------------------------------------------- limits

int br_response_names(br_response_limit limit, const char *const **name)
{
    static const char *const all[] = {"m", "d", "k"};
    *name = all;
    return limit == BR_RESPONSE_SLIDING ? 2 : 3;
}

// 1/G = k - m w^2 + i d w. An error of G is one of 1/G over |G|^2.
static void inverse_response(const br_response_line *l, int n, double *A, double *b, double *weight)
{
    double w = tau * l->f, size = l->re * l->re + l->im * l->im, least = 1e-4 * br_sqrt(size);
    const double rows[2][3] = {{-w * w, 0, 1}, {0, w, 0}};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < n; j++)
            A[i * n + j] = rows[i][j];
        weight[i] = size / (l->sd > least ? l->sd : least);
    }
    b[0] = l->re / size;
    b[1] = -l->im / size;
}

br_status br_response_fit(br_fit_estimate *e, br_response_limit limit, int count, const br_response_line *line)
{
    const char *const *name;
    int n = br_response_names(limit, &name);
    if (e->n != n || count < 2)
        return BR_BAD_USAGE;
    double *A = malloc((size_t)count * 2 * 5 * sizeof *A);
    if (!A)
        return BR_NO_MEMORY;
    double *b = br_row(A, count, 6), *weight = br_row(b, count, 2);
    for (int i = 0; i < count; i++)
        inverse_response(&line[i], n, br_row(A, n, 2 * i), br_row(b, 2, i), br_row(weight, 2, i));
    br_status status = br_linear_fit(e, 2LL * count, A, b, weight);
    free(A);
    return status;
}

double br_response_corner(double m, double d)
{
    return d / m / tau;
}

double br_response_resonance(double m, double k)
{
    return br_sqrt(k / m) / tau;
}
