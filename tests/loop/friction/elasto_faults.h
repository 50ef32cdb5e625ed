// elasto_faults.h - positions, counts and times as they come: what moves the estimator, and what it does not believe.
#include "kit/elasto_kit.h"

static wide force_bound(const br_elasto_options *o)
{
    wide F = 0;
    for (int i = 0; i < o->elements; i++)
        F += (wide)o->element[i].FS * (1 + 2 * (wide)o->element[i].sigma1 / ((wide)o->element[i].sigma0 * (wide)o->dt));
    return F;
}

// ---------------------------------------------------------------- when it updates

// Dx holds the state until the axis has moved so far; what is left at the end is less than Dx.
static void smaller_displacements_than_Dx_wait(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.Dx = BR_C(1e-6);
    br_elasto e = opened(&o);
    stepped(&e, 0, 0, 0);
    br_real x = 0;
    for (int k = 0; k < points() / 10; k++) {
        x += (br_real)uniform(-3e-7, 3.5e-7);
        br_real from = e.x, z = e.z[0];
        br_elasto_sample s = stepped(&e, x, MISSING, o.dt);
        assert_int_equal(s.updated, br_r_abs(x - from) >= o.Dx);
        assert_true(s.updated ? e.x == x : e.x == from && e.z[0] == z);
        assert_true(br_r_abs(x - e.x) < o.Dx);
    }
    assert_true(e.health.updates > 100);
}

// Any order of times of a sample: only the displacements count for z, and nothing but sums of time for the damping.
static void irregular_times_leave_the_deflection_as_it_is(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    br_elasto even = opened(&o), odd = opened(&o);
    stepped(&even, 0, 0, 0);
    stepped(&odd, 0, 0, 0);
    for (int k = 1; k < 1000; k++) {
        br_real x = BR_C(2e-5) * br_r_sin(BR_C(0.05) * (br_real)k), v = (br_real)uniform(1e-4, 1e-2);
        stepped(&even, x, v, BR_C(1e-3));
        stepped(&odd, x, v, power(-3, 1));
        assert_true(even.z[0] == odd.z[0]);
    }
}

// No two updates are closer than o.dt, so that the damping is bounded, and (22) checked at o.dt is enough.
static void displacements_sooner_than_dt_wait_for_it(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.dt = BR_C(0.0009765625); // 2^-10
    br_elasto e = opened(&o);
    stepped(&e, 0, 0, 0);
    for (int k = 1; k <= 64; k++)
        assert_int_equal(stepped(&e, (br_real)k * BR_C(1e-7), BR_C(1e-3), o.dt / 8).updated, k % 8 == 0);
}

// The axis stops: damping and own velocity fade with the time without motion, the elastic part stays.
static void damping_fades_at_rest_and_static_friction_stays(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    br_elasto e = opened(&o);
    stepped(&e, 0, 0, 0);
    br_elasto_sample moving = stepped(&e, BR_C(5e-6), MISSING, BR_C(1e-3)), s = moving;
    assert_true(moving.damping > BR_C(0.4) && moving.viscous > BR_C(1e-3));
    for (int k = 0; k < 1000; k++)
        s = stepped(&e, BR_C(5e-6), MISSING, BR_C(1e-3));
    assert_true(s.elastic == moving.elastic);
    assert_true(s.damping < BR_C(1.1e-3) * moving.damping && s.viscous < BR_C(1.1e-3) * moving.viscous);
}

// A velocity against the displacement counts by its size: the force opposes the motion all the same.
static void velocity_of_the_wrong_sign_is_counted_and_does_no_harm(void **unused)
{
    (void)unused;
    for (int s = -1; s <= 1; s += 2) {
        br_elasto_options o = table_II();
        br_elasto right = opened(&o), wrong = opened(&o);
        br_real v = (br_real)s * BR_C(1e-3);
        stepped(&right, 0, 0, 0);
        stepped(&wrong, 0, 0, 0);
        for (int k = 1; k <= 50; k++) {
            br_elasto_sample a = stepped(&right, (br_real)(s * k) * BR_C(1e-6), v, o.dt);
            br_elasto_sample b = stepped(&wrong, (br_real)(s * k) * BR_C(1e-6), -v, o.dt);
            assert_true(a.F == b.F && a.viscous * v > 0);
        }
        assert_int_equal(wrong.health.opposed, 50);
        assert_int_equal(right.health.opposed, 0);
    }
}

