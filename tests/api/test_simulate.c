// test_simulate.c - bristle/simulate.h: the bits of runs, logs as inputs, sensors, stops, misuse and failing memory.
#include "api_kit.h"
#include "kit/failing_memory.h"
#include "law/builtin/builtin.h"
#include "sim/run/driver.h"
#include "sim/rig/rig.h"
#include <bristle/simulate.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static br_simulation_options with(const char *input, double until, double step, const char *method)
{
    br_simulation_options o;
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    o.input = input;
    o.until = until;
    o.step = step;
    o.method = method;
    return o;
}

static br_simulation *simulating(const br_law *law, const br_simulation_options *o)
{
    br_simulation *s = NULL;
    br_diag why = {0};
    if (br_simulation_open(&s, law, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    return s;
}

static void run(br_simulation *s)
{
    br_diag why = {0};
    if (br_simulation_run(s, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
}

// A law along a sine, by the handle and by what it stands on.
static void compare_with_run(const char *name, const char *set, const char *method)
{
    static const char input[] = "v = sin(2*pi*t) mm/s";
    br_builtin b;
    br_model m;
    br_source source;
    br_driver driver;
    br_run r;
    br_diag why = {0};
    assert_true(br_builtin_find(name, &b));
    br_model_source from = {b.text, b.size, name, br_builtin_text, NULL};
    assert_int_equal(br_model_open_given(&m, &from, &(br_given){.set = set}, NULL, &why), BR_OK);
    assert_int_equal(br_source_read(&source, input, "input", &m, NULL, &why), BR_OK);
    br_run_options ro = br_run_defaults();
    br_drive drive = br_driver_of(&driver, &source);
    ro.method = br_run_method_find(method);
    ro.step = 1e-3;
    ro.until = 0.5;
    assert_int_equal(br_run_open(&r, &m, &drive, &ro, &why), BR_OK);

    br_law *law = opened(name, set);
    br_simulation_options o = with(input, 0.5, 1e-3, method);
    br_simulation *s = simulating(law, &o);
    br_law_close(law); // the simulation has its own
    int F = br_simulation_index(s, "F");
    for (int k = 0; k <= 500; k++) {
        assert_int_equal(br_run_to(&r, 1e-3 * k < 0.5 ? 1e-3 * k : 0.5, &why), BR_OK);
        assert_int_equal(br_simulation_next(s, &why), BR_OK);
        assert_int_equal(br_simulation_rows(s), k + 1);
        assert_memory_equal(&br_simulation_values(s, F)[k], &r.y[0], sizeof(double));
        assert_memory_equal(&br_simulation_values(s, 0)[k], &r.t, sizeof(double));
    }
    assert_int_equal(br_simulation_next(s, &why), BR_NEGATIVE);
    assert_int_equal(br_simulation_count(s, BR_SIMULATION_TRANSITIONS), r.transitions);
    br_simulation_close(s);
    br_run_close(&r);
    br_source_free(&source);
    br_model_close(&m);
}

static void simulations_have_the_bits_of_runs(void **state)
{
    (void)state;
    compare_with_run("lugre", "table-I", "stiff");
    compare_with_run("sgms", "table-4.1", "rk4");
    compare_with_run("gms", "table-4.1", "exact");
}

static void a_log_drives_inputs_held_or_along_straight_lines(void **state)
{
    (void)state;
    enum { ROWS = 101 };
    static double t[ROWS], v[ROWS];
    const double *const columns[] = {t, v};
    static const char *const named[] = {"t [s]", "v [mm/s]"}, *const other[] = {"time [s]", "speed"};
    for (int k = 0; k < ROWS; k++) {
        t[k] = 0.01 * k;
        v[k] = sin(6 * t[k]);
    }
    br_law *law = opened("coulomb", NULL);
    br_diag why = {0};
    assert_int_equal(br_law_set(law, "FC = 2 N", &why), BR_OK);
    for (int linear = 0; linear < 2; linear++) {
        br_table *log = NULL;
        assert_int_equal(br_table_lend(&log, "log", linear ? other : named, columns, 2, ROWS, NULL, &why), BR_OK);
        br_simulation_options o = with(NULL, 0, 0.005, NULL);
        o.log = log;
        o.linear = linear;
        o.signals = linear ? "t = time, v = 1e-3*speed m/s" : NULL;
        br_simulation *s = simulating(law, &o);
        br_table_close(log); // it has been read
        run(s);
        assert_int_equal(br_simulation_rows(s), 2 * ROWS - 1);
        const double *u = br_simulation_values(s, br_simulation_index(s, "v"));
        for (int k = 0; k + 1 < ROWS; k++) {
            assert_true(fabs(u[2 * k] - 1e-3 * v[k]) < 1e-15);
            assert_true(fabs(u[2 * k + 1] - 1e-3 * (linear ? 0.5 * (v[k] + v[k + 1]) : v[k])) < 1e-12);
        }
        br_simulation_close(s);
    }
    br_law_close(law);
}

static void sensors_measure_what_has_been_run(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_simulation_options o = with("v = sin(2*pi*t) mm/s", 1, 1e-3, NULL), q = o;
    q.sensors = "F = quantise(0.5) N";
    br_simulation *truth = simulating(law, &o), *seen = simulating(law, &q);
    run(truth);
    run(seen);
    const double *F = br_simulation_values(truth, br_simulation_index(truth, "F")),
                 *y = br_simulation_values(seen, br_simulation_index(seen, "F"));
    for (size_t k = 0; k < br_simulation_rows(seen); k++)
        assert_true(y[k] == 0.5 * nearbyint(F[k] / 0.5) || fabs(fabs(F[k] / 0.5 - floor(F[k] / 0.5)) - 0.5) < 1e-9);
    br_table *table = NULL;
    br_diag why = {0};
    assert_int_equal(br_simulation_table(seen, &table, &why), BR_OK);
    assert_int_equal(br_table_rows(table), br_simulation_rows(seen));
    int c = br_table_index(table, "F", &why);
    assert_string_equal(br_table_unit(table, c), "N");
    assert_memory_equal(br_table_values(table, c), y, br_simulation_rows(seen) * sizeof *y);
    br_table_close(table);
    br_simulation_close(truth);
    br_simulation_close(seen);
    br_law_close(law);
}

static void steps_that_are_not_accurate_are_warned_of(void **state)
{
    (void)state;
    br_law *law = opened("gms", "table-4.1");
    br_simulation_options o = with("v = 5*sin(20*pi*t) mm/s", 0.2, 1e-3, "rk4");
    br_simulation *s = simulating(law, &o);
    run(s);
    assert_non_null(strstr(br_simulation_warnings(s), "rk4 is not accurate here"));
    br_simulation_close(s);
    o.method = NULL;
    s = simulating(law, &o);
    run(s);
    assert_string_equal(br_simulation_warnings(s), "");
    assert_true(br_simulation_count(s, BR_SIMULATION_TRANSITIONS) > 0);
    br_simulation_close(s);
    br_law_close(law);
}

static void a_simulation_tells_its_columns_times_and_method(void **state)
{
    (void)state;
    br_law *law = opened("gms", "table-4.1");
    br_simulation_options o = with("v = 5*sin(20*pi*t) mm/s", 0.2, 1e-3, "rk4");
    br_simulation *s = simulating(law, &o);
    assert_string_equal(br_simulation_method(s), "rk4");
    assert_int_equal(br_simulation_is_adaptive(s), 0);
    assert_true(br_simulation_time(s, BR_SIMULATION_START) == 0 && br_simulation_time(s, BR_SIMULATION_UNTIL) == 0.2 &&
                br_simulation_time(s, BR_SIMULATION_STEP) == 1e-3);
    run(s);
    const int count[] = {1, br_law_count(law, BR_LAW_INPUTS), br_law_count(law, BR_LAW_STATES),
                         br_law_count(law, BR_LAW_OUTPUTS), br_law_count(law, BR_LAW_MODES)};
    int c = 0;
    for (int role = BR_SIMULATION_TIME; role <= BR_SIMULATION_MODE; role++)
        for (int i = 0; i < count[role]; i++)
            assert_int_equal(br_simulation_role_of(s, c++), role);
    assert_int_equal(br_simulation_columns(s), c);
    double F = br_simulation_values(s, br_simulation_index(s, "F"))[77];
    br_simulation_unload(s);
    assert_true(br_simulation_values(s, br_simulation_index(s, "F"))[77] == F);
    br_simulation_close(s);
    o.method = NULL;
    s = simulating(law, &o);
    assert_string_equal(br_simulation_method(s), br_simulation_method_name(0));
    assert_int_equal(br_simulation_is_adaptive(s), 1);
    br_simulation_close(s);
    int methods = 0;
    while (br_simulation_method_name(methods))
        methods++;
    assert_true(methods >= 8);
    assert_null(br_simulation_method_name(-1));
    assert_true(isnan(br_simulation_time(NULL, BR_SIMULATION_STEP)));
    br_law_close(law);
}

static int stop_at_half(void *calls, double share)
{
    ++*(int *)calls;
    return share < 0.5;
}

static void a_run_that_is_stopped_keeps_its_rows(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_simulation_options o = with("v = 1 mm/s", 1, 1e-4, NULL);
    br_simulation *s = simulating(law, &o);
    br_diag why = {0};
    int calls = 0;
    assert_int_equal(br_simulation_run(s, stop_at_half, &calls, &why), BR_NEGATIVE);
    assert_true(calls > 10);
    assert_true(br_simulation_rows(s) >= 5000 && br_simulation_rows(s) < 5100);
    assert_non_null(strstr(br_simulation_warnings(s), "interrupted"));
    assert_int_equal(br_simulation_next(s, &why), BR_NEGATIVE);
    br_simulation_close(s);
    br_law_close(law);
}

static void a_rig_is_a_simulation_that_is_complete(void **state)
{
    (void)state;
    br_rig r;
    br_simulation *s = NULL;
    br_table *table = NULL;
    br_diag why = {0};
    double mass = 0;
    assert_int_equal(br_rig_run(&r, "rig/exact", 3, &why), BR_OK);
    assert_int_equal(br_simulation_open_rig(&s, "rig/exact", 3, &mass, &why), BR_OK);
    assert_true(mass == r.m && mass == 20);
    assert_int_equal(br_simulation_rows(s), r.log.rows);
    assert_int_equal(br_simulation_columns(s), r.log.columns);
    assert_memory_equal(br_simulation_values(s, br_simulation_index(s, "F_true")), br_rig_column(&r, "F_true"),
                        (size_t)r.log.rows * sizeof(double));
    assert_int_equal(br_simulation_table(s, &table, &why), BR_OK);
    assert_true(br_table_index(table, "q", NULL) >= 0);
    assert_int_equal(br_simulation_next(s, &why), BR_NEGATIVE);
    assert_int_equal(br_simulation_run(s, NULL, NULL, &why), BR_OK);
    assert_int_equal(br_simulation_count(s, BR_SIMULATION_STEPS), 0);
    assert_int_equal(br_simulation_role_of(s, br_simulation_index(s, "F_true")), BR_SIMULATION_TRUTH);
    assert_true(br_simulation_time(s, BR_SIMULATION_STEP) == r.dt);
    assert_string_equal(br_simulation_method(s), "");
    assert_string_equal(br_simulation_warnings(s), "");
    br_table_close(table);
    br_simulation_close(s);
    br_rig_free(&r);
    s = NULL;
    assert_int_equal(br_simulation_open_rig(&s, "rig/none", 1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_simulation_open_rig(&s, NULL, 1, NULL, &why), BR_BAD_USAGE);
    assert_null(s);
    int rigs = 0;
    while (br_rig_name(rigs) && br_rig_title(rigs))
        rigs++;
    assert_true(rigs >= 2);
    assert_null(br_rig_name(-1));
    assert_null(br_rig_title(-1));
    for (long n = 0; !s; n++) {
        countdown = n;
        br_status status = br_simulation_open_rig(&s, "rig/exact", 1, NULL, NULL);
        countdown = -1;
        assert_true(status == BR_NO_MEMORY || status == BR_OK);
    }
    br_simulation_close(s);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I"), *bare = opened("lugre", NULL);
    br_simulation *s = NULL;
    br_diag why;
    br_simulation_options o = with("v = 1 mm/s", 1, 0, NULL);
    assert_int_equal(br_simulation_open(&s, bare, &o, &why), BR_BAD_LAW);
    assert_int_equal(br_simulation_open(NULL, law, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_simulation_open(&s, NULL, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_simulation_open(&s, law, NULL, &why), BR_BAD_USAGE);
    for (int i = 0; i < 12; i++) {
        br_simulation_options bad = o;
        br_status expected = BR_BAD_USAGE;
        switch (i) {
        case 0: bad.until = 0; break;
        case 1: bad.until = -1; break;
        case 2: bad.until = (double)NAN; break;
        case 3: bad.step = 2; break;
        case 4: bad.step = -1e-3; break;
        case 5: bad.method = "euler"; break;
        case 6: bad.tolerance = 0; break;
        case 7: bad.signals = "t = time"; break;
        case 8: bad.size = 5; break;
        case 9: bad.step = 1e-12; break;
        case 10: bad.input = "v = 3 bananas", expected = BR_BAD_LAW; break;
        default: bad.sensors = "nothing = noise(1)", expected = BR_BAD_LAW; break;
        }
        why.text[0] = 0;
        if (br_simulation_open(&s, law, &bad, &why) != expected || !why.text[0])
            fail_msg("wrong option %d: '%s'", i, why.text);
        assert_int_equal(br_simulation_open(&s, law, &bad, NULL), expected);
    }
    assert_null(s);
    assert_int_equal(br_simulation_next(NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_simulation_run(NULL, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_simulation_columns(NULL), 0);
    assert_null(br_simulation_values(NULL, 0));
    assert_int_equal(br_simulation_rows(NULL), 0);
    br_simulation_close(NULL);
    s = simulating(law, &o);
    assert_null(br_simulation_values(s, -1));
    assert_null(br_simulation_name(s, 99));
    assert_string_equal(br_simulation_unit(s, 0), "s");
    assert_null(br_simulation_unit(s, 99));
    assert_int_equal(br_simulation_index(s, "nothing"), -1);
    assert_int_equal(br_simulation_index(s, NULL), -1);
    br_simulation_close(s);
    br_law_close(law);
    br_law_close(bare);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("gms", "table-4.1");
    br_simulation_options o = with("v = sin(2*pi*t) mm/s", 0.01, 1e-3, NULL);
    o.sensors = "F = noise(0.1) N";
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 100 ? 1 : 7) {
        br_simulation *s = NULL;
        br_table *table = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_simulation_open(&s, law, &o, &why);
        if (status == BR_OK)
            status = br_simulation_run(s, NULL, NULL, &why);
        if (status == BR_OK)
            status = br_simulation_table(s, &table, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (failed && !why.text[0]))
            fail_msg("call %ld: status %d", n, (int)status);
        br_table_close(table);
        br_simulation_close(s);
    }
    assert_int_equal(status, BR_OK);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simulations_have_the_bits_of_runs),
        cmocka_unit_test(a_log_drives_inputs_held_or_along_straight_lines),
        cmocka_unit_test(sensors_measure_what_has_been_run),
        cmocka_unit_test(steps_that_are_not_accurate_are_warned_of),
        cmocka_unit_test(a_simulation_tells_its_columns_times_and_method),
        cmocka_unit_test(a_run_that_is_stopped_keeps_its_rows),
        cmocka_unit_test(a_rig_is_a_simulation_that_is_complete),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
