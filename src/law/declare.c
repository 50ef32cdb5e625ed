// declare.c - the first pass: what every statement of a law declares.                        [host]
#include "num/fp.h"

#include "law/build.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void choose(build *b, const scope *s, const br_token *at, br_choice *c, const char *name, int size)
{
    for (int k = 0; k < c->values; k++)
        if (strlen(c->value[k]) == (size_t)size && memcmp(c->value[k], name, (size_t)size) == 0) {
            c->chosen = k;
            return;
        }
    char all[200];
    int n = 0;
    for (int k = 0; k < c->values && n < (int)sizeof all; k++)
        n += snprintf(all + n, sizeof all - (size_t)n, "%s%s", k ? " | " : "", c->value[k]);
    br_build_fail(b, BR_BAD_LAW, s, at, "choice %s has no value '%.*s'; there are %s", c->name, size, name, all);
}

static void take_choice(build *b, scope *s, int at)
{
    const br_token *name = tok(s, ++at), *want = NULL;
    entry *e = br_scope_find_here(s, name, 0);
    if (e && e->is == IS_BOUND) { // `use` made the choice
        want = tok(e->inside, e->at[0]);
        e->is = IS_CHOICE;
    }
    if (b->law->nchoice == BR_MAX_CHOICES) {
        br_build_bad(b, s, at, "too many choices");
        return;
    }
    if (!want)
        e = br_scope_declare(b, s, name, 0, IS_CHOICE);
    if (!e)
        return;
    e->index = b->law->nchoice++;
    br_choice *c = &b->law->choice[e->index];
    memset(c, 0, sizeof *c);
    char full[BR_NAME_SIZE];
    br_scope_full_name(b, s, name, full);
    snprintf(c->name, sizeof c->name, "%.*s", BR_MAX_NAME, full);
    at++;
    if (!br_line_mark(b, s, &at, '=', "write: choice NAME = VALUE | VALUE"))
        return;
    for (;; at++) {
        const br_token *v = tok(s, at);
        if (v->kind != BR_T_NAME || c->values == BR_MAX_MODES) {
            br_build_bad(b, s, at, "a value of the choice is needed here (at most 8 names, divided by |)");
            return;
        }
        snprintf(c->value[c->values++], sizeof c->value[0], "%.*s", v->size, v->at);
        if (!is_mark(s, ++at, '|'))
            break;
    }
    if (tok(s, at)->kind == BR_T_TEXT)
        at++;
    br_line_must_end(b, s, at);
    if (want)
        choose(b, s, name, c, want->at, want->size);
    for (int i = 0; i < b->options->nchosen; i++)
        if (strcmp(b->options->chosen[i].name, c->name) == 0)
            choose(b, s, name, c, b->options->chosen[i].value, (int)strlen(b->options->chosen[i].value));
}

static void take_unit(build *b, scope *s, int at)
{
    entry *e = br_scope_declare(b, s, tok(s, ++at), 0, IS_UNIT);
    if (!e)
        return;
    if (s->nunit == BR_MAX_DIMS) {
        br_build_bad(b, s, at, "too many open units");
        return;
    }
    br_unit_name *u = &s->unit[s->nunit];
    u->name = e->name->at;
    u->len = (size_t)e->name->size;
    at++;
    if (!br_line_mark(b, s, &at, '=', "write: unit X = m | rad"))
        return;
    int n = 0;
    for (;; at++) {
        char text[BR_UNIT_TEXT];
        br_unit one;
        if (!br_unit_here(b, s, &at, &one, text))
            return;
        if (n == 0 || n == b->options->motion)
            u->unit = one;
        n++;
        if (!is_mark(s, at, '|'))
            break;
    }
    s->nunit++;
    if (!s->parent && b->law->motions > 1 && n != b->law->motions && b->status == BR_OK)
        br_build_fail(b, BR_BAD_LAW, s, e->name,
                      "open units need the same number of alternatives everywhere (%d and %d)", b->law->motions, n);
    if (!s->parent)
        b->law->motions = n;
    br_line_must_end(b, s, at);
}

static void take_elements(build *b, scope *s, int at)
{
    entry *e = br_scope_declare(b, s, tok(s, ++at), 0, IS_DIM);
    if (!e)
        return;
    if (b->law->ndim == BR_MAX_DIMS) {
        br_build_bad(b, s, at, "too many dimensions");
        return;
    }
    e->index = b->law->ndim++;
    br_dim *d = &b->law->dim[e->index];
    br_scope_full_name(b, s, e->name, d->name);
    d->preset = 1;
    at++;
    if (is_mark(s, at, '=')) {
        const br_token *t = tok(s, ++at);
        if (t->kind != BR_T_NUMBER || !(t->value >= 1 && t->value <= BR_MAX_ELEMENTS) || t->value != floor(t->value)) {
            br_build_fail(b, BR_BAD_LAW, s, t, "the number of elements is a whole number from 1 to %d",
                          BR_MAX_ELEMENTS);
            return;
        }
        d->preset = (int)t->value;
        at++;
    }
    if (tok(s, at)->kind == BR_T_TEXT)
        at++;
    br_line_must_end(b, s, at);
}

