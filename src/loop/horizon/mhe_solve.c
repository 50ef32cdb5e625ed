// mhe_solve.c - the linear problem of a horizon: Kalman pass, adjoint pass, bounds.            [target]
//
// A bound that holds is a number measured with next to no variance. Which ones hold is found by turns: those that a mean has
// left are added, those that pull the wrong way are dropped, all at once. Where few turns do not settle that, as with states
// without noise, an interior point finds it (mhe_barrier.c), and turns go on from there.
#include "num/base/fp.h"

#include "loop/horizon/mhe_parts.h"
#include "num/base/real.h"

// Variance of a bound as a share of that of the number, how far beyond it a mean may be in standard deviations, and how much nearer
// turns begin from inside, when they have failed from FAR
#ifdef BR_FLOAT
static const br_real TIGHT = BR_C(1e-6), SLACK = BR_C(1e-4), NEARER = BR_C(1e-2);
#else
static const br_real TIGHT = BR_C(1e-14), SLACK = BR_C(1e-10), NEARER = BR_C(1e-7);
#endif
static const br_real FAR = BR_C(1e-5);

// ---------------------------------------------------------------- forwards

static void measure_number(br_mhe *m, int i, br_real r, br_real value)
{
    br_vec_zero(m->joint.n, m->d);
    m->d[i] = 1;
    (void)br_riccati_measurement_update(&m->riccati, m->d, r, value);
}

// Number i of node k, which is the present one, goes to its bound, unless nothing more can move it.
static void pin_to_bound(br_mhe *m, int k, int i)
{
    br_riccati *c = &m->riccati;
    int at = c->first[k + 1], *pin = &m->pin[k * m->joint.n + i];
    br_real bound = m->active[k * m->joint.n + i] < 0 ? m->low[i] : m->high[i];
    br_real variance = br_riccati_variance_now(c, i);
    if (variance > BR_EPS * m->sd[i] * (m->sd[i] * BR_EPS))
        measure_number(m, i, variance * TIGHT, bound - br_mhe_node(m, k)[i]);
    *pin = c->first[k + 1] > at ? at : -1;
}

// What its bounds say of number i of the present node k.
static void apply_bounds(br_mhe *m, int k, int i)
{
    br_real value, variance;
    if (m->active[k * m->joint.n + i])
        pin_to_bound(m, k, i);
    else if (m->inside && br_mhe_barrier_measurement(m, k, i, &value, &variance))
        measure_number(m, i, variance, value - br_mhe_node(m, k)[i]);
}

void br_mhe_measurement_update(const br_mhe *m, br_riccati *c, int k)
{
    int n = m->joint.n, measured = m->o.measured;
    for (int i = k * measured; i < (k + 1) * measured; i++) {
        if (m->rho[i] > 0)
            (void)br_riccati_measurement_update(c, br_row_of(m->H, n, i), m->rho[i], m->e[i]);
    }
}

void br_mhe_node_update(br_mhe *m, int k)
{
    int n = m->joint.n;
    if (k > 0 || m->o.first)
        br_mhe_measurement_update(m, &m->riccati, k);
    if (m->bare)
        return;
    for (int i = 0; m->o.levenberg > 0 && !m->undamped && i < n; i++)
        measure_number(m, i, 1 / m->o.levenberg, 0); // (A.49)
    for (int i = 0; i < n; i++)
        apply_bounds(m, k, i);
}

// Is there nothing at node k but its measurements?
static int only_measured(const br_mhe *m, int k)
{
    int held = 0;
    for (int i = 0; i < m->joint.n; i++)
        held |= m->active[k * m->joint.n + i];
    return (k > 0 || m->o.first) && (m->bare || (!held && !m->inside && (m->undamped || !(m->o.levenberg > 0))));
}

void br_mhe_forward_pass(br_mhe *m, int to)
{
    br_riccati *c = &m->riccati;
    br_riccati_measurements rows = {m->o.measured, m->H, m->rho, m->e};
    int n = m->joint.n;
    for (int i = 0; i < n; i++)
        m->d[i] = m->arrival.x[i] - m->X[i];
    br_riccati_begin_factored(c, m->d, m->arrival.U, m->arrival.D);
    while (c->node < to) { // each turn takes one node, at least
        int end = c->node;
        while (end < to && only_measured(m, end))
            end++;
        br_riccati_forward_pass(c, end, &rows, m->gap);
        if (end == to)
            return;
        br_mhe_node_update(m, end);
        br_riccati_step(c, br_row_of(m->gap, n, end));
    }
}

// ---------------------------------------------------------------- bounds

// Numbers that stay are the same at all nodes: their bounds are those of the newest.
int br_mhe_bounded_at(const br_mhe *m, int k, int i)
{
    int constant = i >= m->joint.nx && !m->fresh[i] && m->noise[i] == 0;
    return k == m->last || !constant;
}

static int bounded(const br_mhe *m, int i)
{
    return m->low[i] > -BR_MOST || m->high[i] < BR_MOST;
}

static int violated_side(const br_mhe *m, int i, br_real x)
{
    br_real slack = SLACK * m->sd[i];
    return x < m->low[i] - slack ? -1 : x > m->high[i] + slack ? 1 : 0;
}

