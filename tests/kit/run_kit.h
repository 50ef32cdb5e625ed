// run_kit.h - what the tests of runs share: a model with a drive of the test's own, opened and closed.
#ifndef RUN_KIT_H
#define RUN_KIT_H

#include "law/builtin/builtin.h"
#include "sim/run/run.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

// Input 0 is offset + amplitude sin(omega t + phase), held from break to break where `hold` is above 0; the others keep the
// numbers of the model.
typedef struct run_wave {
    double offset, amplitude, omega, phase, hold;
    int inputs;
    double u[4];
} run_wave;

static inline double run_wave_value(const run_wave *w, double t)
{
    double at = w->hold > 0 ? w->hold * floor(t / w->hold) : t;
    return w->offset + w->amplitude * sin(w->omega * at + w->phase);
}

static inline void run_wave_at(void *self, double t, double *u)
{
    const run_wave *w = self;
    memcpy(u, w->u, (size_t)w->inputs * sizeof *u);
    if (w->inputs > 0)
        u[0] = run_wave_value(w, t);
}

static inline double run_wave_next(void *self, double t)
{
    const run_wave *w = self;
    return w->hold > 0 ? w->hold * (floor(t / w->hold) + 1) : (double)INFINITY;
}

typedef struct run_case {
    const char *law, *set, *values; // values on top of the set; law may be the text of an own law
    run_wave wave;
    double time;
} run_case;

typedef struct run_model {
    br_model model;
    run_wave wave;
    br_drive drive;
} run_model;

static inline void run_load(run_model *l, const run_case *c)
{
    br_builtin b = {0};
    br_diag why = {0};
    bool own = strncmp(c->law, "law ", 4) == 0;
    if (!own && !br_builtin_find(c->law, &b))
        fail_msg("no law %s", c->law);
    br_model_source source = {own ? c->law : b.text, own ? strlen(c->law) : b.size, own ? "own" : c->law,
                              br_builtin_text, NULL};
    const char *values = c->values ? c->values : "";
    br_given set = {.set = c->set}, given = {.text = values, .size = strlen(values), .origin = "values"};
    if (br_model_open_given(&l->model, &source, &set, &given, &why) != BR_OK)
        fail_msg("%s: %s", c->law, why.text);
    l->wave = c->wave;
    l->wave.inputs = l->model.nu;
    assert_true(l->model.nu <= 4);
    for (int i = 0; i < l->model.nu; i++)
        l->wave.u[i] = l->model.u[i].lo;
    l->drive = (br_drive){run_wave_at, run_wave_next, &l->wave};
}

static inline br_run_options run_options(const char *method, double tolerance)
{
    br_run_options o = br_run_defaults();
    o.method = br_run_method_find(method);
    assert_non_null(o.method);
    o.relative = tolerance;
    o.absolute = 1e-6 * tolerance;
    return o;
}

static inline void run_begin(br_run *r, run_model *l, const br_run_options *o)
{
    br_diag why = {0};
    if (br_run_open(r, &l->model, &l->drive, o, &why) != BR_OK)
        fail_msg("%s: %s", l->model.law.name, why.text);
}

static inline void run_to(br_run *r, double t)
{
    br_diag why = {0};
    if (br_run_to(r, t, &why) != BR_OK)
        fail_msg("%s: %s", r->system.law->name, why.text);
}

// The number of the first number of a state, an input or a parameter, among those of its kind.
static inline int run_place(const run_model *l, const char *name)
{
    int q = br_law_find(&l->model.law, name, strlen(name));
    if (q < 0)
        fail_msg("no %s", name);
    return l->model.at[q];
}

#endif
