// elem_exp_float.h - exponentials, hyperbolic functions and logarithms in float.     [target]
#ifndef BR_NUM_BASE_ELEM_EXP_FLOAT_H
#define BR_NUM_BASE_ELEM_EXP_FLOAT_H

#include "num/base/elem_bits.h"

//@ brf_exp_parts: brf_bits
BR_ELEM uint32_t brf_exp_reduce(float x, float *hi, float *lo)
{
    float t = x * 1.442695f + 12583166.0f, k = t - 12583166.0f; // 1.5 2^23 + 254: rounds
    *hi = x - k * 0.69314575f;                                  // 15 bits of ln2: exact
    *lo = k * 1.4286068e-06f;
    return brf_bits(t);
}

BR_ELEM float brf_exp_tail(float hi, float lo)
{
    float r = hi - lo, r2 = r * r;
    float a = 0.5f + 0.16666518f * r, b = 0.04166684f + 0.008368945f * r;
    return r2 * (a + r2 * (b + r2 * 0.0013900218f)) - lo;
}

// exp(hi - lo)
BR_ELEM float brf_exp_core(float hi, float lo)
{
    return 1.0f + (hi + brf_exp_tail(hi, lo));
}

//@ brf_exp: brf_bits brf_abs brf_exp_parts
BR_ELEM float brf_exp(float x)
{
    float hi, lo;
    uint32_t u = brf_exp_reduce(x, &hi, &lo);
    float v = brf_exp_core(hi, lo), y = v * brf_from_bits((u - 127) << 23);
    if (!(brf_abs(x) <= 87.0f)) { // 2^k alone may leave the range: two factors
        uint32_t half = u >> 1;
        y = v * brf_from_bits((u - half) << 23) * brf_from_bits(half << 23);
        y = x < -110.0f ? 0.0f : y;
        y = x > 110.0f ? brf_from_bits(0x7f800000u) : y;
    }
    return y;
}

//@ brf_expm1: brf_bits brf_exp_parts
BR_ELEM float brf_expm1(float x)
{
    float hi, lo;
    uint32_t u = brf_exp_reduce(x, &hi, &lo);
    float h = brf_from_bits((u - 128) << 23);
    float y = 2.0f * (((h - 0.5f) + h * hi) + h * brf_exp_tail(hi, lo));
    y = x < -32.0f ? -1.0f : y;
    y = x > 89.0f ? brf_from_bits(0x7f800000u) : y;
    return x > -1e-9f && x < 1e-9f ? x : y;
}

//@ brf_tanh: brf_bits brf_abs
// |x| = k ln2/2 + r with whole k and |r| <= ln2/4, p = tanh(r), s = 2^-k:
// tanh|x| = ((1 - s) + p (1 + s)) / ((1 + s) + p (1 - s)). The rounding errors of both sums correct the quotient.
BR_ELEM float brf_tanh(float x)
{
    float a = brf_abs(x), t = a * 2.88539f + 12582912.0f, k = t - 12582912.0f; // 1.5 2^23
    float hi = a - k * 0.34657288f, lo = k * 7.143034e-07f, r = hi - lo;       // 15 bits of ln2/2
    float z = r * r, c = -0.33333322f + z * (0.13331154f - z * 0.052720416f);
    float p = hi + (r * (z * c) - lo);
    float s = brf_from_bits((127 - brf_bits(t)) << 23), f = 1.0f - s, g = 1.0f + s, pf = p * f, pg = p * g;
    float n = f + pg, dn = (f - n) + pg, d = g + pf, dd = (g - d) + pf;
    float q = n / d, inv = 1.5f - 0.5f * d; // 1/d, roughly
    float y = q + (dn - q * dd) * inv;
    y = a > 10.0f ? 1.0f : y;
    return brf_from_bits(brf_bits(y) | (brf_bits(x) & 0x80000000u));
}

