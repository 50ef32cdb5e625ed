// dense_nnls.h - non-negative least squares against enumeration, and what proves it.
//
// docs/faults.md G1, C2, C6.
#include "dense_program.h"
#include "num/optimise/nnls.h"

// The best over all sets of columns: 2^n normal equations
static double enumerate_nnls(int m, int n, const br_real *A, const br_real *b)
{
    wide best = 0;
    for (int i = 0; i < m; i++)
        best += (wide)b[i] * (wide)b[i];
    for (int set = 1; set < 1 << n; set++) {
        wide M[64], c[8];
        int column[8], k = 0;
        for (int j = 0; j < n; j++)
            if (set >> j & 1)
                column[k++] = j;
        for (int a = 0; a < k; a++) {
            c[a] = 0;
            for (int i = 0; i < m; i++)
                c[a] += (wide)A[i * n + column[a]] * (wide)b[i];
            for (int e = 0; e < k; e++) {
                M[a * k + e] = 0;
                for (int i = 0; i < m; i++)
                    M[a * k + e] += (wide)A[i * n + column[a]] * (wide)A[i * n + column[e]];
            }
        }
        bool good = eliminate(k, M, c);
        for (int a = 0; a < k; a++)
            good = good && c[a] >= 0;
        wide norm = 0;
        for (int i = 0; good && i < m; i++) {
            wide r = (wide)b[i];
            for (int a = 0; a < k; a++)
                r -= (wide)A[i * n + column[a]] * c[a];
            norm += r * r;
        }
        best = good && norm < best ? norm : best;
    }
    return (double)sqrtl(best);
}

static void nnls_matches_enumeration_and_proves_itself(void **state)
{
    (void)state;
    br_real A[MOST], b[16], x[8], w[8], work[16], norm;
    size_t need = br_nnls_bytes(10, 6);
    void *lent = malloc(need);
    for (int k = 0; k < rounds(100); k++) {
        int m = 1 + below(10), n = 1 + below(6);
        fill(m * n, A);
        fill(m, b);
        for (int i = 0; k % 5 == 0 && n > 1 && i < m; i++)
            A[i * n + 1] = k % 2 ? A[i * n] : 0; // twins, columns of zeros
        assert_int_equal(br_nnls(m, n, A, b, x, w, &norm, lent, need), BR_OK);
        double best = enumerate_nnls(m, n, A, b);
        assert_true((double)norm <= best + TOL); // not above; that it is not below, the check says
        assert_true((double)br_nnls_check(m, n, A, b, x, work) < 0.1 * TOL * (1 + (double)br_vec_most(n, x)));
        for (int j = 0; j < n; j++) {
            assert_true(x[j] >= 0 && (double)w[j] < TOL && (x[j] == 0 || fabs((double)w[j]) < TOL));
            br_real kept = x[j];
            x[j] = kept + (br_real)0.5; // a wrong answer does not pass
            bool counts = false;
            for (int i = 0; i < m; i++)
                counts = counts || fabs((double)A[i * n + j]) > 0.2;
            assert_true(!counts || (double)br_nnls_check(m, n, A, b, x, work) > 0.01);
            x[j] = (br_real)-0.01;
            assert_true(br_nnls_check(m, n, A, b, x, work) > BR_MOST);
            x[j] = kept;
        }
    }
    free(lent);
}

static void nnls_is_the_same_in_all_units_and_large(void **state)
{
    (void)state;
    enum { M = 60, N = 25 };
    static br_real A[M * N], B[M * N], b[M], x[N], y[N], work[M];
    size_t need = br_nnls_bytes(M, N);
    void *lent = malloc(need);
    for (int k = 0; k < rounds(10000); k++) {
        int rank = k % 3 == 0 ? N / 2 : N;
        br_real G[M * N], H[N * N];
        fill(M * rank, G);
        fill(rank * N, H);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                wide s = 0;
                for (int l = 0; l < rank; l++)
                    s += (wide)G[i * rank + l] * (wide)H[l * N + j];
                A[i * N + j] = (br_real)s;
                B[i * N + j] = A[i * N + j] * (j % 2 ? 1024 : (br_real)1 / 1048576);
            }
        fill(M, b);
        assert_int_equal(br_nnls(M, N, A, b, x, NULL, NULL, lent, need), BR_OK);
        assert_true((double)br_nnls_check(M, N, A, b, x, work) < TOL);
        assert_int_equal(br_nnls(M, N, B, b, y, NULL, NULL, lent, need), BR_OK);
        for (int j = 0; j < N; j++)
            assert_true(y[j] * (j % 2 ? 1024 : (br_real)1 / 1048576) == x[j]); // powers of two: the same bits
    }
    free(lent);
}

