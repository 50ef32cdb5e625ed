// units.c - parsing units in a law, and open units: `unit X = m | rad`.        [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include <stdio.h>
#include <string.h>

// A lone `-` behind a default value is the unit of plain numbers: `param zeta = 0.9 - < 1`.
bool br_is_plain_unit(const br_scope *s, int at)
{
    const br_token *next = br_tok(s, at + 1);
    return br_is_mark(s, at, '-') &&
           (next->kind == BR_T_LINE || next->kind == BR_T_TEXT || next->kind == BR_T_END || br_token_is(next, "when") ||
            br_token_is_mark(next, ',') || br_is_inequality(next));
}

static int open_unit(const br_scope *s, const br_token *t)
{
    for (int i = 0; i < s->nunit; i++)
        if (t->kind == BR_T_NAME && (size_t)t->size == s->unit[i].len &&
            memcmp(t->at, s->unit[i].name, s->unit[i].len) == 0)
            return i;
    return -1;
}

static bool add_text(char *text, int *n, const char *more, int size)
{
    if (*n + size >= BR_UNIT_TEXT)
        return false;
    memcpy(text + *n, more, (size_t)size);
    *n += size;
    text[*n] = 0;
    return true;
}

// Writes what the open unit stands for; behind a / its own * and / change places: X/E is rad/N/m.
static bool add_open_unit(char *text, int *n, const char *opened, bool below)
{
    char turned[BR_UNIT_TEXT];
    int size = (int)strlen(opened);
    for (int i = 0; i <= size; i++)
        turned[i] = (char)(below && opened[i] == '*' ? '/' : below && opened[i] == '/' ? '*' : opened[i]);
    return add_text(text, n, turned, size);
}

// The tokens first .. last as text, open units shown as what they stand for.
static bool write_text(const br_scope *s, int first, int last, br_unit u, char *text)
{
    int n = 0;
    bool opened = false;
    text[0] = 0;
    for (int at = first; at < last; at++) {
        int open = open_unit(s, br_tok(s, at));
        opened = opened || open >= 0;
        const char *as = open >= 0 ? s->unit_text[open] : "";
        if (open >= 0 && at + 1 < last && br_is_mark(s, at + 1, '^') && strpbrk(as, "*/^")) { // a power of a product
            br_unit_write(text, u);
            return true;
        }
        bool below = at > first && br_is_mark(s, at - 1, '/');
        if (!(open >= 0 ? add_open_unit(text, &n, as, below)
                        : add_text(text, &n, br_tok(s, at)->at, br_tok(s, at)->size)))
            return false;
    }
    if (opened && br_unit_is_inertia(u)) // E*s^2/X
        br_unit_write(text, u);
    return true;
}

static bool is_operand(const br_token *t)
{
    return t->kind == BR_T_NAME || t->kind == BR_T_NUMBER;
}

// A unit ended at `at`, and a factor follows behind blanks: N * s / m.
static void fail_blanks_in_unit(br_build *b, const br_scope *s, int first, int at)
{
    const br_token *sign = br_tok(s, at), *next = br_tok(s, at + 1);
    char all[BR_UNIT_TEXT];
    int n = 0;
    bool power = br_token_is_mark(sign, '^');
    if (b->status != BR_OK || !(power || br_token_is_mark(sign, '*') || br_token_is_mark(sign, '/')))
        return;
    if (br_token_is_mark(sign, '*') && br_token_is_mark(next, '*')) {
        br_build_fail_at(b, s, at, "a power is written ^");
        return;
    }
    if (!is_operand(next) || (sign->glued && next->glued))
        return;
    all[0] = 0;
    int end = at;
    while ((br_is_mark(s, end, '*') || br_is_mark(s, end, '/') || br_is_mark(s, end, '^')) &&
           is_operand(br_tok(s, end + 1)))
        end += 2;
    bool fits = true;
    for (int i = first; i < end && fits; i++)
        fits = add_text(all, &n, br_tok(s, i)->at, br_tok(s, i)->size);
    br_build_fail(b, BR_BAD_LAW, s, sign, "units are written without blanks: %s", fits ? all : "N*s/m");
}

