// directions.c - directions in which the state of a mechanism may move.                  [host]
#include "num/base/fp.h"

#include "mech/estimate/directions.h"
#include "mech/model/inertia.h"
#include "num/base/clones.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

br_status br_directions_open(br_directions *f, const br_moving *s, br_augmented *augmented, int tail, int room)
{
    int multipliers = s->size - s->n, rows = 2 * s->n + augmented->count + tail;
    *f = (br_directions){.augmented = augmented,
                         .n = s->n,
                         .augmented_states = augmented->count,
                         .tail = tail,
                         .multipliers = multipliers,
                         .rows = rows,
                         .room = room,
                         .stride = rows + s->n + multipliers};
    f->x = calloc((size_t)room * (size_t)f->stride + 1, sizeof *f->x);
    f->b = calloc((size_t)room * (size_t)s->size + 3 * (size_t)f->stride + 1, sizeof *f->b);
    if (f->x && f->b)
        return BR_OK;
    br_directions_close(f);
    return BR_NO_MEMORY;
}

void br_directions_close(br_directions *f)
{
    free(f->x);
    free(f->b);
    memset(f, 0, sizeof *f);
}

double *br_directions_append(br_directions *f)
{
    BR_REQUIRE(f->count < f->room);
    double *x = br_direction_q(f, f->count++);
    memset(x, 0, (size_t)f->stride * sizeof *x);
    return x;
}

// ---------------------------------------------------------------- sums over a patch

static void add_scaled(const br_patch *p, double c, const double *g, double *b)
{
    for (int k = 0; k < p->n; k++)
        b[p->var[k]] += c * g[k];
}

// b += c D x
static void add_product(const br_patch *p, double c, const double *D, const double *x, double *b)
{
    for (int i = 0; i < p->n; i++)
        b[p->var[i]] += c * br_patch_dot(p, D + (ptrdiff_t)i * p->n, x);
}

static double *right_side(const br_directions *f, const br_moving *s, int c)
{
    return f->b + (ptrdiff_t)c * s->size;
}

static void measure_derivatives(const br_moving *s, const br_mech_state *w, int measure, br_measure_state *l)
{
    br_measure_derivatives(s->m, measure, w->q, w->v, s->now.y[measure], l);
}

static void measure_gradient(const br_moving *s, const br_mech_state *w, int measure, br_measure_state *l)
{
    br_measure_gradient(s->m, measure, w->q, w->v, s->now.y[measure], l);
}

// ---------------------------------------------------------------- a step

// Speeds at the end of a step are c q1 - w: w of each column, behind the right sides while they are formed.
static double *offset(const br_directions *f, int c)
{
    return br_direction_dv(f, c); // accelerations at the beginning are used up by then
}

// Joints that yield: phi' at the end of the step moves with what is known at its beginning, and their force with parameters.
static void yielding_right_sides(br_directions *f, br_moving *s, const br_mech_plan *plan)
{
    br_kkt_row k;
    for (int r = 0; r < s->rows; r++) {
        const br_constraint *row = &s->m->row[r];
        if (row->stiffness == 0)
            continue;
        br_force_gradient push = br_force_gradient_of_row(f->augmented, s, &s->next, r);
        if (!(row->damping > 0 || push.to > 0))
            continue;
        br_moving_constraint_row(s, &s->next, r, plan->s, &k);
        for (int c = 0; c < f->count; c++) {
            const double *q = br_direction_q(f, c);
            double force = br_force_gradient_along(&push, q, br_direction_v(f, c), br_direction_e(f, c));
            double moved = (row->damping * br_patch_dot(&row->patch, k.g, offset(f, c)) - force) / row->stiffness;
            right_side(f, s, c)[s->n + r] = moved;
        }
    }
}

// What the force of measure `l` takes from the beginning of the step, and from augmented states.
static void force_right_side(br_directions *f, br_moving *s, const br_mech_plan *plan, int force,
                             const br_measure_state *l, double by_w)
{
    const br_patch *p = &s->m->measure[s->m->force[force].measure].patch;
    br_force_gradient push = br_force_gradient_of(f->augmented, s, force, s->next.lambda, l, s->h);
    for (int c = 0; c < f->count && (by_w != 0 || push.to > 0); c++) {
        const double *q = br_direction_q(f, c);
        double F = br_force_gradient_along(&push, q, br_direction_v(f, c), br_direction_e(f, c)) -
                   by_w * br_patch_dot(p, l->g, offset(f, c));
        add_scaled(p, plan->s * F, l->g, right_side(f, s, c));
    }
}

