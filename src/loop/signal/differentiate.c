// differentiate.c - what all differentiators share: memory, missing positions, restarts.   [target]
#include "num/base/fp.h"

#include "loop/signal/differentiate.h"
#include "num/base/arena.h"
#include "num/algebra/vector.h"

enum { WINDOW_MOST = 4096, HOLD_MOST = 1000 };

br_differentiate_options br_differentiate_defaults(const br_differentiate_kind *kind, br_real dt)
{
    return (br_differentiate_options){
        .kind = kind, .dt = dt, .cutoff = kind->cutoff / dt, .order = 2, .window = 32, .hold = 100};
}

static void carve_rings(br_arena *a, br_differentiate *d, const br_differentiate_options *o)
{
    int room = o->kind->rings ? o->window + 1 : 0;
    d->q = br_arena_reals(a, room);
    d->h = br_arena_reals(a, room);
}

static int allowed(const br_differentiate_options *o)
{
    return o && o->kind && o->dt > 0 && o->dt <= BR_MOST && o->window >= 1 && o->window <= WINDOW_MOST &&
           o->hold >= 0 && o->hold <= HOLD_MOST;
}

size_t br_differentiate_bytes(const br_differentiate_options *o)
{
    br_differentiate d;
    br_arena a = {0, 0};
    if (!allowed(o))
        return 0;
    carve_rings(&a, &d, o);
    return a.used;
}

br_status br_differentiate_init(br_differentiate *d, const br_differentiate_options *o, void *memory, size_t bytes)
{
    if (!d || !allowed(o) || bytes < br_differentiate_bytes(o) || (!memory && br_differentiate_bytes(o) > 0))
        return BR_BAD_USAGE;
    br_differentiate made = {.o = *o};
    br_status status = o->kind->prepare(&made);
    if (status != BR_OK)
        return status;
    br_arena a = {memory, 0};
    if (memory)
        carve_rings(&a, &made, o);
    // a step is at least dt/2; gains and a prediction over HOLD_MOST steps stay below 1e8
    br_real h = o->dt < 1 ? o->dt : 1;
    made.largest = BR_C(1e-9) * BR_MOST * h * h;
    *d = made;
    br_differentiate_reset(d);
    return BR_OK;
}

void br_differentiate_reset(br_differentiate *d)
{
    d->health = (br_differentiate_health){0, 0, 0};
    d->x = (br_motion){0, 0, 0};
    d->samples = d->missing = d->head = 0;
    d->since = d->last = d->slope = 0;
    for (int i = 0; i < 2; i++)
        br_lowpass_reset(&d->low[i]);
}

// Without a position for too long nothing is known but where it was.
static void miss(br_differentiate *d, br_real dt)
{
    if (d->samples == 0)
        return;
    if (d->missing++ < d->o.hold) {
        d->o.kind->miss(d, dt);
        return;
    }
    d->x.v = d->x.a = 0;
    d->samples = 0;
    d->health.restarts++;
}

br_status br_differentiate_step(br_differentiate *d, br_real q, br_real dt, br_motion *to)
{
    if (!(dt >= BR_C(0.499) * d->o.dt) || !(dt <= BR_C(2.001) * d->o.dt))
        return BR_BAD_USAGE;
    d->since += dt;
    if (!(br_r_abs(q) <= d->largest)) {
        d->health.missing += q != q;
        d->health.refused += q == q;
        miss(d, dt);
    } else {
        if (d->samples == 0)
            d->o.kind->start(d, q);
        else
            d->o.kind->step(d, q, dt);
        d->samples += d->samples < 1 << 20; // enough for every use of it
        d->missing = 0;
        d->since = 0;
    }
    if (to)
        *to = d->x;
    return BR_OK;
}

void br_differentiate_shift(br_differentiate *d, br_real by)
{
    d->x.q += by;
    d->last += by;
    for (int i = 0; d->q && i <= d->o.window; i++)
        d->q[i] += by;
}
