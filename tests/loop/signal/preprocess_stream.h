// preprocess_stream.h - readings of counters: encoders and clocks (docs/faults.md D4-D7, D17, E5, E6).
#include "loop/signal/clock.h"
#include "loop/signal/encoder.h"
#include "loop/signal/wrap.h"
#include "kit/preprocess.h"

// ---------------------------------------------------------------- encoders

static br_encoder encoder(int bits, uint32_t most)
{
    br_encoder e;
    br_encoder_options o = br_encoder_defaults();
    o.bits = bits;
    o.most = most;
    assert_int_equal(br_encoder_init(&e, &o), BR_OK);
    return e;
}

static uint32_t reading(int64_t count, int bits)
{
    return (uint32_t)((uint64_t)count & br_wrap_top(bits)) | (bits < 32 ? (uint32_t)below(1 << 16) << bits : 0);
}

// Three times around and back, in steps of up to the most that is believed; high bits of the readings are noise.
static void D7_encoder_wraps_at_every_width_in_both_directions(void **unused)
{
    (void)unused;
    for (int bits = 2; bits <= 32; bits++) {
        int64_t range = (int64_t)1 << bits, most = range / 2 - 1, count = 0;
        br_encoder e = encoder(bits, (uint32_t)most);
        assert_int_equal(br_encoder_step(&e, reading(0, bits), 1), BR_ENCODER_GOOD);
        for (int sign = 1; sign >= -1; sign -= 2)
            while (sign * count < 3 * range) {
                int64_t by = below(2) ? most : 1 + (int64_t)(br_random_next(&chance) % (uint64_t)most);
                count += sign * by;
                assert_int_equal(br_encoder_step(&e, reading(count, bits), 1), BR_ENCODER_GOOD);
                assert_true(e.count == count);
            }
        assert_int_equal(e.health.held + e.health.lost, 0);
    }
}

static void D7_encoder_at_rest_beside_the_wrap_stays(void **unused)
{
    (void)unused;
    br_encoder e = encoder(12, 0);
    assert_int_equal(br_encoder_step(&e, 4095, 1), BR_ENCODER_GOOD);
    for (int i = 0; i < 1000; i++) { // dithers by one count
        int64_t count = 4095 + below(2);
        assert_int_equal(br_encoder_step(&e, (uint32_t)count & 4095, 1), BR_ENCODER_GOOD);
        assert_true(e.count == count);
    }
}

// Without a speed, jumps between a quarter and three quarters of the range are seen; one of exactly half is, too.
static void D7_encoder_jump_of_about_half_the_range_is_flagged(void **unused)
{
    (void)unused;
    for (int bits = 12; bits <= 32; bits++)
        for (int eighths = 3; eighths <= 5; eighths++)
            for (int sign = -1; sign <= 1; sign += 2) {
                br_encoder e = encoder(bits, 0);
                int64_t far = sign * (((int64_t)1 << bits) / 8 * eighths);
                (void)br_encoder_step(&e, 7, 1);
                for (int i = 0; i < 3; i++)
                    assert_int_equal(br_encoder_step(&e, reading(7 + far, bits), 1), BR_ENCODER_HELD);
                assert_true(e.count == 7);
                assert_int_equal(br_encoder_step(&e, reading(7 + far, bits), 1), BR_ENCODER_LOST);
                assert_true((e.count - 7 - far) % ((int64_t)1 << bits) == 0);
                assert_int_equal(br_encoder_step(&e, reading(7 + far, bits), 1), BR_ENCODER_GOOD);
                assert_int_equal(e.health.held, 3);
                assert_int_equal(e.health.lost, 1);
            }
}

static void D7_encoder_faster_than_stated_is_flagged(void **unused)
{
    (void)unused;
    br_encoder e = encoder(16, 100);
    (void)br_encoder_step(&e, 1000, 1);
    assert_int_equal(br_encoder_step(&e, 1100, 1), BR_ENCODER_GOOD);
    assert_int_equal(br_encoder_step(&e, 1201, 1), BR_ENCODER_HELD);
    assert_int_equal(br_encoder_step(&e, 1300, 1), BR_ENCODER_GOOD); // two samples after the last one that was believed
    assert_int_equal(br_encoder_step(&e, 65500, 1), BR_ENCODER_HELD);
    assert_int_equal(br_encoder_step(&e, 1300, 1), BR_ENCODER_GOOD); // a spike leaves nothing behind
    assert_true(e.count == 1300);
    assert_int_equal(e.health.held, 2);
}

