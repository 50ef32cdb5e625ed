// control_make.c - the compensators of a comparison: their names, their trials, and how each is made.            [host]
#include "num/fp.h"

#include "num/elem.h"
#include "sim/control_parts.h"

#include <stdlib.h>
#include <string.h>

typedef br_status made_by(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s);

typedef struct rival {
    br_rival is;
    const br_compensate_kind *kind;
    double trial[4]; // of its own gain, in units that suit the axis
    made_by *make;   // NULL: no more than gains
    br_control_part part;
} rival;

static const rival *inside(const br_rival *r)
{
    return (const rival *)(const void *)r; // its first part
}

// ---------------------------------------------------------------- trials

// Integral gains as shares of w Kp, as many as there are trials; beside a gain of its own none, and that of the tuned PID.
// `none` is what is left without an integral.
br_setting br_rival_trial(const br_bench *b, const br_rival *r, int i)
{
    static const double alone[BR_CONTROL_TRIALS] = {0.35, 0.1, 1, 1.4, 0.2, 0.5, 0.75, 0.05};
    double w = b->bandwidth, most = b->axis->mass * w * w * w;
    if (strcmp(r->name, "none") == 0)
        return (br_setting){0, 0};
    if (!r->gain)
        return (br_setting){alone[i] * most, 0};
    return (br_setting){i < 4 ? 0 : b->Ki, inside(r)->trial[i % 4]};
}

// ---------------------------------------------------------------- making

static br_compensate_options options_of(const br_bench *b, const rival *r, br_setting s, const br_servo_options *servo)
{
    double dt = servo->dt, w = b->bandwidth, m = b->axis->mass, cutoff = 20 * w / 6.283185307179586;
    br_compensate_options o = br_compensate_defaults(r->kind, dt);
    o.mass = m;
    o.gain = (br_feedback_gain){.Kp = m * w * w, .Kd = 2 * m * w, .Ki = s.Ki};
    o.differentiate.cutoff = cutoff < 0.1 / dt ? cutoff : 0.1 / dt;
    o.tuning.share = b->o->share;
    o.tuning.most = b->o->most, o.tuning.slew = b->o->slew;
    o.tuning.band = b->o->band;
    o.tuning.fade_in = b->o->fade_in > 0 ? b->o->fade_in : o.tuning.fade_in;
    if (b->o->by_aim >= 0)
        o.by_aim = b->o->by_aim;
    return o;
}

static br_status make_curve(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s)
{
    (void)y, (void)s;
    const br_known *k = &b->known;
    o->curve = (br_compensate_curve){.FC = b->level * k->FC,
                                     .FS = b->level * k->FS,
                                     .vs = k->vs,
                                     .viscous = b->level * k->viscous,
                                     .smooth = gain * br_min(k->vs, b->speed / 10)};
    if (b->o->by_aim < 0)
        o->by_aim = 1;
    return BR_OK;
}

static br_status make_dahl(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s)
{
    double w = b->bandwidth;
    br_status status = make_curve(y, b, o, 1, s);
    o->curve.sigma0 = b->level * b->known.sigma0;
    o->curve.Ki = gain * b->axis->mass * w * w * w;
    return status;
}

static br_status make_disturbance(br_ready *y, br_bench *b, br_compensate_options *o, double gain,
                                  const br_servo_options *s)
{
    (void)y, (void)s;
    o->bandwidth = gain * b->bandwidth;
    return BR_OK;
}

static br_status take_law(br_ready *y, br_bench *b, br_compensate_options *o, br_control_part part, double k)
{
    const br_control_law *l = &b->law[part];
    int nx = l->is->nx;
    y->k = calloc(2 * (size_t)nx + 1, sizeof *y->k);
    if (!y->k)
        return BR_NO_MEMORY;
    y->damping = y->k + nx;
    for (int i = 0; i < nx; i++)
        y->k[i] = k * l->scale[i] / b->known.length;
    bool lugre = strcmp(l->is->law.name, "lugre") == 0;
    if (lugre && nx == 1)
        y->damping[0] = b->level * b->known.sigma1;
    o->law.sys = &l->system.sys;
    o->law.p = l->p, o->law.x = l->x, o->law.u = l->u;
    o->law.velocity = br_law_velocity(l->is), o->law.force = br_law_force(l->is);
    o->law.k = y->k;
    o->law.damping = lugre ? y->damping : NULL;
    return BR_OK;
}

static br_status make_model(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s)
{
    (void)gain, (void)s;
    return take_law(y, b, o, BR_PART_OWN, 0);
}

static br_status make_own(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s)
{
    (void)s;
    return take_law(y, b, o, BR_PART_OWN, gain);
}

