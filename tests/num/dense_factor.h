// dense_factor.h - factorisations leave residuals of a few eps, and say so when they cannot. docs/faults.md C2, C6, C8.
//
// Residuals are scaled as LAPACK's tests do: over n, eps and the norm, below 30. They are computed in long double.
#include "kit/dense.h"
#include "num/algebra/cholesky.h"
#include "num/algebra/norm_estimate.h"
#include "num/algebra/eigen.h"
#include "num/algebra/ldl.h"
#include "num/algebra/qr.h"
#include "num/algebra/triangular.h"

enum { MOST = 64 };
static br_real A[MOST * MOST], B[MOST * MOST], R[MOST * MOST], V[MOST * MOST], W[4 * MOST * MOST];

static double scale_of(int i)
{
    return i % 3 == 0 ? 1 : i % 3 == 1 ? TINY : LARGE;
}

// ---- Cholesky

// The largest |A - R'R| over n eps sqrt(a_ii a_jj): the same in all units
static wide cholesky_residual(int n, const br_real *a, const br_real *r)
{
    wide most = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            wide s = (wide)a[i * n + j];
            for (int k = 0; k <= i; k++)
                s -= (wide)r[k * n + i] * (wide)r[k * n + j];
            s = fabsl(s) / (n * (wide)BR_EPS * sqrtl((wide)a[i * n + i]) * sqrtl((wide)a[j * n + j]));
            most = s > most ? s : most;
        }
    return most;
}

static void cholesky_gives_the_matrix_back(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(k % 10 == 0 ? 60 : 12), graded = k % 2;
        definite(n, n + 2, 0.1, graded, scale_of(k) * (graded && k % 3 == 2 ? 1e-17 : graded && k % 3 ? 1e13 : 1), A);
        assert_int_equal(br_cholesky_factor(n, A, R, NULL, W), BR_OK);
        below_limit(cholesky_residual(n, A, R), 3, "A - R'R");
        for (int i = 0; i < n; i++) {
            assert_true(R[i * n + i] > 0);
            for (int j = 0; j < i; j++)
                assert_true(R[i * n + j] == 0);
        }
        memcpy(B, A, sizeof B); // in place, only the upper triangle read
        for (int i = 1; i < n; i++)
            B[i * n] = NOT_A_NUMBER;
        assert_int_equal(br_cholesky_factor(n, B, B, NULL, W), BR_OK);
        assert_memory_equal(B, R, (size_t)(n * n) * sizeof *R);
    }
}

static void cholesky_refuses_what_is_not_definite_and_changes_nothing(void **state)
{
    (void)state;
    int bad = -7;
    br_real before[MOST * MOST];
    fill(MOST * MOST, R);
    memcpy(before, R, sizeof R);
    for (int k = 0; k < rounds(100); k++) {
        int n = 2 + below(20), rank = 1 + below(n - 1);
        definite(n, rank, 0, k % 2, 1, A);
        br_status status = br_cholesky_factor(n, A, B, &bad, W); // refused, or shown by its condition
        if (status == BR_NEGATIVE)
            assert_in_range(bad, 1, n - 1);
        else
            assert_true(status == BR_OK && br_upper_condition(n, n, B, 1, W) < 1000 * (br_real)n * BR_EPS);
        definite(n, n + 2, 0.1, k % 2, 1, A);
        int at = below(n), to = at + below(n - at);
        br_real old = A[at * n + to];
        A[at * n + to] = k % 3 == 0 ? NOT_A_NUMBER : k % 3 == 1 ? INFINITE : -INFINITE;
        assert_int_equal(br_cholesky_factor(n, A, R, &bad, W), BR_NOT_FINITE);
        A[at * n + to] = old;
        A[at * n + at] = -A[at * n + at];
        assert_int_equal(br_cholesky_factor(n, A, R, &bad, W), BR_NEGATIVE);
        assert_int_equal(bad, at);
    }
    assert_memory_equal(before, R, sizeof R);
    A[0] = 0;
    assert_int_equal(br_cholesky_factor(1, A, R, NULL, W), BR_NEGATIVE);
    assert_int_equal(br_cholesky_factor(0, A, R, NULL, W), BR_OK);
    assert_int_equal(br_cholesky_factor(-1, A, R, NULL, W), BR_BAD_USAGE);
    assert_int_equal(br_cholesky_factor(INT_MAX, A, R, NULL, W), BR_BAD_USAGE);
    assert_int_equal(br_cholesky_factor(2, NULL, R, NULL, W), BR_BAD_USAGE);
    assert_int_equal(br_cholesky_factor(2, A, R, NULL, NULL), BR_BAD_USAGE);
    assert_memory_equal(before, R, sizeof R);
}

