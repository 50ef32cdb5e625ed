// inspect_time.c - the time column of a log: steps, gaps, duplicates, unit.       [host]
#include "num/base/fp.h"

#include "fit/inspect/inspect_parts.h"
#include "num/base/elem.h"

#include <math.h>

enum { FINE = 8 }; // steps to 0.3 %

static const double GAP = 1.5; // medians

void br_events_add(br_events *e, long long row, double value)
{
    if (e->named < BR_INSPECTOR_NAMED) {
        e->row[e->named] = row;
        e->value[e->named++] = value;
    }
    e->count++;
}

void br_events_largest(br_events *e, long long row, double value)
{
    int at = e->named;
    while (at > 0 && e->value[at - 1] < value)
        at--;
    if (at == BR_INSPECTOR_NAMED)
        return;
    e->named += e->named < BR_INSPECTOR_NAMED;
    for (int i = e->named - 1; i > at; i--) {
        e->row[i] = e->row[i - 1];
        e->value[i] = e->value[i - 1];
    }
    e->row[at] = row;
    e->value[at] = value;
}

br_status br_time_open(br_time_state *s)
{
    *s = (br_time_state){.whole = true};
    s->found.least = (double)INFINITY;
    s->found.most = -(double)INFINITY;
    return br_histogram_init(&s->steps, FINE);
}

void br_time_close(br_time_state *s)
{
    br_histogram_free(&s->steps);
}

static void add_step(br_time_state *s, long long row, double step)
{
    br_time_found *f = &s->found;
    f->least = step < f->least ? step : f->least;
    f->most = step > f->most ? step : f->most;
    if (step == 0)
        br_events_add(&f->duplicates, row, 0);
    if (step < 0)
        br_events_add(&f->backwards, row, step);
    if (step > 0) {
        br_histogram_add(&s->steps, step);
        br_events_largest(&f->gaps, row, step);
    }
}

void br_time_add(br_time_state *s, long long row, double t)
{
    if (isnan(t)) {
        br_events_add(&s->found.missing, row, t);
        return;
    }
    if (s->times++ == 0)
        s->found.start = t;
    else
        add_step(s, row, t - s->last);
    s->found.end = s->last = t;
    s->largest = fabs(t) > s->largest ? fabs(t) : s->largest;
    s->whole = s->whole && floor(t) == t;
}

// Between 2001 and 2033, in one unit or another.
static const char *since_1970(double t)
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    static const double size[] = {1e9, 1e12, 1e15, 1e18};
    for (int i = 0; i < 4; i++)
        if (t >= size[i] && t <= 2 * size[i])
            return units[i];
    return NULL;
}

// Steps are named by length; those that are no gaps are none after all.
static void select_gaps(br_time_state *s)
{
    br_events *g = &s->found.gaps;
    while (g->named > 0 && !(g->value[g->named - 1] > GAP * s->found.median))
        g->named--;
    g->count = br_histogram_above(&s->steps, GAP * s->found.median);
    g->count = g->count > g->named ? g->count : g->named;
}

// Steps within 5 % of a median around so many of them.
static long long steps_near(const br_time_state *s, double medians)
{
    double at = medians * s->found.median, off = 0.05 * s->found.median;
    return br_histogram_above(&s->steps, at - off) - br_histogram_above(&s->steps, at + off);
}

static double share_uneven(const br_time_state *s)
{
    long long all = br_histogram_above(&s->steps, 0) - br_histogram_above(&s->steps, 2.5 * s->found.median);
    return all > 0 ? (double)(all - steps_near(s, 1) - steps_near(s, 2)) / (double)all : 0;
}

void br_time_finish(br_time_state *s, br_time_found *found)
{
    br_time_found *f = &s->found;
    f->known = s->times > 1;
    if (f->known) {
        f->median = br_histogram_positive(&s->steps, 0.5);
        f->low = br_histogram_positive(&s->steps, 0.05);
        f->high = br_histogram_positive(&s->steps, 0.95);
        if (f->most - f->least <= 0.01 * fabs(f->most)) // even, be it backwards: the mean is nearer than any bin
            f->median = f->low = f->high = fabs(f->end - f->start) / (double)(s->times - 1);
        select_gaps(s);
        f->uneven = share_uneven(s);
        f->grain = br_from_bits(br_bits(s->largest) + 1) - s->largest;
        f->coarse = f->median > 0 && f->grain > 1e-3 * f->median; // 0: no step goes forward
        f->since_1970 = since_1970(f->start);
        f->perhaps_ms = !f->since_1970 && s->whole && f->median >= 0.5 && f->median <= 1000 && s->times > 10;
    }
    *found = *f;
}
