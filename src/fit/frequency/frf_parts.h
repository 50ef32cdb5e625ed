// frf_parts.h - what the kinds of signals of frequency responses share.                    [host]
#ifndef BR_FIT_FREQUENCY_FRF_PARTS_H
#define BR_FIT_FREQUENCY_FRF_PARTS_H

#include "fit/frequency/frf.h"
#include "num/base/elem.h"

typedef struct br_complex {
    double re, im;
} br_complex;

static inline br_complex br_complex_minus(br_complex a, br_complex b)
{
    return (br_complex){a.re - b.re, a.im - b.im};
}

static inline br_complex br_complex_times(br_complex a, br_complex b)
{
    return (br_complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline double br_complex_power(br_complex a)
{
    return a.re * a.re + a.im * a.im;
}

static inline br_complex br_complex_over(br_complex a, br_complex b)
{
    double size = br_complex_power(b);
    return (br_complex){(a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size};
}

// Period of u in samples, by its autocorrelation, with a fraction where it is none; 0: it has none, or fewer than two. In period.c.
br_status br_frf_period(const br_frf_record *r, double *period) BR_CHECKED;

// Segments of constant frequency, at least so many cycles each. In sines.c.
typedef struct br_sine_segment {
    long long from, rows;
    double f, cycles; // Hz
    double explained; // share of the variance of u there that is the sine
} br_sine_segment;
// *count of them, to be freed. *covered: share of the rows that are in one.
br_status br_sine_segments(const br_frf_record *r, br_sine_segment **to, int *count, double *covered) BR_CHECKED;

// Bins 0 to top of the mean period of a multisine.
typedef struct br_frf_bins {
    long long period, low, high; // samples; first and last excited bin
    long long top;               // up to which harmonics are looked at
    int periods;                 // averaged
    double dt;
    const bool *excited;
    const br_complex *U, *X;
    const br_complex *G; // x/u at excited bins; at others that by which U explains X, 0 where U is noise
    const double *noise; // variance of X of one period
} br_frf_bins;
// slope_change and reversing, with their sds. NaN: not known, too few bins are left out. In slope_change.c.
br_status br_frf_slope_change(const br_frf_bins *b, br_frf *to) BR_CHECKED;

// By kind; *to is all zero but for the totals of the record.
br_status br_frf_multisine(br_frf *to, const br_frf_record *r, long long period, br_diag *why) BR_CHECKED;
br_status br_frf_stepped(br_frf *to, const br_frf_record *r, const br_sine_segment *s, int count,
                         br_diag *why) BR_CHECKED;
br_status br_frf_broadband(br_frf *to, const br_frf_record *r, long long window, br_diag *why) BR_CHECKED;

#endif
