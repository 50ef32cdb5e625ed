// qp.c - quadratic programs: the dual active set method of Goldfarb and Idnani. [target]
//
// D. Goldfarb and A. Idnani, A numerically stable dual method for solving strictly convex quadratic programs, Math.
// Programming 27 (1983). With H = L L' and N the normals of the active set: J = L^-T Q, where Q R = L^-1 N. Columns of J
// are kept as rows (Jt), so that rotations run along rows. A side is a lower or upper limit of a row or of a variable.
#include "num/base/fp.h"

#include "num/base/arena.h"
#include "num/algebra/cholesky.h"
#include "num/algebra/eigen.h"
#include "num/optimise/program.h"
#include "num/optimise/qp.h"
#include "num/base/real.h"
#include "num/algebra/triangular.h"
#include "num/algebra/vector.h"
#include <math.h>

enum { ROUNDS = 100 };

typedef struct search {
    const br_program *p;
    int n, m, sides;        // sides: rows, then bounds; each has a lower and an upper one
    br_real *g;             // of the round
    br_real *H, *C;         // of the round, and its Cholesky factor
    br_real *Jt, *R, *work; // work: 2*n*n
    br_real *x, *y, *z, *d; // the answer
    br_real *u;             // multipliers of the active set, then of the side coming in
    br_real *c, *step, *r;  // J'n, J_2 c_2, R^-1 c_1
    br_real *length;        // |L^-1 a| of every row and bound
    br_real *shift;         // what the proximal loop adds to the diagonal of H
    br_real *last;          // x of the round before
    int *used;              // the active set: 2*side + upper
    int q;                  // its size
    br_real size;           // |L'x| when last refined
    int steps, most;
} search;

static void carve_memory(br_arena *a, search *s, int n, int m)
{
    s->n = n;
    s->m = m;
    s->sides = m + n;
    s->x = br_arena_reals(a, n);
    s->y = br_arena_reals(a, m);
    s->z = br_arena_reals(a, n);
    s->d = br_arena_reals(a, n);
    s->g = br_arena_reals(a, n);
    s->H = br_arena_reals(a, n * n);
    s->C = br_arena_reals(a, n * n);
    s->Jt = br_arena_reals(a, n * n);
    s->R = br_arena_reals(a, n * n);
    s->work = br_arena_reals(a, 2 * n * n + 4 * n);
    s->u = br_arena_reals(a, n + 1);
    s->c = br_arena_reals(a, n);
    s->step = br_arena_reals(a, n);
    s->r = br_arena_reals(a, n);
    s->length = br_arena_reals(a, m + n);
    s->shift = br_arena_reals(a, n);
    s->last = br_arena_reals(a, n);
    s->used = br_arena_ints(a, n + 1);
}

size_t br_qp_bytes(int n, int m)
{
    search s;
    br_arena a = {0, 0};
    if (n < 1 || n > BR_DENSE_MOST || m < 0 || m > INT_MAX / 4 || !br_size_ok(n + m, n) || !br_size_ok(4 * n, n))
        return 0;
    carve_memory(&a, &s, n, m);
    return a.used;
}

// ---- sides: number 2*i + upper says sign*(a_i'x) >= sign*side, sign = -1 for an upper one

static br_real side_of(const search *s, int number)
{
    const br_program *p = s->p;
    int i = number / 2, upper = number % 2;
    const br_real *at = i < s->m ? (upper ? p->hi : p->lo) : (upper ? p->xhi : p->xlo);
    return at ? at[i < s->m ? i : i - s->m] : (br_real)(upper ? INFINITY : -INFINITY);
}

static br_real sign_of(int number)
{
    return number % 2 ? BR_C(-1.0) : BR_C(1.0);
}

static bool is_equation(const search *s, int number)
{
    return side_of(s, number) == side_of(s, number ^ 1);
}

static br_real row_product(const search *s, int i, const br_real *x)
{
    return i < s->m ? br_vec_dot(s->n, br_row_of(s->p->A, s->n, i), x) : x[i - s->m];
}

