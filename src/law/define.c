// define.c - definitions become nodes, on demand and therefore in any order.                 [host]
#include "num/fp.h"

#include "law/build.h"
#include <stddef.h>

static const value nothing = {0};

static value elaborate_one(build *b, scope *s, const entry *e, int at, const br_token *name)
{
    int here = at;
    value v = br_expr(b, s, &at);
    if (b->status == BR_OK && is_word(s, at, "in"))
        at += 2;
    if (b->status == BR_OK && is_word(s, at, "when"))
        at = br_line_end(s, at);
    if (b->status == BR_OK && e->is == IS_DEFINITION)
        br_line_must_end(b, s, at);
    if (b->status == BR_OK && br_value_is_bool(b, v))
        br_build_fail(b, BR_BAD_LAW, s, tok(s, here), "'%.*s' would be a comparison; quantities are numbers",
                      name->size, name->at);
    return v;
}

value br_entry_value(build *b, scope *s, entry *e, const br_token *user)
{
    if (b->status != BR_OK)
        return nothing;
    if (e->state == DONE)
        return e->v;
    if (e->state == DOING) {
        br_build_fail(b, BR_BAD_LAW, s, e->name, "'%.*s' is defined by itself (a cycle through '%.*s')", e->name->size,
                      e->name->at, user->size, user->at);
        return nothing;
    }
    if (!br_build_deeper(b, s, (int)(e->name - s->t.token)))
        return nothing;
    e->state = DOING;
    ptrdiff_t place = e - s->e; // the table may move while we are inside
    if (e->is == IS_BOUND) {
        entry copy = *e;
        value v = elaborate_one(b, copy.inside, &copy, copy.at[0], copy.name);
        if (b->status == BR_OK && copy.checked && !v.any && !br_unit_same(v.unit, copy.want)) {
            char u[BR_UNIT_SIZE], w[BR_UNIT_SIZE];
            br_unit_write(u, copy.want);
            br_unit_write(w, v.unit);
            br_build_fail(b, BR_BAD_LAW, copy.inside, tok(copy.inside, copy.at[0]),
                          "units differ: %.*s of law %s has %s, this has %s", copy.name->size, copy.name->at, s->name,
                          u, w);
        }
        s->e[place].v = v;
    } else if (!e->by_mode) {
        entry copy = *e;
        value v = elaborate_one(b, s, &copy, copy.at[0], copy.name);
        s->e[place].v = v;
    } else {
        entry copy = *e;
        int node[BR_MAX_MODES];
        value v = nothing;
        for (int m = 0; m < b->law->nmode && b->status == BR_OK; m++) {
            if (!copy.at[m]) {
                br_build_fail(b, BR_BAD_LAW, s, copy.name, "'%.*s' has no equation in mode %s", copy.name->size,
                              copy.name->at, b->law->mode[m]);
                break;
            }
            value w = elaborate_one(b, s, &copy, copy.at[m], copy.name);
            v.unit = m == 0 ? w.unit : br_need_same_unit(b, s, copy.at[m], v, w, "modes");
            v.any = (m == 0 || v.any) && w.any;
            node[m] = w.node;
        }
        if (b->status == BR_OK)
            v.node = br_graph_by_mode(&b->law->g, BR_VAR_MODE, b->law->mode_dim, node, b->law->nmode);
        s->e[place].v = v;
    }
    b->depth--;
    s->e[place].state = DONE;
    return s->e[place].v;
}
