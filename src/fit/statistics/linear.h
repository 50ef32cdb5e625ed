// linear.h - linear least squares on named regressors, over any number of logs.   [host]
//
//     br_linear l;
//     br_linear_init(&l, 4, names);
//     for each block of rows:  br_linear_add(&l, rows, A, b, NULL);     b = A x + noise; bounded memory
//     br_linear_solve(&l, 0, &e);                                       e: as of br_fit_estimate_init with these names
//     for each block of rows:  br_linear_residuals(&l, &e, rows, A, b, NULL); residuals, for whiteness
//     br_linear_free(&l);
//
// All through QR of blocks, never through A'A, with columns scaled. A has rows of n numbers. Weights stand for 1/sd:
// residuals are multiplied by them before they are squared; NULL: all 1. A row that is not finite is skipped.
#ifndef BR_FIT_STATISTICS_LINEAR_H
#define BR_FIT_STATISTICS_LINEAR_H

#include "fit/statistics/estimate.h"
#include "fit/statistics/triangle.h"

typedef struct br_linear {
    int n;             // columns
    br_triangle all;   // of n + 1 columns: A and b
    double *prior;     // k rows of n + 1: W and W x0 with W'W = P^-1
    int priors;        // rows of it
    long long count;   // rows taken
    long long missing; // rows skipped
    double measured;   // sum of squares of b, weighted
    br_fit_autocorrelation white;
    const char *const *name;
} br_linear;

// After a failure *l is all zero.
br_status br_linear_init(br_linear *l, int n, const char *const *name) BR_CHECKED;
void br_linear_free(br_linear *l);

br_status br_linear_add(br_linear *l, long long rows, const double *A, const double *b,
                        const double *weight) BR_CHECKED;

// Prior of k parameters, by their places: mean x0 and covariance P (k*k), correlated or not; thesis (A.37). Priors add up.
// BR_NEGATIVE: P is not positive definite.
br_status br_linear_prior(br_linear *l, int k, const int *which, const double *x0, const double *P) BR_CHECKED;

// The x of least sum of squares, thesis (A.38), with zeros for columns that depend on others. sigma: sd of a residual of
// weight 1, where it is known; 0: estimated, also in how much a prior weighs. BR_NEGATIVE: no row was taken.
br_status br_linear_solve(const br_linear *l, double sigma, br_fit_estimate *e) BR_CHECKED;

// Residuals b - A x, weighted, in their order; whiteness of e. r: rows numbers; may be NULL.
void br_linear_residuals(br_linear *l, br_fit_estimate *e, long long rows, const double *A, const double *b,
                         const double *weight, double *r);

// All of it for one array.
br_status br_linear_fit(br_fit_estimate *e, long long rows, const double *A, const double *b,
                        const double *weight) BR_CHECKED;

// ---------------------------------------------------------------- outliers

typedef enum br_linear_loss { BR_LINEAR_HUBER, BR_LINEAR_TUKEY } br_linear_loss; // 95 % efficient on normal noise

// Iteratively reweighted least squares, weights by residuals over the median absolute residual; Tukey's starts from Huber's
// result and rejects rows beyond 4.7 scales. Standard deviations by Huber (1981, 6.6); sigma, cost and the criteria go with
// them. trust: the weights, rows numbers from 0 to 1; may be NULL.
br_status br_linear_robust(br_fit_estimate *e, br_linear_loss loss, long long rows, const double *A, const double *b,
                           double *trust) BR_CHECKED;

// ---------------------------------------------------------------- noise in the regressors

// Instrumental variables in two stages: A is replaced by its part in the span of Z (rows of k >= n numbers, correlated
// with A and not with the noise: of a simulated, or a filtered and delayed, motion). Residuals are those of A itself.
// All rows must be finite. BR_NEGATIVE: the instruments do not determine all parameters.
br_status br_linear_instrumental(br_fit_estimate *e, long long rows, const double *A, int k, const double *Z,
                                 const double *b) BR_CHECKED;

#endif
