// lie.h - local observability of a law: the rank of its outputs and their Lie derivatives.   [host]
//
// At one point of a run y, y', y'', ... are functions of the states and the estimated parameters; what has no part in the
// space of their gradients is not observable from y there, however good the sensor. Derivatives in time are Taylor
// coefficients along the solution, gradients follow from those of the law's own derivatives:
//
//     S[0] = (1 0), (k + 1) S[k + 1] = sum A[j] S[k - j] + B[k],      dy[k] = sum C[j] S[k - j] + D[k]
//
// with S = d x/d(x0, p) and A, B, C, D the derivatives of rates and outputs by states and estimated parameters.
#ifndef BR_SIM_OBSERVE_LIE_H
#define BR_SIM_OBSERVE_LIE_H

#include "law/model/model.h"
#include "law/eval/taylor.h"
#include "loop/flow/estimate.h"

typedef struct br_lie {
    int nx, ne, ny, n, order, measured;
    br_jet jet;
    br_tape tape;
    br_taylor taylor;
    br_estimate *estimate; // ne
    int *which;            // measured: outputs, then states
    // Inside.
    br_interval *x, *p, *u;
    double *G; // coefficient k of all derivatives: (nx + ny) rows of n at [k*(nx + ny)*n]
    double *S, *O;
} br_lie;

// The model gets derivative nodes added. BR_NEGATIVE: a law whose elements see each other, which this does not know.
// After a failure *l is all zero.
br_status br_lie_open(br_lie *l, br_model *m, const br_estimate *estimate, int ne, const int *which,
                      int measured) BR_CHECKED;
void br_lie_close(br_lie *l);

typedef struct br_lie_point {
    const double *x, *p, *u;
    const double *slope; // of the inputs in time, which are straight lines here
    const int *m;
} br_lie_point;

// *rank of n, by pivots above a billionth of the first. missing (NULL: not wanted): n numbers of the vector, value/scale
// or its logarithm, a unit vector that no derivative sees, in units of sd; all 0 if there is none.
// BR_NEGATIVE: a kink or a jump lies at this point.
br_status br_lie_rank(br_lie *l, const br_lie_point *at, const double *sd, int *rank, double *missing) BR_CHECKED;

#endif
