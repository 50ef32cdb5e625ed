// names.c - names of a law: scopes, look-up, suggestions, and error messages of the parser. [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include "num/base/fnv.h"
#include "num/text/spelling.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAMES 5000 // in a law with all that it uses
#define MAX_DEPTH 200  // brackets, definitions and uses inside each other

void br_build_fail(br_build *b, br_status status, const br_scope *s, const br_token *at, const char *format, ...)
{
    if (b->status != BR_OK)
        return;
    char message[400];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    b->status = br_complain(b->why, status, &s->t, at, "%s", message);
}

void br_build_fail_at(br_build *b, const br_scope *s, int at, const char *message)
{
    br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "%s", message);
}

void br_build_no_memory(br_build *b)
{
    static const br_tokens nowhere = {.origin = "law"};
    if (b->status == BR_OK)
        b->status = br_complain(b->why, BR_NO_MEMORY, b->all ? &b->all->t : &nowhere, NULL, "out of memory");
}

bool br_build_deeper(br_build *b, const br_scope *s, const br_token *at)
{
    if (b->status == BR_OK && ++b->depth > MAX_DEPTH)
        br_build_fail(
            b, BR_BAD_LAW, s, at,
            "nested more than %d deep; write inner parts, or equations that others stand on, first and by name",
            MAX_DEPTH);
    return b->status == BR_OK;
}

bool br_build_fits(br_build *b, const br_scope *s, int at, int count, int most, const char *what)
{
    if (count >= most && s->parent)
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "more than %d %s in law %s with all that it uses", most, what,
                      b->law->name);
    else if (count >= most)
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "more than %d %s in one law", most, what);
    return b->status == BR_OK;
}

