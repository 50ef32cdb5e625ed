// ode_method.h - what the methods of integration and the control of their steps share.   [host]
#ifndef BR_SIM_RUN_ODE_METHOD_H
#define BR_SIM_RUN_ODE_METHOD_H

#include "num/base/elem.h"
#include "num/algebra/vector.h"
#include "sim/run/ode.h"

typedef enum br_ode_try { BR_TRY_DONE, BR_TRY_NOT_FINITE, BR_TRY_DIVERGED } br_ode_try;

enum { BR_ODE_STAGES = 7, BR_RADAU_STAGES = 5, BR_RADAU_ITERATIONS = 15 };

struct br_ode_method {
    const char *name;
    int stages;    // rates that are kept
    int estimate;  // the error estimate falls with this power of the step
    double growth; // of a step, at most
    double border; // h*|lambda| up to which it is stable; 0: at any
    // Of explicit methods: rates k_i at x + h sum_j a_ij k_j and t + c_i h. The last stage is the end of the step: its a are
    // the weights b, and its rate is the first one of the next step.
    double a[BR_ODE_STAGES][BR_ODE_STAGES], c[BR_ODE_STAGES];
    double e[BR_ODE_STAGES]; // b less the weights of the embedded method
    double d[BR_ODE_STAGES]; // what its dense output adds to the cubic of Hermite
    // From `from` at `begin`, with k[0] known, a step h to `to`, with `error` and the rates at the stages.
    br_ode_try (*attempt)(br_ode_solver *s, double h);
    // The states within the step, at `count` places begin + theta h, at most BR_ODE_LANES, side by side.
    void (*dense)(const br_ode_solver *s, int count, const double *theta, double *x);
};

// Radau IIA of order 9: c are the stages, inv(A) T = T L with L of gamma and two blocks alpha beta, -beta alpha; T and its
// inverse stand column by column, with a zero behind, so that vectors of two or six fit. Of the polynomial through the
// stages that is 0 at 0 `rise` gives the slope there, and `weight` the factors of Lagrange.
typedef struct br_radau_table {
    double c[BR_RADAU_STAGES], gamma, alpha[2], beta[2];
    double T[BR_RADAU_STAGES][BR_ODE_LANES], inverse[BR_RADAU_STAGES][BR_ODE_LANES];
    double rise[BR_RADAU_STAGES], weight[BR_RADAU_STAGES];
} br_radau_table;
extern const br_radau_table br_radau;

// Rates, counted; false: one is not finite, and `worst` says which.
bool br_ode_rate(br_ode_solver *s, double t, const double *x, double *k);

// Those of `count` points side by side, and whether they are finite.
void br_ode_rates(br_ode_solver *s, int count, const double *t, const double *x, double *k);
bool br_ode_finite(br_ode_solver *s, int count, const double *k);

// x = from + h sum_j a_j k_j over the first `stages` rates.
void br_ode_advance(const br_ode_solver *s, const double *a, int stages, double h, double *x);

// The largest of |v_i|/weight_i.
double br_ode_norm(const br_ode_solver *s, const double *v);

static inline double br_ode_share(double v, double weight)
{
    return v == 0 ? 0 : br_abs(v) / weight;
}

// Looks for events in the step from begin to end. *at: the time of the earliest, just behind the change of sign, else end;
// with the states there in trial and the events in gb. False: an event is NaN. br_ode_fire then takes what was found.
bool br_ode_find_event(br_ode_solver *s, double *at, bool *found);
void br_ode_fire(br_ode_solver *s);

// The dense output at `count` times of the last whole step, side by side.
void br_ode_dense(const br_ode_solver *s, int count, const double *t, double *x);

static inline int br_ode_sign(double g)
{
    return (g > 0) - (g < 0);
}

#endif
