// ball.h - ball arithmetic: double-double numbers of 106 bits with an error bound. [target]
//
// A ball is every real number within err of hi + lo. Each operation answers with a ball that holds the result for all
// numbers of its operands: its own rounding is bounded in a line or two (docs/theory/enclosures.md), and what is built
// from operations needs no further argument. So enclosures of functions are proved by construction, and a poor
// constant or start value costs width, never truth. err = 0 says that hi + lo is the number itself.
//
// Magnitudes stay below 2^480; what underflows is covered by BR_BALL_TINY. |lo| is at most half a unit of hi.
#ifndef BR_NUM_INTERVAL_BALL_H
#define BR_NUM_INTERVAL_BALL_H

#include "num/base/elem.h"
#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define BR_INF ((double)__builtin_inff())
#define BR_BALL_TINY 1.1830521861667747e-271   // 2^-900: more than all underflow in one operation
#define BR_BALL_GROW 1.0000000000000036        // 1 + 2^-48: more than the rounding of an error bound itself
#define BR_BALL_SUM 9.860761315262648e-32      // 2^-103, of both operands
#define BR_BALL_PRODUCT 1.9721522630525295e-31 // 2^-102, of the product

typedef struct br_ball {
    double hi, lo, err;
} br_ball;

// ---- steps of the number line