//@ brf_hyp_parts: brf_bits
BR_ELEM float brf_hyp_parts(float a, float *rl, float *s, float *i, float *even, float *odd)
{
    float t = a * 1.442695f + 12582912.0f, k = t - 12582912.0f;                      // 1.5 2^23: rounds
    float hi = a - k * 0.69314575f, lo = k * 1.4286068e-06f, r = hi - lo, z = r * r; // 15 bits of ln2: exact
    uint32_t u = brf_bits(t);
    *rl = (hi - r) - lo;
    *s = brf_from_bits((u + 125) << 23);
    *i = a > 20.0f ? 0.0f : brf_from_bits((125 - u) << 23);
    *even = 0.5f * z + z * z * (0.041666456f + z * 0.0013935757f);
    *odd = z * (0.16666667f + z * (0.008333191f + z * 0.00019959327f));
    return r;
}

//@ brf_sinh: brf_bits brf_abs brf_hyp_parts
BR_ELEM float brf_sinh(float x)
{
    float a = brf_abs(x), rl, s, i, even, odd;
    float r = brf_hyp_parts(a, &rl, &s, &i, &even, &odd), f = s - i, g = s + i;
    float r1 = brf_from_bits(brf_bits(r) & 0xffffff00u), b = g * r1; // 16 bits: exact while i matters
    float h = f + b, hl = ((f - h) + b) + ((s - f) - i);
    float y = 2.0f * (h + (hl + (f * even + g * (r * odd + ((r - r1) + rl)))));
    y = a > 89.5f ? brf_from_bits(0x7f800000u) : y;
    y = a < 1e-4f ? a : y;
    return brf_from_bits(brf_bits(y) | (brf_bits(x) & 0x80000000u));
}

//@ brf_cosh: brf_bits brf_abs brf_hyp_parts
BR_ELEM float brf_cosh(float x)
{
    float a = brf_abs(x), rl, s, i, even, odd;
    float r = brf_hyp_parts(a, &rl, &s, &i, &even, &odd), f = s - i, g = s + i;
    float b = f * r, h = g + b, hl = ((g - h) + b) + ((s - g) + i);
    float y = 2.0f * (h + (hl + (g * even + f * (r * odd + rl))));
    return a > 89.5f ? brf_from_bits(0x7f800000u) : y;
}

//@ brf_exp_table:
// 2^(j/64), its bits less j 2^17, and what its rounding lost of it.
BR_ELEM const float *brf_exp_table(void)
{
    // clang-format off
    static const float table[128] = {
        1.0f, 0.0f, 0.99763215f, -5.65008e-09f, 0.9953236f, -4.7084576e-08f, 0.99307495f, -2.7192852e-08f, 0.99088687f,
        4.628547e-08f, 0.9887601f, -4.6485024e-08f, 0.98669523f, -5.5604225e-08f, 0.9846929f, 5.0628415e-08f,
        0.9827539f, -1.19921575e-08f, 0.9808788f, 3.864813e-08f, 0.9790684f, -4.8776062e-08f, 0.9773233f, 2.77282e-08f,
        0.9756443f, 4.7297824e-08f, 0.9740321f, 1.9043162e-08f, 0.97248745f, -3.4814427e-08f, 0.971011f, 2.1820654e-08f,
        0.96960354f, 3.193418e-08f, 0.9682659f, -4.2172175e-08f, 0.9669987f, -2.6886665e-08f, 0.9658028f,
        -3.3669235e-08f, 0.9646789f, 3.6210572e-08f, 0.9636279f, 5.832683e-09f, 0.9626505f, 1.118421e-09f, 0.9617475f,
        -2.975065e-08f, 0.9609198f, -3.099072e-08f, 0.9601681f, -2.6671813e-08f, 0.95949334f, -2.638301e-08f,
        0.9588963f, -2.58398e-08f, 0.9583778f, -7.475213e-09f, 0.95793873f, -2.8092586e-08f, 0.95758f, -4.2456357e-08f,
        0.95730233f, 6.2112657e-09f, 0.95710677f, 1.7114271e-08f, 0.9569942f, -9.394099e-09f, 0.9569654f,
        2.3001967e-08f, 0.9570214f, -2.4838206e-08f, 0.9571631f, -3.0476834e-08f, 0.9573914f, -2.2932563e-08f,
        0.9577072f, -1.6538538e-08f, 0.9581116f, -1.1555185e-08f, 0.9586054f, 5.233334e-09f, 0.9591897f,
        -1.6526359e-08f, 0.95986545f, -3.5920646e-08f, 0.9606336f, -3.0776517e-10f, 0.96149516f, 6.1075918e-09f,
        0.9624512f, -1.06018385e-08f, 0.96350276f, -3.1140544e-08f, 0.9646508f, -2.3564068e-08f, 0.9658964f,
        -1.4719605e-08f, 0.9672407f, -1.6852752e-08f, 0.9686847f, -2.8218102e-08f, 0.97022945f, -3.367357e-08f,
        0.9718761f, -5.258795e-09f, 0.9736257f, 3.009614e-08f, 0.97547954f, -6.3603873e-09f, 0.97743857f, 2.059393e-08f,
        0.97950405f, -6.1282597e-09f, 0.98167706f, 7.74853e-09f, 0.98395884f, -2.4880409e-08f, 0.9863505f,
        1.4833601e-08f, 0.9888533f, 5.1406093e-09f, 0.99146837f, 2.7669946e-08f, 0.9941971f, -8.697267e-09f, 0.9970405f,
        3.0492093e-09f
    };
    // clang-format on
    return table;
}

