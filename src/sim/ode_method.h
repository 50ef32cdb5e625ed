// ode_method.h - what the methods of integration and the control of their steps share.   [host]
#ifndef BR_SIM_ODE_METHOD_H
#define BR_SIM_ODE_METHOD_H

#include "num/elem.h"
#include "num/vector.h"
#include "sim/ode.h"

typedef enum br_ode_try { BR_TRY_DONE, BR_TRY_NOT_FINITE, BR_TRY_DIVERGED } br_ode_try;

enum { BR_ODE_STAGES = 7 };

// Rates k_i at x + h sum_j a_ij k_j and t + c_i h. The last stage is the end of the step: its a are the weights b, and its
// rate is the first one of the next step.
struct br_ode_method {
    const char *name;
    int stages;
    int estimate;  // the error estimate falls with this power of the step
    double border; // h*|lambda| up to which it is stable; 0: at any
    double a[BR_ODE_STAGES][BR_ODE_STAGES], c[BR_ODE_STAGES];
    double e[BR_ODE_STAGES]; // b less the weights of the embedded method
    double d[BR_ODE_STAGES]; // what its dense output adds to the cubic of Hermite
    // From `from` at `begin`, with k[0] known, a step h to `to`, with `error` and the rates at the stages.
    br_ode_try (*attempt)(br_ode_solver *s, double h);
};

// Rates, counted; false: one is not finite, and `worst` says which.
bool br_ode_rate(br_ode_solver *s, double t, const double *x, double *k);

// x = from + h sum_j a_j k_j over the first `stages` rates.
void br_ode_advance(const br_ode_solver *s, const double *a, int stages, double h, double *x);

// The largest of |v_i|/weight_i.
double br_ode_norm(const br_ode_solver *s, const double *v);

// Looks for events in the step from begin to end. *at: the time of the earliest, just behind the change of sign, else end;
// with the states there in trial and the events in gb. False: an event is NaN. br_ode_fire then takes what was found.
bool br_ode_look(br_ode_solver *s, double *at, bool *found);
void br_ode_fire(br_ode_solver *s);

// The dense output at t in the last whole step.
void br_ode_dense(const br_ode_solver *s, double t, double *x);

static inline int br_ode_sign(double g)
{
    return (g > 0) - (g < 0);
}

#endif