// The next number above x, through the subnormals; inf stays.
static inline double br_next_up(double x)
{
    if (!(x < BR_INF))
        return x;
    if (x == 0)
        return 4.9406564584124654e-324;
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += bits >= 0 ? 1 : -1;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

static inline double br_next_down(double x)
{
    return -br_next_up(-x);
}

// 2^k for -1022 <= k <= 1023.
static inline double br_two_to(int k)
{
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// x = m*2^*k with 1 <= |m| < 2, for finite x other than 0.
static inline double br_split_exponent(double x, int *k)
{
    double least = x < 0 ? -x : x;
    double y = least < DBL_MIN ? x * 18014398509481984.0 : x; // 2^54
    uint64_t bits;
    memcpy(&bits, &y, sizeof bits);
    *k = (int)(bits >> 52 & 0x7ff) - 1023 - (least < DBL_MIN ? 54 : 0);
    bits = (bits & 0x800fffffffffffffu) | 0x3ff0000000000000u;
    memcpy(&y, &bits, sizeof y);
    return y;
}

static inline double br_far(double x) // |x|
{
    return x < 0 ? -x : x;
}

// ---- error-free transformations

// a + b exactly (Knuth), also among subnormals; the sum must not overflow.
static inline br_ball br_two_sum(double a, double b)
{
    double s = a + b, v = s - a;
    br_ball r = {s, (a - (s - v)) + (b - v), 0};
    return r;
}

// a*b exactly (Dekker, Veltkamp) for |a|, |b| < 2^990, |a*b| < 2^1000, where |a*b| >= 2^-960; below, off by less than
// 2^-950.
static inline br_ball br_two_product(double a, double b)
{
    double c = 134217729.0 * a, d = 134217729.0 * b; // 2^27 + 1
    double a1 = c - (c - a), a2 = a - a1, b1 = d - (d - b), b2 = b - b1, p = a * b;
    br_ball r = {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2, 0};
    return r;
}

// ---- balls

static inline br_ball br_ball_of(double x)
{
    br_ball r = {x, 0, 0};
    return r;
}

static inline br_ball br_ball_neg(br_ball a)
{
    br_ball r = {-a.hi, -a.lo, a.err};
    return r;
}

// Times a power of two that keeps everything in range.
static inline br_ball br_ball_scale(br_ball a, double two_to)
{
    br_ball r = {a.hi * two_to, a.lo * two_to, a.err * two_to};
    return r;
}

static inline bool br_ball_is_exact(br_ball a)
{
    return a.lo == 0 && a.err == 0;
}

static inline br_ball br_ball_widen(br_ball a, double by)
{
    a.err = (a.err + by) * BR_BALL_GROW + BR_BALL_TINY;
    return a;
}

// The two parts joined again, within err of the exact result.
static inline br_ball br_ball_join(double hi, double lo, double err)
{
    return br_ball_widen(br_two_sum(hi, lo), err);
}

// The roundings of a.lo + b.lo and of its sum with the rest of hi are at most 3*2^-106 (|a| + |b|).
static inline br_ball br_ball_add(br_ball a, br_ball b)
{
    br_ball s = br_two_sum(a.hi, b.hi);
    if (br_ball_is_exact(a) && br_ball_is_exact(b))
        return s;
    return br_ball_join(s.hi, s.lo + (a.lo + b.lo), a.err + b.err + BR_BALL_SUM * (br_far(a.hi) + br_far(b.hi)));
}

static inline br_ball br_ball_sub(br_ball a, br_ball b)
{
    return br_ball_add(a, br_ball_neg(b));
}

// Five roundings and the product of the two lo, which is neglected, are at most 8*2^-106 |a b|.
static inline br_ball br_ball_mul(br_ball a, br_ball b)
{
    br_ball p = br_two_product(a.hi, b.hi);
    bool whole = br_far(p.hi) > BR_BALL_TINY || a.hi == 0 || b.hi == 0; // else the product may have lost bits
    if (whole && br_ball_is_exact(a) && br_ball_is_exact(b))
        return p;
    double carried = a.err * (br_far(b.hi) + b.err) + b.err * br_far(a.hi);
    return br_ball_join(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi), carried + BR_BALL_PRODUCT * br_far(p.hi));
}

// Bounds of |x| over the ball; the lower one is not positive where the ball may hold 0.
static inline double br_ball_most(br_ball a)
{
    return (br_far(a.hi) + br_far(a.lo) + a.err) * BR_BALL_GROW;
}

static inline double br_ball_least(br_ball a)
{
    return (br_far(a.hi) - br_far(a.lo)) / BR_BALL_GROW - a.err * BR_BALL_GROW;
}

// Some q near a/b; a/b - q = (a - q b)/b says how near.
static inline br_ball br_ball_div(br_ball a, br_ball b)
{
    br_ball q = br_ball_of(a.hi / b.hi), rest = br_ball_sub(a, br_ball_mul(q, b));
    q = br_two_sum(q.hi, rest.hi / b.hi);
    rest = br_ball_sub(a, br_ball_mul(q, b));
    double least = br_ball_least(b), off = br_ball_most(rest);
    if (off == 0 && least > 0)
        return q;
    return br_ball_widen(q, least > 0 ? off / least : BR_INF);
}

// Some s near the root of a > 0; root - s = (a - s^2)/(root + s).
static inline br_ball br_ball_sqrt(br_ball a)
{
    br_ball s = br_ball_of(br_sqrt(a.hi)), rest = br_ball_sub(a, br_ball_mul(s, s));
    s = br_two_sum(s.hi, rest.hi / (2 * s.hi));
    rest = br_ball_sub(a, br_ball_mul(s, s));
    double off = br_ball_most(rest);
    return off == 0 ? s : br_ball_widen(s, off / (s.hi / 2));
}

// ---- a series' tail in plain doubles: the sum of c[k] x^k for k < n <= 16, |x| <= 1/2, |c[k]| <= |c[0]|
//
// A term meets at most 2k + 1 roundings and that of its coefficient: together less than 2^-47 of the sum of sizes. The
// sum's slope is below 4 |c[0]|. What follows the term n - 1 is at most |c[n] x^n| by the caller's word; doubled here.
static inline br_ball br_ball_tail(const double *c, int n, br_ball x)
{
    double sum = c[n - 1], size = br_far(c[n - 1]), at = br_ball_most(x), power = at;
    for (int k = n - 2; k >= 0; k--) {
        sum = sum * x.hi + c[k];
        size = size * at + br_far(c[k]);
        power *= at;
    }
    double off = 1.4210854715202004e-14 * size + 4 * br_far(c[0]) * (br_far(x.lo) + x.err); // 2^-46
    return br_ball_widen(br_ball_of(sum), at <= 0.5 ? off + 2 * br_far(c[n]) * power : BR_INF);
}

// ---- bounds: the largest number not above, and the least not below, any of the ball times 2^k

static inline double br_scale_down(double x, int k)
{
    if (x == 0 || k == 0)
        return x;
    k = k > 1200 ? 1200 : k < -1200 ? -1200 : k;                         // beyond all doubles, if x is not far from 1
    double part = x * br_two_to(k / 2), y = part * br_two_to(k - k / 2); // only the last product can round
    if (br_far(y) > DBL_MAX)
        return y > 0 ? DBL_MAX : y;
    return y * br_two_to(k / 2 - k) > part ? br_next_down(y) : y;
}

static inline double br_ball_down(br_ball a, int k)
{
    if (!(a.err <= DBL_MAX))
        return -BR_INF;
    double lo = a.err == 0 ? a.lo : br_next_down(a.lo - a.err);
    br_ball s = br_two_sum(a.hi, lo);
    return br_scale_down(s.lo >= 0 ? s.hi : br_next_down(s.hi), k);
}

static inline double br_ball_up(br_ball a, int k)
{
    return -br_ball_down(br_ball_neg(a), k);
}

// ---- elementary functions (ball.c)

extern const br_ball br_ball_pi, br_ball_half_pi;

br_ball br_ball_exp(br_ball x, int *k);      // exp(x) = result*2^*k for |x| <= 1000; the result lies within 0.9..2.1
br_ball br_ball_expm1(br_ball x);            // |x| <= 160
br_ball br_ball_log(br_ball x, int k);       // log(x*2^k) for x within 0.7..1.5
br_ball br_ball_log1p_near(br_ball x);       // |x| <= 1/8
br_ball br_ball_turn(double x, int *q);      // x = *q*pi/2 + result for finite x; *q from 0 to 7, modulo 8
br_ball br_ball_sin(br_ball x, int q);       // sin(x + q*pi/2) for |x| <= 0.82
br_ball br_ball_angle(br_ball x, br_ball y); // of the point (x, y), y > 0; the larger of |x| and y within 1/4..4

#endif
