// kink.c - kinks and jumps of the rates of a law, as switching functions.      [host]
#include "num/base/fp.h"

#include "law/eval/kink.h"
#include <stdlib.h>

// moves[i]: node i changes with a state or an input.
static void find_moving(const br_parsed_law *law, int count, bool *moves)
{
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind != BR_PARAM && law->q[q].node >= 0)
            moves[law->q[q].node] = true;
    for (int i = 0; i < count; i++) {
        const int *args;
        int n = br_graph_args(&law->g, i, &args);
        for (int k = 0; k < n; k++)
            moves[i] = moves[i] || moves[args[k]];
    }
}

static bool reach_rates(const br_parsed_law *law, bool *need)
{
    int *root = calloc((size_t)law->nq + 1, sizeof *root), roots = 0;
    for (int q = 0; root && q < law->nq; q++)
        if (law->q[q].kind == BR_STATE && law->q[q].rate >= 0)
            root[roots++] = law->q[q].rate;
    if (root)
        br_graph_reach(&law->g, root, roots, need);
    free(root);
    return root != NULL;
}

// The node whose change of sign switches this one; BR_NO_NODE: it does not switch.
static int switched_by(br_graph *g, int node)
{
    const br_node n = g->node[node]; // the graph moves as it grows
    switch ((br_op)n.op) {
    case BR_OP_ABS:
    case BR_OP_SIGN: return n.arg[0];
    case BR_OP_MIN:
    case BR_OP_MAX:
    case BR_OP_LT:
    case BR_OP_LE:
    case BR_OP_EQ: return br_graph_2(g, BR_OP_SUB, n.arg[0], n.arg[1]);
    default: return BR_NO_NODE;
    }
}

static bool is_new(const br_law_row *row, int rows, int node)
{
    for (int r = 0; r < rows; r++)
        if (row[r].node == node)
            return false;
    return true;
}

br_status br_tape_make_kinks(br_tape *t, br_parsed_law *law, const int *n)
{
    int count = law->g.count, rows = 0;
    bool *need = calloc((size_t)count + 1, sizeof *need), *moves = calloc((size_t)count + 1, sizeof *moves);
    br_law_row *row = calloc((size_t)count + 1, sizeof *row);
    br_status status = need && moves && row && reach_rates(law, need) ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK)
        find_moving(law, count, moves);
    for (int i = 0; i < count && status == BR_OK; i++) {
        int node = need[i] && moves[i] ? switched_by(&law->g, i) : BR_NO_NODE;
        status = law->g.status;
        if (status == BR_OK && node != BR_NO_NODE && is_new(row, rows, node))
            row[rows++] = (br_law_row){"", 0, law->g.node[node].dim, node};
    }
    if (status == BR_OK)
        status = br_tape_make_rows(t, law, row, rows, n);
    free(need);
    free(moves);
    free(row);
    return status;
}
