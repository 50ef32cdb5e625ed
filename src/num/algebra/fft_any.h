// fft_any.h - the discrete Fourier transform of any number of complex numbers, by Bluestein's algorithm.        [host]
//
//     br_fft_plan plan;
//     br_status status = br_fft_plan_open(&plan, 1000);
//     br_fft_any(&plan, re, im); // as often as wanted
//     br_fft_plan_close(&plan);
#ifndef BR_NUM_ALGEBRA_FFT_ANY_H
#define BR_NUM_ALGEBRA_FFT_ANY_H

#include <bristle/status.h>
#include <stddef.h>

typedef struct br_fft_plan {
    size_t n, size;                // numbers; of the transforms of a power of two
    double *wave_re, *wave_im;     // n: exp(-j pi i^2/n)
    double *filter_re, *filter_im; // size: transform of its conjugate, on a ring
    double *work_re, *work_im;     // size
} br_fft_plan;

// n from 1 to 2^40. After a failure *plan is all zero.
br_status br_fft_plan_open(br_fft_plan *plan, size_t n) BR_CHECKED;
void br_fft_plan_close(br_fft_plan *plan);

// In place, X[k] = sum over i of x[i] exp(-2 pi j i k/n). O(n log n); error below 1e-14 log2(n) of the norm. The plan's
// memory is used: one call at a time.
void br_fft_any(br_fft_plan *plan, double *re, double *im);

#endif
