// compensate_kit.h - compensators on an axis whose truth is known: the axis, and how they are made and run.
//
// A unit mass with the LuGre friction of 002 Table I, written here a second way and integrated in steps of 50 us; 1 kHz. The
// laws of the compensators are printed as C in the number type of the test. Compiled for double, and with BR_FLOAT for float.
#ifndef TESTS_COMPENSATE_KIT_H
#define TESTS_COMPENSATE_KIT_H

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

#endif
