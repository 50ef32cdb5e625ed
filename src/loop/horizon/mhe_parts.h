// mhe_parts.h - what the files of the moving horizon share.                    [target]
#ifndef BR_LOOP_HORIZON_MHE_PARTS_H
#define BR_LOOP_HORIZON_MHE_PARTS_H

#include "loop/horizon/mhe.h"
#include "num/base/count.h"
#include "num/algebra/vector.h"

static inline br_real *br_mhe_node(const br_mhe *m, int k)
{
    return br_row(m->X, m->joint.n, k);
}

static inline int *br_mhe_modes(const br_mhe *m, int k)
{
    return m->M + (ptrdiff_t)br_sys_nm(m->joint.sys) * k;
}

// Inputs of the interval that begins at node k; the first of them is what measurements of the node see.
static inline br_real *br_mhe_inputs(const br_mhe *m, int k)
{
    return br_row(m->U, m->o.inputs * br_sys_nu(m->joint.sys), k);
}

// Derivatives of measurement i of node k by the vector.
static inline br_real *br_mhe_row_of_H(const br_mhe *m, int k, int i)
{
    return br_row(m->H, m->joint.n, k * m->o.measured + i);
}

// A number of the vector for an estimated input, from its measured value.
static inline br_real br_mhe_measured_input(const br_mhe *m, int i, const br_real *u)
{
    int e = i - m->joint.nx;
    return br_joint_number(&m->joint, e, u ? u[m->joint.estimate[e].number] : 0);
}

// Does number i get its process noise when the horizon moves on, and none within it?
static inline int br_mhe_walks_with_arrival(const br_mhe *m, int i)
{
    return !m->fresh[i] && (m->o.noise_in_arrival || (m->o.shared && i >= m->joint.nx));
}

static inline int br_mhe_is_bounded(const br_mhe *m, int i)
{
    return m->low[i] > -BR_MOST || m->high[i] < BR_MOST;
}

static inline br_real br_mhe_clamped(const br_mhe *m, int i, br_real x)
{
    return x < m->low[i] ? m->low[i] : x > m->high[i] ? m->high[i] : x;
}

// Whether bounds of number i are looked at in node k: constant numbers are the same at all nodes, and looked at in the newest.
static inline int br_mhe_bounded_at(const br_mhe *m, int k, int i)
{
    int constant = i >= m->joint.nx && !m->fresh[i] && m->noise[i] == 0;
    return k == m->last || !constant;
}

// ---------------------------------------------------------------- mhe_window.c

// Intervals first .. first + count about the present nodes, and measurements of the nodes where they begin: gaps and
// residuals, with derivatives if wanted. Interval m->last has no node at its end yet: that is where it ends. BR_NOT_FINITE: the
// model is not finite for what is measured there.
br_status br_mhe_linearise(br_mhe *m, const br_real *p, int first, int count, int slopes);

// Measurements of node k alone.
br_status br_mhe_measure(br_mhe *m, const br_real *p, int k, int slopes);

// Measurement i of node k about x: derivatives, residual and variance.
void br_mhe_linearise_measurement(br_mhe *m, const br_real *p, int k, int i, const br_real *x);

// The horizon moves on by a node.
void br_mhe_shift(br_mhe *m);

// ---------------------------------------------------------------- arrival_cost.c

// v' P^-1 v of node 0; v is overwritten.
br_real br_mhe_arrival_cost(const br_mhe *m, br_real *v);

// That of node 1, into m->next: kinds that need the problem about the nodes before their step, then those about the nodes as
// they are after it. Then it becomes that of node 0.
void br_mhe_arrival_cost_before(br_mhe *m);
br_status br_mhe_arrival_cost_after(br_mhe *m, const br_real *p);
void br_mhe_arrival_cost_shift(br_mhe *m);

// ---------------------------------------------------------------- mhe_riccati.c

// Forward pass from the arrival cost to node `to`, whose measurements wait.
void br_mhe_forward_pass(br_mhe *m, int to);

// Measurements of the present node k of c.
void br_mhe_measurement_update(const br_mhe *m, br_riccati *c, int k);

// The present node k: its measurements and, unless m->bare, Levenberg-Marquardt damping (A.49) and active bounds.
void br_mhe_node_update(br_mhe *m, int k);

// Number i of node k, which is the present one, goes to its bound, unless nothing more can move it.
void br_mhe_pin_to_bound(br_mhe *m, int k, int i);

// Forward and backward pass about the nodes, with the active bounds as they are.
void br_mhe_riccati_recursion(br_mhe *m);

// ---------------------------------------------------------------- mhe_solve.c

// The mean of the newest node stays within its bounds.
void br_mhe_bound_newest(br_mhe *m);

// Means of all nodes given everything, with the bounds found active there; answers whether it is settled.
int br_mhe_solve(br_mhe *m);

// The same by parts, of one pass over the horizon each at most: begin, then parts until one answers that it was the last. m->settled.
void br_mhe_solve_begin(br_mhe *m);
int br_mhe_solve_part(br_mhe *m);

// ---------------------------------------------------------------- mhe_barrier.c

// Interior point: slacks and multipliers for the nodes as they are.
void br_mhe_barrier_begin(br_mhe *m);

// One interior-point step, a Newton step on the perturbed KKT conditions; answers whether slacks times multipliers are below `small`, but for bounds that are just touched: there
// both go to 0, halved by every pass.
int br_mhe_interior_point_step(br_mhe *m, br_real small);

// Makes bounds active whose multiplier is larger than their slack, which is below `slack`.
void br_mhe_barrier_active_set(br_mhe *m, br_real slack);

// The means of the last interior-point step, once more.
void br_mhe_barrier_solution(br_mhe *m);

// ---------------------------------------------------------------- mhe_iterate.c

// KKT residual of the problem just solved: |gradient' step| + |multipliers' gaps|
br_real br_mhe_kkt_residual(br_mhe *m);

// Merit function of the line search: the cost at the nodes as evaluated, and gaps that may not be, by twice their multipliers.
br_real br_mhe_merit(br_mhe *m);

// Takes the Newton step that has been solved for, whole, or halved until the merit function falls. By parts, trial = 0, 1, ..., each of one run of
// the model over the horizon at most, until one answers that it was the last.
int br_mhe_newton_step(br_mhe *m, const br_real *p, int trial);

// About the nodes as they are now, forwards: what is left is to be solved.
br_status br_mhe_relinearise(br_mhe *m, const br_real *p);

#endif
