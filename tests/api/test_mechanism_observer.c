// test_mechanism_observer.c - bristle/mechanism.h: estimates with the bits of the rooms below, stops, wild samples and misuse.
#include "kit/failing_memory.h"
#include "api/mechanism/machine.h"
#include "mechanism_kit.h"
#include "mech/estimate/estimate.h"
#include "mech/estimate/table.h"

// ---------------------------------------------------------------- estimation

static void estimates_have_the_bits_of_the_filter(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 1, 1e-3, 1);
    br_table *log = table_of(r), *table = NULL;
    br_mechanism_observer *o = observer_of(model, "t = t, x = x, load = load", "load = 20 N", NULL, 0);
    observe(o, log);
    assert_int_equal(br_mechanism_observer_table(o, &table, NULL), BR_OK);
    br_mech_estimate w = {.text = model,
                          .size = strlen(model),
                          .origin = "stage.mech",
                          .rows = (long long)br_table_rows(log),
                          .t = column(log, "t"),
                          .unknowns = 1,
                          .signals = 1,
                          .sd = {5e-4},
                          .y = {column(log, "x")},
                          .row = 1e-3,
                          .scheme = &br_mech_newmark,
                          .gate = 50};
    br_mech_estimate_result result;
    br_record record = {0};
    br_diag why = {0};
    w.unknown[0] = (br_input){.force = 3, .walk = 20};
    assert_int_equal(br_mech_estimate_run(&w, &record, &result, &why), BR_OK);
    assert_int_equal(br_table_columns(table), record.columns);
    for (int c = 0; c < record.columns; c++)
        assert_memory_equal(column(table, record.column[c].name), record.column[c].v,
                            (size_t)record.rows * sizeof(double));
    double sd, value = br_mechanism_observer_value(o, "load", &sd), rub = br_mechanism_observer_value(o, "rub", NULL);
    assert_true(value == column(table, "load_est")[1000] && sd == column(table, "load_sd")[1000]);
    assert_true(rub == column(table, "rub_est")[1000]);
    assert_true(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_NIS) == result.nis);
    assert_true(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_MEASUREMENTS) == 1000);
    assert_string_equal(br_mechanism_observer_failures(o), "");
    const double *is = column(log, "load"), *est = column(table, "load_est"), *off = column(table, "load_sd");
    int inside = 0;
    for (int k = 100; k <= 1000; k++)
        inside += fabs(is[k] - est[k]) < 1.96 * off[k];
    assert_in_range(inside, 850, 901);
    br_record_close(&record);
    br_table_close(table);
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

// Columns that are named as the mechanism has them are found.
static void signals_are_found_by_name(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 0.5, 1e-3, 1);
    br_table *log = table_of(r);
    br_mechanism_observer *named = observer_of(model, "t = t, x = x, motor = motor", "load = 20 N", NULL, 0),
                          *found = observer_of(model, NULL, "load = 20 N", NULL, 0);
    observe(named, log);
    observe(found, log); // in memory: it can be read again
    double sd[2], value[2] = {br_mechanism_observer_value(named, "load", &sd[0]),
                              br_mechanism_observer_value(found, "load", &sd[1])};
    assert_true(value[0] == value[1] && sd[0] == sd[1]);
    br_mechanism_observer_close(named);
    br_mechanism_observer_close(found);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

static void smoothed_estimates_are_nearer(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 1, 1e-3, 1);
    br_table *log = table_of(r);
    double sum[2] = {0, 0};
    for (int smooth = 0; smooth < 2; smooth++) {
        br_mechanism_observer *o = observer_of(model, "t = t, x = x", "load = 20 N", NULL, smooth);
        br_table *table = NULL;
        observe(o, log);
        assert_int_equal(br_mechanism_observer_table(o, &table, NULL), BR_OK);
        const double *is = column(log, "load"), *est = column(table, "load_est");
        for (int k = 0; k <= 1000; k++)
            sum[smooth] += (is[k] - est[k]) * (is[k] - est[k]);
        br_table_close(table);
        br_mechanism_observer_close(o);
    }
    assert_true(sum[1] < 0.5 * sum[0]);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

