// axis.h - an estimator over a log of a rig, as experiments of thesis chapters 4 and 5 need it.     [host]
//
//     br_axis a;
//     br_axis_open(&a, "rig/axis", 1, &why);
//     br_observation_options o = br_observation_defaults();
//     o.tuning.estimate = "kappa[3] = 0, kappa[4] = 0";
//     br_axis_observe(&ob, &a, "sgms", NULL, &o, &why);
#ifndef BR_PAPER_KIT_AXIS_H
#define BR_PAPER_KIT_AXIS_H

#include "sim/observe/observation.h"
#include "sim/rig/rig.h"

typedef struct br_axis { // a log of a rig, prepared as in 4.4.1
    br_rig rig;
    double *v, *F;
} br_axis;

// Finite differences and a low-pass at 500 Hz; of rig/exact its own velocity and force.
br_status br_axis_open(br_axis *a, const char *rig, uint64_t seed, br_diag *why) BR_CHECKED;
void br_axis_close(br_axis *a);

// The law with the set table-4.1 and more values (NULL: none), which must live as long as m.
br_status br_axis_model(br_model *m, const char *law, const char *values, br_diag *why) BR_CHECKED;

br_status br_axis_observe(br_observation *ob, const br_axis *a, const char *law, const char *values,
                          const br_observation_options *o, br_diag *why) BR_CHECKED;

// Error of the force over some rows, as a share of the range of the whole log.
double br_axis_error(const br_observation *ob, const long long rows[2]);
double br_axis_last(const br_observation *ob, const char *name); // of a column

#endif
