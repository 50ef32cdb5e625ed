// cholesky.c - Cholesky factorisation R'R: factor, solve, rank-1 update and downdate. [target]
#include "num/base/fp.h"

#include "num/algebra/cholesky.h"
#include "num/base/real.h"
#include "num/algebra/triangular.h"
#include "num/algebra/vector.h"

static bool upper_finite(int n, const br_real *A)
{
    bool finite = true;
    for (int i = 0; i < n; i++)
        finite = finite && br_vec_finite(n - i, br_row_of(A, n, i) + i);
    return finite;
}

static bool sizes_ok(int n, const br_real *A, const br_real *x, const br_real *work)
{
    return br_size_ok(n, n) && (n == 0 || (A && x && work));
}

// r_i -= sum_k R_ki r_k, in place. Short rows go number by number, being too short for vectors; the order of the sums is
// the same.
static void subtract_above(int n, int i, br_real *R)
{
    br_real *r = br_row(R, n, i);
    if (n - i > 4) {
        br_vec_add_rows(n - i, i, BR_C(-1.0), R + i, n, R + i, n, r + i);
        return;
    }
    for (int j = i; j < n; j++) {
        br_real s = r[j];
        for (int k = 0; k < i; k++)
            s -= R[k * n + i] * R[k * n + j];
        r[j] = s;
    }
}

// A becomes R on and above its diagonal. Answers n, or the row whose pivot is not positive; an entry that is not finite ends
// there, too.
static int factor_in_place(int n, br_real *A)
{
    for (int i = 0; i < n; i++) {
        br_real *r = br_row(A, n, i), whole = r[i];
        subtract_above(n, i, A);
        if (!(r[i] > (br_real)n * BR_EPS * whole) || !(whole > 0))
            return i;
        br_real d = br_r_sqrt(r[i]), inverse = 1 / d;
        for (int j = i; j < n; j++)
            r[j] *= inverse;
        r[i] = d;
    }
    return n;
}

br_status br_cholesky_factor(int n, const br_real *A, br_real *R, int *bad, br_real *work)
{
    if (!sizes_ok(n, A, R, work))
        return BR_BAD_USAGE;
    br_vec_copy(n * n, A, work);
    int done = factor_in_place(n, work);
    if (done < n && !upper_finite(n, A))
        return BR_NOT_FINITE;
    if (done < n) {
        if (bad)
            *bad = done;
        return BR_NEGATIVE;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            R[i * n + j] = j < i ? 0 : work[i * n + j];
    return BR_OK;
}

br_status br_cholesky_solve(int n, const br_real *R, int k, br_real *B, br_real *work)
{
    if (!sizes_ok(n, R, B, work) || !br_size_ok(n, k))
        return BR_BAD_USAGE;
    br_real *X = work, *more = work + (ptrdiff_t)n * k;
    br_vec_copy(n * k, B, X);
    br_status status = br_upper_solve_transposed(n, n, R, k, X, more);
    if (status == BR_OK)
        status = br_upper_solve(n, n, R, k, X, more);
    if (status == BR_OK)
        br_vec_copy(n * k, X, B);
    return status;
}

// The Givens rotation of (a, b) into (norm, 0)
static void givens_rotation(br_real a, br_real b, br_real *c, br_real *s)
{
    br_real p = br_power2(br_r_abs(a) > br_r_abs(b) ? br_r_abs(a) : br_r_abs(b));
    br_real x = a / p, y = b / p, norm = br_r_sqrt(x * x + y * y);
    *c = norm > 0 ? x / norm : BR_C(1.0);
    *s = norm > 0 ? y / norm : BR_C(0.0);
}

br_status br_cholesky_update(int n, br_real *R, const br_real *x, br_real *work)
{
    br_real most = 0, c, s;
    if (!sizes_ok(n, R, x, work))
        return BR_BAD_USAGE;
    if (!upper_finite(n, R) || !br_vec_finite(n, x))
        return BR_NOT_FINITE;
    for (int i = 0; i < n; i++) {
        br_real m = br_vec_most(n - i, br_row_of(R, n, i) + i);
        most = m > most ? m : most;
    }
    br_real m = br_vec_most(n, x);
    most = m > most ? m : most;
    if (!(most < BR_MOST / (br_real)(n + 1))) // no entry of the new R is above sqrt(n + 1)*most
        return BR_NOT_FINITE;
    br_vec_copy(n, x, work);
    for (int i = 0; i < n; i++) {
        br_real *r = br_row(R, n, i) + i;
        givens_rotation(r[0], work[i], &c, &s);
        br_vec_rotate(n - i, c, s, r, work + i);
        if (r[0] < 0)
            br_vec_scale(n - i, BR_C(-1.0), r);
    }
    return BR_OK;
}

// With R'p = x the new matrix is R'(I - p p')R. The rotations that carry (p, sqrt(1 - p'p)) into the last axis, applied to
// R over a row of zeros, leave the new factor over x' (LINPACK dchdd).
br_status br_cholesky_downdate(int n, br_real *R, const br_real *x, br_real *work)
{
    br_real *p = work, *w = p + n, *c = w + n;
    if (!sizes_ok(n, R, x, work))
        return BR_BAD_USAGE;
    if (!upper_finite(n, R) || !br_vec_finite(n, x))
        return BR_NOT_FINITE;
    br_vec_copy(n, x, p);
    if (br_upper_solve_transposed(n, n, R, 1, p, w) != BR_OK)
        return BR_NEGATIVE;
    br_real length = br_vec_norm(n, p), left = (1 - length) * (1 + length);
    if (!(left > (br_real)(n + 1) * BR_EPS))
        return BR_NEGATIVE;
    br_real rest = br_r_sqrt(left);
    for (int i = n - 1; i >= 0; i--) { // p becomes the sines
        br_real s, norm = br_r_sqrt(rest * rest + p[i] * p[i]);
        givens_rotation(rest, p[i], &c[i], &s);
        p[i] = s;
        rest = norm;
    }
    br_vec_zero(n, w);
    for (int i = n - 1; i >= 0; i--)
        br_vec_rotate(n - i, c[i], p[i], w + i, br_row(R, n, i) + i);
    for (int i = 0; i < n; i++)
        if (br_row(R, n, i)[i] < 0)
            br_vec_scale(n - i, BR_C(-1.0), br_row(R, n, i) + i);
    return BR_OK;
}
