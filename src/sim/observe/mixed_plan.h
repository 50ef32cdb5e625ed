// mixed_plan.h - options and results of mixed precision in types of both halves.   [host]
#ifndef BR_SIM_OBSERVE_MIXED_PLAN_H
#define BR_SIM_OBSERVE_MIXED_PLAN_H

#include <bristle/status.h>

#include <stddef.h>

struct brf_sys;

typedef struct br_mixed {
    const void *elsewhere; // a br_elsewhere (loop/filter/joint.h)
    void *memory;          // malloc'ed; elsewhere stands in it
    size_t bytes;          // of it without the object at its beginning
} br_mixed;

typedef struct br_mixed_estimate { // br_estimate
    char by;
    int number, log;
    double scale, low, high;
} br_mixed_estimate;

typedef struct br_mixed_plan { // br_joint_options
    const char *flow;          // name of the kind; NULL: the one that is chosen
    int substeps, most, iterations, transitions;
    double accuracy;
    int points; // intervals side by side, at most
    int flush;  // of loop/filter/mixed_precision.h
    const br_mixed_estimate *estimate;
    int estimates;
} br_mixed_plan;

br_status br_mixed_make(br_mixed *m, const struct brf_sys *s, const br_mixed_plan *plan) BR_CHECKED;

#endif
