// law.c - a law as read: its memory, look-up of quantities and sets, units of rates.   [host]
#include "num/base/fp.h"

#include "law/graph/law.h"
#include "law/token/guess.h"
#include "num/base/require.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void br_law_free(br_parsed_law *law)
{
    br_graph_free(&law->g);
    br_tokens_free(&law->tokens);
    free(law->q);
    free(law->out);
    free(law->def);
    free(law->cond);
    free(law->preset);
    free(law->set);
    free(law->contained);
    free(law->jump);
    free(law->absent);
    free(law->part);
    memset(law, 0, sizeof *law);
}

int br_law_find(const br_parsed_law *law, const char *name, size_t size)
{
    for (int i = 0; i < law->nq && size < BR_NAME_SIZE; i++)
        if (strncmp(law->q[i].name, name, size) == 0 && law->q[i].name[size] == 0)
            return i;
    return -1;
}

int br_law_find_set(const br_parsed_law *law, const char *name, size_t size)
{
    for (int i = 0; i < law->nset && size <= BR_MAX_NAME; i++)
        if (strncmp(law->set[i].name, name, size) == 0 && law->set[i].name[size] == 0)
            return i;
    return -1;
}

const char *br_law_contained_text(const br_parsed_law *law, int i, size_t *size)
{
    const br_contained *c = &law->contained[i];
    const br_token *first = &law->tokens.token[c->first], *last = first;
    *size = 0;
    if (c->first == c->last)
        return "";
    last = &law->tokens.token[c->last - 1];
    *size = (size_t)(last->at + last->size - first->at);
    return first->at;
}

int br_parsed_law_count(const br_parsed_law *law, br_kind kind)
{
    int n = 0;
    for (int i = 0; i < law->nq; i++)
        n += law->q[i].kind == kind;
    return n;
}

void br_law_mode_name(const br_parsed_law *law, int automaton, char name[BR_NAME_SIZE])
{
    BR_REQUIRE(automaton >= 0 && automaton < law->nautomata);
    const char *scope = law->nautomata > 1 ? law->automaton[automaton].name : "";
    snprintf(name, BR_NAME_SIZE, "%s%smode", scope, scope[0] ? "." : "");
}

void br_law_rate_unit(const br_quantity *q, char buf[BR_UNIT_SIZE])
{
    BR_REQUIRE(q->kind == BR_STATE);
    br_unit second = {.power = {[2] = 12}}, rate = br_unit_div(q->unit, second);
    char text[BR_UNIT_SIZE];
    int n = br_unit_write_like(text, q->unit, q->unit_text);
    bool over = n > 2 && strcmp(text + n - 2, "/s") == 0, times = n > 2 && strcmp(text + n - 2, "*s") == 0;
    if (n + 4 > BR_UNIT_SIZE || strcmp(text, "s") == 0)
        br_unit_write(buf, rate);
    else if (strcmp(text, "-") == 0)
        snprintf(buf, BR_UNIT_SIZE, "1/s");
    else
        snprintf(buf, BR_UNIT_SIZE, "%.*s%s", times ? n - 2 : n, text, times ? "" : over ? "^2" : "/s");
}

void br_law_name_sets(const br_parsed_law *law, const char *wanted, char text[BR_SETS_SIZE])
{
    enum { GUESS = BR_MAX_NAME + 30 }; // room that is left for it
    br_guess near = br_guess_of(wanted, (int)strlen(wanted));
    size_t n = (size_t)snprintf(text, BR_SETS_SIZE, law->nset ? "it has " : "it has no sets");
    for (int i = 0; i < law->nset; i++) {
        br_guess_try(&near, law->set[i].name);
        if (n + BR_MAX_NAME + GUESS < BR_SETS_SIZE)
            n += (size_t)snprintf(text + n, BR_SETS_SIZE - n, "%s%s", i ? ", " : "", law->set[i].name);
    }
    if (near.best)
        snprintf(text + n, BR_SETS_SIZE - n, "; did you mean %s?", near.best);
}
