// source_kink.c - times at which formulas of time switch branches.   [host]
#include "num/base/fp.h"

#include "num/base/order.h"
#include "sim/source/source_kink.h"

#include <math.h>
#include <stdlib.h>

// A node as a function of t: at any time one of a few lines a*t + b (min, abs, if), or none of that.
enum { LINES = 6 };
typedef struct lines {
    bool moves; // it may change with time
    int count;  // 0: no lines
    double a[LINES], b[LINES];
} lines;

static void add_line(lines *to, double a, double b)
{
    if (to->count == LINES)
        return;
    to->a[to->count] = a;
    to->b[to->count++] = b;
}

static lines of_var(const br_formulas *f, int node)
{
    lines is = {.moves = true};
    for (int q = 0; q < f->law.nq; q++)
        if (f->law.q[q].node == node && f->tape.q_at[q] == 0)
            add_line(&is, 1, 0);
    return is;
}

// Sums, differences, products and quotients of two nodes, where they are lines again.
static lines of_two(br_op op, const lines *x, const lines *y)
{
    lines is = {.moves = x->moves || y->moves};
    if (x->count * y->count > LINES)
        return is;
    for (int i = 0; i < x->count; i++)
        for (int j = 0; j < y->count; j++) {
            double a = x->a[i], b = x->b[i], c = y->a[j], d = y->b[j];
            bool curved = (op == BR_OP_MUL && a != 0 && c != 0) || (op == BR_OP_DIV && c != 0);
            if (curved)
                return (lines){.moves = is.moves};
            if (op == BR_OP_ADD)
                add_line(&is, a + c, b + d);
            else if (op == BR_OP_SUB)
                add_line(&is, a - c, b - d);
            else if (op == BR_OP_MUL)
                add_line(&is, a * d + c * b, b * d);
            else
                add_line(&is, a / d, b / d);
        }
    return is;
}

// The lines of both, the second ones times `sign`.
static lines of_either(const lines *x, const lines *y, double sign)
{
    lines is = {.moves = x->moves || y->moves};
    if (x->count == 0 || y->count == 0 || x->count + y->count > LINES)
        return is;
    for (int i = 0; i < x->count; i++)
        add_line(&is, x->a[i], x->b[i]);
    for (int i = 0; i < y->count; i++)
        add_line(&is, sign * y->a[i], sign * y->b[i]);
    return is;
}

static lines of_node(const br_formulas *f, int i, const lines *at)
{
    const br_node *n = &f->law.g.node[i];
    const int *arg;
    int args = br_graph_args(&f->law.g, i, &arg);
    lines is = {0};
    switch (n->op) {
    case BR_OP_CONST: add_line(&is, 0, n->value); return is;
    case BR_OP_VAR: return of_var(f, i);
    case BR_OP_ADD:
    case BR_OP_SUB:
    case BR_OP_MUL:
    case BR_OP_DIV: return of_two((br_op)n->op, &at[arg[0]], &at[arg[1]]);
    case BR_OP_NEG: add_line(&is, 0, 0); return of_two(BR_OP_SUB, &is, &at[arg[0]]);
    case BR_OP_ABS: return of_either(&at[arg[0]], &at[arg[0]], -1);
    case BR_OP_MIN:
    case BR_OP_MAX: return of_either(&at[arg[0]], &at[arg[1]], 1);
    case BR_OP_SELECT: is = of_either(&at[arg[1]], &at[arg[2]], 1); break;
    case BR_OP_SIGN:
        for (int k = -1; k <= 1; k++)
            add_line(&is, 0, k);
        break;
    default: break;
    }
    for (int k = 0; k < args; k++)
        is.moves = is.moves || at[arg[k]].moves;
    return is;
}

// What changes sign where the node switches; false: it does not switch.
static bool switches(const br_graph *g, int i, const lines *at, lines *side)
{
    const int *arg;
    (void)br_graph_args(g, i, &arg);
    switch (g->node[i].op) {
    case BR_OP_ABS:
    case BR_OP_SIGN: *side = at[arg[0]]; break;
    case BR_OP_MIN:
    case BR_OP_MAX:
    case BR_OP_LT:
    case BR_OP_LE:
    case BR_OP_EQ: *side = of_two(BR_OP_SUB, &at[arg[0]], &at[arg[1]]); break;
    case BR_OP_ATAN2: *side = (lines){.moves = at[arg[0]].moves || at[arg[1]].moves}; break; // jumps by 2 pi somewhere
    default: return false;
    }
    return side->moves;
}

br_status br_source_kinks(const br_formulas *f, double **kink, int *kinks, bool *unlocated)
{
    const br_graph *g = &f->law.g;
    lines *at = calloc((size_t)f->nodes + 1, sizeof *at), side;
    double *t = calloc((size_t)f->nodes * LINES + 1, sizeof *t);
    if (!at || !t) {
        free(at);
        free(t);
        return BR_NO_MEMORY;
    }
    *kinks = 0;
    *unlocated = false;
    for (int i = 0; i < f->nodes; i++) {
        at[i] = of_node(f, i, at);
        if (!switches(g, i, at, &side))
            continue;
        *unlocated = *unlocated || side.count == 0;
        for (int k = 0; k < side.count; k++)
            if (side.a[k] != 0 && isfinite(-side.b[k] / side.a[k]))
                t[(*kinks)++] = -side.b[k] / side.a[k];
    }
    free(at);
    qsort(t, (size_t)*kinks, sizeof *t, br_ascending);
    *kink = t;
    return BR_OK;
}
