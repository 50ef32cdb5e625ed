// count.h - counters of events that saturate at their largest value.           [target]
#ifndef BR_NUM_BASE_COUNT_H
#define BR_NUM_BASE_COUNT_H

#include "num/base/require.h"
#include <limits.h>

static inline void br_count(unsigned long *of, int by)
{
    BR_REQUIRE(by >= 0);
    *of = *of <= ULONG_MAX - (unsigned long)by ? *of + (unsigned long)by : ULONG_MAX;
}

#endif
