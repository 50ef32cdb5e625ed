// conditions.c - what a law requires and expects of its parameters.             [host]
#include "num/base/fp.h"

#include "num/text/number.h"
#include "tool/kit/conditions.h"
#include "tool/kit/load.h"
#include "tool/kit/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_need(const br_model *m, int q, condition_result *r, size_t *n)
{
    bool param = m->law.q[q].kind == BR_PARAM;
    if (*n + BR_NAME_SIZE + 2 < sizeof r->needs)
        *n += (size_t)snprintf(r->needs + *n, sizeof r->needs - *n, "%s%s", *n ? ", " : "", m->law.q[q].name);
    r->needs_param = r->needs_param || param;
    if (!param && r->needs_other < 0)
        r->needs_other = q;
}

static void add_assumed(const br_model *m, int q, condition_result *r)
{
    char number[BR_NUMBER_SIZE], unit[BR_UNIT_SIZE];
    size_t n = strlen(r->assumed);
    br_number_write(number, br_model_values(m, q)[0].lo);
    snprintf(unit, BR_UNIT_SIZE, "%s", m->law.q[q].si_text);
    bool plain = strcmp(unit, "-") == 0;
    if (n + BR_NAME_SIZE + sizeof number + sizeof unit + 12 < sizeof r->assumed)
        snprintf(r->assumed + n, sizeof r->assumed - n, "%s%s = %s%s%s", n ? ", " : "", m->law.q[q].name, number,
                 plain ? "" : " ", plain ? "" : unit);
}

// What the condition stands on: quantities without a value, and inputs and states that have their default.
static br_status find_needs(const br_model *m, int node, condition_result *r)
{
    const br_graph *g = &m->law.g;
    bool *need = calloc((size_t)g->count, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    br_graph_reach(g, &node, 1, need);
    size_t n = 0;
    r->needs_other = -1;
    for (int i = 0; i <= node; i++) {
        int q = need[i] && g->node[i].op == BR_OP_VAR ? g->node[i].var : -1;
        if (q < 0 || q >= m->law.nq)
            continue;
        if (!br_model_knows(m, q))
            add_need(m, q, r, &n);
        else if (m->law.q[q].kind != BR_PARAM && m->origin[q] == BR_DEFAULT)
            add_assumed(m, q, r);
    }
    free(need);
    return BR_OK;
}

// ---------------------------------------------------------------- judging

bool condition_is_undecided(const br_condition *c, const condition_result *r)
{
    return c->must && r->is.answer == BR_UNDECIDED;
}

br_status condition_evaluate(const br_model *m, int condition, condition_result *r)
{
    memset(r, 0, sizeof *r);
    br_status status = find_needs(m, m->law.cond[condition].node, r);
    return status == BR_OK ? br_model_check_condition(m, condition, &r->is) : status;
}

br_status conditions_must_hold(const br_model *m, br_diag *why)
{
    br_diag words = {0};
    br_status status = br_model_must_hold(m, &words);
    return status == BR_BAD_LAW ? tool_complain(why, status, "bristle: %s", words.text) : status;
}

br_status tool_model_check(const br_model *m, br_diag *why)
{
    br_status status = tool_model_complete(m, &m->law, false, why);
    return status == BR_OK ? conditions_must_hold(m, why) : status;
}
