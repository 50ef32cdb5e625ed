// tuning.h - tuning of an observer: estimated parameters, noise, priors and limits from lists.   [host]
//
//     estimate   kappa[3] = 0, FC, log(vs)            a start value is optional; log: estimated as its logarithm
//     noise      z = 0.1 N, FC = 5 %, F = 0.5 N       standard deviations: of states and estimates per step, of what is measured
//     noise      z = 3 N/s^(1/2)                      or as a density: the unit says which
//     noise      measured.x = 1 nm                    of a state that is measured
//     prior      kappa[3] = 3, z = 1 N                standard deviations at the start
//     most       z = 2 N                              and at any time
//
// A plain number, or a percentage, of an estimated parameter is a share of its nominal value.
#ifndef BR_SIM_OBSERVE_TUNING_H
#define BR_SIM_OBSERVE_TUNING_H

#include "law/model/model.h"
#include "loop/flow/estimate.h"

typedef struct br_tuned { // one number of the vector, or one output
    char name[BR_NAME_SIZE + 32];
    char unit[BR_UNIT_SIZE]; // SI
    br_unit is;
    double x;         // start, as it stands in the vector
    double sd;        // at the start; NaN: not given
    double most;      // and at any time; NaN: not given
    double q;         // variance per second; NaN: not given
    double r;         // variance when measured; NaN: not given
    double low, high; // of a horizon with bounds: as they stand in the vector
    bool per_step;    // the noise was given for a step
    bool found_q;     // the noise was not given, but found from the log, and
    bool found_r;     // that of its sensor
} br_tuned;

typedef struct br_tuning {
    int nx, ne, ny;        // states, estimated parameters and inputs, outputs
    br_estimate *estimate; // ne
    br_tuned *number;      // in that order
    int numbers;
} br_tuning;

typedef struct br_tuning_lists {
    const char *estimate, *noise, *prior, *most; // NULL: none
    const char *part;                            // names behind it stand without it: kappa for fr.kappa; NULL: none
    double dt;                                   // s, the step that noise is given for
} br_tuning_lists;

// BR_BAD_USAGE: a list is wrong, or names what is not there; why has the place. *t is written on success only.
br_status br_tuning_read(br_tuning *t, const br_model *m, const br_tuning_lists *lists, br_diag *why) BR_CHECKED;
void br_tuning_free(br_tuning *t);

double br_tuning_start(const br_tuning *t, int estimate); // its first value, in SI

#endif
