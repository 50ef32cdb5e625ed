// enclose.c - interval evaluation of a law: an enclosure of all values over a box. [host]
#include "num/base/fp.h"

#include "law/eval/tape.h"
#include "num/base/probe.h"
#include <stdlib.h>

typedef struct run {
    const br_tape *t;
    const br_box *at;
    br_interval *work;
    br_domain *domain; // beside work; NULL: not asked for
    int hot;
} run;

static br_interval *slot_of(const run *r, int node)
{
    return r->work + r->t->slot[node];
}

static br_interval element_value(const run *r, int node, int i)
{
    return slot_of(r, node)[r->t->law->g.node[node].dim == BR_SCALAR ? 0 : i];
}

static br_interval variable_value(const run *r, const br_node *n, int i)
{
    if (n->var >= BR_VAR_WEIGHT)
        return r->at->w[r->t->w_at[n->var - BR_VAR_WEIGHT] + i];
    if (n->var >= BR_VAR_ONE_HOT)
        return br_interval_of(i == r->hot, i == r->hot);
    br_kind kind = r->t->law->q[n->var].kind;
    const br_interval *from = kind == BR_STATE ? r->at->x : kind == BR_INPUT ? r->at->u : r->at->p;
    return from[r->t->q_at[n->var] + i];
}

static br_interval sum_of_elements(const run *r, int node)
{
    br_interval s = br_interval_of(0, 0);
    int len = br_tape_len(r->t, r->t->law->g.node[node].dim);
    for (int i = 0; i < len; i++)
        s = br_interval_add(s, element_value(r, node, i));
    return s;
}

static int mode_of(const run *r, int node, int i, int modes)
{
    int m = r->at->m ? r->at->m[br_tape_mode_at(r->t, node, i)] : 0;
    return m >= 0 && m < modes ? m : 0;
}

// The hull over all modes that it may be in.
static br_interval in_any_mode(const run *r, int node, int i, const int *args, int arity)
{
    unsigned any = r->at->any[br_tape_mode_at(r->t, node, i)];
    br_interval all = br_interval_empty();
    for (int m = 0; m < arity; m++)
        all = any >> m & 1 ? br_interval_hull(all, element_value(r, args[m], i)) : all;
    return all;
}

static br_interval node_value(const run *r, int node, int i)
{
    const br_graph *g = &r->t->law->g;
    const br_node *n = &g->node[node];
    const int *args;
    int arity = br_graph_args(g, node, &args);
    if (n->op == BR_OP_CONST)
        return n->within;
    if (n->op == BR_OP_VAR)
        return variable_value(r, n, i);
    if (n->op == BR_OP_SUM)
        return sum_of_elements(r, args[0]);
    if (n->op == BR_OP_BYMODE && r->at->any)
        return in_any_mode(r, node, i, args, arity);
    if (n->op == BR_OP_BYMODE)
        return element_value(r, args[mode_of(r, node, i, arity)], i);
    if (n->op == BR_OP_MUL && args[0] == args[1])
        return br_interval_sqr(element_value(r, args[0], i));
    br_interval none = br_interval_entire();
    return br_op_enclose(n->op, element_value(r, args[0], i), arity > 1 ? element_value(r, args[1], i) : none,
                         arity > 2 ? element_value(r, args[2], i) : none);
}

static br_domain argument_domain(const run *r, int node, int i)
{
    return r->domain[r->t->slot[node] + (r->t->law->g.node[node].dim == BR_SCALAR ? 0 : i)];
}

static br_domain worse_domain(br_domain a, br_domain b)
{
    return a > b ? a : b;
}

static br_domain total_domain(const run *r, int node)
{
    br_domain d = BR_CONTINUOUS;
    for (int i = 0; i < br_tape_len(r->t, r->t->law->g.node[node].dim); i++)
        d = worse_domain(d, argument_domain(r, node, i));
    return d;
}

static br_domain domain_in_any_mode(const run *r, int node, int i, const int *args, int arity)
{
    unsigned any = r->at->any[br_tape_mode_at(r->t, node, i)];
    br_domain d = any & (any - 1) ? BR_DEFINED : BR_CONTINUOUS; // from mode to mode it may jump
    for (int m = 0; m < arity; m++)
        d = any >> m & 1 ? worse_domain(d, argument_domain(r, args[m], i)) : d;
    return d;
}

