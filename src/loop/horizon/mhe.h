// mhe.h - moving-horizon estimation: states, parameters and inputs over the last N intervals.  [target]
//
//     br_mhe_options o = br_mhe_defaults();
//     o.joint.estimate = kappa; o.joint.estimates = 2;
//     o.measured = 1; o.which = (int[]){0}; o.r = variances;
//     o.sd = first; o.q = noise; o.dt = 2e-3; o.horizon = 20;
//     br_mhe_init(&m, sys, &o, x, memory, br_mhe_bytes(sys, &o));
//     for (;;) {
//         br_mhe_feedback(&m, u, p, y);   // a sample has come: the estimate, at once
//         br_mhe_prepare(&m, p);          // and all the work for the next one, before it comes
//     }
//
// The vector is the augmented state of loop/filter/joint.h. Nodes k = 0 .. N stand dt apart; thesis (2.25)-(2.28):
//
//     |x_0 - x|^2/P + sum |x_{k+1} - f(x_k, u_k)|^2/q + sum |y_k - h(x_k, u_k)|^2/r,   low <= x_k <= high
//
// An estimated parameter walks by q, or is one number over the horizon (`shared`, (2.26)). An estimated input is free in
// every interval, q being the variance of its measured value (2.28); states with q = 0 then follow f exactly, as do all with
// noise_in_arrival: their q makes the arrival cost less certain whenever the horizon moves on. One iteration a
// sample: linearised about the nodes, side by side in lanes, a Kalman pass forwards, an adjoint pass back (loop/horizon/riccati.h). The
// pass forwards ends at a node that waits for its measurement, so feedback takes no work that grows with N.
#ifndef BR_LOOP_HORIZON_MHE_H
#define BR_LOOP_HORIZON_MHE_H

#include "loop/filter/gate.h"
#include "loop/horizon/riccati.h"
#include "loop/filter/joint.h"
#include <bristle/status.h>
#include <stddef.h>

// What is known of the first node from all that came before it, when the horizon moves on by a node (thesis 2.5.3).
typedef enum br_mhe_arrival {
    BR_MHE_KUEHL,    // one step of a Kalman filter, linearised where the last iteration was (Kuehl et al.)
    BR_MHE_SMOOTHED, // the same, linearised about the nodes as they are now: smoothed EKF
    BR_MHE_HESSIAN,  // covariance from the block of the Hessian's inverse, about the node as it is now
    BR_MHE_CONSTANT, // always sd, about the node as it is now
} br_mhe_arrival;

// Augmented state: n elements. Measurements: outputs of the system, then all n elements.
typedef struct br_mhe_options {
    br_joint_options joint; // its slopes, each and flow.points are set here
    int horizon;            // intervals, N
    int inputs;             // of an interval, evenly spaced; with estimated inputs 1
    int lanes;              // intervals linearised side by side; 0: at most 8, 32 if they have 16 derivatives or fewer
    br_real dt;             // of an interval
    int measured;           // measurements of a sample, and
    const int *which;       // which they are
    const br_real *r;       // of every measurement its variance, not 0
    const br_real *sd;      // n: standard deviations at the start
    const br_real *most;    // n: and of the arrival cost at any time; NULL: those of the start for estimated parameters
    const br_real *q; // n: process noise, variances per second (2.16), or of an interval; of an estimated input that
                      // of its measured value
    int q_per_step;   // which of the first two
    const br_real *low, *high; // n: bounds, as they stand in the vector; NULL: none but those of the estimates
    br_mhe_arrival arrival;
    int shared;           // estimated parameters are one number over the horizon, and walk with the arrival cost only
    int noise_in_arrival; // that holds of states, too: process noise is in the arrival cost only, thesis (2.28), (5.1)
    int plain;            // covariances within the horizon as they are, not factored: faster, and good enough in double
    int first;            // the measurement of node 0 is part of the cost (A.50c), not of the arrival cost (2.26b)
    int iterations;       // of a sample
    int kkt;              // br_mhe.kkt is wanted, after one iteration, too
    int halvings;         // of a step, until the cost falls; 0: every step is taken whole
    int passes;           // over the horizon for finding which bounds hold, most of them a sample
    int patience; // so many samples in a row whose bounds did not settle, or of which the gate left nothing: it starts again
    br_real levenberg; // (A.49)
    br_real huber;     // residuals beyond so many standard deviations count by their size, not its square; 0: none
    br_real gate;      // an innovation beyond so many standard deviations is rejected; 0: beyond 1e8
} br_mhe_options;

