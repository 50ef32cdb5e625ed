// expr.c - expressions: from tokens to nodes.                                              [host]
#include "num/fp.h"

#include "law/build.h"
#include <math.h>

static const value nothing = {0};

// name(...): `at` stands on the name.
static value unary(build *b, scope *s, int *at);

static value call(build *b, scope *s, int *at)
{
    static const br_op one[] = {BR_OP_ABS,  BR_OP_SIGN,     BR_OP_SQRT, BR_OP_EXP, BR_OP_LOG,
                                BR_OP_TANH, BR_OP_LOGISTIC, BR_OP_SIN,  BR_OP_COS, BR_OP_ATAN};
    int name = *at;
    *at += 2;
    if (is_word(s, name, "next")) {
        const br_token *who = tok(s, *at);
        scope *where = NULL;
        entry *e = who->kind == BR_T_NAME ? br_scope_find(s, who, '+', &where) : NULL;
        if (!e) {
            br_build_bad(b, s, *at, "next() takes the name of a state that has an update (z+ = ...)");
            return nothing;
        }
        (*at)++;
        br_line_mark(b, s, at, ')', "a ) is missing");
        return br_entry_value(b, where, e, who);
    }
    value x[3];
    int n = 0;
    do {
        if (n > 0)
            (*at)++;
        value v = br_expr(b, s, at);
        if (n < 3)
            x[n] = v;
        n++;
    } while (b->status == BR_OK && is_mark(s, *at, ','));
    if (!br_line_mark(b, s, at, ')', "a ) or a comma is missing"))
        return nothing;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (n == 1 && is_word(s, name, br_op_text(one[i])))
            return br_value_function(b, s, name, one[i], x[0]);
    if (n == 1 && is_word(s, name, "sum"))
        return br_value_sum(b, s, name, x[0]);
    if (n == 2 && is_word(s, name, "min"))
        return br_value_binary(b, s, name, BR_OP_MIN, x[0], x[1]);
    if (n == 2 && is_word(s, name, "max"))
        return br_value_binary(b, s, name, BR_OP_MAX, x[0], x[1]);
    if (n == 3 && is_word(s, name, "clamp"))
        return br_value_binary(b, s, name, BR_OP_MIN, br_value_binary(b, s, name, BR_OP_MAX, x[0], x[1]), x[2]);
    const br_token *t = tok(s, name);
    if (br_is_reserved(t))
        br_build_fail(b, BR_BAD_LAW, s, t, "%.*s() does not take %d argument%s", t->size, t->at, n, n == 1 ? "" : "s");
    else
        br_build_fail(
            b, BR_BAD_LAW, s, t,
            "no function '%.*s'; there are abs sign sqrt exp log tanh logistic sin cos atan min max clamp sum next",
            t->size, t->at);
    return nothing;
}

static value entry_value(build *b, scope *s, entry *e, const br_token *name)
{
    value v = nothing;
    switch (e->is) {
    case IS_QUANTITY:
        v.node = b->law->q[e->index].node;
        v.unit = b->law->q[e->index].unit;
        return v;
    case IS_DEFINITION:
    case IS_BOUND: return br_entry_value(b, s, e, name);
    case IS_DIM:
    case IS_UNIT:
    case IS_CHOICE:
    case IS_SCOPE:
    case IS_MODE: break;
    }
    br_build_fail(b, BR_BAD_LAW, s, name, "'%.*s' has no value", name->size, name->at);
    return v;
}

// name, name', scope.name
static value named(build *b, scope *s, int *at)
{
    scope *where = s, *user = s;
    const br_token *name = tok(s, *at);
    entry *e = NULL;
    while (is_mark(user, *at + 1, '.') && tok(user, *at + 1)->glued) {
        e = br_scope_find(where, name, 0, &where);
        if (!e || e->is != IS_SCOPE) {
            br_build_fail(b, BR_BAD_LAW, user, name, "'%.*s' is no law used here (use ... as %.*s)", name->size,
                          name->at, name->size, name->at);
            return nothing;
        }
        where = e->inside;
        *at += 2;
        name = tok(user, *at);
    }
    char mark = 0;
    if (is_mark(user, *at + 1, '\'') && tok(user, *at + 1)->glued) {
        mark = '\'';
        (*at)++;
    }
    (*at)++;
    scope *owner = where;
    e = name->kind == BR_T_NAME ? br_scope_find(where, name, mark, &owner) : NULL;
    if (!e) {
        if (mark && br_scope_find(where, name, 0, &owner))
            br_build_fail(b, BR_BAD_LAW, user, name, "there is no equation for %.*s'", name->size, name->at);
        else
            br_scope_unknown(b, where == user ? user : where, name);
        return nothing;
    }
    // the place to complain about is where the name is used
    value v = entry_value(b, owner, e, name);
    return v;
}

