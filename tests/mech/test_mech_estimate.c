// test_mech_estimate.c - logs of mechanisms as they come: drives that were held, gaps, outliers, and what the scheme takes.
#include "num/base/fp.h"

#include <math.h>

#include "paper/mechanism/crank.h"
#include "num/base/random.h"
#include "estimate_kit.h"

#define MASS                                                                                                           \
    "mechanism mass\nplanar\nbody block mass = 2 kg, cog = 0, 0 m\njoint A prismatic block ground at = 0, 0 m, axis "  \
    "= 1, 0\n"                                                                                                         \
    "sensor x displacement A sd = 1 mm\nsensor a accelerometer block at = 0, 0 m, axis = 1, 0, sd = 1 m/s^2\n"

static br_mech_estimate watch_of(const char *text, long long rows, const double *t, const double *x)
{
    return (br_mech_estimate){.text = text,
                              .size = strlen(text),
                              .origin = "test",
                              .rows = rows,
                              .t = t,
                              .signals = 1,
                              .sensor = {0},
                              .sd = {1e-3},
                              .y = {x}};
}

// ---------------------------------------------------------------- drives

// A force that is held changes the speed of a mass by h*u/m, of the row before; nothing is measured. Where it is missing it
// is the one before, and before all as the text has it.
static void a_logged_drive_is_held_until_the_next_row(void **state)
{
    (void)state;
    enum { ROWS = 50 };
    double t[ROWS], x[ROWS], u[ROWS], held[ROWS];
    br_random dice;
    br_random_init(&dice, 5, 0);
    for (int k = 0; k < ROWS; k++) {
        t[k] = k == 0 ? 0 : t[k - 1] + (k % 3 ? 0.01 : 0.02);
        x[k] = (double)NAN;
        u[k] = k < 2 || k % 7 == 5 ? (double)NAN : 3 * br_random_normal(&dice);
        held[k] = isfinite(u[k]) ? u[k] : k < 2 ? 4 : held[k - 1];
    }
    for (int smooth = 0; smooth < 2; smooth++) {
        br_mech_estimate w = watch_of(MASS "drive F A = 4 N\n", ROWS, t, x);
        br_record record;
        br_mech_estimate_result r;
        w.inputs = 1;
        w.u[0] = u;
        w.smooth = smooth;
        run(&w, &record, &r);
        double speed = 0, worst = 0;
        for (int k = 0; k < ROWS; k++) {
            worst = fmax(worst, fabs(column(&record, "A_speed_est")[k] - speed));
            worst = fmax(worst, fabs(column(&record, "a_est")[k] - held[k] / 2));
            speed += k + 1 < ROWS ? (t[k + 1] - t[k]) * held[k] / 2 : 0;
        }
        print_message("speeds and accelerations by a held force differ by %.2g\n", worst);
        assert_true(worst < 1e-12);
        br_record_close(&record);
    }
}

// ---------------------------------------------------------------- gaps

#define SWING                                                                                                          \
    "mechanism swing\nplanar\ngravity = 0, -9.81 m/s^2\nbody rod mass = 1 kg, cog = 0, -0.5 m, inertia = 0.08 "        \
    "kg*m^2\n"                                                                                                         \
    "joint A revolute rod ground at = 0, 0 m\ndamper oil A damping = 0.1 N*m*s/rad\nsensor enc angle A sd = 5 mrad\n"  \
    "start A position = 0.5 rad, position_sd = 20 mrad, speed_sd = 0.1 rad/s\n"

