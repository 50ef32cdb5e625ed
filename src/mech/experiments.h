// experiments.h - experiments of paper 001, mechanisms; ends with a name of NULL.          [host]
#ifndef BR_MECH_EXPERIMENTS_H
#define BR_MECH_EXPERIMENTS_H

#include "sim/experiment.h"

extern const br_experiment br_mech_experiments[]; // experiments_crank.c

#endif
