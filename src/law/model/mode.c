// mode.c - initial modes of a model.                                           [host]
#include "num/base/fp.h"

#include "law/graph/layout.h"
#include "law/model/model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const br_model *m;
    const br_tokens *t;
    const br_token *at;
    int *to; // modes read, m->nm of them
    br_diag *why;
} reader;

static bool at_end(const reader *r)
{
    return r->at->kind == BR_T_LINE || r->at->kind == BR_T_END;
}

static int find_mode(const br_automaton *a, const br_token *t)
{
    for (int k = 0; k < a->nmode; k++)
        if (br_token_is(t, a->mode[k]))
            return k;
    return -1;
}

static br_status no_mode(const reader *r, const br_automaton *a)
{
    char all[BR_MAX_MODES * (BR_MAX_NAME + 3)] = "";
    size_t n = 0;
    for (int k = 0; k < a->nmode; k++)
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", k ? ", " : "", a->mode[k]);
    return br_complain(r->why, BR_BAD_USAGE, r->t, r->at, "no such mode; there are %.250s", all);
}

// `left.mode =` here: its name; answers how many tokens that is, or 0.
static int read_name(const br_token *t, char name[BR_NAME_SIZE])
{
    int count = 1;
    if (t->kind != BR_T_NAME)
        return 0;
    while (br_token_is_mark(&t[count], '.') && t[count + 1].kind == BR_T_NAME)
        count += 2;
    if (!br_token_is_mark(&t[count], '='))
        return 0;
    snprintf(name, BR_NAME_SIZE, "%.*s", (int)(t[count - 1].at - t->at) + t[count - 1].size, t->at);
    return count + 1;
}

// `MODE, MODE, ...` up to the next name.
static br_status read_modes(reader *r, int automaton)
{
    const br_automaton *a = &r->m->law.automaton[automaton];
    const br_token *first = r->at;
    int count = 0, len = br_layout_len(r->m->n, a->dim), *to = r->to + r->m->m_at[automaton];
    char next[BR_NAME_SIZE];
    for (; !at_end(r) && read_name(r->at, next) == 0; r->at++) {
        int found = find_mode(a, r->at);
        if (found < 0)
            return no_mode(r, a);
        if (count < len)
            to[count] = found;
        count++;
        if (br_token_is_mark(r->at + 1, ','))
            r->at++;
    }
    if (count != 1 && count != len)
        return br_complain(r->why, BR_BAD_USAGE, r->t, first, "one mode, or one for each of %d elements", len);
    for (int i = 1; count == 1 && i < len; i++)
        to[i] = to[0];
    return BR_OK;
}

// The automaton whose mode has this name, or -1.
static int find_automaton(const br_parsed_law *law, const char *name)
{
    char own[BR_NAME_SIZE];
    for (int a = 0; a < law->nautomata; a++) {
        br_law_mode_name(law, a, own);
        if (strcmp(own, name) == 0)
            return a;
    }
    return -1;
}

static br_status no_automaton(const reader *r)
{
    char all[250] = "", name[BR_NAME_SIZE];
    size_t n = 0;
    for (int a = 0; a < r->m->law.nautomata && n < sizeof all; a++) {
        br_law_mode_name(&r->m->law, a, name);
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", a ? ", " : "", name);
    }
    return br_complain(r->why, BR_BAD_USAGE, r->t, r->at, "say whose mode it is, NAME = MODE; there are %s", all);
}

// `left.mode = MODE, MODE, ..., right.mode = MODE`
static br_status read_named(reader *r)
{
    bool given[BR_MAX_AUTOMATA] = {false};
    br_status status = at_end(r) ? no_automaton(r) : BR_OK;
    while (status == BR_OK && !at_end(r)) {
        char name[BR_NAME_SIZE] = "";
        int tokens = read_name(r->at, name), a = find_automaton(&r->m->law, name);
        if (a < 0)
            return no_automaton(r);
        if (given[a])
            return br_complain(r->why, BR_BAD_USAGE, r->t, r->at, "%s is given a second time", name);
        given[a] = true;
        r->at += tokens;
        status = read_modes(r, a);
    }
    return status;
}

static br_status read_all(reader *r)
{
    char name[BR_NAME_SIZE];
    if (r->m->nm == 0)
        return br_complain(r->why, BR_BAD_USAGE, r->t, r->at, "the law has no modes");
    return r->m->law.nautomata == 1 && read_name(r->at, name) == 0 ? read_modes(r, 0) : read_named(r);
}

br_status br_model_set_mode(br_model *m, const char *text, br_diag *why)
{
    br_tokens t;
    br_status status = br_tokens_read(&t, text, strlen(text), "--mode", why);
    if (status != BR_OK)
        return status;
    size_t bytes = (size_t)m->nm * sizeof *m->m;
    reader r = {.m = m, .t = &t, .at = t.token, .to = malloc(bytes + 1), .why = why};
    if (r.to) {
        memcpy(r.to, m->m, bytes);
        status = read_all(&r);
        if (status == BR_OK)
            memcpy(m->m, r.to, bytes);
    } else {
        status = br_complain(why, BR_NO_MEMORY, &t, NULL, "out of memory");
    }
    free(r.to);
    br_tokens_free(&t);
    return status;
}
