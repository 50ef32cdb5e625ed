// prepare.h - velocity and friction force of a log of positions and drive forces.              [host]
#ifndef BR_SIM_OBSERVE_PREPARE_H
#define BR_SIM_OBSERVE_PREPARE_H

#include "loop/signal/differentiate.h"
#include "sim/observe/stamps.h"

#include <stdbool.h>

typedef struct br_prepare_options {
    const br_differentiate_kind *kind; // NULL: without delay, over the whole log
    bool central;      // of these: by central differences behind a Butterworth low-pass of order 4, not by the smoother
    double dt;         // s
    double cutoff;     // Hz; 0: as br_differentiate_defaults
    double band;       // windows: of a quantised position its step
    double mass;       // kg
    br_time_base time; // br_prepare_timed: what the steps are
    double mean;       // BR_TIME_ROWS: the mean step, of a part of a log that of all of it; 0: that of these rows
} br_prepare_options;

// Of rows positions q and drive forces u: velocity v, acceleration a and friction force F = u - mass*a (thesis 2.6.1);
// u and F may be NULL. Missing positions are bridged; a missing force makes a missing F.
br_status br_prepare(const br_prepare_options *o, int rows, const double *q, const double *u, double *v, double *a,
                     double *F) BR_CHECKED;

// The same of rows at times t, a step of dt or more apart. By `time`:
//   BR_TIME_EVEN: they are whole numbers of dt apart, and positions between them are missing.
//   BR_TIME_ROWS: the same, but where steps are below 2.5 dt each is one, and as long as their mean.
//   BR_TIME_STAMPS: over the whole log, positions are interpolated by local cubics through the stamps (those within a quarter
//     of dt count as one, at their mean) onto a grid of dt/2, filtered and differentiated there by differences of order 4,
//     and read at the stamps by local cubics; a gap above 5 dt is a straight line. Sample by sample, every step is as long as
//     its stamps say; a position within dt/2 of the one before is not used.
// BR_BAD_DATA: fewer than three positions. BR_NO_MEMORY: too many steps.
br_status br_prepare_timed(const br_prepare_options *o, int rows, const double *t, const double *q, const double *u,
                           double *v, double *a, double *F) BR_CHECKED;

#endif
