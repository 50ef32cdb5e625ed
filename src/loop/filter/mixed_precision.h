// mixed_precision.h - mixed precision: flow and derivatives in float for an estimator in double.        [target]
//
// Made in a source of the number type that works (#define BR_FLOAT), with everything of that type:
//
//     brf_mixed_precision_init(&w, float_sys, &options, memory, brf_mixed_precision_bytes(float_sys, &options));
//
// and lent to what computes in double, as the place where its steps and measurements are done:
//
//     o.joint.elsewhere = brf_mixed_precision_interface(&w);
//
// What rounding takes off a point is not lost: x+ = f(x~) + F (x - x~), x~ being x in float, and measurements alike. A state
// that no rate sees, such as the position of an axis, is counted from where it is, so its steps keep their digits however
// far from zero it stands. What is left is the rounding of the flow itself, some 1e-7 of a state.
//
// While it works, numbers below the least normal one (1e-38) count as zero where the processor can do that (`flush`): faded
// sensitivities go there, and take a hundred times as long.
#ifndef BR_LOOP_FILTER_MIXED_PRECISION_H
#define BR_LOOP_FILTER_MIXED_PRECISION_H

#include "loop/filter/joint.h"

typedef BR_ELSEWHERE(double) br_mixed_precision_calls;

typedef struct br_mixed_precision {
    br_mixed_precision_calls as; // what is lent
    br_joint joint;
    int flush; // whether numbers that are not normal count as zero; 1 after init
    // Inside.
    br_real *X, *u, *p, *next, *F, *y, *h;
    double *rest; // x - x~
    int *aside;   // of every state whether no rate sees it
    void *joint_memory;
} br_mixed_precision;

size_t br_mixed_precision_bytes(const br_sys *s, const br_joint_options *o); // 0: refused

// memory: lent for the life of the object, aligned for double.
br_status br_mixed_precision_init(br_mixed_precision *w, const br_sys *s, const br_joint_options *o, void *memory,
                                  size_t bytes) BR_CHECKED;

// What a joint in double asks for (loop/filter/joint.h), self being this object: it must stay where it is.
const br_mixed_precision_calls *br_mixed_precision_interface(br_mixed_precision *w);

// Called by that joint.
br_status br_mixed_precision_step(br_mixed_precision *w, int i, int steps, int count, const double *X, const int *m,
                                  const double *u, const double *p, double dt, double *next, int *next_m,
                                  double *F) BR_CHECKED;
void br_mixed_precision_measure(br_mixed_precision *w, int begun, int count, const double *X, const int *m,
                                const double *u, const double *p, int which, double *y, double *h);

#endif
