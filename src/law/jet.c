// jet.c - the blocks of derivatives of a law.                                  [host]
//
// Small laws whose elements do not see each other are differentiated by vertex elimination; this file has the general
// way, forward, one seed at a time.
//
// The tangent of a node by a scalar quantity has the node's shape. By an array quantity over n it is one number per
// element: for an array node over n the diagonal, for a number reached through sum() the gradient. That fails only
// where an array node stands on such a number (elements that see each other); then the tangent is taken again with a
// seed that is 1 at one element, which the evaluation moves along: a dense block.
#include "num/fp.h"

#include "law/eliminate.h"
#include <stdlib.h>
#include <string.h>

#define ZERO BR_NO_NODE

static int add(br_graph *g, int x, int y)
{
    return x == ZERO ? y : y == ZERO ? x : br_graph_2(g, BR_OP_ADD, x, y);
}

static int subtract(br_graph *g, int x, int y)
{
    return y == ZERO ? x : x == ZERO ? br_graph_1(g, BR_OP_NEG, y) : br_graph_2(g, BR_OP_SUB, x, y);
}

static int times(br_graph *g, int x, int t)
{
    double c;
    if (t == ZERO || (br_graph_is_const(g, x, &c) && c == 0))
        return ZERO;
    return br_graph_2(g, BR_OP_MUL, x, t);
}

static int damped(br_graph *g, int slope, int t)
{
    return t == ZERO ? ZERO : br_graph_2(g, BR_OP_ZMUL, slope, t);
}

static int either(br_graph *g, int c, int x, int y)
{
    if (x == ZERO && y == ZERO)
        return ZERO;
    int none = br_graph_const(g, 0);
    return br_graph_select(g, c, x == ZERO ? none : x, y == ZERO ? none : y);
}

static int of_power(br_graph *g, int node, int a, int b, int ta, int tb)
{
    int one = br_graph_const(g, 1), zero = br_graph_const(g, 0);
    int by_base = ZERO, by_exponent = ZERO;
    if (ta != ZERO) {
        int less = br_graph_2(g, BR_OP_POW, a, br_graph_2(g, BR_OP_SUB, b, one));
        by_base = times(g, br_graph_2(g, BR_OP_MUL, b, less), ta);
    }
    if (tb != ZERO) { // x^y*log(x), whose limit at x = 0 is 0
        int slope = br_graph_2(g, BR_OP_MUL, node, br_graph_1(g, BR_OP_LOG, a));
        by_exponent = times(g, br_graph_select(g, br_graph_2(g, BR_OP_LT, zero, a), slope, zero), tb);
    }
    return add(g, by_base, by_exponent);
}

static int of_one(br_graph *g, br_op op, int node, int a, int t)
{
    if (t == ZERO)
        return ZERO;
    int one = br_graph_const(g, 1);
    switch (op) {
    case BR_OP_NEG: return br_graph_1(g, BR_OP_NEG, t);
    case BR_OP_ABS: return times(g, br_graph_1(g, BR_OP_SIDE, a), t);
    case BR_OP_SQRT: return br_graph_2(g, BR_OP_DIV, t, br_graph_2(g, BR_OP_MUL, br_graph_const(g, 2), node));
    case BR_OP_EXP: return damped(g, node, t);
    case BR_OP_LOG: return br_graph_2(g, BR_OP_DIV, t, a);
    case BR_OP_TANH: // 1 - tanh^2
        return damped(g, br_graph_2(g, BR_OP_SUB, one, br_graph_2(g, BR_OP_MUL, node, node)), t);
    case BR_OP_LOGISTIC: // L*(1 - L)
        return damped(g, br_graph_2(g, BR_OP_MUL, node, br_graph_2(g, BR_OP_SUB, one, node)), t);
    case BR_OP_SIN: return times(g, br_graph_1(g, BR_OP_COS, a), t);
    case BR_OP_COS: return br_graph_1(g, BR_OP_NEG, times(g, br_graph_1(g, BR_OP_SIN, a), t));
    case BR_OP_ATAN: { // 1/(1 + a^2)
        int below = br_graph_2(g, BR_OP_ADD, one, br_graph_2(g, BR_OP_MUL, a, a));
        return damped(g, br_graph_2(g, BR_OP_DIV, one, below), t);
    }
    default: return ZERO; // sign, side: flat
    }
}

