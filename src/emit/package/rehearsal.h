// rehearsal.h - the run that test vectors of a package come from: a model moved to and fro.    [host]
#ifndef BR_EMIT_PACKAGE_REHEARSAL_H
#define BR_EMIT_PACKAGE_REHEARSAL_H

#include "law/model/system.h"
#include "num/base/random.h"

enum { BR_PACKAGE_ROWS = 200, BR_PACKAGE_ROWS_MOST = 1000000, BR_TUNING_ROWS_MOST = 2000 };

typedef struct br_rehearsal {
    int rows, nu, nout; // nout: outputs, then states
    double dt;
    double *t, *u, *out; // number i of row k at [i*rows + k]
} br_rehearsal;

// Inputs without a value swing by twice the largest parameter of their unit; the velocity of a friction law that would hardly slide
// then by more, so that it slides in both directions. Outputs and states are those of the model at rest at first, but for forces,
// which are 10 % larger, with 0.5 % of noise; some are missing (NaN). single: all numbers are floats.
br_status br_rehearsal_make(br_rehearsal *c, br_model *m, const br_system *s, int rows, double dt, bool single,
                            br_diag *why) BR_CHECKED;

// Rows that observers are tuned on: BR_PACKAGE_ROWS, or where a friction law hardly slides within these, those of 0.2 s if these are
// at least twice as many, up to BR_TUNING_ROWS_MOST: the faster it has to move, the more its damping hides the rest.
br_status br_rehearsal_rows(br_model *m, double dt, int *rows) BR_CHECKED;

// Behind the first BR_PACKAGE_ROWS rows sensors fail in many ways.
void br_rehearsal_add_faults(br_rehearsal *c, bool single);

// What sensors do to a row of values once in a while: gaps of 1 to 1000 samples (NaN), the same value for 50, one that is far
// off, and one that is huge.
void br_rehearsal_spoil(double *v, int rows, double most, bool single, br_random *seed);
void br_rehearsal_free(br_rehearsal *c);

double br_rounded(double x, bool single); // to float and back, where single

#endif