// After a reversal the speed grows from zero, whatever it was before.
static void a_reversal_begins_at_rest(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.scheme = BR_ELASTO_RK4;
    br_elasto turned = opened(&o), resting = opened(&o);
    stepped(&turned, 0, 0, 0);
    stepped(&resting, 0, 0, 0);
    turned.v = -BR_C(0.1);
    stepped(&turned, BR_C(1.2e-5), BR_C(1e-3), o.dt);
    stepped(&resting, BR_C(1.2e-5), BR_C(1e-3), o.dt);
    assert_true(turned.z[0] == resting.z[0]);
}

// ---------------------------------------------------------------- noise

static void resolution_from_noise_at_rest_lets_none_of_it_through(void **unused)
{
    (void)unused;
    enum { N = 1000 };
    br_real x[N], amplitude = BR_C(1e-6);
    for (int k = 0; k < N; k++)
        x[k] = BR_C(0.125) + (br_real)uniform(-1, 1) * amplitude;
    x[N / 2] = MISSING;
    br_elasto_options o = table_II();
    o.noise = br_elasto_noise(N, x);
    assert_close((wide)o.noise, 2e-6L, 2e-8L, "noise");
    assert_true(br_elasto_noise(0, x) == 0 && br_elasto_noise(1, x) == 0);
    o.Dx = o.noise / 2;
    assert_int_equal(br_elasto_warnings(&o), BR_ELASTO_BELOW_NOISE);
    o.Dx = br_elasto_resolution(o.noise, 0);
    assert_int_equal(br_elasto_warnings(&o), 0);
    br_elasto e = opened(&o);
    for (int k = 0; k < N; k++)
        stepped(&e, x[k], 0, o.dt);
    assert_true(e.health.updates <= 1 && e.health.missing == 1); // the two ends of it are exactly Dx apart
}

// At rest on the edge between two counts: with Dx from the step of the encoder the force stays as it is; without it falls,
// but not below that of zba.
static void D9_an_encoder_between_two_counts_neither_drifts_nor_chatters(void **unused)
{
    (void)unused;
    for (int coarse = 0; coarse < 2; coarse++) {
        br_elasto_options o = table_II();
        br_encoder_options n = br_encoder_defaults();
        br_elasto_counter c;
        br_elasto_sample s;
        br_real held = 0;
        n.resolution = BR_C(1e-7);
        o.Dx = coarse ? br_elasto_resolution(0, n.resolution) : 0;
        assert_int_equal(br_elasto_counter_init(&c, &o, &n), BR_OK);
        for (int k = 0; k < points() / 10; k++) {
            uint32_t count = k <= 200 ? (uint32_t)k : 200 + (uint32_t)below(2); // 20 um, then dither
            assert_int_equal(br_elasto_counter_step(&c, count, 1, MISSING, o.dt, &s), BR_OK);
            held = k <= 200 ? s.elastic : held;
            assert_true(k <= 200 || (coarse ? s.elastic == held : s.elastic > BR_C(0.78) && s.elastic < BR_C(1.51)));
        }
        assert_true(held > BR_C(1.2));
    }
}

// ---------------------------------------------------------------- faults

// After samples without a position the next one brings the whole displacement.
static void D1_missing_positions_are_bridged(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.dt = BR_C(0.0009765625);
    br_elasto all = opened(&o), some = opened(&o);
    stepped(&all, 0, 0, 0);
    stepped(&some, 0, 0, 0);
    for (int k = 1; k < 1000; k++) {
        br_real x = BR_C(2e-5) * br_r_sin(BR_C(0.05) * (br_real)k);
        int gap = below(5);
        br_elasto_sample s = some.last;
        for (int i = 0; i < gap; i++) {
            br_real bad = i % 3 == 0 ? MISSING : i % 3 == 1 ? INFINITE : -BR_MOST;
            br_elasto_sample t = stepped(&some, bad, BR_C(1e-3), o.dt);
            assert_true(t.elastic == s.elastic && !t.updated);
        }
        br_elasto_sample a = stepped(&all, x, BR_C(1e-3), (br_real)(gap + 1) * o.dt);
        br_elasto_sample b = stepped(&some, x, BR_C(1e-3), o.dt);
        assert_true(a.F == b.F && a.updated == b.updated);
    }
    assert_true(some.health.missing > 100 && some.health.refused > 100 && all.health.missing == 0);
}

