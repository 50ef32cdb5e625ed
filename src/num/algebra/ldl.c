// ldl.c - LDL' factorisation of symmetric indefinite matrices (Bunch and Parlett). [target]
//
// J. R. Bunch and B. N. Parlett, Direct methods for solving symmetric indefinite systems of linear equations, SIAM J. Numer.
// Anal. 8 (1971). Works on the lower triangle; rows are updated along their length, the pivot columns stand in work.
#include "num/base/fp.h"

#include "num/base/arena.h"
#include "num/algebra/norm_estimate.h"
#include "num/algebra/ldl.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

static void carve_memory(br_arena *a, br_ldl *f, int n)
{
    f->L = br_arena_reals(a, n * n);
    f->by = br_arena_reals(a, n);
    f->work = br_arena_reals(a, 4 * n);
    f->pivot = br_arena_ints(a, n);
}

size_t br_ldl_bytes(int n)
{
    br_ldl f;
    br_arena a = {0, 0};
    if (!br_size_ok(n, n))
        return 0;
    carve_memory(&a, &f, n);
    return a.used;
}

static br_real upper_entry(const br_real *A, int n, int i, int j) // of an upper triangle
{
    return i < j ? br_row_of(A, n, i)[j] : br_row_of(A, n, j)[i];
}

// Entry i, j of the scaled matrix: the larger factor first, so that nothing is lost on the way
static br_real scaled_entry(int n, const br_real *A, const br_real *by, int i, int j)
{
    return by[i] > by[j] ? upper_entry(A, n, i, j) * by[i] * by[j] : upper_entry(A, n, i, j) * by[j] * by[i];
}

// Equilibration: by such that the largest entry of every row, scaled on both sides, is about 1: from the root of the largest in each row,
// ten rounds of dividing by the root of what is left (Ruiz 2001)
static void equilibrate(int n, const br_real *A, br_real *by)
{
    for (int i = 0; i < n; i++) {
        br_real most = 0;
        for (int j = 0; j < n; j++)
            most = br_r_abs(upper_entry(A, n, i, j)) > most ? br_r_abs(upper_entry(A, n, i, j)) : most;
        by[i] = 1 / br_power2(br_r_sqrt(most));
    }
    for (int i = 0; i < 10 * n; i++) {
        int row = i % n;
        br_real left = 0;
        for (int j = 0; j < n; j++) {
            br_real x = br_r_abs(scaled_entry(n, A, by, row, j));
            left = x > left ? x : left;
        }
        if (left > 0)
            by[row] /= br_power2(br_r_sqrt(left));
    }
}

// The scaled matrix as a lower triangle; answers its 1-norm.
static br_real scaled_lower_triangle(int n, const br_real *A, const br_real *by, br_real *L)
{
    br_real norm = 0;
    for (int i = 0; i < n; i++) {
        br_real sum = 0;
        for (int j = 0; j < n; j++) {
            br_real x = scaled_entry(n, A, by, i, j);
            sum += br_r_abs(x);
            br_row(L, n, i)[j] = j <= i ? x : 0;
        }
        norm = sum > norm || sum != sum ? sum : norm;
    }
    return norm;
}

static void swap_numbers(br_real *a, br_real *b)
{
    br_real t = *a;
    *a = *b;
    *b = t;
}

// Rows and columns p < q of the lower triangle change places, rows of L with them.
static void swap_rows_and_columns(br_ldl *f, int p, int q)
{
    int n = f->n, t = f->pivot[p];
    br_real *x = br_row(f->L, n, p), *y = br_row(f->L, n, q);
    if (p == q)
        return;
    f->pivot[p] = f->pivot[q];
    f->pivot[q] = t;
    for (int j = 0; j < p; j++)
        swap_numbers(&x[j], &y[j]);
    swap_numbers(&x[p], &y[q]);
    for (int i = p + 1; i < q; i++)
        swap_numbers(&br_row(f->L, n, i)[p], &y[i]);
    for (int i = q + 1; i < n; i++)
        swap_numbers(&br_row(f->L, n, i)[p], &br_row(f->L, n, i)[q]);
}

// The largest entries of what is left from row k on: on the diagonal, and below it
typedef struct largest {
    br_real on, off;
    int at, row, column;
} largest;

static largest largest_entries(const br_ldl *f, int k)
{
    largest m = {.at = k, .row = k, .column = k};
    for (int i = k; i < f->n; i++) {
        const br_real *a = br_row_of(f->L, f->n, i);
        for (int j = k; j < i; j++)
            if (br_r_abs(a[j]) > m.off) {
                m.off = br_r_abs(a[j]);
                m.row = i;
                m.column = j;
            }
        if (br_r_abs(a[i]) > m.on) {
            m.on = br_r_abs(a[i]);
            m.at = i;
        }
    }
    return m;
}

// Brings the pivot, one row or two, to k; answers how many rows, 0 if nothing but rounding errors is left.
static int bring_pivot(br_ldl *f, int k)
{
    const br_real alpha = BR_C(0.6403882032022076);   // (1 + sqrt(17))/8: least growth
    const br_real noise = 8 * (br_real)f->n * BR_EPS; // entries are below 4
    largest m = largest_entries(f, k);
    if (m.on <= noise && m.off <= noise)
        return 0;
    if (m.on >= alpha * m.off) {
        swap_rows_and_columns(f, k, m.at);
        return 1;
    }
    swap_rows_and_columns(f, k, m.column); // column < row, so the row has not moved
    swap_rows_and_columns(f, k + 1, m.row);
    return 2;
}

