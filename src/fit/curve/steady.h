// steady.h - the friction-speed map of a log, and the Stribeck curve fitted to it. [host]
//
//     br_steady_options o = br_steady_defaults();
//     br_steady_pieces(&map, &o, n, dt, v, F);         pieces of constant speed, as of a ladder; or
//     br_steady_bins(&map, &o, n, dt, v, F);           any log, by speed
//     br_steady_fit(&e, BR_STEADY_GAUSS, &map, 0, &verdict);
//     br_steady_free(&map);
//
// F is the friction force: drive force minus m*a. Directions are separate. Means and standard deviations are Tukey's, which
// outliers do not move; sds of means are corrected for lag-1 autocorrelation.
#ifndef BR_FIT_CURVE_STEADY_H
#define BR_FIT_CURVE_STEADY_H

#include "fit/statistics/estimate.h"

typedef struct br_steady_point {
    double v, F;
    double sd;       // of F, the mean; 0: not known
    double spread;   // of single samples about it
    long long count; // samples
} br_steady_point;

typedef struct br_steady_map {
    br_steady_point *point; // v rises
    int points;
    long long used; // samples
} br_steady_map;

typedef struct br_steady_options {
    double slowest;   // speed below which nothing counts, m/s; 0: a ten-thousandth of the largest
    double change;    // pieces: how far v may be off its mean, as a share of it
    long long least;  // samples of a piece, or of a bin
    double settle;    // pieces: share of the samples at their beginning that is skipped
    int bins;         // for each direction, over the logarithm of the speed
    double steadiest; // bins: largest rate of change of v over v that counts, 1/s; infinite: all samples
} br_steady_options;

br_steady_options br_steady_defaults(void);

// Missing samples (NaN) belong to no piece and no bin. BR_NEGATIVE: no piece, or no bin, has enough samples.
// After a failure *map is all zero.
br_status br_steady_pieces(br_steady_map *map, const br_steady_options *o, long long n, double dt, const double *v,
                           const double *F) BR_CHECKED;
br_status br_steady_bins(br_steady_map *map, const br_steady_options *o, long long n, double dt, const double *v,
                         const double *F) BR_CHECKED;
void br_steady_free(br_steady_map *map);

// ---------------------------------------------------------------- Stribeck curves

// F = sign(v) (FC + (FS - FC) s(|v|/vs)) + sigma2 v
typedef enum br_steady_curve {
    BR_STEADY_GAUSS,    // s = exp(-x^2)
    BR_STEADY_LORENTZ,  // s = 1/(1 + x^2), Hess and Soom 1990
    BR_STEADY_EXPONENT, // s = exp(-x^delta), delta from 0.2 to 5
    BR_STEADY_FLAT,     // s = 0: FC and sigma2 alone
    BR_STEADY_CURVES
} br_steady_curve;

enum { BR_STEADY_MOST = 5 };

// Names FC, FS, vs, sigma2, delta as the law stribeck has them; for FLAT: FC, sigma2.
int br_steady_names(br_steady_curve curve, const char *const **name);

typedef enum br_steady_verdict {
    BR_STEADY_IDENTIFIABLE, // all parameters
    BR_STEADY_NO_DIP, // no curve explains the points decisively better than a flat one (10 of BIC): FS and vs mean nothing
    BR_STEADY_TOO_FAST, // vs is below the slowest speed: only FC and sigma2 are identifiable; measure more slowly
    BR_STEADY_TOO_SLOW  // vs is above the fastest speed: measure faster
} br_steady_verdict;

const char *br_steady_verdict_text(br_steady_verdict v);

// e: as of br_fit_estimate_init with br_steady_names. direction: 1 or -1 for the points of one, 0 for all. Points are weighted
// by 1/sd, if all have one. BR_NEGATIVE: fewer points than parameters.
br_status br_steady_fit(br_fit_estimate *e, br_steady_curve curve, const br_steady_map *map, int direction,
                        br_steady_verdict *verdict) BR_CHECKED;
double br_steady_at(br_steady_curve curve, const double *value, double v); // the curve with these values

#endif
