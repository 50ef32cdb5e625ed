// along.h - simulation of a system along a log: one output or state at every row, with sensitivities. [host]
//
//     br_along_open(&a, &system.sys, &o);
//     br_along_run(&a, &stretch, p, x0, m0, y, J);        y: rows numbers, J: rows of a.columns derivatives
//     br_along_close(&a);
//
// The states are integrated by a flow from x0 at the first row; between two rows an input is held at the mean of its values
// there. Sensitivities are exact: those of the flow, propagated from row to row.
//
// Many steps of the flow are computed at once: Newton's method on the whole path, from a guess of the states at all rows. Laws
// that are affine in their states take one sweep; others start from the path of the run before. Where sweeps do not converge,
// or steps differ in length, rows are stepped one by one.
#ifndef BR_FIT_OUTPUT_ALONG_H
#define BR_FIT_OUTPUT_ALONG_H

#include "loop/filter/joint.h"

#include <stdbool.h>

typedef struct br_along_options {
    const br_integrator_kind *flow; // NULL: what suits the system
    int substeps;                   // 0: as the flow chooses
    int which;                      // an output, or ny + a state
    const int *by;                  // derivatives by these parameters,
    int bys;
    bool starts;              // and then by the states at the first row
    const volatile int *stop; // where it is not 0, runs end with BR_NEGATIVE; may be NULL
} br_along_options;

// Rows of a log without a gap: t rises.
typedef struct br_stretch {
    long long rows;
    const double *t;
    const double *const *u; // of every input its column; NULL: held at `hold`. A missing value holds the last one
    const double *hold;     // nu numbers
} br_stretch;

typedef struct br_along {
    const br_sys *sys;
    br_along_options o;
    int columns;               // of J
    br_joint joint;            // its flow counts what went wrong
    long long swept, followed; // rows by Newton sweeps, and rows stepped one by one
    long long unsettled;       // tiles of rows in which sweeps did not converge
    // Inside.
    bool moves;    // it has states
    br_joint lean; // the same without parameters
    void *memory, *lean_memory;
    double *block, *X, *S, *F, *T, *u, *u_now, *u_next, *out, *jet;
    double *lane_x, *lane_S, *guess, *next, *behind, *middle;
    int *m, *lane_m, *guess_m, *next_m;
    int *source, *target, entries; // jet number source[i] is the slope by column target[i], or -1 - state
    struct br_along_path *path;    // of the last run of every stretch
    int paths;
} br_along;

// A joint of the system for so many points, each with inputs of its own, with derivatives by the states, the parameters `by`
// and, unless it is -1, one input. *memory is the caller's to free, after a failure, too. BR_BAD_USAGE: the flow does not fit.
br_status br_along_joint(br_joint *j, void **memory, const br_sys *s, const br_along_options *o, int points,
                         int input) BR_CHECKED;

// BR_BAD_USAGE: the flow does not fit the system. After a failure *a is all zero.
br_status br_along_open(br_along *a, const br_sys *s, const br_along_options *o) BR_CHECKED;
void br_along_close(br_along *a);

// J (NULL: not wanted). BR_NOT_FINITE: states or outputs are not finite; BR_BAD_DATA: an input is missing at its start;
// BR_NEGATIVE: stopped.
br_status br_along_run(br_along *a, const br_stretch *s, const double *p, const double *x0, const int *m0, double *y,
                       double *J) BR_CHECKED;

#endif
