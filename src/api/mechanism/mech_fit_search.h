// mech_fit_search.h - inside api/mechanism/mech_fit: least squares of the innovations of a mechanism's filter with fixed parameters.    [host]
#ifndef BR_API_MECHANISM_MECH_FIT_SEARCH_H
#define BR_API_MECHANISM_MECH_FIT_SEARCH_H

#include "api/mechanism/mech_fit.h"

// Variables u: (x - start)/prior sd of each constant parameter, so that the prior is u with standard deviation 1.
typedef struct br_mech_search {
    br_mech_estimate w; // as the log was filtered, without what only records need
    const br_mech_estimate *from;
    int n, which[BR_MECH_ESTIMATE_MOST]; // constant parameters
    double lo[BR_MECH_ESTIMATE_MOST], hi[BR_MECH_ESTIMATE_MOST];
    long long cells; // signals*rows
    double *e, *sd;  // innovations of the last run, at `at`, and their standard deviations
    double *moved;   // innovations of a run beside it
    double *weight;  // 1/sd where the search began
    double *slope;   // cells*n: how innovations change with u
    double at[BR_MECH_ESTIMATE_MOST], slope_at[BR_MECH_ESTIMATE_MOST], spread[BR_MECH_ESTIMATE_MOST];
    bool run_known, slope_known; // spread: standard deviations of u where the slopes are from
    int split;                   // of the last run
    br_mech_estimate_result result;
    br_status ended; // BR_NEGATIVE, BR_NO_MEMORY: the search has to end
    int runs, expected;
    br_diag *why;
} br_mech_search;

typedef struct br_mech_minimum {
    double u[BR_MECH_ESTIMATE_MOST], posterior;
    bool settled;
    int held[BR_MECH_ESTIMATE_MOST];
} br_mech_minimum;

bool br_mech_search_progress(void *context, double share); // of a run; context: the search
double br_mech_search_x(const br_mech_search *o, int i, double u);
// One run over the log by o->w; what has to end the whole search is kept in `ended`.
br_status br_mech_search_run_log(br_mech_search *o, br_mech_estimate_result *r) BR_CHECKED;
// With parameters fixed at u, unless the last run was that; innovations go to e.
br_status br_mech_search_run_at(br_mech_search *o, const double *u) BR_CHECKED;
// Weights as of the last run; answers by how much they changed.
double br_mech_search_weights(br_mech_search *o);
// Slopes at u, unless those there are from a point within `near` standard deviations, or `close` prior ones, of it.
br_status br_mech_search_update_slopes(br_mech_search *o, const double *u, double near, double close) BR_CHECKED;
// R'R = J'J + 1 of weighted innovations, R: n*n.
br_status br_mech_search_information(br_mech_search *o, double *R) BR_CHECKED;
// Gauss-Newton step from the last run, by the slopes there are.
br_status br_mech_search_newton_step(br_mech_search *o, double *step) BR_CHECKED;
// to->u becomes the one of a and b with the larger posterior density.
br_status br_mech_search_choose_start(br_mech_search *o, const double *a, const double *b,
                                      br_mech_minimum *to) BR_CHECKED;
// Levenberg-Marquardt from to->u; weights are those of the innovations there, renewed as long as they change. fine: slopes at
// the minimum are its own, else they may be from nearby.
br_status br_mech_search_minimum(br_mech_search *o, br_mech_minimum *to, bool fine) BR_CHECKED;

#endif
