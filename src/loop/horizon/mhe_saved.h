// mhe_saved.h - what a moving horizon carries from call to call, as bytes (num/algebra/saved.h).   [target]
#ifndef BR_LOOP_HORIZON_MHE_SAVED_H
#define BR_LOOP_HORIZON_MHE_SAVED_H

#include "loop/horizon/mhe.h"
#include "num/algebra/saved.h"

#ifdef BR_FLOAT
#define br_mhe_saved brf_mhe_saved
#endif

// Saved from, or restored into, a horizon that was made for the same system with the same options; also between slices.
void br_mhe_saved(br_mhe *m, br_saved *s);

#endif
