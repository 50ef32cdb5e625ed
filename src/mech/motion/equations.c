// equations.c - forces, residual and matrix of a mechanism.                        [host]
#include "num/base/fp.h"

#include "mech/model/inertia.h"
#include "mech/motion/moving.h"
#include "num/base/elem.h"

#include <string.h>

// ---------------------------------------------------------------- forces

// The force of a law that jumps at rest is that of the way it slips; while it sticks, a multiplier is.
static br_force_value friction_force(const br_moving *s, const br_force *f, const double *lambda, double w)
{
    const double hardly = 1e-200;
    int way = s->way[f - s->m->force];
    br_force_value a = {0};
    bool late = f->friction->jumps && way * w < hardly; // it has not started yet, or has stopped
    if (f->friction->jumps && way == 0)
        return a;
    a.F = 0 - br_joint_friction_force(f->friction, late ? way * hardly : w, br_moving_normal_force(f, lambda), s->h,
                                      &a.by_w, &a.by_N); // no -0
    a.by_w = late ? 0 : -a.by_w;
    a.by_N = f->presses ? -a.by_N : 0;
    return a;
}

double br_moving_normal_force(const br_force *f, const double *lambda)
{
    double square = f->presses ? 0 : 1;
    for (int r = f->press; r < f->press + f->presses; r++)
        square += lambda[r] * lambda[r];
    return br_sqrt(square);
}

br_force_value br_moving_evaluate_force(const br_moving *s, int force, const double *lambda, const br_measure_state *l)
{
    const br_force *f = &s->m->force[force];
    br_force_value a = {0};
    switch (f->kind) {
    case BR_FORCE_SPRING: a = (br_force_value){.F = f->k * (f->rest - l->y), .by_y = -f->k}; break;
    case BR_FORCE_DAMPER: a = (br_force_value){.F = 0 - f->k * l->w, .by_w = -f->k}; break;
    case BR_FORCE_DRIVE: a.F = s->drive[f->drive]; break;
    case BR_FORCE_FRICTION:
        if (!s->smooth)
            a = friction_force(s, f, lambda, l->w);
        break;
    }
    return a;
}

double br_moving_force(br_moving *s, int force, const br_measure_state *l)
{
    const br_force *f = &s->m->force[force];
    const double rounding = 1e-14; // of what it could hold
    if (!(f->friction && f->friction->jumps && s->stuck[f->measure]))
        return br_moving_evaluate_force(s, force, s->now.lambda, l).F;
    double F = 0 - s->now.lambda[s->rows + f->measure], N = br_moving_normal_force(f, s->now.lambda);
    return br_abs(F) > rounding * N * (f->friction->edge[1] - f->friction->edge[0]) ? F : 0;
}

void br_moving_advance_friction(br_moving *s, const br_mech_state *w)
{
    br_measure_state l;
    for (int i = 0; i < s->m->forces && !s->smooth; i++)
        if (s->m->force[i].friction) {
            br_measure_gradient(s->m, s->m->force[i].measure, w->q, w->v, s->now.y[s->m->force[i].measure], &l);
            br_joint_friction_advance(s->m->force[i].friction, l.w, br_moving_normal_force(&s->m->force[i], w->lambda),
                                      s->h);
        }
}

void br_moving_gravity(const br_mech *m, double *f)
{
    for (int b = 0; b < m->blocks; b++) {
        const br_mech_block *w = &m->block[b];
        const br_beam *beam = w->beam;
        for (int c = 0; c < m->space; c++)
            f[w->at + c] += w->mass * m->gravity[c];
        for (int j = 0; beam && j < beam->planes * beam->modes; j++)
            for (int c = 0; c < m->space; c++)
                f[w->at + br_mech_per_body(m) + m->space * j + c] +=
                    w->mass * beam->lift[j % beam->modes] * m->gravity[c];
    }
}

void br_moving_forces(br_moving *s, const br_mech_state *w, double *f, double power[2])
{
    const br_mech *m = s->m;
    br_measure_state l;
    memset(f, 0, (size_t)s->n * sizeof *f);
    power[0] = power[1] = 0;
    br_moving_gravity(m, f);
    for (int i = 0; i < m->forces; i++) {
        const br_force *e = &m->force[i];
        const br_patch *p = &m->measure[e->measure].patch;
        br_measure_gradient(m, e->measure, w->q, w->v, s->now.y[e->measure], &l);
        br_force_value a = br_moving_evaluate_force(s, i, w->lambda, &l);
        for (int k = 0; k < p->n; k++)
            f[p->var[k]] += a.F * l.g[k];
        if (e->kind == BR_FORCE_DRIVE)
            power[0] += a.F * l.w;
        else if (e->kind != BR_FORCE_SPRING)
            power[1] -= a.F * l.w;
    }
    for (int r = 0; r < s->rows; r++)
        if (m->row[r].damping > 0) {
            double rate = br_moving_row_rate(s, w, r);
            power[1] += m->row[r].damping * rate * rate;
        }
}

