// fft.h - the fast Fourier transform of a power of two of complex numbers.        [host]
#ifndef BR_NUM_ALGEBRA_FFT_H
#define BR_NUM_ALGEBRA_FFT_H

#include <stdbool.h>
#include <stddef.h>

// In place, X[k] = sum over i of x[i] exp(-2 pi j i k/n), or with `inverse` +2 pi j and a factor 1/n. n is a power of two;
// re and im have n numbers each. O(n log n); error below 1e-15 log2(n) of the norm.
void br_fft(double *re, double *im, size_t n, bool inverse);

// Least power of two that is at least n.
size_t br_fft_size(size_t n);

#endif
