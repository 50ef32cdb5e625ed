// observation_noise.c - process and measurement noise by maximum likelihood of the innovations of a log.   [host]
//
// Thesis 4.4.4 shares noise out among the numbers (observation_defaults.c). One factor for all process noise and one for all
// sensors are those with which the innovations e, of variance S, are most likely: the mean of ln S + e^2/S is least.
// Where both are open only their ratio is searched: a common factor changes no e, and the best is the mean of e^2/S.
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/observe/observation_parts.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS = 20000, LEAST = 20 }; // rows of the log, from its start, which trials run over; innovations they need

typedef struct fit {
    br_watch *w;
    double *base;          // variances at factor 1: process noise of every number, then sensors
    double *z, *S;         // squares of normalised innovations of a trial, and their variances
    br_innovation *now;    // those of a row
    bool process, sensors; // what is open
} fit;

// Variances times these factors, as far as they are open.
static void scale(const fit *f, double process, double sensors)
{
    br_tuning *t = &f->w->ob.tuning;
    for (int i = 0; i < t->numbers; i++) {
        br_tuned *n = &t->number[i];
        n->q = n->found_q ? process * f->base[i] : n->q;
        n->r = n->found_r ? sensors * f->base[t->numbers + i] : n->r;
    }
}

// Innovations of this row; those of variance 0 are none.
static br_status filter_row(br_watch *w, long long k, br_innovation *innovation)
{
    br_status status = br_watch_predict(w, k);
    for (int i = 0; i < w->ob.observeds && k % w->ob.every == 0 && status == BR_OK; i++) {
        double y = w->measure[w->ob.observed[i].which][k];
        status = br_kalman_correct(&w->observer, w->u, w->p, w->ob.observed[i].which, y);
        if (isfinite(y))
            innovation[i] = w->observer.last;
    }
    return status;
}

// A horizon adds its noise interval by interval and knows estimated inputs by their measurement, so it is tried itself, over
// one interval: a longer one has nearly the same innovations.
static br_status open_trial(const fit *f)
{
    const br_observation_horizon *h = &f->w->o->horizon, one = {.intervals = 1, .bounds = h->bounds, .huber = h->huber};
    br_status status = br_watch_open(f->w);
    return status == BR_OK && h->intervals > 0 ? br_watch_open_horizon(f->w, &one) : status;
}

// Innovations along the log; *count is 0 where the observer leaves the finite numbers.
static br_status run_trial(const fit *f, size_t *count)
{
    br_watch *w = f->w;
    br_status status = open_trial(f);
    *count = 0;
    if (status == BR_OK && w->o->progress && !w->o->progress(w->o->context, 0))
        status = br_diag_fail(w->why, BR_NEGATIVE, "stopped");
    for (long long k = 0; k < w->log->rows && k < ROWS && status == BR_OK; k++) {
        for (int i = 0; i < w->ob.observeds; i++)
            f->now[i].variance = 0;
        status = w->o->horizon.intervals > 0 ? br_watch_horizon(w, k, f->now) : filter_row(w, k, f->now);
        for (int i = 0; i < w->ob.observeds && status == BR_OK; i++) {
            br_innovation e = f->now[i];
            if (!(e.variance > 0) || !(br_abs(e.error) <= BR_ABSURD * br_sqrt(e.variance))) // no observer takes it
                continue;
            f->S[*count] = e.variance;
            f->z[(*count)++] = e.error * e.error / e.variance;
        }
    }
    if (status != BR_NOT_FINITE)
        return status;
    *count = 0;
    return BR_OK;
}

// The common factor of all variances that is most likely: the mean of e^2/S. With a gate no square counts for more than the gate
// lets pass.
static double common_factor(const fit *f, size_t n)
{
    double gate = br_watch_gate(f->w), most = gate > 0 ? gate * gate : (double)INFINITY, factor = 1, before = 0;
    for (size_t i = 0; i < n; i++)
        before += f->z[i] / (double)n;
    for (int turn = 0; turn < 50; turn++) {
        factor = 0;
        for (size_t i = 0; i < n; i++)
            factor += br_min(f->z[i], most * before) / (double)n;
        if (!(factor < 0.999 * before))
            break;
        before = factor;
    }
    return br_max(factor, 1e-30);
}

