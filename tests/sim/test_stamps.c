// test_stamps.c - time stamps that are not even: told from those that jitter, and motions from positions at them.
#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "num/algebra/lagrange.h"
#include "num/base/random.h"
#include "sim/observe/prepare.h"

enum { ROWS = 4000 };

static double t[ROWS], x[ROWS], v[ROWS], a[ROWS];

static void make_log(const char *how, double noise)
{
    br_random r;
    double at = 3;
    br_random_init(&r, 5, 1);
    for (int k = 0; k < ROWS; k++) {
        t[k] = at;
        x[k] = sin(2 * at) + 0.3 * cos(5 * at) + noise * br_random_normal(&r);
        if (strcmp(how, "jitter") == 0)
            t[k] += 0.001 * br_random_normal(&r);
        at += strcmp(how, "mixed") == 0                  ? (k % 3 ? 0.010 : 0.012)
              : strcmp(how, "gaps") == 0 && k % 100 == 7 ? 0.03
                                                         : 0.01;
        if (strcmp(how, "random") == 0)
            at += 0.008 * (br_random_uniform(&r) - 0.5);
    }
}

static br_time_base base_of(const char *how, double noise)
{
    br_stamps s;
    make_log(how, noise);
    assert_int_equal(br_stamps_of(ROWS, t, x, &s), BR_OK);
    return s.base;
}

static void true_stamps_are_told_from_those_that_jitter(void **unused)
{
    (void)unused;
    for (double noise = 0; noise<1e-2; noise = noise> 0 ? 10 * noise : 1e-6) {
        assert_int_equal(base_of("even", noise), BR_TIME_EVEN);
        assert_int_equal(base_of("gaps", noise), BR_TIME_EVEN);
        assert_int_equal(base_of("mixed", noise), BR_TIME_STAMPS);
        assert_int_equal(base_of("random", noise), BR_TIME_STAMPS);
    }
    assert_int_equal(base_of("jitter", 0), BR_TIME_ROWS);
    assert_int_equal(base_of("jitter", 1e-4), BR_TIME_ROWS);
}

static void steps_are_counted(void **unused)
{
    br_stamps s;
    (void)unused;
    make_log("mixed", 0);
    assert_int_equal(br_stamps_of(ROWS, t, NULL, &s), BR_OK);
    assert_true(fabs(s.median - 0.01) < 1e-9 && fabs(s.least - 0.01) < 1e-9 && fabs(s.most - 0.012) < 1e-9);
    assert_true(fabs(s.uneven - 1 / 3.0) < 1e-3 && fabs(s.mean - 0.032 / 3) < 1e-5);
    assert_true(fabs(s.off - 0.2 / sqrt(3)) < 1e-3);
    assert_true(isnan(s.by_rows) && isnan(s.by_stamps));
}

static void local_cubics_are_exact_on_cubics(void **unused)
{
    static const double node[] = {0, 1, 2.5, 2.6, 5, 9};
    double y[6];
    (void)unused;
    for (int i = 0; i < 6; i++)
        y[i] = 1 - 2 * node[i] + node[i] * node[i] * (3 - 0.25 * node[i]);
    long long near = 0;
    for (double at = -0.5; at < 9.5; at += 0.01)
        assert_true(fabs(br_local_cubic(6, node, y, at, &near) - (1 - 2 * at + at * at * (3 - 0.25 * at))) < 1e-11);
}

// Largest errors of velocity and acceleration, the ends aside.
static void errors_of(const br_prepare_options *o, double *ev, double *ea)
{
    *ev = *ea = 0;
    assert_int_equal(br_prepare_timed(o, ROWS, t, x, NULL, v, a, NULL), BR_OK);
    for (int k = 200; k < ROWS - 200; k++) {
        *ev = fmax(*ev, fabs(v[k] - (2 * cos(2 * t[k]) - 1.5 * sin(5 * t[k]))));
        *ea = fmax(*ea, fabs(a[k] - (-4 * sin(2 * t[k]) - 7.5 * cos(5 * t[k]))));
    }
}

static void motions_follow_the_stamps(void **unused)
{
    static const char *const how[] = {"mixed", "random", "gaps"};
    br_prepare_options o = {.central = true, .dt = 0.01, .cutoff = 10, .time = BR_TIME_STAMPS};
    double ev, ea;
    (void)unused;
    for (int i = 0; i < 3; i++) {
        make_log(how[i], 0);
        errors_of(&o, &ev, &ea);
        if (!(ev < 2e-4 && ea < 2e-3))
            fail_msg("%s: errors %g %g", how[i], ev, ea);
    }
    make_log("mixed", 0);
    o.time = BR_TIME_EVEN; // as if steps were equal: the test sees the difference
    errors_of(&o, &ev, &ea);
    assert_true(ev > 0.1 && ea > 1);
}

// Every way of differentiation, at the steps there are, against the same motion at even ones.
static void every_kind_follows_the_stamps(void **unused)
{
    const br_prepare_options kind[] = {{.central = true},
                                       {.kind = NULL},
                                       {.kind = &br_differentiate_kalman},
                                       {.kind = &br_differentiate_lowpass},
                                       {.kind = &br_differentiate_window, .band = 1e-6}};
    (void)unused;
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        br_prepare_options o = kind[i];
        double ev, ea, mv, ma;
        o.dt = 0.01;
        o.cutoff = 10;
        make_log("even", 0);
        errors_of(&o, &ev, &ea);
        make_log("mixed", 0);
        o.time = BR_TIME_STAMPS;
        errors_of(&o, &mv, &ma);
        if (!(mv < 1.3 * ev + 1e-3 && ma < 1.5 * ea + 1e-2))
            fail_msg("kind %zu: errors %g %g, at even steps %g %g", i, mv, ma, ev, ea);
    }
}

static void positions_close_together_or_missing_do_no_harm(void **unused)
{
    br_prepare_options o = {.central = true, .dt = 0.01, .cutoff = 10, .time = BR_TIME_STAMPS};
    double ev, ea;
    br_random r;
    (void)unused;
    br_random_init(&r, 9, 1);
    make_log("mixed", 0);
    for (int k = 10; k < ROWS; k += 10) { // two rows a microsecond apart, with noise of 10 um
        t[k] = t[k - 1] + 1e-6;
        x[k] = sin(2 * t[k]) + 0.3 * cos(5 * t[k]) + 1e-5 * br_random_normal(&r);
    }
    errors_of(&o, &ev, &ea);
    assert_true(ev < 0.01 && ea < 0.3);
    for (int k = 5; k < ROWS; k += 10)
        x[k] = (double)NAN;
    errors_of(&o, &ev, &ea);
    assert_true(ev < 0.05 && ea < 2);
    for (int k = 2; k < ROWS; k++)
        x[k] = (double)NAN;
    assert_int_equal(br_prepare_timed(&o, ROWS, t, x, NULL, v, a, NULL), BR_BAD_DATA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_stamps_are_told_from_those_that_jitter),
        cmocka_unit_test(steps_are_counted),
        cmocka_unit_test(local_cubics_are_exact_on_cubics),
        cmocka_unit_test(motions_follow_the_stamps),
        cmocka_unit_test(every_kind_follows_the_stamps),
        cmocka_unit_test(positions_close_together_or_missing_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
