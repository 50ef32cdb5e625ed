// thin.c - a log with fewer rows, on which starts are compared.                 [host]
#include "num/base/fp.h"

#include "fit/output/thin.h"

#include <stdlib.h>
#include <string.h>

static double *thin_column(br_thinned *to, const double *from, long long rows, int every)
{
    double *v = malloc(((size_t)(rows / every) + 2) * sizeof *v);
    for (long long k = 0; v && k < rows; k += every)
        v[k / every] = from[k];
    if (v)
        to->column[to->columns++] = v;
    return v;
}

void br_thinned_close(br_thinned *t, int logs)
{
    for (int i = 0; i < t->columns; i++)
        free(t->column[i]);
    for (int i = 0; t->log && i < logs; i++) {
        free((void *)t->log[i].stretch.u);
        free((void *)t->log[i].term);
    }
    free(t->column);
    free(t->log);
    memset(t, 0, sizeof *t);
}

static bool thin_log(br_thinned *to, br_output_log *l, const br_output_problem *q, const br_output_log *from, int every)
{
    int nu = br_sys_nu(q->sys);
    long long rows = from->stretch.rows;
    const double **u = calloc((size_t)nu + 1, sizeof *u), **term = calloc((size_t)q->terms + 1, sizeof *term);
    l->stretch.u = u;
    l->term = term;
    l->stretch.hold = from->stretch.hold;
    l->stretch.rows = (rows + every - 1) / every;
    l->from = from->from / every;
    l->to = from->from < from->to ? (from->to + every - 1) / every : l->from;
    if (!u || !term)
        return false;
    l->stretch.t = thin_column(to, from->stretch.t, rows, every);
    l->y = thin_column(to, from->y, rows, every);
    bool all = l->stretch.t && l->y;
    for (int i = 0; i < nu && all; i++)
        all = !from->stretch.u[i] || (u[i] = thin_column(to, from->stretch.u[i], rows, every)) != NULL;
    for (int i = 0; i < q->terms && all; i++)
        all = (term[i] = thin_column(to, from->term[i], rows, every)) != NULL;
    return all;
}

br_status br_thinned_open(br_thinned *t, const br_output_problem *q, int every)
{
    memset(t, 0, sizeof *t);
    t->log = calloc((size_t)q->logs + 1, sizeof *t->log);
    t->column = calloc((size_t)q->logs * (size_t)(2 + br_sys_nu(q->sys) + q->terms) + 1, sizeof *t->column);
    bool all = t->log && t->column;
    for (int i = 0; i < q->logs && all; i++)
        all = thin_log(t, &t->log[i], q, &q->log[i], every);
    if (!all)
        br_thinned_close(t, q->logs);
    return all ? BR_OK : BR_NO_MEMORY;
}
