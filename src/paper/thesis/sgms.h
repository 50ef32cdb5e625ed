// sgms.h - the path that the S-GMS experiments of presliding share.  [host]
#ifndef BR_PAPER_THESIS_SGMS_H
#define BR_PAPER_THESIS_SGMS_H

#include "paper/kit/measure.h"

extern const br_path br_sgms_loops; // thesis Fig. 3.6(a): a major loop with two minor ones

#endif
