// lanes.h - the cost of many starts at once: every start is a lane of one batch.   [host]
//
// All starts are simulated side by side along the same logs, one step of the flow for all of them. What is linear is
// eliminated from each (variable projection): the terms, parameters that the output is affine in, and of a homogeneous law the
// scale of its forces (fit/output/affine.h). A start then costs one simulation, and no step of a search.
#ifndef BR_FIT_OUTPUT_LANES_H
#define BR_FIT_OUTPUT_LANES_H

#include "fit/output/output.h"

// One start.
typedef struct br_lane {
    double *p;    // all parameters of the model; those that are eliminated become what fits best
    double *term; // coefficients of the terms, likewise
    double cost;  // RMS of the residuals; infinite where the simulation is not finite
} br_lane;

// The logs of the problem as they are: residuals are not decimated, states start as the model says. Every lane gets the bits that
// it would get alone. together: lanes of one batch, at most; 0: as many as suit.
br_status br_lanes_evaluate(const br_output_problem *q, const br_output_options *o, br_lane *lane, int lanes,
                            int together) BR_CHECKED;

#endif
