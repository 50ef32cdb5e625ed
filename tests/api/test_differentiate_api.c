// test_differentiate_api.c - bristle/differentiate.h: the bits of the loop below, a motion that is known, lent memory, misuse.
#include "api_kit.h"
#include "kit/failing_memory.h"
#include "loop/signal/differentiate.h"
#include <bristle/differentiate.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846, step = 1e-4;

static br_differentiator_options with(br_differentiator_kind kind)
{
    br_differentiator_options o;
    assert_int_equal(br_differentiator_defaults(&o, sizeof o), BR_OK);
    o.kind = kind;
    o.step = step;
    o.band = 1e-6;
    return o;
}

static br_differentiator *opened_with(br_differentiator_options o)
{
    br_differentiator *d = NULL;
    br_diag why = {0};
    if (br_differentiator_open(&d, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    return d;
}

// An axis of 10 Hz and 1 mm, by an encoder of 1 um; every 97th position is missing.
static double position(int k)
{
    return k % 97 == 96 ? (double)NAN : 1e-6 * round(1e3 * sin(20 * pi * step * k));
}

static void every_kind_has_the_bits_of_the_loop(void **state)
{
    (void)state;
    const br_differentiate_kind *const kinds[] = {&br_differentiate_lowpass, &br_differentiate_kalman,
                                                  &br_differentiate_window};
    for (int kind = 0; kind < 3; kind++) {
        br_differentiator *d = opened_with(with((br_differentiator_kind)kind));
        br_differentiate_options o = br_differentiate_defaults(kinds[kind], step);
        br_differentiate below;
        br_motion x;
        double memory[128];
        o.band = 1e-6;
        assert_true(br_differentiate_bytes(&o) <= sizeof memory);
        assert_int_equal(br_differentiate_init(&below, &o, memory, sizeof memory), BR_OK);
        for (int k = 0; k < 2000; k++) {
            double dt = k % 5 == 3 ? 1.5 * step : step;
            assert_int_equal(k % 5 == 3 ? br_differentiator_step_after(d, position(k), dt)
                                        : br_differentiator_step(d, position(k)),
                             BR_OK);
            assert_int_equal(br_differentiate_step(&below, position(k), dt, &x), BR_OK);
            assert_true(br_differentiator_position(d) == x.q && br_differentiator_velocity(d) == x.v);
            assert_true(br_differentiator_acceleration(d) == x.a);
            assert_true(br_differentiator_force(d, 3, 0.5) == 3 - 0.5 * x.a);
        }
        assert_int_equal(br_differentiator_count(d, BR_DIFFERENTIATOR_MISSING), 20);
        br_differentiator_close(d);
    }
}

// 62.8 mm/s in the middle of a stroke.
static void velocities_are_those_of_the_motion(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        br_differentiator *d = opened_with(with((br_differentiator_kind)kind));
        double most = 0;
        for (int k = 0; k < 4000; k++) {
            assert_int_equal(br_differentiator_step(d, position(k)), BR_OK);
            double off = br_differentiator_velocity(d) - 0.02 * pi * cos(20 * pi * step * k);
            most = k > 1000 ? fmax(most, fabs(off)) : 0;
        }
        assert_true(most < 0.15 * 0.02 * pi && most > 0); // late by some samples
        br_differentiator_reset(d);
        assert_true(br_differentiator_velocity(d) == 0 && br_differentiator_count(d, BR_DIFFERENTIATOR_MISSING) == 0);
        br_differentiator_close(d);
    }
}

static void positions_that_are_none_are_counted_and_nothing_else_comes_out(void **state)
{
    (void)state;
    br_differentiator_options o = with(BR_DIFFERENTIATOR_KALMAN);
    o.hold = 2;
    br_differentiator *d = opened_with(o);
    const double q[] = {0, 1e-6, 2e-6, 3e-6, (double)NAN, (double)INFINITY, (double)NAN, 1e300, 4e-6};
    for (size_t k = 0; k < sizeof q / sizeof *q; k++) {
        assert_int_equal(br_differentiator_step(d, q[k]), BR_OK);
        assert_true(isfinite(br_differentiator_velocity(d)) && isfinite(br_differentiator_acceleration(d)));
    }
    assert_int_equal(br_differentiator_count(d, BR_DIFFERENTIATOR_MISSING), 2);
    assert_int_equal(br_differentiator_count(d, BR_DIFFERENTIATOR_REFUSED), 2);
    assert_int_equal(br_differentiator_count(d, BR_DIFFERENTIATOR_RESTARTS), 1);
    assert_int_equal(br_differentiator_count(d, (br_differentiator_count_of)9), 0);
    double v = br_differentiator_velocity(d);
    assert_int_equal(br_differentiator_step_after(d, 0, 3 * step), BR_BAD_USAGE);
    assert_int_equal(br_differentiator_step_after(d, 0, (double)NAN), BR_BAD_USAGE);
    assert_true(br_differentiator_velocity(d) == v);
    br_differentiator_close(d);
}

static void lent_memory_has_to_suffice(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        br_differentiator_options o = with((br_differentiator_kind)kind);
        br_differentiator *lent = NULL, *own = opened_with(o);
        size_t bytes = br_differentiator_bytes(&o);
        char *memory = malloc(bytes);
        assert_true(bytes > 0 && memory);
        assert_int_equal(br_differentiator_init(&lent, &o, memory, bytes - 1), BR_BAD_USAGE);
        assert_int_equal(br_differentiator_init(&lent, &o, memory + 1, bytes), BR_BAD_USAGE);
        assert_null(lent);
        assert_int_equal(br_differentiator_init(&lent, &o, memory, bytes), BR_OK);
        for (int k = 0; k < 200; k++) {
            assert_int_equal(br_differentiator_step(lent, position(k)), BR_OK);
            assert_int_equal(br_differentiator_step(own, position(k)), BR_OK);
            assert_true(br_differentiator_velocity(lent) == br_differentiator_velocity(own));
        }
        br_differentiator_close(own);
        free(memory);
    }
}

