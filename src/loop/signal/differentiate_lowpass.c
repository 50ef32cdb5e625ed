// differentiate_lowpass.c - finite differences of first order, each through a low-pass (thesis 4.4.1).  [target]
#include "num/base/fp.h"

#include "loop/signal/differentiate_accelerate.h"

static br_status prepare(br_differentiate *d)
{
    br_lowpass_options low = {d->o.dt, d->o.cutoff, d->o.order, d->o.damping};
    br_status status = br_lowpass_init(&d->low[0], &low);
    d->low[1] = d->low[0];
    return status;
}

static void start(br_differentiate *d, br_real q)
{
    d->x = (br_motion){q, 0, 0};
    d->last = q;
    br_lowpass_reset(&d->low[0]); // starts at the first difference: the axis may be moving
}

static void filter(br_differentiate *d, br_real dt)
{
    br_differentiate_velocity(d, br_lowpass_step(&d->low[0], d->slope), dt);
}

static void step(br_differentiate *d, br_real q, br_real dt)
{
    d->slope = (q - d->last) / d->since;
    d->x.q = d->last = q;
    filter(d, dt);
}

// The last difference stands.
static void miss(br_differentiate *d, br_real dt)
{
    if (d->samples > 1)
        filter(d, dt);
}

static void resume(br_differentiate *d)
{
    d->last = d->x.q;
    d->slope = d->x.v;
    d->samples = 2;
    br_lowpass_settle(&d->low[0], d->x.v);
    br_lowpass_settle(&d->low[1], d->x.a);
}

const br_differentiate_kind br_differentiate_lowpass = {.name = "lowpass",
                                                        .cutoff = BR_C(0.05),
                                                        .rings = 0,
                                                        .prepare = prepare,
                                                        .start = start,
                                                        .step = step,
                                                        .miss = miss,
                                                        .resume = resume};
