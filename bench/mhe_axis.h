// mhe_axis.h - an axis with friction, its measurements, and a moving horizon of the library on it: for bench_mhe.c and bench_floor.c.
#ifndef MHE_AXIS_H
#define MHE_AXIS_H

#include "bench.h"
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "law/model/system_float.h"
#include "loop/horizon/mhe.h"
#include "mhe_by_hand.h"
#include "num/base/random.h"
#include "sim/observe/mixed.h"
#include <stdlib.h>

enum { MOST_INPUTS = 2000, MOST_SAMPLES = 200 };
static const double pi = 3.141592653589793, su = 1e-5, sd_force = 0.5, unit_speed = 1e-3;

// ---------------------------------------------------------------- an axis and its measurements

typedef struct axis {
    const char *name;
    br_model model;
    br_system system;
    const hand_law *law;
    void (*by_hand)(hand *m, double v, double y);
    int parameter[2], samples, inputs; // estimated; of a period; of an interval
    double dt, p[HAND_P], v[MOST_INPUTS], y[MOST_SAMPLES];
    int free;                      // the input is known
    int bare;                      // LuGre without sigma1
    int walk;                      // estimated parameters walk in every interval, though it is not
    double q;                      // variance of the states in an interval
    double start;                  // of estimated parameters, as a share
    double best[3 * MOST_SAMPLES]; // force and parameters in the third period with 8 times as many steps
} axis;

// The print of LuGre in force form, which the build has made (CMakeLists.txt)
br_value_fn lugre_force_rate;
br_jet_fn lugre_force_rate_jet, lugre_force_rate_jet_x;
brf_value_fn lugre_force_float_rate;
brf_jet_fn lugre_force_float_rate_jet, lugre_force_float_rate_jet_x;

static inline int open_law(axis *a, const char *name, const char *choices)
{
    br_builtin b;
    br_given set = {.set = "table-4.1"}, given = {.text = choices, .size = strlen(choices), .origin = "choices"};
    double x[4], u[1];
    if (!br_builtin_find(name, &b))
        return 0;
    br_model_source source = {b.text, b.size, b.name, br_builtin_text, NULL};
    if (br_model_open_given(&a->model, &source, &set, &given, NULL) != BR_OK ||
        br_system_open(&a->system, &a->model, NULL) != BR_OK)
        return 0;
    br_model_points(&a->model, x, u, a->p);
    if (a->bare)
        a->p[1] = 0;
    return 1;
}

static inline void move_axis(axis *a)
{
    br_random random;
    br_random_init(&random, 7, 0);
    double x[HAND_X] = {0}, hx[HAND_X], hv, S[HAND_X * HAND_X] = {0};
    hand_gl4 g = {.iterations = 6, .exact = 1};
    int steps = a->inputs > 1 ? 4 : 64;
    for (int i = a->law->nz; i < a->law->n; i++)
        x[i] = 1;
    for (int turn = 0; turn < 2; turn++) // the second is periodic
        for (int i = 0; i < a->samples * a->inputs; i++) {
            double h = a->dt / a->inputs, v = 2e-3 * sin(10 * pi * (i + 0.3) * h);
            if (i % a->inputs == 0)
                a->y[i / a->inputs] = a->law->measure(a->p, x, v, hx, &hv) + 0.1 * br_random_normal(&random);
            a->v[i] = v + (a->free ? 0 : su * br_random_normal(&random));
            for (int s = 0; s < steps; s++)
                gl4(a->law, &g, a->p, v, h / steps, x, a->law->n, S);
        }
}

static inline int open_axis(axis *a, const char *law, const char *choices)
{
    if (!open_law(a, law, choices))
        return 0;
    if (a->law == &hand_lugre) {
        a->system.code.rate = lugre_force_rate;
        a->system.code.rate_jet = lugre_force_rate_jet;
        a->system.code.rate_jet_x = lugre_force_rate_jet_x;
        br_builtin_float code = {lugre_force_float_rate, lugre_force_float_rate_jet, lugre_force_float_rate_jet_x, NULL,
                                 NULL};
        a->system.single = br_system_float(&a->system.sys, &code, a->system.n);
    }
    move_axis(a);
    return 1;
}

static inline void close_axis(axis *a)
{
    br_system_close(&a->system);
    br_model_close(&a->model);
}

