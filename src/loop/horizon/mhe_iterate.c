// mhe_iterate.c - Newton step of a moving horizon with line search, merit function and KKT residual.   [target]
#include "num/base/fp.h"

#include "loop/horizon/mhe_parts.h"
#include "num/base/clones.h"
#include "num/base/real.h"

BR_CLONES
static void move(int count, const br_real *from, br_real share, const br_real *step, br_real *to)
{
    BR_LANES
    for (int i = 0; i < count; i++) {
        br_real x = from[i] + share * step[i];
        to[i] = x < -BR_MOST ? -BR_MOST : x > BR_MOST ? BR_MOST : x;
    }
}

static void move_nodes(br_mhe *m, const br_real *from, br_real share)
{
    int n = m->joint.n, all = n * (m->last + 1);
    br_real *X = m->X;
    move(all, from, share, m->riccati.x, X);
    for (int i = 0; i < n; i++)
        for (int at = i; br_mhe_is_bounded(m, i) && at < all; at += n)
            X[at] = br_mhe_clamped(m, i, X[at]);
}

// What the gaps of number i add: a gap without noise is a constraint, and over a step with noise q, what is left of its gap
// after the step is q a.
static br_real gap_terms(const br_mhe *m, int i)
{
    int n = m->joint.n;
    const br_real *gap = m->gap + i, *a = m->riccati.adjoint + n + i, q = m->noise[i], weight = 1 / q;
    br_real sum = 0;
    if (q > 0)
        for (int k = 0; k < m->last * n; k += n)
            sum += gap[k] * (a[k] - gap[k] * weight);
    else
        for (int k = 0; k < m->last * n; k += n)
            sum += br_r_abs(a[k] * gap[k]);
    return sum;
}

// |gradient' step| + |multipliers' gaps| of the problem just solved.
br_real br_mhe_kkt_residual(br_mhe *m)
{
    int n = m->joint.n, measured = m->o.measured;
    br_real along = 0, gaps = 0;
    for (int k = m->o.first ? 0 : 1; k <= m->last; k++) {
        const br_real *x = br_row_of(m->riccati.x, n, k), *h = br_mhe_row_of_H(m, k, 0);
        for (int i = k * measured; i < (k + 1) * measured; i++, h += n) {
            br_real moved = 0;
            for (int c = 0; c < n; c++)
                moved += h[c] * x[c];
            along -= m->rho[i] > 0 ? m->e[i] / m->rho[i] * moved : 0;
        }
    }
    for (int i = 0; i < n; i++)
        *(m->noise[i] > 0 ? &along : &gaps) += gap_terms(m, i);
    br_vec_copy(n, m->riccati.x, m->d);
    along -= br_vec_dot(n, m->riccati.adjoint, m->riccati.x) + br_mhe_arrival_cost(m, m->d);
    br_real kkt = 2 * (br_r_abs(along) + gaps);
    return kkt <= BR_MOST ? kkt : BR_MOST;
}

// All intervals that have a measured node at their end, and all measured nodes.
static br_status linearise_horizon(br_mhe *m, const br_real *p, int slopes)
{
    br_status status = BR_OK;
    for (int k = 0; k < m->last && status == BR_OK; k += m->wide)
        status = br_mhe_linearise(m, p, k, m->last - k < m->wide ? m->last - k : m->wide, slopes);
    br_status newest = br_mhe_measure(m, p, m->last, slopes);
    return status == BR_OK ? newest : status;
}

// Huber's measure of a residual of variance r, where `rho` has become its variance.
static br_real huber_cost(br_real e, br_real r, br_real rho)
{
    return rho > r ? e * e / rho * (2 - r / rho) : e * e / r;
}

br_real br_mhe_merit(br_mhe *m)
{
    int n = m->joint.n, measured = m->o.measured;
    for (int i = 0; i < n; i++)
        m->d[i] = m->X[i] - m->arrival.x[i];
    br_real cost = br_mhe_arrival_cost(m, m->d);
    for (int k = 0; k <= m->last; k++) {
        const br_real *a = br_row_of(m->riccati.adjoint, n, k);
        for (int i = 0; k > 0 && i < n; i++) {
            br_real gap = br_row_of(m->gap, n, k - 1)[i];
            cost += m->noise[i] > 0 ? gap * gap / m->noise[i] : 4 * br_r_abs(a[i] * gap);
        }
        for (int i = 0; (k > 0 || m->o.first) && i < measured; i++)
            if (m->rho[k * measured + i] > 0)
                cost += huber_cost(m->e[k * measured + i], m->r[i], m->rho[k * measured + i]);
    }
    return cost;
}

int br_mhe_newton_step(br_mhe *m, const br_real *p, int trial)
{
    br_real share = 1;
    if (m->o.halvings == 0) {
        move_nodes(m, m->X, 1);
        return 1;
    }
    if (trial == 0) {
        m->before = linearise_horizon(m, p, 0) == BR_OK ? br_mhe_merit(m) : BR_MOST;
        br_vec_copy(m->joint.n * (m->last + 1), m->X, m->old);
        return 0;
    }
    for (int i = 1; i < trial; i++)
        share /= 2;
    move_nodes(m, m->old, share);
    br_real cost = linearise_horizon(m, p, 0) == BR_OK ? br_mhe_merit(m) : BR_MOST;
    if (cost < BR_MOST && cost <= m->before * (1 + br_r_sqrt(BR_EPS))) // at the optimum nothing falls
        return 1;
    br_count(&m->health.shortened, 1);
    if (trial <= m->o.halvings)
        return 0;
    br_vec_copy(m->joint.n * (m->last + 1), m->old, m->X);
    return 1;
}

br_status br_mhe_relinearise(br_mhe *m, const br_real *p)
{
    br_status status = linearise_horizon(m, p, 1);
    if (status != BR_OK)
        return status;
    br_mhe_forward_pass(m, m->last);
    br_mhe_node_update(m, m->last);
    m->cost = m->riccati.cost;
    return BR_OK;
}
