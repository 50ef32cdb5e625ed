// smoother.c - smoother over a log: memory, one extended Kalman smoother pass, results.   [target]
#include "num/base/fp.h"

#include "loop/horizon/smoother.h"
#include "loop/horizon/smoother_parts.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// Substeps that change make the cost jump: a search wants smaller jumps than a filter.
br_smoother_options br_smoother_defaults(void)
{
    br_smoother_options o = {.joint = {.flow = br_integrator_defaults()},
                             .every = 1,
                             .lanes = 64,
                             .iterations = 50,
                             .halvings = 8,
                             .gain = 64 * BR_EPS,
                             .step = BR_C(1e-3)};
    o.joint.flow.accuracy = BR_C(1e-6);
    return o;
}

// ---------------------------------------------------------------- memory

static br_joint_options joint_of(const br_smoother_options *o)
{
    br_joint_options joint = o->joint;
    joint.slopes = joint.each = 1;
    joint.flow.points = o->lanes;
    return joint;
}

// How many entries F has is known once the joint vector is; never more than the flow has sensitivities.
static int most_entries(const br_sys *s, const br_joint_options *joint)
{
    br_integrator_options flow = joint->flow;
    int nx = br_sys_nx(s), all = nx * (nx + joint->estimates);
    flow.slopes = 1;
    flow.by = joint->estimate;
    flow.nby = joint->estimates;
    int numbers = br_integrator_nslope(s, &flow);
    return numbers < all ? numbers : all;
}

static br_riccati_options riccati_options_of(const br_sys *s, const br_smoother_options *o)
{
    return (br_riccati_options){.n = br_sys_nx(s) + o->joint.estimates,
                                .nx = br_sys_nx(s),
                                .nF = most_entries(s, &o->joint),
                                .steps = o->samples,
                                .seen = (o->samples / o->every + 1) * o->measured};
}

static void carve_tile(br_arena *a, br_smoother *sm, const br_sys *s, const br_riccati_options *riccati)
{
    int n = riccati->n, lanes = sm->o.lanes, measured = sm->o.measured;
    sm->tile_x = br_arena_reals(a, n * lanes);
    sm->tile_next = br_arena_reals(a, n * lanes);
    sm->tile_u = br_arena_reals(a, br_sys_nu(s) * lanes);
    sm->tile_F = br_arena_reals(a, riccati->nF * lanes);
    sm->tile_y = br_arena_reals(a, measured * lanes);
    sm->tile_h = br_arena_reals(a, measured * n * lanes);
    sm->tile_m = br_arena_ints(a, br_sys_nm(s) * lanes);
}

static void carve_smoother(br_arena *a, br_smoother *sm, const br_sys *s)
{
    const br_smoother_options *o = &sm->o;
    br_joint_options joint = joint_of(o);
    br_riccati_options riccati = riccati_options_of(s, o);
    int n = riccati.n, nodes = o->samples + 1, nm = br_sys_nm(s);
    br_riccati_carve(a, &sm->riccati, &riccati);
    sm->X = br_arena_reals(a, n * nodes);
    sm->T = br_arena_reals(a, n * nodes);
    sm->gap = br_arena_reals(a, n * nodes);
    sm->M = br_arena_ints(a, nm * nodes);
    sm->TM = br_arena_ints(a, nm * nodes);
    sm->which = br_arena_ints(a, o->measured);
    sm->r = br_arena_reals(a, o->measured);
    br_real **const vector[] = {&sm->sd,      &sm->q,     &sm->x0,  &sm->low,  &sm->high,
                                &sm->reached, &sm->noise, &sm->now, &sm->next, &sm->d};
    for (size_t i = 0; i < sizeof vector / sizeof *vector; i++)
        *vector[i] = br_arena_reals(a, n);
    sm->held = br_arena_ints(a, n);
    carve_tile(a, sm, s, &riccati);
    sm->joint_memory = br_arena_reals(a, (int)(br_joint_bytes(s, &joint) / sizeof(br_real)));
}

static int in_range(int n, const br_real *x, br_real least)
{
    for (int i = 0; i < n; i++)
        if (!(x[i] >= least) || !(x[i] * x[i] <= BR_MOST))
            return 0;
    return 1;
}

