// bench_elem.c - speed of the elementary functions against libm.              [host]
//
// "call" is one call of a function that is not inlined, with arguments that do not depend on each other; "chain" feeds
// each result into the next argument, so it shows how long one call takes from end to end. The arrays are plain loops.
// Times in ns per value: libm, bristle, and libm over bristle. An argument picks one function: bench_elem tanh
#include "num/elem.h"
#include "bench.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 1024, ROUNDS = 40 };

typedef struct {
    int n;
    void *at, *by, *to;
} lot;
typedef double *restrict double_lane;
typedef float *restrict float_lane;

#define APART __attribute__((noinline))
#define CALL1(f, x, y) ((void)(y), f(x))
#define CALL2(f, x, y) f(x, y)

// The loops of one function: f may be inlined, single not.
#define LOOPS(real, tag, call, f, single)                                                                              \
    static APART void call_##tag(void *data)                                                                           \
    {                                                                                                                  \
        lot *l = data;                                                                                                 \
        real##_lane x = l->at, y = l->by, z = l->to;                                                                   \
        for (int k = 0; k < l->n; k++)                                                                                 \
            z[k] = call(single, x[k], y[k]);                                                                           \
    }                                                                                                                  \
    static APART void chain_##tag(void *data)                                                                          \
    {                                                                                                                  \
        lot *l = data;                                                                                                 \
        real##_lane x = l->at, y = l->by, z = l->to;                                                                   \
        real last = 0;                                                                                                 \
        for (int k = 0; k < l->n; k++)                                                                                 \
            last = call(single, x[k] + last * 0, y[k]);                                                                \
        z[0] = last;                                                                                                   \
    }                                                                                                                  \
    static APART void array_##tag(void *data)                                                                          \
    {                                                                                                                  \
        lot *l = data;                                                                                                 \
        real##_lane x = l->at, y = l->by, z = l->to;                                                                   \
        int n = l->n;                                                                                                  \
        for (int k = 0; k < n; k++)                                                                                    \
            z[k] = call(f, x[k], y[k]);                                                                                \
    }

#define APART1(real, f)                                                                                                \
    static APART real apart_##f(real x)                                                                                \
    {                                                                                                                  \
        return f(x);                                                                                                   \
    }
#define APART2(real, f)                                                                                                \
    static APART real apart_##f(real x, real y)                                                                        \
    {                                                                                                                  \
        return f(x, y);                                                                                                \
    }

#define BOTH(name, apart, call, libm, libmf)                                                                           \
    apart(double, br_##name) apart(float, brf_##name) LOOPS(double, libm_##name, call, libm, libm)                     \
        LOOPS(double, br_##name, call, br_##name, apart_br_##name) LOOPS(float, libmf_##name, call, libmf, libmf)      \
            LOOPS(float, brf_##name, call, brf_##name, apart_brf_##name)

static double libm_logistic(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

static float libm_logisticf(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

BOTH(exp, APART1, CALL1, exp, expf)
BOTH(expm1, APART1, CALL1, expm1, expm1f)
BOTH(log, APART1, CALL1, log, logf)
BOTH(log1p, APART1, CALL1, log1p, log1pf)
BOTH(tanh, APART1, CALL1, tanh, tanhf)
BOTH(logistic, APART1, CALL1, libm_logistic, libm_logisticf)
BOTH(sin, APART1, CALL1, sin, sinf)
BOTH(cos, APART1, CALL1, cos, cosf)
BOTH(sin_near, APART1, CALL1, sin, sinf)
BOTH(cos_near, APART1, CALL1, cos, cosf)
BOTH(atan, APART1, CALL1, atan, atanf)
BOTH(pow, APART2, CALL2, pow, powf)
BOTH(sqrt, APART1, CALL1, sqrt, sqrtf)

typedef struct {
    bench_work *call, *chain, *array;
} loops;

// Best seconds per value of both, taken in turns.
static void compare(bench_work *libm, bench_work *ours, lot *l, double *a, double *b)
{
    long calls = 16384 / l->n;
    *a = *b = 1e300;
    for (int i = 0; i < ROUNDS; i++) {
        double s = bench_calls(libm, l, calls), t = bench_calls(ours, l, calls);
        *a = s < *a ? s : *a;
        *b = t < *b ? t : *b;
    }
    *a /= (double)calls * l->n;
    *b /= (double)calls * l->n;
}

static void row(const char *name, int single, double low, double high, loops libm, loops ours)
{
    static double x[MOST], y[MOST], z[MOST];
    static float xf[MOST], yf[MOST], zf[MOST];
    for (int k = 0; k < MOST; k++) {
        x[k] = low + (high - low) * (double)((k * 619) % MOST) / MOST;
        y[k] = 3.0 - 4.0 * (double)((k * 373) % MOST) / MOST;
        xf[k] = (float)x[k];
        yf[k] = (float)y[k];
    }
    bench_work *const all[5][2] = {{libm.call, ours.call},
                                   {libm.chain, ours.chain},
                                   {libm.array, ours.array},
                                   {libm.array, ours.array},
                                   {libm.array, ours.array}};
    static const int sizes[5] = {MOST, MOST, 4, 64, MOST};
    static const char *const words[5] = {"call", NULL, NULL, "64 lanes", NULL};
    double a[5], b[5];
    printf("%-13s", name);
    for (int i = 0; i < 5; i++) {
        lot l = {sizes[i], x, y, z};
        if (single)
            l.at = xf, l.by = yf, l.to = zf;
        compare(all[i][0], all[i][1], &l, &a[i], &b[i]);
        printf("  %5.1f %5.1f %5.2f", 1e9 * a[i], 1e9 * b[i], a[i] / b[i]);
    }
    putchar('\n');
    for (int i = 0; i < 5; i++) {
        char what[64];
        if (!words[i])
            continue;
        snprintf(what, sizeof what, "%s, %s", name, words[i]);
        bench_row(what, b[i], "libm", a[i]);
    }
}

#define OF(tag) ((loops){call_##tag, chain_##tag, array_##tag})
#define ROW(name, low, high)                                                                                           \
    if (!only || strcmp(only, #name) == 0) {                                                                           \
        row("br_" #name, 0, low, high, OF(libm_##name), OF(br_##name));                                                \
        row("brf_" #name, 1, low, high, OF(libmf_##name), OF(brf_##name));                                             \
    }

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;
    printf("%-13s  %-17s  %-17s  %-17s  %-17s  %-17s\n", "ns per value", "call", "chain", "array of 4", "array of 64",
           "array of 1024");
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
