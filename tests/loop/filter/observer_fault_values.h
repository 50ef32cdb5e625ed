// observer_fault_values.h - encoders, angles and values that are wrong: docs/faults.md D7 to D13.
#ifndef TESTS_OBSERVER_FAULT_VALUES_H
#define TESTS_OBSERVER_FAULT_VALUES_H

#include "loop/signal/encoder.h"
#include "observer_fault_kit.h"

// ---------------------------------------------------------------- encoders and angles

// A counter of few bits that wraps many times gives what a long one gives.
static void D7_an_encoder_that_wraps_changes_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++)
        for (int bits = 12; bits <= 32; bits += 20) {
            static machine t, twin;
            br_encoder e;
            br_encoder_options o = br_encoder_defaults();
            open_machine(&t, 1, kinds[k], 5);
            open_machine(&twin, 1, kinds[k], 5);
            o.bits = bits;
            o.resolution = t.lsb;
            o.most = 400;
            assert_int_equal(br_encoder_init(&e, &o), BR_OK);
            for (int i = 0; i < 800; i++) {
                br_real y = next_sample(&t), same = next_sample(&twin);
                int64_t count = (int64_t)floor((double)(y / t.lsb) + 0.5);
                uint32_t reading = (uint32_t)((uint64_t)count & UINT32_MAX);
                if (i == 0) {
                    o.origin = (int64_t)(reading & (UINT32_MAX >> (32 - bits))) - count;
                    e.origin = o.origin;
                }
                assert_int_equal(br_encoder_step(&e, reading, 1), BR_ENCODER_GOOD);
                feed(&t, br_encoder_position(&e));
                feed(&twin, same);
            }
            record want = remember(&twin.ob);
            assert_remembers(&t.ob, &want);
            close_machine(&t);
            close_machine(&twin);
        }
}

// Readings modulo 50 um, of an axis that moves over 200 um.
static void D8_a_measurement_modulo_its_period_is_the_measurement(void **state)
{
    (void)state;
    const br_real period = (br_real)5e-5;
    for (int k = 0; k < KINDS; k++) {
        static machine t;
        open_machine(&t, 1, kinds[k], 6);
        t.ob.period[t.which] = period;
        for (int i = 0; i < 2000; i++) {
            br_real y = next_sample(&t);
            feed(&t, y - period * (br_real)floor((double)(y / period) + 0.5));
        }
        assert_int_equal(t.ob.health.rejected + t.ob.health.resets, 0);
        assert_recovers(&t, RECOVERY, "angles");
        close_machine(&t);
    }
}

// An angle q with rate w that is measured within -pi..pi by the model itself: the points of a UKF lie on both sides.
static const br_sys_block turn_blocks[] = {
    {.shape = BR_ONE, .by = 'x', .at = 0, .row = 0, .rows = 1, .column = 1, .columns = 1},
    {.shape = BR_ONE, .by = 'x', .at = 1, .row = 2, .rows = 1, .column = 0, .columns = 1},
};

static void turn_rate(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                      int each, br_real *out)
{
    (void)s, (void)m, (void)u, (void)p, (void)each;
    for (int k = 0; k < count; k++) {
        out[k] = x[count + k];
        out[count + k] = 0;
        out[2 * count + k] = (br_real)remainder((double)x[k], 2 * 3.141592653589793);
    }
}

static void turn_jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                     int each, br_real *out, br_real *to)
{
    turn_rate(s, count, x, m, u, p, each, out);
    for (int k = 0; k < 2 * count; k++)
        to[k] = 1;
}

static const br_sys turning = {.nx = 2,
                               .ny = 1,
                               .njet = 2,
                               .njet_x = 2,
                               .block = turn_blocks,
                               .blocks = 2,
                               .affine = 1,
                               .rate = turn_rate,
                               .jet = turn_jet,
                               .jet_x = turn_jet};