static void cholesky_solves(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(30), columns = 1 + below(5);
        definite(n, n + 2, 0.1, 0, scale_of(k), A);
        fill(n * columns, V);
        memcpy(B, V, sizeof B);
        assert_int_equal(br_cholesky_factor(n, A, R, NULL, W), BR_OK);
        assert_int_equal(br_cholesky_solve(n, R, columns, B, W), BR_OK);
        wide norm = one_norm(n, n, A), size = one_norm(n, columns, B), most = 0;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < columns; c++) {
                wide s = (wide)V[i * columns + c];
                for (int j = 0; j < n; j++)
                    s -= (wide)A[i * n + j] * (wide)B[j * columns + c];
                most = fabsl(s) > most ? fabsl(s) : most;
            }
        below_limit(most / (n * (wide)BR_EPS * norm * size), 10, "B - A X");
    }
}

static void updates_and_downdates_are_factors_of_the_changed_matrix(void **state)
{
    (void)state;
    br_real x[MOST], C[MOST * MOST];
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(20), graded = k % 2;
        double scale = graded ? 1 : scale_of(k);
        definite(n, n + 2, 1, graded, scale, A);
        for (int i = 0; i < n; i++)
            x[i] = (br_real)(uniform() * sqrt(scale) * (graded ? unit(i) : 1));
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                C[i * n + j] = A[i * n + j] + x[i] * x[j];
        assert_int_equal(br_cholesky_factor(n, A, R, NULL, W), BR_OK);
        assert_int_equal(br_cholesky_update(n, R, x, W), BR_OK);
        below_limit(cholesky_residual(n, C, R), 8, "update");
        assert_int_equal(br_cholesky_downdate(n, R, x, W), BR_OK);
        below_limit(cholesky_residual(n, A, R), 60, "downdate of an update");
        for (int i = 0; i < n; i++)
            assert_true(R[i * n + i] > 0);
    }
}

static void a_downdate_that_would_lose_definiteness_is_refused(void **state)
{
    (void)state;
    br_real x[MOST], before[MOST * MOST];
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(20);
        definite(n, n + 2, 1, k % 2, 1, A);
        assert_int_equal(br_cholesky_factor(n, A, R, NULL, W), BR_OK);
        memcpy(before, R, sizeof R);
        double more = k % 3 == 0 ? 1 : 1 + fabs(uniform()); // R'u with |u| >= 1 leaves nothing or less
        br_real u[MOST];
        fill(n, u);
        double length = (double)br_vec_norm(n, u);
        for (int i = 0; i < n; i++) {
            wide s = 0;
            for (int j = 0; j <= i; j++)
                s += (wide)R[j * n + i] * (wide)u[j];
            x[i] = (br_real)((double)s / length * more);
        }
        br_status status = br_cholesky_downdate(n, R, x, W);
        if (more > 1.001)
            assert_int_equal(status, BR_NEGATIVE);
        if (status != BR_OK)
            assert_memory_equal(before, R, sizeof R);
        x[below(n)] = k % 2 ? NOT_A_NUMBER : INFINITE;
        memcpy(before, R, sizeof R);
        assert_int_equal(br_cholesky_downdate(n, R, x, W), BR_NOT_FINITE);
        assert_int_equal(br_cholesky_update(n, R, x, W), BR_NOT_FINITE);
        assert_memory_equal(before, R, sizeof R);
    }
    R[0] = 1;
    x[0] = 1 - BR_EPS / 2; // what is left is rounding
    assert_int_equal(br_cholesky_downdate(1, R, x, W), BR_NEGATIVE);
    x[0] = 1 - 4 * BR_EPS;
    assert_int_equal(br_cholesky_downdate(1, R, x, W), BR_OK);
    R[0] = BR_MOST;
    x[0] = BR_MOST;
    assert_int_equal(br_cholesky_update(1, R, x, W), BR_NOT_FINITE);
    R[0] = 3;
    x[0] = 4;
    assert_int_equal(br_cholesky_update(1, R, x, W), BR_OK);
    assert_true(R[0] == 5);
    assert_int_equal(br_cholesky_downdate(1, R, x, W), BR_OK);
    below_limit(fabsl((wide)R[0] - 3), 8 * (double)BR_EPS, "5^2 - 4^2");
}

// ---- triangular

static void triangular_solves_leave_no_residual(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(20), row = n + below(3), columns = 1 + below(4), turned = k % 2;
        fill(n * row, A);
        for (int i = 0; i < n; i++)
            A[i * row + i] += A[i * row + i] < 0 ? -1 : 1;
        for (int i = 1; i < n; i++)
            A[i * row] = NOT_A_NUMBER; // below the diagonal nothing is read
        fill(n * columns, V);
        memcpy(B, V, sizeof B);
        br_status status =
            turned ? br_upper_solve_transposed(n, row, A, columns, B, W) : br_upper_solve(n, row, A, columns, B, W);
        assert_int_equal(status, BR_OK);
        for (int i = 0; i < n; i++)
            for (int c = 0; c < columns; c++) {
                wide s = (wide)V[i * columns + c], size = fabsl(s);
                for (int j = turned ? 0 : i; j < (turned ? i + 1 : n); j++) {
                    wide t = (wide)A[turned ? j * row + i : i * row + j] * (wide)B[j * columns + c];
                    s -= t;
                    size += fabsl(t);
                }
                below_limit(fabsl(s) / (n * (wide)BR_EPS * size), 2, "R X - B, row by row");
            }
        memcpy(V, B, sizeof B);
        A[(n / 2) * (row + 1)] = 0;
        assert_int_equal(br_upper_solve(n, row, A, columns, B, W), BR_NEGATIVE);
        assert_int_equal(br_upper_solve_transposed(n, row, A, columns, B, W), BR_NEGATIVE);
        A[(n / 2) * (row + 1)] = BR_LEAST_NORMAL * BR_EPS; // the result overflows
        B[(n / 2) * columns] = V[(n / 2) * columns] = BR_MOST;
        assert_int_equal(br_upper_solve(n, row, A, columns, B, W), BR_NOT_FINITE);
        assert_int_equal(br_upper_solve_transposed(n, row, A, columns, B, W), BR_NOT_FINITE);
        assert_memory_equal(V, B, sizeof B);
    }
}

