// mhe.c - moving-horizon estimation sample by sample: memory, feedback phase, preparation phase in slices.   [target]
#include "num/base/fp.h"

#include "loop/flow/tile.h"
#include "loop/horizon/mhe_parts.h"
#include "num/base/real.h"

br_mhe_options br_mhe_defaults(void)
{
    return (br_mhe_options){.joint = {.flow = br_integrator_defaults()},
                            .horizon = 20,
                            .inputs = 1,
                            .plain = sizeof(br_real) > sizeof(float),
                            .iterations = 1,
                            .passes = 30,
                            .patience = 20,
                            .gate = BR_REJECT_BEYOND};
}

// ---------------------------------------------------------------- memory

// The widest vectors have 8 numbers; small systems gain by more.
static int lanes_of(const br_sys *s, const br_mhe_options *o)
{
    int some = br_sys_njet(s) <= 16 ? 32 : 8;
    int lanes = o->lanes > 0 ? o->lanes : o->joint.elsewhere ? o->joint.elsewhere->points : some;
    return lanes < o->horizon ? lanes : o->horizon;
}

// Of a system that takes all substeps in one function so many more at once, where nothing is done in slices.
static int wide_of(const br_sys *s, const br_mhe_options *o)
{
    int lanes = lanes_of(s, o), whole = o->horizon < 32 ? o->horizon : 32;
    int fused = o->lanes == 0 && !o->joint.elsewhere && br_integrator_fuses(s, o->joint.flow.kind);
    return fused && whole > lanes ? whole : lanes;
}

static br_joint_options joint_of(const br_sys *s, const br_mhe_options *o)
{
    br_joint_options joint = o->joint;
    joint.slopes = joint.each = 1;
    joint.flow.points = wide_of(s, o);
    joint.flow.begun = o->inputs == 1;
    return joint;
}

static int options_valid(const br_sys *s, const br_mhe_options *o)
{
    if (!s || !o || !o->which || !o->r || !o->sd || !o->q || o->joint.estimates < 0 || o->joint.estimates > 1024)
        return 0;
    int nx = br_sys_nx(s), n = nx + o->joint.estimates, ny = br_sys_ny(s) + n;
    if (n < 1 || n > 1024 || o->horizon < 1 || o->horizon > 1 << 20 || o->inputs < 1 || o->inputs > 1 << 20 ||
        o->measured < 1 || o->measured > ny || (unsigned)o->arrival > BR_MHE_CONSTANT || o->iterations < 1 ||
        o->passes < 1 || o->patience < 1 || o->halvings < 0)
        return 0;
    for (int i = 0; i < o->measured; i++)
        if (o->which[i] < 0 || o->which[i] >= ny || !(o->r[i] > 0) || !(o->r[i] <= BR_MOST))
            return 0;
    for (int i = 0; i < o->joint.estimates; i++)
        if (o->joint.estimate && o->joint.estimate[i].by == 'u' && (o->inputs > 1 || !(o->q[nx + i] > 0)))
            return 0;
    for (int i = 0; i < n; i++)
        if ((o->low && !(o->low[i] < BR_MOST)) || (o->high && !(o->high[i] > -BR_MOST)) ||
            (o->low && o->high && !(o->low[i] <= o->high[i])))
            return 0;
    return br_gaussian_in_range(n, o->sd, br_gaussian_largest_sd()) &&
           br_gaussian_in_range(n, o->q, br_gaussian_largest_sd() * br_gaussian_largest_sd()) &&
           br_gaussian_in_range(o->measured, o->r, br_gaussian_largest_sd() * br_gaussian_largest_sd()) &&
           br_gaussian_in_range(n, o->most, BR_MOST) && o->dt > 0 && o->dt <= BR_MOST && o->levenberg >= 0 &&
           o->levenberg <= BR_MOST && o->huber >= 0 && o->gate >= 0;
}

// Numbers seen: at every node measurements, (A.49), and bounds that may hold; those of constants at the newest only.
static int most_seen(const br_sys *s, const br_mhe_options *o)
{
    int nx = br_sys_nx(s), n = nx + o->joint.estimates, nodes = o->horizon + 1;
    int count = nodes * (o->measured + (o->levenberg > 0 ? n : 0));
    for (int i = 0; i < n; i++) {
        const br_estimate *e = i < nx ? 0 : &o->joint.estimate[i - nx];
        int bounded = (o->low && o->low[i] > -BR_MOST) || (o->high && o->high[i] < BR_MOST) ||
                      (e && (e->low > -BR_MOST || e->high < BR_MOST));
        int constant = e && e->by == 'p' && (o->shared || o->noise_in_arrival || o->q[i] == 0);
        count += bounded ? constant ? 1 : nodes : 0;
    }
    return count;
}