void br_moving_update_measures(br_moving *s, br_mech_state *w)
{
    br_measure_state l;
    for (int i = 0; i < s->m->measures; i++) {
        br_measure_gradient(s->m, i, w->q, w->v, s->now.y[i], &l);
        w->y[i] = l.y;
    }
}

// ---------------------------------------------------------------- residual

double br_moving_gap(const br_moving *s, int measure, const br_measure_state *l)
{
    double gap = l->y - s->target[measure];
    return s->m->measure[measure].kind == BR_MEASURE_TURN ? br_sin(gap) : gap;
}

double br_moving_row_rate(const br_moving *s, const br_mech_state *w, int row)
{
    const br_patch *p = &s->m->row[row].patch;
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], rate = 0;
    br_gather(p, w->q, x);
    br_quad_gradient(&s->m->terms, s->m->row[row].f, p->n, x, g);
    for (int i = 0; i < p->n; i++)
        rate += g[i] * w->v[p->var[i]];
    return rate;
}

// A joint that yields: phi + d/k phi' - lambda/k = 0, which is the force lambda = k phi + d phi' for any stiffness k.
static void yielding_row(const br_moving *s, const br_mech_state *w, int row, double scale, br_kkt_row *k)
{
    const br_constraint *is = &s->m->row[row];
    double late = is->damping / is->stiffness, kappa = is->stiffness * scale;
    double v[BR_PATCH_MOST], zero[BR_PATCH_MOST] = {0}, Hv[BR_PATCH_MOST], still[BR_PATCH_MOST];
    br_gather(&is->patch, w->v, v);
    br_quad_gradient(&s->m->terms, is->f, k->n, v, Hv); // gradients are linear: H v is the difference
    br_quad_gradient(&s->m->terms, is->f, k->n, zero, still);
    k->phi += late * br_moving_row_rate(s, w, row) - w->lambda[row] / is->stiffness;
    for (int i = 0; i < k->n; i++)
        k->r[i] += late * (s->c * k->g[i] + Hv[i] - still[i]);
    k->rho = br_min(s->rho, kappa);
    k->soft = 1 / kappa;
}

void br_moving_constraint_row(const br_moving *s, const br_mech_state *w, int row, double scale, br_kkt_row *k)
{
    const br_constraint *is = &s->m->row[row];
    const double most = 1e5; // so many times eps: small beside masses, large beside that of rigid joints
    double x[BR_PATCH_MOST];
    k->n = is->patch.n;
    k->even = !(is->stiffness > 0 && scale > 0);
    k->rho = s->rho;
    k->soft = s->eps * (is->stiffness > 0 && s->softest > 0 ? br_max(1, most * s->softest / is->stiffness) : 1);
    br_gather(&is->patch, w->q, x);
    k->phi = br_quad_value(&s->m->terms, is->f, x) - s->load[row];
    br_quad_gradient(&s->m->terms, is->f, k->n, x, k->g);
    memcpy(k->r, k->g, (size_t)k->n * sizeof *k->r);
    if (!k->even)
        yielding_row(s, w, row, scale, k);
}

// b_q -= force*g, b_row = -phi
static void add_row_residual(const br_patch *p, const br_kkt_row *k, double force, int row, double *b)
{
    for (int i = 0; i < k->n; i++)
        b[p->var[i]] -= force * k->g[i];
    b[row] = -k->phi;
}

// A measure that is held at its target, or stuck: held by its speed, phi = w/c, so that two that hold the same part do not
// contradict each other.
static void measure_row(const br_moving *s, const br_mech_state *w, int measure, br_measure_state *l, br_kkt_row *k)
{
    br_measure_derivatives(s->m, measure, w->q, w->v, s->now.y[measure], l);
    bool by_speed = !s->held[measure] && s->c > 0;
    *k = (br_kkt_row){.n = l->n, .even = !by_speed, .rho = s->rho, .soft = s->eps};
    k->phi = by_speed ? l->w / s->c : br_moving_gap(s, measure, l);
    for (int i = 0; i < l->n; i++) {
        k->g[i] = l->g[i];
        k->r[i] = l->g[i] + (by_speed ? l->turned[i] / s->c : 0);
    }
}

void br_moving_residual(br_moving *s, const br_mech_state *w, double scale, double *b)
{
    const br_mech *m = s->m;
    double power[2];
    br_measure_state l;
    br_kkt_row k;
    memset(b, 0, (size_t)s->size * sizeof *b);
    br_moving_forces(s, w, s->f, power);
    br_mass_add(m, w->dv, b);
    for (int i = 0; i < s->n; i++)
        b[i] = scale * (s->f[i] - b[i]);
    for (int r = 0; r < s->rows; r++) {
        if (s->yields && m->row[r].stiffness > 0)
            continue;
        br_moving_constraint_row(s, w, r, scale, &k);
        add_row_residual(&m->row[r].patch, &k, scale * w->lambda[r], s->n + r, b);
    }
    for (int i = 0; i < m->measures; i++)
        if (s->held[i] || s->stuck[i]) {
            measure_row(s, w, i, &l, &k);
            add_row_residual(&m->measure[i].patch, &k, scale * w->lambda[s->rows + i], s->n + s->rows + i, b);
        }
}