static void D8_points_on_both_sides_of_pi_have_their_mean_there(void **state)
{
    (void)state;
    br_random random;
    br_random_init(&random, seed, 7);
    for (int k = 0; k < KINDS; k++) {
        const br_real sd[] = {(br_real)0.5, (br_real)0.5}, q[] = {(br_real)1e-3, (br_real)1e-3},
                      r[] = {(br_real)0.01, 0, 0}, period[] = {(br_real)(2 * 3.141592653589793), 0, 0}, x0[] = {3, 1};
        br_kalman ob;
        br_kalman_options o = br_kalman_defaults();
        o.kind = kinds[k];
        o.sd = sd;
        o.q = q;
        o.r = r;
        o.period = period;
        size_t bytes = br_kalman_bytes(&turning, &o);
        void *memory = malloc(bytes);
        assert_int_equal(br_kalman_init(&ob, &turning, &o, x0, memory, bytes), BR_OK);
        for (int i = 1; i <= 3000; i++) {
            double angle = 3.2 + 0.7 * 0.01 * i, y = angle + 0.1 * (double)br_random_normal(&random);
            assert_int_equal(br_kalman_predict(&ob, NULL, NULL, (br_real)0.01), BR_OK);
            assert_int_equal(br_kalman_correct(&ob, NULL, NULL, 0, (br_real)remainder(y, 2 * 3.141592653589793)),
                             BR_OK);
            double off = remainder((double)ob.gaussian.x[0] - angle, 2 * 3.141592653589793);
            assert_true(fabs(off) < 5 * (double)br_kalman_sd(&ob, 0));
        }
        assert_true(fabs((double)ob.gaussian.x[1] - 0.7) < 5 * (double)br_kalman_sd(&ob, 1));
        assert_int_equal(ob.health.resets, 0);
        free(memory);
    }
}

// At rest under 3 N, a count of 1 um: nothing for thousands of samples, then perhaps one.
static void quantised(machine *t)
{
    if (!t->full)
        return;
    t->noise = 0;
    t->lsb = (br_real)1e-6;
    t->moving = 0;
    t->ob.r[t->which] = t->lsb * t->lsb / 12;
    int turns = 0;
    br_real last = 0;
    for (int i = 0; i < 2000; i++) {
        feed(t, next_sample(t));
        br_real F = br_kalman_expect(&t->ob, t->u, t->law->p, 0, NULL);
        turns += F * last < 0;
        last = F;
    }
    assert_true(turns <= 1);
    assert_true(br_kalman_sd(&t->ob, 0) > t->lsb / 100 && br_kalman_sd(&t->ob, 0) < t->lsb);
    assert_true(fabs((double)last - 3) < 3 * (double)sigma(t) / (double)t->lsb + 0.5);
}

static void D9_at_standstill_a_coarse_encoder_neither_chatters_nor_makes_sure(void **state)
{
    (void)state;
    on_all(quantised, 0);
}

// Counts are lost for ever: small slips are taken as motion, large ones are gated, then accepted as the new place.
static void slips(machine *t)
{
    if (!t->full)
        return;
    br_real off = 0;
    for (int counts = 1; counts <= 64; counts *= 4) {
        off += (br_real)counts * t->lsb * (counts % 3 == 1 ? 1 : -1);
        for (int i = 0; i < 1000; i++)
            feed(t, next_sample(t) + off);
        assert_true(worst(t) <= 4);
        assert_true(fabs((double)(t->ob.gaussian.x[0] - t->x[0] - off)) < 5 * (double)sigma(t));
    }
    assert_true(t->ob.health.rejected >= 1);
}

static void D10_count_slips_are_gated_and_then_accepted(void **state)
{
    (void)state;
    on_all(slips, WARM);
}

// ---------------------------------------------------------------- wrong values

// Beyond 7 N the sensor clips: given as missing, nothing wrong is learnt.
static void saturates(machine *t)
{
    if (t->full)
        return;
    unsigned long clipped = 0;
    for (int i = 0; i < 3000; i++) {
        br_real y = next_sample(t);
        int over = fabs((double)y) > 7;
        clipped += (unsigned long)over;
        feed(t, over ? MISSING : y);
    }
    assert_true(clipped > 500);
    assert_int_equal(t->ob.health.missing, clipped);
    assert_recovers(t, RECOVERY, "saturation");
}

static void D11_saturated_samples_are_passed_as_missing(void **state)
{
    (void)state;
    on_all(saturates, WARM);
}

