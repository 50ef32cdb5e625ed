// decay.h - flushes decaying states to zero: subnormal numbers are slow.   [target]
#ifndef BR_LOOP_SIGNAL_DECAY_H
#define BR_LOOP_SIGNAL_DECAY_H

#include "num/algebra/vector.h"

static inline br_real br_decayed(br_real x)
{
    return br_r_abs(x) < BR_LEAST_NORMAL / BR_EPS ? 0 : x;
}

#endif