static void a_parameter_is_that_of_the_fit(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 2, 1e-3, 1);
    br_table *log = table_of(r), *table = NULL;
    br_mechanism_observer *o = observer_of(truth, "t = t, x = x", NULL, "leaf.stiffness = 45 N/m", 0);
    double sd;
    observe(o, log);
    assert_int_equal(br_mechanism_observer_table(o, &table, NULL), BR_OK);
    double value = br_mechanism_observer_value(o, "leaf.stiffness", &sd);
    assert_true(fabs(value - 50) < 3 * sd && sd < 1);
    assert_true(value != column(table, "leaf.stiffness_est")[2000]); // the filter ends elsewhere
    br_table_close(table);
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

// A model that is wrong, and says so.
static void a_wrong_model_fails_its_check(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 1, 1e-3, 1);
    br_table *log = table_of(r);
    br_mechanism_observer *o = observer_of(model, "t = t, x = x", "load = 0.001 N", NULL, 0);
    observe(o, log);
    assert_non_null(strstr(br_mechanism_observer_failures(o), "times as large as expected (NIS)"));
    assert_non_null(strstr(br_mechanism_observer_failures(o), "model, noise or initial state are wrong"));
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

// The default scheme at rows of 1 ms: nothing moves with the step, nothing brakes.
static void a_damping_by_defaults_passes_all_checks(void **state)
{
    (void)state;
    static const char pendulum[] = "mechanism pendulum\nplanar\ngravity = 0, -9.81 m/s^2\n"
                                   "body rod mass = 1 kg, cog = 0, -0.25 m, inertia = 0.02 kg*m^2\n"
                                   "joint A revolute rod ground at = 0, 0 m\ndamper d A damping = 0.02 N*m*s/rad\n"
                                   "sensor encoder angle A sd = 1 mrad\nstart A position = 0.8 rad\n";
    br_mechanism_motion *r = moved(pendulum, 4, 1e-3, 1);
    br_table *log = table_of(r);
    br_mechanism_observer *o = observer_of(pendulum, "t = t, encoder = encoder", NULL, "d.damping", 0);
    double sd, d;
    observe(o, log);
    d = br_mechanism_observer_value(o, "d.damping", &sd);
    assert_true(fabs(d - 0.02) < 3 * sd && sd < 1e-5);
    assert_string_equal(br_mechanism_observer_failures(o), "");
    assert_string_equal(br_mechanism_observer_warnings(o), "");
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

static void a_log_that_is_stopped_keeps_its_rows(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 1, 1e-3, 1);
    br_table *log = table_of(r), *table = NULL;
    br_mechanism_observer *o = observer_of(model, "t = t, x = x", "load = 20 N", NULL, 0);
    double share = 0;
    assert_int_equal(br_mechanism_observer_log(o, log, stop_at_half, &share, NULL), BR_NEGATIVE);
    assert_int_equal(br_mechanism_observer_table(o, &table, NULL), BR_OK);
    assert_in_range(br_table_rows(table), 400, 600);
    assert_true(isfinite(br_mechanism_observer_value(o, "load", NULL)));
    br_table_close(table);
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

static br_mechanism_observer *observer_with(const char *text, const br_mechanism_observer_options *o)
{
    br_mechanism *m = parsed(text);
    br_mechanism_observer *found = NULL;
    br_diag why = {0};
    if (br_mechanism_observer_open(&found, m, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_mechanism_close(m);
    return found;
}

static br_mechanism_observer_options observer_options(void)
{
    br_mechanism_observer_options o;
    assert_int_equal(br_mechanism_observer_defaults(&o, sizeof o), BR_OK);
    o.signals = "t = t, x = x, load = load";
    return o;
}

// What a program shows of inputs, signals, observability and the L-curve, as `bristle observe` does.
static void all_about_inputs_and_signals_can_be_read(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 1, 5e-3, 1);
    br_table *log = table_of(r), *table = NULL;
    br_mechanism_observer_options with = observer_options();
    with.unknown = "load: walk + ramp";
    with.tune = 1;
    with.drawings = 5;
    br_mechanism_observer *o = observer_with(model, &with);
    br_mechanism_input u = {.size = sizeof u};
    br_mechanism_signal x = {.size = sizeof x}, load = x;
    br_mechanism_l_curve c = {.size = sizeof c};
    double left[2] = {0, 0}, t = 0;
    assert_int_equal(br_mechanism_observer_input_at(o, 0, &u), BR_BAD_USAGE); // no log yet
    observe(o, log);
    assert_int_equal(br_mechanism_observer_table(o, &table, NULL), BR_OK);
    assert_string_equal(br_mechanism_observer_method(o), "newmark");

    assert_int_equal(br_mechanism_observer_inputs(o), 2);
    assert_int_equal(br_mechanism_observer_input_at(o, 0, &u), BR_OK);
    assert_true(u.first && u.walk > 0 && fabs(u.variance / (u.walk * u.walk * 5e-3) - 1) < 1e-9);
    assert_string_equal(u.name, "load");
    assert_string_equal(u.model, "walk");
    assert_string_equal(u.walk_unit, "N");
    assert_int_equal(br_mechanism_observer_input_at(o, 1, &u), BR_OK);
    assert_true(!u.first);
    assert_string_equal(u.model, "ramp");
    assert_string_equal(u.walk_unit, "N/s");

    assert_int_equal(br_mechanism_observer_l_curve(o, &c), BR_OK);
    assert_int_equal(c.tries, 11);
    for (int i = 1; i < c.tries; i++)
        assert_true(c.variance[i] > c.variance[i - 1] && isfinite(c.error[i]) && isfinite(c.input[i]));
    assert_in_range(c.corner, 0, 10);
    assert_true(c.rows == 201 && c.likelihood[c.likeliest] >= c.likelihood[c.corner]);

    assert_int_equal(br_mechanism_observer_signals(o), 2);
    assert_int_equal(br_mechanism_observer_signal_at(o, 0, &x), BR_OK);
    assert_int_equal(br_mechanism_observer_signal_at(o, 1, &load), BR_OK);
    assert_true(x.measured && !load.measured && x.inside > 0.8 && load.rms > 0);
    assert_string_equal(x.name, "x");
    assert_string_equal(load.unit, "N");
    assert_int_equal(load.column, br_table_index(table, "load_est", NULL));
    assert_memory_equal(load.values, column(log, "load"), 201 * sizeof(double));
    assert_string_equal(br_mechanism_observer_left(o, 0, left), "A");
    assert_true(left[0] > 0 && left[0] < 1 && left[1] > 0 && left[1] < 1);
    assert_null(br_mechanism_observer_left(o, 1, left));

    assert_true(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_ROWS) == 201);
    assert_true(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_LOG_ROWS) == 201);
    assert_true(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_FREEDOMS) == 1);
    double rank = br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_RANK);
    assert_true(rank > 0 && rank <= br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_RANK_MOST));
    assert_true(isnan(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_TAKEN))); // not dense
    assert_true(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_FITTING) == 0);
    assert_int_equal(br_mechanism_observer_drawings(o), 5);
    const double *at = br_mechanism_observer_drawing(o, 4, &t); // the rod is a point that slides, with its tip
    assert_true(fabs(t - 1) < 1e-12 && fabs(at[0] - column(table, "A_est")[200]) < 1e-12);
    br_mechanism_observer_unload(o);
    assert_true(fabs(column(table, "t")[200] - 1) < 1e-12);

    u.size = x.size = c.size = 8;
    assert_int_equal(br_mechanism_observer_input_at(o, 0, &u), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_signal_at(o, 0, &x), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_l_curve(o, &c), BR_BAD_USAGE);
    assert_null(br_mechanism_observer_drawing(o, 5, NULL));
    br_table_close(table);
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