static void wrong_options_are_refused_by_name(void **state)
{
    (void)state;
    static const char *const member[] = {"kind", "step", "step", "cutoff", "order", "band", "window", "hold"};
    br_differentiator *d = NULL;
    br_diag why;
    for (int k = 0; k < (int)(sizeof member / sizeof *member); k++) {
        br_differentiator_options o = with(BR_DIFFERENTIATOR_WINDOW);
        o.kind = k == 0 ? (br_differentiator_kind)3 : o.kind;
        o.step = k == 1 ? 0 : k == 2 ? (double)NAN : o.step;
        o.cutoff = k == 3 ? 0.5 / step : 0;
        o.order = k == 4 ? 3 : 2;
        o.band = k == 5 ? 0 : o.band;
        o.window = k == 6 ? 0 : o.window;
        o.hold = k == 7 ? 1001 : o.hold;
        assert_int_equal(br_differentiator_open(&d, &o, &why), BR_BAD_USAGE);
        assert_string_equal(br_diag_member(&why), member[k]);
        assert_int_equal(br_differentiator_bytes(&o), 0);
    }
    br_differentiator_options o = with(BR_DIFFERENTIATOR_LOWPASS);
    assert_int_equal(br_differentiator_defaults(&o, sizeof o - 1), BR_BAD_USAGE);
    o.size = 8;
    assert_int_equal(br_differentiator_open(&d, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_differentiator_open(NULL, NULL, &why), BR_BAD_USAGE);
    assert_null(d);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_differentiator_options o = with(BR_DIFFERENTIATOR_WINDOW);
    br_status status = BR_NO_MEMORY;
    int failed = 0;
    for (long n = 0; status == BR_NO_MEMORY; n++) {
        br_differentiator *d = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_differentiator_open(&d, &o, &why);
        countdown = -1;
        assert_true((status == BR_OK) == (d != NULL) && (status == BR_OK || why.text[0]));
        failed += status != BR_OK;
        br_differentiator_close(d);
    }
    assert_int_equal(status, BR_OK);
    assert_int_equal(failed, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_the_bits_of_the_loop),
        cmocka_unit_test(velocities_are_those_of_the_motion),
        cmocka_unit_test(positions_that_are_none_are_counted_and_nothing_else_comes_out),
        cmocka_unit_test(lent_memory_has_to_suffice),
        cmocka_unit_test(wrong_options_are_refused_by_name),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