// 16 bits at 100 counts a sample: after 328 samples it may have turned half round.
static void D7_encoder_after_a_gap_in_which_it_may_have_turned_round_is_flagged(void **unused)
{
    (void)unused;
    br_encoder e = encoder(16, 100);
    (void)br_encoder_step(&e, 0, 1);
    assert_int_equal(br_encoder_step(&e, 32700, 327), BR_ENCODER_GOOD);
    assert_int_equal(br_encoder_step(&e, 32700, 328), BR_ENCODER_LOST);
    assert_int_equal(br_encoder_step(&e, 32800, INT32_MAX), BR_ENCODER_LOST);
    assert_int_equal(br_encoder_step(&e, 32900, 1), BR_ENCODER_GOOD);
    assert_true(e.count == 32900);
}

// Spikes of any size while it moves: the count is never off by a range.
static void D10_encoder_spikes_lose_no_range(void **unused)
{
    (void)unused;
    br_encoder e = encoder(14, 200);
    int64_t count = 0;
    (void)br_encoder_step(&e, 0, 1);
    for (int i = 0; i < points() / 2; i++) {
        count += below(401) - 200;
        assert_int_equal(br_encoder_step(&e, reading(count, 14), 1), BR_ENCODER_GOOD);
        assert_true(e.count == count);
        int64_t spike = count + 601 + below(16384 - 1202);
        count += below(401) - 200;
        if (i % 3 == 0)
            assert_int_equal(br_encoder_step(&e, reading(spike, 14), 1), BR_ENCODER_HELD);
        else
            assert_int_equal(br_encoder_step(&e, reading(count, 14), 1), BR_ENCODER_GOOD);
    }
}

// 10^12 counts away from where it began every count still moves the position; without an origin float loses them.
static void position_keeps_every_count_over_long_travel(void **unused)
{
    (void)unused;
    br_encoder e = encoder(32, 0);
    br_real step = e.o.resolution = (br_real)0.24e-9;
    int64_t by = (int64_t)1 << 29;
    (void)br_encoder_step(&e, 0, 1);
    for (int i = 1; i <= 2000; i++)
        assert_int_equal(br_encoder_step(&e, (uint32_t)((uint64_t)(i * by) & UINT32_MAX), 1), BR_ENCODER_GOOD);
    assert_true(e.count == 2000 * by);
    br_real moved = br_encoder_recentre(&e);
    assert_close((wide)moved, -2000.0L * (wide)by * (wide)step, 4e-7L * 257, "shift");
    assert_true(br_encoder_position(&e) == 0);
    for (int i = 1; i <= 1 << 12; i++) {
        assert_int_equal(br_encoder_step(&e, (uint32_t)((uint64_t)(2000 * by + i) & UINT32_MAX), 1), BR_ENCODER_GOOD);
        assert_true(br_encoder_position(&e) == step * (br_real)i);
    }
}

static void encoder_with_offset_origin_and_reversed(void **unused)
{
    (void)unused;
    br_encoder e;
    br_encoder_options o = br_encoder_defaults();
    o.resolution = (br_real)-0.5;
    o.offset = 3;
    o.origin = 100;
    assert_int_equal(br_encoder_init(&e, &o), BR_OK);
    (void)br_encoder_step(&e, 100, 1);
    assert_true(br_encoder_position(&e) == 3);
    (void)br_encoder_step(&e, 104, 1);
    assert_true(br_encoder_position(&e) == 1);
}

static void encoder_refuses_what_makes_no_sense_and_changes_nothing(void **unused)
{
    (void)unused;
    br_encoder e = encoder(16, 5), before;
    const br_encoder_options good = br_encoder_defaults();
    br_encoder_options bad[8];
    for (int i = 0; i < 8; i++)
        bad[i] = good;
    bad[0].bits = 1, bad[1].bits = 33, bad[2].resolution = 0, bad[3].resolution = MISSING, bad[4].offset = INFINITE;
    bad[5].most = 32768, bad[6].patience = -1, bad[7].bits = -1;
    memcpy(&before, &e, sizeof e);
    for (int i = 0; i < 8; i++)
        assert_int_equal(br_encoder_init(&e, &bad[i]), BR_BAD_USAGE);
    assert_int_equal(br_encoder_init(&e, NULL), BR_BAD_USAGE);
    assert_int_equal(br_encoder_init(NULL, &good), BR_BAD_USAGE);
    assert_memory_equal(&before, &e, sizeof e);
}

// ---------------------------------------------------------------- clocks

enum { STEP = 1000 }; // ticks

static br_clock stopwatch(int grid)
{
    br_clock c;
    br_clock_options o = br_clock_defaults((br_real)1e-3, (br_real)1e-6);
    o.grid = grid;
    assert_int_equal(br_clock_init(&c, &o), BR_OK);
    return c;
}

