// compensate_faults.h - what compensators survive: docs/faults.md D2 to D20.
#ifndef TESTS_COMPENSATE_FAULTS_H
#define TESTS_COMPENSATE_FAULTS_H

#include "compensate_kit.h"

static long points(void)
{
    const char *n = getenv("BR_COUNT");
    double count = n ? strtod(n, NULL) : 1e5;
    return (long)fmin(fmax(count / 20, 5e3), 1e6);
}

// A number as a broken wire, a bus or a user gives it.
static br_real broken(br_random *r, double usual)
{
    static const double odd[] = {0, -0.0, 1e-300, -1e-40, 1e6, -1e12, 1e37, -1e300};
    uint64_t k = br_random_next(r) % 40;
    if (k == 0)
        return MISSING;
    if (k == 1)
        return (br_real)INFINITY;
    if (k == 2)
        return (br_real)-INFINITY;
    if (k < 11)
        return (br_real)odd[k - 3];
    return (br_real)(usual * (2 * (double)br_random_uniform(r) - 1));
}

static void d20_commands_stay_finite_and_within_their_limits(void **state)
{
    (void)state;
    const char *from = getenv("BR_SEED");
    uint64_t seed = from ? strtoull(from, NULL, 10) : 1;
    for (int i = 0; i < KINDS; i++) {
        static bed b;
        br_random r;
        br_random_init(&r, seed, (uint64_t)i);
        make_kind(&b, kinds[i]);
        b.c.tuning.slew = 1000;
        double last = 0;
        for (long k = 0; k < points(); k++) {
            br_motion aim = {broken(&r, 0.1), broken(&r, 0.1), broken(&r, 1)};
            br_real dt = br_random_next(&r) % 8 ? DT : broken(&r, 2e-3);
            double u = (double)br_compensate_step(&b.c, &aim, broken(&r, 0.1), broken(&r, 0.1), dt);
            if (!(fabs(u) <= 50 && fabs(u - last) <= 2.0001 && isfinite((double)b.c.trust)))
                fail_msg("%s, seed %llu: step %ld commands %g after %g", kinds[i]->name, (unsigned long long)seed, k, u,
                         last);
            last = u;
        }
        drop(&b);
    }
}

// The position is missing for a while: trust fades, plain feedback is left, and afterwards all is well again.
static void d2_a_dropout_fades_to_plain_feedback_and_is_over_afterwards(void **state)
{
    (void)state;
    for (int i = 1; i < KINDS; i++) {
        static bed b;
        axis a = {.x = 0.01, .level = 1};
        make_kind(&b, kinds[i]);
        double before = go(&b, &a, 2).rms;
        unsigned long faded = b.c.health.faded;
        for (int k = 0; k < 40; k++) {
            br_motion aim = sine(2 + k * 1e-3);
            br_real u = br_compensate_step(&b.c, &aim, MISSING, MISSING, DT);
            move(&a, (double)u, 0);
            if (k > 20 && !((double)b.c.trust == 0 && u == b.c.feedback))
                fail_msg("%s: %g of the trust left, %g beside the feedback", kinds[i]->name, (double)b.c.trust,
                         (double)(u - b.c.feedback));
        }
        assert_int_equal(b.c.health.faded, faded + 1);
        ride after = {0};
        for (int k = 0; k < 4; k++)
            after = go(&b, &a, 1);
        if (!((double)b.c.trust == 1 && after.rms < 2 * before + 1e-6))
            fail_msg("%s: %g m after, %g m before; trust %g", kinds[i]->name, after.rms, before, (double)b.c.trust);
        drop(&b);
    }
}

// Without a position for a second: first plain feedback on what is bridged, then nothing but the integral, whatever the error
// was. Afterwards all is well again.
static void d2_an_axis_that_is_blind_is_not_pushed(void **state)
{
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        static bed b;
        axis a = {.x = 0.01, .level = 1};
        make_kind(&b, kinds[i]);
        go(&b, &a, 1);
        for (int k = 0; k < 1000; k++) {
            br_motion aim = {(br_real)0.05, 0, 0};
            br_real u = br_compensate_step(&b.c, &aim, MISSING, MISSING, DT);
            move(&a, (double)u, 0);
            assert_true(k < 200 || u == b.c.integral);
        }
        ride after = {0};
        for (int k = 0; k < 3; k++)
            after = go(&b, &a, 1);
        if (!((double)b.c.grip == 1 && (double)b.c.trust == 1 && after.peak < 2e-3))
            fail_msg("%s: grip %g, trust %g, %g m off", kinds[i]->name, (double)b.c.grip, (double)b.c.trust,
                     after.peak);
        drop(&b);
    }
}

