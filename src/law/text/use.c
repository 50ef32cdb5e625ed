// use.c - composition: parsing `use`, which opens another law as a scope of this one. [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include "law/builtin/builtin.h"
#include "num/text/spelling.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_USES 256     // laws used by a law, directly or by those it uses
#define MAX_USES_DEEP 16 // laws inside each other

br_scope *br_scope_open(br_build *b, br_scope *parent, const char *text, size_t size, const char *origin)
{
    br_scope *s = calloc(1, sizeof *s);
    if (!s) {
        br_build_no_memory(b);
        return NULL;
    }
    s->parent = parent;
    s->motion = parent ? parent->motion : b->options->motion;
    s->next = b->all;
    b->all = s;
    b->scopes++;
    b->status = br_tokens_read(&s->t, text, size, origin, b->why);
    if (b->status != BR_OK)
        return NULL;
    b->tokens += s->t.count;
    if (b->tokens > BR_MAX_TOKENS)
        br_build_fail(b, BR_BAD_LAW, s, NULL, "the law with all that it uses has more than %d tokens", BR_MAX_TOKENS);
    return b->status == BR_OK ? s : NULL;
}

// ---------------------------------------------------------------- what a law is given

// The end of an expression between brackets: a comma, the closing bracket or `when`.
static int skip_expression(const br_scope *s, int at)
{
    for (int depth = 0; br_tok(s, at)->kind != BR_T_LINE && br_tok(s, at)->kind != BR_T_END; at++) {
        if (depth == 0 && (br_is_mark(s, at, ',') || br_is_mark(s, at, ')') || br_is_word(s, at, "when")))
            return at;
        depth += br_is_mark(s, at, '(') ? 1 : br_is_mark(s, at, ')') ? -1 : 0;
    }
    return at;
}

static bool has_input(const br_scope *s, const br_token *name)
{
    bool has = false;
    for (int at = 0; br_tok(s, at)->kind != BR_T_END; at = br_line_end(s, at) + 1) {
        const br_token *is = br_tok(s, at + 1);
        has = has || (br_is_word(s, at, "input") && is->size == name->size &&
                      memcmp(is->at, name->at, (size_t)name->size) == 0);
    }
    return has;
}

// EXPRESSION [when declared] behind `NAME =`; *at moves behind it. Answers whether the law takes it.
static bool skip_given(br_build *b, const br_scope *inner, br_scope *outer, const br_token *name, int *at, int *stop)
{
    *stop = *at = skip_expression(outer, *at);
    if (!br_is_word(outer, *at, "when"))
        return true;
    if (!br_is_word(outer, *at + 1, "declared"))
        br_build_fail_at(b, outer, *at + 1, "write: NAME = EXPRESSION when declared");
    *at += 2;
    return has_input(inner, name);
}

// (NAME = EXPRESSION, ...): the expressions are read in the outer scope, when they are needed.
static void bind_given(br_build *b, br_scope *inner, br_scope *outer, int *at)
{
    do {
        (*at)++;
        const br_token *name = br_tok(outer, *at);
        if (!br_is_mark(outer, *at + 1, '=')) {
            br_build_fail_at(b, outer, *at, "write: use LAW as NAME (v = EXPRESSION, ...)");
            return;
        }
        if (br_scope_find_here(inner, name, 0))
            br_build_fail(b, BR_BAD_LAW, outer, name, "'%.*s' is given a second time", name->size, name->at);
        int from = *at += 2, stop;
        br_entry *e =
            skip_given(b, inner, outer, name, at, &stop) ? br_scope_declare(b, inner, name, 0, BR_IS_BOUND) : NULL;
        if (b->status != BR_OK)
            return;
        if (!e)
            continue;
        e->stands = outer;
        e->inside = outer;
        e->at[0] = from;
        e->stop = stop;
    } while (br_is_mark(outer, *at, ','));
    br_line_mark(b, outer, at, ')', "a ) is missing: use LAW as NAME (v = EXPRESSION, ...)");
}

