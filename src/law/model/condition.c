// condition.c - conditions of a law (require, expect), checked at the values of a model. [host]
#include "num/base/fp.h"

#include "law/model/condition.h"
#include "law/eval/tape.h"
#include "num/text/number.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool br_model_knows(const br_model *m, int quantity)
{
    return m->origin[quantity] == BR_GIVEN || m->origin[quantity] == BR_DEFAULT;
}

// *all: whether `is` holds for every variable that the condition at this node depends on.
static br_status all_are(const br_model *m, int node, bool (*is)(const br_model *m, int quantity), bool *all)
{
    const br_graph *g = &m->law.g;
    bool *need = calloc((size_t)g->count, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    br_graph_reach(g, &node, 1, need);
    *all = true;
    for (int i = 0; i <= node; i++)
        if (need[i] && g->node[i].op == BR_OP_VAR)
            *all = *all && is(m, g->node[i].var);
    free(need);
    return BR_OK;
}

static bool is_quantity(const br_model *m, int var)
{
    return var >= 0 && var < m->law.nq;
}

static bool is_known(const br_model *m, int var)
{
    return !is_quantity(m, var) || br_model_knows(m, var);
}

static bool is_parameter(const br_model *m, int var)
{
    return is_quantity(m, var) && m->law.q[var].kind == BR_PARAM;
}

static br_status evaluate_conditions(const br_model *m, const br_law_row *row, int rows, br_interval *out)
{
    br_tape t;
    br_status status = br_tape_make_rows(&t, &m->law, row, rows, m->n);
    if (status != BR_OK)
        return status;
    double *x = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + (size_t)rows + 1, sizeof *x);
    if (!x) {
        br_tape_free(&t);
        return BR_NO_MEMORY;
    }
    double *u = x + m->nx, *p = u + m->nu, *y = p + m->np;
    if (m->exact) {
        br_model_points(m, x, u, p);
        br_tape_run(&t, 1, &(br_point){.x = x, .u = u, .p = p, .m = m->m}, y, NULL);
        for (int i = 0; i < rows; i++)
            out[i] = (br_interval){y[i], y[i]};
    } else {
        status = br_tape_enclose(&t, &(br_box){.x = m->x, .u = m->u, .p = m->p, .m = m->m}, out, NULL);
    }
    free(x);
    br_tape_free(&t);
    return status;
}

// ---------------------------------------------------------------- the sides in words

// Units belong to quantities; a number in the text has none. *left: nodes that may still be visited.
static bool unit_of(const br_parsed_law *law, int node, br_unit *unit, int *left)
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

// A quantity's own unit as it is declared; else the unit of whichever side has one.
static void find_unit(const br_parsed_law *law, const int side[2], char unit[BR_UNIT_SIZE])
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

// Does the text say right >= left? Only a single sign outside of brackets counts.
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

void br_judgement_show(br_buffer *out, const br_judgement *j)
{
    static const char *const sign[2][2][4] = {
        {{" <= ", " > ", " <= or > ", ""}, {" < ", " >= ", " < or >= ", ""}},
        {{" >= ", " < ", " >= or < ", ""}, {" > ", " <= ", " > or <= ", ""}},
    };
    const char *blank = j->unit[0] ? " " : "";
    show_number(out, j->turned ? j->right : j->left);
    br_buffer_put(out, sign[j->turned][j->strict][j->answer]);
    show_number(out, j->turned ? j->left : j->right);
    br_buffer_print(out, "%s%s, margin ", blank, j->unit);
    show_number(out, j->margin);
    br_buffer_print(out, "%s%s", blank, j->unit);
}

// ---------------------------------------------------------------- judging