// An encoder of 1 um falls silent for 25 ms, somewhere in a period. The axis sticks meanwhile, and has to catch up: that takes
// a few times the usual command. What is differentiated over the gap would take many times as much.
typedef struct gap {
    double usual, within, behind; // largest command before the gap, in it, and behind it
    double friction;              // largest estimated force behind it
} gap;

static gap ride_over_a_gap(bed *b, double from)
{
    axis a = {.x = 0.01, .level = 1};
    gap g = {0};
    long first = lround(1e3 * from);
    for (long k = 0; k < first + 500; k++) {
        br_motion aim = sine((double)k * 1e-3);
        int silent = k >= first && k < first + 25;
        br_real q = silent ? MISSING : (br_real)(1e-6 * floor(a.x * 1e6 + 0.5));
        double u = (double)br_compensate_step(&b->c, &aim, q, MISSING, DT);
        double *most = k < first ? &g.usual : silent ? &g.within : &g.behind;
        *most = k > 500 ? fmax(*most, fabs(u)) : *most;
        g.friction = k >= first + 25 ? fmax(g.friction, fabs((double)b->c.friction)) : 0;
        move(&a, u, 0);
    }
    return g;
}

static void d2_a_gap_of_the_sensor_ends_without_a_bump(void **state)
{
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        double within = 0, behind = 0, friction = 0;
        for (int phase = 0; phase < 20; phase++) {
            static bed b;
            memset(&b, 0, sizeof b);
            br_compensate_options o = options_of(&b, kinds[i]);
            o.tachometer = 0, o.tuning.most_friction = 3;
            o.differentiate.cutoff = (br_real)0.1 / DT;
            make(&b, &o);
            gap g = ride_over_a_gap(&b, 1.5 + phase * 0.05);
            within = fmax(within, g.within / g.usual), behind = fmax(behind, g.behind / g.usual);
            friction = fmax(friction, g.friction);
            drop(&b);
        }
        print_message("  %-14s %.2f times the usual command in the gap, %.2f behind it; friction %.2f N\n",
                      kinds[i]->name, within, behind, friction);
        assert_true(within < 1.5 && behind < 2.5 && friction <= 3);
    }
}

// One sample as no axis makes it, in position or velocity: seconds later the axis follows as well as before. The speed that is
// believed is that of the axis, or what is there without it.
static void d12_one_bad_sample_is_over_soon(void **state)
{
    (void)state;
    static const double q[] = {1, 1e9, 1e30, 1e290, 0, 0, 0}, v[] = {0, 0, 0, 0, 1e3, 1e10, 1e307};
    for (int i = 0; i < KINDS; i++)
        for (int j = 0; j < 7; j++)
            for (int known = 0; known <= (j % 4 == 0); known++) {
                static bed b;
                axis a = {.x = 0.01, .level = 1};
                memset(&b, 0, sizeof b);
                br_compensate_options o = options_of(&b, kinds[i]);
                o.tachometer = v[j] > 0;
                o.fastest = known ? 1 : o.fastest;
                make(&b, &o);
                double before = go(&b, &a, 1).rms;
                br_motion aim = sine(0);
                br_real bad_q = (br_real)(q[j] > 0 ? q[j] : a.x), bad_v = (br_real)(v[j] > 0 ? v[j] : a.v);
                br_real u = br_compensate_step(&b.c, &aim, bad_q, bad_v, DT);
                if (known || v[j] > 0)
                    assert_true((b.c.health.doubted > 0 || isinf((double)bad_v)) && fabs((double)u) < 10);
                move(&a, (double)u, 0);
                ride after = {0};
                for (int k = 0; k < 2; k++)
                    after = go(&b, &a, 1);
                // 1 m within a sample passes for a motion at first: what the drive made of it is learnt from
                double beside = !known && q[j] == 1 ? 1e-4 : 1e-6;
                if (!((double)b.c.trust == 1 && after.rms < 2 * before + beside))
                    fail_msg("%s, sample of %g m, %g m/s: %g m after, %g m before; trust %g", kinds[i]->name, q[j],
                             v[j], after.rms, before, (double)b.c.trust);
                drop(&b);
            }
}

// A sensor that shows the same position for 0.3 s, whatever the tachometer says, teaches nothing.
static void d3_nothing_is_learnt_from_a_sensor_that_is_stuck(void **state)
{
    (void)state;
    bed b = {0};
    axis a = {.x = 0.01, .level = 1.3};
    make_kind(&b, &br_compensate_adaptive);
    go(&b, &a, 1.3);
    double level = (double)b.c.level, stuck = a.x;
    for (int k = 0; k < 300; k++) {
        br_motion aim = sine(1.3 + k * 1e-3);
        move(&a, (double)br_compensate_step(&b.c, &aim, (br_real)stuck, (br_real)a.v, DT), 0);
        level = k == 0 ? (double)b.c.level : level;
        assert_true((double)b.c.level == level);
    }
    assert_true(level != 1);
    drop(&b);
}

