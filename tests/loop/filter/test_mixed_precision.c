// test_mixed_precision.c - a joint in float with double in and out keeps what float alone would lose.
//
// An axis written out in float: q' = v, v' = u - b v, y = q; b is estimated. Exact steps are known in double.
#define BR_FLOAT
#include "loop/filter/mixed_precision.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void rate(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                 float *out)
{
    (void)s, (void)m;
    for (int k = 0; k < count; k++) {
        out[k] = x[count + k];
        out[count + k] = u[k] - p[each ? k : 0] * x[count + k];
        out[2 * count + k] = x[k];
    }
}

static void jet(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                float *out, float *jets)
{
    rate(s, count, x, m, u, p, each, out);
    for (int k = 0; k < count; k++) {
        jets[k] = 1;
        jets[count + k] = -p[each ? k : 0];
        jets[2 * count + k] = 1;
        jets[3 * count + k] = 1;
        jets[4 * count + k] = -x[count + k];
    }
}

static const br_sys_block blocks[] = {
    {.by = 'x', .at = 0, .row = 0, .rows = 1, .column = 1, .columns = 1},
    {.by = 'x', .at = 1, .row = 1, .rows = 1, .column = 1, .columns = 1},
    {.by = 'x', .at = 2, .row = 2, .rows = 1, .column = 0, .columns = 1},
    {.by = 'u', .at = 3, .row = 1, .rows = 1, .column = 0, .columns = 1},
    {.by = 'p', .at = 4, .row = 1, .rows = 1, .column = 0, .columns = 1},
};
static const br_sys axis = {.nx = 2,
                            .nu = 1,
                            .np = 1,
                            .ny = 1,
                            .njet = 5,
                            .njet_x = 3,
                            .block = blocks,
                            .blocks = 5,
                            .rate = rate,
                            .jet = jet,
                            .jet_x = jet};
static const br_estimate damping = {'p', 0, 1, 0, -100, 100};
static const double b = 20, dt = 1e-3;

static void *open(br_mixed_precision *w)
{
    br_joint_options o = {
        .flow = br_integrator_defaults(), .estimate = &damping, .estimates = 1, .slopes = 1, .each = 1};
    o.flow.points = 3;
    size_t bytes = br_mixed_precision_bytes(&axis, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_mixed_precision_init(w, &axis, &o, memory, bytes - 1), BR_BAD_USAGE);
    assert_int_equal(br_mixed_precision_init(w, &axis, &o, memory, bytes), BR_OK);
    assert_true(br_mixed_precision_interface(w)->self == w);
    return memory;
}

// One step of one axis; X: q, v, b.
static void step(br_mixed_precision *w, const double *X, double u, double *next, double *F)
{
    double p = 0;
    assert_int_equal(w->as.step(w->as.self, 0, 1, 1, X, NULL, &u, &p, dt, next, NULL, F), BR_OK);
}

// By how much the velocity v moves the axis in time t without force.
static double way(double v, double t)
{
    return -v * expm1(-b * t) / b;
}

static void steps_far_from_zero_keep_their_digits(void **state)
{
    (void)state;
    br_mixed_precision w;
    void *memory = open(&w);
    for (int slopes = 0; slopes < 2; slopes++) {
        double X[3] = {1e3, 1e-3, b}, F[6];
        for (int i = 0; i < 200; i++)
            step(&w, X, 0, X, slopes ? F : NULL);
        double went = X[0] - 1e3, exact = way(1e-3, 200 * dt); // 50 um: less than float has at 1 km
        assert_true(fabs(went - exact) < 1e-5 * exact);
    }
    free(memory);
}

static void what_rounding_takes_off_is_put_back(void **state)
{
    (void)state;
    br_mixed_precision w;
    void *memory = open(&w);
    double X[3] = {0, 1, b}, near[3] = {0, 1 + 1e-9, b}, one[3], other[3], F[6], y[2], h[3], u = 0, p = 0;
    step(&w, X, 0, one, F);
    step(&w, near, 0, other, F);
    assert_true(fabs((other[1] - one[1]) / 1e-9 - exp(-b * dt)) < 1e-6);
    X[0] = 1.0 / 3;
    w.as.measure(w.as.self, 0, 1, X, NULL, &u, &p, 0, y, h);
    assert_true(y[0] == X[0] && h[0] == 1 && h[1] == 0 && h[2] == 0);
    free(memory);
}

static void derivatives_are_those_of_the_axis(void **state)
{
    (void)state;
    br_mixed_precision w;
    void *memory = open(&w);
    double X[3] = {0, 1, b}, next[3], F[6], found[2][3] = {{0}};
    step(&w, X, 0, next, F);
    for (int i = 0; i < w.as.nF; i++)
        found[w.as.F[i].row][w.as.F[i].column] = F[i];
    assert_true(fabs(found[0][0] - 1) == 0 && found[1][0] == 0);
    assert_true(fabs(found[0][1] - way(1, dt)) < 1e-6 * dt && fabs(found[1][1] - exp(-b * dt)) < 1e-6);
    assert_true(fabs(found[1][2] + dt * exp(-b * dt)) < 1e-6 * dt && next[2] == b);
    free(memory);
}

static void small_numbers_count_again_after_a_step(void **state)
{
    (void)state;
    br_mixed_precision w;
    void *memory = open(&w);
    double X[3] = {0, 1, b}, next[3];
    volatile float small = 1e-38f;
    step(&w, X, 0, next, NULL);
    assert_true(small / 16 > 0);
    assert_int_equal(w.as.step(w.as.self, 0, 1, 4, X, NULL, X, X, dt, next, NULL, NULL), BR_BAD_USAGE); // has 3 points
    free(memory);
}

static void work_done_elsewhere_must_be_for_the_same_vector(void **state)
{
    (void)state;
    br_elsewhere there = {.nx = 2, .n = 3, .ny = 4, .points = 3, .each = 1};
    br_joint_options o = {
        .flow = br_integrator_defaults(), .estimate = &damping, .estimates = 1, .each = 1, .elsewhere = &there};
    o.flow.points = 3;
    assert_true(br_joint_bytes(&axis, &o) > 0);
    there.n = 2;
    assert_true(br_joint_bytes(&axis, &o) == 0);
    there.n = 3;
    o.flow.points = 4;
    assert_true(br_joint_bytes(&axis, &o) == 0);
    o.flow.points = 3;
    o.each = 0;
    assert_true(br_joint_bytes(&axis, &o) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_far_from_zero_keep_their_digits),
        cmocka_unit_test(what_rounding_takes_off_is_put_back),
        cmocka_unit_test(derivatives_are_those_of_the_axis),
        cmocka_unit_test(small_numbers_count_again_after_a_step),
        cmocka_unit_test(work_done_elsewhere_must_be_for_the_same_vector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
