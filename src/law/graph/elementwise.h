// elementwise.h - laws with one state, or one array of states, that do not see each other.  [host]
#ifndef BR_LAW_GRAPH_ELEMENTWISE_H
#define BR_LAW_GRAPH_ELEMENTWISE_H

#include "law/graph/jet.h"

// What a step of such a law needs: every state is a scalar differential equation of its own.
typedef struct br_elementwise {
    int state;       // the quantity; BR_NO_NODE: the law is none of these
    int rate, slope; // nodes of x' and d x'/d x
    int columns;     // parameters whose derivatives cost nothing more (br_jet_some), then inputs
    int by_parameters;
    int *column, *direct; // of each the quantity, and the node of d x'/d quantity
} br_elementwise;

// jet: of rates and outputs, by all quantities. The caller frees it by br_elementwise_free.
br_status br_elementwise_make(br_elementwise *e, const br_parsed_law *law, const br_jet *jet) BR_CHECKED;
void br_elementwise_free(br_elementwise *e);

#endif
