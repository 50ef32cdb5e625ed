// check.c - operations on values, with their units and shapes checked.                       [host]
#include "num/fp.h"

#include "law/build.h"
#include <math.h>

static const value nothing = {0};

value br_value_number(build *b, double x)
{
    value v = {br_graph_const(&b->law->g, x), br_unit_none(), x == 0};
    return v;
}

bool br_value_is_bool(const build *b, value v)
{
    return b->law->g.status == BR_OK && b->law->g.node[v.node].is_bool;
}

void br_need_number(build *b, const scope *s, int at, value v)
{
    if (b->status == BR_OK && br_value_is_bool(b, v))
        br_build_bad(b, s, at, "a comparison is no number; write `if c then a else b`");
}

void br_need_bool(build *b, const scope *s, int at, value v)
{
    if (b->status == BR_OK && !br_value_is_bool(b, v) && !br_graph_is_const(&b->law->g, v.node, NULL))
        br_build_bad(b, s, at, "a comparison is needed here, such as v > 0");
}

// Both sides of +, <, if ... must have one unit, and one dimension if they have any.
br_unit br_need_same_unit(build *b, const scope *s, int at, value x, value y, const char *what)
{
    if (b->status != BR_OK)
        return x.unit;
    if (!x.any && !y.any && !br_unit_same(x.unit, y.unit)) {
        char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
        br_unit_write(u, x.unit);
        br_unit_write(w, y.unit);
        br_build_fail(b, BR_BAD_LAW, s, tok(s, at), "units differ: %s joins %s and %s", what, u, w);
    }
    return x.any ? y.unit : x.unit;
}

static void need_plain(build *b, const scope *s, int at, value x, const char *what)
{
    if (b->status == BR_OK && !x.any && !br_unit_same(x.unit, br_unit_none())) {
        char u[BR_UNIT_SIZE];
        br_unit_write(u, x.unit);
        br_build_fail(b, BR_BAD_LAW, s, tok(s, at), "units differ: %s needs a number without unit (-), this has %s",
                      what, u);
    }
}

void br_need_shapes(build *b, const scope *s, int at, value x, value y)
{
    if (b->status != BR_OK || b->law->g.status != BR_OK)
        return;
    int p = b->law->g.node[x.node].dim, q = b->law->g.node[y.node].dim;
    if (p != BR_SCALAR && q != BR_SCALAR && p != q)
        br_build_fail(b, BR_BAD_LAW, s, tok(s, at), "arrays over %s and over %s do not fit together",
                      b->law->dim[p].name, b->law->dim[q].name);
}

void br_need_finite(build *b, const scope *s, int at, int node)
{
    double x;
    if (b->status != BR_OK)
        return;
    if (b->law->g.status != BR_OK) {
        br_build_fail(b, b->law->g.count >= BR_MAX_NODES ? BR_BAD_LAW : BR_NO_MEMORY, s, tok(s, at),
                      "the law is too large (more than %d operations) or memory ran out", BR_MAX_NODES);
        return;
    }
    if (br_graph_is_const(&b->law->g, node, &x) && !isfinite(x))
        br_build_bad(b, s, at,
                     "this constant is not a finite number (division by zero, log of a negative number, overflow?)");
}

