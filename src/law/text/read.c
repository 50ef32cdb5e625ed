// read.c - parsing a law, second pass: equations, conditions, defaults and units are connected. [host]
//
// Two passes over the statements of a scope. The first declares: quantities, dimensions, modes, choices, and where
// each definition stands. The second elaborates definitions into the graph, on demand and therefore in any order;
// a definition met while it is being elaborated is a cycle. `use` opens a scope of its own inside the first pass.
#include "num/base/fp.h"

#include "law/text/reader.h"
#include "law/text/list.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void elaborate_all(br_build *b, br_scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        br_entry *e = &s->e[i];
        if (e->is == BR_IS_SCOPE)
            elaborate_all(b, e->inside);
        if (e->is != BR_IS_DEFINITION && e->is != BR_IS_BOUND)
            continue;
        br_value v = br_entry_value(b, s, e, e->stands, e->name);
        if (b->status != BR_OK || e->is == BR_IS_BOUND || e->mark != 0)
            continue;
        br_definition *d = br_build_grow(b, &b->law->def, &b->law->ndef, &b->room_def, sizeof *d);
        if (!d)
            return;
        br_scope_full_name(b, s, e->name, d->name);
        d->node = v.node;
    }
}

// ---------------------------------------------------------------- equations meet what they are for

// text: the unit as declared.
static void check_equation(br_build *b, const br_scope *s, const br_entry *e, br_unit want, const char *text, int dim)
{
    if (b->status != BR_OK)
        return;
    if (!e->v.any && !br_unit_same(e->v.unit, want)) {
        char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
        br_unit_write_both(u, want, w, e->v.unit);
        br_unit_write_like(u, want, text);
        br_build_fail(b, BR_BAD_LAW, s, e->name, "units differ: %.*s%.1s has %s, its equation gives %s", e->name->size,
                      e->name->at, &e->mark, u, w);
    }
    int have = br_value_dim(b, e->v);
    if (have != BR_SCALAR && have != dim)
        br_build_fail(b, BR_BAD_LAW, s, e->name, "%.*s%.1s is %s, its equation gives an array over %s", e->name->size,
                      e->name->at, &e->mark, dim == BR_SCALAR ? "a single number" : "an array over other elements",
                      b->law->dim[have].name);
}

static const br_output *find_output(const br_parsed_law *law, const br_token *name)
{
    for (int i = 0; i < law->nout; i++)
        if (br_token_is(name, law->out[i].name))
            return &law->out[i];
    return NULL;
}

// z' = ..., z+ = ..., F+ = ...
static void connect_state(br_build *b, br_scope *s, const br_entry *e)
{
    br_scope *where;
    const br_entry *who = br_scope_find(s, e->name, 0, &where);
    br_unit second = br_unit_none();
    second.power[2] = 12;
    if (who && who->is == BR_IS_QUANTITY && b->law->q[who->index].kind == BR_STATE) {
        br_quantity *q = &b->law->q[who->index];
        char rate[BR_UNIT_SIZE];
        br_law_rate_unit(q, rate);
        check_equation(b, s, e, e->mark == '+' ? q->unit : br_unit_div(q->unit, second),
                       e->mark == '+' ? q->unit_text : rate, q->dim);
        *(e->mark == '+' ? &q->next : &q->rate) = e->v.node;
        return;
    }
    bool output = e->mark == '+' && ((who && who->is == BR_IS_DEFINITION) || find_output(b->law, e->name));
    if (!output)
        br_build_fail(b, BR_BAD_LAW, s, e->name, "%.*s%c: there is no state '%.*s'", e->name->size, e->name->at,
                      e->mark, e->name->size, e->name->at);
}

static void connect_states(br_build *b, br_scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        if (s->e[i].is == BR_IS_SCOPE)
            connect_states(b, s->e[i].inside);
        if (s->e[i].is == BR_IS_DEFINITION && s->e[i].mark != 0)
            connect_state(b, s, &s->e[i]);
    }
}