// The first position is where the axis is, not a displacement.
static void D17_the_first_position_moves_nothing(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    br_elasto e = opened(&o);
    assert_true(stepped(&e, MISSING, 0, 1).dissipative);
    assert_true(stepped(&e, 7, 0, 1).F == 0);
    assert_true(stepped(&e, 7 + BR_C(1e-3), 0, 1).F > 1);
}

static void D12_spikes_faster_than_believed_are_held_back(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.most = BR_C(0.1);
    br_elasto e = opened(&o);
    stepped(&e, 0, 0, 0);
    for (int k = 1; k < 1000; k++) {
        br_real z = e.z[0];
        int spike = e.doubted < o.patience && below(10) == 0;
        stepped(&e, spike ? (br_real)uniform(-1, 1) * 10 + 20 : (br_real)k * BR_C(1e-6), BR_C(1e-3), o.dt);
        assert_true(!spike || e.z[0] == z);
    }
    assert_true(e.health.refused > 20 && e.health.restarts == 0 && e.z[0] > 0);
}

// 0.1 m/s for 1 ms is 100 um, and Dx more, counted from the last position that was believed: neither a rest within Dx nor
// slow progress since the last update makes a spike credible.
static void speed_that_is_believed_counts_from_the_last_position(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.most = BR_C(0.1);
    o.Dx = BR_C(1e-5);
    br_elasto e = opened(&o);
    stepped(&e, 0, 0, 0);
    assert_false(stepped(&e, BR_C(1.2e-4), BR_C(1e-3), o.dt).updated);
    assert_int_equal(e.health.refused, 1);
    assert_true(stepped(&e, BR_C(1.2e-4), BR_C(1e-3), o.dt).updated); // twice the time
    assert_true(stepped(&e, BR_C(2.2e-4), BR_C(1e-3), o.dt).updated);
    assert_int_equal(e.health.refused, 1);
    for (int k = 0; k < 10000; k++)
        assert_false(stepped(&e, BR_C(2.25e-4), 0, o.dt).updated);
    assert_false(stepped(&e, BR_C(0.5), 0, o.dt).updated);
    assert_int_equal(e.health.refused, 2);
    assert_true(stepped(&e, BR_C(3.2e-4), BR_C(1e-3), o.dt).updated); // 95 um in 2 ms
    assert_int_equal(e.health.refused, 2);
}

// Times from differences of a clock are a rounding below dt now and then: the update is made all the same.
static void a_time_that_is_dt_but_for_rounding_is_dt(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    br_elasto e = opened(&o);
    stepped(&e, 0, 0, 0);
    for (int k = 1; k < 100; k++)
        assert_true(stepped(&e, (br_real)k * BR_C(1e-6), BR_C(1e-3), o.dt * (1 - 4 * BR_EPS)).updated);
    for (int k = 1; k < 100; k++)
        assert_int_equal(stepped(&e, BR_C(1e-4) + (br_real)k * BR_C(1e-6), 0, BR_C(0.99) * o.dt).updated, k % 2 == 0);
}

// An axis that is somewhere else for good: counted from there, the friction as it was.
static void D13_a_jump_that_stays_is_a_new_start(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.most = BR_C(0.1);
    br_elasto e = opened(&o);
    for (int k = 0; k < 100; k++)
        stepped(&e, (br_real)k * BR_C(1e-6), BR_C(1e-3), o.dt);
    br_real z = e.z[0];
    for (int k = 0; k <= o.patience; k++)
        stepped(&e, -5, MISSING, o.dt);
    assert_true(e.health.restarts == 1 && e.x == -5 && e.z[0] == z);
    assert_true(e.last.damping == 0 && e.last.viscous == 0 && e.last.F == e.last.elastic);
    assert_true(stepped(&e, -5 - BR_C(1e-6), BR_C(1e-3), o.dt).updated);
    assert_true(e.z[0] < z);
}

