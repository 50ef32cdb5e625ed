// evolve.h - differential evolution of starts, whose costs are evaluated side by side. [host]
#ifndef BR_FIT_OUTPUT_EVOLVE_H
#define BR_FIT_OUTPUT_EVOLVE_H

#include "fit/output/lanes.h"

// Sets the costs of lanes, and may set what it eliminates from them.
typedef br_status (*br_lanes_cost)(void *self, br_lane *lane, int lanes);

typedef struct br_evolve_options {
    const double (*range)[2];      // lowest and highest value of every parameter of the fit,
    const double (*term_range)[2]; // and of every term; NULL: terms are not varied, the cost eliminates them
    int generations;               // at most
    br_lanes_cost cost;
    void *self;
} br_evolve_options;

// Improves the members, whose costs are known: differential evolution (Storn and Price 1997) in the variables of the search. It
// needs no derivatives, so that kinks of laws with modes and clamps do not stop it. The same members give the same result every
// time. n: its scales are set.
br_status br_lanes_evolve(const br_output_problem *q, br_fit_parameters *n, const br_evolve_options *o, br_lane *member,
                          int count) BR_CHECKED;

#endif
