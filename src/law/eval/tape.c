// tape.c - evaluation of a law: the order of operations, and their values for many points at once. [host]
#include "num/base/fp.h"

#include "law/graph/layout.h"
#include "law/eval/tape.h"
#include "law/graph/value.h"
#include "num/base/require.h"
#include <stdlib.h>
#include <string.h>

enum { LANES = 32 }; // points done together; every slot has so many numbers per element

#define MAX_ROOM (1 << 24)    // numbers of work per lane
#define MAX_RESULTS (1 << 27) // numbers of all rows, or of all blocks

int br_tape_len(const br_tape *t, int dim)
{
    return br_layout_len(t->n, dim);
}

int br_tape_mode_at(const br_tape *t, int node, int i)
{
    int a = t->law->g.node[node].arg[2];
    return t->m_at[a] + (t->law->automaton[a].dim == BR_SCALAR ? 0 : i);
}

static int column_len(const br_tape *t, const br_block *b)
{
    return br_tape_len(t, t->law->q[b->column].dim);
}

static long long block_numbers(const br_tape *t, const br_block *b)
{
    return br_shape_numbers(b->shape, br_tape_len(t, t->row[b->row].dim), column_len(t, b));
}

int br_block_len(const br_tape *t, const br_block *b)
{
    return (int)block_numbers(t, b);
}

// Are there few enough numbers to count them?
static bool count_numbers(const br_tape *t)
{
    long long numbers = br_layout_numbers(t->law, t->n), derivatives = 0;
    for (int r = 0; r < t->rows; r++)
        numbers += br_tape_len(t, t->row[r].dim);
    for (int b = 0; b < t->blocks; b++)
        derivatives += block_numbers(t, &t->block[b]);
    return numbers <= MAX_RESULTS && derivatives <= MAX_RESULTS;
}

static void place_quantities(br_tape *t)
{
    br_layout l = br_layout_of(t->law, t->n, t->q_at);
    t->nx = l.nx;
    t->nu = l.nu;
    t->np = l.np;
    t->nm = l.nm;
    memcpy(t->m_at, l.m_at, sizeof t->m_at);
}

static void place_results(br_tape *t)
{
    for (int r = 0; r < t->rows; r++) {
        t->row_at[r] = t->nrow;
        t->nrow += br_tape_len(t, t->row[r].dim);
    }
    for (int b = 0; b < t->blocks; b++) {
        t->block_at[b] = t->nblock;
        t->nblock += br_block_len(t, &t->block[b]);
    }
}

// Where the weights of a cost stand: one number for each number of the rows it sums up.
static bool place_weights(br_tape *t)
{
    int most = br_law_rows(t->law, false, NULL), updates = br_law_rows(t->law, true, NULL);
    most = updates > most ? updates : most;
    br_law_row *row = calloc((size_t)most + 1, sizeof *row);
    bool ok = row;
    t->w_at = calloc(2 * (size_t)most + 1, sizeof *t->w_at);
    ok = ok && t->w_at;
    for (int next = 0; ok && next < 2; next++) {
        int rows = br_law_rows(t->law, next, row), at = 0;
        for (int r = 0; r < rows; r++) {
            t->w_at[2 * r + next] = at;
            at += br_tape_len(t, row[r].dim);
        }
    }
    free(row);
    return ok;
}

// What the first `results` of the rows, and of the blocks behind them, stand on.
static void find_needed(const br_tape *t, int results, bool *need)
{
    int last = -1;
    for (int r = 0; r < results; r++) {
        int node = r < t->rows ? t->row[r].node : t->block[r - t->rows].node;
        need[node] = true;
        last = node > last ? node : last;
    }
    br_graph_reach(&t->law->g, &last, 1, need);
}

// Nodes that stand on the one-hot seed are kept apart: they run once per element of the column.
static bool place_node(br_tape *t, int node, bool *hot)
{
    const br_node *n = &t->law->g.node[node];
    const int *args;
    int nargs = br_graph_args(&t->law->g, node, &args), len = br_tape_len(t, n->dim);
    hot[node] = n->op == BR_OP_VAR && n->var >= BR_VAR_ONE_HOT && n->var < BR_VAR_WEIGHT;
    for (int k = 0; k < nargs; k++)
        hot[node] = hot[node] || hot[args[k]];
    if (len > MAX_ROOM - t->room)
        return false;
    if (hot[node])
        t->dense_order[t->dense_steps++] = node;
    else
        t->order[t->steps++] = node;
    t->slot[node] = t->room;
    t->room += len;
    return true;
}

