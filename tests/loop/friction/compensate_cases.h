// compensate_cases.h - compensators on an axis whose truth is known: what they command, learn, survive.
//
// A unit mass with the LuGre friction of 002 Table I, written here a second way and integrated in steps of 50 us; 1 kHz. The
// laws of the compensators are printed as C in the number type of the test. Compiled for double, and with BR_FLOAT for float.
#ifndef TESTS_COMPENSATE_H
#define TESTS_COMPENSATE_H

#include "kit/compiled_law.h"
#include "loop/friction/compensate.h"
#include "loop/signal/encoder.h"
#include "num/base/random.h"
#include <float.h>
#include <math.h>

#define DT ((br_real)1e-3)
#define MISSING ((br_real)NAN)
#define LARGEST ((br_real)(sizeof(br_real) == sizeof(float) ? (double)FLT_MAX : DBL_MAX))

static compiled_law lugre, plant; // of the compensators: friction, and a mass with friction

static int open_all(void **state)
{
    (void)state;
    open_law(&lugre, "lugre", "table-I", "");
    open_law(&plant, "mass", "fig-2", "x = 0 m, v = 0 m/s, fr.z = 0 m");
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    close_law(&lugre);
    close_law(&plant);
    return 0;
}

// ---------------------------------------------------------------- the axis

typedef struct axis {
    double x, v, z, F;
    double level; // of the friction, against Table I
} axis;

static void friction(axis *a, double h)
{
    double g = 1 + 0.5 * exp(-(a->v / 1e-3) * (a->v / 1e-3)), rate = 1e5 * fabs(a->v) / g, s = a->v < 0 ? -1 : 1;
    if (rate > 0)
        a->z = s * g / 1e5 + (a->z - s * g / 1e5) * exp(-rate * h);
    a->F = a->level * (1e5 * a->z + sqrt(1e5) * (a->v - rate * a->z)) + 0.4 * a->v;
}

static void move(axis *a, double u, double beside)
{
    double h = 5e-5;
    for (int i = 0; i < 20; i++) {
        friction(a, h);
        a->v += h * (u + beside - a->F);
        a->x += h * a->v;
    }
}

// A sine of 1 Hz, 10 mm either way, from rest at its end.
static br_motion sine(double t)
{
    double w = 6.283185307179586;
    return (br_motion){(br_real)(0.01 * cos(w * t)), (br_real)(-0.01 * w * sin(w * t)),
                       (br_real)(-0.01 * w * w * cos(w * t))};
}

// ---------------------------------------------------------------- compensators

typedef struct bed { // all a compensator stands on
    br_compensate_options o;
    br_compensate c;
    br_kalman filter;
    br_mhe horizon;
    br_real k[1], damping[1], sd[3], q[3], r[8];
    int which[1];
    void *memory, *estimator;
} bed;

static br_compensate_options options_of(bed *b, const br_compensate_kind *kind)
{
    br_compensate_options o = br_compensate_defaults(kind, DT);
    b->k[0] = (br_real)0.05;
    b->damping[0] = (br_real)316.22776601683796;
    o.mass = 1;
    o.gain = (br_feedback_gain){.Kp = 900, .Kd = 60, .Ki = 0};
    o.tachometer = 1;
    o.tuning.most = 50, o.tuning.most_friction = 5;
    o.curve = (br_compensate_curve){.FC = 1,
                                    .FS = (br_real)1.5,
                                    .vs = (br_real)1e-3,
                                    .viscous = (br_real)0.4,
                                    .smooth = (br_real)1e-4,
                                    .sigma0 = (br_real)1e5,
                                    .Ki = 500};
    o.law.sys = &lugre.sys;
    o.law.p = lugre.p;
    o.law.k = b->k;
    o.law.damping = b->damping;
    o.law.rate = 2;
    o.law.within = (br_real)0.1;
    o.bandwidth = 60;
    o.elasto = br_elasto_defaults(DT);
    o.elasto.element[0] = (br_elasto_element){.sigma0 = (br_real)1e5,
                                              .sigma1 = (br_real)316.22776601683796,
                                              .FC = 1,
                                              .FS = (br_real)1.5,
                                              .zba = (br_real)7e-6};
    o.elasto.vs = (br_real)1e-3, o.elasto.sigma2 = (br_real)0.4;
    return o;
}

static void make_filter(bed *b, br_compensate_estimator *e)
{
    br_kalman_options o = br_kalman_defaults();
    o.joint.flow = br_integrator_defaults();
    o.sd = b->sd, o.q = b->q, o.r = b->r;
    size_t bytes = br_kalman_bytes(&plant.sys, &o);
    b->estimator = malloc(bytes);
    assert_int_equal(br_kalman_init(&b->filter, &plant.sys, &o, plant.x, b->estimator, bytes), BR_OK);
    *e = (br_compensate_estimator){.filter = &b->filter, .p = plant.p, .which = b->which[0]};
}

