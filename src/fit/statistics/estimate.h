// estimate.h - statistics of a fit: standard deviations, covariance, condition, AIC, BIC, whiteness. [host]
//
//     br_fit_estimate e;
//     br_fit_estimate_init(&e, 4, names);
//     ... e.value[i] = ...                                  by whatever fit
//     br_fit_estimate_statistics(&e, n, R, cost, count, 0, -1);  R'R = J'J, as of br_least_report: all the rest
//     br_fit_estimate_free(&e);
//
// Linear and nonlinear fits answer alike, so that tables and verdicts are written once. All in SI.
#ifndef BR_FIT_STATISTICS_ESTIMATE_H
#define BR_FIT_STATISTICS_ESTIMATE_H

#include <bristle/status.h>
#include <stdbool.h>

enum { BR_FIT_LAGS = 20 }; // of the test of whiteness

typedef struct br_fit_estimate {
    int n;
    const char *const *name; // n, lent: they outlive the estimate
    double *value;           // n
    double *sd;              // n; infinite: not identifiable
    double *covariance;      // n*n; over the identifiable directions, where rank < n
    int rank;                // of the columns of J, each scaled to norm 1: n if all parameters are identifiable
    double condition;        // of those columns, 2-norm; infinite if the rank is short
    double *direction;       // n: the least identifiable direction of the values, scaled to about one sigma of the
                             // residuals; where the rank is short the residuals do not change
    long long count;         // residuals
    double cost;             // sum of their squares, weighted
    double dof;              // count less the parameters that they determine
    double sigma;            // sd of a residual of weight 1: given, or sqrt(cost/dof)
    double relative;         // norm of the residuals over that of the measured, both weighted; NaN: not known
    double aic, bic;         // count*log(cost/count) + 2*k, + k*log(count); k: count - dof. Differences count
    double whiteness;        // p-value of the Ljung-Box test; near 0: autocorrelated residuals; NaN: not tested
    double *memory;          // of the arrays above
} br_fit_estimate;

// Values 0, the rest as of nothing known. After a failure *e is all zero. n from 1 to 1000.
br_status br_fit_estimate_init(br_fit_estimate *e, int n, const char *const *name) BR_CHECKED;
void br_fit_estimate_free(br_fit_estimate *e);

// Everything but name, value, relative and whiteness, from J: R has `rows` rows of n with R'R = J'J (J itself will do),
// cost is the sum of squares of `count` weighted residuals. sigma: their sd where it is known; 0: it is estimated. Prior
// knowledge stands in R as rows over its sd times sigma, and is no residual: determined is then the number of parameters
// that the residuals determine (the trace of the hat matrix), else negative: the rank.
// BR_BAD_USAGE: sizes; BR_NOT_FINITE: R or cost. *e is then as before.
br_status br_fit_estimate_statistics(br_fit_estimate *e, int rows, const double *R, double cost, long long count,
                                     double sigma, double determined) BR_CHECKED;

// ---------------------------------------------------------------- autocorrelation of residuals

// Sums for the autocorrelation of residuals at lags 0 to BR_FIT_LAGS, added one by one.
typedef struct br_fit_autocorrelation {
    double last[BR_FIT_LAGS]; // ring
    double sum[BR_FIT_LAGS + 1];
    long long pairs[BR_FIT_LAGS + 1];
    int head, held;
} br_fit_autocorrelation;

void br_fit_autocorrelation_add(br_fit_autocorrelation *w,
                                double r); // *w all zero at first; a NaN parts what is before and behind it
// p-value of the Ljung-Box test of whiteness; NaN for fewer than 40.
double br_fit_ljung_box(const br_fit_autocorrelation *w);
double br_fit_whiteness(long long n, const double *r); // the same of an array
// Factor by which standard deviations of what changes slowly are too small if residuals are taken as white: the root of
// 1 + 2 sum rho, by Bartlett's window over the lags; at least 1, NaN as above.
double br_fit_autocorrelation_factor(const br_fit_autocorrelation *w);

// Covariance of the values for autocorrelated residuals (`whiteness` near 0), whose autocovariances are those of an
// autoregressive model of r (Burg; order by AIC). J: rows of n, weighted, in the order of time, and r: residuals, weighted; 0
// where a residual is missing. C: n*n. BR_NEGATIVE: too few rows.
br_status br_fit_autocorrelated_covariance(const br_fit_estimate *e, long long rows, const double *J, const double *r,
                                           double *C) BR_CHECKED;

// The same from how the values move when a block of rows is left out: block c has rows first[c] to first[c + 1]. Residuals of one
// block may depend on each other in any way. R: n*n, upper, R'R = J'J and prior knowledge. A little larger than the spread itself:
// 2 standard deviations hold 95 % although the blocks are few. BR_NEGATIVE: some value is known by a single block.
br_status br_fit_jackknife_covariance(int n, const double *R, const double *J, const double *r, const long long *first,
                                      int blocks, double *C) BR_CHECKED;

#endif
