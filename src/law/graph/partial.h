// partial.h - partial derivatives of every operation by its arguments, and the chain rule. [host]
//
// Derivatives are further nodes of the graph. A slope such as that of tanh is exactly 0 far out, where its neighbour in a
// product may have overflowed; such a partial is damped, and a product with it is 0 wherever it is.
#ifndef BR_LAW_GRAPH_PARTIAL_H
#define BR_LAW_GRAPH_PARTIAL_H

#include "law/graph/law.h"

typedef struct br_partial {
    int node; // BR_NO_NODE: zero by structure
    bool damped;
} br_partial;

enum { BR_MAX_ARGS = BR_MAX_MODES > 3 ? BR_MAX_MODES : 3 };

// A copy of the arguments of a node: br_graph_args points into the graph, which moves as it grows.
int br_partial_args(const br_graph *g, int node, int arg[BR_MAX_ARGS]);

// p[k] becomes d node / d argument k, in that order; at kinks as jet.h says.
void br_partials(br_parsed_law *law, int node, br_partial p[BR_MAX_ARGS]);

br_partial br_partial_plus(br_graph *g, br_partial x, br_partial y);

// The chain i -> j -> k of nodes with these dimensions: inner = d j / d i, outer = d k / d j. An array between two numbers
// is summed over.
br_partial br_partial_chain(br_graph *g, br_partial inner, br_partial outer, int i_dim, int j_dim, int k_dim);

#endif