// c = J'a_i
static void transform_normal(const search *s, int i, br_real *c)
{
    for (int k = 0; k < s->n; k++) {
        const br_real *row = br_row_of(s->Jt, s->n, k);
        c[k] = i < s->m ? br_vec_dot(s->n, row, br_row_of(s->p->A, s->n, i)) : row[i - s->m];
    }
}

// |L'x|, the length of x in the metric of H
static br_real norm_in_metric(search *s)
{
    for (int i = 0; i < s->n; i++)
        s->work[i] = br_vec_dot(s->n - i, br_row_of(s->C, s->n, i) + i, s->x + i);
    return br_vec_norm(s->n, s->work);
}

// How much x violates a side; 0 where rounding could be all: |a'x| <= |L^-1 a| |L'x|
static br_real violation(const search *s, int number)
{
    br_real side = side_of(s, number), size = s->length[number / 2] * s->size;
    if (!(side - side == 0))
        return 0;
    br_real by = sign_of(number) * (side - row_product(s, number / 2, s->x));
    return by > 10 * (br_real)s->n * BR_EPS * (size + br_r_abs(side)) ? by : 0;
}

static bool in_use(const search *s, int number)
{
    for (int k = 0; k < s->q; k++)
        if (s->used[k] / 2 == number / 2 && (s->used[k] == number || is_equation(s, number)))
            return true;
    return false;
}

// The most violated side, in the metric of H; equations first. -1: none.
static int most_violated(const search *s)
{
    int best = -1;
    br_real most = 0;
    bool equations = false;
    for (int k = 0; k < 2 * s->sides; k++) {
        br_real by = violation(s, k);
        bool equal = by > 0 && is_equation(s, k);
        if (by == 0 || in_use(s, k) || (equations && !equal))
            continue;
        by = s->length[k / 2] > 0 ? by / s->length[k / 2] : BR_MOST;
        if (by > most || (equal && !equations)) {
            most = by;
            best = k;
            equations = equal;
        }
    }
    return best;
}

// ---- the factorisation as the active set changes

// The Givens rotation of (a, b) into (norm, 0); answers the norm
static br_real givens_rotation(br_real a, br_real b, br_real *c, br_real *t)
{
    br_real norm = br_vec_norm(2, (br_real[2]){a, b});
    *c = norm > 0 ? a / norm : BR_C(1.0);
    *t = norm > 0 ? b / norm : BR_C(0.0);
    return norm;
}

// The side coming in, with c = J'n, gets the next column of R: Givens rotations of J.
static void add_to_active_set(search *s, int number)
{
    br_real a, b;
    for (int i = s->n - 1; i > s->q; i--) {
        s->c[i - 1] = givens_rotation(s->c[i - 1], s->c[i], &a, &b);
        br_vec_rotate(s->n, a, b, br_row(s->Jt, s->n, i - 1), br_row(s->Jt, s->n, i));
    }
    for (int i = 0; i <= s->q; i++)
        br_row(s->R, s->n, i)[s->q] = s->c[i];
    s->used[s->q++] = number;
}

// Drops column k of R: Givens rotations restore the triangle; u moves up with the columns behind it.
static void drop_from_active_set(search *s, int k)
{
    br_real a, b;
    for (int j = k; j < s->q - 1; j++) {
        s->used[j] = s->used[j + 1];
        for (int i = 0; i <= j + 1; i++)
            br_row(s->R, s->n, i)[j] = br_row(s->R, s->n, i)[j + 1];
    }
    for (int j = k; j < s->q; j++)
        s->u[j] = s->u[j + 1];
    s->q--;
    for (int i = k; i < s->q; i++) {
        br_real *x = br_row(s->R, s->n, i), *y = br_row(s->R, s->n, i + 1);
        givens_rotation(x[i], y[i], &a, &b);
        br_vec_rotate(s->q - i, a, b, x + i, y + i);
        br_vec_rotate(s->n, a, b, br_row(s->Jt, s->n, i), br_row(s->Jt, s->n, i + 1));
    }
}

