// line.c - what all statements share: line ends, `when` conditions, hyphenated names, quoted text. [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include <string.h>

bool br_line_mark(br_build *b, const br_scope *s, int *at, int mark, const char *message)
{
    if (b->status == BR_OK && !br_is_mark(s, *at, mark))
        br_build_fail_at(b, s, *at, message);
    if (b->status == BR_OK)
        (*at)++;
    return b->status == BR_OK;
}

void br_line_text(const br_scope *s, int at, char *to)
{
    const br_token *t = br_tok(s, at);
    memcpy(to, t->at + 1, (size_t)t->size - 2);
    to[t->size - 2] = 0;
    for (; *to; to++) // UTF-8 may pass; control characters may not
        *to = (char)((unsigned char)*to < 32 || *to == 127 ? ' ' : *to);
}

int br_line_name(br_build *b, const br_scope *s, int at, char *to)
{
    int n = 0;
    to[0] = 0;
    if (br_tok(s, at)->kind != BR_T_NAME) {
        br_build_fail_at(b, s, at, "a name is needed here: letters, digits, _ and -");
        return at;
    }
    for (int first = at;; at++) {
        const br_token *t = br_tok(s, at);
        bool fits =
            t->kind == BR_T_NAME || t->kind == BR_T_NUMBER || br_token_is_mark(t, '-') || br_token_is_mark(t, '.');
        if (!fits || (at > first && !t->glued))
            return at;
        if (n + t->size > BR_MAX_NAME) {
            br_build_fail(b, BR_BAD_LAW, s, t, "a name has at most %d letters", BR_MAX_NAME);
            return at;
        }
        memcpy(to + n, t->at, (size_t)t->size);
        n += t->size;
        to[n] = 0;
    }
}

// 3 N, or 3 x, in an equation.
static bool is_factor(const br_scope *s, int at)
{
    int first = at;
    while (first > 0 && br_tok(s, first - 1)->kind != BR_T_LINE)
        first--;
    return br_tok(s, at)->kind == BR_T_NAME && !br_is_reserved(br_tok(s, at)) && at > first &&
           br_tok(s, at - 1)->kind == BR_T_NUMBER && !br_law_declares(br_tok(s, first));
}

void br_line_must_end(br_build *b, const br_scope *s, int at)
{
    const br_token *t = br_tok(s, at);
    if (b->status != BR_OK || t->kind == BR_T_LINE || t->kind == BR_T_END)
        return;
    if (br_is_comparison(t))
        br_build_fail_at(b, s, at, "the line should end here; comparisons do not chain: a < b and b < c");
    else if (br_token_is_mark(t, '-'))
        br_build_fail_at(b, s, at, "a line that ends in - does not go on; end it in + and begin the next one with -");
    else
        br_build_fail(
            b, BR_BAD_LAW, s, t, "the line should end here; '%.*s' is too much%s", t->size > 20 ? 20 : t->size, t->at,
            is_factor(s, at) ? " (numbers in equations have no unit: make it a param; a product needs a *)" : "");
}

int br_line_end(const br_scope *s, int at)
{
    while (br_tok(s, at)->kind != BR_T_LINE && br_tok(s, at)->kind != BR_T_END)
        at++;
    return at;
}

int br_line_when(const br_scope *s, int at)
{
    while (br_tok(s, at)->kind != BR_T_LINE && br_tok(s, at)->kind != BR_T_END && !br_is_word(s, at, "when"))
        at++;
    return at;
}

static const br_choice *find_choice(br_build *b, br_scope *s, const br_token *name)
{
    br_scope *where;
    const br_entry *e = name->kind == BR_T_NAME ? br_scope_find(s, name, 0, &where) : NULL;
    return e && e->is == BR_IS_CHOICE ? &b->law->choice[e->index] : NULL;
}

// `at` stands on the name of a choice: does it have the value?
static bool condition_holds(br_build *b, br_scope *s, int at)
{
    const br_token *want = br_tok(s, at + 2);
    const br_choice *c = find_choice(b, s, br_tok(s, at));
    if (!c) {
        br_build_fail_at(b, s, at, "`when` needs the name of a choice declared above (choice form = a | b)");
        return false;
    }
    if (!br_is_word(s, at + 1, "is") || want->kind != BR_T_NAME) {
        br_build_fail_at(b, s, at + 1, "write `when CHOICE is VALUE`");
        return false;
    }
    for (int i = 0; i < c->values; i++)
        if (br_token_is(want, c->value[i]))
            return i == c->chosen;
    br_build_fail(b, BR_BAD_LAW, s, want, "choice %s has no value '%.*s'", c->name, want->size, want->at);
    return false;
}

bool br_line_holds(br_build *b, br_scope *s, int at)
{
    bool yes = true;
    if (b->status != BR_OK || !br_is_word(s, at, "when"))
        return b->status == BR_OK;
    do {
        at++;
        yes = condition_holds(b, s, at) && yes;
        at += 3;
    } while (b->status == BR_OK && br_is_word(s, at, "and"));
    br_line_must_end(b, s, at);
    return yes && b->status == BR_OK;
}

// Every CHOICE is VALUE behind the `when`.
void br_line_conditions(br_build *b, br_scope *s, int at, br_absent *to)
{
    for (; b->status == BR_OK && (br_is_word(s, at, "when") || br_is_word(s, at, "and")); at += 4) {
        const br_choice *c = find_choice(b, s, br_tok(s, at + 1));
        int v = 0;
        if (!c || to->conditions == BR_MAX_CHOICES)
            return;
        while (v + 1 < c->values && !br_token_is(br_tok(s, at + 3), c->value[v]))
            v++;
        to->choice[to->conditions] = (int)(c - b->law->choice);
        to->value[to->conditions++] = v;
    }
}
