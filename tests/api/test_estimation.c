// test_estimation.c - bristle/estimation.h: bits of the room below for every kind, what is said of them, misuse and failing memory.
#include "api_kit.h"
#include "kit/failing_memory.h"
#include "api/law/opened_law.h"
#include "sim/observe/observation.h"
#include <bristle/estimation.h>
#include <bristle/simulate.h>
#include <bristle/smoother.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 401 };
static const char *const heading[] = {"t [s]", "v [m/s]", "F [N]"};
static double t[ROWS], v[ROWS], F[ROWS];

// A contact with LuGre friction along a sine, its force with noise of 10 mN.
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
    br_simulation_close(s);
    br_law_close(law);
}

static br_table *log_of(const char *const *names, const double *force)
{
    const double *const column[] = {t, v, force};
    br_table *log = NULL;
    assert_int_equal(br_table_lend(&log, "log", names, column, 3, ROWS, NULL, NULL), BR_OK);
    return log;
}

static br_estimation_options with(br_estimation_kind kind, const char *estimate)
{
    br_estimation_options o;
    assert_int_equal(br_estimation_defaults(&o, sizeof o), BR_OK);
    o.kind = kind;
    o.estimate = estimate;
    o.noise = "F = 0.01 N, z = 1e-9 m";
    o.prior = "z = 1e-6 m";
    o.between = "held";
    return o;
}