// M (q0' - s a0') and w = c q0' - v0' of a column, by what br_mech_plan says; a and v' are the same.
static void mass_right_side(br_directions *f, br_moving *s, const br_mech_plan *p, bool newmark, int c)
{
    const double *q = br_direction_q(f, c), *v = br_direction_v(f, c);
    double *sum = f->b + (ptrdiff_t)f->room * s->size, *w = offset(f, c);
    for (int i = 0; i < f->n; i++) {
        double a = newmark ? w[i] : 0, to = q[i] + s->h * v[i] + p->q_a * a;
        sum[i] = to - p->s * (p->alpha_m - p->alpha_f) / (1 - p->alpha_f) * a;
        w[i] = p->c * to - (v[i] + p->v_a * a);
    }
    br_mass_add(s->m, sum, right_side(f, s, c));
}

// M (q0' - s a0') + s C w + s U d, of BDF-1: (M + h C) q + h M v + h^2 U d; and what holds stuck joints
static void step_right_sides(br_directions *f, br_moving *s, const br_mech_plan *plan, bool newmark)
{
    const br_mech *m = s->m;
    br_measure_state l;
    memset(f->b, 0, (size_t)f->count * (size_t)s->size * sizeof *f->b);
    for (int c = 0; c < f->count; c++)
        mass_right_side(f, s, plan, newmark, c);
    for (int e = 0; e < m->forces; e++) {
        measure_gradient(s, &s->next, m->force[e].measure, &l);
        force_right_side(f, s, plan, e, &l, br_moving_evaluate_force(s, e, s->next.lambda, &l).by_w);
    }
    yielding_right_sides(f, s, plan);
    for (int i = 0; i < m->measures; i++)
        if (s->stuck[i]) {
            measure_gradient(s, &s->next, i, &l);
            for (int c = 0; c < f->count; c++)
                right_side(f, s, c)[s->n + s->rows + i] =
                    br_patch_dot(&m->measure[i].patch, l.g, offset(f, c)) / plan->c;
        }
}

// States of friction laws go on by the speeds and normal forces at the end of the step.
static void step_law_states(br_directions *f, br_moving *s)
{
    br_measure_state l;
    for (int e = 0; e < s->m->forces; e++) {
        const br_force *is = &s->m->force[e];
        if (f->augmented->law[e] < 0)
            continue;
        const br_patch *p = &s->m->measure[is->measure].patch;
        measure_derivatives(s, &s->next, is->measure, &l);
        (void)br_moving_evaluate_force(s, e, s->next.lambda, &l);
        (void)br_force_gradient_of(f->augmented, s, e, s->next.lambda, &l, s->h);
        double N = br_moving_normal_force(is, s->next.lambda);
        for (int c = 0; c < f->count; c++) {
            double dw = br_patch_dot(p, l.g, br_direction_v(f, c)) + br_patch_dot(p, l.turned, br_direction_q(f, c)),
                   dN = 0;
            for (int r = is->press; r < is->press + is->presses && N > 0; r++)
                dN += s->next.lambda[r] / N * br_direction_lambda(f, c)[r];
            br_augmented_law_states(f->augmented, s, e, dw, dN, br_direction_e(f, c));
        }
    }
}

br_status br_directions_step(br_directions *f, br_moving *s, const br_mech_scheme *scheme)
{
    const double near = 1e-8; // tangents then differ by less than 1e-7
    br_mech_plan p = br_mech_plan_of(br_moving_scheme_used(s, scheme), s->h);
    int bad;
    if (s->stale > near) {
        br_status status = br_moving_factor(s, &s->next, p.s, p.c, &bad);
        if (status != BR_OK)
            return status;
        s->stale = 0;
    }
    for (int c = 0; c < f->count; c++)
        br_augmented_transition(f->augmented, s->h, br_direction_e(f, c));
    step_right_sides(f, s, &p, scheme->method == BR_MECH_NEWMARK);
    br_kkt_solve(&s->kkt, f->b, f->count, f->own);
    for (int c = 0; c < f->count; c++) {
        double *b = right_side(f, s, c), *q = br_direction_q(f, c), *v = br_direction_v(f, c);
        for (int i = 0; i < f->n; i++) {
            v[i] = p.c * b[i] - offset(f, c)[i];
            q[i] = b[i];
        }
        for (int i = 0; i < f->multipliers; i++)
            br_direction_lambda(f, c)[i] = b[s->n + i] / p.s;
    }
    step_law_states(f, s);
    return BR_OK;
}

// ---------------------------------------------------------------- accelerations

