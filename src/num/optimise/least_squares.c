// least_squares.c - nonlinear least squares: Levenberg-Marquardt with bounds.  [target]
//
// Damping as in H. B. Nielsen, Damping parameter in Marquardt's method (IMM-REP-1999-05), in units of the columns. Long
// searches, in a narrow curved valley, add the geodesic acceleration to the step: M. K. Transtrum and J. P. Sethna, Improvements to the
// Levenberg-Marquardt algorithm for nonlinear least-squares minimization (arXiv:1201.5885).
#include "num/base/fp.h"

#include "num/base/arena.h"
#include "num/optimise/least_squares.h"
#include "num/algebra/qr.h"
#include "num/base/real.h"
#include "num/algebra/triangular.h"
#include "num/algebra/vector.h"

enum { LONG = 30, SOON = 3 }; // steps after which a search is a long one; where even short steps are worth it

typedef struct search {
    const br_least_problem *p;
    int m, n, rows;            // rows of R: min(m, n)
    br_real *x, *r, *J, *turn; // the point; J and turn have its QR factorisation once R is made
    br_real *R, *c;            // J = Q R, c = Q'r
    br_real *g, *length, *D;   // J'r/unit, norms of columns, and of columns past
    br_real *next, *rnext;     // the point tried
    br_real *step, *S, *b, *y; // the linearised problem: least |S y - b|
    br_real *tau, *work;
    br_real *bend;              // a point on the way, then how the way bends
    int *held, *column, *order; // bounds that hold variables at x; free columns; pivots
    br_real norm, unit;         // |r|, and the power of two below it
    br_real damping, growth;
    int free, rank; // columns of the last linearised problem, and of what rank they are
    bool turned;    // J has its factorisation
} search;

static void carve_memory(br_arena *a, search *s, int m, int n)
{
    int rows = m < n ? m : n, tall = rows + n;
    s->m = m;
    s->n = n;
    s->rows = rows;
    s->R = br_arena_reals(a, n * n);
    s->g = br_arena_reals(a, n);
    s->x = br_arena_reals(a, n);
    s->next = br_arena_reals(a, n);
    s->length = br_arena_reals(a, n);
    s->D = br_arena_reals(a, n);
    s->c = br_arena_reals(a, m);
    s->r = br_arena_reals(a, m);
    s->rnext = br_arena_reals(a, m);
    s->J = br_arena_reals(a, m * n);
    s->S = br_arena_reals(a, tall * n);
    s->b = br_arena_reals(a, tall);
    s->y = br_arena_reals(a, n);
    s->step = br_arena_reals(a, n);
    s->tau = br_arena_reals(a, n);
    s->turn = br_arena_reals(a, n);
    s->bend = br_arena_reals(a, n);
    s->work = br_arena_reals(a, 4 * n + 2 * (m > tall ? m : tall) + 1);
    s->held = br_arena_ints(a, n);
    s->column = br_arena_ints(a, n);
    s->order = br_arena_ints(a, n);
}

size_t br_least_bytes(int m, int n)
{
    search s;
    br_arena a = {0, 0};
    if (m < 1 || n < 1 || !br_size_ok(m, n) || !br_size_ok(2 * n, n))
        return 0;
    carve_memory(&a, &s, m, n);
    return a.used;
}

br_least_options br_least_defaults(void)
{
    return (br_least_options){.steps = 500, .tol = sizeof(br_real) == 4 ? BR_C(1e-5) : BR_C(1e-10)};
}

static br_real lower_bound(const search *s, int j)
{
    return s->p->lo ? s->p->lo[j] : -BR_MOST;
}

static br_real upper_bound(const search *s, int j)
{
    return s->p->hi ? s->p->hi[j] : BR_MOST;
}

static br_real clip_to_bounds(const search *s, int j, br_real x)
{
    return x < lower_bound(s, j) ? lower_bound(s, j) : x > upper_bound(s, j) ? upper_bound(s, j) : x;
}

// Finite, and so far from the largest number that sums of m products are, too
static bool is_tame(const search *s, int count, const br_real *x)
{
    return br_vec_finite(count, x) && br_vec_most(count, x) < br_r_sqrt(BR_MOST) / (br_real)(s->m + s->n);
}

// Residuals at x into r, derivatives into J
static br_status evaluate_residual(const search *s, const br_real *x, br_real *r, br_real *J)
{
    br_status status = s->p->residual(s->p->self, x, r, J);
    if (status == BR_OK && (!is_tame(s, s->m, r) || (J && !is_tame(s, s->m * s->n, J))))
        status = BR_NOT_FINITE;
    return status;
}