void br_mhe_bound_newest(br_mhe *m)
{
    int n = m->joint.n, k = m->last;
    const br_real *X = br_mhe_node(m, k);
    for (int turn = 0; turn < n; turn++) {
        int worst = -1, side = 0;
        br_real far = 0;
        for (int i = 0; i < n; i++) { // the one that is farthest off, in its own spread
            br_real x = X[i] + m->riccati.gaussian.x[i];
            int now = m->active[k * n + i] ? 0 : violated_side(m, i, x);
            br_real off = now < 0 ? m->low[i] - x : x - m->high[i],
                    sd = br_r_sqrt(br_riccati_variance_now(&m->riccati, i));
            if (now && (worst < 0 || off > far * sd)) {
                worst = i;
                side = now;
                far = sd > 0 ? off / sd : 0;
            }
        }
        if (worst < 0)
            return;
        m->active[k * n + worst] = side;
        pin_to_bound(m, k, worst);
    }
}

// What bound i of node k should be, given the means. One that pulls by next to nothing may stay.
static int side_wanted(const br_mhe *m, int k, int i)
{
    int at = k * m->joint.n + i, active = m->active[at];
    if (!br_mhe_bounded_at(m, k, i))
        return 0;
    if (!active)
        return violated_side(m, i, br_mhe_node(m, k)[i] + br_row_of(m->riccati.x, m->joint.n, k)[i]);
    if (m->pin[at] < 0 || m->low[i] == m->high[i]) // nothing can move it: it is where it is
        return active;
    return m->sure || br_riccati_multiplier(&m->riccati, m->pin[at]) * (br_real)active * m->sd[i] < SLACK ? active : 0;
}

// Adds and drops bounds; answers how many.
static int update_active_set(br_mhe *m)
{
    int changes = 0, n = m->joint.n;
    for (int i = 0; i < n; i++)
        for (int k = 0; bounded(m, i) && k <= m->last; k++) {
            int *active = &m->active[k * n + i];
            br_real x = m->X[k * n + i] + m->riccati.x[k * n + i];
            if (!*active && x >= m->low[i] && x <= m->high[i])
                continue; // as nearly all are
            int now = side_wanted(m, k, i);
            changes += now != *active;
            *active = now;
        }
    return changes;
}

static int bounds_held(const br_mhe *m)
{
    int count = 0;
    for (int i = 0; i < (m->last + 1) * m->joint.n; i++)
        count += m->active[i] != 0;
    return count;
}

void br_mhe_riccati_recursion(br_mhe *m)
{
    br_mhe_forward_pass(m, m->last);
    br_mhe_node_update(m, m->last);
    br_riccati_backward_pass(&m->riccati);
}

// Which bounds hold is looked for by turns, a few of them; then from inside, nearer and nearer, each time with turns from there on.
// Where more numbers are at their bounds than can move, it is rounding which of them pulls which way. From near enough those hold that
// are touched, all of which pull from inside: if nothing leaves a bound then, it is the optimum, whatever the signs.
// When passes are used up, what was found from inside stands.
enum { TURNS, INSIDE, LAST };

void br_mhe_solve_begin(br_mhe *m)
{
    m->stage = TURNS;
    m->passes = m->o.passes; // the pass forwards is done, and the first of them
    m->turns = 5;
    m->near = 0;
    m->settled = m->sure = 0;
}

// A turn: a pass, but for the first, and the bounds as they should be behind it.
static int active_set_iteration(br_mhe *m)
{
    if (m->passes == m->o.passes)
        br_riccati_backward_pass(&m->riccati);
    else
        br_mhe_riccati_recursion(m);
    m->passes--;
    m->turns--;
    m->settled = update_active_set(m) == 0;
    m->sure = 0;
    if (m->settled || (m->passes == 0 && !(m->near > 0)))
        return 1;
    if (m->passes == 0)
        m->stage = LAST;
    else if (m->turns == 0)
        m->stage = INSIDE;
    return 0;
}

static void interior_point_iteration(br_mhe *m)
{
    if (!(m->near > 0)) {
        m->near = FAR;
        m->passes--; // for the last one
        br_mhe_barrier_begin(m);
    }
    int there = m->passes == 0;
    if (m->passes > 0) {
        there = br_mhe_interior_point_step(m, m->near);
        m->passes--;
    }
    if (there || m->passes == 0) {
        m->sure = m->near < FAR;
        br_mhe_barrier_active_set(m, m->sure ? SLACK : BR_MOST);
    }
    if (m->passes == 0)
        m->stage = LAST;
    else if (there) {
        m->stage = TURNS;
        m->turns = 3;
        m->near *= NEARER;
    }
}

int br_mhe_solve_part(br_mhe *m)
{
    int over = 1;
    if (m->stage == TURNS) {
        over = active_set_iteration(m);
    } else if (m->stage == INSIDE) {
        interior_point_iteration(m);
        over = 0;
    } else {
        br_mhe_barrier_solution(m);
    }
    br_count(&m->health.bounded, over ? bounds_held(m) : 0);
    return over;
}

int br_mhe_solve(br_mhe *m)
{
    br_mhe_solve_begin(m);
    while (!br_mhe_solve_part(m)) // o.passes of them at most
        ;
    return m->settled;
}
