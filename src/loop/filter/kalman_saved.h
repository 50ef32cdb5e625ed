// kalman_saved.h - what Kalman filters carry from sample to sample, as bytes (num/algebra/saved.h).   [target]
#ifndef BR_LOOP_FILTER_KALMAN_SAVED_H
#define BR_LOOP_FILTER_KALMAN_SAVED_H

#include "loop/filter/sampled.h"
#include "num/algebra/saved.h"

#ifdef BR_FLOAT
#define br_gaussian_saved brf_gaussian_saved
#define br_gate_saved brf_gate_saved
#define br_kalman_saved brf_kalman_saved
#define br_sampled_saved brf_sampled_saved
#endif

// Saved from, or restored into, an object that was made for the same system with the same options.
void br_gaussian_saved(br_gaussian *b, br_saved *s);
void br_gate_saved(br_gate *g, int measurements, br_saved *s);
void br_kalman_saved(br_kalman *ob, br_saved *s);
void br_sampled_saved(br_sampled *o, br_saved *s);

#endif