static void eliminate_1x1(br_ldl *f, int k)
{
    int n = f->n;
    br_real d = br_row_of(f->L, n, k)[k], *c = f->work;
    f->plus += d > 0;
    f->minus += d < 0;
    for (int i = k + 1; i < n; i++)
        c[i] = br_row_of(f->L, n, i)[k];
    for (int i = k + 1; i < n; i++) {
        br_real l = c[i] / d;
        br_vec_add(i - k, -l, c + k + 1, br_row(f->L, n, i) + k + 1);
        br_row(f->L, n, i)[k] = l;
    }
}

// A pair has a larger entry beside its diagonal than on it: one positive and one negative eigenvalue.
static void eliminate_2x2(br_ldl *f, int k)
{
    int n = f->n;
    br_real *c = f->work, *e = c + n, off = br_row_of(f->L, n, k + 1)[k];
    br_real p = br_row_of(f->L, n, k)[k] / off, q = br_row_of(f->L, n, k + 1)[k + 1] / off, t = 1 / (p * q - 1) / off;
    f->plus++;
    f->minus++;
    f->pivot[k] = -1 - f->pivot[k];
    for (int i = k + 2; i < n; i++) {
        c[i] = br_row_of(f->L, n, i)[k];
        e[i] = br_row_of(f->L, n, i)[k + 1];
    }
    for (int i = k + 2; i < n; i++) {
        br_real *l = br_row(f->L, n, i), x = t * (q * c[i] - e[i]), y = t * (p * e[i] - c[i]);
        br_vec_add(i - k - 1, -x, c + k + 2, l + k + 2);
        br_vec_add(i - k - 1, -y, e + k + 2, l + k + 2);
        l[k] = x;
        l[k + 1] = y;
    }
}

// Whether row i is the second of a pair: then what stands left of its diagonal is D's.
static int is_second_of_pair(const br_ldl *f, int i)
{
    return i > 0 && f->pivot[i - 1] < 0;
}

static int row_of(const br_ldl *f, int i)
{
    return f->pivot[i] < 0 ? -1 - f->pivot[i] : f->pivot[i];
}

// y becomes the solution of L D L' x = y, both in the order of the pivots.
static void solve_ordered(const void *self, int transposed, br_real *y)
{
    const br_ldl *f = self;
    int n = f->n;
    (void)transposed; // symmetric
    for (int i = 0; i < n; i++)
        y[i] -= br_vec_dot(i - is_second_of_pair(f, i), br_row_of(f->L, n, i), y);
    for (int i = 0; i < n; i++) {
        const br_real *l = br_row_of(f->L, n, i);
        if (f->pivot[i] >= 0) {
            y[i] /= l[i];
            continue;
        }
        br_real off = br_row_of(f->L, n, i + 1)[i], p = l[i] / off, q = br_row_of(f->L, n, i + 1)[i + 1] / off;
        br_real a = y[i] / off, b = y[i + 1] / off, det = p * q - 1;
        y[i] = (q * a - b) / det;
        y[i + 1] = (p * b - a) / det;
        i++;
    }
    for (int i = n - 1; i >= 0; i--)
        br_vec_add(i - is_second_of_pair(f, i), -y[i], br_row_of(f->L, n, i), y);
}

br_status br_ldl_factor(br_ldl *f, int n, const br_real *A, void *memory, size_t bytes)
{
    if (!br_size_ok(n, n) || !f || (n > 0 && (!A || !memory)) || bytes < br_ldl_bytes(n))
        return BR_BAD_USAGE;
    for (int i = 0; i < n; i++)
        if (!br_vec_finite(n - i, br_row_of(A, n, i) + i))
            return BR_NOT_FINITE;
    br_ldl g = {.n = n, .rcond = 1};
    br_arena a = {memory, 0};
    carve_memory(&a, &g, n);
    equilibrate(n, A, g.by);
    br_real norm = scaled_lower_triangle(n, A, g.by, g.L);
    if (!(norm <= BR_MOST))
        return BR_NOT_FINITE;
    for (int i = 0; i < n; i++)
        g.pivot[i] = i;
    for (int k = 0, rows = 1; k < n && rows > 0; k += rows) {
        rows = bring_pivot(&g, k);
        if (rows == 1)
            eliminate_1x1(&g, k);
        else if (rows == 2)
            eliminate_2x2(&g, k);
    }
    g.zero = n - g.plus - g.minus;
    if (n > 0)
        g.rcond = g.zero ? 0 : 1 / norm / br_norm1_estimate(n, solve_ordered, &g, g.work);
    *f = g;
    return BR_OK;
}

br_status br_ldl_solve(const br_ldl *f, br_real *b)
{
    if (!f || (f->n > 0 && !b))
        return BR_BAD_USAGE;
    if (!br_vec_finite(f->n, b))
        return BR_NOT_FINITE;
    if (f->zero)
        return BR_NEGATIVE;
    br_real *y = f->work, *x = y + f->n;
    for (int i = 0; i < f->n; i++) {
        int r = row_of(f, i);
        y[i] = b[r] * f->by[r];
    }
    solve_ordered(f, 0, y);
    for (int i = 0; i < f->n; i++) {
        int r = row_of(f, i);
        x[r] = y[i] * f->by[r];
    }
    if (!br_vec_finite(f->n, x))
        return BR_NOT_FINITE;
    br_vec_copy(f->n, x, b);
    return BR_OK;
}