static value atom(build *b, scope *s, int *at)
{
    const br_token *t = tok(s, *at);
    if (b->status != BR_OK)
        return nothing;
    if (t->kind == BR_T_NUMBER) {
        (*at)++;
        return br_value_number(b, t->value);
    }
    if (br_token_is_mark(t, '(')) {
        if (!br_build_deeper(b, s, *at))
            return nothing;
        (*at)++;
        value v = br_expr(b, s, at);
        br_line_mark(b, s, at, ')', "a ) is missing");
        b->depth--;
        return v;
    }
    if (br_token_is(t, "pi") || br_token_is(t, "inf")) {
        (*at)++;
        value v = br_value_number(b, br_token_is(t, "pi") ? 3.141592653589793 : (double)INFINITY);
        v.any = br_token_is(t, "inf"); // beyond every number of every unit
        return v;
    }
    if (t->kind == BR_T_NAME && is_mark(s, *at + 1, '(')) {
        if (!br_build_deeper(b, s, *at))
            return nothing;
        value v = call(b, s, at);
        b->depth--;
        return v;
    }
    if (t->kind == BR_T_NAME && !br_is_reserved(t))
        return named(b, s, at);
    if (t->kind == BR_T_LINE || t->kind == BR_T_END)
        br_build_bad(b, s, *at, "the line ends where a value is needed");
    else
        br_build_fail(b, BR_BAD_LAW, s, t, "a value is needed here, not '%.*s'", t->size > 20 ? 20 : t->size, t->at);
    return nothing;
}

static value powers(build *b, scope *s, int *at)
{
    value x = atom(b, s, at);
    if (b->status == BR_OK && is_mark(s, *at, '^')) {
        int here = (*at)++;
        if (!br_build_deeper(b, s, here))
            return nothing;
        value y = unary(b, s, at);
        b->depth--;
        return br_value_power(b, s, here, x, y);
    }
    return x;
}

static value unary(build *b, scope *s, int *at)
{
    if (!is_mark(s, *at, '-'))
        return powers(b, s, at);
    int here = (*at)++;
    if (!br_build_deeper(b, s, here))
        return nothing;
    value x = unary(b, s, at);
    b->depth--;
    if (b->status != BR_OK)
        return nothing;
    br_need_number(b, s, here, x);
    x.node = br_graph_1(&b->law->g, BR_OP_NEG, x.node);
    return x;
}

static value product(build *b, scope *s, int *at)
{
    value x = unary(b, s, at);
    while (b->status == BR_OK && (is_mark(s, *at, '*') || is_mark(s, *at, '/'))) {
        int here = (*at)++;
        value y = unary(b, s, at);
        x = br_value_binary(b, s, here, is_mark(s, here, '*') ? BR_OP_MUL : BR_OP_DIV, x, y);
    }
    return x;
}

// A lone `-` behind a default value is the unit of plain numbers: `param zeta = 0.9 - < 1`.
bool br_is_plain_unit(const scope *s, int at)
{
    const br_token *t = tok(s, at), *next = t + 1;
    return br_token_is_mark(t, '-') && (next->kind == BR_T_LINE || next->kind == BR_T_TEXT || next->kind == BR_T_END ||
                                        br_token_is(next, "when") || br_token_is_mark(next, ',') ||
                                        (next->kind == BR_T_MARK && (next->mark == '<' || next->mark == '>' ||
                                                                     next->mark == BR_M_LE || next->mark == BR_M_GE)));
}

