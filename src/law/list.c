// list.c - assignment lists: parameter sets, parameter files, values on the command line.     [host]
#include "num/fp.h"

#include "law/build.h"
#include "law/model.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct list {
    build *b;
    scope *s;
    br_assignments *out;
    int room_item, room_value;
} list;

static bool starts_assignment(const scope *s, int at)
{
    if (tok(s, at)->kind != BR_T_NAME)
        return false;
    for (at++; is_mark(s, at, '.') || (is_mark(s, at - 1, '.') && tok(s, at)->kind == BR_T_NAME); at++) {
    }
    if (is_mark(s, at, '[') && tok(s, at + 1)->kind == BR_T_NUMBER && is_mark(s, at + 2, ']'))
        at += 3;
    return is_mark(s, at, '=');
}

static double constant(list *l, int *at)
{
    int here = *at;
    double x = 0;
    value v = br_expr_sum(l->b, l->s, at);
    if (l->b->status == BR_OK && !br_graph_is_const(&l->b->law->g, v.node, &x))
        br_build_bad(l->b, l->s, here, "a number is needed here");
    return x;
}

static void read_values(list *l, int *at, br_assignment *a)
{
    a->first = l->out->values;
    do {
        if (a->count > 0)
            (*at)++;
        int here = *at;
        double lo = constant(l, at), hi = lo;
        if (l->b->status == BR_OK && is_mark(l->s, *at, BR_M_DOTS)) {
            (*at)++;
            hi = constant(l, at);
            if (l->b->status == BR_OK && !(lo <= hi))
                br_build_bad(l->b, l->s, here, "a range goes from the smaller to the larger number");
        }
        br_interval *v = br_build_grow(l->b, &l->out->value, &l->out->values, &l->room_value, sizeof *v);
        if (!v)
            return;
        *v = br_interval_of(lo, hi);
        a->count++;
        if (a->count > BR_MAX_ELEMENTS)
            br_build_bad(l->b, l->s, here, "too many values");
    } while (l->b->status == BR_OK && is_mark(l->s, *at, ',') && !starts_assignment(l->s, *at + 1));
}

static void read_assignment(list *l, int *at)
{
    build *b = l->b;
    scope *s = l->s;
    br_assignment a = {.at = *tok(s, *at)};
    int n = 0;
    if (!starts_assignment(s, *at)) {
        br_build_bad(b, s, *at, "an assignment reads NAME = VALUE UNIT");
        return;
    }
    for (; !is_mark(s, *at, '[') && !is_mark(s, *at, '='); (*at)++) {
        if (n + tok(s, *at)->size >= BR_NAME_SIZE) {
            br_build_bad(b, s, *at, "this name is too long");
            return;
        }
        memcpy(a.name + n, tok(s, *at)->at, (size_t)tok(s, *at)->size);
        n += tok(s, *at)->size;
    }
    if (is_mark(s, *at, '[')) {
        double k = tok(s, *at + 1)->value;
        a.element = k >= 1 && k <= BR_MAX_ELEMENTS && k == floor(k) ? (int)k : 0;
        if (!a.element)
            br_build_bad(b, s, *at + 1, "elements are counted 1, 2, 3, ...");
        *at += 3;
    }
    (*at)++;
    const br_token *t = tok(s, *at);
    if (t->kind == BR_T_NAME && !is_mark(s, *at + 1, '(') && !br_token_is(t, "pi") && !br_token_is(t, "inf")) {
        snprintf(a.word, sizeof a.word, "%.*s", t->size, t->at);
        (*at)++;
    } else {
        read_values(l, at, &a);
        int before = *at;
        char text[BR_UNIT_TEXT];
        if (b->status == BR_OK && !is_mark(s, *at, ','))
            br_unit_here(b, s, at, &a.unit, text);
        a.has_unit = *at > before;
    }
    br_assignment *to =
        b->status == BR_OK ? br_build_grow(b, &l->out->item, &l->out->count, &l->room_item, sizeof *to) : NULL;
    if (to)
        *to = a;
}

// Assignments in the tokens first .. last of s.
static br_status read_list(br_assignments *out, const br_tokens *tokens, int first, int last, br_diag *why)
{
    br_law scratch;
    memset(&scratch, 0, sizeof scratch);
    scope s = {.t = *tokens};
    build b = {.law = &scratch, .why = why};
    list l = {.b = &b, .s = &s, .out = out};
    br_graph_const(&scratch.g, 0);
    int at = first;
    while (b.status == BR_OK && at < last && tok(&s, at)->kind != BR_T_END) {
        if (tok(&s, at)->kind == BR_T_LINE) {
            at++;
            continue;
        }
        read_assignment(&l, &at);
        if (b.status == BR_OK && is_mark(&s, at, ','))
            at++;
        else
            br_line_must_end(&b, &s, at);
    }
    br_graph_free(&scratch.g);
    return b.status;
}

br_status br_assignments_read(br_assignments *a, const char *text, size_t size, const char *origin, br_diag *why)
{
    br_assignments fresh = {0};
    br_status status = br_tokens_read(&fresh.tokens, text, size, origin, why);
    if (status != BR_OK)
        return status;
    scope s = {.t = fresh.tokens};
    br_law scratch = {.motions = 1};
    build b = {.law = &scratch, .why = why};
    int at = 0;
    while (b.status == BR_OK && (is_word(&s, at, "version") || is_word(&s, at, "set"))) {
        if (is_word(&s, at, "version")) {
            br_take_version(&b, &s, at);
        } else {
            char name[BR_MAX_NAME + 1];
            int end = br_line_name(&b, &s, at + 1, name);
            end += tok(&s, end)->kind == BR_T_TEXT;
            if (b.status == BR_OK && is_word(&s, end, "for"))
                end = br_line_name(&b, &s, end + 1, name);
            br_line_must_end(&b, &s, end);
        }
        at = br_line_end(&s, at) + 1;
    }
    status = b.status == BR_OK ? read_list(&fresh, &fresh.tokens, at, INT_MAX, why) : b.status;
    if (status == BR_OK)
        *a = fresh;
    else
        br_assignments_free(&fresh);
    return status;
}

br_status br_assignments_of_set(br_assignments *a, const br_law *law, int set, br_diag *why)
{
    br_assignments fresh = {0};
    br_status status = read_list(&fresh, &law->tokens, law->set[set].first, law->set[set].last, why);
    snprintf(fresh.tokens.origin, sizeof fresh.tokens.origin, "%s", law->tokens.origin); // only to name places
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
