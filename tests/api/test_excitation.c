// test_excitation.c - bristle/excite.h: the bits of signals, limits, information, stops, misuse and failing memory.
#include "api_kit.h"
#include "fit/excite/excite.h"
#include "kit/failing_memory.h"
#include <bristle/excite.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static br_excitation_options with(const char *kind)
{
    br_excitation_options o;
    assert_int_equal(br_excitation_defaults(&o, sizeof o, kind), BR_OK);
    o.limit_x = 0.05;
    o.limit_a = 2;
    o.limit_F = 30;
    return o;
}

static br_excitation *made(const br_law *law, const br_excitation_options *o)
{
    br_excitation *x = NULL;
    br_diag why = {0};
    if (br_excitation_open(&x, law, o, &why) != BR_OK || br_excitation_run(x, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    return x;
}

static void signals_have_the_bits_of_what_makes_them(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double from, to, level;
    } all[] = {{"staircase", 0, 10, 0},
               {"ramps", 1, 100, 20},
               {"loops", 1e-4, 1e-3, 0},
               {"ladder", 0.01, 0.1, 0},
               {"multisine", 1, 50, 3}};
    for (int k = 0; k < 5; k++) {
        br_excitation_options o = with(all[k].name);
        br_excite_options is = br_excite_defaults((br_excite_kind)k, 1e-3);
        br_excite_samples samples;
        o.from = is.smallest = all[k].from;
        o.to = is.largest = all[k].to;
        o.level = is.level = all[k].level;
        o.seed = 7;
        is.seed = 7;
        o.stay = is.stay = k == BR_EXCITE_LOOPS ? 0.3 : 1.5;
        o.rest = is.rest = 0.25;
        o.steps = is.steps = 4;
        o.repeats = is.repeats = 2;
        is.limit = (br_excite_limits){0.05, (double)INFINITY, 2, 30, (double)INFINITY};
        if (k == BR_EXCITE_LOOPS)
            is.limit.speed = 2 * is.smallest / o.stay; // the smallest stroke lasts `stay`
        assert_int_equal(br_excite_make(&samples, &is, NULL), BR_OK);
        br_excitation *x = made(NULL, &o);
        assert_int_equal(br_excitation_rows(x), samples.n);
        assert_memory_equal(br_excitation_values(x), samples.value, (size_t)samples.n * sizeof *samples.value);
        assert_int_equal(br_excitation_is_force(x), br_excite_is_force((br_excite_kind)k));
        double most = 0, reached = br_excitation_reached(x, br_excitation_is_force(x) ? "F" : "x", &most);
        assert_true(reached > 0 && reached <= most);
        assert_int_equal(br_excitation_parameters(x), 0);
        br_table *rows = NULL;
        assert_int_equal(br_excitation_table(x, &rows, NULL), BR_OK);
        assert_int_equal(br_table_rows(rows), samples.n);
        assert_string_equal(br_table_unit(rows, 1), br_excitation_is_force(x) ? "N" : "m");
        br_table_close(rows);
        br_excitation_close(x);
        br_excite_free(&samples);
    }
}

static br_excitation_options searched(void)
{
    br_excitation_options o = with("optimal");
    o.duration = 1;
    o.step = 5e-3;
    o.budget = 40;
    o.wanted = "FC, vs";
    o.mass = 2;
    return o;
}

static void an_optimal_motion_is_at_least_as_good_as_the_best_standard_one_whoever_searches(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_excitation_options o = searched();
    o.threads = 1;
    br_excitation *alone = made(law, &o);
    o.threads = 4;
    br_excitation *crowd = made(law, &o), *early = NULL;
    assert_int_equal(br_excitation_rows(alone), 201);
    assert_memory_equal(br_excitation_values(alone), br_excitation_values(crowd), 201 * sizeof(double));
    assert_int_equal(br_excitation_parameters(alone), 2);
    assert_string_equal(br_excitation_parameter(alone, 1), "vs");
    int best = br_excitation_best(alone), fits = 0;
    double most = 0;
    for (int i = 0; i < br_excitation_motions(alone); i++)
        fits += br_excitation_size(alone, best, 0) <= br_excitation_size(alone, i, 0);
    assert_true(br_excitation_size(alone, best, 0) < br_excitation_size(alone, best, 1)); // a mean, and the worst
    assert_true(fits >= 2 && br_excitation_sd(alone, best, 0) > 0);
    assert_true(br_excitation_reached(alone, "F", &most) <= most);
    int calls = 0;
    assert_int_equal(br_excitation_open(&early, law, &o, NULL), BR_OK);
    assert_int_equal(br_excitation_run(early, stop_at_once, &calls, NULL), BR_OK);
    assert_int_equal(br_excitation_rows(early), 201);
    br_excitation_close(early);
    br_excitation_close(crowd);
    br_excitation_close(alone);
    br_law_close(law);
}

// ---------------------------------------------------------------- inputs for bounds

static br_excitation_options for_bounds(const char *kind)
{
    br_excitation_options o;
    assert_int_equal(br_excitation_defaults(&o, sizeof o, kind), BR_OK);
    o.limit_F = 0.7;
    o.limit_x = 60;
    o.range = "alpha = 3..6 1/s, TF = 0.02..0.3 N*m";
    o.duration = 2;
    o.step = 0.02;
    return o;
}

static void inputs_for_bounds_stay_within_limits_and_are_compared(void **state)
{
    (void)state;
    static const char *const kind[] = {"tracking", "paper", "interval"};
    br_law *law = opened("drive-train", "nominal");
    double width[3][2] = {{0}};
    for (int k = 0; k < 3; k++) {
        double c[16], most = 0, peak = 0;
        br_excitation_options o = for_bounds(kind[k]);
        br_excitation *x = made(law, &o);
        assert_int_equal(br_excitation_rows(x), 100);
        assert_int_equal(br_excitation_is_force(x), 1);
        assert_int_equal(br_excitation_motions(x), 3);
        assert_int_equal(br_excitation_best(x), k);
        assert_string_equal(br_excitation_motion(x, k), kind[k]);
        assert_int_equal(br_excitation_parameters(x), 2);
        assert_string_equal(br_excitation_parameter(x, 1), "TF");
        assert_int_equal(br_excitation_coefficients(x, c), 6);
        assert_true(br_excitation_values(x)[0] == c[0]); // a Bernstein polynomial begins with its first one
        for (size_t i = 0; i < br_excitation_rows(x); i++)
            peak = fmax(peak, br_excitation_values(x)[i]);
        assert_true(br_excitation_reached(x, "F", &most) == peak && most == 0.7 && peak <= most);
        assert_true(br_excitation_reached(x, "x", &most) <= 60 && most == 60);
        assert_non_null(strstr(br_excitation_notes(x), "for all parameters of the ranges x1 stays within"));
        assert_null(strstr(br_excitation_notes(x), "--"));
        for (int i = 0; i < 2; i++) {
            double range = i ? 0.28 : 3, left = br_excitation_width(x, k, i);
            assert_true(left > 0 && left < range);
            if (k == 0)
                for (int j = 0; j < 3; j++)
                    width[j][i] = br_excitation_width(x, j, i);
            assert_true(left == width[k][i]); // the same, whichever is wanted
        }
        assert_true(isnan(br_excitation_sd(x, k, 0)) && isnan(br_excitation_width(x, 3, 0)));
        br_excitation_close(x);
    }
    assert_true(width[2][0] < width[0][0] && width[2][1] < width[0][1]); // by design narrower than tracking
    br_law_close(law);
}

// What the plant does along each input: from rest, and along the one that was made within the band for all parameters.
static void inputs_for_bounds_are_rehearsed(void **state)
{
    (void)state;
    br_law *law = opened("drive-train", "nominal");
    br_excitation_options o = for_bounds("interval");
    br_excitation *x = made(law, &o);
    br_table *t = NULL;
    const char *unit = NULL;
    br_diag why = {0};
    assert_string_equal(br_excitation_quantity(x, "F", &unit), "u");
    assert_string_equal(unit, "N*m");
    assert_string_equal(br_excitation_quantity(x, "x", NULL), "x1");
    assert_string_equal(br_excitation_quantity(x, "a", NULL), "");
    if (br_excitation_rehearsal(x, &t, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_table_columns(t), 14);
    assert_int_equal(br_table_rows(t), br_excitation_rows(x));
    const double *u = br_table_values(t, br_table_index(t, "u.interval", NULL)),
                 *q = br_table_values(t, br_table_index(t, "x1.interval", NULL)),
                 *w = br_table_values(t, br_table_index(t, "x2.interval", NULL)),
                 *middle = br_table_values(t, br_table_index(t, "x1.middle", NULL)),
                 *half = br_table_values(t, br_table_index(t, "x1.half", NULL));
    assert_true(u && q && w && middle && half && br_table_values(t, br_table_index(t, "x2.half", NULL)));
    double most = 0, reached = br_excitation_reached(x, "x", NULL), way = 0;
    for (size_t k = 0; k < br_table_rows(t); k++) {
        assert_true(u[k] == br_excitation_values(x)[k]);
        assert_true(fabs(q[k] - middle[k]) <= half[k] * (1 + 1e-9) + 1e-12); // the nominal plant is one of them
        most = fmax(most, fabs(middle[k]) + half[k]);
        way += k > 0 ? 0.5 * (w[k] + w[k - 1]) * (br_table_values(t, 0)[k] - br_table_values(t, 0)[k - 1]) : 0;
    }
    assert_true(q[0] == 0 && w[0] == 0 && most <= reached * (1 + 1e-9) && most > 0.5 * reached);
    size_t last = br_table_rows(t) - 1;
    assert_true(fabs(way - q[last]) < 0.02 * fabs(q[last])); // x1' = x2
    br_table_close(t);
    br_excitation_close(x);
    assert_int_equal(br_excitation_open(&x, law, &o, NULL), BR_OK);
    assert_int_equal(br_excitation_rehearsal(x, &t, &why), BR_BAD_USAGE); // not made yet
    assert_string_equal(br_excitation_quantity(x, "v", NULL), "x2");
    br_excitation_close(x);
    br_law_close(law);
}

static void inputs_for_bounds_answer_misuse_and_stops(void **state)
{
    (void)state;
    br_law *law = opened("drive-train", "nominal"), *other = opened("lugre", "table-I");
    br_excitation_options wrong[8];
    br_excitation *x = NULL;
    br_diag why = {0};
    for (int i = 0; i < 8; i++)
        wrong[i] = for_bounds("paper");
    wrong[0].range = NULL;
    wrong[1].limit_F = 0;
    wrong[2].limit_x = 0;
    wrong[3].range = "TF = 0.2 N*m";
    wrong[4].wanted = "beta";
    wrong[5].pieces = 17;
    wrong[6].duration = 0.1;
    wrong[7].error = -1;
    for (int i = 0; i < 8; i++) {
        why.text[0] = 0;
        if (br_excitation_open(&x, law, &wrong[i], &why) != BR_BAD_USAGE || x || !why.text[0] || strstr(why.text, "--"))
            fail_msg("wrong option %d is taken: %s", i, why.text);
    }
    br_excitation_options o = for_bounds("interval");
    assert_int_equal(br_excitation_open(&x, NULL, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_excitation_open(&x, other, &o, &why), BR_BAD_LAW);
    int calls = 0;
    assert_int_equal(br_excitation_open(&x, law, &o, &why), BR_OK);
    assert_int_equal(br_excitation_run(x, stop_at_once, &calls, &why), BR_NEGATIVE);
    assert_true(calls == 1 && strstr(why.text, "stopped at 0 %"));
    assert_null(br_excitation_values(x));
    assert_int_equal(br_excitation_motions(x) + br_excitation_coefficients(x, NULL), 0);
    br_excitation_close(x);
    o.limit_F = 0.01; // below break-away
    assert_int_equal(br_excitation_open(&x, law, &o, &why), BR_OK);
    assert_int_equal(br_excitation_run(x, NULL, NULL, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "never moves drive-train"));
    br_excitation_close(x);
    br_law_close(law);
    br_law_close(other);
}

static void kinds_and_limits_say_what_they_take(void **state)
{
    (void)state;
    const char *what = "", *unit = "";
    int kinds = 0, limits = 0;
    while (br_excitation_kind(kinds))
        kinds++;
    while (br_excitation_limit(limits))
        limits++;
    assert_int_equal(kinds, 5);
    assert_int_equal(limits, 5);
    assert_null(br_excitation_kind(-1));
    assert_null(br_excitation_limit(-1));
    assert_true(br_excitation_takes("ladder", "from", 0, &what, &unit));
    assert_string_equal(what, "speed");
    assert_string_equal(unit, "m/s");
    assert_true(br_excitation_takes("ladder", "to", 1, NULL, &unit));
    assert_string_equal(unit, "rad/s");
    assert_false(br_excitation_takes("staircase", "from", 0, &what, &unit));
    assert_true(br_excitation_takes("multisine", "odd", 0, NULL, NULL));
    assert_false(br_excitation_takes("ladder", "seed", 0, NULL, NULL));
    assert_false(br_excitation_takes("optimal", "from", 0, NULL, NULL));
    assert_false(br_excitation_takes("ladder", "nothing", 0, NULL, NULL));
    assert_string_equal(br_excitation_limit_unit("a", 1), "rad/s^2");
    assert_null(br_excitation_limit_unit("y", 0));
}

static void sizes_are_those_that_were_used(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_excitation_options o = with("ladder");
    br_excitation *x = made(law, &o);
    br_excitation_sizes s = {.size = sizeof s};
    assert_int_equal(br_excitation_sizes_of(x, &s), BR_OK);
    assert_string_equal(s.steps_of, "speeds");
    assert_string_equal(s.unit, "m/s");
    assert_true(s.FC == 1 && s.FS == 1.5 && s.vs == 1e-3 && s.from > 0 && s.from < s.vs && s.to > s.vs);
    assert_true(isnan(s.level) && s.steps == o.steps && s.stay == o.stay && s.rest == o.rest);
    assert_int_equal(br_excitation_turns(x), 0);
    assert_int_equal(br_excitation_was_stopped(x), 0);
    s.size = 8;
    assert_int_equal(br_excitation_sizes_of(x, &s), BR_BAD_USAGE);
    assert_int_equal(br_excitation_fits(x, 0), -1); // of an optimal motion
    assert_true(isnan(br_excitation_noise(x)) && br_excitation_pieces(x) == 0 && br_excitation_starts(x) == 0);
    br_excitation_close(x);
    br_diag why;
    o.turns = 1; // the law slides
    assert_int_equal(br_excitation_open(&x, law, &o, &why), BR_BAD_USAGE);
    assert_null(strstr(why.text, "--"));
    o.who = "axis-tool: ";
    assert_int_equal(br_excitation_open(&x, law, &o, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "axis-tool: FC of the law is in N, but the axis of --limits turns"));
    o.who = "a name that is longer than any message needs: ";
    assert_int_equal(br_excitation_open(&x, law, &o, &why), BR_BAD_USAGE);
    o.who = NULL;
    x = NULL;
    o.from = 0.01, o.to = 0.1;
    x = made(NULL, &o);
    assert_int_equal(br_excitation_turns(x), 1);
    s.size = sizeof s;
    assert_int_equal(br_excitation_sizes_of(x, &s), BR_OK);
    assert_string_equal(s.unit, "rad/s");
    assert_true(isnan(s.FC) && s.from == 0.01);
    br_excitation_close(x);
    br_law_close(law);
}

static void an_optimal_motion_says_what_it_was_compared_with(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_excitation_options o = with("optimal");
    o.duration = 0.6;
    o.budget = 20;
    o.threads = 1;
    o.who = "bristle excite: ";
    br_excitation *x = made(law, &o);
    br_excitation_parameter_number n = {.size = sizeof n};
    br_excitation_sizes s = {.size = sizeof s};
    int best = br_excitation_best(x);
    assert_int_equal(br_excitation_fits(x, best), 1);
    assert_int_equal(br_excitation_fits(x, 99), -1);
    assert_true(br_excitation_force(x, best) > 0 && br_excitation_noise(x) == 0.01);
    assert_true(br_excitation_pieces(x) == 8 && br_excitation_starts(x) == 8 && br_excitation_evaluations(x) > 0);
    for (int i = 0; i < br_excitation_parameters(x); i++) {
        assert_int_equal(br_excitation_parameter_at(x, i, &n), BR_OK);
        assert_string_equal(n.name, br_excitation_parameter(x, i));
        assert_true(n.value == br_law_value(law, n.name) && n.relative_to == n.value);
    }
    assert_int_equal(br_excitation_parameter_at(x, -1, &n), BR_BAD_USAGE);
    n.size = 8;
    assert_int_equal(br_excitation_parameter_at(x, 0, &n), BR_BAD_USAGE);
    assert_int_equal(br_excitation_sizes_of(x, &s), BR_OK);
    assert_true(s.FC == 1 && isnan(s.from) && !s.steps_of[0]);
    assert_non_null(strstr(br_excitation_notes(x), "--mass adds inertia")); // as of a command line
    br_excitation_close(x);
    static volatile int stop = 1;
    br_diag why = {0};
    o.stop = &stop;
    assert_int_equal(br_excitation_open(&x, law, &o, &why), BR_OK);
    assert_int_equal(br_excitation_run(x, NULL, NULL, &why), BR_NEGATIVE);
    br_excitation_close(x);
    br_law_close(law);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_excitation_options o;
    br_excitation *x = NULL;
    br_diag why = {0};
    assert_int_equal(br_excitation_defaults(&o, sizeof o, "ladr"), BR_BAD_USAGE);
    assert_int_equal(br_excitation_defaults(&o, sizeof o, NULL), BR_BAD_USAGE);
    assert_int_equal(br_excitation_defaults(&o, 3, "ladder"), BR_BAD_USAGE);
    assert_int_equal(br_excitation_open(&x, law, NULL, &why), BR_BAD_USAGE);
    br_excitation_options wrong[8];
    for (int i = 0; i < 8; i++)
        wrong[i] = with(i < 6 ? "ladder" : "optimal");
    wrong[0].limit_x = 0;
    wrong[1].from = (double)NAN;
    wrong[2].steps = 0;
    wrong[3].step = -1;
    wrong[4].kind = "sweep";
    wrong[5].stay = (double)INFINITY;
    wrong[6].pieces = 33;
    wrong[7].duration = 0.01;
    for (int i = 0; i < 8; i++) {
        why.text[0] = 0;
        if (br_excitation_open(&x, law, &wrong[i], &why) != BR_BAD_USAGE || x || !why.text[0])
            fail_msg("wrong option %d is taken", i);
    }
    o = with("optimal");
    assert_int_equal(br_excitation_open(&x, NULL, &o, &why), BR_BAD_USAGE);
    o = with("ladder");
    o.from = 0.1;
    o.to = 100; // m/s, which the range does not allow
    assert_int_equal(br_excitation_open(&x, NULL, &o, &why), BR_OK);
    assert_null(br_excitation_values(x));
    assert_int_equal(br_excitation_run(x, NULL, NULL, &why), BR_NEGATIVE);
    assert_int_equal(br_excitation_run(x, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_excitation_rows(x), 0);
    br_table *rows = NULL;
    assert_int_equal(br_excitation_table(x, &rows, &why), BR_BAD_USAGE);
    br_excitation_close(x);
    br_excitation_close(NULL);
    assert_int_equal(br_excitation_run(NULL, NULL, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_excitation_best(NULL), -1);
    assert_true(isnan(br_excitation_sd(NULL, 0, 0)) && isnan(br_excitation_reached(NULL, "x", NULL)));
    assert_null(br_excitation_notes(NULL));
    br_law_close(law);
}

// stride: of calls behind the first 60; 0: a share of those before.
static void fail_each_call(const char *source, const char *params, br_excitation_options o, int stride)
{
    br_law *law = opened(source, params);
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 60 ? 1 : stride ? stride : n / 7) {
        br_excitation *x = NULL;
        br_table *table = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_excitation_open(&x, law, &o, &why);
        if (status == BR_OK)
            status = br_excitation_run(x, NULL, NULL, &why);
        if (status == BR_OK && br_excitation_coefficients(x, NULL) > 0)
            status = br_excitation_rehearsal(x, &table, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (failed && !why.text[0]))
            fail_msg("%s, call %ld: status %d", o.kind, n, (int)status);
        br_table_close(table);
        br_excitation_close(x);
    }
    assert_int_equal(status, BR_OK);
    br_law_close(law);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    fail_each_call("lugre", "table-I", with("ladder"), 7);
}

static void failing_memory_of_a_search_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_excitation_options o = searched();
    o.threads = 1; // memory gives out at the same call each time
    o.duration = 0.6;
    o.budget = 8;
    fail_each_call("lugre", "table-I", o, 0);
}

static void failing_memory_of_an_input_for_bounds_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_excitation_options o = for_bounds("interval");
    o.range = "TF = 0.02..0.3 N*m";
    o.duration = 1;
    o.step = 0.04;
    o.pieces = 2;
    fail_each_call("drive-train", "nominal", o, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals_have_the_bits_of_what_makes_them),
        cmocka_unit_test(an_optimal_motion_is_at_least_as_good_as_the_best_standard_one_whoever_searches),
        cmocka_unit_test(kinds_and_limits_say_what_they_take),
        cmocka_unit_test(sizes_are_those_that_were_used),
        cmocka_unit_test(an_optimal_motion_says_what_it_was_compared_with),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(inputs_for_bounds_stay_within_limits_and_are_compared),
        cmocka_unit_test(inputs_for_bounds_are_rehearsed),
        cmocka_unit_test(inputs_for_bounds_answer_misuse_and_stops),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
        cmocka_unit_test(failing_memory_of_a_search_leaves_nothing_half_open),
        cmocka_unit_test(failing_memory_of_an_input_for_bounds_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