// J'r/unit, which is no zero where J'r would be too small for a number, and the norms of the columns. D forgets slowly: a column that fades lets no step jump, and slows none down for ever.
static void update_gradient(search *s)
{
    br_vec_zero(s->n, s->g);
    for (int i = 0; i < s->m; i++)
        br_vec_add(s->n, s->r[i] / s->unit, br_row_of(s->J, s->n, i), s->g);
    for (int j = 0; j < s->n; j++) {
        for (int i = 0; i < s->m; i++)
            s->c[i] = br_row_of(s->J, s->n, i)[j];
        s->length[j] = br_vec_norm(s->m, s->c);
        s->D[j] = s->length[j] > s->D[j] * BR_C(0.9) ? s->length[j] : s->D[j] * BR_C(0.9);
    }
}

// The active set: a bound is active when the direction of descent leads through it.
static void update_active_bounds(search *s)
{
    for (int j = 0; j < s->n; j++) {
        bool at_lo = s->x[j] <= lower_bound(s, j), at_hi = s->x[j] >= upper_bound(s, j);
        s->held[j] = at_lo && (s->g[j] > 0 || at_hi) ? -1 : at_hi && s->g[j] < 0 ? 1 : 0;
    }
}

// Gradient, active bounds and QR factorisation at x, from r and J
static br_status linearise(search *s)
{
    int rank = 0;
    s->norm = br_vec_norm(s->m, s->r);
    s->unit = br_power2(s->norm);
    update_gradient(s);
    update_active_bounds(s);
    br_status status = br_qr_factor(s->m, s->n, s->J, s->turn, NULL, 0, &rank, s->work);
    br_vec_copy(s->m, s->r, s->c);
    if (status == BR_OK)
        status = br_qr_apply(s->m, s->n, s->J, s->turn, 0, 1, s->c, s->work);
    s->turned = status == BR_OK;
    br_vec_zero(s->n * s->n, s->R);
    for (int i = 0; i < s->rows; i++)
        br_vec_copy(s->n - i, br_row_of(s->J, s->n, i) + i, br_row(s->R, s->n, i) + i);
    return status;
}

static br_real largest_cosine(const search *s)
{
    br_real most = 0;
    for (int j = 0; j < s->n; j++) {
        br_real x = s->held[j] || s->g[j] == 0 ? 0 : br_r_abs(s->g[j] / s->length[j] / (s->norm / s->unit));
        most = x > most ? x : most;
    }
    return most;
}

// The share of |r|^2 in the span of the free columns: what a Gauss-Newton step would gain of a linear problem
static br_real projected_share(search *s)
{
    int free = br_where(s->n, s->held, 0, s->column), rank = 0;
    br_upper_columns(s->rows, s->n, s->R, free, s->column, s->S);
    br_vec_copy(s->rows, s->c, s->b);
    if (free == 0 || s->norm == 0 || br_qr_factor(s->rows, free, s->S, s->tau, s->order, 0, &rank, s->work) != BR_OK ||
        br_qr_apply(s->rows, free, s->S, s->tau, 0, 1, s->b, s->work) != BR_OK)
        return 0;
    br_real share = br_vec_norm(rank, s->b) / s->norm;
    return share * share;
}

// Row i of R step
static br_real row_times_step(const search *s, int i)
{
    return br_vec_dot(s->n - i, br_row_of(s->R, s->n, i) + i, s->step + i);
}

// S and b of the damped (Levenberg-Marquardt) problem in the free columns: R over sqrt(damping)*D, against -(c + R step) over 0, where step has
// only what is fixed
static void fill_damped_problem(search *s, int free)
{
    br_real root = br_r_sqrt(s->damping);
    br_upper_columns(s->rows, s->n, s->R, free, s->column, s->S);
    for (int i = 0; i < s->rows; i++)
        s->b[i] = -s->c[i] - row_times_step(s, i);
    br_vec_zero(free * free, br_row(s->S, free, s->rows));
    for (int k = 0; k < free; k++) {
        br_row(s->S, free, s->rows + k)[k] = root * (s->D[s->column[k]] > 0 ? s->D[s->column[k]] : BR_C(1.0));
        s->b[s->rows + k] = 0;
    }
}

