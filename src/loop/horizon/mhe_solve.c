// mhe_solve.c - the active set of a horizon: which bounds hold at its optimum.            [target]
//
// Active-set iterations: bounds that a mean violates are added, those with a multiplier of the wrong sign are dropped, all at
// once. Where a few do not settle that, as with states without noise, an interior point finds the active set (mhe_barrier.c),
// and iterations go on from there.
#include "num/base/fp.h"

#include "loop/horizon/mhe_parts.h"
#include "num/base/real.h"

// How far beyond a bound a mean may be in standard deviations, and how much smaller the gap of the interior point becomes when
// active-set iterations have failed from FAR
#ifdef BR_FLOAT
static const br_real SLACK = BR_C(1e-4), NEARER = BR_C(1e-2);
#else
static const br_real SLACK = BR_C(1e-10), NEARER = BR_C(1e-7);
#endif
static const br_real FAR = BR_C(1e-5);

// ---------------------------------------------------------------- bounds

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
        br_mhe_pin_to_bound(m, k, worst);
    }
}

// The side of number i of node k that should be active, given the means; one with next to no multiplier may stay.
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

// Is number i within its bounds at all nodes, and none of them active? Most are.
static int is_free(const br_mhe *m, int i)
{
    int n = m->joint.n, held = 0;
    const br_real *X = m->X, *step = m->riccati.x;
    br_real low = m->low[i], high = m->high[i];
    for (int at = i; at < (m->last + 1) * n; at += n) {
        br_real x = X[at] + step[at];
        held |= m->active[at] | !(x >= low) | !(x <= high);
    }
    return !held;
}

// Adds and drops bounds of the active set; answers how many.
static int update_active_set(br_mhe *m)
{
    int changes = 0, n = m->joint.n;
    for (int i = 0; i < n; i++)
        for (int k = 0; br_mhe_is_bounded(m, i) && !is_free(m, i) && k <= m->last; k++) {
            int *active = &m->active[k * n + i], now = side_wanted(m, k, i);
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

// A few active-set iterations; then the interior point with a smaller and smaller gap, each time with active-set iterations from
// there on. Where more numbers are at their bounds than can move, the signs of their multipliers are rounding: from a small
// enough gap all bounds that are touched are active, and if nothing violates a bound then, it is the optimum, whatever the signs.
// When passes are used up, the interior point stands.
enum { TURNS, INSIDE, LAST };

void br_mhe_solve_begin(br_mhe *m)
{
    m->stage = TURNS;
    m->passes = m->o.passes; // the pass forwards is done, and the first of them
    m->turns = 5;
    m->near = 0;
    m->settled = m->sure = 0;
}

// One active-set iteration: a Riccati recursion, of which the first has its forward pass behind it, and the active set after it.
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