void *br_build_grow(br_build *b, void *table, int *count, int *room, size_t each)
{
    void **p = table;
    if (*count == *room) {
        int more = *room ? 2 * *room : 16;
        void *q = realloc(*p, (size_t)more * each);
        if (!q) {
            br_build_no_memory(b);
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

// ---------------------------------------------------------------- lookup

static uint32_t hash_name(const br_token *name, char mark)
{
    uint32_t h = br_fnv32(BR_FNV32_START ^ (unsigned char)mark, name->at, (size_t)name->size);
    return h ^ (h >> 15);
}

static void insert_entry(br_scope *s, int index)
{
    uint32_t mask = (uint32_t)s->buckets - 1, h = hash_name(s->e[index].name, s->e[index].mark) & mask;
    while (s->bucket[h] >= 0)
        h = (h + 1) & mask;
    s->bucket[h] = index;
}

static bool grow_table(br_scope *s)
{
    int buckets = s->buckets ? 2 * s->buckets : 64;
    int *bucket = malloc((size_t)buckets * sizeof *bucket);
    if (!bucket)
        return false;
    memset(bucket, 0xff, (size_t)buckets * sizeof *bucket);
    free(s->bucket);
    s->bucket = bucket;
    s->buckets = buckets;
    for (int i = 0; i < s->ne; i++)
        insert_entry(s, i);
    return true;
}

br_entry *br_scope_find_here(const br_scope *s, const br_token *name, char mark)
{
    if (s->buckets == 0)
        return NULL;
    uint32_t mask = (uint32_t)s->buckets - 1;
    for (uint32_t h = hash_name(name, mark) & mask; s->bucket[h] >= 0; h = (h + 1) & mask) {
        br_entry *e = &s->e[s->bucket[h]];
        if (e->mark == mark && br_same_text(e->name, name))
            return e;
    }
    return NULL;
}

br_entry *br_entry_user(const br_entry *e)
{
    return e->is == BR_IS_BOUND && e->passed ? &e->inside->e[e->index] : NULL;
}

// What a mixin was given by its user, and its open units, are no names of its user.
static br_entry *find_in_mixins(br_scope *s, const br_token *name, char mark, br_scope **where)
{
    for (br_scope *m = s->mixins; m; m = m->next_mixin) {
        br_entry *e = br_scope_find_here(m, name, mark);
        *where = m;
        if (e && (e->is != BR_IS_BOUND || e->passed) && e->is != BR_IS_UNIT)
            return e;
        e = find_in_mixins(m, name, mark, where);
        if (e)
            return e;
    }
    return NULL;
}

br_entry *br_scope_find(br_scope *s, const br_token *name, char mark, br_scope **where)
{
    br_entry *e = br_scope_find_here(s, name, mark);
    *where = s;
    return e ? e : find_in_mixins(s, name, mark, where);
}

// ---------------------------------------------------------------- unknown names

static const br_token *nearest_name(const br_scope *s, const br_token *name, int *least)
{
    const br_token *best = NULL;
    for (int i = 0; i < s->ne; i++) {
        if (s->e[i].mark == '&' || s->e[i].is == BR_IS_UNIT)
            continue;
        int d = br_word_distance(name->at, name->size, s->e[i].name->at, s->e[i].name->size);
        if (d <= *least && d < name->size) {
            *least = d - 1;
            best = s->e[i].name;
        }
    }
    for (br_scope *m = s->mixins; m; m = m->next_mixin) {
        const br_token *other = nearest_name(m, name, least);
        best = other ? other : best;
    }
    return best;
}

void br_scope_unknown(br_build *b, const br_scope *s, const br_scope *where, const br_token *name)
{
    int least = name->size <= 2 ? 1 : 2, size = name->size > 60 ? 60 : name->size;
    const br_token *near = name->kind == BR_T_NAME ? nearest_name(where, name, &least) : NULL;
    const char *of = where == s ? "" : " in law ", *law = where == s ? "" : where->name;
    if (name->kind == BR_T_NAME && name->size == 3 && br_word_distance(name->at, 3, "nan", 3) == 0)
        br_build_fail(b, BR_BAD_LAW, s, name, "%.3s is not a value", name->at);
    else if (near)
        br_build_fail(b, BR_BAD_LAW, s, name, "unknown name '%.*s'%s%s; did you mean '%.*s'?", size, name->at, of, law,
                      near->size, near->at);
    else
        br_build_fail(b, BR_BAD_LAW, s, name, "unknown name '%.*s'%s%s; declare it, or give it an equation", size,
                      name->at, of, law);
}

// ---------------------------------------------------------------- declarations

static bool may_declare(br_build *b, br_scope *s, const br_token *name, char mark)
{
    br_scope *where;
    if (b->status != BR_OK)
        return false;
    if (name->kind != BR_T_NAME) {
        br_build_fail(b, BR_BAD_LAW, s, name, "a name is needed here: letters, digits and _");
        return false;
    }
    if (br_is_reserved(name)) {
        br_build_fail(b, BR_BAD_LAW, s, name, "'%.*s' is a word of the notation; choose another name", name->size,
                      name->at);
        return false;
    }
    const br_entry *old = br_scope_find(s, name, mark, &where);
    if (old) {
        bool here = old->stands == s;
        br_build_fail(b, BR_BAD_LAW, s, name, "'%.*s' stands here a second time (first on line %d%s%s)", name->size,
                      name->at, old->name->line, here ? "" : " of law ", here ? "" : old->stands->name);
        return false;
    }
    if (b->names >= MAX_NAMES)
        br_build_fail(b, BR_BAD_LAW, s, name, "more than %d names in one law", MAX_NAMES);
    return b->status == BR_OK;
}

br_entry *br_scope_declare(br_build *b, br_scope *s, const br_token *name, char mark, br_role is)
{
    if (mark != '&' && !may_declare(b, s, name, mark))
        return NULL;
    if (b->status == BR_OK && 2 * (s->ne + 1) > s->buckets && !grow_table(s))
        br_build_no_memory(b);
    br_entry *e = b->status == BR_OK ? br_build_grow(b, &s->e, &s->ne, &s->room, sizeof *s->e) : NULL;
    if (e) {
        e->name = name;
        e->stands = s;
        e->mark = mark;
        e->is = is;
        e->want_dim = BR_SCALAR;
        insert_entry(s, s->ne - 1);
        b->names++;
    }
    return e;
}

void br_scope_full_name(br_build *b, const br_scope *s, const br_token *name, char *to)
{
    int n = snprintf(to, BR_NAME_SIZE, "%s%.*s", s->prefix, name->size, name->at);
    if (n >= BR_NAME_SIZE)
        br_build_fail(b, BR_BAD_LAW, s, name, "this name with its scopes is longer than %d letters", BR_NAME_SIZE - 1);
}
