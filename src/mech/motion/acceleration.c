// acceleration.c - accelerations and Lagrange multipliers of a position, with friction that its normal force makes.   [host]
#include "num/base/fp.h"

#include "mech/motion/moving.h"
#include "num/base/elem.h"

#include <string.h>

// Joints that yield push as springs and dampers do: their multipliers are known.
static void apply_yielding(br_moving *s, int row)
{
    const br_constraint *is = &s->m->row[row];
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST];
    br_gather(&is->patch, s->now.q, x);
    br_quad_gradient(&s->m->terms, is->f, is->patch.n, x, g);
    double force =
        is->stiffness * br_quad_value(&s->m->terms, is->f, x) + is->damping * br_moving_row_rate(s, &s->now, row);
    for (int k = 0; k < is->patch.n; k++)
        s->b[is->patch.var[k]] -= force * g[k];
    s->b[s->n + row] = -force;
}

// While joints that yield share forces, soft*lambda stands beside the acceleration of their row; lambda is k phi where it
// comes to rest, so the acceleration is what it should be there.
static double shared_force(const br_moving *s, int row)
{
    br_kkt_row k;
    if (s->softest == 0 || s->m->row[row].stiffness == 0)
        return 0;
    br_moving_constraint_row(s, &s->now, row, 0, &k);
    return k.soft * s->m->row[row].stiffness * (k.phi + s->load[row]);
}

static void set_row_right_sides(br_moving *s)
{
    const br_mech *m = s->m;
    double dx[BR_PATCH_MOST];
    for (int r = 0; r < s->rows; r++) {
        const br_constraint *row = &m->row[r];
        if (s->yields && row->stiffness > 0) {
            apply_yielding(s, r);
            continue;
        }
        br_gather(&row->patch, s->now.v, dx);
        s->b[s->n + r] = -br_quad_second(&m->terms, row->f, dx) - shared_force(s, r);
    }
}

static void set_measure_right_sides(br_moving *s, const double *second, ptrdiff_t stride)
{
    br_measure_state l;
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i] || s->stuck[i]) {
            br_measure_derivatives(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
            double y2 = second && s->held[i] ? second[i * stride] : 0;
            s->b[s->n + s->rows + i] = y2 - l.bend;
        }
}

// Friction with a normal force stands in the matrix as far as it grows with the multipliers.
static void subtract_pressed(br_moving *s)
{
    br_measure_state l;
    for (int e = 0; e < s->m->forces; e++) {
        const br_force *f = &s->m->force[e];
        if (!f->presses)
            continue;
        br_measure_derivatives(s->m, f->measure, s->now.q, s->now.v, s->now.y[f->measure], &l);
        double share =
            br_moving_evaluate_force(s, e, s->now.lambda, &l).by_N * br_moving_normal_force(f, s->now.lambda);
        for (int k = 0; k < l.n; k++)
            s->b[s->m->measure[f->measure].patch.var[k]] -= share * l.g[k];
    }
}

// M v' + J'lambda = f, J v' = -(dJ/dt) v. second: y'' of held measures.
static br_status accelerate_once(br_moving *s, const double *second, ptrdiff_t stride, br_diag *why)
{
    br_status status = br_moving_factor_masses(s, why);
    if (status != BR_OK)
        return status;
    memset(s->b, 0, (size_t)s->size * sizeof *s->b);
    br_moving_forces(s, &s->now, s->b, s->power);
    subtract_pressed(s);
    set_row_right_sides(s);
    set_measure_right_sides(s, second, stride);
    br_kkt_solve(&s->kkt, s->b, 1, true);
    memcpy(s->now.dv, s->b, (size_t)s->n * sizeof *s->b);
    memcpy(s->now.a, s->b, (size_t)s->n * sizeof *s->b);
    memcpy(s->now.lambda, s->b + s->n, (size_t)(s->size - s->n) * sizeof *s->b);
    return BR_OK;
}

static double sum_of_normal_forces(const br_moving *s)
{
    double sum = 0;
    for (int e = 0; e < s->m->forces; e++)
        sum += s->m->force[e].presses ? br_moving_normal_force(&s->m->force[e], s->now.lambda) : 0;
    return sum;
}

// Friction grows with the normal force, and the normal force with friction, without end or to and fro (Painleve 1895).
static br_status refuse_normal_force(const br_moving *s, br_diag *why)
{
    int e = 0;
    while (!s->m->force[e].presses)
        e++;
    return br_complain(why, BR_BAD_LAW, &s->m->tokens, &s->m->force[e].where,
                       "friction %s: no normal force fits at t = %.9g s, where it slips: the friction that it gives "
                       "calls for another; the mechanism locks or jumps there",
                       s->m->force[e].name, s->t);
}

// Newton's method on the normal forces, if there are any. Where a motion is prescribed, nothing yields.
br_status br_moving_accelerate_held(br_moving *s, const double *second, ptrdiff_t stride, br_diag *why)
{
    enum { MOST = 20 };
    s->accelerates = true;
    s->yields = !second;
    br_status status = accelerate_once(s, second, stride, why);
    double before = 0, now = sum_of_normal_forces(s);
    for (int k = 0; k < MOST && status == BR_OK && br_abs(now - before) > 1e-12 * now; k++) {
        status = accelerate_once(s, second, stride, why);
        before = now;
        now = sum_of_normal_forces(s);
    }
    s->accelerates = s->yields = false;
    if (status == BR_OK && !(br_abs(now - before) <= 1e-6 * now))
        return refuse_normal_force(s, why);
    return status;
}

br_status br_moving_accelerate(br_moving *s, br_diag *why)
{
    return br_moving_accelerate_held(s, NULL, 0, why);
}

br_status br_moving_release_held(br_moving *s, const double *second, br_diag *why)
{
    br_status status = br_moving_accelerate_held(s, second, 0, why);
    for (int i = 0; i < s->m->forces && status == BR_OK; i++) {
        int free = br_dry_first_wrong(s, &s->now);
        if (free < 0)
            break;
        br_dry_change_way(s, free, &s->now);
        status = br_moving_accelerate_held(s, second, 0, why);
    }
    return status;
}

br_status br_moving_release_joints(br_moving *s, br_diag *why)
{
    return br_moving_release_held(s, NULL, why);
}
