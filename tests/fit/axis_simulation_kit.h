// axis_simulation_kit.h - an axis that its force moves: a law, its terms and a simulation of both.
#ifndef BR_TESTS_AXIS_SIMULATION_KIT_H
#define BR_TESTS_AXIS_SIMULATION_KIT_H

#include "fit/output/axis_simulation.h"
#include "fit_kit.h"
#include "law/builtin/builtin.h"
#include "law/model/system.h"

typedef struct axis {
    br_model model;
    br_system system;
    br_axis_simulation_options o;
    const double **u;
    double *hold;
} axis;

static const br_axis_term all_terms[] = {BR_AXIS_MASS,   BR_AXIS_OFFSET, BR_AXIS_SKEW, BR_AXIS_SIN,   BR_AXIS_COS,
                                         BR_AXIS_SPRING, BR_AXIS_DAMPER, BR_AXIS_DRAG, BR_AXIS_EXTRA, BR_AXIS_DELAY};
enum { ALL_TERMS = sizeof all_terms / sizeof *all_terms };
static const double shares[ALL_TERMS] = {1, 0.25, 1, 0, 1, 0.5, 1, 1, 1, 1};

static inline void open_model(br_model *m, const char *name, const char *values)
{
    br_builtin law;
    br_diag why = {0};
    assert_true(br_builtin_find(name, &law));
    br_model_source source = {law.text, law.size, name, br_builtin_text, NULL};
    br_given given = {NULL, values, strlen(values), "values"};
    if (br_model_open_given(m, &source, &given, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static inline int input_of(const br_model *m, const char *name)
{
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT && strcmp(m->law.q[q].name, name) == 0)
            return m->at[q];
    return -1;
}

static inline void open_axis(axis *a, const char *law, const char *values, int steps)
{
    open_model(&a->model, law, values);
    assert_int_equal(br_system_open(&a->system, &a->model, NULL), BR_OK);
    a->u = calloc((size_t)a->model.nu + 1, sizeof *a->u);
    a->hold = kit_reals(a->model.nu);
    assert_non_null(a->u);
    a->o =
        (br_axis_simulation_options){.steps = steps, .v = input_of(&a->model, "v"), .force = input_of(&a->model, "u")};
    a->o.term = all_terms;
    a->o.terms = 1;
}

static inline void close_axis(axis *a)
{
    free((void *)a->u);
    free(a->hold);
    br_system_close(&a->system);
    br_model_close(&a->model);
}

static inline void points(const br_model *m, double *p)
{
    for (int i = 0; i < m->np; i++)
        p[i] = br_interval_mid(m->p[i]);
}

static inline void run(const axis *a, const br_axis_simulation_options *o, long long rows, const double *t,
                       const double *drive, const double *p, const double *c, const double *start, double *y, double *J)
{
    br_axis_simulation f;
    br_stretch s = {rows, t, a->u, a->hold};
    assert_int_equal(br_axis_simulation_open(&f, &a->system.sys, o), BR_OK);
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .m0 = a->model.nm > 0 ? a->model.m : NULL};
    in.share = o->terms == ALL_TERMS ? shares : NULL;
    double *bends = kit_reals(rows);
    br_axis_drive_bends(rows, t, drive, bends);
    in.bends = o->terms == ALL_TERMS ? bends : NULL;
    double *extra = kit_reals(rows);
    for (long long k = 0; k < rows; k++)
        extra[k] = fabs(drive[k]) - 1;
    in.extra = o->terms == ALL_TERMS ? extra : NULL;
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, J), BR_OK);
    br_axis_simulation_close(&f);
    free(extra);
    free(bends);
}

static inline void assert_near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within))
        fail_msg("%.12g is not %.12g within %g", got, want, within);
}

#endif
