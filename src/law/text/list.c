// list.c - parsing assignment lists: parameter sets, parameter files, values on the command line. [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include "law/text/list.h"
#include "num/text/number.h"
#include "num/base/require.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ITEMS 20000 // assignments in one list

typedef struct list {
    br_build *b;
    br_scope *s;
    br_assignments *out;
    int room_item, room_value;
} list;

// NAME =, a.b =, NAME[3] =
static bool starts_assignment(const br_scope *s, int at)
{
    if (br_tok(s, at)->kind != BR_T_NAME)
        return false;
    for (at++; br_is_mark(s, at, '.') || (br_is_mark(s, at - 1, '.') && br_tok(s, at)->kind == BR_T_NAME); at++) {
    }
    if (br_is_mark(s, at, '[') && br_tok(s, at + 1)->kind == BR_T_NUMBER && br_is_mark(s, at + 2, ']'))
        at += 3;
    return br_is_mark(s, at, '=');
}

// *within: where the exact value lies. A number counts as written, not as its double.
static double parse_constant(list *l, int *at, br_interval *within)
{
    br_graph *g = &l->b->law->g;
    double x = 0;
    if (g->count > 1000) { // long lists do not fill the graph
        br_graph_free(g);
        br_graph_const(g, 0);
    }
    int here = *at;
    br_value v = br_expr_sum(l->b, l->s, at);
    br_need_number(l->b, l->s, here, v);
    if (l->b->status == BR_OK && g->status != BR_OK)
        br_build_no_memory(l->b);
    if (l->b->status == BR_OK && !br_graph_is_const(g, v.node, &x))
        br_build_fail_at(l->b, l->s, here, "a number is needed here");
    if (l->b->status != BR_OK)
        return x;
    *within = g->node[v.node].within;
    bool minus = br_is_mark(l->s, here, '-');
    const br_token *t = br_tok(l->s, here + minus);
    if (*at == here + minus + 1 && t->kind == BR_T_NUMBER) {
        br_number_enclose(t->at, (size_t)t->size, &within->lo, &within->hi);
        *within = minus ? br_interval_neg(*within) : *within;
    }
    return x;
}

static void read_value(list *l, int *at, br_assignment *a)
{
    br_build *b = l->b;
    int here = *at;
    br_interval first = {0, 0}, last = first;
    if (br_is_mark(l->s, here, '['))
        br_build_fail_at(b, l->s, here, "values stand without brackets: 1, 2; a range is written 1..2");
    double lo = parse_constant(l, at, &first), hi = lo;
    if (b->status == BR_OK && br_is_mark(l->s, *at, BR_M_DOTS)) {
        (*at)++;
        hi = parse_constant(l, at, &last);
    }
    if (b->status == BR_OK && !(lo <= hi))
        br_build_fail_at(b, l->s, here, "a range goes from the smaller to the larger number");
    br_written *v =
        b->status == BR_OK ? br_build_grow(b, &l->out->value, &l->out->values, &l->room_value, sizeof *v) : NULL;
    if (!v)
        return;
    *v = (br_written){lo, hi, lo < hi ? (br_interval){first.lo, last.hi} : (br_interval){lo, hi}};
    if (++a->count > BR_MAX_ELEMENTS)
        br_build_fail(b, BR_BAD_LAW, l->s, br_tok(l->s, here), "more than %d values", BR_MAX_ELEMENTS);
}

static void read_values(list *l, int *at, br_assignment *a)
{
    a->first = l->out->values;
    read_value(l, at, a);
    while (l->b->status == BR_OK && br_is_mark(l->s, *at, ',') && !starts_assignment(l->s, *at + 1)) {
        (*at)++;
        read_value(l, at, a);
    }
    int before = *at;
    br_unit_here(l->b, l->s, at, &a->unit, a->unit_text);
    a->has_unit = *at > before;
    if (a->has_unit && br_is_mark(l->s, *at, BR_M_DOTS))
        br_build_fail_at(l->b, l->s, before, "the unit stands once, behind the range");
    if (a->has_unit && br_is_mark(l->s, *at, ',') && br_tok(l->s, *at + 1)->kind == BR_T_NUMBER)
        br_build_fail_at(l->b, l->s, before, "the unit stands once, behind the last value");
}

