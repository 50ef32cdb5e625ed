// affine.h - sensitivities over an exact step of x' = a x + b.                                                    [target]
#ifndef BR_LOOP_FLOW_AFFINE_H
#define BR_LOOP_FLOW_AFFINE_H

#include "loop/flow/phi.h"
#include "num/base/clones.h"
#include "num/base/real.h"

// No state draws itself on or back within its step: x' = b, as that of an element that sticks.
BR_CLONES
static int affine_constant(int n, const br_real *h, const br_real *a)
{
    int constant = 1;
    for (int i = 0; i < n; i++)
        constant &= a[i] * h[i] == 0;
    return constant;
}

// Over a step: what stays of S, and how much of g at its start and of its change goes in.
BR_CLONES
static void affine_weights(int n, const br_real *h, const br_real *a, br_real *stay, br_real *start, br_real *change)
{
    if (affine_constant(n, h, a)) { // what the functions below give at 0
        for (int i = 0; i < n; i++)
            stay[i] = start[i] = 1, change[i] = BR_C(0.5);
        return;
    }
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_real y = a[i] * h[i];
        br_phi p = br_phi_of(y);
        stay[i] = br_r_exp(y);
        start[i] = p.one;
        change[i] = p.slope / p.one;
    }
}

#endif
