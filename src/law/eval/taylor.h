// taylor.h - Taylor series of a law in time along its solution, in intervals.  [host]
//
//     x(t0 + h) = x[0] + x[1] h + x[2] h^2 + ...    with x' = rate(x, u(t), p)
//
// Order by order: the coefficients of every node follow from those of its arguments, and x[k+1] = rate[k]/(k+1).
// Nothing is differenced; the coefficients contain the true ones for every start in the box. Where a kink, a jump or an
// undecided comparison is inside the box, the higher coefficients do not exist: they come out unbounded, and `smooth`
// says so. A box that only touches a kink counts as holding it.
#ifndef BR_LAW_EVAL_TAYLOR_H
#define BR_LAW_EVAL_TAYLOR_H

#include "law/eval/tape.h"

#define BR_MAX_ORDER 20

typedef struct br_taylor {
    const br_tape *tape;
    int order;
    br_interval *series; // order + 1 coefficients for every number of the tape
    br_interval *aux;    // two further series, of nodes that need them
    int *aux_at;         // by node
    int *rate;           // by quantity: the row of its rate, -1 none
    bool *moves;         // by node: not the same for all time
    int held;            // the row whose states do not move, as if its rate were 0; -1: none
    bool smooth;
} br_taylor;

// The tape must hold the rates of the law (br_tape_make with next = false) and outlive this.
br_status br_taylor_make(br_taylor *s, const br_tape *tape, int order) BR_CHECKED; // order 0 to BR_MAX_ORDER
void br_taylor_free(br_taylor *s);

// at: start, parameters and modes; at->u is not used. u: coefficient k of input number j at [j*(order + 1) + k], NULL when
// the law has no inputs. Nothing is allocated. s->smooth then says whether all coefficients exist and are bounded.
// BR_BAD_MACHINE where nothing could be proved: see num/base/probe.h.
br_status br_taylor_run(br_taylor *s, const br_box *at, const br_interval *u) BR_CHECKED;

// Coefficients 0 to order of a node of the tape: a rate, an output, a derivative, or a state (law->q[q].node).
const br_interval *br_taylor_series(const br_taylor *s, int node, int element);

#endif
