// compensate_saved.h - what compensators and the elasto-plastic estimator carry from sample to sample, as bytes (num/algebra/saved.h).   [target]
#ifndef BR_LOOP_FRICTION_COMPENSATE_SAVED_H
#define BR_LOOP_FRICTION_COMPENSATE_SAVED_H

#include "loop/friction/compensate.h"
#include "num/algebra/saved.h"

#ifdef BR_FLOAT
#define br_elasto_saved brf_elasto_saved
#define br_compensate_saved brf_compensate_saved
#endif

// Saved from, or restored into, an object that was made with the same options. An estimator that was lent is none of it.
void br_elasto_saved(br_elasto *e, br_saved *s);
void br_compensate_saved(br_compensate *c, br_saved *s);

#endif
