// ten.h - powers of ten to 128 bits, for decimal conversion in number.c.       [host]
#ifndef BR_NUM_TEXT_TEN_H
#define BR_NUM_TEXT_TEN_H

#include <stdint.h>

typedef struct br_wide {
    uint64_t hi, lo;
} br_wide;

enum { BR_TEN_MIN = -351, BR_TEN_MAX = 350 };

// How many bits x takes; 0 for 0.
static inline int br_bit_length(uint64_t x)
{
    int n = 0;
    for (int half = 32; half; half /= 2) {
        int up = x >> half ? half : 0;
        x >>= up;
        n += up;
    }
    return n + (int)x;
}

static inline br_wide br_wide_product(uint64_t a, uint64_t b)
{
    uint64_t a1 = a >> 32, a0 = a & 0xffffffff, b1 = b >> 32, b0 = b & 0xffffffff;
    uint64_t low = a0 * b0, mid = a1 * b0 + (low >> 32), mid2 = a0 * b1 + (mid & 0xffffffff);
    return (br_wide){a1 * b1 + (mid >> 32) + (mid2 >> 32), mid2 << 32 | (low & 0xffffffff)};
}

// The upper 128 of the 192 bits of a*p; *rest takes the lower 64.
static inline br_wide br_wide_scale(uint64_t a, br_wide p, uint64_t *rest)
{
    br_wide top = br_wide_product(a, p.hi), bottom = br_wide_product(a, p.lo);
    top.lo += bottom.hi;
    top.hi += top.lo < bottom.hi;
    *rest = bottom.lo;
    return top;
}

// floor(k*log2(10)) for |k| <= 360 and floor(k*log10(2)) for |k| <= 1100; no shifts of negative numbers.
static inline int br_floor_log2_of_ten(int k)
{
    return (int)(((long long)k * 217706 + (1LL << 40)) >> 16) - (1 << 24);
}

static inline int br_floor_log10_of_two(int k)
{
    return (int)(((long long)k * 78913 + (1LL << 40)) >> 18) - (1 << 22);
}

// P with P <= 10^k/2^x < P + 3, 2^127 <= P < 2^128, x = floor(k*log2(10)) - 127; BR_TEN_MIN <= k <= BR_TEN_MAX.
//
// 5^k = 5^(27q) * 5^r: the first cut to 128 bits (off by less than 1), the second exact, and the product cut again.
static inline br_wide br_ten(int k)
{
    static const br_wide coarse[] = {
        {0x8049a4ac0c5811ae, 0x205b896d777d6278}, {0xcf42894a5dce35ea, 0x52064cac828675b9}, // 5^-351, 5^-324
        {0xa76c582338ed2621, 0xaf2af2b80af6f24e}, {0x873e4f75e2224e68, 0x5a7744a6e804a291},
        {0xda7f5bf590966848, 0xaf39a475506a899e}, {0xb080392cc4349dec, 0xbd8d794d96aacfb3},
        {0x8e938662882af53e, 0x547eb47b7282ee9c}, {0xe65829b3046b0afa, 0x0cb4a5a3112a5112},
        {0xba121a4650e4ddeb, 0x92f34d62616ce413}, {0x964e858c91ba2655, 0x3a6a07f8d510f86f},
        {0xf2d56790ab41c2a2, 0xfae27299423fb9c3}, {0xc428d05aa4751e4c, 0xaa97e14c3c26b886},
        {0x9e74d1b791e07e48, 0x775ea264cf55347d}, {0x8000000000000000, 0x0000000000000000}, // 5^-27, 1
        {0xcecb8f27f4200f3a, 0x0000000000000000}, {0xa70c3c40a64e6c51, 0x999090b65f67d924},
        {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3}, {0xda01ee641a708de9, 0xe80e6f4820cc9495},
        {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f}, {0x8e41ade9fbebc27d, 0x14588f13be847307},
        {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa}, {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692},
        {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e}, {0xf24a01a73cf2dccf, 0xbc633b39673c8cec},
        {0xc3b8358109e84f07, 0x0a862f80ec4700c8}, {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1}, // 5^297, 5^324
    };
    // clang-format off
    static const uint64_t fine[] = {
        1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125,
        9765625, 48828125, 244140625, 1220703125, 6103515625, 30517578125,
        152587890625, 762939453125, 3814697265625, 19073486328125, 95367431640625,
        476837158203125, 2384185791015625, 11920928955078125,
        59604644775390625, 298023223876953125, 1490116119384765625,
    };
    // clang-format on
    int q = (k - BR_TEN_MIN) / 27, r = (k - BR_TEN_MIN) % 27;
    uint64_t low = 0;
    br_wide p = br_wide_scale(fine[r], coarse[q], &low);
    if (r == 0)
        return coarse[q];
    int up = 64 - br_bit_length(p.hi);
    if (up == 0)
        return p;
    return (br_wide){p.hi << up | p.lo >> (64 - up), p.lo << up | low >> (64 - up)};
}

#endif
