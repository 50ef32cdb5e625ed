// step_check.h - is a step of a fixed method accurate? Now and then it is taken again, as two of half its size. [host]
//
//     br_step_check_open(&c, sys, &flow_options);
//     br_step_check_take(&c, x, m, u, p, dt);         // of a step that is taken elsewhere, too
//     if (c.off > 0) ...
//     br_step_check_close(&c);
//
// Whatever the law and the method: one that swings, is not stable or misses a transition differs from its half steps.
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
    double *whole, *half, *largest;
    int *whole_m, *half_m;
    void *memory;
} br_step_check;

// Is step k to be checked? Of a law with modes every one, since what goes wrong goes wrong where a mode changes.
static inline bool br_step_check_due(const br_step_check *c, long long k)
{
    return c->flow.sys && (k % 8 == 0 || br_sys_nm(c->flow.sys) > 0);
}

br_status br_step_check_open(br_step_check *c, const br_sys *s, const br_integrator_options *flow) BR_CHECKED;
void br_step_check_take(br_step_check *c, const double *x, const int *m, const double *u, const double *p, double dt);
void br_step_check_close(br_step_check *c);

#endif
