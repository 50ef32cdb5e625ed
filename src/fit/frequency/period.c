// period.c - the period of a log, by the autocorrelation of its force.                     [host]
#include "num/base/fp.h"

#include "fit/frequency/frf_parts.h"
#include "num/algebra/fft.h"

#include <stdlib.h>

enum { WINDOW = 1 << 19, CANDIDATES = 64 };

// One number for each `every` rows, their mean, of the force less its mean; so many.
static size_t thin_force(const br_frf_record *r, long long rows, long long every, double *to)
{
    double mean = 0;
    for (long long i = 0; i < rows; i++)
        mean += r->u[i] / (double)rows;
    size_t count = (size_t)(rows / every);
    for (size_t k = 0; k < count; k++) {
        to[k] = 0;
        for (long long i = 0; i < every; i++)
            to[k] += (r->u[(long long)k * every + i] - mean) / (double)every;
    }
    return count;
}

// In place: autocorrelation at lags 0 to n - 1, each over its overlap, as a share of the power there. size >= 2 n numbers.
static void autocorrelate(double *re, double *im, size_t n, size_t size, double *power)
{
    power[0] = 0;
    for (size_t i = 0; i < n; i++)
        power[i + 1] = power[i] + re[i] * re[i];
    for (size_t i = n; i < size; i++)
        re[i] = 0;
    for (size_t i = 0; i < size; i++)
        im[i] = 0;
    br_fft(re, im, size, false);
    for (size_t i = 0; i < size; i++) {
        re[i] = re[i] * re[i] + im[i] * im[i];
        im[i] = 0;
    }
    br_fft(re, im, size, true);
    for (size_t lag = 0; lag < n; lag++) {
        double both = (power[n - lag] + power[n] - power[lag]) / 2;
        re[lag] = both > 0 ? re[lag] / both : 0;
    }
}

// First lag behind the main peak; n: there is none.
static size_t first_dip(const double *c, size_t n)
{
    size_t i = 1;
    while (i < n && c[i] >= 0.8)
        i++;
    return i;
}

// Lags of local maxima above 0.9 that are nearly as high as the highest; at most half of the rows.
static int find_candidates(const double *c, size_t n, size_t *lag)
{
    int count = 0;
    double best = 0.9;
    size_t dip = first_dip(c, n);
    for (size_t i = dip; i + 1 < n && i <= n / 2; i++)
        best = br_max(best, c[i]);
    for (size_t i = dip; i + 1 < n && i <= n / 2 && count < CANDIDATES; i++)
        if (c[i] > 0.9 && 1 - c[i] <= 4 * (1 - best) + 1e-6 && c[i] >= c[i - 1] && c[i] > c[i + 1])
            lag[count++] = i;
    return count;
}

// Mean square of u[i + lag] - u[i], over twice the variance: 0 where lag is a period.
static double mismatch(const br_frf_record *r, long long lag)
{
    double sum = 0, square = 0, difference = 0;
    long long rows = r->n - lag;
    for (long long i = 0; i < rows; i++) {
        double d = r->u[i + lag] - r->u[i];
        sum += r->u[i];
        square += r->u[i] * r->u[i];
        difference += d * d;
    }
    double variance = square - sum * sum / (double)rows;
    return variance > 0 ? difference / (2 * variance) : 1;
}

typedef struct candidate {
    long long lag;
    double mismatch;
} candidate;

// The best lag near one of thinned rows.
static candidate refine(const br_frf_record *r, long long lag, long long every)
{
    candidate best = {lag * every, 2};
    long long reach = every > 1 ? every : 0;
    for (long long at = lag * every - reach; at <= lag * every + reach; at++)
        if (at > 0 && 2 * at <= r->n) {
            double m = mismatch(r, at);
            if (m < best.mismatch)
                best = (candidate){at, m};
        }
    return best;
}

// The shortest candidate that fits as well as the best one.
static long long choose_period(const br_frf_record *r, const size_t *lag, int count, long long every)
{
    candidate all[CANDIDATES];
    double least = 1;
    for (int i = 0; i < count; i++) {
        all[i] = refine(r, (long long)lag[i], every);
        least = br_min(least, all[i].mismatch);
    }
    for (int i = 0; i < count; i++)
        if (all[i].mismatch <= 2 * least + 1e-10 && all[i].mismatch < 0.1)
            return all[i].lag;
    return 0;
}

static br_status search_period(const br_frf_record *r, long long rows, long long every, long long *period)
{
    size_t count = (size_t)(rows / every), size = br_fft_size(2 * count), lag[CANDIDATES];
    double *re = malloc((2 * size + count + 1) * sizeof *re);
    if (!re)
        return BR_NO_MEMORY;
    thin_force(r, rows, every, re);
    autocorrelate(re, re + size, count, size, re + 2 * size);
    int found = find_candidates(re, count, lag);
    free(re);
    *period = choose_period(r, lag, found, every);
    return BR_OK;
}

// The minimum of a parabola through the mismatches beside a lag, where it is clearly lower than that of the lag itself.
static double refine_fraction(const br_frf_record *r, long long lag)
{
    double before = mismatch(r, lag - 1), at = mismatch(r, lag), after = mismatch(r, lag + 1);
    double bend = before - 2 * at + after, slope = (after - before) / 2;
    if (!(bend > 0) || !(at - slope * slope / (2 * bend) < 0.5 * at) || at < 1e-8)
        return (double)lag;
    return (double)lag - slope / bend;
}

br_status br_frf_period(const br_frf_record *r, double *period)
{
    long long lag = 0;
    br_status status = search_period(r, r->n < WINDOW ? r->n : WINDOW, 1, &lag);
    if (status == BR_OK && lag == 0 && r->n > WINDOW) // too long for that window
        status = search_period(r, r->n, (r->n + WINDOW - 1) / WINDOW, &lag);
    *period = lag > 1 ? refine_fraction(r, lag) : 0;
    return status;
}
