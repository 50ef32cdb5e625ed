// test_sensor.c - sensors: each step against its definition, random ones by their statistics, and lists that are wrong.
#include "num/base/fp.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "num/base/elem.h"
#include "sim/run/sensor.h"

enum { X, F, SIGNALS };
#define PI 3.141592653589793

static br_sensor_signal signals[SIGNALS] = {{.name = "x"}, {.name = "F"}};
static uint64_t seed = 1;

static void read_with(br_sensor *s, const char *list, uint64_t from)
{
    br_diag why = {0};
    if (br_sensor_read(s, list, "--sensor", signals, SIGNALS, from, &why) != BR_OK)
        fail_msg("%s: %s", list, why.text);
}

static double measure(br_sensor *s, double t, double x, double f, int which)
{
    double truth[SIGNALS] = {x, f}, measured[SIGNALS];
    br_diag why = {0};
    if (br_sensor_step(s, t, truth, measured, &why) != BR_OK)
        fail_msg("%s", why.text);
    return measured[which];
}

static void a_quantiser_errs_by_half_a_step_and_rolls_over(void **unused)
{
    (void)unused;
    br_sensor s, roll;
    br_random r;
    br_random_init(&r, seed, 9);
    read_with(&s, "x = quantise(0.25) mm", seed);
    read_with(&roll, "x = quantise(0.25, 4096) mm", seed);
    double worst = 0;
    for (int k = 0; k < 100000; k++) {
        double x = 10 * (br_random_uniform(&r) - 0.5), y = measure(&s, k, x, 0, X), z = measure(&roll, k, x, 0, X);
        worst = fmax(worst, fabs(y - x));
        assert_true(fabs(y / 0.25e-3 - round(y / 0.25e-3)) < 1e-9);
        double turns = (y - z) / (4096 * 0.25e-3);
        assert_true(z >= 0 && z < 4095.5 * 0.25e-3 && fabs(turns - round(turns)) < 1e-9);
    }
    assert_true(worst <= 0.125e-3 * (1 + 1e-12) && worst > 0.124e-3);
    assert_true(measure(&s, 2e5, 0.125e-3, 0, X) == 0.25e-3 && measure(&s, 3e5, -0.125e-3, 0, X) == 0); // halves go up
    br_sensor_free(&s);
    br_sensor_free(&roll);
}

static void noise_is_white_normal_and_of_the_given_size(void **unused)
{
    (void)unused;
    enum { N = 100000 };
    br_sensor s;
    read_with(&s, "F = noise(50) mN, x = noise(2) um", seed);
    double sum = 0, square = 0, next = 0, cross = 0, before = 0;
    for (int k = 0; k < N; k++) {
        double truth[SIGNALS] = {0, 3}, y[SIGNALS];
        assert_int_equal(br_sensor_step(&s, k, truth, y, NULL), BR_OK);
        double e = (y[F] - 3) / 0.05;
        sum += e;
        square += e * e;
        next += e * before;
        cross += e * y[X] / 2e-6;
        before = e;
    }
    // means of N products of variance 1 (the square: 2): 6 deviations
    assert_true(fabs(sum) < 6 * sqrt(N) && fabs(square - N) < 6 * sqrt(2.0 * N));
    assert_true(fabs(next) < 6 * sqrt(N) && fabs(cross) < 6 * sqrt(N));
    br_sensor_free(&s);
}

static void cogging_follows_position_and_ripple_follows_time(void **unused)
{
    (void)unused;
    br_sensor s;
    read_with(&s, "F = cogging(0.5, 24e-3, x) | ripple(2, 50, pi/4) N, x = cogging(20, 4e-6, x, 1) nm", seed);
    for (int k = 0; k < 1000; k++) {
        double t = k * 1e-3, x = 0.1 * sin(t), truth[SIGNALS] = {x, 7}, y[SIGNALS];
        assert_int_equal(br_sensor_step(&s, t, truth, y, NULL), BR_OK);
        assert_true(fabs(y[F] - (7 + 0.5 * sin(2 * PI * x / 24e-3) + 2 * sin(100 * PI * t + PI / 4))) < 1e-12);
        assert_true(fabs(y[X] - (x + 20e-9 * sin(2 * PI * x / 4e-6 + 1))) < 1e-16);
    }
    br_sensor_free(&s);
}

