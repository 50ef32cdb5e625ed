// elem.h - elementary functions with the same bits on every IEEE machine.     [target]
//
// Own functions instead of libm, because libm differs from platform to platform. Only + - * / sqrt, comparisons and
// integer operations are used, and fp.h forbids contraction, so a PC, a browser and a microcontroller agree bit for bit
// (but for the payload of a NaN). Loops over them vectorise: an `if` stands only where compilers turn it into a selection,
// except in sin, cos and tan of any argument; loops that know |x| < 1.6e6 (float: 10000) use br_sin_near, br_cos_near and
// br_tan_near, which give the same bits. Tables: exp, tanh and pow in double, pow in float, the bits of 2/pi. Odd
// functions are exactly odd, even ones exactly even.
//
// Sections start with a mark that says the name and what it needs, and end at the next one: the code generator copies
// single sections. The polynomials are least-squares fits at Chebyshev nodes, weighted to the error of the result, with
// coefficients rounded one after the other from the lowest up (tools/elem_poly.py prints them). "worst" is the largest
// error seen against MPFR, in units in the last place (double, float).
#ifndef BR_NUM_BASE_ELEM_H
#define BR_NUM_BASE_ELEM_H

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

//@ br_exp_parts: br_bits
// x = k ln2 + r with whole k and |r| <= ln2/2, r = hi - lo; returns bits that end in k + 2046.
BR_ELEM uint64_t br_exp_reduce(double x, double *hi, double *lo)
{
    double t = x * 1.4426950408889634 + 6755399441057790.0, k = t - 6755399441057790.0; // 1.5 2^52 + 2046: rounds
    *hi = x - k * 0.6931471805598903;                                                   // 42 bits of ln2: exact
    *lo = k * 5.497923018708371e-14;
    return br_bits(t);
}

// exp(hi - lo) - 1 - hi for a reduced argument; polynomial within 2^-57.7.
BR_ELEM double br_exp_tail(double hi, double lo)
{
    double r = hi - lo, r2 = r * r, r4 = r2 * r2;
    double a = (0.5000000000000012 + 0.16666666666666471 * r) + (0.04166666666651978 + 0.008333333333458674 * r) * r2;
    double b =
        (0.0013888888945906004 + 0.0001984126958114527 * r) + (2.4801491051179853e-05 + 2.755752172833688e-06 * r) * r2;
    double c = 2.763089903026187e-07 + 2.5020036057933487e-08 * r;
    return r2 * (a + r4 * (b + r4 * c)) - lo;
}

//@ br_exp_table:
// 2^(j/64), and what its rounding lost of it.
BR_ELEM const double *br_exp_table(void)
{
    // clang-format off
    static const double table[128] = {
        1.0, 0.0, 1.0108892860517005, -1.507066976926039e-17, 1.0218971486541166, 4.9997448722726326e-17,
        1.0330248790212284, 7.357846871247418e-18, 1.0442737824274138, 8.189317638195515e-17,
        1.0556451783605572, 1.6665881442326747e-18, 1.0671404006768237, -7.402825309426177e-17,
        1.0787607977571199, -6.170654745608695e-17, 1.0905077326652577, -2.7939114859515733e-17,
        1.102382583307841, 4.776959425256223e-17, 1.1143867425958924, 9.341710609905046e-17,
        1.1265216186082418, 4.585670326662351e-17, 1.1387886347566916, 7.826573258636076e-17,
        1.1511892299529827, 2.823784425951061e-17, 1.1637248587775775, 3.2904726646008416e-17,
        1.1763969916502812, 4.721368121170128e-17, 1.189207115002721, 3.3484623336251524e-17,
        1.202156731452703, 5.527550048505249e-17, 1.215247359980469, -6.346552106729483e-17,
        1.22848053610687, -1.5456342819397733e-17, 1.241857812073484, 3.750854201303127e-17,
        1.255380757024691, -5.346099009198751e-18, 1.2690509571917332, 2.1023049675215714e-18,
        1.2828700160787783, 1.3357510088834541e-17, 1.2968395546510096, 1.9572585293112036e-17,
        1.3109612115247644, -5.478069123926778e-17, 1.3252366431597413, -2.1571477251208752e-17,
        1.339667524053303, 6.663804589232195e-17, 1.3542555469368927, 5.68648095791174e-17,
        1.3690024229745905, 7.007875046906994e-17, 1.383909881963832, -4.8923067513522756e-17,
        1.3989796725383112, -6.872303720902018e-17, 1.4142135623730951, -6.835808657661922e-17,
        1.42961333839197, -8.416011634717156e-18, 1.4451808069770467, -2.092304381843353e-17,
        1.460917794180647, -3.833464968654295e-17, 1.4768261459394993, -2.3591094770850053e-17,
        1.4929077282912648, 9.50689710108796e-18, 1.5091644275934228, -6.735219232374683e-17,
        1.5255981507445384, -7.226635472101257e-17, 1.5422108254079407, 5.1548301170786783e-17,
        1.559004400237837, 2.4253985766689806e-17, 1.5759808451078865, -6.432131775424189e-18,
        1.593142151342267, -6.336161863401293e-17, 1.6104903319492543, 1.5341410053603723e-17,
        1.6280274218573478, -4.123367330661149e-17, 1.645755478153965, -6.152602891550265e-17,
        1.6636765803267364, 3.540948262646183e-17, 1.681792830507429, 4.875160526227062e-17,
        1.7001063537185235, -4.719539664590972e-18, 1.718619298122478, -1.0772487078934056e-17,
        1.7373338352737062, 1.821405440362259e-17, 1.7562521603732995, 1.685487290628973e-17,
        1.7753764925265212, 3.621615935336894e-17, 1.7947090750031072, 1.01562190116415e-17,
        1.8142521755003989, -5.495118966122005e-17, 1.8340080864093424, 1.790126907604513e-17,
        1.8539791250833855, 5.265370768556274e-17, 1.8741676341103, -3.266924100901318e-17,
        1.8945759815869656, 1.7963932659833022e-17, 1.9152065613971474, -5.545065618639427e-17,
        1.9360617934922943, 5.336805878514151e-17, 1.9571441241754002, 4.5784915277060095e-17,
        1.978456026387951, 2.0414278897578303e-17
    };
    // clang-format on
    return table;
}

