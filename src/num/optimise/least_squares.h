// least_squares.h - nonlinear least squares: Levenberg-Marquardt with bounds on the variables. [target]
//
// Least |r(x)| over lo <= x <= hi by Levenberg and Marquardt: each step solves the linearised problem, damped in the units
// of the columns of J (More 1978), with variables that run into a bound held there; all through QR, never through J'J. So
// parameters may differ by many orders of magnitude and J may lose rank on the way or at the end, which the report says.
// Long searches run along a curved valley: their steps add the geodesic acceleration, for one more call of residual.
//
// Nothing allocates. The work is bounded by `steps`, each at most three calls of residual: usable wherever that time is.
#ifndef BR_NUM_OPTIMISE_LEAST_SQUARES_H
#define BR_NUM_OPTIMISE_LEAST_SQUARES_H

#include "num/base/real.h"
#include <bristle/status.h>
#include <stddef.h>

typedef struct br_least_problem {
    int m, n; // residuals, variables
    void *self;
    // Writes m residuals at x and, if J is not NULL, m rows of n derivatives. Any status but BR_OK, and any number that is
    // not finite, rejects x: the step is shortened.
    br_status (*residual)(void *self, const br_real *x, br_real *r, br_real *J);
    const br_real *lo, *hi; // n numbers each, infinite where there is no bound; NULL: no bounds on that side
} br_least_problem;

typedef struct br_least_options {
    int steps;   // at most
    br_real tol; // relative: of the step and of the cosine between r and the columns; its square of the gain
    // 0, or the share of |r|^2 that a reduction must have to be worth a step: the search ends where Gauss-Newton promises less, whatever
    // tol is. For a narrow curved valley, along which columns cancel each other and steps are short.
    br_real worth;
    // 0, or the share of |r|^2 below which the reduction that a damped step promises ends the search; tol and worth do not count then.
    // For residuals with jumps, before which steps become ever shorter.
    br_real enough;
    int straight; // 1: no geodesic acceleration; residual may then give, without J, any r that has the norm of the residuals
} br_least_options;

// How the search ended.
typedef enum br_least_end {
    BR_LEAST_FLAT, // r is orthogonal to all free columns within tol, or zero: a minimum, or a saddle; worth > 0: to their span
    BR_LEAST_SHORT, // the last step was shorter than tol of x
    BR_LEAST_GAIN,  // what a step can gain is below tol^2, or eps, of |r|^2
    BR_LEAST_STEPS  // the steps are used up
} br_least_end;

typedef struct br_least_report {
    br_least_end end;
    int steps;      // taken, with those refused
    br_real norm;   // |r|
    br_real cosine; // largest between r and a column that is free to move: 0 at a minimum
    int free, rank; // variables not held by a bound; rank of their columns of J
    br_real rcond;  // of those columns, scaled (br_upper_condition); 0 if the rank is short
    br_real *R;     // n*n: R'R = J'J at x, so the covariance of x is s^2 (R'R)^-1; signs of the rows are free
    br_real *g;     // n: J'r. For a held variable the multiplier of its bound: positive at lo, negative at hi
    int *held;      // n: -1 at lo, 1 at hi, 0 free
} br_least_report;

br_least_options br_least_defaults(void);

// Bytes of memory that br_least needs; 0 if the sizes are out of range.
size_t br_least_bytes(int m, int n);

// x: n numbers, start and result; a start outside the bounds begins at the nearest point within. memory: lent for the call
// and for as long as R, g and held of the report are read; aligned for br_real.
// BR_BAD_USAGE: sizes, pointers, options, lo > hi; BR_NOT_FINITE: the start, a bound that is NaN, or what residual gives at
// the start; or what residual answered there. x and the report are then as before.
br_status br_least(const br_least_problem *p, const br_least_options *o, br_real *x, br_least_report *report,
                   void *memory, size_t bytes) BR_CHECKED;

#endif