br_mhe_options br_mhe_defaults(void);

// What happened since init.
typedef struct br_mhe_health {
    unsigned long samples;
    unsigned long missing;    // measurements that were NaN or infinite
    unsigned long rejected;   // by the gate, or absurd
    unsigned long stuck;      // rejected, too, and the same to the bit as the one before, while the model moves
    unsigned long bounded;    // numbers of nodes held at a bound, of all samples
    unsigned long unfinished; // problems whose bounds were not settled within `passes`
    unsigned long limited;    // standard deviations of the arrival cost brought down to `most`
    unsigned long shortened;  // steps that were halved
    unsigned long resets;     // restarts about the newest estimate, or
    unsigned long restarts;   // of these from the prior
    unsigned long faded;      // samples after which the arrival cost was made less certain: innovations were too large
    unsigned long late;       // samples that came before their preparation was done
    unsigned long refused;    // calls with wrong arguments, or inputs that are not finite
} br_mhe_health;

typedef struct br_mhe {
    br_joint joint;
    br_riccati riccati;
    br_mhe_options o;
    br_mhe_health health;
    br_real *sd, *most, *q, *r; // copies; may be changed between samples, but no q from 0
    br_real *low, *high;        // copies; bounds that were given may be changed, too
    int *which;
    int last;                  // node of the newest sample; the horizon is full when it is N
    br_real *x;                // n: the newest estimate,
    br_real *P;                // n*n: and its covariance (Bock et al.: with what is held at a bound)
    br_real *X;                // n numbers of every node: about them everything is linearised
    int *M;                    // their modes
    br_real *error, *variance; // of every measurement of the newest sample: its innovation; variance 0: missing
    int *taken;                // and whether it was taken
    int settled;               // the bounds of the last problem were found within `passes`; else it is the nearest that
                               // was found from inside them
    br_real cost;              // least value of the linear problem (5.4.1)
    br_real
        kkt; // how far the nodes were from it: |gradient' step| + |multipliers' gaps|, in units of the cost; 0: not asked
    // Inside.
    int ready, slice, phase, iteration, trial, bare, undamped;
    int wide;                   // intervals linearised at once where nothing is done in slices: at least o.lanes
    int stage, passes, turns;   // of the search for bounds that hold,
    int sure;                   // and whether those it has now were touched from inside
    br_real near, before;       // how near it must come from inside; the cost before a step
    br_real *known;             // n*n: the covariance at the newest node without (A.49), which is no knowledge
    br_real *held;              // the last inputs that were numbers, and
    int heard;                  // whether there were any
    int still, blind;           // samples in a row without inputs, or with the same; and whether they teach nothing
    int failed;                 // samples in a row without settled bounds
    br_gate gate;               // what was rejected
    br_real fade;               // by how much the arrival cost is to be less certain
    int open;                   // spreads cannot grow any more: what comes next is taken, gate or not
    br_real *U, *Y;             // inputs of every interval, measurements of every node
    int given;                  // inputs of the newest interval
    br_real *gap, *H, *e, *rho; // f(x_k) - x_{k+1}; measurements by the vector, residuals, variances now; 0: missing
    int *active, *pin;          // bounds that hold (-1, 1), and which numbers seen they are
    br_real *slack, *force;     // of every low and high bound, while they are found from inside,
    br_real mu, share, off;    // where they are going, what part of the last step was taken, and how far slacks are off
    int inside;                // whether that is now
    br_gaussian arrival, next; // arrival costs of nodes 0 and 1; their x is the mean itself, not a change of X
    br_riccati tail;           // from one to the other
    br_real *first, *noise, *d, *old;
    int *fresh;
    br_real *tile_x, *tile_u, *tile_next, *tile_F, *tile_y, *tile_h; // of `lanes` points
    int *tile_m;
    br_real *joint_memory;
} br_mhe;