// The primal step direction and the dual one, r, for the side coming in. Answers |c_2|^2, 0 if it depends on the active set.
static br_real step_directions(search *s, int number)
{
    int n = s->n, q = s->q;
    transform_normal(s, number / 2, s->c);
    br_vec_scale(n, sign_of(number), s->c);
    br_real all = br_vec_norm(n, s->c), rest = br_vec_norm(n - q, s->c + q);
    br_vec_zero(n, s->step);
    br_vec_add_rows(n, n - q, BR_C(1.0), s->c + q, 1, br_row_of(s->Jt, n, q), n, s->step);
    for (int i = q - 1; i >= 0; i--) {
        const br_real *row = br_row_of(s->R, n, i);
        s->r[i] = (s->c[i] - br_vec_dot(q - 1 - i, row + i + 1, s->r + i + 1)) / row[i];
    }
    return rest <= 16 * (br_real)n * BR_EPS * all ? 0 : rest * rest;
}

// ---- one program with definite H

typedef enum ending { GOING_ON, MET, IMPOSSIBLE, EXHAUSTED } ending;

// The multiplier that reaches zero first along the dual step, and the step length t_1 at which it does
static int blocking_multiplier(const search *s, int number, br_real *when)
{
    int first = -1;
    br_real noise = 16 * (br_real)s->n * BR_EPS * s->length[number / 2];
    *when = (br_real)INFINITY;
    for (int k = 0; k < s->q; k++)
        if (s->r[k] * s->length[s->used[k] / 2] > noise && !is_equation(s, s->used[k]) && s->u[k] / s->r[k] < *when) {
            *when = s->u[k] / s->r[k];
            first = k;
        }
    return first;
}

// Adds the side to the active set, dropping others as their multipliers reach zero: partial and full steps.
static ending enforce_side(search *s, int number)
{
    s->u[s->q] = 0;
    for (;;) {
        br_real when, rest = step_directions(s, number), by = violation(s, number);
        int first = blocking_multiplier(s, number, &when);
        br_real full = rest > 0 ? by / rest : (br_real)INFINITY, t = full < when ? full : when;
        if (++s->steps > s->most)
            return EXHAUSTED;
        if (!(t <= BR_MOST))
            return IMPOSSIBLE;
        if (rest > 0)
            br_vec_add(s->n, t, s->step, s->x);
        br_vec_add(s->q, -t, s->r, s->u);
        s->u[s->q] += t;
        if (full <= when) {
            add_to_active_set(s, number);
            return GOING_ON;
        }
        drop_from_active_set(s, first);
    }
}

// Bounds hold exactly.
static void clip_to_bounds(search *s)
{
    for (int j = 0; j < s->n; j++) {
        br_real lo = side_of(s, 2 * (s->m + j)), hi = side_of(s, 2 * (s->m + j) + 1);
        s->x[j] = s->x[j] < lo ? lo : s->x[j] > hi ? hi : s->x[j];
    }
}

// y and z from the multipliers of the active set, or those of Farkas' certificate
static void extract_multipliers(search *s, const br_real *u, int count)
{
    br_vec_zero(s->m, s->y);
    br_vec_zero(s->n, s->z);
    for (int k = 0; k < count; k++) {
        int i = s->used[k] / 2;
        br_real *to = i < s->m ? &s->y[i] : &s->z[i - s->m];
        *to -= sign_of(s->used[k]) * u[k];
    }
}

