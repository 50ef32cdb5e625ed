// optimal.h - optimal experiment design: D-optimal and E-optimal motions for the parameters of a law. [host]
//
//     br_fisher_open(&w, &model, wanted, sd, mass, NULL, &why);
//     br_fisher_information(&w, dt, n, x, 1, &found, NULL);              of a motion
//     br_optimal_begin(&s, &o, start);                              one of several searches, each from a start of its own
//     br_optimal_search(&s, &w, evaluations, NULL);
//     br_optimal_motion(&o, s.theta, dt, n, x);                     what it found, in n rows
//     br_fisher_close(&w);
//
// The Fisher information of a log is M = sum J'J/sd^2 + I/25: J are the sensitivities of the force to the dimensionless
// variables of fit/output/parameters.h, exact along the motion (fit/output/along.h), sd is that of the force in each row, and
// the last term the weak prior of a fit (five powers of e). Of the ellipsoid of M^-1 the search minimises
//     D-optimal   the volume: the geometric mean of the standard deviations along its axes, det M^(-1/2k)
//     E-optimal   the longest axis: the standard deviation in the least known direction
// Motions are made from design variables theta within -1 and 1, and keep the limits for any of them:
//     pieces     moves from rest to rest, each with a speed, a direction and a share of the time, and the same way back
//     bernstein  one polynomial from rest to rest, as large as the limits allow or smaller
#ifndef BR_FIT_EXCITE_OPTIMAL_H
#define BR_FIT_EXCITE_OPTIMAL_H

#include "fit/output/along.h"
#include "fit/excite/excite.h"
#include "fit/output/parameters.h"
#include "law/model/system.h"
#include "num/base/random.h"

#include <stdatomic.h>

enum { BR_OPTIMAL_PIECES = 32, BR_OPTIMAL_VARIABLES = 2 * BR_OPTIMAL_PIECES + 1 };

// ---------------------------------------------------------------- Fisher information of a motion

typedef struct br_fisher {
    br_model *model; // lent: a law that takes v and gives F
    br_fit_parameters parameters;
    double sd, mass; // N, kg
    // Inside.
    br_system system;
    bool has_system;
    br_along along;
    const double **u;
    double *block, *p, *hold, *x0, *T, *M, *C, *work;
    int *by, v;
    double *rows, *t, *speed, *F, *J;
    long long room;
} br_fisher;

typedef struct br_fisher_criteria {
    double size[2]; // by br_criterion, relative to the parameters
    double force;   // N: the largest of friction and inertia
} br_fisher_criteria;

// Information of the wanted parameters; the others are known. mass 0: forces are those of friction alone. BR_BAD_LAW: the law
// does not take v and give F, or takes what has no value. After a failure *w is all zero. Where *stop is not 0, evaluations
// end with BR_NEGATIVE; stop may be NULL.
br_status br_fisher_open(br_fisher *w, br_model *m, const bool *wanted, double sd, double mass,
                         const volatile int *stop, br_diag *why) BR_CHECKED;
void br_fisher_close(br_fisher *w);

// Positions x in n > 2 rows, each of which stands for `weight` rows of a log. sd (NULL: not wanted): of every number.
// BR_NOT_FINITE: the law is not finite along it.
br_status br_fisher_information(br_fisher *w, double dt, long long n, const double *x, double weight,
                                br_fisher_criteria *to, double *sd) BR_CHECKED;

// A parameter that is 0 has no size of its own: it takes the one that would change the force by its rms along this motion.
br_status br_fisher_scale(br_fisher *w, double dt, long long n, const double *x) BR_CHECKED;

// ---------------------------------------------------------------- motions and searches

typedef enum br_criterion { BR_D_OPTIMAL, BR_E_OPTIMAL } br_criterion;
typedef enum br_basis { BR_BASIS_PIECES, BR_BASIS_BERNSTEIN } br_basis;

typedef struct br_optimal_options {
    br_excite_limits limit; // position and acceleration finite
    double duration;        // s
    br_criterion criterion;
    br_basis basis;
    int pieces;     // moves one way; free coefficients
    long long rows; // of a motion during the search
    double weight;  // of these rows
    uint64_t seed;
} br_optimal_options;

int br_optimal_variables(const br_optimal_options *o);

// Within the limits of position, speed and acceleration to rounding, from 0 and back to 0 at rest.
br_status br_optimal_motion(const br_optimal_options *o, const double *theta, double dt, long long n,
                            double *x) BR_CHECKED;

typedef struct br_optimal {
    br_optimal_options o;
    double theta[BR_OPTIMAL_VARIABLES];
    double size; // infinite: nothing within the limit of the force was found
    double step;
    int evaluations;
    br_random random;
} br_optimal;

// Start 0 climbs through the speeds, 1 stays with the slow ones, 2 has both, others are random.
void br_optimal_begin(br_optimal *s, const br_optimal_options *o, int start);
// Goes on for so many evaluations, counted in *done, too (may be NULL). The same for the same options and start.
br_status br_optimal_search(br_optimal *s, br_fisher *w, int evaluations, atomic_int *done) BR_CHECKED;

#endif
