// flow.h - from a system to a step: x+ = f(x, m, p, u, dt) with its sensitivities.             [target]
//
// The first flow. It needs a diagonal d x'/d x (one state, or an array of elements that do not see each other); for
// rates affine in the states it is exact while the input is held, for others it is of second order.
#ifndef BR_LOOP_FLOW_H
#define BR_LOOP_FLOW_H

#include "num/sys.h"
#include <bristle/status.h>

// x+ = x + dt*phi1(a*dt)*x', a = d x'/d x, phi1(y) = (exp(y) - 1)/y. next: nx numbers, may be x itself.
// by_x (NULL: not wanted): nx numbers, d next_i / d x_i = exp(a_i*dt) at held a. y (NULL: not wanted): outputs at x.
// work: br_flow_work(s) numbers. Safe in a control loop. BR_BAD_USAGE for other systems; BR_NOT_FINITE leaves next and
// by_x as they were.
br_status br_flow_exponential(const br_sys *s, const br_real *x, const int *m, const br_real *u, const br_real *p,
                              br_real dt, br_real *work, br_real *next, br_real *by_x, br_real *y) BR_CHECKED;

static inline int br_flow_work(const br_sys *s)
{
    return br_sys_nx(s) + br_sys_ny(s) + br_sys_njet(s) + 2 * br_sys_nx(s);
}

#endif
