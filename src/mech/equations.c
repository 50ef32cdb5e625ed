// equations.c - forces, residual and matrix of a mechanism.                        [host]
#include "num/fp.h"

#include "mech/inertia.h"
#include "mech/moving.h"
#include "num/elem.h"

#include <string.h>

// ---------------------------------------------------------------- forces

// The force of a law that jumps at rest is that of the way it slips; while it sticks, a multiplier is.
static br_acting rub(const br_moving *s, const br_force *f, double w)
{
    const double hardly = 1e-200;
    int way = s->way[f - s->m->force];
    br_acting a = {0};
    bool late = f->rub->jumps && way * w < hardly; // it has not started yet, or has stopped
    if (f->rub->jumps && way == 0)
        return a;
    a.F = 0 - br_rub_try(f->rub, late ? way * hardly : w, s->h, &a.by_w); // no -0
    a.by_w = late ? 0 : -a.by_w;
    return a;
}

br_acting br_moving_act(const br_moving *s, int force, const br_look *l)
{
    const br_force *f = &s->m->force[force];
    br_acting a = {0};
    switch (f->kind) {
    case BR_FORCE_SPRING: a = (br_acting){.F = f->k * (f->rest - l->y), .by_y = -f->k}; break;
    case BR_FORCE_DAMPER: a = (br_acting){.F = 0 - f->k * l->w, .by_w = -f->k}; break;
    case BR_FORCE_DRIVE: a.F = s->drive[f->drive]; break;
    case BR_FORCE_FRICTION:
        if (!s->smooth)
            a = rub(s, f, l->w);
        break;
    }
    return a;
}

double br_moving_force(br_moving *s, int force, const br_look *l)
{
    const br_force *f = &s->m->force[force];
    bool sticks = f->rub && f->rub->jumps && s->stuck[f->measure];
    return sticks ? 0 - s->now.lambda[s->rows + f->measure] : br_moving_act(s, force, l).F;
}

void br_moving_keep_friction(br_moving *s, const br_mech_state *w)
{
    br_look l;
    for (int i = 0; i < s->m->forces && !s->smooth; i++)
        if (s->m->force[i].rub) {
            br_look_at(s->m, s->m->force[i].measure, w->q, w->v, s->now.y[s->m->force[i].measure], &l);
            br_rub_keep(s->m->force[i].rub, l.w, s->h);
        }
}

static void add_gravity(const br_mech *m, double *f)
{
    for (int b = 0; b < m->bodies; b++)
        for (int c = 0; c < m->space; c++)
            f[m->body[b].at + c] += m->body[b].mass * m->gravity[c];
}

void br_moving_forces(br_moving *s, const br_mech_state *w, double *f, double power[2])
{
    const br_mech *m = s->m;
    br_look l;
    memset(f, 0, (size_t)s->n * sizeof *f);
    power[0] = power[1] = 0;
    add_gravity(m, f);
    for (int i = 0; i < m->forces; i++) {
        const br_force *e = &m->force[i];
        const br_patch *p = &m->measure[e->measure].patch;
        br_look_at(m, e->measure, w->q, w->v, s->now.y[e->measure], &l);
        br_acting a = br_moving_act(s, i, &l);
        for (int k = 0; k < p->n; k++)
            f[p->var[k]] += a.F * l.g[k];
        if (e->kind == BR_FORCE_DRIVE)
            power[0] += a.F * l.w;
        else if (e->kind != BR_FORCE_SPRING)
            power[1] -= a.F * l.w;
    }
}

void br_moving_measure(br_moving *s, br_mech_state *w)
{
    br_look l;
    for (int i = 0; i < s->m->measures; i++) {
        br_look_at(s->m, i, w->q, w->v, s->now.y[i], &l);
        w->y[i] = l.y;
    }
}

// ---------------------------------------------------------------- residual

double br_moving_gap(const br_moving *s, int measure, const br_look *l)
{
    double gap = l->y - s->target[measure];
    return s->m->measure[measure].kind == BR_MEASURE_TURN ? br_sin(gap) : gap;
}

// b_q -= force*g + rho*phi*r, b_row = -phi; r: the gradient of phi
static void add_row(const br_moving *s, const br_patch *p, const double *g, const double *r, double phi, double force,
                    int row, double *b)
{
    for (int k = 0; k < p->n; k++)
        b[p->var[k]] -= force * g[k] + s->rho * phi * r[k];
    b[row] = -phi;
}

// What holds a measure: phi, its gradient r, and the direction l->g in which its force acts. A stuck one is held by its
// speed, phi = w/c, so that two that hold the same part do not contradict each other.
static double hold(const br_moving *s, const br_mech_state *w, int measure, br_look *l, double *r)
{
    br_look_at(s->m, measure, w->q, w->v, s->now.y[measure], l);
    bool by_speed = !s->held[measure] && s->c > 0;
    for (int k = 0; k < l->n; k++)
        r[k] = l->g[k] + (by_speed ? l->turned[k] / s->c : 0);
    return by_speed ? l->w / s->c : br_moving_gap(s, measure, l);
}

