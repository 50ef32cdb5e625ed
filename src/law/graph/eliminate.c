// eliminate.c - the Jacobian of a law by vertex elimination on the linearised graph. [host]
//
// Every operation is linearised once: edges carry the partial derivatives between neighbours. Then vertices between
// columns and rows are eliminated one by one, cheapest first (Markowitz): each pair of edges into and out of a vertex
// becomes one edge with their product. Where many chains pass one quantity (r in S-GMS), its derivatives are
// multiplied out once instead of once per parameter, as forward or reverse mode alone would do.
#include "num/base/fp.h"

#include "law/graph/eliminate.h"
#include "law/graph/partial.h"
#include <stdlib.h>
#include <string.h>

typedef struct edge {
    int from, to; // nodes of the law
    br_partial slope;
    int next_in, next_out;
} edge;

typedef struct net {
    br_parsed_law *law;
    int count;       // nodes of the law itself
    int *in, *out;   // first edge of each node, -1 none
    int *ins, *outs; // how many
    bool *inner;     // still to be eliminated
    edge *e;
    int edges, room, unused;
    bool failed;
} net;

// ---------------------------------------------------------------- edges

static int new_edge(net *n)
{
    if (n->unused >= 0) {
        int i = n->unused;
        n->unused = n->e[i].next_in;
        return i;
    }
    if (n->edges == n->room) {
        int room = 2 * n->room + 64;
        edge *e = realloc(n->e, (size_t)room * sizeof *e);
        if (!e) {
            n->failed = true;
            return -1;
        }
        n->e = e;
        n->room = room;
    }
    return n->edges++;
}

static void add_edge(net *n, int from, int to, br_partial slope)
{
    double c;
    if (slope.node == BR_NO_NODE || (br_graph_is_const(&n->law->g, slope.node, &c) && c == 0))
        return;
    for (int i = n->out[from]; i >= 0; i = n->e[i].next_out)
        if (n->e[i].to == to) {
            n->e[i].slope = br_partial_plus(&n->law->g, n->e[i].slope, slope);
            return;
        }
    int i = new_edge(n);
    if (i < 0)
        return;
    n->e[i] = (edge){from, to, slope, n->in[to], n->out[from]};
    n->in[to] = n->out[from] = i;
    n->ins[to]++;
    n->outs[from]++;
}

static void unlink_edge(net *n, int i)
{
    int *p = &n->in[n->e[i].to];
    while (*p != i)
        p = &n->e[*p].next_in;
    *p = n->e[i].next_in;
    p = &n->out[n->e[i].from];
    while (*p != i)
        p = &n->e[*p].next_out;
    *p = n->e[i].next_out;
    n->ins[n->e[i].to]--;
    n->outs[n->e[i].from]--;
    n->e[i].next_in = n->unused;
    n->unused = i;
}

static void add_partials(net *n, int node)
{
    int arg[BR_MAX_ARGS], count = br_partial_args(&n->law->g, node, arg);
    br_partial p[BR_MAX_ARGS];
    br_partials(n->law, node, p);
    for (int k = 0; k < count; k++)
        add_edge(n, arg[k], node, p[k]);
}

// ---------------------------------------------------------------- elimination

// The product of the edges i -> j -> k.
static br_partial edge_product(net *n, const edge *first, const edge *second)
{
    br_graph *g = &n->law->g;
    return br_partial_chain(g, first->slope, second->slope, g->node[first->from].dim, g->node[first->to].dim,
                            g->node[second->to].dim);
}

static void eliminate_vertex(net *n, int node)
{
    for (int i = n->in[node]; i >= 0; i = n->e[i].next_in)
        for (int k = n->out[node]; k >= 0; k = n->e[k].next_out) {
            edge first = n->e[i], second = n->e[k];
            add_edge(n, first.from, second.to, edge_product(n, &first, &second));
        }
    while (n->in[node] >= 0)
        unlink_edge(n, n->in[node]);
    while (n->out[node] >= 0)
        unlink_edge(n, n->out[node]);
    n->inner[node] = false;
}