// Around the end of a counter of any width and back: the force of an axis whose counter does not wrap.
static void D7_counters_wrap_without_notice(void **unused)
{
    (void)unused;
    static const int widths[] = {8, 12, 16, 24, 32};
    for (int i = 0; i < 5; i++) {
        br_elasto_options o = table_II();
        br_encoder_options n = br_encoder_defaults();
        br_elasto_counter c;
        br_elasto_sample s;
        n.resolution = BR_C(1e-7);
        n.bits = widths[i];
        n.most = 40;
        assert_int_equal(br_elasto_counter_init(&c, &o, &n), BR_OK);
        br_elasto e = opened(&o);
        uint32_t start = UINT32_MAX >> (32 - widths[i]);
        int64_t count = 0;
        for (int k = 0; k < 2000; k++) {
            br_real v = (br_real)uniform(-1e-3, 1e-3);
            assert_int_equal(br_elasto_counter_step(&c, start + (uint32_t)count, 1, v, o.dt, &s), BR_OK);
            assert_close((wide)s.F, (wide)stepped(&e, n.resolution * (br_real)count, v, o.dt).F, 8e4L * (wide)BR_EPS,
                         "force from counts");
            count += below(41) - (k < 1000 ? 10 : 30);
        }
        assert_int_equal(c.encoder.health.held + c.encoder.health.lost + c.e.health.missing, 0);
    }
}

// 2^40 counts away a position in float, and even in double, has lost the counts; the integers have not.
static void counts_far_from_home_give_the_same_force(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    br_encoder_options n = br_encoder_defaults();
    br_elasto_counter near, far;
    br_elasto_sample a, b;
    n.resolution = BR_C(1e-7);
    assert_int_equal(br_elasto_counter_init(&near, &o, &n), BR_OK);
    assert_int_equal(br_elasto_counter_init(&far, &o, &n), BR_OK);
    far.encoder.count = (int64_t)1 << 60;
    for (int k = 0; k < 1000; k++) {
        uint32_t reading = (uint32_t)(30000 + 200 * sin(0.05 * k));
        assert_int_equal(br_elasto_counter_step(&near, reading, 1, MISSING, o.dt, &a), BR_OK);
        assert_int_equal(br_elasto_counter_step(&far, reading, 1, MISSING, o.dt, &b), BR_OK);
        assert_true(a.F == b.F);
    }
    assert_true(near.e.health.updates > 900);
}

// A reading out of reach is missing; a counter that may have turned round starts again.
static void D10_readings_that_are_not_believed_move_nothing(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    br_encoder_options n = br_encoder_defaults();
    br_elasto_counter c;
    br_elasto_sample s;
    n.resolution = BR_C(1e-7);
    n.most = 50;
    assert_int_equal(br_elasto_counter_init(&c, &o, &n), BR_OK);
    for (uint32_t k = 0; k < 100; k++)
        assert_int_equal(br_elasto_counter_step(&c, 10 * k, 1, MISSING, o.dt, &s), BR_OK);
    br_real elastic = s.elastic;
    assert_int_equal(br_elasto_counter_step(&c, 30000, 1, MISSING, o.dt, &s), BR_OK);
    assert_true(s.elastic == elastic && c.e.health.missing == 1);
    assert_int_equal(br_elasto_counter_step(&c, 3000, 1000, MISSING, o.dt, &s), BR_OK); // as far as 50 a sample can be
    assert_true(s.elastic == elastic && c.e.health.restarts == 1);
    assert_int_equal(br_elasto_counter_step(&c, 3010, 1, MISSING, o.dt, &s), BR_OK);
    assert_true(s.updated);
}

static br_real odd_number(void)
{
    static const double odd[] = {0, -0.0, 1e-320, 1e-40, -1e-40, 1e-30, 1e-9, -1e-6, 1e-3, 1, -1e9, 1e18, -1e30, 3e38};
    int i = below(20);
    br_real most[] = {MISSING, INFINITE, -INFINITE, BR_MOST, -BR_MOST, BR_LEAST_NORMAL};
    return i < 14 ? (br_real)odd[i] : most[i - 14];
}

