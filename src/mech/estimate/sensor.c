// sensor.c - the value of a sensor of a mechanism, and its derivative along tangent directions.    [host]
#include "num/base/fp.h"

#include "mech/estimate/sensor.h"

#include <string.h>

bool br_sensor_needs_forces(const br_mech *m, const br_sensor *e)
{
    const br_force *f = e->kind == BR_SENSOR_FORCE ? &m->force[e->of] : NULL;
    return e->kind == BR_SENSOR_ACCELERATION || e->kind == BR_SENSOR_ACCELEROMETER || e->kind == BR_SENSOR_REACTION ||
           (f && f->friction && (f->friction->jumps || f->presses));
}

// A component of a vector that moves with the coordinates, along their change x.
static double form_along(const br_form *f, const double *x)
{
    double sum = 0;
    for (int i = 0; i < f->n; i++)
        sum += f->c[i] * x[f->var[i]];
    return sum;
}

// ---------------------------------------------------------------- turning of a body

// (u_j' . u_k - u_j . u_k')/2 summed with the axis: q and v may come from two states, for the product rule.
static double turning(const br_mech *m, const br_sensor *e, const double *q, const double *v)
{
    int block = br_mech_block_of(m, e->of);
    if (block == BR_GROUND)
        return 0;
    const double *u = q + m->block[block].at + m->space, *du = v + m->block[block].at + m->space;
    if (m->space == 2)
        return u[0] * du[1] - u[1] * du[0];
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        int j = 3 * ((i + 1) % 3), k = 3 * ((i + 2) % 3);
        for (int c = 0; c < 3; c++)
            sum += e->axis[i] * (du[j + c] * u[k + c] - u[j + c] * du[k + c]) / 2;
    }
    return sum;
}

// ---------------------------------------------------------------- force in a joint

// The gradient of a constraint along the axis by which the joint's first body shifts (the second, if that is the ground).
static double shift(const br_mech *m, const br_sensor *e, const br_patch *p, const double *g)
{
    const br_mech_joint *j = &m->joint[e->of];
    int a = br_mech_block_of(m, j->a), at = m->block[a >= 0 ? a : br_mech_block_of(m, j->b)].at;
    double sum = 0;
    for (int k = 0; k < p->n; k++)
        if (p->var[k] >= at && p->var[k] < at + m->space)
            sum += g[k] * e->axis[p->var[k] - at];
    return a >= 0 ? -sum : sum;
}

static double reaction(const br_moving *s, const br_sensor *e, const double *lambda)
{
    const br_mech *m = s->m;
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], sum = 0;
    for (int r = 0; r < s->rows; r++)
        if (m->row[r].joint == e->of) {
            const br_patch *p = &m->row[r].patch;
            br_gather(p, s->now.q, x);
            br_quad_gradient(&m->terms, m->row[r].f, p->n, x, g);
            sum += lambda[r] * shift(m, e, p, g);
        }
    return sum;
}

// The share of turned constraints in its change.
static double reaction_turns(const br_moving *s, const br_sensor *e, const double *dq)
{
    const br_mech *m = s->m;
    double x[BR_PATCH_MOST], zero[BR_PATCH_MOST] = {0}, g[BR_PATCH_MOST], at_zero[BR_PATCH_MOST], sum = 0;
    for (int r = 0; r < s->rows; r++)
        if (m->row[r].joint == e->of) {
            const br_patch *p = &m->row[r].patch;
            br_gather(p, dq, x);
            br_quad_gradient(&m->terms, m->row[r].f, p->n, x, g); // gradients are linear: H x is the difference
            br_quad_gradient(&m->terms, m->row[r].f, p->n, zero, at_zero);
            for (int k = 0; k < p->n; k++)
                g[k] -= at_zero[k];
            sum += s->now.lambda[r] * shift(m, e, p, g);
        }
    return sum;
}

// ---------------------------------------------------------------- values

static double accelerometer(const br_moving *s, const br_sensor *e)
{
    double sum = 0;
    for (int c = 0; c < s->m->space; c++)
        sum += (form_along(&e->x[c], s->now.dv) - s->m->gravity[c]) * br_form_value(&e->e[c], s->now.q);
    return sum;
}

static double position(const br_moving *s, const br_sensor *e)
{
    double sum = 0;
    for (int c = 0; c < s->m->space; c++)
        sum += e->axis[c] * br_form_value(&e->x[c], s->now.q);
    return sum;
}

static double strain(const br_moving *s, const br_sensor *e, const double *modes, const double *frame)
{
    double sum = 0;
    for (int c = 0; c < s->m->space; c++)
        sum += form_along(&e->x[c], modes) * form_along(&e->e[c], frame);
    return sum;
}

static int measure_of(const br_mech *m, const br_sensor *e)
{
    return e->kind == BR_SENSOR_FORCE ? m->force[e->of].measure : e->of;
}

