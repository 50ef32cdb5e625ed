// fan.c - directions in which the state of a mechanism may move.                  [host]
#include "num/fp.h"

#include "mech/fan.h"
#include "mech/inertia.h"
#include "num/elem.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

br_status br_fan_open(br_fan *f, const br_moving *s, const int *unknown, int unknowns, int room)
{
    int multipliers = s->size - s->n;
    *f = (br_fan){.unknown = unknown,
                  .n = s->n,
                  .unknowns = unknowns,
                  .multipliers = multipliers,
                  .room = room,
                  .stride = 3 * s->n + unknowns + multipliers};
    f->x = calloc((size_t)room * (size_t)f->stride + 1, sizeof *f->x);
    f->b = calloc((size_t)room * (size_t)s->size + 2 * (size_t)f->stride + 1, sizeof *f->b);
    if (f->x && f->b)
        return BR_OK;
    br_fan_close(f);
    return BR_NO_MEMORY;
}

void br_fan_close(br_fan *f)
{
    free(f->x);
    free(f->b);
    memset(f, 0, sizeof *f);
}

double *br_fan_add(br_fan *f)
{
    double *x = br_fan_q(f, f->count++);
    memset(x, 0, (size_t)f->stride * sizeof *x);
    return x;
}

// ---------------------------------------------------------------- sums over a patch

static double dot(const br_patch *p, const double *g, const double *x)
{
    double sum = 0;
    for (int k = 0; k < p->n; k++)
        sum += g[k] * x[p->var[k]];
    return sum;
}

static void add(const br_patch *p, double c, const double *g, double *b)
{
    for (int k = 0; k < p->n; k++)
        b[p->var[k]] += c * g[k];
}

// b += c D x
static void add_product(const br_patch *p, double c, const double *D, const double *x, double *b)
{
    for (int i = 0; i < p->n; i++)
        b[p->var[i]] += c * dot(p, D + (ptrdiff_t)i * p->n, x);
}

static double *side(const br_fan *f, const br_moving *s, int c)
{
    return f->b + (ptrdiff_t)c * s->size;
}

static void look(const br_moving *s, const br_mech_state *w, int measure, br_look *l)
{
    br_look_at(s->m, measure, w->q, w->v, s->now.y[measure], l);
}

// ---------------------------------------------------------------- a step

// Dampers of joints that yield: phi' at the end of the step moves with the positions at its beginning.
static void yielding_sides(br_fan *f, br_moving *s)
{
    br_row_grip k;
    for (int r = 0; r < s->rows; r++)
        if (s->m->row[r].damping > 0) {
            const br_patch *p = &s->m->row[r].patch;
            double late = s->m->row[r].damping / s->m->row[r].stiffness;
            br_moving_grip(s, &s->next, r, s->h * s->h, &k);
            for (int c = 0; c < f->count; c++) {
                double moved = late / s->h * dot(p, k.g, br_fan_q(f, c));
                add(p, k.rho * moved, k.r, side(f, s, c));
                side(f, s, c)[s->n + r] = moved;
            }
        }
}

