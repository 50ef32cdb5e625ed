// mech_fit.h - parameters of a mechanism fitted over its whole log, and how far they can be trusted.    [host]
//
//     status = br_mech_estimate_run(&w, &record, &filtered, why);
//     status = br_mech_fit_run(&w, &filtered, &fit, why);
//
// A filter linearises once, along its way: where it starts decides where it ends, and its standard deviations do not show it. Here
// the innovations of a filter whose parameters are fixed are made least (prediction error method), with the priors of the filter,
// from where the filter ended and from a second start on the other side of the first; again with half the step. Parameters that walk
// (--noise) stay states of the filter: their values are those at its end.
#ifndef BR_API_MECHANISM_MECH_FIT_H
#define BR_API_MECHANISM_MECH_FIT_H

#include "mech/estimate/estimate.h"

typedef enum br_mech_second { // how the fit from the second start ended
    BR_SECOND_SAME,
    BR_SECOND_WORSE,  // elsewhere, and explains the log worse
    BR_SECOND_TWO,    // elsewhere, and explains the log as well within the noise
    BR_SECOND_BETTER, // elsewhere, and explains the log better: that is the result
    BR_SECOND_FAILED  // nowhere: its runs do not converge
} br_mech_second;
const char *br_mech_second_name(br_mech_second s); // "same", "worse", ...

typedef struct br_mech_fitted { // a parameter, in SI
    double value;
    double white_sd; // if residuals are white and as large as the sensors' standard deviations say
    double
        autocorrelated_sd; // for residuals as they are: their size, and an autoregressive model of them; at least white_sd
    double shift;          // of the value if the step is halved; NaN: the fit with half the step did not converge
    double step_error;     // of the value: 2*|shift|, as of a scheme of first order; 4/3*|shift| of second
    double sd[2];          // white_sd and autocorrelated_sd with step_error, as root of the sum of squares
    double other;          // the value of the second explanation; NaN: there is none
    double moved;          // of a parameter that walks: shift of its value by the second start; else 0
    bool walks, on_bound;
} br_mech_fitted;

typedef struct br_mech_fit {
    int n;
    br_mech_fitted parameter[BR_MECH_ESTIMATE_MOST];
    bool found;             // false: no run converged, and all values are those of the filter
    bool settled;           // the search ended in a minimum
    double nis, likelihood; // of the innovations with the parameters fixed
    int colour;             // the signal whose residuals are farthest from white noise
    double whiteness, lag1; // its p-value of the Ljung-Box test, its lag-1 autocorrelation; NaN: too few rows
    br_mech_second second;
    double gain; // of the logarithm of the posterior density: second over first explanation
    int runs;    // over the log
} br_mech_fit;

// w as it was run, filtered: what br_mech_estimate_run answered. w->progress is called with shares of the whole fit.
// BR_NEGATIVE: progress wanted no more. Too long a log for memory: BR_NO_MEMORY.
br_status br_mech_fit_run(const br_mech_estimate *w, const br_mech_estimate_result *filtered, br_mech_fit *to,
                          br_diag *why) BR_CHECKED;

#endif
