// servo.c - closed-loop simulation of an axis under a compensator, sample by sample.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/base/random.h"
#include "num/text/diag.h"
#include "sim/control/servo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAU 6.283185307179586

// ---------------------------------------------------------------- slopes of a law

// Derivative of row `row` (rates, then outputs) of one point.
static double slope_of(const br_sys *s, const double *jet, int row, char by, int column)
{
    for (int i = 0; i < s->blocks; i++) {
        const br_sys_block *b = &s->block[i];
        int r = row - b->row, c = column - b->column;
        if (b->by != by || r < 0 || r >= b->rows || c < 0 || c >= b->columns)
            continue;
        int n = br_shape_number(b->shape, b->columns, r, c);
        return n < 0 ? 0 : jet[b->at + n];
    }
    return 0;
}

// F = A z + D z' + h(v): dF/dz is A at rest, and A + D dz'/dz at v.
static void state_slopes(br_law_slopes *to, const br_sys *s, const double *rest, const double *jet, int F)
{
    for (int i = 0; to->state && i < s->nx; i++) {
        double rate = slope_of(s, jet, i, 'x', i) - slope_of(s, rest, i, 'x', i);
        double force = slope_of(s, jet, F, 'x', i) - slope_of(s, rest, F, 'x', i);
        to->state[i] = rate != 0 ? force / rate : 0;
    }
}

br_status br_law_slopes_at(br_law_slopes *to, const br_sys *s, const double *x, const int *m, const double *u,
                           const double *p, int velocity, int force, double v)
{
    size_t njet = (size_t)s->njet, nu = (size_t)s->nu;
    double *rest = calloc(2 * njet + nu + (size_t)(s->nx + s->ny) + 1, sizeof *rest);
    if (!rest)
        return BR_NO_MEMORY;
    double *jet = rest + njet, *in = jet + njet, *out = in + nu;
    memcpy(in, u, nu * sizeof *in);
    in[velocity] = 0;
    s->jet(s, 1, x, m, in, p, 0, out, rest);
    in[velocity] = v;
    s->jet(s, 1, x, m, in, p, 0, out, jet);
    int F = s->nx + force;
    to->held = slope_of(s, jet, F, 'u', velocity), to->stiffness = 0;
    to->rate = slope_of(s, jet, 0, 'u', velocity);
    for (int i = 0; i < s->nx; i++)
        to->stiffness += slope_of(s, jet, F, 'x', i) * slope_of(s, jet, i, 'u', velocity);
    state_slopes(to, s, rest, jet, F);
    free(rest);
    return BR_OK;
}

// ---------------------------------------------------------------- the axis

static br_status allocate_carriage(br_carriage *a, const br_model *m)
{
    br_integrator_options o = br_integrator_defaults();
    o.slopes = 0;
    size_t nx = (size_t)m->nx, nu = (size_t)m->nu, np = (size_t)m->np, ny = (size_t)a->system.sys.ny;
    size_t bytes = nx > 0 ? br_integrator_bytes(&a->system.sys, &o) : 0;
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
    return nx > 0 ? br_integrator_init(&a->flow, &a->system.sys, &o, a->memory, bytes) : BR_OK;
}

// A quarter of the time in which friction stops the mass, or swings it, at rest, and not above 200 us.
static br_status choose_substep(br_carriage *a)
{
    br_law_slopes is = {0};
    br_status status = br_law_slopes_at(&is, &a->system.sys, a->x0, a->m, a->u, a->p, a->velocity, a->force, 0);
    double rate = br_max(is.held / a->mass, br_sqrt(br_max(is.stiffness, 0) / a->mass));
    a->substep = rate > 0 ? br_min(200e-6, 0.25 / rate) : 200e-6;
    return status;
}

br_status br_carriage_open(br_carriage *a, br_model *friction, double mass, br_diag *why)
{
    memset(a, 0, sizeof *a);
    a->mass = mass;
    a->velocity = br_law_velocity(friction);
    a->force = br_law_force(friction);
    if (a->velocity < 0 || a->force < 0)
        return br_diag_fail(why, BR_BAD_USAGE, "law %.60s is no friction law: it has no input v or no output F",
                            friction->law.name);
    br_status status = br_model_complete(friction, false, why);
    if (status == BR_OK)
        status = br_system_open(&a->system, friction, why);
    a->open = status == BR_OK;
    if (status == BR_OK)
        status = allocate_carriage(a, friction);
    if (status == BR_OK)
        status = choose_substep(a);
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
    return br_integrator_step(&a->flow, 1, a->x, a->m, a->u, a->p, 0, h, a->x, a->m, NULL);
}

