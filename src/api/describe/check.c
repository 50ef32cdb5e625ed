// check.c - is a law right with every combination of its choices? bristle/describe.h.    [host]
#include "num/base/fp.h"

#include "api/describe/describe_parts.h"
#include "api/law/sized.h"
#include "law/eval/combine.h"
#include "num/text/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Names of quantities and definitions, and whether anything stands on them under some choice.
typedef struct usage_item {
    char name[BR_NAME_SIZE];
    const char *kind;
    bool used;
} usage_item;

typedef struct usage {
    usage_item *item;
    int count, room;
} usage;

static br_status note(usage *u, const char *name, const char *kind, bool used)
{
    int at = 0;
    while (at < u->count && strcmp(u->item[at].name, name) != 0)
        at++;
    if (at == u->room) {
        int room = u->room ? 2 * u->room : 32;
        usage_item *larger = realloc(u->item, (size_t)room * sizeof *larger);
        if (!larger)
            return BR_NO_MEMORY;
        u->item = larger;
        u->room = room;
    }
    if (at == u->count) {
        u->item[u->count++] = (usage_item){.kind = kind};
        snprintf(u->item[at].name, sizeof u->item[at].name, "%s", name);
    }
    u->item[at].used = u->item[at].used || used;
    return BR_OK;
}

// Is a name defined in the law's own text, and nowhere else in it?
static bool stands_alone(const br_tokens *t, const char *name)
{
    bool defined = false;
    for (int i = 0; i + 1 < t->count; i++) {
        if (!br_token_is(&t->token[i], name))
            continue;
        bool first = i == 0 || t->token[i - 1].kind == BR_T_LINE;
        if (!first || !br_token_is_mark(&t->token[i + 1], '='))
            return false;
        defined = true;
    }
    return defined;
}

static void reach_rows(const br_parsed_law *law, bool *need)
{
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].rate != BR_NO_NODE)
            br_graph_reach(&law->g, &law->q[q].rate, 1, need);
        if (law->q[q].next != BR_NO_NODE)
            br_graph_reach(&law->g, &law->q[q].next, 1, need);
    }
    for (int i = 0; i < law->nout; i++) {
        if (law->out[i].now != BR_NO_NODE)
            br_graph_reach(&law->g, &law->out[i].now, 1, need);
        if (law->out[i].next != BR_NO_NODE)
            br_graph_reach(&law->g, &law->out[i].next, 1, need);
    }
    for (int i = 0; i < law->ncond; i++)
        br_graph_reach(&law->g, &law->cond[i].node, 1, need);
    for (int i = 0; i < law->njump; i++)
        br_graph_reach(&law->g, &law->jump[i].guard, 1, need);
    br_graph_reach(&law->g, law->preset, law->npreset, need);
}

static br_status find_usage(usage *u, const br_parsed_law *law)
{
    br_status status = BR_OK;
    double value;
    bool *need = calloc((size_t)law->g.count + 1, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    reach_rows(law, need);
    for (int q = 0; q < law->nq && status == BR_OK; q++)
        if (law->q[q].kind != BR_STATE) // an unused one may be what a simulation is made for
            status = note(u, law->q[q].name, law->q[q].kind == BR_PARAM ? "parameter" : "input", need[law->q[q].node]);
    for (int i = 0; i < law->ndef && status == BR_OK; i++) {
        bool used = need[law->def[i].node] || br_graph_is_const(&law->g, law->def[i].node, &value);
        status = note(u, law->def[i].name, "definition", used || !stands_alone(&law->tokens, law->def[i].name));
    }
    free(need);
    return status;
}

// Defaults that need no values of others must keep their own bounds.
static br_status check_defaults(const br_model_source *s, const br_chosen *chosen, int n, br_diag *why)
{
    br_buffer text = {0};
    br_assignments list;
    br_model m;
    for (int i = 0; i < n; i++)
        br_buffer_print(&text, "%s = %s\n", chosen[i].name, chosen[i].value);
    br_status status = text.status;
    if (status == BR_OK)
        status = br_assignments_read(&list, text.text ? text.text : "", text.size, "choices", why);
    if (status == BR_OK) {
        const br_assignments *lists[] = {&list};
        status = br_model_open(&m, s, lists, n > 0 ? 1 : 0, why);
        if (status == BR_OK)
            br_model_close(&m);
        br_assignments_free(&list);
    }
    br_buffer_free(&text);
    return status;
}

static br_status read_combination(const br_model_source *s, const br_chosen *chosen, int n, int motion, usage *u,
                                  br_diag *why)
{
    br_parsed_law law;
    char words[BR_CHOSEN_SIZE];
    br_status status = br_describe_read(s, chosen, n, motion, &law, why);
    if (status == BR_OK) {
        status = motion == 0 ? find_usage(u, &law) : BR_OK;
        br_law_free(&law);
        if (status == BR_OK && motion == 0)
            status = check_defaults(s, chosen, n, why);
    }
    br_describe_chosen(chosen, n, words);
    if (status != BR_OK && n > 0)
        snprintf(why->text + strlen(why->text), sizeof why->text - strlen(why->text), " (when %s)", words);
    return status;
}

static br_status read_combinations(const br_model_source *s, const br_parsed_law *law, int most, usage *u, br_diag *why)
{
    br_chosen chosen[BR_MAX_CHOICES];
    br_status status = BR_OK;
    for (int k = 0; k < most && status == BR_OK; k++)
        for (int motion = 0; motion < law->motions && status == BR_OK; motion++)
            status = read_combination(s, chosen, br_combine_pick(law, k, chosen), motion, u, why);
    return status;
}

static br_status check_all(br_description *d, usage *u, br_diag *why)
{
    int count = br_combine_count(&d->law, BR_DESCRIBED_COMBINATIONS);
    bool all = count <= BR_DESCRIBED_COMBINATIONS;
    br_model_source body = br_model_source_body(&d->from.source, &d->law);
    int most = all ? count : BR_DESCRIBED_COMBINATIONS;
    br_status status = read_combinations(&body, &d->law, most, u, why);
    for (int i = 0; i < u->count && status == BR_OK && all; i++) {
        br_described_unused *to = u->item[i].used ? NULL : br_listed_add(&d->unused, &d->store, sizeof *to, sizeof *to);
        if (!to)
            continue;
        to->kind = u->item[i].kind;
        to->name = br_store_words(&d->store, u->item[i].name);
    }
    if (status == BR_OK && d->store.status == BR_OK)
        d->check = (br_described_check){sizeof d->check, most, all, d->law.motions > 1};
    return status == BR_OK ? d->store.status : status;
}

static br_status check_description(br_description *d, const br_described_check **check, br_diag *why)
{
    br_diag words = {0};
    usage u = {0};
    if (!d || !check)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_description_check: a description and a place for the result are needed");
    br_status status = BR_OK;
    if (d->check.size == 0) {
        d->unused.count = 0;
        status = check_all(d, &u, &words);
    }
    free(u.item);
    d->store.status = BR_OK;
    if (status == BR_OK)
        *check = &d->check;
    else if (why)
        *why = words;
    return status;
}

br_status br_description_check(br_description *d, const br_described_check **check, br_diag *why)
{
    return br_describe_said(check_description(d, check, why), why);
}
