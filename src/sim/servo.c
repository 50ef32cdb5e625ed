// servo.c - an axis under a compensator, sample by sample, and how well it went.                                 [host]
#include "num/fp.h"

#include "num/elem.h"
#include "num/random.h"
#include "sim/servo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAU 6.283185307179586
static const double substep = 200e-6;

// ---------------------------------------------------------------- the axis

int br_law_velocity(const br_model *m)
{
    int q = br_law_find(&m->law, "v", 1);
    return q >= 0 && m->law.q[q].kind == BR_INPUT ? m->at[q] : -1;
}

int br_law_force(const br_model *m)
{
    for (int o = 0, at = 0; o < m->law.nout; o++) {
        const br_output *w = &m->law.out[o];
        if (w->now == BR_NO_NODE)
            continue;
        if (strcmp(w->name, "F") == 0 && w->dim == BR_SCALAR)
            return at;
        at += w->dim == BR_SCALAR ? 1 : m->n[w->dim];
    }
    return -1;
}

static br_status carve(br_carriage *a, const br_model *m)
{
    br_flow_options o = br_flow_defaults();
    o.slopes = 0;
    size_t nx = (size_t)m->nx, nu = (size_t)m->nu, np = (size_t)m->np, ny = (size_t)a->system.sys.ny;
    size_t bytes = nx > 0 ? br_flow_bytes(&a->system.sys, &o) : 0;
    a->memory = malloc(bytes + 1);
    a->x = calloc(3 * nx + nu + np + ny + 1, sizeof *a->x);
    a->m = calloc((size_t)m->nm + 1, sizeof *a->m);
    if (!a->memory || !a->x || !a->m)
        return BR_NO_MEMORY;
    a->x0 = a->x + nx;
    a->out = a->x0 + nx;
    a->u = a->out + nx + ny;
    a->p = a->u + nu;
    br_model_points(m, a->x0, a->u, a->p);
    return nx > 0 ? br_flow_init(&a->flow, &a->system.sys, &o, a->memory, bytes) : BR_OK;
}

br_status br_carriage_open(br_carriage *a, br_model *friction, double mass, br_diag *why)
{
    memset(a, 0, sizeof *a);
    a->mass = mass;
    a->velocity = br_law_velocity(friction);
    a->force = br_law_force(friction);
    if (a->velocity < 0 || a->force < 0) {
        if (why)
            snprintf(why->text, sizeof why->text, "law %.60s is no friction law: it has no input v or no output F",
                     friction->law.name);
        return BR_BAD_USAGE;
    }
    br_status status = br_model_complete(friction, false, why);
    if (status == BR_OK)
        status = br_system_open(&a->system, friction, why);
    a->open = status == BR_OK;
    if (status == BR_OK)
        status = carve(a, friction);
    if (status != BR_OK)
        br_carriage_close(a);
    else
        br_carriage_reset(a);
    return status;
}

void br_carriage_close(br_carriage *a)
{
    if (a->open)
        br_system_close(&a->system);
    free(a->memory);
    free(a->x);
    free(a->m);
    memset(a, 0, sizeof *a);
}

void br_carriage_reset(br_carriage *a)
{
    const br_sys *s = &a->system.sys;
    a->q = a->v = 0;
    memcpy(a->x, a->x0, (size_t)s->nx * sizeof *a->x);
    memset(a->m, 0, (size_t)s->nm * sizeof *a->m);
}

static double friction_at(br_carriage *a, double v)
{
    a->u[a->velocity] = v;
    br_sys_rate(&a->system.sys, 1, a->x, a->m, a->u, a->p, 0, a->out);
    return a->out[a->system.sys.nx + a->force];
}

double br_carriage_friction(br_carriage *a)
{
    return friction_at(a, a->v);
}

static br_status drift(br_carriage *a, double h)
{
    a->q += h * a->v;
    a->u[a->velocity] = a->v;
    if (a->system.sys.nx == 0)
        return BR_OK;
    return br_flow_step(&a->flow, 1, a->x, a->m, a->u, a->p, 0, h, a->x, a->m, NULL);
}

static void kick(br_carriage *a, double force, double h)
{
    double half = a->v + h / 2 * (force - friction_at(a, a->v)) / a->mass;
    a->v += h * (force - friction_at(a, half)) / a->mass;
}

