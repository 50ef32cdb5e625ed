// filter.h - state and unknown inputs of a mechanism from sensors: the filter of paper 001, (44)-(54).    [host]
//
// An extended Kalman filter on positions, speeds and augmented states (mech/estimate/augmented.h): unknown inputs, which walk at random (45) or go
// on another way, parameters and states of friction laws. Q_x is 0 as in (58). Its covariance lives on the free motions and
// the augmented states, and so does its square root: a few directions that are pushed through the factor of the step
// (mech/estimate/directions.h), 2 for each degree of freedom and 1 for each augmented state. Directions keep to the
// constraints, so rows of constraints (30) have no variance and change nothing; what the curvature of the constraints
// leaves after a correction is taken away by the smallest move of mass. `dense` is the filter as the paper has it, with
// all of its matrices, multipliers among the states and rows of constraints: the same estimates, for comparison.
//
// States of friction laws are known at the start.
#ifndef BR_MECH_ESTIMATE_FILTER_H
#define BR_MECH_ESTIMATE_FILTER_H

#include "loop/filter/gate.h"
#include "mech/estimate/sensor.h"

enum { BR_FILTER_PATIENCE = 20, BR_FILTER_CALM = 3 * BR_FILTER_PATIENCE, BR_FILTER_ASTRAY = 3 * BR_FILTER_PATIENCE };

typedef struct br_filter_options {
    const br_input *input; // unknown inputs
    int inputs;
    const br_parameter *parameter;
    int parameters;
    const int *sensor; // those that are measured
    int sensors;
    const double *sd;
    const br_mech_scheme *scheme; // br_mech_bdf1, as the paper (NULL), or br_mech_newmark
    // Innovations beyond so many standard deviations are rejected, of a sensor at most 20 in a row unless beyond 1e8 or stuck
    // (loop/filter/gate.h); 0: none is.
    double gate;
    bool dense;
    bool judged; // a second covariance starts wide: what measurements leave of it
    bool tails;  // columns have tails, for who smooths
} br_filter_options;

typedef struct br_filter_dense { // paper 001 (16), (44): v, q, lambda, d
    int N;
    double *P, *F, *T; // covariance, (47), F P
    double *h, *Ph;
    br_directions unit; // a column for each state but the multipliers
    long long skipped;  // rows of constraints without variance
    long long taken;    // those with some
} br_filter_dense;

typedef struct br_filter {
    br_moving *s;
    br_filter_options o;
    br_augmented augmented;
    int freedoms, most; // free motions; columns of a root
    bool *named;        // measures whose values determine all others; one for each free motion, if measures see it
    br_directions root, wide; // covariance: root root'
    br_filter_dense dense;
    double *slope;    // of sensors along the columns
    double *gap;      // innovations: of each measurement, by those before it
    double *left;     // what corrections leave of them
    double *variance; // of innovations that were used
    double *change;   // correction of q, v, augmented states; behind them of the tail
    double *along;    // of one sensor
    // Of the last correction: sum of (innovation/its standard deviation)^2, and how many there were; of all: the
    // logarithm of the likelihood, and how many.
    double nis, likelihood;
    int used;
    long long total;
    double violation; // largest |phi| of an estimate
    double braked;    // J, taken by the scheme itself (judged): what steps lost beside dampers and friction
    double *run;      // of each measure: integral of its speed squared (judged)
    bool *out;        // of each sensor: the last correction left it out
    int *outs;        // and how many in a row were beyond the gate, counted up to `patience`
    int patience;     // behind so many the next ones are used: 20, or more while steps did not converge behind these
    int calm;         // corrections in a row without a measurement beyond the gate, up to BR_FILTER_CALM
    bool near;        // some measurement of the correction was not absurd
    int astray;       // corrections in a row in which all were: the state is lost, not the sensors
    br_gate gate;     // its part on stuck sensors
    void *gate_memory;
    const double *y;  // measurements of the correction
    int open;         // for so many corrections only what is absurd or stuck is rejected
    long long opened; // measurements beyond the gate that were used
    bool lost;        // a variance was not finite
    bool refused;     // the last step found no end, and nothing has changed
    long long rejected;
    double farthest; // of the last correction: the largest innovation in standard deviations, and its sensor
    int far;
    const double
        *less; // who smooths: the covariance is root (1 - less) root', less has `most` numbers in a row; NULL: 0
    double *memory;
} br_filter;

// At the start of the mechanism, with the doubts of its text. Options are copied, their arrays must stay.
br_status br_filter_open(br_filter *f, br_moving *s, const br_filter_options *o, br_diag *why) BR_CHECKED;
void br_filter_close(br_filter *f);
// Restart from the prior: the mechanism is back at its start, as uncertain as the text says, and at least 0.1 m or rad, 1 m/s or
// rad/s. Counts go on.
br_status br_filter_restart(br_filter *f) BR_CHECKED;

// Before a step of br_mech_newmark: accelerations and their changes; s->drive has the forces of known drives there.
br_status br_filter_prepare(br_filter *f, br_diag *why) BR_CHECKED;
// A step; s->drive has the forces of known drives at its end.
br_status br_filter_time_update(br_filter *f, double h, br_diag *why) BR_CHECKED;
// y: a number for each sensor of the options; NaN: missing.
br_status br_filter_measurement_update(br_filter *f, const double *y, br_diag *why) BR_CHECKED;

// Before sensors are looked at: accelerations and multipliers of the estimate.
br_status br_filter_update_forces(br_filter *f, br_diag *why) BR_CHECKED;
// A sensor of the mechanism, measured or not, (29), by the estimate; its standard deviation.
double br_filter_sensor(br_filter *f, int sensor, double *sd);
double br_filter_input(br_filter *f, int input, double *sd);
double br_filter_parameter(br_filter *f, int parameter, double *sd);
// Value and speed of a measure; which: 0 or 1.
double br_filter_measure(br_filter *f, int measure, int which, double *sd);
// The share of a wide standard deviation of a named measure that is left (which: 0 value, 1 speed).
double br_filter_share_left(br_filter *f, int measure, int which);

// Inside.
br_status br_filter_apply_correction(br_filter *f, br_diag *why) BR_CHECKED; // by f->change
bool br_filter_rejects(br_filter *f, int k, double variance);                // innovation k is beyond the gate
void br_filter_count_innovation(br_filter *f, int k, double variance);       // it was taken
void br_filter_count_calm(br_filter *f);                                     // before the innovations of a row
void br_filter_keep_closed(br_filter *f); // the gate, for twice as many measurements from now on
// Inside (mech/estimate/filter_dense.c).
br_status br_dense_open(br_filter *f) BR_CHECKED;
void br_dense_set_covariance(br_filter *f); // that of the columns of the root
void br_dense_close(br_filter *f);
br_status br_dense_transition(br_filter *f) BR_CHECKED; // of a step that was tried
void br_dense_propagate_covariance(br_filter_dense *e); // P becomes F P F'
void br_dense_add_process_noise(br_filter *f, double h);
void br_dense_unit_directions(br_filter *f); // unit columns where it stands
void br_dense_measurement_update(br_filter *f, const double *y);
double br_dense_sd(const br_filter *f, const double *slope); // slope: along the unit columns

#endif