static void take_modes(build *b, scope *s, int at)
{
    br_law *law = b->law;
    if (law->nmode > 0) {
        br_build_bad(b, s, at, "a second list of modes; one law has one automaton");
        return;
    }
    do {
        at++;
        const br_token *t = tok(s, at);
        if (law->nmode == BR_MAX_MODES) {
            br_build_bad(b, s, at, "too many modes (at most 8)");
            return;
        }
        entry *e = br_scope_declare(b, s, t, 0, IS_MODE);
        if (!e)
            return;
        e->index = law->nmode;
        snprintf(law->mode[law->nmode++], sizeof law->mode[0], "%.*s", t->size, t->at);
        at++;
    } while (is_mark(s, at, ','));
    law->mode_dim = BR_SCALAR;
    if (is_word(s, at, "per")) {
        scope *where;
        entry *e = br_scope_find(s, tok(s, ++at), 0, &where);
        if (!e || e->is != IS_DIM) {
            br_build_bad(b, s, at, "`per` needs a dimension declared above by `elements`");
            return;
        }
        law->mode_dim = e->index;
        at++;
    }
    if (tok(s, at)->kind == BR_T_TEXT)
        at++;
    br_line_must_end(b, s, at);
}

static int find_mode(build *b, scope *s, int at)
{
    scope *where;
    entry *e = tok(s, at)->kind == BR_T_NAME ? br_scope_find(s, tok(s, at), 0, &where) : NULL;
    if (e && e->is == IS_MODE)
        return e->index;
    br_build_bad(b, s, at, "a mode is needed here (declared above by `modes ...`)");
    return 0;
}

// NAME = ..., NAME' = ..., NAME+ = ...
static void take_definition(build *b, scope *s, int at)
{
    const br_token *name = tok(s, at++);
    char mark = 0;
    if ((is_mark(s, at, '\'') || is_mark(s, at, '+')) && !is_mark(s, at, '='))
        mark = (char)tok(s, at++)->mark;
    if (!is_mark(s, at, '=')) {
        const br_token *t = name;
        br_build_fail(b, BR_BAD_LAW, s, t, "no statement starts with '%.*s'; an equation reads NAME = ...",
                      t->size > 30 ? 30 : t->size, t->at);
        return;
    }
    at++;
    int when = br_line_when(s, at), mode = -1, end = when;
    if (!br_line_holds(b, s, &when) || b->status != BR_OK)
        return;
    if (end >= 2 && is_word(s, end - 2, "in"))
        mode = find_mode(b, s, end - 1);
    if (b->status != BR_OK)
        return;
    entry *e = br_scope_find_here(s, name, mark);
    if (!(e && mode >= 0 && e->is == IS_DEFINITION && e->by_mode && !e->at[mode]))
        e = br_scope_declare(b, s, name, mark, IS_DEFINITION);
    if (!e)
        return;
    e->by_mode = mode >= 0;
    e->at[mode >= 0 ? mode : 0] = at;
}

static void take_transition(build *b, scope *s, int at)
{
    int from = find_mode(b, s, ++at);
    if (b->status == BR_OK && !is_word(s, ++at, "to"))
        br_build_bad(b, s, at, "write: from MODE to MODE if CONDITION");
    int to = b->status == BR_OK ? find_mode(b, s, ++at) : 0;
    if (b->status == BR_OK && !is_word(s, ++at, "if"))
        br_build_bad(b, s, at, "write: from MODE to MODE if CONDITION");
    at++;
    if (b->status != BR_OK)
        return;
    int when = br_line_when(s, at);
    if (!br_line_holds(b, s, &when))
        return;
    br_transition *j = br_build_grow(b, &b->law->jump, &b->law->njump, &b->room_jump, sizeof *j);
    scope **in = br_build_grow(b, &b->jump_in, &b->njump_in, &b->room_jump_in, sizeof(scope *));
    if (j && in) {
        *in = s;
        j->from = from;
        j->to = to;
        j->guard = at; // the token; becomes the node in the second pass
    }
}

