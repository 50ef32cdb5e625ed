// ball.c - elementary functions in ball arithmetic: argument reduction, Taylor series, remainder. [target]
//
// What each function adds to the arithmetic of balls is a constant with its error, an identity, and the remainder of a
// series; docs/theory/enclosures.md has the argument. Start values and whole multiples are picked in plain doubles: a
// poor pick would make the ball wide, not wrong.
#include "num/base/fp.h"

#include "num/interval/ball.h"

static const br_ball third = {0.3333333333333333, 1.850371707708594e-17, 1e-32};
static const br_ball sixth = {0.16666666666666666, 9.25185853854297e-18, 1e-33};
static const br_ball ln2 = {0.6931471805599453, 2.3190468138462996e-17, 6e-34};
const br_ball br_ball_pi = {3.141592653589793, 1.2246467991473532e-16, 3.1e-33};
const br_ball br_ball_half_pi = {1.5707963267948966, 6.123233995736766e-17, 1.6e-33};

// The whole number nearest to x, or next to it; |x| < 2^51.
static double whole(double x)
{
    return (x + 6755399441055744.0) - 6755399441055744.0; // 1.5*2^52
}

// A table's value: hi and lo are its first 106 bits, and it is below 2.
static br_ball tabled(const double entry[2])
{
    br_ball r = {entry[0], entry[1], entry[1] == 0 ? 0 : 2.5e-32}; // 2^-105
    return r;
}

// 1 + x r
static br_ball one_plus(br_ball x, br_ball r)
{
    return br_ball_add(br_ball_of(1), br_ball_mul(x, r));
}

// ---- exp

// exp(x) - 1 = x (1 + x (1/2 + x (1/6 + x (1/24 + ...)))) for |x| <= 1/16. Remainder: the terms from x^k/k! on are less
// than twice the first of them.
static br_ball expm1_near(br_ball x)
{
    static const double c[] = {1.0 / 24,    1.0 / 120,    1.0 / 720,     1.0 / 5040,
                               1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};
    br_ball a = br_ball_add(sixth, br_ball_mul(x, br_ball_tail(c, 7, x)));
    a = br_ball_add(br_ball_of(0.5), br_ball_mul(x, a));
    return br_ball_mul(x, one_plus(x, a));
}

// x = (16 k + j) ln2/16 + r: exp(x) = 2^k 2^(j/16) exp(r).
br_ball br_ball_exp(br_ball x, int *k)
{
    // clang-format off
    static const double table[16][2] = { // 2^(j/16)
        {1.0, 0.0}, {1.0442737824274138, 8.551889705537965e-17},
        {1.0905077326652577, -3.046782079812471e-17}, {1.1387886347566916, 8.912812676025408e-17},
        {1.189207115002721, 3.982015231465646e-17}, {1.241857812073484, 4.658027591836937e-17},
        {1.2968395546510096, 2.5382502794888315e-17}, {1.3542555469368927, 7.70094837980299e-17},
        {1.4142135623730951, -9.667293313452913e-17}, {1.4768261459394993, -3.483994556892796e-17},
        {1.5422108254079407, 7.949834809697621e-17}, {1.6104903319492543, 2.4707192569797888e-17},
        {1.681792830507429, 8.199010020581497e-17}, {1.7562521603732995, 2.960140695448873e-17},
        {1.8340080864093424, 3.283107224245627e-17}, {1.9152065613971474, -1.0619946056195963e-16},
    };
    // clang-format on
    const double step = 0.04332169878489367; // 36 bits of ln2/16, so that n times it is exact
    const br_ball rest = {1.0291218489310676e-13, -6.298718209940715e-30, 4e-47};
    double n = whole(x.hi * 23.083120654223414);
    br_ball r = br_ball_sub(br_ball_sub(x, br_ball_of(n * step)), br_ball_mul(br_ball_of(n), rest));
    int j = (int)n & 15;
    *k = ((int)n - j) / 16;
    br_ball t = tabled(table[j]);
    return br_ball_add(t, br_ball_mul(t, expm1_near(r)));
}

br_ball br_ball_expm1(br_ball x)
{
    if (br_far(x.hi) < 0.03125)
        return expm1_near(x);
    int k;
    br_ball e = br_ball_exp(x, &k);
    return br_ball_sub(br_ball_scale(e, br_two_to(k)), br_ball_of(1));
}

// ---- log