// next = x + step of the damped problem; variables that would leave the box are fixed at its wall and the rest is solved
// again, at most n times.
static br_status solve_step(search *s)
{
    int n = s->n, free = br_where(n, s->held, 0, s->column);
    br_vec_zero(n, s->step);
    br_vec_copy(n, s->x, s->next);
    for (bool again = true; again && free > 0;) {
        again = false;
        fill_damped_problem(s, free);
        br_status status = br_qr_factor(s->rows + free, free, s->S, s->tau, s->order, 0, &s->rank, s->work);
        if (status == BR_OK)
            status = br_qr_solve(s->rows + free, free, s->S, s->tau, s->order, s->rank, s->b, s->y, NULL, s->work);
        if (status != BR_OK)
            return status;
        int left = 0;
        for (int k = 0; k < free; k++) {
            int j = s->column[k];
            br_real to = s->x[j] + s->y[k];
            s->next[j] = clip_to_bounds(s, j, to);
            if (s->next[j] != to) {
                s->step[j] = s->next[j] - s->x[j];
                again = true;
            } else
                s->column[left++] = j;
        }
        free = left;
    }
    for (int j = 0; j < n; j++)
        s->step[j] = s->next[j] - s->x[j];
    s->free = free;
    return BR_OK;
}

// The reduction that the linear model predicts of the step, over |r|^2
static br_real predicted_reduction(search *s)
{
    br_real sum = 0;
    for (int i = 0; i < s->rows; i++) {
        br_real q = row_times_step(s, i) / s->norm;
        sum += q * (2 * (s->c[i] / s->norm) + q);
    }
    return -sum;
}

// The norm in units of the columns
static br_real scaled_norm(search *s, const br_real *x)
{
    for (int j = 0; j < s->n; j++)
        s->y[j] = x[j] * s->D[j];
    return br_vec_norm(s->n, s->y);
}

// b = -Q'r'', where r'' is the second derivative along the step, from one point on the way. Answers whether there is one.
static bool second_derivative(search *s)
{
    const br_real h = BR_C(0.1); // of the step; as large as rounding asks for, and the paper advises
    for (int j = 0; j < s->n; j++)
        s->bend[j] = clip_to_bounds(s, j, s->x[j] + h * s->step[j]);
    if (evaluate_residual(s, s->bend, s->rnext, NULL) != BR_OK)
        return false;
    br_vec_add(s->m, BR_C(-1.0), s->r, s->rnext);
    br_status status = br_qr_apply(s->m, s->n, s->J, s->turn, 0, 1, s->rnext, s->work);
    for (int i = 0; i < s->rows; i++)
        s->b[i] = -(s->rnext[i] / h - row_times_step(s, i)) * (2 / h);
    br_vec_zero(s->free, s->b + s->rows);
    return status == BR_OK;
}

// Geodesic acceleration: adds half of the solution of the damped problem for -r''. One that is not small beside the step is
// not used.
static void add_geodesic_acceleration(search *s)
{
    int tall = s->rows + s->free;
    if (!s->turned || s->free == 0 || !second_derivative(s) ||
        br_qr_solve(tall, s->free, s->S, s->tau, s->order, s->rank, s->b, s->y, NULL, s->work) != BR_OK)
        return;
    br_vec_zero(s->n, s->bend);
    for (int k = 0; k < s->free; k++)
        s->bend[s->column[k]] = s->y[k] / 2;
    if (!(scaled_norm(s, s->bend) <= BR_C(0.375) * scaled_norm(s, s->step)))
        return;
    for (int j = 0; j < s->n; j++)
        s->next[j] = clip_to_bounds(s, j, s->next[j] + s->bend[j]);
}

static void swap_pointers(br_real **a, br_real **b)
{
    br_real *t = *a;
    *a = *b;
    *b = t;
}

// The actual reduction at the point tried, over |r|^2; far below 0 where there is no value
static br_real actual_reduction(const search *s)
{
    if (evaluate_residual(s, s->next, s->rnext, NULL) != BR_OK)
        return -BR_MOST;
    br_real ratio = br_vec_norm(s->m, s->rnext) / s->norm;
    return (1 - ratio) * (1 + ratio);
}

// Nielsen's rule: less damping the better the model predicted, more and more the longer it fails
static void adapt_damping(search *s, bool accepted, br_real quality)
{
    if (accepted) {
        br_real q = 2 * quality - 1, by = 1 - q * q * q;
        s->damping *= by > BR_C(1.0) / 3 ? by : BR_C(1.0) / 3;
        s->damping = s->damping > BR_EPS * BR_EPS ? s->damping : BR_EPS * BR_EPS;
        s->growth = 2;
    } else {
        s->damping = s->damping < 1 / BR_EPS / BR_EPS ? s->damping * s->growth : s->damping;
        s->growth = s->growth < 1024 ? s->growth * 2 : s->growth;
    }
}