size_t br_mhe_bytes(const br_sys *s, const br_mhe_options *o); // 0: refused

// x: n numbers, what is expected at the first sample; estimated ones as br_joint_number gives them. memory: lent for the
// life of the estimator, aligned for br_real.
br_status br_mhe_init(br_mhe *m, const br_sys *s, const br_mhe_options *o, const br_real *x, void *memory,
                      size_t bytes) BR_CHECKED;

// As after init with this vector; counts stay.
br_status br_mhe_reset(br_mhe *m, const br_real *x) BR_CHECKED;

// A trajectory about which the next problem is to be linearised, where a better one is known than that of the last step: rows
// of n numbers for the nodes from the oldest on that the next sample finds, at most as many as there are samples, and
// brought within their bounds. After feedback, before the preparation, the first part of which it does.
br_status br_mhe_about(br_mhe *m, const br_real *p, int nodes, const br_real *X) BR_CHECKED;

// A sample: inputs u at this instant, held from now on, and measurements y (NaN or infinite: missing). The estimate is in
// m->x. Safe in a control loop: its work does not grow with the horizon, if br_mhe_prepare is done; else that is done now,
// and counted as late. BR_NOT_FINITE: an input is not finite; the one
// before is taken, if there was one (else BR_BAD_USAGE). BR_BAD_USAGE: a parameter is not finite; nothing has happened.
br_status br_mhe_feedback(br_mhe *m, const br_real *u, const br_real *p, const br_real *y) BR_CHECKED;

// Another input of the interval that has begun, when there are several: the next of them, evenly spaced. Missing ones are
// held.
br_status br_mhe_input(br_mhe *m, const br_real *u) BR_CHECKED;

// The input of the interval that has begun, after all: its mean, say, when the interval is over. Before br_mhe_prepare.
br_status br_mhe_hold(br_mhe *m, const br_real *u) BR_CHECKED;

// Everything for the next sample; or a part of it, in at most br_mhe_slices calls that answer whether it is done: back over the
// horizon, and a slice for every further pass that bounds need, for every run of the model that a shortened step or one more
// iteration needs; so many intervals linearised as there are lanes, slice by slice; forwards. Inputs of the interval are
// taken until the last slice but one, which linearises it; later ones are refused, BR_BAD_USAGE.
br_status br_mhe_prepare(br_mhe *m, const br_real *p) BR_CHECKED;
int br_mhe_slices(const br_mhe *m);
int br_mhe_slice(br_mhe *m, const br_real *p);

// Both: preparation, if that is still to be done, then the sample.
br_status br_mhe_step(br_mhe *m, const br_real *u, const br_real *p, const br_real *y) BR_CHECKED;

// Reading: standard deviations of the newest estimate (Bock et al.: with what is held at a bound), values of estimates, and
// a measurement as expected at the newest sample with its standard deviation (NULL: not wanted).
br_real br_mhe_sd(const br_mhe *m, int i);
br_real br_mhe_value(const br_mhe *m, int i);
br_real br_mhe_value_sd(const br_mhe *m, int i);
br_real br_mhe_expect(br_mhe *m, const br_real *u, const br_real *p, int which, br_real *sd);

#ifdef BR_FLOAT
#define br_mhe_doubtful brf_mhe_doubtful
#define br_mhe_awaits_input brf_mhe_awaits_input
#endif

// Do not trust it: over the last 100 measurements innovations are too large for its noise, it has opened again and is on probation, or
// its inputs have been missing or stuck for too long.
int br_mhe_doubtful(const br_mhe *m);

// Whether the next slice needs inputs of the interval that are still to come.
int br_mhe_awaits_input(const br_mhe *m);

#endif