static void constraint_right_sides(br_directions *f, br_moving *s)
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
            Hv[i] = br_patch_dot(p, H + (ptrdiff_t)i * p->n, s->now.v);
            Ha[i] = br_patch_dot(p, H + (ptrdiff_t)i * p->n, s->now.dv);
        }
        br_force_gradient push = {0};
        if (row->stiffness > 0)
            push = br_force_gradient_of_row(f->augmented, s, &s->now, r);
        for (int c = 0; c < f->count; c++) {
            const double *dq = br_direction_q(f, c), *dv = br_direction_v(f, c);
            double *b = right_side(f, s, c);
            add_product(p, -s->now.lambda[r], H, dq, b);
            if (row->stiffness > 0) { // its force is known
                b[s->n + r] = -row->stiffness * br_patch_dot(p, g, dq) -
                              row->damping * (br_patch_dot(p, g, dv) + br_patch_dot(p, Hv, dq)) -
                              br_force_gradient_along(&push, dq, dv, br_direction_e(f, c));
                add_scaled(p, b[s->n + r], g, b);
            } else
                b[s->n + r] = -2 * br_patch_dot(p, Hv, dv) - br_patch_dot(p, Ha, dq);
        }
    }
}

static void force_right_sides(br_directions *f, br_moving *s)
{
    const br_mech *m = s->m;
    br_measure_state l;
    for (int e = 0; e < m->forces; e++) {
        const br_patch *p = &m->measure[m->force[e].measure].patch;
        measure_derivatives(s, &s->now, m->force[e].measure, &l);
        br_force_value a = br_moving_evaluate_force(s, e, s->now.lambda, &l);
        br_force_gradient push = br_force_gradient_of(f->augmented, s, e, s->now.lambda, &l, 0);
        for (int c = 0; c < f->count; c++) {
            const double *q = br_direction_q(f, c), *v = br_direction_v(f, c);
            double F = a.by_y * br_patch_dot(p, l.g, q) +
                       a.by_w * (br_patch_dot(p, l.g, v) + br_patch_dot(p, l.turned, q)) +
                       br_force_gradient_along(&push, q, v, br_direction_e(f, c));
            add_scaled(p, F, l.g, right_side(f, s, c));
            add_product(p, a.F, l.D, q, right_side(f, s, c));
        }
    }
    for (int i = 0; i < m->measures; i++)
        if (s->stuck[i]) {
            const br_patch *p = &m->measure[i].patch;
            measure_derivatives(s, &s->now, i, &l);
            for (int c = 0; c < f->count; c++) {
                double bend = br_measure_bend_change(m, i, s->now.q, s->now.v, s->now.dv, &l, br_direction_q(f, c),
                                                     br_direction_v(f, c));
                add_product(p, -s->now.lambda[s->rows + i], l.D, br_direction_q(f, c), right_side(f, s, c));
                right_side(f, s, c)[s->n + s->rows + i] = -bend;
            }
        }
}

void br_directions_accelerate(br_directions *f, br_moving *s)
{
    memset(f->b, 0, (size_t)f->count * (size_t)s->size * sizeof *f->b);
    constraint_right_sides(f, s);
    force_right_sides(f, s);
    br_kkt_solve(&s->kkt, f->b, f->count, true);
    for (int c = 0; c < f->count; c++) {
        memcpy(br_direction_dv(f, c), right_side(f, s, c), (size_t)f->n * sizeof *f->b);
        memcpy(br_direction_lambda(f, c), right_side(f, s, c) + s->n, (size_t)f->multipliers * sizeof *f->b);
    }
}

// ---------------------------------------------------------------- free motions

// Where constraints and held measures give rows of J x = row; the solution of least mass.
static void solve_projection(br_moving *s, double *b, double *x)
{
    br_kkt_solve(&s->kkt, b, 1, false);
    memcpy(x, b, (size_t)s->n * sizeof *x);
}

// Speeds that keep to the constraints, and held measures that keep their speeds, while positions move along q.
static void speed_right_side(br_moving *s, const double *q, double *b)
{
    const br_mech *m = s->m;
    double H[BR_PATCH_MOST * BR_PATCH_MOST];
    br_measure_state l;
    memset(b, 0, (size_t)s->size * sizeof *b);
    for (int r = 0; r < s->rows; r++) {
        const br_patch *p = &m->row[r].patch;
        double bend = 0;
        memset(H, 0, (size_t)(p->n * p->n) * sizeof *H);
        br_quad_hessian(&m->terms, m->row[r].f, p->n, 1, H);
        for (int i = 0; i < p->n; i++)
            bend += s->now.v[p->var[i]] * br_patch_dot(p, H + (ptrdiff_t)i * p->n, q);
        b[s->n + r] = -bend;
    }
    for (int i = 0; i < m->measures; i++)
        if (s->held[i]) {
            measure_derivatives(s, &s->now, i, &l);
            b[s->n + s->rows + i] = -br_patch_dot(&m->measure[i].patch, l.turned, q);
        }
}