static int options_valid(const br_sys *s, const br_smoother_options *o)
{
    if (!s || !o || !o->sd || !o->q || o->joint.estimates < 0 || o->joint.estimates > 1024 || o->measured < 1 ||
        o->measured > 1024 || !o->which || !o->r || o->samples < 1 || o->every < 1 || o->lanes < 1 || o->lanes > 4096 ||
        o->iterations < 0 || o->halvings < 0 || !(o->gain >= 0) || !(o->step >= 0))
        return 0;
    int n = br_sys_nx(s) + o->joint.estimates, ny = br_sys_ny(s) + n;
    if (n < 1 || n > 1024 || !in_range(n, o->sd, 0) || !in_range(n, o->q, 0) ||
        !in_range(o->measured, o->r, BR_LEAST_NORMAL))
        return 0;
    for (int i = 0; i < o->measured; i++)
        if (o->which[i] < 0 || o->which[i] >= ny)
            return 0;
    long long nodes = (long long)o->samples + 1, seen = ((long long)o->samples / o->every + 1) * o->measured;
    if (seen > INT_MAX || n * nodes > INT_MAX || br_sys_nm(s) * nodes > INT_MAX)
        return 0;
    br_riccati_options riccati = riccati_options_of(s, o);
    return br_riccati_largest_array(&riccati) <= INT_MAX;
}

size_t br_smoother_bytes(const br_sys *s, const br_smoother_options *o)
{
    br_smoother sm = {.nodes = 0};
    br_arena a = {0, 0};
    if (!options_valid(s, o))
        return 0;
    br_joint_options joint = joint_of(o);
    if (br_joint_bytes(s, &joint) == 0)
        return 0;
    sm.o = *o;
    carve_smoother(&a, &sm, s);
    return a.used;
}

// The range of an estimate as a number of the vector.
static void find_range(br_smoother *sm)
{
    int nx = sm->joint.nx;
    for (int i = 0; i < sm->joint.n; i++) {
        sm->low[i] = -BR_MOST;
        sm->high[i] = BR_MOST;
        if (i < nx)
            continue;
        br_real a = br_joint_number(&sm->joint, i - nx, sm->joint.estimate[i - nx].low);
        br_real b = br_joint_number(&sm->joint, i - nx, sm->joint.estimate[i - nx].high);
        sm->low[i] = a < b ? a : b;
        sm->high[i] = a < b ? b : a;
    }
}

