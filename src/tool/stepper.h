// stepper.h - a small adaptive integrator for the pictures of laws.             [host]
//
// Bogacki-Shampine 3(2) with the modes of the law checked after every step. For drawing only: what users integrate goes
// through flows.
#ifndef BR_TOOL_STEPPER_H
#define BR_TOOL_STEPPER_H

#include "law/model.h"
#include "law/tape.h"

typedef struct stepper {
    const br_model *model;
    br_jet jet; // of the rates by the states
    br_tape law, guard;
    bool made_law, made_guard;
    double *jacobian, *slopes; // nx*nx, and the blocks it is made from
    int velocity;              // which number of u it is
    int output;                // which number of the rows is drawn
    double *x, *u, *p, *out;   // the point, and the rows there
    double *k[4], *trial, *saved, *largest;
    int *state_at;        // number of the rows that is the rate of each state
    int *mode, *next;     // and where the transitions lead
    double speed, omega;  // v = speed*cos(omega*t)
    double t, h, longest; // longest: step
    int left;             // steps left before it gives up
} stepper;

br_status stepper_open(stepper *s, br_model *m, int velocity) BR_CHECKED; // adds derivative nodes to the law
void stepper_close(stepper *s);

void stepper_start(stepper *s, double speed, double omega,
                   double longest);     // from states of the model, in its first mode
bool stepper_go(stepper *s, double to); // false: it gave up
double stepper_output(stepper *s);

// At constant speed: goes to where nothing moves any more, in linearly implicit steps that grow. For laws without modes;
// stiff ones that explicit steps would take ages for. False: it got nowhere.
bool stepper_settle(stepper *s);

#endif
