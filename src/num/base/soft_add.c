// soft_add.c - software addition of doubles in integers, correctly rounded.    [target]
#include "num/base/fp.h"

#include "num/base/soft_add.h"

static const uint64_t minus = 0x8000000000000000u, infinite = 0x7ff0000000000000u, hidden = 0x0010000000000000u;

// The significand with three bits below for rounding, and the exponent; subnormals have the exponent of the least normals.
static uint64_t unpack(uint64_t u, int *exponent)
{
    uint64_t m = u & (hidden - 1);
    int e = (int)(u >> 52) & 0x7ff;
    *exponent = e ? e : 1;
    return (e ? m | hidden : m) << 3;
}

// What falls off at the right is kept as one bit.
static uint64_t shift_right(uint64_t m, int by)
{
    if (by > 60)
        return m != 0;
    return (m >> by) | ((m & (((uint64_t)1 << by) - 1)) != 0);
}

// Brings the leading bit to its place, as far as the exponent allows.
static uint64_t shift_left(uint64_t m, int *exponent)
{
    for (int by = 32; by > 0; by /= 2)
        if (m >> (56 - by) == 0 && *exponent > by) {
            m <<= by;
            *exponent -= by;
        }
    return m;
}

static uint64_t pack(uint64_t m, int exponent, uint64_t sign)
{
    uint64_t rest = m & 7;
    m >>= 3;
    m += rest > 4 || (rest == 4 && (m & 1));
    if (exponent >= 0x7ff)
        return sign | infinite;
    return sign | (((uint64_t)(exponent - 1) << 52) + m); // the hidden bit, or a carry, counts the exponent up
}

uint64_t br_soft_add(uint64_t a, uint64_t b)
{
    uint64_t large = a << 1 < b << 1 ? b : a, small = large == a ? b : a, sign = large & minus;
    if ((large & ~minus) >= infinite) {
        int undefined = (large & ~minus) > infinite || (large ^ small) == minus; // NaN, or inf - inf
        return undefined ? 0x7ff8000000000000u : large;
    }
    int e, e2;
    uint64_t m = unpack(large, &e), n = unpack(small, &e2);
    n = shift_right(n, e - e2);
    if ((large ^ small) & minus) {
        m = shift_left(m - n, &e);
        return m ? pack(m, e, sign) : 0;
    }
    m += n;
    if (m >> 56) {
        m = shift_right(m, 1);
        e++;
    }
    return pack(m, e, sign);
}

#if defined(__ARM_EABI__) && !(defined(__ARM_FP) && (__ARM_FP & 8))
// Doubles travel in two integer registers here, whatever the calling convention of the program.
uint64_t __real___aeabi_dadd(uint64_t a, uint64_t b);
uint64_t __wrap___aeabi_dadd(uint64_t a, uint64_t b);
uint64_t __wrap___aeabi_dsub(uint64_t a, uint64_t b);
uint64_t __wrap___aeabi_drsub(uint64_t a, uint64_t b);

uint64_t __wrap___aeabi_dadd(uint64_t a, uint64_t b)
{
    int apart = (int)((a >> 52) & 0x7ff) - (int)((b >> 52) & 0x7ff);
    if (((a ^ b) & minus) && (apart == 33 || apart == -33))
        return br_soft_add(a, b);
    return __real___aeabi_dadd(a, b); // is right, and faster
}

uint64_t __wrap___aeabi_dsub(uint64_t a, uint64_t b)
{
    return __wrap___aeabi_dadd(a, b ^ minus);
}

uint64_t __wrap___aeabi_drsub(uint64_t a, uint64_t b)
{
    return __wrap___aeabi_dadd(a ^ minus, b);
}
#endif
