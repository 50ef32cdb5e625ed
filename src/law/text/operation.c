// operation.c - operations on values, with units and shapes checked.           [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include <math.h>

static const br_value nothing = {0};

br_value br_value_number(br_build *b, double x)
{
    return (br_value){.node = br_graph_const(&b->law->g, x), .unit = br_unit_none(), .any = x == 0};
}

// ---------------------------------------------------------------- what must hold

void br_need_number(br_build *b, const br_scope *s, int at, br_value v)
{
    if (b->status == BR_OK && v.truth)
        br_build_fail_at(b, s, at, "a comparison is not a number; write `if c then a else b`");
}

void br_need_bool(br_build *b, const br_scope *s, int at, br_value v)
{
    if (b->status == BR_OK && !v.truth)
        br_build_fail_at(b, s, at, "a comparison is needed here, such as v > 0");
}

br_unit br_need_same_unit(br_build *b, const br_scope *s, int at, br_value x, br_value y, const char *what)
{
    if (b->status == BR_OK && !x.any && !y.any && !br_unit_same(x.unit, y.unit)) {
        char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
        br_unit_write_both(u, x.unit, w, y.unit);
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "units differ: %s joins %s and %s", what, u, w);
    }
    return x.any ? y.unit : x.unit;
}

static void need_plain(br_build *b, const br_scope *s, int at, br_value x, const char *what)
{
    if (b->status == BR_OK && !x.any && !br_unit_same(x.unit, br_unit_none())) {
        char u[BR_UNIT_SIZE];
        br_unit_write(u, x.unit);
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "units differ: %s needs a number without unit (-), this has %s",
                      what, u);
    }
}

void br_need_shapes(br_build *b, const br_scope *s, int at, br_value x, br_value y)
{
    if (b->status != BR_OK || b->law->g.status != BR_OK)
        return;
    int p = b->law->g.node[x.node].dim, q = b->law->g.node[y.node].dim;
    if (p != BR_SCALAR && q != BR_SCALAR && p != q)
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at),
                      "arrays over %s and over %s do not fit together; sum() makes a number of one",
                      b->law->dim[p].name, b->law->dim[q].name);
}

// The graph must have had room for the node.
static bool need_node(br_build *b, const br_scope *s, int at)
{
    if (b->status != BR_OK || b->law->g.status == BR_OK)
        return b->status == BR_OK;
    if (b->law->g.count >= BR_MAX_NODES)
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "the law is too large: more than %d operations", BR_MAX_NODES);
    else
        br_build_no_memory(b);
    return false;
}

void br_need_finite(br_build *b, const br_scope *s, int at, int node)
{
    double x;
    if (!need_node(b, s, at) || !br_graph_is_const(&b->law->g, node, &x) || isfinite(x))
        return;
    const br_token *t = br_tok(s, at);
    if (br_is_function(t))
        br_build_fail(b, BR_BAD_LAW, s, t, "%.*s() of this number is not a finite number", t->size, t->at);
    else
        br_build_fail_at(
            b, s, at, "this constant is not a finite number (division by zero, log of a negative number, overflow?)");
}

static bool is_infinite(const br_build *b, br_value v)
{
    double x;
    return br_graph_is_const(&b->law->g, v.node, &x) && isinf(x);
}

// ---------------------------------------------------------------- numbers

br_value br_value_binary(br_build *b, const br_scope *s, int at, br_op op, br_value x, br_value y)
{
    br_need_number(b, s, at, x);
    br_need_number(b, s, at, y);
    br_need_shapes(b, s, at, x, y);
    br_value v = {.unit = br_unit_none()};
    if (op == BR_OP_MUL)
        v.unit = br_unit_mul(x.unit, y.unit);
    else if (op == BR_OP_DIV)
        v.unit = br_unit_div(x.unit, y.unit);
    else
        v.unit = br_need_same_unit(b, s, at, x, y, br_op_text(op));
    if (op == BR_OP_ATAN2)
        v.unit = br_unit_none();
    if (b->status != BR_OK)
        return nothing;
    v.node = br_graph_2(&b->law->g, op, x.node, y.node);
    double c = 0;
    bool known = need_node(b, s, at) && br_graph_is_const(&b->law->g, v.node, &c);
    bool written = is_infinite(b, x) || is_infinite(b, y); // `inf` may go on, as a bound beyond every number
    if (known && (isnan(c) || !written))
        br_need_finite(b, s, at, v.node);
    v.any = known && ((c == 0 && x.any) || (written && isinf(c)));
    return v;
}

// x^k by repeated multiplication, squares first: what a reader would write by hand.
static int whole_power(br_graph *g, int x, int k)
{
    if (k == 0)
        return br_graph_const(g, 1);
    if (k < 0)
        return br_graph_2(g, BR_OP_DIV, br_graph_const(g, 1), whole_power(g, x, -k));
    if (k == 1)
        return x;
    int half = whole_power(g, x, k / 2), square = br_graph_2(g, BR_OP_MUL, half, half);
    return k % 2 ? br_graph_2(g, BR_OP_MUL, square, x) : square;
}

