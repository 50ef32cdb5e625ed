// zonotope.h - zonotopes: a set of states as a centre and generators.             [host]
//
//     { c + sum of g_j s_j, every s_j from -1 to 1 }
//
// A linear map of such a set is exact, also a rotation: no wrapping effect. What a step adds comes as a box, of one generator for
// each state. Order reduction joins the smallest generators in a box; the first ones are never joined: how states depend on
// parameters.
#ifndef BR_BOUND_REACH_ZONOTOPE_H
#define BR_BOUND_REACH_ZONOTOPE_H

#include "num/interval/interval.h"

#include <bristle/status.h>

typedef struct br_zonotope {
    int n;                 // states
    int kept, count, room; // generators: never joined, all, at most
    double *c, *g;         // generator j of state i at g[j*n + i]
    double *extent, *size; // work: of each state, of each generator
} br_zonotope;

br_status br_zonotope_make(br_zonotope *z, int n, int kept) BR_CHECKED;
void br_zonotope_free(br_zonotope *z);

void br_zonotope_start(br_zonotope *z, const br_interval *x); // a box; the generators that are kept are 0
br_interval br_zonotope_extent(const br_zonotope *z, int i);  // of state i
void br_zonotope_add(br_zonotope *z, const double *radius);   // a box about the centre

#endif
