// bench_control.c - a step of a compensator at 20 kHz: how many axes one core holds.
//
// The axis of the thesis (20 kg, S-GMS of Table 4.1) goes to and fro in closed loop; a period of measured positions is
// recorded and given to the compensator over and over. EKFs: reduced order, 4 states (velocity in, u - m a measured), and full
// order, 4 + 2 (force in, position measured), both by linearly implicit Euler in one step, corrected at every sample or at every
// fourth. The baseline is a PID in plain C along the same positions, in the same rounds.
#include "bench.h"
#include "law/builtin/builtin.h"
#include "sim/control/servo.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4096 };
static const double dt = 5e-5;

// The print of the mass with S-GMS friction, which the build has made (CMakeLists.txt)
br_value_fn mass_axis_rate;
br_jet_fn mass_axis_rate_jet, mass_axis_rate_jet_x;

typedef struct axis {
    br_model friction, plant;
    br_carriage carriage;
    br_system sgms, mass;
    double p[64], pm[64], x[8], xm[8], u[2];
    double q[SAMPLES];
    br_motion aim[SAMPLES];
} axis;

typedef struct loop {
    axis *a;
    br_compensate c;
    br_kalman filter;
    double noise[64];
    void *memory, *estimator;
} loop;

static void fail(const char *words)
{
    fprintf(stderr, "bench_control: %s\n", words);
    exit(1);
}

static void open_model(br_model *m, const char *law, const char *set, const char *values)
{
    size_t size = 0;
    br_diag why = {0};
    const char *text = br_builtin_text(NULL, law, &size);
    br_model_source source = {text, size, law, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = law};
    if (br_model_open_given(m, &source, &first, &then, &why) != BR_OK)
        fail(why.text);
}

static void open_axis(axis *a)
{
    br_diag why = {0};
    open_model(&a->friction, "sgms", "table-4.1", "");
    open_model(&a->plant, "mass", "axis", "x = 0 m, v = 0 m/s");
    if (br_carriage_open(&a->carriage, &a->friction, 20, &why) != BR_OK ||
        br_system_open(&a->sgms, &a->friction, &why) != BR_OK || br_system_open(&a->mass, &a->plant, &why) != BR_OK)
        fail(why.text);
    a->mass.code.rate = mass_axis_rate;
    a->mass.code.rate_jet = mass_axis_rate_jet;
    a->mass.code.rate_jet_x = mass_axis_rate_jet_x;
    br_model_points(&a->friction, a->x, a->u, a->p);
    br_model_points(&a->plant, a->xm, a->u, a->pm);
}

// ---------------------------------------------------------------- compensators

static br_compensate_options options_of(const br_compensate_kind *kind)
{
    br_compensate_options o = br_compensate_defaults(kind, dt);
    o.mass = 20;
    o.gain = (br_feedback_gain){.Kp = 20 * 300.0 * 300, .Kd = 40 * 300.0, .Ki = 20 * 300.0 * 300 * 60};
    return o;
}

static void make(loop *l, const br_compensate_options *o)
{
    size_t bytes = br_compensate_bytes(o);
    l->memory = malloc(bytes + 1);
    if (!l->memory || br_compensate_init(&l->c, o, l->memory, bytes) != BR_OK)
        fail("a compensator is refused");
}

// Variances: of the states at the start, per second, and of what is measured.
static void make_filter(loop *l, const br_sys *sys, const double *x, int which, double variance)
{
    br_kalman_options o = br_kalman_defaults();
    int n = sys->nx, core = n - 4;
    double *sd = l->noise, *q = sd + n, *r = q + n;
    for (int i = 0; i < n; i++) {
        sd[i] = i < core ? 1e-6 : 1;
        q[i] = i < core ? 1e-8 * i : 100;
    }
    r[which] = variance;
    o.sd = sd, o.q = q, o.r = r;
    o.joint.flow = br_integrator_defaults();
    o.joint.flow.kind = &br_integrator_lie;
    o.joint.flow.most = o.joint.flow.substeps;
    size_t bytes = br_kalman_bytes(sys, &o);
    l->estimator = malloc(bytes + 1);
    if (!l->estimator || br_kalman_init(&l->filter, sys, &o, x, l->estimator, bytes) != BR_OK)
        fail("a filter is refused");
}

