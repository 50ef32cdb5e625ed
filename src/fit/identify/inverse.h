// inverse.h - inverse dynamic identification: mass and friction by linear regression (IDIM-LS). [host]
//
//     force = M a + Fv v + Fc sign(v) + offset + ...
//
//     br_inverse_options o = br_inverse_defaults(1e-3);
//     int k = br_inverse_names(o.terms, names);            M, Fv, Fc, offset
//     br_inverse_rows(&r, &o, n, q, force);                for each log
//     br_linear_fit(&e, r.rows, r.A, r.b, NULL);           or robust, or with priors, or several logs: fit/statistics/linear.h
//     br_regression_free(&r);
//
// The position is low-passed forward and backward and differentiated centrally twice; force and regressors, the sign among
// them, then pass one and the same decimating filter (IDIM-LS: Janot, Gautier and Brunot 2019).
#ifndef BR_FIT_IDENTIFY_INVERSE_H
#define BR_FIT_IDENTIFY_INVERSE_H

#include "fit/statistics/linear.h"

// Terms, in the order of their columns.
typedef enum br_inverse_term {
    BR_INVERSE_MASS = 1,           // M a
    BR_INVERSE_VISCOUS = 2,        // Fv v
    BR_INVERSE_VISCOUS_SPLIT = 4,  // Fv+ v and Fv- v, of v > 0 and v < 0
    BR_INVERSE_COULOMB = 8,        // Fc sign(v)
    BR_INVERSE_COULOMB_SPLIT = 16, // Fc+ and -Fc-: with an offset beside them one of the three is too much
    BR_INVERSE_OFFSET = 32,        // offset
    BR_INVERSE_SINE = 64,          // Gs sin(q)
    BR_INVERSE_COSINE = 128        // Gc cos(q)
} br_inverse_term;

enum {
    BR_INVERSE_TERMS = 10, // names, at most
    BR_INVERSE_PLAIN = BR_INVERSE_MASS | BR_INVERSE_VISCOUS | BR_INVERSE_COULOMB | BR_INVERSE_OFFSET,
    // For each direction its own: the offset is then half of Fc+ - Fc-.
    BR_INVERSE_SPLIT = BR_INVERSE_MASS | BR_INVERSE_VISCOUS_SPLIT | BR_INVERSE_COULOMB_SPLIT
};

typedef struct br_inverse_options {
    unsigned terms;  // br_inverse_term, or'ed
    double dt;       // s
    double cutoff;   // Hz, of the Butterworth low-pass of order 4 on the position; 0: none
    bool low_force;  // the force passes it, too
    int every;       // rows are so many samples apart
    int first, last; // samples skipped at the ends of a log, before the decimation
    double still;    // speed up to which the sign is 0
} br_inverse_options;

// M, Fv, Fc, offset; a tenth of the sample rate; every tenth row; 50 samples skipped at either end.
br_inverse_options br_inverse_defaults(double dt);

// How many terms there are, and their names, which live for ever.
int br_inverse_names(unsigned terms, const char *name[BR_INVERSE_TERMS]);

typedef struct br_regression { // b = A x + noise
    int n, rows;
    double *A, *b; // rows of n
} br_regression;

// n samples of position (m, or rad with gravity) and force; samples that are missing are filled as in zero_phase.h.
// After a failure *r is all zero. BR_BAD_USAGE: options; BR_BAD_DATA: too few samples.
br_status br_inverse_rows(br_regression *r, const br_inverse_options *o, int n, const double *q,
                          const double *force) BR_CHECKED;
void br_regression_free(br_regression *r);

#endif
