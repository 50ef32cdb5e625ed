// package_check.c - what the law requires of parameters that are changed while a package runs.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// An estimated parameter is not read from where parameters stand.
static bool is_read(const br_packing *w, int parameter)
{
    for (int i = 0; i < w->plan.ne; i++)
        if (w->plan.estimate[i].by == 'p' && w->plan.estimate[i].number == parameter)
            return false;
    return true;
}

static bool is_read_whole(const br_packing *w, int q)
{
    bool whole = w->model->law.q[q].kind == BR_PARAM;
    for (int i = 0; whole && i < br_model_len(w->model, q); i++)
        whole = is_read(w, w->model->at[q] + i);
    return whole;
}

// Those that must hold, and stand on nothing but parameters that are read.
br_status br_packing_find_required(br_packing *w)
{
    const br_parsed_law *law = &w->model->law;
    const br_graph *g = &law->g;
    bool *need = calloc((size_t)g->count + 1, sizeof *need);
    w->required = calloc((size_t)law->ncond + 1, sizeof *w->required);
    br_status status = need && w->required ? BR_OK : BR_NO_MEMORY;
    for (int c = 0; status == BR_OK && c < law->ncond && w->plan.np > 0; c++) {
        br_graph_reach(g, &law->cond[c].node, 1, need);
        w->required[c] = law->cond[c].must;
        for (int i = 0; i <= law->cond[c].node; i++) {
            if (need[i] && g->node[i].op == BR_OP_VAR)
                w->required[c] = w->required[c] && g->node[i].var >= 0 && g->node[i].var < law->nq &&
                                 is_read_whole(w, g->node[i].var);
            need[i] = false;
        }
    }
    free(need);
    return status;
}

int br_packing_conditions(const br_packing *w)
{
    int n = 0;
    for (int i = 0; i < w->model->law.ncond; i++)
        n += w->required[i];
    return n;
}

// ---------------------------------------------------------------- parameters

static void put_side(const br_packing *w, br_buffer *out, const char *at, const char *sign, double bound)
{
    if (isinf(bound))
        return;
    br_buffer_print(out, " & (p[%s] %s ", at, sign);
    br_packing_number(w, out, bound);
    br_buffer_put(out, ")");
}

// "    accepted = accepted & (p[0] > 0.0); // sigma0"; of several elements a loop over those from `from` on
static void put_bound(const br_packing *w, br_buffer *out, const br_quantity *k, int from, int count)
{
    char at[16] = "i";
    if (count > 1)
        br_buffer_print(out, "    for (int i = %d; i < %d; i++)\n    ", from, from + count);
    else
        snprintf(at, sizeof at, "%d", from);
    br_buffer_put(out, "    accepted = accepted");
    put_side(w, out, at, k->low_open ? ">" : ">=", k->low);
    put_side(w, out, at, k->high_open ? "<" : "<=", k->high);
    br_buffer_print(out, "; // %s\n", k->name);
}

// Of those that are read.
static void put_bounds(const br_packing *w, br_buffer *out, int q)
{
    const br_quantity *k = &w->model->law.q[q];
    int first = w->model->at[q], end = first + br_model_len(w->model, q);
    if (k->kind != BR_PARAM || (isinf(k->low) && isinf(k->high)))
        return;
    for (int i = first; i < end; i++) {
        int from = i;
        while (i < end && is_read(w, i))
            i++;
        if (i > from)
            put_bound(w, out, k, from, i - from);
    }
}

void br_packing_bounds(const br_packing *w, br_buffer *out)
{
    for (int q = 0; q < w->model->law.nq; q++)
        put_bounds(w, out, q);
}