// The true 1-norm condition of R, or R'R, with columns scaled as the estimate scales them, by solving for every unit vector
static wide true_condition(int n, const br_real *r, int squared)
{
    static wide S[MOST * MOST], T[MOST * MOST], X[MOST * MOST];
    wide norm = 0, inverse = 0;
    memset(S, 0, sizeof S);
    for (int j = 0; j < n; j++) {
        wide s = 0;
        for (int i = 0; i <= j; i++)
            s += (wide)r[i * n + j] * (wide)r[i * n + j];
        for (int i = 0; i <= j; i++)
            S[i * n + j] = (wide)r[i * n + j] / (wide)exp2(floor(log2((double)sqrtl(s))));
    }
    for (int c = 0; c < n; c++) { // column c of the matrix and of its inverse
        wide x = 0, y = 0;
        for (int i = 0; i < n; i++) {
            T[i] = squared ? 0 : S[i * n + c];
            for (int k = 0; squared && k < n; k++)
                T[i] += S[k * n + i] * S[k * n + c];
            x += fabsl(T[i]);
            X[i] = i == c;
        }
        for (int i = 0; squared && i < n; i++) {
            for (int j = 0; j < i; j++)
                X[i] -= S[j * n + i] * X[j];
            X[i] /= S[i * n + i];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++)
                X[i] -= S[i * n + j] * X[j];
            X[i] /= S[i * n + i];
            y += fabsl(X[i]);
        }
        norm = x > norm ? x : norm;
        inverse = y > inverse ? y : inverse;
    }
    return norm * inverse;
}

static void condition_estimates_are_near_the_condition(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(24), squared = k % 2;
        definite(n, n + 1, 0.01, below(2), k % 5 == 0 ? 1e-20 : 1, A);
        assert_int_equal(br_cholesky_factor(n, A, R, NULL, W), BR_OK);
        double ratio = (double)br_upper_condition(n, n, R, squared, W) * (double)true_condition(n, R, squared);
        if (!(ratio > 0.9 && ratio < (n <= 11 ? 1.1 : 50)))
            fail_msg("estimate over condition: %.3g (n = %d, squared %d)", ratio, n, squared);
        R[(n / 2) * (n + 1)] = 0;
        assert_true(br_upper_condition(n, n, R, squared, W) == 0);
        R[(n / 2) * (n + 1)] = NOT_A_NUMBER;
        assert_true(br_upper_condition(n, n, R, squared, W) == 0);
        R[(n / 2) * (n + 1)] = BR_LEAST_NORMAL * BR_EPS;
        br_real rcond = br_upper_condition(n, n, R, squared, W);
        assert_true(n == 1 || (rcond >= 0 && rcond < BR_EPS));
    }
    assert_true(br_upper_condition(0, 0, R, 0, W) == 1);
}

// The ones and the first axis both go to 0 under this map, where the search begins: only the alternating vector sees it.
static void hidden(const void *self, int turned, br_real *x)
{
    br_real t = x[1] - x[2];
    (void)self, (void)turned;
    br_vec_zero(12, x);
    x[1] = t, x[2] = -t;
}

// The identity, but column 7 is 1000 at 3 and -1000 at 4: from one axis the search would not find it.
static void apart(const void *self, int turned, br_real *x)
{
    br_real large = 1000 * (turned ? x[3] - x[4] : x[7]);
    (void)self;
    x[7] = turned ? large : 0;
    x[3] += turned ? 0 : large;
    x[4] -= turned ? 0 : large;
}

static void a_column_apart_from_the_others_is_found(void **state)
{
    (void)state;
    br_real work[60];
    assert_true(br_norm1_estimate(20, apart, NULL, work) == 2000);
}

static void a_norm_that_hides_is_still_seen(void **state)
{
    (void)state;
    br_real norm = br_norm1_estimate(12, hidden, NULL, W); // 2
    assert_true(norm > (br_real)0.2 && norm <= 2);
}