// Derivatives of an interval, at most.
static int most_entries(const br_sys *s, int estimates)
{
    int nx = br_sys_nx(s);
    return nx * ((br_integrator_uncoupled(s) ? 1 : nx) + estimates);
}

// entries: of an interval; at most so many while they are not known.
static void carve_horizon(br_arena *a, br_mhe *m, const br_sys *s, const br_mhe_options *o, int entries)
{
    br_joint_options joint = joint_of(s, o);
    int nx = br_sys_nx(s), n = nx + joint.estimates, nodes = o->horizon + 1, lanes = wide_of(s, o), nm = br_sys_nm(s);
    br_riccati_options riccati = {.n = n,
                                  .nx = nx,
                                  .nF = entries,
                                  .steps = o->horizon,
                                  .seen = most_seen(s, o),
                                  .plain = o->plain && o->arrival != BR_MHE_HESSIAN,
                                  .uncoupled = br_integrator_uncoupled(s)};
    br_riccati_options tail = {.n = n, .nx = nx, .nF = entries, .steps = 1, .seen = o->measured};
    br_riccati_carve(a, &m->riccati, &riccati);
    br_riccati_carve(a, &m->tail, &tail);
    br_gaussian_carve(a, &m->arrival, n);
    br_gaussian_carve(a, &m->next, n);
    m->riccati.adjoint = br_arena_reals(a, n * nodes);
    m->sd = br_arena_reals(a, n);
    m->most = br_arena_reals(a, n);
    m->q = br_arena_reals(a, n);
    m->r = br_arena_reals(a, o->measured);
    m->low = br_arena_reals(a, n);
    m->high = br_arena_reals(a, n);
    m->which = br_arena_ints(a, o->measured);
    m->x = br_arena_reals(a, n);
    m->P = br_arena_reals(a, n * n);
    m->error = br_arena_reals(a, o->measured);
    m->variance = br_arena_reals(a, o->measured);
    br_gate_carve(a, &m->gate, o->measured);
    m->taken = br_arena_ints(a, o->measured);
    m->known = br_arena_reals(a, o->levenberg > 0 ? n * n : 0);
    m->X = br_arena_reals(a, n * nodes);
    m->old = br_arena_reals(a, o->halvings > 0 ? n * nodes : 0);
    m->M = br_arena_ints(a, nm * nodes);
    m->U = br_arena_reals(a, br_sys_nu(s) * o->inputs * nodes);
    m->held = br_arena_reals(a, br_sys_nu(s));
    m->Y = br_arena_reals(a, o->measured * nodes);
    m->gap = br_arena_reals(a, n * o->horizon);
    m->H = br_arena_reals(a, n * o->measured * nodes);
    m->e = br_arena_reals(a, o->measured * nodes);
    m->rho = br_arena_reals(a, o->measured * nodes);
    m->active = br_arena_ints(a, n * nodes);
    m->pin = br_arena_ints(a, n * nodes);
    m->slack = br_arena_reals(a, 2 * n * nodes);
    m->force = br_arena_reals(a, 2 * n * nodes);
    m->first = br_arena_reals(a, n);
    m->noise = br_arena_reals(a, n);
    m->d = br_arena_reals(a, n);
    m->fresh = br_arena_ints(a, n);
    m->tile_x = br_arena_reals(a, n * lanes);
    m->tile_next = br_arena_reals(a, n * lanes);
    m->tile_u = br_arena_reals(a, br_sys_nu(s) * lanes);
    m->tile_F = br_arena_reals(a, entries * lanes);
    m->tile_y = br_arena_reals(a, lanes);
    m->tile_h = br_arena_reals(a, n * lanes);
    m->tile_m = br_arena_ints(a, nm * lanes);
    m->joint_memory = br_arena_reals(a, (int)(br_joint_bytes(s, &joint) / sizeof(br_real)));
}

size_t br_mhe_bytes(const br_sys *s, const br_mhe_options *o)
{
    br_mhe m;
    br_arena a = {0, 0};
    if (!options_valid(s, o))
        return 0;
    br_joint_options joint = joint_of(s, o);
    if (br_joint_bytes(s, &joint) == 0)
        return 0;
    int n = br_sys_nx(s) + joint.estimates;
    br_riccati_options riccati = {
        .n = n, .nx = br_sys_nx(s), .nF = br_sys_nx(s) * n, .steps = o->horizon, .seen = most_seen(s, o)};
    long long inputs = (long long)br_sys_nu(s) * o->inputs * (o->horizon + 1), seen = (long long)o->measured + 2LL * n;
    if (br_riccati_largest_array(&riccati) > 1 << 28 || inputs > 1 << 28 ||
        seen * (2 * n + 2) * (o->horizon + 1) > 1 << 28)
        return 0;
    carve_horizon(&a, &m, s, o, most_entries(s, joint.estimates));
    return a.used;
}