// One step of iterative refinement: the residuals of H x + g = N u and of N'x = b, solved for with J and R
static void refine_solution(search *s)
{
    int n = s->n, q = s->q;
    br_real *e = s->step, *w = s->c, *f = s->work;
    extract_multipliers(s, s->u, q);
    for (int j = 0; j < n; j++) {
        e[j] = -s->g[j] - s->z[j];
        for (int k = 0; k < n; k++)
            e[j] -= (j < k ? br_row_of(s->H, n, j)[k] : br_row_of(s->H, n, k)[j]) * s->x[k];
    }
    br_vec_add_rows(n, s->m, BR_C(-1.0), s->y, 1, s->p->A, n, e);
    for (int k = 0; k < q; k++) { // w_1 = R'^-1 (b - N'x)
        w[k] = sign_of(s->used[k]) * (side_of(s, s->used[k]) - row_product(s, s->used[k] / 2, s->x));
        for (int i = 0; i < k; i++)
            w[k] -= br_row_of(s->R, n, i)[k] * w[i];
        w[k] /= br_row_of(s->R, n, k)[k];
    }
    for (int k = 0; k < n; k++) {
        f[k] = br_vec_dot(n, br_row_of(s->Jt, n, k), e);
        w[k] = k < q ? w[k] : f[k];
    }
    br_vec_add_rows(n, n, BR_C(1.0), w, 1, s->Jt, n, s->x);
    for (int k = q - 1; k >= 0; k--) { // R du = w_1 - (J'e)_1
        f[k] = w[k] - f[k] - br_vec_dot(q - 1 - k, br_row_of(s->R, n, k) + k + 1, f + k + 1);
        f[k] /= br_row_of(s->R, n, k)[k];
    }
    for (int k = 0; k < q; k++) {
        s->u[k] += f[k];
        s->u[k] = s->u[k] < 0 && !is_equation(s, s->used[k]) ? 0 : s->u[k];
    }
    s->size = norm_in_metric(s);
}

// to += by times the normal of a side
static void add_normal(const search *s, int number, br_real by, br_real *to)
{
    int i = number / 2;
    by *= sign_of(number);
    if (i < s->m)
        br_vec_add(s->n, by, br_row_of(s->p->A, s->n, i), to);
    else
        to[i - s->m] += by;
}

// Farkas' certificate from a side that depends on the active set: n = N r, with r refined once, so that the residual is
// rounding
static void write_farkas_certificate(search *s, int number)
{
    int n = s->n, q = s->q;
    br_real *e = s->step, *f = s->c;
    br_vec_zero(n, e);
    add_normal(s, number, BR_C(1.0), e);
    for (int k = 0; k < q; k++)
        add_normal(s, s->used[k], -s->r[k], e);
    for (int k = q - 1; k >= 0; k--) { // R f = (J'e)_1
        const br_real *row = br_row_of(s->R, n, k);
        f[k] = br_vec_dot(n, br_row_of(s->Jt, n, k), e) - br_vec_dot(q - 1 - k, row + k + 1, f + k + 1);
        f[k] /= row[k];
        s->u[k] = -s->r[k] - f[k];
        s->u[k] = s->u[k] < 0 && !is_equation(s, s->used[k]) ? 0 : s->u[k];
    }
    s->used[q] = number;
    s->u[q] = 1;
    extract_multipliers(s, s->u, q + 1);
}

// From the unconstrained minimum to the solution. H, C and g are those of the round.
static ending dual_active_set(search *s)
{
    int n = s->n;
    for (int i = 0; i < n * n; i++)
        s->Jt[i] = i % (n + 1) == 0 ? BR_C(1.0) : BR_C(0.0);
    for (int j = 0; j < n; j++)
        s->x[j] = -s->g[j];
    if (br_upper_solve_transposed(n, n, s->C, n, s->Jt, s->work) != BR_OK ||
        br_cholesky_solve(n, s->C, 1, s->x, s->work) != BR_OK)
        return EXHAUSTED;
    s->q = 0;
    s->size = norm_in_metric(s);
    for (int i = 0; i < s->sides; i++) {
        transform_normal(s, i, s->c);
        s->length[i] = br_vec_norm(n, s->c);
    }
    int refined = 0;
    for (;;) {
        int number = most_violated(s);
        if (number < 0 && refined++ < 2) {
            refine_solution(s);
            continue;
        }
        if (number < 0)
            return MET;
        ending end = enforce_side(s, number);
        if (end == IMPOSSIBLE)
            write_farkas_certificate(s, number);
        if (end != GOING_ON)
            return end;
    }
}

// ---- rounds