static void hilbert_matrices_are_factored_and_their_condition_is_seen(void **state)
{
    (void)state;
    for (int n = 2; n <= (sizeof(br_real) == 4 ? 4 : 9); n++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                A[i * n + j] = 1 / (br_real)(i + j + 1);
        assert_int_equal(br_cholesky_factor(n, A, R, NULL, W), BR_OK);
        below_limit(cholesky_residual(n, A, R), 3, "Hilbert");
        double ratio = (double)br_upper_condition(n, n, R, 1, W) * (double)true_condition(n, R, 1);
        assert_true(ratio > 0.9 && ratio < 1.1);
    }
    int n = 30, bad = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i * n + j] = 1 / (br_real)(i + j + 1);
    assert_int_equal(br_cholesky_factor(n, A, R, &bad, W), BR_NEGATIVE);
    assert_in_range(bad, 5, 14);
}

// ---- LDL'

static void ldl_solves_indefinite_systems_and_counts_signs(void **state)
{
    (void)state;
    br_ldl f;
    br_real b[MOST], x[MOST], w[MOST];
    size_t bytes = br_ldl_bytes(MOST);
    void *memory = malloc(bytes);
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(24), zeros = below(n + 1);
        double scale = scale_of(k / 2);
        for (int i = 0; i < n; i++)
            for (int j = i; j < n;
                 j++) { // a block of zeros in the corner, as in a KKT matrix, but never a singular one
                double u = i >= zeros && j >= zeros && i != j && zeros > n / 2 ? 0 : uniform();
                u = i == j && below(3) == 0 ? 0 : u;
                A[i * n + j] = A[j * n + i] = (br_real)(u * scale);
            }
        if (k % 2)
            for (int i = 0; i < n * n; i++)
                A[i] *= (br_real)(unit(i / n) * unit(i % n) * (scale < 1 ? 1e14 : scale > 1 ? 1e-18 : 1));
        assert_int_equal(br_ldl_factor(&f, n, A, memory, bytes), BR_OK);
        assert_int_equal(f.plus + f.minus + f.zero, n);
        assert_true(f.rcond >= 0 && f.rcond <= 1);
        fill(n, b);
        for (int i = 0; i < n; i++)
            b[i] *= (br_real)((k % 2 ? unit(i) : 1) * sqrt(scale));
        memcpy(x, b, sizeof x);
        br_status status = br_ldl_solve(&f, x);
        if (f.zero) {
            assert_int_equal(status, BR_NEGATIVE);
            assert_memory_equal(x, b, sizeof x);
            continue;
        }
        assert_int_equal(status, BR_OK);
        for (int i = 0; i < n; i++) { // row by row in the scaled matrix
            wide s = (wide)b[i] * (wide)f.by[i], size = 0;
            for (int j = 0; j < n; j++) {
                s -= (wide)A[i * n + j] * (wide)f.by[i] * (wide)x[j];
                size += fabsl((wide)x[j]) / (wide)f.by[j];
            }
            below_limit(fabsl(s) / (n * (wide)BR_EPS * size), 30, "b - A x");
        }
        if (k % 2 || f.rcond < 1000 * BR_EPS)
            continue;
        int minus = 0;
        assert_int_equal(br_eigen(n, A, w, NULL, W), BR_OK);
        for (int i = 0; i < n; i++)
            minus += w[i] < 0;
        assert_int_equal(f.minus, minus);
    }
    free(memory);
}

static void ldl_says_what_is_singular_or_wrong(void **state)
{
    (void)state;
    br_ldl f = {.n = -5}, before = f;
    size_t bytes = br_ldl_bytes(MOST);
    void *memory = malloc(bytes);
    br_real b[MOST];
    for (int k = 0; k < rounds(100); k++) {
        int n = 2 + below(20), rank = below(n);
        definite(n, rank, 0, k % 2, k % 3 ? 1 : -1, A);
        assert_int_equal(br_ldl_factor(&f, n, A, memory, bytes), BR_OK);
        assert_int_equal(f.zero, n - rank);
        assert_int_equal(k % 3 ? f.plus : f.minus, rank);
        assert_true(f.rcond == 0);
        fill(n, b);
        assert_int_equal(br_ldl_solve(&f, b), BR_NEGATIVE);
    }
    A[0] = 0, A[1] = A[2] = 2, A[3] = 0;
    assert_int_equal(br_ldl_factor(&f, 2, A, memory, bytes), BR_OK);
    assert_true(f.plus == 1 && f.minus == 1 && f.rcond > (br_real)0.5);
    b[0] = 2, b[1] = 6;
    assert_int_equal(br_ldl_solve(&f, b), BR_OK);
    assert_true(b[0] == 3 && b[1] == 1);
    b[1] = NOT_A_NUMBER;
    assert_int_equal(br_ldl_solve(&f, b), BR_NOT_FINITE);
    assert_true(b[0] == 3);
    f = before;
    A[1] = INFINITE;
    assert_int_equal(br_ldl_factor(&f, 2, A, memory, bytes), BR_NOT_FINITE);
    A[1] = 1;
    assert_int_equal(br_ldl_factor(&f, 2, A, memory, br_ldl_bytes(2) - 1), BR_BAD_USAGE);
    assert_int_equal(br_ldl_factor(&f, -1, A, memory, bytes), BR_BAD_USAGE);
    assert_int_equal(br_ldl_factor(&f, 1 << 20, A, memory, bytes), BR_BAD_USAGE);
    assert_int_equal(f.n, -5);
    assert_int_equal(br_ldl_factor(&f, 0, A, memory, bytes), BR_OK);
    assert_int_equal(br_ldl_factor(&f, 2, A, memory, br_ldl_bytes(2)), BR_OK);
    free(memory);
}

