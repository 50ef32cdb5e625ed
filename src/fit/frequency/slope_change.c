// slope_change.c - friction that is not linear in the velocity, by its force at lines that are not excited.       [host]
//
// Its shape there is known: the square of the velocity where the slope of friction changes with speed, F0 + d v + c/2 v^2 + ...; the
// sign of the velocity of Coulomb friction that reverses. Its size is a least-squares fit.
#include "num/base/fp.h"

#include "fit/frequency/frf_parts.h"
#include "num/algebra/fft_any.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tau = 6.283185307179586; // 2 pi

static double frequency_of(const br_frf_bins *b, long long k)
{
    return tau * (double)k / ((double)b->period * b->dt);
}

typedef struct shape {
    double *re, *im; // spectrum: amplitudes, as those of x
    double damping;  // what it adds to the damping: its mean product with v over the mean square of v
} shape;

// Half the square of v, or its sign: the mean over a sample, as harmonics above half the sample rate would appear below it.
static double form_of(double before, double v, double behind, bool sign)
{
    double turn = br_abs(behind - before) / 4; // change in half a sample
    return !sign ? v * v / 2 : v > turn ? 1 : v < -turn ? -1 : turn > 0 ? v / turn : 0;
}

// Of the velocity at the lines: half its square, or its sign.
static br_status find_shape(const br_frf_bins *b, bool sign, shape *to)
{
    br_fft_plan plan;
    size_t n = (size_t)b->period;
    double product = 0, square = 0;
    br_status status = br_fft_plan_open(&plan, n);
    if (status != BR_OK)
        return status;
    for (long long k = b->low; k <= b->high; k++)
        if (b->excited[k]) { // j w X; its conjugate, as the transform runs forward: the real part is v
            to->re[k] = -frequency_of(b, k) * b->X[k].im;
            to->im[k] = -frequency_of(b, k) * b->X[k].re;
        }
    br_fft_any(&plan, to->re, to->im);
    memcpy(to->im, to->re, n * sizeof *to->im);
    for (size_t i = 0; i < n; i++) {
        double v = to->im[i], form = form_of(to->im[(i + n - 1) % n], v, to->im[(i + 1) % n], sign);
        product += form * v;
        square += v * v;
        to->re[i] = form * 2 / (double)n;
    }
    memset(to->im, 0, n * sizeof *to->im);
    br_fft_any(&plan, to->re, to->im);
    br_fft_plan_close(&plan);
    to->damping = square > 0 ? product / square : 0;
    return BR_OK;
}

// u/x at bin k between lines, or above the last two: k - m w^2 and d are straight lines in w^2.
static br_complex stiffness_at(const br_frf_bins *b, long long k)
{
    long long at[2] = {k < b->high ? k : b->high - 1, k < b->high ? k : b->high};
    br_complex h[2];
    while (!b->excited[at[0]])
        at[0]--;
    while (!b->excited[at[1]])
        at[1]++;
    for (int i = 0; i < 2; i++) {
        h[i] = br_complex_over((br_complex){1, 0}, b->G[at[i]]);
        h[i].im /= frequency_of(b, at[i]);
    }
    double w = frequency_of(b, k), from = frequency_of(b, at[0]), to = frequency_of(b, at[1]);
    double share = (w * w - from * from) / (to * to - from * from);
    return (br_complex){h[0].re + share * (h[1].re - h[0].re), w * (h[0].im + share * (h[1].im - h[0].im))};
}

// Size of a force of this shape, and its sd. NaN: too few bins are left out.
static void fit_shape(const br_frf_bins *b, const shape *s, double *size, double *sd)
{
    enum { LEAST = 6 };
    double squares = 0, both = 0, all = 0, bins = 0;
    for (long long k = b->low + 1; k <= b->top && b->high > b->low; k++) {
        if (b->excited[k] || !(b->noise[k] > 0))
            continue;
        br_complex r = br_complex_over((br_complex){-s->re[k], -s->im[k]}, stiffness_at(b, k));
        br_complex x = br_complex_minus(b->X[k], br_complex_times(b->G[k], b->U[k]));
        double weight = b->periods / b->noise[k];
        squares += weight * br_complex_power(r);
        both += weight * (r.re * x.re + r.im * x.im);
        all += weight * br_complex_power(x);
        bins++;
    }
    *size = *sd = (double)NAN;
    if (bins < LEAST || !(squares > 0))
        return;
    // of each part half the noise; more where this shape does not explain what is there
    double left = br_max((all - both * both / squares) / (bins - 0.5), 1);
    *size = both / squares;
    *sd = br_sqrt(left / (2 * squares));
}

br_status br_frf_slope_change(const br_frf_bins *b, br_frf *to)
{
    size_t n = (size_t)b->period;
    double *re = calloc(2 * n, sizeof *re);
    shape s = {.re = re, .im = re ? re + n : NULL};
    br_status status = re ? find_shape(b, false, &s) : BR_NO_MEMORY;
    if (status == BR_OK) {
        fit_shape(b, &s, &to->slope_change, &to->slope_change_sd);
        memset(re, 0, 2 * n * sizeof *re);
        status = find_shape(b, true, &s);
    }
    if (status == BR_OK) {
        fit_shape(b, &s, &to->reversing, &to->reversing_sd);
        to->reversing *= s.damping;
        to->reversing_sd *= s.damping;
    }
    free(re);
    return status;
}
