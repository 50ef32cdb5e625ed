// experiments.h - experiments of the papers that identify something; ends with a name of NULL.          [host]
#ifndef BR_FIT_EXPERIMENTS_H
#define BR_FIT_EXPERIMENTS_H

#include "sim/experiment.h"

extern const br_experiment br_fit_experiments[]; // experiments_frf.c: thesis 4.2.1

#endif
