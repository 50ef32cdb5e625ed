// test_mech_watch.c - logs of mechanisms as they come: drives that were held, gaps, outliers, and what the scheme takes.
#include "num/fp.h"

#include <math.h>

#include "mech/crank.h"
#include "num/random.h"
#include "watch_kit.h"

#define MASS                                                                                                           \
    "mechanism mass\nplanar\nbody block mass = 2 kg, cog = 0, 0 m\njoint A prismatic block ground at = 0, 0 m, axis "  \
    "= 1, 0\n"                                                                                                         \
    "sensor x displacement A sd = 1 mm\nsensor a accelerometer block at = 0, 0 m, axis = 1, 0, sd = 1 m/s^2\n"

static br_watch watch_of(const char *text, long long rows, const double *t, const double *x)
{
    return (br_watch){.text = text,
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
        br_watch w = watch_of(MASS "drive F A = 4 N\n", ROWS, t, x);
        br_record record;
        br_watch_result r;
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
    br_watch w[2] = {watch_of(SWING, ROWS, t[0], y[0]), watch_of(SWING, rows, t[1], y[1])};
    br_record record[2];
    br_watch_result r;
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
    assert_true(br_watch_length(&w[1]) == ROWS - 1);
    assert_true(fabs(br_watch_walk(&w[1], 1e-3) - 1) < 1e-12); // Q_d is per usual row
    w[1].step = 1e-12;
    assert_true(br_watch_length(&w[1]) > 2e12); // which the tool refuses
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

static void tune(br_watch *w, br_watch_curve *c)
{
    br_diag why = {0};
    if (br_watch_tune(w, c, &why) != BR_OK)
        fail_msg("%s", why.text);
    print_message("Q_d = %g, corner %g, likeliest %g\n", c->Q[c->chosen], c->Q[c->corner], c->Q[c->likeliest]);
}

static void tuning_finds_how_fast_a_torque_walks(void **state)
{
    (void)state;
    enum { ROWS = 600, SEEDS = 1 };
    static double t[ROWS], y[ROWS];
    for (int seed = 1; seed <= SEEDS; seed++) {
        swing_along((uint64_t)seed, ROWS, t, y);
        br_watch w = watch_of(SWING "unknown T A\n", ROWS, t, y);
        br_watch_curve c;
        w.sd[0] = 5e-3;
        w.unknowns = 1;
        w.unknown[0].force = 1;
        tune(&w, &c);
        assert_true(c.Q[c.chosen] > 0.9e-4 && c.Q[c.chosen] < 1.1e-2); // 1e-3 is planted
    }
}

// A motor that keeps its speed: its torque follows every turn.
static double torque_error(br_watch *w, double Q, const br_crank_row *truth)
{
    br_record record;
    br_watch_result r;
    double sum = 0;
    w->unknown[0].walk = br_watch_walk(w, Q);
    run(w, &record, &r);
    for (long long k = 1; k < w->rows; k++)
        sum += pow(column(&record, "torque_est")[k] - truth[k].torque, 2);
    br_record_close(&record);
    return sqrt(sum / (double)(w->rows - 1));
}

static void where_corner_and_likelihood_disagree_the_likeliest_is_taken(void **state)
{
    (void)state;
    enum { ROWS = 1000 };
    static double t[ROWS], y[ROWS];
    static br_crank_row truth[ROWS];
    br_crank crank = br_crank_truth();
    br_random dice;
    machine like = {0};
    br_watch_curve c;
    br_random_init(&dice, 1, 0);
    crank.Kp = 0.3;
    crank.Ki = 1;
    br_crank_run(&crank, 1e-4, ROWS, truth);
    for (int k = 0; k < ROWS; k++) {
        t[k] = truth[k].t;
        y[k] = truth[k].omega + 0.1 * br_random_normal(&dice);
    }
    open_example(&like, "slider-crank-observed");
    br_watch w = watch_of(like.text, ROWS, t, y);
    w.sd[0] = 0.1;
    w.unknowns = 1;
    w.unknown[0].force = like.m.forces - 1;
    for (int i = 0; i < like.m.sensors; i++)
        w.sensor[0] = strcmp(like.m.sensor[i].name, "speed") == 0 ? i : w.sensor[0];
    tune(&w, &c);
    assert_false(c.agree);
    assert_int_equal(c.chosen, c.likeliest);
    assert_true(fabs(w.unknown[0].walk / br_watch_walk(&w, c.Q[c.likeliest]) - 1) < 1e-12);
    double corner = torque_error(&w, c.Q[c.corner], truth), chosen = torque_error(&w, c.Q[c.chosen], truth);
    print_message("torque: %.3f N*m by the corner, %.3f N*m by the likeliest\n", corner, chosen);
    assert_true(chosen < corner);
    close_machine(&like);
}

// ---------------------------------------------------------------- outliers

static void an_outlier_is_named_or_left_out_as_if_it_was_missing(void **state)
{
    (void)state;
    enum { ROWS = 400, AT = 299 };
    static double t[ROWS], y[2][ROWS];
    br_diag why = {0};
    br_watch_result r;
    br_record with, without;
    swing_along(3, ROWS, t, y[0]);
    memcpy(y[1], y[0], sizeof y[0]);
    y[1][AT] = (double)NAN;
    for (int dense = 0; dense < 2; dense++)
        for (int i = 0; i < 2; i++) {
            y[0][AT] = i ? 1e200 : 1e6;
            br_watch w = watch_of(SWING, ROWS, t, y[0]);
            w.sd[0] = 5e-3;
            w.dense = dense;
            assert_int_equal(br_watch_run(&w, NULL, &r, &why), BR_BAD_DATA);
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
    br_watch_result r;
    br_record record;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        y[k] = (double)NAN;
    }
    open_text(&like, text);
    br_watch w = watch_of(text, ROWS, t, y);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_logged_drive_is_held_until_the_next_row),
                                       cmocka_unit_test(a_gap_is_crossed_in_steps_of_a_row),
                                       cmocka_unit_test(an_outlier_is_named_or_left_out_as_if_it_was_missing),
                                       cmocka_unit_test(the_damping_of_the_scheme_is_told),
                                       cmocka_unit_test(tuning_finds_how_fast_a_torque_walks),
                                       cmocka_unit_test(where_corner_and_likelihood_disagree_the_likeliest_is_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
