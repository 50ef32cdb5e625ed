// compensate_commands.h - what compensators command, and what they learn from an axis.
#ifndef TESTS_COMPENSATE_COMMANDS_H
#define TESTS_COMPENSATE_COMMANDS_H

#include "compensate_kit.h"

// ---------------------------------------------------------------- what they command

// (11), written here: integral by the sum of errors.
static void none_is_the_pid_of_the_paper(void **state)
{
    (void)state;
    bed b = {0};
    br_compensate_options o = options_of(&b, &br_compensate_none);
    o.gain = (br_feedback_gain){.Kp = 3, .Kd = 6, .Ki = 4};
    o.tuning.most = 0;
    make(&b, &o);
    double sum = 0, worst = 0;
    for (int k = 0; k < 2000; k++) {
        double x = 0.3 * (1 - cos(0.01 * k)), v = 3 * sin(0.01 * k);
        br_real u = br_compensate_step(&b.c, &(br_motion){1, 0, 0}, (br_real)x, (br_real)v, DT);
        sum += (x - 1) * 1e-3;
        worst = fmax(worst, fabs((double)u - (-6 * v - 3 * (x - 1) - 4 * sum)));
    }
    assert_true(worst < 2e4 * (sizeof(br_real) == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON));
    drop(&b);
}

static void the_velocity_comes_from_the_position_without_a_tachometer(void **state)
{
    (void)state;
    bed b = {0};
    br_compensate_options o = options_of(&b, &br_compensate_none);
    o.tachometer = 0;
    o.gain = (br_feedback_gain){.Kd = 10};
    make(&b, &o);
    br_real u = 0;
    for (int k = 0; k < 500; k++)
        u = br_compensate_step(&b.c, &(br_motion){0, 0, 0}, (br_real)(0.2 * k * 1e-3), MISSING, DT);
    assert_true(fabs((double)u + 2) < 0.02);
    drop(&b);
}

static void the_integral_leaves_a_limit_at_once(void **state)
{
    (void)state;
    bed b = {0};
    br_compensate_options o = options_of(&b, &br_compensate_none);
    o.gain = (br_feedback_gain){.Kp = 10, .Ki = 100};
    o.tuning.most = 5;
    make(&b, &o);
    for (int k = 0; k < 20000; k++) // 20 s far away from a reference that it cannot reach
        br_compensate_step(&b.c, &(br_motion){1, 0, 0}, 0, 0, DT);
    assert_true((double)b.c.u <= 5 && fabs((double)b.c.integral) <= 5.2 && b.c.health.limited > 19000);
    int k = 0;
    while ((double)br_compensate_step(&b.c, &(br_motion){1, 0, 0}, (br_real)1.5, 0, DT) > 0 && k < 1000)
        k++;
    assert_true(k < 110); // 5 N at 50 N/s
    drop(&b);
}

static void share_and_trust_scale_the_friction(void **state)
{
    (void)state;
    bed b = {0};
    br_compensate_options o = options_of(&b, &br_compensate_coulomb);
    o.gain = (br_feedback_gain){0};
    o.tuning.fade_in = 100 * DT;
    make(&b, &o);
    b.c.tuning.share = (br_real)0.5;
    const br_motion aim = {0, (br_real)0.1, 0}; // without feedback it only bears the velocity out
    for (int k = 1; k <= 200; k++) {
        br_real u = br_compensate_step(&b.c, &aim, 0, (br_real)0.1, DT);
        double expected = 0.5 * fmin(k / 100.0, 1) * 1.04;
        assert_true(fabs((double)u - expected) < 1e-4);
    }
    b.c.tuning.band = (br_real)0.2; // a dead band, from now on
    assert_true((double)br_compensate_step(&b.c, &aim, 0, (br_real)0.1, DT) == 0);
    b.c.tuning.band = 0;
    b.c.tuning.on = 0;
    for (int k = 0; k < 20; k++)
        br_compensate_step(&b.c, &aim, 0, (br_real)0.1, DT);
    assert_true((double)b.c.u == 0 && (double)b.c.trust == 0);
    drop(&b);
}

// ---------------------------------------------------------------- what they learn

