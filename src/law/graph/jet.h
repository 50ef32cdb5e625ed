// jet.h - the Jacobian of a law as nodes of its graph, in blocks that keep its sparsity. [host]
//
// Rows are what a law computes (rates and outputs, or updates), columns are what it depends on (states, inputs,
// parameters). The derivative of one row by one column is a block; blocks that are zero by structure do not exist:
//
//   row \ column      a number            an array over n
//   a number          1 number            n numbers (a row)
//   an array over n   n numbers           n numbers (a diagonal), or n*m when the law couples its elements (dense)
//
// At a kink the derivative is the one from the right: abs has slope +1 at 0, min and max follow their first argument
// on a tie, `if` follows the branch that is taken, sign has slope 0.
#ifndef BR_LAW_GRAPH_JET_H
#define BR_LAW_GRAPH_JET_H

#include "law/graph/law.h"
#include "num/base/sys.h"

typedef struct br_law_row { // something a law computes
    const char *name;       // "F", or the state's name for its rate
    char mark;              // 0, '\'' or '+'
    int dim, node;
} br_law_row;

typedef struct br_block {
    int row, column; // column: index in br_parsed_law.q
    br_shape shape;
    int node; // DENSE: the column that BR_VAR_ONE_HOT picks
} br_block;

typedef struct br_jet {
    br_law_row *row;
    int rows;
    br_block *block; // those by states first; then by row, then column
    int blocks, by_states;
} br_jet;

// The rows of a law: rates and outputs (next = false), or updates z+ and F+ (next = true).
int br_law_rows(const br_parsed_law *law, bool next, br_law_row *row); // row may be NULL: only count

// Differentiates the rows by every quantity for which want[q] is true (want NULL: all). Adds nodes to the graph.
br_status br_jet_make(br_jet *j, br_parsed_law *law, bool next, const bool *want) BR_CHECKED;
// The same for given rows.
br_status br_jet_make_rows(br_jet *j, br_parsed_law *law, const br_law_row *row, int rows, const bool *want) BR_CHECKED;
br_jet br_jet_by_states(const br_jet *j); // only those by states; lives as long as j and is not freed
// Which blocks are by states, by inputs, or by parameters whose derivatives are all reached by those anyway: some[blocks].
br_status br_jet_some(const br_jet *j, const br_parsed_law *law, bool *some) BR_CHECKED;
void br_jet_free(br_jet *j);

#endif
