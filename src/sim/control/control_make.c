// control_make.c - the compensators of a comparison: names, trials of their gains, construction.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/control/compensators.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A compensator while it is made: `o` gets its options, `y` what they point to.
typedef struct making {
    br_ready *y;
    br_bench *b;
    br_compensate_options *o;
    const br_rival *is;
    double gain; // 0 where it has none of its own
    double dt;
} making;
typedef br_status made_by(const making *m);

// What is tried as integral gain, as a share of w Kp.
typedef enum integral {
    INTEGRAL_NONE,   // none at all
    INTEGRAL_ALONE,  // as many as there are trials
    INTEGRAL_OR_NOT, // the same, with none in the place of the least
    INTEGRAL_BESIDE  // beside a gain of its own: none, and half of that of the yardstick
} integral;

enum { OWN_TRIALS = 8 };

typedef struct rival {
    br_rival is;
    const br_compensate_kind *kind;
    made_by *make;            // NULL: no more than gains
    double trial[OWN_TRIALS]; // of its own gain, in units that suit the axis; BESIDE: the first half of them
    integral integral;
    bool plant; // needs a mass with the law
} rival;

static const rival *compensator_of(const br_rival *r)
{
    return (const rival *)(const void *)r; // its first part
}

// ---------------------------------------------------------------- trials

// With Kp = m w^2 and Kd = 2 m w a mass without friction is stable up to 2.
static const double integrals[BR_CONTROL_TRIALS] = {0.35, 0.1, 1, 1.4, 0.2, 0.5, 0.75, 1.8};
static const double least_integral = 0.1, largest_integral = 1.8;

int br_rival_trials(const br_bench *b, const br_rival *r)
{
    return compensator_of(r)->integral == INTEGRAL_NONE && !r->gain ? 1 : b->o->trials;
}

br_setting br_rival_trial(const br_bench *b, const br_rival *r, int i)
{
    double w = b->bandwidth, most = b->axis->mass * w * w * w;
    const rival *is = compensator_of(r);
    bool left_out =
        is->integral == INTEGRAL_NONE || (is->integral == INTEGRAL_OR_NOT && integrals[i] == least_integral);
    if (is->integral == INTEGRAL_BESIDE)
        return (br_setting){i < OWN_TRIALS / 2 ? 0 : b->Ki / 2, is->trial[i % (OWN_TRIALS / 2)]};
    return (br_setting){left_out ? 0 : integrals[i] * most, is->trial[i]};
}

static bool is_extreme(const double *x, int n, double value)
{
    double low = x[0], high = x[0];
    for (int i = 1; i < n; i++)
        low = br_min(low, x[i]), high = br_max(high, x[i]);
    return value <= low || value >= high;
}

bool br_rival_at_end(const br_bench *b, const br_rival *r, br_setting s)
{
    double w = b->bandwidth, most = b->axis->mass * w * w * w;
    const rival *is = compensator_of(r);
    if (r->gain)
        return s.gain != 0 &&
               is_extreme(is->trial, is->integral == INTEGRAL_BESIDE ? OWN_TRIALS / 2 : OWN_TRIALS, s.gain);
    return is->integral != INTEGRAL_NONE && s.Ki != 0 &&
           (s.Ki <= least_integral * most || s.Ki >= largest_integral * most);
}

bool br_rival_fits(const br_bench *b, const br_rival *r)
{
    return !compensator_of(r)->plant || b->law[BR_PART_PLANT].p != NULL;
}

// ---------------------------------------------------------------- making

// No friction force of this axis is larger, at up to ten times its usual speed: with parameters that are wrong by a factor of 2,
// or of 10 for those that find the level, or all other forces, too.
static double most_friction(const br_bench *b, const br_compensate_kind *kind)
{
    bool learns = kind->bounded || kind == &br_compensate_adaptive || kind == &br_compensate_disturbance;
    return (learns ? 10 : 2) * b->level * (b->known.FS + 10 * b->known.viscous * b->speed);
}

