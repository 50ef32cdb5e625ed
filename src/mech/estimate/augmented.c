// augmented.c - augmented state: unknown drives beside positions and speeds.               [host]
#include "num/base/fp.h"

#include "mech/estimate/augmented.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

int br_input_states(br_input_kind kind)
{
    return kind == BR_INPUT_WALK || kind == BR_INPUT_DECAY ? 1 : 2;
}

static int law_states(const br_force *f)
{
    return f->friction ? f->friction->contact.system.sys.nx : 0;
}

static void number_all(br_augmented *x, const br_mech *m)
{
    for (int i = 0; i < x->inputs; i++) {
        x->at[i] = x->count;
        x->count += br_input_states(x->input[i].kind);
    }
    x->parameters_at = x->count;
    x->count += x->parameters;
    x->known = x->noises = x->count;
    for (int e = 0; e < m->forces; e++) {
        int states = law_states(&m->force[e]);
        x->law[e] = states > 0 ? x->count : -1;
        x->count += states;
    }
}

br_status br_augmented_open(br_augmented *x, const br_mech *m, const br_input *input, int inputs,
                            const br_parameter *parameter, int parameters)
{
    *x = (br_augmented){.input = input, .parameter = parameter, .inputs = inputs, .parameters = parameters};
    x->at = calloc((size_t)inputs + (size_t)m->forces + 1, sizeof *x->at);
    if (!x->at)
        return BR_NO_MEMORY;
    x->law = x->at + inputs;
    number_all(x, m);
    x->x = calloc(2 * (size_t)x->known + (size_t)x->count + 1, sizeof *x->x);
    if (!x->x) {
        br_augmented_close(x);
        return BR_NO_MEMORY;
    }
    x->was = x->x + x->known;
    x->by = x->was + x->known;
    for (int i = 0; i < inputs; i++) // of several along one force the first has its start
        x->x[x->at[i]] = i > 0 && input[i - 1].force == input[i].force ? 0 : m->force[input[i].force].rest;
    for (int i = 0; i < parameters; i++)
        x->x[x->parameters_at + i] = parameter[i].x;
    return BR_OK;
}

void br_augmented_close(br_augmented *x)
{
    free(x->at);
    free(x->x);
    memset(x, 0, sizeof *x);
}

// ---------------------------------------------------------------- values

double br_parameter_value(const br_parameter *p, double x)
{
    return p->is.scale * (p->is.log ? br_exp(x) : x);
}

double br_parameter_slope(const br_parameter *p, double x)
{
    return p->is.log ? br_parameter_value(p, x) : p->is.scale;
}

// The angle of a sine, so many seconds ahead.
static double sine_phase(const br_augmented *x, const br_moving *s, int input, double ahead)
{
    const br_input *u = &x->input[input];
    if (u->kind == BR_INPUT_SINE)
        return u->rate * x->t;
    br_measure_state l;
    br_measure_gradient(s->m, u->measure, s->now.q, s->now.v, s->now.y[u->measure], &l);
    return u->rate * (l.y + ahead * l.w);
}

static double input_force(const br_augmented *x, const br_moving *s, int input, double ahead)
{
    const double *own = x->x + x->at[input];
    if (x->input[input].kind < BR_INPUT_SINE)
        return own[0];
    double angle = sine_phase(x, s, input, ahead);
    return own[0] * br_cos(angle) + own[1] * br_sin(angle);
}

static void set_joint(br_mech *m, int joint, int which, double value)
{
    for (int r = 0; r < m->rows; r++)
        if (m->row[r].joint == joint && m->row[r].across == (which < 2))
            *(which % 2 ? &m->row[r].damping : &m->row[r].stiffness) = value;
}

static void set_parameter(br_mech *m, const br_parameter *p, double value)
{
    switch (p->kind) {
    case BR_OF_FORCE: m->force[p->of].k = value; break;
    case BR_OF_REST: m->force[p->of].rest = value; break;
    case BR_OF_LAW: br_joint_friction_set(m->force[p->of].friction, p->is.number, value); break;
    case BR_OF_JOINT: set_joint(m, p->of, p->is.number, value); break;
    }
}

