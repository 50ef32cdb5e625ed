// dense.h - what the tests of the dense algebra share: random matrices of many kinds, and memory that shows a stray write.
//
// The tests of one subject stand in a header that is compiled twice, for double and with BR_FLOAT for float.
#ifndef TESTS_DENSE_H
#define TESTS_DENSE_H

#include "num/algebra/vector.h"
#include <bristle/status.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

typedef long double wide;

#ifdef BR_FLOAT
static const double TINY = 1e-30, LARGE = 1e30; // scales whose products leave the range
#else
static const double TINY = 1e-300, LARGE = 1e300;
#endif

#define NOT_A_NUMBER ((br_real)NAN)
#define INFINITE ((br_real)INFINITY)

static uint64_t dense_state = 1;

static inline double uniform(void) // between -1 and 1
{
    dense_state = dense_state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = dense_state ^ dense_state >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return (double)(int64_t)(x ^ x >> 32) / 9223372036854775808.0;
}

static inline int below(int n) // 0 to n - 1
{
    int k = (int)((uniform() + 1) / 2 * n);
    return k < n ? k : n - 1;
}

static inline void fill(int n, br_real *x)
{
    for (int i = 0; i < n; i++)
        x[i] = (br_real)uniform();
}

// How many rounds of a random test: BR_COUNT is in points. What is counted needs enough of them, so never fewer than usual.
static inline int rounds(int by)
{
    const char *n = getenv("BR_COUNT");
    double count = n ? strtod(n, NULL) : 1e5;
    return (int)((count > 1e5 ? count : 1e5) / by) + 1;
}

static inline void seed_from_environment(void)
{
    const char *s = getenv("BR_SEED");
    dense_state = s ? strtoull(s, NULL, 10) : (uint64_t)time(NULL);
    printf("BR_SEED=%llu\n", (unsigned long long)dense_state);
}

static inline br_real *reals(int n)
{
    br_real *x = calloc((size_t)(n > 0 ? n : 1), sizeof *x);
    assert_non_null(x);
    return x;
}

static inline void below_limit(wide got, double limit, const char *what)
{
    if (!(got <= (wide)limit))
        fail_msg("%s: %.3Lg is above %.3g", what, got, limit);
}

// Columns and rows in units from 1e-6 to 1e8
static inline double unit(int i)
{
    static const double units[] = {1, 1e-6, 1e8, 1e3, 1e-3, 1e5, 1e-1};
    return units[i % 7];
}

// A = scale * U (G'G + shift) U with G of `rank` rows; graded: U the units above, else 1
static inline void definite(int n, int rank, double shift, int graded, double scale, br_real *A)
{
    br_real *G = reals(rank * n);
    fill(rank * n, G);
    for (int k = 0, at = below(n); rank < n && k < rank; k++)
        G[k * n + (k + at) % n] += 3; // of that rank by a margin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            wide s = i == j ? (wide)shift : 0;
            for (int k = 0; k < rank; k++)
                s += (wide)G[k * n + i] * (wide)G[k * n + j];
            A[i * n + j] = (br_real)(s * (wide)scale * (graded ? (wide)unit(i) * (wide)unit(j) : 1));
        }
    free(G);
}

static inline wide one_norm(int m, int n, const br_real *A)
{
    wide most = 0;
    for (int j = 0; j < n; j++) {
        wide s = 0;
        for (int i = 0; i < m; i++)
            s += fabsl((wide)A[i * n + j]);
        most = s > most ? s : most;
    }
    return most;
}

#endif