// A hole in the rows is gone through as rows without measurements are: the same steps, the same estimates behind it.
static void a_gap_is_crossed_in_steps_of_a_row(void **state)
{
    (void)state;
    enum { ROWS = 3000, FROM = 1000, TO = 2900 };
    static double t[2][ROWS], y[2][ROWS];
    br_random dice;
    br_random_init(&dice, 8, 0);
    int rows = 0;
    for (int k = 0; k < ROWS; k++) {
        bool missing = k > FROM && k < TO;
        t[0][k] = 1e-3 * k;
        y[0][k] = missing ? (double)NAN : 0.5 * cos(3.8 * t[0][k]) + 5e-3 * br_random_normal(&dice);
        if (!missing) {
            t[1][rows] = t[0][k];
            y[1][rows++] = y[0][k];
        }
    }
    br_mech_estimate w[2] = {watch_of(SWING, ROWS, t[0], y[0]), watch_of(SWING, rows, t[1], y[1])};
    br_record record[2];
    br_mech_estimate_result r;
    double worst = 0;
    for (int i = 0; i < 2; i++) {
        w[i].row = 1e-3;
        w[i].sd[0] = 5e-3;
        run(&w[i], &record[i], &r);
    }
    for (int c = 1; c < 7; c++) // angle, speed and sensor, and their standard deviations
        for (int k = 0; k < ROWS - TO; k++)
            worst = fmax(worst, fabs(record[0].column[c].v[ROWS - 1 - k] - record[1].column[c].v[rows - 1 - k]));
    print_message("estimates behind a gap of %d rows differ by %.2g from those with empty rows\n", TO - FROM, worst);
    assert_true(worst < 1e-4); // what Newton left of 1900 steps
    assert_true(br_mech_estimate_length(&w[1]) == ROWS - 1);
    assert_true(fabs(br_mech_estimate_walk(&w[1], 1e-3) - 1) < 1e-12); // Q_d is per usual row
    w[1].step = 1e-12;
    assert_true(br_mech_estimate_length(&w[1]) > 2e12); // which the tool refuses
    br_record_close(&record[0]);
    br_record_close(&record[1]);
}

// ---------------------------------------------------------------- tuning

static double pull(double angle, double speed, double torque)
{
    return (-9.81 * 0.5 * sin(angle) - 0.1 * speed + torque) / 0.33;
}

// The swing by its own equation, with a torque that walks by 1 N*m in a second.
static void swing_along(uint64_t seed, int rows, double *t, double *y)
{
    const int parts = 10;
    const double h = 1e-3, d = h / parts;
    br_random dice;
    br_random_init(&dice, seed, 0);
    double angle = 0.5 + 0.02 * br_random_normal(&dice), speed = 0.1 * br_random_normal(&dice), torque = 0;
    for (int k = 0; k < rows; k++) {
        t[k] = k * h;
        y[k] = angle + 5e-3 * br_random_normal(&dice);
        for (int j = 0; j < parts; j++) {
            torque += sqrt(d) * br_random_normal(&dice);
            double mid = speed + d / 2 * pull(angle, speed, torque), there = angle + d / 2 * speed;
            angle += d * mid;
            speed += d * pull(there, mid, torque);
        }
    }
}

static void tune(br_mech_estimate *w, br_mech_l_curve *c)
{
    br_diag why = {0};
    if (br_mech_estimate_tune(w, c, &why) != BR_OK)
        fail_msg("%s", why.text);
    print_message("Q_d from %g to %g: corner %g, likeliest %g\n", c->Q[0], c->Q[BR_L_CURVE_TRIES - 1], c->Q[c->corner],
                  c->Q[c->likeliest]);
}

static void tuning_finds_how_fast_a_torque_walks(void **state)
{
    (void)state;
    enum { ROWS = 600, SEEDS = 1 };
    static double t[ROWS], y[ROWS];
    for (int seed = 1; seed <= SEEDS; seed++) {
        swing_along((uint64_t)seed, ROWS, t, y);
        br_mech_estimate w = watch_of(SWING "unknown T A\n", ROWS, t, y);
        br_mech_l_curve c;
        w.sd[0] = 5e-3;
        w.unknowns = 1;
        w.unknown[0].force = 1;
        tune(&w, &c);
        assert_true(c.Q[c.corner] > 0.9e-4 && c.Q[c.corner] < 1.1e-2); // 1e-3 is planted
        assert_true(c.Q[c.likeliest] > 0.9e-4 && c.Q[c.likeliest] < 1.1e-2);
    }
}

