// smoother.c - one pass over a log, and full information by Gauss-Newton.      [target]
#include "num/fp.h"

#include "loop/smoother.h"
#include "num/real.h"
#include "num/vector.h"

br_smoother_options br_smoother_defaults(void)
{
    return (br_smoother_options){.joint = {.flow = br_flow_defaults()},
                                 .every = 1,
                                 .lanes = 64,
                                 .iterations = 50,
                                 .halvings = 8,
                                 .gain = 64 * BR_EPS,
                                 .step = BR_C(1e-3)};
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
    br_flow_options flow = joint->flow;
    int nx = br_sys_nx(s), all = nx * (nx + joint->estimates);
    flow.slopes = 1;
    flow.by = joint->estimate;
    flow.nby = joint->estimates;
    int numbers = br_flow_nslope(s, &flow);
    return numbers < all ? numbers : all;
}

static br_chain_options chain_of(const br_sys *s, const br_smoother_options *o)
{
    return (br_chain_options){.n = br_sys_nx(s) + o->joint.estimates,
                              .nx = br_sys_nx(s),
                              .nF = most_entries(s, &o->joint),
                              .steps = o->samples,
                              .seen = o->samples / o->every * o->measured};
}

static void lay_tile(br_arena *a, br_smoother *sm, const br_sys *s, const br_chain_options *chain)
{
    int n = chain->n, lanes = sm->o.lanes, measured = sm->o.measured;
    sm->tile_x = br_arena_reals(a, n * lanes);
    sm->tile_next = br_arena_reals(a, n * lanes);
    sm->tile_u = br_arena_reals(a, br_sys_nu(s) * lanes);
    sm->tile_F = br_arena_reals(a, chain->nF * lanes);
    sm->tile_y = br_arena_reals(a, measured * lanes);
    sm->tile_h = br_arena_reals(a, measured * n * lanes);
    sm->tile_m = br_arena_ints(a, br_sys_nm(s) * lanes);
}

static void lay(br_arena *a, br_smoother *sm, const br_sys *s)
{
    const br_smoother_options *o = &sm->o;
    br_joint_options joint = joint_of(o);
    br_chain_options chain = chain_of(s, o);
    int n = chain.n, nodes = o->samples + 1, nm = br_sys_nm(s);
    br_chain_lay(a, &sm->chain, &chain);
    sm->X = br_arena_reals(a, n * nodes);
    sm->T = br_arena_reals(a, n * nodes);
    sm->gap = br_arena_reals(a, n * nodes);
    sm->M = br_arena_ints(a, nm * nodes);
    sm->TM = br_arena_ints(a, nm * nodes);
    sm->which = br_arena_ints(a, o->measured);
    sm->r = br_arena_reals(a, o->measured);
    br_real **const vector[] = {&sm->sd, &sm->q, &sm->x0, &sm->low, &sm->high, &sm->noise, &sm->now, &sm->next, &sm->d};
    for (size_t i = 0; i < sizeof vector / sizeof *vector; i++)
        *vector[i] = br_arena_reals(a, n);
    sm->held = br_arena_ints(a, n);
    lay_tile(a, sm, s, &chain);
    sm->joint_memory = br_arena_reals(a, (int)(br_joint_bytes(s, &joint) / sizeof(br_real)));
}

static int in_range(int n, const br_real *x, br_real least)
{
    for (int i = 0; i < n; i++)
        if (!(x[i] >= least) || !(x[i] * x[i] <= BR_MOST))
            return 0;
    return 1;
}

static int sound(const br_sys *s, const br_smoother_options *o)
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
    br_chain_options chain = chain_of(s, o);
    long long nodes = (long long)o->samples + 1;
    return (long long)o->samples / o->every * o->measured <= INT_MAX && br_chain_numbers(&chain) <= INT_MAX &&
           n * nodes <= INT_MAX && br_sys_nm(s) * nodes <= INT_MAX;
}