static br_status make_lugre(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s)
{
    (void)s;
    return take_law(y, b, o, BR_PART_LUGRE, gain);
}

static br_status make_elasto(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s)
{
    (void)y;
    const br_known *k = &b->known;
    double level = b->level;
    o->elasto = br_elasto_defaults(s->dt);
    o->elasto.element[0] = (br_elasto_element){.sigma0 = level * k->sigma0,
                                               .sigma1 = level * k->sigma1,
                                               .FC = level * k->FC,
                                               .FS = level * k->FS,
                                               .zba = 0.7 * k->FC / k->sigma0};
    o->elasto.sigma2 = level * k->viscous;
    o->elasto.vs = k->vs;
    o->elasto.Dx = gain * k->length;
    return BR_OK;
}

// Within the time that was asked for an error of FC/Kp moves the level by 1.
static br_status make_adaptive(br_ready *y, br_bench *b, br_compensate_options *o, double gain,
                               const br_servo_options *s)
{
    (void)s;
    double FC = b->known.FC;
    o->law.within = 1 / b->bandwidth;
    o->law.rate = o->law.within * o->gain.Kp / (FC * FC * gain);
    return take_law(y, b, o, BR_PART_LUGRE, 0.1);
}

// ---------------------------------------------------------------- estimators

// Numbers of an estimator: sd at the start, process noise per second, measurement noise; x and v first, then friction.
static double *noises(br_ready *y, const br_bench *b, br_control_part friction, int nx, int ny, double gain,
                      const br_servo_options *s)
{
    const br_control_law *l = &b->law[friction];
    double *v = calloc(3 * (size_t)nx + (size_t)ny, sizeof *v), wander = 0.01 * b->known.FC / b->axis->mass;
    if (!v)
        return NULL;
    double *sd = v, *q = v + nx, *r = q + nx, fine = 1e-4 * b->known.length;
    sd[0] = fine, sd[1] = b->speed / 1000, q[1] = wander * wander;
    for (int i = 2; i < nx; i++) {
        double size = l->scale[i - 2];
        sd[i] = size, q[i] = gain * gain * size * size;
    }
    r[ny] = s->noise * s->noise + s->encoder * s->encoder / 12 + fine * fine; // of the first state
    y->which = ny;
    y->v = v;
    return v;
}

static br_status filter_of(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s,
                           br_control_part plant, br_control_part friction)
{
    const br_control_law *l = &b->law[plant];
    const br_sys *sys = &l->system.sys;
    br_observer_options e = br_observer_defaults();
    double *v = noises(y, b, friction, sys->nx, sys->ny, gain, s);
    if (!v)
        return BR_NO_MEMORY;
    e.sd = v, e.q = e.sd + sys->nx, e.r = e.q + sys->nx;
    size_t bytes = br_observer_bytes(sys, &e);
    y->estimator = malloc(bytes + 1);
    if (!y->estimator)
        return BR_NO_MEMORY;
    o->estimator =
        (br_compensate_estimator){.filter = &y->filter, .p = l->p, .which = y->which, .force = br_law_force(l->is)};
    return br_observer_init(&y->filter, sys, &e, l->x, y->estimator, bytes);
}

static br_status horizon_of(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s,
                            br_control_part plant, br_control_part friction)
{
    const br_control_law *l = &b->law[plant];
    const br_sys *sys = &l->system.sys;
    br_mhe_options e = br_mhe_defaults();
    double *v = noises(y, b, friction, sys->nx, sys->ny, gain, s);
    if (!v)
        return BR_NO_MEMORY;
    e.sd = v, e.q = e.sd + sys->nx, e.r = e.q + sys->nx + y->which;
    e.measured = 1, e.which = &y->which, e.dt = s->dt, e.horizon = 10;
    size_t bytes = br_mhe_bytes(sys, &e);
    y->estimator = malloc(bytes + 1);
    if (!y->estimator)
        return BR_NO_MEMORY;
    o->estimator = (br_compensate_estimator){.horizon = &y->horizon, .p = l->p, .force = br_law_force(l->is)};
    return br_mhe_init(&y->horizon, sys, &e, l->x, y->estimator, bytes);
}

static br_status make_filter(br_ready *y, br_bench *b, br_compensate_options *o, double gain, const br_servo_options *s)
{
    return filter_of(y, b, o, gain, s, BR_PART_LUGRE_PLANT, BR_PART_LUGRE);
}

static br_status make_own_filter(br_ready *y, br_bench *b, br_compensate_options *o, double gain,
                                 const br_servo_options *s)
{
    return filter_of(y, b, o, gain, s, BR_PART_PLANT, BR_PART_OWN);
}