// A swing of a millionth of the mass has a millionth of the torques, so 1e-12 of Q_d, which no decade of the paper reaches.
static void tuning_finds_its_decades_whatever_the_unit(void **state)
{
    (void)state;
    enum { ROWS = 300 };
    static double t[ROWS], y[ROWS];
    static const char light[] =
        "mechanism swing\nplanar\ngravity = 0, -9.81 m/s^2\nbody rod mass = 1e-6 kg, cog = 0, -0.5 m, inertia = 8e-8 "
        "kg*m^2\njoint A revolute rod ground at = 0, 0 m\ndamper oil A damping = 1e-7 N*m*s/rad\nsensor enc angle A sd "
        "= 5 mrad\nstart A position = 0.5 rad, position_sd = 20 mrad, speed_sd = 0.1 rad/s\nunknown T A\n";
    br_mech_l_curve c[2];
    swing_along(1, ROWS, t, y);
    for (int i = 0; i < 2; i++) {
        br_mech_estimate w = watch_of(i ? light : SWING "unknown T A\n", ROWS, t, y);
        w.sd[0] = 5e-3;
        w.unknowns = 1;
        w.unknown[0].force = 1;
        tune(&w, &c[i]);
    }
    assert_true(fabs(c[1].Q[c[1].corner] / c[0].Q[c[0].corner] / 1e-12 - 1) < 1e-9);
    assert_true(fabs(c[1].Q[c[1].likeliest] / c[0].Q[c[0].likeliest] / 1e-12 - 1) < 1e-9);
    assert_true(fabs(c[1].likelihood[c[1].likeliest] / c[0].likelihood[c[0].likeliest] - 1) < 1e-6);
}

// Two masses side by side, whose forces walk a thousand times as fast as each other.
static void every_input_walks_in_its_own_way(void **state)
{
    (void)state;
    enum { ROWS = 1500 };
    static double t[ROWS], y[2][ROWS];
    static const char text[] =
        "mechanism two\nplanar\nbody a mass = 1 kg, cog = 0, 0 m\nbody b mass = 1 kg, cog = 0, 1 m\n"
        "joint A prismatic a ground at = 0, 0 m, axis = 1, 0\njoint B prismatic b ground at = 0, 1 m, axis = 1, 0\n"
        "unknown F A\nunknown G B\nsensor x displacement A sd = 1 mm\nsensor z displacement B sd = 1 mm\n";
    const double walk[2] = {30, 0.03};
    br_random dice;
    br_mech_l_curve c;
    br_random_init(&dice, 4, 0);
    for (int i = 0; i < 2; i++) {
        double x = 0, v = 0, F = 0;
        for (int k = 0; k < ROWS; k++) {
            t[k] = 1e-3 * k;
            y[i][k] = x + 1e-3 * br_random_normal(&dice);
            x += 1e-3 * (v + 0.5e-3 * F);
            v += 1e-3 * F;
            F += walk[i] * sqrt(1e-3) * br_random_normal(&dice);
        }
    }
    br_mech_estimate w = watch_of(text, ROWS, t, y[0]);
    w.signals = w.unknowns = 2;
    w.sensor[1] = 1;
    w.sd[1] = 1e-3;
    w.y[1] = y[1];
    w.unknown[0].force = 0;
    w.unknown[1].force = 1;
    tune(&w, &c);
    for (int i = 0; i < 2; i++) {
        double Q = c.Q[c.likeliest] * c.ratio[i];
        print_message("input %d: Q_d %g likeliest, %g planted\n", i, Q, walk[i] * walk[i] * 1e-3);
        assert_true(Q / (walk[i] * walk[i] * 1e-3) > 0.09 && Q / (walk[i] * walk[i] * 1e-3) < 11);
        assert_true(fabs(w.unknown[i].walk / br_mech_estimate_walk(&w, c.Q[c.corner] * c.ratio[i]) - 1) < 1e-12);
    }
}

// A motor that keeps its speed: its torque follows every turn.
static double torque_error(br_mech_estimate *w, double Q, const br_crank_row *truth)
{
    br_record record;
    br_mech_estimate_result r;
    double sum = 0;
    w->unknown[0].walk = br_mech_estimate_walk(w, Q);
    run(w, &record, &r);
    for (long long k = 1; k < w->rows; k++)
        sum += pow(column(&record, "torque_est")[k] - truth[k].torque, 2);
    br_record_close(&record);
    return sqrt(sum / (double)(w->rows - 1));
}