br_value br_value_power(br_build *b, const br_scope *s, int at, br_value x, br_value y)
{
    br_graph *g = &b->law->g;
    double k;
    br_value v = {.unit = br_unit_none()};
    br_need_number(b, s, at, x);
    br_need_number(b, s, at, y);
    br_need_shapes(b, s, at, x, y);
    need_plain(b, s, at, y, "an exponent");
    if (b->status != BR_OK || !need_node(b, s, at)) // out of memory a constant would not be known as one
        return nothing;
    bool known = br_graph_is_const(g, y.node, &k), ok = false;
    if (known && fabs(k) <= 64 && k * 12 == floor(k * 12))
        v.unit = br_unit_pow(x.unit, (int)(k * 12), 12, &ok);
    if (!ok)
        need_plain(b, s, at, x, known ? "the base of this power" : "the base of a power with a variable exponent");
    if (b->status != BR_OK)
        return nothing;
    bool whole = known && fabs(k) <= 16 && k == floor(k);
    v.node = whole ? whole_power(g, x.node, (int)k) : br_graph_2(g, BR_OP_POW, x.node, y.node);
    br_need_finite(b, s, at, v.node);
    return v;
}

br_value br_value_function(br_build *b, const br_scope *s, int at, br_op op, br_value x)
{
    br_value v = {.unit = br_unit_none()};
    bool ok = true;
    br_need_number(b, s, at, x);
    if (op == BR_OP_ABS || op == BR_OP_NEG)
        v.unit = x.unit;
    else if (op == BR_OP_SQRT)
        v.unit = br_unit_pow(x.unit, 1, 2, &ok);
    else if (op == BR_OP_CBRT)
        v.unit = br_unit_pow(x.unit, 1, 3, &ok);
    if (!ok || (op != BR_OP_ABS && op != BR_OP_NEG && op != BR_OP_SIGN && op != BR_OP_SQRT && op != BR_OP_CBRT))
        need_plain(b, s, at, x, br_op_text(op));
    if (b->status != BR_OK)
        return nothing;
    v.any = x.any && (op == BR_OP_NEG || op == BR_OP_ABS);
    v.node = br_graph_1(&b->law->g, op, x.node);
    if (v.any) // 0 and inf stay what they are
        need_node(b, s, at);
    else
        br_need_finite(b, s, at, v.node);
    return v;
}

br_value br_value_sum(br_build *b, const br_scope *s, int at, br_value x)
{
    br_need_number(b, s, at, x);
    if (b->status == BR_OK && b->law->g.status == BR_OK && b->law->g.node[x.node].dim == BR_SCALAR)
        br_build_fail_at(b, s, at, "sum() adds over elements; this is a single number");
    if (b->status != BR_OK)
        return nothing;
    br_value v = {.node = br_graph_1(&b->law->g, BR_OP_SUM, x.node), .unit = x.unit};
    need_node(b, s, at);
    return v;
}

// ---------------------------------------------------------------- comparisons

br_value br_value_compare(br_build *b, const br_scope *s, int at, br_op op, br_value x, br_value y, bool negate)
{
    br_need_number(b, s, at, x);
    br_need_number(b, s, at, y);
    br_need_shapes(b, s, at, x, y);
    br_need_same_unit(b, s, at, x, y, "a comparison");
    if (b->status != BR_OK)
        return nothing;
    br_value v = {.node = br_graph_2(&b->law->g, op, x.node, y.node), .unit = br_unit_none(), .truth = true};
    need_node(b, s, at);
    return negate ? br_value_not(b, s, at, v) : v;
}

br_value br_value_not(br_build *b, const br_scope *s, int at, br_value x)
{
    br_need_bool(b, s, at, x);
    if (b->status != BR_OK)
        return nothing;
    x.node = br_graph_1(&b->law->g, BR_OP_NOT, x.node);
    need_node(b, s, at);
    return x;
}

br_value br_value_join(br_build *b, const br_scope *s, int at, br_op op, br_value x, br_value y)
{
    br_need_bool(b, s, at, x);
    br_need_bool(b, s, at, y);
    br_need_shapes(b, s, at, x, y);
    if (b->status != BR_OK)
        return nothing;
    x.node = br_graph_2(&b->law->g, op, x.node, y.node);
    need_node(b, s, at);
    return x;
}

br_value br_value_select(br_build *b, const br_scope *s, int at, br_value c, br_value x, br_value y)
{
    br_need_bool(b, s, at, c);
    if (b->status == BR_OK && x.truth != y.truth)
        br_build_fail_at(b, s, at, "one branch is a number and the other a comparison");
    br_need_shapes(b, s, at, x, y);
    br_need_shapes(b, s, at, c, x);
    br_need_shapes(b, s, at, c, y);
    br_value v = {.unit = br_need_same_unit(b, s, at, x, y, "if"), .any = x.any && y.any, .truth = x.truth};
    if (b->status != BR_OK)
        return nothing;
    v.node = br_graph_select(&b->law->g, c.node, x.node, y.node);
    need_node(b, s, at);
    return v;
}
