// stamps.c - how even the time stamps of a log are, and whether its positions agree with them.       [host]
#include "num/base/fp.h"

#include "num/base/order.h"
#include "num/algebra/lagrange.h"
#include "num/base/elem.h"
#include "sim/observe/stamps.h"

#include <math.h>
#include <stdlib.h>

static const double GAP = 2.5;         // medians
static const double OFF = 0.05;        // medians: a step that far off is uneven
static const double EVEN = 0.01;       // RMS, medians: then all steps are taken as whole numbers of them
static const double CLEARLY = 2 / 3.0; // of the error along the stamps

static double quantile(long long n, double *v, double share)
{
    qsort(v, (size_t)n, sizeof *v, br_ascending);
    return n > 0 ? v[(long long)(share * (double)(n - 1) + 0.5)] : (double)NAN;
}

static void add_steps(br_stamps *s, long long rows, const double *t)
{
    double sum = 0, squares = 0;
    long long count = 0, uneven = 0;
    for (long long k = 1; k < rows; k++) {
        double step = t[k] - t[k - 1], times = step / s->median;
        s->least = br_min(s->least, step);
        s->most = br_max(s->most, step);
        if (times > GAP)
            continue;
        double off = times - br_max(1, floor(times + 0.5));
        uneven += fabs(off) > OFF;
        squares += off * off;
        sum += step;
        count++;
    }
    s->mean = count > 0 ? sum / (double)count : s->median;
    s->uneven = count > 0 ? (double)uneven / (double)count : 0;
    s->off = count > 0 ? br_sqrt(squares / (double)count) : 0;
}

// Row k predicted by the cubic through its four neighbours; as a share of what white noise of sd 1 would leave. NaN: one is
// missing, or there is a gap.
static double prediction_error(const br_stamps *s, const double *t, const double *x, bool stamps)
{
    double at[4], w[4], sum = 0, noise = 1;
    for (int i = 0, k = -2; i < 4; i++, k += k == -1 ? 2 : 1)
        at[i] = stamps ? t[k] - t[0] : k;
    br_lagrange_weights(4, at, 0, w);
    for (int i = 0, k = -2; i < 4; i++, k += k == -1 ? 2 : 1) {
        sum += w[i] * x[k];
        noise += w[i] * w[i];
    }
    for (int k = -1; k <= 2; k++)
        if (t[k] - t[k - 1] > GAP * s->median)
            return (double)NAN;
    return fabs(x[0] - sum) / br_sqrt(noise);
}

static double prediction_errors(const br_stamps *s, long long rows, const double *t, const double *x, bool stamps,
                                double *e)
{
    long long n = 0;
    for (long long k = 2; k + 2 < rows; k++) {
        double one = prediction_error(s, t + k, x + k, stamps);
        if (isfinite(one))
            e[n++] = one;
    }
    return quantile(n, e, 0.9);
}

br_status br_stamps_of(long long rows, const double *t, const double *x, br_stamps *to)
{
    br_stamps s = {.least = HUGE_VAL, .most = 0, .by_stamps = (double)NAN, .by_rows = (double)NAN};
    double *work = malloc(((size_t)rows + 1) * sizeof *work);
    if (!work)
        return BR_NO_MEMORY;
    for (long long k = 1; k < rows; k++)
        work[k - 1] = t[k] - t[k - 1];
    s.median = quantile(rows - 1, work, 0.5);
    add_steps(&s, rows, t);
    if (s.off > EVEN)
        s.base = BR_TIME_STAMPS;
    if (s.off > EVEN && x) {
        s.by_stamps = prediction_errors(&s, rows, t, x, true, work);
        s.by_rows = prediction_errors(&s, rows, t, x, false, work);
        if (s.by_rows < CLEARLY * s.by_stamps)
            s.base = BR_TIME_ROWS;
    }
    free(work);
    *to = s;
    return BR_OK;
}
