// smoother_search.c - full-information estimation, thesis (2.18): Gauss-Newton over all nodes of a log.   [target]
#include "num/base/fp.h"

#include "loop/horizon/smoother.h"
#include "loop/horizon/smoother_parts.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// ---------------------------------------------------------------- the linear problem

// Node `first` and every so many after it, with their modes, become `count` points.
static void load_nodes(br_smoother *sm, int first, int apart, int count)
{
    for (int k = 0; k < count; k++) {
        const br_real *x = br_smoother_node(sm, sm->X, first + apart * k);
        const int *m = br_smoother_modes(sm, sm->M, first + apart * k);
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

// What the points of the tile should have measured, and its derivatives.
static void measure_points(br_smoother *sm, const br_smoother_log *log, int count)
{
    br_joint *j = &sm->joint;
    for (int i = 0; count > 0 && i < sm->o.measured; i++)
        br_joint_measure(j, count, sm->tile_x, sm->tile_m, sm->tile_u, log->p, sm->which[i],
                         sm->tile_y + (ptrdiff_t)i * count, sm->tile_h + (ptrdiff_t)i * j->n * count);
}

// Steps and measurements of samples first .. first + count about the present nodes; those that are due stand side by side.
// Answers how many they are.
static int linearise(br_smoother *sm, const br_smoother_log *log, int first, int count, br_status *status)
{
    br_joint *j = &sm->joint;
    int n = j->n, every = sm->o.every, due = first + every - 1 - first % every; // the first sample that is
    int seen = due < first + count ? (first + count - 1 - due) / every + 1 : 0;
    br_smoother_load_inputs(sm, log, log->u, first, 1, count);
    load_nodes(sm, first, 1, count);
    *status =
        br_joint_step(j, count, sm->tile_x, sm->tile_m, sm->tile_u, log->p, log->dt, sm->tile_next, 0, sm->tile_F);
    if (*status != BR_OK)
        return 0;
    for (int k = 0; k < count; k++) {
        br_real *gap = br_smoother_node(sm, sm->gap, first + k);
        pick(j->nF, count, sm->tile_F, k, br_row(sm->riccati.F, j->nF, first + k));
        pick(n, count, sm->tile_next, k, gap);
        for (int i = 0; i < n; i++)
            gap[i] = sm->noise[i] > 0 ? gap[i] - br_smoother_node(sm, sm->X, first + k + 1)[i] : 0;
    }
    br_smoother_load_inputs(sm, log, br_smoother_after(log), due, every, seen);
    load_nodes(sm, due + 1, every, seen);
    measure_points(sm, log, seen);
    return seen;
}

// Measurements of sample k, the `at`-th of `seen`, about its node.
static int linearise_measurements(br_smoother *sm, const br_smoother_log *log, int k, int at, int seen)
{
    int n = sm->joint.n;
    for (int i = 0; i < sm->o.measured; i++) {
        br_real y = br_smoother_seen(log, i, k);
        if (br_smoother_missing(y))
            continue;
        pick(n, seen, sm->tile_h + (ptrdiff_t)i * n * seen, at, sm->d);
        br_real e = y - sm->tile_y[i * seen + at] - br_vec_dot(n, sm->d, sm->riccati.gaussian.x);
        if (!br_riccati_innovation_update(&sm->riccati, sm->d, sm->r[i], e))
            return 0;
    }
    return 1;
}

// The bound at which a constant estimate is held.
static br_real bound_of(const br_smoother *sm, int i)
{
    return sm->held[i] < 0 ? sm->low[i] : sm->high[i];
}

// The Kalman pass over changes of the present nodes. Numbers that are held go to their bound.
static br_status filter_change(br_smoother *sm, const br_smoother_log *log)
{
    br_riccati *c = &sm->riccati;
    int n = sm->joint.n;
    br_status status = BR_OK;
    for (int i = 0; i < n; i++) {
        sm->d[i] = (sm->held[i] ? bound_of(sm, i) : sm->x0[i]) - sm->X[i];
        sm->now[i] = sm->held[i] ? 0 : sm->sd[i];
    }
    br_riccati_begin(c, sm->d, sm->now);
    load_nodes(sm, 0, 1, 1);
    br_smoother_load_seen(sm, log, -1);
    measure_points(sm, log, 1);
    if (br_smoother_due(sm, log, -1) && !linearise_measurements(sm, log, -1, 0, 1))
        return BR_NOT_FINITE;
    for (int first = 0; first < log->samples; first += sm->o.lanes) {
        int count = log->samples - first < sm->o.lanes ? log->samples - first : sm->o.lanes, at = 0;
        int seen = linearise(sm, log, first, count, &status);
        for (int k = first; status == BR_OK && k < first + count; k++) {
            br_smoother_release(sm, k);
            br_riccati_transition(c, k, c->gaussian.x, sm->next);
            br_vec_add(n, 1, br_smoother_node(sm, sm->gap, k), sm->next);
            br_riccati_time_update(c, sm->next);
            if (br_smoother_due(sm, log, k) && !linearise_measurements(sm, log, k, at++, seen))
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

// How far a constant estimate gets from where it has been followed to, as a share of its change, until it meets a bound.
static br_real distance_to_bound(const br_smoother *sm, int i)
{
    br_real from = sm->reached[i], to = sm->X[i] + sm->riccati.x[i];
    if (sm->noise[i] > 0 || sm->held[i] || (to >= sm->low[i] && to <= sm->high[i]))
        return 1;
    return ((to < sm->low[i] ? sm->low[i] : sm->high[i]) - from) / (to - from);
}

// The change is followed until the first constant estimate meets a bound: that one is held there. 0: none does.
static int update_active_set(br_smoother *sm)
{
    int first = -1;
    br_real share = 1;
    for (int i = sm->joint.nx; i < sm->joint.n; i++)
        if (distance_to_bound(sm, i) < share) {
            first = i;
            share = distance_to_bound(sm, i);
        }
    if (first < 0)
        return 0;
    sm->held[first] = sm->riccati.x[first] < 0 ? -1 : 1;
    for (int i = sm->joint.nx; i < sm->joint.n; i++)
        sm->reached[i] += share * (sm->X[i] + sm->riccati.x[i] - sm->reached[i]);
    return 1;
}

// The change of all nodes that a linear problem with these bounds would take, and the cost it would have.
static br_status newton_step(br_smoother *sm, const br_smoother_log *log, br_real *least)
{
    br_status status;
    int n = sm->joint.n;
    for (int i = 0; i < n; i++) {
        sm->held[i] = 0;
        sm->reached[i] = sm->X[i];
    }
    do { // every constant estimate is held at most once
        status = filter_change(sm, log);
        if (status != BR_OK)
            return status;
        br_smoother_backward_pass(sm);
    } while (update_active_set(sm));
    *least = sm->riccati.cost;
    for (int i = 0; i < n; i++)
        *least += sm->held[i] ? squares(bound_of(sm, i) - sm->x0[i], sm->sd[i] * sm->sd[i]) : 0;
    return BR_OK;
}

// ---------------------------------------------------------------- trials

// Noise that takes a trial from f to node k + 1, `share` of the change taken: that of the linear problem, and where this
// leads away from the node it should meet, more of it, as far as noise is free to.
static br_real noise_of(const br_smoother *sm, int k, int i, br_real f, br_real share)
{
    const br_riccati *c = &sm->riccati;
    br_real d = br_smoother_node(sm, c->x, k + 1)[i], q = sm->noise[i];
    br_real linear = share * (d - sm->now[i]) - br_smoother_node(sm, sm->gap, k)[i];
    br_real away = br_smoother_node(sm, sm->X, k + 1)[i] + share * d - f - linear;
    return linear + away * q / (q + br_riccati_variance(c, k + 1, i));
}

// One step of a trial from its node k; a number without noise follows f, and all do without a share to take.
static br_status try_step(br_smoother *sm, const br_smoother_log *log, int k, const br_real *share, br_real *cost)
{
    br_real *f = sm->next, *T = br_smoother_node(sm, sm->T, k + 1);
    br_smoother_load_inputs(sm, log, log->u, k, 1, 1);
    br_status status = br_joint_step(&sm->joint, 1, br_smoother_node(sm, sm->T, k), br_smoother_modes(sm, sm->TM, k),
                                     sm->tile_u, log->p, log->dt, f, br_smoother_modes(sm, sm->TM, k + 1), 0);
    if (status != BR_OK)
        return status;
    if (share)
        br_riccati_transition(&sm->riccati, k, br_smoother_node(sm, sm->riccati.x, k), sm->now);
    for (int i = 0; i < sm->joint.n; i++) {
        T[i] = f[i];
        if (share && sm->noise[i] > 0)
            T[i] = br_smoother_within(sm, i, f[i] + noise_of(sm, k, i, f[i], *share));
        *cost += squares(T[i] - f[i], sm->noise[i]);
    }
    return BR_OK;
}

// (2.18) of the measurements of sample k in the trial.
static br_real measurement_cost(br_smoother *sm, const br_smoother_log *log, int k)
{
    br_real sum = 0, expected;
    br_smoother_load_seen(sm, log, k);
    for (int i = 0; br_smoother_due(sm, log, k) && i < sm->o.measured; i++) {
        br_real y = br_smoother_seen(log, i, k);
        if (br_smoother_missing(y))
            continue;
        br_joint_measure(&sm->joint, 1, br_smoother_node(sm, sm->T, k + 1), br_smoother_modes(sm, sm->TM, k + 1),
                         sm->tile_u, log->p, sm->which[i], &expected, 0);
        sum += squares(y - expected, sm->r[i]);
    }
    return sum;
}

// The trial with this share of the change (NULL: without noise from x0): its (2.18), or BR_MOST where there is none.
static br_real try_change(br_smoother *sm, const br_smoother_log *log, const br_real *share)
{
    br_real cost = 0;
    for (int i = 0; i < sm->joint.n; i++) {
        sm->T[i] = share ? br_smoother_within(sm, i, sm->X[i] + *share * sm->riccati.x[i]) : sm->x0[i];
        cost += start_cost(sm, sm->T, i);
    }
    cost += measurement_cost(sm, log, -1);
    for (int k = 0; k < log->samples; k++) {
        br_smoother_release(sm, k);
        if (try_step(sm, log, k, share, &cost) != BR_OK)
            return BR_MOST;
        cost += measurement_cost(sm, log, k);
    }
    return cost <= BR_MOST ? cost : BR_MOST;
}

static void accept_trial(br_smoother *sm)
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
    const br_real as_they_are = 0;
    for (int k = 0; k < log->samples; k++) {
        br_smoother_release(sm, k);
        br_vec_zero(sm->joint.n, br_smoother_node(sm, sm->gap, k));
    }
    br_real cost = try_change(sm, log, passed ? &as_they_are : 0);
    accept_trial(sm);
    return cost;
}

// ---------------------------------------------------------------- the search

// Shortens the change until the cost falls by some of what it promises; answers whether it does.
static int line_search(br_smoother *sm, const br_smoother_log *log, br_smoother_report *report)
{
    br_real share = 1;
    for (int i = 0; i <= sm->o.halvings; i++) {
        br_real cost = try_change(sm, log, &share);
        report->trials++;
        if (cost < report->cost && cost <= report->cost - BR_C(1e-4) * share * report->promised) {
            accept_trial(sm);
            report->cost = cost;
            report->iterations++;
            return 1;
        }
        share /= 2;
    }
    return 0;
}

// Gauss-Newton from the present nodes; ends with the problem linearised where they are.
static br_status gauss_newton(br_smoother *sm, const br_smoother_log *log, br_smoother_report *report)
{
    for (;;) {
        br_real least;
        br_status status = newton_step(sm, log, &least);
        if (status != BR_OK)
            return status;
        report->promised = report->cost - least;
        if (report->promised < -br_r_sqrt(BR_EPS) * report->cost) // derivatives do not fit
            report->end = BR_SMOOTHER_STUCK;
        else if (report->promised <= sm->o.gain * report->cost)
            report->end = BR_SMOOTHER_GAIN;
        else if (report->promised <= sm->o.step * sm->o.step)
            report->end = BR_SMOOTHER_STEP;
        else if (report->iterations >= sm->o.iterations)
            report->end = BR_SMOOTHER_ITERATIONS;
        else if (!line_search(sm, log, report))
            report->end = BR_SMOOTHER_STUCK;
        else
            continue;
        return BR_OK;
    }
}

static long count_missing(const br_smoother *sm, const br_smoother_log *log)
{
    long missing = 0;
    for (int k = -1; k < log->samples; k++) {
        br_smoother_release(sm, k);
        for (int i = 0; br_smoother_due(sm, log, k) && i < sm->o.measured; i++)
            missing += br_smoother_missing(br_smoother_seen(log, i, k));
    }
    return missing;
}

// Covariances about the nodes found, of what is held, too.
static br_status node_covariances(br_smoother *sm, const br_smoother_log *log, br_smoother_report *report)
{
    for (int i = 0; i < sm->joint.n; i++) {
        report->held += sm->held[i] != 0;
        sm->held[i] = 0;
    }
    br_status status = report->held > 0 ? filter_change(sm, log) : BR_OK;
    if (status == BR_OK)
        br_smoother_covariances(sm);
    return status;
}

br_status br_smoother_iterate(br_smoother *sm, const br_smoother_log *log, const br_real *x, br_smoother_report *report)
{
    br_smoother_report r = {.iterations = 0};
    br_status status = br_smoother_begin(sm, log, x);
    if (status != BR_OK)
        return status;
    r.first = r.cost = first_nodes(sm, log, br_smoother_trace(sm, log) == BR_OK);
    if (!(r.cost < BR_MOST))
        return BR_NOT_FINITE;
    status = gauss_newton(sm, log, &r);
    if (status == BR_OK)
        status = node_covariances(sm, log, &r);
    if (status != BR_OK)
        return status;
    sm->nodes = log->samples + 1;
    r.missing = count_missing(sm, log);
    if (report)
        *report = r;
    return BR_OK;
}