value br_value_binary(build *b, const scope *s, int at, br_op op, value x, value y)
{
    if (b->status != BR_OK)
        return nothing;
    br_need_number(b, s, at, x);
    br_need_number(b, s, at, y);
    br_need_shapes(b, s, at, x, y);
    value v = {.unit = br_unit_none()};
    double before_x = 0, before_y = 0;
    bool finite = (!br_graph_is_const(&b->law->g, x.node, &before_x) || isfinite(before_x)) &&
                  (!br_graph_is_const(&b->law->g, y.node, &before_y) || isfinite(before_y));
    switch (op) {
    case BR_OP_MUL: v.unit = br_unit_mul(x.unit, y.unit); break;
    case BR_OP_DIV: v.unit = br_unit_div(x.unit, y.unit); break;
    case BR_OP_ADD: v.unit = br_need_same_unit(b, s, at, x, y, "+"); break;
    case BR_OP_SUB: v.unit = br_need_same_unit(b, s, at, x, y, "-"); break;
    default: v.unit = br_need_same_unit(b, s, at, x, y, br_op_text(op)); break;
    }
    if (b->status != BR_OK)
        return nothing;
    v.node = br_graph_2(&b->law->g, op, x.node, y.node);
    if (finite)
        br_need_finite(b, s, at, v.node);
    double c;
    v.any = br_graph_is_const(&b->law->g, v.node, &c) && c == 0 && x.any;
    return v;
}

value br_value_compare(build *b, const scope *s, int at, br_op op, value x, value y, bool negate)
{
    if (b->status != BR_OK)
        return nothing;
    br_need_number(b, s, at, x);
    br_need_number(b, s, at, y);
    br_need_shapes(b, s, at, x, y);
    br_need_same_unit(b, s, at, x, y, "a comparison");
    if (b->status != BR_OK)
        return nothing;
    int node = br_graph_2(&b->law->g, op, x.node, y.node);
    if (negate)
        node = br_graph_1(&b->law->g, BR_OP_NOT, node);
    value v = {node, br_unit_none(), false};
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

value br_value_power(build *b, const scope *s, int at, value x, value y)
{
    if (b->status != BR_OK)
        return nothing;
    br_graph *g = &b->law->g;
    br_need_number(b, s, at, x);
    br_need_number(b, s, at, y);
    br_need_shapes(b, s, at, x, y);
    need_plain(b, s, at, y, "an exponent");
    double k;
    value v = {0, br_unit_none(), false};
    if (b->status != BR_OK)
        return nothing;
    if (br_graph_is_const(g, y.node, &k)) {
        double twelve = k * 12;
        bool exact = fabs(k) <= 64 && twelve == floor(twelve), ok = true;
        if (exact)
            v.unit = br_unit_pow(x.unit, (int)twelve, 12, &ok);
        if (!exact || !ok)
            need_plain(b, s, at, x, "the base of this power");
        v.node =
            fabs(k) <= 16 && k == floor(k) ? whole_power(g, x.node, (int)k) : br_graph_2(g, BR_OP_POW, x.node, y.node);
    } else {
        need_plain(b, s, at, x, "the base of a power with a variable exponent");
        v.node = b->status == BR_OK ? br_graph_2(g, BR_OP_POW, x.node, y.node) : 0;
    }
    br_need_finite(b, s, at, v.node);
    return v;
}

value br_value_function(build *b, scope *s, int at, br_op op, value x)
{
    if (b->status != BR_OK)
        return nothing;
    br_need_number(b, s, at, x);
    value v = {0, br_unit_none(), false};
    bool ok = true;
    switch (op) {
    case BR_OP_ABS: v.unit = x.unit; break;
    case BR_OP_SIGN: break;
    case BR_OP_SQRT:
        v.unit = br_unit_pow(x.unit, 1, 2, &ok);
        if (!ok)
            need_plain(b, s, at, x, "sqrt");
        break;
    default: need_plain(b, s, at, x, br_op_text(op)); break;
    }
    if (b->status != BR_OK)
        return nothing;
    v.node = br_graph_1(&b->law->g, op, x.node);
    br_need_finite(b, s, at, v.node);
    return v;
}

value br_value_sum(build *b, const scope *s, int at, value x)
{
    if (b->status != BR_OK)
        return nothing;
    br_need_number(b, s, at, x);
    if (b->law->g.status == BR_OK && b->law->g.node[x.node].dim == BR_SCALAR)
        br_build_bad(b, s, at, "br_value_sum() adds over elements; this is a single number");
    value v = {br_graph_1(&b->law->g, BR_OP_SUM, x.node), x.unit, false};
    return v;
}