br_status br_carriage_move(br_carriage *a, double force, double dt)
{
    int n = (int)ceil(dt / substep * (1 - 1e-9));
    double h = dt / n;
    br_status status = drift(a, h / 2);
    for (int i = 1; i <= n && status == BR_OK; i++) {
        kick(a, force, h);
        status = drift(a, i < n ? h : h / 2);
    }
    return status;
}

// ---------------------------------------------------------------- the course

double br_servo_until(const br_servo_course *c)
{
    return c->times * c->period + c->rest;
}

// From 0 to 1 while s does, at rest at both ends.
static br_motion quintic(double s, double over)
{
    if (s <= 0 || s >= 1)
        return (br_motion){s <= 0 ? 0 : 1, 0, 0};
    return (br_motion){s * s * s * (10 - s * (15 - 6 * s)), 30 * s * s * (1 - s) * (1 - s) / over,
                       60 * s * (1 - s) * (1 - 2 * s) / (over * over)};
}

br_motion br_servo_aim(const br_servo_course *c, double t)
{
    double w = TAU / c->period, n = floor(t / c->period), within = t - n * c->period, A = c->stroke;
    if (t < 0 || n >= c->times)
        return (br_motion){0, 0, 0};
    if (c->kind == BR_COURSE_SINE)
        return (br_motion){A / 2 * (1 - br_cos(w * within)), A / 2 * w * br_sin(w * within),
                           A / 2 * w * w * br_cos(w * within)};
    double over = c->period / 5, half = c->period / 2;
    br_motion m = quintic((within < half ? within : within - half) / over, over);
    if (within < half)
        return (br_motion){A * m.q, A * m.v, A * m.a};
    return (br_motion){A * (1 - m.q), -A * m.v, -A * m.a};
}

// ---------------------------------------------------------------- a run

enum { DELAY_MOST = 64 };

br_servo_options br_servo_defaults(double dt)
{
    return (br_servo_options){.dt = dt,
                              .course = {.kind = BR_COURSE_SINE, .stroke = 1e-3, .period = 1, .rest = 0.5, .times = 2},
                              .band = 1e-6};
}

static br_status open_columns(br_servo *r, long long rows)
{
    double **all[] = {&r->t, &r->aim, &r->q, &r->e, &r->u, &r->F, &r->Fh};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i] = calloc((size_t)rows, sizeof **all[i]);
        if (!*all[i]) {
            br_servo_free(r);
            return BR_NO_MEMORY;
        }
    }
    return BR_OK;
}

void br_servo_free(br_servo *r)
{
    double *const all[] = {r->t, r->aim, r->q, r->e, r->u, r->F, r->Fh};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    r->t = r->aim = r->q = r->e = r->u = r->F = r->Fh = NULL;
}

typedef struct sums { // of a run, while it goes on
    double e2, u2, du2, last_u;
    long long counted, samples;
    double turned;         // when the reference turned last
    double last_v, way;    // of the reference: 0 at rest; and which way it went last
    double ended, settled; // when the last move ended, and when the error was outside the band last
    double low, high;      // of the position in the second half of the rest
    int turns;             // of the axis there,
    double goes;           // which way it goes
} sums;

// The end of a move has come, or of all: how long the last one took to settle.
static void take_settling(br_servo *r, const sums *s)
{
    double time = s->settled - s->ended;
    if (s->ended >= 0)
        r->settling = br_max(r->settling, time > 0 ? time : 0);
}

static void judge(br_servo *r, sums *s, const br_servo_options *o, double t, const br_motion *aim, const br_carriage *a,
                  double u)
{
    const br_servo_course *c = &o->course;
    double e = a->q - aim->q, course = c->times * c->period, size = br_abs(e);
    bool moves = aim->v != 0 || aim->a != 0;
    if (s->way * aim->v < 0)
        s->turned = t;
    s->way = aim->v != 0 ? aim->v : s->way;
    if (moves && s->last_v == 0)
        take_settling(r, s), s->ended = -1;
    if (!moves && s->last_v != 0)
        s->ended = s->settled = t;
    s->last_v = aim->v != 0 ? aim->v : moves ? s->last_v : 0;
    if (size > o->band)
        s->settled = t + o->dt;
    if (t >= c->period && t < course) {
        s->e2 += e * e, s->counted++;
        r->peak = br_max(r->peak, size);
        if (t - s->turned < c->period / 20)
            r->reversal = br_max(r->reversal, size);
    }
    s->u2 += u * u;
    s->du2 += s->samples > 0 ? (u - s->last_u) * (u - s->last_u) : 0;
    s->last_u = u;
    s->samples++;
    r->energy += br_abs(u * a->v) * o->dt;
    if (t < course + c->rest / 2)
        return;
    s->low = br_min(s->low, a->q), s->high = br_max(s->high, a->q);
    // a turn is a way back by a tenth of all that was gone
    double far = s->goes >= 0 ? s->high - a->q : a->q - s->low;
    if (far > (s->high - s->low) / 10 && far > o->band / 10)
        s->goes = s->goes >= 0 ? -1 : 1, s->turns++;
}

