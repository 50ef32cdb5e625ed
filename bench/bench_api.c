// bench_api.c - what a call through a public handle costs over the call that it stands on: at most 2 % or 10 ns.
//
// Both run the same samples from the same start, and their results are compared to the bit at the end.
#include "bench.h"
#include "api/control/axis.h"
#include "api/estimate/estimator.h"
#include "api/mechanism/observer.h"
#include <bristle/control.h>
#include <bristle/flow.h>
#include <bristle/horizon.h>
#include <bristle/mechanism.h>
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

static void compare(void *w, const char *name, const char *what, bench_work *ours, bench_work *theirs)
{
    char title[120];
    snprintf(title, sizeof title, "%s, %s by its handle", name, what);
    bench_compare(title, ours, w, "the call inside", theirs, w, SAMPLES);
}

// ---------------------------------------------------------------- a mechanism

typedef struct mechanism_work {
    br_mechanism_observer *handle, *inside; // inside: of which only the filter is stepped
    double t[2], y[SAMPLES];
    int failed;
} mechanism_work;

static void handle_mechanism(void *data)
{
    mechanism_work *w = data;
    for (int k = 0; k < SAMPLES; k++, w->t[0] += 1e-3)
        w->failed += br_mechanism_observer_step(w->handle, w->t[0], &w->y[k], NULL) != BR_OK;
    bench_keep(w);
}

static void inside_mechanism(void *data)
{
    mechanism_work *w = data;
    double u[1] = {0};
    for (int k = 0; k < SAMPLES; k++, w->t[1] += 1e-3)
        w->failed += br_mech_online_step(w->inside->sample.run, w->t[1], &w->y[k], u, NULL) != BR_OK;
    bench_keep(w);
}

static const char stage[] =
    "mechanism stage\nversion 1\nplanar\nbody stage mass = 2 kg, cog = 0, 0 m\n"
    "joint A prismatic stage ground at = 0, 0 m, axis = 1, 0\nspring leaf A stiffness = 50 N/m\n"
    "unknown load A start = 1 N\nsensor x displacement A sd = 0.5 mm\n";

static int measure_mechanism(mechanism_work *w)
{
    br_mechanism *m = NULL;
    br_mechanism_observer_options o;
    double first = 0;
    if (br_mechanism_observer_defaults(&o, sizeof o) != BR_OK)
        return 1;
    o.unknown = "load = 1 N";
    if (br_mechanism_parse(&m, "stage", stage, strlen(stage), NULL) != BR_OK ||
        br_mechanism_observer_open(&w->handle, m, &o, NULL) != BR_OK ||
        br_mechanism_observer_open(&w->inside, m, &o, NULL) != BR_OK ||
        br_mechanism_observer_step(w->handle, 0, &first, NULL) != BR_OK ||
        br_mechanism_observer_step(w->inside, 0, &first, NULL) != BR_OK)
        return 1;
    w->t[0] = w->t[1] = 1e-3;
    for (int k = 0; k < SAMPLES; k++)
        w->y[k] = 0.01 * sin(6.283185307179586 * k / SAMPLES);
    handle_mechanism(w); // the same samples so far: the same bits
    inside_mechanism(w);
    double by_handle = br_mechanism_observer_value(w->handle, "load", NULL),
           by_call = br_mechanism_observer_value(w->inside, "load", NULL);
    compare(w, "stage", "a sample of a mechanism", handle_mechanism, inside_mechanism);
    return w->failed != 0 || by_handle != by_call;
}

// ---------------------------------------------------------------- all of them

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
    ho.kkt = 1; // as the handle, which can be asked for it
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
    static mechanism_work mechanism;
    return measure_mechanism(&mechanism) + measure_compensator(&dahl, "dahl") +
           measure_compensator(&observer, "observer") + measure(&lugre, "lugre", "table-I", "FC", 2e-3) +
           measure(&sgms, "sgms", "table-4.1", "kappa[3]", 2e-3);
}
