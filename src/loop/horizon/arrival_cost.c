// arrival_cost.c - the arrival cost of a moving horizon: what is known of its first node from all that came before it. [target]
//
// (x - m->arrival.x)' P^-1 (x - m->arrival.x), P = U D U', thesis 2.5.3. When the horizon moves on by a node, that of node 1
// follows: by one step of a Kalman filter, from the Hessian of the horizon, or as a constant.
#include "num/base/fp.h"

#include "loop/horizon/mhe_parts.h"
#include "num/base/real.h"

br_real br_mhe_arrival_cost(const br_mhe *m, br_real *v)
{
    int n = m->joint.n;
    const br_gaussian *b = &m->arrival;
    br_real sum = 0;
    for (int i = n - 1; i >= 0; i--) { // U^-1 v
        for (int j = i + 1; j < n; j++)
            v[i] -= br_row_of(b->U, n, i)[j] * v[j];
        sum += b->D[i] > 0 ? v[i] * v[i] / b->D[i] : 0;
    }
    return sum;
}

// Measurements of node k, of which nothing is recorded.
static void measurement_update(const br_mhe *m, br_gaussian *b, int k)
{
    int n = m->joint.n, measured = m->o.measured;
    for (int i = k * measured; i < (k + 1) * measured; i++) {
        const br_real *h = br_row_of(m->H, n, i);
        if (!(m->rho[i] > 0))
            continue;
        br_gaussian_project(b, h, m->tail.f);
        (void)br_gaussian_measurement_update(b, m->tail.f, m->rho[i], m->e[i] - br_vec_dot(n, h, b->x));
    }
}

static void swap(br_gaussian *a, br_gaussian *b)
{
    br_gaussian was = *a;
    *a = *b;
    *b = was;
}

// m->next from the arrival cost of node 0 and the interval behind it, as linearised
static void kalman_step(br_mhe *m)
{
    br_riccati *t = &m->tail;
    int n = m->joint.n;
    for (int i = 0; i < n; i++)
        m->d[i] = m->arrival.x[i] - m->X[i];
    br_riccati_begin_factored(t, m->d, m->arrival.U, m->arrival.D);
    for (int i = 0; i < m->joint.nF; i++)
        t->F[i] = br_riccati_F(&m->riccati, 0, i);
    if (m->o.first)
        measurement_update(m, &t->gaussian, 0);
    br_riccati_step(t, m->gap);
    if (!m->o.first)
        measurement_update(m, &t->gaussian, 1);
    swap(&t->gaussian, &m->next);
    for (int i = 0; i < n; i++)
        m->next.x[i] += br_mhe_node(m, 1)[i];
}

void br_mhe_arrival_cost_before(br_mhe *m)
{
    if (m->o.arrival == BR_MHE_KUEHL)
        kalman_step(m);
}

// The covariance of node 1 given everything but bounds and (A.49), which are no knowledge. A fresh input has only its own.
static void covariance_by_hessian(br_mhe *m)
{
    int n = m->joint.n;
    br_real *P = m->tail.W;
    m->bare = 1;
    br_mhe_forward_pass(m, m->last);
    br_mhe_node_update(m, m->last);
    m->bare = 0;
    br_riccati_smoothed_covariances(&m->riccati);
    br_riccati_covariance(&m->riccati, 1, P);
    for (int i = 0; i < n * n; i++)
        if (m->fresh[i / n] || m->fresh[i % n])
            P[i] = i / n == i % n ? m->q[i / n] : 0;
    br_gaussian_factor(n, P, n, m->next.U, m->next.D);
}

br_status br_mhe_arrival_cost_after(br_mhe *m, const br_real *p)
{
    if (m->o.arrival == BR_MHE_KUEHL)
        return BR_OK;
    if (m->o.arrival == BR_MHE_SMOOTHED) {
        br_status status = br_mhe_linearise(m, p, 0, 1, 1);
        if (status == BR_OK)
            status = br_mhe_measure(m, p, 1, 1);
        if (status == BR_OK)
            kalman_step(m);
        return status;
    }
    if (m->o.arrival == BR_MHE_CONSTANT)
        br_gaussian_set_sd(&m->next, m->sd);
    else
        covariance_by_hessian(m);
    for (int i = 0; i < m->joint.n; i++)
        m->next.x[i] = m->fresh[i] ? br_mhe_measured_input(m, i, br_mhe_inputs(m, 1)) : br_mhe_node(m, 1)[i];
    return BR_OK;
}

// Standard deviations beyond their limits come down to them.
static void limit_variances(br_mhe *m, br_gaussian *b)
{
    for (int i = 0; i < b->n; i++) {
        br_real now = br_gaussian_variance(b, i), most = m->most[i] * m->most[i];
        if (!(now > most * (1 + 8 * BR_EPS)))
            continue;
        br_gaussian_limit_variance(b, i, now, most);
        br_count(&m->health.limited, 1);
    }
}

// What has no process noise over the horizon gets it here: parameters that are one number, or with noise_in_arrival all.
static void add_process_noise(br_mhe *m, br_gaussian *b)
{
    for (int i = 0; i < b->n; i++) {
        if (!br_mhe_walks_with_arrival(m, i))
            continue;
        br_vec_zero(b->n, m->d);
        m->d[i] = 1;
        br_gaussian_rank_one_update(b, m->q[i] * (m->o.q_per_step ? 1 : m->o.dt), m->d);
    }
}

void br_mhe_arrival_cost_shift(br_mhe *m)
{
    add_process_noise(m, &m->next);
    limit_variances(m, &m->next);
    swap(&m->next, &m->arrival);
}
