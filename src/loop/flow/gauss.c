// gauss.c - Gauss-Legendre schemes of order 2 (implicit midpoint) and 4.                 [target]
//
// k_i = x'(x + h sum a_ij k_j), x+ = x + h sum b_j k_j, solved by Newton's method in fixed work from k = 0, or from that of the
// substep before. Sensitivities are those of the scheme, by the implicit function theorem where the last iteration looked: at the
// stages found, but for its correction.
#include "num/base/fp.h"

#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

#define SQRT3 BR_C(1.7320508075688772)

static const br_real a2[4] = {BR_C(0.5)};
static const br_real a4[4] = {BR_C(0.25), BR_C(0.25) - SQRT3 / 6, BR_C(0.25) + SQRT3 / 6, BR_C(0.25)};

static int stages(const br_integrator *f)
{
    return f->o.kind->stages;
}

static const br_real *coefficients(const br_integrator *f)
{
    return stages(f) == 1 ? a2 : a4;
}

static int room(const br_integrator *f)
{
    return (2 * stages(f) + 3) * br_sys_nx(f->sys);
}

// to += a h k
BR_CLONES
static void add_stage(int n, br_real a, const br_real *h, const br_real *k, br_real *to)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        to[i] += a * h[i] * k[i];
}

// Rates and Jacobian; for sensitivities all derivatives.
static void jacobian(br_integrator *f, const br_real *at, int all, br_real *out, br_real *jet)
{
    if (all)
        br_integrator_jet_wanted(f, at, out, jet);
    else
        br_sys_jet_x(f->sys, f->n, at, f->m, f->u, f->p, f->each, out, jet);
}

// The same at a stage, J into the linear system.
static void evaluate(br_integrator *f, int stage, const br_real *k, int all, br_real *at)
{
    int n = br_sys_nx(f->sys) * f->n, s = stages(f);
    br_real *jet = stage == 0 ? f->jet : f->jet1;
    br_vec_copy(n, f->x, at);
    for (int j = 0; j < s; j++)
        add_stage(n, coefficients(f)[stage * s + j], f->h, k + (ptrdiff_t)j * n, at);
    jacobian(f, at, all, f->out, jet);
    br_integrator_linear_load(f, stage, jet);
}

// Newton's correction r of the stages k; all: it leaves what sensitivities need.
static void newton_iteration(br_integrator *f, int all, br_real *k, br_real *r, br_real *at)
{
    int n = br_sys_nx(f->sys) * f->n, s = stages(f);
    for (int stage = 0; stage < s; stage++) {
        evaluate(f, stage, k, all, at);
        for (int i = 0; i < n; i++)
            r[stage * n + i] = f->out[i] - k[stage * n + i];
    }
    br_integrator_linear_factor(f, coefficients(f));
    br_integrator_linear_solve(f, r);
}

// Lanes where a correction r of a stage moves some state by more than this share of what it is.
BR_CLONES
static void mark_moved(int nx, int n, const br_real *h, const br_real *x, const br_real *k, const br_real *r,
                       br_real most, br_real *moved)
{
    for (int i = 0; i < nx; i++, h += n, x += n, k += n, r += n) {
        BR_LANES
        for (int lane = 0; lane < n; lane++) {
            br_real size = br_r_abs(x[lane]) + h[lane] * br_r_abs(k[lane]);
            moved[lane] = h[lane] * br_r_abs(r[lane]) > most * size ? 1 : moved[lane];
        }
    }
}

// Substeps that the error has chosen are short, and start from the stages of the one before. States without coupling take no such
// path: they are solved lane by lane.
static int has_short_substeps(const br_integrator *f)
{
    return f->o.most > f->o.substeps && !f->once && !f->uncoupled;
}

// Points whose last correction r moves a stage by more than the square root of the rounding unit, as a share of what it is: the next
// one would still have been seen. Of short substeps, which the error has chosen, by more than the accuracy.
static void count_unconverged(br_integrator *f, const br_real *k, const br_real *r, br_real *moved)
{
    br_real most = has_short_substeps(f) ? f->o.accuracy : br_r_sqrt(BR_EPS);
    int nx = br_sys_nx(f->sys), n = nx * f->n;
    if (nx == 0)
        return;
    br_vec_zero(f->n, moved);
    for (int stage = 0; stage < stages(f); stage++)
        mark_moved(nx, f->n, f->h, f->x, k + (ptrdiff_t)stage * n, r + (ptrdiff_t)stage * n, most, moved);
    for (int lane = 0; lane < f->n; lane++)
        f->health.unconverged += moved[lane] > 0;
}

// dk = (I - h a J)^-1 (J S + g), S+ = S + h/s sum dk
static void sensitivity_column(br_integrator *f, int c, br_real *dk, br_real *g)
{
    int n = br_sys_nx(f->sys) * f->n, s = stages(f);
    br_real *S = br_integrator_at(f, f->S, c), *T = br_integrator_at(f, f->T, c);
    for (int stage = 0; stage < s; stage++) {
        br_real *to = dk + (ptrdiff_t)stage * n;
        br_integrator_linear_mul(f, stage, S, to);
        br_integrator_direct(f, c, stage == 0 ? f->jet : f->jet1, g);
        br_vec_add(n, 1, g, to);
    }
    br_integrator_linear_solve(f, dk);
    br_vec_copy(n, S, T);
    for (int stage = 0; stage < s; stage++)
        add_stage(n, 1 / (br_real)s, f->h, dk + (ptrdiff_t)stage * n, T);
}