//@ br_exp: br_bits br_abs br_exp_table
// x = (64 k + j) ln2/64 + r: 2^k times 2^(j/64) from a table (with the part its rounding lost) times exp(r), a short
// polynomial. The branch is rare in single calls, and loops turn it into a selection. Worst 0.82, 0.91.
BR_ELEM double br_exp(double x)
{
    const double *table = br_exp_table();
    double t = x * 92.33248261689366 + 6755399441055744.0, k = t - 6755399441055744.0; // 1.5 2^52: rounds
    uint64_t u = br_bits(t), j = u & 63, e = u >> 6, a = br_bits(table[2 * j]);
    double r = (x - k * 0.010830424696223417) - k * 2.572804622327669e-14, r2 = r * r; // 36 bits of ln2/64: exact
    double p = (r + r2 * (0.5 + r * 0.16666666666666666)) + r2 * r2 * (0.041666666666666664 + r * 0.008333333333333333);
    double s = br_from_bits(a + (e << 52)), q = table[2 * j + 1] + p, y = s + s * q;
    if (!(br_abs(x) <= 700.0)) { // 2^k alone may leave the range: two factors
        uint64_t half = e >> 1;
        s = br_from_bits(a + ((e - half) << 52));
        y = (s + s * q) * br_from_bits((half + 1023) << 52);
        y = x < -1000.0 ? 0.0 : y;
        y = x > 1000.0 ? br_from_bits(0x7ff0000000000000u) : y;
    }
    return y;
}

//@ br_expm1: br_bits br_exp_parts
// 2 ((h - 1/2) + h (exp(r) - 1)) with h = 2^(k-1), the large parts first. Worst 1.23, 1.24.
BR_ELEM double br_expm1(double x)
{
    double hi, lo;
    uint64_t u = br_exp_reduce(x, &hi, &lo);
    double h = br_from_bits((u - 1024) << 52);
    double y = 2.0 * (((h - 0.5) + h * hi) + h * br_exp_tail(hi, lo));
    y = x < -64.0 ? -1.0 : y;
    y = x > 710.0 ? br_from_bits(0x7ff0000000000000u) : y;
    return x > -1e-17 && x < 1e-17 ? x : y;
}

//@ br_tanh: br_bits br_abs
// |x| = j/4 + r with whole j and 0 <= r <= 1/4, exactly; T = tanh(j/4) from a table (with the part its rounding lost),
// p = tanh(r) by a polynomial within 2^-57.7: tanh|x| = T + (1 - T^2) p / (1 + T p). Worst 1.61, 1.88.
BR_ELEM double br_tanh(double x)
{
    // clang-format off
    static const double table[256] = {
        0.0, 0.0, 0.24491866240370913, -1.6036228849882693e-18, 0.46211715726000974, 2.1916603238260928e-17,
        0.6351489523872873, 1.7012977006564836e-17, 0.7615941559557649, 3.7090214482164924e-17,
        0.8482836399575129, 1.7099441972242e-17, 0.9051482536448664, 4.1992024501810215e-17, 0.9413755384972874,
        -2.736933596553663e-17, 0.9640275800758169, -1.9413550547557176e-17, 0.9780261147388136,
        1.656114961300613e-17, 0.9866142981514303, -2.4529238788172874e-17, 0.9918597245682077,
        4.4082273619711644e-17, 0.9950547536867305, -1.2991892863562624e-17, 0.996997635486526,
        3.760085786946725e-17, 0.9981778976111987, 2.5870171246124584e-17, 0.9988944427261528,
        2.8945840283039677e-18, 0.999329299739067, 9.767046099568572e-18, 0.9995931460438896,
        -1.5160676305464417e-17, 0.9997532108480275, 5.1704397049346307e-17, 0.9998503075449787,
        5.50196927859391e-17, 0.9999092042625951, 2.298523750966507e-17, 0.9999449286177708,
        -1.2077885898389078e-17, 0.9999665971563038, 4.933089545428797e-17, 0.9999797400180382,
        8.758882883020326e-18, 0.9999877116507956, -1.486308258098996e-17, 0.9999925467214317,
        -4.745084548953692e-17, 0.9999954793514042, -1.1109306137016773e-17, 0.9999972580855863,
        2.403195451455908e-17, 0.9999983369439447, -1.612443653741189e-17, 0.9999989913051835,
        4.825784794213681e-17, 0.9999993881955461, 2.4847492783280624e-17, 0.9999996289217963,
        4.6621294158744335e-17, 0.9999997749296758, 4.556169644130666e-17, 0.9999998634879418,
        4.1528055919307734e-18, 0.999999917201249, 1.8730650729132408e-17, 0.9999999497800182,
        -1.411767909716183e-17, 0.999999969540041, -2.5991562562660026e-17, 0.9999999815251008,
        1.2785244911404656e-17, 0.9999999887944072, -2.5291594875064477e-17, 0.9999999932034643,
        5.170327596002971e-17, 0.9999999958776927, 3.693278996616596e-17, 0.9999999974996943,
        1.0579583457693046e-17, 0.9999999984834879, 5.365642217071276e-17, 0.9999999990801889,
        4.0854912969029507e-17, 0.9999999994421064, 1.7718241332219464e-18, 0.9999999996616205,
        -3.7860792439454765e-17, 0.9999999997947624, 1.2076069266947573e-17, 0.9999999998755171,
        -2.3992731692416073e-17, 0.9999999999244973, 2.4308346468945755e-17, 0.9999999999542053,
        4.452480901261646e-18, 0.9999999999722241, 4.967437262655545e-18, 0.999999999983153,
        4.0756076590078497e-17, 0.9999999999897818, -1.840433189060726e-17, 0.9999999999938024,
        -4.0287059434167566e-17, 0.9999999999962409, 4.650600721619785e-17, 0.99999999999772,
        -2.970271589005637e-17, 0.9999999999986171, 1.3778086010563447e-17, 0.9999999999991612,
        1.4363428748639677e-17, 0.9999999999994913, -2.893959200845054e-17, 0.9999999999996915,
        -3.1262094998958685e-17, 0.9999999999998128, 3.114257501541364e-17, 0.9999999999998865,
        -4.8911535957008127e-17, 0.9999999999999312, -1.571464263745353e-17, 0.9999999999999583,
        -1.497250701191317e-17, 0.9999999999999747, -1.524613673446156e-17, 0.9999999999999847,
        -4.133163057691155e-17, 0.9999999999999907, 8.101116644563622e-18, 0.9999999999999943,
        1.0622851357091905e-17, 0.9999999999999966, 1.3874513253965218e-17, 0.9999999999999979,
        3.03477234473557e-17, 0.9999999999999988, -3.9778024941724886e-17, 0.9999999999999992,
        1.23067916181828e-17, 0.9999999999999996, -1.9815356198651153e-17, 0.9999999999999997,
        5.1694564898317647e-17, 0.9999999999999998, 5.1383652410150004e-17, 0.9999999999999999,
        7.51120234647829e-18, 0.9999999999999999, 4.823964662155506e-17, 1.0, -3.8079605665729047e-17, 1.0,
        -2.3096448346031572e-17, 1.0, -1.400870405233729e-17, 1.0, -8.496708510583178e-18, 1.0,
        -5.153514218309962e-18, 1.0, -3.1257643786699776e-18, 1.0, -1.8958719307009513e-18, 1.0,
        -1.149904452858712e-18, 1.0, -6.974523063988893e-19, 1.0, -4.230262075182161e-19, 1.0,
        -2.56578364721757e-19, 1.0, -1.5562264482267593e-19, 1.0, -9.438990543052246e-20, 1.0,
        -5.725037161098787e-20, 1.0, -3.4724105662005894e-20, 1.0, -2.1061234715107623e-20, 1.0,
        -1.2774284586116845e-20, 1.0, -7.747995257374374e-21, 1.0, -4.699396674905634e-21, 1.0,
        -2.8503281654818703e-21, 1.0, -1.728811422607219e-21, 1.0, -1.0485771326726928e-21, 1.0,
        -6.359941800395499e-22, 1.0, -3.8574996959278356e-22, 1.0, -2.339691835412393e-22, 1.0,
        -1.4190948324569407e-22, 1.0, -8.607245249248973e-23, 1.0, -5.2205581393354095e-23, 1.0,
        -3.166428572319264e-23, 1.0, -1.920536010901735e-23, 1.0, -1.1648639736940988e-23, 1.0,
        -7.065257144401614e-24, 1.0, -4.2852950768333076e-24, 1.0, -2.5991628500150062e-24, 1.0,
        -1.5764719581201701e-24, 1.0, -9.561785767770938e-25, 1.0, -5.799516229756976e-25, 1.0,
        -3.517584404848623e-25, 1.0, -2.1335227896677067e-25, 1.0, -1.294046985129092e-25, 1.0,
        -7.848791715894926e-26, 1.0, -4.7605328173888013e-26, 1.0, -2.887409110314471e-26, 1.0,
        -1.751302152539304e-26, 1.0, -1.062218449935819e-26, 1.0, -6.442680571985032e-27, 1.0,
        -3.907683297643848e-27, 1.0, -2.370129728467962e-27, 1.0, -1.4375563478121978e-27, 1.0,
        -8.719220000126162e-28, 1.0, -5.288474258856109e-28
    };
    // clang-format on
    double a = br_abs(x), t = (a - 0.125) + 1688849860263936.0, r = a - (t - 1688849860263936.0); // 1.5 2^50: rounds
    uint64_t j = br_bits(t) & 127;
    double z = r * r, w = z * z;
    double c = (-0.3333333333333279 + 0.1333333333311244 * z) +
               w * ((-0.053968253664196074 + 0.021869468626070476 * z) +
                    w * ((-0.008862536039422546 + 0.00357855875222352 * z) - w * 0.0013179811558023753));
    double p = r + r * (z * c), T = table[2 * j];
    double y = T + (table[2 * j + 1] + (1.0 - T * T) * p / (1.0 + T * p));
    y = a > 20.0 ? 1.0 : y;
    return br_from_bits(br_bits(y) | (br_bits(x) & 0x8000000000000000u));
}