static void add_measures(br_moving *s, const br_mech_state *w, double scale, double *b)
{
    double r[BR_PATCH_MOST];
    br_look l;
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i] || s->stuck[i]) {
            double phi = hold(s, w, i, &l, r);
            add_row(s, &s->m->measure[i].patch, l.g, r, phi, scale * w->lambda[s->rows + i], s->n + s->rows + i, b);
        }
}

void br_moving_residual(br_moving *s, const br_mech_state *w, double scale, double *b)
{
    const br_mech *m = s->m;
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], power[2];
    memset(b, 0, (size_t)s->size * sizeof *b);
    br_moving_forces(s, w, s->f, power);
    br_mass_add(m, w->dv, b);
    for (int i = 0; i < s->n; i++)
        b[i] = scale * (s->f[i] - b[i]);
    for (int r = 0; r < s->rows; r++) {
        const br_constraint *row = &m->row[r];
        br_gather(&row->patch, w->q, x);
        br_quad_gradient(&m->terms, row->f, row->patch.n, x, g);
        add_row(s, &row->patch, g, g, br_quad_value(&m->terms, row->f, x), scale * w->lambda[r], s->n + r, b);
    }
    add_measures(s, w, scale, b);
}

// ---------------------------------------------------------------- matrix

// rho r r' + force*H over the patch, g beside and r below it. slot: (n + 1)^2, the last row and column are the multiplier's.
static void put_row(br_moving *s, int n, const int *slot, const double *g, const double *r, const double *H,
                    double force)
{
    double *A = s->kkt.value;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            A[slot[i * (n + 1) + j]] += s->rho * r[i] * r[j] + force * H[i * n + j];
        A[slot[i * (n + 1) + n]] += g[i];
        A[slot[n * (n + 1) + i]] += r[i];
    }
    A[slot[n * (n + 1) + n]] -= s->eps;
}

static void put_rows(br_moving *s, const br_mech_state *w, double scale)
{
    const br_mech *m = s->m;
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], H[BR_PATCH_MOST * BR_PATCH_MOST];
    br_look l;
    for (int r = 0; r < s->rows; r++) {
        const br_constraint *row = &m->row[r];
        int n = row->patch.n;
        br_gather(&row->patch, w->q, x);
        br_quad_gradient(&m->terms, row->f, n, x, g);
        memset(H, 0, (size_t)(n * n) * sizeof *H);
        br_quad_hessian(&m->terms, row->f, n, 1, H);
        put_row(s, n, s->slot + s->row_slot[r], g, g, H, scale * w->lambda[r]);
    }
    for (int i = 0; i < m->measures; i++) {
        const int *slot = s->slot + s->measure_slot[i];
        int n = m->measure[i].patch.n;
        if (!s->held[i] && !s->stuck[i]) { // its multiplier is 0
            s->kkt.value[slot[n * (n + 1) + n]] = -1;
            continue;
        }
        (void)hold(s, w, i, &l, g);
        put_row(s, n, slot, l.g, g, l.D, scale * w->lambda[s->rows + i]);
    }
}

// -df/dq*scale - df/dv*scale*c of every force
static void put_forces(br_moving *s, const br_mech_state *w, double scale, double c)
{
    const br_mech *m = s->m;
    br_look l;
    for (int e = 0; e < m->forces; e++) {
        int of = m->force[e].measure, n = m->measure[of].patch.n;
        const int *slot = s->slot + s->measure_slot[of];
        br_look_at(m, of, w->q, w->v, s->now.y[of], &l);
        br_acting a = br_moving_act(s, e, &l);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                s->kkt.value[slot[i * (n + 1) + j]] -=
                    scale * (l.g[i] * ((a.by_y + c * a.by_w) * l.g[j] + a.by_w * l.turned[j]) + a.F * l.D[i * n + j]);
    }
}

void br_moving_assemble(br_moving *s, const br_mech_state *w, double scale, double c)
{
    const br_mech *m = s->m;
    br_mass_entry entry[BR_MASS_MOST];
    memset(s->kkt.value, 0, (size_t)br_sparse_numbers(&s->kkt) * sizeof *s->kkt.value);
    for (int b = 0, k = 0; b < m->bodies; b++) {
        int count = br_mass_of(m, b, entry);
        for (int i = 0; i < count; i++)
            s->kkt.value[s->slot[s->mass_slot + k++]] += entry[i].m;
    }
    put_rows(s, w, scale);
    if (scale > 0)
        put_forces(s, w, scale, c);
}

br_status br_moving_factor(br_moving *s, const br_mech_state *w, double scale, double c, int *bad)
{
    br_moving_assemble(s, w, scale, c);
    return br_sparse_factor(&s->kkt, bad);
}
