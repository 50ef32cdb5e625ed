// nnls.c - non-negative least squares: the active set method of Lawson and Hanson. [target]
//
// C. L. Lawson and R. J. Hanson, Solving Least Squares Problems (1974), chapter 23.
#include "num/base/fp.h"

#include "num/base/arena.h"
#include "num/optimise/nnls.h"
#include "num/algebra/qr.h"
#include "num/base/real.h"
#include "num/algebra/triangular.h"
#include "num/algebra/vector.h"
#include "num/base/require.h"
#include <math.h>

typedef struct search {
    int m, n, rows;         // rows of R: min(m, n)
    br_real *R, *c;         // A = Q R, c = Q'b: all that is used after the start
    br_real *x, *s, *w;     // the point, the one wanted, R'(c - R x)
    br_real *length, *left; // norms of columns; c - R x
    br_real *S, *tau, *work;
    br_real *kept; // x and state as they were
    int *was;
    int *column, *order, *state; // those in use; pivots; what each column is: USED, OUT or BARRED
    int used;
    br_real size; // of b
} search;

enum { OUT, USED, BARRED }; // barred: gave no descent from here

static void carve_memory(br_arena *a, search *s, int m, int n)
{
    s->m = m;
    s->n = n;
    s->rows = m < n ? m : n;
    s->R = br_arena_reals(a, m * n);
    s->S = br_arena_reals(a, s->rows * n);
    s->c = br_arena_reals(a, m);
    s->left = br_arena_reals(a, m);
    s->x = br_arena_reals(a, n);
    s->s = br_arena_reals(a, n);
    s->w = br_arena_reals(a, n);
    s->kept = br_arena_reals(a, n);
    s->length = br_arena_reals(a, n);
    s->tau = br_arena_reals(a, n);
    s->work = br_arena_reals(a, 4 * n + 2 * m + 1);
    s->column = br_arena_ints(a, n);
    s->order = br_arena_ints(a, n);
    s->state = br_arena_ints(a, n);
    s->was = br_arena_ints(a, n);
}

size_t br_nnls_bytes(int m, int n)
{
    search s;
    br_arena a = {0, 0};
    if (m < 1 || n < 1 || !br_size_ok(m, n))
        return 0;
    carve_memory(&a, &s, m, n);
    return a.used;
}

// The residual left = c - R x and the gradient w = R'left; answers |left|
static br_real update_gradient(search *s)
{
    br_vec_zero(s->n, s->w);
    for (int i = 0; i < s->rows; i++) {
        s->left[i] = s->c[i] - br_vec_dot(s->n - i, br_row_of(s->R, s->n, i) + i, s->x + i);
        br_vec_add(s->n - i, s->left[i], br_row_of(s->R, s->n, i) + i, s->w + i);
    }
    return br_vec_norm(s->rows, s->left);
}

// The column outside the passive set with the largest gradient, -1 if there is none
static int entering_column(const search *s)
{
    int best = -1;
    br_real most = 10 * (br_real)(s->m > s->n ? s->m : s->n) * BR_EPS;
    for (int j = 0; j < s->n; j++) {
        br_real lean = s->state[j] == OUT && s->length[j] > 0 ? s->w[j] / s->length[j] / s->size : 0;
        if (lean > most) {
            most = lean;
            best = j;
        }
    }
    return best;
}

// s = least squares over the passive set. Answers whether its columns have full rank.
static bool solve_passive_set(search *s, br_status *status)
{
    int rank = 0;
    s->used = br_where(s->n, s->state, USED, s->column);
    br_upper_columns(s->rows, s->n, s->R, s->used, s->column, s->S);
    *status = br_qr_factor(s->rows, s->used, s->S, s->tau, s->order, 0, &rank, s->work);
    if (*status != BR_OK || rank < s->used)
        return false;
    *status = br_qr_solve(s->rows, s->used, s->S, s->tau, s->order, rank, s->c, s->s, NULL, s->work);
    return *status == BR_OK;
}

// Moves x towards s until a component reaches 0, which then leaves the passive set. Answers whether s was reached.
static bool step_to_bound(search *s)
{
    br_real part = 1;
    int stop = -1;
    for (int k = 0; k < s->used; k++) {
        br_real x = s->x[s->column[k]];
        if (s->s[k] <= 0 && x / (x - s->s[k]) < part) {
            part = x / (x - s->s[k]);
            stop = s->column[k];
        }
    }
    for (int k = 0; k < s->used; k++) {
        int j = s->column[k];
        br_real to = s->x[j] + part * (s->s[k] - s->x[j]);
        s->x[j] = stop < 0 ? s->s[k] : j == stop || to < 0 ? 0 : to;
        if (s->x[j] == 0)
            s->state[j] = OUT;
    }
    return stop < 0;
}