//@ br_hyp_parts: br_bits
// a = k ln2 + r + rl; s = 2^(k-2), i = 2^(-k-2) (0 where it no longer matters); with z = r^2: even = cosh(r) - 1 within
// 2^-57.3, odd = sinh(r)/r - 1 within 2^-61.7.
BR_ELEM double br_hyp_parts(double a, double *rl, double *s, double *i, double *even, double *odd)
{
    double t = a * 1.4426950408889634 + 6755399441055744.0, k = t - 6755399441055744.0;  // 1.5 2^52: rounds
    double hi = a - k * 0.6931471805598903, lo = k * 5.497923018708371e-14, r = hi - lo; // 42 bits of ln2: exact
    double z = r * r, w = z * z;
    uint64_t u = br_bits(t);
    *rl = (hi - r) - lo;
    *s = br_from_bits((u + 1021) << 52);
    *i = a > 40.0 ? 0.0 : br_from_bits((1021 - u) << 52);
    *even = 0.5 * z + w * ((0.04166666666660116 + z * 0.0013888888927832263) +
                           w * (2.480150747083198e-05 + z * 2.7625640173722146e-07));
    *odd = z * ((0.16666666666666677 + z * 0.008333333333321454) +
                w * ((0.00019841269886515091 + z * 2.755724386141281e-06) + w * 2.5109146352560517e-08));
    return r;
}

//@ br_sinh: br_bits br_abs br_hyp_parts
// ((s - i) cosh r + (s + i) sinh r) times 2; the largest parts, s - i and (s + i) times the leading bits of r, are summed
// without loss. Worst 0.90, 0.89.
BR_ELEM double br_sinh(double x)
{
    double a = br_abs(x), rl, s, i, even, odd;
    double r = br_hyp_parts(a, &rl, &s, &i, &even, &odd), f = s - i, g = s + i;
    double r1 = br_from_bits(br_bits(r) & 0xfffffffffffff000u), b = g * r1; // 41 bits: exact while i matters
    double h = f + b, hl = ((f - h) + b) + ((s - f) - i);
    double y = 2.0 * (h + (hl + (f * even + g * (r * odd + ((r - r1) + rl)))));
    y = a > 710.5 ? br_from_bits(0x7ff0000000000000u) : y;
    y = a < 1e-8 ? a : y;
    return br_from_bits(br_bits(y) | (br_bits(x) & 0x8000000000000000u));
}

//@ br_cosh: br_bits br_abs br_hyp_parts
// ((s + i) cosh r + (s - i) sinh r) times 2. Worst 0.89, 0.89.
BR_ELEM double br_cosh(double x)
{
    double a = br_abs(x), rl, s, i, even, odd;
    double r = br_hyp_parts(a, &rl, &s, &i, &even, &odd), f = s - i, g = s + i;
    double b = f * r, h = g + b, hl = ((g - h) + b) + ((s - g) + i);
    double y = 2.0 * (h + (hl + (g * even + f * (r * odd + rl))));
    return a > 710.5 ? br_from_bits(0x7ff0000000000000u) : y;
}

//@ br_logistic: br_bits br_abs br_exp_parts
// exp(-x) = 2^k v with v = 1 + q as in expm1, 0.7 < v < 1.5; with n = 2^-k the result is n / (n + v), so nothing overflows
// and the small side keeps its digits. n + 1 is summed without loss. No table: it would be read lane by lane. Worst 1.68, 1.67.
BR_ELEM double br_logistic(double x)
{
    double hi, lo;
    uint64_t u = br_exp_reduce(-x, &hi, &lo);
    double q = hi + br_exp_tail(hi, lo);
    double power = br_from_bits((7293 - u) << 52);                      // 2^128 n: n itself may be subnormal
    double n = br_abs(x) > 700.0 ? 0.0 : power * 2.938735877055719e-39; // beyond, it no longer counts in the sum
    double sum = n + 1.0, rest = (1.0 - sum) + n;
    double y = power / (sum + (rest + q)) * 2.938735877055719e-39;
    y = x < -760.0 ? 0.0 : y;
    return x > 40.0 ? 1.0 : y;
}

