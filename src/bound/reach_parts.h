// reach_parts.h - one step of a tube, and what it shares with the rest (private to reach).     [host]
#ifndef BR_BOUND_REACH_PARTS_H
#define BR_BOUND_REACH_PARTS_H

#include "bound/reach.h"

// One step to time end, with no break in it. *taken false: it is too long, and nothing has changed. last: however crude it is.
br_status br_reach_step(br_reach *r, double end, bool last, bool *taken) BR_CHECKED;

// The slopes of numbers first .. first + rows of tape `all` (rates, then outputs), from r->jets: by the states, by the parameters that
// are intervals times their radius, and all by the inputs times their errors; that of row i at to[i*r->columns].
void br_reach_slopes(const br_reach *r, int first, int rows, br_interval *to);

#endif
