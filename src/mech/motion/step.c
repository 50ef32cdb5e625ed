// step.c - one step in time: generalised-alpha (Arnold and Bruels 2007) and BDF-1 (paper 001 (9)-(15)).    [host]
#include "num/base/fp.h"

#include "mech/model/inertia.h"
#include "mech/motion/moving.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <string.h>

const br_mech_scheme br_mech_alpha = {.name = "alpha", .method = BR_MECH_GENERALISED_ALPHA, .radius = 0.8};
const br_mech_scheme br_mech_newmark = {.name = "newmark", .method = BR_MECH_NEWMARK};
const br_mech_scheme br_mech_bdf1 = {.name = "bdf1", .method = BR_MECH_FIRST_ORDER, .weight = 1};
const br_mech_scheme br_mech_settling = {.name = "settling", .method = BR_MECH_FIRST_ORDER, .weight = 0.5};

br_mech_plan br_mech_plan_of(const br_mech_scheme *scheme, double h)
{
    BR_REQUIRE(h != 0);
    br_mech_plan p = {0};
    double r = scheme->radius, beta = 0.5, gamma = 0.5;
    if (scheme->method == BR_MECH_FIRST_ORDER) {
        p.s = scheme->weight * h * h;
        p.c = 1 / (scheme->weight * h);
        return p;
    }
    if (scheme->method == BR_MECH_GENERALISED_ALPHA) {
        p.alpha_m = (2 * r - 1) / (r + 1);
        p.alpha_f = r / (r + 1);
        gamma = 0.5 + p.alpha_f - p.alpha_m;
        beta = 0.25 * (1 + p.alpha_f - p.alpha_m) * (1 + p.alpha_f - p.alpha_m);
    }
    p.s = h * h * beta * (1 - p.alpha_f) / (1 - p.alpha_m);
    p.c = gamma / (beta * h);
    p.q_a = h * h * (0.5 - beta);
    p.v_a = h * (1 - gamma);
    return p;
}

// Where the step would end without a new acceleration.
static void predict(br_moving *s, const br_mech_plan *p, double h)
{
    const br_mech_state *o = &s->now;
    br_mech_state *x = &s->next;
    for (int i = 0; i < s->n; i++) {
        x->q[i] = o->q[i] + h * o->v[i] + p->q_a * o->a[i];
        x->v[i] = o->v[i] + p->v_a * o->a[i];
        x->dv[i] = (p->alpha_m * o->a[i] - p->alpha_f * o->dv[i]) / (1 - p->alpha_f);
    }
    memcpy(x->lambda, o->lambda, (size_t)(s->size - s->n) * sizeof *x->lambda);
}

// Adds a correction of positions and multipliers; answers its largest number.
static double apply_newton_step(br_moving *s, const br_mech_plan *p, const double *b)
{
    br_mech_state *x = &s->next;
    double most = 0;
    for (int i = 0; i < s->n; i++) {
        x->q[i] += b[i];
        x->v[i] += p->c * b[i];
        x->dv[i] += b[i] / p->s;
        most = br_abs(b[i]) <= most ? most : br_abs(b[i]);
    }
    for (int r = 0; r < s->size - s->n; r++)
        x->lambda[r] += b[s->n + r] / p->s;
    return most;
}

// A first guess: the accelerations change as they did over a step of the same length before, or they stay.
static void extrapolate(br_moving *s, const br_mech_plan *p)
{
    double again = br_abs(s->h - s->risen) < 1e-6 * s->h ? 1 : 0;
    for (int i = 0; i < s->n; i++)
        s->b[i] = p->s * (s->now.dv[i] + again * s->rise[i] - s->next.dv[i]);
    memset(s->b + s->n, 0, (size_t)(s->size - s->n) * sizeof *s->b);
    apply_newton_step(s, p, s->b);
}

static void write_measures(const br_moving *s, br_buffer *out)
{
    for (int i = 0; i < s->m->measures && i < 6; i++)
        br_buffer_print(out, "%s%s = %.9g", i ? ", " : "", s->m->measure[i].name, s->now.y[i]);
}

