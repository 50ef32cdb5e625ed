// reverse.c - the reverse sweep: the gradient of a scalar cost in one pass.    [host]
#include "num/fp.h"

#include "law/tape.h"
#include "num/elem.h"
#include <stdlib.h>
#include <string.h>

typedef struct run {
    const br_tape *t;
    const br_point *at;
    double *value, *slope; // one number per element of every needed node
} run;

static int place(const run *r, int node, int i)
{
    return r->t->slot[node] + (r->t->law->g.node[node].dim == BR_SCALAR ? 0 : i);
}

static double get(const run *r, int node, int i)
{
    return r->value[place(r, node, i)];
}

static void give(const run *r, int node, int i, double s)
{
    r->slope[place(r, node, i)] += s;
}

static double variable(const run *r, const br_node *n, int i)
{
    br_kind kind = r->t->law->q[n->var].kind;
    const double *from = kind == BR_STATE ? r->at->x : kind == BR_INPUT ? r->at->u : r->at->p;
    return from[r->t->q_at[n->var] + i];
}

static int taken(const run *r, int node, int i)
{
    const int *args;
    int n = br_graph_args(&r->t->law->g, node, &args);
    int m = r->at->m ? r->at->m[r->t->law->mode_dim == BR_SCALAR ? 0 : i] : 0;
    return args[m >= 0 && m < n ? m : 0];
}

static void forward(const run *r)
{
    const br_graph *g = &r->t->law->g;
    for (int s = 0; s < r->t->steps; s++) {
        int node = r->t->order[s], len = br_tape_len(r->t, g->node[node].dim);
        const br_node *n = &g->node[node];
        for (int i = 0; i < len; i++) {
            double *to = &r->value[place(r, node, i)];
            if (n->op == BR_OP_CONST) {
                *to = n->value;
            } else if (n->op == BR_OP_VAR) {
                *to = variable(r, n, i);
            } else if (n->op == BR_OP_BYMODE) {
                *to = get(r, taken(r, node, i), i);
            } else if (n->op == BR_OP_SPREAD) {
                *to = get(r, n->arg[0], i);
            } else if (n->op == BR_OP_SUM) {
                *to = 0;
                for (int k = 0; k < br_tape_len(r->t, g->node[n->arg[0]].dim); k++)
                    *to += get(r, n->arg[0], k);
            } else {
                int arity = br_op_arity(n->op);
                *to = br_op_value(n->op, get(r, n->arg[0], i), arity > 1 ? get(r, n->arg[1], i) : 0,
                                  arity > 2 ? get(r, n->arg[2], i) : 0);
            }
        }
    }
}

static void back_power(const run *r, const br_node *n, int i, double y, double s)
{
    double a = get(r, n->arg[0], i), b = get(r, n->arg[1], i);
    give(r, n->arg[0], i, s * (b * br_pow(a, b - 1)));
    if (a > 0)
        give(r, n->arg[1], i, s * (y * br_log(a)));
}

// Hands the slope s of node y = f(a, b, c) on to its arguments; at kinks as jet.h says.
static void back(const run *r, int node, int i, double s)
{
    const br_node *n = &r->t->law->g.node[node];
    int ia = n->arg[0], ib = n->arg[1], ic = n->arg[2];
    double y = get(r, node, i);
    switch ((br_op)n->op) {
    case BR_OP_ADD: give(r, ia, i, s), give(r, ib, i, s); break;
    case BR_OP_SUB: give(r, ia, i, s), give(r, ib, i, -s); break;
    case BR_OP_MUL:
    case BR_OP_ZMUL: give(r, ia, i, s * get(r, ib, i)), give(r, ib, i, s * get(r, ia, i)); break;
    case BR_OP_DIV: give(r, ia, i, s / get(r, ib, i)), give(r, ib, i, -s * y / get(r, ib, i)); break;
    case BR_OP_NEG: give(r, ia, i, -s); break;
    case BR_OP_POW: back_power(r, n, i, y, s); break;
    case BR_OP_ABS: give(r, ia, i, get(r, ia, i) >= 0 ? s : -s); break;
    case BR_OP_SQRT: give(r, ia, i, s / (2 * y)); break;
    case BR_OP_EXP: give(r, ia, i, s * y); break;
    case BR_OP_LOG: give(r, ia, i, s / get(r, ia, i)); break;
    case BR_OP_TANH: give(r, ia, i, s * (1 - y * y)); break;
    case BR_OP_LOGISTIC: give(r, ia, i, s * (y * (1 - y))); break;
    case BR_OP_SIN: give(r, ia, i, s * br_cos(get(r, ia, i))); break;
    case BR_OP_COS: give(r, ia, i, -s * br_sin(get(r, ia, i))); break;
    case BR_OP_ATAN: give(r, ia, i, s / (1 + get(r, ia, i) * get(r, ia, i))); break;
    case BR_OP_MIN: give(r, get(r, ia, i) <= get(r, ib, i) ? ia : ib, i, s); break;
    case BR_OP_MAX: give(r, get(r, ib, i) <= get(r, ia, i) ? ia : ib, i, s); break;
    case BR_OP_SELECT: give(r, get(r, ia, i) != 0 ? ib : ic, i, s); break;
    case BR_OP_SPREAD: give(r, ia, i, s); break;
    case BR_OP_BYMODE: give(r, taken(r, node, i), i, s); break;
    case BR_OP_SUM:
        for (int k = 0; k < br_tape_len(r->t, r->t->law->g.node[ia].dim); k++)
            give(r, ia, k, s);
        break;
    default: break; // constants, variables, sign, comparisons
    }
}

br_status br_tape_reverse(const br_tape *t, const br_point *at, const double *weight, double *gx, double *gu,
                          double *gp)
{
    run r = {.t = t,
             .at = at,
             .value = calloc((size_t)t->room + 1, sizeof(double)),
             .slope = calloc((size_t)t->room + 1, sizeof(double))};
    bool ok = r.value && r.slope;
    if (ok) {
        forward(&r);
        for (int k = 0; k < t->rows; k++)
            for (int i = 0; i < br_tape_len(t, t->row[k].dim); i++)
                give(&r, t->row[k].node, i, weight[t->row_at[k] + i]);
        for (int s = t->steps - 1; s >= 0; s--) {
            int node = t->order[s], len = br_tape_len(t, t->law->g.node[node].dim);
            for (int i = 0; i < len; i++)
                if (r.slope[place(&r, node, i)] != 0)
                    back(&r, node, i, r.slope[place(&r, node, i)]);
        }
        double *to[] = {gx, gu, gp};
        for (int q = 0; q < t->law->nq; q++) {
            int node = t->law->q[q].node, len = br_tape_len(t, t->law->q[q].dim);
            for (int i = 0; to[t->law->q[q].kind] && i < len; i++)
                to[t->law->q[q].kind][t->q_at[q] + i] = t->slot[node] < 0 ? 0 : r.slope[place(&r, node, i)];
        }
    }
    free(r.value);
    free(r.slope);
    return ok ? BR_OK : BR_NO_MEMORY;
}