size_t br_smoother_bytes(const br_sys *s, const br_smoother_options *o)
{
    br_smoother sm = {.nodes = 0};
    br_arena a = {0, 0};
    if (!sound(s, o))
        return 0;
    br_joint_options joint = joint_of(o);
    if (br_joint_bytes(s, &joint) == 0)
        return 0;
    sm.o = *o;
    lay(&a, &sm, s);
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
    lay(&a, &fresh, s);
    br_status status = br_joint_init(&fresh.joint, s, &joint, fresh.joint_memory, br_joint_bytes(s, &joint));
    if (status != BR_OK)
        return status;
    br_vec_copy(fresh.joint.n, o->sd, fresh.sd);
    br_vec_copy(fresh.joint.n, o->q, fresh.q);
    br_vec_copy(o->measured, o->r, fresh.r);
    for (int i = 0; i < o->measured; i++)
        fresh.which[i] = o->which[i];
    fresh.chain.o.nF = fresh.joint.nF;
    fresh.chain.entry = fresh.joint.F;
    fresh.chain.q = fresh.noise;
    find_range(&fresh);
    *sm = fresh;
    return BR_OK;
}

// ---------------------------------------------------------------- samples and nodes

static br_real *node(const br_smoother *sm, br_real *of, int k)
{
    return br_row(of, sm->joint.n, k);
}

static int *modes(const br_smoother *sm, int *of, int k)
{
    return of + (ptrdiff_t)br_sys_nm(sm->joint.sys) * k;
}

static int is_due(const br_smoother *sm, int sample)
{
    return (sample + 1) % sm->o.every == 0;
}

static br_real measurement(const br_smoother_log *log, int i, int sample)
{
    return log->y[(ptrdiff_t)log->samples * i + sample];
}

static int is_missing(br_real y)
{
    return !(y - y == 0);
}

static br_real within(const br_smoother *sm, int i, br_real x)
{
    return x < sm->low[i] ? sm->low[i] : x > sm->high[i] ? sm->high[i] : x;
}

// Inputs of sample `first` and of every so many after it become those of `count` points.
static void load_inputs(br_smoother *sm, const br_smoother_log *log, int first, int apart, int count)
{
    for (int i = 0; i < br_sys_nu(sm->joint.sys); i++)
        for (int k = 0; k < count; k++)
            sm->tile_u[i * count + k] = log->u[(ptrdiff_t)log->samples * i + first + (ptrdiff_t)apart * k];
}

// The same of nodes, with their modes.
static void load_nodes(br_smoother *sm, int first, int apart, int count)
{
    for (int k = 0; k < count; k++) {
        const br_real *x = node(sm, sm->X, first + apart * k);
        const int *m = modes(sm, sm->M, first + apart * k);
        for (int i = 0; i < sm->joint.n; i++)
            sm->tile_x[i * count + k] = x[i];
        for (int i = 0; i < br_sys_nm(sm->joint.sys); i++)
            sm->tile_m[i * count + k] = m[i];
    }
}

// Number k of `count` points, as one vector.
static void pick(int numbers, int count, const br_real *from, int k, br_real *to)
{
    for (int i = 0; i < numbers; i++)
        to[i] = from[i * count + k];
}

static br_status begin(br_smoother *sm, const br_smoother_log *log, const br_real *x)
{
    sm->nodes = 0;
    if (!log || !x || log->samples < 1 || log->samples > sm->o.samples || !(log->dt > 0) || !(log->dt <= BR_MOST))
        return BR_BAD_USAGE;
    for (int i = 0; i < br_sys_nu(sm->joint.sys); i++)
        if (!br_vec_finite(log->samples, log->u + (ptrdiff_t)log->samples * i))
            return BR_NOT_FINITE;
    if (!br_vec_finite(sm->joint.n, x) || !br_vec_finite(br_sys_np(sm->joint.sys), log->p))
        return BR_NOT_FINITE;
    for (int i = 0; i < sm->joint.n; i++) {
        sm->x0[i] = within(sm, i, x[i]);
        sm->noise[i] = sm->q[i] * (sm->o.q_per_step ? 1 : log->dt);
        sm->held[i] = 0;
    }
    for (int i = 0; i < br_sys_nm(sm->joint.sys); i++)
        sm->M[i] = sm->TM[i] = 0;
    return BR_OK;
}

