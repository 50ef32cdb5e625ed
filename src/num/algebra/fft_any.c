// fft_any.c - the discrete Fourier transform of any number of complex numbers, by Bluestein's algorithm.        [host]
#include "num/base/fp.h"

#include "num/algebra/fft.h"
#include "num/algebra/fft_any.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// i k = (i^2 + k^2 - (k - i)^2)/2: the transform is a convolution with exp(j pi i^2/n), made on a ring of a power of two.
br_status br_fft_plan_open(br_fft_plan *plan, size_t n)
{
    *plan = (br_fft_plan){0};
    if (n < 1 || n > (size_t)1 << 40)
        return BR_BAD_USAGE;
    size_t size = br_fft_size(2 * n - 1);
    double *memory = calloc(2 * n + 4 * size, sizeof *memory);
    if (!memory)
        return BR_NO_MEMORY;
    *plan = (br_fft_plan){n,
                          size,
                          memory,
                          memory + n,
                          memory + 2 * n,
                          memory + 2 * n + size,
                          memory + 2 * n + 2 * size,
                          memory + 2 * n + 3 * size};
    size_t square = 0; // i^2 modulo 2 n
    for (size_t i = 0; i < n; i++) {
        double angle = pi * (double)square / (double)n, c = br_cos(angle), s = br_sin(angle);
        size_t back = (size - i) % size;
        plan->wave_re[i] = c, plan->wave_im[i] = -s;
        plan->filter_re[i] = plan->filter_re[back] = c;
        plan->filter_im[i] = plan->filter_im[back] = s;
        square = (square + 2 * i + 1) % (2 * n);
    }
    br_fft(plan->filter_re, plan->filter_im, size, false);
    return BR_OK;
}

void br_fft_plan_close(br_fft_plan *plan)
{
    free(plan->wave_re);
    *plan = (br_fft_plan){0};
}

// a *= b, complex
static void multiply(size_t n, double *a_re, double *a_im, const double *b_re, const double *b_im)
{
    for (size_t i = 0; i < n; i++) {
        double re = a_re[i] * b_re[i] - a_im[i] * b_im[i];
        a_im[i] = a_re[i] * b_im[i] + a_im[i] * b_re[i];
        a_re[i] = re;
    }
}

void br_fft_any(br_fft_plan *plan, double *re, double *im)
{
    size_t n = plan->n, size = plan->size;
    memcpy(plan->work_re, re, n * sizeof *re);
    memcpy(plan->work_im, im, n * sizeof *im);
    memset(plan->work_re + n, 0, (size - n) * sizeof *re);
    memset(plan->work_im + n, 0, (size - n) * sizeof *im);
    multiply(n, plan->work_re, plan->work_im, plan->wave_re, plan->wave_im);
    br_fft(plan->work_re, plan->work_im, size, false);
    multiply(size, plan->work_re, plan->work_im, plan->filter_re, plan->filter_im);
    br_fft(plan->work_re, plan->work_im, size, true);
    memcpy(re, plan->work_re, n * sizeof *re);
    memcpy(im, plan->work_im, n * sizeof *im);
    multiply(n, re, im, plan->wave_re, plan->wave_im);
}
