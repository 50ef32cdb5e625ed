// kkt.h - the matrix of a mechanism and its factor, body by body.                   [host]
//
//     [ A   G ] [   x  ]   [ b_q ]     A: of the coordinates, sparse; G, R: of constraints and measures; S: diagonal
//     [ R  -S ] [lambda] = [ b_r ]
//
// Bodies are blocks here (mech/model/mech.h). The constraints of single ones are solved beforehand (mech/model/frame.h), x = N y + P s,
// which leaves 6 unknowns for each body and the rows of joints and measures, the ties. Of these rho R'R is added to A and
// rho R'b_r to b_q: it changes no solution, and makes A definite where bodies have no inertia. rho: a typical mass.
//
// Bodies are eliminated along a tree of joints that stands on the ground, leaves first, each together with the joint to its
// parent: a joint's rows are independent in the coordinates of either body, so no exchange of rows is needed. Ties that
// close loops wait until all bodies of their loop are gone: taken before, they might contradict what holds the rest. Every
// elimination is that of a small full matrix, a front.
//
// Order and places are found once, by `open`; `factor` and `solve` allocate nothing.
#ifndef BR_MECH_KKT_KKT_H
#define BR_MECH_KKT_KKT_H

#include "mech/model/frame.h"

enum { BR_KKT_MOST = 4096 }; // rows of the matrix

typedef struct br_tie { // a constraint of a joint, or a measure
    const br_patch *patch;
    int row;                      // of the matrix
    int body[2];                  // of its patch; -1: none
    int *side, *place;            // of each coordinate: which of the bodies, and where its row of N begins
    double *g, *r;                // column of G and row of R, over the patch
    double rho, soft;             // soft: of S
    bool idle;                    // it asks nothing, -lambda = b
    bool plain;                   // rho R'R is left out
    bool even;                    // g and r are the same
    int front[2], at[2], here[2]; // of each body: the front that takes it up, its place and that of the tie there
} br_tie;

typedef struct br_press { // what stands in the column of a tie over another patch: friction by its normal force
    int tie, over;        // over: the tie of that patch
    double *value;
    int here[2]; // places of the tie in the fronts of the other
} br_press;

typedef struct br_segment { // numbers of one row of A in the columns of one body
    int row, first, count;
    int from, to; // bodies of the row and of the columns
    int front, at_from, at_to;
} br_segment;

typedef struct br_front {
    int pivots, size, stride;
    int *index; // which unknowns; pivots first
    int parent, *up;
    double *F, *L; // size*stride: U in its first rows; size*pivots
} br_front;

typedef struct br_kkt {
    const br_mech *m;
    int n, size, unknowns;
    br_frame *frame; // of each body
    int *body_of;    // of each coordinate
    int *start, *column;
    double *value; // A row by row, columns rising
    br_segment *segment;
    int segments;
    br_tie *tie;
    int ties, *tie_of; // of each row behind the coordinates; -1: it is one of a body
    br_press *press;
    int presses;
    br_front *front;       // of each body, in the order of elimination
    int fronts, *first;    // first unknown of each body
    int *unknown;          // of each tie
    double *inverse;       // of the pivots
    double *x, *t, *z, *w; // work of `solve`: 4 numbers for each coordinate, unknown, row of a front
    double *numbers;       // memory of all fronts
    size_t count, filled;  // how many numbers these are; and those that start at zero
    void *memory[8];
} br_kkt;

// BR_NO_MEMORY.
br_status br_kkt_open(br_kkt *k, const br_mech *m) BR_CHECKED;
void br_kkt_close(br_kkt *k);

int br_kkt_slot(const br_kkt *k, int row, int column);     // where in value a number of A stands; -1: nowhere
double br_kkt_entry(const br_kkt *k, int row, int column); // of the whole matrix, as it was assembled

// All of A and of presses becomes zero; ties stay.
void br_kkt_clear(br_kkt *k);
// Factors the matrix at positions q. *bad: the row whose pivot is too small or not finite; BR_NEGATIVE then.
br_status br_kkt_factor(br_kkt *k, const double *q, int *bad) BR_CHECKED;
// b: `count` right sides of `size` numbers, one behind the other, become solutions. own: multipliers of single bodies, too;
// else they are 0.
void br_kkt_solve(br_kkt *k, double *b, int count, bool own);

// Inside (mech/kkt/kkt_order.c): the tree, fronts and places in them.
br_status br_kkt_plan_elimination(br_kkt *k) BR_CHECKED;

#endif