static br_status refuse_step(const br_moving *s, br_diag *why)
{
    br_buffer words = {0};
    write_measures(s, &words);
    br_complain(
        why, BR_NOT_FINITE, &s->m->tokens, NULL,
        "the step of %.3g s from t = %.9g s did not converge (%.200s): the mechanism locks or jumps there, or the "
        "step is too long",
        s->h, s->t, words.text ? words.text : "");
    br_buffer_free(&words);
    return BR_NOT_FINITE;
}

static bool all_finite(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 0 * x[i];
    return sum == 0;
}

// What the residual in b leaves over of forces, as a part of all forces; each counts by the acceleration it gives. At short
// steps positions do not show it: a force moves them by h^2.
static double force_residual(const br_moving *s, double scale)
{
    double left = 0, all = 0;
    for (int i = 0; i < s->n; i++) {
        double r = s->b[i] / scale, f = s->f[i], dv = s->next.dv[i];
        left += r * r * s->light[i];
        all += f * f * s->light[i] + dv * dv / s->light[i];
    }
    return left == 0 ? 0 : br_sqrt(left / all);
}

// The largest of the rows behind the coordinates in b: what constraints leave open.
static double constraint_residual(const br_moving *s)
{
    double most = 0;
    for (int r = s->n; r < s->size; r++)
        most = br_abs(s->b[r]) <= most ? most : br_abs(s->b[r]);
    return most;
}

// So small a correction that the next one is nothing; or, by a factor that was new, one whose square is, as the constraints
// show.
static bool has_converged(const br_moving *s, double most, bool fresh)
{
    const double near = 1e-9, close = 1e-6, shut = 1e-13;
    return most <= near || (fresh && most <= close && constraint_residual(s) <= shut);
}

// Newton's method. The matrix is factored again only where the factor at hand converges slowly.
static br_status solve_newton(br_moving *s, const br_mech_plan *p, br_diag *why)
{
    enum { MOST = 12 };
    const double quick = 0.01, aim = 1e-9, enough = 1e-6; // of forces: the last where rounding stops it
    double most = 1, before = 0;
    bool fresh = false;
    for (int k = 0;; k++) {
        int bad;
        br_moving_residual(s, &s->next, p->s, s->b);
        if (has_converged(s, most, fresh) && force_residual(s, p->s) <= (k < MOST ? aim : enough))
            return BR_OK;
        if (k == MOST)
            return refuse_step(s, why);
        fresh = most > quick * before;
        if (fresh && br_moving_factor(s, &s->next, p->s, p->c, &bad) != BR_OK)
            return refuse_step(s, why);
        s->stale = fresh ? 0 : s->stale;
        before = most;
        br_kkt_solve(&s->kkt, s->b, 1, true);
        if (!all_finite(s->size, s->b))
            return refuse_step(s, why);
        most = apply_newton_step(s, p, s->b);
        s->stale += most;
    }
}

// A base vector that turns by 30 degrees and more in a step may have come to another way of putting the parts together.
static bool jumps_branch(const br_moving *s)
{
    const br_mech *m = s->m;
    double most = 0;
    for (int b = 0; b < m->blocks; b++)
        for (int i = m->block[b].at + m->space; i < m->block[b].at + br_mech_per_body(m); i++) {
            double turn = br_abs(s->next.q[i] - s->now.q[i]);
            most = turn > most ? turn : most;
        }
    return most > 0.5;
}

// Of a settling step, whose forces are those at its end all along: their power over the way, and that of the force that holds a
// sticking joint at its end and brakes it until then.
static void settling_power(const br_moving *s, const br_mech_state *x, double power[2])
{
    const br_mech *m = s->m;
    br_measure_state l, was;
    for (int i = 0; i < m->forces; i++) {
        int of = m->force[i].measure;
        br_measure_gradient(m, of, s->now.q, s->now.v, s->now.y[of], &was);
        br_measure_gradient(m, of, x->q, x->v, s->now.y[of], &l);
        double F = br_moving_evaluate_force(s, i, x->lambda, &l).F;
        if (m->force[i].kind == BR_FORCE_DRIVE)
            power[0] += F * (was.w - l.w) / 2;
        else if (m->force[i].kind != BR_FORCE_SPRING)
            power[1] -= F * (was.w - l.w) / 2;
    }
    for (int of = 0; of < m->measures; of++)
        if (s->stuck[of]) {
            br_measure_gradient(m, of, s->now.q, s->now.v, s->now.y[of], &was);
            power[1] += x->lambda[s->rows + of] * was.w / 2;
        }
}

