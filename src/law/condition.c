// condition.c - conditions of a law, judged.                                   [host]
#include "num/fp.h"

#include "law/condition.h"
#include "law/tape.h"
#include "num/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool br_model_knows(const br_model *m, int quantity)
{
    return m->origin[quantity] == BR_GIVEN || m->origin[quantity] == BR_DEFAULT;
}

static br_status all_known(const br_model *m, int node, bool *known)
{
    const br_graph *g = &m->law.g;
    bool *need = calloc((size_t)g->count, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    br_graph_reach(g, &node, 1, need);
    *known = true;
    for (int i = 0; i <= node; i++)
        if (need[i] && g->node[i].op == BR_OP_VAR && g->node[i].var >= 0 && g->node[i].var < m->law.nq)
            *known = *known && br_model_knows(m, g->node[i].var);
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

br_status br_model_judge(const br_model *m, int condition, br_judgement *j)
{
    int node = m->law.cond[condition].node;
    const br_node *n = &m->law.g.node[node];
    bool known = false;
    memset(j, 0, sizeof *j);
    j->answer = BR_UNKNOWN;
    br_status status = all_known(m, node, &known);
    if (status != BR_OK || !known)
        return status;
    j->strict = n->op == BR_OP_LT;
    j->sides = (n->op == BR_OP_LE || n->op == BR_OP_LT) && n->dim == BR_SCALAR;
    br_row rows[3] = {{"", 0, BR_SCALAR, node}};
    if (j->sides) {
        rows[1] = (br_row){"", 0, BR_SCALAR, n->arg[0]};
        rows[2] = (br_row){"", 0, BR_SCALAR, n->arg[1]};
    }
    br_interval out[3];
    status = evaluate(m, rows, j->sides ? 3 : 1, out);
    if (status != BR_OK)
        return status;
    j->answer = out[0].lo > 0 ? BR_HOLDS : out[0].hi == 0 ? BR_BROKEN : BR_UNDECIDED;
    if (j->sides) {
        j->left = out[1];
        j->right = out[2];
        double margin = out[2].lo - out[1].lo;
        j->margin = m->exact ? (br_interval){margin, margin} : br_interval_sub(out[2], out[1]);
    }
    return BR_OK;
}

br_status br_model_must_hold(const br_model *m, br_diag *why)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        br_judgement j;
        br_status status = c->must ? br_model_judge(m, i, &j) : BR_OK;
        if (status != BR_OK)
            return status;
        if (c->must && j.answer == BR_BROKEN)
            return br_complain(why, BR_BAD_LAW, &m->law.tokens, NULL,
                               "law %s requires %.*s, which does not hold for these values", m->law.name,
                               c->size > 200 ? 200 : c->size, c->text);
    }
    return BR_OK;
}
