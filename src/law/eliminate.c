// eliminate.c - derivatives by vertex elimination on the linearised graph.     [host]
//
// Every operation is linearised once: edges carry the partial derivatives between neighbours. Then vertices between
// columns and rows are taken out one by one, cheapest first (Markowitz): each pair of edges into and out of a vertex
// becomes one edge with their product. Where many chains pass one quantity (r in S-GMS), its derivatives are
// multiplied out once instead of once per parameter, as forward or reverse sweeps alone would do.
#include "num/fp.h"

#include "law/eliminate.h"
#include <stdlib.h>
#include <string.h>

typedef struct edge {
    int from, to; // nodes of the law
    int partial;  // node of the derivative
    bool damped;  // may be exactly 0 where its neighbour overflows: products with it are 0 then
    int next_in, next_out;
} edge;

typedef struct net {
    br_law *law;
    int count;       // nodes of the law itself
    int *in, *out;   // first edge of each node, -1 none
    int *ins, *outs; // how many
    bool *inner;     // still to be taken out
    edge *e;
    int edges, room, unused;
    bool failed;
} net;

static int times(br_graph *g, int x, int y)
{
    double c;
    if (br_graph_is_const(g, x, &c) && c == -1)
        return br_graph_1(g, BR_OP_NEG, y);
    if (br_graph_is_const(g, y, &c) && c == -1)
        return br_graph_1(g, BR_OP_NEG, x);
    return br_graph_2(g, BR_OP_MUL, x, y);
}

static int plus(br_graph *g, int x, int y)
{
    if (g->status == BR_OK && g->node[y].op == BR_OP_NEG)
        return br_graph_2(g, BR_OP_SUB, x, g->node[y].arg[0]);
    if (g->status == BR_OK && g->node[x].op == BR_OP_NEG)
        return br_graph_2(g, BR_OP_SUB, y, g->node[x].arg[0]);
    return br_graph_2(g, BR_OP_ADD, x, y);
}

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

