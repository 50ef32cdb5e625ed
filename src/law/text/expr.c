// expr.c - parsing expressions: from tokens to nodes of the graph.             [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include "num/text/spelling.h"
#include <math.h>
#include <stdio.h>

static const br_value nothing = {0};

static br_value parse_unary(br_build *b, br_scope *s, int *at);

// ---------------------------------------------------------------- functions

static void no_function(br_build *b, const br_scope *s, const br_token *t)
{
    char all[240] = "";
    size_t n = 0;
    const char *near = br_function_meant(t);
    for (int i = 0; br_law_function(i); i++)
        n += (size_t)snprintf(all + n, sizeof all - n, "%s ", br_law_function(i));
    br_build_fail(b, BR_BAD_LAW, s, t, "no function '%.*s'; %s%s%sthere are %snext", t->size, t->at,
                  near ? "did you mean " : "", near ? near : "", near ? "? " : "", all);
}

// next(z), next(F): what the update gives. `at` stands behind the bracket.
static br_value parse_next(br_build *b, br_scope *s, int *at)
{
    const br_token *who = br_tok(s, *at);
    br_scope *where = s;
    br_entry *e = who->kind == BR_T_NAME ? br_scope_find(s, who, '+', &where) : NULL;
    if (!e) {
        br_build_fail_at(b, s, *at, "next() takes the name of a state that has an update (z+ = ...)");
        return nothing;
    }
    (*at)++;
    br_line_mark(b, s, at, ')', "a ) is missing: next() takes one name");
    return br_entry_value(b, where, e, s, who);
}

static br_value apply_function(br_build *b, const br_scope *s, int at, br_op op, const br_value *x)
{
    switch (op) {
    case BR_OP_SUM: return br_value_sum(b, s, at, x[0]);
    case BR_OP_COUNT:
        return br_value_binary(b, s, at, BR_OP_MIN, br_value_binary(b, s, at, BR_OP_MAX, x[0], x[1]), x[2]);
    case BR_OP_ATAN2:
    case BR_OP_MIN:
    case BR_OP_MAX: return br_value_binary(b, s, at, op, x[0], x[1]);
    default: return br_value_function(b, s, at, op, x[0]);
    }
}

// NAME(...): `at` stands on the name.
static br_value parse_call(br_build *b, br_scope *s, int *at)
{
    const br_token *t = br_tok(s, *at);
    const br_function *f = br_function_of(t);
    int name = *at, n = 0;
    br_value x[3] = {nothing, nothing, nothing};
    *at += 2;
    if (br_token_is(t, "next"))
        return parse_next(b, s, at);
    if (!f) {
        no_function(b, s, t);
        return nothing;
    }
    do {
        if (n > 0)
            (*at)++;
        br_value v = br_expr(b, s, at);
        if (n < 3)
            x[n] = v;
        n++;
    } while (b->status == BR_OK && br_is_mark(s, *at, ','));
    if (!br_line_mark(b, s, at, ')', "a ) or a comma is missing"))
        return nothing;
    if (n != f->takes) {
        br_build_fail(b, BR_BAD_LAW, s, t, "%s() takes %d value%s, here are %d", f->name, f->takes,
                      f->takes == 1 ? "" : "s", n);
        return nothing;
    }
    return apply_function(b, s, name, f->op, x);
}

// ---------------------------------------------------------------- names

// The scope that a.b.c names; *at ends on the last name.
static br_scope *inner_scope(br_build *b, br_scope *s, int *at)
{
    br_scope *where = s;
    while (br_is_mark(s, *at + 1, '.') && br_tok(s, *at + 1)->glued) {
        const br_token *name = br_tok(s, *at);
        const br_entry *e = br_scope_find(where, name, 0, &where);
        if (!e || e->is != BR_IS_SCOPE) {
            br_build_fail(b, BR_BAD_LAW, s, name, "'%.*s' is no law used here (use LAW as %.*s)", name->size, name->at,
                          name->size, name->at);
            return NULL;
        }
        where = e->inside;
        *at += 2;
    }
    return where;
}

// name, name', scope.name
static br_value parse_name(br_build *b, br_scope *s, int *at)
{
    if (b->numbers_only && br_tok(s, *at)->size == 3 && br_word_distance(br_tok(s, *at)->at, 3, "nan", 3) == 0) {
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, *at), "%.3s is not a value", br_tok(s, *at)->at);
        return nothing;
    }
    if (b->numbers_only) {
        br_build_fail_at(b, s, *at, "a number is needed here, not a name");
        return nothing;
    }
    br_scope *where = inner_scope(b, s, at), *owner = where;
    if (!where)
        return nothing;
    const br_token *name = br_tok(s, (*at)++);
    char mark = 0;
    if (br_is_mark(s, *at, '\'') && br_tok(s, *at)->glued) {
        mark = '\'';
        (*at)++;
    }
    br_entry *e = name->kind == BR_T_NAME ? br_scope_find(where, name, mark, &owner) : NULL;
    if (e)
        return br_entry_value(b, owner, e, s, name);
    if (mark && br_scope_find(where, name, 0, &owner))
        br_build_fail(b, BR_BAD_LAW, s, name, "there is no equation for %.*s' (%.*s' = ...)", name->size, name->at,
                      name->size, name->at);
    else
        br_scope_unknown(b, s, where, name);
    return nothing;
}

