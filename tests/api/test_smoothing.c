// test_smoothing.c - bristle/smoother.h: the bits of the room below, derived velocities, judgement, misuse and failing memory.
#include "api_kit.h"
#include "kit/failing_memory.h"
#include "api/law/opened_law.h"
#include "sim/observe/observation.h"
#include <bristle/simulate.h>
#include <bristle/smoother.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 401 };
static const char *const heading[] = {"t [s]", "v [m/s]", "F [N]"};
static double t[ROWS], v[ROWS], F[ROWS], z[ROWS];

// A contact with LuGre friction along a sine, its force with noise.
static void make_rows(void)
{
    br_law *law = opened("lugre", "table-I");
    br_simulation_options o;
    br_simulation *s = NULL;
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    o.input = "v = 0.2*sin(2*pi*t) mm/s";
    o.until = 1;
    o.step = 1.0 / (ROWS - 1);
    o.method = "rk4";
    o.sensors = "F = noise(0.01) N";
    assert_int_equal(br_simulation_open(&s, law, &o, NULL), BR_OK);
    assert_int_equal(br_simulation_run(s, NULL, NULL, NULL), BR_OK);
    memcpy(t, br_simulation_values(s, 0), sizeof t);
    memcpy(v, br_simulation_values(s, br_simulation_index(s, "v")), sizeof v);
    memcpy(F, br_simulation_values(s, br_simulation_index(s, "F")), sizeof F);
    memcpy(z, br_simulation_values(s, br_simulation_index(s, "z")), sizeof z);
    br_simulation_close(s);
    br_law_close(law);
}

static br_table *log_of(const char *const *names)
{
    const double *const column[] = {t, v, F};
    br_table *log = NULL;
    assert_int_equal(br_table_lend(&log, "log", names, column, 3, ROWS, NULL, NULL), BR_OK);
    return log;
}

static br_smoothing_options with(const char *estimate)
{
    br_smoothing_options o;
    assert_int_equal(br_smoothing_defaults(&o, sizeof o), BR_OK);
    o.estimate = estimate;
    o.noise = "F = 0.01 N, z = 1e-9 m";
    o.prior = "z = 1e-6 m";
    return o;
}

