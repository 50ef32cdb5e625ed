// elem_trig.h - circular functions and their inverses in double.            [target]
#ifndef BR_NUM_BASE_ELEM_TRIG_H
#define BR_NUM_BASE_ELEM_TRIG_H

#include "num/base/elem_bits.h"

//@ br_trig_parts: br_bits
// sin(r - l) for |r| <= pi/4 and tiny l; polynomial within 2^-57.8. A zero keeps its sign: l is never -0.
BR_ELEM double br_trig_sin(double r, double l)
{
    double z = r * r, w = z * z;
    double s = (0.1666666666666663 - z * 0.008333333333321973) +
               w * ((0.00019841269829520472 - z * 2.7557313606903128e-06) +
                    w * (2.505074641434507e-08 - z * 1.5896186799513848e-10));
    return r - (r * (z * s) + l * (1.0 - 0.5 * z));
}

// cos(r - l); polynomial within 2^-63.8.
BR_ELEM double br_trig_cos(double r, double l)
{
    double z = r * r, w = z * z, h = 0.5 * z, one = 1.0 - h;
    double c = (0.04166666666666659 - z * 0.0013888888888872344) +
               w * ((2.480158728846508e-05 - z * 2.7557314079801524e-07) +
                    w * (2.0875688581560986e-09 - z * 1.1357953351740139e-11));
    return one + (((1.0 - one) - h) + (w * c + r * l));
}

// sin(r - l + q pi/2) without a branch.
BR_ELEM double br_trig_both(double r, double l, uint64_t q)
{
    uint64_t pick = (uint64_t)0 - (q & 1), s = br_bits(br_trig_sin(r, l)), c = br_bits(br_trig_cos(r, l));
    return br_from_bits(((s & ~pick) | (c & pick)) ^ ((q & 2) << 62));
}

// The same with a branch: half the work for a single call.
BR_ELEM double br_trig_turn(double r, double l, uint64_t q)
{
    double y;
    if (q & 1)
        y = br_trig_cos(r, l);
    else
        y = br_trig_sin(r, l);
    return y * br_from_bits(((q & 2) << 62) | 0x3ff0000000000000u); // 1 or -1
}

// |x| < 1.6e6: x = k pi/2 + r - l; pi/2 in three parts of 33 bits, so that k times a part is exact, and a rest.
BR_ELEM uint64_t br_trig_near(double x, double *r, double *l)
{
    double t = x * 0.6366197723675814 + 6755399441055744.0, k = t - 6755399441055744.0;
    double a = x - k * 1.5707963267341256, p = k * 6.077100506303966e-11, q = k * 2.0222662487111665e-21;
    double b = a - p, c = b - q;
    *r = c;
    *l = ((p - (a - b)) + (q - (b - c))) + k * 8.4784276603689e-32;
    return br_bits(t);
}

