// conditions.c - conditions of a law, evaluated: bristle/evaluate.h.    [host]
#include "num/base/fp.h"

#include "api/describe/evaluate_parts.h"
#include "api/law/sized.h"
#include "law/model/condition.h"
#include "num/text/diag.h"
#include "num/text/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEEDS = 200, ASSUMED = 600 }; // bytes of these lists that people read

typedef struct needs {
    br_buffer names;   // of what has no value, with commas
    br_buffer assumed; // inputs and states that have their default: "dt = 0.001 s"
    int other;         // the first that has no value and is no parameter, or -1
    bool parameter;    // one of them is a parameter
} needs;

static void add_need(const br_model *m, int q, needs *r)
{
    bool parameter = m->law.q[q].kind == BR_PARAM;
    if (r->names.size + BR_NAME_SIZE + 2 < NEEDS)
        br_buffer_print(&r->names, "%s%s", r->names.size > 0 ? ", " : "", m->law.q[q].name);
    r->parameter = r->parameter || parameter;
    if (!parameter && r->other < 0)
        r->other = q;
}

static void add_assumed(const br_model *m, int q, needs *r)
{
    const char *unit = m->law.q[q].si_text;
    char number[BR_NUMBER_SIZE];
    br_number_write(number, br_model_values(m, q)[0].lo);
    bool plain = strcmp(unit, "-") == 0;
    if (r->assumed.size + BR_NAME_SIZE + BR_NUMBER_SIZE + BR_UNIT_SIZE + 12 < ASSUMED)
        br_buffer_print(&r->assumed, "%s%s = %s%s%s", r->assumed.size > 0 ? ", " : "", m->law.q[q].name, number,
                        plain ? "" : " ", plain ? "" : unit);
}

// What the condition stands on: quantities without a value, and inputs and states that have their default.
static br_status find_needs(const br_model *m, int node, needs *r)
{
    const br_graph *g = &m->law.g;
    bool *need = calloc((size_t)g->count, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    br_graph_reach(g, &node, 1, need);
    for (int i = 0; i <= node; i++) {
        int q = need[i] && g->node[i].op == BR_OP_VAR ? g->node[i].var : -1;
        if (q < 0 || q >= m->law.nq)
            continue;
        if (!br_model_knows(m, q))
            add_need(m, q, r);
        else if (m->law.q[q].kind != BR_PARAM && m->origin[q] == BR_DEFAULT)
            add_assumed(m, q, r);
    }
    free(need);
    return BR_OK;
}

static void describe_needs(br_evaluated_condition *to, br_store *s, const br_model *m, needs *r)
{
    to->needs = br_store_buffer(s, &r->names);
    to->assumed = br_store_buffer(s, &r->assumed);
    to->needs_parameter = r->parameter;
    to->needs_other = r->other < 0 ? "" : br_store_words(s, m->law.q[r->other].name);
    to->needs_unit = r->other < 0 ? "" : br_store_words(s, m->law.q[r->other].si_text);
}

static void describe_answer(br_evaluated_condition *to, br_store *s, const br_judgement *is)
{
    br_buffer sides = {0};
    if (is->sides)
        br_judgement_show(&sides, is);
    to->answer = (br_evaluated_answer)is->answer;
    to->sides = br_store_buffer(s, &sides);
    to->margin_low = is->sides ? is->margin.lo : (double)NAN;
    to->margin_high = is->sides ? is->margin.hi : (double)NAN;
    to->unit = br_store_words(s, is->unit);
}

static br_status evaluate_condition(br_evaluation *e, int i)
{
    const br_condition *c = &e->model->law.cond[i];
    br_store *s = &e->judged;
    needs r = {.other = -1};
    br_judgement is = {0};
    br_evaluated_condition *to = br_listed_add(&e->condition, s, sizeof *to, sizeof *to);
    br_status status = to ? find_needs(e->model, c->node, &r) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_model_check_condition(e->model, i, &is);
    if (to) {
        describe_needs(to, s, e->model, &r);
        describe_answer(to, s, &is);
        to->must = c->must;
        to->text = br_store_text(s, c->text, (size_t)c->size);
        to->meaning = br_store_words(s, c->words);
    }
    return status == BR_OK ? s->status : status;
}

br_status br_evaluation_find_conditions(br_evaluation *e, br_diag *why)
{
    if (!e)
        return br_diag_fail(why, BR_BAD_USAGE, "br_evaluation_find_conditions: an evaluation is needed");
    br_store_free(&e->judged);
    e->condition.count = 0;
    br_status status = BR_OK;
    for (int i = 0; i < e->model->law.ncond && status == BR_OK; i++)
        status = evaluate_condition(e, i);
    if (status != BR_OK)
        e->condition.count = 0;
    return br_said(status, why);
}

const br_evaluated_condition *br_evaluation_condition(const br_evaluation *e, int i)
{
    return e ? br_listed_at(&e->condition, i) : NULL;
}
