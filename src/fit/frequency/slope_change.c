// slope_change.c - whether the slope of friction dF/dv is one over the speeds of a sliding axis.         [host]
//
// About the mean speed friction is F0 + d v + c/2 v^2 + ...: the square of the velocity is a force at lines that are not excited,
// whose shape is known. Its size is c, the change of the slope with speed.
#include "num/base/fp.h"

#include "fit/frequency/frf_parts.h"
#include "num/algebra/fft_any.h"

#include <math.h>
#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi

static double frequency_of(const br_frf_bins *b, long long k)
{
    return tau * (double)k / ((double)b->period * b->dt);
}

// Spectrum of the square of the velocity at the lines: amplitudes, as those of x.
static br_status square_velocity(const br_frf_bins *b, double *re, double *im)
{
    br_fft_plan plan;
    size_t n = (size_t)b->period;
    br_status status = br_fft_plan_open(&plan, n);
    if (status != BR_OK)
        return status;
    for (long long k = b->low; k <= b->high; k++)
        if (b->excited[k]) { // j w X; its conjugate, as the transform runs forward: the real part is v
            re[k] = -frequency_of(b, k) * b->X[k].im;
            im[k] = -frequency_of(b, k) * b->X[k].re;
        }
    br_fft_any(&plan, re, im);
    for (size_t i = 0; i < n; i++) {
        re[i] = re[i] * re[i] * 2 / (double)n;
        im[i] = 0;
    }
    br_fft_any(&plan, re, im);
    br_fft_plan_close(&plan);
    return BR_OK;
}

// u/x at bin k between lines: over w^2 it is a straight line in 1/w where mass and damping carry the force.
static br_complex stiffness_at(const br_frf_bins *b, long long k)
{
    long long at[2] = {k, k};
    br_complex h[2];
    while (!b->excited[at[0]])
        at[0]--;
    while (!b->excited[at[1]])
        at[1]++;
    for (int i = 0; i < 2; i++) {
        double w = frequency_of(b, at[i]);
        h[i] = br_complex_over((br_complex){1 / (w * w), 0}, b->G[at[i]]);
    }
    double w = frequency_of(b, k), from = 1 / frequency_of(b, at[0]), to = 1 / frequency_of(b, at[1]);
    double share = (1 / w - from) / (to - from);
    return (br_complex){w * w * (h[0].re + share * (h[1].re - h[0].re)),
                        w * w * (h[0].im + share * (h[1].im - h[0].im))};
}

br_status br_frf_slope_change(const br_frf_bins *b, double *change, double *sd)
{
    enum { LEAST = 6 };
    size_t n = (size_t)b->period;
    double *re = calloc(2 * n, sizeof *re), shape = 0, both = 0, all = 0, bins = 0;
    br_status status = re ? square_velocity(b, re, re + n) : BR_NO_MEMORY;
    for (long long k = b->low + 1; k < b->high && status == BR_OK; k++) {
        if (b->excited[k] || !(b->noise[k] > 0))
            continue;
        br_complex force = {-re[k] / 2, -re[n + (size_t)k] / 2}, r = br_complex_over(force, stiffness_at(b, k));
        br_complex x = br_complex_minus(b->X[k], br_complex_times(b->G[k], b->U[k]));
        double weight = b->periods / b->noise[k];
        shape += weight * br_complex_power(r);
        both += weight * (r.re * x.re + r.im * x.im);
        all += weight * br_complex_power(x);
        bins++;
    }
    free(re);
    *change = *sd = (double)NAN;
    if (status != BR_OK || bins < LEAST || !(shape > 0))
        return status;
    // of each part half the noise; more where this shape does not explain what is there
    double left = br_max((all - both * both / shape) / (bins - 0.5), 1);
    *change = both / shape;
    *sd = br_sqrt(left / (2 * shape));
    return BR_OK;
}
