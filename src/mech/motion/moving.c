// moving.c - a mechanism in motion: memory, places in its matrix, rank and energy.    [host]
#include "num/base/fp.h"

#include "mech/model/inertia.h"
#include "mech/motion/moving.h"
#include "num/base/elem.h"
#include "num/algebra/qr.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

static void carve_state(br_mech_state *w, double **at, const br_moving *s)
{
    double **vectors[] = {&w->q, &w->v, &w->dv, &w->a};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = *at;
        *at += s->n;
    }
    w->lambda = *at;
    *at += s->rows + s->m->measures;
    w->y = *at;
    *at += s->m->measures;
}

static br_status carve_memory(br_moving *s)
{
    const br_mech *m = s->m;
    size_t measures = (size_t)m->measures, n = (size_t)s->n, rows = (size_t)s->rows;
    size_t state = 4 * n + rows + 2 * measures;
    s->memory =
        calloc(2 * state + (size_t)s->size + 3 * n + measures + (size_t)m->drives + 2 * rows + 1, sizeof *s->memory);
    s->held = calloc(2 * measures + 1, sizeof *s->held);
    s->way = calloc(2 * (size_t)m->forces + 1, sizeof *s->way);
    s->row_slot = calloc(rows + measures + 1, sizeof *s->row_slot);
    if (!s->memory || !s->held || !s->way || !s->row_slot)
        return BR_NO_MEMORY;
    double *at = s->memory;
    s->stuck = s->held + measures;
    s->measure_slot = s->row_slot + rows;
    carve_state(&s->now, &at, s);
    carve_state(&s->next, &at, s);
    s->b = at;
    s->f = s->b + s->size;
    s->rise = s->f + n;
    s->light = s->rise + n;
    s->target = s->light + n;
    s->drive = s->target + measures;
    s->load = s->drive + m->drives;
    s->pace = s->load + rows;
    return BR_OK;
}

// ---------------------------------------------------------------- places in the matrix

static int count_slots(const br_mech *m)
{
    int count = m->masses + 2 * m->terms.count;
    for (int i = 0; i < m->measures; i++)
        count += m->measure[i].patch.n * m->measure[i].patch.n;
    return count;
}

static void find_slots(br_moving *s, int row, int *at)
{
    const br_constraint *is = &s->m->row[row];
    s->row_slot[row] = *at;
    for (const br_term *t = s->m->terms.term + is->f.first; t < s->m->terms.term + is->f.first + is->f.count; t++)
        if (t->i >= 0) {
            s->slot[(*at)++] = br_kkt_slot(&s->kkt, is->patch.var[t->i], is->patch.var[t->j]);
            s->slot[(*at)++] = br_kkt_slot(&s->kkt, is->patch.var[t->j], is->patch.var[t->i]);
        }
}

static br_status make_matrix(br_moving *s)
{
    const br_mech *m = s->m;
    br_status status = br_kkt_open(&s->kkt, m);
    int at = 0;
    s->slot = calloc((size_t)count_slots(m) + 1, sizeof *s->slot);
    if (status != BR_OK || !s->slot)
        return BR_NO_MEMORY;
    for (; at < m->masses; at++)
        s->slot[at] = br_kkt_slot(&s->kkt, m->mass[at].i, m->mass[at].j);
    for (int r = 0; r < s->rows; r++)
        find_slots(s, r, &at);
    for (int i = 0; i < m->measures; i++) {
        const br_patch *p = &m->measure[i].patch;
        s->measure_slot[i] = at;
        for (int a = 0; a < p->n * p->n; a++)
            s->slot[at++] = br_kkt_slot(&s->kkt, p->var[a / p->n], p->var[a % p->n]);
    }
    return BR_OK;
}

static void choose_scales(br_moving *s)
{
    double sum = 0;
    for (int i = 0; i < s->m->masses; i++)
        sum += s->m->mass[i].i == s->m->mass[i].j ? s->m->mass[i].m : 0;
    s->rho = sum / s->n;
    s->eps = 1e-12 / s->rho;
}

static void set_coordinate_masses(br_moving *s)
{
    for (int i = 0; i < s->n; i++)
        s->light[i] = 0;
    for (int i = 0; i < s->m->masses; i++)
        if (s->m->mass[i].i == s->m->mass[i].j)
            s->light[s->m->mass[i].i] += s->m->mass[i].m;
    for (int i = 0; i < s->n; i++)
        s->light[i] = 1 / (s->light[i] > 0 ? s->light[i] : s->rho);
}

br_status br_moving_open(br_moving *s, br_mech *m, br_diag *why)
{
    memset(s, 0, sizeof *s);
    s->m = m;
    s->n = m->n;
    s->rows = m->rows;
    s->size = m->n + m->rows + m->measures;
    if (s->size > BR_KKT_MOST)
        return br_complain(why, BR_BAD_LAW, &m->tokens, NULL, "%d coordinates, constraints and measures; at most %d",
                           s->size, BR_KKT_MOST);
    choose_scales(s);
    br_status status = carve_memory(s);
    if (status == BR_OK)
        status = make_matrix(s);
    if (status != BR_OK) {
        br_moving_close(s);
        return br_complain(why, status, &m->tokens, NULL, "out of memory");
    }
    set_coordinate_masses(s);
    br_mech_drawn(m, s->now.q);
    br_moving_update_measures(s, &s->now);
    return BR_OK;
}

void br_moving_close(br_moving *s)
{
    br_kkt_close(&s->kkt);
    free(s->memory);
    free(s->held);
    free(s->way);
    free(s->row_slot);
    free(s->slot);
    memset(s, 0, sizeof *s);
}

// ---------------------------------------------------------------- saved and restored