// Bounds of an estimate as they stand in the vector, and those given; answers whether they leave anything.
static int set_bounds(br_mhe *m, const br_mhe_options *o)
{
    int some = 1;
    for (int i = 0; i < m->joint.n; i++) {
        m->low[i] = o->low && o->low[i] > -BR_MOST ? o->low[i] : -BR_MOST;
        m->high[i] = o->high && o->high[i] < BR_MOST ? o->high[i] : BR_MOST;
        if (i < m->joint.nx)
            continue;
        const br_estimate *q = &m->joint.estimate[i - m->joint.nx];
        br_real low = br_joint_number(&m->joint, i - m->joint.nx, q->scale > 0 ? q->low : q->high);
        br_real high = br_joint_number(&m->joint, i - m->joint.nx, q->scale > 0 ? q->high : q->low);
        m->low[i] = low > m->low[i] ? low : m->low[i];
        m->high[i] = high < m->high[i] ? high : m->high[i];
        some &= m->low[i] <= m->high[i];
    }
    return some;
}

static int set_numbers(br_mhe *m, const br_mhe_options *o)
{
    int n = m->joint.n, nx = m->joint.nx;
    br_vec_copy(n, o->sd, m->sd);
    br_vec_copy(n, o->q, m->q);
    br_vec_copy(o->measured, o->r, m->r);
    for (int i = 0; i < o->measured; i++)
        m->which[i] = o->which[i];
    for (int i = 0; i < n; i++) {
        m->fresh[i] = i >= nx && m->joint.estimate[i - nx].by == 'u';
        if (m->fresh[i])
            m->sd[i] = br_r_sqrt(m->q[i]);
        m->most[i] = o->most && !m->fresh[i] ? o->most[i] : i < nx ? br_gaussian_largest_sd() : m->sd[i];
        m->most[i] = m->most[i] < br_gaussian_largest_sd() ? m->most[i] : br_gaussian_largest_sd();
    }
    return set_bounds(m, o);
}

