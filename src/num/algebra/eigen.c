// eigen.c - eigenvalues of symmetric matrices by the cyclic Jacobi method.     [target]
//
// Rotations act on whole rows; the columns follow by symmetry.
#include "num/base/fp.h"

#include "num/algebra/eigen.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

enum { SWEEPS = 60 };

// The tangent of the smaller angle that makes A_pq zero; |theta| may be infinite.
static br_real jacobi_tangent(br_real pp, br_real qq, br_real pq)
{
    br_real theta = (qq - pp) / (2 * pq), size = br_r_abs(theta);
    br_real t = size > 1 / BR_EPS ? BR_C(0.5) / size : 1 / (size + br_r_sqrt(1 + size * size));
    return theta < 0 ? -t : t;
}

// Makes A_pq zero, if it is not negligible beside both diagonal entries. Answers whether it was not.
static bool jacobi_rotation(int n, int p, int q, br_real *A, br_real *V)
{
    br_real *x = br_row(A, n, p), *y = br_row(A, n, q), pp = x[p], qq = y[q], pq = x[q];
    if (br_r_abs(pq) <= BR_EPS / 4 * br_r_sqrt(br_r_abs(pp)) * br_r_sqrt(br_r_abs(qq))) {
        x[q] = y[p] = 0;
        return false;
    }
    br_real t = jacobi_tangent(pp, qq, pq), c = 1 / br_r_sqrt(1 + t * t), s = t * c;
    br_vec_rotate(n, c, -s, x, y);
    for (int k = 0; k < n; k++) {
        br_row(A, n, k)[p] = x[k];
        br_row(A, n, k)[q] = y[k];
    }
    x[p] = pp - t * pq;
    y[q] = qq + t * pq;
    x[q] = y[p] = 0;
    if (V)
        br_vec_rotate(n, c, -s, br_row(V, n, p), br_row(V, n, q));
    return true;
}

static bool jacobi_sweep(int n, br_real *A, br_real *V)
{
    bool more = false;
    for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++)
            more = jacobi_rotation(n, p, q, A, V) || more;
    return more;
}

// Rising order, by selection
static void sort_ascending(int n, br_real *w, br_real *V)
{
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (w[j] < w[least])
                least = j;
        br_real t = w[i];
        w[i] = w[least];
        w[least] = t;
        for (int k = 0; V && least != i && k < n; k++) {
            br_real v = br_row(V, n, i)[k];
            br_row(V, n, i)[k] = br_row(V, n, least)[k];
            br_row(V, n, least)[k] = v;
        }
    }
}

// The upper triangle of A, mirrored; answers the largest entry, the largest number if one is not finite.
static br_real copy_symmetric(int n, const br_real *A, br_real *to)
{
    br_real most = 0;
    for (int i = 0; i < n; i++) {
        const br_real *a = br_row_of(A, n, i);
        if (!br_vec_finite(n - i, a + i))
            return BR_MOST;
        br_real m = br_vec_most(n - i, a + i);
        most = m > most ? m : most;
        for (int j = i; j < n; j++)
            br_row(to, n, i)[j] = br_row(to, n, j)[i] = a[j];
    }
    return most;
}

br_status br_eigen(int n, const br_real *A, br_real *w, br_real *V, br_real *work)
{
    if (!br_size_ok(n, n) || (n > 0 && (!A || !w || !work)))
        return BR_BAD_USAGE;
    br_real *B = work, *U = V ? work + (ptrdiff_t)n * n : NULL;
    if (!(copy_symmetric(n, A, B) <=
          BR_MOST / (br_real)(2 * n + 1))) // no eigenvalue is above n times the largest entry
        return BR_NOT_FINITE;
    for (int i = 0; U && i < n * n; i++)
        U[i] = i % (n + 1) == 0 ? BR_C(1.0) : BR_C(0.0);
    bool more = n > 1;
    for (int k = 0; k < SWEEPS && more; k++)
        more = jacobi_sweep(n, B, U);
    if (more)
        return BR_NEGATIVE;
    for (int i = 0; i < n; i++)
        w[i] = br_row_of(B, n, i)[i];
    sort_ascending(n, w, U);
    if (V)
        br_vec_copy(n * n, U, V);
    return BR_OK;
}
