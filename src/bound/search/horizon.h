// horizon.h - contractor over the horizon: all rows of one slide at once, by linear programming. [host]
//
// From its breakaway at row `begin` on, as long as it slides to one side, the position is (mirrored for a slide backward)
//
//     q_k = q0 + k*(U_k(a) - c*V_k(a)),   U_k, V_k: what the input, and a constant 1, do from rest with k = 1
//
// and with r = 1/k, s = q0/k, d = a - m for the middle m of a, and the mean value theorem:
//
//     q_k*r = s + U_k(m) - V_k(m)*c + D_k*d,   D_k in U_k'([a]) - [c]*V_k'([a])
//
// and a linear measured output (evidence.h) is cq of that and cw of the same for the velocity, w_k*r. All of it
// is linear in x = (r, c, s, d) but for the width of D_k. Each measured row bounds q_k from both sides: rows G x >= g. A
// linear program over the middles of G finds multipliers l >= 0; they prove, whatever they are and whoever found them, that
//
//     t'x >= l'g + least of (t - G'l)'x over the box of x
//
// which is computed in intervals, over all of G. So both ends of c, r and d are bounded.
#ifndef BR_BOUND_SEARCH_HORIZON_H
#define BR_BOUND_SEARCH_HORIZON_H

#include "bound/stick/form.h"
#include "bound/search/paving.h"

enum { BR_SHRINK_ROWS = 6, BR_SHRINKS = 24 };

// One end of a parameter, and what proves it.
typedef struct br_shrink {
    int round; // those of one round stand on the same box
    int parameter;
    bool upper;
    double to;
    int rows;
    int row[BR_SHRINK_ROWS], pair[BR_SHRINK_ROWS]; // pair: the measurement of that row, a number of the search alone
    bool above[BR_SHRINK_ROWS];                    // the row holds the position from above
    double weight[BR_SHRINK_ROWS];
} br_shrink;

typedef struct br_shrinks {
    int count;
    br_shrink shrink[BR_SHRINKS];
} br_shrinks;

typedef struct br_phase {
    br_label side;  // BR_REST: there is none
    int first;      // stays where it is from there on, not only rests in the rows
    int begin, end; // rests from first to begin, then slides to the side until end
} br_phase;

// Contracts p and adds what it did to *done. *left: something is left of p.
br_status br_horizon_contract(const br_forms *forms, const br_evidence *e, const br_phase *phase, br_interval *p,
                              int np, br_shrinks *done, bool *left) BR_CHECKED;

#endif
