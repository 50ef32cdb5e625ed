// affine.c - parameters that the output is affine in, and laws that are homogeneous in forces. [host]
#include "num/base/fp.h"

#include "fit/output/affine.h"

#include <stdlib.h>
#include <string.h>

enum { CURVED = 2 }; // degree: 0 constant, 1 affine

static int degree_of(const br_graph *g, int i, const signed char *degree)
{
    const br_node *n = &g->node[i];
    const int *arg;
    int count = br_graph_args(g, i, &arg), most = 0;
    for (int k = 0; k < count; k++)
        most = degree[arg[k]] > most ? degree[arg[k]] : most;
    switch (n->op) {
    case BR_OP_ADD:
    case BR_OP_SUB:
    case BR_OP_NEG:
    case BR_OP_SUM:
    case BR_OP_SPREAD:
    case BR_OP_BYMODE: return most;
    case BR_OP_MUL: return degree[arg[0]] + degree[arg[1]] > 1 ? CURVED : most;
    case BR_OP_DIV: return degree[arg[1]] > 0 ? CURVED : most;
    case BR_OP_SELECT: return degree[arg[0]] > 0 ? CURVED : most;
    default: return most > 0 ? CURVED : 0;
    }
}

// Degrees of all nodes in the parameters that are chosen, by quantity.
static void find_degrees(const br_parsed_law *law, const bool *chosen, signed char *degree)
{
    for (int i = 0; i < law->g.count; i++) {
        const br_node *n = &law->g.node[i];
        bool is = n->op == BR_OP_VAR && n->var >= 0 && n->var < law->nq && chosen[n->var];
        degree[i] = (signed char)(n->op == BR_OP_CONST ? 0 : n->op == BR_OP_VAR ? is : degree_of(&law->g, i, degree));
    }
}

// No rate and no guard depends on the chosen ones, and the output is affine in them.
static bool all_affine(const br_parsed_law *law, int F, const bool *chosen, signed char *degree)
{
    find_degrees(law, chosen, degree);
    bool affine = degree[F] <= 1;
    for (int q = 0; q < law->nq; q++)
        affine = affine && (law->q[q].kind != BR_STATE || law->q[q].rate == BR_NO_NODE || degree[law->q[q].rate] == 0);
    for (int i = 0; i < law->njump; i++)
        affine = affine && degree[law->jump[i].guard] == 0;
    return affine;
}

// The node of an output by its number among the outputs of the system; -1: it is one of several elements.
static int output_node(const br_model *m, int output)
{
    for (int i = 0, at = 0; i < m->law.nout; i++) {
        const br_output *o = &m->law.out[i];
        if (o->now != BR_NO_NODE && at == output)
            return o->dim == BR_SCALAR ? o->now : -1;
        at += o->now == BR_NO_NODE ? 0 : o->dim == BR_SCALAR ? 1 : m->n[o->dim];
    }
    return -1;
}

br_status br_fit_affine(const br_model *m, const br_fit_parameters *n, int output, bool *affine)
{
    const br_parsed_law *law = &m->law;
    int F = output_node(m, output);
    bool *chosen = calloc((size_t)law->nq + 1, sizeof *chosen);
    signed char *degree = calloc((size_t)law->g.count + 1, sizeof *degree);
    br_status status = chosen && degree ? BR_OK : BR_NO_MEMORY;
    memset(affine, 0, (size_t)n->count * sizeof *affine);
    for (int i = 0; i < n->count && status == BR_OK && F >= 0; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        bool moved = w->kind == BR_FIT_SHARE || w->kind == BR_FIT_BELOW || law->q[w->quantity].dim != BR_SCALAR;
        if (moved || (w->kind == BR_FIT_ABOVE && !affine[w->other] && w->other < i))
            continue;
        chosen[w->quantity] = true;
        affine[i] = chosen[w->quantity] = all_affine(law, F, chosen, degree);
    }
    for (int i = 0; i < n->count; i++) // what is bounded by another parameter goes with it
        if (n->parameter[i].kind == BR_FIT_ABOVE && affine[i])
            affine[i] = affine[n->parameter[i].other];
    free(chosen);
    free(degree);
    return status;
}

double br_fit_force_power(const br_fit_parameter *w)
{
    return w->is.power[1] / 12.0;
}

bool br_fit_homogeneous(const br_model *m, const br_fit_parameters *n)
{
    bool *fitted = calloc((size_t)m->np + 1, sizeof *fitted), all = fitted != NULL;
    for (int i = 0; fitted && i < n->count; i++)
        fitted[n->parameter[i].at] = true;
    for (int q = 0; q < m->law.nq && all; q++) {
        const br_quantity *w = &m->law.q[q];
        bool force = w->unit.power[1] != 0;
        if (w->kind == BR_INPUT)
            all = !force;
        for (int i = 0; w->kind == BR_PARAM && i < br_model_len(m, q); i++)
            all = all && (!force || fitted[m->at[q] + i] || br_interval_mid(m->p[m->at[q] + i]) == 0);
    }
    free(fitted);
    return all;
}
