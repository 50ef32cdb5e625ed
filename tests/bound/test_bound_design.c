// test_bound_design.c - inputs that tell parameters: sensitivities, criteria and what the searches find; and the experiments.
#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bound/search/design.h"
#include "paper/kit/groups.h"
#include "law/builtin/builtin.h"

enum { ROWS = 100 };

static void open_plant(br_model *m)
{
    br_builtin b;
    br_diag why = {0};
    assert_true(br_builtin_find("drive-train", &b));
    br_model_source from = {b.text, b.size, "drive-train", br_builtin_text, NULL};
    br_given set = {.set = "nominal"};
    assert_int_equal(br_model_open_given(m, &from, &set, NULL, &why), BR_OK);
    assert_int_equal(br_model_set_mode(m, "forward", &why), BR_OK);
}

static br_design_options options(void)
{
    br_design_options o = br_design_defaults();
    o.measured = 0;
    o.velocity = 1;
    o.params = 3;
    for (int l = 0; l < 3; l++)
        o.param[l] = l;
    o.range[0] = 3;
    o.range[1] = 30;
    o.range[2] = 0.28;
    o.rows = ROWS;
    o.distance = 20;
    o.least = 0;
    o.most = 0.7;
    return o;
}

static const double coefficients[BR_DESIGN_MOST] = {0.2, 0.5, 0.1, 0.6, 0.4, 0.3};

static void follow(const br_design_options *o, int param, double by, double *y)
{
    br_model m;
    br_design *d;
    open_plant(&m);
    if (param >= 0)
        m.p[param].lo = m.p[param].hi = m.p[param].lo * (1 + by);
    assert_int_equal(br_design_open(&d, &m, o), BR_OK);
    br_design_simulate(d, coefficients, y);
    br_design_close(d);
    br_model_close(&m);
}

// (15) against differences of whole runs: s[l][k] of row k.
static void differences(const br_design_options *o, double s[3][ROWS + 1])
{
    static const double value[3] = {4.5, 65, 0.1};
    for (int l = 0; l < 3; l++) {
        double more[ROWS + 1], less[ROWS + 1];
        follow(o, l, 1e-5, more);
        follow(o, l, -1e-5, less);
        for (int k = 0; k <= ROWS; k++)
            s[l][k] = (more[k] - less[k]) / (2e-5 * value[l]);
    }
}

