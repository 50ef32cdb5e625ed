// elem_bits.h - bits, signs and roots in double and float.                   [target]
#ifndef BR_NUM_BASE_ELEM_BITS_H
#define BR_NUM_BASE_ELEM_BITS_H

#include "fp.h"
#include <stdint.h>
#include <string.h>

// Inlined by force when speed counts: only an inlined function lets a loop vectorise.
#ifndef BR_ELEM
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define BR_ELEM static inline __attribute__((always_inline, unused))
#elif defined(__GNUC__)
#define BR_ELEM static inline __attribute__((unused))
#else
#define BR_ELEM static inline
#endif
#endif

//@ br_bits:
BR_ELEM uint64_t br_bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

BR_ELEM double br_from_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

//@ br_abs: br_bits
BR_ELEM double br_abs(double x)
{
#if defined(__GNUC__)
    return __builtin_fabs(x);
#else
    return br_from_bits(br_bits(x) & 0x7fffffffffffffffu);
#endif
}

//@ br_sign:
// -1, 0 or 1; a NaN stays one.
BR_ELEM double br_sign(double x)
{
    double s = x > 0 ? 1.0 : 0.0;
    s = x < 0 ? -1.0 : s;
    return x != x ? x : s;
}

//@ br_min: br_bits
// NaN if either is; -0 counts as smaller than 0.
BR_ELEM double br_min(double x, double y)
{
    double same = br_from_bits(br_bits(x) | br_bits(y));
    double m = x < y ? x : y;
    m = x == y ? same : m;
    return x != x ? x : m;
}

//@ br_max: br_bits
// NaN if either is; 0 counts as larger than -0.
BR_ELEM double br_max(double x, double y)
{
    double same = br_from_bits(br_bits(x) & br_bits(y));
    double m = x > y ? x : y;
    m = x == y ? same : m;
    return x != x ? x : m;
}

//@ br_sqrt:
// The library function under a declaration without errno: then it is one instruction, in vectors too.
#if defined(__GNUC__) && !defined(__cplusplus)
double sqrt(double) __attribute__((const));
#else
#include <math.h>
#endif
BR_ELEM double br_sqrt(double x)
{
    return sqrt(x);
}

//@ brf_bits:
// Single precision: the same methods in float arithmetic only, with constants and degrees to match.
BR_ELEM uint32_t brf_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

BR_ELEM float brf_from_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

//@ brf_abs: brf_bits
BR_ELEM float brf_abs(float x)
{
#if defined(__GNUC__)
    return __builtin_fabsf(x);
#else
    return brf_from_bits(brf_bits(x) & 0x7fffffffu);
#endif
}

//@ brf_sign:
BR_ELEM float brf_sign(float x)
{
    float s = x > 0 ? 1.0f : 0.0f;
    s = x < 0 ? -1.0f : s;
    return x != x ? x : s;
}

//@ brf_min: brf_bits
BR_ELEM float brf_min(float x, float y)
{
    float same = brf_from_bits(brf_bits(x) | brf_bits(y));
    float m = x < y ? x : y;
    m = x == y ? same : m;
    return x != x ? x : m;
}

//@ brf_max: brf_bits
BR_ELEM float brf_max(float x, float y)
{
    float same = brf_from_bits(brf_bits(x) & brf_bits(y));
    float m = x > y ? x : y;
    m = x == y ? same : m;
    return x != x ? x : m;
}

//@ brf_sqrt:
#if defined(__GNUC__) && !defined(__cplusplus)
float sqrtf(float) __attribute__((const));
#else
#include <math.h>
#endif
BR_ELEM float brf_sqrt(float x)
{
    return sqrtf(x);
}

#endif
