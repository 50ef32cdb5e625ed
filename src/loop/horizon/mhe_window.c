// mhe_window.c - the nodes of a horizon: multiple shooting, linearised measurements, and the shift by a node.   [target]
#include "num/base/fp.h"

#include "loop/horizon/mhe_parts.h"
#include "num/base/real.h"
#include "num/base/require.h"

// ---------------------------------------------------------------- intervals

// So many numbers of every row, rows so far apart, as lanes; and back.
static void load_numbers(int numbers, const br_real *rows, int apart, int count, br_real *lanes)
{
    for (int i = 0; i < numbers; i++, lanes += count) {
        const br_real *from = rows + i;
        for (int k = 0; k < count; k++, from += apart)
            lanes[k] = *from;
    }
}

static void store_numbers(int numbers, const br_real *lanes, int count, br_real *rows, int apart)
{
    for (int i = 0; i < numbers; i++, lanes += count) {
        br_real *to = rows + i;
        for (int k = 0; k < count; k++, to += apart)
            *to = lanes[k];
    }
}

static void load_nodes(br_mhe *m, int first, int count)
{
    int nm = br_sys_nm(m->joint.sys);
    load_numbers(m->joint.n, br_mhe_node(m, first), m->joint.n, count, m->tile_x);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < nm; i++)
            m->tile_m[i * count + k] = br_mhe_modes(m, first + k)[i];
}

// Input number `which` of every interval
static void load_inputs(br_mhe *m, int first, int count, int which)
{
    int nu = br_sys_nu(m->joint.sys);
    load_numbers(nu, br_mhe_inputs(m, first) + (ptrdiff_t)which * nu, m->o.inputs * nu, count, m->tile_u);
}

// All inputs of the intervals, one after the other: where they end, and derivatives in tile_F.
static br_status integrate_intervals(br_mhe *m, const br_real *p, int first, int count, int slopes)
{
    br_real dt = m->o.dt / (br_real)m->o.inputs;
    br_status status = BR_OK;
    load_nodes(m, first, count);
    for (int i = 0; i < m->o.inputs && status == BR_OK; i++) {
        load_inputs(m, first, count, i);
        status = br_joint_step_of(&m->joint, i, m->o.inputs, count, m->tile_x, m->tile_m, m->tile_u, p, dt,
                                  m->tile_next, m->tile_m, slopes ? m->tile_F : 0);
    }
    return status;
}

// The nodes at the ends of intervals first .. first + count: where an interval ends if the node is new, else the gap to it.
static void set_gaps(br_mhe *m, int first, int count)
{
    int n = m->joint.n, nm = br_sys_nm(m->joint.sys), fresh = m->last - first; // the one whose end is new
    for (int i = 0; i < n; i++) {
        const br_real *end = m->tile_next + (ptrdiff_t)i * count;
        br_real *gap = br_row(m->gap, n, first) + i, *X = br_mhe_node(m, first + 1) + i;
        if (fresh < count)
            *br_row(X, n, fresh) = end[fresh];
        for (int k = 0, at = 0; k < count; k++, at += n)
            gap[at] = end[k] - X[at];
        for (int k = 0; m->fresh[i] && k < count && k < fresh; k++)
            *br_row(gap, n, k) = br_mhe_measured_input(m, i, br_mhe_inputs(m, first + k + 1)) - *br_row(X, n, k);
    }
    for (int i = 0; i < nm; i++)
        for (int k = 0; k < count; k++)
            br_mhe_modes(m, first + k + 1)[i] = m->tile_m[i * count + k];
}

// ---------------------------------------------------------------- measurements

static const br_real NONE = -1; // in place of the variance of a measurement for which the model is not finite

static int missing(br_real y)
{
    return !(y - y == 0);
}

// Huber: a residual e of variance r beyond its limit counts as if r were larger.
static br_real huber_variance(const br_mhe *m, br_real r, br_real e)
{
    if (!(m->o.huber > 0))
        return r;
    br_real ratio = br_r_abs(e) / br_r_sqrt(r);
    return ratio > m->o.huber ? r * (ratio / m->o.huber) : r;
}

