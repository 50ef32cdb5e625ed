// define.c - definitions of a law, evaluated to nodes on demand and therefore in any order. [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include <stdio.h>

static const br_value nothing = {0};

// Names the whole circle: "g needs h needs g".
static void fail_cycle(br_build *b, const br_entry *e)
{
    const br_trail *round[9];
    int n = 0;
    for (const br_trail *t = b->doing; t && n < 8; t = t->before) {
        round[n++] = t;
        if (t->e == e)
            break;
    }
    char names[300];
    int used = snprintf(names, sizeof names, "%s", n == 8 ? "... " : "");
    for (int i = n - 1; i >= 0 && used < (int)sizeof names; i--)
        used += snprintf(names + used, sizeof names - (size_t)used, "%.40s%.*s%.1s needs ", round[i]->s->prefix,
                         round[i]->e->name->size, round[i]->e->name->at, &round[i]->e->mark);
    br_build_fail(b, BR_BAD_LAW, e->stands, e->name, "defined by itself, a cycle: %s%.40s%.*s%.1s", names,
                  n > 0 ? round[n - 1]->s->prefix : "", e->name->size, e->name->at, &e->mark);
}

static br_value equation_value(br_build *b, br_scope *s, const br_entry *e, int at)
{
    int here = at;
    br_value v = br_expr(b, s, &at);
    if (b->status == BR_OK && br_is_word(s, at, "in") && at + 2 == br_line_when(s, at))
        at += 2;
    if (b->status == BR_OK && br_is_word(s, at, "when"))
        at = br_line_end(s, at);
    br_line_must_end(b, s, at);
    if (v.truth)
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, here), "'%.*s' would be a comparison; write: if c then 1 else 0",
                      e->name->size, e->name->at);
    return v;
}

static br_value equation_value_by_mode(br_build *b, br_scope *s, const br_entry *e)
{
    br_parsed_law *law = b->law;
    const br_automaton *a = &law->automaton[e->automaton];
    int node[BR_MAX_MODES] = {0};
    br_value v = nothing;
    for (int m = 0; m < a->nmode && b->status == BR_OK; m++) {
        if (!e->at[m]) {
            br_build_fail(b, BR_BAD_LAW, s, e->name, "'%.*s' has no equation in mode %s", e->name->size, e->name->at,
                          a->mode[m]);
            return nothing;
        }
        br_value w = equation_value(b, s, e, e->at[m]);
        br_need_shapes(b, s, e->at[m], m == 0 ? w : v, w);
        int dim = br_value_dim(b, w);
        if (a->dim != BR_SCALAR && dim != BR_SCALAR && dim != a->dim)
            br_build_fail(b, BR_BAD_LAW, s, br_tok(s, e->at[m]), "the modes are per %s, this is an array over %s",
                          law->dim[a->dim].name, law->dim[dim].name);
        v.unit = m == 0 ? w.unit : br_need_same_unit(b, s, e->at[m], v, w, "the list of modes");
        v.any = (m == 0 || v.any) && w.any;
        v.node = m == 0 || dim != BR_SCALAR ? w.node : v.node; // carries the shape to the next one
        node[m] = w.node;
    }
    if (b->status == BR_OK)
        v.node = br_graph_by_mode(&law->g, e->automaton, a->dim, node, a->nmode);
    return v;
}

// What `use` gave an input or parameter of the law it uses.
static br_value given_value(br_build *b, br_scope *s, const br_entry *e)
{
    const br_scope *in = e->inside;
    const br_token *place = e->name;
    br_value v;
    if (e->at[0] < 0) { // a mixin's open input is the user's quantity of that name
        in = e->stands;
        v = br_entry_value(b, e->inside, &e->inside->e[e->index], in, place);
    } else {
        int at = e->at[0];
        place = br_tok(in, at);
        v = br_expr(b, e->inside, &at);
        if (b->status == BR_OK && at != e->stop)
            br_build_fail_at(b, in, at, "a comma or a ) is missing: use LAW as NAME (v = EXPRESSION, ...)");
    }
    if (b->status != BR_OK)
        return nothing;
    if (v.truth)
        br_build_fail(b, BR_BAD_LAW, in, place, "a comparison is not a number; write `if c then a else b`");
    if (!v.any && !br_unit_same(v.unit, e->want)) {
        char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
        br_unit_write_both(u, e->want, w, v.unit);
        br_build_fail(b, BR_BAD_LAW, in, place, "units differ: %.*s of law %s has %s, this has %s", e->name->size,
                      e->name->at, s->name, u, w);
    }
    int dim = br_value_dim(b, v);
    if (dim != BR_SCALAR && dim != e->want_dim)
        br_build_fail(b, BR_BAD_LAW, in, place, "%.*s of law %s is %s, this is an array over %s", e->name->size,
                      e->name->at, s->name,
                      e->want_dim == BR_SCALAR ? "a single number" : "an array over its own elements",
                      b->law->dim[dim].name);
    return v;
}

static br_value no_value(br_build *b, const br_entry *e, const br_scope *in, const br_token *user)
{
    static const char *const what[] = {
        [BR_IS_DIM] = "counts elements and has no value in equations",
        [BR_IS_UNIT] = "is a unit, not a value",
        [BR_IS_CHOICE] = "is a choice; it stands behind `when`, not in equations",
        [BR_IS_SCOPE] = "is a law; its quantities are named NAME.QUANTITY",
        [BR_IS_MODE] = "is a mode; it stands behind `in`, not in equations",
    };
    br_build_fail(b, BR_BAD_LAW, in, user, "'%.*s' %s", user->size, user->at, what[e->is]);
    return nothing;
}

br_value br_entry_value(br_build *b, br_scope *s, br_entry *e, const br_scope *in, const br_token *user)
{
    if (b->status != BR_OK)
        return nothing;
    if (e->is == BR_IS_QUANTITY)
        return (br_value){.node = b->law->q[e->index].node, .unit = b->law->q[e->index].unit};
    if (e->is != BR_IS_DEFINITION && e->is != BR_IS_BOUND)
        return no_value(b, e, in, user);
    if (e->state == BR_DONE)
        return e->v;
    if (e->state == BR_DOING) {
        fail_cycle(b, e);
        return nothing;
    }
    if (!br_build_deeper(b, e->stands, e->name))
        return nothing;
    br_trail here = {s, e, b->doing};
    b->doing = &here;
    e->state = BR_DOING;
    e->v = e->is == BR_IS_BOUND ? given_value(b, s, e)
           : e->by_mode         ? equation_value_by_mode(b, s, e)
                                : equation_value(b, s, e, e->at[0]);
    e->state = BR_DONE;
    b->doing = here.before;
    b->depth--;
    return e->v;
}
