// differentiate_saved.h - what differentiators and low-pass filters carry from sample to sample, as bytes (num/algebra/saved.h).   [target]
#ifndef BR_LOOP_SIGNAL_DIFFERENTIATE_SAVED_H
#define BR_LOOP_SIGNAL_DIFFERENTIATE_SAVED_H

#include "loop/signal/differentiate.h"
#include "num/algebra/saved.h"

#ifdef BR_FLOAT
#define br_motion_saved brf_motion_saved
#define br_lowpass_saved brf_lowpass_saved
#define br_differentiate_saved brf_differentiate_saved
#endif

// Saved from, or restored into, an object that was made with the same options.
void br_motion_saved(br_motion *x, br_saved *s);
void br_lowpass_saved(br_lowpass *l, br_saved *s);
void br_differentiate_saved(br_differentiate *d, br_saved *s);

#endif