// Adds column j to the passive set and moves to the minimum over it. Answers whether the columns have full rank.
static bool admit_column(search *s, int j, br_status *status)
{
    s->state[j] = USED;
    bool fits = solve_passive_set(s, status);
    for (int k = 0; fits && k <= s->n && !step_to_bound(s); k++)
        fits = solve_passive_set(s, status);
    return fits;
}

static br_status reduce_by_qr(search *s, const br_real *A, const br_real *b)
{
    int rank = 0;
    br_vec_copy(s->m * s->n, A, s->R);
    br_vec_copy(s->m, b, s->c);
    for (int j = 0; j < s->n; j++) {
        for (int i = 0; i < s->m; i++)
            s->left[i] = br_row_of(A, s->n, i)[j];
        s->length[j] = br_vec_norm(s->m, s->left);
        s->x[j] = 0;
        s->state[j] = OUT;
    }
    s->size = br_vec_norm(s->m, b);
    br_status status = br_qr_factor(s->m, s->n, s->R, s->tau, NULL, 0, &rank, s->work);
    return status == BR_OK ? br_qr_apply(s->m, s->n, s->R, s->tau, 0, 1, s->c, s->work) : status;
}

// Columns enter one by one; one that brings no descent leaves again and is barred until another has.
static br_status active_set_search(search *s)
{
    br_real norm = update_gradient(s);
    for (int step = 0; step < 10 * s->n; step++) {
        br_status status = BR_OK;
        int j = entering_column(s);
        if (j < 0)
            return BR_OK;
        br_vec_copy(s->n, s->x, s->kept);
        for (int k = 0; k < s->n; k++)
            s->was[k] = s->state[k];
        bool fits = admit_column(s, j, &status);
        if (status != BR_OK)
            return status;
        br_real now = fits ? update_gradient(s) : norm;
        bool better = now < norm;
        for (int k = 0; k < s->n; k++) {
            s->x[k] = better ? s->x[k] : s->kept[k];
            s->state[k] = !better ? s->was[k] : s->state[k] == BARRED ? OUT : s->state[k];
        }
        if (!better)
            s->state[j] = BARRED;
        norm = update_gradient(s);
    }
    return BR_NEGATIVE;
}

br_status br_nnls(int m, int n, const br_real *A, const br_real *b, br_real *x, br_real *w, br_real *norm, void *memory,
                  size_t bytes)
{
    if (br_nnls_bytes(m, n) == 0 || !A || !b || !x || !memory || bytes < br_nnls_bytes(m, n))
        return BR_BAD_USAGE;
    if (!br_mat_finite(m, n, A) || !br_vec_finite(m, b))
        return BR_NOT_FINITE;
    search s;
    br_arena a = {memory, 0};
    carve_memory(&a, &s, m, n);
    br_status status = reduce_by_qr(&s, A, b);
    if (status == BR_OK)
        status = active_set_search(&s);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < m; i++)
        s.left[i] = b[i] - br_vec_dot(n, br_row_of(A, n, i), s.x);
    br_vec_zero(n, s.w);
    br_vec_add_rows(n, m, BR_C(1.0), s.left, 1, A, n, s.w);
    if (!br_vec_finite(n, s.x) || !br_vec_finite(n, s.w) || !br_vec_finite(m, s.left))
        return BR_NOT_FINITE;
    br_vec_copy(n, s.x, x);
    if (w)
        br_vec_copy(n, s.w, w);
    if (norm)
        *norm = br_vec_norm(m, s.left);
    return BR_OK;
}

br_real br_nnls_check(int m, int n, const br_real *A, const br_real *b, const br_real *x, br_real *work)
{
    BR_REQUIRE(m >= 0 && n >= 0 && (n == 0 || (A && x)) && (m == 0 || (b && work)));
    br_real size = br_vec_norm(m, b), worst = 0;
    for (int j = 0; j < n; j++)
        if (!(x[j] >= 0 && x[j] <= BR_MOST))
            return (br_real)INFINITY;
    for (int j = 0; j < n; j++) {
        br_real lean = 0;
        for (int i = 0; i < m; i++)
            work[i] = br_row_of(A, n, i)[j];
        br_real length = br_vec_norm(m, work);
        for (int i = 0; i < m && length > 0 && size > 0; i++)
            lean += work[i] / length * ((b[i] - br_vec_dot(n, br_row_of(A, n, i), x)) / size);
        lean = lean > 0 || x[j] == 0 ? lean : -lean;
        worst = lean > worst || lean != lean ? lean : worst;
    }
    return worst;
}
