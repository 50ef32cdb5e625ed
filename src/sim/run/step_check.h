// step_check.h - are the steps of a fixed method accurate? Each is taken again, in several parts. [host]
//
//     br_step_check_open(&c, sys, &flow_options);
//     status = br_step_check_take(&c, &flow, x, m, u, p, dt); // of c.whole and c.whole_m
//     br_step_check_shadow(&c, x, m, u, p, dt);               // of a run whose next step begins there
//     br_step_check_end(&c);                                  // behind the last step
//     if (c.off > 0 || br_apart_share(&c.apart) > BR_SHADOW_LIMIT) ...
//     br_step_check_close(&c);
//
// Whatever the law and the method: a step that swings, is not stable or misses a transition differs from its parts. There are two
// of them, but sixteen where a mode changes and the method does not locate that itself: a transition that is met in the second
// half of a step is met at its end by both halves, too. Every step is looked at, since one reversal may be all that goes wrong.
//
// Errors that are small in each step may add up, as those of an oscillation do. So a run is followed by a shadow: the same run with
// half the step, which never starts again from the run itself.
#ifndef BR_SIM_RUN_STEP_CHECK_H
#define BR_SIM_RUN_STEP_CHECK_H

#include "loop/flow/integrator.h"
#include "sim/run/apart.h"

static const double BR_STEP_CHECK_LIMIT = 0.01; // of the largest value that a state or an output has had
static const double BR_SHADOW_LIMIT = 0.02;     // RMS, of the largest value that a state has had

typedef struct br_step_check {
    unsigned long checked, off; // off: both differ by more than the limit, or only one is finite
    double worst;               // difference, as a share of that value
    double *whole;              // the step itself: states
    int *whole_m;               // and modes
    // Inside.
    br_integrator flow;
    double *parted, *out, *largest, *shadow, *early; // early: differences of `kept` steps that are not judged yet
    int *parted_m, *shadow_m, kept;
    br_apart apart; // the run and its shadow
    void *memory;
} br_step_check;

br_status br_step_check_open(br_step_check *c, const br_sys *s, const br_integrator_options *flow) BR_CHECKED;

// Takes a step by f, which may be c->flow, into c->whole and c->whole_m, and answers how that went; then its parts.
br_status br_step_check_take(br_step_check *c, br_integrator *f, const double *x, const int *m, const double *u,
                             const double *p, double dt) BR_CHECKED;
// No more steps: judges those of the start, which are compared with the largest values of a hundred steps.
void br_step_check_end(br_step_check *c);
// Takes the shadow along with the step just taken from x and m, with which it starts.
void br_step_check_shadow(br_step_check *c, const double *x, const int *m, const double *u, const double *p, double dt);
void br_step_check_close(br_step_check *c);

#endif