// NaN, infinite, subnormal and huge positions, velocities and times in any order. Bounded: elastic part within the sum of
// FS, damping within what o.dt allows, the rest is sigma2*v of a velocity that was believed.
static void C2_C3_whatever_comes_in_a_bounded_number_comes_out(void **unused)
{
    (void)unused;
    for (int done = 0; done < points();) {
        br_elasto_options o = random_options(2);
        o.most = below(2) ? power(-3, 3) : 0;
        o.Dx = below(2) ? power(-9, -5) : 0;
        br_elasto e = opened(&o);
        for (int k = 0; k < 200; k++, done++) {
            br_real x = below(3) ? (br_real)uniform(-1e-4, 1e-4) : odd_number();
            br_real v = below(3) ? (br_real)uniform(-1, 1) : odd_number(), dt = below(3) ? o.dt : odd_number();
            br_elasto before = e;
            br_elasto_sample s = {.F = -1};
            if (!(dt >= 0) || dt > BR_MOST) {
                assert_int_equal(br_elasto_step(&e, x, v, dt, &s), BR_BAD_USAGE);
                assert_true(s.F == -1);
                assert_memory_equal(&e, &before, sizeof e);
                continue;
            }
            s = stepped(&e, x, v, dt);
            wide most = force_bound(&o) * 1.0001L;
            assert_true(s.F - s.F == 0);
            assert_true(fabsl((wide)s.elastic) <= most && fabsl((wide)s.damping) <= most);
            assert_true(fabsl((wide)s.F) <= 2 * most + 1.0001L * fabsl((wide)s.viscous));
            if (o.most > 0)
                assert_true(fabsl((wide)s.viscous) <= (wide)o.sigma2 * (wide)o.most * 1.0001L);
            for (int i = 0; i < o.elements; i++)
                assert_true(fabsl((wide)e.z[i]) <= (wide)o.element[i].FS / (wide)o.element[i].sigma0 * 1.0001L);
        }
    }
}

// A pause longer than any number, and then no velocity.
static void D2_a_pause_without_end_leaves_a_finite_force(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    br_elasto e = opened(&o);
    stepped(&e, 0, 0, 0);
    for (int k = 1; k < 5; k++) {
        br_elasto_sample s = stepped(&e, k == 3 ? 1 : MISSING, MISSING, BR_MOST);
        assert_true(s.F - s.F == 0);
    }
    assert_int_equal(e.health.updates, 1);
}

static void D19_reset_is_a_fresh_start(void **unused)
{
    (void)unused;
    br_elasto_options o = random_options(1);
    br_encoder_options n = br_encoder_defaults();
    br_elasto_counter c, fresh;
    memset(&c, 0, sizeof c);
    memset(&fresh, 0, sizeof fresh);
    assert_int_equal(br_elasto_counter_init(&c, &o, &n), BR_OK);
    assert_int_equal(br_elasto_counter_init(&fresh, &o, &n), BR_OK);
    for (int k = 0; k < 100; k++)
        assert_int_equal(br_elasto_counter_step(&c, (uint32_t)below(100), 1, 1, 1, NULL), BR_OK);
    br_elasto_counter_reset(&c);
    for (int k = 0; k < 100; k++) {
        br_elasto_sample a, b;
        uint32_t reading = (uint32_t)below(100);
        assert_int_equal(br_elasto_counter_step(&c, reading, 1, 1, 1, &a), BR_OK);
        assert_int_equal(br_elasto_counter_step(&fresh, reading, 1, 1, 1, &b), BR_OK);
        assert_true(a.F == b.F && a.updated == b.updated && a.dissipative == b.dissipative);
        assert_true(c.e.health.updates == fresh.e.health.updates);
    }
}