// H as a full symmetric matrix; answers whether no diagonal entry is negative.
static bool copy_hessian(search *s)
{
    int n = s->n;
    bool may = true;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            br_row(s->H, n, i)[j] = br_row(s->H, n, j)[i] = s->p->H ? br_row_of(s->p->H, n, i)[j] : 0;
    for (int i = 0; i < n; i++)
        may = may && br_row_of(s->H, n, i)[i] >= 0;
    return may;
}

// Whether H, scaled to a unit diagonal, has no eigenvalue below what rounding makes of 0
static br_status check_convexity(search *s)
{
    int n = s->n;
    for (int i = 0; i < n; i++) {
        br_real d = br_row_of(s->H, n, i)[i];
        s->d[i] = d > 0 ? br_r_sqrt(d) : BR_C(1.0);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            br_row(s->Jt, n, i)[j] = br_row_of(s->H, n, i)[j] / s->d[i] / s->d[j];
    br_status status = br_eigen(n, s->Jt, s->c, NULL, s->work);
    if (status == BR_OK && s->c[0] < -8 * (br_real)n * BR_EPS * (1 + s->c[n - 1]))
        status = BR_BAD_DATA;
    return status;
}

// How far unknown j is likely to go: the width of its bounds, or what the rows it is in allow, or 1
static br_real likely_range(const search *s, int j)
{
    br_real width = side_of(s, 2 * (s->m + j) + 1) - side_of(s, 2 * (s->m + j)), most = 0;
    if (width > 0 && width <= BR_MOST)
        return width;
    for (int i = 0; i < 2 * s->sides; i++) {
        br_real side = br_r_abs(side_of(s, i)),
                a = i / 2 < s->m ? br_row_of(s->p->A, s->n, i / 2)[j] : i / 2 == s->m + j;
        br_real x = side <= BR_MOST && a != 0 ? side / br_r_abs(a) : 0;
        most = x > most && x <= BR_MOST ? x : most;
    }
    return most > 0 ? most : BR_C(1.0);
}

// The proximal term added to H_jj: a small part of it; where it is 0, so much that one round goes about as far as x_j can.
static br_real proximal_shift(const search *s, int j)
{
    const br_real part = sizeof(br_real) == 4 ? BR_C(3e-2) : BR_C(1e-5);
    br_real h = br_row_of(s->H, s->n, j)[j], g = br_r_abs(s->p->g[j]);
    return h > 0 ? part * h : (g > 0 ? g : BR_C(1.0)) / likely_range(s, j);
}

// C, and the shift that makes H definite; *rounds: 1 if it is so by itself
static br_status factor_hessian(search *s, int *rounds)
{
    int n = s->n;
    if (!copy_hessian(s))
        return BR_BAD_DATA;
    br_vec_zero(n, s->shift);
    *rounds = 1;
    br_status status = br_cholesky_factor(n, s->H, s->C, NULL, s->work);
    if (status == BR_OK && br_upper_condition(n, n, s->C, 1, s->work) > 64 * (br_real)n * BR_EPS)
        return BR_OK;
    *rounds = ROUNDS;
    status = check_convexity(s);
    for (int j = 0; j < n; j++)
        s->shift[j] = proximal_shift(s, j);
    for (int j = 0; j < n; j++)
        br_row(s->H, n, j)[j] += s->shift[j];
    return status == BR_OK ? br_cholesky_factor(n, s->H, s->C, NULL, s->work) : status;
}

static bool is_proven(br_program_proof proof)
{
    br_real tol = br_r_sqrt(BR_EPS);
    return proof.primal <= tol && proof.dual <= tol && proof.gap <= tol;
}

static br_real hessian_entry(const search *s, int i, int j)
{
    return !s->p->H ? 0 : i < j ? br_row_of(s->p->H, s->n, i)[j] : br_row_of(s->p->H, s->n, j)[i];
}

// d -= (H + shift)^-1 H d, four times: projects d onto the null space of H, removing what rounding has added.
static br_status project_to_kernel(search *s)
{
    br_status status = BR_OK;
    for (int k = 0; k < 4 && status == BR_OK; k++) {
        br_vec_zero(s->n, s->c);
        for (int i = 0; i < s->n; i++)
            for (int j = 0; j < s->n; j++)
                s->c[i] += hessian_entry(s, i, j) * s->d[j];
        status = br_cholesky_solve(s->n, s->C, 1, s->c, s->work);
        for (int j = 0; j < s->n && status == BR_OK; j++)
            s->d[j] -= s->c[j];
    }
    return status;
}

// Proximal point iteration: each round minimises with a quadratic penalty on the distance to the last x.
static br_program_end proximal_iterations(search *s, int rounds, br_program_proof *proof)
{
    br_real tol = br_r_sqrt(BR_EPS);
    br_vec_zero(s->n, s->last);
    for (int k = 0; k < rounds; k++) {
        for (int j = 0; j < s->n; j++)
            s->g[j] = s->p->g[j] - s->shift[j] * s->last[j];
        s->most = s->steps + 20 * s->sides + 100;
        ending end = dual_active_set(s);
        if (end == MET) {
            extract_multipliers(s, s->u, s->q);
            clip_to_bounds(s);
        }
        *proof = br_program_optimal(s->p, s->x, s->y, s->z);
        for (int j = 0; j < s->n; j++)
            s->d[j] = s->x[j] - s->last[j];
        if (end == IMPOSSIBLE && br_program_infeasible(s->p, s->y, s->z))
            return BR_PROGRAM_INFEASIBLE;
        if (end != MET)
            return BR_PROGRAM_UNDECIDED;
        if (is_proven(*proof))
            return BR_PROGRAM_OPTIMAL;
        if (rounds > 1 && br_program_unbounded(s->p, s->x, s->d, tol))
            return BR_PROGRAM_UNBOUNDED;
        if (rounds > 1 && project_to_kernel(s) == BR_OK && br_program_unbounded(s->p, s->x, s->d, tol))
            return BR_PROGRAM_UNBOUNDED;
        br_vec_copy(s->n, s->x, s->last);
    }
    return BR_PROGRAM_UNDECIDED;
}

static br_real objective(const search *s)
{
    br_real v = 0;
    for (int i = 0; i < s->n; i++) {
        br_real h = 0;
        for (int j = 0; j < s->n; j++)
            h += hessian_entry(s, i, j) * s->x[j];
        v += s->x[i] * (h / 2 + s->p->g[i]);
    }
    return v;
}

br_status br_qp_solve(const br_program *p, br_program_answer *answer, void *memory, size_t bytes)
{
    br_status status = br_program_check(p);
    if (status != BR_OK)
        return status;
    if (!answer || !memory || br_qp_bytes(p->n, p->m) == 0 || bytes < br_qp_bytes(p->n, p->m))
        return BR_BAD_USAGE;
    search s = {.p = p};
    br_arena a = {memory, 0};
    int rounds = 0;
    carve_memory(&a, &s, p->n, p->m);
    br_vec_zero(p->m, s.y);
    br_vec_zero(p->n, s.z);
    status = factor_hessian(&s, &rounds);
    if (status != BR_OK)
        return status == BR_NEGATIVE ? BR_BAD_DATA : status;
    br_program_answer done = {.end = BR_PROGRAM_INFEASIBLE, .x = s.x, .y = s.y, .z = s.z, .d = s.d};
    br_vec_zero(p->n, s.x);
    br_vec_zero(p->n, s.d);
    if (!br_program_crossed(p))
        done.end = proximal_iterations(&s, rounds, &done.proof);
    done.steps = s.steps;
    done.value = objective(&s);
    if (!br_vec_finite(p->n, s.x) || !br_vec_finite(p->m, s.y) || !br_vec_finite(p->n, s.z) ||
        !(done.value - done.value == 0))
        return BR_NOT_FINITE;
    *answer = done;
    return done.end == BR_PROGRAM_OPTIMAL ? BR_OK : BR_NEGATIVE;
}
