// jet.c - forward mode Jacobian of a law: one sweep per quantity, or vertex elimination. [host]
//
// Small laws whose elements do not see each other are differentiated by vertex elimination; this file has the general
// way, forward, one seed at a time.
//
// The tangent of a node by a scalar quantity has the node's shape. By an array quantity over n it is one number per
// element: for an array node over n the diagonal, for a number reached through sum() the gradient. That fails only
// where an array node stands on such a number (elements that see each other); then the tangent is taken again with a
// seed that is 1 at one element, which the evaluation moves along: a dense block.
#include "num/base/fp.h"

#include "law/graph/eliminate.h"
#include "law/graph/partial.h"
#include <stdlib.h>
#include <string.h>

#define ZERO BR_NO_NODE

// Does array node i stand on a number that moves with the array seed?
static bool couples_elements(const br_graph *g, int i, const br_partial *t, int seed_dim)
{
    const int *args;
    int n = br_graph_args(g, i, &args);
    if (g->node[i].op == BR_OP_SUM)
        return g->node[args[0]].dim != seed_dim && t[args[0]].node != ZERO;
    if (g->node[i].dim == BR_SCALAR)
        return false;
    for (int k = 0; k < n; k++)
        if (t[args[k]].node != ZERO && (g->node[args[k]].dim == BR_SCALAR || g->node[i].dim != seed_dim))
            return true;
    return false;
}

// The tangent of node i from those of its arguments.
static br_partial tangent_of(br_parsed_law *law, int i, const br_partial *t, int seed_dim)
{
    br_graph *g = &law->g;
    int arg[BR_MAX_ARGS], n = br_partial_args(g, i, arg);
    br_partial p[BR_MAX_ARGS], sum = {ZERO, false};
    bool moves = false;
    for (int k = 0; k < n; k++)
        moves = moves || t[arg[k]].node != ZERO;
    if (!moves)
        return sum;
    br_partials(law, i, p);
    for (int k = 0; k < n; k++)
        sum = br_partial_plus(g, sum,
                              br_partial_chain(g, t[arg[k]], p[k], seed_dim, g->node[arg[k]].dim, g->node[i].dim));
    return sum;
}

// Fills t[i], i < count, for the nodes in need. seed_dim BR_SCALAR: plain tangents (also of a one-hot seed).
// Answers false where elements couple.
static bool forward_sweep(br_parsed_law *law, int count, const bool *need, br_partial *t, int seed_node, int seed_value,
                          int seed_dim)
{
    br_graph *g = &law->g;
    for (int i = 0; i < count && g->status == BR_OK; i++) {
        t[i].node = ZERO;
        if (!need[i])
            continue;
        if (i == seed_node)
            t[i] = (br_partial){seed_value, false};
        else if (seed_dim != BR_SCALAR && couples_elements(g, i, t, seed_dim))
            return false;
        else
            t[i] = tangent_of(law, i, t, seed_dim);
    }
    return true;
}

int br_law_rows(const br_parsed_law *law, bool next, br_law_row *row)
{
    int n = 0;
    for (int i = 0; i < law->nq; i++) {
        const br_quantity *q = &law->q[i];
        int node = next ? q->next : q->rate;
        if (q->kind != BR_STATE || node == BR_NO_NODE)
            continue;
        if (row)
            row[n] = (br_law_row){q->name, next ? '+' : '\'', q->dim, node};
        n++;
    }
    for (int i = 0; i < law->nout; i++) {
        const br_output *o = &law->out[i];
        int node = next ? o->next : o->now;
        if (node == BR_NO_NODE)
            continue;
        if (row)
            row[n] = (br_law_row){o->name, next ? '+' : 0, o->dim, node};
        n++;
    }
    return n;
}

typedef struct work {
    bool *need;
    br_partial *t;
    br_block *found; // rows x columns, shape in found[...].shape, node ZERO where there is none
} work;

static br_shape shape_of(int row_dim, int column_dim)
{
    if (row_dim == BR_SCALAR)
        return column_dim == BR_SCALAR ? BR_ONE : BR_ROW;
    return column_dim == BR_SCALAR ? BR_COLUMN : BR_DIAGONAL;
}

// A row of array shape whose equation is one number for all elements couples them as soon as that number moves.
static bool row_couples(const br_graph *g, const br_jet *j, const br_partial *t, int seed_dim)
{
    for (int r = 0; r < j->rows; r++)
        if (j->row[r].dim != BR_SCALAR && t[j->row[r].node].node != ZERO &&
            (g->node[j->row[r].node].dim == BR_SCALAR || j->row[r].dim != seed_dim))
            return true;
    return false;
}

// Does any wanted array column reach an array through a number?
static bool any_coupling(br_jet *j, br_parsed_law *law, const bool *want, int count, work *w)
{
    br_graph *g = &law->g;
    int nargs = g->nargs, one = br_graph_const(g, 1);
    bool any = false;
    for (int c = 0; c < law->nq && !any; c++) {
        int dim = law->q[c].dim;
        any = dim != BR_SCALAR && (!want || want[c]) &&
              (!forward_sweep(law, count, w->need, w->t, law->q[c].node, one, dim) || row_couples(g, j, w->t, dim));
    }
    if (g->status == BR_OK) // a failure must be seen
        br_graph_shrink(g, count, nargs);
    return any;
}