// Every number of the options, one at a time: those that make no sense are refused, and nothing changes.
static void B7_options_that_make_no_sense_are_refused(void **unused)
{
    (void)unused;
    br_elasto_options good = table_II(), o;
    br_elasto e = opened(&good), before = e;
#define REFUSED(change)                                                                                                \
    do {                                                                                                               \
        o = good;                                                                                                      \
        o.change;                                                                                                      \
        assert_int_equal(br_elasto_init(&e, &o), BR_BAD_USAGE);                                                        \
        assert_memory_equal(&e, &before, sizeof e);                                                                    \
    } while (0)
    REFUSED(element[0].sigma0 = 0);
    REFUSED(element[0].sigma0 = MISSING);
    REFUSED(element[0].sigma0 = INFINITE);
    REFUSED(element[0].sigma0 = BR_LEAST_NORMAL); // a deflection that is not finite
    REFUSED(element[0].sigma1 = -1);
    REFUSED(element[0].sigma1 = INFINITE);
    REFUSED(element[0].FC = 0);
    REFUSED(element[0].FC = BR_C(1.6));
    REFUSED(element[0].FS = MISSING);
    REFUSED(element[0].FS = INFINITE);
    REFUSED(element[0].zba = 0);
    REFUSED(element[0].zba = BR_C(1.1e-5));
    REFUSED(sigma2 = -1);
    REFUSED(vs = 0);
    REFUSED(Dx = -1);
    REFUSED(Dx = MISSING);
    REFUSED(dt = 0);
    REFUSED(dt = MISSING);
    REFUSED(dt = BR_LEAST_NORMAL / 4096); // a damping that is not finite
    REFUSED(noise = -1);
    REFUSED(most = MISSING);
    REFUSED(patience = -1);
    REFUSED(elements = 0);
    REFUSED(elements = BR_ELASTO_ELEMENTS + 1);
    REFUSED(elements = 2); // the second has no numbers
    REFUSED(curve = (br_elasto_curve)3);
    REFUSED(scheme = (br_elasto_scheme)2);
#undef REFUSED
    assert_int_equal(br_elasto_init(NULL, &good), BR_BAD_USAGE);
    assert_int_equal(br_elasto_init(&e, NULL), BR_BAD_USAGE);
    br_elasto_counter c;
    br_encoder_options n = br_encoder_defaults();
    n.resolution = BR_MOST / 4; // some counts of it are not finite
    assert_int_equal(br_elasto_counter_init(&c, &good, &n), BR_BAD_USAGE);
    n.resolution = 0;
    assert_int_equal(br_elasto_counter_init(&c, &good, &n), BR_BAD_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smaller_displacements_than_Dx_wait),
        cmocka_unit_test(irregular_times_leave_the_deflection_as_it_is),
        cmocka_unit_test(displacements_sooner_than_dt_wait_for_it),
        cmocka_unit_test(damping_fades_at_rest_and_static_friction_stays),
        cmocka_unit_test(velocity_of_the_wrong_sign_is_counted_and_does_no_harm),
        cmocka_unit_test(a_reversal_begins_at_rest),
        cmocka_unit_test(resolution_from_noise_at_rest_lets_none_of_it_through),
        cmocka_unit_test(D9_an_encoder_between_two_counts_neither_drifts_nor_chatters),
        cmocka_unit_test(D1_missing_positions_are_bridged),
        cmocka_unit_test(D17_the_first_position_moves_nothing),
        cmocka_unit_test(D12_spikes_faster_than_believed_are_held_back),
        cmocka_unit_test(speed_that_is_believed_counts_from_the_last_position),
        cmocka_unit_test(a_time_that_is_dt_but_for_rounding_is_dt),
        cmocka_unit_test(D13_a_jump_that_stays_is_a_new_start),
        cmocka_unit_test(D7_counters_wrap_without_notice),
        cmocka_unit_test(counts_far_from_home_give_the_same_force),
        cmocka_unit_test(D10_readings_that_are_not_believed_move_nothing),
        cmocka_unit_test(C2_C3_whatever_comes_in_a_bounded_number_comes_out),
        cmocka_unit_test(D2_a_pause_without_end_leaves_a_finite_force),
        cmocka_unit_test(D19_reset_is_a_fresh_start),
        cmocka_unit_test(B7_options_that_make_no_sense_are_refused),
    };
    seed_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
