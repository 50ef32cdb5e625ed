// observer.c - the functions of a package with a Kalman filter or a moving horizon.   [template]

// calls.c - what is called from outside.

// INSERT CONSTANTS

typedef struct inside {
    const void *self; // where it was begun
#if IS_HORIZON
    br_mhe m;
#if IS_MIXED
    br_elsewhere in_float;
    double half[CAPITAL_FLOAT];
#endif
    br_real p[CAPITAL_PARAMETERS + 1], u[CAPITAL_INPUTS + 1];
    int phase; // samples since the last correction
#else
    br_sampled s;
#endif
#if HAS_PARAMETERS
    br_real kept_p[CAPITAL_PARAMETERS]; // as they were valid last
#endif
    br_real kept_q[CAPITAL_NUMBERS], kept_most[CAPITAL_NUMBERS], kept_r[CAPITAL_MEASURED];
    br_real memory[MEMORY];
} inside;

#include "part_object.c"
#include "part_nan.c"
#include "part_finite.c"
#if IS_HORIZON
static br_mhe_options options(void)
{
    br_mhe_options o = br_mhe_defaults();
    o.joint.estimate = first_estimate;
    o.joint.estimates = ESTIMATES;
#if !IS_MIXED
    o.joint.flow.kind = &br_integrator_FLOW;
#endif
#if HAS_SUBSTEPS
    o.joint.flow.substeps = o.joint.flow.most = SUBSTEPS;
#endif
    o.horizon = INTERVALS;
    o.measured = MEASUREMENTS;
    o.which = first_which;
    o.r = first_r;
    o.sd = first_sd;
    o.most = first_most;
    o.q = first_q;
    o.low = first_low;
    o.high = first_high;
    o.arrival = (br_mhe_arrival)ARRIVAL;
    o.shared = SHARED;
    o.noise_in_arrival = NOISE_IN_ARRIVAL;
    o.kkt = 1;
    o.iterations = ITERATIONS;
    o.halvings = HALVINGS;
    o.dt = DT;
    o.inputs = EVERY;
    o.levenberg = LEVENBERG;
    o.huber = HUBER;
    o.gate = GATE;
    return o;
}

#else
static br_sampled_options options(void)
{
    br_sampled_options o = {
        .observer = br_kalman_defaults(), .every = EVERY, .which = first_which, .measured = MEASUREMENTS};
    o.dt = DT;
    o.observer.kind = &br_kalman_FILTER;
    o.observer.joint.flow.kind = &br_integrator_FLOW;
#if HAS_SUBSTEPS
    o.observer.joint.flow.substeps = o.observer.joint.flow.most = SUBSTEPS;
#endif
    o.observer.joint.estimate = first_estimate;
    o.observer.joint.estimates = ESTIMATES;
#if HAS_PARTICLES
    o.observer.particles = PARTICLES;
#endif
    o.observer.gate = GATE;
    o.observer.sd = first_sd;
    o.observer.most = first_most;
    o.observer.q = first_q;
    o.observer.r = first_r;
    return o;
}

#endif
#include "part_restore.c"
#if IS_MIXED
#include "part_in_float.c"
#endif
int PREFIX_init(PREFIX *o)
{
    if (!o)
        return 2;
    inside *w = inside_of(o);
#if IS_HORIZON
    br_mhe_options with = options();
    w->self = 0;
    w->phase = -1;
    br_vec_copy(CAPITAL_PARAMETERS, first_p, w->p);
    br_vec_copy(CAPITAL_INPUTS, first_u, w->u);
#if IS_MIXED
    w->in_float = in_float(w->half);
    with.joint.elsewhere = &w->in_float;
    if (PREFIX_begin_in_float(w->half) != 0)
        return (int)BR_BAD_USAGE;
#endif
    int status = (int)br_mhe_init(&w->m, &br_the_system, &with, first_x, w->memory, sizeof w->memory);
#else
    br_sampled_options with = options();
    int status =
        (int)br_sampled_init(&w->s, &br_the_system, &with, first_x, first_u, first_p, w->memory, sizeof w->memory);
#endif
#include "part_first_values.c"
    w->self = status == 0 ? o : 0;
    return status;
}

int PREFIX_reset(PREFIX *o, const PREFIX_real *x)
{
    if (!begun(o) || !x)
        return 2;
    inside *w = inside_of(o);
    br_real to[CAPITAL_NUMBERS];
    int wrong = restore_invalid(w);
    for (int i = 0; i < CAPITAL_NUMBERS; i++)
        to[i] = i < CAPITAL_STATES ? x[i] : br_joint_number(&w->MEMBER.joint, i - CAPITAL_STATES, x[i]);
#if IS_HORIZON
    int status = (int)br_mhe_reset(&w->m, to);
    w->phase = status == 0 ? -1 : w->phase;
#else
    int status = (int)br_sampled_reset(&w->s, to);
#endif
    return status != 0 ? status : wrong;
}

int PREFIX_step(PREFIX *o, const PREFIX_real *u, const PREFIX_real *y)
{
    if (!begun(o) || !u || !y)
        return 2;
    inside *w = inside_of(o);
#if IS_HORIZON
    int wrong = restore_invalid(w), left_out = 0;
    for (int i = 0; i < CAPITAL_INPUTS; i++) {
        left_out |= !br_gate_takes_input(u[i]);
        w->u[i] = br_gate_takes_input(u[i]) ? u[i] : w->u[i];
    }
    br_count(&w->m.health.refused, left_out);
    w->phase = w->phase + 1 < EVERY ? w->phase + 1 : 0;
    int status = w->phase == 0 ? (int)br_mhe_feedback(&w->m, w->u, w->p, y) : 0;
    br_status taken = w->phase > 0 ? br_mhe_input(&w->m, w->u) : BR_OK;
    (void)taken; // not by one that has just restarted: it has no interval yet
#else
    int wrong = restore_invalid(w), status = (int)br_sampled_step(&w->s, u, y);
#endif
    return status != 0 ? status : wrong;
}

