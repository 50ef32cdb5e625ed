// layout.h - the order of states, inputs, parameters and modes in their vectors. [host]
//
// A point has nx states, nu inputs and np parameters. Those of a kind stand in the order of the law's text, an array
// element by element; so do its modes, automaton by automaton. n: elements of each dimension.
#ifndef BR_LAW_GRAPH_LAYOUT_H
#define BR_LAW_GRAPH_LAYOUT_H

#include "law/graph/law.h"
#include "num/base/require.h"

typedef struct br_layout {
    int nx, nu, np, nm;        // nm: modes, for each automaton one or one per element; 0 for a law without
    int m_at[BR_MAX_AUTOMATA]; // first number of each automaton among the modes
} br_layout;

// at gets the first number of each quantity among those of its kind: law->nq of them.
br_layout br_layout_of(const br_parsed_law *law, const int *n, int *at);

// States, inputs and parameters together; there may be more than an int counts.
long long br_layout_numbers(const br_parsed_law *law, const int *n);

// The quantity that number i of a kind belongs to, or -1; at as from br_layout_of.
int br_layout_find(const br_parsed_law *law, const int *n, const int *at, br_kind kind, int i);

// The automaton that number i of the modes belongs to, or -1.
int br_layout_automaton(const br_parsed_law *law, const int *n, int i);

static inline int br_layout_len(const int *n, int dim) // 1 for BR_SCALAR
{
    BR_REQUIRE(dim == BR_SCALAR || (dim >= 0 && dim < BR_MAX_DIMS));
    return dim == BR_SCALAR ? 1 : n[dim];
}

#endif