static double det3(double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static void look(const br_design_options *o, br_designed *at)
{
    br_model m;
    br_design *d;
    open_plant(&m);
    memcpy(at->c, coefficients, sizeof at->c);
    assert_int_equal(br_design_open(&d, &m, o), BR_OK);
    br_design_evaluate(d, at);
    br_design_close(d);
    br_model_close(&m);
}

static void near(double a, double b, double share)
{
    if (!(fabs(a - b) <= share * fabs(b)))
        fail_msg("%.12g is not %.12g", a, b);
}

static void criteria_are_those_of_differences(void **state)
{
    br_design_options o = options();
    br_designed at = {0};
    double s[3][ROWS + 1], y[ROWS + 1], m[3][3] = {{0}}, J = 0, h = o.duration / ROWS;
    (void)state;
    differences(&o, s);
    follow(&o, -1, 0, y);
    for (int k = 1; k <= ROWS; k++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                m[a][b] += s[a][k] * s[b][k] * o.range[a] * o.range[b] / (o.sd * o.sd);
    for (int a = 0; a < 3; a++)
        m[a][a] += 1;
    o.fisher = true;
    look(&o, &at);
    near(at.cost, pow(det3(m), -1.0 / 6), 1e-4);
    near(at.sd[2], o.range[2] * sqrt((m[0][0] * m[1][1] - m[0][1] * m[1][0]) / det3(m)), 1e-4);
    o.fisher = false;
    o.sharpen = 0;
    o.kappa[0] = 0.01;
    o.kappa[1] = 10;
    o.kappa_u = 2;
    o.terminal = 3;
    for (int k = 0; k <= ROWS; k++) {
        double off = y[k] - br_design_reference(&o, k * h), u = br_design_input(&o, coefficients, k * h);
        J += (k == 0 || k == ROWS ? 0.5 : 1) * h *
             (off * off + 10 * s[1][k] * s[1][k] + 1 / (0.01 * s[0][k] * s[0][k] + 0.01) + 2 * u * u);
    }
    J += 3 * pow(y[ROWS] - 20, 2);
    look(&o, &at);
    near(at.cost, J, 1e-5);
}

static void inputs_are_bernstein_or_held(void **state)
{
    static const double binomial[6] = {1, 5, 10, 10, 5, 1};
    br_design_options o = options();
    (void)state;
    for (int i = 0; i <= 40; i++) {
        double x = i / 40.0, y = 0;
        for (int k = 0; k < 6; k++)
            y += coefficients[k] * binomial[k] * pow(x, k) * pow(1 - x, 5 - k);
        near(br_design_input(&o, coefficients, x * o.duration), y, 1e-12);
    }
    o.pieces = true;
    for (int k = 0; k < 6; k++)
        near(br_design_input(&o, coefficients, (k + 0.5) / 6 * o.duration), coefficients[k], 0);
}

static void searches_find_what_they_look_for(void **state)
{
    br_model m;
    br_design *d;
    br_design_options o = options();
    br_designed tracks = {.c = {0.3, 0.3, 0.3, 0.3, 0.3, 0.3}}, tells, held = tracks;
    double y[ROWS + 1];
    (void)state;
    open_plant(&m);
    assert_int_equal(br_design_open(&d, &m, &o), BR_OK);
    br_design_search(d, &tracks);
    br_design_simulate(d, tracks.c, y);
    br_design_close(d);
    for (int k = 0; k <= ROWS; k++) // Fig. 7: the quintic of a linear plant has a torque of the fifth order
        assert_true(fabs(y[k] - br_design_reference(&o, k * o.duration / ROWS)) < 1e-3);
    o.fisher = true;
    tells = tracks;
    assert_int_equal(br_design_open(&d, &m, &o), BR_OK);
    br_design_evaluate(d, &tracks);
    br_design_search(d, &tells);
    br_design_close(d);
    assert_true(tells.cost < 0.9 * tracks.cost && tells.slowest > -1e-3);
    for (int i = 0; i < o.coefficients; i++)
        assert_true(tells.c[i] >= o.least && tells.c[i] <= o.most);
    o.pieces = true;
    o.coefficients = 8;
    for (int i = 0; i < 8; i++)
        held.c[i] = 0.3;
    assert_int_equal(br_design_open(&d, &m, &o), BR_OK);
    br_designed before = held;
    br_design_evaluate(d, &before);
    br_design_search(d, &held);
    br_design_close(d);
    assert_true(held.cost < before.cost && held.slowest > -1e-3);
    o.coefficients = 0;
    assert_int_equal(br_design_open(&d, &m, &o), BR_BAD_USAGE);
    br_model_close(&m);
}

// Which of their statements agree is a matter of tests/paper/test_experiments.c.
static void experiments_of_the_paper_have_findings_and_plots(void **state)
{
    (void)state;
    for (const br_experiment *e = br_interval_experiments; e->name; e++) {
        br_outcome o = {0};
        br_diag why = {0};
        assert_int_equal(e->run(&o, &why), BR_OK);
        assert_int_equal(o.drawn.status, BR_OK);
        assert_true(o.findings >= 3 && o.drawn.plots >= 2);
        br_outcome_free(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(criteria_are_those_of_differences),
        cmocka_unit_test(inputs_are_bernstein_or_held),
        cmocka_unit_test(searches_find_what_they_look_for),
        cmocka_unit_test(experiments_of_the_paper_have_findings_and_plots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
