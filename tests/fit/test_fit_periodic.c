// test_fit_periodic.c - a period of y over x is found beside noise, and none where there is none.
#include "fit/statistics/periodic.h"
#include "fit_kit.h"
#include "num/base/random.h"

enum { ROWS = 4000 };
static double x[ROWS], y[ROWS];

// Back and forth over 0.06, at uneven speed.
static void move_to_and_fro(br_random *g)
{
    for (int k = 0; k < ROWS; k++) {
        double t = 1e-3 * k;
        x[k] = 0.5 + 0.02 * sin(3 * t) + 0.01 * sin(7.3 * t);
        y[k] = 2 + br_random_normal(g);
    }
}

static void a_period_below_the_noise_is_found_with_amplitude_and_phase(void **state)
{
    (void)state;
    static const double period[] = {0.02, 0.003, 0.0004};
    br_random g;
    br_random_init(&g, kit_seed(), 1);
    for (int i = 0; i < 3; i++) {
        br_periodic p;
        move_to_and_fro(&g);
        for (int k = 0; k < ROWS; k++)
            y[k] += 0.6 * cos(6.283185307179586 * x[k] / period[i] - 1);
        y[17] = y[1999] = (double)NAN;
        assert_int_equal(br_periodic_find(ROWS, x, y, &p), BR_OK);
        assert_true(fabs(p.period / period[i] - 1) < 0.1 * period[i] / 0.06);
        assert_true(fabs(p.amplitude - 0.6) < 0.1);
        double at = 0.51, planted = 6.283185307179586 * at / period[i] - 1,
               found = 6.283185307179586 * at / p.period - p.phase;
        assert_true(cos(planted - found) > 0.9);
        assert_true(p.height > 18);
    }
}

static void noise_white_or_not_has_no_period(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 2);
    int high = 0;
    for (int i = 0; i < 60; i++) {
        br_periodic p;
        move_to_and_fro(&g);
        for (int k = 1; k < ROWS && i % 2; k++)
            y[k] = 0.98 * y[k - 1] + 0.2 * br_random_normal(&g);
        assert_int_equal(br_periodic_find(ROWS, x, y, &p), BR_OK);
        high += p.height > 18;
    }
    assert_true(high <= 2);
}

static void what_does_not_move_has_none(void **state)
{
    (void)state;
    br_periodic p;
    for (int k = 0; k < ROWS; k++) {
        x[k] = 1;
        y[k] = k % 7;
    }
    assert_int_equal(br_periodic_find(ROWS, x, y, &p), BR_OK);
    assert_true(p.period == 0);
    assert_int_equal(br_periodic_find(10, x, y, &p), BR_OK);
    assert_true(p.period == 0);
    for (int k = 0; k < ROWS; k++)
        x[k] = k % 2; // two places
    assert_int_equal(br_periodic_find(ROWS, x, y, &p), BR_OK);
    assert_true(isfinite(p.amplitude) && isfinite(p.phase));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_period_below_the_noise_is_found_with_amplitude_and_phase),
        cmocka_unit_test(noise_white_or_not_has_no_period),
        cmocka_unit_test(what_does_not_move_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