static void check_states(br_build *b, const br_scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        const br_entry *e = &s->e[i];
        const br_quantity *q = e->is == BR_IS_QUANTITY ? &b->law->q[e->index] : NULL;
        if (e->is == BR_IS_SCOPE)
            check_states(b, e->inside);
        if (q && q->kind == BR_STATE && q->rate == BR_NO_NODE && q->next == BR_NO_NODE)
            br_build_fail(b, BR_BAD_LAW, s, e->name, "state '%s' has no equation (%.*s' = ... or %.*s+ = ...)", q->name,
                          e->name->size, e->name->at, e->name->size, e->name->at);
    }
}

// Where `output NAME` stands.
static const br_token *output_place(const br_scope *s, const char *name)
{
    for (int at = 0; br_tok(s, at)->kind != BR_T_END; at = br_line_end(s, at) + 1)
        if (br_is_word(s, at, "output") && br_is_word(s, at + 1, name))
            return br_tok(s, at + 1);
    return br_tok(s, 0);
}

static void connect_output(br_build *b, br_scope *s, br_output *o)
{
    br_token name = {.kind = BR_T_NAME, .at = o->name, .size = (int)strlen(o->name)};
    br_scope *where, *where_next;
    const br_entry *now = br_scope_find(s, &name, 0, &where), *next = br_scope_find(s, &name, '+', &where_next);
    if (now && now->is != BR_IS_DEFINITION) {
        br_build_fail(b, BR_BAD_LAW, s, output_place(s, o->name),
                      "'%s' stands for something else already; give the output a name and an equation of its own",
                      o->name);
        return;
    }
    if (now) {
        check_equation(b, where, now, o->unit, o->unit_text, o->dim);
        o->now = now->v.node;
    }
    if (next) {
        check_equation(b, where_next, next, o->unit, o->unit_text, o->dim);
        o->next = next->v.node;
    }
    if (!now && !next)
        br_build_fail(b, BR_BAD_LAW, s, output_place(s, o->name), "output '%s' has no equation (%s = ...)", o->name,
                      o->name);
}

static void connect_outputs(br_build *b, br_scope *s)
{
    for (int i = 0; i < b->law->nout && b->status == BR_OK; i++)
        connect_output(b, s, &b->law->out[i]);
    if (b->law->nout == 0)
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, 0), "the law has no output (output F N)");
}

// ---------------------------------------------------------------- transitions, conditions, defaults, sets

static void connect_transition(br_build *b, br_scope *s, br_transition *j)
{
    const br_parsed_law *law = b->law;
    int at = j->guard, here = at, own = law->automaton[j->automaton].dim;
    br_value v = br_expr(b, s, &at);
    br_need_bool(b, s, here, v);
    if (b->status == BR_OK && br_is_word(s, at, "when"))
        at = br_line_end(s, at);
    br_line_must_end(b, s, at);
    int dim = br_value_dim(b, v);
    if (dim != BR_SCALAR && dim != own)
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, here), "%s%s, this condition is one per element of %s",
                      own == BR_SCALAR ? "the law has one mode" : "the modes are per ",
                      own == BR_SCALAR ? "" : law->dim[own].name, law->dim[dim].name);
    j->guard = v.node;
}

static void connect_condition(br_build *b, br_scope *s, br_condition *c)
{
    int at = c->node, here = at;
    br_value v = br_expr(b, s, &at);
    br_need_bool(b, s, here, v);
    if (b->status != BR_OK)
        return;
    c->node = v.node;
    c->text = br_tok(s, here)->at;
    c->size = (int)(br_tok(s, at - 1)->at + br_tok(s, at - 1)->size - c->text);
    if (br_tok(s, at)->kind == BR_T_TEXT)
        br_line_text(s, at++, c->words);
    if (br_is_word(s, at, "when"))
        at = br_line_end(s, at);
    br_line_must_end(b, s, at);
    if (br_value_dim(b, v) != BR_SCALAR)
        br_build_fail_at(b, s, here,
                         "a condition is one comparison, not one per element; use sum(), or bounds of the quantity");
}

