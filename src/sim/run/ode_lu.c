// ode_lu.c - LU factorisation of small dense systems: one real, two complex.   [host]
//
// Most systems have few states: for two to four of them the compiler sees how many, and unrolls the loops.
#include "num/base/fp.h"

#include "num/base/real.h"
#include "num/algebra/vector.h"
#include "sim/run/ode_lu.h"

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

// `count` numbers at a and b, which may be the same place.
static void swap(int count, double *a, double *b)
{
    for (int i = 0; i < count; i++) {
        double keep = a[i];
        a[i] = b[i];
        b[i] = keep;
    }
}

// ---------------------------------------------------------------- real

INLINE bool factorise(int n, double *A, int *pivot)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            best = br_abs(A[r * n + c]) > br_abs(A[best * n + c]) ? r : best;
        pivot[c] = best;
        if (!(br_abs(A[best * n + c]) > 0))
            return false;
        if (best != c)
            swap(n, br_row(A, n, c), br_row(A, n, best));
        A[c * n + c] = 1 / A[c * n + c];
        for (int r = c + 1; r < n; r++) {
            double f = A[r * n + c] *= A[c * n + c];
            for (int j = c + 1; j < n; j++)
                A[r * n + j] -= f * A[c * n + j];
        }
    }
    return br_mat_finite(n, n, A);
}

INLINE void solve(int n, const double *A, const int *pivot, double *b, int step)
{
    for (int r = 0; r < n; r++)
        if (pivot[r] != r)
            swap(1, br_row(b, step, r), br_row(b, step, pivot[r]));
    for (int r = 1; r < n; r++)
        for (int c = 0; c < r; c++)
            *br_row(b, step, r) -= A[r * n + c] * *br_row_of(b, step, c);
    for (int r = n - 1; r >= 0; r--) {
        for (int c = n - 1; c > r; c--)
            *br_row(b, step, r) -= A[r * n + c] * *br_row_of(b, step, c);
        *br_row(b, step, r) *= A[r * n + r];
    }
}

// ---------------------------------------------------------------- two complex ones

typedef struct four {
    double re[2], im[2];
} four;

INLINE four at(const double *v)
{
    return (four){{v[0], v[1]}, {v[2], v[3]}};
}

INLINE four times(four a, four b)
{
    four x;
    for (int k = 0; k < 2; k++) {
        x.re[k] = a.re[k] * b.re[k] - a.im[k] * b.im[k];
        x.im[k] = a.re[k] * b.im[k] + a.im[k] * b.re[k];
    }
    return x;
}

INLINE void put_four(four x, double *v)
{
    for (int k = 0; k < 2; k++) {
        v[k] = x.re[k];
        v[2 + k] = x.im[k];
    }
}

// v -= a*b
INLINE void subtract_product(four a, const double *b, double *v)
{
    four x = times(a, at(b));
    for (int k = 0; k < 2; k++) {
        v[k] -= x.re[k];
        v[2 + k] -= x.im[k];
    }
}

// The smaller of the two: a row is good when it is good for both.
INLINE double size(const double *v)
{
    double a = br_abs(v[0]) + br_abs(v[2]), b = br_abs(v[1]) + br_abs(v[3]);
    return a < b ? a : b;
}

INLINE four inverse(four a)
{
    for (int k = 0; k < 2; k++)
        br_lu_invert(a.re[k], a.im[k], &a.re[k], &a.im[k]);
    return a;
}

INLINE bool factorise_pair(int n, double *A, int *pivot)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            best = size(br_row(A, 4, r * n + c)) > size(br_row(A, 4, best * n + c)) ? r : best;
        pivot[c] = best;
        if (!(size(br_row(A, 4, best * n + c)) > 0))
            return false;
        if (best != c)
            swap(4 * n, br_row(A, 4 * n, c), br_row(A, 4 * n, best));
        four one = inverse(at(br_row(A, 4, c * n + c)));
        put_four(one, br_row(A, 4, c * n + c));
        for (int r = c + 1; r < n; r++) {
            double *first = br_row(A, 4, r * n + c);
            four f = times(at(first), one);
            put_four(f, first);
            for (int j = c + 1; j < n; j++)
                subtract_product(f, br_row(A, 4, c * n + j), br_row(A, 4, r * n + j));
        }
    }
    return br_mat_finite(n, 4 * n, A);
}

INLINE void solve_pair(int n, const double *A, const int *pivot, double *b, int step)
{
    for (int r = 0; r < n; r++)
        if (pivot[r] != r)
            swap(4, br_row(b, step, r), br_row(b, step, pivot[r]));
    for (int r = 1; r < n; r++)
        for (int c = 0; c < r; c++)
            subtract_product(at(br_row_of(A, 4, r * n + c)), br_row_of(b, step, c), br_row(b, step, r));
    for (int r = n - 1; r >= 0; r--) {
        for (int c = n - 1; c > r; c--)
            subtract_product(at(br_row_of(A, 4, r * n + c)), br_row_of(b, step, c), br_row(b, step, r));
        put_four(times(at(br_row_of(A, 4, r * n + r)), at(br_row_of(b, step, r))), br_row(b, step, r));
    }
}

// ---------------------------------------------------------------- sizes that the compiler sees

bool br_lu_factorise(int n, double *A, int *pivot)
{
    return n == 2   ? factorise(2, A, pivot)
           : n == 3 ? factorise(3, A, pivot)
           : n == 4 ? factorise(4, A, pivot)
                    : factorise(n, A, pivot);
}

bool br_lu_factorise_pair(int n, double *A, int *pivot)
{
    return n == 2   ? factorise_pair(2, A, pivot)
           : n == 3 ? factorise_pair(3, A, pivot)
           : n == 4 ? factorise_pair(4, A, pivot)
                    : factorise_pair(n, A, pivot);
}

void br_lu_solve(int n, const double *A, const int *pivot, double *b, int step)
{
    if (n == 2)
        solve(2, A, pivot, b, step);
    else if (n == 3)
        solve(3, A, pivot, b, step);
    else if (n == 4)
        solve(4, A, pivot, b, step);
    else
        solve(n, A, pivot, b, step);
}

void br_lu_solve_pair(int n, const double *A, const int *pivot, double *b, int step)
{
    if (n == 2)
        solve_pair(2, A, pivot, b, step);
    else if (n == 3)
        solve_pair(3, A, pivot, b, step);
    else if (n == 4)
        solve_pair(4, A, pivot, b, step);
    else
        solve_pair(n, A, pivot, b, step);
}
