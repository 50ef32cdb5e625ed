// sampled.c - an observer at a fixed rate.                                     [target]
#include "num/base/fp.h"

#include "loop/filter/sampled.h"
#include "num/base/count.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

static br_real *carve_sampled(br_arena *a, br_sampled *s, const br_sys *sys, const br_sampled_options *o)
{
    s->u = br_arena_reals(a, br_sys_nu(sys));
    s->p = br_arena_reals(a, br_sys_np(sys));
    s->which = br_arena_ints(a, o->measured);
    return br_arena_reals(a, (int)(br_kalman_bytes(sys, &o->observer) / sizeof(br_real)));
}

size_t br_sampled_bytes(const br_sys *s, const br_sampled_options *o)
{
    br_sampled made;
    br_arena a = {0, 0};
    if (!o || !(o->dt > 0) || o->every < 1 || o->measured < 1 || !o->which || br_kalman_bytes(s, &o->observer) == 0)
        return 0;
    (void)carve_sampled(&a, &made, s, o);
    return a.used;
}

br_status br_sampled_init(br_sampled *s, const br_sys *sys, const br_sampled_options *o, const br_real *x,
                          const br_real *u, const br_real *p, void *memory, size_t bytes)
{
    br_arena a = {memory, 0};
    size_t needs = br_sampled_bytes(sys, o);
    if (!s || !memory || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    br_real *own = carve_sampled(&a, s, sys, o);
    br_vec_copy(br_sys_nu(sys), u, s->u);
    br_vec_copy(br_sys_np(sys), p, s->p);
    for (int i = 0; i < o->measured; i++)
        s->which[i] = o->which[i];
    s->measured = o->measured;
    s->every = o->every;
    s->dt = o->dt;
    s->phase = -1;
    s->blind = 0;
    return br_kalman_init(&s->observer, sys, &o->observer, x, own, br_kalman_bytes(sys, &o->observer));
}

br_status br_sampled_reset(br_sampled *s, const br_real *x)
{
    s->phase = -1;
    s->blind = 0;
    return br_kalman_reset(&s->observer, x, 0);
}

int br_sampled_doubtful(const br_sampled *s)
{
    return s->blind > s->observer.o.patience || br_kalman_doubtful(&s->observer);
}

// Whether one is missing. Inputs that stay the same to the bit while innovations do not fit count as stuck, as a velocity of 0 that
// is none: as blind as without them.
static int hold_inputs(br_sampled *s, const br_real *u)
{
    int nu = br_sys_nu(s->observer.joint.sys), left_out = 0, same = nu > 0;
    for (int i = 0; i < nu; i++) {
        left_out |= !br_gate_takes_input(u[i]);
        same &= u[i] == s->u[i];
        s->u[i] = br_gate_takes_input(u[i]) ? u[i] : s->u[i];
    }
    br_count(&s->observer.health.refused, left_out);
    int stuck = same && s->observer.alarm && s->observer.joint.ne > 0;
    s->blind = left_out || stuck ? s->blind + (s->blind <= s->observer.o.patience) : 0;
    return left_out;
}

br_status br_sampled_step(br_sampled *s, const br_real *u, const br_real *y)
{
    br_status status = s->phase < 0 ? BR_OK : br_kalman_predict(&s->observer, s->u, s->p, s->dt);
    int missing = hold_inputs(s, u), blind = s->blind > s->observer.o.patience;
    s->phase = s->phase + 1 < s->every ? s->phase + 1 : 0;
    int outputs = br_sys_ny(s->observer.joint.sys), corrected = s->phase == 0;
    for (int i = 0; i < s->measured && corrected && status == BR_OK; i++)
        if (!blind || (!missing && s->which[i] >= outputs)) // a state that is measured is known, whatever the inputs
            status = br_kalman_correct(&s->observer, s->u, s->p, s->which[i], y[i]);
    return status;
}
