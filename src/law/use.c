// use.c - composition: `use` opens the text of another law as a scope inside this one.        [host]
#include "num/fp.h"

#include "law/build.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scope *br_scope_open(build *b, scope *parent, const char *text, size_t size, const char *origin)
{
    scope *s = calloc(1, sizeof *s);
    if (!s) {
        b->status = BR_NO_MEMORY;
        return NULL;
    }
    s->parent = parent;
    s->next = b->all;
    b->all = s;
    b->status = br_tokens_read(&s->t, text, size, origin, b->why);
    return b->status == BR_OK ? s : NULL;
}

static void bind(build *b, scope *inner, scope *outer, int *at)
{
    do {
        (*at)++;
        const br_token *name = tok(outer, *at);
        if (!is_mark(outer, *at + 1, '=')) {
            br_build_bad(b, outer, *at, "write: use LAW as NAME (v = EXPRESSION, ...)");
            return;
        }
        entry *e = br_scope_declare(b, inner, name, 0, IS_BOUND);
        if (!e)
            return;
        e->inside = outer;
        e->at[0] = *at + 2;
        int depth = 0;
        for (*at += 2; tok(outer, *at)->kind != BR_T_LINE && tok(outer, *at)->kind != BR_T_END; (*at)++) {
            if (is_mark(outer, *at, '('))
                depth++;
            if (depth == 0 && (is_mark(outer, *at, ',') || is_mark(outer, *at, ')')))
                break;
            if (is_mark(outer, *at, ')'))
                depth--;
        }
    } while (is_mark(outer, *at, ','));
    br_line_mark(b, outer, at, ')', "a ) is missing");
}

// Names bound by `use` must be inputs or parameters of the law; a mixin's open inputs are the parent's.
static void check_bound(build *b, scope *inner)
{
    for (int i = 0; i < inner->ne && b->status == BR_OK; i++) {
        if (inner->e[i].is != IS_BOUND || inner->e[i].by_mode)
            continue;
        bool known = false;
        for (int at = 0; !known && tok(inner, at)->kind != BR_T_END; at = br_line_end(inner, at) + 1)
            known = (is_word(inner, at, "input") || is_word(inner, at, "param") || is_word(inner, at, "choice")) &&
                    same_text(tok(inner, at + 1), inner->e[i].name);
        if (!known)
            br_build_fail(b, BR_BAD_LAW, inner->parent, inner->e[i].name,
                          "law %s has no input, parameter or choice '%.*s'", inner->name, inner->e[i].name->size,
                          inner->e[i].name->at);
    }
}

static void bind_open_inputs(build *b, scope *inner, scope *outer)
{
    for (int at = 0; tok(inner, at)->kind != BR_T_END && b->status == BR_OK; at = br_line_end(inner, at) + 1) {
        if (!is_word(inner, at, "input") || br_scope_find_here(inner, tok(inner, at + 1), 0))
            continue;
        scope *where;
        entry *same = br_scope_find(outer, tok(inner, at + 1), 0, &where);
        if (!same)
            continue;
        entry *e = br_scope_declare(b, inner, tok(inner, at + 1), 0, IS_BOUND);
        if (e) { // the expression is the input's own name, read in the outer scope
            e->inside = where;
            e->at[0] = (int)(same->name - where->t.token);
        }
    }
}

void br_take_use(build *b, scope *s, int at)
{
    char law[BR_MAX_NAME + 1];
    const br_token *user = tok(s, at + 1);
    at = br_line_name(b, s, at + 1, law);
    size_t size = 0;
    const char *text =
        b->status == BR_OK && b->options->find ? b->options->find(b->options->context, law, &size) : NULL;
    if (b->status == BR_OK && !text)
        br_build_fail(b, BR_BAD_LAW, s, user, "there is no law '%s' to use", law);
    if (b->status != BR_OK || !br_build_deeper(b, s, at))
        return;
    int depth = 0;
    for (scope *p = s; p; p = p->parent)
        if (strcmp(p->name, law) == 0 || ++depth > 16) {
            br_build_fail(b, BR_BAD_LAW, s, user, "law '%s' uses itself", law);
            return;
        }
    scope *inner = br_scope_open(b, s, text, size, law);
    if (!inner)
        return;
    inner->mixin = true;
    const br_token *name = user;
    if (is_word(s, at, "as")) {
        name = tok(s, at + 1);
        inner->mixin = false;
        int n = snprintf(inner->prefix, sizeof inner->prefix, "%s%.*s.", s->prefix, name->size, name->at);
        if (n >= (int)sizeof inner->prefix)
            br_build_bad(b, s, at + 1, "this name with its scopes is too long");
        at += 2;
    } else {
        snprintf(inner->prefix, sizeof inner->prefix, "%s", s->prefix);
    }
    snprintf(inner->name, sizeof inner->name, "%s", law);
    if (b->status == BR_OK && is_mark(s, at, '('))
        bind(b, inner, s, &at);
    if (inner->mixin)
        bind_open_inputs(b, inner, s);
    check_bound(b, inner);
    br_line_must_end(b, s, at);
    br_declare_all(b, inner);
    b->depth--;
    if (b->status != BR_OK)
        return;
    // a mixin's names join the parent's: none may stand there already
    for (int i = 0; inner->mixin && i < inner->ne; i++)
        if (inner->e[i].is != IS_BOUND && inner->e[i].is != IS_UNIT &&
            br_scope_find_here(s, inner->e[i].name, inner->e[i].mark)) {
            br_build_fail(b, BR_BAD_LAW, s, user, "law %s brings a second '%.*s'", law, inner->e[i].name->size,
                          inner->e[i].name->at);
            return;
        }
    entry *e = inner->mixin ? br_build_grow(b, &s->e, &s->ne, &s->room, sizeof *s->e)
                            : br_scope_declare(b, s, name, 0, IS_SCOPE);
    if (e) {
        e->name = name;
        e->mark = inner->mixin ? '&' : 0; // a mixin has no name of its own
        e->is = IS_SCOPE;
        e->inside = inner;
    }
}