//@ br_log_parts: br_bits
// Positive normal x = 2^k m with m in [0.707, 1.414).
BR_ELEM double br_log_split(double x, double *k)
{
    uint64_t u = br_bits(x) + (0x3ff0000000000000u - 0x3fe6a00000000000u);
    *k = br_from_bits((u >> 52) | 0x4330000000000000u) - 4503599627371519.0; // 2^52 + 1023
    return br_from_bits((u & 0x000fffffffffffffu) + 0x3fe6a00000000000u);
}

// log(1 + f) + k ln2 for |f| < 0.4143: with s = f/(2 + f), log(1 + f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + R(s^2)).
// R within 2^-59.4.
BR_ELEM double br_log_sum(double f, double k)
{
    double s = f / (2.0 + f), z = s * s, w = z * z, h = 0.5 * f * f;
    double r = z * ((0.6666666666666737 + z * 0.3999999999939813) +
                    w * ((0.28571428745739796 + z * 0.22222198247928096) +
                         w * ((0.18183580672425892 + z * 0.15313640286298702) + w * 0.14800015461567934)));
    return k * 0.6931471805598903 + (f - (h - (s * (h + r) + k * 5.497923018708371e-14)));
}

//@ br_log: br_bits br_log_parts
// What is no positive normal number has its answer by way of k, but for infinity and NaN. Worst 0.88, 0.84.
BR_ELEM double br_log(double x)
{
    double k, y = x, down = 0.0;
    if (x < 2.2250738585072014e-308) {
        y = x * 18014398509481984.0; // 2^54
        down = x < 0 ? br_from_bits(0x7ff8000000000000u) : 54.0;
        down = x == 0 ? br_from_bits(0x7ff0000000000000u) : down;
    }
    double m = br_log_split(y, &k), r = br_log_sum(m - 1.0, k - down);
    return x <= 1.7976931348623157e308 ? r : x;
}

//@ br_log1p: br_bits br_log_parts
// 1 + x = u + c exactly; c only matters where u is not within [0.707, 1.414), elsewhere f = x itself.
// Worst 1.24, 1.22.
BR_ELEM double br_log1p(double x)
{
    double k, u = 1.0 + x, v = u - x;
    double c = (x - (u - v)) + (1.0 - v);
    double m = br_log_split(u, &k);
    double f = k == 0 ? x : m - 1.0;
    c = k == 0 ? 0.0 : c;
    double r = br_log_sum(f, k) + c / u;
    if (!(x > -1.0))
        r = br_from_bits(x == -1.0 ? 0xfff0000000000000u : 0x7ff8000000000000u);
    r = x <= 1.7976931348623157e308 ? r : x;
    return x == 0 ? x : r;
}

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

//@ br_cbrt: br_bits br_abs br_log_parts
// |x| = 2^(3q) h with h = 2^j m, j -1, 0 or 1. t is cbrt(h) to 17 bits, so that t^3 and u = h/t^3 - 1 lose nothing; then
// cbrt(h) = t (1 + u)^(1/3). Worst 0.51, 0.52.
BR_ELEM double br_cbrt(double x)
{
    double k, a = br_abs(x);
    double m = br_log_split(a < 2.2250738585072014e-308 ? a * 18014398509481984.0 : a, &k);
    k = a < 2.2250738585072014e-308 ? k - 54.0 : k;
    double to = k * 0.3333333333333333 + 6755399441055744.0, q = to - 6755399441055744.0, j = k - 3.0 * q;
    double root = j > 0 ? 1.2599210498948732 : 1.0, h = j > 0 ? 2.0 * m : m;
    root = j < 0 ? 0.7937005259840998 : root;
    h = j < 0 ? 0.5 * m : h;
    double f = m - 1.0, f2 = f * f;
    double c = (1.000006073717622 + f * 0.3332330985649586) +
               f2 * ((-0.11166977063615778 + f * 0.06551256933738096) - f2 * 0.03661791486423895);
    double t = br_from_bits((br_bits(root * c) + 0x800000000u) & 0xfffffff000000000u), cube = t * t * t;
    double u = (h - cube) / cube;
    double y = t + t * (u * (0.3333333333333333 - u * (0.1111111111111111 - u * 0.06172839506172839)));
    y *= br_from_bits((br_bits(to) + 1023) << 52);
    y = a > 0 ? y : a;
    y = a <= 1.7976931348623157e308 ? y : a;
    return br_from_bits(br_bits(y) | (br_bits(x) & 0x8000000000000000u));
}

