// inspect_jump.c - jumps of the position: one change from row to row that is far larger than those around it.    [host]
//
// A change stands out from both neighbours as a spike does, and is more than three times as large as either: a single wrong position
// makes two large ones, and is a spike.
#include "num/base/fp.h"

#include "fit/inspect/inspect_parts.h"
#include "fit/inspect/spikes.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

enum { FINE = 5 };

static const double OUT = 10, USUAL = 5, LARGER = 2; // of the 99 % quantile, of the 95 % one, than a neighbour
static const double EVEN = 1.5;                      // steps of time, one over the other

br_status br_jump_open(br_jump_state *s)
{
    memset(s, 0, sizeof *s);
    br_status status = br_histogram_init(&s->out, FINE);
    if (status == BR_OK)
        status = br_histogram_init(&s->change, FINE);
    return status == BR_OK ? br_histogram_init(&s->alone, FINE) : status;
}

void br_jump_close(br_jump_state *s)
{
    br_histogram_free(&s->out);
    br_histogram_free(&s->change);
    br_histogram_free(&s->alone);
}

// The change before this one, when it is known what follows.
static void add_middle(br_jump_state *s, long long row, double next)
{
    double before = s->last[1], is = s->last[0], out = br_spike_size(before, is, next);
    br_histogram_add(&s->out, out);
    if (out > LARGER * br_max(fabs(before), fabs(next))) {
        br_histogram_add(&s->alone, fabs(is));
        br_events_largest(&s->found, row - 1, fabs(is));
    }
}

void br_jump_add(br_jump_state *s, long long row, double t, double x)
{
    double step = t - s->t, change = x - s->x;
    bool even = s->rows == 0 || (step > 0 && (s->step == 0 || (step < EVEN * s->step && s->step < EVEN * step)));
    bool finite = isfinite(x) && isfinite(t);
    if (!finite || !even || (s->rows > 0 && !isfinite(change)))
        s->rows = s->changes = 0;
    if (!finite) {
        s->step = 0;
        return;
    }
    if (s->rows > 0) {
        br_histogram_add(&s->change, fabs(change));
        if (s->changes > 1)
            add_middle(s, row, change);
        s->last[1] = s->last[0];
        s->last[0] = change;
        s->changes++;
    }
    s->step = s->rows > 0 ? step : 0;
    s->t = t;
    s->x = x;
    s->rows++;
}

void br_jump_finish(br_jump_state *s, double resolution, br_events *found)
{
    double least = br_max(br_max(OUT * br_histogram_quantile(&s->out, 0.99), USUAL * resolution),
                          USUAL * br_histogram_quantile(&s->change, 0.95));
    *found = s->found;
    while (found->named > 0 && !(found->value[found->named - 1] > least))
        found->named--;
    found->count = found->named == 0 ? 0 : br_histogram_above(&s->alone, least);
    found->count = found->count > found->named ? found->count : found->named;
}