// ---------------------------------------------------------------- matrix

// Column and row of a constraint of a joint, or of a measure.
static void set_tie(br_moving *s, const br_kkt_row *k, int row)
{
    br_tie *t = &s->kkt.tie[s->kkt.tie_of[row]];
    t->idle = false;
    t->even = k->even;
    t->rho = k->rho;
    t->soft = k->soft;
    memcpy(t->g, k->g, (size_t)k->n * sizeof *t->g);
    memcpy(t->r, k->r, (size_t)k->n * sizeof *t->r);
}

// A row that asks nothing: its multiplier is minus what stands on the right.
static void set_idle_tie(br_moving *s, int row)
{
    s->kkt.tie[s->kkt.tie_of[row]].idle = true;
}

// force*H of a constraint; rows of single blocks are known to the matrix.
static void set_constraint(br_moving *s, const br_mech_state *w, int r, double scale)
{
    const br_constraint *row = &s->m->row[r];
    const int *slot = s->slot + s->row_slot[r];
    double force = scale * w->lambda[r], *A = s->kkt.value;
    br_kkt_row k;
    for (const br_term *t = s->m->terms.term + row->f.first; t < s->m->terms.term + row->f.first + row->f.count; t++)
        if (t->i >= 0) {
            A[*slot++] += force * t->c;
            A[*slot++] += force * t->c;
        }
    if (row->block >= 0)
        return;
    br_moving_constraint_row(s, w, r, scale, &k);
    set_tie(s, &k, r);
}

static void set_rows(br_moving *s, const br_mech_state *w, double scale)
{
    const br_mech *m = s->m;
    br_measure_state l;
    br_kkt_row k;
    for (int r = 0; r < s->rows; r++)
        if (s->yields && m->row[r].stiffness > 0)
            set_idle_tie(s, r);
        else
            set_constraint(s, w, r, scale);
    for (int i = 0; i < m->measures; i++) {
        if (!s->held[i] && !s->stuck[i]) {
            set_idle_tie(s, s->rows + i);
            continue;
        }
        measure_row(s, w, i, &l, &k);
        set_tie(s, &k, s->rows + i);
        for (int a = 0; a < l.n * l.n; a++)
            s->kkt.value[s->slot[s->measure_slot[i] + a]] += scale * w->lambda[s->rows + i] * l.D[a];
    }
}

// What friction takes from the multipliers that press its joint.
static void set_press(const br_mech_state *w, const br_force *f, const br_measure_state *l, double by_N, br_press *to)
{
    double N = br_moving_normal_force(f, w->lambda);
    for (int r = 0; r < f->presses; r++)
        for (int i = 0; i < l->n; i++)
            to[r].value[i] = N > 0 ? -l->g[i] * by_N * w->lambda[f->press + r] / N : 0;
}

// -df/dq*scale - df/dv*scale*c of every force
static void add_force_tangents(br_moving *s, const br_mech_state *w, double scale, double c)
{
    const br_mech *m = s->m;
    br_press *press = s->kkt.press;
    br_measure_state l;
    for (int e = 0; e < m->forces; e++) {
        int of = m->force[e].measure, n = m->measure[of].patch.n;
        const int *slot = s->slot + s->measure_slot[of];
        br_measure_derivatives(m, of, w->q, w->v, s->now.y[of], &l);
        br_force_value a = br_moving_evaluate_force(s, e, w->lambda, &l);
        set_press(w, &m->force[e], &l, a.by_N, press);
        press += m->force[e].presses;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                s->kkt.value[slot[i * n + j]] -=
                    scale * (l.g[i] * ((a.by_y + c * a.by_w) * l.g[j] + a.by_w * l.turned[j]) + a.F * l.D[i * n + j]);
    }
}

void br_moving_assemble(br_moving *s, const br_mech_state *w, double scale, double c)
{
    br_kkt_clear(&s->kkt);
    for (int i = 0; i < s->m->masses; i++)
        s->kkt.value[s->slot[i]] += s->m->mass[i].m;
    set_rows(s, w, scale);
    if (scale > 0 || s->accelerates)
        add_force_tangents(s, w, scale, c);
}

double br_moving_matrix_entry(const br_moving *s, const br_mech_state *w, int row, int column)
{
    int least = row < column ? row : column, most = row < column ? column : row, r = most - s->n;
    if (least >= s->n || r < 0 || r >= s->rows || s->m->row[r].block < 0)
        return br_kkt_entry(&s->kkt, row, column);
    const br_patch *p = &s->m->row[r].patch;
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], sum = 0;
    br_gather(p, w->q, x);
    br_quad_gradient(&s->m->terms, s->m->row[r].f, p->n, x, g);
    for (int i = 0; i < p->n; i++)
        sum += p->var[i] == least ? g[i] : 0;
    return sum;
}

br_status br_moving_factor(br_moving *s, const br_mech_state *w, double scale, double c, int *bad)
{
    br_moving_assemble(s, w, scale, c);
    return br_kkt_factor(&s->kkt, w->q, bad);
}
