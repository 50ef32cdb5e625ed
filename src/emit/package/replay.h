// replay.h - an observer of the library as a plan says, in the number type of who includes this.    [host]
#ifndef BR_EMIT_PACKAGE_REPLAY_H
#define BR_EMIT_PACKAGE_REPLAY_H

#include "emit/package/object_sizes.h"
#include "emit/package/plan_options.h"
#include "loop/friction/compensate_saved.h"
#include "loop/filter/kalman_saved.h"
#include "loop/horizon/mhe_saved.h"
#include "loop/filter/mixed_precision.h"
#include "num/algebra/vector.h"

#include <stdlib.h>
#include <string.h>

// Sizes of an object in this number type. Where one has changed this does not compile: run scripts/object-sizes.
#define IN_DOUBLE (sizeof(br_real) == sizeof(double))
#define WIDE(object) (IN_DOUBLE ? object##_DOUBLE_WIDE : object##_FLOAT_WIDE)
#define NARROW(object) (IN_DOUBLE ? object##_DOUBLE_NARROW : object##_FLOAT_NARROW)
#define SIZE_IS_KNOWN(object, type)                                                                                    \
    _Static_assert(sizeof(void *) == 8 ? sizeof(type) == WIDE(object) : sizeof(type) <= NARROW(object),                \
                   "a size has changed: run scripts/object-sizes")
SIZE_IS_KNOWN(BR_SAMPLED, br_sampled);
SIZE_IS_KNOWN(BR_KALMAN, br_kalman);
SIZE_IS_KNOWN(BR_MHE, br_mhe);
SIZE_IS_KNOWN(BR_COMPENSATE, br_compensate);
SIZE_IS_KNOWN(BR_ELASTO, br_elasto);
SIZE_IS_KNOWN(BR_ELSEWHERE, br_elsewhere);
SIZE_IS_KNOWN(BR_INTEGRATOR, br_integrator);
SIZE_IS_KNOWN(BR_MIXED_PRECISION, br_mixed_precision);
#define object_size(object) ((br_object_size){WIDE(object), NARROW(object)})

// ---------------------------------------------------------------- a filter

static void read_filter(br_sampled *s, const br_plan *plan, double *to)
{
    int n = plan->nx + plan->ne;
    br_real sd;
    for (int i = 0; i < n; i++) {
        int e = i - plan->nx;
        to[i] = (double)(e < 0 ? s->observer.gaussian.x[i] : br_kalman_value(&s->observer, e));
        to[n + i] = (double)(e < 0 ? br_kalman_sd(&s->observer, i) : br_kalman_value_sd(&s->observer, e));
    }
    for (int i = 0; i < plan->ny; i++) {
        to[2 * n + i] = (double)br_kalman_expect(&s->observer, s->u, s->p, i, &sd);
        to[2 * n + plan->ny + i] = (double)sd;
    }
}

// A sample whose result is not finite is rejected, and the next one comes.
static br_status answered(br_replay *r, int k, br_status status)
{
    r->answer[k] = (int)status;
    return status == BR_NOT_FINITE ? BR_OK : status;
}

static br_status run_filter(const br_sys *sys, const br_plan *plan, const br_plan_reals *v, br_replay *r)
{
    br_sampled_options o = br_plan_filter_options(plan, v);
    br_sampled s;
    r->object = object_size(BR_SAMPLED);
    r->bytes = br_sampled_bytes(sys, &o);
    void *memory = malloc(r->bytes + 1);
    if (!memory)
        return BR_NO_MEMORY;
    br_status status = br_sampled_init(&s, sys, &o, v->x, v->u, v->p, memory, r->bytes);
    br_saved count = {0};
    if (status == BR_OK)
        br_sampled_saved(&s, &count);
    r->saved = count.used;
    int width = br_plan_found(plan);
    for (int k = 0; k < r->rows && status == BR_OK; k++) {
        br_real *u = br_plan_list(r->u + (ptrdiff_t)k * plan->nu, plan->nu);
        br_real *y = br_plan_list(r->y + (ptrdiff_t)k * plan->measured, plan->measured);
        status = u && y ? answered(r, k, br_sampled_step(&s, u, y)) : BR_NO_MEMORY;
        if (status == BR_OK)
            read_filter(&s, plan, r->found + (ptrdiff_t)k * width);
        free(u);
        free(y);
    }
    free(memory);
    return status;
}

// ---------------------------------------------------------------- a moving horizon