static void apply_all(const br_augmented *x, br_moving *s, double ahead)
{
    for (int i = 0; i < x->inputs; i++)
        s->drive[s->m->force[x->input[i].force].drive] = 0;
    for (int i = 0; i < x->inputs; i++)
        s->drive[s->m->force[x->input[i].force].drive] += input_force(x, s, i, ahead);
    for (int i = 0; i < x->parameters; i++)
        set_parameter(s->m, &x->parameter[i], br_parameter_value(&x->parameter[i], x->x[x->parameters_at + i]));
}

void br_augmented_apply(const br_augmented *x, br_moving *s)
{
    apply_all(x, s, 0);
}

// ---------------------------------------------------------------- over time

void br_augmented_transition(const br_augmented *x, double h, double *e)
{
    for (int i = 0; i < x->inputs; i++) {
        double *own = e + x->at[i];
        if (x->input[i].kind == BR_INPUT_RAMP)
            own[0] += h * own[1];
        else if (x->input[i].kind == BR_INPUT_DECAY)
            own[0] *= br_exp(-h * x->input[i].rate);
    }
}

void br_augmented_advance(br_augmented *x, br_moving *s, double h)
{
    memcpy(x->was, x->x, (size_t)x->known * sizeof *x->x);
    br_augmented_transition(x, h, x->x);
    x->t += h;
    apply_all(x, s, h);
}

void br_augmented_rewind(br_augmented *x, br_moving *s, double h)
{
    memcpy(x->x, x->was, (size_t)x->known * sizeof *x->x);
    x->t -= h;
    apply_all(x, s, 0);
}

// Covariances of a ramp: walk^2 [h^3/3, h^2/2; h^2/2, h], and of a process that falls off: walk^2 (1 - exp(-2 rate h))/(2 rate).
static void input_noise(const br_input *u, double h, int which, double *own)
{
    if (u->kind == BR_INPUT_RAMP) {
        own[0] += which == 0 ? u->walk * br_sqrt(h * h * h / 3) : 0;
        own[1] += which == 0 ? u->walk * br_sqrt(3 * h) / 2 : u->walk * br_sqrt(h) / 2;
    } else if (u->kind == BR_INPUT_DECAY)
        own[0] += u->walk * br_sqrt(-br_expm1(-2 * u->rate * h) / (2 * u->rate));
    else
        own[which] += u->walk * br_sqrt(h);
}

void br_augmented_noise(const br_augmented *x, double h, int which, double *e)
{
    if (which >= x->parameters_at) {
        e[which] += x->parameter[which - x->parameters_at].walk * br_sqrt(h);
        return;
    }
    int i = x->inputs - 1;
    while (x->at[i] > which)
        i--;
    input_noise(&x->input[i], h, which - x->at[i], e + x->at[i]);
}

// Of a ramp the rate starts at 0, and of laws their states are known.
double br_augmented_prior_sd(const br_augmented *x, const br_mech *m, int which)
{
    if (which >= x->known)
        return 0;
    if (which >= x->parameters_at)
        return x->parameter[which - x->parameters_at].sd;
    int i = x->inputs - 1;
    while (x->at[i] > which)
        i--;
    bool rate = x->input[i].kind == BR_INPUT_RAMP && which > x->at[i];
    return rate ? 0 : m->force[x->input[i].force].sd;
}

// ---------------------------------------------------------------- all numbers

void br_augmented_save(const br_augmented *x, const br_moving *s, double *to)
{
    memcpy(to, x->x, (size_t)x->known * sizeof *to);
    for (int e = 0; e < s->m->forces; e++)
        if (x->law[e] >= 0)
            memcpy(to + x->law[e], s->m->force[e].friction->contact.x,
                   (size_t)law_states(&s->m->force[e]) * sizeof *to);
}