#if IS_HORIZON
int PREFIX_prepare(PREFIX *o)
{
    if (!begun(o))
        return 2;
    inside *w = inside_of(o);
    int wrong = restore_invalid(w), status = 0;
    if (w->phase + 1 >= EVERY)
        status = (int)br_mhe_prepare(&w->m, w->p);
    else
        for (int i = 0; i < CAPITAL_SLICES && !br_mhe_awaits_input(&w->m); i++)
            (void)br_mhe_slice(&w->m, w->p);
    return status != 0 ? status : wrong;
}

int PREFIX_slice(PREFIX *o)
{
    if (!begun(o))
        return 2;
    (void)restore_invalid(inside_of(o));
    return br_mhe_awaits_input(&inside_of(o)->m) || br_mhe_slice(&inside_of(o)->m, inside_of(o)->p);
}

#endif
PREFIX_real PREFIX_value(const PREFIX *o, int i)
{
    if (!begun(o) || i < 0 || i >= CAPITAL_NUMBERS)
        return not_a_number();
    const inside *w = seen_inside(o);
    return finite_or(i < CAPITAL_STATES ? w->MEMBER.ESTIMATE[i] : br_KIND_value(&w->MEMBER, i - CAPITAL_STATES), 0);
}

PREFIX_real PREFIX_sd(PREFIX *o, int i)
{
    if (!begun(o) || i < 0 || i >= CAPITAL_NUMBERS)
        return not_a_number();
#if IS_HORIZON
    const inside *w = seen_inside(o);
#else
    inside *w = inside_of(o);
#endif
    return finite_or(i < CAPITAL_STATES ? br_KIND_sd(&w->MEMBER, i) : br_KIND_value_sd(&w->MEMBER, i - CAPITAL_STATES),
                     BR_MOST);
}

#if HAS_OUTPUTS
PREFIX_real PREFIX_output(PREFIX *o, int i, PREFIX_real *sd)
{
    if (sd)
        *sd = not_a_number();
    if (!begun(o) || i < 0 || i >= CAPITAL_OUTPUTS)
        return not_a_number();
    inside *w = inside_of(o);
    (void)restore_invalid(w);
#if IS_HORIZON
    br_real y = br_mhe_expect(&w->m, w->u, w->p, i, sd);
#else
    br_real y = br_kalman_expect(&w->s.observer, w->s.u, w->s.p, i, sd);
#endif
    if (sd)
        *sd = finite_or(*sd, BR_MOST);
    return finite_or(y, 0);
}

#endif
static PREFIX_real innovation(PREFIX_real error, PREFIX_real variance, int known, PREFIX_real *sd)
{
    if (sd)
        *sd = known ? finite_or(br_r_sqrt(variance), BR_MOST) : not_a_number();
    return known ? finite_or(error, 0) : not_a_number();
}

#if IS_HORIZON
PREFIX_real PREFIX_innovation(const PREFIX *o, int i, PREFIX_real *sd)
{
    const br_mhe *m = begun(o) && i >= 0 && i < CAPITAL_MEASURED ? &seen_inside(o)->m : 0;
    int known = m && m->variance[i] > 0;
    return innovation(known ? m->error[i] : 0, known ? m->variance[i] : 0, known, sd);
}

PREFIX_real PREFIX_objective(const PREFIX *o)
{
    return begun(o) ? seen_inside(o)->m.cost : not_a_number();
}

PREFIX_real PREFIX_kkt(const PREFIX *o)
{
    return begun(o) ? seen_inside(o)->m.kkt : not_a_number();
}

int PREFIX_nodes(const PREFIX *o)
{
    return begun(o) ? seen_inside(o)->m.last + 1 : 0;
}

PREFIX_real PREFIX_node(const PREFIX *o, int k, int i)
{
    if (k < 0 || k >= PREFIX_nodes(o) || i < 0 || i >= CAPITAL_NUMBERS)
        return not_a_number();
    const br_mhe *m = &seen_inside(o)->m;
    br_real x = br_row_of(m->X, CAPITAL_NUMBERS, k)[i];
    return finite_or(i < CAPITAL_STATES ? x : br_joint_value(&m->joint, i - CAPITAL_STATES, x), 0);
}

int PREFIX_doubtful(const PREFIX *o)
{
    return begun(o) && br_mhe_doubtful(&seen_inside(o)->m);
}

#else
PREFIX_real PREFIX_innovation(const PREFIX *o, PREFIX_real *sd)
{
    br_innovation last = {0, 0, 0};
    if (begun(o))
        last = seen_inside(o)->s.observer.last;
    return innovation(last.error, last.variance, last.taken || last.error < 0 || last.error > 0, sd);
}

PREFIX_real PREFIX_nis(const PREFIX *o)
{
    return begun(o) ? seen_inside(o)->s.observer.nis : not_a_number();
}

int PREFIX_doubtful(const PREFIX *o)
{
    return begun(o) && br_sampled_doubtful(&seen_inside(o)->s);
}

#endif
#include "part_weights.c"
#include "part_saved.c"
unsigned long PREFIX_count(const PREFIX *o, int i)
{
    if (!begun(o))
        return 0;
    const br_KIND_health *h = &seen_inside(o)->MEMBER.health;
    const unsigned long count[] = {COUNT_LIST};
    return i >= 0 && i < COUNT ? count[i] : 0;
}