value br_expr_sum(build *b, scope *s, int *at)
{
    value x = product(b, s, at);
    while (b->status == BR_OK && (is_mark(s, *at, '+') || is_mark(s, *at, '-')) && !br_is_plain_unit(s, *at)) {
        int here = (*at)++;
        value y = product(b, s, at);
        x = br_value_binary(b, s, here, is_mark(s, here, '+') ? BR_OP_ADD : BR_OP_SUB, x, y);
    }
    return x;
}

static value comparison(build *b, scope *s, int *at)
{
    value x = br_expr_sum(b, s, at);
    const br_token *t = tok(s, *at);
    if (b->status != BR_OK || t->kind != BR_T_MARK)
        return x;
    int here = *at, mark = t->mark;
    if (mark != '<' && mark != '>' && mark != BR_M_LE && mark != BR_M_GE && mark != BR_M_EQ && mark != BR_M_NE)
        return x;
    (*at)++;
    value y = br_expr_sum(b, s, at);
    switch (mark) {
    case '<': return br_value_compare(b, s, here, BR_OP_LT, x, y, false);
    case '>': return br_value_compare(b, s, here, BR_OP_LT, y, x, false);
    case BR_M_LE: return br_value_compare(b, s, here, BR_OP_LE, x, y, false);
    case BR_M_GE: return br_value_compare(b, s, here, BR_OP_LE, y, x, false);
    default: return br_value_compare(b, s, here, BR_OP_EQ, x, y, mark == BR_M_NE);
    }
}

static value negation(build *b, scope *s, int *at)
{
    if (!is_word(s, *at, "not"))
        return comparison(b, s, at);
    int here = (*at)++;
    if (!br_build_deeper(b, s, here))
        return nothing;
    value x = negation(b, s, at);
    b->depth--;
    br_need_bool(b, s, here, x);
    if (b->status == BR_OK)
        x.node = br_graph_1(&b->law->g, BR_OP_NOT, x.node);
    return x;
}

static value junction(build *b, scope *s, int *at, bool either)
{
    value x = either ? junction(b, s, at, false) : negation(b, s, at);
    while (b->status == BR_OK && is_word(s, *at, either ? "or" : "and")) {
        int here = (*at)++;
        value y = either ? junction(b, s, at, false) : negation(b, s, at);
        br_need_bool(b, s, here, x);
        br_need_bool(b, s, here, y);
        br_need_shapes(b, s, here, x, y);
        if (b->status == BR_OK)
            x.node = br_graph_2(&b->law->g, either ? BR_OP_OR : BR_OP_AND, x.node, y.node);
    }
    return x;
}

static value conditional(build *b, scope *s, int *at)
{
    int here = (*at)++;
    if (!br_build_deeper(b, s, here))
        return nothing;
    value c = br_expr(b, s, at);
    br_need_bool(b, s, here, c);
    if (b->status == BR_OK && !is_word(s, *at, "then"))
        br_build_bad(b, s, *at, "`then` is missing: if c then a else b");
    (*at)++;
    value x = b->status == BR_OK ? br_expr(b, s, at) : nothing;
    if (b->status == BR_OK && !is_word(s, *at, "else"))
        br_build_bad(b, s, *at, "`else` is missing: if c then a else b");
    (*at)++;
    value y = b->status == BR_OK ? br_expr(b, s, at) : nothing;
    b->depth--;
    if (b->status != BR_OK)
        return nothing;
    if (br_value_is_bool(b, x) != br_value_is_bool(b, y))
        br_build_bad(b, s, here, "one branch is a number and the other a comparison");
    br_need_shapes(b, s, here, x, y);
    br_need_shapes(b, s, here, c, x);
    br_need_shapes(b, s, here, c, y);
    value v = {0, br_need_same_unit(b, s, here, x, y, "if"), x.any && y.any};
    v.node = b->status == BR_OK ? br_graph_select(&b->law->g, c.node, x.node, y.node) : 0;
    return v;
}

value br_expr(build *b, scope *s, int *at)
{
    if (b->status != BR_OK)
        return nothing;
    return is_word(s, *at, "if") ? conditional(b, s, at) : junction(b, s, at, true);
}