static void a_delay_gives_what_was_by_straight_lines(void **unused)
{
    (void)unused;
    enum { N = 3000 };
    static double x[N];
    br_sensor whole, part, none;
    read_with(&whole, "x = delay(0.25)", seed);
    read_with(&part, "x = delay(0.3)", seed);
    read_with(&none, "x = delay(0)", seed);
    for (int k = 0; k < N; k++) {
        double t = k / 1024.0;
        x[k] = sin(7 * t) + t * t;
        double y = measure(&whole, t, x[k], 0, X), z = measure(&part, t, x[k], 0, X);
        assert_true(y == x[k > 256 ? k - 256 : 0]); // 256 samples, exactly
        double then = (t - 0.3) * 1024, w = then - floor(then);
        int i = (int)floor(then);
        assert_true(then <= 0 ? z == x[0] : fabs(z - (1 - w) * x[i] - w * x[i + 1]) < 1e-12);
        assert_true(measure(&none, t, x[k], 0, X) == x[k]);
    }
    br_sensor_free(&whole);
    br_sensor_free(&part);
    br_sensor_free(&none);
}

static void steps_act_from_left_to_right(void **unused)
{
    (void)unused;
    static const struct {
        const char *list;
        double y; // of x = 3 m
    } row[] = {
        {"x = scale(2) | bias(1) m", 7},
        {"x = bias(1) | scale(2) m", 8},
        {"x = saturate(-1, 2) | bias(1) m", 3},
        {"x = bias(-5) | saturate(-1, 2) m", -1},
        {"x = bias(400) | quantise(500) mm", 3.5},
        {"x = quantise(2) | bias(400e-3) m", 4.4},
        {"x = scale(-1)", -3},
        {"F = bias(1) N", 3},
        {" ", 3},
        {"x=saturate(0,sqrt(4)*10)|scale((1+1)*2) cm", 0.8},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        br_sensor s;
        read_with(&s, row[i].list, seed);
        double y = measure(&s, 0, 3, 0, X);
        if (!(fabs(y - row[i].y) < 1e-15))
            fail_msg("%s: %.17g", row[i].list, y);
        br_sensor_free(&s);
    }
}

static void dropped_samples_are_nan_at_the_given_rate_and_stay_so(void **unused)
{
    (void)unused;
    enum { N = 100000 };
    br_sensor s;
    int lost = 0, runs = 0, before = 0;
    read_with(&s, "x = drop(0.1) | noise(1) | quantise(1) | saturate(-9, 9) mm", seed);
    for (int k = 0; k < N; k++) {
        int gone = isnan(measure(&s, k, 1e-3, 0, X)) != 0;
        lost += gone;
        runs += gone && before;
        before = gone;
    }
    assert_true(fabs(lost - 0.1 * N) < 6 * sqrt(0.09 * N) && fabs(runs - 0.01 * N) < 6 * sqrt(0.0121 * N));
    br_sensor_free(&s);
    read_with(&s, "x = drop(1), F = drop(0)", seed);
    assert_true(isnan(measure(&s, 0, 1, 2, X)) && measure(&s, 1, 1, 2, F) == 2);
    br_sensor_free(&s);
}

static const char rich[] = "x = cogging(20, 4e-6, x) | noise(5) | delay(3.3e-3) | quantise(10) nm, "
                           "F = drop(0.1) | noise(0.05) | ripple(0.01, 50) N";

static uint64_t hash_of(br_sensor *s, int from, int to, uint64_t hash)
{
    for (int k = from; k < to; k++) {
        double t = k * 1e-3, truth[SIGNALS] = {1e-4 * br_sin(3 * t), 5 * br_cos(t)}, y[SIGNALS];
        assert_int_equal(br_sensor_step(s, t, truth, y, NULL), BR_OK);
        for (int i = 0; i < SIGNALS; i++)
            hash = (hash ^ (isnan(y[i]) ? 1 : br_bits(y[i]))) * 0x100000001b3u;
    }
    return hash;
}

static void the_same_seed_gives_the_same_bits_after_a_reset_and_everywhere(void **unused)
{
    (void)unused;
    br_sensor s, other;
    read_with(&s, rich, 2026);
    uint64_t first = hash_of(&s, 0, 5000, 1);
    br_sensor_reset(&s);
    assert_true(hash_of(&s, 0, 5000, 1) == first);
    read_with(&other, rich, 2027);
    assert_true(hash_of(&other, 0, 5000, 1) != first);
    br_sensor_free(&s);
    br_sensor_free(&other);
    assert_true(first == 0xd3ad0d39baa01d20u);
}

