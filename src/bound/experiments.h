// experiments.h - experiments of the papers that prove something; ends with a name of NULL.          [host]
#ifndef BR_BOUND_EXPERIMENTS_H
#define BR_BOUND_EXPERIMENTS_H

#include "sim/experiment.h"

extern const br_experiment br_bound_experiments[]; // experiments_interval.c: Rauh et al. 2017

#endif
