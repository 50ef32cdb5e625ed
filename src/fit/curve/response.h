// response.h - frequency responses of an axis from multisines: mass, damping and stiffness of their limits. [host]
//
// In presliding an axis is a mass on a spring, sliding it is a mass in oil, thesis (4.1)-(4.4):
//
//     position/force = 1/(k + d s + m s^2),   presliding: k = kappa, d = sigma_1 + sigma_v;   sliding: k = 0, d = sigma_v.
//
// The inverse response is linear in m, d and k, so they come by weighted least squares. Between the limits the response is that
// of no linear system, and `linear` is below 1.
#ifndef BR_FIT_CURVE_RESPONSE_H
#define BR_FIT_CURVE_RESPONSE_H

#include "fit/statistics/estimate.h"

typedef struct br_response_line {
    double f;      // Hz
    double re, im; // position over force, m/N
    double sd;     // of either, from period to period
} br_response_line;

typedef struct br_response_record {
    double dt;           // s
    long long period;    // samples of a period of the multisine
    long long settle;    // samples skipped at the start
    long long n;         // samples; from settle on at least two whole periods
    const double *u, *q; // force, position
} br_response_record;

// Lines at `count` frequencies f, each a whole number of cycles in a period and below half the sample rate. A drift of q at
// constant speed is taken off. *linear (may be NULL): share of the motion that is at these frequencies, 1 for a linear system.
// BR_BAD_USAGE: sizes, frequencies; BR_BAD_DATA: not finite; BR_NEGATIVE: no force at a line.
br_status br_response_find(const br_response_record *r, int count, const double *f, br_response_line *line,
                           double *linear) BR_CHECKED;

typedef enum br_response_limit { BR_RESPONSE_PRESLIDING, BR_RESPONSE_SLIDING } br_response_limit;

// Names m, d, k; sliding: m, d.
int br_response_names(br_response_limit limit, const char *const **name);

// e: as of br_fit_estimate_init with these names. Lines are weighted by 1/sd, sd at least a ten-thousandth of their size.
br_status br_response_fit(br_fit_estimate *e, br_response_limit limit, int count,
                          const br_response_line *line) BR_CHECKED;

double br_response_corner(double m, double d);    // Hz, d/m/(2 pi): where the sliding response bends, (4.5)
double br_response_resonance(double m, double k); // Hz, sqrt(k/m)/(2 pi): where the presliding one peaks, (4.6)

#endif