static int fits_begun; // shares of the fit begin at 0 again
static int see_fit(void *context, double share)
{
    const br_mechanism_observer *o = *(br_mechanism_observer *const *)context;
    fits_begun += br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_FITTING) == 1 && share < 0.5;
    return 1;
}

static void all_about_parameters_can_be_read(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 2, 5e-3, 1);
    br_table *log = table_of(r);
    br_mechanism_observer_options with = observer_options();
    with.signals = "t = t, x = x";
    with.estimate = "leaf.stiffness = 45 N/m, track.sigma2";
    with.prior = "track.sigma2 = 0.2 N*s/m";
    br_mechanism_parameter p = {.size = sizeof p};
    br_mechanism_fit f = {.size = sizeof f};
    for (int only = 0; only < 2; only++) {
        with.filter_only = only;
        br_mechanism_observer *o = observer_with(truth, &with);
        fits_begun = 0;
        assert_int_equal(br_mechanism_observer_parameter_at(o, 0, &p), BR_BAD_USAGE); // no log yet
        assert_int_equal(br_mechanism_observer_log(o, log, see_fit, &o, NULL), BR_OK);
        assert_int_equal(br_mechanism_observer_parameters(o), 2);
        assert_int_equal(br_mechanism_observer_parameter_at(o, 0, &p), BR_OK);
        assert_string_equal(p.name, "leaf.stiffness");
        assert_string_equal(p.unit, "N/m");
        assert_true(fabs(p.start - 45) < 1e-9 && p.start_sd > 0 && !p.on_bound && p.braking == 0);
        assert_true((p.value == p.filter) == only && isnan(p.sd_autocorrelated) == only);
        assert_int_equal(br_mechanism_observer_fit_of(o, &f), only ? BR_BAD_USAGE : BR_OK);
        assert_true((fits_begun > 0) == !only);
        if (!only) {
            double sd;
            assert_true(br_mechanism_observer_value(o, "leaf.stiffness", &sd) == p.value && sd == p.sd_autocorrelated);
            assert_true(f.found && f.settled && f.nis > 0.5 && f.nis < 2 && f.runs > 2);
            assert_string_equal(f.autocorrelated, "x");
            assert_string_equal(f.second_start, "same");
        }
        assert_int_equal(br_mechanism_observer_parameter_at(o, 2, &p), BR_BAD_USAGE);
        assert_int_equal(br_mechanism_observer_parameter_at(o, 0, NULL), BR_BAD_USAGE);
        br_mechanism_observer_close(o);
    }
    br_table_close(log);
    br_mechanism_motion_close(r);
}

