// bench_elem.c - speed of the elementary functions against libm.              [host]
//
// "call" is one call of a function that is not inlined, its arguments independent of each other (throughput of a plain
// call); "chain" feeds each result into the next argument (latency). The arrays are simple loops of 4, 64 and 1024.
// All times in ns per value, best of several repeats, libm left, bristle right, and libm over bristle as ratio.
#define _POSIX_C_SOURCE 200809L
#include "../src/num/elem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1024, REPEATS = 15, VALUES = 1 << 16 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

#define APART __attribute__((noinline, noclone))

static double libm_logistic(double x) { return 1.0 / (1.0 + exp(-x)); }
static float libm_logisticf(float x) { return 1.0f / (1.0f + expf(-x)); }

#define CALL1(f, at, by, k) f(at[k])
#define CALL2(f, at, by, k) f(at[k], by[k])
#define LINK1(f, x, y) f(x)
#define LINK2(f, x, y) f(x, y)

// Three loops for one function: single calls, a chain of calls, an array.
#define KERNEL(real, tag, call, link, f, single)                                      \
    static APART void call_##tag(int n, const void *at_, const void *by_, void *to_)  \
    {                                                                                 \
        const real *at = at_, *by = by_;                                              \
        real *to = to_;                                                               \
        (void)by;                                                                     \
        for (int k = 0; k < n; k++)                                                   \
            to[k] = call(single, at, by, k);                                          \
    }                                                                                 \
    static APART void chain_##tag(int n, const void *at_, const void *by_, void *to_) \
    {                                                                                 \
        const real *at = at_, *by = by_;                                              \
        real *to = to_, last = 0;                                                     \
        (void)by;                                                                     \
        for (int k = 0; k < n; k++)                                                   \
            last = link(single, at[k] + last * 0, by[k]);                             \
        to[0] = last;                                                                 \
    }                                                                                 \
    static APART void array_##tag(int n, const void *at_, const void *by_, void *to_) \
    {                                                                                 \
        const real *at = at_, *by = by_;                                              \
        real *to = to_;                                                               \
        (void)by;                                                                     \
        BR_LANES                                                                      \
        for (int k = 0; k < n; k++)                                                   \
            to[k] = call(f, at, by, k);                                               \
    }

#define APART1(real, prefix, f) \
    static APART real apart_##prefix##f(real x) { return prefix##f(x); }
#define APART2(real, prefix, f) \
    static APART real apart_##prefix##f(real x, real y) { return prefix##f(x, y); }

#define BOTH1(f, libm, libmf)                                                   \
    APART1(double, br_, f)                                                      \
    APART1(float, brf_, f)                                                      \
    KERNEL(double, libm_##f, CALL1, LINK1, libm, libm)        \
    KERNEL(double, br_##f, CALL1, LINK1, br_##f, apart_br_##f) \
    KERNEL(float, libmf_##f, CALL1, LINK1, libmf, libmf)      \
    KERNEL(float, brf_##f, CALL1, LINK1, brf_##f, apart_brf_##f)

BOTH1(exp, exp, expf)
BOTH1(expm1, expm1, expm1f)
BOTH1(log, log, logf)
BOTH1(log1p, log1p, log1pf)
BOTH1(tanh, tanh, tanhf)
BOTH1(logistic, libm_logistic, libm_logisticf)
BOTH1(sin, sin, sinf)
BOTH1(cos, cos, cosf)
BOTH1(sin_near, sin, sinf)
BOTH1(cos_near, cos, cosf)
BOTH1(atan, atan, atanf)
BOTH1(sqrt, sqrt, sqrtf)
APART2(double, br_, pow)
APART2(float, brf_, pow)
KERNEL(double, libm_pow, CALL2, LINK2, pow, pow)
KERNEL(double, br_pow, CALL2, LINK2, br_pow, apart_br_pow)
KERNEL(float, libmf_pow, CALL2, LINK2, powf, powf)
KERNEL(float, brf_pow, CALL2, LINK2, brf_pow, apart_brf_pow)

typedef void loop(int n, const void *at, const void *by, void *to);

// ns per value of a loop of n.
static double cost(loop *f, int n, const void *at, const void *by, void *to)
{
    int rounds = VALUES / n;
    double best = 1e300;
    for (int i = 0; i < REPEATS; i++) {
        double start = now();
        for (int j = 0; j < rounds; j++)
            f(n, at, by, to);
        double t = (now() - start) / ((double)rounds * n);
        best = t < best ? t : best;
    }
    return best;
}

static void row(const char *name, int single, double low, double high, loop *const libm[3], loop *const ours[3])
{
    static double at64[MOST], by64[MOST], to64[MOST];
    static float at32[MOST], by32[MOST], to32[MOST];
    for (int k = 0; k < MOST; k++) {
        at64[k] = low + (high - low) * (double)((k * 619) % MOST) / MOST;
        by64[k] = 3.0 - 4.0 * (double)((k * 373) % MOST) / MOST;
        at32[k] = (float)at64[k];
        by32[k] = (float)by64[k];
    }
    const void *at = single ? (const void *)at32 : at64, *by = single ? (const void *)by32 : by64;
    void *to = single ? (void *)to32 : to64;
    printf("%-14s", name);
    for (int i = 0; i < 5; i++) {
        int n = i == 2 ? 4 : i == 3 ? 64 : MOST, which = i < 2 ? i : 2;
        double a = cost(libm[which], n, at, by, to), b = cost(ours[which], n, at, by, to);
        printf("  %6.2f %6.2f %5.2f", a, b, a / b);
    }
    putchar('\n');
}

#define ROW(f, low, high)                                                                        \
    if (!only || strcmp(only, #f) == 0) {                                                        \
        row("br_" #f, 0, low, high, (loop *const[]){call_libm_##f, chain_libm_##f, array_libm_##f}, \
            (loop *const[]){call_br_##f, chain_br_##f, array_br_##f});                           \
        row("brf_" #f, 1, low, high, (loop *const[]){call_libmf_##f, chain_libmf_##f, array_libmf_##f}, \
            (loop *const[]){call_brf_##f, chain_brf_##f, array_brf_##f});                        \
    }

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;
    printf("%-14s  %-20s  %-20s  %-20s  %-20s  %-20s\n", "ns per value", "call", "chain", "array of 4", "array of 64", "array of 1024");
    ROW(exp, -20.0, 20.0)
    ROW(logistic, -20.0, 20.0)
    ROW(tanh, -4.0, 4.0)
    ROW(expm1, -4.0, 4.0)
    ROW(log, 0.01, 100.0)
    ROW(log1p, -0.5, 10.0)
    ROW(pow, 0.01, 10.0)
    ROW(sin, -20.0, 20.0)
    ROW(cos, -20.0, 20.0)
    ROW(sin_near, -20.0, 20.0)
    ROW(cos_near, -20.0, 20.0)
    ROW(atan, -4.0, 4.0)
    ROW(sqrt, 0.01, 100.0)
    return 0;
}
