// augmented.h - the augmented state of the filter: unknown inputs, parameters and states of friction laws.    [host]
//
// Behind positions and speeds the state vector has, in this order: one or two states of each unknown input, one for each
// parameter, and the states of all friction laws. Nothing allocates after
// br_augmented_open.
#ifndef BR_MECH_ESTIMATE_AUGMENTED_H
#define BR_MECH_ESTIMATE_AUGMENTED_H

#include "loop/flow/estimate.h"
#include "mech/motion/moving.h"

typedef enum br_input_kind {
    BR_INPUT_WALK,  // a random walk, paper 001 (45)
    BR_INPUT_RAMP,  // its rate walks: two numbers, the input and its rate
    BR_INPUT_DECAY, // it falls off by itself, while noise lifts it (Gauss-Markov, first order)
    BR_INPUT_SINE,  // a cos(rate*t) + b sin(rate*t): a and b walk
    BR_INPUT_ORDER, // the same over the value of a measure
    BR_INPUT_KINDS
} br_input_kind;

typedef struct br_input { // an unknown force, and how it goes on; neighbours along one force add up
    int force;            // a drive
    br_input_kind kind;
    double rate; // decay: 1/s; sine: rad/s; order: rad for each unit of the measure
    int measure; // order
    double walk; // standard deviation that it gains in a second; of a ramp: its rate, of sines: a and b
} br_input;

typedef enum br_parameter_kind {
    BR_OF_FORCE, // stiffness of a spring, damping of a damper
    BR_OF_REST,  // where a spring is relaxed
    BR_OF_LAW,   // a parameter of a friction law
    BR_OF_JOINT  // of a joint that yields
} br_parameter_kind;

typedef struct br_parameter {
    br_parameter_kind kind;
    int of;             // the force, or the joint
    br_estimate is;     // how it stands in the vector; number: of the law's parameters, or of br_mech_joint.give
    double x, sd, walk; // as it stands there: start, its standard deviation, and what that gains in a second
} br_parameter;

typedef struct br_augmented {
    const br_input *input;
    const br_parameter *parameter;
    int inputs, parameters;
    int *at, *law;            // first numbers: of each input, and of each force that is friction with states, or -1
    int parameters_at;        // and of parameters
    int count, known, noises; // all; those in x; columns of noise in a step
    double *x, *was;          // inputs and parameters as they stand in the vector; before the step
    double t;                 // s, of sines
    double *by;               // of one force, by all
    double by_q[BR_PATCH_MOST], by_v[BR_PATCH_MOST];
    long long limited; // corrections that would have left a parameter's range
} br_augmented;

// The arrays must outlive it; values are those of the mechanism's text and of the parameters' starts.
br_status br_augmented_open(br_augmented *x, const br_mech *m, const br_input *input, int inputs,
                            const br_parameter *parameter, int parameters) BR_CHECKED;
void br_augmented_close(br_augmented *x);

int br_input_states(br_input_kind kind);
double br_parameter_value(const br_parameter *p, double x); // from what stands in the vector
double br_parameter_slope(const br_parameter *p, double x); // of the value

// Inputs as they will be after h seconds, as the model has it; `back` undoes that. Forces of inputs and parameters go into
// the mechanism.
void br_augmented_advance(br_augmented *x, br_moving *s, double h);
void br_augmented_apply(const br_augmented *x, br_moving *s); // as it stands
void br_augmented_rewind(br_augmented *x, br_moving *s, double h);
void br_augmented_transition(const br_augmented *x, double h, double *e); // a change of the numbers, over the same h
void br_augmented_noise(const br_augmented *x, double h, int which,
                        double *e); // e += column `which` of the root of the noise
double br_augmented_prior_sd(const br_augmented *x, const br_mech *m, int which); // its standard deviation at the start
// All numbers change; parameters stay in their ranges.
void br_augmented_correct(br_augmented *x, br_moving *s, const double *change);
void br_augmented_save(const br_augmented *x, const br_moving *s, double *to);
void br_augmented_restore(br_augmented *x, br_moving *s, const double *from);

// How a force along its measure, or a row of a joint that yields, changes with these numbers.
typedef struct br_force_gradient {
    int from, to;     // the numbers that move it
    const double *by; // valid until the next br_force_gradient_of
    double turn; // and of an input over a measure by its value, through positions and speeds at the beginning of a step
    const br_patch *patch;
    const double *by_q, *by_v;
} br_force_gradient;
// Right behind br_moving_evaluate_force of that force with these multipliers. ahead: s, to the end of a step, or 0: now.
br_force_gradient br_force_gradient_of(br_augmented *x, const br_moving *s, int force, const double *lambda,
                                       const br_measure_state *l, double ahead);
// Of the force stiffness*phi + damping*phi' of a row, at a state.
br_force_gradient br_force_gradient_of_row(br_augmented *x, const br_moving *s, const br_mech_state *w, int row);
double br_force_gradient_along(const br_force_gradient *p, const double *dq, const double *dv, const double *e);

// States of friction laws at the end of a step that was tried; dw, dN: changes of speed and normal force there, e: those of
// the numbers, of law states before the step and then behind it. Right behind br_moving_evaluate_force, too.
void br_augmented_law_states(const br_augmented *x, const br_moving *s, int force, double dw, double dN, double *e);

#endif
