// quantity.c - parsing inputs, states, parameters and outputs: bounds, defaults, shapes. [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// NAME or NAME[dim]; answers the dimension.
int br_dim_here(br_build *b, br_scope *s, int *at)
{
    if (b->status != BR_OK || !br_is_mark(s, *at, '['))
        return BR_SCALAR;
    (*at)++;
    br_scope *where;
    br_entry *e = br_tok(s, *at)->kind == BR_T_NAME ? br_scope_find(s, br_tok(s, *at), 0, &where) : NULL;
    if (!e || e->is != BR_IS_DIM) {
        br_build_fail_at(b, s, *at, "in [ ] stands the name of a dimension (declared above by `elements n = 4`)");
        return BR_SCALAR;
    }
    (*at)++;
    br_line_mark(b, s, at, ']', "a ] is missing");
    return e->index;
}

// ---------------------------------------------------------------- bounds

static void read_bound(br_build *b, br_scope *s, int *at, br_quantity *q)
{
    int here = (*at)++, mark = br_tok(s, here)->mark;
    bool above = mark == '>' || mark == BR_M_GE; // the number is below the quantity
    double x = 0;
    b->numbers_only = true;
    br_value v = br_expr_sum(b, s, at);
    b->numbers_only = false;
    br_need_number(b, s, here + 1, v);
    if (b->status != BR_OK)
        return;
    br_graph_is_const(&b->law->g, v.node, &x);
    x = br_unit_to_si(q->unit, x);
    if (isfinite(above ? q->low : q->high))
        br_build_fail_at(b, s, here, above ? "a second lower bound" : "a second upper bound");
    if (above) {
        q->low = x;
        q->low_open = mark == '>';
    } else {
        q->high = x;
        q->high_open = mark == '<';
    }
    if (!(q->low < q->high) && !(q->low == q->high && isfinite(x) && !q->low_open && !q->high_open))
        br_build_fail_at(b, s, here + 1, "no number fits these bounds; the lower one must be below the upper one");
}

static void read_bounds(br_build *b, br_scope *s, int *at, br_quantity *q)
{
    q->low = (double)-INFINITY;
    q->high = (double)INFINITY;
    while (b->status == BR_OK && br_is_inequality(br_tok(s, *at)))
        read_bound(b, s, at, q);
}

// ---------------------------------------------------------------- defaults

// Is the token the end of a value, so that a name behind it starts the unit?
static bool ends_value(const br_token *t)
{
    return t->kind == BR_T_NUMBER || br_token_is_mark(t, ')') || br_token_is_mark(t, '\'') ||
           (t->kind == BR_T_NAME && !br_is_reserved(t)) || br_token_is(t, "pi") || br_token_is(t, "inf");
}

// `= VALUE [, VALUE ...]` stands before the unit and is elaborated when everything is declared: here only its end.
static int skip_default(const br_scope *s, int at)
{
    int depth = 0;
    for (int first = at;; at++) {
        const br_token *t = br_tok(s, at);
        if (t->kind == BR_T_LINE || t->kind == BR_T_END || t->kind == BR_T_TEXT)
            return at;
        depth += br_token_is_mark(t, '(') ? 1 : br_token_is_mark(t, ')') ? -1 : 0;
        if (depth > 0)
            continue;
        if (br_is_plain_unit(s, at) || br_token_is(t, "when") || br_is_inequality(t))
            return at;
        if (at > first && ends_value(br_tok(s, at - 1)) &&
            (t->kind == BR_T_NAME || t->kind == BR_T_NUMBER || br_token_is_mark(t, '%')))
            return at;
    }
}

static void add_default(br_build *b, const br_scope *s, int at, br_quantity *q, br_value v)
{
    double x;
    br_need_number(b, s, at, v);
    if (b->status != BR_OK)
        return;
    if (br_graph_is_const(&b->law->g, v.node, &x)) {
        v.node = br_graph_const(&b->law->g, br_unit_to_si(q->unit, x));
        br_need_finite(b, s, at, v.node);
    } else if (!br_unit_same(v.unit, q->unit)) {
        char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
        br_unit_write_both(u, q->unit, w, v.unit);
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "units differ: %s has %s, its default %s", q->name, u, w);
    }
    int dim = br_value_dim(b, v);
    if (dim != BR_SCALAR && (dim != q->dim || q->presets > 0))
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "%s is %s, this default is an array over %s", q->name,
                      q->dim == BR_SCALAR ? "a single number" : "given one value per element", b->law->dim[dim].name);
    int *p =
        b->status == BR_OK ? br_build_grow(b, &b->law->preset, &b->law->npreset, &b->room_preset, sizeof *p) : NULL;
    if (!p)
        return;
    *p = v.node;
    if (q->presets++ == 0)
        q->preset = b->law->npreset - 1;
}

void br_default_values(br_build *b, br_scope *s, const br_entry *e)
{
    br_quantity *q = &b->law->q[e->index];
    int at = e->at[0];
    do {
        int here = at;
        br_value v = br_expr_sum(b, s, &at);
        add_default(b, s, here, q, v);
        if (b->status == BR_OK && q->presets == 2 && q->dim == BR_SCALAR)
            br_build_fail(b, BR_BAD_LAW, s, br_tok(s, here), "%s is a single number and has one default", q->name);
    } while (b->status == BR_OK && br_is_mark(s, at, ',') && ++at);
    if (b->status == BR_OK && at != e->stop)
        br_build_fail_at(b, s, at, "this is no part of the default; a comparison or `if` stands in brackets");
}