// Diagonals a thousand times smaller than what stands beside them are no pivots: they would cost three digits.
static void ldl_takes_pairs_where_the_diagonal_is_small(void **state)
{
    (void)state;
    br_ldl f;
    br_real b[MOST], x[MOST];
    size_t bytes = br_ldl_bytes(8);
    void *memory = malloc(bytes);
    for (int k = 0; k < rounds(100); k++) {
        int n = 2 + below(6);
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j++)
                A[i * n + j] = A[j * n + i] = (br_real)(i == j          ? 1e-3 * uniform()
                                                        : uniform() < 0 ? -1 - fabs(uniform())
                                                                        : 1 + fabs(uniform()));
        fill(n, b);
        memcpy(x, b, sizeof x);
        assert_int_equal(br_ldl_factor(&f, n, A, memory, bytes), BR_OK);
        if ((double)f.rcond < 1e-2)
            continue;
        assert_int_equal(br_ldl_solve(&f, x), BR_OK);
        wide most = 0;
        for (int i = 0; i < n; i++) {
            wide s = (wide)b[i];
            for (int j = 0; j < n; j++)
                s -= (wide)A[i * n + j] * (wide)x[j];
            most = fabsl(s) > most ? fabsl(s) : most;
        }
        below_limit(most / (n * (wide)BR_EPS * one_norm(n, n, A) * one_norm(n, 1, x)), 3, "b - A x");
    }
    free(memory);
}

// Entries whose products with the scales leave the range on the way: diag(a, 1/a), alone and coupled by 1/2
static void ldl_takes_rows_at_both_ends_of_the_range(void **state)
{
    (void)state;
    static const double large[] = {1e17, 1e19, 1e36, 1e150, 1e170, 1e300};
    br_ldl f;
    size_t bytes = br_ldl_bytes(2);
    void *memory = malloc(bytes);
    for (int k = 0; k < (sizeof(br_real) == 4 ? 6 : 12); k++) {
        br_real a = (br_real)large[k / 2], off = k % 2 ? (br_real)0.5 : 0;
        br_real M[] = {a, off, off, 1 / a}, b[] = {a + off, off + 1 / a}; // b = M (1, 1)
        assert_int_equal(br_ldl_factor(&f, 2, M, memory, bytes), BR_OK);
        assert_true(f.plus == 2 && f.zero == 0 && (double)f.rcond > 0.1);
        if (k % 2) // a + 1/2 is rounded: only the factor is asked
            continue;
        assert_int_equal(br_ldl_solve(&f, b), BR_OK);
        for (int i = 0; i < 2; i++)
            below_limit(fabsl((wide)b[i] - 1) / (wide)BR_EPS, 8, "x - 1");
    }
    free(memory);
}

// ---- QR

// m by n of the given rank, columns in units
static void of_rank(int m, int n, int rank, int graded, double scale, br_real *a)
{
    br_real *G = reals(m * rank), *H = reals(rank * n);
    fill(m * rank, G);
    fill(rank * n, H);
    for (int k = 0; k < rank; k++) { // of that rank by a margin
        G[k * rank + k] += 3;
        H[k * n + k] += 3;
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            wide s = 0;
            for (int k = 0; k < rank; k++)
                s += (wide)G[i * rank + k] * (wide)H[k * n + j];
            a[i * n + j] = (br_real)(s * (wide)(scale * (graded ? unit(j) : 1)));
        }
    free(G);
    free(H);
}

static wide column_norm(int m, int n, const br_real *a, int j)
{
    wide s = 0, most = (wide)TINY;
    for (int i = 0; i < m; i++)
        most = fmaxl(most, fabsl((wide)a[i * n + j]));
    for (int i = 0; i < m; i++)
        s += (wide)a[i * n + j] / most * ((wide)a[i * n + j] / most);
    return most * sqrtl(s);
}

