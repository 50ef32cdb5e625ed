// elem_trig_float.h - circular functions and their inverses in float.       [target]
#ifndef BR_NUM_BASE_ELEM_TRIG_FLOAT_H
#define BR_NUM_BASE_ELEM_TRIG_FLOAT_H

#include "num/base/elem_bits.h"

//@ brf_trig_parts: brf_bits
BR_ELEM float brf_trig_sin(float r, float l)
{
    float z = r * r, s = -0.16666655f + z * (0.008332192f + z * -0.00019518784f);
    return r - (l - r * (z * s));
}

BR_ELEM float brf_trig_cos(float r, float l)
{
    float z = r * r, w = z * z, h = -0.5f * z, one = 1.0f + h;
    float c = 0.041666646f + z * (-0.0013887311f + z * 2.4432564e-05f);
    return one + (((1.0f - one) + h) + (w * c + r * l));
}

BR_ELEM float brf_trig_both(float r, float l, uint32_t q)
{
    uint32_t pick = (uint32_t)0 - (q & 1), s = brf_bits(brf_trig_sin(r, l)), c = brf_bits(brf_trig_cos(r, l));
    return brf_from_bits(((s & ~pick) | (c & pick)) ^ ((q & 2) << 30));
}

BR_ELEM float brf_trig_turn(float r, float l, uint32_t q)
{
    static const float sign[2] = {1.0f, -1.0f};
    float y;
    if (q & 1)
        y = brf_trig_cos(r, l);
    else
        y = brf_trig_sin(r, l);
    return y * sign[(q >> 1) & 1];
}

// |x| < 10000; pi/2 in three parts of at most 11 bits and a rest; the first two differences are exact.
BR_ELEM uint32_t brf_trig_near(float x, float *r, float *l)
{
    float t = x * 0.63661975f + 12582912.0f, k = t - 12582912.0f;
    float a = (x - k * 1.5703125f) - k * 0.0004837513f, p = k * 7.5495336e-08f, b = a - p;
    *r = b;
    *l = (p - (a - b)) + k * 2.563344e-12f;
    return brf_bits(t);
}

