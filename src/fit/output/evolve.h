// evolve.h - differential evolution of starts, whose costs are evaluated side by side. [host]
#ifndef BR_FIT_OUTPUT_EVOLVE_H
#define BR_FIT_OUTPUT_EVOLVE_H

#include "fit/output/lanes.h"

// Improves the members, whose costs are known, for so many generations at most: differential evolution (Storn and Price 1997) in
// the variables of the search; what is linear is eliminated from every member. It needs no derivatives, so that kinks of laws
// with modes and clamps do not stop it. The same members give the same result every time. n: its scales are set.
// range: lowest and highest value of every parameter of the fit.
br_status br_lanes_evolve(const br_output_problem *q, br_fit_parameters *n, const br_output_options *o,
                          const double (*range)[2], br_lane *member, int count, int generations) BR_CHECKED;

#endif
