// elem_golden.h - the functions of num/base/elem.h, the points they are tried on, and the hashes of their results.
//
// Shared by test_elem.c and by elem_hash.c, which runs on every machine: no libm, no heap. The hashes stand only here;
// when a function changes on purpose, `elem_hash` prints the new ones.
#ifndef ELEM_GOLDEN_H
#define ELEM_GOLDEN_H

#include "num/base/elem.h"

// ---- random points

static uint64_t elem_state;

static uint64_t splitmix64(void)
{
    uint64_t z = (elem_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double within(double low, double high)
{
    return low + (high - low) * ((double)(splitmix64() >> 11) * 0x1p-53);
}

// ---- a function under test: f and g are not inlined; many_f and many_g are loops that may vectorise

typedef struct elem_case elem_case;
struct elem_case {
    const char *name;
    double (*f)(double x, double y); // y only for functions of two arguments
    float (*g)(float x, float y);
    void (*many_f)(double *z, const double *x, const double *y, int n);
    void (*many_g)(float *z, const float *x, const float *y, int n);
    void (*point)(const elem_case *c, uint64_t k, double *x, double *y); // the k-th
    void (*pointf)(const elem_case *c, uint64_t k, float *x, float *y);
    double ranges[4][2]; // of one argument: where it is used
    uint64_t golden[2];  // hash of ELEM_POINTS results: double, float
};
enum { ELEM_POINTS = 100000 };

#if defined(__GNUC__)
#define APART __attribute__((noinline))
#else
#define APART
#endif
#define ONE(f, x, y) ((void)(y), f(x))
#define TWO(f, x, y) f(x, y)
#define WRAP(name, call)                                                                                               \
    static APART double two_f_##name(double x, double y)                                                               \
    {                                                                                                                  \
        return call(br_##name, x, y);                                                                                  \
    }                                                                                                                  \
    static APART float two_g_##name(float x, float y)                                                                  \
    {                                                                                                                  \
        return call(brf_##name, x, y);                                                                                 \
    }                                                                                                                  \
    static APART void many_f_##name(double *restrict z, const double *restrict x, const double *restrict y, int n)     \
    {                                                                                                                  \
        for (int k = 0; k < n; k++)                                                                                    \
            z[k] = call(br_##name, x[k], y[k]);                                                                        \
    }                                                                                                                  \
    static APART void many_g_##name(float *restrict z, const float *restrict x, const float *restrict y, int n)        \
    {                                                                                                                  \
        for (int k = 0; k < n; k++)                                                                                    \
            z[k] = call(brf_##name, x[k], y[k]);                                                                       \
    }
WRAP(exp, ONE)
WRAP(expm1, ONE)
WRAP(log, ONE)
WRAP(log1p, ONE)
WRAP(tanh, ONE)
WRAP(logistic, ONE)
WRAP(sinh, ONE)
WRAP(cosh, ONE)
WRAP(sin, ONE)
WRAP(cos, ONE)
WRAP(tan, ONE)
WRAP(sin_near, ONE)
WRAP(cos_near, ONE)
WRAP(tan_near, ONE)
WRAP(atan, ONE)
WRAP(asin, ONE)
WRAP(acos, ONE)
WRAP(cbrt, ONE)
WRAP(sqrt, ONE)
WRAP(atan2, TWO)
WRAP(pow, TWO)

// ---- points

static double in_ranges(const elem_case *c, uint64_t k)
{
    int n = 1;
    while (n < 4 && c->ranges[n][0] < c->ranges[n][1])
        n++;
    const double *r = c->ranges[k / 2 % (uint64_t)n];
    return within(r[0], r[1]);
}

static void near_point(const elem_case *c, uint64_t k, double *x, double *y)
{
    *x = in_ranges(c, k), *y = 0;
}

static void near_pointf(const elem_case *c, uint64_t k, float *x, float *y)
{
    double a = in_ranges(c, k);
    while (a > 9999 || a < -9999)
        a /= 256;
    *x = (float)a, *y = 0;
}

// Every second point over all bit patterns, the others over the ranges in turn.
static void any_point(const elem_case *c, uint64_t k, double *x, double *y)
{
    *x = k % 2 == 0 ? br_from_bits(splitmix64()) : in_ranges(c, k), *y = 0;
}

static void any_pointf(const elem_case *c, uint64_t k, float *x, float *y)
{
    *x = k % 2 == 0 ? brf_from_bits((uint32_t)splitmix64()) : (float)in_ranges(c, k), *y = 0;
}

// Exponents are often whole, and bases negative.
static void pow_point(const elem_case *c, uint64_t k, double *x, double *y)
{
    (void)c;
    switch (k % 8) {
    case 0: *x = br_from_bits(splitmix64()), *y = br_from_bits(splitmix64()); break;
    case 1: *x = br_from_bits(splitmix64() >> 1), *y = within(-1, 1); break;
    case 2: *x = within(0, 10), *y = within(-10, 10); break;
    case 3: *x = within(0.7, 1.42), *y = within(-2050, 2050); break; // results up to the ends of the range
    case 4: *x = within(0, 2), *y = within(0, 3); break;
    case 5: *x = within(-3, 3), *y = (double)(int)within(-600, 600); break;
    case 6: *x = within(0.999999, 1.000001), *y = within(-7e8, 7e8); break;
    default: *x = within(-1e3, 1e3), *y = 0.5 * (double)(int)within(-20, 20); break;
    }
}

// The first argument is y, as in atan2(y, x).
static void atan2_point(const elem_case *c, uint64_t k, double *y, double *x)
{
    (void)c;
    switch (k % 5) {
    case 0: *y = br_from_bits(splitmix64()), *x = br_from_bits(splitmix64()); break;
    case 1: *y = within(-1, 1), *x = within(-1, 1); break;
    case 2: *x = br_from_bits(splitmix64()), *y = *x * within(-3, 3); break; // any size, and alike
    case 3: *x = within(0, 1), *y = *x * within(0.4, 0.6); break;            // where the methods meet
    default: *x = within(-1, 0), *y = *x * within(1.8, 2.2); break;
    }
}

// In float: all patterns of float instead of double, and exponents of pow that stay in its range.
static void pair_pointf(const elem_case *c, uint64_t k, float *x, float *y)
{
    double a, b;
    c->point(c, k, &a, &b);
    int power = c->point == pow_point;
    *x = (float)a, *y = (float)(power && k % 8 == 3 ? b / 8 : b);
    if (power && k % 8 == 6) // next to 1, results up to the ends of the range
        *x = (float)(1 + 2e4 * (a - 1)), *y = (float)(b * 6.3e-12 / (a - 1));
    if (power && k % 8 < 2) {
        *x = brf_from_bits((uint32_t)splitmix64() >> (k % 8));
        *y = k % 8 ? *y : brf_from_bits((uint32_t)splitmix64());
    } else if (!power && (k % 5 == 0 || k % 5 == 2)) {
        *y = brf_from_bits((uint32_t)splitmix64());
        *x = k % 5 ? *y * (float)within(-3, 3) : brf_from_bits((uint32_t)splitmix64());
    }
}

// ---- the functions

#define CASE(name, point, pointf, ...)                                                                                 \
    {                                                                                                                  \
#name, two_f_##name, two_g_##name, many_f_##name, many_g_##name, point, pointf, __VA_ARGS__                    \
    }
#define OF_ONE(name, ...) CASE(name, any_point, any_pointf, __VA_ARGS__)
#define OF_NEAR(name, ...) CASE(name, near_point, near_pointf, __VA_ARGS__)

static const elem_case elem_cases[] = {
    OF_ONE(exp, {{-745.2, 709.8}, {-104, 89}, {-1, 1}}, {0x507a350770173df9u, 0xa815dca8d2680aacu}),
    OF_ONE(expm1, {{-40, 40}, {-1, 1}, {-1e-3, 1e-3}, {-745, 709.8}}, {0x58c4ad213dbbc7d1u, 0x3c5939d8e73c8671u}),
    OF_ONE(log, {{0, 1e6}, {0.5, 2}, {0.99, 1.01}, {0, 1e-37}}, {0x169e33d50bf9e500u, 0x17c18cf88a1f2d4cu}),
    OF_ONE(log1p, {{-1, 1}, {-0.4, 0.5}, {-1e-3, 1e-3}, {0, 1e6}}, {0xe57e2b6302d53220u, 0xd7c3fb6f3bd9b0f4u}),
    OF_ONE(tanh, {{-1, 1}, {-0.25, 0.25}, {-5, 5}, {-20, 20}}, {0xa1182a3b51b2626bu, 0x6cbe29f9db2c42e0u}),
    OF_ONE(logistic, {{-8, 0}, {-40, 40}, {-746, -700}, {-104, -80}}, {0xcc251a0b06ab019au, 0xf452da9dfc28d9f9u}),
    OF_ONE(sinh, {{-1, 1}, {-3, 3}, {-711, 711}, {-90, 90}}, {0xfae499b0fab5c75du, 0x2c02ec6f985d0fb1u}),
    OF_ONE(cosh, {{-1, 1}, {-3, 3}, {-711, 711}, {-90, 90}}, {0xde50e3fdaf63a8f9u, 0xfad701ec188aed6cu}),
    OF_ONE(sin, {{-7, 7}, {-10000, 10000}, {-2e6, 2e6}, {0, 1e22}}, {0x02555c2017eafb43u, 0xc1710a8e49cca017u}),
    OF_ONE(cos, {{-7, 7}, {-10000, 10000}, {-2e6, 2e6}, {0, 1e22}}, {0xe37889ebd7053060u, 0x25642083b2adc0fbu}),
    OF_ONE(tan, {{-1, 1}, {-7, 7}, {-10000, 10000}, {-2e6, 2e6}}, {0xfef7caee43e76bb6u, 0x7c3237b353d8b949u}),
    OF_NEAR(sin_near, {{-7, 7}, {-1, 1}, {-10000, 10000}, {-1.5e6, 1.5e6}}, {0x828ea6be52a82987u, 0x60680d1b49568793u}),
    OF_NEAR(cos_near, {{-7, 7}, {-1, 1}, {-10000, 10000}, {-1.5e6, 1.5e6}}, {0x921148604865cbeau, 0x23d6ae7f389b57c3u}),
    OF_NEAR(tan_near, {{-7, 7}, {-1, 1}, {-10000, 10000}, {-1.5e6, 1.5e6}}, {0xd9913771ec534df8u, 0xd35c31c9e272ff71u}),
    OF_ONE(atan, {{-1, 1}, {0.5, 0.6}, {-3, 3}, {-100, 100}}, {0x1120174910d50224u, 0x36d93856aeb83ee0u}),
    OF_ONE(asin, {{-1, 1}, {0.45, 0.55}, {-0.55, -0.45}, {0.98, 1}}, {0x903dddab577ff7bdu, 0x03b53ce1b9e73bf2u}),
    OF_ONE(acos, {{-1, 1}, {0.45, 0.55}, {-0.55, -0.45}, {0.98, 1}}, {0xfaec1ddbf487360au, 0xa0cd9a82941f45c8u}),
    OF_ONE(cbrt, {{-1, 1}, {1, 8}, {-1e6, 1e6}, {0, 1e-37}}, {0xc610dcf795adce2du, 0x1d2c3a6f7895ff72u}),
    OF_ONE(sqrt, {{0, 4}, {0, 1e-37}}, {0xc654ec034fb62d4bu, 0xc481bf71b07059c9u}),
    CASE(atan2, atan2_point, pair_pointf, {{0}}, {0x8b165e6a424a02aeu, 0x211e67ad572dfd42u}),
    CASE(pow, pow_point, pair_pointf, {{0}}, {0x7636c1bd5b993801u, 0x87dc166f19f30896u}),
};
enum { ELEM_CASES = sizeof elem_cases / sizeof *elem_cases };

// ---- hashes

// The payload of a NaN is nobody's promise.
static uint64_t bits64(double x)
{
    return x != x ? 0x7ff8000000000000u : br_bits(x);
}

static uint32_t bits32(float x)
{
    return x != x ? 0x7fc00000u : brf_bits(x);
}

// FNV-1a, byte by byte from the lowest.
static uint64_t mix(uint64_t h, uint64_t v)
{
    for (int i = 0; i < 8; i++)
        h = (h ^ ((v >> (8 * i)) & 0xff)) * 0x100000001b3u;
    return h;
}

// Hashes of the results by single calls, or by loops over arrays: double and float.
static void elem_hash(const elem_case *c, int in_arrays, uint64_t hash[2])
{
    enum { N = 100 };
    static double x[N], y[N], z[N];
    static float a[N], b[N], d[N];
    hash[0] = hash[1] = 0xcbf29ce484222325u;
    elem_state = 2026;
    for (uint64_t k = 0; k < ELEM_POINTS; k += N) {
        for (uint64_t i = 0; i < N; i++) {
            c->point(c, k + i, &x[i], &y[i]);
            c->pointf(c, k + i, &a[i], &b[i]);
        }
        if (in_arrays) {
            c->many_f(z, x, y, N);
            c->many_g(d, a, b, N);
        }
        for (int i = 0; i < N; i++) {
            hash[0] = mix(hash[0], bits64(in_arrays ? z[i] : c->f(x[i], y[i])));
            hash[1] = mix(hash[1], bits32(in_arrays ? d[i] : c->g(a[i], b[i])));
        }
    }
}

#endif
