// observability.h - observability Gramian along a log: which states and parameters are identifiable.   [host]
//
//     br_observability_open(&o, &system.sys, &joint, X, sd);           nominal vector, prior standard deviations
//     per sample: br_observability_step(&o, u, p, dt); br_observability_see(&o, u, p, which, r);
//     br_observability_analyse(&o);              ... o.condition, o.weakest, o.left, o.busy
//     br_observability_close(&o);
//
// Along the run from X the measurements depend on the start x0 and the estimated parameters by h Phi. Their information matrix
// J = sum (h Phi)' (h Phi)/r, in prior standard deviations, is the observability Gramian of the log; without process noise,
// so an observer can do no better.
#ifndef BR_SIM_OBSERVE_OBSERVABILITY_H
#define BR_SIM_OBSERVE_OBSERVABILITY_H

#include "file/disk/spool.h"
#include "loop/filter/joint.h"

typedef struct br_observability {
    int n; // of the augmented state: states, then estimated parameters and inputs
    // Results, in prior standard deviations.
    double *value;    // eigenvalues of J, rising
    int values;       // how many: n, but for numbers whose prior standard deviation is 0, which are known
    double *weakest;  // n: the unit vector of the first one, the least observable direction
    double condition; // largest eigenvalue over smallest; infinite: some direction is not seen at all
    double *left;     // n: standard deviation that the log leaves of the prior one, 1: it says nothing
    double *blurred;  // n: of the directions of the estimated parameters alone that of which most is left, and
    double blur;      // how much; 0: nothing is estimated
    double *busy;     // n: share of the measurements that hold 90 % of what is said of the number
    // Inside.
    br_joint joint;
    void *memory;
    double *X, *next, *sd, *Phi, *row, *h, *J, *F, *lent;
    int *m;
    br_spool *said; // of every number what each measurement says of it
    long long seen, room;
} br_observability;

// X: n numbers as in loop/filter/joint.h. sd: not negative. After a failure *o is all zero.
br_status br_observability_open(br_observability *o, const br_sys *s, const br_joint_options *joint, const double *X,
                                const double *sd) BR_CHECKED;
void br_observability_close(br_observability *o);

br_status br_observability_step(br_observability *o, const double *u, const double *p, double dt) BR_CHECKED;

// Measurement `which` is taken, with variance r.
br_status br_observability_see(br_observability *o, const double *u, const double *p, int which, double r) BR_CHECKED;

br_status br_observability_analyse(br_observability *o) BR_CHECKED;

#endif