// No axis is 1000 times as fast as it is asked to be; one that is pushed may be faster than that, and noise and steps of the
// encoder are no motion.
static double fastest_of(const br_bench *b, const br_servo_options *servo)
{
    return 1000 * br_max(b->speed, br_max(b->o->servo.encoder, b->o->servo.noise) / servo->dt);
}

static br_compensate_options options_of(const br_bench *b, const rival *r, br_setting s, const br_servo_options *servo)
{
    double dt = servo->dt, w = b->bandwidth, m = b->axis->mass, cutoff = 20 * w / 6.283185307179586;
    br_compensate_options o = br_compensate_defaults(r->kind, dt);
    o.mass = b->mass;
    o.gain = (br_feedback_gain){.Kp = m * w * w, .Kd = 2 * m * w, .Ki = s.Ki};
    o.differentiate.cutoff = br_max(br_min(cutoff, 0.1 / dt), 1e-3 / dt);
    o.fastest = br_min(fastest_of(b, servo), o.fastest);
    o.tuning.share = b->o->share;
    o.tuning.most = b->o->most, o.tuning.slew = b->o->slew;
    o.tuning.most_friction = most_friction(b, r->kind);
    o.tuning.band = b->o->band;
    o.tuning.fade_in = b->o->fade_in >= 0 ? b->o->fade_in : o.tuning.fade_in;
    if (b->o->by_aim >= 0)
        o.by_aim = b->o->by_aim;
    return o;
}

static br_status make_curve(const making *m)
{
    const br_bench *b = m->b;
    const br_known *k = &b->known;
    m->o->curve = (br_compensate_curve){.FC = b->level * k->FC,
                                        .FS = b->level * k->FS,
                                        .vs = k->vs,
                                        .viscous = b->level * k->viscous,
                                        .smooth = m->gain * br_min(k->vs, b->speed / 10)};
    if (b->o->by_aim < 0)
        m->o->by_aim = 1;
    return BR_OK;
}

static br_status make_dahl(const making *m)
{
    making curve = *m;
    curve.gain = 1;
    double w = m->b->bandwidth;
    br_status status = make_curve(&curve);
    m->o->curve.sigma0 = m->b->level * m->b->known.sigma0;
    m->o->curve.Ki = m->gain * m->b->axis->mass * w * w * w;
    return status;
}

static br_status make_disturbance(const making *m)
{
    m->o->bandwidth = m->gain * m->b->bandwidth;
    return BR_OK;
}

// Force per rate of every state, as the law slides.
static br_status slope_by_rates(br_ready *y, const br_bench *b, const br_control_law *l)
{
    const br_sys *s = &l->system.sys;
    br_law_slopes is = {.state = y->damping};
    int *modes = calloc((size_t)s->nm + 1, sizeof *modes);
    if (!modes)
        return BR_NO_MEMORY;
    br_status status = br_law_slopes_at(&is, s, l->scale, modes, l->u, l->p, br_law_velocity(l->is),
                                        br_law_force(l->is), b->speed / 100);
    for (int i = 0; i < s->nx; i++)
        y->damping[i] = isfinite(y->damping[i]) ? y->damping[i] : 0;
    free(modes);
    return status;
}

static br_status use_law(const making *m, br_control_part part, double k)
{
    const br_control_law *l = &m->b->law[part];
    br_ready *y = m->y;
    br_compensate_law *to = &m->o->law;
    int nx = l->is->nx;
    y->k = calloc(2 * (size_t)nx + 1, sizeof *y->k);
    if (!y->k)
        return BR_NO_MEMORY;
    y->damping = y->k + nx;
    for (int i = 0; i < nx; i++)
        y->k[i] = k * l->scale[i] / m->b->known.length;
    to->sys = &l->system.sys;
    to->p = l->p, to->x = l->x, to->u = l->u;
    to->velocity = br_law_velocity(l->is), to->force = br_law_force(l->is);
    to->k = y->k;
    to->damping = y->damping;
    return slope_by_rates(y, m->b, l);
}