//@ br_trig_far: br_bits br_abs
// Any |x| >= 1: |x| = M 2^e with whole M; M times the 192 bits of 2/pi that matter (Payne and Hanek).
static inline uint64_t br_trig_far(double x, double *r, double *l)
{
    if (!(br_abs(x) <= 1.7976931348623157e308)) {
        *r = *l = x - x;
        return 0;
    }
    static const uint32_t two_over_pi[] = {
        0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
        0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
        0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
        0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
        0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};
    uint64_t bits = br_bits(x), m = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
    uint32_t at = (uint32_t)(bits >> 52 & 2047) - 1013u; // the bits of 2/pi before this one give whole turns
    uint32_t word = at / 32, shift = at % 32, p[6], m0 = (uint32_t)m, m1 = (uint32_t)(m >> 32);
    uint64_t sum = 0, high = 0;
    for (int i = 5; i >= 0; i--) {
        uint64_t pair = (uint64_t)two_over_pi[word + (uint32_t)i] << 32 | two_over_pi[word + (uint32_t)i + 1];
        uint64_t w = (pair << shift) >> 32, low = m0 * w;
        sum += (low & 0xffffffffu) + (high & 0xffffffffu);
        p[i] = (uint32_t)sum;
        sum = (sum >> 32) + (low >> 32) + (high >> 32);
        high = m1 * w;
    }
    // p/2^190 is x 2/pi modulo 4: two bits of quarter turns, and a fraction that is brought to [-1/2, 1/2].
    uint64_t q = (p[0] + 0x20000000u) >> 30;
    uint32_t flip = (p[0] >> 29) & 1, all = 0u - flip;
    for (int i = 0; i < 6; i++)
        p[i] ^= all;
    uint64_t a = ((uint64_t)(p[0] & 0x3fffffffu) << 22) | (p[1] >> 10);
    uint64_t b = ((uint64_t)(p[1] & 0x3ffu) << 42) | ((uint64_t)p[2] << 10) | (p[3] >> 22);
    uint64_t c = ((uint64_t)(p[3] & 0x3fffffu) << 30) | (p[4] >> 2);
    double f = (double)(int64_t)a * 2.220446049250313e-16, g = (double)(int64_t)b * 4.930380657631324e-32;
    double h = f + g, rest = ((f - h) + g) + (double)(int64_t)c * 1.0947644252537633e-47; // 2^-52, 2^-104, 2^-156
    // times pi/2, the leading product exactly
    double h1 = br_from_bits(br_bits(h) & 0xfffffffff8000000u), h2 = h - h1, y = h * 1.5707963267948966;
    double e = ((h1 * 1.5707963109016418 - y) + h1 * 1.5893254712295857e-08 + h2 * 1.5707963109016418) +
               h2 * 1.5893254712295857e-08 + (h * 6.123233995736766e-17 + rest * 1.5707963267948966);
    double yh = y + e, yl = (y - yh) + e;
    int minus = flip != bits >> 63;
    *r = minus ? -yh : yh;
    *l = minus ? yl : -yl;
    return bits >> 63 ? 0 - q : q;
}

//@ br_sin_near: br_bits br_trig_parts
// sin for |x| < 1.6e6 only, without a branch.
BR_ELEM double br_sin_near(double x)
{
    double r, l;
    uint64_t q = br_trig_near(x, &r, &l);
    return br_trig_both(r, l, q);
}

//@ br_cos_near: br_bits br_trig_parts
// cos for |x| < 1.6e6 only, without a branch.
BR_ELEM double br_cos_near(double x)
{
    double r, l;
    uint64_t q = br_trig_near(x, &r, &l);
    return br_trig_both(r, l, q + 1);
}

//@ br_sin: br_bits br_abs br_trig_parts br_trig_far
// Worst 0.81, 0.93.
static inline double br_sin(double x)
{
    double r, l;
    uint64_t q = br_abs(x) < 1.6e6 ? br_trig_near(x, &r, &l) : br_trig_far(x, &r, &l);
    return br_trig_turn(r, l, q);
}

//@ br_cos: br_bits br_abs br_trig_parts br_trig_far
// Worst 0.83, 0.93.
static inline double br_cos(double x)
{
    double r, l;
    uint64_t q = br_abs(x) < 1.6e6 ? br_trig_near(x, &r, &l) : br_trig_far(x, &r, &l);
    return br_trig_turn(r, l, q + 1);
}

//@ br_tan_parts: br_bits
// For |r| <= pi/4: tan(r) = r + over/under, within 2^-55.
BR_ELEM void br_tan_parts(double r, double *over, double *under)
{
    double z = r * r, w = z * z;
    *over = r * z * ((0.3333333333333313 - z * 0.020538650411390344) + w * 0.00020095168772698798);
    *under = (1.0 - z * 0.4616159512343503) + w * (0.02334447365391553 - z * 0.00020843440179030818);
}

