// clause.c - the clauses of a mechanism's text.                                   [host]
#include "num/base/fp.h"

#include "mech/text/clause.h"
#include "num/text/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const br_token *br_mech_token(const br_mech_reader *r)
{
    return &r->m->tokens.token[r->at];
}

void br_mech_wrong(br_mech_reader *r, const br_token *at, const char *format, ...)
{
    char words[300];
    va_list list;
    if (r->status != BR_OK)
        return;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    r->status = br_complain(r->why, BR_BAD_LAW, &r->m->tokens, at, "%s", words);
}

static bool at_end(const br_mech_reader *r)
{
    return br_mech_token(r)->kind == BR_T_LINE || br_mech_token(r)->kind == BR_T_END;
}

void br_mech_read_end(br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    if (!at_end(r))
        br_mech_wrong(r, t, "the line should end here; '%.*s' is too much", t->size > 20 ? 20 : t->size, t->at);
}

void br_mech_read_title(br_mech_reader *r, char words[BR_MAX_WORDS + 1])
{
    const br_token *t = br_mech_token(r);
    if (r->status != BR_OK || t->kind != BR_T_TEXT)
        return;
    memcpy(words, t->at + 1, (size_t)t->size - 2);
    words[t->size - 2] = 0;
    r->at++;
}

void br_mech_read_name(br_mech_reader *r, char name[BR_MECH_NAME], const char *what)
{
    const br_token *first = br_mech_token(r);
    int n = 0;
    name[0] = 0;
    if (first->kind != BR_T_NAME)
        br_mech_wrong(r, first, "%s is needed here", what);
    while (r->status == BR_OK) {
        const br_token *t = br_mech_token(r);
        bool fits =
            t->kind == BR_T_NAME || t->kind == BR_T_NUMBER || br_token_is_mark(t, '-') || br_token_is_mark(t, '.');
        if (!fits || (t != first && !t->glued))
            return;
        if (n + t->size > BR_MAX_NAME) {
            br_mech_wrong(r, t, "a name has at most %d letters", BR_MAX_NAME);
            return;
        }
        memcpy(name + n, t->at, (size_t)t->size);
        n += t->size;
        name[n] = 0;
        r->at++;
    }
}

// ---------------------------------------------------------------- numbers

static double read_number(br_mech_reader *r)
{
    bool minus = br_token_is_mark(br_mech_token(r), '-');
    r->at += minus || br_token_is_mark(br_mech_token(r), '+');
    if (br_mech_token(r)->kind != BR_T_NUMBER) {
        br_mech_wrong(r, br_mech_token(r), "a number is needed here");
        return 0;
    }
    double value = br_mech_token(r)->value;
    r->at++;
    return minus ? -value : value;
}

// Reads the unit, if one stands here, and turns the numbers into SI. Numbers that have a unit need one, unless all are 0.
static void read_unit(br_mech_reader *r, const br_clause_key *k, double *v, int count)
{
    const br_token *t = br_mech_token(r);
    const br_tokens *all = &r->m->tokens;
    br_unit unit = br_unit_none(), want = br_unit_none();
    br_diag bad = {0};
    (void)br_unit_read(k->unit, strlen(k->unit), NULL, 0, &want, NULL);
    bool none = at_end(r) || br_token_is_mark(t, ',');
    if (!none) {
        size_t used = br_unit_read(t->at, all->size - (size_t)(t->at - all->text), NULL, 0, &unit, &bad);
        if (used == 0) {
            br_mech_wrong(r, t, "%s", bad.text);
            return;
        }
        while (br_mech_token(r)->kind != BR_T_END && br_mech_token(r)->at < t->at + used)
            r->at++;
    }
    bool zero = none;
    for (int i = 0; i < count; i++)
        zero = zero && v[i] == 0;
    if (!br_unit_same(unit, want) && !zero) {
        br_mech_wrong(r, t, "%s is in %s", k->name, k->unit);
        return;
    }
    for (int i = 0; i < count && !none; i++)
        v[i] = br_unit_to_si(unit, v[i]);
}

// A comma goes on with a number, or with the next key.
static bool more_numbers(const br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    return br_token_is_mark(t, ',') && t[1].kind != BR_T_NAME;
}

static bool is_number_next(const br_mech_reader *r)
{
    const br_token *t = br_mech_token(r);
    return t->kind == BR_T_NUMBER ||
           ((br_token_is_mark(t, '-') || br_token_is_mark(t, '+')) && t[1].kind == BR_T_NUMBER);
}

int br_mech_read_numbers(br_mech_reader *r, const br_clause_key *k)
{
    enum { MOST = 8 };
    double v[MOST] = {0};
    int count = 0;
    const br_token *first = br_mech_token(r);
    do {
        r->at += count > 0;
        v[count++] = read_number(r);
    } while (r->status == BR_OK && count < k->most && more_numbers(r));
    if (r->status == BR_OK && count < k->most && is_number_next(r))
        br_mech_wrong(r, br_mech_token(r), "a comma is missing between the numbers of %s", k->name);
    if (r->status == BR_OK && (count < k->least || more_numbers(r)))
        br_mech_wrong(r, first, "%s has %d%s number%s here", k->name, k->least, k->most > k->least ? " or more" : "",
                      k->least > 1 || k->most > k->least ? "s" : "");
    if (r->status == BR_OK)
        read_unit(r, k, v, count);
    if (r->status == BR_OK)
        memcpy(k->to, v, (size_t)count * sizeof *v);
    return count;
}

// ---------------------------------------------------------------- keys

static const br_clause_key *find_key(br_mech_reader *r, const br_clause_key *key, int keys)
{
    char all[200] = "";
    for (int i = 0, n = 0; i < keys; i++) {
        if (br_token_is(br_mech_token(r), key[i].name))
            return &key[i];
        n += snprintf(all + n, sizeof all - (size_t)n, "%s%s", i ? ", " : "", key[i].name);
    }
    br_mech_wrong(r, br_mech_token(r), "one of these is needed here: %s", all);
    return NULL;
}

static void check_comma(br_mech_reader *r, const br_clause_key *key, int keys)
{
    const br_token *t = br_mech_token(r);
    for (int i = 0; i < keys && r->status == BR_OK && !at_end(r); i++)
        if (br_token_is(t, key[i].name) && br_token_is_mark(t + 1, '='))
            br_mech_wrong(r, t, "a comma is missing before %s", key[i].name);
}

void br_mech_read_keys(br_mech_reader *r, const br_clause_key *key, int keys)
{
    unsigned seen = 0;
    while (r->status == BR_OK && (seen == 0 ? !at_end(r) : br_token_is_mark(br_mech_token(r), ','))) {
        r->at += seen != 0;
        const br_token *name = br_mech_token(r);
        const br_clause_key *k = find_key(r, key, keys);
        if (!k)
            return;
        if (seen & 1u << (k - key))
            br_mech_wrong(r, name, "a second %s", k->name);
        seen |= 1u << (k - key);
        r->at++;
        if (!br_token_is_mark(br_mech_token(r), '='))
            br_mech_wrong(r, br_mech_token(r), "write: %s = ...", k->name);
        r->at++;
        if (r->status != BR_OK)
            return;
        int count = br_mech_read_numbers(r, k);
        if (k->given)
            *k->given = count;
    }
    check_comma(r, key, keys);
    for (int i = 0; i < keys && r->status == BR_OK; i++)
        if (key[i].needed && !(seen & 1u << i))
            br_mech_wrong(r, br_mech_token(r), "%s is missing: %s = ...", key[i].name, key[i].name);
    br_mech_read_end(r);
}