// ---------------------------------------------------------------- inputs, states, parameters

// The name was bound by `use`: no quantity of its own, but its unit and shape must be met.
static void declare_given(br_build *b, br_scope *s, int at, br_entry *bound)
{
    char text[BR_UNIT_TEXT];
    at++;
    bound->want_dim = br_dim_here(b, s, &at);
    if (br_is_mark(s, at, '='))
        at = skip_default(s, at + 1);
    br_unit_here(b, s, &at, &bound->want, text);
    for (br_entry *up = br_entry_user(bound); up; up = br_entry_user(up)) {
        up->want = bound->want;
        up->want_dim = bound->want_dim;
    }
}

// The line does not hold: remembered for those who ask for the name.
static void note_absent(br_build *b, br_scope *s, const br_token *name, int when)
{
    if (b->status != BR_OK || name->kind != BR_T_NAME || b->law->nabsent >= BR_MAX_QUANTITIES ||
        strlen(s->prefix) + (size_t)name->size >= BR_NAME_SIZE)
        return;
    br_absent *a = br_build_grow(b, &b->law->absent, &b->law->nabsent, &b->room_absent, sizeof *a);
    if (!a)
        return;
    br_scope_full_name(b, s, name, a->name);
    br_line_conditions(b, s, when, a);
}

void br_declare_quantity(br_build *b, br_scope *s, int at, br_kind kind)
{
    const br_token *name = br_tok(s, ++at);
    br_entry *bound = br_scope_find_here(s, name, 0);
    bool is_given = bound && bound->is == BR_IS_BOUND;
    if (is_given && kind == BR_STATE)
        br_build_fail(b, BR_BAD_LAW, bound->stands, bound->name,
                      "'%.*s' is a state of law %s; give inputs, parameters, choices or open units", name->size,
                      name->at, s->name);
    for (br_entry *e = is_given ? bound : NULL; e; e = br_entry_user(e))
        e->met = true;
    int when = br_line_when(s, at);
    if (!br_line_holds(b, s, when)) {
        if (!is_given)
            note_absent(b, s, name, when);
        return;
    }
    if (is_given) {
        declare_given(b, s, at, bound);
        return;
    }
    br_entry *e = br_scope_declare(b, s, name, 0, BR_IS_QUANTITY);
    if (!e || !br_build_fits(b, s, at, b->law->nq, BR_MAX_QUANTITIES, "states, inputs and parameters"))
        return;
    br_quantity *q = br_build_grow(b, &b->law->q, &b->law->nq, &b->room_q, sizeof *q);
    if (!q)
        return;
    e->index = b->law->nq - 1;
    br_scope_full_name(b, s, name, q->name);
    q->kind = kind;
    q->line = name->line;
    q->rate = q->next = BR_NO_NODE;
    at++;
    q->dim = br_dim_here(b, s, &at);
    q->node = br_graph_var(&b->law->g, e->index, q->dim);
    if (b->status == BR_OK && br_is_mark(s, at, '=')) {
        e->at[0] = at + 1;
        e->stop = at = skip_default(s, at + 1);
    }
    br_unit_here(b, s, &at, &q->unit, q->unit_text);
    read_bounds(b, s, &at, q);
    if (b->status == BR_OK && br_tok(s, at)->kind == BR_T_TEXT)
        br_line_text(s, at++, q->words);
    if (!br_is_word(s, at, "when"))
        br_line_must_end(b, s, at);
}

// ---------------------------------------------------------------- outputs

void br_declare_output(br_build *b, br_scope *s, int at)
{
    const br_token *name = br_tok(s, ++at);
    if (!br_line_holds(b, s, br_line_when(s, at)) || s->parent)
        return; // inner outputs are reached by their names, they are not outputs of the whole
    if (name->kind != BR_T_NAME || br_is_reserved(name)) {
        br_build_fail_at(b, s, at, "`output` needs a name: output F N");
        return;
    }
    if (!br_build_fits(b, s, at, b->law->nout, BR_MAX_STATEMENTS, "outputs"))
        return;
    for (int i = 0; i < b->law->nout; i++)
        if (br_token_is(name, b->law->out[i].name))
            br_build_fail(b, BR_BAD_LAW, s, name, "a second output '%.*s'", name->size, name->at);
    br_output *o = br_build_grow(b, &b->law->out, &b->law->nout, &b->room_out, sizeof *o);
    if (!o)
        return;
    br_scope_full_name(b, s, name, o->name);
    o->now = o->next = BR_NO_NODE;
    at++;
    o->dim = br_dim_here(b, s, &at);
    br_unit_here(b, s, &at, &o->unit, o->unit_text);
    if (b->status == BR_OK && br_tok(s, at)->kind == BR_T_TEXT)
        br_line_text(s, at++, o->words);
    if (!br_is_word(s, at, "when"))
        br_line_must_end(b, s, at);
}
