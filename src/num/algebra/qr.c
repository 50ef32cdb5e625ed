// qr.c - QR factorisation: Householder reflectors with column pivoting.        [target]
#include "num/base/fp.h"

#include "num/algebra/qr.h"
#include "num/base/clones.h"
#include "num/base/real.h"
#include "num/algebra/triangular.h"
#include "num/algebra/vector.h"

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// by: the power of two at the norm of every column. Answers whether all norms are finite. most: work.
BR_CLONES
static bool column_scales(int m, int n, const br_real *A, br_real *most, br_real *by)
{
    br_vec_zero(n, most);
    br_vec_zero(n, by);
    for (int i = 0; i < m; i++) {
        const br_real *a = br_row_of(A, n, i);
        for (int j = 0; j < n; j++) {
            br_real x = br_r_abs(a[j]);
            most[j] = x > most[j] ? x : most[j];
            by[j] += a[j] - a[j]; // NaN if it is not finite
        }
    }
    bool finite = br_vec_finite(n, by) && br_vec_finite(n, most);
    for (int j = 0; j < n; j++)
        most[j] = br_power2(most[j]);
    br_vec_zero(n, by);
    for (int i = 0; i < m; i++) {
        const br_real *a = br_row_of(A, n, i);
        for (int j = 0; j < n; j++)
            by[j] += (a[j] / most[j]) * (a[j] / most[j]);
    }
    for (int j = 0; j < n; j++) {
        br_real norm = most[j] * br_r_sqrt(by[j]);
        finite = finite && norm <= BR_MOST / 4;
        by[j] = br_power2(norm);
    }
    return finite;
}

// Squared norms of the columns from row k on
static void squared_norms(int m, int n, int k, const br_real *A, br_real *norm)
{
    br_vec_zero(n - k, norm + k);
    for (int i = k; i < m; i++) {
        const br_real *a = br_row_of(A, n, i);
        for (int j = k; j < n; j++)
            norm[j] += a[j] * a[j];
    }
}

static void swap_columns(int m, int n, br_real *A, int a, int b)
{
    for (int i = 0; i < m; i++) {
        br_real *row = br_row(A, n, i), t = row[a];
        row[a] = row[b];
        row[b] = t;
    }
}

// The longest of the columns k... comes to k.
static void pivot_column(int m, int n, int k, br_real *A, int *order, br_real *norm, br_real *fresh, br_real *by)
{
    int best = k;
    for (int j = k + 1; j < n; j++)
        if (norm[j] > norm[best])
            best = j;
    if (best == k)
        return;
    swap_columns(m, n, A, k, best);
    br_real t = by[k];
    by[k] = by[best];
    by[best] = t;
    norm[best] = norm[k];
    fresh[best] = fresh[k];
    int o = order[k];
    order[k] = order[best];
    order[best] = o;
}

// Applies the reflector H = I - tau v v' to rows k... and columns from... of A: w = tau v'A, then A -= v w. v[k] is 1.
BR_CLONES
static void apply_reflector(int m, int n, int k, int from, br_real tau, const br_real *v, br_real *A, br_real *w)
{
    br_vec_zero(n - from, w);
    br_vec_add_rows(n - from, m - k, BR_C(1.0), v + k, 1, br_row_of(A, n, k) + from, n, w);
    br_vec_scale(n - from, tau, w);
    for (int i = k; i < m; i++)
        br_vec_add(n - from, -v[i], w, br_row(A, n, i) + from);
}

// Column k below row k becomes a multiple of e_k; v takes the Householder vector, with v[k] = 1. Answers tau.
static br_real householder_vector(int m, int n, int k, br_real *A, br_real *v)
{
    for (int i = k; i < m; i++)
        v[i] = br_row_of(A, n, i)[k];
    br_real alpha = v[k], length = br_vec_norm(m - k, v + k);
    v[k] = 1;
    if (br_vec_most(m - k - 1, v + k + 1) == 0)
        return 0;
    br_real beta = alpha > 0 ? -length : length; // away from alpha: no cancellation
    for (int i = k + 1; i < m; i++) {
        v[i] /= alpha - beta;
        br_row(A, n, i)[k] = v[i];
    }
    br_row(A, n, k)[k] = beta;
    return (beta - alpha) / beta;
}

