// partial.c - partial derivatives of every operation by its arguments.         [host]
#include "num/base/fp.h"

#include "law/graph/partial.h"
#include "num/base/elem.h"
#include <float.h>
#include <math.h>

static const br_partial none = {BR_NO_NODE, false};

static br_partial plain(int node)
{
    return (br_partial){node, false};
}

static br_partial damped(int node)
{
    return (br_partial){node, true};
}

// 1/sqrt(1 - a^2), with the digits of 1 - a kept
static int arc_slope(br_graph *g, int a, double sign)
{
    int one = br_graph_const(g, 1), less = br_graph_2(g, BR_OP_SUB, one, a), more = br_graph_2(g, BR_OP_ADD, one, a);
    return br_graph_2(g, BR_OP_DIV, br_graph_const(g, sign),
                      br_graph_1(g, BR_OP_SQRT, br_graph_2(g, BR_OP_MUL, less, more)));
}

static void partials_of_unary(br_graph *g, int node, br_partial *p)
{
    int a = g->node[node].arg[0], one = br_graph_const(g, 1);
    switch ((br_op)g->node[node].op) {
    case BR_OP_NEG: *p = plain(br_graph_const(g, -1)); break;
    case BR_OP_ABS: *p = plain(br_graph_1(g, BR_OP_SIDE, a)); break;
    case BR_OP_SQRT: *p = plain(br_graph_2(g, BR_OP_DIV, br_graph_const(g, 0.5), node)); break;
    case BR_OP_EXP: *p = damped(node); break;
    case BR_OP_EXPM1: *p = damped(br_graph_1(g, BR_OP_EXP, a)); break;
    case BR_OP_LOG: *p = plain(br_graph_2(g, BR_OP_DIV, one, a)); break;
    case BR_OP_LOG1P: *p = plain(br_graph_2(g, BR_OP_DIV, one, br_graph_2(g, BR_OP_ADD, one, a))); break;
    case BR_OP_SINH: *p = plain(br_graph_1(g, BR_OP_COSH, a)); break;
    case BR_OP_COSH: *p = plain(br_graph_1(g, BR_OP_SINH, a)); break;
    case BR_OP_TANH: // 1 - tanh^2
        *p = damped(br_graph_2(g, BR_OP_SUB, one, br_graph_2(g, BR_OP_MUL, node, node)));
        break;
    case BR_OP_LOGISTIC: // L*(1 - L)
        *p = damped(br_graph_2(g, BR_OP_MUL, node, br_graph_2(g, BR_OP_SUB, one, node)));
        break;
    case BR_OP_SIN: *p = plain(br_graph_1(g, BR_OP_COS, a)); break;
    case BR_OP_COS: *p = plain(br_graph_1(g, BR_OP_NEG, br_graph_1(g, BR_OP_SIN, a))); break;
    case BR_OP_TAN: *p = plain(br_graph_2(g, BR_OP_ADD, one, br_graph_2(g, BR_OP_MUL, node, node))); break;
    case BR_OP_ASIN: *p = plain(arc_slope(g, a, 1)); break;
    case BR_OP_ACOS: *p = plain(arc_slope(g, a, -1)); break;
    case BR_OP_CBRT: { // 1/(3 y^2)
        int below = br_graph_2(g, BR_OP_MUL, br_graph_const(g, 3), br_graph_2(g, BR_OP_MUL, node, node));
        *p = plain(br_graph_2(g, BR_OP_DIV, one, below));
        break;
    }
    case BR_OP_ATAN: // 1/(1 + a^2)
        *p = damped(br_graph_2(g, BR_OP_DIV, one, br_graph_2(g, BR_OP_ADD, one, br_graph_2(g, BR_OP_MUL, a, a))));
        break;
    case BR_OP_SUM:
    case BR_OP_SPREAD: *p = plain(one); break;
    default: *p = none; break; // sign and side are flat
    }
}