void br_augmented_restore(br_augmented *x, br_moving *s, const double *from)
{
    memcpy(x->x, from, (size_t)x->known * sizeof *from);
    for (int e = 0; e < s->m->forces; e++)
        if (x->law[e] >= 0)
            memcpy(s->m->force[e].friction->contact.x, from + x->law[e],
                   (size_t)law_states(&s->m->force[e]) * sizeof *from);
    apply_all(x, s, 0);
}

void br_augmented_correct(br_augmented *x, br_moving *s, const double *change)
{
    for (int i = 0; i < x->known; i++)
        x->x[i] += change[i];
    for (int i = 0; i < x->parameters; i++) {
        const br_parameter *p = &x->parameter[i];
        double *is = &x->x[x->parameters_at + i], value = br_parameter_value(p, *is);
        double kept = value < p->is.low ? p->is.low : value > p->is.high ? p->is.high : value;
        if (kept == value)
            continue;
        *is = p->is.log ? br_log(kept / p->is.scale) : kept / p->is.scale;
        x->limited++;
    }
    for (int e = 0; e < s->m->forces; e++)
        for (int k = 0; x->law[e] >= 0 && k < law_states(&s->m->force[e]); k++)
            s->m->force[e].friction->contact.x[k] += change[x->law[e] + k];
    apply_all(x, s, 0);
}

// ---------------------------------------------------------------- how forces change

static void include_number(br_force_gradient *p, int i)
{
    p->from = p->to == 0 || i < p->from ? i : p->from;
    p->to = i + 1 > p->to ? i + 1 : p->to;
}

static void add_derivative(br_augmented *x, br_force_gradient *p, int i, double by)
{
    x->by[i] += by;
    include_number(p, i);
}

static br_force_gradient no_gradient(br_augmented *x)
{
    memset(x->by, 0, (size_t)x->count * sizeof *x->by);
    return (br_force_gradient){.by = x->by, .by_q = x->by_q, .by_v = x->by_v};
}

static void input_gradient(br_augmented *x, const br_moving *s, int input, double ahead, br_force_gradient *p)
{
    const br_input *u = &x->input[input];
    int at = x->at[input];
    if (u->kind < BR_INPUT_SINE) {
        add_derivative(x, p, at, 1);
        return;
    }
    double angle = sine_phase(x, s, input, ahead), c = br_cos(angle), z = br_sin(angle);
    add_derivative(x, p, at, c);
    add_derivative(x, p, at + 1, z);
    if (u->kind == BR_INPUT_SINE)
        return;
    br_measure_state l;
    br_measure_derivatives(s->m, u->measure, s->now.q, s->now.v, s->now.y[u->measure], &l);
    p->patch = &s->m->measure[u->measure].patch;
    p->turn += u->rate * (x->x[at + 1] * c - x->x[at] * z); // those of one force are over one measure
    for (int k = 0; k < l.n; k++) {
        x->by_q[k] = l.g[k] + ahead * l.turned[k];
        x->by_v[k] = ahead * l.g[k];
    }
}

static void friction_gradient(br_augmented *x, const br_moving *s, int force, const double *lambda,
                              br_force_gradient *p)
{
    const br_force *f = &s->m->force[force];
    if (s->smooth || (f->friction->jumps && s->way[force] == 0))
        return;
    bool slopes = x->law[force] >= 0;
    for (int i = 0; i < x->parameters; i++)
        slopes = slopes || (x->parameter[i].kind == BR_OF_LAW && x->parameter[i].of == force);
    if (!slopes)
        return;
    br_joint_friction_derivatives(f->friction, br_moving_normal_force(f, lambda));
    for (int k = 0; x->law[force] >= 0 && k < law_states(f); k++)
        add_derivative(x, p, x->law[force] + k, -f->friction->F_by_x[k]);
    for (int i = 0; i < x->parameters; i++)
        if (x->parameter[i].kind == BR_OF_LAW && x->parameter[i].of == force)
            add_derivative(x, p, x->parameters_at + i,
                           -f->friction->F_by_p[x->parameter[i].is.number] *
                               br_parameter_slope(&x->parameter[i], x->x[x->parameters_at + i]));
}