// With s = x/(2 + x): log(1 + x) = 2 atanh(s) = 2 s (1 + s^2 (1/3 + s^2 (1/5 + ...))). Remainder: geometric.
br_ball br_ball_log1p_near(br_ball x)
{
    static const double c[] = {1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19};
    br_ball s = br_ball_div(x, br_ball_add(br_ball_of(2), x)), z = br_ball_mul(s, s);
    br_ball a = one_plus(z, br_ball_add(third, br_ball_mul(z, br_ball_tail(c, 7, z))));
    return br_ball_scale(br_ball_mul(s, a), 2);
}

// With any y: log(x) = y + log(x exp(-y)), and x exp(-y) is near 1.
br_ball br_ball_log(br_ball x, int k)
{
    br_ball one = br_ball_of(1), f = br_ball_sub(x, one);
    if (k == 0 && br_far(f.hi) < 0.0625)
        return br_ball_log1p_near(f);
    double y = 2 * f.hi / (2 + f.hi);
    int two;
    br_ball e = br_ball_exp(br_ball_of(-y), &two);
    br_ball z = br_ball_sub(br_ball_mul(x, br_ball_scale(e, br_two_to(two))), one);
    br_ball r = br_ball_add(br_ball_of(y), br_ball_log1p_near(z));
    return br_ball_add(br_ball_mul(br_ball_of(k), ln2), r);
}

// ---- sin, cos

// |x| < 2^21: pi/2 in two parts of 32 bits, so that q times a part is exact, and a rest.
static br_ball turn_near(double x, int *quarters)
{
    const br_ball rest = {2.0222662487959506e-21, 1.0085854035872483e-37, 5e-54};
    double q = whole(x * 0.6366197723675814);
    *quarters = (int)q & 7;
    if (q == 0)
        return br_ball_of(x);
    br_ball r = br_ball_sub(br_ball_of(x), br_ball_of(q * 1.5707963267341256));
    r = br_ball_sub(r, br_ball_of(q * 6.077100506303966e-11));
    return br_ball_sub(r, br_ball_mul(br_ball_of(q), rest));
}