// The worst of its operation and of the arguments that count: not those of a branch or mode not taken, nor a factor of 0.
static br_domain domain_of(const run *r, int node, int i)
{
    const br_graph *g = &r->t->law->g;
    const int *args;
    int arity = br_graph_args(g, node, &args);
    br_op op = (br_op)g->node[node].op;
    if (arity == 0)
        return BR_CONTINUOUS;
    if (op == BR_OP_SUM)
        return total_domain(r, args[0]);
    if (op == BR_OP_BYMODE && r->at->any)
        return domain_in_any_mode(r, node, i, args, arity);
    if (op == BR_OP_BYMODE)
        return argument_domain(r, args[mode_of(r, node, i, arity)], i);
    br_interval a = element_value(r, args[0], i), b = element_value(r, args[arity > 1], i);
    br_domain d = worse_domain(argument_domain(r, args[0], i), br_op_domain(op, a, b));
    if (op == BR_OP_SELECT && a.lo == a.hi)
        return worse_domain(d, argument_domain(r, args[a.lo == 1 ? 1 : 2], i));
    if (op == BR_OP_ZMUL && a.lo == 0 && a.hi == 0)
        return d;
    for (int k = 1; k < arity; k++)
        d = worse_domain(d, argument_domain(r, args[k], i));
    return d;
}

static void evaluate_nodes(const run *r, const int *order, int count)
{
    for (int s = 0; s < count; s++) {
        int node = order[s], len = br_tape_len(r->t, r->t->law->g.node[node].dim);
        for (int i = 0; i < len; i++) {
            slot_of(r, node)[i] = node_value(r, node, i);
            if (r->domain)
                r->domain[r->t->slot[node] + i] = domain_of(r, node, i);
        }
    }
}

static void evaluate_dense(run *r, br_interval *jet)
{
    const br_tape *t = r->t;
    for (int b = 0; b < t->blocks; b++) {
        if (t->block[b].shape != BR_DENSE)
            continue;
        int columns = br_tape_len(t, t->law->q[t->block[b].column].dim),
            rows = br_tape_len(t, t->row[t->block[b].row].dim);
        for (r->hot = 0; r->hot < columns; r->hot++) {
            evaluate_nodes(r, t->dense_order, t->dense_steps);
            for (int i = 0; i < rows; i++)
                jet[t->block_at[b] + i * columns + r->hot] = element_value(r, t->block[b].node, i);
        }
    }
}

static br_status start_run(run *r, const br_tape *t, const br_box *at, bool with_domain)
{
    br_status status = br_fp_probe();
    if (status != BR_OK)
        return status;
    *r = (run){.t = t, .at = at, .work = calloc((size_t)t->room + 1, sizeof *r->work)};
    r->domain = with_domain ? calloc((size_t)t->room + 1, sizeof *r->domain) : NULL;
    if (r->work && (r->domain || !with_domain))
        return BR_OK;
    free(r->work);
    free(r->domain);
    return BR_NO_MEMORY;
}

static void copy_results(const run *r, br_interval *out)
{
    const br_tape *t = r->t;
    for (int i = 0; i < t->rows; i++)
        for (int k = 0; k < br_tape_len(t, t->row[i].dim); k++)
            out[t->row_at[i] + k] = element_value(r, t->row[i].node, k);
}

br_status br_tape_enclose_domain(const br_tape *t, const br_box *at, br_interval *out, br_domain *domain)
{
    run r;
    br_status status = start_run(&r, t, at, true);
    if (status != BR_OK)
        return status;
    evaluate_nodes(&r, t->order, t->steps);
    if (out)
        copy_results(&r, out);
    for (int i = 0; i < t->rows; i++)
        for (int k = 0; k < br_tape_len(t, t->row[i].dim); k++)
            domain[t->row_at[i] + k] = argument_domain(&r, t->row[i].node, k);
    free(r.domain);
    free(r.work);
    return BR_OK;
}

br_status br_tape_enclose(const br_tape *t, const br_box *at, br_interval *out, br_interval *jet)
{
    run r;
    br_status status = start_run(&r, t, at, false);
    if (status != BR_OK)
        return status;
    evaluate_nodes(&r, t->order, t->steps);
    if (out)
        copy_results(&r, out);
    for (int b = 0; jet && b < t->blocks; b++)
        for (int k = 0; t->block[b].shape != BR_DENSE && k < br_block_len(t, &t->block[b]); k++)
            jet[t->block_at[b] + k] = element_value(&r, t->block[b].node, k);
    if (jet)
        evaluate_dense(&r, jet);
    free(r.work);
    return BR_OK;
}
