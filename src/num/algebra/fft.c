// fft.c - the fast Fourier transform of a power of two of complex numbers.        [host]
#include "num/base/fp.h"

#include "num/algebra/fft.h"
#include "num/base/elem.h"

static const double pi = 3.14159265358979323846;

size_t br_fft_size(size_t n)
{
    size_t size = 1;
    while (size < n)
        size *= 2;
    return size;
}

static void reverse_bits(double *re, double *im, size_t n)
{
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n / 2;
        for (; j & bit; bit /= 2)
            j ^= bit;
        j |= bit;
        if (i < j) {
            double a = re[i], b = im[i];
            re[i] = re[j], im[i] = im[j];
            re[j] = a, im[j] = b;
        }
    }
}

// Butterflies of one stage: halves of `half` numbers, the same twiddle factor for all blocks.
static void stage(double *re, double *im, size_t n, size_t half, double sign)
{
    for (size_t k = 0; k < half; k++) {
        double angle = sign * pi * (double)k / (double)half, c = br_cos(angle), s = br_sin(angle);
        for (size_t i = k; i < n; i += 2 * half) {
            size_t o = i + half;
            double a = re[o] * c - im[o] * s, b = re[o] * s + im[o] * c;
            re[o] = re[i] - a, im[o] = im[i] - b;
            re[i] += a, im[i] += b;
        }
    }
}

void br_fft(double *re, double *im, size_t n, bool inverse)
{
    reverse_bits(re, im, n);
    for (size_t half = 1; half < n; half *= 2)
        stage(re, im, n, half, inverse ? 1 : -1);
    for (size_t i = 0; inverse && i < n; i++) {
        re[i] /= (double)n;
        im[i] /= (double)n;
    }
}
