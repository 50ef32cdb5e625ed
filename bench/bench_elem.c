// bench_elem.c - speed of the elementary functions against libm and, where installed, SLEEF.     [host]
//
// "call" is one call of a function that is not inlined, with arguments that do not depend on each other; "chain" feeds
// each result into the next argument, so it shows how long one call takes from end to end. The arrays are plain loops; of
// SLEEF, loops over its vectors of 16 bytes (it chooses the best it has for the processor).
// Times in ns per value: theirs, bristle's, and the one over the other. An argument picks one function: bench_elem tanh
#include "num/base/elem.h"
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

typedef struct {
    bench_work *call, *chain, *array;
} loops;

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
        BR_LANES                                                                                                       \
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
BOTH(sinh, APART1, CALL1, sinh, sinhf)
BOTH(cosh, APART1, CALL1, cosh, coshf)
BOTH(sin, APART1, CALL1, sin, sinf)
BOTH(cos, APART1, CALL1, cos, cosf)
BOTH(tan, APART1, CALL1, tan, tanf)
BOTH(atan, APART1, CALL1, atan, atanf)
BOTH(asin, APART1, CALL1, asin, asinf)
BOTH(acos, APART1, CALL1, acos, acosf)
BOTH(cbrt, APART1, CALL1, cbrt, cbrtf)
BOTH(logistic, APART1, CALL1, libm_logistic, libm_logisticf)
BOTH(sin_near, APART1, CALL1, sin, sinf)
BOTH(cos_near, APART1, CALL1, cos, cosf)
BOTH(tan_near, APART1, CALL1, tan, tanf)
BOTH(sqrt, APART1, CALL1, sqrt, sqrtf)
BOTH(pow, APART2, CALL2, pow, powf)
BOTH(atan2, APART2, CALL2, atan2, atan2f)

#if defined(BENCH_SLEEF) && defined(__SSE2__)
#include <sleef.h>
#define LANES(real, tag, call, f, width, load, store)                                                                  \
    static APART void array_##tag(void *data)                                                                          \
    {                                                                                                                  \
        lot *l = data;                                                                                                 \
        real##_lane x = l->at, y = l->by, z = l->to;                                                                   \
        int n = l->n;                                                                                                  \
        for (int k = 0; k < n; k += (width))                                                                           \
            store(z + k, call(f, load(x + k), load(y + k)));                                                           \
    }
#define CALLS(real, tag, call, f)                                                                                      \
    static APART void call_##tag(void *data)                                                                           \
    {                                                                                                                  \
        lot *l = data;                                                                                                 \
        real##_lane x = l->at, y = l->by, z = l->to;                                                                   \
        for (int k = 0; k < l->n; k++)                                                                                 \
            z[k] = call(f, x[k], y[k]);                                                                                \
    }
