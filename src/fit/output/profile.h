// profile.h - confidence intervals by profile likelihood.                         [host]
//
// The interval of a parameter is where the least sum of squares over all other parameters passes the likelihood ratio test.
// Unlike a standard deviation it accounts for nonlinearity and bounds: an end may be a bound, or infinite. Where other minima
// pass the test, too, it is a union: these are searched for from a grid of values over the parameter's range.
#ifndef BR_FIT_OUTPUT_PROFILE_H
#define BR_FIT_OUTPUT_PROFILE_H

#include "fit/output/output.h"

enum { BR_PROFILE_PARTS = 4 };

typedef struct br_profile {
    double low, high; // of all parts; infinite: not identifiable to this side
    int count;        // of the parts, which rise and do not touch
    double part[BR_PROFILE_PARTS][2];
    int fits; // that it took
} br_profile;

// Parameter i of the fit (parameters, then terms); confidence: 0.95. Problem and options are those of the fit, without priors
// on parameters and without Huber.
br_status br_profile_find(br_profile *to, const br_output_fit *f, const br_output_problem *q,
                          const br_output_options *o, int i, double confidence) BR_CHECKED;

#endif
