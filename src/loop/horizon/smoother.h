// smoother.h - states and parameters of a system from a whole log, with their uncertainty.    [target]
//
//     br_smoother_options o = br_smoother_defaults();
//     o.joint.estimate = kappa; o.joint.estimates = 4;
//     o.measured = 1; o.which = (int[]){0}; o.r = variances;
//     o.sd = first; o.q = noise; o.samples = 50000;
//     br_smoother_init(&s, sys, &o, memory, br_smoother_bytes(sys, &o));
//     br_smoother_iterate(&s, &log, x, &report);
//
// The vector is the augmented state of loop/filter/joint.h. Node 0 is the start, node k + 1 the end of sample k:
// its input is held from node k on, its measurements see node k + 1; those before the first sample see node 0. Full
// information, thesis (2.18): over all nodes
//
//     |x_0 - x|^2/sd^2 + sum |x_{k+1} - f(x_k)|^2/q + sum |y_k - h(x_k)|^2/r
//
// and a number without noise (q = 0) follows f. br_smoother_pass: an EKF over the log and the way back (loop/horizon/riccati.h).
// br_smoother_iterate: the least value, by Gauss-Newton about all nodes with a line search.
//
// Memory of a sample: 4*n + n*(n + 1)/2 + nF numbers and an int, modes, and 2*n + 2 numbers for every measurement that is
// due; in double 908 bytes for the four states and five parameters of an S-GMS contact (nF = 12), 764 where every tenth
// sample is measured. 50000 samples: 45 MB, or 38 MB.
#ifndef BR_LOOP_HORIZON_SMOOTHER_H
#define BR_LOOP_HORIZON_SMOOTHER_H

#include "loop/horizon/riccati.h"
#include "loop/filter/joint.h"
#include <bristle/status.h>
#include <stddef.h>

// Augmented state: n elements. Measurements: outputs of the system, then all n elements.
typedef struct br_smoother_options {
    br_joint_options joint; // its slopes, each and flow.points are set here
    int samples;            // most of a log
    int measured;           // measurements of a sample, and
    const int *which;       // which they are
    const br_real *sd;      // n: standard deviations at the start
    const br_real *q;       // n: process noise, variances per second (2.16), or of a step
    int q_per_step;         // which of the two
    const br_real *r;       // of every measurement its variance, not 0
    int every;              // measurements are taken of every so many samples, the last of them
    int lanes;              // steps linearised side by side
    int iterations;         // most of them
    int halvings;           // of a step, most of them
    br_real gain;           // ends when a step promises to lower the cost by less than this share of it,
    br_real step;           // or is shorter than this in standard deviations of what is estimated
} br_smoother_options;

br_smoother_options br_smoother_defaults(void);

// Number i of sample k stands at [i*samples + k].
typedef struct br_smoother_log {
    int samples;
    br_real dt;
    const br_real *u;     // inputs, held over the sample
    const br_real *after; // inputs at its end, which the measurements see; NULL: the same
    const br_real *y;     // `measured` numbers at its end; NaN or infinite: missing
    const br_real *p;     // parameters, one set; the estimated ones are not read
    const br_real *first; // `measured` numbers at the start, with the inputs of the first sample; NULL: there are none
} br_smoother_log;

typedef enum br_smoother_end {
    BR_SMOOTHER_GAIN,       // at the least value, by `gain`
    BR_SMOOTHER_STEP,       // or by `step`
    BR_SMOOTHER_STUCK,      // no part of the last step lowered the cost
    BR_SMOOTHER_ITERATIONS, // they are used up
} br_smoother_end;

typedef struct br_smoother_report {
    br_smoother_end end;
    int iterations;      // steps taken
    int trials;          // trajectories tried for them
    br_real first, cost; // (2.18) at the beginning and at the end
    br_real promised;    // by how much one more step would lower it, as a linear problem
    long missing;        // measurements that were due and not there
    int held;            // constant estimates at a bound they would leave
} br_smoother_report;

typedef struct br_smoother {
    br_joint joint;
    br_riccati riccati;
    br_smoother_options o;
    int nodes;           // of the result; 0: there is none
    br_real *sd, *q, *r; // copies; may be changed between calls
    int *which;
    br_real *X;                      // n numbers of every node
    int *M;                          // and its modes
    int piece;                       // samples of a pass from one call of `release` to the next; 0: none
    void (*release)(const void *of); // may take out of memory what is not at work; to be set behind br_smoother_init
    const void *of;
    // Inside.
    br_real *T, *gap; // a trial, and f(x_k) - x_{k+1}
    int *TM;
    br_real *x0, *low, *high, *reached, *noise, *now, *next, *d; // n numbers each
    int *held;
    br_real *tile_x, *tile_u, *tile_next, *tile_F, *tile_y, *tile_h; // of `lanes` points
    int *tile_m;
    br_real *joint_memory;
} br_smoother;

size_t br_smoother_bytes(const br_sys *s, const br_smoother_options *o); // 0: refused

// memory: lent for the life of the smoother, aligned for br_real.
br_status br_smoother_init(br_smoother *sm, const br_sys *s, const br_smoother_options *o, void *memory,
                           size_t bytes) BR_CHECKED;

// x: n numbers, what is expected at the start; estimated ones as br_joint_number gives them. All modes start as the first.
// BR_BAD_USAGE: the log is too long, has no samples, or dt is not positive. BR_NOT_FINITE: an input, x, or a result is not
// finite. There is no result then. Not for a control loop: the work grows with the log.
br_status br_smoother_pass(br_smoother *sm, const br_smoother_log *log, const br_real *x) BR_CHECKED;

// The same to the least value of (2.18), from where the pass ends; report may be NULL. Estimates stay in low..high.
br_status br_smoother_iterate(br_smoother *sm, const br_smoother_log *log, const br_real *x,
                              br_smoother_report *report) BR_CHECKED;

// Reading a result: the vector at node k, standard deviations of its numbers and of the value of estimate i, covariances.
const br_real *br_smoother_at(const br_smoother *sm, int k);
br_real br_smoother_sd(const br_smoother *sm, int k, int i);
br_real br_smoother_value(const br_smoother *sm, int k, int i);
br_real br_smoother_value_sd(const br_smoother *sm, int k, int i);
void br_smoother_covariance(br_smoother *sm, int k, br_real *P);

// Measurement `which` of sample k as it should have been, and the standard deviation of that (NULL: not wanted). k = -1: at
// the start, with the first input.
br_real br_smoother_expect(br_smoother *sm, const br_smoother_log *log, int k, int which, br_real *sd);

#endif