// Rows first, so that values alone can be had without what only derivatives need.
static br_status place_nodes(br_tape *t)
{
    int count = t->law->g.count;
    bool *need = calloc((size_t)count, sizeof *need), *hot = calloc((size_t)count, sizeof *hot), ok = need && hot;
    for (int i = 0; i < count; i++)
        t->slot[i] = -1;
    for (int jets = 0; jets < 2 && ok; jets++) {
        find_needed(t, jets ? t->rows + t->blocks : t->rows, need);
        for (int i = 0; ok && i < count; i++)
            ok = !need[i] || t->slot[i] >= 0 || place_node(t, i, hot);
        if (!jets)
            t->value_steps = t->steps;
    }
    free(need);
    free(hot);
    return ok ? BR_OK : BR_NO_MEMORY;
}

static br_status make_tape(br_tape *t, const br_parsed_law *law, const br_law_row *row, int rows, const br_jet *jet,
                           const int *n)
{
    memset(t, 0, sizeof *t);
    t->law = law;
    t->rows = rows;
    t->blocks = jet ? jet->blocks : 0;
    t->nodes = law->g.count;
    for (int d = 0; d < law->ndim; d++)
        t->n[d] = n ? n[d] : law->dim[d].preset;
    t->q_at = calloc((size_t)law->nq + 1, sizeof *t->q_at);
    t->row = calloc((size_t)rows + 1, sizeof *t->row);
    t->row_at = calloc((size_t)rows + 1, sizeof *t->row_at);
    t->block = calloc((size_t)t->blocks + 1, sizeof *t->block);
    t->block_at = calloc((size_t)t->blocks + 1, sizeof *t->block_at);
    t->slot = calloc((size_t)t->nodes, sizeof *t->slot);
    t->order = calloc((size_t)t->nodes, sizeof *t->order);
    t->dense_order = calloc((size_t)t->nodes, sizeof *t->dense_order);
    if (!t->q_at || !t->row || !t->row_at || !t->block || !t->block_at || !t->slot || !t->order || !t->dense_order)
        return BR_NO_MEMORY;
    if (rows)
        memcpy(t->row, row, (size_t)rows * sizeof *row);
    if (t->blocks)
        memcpy(t->block, jet->block, (size_t)t->blocks * sizeof *t->block);
    if (!count_numbers(t) || !place_weights(t))
        return BR_NO_MEMORY;
    place_quantities(t);
    place_results(t);
    br_status status = place_nodes(t);
    if (status != BR_OK)
        return status;
    t->work = malloc(((size_t)t->room + 1) * LANES * sizeof *t->work);
    if (!t->work)
        return BR_NO_MEMORY;
    for (int s = 0; s < t->steps; s++) { // constants stand ready
        const br_node *c = &law->g.node[t->order[s]];
        for (int k = 0; c->op == BR_OP_CONST && k < LANES; k++)
            t->work[(size_t)t->slot[t->order[s]] * LANES + (size_t)k] = c->value;
    }
    return BR_OK;
}

br_status br_tape_make_rows(br_tape *t, const br_parsed_law *law, const br_law_row *row, int rows, const int *n)
{
    br_status status = make_tape(t, law, row, rows, NULL, n);
    if (status != BR_OK)
        br_tape_free(t);
    return status;
}

br_status br_tape_make_jet(br_tape *t, const br_parsed_law *law, const br_jet *jet, const int *n)
{
    br_status status = make_tape(t, law, jet->row, jet->rows, jet, n);
    if (status != BR_OK)
        br_tape_free(t);
    return status;
}

br_status br_tape_make(br_tape *t, const br_parsed_law *law, bool next, const br_jet *jet, const int *n)
{
    int rows = br_law_rows(law, next, NULL);
    br_law_row *row = calloc((size_t)rows + 1, sizeof *row);
    if (!row)
        return BR_NO_MEMORY;
    br_law_rows(law, next, row);
    br_status status = make_tape(t, law, row, rows, jet, n);
    free(row);
    if (status != BR_OK)
        br_tape_free(t);
    return status;
}

void br_tape_free(br_tape *t)
{
    free(t->q_at);
    free(t->w_at);
    free(t->row);
    free(t->row_at);
    free(t->block);
    free(t->block_at);
    free(t->slot);
    free(t->order);
    free(t->dense_order);
    free(t->work);
    memset(t, 0, sizeof *t);
}

void br_tape_round(br_tape *t)
{
    t->single = true;
    for (int s = 0; s < t->steps; s++)
        for (int k = 0; t->law->g.node[t->order[s]].op == BR_OP_CONST && k < LANES; k++) {
            double *c = &t->work[(size_t)t->slot[t->order[s]] * LANES + (size_t)k];
            *c = (double)(float)*c;
        }
}

// ---------------------------------------------------------------- real reading

typedef struct run {
    const br_tape *t;
    const br_point *at;
    int count, first, lanes; // points first .. first + lanes
    int hot;                 // which element the one-hot seed picks
} run;