static void kick(br_carriage *a, double force, double h)
{
    double half = a->v + h / 2 * (force - friction_at(a, a->v)) / a->mass;
    a->v += h * (force - friction_at(a, half)) / a->mass;
}

br_status br_carriage_slide(br_carriage *a, double v, double way, int steps)
{
    br_status status = BR_OK;
    a->v = v;
    for (int i = 0; i < steps && status == BR_OK; i++)
        status = drift(a, way / v / steps);
    return status;
}

br_status br_carriage_settle(br_carriage *a, double v, double way, double *F)
{
    br_carriage_reset(a);
    br_status status = br_carriage_slide(a, v, way, 200);
    *F = br_carriage_friction(a);
    for (int i = 0; i < 30 && status == BR_OK; i++) {
        double before = *F;
        status = br_carriage_slide(a, v, way, 200);
        *F = br_carriage_friction(a);
        if (br_abs(*F - before) <= 1e-6 * br_abs(*F))
            break;
        way *= 2;
    }
    return status;
}

br_status br_carriage_move(br_carriage *a, double force, double dt)
{
    int n = (int)ceil(dt / a->substep * (1 - 1e-9));
    double h = dt / n;
    br_status status = drift(a, h / 2);
    for (int i = 1; i <= n && status == BR_OK; i++) {
        kick(a, force, h);
        status = drift(a, i < n ? h : h / 2);
    }
    return status;
}

// ---------------------------------------------------------------- the course

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
    double **all[] = {&r->t, &r->aim, &r->q, &r->y, &r->e, &r->u, &r->F, &r->Fh};
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
    double *const all[] = {r->t, r->aim, r->q, r->y, r->e, r->u, r->F, r->Fh};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    r->t = r->aim = r->q = r->y = r->e = r->u = r->F = r->Fh = NULL;
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
    br_servo_sums s;
    double queue[DELAY_MOST] = {0};
    br_servo_begin(r, &s);
    if (o->delay < 0 || o->delay >= DELAY_MOST || rows < 1)
        return br_diag_fail(why, BR_BAD_USAGE, "a delay of %d samples, or a course without time", o->delay);
    br_status status = o->keep ? open_columns(r, rows) : BR_OK;
    br_random_init(&random, o->seed, 0);
    br_carriage_reset(axis);
    br_compensate_reset(c);
    br_compensate_health before = c->health;
    for (long long k = 0; k < rows && status == BR_OK && !r->lost; k++) {
        double t = (double)k * o->dt, F = o->keep ? br_carriage_friction(axis) : 0;
        br_motion aim = br_servo_aim(&o->course, t);
        double y = measured(o, &random, axis->q), u = br_compensate_step(c, &aim, y, (double)NAN, o->dt);
        queue[k % (o->delay + 1)] = u;
        double force = k >= o->delay ? queue[(k + 1) % (o->delay + 1)] : 0;
        br_servo_add(r, &s, o, t, &aim, axis->q, axis->v, force);
        if (o->keep) {
            r->t[k] = t, r->aim[k] = aim.q, r->q[k] = axis->q, r->y[k] = y, r->e[k] = axis->q - aim.q;
            r->u[k] = force, r->F[k] = F, r->Fh[k] = c->friction;
        }
        r->rows = k + 1;
        status = br_carriage_move(axis, force + beside(o, &random, axis->q), o->dt);
        r->lost = !(br_abs(axis->q - aim.q) <= o->course.stroke);
    }
    br_servo_end(r, &s, o);
    r->health = c->health;
    r->health.faded -= before.faded;
    r->health.unknown -= before.unknown;
    if (status == BR_NOT_FINITE) // the axis has run away
        r->lost = true, status = BR_OK, br_servo_end(r, &s, o);
    if (status != BR_OK)
        br_servo_free(r);
    return status;
}
