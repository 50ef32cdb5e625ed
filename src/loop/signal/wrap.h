// wrap.h - difference of two readings of a counter that wraps around.   [target]
#ifndef BR_LOOP_SIGNAL_WRAP_H
#define BR_LOOP_SIGNAL_WRAP_H

#include <stdint.h>

// The last reading of a counter of 2 to 32 bits.
static inline uint32_t br_wrap_top(int bits)
{
    return UINT32_MAX >> (32 - bits);
}

// From one reading to the next by the shorter way, positive upward. Half the range, which has none, counts downward.
static inline int64_t br_wrap_way(uint32_t from, uint32_t to, int bits)
{
    int64_t range = (int64_t)br_wrap_top(bits) + 1, way = (to - from) & br_wrap_top(bits);
    return way >= range / 2 ? way - range : way;
}

#endif
