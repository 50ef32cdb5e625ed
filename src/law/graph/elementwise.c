// elementwise.c - laws with one state, or one array of states, that do not see each other.  [host]
#include "num/base/fp.h"

#include "law/graph/elementwise.h"
#include <stdlib.h>
#include <string.h>

// The only state of a law without modes.
static int only_state(const br_parsed_law *law)
{
    int state = BR_NO_NODE;
    if (law->nautomata > 0)
        return BR_NO_NODE;
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_STATE) {
            if (state != BR_NO_NODE || law->q[q].rate == BR_NO_NODE)
                return BR_NO_NODE;
            state = q;
        }
    return state;
}

// Is the derivative of every element a number of its own?
static bool is_plain(const br_block *b)
{
    return b->shape == BR_ONE || b->shape == BR_COLUMN || b->shape == BR_DIAGONAL;
}

// Sums over elements join what should stand alone.
static bool sums(const br_parsed_law *law, const br_elementwise *e, bool *reached)
{
    br_graph_reach(&law->g, &e->rate, 1, reached);
    br_graph_reach(&law->g, &e->slope, 1, reached);
    br_graph_reach(&law->g, e->direct, e->columns, reached);
    for (int i = 0; i < law->g.count; i++)
        if (reached[i] && law->g.node[i].op == BR_OP_SUM)
            return true;
    return false;
}

// The columns of the rate by quantities of this kind.
static void add_columns(br_elementwise *e, const br_parsed_law *law, const br_jet *jet, const bool *some, br_kind kind)
{
    for (int b = 0; b < jet->blocks; b++) {
        const br_block *k = &jet->block[b];
        if (k->row != 0 || !some[b] || law->q[k->column].kind != kind)
            continue;
        e->column[e->columns] = k->column;
        e->direct[e->columns++] = k->node;
    }
}

static bool find(br_elementwise *e, const br_parsed_law *law, const br_jet *jet, const bool *some, bool *reached)
{
    e->slope = BR_NO_NODE;
    for (int b = 0; b < jet->blocks; b++) {
        const br_block *k = &jet->block[b];
        if (k->row == 0 && k->column == e->state && is_plain(k))
            e->slope = k->node;
        if (k->row == 0 && !is_plain(k))
            return false;
    }
    if (e->slope == BR_NO_NODE)
        return false;
    add_columns(e, law, jet, some, BR_PARAM);
    e->by_parameters = e->columns;
    add_columns(e, law, jet, some, BR_INPUT);
    return !sums(law, e, reached);
}

br_status br_elementwise_make(br_elementwise *e, const br_parsed_law *law, const br_jet *jet)
{
    *e = (br_elementwise){.state = only_state(law)};
    if (e->state == BR_NO_NODE)
        return BR_OK;
    e->rate = law->q[e->state].rate; // the first row
    bool *some = calloc((size_t)jet->blocks + 1, sizeof *some),
         *reached = calloc((size_t)law->g.count, sizeof *reached);
    e->column = calloc((size_t)law->nq, sizeof *e->column);
    e->direct = calloc((size_t)law->nq, sizeof *e->direct);
    br_status status = some && reached && e->column && e->direct ? br_jet_some(jet, law, some) : BR_NO_MEMORY;
    if (status != BR_OK || !find(e, law, jet, some, reached)) {
        br_elementwise_free(e);
        e->state = BR_NO_NODE;
    }
    free(some);
    free(reached);
    return status;
}

void br_elementwise_free(br_elementwise *e)
{
    free(e->column);
    free(e->direct);
    memset(e, 0, sizeof *e);
}
