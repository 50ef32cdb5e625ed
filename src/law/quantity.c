// quantity.c - inputs, states, parameters and outputs: their units, bounds and defaults.      [host]
#include "num/fp.h"

#include "law/build.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

bool br_unit_here(build *b, scope *s, int *at, br_unit *u, char *text)
{
    const br_token *t = tok(s, *at);
    *u = br_unit_none();
    snprintf(text, BR_UNIT_TEXT, "-");
    if (br_is_plain_unit(s, *at)) {
        (*at)++;
        return true;
    }
    if (t->kind != BR_T_NAME && t->kind != BR_T_NUMBER && !br_token_is_mark(t, '%'))
        return true; // none given: a plain number
    if (br_token_is(t, "when") || br_token_is(t, "in"))
        return true;
    br_diag near = {0};
    const char *end = s->t.text + s->t.size;
    size_t used = br_unit_read(t->at, (size_t)(end - t->at), s->unit, s->nunit, u, &near);
    if (used == 0) {
        br_token place = *t;
        place.column += near.column > 0 ? near.column - 1 : 0;
        br_build_fail(b, BR_BAD_LAW, s, &place, "%s", near.text[0] ? near.text : "a unit is needed here, such as N/m");
        return false;
    }
    // open units are shown as what they stand for
    int n = 0;
    for (; tok(s, *at)->at < t->at + used && tok(s, *at)->kind != BR_T_LINE; (*at)++) {
        const br_token *w = tok(s, *at);
        const char *show = w->at;
        int size = w->size;
        char opened[BR_UNIT_SIZE + 2];
        for (int i = 0; i < s->nunit; i++)
            if (w->kind == BR_T_NAME && (size_t)w->size == s->unit[i].len &&
                memcmp(w->at, s->unit[i].name, s->unit[i].len) == 0) {
                br_unit_write(opened, s->unit[i].unit);
                if (strcmp(opened, "-") == 0)
                    snprintf(opened, sizeof opened, "rad");
                show = opened;
                size = (int)strlen(opened);
            }
        n += snprintf(text + n, n < BR_UNIT_TEXT ? (size_t)(BR_UNIT_TEXT - n) : 0, "%.*s", size, show);
        if (n >= BR_UNIT_TEXT) {
            br_build_bad(b, s, *at, "this unit is too long");
            return false;
        }
    }
    return true;
}

static void read_bounds(build *b, scope *s, int *at, br_quantity *q)
{
    q->low = (double)-INFINITY;
    q->high = (double)INFINITY;
    while (b->status == BR_OK && tok(s, *at)->kind == BR_T_MARK) {
        int mark = tok(s, *at)->mark;
        if (mark != '<' && mark != '>' && mark != BR_M_LE && mark != BR_M_GE)
            return;
        int here = ++*at;
        value v = br_expr_sum(b, s, at);
        double x = 0;
        if (b->status == BR_OK && !br_graph_is_const(&b->law->g, v.node, &x))
            br_build_bad(b, s, here, "a bound is a number; relations between parameters go to `require`");
        x = br_unit_to_si(q->unit, x);
        if (mark == '<' || mark == BR_M_LE) {
            q->high = x;
            q->high_open = mark == '<';
        } else {
            q->low = x;
            q->low_open = mark == '>';
        }
        if (b->status == BR_OK && q->low > q->high)
            br_build_bad(b, s, here, "the lower bound is above the upper one");
    }
}

static int add_preset(build *b, int node)
{
    int *p = br_build_grow(b, &b->law->preset, &b->law->npreset, &b->room_preset, sizeof *p);
    if (p)
        *p = node;
    return b->law->npreset - 1;
}

// `= EXPR [, EXPR ...]` before the unit; elaborated when everything is declared.
static int skip_default(const scope *s, int at)
{
    int depth = 0;
    for (;; at++) {
        const br_token *t = tok(s, at);
        if (t->kind == BR_T_LINE || t->kind == BR_T_END || t->kind == BR_T_TEXT)
            return at;
        if (br_token_is_mark(t, '('))
            depth++;
        if (br_token_is_mark(t, ')'))
            depth--;
        if (depth > 0)
            continue;
        if (br_is_plain_unit(s, at) || br_token_is(t, "when"))
            return at;
        if (t->kind == BR_T_MARK && (t->mark == '<' || t->mark == '>' || t->mark == BR_M_LE || t->mark == BR_M_GE))
            return at;
        // a name right behind a value starts the unit
        const br_token *last = t - 1;
        bool ended = last->kind == BR_T_NUMBER || br_token_is_mark(last, ')') ||
                     (last->kind == BR_T_NAME && !br_is_reserved(last)) || br_token_is(last, "pi") ||
                     br_token_is(last, "inf");
        if (ended && (t->kind == BR_T_NAME || br_token_is_mark(t, '%')) && !br_token_is(t, "then") &&
            !br_token_is(t, "else") && !br_token_is(t, "and") && !br_token_is(t, "or"))
            return at;
        if (ended && t->kind == BR_T_NUMBER)
            return at;
    }
}