static br_status make_law(const making *m)
{
    return use_law(m, m->is->lugre ? BR_PART_LUGRE : BR_PART_OWN, m->gain);
}

static br_status make_elasto(const making *m)
{
    const br_known *k = &m->b->known;
    double level = m->b->level;
    br_elasto_options *e = &m->o->elasto;
    *e = br_elasto_defaults(m->dt);
    e->element[0] = (br_elasto_element){.sigma0 = level * k->sigma0,
                                        .sigma1 = level * k->sigma1,
                                        .FC = level * k->FC,
                                        .FS = level * k->FS,
                                        .zba = k->zba};
    e->curve = k->rational ? BR_ELASTO_RATIONAL : BR_ELASTO_GAUSS;
    e->sigma2 = level * k->viscous;
    e->vs = k->vs;
    e->Dx = m->gain * k->length;
    return BR_OK;
}

// Within the time that was asked for an error of FC/Kp moves the level by 1.
static br_status make_adaptive(const making *m)
{
    double FC = m->b->known.FC;
    br_compensate_law *law = &m->o->law;
    law->within = 1 / m->b->bandwidth;
    law->quickest = 1 / m->gain;
    law->rate = law->within * m->o->gain.Kp / (FC * FC * m->gain);
    return use_law(m, BR_PART_LUGRE, 0.1);
}

// ---------------------------------------------------------------- estimators

// The model of an estimator: a mass with its friction.
static const br_control_law *plant_of(const making *m)
{
    return &m->b->law[m->is->lugre ? BR_PART_LUGRE_PLANT : BR_PART_PLANT];
}

// Numbers of an estimator: sd at the start, process noise per second, measurement noise; x and v first, then friction. The noise
// is that of the machine as it was given, whatever the case.
static double *noises(const making *m)
{
    const br_bench *b = m->b;
    const br_servo_options *s = &b->o->servo;
    const br_control_law *l = &b->law[m->is->lugre ? BR_PART_LUGRE : BR_PART_OWN];
    int nx = plant_of(m)->system.sys.nx, ny = plant_of(m)->system.sys.ny;
    double *v = calloc(3 * (size_t)nx + (size_t)ny, sizeof *v), wander = 0.01 * b->known.FC / b->axis->mass;
    if (!v)
        return NULL;
    double *sd = v, *q = v + nx, *r = q + nx, fine = 1e-4 * b->known.length;
    sd[0] = fine, sd[1] = b->speed / 1000, q[1] = wander * wander;
    for (int i = 2; i < nx; i++) {
        double size = l->scale[i - 2];
        sd[i] = size, q[i] = m->gain * m->gain * size * size;
    }
    r[ny] = s->noise * s->noise + s->encoder * s->encoder / 12 + fine * fine; // of the first state
    m->y->which = ny;
    m->y->v = v;
    return v;
}

static br_status make_filter(const making *m)
{
    br_ready *y = m->y;
    const br_control_law *l = plant_of(m);
    const br_sys *sys = &l->system.sys;
    br_kalman_options e = br_kalman_defaults();
    double *v = noises(m);
    if (!v)
        return BR_NO_MEMORY;
    e.sd = v, e.q = e.sd + sys->nx, e.r = e.q + sys->nx;
    size_t bytes = br_kalman_bytes(sys, &e);
    y->estimator = malloc(bytes + 1);
    if (!y->estimator)
        return BR_NO_MEMORY;
    m->o->estimator =
        (br_compensate_estimator){.filter = &y->filter, .p = l->p, .which = y->which, .force = br_law_force(l->is)};
    return br_kalman_init(&y->filter, sys, &e, l->x, y->estimator, bytes);
}