// Whether the point tried has derivatives, too
static bool has_jacobian(search *s)
{
    s->turned = false;
    return evaluate_residual(s, s->next, s->rnext, s->J) == BR_OK;
}

// One Levenberg-Marquardt step tried. Answers whether the search is over, and how.
static bool try_step(search *s, const br_least_options *o, bool bending, br_status *status, br_least_end *end)
{
    br_real tol = o->tol, limit = tol * tol > BR_EPS ? tol * tol : BR_EPS;
    *status = BR_OK;
    if (solve_step(s) != BR_OK) { // overflow
        adapt_damping(s, false, 0);
        return false;
    }
    bool small = scaled_norm(s, s->step) <= tol * scaled_norm(s, s->x);
    br_real model = predicted_reduction(s);
    small = o->enough > 0 ? model <= o->enough : small && (o->worth <= 0 || model <= BR_C(0.01) * o->worth);
    if (bending)
        add_geodesic_acceleration(s);
    br_real gain = actual_reduction(s);
    bool little = br_r_abs(gain) <= limit && model <= limit;
    bool accepted = gain > BR_C(1e-4) * model && gain > 0 && has_jacobian(s);
    adapt_damping(s, accepted, gain / model);
    if (accepted) {
        swap_pointers(&s->x, &s->next);
        swap_pointers(&s->r, &s->rnext);
        *status = linearise(s);
    }
    *end = small ? BR_LEAST_SHORT : BR_LEAST_GAIN;
    return small || little || *status != BR_OK;
}

// Rank and condition of the free columns, from R
static br_status rank_and_condition(search *s, br_least_report *report)
{
    int free = br_where(s->n, s->held, 0, s->column);
    br_upper_columns(s->rows, s->n, s->R, free, s->column, s->S);
    report->free = free;
    br_status status = br_qr_factor(s->rows, free, s->S, s->tau, s->order, 0, &report->rank, s->work);
    report->rcond = report->rank < free ? 0 : br_upper_condition(free, free, s->S, 0, s->work);
    return status;
}

static br_status check_problem(const br_least_problem *p, const br_least_options *o, const br_real *x)
{
    if (!p || !o || !x || !p->residual || !(o->tol > 0) || !(o->tol < 1) || o->steps < 0)
        return BR_BAD_USAGE;
    if (br_least_bytes(p->m, p->n) == 0)
        return BR_BAD_USAGE;
    for (int j = 0; j < p->n; j++) {
        br_real from = p->lo ? p->lo[j] : -BR_MOST, to = p->hi ? p->hi[j] : BR_MOST;
        if (from != from || to != to || x[j] - x[j] != 0)
            return BR_NOT_FINITE;
        if (from > to || from > BR_MOST || to < -BR_MOST)
            return BR_BAD_USAGE;
    }
    return BR_OK;
}

br_status br_least(const br_least_problem *p, const br_least_options *o, br_real *x, br_least_report *report,
                   void *memory, size_t bytes)
{
    br_status status = check_problem(p, o, x);
    if (status != BR_OK)
        return status;
    if (!report || !memory || bytes < br_least_bytes(p->m, p->n))
        return BR_BAD_USAGE;
    search s = {.p = p, .damping = BR_C(0.1), .growth = 2};
    br_arena a = {memory, 0};
    carve_memory(&a, &s, p->m, p->n);
    for (int j = 0; j < p->n; j++)
        s.x[j] = clip_to_bounds(&s, j, x[j]);
    br_vec_zero(p->n, s.D);
    status = evaluate_residual(&s, s.x, s.r, s.J);
    if (status == BR_OK)
        status = linearise(&s);
    br_least_report done = {.end = BR_LEAST_STEPS, .R = s.R, .g = s.g, .held = s.held};
    for (bool over = false; status == BR_OK && !over;) {
        done.cosine = largest_cosine(&s);
        if (o->worth > 0 ? projected_share(&s) <= o->worth : done.cosine <= o->tol) {
            done.end = BR_LEAST_FLAT;
            break;
        }
        if (done.steps == o->steps)
            break;
        done.steps++;
        br_least_end end;
        bool bending = !o->straight && done.steps > (o->worth > 0 ? SOON : LONG);
        over = try_step(&s, o, bending, &status, &end);
        done.end = over ? end : done.end;
    }
    if (status == BR_OK)
        status = rank_and_condition(&s, &done);
    if (status != BR_OK)
        return status;
    done.cosine = largest_cosine(&s);
    done.norm = s.norm;
    br_vec_scale(p->n, s.unit, s.g);
    br_vec_copy(p->n, s.x, x);
    *report = done;
    return BR_OK;
}