// How unlikely the log is with the ratio 10^decades of what is open to what is not; *common: the factor of all variances.
static br_status try_ratio(const fit *f, double decades, double *common, double *unlikely)
{
    double ratio = br_exp(2.302585092994046 * decades), gate = br_watch_gate(f->w),
           most = gate > 0 ? gate * gate : (double)INFINITY;
    size_t n;
    scale(f, f->process ? ratio : 1, f->process ? 1 : ratio);
    br_status status = run_trial(f, &n);
    *common = f->process && f->sensors && n > 0 ? common_factor(f, n) : 1;
    *unlikely = n > 0 ? 0 : (double)INFINITY;
    for (size_t i = 0; i < n; i++)
        *unlikely += (br_log(*common * f->S[i]) + br_min(f->z[i] / *common, most)) / (double)n;
    return status;
}

// Steps of `step` decades to one side, as long as they help.
static br_status descend(const fit *f, double step, double *decades, double *common, double *best)
{
    br_status status = BR_OK;
    for (bool better = true; better && status == BR_OK;) {
        double at = *decades + step, factor, other;
        if (at < -12 || at > 2)
            break;
        status = try_ratio(f, at, &factor, &other);
        better = status == BR_OK && other < *best;
        if (better) {
            *best = other;
            *decades = at;
            *common = factor;
        }
    }
    return status;
}

static br_status search_ratio(const fit *f, double *decades, double *common)
{
    static const double steps[] = {-2, 2, -1, 1, -0.5, 0.5};
    double best;
    br_status status = try_ratio(f, *decades, common, &best);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == BR_OK; i++)
        status = descend(f, steps[i], decades, common, &best);
    return status;
}

// Nothing is measured better than it is resolved: a state by the factor 1, an output by a millionth of its range.
static void raise_sensors(const fit *f)
{
    br_watch *w = f->w;
    for (int k = 0; k < w->ob.observeds; k++) {
        br_tuned *n = br_watch_number(w, k);
        double range = w->ob.observed[k].range;
        bool state = w->ob.observed[k].which >= w->ob.tuning.ny;
        if (n->found_r)
            n->r =
                br_max(n->r, state ? f->base[w->ob.tuning.numbers + (n - w->ob.tuning.number)] : 1e-12 * range * range);
    }
}

static br_status likeliest_noise(fit *f)
{
    br_tuning *t = &f->w->ob.tuning;
    double decades = 0, common = 1;
    for (int i = 0; i < t->numbers; i++) {
        f->process = f->process || t->number[i].found_q;
        f->sensors = f->sensors || t->number[i].found_r;
        f->base[i] = t->number[i].q;
        f->base[t->numbers + i] = t->number[i].r;
    }
    if (!f->process && !f->sensors)
        return BR_OK;
    size_t n;
    br_status status = run_trial(f, &n);
    f->w->ob.too_short = n < LEAST;
    if (status != BR_OK || n < LEAST)
        return status;
    status = search_ratio(f, &decades, &common);
    double ratio = br_exp(2.302585092994046 * decades);
    scale(f, (f->process ? ratio : 1) * common, (f->process ? 1 : ratio) * common);
    raise_sensors(f);
    return status;
}

br_status br_watch_find_noise(br_watch *w)
{
    size_t rows = (size_t)(w->log->rows < ROWS ? w->log->rows : ROWS), most = rows * (size_t)w->ob.observeds;
    fit f = {.w = w};
    f.base = malloc((2 * (size_t)w->ob.tuning.numbers + 1) * sizeof *f.base);
    f.z = malloc((2 * most + 1) * sizeof *f.z);
    f.S = f.z ? f.z + most : NULL;
    f.now = calloc((size_t)w->ob.observeds + 1, sizeof *f.now);
    w->searching = true;
    br_status status = f.base && f.z && f.now ? likeliest_noise(&f) : BR_NO_MEMORY;
    w->searching = false;
    free(f.now);
    free(f.base);
    free(f.z);
    return status;
}