// Observers of the true law: the force of friction is known to a few hundredths, of sampling and of the fading tail of the
// start. Simple ones know less.
static void known_friction_is_compensated(void **state)
{
    (void)state;
    double none = 0;
    for (int i = 0; i < KINDS; i++) {
        static bed b;
        axis a = {.x = 0.01, .level = 1};
        make_kind(&b, kinds[i]);
        ride r = go(&b, &a, 4);
        print_message("  %-12s rms %8.3g um, peak %8.3g um, force within %.3g N\n", kinds[i]->name, 1e6 * r.rms,
                      1e6 * r.peak, r.off);
        if (i == 0)
            none = r.rms;
        else
            assert_true(r.rms < none / 3);
        drop(&b);
    }
}

static void a_wrong_start_of_the_observer_is_forgotten(void **state)
{
    (void)state;
    bed b = {0};
    br_real start[] = {(br_real)-1e-5};
    br_compensate_options o = options_of(&b, &br_compensate_observer);
    o.law.x = start;
    make(&b, &o);
    assert_true((double)b.c.x[0] == (double)start[0]);
    axis a = {.x = 0.01, .level = 1};
    assert_true(go(&b, &a, 4).off < 0.2);
    drop(&b);
}

// At rest the law moves nothing, and the deflection is what corrections make of it: -k t times e (12), e + T e', e' (15).
static void the_observer_is_corrected_by_what_it_is_told(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        bed b = {0};
        br_compensate_options o = options_of(&b, &br_compensate_observer);
        double e = -1e-3, de = -2e-3;
        double by = i == 0 ? e : i == 1 ? e + 0.1 * de : de;
        o.law.lead = i == 1 ? (br_real)0.1 : 0;
        o.law.by_velocity = i == 2;
        make(&b, &o);
        for (int k = 0; k < 100; k++)
            br_compensate_step(&b.c, &(br_motion){(br_real)-e, (br_real)-de, 0}, 0, 0, DT);
        double expected = -0.05 * 0.1 * by;
        assert_true(fabs((double)b.c.x[0] / expected - 1) < 1e-4);
        drop(&b);
    }
}

static void the_disturbance_observer_finds_a_force(void **state)
{
    (void)state;
    bed b = {0};
    make_kind(&b, &br_compensate_disturbance);
    double x = 0, v = 0;
    for (int k = 0; k < 2000; k++) { // a mass without friction, held against 3 N
        br_real u = br_compensate_step(&b.c, &(br_motion){0, 0, 0}, (br_real)x, (br_real)v, DT);
        x += 1e-3 * v + 0.5e-6 * ((double)u - 3);
        v += 1e-3 * ((double)u - 3);
    }
    assert_true(fabs((double)b.c.friction - 3) < 1e-2 && fabs(x) < 1e-5);
    drop(&b);
}

// Speeding up by 10 m/s^2 against 3 N: the mean velocity of a sample goes with its command. The newest one makes 0.3 N of error,
// the mean 3 mN.
static void the_disturbance_observer_takes_the_velocity_between_samples(void **state)
{
    (void)state;
    bed b = {0};
    br_compensate_options o = options_of(&b, &br_compensate_disturbance);
    o.gain = (br_feedback_gain){0};
    make(&b, &o);
    double x = 0, v = 0;
    for (int k = 0; k < 500; k++) {
        br_real u = br_compensate_step(&b.c, &(br_motion){(br_real)x, (br_real)v, 10}, (br_real)x, (br_real)v, DT);
        x += 1e-3 * v + 0.5e-6 * ((double)u - 3);
        v += 1e-3 * ((double)u - 3);
    }
    assert_true(fabs((double)b.c.friction - 3) < 0.02);
    drop(&b);
}

// One step of (12), (13) by hand: at rest z' = -k e, F = sigma0 z + sigma1 z'.
static void the_force_of_the_observer_has_the_corrected_rate(void **state)
{
    (void)state;
    bed b = {0};
    make_kind(&b, &br_compensate_observer);
    double e = -1e-3, rate = -0.05 * e, F = 1e5 * rate * 1e-3 + 316.22776601683796 * rate;
    br_compensate_step(&b.c, &(br_motion){(br_real)-e, 0, 0}, 0, 0, DT);
    assert_true(fabs((double)b.c.friction / F - 1) < 1e-4);
    drop(&b);
}

