// noise.h - white noise of a measured signal, from its own rows.                   [host]
#ifndef BR_FIT_STATISTICS_NOISE_H
#define BR_FIT_STATISTICS_NOISE_H

#include <bristle/status.h>

// Robust sd of white noise: third divided differences, in which what changes slowly is small, over the norm of their weights. Rows
// with NaN are left out. 0: there are fewer than four rows, or most of these differences are 0, as of a coarse encoder.
br_status br_noise_white(long long rows, const double *t, const double *x, double *sd) BR_CHECKED;

#endif
