// big.h - big integers of up to 2816 bits, for exact decimal conversion.       [host]
//
// No result may have more bits than that; number.c says why none has.
#ifndef BR_NUM_TEXT_BIG_H
#define BR_NUM_TEXT_BIG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "num/text/ten.h"

enum { BR_BIG_LIMBS = 88 };

typedef struct br_big {
    int n; // limbs in use, the last is not 0
    uint32_t limb[BR_BIG_LIMBS];
} br_big;

static inline br_big br_big_of(uint64_t x)
{
    return (br_big){.n = (x != 0) + (x >> 32 != 0), .limb = {(uint32_t)x, (uint32_t)(x >> 32)}};
}

static inline void br_big_multiply(br_big *a, uint32_t by, uint32_t plus)
{
    uint64_t carry = plus;
    for (int i = 0; i < a->n; i++) {
        carry += (uint64_t)a->limb[i] * by;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        a->limb[a->n++] = (uint32_t)carry;
}

static inline void br_big_shift(br_big *a, int bits)
{
    int whole = bits / 32;
    if (bits % 32)
        br_big_multiply(a, (uint32_t)1 << bits % 32, 0);
    if (whole && a->n) {
        memmove(a->limb + whole, a->limb, (size_t)a->n * sizeof *a->limb);
        memset(a->limb, 0, (size_t)whole * sizeof *a->limb);
        a->n += whole;
    }
}

static inline void br_big_multiply_five(br_big *a, int k)
{
    for (; k >= 13; k -= 13)
        br_big_multiply(a, 1220703125, 0);
    for (; k > 0; k--)
        br_big_multiply(a, 5, 0);
}

static inline void br_big_subtract(br_big *a, const br_big *b) // b <= a
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->n; i++) {
        uint64_t x = a->limb[i] - borrow - (i < b->n ? b->limb[i] : 0);
        a->limb[i] = (uint32_t)x;
        borrow = x >> 63;
    }
    while (a->n && a->limb[a->n - 1] == 0)
        a->n--;
}

static inline int br_big_compare(const br_big *a, const br_big *b)
{
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (int i = a->n - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

static inline int br_big_bits(const br_big *a)
{
    return a->n ? 32 * (a->n - 1) + br_bit_length(a->limb[a->n - 1]) : 0;
}

#endif
