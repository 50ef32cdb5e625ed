// histogram.c - histograms of positive numbers in fixed memory.                   [host]
//
// A bin is the first bits of a double: its exponent, and `fine` bits of its fraction.
#include "num/base/fp.h"

#include "fit/statistics/histogram.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BIAS = 1023, OCTAVES = 100 };

int br_histogram_bins(int fine)
{
    return 2 * OCTAVES << fine;
}

int br_histogram_bin(int fine, double value)
{
    BR_REQUIRE(value > 0);
    int64_t first = (int64_t)(BIAS - OCTAVES) << fine, at = (int64_t)(br_bits(value) >> (52 - fine)) - first;
    int last = br_histogram_bins(fine) - 1;
    return at < 0 ? 0 : at > last ? last : (int)at;
}

double br_histogram_value(int fine, double bin)
{
    int whole = (int)bin;
    double low = br_from_bits((uint64_t)((int64_t)whole + ((int64_t)(BIAS - OCTAVES) << fine)) << (52 - fine));
    double high = br_from_bits((uint64_t)((int64_t)whole + 1 + ((int64_t)(BIAS - OCTAVES) << fine)) << (52 - fine));
    return low + (bin - whole) * (high - low);
}

br_status br_histogram_init(br_histogram *s, int fine)
{
    size_t bins = (size_t)br_histogram_bins(fine);
    *s = (br_histogram){.fine = fine, .bin = calloc(bins, sizeof *s->bin), .sum = calloc(bins, sizeof *s->sum)};
    if (s->bin && s->sum)
        return BR_OK;
    br_histogram_free(s);
    return BR_NO_MEMORY;
}

void br_histogram_free(br_histogram *s)
{
    free(s->bin);
    free(s->sum);
    memset(s, 0, sizeof *s);
}

void br_histogram_add(br_histogram *s, double value)
{
    s->count++;
    if (!(value > 0)) {
        s->zeros++;
        return;
    }
    int bin = br_histogram_bin(s->fine, value);
    s->bin[bin]++;
    s->sum[bin] += value;
}

// The mean of the bin in which the rank-th of the numbers above 0 lies.
static double at_rank(const br_histogram *s, double rank)
{
    int last = br_histogram_bins(s->fine) - 1, bin = 0;
    double below = 0;
    for (; bin < last && below + (double)s->bin[bin] <= rank; bin++)
        below += (double)s->bin[bin];
    return s->bin[bin] > 0 ? s->sum[bin] / (double)s->bin[bin] : br_histogram_value(s->fine, bin + 0.5);
}

double br_histogram_quantile(const br_histogram *s, double p)
{
    double rank = p * (double)(s->count - 1);
    return s->count == 0 || rank < (double)s->zeros ? 0 : at_rank(s, rank - (double)s->zeros);
}

double br_histogram_positive(const br_histogram *s, double p)
{
    return s->count == s->zeros ? 0 : at_rank(s, p * (double)(s->count - s->zeros - 1));
}

long long br_histogram_above(const br_histogram *s, double value)
{
    long long n = 0;
    for (int bin = value > 0 ? br_histogram_bin(s->fine, value) + 1 : 0; bin < br_histogram_bins(s->fine); bin++)
        n += s->bin[bin];
    return n;
}
