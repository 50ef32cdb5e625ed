// stick.h - stick-slip plants: modes, guards and coefficients, recognised from a law. [host]
//
// The law has two states, q' = w and w, one input u, and one automaton of three modes:
//
//     rest      q' = 0, w' = 0                           left for a side where u goes beyond c of that side
//     a side    q' = w, w' = a*w + k*(u - c), w >= 0     left for rest where w <= 0 and u <= c
//     the other the same with w <= 0 and u >= c
//
// with a <= 0, k > 0 and c functions of the parameters alone. Modes, guards and coefficients are taken from the graph, and
// that the law is of this shape is proved: all of it is polynomial, and a polynomial whose values are 0 on a grid of more
// points in each direction than its degree is 0. The grid is of whole numbers, so nothing is rounded.
#ifndef BR_BOUND_STICK_STICK_H
#define BR_BOUND_STICK_STICK_H

#include "law/eval/tape.h"

enum { BR_STICK_PARAMS = 16 };

typedef enum br_label { BR_REST, BR_FORWARD, BR_BACKWARD, BR_LABELS } br_label;

typedef struct br_stick {
    br_parsed_law *law;
    br_jet jet;
    br_tape tape;                            // the rates of q and w, then the comparisons of the guards
    int q, w, u;                             // quantities of the law
    int np;                                  // parameters
    int mode[BR_LABELS];                     // of the law
    int limit[BR_LABELS], toward[BR_LABELS]; // the comparison that contains c of a side, and its slope by u
    int degree;                              // of all of it together, as a polynomial
    bool made;
} br_stick;

// The coefficients of one side over a box of parameters.
typedef struct br_slide {
    br_interval a, k, c;
} br_slide;

// Two states and one automaton of three modes: what br_stick_read is worth trying on.
bool br_stick_seems(const br_parsed_law *law);

// BR_BAD_LAW and a message: the law is not of this shape. It must outlive s; derivatives are added to its graph.
br_status br_stick_read(br_stick *s, br_parsed_law *law, br_diag *why) BR_CHECKED;
void br_stick_free(br_stick *s);

// The block of a jet that holds the derivative of a row by a quantity; -1: there is none, it is 0.
int br_stick_block(const br_jet *jet, int row, int quantity);

// side[BR_FORWARD] and side[BR_BACKWARD] for parameters p. BR_NEGATIVE: a > 0, k <= 0 or c of the sides crossed somewhere
// in the box.
br_status br_stick_at(const br_stick *s, const br_interval *p, br_slide side[BR_LABELS]) BR_CHECKED;

// a, k and c of both sides for parameters that are small whole numbers: exact.
void br_stick_exact(const br_stick *s, const double *p, double side[BR_LABELS][3]);

#endif