static void where_corner_and_likelihood_disagree_both_are_told(void **state)
{
    (void)state;
    enum { ROWS = 1000 };
    static double t[ROWS], y[ROWS];
    static br_crank_row truth[ROWS];
    br_crank crank = br_crank_truth();
    br_random dice;
    machine like = {0};
    br_mech_l_curve c;
    br_random_init(&dice, 1, 0);
    crank.Kp = 0.3;
    crank.Ki = 1;
    br_crank_run(&crank, 1e-4, ROWS, truth);
    for (int k = 0; k < ROWS; k++) {
        t[k] = truth[k].t;
        y[k] = truth[k].omega + 0.1 * br_random_normal(&dice);
    }
    open_example(&like, "slider-crank-observed");
    br_mech_estimate w = watch_of(like.text, ROWS, t, y);
    w.sd[0] = 0.1;
    w.unknowns = 1;
    w.unknown[0].force = like.m.forces - 1;
    for (int i = 0; i < like.m.sensors; i++)
        w.sensor[0] = strcmp(like.m.sensor[i].name, "speed") == 0 ? i : w.sensor[0];
    tune(&w, &c);
    assert_false(c.agree);
    assert_true(fabs(w.unknown[0].walk / br_mech_estimate_walk(&w, c.Q[c.corner]) - 1) < 1e-12);
    double corner = torque_error(&w, c.Q[c.corner], truth), likeliest = torque_error(&w, c.Q[c.likeliest], truth);
    print_message("torque: %.3f N*m by the corner, %.3f N*m by the likeliest\n", corner, likeliest);
    assert_true(corner < 0.45 && likeliest < corner);
    close_machine(&like);
}

// ---------------------------------------------------------------- outliers

static void an_outlier_is_named_or_left_out_as_if_it_was_missing(void **state)
{
    (void)state;
    enum { ROWS = 400, AT = 299 };
    static double t[ROWS], y[2][ROWS];
    br_diag why = {0};
    br_mech_estimate_result r;
    br_record with, without;
    swing_along(3, ROWS, t, y[0]);
    memcpy(y[1], y[0], sizeof y[0]);
    y[1][AT] = (double)NAN;
    for (int dense = 0; dense < 2; dense++)
        for (int i = 0; i < 2; i++) {
            y[0][AT] = i ? 1e200 : 1e6;
            br_mech_estimate w = watch_of(SWING, ROWS, t, y[0]);
            w.sd[0] = 5e-3;
            w.dense = dense;
            assert_int_equal(br_mech_estimate_run(&w, NULL, &r, &why), BR_BAD_DATA);
            assert_non_null(strstr(why.text, "row 300 of the log, t = 0.299 s: enc is 1e+"));
            w.gate = 10;
            run(&w, &with, &r);
            assert_int_equal(r.rejected, 1);
            w.y[0] = y[1];
            run(&w, &without, &r);
            assert_int_equal(r.rejected, 0);
            for (int c = 0; c < 7; c++)
                assert_memory_equal(with.column[c].v, without.column[c].v, ROWS * sizeof(double));
            br_record_close(&with);
            br_record_close(&without);
        }
}

// D13: an encoder that has slipped for good is believed again, and not rejected for ever.
static void D13_a_gate_that_rejects_all_opens_again(void **state)
{
    (void)state;
    enum { ROWS = 1000, AT = 300 };
    static double t[ROWS], y[ROWS];
    br_mech_estimate_result r;
    br_record record;
    swing_along(3, ROWS, t, y);
    for (int k = AT; k < ROWS; k++)
        y[k] += 0.5;
    for (int dense = 0; dense < 2; dense++) {
        br_mech_estimate w = watch_of(SWING, ROWS, t, y);
        w.sd[0] = 5e-3;
        w.dense = dense;
        w.gate = 10;
        run(&w, &record, &r);
        assert_true(r.rejected >= 20 && r.rejected < 100);
        br_record_close(&record);
    }
}

// ---------------------------------------------------------------- the scheme