//@ brf_logistic: brf_bits brf_abs
BR_ELEM float brf_logistic(float x)
{
    float a = brf_abs(x), t = 12583103.0f - a * 1.442695f;                     // 1.5 2^23 + 191: rounds
    float k = t - 12583103.0f, r = (a + k * 0.69314575f) + k * 1.4286068e-06f; // 15 bits: exact
    float z = r * r, h = r * 0.8359375f, p = 1.671875f + z * (0.1393225f + z * -0.002312164f) - h, q = p + (h + h);
    float n = brf_from_bits(brf_bits(t) << 23) * p, y = n / (q * 1.8446744e+19f + n);
    y = a > 105.0f ? 0.0f : y;
    return x > 0 ? 1.0f - y : y;
}

//@ brf_log_parts: brf_bits
BR_ELEM float brf_log_split(float x, float *k)
{
    uint32_t u = brf_bits(x) + (0x3f800000u - 0x3f350000u);
    *k = brf_from_bits((u >> 23) | 0x4b000000u) - 8388735.0f; // 2^23 + 127
    return brf_from_bits((u & 0x007fffffu) + 0x3f350000u);
}

BR_ELEM float brf_log_sum(float f, float k)
{
    float s = f / (2.0f + f), z = s * s, h = 0.5f * f * f;
    float r = z * (0.6666678f + z * (0.3997699f + z * 0.29884592f));
    return k * 0.69314575f + (f - (h - (s * (h + r) + k * 1.4286068e-06f)));
}

//@ brf_log: brf_bits brf_log_parts
BR_ELEM float brf_log(float x)
{
    float k, y = x, down = 0.0f;
    if (x < 1.17549435e-38f) {
        y = x * 33554432.0f; // 2^25
        down = x < 0 ? brf_from_bits(0x7fc00000u) : 25.0f;
        down = x == 0 ? brf_from_bits(0x7f800000u) : down;
    }
    float m = brf_log_split(y, &k), r = brf_log_sum(m - 1.0f, k - down);
    return x <= 3.4028235e38f ? r : x;
}

//@ brf_log1p: brf_bits brf_log_parts
BR_ELEM float brf_log1p(float x)
{
    float k, u = 1.0f + x, v = u - x;
    float c = (x - (u - v)) + (1.0f - v);
    float m = brf_log_split(u, &k);
    float f = k == 0 ? x : m - 1.0f;
    c = k == 0 ? 0.0f : c;
    float r = brf_log_sum(f, k) + c / u;
    if (!(x > -1.0f))
        r = brf_from_bits(x == -1.0f ? 0xff800000u : 0x7fc00000u);
    r = x <= 3.4028235e38f ? r : x;
    return x == 0 ? x : r;
}

#endif