// The inner vertex with the fewest products; the later one on a tie, so that chains shrink from the rows.
static int cheapest_vertex(const net *n)
{
    int best = -1;
    long least = 0;
    for (int i = 0; i < n->count; i++) {
        long cost = (long)n->ins[i] * n->outs[i];
        if (n->inner[i] && (best < 0 || cost <= least)) {
            best = i;
            least = cost;
        }
    }
    return best;
}

static void eliminate_inner_vertices(net *n, const bool *need, const bool *row)
{
    for (int i = 0; i < n->count && n->law->g.status == BR_OK && !n->failed; i++) {
        if (!need[i])
            continue;
        add_partials(n, i);
        n->inner[i] = n->law->g.node[i].op != BR_OP_VAR && n->law->g.node[i].op != BR_OP_CONST && !row[i];
    }
    for (int i = cheapest_vertex(n); i >= 0 && n->law->g.status == BR_OK && !n->failed; i = cheapest_vertex(n))
        eliminate_vertex(n, i);
}

// Multiplies out an edge into row i that comes from another row; false: there is none.
static bool eliminate_row_edge(net *n, int i, const bool *row)
{
    for (int k = n->in[i]; k >= 0; k = n->e[k].next_in) {
        int from = n->e[k].from;
        if (!row[from] || n->law->g.node[from].op == BR_OP_VAR)
            continue;
        edge second = n->e[k];
        unlink_edge(n, k);
        for (int j = n->in[from]; j >= 0; j = n->e[j].next_in) {
            edge first = n->e[j];
            add_edge(n, first.from, i, edge_product(n, &first, &second));
        }
        return true;
    }
    return false;
}

// Rows that depend on rows (F on z'): their edges are multiplied out last, in order.
static void eliminate_row_edges(net *n, const bool *row)
{
    for (int i = 0; i < n->count; i++)
        while (row[i] && eliminate_row_edge(n, i, row)) {
        }
}

br_status br_eliminate(br_parsed_law *law, const br_law_row *row, int rows, const bool *need, int count, int *result)
{
    br_graph *g = &law->g;
    net n = {.law = law, .count = count, .unused = -1};
    bool *is_row = calloc((size_t)count, sizeof *is_row);
    n.in = malloc((size_t)count * sizeof *n.in);
    n.out = malloc((size_t)count * sizeof *n.out);
    n.ins = calloc((size_t)count, sizeof *n.ins);
    n.outs = calloc((size_t)count, sizeof *n.outs);
    n.inner = calloc((size_t)count, sizeof *n.inner);
    n.room = 64;
    n.e = calloc((size_t)n.room, sizeof *n.e);
    n.failed = !is_row || !n.in || !n.out || !n.ins || !n.outs || !n.inner || !n.e;
    if (!n.failed) {
        memset(n.in, 0xff, (size_t)count * sizeof *n.in);
        memset(n.out, 0xff, (size_t)count * sizeof *n.out);
        for (int r = 0; r < rows; r++)
            is_row[row[r].node] = true;
        eliminate_inner_vertices(&n, need, is_row);
        eliminate_row_edges(&n, is_row);
    }
    for (int r = 0; r < rows && !n.failed; r++)
        for (int q = 0; q < law->nq; q++) {
            result[r * law->nq + q] = BR_NO_NODE;
            if (row[r].node == law->q[q].node)
                result[r * law->nq + q] = br_graph_const(g, 1);
            for (int k = n.in [row[r].node]; k >= 0; k = n.e[k].next_in)
                if (n.e[k].from == law->q[q].node)
                    result[r * law->nq + q] = n.e[k].slope.node;
        }
    bool failed = n.failed;
    free(is_row);
    free(n.in);
    free(n.out);
    free(n.ins);
    free(n.outs);
    free(n.inner);
    free(n.e);
    return failed ? BR_NO_MEMORY : g->status;
}