// ---------------------------------------------------------------- one pass

// The measurements of a sample at the mean of the present node, whose numbers never leave their range.
static br_status filter_sample(br_smoother *sm, const br_smoother_log *log, int k)
{
    br_real *x = sm->chain.belief.x, y, *h = sm->tile_h;
    for (int i = 0; is_due(sm, k) && i < sm->o.measured; i++) {
        br_real seen = measurement(log, i, k);
        if (is_missing(seen))
            continue;
        br_joint_measure(&sm->joint, 1, x, modes(sm, sm->M, k + 1), sm->tile_u, log->p, sm->which[i], &y, h);
        if (!br_chain_correct(&sm->chain, h, sm->r[i], seen - y))
            return BR_NOT_FINITE;
        for (int l = sm->joint.nx; l < sm->joint.n; l++)
            x[l] = within(sm, l, x[l]);
    }
    return BR_OK;
}

// The EKF over the log, (2.19)-(2.22).
static br_status filter(br_smoother *sm, const br_smoother_log *log)
{
    br_chain *c = &sm->chain;
    br_chain_begin(c, sm->x0, sm->sd);
    for (int k = 0; k < log->samples; k++) {
        br_real *F = br_row(c->F, c->o.nF, k);
        load_inputs(sm, log, k, 1, 1);
        br_status status = br_joint_step(&sm->joint, 1, c->belief.x, modes(sm, sm->M, k), sm->tile_u, log->p, log->dt,
                                         sm->next, modes(sm, sm->M, k + 1), F);
        if (status != BR_OK)
            return status;
        br_chain_predict(c, sm->next);
        status = filter_sample(sm, log, k);
        if (status != BR_OK)
            return status;
    }
    return BR_OK;
}

static br_status pass(br_smoother *sm, const br_smoother_log *log)
{
    br_status status = filter(sm, log);
    if (status != BR_OK)
        return status;
    br_chain_smooth(&sm->chain);
    for (int k = 0; k <= log->samples; k++)
        if (!br_vec_finite(sm->joint.n, node(sm, sm->chain.x, k)))
            return BR_NOT_FINITE;
    for (int k = 0; k <= log->samples; k++)
        br_vec_copy(sm->joint.n, node(sm, sm->chain.x, k), node(sm, sm->X, k));
    return BR_OK;
}

br_status br_smoother_pass(br_smoother *sm, const br_smoother_log *log, const br_real *x)
{
    br_status status = begin(sm, log, x);
    if (status == BR_OK)
        status = pass(sm, log);
    if (status != BR_OK)
        return status;
    br_chain_spread(&sm->chain);
    sm->nodes = log->samples + 1;
    return BR_OK;
}

// ---------------------------------------------------------------- full information

// Steps and measurements of samples first .. first + count about the present nodes; those that are due stand side by side.
// Answers how many they are.
static int linearise(br_smoother *sm, const br_smoother_log *log, int first, int count, br_status *status)
{
    br_joint *j = &sm->joint;
    int n = j->n, every = sm->o.every, due = first + every - 1 - first % every; // the first sample that is
    int seen = due < first + count ? (first + count - 1 - due) / every + 1 : 0;
    load_inputs(sm, log, first, 1, count);
    load_nodes(sm, first, 1, count);
    *status =
        br_joint_step(j, count, sm->tile_x, sm->tile_m, sm->tile_u, log->p, log->dt, sm->tile_next, 0, sm->tile_F);
    if (*status != BR_OK)
        return 0;
    for (int k = 0; k < count; k++) {
        br_real *gap = node(sm, sm->gap, first + k);
        pick(j->nF, count, sm->tile_F, k, br_row(sm->chain.F, j->nF, first + k));
        pick(n, count, sm->tile_next, k, gap);
        for (int i = 0; i < n; i++)
            gap[i] = sm->noise[i] > 0 ? gap[i] - node(sm, sm->X, first + k + 1)[i] : 0;
    }
    load_inputs(sm, log, due, every, seen);
    load_nodes(sm, due + 1, every, seen);
    for (int i = 0; seen > 0 && i < sm->o.measured; i++)
        br_joint_measure(j, seen, sm->tile_x, sm->tile_m, sm->tile_u, log->p, sm->which[i],
                         sm->tile_y + (ptrdiff_t)i * seen, sm->tile_h + (ptrdiff_t)i * n * seen);
    return seen;
}

