// mhe_barrier.c - bounds of a horizon by a primal-dual interior point.        [target]
//
// Every bound that is near has a slack s > 0 and a multiplier l > 0, which go to s l = mu, and mu to 0. A Newton step towards
// x - low = s and s l = mu is the linear problem of the horizon once more, in which the number is measured as
//
//     low + s + mu/l   with variance   s/l                              (alike: high - s - mu/l)
//
// so the recursion of mhe_riccati.c solves it (Rao, Wright and Rawlings 1998). Bounds with l > s are active.
#include "num/base/fp.h"

#include "loop/horizon/mhe_parts.h"
#include "num/base/real.h"

// A bound farther off takes no part, in units of its number.
#ifdef BR_FLOAT
static const br_real NEAR = BR_C(1e3);
#else
static const br_real NEAR = BR_C(1e6);
#endif

typedef struct bound {
    int number, side;   // at m->X, and whether it is high, 1, or low, -1
    br_real edge, unit; // where it is; what is much or little of its number
    br_real *s, *l, x;  // l = 0: it takes no part; x: where the last pass would have the number
} bound;

static int bounds(const br_mhe *m)
{
    return 2 * (m->last + 1) * m->joint.n;
}

static bound bound_at(const br_mhe *m, int at)
{
    int number = at / 2, i = number % m->joint.n, side = at % 2 ? 1 : -1;
    br_real walk = br_r_sqrt(m->noise[i]), unit = m->sd[i] > walk ? m->sd[i] : walk;
    return (bound){.number = number,
                   .side = side,
                   .edge = side > 0 ? m->high[i] : m->low[i],
                   .unit = unit > 0 ? unit : 1,
                   .s = m->slack + at,
                   .l = m->force + at,
                   .x = m->X[number] + m->riccati.x[number]};
}

// How far x is within it.
static br_real slack_at(const bound *b, br_real x)
{
    return (br_real)b->side * (b->edge - x);
}

// Slacks of the nodes as they are, and multipliers for mu = 1.
void br_mhe_barrier_begin(br_mhe *m)
{
    for (int at = 0; at < bounds(m); at++) {
        bound b = bound_at(m, at);
        int i = b.number % m->joint.n, part = br_mhe_bounded_at(m, b.number / m->joint.n, i) && m->low[i] < m->high[i];
        br_real s = slack_at(&b, m->X[b.number]), least = b.unit / 10;
        *b.s = s > least ? s : least;
        *b.l = part && s < NEAR * b.unit ? 1 / *b.s : 0;
    }
    m->share = 0;
    m->off = 1;
}

// The whole Newton step of s and l.
typedef struct change {
    br_real s, l;
} change;

static change change_of(const br_mhe *m, const bound *b)
{
    br_real s = slack_at(b, b->x) - *b->s;
    return (change){s, (m->mu - *b->l * s) / *b->s - *b->l};
}

static br_real shorter(br_real share, br_real from, br_real by)
{
    br_real most = by < 0 ? -BR_C(0.995) * from / by : 1;
    return most < share ? most : share;
}

// The share of the Newton step that leaves all slacks and multipliers positive.
static br_real longest_feasible_step(const br_mhe *m)
{
    br_real share = 1;
    for (int at = 0; at < bounds(m); at++) {
        bound b = bound_at(m, at);
        change d = change_of(m, &b);
        if (*b.l > 0)
            share = shorter(shorter(share, *b.s, d.s), *b.l, d.l);
    }
    return share;
}

static void move_slacks(br_mhe *m, br_real share)
{
    for (int at = 0; at < bounds(m); at++) {
        bound b = bound_at(m, at);
        change d = change_of(m, &b);
        if (!(*b.l > 0))
            continue;
        *b.s += share * d.s;
        *b.l += share * d.l;
    }
}

// Mean complementarity s l
static br_real complementarity(const br_mhe *m)
{
    br_real sum = 0, count = 0;
    for (int at = 0; at < bounds(m); at++) {
        sum += m->slack[at] * m->force[at];
        count += m->force[at] > 0;
    }
    return count > 0 ? sum / count : 0;
}

// The Newton step: only equal bounds are active, the others are seen from inside.
static void solve_inside(br_mhe *m)
{
    for (int i = 0; i < bounds(m) / 2; i++)
        m->active[i] = m->low[i % m->joint.n] < m->high[i % m->joint.n] ? 0 : m->active[i];
    m->inside = 1;
    br_mhe_riccati_recursion(m);
    m->inside = 0;
}

void br_mhe_barrier_active_set(br_mhe *m, br_real slack)
{
    for (int at = 0; at < bounds(m); at++) {
        bound b = bound_at(m, at);
        if (*b.l * b.unit > *b.s / b.unit && *b.s < slack * b.unit)
            m->active[b.number] = b.side;
    }
}

int br_mhe_interior_point_step(br_mhe *m, br_real small)
{
    br_real share = m->share;
    m->mu = complementarity(m) * (share > BR_C(0.9) ? BR_C(0.01) : share > BR_C(0.5) ? BR_C(0.1) : BR_C(0.3));
    solve_inside(m);
    m->share = longest_feasible_step(m);
    move_slacks(m, m->share);
    m->off *= 1 - m->share;
    return m->off < small && (complementarity(m) < small || (m->share > BR_C(0.99) && m->mu < small));
}

void br_mhe_barrier_solution(br_mhe *m)
{
    solve_inside(m);
    br_mhe_barrier_active_set(m, BR_MOST);
}
