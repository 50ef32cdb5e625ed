// groups.h - the groups of experiments, one for each subject of a paper; each ends with a name of NULL.      [host]
#ifndef BR_PAPER_KIT_GROUPS_H
#define BR_PAPER_KIT_GROUPS_H

#include "paper/kit/experiment.h"

extern const br_experiment br_stribeck_experiments[];   // thesis Fig. 3.1
extern const br_experiment br_lugre_experiments[];      // Canudas de Wit et al. 1995
extern const br_experiment br_sgms_experiments[];       // thesis Figs 3.5 to 3.7
extern const br_experiment br_transition_experiments[]; // thesis Figs 3.3, 3.4 and 3.8
extern const br_experiment br_maxwell_experiments[];    // thesis B.4
extern const br_experiment br_ep_experiments[];         // Hayward et al. 2009, the model
extern const br_experiment br_elasto_experiments[];     // Hayward et al. 2009, the estimator
extern const br_experiment br_haptic_experiments[];     // Hayward et al. 2009, section II
extern const br_experiment br_kalman_experiments[];     // thesis chapters 4 and 5
extern const br_experiment br_horizon_experiments[];    // thesis 4.5 and chapter 5
extern const br_experiment br_iteration_experiments[];  // thesis A.5
extern const br_experiment br_control_experiments[];    // Canudas de Wit et al. 1995 V.B, thesis 6.2
extern const br_experiment br_frf_experiments[];        // thesis 4.2.1
extern const br_experiment br_interval_experiments[];   // Rauh et al. 2017
extern const br_experiment br_mechanism_experiments[];  // paper 001, section 5

#endif
