// eliminate.h - the Jacobian of a law by vertex elimination (see jet.h for what is computed). [host]
#ifndef BR_LAW_GRAPH_ELIMINATE_H
#define BR_LAW_GRAPH_ELIMINATE_H

#include "law/graph/jet.h"

// result[r*law->nq + q] becomes the node of d row r / d quantity q, or BR_NO_NODE. need: which of the first
// `count` nodes the rows stand on.
// Only for laws whose elements are not coupled; the graph must be small (the search is quadratic).
br_status br_eliminate(br_parsed_law *law, const br_law_row *row, int rows, const bool *need, int count,
                       int *result) BR_CHECKED;

#endif
