// stamps.c - how even the time stamps of a log are, and whether its positions agree with them.       [host]
#include "num/base/fp.h"

#include "num/base/order.h"
#include "num/algebra/lagrange.h"
#include "num/base/elem.h"
#include "sim/observe/stamps.h"

#include <math.h>

static const double GAP = 2.5;         // medians
static const double OFF = 0.05;        // medians: a step that far off is uneven
static const double EVEN = 0.01;       // RMS, medians: then all steps are taken as whole numbers of them
static const double CLEARLY = 2 / 3.0; // of the error along the stamps

typedef struct stamped {
    const double *t, *x;
    double median;
    bool stamps; // else row numbers
    br_release release;
} stamped;

static bool step_of(const void *of, size_t i, double *step)
{
    const stamped *w = of;
    br_release_if_due(w->release, (long long)i);
    *step = w->t[i + 1] - w->t[i];
    return true;
}

static void add_steps(br_stamps *s, long long rows, const double *t, br_release release)
{
    double sum = 0, squares = 0;
    long long count = 0, uneven = 0;
    for (long long k = 1; k < rows; k++) {
        br_release_if_due(release, k);
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

// Row i + 2 predicted by the cubic through its four neighbours; as a share of what white noise of sd 1 would leave. false: one is
// missing, or there is a gap.
static bool prediction_error(const void *of, size_t i, double *error)
{
    const stamped *w = of;
    const double *t = w->t + i + 2, *x = w->x + i + 2;
    double at[4], weight[4], sum = 0, noise = 1;
    br_release_if_due(w->release, (long long)i);
    for (int n = 0, k = -2; n < 4; n++, k += k == -1 ? 2 : 1)
        at[n] = w->stamps ? t[k] - t[0] : k;
    br_lagrange_weights(4, at, 0, weight);
    for (int n = 0, k = -2; n < 4; n++, k += k == -1 ? 2 : 1) {
        sum += weight[n] * x[k];
        noise += weight[n] * weight[n];
    }
    for (int k = -1; k <= 2; k++)
        if (t[k] - t[k - 1] > GAP * w->median)
            return false;
    *error = fabs(x[0] - sum) / br_sqrt(noise);
    return isfinite(*error);
}

// Below which 90 % of the errors are.
static double prediction_errors(stamped *w, long long rows, bool stamps)
{
    size_t all = rows > 4 ? (size_t)rows - 4 : 0, n = 0;
    double error;
    w->stamps = stamps;
    for (size_t i = 0; i < all; i++)
        n += prediction_error(w, i, &error);
    return n > 0 ? br_order_statistic(prediction_error, w, all, (size_t)(0.9 * (double)(n - 1) + 0.5)) : (double)NAN;
}

br_stamps br_stamps_of_long(long long rows, const double *t, const double *x, br_release release)
{
    br_stamps s = {.least = HUGE_VAL, .most = 0, .by_stamps = (double)NAN, .by_rows = (double)NAN};
    size_t steps = (size_t)rows - 1;
    stamped w = {.t = t, .x = x, .release = release};
    s.median = w.median = br_order_statistic(step_of, &w, steps, (size_t)(0.5 * (double)(steps - 1) + 0.5));
    add_steps(&s, rows, t, release);
    if (s.off > EVEN)
        s.base = BR_TIME_STAMPS;
    if (s.off > EVEN && x) {
        s.by_stamps = prediction_errors(&w, rows, true);
        s.by_rows = prediction_errors(&w, rows, false);
        if (s.by_rows < CLEARLY * s.by_stamps)
            s.base = BR_TIME_ROWS;
    }
    return s;
}

br_status br_stamps_of(long long rows, const double *t, const double *x, br_stamps *to)
{
    *to = br_stamps_of_long(rows, t, x, (br_release){0});
    return BR_OK;
}
