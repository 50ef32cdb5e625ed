// stationary.c - the discrete algebraic Riccati equation by doubling.           [target]
//
// A = F', G = H'R^-1 H, X = Q; then with W = 1 + G X, again and again,
//
//     A+ = A W^-1 A,   G+ = G + A W^-1 G A',   X+ = X + A' X W^-1 A
//
// and X goes to P, the distance squared in every iteration.
#include "num/base/fp.h"

#include "loop/filter/stationary.h"
#include "num/base/arena.h"
#include "num/algebra/qr.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

enum { MOST_STATES = 256, ITERATIONS = 60 };

typedef struct doubling {
    int n;
    br_real *A, *G, *X, *W, *WA, *WG, *T, *next, *K; // n*n each but K
    br_real *tau, *column, *x, *work;
} doubling;

static void carve_doubling(br_arena *a, doubling *d, int n, int ny)
{
    br_real **square[] = {&d->A, &d->G, &d->X, &d->W, &d->WA, &d->WG, &d->T, &d->next};
    d->n = n;
    for (int i = 0; i < 8; i++)
        *square[i] = br_arena_reals(a, n * n);
    d->K = br_arena_reals(a, (n + 1) * ny);
    d->tau = br_arena_reals(a, n);
    d->column = br_arena_reals(a, n);
    d->x = br_arena_reals(a, n);
    d->work = br_arena_reals(a, 5 * n + 1);
}

size_t br_stationary_bytes(int n, int ny)
{
    doubling d;
    br_arena a = {0, 0};
    if (n < 1 || n > MOST_STATES || ny < 0 || ny > MOST_STATES)
        return 0;
    carve_doubling(&a, &d, n, ny);
    return a.used;
}

// to = A B, or A B' where turned
static void multiply(int n, const br_real *A, const br_real *B, int turned, br_real *to)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            br_real sum = 0;
            for (int k = 0; k < n; k++)
                sum += br_row_of(A, n, i)[k] * (turned ? br_row_of(B, n, j)[k] : br_row_of(B, n, k)[j]);
            br_row(to, n, i)[j] = sum;
        }
}

// S += T, of which what is not symmetric is rounding.
static void add_symmetric(int n, const br_real *T, br_real *S)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            br_real sum = br_row(S, n, i)[j] + (br_row_of(T, n, i)[j] + br_row_of(T, n, j)[i]) / 2;
            br_row(S, n, i)[j] = br_row(S, n, j)[i] = sum;
        }
}

// to = W^-1 B, W as its QR.
static br_status divide(doubling *d, const br_real *B, br_real *to)
{
    int n = d->n;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            d->column[i] = br_row_of(B, n, i)[j];
        br_status status = br_qr_solve(n, n, d->W, d->tau, 0, n, d->column, d->x, 0, d->work);
        if (status != BR_OK)
            return status;
        for (int i = 0; i < n; i++)
            br_row(to, n, i)[j] = d->x[i];
    }
    return BR_OK;
}

// One doubling; *moved: the largest change of X as a share of its diagonal.
static br_status twice(doubling *d, br_real *moved)
{
    int n = d->n, rank;
    multiply(n, d->G, d->X, 0, d->W);
    for (int i = 0; i < n; i++)
        br_row(d->W, n, i)[i] += 1;
    br_status status = br_qr_factor(n, n, d->W, d->tau, 0, 0, &rank, d->work);
    if (status == BR_OK)
        status = divide(d, d->A, d->WA);
    if (status == BR_OK)
        status = divide(d, d->G, d->WG);
    if (status != BR_OK)
        return status;
    multiply(n, d->X, d->WA, 0, d->T); // X W^-1 A; A' of it, by columns of A
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            br_real sum = 0;
            for (int k = 0; k < n; k++)
                sum += br_row_of(d->A, n, k)[i] * br_row_of(d->T, n, k)[j];
            br_row(d->next, n, i)[j] = sum;
        }
    add_symmetric(n, d->next, d->X);
    *moved = 0;
    for (int i = 0; i < n; i++) {
        br_real size = br_row_of(d->X, n, i)[i], change = br_r_abs(br_row_of(d->next, n, i)[i]);
        *moved = change > *moved * size ? change / (size > BR_LEAST_NORMAL ? size : BR_LEAST_NORMAL) : *moved;
    }
    multiply(n, d->A, d->WG, 0, d->T);
    multiply(n, d->T, d->A, 1, d->next);
    add_symmetric(n, d->next, d->G);
    multiply(n, d->A, d->WA, 0, d->next);
    br_vec_copy(n * n, d->next, d->A);
    return BR_OK;
}

// The gains of measurements that come one after the other, from P in T.
static void kalman_gains(const doubling *d, int ny, const br_real *H, const br_real *r)
{
    int n = d->n;
    br_real *P = d->T;
    for (int k = 0; k < ny; k++) {
        const br_real *h = br_row_of(H, n, k);
        br_real *K = br_row(d->K, n + 1, k), s = r[k];
        for (int i = 0; i < n; i++) {
            K[i] = br_vec_dot(n, br_row_of(P, n, i), h);
            s += h[i] * K[i];
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                br_row(P, n, i)[j] -= K[i] * K[j] / s;
        br_vec_scale(n, 1 / s, K);
        K[n] = s;
    }
}

br_status br_stationary(int n, const br_real *F, const br_real *Q, int ny, const br_real *H, const br_real *r,
                        br_real *P, br_real *K, br_real *s, void *work, size_t bytes)
{
    doubling d;
    br_arena a = {work, 0};
    br_real moved = 1;
    size_t needs = br_stationary_bytes(n, ny);
    if (!F || !Q || (ny > 0 && (!H || !r || !K)) || !P || !work || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    carve_doubling(&a, &d, n, ny);
    br_vec_zero(n * n, d.G);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            br_row(d.A, n, i)[j] = br_row_of(F, n, j)[i];
    for (int k = 0; k < ny; k++) {
        if (!(r[k] > 0))
            return BR_BAD_USAGE;
        for (int i = 0; i < n; i++)
            br_vec_add(n, br_row_of(H, n, k)[i] / r[k], br_row_of(H, n, k), br_row(d.G, n, i));
    }
    br_vec_copy(n * n, Q, d.X);
    br_status status = BR_OK;
    for (int i = 0; i < ITERATIONS && status == BR_OK && moved > 4 * BR_EPS; i++)
        status = twice(&d, &moved);
    if (status != BR_OK)
        return BR_NOT_FINITE;
    if (!(moved <= BR_C(1e3) * BR_EPS))
        return BR_NEGATIVE;
    br_vec_copy(n * n, d.X, d.T);
    kalman_gains(&d, ny, H, r);
    if (!br_vec_finite(n * n, d.X) || !br_vec_finite((n + 1) * ny, d.K))
        return BR_NOT_FINITE;
    br_vec_copy(n * n, d.X, P);
    for (int k = 0; k < ny; k++) {
        br_vec_copy(n, br_row_of(d.K, n + 1, k), br_row(K, n, k));
        if (s)
            s[k] = br_row_of(d.K, n + 1, k)[n];
    }
    return BR_OK;
}
