// rig.h - synthetic rigs: simulated logs, bit-identical on every machine, with the true values beside them.   [host]
//
//     br_rig r;
//     br_rig_run(&r, "rig/axis", 3, &why);
//     const double *q = br_rig_column(&r, "q"), *F = br_rig_column(&r, "F_true");     ... r.log.rows of each
//     br_rig_free(&r);
//
// A rig gives, for a seed, what would be logged, and the truth beside it (names that end in _true): the same bits on every
// machine. docs/rigs.md has every number that went in, and says which of them are ours.
#ifndef BR_SIM_RIG_RIG_H
#define BR_SIM_RIG_RIG_H

#include "loop/flow/integrator.h"
#include "sim/run/record.h"

#include <stdint.h>

typedef struct br_rig {
    br_record log;
    double dt;                   // s, between rows
    double m;                    // kg; 0: a rig without a mass
    long long minor[2];          // first row of one minor loop, of Figs 4.8 and 4.9, and the row behind its last
    br_integrator_health health; // of the friction's flow
} br_rig;

typedef struct br_rig_kind {
    const char *name, *title;
    br_status (*run)(br_rig *r, uint64_t seed, br_diag *why);
} br_rig_kind;

const br_rig_kind *br_rig_at(int i);              // NULL behind the last one
const br_rig_kind *br_rig_find(const char *name); // NULL: there is none

// BR_BAD_USAGE: no rig has this name. After a failure *r is all zero.
br_status br_rig_run(br_rig *r, const char *name, uint64_t seed, br_diag *why) BR_CHECKED;
void br_rig_free(br_rig *r);
const double *br_rig_column(const br_rig *r, const char *name); // NULL: there is none

// ---------------------------------------------------------------- truth drawn from a filter's own prior, Q and R

// How uncertain a state or parameter is: a name of the law, "FC", "z" for all of an array, "kappa[3]" for one of it.
typedef struct br_rig_sd {
    const char *name;
    double prior; // sd at the start
    double walk;  // sd of what a second adds: the root of the density
    bool share;   // both as shares of the nominal value, else in SI
} br_rig_sd;

typedef struct br_rig_prior {
    const char *law, *set, *values; // nominal: of states, too ("z = -1, -2 N"); set and values may be NULL
    const br_rig_sd *sd;            // what is not named is known
    int sds;
    double noise;                      // sd of the measured force
    const br_integrator_options *flow; // NULL: as br_integrator_defaults
    long long rows;                    // at most; 0: the whole trajectory
} br_rig_prior;

// What rig/consistent takes: S-GMS of Table 4.1.
br_rig_prior br_rig_prior_defaults(void);

// x0 and p0 from the prior; then row by row x+ = flow(x, p, v held) + w, p+ = p + w with variances walk^2 dt, and
// F = h(x, p, v) + noise. The velocity v is that of the trajectory and known. Columns: t, v, F, and as truth F_true, all states
// and the parameters that are named (kappa[3]_true). A law with the one input v.
// BR_BAD_USAGE: a name or an input that does not fit; BR_NEGATIVE: a parameter left its bounds: smaller sds are needed.
br_status br_rig_draw(br_rig *r, const br_rig_prior *prior, uint64_t seed, br_diag *why) BR_CHECKED;

#endif