// ---------------------------------------------------------------- uncoupled states, two stages: lane by lane

// Where the stages look.
BR_CLONES
static void find_stages(int n, const br_real *x, const br_real *h, const br_real *k, br_real *at)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        at[i] = x[i] + a4[0] * h[i] * k[i] + a4[1] * h[i] * k[n + i];
        at[n + i] = x[i] + a4[2] * h[i] * k[i] + a4[3] * h[i] * k[n + i];
    }
}

// Newton's correction r of both stages from rates and their derivatives there; D is the inverse of the blocks of I - h a J.
BR_CLONES
static void correct(int n, const br_real *h, const br_real *rate0, const br_real *rate1, const br_real *J0,
                    const br_real *J1, br_real *k, br_real *r, br_real *D)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_real a = 1 - h[i] * a4[0] * J0[i], b = 0 - h[i] * a4[1] * J0[i];
        br_real c = 0 - h[i] * a4[2] * J1[i], d = 1 - h[i] * a4[3] * J1[i], over = 1 / (a * d - b * c);
        br_real r0 = rate0[i] - k[i], r1 = rate1[i] - k[n + i];
        D[i] = d * over;
        D[n + i] = -b * over;
        D[2 * n + i] = -c * over;
        D[3 * n + i] = a * over;
        r[i] = D[i] * r0 + D[n + i] * r1;
        r[n + i] = D[2 * n + i] * r0 + D[3 * n + i] * r1;
        k[i] += r[i];
        k[n + i] += r[n + i];
    }
}

BR_CLONES
static void move_states(int n, const br_real *x, const br_real *h, const br_real *k, br_real *next)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        next[i] = x[i] + BR_C(0.5) * h[i] * k[i] + BR_C(0.5) * h[i] * k[n + i];
}

// Column c of S and T; what moves it directly stands from number at[c] of both jets on, -1: nothing does.
BR_CLONES
static void move_columns(int n, int columns, const int *at, int lanes, const br_real *h, const br_real *J0,
                         const br_real *J1, const br_real *D, const br_real *S, const br_real *jet0,
                         const br_real *jet1, const br_real *none, br_real *T)
{
    for (int c = 0; c < columns; c++, S += n, T += n) {
        const br_real *g0 = at[c] < 0 ? none : jet0 + (ptrdiff_t)at[c] * lanes;
        const br_real *g1 = at[c] < 0 ? none : jet1 + (ptrdiff_t)at[c] * lanes;
        BR_LANES
        for (int i = 0; i < n; i++) {
            br_real r0 = J0[i] * S[i] + g0[i], r1 = J1[i] * S[i] + g1[i];
            br_real k0 = D[i] * r0 + D[n + i] * r1, k1 = D[2 * n + i] * r0 + D[3 * n + i] * r1, half = BR_C(0.5) * h[i];
            T[i] = S[i] + half * k0 + half * k1;
        }
    }
}

// Are states uncoupled, with two stages, so that every lane is solved by itself?
static int by_lanes(const br_integrator *f)
{
    return stages(f) == 2 && f->in_order && br_integrator_diagonal(f, f->jet) != 0;
}

static void solve_lanes(br_integrator *f, int cold, int iterations, br_real *k, br_real *r, br_real *at)
{
    int n = br_sys_nx(f->sys) * f->n;
    const br_real *J0 = br_integrator_diagonal(f, f->jet), *J1 = br_integrator_diagonal(f, f->jet1);
    for (int i = 0; i < iterations; i++) {
        int last = i + 1 == iterations, alike = cold && i == 0 && !last; // k = 0: both stages look at x
        find_stages(n, f->x, f->h, k, at);
        jacobian(f, at, f->want && last, f->out, f->jet);
        if (!alike)
            jacobian(f, at + n, f->want && last, f->out1, f->jet1);
        correct(n, f->h, f->out, alike ? f->out : f->out1, J0, alike ? J0 : J1, k, r, f->linear.M);
    }
    move_states(n, f->x, f->h, k, f->next);
}

// ---------------------------------------------------------------- all systems

// Newton's method is exact after one iteration where rates are affine in the states; the second one shows it.
static int iterations_of(const br_integrator *f)
{
    int affine = br_sys_affine(f->sys) && br_sys_nm(f->sys) == 0;
    return affine && f->o.iterations > 2 ? 2 : f->o.iterations;
}

// The work of a tile: stages k, Newton's last correction of them, and what is left.
typedef struct work {
    br_real *k, *r, *rest;
} work;

static work work_of(const br_integrator *f)
{
    int n = br_sys_nx(f->sys) * f->n * stages(f);
    return (work){f->work, f->work + n, f->work + (ptrdiff_t)2 * n};
}

