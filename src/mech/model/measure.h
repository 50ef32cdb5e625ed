// measure.h - the value of a measure, its gradient and their derivatives.            [host]
#ifndef BR_MECH_MODEL_MEASURE_H
#define BR_MECH_MODEL_MEASURE_H

#include "mech/model/mech.h"

typedef struct br_measure_state {
    int n;                                   // coordinates of the patch
    double y, w;                             // value and speed
    double g[BR_PATCH_MOST];                 // dy/dq
    double D[BR_PATCH_MOST * BR_PATCH_MOST]; // dg/dq, row by row
    double turned[BR_PATCH_MOST];            // dw/dq = D'v
    double bend;                             // v'Dv: y'' = g.q'' + bend
} br_measure_state;

void br_gather(const br_patch *p, const double *from, double *to);
double br_patch_dot(const br_patch *p, const double *g, const double *x); // g over the patch, x over all coordinates

// near: the value before, from which turns are counted on. `first`: y, w and g alone.
void br_measure_gradient(const br_mech *m, int measure, const double *q, const double *v, double near,
                         br_measure_state *l);
void br_measure_derivatives(const br_mech *m, int measure, const double *q, const double *v, double near,
                            br_measure_state *l);

// By how much y'' changes along dq and dv while accelerations a stay; l: what br_measure_derivatives gave for q and v.
double br_measure_bend_change(const br_mech *m, int measure, const double *q, const double *v, const double *a,
                              const br_measure_state *l, const double *dq, const double *dv);

#endif