//@ br_pow_parts: br_bits
// For each of 64 pieces of [0.707, 1.414): a number of 11 bits near 1 over its middle (1 around 1), and minus its logarithm
// in two parts, the first a multiple of 2^-42.
BR_ELEM const double *br_pow_table(void)
{
    // clang-format off
    static const double table[192] = {
        1.40625, -0.34092658697068146, 8.82452633212564e-14, 1.3916015625, -0.33045528710340477,
        1.0696475387258266e-13, 1.3759765625, -0.31916370629915036, -7.676017876228944e-14, 1.361328125,
        -0.30846078572108127, 6.51660035646737e-14, 1.34765625, -0.2983669725517757, -2.159269374197349e-14,
        1.3330078125, -0.28743790201951924, -8.777052447805795e-14, 1.3193359375, -0.2771285323608481,
        1.023493602701758e-13, 1.3056640625, -0.26671177150251424, 2.4155035567138682e-14, 1.29296875,
        -0.2569409308975992, 9.874803015966392e-14, 1.2802734375, -0.24707367816426995, 2.3201736484875263e-14,
        1.267578125, -0.23710809166459512, 1.2912060533871679e-14, 1.2548828125, -0.22704219172987905,
        1.1971618944343003e-14, 1.2431640625, -0.21765979295787474, -7.868293737635343e-14, 1.23046875,
        -0.20739519434596332, -1.0726867577289733e-13, 1.21875, -0.19782574332998593, 6.604544877082384e-14,
        1.2080078125, -0.18897256679292695, -1.0785045691554241e-13, 1.1962890625, -0.179224317379294,
        -8.025827105453149e-14, 1.185546875, -0.1702041660200848, 9.433537664581756e-14, 1.173828125,
        -0.16027030949567234, -2.7458320533205847e-14, 1.1640625, -0.15191604202573217, -1.0980754099855238e-13,
        1.1533203125, -0.1426450105980166, 1.0738634766523493e-13, 1.142578125, -0.13328722219239353,
        4.4819840726013836e-14, 1.1328125, -0.1247034785010328, 7.556920687451337e-14, 1.123046875,
        -0.11604541575775329, -8.936559926276793e-14, 1.11328125, -0.10731173578915332, 6.526678802731071e-14,
        1.103515625, -0.0985011061068235, -1.0965899689943145e-13, 1.09375, -0.08961215868976069,
        7.355770219435029e-14, 1.0849609375, -0.08154398404008134, -9.555983780806421e-14, 1.0751953125,
        -0.07250233112313254, -9.433370232587546e-14, 1.06640625, -0.06429435070549516, 9.790518511990216e-14,
        1.0576171875, -0.05601844140164758, 1.1006121825415946e-13, 1.048828125, -0.04767346946937323,
        1.6328004423783634e-14, 1.041015625, -0.04019679912630636, -3.03956254219339e-14, 1.0322265625,
        -0.03171818027067275, -1.117930281017946e-13, 1.0244140625, -0.024120802796915086, 7.10053035161827e-14,
        1.015625, -0.015504186535963527, -1.7274567499706107e-15, 1.0078125, -0.0077821404420319595,
        -2.298941004620351e-14, 1.0, 0.0, 0.0, 0.984375, 0.01574835696806076, 7.840703382506278e-14,
        0.9697265625, 0.030741141554244678, 3.582445626958196e-14, 0.955078125, 0.04596213556465045,
        -1.4693284460141064e-14, 0.94140625, 0.060380510988807146, 1.0033424888676119e-13, 0.927734375,
        0.07500982100486908, -2.5061174934837362e-15, 0.9140625, 0.08985632912185793, 3.1218748807418837e-15,
        0.9013671875, 0.10384257109649297, 1.0796188687604807e-13, 0.888671875, 0.11802720608852724,
        3.013227959910772e-14, 0.876953125, 0.13130173729723538, 1.811460150533731e-14, 0.865234375,
        0.14475485499428942, 8.272973285564614e-14, 0.853515625, 0.1583914299440039, -8.626913488119114e-14,
        0.841796875, 0.172216534935842, -8.199467511461324e-14, 0.8310546875, 0.18505967702617454,
        -9.558151758503085e-14, 0.8203125, 0.19806991376208316, 1.0634128304268335e-14, 0.810546875,
        0.21004610480872543, 8.405546663347035e-14, 0.7998046875, 0.2233877217463487, 3.498161122982022e-14,
        0.7900390625, 0.23567288854087565, 8.57578692794238e-14, 0.7802734375, 0.24811085983310477,
        7.365833388300793e-14, 0.771484375, 0.2594388601382889, 9.704226792067357e-14, 0.76171875,
        0.2721778859158803, -6.465103064005256e-14, 0.7529296875, 0.28378343203621625, -9.26499207910109e-14,
        0.744140625, 0.29552524991277096, 3.586053092023274e-14, 0.7353515625, 0.3074065777996111,
        -5.1597174189939714e-14, 0.7275390625, 0.3180875872199067, -1.313034496619672e-14, 0.71875,
        0.33024168687052224, 5.4612144489920215e-14, 0.7109375, 0.3411707574027787, -1.156568624616423e-14
    };
    // clang-format on
    return table;
}

// log(2^k m) = h + h2 to 2^-65 or so for m of that piece, h with 26 bits: m times the number of the table is 1 + r, exactly
// in two parts, and log(1 + r) = r - r^2/2 + r^3 P(r), within 2^-64.4.
BR_ELEM double br_pow_log(double m, double k, uint64_t piece, double *h2)
{
    const double *table = br_pow_table();
    double inv = table[3 * piece];
    double m1 = br_from_bits(br_bits(m) & 0xffffffffffe00000u), r1 = m1 * inv - 1.0, r2 = (m - m1) * inv;
    double r = r1 + r2, rh = br_from_bits(br_bits(r) & 0xfffffffff8000000u), rl = (r1 - rh) + r2, z = r * r;
    double p = (0.3333333333333437 - r * 0.2500000000000128) + z * ((0.19999999921537917 - r * 0.16666666583438172) +
                                                                    z * (0.14287412004215858 - r * 0.1250163409042158));
    double k1 = k * 0.6931471805598903 + table[3 * piece + 1], q = 0.5 * rh * rh; // both exact
    double a = k1 + rh, h = br_from_bits(br_bits(a - q) & 0xfffffffff8000000u);
    *h2 = (((k1 - a) + rh) + ((a - h) - q)) +
          ((k * 5.497923018708371e-14 + table[3 * piece + 2]) + (rl - 0.5 * rl * (rh + r) + r * z * p));
    return h;
}