static void partials_of_binary(br_graph *g, int node, br_partial *p)
{
    int a = g->node[node].arg[0], b = g->node[node].arg[1];
    int one = br_graph_const(g, 1), zero = br_graph_const(g, 0), minus = br_graph_const(g, -1);
    br_op op = (br_op)g->node[node].op;
    p[0] = p[1] = none;
    switch (op) {
    case BR_OP_ADD: p[0] = plain(one), p[1] = plain(one); break;
    case BR_OP_SUB: p[0] = plain(one), p[1] = plain(minus); break;
    case BR_OP_MUL:
        p[0] = plain(a == b ? br_graph_2(g, BR_OP_MUL, br_graph_const(g, 2), a) : b);
        p[1] = a == b ? none : plain(a);
        break;
    case BR_OP_ZMUL: p[0] = plain(b), p[1] = damped(a); break;
    case BR_OP_DIV: {
        int inverse = br_graph_2(g, BR_OP_DIV, one, b);
        p[0] = plain(inverse);
        p[1] = plain(br_graph_1(g, BR_OP_NEG, br_graph_2(g, BR_OP_MUL, node, inverse)));
        break;
    }
    case BR_OP_POW: { // b*a^(b-1), and a^b*log(a), whose limit at a = 0 is 0
        int less = br_graph_2(g, BR_OP_POW, a, br_graph_2(g, BR_OP_SUB, b, one));
        int slope = br_graph_2(g, BR_OP_MUL, node, br_graph_1(g, BR_OP_LOG, a));
        p[0] = plain(br_graph_2(g, BR_OP_ZMUL, b, less)); // 0 for b = 0, also at a = 0
        p[1] = damped(br_graph_select(g, br_graph_2(g, BR_OP_LT, zero, a), slope, zero));
        break;
    }
    case BR_OP_ATAN2: { // b/(a^2 + b^2), -a/(a^2 + b^2), by m = max(|a|, |b|) so that no square leaves the range
        int m = br_graph_2(g, BR_OP_MAX, br_graph_1(g, BR_OP_ABS, a), br_graph_1(g, BR_OP_ABS, b));
        int s = br_graph_2(g, BR_OP_DIV, a, m), c = br_graph_2(g, BR_OP_DIV, b, m);
        int r2 = br_graph_2(g, BR_OP_ADD, br_graph_2(g, BR_OP_MUL, s, s), br_graph_2(g, BR_OP_MUL, c, c));
        p[0] = damped(br_graph_2(g, BR_OP_DIV, br_graph_2(g, BR_OP_DIV, c, r2), m));
        p[1] = damped(br_graph_1(g, BR_OP_NEG, br_graph_2(g, BR_OP_DIV, br_graph_2(g, BR_OP_DIV, s, r2), m)));
        break;
    }
    case BR_OP_MIN:
    case BR_OP_MAX: {
        int first = op == BR_OP_MIN ? br_graph_2(g, BR_OP_LE, a, b) : br_graph_2(g, BR_OP_LE, b, a);
        p[0] = damped(br_graph_select(g, first, one, zero));
        p[1] = damped(br_graph_select(g, first, zero, one));
        break;
    }
    default: break; // comparisons are flat
    }
}

static void partials_of_select(br_graph *g, int node, br_partial *p)
{
    int which = g->node[node].arg[0], one = br_graph_const(g, 1), zero = br_graph_const(g, 0);
    p[0] = none;
    p[1] = damped(br_graph_select(g, which, one, zero));
    p[2] = damped(br_graph_select(g, which, zero, one));
}

static void partials_of_modes(br_parsed_law *law, int node, br_partial *p)
{
    br_graph *g = &law->g;
    int automaton = g->node[node].arg[2];
    int one = br_graph_const(g, 1), zero = br_graph_const(g, 0), count = g->node[node].arg[1];
    for (int m = 0; m < count; m++) {
        int pick[BR_MAX_MODES];
        for (int k = 0; k < count; k++)
            pick[k] = k == m ? one : zero;
        p[m] = damped(br_graph_by_mode(g, automaton, law->automaton[automaton].dim, pick, count));
    }
}

void br_partials(br_parsed_law *law, int node, br_partial p[BR_MAX_ARGS])
{
    br_graph *g = &law->g;
    br_op op = (br_op)g->node[node].op;
    if (op == BR_OP_BYMODE)
        partials_of_modes(law, node, p);
    else if (op == BR_OP_SELECT)
        partials_of_select(g, node, p);
    else if (br_op_arity(op) == 1)
        partials_of_unary(g, node, p);
    else if (br_op_arity(op) == 2)
        partials_of_binary(g, node, p);
}

int br_partial_args(const br_graph *g, int node, int arg[BR_MAX_ARGS])
{
    const int *args;
    int n = br_graph_args(g, node, &args);
    for (int k = 0; k < n; k++)
        arg[k] = args[k];
    return n;
}