static void finish(br_servo *r, const sums *s, const br_servo_options *o)
{
    take_settling(r, s);
    if (s->settled >= br_servo_until(&o->course) - o->dt / 2 || r->lost)
        r->settling = (double)INFINITY;
    r->rms = s->counted > 0 ? br_sqrt(s->e2 / (double)s->counted) : 0;
    r->chatter = br_sqrt(s->du2 / (double)s->samples);
    r->effort = br_sqrt(s->u2 / (double)s->samples);
    r->cycle = s->turns > 1 && s->high - s->low > o->band ? s->high - s->low : 0;
    if (r->lost)
        r->rms = r->peak = r->reversal = r->cycle = (double)INFINITY;
}

static double measured(const br_servo_options *o, br_random *random, double q)
{
    double y = o->noise > 0 ? q + o->noise * br_random_normal(random) : q;
    return o->encoder > 0 ? o->encoder * floor(y / o->encoder + 0.5) : y;
}

// Forces that act beside the drive's.
static double beside(const br_servo_options *o, br_random *random, double q)
{
    double F = o->force_noise > 0 ? o->force_noise * br_random_normal(random) : 0;
    return o->cogging > 0 ? F - o->cogging * br_sin(TAU * (q / o->pitch)) : F;
}

br_status br_servo_run(br_servo *r, br_carriage *axis, br_compensate *c, const br_servo_options *o, br_diag *why)
{
    long long rows = (long long)(br_servo_until(&o->course) / o->dt + 0.5);
    br_random random;
    sums s = {.turned = -(double)INFINITY, .ended = -1, .low = (double)INFINITY, .high = -(double)INFINITY};
    double queue[DELAY_MOST] = {0};
    memset(r, 0, sizeof *r);
    if (o->delay < 0 || o->delay >= DELAY_MOST || rows < 1) {
        if (why)
            snprintf(why->text, sizeof why->text, "a delay of %d samples, or a course without time", o->delay);
        return BR_BAD_USAGE;
    }
    br_status status = o->keep ? open_columns(r, rows) : BR_OK;
    br_random_init(&random, o->seed, 0);
    br_carriage_reset(axis);
    br_compensate_reset(c);
    br_compensate_health before = c->health;
    for (long long k = 0; k < rows && status == BR_OK && !r->lost; k++) {
        double t = (double)k * o->dt, F = o->keep ? br_carriage_friction(axis) : 0;
        br_motion aim = br_servo_aim(&o->course, t);
        double u = br_compensate_step(c, &aim, measured(o, &random, axis->q), (double)NAN, o->dt);
        queue[k % (o->delay + 1)] = u;
        double force = k >= o->delay ? queue[(k + 1) % (o->delay + 1)] : 0;
        judge(r, &s, o, t, &aim, axis, force);
        if (o->keep) {
            r->t[k] = t, r->aim[k] = aim.q, r->q[k] = axis->q, r->e[k] = axis->q - aim.q;
            r->u[k] = force, r->F[k] = F, r->Fh[k] = c->friction;
        }
        r->rows = k + 1;
        status = br_carriage_move(axis, force + beside(o, &random, axis->q), o->dt);
        r->lost = !(br_abs(axis->q - aim.q) <= o->course.stroke);
    }
    finish(r, &s, o);
    r->health = c->health;
    r->health.faded -= before.faded;
    r->health.unknown -= before.unknown;
    if (status == BR_NOT_FINITE) // the axis has run away
        r->lost = true, status = BR_OK, finish(r, &s, o);
    if (status != BR_OK)
        br_servo_free(r);
    return status;
}
