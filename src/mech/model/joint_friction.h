// joint_friction.h - a friction law in a joint: its force at the end of a step, by the speed there.           [host]
#ifndef BR_MECH_MODEL_JOINT_FRICTION_H
#define BR_MECH_MODEL_JOINT_FRICTION_H

#include "sim/rig/trajectory.h"

typedef struct br_joint_friction {
    br_contact contact;
    double *memory;
    double *next, *out, *jet, *slope, *by_x, *by_u, *dx; // of a step that is tried
    double *next_by_x, *next_by_p, *F_by_x, *F_by_p;     // and more of its derivatives (br_joint_friction_derivatives)
    int *modes;
    bool
        tried; // a step asks the same again and again: what the last try was asked, from which states, and what it said
    double asked[3], said[3], *from;
    int *from_modes;
    bool jumps;     // at rest its force may be anything between edge[0] and edge[1]: the joint sticks
    double edge[2]; // as it starts to move back, and forth
} br_joint_friction;

// set and values may be NULL. BR_BAD_USAGE: the law has other inputs than v and fn, or no force F.
br_status br_joint_friction_open(br_joint_friction *r, const char *law, const char *set, const char *values,
                                 br_diag *why) BR_CHECKED;
void br_joint_friction_close(br_joint_friction *r);

// F after h seconds at speed w under the normal force N, and its derivatives; the states stay. A law without the input fn
// has the force of 1 N. A step that fails gives NaN.
double br_joint_friction_force(br_joint_friction *r, double w, double N, double h, double *by_w, double *by_N);
void br_joint_friction_advance(br_joint_friction *r, double w, double N, double h); // the states move on

// Of the last try, under the same N: F by the states before it and by the parameters, F_by_x and F_by_p; the states behind it
// by the same, next_by_x and next_by_p, and by inputs, dx.
void br_joint_friction_derivatives(br_joint_friction *r, double N);
void br_joint_friction_set(br_joint_friction *r, int number, double value); // a parameter

#endif
