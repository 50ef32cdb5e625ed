// stationary_cases.h - stationary covariances and gains against the filter itself, step by step in long double.
//
// Compiled for double by test_stationary.c and for float by test_stationary_float.c.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wdouble-promotion" // the twin is wider on purpose
#endif

#include "loop/filter/stationary.h"
#include "num/base/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 8 };
typedef long double exact;

typedef struct problem {
    int n, ny;
    br_real F[MOST * MOST], Q[MOST * MOST], H[MOST * MOST], r[MOST];
} problem;

typedef struct answer {
    br_real P[MOST * MOST], K[MOST * MOST], s[MOST];
} answer;

static br_status find_it(const problem *p, answer *a)
{
    size_t bytes = br_stationary_bytes(p->n, p->ny);
    void *work = malloc(bytes + 1);
    assert_true(bytes > 0 && work);
    br_status status = br_stationary(p->n, p->F, p->Q, p->ny, p->H, p->r, a->P, a->K, a->s, work, bytes);
    free(work);
    return status;
}

// So many steps of the filter: corrections one after the other, then the prediction. P before a correction.
static void filter(const problem *p, long steps, exact *P, exact *K)
{
    int n = p->n;
    exact C[MOST * MOST], FC[MOST * MOST];
    for (int i = 0; i < n * n; i++)
        P[i] = p->Q[i];
    for (long k = 0; k < steps; k++) {
        memcpy(C, P, sizeof C);
        for (int m = 0; m < p->ny; m++) {
            exact s = p->r[m], *gain = K + (ptrdiff_t)m * n;
            for (int i = 0; i < n; i++) {
                gain[i] = 0;
                for (int j = 0; j < n; j++)
                    gain[i] += C[i * n + j] * p->H[m * n + j];
                s += gain[i] * p->H[m * n + i];
            }
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    C[i * n + j] -= gain[i] * gain[j] / s;
            for (int i = 0; i < n; i++)
                gain[i] /= s;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                FC[i * n + j] = 0;
                for (int l = 0; l < n; l++)
                    FC[i * n + j] += p->F[i * n + l] * C[l * n + j];
            }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                P[i * n + j] = p->Q[i * n + j];
                for (int l = 0; l < n; l++)
                    P[i * n + j] += FC[i * n + l] * p->F[j * n + l];
                P[j * n + i] = i > j ? P[i * n + j] : P[j * n + i]; // symmetric, or rounding would grow
            }
    }
}

static void assert_near(exact got, exact want, exact size)
{
    if (!(fabsl(got - want) <= TOLERANCE * size))
        fail_msg("%.12Lg is not %.12Lg within %.3Lg", got, want, TOLERANCE * size);
}

static void compare(const problem *p, long steps)
{
    answer a;
    exact P[MOST * MOST], K[MOST * MOST];
    int n = p->n;
    assert_int_equal(find_it(p, &a), BR_OK);
    filter(p, steps, P, K);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            assert_near(a.P[i * n + j], P[i * n + j], sqrtl(P[i * n + i] * P[j * n + j]));
    for (int m = 0; m < p->ny; m++)
        for (int i = 0; i < n; i++)
            assert_near(a.K[m * n + i], K[m * n + i], sqrtl(P[i * n + i] / p->r[m]));
}

// x+ = f x + w: P = f^2 P r/(P + r) + q in closed form.
static void one_state_is_as_in_closed_form(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        double f = 0.1 * i, q = 0.3, r = 0.7, b = r * (1 - f * f) - q, P = (-b + sqrt(b * b + 4 * q * r)) / 2;
        problem p = {.n = 1, .ny = 1, .F = {(br_real)f}, .Q = {(br_real)q}, .H = {1}, .r = {(br_real)r}};
        answer a;
        assert_int_equal(find_it(&p, &a), BR_OK);
        assert_near(a.P[0], P, P);
        assert_near(a.K[0], P / (P + r), 1);
        assert_near(a.s[0], P + r, P + r);
    }
}

static void a_filter_settles_there(void **state)
{
    (void)state;
    br_random random;
    br_random_init(&random, 7, 0);
    for (int k = 0; k < 60; k++) {
        problem p = {.n = 1 + k % 6, .ny = 1 + k % 3};
        for (int i = 0; i < p.n; i++)
            for (int j = 0; j < p.n; j++)
                p.F[i * p.n + j] = (br_real)0.4 * br_random_normal(&random) + (i == j ? (br_real)0.6 : 0);
        for (int i = 0; i < p.n; i++)
            p.Q[i * p.n + i] = (br_real)0.1 + br_random_uniform(&random);
        for (int i = 0; i < p.ny * p.n; i++)
            p.H[i] = br_random_normal(&random);
        for (int i = 0; i < p.ny; i++)
            p.r[i] = (br_real)0.05 + br_random_uniform(&random);
        compare(&p, 3000);
    }
}

// Position, velocity and acceleration with white jerk: three integrators, of which only the position has no noise of its own.
static void integrators_with_one_measurement_settle(void **state)
{
    (void)state;
    br_real h = (br_real)0.1;
    problem p = {.n = 3,
                 .ny = 1,
                 .F = {1, h, h * h / 2, 0, 1, h, 0, 0, 1},
                 .Q = {0, 0, 0, 0, 0, 0, 0, 0, (br_real)0.5},
                 .H = {1, 0, 0},
                 .r = {(br_real)0.02}};
    compare(&p, 20000);
}

static void what_grows_unseen_is_refused(void **state)
{
    (void)state;
    problem p = {.n = 2, .ny = 1, .F = {2, 0, 0, (br_real)0.5}, .Q = {1, 0, 0, 1}, .H = {0, 1}, .r = {1}};
    answer a = {.P = {-1}, .K = {-2}};
    assert_true(find_it(&p, &a) != BR_OK);
    assert_true(a.P[0] == -1 && a.K[0] == -2);
    p.H[0] = (br_real)NAN;
    assert_int_equal(find_it(&p, &a), BR_NOT_FINITE);
    p.r[0] = 0;
    assert_int_equal(find_it(&p, &a), BR_BAD_USAGE);
    assert_int_equal(br_stationary_bytes(0, 1), 0);
    assert_int_equal(br_stationary_bytes(1 << 20, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_state_is_as_in_closed_form),
        cmocka_unit_test(a_filter_settles_there),
        cmocka_unit_test(integrators_with_one_measurement_settle),
        cmocka_unit_test(what_grows_unseen_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