static br_clock_answer tell(br_clock *c, uint32_t ticks)
{
    return br_clock_step(c, ticks).answer;
}

static void assert_step(br_clock_sample s, br_clock_answer answer, double dt, int missing)
{
    assert_int_equal(s.answer, answer);
    assert_int_equal(s.missing, missing);
    assert_close((wide)s.dt, (wide)dt, 1e-6L * (wide)dt, "dt");
}

static void D5_equal_and_late_stamps_are_left_out(void **unused)
{
    (void)unused;
    br_clock c = stopwatch(0);
    assert_step(br_clock_step(&c, 5000), BR_CLOCK_ANCHORED, 1e-3, 0);
    assert_step(br_clock_step(&c, 6000), BR_CLOCK_GOOD, 1e-3, 0);
    assert_step(br_clock_step(&c, 6000), BR_CLOCK_EQUAL, 0, 0);
    assert_step(br_clock_step(&c, 8000), BR_CLOCK_GOOD, 2e-3, 0); // swapped with the next
    assert_step(br_clock_step(&c, 7000), BR_CLOCK_LATE, 0, 0);
    assert_step(br_clock_step(&c, 9000), BR_CLOCK_GOOD, 1e-3, 0);
    assert_true(c.elapsed == 4000 && c.index == 3);
    assert_int_equal(c.health.equal, 1);
    assert_int_equal(c.health.late, 1);
    assert_int_equal(c.health.anchored, 0);
}

// Of every bit width, at the wrap.
static void D5_stamps_wrap_without_notice(void **unused)
{
    (void)unused;
    for (int bits = 12; bits <= 32; bits++) {
        br_clock c;
        br_clock_options o = br_clock_defaults((br_real)1e-3, (br_real)1e-6);
        o.bits = bits;
        assert_int_equal(br_clock_init(&c, &o), BR_OK);
        uint32_t ticks = br_wrap_top(bits) - 2500;
        (void)br_clock_step(&c, ticks);
        for (int i = 0; i < 10; i++)
            assert_step(br_clock_step(&c, ticks += STEP), BR_CLOCK_GOOD, 1e-3, 0);
        assert_true(c.index == 10 && c.elapsed == 10000);
    }
}

// One hour of microseconds is more than half of 32 bits, six years are some number, and 0 may be anything.
static void D5_jumps_start_again_and_never_predict_far(void **unused)
{
    (void)unused;
    const uint32_t jump[] = {3600000000u,   (uint32_t)(6ull * 31557600000000ull & UINT32_MAX),
                             0u - 5000000u, 150000000u,
                             0u - 7000000u, UINT32_MAX / 2};
    for (size_t k = 0; k < sizeof jump / sizeof *jump; k++) {
        br_clock c = stopwatch(0);
        uint32_t ticks = 7000000;
        int taken = 0;
        (void)br_clock_step(&c, ticks);
        (void)br_clock_step(&c, ticks += STEP);
        ticks += jump[k];
        for (int i = 0; i < 30; i++, ticks += STEP) {
            br_clock_sample s = br_clock_step(&c, ticks);
            assert_true(s.dt == 0 || (s.dt > (br_real)0.99e-3 && s.dt < (br_real)1.01e-3));
            assert_int_equal(s.missing, 0);
            taken += s.dt > 0;
        }
        assert_int_equal(c.health.anchored, 1);
        assert_true(taken >= 20); // at most `patience` are left out
        assert_int_equal(c.index, 1 + taken);
    }
}

// The grid begins anew at the stamp after the jump.
static void D5_a_jump_moves_the_grid(void **unused)
{
    (void)unused;
    br_clock c = stopwatch(1);
    (void)br_clock_step(&c, 0);
    assert_step(br_clock_step(&c, STEP + 400), BR_CLOCK_GOOD, 1e-3, 0);
    assert_step(br_clock_step(&c, 900 * STEP), BR_CLOCK_ANCHORED, 1e-3, 0);
    assert_step(br_clock_step(&c, 901 * STEP + 200), BR_CLOCK_GOOD, 1e-3, 0); // 0.2 off, and 0.6 if it had not
    assert_int_equal(c.index, 3);
}

