// evidence.h - measurements of a stick-slip plant, and contractors that intersect a tube with a row of them. [host]
//
// The position is measured, or other outputs of the plant, or both: its velocity, or outputs y(q, w, u, p) of the law that
// combine states. A row keeps of each mode the states for which all of them are within their intervals. Positions are
// intersected (Rauh et al. 2017, (8)); by other outputs the states are contracted: where y over the box misses [y], nothing is
// left, else by the mean value form in one state at a time (interval Newton; for a sum of states it gives the hull),
//
//     q in m + ([y] - y(m, [w], [u], [p])) / dy/dq([q], [w], [u], [p]),   m: the middle of [q]
//
// A box of states loses that a sum of them was known better than each. So a measured output that is linear in the states,
// y = c0 + cq*q + cw*w, is propagated beside them: while the plant slides to one side, with e, f, g of a step (tube.h),
//
//     y+ = y + f*(cq + cw*a)*w + (cq*g + cw*f)*b + cq*g*b1 + cw*f*b2
//
// where b is that of the middle of u, and b1 and b2 are anything that the rest of it gives: while it wavers they are no one number.
#ifndef BR_BOUND_STICK_EVIDENCE_H
#define BR_BOUND_STICK_EVIDENCE_H

#include "bound/stick/tube.h"

enum { BR_MEASURED = 8 };

typedef struct br_measured {
    br_parsed_law *law;
    br_jet jet;
    br_tape tape;
    int count;
    int by_q[BR_MEASURED], by_w[BR_MEASURED]; // places of their slopes in the jet; -1: 0
    bool linear[BR_MEASURED];                 // in the states, and without the input
    int q_at, w_at;                           // places of the states
} br_measured;

typedef struct br_evidence {
    int rows;                 // at least 2
    double h;                 // s between rows
    const br_interval *u, *q; // the input held from each row on, and the position; br_interval_entire(): not measured
    const bool *stands;       // rows at which the plant is known to rest; NULL: row 0 only
    const br_measured *measured; // what else is measured; NULL: nothing
    const br_interval *y;        // output i of row k at y[k*measured->count + i]; br_interval_entire(): not measured
    void (*release)(const void *of); // takes rows of a long log out of memory, now and then; NULL: they stay
    const void *of;
} br_evidence;

// To be called by who goes along the rows.
static inline void br_evidence_release(const br_evidence *e, int row)
{
    if (e->release && (row & 0xffff) == 0xffff)
        e->release(e->of);
}

// what: quantities of the law that are states, or law->nq + the number of an output. BR_BAD_LAW and a message: an output is an array, or
// another in each mode, which an instant of change leaves open. Derivatives are added to the graph of the plant's law.
br_status br_measured_read(br_measured *s, const br_stick *plant, const int *what, int count, br_diag *why) BR_CHECKED;
void br_measured_free(br_measured *s);

// Enclosures of the measured outputs of each mode, tighter than those by its states, for one box of parameters.
typedef struct br_carried {
    br_interval y[BR_LABELS][BR_MEASURED], cq[BR_MEASURED], cw[BR_MEASURED];
} br_carried;

// Where a plant of parameters p can be that rests in a row; a step along corner trajectories (pace: of p) from a row to the next;
// and what a row leaves. c NULL: nothing is carried.
br_status br_evidence_begin(const br_evidence *e, int row, const br_interval *p, br_tube *t, br_carried *c) BR_CHECKED;
void br_evidence_step(const br_evidence *e, int row, const br_pace *pace, br_tube *t, br_carried *c);
br_status br_evidence_contract(const br_evidence *e, int row, const br_interval *p, br_tube *t,
                               br_carried *c) BR_CHECKED;

#endif
