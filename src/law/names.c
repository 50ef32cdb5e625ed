// names.c - the names of a law: scopes, lookup, suggestions, and how a reading fails.       [host]
#include "num/fp.h"

#include "law/build.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAMES 5000
#define MAX_DEPTH 200 // brackets, definitions and uses inside each other

void br_build_fail(build *b, br_status status, const scope *s, const br_token *at, const char *format, ...)
{
    if (b->status != BR_OK)
        return;
    char words[400];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    b->status = br_complain(b->why, status, &s->t, at, "%s", words);
}

void br_build_bad(build *b, const scope *s, int at, const char *words)
{
    br_build_fail(b, BR_BAD_LAW, s, &s->t.token[at], "%s", words);
}

bool br_build_deeper(build *b, const scope *s, int at)
{
    if (++b->depth <= MAX_DEPTH || b->status != BR_OK)
        return true;
    br_build_fail(b, BR_BAD_LAW, s, tok(s, at),
                  "nested more than %d deep (brackets, or definitions that stand on each other in reverse order)",
                  MAX_DEPTH);
    return false;
}

// A table that grows: answers the new last entry, zeroed, or NULL.
void *br_build_grow(build *b, void *table, int *count, int *room, size_t each)
{
    void **p = table;
    if (*count == *room) {
        int more = *room ? 2 * *room : 16;
        void *q = realloc(*p, (size_t)more * each);
        if (!q) {
            if (b->status == BR_OK)
                b->status = br_complain(b->why, BR_NO_MEMORY, &b->law->tokens, NULL, "out of memory");
            return NULL;
        }
        *p = q;
        *room = more;
    }
    void *e = (char *)*p + (size_t)*count * each;
    memset(e, 0, each);
    (*count)++;
    return e;
}

static const char *const reserved[] = {
    "law",   "version",  "source", "unit", "elements", "choice", "input", "state", "param", "output", "use", "as",
    "modes", "per",      "from",   "to",   "require",  "expect", "set",   "for",   "when",  "is",     "in",  "if",
    "then",  "else",     "and",    "or",   "not",      "pi",     "inf",   "abs",   "sign",  "sqrt",   "exp", "log",
    "tanh",  "logistic", "sin",    "cos",  "atan",     "min",    "max",   "clamp", "sum",   "next",   NULL};

bool br_is_reserved(const br_token *t)
{
    for (int i = 0; reserved[i]; i++)
        if (br_token_is(t, reserved[i]))
            return true;
    return false;
}

entry *br_scope_find_here(const scope *s, const br_token *name, char mark)
{
    for (int i = 0; i < s->ne; i++)
        if (s->e[i].mark == mark && same_text(s->e[i].name, name))
            return &s->e[i];
    return NULL;
}

// Looks in the scope, then in what it uses without `as`. *where becomes the scope that holds the entry.
entry *br_scope_find(scope *s, const br_token *name, char mark, scope **where)
{
    entry *e = br_scope_find_here(s, name, mark);
    *where = s;
    for (int i = 0; !e && i < s->ne; i++)
        if (s->e[i].is == IS_SCOPE && s->e[i].inside->mixin)
            e = br_scope_find(s->e[i].inside, name, mark, where);
    return e;
}

static int distance(const char *a, int n, const char *b, int m)
{
    int row[BR_MAX_NAME + 2];
    if (n > BR_MAX_NAME || m > BR_MAX_NAME)
        return 99;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int up = row[j], change = diagonal + (a[i - 1] != b[j - 1]);
            row[j] = up + 1 < row[j - 1] + 1 ? up + 1 : row[j - 1] + 1;
            row[j] = change < row[j] ? change : row[j];
            diagonal = up;
        }
    }
    return row[m];
}

static const br_token *nearest(const scope *s, const br_token *name)
{
    const br_token *best = NULL;
    int least = name->size <= 2 ? 1 : 2;
    for (int i = 0; i < s->ne; i++) {
        int d = distance(name->at, name->size, s->e[i].name->at, s->e[i].name->size);
        if (d <= least && d < name->size) {
            least = d - 1;
            best = s->e[i].name;
        }
    }
    return best;
}

void br_scope_unknown(build *b, const scope *s, const br_token *name)
{
    const br_token *near = nearest(s, name);
    if (near)
        br_build_fail(b, BR_BAD_LAW, s, name, "unknown name '%.*s'; did you mean '%.*s'?", name->size, name->at,
                      near->size, near->at);
    else
        br_build_fail(b, BR_BAD_LAW, s, name, "unknown name '%.*s'", name->size, name->at);
}

entry *br_scope_declare(build *b, scope *s, const br_token *name, char mark, role is)
{
    if (b->status != BR_OK)
        return NULL;
    if (name->kind != BR_T_NAME) {
        br_build_fail(b, BR_BAD_LAW, s, name, "a name is needed here: letters, digits and _");
        return NULL;
    }
    if (br_is_reserved(name)) {
        br_build_fail(b, BR_BAD_LAW, s, name, "'%.*s' is a word of the notation; choose another name", name->size,
                      name->at);
        return NULL;
    }
    scope *where;
    entry *old = br_scope_find(s, name, mark, &where);
    if (s->ne >= MAX_NAMES)
        br_build_fail(b, BR_BAD_LAW, s, name, "more than %d names in one law", MAX_NAMES);
    if (old) {
        br_build_fail(b, BR_BAD_LAW, s, name, "'%.*s' stands here a second time (first on line %d%s%s)", name->size,
                      name->at, old->name->line, where == s ? "" : " of ", where == s ? "" : where->name);
        return NULL;
    }
    entry *e = br_build_grow(b, &s->e, &s->ne, &s->room, sizeof *s->e);
    if (e) {
        e->name = name;
        e->mark = mark;
        e->is = is;
    }
    return e;
}

void br_scope_full_name(build *b, const scope *s, const br_token *name, char *to)
{
    int n = snprintf(to, BR_NAME_SIZE, "%s%.*s", s->prefix, name->size, name->at);
    if (n >= BR_NAME_SIZE)
        br_build_fail(b, BR_BAD_LAW, s, name, "this name with its scopes is longer than %d letters", BR_NAME_SIZE - 1);
}
