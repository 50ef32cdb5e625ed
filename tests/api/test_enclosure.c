// test_enclosure.c - bristle/enclosure.h: tubes hold solutions and closed forms, end where they must, misuse and failing memory.
#include "api_kit.h"
#include "kit/failing_memory.h"
#include <bristle/enclosure.h>
#include <bristle/simulate.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char decay[] = "law decay\nstate x = 1 m\nparam a 1/s > 0\noutput y m\nx' = -a*x\ny = 2*x\n";
static const char blows_up[] = "law escape\nstate x = 1\nparam a 1/s\noutput y\nx' = a*x^2\ny = x\n";

static br_enclosure_options until(double end, double step)
{
    br_enclosure_options o;
    assert_int_equal(br_enclosure_defaults(&o, sizeof o), BR_OK);
    o.until = end;
    o.step = step;
    return o;
}

static br_enclosure *enclosing(const br_law *law, const br_enclosure_options *o)
{
    br_enclosure *e = NULL;
    br_diag why = {0};
    if (br_enclosure_open(&e, law, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    return e;
}

static br_enclosure *run(const br_law *law, const br_enclosure_options *o)
{
    br_enclosure *e = enclosing(law, o);
    br_diag why = {0};
    if (br_enclosure_run(e, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_enclosure_outcome_of(e), BR_ENCLOSURE_COMPLETE);
    return e;
}

static void a_tube_is_about_as_wide_as_the_closed_form(void **state)
{
    (void)state;
    br_law *law = opened(decay, NULL);
    br_enclosure_options o = until(1, 0.01);
    o.range = "a = 1..2 1/s";
    br_enclosure *e = run(law, &o);
    assert_int_equal(br_enclosure_quantities(e), 2);
    int x = br_enclosure_index(e, "x"), y = br_enclosure_index(e, "y");
    assert_string_equal(br_enclosure_unit(e, y), "m");
    assert_int_equal(br_enclosure_rows(e), 101);
    const double *t = br_enclosure_times(e);
    for (int k = 0; k <= 100; k++) {
        double low = exp(-2 * t[k]), high = exp(-t[k]), slack = 1e-15, wide = 0.3 * (high - low) + 1e-12;
        assert_true(br_enclosure_lower(e, x)[k] <= low + slack && br_enclosure_lower(e, x)[k] > low - wide);
        assert_true(br_enclosure_upper(e, x)[k] >= high - slack && br_enclosure_upper(e, x)[k] < high + wide);
        assert_true(br_enclosure_lower(e, y)[k] <= 2 * low + slack && br_enclosure_upper(e, y)[k] >= 2 * high - slack);
    }
    assert_true(br_enclosure_begin(e) == 0 && br_enclosure_reached(e) == 1);
    assert_true(br_enclosure_count(e, BR_ENCLOSURE_STEPS) >= 100);
    assert_int_equal(br_enclosure_count(e, BR_ENCLOSURE_STEPS_A_ROW), 0);
    br_enclosure_close(e);

    assert_int_equal(br_law_set(law, "a = 1..2 1/s", NULL), BR_OK); // ranges of the law are ranges of the tube
    o.range = NULL;
    br_enclosure *same = run(law, &o);
    assert_true(br_enclosure_upper(same, x)[100] > exp(-1.0) && br_enclosure_lower(same, x)[100] < exp(-2.0));
    br_enclosure_close(same);
    br_law_close(law);
}

// How far a solution of LuGre with these values is outside of a tube of the force, N; 0: it is inside.
static double outside(const br_enclosure *e, const char *values)
{
    br_law *law = opened("lugre", "table-I");
    br_simulation_options o;
    br_simulation *s = NULL;
    assert_int_equal(br_law_set(law, values, NULL), BR_OK);
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    o.input = "v = sin(2*pi*t) mm/s";
    o.until = 0.5;
    o.step = 0.01;
    o.tolerance = 1e-10;
    assert_int_equal(br_simulation_open(&s, law, &o, NULL), BR_OK);
    assert_int_equal(br_simulation_run(s, NULL, NULL, NULL), BR_OK);
    assert_int_equal(br_simulation_rows(s), br_enclosure_rows(e));
    const double *F = br_simulation_values(s, br_simulation_index(s, "F"));
    int q = br_enclosure_index(e, "F");
    double most = 0;
    for (size_t k = 0; k < br_simulation_rows(s); k++) {
        double low = br_enclosure_lower(e, q)[k], high = br_enclosure_upper(e, q)[k], slack = 1e-7;
        most = fmax(most, fmax(low - F[k], F[k] - high) - slack);
    }
    br_simulation_close(s);
    br_law_close(law);
    return most;
}

static void a_tube_holds_solutions_of_its_ranges_and_not_all_others(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_enclosure_options o = until(0.5, 0.01);
    o.range = "FC = 0.9..1.1 N";
    o.input = "v = sin(2*pi*t) mm/s";
    br_enclosure *e = run(law, &o);
    for (int k = 0; k <= 4; k++) {
        char values[40];
        snprintf(values, sizeof values, "FC = %g N", 0.9 + 0.05 * k);
        assert_true(outside(e, values) == 0);
    }
    assert_true(outside(e, "FC = 0.5 N") > 0.1); // a tube without an end would hold that, too
    br_enclosure_close(e);
    br_law_close(law);
}

static void inputs_that_may_be_off_make_a_tube_wider(void **state)
{
    (void)state;
    static const double t[] = {0, 0.1, 0.2}, v[] = {0, 1, 1};
    static const double *const columns[] = {t, v};
    static const char *const heading[] = {"t [s]", "v [mm/s]"};
    br_law *law = opened("lugre", "table-I");
    br_enclosure_options o = until(0, 0.01);
    double width[2];
    for (int off = 0; off < 2; off++) {
        br_table *log = NULL;
        assert_int_equal(br_table_lend(&log, "log", heading, columns, 2, 3, NULL, NULL), BR_OK);
        o.log = log;
        o.linear = 1;
        o.error = off ? "v = 10 um/s" : NULL;
        br_enclosure *e = enclosing(law, &o);
        br_table_close(log); // it has been read
        assert_int_equal(br_enclosure_run(e, NULL, NULL, NULL), BR_OK);
        assert_true(br_enclosure_reached(e) == 0.2);
        width[off] = br_enclosure_upper(e, 0)[5] - br_enclosure_lower(e, 0)[5];
        br_enclosure_close(e);
    }
    assert_true(width[0] < 1e-9 && width[1] > 1e-7);
    br_law_close(law);
}

static void a_plant_that_sticks_goes_by_corner_trajectories(void **state)
{
    (void)state;
    br_law *law = opened("drive-train", "nominal");
    br_enclosure_options o = until(0.2, 0.01);
    br_table *table = NULL;
    o.input = "u = 0.3*square(1) N*m";
    o.range = "alpha = 4.4..4.6 1/s";
    br_enclosure *e = run(law, &o);
    assert_int_equal(br_enclosure_quantities(e), 2);
    assert_int_equal(br_enclosure_count(e, BR_ENCLOSURE_STEPS_A_ROW), 16);
    assert_int_equal(br_enclosure_count(e, BR_ENCLOSURE_STEPS), 20 * 16);
    assert_int_equal(br_enclosure_table(e, &table, NULL), BR_OK);
    assert_int_equal(br_table_columns(table), 5);
    int c = br_table_index(table, "x2.hi", NULL);
    assert_string_equal(br_table_unit(table, c), "rad/s");
    assert_memory_equal(br_table_values(table, c), br_enclosure_upper(e, br_enclosure_index(e, "x2")),
                        br_enclosure_rows(e) * sizeof(double));
    br_table_close(table);
    br_enclosure_close(e);
    o.range = "x2 = 1 rad/s"; // and the first mode is rest
    br_diag why = {0};
    e = NULL;
    assert_int_equal(br_enclosure_open(&e, law, &o, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "initial velocity x2"));
    assert_null(e);
    br_law_close(law);
}

static void a_tube_that_escapes_holds_until_then(void **state)
{
    (void)state;
    br_law *law = opened(blows_up, NULL);
    br_diag why = {0};
    assert_int_equal(br_law_set(law, "a = 1 1/s", &why), BR_OK);
    br_enclosure_options o = until(2, 0);
    br_enclosure *e = enclosing(law, &o);
    assert_true(isnan(br_enclosure_reached(e)));
    assert_int_equal(br_enclosure_outcome_of(e), BR_ENCLOSURE_NONE);
    assert_int_equal(br_enclosure_run(e, NULL, NULL, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "nothing is proved after 0.9"));
    assert_int_equal(br_enclosure_outcome_of(e), BR_ENCLOSURE_LOST);
    double end = br_enclosure_reached(e), high = br_enclosure_upper(e, 0)[br_enclosure_rows(e) - 1];
    assert_true(end > 0.9 && end < 1 && high >= 1 / (1 - end) * (1 - 1e-9));
    assert_int_equal(br_enclosure_run(e, NULL, NULL, &why), BR_BAD_USAGE);
    br_enclosure_close(e);
    br_law_close(law);
}

static void a_run_that_is_stopped_keeps_its_rows(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_enclosure_options o = until(1, 1e-3);
    br_diag why = {0};
    int calls = 0;
    o.input = "v = 1 mm/s";
    br_enclosure *e = enclosing(law, &o);
    assert_int_equal(br_enclosure_run(e, stop_at_once, &calls, &why), BR_NEGATIVE);
    assert_int_equal(br_enclosure_outcome_of(e), BR_ENCLOSURE_STOPPED);
    assert_int_equal(calls, 1);
    assert_int_equal(br_enclosure_rows(e), 1);
    assert_non_null(strstr(why.text, "stopped"));
    br_enclosure_close(e);
    br_law_close(law);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I"), *bare = opened("lugre", NULL);
    br_enclosure *e = NULL;
    br_table *table = NULL;
    br_diag why;
    br_enclosure_options o = until(1, 0);
    o.input = "v = 1 mm/s";
    assert_int_equal(br_enclosure_defaults(&o, 3), BR_BAD_USAGE);
    assert_int_equal(br_enclosure_open(&e, bare, &o, &why), BR_BAD_LAW);
    assert_int_equal(br_enclosure_open(NULL, law, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_enclosure_open(&e, NULL, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_enclosure_open(&e, law, NULL, &why), BR_BAD_USAGE);
    for (int i = 0; i < 13; i++) {
        br_enclosure_options bad = o;
        br_status expected = BR_BAD_USAGE;
        switch (i) {
        case 0: bad.until = 0; break;
        case 1: bad.until = -1; break;
        case 2: bad.until = (double)NAN; break;
        case 3: bad.step = 2; break;
        case 4: bad.step = -1e-3; break;
        case 5: bad.step = 1e-9; break; // rows
        case 6: bad.signals = "t = time"; break;
        case 7: bad.size = 5; break;
        case 8: bad.error = "z = 1 um"; break;
        case 9: bad.error = "v = -1 um/s"; break;
        case 10: bad.input = "v = 3 bananas", expected = BR_BAD_LAW; break;
        case 11: bad.range = "FX = 1..2 N", expected = BR_BAD_LAW; break;
        default: bad.mode = "stick"; break;
        }
        why.text[0] = 0;
        br_status found = br_enclosure_open(&e, law, &bad, &why);
        if (found != expected || !why.text[0] || strstr(why.text, "--"))
            fail_msg("wrong option %d: %d '%s'", i, (int)found, why.text);
        assert_int_equal(br_enclosure_open(&e, law, &bad, NULL), expected);
    }
    assert_null(e);
    assert_int_equal(br_enclosure_run(NULL, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_enclosure_outcome_of(NULL), BR_ENCLOSURE_NONE);
    br_enclosure_close(NULL);
    e = enclosing(law, &o);
    assert_int_equal(br_enclosure_rows(e), 0);
    assert_int_equal(br_enclosure_table(e, NULL, &why), BR_BAD_USAGE);
    assert_null(br_enclosure_lower(e, -1));
    assert_null(br_enclosure_upper(e, 99));
    assert_null(br_enclosure_name(e, 99));
    assert_null(br_enclosure_unit(e, -1));
    assert_int_equal(br_enclosure_index(e, "nothing"), -1);
    assert_int_equal(br_enclosure_index(e, NULL), -1);
    assert_int_equal(br_enclosure_count(e, (br_enclosure_count_of)77), 0);
    br_table_close(table);
    br_enclosure_close(e);
    br_law_close(law);
    br_law_close(bare);
}

static void fail_memory_of(const char *source, const char *set, const br_enclosure_options *o)
{
    br_law *law = opened(source, set);
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 100 ? 1 : 7) {
        br_enclosure *e = NULL;
        br_table *table = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_enclosure_open(&e, law, o, &why);
        if (status == BR_OK)
            status = br_enclosure_run(e, NULL, NULL, &why);
        if (status == BR_OK)
            status = br_enclosure_table(e, &table, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (failed && !why.text[0]))
            fail_msg("call %ld: status %d", n, (int)status);
        br_table_close(table);
        br_enclosure_close(e);
    }
    assert_int_equal(status, BR_OK);
    br_law_close(law);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_enclosure_options o = until(0.02, 0.01);
    o.range = "FC = 0.9..1.1 N";
    o.input = "v = 1 mm/s";
    o.error = "v = 1 um/s";
    fail_memory_of("lugre", "table-I", &o);
    o = until(0.02, 0.01);
    o.input = "u = 0.3 N*m";
    fail_memory_of("drive-train", "nominal", &o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tube_is_about_as_wide_as_the_closed_form),
        cmocka_unit_test(a_tube_holds_solutions_of_its_ranges_and_not_all_others),
        cmocka_unit_test(inputs_that_may_be_off_make_a_tube_wider),
        cmocka_unit_test(a_plant_that_sticks_goes_by_corner_trajectories),
        cmocka_unit_test(a_tube_that_escapes_holds_until_then),
        cmocka_unit_test(a_run_that_is_stopped_keeps_its_rows),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