// An encoder that is stuck for good while the axis is to move ends the compensation, but for ever rarer trials.
static void d3_an_encoder_that_is_stuck_ends_the_compensation(void **state)
{
    (void)state;
    static bed b;
    memset(&b, 0, sizeof b);
    br_compensate_options o = options_of(&b, &br_compensate_filter);
    o.tachometer = 0, o.tuning.most = 5;
    make(&b, &o);
    int trusted = 0;
    axis a = {.x = 0.01, .level = 1};
    for (int k = 0; k < 8000; k++) {
        br_motion aim = sine(k * 1e-3);
        br_real q = (br_real)(k < 1300 ? a.x : (double)b.c.at);
        move(&a, (double)br_compensate_step(&b.c, &aim, q, MISSING, DT), 0);
        trusted += k >= 2300 && (double)b.c.trust > 0;
    }
    print_message("  trusted in %d of 5700 samples, %lu restarts\n", trusted, b.filter.health.restarts);
    assert_true(trusted < 570);
    assert_true(b.filter.health.restarts > 0 && b.c.health.unknown > 5000);
    drop(&b);
}

// A counter of 12 bits that wraps every 4 mm, read by loop/signal/encoder.h: nothing is felt of it.
static void d7_a_counter_that_wraps_is_not_felt(void **state)
{
    (void)state;
    bed b = {0};
    axis a = {.x = 0.01, .level = 1};
    br_encoder_options eo = br_encoder_defaults();
    br_encoder e;
    eo.bits = 12, eo.resolution = (br_real)1e-6, eo.most = 500;
    assert_int_equal(br_encoder_init(&e, &eo), BR_OK);
    make_kind(&b, &br_compensate_observer);
    double worst = 0;
    br_real first = 0;
    for (int k = 0; k < 3000; k++) {
        br_motion aim = sine(k * 1e-3);
        br_encoder_step(&e, (uint32_t)(int64_t)floor(a.x * 1e6 + 0.5), 1);
        if (k == 0)
            first = br_encoder_position(&e);
        br_real q = br_encoder_position(&e) - first + (br_real)0.01;
        move(&a, (double)br_compensate_step(&b.c, &aim, q, (br_real)a.v, DT), 0);
        if (k > 1000)
            worst = fmax(worst, fabs(a.x - (double)aim.q));
    }
    assert_true(worst < 1e-4);
    assert_int_equal(b.c.health.missing, 0);
    drop(&b);
}

// A drive that cannot do what it is asked for: the command stands at its limit, and no longer than it must.
static void d11_a_saturated_drive_is_left_again(void **state)
{
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        static bed b;
        axis a = {.x = 0.01, .level = 1};
        make_kind(&b, kinds[i]);
        go(&b, &a, 1);
        for (int k = 0; k < 200; k++) { // somebody pushes, harder than the drive can
            br_motion aim = sine(k * 1e-3);
            double u = (double)br_compensate_step(&b.c, &aim, (br_real)a.x, (br_real)a.v, DT);
            assert_true(fabs(u) <= 50);
            move(&a, u, 60);
        }
        assert_true(b.c.health.limited > 0);
        ride after = {0};
        for (int k = 0; k < 3; k++)
            after = go(&b, &a, 1);
        if (!(after.peak < 2e-3))
            fail_msg("%s: still %g m off", kinds[i]->name, after.peak);
        drop(&b);
    }
}

static void d17_nothing_is_commanded_before_the_first_position(void **state)
{
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        static bed b;
        make_kind(&b, kinds[i]);
        for (int k = 0; k < 50; k++)
            assert_true((double)br_compensate_step(&b.c, &(br_motion){1, 0, 0}, MISSING, MISSING, DT) == 0);
        drop(&b);
    }
}

static void d19_a_reset_one_does_as_a_new_one(void **state)
{
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        static bed b, fresh;
        axis a = {.x = 0.01, .level = 1};
        make_kind(&b, kinds[i]);
        make_kind(&fresh, kinds[i]);
        go(&b, &a, 0.3);
        br_compensate_reset(&b.c);
        for (int k = 0; k < 300; k++) {
            br_motion aim = sine(k * 1e-3);
            br_real q = (br_real)(1e-3 * sin(0.1 * k)), v = (br_real)(0.1 * cos(0.1 * k));
            assert_true(br_compensate_step(&b.c, &aim, q, v, DT) == br_compensate_step(&fresh.c, &aim, q, v, DT));
        }
        drop(&b);
        drop(&fresh);
    }
}

#endif
