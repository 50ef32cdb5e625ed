// step_check.h - is a step of a fixed method accurate? Now and then it is taken again, in several parts. [host]
//
//     br_step_check_open(&c, sys, &flow_options);
//     if (br_step_check_due(&c, k, u))                // of a step that is taken elsewhere, too
//         br_step_check_take(&c, x, m, u, p, dt);
//     else
//         br_step_check_keep(&c, x);                  // for br_step_check_retake, if that step did not converge
//     if (c.off > 0) ...
//     br_step_check_close(&c);
//
// Whatever the law and the method: one that swings, is not stable or misses a transition differs from its parts. There are two
// of them, but sixteen where a mode changes and the method does not locate that itself: a transition that is met in the second
// half of a step is met at its end by both halves, too.
#ifndef BR_SIM_RUN_STEP_CHECK_H
#define BR_SIM_RUN_STEP_CHECK_H

#include "loop/flow/integrator.h"

#include <stdbool.h>

static const double BR_STEP_CHECK_LIMIT = 0.01; // of the largest value that a state has had

typedef struct br_step_check {
    unsigned long checked, off; // off: both differ by more than the limit, or only one is finite
    double worst;               // difference, as a share of that value
    // Inside.
    br_integrator flow;
    double *whole, *parted, *largest, *kept;
    int *whole_m, *parted_m;
    double *u, *largest_u; // inputs of the step before, and their largest values
    double largest_change; // of an input from step to step, as a share of its largest value
    long long spent;       // steps checked for their change
    void *memory;
} br_step_check;

// Is step k with these inputs to be checked? Of a law with modes every one, since what goes wrong goes wrong where a mode changes.
// Of others one in eight on average, at irregular places, and as many of those at which an input changes most.
bool br_step_check_due(br_step_check *c, long long k, const double *u);

br_status br_step_check_open(br_step_check *c, const br_sys *s, const br_integrator_options *flow) BR_CHECKED;
void br_step_check_take(br_step_check *c, const double *x, const int *m, const double *u, const double *p, double dt);
void br_step_check_keep(br_step_check *c, const double *x);
void br_step_check_retake(br_step_check *c, const double *u, const double *p,
                          double dt); // from what was kept, of a law without modes
void br_step_check_close(br_step_check *c);

#endif
