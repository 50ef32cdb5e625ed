// plan.h - an observer of a package as numbers, for both number types.         [host]
#ifndef BR_EMIT_PLAN_H
#define BR_EMIT_PLAN_H

#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

typedef enum br_plan_observer { BR_PLAN_EKF, BR_PLAN_UKF, BR_PLAN_MHE, BR_PLAN_EP } br_plan_observer;

typedef struct br_plan_estimate {
    char by;
    int number, log;
    double scale, low, high;
} br_plan_estimate;

// n numbers: states, then estimated numbers; measurements: outputs, then all n numbers.
typedef struct br_plan {
    br_plan_observer observer;
    const char *flow; // the name of its kind
    int substeps;     // 0: as the flow chooses
    int nx, ne, ny, nu, np;
    double dt;
    int every; // samples from one correction to the next
    double gate, alpha;
    double *x, *sd, *most, *q; // n
    double *r;                 // ny + n; 0: not measured
    double *u, *p;
    int *which, measured;
    br_plan_estimate *estimate;
    int curve; // of the elasto-plastic estimator (loop/elasto.h)
    // of a moving horizon
    int horizon, iterations, arrival, shared;
    double levenberg, huber;
    double *low, *high; // n
} br_plan;

// What a package needs, and what an observer of the library found, sample by sample.
typedef struct br_replay {
    size_t bytes;  // memory that the observer asks for
    size_t object; // and itself
    int rows;
    const double *u, *y; // rows of nu and of `measured` numbers, exact in the number type
    double *found;       // rows of br_plan_found numbers
} br_replay;

// Numbers of a row: values and their standard deviations, outputs and theirs; of the elasto-plastic estimator without those.
static inline int br_plan_found(const br_plan *p)
{
    return (p->observer == BR_PLAN_EP ? 1 : 2) * (p->nx + p->ne + p->ny);
}

// sys: a br_sys, or a brf_sys. BR_BAD_USAGE: there is no such observer.
br_status br_replay_run(const void *sys, const br_plan *plan, br_replay *r) BR_CHECKED;
br_status br_replay_run_float(const void *sys, const br_plan *plan, br_replay *r) BR_CHECKED;

#endif