static int of_two(br_graph *g, br_op op, int node, int a, int b, int ta, int tb)
{
    if (ta == ZERO && tb == ZERO)
        return ZERO;
    switch (op) {
    case BR_OP_ADD: return add(g, ta, tb);
    case BR_OP_SUB: return subtract(g, ta, tb);
    case BR_OP_MUL:
        if (a == b)
            return times(g, br_graph_2(g, BR_OP_MUL, br_graph_const(g, 2), a), ta);
        return add(g, times(g, b, ta), times(g, a, tb));
    case BR_OP_ZMUL: return add(g, damped(g, a, tb), times(g, b, ta)); // 0 where a is
    case BR_OP_DIV: return br_graph_2(g, BR_OP_DIV, subtract(g, ta, times(g, node, tb)), b);
    case BR_OP_POW: return of_power(g, node, a, b, ta, tb);
    case BR_OP_MIN: return either(g, br_graph_2(g, BR_OP_LE, a, b), ta, tb);
    case BR_OP_MAX: return either(g, br_graph_2(g, BR_OP_LE, b, a), ta, tb);
    default: return ZERO; // comparisons
    }
}

// By an array the tangent of a sum is its gradient, so nothing is added up.
static int of_sum(br_graph *g, int dim, int t, int seed_dim)
{
    if (t == ZERO || seed_dim != BR_SCALAR)
        return t;
    return br_graph_1(g, BR_OP_SUM, g->node[t].dim == BR_SCALAR ? br_graph_spread(g, t, dim) : t);
}

static int of_modes(br_graph *g, int node, const int *t)
{
    int arg[BR_MAX_MODES], n = g->node[node].arg[1], first = g->node[node].arg[0], dim = g->node[node].dim;
    bool any = false;
    for (int i = 0; i < n; i++) {
        arg[i] = t[g->args[first + i]];
        any = any || arg[i] != ZERO;
    }
    if (!any)
        return ZERO;
    int none = br_graph_const(g, 0);
    for (int i = 0; i < n; i++)
        arg[i] = arg[i] == ZERO ? none : arg[i];
    return br_graph_by_mode(g, g->node[node].arg[2], dim, arg, n);
}

// Does array node i stand on a number that moves with the array seed?
static bool couples(const br_graph *g, int i, const int *t, int seed_dim)
{
    const int *args;
    int n = br_graph_args(g, i, &args);
    if (g->node[i].op == BR_OP_SUM)
        return g->node[args[0]].dim != seed_dim && t[args[0]] != ZERO;
    if (g->node[i].dim == BR_SCALAR)
        return false;
    for (int k = 0; k < n; k++)
        if (t[args[k]] != ZERO && (g->node[args[k]].dim == BR_SCALAR || g->node[i].dim != seed_dim))
            return true;
    return false;
}

// Fills t[i], i < count, for the nodes in need. seed_dim BR_SCALAR: plain tangents (also of a one-hot seed).
// Answers false where elements couple.
static bool tangents(br_graph *g, int count, const bool *need, int *t, int seed_node, int seed_value, int seed_dim)
{
    for (int i = 0; i < count && g->status == BR_OK; i++) {
        t[i] = ZERO;
        if (!need[i])
            continue;
        const br_node n = g->node[i];
        if (i == seed_node) {
            t[i] = seed_value;
            continue;
        }
        if (seed_dim != BR_SCALAR && couples(g, i, t, seed_dim))
            return false;
        int a = n.arg[0], b = n.arg[1];
        if (n.op == BR_OP_BYMODE)
            t[i] = of_modes(g, i, t);
        else if (n.op == BR_OP_SELECT)
            t[i] = either(g, a, t[b], t[n.arg[2]]);
        else if (n.op == BR_OP_SUM)
            t[i] = of_sum(g, g->node[a].dim, t[a], seed_dim);
        else if (br_op_arity(n.op) == 1)
            t[i] = of_one(g, n.op, i, a, t[a]);
        else if (br_op_arity(n.op) == 2)
            t[i] = of_two(g, n.op, i, a, b, t[a], t[b]);
    }
    return true;
}

int br_law_rows(const br_law *law, bool next, br_row *row)
{
    int n = 0;
    for (int i = 0; i < law->nq; i++) {
        const br_quantity *q = &law->q[i];
        int node = next ? q->next : q->rate;
        if (q->kind != BR_STATE || node == BR_NO_NODE)
            continue;
        if (row)
            row[n] = (br_row){q->name, next ? '+' : '\'', q->dim, node};
        n++;
    }
    for (int i = 0; i < law->nout; i++) {
        const br_output *o = &law->out[i];
        int node = next ? o->next : o->now;
        if (node == BR_NO_NODE)
            continue;
        if (row)
            row[n] = (br_row){o->name, next ? '+' : 0, o->dim, node};
        n++;
    }
    return n;
}

typedef struct work {
    bool *need;
    int *t;
    br_block *found; // rows x columns, shape in found[...].shape, node ZERO where there is none
} work;