static void make_horizon(bed *b, br_compensate_estimator *e)
{
    br_mhe_options o = br_mhe_defaults();
    o.gate = 0;
    o.joint.flow = br_integrator_defaults();
    o.sd = b->sd, o.q = b->q, o.r = &b->r[b->which[0]];
    o.measured = 1, o.which = b->which, o.dt = DT, o.horizon = 5;
    size_t bytes = br_mhe_bytes(&plant.sys, &o);
    b->estimator = malloc(bytes);
    assert_int_equal(br_mhe_init(&b->horizon, &plant.sys, &o, plant.x, b->estimator, bytes), BR_OK);
    *e = (br_compensate_estimator){.horizon = &b->horizon, .p = plant.p};
}

static void make(bed *b, const br_compensate_options *o)
{
    b->o = *o;
    for (int i = 0; i < 3; i++) {
        static const double sd[] = {1e-6, 1e-3, 1e-6}, q[] = {1e-14, 1e-3, 1e-10};
        b->sd[i] = (br_real)sd[i], b->q[i] = (br_real)q[i];
    }
    b->which[0] = plant.sys.ny; // states stand behind outputs; the position is the first
    b->r[b->which[0]] = (br_real)1e-12;
    if (o->kind == &br_compensate_filter)
        make_filter(b, &b->o.estimator);
    if (o->kind == &br_compensate_horizon)
        make_horizon(b, &b->o.estimator);
    size_t bytes = br_compensate_bytes(&b->o);
    assert_true(bytes > 0);
    b->memory = malloc(bytes);
    assert_int_equal(br_compensate_init(&b->c, &b->o, b->memory, bytes - 1), BR_BAD_USAGE);
    assert_int_equal(br_compensate_init(&b->c, &b->o, b->memory, bytes), BR_OK);
}

static void make_kind(bed *b, const br_compensate_kind *kind)
{
    memset(b, 0, sizeof *b);
    br_compensate_options o = options_of(b, kind);
    make(b, &o);
}

static void drop(bed *b)
{
    free(b->memory);
    free(b->estimator);
}

enum { KINDS = 11 };
static const br_compensate_kind *const kinds[KINDS] = {
    &br_compensate_none,     &br_compensate_coulomb,     &br_compensate_stribeck, &br_compensate_dahl,
    &br_compensate_observer, &br_compensate_disturbance, &br_compensate_model,    &br_compensate_adaptive,
    &br_compensate_elasto,   &br_compensate_filter,      &br_compensate_horizon};

typedef struct ride {
    double rms, peak;     // of the position error, in the second half
    double off, at_start; // largest |F - friction| in the last quarter, and in the first
} ride;

static ride go(bed *b, axis *a, double until)
{
    ride r = {0};
    long n = (long)(until / 1e-3), counted = 0;
    for (long k = 0; k < n; k++) {
        br_motion aim = sine((double)k * 1e-3);
        br_real u = br_compensate_step(&b->c, &aim, (br_real)a->x, (br_real)a->v, DT);
        double e = a->x - (double)aim.q, off = fabs(a->F - (double)b->c.friction);
        move(a, (double)u, 0);
        if (k >= n / 2) {
            r.rms += e * e, counted++;
            r.peak = fmax(r.peak, fabs(e));
        }
        if (k >= 3 * n / 4)
            r.off = fmax(r.off, off);
    }
    r.rms = sqrt(r.rms / (double)counted);
    return r;
}

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

// ---------------------------------------------------------------- what they survive (docs/faults.md, D)

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

static void wrong_options_are_refused(void **state)
{
    (void)state;
    bed b = {0};
    br_compensate_options good = options_of(&b, &br_compensate_adaptive), o;
    assert_true(br_compensate_bytes(&good) > 0);
    o = good, o.dt = 0;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.mass = MISSING;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.gain.Ki = (br_real)INFINITY;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.law.sys = NULL;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.law.velocity = 1;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.law.high = (br_real)0.5;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.kind = &br_compensate_filter;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.kind = &br_compensate_stribeck, o.curve.vs = 0;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.differentiate.dt = 2 * DT;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.gain.Kd = -1;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.fastest = 0;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.tuning.share = MISSING;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.tuning.most = -5;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.tuning.slew = -1;
    assert_int_equal(br_compensate_bytes(&o), 0);
    br_real bad[] = {MISSING};
    o = good, o.law.k = bad;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.law.rate = (br_real)INFINITY;
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.kind = &br_compensate_elasto, o.elasto = br_elasto_defaults(DT);
    assert_int_equal(br_compensate_bytes(&o), 0);
    o = good, o.kind = &br_compensate_disturbance, o.bandwidth = LARGEST, o.mass = 2;
    assert_int_equal(br_compensate_bytes(&o), 0);
}

