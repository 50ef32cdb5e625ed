// differentiate_accelerate.h - acceleration as the low-passed difference of a velocity.        [target]
#ifndef BR_LOOP_SIGNAL_DIFFERENTIATE_ACCELERATE_H
#define BR_LOOP_SIGNAL_DIFFERENTIATE_ACCELERATE_H

#include "loop/signal/differentiate.h"

// v is the velocity dt after x.v; there is no difference before the second one.
static inline void br_differentiate_velocity(br_differentiate *d, br_real v, br_real dt)
{
    if (d->samples == 1)
        br_lowpass_settle(&d->low[1], 0);
    else
        d->x.a = br_lowpass_step(&d->low[1], (v - d->x.v) / dt);
    d->x.v = v;
}

#endif
