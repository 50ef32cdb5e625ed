// gaussian.h - a Gaussian over n numbers: mean x and covariance P = U D U'.                      [target]
//
// U is unit upper triangular, D a diagonal that is never negative: so P is positive in every precision, and float needs
// no other code than double. Measurement updates take one number at a time (Bierman), time updates are a weighted
// Gram-Schmidt orthogonalisation (Thornton). Matrices stand row by row.
#ifndef BR_LOOP_FILTER_GAUSSIAN_H
#define BR_LOOP_FILTER_GAUSSIAN_H

#include "num/base/arena.h"
#include "num/base/real.h"

// So many standard deviations off a measurement is nonsense, gate or not: it would leave no digit of what was known.
#define BR_ABSURD BR_C(1e8)

typedef struct br_gaussian {
    int n;
    br_real *x, *U, *D;
    br_real *f, *g; // inside
} br_gaussian;

void br_gaussian_carve(br_arena *a, br_gaussian *b, int n);

// Uncorrelated, with these standard deviations; the mean stays.
void br_gaussian_set_sd(br_gaussian *b, const br_real *sd);

br_real br_gaussian_variance(const br_gaussian *b, int i);                  // P[i][i]
br_real br_gaussian_variance_along(const br_gaussian *b, const br_real *h); // h' P h
void br_gaussian_covariance(const br_gaussian *b, br_real *P);              // n*n numbers

// f = U' h: a row h of the measurement Jacobian, for br_gaussian_measurement_update.
void br_gaussian_project(const br_gaussian *b, const br_real *h, br_real *f);

// Variance of the innovation, f' D f + r, of a measurement with noise variance r.
br_real br_gaussian_innovation_variance(const br_gaussian *b, const br_real *f, br_real r);

// Measurement update by a number whose innovation is e: x += K e, P = (I - K h') P; r > 0. Nothing happens unless all stays
// finite: answers whether it happened.
int br_gaussian_measurement_update(br_gaussian *b, const br_real *f, br_real r, br_real e);

// Time update of the covariance: P = W diag(d) W', W = [F U, noise], d not negative; W has n rows of w numbers and is lost.
void br_gaussian_time_update(br_gaussian *b, int w, br_real *W, const br_real *d);

// The same where the last `few` rows have numbers in the first `narrow` columns only; the others are not read there.
void br_gaussian_time_update_narrow(br_gaussian *b, int w, br_real *W, const br_real *d, int few, int narrow);

// The largest standard deviation: its variance can still be squared. And whether numbers are all from 0 to `most`; NULL: yes.
br_real br_gaussian_largest_sd(void);
int br_gaussian_in_range(int n, const br_real *x, br_real most);

// The variance of number i, now beyond `most`, comes down to it as if the number had been measured where it is: correlations
// stay those of a covariance, and the mean stays.
void br_gaussian_limit_variance(br_gaussian *b, int i, br_real now, br_real most);

// P += d a a', d not negative.
void br_gaussian_rank_one_update(br_gaussian *b, br_real d, const br_real *a);

// U D U' = P for a symmetric P, of which the upper half is read, its rows so far apart, that is not negative but for
// rounding; directions without variance get D = 0.
void br_gaussian_factor(int n, const br_real *P, int apart, br_real *U, br_real *D);

#endif