bool br_unit_here(br_build *b, br_scope *s, int *at, br_unit *u, char *text)
{
    const br_token *t = br_tok(s, *at);
    *u = br_unit_none();
    snprintf(text, BR_UNIT_TEXT, "-");
    if (b->status == BR_OK && br_is_plain_unit(s, *at))
        (*at)++;
    else if (b->status == BR_OK && (t->kind == BR_T_NUMBER || br_token_is_mark(t, '%') ||
                                    (t->kind == BR_T_NAME && (b->numbers_only || !br_token_is(t, "when"))))) {
        br_diag near = {0};
        size_t used = br_unit_read(t->at, (size_t)(s->t.text + s->t.size - t->at), s->unit, s->nunit, u, &near);
        int first = *at;
        while (br_tok(s, *at)->kind != BR_T_LINE && br_tok(s, *at)->kind != BR_T_END &&
               br_tok(s, *at)->at < t->at + used)
            (*at)++;
        const br_token *last = br_tok(s, *at - 1);
        br_token place = *t;
        place.column += near.column > 0 ? near.column - 1 : 0;
        if (used == 0 || last->at + last->size != t->at + used)
            br_build_fail(b, BR_BAD_LAW, s, &place, "%s",
                          near.text[0] ? near.text : "a unit is needed here, such as N/m");
        else if (!write_text(s, first, *at, *u, text))
            br_build_fail(b, BR_BAD_LAW, s, t, "this unit is longer than %d letters", BR_UNIT_TEXT - 1);
        fail_blanks_in_unit(b, s, first, *at);
    }
    return b->status == BR_OK;
}

// `use` may choose: use lugre as fr (X = rad). Answers which alternative it is.
static int chosen_alternative(br_build *b, const br_entry *bound, const br_unit *unit, int n)
{
    br_unit want;
    char text[BR_UNIT_TEXT];
    int at = bound->at[0];
    if (!br_unit_here(b, bound->inside, &at, &want, text))
        return 0;
    for (int i = 0; i < n && at == bound->stop; i++)
        if (br_unit_same(unit[i], want))
            return i;
    br_build_fail(b, BR_BAD_LAW, bound->inside, br_tok(bound->inside, bound->at[0]),
                  "%.*s of the law that is used is not open to this", bound->name->size, bound->name->at);
    return 0;
}

// A law is open where it says so itself; what it uses follows its motion.
static void count_motions(br_build *b, const br_scope *s, const br_token *name, int n)
{
    if (n > 1 && b->law->motions > 1 && n != b->law->motions && !s->chosen)
        br_build_fail(b, BR_BAD_LAW, s, name, "open units need the same number of alternatives everywhere (%d and %d)",
                      b->law->motions, n);
    if (!s->parent && n > 1)
        b->law->motions = n;
}

void br_declare_unit(br_build *b, br_scope *s, int at)
{
    const br_token *name = br_tok(s, ++at);
    br_entry *e = br_scope_find_here(s, name, 0);
    bool bound = e && e->is == BR_IS_BOUND;
    br_unit unit[BR_MAX_MODES];
    char text[BR_MAX_MODES][BR_UNIT_TEXT];
    int n = 0;
    if (!bound)
        e = br_scope_declare(b, s, name, 0, BR_IS_UNIT);
    if (!e || !br_build_fits(b, s, at, s->nunit, BR_MAX_DIMS, "open units"))
        return;
    at++;
    if (!br_line_mark(b, s, &at, '=', "write: unit X = m | rad"))
        return;
    for (;; at++) {
        int first = at;
        if (n == BR_MAX_MODES) {
            br_build_fail(b, BR_BAD_LAW, s, br_tok(s, at), "at most %d alternatives", BR_MAX_MODES);
            return;
        }
        if (br_unit_here(b, s, &at, &unit[n], text[n]) && at == first)
            br_build_fail_at(b, s, at, "a unit is needed here: unit X = m | rad");
        n++;
        if (b->status != BR_OK || !br_is_mark(s, at, '|'))
            break;
    }
    br_line_must_end(b, s, at);
    if (b->status == BR_OK && bound) {
        e->met = true;
        e->is = BR_IS_UNIT;
        s->motion = chosen_alternative(b, e, unit, n);
        s->chosen = true;
    }
    count_motions(b, s, name, n);
    if (b->status != BR_OK)
        return;
    int taken = s->motion < n ? s->motion : 0;
    s->unit[s->nunit] = (br_unit_name){name->at, (size_t)name->size, unit[taken]};
    memcpy(s->unit_text[s->nunit], text[taken], sizeof text[taken]);
    s->nunit++;
    if (!s->parent && n > 1 && !b->law->motion_text[0])
        memcpy(b->law->motion_text, text[taken], sizeof text[taken]);
}