static void estimators_need_a_bound_and_the_step_of_the_loop(void **state)
{
    (void)state;
    for (int i = KINDS - 2; i < KINDS; i++) {
        static bed b;
        make_kind(&b, kinds[i]);
        br_compensate_options o = b.o;
        o.tuning.most_friction = 0;
        assert_int_equal(br_compensate_bytes(&o), 0);
        o = b.o, o.dt = o.differentiate.dt = 2 * DT;
        assert_true((br_compensate_bytes(&o) == 0) == (kinds[i] == &br_compensate_horizon));
        b.c.tuning.most_friction = 0;
        br_compensate_step(&b.c, &(br_motion){0, 0, 0}, 0, 0, DT);
        assert_true((double)b.c.tuning.most_friction == 5 && b.c.health.refused == 1);
        drop(&b);
    }
}

// A limit that is lowered holds at once, beside a number that makes no sense, and where the command is no number.
static void limits_hold_while_the_rest_of_a_tuning_is_wrong(void **state)
{
    (void)state;
    bed b = {0};
    make_kind(&b, &br_compensate_none);
    for (int k = 0; k < 10; k++)
        br_compensate_step(&b.c, &(br_motion){1, 0, 0}, 0, 0, DT);
    assert_true((double)b.c.u == 50);
    b.c.tuning.most = 5, b.c.tuning.share = MISSING;
    assert_true((double)br_compensate_step(&b.c, &(br_motion){1, 0, 0}, 0, 0, DT) == 5);
    assert_true((double)b.c.tuning.share == 1 && b.c.health.refused == 1);
    b.c.tuning.most = 4;
    assert_true((double)br_compensate_step(&b.c, &(br_motion){LARGEST, LARGEST, -LARGEST}, -1, 0, DT) == 4);
    b.c.tuning.most = -5;
    assert_true((double)br_compensate_step(&b.c, &(br_motion){1, 0, 0}, 0, 0, DT) == 4);
    drop(&b);
}

enum { NUMBERS = 13 };
static br_real *number_of(br_compensate_options *o, int i)
{
    br_compensate_curve *k = &o->curve;
    br_real *const all[NUMBERS] = {&o->mass, &o->fastest, &o->bandwidth, &o->gain.Kp, &o->gain.Kd, &o->gain.Ki, &k->FC,
                                   &k->FS,   &k->vs,      &k->viscous,   &k->smooth,  &k->sigma0,  &k->Ki};
    return all[i];
}

// One that has been told nonsense commands the bits of one that has not.
static void numbers_that_make_no_sense_are_put_back_and_counted(void **state)
{
    (void)state;
    const br_real odd[] = {MISSING, (br_real)INFINITY, -(br_real)INFINITY, -1, (br_real)1.01e15};
    enum { ODD = sizeof odd / sizeof *odd };
    for (int i = 0; i < KINDS; i++) {
        static bed told, other;
        make_kind(&told, kinds[i]);
        make_kind(&other, kinds[i]);
        for (int k = 0; k < ODD * NUMBERS; k++) {
            br_motion aim = sine(k * 1e-3);
            br_real *at = number_of(&told.c.o, k / ODD), was = *at;
            *at = odd[k % ODD];
            br_real u = br_compensate_step(&told.c, &aim, (br_real)0.0099, 0, DT);
            assert_true((double)u == (double)br_compensate_step(&other.c, &aim, (br_real)0.0099, 0, DT));
            assert_true((double)*at == (double)was && told.c.health.refused == (unsigned long)k + 1);
        }
        drop(&told);
        drop(&other);
    }
}

static void numbers_that_make_sense_are_taken_beside_others_that_do_not(void **state)
{
    (void)state;
    bed b = {0};
    make_kind(&b, &br_compensate_stribeck);
    br_compensate_step(&b.c, &(br_motion){0, 0, 0}, (br_real)1e-3, 0, DT);
    assert_true(fabs((double)b.c.u + 0.9) < 1e-6);
    b.c.o.gain.Kp = 1800, b.c.o.gain.Kd = MISSING;
    br_compensate_step(&b.c, &(br_motion){0, 0, 0}, (br_real)1e-3, 0, DT);
    assert_true(fabs((double)b.c.u + 1.8) < 1e-6 && (double)b.c.o.gain.Kd == 60 && b.c.health.refused == 1);
    b.c.o.gain.Kp = 900, b.c.o.curve.vs = 0; // what init would refuse is refused as a whole
    br_compensate_step(&b.c, &(br_motion){0, 0, 0}, (br_real)1e-3, 0, DT);
    assert_true((double)b.c.o.gain.Kp == 1800 && (double)b.c.o.curve.vs > 0 && b.c.health.refused == 2);
    drop(&b);
}