// What stands behind an assignment: nothing, or a comma and the next one.
static void end_assignment(list *l, int *at)
{
    if (l->b->status != BR_OK)
        return;
    if (br_is_mark(l->s, *at, ','))
        (*at)++;
    else if (starts_assignment(l->s, *at))
        br_build_fail(l->b, BR_BAD_LAW, l->s, br_tok(l->s, *at), "a comma is missing before '%.*s'",
                      br_tok(l->s, *at)->size, br_tok(l->s, *at)->at);
    else if (br_is_mark(l->s, *at, ':'))
        br_build_fail_at(l->b, l->s, *at, "a range is written 1..2");
    else
        br_line_must_end(l->b, l->s, *at);
}

// The left side; at ends behind the =.
static void read_target(list *l, int *at, br_assignment *a)
{
    const br_scope *s = l->s;
    size_t n = 0;
    for (; !br_is_mark(s, *at, '[') && !br_is_mark(s, *at, '='); (*at)++) {
        const br_token *t = br_tok(s, *at);
        if (n + (size_t)t->size >= sizeof a->name) {
            br_build_fail(l->b, BR_BAD_LAW, s, &a->at, "a name with its scopes has at most %d letters",
                          BR_NAME_SIZE - 1);
            return;
        }
        memcpy(a->name + n, t->at, (size_t)t->size);
        n += (size_t)t->size;
    }
    if (br_is_mark(s, *at, '[')) {
        double k = br_tok(s, *at + 1)->value;
        a->element = k >= 1 && k <= BR_MAX_ELEMENTS && k == floor(k) ? (int)k : 0;
        if (!a->element)
            br_build_fail(l->b, BR_BAD_LAW, s, br_tok(s, *at + 1), "elements are counted 1, 2, 3, ... at most %d",
                          BR_MAX_ELEMENTS);
        *at += 3;
    }
    (*at)++;
}

static void read_assignment(list *l, int *at)
{
    br_build *b = l->b;
    const br_scope *s = l->s;
    br_assignment a = {.at = *br_tok(s, *at)};
    if (br_is_word(s, *at, "set") && br_tok(s, *at + 1)->kind == BR_T_NAME) {
        br_build_fail_at(b, s, *at, l->out->set[0] ? "one set per file" : "`set NAME` stands above the assignments");
        return;
    }
    if (!starts_assignment(s, *at)) {
        br_build_fail_at(b, s, *at, "an assignment reads NAME = VALUE UNIT");
        return;
    }
    if (!br_build_fits(b, s, *at, l->out->count, MAX_ITEMS, "assignments"))
        return;
    read_target(l, at, &a);
    const br_token *t = br_tok(s, *at);
    if (b->status == BR_OK && t->kind == BR_T_NAME && !br_is_mark(s, *at + 1, '(') && !br_token_is(t, "pi") &&
        !br_token_is(t, "inf")) {
        *at = br_line_name(b, s, *at, a.word);
    } else {
        read_values(l, at, &a);
    }
    br_assignment *to =
        b->status == BR_OK ? br_build_grow(b, &l->out->item, &l->out->count, &l->room_item, sizeof *to) : NULL;
    if (to)
        *to = a;
}

static int by_target(const void *x, const void *y)
{
    const br_assignment *a = *(const br_assignment *const *)x, *b = *(const br_assignment *const *)y;
    int order = strcmp(a->name, b->name);
    order = order ? order : a->element - b->element;
    return order ? order : a < b ? -1 : a > b;
}