static void another_signal_s_sensor_changes_nothing(void **unused)
{
    (void)unused;
    br_sensor one, two;
    read_with(&one, "F = noise(1) | drop(0.2) N", seed);
    read_with(&two, "x = noise(1) m, F = noise(1) | drop(0.2) N", seed);
    for (int k = 0; k < 1000; k++) {
        double a = measure(&one, k, 0, 0, F), b = measure(&two, k, 0, 0, F);
        assert_true(a == b || (isnan(a) && isnan(b)));
    }
    br_sensor_free(&one);
    br_sensor_free(&two);
}

static void a_step_that_fails_changes_nothing(void **unused)
{
    (void)unused;
    br_sensor s, calm;
    br_diag why = {0};
    double bad[][SIGNALS] = {{(double)NAN, 0}, {0, (double)INFINITY}, {DBL_MAX, 1}}, y[SIGNALS] = {7, 8};
    read_with(&s, "x = noise(1) | delay(5e-3) | scale(3) m, F = noise(1) N", seed);
    read_with(&calm, "x = noise(1) | delay(5e-3) | scale(3) m, F = noise(1) N", seed);
    for (int k = 0; k < 500; k++) {
        double t = k * 1e-3, truth[SIGNALS] = {sin(t), 1};
        if (k > 0)
            for (int i = 0; i < 2; i++)
                assert_int_equal(br_sensor_step(&s, t, bad[i], y, &why), BR_NOT_FINITE);
        if (k == 1)
            assert_string_equal(why.text, "--sensor: the true F is not a finite number at t = 0.001");
        if (k == 100) { // the delay passes it on later; scaled, it is beyond doubles
            br_sensor now;
            read_with(&now, "x = noise(1) | scale(3) m", seed);
            assert_int_equal(br_sensor_step(&now, t, bad[2], y, &why), BR_NOT_FINITE);
            assert_string_equal(why.text, "--sensor: scale of x gives no finite number at t = 0.1");
            br_sensor_free(&now);
        }
        assert_int_equal(br_sensor_step(&s, (double)NAN, truth, y, &why), BR_BAD_USAGE);
        if (k > 0)
            assert_int_equal(br_sensor_step(&s, t - 1e-3, truth, y, &why), BR_BAD_USAGE);
        assert_true(y[0] == 7 && y[1] == 8);
        assert_true(measure(&s, t, truth[X], truth[F], X) == measure(&calm, t, truth[X], truth[F], X));
    }
    br_sensor_free(&s);
    br_sensor_free(&calm);
    read_with(&s, "x = cogging(1, 1e-300, F) m", seed);
    double far[SIGNALS] = {0, 1e300};
    assert_int_equal(br_sensor_step(&s, 0, far, y, &why), BR_NOT_FINITE); // no sine of infinity as a missing sample
    br_sensor_free(&s);
}