// tan(r - l) for tiny l
BR_ELEM double br_tan_sum(double r, double l, double quotient)
{
    double z = r * r;
    return r + (quotient - (l + l * (z * (1.0 + 0.67 * z))));
}

// -cot(r - l) = r C(r^2) - 1/r - l/r^2, roughly; i is 1/r. C within 2^-57.2.
BR_ELEM double br_tan_turned(double r, double l, double i)
{
    double z = r * r, w = z * z, v = w * w;
    double c =
        ((0.33333333333333454 + z * 0.022222222222146513) + w * (0.0021164021180538448 + z * 0.0002116401939234803)) +
        v * (((2.1377906725862886e-05 + z * 2.1640103801677353e-06) +
              w * (2.2014408339286746e-07 + z * 2.1030399868101127e-08)) +
             v * 3.101584229008107e-09);
    return (r * c - i * (i * l)) - i;
}

//@ br_tan_near: br_bits br_trig_parts br_tan_parts
// tan for |x| < 1.6e6 only, without a branch: one division for both.
BR_ELEM double br_tan_near(double x)
{
    double r, l, over, under;
    uint64_t odd = (uint64_t)0 - (br_trig_near(x, &r, &l) & 1);
    br_tan_parts(r, &over, &under);
    double n = br_from_bits((br_bits(over) & ~odd) | (0x3ff0000000000000u & odd));
    double q = n / br_from_bits((br_bits(under) & ~odd) | (br_bits(r) & odd));
    return br_from_bits((br_bits(br_tan_sum(r, l, q)) & ~odd) | (br_bits(br_tan_turned(r, l, q)) & odd));
}

//@ br_tan: br_bits br_abs br_trig_parts br_trig_far br_tan_parts
// Worst 1.89, 1.81.
static inline double br_tan(double x)
{
    double r, l, over, under;
    uint64_t q = br_abs(x) < 1.6e6 ? br_trig_near(x, &r, &l) : br_trig_far(x, &r, &l);
    if (q & 1)
        return br_tan_turned(r, l, 1.0 / r);
    br_tan_parts(r, &over, &under);
    return br_tan_sum(r, l, over / under);
}

//@ br_atan_parts:
// atan(t)/t - 1 for |t| <= 1/2, z = t^2; within 2^-57.6.
BR_ELEM double br_atan_poly(double z)
{
    double w = z * z, v = w * w;
    double p =
        ((-0.33333333333332965 + z * 0.19999999999899948) + w * (-0.1428571427616201 + z * 0.11111110651424826)) +
        v * (((-0.09090896065646017 + z * 0.07692071418988398) + w * (-0.06663787631657701 + z * 0.05858156937432103)) +
             v * ((-0.05121424455084457 + z * 0.041849904597902145) +
                  w * (-0.027412249848442764 + z * 0.010101927317969262)));
    return z * p;
}

//@ br_atan: br_bits br_abs br_atan_parts
// t = a, (a - 1)/(a + 1) or -1/a for a = |x| up to 1/2, up to 2 and beyond, so |t| <= 1/2; plus 0, pi/4 or pi/2.
// Worst 1.42, 1.41.
BR_ELEM double br_atan(double x)
{
    double a = br_abs(x);
    double num = a > 0.5 ? a - 1.0 : a, den = a > 0.5 ? a + 1.0 : 1.0, from = a > 0.5 ? 0.7853981633974483 : 0.0;
    num = a > 2.0 ? -1.0 : num;
    den = a > 2.0 ? a : den;
    from = a > 2.0 ? 1.5707963267948966 : from;
    double t = num / den;
    double y = from + (t + (t * br_atan_poly(t * t) + from * 3.8981718325193755e-17)); // pi/2: 2nd part over first
    return br_from_bits(br_bits(y) | (br_bits(x) & 0x8000000000000000u));
}

