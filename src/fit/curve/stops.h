// stops.h - Maxwell-slip elements of a presliding log: how many, and which.       [host]
//
//     br_stops_options o = br_stops_defaults();
//     br_stops_find(&found, &o, n, x, NULL, F);
//     ... found.is.n elements: found.is.kappa[i], slip at found.is.l[i]; found.trial: what fewer or more would give
//     br_stops_free(&found);
//
// An element is a spring of stiffness kappa that slips when stretched by l: kappa times the stop operator
//
//     s+ = min(max(s + dx, -l), l).
//
// A dictionary of stop operators over many l is fitted with no negative stiffness (NNLS: sparse by itself). Neighbours are
// merged, the l refined by nonlinear least squares, and elements merged one by one; their number is chosen by cross validation:
// errors on hold-out blocks of time. The fewest elements are taken that no larger number beats clearly.
#ifndef BR_FIT_CURVE_STOPS_H
#define BR_FIT_CURVE_STOPS_H

#include "fit/statistics/estimate.h"

enum { BR_STOPS_MOST = 12, BR_STOPS_VALUES = 2 * BR_STOPS_MOST + 2, BR_STOPS_ATOMS = 200, BR_STOPS_BLOCKS = 20 };

// F = sum kappa[i] s_i + offset + sigma2 v
typedef struct br_stops {
    int n;
    double l[BR_STOPS_MOST], kappa[BR_STOPS_MOST]; // m, rising; N/m
    double offset, sigma2;                         // N; N*s/m
} br_stops;

double br_stops_coulomb(const br_stops *s);      // FC, sum of kappa*l
double br_stops_share(const br_stops *s, int i); // nu[i], kappa*l over FC: thesis (B.7)

typedef struct br_stops_options {
    int atoms;                // of the dictionary
    double shortest, longest; // m; 0: half of the range of x, and a thousandth of it
    int most;                 // elements
    int blocks;               // of time, for the errors
    long long rows;           // of the log that are fitted while elements are counted; at the end all are
    bool virgin;              // the log begins with unstretched elements; else it counts from when it has forgotten
    double better;            // share by which a larger number must lower the hold-out error
    const volatile int *stop; // where it is not 0, the search ends with BR_NEGATIVE; may be NULL
} br_stops_options;

br_stops_options br_stops_defaults(void);

typedef struct br_stops_trial { // one number of elements
    br_stops is;
    double fitted, hold_out_error; // rms of residuals, N: on the fitted rows; on hold-out blocks
    double doubt;                  // sd over blocks of the difference to one element less
} br_stops_trial;

typedef struct br_stops_found {
    br_stops is;
    br_fit_estimate e;                   // l[1], kappa[1], l[2], ..., offset, and sigma2 where v is given
    br_stops_trial trial[BR_STOPS_MOST]; // trial[k] of k + 1 elements
    int trials;
    long long first; // row from which the log counts
} br_stops_found;

// n samples of position, speed (NULL: no viscous part) and friction force; rows of F may be missing, positions not.
// BR_BAD_DATA: x or v is not finite; BR_NEGATIVE: x does not move far enough, or F asks for no element.
br_status br_stops_find(br_stops_found *found, const br_stops_options *o, long long n, const double *x, const double *v,
                        const double *F) BR_CHECKED;
void br_stops_free(br_stops_found *found);

// The dictionary alone: o->atoms lengths that grow by equal factors, and their stiffnesses by NNLS. weight (m) above 0: as if
// every row had a second residual, weight*sum(kappa); as no kappa is negative, its path is that of the l1 norm on the bends of
// the virgin curve, thesis 6.2. l, kappa: o->atoms numbers each.
br_status br_stops_dictionary(const br_stops_options *o, long long n, const double *x, const double *v, const double *F,
                              double weight, double *l, double *kappa) BR_CHECKED;

#endif
