// bench_api.c - what a call through a public handle costs over the call that it stands on: at most 2 % or 10 ns.
//
// Both run the same samples from the same start, and their results are compared to the bit at the end.
#include "bench.h"
#include "api/control/axis.h"
#include "api/estimate/estimator.h"
#include <bristle/control.h>
#include <bristle/flow.h>
#include <bristle/horizon.h>
#include <bristle/observer.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 1000, AT = 500 };

typedef struct work {
    double v[SAMPLES], F[SAMPLES];
    br_observer *observer;
    br_horizon *horizon;
    br_flow *flow;
    br_law *law;
    br_estimator *filter_plan, *horizon_plan;
    br_sampled filter;
    br_mhe mhe;
    br_integrator integrator;
    double z[4], out[8], p[64];
    int failed;
    br_compensator *compensator;
    br_axis_setup axis;
    br_control_axis with;
    br_bench bench;
    br_control_row row;
    br_ready ready;
    double u[SAMPLES][3], y[SAMPLES];
} work;

static void handle_observer(void *data)
{
    work *w = data;
    w->failed += br_observer_reset(w->observer, NULL) != BR_OK;
    for (int k = 0; k < SAMPLES; k++)
        w->failed += br_observer_step(w->observer, &w->v[k], &w->F[k]) != BR_OK;
    bench_keep(w);
}

static void inside_observer(void *data)
{
    work *w = data;
    w->failed += br_sampled_reset(&w->filter, w->filter_plan->reals.x) != BR_OK;
    for (int k = 0; k < SAMPLES; k++)
        w->failed += br_sampled_step(&w->filter, &w->v[k], &w->F[k]) != BR_OK;
    bench_keep(w);
}

static void handle_horizon(void *data)
{
    work *w = data;
    w->failed += br_horizon_reset(w->horizon, NULL) != BR_OK;
    for (int k = 0; k < SAMPLES; k++)
        w->failed += br_horizon_step(w->horizon, &w->v[k], &w->F[k]) != BR_OK;
    bench_keep(w);
}

static void inside_horizon(void *data)
{
    work *w = data;
    w->failed += br_mhe_reset(&w->mhe, w->horizon_plan->reals.x) != BR_OK;
    for (int k = 0; k < SAMPLES; k++)
        w->failed += br_mhe_feedback(&w->mhe, &w->v[k], w->horizon_plan->reals.p, &w->F[k]) != BR_OK;
    bench_keep(w);
}

static void handle_flow(void *data)
{
    work *w = data;
    memset(w->z, 0, sizeof w->z);
    for (int k = 0; k < SAMPLES; k++)
        w->failed += br_flow_step(w->flow, 1, w->z, NULL, &w->v[k], NULL, 1e-3, w->z, NULL, NULL) != BR_OK;
    bench_keep(w);
}

static void inside_flow(void *data)
{
    work *w = data;
    memset(w->z, 0, sizeof w->z);
    for (int k = 0; k < SAMPLES; k++)
        w->failed +=
            br_integrator_step(&w->integrator, 1, w->z, NULL, &w->v[k], w->p, 0, 1e-3, w->z, NULL, NULL) != BR_OK;
    bench_keep(w);
}

static void handle_rate(void *data)
{
    work *w = data;
    for (int k = 0; k < SAMPLES; k++)
        w->failed += br_law_rate(w->law, 1, w->z, NULL, &w->v[k], NULL, w->out) != BR_OK;
    bench_keep(w);
}

static void inside_rate(void *data)
{
    work *w = data;
    const br_sys *s = br_estimator_system(w->filter_plan);
    for (int k = 0; k < SAMPLES; k++)
        br_sys_rate(s, 1, w->z, NULL, &w->v[k], w->p, 0, w->out);
    bench_keep(w);
}

static void handle_compensator(void *data)
{
    work *w = data;
    br_compensator_reset(w->compensator);
    for (int k = 0; k < SAMPLES; k++)
        w->failed += br_compensator_step(w->compensator, w->u[k], &w->y[k]) != BR_OK;
    bench_keep(w);
}

static void inside_compensator(void *data)
{
    work *w = data;
    br_compensate_reset(&w->ready.c);
    for (int k = 0; k < SAMPLES; k++) {
        br_motion aim = {w->u[k][0], w->u[k][1], w->u[k][2]};
        (void)br_compensate_step(&w->ready.c, &aim, w->y[k], 0, w->ready.c.o.dt);
    }
    bench_keep(w);
}