// ---------------------------------------------------------------- from tight to loose

static br_value parse_bracket(br_build *b, br_scope *s, int *at)
{
    if (!br_build_deeper(b, s, br_tok(s, *at)))
        return nothing;
    (*at)++;
    br_value v = br_expr(b, s, at);
    br_line_mark(b, s, at, ')', "a ) is missing");
    b->depth--;
    return v;
}

static br_value parse_atom(br_build *b, br_scope *s, int *at)
{
    const br_token *t = br_tok(s, *at);
    if (b->status != BR_OK)
        return nothing;
    if (t->kind == BR_T_NUMBER) {
        (*at)++;
        return br_value_number(b, t->value);
    }
    if (br_token_is_mark(t, '('))
        return parse_bracket(b, s, at);
    if (br_token_is(t, "pi") || br_token_is(t, "inf")) {
        (*at)++;
        br_value v = br_value_number(b, br_token_is(t, "pi") ? 3.141592653589793 : (double)INFINITY);
        v.any = br_token_is(t, "inf"); // beyond every number of every unit
        if (!v.any)
            v.node =
                br_graph_const_in(&b->law->g, 3.141592653589793, br_interval_of(3.141592653589793, 3.1415926535897936));
        return v;
    }
    if (t->kind == BR_T_NAME && br_is_mark(s, *at + 1, '(')) {
        if (!br_build_deeper(b, s, t))
            return nothing;
        br_value v = parse_call(b, s, at);
        b->depth--;
        return v;
    }
    if (t->kind == BR_T_NAME && !br_is_reserved(t))
        return parse_name(b, s, at);
    if (t->kind == BR_T_LINE || t->kind == BR_T_END)
        br_build_fail_at(b, s, *at, "the line ends where a value is needed");
    else if (br_token_is(t, "if"))
        br_build_fail_at(b, s, *at, "inside an expression `if` stands in brackets: a + (if c then x else y)");
    else
        br_build_fail(b, BR_BAD_LAW, s, t, "a value is needed here, not '%.*s'", t->size > 20 ? 20 : t->size, t->at);
    return nothing;
}

static br_value parse_power(br_build *b, br_scope *s, int *at)
{
    br_value x = parse_atom(b, s, at);
    if (b->status != BR_OK || !br_is_mark(s, *at, '^'))
        return x;
    int here = (*at)++;
    if (!br_build_deeper(b, s, br_tok(s, here)))
        return nothing;
    br_value y = parse_unary(b, s, at);
    b->depth--;
    return br_value_power(b, s, here, x, y);
}

static br_value parse_unary(br_build *b, br_scope *s, int *at)
{
    if (!br_is_mark(s, *at, '-'))
        return parse_power(b, s, at);
    int here = (*at)++;
    if (!br_build_deeper(b, s, br_tok(s, here)))
        return nothing;
    br_value x = parse_unary(b, s, at);
    b->depth--;
    return br_value_function(b, s, here, BR_OP_NEG, x);
}

static br_value parse_product(br_build *b, br_scope *s, int *at)
{
    br_value x = parse_unary(b, s, at);
    while (b->status == BR_OK && (br_is_mark(s, *at, '*') || br_is_mark(s, *at, '/'))) {
        int here = (*at)++;
        if (br_is_mark(s, here, '*') && br_is_mark(s, *at, '*'))
            br_build_fail_at(b, s, here, "a power is written ^");
        br_value y = parse_unary(b, s, at);
        x = br_value_binary(b, s, here, br_is_mark(s, here, '*') ? BR_OP_MUL : BR_OP_DIV, x, y);
    }
    return x;
}

br_value br_expr_sum(br_build *b, br_scope *s, int *at)
{
    br_value x = parse_product(b, s, at);
    while (b->status == BR_OK && (br_is_mark(s, *at, '+') || br_is_mark(s, *at, '-')) && !br_is_plain_unit(s, *at)) {
        int here = (*at)++;
        if (b->numbers_only && (br_is_mark(s, *at, '-') || br_is_mark(s, *at, '+'))) // 1 +- 0.1 is no 0.9
            br_build_fail_at(b, s, here, "two signs; a range is written 0.9..1.1");
        br_value y = parse_product(b, s, at);
        x = br_value_binary(b, s, here, br_is_mark(s, here, '+') ? BR_OP_ADD : BR_OP_SUB, x, y);
    }
    return x;
}