static br_shape shape_of(int row_dim, int column_dim)
{
    if (row_dim == BR_SCALAR)
        return column_dim == BR_SCALAR ? BR_ONE : BR_ROW;
    return column_dim == BR_SCALAR ? BR_COLUMN : BR_DIAGONAL;
}

// A row of array shape whose equation is one number for all elements couples them as soon as that number moves.
static bool row_couples(const br_graph *g, const br_jet *j, const int *t, int seed_dim)
{
    for (int r = 0; r < j->rows; r++)
        if (j->row[r].dim != BR_SCALAR && t[j->row[r].node] != ZERO &&
            (g->node[j->row[r].node].dim == BR_SCALAR || j->row[r].dim != seed_dim))
            return true;
    return false;
}

// Does any wanted array column reach an array through a number?
static bool any_coupling(br_jet *j, br_law *law, const bool *want, int count, work *w)
{
    br_graph *g = &law->g;
    int one = br_graph_const(g, 1);
    for (int c = 0; c < law->nq; c++) {
        int dim = law->q[c].dim;
        if (dim != BR_SCALAR && (!want || want[c]) &&
            (!tangents(g, count, w->need, w->t, law->q[c].node, one, dim) || row_couples(g, j, w->t, dim)))
            return true;
    }
    return false;
}

static void by_column(br_jet *j, br_law *law, int c, int count, work *w)
{
    br_graph *g = &law->g;
    int dim = law->q[c].dim, seed = law->q[c].node, one = br_graph_const(g, 1);
    bool plain = tangents(g, count, w->need, w->t, seed, one, dim);
    bool dense = dim != BR_SCALAR && (!plain || row_couples(g, j, w->t, dim));
    if (dense)
        tangents(g, count, w->need, w->t, seed, br_graph_var(g, BR_VAR_ONE_HOT + dim, dim), BR_SCALAR);
    for (int r = 0; r < j->rows && g->status == BR_OK; r++) {
        int t = w->t[j->row[r].node];
        w->found[r * law->nq + c] = (br_block){r, c, dense ? BR_DENSE : shape_of(j->row[r].dim, dim), t};
    }
}

static br_status all_at_once(br_jet *j, br_law *law, const bool *want, int count, work *w)
{
    int *node = malloc(((size_t)j->rows * (size_t)law->nq + 1) * sizeof *node);
    if (!node)
        return BR_NO_MEMORY;
    br_status status = br_eliminate(law, j->row, j->rows, w->need, count, node);
    for (int r = 0; r < j->rows && status == BR_OK; r++)
        for (int c = 0; c < law->nq; c++)
            if (!want || want[c])
                w->found[r * law->nq + c] =
                    (br_block){r, c, shape_of(j->row[r].dim, law->q[c].dim), node[r * law->nq + c]};
    free(node);
    return status;
}

static br_status find_blocks(br_jet *j, br_law *law, const bool *want, int count, work *w)
{
    enum { SMALL = 3000 }; // elimination searches quadratically
    for (int r = 0; r < j->rows; r++)
        br_graph_reach(&law->g, &j->row[r].node, 1, w->need);
    for (int i = 0; i < j->rows * law->nq; i++)
        w->found[i].node = ZERO;
    if (count <= SMALL && !any_coupling(j, law, want, count, w))
        return all_at_once(j, law, want, count, w);
    for (int c = 0; c < law->nq; c++)
        if (!want || want[c])
            by_column(j, law, c, count, w);
    return law->g.status;
}

br_status br_jet_make(br_jet *j, br_law *law, bool next, const bool *want)
{
    int count = law->g.count, nargs = law->g.nargs, rows = br_law_rows(law, next, NULL);
    size_t cells = (size_t)rows * (size_t)law->nq;
    memset(j, 0, sizeof *j);
    j->rows = rows;
    j->row = calloc((size_t)rows + 1, sizeof *j->row);
    work w = {calloc((size_t)count, sizeof *w.need), calloc((size_t)count, sizeof *w.t),
              calloc(cells + 1, sizeof *w.found)};
    br_status status = j->row && w.need && w.t && w.found ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        br_law_rows(law, next, j->row);
        status = find_blocks(j, law, want, count, &w);
        j->block = w.found;
        w.found = NULL;
        for (size_t i = 0; i < cells; i++)
            if (j->block[i].node != ZERO)
                j->block[j->blocks++] = j->block[i];
    }
    free(w.need);
    free(w.t);
    free(w.found);
    if (status != BR_OK) { // the law is as it was
        br_jet_free(j);
        br_graph_shrink(&law->g, count, nargs);
    }
    return status;
}

void br_jet_free(br_jet *j)
{
    free(j->row);
    free(j->block);
    memset(j, 0, sizeof *j);
}
