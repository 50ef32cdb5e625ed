// median.c - median and quantiles.                                                [host]
#include "num/base/fp.h"

#include "fit/statistics/median.h"
#include "num/base/require.h"

#include <math.h>

static void swap(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

// Hoare's find: v[k] becomes what stands there in rising order, smaller ones before it, larger ones behind it.
static double select_at(long long n, double *v, long long k)
{
    long long from = 0, to = n - 1;
    while (from < to) {
        double pivot = v[from + (to - from) / 2];
        long long i = from, j = to;
        while (i <= j) {
            while (v[i] < pivot)
                i++;
            while (v[j] > pivot)
                j--;
            if (i <= j)
                swap(&v[i++], &v[j--]);
        }
        if (k <= j)
            to = j;
        else if (k >= i)
            from = i;
        else
            break;
    }
    return v[k];
}

double br_rank(long long n, double *v, double share)
{
    BR_REQUIRE(share >= 0 && share <= 1);
    if (n < 1)
        return (double)NAN;
    double at = share * (double)(n - 1);
    long long k = (long long)at;
    double low = select_at(n, v, k), high = k + 1 < n ? v[k + 1] : low;
    for (long long i = k + 2; i < n; i++)
        high = v[i] < high ? v[i] : high;
    return low + (at - (double)k) * (high - low);
}

double br_median(long long n, double *v)
{
    return br_rank(n, v, 0.5);
}
