// moving.c - a mechanism in motion: memory, pattern of its matrix, rank and energy.    [host]
#include "num/fp.h"

#include "mech/inertia.h"
#include "mech/moving.h"
#include "num/elem.h"
#include "num/qr.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

static void lay_state(br_mech_state *w, double **at, const br_moving *s)
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

static br_status take_memory(br_moving *s)
{
    const br_mech *m = s->m;
    size_t measures = (size_t)m->measures, n = (size_t)s->n, rows = (size_t)s->rows;
    size_t state = 4 * n + rows + 2 * measures;
    s->memory = calloc(2 * state + (size_t)s->size + 2 * n + measures + (size_t)m->drives + 1, sizeof *s->memory);
    s->held = calloc(2 * measures + 1, sizeof *s->held);
    s->way = calloc(2 * (size_t)m->forces + 1, sizeof *s->way);
    s->row_slot = calloc(rows + measures + (size_t)m->forces + 1, sizeof *s->row_slot);
    if (!s->memory || !s->held || !s->way || !s->row_slot)
        return BR_NO_MEMORY;
    double *at = s->memory;
    s->stuck = s->held + measures;
    s->measure_slot = s->row_slot + rows;
    s->press_slot = s->measure_slot + measures;
    lay_state(&s->now, &at, s);
    lay_state(&s->next, &at, s);
    s->b = at;
    s->f = s->b + s->size;
    s->rise = s->f + n;
    s->target = s->rise + n;
    s->drive = s->target + measures;
    return BR_OK;
}

// ---------------------------------------------------------------- pattern and places

// Calls `see` with all pairs of a patch and its multiplier.
typedef void see_pair(br_moving *s, void *context, int row, int column);

static void see_patch(br_moving *s, const br_patch *p, int multiplier, see_pair *see, void *context)
{
    for (int i = 0; i <= p->n; i++)
        for (int j = 0; j <= p->n; j++)
            see(s, context, i < p->n ? p->var[i] : multiplier, j < p->n ? p->var[j] : multiplier);
}

// Friction along a measure, and what presses its joint.
static void see_pressed(br_moving *s, const br_force *f, see_pair *see, void *context)
{
    const br_patch *p = &s->m->measure[f->measure].patch;
    for (int i = 0; i < p->n; i++)
        for (int r = f->press; r < f->press + f->presses; r++) {
            see(s, context, p->var[i], s->n + r);
            see(s, context, s->n + r, p->var[i]); // the pattern is symmetric
        }
}

// All numbers of the matrix in one order: the masses, the constraints, the measures, normal forces.
static void see_all(br_moving *s, see_pair *see, void *context, const int *at)
{
    const br_mech *m = s->m;
    br_mass_entry entry[BR_MASS_MOST];
    for (int b = 0; b < m->bodies; b++)
        for (int i = 0, count = br_mass_of(m, b, entry); i < count; i++)
            see(s, context, m->body[b].at + entry[i].i, m->body[b].at + entry[i].j);
    for (int r = 0; r < s->rows; r++) {
        s->row_slot[r] = *at;
        see_patch(s, &m->row[r].patch, s->n + r, see, context);
    }
    for (int i = 0; i < m->measures; i++) {
        s->measure_slot[i] = *at;
        see_patch(s, &m->measure[i].patch, s->n + s->rows + i, see, context);
    }
    for (int e = 0; e < m->forces; e++) {
        s->press_slot[e] = *at;
        see_pressed(s, &m->force[e], see, context);
    }
}

typedef struct pattern {
    bool *is;
    int count;
} pattern;

static void mark(br_moving *s, void *context, int row, int column)
{
    pattern *p = context;
    p->is[(size_t)row * (size_t)s->size + (size_t)column] = true;
    p->count++;
}

static void note_slot(br_moving *s, void *context, int row, int column)
{
    int *at = context;
    s->slot[(*at)++] = br_sparse_slot(&s->kkt, row, column);
}

// Bodies are the blocks of the matrix.
static br_status order_bodies(br_moving *s, bool *is)
{
    int bodies = s->m->bodies, *start = malloc(((size_t)bodies + 1) * sizeof *start);
    if (!start)
        return BR_NO_MEMORY;
    for (int b = 0; b < bodies; b++)
        start[b] = s->m->body[b].at;
    start[bodies] = s->n;
    br_status status = br_sparse_open(&s->kkt, s->size, start, bodies, is);
    free(start);
    return status;
}