// Within one list nothing is given twice.
static void check_twice(list *l)
{
    const br_assignments *out = l->out;
    if (l->b->status != BR_OK || out->count < 2)
        return;
    const br_assignment **sorted = malloc((size_t)out->count * sizeof(const br_assignment *)), *worst = NULL;
    if (!sorted) {
        br_build_no_memory(l->b);
        return;
    }
    for (int i = 0; i < out->count; i++)
        sorted[i] = &out->item[i];
    qsort(sorted, (size_t)out->count, sizeof(const br_assignment *), by_target);
    for (int i = 1; i < out->count; i++)
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0 && sorted[i - 1]->element == sorted[i]->element)
            worst = !worst || sorted[i] < worst ? sorted[i] : worst; // the first one in the text
    free(sorted);
    if (worst)
        br_build_fail(l->b, BR_BAD_LAW, l->s, &worst->at, "%s is given a second time in one list", worst->name);
}

// Assignments in the tokens first .. last.
br_status br_list_read(br_assignments *out, const br_tokens *tokens, int first, int last, br_diag *why)
{
    br_parsed_law *scratch = calloc(1, sizeof *scratch); // large: no load for a small stack
    if (!scratch)
        return BR_NO_MEMORY;
    br_scope s = {.t = *tokens};
    br_build b = {.law = scratch, .why = why, .numbers_only = true, .all = &s};
    list l = {.b = &b, .s = &s, .out = out};
    br_graph_const(&scratch->g, 0);
    int at = first;
    while (b.status == BR_OK && at < last && br_tok(&s, at)->kind != BR_T_END) {
        if (br_tok(&s, at)->kind == BR_T_LINE) {
            at++;
            continue;
        }
        read_assignment(&l, &at);
        end_assignment(&l, &at);
    }
    check_twice(&l);
    br_status status = b.status == BR_OK ? scratch->g.status : b.status;
    br_graph_free(&scratch->g);
    free(scratch);
    return status;
}

// `version 1` and `set NAME "words" for LAW` at the head of a parameter file; answers where its assignments start.
static int read_head(br_build *b, br_scope *s, br_assignments *to)
{
    int at = 0;
    while (b->status == BR_OK && (br_is_word(s, at, "version") || br_is_word(s, at, "set")) &&
           !br_is_mark(s, at + 1, '=')) {
        if (br_is_word(s, at, "version")) {
            br_check_version(b, s, at);
        } else {
            if (to->set[0])
                br_build_fail_at(b, s, at, "one set per file");
            int end = br_line_name(b, s, at + 1, to->set);
            end += br_tok(s, end)->kind == BR_T_TEXT;
            if (b->status == BR_OK && br_is_word(s, end, "for")) {
                to->law_at = *br_tok(s, end + 1);
                end = br_line_name(b, s, end + 1, to->law);
            }
            br_line_must_end(b, s, end);
        }
        at = br_line_end(s, at) + 1;
    }
    return at;
}

br_status br_assignments_read(br_assignments *a, const char *text, size_t size, const char *origin, br_diag *why)
{
    br_assignments fresh = {0};
    br_status status = br_tokens_read(&fresh.tokens, text, size, origin, why);
    if (status != BR_OK)
        return status;
    br_scope s = {.t = fresh.tokens};
    br_build b = {.why = why, .all = &s};
    int at = read_head(&b, &s, &fresh);
    status = b.status == BR_OK ? br_list_read(&fresh, &fresh.tokens, at, INT_MAX, why) : b.status;
    if (status == BR_OK)
        *a = fresh;
    else
        br_assignments_free(&fresh);
    return status;
}

br_status br_assignments_of_set(br_assignments *a, const br_parsed_law *law, int set, br_diag *why)
{
    BR_REQUIRE(set >= 0 && set < law->nset);
    br_assignments fresh = {0};
    br_status status = br_list_read(&fresh, &law->tokens, law->set[set].first, law->set[set].last, why);
    memcpy(fresh.tokens.origin, law->tokens.origin, sizeof fresh.tokens.origin); // only to name places
    memcpy(fresh.set, law->set[set].name, sizeof fresh.set);
    memcpy(fresh.law, law->name, sizeof fresh.law);
    fresh.built_in = true;
    if (status == BR_OK)
        *a = fresh;
    else
        br_assignments_free(&fresh);
    return status;
}

void br_assignments_free(br_assignments *a)
{
    br_tokens_free(&a->tokens);
    free(a->item);
    free(a->value);
    memset(a, 0, sizeof *a);
}