double br_sensor_value(br_moving *s, const br_sensor *e)
{
    br_measure_state l;
    switch (e->kind) {
    case BR_SENSOR_POSITION: return position(s, e);
    case BR_SENSOR_ACCELEROMETER: return accelerometer(s, e);
    case BR_SENSOR_GYROSCOPE: return turning(s->m, e, s->now.q, s->now.v);
    case BR_SENSOR_REACTION: return reaction(s, e, s->now.lambda);
    case BR_SENSOR_STRAIN: return strain(s, e, s->now.q, s->now.q);
    default: break;
    }
    int i = measure_of(s->m, e);
    br_measure_derivatives(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
    if (e->kind == BR_SENSOR_FORCE)
        return br_moving_force(s, e->of, &l);
    if (e->kind == BR_SENSOR_ACCELERATION)
        return br_patch_dot(&s->m->measure[i].patch, l.g, s->now.dv) + l.bend;
    return e->kind == BR_SENSOR_SPEED ? br_moving_speed(s, e->of, &l) : l.y;
}

// ---------------------------------------------------------------- changes

static double along_axes(const br_moving *s, const br_sensor *e, const double *dq, const double *ddv)
{
    double sum = 0;
    for (int c = 0; c < s->m->space; c++)
        if (e->kind == BR_SENSOR_POSITION)
            sum += e->axis[c] * form_along(&e->x[c], dq);
        else
            sum += form_along(&e->x[c], ddv) * br_form_value(&e->e[c], s->now.q) +
                   (form_along(&e->x[c], s->now.dv) - s->m->gravity[c]) * form_along(&e->e[c], dq);
    return sum;
}

static double along_force(br_moving *s, const br_sensor *e, const br_directions *f, int c, const br_measure_state *l)
{
    const br_force *is = &s->m->force[e->of];
    const br_patch *p = &s->m->measure[is->measure].patch;
    if (is->friction && is->friction->jumps && s->stuck[is->measure])
        return -br_direction_lambda(f, c)[s->rows + is->measure];
    br_force_value a = br_moving_evaluate_force(s, e->of, s->now.lambda, l);
    double sum =
        a.by_y * br_patch_dot(p, l->g, br_direction_q(f, c)) +
        a.by_w * (br_patch_dot(p, l->g, br_direction_v(f, c)) + br_patch_dot(p, l->turned, br_direction_q(f, c)));
    double N = br_moving_normal_force(is, s->now.lambda);
    for (int r = is->press; r < is->press + is->presses && N > 0; r++)
        sum += a.by_N * s->now.lambda[r] / N * br_direction_lambda(f, c)[r];
    br_force_gradient push = br_force_gradient_of(f->augmented, s, e->of, s->now.lambda, l, 0);
    return sum + br_force_gradient_along(&push, br_direction_q(f, c), br_direction_v(f, c), br_direction_e(f, c));
}

static double along_measure(br_moving *s, const br_sensor *e, const br_directions *f, int c, const br_measure_state *l)
{
    const br_patch *p = &s->m->measure[e->of].patch;
    const double *dq = br_direction_q(f, c), *dv = br_direction_v(f, c);
    if (e->kind == BR_SENSOR_SPEED)
        return br_patch_dot(p, l->g, dv) + br_patch_dot(p, l->turned, dq);
    if (e->kind == BR_SENSOR_ACCELERATION)
        return br_patch_dot(p, l->g, br_direction_dv(f, c)) +
               br_measure_bend_change(s->m, e->of, s->now.q, s->now.v, s->now.dv, l, dq, dv);
    return br_patch_dot(p, l->g, dq);
}

// Those that look at a measure.
static void along_look(br_moving *s, const br_sensor *e, const br_directions *f, double *slope)
{
    br_measure_state l;
    int i = measure_of(s->m, e);
    br_measure_derivatives(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
    for (int c = 0; c < f->count; c++)
        slope[c] = e->kind == BR_SENSOR_FORCE ? along_force(s, e, f, c, &l) : along_measure(s, e, f, c, &l);
}

void br_sensor_along(br_moving *s, const br_sensor *e, const br_directions *f, double *slope)
{
    if (e->kind <= BR_SENSOR_ACCELERATION || e->kind == BR_SENSOR_FORCE) {
        along_look(s, e, f, slope);
        return;
    }
    for (int c = 0; c < f->count; c++) {
        const double *dq = br_direction_q(f, c), *dv = br_direction_v(f, c);
        switch (e->kind) {
        case BR_SENSOR_GYROSCOPE: slope[c] = turning(s->m, e, dq, s->now.v) + turning(s->m, e, s->now.q, dv); break;
        case BR_SENSOR_REACTION: slope[c] = reaction(s, e, br_direction_lambda(f, c)) + reaction_turns(s, e, dq); break;
        case BR_SENSOR_STRAIN: slope[c] = strain(s, e, dq, s->now.q) + strain(s, e, s->now.q, dq); break;
        default: slope[c] = along_axes(s, e, dq, br_direction_dv(f, c)); // position, accelerometer
        }
    }
}