void br_default_values(build *b, scope *s, int qi, int at)
{
    do {
        int here = at;
        value v = br_expr_sum(b, s, &at);
        if (b->status != BR_OK)
            return;
        br_need_number(b, s, here, v);
        br_quantity *q = &b->law->q[qi];
        double x;
        if (br_graph_is_const(&b->law->g, v.node, &x))
            v.node = br_graph_const(&b->law->g, br_unit_to_si(q->unit, x));
        else if (!br_unit_same(v.unit, q->unit)) {
            char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
            br_unit_write(u, q->unit);
            br_unit_write(w, v.unit);
            br_build_fail(b, BR_BAD_LAW, s, tok(s, here), "units differ: %s has %s, its default %s", q->name, u, w);
            return;
        }
        if (b->law->g.status == BR_OK && b->law->g.node[v.node].dim != BR_SCALAR &&
            b->law->g.node[v.node].dim != q->dim) {
            br_build_bad(b, s, here, "the default is an array over other elements");
            return;
        }
        int p = add_preset(b, v.node);
        q = &b->law->q[qi];
        if (q->presets == 0)
            q->preset = p;
        q->presets++;
    } while (is_mark(s, at, ',') && ++at);
    if (b->law->q[qi].presets > 1 && b->law->q[qi].dim == BR_SCALAR)
        br_build_bad(b, s, at, "several default values for a single number");
}

// NAME or NAME[dim]; answers the dimension.
int br_dim_here(build *b, scope *s, int *at)
{
    if (!is_mark(s, *at, '['))
        return BR_SCALAR;
    (*at)++;
    scope *where;
    entry *e = tok(s, *at)->kind == BR_T_NAME ? br_scope_find(s, tok(s, *at), 0, &where) : NULL;
    if (!e || e->is != IS_DIM) {
        br_build_bad(b, s, *at, "in [ ] stands the name of a dimension (declared above by `elements n = 4`)");
        return BR_SCALAR;
    }
    (*at)++;
    br_line_mark(b, s, at, ']', "a ] is missing");
    return e->index;
}

void br_take_quantity(build *b, scope *s, int at, br_kind kind)
{
    const br_token *name = tok(s, ++at);
    int when = br_line_when(s, at);
    if (!br_line_holds(b, s, &when) || b->status != BR_OK)
        return;
    entry *bound = br_scope_find_here(s, name, 0);
    if (bound && bound->is == IS_BOUND) { // bound by `use`: no quantity of its own
        char text[BR_UNIT_TEXT];
        at++;
        br_dim_here(b, s, &at);
        if (is_mark(s, at, '='))
            at = skip_default(s, at + 1);
        bound->checked = br_unit_here(b, s, &at, &bound->want, text);
        return;
    }
    entry *e = br_scope_declare(b, s, name, 0, IS_QUANTITY);
    br_quantity *q = e ? br_build_grow(b, &b->law->q, &b->law->nq, &b->room_q, sizeof *q) : NULL;
    if (!q)
        return;
    int qi = b->law->nq - 1;
    e->index = qi;
    e->at[0] = 0;
    br_scope_full_name(b, s, name, q->name);
    q->kind = kind;
    q->line = name->line;
    q->rate = q->next = BR_NO_NODE;
    at++;
    int dim = br_dim_here(b, s, &at);
    q->dim = dim;
    q->node = br_graph_var(&b->law->g, qi, dim);
    if (b->status == BR_OK && is_mark(s, at, '=')) {
        e->at[0] = ++at;
        at = skip_default(s, at);
    }
    br_unit_here(b, s, &at, &q->unit, q->unit_text);
    read_bounds(b, s, &at, &b->law->q[qi]);
    q = &b->law->q[qi];
    if (b->status == BR_OK && tok(s, at)->kind == BR_T_TEXT)
        br_line_words(s, at++, q->words);
    if (b->status == BR_OK && is_word(s, at, "when"))
        br_line_holds(b, s, &at);
    br_line_must_end(b, s, at);
}

void br_take_output(build *b, scope *s, int at)
{
    const br_token *name = tok(s, ++at);
    int when = br_line_when(s, at);
    if (!br_line_holds(b, s, &when) || b->status != BR_OK)
        return;
    if (s->parent && !s->mixin) // inner outputs are reached by their names, they are not outputs of the whole
        return;
    if (s->mixin)
        return;
    br_output *o = br_build_grow(b, &b->law->out, &b->law->nout, &b->room_out, sizeof *o);
    if (!o || name->kind != BR_T_NAME) {
        br_build_bad(b, s, at, "`output` needs a name");
        return;
    }
    br_scope_full_name(b, s, name, o->name);
    o->now = o->next = BR_NO_NODE;
    at++;
    o->dim = br_dim_here(b, s, &at);
    br_unit_here(b, s, &at, &o->unit, o->unit_text);
    if (b->status == BR_OK && tok(s, at)->kind == BR_T_TEXT)
        br_line_words(s, at++, o->words);
    if (b->status == BR_OK && is_word(s, at, "when"))
        br_line_holds(b, s, &at);
    br_line_must_end(b, s, at);
}
