// noise.c - white noise of a measured signal, from its own rows.                   [host]
#include "num/base/fp.h"

#include "fit/statistics/median.h"
#include "fit/statistics/noise.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = 4 };

// The divided difference over POINTS rows, whose weights have norm 1.
static double divided_difference(const double *t, const double *x)
{
    double sum = 0, norm = 0;
    for (int j = 0; j < POINTS; j++) {
        double weight = 1;
        for (int i = 0; i < POINTS; i++)
            weight *= i == j ? 1 : (t[POINTS - 1] - t[0]) / (t[j] - t[i]);
        sum += weight * x[j];
        norm += weight * weight;
    }
    return sum / br_sqrt(norm);
}

br_status br_noise_white(long long rows, const double *t, const double *x, double *sd)
{
    long long count = 0;
    double *d = malloc(((size_t)rows + 1) * sizeof *d);
    if (!d)
        return BR_NO_MEMORY;
    for (long long k = 0; k + POINTS <= rows; k++) {
        double is = fabs(divided_difference(t + k, x + k));
        if (isfinite(is))
            d[count++] = is;
    }
    *sd = count > 0 ? 1.4826 * br_median(count, d) : 0;
    free(d);
    return BR_OK;
}