//@ brf_trig_far: brf_bits brf_abs
static inline uint32_t brf_trig_far(float x, float *r, float *l)
{
    if (!(brf_abs(x) <= 3.4028235e38f)) {
        *r = *l = x - x;
        return 0;
    }
    static const uint32_t two_over_pi[] = {0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                           0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
    uint32_t bits = brf_bits(x), m = (bits & 0x007fffffu) | 0x00800000u;
    uint32_t at = (bits >> 23 & 255) - 88u, word = at / 32, shift = at % 32, p[3];
    uint64_t sum = 0;
    for (int i = 2; i >= 0; i--) {
        uint64_t pair = (uint64_t)two_over_pi[word + (uint32_t)i] << 32 | two_over_pi[word + (uint32_t)i + 1];
        sum += m * ((pair << shift) >> 32);
        p[i] = (uint32_t)sum;
        sum >>= 32;
    }
    uint32_t q = (p[0] + 0x20000000u) >> 30, flip = (p[0] >> 29) & 1, all = 0u - flip;
    for (int i = 0; i < 3; i++)
        p[i] ^= all;
    uint32_t a = (p[0] & 0x3fffffffu) >> 6, b = ((p[0] & 0x3fu) << 18) | (p[1] >> 14);
    uint32_t c = ((p[1] & 0x3fffu) << 10) | (p[2] >> 22);
    float f = (float)(int32_t)a * 5.9604645e-08f, g = (float)(int32_t)b * 3.5527137e-15f;
    float h = f + g, rest = ((f - h) + g) + (float)(int32_t)c * 2.1175824e-22f; // 2^-24, 2^-48, 2^-72
    float h1 = brf_from_bits(brf_bits(h) & 0xfffff000u), h2 = h - h1, y = h * 1.5707964f;
    float e = ((h1 * 1.5703125f - y) + h1 * 0.0004838705f + h2 * 1.5703125f) + h2 * 0.0004838705f +
              (rest * 1.5707964f - h * 4.371139e-08f);
    float yh = y + e, yl = (y - yh) + e;
    int minus = flip != bits >> 31;
    *r = minus ? -yh : yh;
    *l = minus ? yl : -yl;
    return bits >> 31 ? 0 - q : q;
}

//@ brf_sin_near: brf_bits brf_trig_parts
BR_ELEM float brf_sin_near(float x)
{
    float r, l;
    uint32_t q = brf_trig_near(x, &r, &l);
    return brf_trig_both(r, l, q);
}

//@ brf_cos_near: brf_bits brf_trig_parts
BR_ELEM float brf_cos_near(float x)
{
    float r, l;
    uint32_t q = brf_trig_near(x, &r, &l);
    return brf_trig_both(r, l, q + 1);
}

//@ brf_turn_far: brf_bits brf_abs brf_trig_parts brf_trig_far
// sin(x + turn pi/2)
static inline float brf_turn_far(float x, uint32_t turn)
{
    float r, l;
    uint32_t q = brf_trig_far(x, &r, &l);
    return brf_trig_turn(r, l, q + turn);
}

//@ brf_sin: brf_bits brf_trig_parts brf_turn_far
static inline float brf_sin(float x)
{
    float r, l;
    uint32_t q = brf_trig_near(x, &r, &l);
    if (q - 0x4b3fe722u > 12732) // beyond 6366 quarter turns, |x| = 10000
        return brf_turn_far(x, 0);
    return brf_trig_turn(r, l, q);
}

//@ brf_cos: brf_bits brf_trig_parts brf_turn_far
static inline float brf_cos(float x)
{
    float r, l;
    uint32_t q = brf_trig_near(x, &r, &l);
    if (q - 0x4b3fe722u > 12732)
        return brf_turn_far(x, 1);
    return brf_trig_turn(r, l, q + 1);
}

//@ brf_tan_parts: brf_bits
// Where r is nearly 0, l is not tiny: r - l anew, with what it loses.
BR_ELEM float brf_tan_split(float r, float *l)
{
    float d = r - *l;
    *l -= r - d;
    return d;
}

BR_ELEM void brf_tan_parts(float r, float *over, float *under)
{
    float z = r * r;
    *over = r * z * (0.33333334f - z * 0.014896394f);
    *under = (1.0f - z * 0.44468924f) + z * z * 0.015971163f;
}

BR_ELEM float brf_tan_sum(float r, float l, float quotient)
{
    float z = r * r;
    return r + (quotient - (l + l * (z * (1.0f + 0.67f * z))));
}

BR_ELEM float brf_tan_turned(float r, float l, float i)
{
    float z = r * r, c = (0.33333305f + z * 0.022226501f) + z * z * (0.00209645f + z * 0.00024800215f);
    return (r * c - i * (i * l)) - i;
}

//@ brf_tan_near: brf_bits brf_trig_parts brf_tan_parts
BR_ELEM float brf_tan_near(float x)
{
    float r, l, over, under;
    uint32_t odd = (uint32_t)0 - (brf_trig_near(x, &r, &l) & 1);
    r = brf_tan_split(r, &l);
    brf_tan_parts(r, &over, &under);
    float n = brf_from_bits((brf_bits(over) & ~odd) | (0x3f800000u & odd));
    float q = n / brf_from_bits((brf_bits(under) & ~odd) | (brf_bits(r) & odd));
    return brf_from_bits((brf_bits(brf_tan_sum(r, l, q)) & ~odd) | (brf_bits(brf_tan_turned(r, l, q)) & odd));
}

//@ brf_tan: brf_bits brf_abs brf_trig_parts brf_trig_far brf_tan_parts
static inline float brf_tan(float x)
{
    float r, l, over, under;
    uint32_t q = brf_abs(x) < 10000.0f ? brf_trig_near(x, &r, &l) : brf_trig_far(x, &r, &l);
    r = brf_tan_split(r, &l);
    if (q & 1)
        return brf_tan_turned(r, l, 1.0f / r);
    brf_tan_parts(r, &over, &under);
    return brf_tan_sum(r, l, over / under);
}

//@ brf_atan_parts:
BR_ELEM float brf_atan_poly(float z)
{
    float w = z * z;
    float p = (-0.33333325f + z * 0.19999419f) +
              w * ((-0.14270943f + z * 0.10932702f) + w * (-0.07955967f + z * 0.038362864f));
    return z * p;
}

//@ brf_atan: brf_bits brf_abs brf_atan_parts
BR_ELEM float brf_atan(float x)
{
    float a = brf_abs(x);
    float num = a > 0.5f ? a - 1.0f : a, den = a > 0.5f ? a + 1.0f : 1.0f, from = a > 0.5f ? 0.7853982f : 0.0f;
    num = a > 2.0f ? -1.0f : num;
    den = a > 2.0f ? a : den;
    from = a > 2.0f ? 1.5707964f : from;
    float t = num / den;
    float y = from + (t + (t * brf_atan_poly(t * t) - from * 2.7827534e-08f)); // pi/2: 2nd part over first
    return brf_from_bits(brf_bits(y) | (brf_bits(x) & 0x80000000u));
}

//@ brf_atan2: brf_bits brf_abs brf_atan_parts
BR_ELEM float brf_atan2(float y, float x)
{
    float a = brf_abs(x), b = brf_abs(y);
    float scale = a > 8e37f ? 0.5f : 1.0f;
    scale = b > 8e37f ? 0.5f : scale;
    a *= scale;
    b *= scale;
    float num = b + b > a ? b - a : b, den = b + b > a ? b + a : a, from = b + b > a ? 0.7853982f : 0.0f;
    num = b > a + a ? -a : num;
    den = b > a + a ? b : den;
    from = b > a + a ? 1.5707964f : from;
    num = a == b ? 0.0f : num; // infinities, too
    from = a == b && a > 0 ? 0.7853982f : from;
    den = den == 0 ? 1.0f : den;
    float t = num / den, rest = t + (t * brf_atan_poly(t * t) - from * 2.7827534e-08f); // pi/2: 2nd part over first
    float h = from + rest, hl = (from - h) + rest;
    float back = 3.1415927f - h, backl = ((3.1415927f - back) - h) + (-8.742278e-08f - hl);
    uint32_t left = 0 - (brf_bits(x) >> 31), angle = (brf_bits(back + backl) & left) | (brf_bits(h) & ~left);
    return brf_from_bits(angle | (brf_bits(y) & 0x80000000u));
}

//@ brf_asin_parts: brf_sqrt
BR_ELEM float brf_asin_tail(float a, float *root)
{
    float half = (1.0f - a) * 0.5f, z = a > 0.5f ? half : a * a, s = a > 0.5f ? brf_sqrt(half) : a, w = z * z;
    float p = (0.16666754f + z * 0.07495277f) + w * ((0.045471452f + z * 0.024178796f) + w * 0.0421625f);
    *root = s;
    return s * (z * p);
}

//@ brf_asin: brf_bits brf_abs brf_asin_parts
BR_ELEM float brf_asin(float x)
{
    float a = brf_abs(x), s, p = brf_asin_tail(a, &s);
    float h = 1.5707964f - 2.0f * s;
    float y = h + (((1.5707964f - h) - 2.0f * s) - (4.371139e-08f + 2.0f * p));
    y = a > 0.5f ? y : s + p;
    return brf_from_bits(brf_bits(y) | (brf_bits(x) & 0x80000000u));
}

//@ brf_acos: brf_bits brf_abs brf_asin_parts
BR_ELEM float brf_acos(float x)
{
    float a = brf_abs(x), s, p = brf_asin_tail(a, &s);
    float from = x < 0 ? 3.1415927f : 0.0f, times = x < 0 ? 2.0f : -2.0f;
    from = a > 0.5f ? from : 1.5707964f;
    times = a > 0.5f ? times : (x < 0 ? -1.0f : 1.0f);
    s *= times;
    float h = from - s;
    return h + (((from - h) - s) - (from * 2.7827534e-08f + times * p)); // pi: 2nd part over first
}

#endif