// The tokens first .. last as written, if they are few.
static bool text_span(const br_scope *s, int first, int last, const char **text, int *size)
{
    *text = br_tok(s, first)->at;
    *size = (int)(br_tok(s, last - 1)->at + br_tok(s, last - 1)->size - *text);
    return last > first && *size <= 60 && br_tok(s, first)->line == br_tok(s, last - 1)->line;
}

// a < b < c: first stands on a, here on the first sign, at on the second one.
static void fail_chained(br_build *b, br_scope *s, int first, int here, int at)
{
    int second = at++, size[3];
    const char *text[3];
    br_expr_sum(b, s, &at);
    if (text_span(s, first, here, &text[0], &size[0]) && text_span(s, here + 1, second, &text[1], &size[1]) &&
        text_span(s, second + 1, at, &text[2], &size[2]))
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, second),
                      "comparisons do not chain; write %.*s %.*s %.*s and %.*s %.*s %.*s", size[0], text[0],
                      br_tok(s, here)->size, br_tok(s, here)->at, size[1], text[1], size[1], text[1],
                      br_tok(s, second)->size, br_tok(s, second)->at, size[2], text[2]);
    else
        br_build_fail_at(b, s, second, "comparisons do not chain; write a < b and b < c");
}

static br_value parse_comparison(br_build *b, br_scope *s, int *at)
{
    int first = *at;
    br_value x = br_expr_sum(b, s, at);
    const br_token *t = br_tok(s, *at);
    if (b->status != BR_OK || !br_is_comparison(t))
        return x;
    int here = (*at)++;
    br_value y = br_expr_sum(b, s, at);
    if (b->status == BR_OK && br_is_comparison(br_tok(s, *at)))
        fail_chained(b, s, first, here, *at);
    switch (t->mark) {
    case '<': return br_value_compare(b, s, here, BR_OP_LT, x, y, false);
    case '>': return br_value_compare(b, s, here, BR_OP_LT, y, x, false);
    case BR_M_LE: return br_value_compare(b, s, here, BR_OP_LE, x, y, false);
    case BR_M_GE: return br_value_compare(b, s, here, BR_OP_LE, y, x, false);
    default: return br_value_compare(b, s, here, BR_OP_EQ, x, y, t->mark == BR_M_NE);
    }
}

static br_value parse_not(br_build *b, br_scope *s, int *at)
{
    if (!br_is_word(s, *at, "not"))
        return parse_comparison(b, s, at);
    int here = (*at)++;
    if (!br_build_deeper(b, s, br_tok(s, here)))
        return nothing;
    br_value x = parse_not(b, s, at);
    b->depth--;
    return br_value_not(b, s, here, x);
}

static br_value parse_and(br_build *b, br_scope *s, int *at)
{
    br_value x = parse_not(b, s, at);
    while (b->status == BR_OK && br_is_word(s, *at, "and")) {
        int here = (*at)++;
        br_value y = parse_not(b, s, at);
        x = br_value_join(b, s, here, BR_OP_AND, x, y);
    }
    return x;
}

static br_value parse_or(br_build *b, br_scope *s, int *at)
{
    br_value x = parse_and(b, s, at);
    while (b->status == BR_OK && br_is_word(s, *at, "or")) {
        int here = (*at)++;
        br_value y = parse_and(b, s, at);
        x = br_value_join(b, s, here, BR_OP_OR, x, y);
    }
    return x;
}

static void need_word(br_build *b, const br_scope *s, int *at, const char *word, const char *message)
{
    if (b->status == BR_OK && !br_is_word(s, *at, word))
        br_build_fail_at(b, s, *at, message);
    if (b->status == BR_OK)
        (*at)++;
}

static br_value parse_if(br_build *b, br_scope *s, int *at)
{
    int here = (*at)++;
    if (!br_build_deeper(b, s, br_tok(s, here)))
        return nothing;
    br_value c = br_expr(b, s, at);
    need_word(b, s, at, "then", "`then` is missing: if c then a else b");
    br_value x = br_expr(b, s, at);
    need_word(b, s, at, "else", "`else` is missing: if c then a else b");
    br_value y = br_expr(b, s, at);
    b->depth--;
    return br_value_select(b, s, here, c, x, y);
}

br_value br_expr(br_build *b, br_scope *s, int *at)
{
    if (b->status != BR_OK)
        return nothing;
    return br_is_word(s, *at, "if") ? parse_if(b, s, at) : parse_or(b, s, at);
}
