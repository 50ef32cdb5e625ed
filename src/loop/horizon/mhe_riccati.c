// mhe_riccati.c - the Riccati recursion of a moving horizon: forward pass over its nodes, backward pass.          [target]
//
// Bounds enter as measurements: one that is active with next to no variance, others as the interior point asks for.
#include "num/base/fp.h"

#include "loop/horizon/mhe_parts.h"
#include "num/base/real.h"

// Variance of a bound as a share of that of the number
#ifdef BR_FLOAT
static const br_real TIGHT = BR_C(1e-6);
#else
static const br_real TIGHT = BR_C(1e-14);
#endif

static void measure_number(br_mhe *m, int i, br_real r, br_real value)
{
    br_vec_zero(m->joint.n, m->d);
    m->d[i] = 1;
    (void)br_riccati_measurement_update(&m->riccati, m->d, r, value);
}

void br_mhe_pin_to_bound(br_mhe *m, int k, int i)
{
    br_riccati *c = &m->riccati;
    int at = c->first[k + 1], *pin = &m->pin[k * m->joint.n + i];
    br_real bound = m->active[k * m->joint.n + i] < 0 ? m->low[i] : m->high[i];
    br_real variance = br_riccati_variance_now(c, i);
    if (variance > BR_EPS * m->sd[i] * (m->sd[i] * BR_EPS))
        measure_number(m, i, variance * TIGHT, bound - br_mhe_node(m, k)[i]);
    *pin = c->first[k + 1] > at ? at : -1;
}

// Number i of node k as its bounds let it seem to be measured (mhe_barrier.c); 0: they do not.
static int barrier_measurement(const br_mhe *m, int k, int i, br_real *value, br_real *variance)
{
    br_real weight = 0, sum = 0;
    for (int high = 0; high < 2; high++) {
        int at = 2 * (k * m->joint.n + i) + high;
        br_real s = m->slack[at], l = m->force[at], edge = high ? m->high[i] : m->low[i];
        if (!(l > 0))
            continue;
        weight += l / s;
        sum += l / s * (edge - (br_real)(high ? 1 : -1) * (s + m->mu / l));
    }
    *value = sum / weight;
    *variance = 1 / weight;
    return weight > 0 && *variance > 0;
}

// The bounds of number i of the present node k, active or by the interior point, as a measurement.
static void apply_bounds(br_mhe *m, int k, int i)
{
    br_real value, variance;
    if (m->active[k * m->joint.n + i])
        br_mhe_pin_to_bound(m, k, i);
    else if (m->inside && barrier_measurement(m, k, i, &value, &variance))
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
        measure_number(m, i, 1 / m->o.levenberg, 0); // Levenberg-Marquardt (A.49)
    for (int i = 0; i < n; i++)
        apply_bounds(m, k, i);
}

// Have nodes `from` to `to` nothing but their measurements?
static int only_measured(const br_mhe *m, int from, int to)
{
    int held = 0;
    for (int i = from * m->joint.n; i < to * m->joint.n; i++)
        held |= m->active[i];
    return (from > 0 || m->o.first) && (m->bare || (!held && !m->inside && (m->undamped || !(m->o.levenberg > 0))));
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
        int end = only_measured(m, c->node, to) ? to : c->node;
        while (end < to && only_measured(m, end, end + 1))
            end++;
        br_riccati_forward_pass(c, end, &rows, m->gap);
        if (end == to)
            return;
        br_mhe_node_update(m, end);
        br_riccati_step(c, br_row_of(m->gap, n, end));
    }
}

void br_mhe_riccati_recursion(br_mhe *m)
{
    br_mhe_forward_pass(m, m->last);
    br_mhe_node_update(m, m->last);
    br_riccati_backward_pass(&m->riccati);
}