static double *slot_of(const run *r, int node)
{
    return r->t->work + (size_t)r->t->slot[node] * LANES;
}

static size_t lane_stride(const br_graph *g, int node)
{
    return g->node[node].dim == BR_SCALAR ? 0 : LANES;
}

static void load_variable(const run *r, int node)
{
    const br_node *n = &r->t->law->g.node[node];
    double *to = slot_of(r, node);
    int len = br_tape_len(r->t, n->dim), at;
    const double *from;
    bool shared = false;
    if (n->var >= BR_VAR_WEIGHT) {
        from = r->at->w;
        at = r->t->w_at[n->var - BR_VAR_WEIGHT];
    } else if (n->var >= BR_VAR_ONE_HOT) {
        for (int i = 0; i < len; i++)
            for (int k = 0; k < LANES; k++)
                to[i * LANES + k] = i == r->hot ? 1.0 : 0.0;
        return;
    } else {
        br_kind kind = r->t->law->q[n->var].kind;
        from = kind == BR_STATE ? r->at->x : kind == BR_INPUT ? r->at->u : r->at->p;
        at = r->t->q_at[n->var];
        shared = kind == BR_PARAM && !r->at->each;
    }
    from += (size_t)at * (size_t)(shared ? 1 : r->count);
    for (int i = 0; i < len; i++)
        for (int k = 0; k < r->lanes; k++)
            to[i * LANES + k] = shared ? from[i] : from[(size_t)i * (size_t)r->count + (size_t)(r->first + k)];
}

static void select_by_mode(const run *r, int node)
{
    const br_graph *g = &r->t->law->g;
    const int *args;
    int n = br_graph_args(g, node, &args), len = br_tape_len(r->t, g->node[node].dim);
    double *to = slot_of(r, node);
    for (int i = 0; i < len; i++) {
        int place = br_tape_mode_at(r->t, node, i);
        for (int k = 0; k < r->lanes; k++) {
            int m = r->at->m ? r->at->m[(size_t)place * (size_t)r->count + (size_t)(r->first + k)] : 0;
            int a = args[m >= 0 && m < n ? m : 0];
            to[i * LANES + k] = slot_of(r, a)[(size_t)i * lane_stride(g, a) + (size_t)k];
        }
    }
}

static void sum_elements(const run *r, int node)
{
    const br_graph *g = &r->t->law->g;
    int a = g->node[node].arg[0], len = br_tape_len(r->t, g->node[a].dim);
    double *to = slot_of(r, node);
    const double *from = slot_of(r, a);
    for (int k = 0; k < r->lanes; k++)
        to[k] = 0;
    for (int i = 0; i < len; i++) {
        BR_LANES
        for (int k = 0; k < r->lanes; k++)
            to[k] += from[i * LANES + k];
        for (int k = 0; r->t->single && k < r->lanes; k++)
            to[k] = (double)(float)to[k];
    }
}

// Elementary functions in float. What doubles make of floats by one operation rounds to what floats make of them.
static bool evaluate_in_float(int op, int n, const double *pa, const double *pb, double *to)
{
#define EACH(name, value)                                                                                              \
    case BR_OP_##name:                                                                                                 \
        for (int k = 0; k < n; k++) {                                                                                  \
            const float a = (float)pa[k], b = (float)pb[k];                                                            \
            (void)b;                                                                                                   \
            to[k] = (double)(value);                                                                                   \
        }                                                                                                              \
        return true;
    switch (op) {
        BR_SINGLE_LIST(EACH)
    default: return false;
    }
#undef EACH
}

static void evaluate_node(const run *r, int node)
{
    const br_graph *g = &r->t->law->g;
    const br_node *n = &g->node[node];
    if (n->op == BR_OP_CONST)
        return;
    if (n->op == BR_OP_VAR) {
        load_variable(r, node);
        return;
    }
    if (n->op == BR_OP_SUM) {
        sum_elements(r, node);
        return;
    }
    if (n->op == BR_OP_BYMODE) {
        select_by_mode(r, node);
        return;
    }
    int arity = br_op_arity(n->op), len = br_tape_len(r->t, n->dim), lanes = r->lanes;
    const double *base[3];
    size_t each[3];
    for (int i = 0; i < 3; i++) {
        int a = n->arg[i < arity ? i : 0];
        base[i] = slot_of(r, a);
        each[i] = lane_stride(g, a);
    }
    double *to = slot_of(r, node);
    bool done = r->t->single;
    for (int i = 0; i < len && done; i++)
        done = evaluate_in_float(n->op, lanes, base[0] + (size_t)i * each[0], base[1] + (size_t)i * each[1],
                                 to + (size_t)i * LANES);
    if (done)
        return;

#define EACH(name, value)                                                                                              \
    case BR_OP_##name:                                                                                                 \
        for (int i = 0; i < len; i++) {                                                                                \
            const double *pa = base[0] + (size_t)i * each[0], *pb = base[1] + (size_t)i * each[1],                     \
                         *pc = base[2] + (size_t)i * each[2];                                                          \
            double *d = to + (size_t)i * LANES;                                                                        \
            BR_LANES                                                                                                   \
            for (int k = 0; k < lanes; k++) {                                                                          \
                const double a = pa[k], b = pb[k], c = pc[k];                                                          \
                (void)b, (void)c;                                                                                      \
                d[k] = (value);                                                                                        \
            }                                                                                                          \
        }                                                                                                              \
        break;

    switch ((br_op)n->op) {
        BR_VALUE_LIST(EACH)
    case BR_OP_CONST:
    case BR_OP_VAR:
    case BR_OP_SUM:
    case BR_OP_BYMODE:
    case BR_OP_COUNT: break;
    }
#undef EACH
    for (int i = 0; r->t->single && i < len * LANES; i++)
        to[i] = (double)(float)to[i];
}