// (M + h C) q + h M v + h^2 U d, and what holds stuck joints
static void step_sides(br_fan *f, br_moving *s)
{
    const br_mech *m = s->m;
    double h = s->h, *sum = f->b + (ptrdiff_t)f->room * s->size, r[BR_PATCH_MOST];
    br_look l;
    memset(f->b, 0, (size_t)f->count * (size_t)s->size * sizeof *f->b);
    for (int c = 0; c < f->count; c++) {
        for (int i = 0; i < f->n; i++)
            sum[i] = br_fan_q(f, c)[i] + h * br_fan_v(f, c)[i];
        br_mass_add(m, sum, side(f, s, c));
    }
    for (int e = 0; e < m->forces; e++) {
        const br_patch *p = &m->measure[m->force[e].measure].patch;
        look(s, &s->next, m->force[e].measure, &l);
        double by_w = br_moving_act(s, e, s->next.lambda, &l).by_w;
        for (int c = 0; c < f->count && by_w != 0; c++)
            add(p, -h * by_w * dot(p, l.g, br_fan_q(f, c)), l.g, side(f, s, c));
    }
    for (int u = 0; u < f->unknowns; u++) {
        int measure = m->force[f->unknown[u]].measure;
        look(s, &s->next, measure, &l);
        for (int c = 0; c < f->count; c++)
            add(&m->measure[measure].patch, h * h * br_fan_d(f, c)[u], l.g, side(f, s, c));
    }
    yielding_sides(f, s);
    for (int i = 0; i < m->measures; i++)
        if (s->stuck[i]) {
            look(s, &s->next, i, &l);
            for (int k = 0; k < l.n; k++)
                r[k] = l.g[k] + h * l.turned[k];
            for (int c = 0; c < f->count; c++) {
                double moved = dot(&m->measure[i].patch, l.g, br_fan_q(f, c));
                add(&m->measure[i].patch, s->rho * moved, r, side(f, s, c));
                side(f, s, c)[s->n + s->rows + i] = moved;
            }
        }
}

br_status br_fan_step(br_fan *f, br_moving *s)
{
    const double near = 1e-8; // tangents then differ by less than 1e-7
    double h = s->h;
    int bad;
    if (s->stale > near) {
        br_status status = br_moving_factor(s, &s->next, h * h, 1 / h, &bad);
        if (status != BR_OK)
            return status;
        s->stale = 0;
    }
    step_sides(f, s);
    for (int c = 0; c < f->count; c++) {
        double *b = side(f, s, c), *q = br_fan_q(f, c), *v = br_fan_v(f, c);
        br_sparse_solve(&s->kkt, b);
        for (int i = 0; i < f->n; i++) {
            v[i] = (b[i] - q[i]) / h;
            q[i] = b[i];
        }
        for (int i = 0; i < f->multipliers; i++)
            br_fan_lambda(f, c)[i] = b[s->n + i] / (h * h);
    }
    return BR_OK;
}

// ---------------------------------------------------------------- accelerations

// What a row asks of accelerations: J v' = ask; the matrix has rho J'J in it.
static void ask(const br_moving *s, const br_patch *p, const double *g, double value, int row, double *b)
{
    b[row] = value;
    add(p, s->rho * value, g, b);
}

static void constraint_sides(br_fan *f, br_moving *s)
{
    const br_mech *m = s->m;
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], H[BR_PATCH_MOST * BR_PATCH_MOST];
    double Hv[BR_PATCH_MOST], Ha[BR_PATCH_MOST];
    for (int r = 0; r < s->rows; r++) {
        const br_constraint *row = &m->row[r];
        const br_patch *p = &row->patch;
        br_gather(p, s->now.q, x);
        br_quad_gradient(&m->terms, row->f, p->n, x, g);
        memset(H, 0, (size_t)(p->n * p->n) * sizeof *H);
        br_quad_hessian(&m->terms, row->f, p->n, 1, H);
        for (int i = 0; i < p->n; i++) {
            Hv[i] = dot(p, H + (ptrdiff_t)i * p->n, s->now.v);
            Ha[i] = dot(p, H + (ptrdiff_t)i * p->n, s->now.dv);
        }
        for (int c = 0; c < f->count; c++) {
            const double *dq = br_fan_q(f, c), *dv = br_fan_v(f, c);
            double *b = side(f, s, c);
            add_product(p, -s->now.lambda[r], H, dq, b);
            if (row->stiffness > 0) { // its force is known
                b[s->n + r] = -row->stiffness * dot(p, g, dq) - row->damping * (dot(p, g, dv) + dot(p, Hv, dq));
                add(p, b[s->n + r], g, b);
            } else
                ask(s, p, g, -2 * dot(p, Hv, dv) - dot(p, Ha, dq), s->n + r, b);
        }
    }
}