static void elastic_gradient(br_augmented *x, const br_force *f, int force, const br_measure_state *l,
                             br_force_gradient *p)
{
    for (int i = 0; i < x->parameters; i++) {
        const br_parameter *of = &x->parameter[i];
        if (of->of != force || of->kind > BR_OF_REST)
            continue;
        double by = of->kind == BR_OF_REST ? f->k : f->kind == BR_FORCE_SPRING ? f->rest - l->y : -l->w;
        add_derivative(x, p, x->parameters_at + i, by * br_parameter_slope(of, x->x[x->parameters_at + i]));
    }
}

br_force_gradient br_force_gradient_of(br_augmented *x, const br_moving *s, int force, const double *lambda,
                                       const br_measure_state *l, double ahead)
{
    const br_force *f = &s->m->force[force];
    br_force_gradient p = no_gradient(x);
    switch (f->kind) {
    case BR_FORCE_SPRING:
    case BR_FORCE_DAMPER: elastic_gradient(x, f, force, l, &p); break;
    case BR_FORCE_FRICTION: friction_gradient(x, s, force, lambda, &p); break;
    case BR_FORCE_DRIVE:
        for (int i = 0; i < x->inputs; i++)
            if (x->input[i].force == force)
                input_gradient(x, s, i, ahead, &p);
        break;
    }
    return p;
}

br_force_gradient br_force_gradient_of_row(br_augmented *x, const br_moving *s, const br_mech_state *w, int row)
{
    const br_constraint *r = &s->m->row[row];
    br_force_gradient p = no_gradient(x);
    for (int i = 0; i < x->parameters && r->stiffness > 0; i++) {
        const br_parameter *of = &x->parameter[i];
        if (of->kind != BR_OF_JOINT || of->of != r->joint || r->across != (of->is.number < 2))
            continue;
        double at[BR_PATCH_MOST];
        br_gather(&r->patch, w->q, at);
        double by = of->is.number % 2 ? br_moving_row_rate(s, w, row) : br_quad_value(&s->m->terms, r->f, at);
        add_derivative(x, &p, x->parameters_at + i, by * br_parameter_slope(of, x->x[x->parameters_at + i]));
    }
    return p;
}

double br_force_gradient_along(const br_force_gradient *p, const double *dq, const double *dv, const double *e)
{
    double sum = 0;
    for (int i = p->from; i < p->to; i++)
        sum += p->by[i] * e[i];
    for (int k = 0; p->patch && k < p->patch->n; k++)
        sum += p->turn * (p->by_q[k] * dq[p->patch->var[k]] + p->by_v[k] * dv[p->patch->var[k]]);
    return sum;
}

// ---------------------------------------------------------------- states of laws

void br_augmented_law_states(const br_augmented *x, const br_moving *s, int force, double dw, double dN, double *e)
{
    const br_joint_friction *r = s->m->force[force].friction;
    int nx = r->contact.system.sys.nx, nu = r->contact.system.sys.nu, np = r->contact.system.sys.np;
    double *z = e + x->law[force];
    for (int k = 0; k < nx; k++) {
        const double *by_u = r->dx + (ptrdiff_t)k * nu;
        double sum = by_u[0] * dw + (nu == 2 ? by_u[1] * dN : 0);
        for (int i = 0; i < nx; i++)
            sum += r->next_by_x[k * nx + i] * z[i];
        for (int i = 0; i < x->parameters; i++)
            if (x->parameter[i].kind == BR_OF_LAW && x->parameter[i].of == force)
                sum += r->next_by_p[k * np + x->parameter[i].is.number] *
                       br_parameter_slope(&x->parameter[i], x->x[x->parameters_at + i]) * e[x->parameters_at + i];
        r->next[k] = sum;
    }
    memcpy(z, r->next, (size_t)nx * sizeof *z);
}