// Spikes of so many sigma leave exactly what missing samples leave.
static void spikes_leave_nothing(int gated, double least, double most)
{
    for (int full = 0; full < 2; full++)
        for (int k = 0; k < KINDS; k++) {
            static machine t, twin;
            open_machine(&t, full, kinds[k], 8);
            open_machine(&twin, full, kinds[k], 8);
            run(&t, WARM);
            run(&twin, WARM);
            t.ob.o.gate = twin.ob.o.gate = gated ? t.ob.o.gate : 0;
            double size = least;
            unsigned long spikes = 0;
            for (int i = 0; i < 400; i++) {
                br_real y = next_sample(&t), same = next_sample(&twin);
                if (i % 7 == 3) {
                    y += (br_real)((i % 2 ? size : -size) * sqrt((double)t.ob.last.variance));
                    size = size < most ? size * 2 : least;
                    same = MISSING;
                    spikes++;
                }
                if (i == 200)
                    y = (br_real)(sizeof(br_real) == 4 ? 3e38 : 1.7e308), same = MISSING, spikes++;
                feed(&t, y);
                feed(&twin, same);
                br_kalman_update_covariance(&twin.ob); // a rejected sample has had a look at the covariance
                assert_memory_equal(t.ob.gaussian.x, twin.ob.gaussian.x, (size_t)t.ob.joint.n * sizeof(br_real));
                assert_memory_equal(t.ob.gaussian.D, twin.ob.gaussian.D, (size_t)t.ob.joint.n * sizeof(br_real));
            }
            assert_int_equal(t.ob.health.rejected, spikes);
            assert_int_equal(t.ob.health.resets, 0);
            assert_recovers(&t, RECOVERY, "spikes");
            close_machine(&t);
            close_machine(&twin);
        }
}

static void D12_spikes_of_10_to_1e9_sigma_leave_nothing_behind(void **state)
{
    (void)state;
    spikes_leave_nothing(1, 10, 1e9);
}

static void D12_without_a_gate_what_cannot_be_leaves_nothing_behind(void **state)
{
    (void)state;
    spikes_leave_nothing(0, 2e8, 1e30);
}

static void outliers(machine *t)
{
    int outside = 0;
    for (int i = 0; i < 2000; i++) {
        br_real y = next_sample(t);
        if (br_random_uniform(&t->random) < (br_real)0.3)
            y += (br_real)(40 * ((double)br_random_uniform(&t->random) - 0.5)) * (br_real)10 * sigma(t);
        feed(t, y);
        outside += worst(t) > 4;
    }
    assert_true(outside < 100);
    assert_true(t->ob.health.rejected > 400 && t->ob.health.alarms >= 1);
    assert_true(t->ob.health.resets <= 3);
    assert_recovers(t, RECOVERY, "30 % outliers");
}

static void D12_of_30_percent_outliers_most_are_rejected(void **state)
{
    (void)state;
    on_all(outliers, WARM);
}

// The force sensor drifts away, slower than the gate would notice.
static void ramps(machine *t)
{
    if (t->full)
        return;
    long i = 0;
    unsigned long before = quiet(t);
    for (br_real bias = 0; t->ob.health.alarms == before && i < 4000; i++) {
        bias += (br_real)0.002 * t->noise * (br_real)10; // 2 N in 1000 samples
        feed(t, next_sample(t) + bias);
    }
    print_message("  %s: alarm after %ld samples, %lu rejected\n", t->o.kind->name, i, t->ob.health.rejected);
    assert_true(i < 3000);
}

static void D12_a_bias_that_ramps_below_the_gate_raises_the_alarm(void **state)
{
    (void)state;
    on_all(ramps, WARM);
}

// Everything is off from now on: a force by 60 sigma, a position by 10^4.
static void locks_out(machine *t)
{
    br_real off = (t->full ? (br_real)1e4 : 60) * sigma(t);
    unsigned long taken = t->ob.health.corrections;
    long last = -1000;
    for (long i = 0; i < 2000; i++) {
        unsigned long resets = t->ob.health.resets;
        feed(t, next_sample(t) + off);
        if (t->ob.health.resets > resets) {
            assert_true(i - last >= t->o.patience);
            last = i;
        }
    }
    assert_true(t->ob.health.resets >= 1 && t->ob.health.rejected >= (unsigned long)t->o.patience);
    assert_true(t->ob.health.corrections - taken > 1000); // it is no longer locked out
    assert_recovers(t, RECOVERY, "a lock-out");
}

static void D13_a_lock_out_ends_in_a_reset_not_more_often_than_patience(void **state)
{
    (void)state;
    on_all(locks_out, WARM);
}

#endif