static void accept_next(br_moving *s, const br_mech_scheme *scheme, const br_mech_plan *p)
{
    double before[2] = {s->power[0], s->power[1]};
    br_mech_state *x = &s->next, old = s->now;
    for (int i = 0; i < s->n; i++)
        x->a[i] =
            ((1 - p->alpha_f) * x->dv[i] + p->alpha_f * s->now.dv[i] - p->alpha_m * s->now.a[i]) / (1 - p->alpha_m);
    br_moving_update_measures(s, x);
    br_moving_forces(s, x, s->f, s->power);
    double share =
        scheme->method == BR_MECH_FIRST_ORDER ? 0 : 0.5; // steps of first order have the forces at their end alone
    double mean[2] = {s->power[0], s->power[1]};
    if (scheme == &br_mech_settling)
        settling_power(s, x, mean);
    s->worked += s->h * (share * before[0] + (1 - share) * mean[0]);
    s->lost += s->h * (share * before[1] + (1 - share) * mean[1]);
    br_moving_advance_friction(s, x);
    for (int i = 0; i < s->n; i++)
        s->rise[i] = x->dv[i] - s->now.dv[i];
    s->risen = s->settled ? 0 : s->h;
    s->now = *x;
    s->next = old;
}

// From now to next, which is not accepted yet.
static br_status try_with(br_moving *s, const br_mech_scheme *scheme, double h, br_diag *why)
{
    br_mech_plan p = br_mech_plan_of(scheme, h);
    s->h = h;
    s->c = p.c;
    predict(s, &p, h);
    extrapolate(s, &p);
    br_status status = solve_newton(s, &p, why);
    return status == BR_OK && jumps_branch(s) ? refuse_step(s, why) : status;
}

// A step in which dry joints stop, turn or start: of first order, with one way of sticking and slipping that fits. It is
// found by changing the first joint that does not fit (Murty 1974).
static br_status try_settling(br_moving *s, const br_mech_scheme *scheme, double h, br_diag *why)
{
    enum { MOST = 40 };
    for (int k = 0; k < MOST; k++) {
        br_status status = try_with(s, scheme, h, why);
        int wrong = status == BR_OK ? br_dry_first_wrong(s, &s->next) : -1;
        if (wrong < 0)
            return status;
        br_dry_change_way(s, wrong, &s->next);
    }
    return refuse_step(s, why);
}

const br_mech_scheme *br_moving_scheme_used(const br_moving *s, const br_mech_scheme *scheme)
{
    return s->settled && scheme->method != BR_MECH_FIRST_ORDER ? &br_mech_settling : scheme;
}

br_status br_moving_try_step(br_moving *s, const br_mech_scheme *scheme, double h, br_diag *why)
{
    int forces = s->m->forces;
    memcpy(s->way + forces, s->way, (size_t)forces * sizeof *s->way);
    br_status status = try_with(s, scheme, h, why);
    s->settled = status == BR_OK && br_dry_first_wrong(s, &s->next) >= 0;
    if (s->settled)
        status = try_settling(s, br_moving_scheme_used(s, scheme), h, why);
    if (status != BR_OK) {
        br_dry_restore_ways(s);
        s->h = s->c = 0;
    }
    return status;
}

br_status br_moving_accept_step(br_moving *s, const br_mech_scheme *scheme, br_diag *why)
{
    BR_REQUIRE(s->h != 0);
    const br_mech_scheme *taken = br_moving_scheme_used(s, scheme);
    br_mech_plan p = br_mech_plan_of(taken, s->h);
    accept_next(s, taken, &p);
    s->h = s->c = 0;
    br_status status = taken != scheme ? br_moving_release_joints(s, why) : BR_OK;
    if (status != BR_OK)
        br_dry_restore_ways(s);
    return status == BR_BAD_LAW ? BR_NOT_FINITE : status; // the text is sound: the motion led here
}

br_status br_moving_step(br_moving *s, const br_mech_scheme *scheme, double h, br_diag *why)
{
    br_status status = br_moving_try_step(s, scheme, h, why);
    return status == BR_OK ? br_moving_accept_step(s, scheme, why) : status;
}
