// axis_simulation.h - simulation of an axis: force in, motion out, with any friction law, with sensitivities. [host]
//
//     m v' = u(t - delay) - F(v, z; p) - offset - skew |v| - gs sin x - gc cos x - spring x - damper v
//            - drag v |v| - extra q(t - delay),      x' = v
//
//     br_axis_simulation_open(&f, &system.sys, &o);
//     br_axis_simulation_run(&f, &stretch, &in, y, J);      y: rows of positions, J: rows of f.columns derivatives
//     br_axis_simulation_close(&f);
//
// A step is implicit in the velocity, so an axis that friction holds stays where it is, whatever the law: trapezoidal
// where friction is smooth; where it jumps, the moments at which the axis comes to rest and starts are located, and Euler
// backward goes on from rest. The law's states run by its own
// flow, other inputs are held in the middle of a step. Derivatives are those of the steps themselves.
#ifndef BR_FIT_OUTPUT_AXIS_SIMULATION_H
#define BR_FIT_OUTPUT_AXIS_SIMULATION_H

#include "fit/output/along.h"

enum { BR_AXIS_TERMS = 7 };
typedef enum br_axis_term {
    BR_AXIS_MASS,
    BR_AXIS_OFFSET,
    BR_AXIS_SKEW,
    BR_AXIS_SIN,
    BR_AXIS_COS,
    BR_AXIS_SPRING,
    BR_AXIS_DAMPER,
    BR_AXIS_DELAY, // of the drive force; no force of its own
    // For a check of a fit:
    BR_AXIS_DRAG, // v |v|
    BR_AXIS_EXTRA // q, a column of the log; part of the drive
} br_axis_term;

// What stands beside the law in the balance of forces, per unit of its coefficient; slopes by x and v if wanted. a: the
// acceleration, for the mass.
double br_axis_term_at(br_axis_term which, double x, double v, double a, double *by_x, double *by_v);

typedef struct br_axis_simulation_options {
    const br_integrator_kind *flow; // of the law; NULL: what suits it
    int substeps;                   // of the flow; 0: as it chooses
    int steps;                      // of the axis between two rows; more: see halvings below
    int v, force, F;                // inputs of the law: velocity, and the force on it (-1: it takes none); its output
    const br_axis_term *term;
    int terms;
    double mass;           // where the mass is no term
    double spring, damper; // known parts: they stand beside terms of that kind,
    double delay;          // s: as this does
    // s: the drive of a row is held for so long, from t + delay - hold_time/2 until that of the next row; 0: from row to row it goes on
    // straight lines. Either way delay is how much later it acts on average.
    double hold_time;
    bool velocity; // y are velocities, not positions
    // Sds of what is measured and of the force, in every sample: with these every row corrects the axis, and y are predictions
    // from the row before (fit/output/axis_filter.c); 0: a simulation.
    double measured_sd, force_sd;
    const int *by;            // derivatives by these parameters of the law,
    int bys;                  // then by the start (x, v, states of the law), then by the terms
    const volatile int *stop; // as in br_along_options
} br_axis_simulation_options;

// Slopes of the drive by the terms that are in it.
typedef struct br_axis_drive_slopes {
    double delay, extra;
} br_axis_drive_slopes;

typedef struct br_axis_simulation {
    const br_sys *sys;
    br_axis_simulation_options o;
    int columns;
    br_joint joint; // states of the law, velocity, parameters `by`
    br_joint lean;  // the same without the parameters, for the search for a velocity; its flow counts what went wrong
    // Inside.
    int first, last; // columns that are wanted: all, or those by the start, from which a filter has its covariance
    void *memory, *lean_memory;
    double *block, *X, *X_kept, *next, *F, *h, *u, *u_from, *u_to, *S, *fixed, *dF, *dF_next, *by_time, *c, *share;
    double *P, *PF;                   // of the filter: covariance of x, v and the law's states, and room for another;
    double *P_force;                  // what of it is noise of the force,
    double force_share;               // and its share of the variances of predictions, sum over the rows
    double v_before, friction_before; // at the row before
    double log_variance;    // sum of the logarithms of the variances of predictions over that of the measured,
    long long measurements; // of so many rows
    int *m, *next_m, *m_kept;
    int row_steps;                              // between the row it is at and the next
    double x, v, force, dt, drive, drive_next;  // the drive with all that is in it,
    br_axis_drive_slopes by_term, by_term_next; // and its slopes
    long long near;                             // row of the drive that acts now, about
    double mass, offset, spring, damper;        // of the terms and of what is known, in this stretch
    bool curved;                                // there are terms that are not linear in x and v
    bool euler;
    double start_share, start_side; // of a step in which it begins to move: when, and where to
} br_axis_simulation;

// BR_BAD_USAGE: the flow does not fit the law, or there is no mass. After a failure *f is all zero.
br_status br_axis_simulation_open(br_axis_simulation *f, const br_sys *law,
                                  const br_axis_simulation_options *o) BR_CHECKED;
void br_axis_simulation_close(br_axis_simulation *f);

// What a simulation starts from.
typedef struct br_axis_input {
    const double *drive;     // the force of every row; one that is missing holds the last
    const double *bends;     // of the drive at every row, from br_axis_drive_bends; NULL: it runs on straight lines
    const double *extra;     // q of every row, on straight lines or held as the drive is; NULL: 0
    const double *p, *c;     // parameters of the law; coefficients of the terms
    const double *share;     // of every term: how much of it acts in this stretch; NULL: all of all
    const double *start;     // x, v, states of the law
    const int *m0;           // modes of the law; NULL: it has none
    long long before, after; // rows of the drive and its time stamps before and behind the stretch, for a delay
    // For a filter: what is measured, NaN where it is missing; sds of the start (0: it is known), x and v first; and of every row
    // the sd of what is measured over that of its prediction, and the gains for x, v and the states of the law, which are filled
    // in. gains_held: they are there already, and stay what they are.
    const double *measured, *start_sd;
    double *weight, *gain;
    bool gains_held;
    const unsigned char *halvings; // of every row: how often the steps to the next one are halved; NULL: never
    double *
        local_error; // of every row, filled in: by how much half as long steps would change the velocity of the next; or NULL
} br_axis_input;

// bends: the second derivative of the drive u at every row, from the five rows around it: noise of the force counts a fifth
// of what it would in second differences.
void br_axis_drive_bends(long long rows, const double *t, const double *u, double *bends);

// Inputs of the stretch other than v and the force as in br_along_run. BR_NOT_FINITE, BR_BAD_DATA, BR_NEGATIVE as there.
br_status br_axis_simulation_run(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, double *y,
                                 double *J) BR_CHECKED;

#endif