static void make_ekf(loop *l, axis *a, int reduced, int every)
{
    br_compensate_options o = options_of(&br_compensate_filter);
    o.tuning.most_friction = 100;
    const br_sys *sys = reduced ? &a->sgms.sys : &a->mass.sys;
    int which = reduced ? 0 : sys->ny;
    make_filter(l, sys, reduced ? a->x : a->xm, which, reduced ? 0.25 : 1e-18);
    o.estimator = (br_compensate_estimator){
        .filter = &l->filter, .p = reduced ? a->p : a->pm, .which = which, .reduced = reduced, .every = every};
    make(l, &o);
}

// Two periods in closed loop, of which the second is kept.
static void record(loop *l)
{
    br_servo_course course = {.stroke = 200e-6, .period = SAMPLES * dt, .times = 2};
    axis *a = l->a;
    br_carriage_reset(&a->carriage);
    for (int k = 0; k < 2 * SAMPLES; k++) {
        br_motion aim = br_servo_aim(&course, k * dt);
        a->q[k % SAMPLES] = a->carriage.q;
        a->aim[k % SAMPLES] = aim;
        double u = br_compensate_step(&l->c, &aim, a->carriage.q, 0, dt);
        if (br_carriage_move(&a->carriage, u, dt) != BR_OK)
            fail("the axis runs away");
    }
}

static void period(void *data)
{
    loop *l = data;
    for (int k = 0; k < SAMPLES; k++)
        br_compensate_step(&l->c, &l->a->aim[k], l->a->q[k], 0, dt);
    bench_keep(&l->c);
}

// The feedback of such a compensator without any, by hand: velocity by a difference, a limited integral.
typedef struct pid {
    axis *a;
    br_feedback_gain gain;
    double before, sum, u;
} pid;

static void period_by_hand(void *data)
{
    pid *c = data;
    for (int k = 0; k < SAMPLES; k++) {
        const br_motion *aim = &c->a->aim[k];
        double q = c->a->q[k], v = (q - c->before) / dt, e = aim->q - q;
        c->sum += e * dt;
        c->sum = c->sum > 1 ? 1 : c->sum < -1 ? -1 : c->sum;
        c->u = c->gain.Kp * e + c->gain.Kd * (aim->v - v) + c->gain.Ki * c->sum + 20 * aim->a;
        c->before = q;
        bench_keep(c);
    }
}

static void report(const char *words, loop *l)
{
    char name[120];
    double best = 1, baseline = 1;
    pid hand = {.a = l->a, .gain = options_of(&br_compensate_none).gain};
    record(l);
    for (int i = bench_turns(40); i > 0; i--) {
        double one = bench_calls(period, l, 1) / SAMPLES;
        double other = bench_calls(period_by_hand, &hand, 1) / SAMPLES;
        best = one < best ? one : best;
        baseline = other < baseline ? other : baseline;
    }
    snprintf(name, sizeof name, "compensator step, %s: %d axes at 20 kHz", words, (int)(dt / best));
    bench_row(name, best, "PID by hand", baseline);
    free(l->memory);
    free(l->estimator);
    memset(l, 0, sizeof *l);
}

int main(void)
{
    static axis a;
    static loop l;
    double k[4] = {1e3, 1e3, 1e3, 1e3};
    open_axis(&a);
    br_compensate_options o = options_of(&br_compensate_none);
    l.a = &a, make(&l, &o), report("PID", &l);
    o = options_of(&br_compensate_observer);
    o.law.sys = &a.sgms.sys, o.law.p = a.p, o.law.k = k;
    l.a = &a, make(&l, &o), report("observer of S-GMS, 4 states", &l);
    l.a = &a, make_ekf(&l, &a, 1, 1), report("EKF of S-GMS, 4 states", &l);
    l.a = &a, make_ekf(&l, &a, 1, 4), report("the same, every 4th sample corrected", &l);
    l.a = &a, make_ekf(&l, &a, 0, 1), report("EKF of S-GMS, 4 + 2 states", &l);
    l.a = &a, make_ekf(&l, &a, 0, 4), report("the same, every 4th sample corrected (4 + 2)", &l);
    br_system_close(&a.sgms);
    br_system_close(&a.mass);
    br_carriage_close(&a.carriage);
    br_model_close(&a.friction);
    br_model_close(&a.plant);
    return 0;
}