// A program with a command line of its own: its name, and options as it has them.
static void messages_of_observers_have_the_words_of_a_program(void **state)
{
    (void)state;
    br_mechanism *m = parsed(model);
    br_mechanism_motion *r = moved(truth, 0.2, 5e-3, 1);
    br_table *log = table_of(r);
    br_mechanism_observer_options with = observer_options();
    br_mechanism_observer *o = NULL;
    br_diag why = {0};
    with.gate = 0.01;
    assert_int_equal(br_mechanism_observer_open(&o, m, &with, &why), BR_BAD_USAGE);
    assert_string_equal(br_diag_member(&why), "gate");
    assert_string_equal(why.text, "mechanism: `gate` is 0, or a number from 0.1 to 1e9");
    with.gate = 50;
    with.who = "axis-tool: ";
    with.name = "axis.csv";
    with.unknown = "push";
    assert_int_equal(br_mechanism_observer_open(&o, m, &with, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "axis-tool: --unknown: stage has no drive"));
    with.unknown = "load = 20 N";
    with.signals = "t = t, x = nowhere";
    assert_int_equal(br_mechanism_observer_open(&o, m, &with, &why), BR_OK);
    assert_int_equal(br_mechanism_observer_log(o, log, NULL, NULL, &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "--signals"));
    br_mechanism_observer_close(o);
    o = NULL;
    with.drawings = 10001;
    assert_int_equal(br_mechanism_observer_open(&o, m, &with, &why), BR_BAD_USAGE);
    with.drawings = 0;
    with.who = "a name that is longer than any message needs: ";
    assert_int_equal(br_mechanism_observer_open(&o, m, &with, &why), BR_BAD_USAGE);
    assert_null(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
}

// The same rows as a log and one by one, with a drive that is logged and a measurement that is missing.
static void samples_give_the_bits_of_a_log(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 0.5, 1e-3, 1);
    br_table *log = table_of(r), *rows = NULL, *table = NULL;
    static double x[501];
    static const char *const heading[] = {"t [s]", "x [m]", "motor [N]"};
    memcpy(x, column(log, "x"), sizeof x);
    x[100] = (double)NAN;
    const double *t = column(log, "t"), *motor = column(log, "motor"), *const v[] = {t, x, motor};
    br_mechanism *m = parsed(model);
    br_mechanism_observer_options with;
    br_mechanism_observer *by_log = observer_of(model, NULL, "load = 20 N", NULL, 0), *o = NULL;
    br_diag why = {0};
    assert_int_equal(br_table_lend(&rows, "rows", heading, v, 3, 501, NULL, &why), BR_OK);
    observe(by_log, rows);
    assert_int_equal(br_mechanism_observer_table(by_log, &table, &why), BR_OK);
    assert_int_equal(br_mechanism_observer_defaults(&with, sizeof with), BR_OK);
    with.unknown = "load = 20 N";
    with.samples = "motor, x";
    assert_int_equal(br_mechanism_observer_open(&o, m, &with, &why), BR_OK);
    for (int k = 0; k <= 500; k++) {
        double sd;
        long before = allocations;
        if (br_mechanism_observer_step(o, t[k], (const double[]){motor[k], x[k]}, &why) != BR_OK)
            fail_msg("%s", why.text);
        assert_true(k == 0 ? allocations > before : allocations == before);
        double value = br_mechanism_observer_value(o, "load", &sd);
        if (value != column(table, "load_est")[k] || sd != column(table, "load_sd")[k])
            fail_msg("row %d: %.17g +- %.17g", k, value, sd);
    }
    assert_true(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_NIS) ==
                br_mechanism_observer_result(by_log, BR_MECHANISM_OBSERVER_NIS));
    assert_true(br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_MEASUREMENTS) == 499);
    assert_int_equal(br_mechanism_observer_step(o, t[500], (const double[]){0, 0}, &why), BR_BAD_USAGE); // no later
    assert_int_equal(br_mechanism_observer_step(o, 1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_log(o, rows, NULL, NULL, &why), BR_BAD_USAGE);
    br_mechanism_observer_close(o);
    o = NULL;
    with.samples = "motor, rub";
    assert_int_equal(br_mechanism_observer_open(&o, m, &with, &why), BR_OK);
    assert_int_equal(br_mechanism_observer_step(o, 0, (const double[]){0, 0}, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "'rub' is not a sensor or a known drive of stage"));
    br_mechanism_observer_close(o);
    br_mechanism_close(m);
    br_table_close(table);
    br_mechanism_observer_close(by_log);
    br_table_close(rows);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

// ---------------------------------------------------------------- misuse

// Wild numbers of a drive and of a sensor, some samples long: each is answered, and the load is found again behind them.
static void an_observer_comes_back_from_steps_that_fail(void **state)
{
    (void)state;
    enum { ROWS = 1500, FROM = 500 };
    static const double wild[] = {1e300, -1e308, 1e160, 1e100};
    br_mechanism_motion *r = moved(truth, 1.5, 1e-3, 1);
    br_table *log = table_of(r);
    const double *t = column(log, "t"), *motor = column(log, "motor"), *x = column(log, "x"),
                 *load = column(log, "load");
    br_mechanism *m = parsed(model);
    br_mechanism_observer_options with;
    assert_int_equal(br_mechanism_observer_defaults(&with, sizeof with), BR_OK);
    with.unknown = "load = 20 N";
    with.samples = "motor, x";
    for (int k = 0, failed = 0; k < 8; k++, failed = 0) {
        int last = FROM + (k < 4 ? 3 : 100);
        br_mechanism_observer *o = NULL;
        double sd, off = 0;
        assert_int_equal(br_mechanism_observer_open(&o, m, &with, NULL), BR_OK);
        for (int i = 0; i < ROWS; i++) {
            bool bad = i >= FROM && i < last;
            br_status status =
                br_mechanism_observer_step(o, t[i], (const double[]){bad ? wild[k % 4] : motor[i], x[i]}, NULL);
            failed += status == BR_NOT_FINITE;
            assert_true(status == BR_OK || (status == BR_NOT_FINITE && i >= FROM && i <= last + 1));
            off = br_mechanism_observer_value(o, "load", &sd) - load[i];
        }
        double restarts = br_mechanism_observer_result(o, BR_MECHANISM_OBSERVER_RESTARTS);
        print_message("%g for %d samples: %d failed, %g restarts; load off by %.2f +- %.2f N\n", wild[k % 4],
                      last - FROM, failed, restarts, off, sd);
        assert_true(restarts >= failed && fabs(off) < 4 * sd && sd < 3.5);
        br_mechanism_observer_close(o);
    }
    br_mechanism_close(m);
    br_table_close(log);
    br_mechanism_motion_close(r);
}

static void misuse_of_observers_is_answered(void **state)
{
    (void)state;
    br_mechanism *m = parsed(model);
    br_mechanism_observer_options o, good;
    br_mechanism_observer *found = NULL;
    br_table *table = NULL;
    br_diag why = {0};
    static const char *const wrong[][3] = {
        {"unknown", "push", "has no drive or unknown input 'push'"},
        {"unknown", "load = 3 N*m", "is not an amount above 0 in N"},
        {"estimate", "leaf.mass", "is not a parameter of stage; there are leaf.stiffness"},
        {"prior", "leaf.stiffness = 1 N/m", "is not NAME = VALUE with a name of estimate"},
        {"noise", "x = 1", "is not NAME = VALUE with a name of estimate"}};
    assert_int_equal(br_mechanism_observer_defaults(&o, sizeof o - 1), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_defaults(&good, sizeof good), BR_OK);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        o = good;
        o.unknown = strcmp(wrong[k][0], "unknown") == 0 ? wrong[k][1] : NULL;
        o.estimate = strcmp(wrong[k][0], "estimate") == 0 ? wrong[k][1] : NULL;
        o.prior = strcmp(wrong[k][0], "prior") == 0 ? wrong[k][1] : NULL;
        o.noise = strcmp(wrong[k][0], "noise") == 0 ? wrong[k][1] : NULL;
        assert_int_equal(br_mechanism_observer_open(&found, m, &o, &why), BR_BAD_USAGE);
        assert_non_null(strstr(why.text, wrong[k][2]));
        assert_null(strstr(why.text, "--"));
    }
    for (int k = 0; k < 6; k++) {
        o = good;
        o.size = k == 0 ? 8 : o.size;
        o.step = k == 1 ? -1 : k == 2 ? (double)NAN : 0;
        o.gate = k == 3 ? (double)NAN : o.gate;
        o.dense = o.smooth = k == 4;
        o.method = k == 5 ? "alpha" : NULL;
        assert_int_equal(br_mechanism_observer_open(&found, m, &o, &why), BR_BAD_USAGE);
    }
    assert_int_equal(br_mechanism_observer_open(NULL, m, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_open(&found, NULL, NULL, &why), BR_BAD_USAGE);
    assert_null(found);
    assert_int_equal(br_mechanism_observer_log(NULL, NULL, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_table(NULL, &table, &why), BR_BAD_USAGE);
    assert_true(isnan(br_mechanism_observer_value(NULL, "load", NULL)));
    assert_true(isnan(br_mechanism_observer_result(NULL, BR_MECHANISM_OBSERVER_NIS)));
    br_mechanism_input u = {.size = sizeof u};
    br_mechanism_signal x = {.size = sizeof x};
    br_mechanism_fit f = {.size = sizeof f};
    double left[2];
    assert_int_equal(br_mechanism_observer_input_at(NULL, 0, &u), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_signal_at(NULL, 0, &x), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_fit_of(NULL, &f), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_l_curve(NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_observer_inputs(NULL) + br_mechanism_observer_parameters(NULL) +
                         br_mechanism_observer_signals(NULL) + br_mechanism_observer_drawings(NULL),
                     0);
    assert_null(br_mechanism_observer_left(NULL, 0, left));
    assert_null(br_mechanism_observer_method(NULL));
    assert_null(br_mechanism_observer_drawing(NULL, 0, NULL));
    br_mechanism_observer_unload(NULL);
    assert_null(br_mechanism_observer_failures(NULL));
    assert_null(br_mechanism_observer_warnings(NULL));
    assert_int_equal(br_mechanism_observer_open(&found, m, NULL, &why), BR_OK);
    assert_int_equal(br_mechanism_observer_table(found, &table, &why), BR_BAD_USAGE); // no log yet
    assert_true(isnan(br_mechanism_observer_value(found, "load", NULL)));
    br_mechanism_observer_close(found);
    br_mechanism_observer_close(NULL);
    br_mechanism_close(m);
}

static void a_log_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    enum { ROWS = 50 };
    static double t[ROWS], x[ROWS];
    const double *const v[] = {t, x};
    static const struct {
        const char *heading, *signals, *words;
    } wrong[] = {{"x [N]", NULL, "has unit N here and m in the mechanism"},
                 {"y [m]", NULL, "no sensor of stage is measured"},
                 {"x [m]", "t = t, q = x", "is not a sensor, drive, unknown input or joint of stage"},
                 {"x [m]", "t = t, x = z", "z"}};
    br_diag why = {0};
    for (int k = 0; k < ROWS; k++)
        t[k] = 1e-3 * k;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const heading[] = {"t [s]", wrong[i].heading};
        br_table *log = NULL;
        br_mechanism_observer *o = observer_of(model, wrong[i].signals, NULL, NULL, 0);
        assert_int_equal(br_table_lend(&log, "log", heading, v, 2, ROWS, NULL, &why), BR_OK);
        assert_int_equal(br_mechanism_observer_log(o, log, NULL, NULL, &why), BR_BAD_DATA);
        assert_non_null(strstr(why.text, wrong[i].words));
        assert_null(strstr(why.text, "--"));
        assert_int_equal(br_mechanism_observer_log(o, log, NULL, NULL, &why), BR_BAD_USAGE); // one log each
        br_table_close(log);
        br_mechanism_observer_close(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_have_the_bits_of_the_filter),
        cmocka_unit_test(signals_are_found_by_name),
        cmocka_unit_test(smoothed_estimates_are_nearer),
        cmocka_unit_test(a_parameter_is_that_of_the_fit),
        cmocka_unit_test(a_wrong_model_fails_its_check),
        cmocka_unit_test(a_damping_by_defaults_passes_all_checks),
        cmocka_unit_test(a_log_that_is_stopped_keeps_its_rows),
        cmocka_unit_test(all_about_inputs_and_signals_can_be_read),
        cmocka_unit_test(all_about_parameters_can_be_read),
        cmocka_unit_test(messages_of_observers_have_the_words_of_a_program),
        cmocka_unit_test(samples_give_the_bits_of_a_log),
        cmocka_unit_test(an_observer_comes_back_from_steps_that_fail),
        cmocka_unit_test(misuse_of_observers_is_answered),
        cmocka_unit_test(a_log_that_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