static br_estimation *estimated(const br_estimation_options *o, const double *force)
{
    br_law *law = opened("lugre", "table-I");
    br_estimation *e = NULL;
    br_diag why = {0};
    br_table *log = log_of(heading, force);
    if (br_estimation_open(&e, law, o, &why) != BR_OK || br_estimation_log(e, log, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_table_close(log); // numbers are copied
    br_law_close(law);   // it has its own
    return e;
}

static const double *column(const br_table *table, const char *name)
{
    const double *found = br_table_values(table, br_table_index(table, name, NULL));
    assert_non_null(found);
    return found;
}

// Every column and every figure, against the observation itself.
static void has_the_bits(br_estimation_kind kind, const br_kalman_kind *below, int intervals)
{
    br_estimation_options o = with(kind, "FC = 0.8 N");
    o.bounds = kind == BR_ESTIMATION_HORIZON ? "FC = 0.5..1.5 N" : NULL;
    o.intervals = intervals > 0 ? intervals : o.intervals;
    br_estimation *e = estimated(&o, F);
    br_table *table = NULL;
    assert_int_equal(br_estimation_table(e, &table, NULL), BR_OK);

    const br_trace_column columns[] = {{"v", v}, {"F", F}};
    const br_trace trace = {ROWS, t, columns, 2};
    br_law *law = opened("lugre", "table-I");
    br_observation_options same = br_observation_defaults();
    br_observation *ob = calloc(1, sizeof *ob);
    assert_non_null(ob);
    same.kind = below;
    same.gate = BR_OBSERVE_GATE;
    same.default_gate = true;
    same.horizon = (br_observation_horizon){.intervals = intervals, .iterations = 1, .bounds = o.bounds};
    same.tuning.estimate = o.estimate;
    same.tuning.noise = o.noise;
    same.tuning.prior = o.prior;
    assert_int_equal(br_observation_run(ob, &law->open->loaded.model, &trace, &same, NULL), BR_OK);
    assert_int_equal(br_table_columns(table), ob->record.columns);
    for (int c = 0; c < ob->record.columns; c++)
        assert_memory_equal(column(table, ob->record.column[c].name), ob->record.column[c].v, ROWS * sizeof(double));

    br_estimation_measured m = {.size = sizeof m};
    assert_int_equal(br_estimation_measurements(e), ob->observeds);
    assert_int_equal(br_estimation_measured_at(e, 0, &m), BR_OK);
    assert_string_equal(m.name, "F");
    assert_string_equal(m.unit, "N");
    assert_true(m.nis == ob->observed[0].nis && m.inside == ob->observed[0].inside &&
                m.rms == ob->observed[0].surprise);
    assert_true(m.noise == 0.01 && !m.found && m.corrections == (unsigned long long)ob->observed[0].corrections);
    assert_true(br_estimation_result(e, BR_ESTIMATION_CONDITION) == ob->gramian.condition);
    assert_true(br_estimation_result(e, BR_ESTIMATION_ROWS) == ROWS);
    assert_true(br_estimation_result(e, BR_ESTIMATION_STEP) == ob->dt);
    br_observation_free(ob);
    free(ob);
    br_law_close(law);

    br_estimation_number n = {.size = sizeof n};
    assert_int_equal(br_estimation_numbers(e), 2);
    assert_int_equal(br_estimation_number_at(e, 1, &n), BR_OK);
    assert_string_equal(n.name, "FC");
    assert_true(n.value == column(table, "FC")[ROWS - 1] && n.sd == column(table, "FC_sd")[ROWS - 1]);
    assert_true(n.start == 0.8 && n.nominal == 1 && n.left > 0 && n.left < 1 && n.busy > 0 && n.busy <= 1);
    assert_true(fabs(n.value - 1) < 4 * n.sd + 0.01); // the truth
    assert_int_equal(br_estimation_number_at(e, 0, &n), BR_OK);
    assert_true(isnan(n.start) && n.prior == 1e-6 && fabs(n.noise - 1e-9) < 1e-20);
    br_table_close(table);
    br_estimation_close(e);
}

static void rows_and_figures_have_the_bits_of_the_observation(void **state)
{
    (void)state;
    has_the_bits(BR_ESTIMATION_EKF, &br_kalman_ekf, 0);
    has_the_bits(BR_ESTIMATION_UKF, &br_kalman_ukf, 0);
    has_the_bits(BR_ESTIMATION_HORIZON, &br_kalman_ekf, 5);
}

static void a_smoother_is_that_of_smoother_h(void **state)
{
    (void)state;
    br_estimation_options o = with(BR_ESTIMATION_SMOOTHER, "FC = 0.8 N");
    br_estimation *e = estimated(&o, F);
    br_law *law = opened("lugre", "table-I");
    br_smoothing_options p;
    br_smoothing *s = NULL;
    br_table *log = log_of(heading, F);
    double sd, other;
    assert_int_equal(br_smoothing_defaults(&p, sizeof p), BR_OK);
    p.estimate = o.estimate, p.noise = o.noise, p.prior = o.prior, p.between = o.between;
    assert_int_equal(br_smoothing_open(&s, law, &p, NULL), BR_OK);
    assert_int_equal(br_smoothing_log(s, log, NULL, NULL, NULL), BR_OK);
    assert_true(br_estimation_value(e, "FC", &sd) == br_smoothing_value(s, "FC", &other) && sd == other);
    assert_true(br_estimation_result(e, BR_ESTIMATION_COST) == br_smoothing_result(s, BR_SMOOTHING_COST));
    assert_string_equal(br_estimation_warnings(e), br_smoothing_warnings(s));
    br_smoothing_close(s);
    br_estimation_close(e);
    br_table_close(log);
    br_law_close(law);
}

// Noise of a tenth of the truth: innovations are ten times as large as they should be.
static void wrong_noise_is_seen(void **state)
{
    (void)state;
    br_estimation_options right = with(BR_ESTIMATION_EKF, NULL), wrong = right;
    wrong.noise = "F = 0.001 N, z = 1e-9 m";
    br_estimation *a = estimated(&right, F), *b = estimated(&wrong, F);
    br_estimation_measured is = {.size = sizeof is}, off = is;
    assert_int_equal(br_estimation_measured_at(a, 0, &is), BR_OK);
    assert_int_equal(br_estimation_measured_at(b, 0, &off), BR_OK);
    assert_true(is.nis > 0.7 && is.nis < 1.3 && is.inside > 0.9);
    assert_true(off.nis > 10 && off.inside < 0.7);
    br_estimation_close(a);
    br_estimation_close(b);
}

static void outliers_and_gaps_are_counted(void **state)
{
    (void)state;
    double force[ROWS];
    memcpy(force, F, sizeof force);
    force[100] = (double)NAN;
    force[101] = (double)NAN;
    force[200] = 1000;
    br_estimation_options o = with(BR_ESTIMATION_EKF, NULL);
    br_estimation *e = estimated(&o, force);
    assert_true(br_estimation_result(e, BR_ESTIMATION_MISSING) == 2);
    assert_true(br_estimation_result(e, BR_ESTIMATION_REJECTED) == 1);
    assert_true(isnan(br_estimation_result(e, BR_ESTIMATION_COST))); // of a smoother
    br_estimation_close(e);
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
    br_law *law = opened("lugre", "table-I");
    br_table *log = log_of(heading, F), *table = NULL;
    for (int kind = BR_ESTIMATION_EKF; kind <= BR_ESTIMATION_HORIZON; kind++) {
        br_estimation_options o = with((br_estimation_kind)kind, NULL);
        br_estimation_number n = {.size = sizeof n};
        br_estimation *e = NULL;
        int asked = 0;
        assert_int_equal(br_estimation_open(&e, law, &o, NULL), BR_OK);
        assert_int_equal(br_estimation_log(e, log, never, &asked, NULL), BR_NEGATIVE);
        assert_true(asked > 0);
        assert_int_equal(br_estimation_table(e, &table, NULL), BR_BAD_USAGE);
        assert_int_equal(br_estimation_numbers(e), 0);
        assert_int_equal(br_estimation_number_at(e, 0, &n), BR_BAD_USAGE);
        assert_true(isnan(br_estimation_value(e, "z", NULL)));
        assert_int_equal(br_estimation_log(e, log, NULL, NULL, NULL), BR_BAD_USAGE); // one log each
        br_estimation_close(e);
        assert_int_equal(br_table_rewind(log), BR_OK);
    }
    br_table_close(log);
    br_law_close(law);
}

static void wrong_options_are_refused_by_name(void **state)
{
    (void)state;
    static const char *const member[] = {"kind",      "gate",    "correct_every", "substeps", "between",
                                         "intervals", "arrival", "levenberg",     "between"};
    br_law *law = opened("lugre", "table-I");
    br_estimation *e = NULL;
    br_diag why;
    for (int k = 0; k < (int)(sizeof member / sizeof *member); k++) {
        br_estimation_options o = with(k >= 5 ? BR_ESTIMATION_HORIZON : BR_ESTIMATION_EKF, NULL);
        o.kind = k == 0 ? (br_estimation_kind)7 : o.kind;
        o.gate = k == 1 ? (double)NAN : o.gate;
        o.correct_every = k == 2 ? -1 : 0;
        o.substeps = k == 3 ? -1 : 0;
        o.between = k == 4 ? "nothing" : k == 8 ? "mean" : o.between;
        o.intervals = k == 5 ? 0 : o.intervals;
        o.arrival = k == 6 ? (br_horizon_arrival)9 : o.arrival;
        o.huber = k == 7 ? 0.01 : 0;
        assert_int_equal(br_estimation_open(&e, law, &o, &why), BR_BAD_USAGE);
        assert_string_equal(br_diag_member(&why), member[k]);
        assert_null(strstr(why.text, "--"));
    }
    br_estimation_options o = with(BR_ESTIMATION_EKF, NULL);
    o.size = 9;
    assert_int_equal(br_estimation_open(&e, law, &o, &why), BR_BAD_USAGE);
    assert_null(e);
    br_law_close(law);
}

// The names of a law and its mass in full order, against the plant "mass" with that law in it.
static void full_order_is_the_law_in_the_plant_mass(void **state)
{
    (void)state;
    static const char *const names[] = {"t [s]", "u [N]", "x [m]"};
    double u[ROWS], x[ROWS];
    for (int k = 0; k < ROWS; k++) {
        u[k] = 1.2 * sin(20 * t[k]);
        x[k] = 1e-5 * sin(20 * t[k]) + 1e-8 * (k % 7 - 3);
    }
    const double *const drive[] = {t, u, x};
    br_law *law = opened("lugre", "table-I"), *plant = NULL;
    assert_int_equal(br_law_open_in(&plant, "mass", "friction", law, NULL), BR_OK);
    assert_int_equal(br_law_set(plant, "m = 2 kg", NULL), BR_OK);
    br_table *log = NULL, *table[2] = {NULL, NULL};
    br_estimation *e[2] = {NULL, NULL};
    assert_int_equal(br_table_lend(&log, "log", names, drive, 3, ROWS, NULL, NULL), BR_OK);
    for (int k = 0; k < 2; k++) {
        br_estimation_options o = with(BR_ESTIMATION_EKF, k ? "fr.FC = 0.8 N" : "FC = 0.8 N");
        br_diag why = {0};
        o.full = !k;
        o.mass = k ? 0 : 2;
        o.noise = k ? "fr.z = 1e-9 m, measured.x = 1e-8 m" : "z = 1e-9 m, measured.x = 1e-8 m";
        o.prior = k ? "fr.z = 1e-6 m" : "z = 1e-6 m";
        if (br_estimation_open(&e[k], k ? plant : law, &o, &why) != BR_OK ||
            br_estimation_log(e[k], log, NULL, NULL, &why) != BR_OK)
            fail_msg("%s", why.text);
        assert_int_equal(br_estimation_table(e[k], &table[k], NULL), BR_OK);
        assert_true(br_estimation_result(e[k], BR_ESTIMATION_FULL) == 1);
    }
    assert_memory_equal(column(table[0], "FC"), column(table[1], "fr.FC"), ROWS * sizeof(double));
    assert_memory_equal(column(table[0], "x"), column(table[1], "x"), ROWS * sizeof(double));
    assert_true(br_estimation_result(e[0], BR_ESTIMATION_DERIVED_F) == 1); // u - m*a, to compare with
    assert_true(br_estimation_result(e[1], BR_ESTIMATION_DERIVED_F) == 0);
    assert_true(br_estimation_result(e[0], BR_ESTIMATION_CUTOFF) > 0);
    char unit[96];
    assert_non_null(br_estimation_signal(e[0], "F", unit));
    assert_string_equal(unit, "N");
    assert_null(br_estimation_signal(e[1], "F", NULL));
    for (int k = 0; k < 2; k++) {
        br_table_close(table[k]);
        br_estimation_close(e[k]);
    }
    br_table_close(log);
    br_law_close(plant);
    br_law_close(law);
}

static void what_was_used_and_what_happened_can_be_read(void **state)
{
    (void)state;
    double force[ROWS];
    memcpy(force, F, sizeof force);
    force[100] = (double)NAN;
    force[200] = 1000;
    br_estimation_options o = with(BR_ESTIMATION_EKF, "log(FC) = 0.8 N");
    br_estimation *e = estimated(&o, force);
    br_table *table = NULL;
    char unit[96] = "";
    assert_int_equal(br_estimation_table(e, &table, NULL), BR_OK);
    assert_int_equal(br_estimation_role_of(e, 0), BR_ESTIMATION_TIME);
    assert_int_equal(br_estimation_role_of(e, br_table_index(table, "F_est", NULL)), BR_ESTIMATION_OUTPUT);
    assert_int_equal(br_estimation_role_of(e, br_table_index(table, "FC_sd", NULL)), BR_ESTIMATION_STATE);
    assert_memory_equal(br_estimation_signal(e, "v", unit), v, sizeof v);
    assert_string_equal(unit, "m/s");
    assert_null(br_estimation_signal(e, "x", unit));
    br_estimation_unload(e);
    assert_memory_equal(br_estimation_signal(e, "v", NULL), v, sizeof v);
    assert_string_equal(br_estimation_end(e), "");
    assert_true(br_estimation_method(e)[0] != 0);
    br_table_close(table);

    br_estimation_number z = {.size = sizeof z}, FC = z;
    assert_int_equal(br_estimation_number_at(e, 0, &z), BR_OK);
    assert_int_equal(br_estimation_number_at(e, 1, &FC), BR_OK);
    assert_true(z.is_state && !z.is_log && z.per_step && fabs(z.density * sqrt(t[1]) / z.noise - 1) < 1e-9);
    assert_true(!FC.is_state && FC.is_log && !FC.is_input);

    br_estimation_gramian g = {.size = sizeof g}, start = g;
    assert_int_equal(br_estimation_gramian_of(e, 0, &g), BR_OK);
    assert_true(g.known && g.condition == br_estimation_result(e, BR_ESTIMATION_CONDITION));
    assert_true(fabs(hypot(g.least[0], g.least[1]) - 1) < 1e-9 && g.left > 0 && g.least_parameter);
    assert_int_equal(br_estimation_gramian_of(e, 1, &start), BR_OK);
    assert_true(start.known && start.condition != g.condition);
    br_estimation_ranks r = {.size = sizeof r};
    assert_int_equal(br_estimation_ranks_of(e, &r), BR_OK);
    assert_true(r.rank == br_estimation_result(e, BR_ESTIMATION_RANK) && r.points >= r.at && r.at > 0 &&
                r.reversals > 0);
    assert_true((r.missing != NULL) == (r.rank < r.of));

    br_estimation_count n = {.size = sizeof n};
    unsigned long missing = 0, rejected = 0;
    for (int i = 0; i < br_estimation_counts(e); i++) {
        assert_int_equal(br_estimation_count_at(e, i, &n), BR_OK);
        assert_null(n.meaning ? strstr(n.meaning, "--") : NULL);
        missing += strcmp(n.name, "missing") == 0 ? n.count : 0;
        rejected += strcmp(n.name, "rejected") == 0 ? n.count : 0;
    }
    assert_true(missing == 1 && rejected == 1);
    assert_int_equal(br_estimation_count_at(e, br_estimation_counts(e), &n), BR_BAD_USAGE);
    assert_int_equal(br_estimation_count_at(e, -1, &n), BR_BAD_USAGE);
    n.size = 8;
    assert_int_equal(br_estimation_count_at(e, 0, &n), BR_BAD_USAGE);
    g.size = r.size = 8;
    assert_int_equal(br_estimation_gramian_of(e, 0, &g), BR_BAD_USAGE);
    assert_int_equal(br_estimation_ranks_of(e, &r), BR_BAD_USAGE);
    br_estimation_close(e);
}

static double ticks; // of a clock that goes on by a millisecond whenever it is read
static double clock_of_test(void)
{
    return ticks += 1e-3;
}

static int until_half(void *context, double share)
{
    (void)context;
    return share < 0.5;
}

static void a_log_that_is_stopped_may_be_a_result(void **state)
{
    (void)state;
    for (int kind = BR_ESTIMATION_EKF; kind <= BR_ESTIMATION_HORIZON; kind++) {
        br_law *law = opened("lugre", "table-I");
        br_table *log = log_of(heading, F);
        br_estimation_options o = with((br_estimation_kind)kind, NULL);
        br_estimation *e = NULL;
        o.partial = 1;
        o.now = clock_of_test;
        assert_int_equal(br_estimation_open(&e, law, &o, NULL), BR_OK);
        br_status status = br_estimation_log(e, log, until_half, NULL, NULL);
        assert_int_equal(status, kind == BR_ESTIMATION_SMOOTHER ? BR_NEGATIVE : BR_OK);
        if (status == BR_OK) {
            double rows = br_estimation_result(e, BR_ESTIMATION_ROWS);
            assert_true(rows > ROWS / 2.0 && rows < ROWS / 2.0 + 20);
            assert_true(br_estimation_result(e, BR_ESTIMATION_LOG_ROWS) == ROWS);
            assert_non_null(strstr(br_estimation_warnings(e), "interrupted after row"));
            assert_true(fabs(br_estimation_result(e, BR_ESTIMATION_TIME_MEDIAN) - 1e-3) < 1e-9);
            assert_true(br_estimation_result(e, BR_ESTIMATION_TIME_WORST) > 0.9e-3);
        }
        br_estimation_close(e);
        br_table_close(log);
        br_law_close(law);
    }
}

static void what_has_no_effect_is_refused_if_asked_to(void **state)
{
    (void)state;
    static const char *const words[] = {"cutoff has no effect", "differentiate has no effect", "mass has no effect",
                                        "has no effect: v comes from the log", "is longer than the log"};
    for (int strict = 0; strict < 2; strict++)
        for (int k = 0; k < 5; k++) {
            br_law *law = opened("lugre", "table-I");
            br_table *log = log_of(heading, F);
            br_estimation_options o = with(BR_ESTIMATION_EKF, NULL);
            br_estimation *e = NULL;
            br_diag why = {0};
            o.strict = strict;
            o.cutoff = k == 0 ? 50 : 0;
            o.differentiate = k == 1 ? "kalman" : NULL;
            o.mass = k == 2 ? 3 : 0;
            o.correct_every = k == 4 ? 5 : 0;
            if (k == 3)
                assert_int_equal(br_law_set(law, "FC = 1 N, v = 1 mm/s", NULL), BR_OK);
            assert_int_equal(br_estimation_open(&e, law, &o, NULL), BR_OK);
            br_status status = br_estimation_log(e, log, NULL, NULL, &why);
            assert_int_equal(status, strict || k == 4 ? BR_BAD_USAGE : BR_OK);
            if (status != BR_OK && (!strstr(why.text, words[k]) || strstr(why.text, "--")))
                fail_msg("%s", why.text);
            br_estimation_close(e);
            br_table_close(log);
            br_law_close(law);
        }
}

// A program with a command line of its own: its name, and options as it has them.
static void messages_have_the_words_of_a_program(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_table *log = log_of(heading, F);
    br_estimation_options o = with(BR_ESTIMATION_EKF, NULL);
    br_estimation *e = NULL;
    br_diag why = {0};
    o.who = "axis-tool: ";
    o.name = "axis.csv";
    o.estimate = "nothing";
    assert_int_equal(br_estimation_open(&e, law, &o, NULL), BR_OK);
    assert_int_equal(br_estimation_log(e, log, NULL, NULL, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "axis-tool: --estimate"));
    br_estimation_close(e);
    o.estimate = NULL;
    o.correct_every = 0.0301;
    assert_int_equal(br_estimation_open(&e, law, &o, NULL), BR_OK);
    assert_int_equal(br_table_rewind(log), BR_OK);
    assert_int_equal(br_estimation_log(e, log, NULL, NULL, &why), BR_OK);
    assert_non_null(strstr(br_estimation_warnings(e), "--correct-every 0.0301 s is not a multiple"));
    br_estimation_close(e);
    e = NULL;
    o.who = "a name that is longer than any message needs: ";
    assert_int_equal(br_estimation_open(&e, law, &o, &why), BR_BAD_USAGE);
    o.who = NULL;
    o.period = 0.01;
    assert_int_equal(br_estimation_open(&e, law, &o, &why), BR_BAD_USAGE); // of a horizon
    o.kind = BR_ESTIMATION_HORIZON;
    assert_int_equal(br_estimation_open(&e, law, &o, &why), BR_BAD_USAGE); // and correct_every, too
    o.correct_every = 0;
    o.precision = "float";
    assert_int_equal(br_estimation_open(&e, law, &o, &why), BR_BAD_USAGE);
    assert_string_equal(br_diag_member(&why), "precision");
    o.precision = NULL;
    o.full = 1;
    assert_int_equal(br_estimation_open(&e, law, &o, &why), BR_BAD_USAGE); // without a mass
    assert_null(e);
    br_table_close(log);
    br_law_close(law);
}

static void wrong_reading_is_refused(void **state)
{
    (void)state;
    br_estimation_options o = with(BR_ESTIMATION_EKF, NULL);
    br_estimation *e = estimated(&o, F);
    br_estimation_number n = {.size = 8};
    br_estimation_measured m = {.size = sizeof m};
    assert_int_equal(br_estimation_number_at(e, 0, &n), BR_BAD_USAGE);
    n.size = sizeof n;
    assert_int_equal(br_estimation_number_at(e, -1, &n), BR_BAD_USAGE);
    assert_int_equal(br_estimation_number_at(e, 1, &n), BR_BAD_USAGE); // z is the only one
    assert_int_equal(br_estimation_measured_at(e, 1, &m), BR_BAD_USAGE);
    assert_true(isnan(br_estimation_value(e, "nothing", NULL)));
    assert_true(isnan(br_estimation_result(e, (br_estimation_figure)99)));
    br_estimation_close(e);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_estimation_options o = with(BR_ESTIMATION_HORIZON, "FC = 0.8 N");
    o.bounds = "FC = 0.5..1.5 N";
    o.strict = 1;
    assert_int_equal(br_law_set(law, "FC = 1 N", NULL), BR_OK);
    br_table *log = log_of(heading, F);
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 200 ? 1 : 7) {
        br_estimation *e = NULL;
        br_table *table = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_estimation_open(&e, law, &o, &why);
        if (status == BR_OK)
            status = br_estimation_log(e, log, NULL, NULL, &why);
        if (status == BR_OK)
            status = br_estimation_table(e, &table, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (failed && !why.text[0]))
            fail_msg("call %ld: status %d", n, (int)status);
        br_table_close(table);
        br_estimation_close(e);
    }
    assert_int_equal(status, BR_OK);
    br_table_close(log);
    br_law_close(law);
}

static void failing_memory_of_full_order_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_estimation_options o = with(BR_ESTIMATION_EKF, "FC = 0.8 N");
    br_status status = BR_NO_MEMORY;
    o.full = 1, o.mass = 2;
    for (long n = 0; status == BR_NO_MEMORY; n++) {
        br_estimation *e = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_estimation_open(&e, law, &o, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (failed && (!why.text[0] || e)))
            fail_msg("call %ld: status %d", n, (int)status);
        br_estimation_close(e);
    }
    assert_int_equal(status, BR_OK);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_figures_have_the_bits_of_the_observation),
        cmocka_unit_test(a_smoother_is_that_of_smoother_h),
        cmocka_unit_test(wrong_noise_is_seen),
        cmocka_unit_test(outliers_and_gaps_are_counted),
        cmocka_unit_test(a_log_that_is_stopped_has_no_estimates),
        cmocka_unit_test(wrong_options_are_refused_by_name),
        cmocka_unit_test(full_order_is_the_law_in_the_plant_mass),
        cmocka_unit_test(what_was_used_and_what_happened_can_be_read),
        cmocka_unit_test(a_log_that_is_stopped_may_be_a_result),
        cmocka_unit_test(what_has_no_effect_is_refused_if_asked_to),
        cmocka_unit_test(messages_have_the_words_of_a_program),
        cmocka_unit_test(wrong_reading_is_refused),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
        cmocka_unit_test(failing_memory_of_full_order_leaves_nothing_half_open),
    };
    make_rows();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
