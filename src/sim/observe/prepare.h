// prepare.h - velocity and friction force of a log of positions and drive forces.              [host]
#ifndef BR_SIM_OBSERVE_PREPARE_H
#define BR_SIM_OBSERVE_PREPARE_H

#include "loop/signal/differentiate.h"

#include <stdbool.h>

typedef struct br_prepare_options {
    const br_differentiate_kind *kind; // NULL: without delay, over the whole log
    bool central;  // of these: by central differences behind a Butterworth low-pass of order 4, not by the smoother
    double dt;     // s
    double cutoff; // Hz; 0: as br_differentiate_defaults
    double band;   // windows: of a quantised position its step
    double mass;   // kg
} br_prepare_options;

// Of rows positions q and drive forces u: velocity v, acceleration a and friction force F = u - mass*a (thesis 2.6.1);
// u and F may be NULL. Missing positions are bridged; a missing force makes a missing F.
br_status br_prepare(const br_prepare_options *o, int rows, const double *q, const double *u, double *v, double *a,
                     double *F) BR_CHECKED;

// The same of rows at times t that are some steps of dt apart, in whole numbers: positions between them are missing.
// BR_BAD_DATA: fewer than three positions. BR_NO_MEMORY: too many steps.
br_status br_prepare_timed(const br_prepare_options *o, int rows, const double *t, const double *q, const double *u,
                           double *v, double *a, double *F) BR_CHECKED;

#endif
