// evolve.c - differential evolution of starts (Storn and Price 1997).            [host]
#include "num/base/fp.h"

#include "fit/output/evolve.h"
#include "num/base/elem.h"
#include "num/base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct evolution {
    const br_output_problem *q;
    br_fit_parameters *n;
    const br_evolve_options *o;
    br_lane *member, *child;
    int count, best;
    int variables; // of the parameters, then of the terms, where these are varied
    double *e, *f; // variables of the members, and of one child
    double *low, *high;
    double *block;
    br_random random;
} evolution;

// A mass goes by factors: its range begins above 0.
static double term_variable(const evolution *w, int j, double value)
{
    double low = w->o->term_range[j][0];
    return low > 0 ? br_log(br_max(value, low)) : value;
}

// Bounds of the variables: those of the search, and the ranges of the parameters.
static void set_bounds(evolution *w)
{
    const double(*range)[2] = w->o->range;
    const double most = 5; // of a logit, or of what lies above another parameter
    br_fit_parameters_bounds(w->n, w->low, w->high);
    for (int i = 0; i < w->n->count; i++) {
        const br_fit_parameter *is = &w->n->parameter[i];
        bool log = is->kind == BR_FIT_LOG, scaled = is->kind == BR_FIT_SCALED;
        int v = is->variable;
        if (v < 0)
            continue;
        double low = log ? br_log(range[i][0] / is->scale) : scaled ? range[i][0] / is->scale : -most;
        double high = log ? br_log(range[i][1] / is->scale) : scaled ? range[i][1] / is->scale : most;
        w->low[v] = br_max(w->low[v], low);
        w->high[v] = br_min(w->high[v], high);
    }
    for (int j = 0; j < w->variables - w->n->variables; j++) {
        w->low[w->n->variables + j] = term_variable(w, j, w->o->term_range[j][0]);
        w->high[w->n->variables + j] = term_variable(w, j, w->o->term_range[j][1]);
    }
}

// The variables of a member, and back.
static void read_variables(const evolution *w, const br_lane *from, double *e)
{
    br_fit_parameters_variables(w->n, from->p, e);
    for (int j = 0; j < w->variables - w->n->variables; j++)
        e[w->n->variables + j] = term_variable(w, j, from->term[j]);
}

static void write_variables(const evolution *w, const double *e, br_lane *to)
{
    br_fit_parameters_values(w->n, e, to->p, NULL);
    for (int j = 0; j < w->variables - w->n->variables; j++) {
        double is = e[w->n->variables + j];
        to->term[j] = w->o->term_range[j][0] > 0 ? br_exp(is) : is;
    }
}

static br_status open_evolution(evolution *w)
{
    w->variables = w->n->variables + (w->o->term_range ? w->q->terms : 0);
    size_t np = (size_t)w->q->model->np, terms = (size_t)w->q->terms, v = (size_t)w->variables, N = (size_t)w->count;
    w->child = calloc(N + 1, sizeof *w->child);
    w->block = calloc(N * (np + terms + v) + 3 * v + 1, sizeof *w->block);
    if (!w->child || !w->block)
        return BR_NO_MEMORY;
    w->e = w->block + N * (np + terms);
    w->f = w->e + N * v;
    w->low = w->f + v;
    w->high = w->low + v;
    for (int i = 0; i < w->count; i++) {
        w->child[i].p = w->block + (size_t)i * (np + terms);
        w->child[i].term = w->child[i].p + np;
        if (w->member[i].cost < w->member[w->best].cost)
            w->best = i;
    }
    br_fit_parameters_scale(w->n, w->member[w->best].p);
    set_bounds(w);
    for (int i = 0; i < w->count; i++)
        read_variables(w, &w->member[i], w->e + (size_t)i * v);
    br_random_init(&w->random, 1, 2);
    return BR_OK;
}

static int other_member(evolution *w)
{
    int i = (int)(br_random_uniform(&w->random) * w->count);
    return i < w->count ? i : w->count - 1;
}

// A member plus a difference of two others, and of every other member some way to the best one; some variables stay.
static void make_child(evolution *w, int i)
{
    int v = w->variables, a = other_member(w), b = other_member(w), stays = (int)(br_random_uniform(&w->random) * v);
    const double *e = w->e + (ptrdiff_t)i * v, *ea = w->e + (ptrdiff_t)a * v, *eb = w->e + (ptrdiff_t)b * v,
                 *best = w->e + (ptrdiff_t)w->best * v;
    double far = 0.4 + 0.6 * br_random_uniform(&w->random), to_best = i % 2 ? br_random_uniform(&w->random) : 0;
    for (int k = 0; k < v; k++) {
        bool taken = k == stays || br_random_uniform(&w->random) < 0.8;
        double moved = e[k] + to_best * (best[k] - e[k]) + far * (ea[k] - eb[k]);
        w->f[k] = taken ? br_min(br_max(moved, w->low[k]), w->high[k]) : e[k];
    }
    memcpy(w->child[i].p, w->member[i].p, (size_t)w->q->model->np * sizeof *w->child[i].p);
    memcpy(w->child[i].term, w->member[i].term, (size_t)w->q->terms * sizeof *w->child[i].term);
    write_variables(w, w->f, &w->child[i]);
}

static void keep_better(evolution *w)
{
    for (int i = 0; i < w->count; i++) {
        if (!(w->child[i].cost < w->member[i].cost))
            continue;
        memcpy(w->member[i].p, w->child[i].p, (size_t)w->q->model->np * sizeof *w->child[i].p);
        memcpy(w->member[i].term, w->child[i].term, (size_t)w->q->terms * sizeof *w->child[i].term);
        w->member[i].cost = w->child[i].cost;
        read_variables(w, &w->member[i], w->e + (ptrdiff_t)i * w->variables);
        if (w->member[i].cost < w->member[w->best].cost)
            w->best = i;
    }
}

// Have all members come to the same cost?
static bool is_settled(const evolution *w)
{
    double most = 0;
    for (int i = 0; i < w->count; i++)
        most = br_max(most, w->member[i].cost);
    return most <= (1 + 1e-4) * w->member[w->best].cost;
}

br_status br_lanes_evolve(const br_output_problem *q, br_fit_parameters *n, const br_evolve_options *o, br_lane *member,
                          int count)
{
    evolution w = {.q = q, .n = n, .o = o, .member = member, .count = count};
    bool any = n->variables + (o->term_range ? q->terms : 0) > 0;
    br_status status = count > 3 && any ? open_evolution(&w) : BR_OK;
    for (int g = 0; g < o->generations && status == BR_OK && w.child && !is_settled(&w); g++) {
        for (int i = 0; i < count; i++)
            make_child(&w, i);
        status = o->cost(o->self, w.child, count);
        if (status == BR_OK)
            keep_better(&w);
    }
    free(w.child);
    free(w.block);
    return status;
}
