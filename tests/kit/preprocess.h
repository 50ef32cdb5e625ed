// preprocess.h - what the tests of the preprocessing share.
//
// The tests of one subject stand in a header that is compiled twice, for double and with BR_FLOAT for float.
#ifndef TESTS_PREPROCESS_H
#define TESTS_PREPROCESS_H

#include "num/base/random.h"
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

#define MISSING ((br_real)NAN)
#define INFINITE ((br_real)INFINITY)

static br_random chance;

static inline void seed_from_environment(void)
{
    const char *s = getenv("BR_SEED");
    uint64_t seed = s ? strtoull(s, NULL, 10) : (uint64_t)time(NULL);
    printf("BR_SEED=%llu\n", (unsigned long long)seed);
    br_random_init(&chance, seed, 0);
}

// Points of a random test.
static inline int points(void)
{
    const char *n = getenv("BR_COUNT");
    double count = n ? strtod(n, NULL) : 1e5;
    return count > 1e9 ? 1000000000 : count > 1e5 ? (int)count : 100000;
}

static inline double uniform(double lo, double hi)
{
    return lo + (hi - lo) * (double)br_random_uniform(&chance);
}

static inline int below(int n) // 0 to n - 1
{
    return (int)(br_random_next(&chance) % (uint64_t)n);
}

static inline br_real *reals(int n)
{
    br_real *x = calloc((size_t)(n > 0 ? n : 1), sizeof *x);
    assert_non_null(x);
    return x;
}

static inline void assert_close(wide got, wide want, wide by, const char *what)
{
    if (!(fabsl(got - want) <= by))
        fail_msg("%s: %.12Lg is not %.12Lg +- %.3Lg", what, got, want, by);
}

#endif
