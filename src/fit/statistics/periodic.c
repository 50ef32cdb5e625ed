// periodic.c - a period of y over x: least squares at every frequency.             [host]
#include "num/base/fp.h"

#include "fit/statistics/median.h"
#include "fit/statistics/periodic.h"
#include "num/algebra/fft.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Bins of x; frequencies for one period in the range; bins of the shortest period; frequencies on either side that a peak is
// compared with, at least.
enum { BINS = 8192, FINE = 4, SHORTEST = 16, AROUND = 64, LEAST_ROWS = 40 };

// Rows by place: how many are in each bin, and the sum of y - mean.
typedef struct binned {
    double low, width, mean, rows;
    double *count, *sum; // BINS
} binned;

// Sums over all rows by which the sine of one frequency is fitted.
typedef struct wave_sums {
    double c, s, cc, ss, yc, ys;
    double cs;
} wave_sums;

static bool is_row(const double *x, const double *y, long long k)
{
    return isfinite(x[k]) && isfinite(y[k]);
}

// false: too few rows, or x does not move.
static bool fill_bins(long long rows, const double *x, const double *y, binned *b)
{
    double high = -HUGE_VAL;
    b->low = HUGE_VAL;
    b->mean = b->rows = 0;
    for (long long k = 0; k < rows; k++)
        if (is_row(x, y, k)) {
            b->low = br_min(b->low, x[k]);
            high = br_max(high, x[k]);
            b->mean += y[k];
            b->rows++;
        }
    if (b->rows < LEAST_ROWS || !(high > b->low))
        return false;
    b->mean /= b->rows;
    b->width = (high - b->low) / BINS;
    for (long long k = 0; k < rows; k++)
        if (is_row(x, y, k)) {
            int i = (int)((x[k] - b->low) / b->width);
            i = i < BINS ? i : BINS - 1;
            b->count[i]++;
            b->sum[i] += y[k] - b->mean;
        }
    return true;
}

// How much of the squares a sine of this frequency explains, with its coefficients.
static double explained(const binned *b, const wave_sums *w, double *cosine, double *sine)
{
    double cc = w->cc - w->c * w->c / b->rows, ss = w->ss - w->s * w->s / b->rows, cs = w->cs - w->c * w->s / b->rows;
    double det = cc * ss - cs * cs;
    *cosine = *sine = 0;
    if (!(det > 1e-3 * b->rows * b->rows / 4)) // x is nearly the same in all rows of this phase
        return 0;
    *cosine = (w->yc * ss - w->ys * cs) / det;
    *sine = (w->ys * cc - w->yc * cs) / det;
    return *cosine * w->yc + *sine * w->ys;
}

// Frequency in cycles over all bins, any number.
static double explained_at(const binned *b, double cycles, double *cosine, double *sine)
{
    const double turn = 6.283185307179586 * cycles / BINS;
    wave_sums w = {0};
    for (int i = 0; i < BINS; i++) {
        if (b->count[i] == 0)
            continue;
        double c = br_cos(turn * i), s = br_sin(turn * i), n = b->count[i];
        w.c += n * c;
        w.s += n * s;
        w.cc += n * c * c;
        w.ss += n * s * s;
        w.cs += n * c * s;
        w.yc += b->sum[i] * c;
        w.ys += b->sum[i] * s;
    }
    return explained(b, &w, cosine, sine);
}

// The same at all frequencies k/FINE cycles: sums of counts in Z's imaginary part, of y in its real part.
static void fill_periodogram(const binned *b, double *re, double *im, double *to)
{
    const int size = BINS * FINE, top = size / SHORTEST;
    memset(re, 0, (size_t)size * sizeof *re);
    memset(im, 0, (size_t)size * sizeof *im);
    memcpy(re, b->sum, BINS * sizeof *re);
    memcpy(im, b->count, BINS * sizeof *im);
    br_fft(re, im, (size_t)size, false);
    for (int k = 1; k <= top; k++) {
        int m = size - k, k2 = 2 * k, m2 = size - k2;
        double c2 = 0.5 * (im[k2] + im[m2]), s2 = 0.5 * (re[k2] - re[m2]); // sums of cos and sin of twice the angle
        wave_sums w = {.c = 0.5 * (im[k] + im[m]),
                       .s = 0.5 * (re[k] - re[m]),
                       .cc = 0.5 * (b->rows + c2),
                       .ss = 0.5 * (b->rows - c2),
                       .cs = 0.5 * s2,
                       .yc = 0.5 * (re[k] + re[m]),
                       .ys = -0.5 * (im[k] - im[m])};
        double cosine, sine;
        to[k] = explained(b, &w, &cosine, &sine);
    }
}

// The mean of what frequencies around k explain, by their median: that of squares of two normal numbers is log 2 of their mean.
static double level_around(const double *power, int top, int k, double *sorted)
{
    const double log2 = 0.6931471805599453;
    int reach = k / 2 > AROUND ? k / 2 : AROUND, n = 0;
    for (int i = k - reach; i <= k + reach; i++)
        if (i >= 1 && i <= top && (i < k - FINE || i > k + FINE))
            sorted[n++] = power[i];
    return n > 0 ? br_median(n, sorted) / log2 : 0;
}

// From the grid to the top of the peak, by thirds.
static double climb(const binned *b, int k)
{
    double low = (k - 1.0) / FINE, high = (k + 1.0) / FINE, c, s;
    for (int i = 0; i < 16; i++) {
        double left = low + (high - low) / 3, right = high - (high - low) / 3;
        if (explained_at(b, left, &c, &s) > explained_at(b, right, &c, &s))
            high = right;
        else
            low = left;
    }
    return 0.5 * (low + high);
}

static void find_peak(const binned *b, const double *power, double *sorted, br_periodic *to)
{
    const int top = BINS * FINE / SHORTEST;
    int best = 2 * FINE;
    for (int k = 2 * FINE; k <= top; k++)
        if (power[k] > power[best])
            best = k;
    double level = level_around(power, top, best, sorted), cosine, sine;
    if (!(power[best] > 0) || !(level > 0))
        return;
    double cycles = climb(b, best);
    (void)explained_at(b, cycles, &cosine, &sine);
    to->period = BINS * b->width / cycles;
    to->amplitude = br_sqrt(cosine * cosine + sine * sine);
    // bins are counted by their lower ends, and rows lie in their middle on average
    to->phase = br_atan2(sine, cosine) + 6.283185307179586 * (b->low + 0.5 * b->width) / to->period;
    to->height = power[best] / level;
}

br_status br_periodic_find(long long rows, const double *x, const double *y, br_periodic *to)
{
    const size_t size = (size_t)BINS * FINE;
    memset(to, 0, sizeof *to);
    double *memory = calloc(2 * BINS + 4 * size, sizeof *memory);
    if (!memory)
        return BR_NO_MEMORY;
    binned b = {.count = memory, .sum = memory + BINS};
    double *re = memory + (size_t)2 * BINS, *im = re + size, *power = im + size;
    if (fill_bins(rows, x, y, &b)) {
        fill_periodogram(&b, re, im, power);
        find_peak(&b, power, re, to);
    }
    free(memory);
    return BR_OK;
}
