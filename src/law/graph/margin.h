// margin.h - margins of guards: the distance to a mode transition, as a node of the graph. [host]
//
// A flow that locates a transition in time needs more than true or false: the margin of a guard is a number that is not
// negative where the guard holds, and moves through 0 where it begins to. a < b and a <= b: b - a; and: the smaller;
// or: the larger; not: the negative; a == b: -|a - b|. A part that no state moves decides at once and gives +-infinity
// in place of a number of another unit; so does one without a measure of its own.
#ifndef BR_LAW_GRAPH_MARGIN_H
#define BR_LAW_GRAPH_MARGIN_H

#include "law/graph/law.h"

// Adds nodes to the graph; a failure shows in its status.
int br_law_margin(br_parsed_law *law, int guard);

#endif
