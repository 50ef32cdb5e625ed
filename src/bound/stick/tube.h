// tube.h - tubes: guaranteed enclosures of the states of a stick-slip plant, by mode. [host]
//
// A tube encloses every state for any start, parameter and input of their intervals: the modes that the plant may be in,
// and the states of each. Two predictors move it over a step h, the input being
// anything within its interval at any time of the step; where that is a number, it is held:
//
//     br_corner_step    corner trajectories in closed form. In a mode the solution grows with its start, with b = k*(u - c)
//                       and, moving forward, with a; so the hull over a box runs along two corners, and nothing but
//                       rounding is added. A stop within the step is bounded by the distance left to run.
//                       Where an input may reach the limits of both sides within a step, each side has the corner of what goes
//                       there all along.
//     br_picard_step    Rauh et al. 2017, section 3: a bounding box over all modes that are active anywhere in the step
//                       (steps 1 and 2), Taylor series of order nu with enclosed remainder (3), modes left behind (4)
//
// Who starts a proof asks br_fp_probe() first (num/base/probe.h); br_pace_make does.
#ifndef BR_BOUND_STICK_TUBE_H
#define BR_BOUND_STICK_TUBE_H

#include "bound/stick/stick.h"

typedef struct br_states { // the states of one mode
    br_interval q, w;
    bool on;
} br_states;

typedef struct br_tube {
    br_states states[BR_LABELS]; // forward: w >= 0, backward: w <= 0, rest: w = 0
} br_tube;

br_tube br_tube_at_rest(br_interval q);
bool br_tube_is_empty(const br_tube *t);
br_states br_tube_hull(const br_tube *t);
void br_tube_contract(br_tube *t, br_interval q); // keeps what agrees with a measured position
void br_tube_keep_rest(br_tube *t);               // keeps what rests

// exp(z), (exp(z) - 1)/z*h and (exp(z) - 1 - z)/z^2*h^2 with z = a*h, at one end of a.
typedef struct br_growth {
    br_interval a, e, f, g;
} br_growth;
br_growth br_growth_at(double a, double h); // |a*h| <= 1

// A box of parameters made ready for steps of one length.
typedef struct br_pace {
    double h;   // of a piece
    int pieces; // of a step, such that |a*h| <= 1 in each
    br_slide side[BR_LABELS];
    br_growth low[BR_LABELS], high[BR_LABELS]; // at the ends of a
} br_pace;

// BR_NEGATIVE: br_stick_at, or the step has too many pieces; BR_BAD_MACHINE: see num/base/probe.h.
br_status br_pace_make(br_pace *pace, const br_stick *s, const br_interval *p, double h) BR_CHECKED;

void br_corner_step(const br_pace *pace, br_interval u, br_tube *t);
void br_tube_step(const br_pace *pace, br_interval u,
                  br_tube *t); // the same; faster where nothing breaks away or stops

enum { BR_PICARD_ORDER = 8 };
// nu: 1 to BR_PICARD_ORDER. BR_NEGATIVE: no bounding box was found; the tube stays as it was.
br_status br_picard_step(const br_pace *pace, int nu, br_interval u, br_tube *t) BR_CHECKED;

#endif