// What a law, or the law it is a mixin of, was given for a name that it does not declare itself.
static br_entry *find_given_above(br_scope *s, const br_token *name, br_scope **where)
{
    for (; s; s = s->mixin ? s->parent : NULL) {
        br_entry *e = br_scope_find_here(s, name, 0);
        *where = s;
        if (e && e->is == BR_IS_BOUND && !e->met)
            return e;
    }
    return NULL;
}

// The inputs of a mixin that nothing was given to are the user's quantities of the same names; whatever it declares may
// have been given to its user, whose name it is too.
static void bind_open_inputs(br_build *b, br_scope *inner, br_scope *outer)
{
    for (int at = 0; br_tok(inner, at)->kind != BR_T_END && b->status == BR_OK; at = br_line_end(inner, at) + 1) {
        const br_token *name = br_tok(inner, at + 1);
        br_scope *where;
        bool input = br_is_word(inner, at, "input"), other = br_is_word(inner, at, "param") ||
                                                             br_is_word(inner, at, "choice") ||
                                                             br_is_word(inner, at, "state");
        if (!(input || other) || name->kind != BR_T_NAME || br_scope_find_here(inner, name, 0))
            continue;
        const br_entry *same = input ? br_scope_find(outer, name, 0, &where) : NULL;
        if (!same)
            same = find_given_above(outer, name, &where);
        br_entry *e = same ? br_scope_declare(b, inner, name, 0, BR_IS_BOUND) : NULL;
        if (!e)
            continue;
        e->inside = where;
        e->index = (int)(same - where->e);
        e->at[0] = -1;
        e->passed = same->is == BR_IS_BOUND && !same->met;
    }
}

static void check_given(br_build *b, const br_scope *inner)
{
    for (int i = 0; i < inner->ne && b->status == BR_OK; i++) {
        const br_entry *e = &inner->e[i];
        if (e->is == BR_IS_BOUND && !e->met)
            br_build_fail(b, BR_BAD_LAW, e->stands, e->name,
                          "law %s has no input, parameter, choice or open unit '%.*s'", inner->name, e->name->size,
                          e->name->at);
    }
}

// ---------------------------------------------------------------- use LAW [as NAME] [(...)]

// A mixin's names join the user's: none may stand there already.
static void check_no_clash(br_build *b, const br_scope *inner, br_scope *outer, const br_token *user)
{
    for (int i = 0; i < inner->ne && b->status == BR_OK; i++) {
        const br_entry *e = &inner->e[i];
        br_scope *where;
        if (e->is != BR_IS_BOUND && !e->passed && e->is != BR_IS_UNIT && e->mark != '&' &&
            br_scope_find(outer, e->name, e->mark, &where))
            br_build_fail(b, BR_BAD_LAW, outer, user, "law %s brings a second '%.*s'; use it `as` a name", inner->name,
                          e->name->size, e->name->at);
    }
    for (const br_scope *m = inner->mixins; m; m = m->next_mixin)
        check_no_clash(b, m, outer, user);
}

// Where it was looked for, and the built-in law of nearly that name, if the finder knows it.
static void no_law(br_build *b, const br_scope *s, const br_token *user, const char *law)
{
    int least = 3, n = (int)strlen(law);
    const char *best = NULL;
    for (int i = 0; i < br_builtin_count(); i++) {
        const char *name = br_builtin_at(i).name;
        size_t size;
        int d = br_word_distance(law, n, name, (int)strlen(name));
        if (d < least && d < n - 1 && b->options->find && b->options->find(b->options->context, name, &size)) {
            least = d;
            best = name;
        }
    }
    br_build_fail(b, BR_BAD_LAW, s, user, "there is no law '%s' (built-in, or %s.law beside this file)%s%s%s", law, law,
                  best ? "; did you mean '" : "", best ? best : "", best ? "'?" : "");
}