static void differentiate_by_column(br_jet *j, br_parsed_law *law, int c, int count, work *w)
{
    br_graph *g = &law->g;
    int dim = law->q[c].dim, seed = law->q[c].node, one = br_graph_const(g, 1);
    bool plain = forward_sweep(law, count, w->need, w->t, seed, one, dim);
    bool dense = dim != BR_SCALAR && (!plain || row_couples(g, j, w->t, dim));
    if (dense)
        forward_sweep(law, count, w->need, w->t, seed, br_graph_var(g, BR_VAR_ONE_HOT + dim, dim), BR_SCALAR);
    for (int r = 0; r < j->rows && g->status == BR_OK; r++) {
        int t = w->t[j->row[r].node].node;
        w->found[r * law->nq + c] = (br_block){r, c, dense ? BR_DENSE : shape_of(j->row[r].dim, dim), t};
    }
}

static br_status differentiate_by_elimination(br_jet *j, br_parsed_law *law, const bool *want, int count, work *w)
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

static br_status find_blocks(br_jet *j, br_parsed_law *law, const bool *want, int count, work *w)
{
    enum { SMALL = 3000 }; // elimination searches quadratically
    for (int r = 0; r < j->rows; r++)
        br_graph_reach(&law->g, &j->row[r].node, 1, w->need);
    for (int i = 0; i < j->rows * law->nq; i++)
        w->found[i].node = ZERO;
    if (count <= SMALL && !any_coupling(j, law, want, count, w))
        return differentiate_by_elimination(j, law, want, count, w);
    for (int c = 0; c < law->nq; c++)
        if (!want || want[c])
            differentiate_by_column(j, law, c, count, w);
    return law->g.status;
}

// Blocks by states come first: whoever needs no others computes only the front of the numbers.
static void collect_blocks(br_jet *j, const br_parsed_law *law, const br_block *found, size_t cells)
{
    for (int others = 0; others < 2; others++) {
        for (size_t i = 0; i < cells; i++)
            if (found[i].node != ZERO && (law->q[found[i].column].kind != BR_STATE) == others)
                j->block[j->blocks++] = found[i];
        if (!others)
            j->by_states = j->blocks;
    }
}

br_status br_jet_make_rows(br_jet *j, br_parsed_law *law, const br_law_row *row, int rows, const bool *want)
{
    int count = law->g.count, nargs = law->g.nargs;
    size_t cells = (size_t)rows * (size_t)law->nq;
    memset(j, 0, sizeof *j);
    j->rows = rows;
    j->row = calloc((size_t)rows + 1, sizeof *j->row);
    j->block = calloc(cells + 1, sizeof *j->block);
    work w = {calloc((size_t)count, sizeof *w.need), calloc((size_t)count, sizeof *w.t),
              calloc(cells + 1, sizeof *w.found)};
    br_status status = j->row && j->block && w.need && w.t && w.found ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        memcpy(j->row, row, (size_t)rows * sizeof *row);
        status = find_blocks(j, law, want, count, &w);
        collect_blocks(j, law, w.found, cells);
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

br_status br_jet_make(br_jet *j, br_parsed_law *law, bool next, const bool *want)
{
    int rows = br_law_rows(law, next, NULL);
    br_law_row *row = calloc((size_t)rows + 1, sizeof *row);
    if (!row)
        return BR_NO_MEMORY;
    br_law_rows(law, next, row);
    br_status status = br_jet_make_rows(j, law, row, rows, want);
    free(row);
    return status;
}

br_jet br_jet_by_states(const br_jet *j)
{
    br_jet front = *j;
    front.blocks = j->by_states;
    return front;
}

static bool by_parameter(const br_parsed_law *law, const br_block *b)
{
    return law->q[b->column].kind == BR_PARAM;
}

br_status br_jet_some(const br_jet *j, const br_parsed_law *law, bool *some)
{
    bool *reached = calloc((size_t)law->g.count + 1, sizeof *reached);
    if (!reached)
        return BR_NO_MEMORY;
    for (int r = 0; r < j->rows; r++)
        br_graph_reach(&law->g, &j->row[r].node, 1, reached);
    for (int b = 0; b < j->blocks; b++)
        if (!by_parameter(law, &j->block[b]))
            br_graph_reach(&law->g, &j->block[b].node, 1, reached);
    for (int b = 0; b < j->blocks; b++) {
        some[b] = true;
        for (int c = 0; c < j->blocks; c++) // all of the same quantity
            some[b] = some[b] && (j->block[c].column != j->block[b].column || reached[j->block[c].node]);
    }
    free(reached);
    return BR_OK;
}

void br_jet_free(br_jet *j)
{
    free(j->row);
    free(j->block);
    memset(j, 0, sizeof *j);
}