// Measurements of sample k, the `at`-th of `seen`, about its node.
static int see(br_smoother *sm, const br_smoother_log *log, int k, int at, int seen)
{
    int n = sm->joint.n;
    for (int i = 0; i < sm->o.measured; i++) {
        br_real y = measurement(log, i, k);
        if (is_missing(y))
            continue;
        pick(n, seen, sm->tile_h + (ptrdiff_t)i * n * seen, at, sm->d);
        br_real e = y - sm->tile_y[i * seen + at] - br_vec_dot(n, sm->d, sm->chain.belief.x);
        if (!br_chain_correct(&sm->chain, sm->d, sm->r[i], e))
            return 0;
    }
    return 1;
}

// The Kalman pass over changes of the present nodes. Numbers that are held do not change.
static br_status filter_change(br_smoother *sm, const br_smoother_log *log)
{
    br_chain *c = &sm->chain;
    int n = sm->joint.n;
    br_status status = BR_OK;
    for (int i = 0; i < n; i++) {
        sm->d[i] = sm->held[i] ? 0 : sm->x0[i] - sm->X[i];
        sm->now[i] = sm->held[i] ? 0 : sm->sd[i];
    }
    br_chain_begin(c, sm->d, sm->now);
    for (int first = 0; first < log->samples; first += sm->o.lanes) {
        int count = log->samples - first < sm->o.lanes ? log->samples - first : sm->o.lanes, at = 0;
        int seen = linearise(sm, log, first, count, &status);
        for (int k = first; status == BR_OK && k < first + count; k++) {
            br_chain_carry(c, k, c->belief.x, sm->next);
            br_vec_add(n, 1, node(sm, sm->gap, k), sm->next);
            br_chain_predict(c, sm->next);
            if (is_due(sm, k) && !see(sm, log, k, at++, seen))
                status = BR_NOT_FINITE;
        }
        if (status != BR_OK)
            return status;
    }
    return BR_OK;
}

static br_real squares(br_real x, br_real variance)
{
    return variance > 0 ? x * x / variance : 0;
}

// (2.18) of a number at the start
static br_real start_cost(const br_smoother *sm, const br_real *x, int i)
{
    return squares(x[i] - sm->x0[i], sm->sd[i] * sm->sd[i]);
}

// Constant estimates at a bound that the change would have them leave are held; answers whether there are new ones.
static int hold(br_smoother *sm)
{
    int more = 0;
    for (int i = sm->joint.nx; i < sm->joint.n; i++) {
        br_real x = sm->X[i], change = sm->chain.x[i];
        int leaves = (x <= sm->low[i] && change < 0) || (x >= sm->high[i] && change > 0);
        if (sm->noise[i] > 0 || sm->held[i] || !leaves)
            continue;
        sm->held[i] = more = 1;
    }
    return more;
}

// The change of all nodes that a linear problem would take, and the cost it would have.
static br_status find_change(br_smoother *sm, const br_smoother_log *log, br_real *least)
{
    br_status status;
    int n = sm->joint.n, rounds = sm->joint.ne;
    for (int i = 0; i < n; i++)
        sm->held[i] = 0;
    do {
        status = filter_change(sm, log);
        if (status != BR_OK)
            return status;
        br_chain_smooth(&sm->chain);
    } while (hold(sm) && rounds-- > 0);
    *least = sm->chain.cost;
    for (int i = 0; i < n; i++)
        *least += sm->held[i] ? start_cost(sm, sm->X, i) : 0;
    return BR_OK;
}

