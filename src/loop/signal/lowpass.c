// lowpass.c - low-pass by second-order sections of two trapezoidal integrators.   [target]
#include "num/base/fp.h"

#include "loop/signal/decay.h"
#include "loop/signal/lowpass.h"
#include "num/base/elem.h"

static const br_real PI = BR_C(3.14159265358979323846);

br_lowpass_options br_lowpass_defaults(br_real dt)
{
    return (br_lowpass_options){.dt = dt, .cutoff = BR_C(0.05) / dt, .order = 2};
}

// tan(pi cutoff dt)
static br_real warped(const br_lowpass_options *o)
{
    return br_r_tan(PI * (o->cutoff * o->dt));
}

// Butterworth: the poles stand on a circle, so far apart that all n of them and their mirror images share it evenly.
static br_real damping(const br_lowpass_options *o, int section)
{
    return o->damping > 0 ? o->damping : br_r_sin(PI * (br_real)(2 * section + 1) / (br_real)(2 * o->order));
}

br_status br_lowpass_init(br_lowpass *l, const br_lowpass_options *o)
{
    if (!l || !o || !(o->dt > 0) || !(o->cutoff > 0) || !(o->cutoff * o->dt < BR_C(0.5)))
        return BR_BAD_USAGE;
    if (o->order < 2 || o->order > 2 * BR_LOWPASS_SECTIONS || o->order % 2 != 0)
        return BR_BAD_USAGE;
    if (o->damping != 0 && (!(o->damping >= BR_C(0.05)) || !(o->damping <= 100) || o->order != 2))
        return BR_BAD_USAGE;
    br_real g = warped(o);
    if (!(g > 0) || !(g * g <= BR_MOST))
        return BR_BAD_USAGE;
    *l = (br_lowpass){.o = *o};
    for (int i = 0; i < o->order / 2; i++) {
        br_lowpass_section *s = &l->section[i];
        s->a1 = 1 / (1 + g * (g + 2 * damping(o, i)));
        s->a2 = g * s->a1;
        s->a3 = g * s->a2;
    }
    return BR_OK;
}

void br_lowpass_reset(br_lowpass *l)
{
    br_lowpass_settle(l, 0);
    l->started = 0;
    l->missing = 0;
}

void br_lowpass_settle(br_lowpass *l, br_real x)
{
    for (int i = 0; i < l->o.order / 2; i++) {
        l->section[i].s1 = 0;
        l->section[i].s2 = x;
    }
    l->x = x;
    l->started = 1;
}

static br_real pass(br_lowpass_section *s, br_real x)
{
    br_real e = x - s->s2;
    br_real band = s->a1 * s->s1 + s->a2 * e;
    br_real low = s->s2 + (s->a2 * s->s1 + s->a3 * e);
    s->s1 = br_decayed(2 * band - s->s1);
    s->s2 = br_decayed(2 * low - s->s2);
    return low;
}

br_real br_lowpass_step(br_lowpass *l, br_real x)
{
    if (!(br_r_abs(x) <= BR_C(1e-3) * BR_MOST)) {
        l->missing++;
        x = l->x;
    } else if (!l->started)
        br_lowpass_settle(l, x);
    l->x = x;
    for (int i = 0; i < l->o.order / 2; i++)
        x = pass(&l->section[i], x);
    return x;
}

br_real br_lowpass_delay(const br_lowpass *l)
{
    br_real g = warped(&l->o), sum = 0;
    for (int i = 0; i < l->o.order / 2; i++)
        sum += damping(&l->o, i) / g;
    return sum;
}

// A section decays by exp(-2 g k/slow) in k samples: slow is 1/damping or, beyond 1, twice the damping at most. The
// trapezoidal rule is no faster than two samples to a decade where g is large, and sections that decay alike add up.
int br_lowpass_memory(const br_lowpass *l)
{
    br_real g = warped(&l->o), slowest = 0;
    for (int i = 0; i < l->o.order / 2; i++) {
        br_real z = damping(&l->o, i), slow = z < 1 ? 1 / z : 2 * z;
        slowest = slow > slowest ? slow : slowest;
    }
    br_real samples = 9 * slowest * (g + 1 / g);
    return samples < 1000000000 ? (int)samples + 1 : 1000000000;
}