static bool is_constant(const br_graph *g, int node, double value)
{
    double c;
    return br_graph_is_const(g, node, &c) && c == value;
}

br_partial br_partial_plus(br_graph *g, br_partial x, br_partial y)
{
    if (x.node == BR_NO_NODE || y.node == BR_NO_NODE)
        return x.node == BR_NO_NODE ? y : x;
    bool both = x.damped && y.damped;
    if (g->status == BR_OK && g->node[y.node].op == BR_OP_NEG)
        return (br_partial){br_graph_2(g, BR_OP_SUB, x.node, g->node[y.node].arg[0]), both};
    if (g->status == BR_OK && g->node[x.node].op == BR_OP_NEG)
        return (br_partial){br_graph_2(g, BR_OP_SUB, y.node, g->node[x.node].arg[0]), both};
    return (br_partial){br_graph_2(g, BR_OP_ADD, x.node, y.node), both};
}

static int damped_times(br_graph *g, int x, int y)
{
    if (is_constant(g, x, -1))
        return br_graph_1(g, BR_OP_NEG, y);
    if (is_constant(g, y, -1))
        return br_graph_1(g, BR_OP_NEG, x);
    return br_graph_2(g, BR_OP_MUL, x, y);
}

// A bound of |node|, infinite where none is known; numbers that are given are taken to be below 1e18.
static double upper_bound_of(const br_graph *g, int node, int depth)
{
    const br_node *n = &g->node[node];
    double a = 0, b = 0;
    if (depth == 0)
        return HUGE_VAL;
    if (br_op_arity((br_op)n->op) >= 1)
        a = upper_bound_of(g, n->arg[0], depth - 1);
    if (br_op_arity((br_op)n->op) == 2)
        b = upper_bound_of(g, n->arg[1], depth - 1);
    switch ((br_op)n->op) {
    case BR_OP_CONST: return br_abs(n->value);
    case BR_OP_VAR: return 1e18;
    case BR_OP_TANH:
    case BR_OP_LOGISTIC:
    case BR_OP_SIN:
    case BR_OP_COS:
    case BR_OP_SIGN:
    case BR_OP_SIDE: return a < HUGE_VAL ? 1 : a; // an unknown value may be NaN, and so would these be
    case BR_OP_NEG:
    case BR_OP_ABS:
    case BR_OP_SPREAD: return a;
    case BR_OP_ADD:
    case BR_OP_SUB: return a + b;
    case BR_OP_MUL: return a * b;
    default: return HUGE_VAL;
    }
}

// Finite in float, too: then 0 times it is 0.
static bool is_surely_finite(const br_graph *g, int node)
{
    enum { FAR = 8 }; // what stands on more than so many operations is not looked through
    return g->status == BR_OK && upper_bound_of(g, node, FAR) <= (double)FLT_MAX;
}

static int chain_product(br_graph *g, br_partial inner, br_partial outer)
{
    if (!inner.damped && !outer.damped)
        return damped_times(g, outer.node, inner.node);
    br_partial zero = inner.damped ? inner : outer, other = inner.damped ? outer : inner;
    if (is_surely_finite(g, other.node))
        return damped_times(g, other.node, zero.node);
    if (other.damped && is_surely_finite(g, zero.node))
        return damped_times(g, zero.node, other.node);
    int p = br_graph_2(g, BR_OP_ZMUL, zero.node, other.node);
    if (other.damped) { // either may be the zero that counts
        int nothing = br_graph_const(g, 0);
        p = br_graph_select(g, br_graph_2(g, BR_OP_EQ, other.node, nothing), nothing, p);
    }
    return p;
}

br_partial br_partial_chain(br_graph *g, br_partial inner, br_partial outer, int i_dim, int j_dim, int k_dim)
{
    if (inner.node == BR_NO_NODE || outer.node == BR_NO_NODE || is_constant(g, inner.node, 0) ||
        is_constant(g, outer.node, 0))
        return none;
    int p = chain_product(g, inner, outer);
    if (g->status == BR_OK && i_dim == BR_SCALAR && j_dim != BR_SCALAR && k_dim == BR_SCALAR)
        p = br_graph_1(g, BR_OP_SUM, g->node[p].dim == BR_SCALAR ? br_graph_spread(g, p, j_dim) : p);
    return (br_partial){p, inner.damped || outer.damped};
}