// One step of a trial from its node k, `share` of the change taken. The noise is that of the linear problem, and where the
// trial leaves the nodes it should have met, noise brings it back as far as it is free to; q = 0 follows f.
static br_status try_step(br_smoother *sm, const br_smoother_log *log, int k, br_real share, br_real follow,
                          br_real *cost)
{
    br_chain *c = &sm->chain;
    int n = sm->joint.n;
    const br_real *X = node(sm, sm->X, k + 1), *d = node(sm, c->x, k + 1), *gap = node(sm, sm->gap, k);
    br_real *f = sm->next, *T = node(sm, sm->T, k + 1);
    load_inputs(sm, log, k, 1, 1);
    br_status status = br_joint_step(&sm->joint, 1, node(sm, sm->T, k), modes(sm, sm->TM, k), sm->tile_u, log->p,
                                     log->dt, f, modes(sm, sm->TM, k + 1), 0);
    if (status != BR_OK)
        return status;
    br_chain_carry(c, k, node(sm, c->x, k), sm->now);
    for (int i = 0; i < n; i++) {
        br_real q = sm->noise[i], along = f[i];
        if (q > 0) {
            br_real free = follow * q / (q + br_chain_variance(c, k + 1, i));
            along += share * (d[i] - sm->now[i]) - gap[i];
            along = within(sm, i, along + free * (X[i] + share * d[i] - along));
        }
        T[i] = along;
        *cost += squares(along - f[i], q);
    }
    return BR_OK;
}

// (2.18) of the measurements of sample k in the trial.
static br_real see_cost(br_smoother *sm, const br_smoother_log *log, int k)
{
    br_real sum = 0, expected;
    for (int i = 0; is_due(sm, k) && i < sm->o.measured; i++) {
        br_real y = measurement(log, i, k);
        if (is_missing(y))
            continue;
        br_joint_measure(&sm->joint, 1, node(sm, sm->T, k + 1), modes(sm, sm->TM, k + 1), sm->tile_u, log->p,
                         sm->which[i], &expected, 0);
        sum += squares(y - expected, sm->r[i]);
    }
    return sum;
}

// The trial with `share` of the change: its (2.18), or BR_MOST where there is none.
static br_real try_change(br_smoother *sm, const br_smoother_log *log, br_real share, br_real follow)
{
    br_real cost = 0;
    for (int i = 0; i < sm->joint.n; i++) {
        sm->T[i] = within(sm, i, sm->X[i] + share * sm->chain.x[i]);
        cost += start_cost(sm, sm->T, i);
    }
    for (int k = 0; k < log->samples; k++) {
        if (try_step(sm, log, k, share, follow, &cost) != BR_OK)
            return BR_MOST;
        cost += see_cost(sm, log, k);
    }
    return cost <= BR_MOST ? cost : BR_MOST;
}

static void take_trial(br_smoother *sm)
{
    br_real *X = sm->X;
    int *M = sm->M;
    sm->X = sm->T;
    sm->M = sm->TM;
    sm->T = X;
    sm->TM = M;
}

// Nodes that obey the model, near those of a pass; or, where that failed, those without noise.
static br_real first_nodes(br_smoother *sm, const br_smoother_log *log, int passed)
{
    br_vec_zero(sm->joint.n * log->samples, sm->gap);
    if (!passed) {
        br_vec_copy(sm->joint.n, sm->x0, sm->X);
        br_vec_zero(sm->joint.n * (log->samples + 1), sm->chain.x);
        br_vec_zero(sm->chain.o.nF * log->samples, sm->chain.F);
    }
    br_real cost = try_change(sm, log, 0, passed ? 1 : 0);
    take_trial(sm);
    return cost;
}

