// read.c - from the text of a law to its graph.                                [host]
//
// Two passes over the statements of a scope. The first declares: quantities, dimensions, modes, choices, and where
// each definition stands. The second elaborates definitions into the graph, on demand and therefore in any order;
// a definition met while it is being elaborated is a cycle. `use` opens a scope of its own inside the first pass.
#include "num/fp.h"

#include "law/build.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void elaborate_all(build *b, scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        entry *e = &s->e[i];
        if (e->is == IS_SCOPE)
            elaborate_all(b, e->inside);
        if (e->is != IS_DEFINITION)
            continue;
        value v = br_entry_value(b, s, e, e->name);
        if (b->status != BR_OK)
            return;
        e = &s->e[i];
        if (e->mark == 0) {
            br_definition *d = br_build_grow(b, &b->law->def, &b->law->ndef, &b->room_def, sizeof *d);
            if (!d)
                return;
            br_scope_full_name(b, s, e->name, d->name);
            d->node = v.node;
        }
    }
}

static void check_definition(build *b, const scope *s, const entry *e, br_unit want, int dim, const char *what)
{
    if (b->status != BR_OK)
        return;
    if (!e->v.any && !br_unit_same(e->v.unit, want)) {
        char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
        br_unit_write(u, want);
        br_unit_write(w, e->v.unit);
        br_build_fail(b, BR_BAD_LAW, s, e->name, "units differ: %s has %s, its equation gives %s", what, u, w);
    }
    int have = b->law->g.status == BR_OK ? b->law->g.node[e->v.node].dim : BR_SCALAR;
    if (have != BR_SCALAR && have != dim)
        br_build_fail(b, BR_BAD_LAW, s, e->name, "%s is %s, its equation gives an array over %s", what,
                      dim == BR_SCALAR ? "a single number" : "an array over other elements", b->law->dim[have].name);
}

static void connect_states(build *b, scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        entry *e = &s->e[i];
        if (e->is == IS_SCOPE)
            connect_states(b, e->inside);
        if (e->is != IS_DEFINITION || e->mark == 0)
            continue;
        scope *where;
        entry *who = br_scope_find(s, e->name, 0, &where);
        char what[BR_NAME_SIZE + 2];
        snprintf(what, sizeof what, "%.*s%c", e->name->size, e->name->at, e->mark);
        if (who && who->is == IS_QUANTITY && b->law->q[who->index].kind == BR_STATE) {
            br_quantity *q = &b->law->q[who->index];
            br_unit second = br_unit_none(), want = q->unit;
            second.power[2] = 12;
            if (e->mark == '\'')
                want = br_unit_div(q->unit, second);
            check_definition(b, s, e, want, q->dim, what);
            *(e->mark == '\'' ? &q->rate : &q->next) = e->v.node;
        } else if (e->mark == '\'' || !(who && who->is == IS_DEFINITION)) {
            br_build_fail(b, BR_BAD_LAW, s, e->name, "%s: there is no state '%.*s'", what, e->name->size, e->name->at);
        }
    }
}

static void connect_outputs(build *b, scope *s)
{
    for (int i = 0; i < b->law->nout && b->status == BR_OK; i++) {
        br_output *o = &b->law->out[i];
        br_token name = {.kind = BR_T_NAME, .at = o->name, .size = (int)strlen(o->name), .line = 1, .column = 1};
        scope *where;
        entry *now = br_scope_find(s, &name, 0, &where), *next = br_scope_find_here(s, &name, '+');
        if (now && now->is == IS_DEFINITION) {
            check_definition(b, where, now, o->unit, o->dim, o->name);
            o->now = now->v.node;
        }
        if (next) {
            check_definition(b, s, next, o->unit, o->dim, o->name);
            o->next = next->v.node;
        }
        if (o->now == BR_NO_NODE && o->next == BR_NO_NODE)
            br_build_fail(b, BR_BAD_LAW, s, tok(s, 0), "output '%s' has no equation", o->name);
    }
    if (b->status == BR_OK && b->law->nout == 0)
        br_build_fail(b, BR_BAD_LAW, s, tok(s, 0), "the law has no output (output F N)");
    for (int i = 0; i < b->law->nq && b->status == BR_OK; i++) {
        const br_quantity *q = &b->law->q[i];
        br_token at = {.line = q->line, .column = 1};
        if (q->kind == BR_STATE && q->rate == BR_NO_NODE && q->next == BR_NO_NODE)
            br_build_fail(b, BR_BAD_LAW, s, &at, "state '%s' has no equation (%s' = ... or %s+ = ...)", q->name,
                          q->name, q->name);
    }
}