static void speed_columns(br_directions *f, br_moving *s)
{
    const br_mech *m = s->m;
    for (int i = 0; i < m->measures; i++)
        if (s->held[i]) {
            double *position = br_directions_append(f), *b = f->b;
            memset(b, 0, (size_t)s->size * sizeof *b);
            b[s->n + s->rows + i] = 1;
            solve_projection(s, b, position);
            speed_right_side(s, position, b);
            solve_projection(s, b, position + f->n);
        }
    int positions = f->count;
    for (int c = 0; c < positions; c++) {
        double *speed = br_directions_append(f);
        memcpy(speed + f->n, br_direction_q(f, c), (size_t)f->n * sizeof *speed);
    }
}

br_status br_directions_of_measures(br_directions *f, br_moving *s, const bool *held)
{
    int bad;
    size_t measures = (size_t)s->m->measures;
    f->count = 0;
    for (size_t i = 0; i < measures; i++)
        s->held[i] = held[i];
    br_status status = br_moving_factor(s, &s->now, 0, 0, &bad);
    if (status == BR_OK)
        speed_columns(f, s);
    memset(s->held, 0, measures * sizeof *s->held);
    return status;
}

// ---------------------------------------------------------------- folding

// Squares of each row of the columns from `first` on.
BR_CLONES
static void row_squares(const br_directions *f, int first, int rows, double *square)
{
    memset(square, 0, (size_t)rows * sizeof *square);
    for (int c = first; c < f->count; c++) {
        const double *x = br_direction_q(f, c);
        for (int i = 0; i < rows; i++)
            square[i] += x[i] * x[i];
    }
}

// Positions have one unit, speeds too, augmented states each their own: rows are measured by the largest of their group at first. The
// row that is widest so, or -1: nothing is left. What a deflection forgets at every step is nothing, in the end: a length whose
// square has no digits any more turns no columns.
static int widest_row(const br_directions *f, const double *square, const double *largest)
{
    const double nothing = 1e-280;
    int best = -1;
    double most = 0;
    for (int i = 0; i < 2 * f->n + f->augmented_states; i++)
        if (square[i] > nothing && square[i] > most * largest[i]) {
            most = square[i] / largest[i];
            best = i;
        }
    return best;
}

static void largest_rows(const br_directions *f, const double *square, double *largest)
{
    int end[2] = {f->n, 2 * f->n};
    for (int g = 0, i = 0; g < 2; g++) {
        double most = 0;
        for (int k = i; k < end[g]; k++)
            most = square[k] > most ? square[k] : most;
        for (; i < end[g]; i++)
            largest[i] = most;
    }
    for (int i = 2 * f->n; i < 2 * f->n + f->augmented_states; i++)
        largest[i] = square[i];
}

// Householder's reflection of the columns from `first` on: row `row` is then left in the first of them alone.
BR_CLONES
static void apply_householder(br_directions *f, int first, int row, double length, int rows, double *sum)
{
    double head = br_direction_q(f, first)[row], sign = head < 0 ? -1 : 1;
    double scale = 1 / (length * (length + br_abs(head)));
    memset(sum, 0, (size_t)rows * sizeof *sum);
    for (int c = first; c < f->count; c++) {
        const double *x = br_direction_q(f, c);
        double u = x[row] + (c == first ? sign * length : 0);
        for (int i = 0; i < rows; i++)
            sum[i] += u * x[i];
    }
    for (int c = f->count - 1; c >= first; c--) {
        double *x = br_direction_q(f, c), u = scale * (x[row] + (c == first ? sign * length : 0));
        for (int i = 0; i < rows; i++)
            x[i] -= u * sum[i];
    }
}

void br_directions_compress(br_directions *f, int most)
{
    int rows = f->rows, done = 0, row = 0;
    double *square = f->b, *sum = square + rows, *largest = sum + rows; // right sides are not needed here
    row_squares(f, 0, rows, square);
    largest_rows(f, square, largest);
    while (done < most && done + 1 < f->count && row >= 0) {
        row = widest_row(f, square, largest);
        if (row >= 0)
            apply_householder(f, done++, row, br_sqrt(square[row]), rows, sum);
        row_squares(f, done, rows, square);
    }
    f->count = f->count < most ? f->count : most;
}