static const char *find_text(br_build *b, const br_scope *s, const br_token *user, const char *law, size_t *size)
{
    const char *text = b->options->find ? b->options->find(b->options->context, law, size) : NULL;
    int depth = 0;
    if (!text)
        no_law(b, s, user, law);
    for (const br_scope *p = s; p; p = p->parent, depth++)
        if (strcmp(p->name, law) == 0)
            br_build_fail(b, BR_BAD_LAW, s, user, "law '%s' uses itself", law);
    if (depth > MAX_USES_DEEP)
        br_build_fail(b, BR_BAD_LAW, s, user, "laws used inside each other more than %d deep", MAX_USES_DEEP);
    if (b->scopes > MAX_USES)
        br_build_fail(b, BR_BAD_LAW, s, user, "more than %d laws used in one law", MAX_USES);
    return b->status == BR_OK ? text : NULL;
}

static void append_mixin(br_scope *s, br_scope *inner)
{
    br_scope **last = &s->mixins;
    while (*last)
        last = &(*last)->next_mixin;
    *last = inner;
}

// `use friction as fr`, where friction is a choice between laws: the law that was chosen.
static void resolve_law_choice(const br_build *b, br_scope *s, const br_token *user, char law[BR_MAX_NAME + 1])
{
    br_scope *where;
    const br_entry *e = (int)strlen(law) == user->size ? br_scope_find(s, user, 0, &where) : NULL;
    const br_choice *c = e && e->is == BR_IS_CHOICE ? &b->law->choice[e->index] : NULL;
    if (c)
        memcpy(law, c->value[c->chosen], sizeof c->value[0]);
}

static void note_part(br_build *b, const br_scope *inner)
{
    br_part *p = br_build_grow(b, &b->law->part, &b->law->nparts, &b->room_part, sizeof *p);
    if (!p)
        return;
    snprintf(p->name, sizeof p->name, "%.*s", (int)strlen(inner->prefix) - 1, inner->prefix);
    memcpy(p->law, inner->name, sizeof p->law);
}

void br_declare_use(br_build *b, br_scope *s, int at)
{
    char law[BR_MAX_NAME + 1];
    const br_token *user = br_tok(s, at + 1), *name = user;
    at = br_line_name(b, s, at + 1, law);
    if (b->status == BR_OK)
        resolve_law_choice(b, s, user, law);
    size_t size = 0;
    const char *text = b->status == BR_OK ? find_text(b, s, user, law, &size) : NULL;
    br_scope *inner = text && br_build_deeper(b, s, user) ? br_scope_open(b, s, text, size, law) : NULL;
    if (!inner)
        return;
    memcpy(inner->name, law, sizeof law);
    memcpy(inner->prefix, s->prefix, sizeof s->prefix);
    inner->mixin = !br_is_word(s, at, "as");
    if (!inner->mixin) {
        name = br_tok(s, at + 1);
        int n = snprintf(inner->prefix, sizeof inner->prefix, "%s%.*s.", s->prefix, name->size, name->at);
        if (n >= (int)sizeof inner->prefix)
            br_build_fail_at(b, s, at + 1, "this name with its scopes is too long");
        at += 2;
    }
    br_entry *e = br_scope_declare(b, s, name, inner->mixin ? '&' : 0, BR_IS_SCOPE); // a mixin has no name of its own
    if (e)
        e->inside = inner;
    if (b->status == BR_OK && !inner->mixin)
        note_part(b, inner);
    if (b->status == BR_OK && br_is_mark(s, at, '('))
        bind_given(b, inner, s, &at);
    br_line_must_end(b, s, at);
    if (inner->mixin)
        bind_open_inputs(b, inner, s);
    br_declare_all(b, inner);
    check_given(b, inner);
    if (b->status == BR_OK && inner->mixin) {
        check_no_clash(b, inner, s, user);
        append_mixin(s, inner);
    }
    b->depth--;
}