static void connect_conditions(build *b)
{
    for (int i = 0; i < b->law->njump && b->status == BR_OK; i++) {
        scope *s = b->jump_in[i];
        int at = b->law->jump[i].guard, here = at;
        value v = br_expr(b, s, &at);
        br_need_bool(b, s, here, v);
        if (b->status == BR_OK && is_word(s, at, "when"))
            at = br_line_end(s, at);
        br_line_must_end(b, s, at);
        b->law->jump[i].guard = v.node;
    }
    for (int i = 0; i < b->law->ncond && b->status == BR_OK; i++) {
        br_condition *c = &b->law->cond[i];
        scope *s = b->cond_in[i];
        int at = c->node, here = at;
        value v = br_expr(b, s, &at);
        br_need_bool(b, s, here, v);
        if (b->status != BR_OK)
            return;
        c = &b->law->cond[i];
        c->node = v.node;
        c->text = tok(s, here)->at;
        c->size = (int)(tok(s, at - 1)->at + tok(s, at - 1)->size - c->text);
        if (tok(s, at)->kind == BR_T_TEXT)
            br_line_words(s, at++, c->words);
        if (is_word(s, at, "when"))
            at = br_line_end(s, at);
        br_line_must_end(b, s, at);
        if (b->law->g.status == BR_OK && b->law->g.node[v.node].dim != BR_SCALAR)
            br_build_bad(b, s, here, "a condition is one comparison, not one per element");
    }
}

static void connect_defaults(build *b, scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        if (s->e[i].is == IS_SCOPE)
            connect_defaults(b, s->e[i].inside);
        if (s->e[i].is == IS_QUANTITY && s->e[i].at[0])
            br_default_values(b, s, s->e[i].index, s->e[i].at[0]);
    }
}

static void mark_equations(br_law *law, const scope *s)
{
    int at = 0;
    law->first_equation = -1;
    while (tok(s, at)->kind != BR_T_END && !is_word(s, at, "set")) {
        bool head = is_word(s, at, "law") || is_word(s, at, "version") || is_word(s, at, "source") ||
                    is_word(s, at, "unit") || is_word(s, at, "input") || is_word(s, at, "state") ||
                    is_word(s, at, "param") || is_word(s, at, "output") || is_word(s, at, "elements") ||
                    is_word(s, at, "choice");
        if (!head && law->first_equation < 0)
            law->first_equation = at;
        at = br_line_end(s, at) + 1;
    }
    law->last_equation = at;
    if (law->first_equation < 0)
        law->first_equation = at;
}

br_status br_law_read(br_law *law, const char *text, size_t size, const char *origin, const br_read_options *options,
                      br_diag *why)
{
    static const br_read_options plain = {0};
    br_law fresh;
    memset(&fresh, 0, sizeof fresh);
    br_graph_init(&fresh.g);
    fresh.mode_dim = BR_SCALAR;
    fresh.motions = 1;
    build b = {.law = &fresh, .options = options ? options : &plain, .why = why};
    br_graph_const(&fresh.g, 0); // node 0: what a failed graph answers
    scope *s = br_scope_open(&b, NULL, text, size, origin);
    if (s) {
        br_declare_all(&b, s);
        snprintf(s->name, sizeof s->name, "%s", fresh.name);
    }
    if (b.status == BR_OK)
        elaborate_all(&b, s);
    if (b.status == BR_OK)
        connect_states(&b, s);
    if (b.status == BR_OK)
        connect_outputs(&b, s);
    if (b.status == BR_OK)
        connect_conditions(&b);
    if (b.status == BR_OK)
        connect_defaults(&b, s);
    if (b.status == BR_OK)
        br_need_finite(&b, s, 0, 0);
    if (b.status == BR_OK) {
        mark_equations(&fresh, s);
        fresh.motion = b.options->motion;
        fresh.tokens = s->t;
        memset(&s->t, 0, sizeof s->t);
    }
    while (b.all) {
        scope *next = b.all->next;
        br_tokens_free(&b.all->t);
        free(b.all->e);
        free(b.all);
        b.all = next;
    }
    free(b.cond_in);
    free(b.jump_in);
    if (b.status == BR_OK)
        *law = fresh;
    else
        br_law_free(&fresh);
    return b.status;
}

void br_law_free(br_law *law)
{
    br_graph_free(&law->g);
    br_tokens_free(&law->tokens);
    free(law->q);
    free(law->out);
    free(law->def);
    free(law->cond);
    free(law->preset);
    free(law->set);
    free(law->jump);
    memset(law, 0, sizeof *law);
}

int br_law_find(const br_law *law, const char *name, size_t size)
{
    for (int i = 0; i < law->nq; i++)
        if (strlen(law->q[i].name) == size && memcmp(law->q[i].name, name, size) == 0)
            return i;
    return -1;
}

int br_law_find_set(const br_law *law, const char *name, size_t size)
{
    for (int i = 0; i < law->nset; i++)
        if (strlen(law->set[i].name) == size && memcmp(law->set[i].name, name, size) == 0)
            return i;
    return -1;
}

int br_law_count(const br_law *law, br_kind kind)
{
    int n = 0;
    for (int i = 0; i < law->nq; i++)
        n += law->q[i].kind == kind;
    return n;
}