// Copies a node to result numbers at .. at + len*apart; a number stands for every element.
static void store_result(const run *r, int node, int at, int len, int apart, double *out)
{
    size_t each = lane_stride(&r->t->law->g, node);
    const double *from = slot_of(r, node);
    for (int i = 0; i < len; i++)
        for (int k = 0; k < r->lanes; k++)
            out[(size_t)(at + i * apart) * (size_t)r->count + (size_t)(r->first + k)] =
                from[(size_t)i * each + (size_t)k];
}

static void evaluate_dense(run *r, double *jet)
{
    const br_tape *t = r->t;
    int most = 0;
    for (int d = 0; d < t->law->ndim; d++)
        most = t->n[d] > most ? t->n[d] : most;
    for (r->hot = 0; r->hot < most; r->hot++) {
        for (int s = 0; s < t->dense_steps; s++)
            evaluate_node(r, t->dense_order[s]);
        for (int b = 0; b < t->blocks; b++) {
            int columns = column_len(t, &t->block[b]);
            if (t->block[b].shape == BR_DENSE && r->hot < columns)
                store_result(r, t->block[b].node, t->block_at[b] + r->hot, br_tape_len(t, t->row[t->block[b].row].dim),
                             columns, jet);
        }
    }
}

void br_tape_run(const br_tape *t, int count, const br_point *at, double *out, double *jet)
{
    BR_REQUIRE(t && at && count >= 0);
    run r = {.t = t, .at = at, .count = count};
    for (r.first = 0; r.first < count; r.first += LANES) {
        r.lanes = count - r.first < LANES ? count - r.first : LANES;
        for (int s = 0; s < (jet ? t->steps : t->value_steps); s++)
            evaluate_node(&r, t->order[s]);
        for (int i = 0; out && i < t->rows; i++)
            store_result(&r, t->row[i].node, t->row_at[i], br_tape_len(t, t->row[i].dim), 1, out);
        for (int b = 0; jet && b < t->blocks; b++)
            if (t->block[b].shape != BR_DENSE)
                store_result(&r, t->block[b].node, t->block_at[b], br_block_len(t, &t->block[b]), 1, jet);
        if (jet && t->dense_steps > 0)
            evaluate_dense(&r, jet);
    }
}

// Where the mode `now` of element i of an automaton goes at point k of those done together.
static int next_mode(const run *r, int automaton, int i, int k, int now)
{
    const br_parsed_law *law = r->t->law;
    int to = now;
    for (int j = law->njump - 1; j >= 0; j--) {
        int guard = law->jump[j].guard;
        if (law->jump[j].automaton == automaton && law->jump[j].from == now &&
            slot_of(r, guard)[(size_t)i * lane_stride(&law->g, guard) + (size_t)k] != 0)
            to = law->jump[j].to;
    }
    return to;
}

static void next_modes(const run *r, int automaton, int *next)
{
    const br_tape *t = r->t;
    for (int i = 0; i < br_tape_len(t, t->law->automaton[automaton].dim); i++)
        for (int k = 0; k < r->lanes; k++) {
            size_t place = (size_t)(t->m_at[automaton] + i) * (size_t)r->count + (size_t)(r->first + k);
            next[place] = next_mode(r, automaton, i, k, r->at->m ? r->at->m[place] : 0);
        }
}

void br_tape_modes(const br_tape *t, int count, const br_point *at, int *next)
{
    run r = {.t = t, .at = at, .count = count};
    for (r.first = 0; r.first < count; r.first += LANES) {
        r.lanes = count - r.first < LANES ? count - r.first : LANES;
        for (int s = 0; s < t->steps; s++)
            evaluate_node(&r, t->order[s]);
        for (int a = 0; a < t->law->nautomata; a++)
            next_modes(&r, a, next);
    }
}