static void D5_a_clock_that_stops_counts_samples(void **unused)
{
    (void)unused;
    br_clock c = stopwatch(0);
    (void)br_clock_step(&c, 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(tell(&c, 0), BR_CLOCK_EQUAL);
    for (int i = 0; i < 1000; i++)
        assert_step(br_clock_step(&c, 0), BR_CLOCK_ANCHORED, 1e-3, 0);
    assert_int_equal(tell(&c, STEP), BR_CLOCK_GOOD);
    assert_int_equal(tell(&c, STEP), BR_CLOCK_EQUAL);
    assert_int_equal(c.index, 1001);
    assert_int_equal(c.elapsed, 1001 * STEP);
}

static void D5_gaps_are_told_in_whole_samples(void **unused)
{
    (void)unused;
    for (int grid = 0; grid < 2; grid++)
        for (int n = 3; n <= 100; n++) {
            br_clock c = stopwatch(grid);
            (void)br_clock_step(&c, 77);
            br_clock_sample s = br_clock_step(&c, 77u + (uint32_t)(n * STEP + STEP / 5));
            assert_int_equal(s.answer, BR_CLOCK_GAP);
            assert_int_equal(s.missing, n - 1);
            assert_close((wide)s.dt, grid ? 1e-3L : (n + 0.2L) * 1e-3L / n, 1e-9L, "dt");
            assert_int_equal(c.health.gaps, 1);
            assert_int_equal(c.health.missing, n - 1);
        }
    br_clock c = stopwatch(0);
    (void)br_clock_step(&c, 0);
    assert_step(br_clock_step(&c, 101 * STEP), BR_CLOCK_ANCHORED, 1e-3, 0);
}

// Stamps off by up to half a step, a clock 200 ppm fast: the time told is right to a step. Measured steps add up to it.
static void D6_jitter_and_drift_leave_time_right(void **unused)
{
    (void)unused;
    for (int grid = 0; grid < 2; grid++) {
        br_clock c = stopwatch(grid);
        wide told = 0, truth = 0;
        int n = points() / 2;
        (void)br_clock_step(&c, 0);
        for (int i = 1; i <= n; i++) {
            truth = i * 1.0002L * STEP + (wide)uniform(-0.5, 0.5) * STEP;
            br_clock_sample s = br_clock_step(&c, (uint32_t)((uint64_t)llroundl(truth) & UINT32_MAX));
            assert_true(s.dt >= 0 && s.dt <= (br_real)2e-3);
            told += (wide)s.dt * (s.missing + (s.dt > 0));
            wide by = 1e-3L + 3e-7L * truth * 1e-6L * (sizeof(br_real) == 4); // float rounds every step
            assert_close(told, truth * 1e-6L, by, "time");
            assert_close((wide)br_clock_time(&c), truth * 1e-6L, by, "time by count");
        }
    }
}

static void D6_other_rates_keep_time(void **unused)
{
    (void)unused;
    const int step[] = {100, 333, 499, 500, 1000, 2000, 2001, 3500, 10000, 99000};
    for (int grid = 0; grid < 2; grid++)
        for (size_t k = 0; k < sizeof step / sizeof *step; k++) {
            br_clock c = stopwatch(grid);
            wide told = 0;
            (void)br_clock_step(&c, 0);
            for (int i = 1; i <= 3000; i++) {
                br_clock_sample s = br_clock_step(&c, (uint32_t)(i * step[k]));
                assert_true(s.dt == 0 || (s.dt > (br_real)0.4999e-3 && s.dt < (br_real)2.0001e-3));
                told += (wide)s.dt * (s.missing + (s.dt > 0));
                assert_close(told, i * step[k] * 1e-6L, 1e-3L + 1e-6L * told, "time");
            }
        }
}

static void D17_clock_starts_at_any_stamp(void **unused)
{
    (void)unused;
    for (int i = 0; i < 1000; i++) {
        br_clock c = stopwatch(0);
        uint32_t ticks = (uint32_t)br_random_next(&chance);
        assert_step(br_clock_step(&c, ticks), BR_CLOCK_ANCHORED, 1e-3, 0);
        assert_step(br_clock_step(&c, ticks + STEP), BR_CLOCK_GOOD, 1e-3, 0);
        assert_true(c.elapsed == STEP && c.index == 1);
        assert_int_equal(c.health.anchored, 0);
    }
}

// At 10^12 samples (t += dt would be off by more than a step in double, and stand still in float).
static void E5_time_is_a_count_times_a_step(void **unused)
{
    (void)unused;
    for (int grid = 0; grid < 2; grid++) {
        br_clock c = stopwatch(grid);
        (void)br_clock_step(&c, 0);
        c.index = 999999999999;
        c.elapsed = c.index * STEP;
        (void)br_clock_step(&c, STEP);
        wide dt = grid ? (wide)c.o.dt * 1e12L : (wide)c.o.tick * 1e15L;
        assert_close((wide)br_clock_time(&c), dt, (wide)BR_EPS * dt, "time");
    }
}

static void E6_nothing_happens_where_counters_of_samples_end(void **unused)
{
    (void)unused;
    const int64_t from[] = {INT32_MAX, UINT32_MAX, (int64_t)1 << 53};
    for (int i = 0; i < 3; i++) {
        br_clock c = stopwatch(0);
        br_encoder e = encoder(32, 0);
        (void)br_clock_step(&c, 0);
        (void)br_encoder_step(&e, 0, 1);
        c.index = c.elapsed = e.count = from[i] - 5;
        for (int k = 1; k <= 10; k++) {
            assert_step(br_clock_step(&c, (uint32_t)(k * STEP)), BR_CLOCK_GOOD, 1e-3, 0);
            assert_int_equal(br_encoder_step(&e, (uint32_t)k, 1), BR_ENCODER_GOOD);
            assert_true(c.index == from[i] - 5 + k && c.elapsed == from[i] - 5 + (int64_t)k * STEP);
            assert_true(e.count == from[i] - 5 + k);
        }
    }
}

static void clock_refuses_what_makes_no_sense_and_changes_nothing(void **unused)
{
    (void)unused;
    br_clock c = stopwatch(0), before;
    const br_clock_options good = c.o;
    br_clock_options bad[10];
    for (int i = 0; i < 10; i++)
        bad[i] = good;
    bad[0].dt = 0, bad[1].dt = MISSING, bad[2].tick = 0, bad[3].tick = INFINITE, bad[4].bits = 1, bad[5].bits = 33;
    bad[6].most = 0, bad[7].patience = -1, bad[8].tick = (br_real)2e-3, bad[9].bits = 10;
    memcpy(&before, &c, sizeof c);
    for (int i = 0; i < 10; i++)
        assert_int_equal(br_clock_init(&c, &bad[i]), BR_BAD_USAGE);
    assert_int_equal(br_clock_init(&c, NULL), BR_BAD_USAGE);
    assert_memory_equal(&before, &c, sizeof c);
}

static void D19_reset_is_a_fresh_start(void **unused)
{
    (void)unused;
    br_clock c = stopwatch(0), fresh_c = c;
    br_encoder e = encoder(20, 3), fresh_e = e;
    for (int i = 0; i < 100; i++) {
        (void)br_clock_step(&c, (uint32_t)br_random_next(&chance));
        (void)br_encoder_step(&e, (uint32_t)br_random_next(&chance), 1 + below(5));
    }
    br_clock_reset(&c);
    br_encoder_reset(&e);
    br_clock_reset(&fresh_c);
    br_encoder_reset(&fresh_e);
    assert_memory_equal(&c, &fresh_c, sizeof c);
    assert_memory_equal(&e, &fresh_e, sizeof e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(D7_encoder_wraps_at_every_width_in_both_directions),
        cmocka_unit_test(D7_encoder_at_rest_beside_the_wrap_stays),
        cmocka_unit_test(D7_encoder_jump_of_about_half_the_range_is_flagged),
        cmocka_unit_test(D7_encoder_faster_than_stated_is_flagged),
        cmocka_unit_test(D7_encoder_after_a_gap_in_which_it_may_have_turned_round_is_flagged),
        cmocka_unit_test(D10_encoder_spikes_lose_no_range),
        cmocka_unit_test(position_keeps_every_count_over_long_travel),
        cmocka_unit_test(encoder_with_offset_origin_and_reversed),
        cmocka_unit_test(encoder_refuses_what_makes_no_sense_and_changes_nothing),
        cmocka_unit_test(D5_equal_and_late_stamps_are_left_out),
        cmocka_unit_test(D5_stamps_wrap_without_notice),
        cmocka_unit_test(D5_jumps_start_again_and_never_predict_far),
        cmocka_unit_test(D5_a_jump_moves_the_grid),
        cmocka_unit_test(D5_a_clock_that_stops_counts_samples),
        cmocka_unit_test(D5_gaps_are_told_in_whole_samples),
        cmocka_unit_test(D6_jitter_and_drift_leave_time_right),
        cmocka_unit_test(D6_other_rates_keep_time),
        cmocka_unit_test(D17_clock_starts_at_any_stamp),
        cmocka_unit_test(E5_time_is_a_count_times_a_step),
        cmocka_unit_test(E6_nothing_happens_where_counters_of_samples_end),
        cmocka_unit_test(clock_refuses_what_makes_no_sense_and_changes_nothing),
        cmocka_unit_test(D19_reset_is_a_fresh_start),
    };
    seed_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