static br_status make_horizon(br_ready *y, br_bench *b, br_compensate_options *o, double gain,
                              const br_servo_options *s)
{
    return horizon_of(y, b, o, gain, s, BR_PART_LUGRE_PLANT, BR_PART_LUGRE);
}

static br_status make_own_horizon(br_ready *y, br_bench *b, br_compensate_options *o, double gain,
                                  const br_servo_options *s)
{
    return horizon_of(y, b, o, gain, s, BR_PART_PLANT, BR_PART_OWN);
}

// ---------------------------------------------------------------- names

static const rival rivals[] = {
    {{"none", "proportional and derivative feedback alone", NULL, true, false}, &br_compensate_none, {0}, NULL, 0},
    {{"pid", "and an integral", NULL, true, false}, &br_compensate_none, {0}, NULL, 0},
    {{"disturbance", "disturbance observer", "bandwidth/w", true, false},
     &br_compensate_disturbance,
     {1, 2, 4, 8},
     make_disturbance,
     0},
    {{"coulomb", "Coulomb force with a smooth sign, fed forward", "width of the sign/vs", false, false},
     &br_compensate_coulomb,
     {0.03, 0.1, 0.3, 1},
     make_curve,
     0},
    {{"stribeck", "Stribeck curve, fed forward", "width of the sign/vs", false, false},
     &br_compensate_stribeck,
     {0.03, 0.1, 0.3, 1},
     make_curve,
     0},
    {{"model", "the law, driven by the velocity that is asked for", NULL, false, false},
     &br_compensate_model,
     {0},
     make_model,
     0},
    {{"dahl", "integral action on a Dahl model", "its Ki/(Kp w)", false, false},
     &br_compensate_dahl,
     {0.1, 0.3, 1, 3},
     make_dahl,
     0},
    {{"lugre", "LuGre observer, 002 (12)-(14)", "k, 1/s", false, false},
     &br_compensate_observer,
     {0, 1, 10, 100},
     make_lugre,
     0},
    {{"observer", "the same with the law itself", "k, 1/s", false, false},
     &br_compensate_observer,
     {0, 1, 10, 100},
     make_own,
     0},
    {{"elasto-plastic", "the elasto-plastic estimator of 003, on measured positions", "Dx/length", false, false},
     &br_compensate_elasto,
     {0, 0.01, 0.03, 0.1},
     make_elasto,
     0},
    {{"adaptive", "LuGre observer whose level is adapted", "time, s", false, false},
     &br_compensate_adaptive,
     {1, 0.3, 0.1, 0.03},
     make_adaptive,
     0},
    {{"ekf-lugre", "EKF of a mass with LuGre friction", "noise, 1/s^(1/2)", false, false},
     &br_compensate_filter,
     {1, 10, 100, 1000},
     make_filter,
     0},
    {{"ekf", "EKF of a mass with the law", "noise, 1/s^(1/2)", false, false},
     &br_compensate_filter,
     {1, 10, 100, 1000},
     make_own_filter,
     BR_PART_PLANT},
    {{"mhe-lugre", "moving horizon, LuGre friction", "noise, 1/s^(1/2)", false, true},
     &br_compensate_horizon,
     {1, 10, 100, 1000},
     make_horizon,
     0},
    {{"mhe", "moving horizon, the law", "noise, 1/s^(1/2)", false, true},
     &br_compensate_horizon,
     {1, 10, 100, 1000},
     make_own_horizon,
     BR_PART_PLANT},
};
enum { RIVALS = sizeof rivals / sizeof *rivals };

const br_rival *br_rival_at(int i)
{
    return i >= 0 && i < RIVALS ? &rivals[i].is : NULL;
}

const br_rival *br_rival_find(const char *name)
{
    for (int i = 0; i < RIVALS; i++)
        if (strcmp(rivals[i].is.name, name) == 0)
            return &rivals[i].is;
    return NULL;
}

// ---------------------------------------------------------------- ready

br_status br_ready_make(br_ready *y, br_bench *b, const br_rival *r, br_setting s, const br_servo_options *servo)
{
    memset(y, 0, sizeof *y);
    br_compensate_options o = options_of(b, inside(r), s, servo);
    br_status status = inside(r)->make ? inside(r)->make(y, b, &o, s.gain, servo) : BR_OK;
    if (status == BR_OK) {
        size_t bytes = br_compensate_bytes(&o);
        y->memory = malloc(bytes + 1);
        status = y->memory ? br_compensate_init(&y->c, &o, y->memory, bytes) : BR_NO_MEMORY;
    }
    if (status != BR_OK)
        br_ready_free(y);
    return status;
}

void br_ready_free(br_ready *y)
{
    free(y->memory);
    free(y->estimator);
    free(y->k);
    free(y->v);
    memset(y, 0, sizeof *y);
}
