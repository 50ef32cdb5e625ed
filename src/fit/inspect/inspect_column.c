// inspect_column.c - one column of a log: range, resolution, clipping, spikes, stuck values. [host]
#include "num/base/fp.h"

#include "fit/inspect/inspect_parts.h"
#include "num/base/elem.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { FINE = 5, LONG = 10, STUCK = 20, SURE = 20 }; // runs that count as clipped, as stuck; changes that settle a step

static const double MULTIPLE = 0.02;                // of a step: so near to a multiple is one
static const double LARGE = 1e140, DOWN = 0x1p-600; // values whose squares may overflow, and what scales them
static const double SPIKE = 10;                     // times what 99 % of rows stand out

br_status br_column_open(br_column_state *s)
{
    memset(s, 0, sizeof *s);
    s->scale = 1;
    s->found.least = (double)INFINITY;
    s->found.most = -(double)INFINITY;
    br_status status = br_histogram_init(&s->jumps, FINE);
    if (status == BR_OK)
        status = br_histogram_init(&s->spikes, FINE);
    return status == BR_OK ? br_histogram_init(&s->ways, BR_MOTION_FINE) : status;
}

void br_column_close(br_column_state *s)
{
    br_histogram_free(&s->jumps);
    br_histogram_free(&s->spikes);
    br_histogram_free(&s->ways);
}

// ---------------------------------------------------------------- resolution

// Euclid's way to the greatest common step: what is left over of a change is a smaller step, unless it is rounding. A step
// is known the better, the more of them a change had; a change of so many that rounding hides the rest says nothing.
static void update_resolution(br_column_state *s, double change, double size)
{
    double rounding = 8 * DBL_EPSILON * size;
    if (s->grain == 0) {
        s->grain = change;
        s->multiple = 1;
        return;
    }
    double times = floor(change / s->grain + 0.5), left = fabs(change - times * s->grain);
    double unsure = rounding * (1 + times / s->multiple);
    if (unsure > 0.25 * s->grain)
        return;
    if (times >= 1 && left <= MULTIPLE * s->grain + unsure) {
        s->steps++;
        if (times > s->multiple) {
            s->multiple = times;
            s->grain = change / times;
        }
        return;
    }
    s->others++;
    left = times >= 1 ? left : change;
    if (left > 2 * unsure && s->grain > 64 * rounding) {
        s->grain = left;
        s->multiple = 1;
        s->steps = s->others = 0;
    }
}

// ---------------------------------------------------------------- extremes

static void update_extreme(br_events *e, long long *run, long long row, bool is, bool beyond)
{
    if (beyond) {
        *e = (br_events){0};
        *run = 0;
    }
    *run = is ? *run + 1 : 0;
    e->count += is;
    if (is && (e->named == 0 || (double)*run > e->value[0])) {
        e->named = 1;
        e->value[0] = (double)*run;
        e->row[0] = row - *run + 1;
    }
}

// ---------------------------------------------------------------- rows

// The row before this one stands out from both its neighbours, on the same side.
static void add_spike(br_column_state *s, long long row, double v)
{
    double before = s->last[0] - s->last[1], behind = s->last[0] - v;
    double out = (before > 0) == (behind > 0) ? br_min(br_min(fabs(before), fabs(behind)), DBL_MAX) : 0;
    br_histogram_add(&s->spikes, out);
    if (out > 0)
        br_events_largest(&s->found.spikes, row - 1, out);
}

// Adds x to a sum whose rounding errors so far are in *rest (Neumaier): 10^9 of them lose nothing.
static void add_compensated(double *sum, double *rest, double x)
{
    double all = *sum + x;
    *rest += fabs(*sum) >= fabs(x) ? (*sum - all) + x : (x - all) + *sum;
    *sum = all;
}

// Mean and squared deviations, of whatever size.
static void add_moments(br_column_state *s, double v)
{
    br_column_found *f = &s->found;
    if (s->scale == 1 && fabs(v) > LARGE) {
        s->scale = DOWN;
        f->mean *= DOWN;
        s->sum2 = s->sum2 * DOWN * DOWN;
        s->mean_rest *= DOWN;
        s->sum2_rest = s->sum2_rest * DOWN * DOWN;
    }
    double x = v * s->scale, off = (x - f->mean) - s->mean_rest;
    add_compensated(&f->mean, &s->mean_rest, off / (double)f->numbers);
    add_compensated(&s->sum2, &s->sum2_rest, off * ((x - f->mean) - s->mean_rest));
}

