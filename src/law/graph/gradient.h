// gradient.h - reverse mode gradient: a scalar cost by all quantities in one backward sweep. [host]
//
// The cost is sum(weight*row) over the rows of a law. Its derivatives are further nodes of the graph, so every reading
// that walks a tape can take them. The weights are variables of their own: br_point.w (br_box.w), one number for each
// number of the rows.
#ifndef BR_LAW_GRAPH_GRADIENT_H
#define BR_LAW_GRAPH_GRADIENT_H

#include "law/graph/jet.h"

// gradient[q] becomes the derivative of the cost by quantity q, q < law->nq, to be put on a tape by br_tape_make_rows.
// A call that fails leaves the law as it was.
br_status br_gradient_make(br_row *gradient, br_law *law, bool next) BR_CHECKED;

#endif
