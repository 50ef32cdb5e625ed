// source_kink.h - times at which formulas of time switch branches.   [host]
#ifndef BR_SIM_SOURCE_SOURCE_KINK_H
#define BR_SIM_SOURCE_SOURCE_KINK_H

#include "sim/source/formulas.h"

// The times at which a comparison, abs, sign, min or max of the formulas changes sides, rising, where its sides are linear in
// t, the first input. *unlocated: others may switch too. The caller frees *kink.
br_status br_source_kinks(const br_formulas *f, double **kink, int *kinks, bool *unlocated) BR_CHECKED;

#endif