void br_column_add(br_column_state *s, long long row, double v)
{
    br_column_found *f = &s->found;
    if (isnan(v)) {
        br_events_add(&f->missing, row, v);
        s->has = 0;
        s->low_run = s->high_run = 0;
        return;
    }
    f->numbers++;
    add_moments(s, v);
    bool below = v<f->least, above = v> f->most;
    f->least = below ? v : f->least;
    f->most = above ? v : f->most;
    update_extreme(&f->low, &s->low_run, row, v == f->least, below);
    update_extreme(&f->high, &s->high_run, row, v == f->most, above);
    if (s->has > 0) {
        double change = br_min(fabs(v - s->last[0]), DBL_MAX);
        br_histogram_add(&s->jumps, change);
        s->changes += change > 0;
        if (change > 0)
            update_resolution(s, change, br_max(fabs(f->least), fabs(f->most)));
    }
    if (s->has > 1)
        add_spike(s, row, v);
    s->last[1] = s->last[0];
    s->last[0] = v;
    s->has += s->has < 2;
}

// ---------------------------------------------------------------- runs while the position moves

static void end_run(br_column_state *s)
{
    if (s->run.length < STUCK || !(s->run.way > 0))
        return;
    br_histogram_add(&s->ways, s->run.way);
    br_events_largest(&s->found.stuck, s->run.first, s->run.way);
}

void br_column_moved(br_column_state *s, long long row, double v, double x)
{
    if (s->run.length > 0 && s->has > 0 && v == s->last[0] && !isnan(x)) {
        s->run.length++;
        s->run.way = br_max(s->run.way, fabs(x - s->run.x));
        return;
    }
    end_run(s);
    s->run.first = row;
    s->run.length = 1;
    s->run.x = x;
    s->run.way = 0;
}

// ---------------------------------------------------------------- at the end

static bool is_clipped(const br_events *e, long long numbers)
{
    return e->named > 0 && e->value[0] >= LONG && (double)e->count > 1e-3 * (double)numbers;
}

double br_column_step(const br_column_state *s)
{
    double size = br_max(fabs(s->found.least), fabs(s->found.most));
    bool settled = s->steps >= SURE && s->others <= s->steps / 1000;
    return settled && s->grain > 512 * DBL_EPSILON * size ? s->grain : 0;
}

// Named by their ways; those that are none are dropped.
static void drop_below(br_events *e, const br_histogram *all, double least)
{
    while (e->named > 0 && !(e->value[e->named - 1] > least))
        e->named--;
    e->count = e->named == 0 ? 0 : br_histogram_above(all, least);
    e->count = e->count > e->named ? e->count : e->named;
}

double br_column_spike(const br_column_state *s)
{
    double out = SPIKE * br_histogram_quantile(&s->spikes, 0.99), usual = 5 * br_histogram_quantile(&s->jumps, 0.95);
    return br_max(br_max(out, usual), 5 * br_column_step(s));
}

void br_column_finish(br_column_state *s, br_role role, double far, br_column_found *found)
{
    br_column_found *f = &s->found;
    end_run(s);
    double variance = f->numbers > 1 ? br_max(s->sum2 + s->sum2_rest, 0) / (double)(f->numbers - 1) : 0;
    f->sd = br_min(br_sqrt(variance) / s->scale, DBL_MAX); // of two values as far apart as can be it is above that
    f->mean = (f->mean + s->mean_rest) / s->scale;
    f->constant = f->numbers > 0 && f->least == f->most;
    f->jump = br_histogram_positive(&s->jumps, 0.5);
    f->changing = s->jumps.count > 0 ? (double)s->changes / (double)s->jumps.count : 0;
    f->step = br_column_step(s);
    drop_below(&f->spikes, &s->spikes, br_column_spike(s));
    drop_below(&f->stuck, &s->ways, far);
    bool may_stay = role == BR_ROLE_TIME || role == BR_ROLE_POSITION || f->constant; // ends of a way, rest
    f->clipped_low = !may_stay && is_clipped(&f->low, f->numbers) && f->changing > 0.2;
    f->clipped_high = !may_stay && is_clipped(&f->high, f->numbers) && f->changing > 0.2;
    if (may_stay || f->changing < 0.5) // what moves by steps may stay, too
        f->stuck = (br_events){0};
    *found = *f;
}