static void qr_gives_the_matrix_back_and_q_is_orthogonal(void **state)
{
    (void)state;
    br_real tau[MOST], T[MOST * MOST];
    int order[MOST], rank;
    for (int k = 0; k < rounds(100); k++) {
        int m = 1 + below(24), n = 1 + below(16), least = m < n ? m : n, graded = k % 2, pivots = k % 4 < 3;
        int want = pivots ? 1 + below(least) : least;
        double scale = scale_of(k / 4) * (!graded ? 1 : k / 4 % 3 == 1 ? 1e7 : k / 4 % 3 == 2 ? 1e-10 : 1);
        of_rank(m, n, want, graded, scale, A);
        memcpy(B, A, sizeof B);
        assert_int_equal(br_qr_factor(m, n, B, tau, pivots ? order : NULL, 0, &rank, W), BR_OK);
        assert_int_equal(rank, want);
        memset(T, 0, sizeof T); // Q times R
        for (int i = 0; i < least; i++)
            for (int j = i; j < n; j++)
                T[i * n + j] = B[i * n + j];
        assert_int_equal(br_qr_apply(m, n, B, tau, 1, n, T, W), BR_OK);
        for (int j = 0; j < n; j++) {
            int from = pivots ? order[j] : j;
            wide most = 0;
            for (int i = 0; i < m; i++)
                most = fmaxl(most, fabsl((wide)T[i * n + j] - (wide)A[i * n + from]));
            below_limit(most / (m * (wide)BR_EPS * column_norm(m, n, A, from)), 10, "A P - Q R, column by column");
        }
        memset(T, 0, sizeof T);
        for (int i = 0; i < m; i++)
            T[i * m + i] = 1;
        assert_int_equal(br_qr_apply(m, n, B, tau, 0, m, T, W), BR_OK);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                wide s = i == j ? -1 : 0;
                for (int l = 0; l < m; l++)
                    s += (wide)T[i * m + l] * (wide)T[j * m + l];
                below_limit(fabsl(s) / (m * (wide)BR_EPS), 10, "Q'Q - I");
            }
        int seen[MOST] = {0};
        for (int j = 0; pivots && j < n; j++)
            assert_int_equal(seen[order[j]]++, 0);
    }
}

// Columns that differ by little: almost all of their norms goes with the first pivot, and the rest must be known afresh.
static void pivots_fall_even_where_columns_are_almost_parallel(void **state)
{
    (void)state;
    br_real tau[MOST];
    int order[MOST], rank;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 3 + below(10), m = n + 2;
        double apart = sizeof(br_real) == 4 ? 1e-4 : 1e-9;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                A[i * n + j] = (br_real)(i == 0 ? 1.5 : i == j + 1 ? apart * (1 + 9 * fabs(uniform())) : 0);
        assert_int_equal(br_qr_factor(m, n, A, tau, order, 0, &rank, W), BR_OK);
        for (int i = 1; i < n; i++)
            for (int j = i; j < n; j++) { // no column left was longer than the one taken
                wide s = 0;
                for (int l = i; l <= j; l++)
                    s += (wide)A[l * n + j] * (wide)A[l * n + j];
                below_limit(sqrtl(s) / fabsl((wide)A[i * n + i]), 1.001, "a column left behind over the pivot");
            }
    }
}

static void qr_solves_least_squares_of_any_rank(void **state)
{
    (void)state;
    br_real tau[MOST], b[MOST], x[MOST], left;
    int order[MOST], rank;
    for (int k = 0; k < rounds(100); k++) {
        int m = 1 + below(30), n = 1 + below(12), least = m < n ? m : n, want = k % 3 ? least : 1 + below(least);
        of_rank(m, n, want, 1, 1, A);
        memcpy(B, A, sizeof B);
        fill(m, b);
        assert_int_equal(br_qr_factor(m, n, B, tau, order, 0, &rank, W), BR_OK);
        assert_int_equal(rank, want);
        assert_int_equal(br_qr_solve(m, n, B, tau, order, rank, b, x, &left, W), BR_OK);
        wide r[MOST], length = 0, size = 0;
        for (int i = 0; i < m; i++) {
            r[i] = (wide)b[i];
            for (int j = 0; j < n; j++)
                r[i] -= (wide)A[i * n + j] * (wide)x[j];
            length += r[i] * r[i];
        }
        for (int j = 0; j < n; j++)
            size += fabsl((wide)x[j]) * column_norm(m, n, A, j);
        for (int j = 0; j < n; j++) { // what is left is orthogonal to every column
            wide s = 0;
            for (int i = 0; i < m; i++)
                s += r[i] * (wide)A[i * n + j];
            below_limit(fabsl(s) / (column_norm(m, n, A, j) * (m + n) * (wide)BR_EPS * (size + m)), 10, "A'r");
        }
        below_limit(fabsl(sqrtl(length) - (wide)left), (double)((m + n) * 10 * (wide)BR_EPS * (size + m)), "norm left");
        int used = 0;
        for (int j = 0; j < n; j++)
            used += x[j] != 0;
        assert_true(used <= rank);
    }
}

