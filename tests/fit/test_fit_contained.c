// test_fit_contained.c - `contains LAW (...)`: with the mapped parameters the richer law gives the force of the simpler one.
#include "fit/output/along.h"
#include "fit/output/start.h"
#include "fit_kit.h"
#include "law/builtin/builtin.h"
#include "law/model/contained.h"
#include "law/model/system.h"

enum { ROWS = 3000, FIRST = 300 };
static const double step = 1e-3;

typedef struct opened {
    br_model m;
    br_system s;
} opened;

static void open_law(opened *w, const char *name)
{
    br_builtin law;
    br_diag why = {0};
    assert_true(br_builtin_find(name, &law));
    br_model_source source = {law.text, law.size, name, br_builtin_text, NULL};
    if (br_model_open_given(&w->m, &source, NULL, NULL, &why) != BR_OK || br_system_open(&w->s, &w->m, &why) != BR_OK)
        fail_msg("%s: %s", name, why.text);
}

static void close_law(opened *w)
{
    br_system_close(&w->s);
    br_model_close(&w->m);
}

// Random values of all parameters that the log can show: powers of ten around what the unit suggests, requirements met.
static void random_parameters(const br_model *m, br_random *r, const br_scales *most, double *p)
{
    br_fit_parameters n;
    bool *wanted = calloc((size_t)m->np + 1, sizeof *wanted);
    double *e = kit_reals(m->np + 1), *far = kit_reals(2 * m->np + 1), *near = far + m->np;
    assert_non_null(wanted);
    br_start_limits(m, most, most->length / 100, far, near);
    br_fit_parameters_usual(m, wanted);
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q); i++) {
            int at = m->at[q] + i;
            double middle = sqrt(far[at] * near[at]);
            p[at] = wanted[at] ? middle * pow(3, 2 * br_random_uniform(r) - 1) : br_interval_mid(m->p[at]);
        }
    assert_int_equal(br_fit_parameters_open(&n, m, wanted, NULL), BR_OK);
    br_fit_parameters_scale(&n, p);
    br_fit_parameters_variables(&n, p, e); // moved to where the law allows them
    br_fit_parameters_values(&n, e, p, NULL);
    br_fit_parameters_free(&n);
    free(wanted);
    free(e);
    free(far);
}

// Sums of sines with random amplitudes and phases: passes through rest, but does not stay there.
static void random_motion(br_random *r, double *t, double *v)
{
    double a[5], f[5], phase[5];
    for (int i = 0; i < 5; i++) {
        a[i] = 0.01 * br_random_uniform(r);
        f[i] = 0.3 + 6 * br_random_uniform(r);
        phase[i] = 2 * KIT_PI * br_random_uniform(r);
    }
    for (int k = 0; k < ROWS; k++) {
        t[k] = step * k;
        v[k] = 0;
        for (int i = 0; i < 5; i++)
            v[k] += a[i] * sin(2 * KIT_PI * f[i] * t[k] + phase[i]);
    }
}

static void force_along(const opened *w, const double *t, const double *v, const double *p, double *F)
{
    br_along a;
    br_along_options o = {0};
    const double **u = calloc((size_t)w->m.nu + 1, sizeof *u);
    double *hold = kit_reals(w->m.nu), *x0 = kit_reals(w->m.nx);
    assert_non_null(u);
    u[w->m.at[br_law_find(&w->m.law, "v", 1)]] = v;
    br_stretch s = {ROWS, t, u, hold};
    assert_int_equal(br_along_open(&a, &w->s.sys, &o), BR_OK);
    assert_int_equal(br_along_run(&a, &s, p, x0, w->m.nm > 0 ? w->m.m : NULL, F, NULL), BR_OK);
    br_along_close(&a);
    free(u);
    free(hold);
    free(x0);
}

// The RMS difference of the forces as a share of the RMS force.
static double difference(const opened *rich, int i, const opened *simple, br_random *r)
{
    const br_scales most = {5, 0.02, 0.002};
    double *t = kit_reals(4 * ROWS), *v = t + ROWS, *F = v + ROWS, *G = F + ROWS, sum = 0, size = 0;
    double *p = kit_reals(4 * (rich->m.np + simple->m.np)), *from = p + rich->m.np, *far = from + simple->m.np,
           *near = far + rich->m.np;
    br_diag why = {0};
    random_motion(r, t, v);
    random_parameters(&rich->m, r, &most, p);
    random_parameters(&simple->m, r, &most, from);
    br_start_limits(&rich->m, &most, 2e-6, far, near);
    br_contained_limits limits = {far, near};
    if (br_contained_map(&rich->m, i, &simple->m, from, &limits, p, &why) != BR_OK)
        fail_msg("%s", why.text);
    force_along(rich, t, v, p, F);
    force_along(simple, t, v, from, G);
    for (int k = FIRST; k < ROWS; k++) {
        if (v[k - 2] * v[k] <= 0) // a state turns with the mean of two rows
            continue;
        sum += (F[k] - G[k]) * (F[k] - G[k]);
        size += G[k] * G[k];
    }
    free(t);
    free(p);
    return sqrt(sum / size);
}

static void mapped_parameters_give_the_force_of_the_contained_law(void **state)
{
    (void)state;
    br_random r;
    int pairs = 0;
    br_random_init(&r, kit_seed(), 1);
    for (int b = 0; b < br_builtin_count(); b++) {
        opened rich, simple;
        if (br_builtin_at(b).plant)
            continue;
        open_law(&rich, br_builtin_at(b).name);
        for (int i = 0; i < rich.m.law.ncontained; i++, pairs++) {
            bool limit = br_contained_is_limit(&rich.m.law, i);
            double worst = 0;
            open_law(&simple, rich.m.law.contained[i].law);
            for (int k = 0; k < 10; k++)
                worst = fmax(worst, difference(&rich, i, &simple, &r));
            print_message("%s contains %s: %.1e%s\n", rich.m.law.name, simple.m.law.name, worst,
                          limit ? " (a limit)" : "");
            if (!(worst <= (limit ? 1e-2 : 1e-9)))
                fail_msg("%s is not %s with its parameters", rich.m.law.name, simple.m.law.name);
            close_law(&simple);
        }
        close_law(&rich);
    }
    assert_true(pairs >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mapped_parameters_give_the_force_of_the_contained_law)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