static void take_condition(build *b, scope *s, int at)
{
    bool must = is_word(s, at, "require");
    int when = br_line_when(s, at);
    if (!br_line_holds(b, s, &when))
        return;
    br_condition *c = br_build_grow(b, &b->law->cond, &b->law->ncond, &b->room_cond, sizeof *c);
    scope **in = br_build_grow(b, &b->cond_in, &b->ncond_in, &b->room_cond_in, sizeof(scope *));
    if (!c || !in)
        return;
    *in = s;
    c->must = must;
    c->line = tok(s, at)->line;
    c->node = at + 1; // the token; becomes the node in the second pass
}

static void take_set(build *b, scope *s, int *at)
{
    br_set set = {0};
    int start = *at;
    *at = br_line_name(b, s, *at + 1, set.name);
    if (b->status == BR_OK && tok(s, *at)->kind == BR_T_TEXT)
        br_line_words(s, (*at)++, set.words);
    br_line_must_end(b, s, *at);
    if (b->status != BR_OK)
        return;
    set.first = ++*at;
    while (tok(s, *at)->kind != BR_T_END && !is_word(s, *at, "set"))
        *at = br_line_end(s, *at) + 1;
    set.last = *at;
    if (s->parent)
        return;
    if (br_law_find_set(b->law, set.name, strlen(set.name)) >= 0) {
        br_build_bad(b, s, start + 1, "a second set of this name");
        return;
    }
    br_set *to = br_build_grow(b, &b->law->set, &b->law->nset, &b->room_set, sizeof *to);
    if (to)
        *to = set;
}

static void take_law(build *b, scope *s, int at)
{
    char name[BR_MAX_NAME + 1];
    at = br_line_name(b, s, at + 1, name);
    if (!s->parent)
        snprintf(b->law->name, sizeof b->law->name, "%s", name);
    if (b->status == BR_OK && tok(s, at)->kind == BR_T_TEXT) {
        if (!s->parent)
            br_line_words(s, at, b->law->title);
        at++;
    }
    br_line_must_end(b, s, at);
}

void br_take_version(build *b, scope *s, int at)
{
    const br_token *t = tok(s, at + 1);
    if (t->kind != BR_T_NUMBER)
        br_build_bad(b, s, at + 1, "a version number is needed: version 1");
    else if (t->value != 1)
        br_build_fail(b, BR_BAD_LAW, s, t, "version %.17g of the notation; this bristle reads version 1", t->value);
    br_line_must_end(b, s, at + 2);
}

static void take_source(build *b, scope *s, int at)
{
    if (tok(s, at + 1)->kind != BR_T_TEXT)
        br_build_bad(b, s, at + 1, "`source` needs a quoted text");
    else if (!s->parent)
        br_line_words(s, at + 1, b->law->source);
    br_line_must_end(b, s, at + 2);
}

void br_declare_all(build *b, scope *s)
{
    if (b->status == BR_OK && !is_word(s, 0, "law")) {
        br_build_bad(b, s, 0, "a law starts with: law NAME \"words\"");
        return;
    }
    int at = 0;
    for (int statement = 0; b->status == BR_OK && tok(s, at)->kind != BR_T_END; statement++) {
        const br_token *t = tok(s, at);
        if (br_token_is(t, "set")) {
            take_set(b, s, &at);
            continue;
        }
        if (t->kind != BR_T_NAME) {
            br_build_bad(b, s, at, "a line starts with a word of the notation or the name of a quantity");
        } else if (br_token_is(t, "law")) {
            if (statement == 0)
                take_law(b, s, at);
            else
                br_build_bad(b, s, at, "one file holds one law");
        } else if (br_token_is(t, "version")) {
            br_take_version(b, s, at);
        } else if (br_token_is(t, "source")) {
            take_source(b, s, at);
        } else if (br_token_is(t, "unit")) {
            take_unit(b, s, at);
        } else if (br_token_is(t, "elements")) {
            take_elements(b, s, at);
        } else if (br_token_is(t, "choice")) {
            take_choice(b, s, at);
        } else if (br_token_is(t, "input")) {
            br_take_quantity(b, s, at, BR_INPUT);
        } else if (br_token_is(t, "state")) {
            br_take_quantity(b, s, at, BR_STATE);
        } else if (br_token_is(t, "param")) {
            br_take_quantity(b, s, at, BR_PARAM);
        } else if (br_token_is(t, "output")) {
            br_take_output(b, s, at);
        } else if (br_token_is(t, "use")) {
            br_take_use(b, s, at);
        } else if (br_token_is(t, "modes")) {
            take_modes(b, s, at);
        } else if (br_token_is(t, "from")) {
            take_transition(b, s, at);
        } else if (br_token_is(t, "require") || br_token_is(t, "expect")) {
            take_condition(b, s, at);
        } else {
            take_definition(b, s, at);
        }
        at = br_line_end(s, at) + 1;
    }
}