static void wrong_lists_name_the_place(void **unused)
{
    (void)unused;
    static const struct {
        const char *list, *words;
    } row[] = {
        {"y = noise(1) m", "--sensor:1:1: no signal 'y' is measured"},
        {"x = noise(1) m, x = bias(1) m", "--sensor:1:17: this signal stands here a second time"},
        {"x = noise(1)", "--sensor:1:5: x is in m; give the unit at the end"},
        {"x = noise(1) N", "--sensor:1:14: x is in m, not N"},
        {"x = nois(1) m", "--sensor:1:5: no sensor does 'nois'; did you mean noise"},
        {"x = zz(1) m", "--sensor:1:5: no sensor does 'zz'; there are scale bias noise quantise cogging ripple delay "
                        "saturate drop"},
        {"x = noise m", "--sensor:1:5: here stands what the sensor does, as in noise(0.05) | quantise(0.1)"},
        {"x = ", "--sensor:1:4: here stands what the sensor does, as in noise(0.05) | quantise(0.1)"},
        {"x = noise(1) | m", "--sensor:1:16: here stands what the sensor does, as in noise(0.05) | quantise(0.1)"},
        {"x = noise(1) + bias(1) m", "--sensor:1:14: here stands | and what follows, or a unit"},
        {"x = noise() m", "--sensor:1:5: this is noise(sd); here are 0 arguments"},
        {"x = noise(1, 2) m", "--sensor:1:5: this is noise(sd); here are 2 arguments"},
        {"x = noise(-1) m", "--sensor:1:5: noise(sd): a standard deviation is not negative"},
        {"x = noise(F) m", "--sensor:1:5: this is noise(sd)"},
        {"x = cogging(1, 2, 3) m",
         "--sensor:1:5: this is cogging(amplitude, pitch, signal, phase), the last one if wanted"},
        {"x = cogging(1, 0, x) m",
         "--sensor:1:5: cogging(amplitude, pitch, signal, phase), the last one if wanted: pitch > 0 is needed"},
        {"x = quantise(0) m", "--sensor:1:5: quantise(step, counts), the last one if wanted: step > 0 is needed"},
        {"x = quantise(1, 1.5) m",
         "--sensor:1:5: quantise(step, counts), the last one if wanted: counts must be whole and positive"},
        {"x = delay(-1)", "--sensor:1:5: delay(s): a delay is not negative"},
        {"x = saturate(1, 1) m", "--sensor:1:5: saturate(low, high): low < high is needed"},
        {"x = drop(1.5)", "--sensor:1:5: drop(p): a probability is from 0 to 1"},
        {"x = drop(t)", "--sensor:1:10: arguments are constant: 't' cannot stand here"},
        {"x = drop(1/0)", "--sensor:1:11: this constant is not a finite number (division by zero, log of a negative "
                          "number, overflow?)"},
        {"x = bias(1e307) km", "--sensor:1:5: a number is too large"},
        {"x = noise(1 m", "--sensor:1:10: a ) is missing"},
        {"x", "--sensor:1:1: a sensor is NAME = STEP(...) | STEP(...) UNIT"},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        br_sensor s;
        br_diag why = {0};
        br_status status = br_sensor_read(&s, row[i].list, "--sensor", signals, SIGNALS, 1, &why);
        if (status != BR_BAD_LAW || strcmp(why.text, row[i].words) != 0)
            print_error("'%s' (%d) says\n  '%s', should say\n  '%s'\n", row[i].list, status, why.text, row[i].words);
        wrong += status != BR_BAD_LAW || strcmp(why.text, row[i].words) != 0;
        assert_true(!s.effect && !s.value);
    }
    assert_int_equal(wrong, 0);
}

static void b1_lists_cut_at_every_byte_are_read_or_refused_in_one_line(void **unused)
{
    (void)unused;
    for (size_t n = 0; n < sizeof rich; n++) {
        char cut[sizeof rich];
        br_sensor s;
        br_diag why = {0};
        memcpy(cut, rich, n);
        cut[n] = 0;
        if (br_sensor_read(&s, cut, "--sensor", signals, SIGNALS, 1, &why) == BR_OK) {
            (void)measure(&s, 0, 1, 1, X);
            br_sensor_free(&s);
        } else {
            assert_true(strncmp(why.text, "--sensor:1:", 11) == 0 && !strchr(why.text, '\n'));
            assert_true(why.column >= 1 && why.column <= (int)n + 1);
        }
    }
}

int main(void)
{
    const char *given = getenv("BR_SEED");
    seed = given ? strtoull(given, NULL, 10) : seed;
    br_unit_read("m", 1, NULL, 0, &signals[X].unit, NULL);
    br_unit_read("N", 1, NULL, 0, &signals[F].unit, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quantiser_errs_by_half_a_step_and_rolls_over),
        cmocka_unit_test(noise_is_white_normal_and_of_the_given_size),
        cmocka_unit_test(cogging_follows_position_and_ripple_follows_time),
        cmocka_unit_test(a_delay_gives_what_was_by_straight_lines),
        cmocka_unit_test(steps_act_from_left_to_right),
        cmocka_unit_test(dropped_samples_are_nan_at_the_given_rate_and_stay_so),
        cmocka_unit_test(the_same_seed_gives_the_same_bits_after_a_reset_and_everywhere),
        cmocka_unit_test(another_signal_s_sensor_changes_nothing),
        cmocka_unit_test(a_step_that_fails_changes_nothing),
        cmocka_unit_test(wrong_lists_name_the_place),
        cmocka_unit_test(b1_lists_cut_at_every_byte_are_read_or_refused_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
