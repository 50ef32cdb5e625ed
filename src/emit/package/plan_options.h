// plan_options.h - a plan as options of the library's estimators, in the number type of who includes this.   [host]
#ifndef BR_EMIT_PACKAGE_PLAN_OPTIONS_H
#define BR_EMIT_PACKAGE_PLAN_OPTIONS_H

#include "emit/package/plan.h"
#include "loop/filter/sampled.h"
#include "loop/friction/elasto.h"
#include "loop/horizon/mhe.h"
#include "num/algebra/vector.h"
#include "sim/observe/flow_kind.h"

#include <stdlib.h>
#include <string.h>

// A number of a plan in the number type; what is beyond it is its largest.
static inline br_real br_plan_real(double x)
{
    return x > (double)BR_MOST ? BR_MOST : x < -(double)BR_MOST ? -BR_MOST : (br_real)x;
}

static inline br_real *br_plan_list(const double *from, int n)
{
    br_real *to = calloc((size_t)n + 1, sizeof *to);
    for (int i = 0; to && i < n; i++)
        to[i] = from[i] == from[i] ? br_plan_real(from[i]) : (br_real)from[i];
    return to;
}

// The numbers of a plan as an estimator wants them; it copies them.
typedef struct br_plan_reals {
    br_real *x, *sd, *most, *q, *r, *u, *p, *low, *high, *k, *damping;
    br_real *variance; // r of what is measured, in that order
    br_estimate *estimate;
} br_plan_reals;

static inline void br_plan_reals_free(br_plan_reals *v)
{
    br_real *const all[] = {v->x, v->sd,  v->most, v->q, v->r,       v->u,
                            v->p, v->low, v->high, v->k, v->damping, v->variance};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(v->estimate);
}

// False: out of memory; free it all the same.
static inline bool br_plan_reals_make(br_plan_reals *v, const br_plan *plan)
{
    int n = plan->nx + plan->ne;
    v->x = br_plan_list(plan->x, n);
    v->sd = br_plan_list(plan->sd, n);
    v->most = br_plan_list(plan->most, n);
    v->q = br_plan_list(plan->q, n);
    v->r = br_plan_list(plan->r, plan->ny + n);
    v->u = br_plan_list(plan->u, br_plan_inputs(plan));
    v->p = br_plan_list(plan->p, plan->np);
    v->low = br_plan_list(plan->low, n);
    v->high = br_plan_list(plan->high, n);
    v->k = br_plan_list(plan->k, n);
    v->damping = br_plan_list(plan->damping, n);
    v->variance = calloc((size_t)plan->measured + 1, sizeof *v->variance);
    v->estimate = calloc((size_t)plan->ne + 1, sizeof *v->estimate);
    for (int i = 0; v->estimate && i < plan->ne; i++) {
        const br_plan_estimate *e = &plan->estimate[i];
        v->estimate[i] = (br_estimate){
            e->by, e->number, br_plan_real(e->scale), e->log, br_plan_real(e->low), br_plan_real(e->high)};
    }
    for (int i = 0; v->variance && v->r && i < plan->measured; i++)
        v->variance[i] = v->r[plan->which[i]];
    return v->x && v->sd && v->most && v->q && v->r && v->u && v->p && v->low && v->high && v->k && v->damping &&
           v->variance && v->estimate;
}

static inline br_joint_options br_plan_joint_options(const br_plan *plan, const br_plan_reals *v)
{
    br_joint_options j = {.flow = br_integrator_defaults(), .estimate = v->estimate, .estimates = plan->ne};
    j.flow.kind = br_flow_kind(plan->flow);
    if (plan->substeps > 0)
        j.flow.substeps = j.flow.most = plan->substeps;
    return j;
}

static inline br_sampled_options br_plan_filter_options(const br_plan *plan, const br_plan_reals *v)
{
    br_sampled_options o = {.observer = br_kalman_defaults(),
                            .dt = (br_real)plan->dt,
                            .every = plan->every,
                            .which = plan->which,
                            .measured = plan->measured};
    o.observer.kind = plan->observer == BR_PLAN_UKF        ? &br_kalman_ukf
                      : plan->observer == BR_PLAN_PARTICLE ? &br_kalman_particle
                                                           : &br_kalman_ekf;
    o.observer.particles = plan->particles > 0 ? plan->particles : o.observer.particles;
    o.observer.joint = br_plan_joint_options(plan, v);
    o.observer.gate = (br_real)plan->gate;
    o.observer.alpha = plan->alpha > 0 ? (br_real)plan->alpha : o.observer.alpha;
    o.observer.sd = v->sd;
    o.observer.most = v->most;
    o.observer.q = v->q;
    o.observer.r = v->r;
    return o;
}

static inline br_mhe_options br_plan_horizon_options(const br_plan *plan, const br_plan_reals *v)
{
    br_mhe_options o = br_mhe_defaults();
    o.joint = br_plan_joint_options(plan, v);
    o.horizon = plan->horizon;
    o.dt = (br_real)(plan->dt * plan->every);
    o.inputs = plan->every;
    o.measured = plan->measured;
    o.which = plan->which;
    o.r = v->variance;
    o.sd = v->sd;
    o.most = v->most;
    o.q = v->q;
    o.low = v->low;
    o.high = v->high;
    o.arrival = (br_mhe_arrival)plan->arrival;
    o.shared = plan->shared;
    o.noise_in_arrival = plan->noise_in_arrival;
    o.iterations = plan->iterations;
    o.halvings = plan->iterations > 1 ? 6 : 0;
    o.levenberg = (br_real)plan->levenberg;
    o.huber = (br_real)plan->huber;
    o.gate = (br_real)plan->gate;
    return o;
}

// Parameters as the law has them.
static inline br_elasto_options br_plan_elasto_options(const br_plan *plan, const br_plan_reals *v)
{
    br_elasto_options o = br_elasto_defaults((br_real)plan->dt);
    o.curve = (br_elasto_curve)plan->curve;
    o.element[0] = (br_elasto_element){v->p[0], v->p[1], v->p[2], v->p[3], v->p[5]};
    o.vs = v->p[4];
    o.sigma2 = v->p[6];
    return o;
}

#endif