// Copies numbers to or from a store; NULL: only counts them.
typedef struct store {
    double *to;
    const double *from;
    size_t count;
} store;

static void transfer(store *o, int n, double *x)
{
    if (o->to)
        memcpy(o->to + o->count, x, (size_t)n * sizeof *x);
    if (o->from)
        memcpy(x, o->from + o->count, (size_t)n * sizeof *x);
    o->count += (size_t)n;
}

static void transfer_int(store *o, int *i)
{
    double x = *i;
    transfer(o, 1, &x);
    *i = (int)x;
}

static void transfer_bool(store *o, bool *is)
{
    double x = *is;
    transfer(o, 1, &x);
    *is = x != 0;
}

static void transfer_all(store *o, br_moving *s)
{
    const br_mech *m = s->m;
    double *vectors[] = {s->now.q, s->now.v, s->now.dv, s->now.a, s->rise};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        transfer(o, s->n, vectors[i]);
    transfer(o, s->rows + m->measures, s->now.lambda);
    transfer(o, m->measures, s->now.y);
    transfer(o, m->drives, s->drive);
    transfer(o, 1, &s->risen);
    transfer(o, 1, &s->t);
    for (int i = 0; i < m->measures; i++)
        transfer_bool(o, &s->stuck[i]);
    for (int e = 0; e < m->forces; e++) {
        transfer_int(o, &s->way[e]);
        const br_joint_friction *r = m->force[e].friction;
        if (!r)
            continue;
        transfer(o, r->contact.system.sys.nx, r->contact.x);
        for (int k = 0; k < r->contact.system.sys.nm; k++)
            transfer_int(o, &r->contact.m[k]);
    }
}

size_t br_moving_saved_numbers(const br_moving *s)
{
    store o = {0};
    br_moving same = *s; // nothing is written
    transfer_all(&o, &same);
    return o.count;
}

void br_moving_save(const br_moving *s, double *to)
{
    store o = {0};
    br_moving same = *s;
    o.to = to;
    transfer_all(&o, &same);
}

void br_moving_restore(br_moving *s, const double *from)
{
    store o = {.from = from};
    transfer_all(&o, s);
}

// ---------------------------------------------------------------- rank

static int nth_rigid(const br_mech *m, int nth)
{
    int r = 0;
    for (int left = nth; m->row[r].stiffness > 0 || left > 0; r++)
        left -= m->row[r].stiffness == 0;
    return r;
}

br_status br_moving_rank(const br_moving *s, int *rank, int *which)
{
    double least;
    return br_moving_rank_above(s, BR_MECH_RANK, rank, which, &least);
}

br_status br_moving_rank_above(const br_moving *s, double level, int *rank, int *which, double *least)
{
    int n = s->n, rows = s->m->rigid, at = 0;
    double *A = calloc((size_t)n * (size_t)rows + 1, sizeof *A);
    double *work = calloc(5 * (size_t)rows + 2 * (size_t)n + 1, sizeof *work), x[BR_PATCH_MOST], g[BR_PATCH_MOST];
    br_status status = A && work ? BR_OK : BR_NO_MEMORY;
    for (int r = 0; r < s->rows && status == BR_OK; r++) {
        const br_constraint *row = &s->m->row[r];
        if (row->stiffness > 0)
            continue;
        br_gather(&row->patch, s->now.q, x);
        br_quad_gradient(&s->m->terms, row->f, row->patch.n, x, g);
        for (int k = 0; k < row->patch.n; k++)
            A[(size_t)row->patch.var[k] * (size_t)rows + (size_t)at] = g[k];
        at++;
    }
    if (status == BR_OK)
        status = br_qr_factor(n, rows, A, work, which, level, rank, work + rows);
    *least = status == BR_OK && *rank > 0 ? br_abs(A[(size_t)(*rank - 1) * (size_t)(rows + 1)] / A[0]) : 1;
    for (int i = 0; i < rows && status == BR_OK; i++)
        which[i] = nth_rigid(s->m, which[i]);
    free(A);
    free(work);
    return status;
}

// ---------------------------------------------------------------- energy

void br_moving_energy(const br_moving *s, double *kinetic, double *potential)
{
    const br_mech *m = s->m;
    memset(s->f, 0, (size_t)s->n * sizeof *s->f);
    br_mass_add(m, s->now.v, s->f);
    *kinetic = *potential = 0;
    for (int i = 0; i < s->n; i++)
        *kinetic += s->now.v[i] * s->f[i] / 2;
    memset(s->f, 0, (size_t)s->n * sizeof *s->f);
    br_moving_gravity(m, s->f);
    for (int i = 0; i < s->n; i++)
        *potential -= s->f[i] * s->now.q[i];
    for (int i = 0; i < m->forces; i++)
        if (m->force[i].kind == BR_FORCE_SPRING) {
            double x = s->now.y[m->force[i].measure] - m->force[i].rest;
            *potential += m->force[i].k * x * x / 2;
        }
    for (int r = 0; r < s->rows; r++)
        if (m->row[r].stiffness > 0) {
            double x[BR_PATCH_MOST];
            br_gather(&m->row[r].patch, s->now.q, x);
            double phi = br_quad_value(&m->terms, m->row[r].f, x);
            *potential += m->row[r].stiffness * phi * phi / 2;
        }
}

double br_moving_violation(const br_moving *s)
{
    double x[BR_PATCH_MOST], most = 0;
    for (int r = 0; r < s->rows; r++) {
        if (s->m->row[r].stiffness > 0)
            continue;
        br_gather(&s->m->row[r].patch, s->now.q, x);
        double phi = br_abs(br_quad_value(&s->m->terms, s->m->row[r].f, x));
        most = phi > most ? phi : most;
    }
    return most;
}
