// conditions.c - what a law requires and expects of its numbers.                [host]
#include "num/fp.h"

#include "law/tape.h"
#include "num/text.h"
#include "tool/conditions.h"
#include "tool/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// States that nobody gave a value are 0 only for want of a better one: no condition is judged by them.
static bool known(const br_model *m, int q)
{
    return m->origin[q] == BR_GIVEN || m->origin[q] == BR_DEFAULT;
}

static br_status find_needs(const br_model *m, int node, char needs[200])
{
    const br_graph *g = &m->law.g;
    bool *need = calloc((size_t)g->count, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    br_graph_reach(g, &node, 1, need);
    size_t n = 0;
    needs[0] = 0;
    for (int i = 0; i <= node; i++) {
        int q = need[i] && g->node[i].op == BR_OP_VAR ? g->node[i].var : -1;
        if (q >= 0 && q < m->law.nq && !known(m, q) && n + BR_NAME_SIZE + 2 < 200)
            n += (size_t)snprintf(needs + n, 200 - n, "%s%s", n ? ", " : "", m->law.q[q].name);
    }
    free(need);
    return BR_OK;
}

static br_status evaluate(const br_model *m, const br_row *row, int rows, br_interval *out)
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
        br_point at = {.x = x, .u = u, .p = p, .m = m->m};
        br_tape_run(&t, 1, &at, y, NULL);
        for (int i = 0; i < rows; i++)
            out[i] = (br_interval){y[i], y[i]};
    } else {
        br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
        status = br_tape_enclose(&t, &box, out, NULL);
    }
    free(x);
    br_tape_free(&t);
    return status;
}

br_status condition_judge(const br_model *m, int condition, condition_result *r)
{
    const br_graph *g = &m->law.g;
    int node = m->law.cond[condition].node;
    const br_node *n = &g->node[node];
    memset(r, 0, sizeof *r);
    br_status status = find_needs(m, node, r->needs);
    r->answer = CONDITION_UNKNOWN;
    if (status != BR_OK || r->needs[0])
        return status;
    r->strict = n->op == BR_OP_LT;
    r->sides = (n->op == BR_OP_LE || n->op == BR_OP_LT) && n->dim == BR_SCALAR;
    br_row rows[3] = {{"", 0, BR_SCALAR, node}};
    if (r->sides) {
        rows[1] = (br_row){"", 0, BR_SCALAR, n->arg[0]};
        rows[2] = (br_row){"", 0, BR_SCALAR, n->arg[1]};
    }
    br_interval out[3];
    status = evaluate(m, rows, r->sides ? 3 : 1, out);
    if (status != BR_OK)
        return status;
    r->answer = out[0].lo > 0 ? CONDITION_HOLDS : out[0].hi == 0 ? CONDITION_BROKEN : CONDITION_UNDECIDED;
    if (r->sides) {
        r->left = out[1];
        r->right = out[2];
        r->margin = (br_interval){out[2].lo - out[1].hi, out[2].hi - out[1].lo};
    }
    return BR_OK;
}

br_status conditions_must_hold(const br_model *m, br_diag *why)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        condition_result r;
        br_status status = c->must ? condition_judge(m, i, &r) : BR_OK;
        if (status != BR_OK)
            return status;
        if (!c->must || r.answer != CONDITION_BROKEN)
            continue;
        char left[BR_NUMBER_SIZE] = "", right[BR_NUMBER_SIZE] = "";
        br_number_write(left, r.left.lo);
        br_number_write(right, r.right.hi);
        const char *words = c->words[0] ? c->words : "a condition of the law";
        if (r.sides)
            return tool_complain(why, BR_BAD_LAW, "bristle: law %s requires '%.150s', but here %s %s %s", m->law.name,
                                 words, left, r.strict ? ">=" : ">", right);
        return tool_complain(why, BR_BAD_LAW, "bristle: law %s requires '%.150s', which does not hold here",
                             m->law.name, words);
    }
    return BR_OK;
}