static void read_horizon(br_mhe *m, const br_plan *plan, const br_real *u, const br_real *p, double *to)
{
    int n = plan->nx + plan->ne;
    br_real sd;
    for (int i = 0; i < n; i++) {
        int e = i - plan->nx;
        to[i] = (double)(e < 0 ? m->x[i] : br_mhe_value(m, e));
        to[n + i] = (double)(e < 0 ? br_mhe_sd(m, i) : br_mhe_value_sd(m, e));
    }
    for (int i = 0; i < plan->ny; i++) {
        to[2 * n + i] = (double)br_mhe_expect(m, u, p, i, &sd);
        to[2 * n + plan->ny + i] = (double)sd;
    }
}

static br_status run_horizon(const br_sys *sys, const br_plan *plan, const br_plan_reals *v, br_replay *r)
{
    br_mhe m;
    br_mhe_options o = br_plan_horizon_options(plan, v);
    o.joint.elsewhere = r->elsewhere;
    r->object = object_size(BR_MHE);
    r->bytes = br_mhe_bytes(sys, &o);
    void *memory = malloc(r->bytes + 1);
    br_status status = memory ? br_mhe_init(&m, sys, &o, v->x, memory, r->bytes) : BR_NO_MEMORY;
    r->slices = status == BR_OK ? br_mhe_slices(&m) : 0;
    br_saved count = {0};
    if (status == BR_OK)
        br_mhe_saved(&m, &count);
    r->saved = count.used;
    int width = br_plan_found(plan);
    for (int k = 0; k < r->rows && status == BR_OK; k++) {
        br_real *u = br_plan_list(r->u + (ptrdiff_t)k * plan->nu, plan->nu);
        br_real *y = br_plan_list(r->y + (ptrdiff_t)k * plan->measured, plan->measured);
        bool due = k % plan->every == 0;
        status = !u || !y ? BR_NO_MEMORY : answered(r, k, due ? br_mhe_step(&m, u, v->p, y) : br_mhe_input(&m, u));
        if (status == BR_OK)
            read_horizon(&m, plan, u, v->p, r->found + (ptrdiff_t)k * width);
        free(u);
        free(y);
    }
    free(memory);
    return status;
}

// ---------------------------------------------------------------- the elasto-plastic estimator

// Parameters as the law has them; velocity in, position measured.
static br_status run_elasto(const br_plan *plan, const br_plan_reals *v, br_replay *r)
{
    br_elasto e;
    br_elasto_options o = br_plan_elasto_options(plan, v);
    r->object = object_size(BR_ELASTO);
    br_status status = br_elasto_init(&e, &o);
    br_saved count = {0};
    if (status == BR_OK)
        br_elasto_saved(&e, &count);
    r->saved = count.used;
    for (int k = 0; k < r->rows && status == BR_OK; k++) {
        br_elasto_sample s;
        status = br_elasto_step(&e, (br_real)r->y[k], (br_real)r->u[k], (br_real)plan->dt, &s);
        double *found = r->found + (ptrdiff_t)2 * k;
        found[0] = (double)e.z[0];
        found[1] = (double)s.F;
    }
    return status;
}

// ---------------------------------------------------------------- a compensator