// Within `rest` of the reference nothing is integrated, neither by the feedback nor by Dahl's integral.
static void nothing_is_integrated_within_rest(void **state)
{
    (void)state;
    for (int dahl = 0; dahl < 2; dahl++)
        for (int inside = 0; inside < 2; inside++) {
            bed b = {0};
            br_compensate_options o = options_of(&b, dahl ? &br_compensate_dahl : &br_compensate_none);
            o.gain.Ki = 100;
            o.tuning.rest = (br_real)1e-3;
            make(&b, &o);
            for (int k = 0; k < 10; k++)
                br_compensate_step(&b.c, &(br_motion){(br_real)(inside ? 0.9e-3 : 1.1e-3), 0, 0}, 0, 0, DT);
            double integral = inside ? 0 : 100 * 1.1e-5, w = inside || !dahl ? 0 : 500 * 1.1e-5;
            assert_true(fabs((double)b.c.integral - integral) < 1e-8 && fabs((double)b.c.w - w) < 1e-8);
            drop(&b);
        }
}

static void the_level_of_friction_is_learnt(void **state)
{
    (void)state;
    bed b = {0};
    axis a = {.x = 0.01, .level = 1.6};
    br_compensate_options o = options_of(&b, &br_compensate_adaptive);
    o.law.rate = 20;
    make(&b, &o);
    go(&b, &a, 20);
    print_message("  level %.3f of 1.6\n", (double)b.c.level);
    assert_true(fabs((double)b.c.level - 1.6) < 0.1);
    drop(&b);
}

static void a_filter_is_corrected_as_often_as_asked_for(void **state)
{
    (void)state;
    bed b = {0};
    axis a = {.x = 0.01, .level = 1};
    make_kind(&b, &br_compensate_filter);
    b.c.o.estimator.every = 4;
    double off = go(&b, &a, 2).off;
    assert_int_equal(b.filter.health.predictions, 2000);
    assert_int_equal(b.filter.health.corrections + b.filter.health.rejected, 500);
    assert_true(off < 0.1);
    drop(&b);
}

// Friction three times as large as the filter knows, and a process noise that does not allow for it: it raises its alarm.
static void an_alarm_of_a_filter_ends_the_compensation_unless_it_is_deaf(void **state)
{
    (void)state;
    for (int deaf = 0; deaf < 2; deaf++) {
        static bed b;
        axis a = {.x = 0.01, .level = 3};
        memset(&b, 0, sizeof b);
        br_compensate_options o = options_of(&b, &br_compensate_filter);
        make(&b, &o);
        b.c.o.estimator.deaf = deaf;
        int alarmed = 0, trusted = 0;
        for (int k = 0; k < 2000; k++) {
            br_motion aim = sine(k * 1e-3);
            move(&a, (double)br_compensate_step(&b.c, &aim, (br_real)a.x, (br_real)a.v, DT), 0);
            alarmed += b.filter.alarm;
            trusted += b.filter.alarm && b.c.known;
        }
        assert_true(alarmed > 100 && trusted == (deaf ? alarmed : 0));
        drop(&b);
    }
}

// Far from where the estimator was made, and without a limit of the command.
static void an_estimator_stands_where_the_axis_is_first_seen(void **state)
{
    (void)state;
    for (int i = KINDS - 2; i < KINDS; i++)
        for (int tachometer = 0; tachometer < 2; tachometer++) {
            static bed b;
            axis a = {.x = 0.01, .level = 1};
            memset(&b, 0, sizeof b);
            br_compensate_options o = options_of(&b, kinds[i]);
            o.tuning.most = 0, o.tachometer = tachometer;
            make(&b, &o);
            for (int k = 0; k < 300; k++) {
                br_motion aim = sine(k * 1e-3);
                br_real u = br_compensate_step(&b.c, &aim, (br_real)a.x, (br_real)a.v, DT);
                assert_true(fabs((double)u) < 3 && fabs(a.x - (double)aim.q) < 1e-3);
                move(&a, (double)u, 0);
            }
            drop(&b);
        }
}

#endif