// Shortens the change until the cost falls by some of what it promises; answers whether it does.
static int descend(br_smoother *sm, const br_smoother_log *log, br_smoother_report *report)
{
    br_real share = 1;
    for (int i = 0; i <= sm->o.halvings; i++, share /= 2) {
        br_real cost = try_change(sm, log, share, 1);
        report->trials++;
        if (cost > report->cost - BR_C(1e-4) * share * report->promised || !(cost < report->cost))
            continue;
        take_trial(sm);
        report->cost = cost;
        report->iterations++;
        return 1;
    }
    return 0;
}

// Gauss-Newton from the present nodes; ends with the problem linearised where they are.
static br_status search(br_smoother *sm, const br_smoother_log *log, br_smoother_report *report)
{
    for (;;) {
        br_real least;
        br_status status = find_change(sm, log, &least);
        if (status != BR_OK)
            return status;
        report->promised = report->cost - least;
        if (report->promised <= sm->o.gain * report->cost)
            report->end = BR_SMOOTHER_GAIN;
        else if (report->promised <= sm->o.step * sm->o.step)
            report->end = BR_SMOOTHER_STEP;
        else if (report->iterations >= sm->o.iterations)
            report->end = BR_SMOOTHER_ITERATIONS;
        else if (!descend(sm, log, report))
            report->end = BR_SMOOTHER_STUCK;
        else
            continue;
        return BR_OK;
    }
}

static long count_missing(const br_smoother *sm, const br_smoother_log *log)
{
    long missing = 0;
    for (int k = 0; k < log->samples; k++)
        for (int i = 0; is_due(sm, k) && i < sm->o.measured; i++)
            missing += is_missing(measurement(log, i, k));
    return missing;
}

// Covariances about the nodes found, of what is held, too.
static br_status spread(br_smoother *sm, const br_smoother_log *log, br_smoother_report *report)
{
    for (int i = 0; i < sm->joint.n; i++) {
        report->held += sm->held[i];
        sm->held[i] = 0;
    }
    br_status status = report->held > 0 ? filter_change(sm, log) : BR_OK;
    if (status == BR_OK)
        br_chain_spread(&sm->chain);
    return status;
}

br_status br_smoother_iterate(br_smoother *sm, const br_smoother_log *log, const br_real *x, br_smoother_report *report)
{
    br_smoother_report r = {.iterations = 0};
    br_status status = begin(sm, log, x);
    if (status != BR_OK)
        return status;
    r.first = r.cost = first_nodes(sm, log, pass(sm, log) == BR_OK);
    if (!(r.cost < BR_MOST))
        return BR_NOT_FINITE;
    status = search(sm, log, &r);
    if (status == BR_OK)
        status = spread(sm, log, &r);
    if (status != BR_OK)
        return status;
    sm->nodes = log->samples + 1;
    r.missing = count_missing(sm, log);
    if (report)
        *report = r;
    return BR_OK;
}

// ---------------------------------------------------------------- reading

const br_real *br_smoother_at(const br_smoother *sm, int k)
{
    return node(sm, sm->X, k);
}

br_real br_smoother_sd(const br_smoother *sm, int k, int i)
{
    return br_r_sqrt(br_chain_variance(&sm->chain, k, i));
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
    br_chain_covariance(&sm->chain, k, P);
}

br_real br_smoother_expect(br_smoother *sm, const br_smoother_log *log, int k, int which, br_real *sd)
{
    br_real y, *h = sm->tile_h;
    load_inputs(sm, log, k, 1, 1);
    br_joint_measure(&sm->joint, 1, br_smoother_at(sm, k + 1), modes(sm, sm->M, k + 1), sm->tile_u, log->p, which, &y,
                     sd ? h : 0);
    if (sd)
        *sd = br_r_sqrt(br_chain_variance_along(&sm->chain, k + 1, h));
    return y;
}