static br_status make_horizon(const making *m)
{
    br_ready *y = m->y;
    const br_control_law *l = plant_of(m);
    const br_sys *sys = &l->system.sys;
    br_mhe_options e = br_mhe_defaults();
    double *v = noises(m);
    if (!v)
        return BR_NO_MEMORY;
    e.sd = v, e.q = e.sd + sys->nx, e.r = e.q + sys->nx + y->which;
    e.measured = 1, e.which = &y->which, e.dt = m->dt, e.horizon = 10, e.gate = BR_REJECT_BEYOND;
    size_t bytes = br_mhe_bytes(sys, &e);
    y->estimator = malloc(bytes + 1);
    if (!y->estimator)
        return BR_NO_MEMORY;
    m->o->estimator = (br_compensate_estimator){.horizon = &y->horizon, .p = l->p, .force = br_law_force(l->is)};
    return br_mhe_init(&y->horizon, sys, &e, l->x, y->estimator, bytes);
}

// ---------------------------------------------------------------- names

#define OF_NOISE                                                                                                       \
    {                                                                                                                  \
        1, 10, 100, 1000                                                                                               \
    }
static const rival rivals[] = {
    {.is = {.name = "none", .words = "proportional and derivative feedback alone", .baseline = true},
     .kind = &br_compensate_none},
    {.is = {.name = "pid", .words = "and an integral", .baseline = true, .yardstick = true},
     .kind = &br_compensate_none,
     .integral = INTEGRAL_ALONE},
    {.is = {.name = "disturbance", .words = "disturbance observer", .gain = "bandwidth/w", .baseline = true},
     .kind = &br_compensate_disturbance,
     .trial = {8, 2, 16, 4, 12, 1, 24, 32},
     .make = make_disturbance},
    {.is = {.name = "coulomb",
            .words = "Coulomb force with a smooth sign, fed forward",
            .gain = "width of the sign/vs"},
     .kind = &br_compensate_coulomb,
     .integral = INTEGRAL_BESIDE,
     .trial = {0.03, 0.1, 0.3, 1},
     .make = make_curve},
    {.is = {.name = "stribeck", .words = "Stribeck curve, fed forward", .gain = "width of the sign/vs"},
     .kind = &br_compensate_stribeck,
     .integral = INTEGRAL_BESIDE,
     .trial = {0.03, 0.1, 0.3, 1},
     .make = make_curve},
    {.is = {.name = "model", .words = "the law, driven by the velocity that is asked for", .own = true},
     .kind = &br_compensate_model,
     .integral = INTEGRAL_OR_NOT,
     .make = make_law},
    {.is = {.name = "dahl", .words = "integral action on a Dahl model", .gain = "its Ki/(Kp w)"},
     .kind = &br_compensate_dahl,
     .integral = INTEGRAL_BESIDE,
     .trial = {0.1, 0.3, 1, 3},
     .make = make_dahl},
    {.is = {.name = "lugre", .words = "LuGre friction observer", .gain = "k, 1/s", .lugre = true, .theorem = true},
     .kind = &br_compensate_observer,
     .integral = INTEGRAL_BESIDE,
     .trial = {0, 1, 10, 100},
     .make = make_law},
    {.is = {.name = "observer", .words = "the same with the law itself", .gain = "k, 1/s", .own = true},
     .kind = &br_compensate_observer,
     .integral = INTEGRAL_BESIDE,
     .trial = {0, 1, 10, 100},
     .make = make_law},
    {.is = {.name = "elasto-plastic",
            .words = "the elasto-plastic estimator of Hayward et al. 2009, on measured positions",
            .gain = "Dx/length"},
     .kind = &br_compensate_elasto,
     .integral = INTEGRAL_BESIDE,
     .trial = {0, 0.01, 0.03, 0.1},
     .make = make_elasto},
    {.is = {.name = "adaptive", .words = "LuGre observer whose level is adapted", .gain = "time, s", .lugre = true},
     .kind = &br_compensate_adaptive,
     .integral = INTEGRAL_BESIDE,
     .trial = {1, 0.3, 0.1, 0.03},
     .make = make_adaptive},
    {.is =
         {.name = "ekf-lugre", .words = "EKF of a mass with LuGre friction", .gain = "noise, 1/s^(1/2)", .lugre = true},
     .kind = &br_compensate_filter,
     .integral = INTEGRAL_BESIDE,
     .trial = OF_NOISE,
     .make = make_filter},
    {.is = {.name = "ekf", .words = "EKF of a mass with the law", .gain = "noise, 1/s^(1/2)", .own = true},
     .kind = &br_compensate_filter,
     .integral = INTEGRAL_BESIDE,
     .trial = OF_NOISE,
     .make = make_filter,
     .plant = true},
    {.is = {.name = "mhe-lugre",
            .words = "moving horizon, LuGre friction",
            .gain = "noise, 1/s^(1/2)",
            .slow = true,
            .lugre = true},
     .kind = &br_compensate_horizon,
     .integral = INTEGRAL_BESIDE,
     .trial = OF_NOISE,
     .make = make_horizon},
    {.is = {.name = "mhe", .words = "moving horizon, the law", .gain = "noise, 1/s^(1/2)", .slow = true, .own = true},
     .kind = &br_compensate_horizon,
     .integral = INTEGRAL_BESIDE,
     .trial = OF_NOISE,
     .make = make_horizon,
     .plant = true},
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

// The first number of the options that is beyond their range, and its name; NULL: none is.
static const char *find_beyond(const br_compensate_options *o, double *value)
{
    const struct {
        const char *name;
        double value;
    } all[] = {{"the mass", o->mass},
               {"Kp = m w^2", o->gain.Kp},
               {"Kd = 2 m w", o->gain.Kd},
               {"Ki", o->gain.Ki},
               {"the largest friction force", o->tuning.most_friction},
               {"FC", o->curve.FC},
               {"sigma0", o->curve.sigma0},
               {"the integral gain of the Dahl model", o->curve.Ki}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *value = all[i].value;
        if (!(*value <= (double)BR_COMPENSATE_LARGEST))
            return all[i].name;
    }
    return NULL;
}

// Which compensator it is that cannot be made, and that its numbers are to blame.
static void explain(const br_bench *b, const br_rival *r, const br_compensate_options *o, br_status status)
{
    const br_known *k = &b->known;
    double value;
    const char *beyond = find_beyond(o, &value);
    if (b->why && status != BR_NO_MEMORY && beyond)
        snprintf(b->why->text, sizeof b->why->text,
                 "compensator '%s' cannot be made: %s is %.3g, beyond 1e15; feedback of %.3g rad/s, mass %.3g", r->name,
                 beyond, value, b->bandwidth, b->mass);
    else if (b->why && status != BR_NO_MEMORY)
        snprintf(b->why->text, sizeof b->why->text,
                 "compensator '%s' cannot be made: feedback of %.3g rad/s, mass %.3g, FC %.3g, FS %.3g, sigma0 %.3g, "
                 "sigma1 %.3g, samples of %.3g s are out of its range",
                 r->name, b->bandwidth, b->mass, k->FC, k->FS, k->sigma0, k->sigma1, b->o->servo.dt);
}

br_status br_ready_make(br_ready *y, br_bench *b, const br_rival *r, br_setting s, const br_servo_options *servo)
{
    memset(y, 0, sizeof *y);
    br_compensate_options o = options_of(b, compensator_of(r), s, servo);
    making m = {.y = y, .b = b, .o = &o, .is = r, .gain = r->gain ? s.gain : 0, .dt = servo->dt};
    br_status status = compensator_of(r)->make ? compensator_of(r)->make(&m) : BR_OK;
    if (status == BR_OK) {
        size_t bytes = br_compensate_bytes(&o);
        y->memory = malloc(bytes + 1);
        status = y->memory ? br_compensate_init(&y->c, &o, y->memory, bytes) : BR_NO_MEMORY;
    }
    if (status != BR_OK) {
        explain(b, r, &o, status);
        br_ready_free(y);
    }
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
