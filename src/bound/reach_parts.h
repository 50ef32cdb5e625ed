// reach_parts.h - one step of a tube, and what it shares with the rest (private to reach).     [host]
#ifndef BR_BOUND_REACH_PARTS_H
#define BR_BOUND_REACH_PARTS_H

#include "bound/reach.h"

// One step to time end, with no break in it. *taken false: it is too long, and nothing has changed. last: however crude it is.
br_status br_reach_step(br_reach *r, double end, bool last, bool *taken) BR_CHECKED;

// The inputs of a step from r->t to end: series at its start (first) and over it, and their values over it, with errors (u) and
// without (held).
br_status br_reach_inputs(br_reach *r, double end) BR_CHECKED;

// box: no solution from x leaves it within h, with any parameters of p and inputs of u; rate: over the box. *found false: there is
// none so large.
br_status br_reach_hold(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u, br_interval h,
                        br_interval *box, bool *found) BR_CHECKED;

// States that move by themselves cannot overtake each other: what starts between two ends stays between what starts there. Where the
// upper or lower ends of x are at most or at least after h, for all states at once, in that end of to.
br_status br_reach_follow_end(br_reach *r, const br_interval *x, br_interval h, bool upper, br_interval *to,
                              bool *found) BR_CHECKED;

// Laws whose elements have modes, one state each (reach_modes.c). BR_BAD_LAW, and words: the law is another.
br_status br_modes_make(br_reach *r, br_diag *why) BR_CHECKED;
void br_modes_free(br_reach *r);
void br_modes_restart(br_reach *r); // all of x in the modes of the model
br_status br_modes_step(br_reach *r, double end, bool last, bool *taken) BR_CHECKED;
br_status br_modes_settle(br_reach *r) BR_CHECKED; // lets what must jump with the inputs r->u, or may, do so
const unsigned *br_modes_any(const br_reach *r);   // those that each element may be in, as bits

// The slopes of numbers first .. first + rows of tape `all` (rates, then outputs), from r->jets: by the states, by the parameters that
// are intervals times their radius, and all by the inputs times their errors; that of row i at to[i*r->columns].
void br_reach_slopes(const br_reach *r, int first, int rows, br_interval *to);

#endif
