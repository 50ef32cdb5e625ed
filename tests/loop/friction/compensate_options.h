// compensate_options.h - options and settings of compensators that make no sense, and those that are changed.
#ifndef TESTS_COMPENSATE_OPTIONS_H
#define TESTS_COMPENSATE_OPTIONS_H

#include "compensate_kit.h"

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

#endif