static void force_sides(br_fan *f, br_moving *s)
{
    const br_mech *m = s->m;
    br_look l;
    for (int e = 0; e < m->forces; e++) {
        const br_patch *p = &m->measure[m->force[e].measure].patch;
        look(s, &s->now, m->force[e].measure, &l);
        br_acting a = br_moving_act(s, e, s->now.lambda, &l);
        for (int c = 0; c < f->count; c++) {
            const double *q = br_fan_q(f, c);
            double F = a.by_y * dot(p, l.g, q) + a.by_w * (dot(p, l.g, br_fan_v(f, c)) + dot(p, l.turned, q));
            for (int u = 0; u < f->unknowns; u++)
                F += f->unknown[u] == e ? br_fan_d(f, c)[u] : 0;
            add(p, F, l.g, side(f, s, c));
            add_product(p, a.F, l.D, q, side(f, s, c));
        }
    }
    for (int i = 0; i < m->measures; i++)
        if (s->stuck[i]) {
            const br_patch *p = &m->measure[i].patch;
            look(s, &s->now, i, &l);
            for (int c = 0; c < f->count; c++) {
                double bend = br_look_bends(m, i, s->now.q, s->now.v, s->now.dv, &l, br_fan_q(f, c), br_fan_v(f, c));
                add_product(p, -s->now.lambda[s->rows + i], l.D, br_fan_q(f, c), side(f, s, c));
                ask(s, p, l.g, -bend, s->n + s->rows + i, side(f, s, c));
            }
        }
}

void br_fan_accelerate(br_fan *f, br_moving *s)
{
    memset(f->b, 0, (size_t)f->count * (size_t)s->size * sizeof *f->b);
    constraint_sides(f, s);
    force_sides(f, s);
    for (int c = 0; c < f->count; c++) {
        br_sparse_solve(&s->kkt, side(f, s, c));
        memcpy(br_fan_dv(f, c), side(f, s, c), (size_t)f->n * sizeof *f->b);
        memcpy(br_fan_lambda(f, c), side(f, s, c) + s->n, (size_t)f->multipliers * sizeof *f->b);
    }
}

// ---------------------------------------------------------------- free motions

// Where constraints and held measures give rows of J x = row; the solution of least mass.
static void free_solve(br_moving *s, double *b, double *x)
{
    br_sparse_solve(&s->kkt, b);
    memcpy(x, b, (size_t)s->n * sizeof *x);
}

// Speeds that keep to the constraints, and held measures that keep their speeds, while positions move along q.
static void keep_speeds(br_moving *s, const double *q, double *b)
{
    const br_mech *m = s->m;
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], H[BR_PATCH_MOST * BR_PATCH_MOST];
    br_look l;
    memset(b, 0, (size_t)s->size * sizeof *b);
    for (int r = 0; r < s->rows; r++) {
        const br_patch *p = &m->row[r].patch;
        double bend = 0;
        br_gather(p, s->now.q, x);
        br_quad_gradient(&m->terms, m->row[r].f, p->n, x, g);
        memset(H, 0, (size_t)(p->n * p->n) * sizeof *H);
        br_quad_hessian(&m->terms, m->row[r].f, p->n, 1, H);
        for (int i = 0; i < p->n; i++)
            bend += s->now.v[p->var[i]] * dot(p, H + (ptrdiff_t)i * p->n, q);
        ask(s, p, g, -bend, s->n + r, b);
    }
    for (int i = 0; i < m->measures; i++)
        if (s->held[i]) {
            look(s, &s->now, i, &l);
            ask(s, &m->measure[i].patch, l.g, -dot(&m->measure[i].patch, l.turned, q), s->n + s->rows + i, b);
        }
}

