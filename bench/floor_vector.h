// floor_vector.h - vectors as wide as the machine's registers, and what the floor (floor.h) needs of them.
//
// `real` is FLOOR_REAL, double or float. Vectors are those of gcc and clang. Where there is AVX-512, two operations that
// compilers do not find in plain vector code are written as intrinsics.
#ifndef FLOOR_VECTOR_H
#define FLOOR_VECTOR_H

#include <stdint.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

#if defined(__AVX512F__)
#define FLOOR_BYTES 64
#elif defined(__AVX__)
#define FLOOR_BYTES 32
#else
#define FLOOR_BYTES 16
#endif

typedef FLOOR_REAL real;
typedef real vec __attribute__((vector_size(FLOOR_BYTES)));
enum { IS_FLOAT = sizeof(real) == sizeof(float), WIDTH = sizeof(vec) / sizeof(real) };
#if FLOOR_IS_FLOAT
typedef int32_t word;
#else
typedef int64_t word;
#endif
typedef word mask __attribute__((vector_size(FLOOR_BYTES)));

INLINE vec all(real x)
{
    return x + (vec){0};
}

INLINE vec absolute(vec x)
{
    return (vec)((mask)x & ~(mask)(-(vec){0}));
}

INLINE vec choose(mask m, vec a, vec b)
{
    return (vec)((m & (mask)a) | (~m & (mask)b));
}

// Between -most and most
INLINE vec clamp(vec x, real most)
{
#if defined(__AVX512F__) && FLOOR_IS_FLOAT
    return (vec)_mm512_max_ps(_mm512_min_ps((__m512)x, _mm512_set1_ps(most)), _mm512_set1_ps(-most));
#elif defined(__AVX512F__)
    return (vec)_mm512_max_pd(_mm512_min_pd((__m512d)x, _mm512_set1_pd(most)), _mm512_set1_pd(-most));
#else
    x = choose(x < all(most), x, all(most));
    return choose(x > all(-most), x, all(-most));
#endif
}

// 1/x; with FMA from an estimate, which costs a few last bits.
INLINE vec reciprocal(vec x)
{
#if defined(__AVX512F__) && defined(FLOOR_FMA) && FLOOR_IS_FLOAT
    vec e = (vec)_mm512_rcp14_ps((__m512)x);
    return e * (2 - x * e);
#elif defined(__AVX512F__) && defined(FLOOR_FMA)
    vec e = (vec)_mm512_rcp14_pd((__m512d)x);
    e = e * (2 - x * e);
    return e * (2 - x * e);
#else
    return 1 / x;
#endif
}

// exp(x), |x| < 700 (float: 80): 2^n times a polynomial of the rest.
INLINE vec exponential(vec x)
{
#if FLOOR_IS_FLOAT
    const real big = 12582912, over_ln2 = 1.44269504F, ln2 = 0.693359375F, ln2_rest = -2.12194440e-4F;
    vec n = x * over_ln2 + big;
    mask power = (mask)n << 23;
    n -= big;
    vec f = x - n * ln2;
    f -= n * ln2_rest;
    vec p = (1.9875691500e-4F * f + 1.3981999507e-3F) * f + 8.3334519073e-3F;
    p = ((p * f + 4.1665795894e-2F) * f + 1.6666665459e-1F) * f + 0.5F;
    return (vec)((mask)(p * (f * f) + f + 1) + power);
#else
    const real big = 6755399441055744, over_ln2 = 1.4426950408889634, ln2 = 0.693147180369123816490,
               ln2_rest = 1.90821492927058770002e-10;
    vec n = x * over_ln2 + big;
    mask power = (mask)n << 52;
    n -= big;
    vec f = x - n * ln2;
    f -= n * ln2_rest;
    vec f2 = f * f, f4 = f2 * f2; // Taylor series to f^12
    vec a = (1 + f) + f2 * (0.5 + f * (1.0 / 6));
    vec b = (1.0 / 24 + f * (1.0 / 120)) + f2 * (1.0 / 720 + f * (1.0 / 5040));
    vec c = (1.0 / 40320 + f * (1.0 / 362880)) + f2 * (1.0 / 3628800 + f * (1.0 / 39916800)) + f4 * (1.0 / 479001600);
    return (vec)((mask)(a + f4 * (b + f4 * c)) + power);
#endif
}

#endif
