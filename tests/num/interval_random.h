// interval_random.h - random and special numbers and intervals for the interval tests.
#ifndef INTERVAL_RANDOM_H
#define INTERVAL_RANDOM_H

#include "num/base/elem.h"
#include "num/interval/interval.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t interval_state;

static inline uint64_t any_bits(void)
{
    uint64_t z = (interval_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint64_t below_count(uint64_t n)
{
    return any_bits() % n;
}

static inline double within(double low, double high)
{
    return low + (high - low) * ((double)(any_bits() >> 11) * 0x1p-53);
}

static const double special_number[] = {-HUGE_VAL,
                                        -DBL_MAX,
                                        -1e10,
                                        -3,
                                        -2,
                                        -1.5,
                                        -1,
                                        -0.5,
                                        -DBL_MIN,
                                        -5e-324,
                                        -0.0,
                                        0.0,
                                        5e-324,
                                        1e-310,
                                        DBL_MIN,
                                        1e-20,
                                        0.5,
                                        1,
                                        1.5,
                                        2,
                                        3,
                                        710,
                                        1e10,
                                        0x1p1023,
                                        DBL_MAX,
                                        HUGE_VAL,
                                        1.5707963267948966,
                                        3.141592653589793};
enum { SPECIAL_NUMBERS = sizeof special_number / sizeof *special_number };

// A finite number: of the usual range, few bits, any bits, or special.
static inline double any_number(double low, double high)
{
    for (;;) {
        double x = within(low, high);
        switch (below_count(8)) {
        case 0: x = br_from_bits(any_bits()); break;
        case 1: x = special_number[below_count(SPECIAL_NUMBERS)]; break;
        case 2: x = rint(x * 16) / 16; break;
        case 3: x = ldexp(x, -(int)below_count(60)); break;
        case 4: x *= 16; break;
        default: break;
        }
        if (isfinite(x))
            return x;
    }
}

// Points, a few steps wide, thin, wide, or unbounded.
static inline br_interval any_interval(double low, double high)
{
    double x = any_number(low, high), y = x;
    switch (below_count(8)) {
    case 0: break;
    case 1:
        for (uint64_t k = below_count(4); k > 0; k--)
            y = nextafter(y, HUGE_VAL);
        break;
    case 2:
    case 3: y = x + fabs(x) * within(0, 1) * ldexp(1, -(int)below_count(50)); break;
    case 4: y = x + within(0, 7); break;
    case 5: y = HUGE_VAL; break;
    default: y = any_number(low, high); break;
    }
    if (below_count(30) == 0)
        x = -HUGE_VAL;
    return x < y ? br_interval_of(x, y) : br_interval_of(y, x);
}

// A number of a bounded or unbounded interval: an end, next to one, or inside.
static inline double any_inside(br_interval a)
{
    double lo = fmax(a.lo, -DBL_MAX), hi = fmin(a.hi, DBL_MAX), x = lo;
    switch (below_count(6)) {
    case 0: break;
    case 1: x = hi; break;
    case 2: x = nextafter(lo, hi); break;
    case 3: x = lo < 0 && hi > 0 ? within(lo / 1e9, hi / 1e9) : hi; break;
    default: x = lo + (hi / 2 - lo / 2) * within(0, 2); break;
    }
    return fmin(hi, fmax(lo, x));
}

static inline br_interval any_part(br_interval a)
{
    double x = below_count(4) ? any_inside(a) : a.lo, y = below_count(4) ? any_inside(a) : a.hi;
    return x < y ? br_interval_of(x, y) : br_interval_of(y, x);
}

// BR_SEED and BR_COUNT, printed.
static inline uint64_t interval_settings(uint64_t usual, uint64_t *seed)
{
    const char *n = getenv("BR_COUNT"), *s = getenv("BR_SEED");
    uint64_t count = n ? strtoull(n, NULL, 10) : usual;
    *seed = s ? strtoull(s, NULL, 10) : (uint64_t)time(NULL);
    printf("BR_SEED=%llu BR_COUNT=%llu\n", (unsigned long long)*seed, (unsigned long long)count);
    return count;
}

#endif