// Stages, and where they lead. cold: k = 0.
static void attempt(br_integrator *f, int cold, int iterations)
{
    int n = br_sys_nx(f->sys) * f->n, s = stages(f);
    work w = work_of(f);
    if (cold)
        br_vec_zero(s * n, w.k);
    if (by_lanes(f)) {
        solve_lanes(f, cold, iterations, w.k, w.r, w.rest);
        return;
    }
    for (int i = 0; i < iterations; i++) {
        newton_iteration(f, f->want && i + 1 == iterations, w.k, w.r, w.rest);
        br_vec_add(s * n, 1, w.r, w.k);
    }
    br_vec_copy(n, f->x, f->next);
    for (int stage = 0; stage < s; stage++)
        add_stage(n, 1 / (br_real)s, f->h, w.k + (ptrdiff_t)stage * n, f->next);
}

// e becomes the mean over the stages of (I - h a J)^-1 e.
static void damp(br_integrator *f, br_real *e)
{
    int n = br_sys_nx(f->sys) * f->n, s = stages(f);
    const br_real *D = f->linear.M;
    if (by_lanes(f)) {
        for (int i = 0; i < n; i++)
            e[i] *= BR_C(0.5) * (D[i] + D[n + i] + D[2 * n + i] + D[3 * n + i]);
        return;
    }
    for (int stage = 1; stage < s; stage++)
        br_vec_copy(n, e, e + (ptrdiff_t)stage * n);
    br_integrator_linear_solve(f, e);
    for (int i = 0; i < n && s == 2; i++)
        e[i] = BR_C(0.5) * (e[i] + e[n + i]);
}

// The error of a step is below what it differs by from the trapezoidal rule: h times the mean rate of both ends, less that of the
// stages; damped as the step is. The scheme itself does not damp what is much faster than a step: there both differ.
static void plan(br_integrator *f)
{
    int n = br_sys_nx(f->sys) * f->n, s = stages(f);
    work w = work_of(f);
    br_real *e = w.rest;
    attempt(f, 1, iterations_of(f));
    br_integrator_rate(f, f->x, f->out);
    br_integrator_rate(f, f->next, f->out1);
    for (int i = 0; i < n; i++) {
        br_real mean = s == 1 ? w.k[i] : BR_C(0.5) * (w.k[i] + w.k[n + i]);
        e[i] = f->h[i] * (BR_C(0.5) * (f->out[i] + f->out1[i]) - mean);
    }
    damp(f, e);
    if (!f->uncoupled)
        br_integrator_ease(f, e, e + (ptrdiff_t)s * n);
    br_integrator_choose_substeps(f, e, 3);
}

// Lanes at the first of their substeps start from k = 0, with one iteration more than the others.
static void start_lanes(br_integrator *f)
{
    int numbers = br_sys_nx(f->sys) * stages(f), cold = 0;
    work w = work_of(f);
    for (int lane = 0; lane < f->n; lane++)
        for (int i = 0; f->left[lane] == f->substeps[lane] && i < numbers; i++, cold = 1)
            w.k[i * f->n + lane] = 0;
    if (!cold)
        return;
    newton_iteration(f, 0, w.k, w.r, w.rest);
    for (int lane = 0; lane < f->n; lane++)
        for (int i = 0; f->left[lane] == f->substeps[lane] && i < numbers; i++)
            w.k[i * f->n + lane] += w.r[i * f->n + lane];
}

// Of short substeps.
enum { SHORT_ITERATIONS = 2 };

static void attempt_substep(br_integrator *f, int substep)
{
    int chosen = f->o.most > f->o.substeps, iterations = iterations_of(f); // then every lane has its own substep
    if (!has_short_substeps(f)) {
        attempt(f, chosen || substep == 0, iterations);
        return;
    }
    start_lanes(f);
    attempt(f, 0, iterations < SHORT_ITERATIONS ? iterations : SHORT_ITERATIONS);
}

static void step(br_integrator *f, int substep)
{
    work w = work_of(f);
    br_real *g = w.rest + (ptrdiff_t)br_sys_nx(f->sys) * f->n;
    if (!f->once) // else the plan has tried just that
        attempt_substep(f, substep);
    count_unconverged(f, w.k, w.r, w.rest);
    if (f->want && by_lanes(f))
        move_columns(br_sys_nx(f->sys) * f->n, f->columns, f->straight, f->n, f->h, br_integrator_diagonal(f, f->jet),
                     br_integrator_diagonal(f, f->jet1), f->linear.M, f->S, f->jet, f->jet1, f->none, f->T);
    else
        for (int c = 0; f->want && c < f->columns; c++)
            sensitivity_column(f, c, w.r, g);
    if (f->want)
        br_integrator_accept_slopes(f);
    br_integrator_accept(f);
}

const br_integrator_kind br_integrator_midpoint = {
    .name = "midpoint", .stages = 1, .room = room, .plan = plan, .step = step};
const br_integrator_kind br_integrator_gauss4 = {
    .name = "gauss4", .stages = 2, .room = room, .plan = plan, .step = step};
