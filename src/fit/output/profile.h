// profile.h - confidence intervals by profile likelihood.                         [host]
//
// The interval of a parameter is where the least sum of squares over all other parameters passes the likelihood ratio test.
// Unlike a standard deviation it accounts for nonlinearity and bounds: an end may be a bound, or infinite.
#ifndef BR_FIT_OUTPUT_PROFILE_H
#define BR_FIT_OUTPUT_PROFILE_H

#include "fit/output/output.h"

typedef struct br_profile {
    double low, high; // infinite: not identifiable to this side
    int fits;         // that it took
} br_profile;

// Parameter i of the fit (parameters, then terms); confidence: 0.95. Problem and options are those of the fit, without priors
// on parameters and without Huber.
br_status br_profile_find(br_profile *to, const br_output_fit *f, const br_output_problem *q,
                          const br_output_options *o, int i, double confidence) BR_CHECKED;

#endif