br_status br_mhe_init(br_mhe *m, const br_sys *s, const br_mhe_options *o, const br_real *x, void *memory, size_t bytes)
{
    br_arena a = {memory, 0};
    size_t needs = br_mhe_bytes(s, o);
    if (!m || !x || !memory || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    br_mhe fresh = {.o = *o};
    br_joint_options joint = joint_of(s, o);
    carve_horizon(&a, &fresh, s, o, most_entries(s, joint.estimates));
    br_status status = br_joint_init(&fresh.joint, s, &joint, fresh.joint_memory, br_joint_bytes(s, &joint));
    if (status != BR_OK)
        return status;
    fresh.wide = wide_of(s, o);
    fresh.o.lanes = lanes_of(s, o);
    fresh.riccati.o.nF = fresh.tail.o.nF = fresh.joint.nF;
    fresh.riccati.entry = fresh.tail.entry = fresh.joint.F;
    fresh.riccati.q = fresh.tail.q = fresh.noise;
    fresh.riccati.fresh = fresh.tail.fresh = fresh.fresh;
    if (!set_numbers(&fresh, o))
        return BR_BAD_USAGE;
    br_riccati_open(&fresh.riccati);
    status = br_mhe_reset(&fresh, x);
    if (status == BR_OK)
        *m = fresh;
    return status;
}

// ---------------------------------------------------------------- start

// Process noise of an interval.
static void set_noise(br_mhe *m)
{
    for (int i = 0; i < m->joint.n; i++) {
        br_real walk = br_mhe_walks_with_arrival(m, i) ? 0 : m->q[i] * (m->o.q_per_step ? 1 : m->o.dt);
        m->noise[i] = m->fresh[i] ? m->q[i] : walk;
    }
}

// Node `last` is there, and waits for its measurements.
static void await(br_mhe *m)
{
    int n = m->joint.n;
    for (int i = 0; i < n; i++)
        m->active[m->last * n + i] = 0;
    m->ready = 1;
    m->slice = m->phase = m->iteration = m->trial = 0;
}

// Forwards to node `to`, whose measurements wait; (A.49) is no knowledge, and what is known without it is kept apart.
static void forward(br_mhe *m, int to)
{
    if (m->o.levenberg > 0) {
        m->undamped = 1;
        br_mhe_forward_pass(m, to);
        m->undamped = 0;
        br_riccati_covariance_now(&m->riccati, m->known);
    }
    br_mhe_forward_pass(m, to);
}

// Node 0 is at x, as uncertain as the arrival cost says.
static void start_at(br_mhe *m, const br_real *x)
{
    for (int i = 0; i < m->joint.n; i++)
        m->x[i] = m->X[i] = br_mhe_clamped(m, i, m->arrival.x[i] = x[i]);
    for (int i = 0; i < br_sys_nm(m->joint.sys); i++)
        m->M[i] = 0;
    br_gaussian_covariance(&m->arrival, m->P);
    m->last = m->failed = m->given = m->open = 0;
    m->cost = m->kkt = m->fade = 0;
    m->settled = 1;
    set_noise(m);
    forward(m, 0);
    await(m);
}

br_status br_mhe_reset(br_mhe *m, const br_real *x)
{
    if (!m || !x || !br_vec_finite(m->joint.n, x))
        return BR_BAD_USAGE;
    br_vec_copy(m->joint.n, x, m->first);
    br_gate_reset(&m->gate, m->o.measured);
    br_gaussian_set_sd(&m->arrival, m->sd);
    start_at(m, x);
    return BR_OK;
}

// States of the arrival cost are uncertain by these standard deviations; what is known of parameters at the newest node stays.
static void open_states(br_mhe *m, const br_real *sd)
{
    int n = m->joint.n;
    br_gaussian_factor(n, m->P, n, m->arrival.U, m->arrival.D);
    for (int i = m->joint.nx; i < n; i++) // one that is held at a bound is not known for that
        m->arrival.D[i] = m->arrival.D[i] > 0 ? m->arrival.D[i] : sd[i] * sd[i];
    for (int i = 0; i < m->joint.nx; i++) {
        br_vec_zero(n, br_row(m->arrival.U, n, i));
        br_row(m->arrival.U, n, i)[i] = 1;
        m->arrival.D[i] = sd[i] * sd[i];
    }
}

// Standard deviations of the n-th restart in a row about x; answers whether those of states can grow no more.
static int restart_sd(const br_mhe *m, int n, const br_real *x, br_real *sd)
{
    int all = n > BR_GATE_PRIOR;
    for (int i = 0; i < m->joint.n; i++) {
        int state = i < m->joint.nx, known = state || m->fresh[i];
        br_real most = state ? m->most[i] : br_gaussian_largest_sd(), off = known ? 0 : x[i] - m->first[i],
                wide = m->sd[i] * (state   ? br_gate_state_width(n)
                                   : known ? 1
                                           : br_gate_prior_width(n));
        all = all && (!state || wide >= most);
        wide = off != 0 ? br_r_sqrt(wide * wide + off * off) : wide;
        sd[i] = wide < most ? wide : m->sd[i] > most ? m->sd[i] : most;
    }
    return all;
}

// Restarts for the n-th time in a row, about the newest estimate or from the prior (loop/filter/gate.h). When states can be no
// more uncertain, whatever is measured next is taken.
static void restart(br_mhe *m, int n)
{
    int from_prior = br_gate_is_from_prior(n);
    br_real *x = m->tile_x; // lanes of n numbers, at least one
    br_vec_copy(m->joint.n, from_prior ? m->first : m->x, x);
    int open = restart_sd(m, n, x, m->d);
    if (n >= BR_GATE_PRIOR)
        br_gaussian_set_sd(&m->arrival, m->d);
    else
        open_states(m, m->d);
    start_at(m, x);
    m->open = open;
    for (int i = 0; i < m->o.measured; i++) {
        m->gate.seen[i] = BR_MOST;
        m->gate.held[i] = 0;
    }
    br_count(&m->health.resets, 1);
    br_count(&m->health.restarts, from_prior);
}

// On probation, since it has opened, what is estimated is plausible.
static int is_implausible(const br_mhe *m)
{
    int wrong = 0;
    for (int i = m->joint.nx; m->o.gate > 0 && i < m->joint.n; i++)
        wrong |= !m->fresh[i] && br_gate_is_implausible(&m->gate, 0, m->o.patience, m->x[i], m->first[i],
                                                        br_gate_plausible(m->o.gate) * m->most[i]);
    return wrong;
}

// Whether the number whose turn it is is out of reach of the prior, as for filters.
static int is_out_of_reach(const br_mhe *m)
{
    int i = m->gate.turn;
    if (!br_gate_is_strict(m->o.gate) || m->fresh[i])
        return 0;
    return i < m->joint.nx ? br_gate_is_state_out_of_reach(m->x[i], m->most[i])
                           : br_gate_is_out_of_reach(m->x[i], m->first[i], m->o.gate * m->most[i]);
}

// ---------------------------------------------------------------- a sample

static int has_parameters(const br_mhe *m, const br_real *p)
{
    int np = br_sys_np(m->joint.sys);
    return np == 0 || (p && br_vec_finite(np, p));
}

static void hear(br_mhe *m, const br_real *u)
{
    br_vec_copy(br_sys_nu(m->joint.sys), u, m->held);
    m->heard = 1;
}

// Measured values of the fresh inputs of the newest node.
static void set_fresh(br_mhe *m, const br_real *u)
{
    for (int i = m->joint.nx; i < m->joint.n; i++) {
        if (!m->fresh[i])
            continue;
        br_real measured = br_mhe_measured_input(m, i, u);
        if (m->last > 0)
            br_row(m->gap, m->joint.n, m->last - 1)[i] = measured - br_mhe_node(m, m->last)[i];
        else
            m->arrival.x[i] = measured;
    }
}

// Inputs at the newest node, held over the interval that begins there.
static void set_inputs(br_mhe *m, const br_real *u)
{
    int nu = br_sys_nu(m->joint.sys);
    for (int i = 0; i < m->o.inputs; i++)
        br_vec_copy(nu, u, br_mhe_inputs(m, m->last) + (ptrdiff_t)i * nu);
    m->given = 1;
    for (int i = m->joint.nx; i < m->joint.n; i++) // nothing but its own measurement says anything of a fresh input yet
        if (m->fresh[i]) {
            br_mhe_node(m, m->last)[i] = br_mhe_measured_input(m, i, u);
            m->riccati.gaussian.x[i] = 0;
        }
    set_fresh(m, u);
}

// The variance that is known of h'x at the newest node.
static br_real variance_of(br_mhe *m, const br_real *h)
{
    int n = m->joint.n;
    br_real sum = 0;
    if (!(m->o.levenberg > 0))
        return br_riccati_variance_along_now(&m->riccati, h);
    for (int i = 0; i < n; i++)
        sum += h[i] * br_vec_dot(n, br_row_of(m->known, n, i), h);
    return sum > 0 ? sum : 0;
}

// h'x of the newest node is seen with variance r: what is known of it.
static void measurement_update_known(br_mhe *m, const br_real *h, br_real r)
{
    int n = m->joint.n;
    br_real s = variance_of(m, h) + r, *Ph = m->tile_h; // n numbers of a lane
    for (int i = 0; i < n; i++)
        Ph[i] = br_vec_dot(n, br_row_of(m->known, n, i), h);
    for (int i = 0; s > 0 && i < n; i++)
        for (int j = 0; j < n; j++)
            br_row(m->known, n, i)[j] -= Ph[i] * Ph[j] / s;
}

// The covariance of the newest estimate: with its measurements and what is held at a bound, without (A.49).
static void newest_covariance(br_mhe *m)
{
    int n = m->joint.n, measured = m->o.measured;
    br_riccati_covariance_now(&m->riccati, m->P);
    if (m->o.levenberg > 0) {
        for (int i = 0; i < measured; i++)
            if (m->rho[m->last * measured + i] > 0)
                measurement_update_known(m, br_mhe_row_of_H(m, m->last, i), m->rho[m->last * measured + i]);
        for (int i = 0; i < n; i++) {
            br_vec_zero(n, m->d);
            m->d[i] = 1;
            if (m->active[m->last * n + i])
                measurement_update_known(m, m->d, 0);
        }
        br_vec_copy(n * n, m->known, m->P);
    }
    for (int i = 0; i < n; i++)
        if (br_row(m->P, n, i)[i] < 0) // rounded
            br_row(m->P, n, i)[i] = 0;
}

static const br_real ALARM = BR_C(1.5); // 5 standard deviations of the mean square over 100

int br_mhe_doubtful(const br_mhe *m)
{
    return m->gate.fit > ALARM || m->gate.openings[0] > 0 || m->blind;
}

enum { BLIND_FOR_OUTPUTS = 1, BLIND };

// Inputs that are missing for longer than it is patient, or the same to the bit while innovations are too large: what is measured then
// teaches nothing, as in loop/filter/sampled.c; but a state that is measured is known, whatever inputs are held.
static void count_blind(br_mhe *m, const br_real *u, int good)
{
    int nu = br_sys_nu(m->joint.sys), same = good && m->heard && nu > 0 && m->joint.n > m->joint.nx;
    for (int i = 0; i < nu && same; i++)
        same = u[i] == m->held[i];
    m->still = (nu > 0 && !good) || same ? m->still + (m->still <= m->o.patience) : 0;
    m->blind = m->still <= m->o.patience ? 0 : !good ? BLIND : m->gate.fit > ALARM ? BLIND_FOR_OUTPUTS : 0;
}

// Measurement i of the newest node about its mean; one beyond the gate is rejected, and without a gate what is absurd.
static void gate_measurement(br_mhe *m, const br_real *p, int i)
{
    br_gaussian *b = &m->riccati.gaussian;
    int n = m->joint.n, at = m->last * m->o.measured + i;
    for (int c = 0; c < n; c++)
        m->d[c] = br_mhe_node(m, m->last)[c] + b->x[c];
    br_mhe_linearise_measurement(m, p, m->last, i, m->d);
    m->error[i] = m->variance[i] = 0;
    if (m->blind == BLIND || (m->blind && m->which[i] < br_sys_ny(m->joint.sys)))
        m->rho[at] = 0;
    m->taken[i] = m->rho[at] > 0;
    if (!m->taken[i]) {
        br_count(&m->health.missing, 1);
        return;
    }
    const br_real *h = br_mhe_row_of_H(m, m->last, i);
    br_real error = m->e[at] - br_vec_dot(n, h, b->x), s = variance_of(m, h) + m->rho[at];
    br_real most = m->o.gate > 0 && !m->open ? m->o.gate : BR_ABSURD;
    if (br_r_abs(error) <= BR_MOST && s <= BR_MOST) {
        m->error[i] = error;
        m->variance[i] = s;
    }
    br_real y = m->Y[at];
    int stuck = m->variance[i] > 0 && m->gate.openings[0] == 0 && // else it is the model that has moved
                br_gate_is_stuck(&m->gate, i, y, y - error, error, most * br_r_sqrt(s));
    m->taken[i] = m->variance[i] > 0 && br_r_abs(error) <= most * br_r_sqrt(s) && !stuck;
    if (!m->taken[i]) {
        m->rho[at] = 0;
        br_count(stuck ? &m->health.stuck : &m->health.rejected, 1);
    }
}

// What is taken does not fit: the arrival cost is less certain than it seems.
static void fade_arrival(br_mhe *m)
{
    enum { WINDOW = 100 };
    m->fade = 0;
    for (int i = 0; i < m->o.measured; i++)
        if (m->taken[i]) {
            br_real ratio = br_r_abs(m->error[i]) / br_r_sqrt(m->variance[i]);
            if (m->o.gate > 0)
                br_gate_suspect(&m->gate, 0, ratio);
            m->fade = br_gate_fade(&m->gate, 0, ratio, WINDOW, 0);
        }
    br_count(&m->health.faded, m->fade > 0);
}

static void gate_measurements(br_mhe *m, const br_real *p)
{
    int seen = 0, taken = 0;
    for (int i = 0; i < m->o.measured; i++) {
        gate_measurement(m, p, i);
        seen += m->variance[i] > 0 && !m->gate.held[i];
        taken += m->taken[i];
    }
    if (taken > 0)
        m->open = 0;
    if (seen > 0)
        br_gate_count(&m->gate, 0, taken > 0, m->o.patience);
    fade_arrival(m);
}

// (2.26b): what is measured at the very first node is part of its arrival cost.
static void absorb_first_measurements(br_mhe *m)
{
    int n = m->joint.n;
    br_mhe_measurement_update(m, &m->riccati, 0);
    for (int i = 0; i < n; i++)
        m->arrival.x[i] = m->X[i] + m->riccati.gaussian.x[i];
    br_riccati_covariance_now(&m->riccati, m->P);
    br_gaussian_factor(n, m->P, n, m->arrival.U, m->arrival.D);
    for (int i = 0; i < m->o.measured; i++)
        m->rho[i] = 0;
    forward(m, 0);
}

br_status br_mhe_about(br_mhe *m, const br_real *p, int nodes, const br_real *X)
{
    if (!m || !X || m->ready || m->slice > 0 || !has_parameters(m, p))
        return BR_BAD_USAGE;
    while (m->slice == 0 && !m->ready) // br_mhe_slices times at most
        (void)br_mhe_slice(m, p);
    if (m->ready || nodes < 1 || nodes > m->last + 1 || !br_vec_finite(nodes * m->joint.n, X))
        return BR_BAD_USAGE;
    for (int i = 0; i < nodes * m->joint.n; i++)
        m->X[i] = br_mhe_clamped(m, i % m->joint.n, X[i]);
    return BR_OK;
}

// The intervals that no slice has linearised yet, so many at once as there is memory for.
static void linearise_others(br_mhe *m, const br_real *p)
{
    int lanes = m->o.lanes, intervals = m->last + 1;
    br_status status = BR_OK;
    for (int k = (m->slice - 1) * lanes; k < intervals && status == BR_OK; k += m->wide)
        status = br_mhe_linearise(m, p, k, intervals - k < m->wide ? intervals - k : m->wide, 1);
    m->slice = 1 + (intervals + lanes - 1) / lanes;
    if (status != BR_OK)
        restart(m, br_gate_restart(&m->gate, 0));
}

static void finish(br_mhe *m, const br_real *p)
{
    while (!m->ready) { // br_mhe_slices times at most
        if (m->slice > 0 && m->wide > m->o.lanes && (m->slice - 1) * m->o.lanes <= m->last)
            linearise_others(m, p);
        (void)br_mhe_slice(m, p);
    }
}

// A restart has this sample as its first node, and leaves its measurements out.
static void restart_if_due(br_mhe *m, int lost)
{
    int astray = m->joint.n > m->joint.nx && br_gate_is_astray(&m->gate, m->joint.n, m->o.patience, is_out_of_reach(m));
    if (lost || astray || is_implausible(m))
        restart(m, br_gate_restart(&m->gate, 0));
    else if (br_gate_is_due(&m->gate, 0, m->o.patience))
        restart(m, br_gate_open(&m->gate, 0));
    else
        return;
    set_inputs(m, m->held);
    for (int i = 0; i < m->o.measured; i++) {
        m->rho[i] = 0;
        m->taken[i] = 0;
    }
}

br_status br_mhe_feedback(br_mhe *m, const br_real *u, const br_real *p, const br_real *y)
{
    if (!m)
        return BR_BAD_USAGE;
    int n = m->joint.n, nu = br_sys_nu(m->joint.sys), good = u && br_vec_finite(nu, u);
    if (!y || (!u && nu > 0) || !has_parameters(m, p) || (!good && nu > 0 && !m->heard)) {
        br_count(&m->health.refused, 1);
        return BR_BAD_USAGE;
    }
    if (!m->ready) {
        br_count(&m->health.late, 1);
        finish(m, p);
    }
    br_count(&m->health.samples, 1);
    br_count(&m->health.refused, nu > 0 && !good);
    count_blind(m, u, good);
    hear(m, good ? u : m->held);
    set_inputs(m, m->held);
    br_vec_copy(m->o.measured, y, m->Y + (ptrdiff_t)m->last * m->o.measured);
    gate_measurements(m, p);
    if (m->last == 0 && !m->o.first)
        absorb_first_measurements(m);
    br_mhe_node_update(m, m->last);
    br_mhe_bound_newest(m);
    m->cost = m->riccati.cost;
    for (int i = 0; i < n; i++)
        m->x[i] = br_mhe_clamped(m, i, br_mhe_node(m, m->last)[i] + m->riccati.gaussian.x[i]);
    newest_covariance(m);
    int lost = !br_vec_finite(n, m->x) || !br_vec_finite(n * n, m->P);
    restart_if_due(m, lost);
    m->ready = 0;
    return nu > 0 && !good ? BR_NOT_FINITE : BR_OK;
}

// Whether the interval that has begun is linearised already, by the last slice but one.
static int is_linearised(const br_mhe *m)
{
    return m->slice > 0 && (m->slice - 1) * m->o.lanes > m->last;
}

// Input `from` of the interval that has begun and those behind it.
static br_status set_input(br_mhe *m, const br_real *u, int from)
{
    int nu = br_sys_nu(m->joint.sys);
    if ((!u && nu > 0) || m->ready || from >= m->o.inputs || is_linearised(m))
        return BR_BAD_USAGE;
    if (!br_vec_finite(nu, u)) {
        br_count(&m->health.refused, 1);
        m->given = from + 1; // the one before is held
        return BR_NOT_FINITE;
    }
    for (int i = from; i < m->o.inputs; i++)
        br_vec_copy(nu, u, br_mhe_inputs(m, m->last) + (ptrdiff_t)i * nu);
    m->given = from + 1;
    if (from == 0)
        set_fresh(m, u);
    else
        hear(m, u);
    return BR_OK;
}

br_status br_mhe_input(br_mhe *m, const br_real *u)
{
    return m ? set_input(m, u, m->given) : BR_BAD_USAGE;
}

br_status br_mhe_hold(br_mhe *m, const br_real *u)
{
    return m ? set_input(m, u, 0) : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- between samples

// The problem is solved, and the step found: how it went.
static void record_solution(br_mhe *m)
{
    m->kkt = m->o.kkt || m->o.iterations > 1 ? br_mhe_kkt_residual(m) : 0;
    br_count(&m->health.unfinished, !m->settled);
    m->failed = m->settled ? 0 : m->iteration == 0 ? m->failed + 1 : m->failed;
    set_noise(m);
}

// Back over the horizon by parts: which bounds hold, a step, once more about where it led, and on by a node if it is full. A
// part is one pass or one run of the model over the horizon at most. *over: this was the last one.
enum { BEGIN, SOLVE, STEP, AGAIN };

static br_status newton_iteration(br_mhe *m, const br_real *p, int *over)
{
    int full = m->last == m->o.horizon;
    br_status status = BR_OK;
    *over = 0;
    if (m->phase == AGAIN) {
        m->iteration++;
        m->phase = BEGIN;
        status = br_mhe_relinearise(m, p);
        return status;
    }
    if (m->phase == BEGIN) {
        br_mhe_solve_begin(m);
        m->phase = SOLVE;
    }
    int enough = m->iteration + 1 >= m->o.iterations || m->kkt <= 1000 * BR_EPS * (1 + m->cost);
    if (m->phase == SOLVE) {
        if (!br_mhe_solve_part(m))
            return BR_OK;
        record_solution(m);
        enough = m->iteration + 1 >= m->o.iterations || m->kkt <= 1000 * BR_EPS * (1 + m->cost);
        if (enough && full)
            br_mhe_arrival_cost_before(m);
        m->phase = STEP;
        m->trial = 0;
    }
    if (!br_mhe_newton_step(m, p, m->trial++))
        return BR_OK;
    m->phase = AGAIN;
    *over = enough;
    if (!enough || !full)
        return BR_OK;
    status = br_mhe_arrival_cost_after(m, p);
    if (status == BR_OK) {
        br_mhe_arrival_cost_shift(m);
        br_mhe_shift(m);
        if (m->fade > 0)
            br_vec_scale(m->joint.n, 1 + m->fade, m->arrival.D);
    }
    return status;
}

int br_mhe_slices(const br_mhe *m)
{
    int some = 0;
    for (int i = 0; i < m->joint.n; i++)
        some |= br_mhe_is_bounded(m, i);
    int trials = m->o.halvings > 0 ? m->o.halvings + 2 : 0, solve = 1 + (some ? m->o.passes : 0);
    return 1 + m->o.iterations * (solve + trials + 1) - 1 + (m->o.horizon + m->o.lanes - 1) / m->o.lanes;
}

int br_mhe_awaits_input(const br_mhe *m)
{
    return !m->ready && m->given < m->o.inputs && m->slice > 0 && m->slice * m->o.lanes > m->last;
}

int br_mhe_slice(br_mhe *m, const br_real *p)
{
    br_status status = BR_OK;
    int over = 1;
    if (!m || m->ready || !has_parameters(m, p))
        return m && m->ready;
    int first = (m->slice - 1) * m->o.lanes, intervals = m->last + 1;
    if (m->slice == 0) {
        status = newton_iteration(m, p, &over);
    } else if (first < intervals) {
        status = br_mhe_linearise(m, p, first, intervals - first < m->o.lanes ? intervals - first : m->o.lanes, 1);
    } else {
        forward(m, m->last + 1);
        m->last++;
        await(m);
        return 1;
    }
    m->slice += over;
    if (status != BR_OK)
        restart(m, br_gate_restart(&m->gate, 0));
    else if (over && m->failed >= m->o.patience)
        restart(m, br_gate_open(&m->gate, 0));
    return m->ready;
}

br_status br_mhe_prepare(br_mhe *m, const br_real *p)
{
    if (!m || !has_parameters(m, p))
        return BR_BAD_USAGE;
    finish(m, p);
    return BR_OK;
}

br_status br_mhe_step(br_mhe *m, const br_real *u, const br_real *p, const br_real *y)
{
    br_status status = br_mhe_prepare(m, p);
    return status == BR_OK ? br_mhe_feedback(m, u, p, y) : status;
}

// ---------------------------------------------------------------- reading

br_real br_mhe_sd(const br_mhe *m, int i)
{
    br_real variance = br_row_of(m->P, m->joint.n, i)[i];
    return variance > 0 ? br_r_sqrt(variance) : 0;
}

br_real br_mhe_value(const br_mhe *m, int i)
{
    return br_joint_value(&m->joint, i, m->x[m->joint.nx + i]);
}

br_real br_mhe_value_sd(const br_mhe *m, int i)
{
    int at = m->joint.nx + i;
    return br_joint_value_sd(&m->joint, i, m->x[at], br_mhe_sd(m, at));
}

br_real br_mhe_expect(br_mhe *m, const br_real *u, const br_real *p, int which, br_real *sd)
{
    br_real y;
    br_joint_measure(&m->joint, 1, m->x, br_mhe_modes(m, m->last), u, p, which, &y, sd ? m->tile_h : 0);
    br_real variance = 0;
    for (int i = 0; sd && i < m->joint.n; i++)
        variance += m->tile_h[i] * br_vec_dot(m->joint.n, br_row_of(m->P, m->joint.n, i), m->tile_h);
    if (sd) // of what is not finite nothing is known
        *sd = variance <= BR_MOST ? br_r_sqrt(variance > 0 ? variance : 0) : BR_MOST;
    return y;
}
