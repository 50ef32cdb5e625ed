// profile.h - how far one number of a fit can move before the log objects, all others following it.       [host]
//
// The interval of a number is where the least sum of squares over all other numbers is above the least of all by no more
// than chance explains. Unlike a standard deviation it knows of bends and bounds: an end may be a bound, or infinite.
#ifndef BR_FIT_OUTPUT_PROFILE_H
#define BR_FIT_OUTPUT_PROFILE_H

#include "fit/output/output.h"

typedef struct br_profile {
    double low, high; // infinite: the log does not object
    int fits;         // that it took
} br_profile;

// Number i of the fit (numbers, then terms); confidence: 0.95. Problem and options are those of the fit, without priors on
// numbers and without Huber.
br_status br_profile_find(br_profile *to, const br_output_fit *f, const br_output_problem *q,
                          const br_output_options *o, int i, double confidence) BR_CHECKED;

#endif