static br_status open_inside(work *w, const char *estimate)
{
    br_package_options o = {.observer = BR_PLAN_EKF, .observe = br_observation_defaults()};
    br_estimator_lists lists = {.rate = 1000, .estimate = estimate, .gate = BR_REJECT_BEYOND};
    br_status status = br_estimator_open(&w->filter_plan, w->law, o, &lists, NULL);
    o.observer = BR_PLAN_MHE;
    o.observe.horizon = (br_observation_horizon){.intervals = 20, .iterations = 1};
    if (status == BR_OK)
        status = br_estimator_open(&w->horizon_plan, w->law, o, &lists, NULL);
    if (status != BR_OK)
        return status;
    const br_estimator *f = w->filter_plan, *h = w->horizon_plan;
    br_sampled_options fo = br_plan_filter_options(&f->packing.plan, &f->reals);
    br_mhe_options ho = br_plan_horizon_options(&h->packing.plan, &h->reals);
    br_integrator_options io = br_integrator_defaults();
    io.kind = br_integrator_choose(br_estimator_system(f));
    io.slopes = 0;
    size_t fb = br_sampled_bytes(br_estimator_system(f), &fo), hb = br_mhe_bytes(br_estimator_system(h), &ho),
           ib = br_integrator_bytes(br_estimator_system(f), &io);
    br_vec_copy(f->packing.plan.np, f->reals.p, w->p);
    status =
        br_sampled_init(&w->filter, br_estimator_system(f), &fo, f->reals.x, f->reals.u, f->reals.p, malloc(fb), fb);
    if (status == BR_OK)
        status = br_mhe_init(&w->mhe, br_estimator_system(h), &ho, h->reals.x, malloc(hb), hb);
    if (status == BR_OK)
        status = br_integrator_init(&w->integrator, br_estimator_system(f), &io, malloc(ib), ib);
    return status;
}

static br_status open_handles(work *w, const char *name, const char *set, const char *estimate)
{
    br_observer_options oo;
    br_horizon_options ho;
    br_status status = br_law_open(&w->law, name, set, NULL);
    if (status != BR_OK || br_observer_defaults(&oo, sizeof oo) != BR_OK ||
        br_horizon_defaults(&ho, sizeof ho) != BR_OK)
        return BR_BAD_USAGE;
    oo.estimate = ho.estimate = estimate;
    status = br_observer_open(&w->observer, w->law, &oo, NULL);
    if (status == BR_OK)
        status = br_horizon_open(&w->horizon, w->law, &ho, NULL);
    return status == BR_OK ? br_flow_open(&w->flow, w->law, NULL, NULL) : status;
}

static void compare(work *w, const char *name, const char *what, bench_work *ours, bench_work *theirs)
{
    char title[120];
    snprintf(title, sizeof title, "%s, %s by its handle", name, what);
    bench_compare(title, ours, w, "the call inside", theirs, w, SAMPLES);
}

static int measure(work *w, const char *name, const char *set, const char *estimate, double speed)
{
    if (open_handles(w, name, set, estimate) != BR_OK || open_inside(w, estimate) != BR_OK)
        return 1;
    double z[4] = {0};
    for (int k = 0; k < SAMPLES; k++) {
        w->v[k] = speed * sin(0.02 * k);
        w->failed += br_law_rate(w->law, 1, z, NULL, &w->v[k], NULL, w->out) != BR_OK;
        w->F[k] = w->out[br_law_count(w->law, BR_LAW_STATES)];
        w->failed += br_flow_step(w->flow, 1, z, NULL, &w->v[k], NULL, 1e-3, z, NULL, NULL) != BR_OK;
    }
    compare(w, name, "a sample of the EKF", handle_observer, inside_observer);
    (void)br_observer_parameters(w->observer); // from now on it looks for changes
    compare(w, name, "a sample of the EKF with adjusted parameters", handle_observer, inside_observer);
    compare(w, name, "a sample of the horizon", handle_horizon, inside_horizon);
    compare(w, name, "a step of the flow", handle_flow, inside_flow);
    compare(w, name, "a rate", handle_rate, inside_rate);
    w->failed += br_observer_value(w->observer, 0) != w->filter.observer.gaussian.x[0];
    w->failed += br_horizon_value(w->horizon, 0) != w->mhe.x[0];
    return w->failed != 0;
}

static int measure_compensator(work *w, const char *name)
{
    br_law *law = NULL;
    br_axis_options o;
    if (br_law_open(&law, "lugre", "table-I", NULL) != BR_OK || br_axis_defaults(&o, sizeof o) != BR_OK)
        return 1;
    o.mass = 1;
    if (br_compensator_open(&w->compensator, law, name, &o, NULL) != BR_OK ||
        br_axis_setup_open(&w->axis, law, &o, NULL) != BR_OK)
        return 1;
    w->with = br_axis_for_control(&w->axis);
    if (br_control_one(&w->row, &w->bench, &w->with, &w->axis.o, name, NULL) != BR_OK ||
        br_ready_make(&w->ready, &w->bench, w->row.rival, (br_setting){w->row.Ki, w->row.gain}, &w->axis.o.servo) !=
            BR_OK)
        return 1;
    for (int k = 0; k < SAMPLES; k++) {
        double way = 1e-4, f = 0.01;
        w->u[k][0] = way * sin(f * k), w->u[k][1] = way * f * o.rate * cos(f * k);
        w->u[k][2] = -way * f * f * o.rate * o.rate * sin(f * k);
        w->y[k] = way * sin(f * k - 0.1);
    }
    compare(w, name, "a sample of the compensator", handle_compensator, inside_compensator);
    return w->failed != 0 || br_compensator_command(w->compensator) != w->ready.c.u;
}

int main(void)
{
    static work lugre, sgms, dahl, observer; // memory goes with the process
    return measure_compensator(&dahl, "dahl") + measure_compensator(&observer, "observer") +
           measure(&lugre, "lugre", "table-I", "FC", 2e-3) + measure(&sgms, "sgms", "table-4.1", "kappa[3]", 2e-3);
}
