// observer_fault_samples.h - samples that are missing, that stand still, or that come at the wrong time: docs/faults.md D1 to D6.
#ifndef TESTS_OBSERVER_FAULT_SAMPLES_H
#define TESTS_OBSERVER_FAULT_SAMPLES_H

#include "loop/signal/clock.h"
#include "observer_fault_kit.h"

// ---------------------------------------------------------------- missing samples

static void some_are_missing(machine *t)
{
    const br_real bad[] = {(br_real)NAN, (br_real)INFINITY, -(br_real)INFINITY};
    for (int l = 0; l < LENGTHS; l++) {
        unsigned long before = t->ob.health.missing;
        br_real narrow = sigma(t);
        for (long i = 0; i < lengths[l]; i++) {
            (void)next_sample(t);
            feed(t, bad[i % 3]);
            assert_int_equal(t->ob.last.taken, 0);
        }
        assert_int_equal(t->ob.health.missing, before + (unsigned long)lengths[l]);
        assert_true(sigma(t) > narrow || lengths[l] == 1);
        assert_recovers(t, RECOVERY, "missing samples");
    }
    assert_int_equal(t->ob.health.rejected, 0);
}

static void D1_samples_that_are_no_numbers_are_missing(void **state)
{
    (void)state;
    on_all(some_are_missing, WARM);
}

// Inputs, parameters and steps that are no numbers are errors, and nothing changes.
static void inputs_are_wrong(machine *t)
{
    const br_real bad[] = {(br_real)NAN, (br_real)INFINITY, -(br_real)INFINITY};
    br_kalman *ob = &t->ob;
    (void)next_sample(t);
    br_kalman_update_covariance(ob);
    record before = remember(ob);
    for (int i = 0; i < 3; i++) {
        br_real u = bad[i];
        assert_int_equal(br_kalman_predict(ob, &u, t->law->p, t->dt), BR_NOT_FINITE);
        assert_int_equal(br_kalman_predict(ob, t->u, t->law->p, bad[i]), BR_BAD_USAGE);
        assert_int_equal(br_kalman_correct(ob, &u, t->law->p, 0, 1), t->full ? BR_BAD_USAGE : BR_NOT_FINITE);
        assert_remembers(ob, &before);
    }
    assert_int_equal(ob->health.refused, 9);
    for (int k = 0; k < t->law->sys.np; k++) { // the prediction or what is expected
        br_real p[PARAMETERS];
        memcpy(p, t->law->p, sizeof p);
        p[k] = MISSING;
        before = remember(ob);
        br_status status = br_kalman_predict(ob, t->u, p, t->dt);
        if (status == BR_OK) {
            br_kalman_update_covariance(ob);
            before = remember(ob);
            status = br_kalman_correct(ob, t->u, p, t->which, 1);
        }
        if (status != BR_OK)
            assert_remembers(ob, &before);
        assert_sane(t);
    }
    assert_true(ob->health.refused >= 20);
    ob->health.refused = 0;
}

static void D1_inputs_that_are_no_numbers_are_refused_and_change_nothing(void **state)
{
    (void)state;
    on_all(inputs_are_wrong, 50);
}

// Truth goes on while nothing is measured.
static void drop_out(machine *t, double seconds)
{
    long samples = (long)(seconds / (double)t->dt + 0.5);
    for (long i = 0; i < samples; i++) {
        (void)next_sample(t);
        assert_int_equal(br_kalman_predict(&t->ob, t->u, t->law->p, t->dt), BR_OK);
        assert_sane(t);
    }
}

static void drops_out(machine *t)
{
    const double seconds[] = {1e-3, 1e-2, 0.1, 1, 10, 60};
    int most = soaks() ? 6 : (t->full ? 5 : 6) - (t->o.kind == &br_kalman_ukf); // the long ones take their time
    for (int i = 0; i < most; i++) {
        drop_out(t, seconds[i]);
        long after = assert_recovers(t, RECOVERY, "a dropout");
        assert_true(after <= 30); // docs/observers.md
        print_message("  %s, %s order: dropout of %g s, back after %ld samples, %lu resets\n", t->o.kind->name,
                      t->full ? "full" : "reduced", seconds[i], after, t->ob.health.resets);
        run(t, WARM);
    }
}

static void D2_after_a_dropout_of_1_ms_to_60_s_the_estimate_is_back(void **state)
{
    (void)state;
    on_all(drops_out, WARM);
}

// ---------------------------------------------------------------- sensors that stand still

static void sensor_sticks(machine *t)
{
    for (int l = 1; l < LENGTHS; l++) {
        while (fabs((double)(t->full ? t->x[1] : t->u[0])) < 3e-4) // moving
            feed(t, next_sample(t));
        br_real y = next_sample(t);
        unsigned long before = t->ob.health.stuck;
        feed(t, y);
        for (long i = 0; i < lengths[l]; i++) {
            (void)next_sample(t);
            feed(t, y);
        }
        if (lengths[l] >= 1000)
            assert_true(t->ob.health.stuck >= before + 995 && t->ob.health.alarms > 0);
        long after = assert_recovers(t, RECOVERY, "a stuck sensor");
        assert_true(after <= 207); // docs/observers.md, as the flags
        print_message("  %s, %s order: stuck for %ld, flagged %lu times, %lu resets, back after %ld\n", t->o.kind->name,
                      t->full ? "full" : "reduced", lengths[l], t->ob.health.stuck - before, t->ob.health.resets,
                      after);
        run(t, WARM);
    }
}

static void D3_a_sensor_that_is_stuck_while_the_machine_moves_is_flagged(void **state)
{
    (void)state;
    on_all(sensor_sticks, WARM);
}

