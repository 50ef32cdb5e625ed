// wrapped_difference.h - differences of periodic quantities, wrapped to half a period.   [target]
#ifndef BR_LOOP_SIGNAL_WRAPPED_DIFFERENCE_H
#define BR_LOOP_SIGNAL_WRAPPED_DIFFERENCE_H

#include "num/base/elem.h"
#include "num/base/real.h"

// The shortest way round, of up to 10^6 periods; longer ones, and a period of 0, are left alone.
static inline br_real br_wrapped_difference(br_real way, br_real period)
{
    if (!(period > 0) || !(br_r_abs(way) < period * BR_C(1e6)))
        return way;
    br_real turns = way / period;
    long whole = (long)(turns + (turns < 0 ? BR_C(-0.5) : BR_C(0.5)));
    return way - (br_real)whole * period;
}

#endif
