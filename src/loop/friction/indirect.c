// indirect.c - drive force minus m*a, with velocity and acceleration of the same delay.   [target]
#include "num/base/fp.h"

#include "loop/friction/indirect.h"
#include "num/base/elem.h"
#include "num/algebra/vector.h"

br_indirect_options br_indirect_defaults(br_real dt)
{
    return (br_indirect_options){.low = br_lowpass_defaults(dt), .held = 1};
}

br_status br_indirect_init(br_indirect *i, const br_indirect_options *o)
{
    br_lowpass low;
    if (!i || !o || !br_is_amount(o->mass) || !br_is_amount(o->viscous) || !br_is_amount(o->most))
        return BR_BAD_USAGE;
    br_status status = br_lowpass_init(&low, &o->low);
    if (status != BR_OK)
        return status;
    br_real dt = o->low.dt < 1 ? o->low.dt : 1, most = 1 + o->mass + o->viscous;
    *i = (br_indirect){.o = *o, .v = low, .a = low, .ua = low, .largest = BR_C(1e-6) * BR_MOST / most * dt * dt};
    i->memory = br_lowpass_memory(&low) + 2;
    br_indirect_reset(i);
    return BR_OK;
}

void br_indirect_reset(br_indirect *i)
{
    i->health = (br_indirect_health){0, 0};
    i->q = i->slope = i->force[0] = i->force[1] = 0;
    i->samples = i->gap = 0;
    i->doubt = i->memory;
    br_lowpass_reset(&i->v);
    br_lowpass_reset(&i->a);
    br_lowpass_reset(&i->ua);
}

static void reset_estimate(br_indirect *i, unsigned long *count)
{
    (*count)++;
    i->doubt = i->memory;
}

// The slope of the position since the last one; where there is none, as before.
static br_real slope(br_indirect *i, br_real q, int there)
{
    i->gap += i->gap < 1 << 24;
    if (!there)
        return i->slope;
    br_real s = i->samples > 0 ? (q - i->q) / ((br_real)i->gap * i->o.low.dt) : 0;
    i->q = q;
    i->gap = 0;
    i->samples += i->samples < 2;
    return s;
}

static br_real clip(br_indirect *i, br_real ua)
{
    br_real most = i->o.most;
    if (most == 0 || br_r_abs(ua) < most)
        return ua;
    reset_estimate(i, &i->health.clipped);
    return ua < 0 ? -most : most;
}

br_indirect_sample br_indirect_step(br_indirect *i, br_real q, br_real ua)
{
    int has_q = br_r_abs(q) <= i->largest, has_ua = br_r_abs(ua) <= BR_C(1e-4) * BR_MOST, known = i->samples;
    br_real before = i->slope, force = i->o.held ? BR_C(0.5) * (i->force[0] + i->force[1]) : i->force[0];
    if (!has_q || !has_ua)
        reset_estimate(i, &i->health.missing);
    i->slope = slope(i, q, has_q);
    i->force[1] = i->force[0];
    i->force[0] = has_ua ? clip(i, ua) : i->force[0];
    if (i->samples < 2)
        return (br_indirect_sample){0, 0, 0, 0, 1};
    before = known < 2 ? i->slope : before; // the first one
    br_indirect_sample s = {
        .v = br_lowpass_step(&i->v, BR_C(0.5) * (before + i->slope)),
        .a = br_lowpass_step(&i->a, (i->slope - before) / i->o.low.dt),
        .doubtful = i->doubt > 0,
    };
    s.force = br_indirect_force(br_lowpass_step(&i->ua, force), i->o.mass, s.a);
    s.dry = br_indirect_dry(s.force, i->o.viscous, s.v);
    i->doubt -= i->doubt > 0;
    return s;
}
