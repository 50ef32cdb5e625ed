// order.c - order statistics without sorting: the bits of the value are found eight at a time.      [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/base/order.h"

#include <math.h>

#define SIGN ((uint64_t)1 << 63)

// Bits that are in the order of the numbers.
static uint64_t key_of(double x)
{
    uint64_t bits = br_bits(x);
    return bits & SIGN ? ~bits : bits | SIGN;
}

// The digit at `shift` of the value of this rank among those whose digits above it are these; *rank becomes that among those that share
// it. 256: there are not so many.
static unsigned find_digit(br_order_value *value, const void *of, size_t n, uint64_t above, int shift, size_t *rank)
{
    size_t count[256] = {0};
    uint64_t mask = shift < 56 ? ~(uint64_t)0 << (shift + 8) : 0;
    double x;
    for (size_t i = 0; i < n; i++)
        if (value(of, i, &x) && (key_of(x) & mask) == above)
            count[key_of(x) >> shift & 255]++;
    unsigned digit = 0;
    for (; digit < 256 && *rank >= count[digit]; digit++)
        *rank -= count[digit];
    return digit;
}

double br_order_statistic(br_order_value *value, const void *of, size_t n, size_t rank)
{
    uint64_t key = 0;
    for (int shift = 56; shift >= 0; shift -= 8) {
        unsigned digit = find_digit(value, of, n, key, shift, &rank);
        if (digit == 256)
            return (double)NAN;
        key |= (uint64_t)digit << shift;
    }
    return br_from_bits(key & SIGN ? key & ~SIGN : ~key);
}