static void rank_does_not_depend_on_units_and_refusals_change_nothing(void **state)
{
    (void)state;
    br_real tau[MOST], b[MOST] = {0}, x[MOST];
    int order[MOST], rank;
    // two columns that differ in the 4th digit, in units 1e-6 and 1e8, and one of zeros
    br_real C[] = {(br_real)1e-6, (br_real)1.0001e8, 0, (br_real)2e-6, (br_real)2e8, 0, (br_real)3e-6, (br_real)3e8, 0};
    memcpy(A, C, sizeof C);
    assert_int_equal(br_qr_factor(3, 3, A, tau, order, 0, &rank, W), BR_OK);
    assert_int_equal(rank, 2);
    memcpy(A, C, sizeof C);
    assert_int_equal(br_qr_factor(3, 3, A, tau, order, (br_real)1e-3, &rank, W), BR_OK);
    assert_int_equal(rank, 1);
    assert_int_equal(order[2], 2);
    for (int i = 0; i < 9; i++)
        for (int kind = 0; kind < 3; kind++) {
            memcpy(A, C, sizeof C);
            A[i] = kind == 0 ? NOT_A_NUMBER : kind == 1 ? INFINITE : -INFINITE;
            memcpy(B, A, sizeof A);
            rank = 77;
            tau[0] = 5;
            assert_int_equal(br_qr_factor(3, 3, A, tau, order, 0, &rank, W), BR_NOT_FINITE);
            assert_memory_equal(A, B, sizeof A);
            assert_true(rank == 77 && tau[0] == 5);
        }
    for (int i = 0; i < 9; i++)
        A[i] = BR_MOST; // the length of a column overflows
    assert_int_equal(br_qr_factor(3, 3, A, tau, order, 0, &rank, W), BR_NOT_FINITE);
    memset(A, 0, sizeof A);
    assert_int_equal(br_qr_factor(4, 3, A, tau, order, 0, &rank, W), BR_OK);
    assert_int_equal(rank, 0);
    b[0] = 3, b[1] = 4;
    assert_int_equal(br_qr_solve(4, 3, A, tau, order, rank, b, x, &b[5], W), BR_OK);
    assert_true(x[0] == 0 && x[1] == 0 && x[2] == 0 && b[5] == 5);
    b[2] = NOT_A_NUMBER, x[1] = 8;
    assert_int_equal(br_qr_solve(4, 3, A, tau, order, rank, b, x, NULL, W), BR_NOT_FINITE);
    assert_true(x[1] == 8);
    for (int i = 0; i < 8; i++)
        A[i] = 1, b[i] = BR_MOST / 2; // together they are longer than a number can be
    assert_int_equal(br_qr_factor(8, 1, A, tau, NULL, 0, &rank, W), BR_OK);
    assert_int_equal(br_qr_apply(8, 1, A, tau, 0, 1, b, W), BR_NOT_FINITE);
    for (int i = 0; i < 8; i++)
        assert_true(b[i] == BR_MOST / 2);
    assert_int_equal(br_qr_factor(0, 3, A, tau, order, 0, &rank, W), BR_OK);
    assert_int_equal(br_qr_factor(3, 0, A, tau, order, 0, &rank, W), BR_OK);
    assert_int_equal(br_qr_factor(3, -1, A, tau, order, 0, &rank, W), BR_BAD_USAGE);
    assert_int_equal(br_qr_factor(1 << 30, 4, A, tau, order, 0, &rank, W), BR_BAD_USAGE);
    assert_int_equal(br_qr_factor(3, 3, A, tau, order, NOT_A_NUMBER, &rank, W), BR_BAD_USAGE);
    assert_int_equal(br_qr_factor(3, 3, NULL, tau, order, 0, &rank, W), BR_BAD_USAGE);
    assert_int_equal(br_qr_solve(3, 3, A, tau, order, 4, b, x, NULL, W), BR_BAD_USAGE);
}

// ---- eigenvalues

static void eigenvectors_diagonalise_the_matrix(void **state)
{
    (void)state;
    br_real w[MOST];
    for (int k = 0; k < rounds(200); k++) {
        int n = 1 + below(k % 10 == 0 ? 40 : 10), kind = k % 4;
        double scale = scale_of(k / 4);
        if (kind == 0)
            definite(n, n + 1, 0, 0, scale, A);
        else if (kind == 1)
            definite(n, 1 + below(n), 0, 0, scale, A); // singular, with multiple zeros
        else
            for (int i = 0; i < n; i++)
                for (int j = i; j < n; j++)
                    A[i * n + j] = A[j * n + i] = (br_real)(kind == 2 ? uniform() * scale : scale * (i == j ? 2 : 1));
        memcpy(B, A, sizeof B);
        for (int i = 1; i < n; i++)
            B[i * n] = NOT_A_NUMBER; // below the diagonal nothing is read
        assert_int_equal(br_eigen(n, B, w, V, W), BR_OK);
        wide norm = one_norm(n, n, A);
        for (int i = 0; i < n; i++) {
            assert_true(i == 0 || w[i - 1] <= w[i]);
            for (int j = 0; j < n; j++) {
                wide s = -(wide)w[i] * (wide)V[i * n + j], dot = i == j ? -1 : 0;
                for (int l = 0; l < n; l++) {
                    s += (wide)A[j * n + l] * (wide)V[i * n + l];
                    dot += (wide)V[i * n + l] * (wide)V[j * n + l];
                }
                below_limit(fabsl(s) / (n * (wide)BR_EPS * norm), 10, "A v - w v");
                below_limit(fabsl(dot) / (n * (wide)BR_EPS), 10, "V V' - I");
            }
        }
        br_real only[MOST];
        assert_int_equal(br_eigen(n, A, only, NULL, W), BR_OK);
        assert_memory_equal(only, w, (size_t)n * sizeof *w);
        assert_int_equal(br_eigen(n, A, w, A, W), BR_OK); // in place
        assert_memory_equal(A, V, (size_t)(n * n) * sizeof *V);
    }
}