// x = M 2^e >= 2^20 with whole M: M times 192 bits of 2/pi (Payne and Hanek). The bits before them make whole multiples
// of 8 quarters; those behind make less than M 2^-189 < 2^-136 quarters.
static br_ball turn_far(double x, int *quarters)
{
    static const uint32_t two_over_pi[] = {
        0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
        0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
        0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
        0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
        0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t m = (bits & 0x000fffffffffffffu) | 0x0010000000000000u, m0 = m & 0xffffffffu, m1 = m >> 32;
    uint32_t at = (uint32_t)(bits >> 52) - 1014u, p[6];
    uint64_t sum = 0, high = 0;
    for (int i = 5; i >= 0; i--) {
        const uint32_t *w = two_over_pi + at / 32 + i;
        uint64_t word = ((((uint64_t)w[0] << 32) | w[1]) << at % 32) >> 32, low = m0 * word;
        sum += (low & 0xffffffffu) + (high & 0xffffffffu);
        p[i] = (uint32_t)sum;
        sum = (sum >> 32) + (low >> 32) + (high >> 32);
        high = m1 * word;
    }
    // p/2^189 is x 2/pi modulo 8. Its fraction, or from 1/2 on what is missing to 1, but for one unit of the last bit.
    bool over = p[0] >> 28 & 1;
    *quarters = (int)(((p[0] >> 29) + over) & 7);
    br_ball r = br_ball_of(0);
    for (int i = 5; i >= 0; i--) {
        uint32_t part = (over ? ~p[i] : p[i]) & (i == 0 ? 0x1fffffffu : 0xffffffffu);
        r = br_ball_add(r, br_ball_of((double)part * br_two_to(3 - 32 * (i + 1))));
    }
    r = br_ball_mul(br_ball_widen(r, 2.3e-41), br_ball_half_pi); // 2^-135
    return over ? br_ball_neg(r) : r;
}

br_ball br_ball_turn(double x, int *q)
{
    if (br_far(x) < 1048576)
        return turn_near(x, q);
    br_ball r = turn_far(br_far(x), q);
    if (x > 0)
        return r;
    *q = -*q & 7;
    return br_ball_neg(r);
}

// sin(t) = t (1 - z (1/6 - z (1/120 - ...))) with z = t^2; the series alternates.
static br_ball sin_near(br_ball t, br_ball z)
{
    static const double c[] = {1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800};
    return br_ball_mul(t, one_plus(z, br_ball_sub(br_ball_mul(z, br_ball_tail(c, 4, z)), sixth)));
}

// cos(t) - 1 = -z (1/2 - z (1/24 - ...))
static br_ball cosm1_near(br_ball z)
{
    static const double c[] = {1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600};
    return br_ball_mul(z, br_ball_sub(br_ball_mul(z, br_ball_tail(c, 4, z)), br_ball_of(0.5)));
}

// x = j/16 + t
br_ball br_ball_sin(br_ball x, int q)
{
    // clang-format off
    static const double table[14][2][2] = { // sin(j/16), cos(j/16)
        {{0.0, 0.0}, {1.0, 0.0}},
        {{0.0624593178423802, -2.040259504585711e-18}, {0.9980475107000991, 3.3232291674141346e-17}},
        {{0.12467473338522769, -2.925947496057858e-18}, {0.992197667229329, 4.754870575189364e-17}},
        {{0.18640329676226988, 2.3493796901281573e-18}, {0.9824733131012553, -3.919920375420088e-17}},
        {{0.24740395925452294, -7.53102495590706e-18}, {0.9689124217106447, 5.071436662403936e-17}},
        {{0.30743851458038085, 1.1004366442765296e-19}, {0.9515679480481722, -3.8614834675674123e-17}},
        {{0.36627252908604757, -9.938814562106524e-18}, {0.9305076219123143, 4.488760003328074e-18}},
        {{0.42367625720393803, -2.331800700068871e-17}, {0.9058136834259364, 4.2864666490805214e-17}},
        {{0.479425538604203, -5.103969860556013e-18}, {0.8775825618903728, -4.2623149864279997e-17}},
        {{0.5333026735360201, 5.129318115032044e-17}, {0.8459244992310679, 1.549506647350329e-17}},
        {{0.5850972729404622, -5.4883972461161805e-17}, {0.8109631195052179, -3.091333486122179e-17}},
        {{0.6346070800152693, -3.4568582392624965e-17}, {0.7728349461524715, 4.231014921891023e-17}},
        {{0.6816387600233341, 4.410467313197903e-17}, {0.7316888688738209, -1.0475824306512768e-17}},
        {{0.7260086552607126, -1.573621815339587e-17}, {0.6876855622205048, 3.5430696752823923e-17}},
    };
    // clang-format on
    double n = whole(x.hi * 16);
    br_ball t = br_ball_sub(x, br_ball_of(n * 0.0625)), z = br_ball_mul(t, t);
    const double(*entry)[2] = table[(int)br_far(n)];
    br_ball s = tabled(entry[0]), c = tabled(entry[1]), st = sin_near(t, z);
    if (n == 0 && q % 2 == 0)
        return q & 2 ? br_ball_neg(st) : st;
    s = n < 0 ? br_ball_neg(s) : s;
    br_ball u = q % 2 ? c : s, v = q % 2 ? br_ball_neg(s) : c; // sin(a + t) = u cos(t) + v sin(t)
    u = br_ball_add(u, br_ball_add(br_ball_mul(u, cosm1_near(z)), br_ball_mul(v, st)));
    return q & 2 ? br_ball_neg(u) : u;
}

// ---- angles

// d (1 - z (1/3 - z (1/5 - ...))) with z = d^2, |d| <= 1/16.
static br_ball atan_near(br_ball d)
{
    static const double c[] = {1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17};
    br_ball z = br_ball_mul(d, d);
    return br_ball_mul(d, one_plus(z, br_ball_sub(br_ball_mul(z, br_ball_tail(c, 6, z)), third)));
}

// Within 0.004 of the angle.
static double rough_angle(double x, double y)
{
    double a = br_far(x), t = y < a ? y / a : a / y, r = t * (0.7853981633974483 + 0.273 * (1 - t));
    r = y < a ? r : 1.5707963267948966 - r;
    return x < 0 ? 3.141592653589793 - r : r;
}

// The point turned back by any angle b in 0..pi has the angle left over: b + atan(Y/X) where X > 0. Both this and the
// angle itself lie within -1/16 and pi + 1/16, so they are the same and not a turn apart.
br_ball br_ball_angle(br_ball x, br_ball y)
{
    double b = rough_angle(x.hi, y.hi);
    int q;
    br_ball r = br_ball_turn(b, &q), s = br_ball_sin(r, q), c = br_ball_sin(r, q + 1);
    br_ball along = br_ball_add(br_ball_mul(x, c), br_ball_mul(y, s));
    br_ball across = br_ball_sub(br_ball_mul(y, c), br_ball_mul(x, s)), d = br_ball_div(across, along);
    if (!(along.hi > 0 && br_ball_most(d) < 0.0625))
        d.err = BR_INF;
    return br_ball_add(br_ball_of(b), atan_near(d));
}
