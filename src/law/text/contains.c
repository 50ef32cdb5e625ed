// contains.c - parsing `contains`: the laws that are special cases of this one.  [host]
//
//     contains stribeck (sigma0 = inf, sigma1 = 0)
//
// With these values the law gives the same force as stribeck, whose parameters of the same names are equal. The expressions
// are in the parameters of that law; law/model/contained.c evaluates them.
#include "num/base/fp.h"

#include "law/text/reader.h"

#include <string.h>

// The end of one expression: a comma or the closing bracket outside of brackets.
static int expression_end(const br_scope *s, int at)
{
    for (int depth = 0; br_tok(s, at)->kind != BR_T_LINE && br_tok(s, at)->kind != BR_T_END; at++) {
        if (depth == 0 && (br_is_mark(s, at, ',') || br_is_mark(s, at, ')')))
            return at;
        depth += br_is_mark(s, at, '(') ? 1 : br_is_mark(s, at, ')') ? -1 : 0;
    }
    return at;
}

// (NAME = EXPRESSION, ...); answers the place behind the closing bracket.
static int read_given(br_build *b, const br_scope *s, int at, br_contained *c)
{
    c->first = at + 1;
    do {
        at++;
        if (br_tok(s, at)->kind != BR_T_NAME || !br_is_mark(s, at + 1, '='))
            br_build_fail_at(b, s, at, "write: contains LAW (PARAMETER = EXPRESSION, ...)");
        int from = at + 2;
        at = expression_end(s, from);
        if (at == from)
            br_build_fail_at(b, s, at, "an expression in the parameters of that law is missing here");
    } while (b->status == BR_OK && br_is_mark(s, at, ','));
    c->last = at;
    br_line_mark(b, s, &at, ')', "a ) is missing: contains LAW (PARAMETER = EXPRESSION, ...)");
    return at;
}

void br_declare_contains(br_build *b, br_scope *s, int at)
{
    br_contained c = {.line = br_tok(s, at)->line};
    int start = at;
    at = br_line_name(b, s, at + 1, c.law);
    if (b->status == BR_OK && strcmp(c.law, s->name) == 0)
        br_build_fail_at(b, s, start + 1, "a law does not contain itself");
    if (b->status == BR_OK && br_is_mark(s, at, '('))
        at = read_given(b, s, at, &c);
    if (b->status == BR_OK && !br_is_word(s, at, "when"))
        br_line_must_end(b, s, at);
    if (!br_line_holds(b, s, at) || s->parent) // of a law that is used it says nothing about its user
        return;
    if (!br_build_fits(b, s, start, b->law->ncontained, BR_MAX_STATEMENTS, "laws that it contains"))
        return;
    br_contained *to = br_build_grow(b, &b->law->contained, &b->law->ncontained, &b->room_contained, sizeof *to);
    if (to)
        *to = c;
}

void br_check_contains(br_build *b, const br_scope *s)
{
    for (int i = 0; i < b->law->ncontained && b->status == BR_OK; i++) {
        const br_contained *c = &b->law->contained[i];
        for (int at = c->first; at < c->last && b->status == BR_OK; at = expression_end(s, at + 2) + 1) {
            const br_token *name = br_tok(s, at);
            int q = br_law_find(b->law, name->at, (size_t)name->size);
            if (q < 0 || b->law->q[q].kind != BR_PARAM)
                br_build_fail(b, BR_BAD_LAW, s, name, "'%.*s' is no parameter of this law", name->size, name->at);
        }
    }
}
