// gradient.h - reverse mode gradient: a scalar cost by all quantities in one backward sweep.
//
// The cost is sum(weight*row) over the rows of a law. Its derivatives are further nodes of the graph, so every reading
// that walks a tape can take them. The weights are variables of their own: br_point.w (br_box.w), one number for each
// number of the rows.
#ifndef BR_TESTS_LAW_GRADIENT_H
#define BR_TESTS_LAW_GRADIENT_H

#include "law/graph/jet.h"
#include "law/graph/partial.h"

#include <stdlib.h>

// Adds the adjoint of node i, the derivative of the cost by it, to those of its arguments by the chain rule.
static inline void propagate_adjoint(br_parsed_law *law, int i, br_partial *adjoint)
{
    br_graph *g = &law->g;
    int arg[BR_MAX_ARGS], n = br_partial_args(g, i, arg);
    br_partial p[BR_MAX_ARGS];
    br_partials(law, i, p);
    for (int k = 0; k < n; k++)
        adjoint[arg[k]] = br_partial_plus(
            g, adjoint[arg[k]], br_partial_chain(g, p[k], adjoint[i], g->node[arg[k]].dim, g->node[i].dim, BR_SCALAR));
}

// gradient[q] becomes the derivative of the cost by quantity q, q < law->nq, to be put on a tape by br_tape_make_rows.
// A call that fails leaves the law as it was.
static inline br_status br_gradient_make(br_law_row *gradient, br_parsed_law *law, bool next)
{
    br_graph *g = &law->g;
    int count = g->count, nargs = g->nargs, rows = br_law_rows(law, next, NULL);
    br_law_row *row = calloc((size_t)rows + 1, sizeof *row);
    br_partial *adjoint = calloc((size_t)count + 1, sizeof *adjoint);
    br_status status = row && adjoint ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        br_law_rows(law, next, row);
        for (int i = 0; i <= count; i++)
            adjoint[i].node = BR_NO_NODE;
        for (int r = 0; r < rows; r++) { // a weight may be 0, and then its row does not count
            br_partial weight = {br_graph_var(g, BR_VAR_WEIGHT + 2 * r + next, row[r].dim), true},
                       one = {br_graph_const(g, 1), false};
            adjoint[row[r].node] =
                br_partial_plus(g, adjoint[row[r].node],
                                br_partial_chain(g, one, weight, g->node[row[r].node].dim, row[r].dim, BR_SCALAR));
        }
        for (int i = count - 1; i >= 0 && g->status == BR_OK; i--)
            if (adjoint[i].node != BR_NO_NODE)
                propagate_adjoint(law, i, adjoint);
        for (int q = 0; q < law->nq; q++) {
            int node = adjoint[law->q[q].node].node;
            gradient[q] =
                (br_law_row){law->q[q].name, 0, law->q[q].dim, node == BR_NO_NODE ? br_graph_const(g, 0) : node};
        }
        status = g->status;
    }
    free(row);
    free(adjoint);
    if (status != BR_OK)
        br_graph_shrink(g, count, nargs);
    return status;
}

#endif