br_status br_smoother_init(br_smoother *sm, const br_sys *s, const br_smoother_options *o, void *memory, size_t bytes)
{
    br_arena a = {memory, 0};
    size_t needs = br_smoother_bytes(s, o);
    if (!sm || !memory || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    br_smoother fresh = {.o = *o};
    br_joint_options joint = joint_of(o);
    carve_smoother(&a, &fresh, s);
    br_status status = br_joint_init(&fresh.joint, s, &joint, fresh.joint_memory, br_joint_bytes(s, &joint));
    if (status != BR_OK)
        return status;
    br_vec_copy(fresh.joint.n, o->sd, fresh.sd);
    br_vec_copy(fresh.joint.n, o->q, fresh.q);
    br_vec_copy(o->measured, o->r, fresh.r);
    for (int i = 0; i < o->measured; i++)
        fresh.which[i] = o->which[i];
    fresh.riccati.o.nF = fresh.joint.nF;
    fresh.riccati.entry = fresh.joint.F;
    fresh.riccati.q = fresh.noise;
    find_range(&fresh);
    *sm = fresh;
    return BR_OK;
}

// ---------------------------------------------------------------- one pass

void br_smoother_load_inputs(br_smoother *sm, const br_smoother_log *log, const br_real *u, int first, int apart,
                             int count)
{
    for (int i = 0; i < br_sys_nu(sm->joint.sys); i++)
        for (int k = 0; k < count; k++)
            sm->tile_u[i * count + k] = u[(ptrdiff_t)log->samples * i + first + (ptrdiff_t)apart * k];
}

static int inputs_finite(const br_smoother *sm, const br_smoother_log *log)
{
    for (int i = 0; i < br_sys_nu(sm->joint.sys); i++)
        for (int k = 0; k < log->samples; k++) {
            ptrdiff_t at = (ptrdiff_t)log->samples * i + k;
            br_smoother_release(sm, k);
            if (!br_vec_finite(1, log->u + at) || !br_vec_finite(1, br_smoother_after(log) + at))
                return 0;
        }
    return 1;
}

br_status br_smoother_begin(br_smoother *sm, const br_smoother_log *log, const br_real *x)
{
    sm->nodes = 0;
    sm->riccati.piece = sm->piece;
    if (!log || !x || log->samples < 1 || log->samples > sm->o.samples || !(log->dt > 0) || !(log->dt <= BR_MOST))
        return BR_BAD_USAGE;
    if (!inputs_finite(sm, log) || !br_vec_finite(sm->joint.n, x) || !br_vec_finite(br_sys_np(sm->joint.sys), log->p))
        return BR_NOT_FINITE;
    for (int i = 0; i < sm->joint.n; i++) {
        sm->x0[i] = br_smoother_within(sm, i, x[i]);
        sm->noise[i] = sm->q[i] * (sm->o.q_per_step ? 1 : log->dt);
        sm->held[i] = 0;
    }
    for (int i = 0; i < br_sys_nm(sm->joint.sys); i++)
        sm->M[i] = sm->TM[i] = 0;
    return BR_OK;
}

// The measurements of a sample at the mean of the present node, whose numbers never leave their range.
static br_status filter_sample(br_smoother *sm, const br_smoother_log *log, int k)
{
    br_real *x = sm->riccati.gaussian.x, y, *h = sm->tile_h;
    br_smoother_load_seen(sm, log, k);
    for (int i = 0; br_smoother_due(sm, log, k) && i < sm->o.measured; i++) {
        br_real seen = br_smoother_seen(log, i, k);
        if (br_smoother_missing(seen))
            continue;
        br_joint_measure(&sm->joint, 1, x, br_smoother_modes(sm, sm->M, k + 1), sm->tile_u, log->p, sm->which[i], &y,
                         h);
        if (!br_riccati_innovation_update(&sm->riccati, h, sm->r[i], seen - y))
            return BR_NOT_FINITE;
        for (int l = sm->joint.nx; l < sm->joint.n; l++)
            x[l] = br_smoother_within(sm, l, x[l]);
    }
    return BR_OK;
}

// The EKF over the log, (2.19)-(2.22).
static br_status filter(br_smoother *sm, const br_smoother_log *log)
{
    br_riccati *c = &sm->riccati;
    br_riccati_begin(c, sm->x0, sm->sd);
    br_status status = filter_sample(sm, log, -1);
    for (int k = 0; k < log->samples && status == BR_OK; k++) {
        br_real *F = br_row(c->F, c->o.nF, k);
        br_smoother_release(sm, k);
        br_smoother_load_inputs(sm, log, log->u, k, 1, 1);
        status = br_joint_step(&sm->joint, 1, c->gaussian.x, br_smoother_modes(sm, sm->M, k), sm->tile_u, log->p,
                               log->dt, sm->next, br_smoother_modes(sm, sm->M, k + 1), F);
        if (status != BR_OK)
            return status;
        br_riccati_time_update(c, sm->next);
        status = filter_sample(sm, log, k);
    }
    return status;
}

br_status br_smoother_trace(br_smoother *sm, const br_smoother_log *log)
{
    br_status status = filter(sm, log);
    if (status != BR_OK)
        return status;
    br_smoother_backward_pass(sm);
    for (int k = 0; k <= log->samples; k++) {
        br_smoother_release(sm, k);
        if (!br_vec_finite(sm->joint.n, br_smoother_node(sm, sm->riccati.x, k)))
            return BR_NOT_FINITE;
    }
    for (int k = 0; k <= log->samples; k++) {
        br_smoother_release(sm, k);
        br_vec_copy(sm->joint.n, br_smoother_node(sm, sm->riccati.x, k), br_smoother_node(sm, sm->X, k));
    }
    return BR_OK;
}

br_status br_smoother_pass(br_smoother *sm, const br_smoother_log *log, const br_real *x)
{
    br_status status = br_smoother_begin(sm, log, x);
    if (status == BR_OK)
        status = br_smoother_trace(sm, log);
    if (status != BR_OK)
        return status;
    br_smoother_covariances(sm);
    sm->nodes = log->samples + 1;
    return BR_OK;
}

// ---------------------------------------------------------------- reading

const br_real *br_smoother_at(const br_smoother *sm, int k)
{
    return br_smoother_node(sm, sm->X, k);
}

br_real br_smoother_sd(const br_smoother *sm, int k, int i)
{
    return br_r_sqrt(br_riccati_variance(&sm->riccati, k, i));
}

br_real br_smoother_value(const br_smoother *sm, int k, int i)
{
    return br_joint_value(&sm->joint, i, br_smoother_at(sm, k)[sm->joint.nx + i]);
}

br_real br_smoother_value_sd(const br_smoother *sm, int k, int i)
{
    const br_estimate *e = &sm->joint.estimate[i];
    br_real by = e->log ? br_smoother_value(sm, k, i) : e->scale;
    return br_r_abs(by) * br_smoother_sd(sm, k, sm->joint.nx + i);
}

void br_smoother_covariance(br_smoother *sm, int k, br_real *P)
{
    br_riccati_covariance(&sm->riccati, k, P);
}

br_real br_smoother_expect(br_smoother *sm, const br_smoother_log *log, int k, int which, br_real *sd)
{
    br_real y, *h = sm->tile_h;
    br_smoother_load_seen(sm, log, k);
    br_joint_measure(&sm->joint, 1, br_smoother_at(sm, k + 1), br_smoother_modes(sm, sm->M, k + 1), sm->tile_u, log->p,
                     which, &y, sd ? h : 0);
    if (sd)
        *sd = br_r_sqrt(br_riccati_variance_along(&sm->riccati, k + 1, h));
    return y;
}
