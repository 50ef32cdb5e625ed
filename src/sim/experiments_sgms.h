// experiments_sgms.h - the path that the S-GMS experiments of presliding share.  [host]
#ifndef BR_SIM_EXPERIMENTS_SGMS_H
#define BR_SIM_EXPERIMENTS_SGMS_H

#include "sim/measure.h"

extern const br_path br_sgms_loops; // thesis Fig. 3.6(a): a major loop with two minor ones

#endif
