// tape.h - evaluation of a law: the order of its operations.                   [host]
//
// A tape fixes what is computed (rows, and blocks of derivatives when there are any) and how many elements each
// dimension has. Three readings walk it: real numbers over lanes, intervals, and Taylor coefficients.
//
// Data are structures of arrays: number j of point k stands at [j*count + k]. The numbers of a point are its states
// (inputs, parameters) in the order of the law's text, an array element by element.
#ifndef BR_LAW_EVAL_TAPE_H
#define BR_LAW_EVAL_TAPE_H

#include "law/graph/jet.h"
#include "num/interval/interval.h"

typedef struct br_tape {
    const br_parsed_law *law;
    int n[BR_MAX_DIMS];
    int nx, nu, np, nm;        // numbers of a point: states, inputs, parameters, modes
    int *q_at;                 // first number of each quantity among those of its kind
    int m_at[BR_MAX_AUTOMATA]; // and of each automaton among the modes
    int *w_at;                 // first number of each weight
    br_law_row *row;
    int rows, *row_at, nrow; // first number of each row; numbers of all rows
    br_block *block;
    int blocks, *block_at, nblock; // likewise for derivatives
    int nodes, *slot;              // place of each needed node's numbers in the work space, -1 not needed
    int *order, steps;             // needed nodes, arguments first
    int value_steps;               // of them those that rows stand on, which come first
    int *dense_order, dense_steps; // those that stand on a one-hot seed, run again for every element
    double *work;
    int room;    // numbers of work per lane
    bool single; // every operation gives the float that the print in float would
} br_tape;

// jet NULL: values only. n: elements of each dimension (NULL: the law's defaults). The law must outlive the tape.
br_status br_tape_make(br_tape *t, const br_parsed_law *law, bool next, const br_jet *jet, const int *n) BR_CHECKED;
void br_tape_free(br_tape *t);
void br_tape_round(br_tape *t); // from now on it is single; what it is read at must be floats

// A tape of given nodes without derivatives: conditions, defaults, guards.
br_status br_tape_make_rows(br_tape *t, const br_parsed_law *law, const br_law_row *row, int rows,
                            const int *n) BR_CHECKED;
// The rows of a jet with its derivatives.
br_status br_tape_make_jet(br_tape *t, const br_parsed_law *law, const br_jet *jet, const int *n) BR_CHECKED;

int br_tape_len(const br_tape *t, int dim); // 1 for BR_SCALAR
int br_block_len(const br_tape *t, const br_block *b);
int br_tape_mode_at(const br_tape *t, int node, int i); // the number of m that says what a BYMODE node is at element i

typedef struct br_point { // what a law is read at, for `count` points
    const double *x, *u, *p;
    const int *m;    // modes; NULL: the first one
    bool each;       // every point has its own parameters: p has np*count numbers, else np
    const double *w; // weights of a cost (tests/law/gradient.h), else NULL
} br_point;

// Values at points: out gets nrow*count numbers, jet nblock*count (NULL: not wanted).
void br_tape_run(const br_tape *t, int count, const br_point *at, double *out, double *jet);

// Transitions: the rows of the tape are the guards of law->jump, in order. next[] gets nm modes: of each the one after
// the first guard of the present mode that holds, or the present mode.
void br_tape_modes(const br_tape *t, int count, const br_point *at, int *next);

// Interval reading of one point: everything the law can give for any number inside the arguments.
typedef struct br_box {
    const br_interval *x, *u, *p;
    const int *m;
    const br_interval *w;
    const unsigned *any; // modes that are not known: of each number of m those that it may be, as bits; NULL: m says it
} br_box;
// BR_BAD_MACHINE, and nothing written, where arithmetic is not that of IEEE 754 (num/base/probe.h).
br_status br_tape_enclose(const br_tape *t, const br_box *at, br_interval *out, br_interval *jet) BR_CHECKED;
// The same, and for each number of out whether the law was defined and continuous on the whole box.
br_status br_tape_enclose_domain(const br_tape *t, const br_box *at, br_interval *out, br_domain *domain) BR_CHECKED;

#endif
