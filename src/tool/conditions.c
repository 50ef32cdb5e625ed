// conditions.c - what a law requires and expects of its numbers.                [host]
#include "num/fp.h"

#include "num/text.h"
#include "tool/conditions.h"
#include "tool/load.h"
#include "tool/options.h"

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

// ---------------------------------------------------------------- the unit of the sides

// Units stand with quantities; a number in the text may have had one that nobody kept. *left: looks that remain.
static bool unit_of(const br_law *law, int node, br_unit *unit, int *left)
{
    const br_node *n = &law->g.node[node];
    br_unit a, b;
    if (--*left < 0)
        return false;
    switch (n->op) {
    case BR_OP_VAR:
        if (n->var < 0 || n->var >= law->nq)
            return false;
        *unit = law->q[n->var].unit;
        return true;
    case BR_OP_ABS:
    case BR_OP_NEG:
    case BR_OP_SUM:
    case BR_OP_SPREAD: return unit_of(law, n->arg[0], unit, left);
    case BR_OP_ADD:
    case BR_OP_SUB:
    case BR_OP_MIN:
    case BR_OP_MAX: return unit_of(law, n->arg[0], unit, left) || unit_of(law, n->arg[1], unit, left);
    case BR_OP_SELECT: return unit_of(law, n->arg[1], unit, left) || unit_of(law, n->arg[2], unit, left);
    case BR_OP_MUL:
    case BR_OP_DIV:
        if (!unit_of(law, n->arg[0], &a, left) || !unit_of(law, n->arg[1], &b, left))
            return false;
        *unit = n->op == BR_OP_MUL ? br_unit_mul(a, b) : br_unit_div(a, b);
        return true;
    default: return false;
    }
}

// A quantity's own unit as it is declared; else the unit of whichever side tells.
static void find_unit(const br_law *law, const int side[2], char unit[BR_UNIT_SIZE])
{
    unit[0] = 0;
    for (int i = 0; i < 2 && !unit[0]; i++) {
        const br_node *n = &law->g.node[side[i]];
        if (n->op == BR_OP_VAR && n->var >= 0 && n->var < law->nq)
            snprintf(unit, BR_UNIT_SIZE, "%s", law->q[n->var].si_text);
    }
    for (int i = 0; i < 2 && !unit[0]; i++) {
        br_unit u;
        int left = 200;
        if (unit_of(law, side[i], &u, &left))
            br_unit_write(unit, u);
    }
    if (strcmp(unit, "-") == 0)
        unit[0] = 0;
}

// Does the text say right >= left? Only a single sign outside of brackets tells.
static bool is_turned(const br_condition *c)
{
    int depth = 0, signs = 0;
    bool turned = false;
    for (int i = 0; i < c->size; i++) {
        depth += c->text[i] == '(' ? 1 : c->text[i] == ')' ? -1 : 0;
        if (depth == 0 && (c->text[i] == '<' || c->text[i] == '>')) {
            turned = c->text[i] == '>';
            signs++;
        }
    }
    return signs == 1 && turned;
}

static void show_number(br_buffer *out, br_interval v)
{
    br_buffer_about(out, v.lo == 0 ? 0 : v.lo, 6);
    if (v.lo != v.hi) {
        br_buffer_put(out, "..");
        br_buffer_about(out, v.hi == 0 ? 0 : v.hi, 6);
    }
}

void condition_show_sides(br_buffer *out, const condition_result *r)
{
    static const char *const sign[2][2][4] = {
        {{" <= ", " > ", " <= or > ", ""}, {" < ", " >= ", " < or >= ", ""}},
        {{" >= ", " < ", " >= or < ", ""}, {" > ", " <= ", " > or <= ", ""}},
    };
    const char *blank = r->unit[0] ? " " : "";
    show_number(out, r->turned ? r->is.right : r->is.left);
    br_buffer_put(out, sign[r->turned][r->is.strict][r->is.answer]);
    show_number(out, r->turned ? r->is.left : r->is.right);
    br_buffer_print(out, "%s%s, margin ", blank, r->unit);
    show_number(out, r->is.margin);
    br_buffer_print(out, "%s%s", blank, r->unit);
}

// ---------------------------------------------------------------- judging

bool condition_is_undecided(const br_condition *c, const condition_result *r)
{
    return c->must && r->is.answer == BR_UNDECIDED;
}

void condition_words(const br_condition *c, char words[BR_MAX_WORDS + 1])
{
    if (c->words[0])
        snprintf(words, BR_MAX_WORDS + 1, "%s", c->words);
    else
        snprintf(words, BR_MAX_WORDS + 1, "%.*s", c->size, c->text);
}

br_status condition_judge(const br_model *m, int condition, condition_result *r)
{
    int node = m->law.cond[condition].node;
    memset(r, 0, sizeof *r);
    br_status status = find_needs(m, node, r);
    if (status == BR_OK)
        status = br_model_judge(m, condition, &r->is);
    if (status == BR_OK && r->is.sides) {
        r->turned = is_turned(&m->law.cond[condition]);
        find_unit(&m->law, m->law.g.node[node].arg, r->unit);
    }
    return status;
}

br_status conditions_must_hold(const br_model *m, br_diag *why)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        condition_result r;
        br_status status = c->must ? condition_judge(m, i, &r) : BR_OK;
        if (status != BR_OK)
            return status;
        if (!c->must || r.is.answer != BR_BROKEN)
            continue;
        char words[BR_MAX_WORDS + 1];
        condition_words(c, words);
        if (r.is.sides) {
            br_buffer sides = {0};
            condition_show_sides(&sides, &r);
            status = tool_complain(why, BR_BAD_LAW, "bristle: law %s requires '%.150s', but here %s", m->law.name,
                                   words, sides.text ? sides.text : "it does not hold");
            br_buffer_free(&sides);
            return status;
        }
        return tool_complain(why, BR_BAD_LAW, "bristle: law %s requires '%.150s', which does not hold here",
                             m->law.name, words);
    }
    return BR_OK;
}