// Comes to rest, with readings so coarse that they stay the same to the bit.
static void rests(machine *t)
{
    t->noise = 0;
    t->lsb = t->full ? (br_real)5e-8 : (br_real)0.2;
    t->moving = 0;
    t->ob.r[t->which] = t->lsb * t->lsb / 12;
    for (int i = 0; i < 3000; i++)
        feed(t, next_sample(t));
    assert_int_equal(t->ob.health.stuck, 0);
    assert_int_equal(t->ob.health.rejected + t->ob.health.resets, 0);
    assert_false(t->ob.alarm);
}

static void D3_a_still_quantised_sensor_at_rest_is_not_flagged(void **state)
{
    (void)state;
    on_all(rests, 0);
}

// ---------------------------------------------------------------- time

static void repeats(machine *t)
{
    br_real y[STATES + MOST_N];
    for (int i = 0; i < t->ob.joint.ny; i++)
        y[i] = MISSING;
    for (int i = 0; i < 200; i++) {
        y[t->which] = next_sample(t);
        assert_int_equal(br_kalman_step(&t->ob, t->u, t->law->p, t->dt, y), BR_OK);
        record before = remember(&t->ob);
        assert_int_equal(br_kalman_step(&t->ob, t->u, t->law->p, 0, y), BR_OK); // the same again
        assert_int_equal(br_kalman_step(&t->ob, t->u, t->law->p, -t->dt, y), BR_OK);
        assert_remembers(&t->ob, &before);
    }
    assert_int_equal(t->ob.health.late, 400);
    assert_recovers(t, RECOVERY, "repeated samples");
}

static void D4_repeated_and_late_samples_are_not_fused_twice(void **state)
{
    (void)state;
    on_all(repeats, WARM);
}

// Samples come with a stamp; what a clock makes of it goes to the observer.
static void feed_stamped(machine *t, br_clock *c, uint32_t stamp, br_real y)
{
    br_clock_sample s = br_clock_step(c, stamp);
    assert_true(s.dt >= 0 && s.dt <= (br_real)2.01 * t->dt && s.missing <= 100);
    for (int i = 0; i < s.missing; i++)
        assert_int_equal(br_kalman_predict(&t->ob, t->u, t->law->p, s.dt), BR_OK);
    if (s.dt > 0) {
        assert_int_equal(br_kalman_predict(&t->ob, t->u, t->law->p, s.dt), BR_OK);
        assert_int_equal(br_kalman_correct(&t->ob, t->u, t->law->p, t->which, y), BR_OK);
    }
    assert_sane(t);
}

static br_clock open_clock(const machine *t)
{
    br_clock c;
    br_clock_options o = br_clock_defaults(t->dt, (br_real)1e-6);
    assert_int_equal(br_clock_init(&c, &o), BR_OK);
    return c;
}

// The stamp of an honest clock runs on beside what the observer is told.
static void stamps_jump(machine *t)
{
    const uint32_t jumps[] = {0, 3600u * 1000000u, 0u - 5000000u, 189345600u * 10u, UINT32_MAX / 2, 12345};
    uint32_t step = (uint32_t)((double)t->dt * 1e6 + 0.5), stamp = 0u - 300 * step; // wraps soon
    br_clock c = open_clock(t);
    for (int j = 0; j < 6; j++) {
        stamp += jumps[j];
        for (int i = 0; i < 400; i++) {
            br_real y = next_sample(t);
            feed_stamped(t, &c, stamp += step, y);
            if (i % 50 == 20) // the same sample again, and an older one
                feed_stamped(t, &c, stamp, y), feed_stamped(t, &c, stamp - 3 * step, y);
        }
        assert_recovers(t, RECOVERY, "a jump of time stamps");
    }
    assert_true(c.health.anchored > 0 && c.health.equal > 0 && c.health.late > 0);
}

static void D5_stamps_that_wrap_repeat_and_jump_never_predict_far(void **state)
{
    (void)state;
    on_all(stamps_jump, WARM);
}

// A burst of 100 after a pause: the samples of the pause, with stamps of the burst.
static void bursts(machine *t)
{
    uint32_t step = (uint32_t)((double)t->dt * 1e6 + 0.5), stamp = 1000;
    br_clock c = open_clock(t);
    for (int i = 0; i < 100; i++)
        feed_stamped(t, &c, stamp += step, next_sample(t));
    for (int i = 0; i < 100; i++) {
        br_real y = next_sample(t);
        stamp += i == 0 ? 100 * step : 1;
        feed_stamped(t, &c, stamp, y);
    }
    assert_true(c.health.early >= 90); // left out, not fused as if time had passed
    assert_recovers(t, RECOVERY, "a burst");
}

static void D4_a_burst_after_a_pause_is_fused_once(void **state)
{
    (void)state;
    on_all(bursts, WARM);
}

// Stamps off by up to half a step, a clock 200 ppm fast, and every second sample left out for a while.
static void jitters(machine *t)
{
    double step = (double)t->dt * 1e6, now = 0;
    br_clock c = open_clock(t);
    for (int i = 0; i < 2000; i++) {
        br_real y = next_sample(t);
        now += step * 1.0002;
        double off = ((double)br_random_uniform(&t->random) - 0.5) * 0.98 * step;
        if (i < 1000 || i % 2 == 0)
            feed_stamped(t, &c, (uint32_t)(now + step + off), y);
    }
    assert_int_equal(c.health.anchored, 0);
    assert_recovers(t, RECOVERY, "jitter");
}

static void D6_jitter_drift_and_another_rate_are_survived(void **state)
{
    (void)state;
    on_all(jitters, WARM);
}

#endif