static br_smoothing *smoothing_of(const br_smoothing_options *o)
{
    br_law *law = opened("lugre", "table-I");
    br_smoothing *s = NULL;
    br_diag why = {0};
    if (br_smoothing_open(&s, law, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_law_close(law); // the smoothing has its own
    return s;
}

static void smooth(br_smoothing *s)
{
    br_diag why = {0};
    br_table *log = log_of(heading);
    if (br_smoothing_log(s, log, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_table_close(log);
}

static const double *column(const br_table *table, const char *name)
{
    const double *found = br_table_values(table, br_table_index(table, name, NULL));
    assert_non_null(found);
    return found;
}

static void rows_have_the_bits_of_the_observation(void **state)
{
    (void)state;
    br_smoothing_options o = with("FC = 0.8 N");
    br_smoothing *s = smoothing_of(&o);
    br_table *table = NULL;
    smooth(s);
    assert_int_equal(br_smoothing_table(s, &table, NULL), BR_OK);

    const br_trace_column columns[] = {{"v", v}, {"F", F}};
    const br_trace trace = {ROWS, t, columns, 2};
    br_law *law = opened("lugre", "table-I");
    br_observation_options below = br_observation_defaults();
    br_observation *ob = calloc(1, sizeof *ob);
    assert_non_null(ob);
    below.kind = NULL;
    below.gate = BR_OBSERVE_GATE;
    below.default_gate = true;
    below.tuning.estimate = o.estimate;
    below.tuning.noise = o.noise;
    below.tuning.prior = o.prior;
    assert_int_equal(br_observation_run(ob, &law->open->loaded.model, &trace, &below, NULL), BR_OK);
    assert_int_equal(br_table_columns(table), ob->record.columns);
    for (int c = 0; c < ob->record.columns; c++)
        assert_memory_equal(column(table, ob->record.column[c].name), ob->record.column[c].v, ROWS * sizeof(double));
    assert_true(br_smoothing_result(s, BR_SMOOTHING_COST) == ob->smoothing.cost);
    assert_true(br_smoothing_result(s, BR_SMOOTHING_MEASUREMENTS) == (double)ob->taken);
    assert_true(br_smoothing_result(s, BR_SMOOTHING_ITERATIONS) == ob->smoothing.iterations);
    br_observation_free(ob);
    free(ob);
    br_law_close(law);

    double sd, FC = br_smoothing_value(s, "FC", &sd);
    assert_true(FC == column(table, "FC")[ROWS - 1] && sd == column(table, "FC_sd")[ROWS - 1]);
    assert_true(fabs(FC - 1) < 3 * sd);
    assert_true(br_smoothing_result(s, BR_SMOOTHING_NRMSE) < 0.02);
    assert_string_equal(br_smoothing_failures(s), "");
    const double *est = column(table, "z"), *off = column(table, "z_sd");
    int inside = 0;
    for (int k = 0; k < ROWS; k++)
        inside += fabs(z[k] - est[k]) < 3 * off[k];
    assert_in_range(inside, 360, ROWS);
    br_table_close(table);
    br_smoothing_close(s);
}

static void lists_are_copied_and_signals_named(void **state)
{
    (void)state;
    static const char *const other[] = {"time [s]", "speed", "force"};
    char signals[] = "t = time, v = speed m/s, F = force N", estimate[] = "FC = 0.8 N";
    br_smoothing_options o = with(estimate), plain = with("FC = 0.8 N");
    o.signals = signals;
    br_smoothing *s = smoothing_of(&o), *same = smoothing_of(&plain);
    memset(signals, '?', sizeof signals - 1);
    memset(estimate, '?', sizeof estimate - 1);
    br_table *log = log_of(other);
    assert_int_equal(br_smoothing_log(s, log, NULL, NULL, NULL), BR_OK);
    br_table_close(log);
    smooth(same);
    assert_true(br_smoothing_value(s, "FC", NULL) == br_smoothing_value(same, "FC", NULL));
    br_smoothing_close(s);
    br_smoothing_close(same);
}

// Reasons not to trust it are those of the command, in words of a program.
// Of a log of positions; what comes is the handle's.
static br_smoothing *smoothed_positions(const char *differentiate)
{
    static const char *const names[] = {"t [s]", "x [m]", "F [N]"};
    static double x[ROWS];
    const double *const column_of[] = {t, x, F};
    br_table *log = NULL;
    br_diag why = {0};
    for (int k = 1; k < ROWS; k++)
        x[k] = x[k - 1] + 0.5 * (v[k] + v[k - 1]) * (t[k] - t[k - 1]);
    assert_int_equal(br_table_lend(&log, "log", names, column_of, 3, ROWS, NULL, NULL), BR_OK);
    br_smoothing_options o = with(NULL);
    o.cutoff = 40;
    o.differentiate = differentiate;
    br_smoothing *s = smoothing_of(&o);
    if (br_smoothing_log(s, log, NULL, NULL, &why) != BR_OK)
        fail_msg("%s: %s", differentiate, why.text);
    br_table_close(log);
    return s;
}

static void velocities_come_about_as_wanted(void **state)
{
    (void)state;
    static const char *const way[] = {NULL, "zero-phase", "central", "lowpass", "kalman", "window"};
    double found[6];
    for (int i = 0; i < 6; i++) {
        br_smoothing *s = smoothed_positions(way[i]);
        found[i] = br_smoothing_value(s, "z", NULL);
        assert_true(isfinite(found[i]) && fabs(found[i] - z[ROWS - 1]) < 1e-5);
        br_smoothing_close(s);
    }
    assert_memory_equal(&found[0], &found[1], sizeof *found); // the default
    for (int i = 1; i < 6; i++)
        for (int k = 1; k < i; k++)
            assert_true(found[i] != found[k]);
}

static void a_parameter_that_is_not_observable_fails_its_check(void **state)
{
    (void)state;
    br_smoothing_options o = with("sigma2");
    o.noise = "F = 5 N, z = 1e-9 m";
    br_smoothing *s = smoothing_of(&o);
    smooth(s);
    assert_non_null(strstr(br_smoothing_failures(s), "sigma2"));
    assert_null(strstr(br_smoothing_failures(s), "--"));
    assert_null(strstr(br_smoothing_warnings(s), "--"));
    br_smoothing_close(s);
}

static int never(void *context, double share)
{
    (void)share;
    ++*(int *)context;
    return 0;
}

static void a_log_that_is_stopped_has_no_estimates(void **state)
{
    (void)state;
    br_smoothing_options o = with(NULL);
    br_smoothing *s = smoothing_of(&o);
    br_table *log = log_of(heading), *table = NULL;
    int asked = 0;
    assert_int_equal(br_smoothing_log(s, log, never, &asked, NULL), BR_NEGATIVE);
    assert_true(asked > 0);
    assert_int_equal(br_smoothing_table(s, &table, NULL), BR_BAD_USAGE);
    assert_true(isnan(br_smoothing_value(s, "z", NULL)));
    assert_int_equal(br_smoothing_log(s, log, NULL, NULL, NULL), BR_BAD_USAGE); // one log each
    br_table_close(log);
    br_smoothing_close(s);
}

// ---------------------------------------------------------------- misuse

static void wrong_options_are_refused(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I"), *bare = opened("lugre", NULL), *plant = opened("stick-slip", "fig-6");
    br_smoothing_options o;
    br_smoothing *s = NULL;
    br_diag why = {0};
    assert_int_equal(br_smoothing_defaults(NULL, sizeof o), BR_BAD_USAGE);
    assert_int_equal(br_smoothing_defaults(&o, sizeof o - 1), BR_BAD_USAGE);
    for (int k = 0; k < 10; k++) {
        o = with(NULL);
        o.size = k == 0 ? 9 : o.size;
        o.gate = k == 1 ? (double)NAN : k == 2 ? 0.01 : o.gate;
        o.correct_every = k == 3 ? -1 : 0;
        o.mass = k == 4 ? (double)INFINITY : 0;
        o.cutoff = k == 5 ? (double)NAN : 0;
        o.substeps = k == 6 ? -1 : 0;
        o.method = k == 7 ? "euler" : NULL;
        o.between = k == 8 ? "nothing" : NULL;
        o.differentiate = k == 9 ? "by hand" : NULL;
        why.text[0] = 0;
        assert_int_equal(br_smoothing_open(&s, law, &o, &why), BR_BAD_USAGE);
        assert_true(why.text[0] != 0);
    }
    o = with(NULL);
    assert_int_equal(br_smoothing_open(&s, bare, &o, &why), BR_BAD_LAW); // no parameters
    o.mass = 1;
    assert_int_equal(br_smoothing_open(&s, plant, &o, &why), BR_BAD_USAGE); // has its own
    assert_int_equal(br_smoothing_open(NULL, law, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_smoothing_open(&s, NULL, NULL, &why), BR_BAD_USAGE);
    assert_null(s);
    br_law_close(law);
    br_law_close(bare);
    br_law_close(plant);
}

static void wrong_logs_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][3] = {
        {"t [s]", "v [m]", "F [N]"}, {"t [s]", "w [m/s]", "F [N]"}, {"t [s]", "v [m/s]", "G [N]"}};
    br_diag why = {0};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        br_smoothing_options o = with(NULL);
        br_smoothing *s = smoothing_of(&o);
        br_table *log = log_of(wrong[k]);
        assert_int_equal(br_smoothing_log(s, log, NULL, NULL, &why), BR_BAD_DATA);
        assert_null(strstr(why.text, "--"));
        br_table_close(log);
        br_smoothing_close(s);
    }
    br_smoothing_options o = with("nothing");
    br_smoothing *s = smoothing_of(&o);
    br_table *log = log_of(heading), *table = NULL;
    assert_int_equal(br_smoothing_table(s, &table, &why), BR_BAD_USAGE); // no log yet
    assert_int_equal(br_smoothing_log(s, log, NULL, NULL, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "nothing"));
    br_table_close(log);
    br_smoothing_close(s);
    br_smoothing_close(NULL);
    assert_int_equal(br_smoothing_log(NULL, NULL, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_smoothing_table(NULL, &table, &why), BR_BAD_USAGE);
    assert_true(isnan(br_smoothing_value(NULL, "z", NULL)));
    assert_true(isnan(br_smoothing_result(NULL, BR_SMOOTHING_COST)));
    assert_null(br_smoothing_failures(NULL));
    assert_null(br_smoothing_warnings(NULL));
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_smoothing_options o = with("FC = 0.8 N");
    br_table *log = log_of(heading);
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 200 ? 1 : 5) {
        br_smoothing *s = NULL;
        br_table *table = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_smoothing_open(&s, law, &o, &why);
        if (status == BR_OK)
            status = br_smoothing_log(s, log, NULL, NULL, &why);
        if (status == BR_OK)
            status = br_smoothing_table(s, &table, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (failed && !why.text[0]))
            fail_msg("call %ld: status %d", n, (int)status);
        br_table_close(table);
        br_smoothing_close(s);
    }
    assert_int_equal(status, BR_OK);
    br_table_close(log);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_have_the_bits_of_the_observation),
        cmocka_unit_test(lists_are_copied_and_signals_named),
        cmocka_unit_test(velocities_come_about_as_wanted),
        cmocka_unit_test(a_parameter_that_is_not_observable_fails_its_check),
        cmocka_unit_test(a_log_that_is_stopped_has_no_estimates),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(wrong_logs_are_refused),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    make_rows();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
