// margin.c - margins of guards: the distance to a mode transition, as a node of the graph. [host]
#include "num/base/fp.h"

#include "law/graph/margin.h"
#include <math.h>
#include <stdlib.h>

typedef struct work {
    br_parsed_law *law;
    int left; // parts that may still be visited: shared parts could be visited exponentially often
} work;

static bool depends_on_states(const work *w, int node)
{
    br_parsed_law *law = w->law;
    bool *need = calloc((size_t)law->g.count, sizeof *need), found = false;
    if (!need) {
        law->g.status = BR_NO_MEMORY;
        return false;
    }
    br_graph_reach(&law->g, &node, 1, need);
    for (int q = 0; q < law->nq; q++)
        found = found ||
                (law->q[q].kind == BR_STATE && law->q[q].node >= 0 && law->q[q].node <= node && need[law->q[q].node]);
    free(need);
    return found;
}

static int margin_of(work *w, int guard);

// +infinity where the guard holds, -infinity elsewhere.
static int infinite_margin(br_graph *g, int guard)
{
    int yes = br_graph_const(g, (double)INFINITY), no = br_graph_const(g, (double)-INFINITY);
    return br_graph_select(g, guard, yes, no);
}

// Of two guards joined: the smaller margin (and), the larger one (or).
static int margin_of_joined(work *w, br_op op, int a, int b)
{
    br_graph *g = &w->law->g;
    int decided = depends_on_states(w, a) ? b : a, other = decided == a ? b : a, x = margin_of(w, other);
    if (depends_on_states(w, decided))
        return br_graph_2(g, op == BR_OP_AND ? BR_OP_MIN : BR_OP_MAX, margin_of(w, decided), x);
    int end = br_graph_const(g, op == BR_OP_AND ? (double)-INFINITY : (double)INFINITY);
    return op == BR_OP_AND ? br_graph_select(g, decided, x, end) : br_graph_select(g, decided, end, x);
}

static int distance(br_graph *g, int a, int b)
{
    return br_graph_1(g, BR_OP_ABS, br_graph_2(g, BR_OP_SUB, a, b));
}

static int margin_of(work *w, int guard)
{
    br_graph *g = &w->law->g;
    const br_node n = g->node[guard]; // the graph moves as it grows
    if (g->status != BR_OK || w->left-- <= 0 || !depends_on_states(w, guard))
        return infinite_margin(g, guard);
    switch ((br_op)n.op) {
    case BR_OP_LT:
    case BR_OP_LE: return br_graph_2(g, BR_OP_SUB, n.arg[1], n.arg[0]);
    case BR_OP_EQ: return br_graph_1(g, BR_OP_NEG, distance(g, n.arg[0], n.arg[1]));
    case BR_OP_AND:
    case BR_OP_OR: return margin_of_joined(w, n.op, n.arg[0], n.arg[1]);
    case BR_OP_NOT: return br_graph_1(g, BR_OP_NEG, margin_of(w, n.arg[0]));
    default: return infinite_margin(g, guard);
    }
}

int br_law_margin(br_parsed_law *law, int guard)
{
    work w = {law, 100};
    return margin_of(&w, guard);
}
