// vector.h - vectors and rows of dense matrices: sums, products, norms, rotations. [target]
//
// A matrix of m rows and n columns is m*n numbers, row after row: A[i*n + j]. Loops run along rows and add a multiple of
// one row to another, so they vectorise without changing the order of any sum: the same bits at every vector width.
#ifndef BR_NUM_ALGEBRA_VECTOR_H
#define BR_NUM_ALGEBRA_VECTOR_H

#include "num/base/elem.h"
#include "num/base/real.h"
#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BR_DENSE_MOST = 4096 }; // columns; more is refused, so that sizes stay within an int

#ifdef BR_FLOAT
#define BR_EPS FLT_EPSILON
#define BR_LEAST_NORMAL FLT_MIN
#define BR_MOST FLT_MAX
#else
#define BR_EPS DBL_EPSILON
#define BR_LEAST_NORMAL DBL_MIN
#define BR_MOST DBL_MAX
#endif

// The bits of a number as a word, and which of them are what.
#ifdef BR_FLOAT
typedef uint32_t br_word;
#define BR_SIGN 0x80000000u
#define BR_EXPONENT 0x7f800000u
#define BR_EXPONENT_LAST 0x00800000u
#define br_word_of brf_bits
#else
typedef uint64_t br_word;
#define BR_SIGN 0x8000000000000000u
#define BR_EXPONENT 0x7ff0000000000000u
#define BR_EXPONENT_LAST 0x0010000000000000u
#define br_word_of br_bits
#endif

// Before a loop of few turns, their number a constant after inlining: it becomes vectors, where gcc would first unroll it
// into single numbers.
#if defined(__GNUC__) && !defined(__clang__)
#define BR_SHORT _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#else
#define BR_SHORT BR_LANES
#endif

static inline br_real *br_row(br_real *A, int columns, int i)
{
    return A + (ptrdiff_t)columns * i;
}

static inline const br_real *br_row_of(const br_real *A, int columns, int i)
{
    return A + (ptrdiff_t)columns * i;
}

static inline bool br_size_ok(int rows, int columns)
{
    return rows >= 0 && columns >= 0 && columns <= BR_DENSE_MOST && (columns == 0 || rows <= INT_MAX / 4 / columns);
}

static inline bool br_is_finite(br_real x)
{
    return br_r_abs(x) <= BR_MOST;
}

// A size: finite, not below 0.
static inline bool br_is_amount(br_real x)
{
    return x >= 0 && x <= BR_MOST;
}

static inline br_real br_within(br_real x, br_real lo, br_real hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static inline bool br_vec_finite(int n, const br_real *x)
{
    br_word carry = 0;
    for (int i = 0; i < n; i++)
        carry |=
            (br_word_of(x[i]) & BR_EXPONENT) + BR_EXPONENT_LAST; // reaches the sign if all bits of the exponent are set
    return !(carry & BR_SIGN);
}

static inline bool br_mat_finite(int m, int n, const br_real *A)
{
    return br_vec_finite(m * n, A);
}

static inline void br_vec_zero(int n, br_real *x)
{
    for (int i = 0; i < n; i++)
        x[i] = 0;
}

static inline void br_vec_copy(int n, const br_real *from, br_real *to)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static inline void br_vec_scale(int n, br_real c, br_real *x)
{
    for (int i = 0; i < n; i++)
        x[i] *= c;
}

// y += c x
static inline void br_vec_add(int n, br_real c, const br_real *restrict x, br_real *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] += c * x[i];
}

// y += sign*(c_0 X_0 + c_1 X_1 + ...), row after row: k rows of X, `row` apart, their factors `step` apart. Four rows at a
// time save three of four visits to y and give the bits of one at a time.
static inline void br_vec_add_rows(int n, int k, br_real sign, const br_real *c, int step, const br_real *X, int row,
                                   br_real *restrict y)
{
    int i = 0;
    for (; i + 4 <= k; i += 4) {
        const br_real *x0 = br_row_of(X, row, i), *x1 = x0 + row, *x2 = x1 + row, *x3 = x2 + row;
        const br_real *ci = br_row_of(c, step, i);
        br_real c0 = sign * ci[0], c1 = sign * ci[step], c2 = sign * ci[2 * (ptrdiff_t)step];
        br_real c3 = sign * ci[3 * (ptrdiff_t)step];
        BR_LANES
        for (int j = 0; j < n; j++)
            y[j] = (((y[j] + c0 * x0[j]) + c1 * x1[j]) + c2 * x2[j]) + c3 * x3[j];
    }
    for (; i < k; i++)
        br_vec_add(n, sign * *br_row_of(c, step, i), br_row_of(X, row, i), y);
}

// The inner product as four sums side by side, added in a fixed order.
static inline br_real br_vec_dot(int n, const br_real *x, const br_real *y)
{
    br_real s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        s0 += x[i] * y[i];
        s1 += x[i + 1] * y[i + 1];
        s2 += x[i + 2] * y[i + 2];
        s3 += x[i + 3] * y[i + 3];
    }
    for (; i < n; i++)
        s0 += x[i] * y[i];
    return (s0 + s1) + (s2 + s3);
}

// A Givens or Jacobi rotation: (x, y) becomes (c x + s y, c y - s x), number by number
static inline void br_vec_rotate(int n, br_real c, br_real s, br_real *restrict x, br_real *restrict y)
{
    for (int j = 0; j < n; j++) {
        br_real t = c * x[j] + s * y[j];
        y[j] = c * y[j] - s * x[j];
        x[j] = t;
    }
}

static inline br_real br_vec_sum_abs(int n, const br_real *x)
{
    br_real s = 0;
    for (int i = 0; i < n; i++)
        s += br_r_abs(x[i]);
    return s;
}

static inline br_real br_vec_most(int n, const br_real *x)
{
    br_real most = 0;
    for (int i = 0; i < n; i++)
        most = br_r_abs(x[i]) > most ? br_r_abs(x[i]) : most;
    return most;
}

// The places where a state is the one asked for; answers how many.
static inline int br_where(int n, const int *state, int is, int *place)
{
    int count = 0;
    for (int j = 0; j < n; j++)
        if (state[j] == is)
            place[count++] = j;
    return count;
}

// The power of two at or below a positive number (that is normal, or the least normal one): scaling by it rounds nothing.
static inline br_real br_power2(br_real x)
{
    if (!(x >= BR_LEAST_NORMAL))
        return x > 0 ? BR_LEAST_NORMAL : BR_C(1.0);
#ifdef BR_FLOAT
    return brf_from_bits(brf_bits(x) & BR_EXPONENT);
#else
    return br_from_bits(br_bits(x) & BR_EXPONENT);
#endif
}

// The 2-norm, without overflow or underflow on the way.
static inline br_real br_vec_norm(int n, const br_real *x)
{
    br_real p = br_power2(br_vec_most(n, x)), s = 0;
    for (int i = 0; i < n; i++)
        s += (x[i] / p) * (x[i] / p);
    return p * br_r_sqrt(s);
}

#endif