// An estimator of the friction law alone sees the force u - m a: one whose mass is set later does as one that began with it.
static void a_mass_that_is_set_is_that_of_a_reduced_estimator(void **state)
{
    (void)state;
    bed b[2] = {0};
    for (int i = 0; i < 2; i++) {
        br_kalman_options with = br_kalman_defaults();
        b[i].sd[0] = (br_real)1e-6, b[i].q[0] = (br_real)1e-10, b[i].r[0] = (br_real)1e-2;
        with.sd = b[i].sd, with.q = b[i].q, with.r = b[i].r;
        size_t bytes = br_kalman_bytes(&lugre.sys, &with);
        b[i].estimator = malloc(bytes);
        assert_int_equal(br_kalman_init(&b[i].filter, &lugre.sys, &with, lugre.x, b[i].estimator, bytes), BR_OK);
        br_compensate_options o = options_of(&b[i], &br_compensate_filter);
        o.estimator = (br_compensate_estimator){.filter = &b[i].filter, .p = lugre.p, .reduced = 1};
        o.mass = i == 0 ? 1 : 2;
        bytes = br_compensate_bytes(&o);
        b[i].memory = malloc(bytes);
        assert_int_equal(br_compensate_init(&b[i].c, &o, b[i].memory, bytes), BR_OK);
    }
    b[0].c.o.mass = 2;
    for (int k = 0; k < 300; k++) {
        br_motion aim = sine(k * 1e-3);
        br_real u = br_compensate_step(&b[0].c, &aim, aim.q, aim.v, DT);
        assert_true((double)u == (double)br_compensate_step(&b[1].c, &aim, aim.q, aim.v, DT));
    }
    drop(&b[0]);
    drop(&b[1]);
}

int main(void)
{
    if (!has_compiler())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_the_pid_of_the_paper),
        cmocka_unit_test(the_velocity_comes_from_the_position_without_a_tachometer),
        cmocka_unit_test(the_integral_leaves_a_limit_at_once),
        cmocka_unit_test(share_and_trust_scale_the_friction),
        cmocka_unit_test(known_friction_is_compensated),
        cmocka_unit_test(a_wrong_start_of_the_observer_is_forgotten),
        cmocka_unit_test(the_observer_is_corrected_by_what_it_is_told),
        cmocka_unit_test(the_disturbance_observer_finds_a_force),
        cmocka_unit_test(the_disturbance_observer_takes_the_velocity_between_samples),
        cmocka_unit_test(the_force_of_the_observer_has_the_corrected_rate),
        cmocka_unit_test(nothing_is_integrated_within_rest),
        cmocka_unit_test(the_level_of_friction_is_learnt),
        cmocka_unit_test(an_alarm_of_a_filter_ends_the_compensation_unless_it_is_deaf),
        cmocka_unit_test(an_estimator_stands_where_the_axis_is_first_seen),
        cmocka_unit_test(a_filter_is_corrected_as_often_as_asked_for),
        cmocka_unit_test(d20_commands_stay_finite_and_within_their_limits),
        cmocka_unit_test(d2_a_dropout_fades_to_plain_feedback_and_is_over_afterwards),
        cmocka_unit_test(d2_an_axis_that_is_blind_is_not_pushed),
        cmocka_unit_test(d2_a_gap_of_the_sensor_ends_without_a_bump),
        cmocka_unit_test(d12_one_bad_sample_is_over_soon),
        cmocka_unit_test(d3_nothing_is_learnt_from_a_sensor_that_is_stuck),
        cmocka_unit_test(d3_an_encoder_that_is_stuck_ends_the_compensation),
        cmocka_unit_test(d7_a_counter_that_wraps_is_not_felt),
        cmocka_unit_test(d11_a_saturated_drive_is_left_again),
        cmocka_unit_test(d17_nothing_is_commanded_before_the_first_position),
        cmocka_unit_test(d19_a_reset_one_does_as_a_new_one),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(estimators_need_a_bound_and_the_step_of_the_loop),
        cmocka_unit_test(limits_hold_while_the_rest_of_a_tuning_is_wrong),
        cmocka_unit_test(numbers_that_make_no_sense_are_put_back_and_counted),
        cmocka_unit_test(numbers_that_make_sense_are_taken_beside_others_that_do_not),
        cmocka_unit_test(a_mass_that_is_set_is_that_of_a_reduced_estimator),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}

#endif