static void connect_conditions(br_build *b)
{
    for (int i = 0; i < b->law->njump && b->status == BR_OK; i++)
        connect_transition(b, b->jump_in[i], &b->law->jump[i]);
    for (int i = 0; i < b->law->ncond && b->status == BR_OK; i++)
        connect_condition(b, b->cond_in[i], &b->law->cond[i]);
}

static void connect_defaults(br_build *b, br_scope *s)
{
    for (int i = 0; i < s->ne && b->status == BR_OK; i++) {
        if (s->e[i].is == BR_IS_SCOPE)
            connect_defaults(b, s->e[i].inside);
        if (s->e[i].is == BR_IS_QUANTITY && s->e[i].at[0])
            br_default_values(b, s, &s->e[i]);
    }
}

// Sets are read again when they are used; here only whether they can be.
static void check_sets(br_build *b, const br_scope *s)
{
    for (int i = 0; i < b->law->nset && b->status == BR_OK; i++) {
        br_assignments a = {0};
        b->status = br_list_read(&a, &s->t, b->law->set[i].first, b->law->set[i].last, b->why);
        br_assignments_free(&a);
    }
}

// What numbers are in: the declared unit where that is SI, else the SI unit of its dimension.
static void write_si_texts(br_parsed_law *law)
{
    for (int q = 0; q < law->nq; q++)
        br_unit_write_like(law->q[q].si_text, law->q[q].unit, law->q[q].unit_text);
    for (int o = 0; o < law->nout; o++)
        br_unit_write_like(law->out[o].si_text, law->out[o].unit, law->out[o].unit_text);
}

static void mark_equations(br_parsed_law *law, const br_scope *s)
{
    int at = 0;
    law->first_equation = -1;
    while (br_tok(s, at)->kind != BR_T_END && !br_is_word(s, at, "set")) {
        if (law->first_equation < 0 && !br_law_declares(br_tok(s, at)))
            law->first_equation = at;
        at = br_line_end(s, at) + 1;
    }
    law->last_equation = at;
    if (law->first_equation < 0)
        law->first_equation = at;
}

// ---------------------------------------------------------------- a whole law

static void second_pass(br_build *b, br_scope *s)
{
    if (b->status != BR_OK)
        return;
    elaborate_all(b, s);
    connect_states(b, s);
    check_states(b, s);
    connect_outputs(b, s);
    connect_conditions(b);
    connect_defaults(b, s);
    br_need_finite(b, s, 0, 0);
    check_sets(b, s);
    br_check_contains(b, s);
    if (b->status != BR_OK)
        return;
    mark_equations(b->law, s);
    write_si_texts(b->law);
    b->law->motion = b->options->motion;
    b->law->tokens = s->t;
    s->t.token = NULL;
}

static void free_build(br_build *b)
{
    while (b->all) {
        br_scope *next = b->all->next;
        br_tokens_free(&b->all->t);
        free(b->all->e);
        free(b->all->bucket);
        free(b->all);
        b->all = next;
    }
    free(b->cond_in);
    free(b->jump_in);
}

br_status br_law_read(br_parsed_law *law, const char *text, size_t size, const char *origin,
                      const br_read_options *options, br_diag *why)
{
    static const br_read_options plain = {0};
    br_parsed_law *fresh = calloc(1, sizeof *fresh); // large: no load for a small stack
    if (!fresh)
        return BR_NO_MEMORY;
    br_graph_init(&fresh->g);
    fresh->motions = 1;
    br_build b = {.law = fresh, .options = options ? options : &plain, .why = why};
    br_graph_const(&fresh->g, 0); // node 0: what a failed graph answers
    br_scope *s = br_scope_open(&b, NULL, text, size, origin);
    if (s) {
        br_declare_all(&b, s);
        second_pass(&b, s);
    }
    free_build(&b);
    if (b.status == BR_OK)
        *law = *fresh;
    else
        br_law_free(fresh);
    free(fresh);
    return b.status;
}