// Rows in units from 1e-6 to 1e8: the product of the eigenvalues is that of the pivots, so even the smallest has its digits.
static void small_eigenvalues_of_graded_matrices_keep_their_digits(void **state)
{
    (void)state;
    br_real w[MOST];
    for (int k = 0; k < rounds(200); k++) {
        int n = 2 + below(7);
        definite(n, n + 3, 1, 1, 1, A);
        assert_int_equal(br_eigen(n, A, w, V, W), BR_OK);
        assert_int_equal(br_cholesky_factor(n, A, R, NULL, W), BR_OK);
        wide ratio = 1;
        for (int i = 0; i < n; i++)
            ratio *= (wide)w[i] / ((wide)R[i * n + i] * (wide)R[i * n + i]);
        below_limit(fabsl(ratio - 1) / (n * n * (wide)BR_EPS), 20, "product of eigenvalues over determinant");
    }
}

// (0 a; a 1/a): the angle is a^2, whose cotangent has no square, and the smaller eigenvalue -a^3
static void eigenvalues_far_apart_are_both_seen(void **state)
{
    (void)state;
    br_real a = (br_real)(sizeof(br_real) == 4 ? 1e-10 : 1e-80), w[2], M[] = {0, a, a, 1 / a};
    assert_int_equal(br_eigen(2, M, w, V, W), BR_OK);
    below_limit(fabsl((wide)w[0] / -((wide)a * (wide)a * (wide)a) - 1), 10 * (double)BR_EPS, "-a^3");
    below_limit(fabsl((wide)w[1] * (wide)a - 1), 10 * (double)BR_EPS, "1/a");
}

static void eigen_refuses_what_is_not_finite(void **state)
{
    (void)state;
    br_real w[MOST] = {9, 9, 9};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            definite(3, 3, 1, 0, 1, A);
            A[i * 3 + j] = (i + j) % 2 ? NOT_A_NUMBER : INFINITE;
            memcpy(B, A, sizeof B);
            assert_int_equal(br_eigen(3, A, w, A, W), BR_NOT_FINITE);
            assert_memory_equal(A, B, sizeof A);
            assert_true(w[0] == 9 && w[2] == 9);
        }
    A[0] = BR_MOST;
    assert_int_equal(br_eigen(1, A, w, V, W), BR_NOT_FINITE);
    assert_int_equal(br_eigen(0, A, w, V, W), BR_OK);
    assert_int_equal(br_eigen(-1, A, w, V, W), BR_BAD_USAGE);
    assert_int_equal(br_eigen(2, A, NULL, V, W), BR_BAD_USAGE);
    A[0] = -3;
    assert_int_equal(br_eigen(1, A, w, V, W), BR_OK);
    assert_true(w[0] == -3 && V[0] == 1);
}

int main(void)
{
    seed_from_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cholesky_gives_the_matrix_back),
        cmocka_unit_test(cholesky_refuses_what_is_not_definite_and_changes_nothing),
        cmocka_unit_test(cholesky_solves),
        cmocka_unit_test(updates_and_downdates_are_factors_of_the_changed_matrix),
        cmocka_unit_test(a_downdate_that_would_lose_definiteness_is_refused),
        cmocka_unit_test(triangular_solves_leave_no_residual),
        cmocka_unit_test(condition_estimates_are_near_the_condition),
        cmocka_unit_test(a_norm_that_hides_is_still_seen),
        cmocka_unit_test(a_column_apart_from_the_others_is_found),
        cmocka_unit_test(hilbert_matrices_are_factored_and_their_condition_is_seen),
        cmocka_unit_test(ldl_solves_indefinite_systems_and_counts_signs),
        cmocka_unit_test(ldl_says_what_is_singular_or_wrong),
        cmocka_unit_test(ldl_takes_pairs_where_the_diagonal_is_small),
        cmocka_unit_test(ldl_takes_rows_at_both_ends_of_the_range),
        cmocka_unit_test(qr_gives_the_matrix_back_and_q_is_orthogonal),
        cmocka_unit_test(pivots_fall_even_where_columns_are_almost_parallel),
        cmocka_unit_test(qr_solves_least_squares_of_any_rank),
        cmocka_unit_test(rank_does_not_depend_on_units_and_refusals_change_nothing),
        cmocka_unit_test(eigenvectors_diagonalise_the_matrix),
        cmocka_unit_test(small_eigenvalues_of_graded_matrices_keep_their_digits),
        cmocka_unit_test(eigenvalues_far_apart_are_both_seen),
        cmocka_unit_test(eigen_refuses_what_is_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