// On a spring BDF-1 brakes as a damping K*h does: of x'' = -(K/m) x it takes the share (omega h)^2 a step.
static void the_damping_of_the_scheme_is_told(void **state)
{
    (void)state;
    enum { ROWS = 4000 };
    static double t[ROWS], y[ROWS];
    static const char text[] =
        MASS "spring k A stiffness = 50 N/m\ndamper d A damping = 1e-4 N*s/m\nstart A position = 0.1 m\n";
    machine like = {0};
    br_mech_estimate_result r;
    br_record record;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        y[k] = (double)NAN;
    }
    open_text(&like, text);
    br_mech_estimate w = watch_of(text, ROWS, t, y);
    assert_true(br_parameter_find(&like.m, "d.damping", &w.parameter[0]));
    w.parameters = 1;
    w.parameter[0].is.is.scale = w.parameter[0].nominal;
    w.parameter[0].is.x = 1;
    w.parameter[0].is.sd = 0.3;
    run(&w, &record, &r);
    print_message("the scheme took %.4g J, as a damping of %.5g N*s/m does; K*h is 0.05\n", r.braked, r.braking[0]);
    assert_true(fabs(r.braking[0] / 0.05 - 1) < 0.02);
    br_record_close(&record);
    close_machine(&like);
}

// A mass that swings on a spring while its damper takes the energy, by the solution of x'' + 0.5 x' + 25 x = 0.
static double swung(double t)
{
    const double omega = sqrt(25 - 0.0625);
    return 0.1 * exp(-0.25 * t) * (cos(omega * t) + 0.25 / omega * sin(omega * t));
}

// How far a damping of 1 N*s/m is missed, in standard deviations.
static double missed(const br_mech_scheme *scheme, const double *t, const double *y, int rows, double *gap)
{
    static const char text[] =
        MASS "spring k A stiffness = 50 N/m\ndamper d A damping = 0.8 N*s/m\nstart A position = 0.1 m\n";
    machine like = {0};
    br_mech_estimate_result r;
    br_record record;
    br_mech_estimate w = watch_of(text, rows, t, y);
    open_text(&like, text);
    assert_true(br_parameter_find(&like.m, "d.damping", &w.parameter[0]));
    w.parameters = 1;
    w.parameter[0].is.is.scale = w.parameter[0].nominal;
    w.parameter[0].is.x = 1;
    w.parameter[0].is.sd = 0.3;
    w.scheme = scheme;
    w.sd[0] = 1e-4;
    run(&w, &record, &r);
    *gap = column(&record, "d.damping_est")[rows - 1] - 1;
    double sd = column(&record, "d.damping_sd")[rows - 1];
    print_message("%s: damping off by %.4f, sd %.4f, the scheme's own %.4f N*s/m\n", scheme->name, *gap, sd,
                  r.braking[0]);
    br_record_close(&record);
    close_machine(&like);
    return fabs(*gap) / sd;
}

static void newmark_finds_the_damping_that_bdf1_makes_its_own(void **state)
{
    (void)state;
    enum { ROWS = 4000 };
    static double t[ROWS], y[ROWS];
    br_random dice;
    double gap[2];
    br_random_init(&dice, 6, 0);
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        y[k] = swung(t[k]) + 1e-4 * br_random_normal(&dice);
    }
    double bdf1 = missed(&br_mech_bdf1, t, y, ROWS, &gap[0]), newmark = missed(&br_mech_newmark, t, y, ROWS, &gap[1]);
    assert_true(bdf1 > 10 && gap[0] < 0);
    assert_true(newmark < 3);
    assert_true(fabs(gap[1]) < fabs(gap[0]) / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_logged_drive_is_held_until_the_next_row),
                                       cmocka_unit_test(a_gap_is_crossed_in_steps_of_a_row),
                                       cmocka_unit_test(an_outlier_is_named_or_left_out_as_if_it_was_missing),
                                       cmocka_unit_test(D13_a_gate_that_rejects_all_opens_again),
                                       cmocka_unit_test(the_damping_of_the_scheme_is_told),
                                       cmocka_unit_test(newmark_finds_the_damping_that_bdf1_makes_its_own),
                                       cmocka_unit_test(tuning_finds_how_fast_a_torque_walks),
                                       cmocka_unit_test(tuning_finds_its_decades_whatever_the_unit),
                                       cmocka_unit_test(every_input_walks_in_its_own_way),
                                       cmocka_unit_test(where_corner_and_likelihood_disagree_both_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