//@ br_pow: br_bits br_abs br_exp_table br_log_parts br_pow_parts
// exp(y log|x|), the leading product exact and the rest beside it. Special cases as in C99; their branches are rare in
// single calls, and loops turn them into selections. An exact result comes out exact; so pow(x, 1) is x.
// Worst 0.75, 1.47.
BR_ELEM double br_pow(double x, double y)
{
    const double *table = br_exp_table();
    double a = br_abs(x), k, h2, b = a, down = 0.0;
    if (a < 2.2250738585072014e-308) {
        b = a * 18014398509481984.0; // 2^54
        down = 54.0;
    }
    double m = br_log_split(b, &k);
    k -= down;
    double h = br_pow_log(m, k, ((br_bits(b) + 0x0009600000000000u) >> 46) & 63, &h2);

    // e + e2 = y log|x|
    double y1 = br_from_bits(br_bits(y) & 0xfffffffff8000000u), e = y1 * h, e2 = (y - y1) * h + y * h2;
    // as in exp
    double t = e * 92.33248261689366 + 6755399441055744.0, n = t - 6755399441055744.0;
    uint64_t u = br_bits(t), j = u & 63, w = u >> 6, s0 = br_bits(table[2 * j]);
    double r = ((e - n * 0.010830424696223417) - n * 2.572804622327669e-14) + e2, r2 = r * r;
    double p = (r + r2 * (0.5 + r * 0.16666666666666666)) +
               r2 * r2 * ((0.041666666666666664 + r * 0.008333333333333333) + r2 * 0.001388888888888889);
    double s = br_from_bits(s0 + (w << 52)), q = table[2 * j + 1] + p, v = s + s * q;
    if (!(br_abs(e) <= 700.0)) { // 2^n alone may leave the range: two factors
        uint64_t half = w >> 1;
        s = br_from_bits(s0 + ((w - half) << 52));
        v = (s + s * q) * br_from_bits((half + 1023) << 52);
        v = e < -1000.0 ? 0.0 : v;
        v = e > 1000.0 ? br_from_bits(0x7ff0000000000000u) : v;
        v = y == y ? v : br_from_bits(0x7ff8000000000000u); // y1 of a NaN may be infinite
        v = a == 1.0 ? 1.0 : v;
    }
    double usual = x > 0 ? x : br_from_bits(0x7ff0000000000000u);
    if (!(usual <= 1.7976931348623157e308)) {
        // odd is 0 for an even y, 1 for an odd y, and something else if y is not whole
        double c = br_abs(y);
        c = c > 9007199254740992.0 ? 9007199254740992.0 : c; // 2^53
        double even = 2.0 * ((0.5 * c + 4503599627370496.0) - 4503599627370496.0), odd = br_abs(c - even);
        double z = odd == 0 ? v : br_from_bits(0x7ff8000000000000u);
        z = odd == 1.0 ? v : z;
        // powers of 0 and infinity: themselves, or the other one for y < 0
        double end = y < 0 ? br_from_bits(0x7ff0000000000000u - br_bits(a)) : y;
        end = y > 0 ? a : end;
        z = a > 0 ? z : end;
        z = a <= 1.7976931348623157e308 ? z : end;
        double minus = br_from_bits(br_bits(z) | (br_bits(x) & 0x8000000000000000u));
        z = odd == 1.0 ? minus : z;
        v = y == 0 ? 1.0 : z;
    }
    return v;
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

//@ brf_logistic: brf_bits brf_abs brf_exp_parts
BR_ELEM float brf_logistic(float x)
{
    float hi, lo;
    uint32_t u = brf_exp_reduce(-x, &hi, &lo);
    float q = hi + brf_exp_tail(hi, lo);
    float power = brf_from_bits((413 - u) << 23);                 // 2^32 n
    float n = brf_abs(x) > 60.0f ? 0.0f : power * 2.3283064e-10f; // 2^-32
    float sum = n + 1.0f, rest = (1.0f - sum) + n;
    float y = power / (sum + (rest + q)) * 2.3283064e-10f;
    y = x < -105.0f ? 0.0f : y;
    return x > 18.0f ? 1.0f : y;
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

//@ brf_cbrt: brf_bits brf_abs brf_log_parts
BR_ELEM float brf_cbrt(float x)
{
    float k, a = brf_abs(x);
    float m = brf_log_split(a < 1.17549435e-38f ? a * 16777216.0f : a, &k); // 2^24
    k = a < 1.17549435e-38f ? k - 24.0f : k;
    float to = k * 0.33333334f + 12582912.0f, q = to - 12582912.0f, j = k - 3.0f * q;
    float root = j > 0 ? 1.2599211f : 1.0f, h = j > 0 ? 2.0f * m : m;
    root = j < 0 ? 0.7937005f : root;
    h = j < 0 ? 0.5f * m : h;
    float f = m - 1.0f, c = 0.9997518f + f * (0.33844292f - f * 0.10513786f);
    float t = brf_from_bits((brf_bits(root * c) + 0x8000u) & 0xffff0000u), cube = t * t * t; // 8 bits
    float u = (h - cube) / cube;
    float y = t + t * (u * (0.33333334f - u * (0.11111111f - u * 0.061728396f)));
    y *= brf_from_bits((brf_bits(to) + 127) << 23);
    y = a > 0 ? y : a;
    y = a <= 3.4028235e38f ? y : a;
    return brf_from_bits(brf_bits(y) | (brf_bits(x) & 0x80000000u));
}

//@ brf_pow_table:
// For each multiple c of 1/128 from 1 to 2: 2^-23/(c ln2), 9 bits and the rest, and log2(c), a multiple of 2^-16 and the
// rest.
BR_ELEM const float *brf_pow_table(void)
{
    // clang-format off
    static const float table[516] = {
        1.7182902e-07f, 1.5363584e-10f, 0.0f, 0.0f, 1.7043203e-07f, 2.1742086e-10f, 0.011230469f, -3.2133266e-06f,
        1.6950071e-07f, -1.6394465e-10f, 0.022369385f, -1.5717371e-06f, 1.6810372e-07f, -5.9607846e-11f, 0.033416748f,
        6.2534905e-06f, 1.6670674e-07f, 6.4314526e-11f, 0.044387817f, 6.3019756e-06f, 1.6530976e-07f, 2.0738068e-10f,
        0.055282593f, -1.5727225e-07f, 1.6437843e-07f, -9.649927e-11f, 0.066085815f, 3.375028e-06f, 1.6298145e-07f,
        8.358137e-11f, 0.076812744f, 2.8529103e-06f, 1.6205013e-07f, -1.8410364e-10f, 0.08746338f, -5.376559e-07f,
        1.6065314e-07f, 3.1376395e-11f, 0.09803772f, -5.636766e-06f, 1.5972182e-07f, -2.0168162e-10f, 0.10852051f,
        3.9489655e-06f, 1.5832484e-07f, 4.767534e-11f, 0.11894226f, -1.1880187e-06f, 1.5739352e-07f, -1.5223432e-10f,
        0.12928772f, -4.7027816e-06f, 1.5599653e-07f, 1.2956315e-10f, 0.13955688f, -5.5323667e-06f, 1.5506521e-07f,
        -3.8593812e-11f, 0.14974976f, -2.6363548e-06f, 1.5413389e-07f, -1.9137344e-10f, 0.15986633f, 5.0037706e-06f,
        1.527369e-07f, 1.365652e-10f, 0.16992188f, 3.1264424e-06f, 1.5180558e-07f, 1.3587996e-11f, 0.17991638f,
        -7.291821e-06f, 1.5087426e-07f, -9.4946745e-11f, 0.18981934f, 5.2229425e-06f, 1.4994293e-07f, -1.8933376e-10f,
        0.19967651f, -4.1688354e-06f, 1.4854595e-07f, 1.9580144e-10f, 0.2094574f, -4.031832e-06f, 1.4761463e-07f,
        1.2885723e-10f, 0.21916199f, 6.5331574e-06f, 1.466833e-07f, 7.522324e-11f, 0.2288208f, -2.1102853e-06f,
        1.4575198e-07f, 3.4635024e-11f, 0.23840332f, 1.4190126e-06f, 1.4482066e-07f, 6.8351106e-12f, 0.2479248f,
        2.708756e-06f, 1.4388934e-07f, -8.427252e-12f, 0.25738525f, 2.5887864e-06f, 1.4295802e-07f, -1.1396305e-11f,
        0.26678467f, 1.8727261e-06f, 1.4202669e-07f, -2.3099808e-12f, 0.27612305f, 1.3583992e-06f, 1.4109537e-07f,
        1.8599884e-11f, 0.2854004f, 1.8282373e-06f, 1.4016405e-07f, 5.1107365e-11f, 0.2946167f, 4.049673e-06f,
        1.3923272e-07f, 9.499225e-11f, 0.30378723f, -6.4832684e-06f, 1.383014e-07f, 1.5003987e-10f, 0.31288147f,
        1.4855578e-06f, 1.3737008e-07f, 2.1604094e-10f, 0.32192993f, -1.8367533e-06f, 1.3690442e-07f, -1.7286995e-10f,
        0.33091736f, -4.802838e-07f, 1.359731e-07f, -8.556929e-11f, 0.33984375f, 6.2528848e-06f, 1.3504177e-07f,
        1.2087481e-11f, 0.34872437f, 3.7889968e-06f, 1.3411045e-07f, 1.199109e-10f, 0.3575592f, -7.1994837e-06f,
        1.3364479e-07f, -2.2794515e-10f, 0.36631775f, 4.4652224e-06f, 1.3271347e-07f, -1.0033851e-10f, 0.37504578f,
        -6.34502e-06f, 1.3178214e-07f, 3.6893478e-11f, 0.3836975f, 6.7827086e-06f, 1.3085082e-07f, 1.8357893e-10f,
        0.39231873f, -1.3028072e-06f, 1.3038516e-07f, -1.2611127e-10f, 0.4008789f, 5.300322e-07f, 1.2945384e-07f,
        3.8981603e-11f, 0.4093933f, -2.3744092e-06f, 1.2852252e-07f, 2.1303623e-10f, 0.41784668f, 5.8351984e-06f,
        1.2805685e-07f, -6.976499e-11f, 0.42626953f, -4.776548e-06f, 1.2712553e-07f, 1.2174782e-10f, 0.43463135f,
        -3.1200195e-06f, 1.2665987e-07f, -1.438971e-10f, 0.4429474f, -3.8918465e-06f, 1.2572855e-07f, 6.4477056e-11f,
        0.45121765f, -6.5395348e-06f, 1.2526289e-07f, -1.8459474e-10f, 0.45942688f, 4.7387543e-06f, 1.2433156e-07f,
        4.007081e-11f, 0.4676056f, -4.0737316e-08f, 1.238659e-07f, -1.9298495e-10f, 0.47573853f, -5.094424e-06f,
        1.2293458e-07f, 4.742747e-11f, 0.48381042f, 5.3524595e-06f, 1.2246892e-07f, -1.7014462e-10f, 0.4918518f,
        1.2896891e-06f, 1.215376e-07f, 8.5494126e-11f, 0.4998474f, -1.5250262e-06f, 1.2107193e-07f, -1.1710333e-10f,
        0.50779724f, -2.6010123e-06f, 1.2014061e-07f, 1.5326389e-10f, 0.5157013f, -1.4556613e-06f, 1.1967495e-07f,
        -3.484589e-11f, 0.5235596f, 2.3857444e-06f, 1.1897646e-07f, 1.694277e-11f, 0.5313873f, -5.868585e-06f,
        1.1827797e-07f, 7.568523e-11f, 0.53915405f, 4.7583735e-06f, 1.17812306e-07f, -9.156071e-11f, 0.54689026f,
        4.2010984e-06f, 1.17113814e-07f, -1.9242958e-11f, 0.55459595f, -7.095588e-06f, 1.1641532e-07f, 5.970098e-11f,
        0.5622406f, 1.8236351e-06f, 1.1594966e-07f, -8.766417e-11f, 0.56985474f, 8.7200283e-07f, 1.1525117e-07f,
        4.2204512e-12f, 0.5774231f, 5.7323327e-06f, 1.1455268e-07f, 1.02423896e-10f, 0.58496094f, 1.5632212e-06f,
        1.14087015e-07f, -2.5982693e-11f, 0.592453f, 4.0343384e-06f, 1.1338852e-07f, 8.456577e-11f, 0.59991455f,
        -1.7085941e-06f, 1.1292286e-07f, -3.168622e-11f, 0.6073303f, -8.516015e-09f, 1.1222437e-07f, 9.083032e-11f,
        0.6147156f, -5.7320567e-06f, 1.1175871e-07f, -1.3636312e-11f, 0.62205505f, -3.2342546e-06f, 1.1129305e-07f,
        -1.1234408e-10f, 0.629364f, -7.393592e-06f, 1.10594556e-07f, 2.7450849e-11f, 0.6366272f, -2.576722e-06f,
        1.10128894e-07f, -5.9997896e-11f, 0.64385986f, -3.6735066e-06f, 1.094304e-07f, 9.088758e-11f, 0.65104675f,
        4.9382493e-06f, 1.0896474e-07f, 1.4364268e-11f, 0.6582184f, -6.901037e-06f, 1.0849908e-07f, -5.681733e-11f,
        0.665329f, 6.937693e-06f, 1.0780059e-07f, 1.10094885e-10f, 0.6724243f, 1.0255652e-06f, 1.0733493e-07f,
        4.9362594e-11f, 0.6794739f, 6.222552e-06f, 1.06869265e-07f, -6.2590757e-12f, 0.6864929f, 7.6072615e-06f,
        1.06403604e-07f, -5.6844196e-11f, 0.69348145f, 5.512187e-06f, 1.0593794e-07f, -1.0246541e-10f, 0.70043945f,
        2.650161e-07f, 1.0523945e-07f, 8.963668e-11f, 0.7073517f, 7.4475106e-06f, 1.0477379e-07f, 5.373088e-11f,
        0.71424866f, -3.1395605e-06f, 1.0430813e-07f, 2.2579275e-11f, 0.72109985f, -6.6480845e-07f, 1.0384247e-07f,
        -3.8854167e-12f, 0.72792053f, -7.7663366e-08f, 1.03376806e-07f, -2.5729207e-11f, 0.7347107f, -1.0731335e-06f,
        1.02911144e-07f, -4.3016875e-11f, 0.74147034f, -3.350513e-06f, 1.0244548e-07f, -5.5811997e-11f, 0.74819946f,
        -6.613301e-06f, 1.0197982e-07f, -6.417696e-11f, 0.7548828f, 4.6896635e-06f, 1.0151416e-07f, -6.817303e-11f,
        0.7615509f, 3.2912416e-07f, 1.010485e-07f, -6.786031e-11f, 0.7681885f, -4.1517856e-06f, 1.0058284e-07f,
        -6.3297825e-11f, 0.7747803f, 6.786164e-06f, 1.0011718e-07f, -5.4543543e-11f, 0.7813568f, 2.9020011e-06f,
        9.9651515e-08f, -4.165435e-11f, 0.78790283f, -2.7263982e-07f, 9.9185854e-08f, -2.4686132e-11f, 0.79441833f,
        -2.4686108e-06f, 9.872019e-08f, -3.6937593e-12f, 0.8009033f, -3.4203922e-06f, 9.825453e-08f, 2.126887e-11f,
        0.8073578f, -2.8660284e-06f, 9.778887e-08f, 5.0148823e-11f, 0.81378174f, -5.470642e-07f, 9.732321e-08f,
        8.2894094e-11f, 0.8201752f, 3.7915167e-06f, 9.709038e-08f, -1.1337704e-10f, 0.82655334f, -4.8574357e-06f,
        9.662472e-08f, -7.305347e-11f, 0.83288574f, 4.271977e-06f, 9.6159056e-08f, -2.9015172e-11f, 0.8392029f,
        9.0723756e-07f, 9.5693395e-08f, 1.8689416e-11f, 0.8454895f, 5.4899124e-07f, 9.522773e-08f, 7.0012676e-11f,
        0.8517456f, 3.4359473e-06f, 9.49949e-08f, -1.0792282e-10f, 0.85798645f, -5.455068e-06f, 9.452924e-08f,
        -4.9501795e-11f, 0.8641815f, 4.6261e-06f, 9.406358e-08f, 1.2399923e-11f, 0.8703613f, 3.3914584e-06f,
        9.359792e-08f, 7.773789e-11f, 0.8765106f, 6.326448e-06f, 9.336509e-08f, -8.6362216e-11f, 0.88264465f,
        -1.6039585e-06f, 9.289943e-08f, -1.4282048e-11f, 0.88874817f, -4.920047e-06f, 9.2433766e-08f, 6.110552e-11f,
        0.89482117f, -3.4036843e-06f, 9.2200935e-08f, -9.307166e-11f, 0.90086365f, 3.1605198e-06f, 9.1735274e-08f,
        -1.1193139e-11f, 0.90689087f, -2.735321e-07f, 9.126961e-08f, 7.3870306e-11f, 0.9128876f, 1.7629877e-06f,
        9.103678e-08f, -7.075146e-11f, 0.918869f, -5.78128e-06f, 9.057112e-08f, 2.0564024e-11f, 0.92481995f,
        -7.4426835e-06f, 9.010546e-08f, 1.1494792e-10f, 0.93074036f, -3.0188824e-06f, 8.987263e-08f, -2.0467999e-11f,
        0.9366455f, -7.56881e-06f, 8.940697e-08f, 7.99406e-11f, 0.94252014f, -5.6362624e-06f, 8.917414e-08f,
        -4.9523927e-11f, 0.94836426f, 2.973772e-06f, 8.8708475e-08f, 5.6763923e-11f, 0.9541931f, 3.1951524e-06f,
        8.8475645e-08f, -6.689234e-11f, 0.9600067f, -4.781799e-06f, 8.800998e-08f, 4.513394e-11f, 0.9657898f,
        -5.5102596e-06f, 8.777715e-08f, -7.285261e-11f, 0.97154236f, 1.1955524e-06f, 8.731149e-08f, 4.4775735e-11f,
        0.97727966f, 2.6041397e-07f, 8.707866e-08f, -6.767531e-11f, 0.98298645f, 7.124499e-06f, 8.6613e-08f,
        5.542304e-11f, 0.988678f, 6.7082565e-06f, 8.638017e-08f, -5.162248e-11f, 0.99435425f, -8.1118804e-07f,
        8.591451e-08f, 7.681792e-11f, 1.0f, 0.0f
    };
    // clang-format on
    return table;
}

//@ brf_pow: brf_bits brf_abs brf_exp_table brf_pow_table
// Unlike in double: 2^(y log2|x|), and x = 2^k (c + 2^-23 d) with whole d, so that d times 9 bits is exact.
BR_ELEM float brf_pow(float x, float y)
{
    const uint32_t top = 0xfffff000u;
    const float *table = brf_pow_table(), *two = brf_exp_table();
    uint32_t b = brf_bits(x), usual = b - 0x00800000u < 0x7f000000u;
    if (!usual) {
        float a = brf_abs(x);
        b = a < 1.17549435e-38f ? brf_bits(a * 16777216.0f) - 0x0c000000u : brf_bits(a); // 2^24
    }
    // h + h2 = log2|x|
    int row = (int)((((b & 0x007fffffu) + 0x8000u) >> 14) & 0x3fcu);
    float d = (float)((int32_t)(b << 16) >> 16);
    float k1 = (float)(((int32_t)b >> 23) - 127) + table[row + 2];
    float r1 = d * table[row], r2 = d * table[row + 1], r = r1 + r2, z = r * r;
    float p = z * ((-0.3465736f + r * 0.16015226f) - z * 0.083221644f); // within 2^-36.5
    float h = brf_from_bits(brf_bits(k1 + r1) & top), h2 = ((k1 - h) + r1) + ((table[row + 3] + r2) + p);

    // e + e2 = y log2|x| = j/64 + f
    float y1 = brf_from_bits(brf_bits(y) & top), e = y1 * h, e2 = (y - y1) * h + y * h2;
    float t = (e + e2) + 196608.0f, f = (e - (t - 196608.0f)) + e2; // 1.5 2^17: rounds to 1/64
    uint32_t u = brf_bits(t);
    int j = (int)(u & 63) * 2;
    uint32_t bits = brf_bits(two[j]) + (u << 17);
    float q = two[j + 1] + f * (0.69314975f + f * 0.240227f); // within 2^-27.1
    float s = brf_from_bits(bits), v = s + s * q;
    if (u - 0x483fe0c0u > 16000) { // beyond 2^125 and 2^-125: two factors
        uint32_t half = (u >> 7) << 23;
        s = brf_from_bits(bits - half);
        v = (s + s * q) * brf_from_bits(half + 0x3f800000u);
        v = e < -160.0f ? 0.0f : v;
        v = e > 160.0f ? brf_from_bits(0x7f800000u) : v;
        v = y == y ? v : brf_from_bits(0x7fc00000u); // y1 of a NaN may be infinite
        v = brf_abs(x) == 1.0f ? 1.0f : v;
    }
    if (!usual) {
        // odd is 0 for an even y, 1 for an odd y, and something else if y is not whole
        float a = brf_abs(x), c = brf_abs(y);
        c = c > 16777216.0f ? 16777216.0f : c; // 2^24
        float even = 2.0f * ((0.5f * c + 8388608.0f) - 8388608.0f), odd = brf_abs(c - even);
        float w = odd == 0 ? v : brf_from_bits(0x7fc00000u);
        w = odd == 1.0f ? v : w;
        w = x > 0 ? v : w;
        // powers of 0 and infinity: themselves, or the other one for y < 0
        float end = y < 0 ? brf_from_bits(0x7f800000u - brf_bits(a)) : y;
        end = y > 0 ? a : end;
        w = a > 0 ? w : end;
        w = a <= 3.4028235e38f ? w : end;
        float minus = brf_from_bits(brf_bits(w) | (brf_bits(x) & 0x80000000u));
        w = odd == 1.0f ? minus : w;
        v = y == 0 ? 1.0f : w;
    }
    return v;
}

//@ end

#endif
