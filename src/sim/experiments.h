// experiments.h - the groups of experiments; each ends with a name of NULL.      [host]
#ifndef BR_SIM_EXPERIMENTS_H
#define BR_SIM_EXPERIMENTS_H

#include "sim/experiment.h"

extern const br_experiment br_stribeck_experiments[];   // experiments_stribeck.c: thesis Fig. 3.1
extern const br_experiment br_lugre_experiments[];      // experiments_lugre.c: Canudas de Wit et al. 1995
extern const br_experiment br_sgms_experiments[];       // experiments_sgms.c: thesis Figs 3.5 to 3.7
extern const br_experiment br_transition_experiments[]; // experiments_transitions.c: thesis Figs 3.3, 3.4 and 3.8
extern const br_experiment br_maxwell_experiments[];    // experiments_maxwell.c: thesis B.4
extern const br_experiment br_ep_experiments[];         // experiments_ep.c: Hayward et al. 2009, the model
extern const br_experiment br_elasto_experiments[];     // experiments_elasto.c: Hayward et al. 2009, the estimator
extern const br_experiment br_haptic_experiments[];     // experiments_haptic.c: Hayward et al. 2009, section II
extern const br_experiment br_observer_experiments[];   // experiments_observer.c: thesis chapters 4 and 5
extern const br_experiment br_horizon_experiments[];    // experiments_horizon.c: thesis 4.5 and chapter 5
extern const br_experiment br_iteration_experiments[];  // experiments_iteration.c: thesis A.5
extern const br_experiment br_control_experiments[];    // experiments_control.c: 002 V.B, thesis 6.2

#endif