static void free_columns(br_fan *f, br_moving *s)
{
    const br_mech *m = s->m;
    br_look l;
    for (int i = 0; i < m->measures; i++)
        if (s->held[i]) {
            double *position = br_fan_add(f), *b = f->b;
            look(s, &s->now, i, &l);
            memset(b, 0, (size_t)s->size * sizeof *b);
            ask(s, &m->measure[i].patch, l.g, 1, s->n + s->rows + i, b);
            free_solve(s, b, position);
            keep_speeds(s, position, b);
            free_solve(s, b, position + f->n);
        }
    int positions = f->count;
    for (int c = 0; c < positions; c++) {
        double *speed = br_fan_add(f);
        memcpy(speed + f->n, br_fan_q(f, c), (size_t)f->n * sizeof *speed);
    }
}

br_status br_fan_free(br_fan *f, br_moving *s, const bool *held)
{
    int bad;
    size_t measures = (size_t)s->m->measures;
    f->count = 0;
    for (size_t i = 0; i < measures; i++)
        s->held[i] = held[i];
    br_status status = br_moving_factor(s, &s->now, 0, 0, &bad);
    if (status == BR_OK)
        free_columns(f, s);
    memset(s->held, 0, measures * sizeof *s->held);
    return status;
}

// ---------------------------------------------------------------- folding

// Squares of each row of the columns from `first` on.
static void row_squares(const br_fan *f, int first, int rows, double *square)
{
    memset(square, 0, (size_t)rows * sizeof *square);
    for (int c = first; c < f->count; c++) {
        const double *x = br_fan_q(f, c);
        for (int i = 0; i < rows; i++)
            square[i] += x[i] * x[i];
    }
}

// Positions, speeds and inputs have units of their own: each group is measured by its largest row. The row that is widest
// so, or -1: nothing is left.
static int widest_row(const br_fan *f, const double *square, const double largest[3])
{
    int best = -1, end[3] = {f->n, 2 * f->n, 2 * f->n + f->unknowns};
    double most = 0;
    for (int g = 0, i = 0; g < 3; g++)
        for (; i < end[g]; i++)
            if (square[i] > most * largest[g]) {
                most = square[i] / largest[g];
                best = i;
            }
    return best;
}

static void largest_rows(const br_fan *f, const double *square, double largest[3])
{
    int end[3] = {f->n, 2 * f->n, 2 * f->n + f->unknowns};
    for (int g = 0, i = 0; g < 3; g++)
        for (largest[g] = 0; i < end[g]; i++)
            largest[g] = square[i] > largest[g] ? square[i] : largest[g];
}

// Householder's reflection of the columns from `first` on: row `row` is then left in the first of them alone.
static void reflect(br_fan *f, int first, int row, double length, int rows, double *sum)
{
    double head = br_fan_q(f, first)[row], sign = head < 0 ? -1 : 1;
    double scale = 1 / (length * (length + br_abs(head)));
    memset(sum, 0, (size_t)rows * sizeof *sum);
    for (int c = first; c < f->count; c++) {
        const double *x = br_fan_q(f, c);
        double u = x[row] + (c == first ? sign * length : 0);
        for (int i = 0; i < rows; i++)
            sum[i] += u * x[i];
    }
    for (int c = f->count - 1; c >= first; c--) {
        double *x = br_fan_q(f, c), u = scale * (x[row] + (c == first ? sign * length : 0));
        for (int i = 0; i < rows; i++)
            x[i] -= u * sum[i];
    }
}

void br_fan_fold(br_fan *f, int most)
{
    int rows = 2 * f->n + f->unknowns, done = 0, row = 0;
    double *square = f->b, *sum = square + rows, largest[3]; // right sides are not needed here
    row_squares(f, 0, rows, square);
    largest_rows(f, square, largest);
    while (done < most && done + 1 < f->count && row >= 0) {
        row = widest_row(f, square, largest);
        if (row >= 0)
            reflect(f, done++, row, br_sqrt(square[row]), rows, sum);
        row_squares(f, done, rows, square);
    }
    f->count = f->count < most ? f->count : most;
}
