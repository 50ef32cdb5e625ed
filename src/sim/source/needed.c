// needed.c - which nodes of a law its rates and outputs depend on.               [host]
#include "num/base/fp.h"

#include "law/graph/jet.h"
#include "sim/source/needed.h"

#include <stdlib.h>

br_status br_needed_nodes(const br_parsed_law *law, bool next, bool *need)
{
    br_law_row *row = calloc((size_t)br_law_rows(law, next, NULL) + 1, sizeof *row);
    if (!row)
        return BR_NO_MEMORY;
    for (int r = 0, rows = br_law_rows(law, next, row); r < rows; r++)
        br_graph_reach(&law->g, &row[r].node, 1, need);
    free(row);
    return BR_OK;
}