static void connect(net *n, int from, int to, int partial, bool damped)
{
    double c;
    br_graph *g = &n->law->g;
    if (br_graph_is_const(g, partial, &c) && c == 0)
        return;
    for (int i = n->out[from]; i >= 0; i = n->e[i].next_out)
        if (n->e[i].to == to) {
            n->e[i].partial = plus(g, n->e[i].partial, partial);
            n->e[i].damped = n->e[i].damped && damped;
            return;
        }
    int i = new_edge(n);
    if (i < 0)
        return;
    n->e[i] = (edge){from, to, partial, damped, n->in[to], n->out[from]};
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

// ---------------------------------------------------------------- one operation, linearised

static void two(net *n, int node, br_op op, int a, int b)
{
    br_graph *g = &n->law->g;
    int one = br_graph_const(g, 1), zero = br_graph_const(g, 0), minus = br_graph_const(g, -1);
    switch (op) {
    case BR_OP_ADD: connect(n, a, node, one, false), connect(n, b, node, one, false); break;
    case BR_OP_SUB: connect(n, a, node, one, false), connect(n, b, node, minus, false); break;
    case BR_OP_MUL:
        if (a == b) {
            connect(n, a, node, br_graph_2(g, BR_OP_MUL, br_graph_const(g, 2), a), false);
        } else {
            connect(n, a, node, b, false);
            connect(n, b, node, a, false);
        }
        break;
    case BR_OP_ZMUL: connect(n, a, node, b, false), connect(n, b, node, a, true); break;
    case BR_OP_DIV: {
        int inverse = br_graph_2(g, BR_OP_DIV, one, b);
        connect(n, a, node, inverse, false);
        connect(n, b, node, br_graph_1(g, BR_OP_NEG, br_graph_2(g, BR_OP_MUL, node, inverse)), false);
        break;
    }
    case BR_OP_POW: { // b*a^(b-1), and a^b*log(a), whose limit at a = 0 is 0
        int less = br_graph_2(g, BR_OP_POW, a, br_graph_2(g, BR_OP_SUB, b, one));
        int slope = br_graph_2(g, BR_OP_MUL, node, br_graph_1(g, BR_OP_LOG, a));
        connect(n, a, node, br_graph_2(g, BR_OP_MUL, b, less), false);
        connect(n, b, node, br_graph_select(g, br_graph_2(g, BR_OP_LT, zero, a), slope, zero), true);
        break;
    }
    case BR_OP_MIN:
    case BR_OP_MAX: {
        int first = op == BR_OP_MIN ? br_graph_2(g, BR_OP_LE, a, b) : br_graph_2(g, BR_OP_LE, b, a);
        connect(n, a, node, br_graph_select(g, first, one, zero), true);
        connect(n, b, node, br_graph_select(g, first, zero, one), true);
        break;
    }
    default: break; // comparisons are flat
    }
}

static void one_argument(net *n, int node, br_op op, int a)
{
    br_graph *g = &n->law->g;
    int one = br_graph_const(g, 1);
    switch (op) {
    case BR_OP_NEG: connect(n, a, node, br_graph_const(g, -1), false); break;
    case BR_OP_ABS: connect(n, a, node, br_graph_1(g, BR_OP_SIDE, a), false); break;
    case BR_OP_SQRT: connect(n, a, node, br_graph_2(g, BR_OP_DIV, br_graph_const(g, 0.5), node), false); break;
    case BR_OP_EXP: connect(n, a, node, node, true); break;
    case BR_OP_LOG: connect(n, a, node, br_graph_2(g, BR_OP_DIV, one, a), false); break;
    case BR_OP_TANH: // 1 - tanh^2
        connect(n, a, node, br_graph_2(g, BR_OP_SUB, one, br_graph_2(g, BR_OP_MUL, node, node)), true);
        break;
    case BR_OP_LOGISTIC: // L*(1 - L)
        connect(n, a, node, br_graph_2(g, BR_OP_MUL, node, br_graph_2(g, BR_OP_SUB, one, node)), true);
        break;
    case BR_OP_SIN: connect(n, a, node, br_graph_1(g, BR_OP_COS, a), false); break;
    case BR_OP_COS: connect(n, a, node, br_graph_1(g, BR_OP_NEG, br_graph_1(g, BR_OP_SIN, a)), false); break;
    case BR_OP_ATAN: // 1/(1 + a^2)
        connect(n, a, node,
                br_graph_2(g, BR_OP_DIV, one, br_graph_2(g, BR_OP_ADD, one, br_graph_2(g, BR_OP_MUL, a, a))), true);
        break;
    case BR_OP_SUM:
    case BR_OP_SPREAD: connect(n, a, node, one, false); break;
    default: break; // sign and side are flat
    }
}

static void by_mode(net *n, int node)
{
    br_graph *g = &n->law->g;
    int one = br_graph_const(g, 1), zero = br_graph_const(g, 0), count = g->node[node].arg[1];
    for (int m = 0; m < count; m++) {
        int pick[BR_MAX_MODES], a = g->args[g->node[node].arg[0] + m];
        for (int k = 0; k < count; k++)
            pick[k] = k == m ? one : zero;
        connect(n, a, node, br_graph_by_mode(g, g->node[node].arg[2], n->law->mode_dim, pick, count), true);
    }
}

static void linearise(net *n, int node)
{
    br_graph *g = &n->law->g;
    const br_node w = g->node[node];
    if (w.op == BR_OP_BYMODE) {
        by_mode(n, node);
    } else if (w.op == BR_OP_SELECT) {
        int one = br_graph_const(g, 1), zero = br_graph_const(g, 0);
        connect(n, w.arg[1], node, br_graph_select(g, w.arg[0], one, zero), true);
        connect(n, w.arg[2], node, br_graph_select(g, w.arg[0], zero, one), true);
    } else if (br_op_arity(w.op) == 1) {
        one_argument(n, node, w.op, w.arg[0]);
    } else if (br_op_arity(w.op) == 2) {
        two(n, node, w.op, w.arg[0], w.arg[1]);
    }
}

// ---------------------------------------------------------------- elimination

static int product(br_graph *g, const edge *first, const edge *second)
{
    double c;
    if (!first->damped && !second->damped)
        return times(g, second->partial, first->partial);
    const edge *zero = first->damped ? first : second, *other = first->damped ? second : first;
    if (br_graph_is_const(g, other->partial, &c) && c == 1)
        return zero->partial;
    int p = br_graph_2(g, BR_OP_ZMUL, zero->partial, other->partial);
    if (other->damped) { // either may be the zero that counts
        int none = br_graph_const(g, 0);
        p = br_graph_select(g, br_graph_2(g, BR_OP_EQ, other->partial, none), none, p);
    }
    return p;
}

// The product of the edges i -> j -> k. An array in the middle of two numbers is summed over.
static int chain(net *n, const edge *first, const edge *second)
{
    br_graph *g = &n->law->g;
    int p = product(g, first, second);
    int middle = g->node[first->to].dim;
    if (g->status == BR_OK && middle != BR_SCALAR && g->node[first->from].dim == BR_SCALAR &&
        g->node[second->to].dim == BR_SCALAR)
        p = br_graph_1(g, BR_OP_SUM, g->node[p].dim == BR_SCALAR ? br_graph_spread(g, p, middle) : p);
    return p;
}

static void take_out(net *n, int node)
{
    for (int i = n->in[node]; i >= 0; i = n->e[i].next_in)
        for (int k = n->out[node]; k >= 0; k = n->e[k].next_out) {
            edge first = n->e[i], second = n->e[k];
            int p = chain(n, &first, &second);
            connect(n, first.from, second.to, p, first.damped || second.damped);
        }
    while (n->in[node] >= 0)
        unlink_edge(n, n->in[node]);
    while (n->out[node] >= 0)
        unlink_edge(n, n->out[node]);
    n->inner[node] = false;
}

// The inner vertex with the fewest products; the later one on a tie, so that chains shrink from the rows.
static int cheapest(const net *n)
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

static void eliminate(net *n, const bool *need, const bool *row)
{
    for (int i = 0; i < n->count && n->law->g.status == BR_OK && !n->failed; i++) {
        if (!need[i])
            continue;
        linearise(n, i);
        n->inner[i] = n->law->g.node[i].op != BR_OP_VAR && n->law->g.node[i].op != BR_OP_CONST && !row[i];
    }
    for (int i = cheapest(n); i >= 0 && n->law->g.status == BR_OK && !n->failed; i = cheapest(n))
        take_out(n, i);
}

// Rows that stand on rows (F on z'): their edges are multiplied out last, in order.
static void settle_rows(net *n, const bool *row)
{
    for (int i = 0; i < n->count; i++) {
        if (!row[i])
            continue;
        for (int again = 1; again;) {
            again = 0;
            for (int k = n->in[i]; k >= 0 && !again; k = n->e[k].next_in) {
                int from = n->e[k].from;
                if (!row[from] || n->law->g.node[from].op == BR_OP_VAR)
                    continue;
                edge second = n->e[k];
                unlink_edge(n, k);
                for (int j = n->in[from]; j >= 0; j = n->e[j].next_in) {
                    edge first = n->e[j];
                    connect(n, first.from, i, chain(n, &first, &second), first.damped || second.damped);
                }
                again = 1;
            }
        }
    }
}

br_status br_eliminate(br_law *law, const br_row *row, int rows, const bool *need, int count, int *result)
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
        eliminate(&n, need, is_row);
        settle_rows(&n, is_row);
    }
    for (int r = 0; r < rows && !n.failed; r++)
        for (int q = 0; q < law->nq; q++) {
            result[r * law->nq + q] = BR_NO_NODE;
            if (row[r].node == law->q[q].node)
                result[r * law->nq + q] = br_graph_const(g, 1);
            for (int k = n.in [row[r].node]; k >= 0; k = n.e[k].next_in)
                if (n.e[k].from == law->q[q].node)
                    result[r * law->nq + q] = n.e[k].partial;
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