#define SLEEF(name, call)                                                                                              \
    CALLS(double, sleef_##name, call, Sleef_##name##_u10)                                                              \
    CALLS(float, sleeff_##name, call, Sleef_##name##f_u10)                                                             \
    LANES(double, sleef_##name, call, Sleef_##name##d2_u10, 2, _mm_loadu_pd, _mm_storeu_pd)                            \
    LANES(float, sleeff_##name, call, Sleef_##name##f4_u10, 4, _mm_loadu_ps, _mm_storeu_ps)
SLEEF(exp, CALL1)
SLEEF(expm1, CALL1)
SLEEF(log, CALL1)
SLEEF(log1p, CALL1)
SLEEF(tanh, CALL1)
SLEEF(sinh, CALL1)
SLEEF(cosh, CALL1)
SLEEF(sin, CALL1)
SLEEF(cos, CALL1)
SLEEF(tan, CALL1)
SLEEF(atan, CALL1)
SLEEF(asin, CALL1)
SLEEF(acos, CALL1)
SLEEF(cbrt, CALL1)
SLEEF(pow, CALL2)
SLEEF(atan2, CALL2)
#define SLEEF_OF(tag) ((loops){call_##tag, NULL, array_##tag})
#else
#define SLEEF_OF(tag) ((loops){NULL, NULL, NULL})
#endif

// Best seconds per value of both, taken in turns.
static void compare(bench_work *theirs, bench_work *ours, lot *l, double *a, double *b)
{
    long calls = bench_is_short() ? 1 : 16384 / l->n;
    *a = *b = 1e300;
    for (int i = bench_turns(ROUNDS); i > 0; i--) {
        double s = bench_calls(theirs, l, calls), t = bench_calls(ours, l, calls);
        *a = s < *a ? s : *a;
        *b = t < *b ? t : *b;
    }
    *a /= (double)calls * l->n;
    *b /= (double)calls * l->n;
}

// One function against one baseline; a baseline has no chain, or nothing at all.
static void row(const char *name, const char *baseline, lot l, loops theirs, loops ours)
{
    bench_work *const all[5][2] = {{theirs.call, ours.call},
                                   {theirs.chain, ours.chain},
                                   {theirs.array, ours.array},
                                   {theirs.array, ours.array},
                                   {theirs.array, ours.array}};
    static const int sizes[5] = {MOST, MOST, 4, 64, MOST};
    static const char *const words[5] = {"call", NULL, "4 lanes", "64 lanes", "1024 lanes"};
    double a[5], b[5];
    if (!theirs.call)
        return;
    printf("%-13s %-6s", name, baseline);
    for (int i = 0; i < 5; i++) {
        l.n = sizes[i];
        if (!all[i][0]) {
            printf("%20s", "");
            continue;
        }
        compare(all[i][0], all[i][1], &l, &a[i], &b[i]);
        printf("  %5.1f %5.1f %5.2f", 1e9 * a[i], 1e9 * b[i], a[i] / b[i]);
    }
    putchar('\n');
    for (int i = 0; i < 5; i++) {
        char what[64];
        if (!words[i])
            continue;
        snprintf(what, sizeof what, "%s, %s", name, words[i]);
        bench_row(what, b[i], baseline, a[i]);
    }
}

static void rows(const char *name, double low, double high, const loops d[3], const loops f[3])
{
    static double x[MOST], y[MOST], z[MOST];
    static float xf[MOST], yf[MOST], zf[MOST];
    for (int k = 0; k < MOST; k++) {
        x[k] = low + (high - low) * (double)((k * 619) % MOST) / MOST;
        y[k] = 3.0 - 4.0 * (double)((k * 373) % MOST) / MOST;
        xf[k] = (float)x[k];
        yf[k] = (float)y[k];
    }
    char ours[2][32];
    snprintf(ours[0], sizeof ours[0], "br_%s", name);
    snprintf(ours[1], sizeof ours[1], "brf_%s", name);
    row(ours[0], "libm", (lot){0, x, y, z}, d[0], d[2]);
    row(ours[0], "SLEEF", (lot){0, x, y, z}, d[1], d[2]);
    row(ours[1], "libm", (lot){0, xf, yf, zf}, f[0], f[2]);
    row(ours[1], "SLEEF", (lot){0, xf, yf, zf}, f[1], f[2]);
}

#define OF(tag) ((loops){call_##tag, chain_##tag, array_##tag})
#define ROWS(name, low, high, sleef, sleeff)                                                                           \
    if (!only || strcmp(only, #name) == 0)                                                                             \
        rows(#name, low, high, (loops[]){OF(libm_##name), sleef, OF(br_##name)},                                       \
             (loops[]){OF(libmf_##name), sleeff, OF(brf_##name)});
#define ROW(name, low, high) ROWS(name, low, high, SLEEF_OF(sleef_##name), SLEEF_OF(sleeff_##name))
#define OWN(name, low, high) ROWS(name, low, high, (loops){0}, (loops){0}) // SLEEF has none

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;
    printf("%-20s  %-18s  %-18s  %-18s  %-18s  %-18s\n", "ns per value", "call", "chain", "array of 4", "array of 64",
           "array of 1024");
    ROW(exp, -20.0, 20.0)
    OWN(logistic, -20.0, 20.0)
    ROW(tanh, -4.0, 4.0)
    ROW(sinh, -4.0, 4.0)
    ROW(cosh, -4.0, 4.0)
    ROW(expm1, -4.0, 4.0)
    ROW(log, 0.01, 100.0)
    ROW(log1p, -0.5, 10.0)
    ROW(pow, 0.01, 10.0)
    ROW(sin, -20.0, 20.0)
    ROW(cos, -20.0, 20.0)
    ROW(tan, -20.0, 20.0)
    OWN(sin_near, -20.0, 20.0)
    OWN(cos_near, -20.0, 20.0)
    OWN(tan_near, -20.0, 20.0)
    ROW(atan, -4.0, 4.0)
    ROW(atan2, -4.0, 4.0)
    ROW(asin, -1.0, 1.0)
    ROW(acos, -1.0, 1.0)
    ROW(cbrt, 0.01, 100.0)
    OWN(sqrt, 0.01, 100.0)
    return 0;
}
