// differentiate_kalman.c - stationary Kalman filter of a position whose jerk is white noise.    [target]
//
// Exact on parabolas from the third sample on: until the stationary gain is reached, the gain is that of the parabola
// of least squares through all samples so far.
#include "num/base/fp.h"

#include "loop/signal/decay.h"
#include "loop/signal/differentiate.h"
#include "num/base/elem.h"

// From the units of white_jerk.h to those of the position.
static br_status prepare(br_differentiate *d)
{
    const br_differentiate_options *o = &d->o;
    br_real turn = BR_C(6.28318530717958647693) * o->cutoff * o->dt, dt2 = o->dt * o->dt;
    if (o->jerk != 0 && (!(o->jerk > 0) || !(o->r > 0)))
        return BR_BAD_USAGE;
    br_real index = o->jerk > 0 ? dt2 * br_r_sqrt(o->jerk / o->r * o->dt) : turn * turn * turn;
    br_status status = br_white_jerk_of(&d->filter, index);
    if (status != BR_OK)
        return status;
    d->K[0] = d->filter.K[0];
    d->K[1] = d->filter.K[1] / o->dt;
    d->K[2] = d->filter.K[2] / dt2;
    return BR_OK;
}

static void start(br_differentiate *d, br_real q)
{
    d->x = (br_motion){q, 0, 0};
    d->settled = 0;
}

static void predict(br_differentiate *d, br_real dt)
{
    d->x.q += dt * (d->x.v + BR_C(0.5) * dt * d->x.a);
    d->x.v += dt * d->x.a;
}

static void correct(br_differentiate *d, br_real q, const br_real *K)
{
    br_real e = q - d->x.q;
    d->x.q = br_decayed(d->x.q + K[0] * e);
    d->x.v = br_decayed(d->x.v + K[1] * e);
    d->x.a = br_decayed(d->x.a + K[2] * e);
}

// Sample n of the start: a line through the first two, from then on a parabola through all.
static void correct_start(br_differentiate *d, br_real q, br_real dt)
{
    br_real n = (br_real)d->samples, all = (n + 1) * (n + 2) * (n + 3) * dt;
    br_real line[3] = {1, 1 / dt, 0};
    br_real parabola[3] = {3 * (3 * n * n + 3 * n + 2) * dt / all, 18 * (2 * n + 1) / all, 60 / dt / all};
    correct(d, q, d->samples == 1 ? line : parabola);
    d->settled = parabola[2] <= d->K[2];
}

static void step(br_differentiate *d, br_real q, br_real dt)
{
    predict(d, dt);
    if (d->settled)
        correct(d, q, d->K);
    else
        correct_start(d, q, dt);
}

// Three samples in a row start it.
static void miss(br_differentiate *d, br_real dt)
{
    if (d->samples < 3)
        d->samples = 0;
    else
        predict(d, dt);
}

// With the stationary gain: those of the start would take the noise of the next position for a velocity.
static void resume(br_differentiate *d)
{
    d->settled = 1;
    d->samples = 3;
}

const br_differentiate_kind br_differentiate_kalman = {.name = "kalman",
                                                       .cutoff = BR_C(0.03),
                                                       .rings = 0,
                                                       .prepare = prepare,
                                                       .start = start,
                                                       .step = step,
                                                       .miss = miss,
                                                       .resume = resume};