br_status br_model_check_condition(const br_model *m, int condition, br_judgement *j)
{
    int node = m->law.cond[condition].node;
    const br_node *n = &m->law.g.node[node];
    bool known = false;
    memset(j, 0, sizeof *j);
    j->answer = BR_UNKNOWN;
    br_status status = all_are(m, node, is_known, &known);
    if (status != BR_OK || !known)
        return status;
    j->strict = n->op == BR_OP_LT;
    j->sides = (n->op == BR_OP_LE || n->op == BR_OP_LT) && n->dim == BR_SCALAR;
    br_law_row rows[3] = {{"", 0, BR_SCALAR, node}};
    if (j->sides) {
        rows[1] = (br_law_row){"", 0, BR_SCALAR, n->arg[0]};
        rows[2] = (br_law_row){"", 0, BR_SCALAR, n->arg[1]};
    }
    br_interval out[3];
    status = evaluate_conditions(m, rows, j->sides ? 3 : 1, out);
    if (status != BR_OK)
        return status;
    j->answer = out[0].lo > 0 ? BR_HOLDS : out[0].hi == 0 ? BR_BROKEN : BR_UNDECIDED;
    if (j->sides) {
        j->turned = is_turned(&m->law.cond[condition]);
        find_unit(&m->law, n->arg, j->unit);
        j->left = out[1];
        j->right = out[2];
        double margin = out[2].lo - out[1].lo;
        j->margin = m->exact ? (br_interval){margin, margin} : br_interval_sub(out[2], out[1]);
    }
    return BR_OK;
}

static bool compares_parameters(const br_model *m, const br_condition *c)
{
    const br_node *n = &m->law.g.node[c->node], *left, *right;
    if (n->op != BR_OP_LE && n->op != BR_OP_LT)
        return false;
    left = &m->law.g.node[n->arg[0]];
    right = &m->law.g.node[n->arg[1]];
    return left->op == BR_OP_VAR && right->op == BR_OP_VAR && is_parameter(m, left->var) && is_parameter(m, right->var);
}

static br_status check_all(const br_model *m, bool expected, br_diag *why)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        bool looks = c->must || (expected && compares_parameters(m, c));
        br_judgement j;
        br_status status = looks ? br_model_check_condition(m, i, &j) : BR_OK;
        if (status != BR_OK)
            return status;
        if (!looks || j.answer != BR_BROKEN)
            continue;
        br_buffer sides = {0};
        char name[BR_MAX_WORDS + 1];
        br_condition_name(c, name);
        if (j.sides)
            br_judgement_show(&sides, &j);
        status = br_complain(why, BR_BAD_LAW, &m->law.tokens, NULL, "law %s %s '%.150s', %s%s", m->law.name,
                             c->must ? "requires" : "expects", name,
                             sides.text ? "but here " : "which does not hold here", sides.text ? sides.text : "");
        br_buffer_free(&sides);
        return status;
    }
    return BR_OK;
}

br_status br_model_must_hold(const br_model *m, br_diag *why)
{
    return check_all(m, false, why);
}

br_status br_model_should_hold(const br_model *m, br_diag *why)
{
    return check_all(m, true, why);
}

const char *br_broken_words(const br_diag *why)
{
    const char *words = strstr(why->text, "requires ");
    words = words ? words : strstr(why->text, "expects ");
    return words ? words : "breaks what it requires";
}

void br_condition_name(const br_condition *c, char words[BR_MAX_WORDS + 1])
{
    if (c->words[0])
        snprintf(words, BR_MAX_WORDS + 1, "%s", c->words);
    else
        snprintf(words, BR_MAX_WORDS + 1, "%.*s", c->size, c->text);
}

br_status br_model_warn(const br_model *m, br_buffer *to)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        br_judgement j;
        bool only = false;
        br_status status = c->must ? BR_OK : all_are(m, c->node, is_parameter, &only);
        if (status == BR_OK && only)
            status = br_model_check_condition(m, i, &j);
        if (status != BR_OK)
            return status;
        if (!only || j.answer != BR_BROKEN)
            continue;
        char words[BR_MAX_WORDS + 1];
        br_condition_name(c, words);
        br_buffer_print(to, "law %s expects '%s'", m->law.name, words);
        if (j.sides) {
            br_buffer_put(to, ", but here ");
            br_judgement_show(to, &j);
        }
        br_buffer_put(to, "\n");
    }
    return to->status;
}