//@ br_atan2: br_bits br_abs br_atan_parts
// As atan of b/a, b = |y|, a = |x|, with the quotient formed once: t = b/a, (b - a)/(b + a) or -a/b; from pi for x < 0.
// Special cases as in C99. Worst 1.56, 1.58.
BR_ELEM double br_atan2(double y, double x)
{
    double a = br_abs(x), b = br_abs(y);
    double scale = a > 4e307 ? 0.5 : 1.0; // b + a must not overflow
    scale = b > 4e307 ? 0.5 : scale;
    a *= scale;
    b *= scale;
    double num = b + b > a ? b - a : b, den = b + b > a ? b + a : a, from = b + b > a ? 0.7853981633974483 : 0.0;
    num = b > a + a ? -a : num;
    den = b > a + a ? b : den;
    from = b > a + a ? 1.5707963267948966 : from;
    num = a == b ? 0.0 : num; // infinities, too
    from = a == b && a > 0 ? 0.7853981633974483 : from;
    den = den == 0 ? 1.0 : den;
    double t = num / den,
           rest = t + (t * br_atan_poly(t * t) + from * 3.8981718325193755e-17); // pi/2: 2nd part over first
    double h = from + rest, hl = (from - h) + rest;
    double back = 3.141592653589793 - h, backl = ((3.141592653589793 - back) - h) + (1.2246467991473532e-16 - hl);
    uint64_t left = 0 - (br_bits(x) >> 63), angle = (br_bits(back + backl) & left) | (br_bits(h) & ~left);
    return br_from_bits(angle | (br_bits(y) & 0x8000000000000000u));
}

//@ br_asin_parts: br_sqrt
// For 0 <= a <= 1: s = a, or sqrt((1 - a)/2) beyond 1/2; asin(s) - s within 2^-59.8 of asin(s).
BR_ELEM double br_asin_tail(double a, double *root)
{
    double half = (1.0 - a) * 0.5, z = a > 0.5 ? half : a * a, s = a > 0.5 ? br_sqrt(half) : a;
    double w = z * z, v = w * w;
    double p = ((0.1666666666666676 + z * 0.07499999999971095) + w * (0.044642857174224136 + z * 0.03038194272950777)) +
               v * (((0.022372214318213676 + z * 0.017351624732641444) +
                     w * (0.013980662389073067 + z * 0.011400238094136402)) +
                    v * (((0.01077270078341017 + z * 0.0037352343200085705) +
                          w * (0.021636856974466507 - z * 0.020898809490814328)) +
                         v * 0.03256583927490458));
    *root = s;
    return s * (z * p);
}

//@ br_asin: br_bits br_abs br_asin_parts
// asin(s), or pi/2 - 2 asin(s). Worst 1.14, 1.20.
BR_ELEM double br_asin(double x)
{
    double a = br_abs(x), s, p = br_asin_tail(a, &s);
    double h = 1.5707963267948966 - 2.0 * s;
    double y = h + (((1.5707963267948966 - h) - 2.0 * s) + (6.123233995736766e-17 - 2.0 * p));
    y = a > 0.5 ? y : s + p;
    return br_from_bits(br_bits(y) | (br_bits(x) & 0x8000000000000000u));
}

//@ br_acos: br_bits br_abs br_asin_parts
// from - times asin(s): pi/2 -+ asin(s), and 2 asin(s) or pi - 2 asin(s) beyond 1/2 and -1/2. Worst 1.11, 1.16.
BR_ELEM double br_acos(double x)
{
    double a = br_abs(x), s, p = br_asin_tail(a, &s);
    double from = x < 0 ? 3.141592653589793 : 0.0, times = x < 0 ? 2.0 : -2.0;
    from = a > 0.5 ? from : 1.5707963267948966;
    times = a > 0.5 ? times : (x < 0 ? -1.0 : 1.0);
    s *= times;
    double h = from - s;
    return h + (((from - h) - s) + (from * 3.8981718325193755e-17 - times * p)); // pi: 2nd part over first
}

#endif
