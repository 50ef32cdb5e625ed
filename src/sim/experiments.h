// experiments.h - the groups of experiments; each ends with a name of NULL.      [host]
#ifndef BR_SIM_EXPERIMENTS_H
#define BR_SIM_EXPERIMENTS_H

#include "sim/experiment.h"

extern const br_experiment br_lugre_experiments[]; // experiments_lugre.c: Canudas de Wit et al. 1995

#endif