static br_status make_matrix(br_moving *s)
{
    pattern p = {calloc((size_t)s->size * (size_t)s->size + 1, sizeof(bool)), 0};
    br_status status = p.is ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        see_all(s, mark, &p, &p.count);
        s->slot = calloc((size_t)p.count + 1, sizeof *s->slot);
        status = s->slot ? order_bodies(s, p.is) : BR_NO_MEMORY;
    }
    free(p.is);
    int at = 0;
    if (status == BR_OK)
        see_all(s, note_slot, &at, &at);
    return status;
}

static void choose_scales(br_moving *s)
{
    br_mass_entry entry[BR_MASS_MOST];
    double sum = 0;
    for (int b = 0; b < s->m->bodies; b++)
        for (int i = 0, count = br_mass_of(s->m, b, entry); i < count; i++)
            sum += entry[i].i == entry[i].j ? entry[i].m : 0;
    s->rho = sum / s->n;
    s->eps = 1e-12 / s->rho;
}

br_status br_moving_open(br_moving *s, br_mech *m, br_diag *why)
{
    memset(s, 0, sizeof *s);
    s->m = m;
    s->n = m->n;
    s->rows = m->rows;
    s->size = m->n + m->rows + m->measures;
    if (s->size > BR_SPARSE_MOST)
        return br_complain(why, BR_BAD_LAW, &m->tokens, NULL, "%d coordinates, constraints and measures; at most %d",
                           s->size, BR_SPARSE_MOST);
    br_status status = take_memory(s);
    if (status == BR_OK)
        status = make_matrix(s);
    if (status != BR_OK) {
        br_moving_close(s);
        return br_complain(why, status, &m->tokens, NULL, "out of memory");
    }
    choose_scales(s);
    br_mech_drawn(m, s->now.q);
    br_moving_measure(s, &s->now);
    return BR_OK;
}

void br_moving_close(br_moving *s)
{
    br_sparse_close(&s->kkt);
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

static void pass(store *o, int n, double *x)
{
    if (o->to)
        memcpy(o->to + o->count, x, (size_t)n * sizeof *x);
    if (o->from)
        memcpy(x, o->from + o->count, (size_t)n * sizeof *x);
    o->count += (size_t)n;
}

static void pass_int(store *o, int *i)
{
    double x = *i;
    pass(o, 1, &x);
    *i = (int)x;
}

static void pass_bool(store *o, bool *is)
{
    double x = *is;
    pass(o, 1, &x);
    *is = x != 0;
}

static void pass_all(store *o, br_moving *s)
{
    const br_mech *m = s->m;
    double *vectors[] = {s->now.q, s->now.v, s->now.dv, s->now.a, s->rise};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        pass(o, s->n, vectors[i]);
    pass(o, s->rows + m->measures, s->now.lambda);
    pass(o, m->measures, s->now.y);
    pass(o, m->drives, s->drive);
    pass(o, 1, &s->risen);
    pass(o, 1, &s->t);
    for (int i = 0; i < m->measures; i++)
        pass_bool(o, &s->stuck[i]);
    for (int e = 0; e < m->forces; e++) {
        pass_int(o, &s->way[e]);
        const br_rub *r = m->force[e].rub;
        if (!r)
            continue;
        pass(o, r->contact.system.sys.nx, r->contact.x);
        for (int k = 0; k < r->contact.system.sys.nm; k++)
            pass_int(o, &r->contact.m[k]);
    }
}

size_t br_moving_numbers(const br_moving *s)
{
    store o = {0};
    br_moving same = *s; // nothing is written
    pass_all(&o, &same);
    return o.count;
}

void br_moving_save(const br_moving *s, double *to)
{
    store o = {0};
    br_moving same = *s;
    o.to = to;
    pass_all(&o, &same);
}

void br_moving_restore(br_moving *s, const double *from)
{
    store o = {.from = from};
    pass_all(&o, s);
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
        status = br_qr_factor(n, rows, A, work, which, 1e-9, rank, work + rows);
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
