// compensator.c - the functions of a package with a compensator.   [template]

// calls.c - what is called from outside.

// INSERT CONSTANTS

typedef struct inside {
    const void *self; // where it was begun
    br_compensate c;
    br_real spare;
#if HAS_WEIGHTS
    br_KIND e;
    br_real lent[LENT];
#endif
#if HAS_PARAMETERS
    br_real p[CAPITAL_PARAMETERS];
    br_real kept_p[CAPITAL_PARAMETERS]; // as they were valid last
#endif
#if HAS_WEIGHTS
    br_real kept_q[CAPITAL_NUMBERS], kept_most[CAPITAL_NUMBERS], kept_r[CAPITAL_MEASURED];
#endif
    br_real memory[MEMORY];
} inside;

#include "part_object.c"
#include "part_finite.c"
static br_compensate_options options(inside *w)
{
    br_compensate_options o = br_compensate_defaults(&br_compensate_COMPENSATOR, DT);
    // INSERT OPTIONS
#if HAS_LAW
    o.law.sys = &br_the_system;
    o.law.p = w->p;
    o.law.x = first_x;
    o.law.u = first_u;
    o.law.k = first_k;
    o.law.damping = first_damping;
#endif
#if HAS_WEIGHTS
    o.estimator.p = w->p;
#if IS_HORIZON
    o.estimator.horizon = &w->e;
#else
    o.estimator.filter = &w->e;
#endif
#endif
#if !HAS_PARAMETERS
    (void)w;
#endif
    return o;
}

#include "part_restore.c"
#if HAS_WEIGHTS
static br_status init_observer(inside *w)
{
    br_KIND_options o = br_KIND_defaults();
    o.sd = first_sd;
    o.q = first_q;
    o.r = first_r;
#if IS_HORIZON
    o.gate = BR_REJECT_BEYOND;
    o.horizon = INTERVALS;
    o.measured = 1;
    o.which = first_which;
    o.dt = DT;
#endif
    return br_KIND_init(&w->e, &br_the_system, &o, first_x, w->lent, sizeof w->lent);
}

#endif
int PREFIX_init(PREFIX *o)
{
    if (!o)
        return 2;
    inside *w = inside_of(o);
#if HAS_PARAMETERS
    br_vec_copy(CAPITAL_PARAMETERS, first_p, w->p);
#endif
#if HAS_WEIGHTS
    br_status status = init_observer(w);
#else
    br_status status = BR_OK;
#endif
#include "part_first_values.c"
    br_compensate_options with = options(w);
    if (status == BR_OK)
        status = br_compensate_init(&w->c, &with, w->memory, sizeof w->memory);
    w->self = status == BR_OK ? o : 0;
    return (int)status;
}

void PREFIX_reset(PREFIX *o)
{
    if (!begun(o))
        return;
    inside *w = inside_of(o);
#if HAS_PARAMETERS
    (void)restore_invalid(w);
#endif
    br_compensate_reset(&w->c);
#if HAS_WEIGHTS
#if IS_HORIZON
    br_status status = br_mhe_reset(&w->e, w->e.first);
#else
    br_status status = br_kalman_reset(&w->e, w->e.first, 0);
#endif
    (void)status; // finite numbers are not refused
#endif
}

int PREFIX_step(PREFIX *o, const PREFIX_real *u, const PREFIX_real *y)
{
    if (!begun(o) || !u || !y)
        return 2;
    inside *w = inside_of(o);
    br_motion aim = {u[0], u[1], u[2]};
#if HAS_PARAMETERS
    (void)restore_invalid(w);
#endif
    (void)br_compensate_step(&w->c, &aim, y[0], 0, w->c.o.dt);
    return 0;
}

PREFIX_real PREFIX_command(const PREFIX *o)
{
    return begun(o) ? finite_or(seen_inside(o)->c.u, 0) : 0;
}

PREFIX_real PREFIX_feedback(const PREFIX *o)
{
    return begun(o) ? finite_or(seen_inside(o)->c.feedback, 0) : 0;
}

PREFIX_real PREFIX_friction(const PREFIX *o)
{
    return begun(o) ? finite_or(seen_inside(o)->c.friction, 0) : 0;
}

PREFIX_real PREFIX_trust(const PREFIX *o)
{
    return begun(o) ? finite_or(seen_inside(o)->c.trust, 0) : 0;
}

#if HAS_WEIGHTS
#include "part_weights.c"
#else
#if HAS_PARAMETERS
PREFIX_real *PREFIX_parameters(PREFIX *o)
{
    return begun(o) ? inside_of(o)->p : 0;
}

#endif
#endif
#include "part_saved.c"
void PREFIX_compensate(PREFIX *o, int on)
{
    if (begun(o))
        inside_of(o)->c.tuning.on = on;
}

// A list, and no switch: compilers jump through tables of those.
PREFIX_real *PREFIX_setting(PREFIX *o, int i)
{
    if (!begun(o))
        return 0;
    br_compensate *c = &inside_of(o)->c;
    br_real *const all[] = {SETTING_LIST};
    return all[i >= 0 && i < SETTING ? i + 1 : 0];
}

unsigned long PREFIX_count(const PREFIX *o, int i)
{
    if (!begun(o))
        return 0;
    const br_compensate_health *h = &seen_inside(o)->c.health;
    const unsigned long all[] = {COUNT_LIST};
    return i >= 0 && i < COUNT ? all[i] : 0;
}