// ---------------------------------------------------------------- ours

typedef struct setting {
    int horizon, lanes;
    const br_integrator_kind *kind; // NULL: the one that is chosen
    int steps;                      // 0: as chosen
    int iterations;                 // of Newton's method
    double high;                    // bound of the last state; 0: none
    double share;                   // bound of estimated parameters; 0: none
    int mixed;                      // flow and derivatives in float
    const br_elsewhere *elsewhere;  // a flow that others take, too; NULL: its own
} setting;

typedef struct ours {
    axis *a;
    br_mhe m;
    br_mixed mixed;
    void *memory;
    size_t bytes;
    int at, failed;
} ours;

static inline double first_sd(const axis *a, int i)
{
    return i < a->law->nz ? 1 : i < a->law->n ? 0.7 : su / unit_speed;
}

// Variance of an interval
static inline double noise(const axis *a, int i)
{
    return i < a->law->nz ? a->q : i < a->law->n ? 1e-6 : su / unit_speed * (su / unit_speed);
}

static inline void open_ours(ours *w, axis *a, setting s)
{
    br_mhe_options o = br_mhe_defaults();
    int nz = a->law->nz, np = a->law->n - nz, n = nz + np + !a->free;
    br_estimate e[3];
    double sd[7], most[7], q[7], x[7] = {0}, r = sd_force * sd_force, low[7], high[7];
    for (int i = 0; i < np; i++)
        e[i] = (br_estimate){'p', a->parameter[i], a->p[a->parameter[i]], 0, -1e12, 1e12};
    e[np] = (br_estimate){'u', 0, unit_speed, 0, -1e3, 1e3};
    for (int i = 0; i < n; i++) {
        sd[i] = first_sd(a, i);
        x[i] = i >= nz && i < nz + np ? a->start : 0;
        most[i] = 1e3;
        q[i] = noise(a, i);
        low[i] = -1e9;
        high[i] = i == nz - 1 && s.high > 0 ? s.high : i >= nz && i < nz + np && s.share > 0 ? s.share : 1e9;
    }
    o.gate = 0;
    o.joint.estimate = e;
    o.joint.estimates = np + !a->free;
    o.joint.flow.kind = s.kind;
    o.joint.flow.substeps = s.steps > 0 ? s.steps : 1;
    o.joint.flow.most = s.steps > 0 ? s.steps : 64;
    if (s.iterations > 0)
        o.joint.flow.iterations = s.iterations;
    o.horizon = s.horizon;
    o.lanes = s.lanes;
    o.inputs = a->inputs;
    o.dt = a->dt;
    o.measured = 1;
    o.which = (const int[]){0};
    o.r = &r;
    o.sd = sd;
    o.most = most;
    o.q = q;
    o.q_per_step = 1;
    o.shared = !a->free && !a->walk;
    o.first = 1;
    if (s.high > 0 || s.share > 0) {
        o.low = low;
        o.high = high;
    }
    *w = (ours){.a = a};
    w->failed = s.mixed && br_mixed_open(&w->mixed, &a->system, &o.joint) != BR_OK;
    o.joint.elsewhere = s.elsewhere ? s.elsewhere : w->mixed.elsewhere;
    w->bytes = br_mhe_bytes(&a->system.sys, &o);
    w->memory = malloc(w->bytes);
    w->failed |= !w->memory || br_mhe_init(&w->m, &a->system.sys, &o, x, w->memory, w->bytes) != BR_OK;
}

static inline void close_ours(ours *w)
{
    free(w->memory);
    br_mixed_close(&w->mixed);
}

static inline void feed(ours *w)
{
    axis *a = w->a;
    const double *v = a->v + (ptrdiff_t)w->at * a->inputs;
    w->failed += br_mhe_feedback(&w->m, v, a->p, &a->y[w->at]) != BR_OK;
    for (int i = 1; i < a->inputs; i++)
        w->failed += br_mhe_input(&w->m, &v[i]) != BR_OK;
    w->at = (w->at + 1) % a->samples;
}

static inline void sample(ours *w)
{
    feed(w);
    w->failed += br_mhe_prepare(&w->m, w->a->p) != BR_OK;
}

static inline void run_ours(void *data)
{
    ours *w = data;
    for (int i = 0; i < w->a->samples; i++)
        sample(w);
    bench_keep(&w->m);
}

#endif
