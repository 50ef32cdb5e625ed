// differentiate_window.c - velocity over the longest window that a line fits (adaptive windowing).   [target]
//
// First-order adaptive windowing: F. Janabi-Sharifi, V. Hayward, C.-S. J. Chen, IEEE Trans. Control Systems Technology
// 8(6), 2000; paper 003, section V. The line through the newest sample and one n before it passes within the band of
// all samples in between if its slope lies within the cones that the newest sample sees them in: one pass over the
// window.
#include "num/base/fp.h"

#include "loop/signal/differentiate_accelerate.h"
#include "num/algebra/vector.h"

static br_status prepare(br_differentiate *d)
{
    br_lowpass_options low = {d->o.dt, d->o.cutoff, d->o.order, d->o.damping};
    if (!(d->o.band > 0) || !(d->o.band <= BR_MOST))
        return BR_BAD_USAGE;
    return br_lowpass_init(&d->low[1], &low);
}

static void push_sample(br_differentiate *d, br_real q, br_real h)
{
    d->head = d->head < d->o.window ? d->head + 1 : 0;
    d->q[d->head] = q;
    d->h[d->head] = h;
}

static void start(br_differentiate *d, br_real q)
{
    d->x = (br_motion){q, 0, 0};
    push_sample(d, q, 0);
}

typedef struct sums {
    br_real n, t, q, tq, tt;
} sums;

static void add_sample(sums *s, br_real t, br_real q)
{
    s->n += 1;
    s->t += t;
    s->q += q;
    s->tq += t * q;
    s->tt += t * t;
}

// The slope of the line of least squares.
static br_real fitted(const sums *s)
{
    return (s->n * s->tq - s->t * s->q) / (s->n * s->tt - s->t * s->t);
}

static br_real velocity(const br_differentiate *d)
{
    int most = d->samples < d->o.window ? d->samples : d->o.window, at = d->head;
    br_real lo = -BR_MOST, hi = BR_MOST, t = 0, v = 0;
    sums s = {1, 0, 0, 0, 0}, taken = s; // the newest sample is at 0, 0
    for (int n = 1; n <= most && lo <= hi; n++) {
        t += d->h[at];
        at = at > 0 ? at - 1 : d->o.window;
        br_real back = d->q[d->head] - d->q[at], slope = back / t, cone = d->o.band / t;
        add_sample(&s, -t, -back);
        if (slope >= lo && slope <= hi) {
            v = slope;
            taken = s;
        }
        lo = slope - cone > lo ? slope - cone : lo;
        hi = slope + cone < hi ? slope + cone : hi;
    }
    return d->o.best ? fitted(&taken) : v;
}

static void step(br_differentiate *d, br_real q, br_real dt)
{
    push_sample(d, q, d->since);
    d->x.q = q;
    br_differentiate_velocity(d, velocity(d), dt);
}

// The velocity stands.
static void miss(br_differentiate *d, br_real dt)
{
    if (d->samples > 1)
        br_differentiate_velocity(d, d->x.v, dt);
}

// The window begins with two positions: this one, and one where the axis was a step ago.
static void resume(br_differentiate *d)
{
    push_sample(d, d->x.q - d->o.dt * d->x.v, 0);
    push_sample(d, d->x.q, d->o.dt);
    d->samples = 2;
    br_lowpass_settle(&d->low[1], d->x.a);
}

const br_differentiate_kind br_differentiate_window = {.name = "window",
                                                       .cutoff = BR_C(0.05),
                                                       .rings = 1,
                                                       .prepare = prepare,
                                                       .start = start,
                                                       .step = step,
                                                       .miss = miss,
                                                       .resume = resume};