// Columns at right angles, and b made of some of them: what rounding leaves asks for none of the others.
static void nnls_lets_no_column_in_by_rounding(void **state)
{
    (void)state;
    enum { N = 8 };
    br_real A[N * N], b[N], x[N], scale[N];
    size_t need = br_nnls_bytes(N, N);
    void *lent = malloc(need);
    for (int k = 0; k < rounds(1000); k++) {
        bool inside[N];
        for (int j = 0; j < N; j++) {
            scale[j] = (br_real)(1.5 + uniform());
            inside[j] = below(2);
        }
        for (int i = 0; i < N; i++) {
            wide s = 0;
            for (int j = 0; j < N; j++) { // Hadamard: the parity of the bits both have
                int both = i & j, odd = (both ^ both >> 1 ^ both >> 2) & 1;
                A[i * N + j] = odd ? -scale[j] : scale[j];
                s += inside[j] ? (wide)A[i * N + j] * (1 + j) / 3 : 0;
            }
            b[i] = (br_real)s;
        }
        assert_int_equal(br_nnls(N, N, A, b, x, NULL, NULL, lent, need), BR_OK);
        for (int j = 0; j < N; j++)
            assert_true(inside[j] ? fabs((double)x[j] * 3 / (1 + j) - 1) < TOL : x[j] == 0);
    }
    free(lent);
}

// The second column has something to give, less than the norm of what is left can show: it is tried once.
static void nnls_tries_a_column_that_brings_nothing_once(void **state)
{
    (void)state;
    br_real little = sizeof(br_real) == 4 ? (br_real)1e-5 : (br_real)1e-10;
    br_real A[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[] = {1, little, -1}, x[3];
    size_t need = br_nnls_bytes(3, 3);
    void *lent = malloc(need);
    assert_int_equal(br_nnls(3, 3, A, b, x, NULL, NULL, lent, need), BR_OK);
    assert_true(fabs((double)x[0] - 1) < TOL && x[1] >= 0 && x[1] <= 2 * little && x[2] == 0);
    free(lent);
}

static void nnls_refuses_what_is_wrong(void **state)
{
    (void)state;
    br_real A[] = {1, 2, 3, 4}, b[] = {1, 1}, x[] = {7, 7};
    size_t need = br_nnls_bytes(2, 2);
    void *lent = malloc(need);
    for (int i = 0; i < 4; i++) {
        br_real kept = A[i];
        A[i] = i % 2 ? NOT_A_NUMBER : INFINITE;
        assert_int_equal(br_nnls(2, 2, A, b, x, NULL, NULL, lent, need), BR_NOT_FINITE);
        A[i] = kept;
    }
    b[1] = NOT_A_NUMBER;
    assert_int_equal(br_nnls(2, 2, A, b, x, NULL, NULL, lent, need), BR_NOT_FINITE);
    b[1] = 1;
    assert_int_equal(br_nnls(2, 2, A, b, x, NULL, NULL, lent, need - 1), BR_BAD_USAGE);
    assert_int_equal(br_nnls(0, 2, A, b, x, NULL, NULL, lent, need), BR_BAD_USAGE);
    assert_int_equal(br_nnls(2, 2, A, NULL, x, NULL, NULL, lent, need), BR_BAD_USAGE);
    assert_true(x[0] == 7 && x[1] == 7 && br_nnls_bytes(-1, 3) == 0);
    b[0] = b[1] = 0;
    assert_int_equal(br_nnls(2, 2, A, b, x, NULL, NULL, lent, need), BR_OK);
    assert_true(x[0] == 0 && x[1] == 0);
    free(lent);
}

int main(void)
{
    seed_from_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nnls_matches_enumeration_and_proves_itself),
        cmocka_unit_test(nnls_is_the_same_in_all_units_and_large),
        cmocka_unit_test(nnls_lets_no_column_in_by_rounding),
        cmocka_unit_test(nnls_tries_a_column_that_brings_nothing_once),
        cmocka_unit_test(nnls_refuses_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