// Subtracts row k from the squared norms; recomputed when most of a norm is lost by cancellation.
static void downdate_norms(int m, int n, int k, const br_real *A, br_real *norm, br_real *fresh)
{
    const br_real *a = br_row_of(A, n, k);
    bool worn = false;
    for (int j = k + 1; j < n; j++) {
        norm[j] -= a[j] * a[j];
        worn = worn || norm[j] < BR_C(0.01) * fresh[j];
    }
    if (!worn)
        return;
    squared_norms(m, n, k + 1, A, norm);
    br_vec_copy(n - k - 1, norm + k + 1, fresh + k + 1);
}

static int count_rank(int m, int n, const br_real *A, br_real tol)
{
    int rank = 0, most = m > n ? m : n;
    br_real limit = (tol > 0 ? tol : (br_real)most * BR_EPS) * (m > 0 && n > 0 ? br_r_abs(A[0]) : 0);
    for (int k = 0; k < smaller(m, n); k++)
        rank += br_r_abs(br_row_of(A, n, k)[k]) > limit;
    return rank;
}

br_status br_qr_factor(int m, int n, br_real *A, br_real *tau, int *order, br_real tol, int *rank, br_real *work)
{
    if (!br_size_ok(m, n) || !rank || !(tol >= 0) || !(tol < 1) || (m > 0 && n > 0 && (!A || !tau || !work)))
        return BR_BAD_USAGE;
    br_real *by = work, *norm = by + n, *fresh = norm + n, *w = fresh + n, *v = w + n;
    if (!column_scales(m, n, A, norm, by))
        return BR_NOT_FINITE;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            br_row(A, n, i)[j] /= by[j];
    for (int j = 0; order && j < n; j++)
        order[j] = j;
    squared_norms(m, n, 0, A, norm);
    br_vec_copy(n, norm, fresh);
    for (int k = 0; k < smaller(m, n); k++) {
        if (order)
            pivot_column(m, n, k, A, order, norm, fresh, by);
        tau[k] = householder_vector(m, n, k, A, v);
        apply_reflector(m, n, k, k + 1, tau[k], v, A, w);
        if (order)
            downdate_norms(m, n, k, A, norm, fresh);
    }
    *rank = count_rank(m, n, A, tol);
    for (int i = 0; i < smaller(m, n); i++)
        for (int j = i; j < n; j++)
            br_row(A, n, i)[j] *= by[j];
    return BR_OK;
}

br_status br_qr_apply(int m, int n, const br_real *QR, const br_real *tau, int back, int k, br_real *b, br_real *work)
{
    int count = smaller(m, n);
    if (!br_size_ok(m, n) || !br_size_ok(m, k) || (count > 0 && k > 0 && (!QR || !tau || !b || !work)))
        return BR_BAD_USAGE;
    if (!br_mat_finite(m, k, b))
        return BR_NOT_FINITE;
    br_real scale = br_power2(br_vec_most(m * k, b));
    if (scale > BR_MOST / 4 / (br_real)(m + 1)) // a column may be as long as m of its numbers
        return BR_NOT_FINITE;
    for (int i = 0; i < count; i++) {
        int at = back ? count - 1 - i : i;
        const br_real *v = br_row_of(QR, n, at) + at;
        br_vec_copy(k, br_row_of(b, k, at), work);
        br_vec_add_rows(k, m - at - 1, BR_C(1.0), v + n, n, br_row_of(b, k, at + 1), k, work);
        br_vec_scale(k, tau[at], work);
        br_vec_add(k, BR_C(-1.0), work, br_row(b, k, at));
        for (int row = at + 1; row < m; row++)
            br_vec_add(k, -br_row_of(QR, n, row)[at], work, br_row(b, k, row));
    }
    return BR_OK;
}

br_status br_qr_solve(int m, int n, const br_real *QR, const br_real *tau, const int *order, int rank, const br_real *b,
                      br_real *x, br_real *left, br_real *work)
{
    if (!br_size_ok(m, n) || rank < 0 || rank > smaller(m, n) || (m > 0 && (!b || !work)) || (n > 0 && !x))
        return BR_BAD_USAGE;
    br_real *c = work, *more = work + m;
    br_vec_copy(m, b, c);
    br_status status = br_qr_apply(m, n, QR, tau, 0, 1, c, more);
    if (status == BR_OK)
        status = br_upper_solve(rank, n, QR, 1, c, more);
    if (status != BR_OK)
        return status;
    br_vec_zero(n, x);
    for (int k = 0; k < rank; k++)
        x[order ? order[k] : k] = c[k];
    if (left)
        *left = br_vec_norm(m - rank, c + rank);
    return BR_OK;
}