void br_mhe_linearise_measurement(br_mhe *m, const br_real *p, int k, int i, const br_real *x)
{
    int n = m->joint.n, at = k * m->o.measured + i;
    br_real y, *h = br_mhe_row_of_H(m, k, i);
    br_joint_measure(&m->joint, 1, x, br_mhe_modes(m, k), br_mhe_inputs(m, k), p, m->which[i], &y, h);
    m->e[at] = m->Y[at] - y;
    m->rho[at] = missing(m->e[at]) ? 0 : huber_variance(m, m->r[i], m->e[at]);
    for (int c = 0; c < n; c++) // about x, as seen from X
        m->e[at] += h[c] * (x[c] - br_mhe_node(m, k)[c]);
}

// Residuals and variances of measurement i of these nodes, as tile_y expects it; answers whether all are finite.
static int set_residuals(br_mhe *m, int first, int count, int i)
{
    int measured = m->o.measured, at = first * measured + i, whole = 1;
    br_real *e = m->e + at, *rho = m->rho + at, r = m->r[i];
    const br_real *y = m->Y + at;
    for (int k = 0; k < count; k++, e += measured, rho += measured, y += measured) {
        if (*rho == 0)
            continue;
        *e = *y - m->tile_y[k];
        *rho = missing(*e) ? NONE : huber_variance(m, r, *e);
        whole &= *rho > 0;
    }
    return whole;
}

// Measurements of nodes first .. first + count. begun: the last step has begun at just these. What was taken at its sample
// stays taken: where the model is now not finite for it, its variance is NONE, and the answer 0.
static int linearise_measurements(br_mhe *m, const br_real *p, int first, int count, int slopes, int begun)
{
    int n = m->joint.n, whole = 1;
    if (!begun) {
        load_nodes(m, first, count);
        load_inputs(m, first, count, 0);
    }
    for (int i = 0; i < m->o.measured; i++) {
        br_real *h = slopes ? m->tile_h : 0, *to = br_mhe_row_of_H(m, first, i);
        if (begun)
            br_joint_measure_begun(&m->joint, count, m->tile_x, m->tile_m, m->tile_u, p, m->which[i], m->tile_y, h);
        else
            br_joint_measure(&m->joint, count, m->tile_x, m->tile_m, m->tile_u, p, m->which[i], m->tile_y, h);
        whole &= set_residuals(m, first, count, i);
        if (slopes)
            store_numbers(n, h, count, to, n * m->o.measured);
    }
    return whole;
}

br_status br_mhe_linearise(br_mhe *m, const br_real *p, int first, int count, int slopes)
{
    BR_REQUIRE(first >= 0 && count > 0 && count <= m->wide && first + count <= m->last + 1);
    br_status status = integrate_intervals(m, p, first, count, slopes);
    if (status != BR_OK)
        return status;
    if (slopes)
        br_riccati_set_F(&m->riccati, first, count, m->tile_F);
    set_gaps(m, first, count);
    int begun = m->o.inputs == 1 && br_sys_nm(m->joint.sys) == 0;
    return linearise_measurements(m, p, first, count, slopes, begun) ? BR_OK : BR_NOT_FINITE;
}

br_status br_mhe_measure(br_mhe *m, const br_real *p, int k, int slopes)
{
    return linearise_measurements(m, p, k, 1, slopes, 0) ? BR_OK : BR_NOT_FINITE;
}

// ---------------------------------------------------------------- on to the next node

// All rows of an array but the first move up by one.
static void move_up(int rows, int numbers, br_real *A)
{
    br_vec_copy((rows - 1) * numbers, A + numbers, A);
}

void br_mhe_shift(br_mhe *m)
{
    int n = m->joint.n, nodes = m->last + 1, nm = br_sys_nm(m->joint.sys);
    BR_REQUIRE(m->last > 0);
    move_up(nodes, n, m->X);
    move_up(nodes, m->o.inputs * br_sys_nu(m->joint.sys), m->U);
    move_up(nodes, m->o.measured, m->Y);
    move_up(nodes, m->o.measured, m->rho);
    for (int i = 0; i < (nodes - 1) * n; i++)
        m->active[i] = m->active[i + n];
    for (int i = 0; i < (nodes - 1) * nm; i++)
        m->M[i] = m->M[i + nm];
    m->last--;
}
