// contained.c - parameters with which a law is a simpler one that it contains.   [host]
#include "num/base/fp.h"

#include "law/model/contained.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 50 }; // brackets inside each other

typedef struct mapping {
    const br_model *rich, *simple;
    const br_contained *c;
    const double *from;
    const br_contained_limits *limits;
    int at, element, depth;
    br_status status;
    br_diag *why;
} mapping;

static const br_token *token_at(const br_parsed_law *law, int at)
{
    return &law->tokens.token[at];
}

static double fail_at(mapping *w, const char *message)
{
    if (w->status == BR_OK)
        w->status = br_complain(w->why, BR_BAD_LAW, &w->rich->law.tokens, token_at(&w->rich->law, w->at),
                                "contains %s: %s", w->c->law, message);
    return (double)NAN;
}

// The end of the expression that starts at a token.
static int expression_end(const br_parsed_law *law, const br_contained *c, int at)
{
    for (int depth = 0; at < c->last; at++) {
        const br_token *t = token_at(law, at);
        if (depth == 0 && br_token_is_mark(t, ','))
            return at;
        depth += br_token_is_mark(t, '(') ? 1 : br_token_is_mark(t, ')') ? -1 : 0;
    }
    return at;
}

// Where the expression for a parameter of the richer law starts; -1: none is given.
static int given_at(const br_parsed_law *law, const br_contained *c, const char *name)
{
    for (int at = c->first; at < c->last; at = expression_end(law, c, at + 2) + 1)
        if (br_token_is(token_at(law, at), name))
            return at + 2;
    return -1;
}

static bool is_infinite(const br_parsed_law *law, const br_contained *c, int at)
{
    return br_token_is(token_at(law, at), "inf") && expression_end(law, c, at) == at + 1;
}

bool br_contained_is_limit(const br_parsed_law *rich, int i)
{
    const br_contained *c = &rich->contained[i];
    bool limit = false;
    for (int at = c->first; at < c->last; at = expression_end(rich, c, at + 2) + 1) {
        const br_token *name = token_at(rich, at), *value = token_at(rich, at + 2);
        int q = br_law_find(rich, name->at, (size_t)name->size);
        bool zero = value->kind == BR_T_NUMBER && value->value == 0 && expression_end(rich, c, at + 2) == at + 3;
        limit = limit || is_infinite(rich, c, at + 2) || (zero && rich->q[q].low == 0 && rich->q[q].low_open);
    }
    return limit;
}

// ---------------------------------------------------------------- expressions

static double sum_at(mapping *w);

// A parameter of the simpler law; or one of the richer law that is in its limit.
static double name_value(mapping *w)
{
    const br_token *t = token_at(&w->rich->law, w->at);
    const br_model *m = w->simple;
    int q = br_law_find(&m->law, t->at, (size_t)t->size), own = br_law_find(&w->rich->law, t->at, (size_t)t->size);
    if (q >= 0 && m->law.q[q].kind == BR_PARAM)
        return w->from[m->at[q] + (br_model_len(m, q) > 1 ? w->element : 0)];
    int given = own >= 0 ? given_at(&w->rich->law, w->c, w->rich->law.q[own].name) : -1;
    if (given >= 0 && is_infinite(&w->rich->law, w->c, given))
        return w->limits->far[w->rich->at[own] + (br_model_len(w->rich, own) > 1 ? w->element : 0)];
    return fail_at(w, "neither a parameter of that law nor one of this law that is inf");
}

static double atom_at(mapping *w)
{
    const br_token *t = token_at(&w->rich->law, w->at);
    double value = 0;
    if (w->at >= w->c->last || w->depth > DEEPEST)
        return fail_at(w, "a number or a name is missing");
    if (br_token_is_mark(t, '-') || br_token_is_mark(t, '(')) {
        w->at++;
        w->depth++;
        value = br_token_is_mark(t, '-') ? -atom_at(w) : sum_at(w);
        w->depth--;
        if (br_token_is_mark(t, '-') || w->status != BR_OK)
            return value;
        if (w->at >= w->c->last || !br_token_is_mark(token_at(&w->rich->law, w->at), ')'))
            return fail_at(w, "a ) is missing");
    } else if (t->kind == BR_T_NUMBER) {
        value = t->value;
    } else if (t->kind == BR_T_NAME) {
        value = name_value(w);
    } else {
        return fail_at(w, "only numbers, names, + - * / and brackets");
    }
    w->at++;
    return value;
}

static double product_at(mapping *w)
{
    double value = atom_at(w);
    while (w->status == BR_OK && w->at < w->c->last) {
        const br_token *t = token_at(&w->rich->law, w->at);
        if (!br_token_is_mark(t, '*') && !br_token_is_mark(t, '/'))
            break;
        w->at++;
        double by = atom_at(w);
        value = br_token_is_mark(t, '*') ? value * by : value / by;
    }
    return value;
}

static double sum_at(mapping *w)
{
    double value = product_at(w);
    while (w->status == BR_OK && w->at < w->c->last) {
        const br_token *t = token_at(&w->rich->law, w->at);
        if (!br_token_is_mark(t, '+') && !br_token_is_mark(t, '-'))
            break;
        w->at++;
        double by = product_at(w);
        value = br_token_is_mark(t, '+') ? value + by : value - by;
    }
    return value;
}

// ---------------------------------------------------------------- parameters

static double given_value(mapping *w, int q, int at)
{
    const br_quantity *is = &w->rich->law.q[q];
    int number = w->rich->at[q] + w->element;
    if (is_infinite(&w->rich->law, w->c, at))
        return w->limits->far[number];
    w->at = at;
    double value = sum_at(w);
    if (w->status == BR_OK && w->at != expression_end(&w->rich->law, w->c, at))
        return fail_at(w, "only numbers, names, + - * / and brackets");
    return is->low_open && value <= is->low && is->low == 0 ? w->limits->near[number] : value;
}

static void map_parameter(mapping *w, int q, double *p)
{
    const br_model *m = w->simple;
    int len = br_model_len(w->rich, q), at = given_at(&w->rich->law, w->c, w->rich->law.q[q].name);
    int same = br_law_find(&m->law, w->rich->law.q[q].name, strlen(w->rich->law.q[q].name));
    if (at < 0 && (same < 0 || m->law.q[same].kind != BR_PARAM))
        return;
    if (at < 0 && br_model_len(m, same) != len) {
        w->status = BR_NEGATIVE;
        return;
    }
    for (w->element = 0; w->element < len && w->status == BR_OK; w->element++)
        p[w->rich->at[q] + w->element] = at < 0 ? w->from[m->at[same] + w->element] : given_value(w, q, at);
}

br_status br_contained_map(const br_model *rich, int i, const br_model *simple, const double *from,
                           const br_contained_limits *limits, double *p, br_diag *why)
{
    mapping w = {rich, simple, &rich->law.contained[i], from, limits, 0, 0, 0, BR_OK, why};
    for (int q = 0; q < rich->law.nq && w.status == BR_OK; q++)
        if (rich->law.q[q].kind == BR_PARAM)
            map_parameter(&w, q, p);
    return w.status;
}