static const br_compensate_kind *compensator_kind(const char *name)
{
    static const br_compensate_kind *const all[] = {
        &br_compensate_none,   &br_compensate_coulomb,  &br_compensate_stribeck,    &br_compensate_dahl,
        &br_compensate_model,  &br_compensate_observer, &br_compensate_elasto,      &br_compensate_adaptive,
        &br_compensate_filter, &br_compensate_horizon,  &br_compensate_disturbance, NULL};
    for (int i = 0; all[i]; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

typedef struct compensating {
    br_compensate c;
    br_kalman filter;
    br_mhe horizon;
    void *memory, *lent;
} compensating;

static br_compensate_options compensator_options(compensating *w, const br_sys *sys, const br_plan *plan,
                                                 const br_plan_reals *v)
{
    br_compensate_options o = br_compensate_defaults(compensator_kind(plan->compensator), (br_real)plan->dt);
    const double *number = plan->number;
    const int *whole = plan->whole;
#define NUMBER(member) o.member = br_plan_real(*number++);
#define WHOLE(member, type) o.member = (type)*whole++;
    BR_PLAN_NUMBERS(NUMBER)
    BR_PLAN_WHOLES(WHOLE)
#undef NUMBER
#undef WHOLE
    o.law.sys = sys;
    o.law.p = o.estimator.p = v->p;
    o.law.x = v->x;
    o.law.u = v->u;
    o.law.k = v->k;
    o.law.damping = v->damping;
    o.estimator.filter = &w->filter;
    o.estimator.horizon = &w->horizon;
    return o;
}

// The estimator that it stands on, as `bristle control` makes it.
static br_status lend(compensating *w, const br_sys *sys, const br_plan *plan, const br_plan_reals *v, br_replay *r)
{
    if (plan->observer == BR_PLAN_MHE) {
        br_mhe_options o = br_mhe_defaults();
        o.gate = BR_REJECT_BEYOND;
        o.horizon = plan->horizon;
        o.dt = (br_real)plan->dt;
        o.measured = 1;
        o.which = plan->which;
        o.r = v->r + plan->which[0];
        o.sd = v->sd;
        o.q = v->q;
        r->lent = br_mhe_bytes(sys, &o);
        w->lent = malloc(r->lent + 1);
        return w->lent ? br_mhe_init(&w->horizon, sys, &o, v->x, w->lent, r->lent) : BR_NO_MEMORY;
    }
    br_kalman_options o = br_kalman_defaults();
    o.sd = v->sd;
    o.q = v->q;
    o.r = v->r;
    r->lent = br_kalman_bytes(sys, &o);
    w->lent = malloc(r->lent + 1);
    return w->lent ? br_kalman_init(&w->filter, sys, &o, v->x, w->lent, r->lent) : BR_NO_MEMORY;
}

static void read_compensator(const compensating *w, const br_plan *plan, double *to)
{
    const br_real *x = plan->observer == BR_PLAN_MHE ? w->horizon.x : w->filter.gaussian.x;
    to[0] = (double)w->c.u;
    to[1] = (double)w->c.feedback;
    to[2] = (double)w->c.friction;
    to[3] = (double)w->c.trust;
    for (int i = 0; plan->estimates && i < plan->nx; i++)
        to[4 + i] = (double)x[i];
}

// u: the motion that is asked for; y: the position.
static br_status run_compensator(const br_sys *sys, const br_plan *plan, const br_plan_reals *v, br_replay *r)
{
    compensating w = {.memory = NULL};
    br_status status = plan->estimates ? lend(&w, sys, plan, v, r) : BR_OK;
    br_compensate_options o = compensator_options(&w, sys, plan, v);
    r->object = object_size(BR_COMPENSATE);
    if (plan->estimates)
        r->object =
            br_object_sum(r->object, plan->observer == BR_PLAN_MHE ? object_size(BR_MHE) : object_size(BR_KALMAN));
    r->bytes = status == BR_OK ? br_compensate_bytes(&o) : 0;
    w.memory = malloc(r->bytes + 1);
    if (status == BR_OK)
        status = w.memory ? br_compensate_init(&w.c, &o, w.memory, r->bytes) : BR_NO_MEMORY;
    br_saved count = {0};
    if (status == BR_OK)
        br_compensate_saved(&w.c, &count);
    if (status == BR_OK && plan->estimates && plan->observer == BR_PLAN_MHE)
        br_mhe_saved(&w.horizon, &count);
    else if (status == BR_OK && plan->estimates)
        br_kalman_saved(&w.filter, &count);
    r->saved = count.used;
    for (int k = 0; k < r->rows && status == BR_OK; k++) {
        const double *u = r->u + (ptrdiff_t)3 * k;
        br_motion aim = {(br_real)u[0], (br_real)u[1], (br_real)u[2]};
        (void)br_compensate_step(&w.c, &aim, (br_real)r->y[k], 0, o.dt);
        read_compensator(&w, plan, r->found + (ptrdiff_t)k * br_plan_found(plan));
    }
    free(w.memory);
    free(w.lent);
    return status;
}

static br_status replay(const br_sys *sys, const br_plan *plan, br_replay *r)
{
    br_plan_reals v = {0};
    br_status status = BR_NO_MEMORY;
    bool room = br_plan_reals_make(&v, plan);
    if (room && plan->compensator)
        status = run_compensator(sys, plan, &v, r);
    else if (room && plan->observer == BR_PLAN_EP)
        status = run_elasto(plan, &v, r);
    else if (room)
        status = plan->observer == BR_PLAN_MHE ? run_horizon(sys, plan, &v, r) : run_filter(sys, plan, &v, r);
    br_plan_reals_free(&v);
    return status;
}

#endif
