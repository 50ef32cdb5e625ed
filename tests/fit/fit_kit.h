// fit_kit.h - what the tests of fits share: names, random rows, counts and seeds.
#ifndef FIT_KIT_H
#define FIT_KIT_H

#include "fit/statistics/estimate.h"
#include "num/base/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const double KIT_PI = 3.141592653589793;

static inline uint64_t kit_seed(void)
{
    const char *text = getenv("BR_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
}

static inline double *kit_reals(long long n)
{
    double *v = calloc((size_t)(n > 0 ? n : 1), sizeof *v);
    assert_non_null(v);
    return v;
}

static inline void assert_share(double got, double want, double share)
{
    if (!(fabs(got - want) <= share * fabs(want)))
        fail_msg("%.12g is not %.12g within a share of %.1e", got, want, share);
}

// Hits of a probability p in n trials: within 4.4 sd of the mean, which chance leaves once in 1e5.
static inline void assert_hits(int hits, int n, double p)
{
    double sd = sqrt(n * p * (1 - p));
    if (!(fabs(hits - n * p) <= 4.4 * sd + 1))
        fail_msg("%d of %d where %.1f +- %.1f are due", hits, n, n * p, sd);
}

// Columns of a CSV of ../shared/data; the test is skipped by name where it is absent.
static inline void kit_skip_without(const char *path)
{
    if (access(path, R_OK) != 0) {
        print_message("skipped: no %s\n", path);
        skip();
    }
}

#endif
