// masing.h - Masing's rule: the virgin curve of presliding from hysteresis loops, and Maxwell-slip elements from it. [host]
//
// Masing's rule: behind a reversal at (xr, Fr) the force is Fr +- 2 Y(|x - xr|/2), the virgin curve stretched twice, until the
// branch is as long as the one before it. So every branch of every loop shows a piece of one curve Y (thesis B.4).
#ifndef BR_FIT_CURVE_MASING_H
#define BR_FIT_CURVE_MASING_H

#include <bristle/status.h>

typedef struct br_masing_point {
    double x, y; // m, N
    double sd;   // of single samples about y: of noise, and of branches that differ
    long long count;
} br_masing_point;

typedef struct br_masing {
    br_masing_point *point; // x rises, from about the shortest to half of the longest branch
    int points;
    int branches; // that were used
} br_masing;

typedef struct br_masing_options {
    double band;     // a reversal is behind a move back by more than this, m: above the noise of x
    double shortest; // first x, m; 0: twice the band
    int points;      // over the logarithm of x
} br_masing_options;

br_masing_options br_masing_defaults(double band);

// n samples of position and friction force, of slow loops. Points are means over all branches of all samples nearby, on
// straight lines; places that no branch reaches are skipped. Forces may be missing. BR_BAD_DATA: a position is not finite;
// BR_NEGATIVE: no branch. After a failure *m is all zero.
br_status br_masing_find(br_masing *m, const br_masing_options *o, long long n, const double *x,
                         const double *F) BR_CHECKED;
void br_masing_free(br_masing *m);

// Elements that slip at x[0] < x[1] < ... from the virgin curve there: kappa by thesis (B.6), nu by (B.7).
// BR_BAD_USAGE: x does not rise from above 0; BR_NEGATIVE: the points are not concave, so a kappa is negative (written all the same).
br_status br_masing_elements(int n, const double *x, const double *y, double *kappa, double *nu) BR_CHECKED;
// And back: y by (B.5).
void br_masing_curve(int n, const double *x, const double *kappa, double *y);

#endif
