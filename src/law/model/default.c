// default.c - default values, which may depend on values and on each other.    [host]
#include "num/base/fp.h"

#include "law/model/model_parts.h"
#include "law/eval/tape.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ok[i] becomes: node i stands only on known quantities.
static void mark_ready(const br_model *m, const bool *known, bool *ok)
{
    const br_graph *g = &m->law.g;
    for (int i = 0; i < g->count; i++) {
        const int *args;
        int n = br_graph_args(g, i, &args), var = g->node[i].op == BR_OP_VAR ? g->node[i].var : -1;
        ok[i] = var < 0 || var >= m->law.nq || known[var];
        for (int k = 0; k < n; k++)
            ok[i] = ok[i] && ok[args[k]];
    }
}

static bool needs_default(const br_model *m, int q)
{
    return m->origin[q] == BR_UNSET && m->law.q[q].presets > 0;
}

static bool is_ready(const br_model *m, int q, const bool *ok)
{
    bool all = true;
    for (int i = 0; i < m->law.q[q].presets; i++)
        all = all && ok[m->law.preset[m->law.q[q].preset + i]];
    return all;
}

// The quantity, itself waiting and not ready, that q waits for.
static int missing_quantity(const br_model *m, int q, const bool *ok, bool *need)
{
    const br_graph *g = &m->law.g;
    memset(need, 0, (size_t)g->count * sizeof *need);
    br_graph_reach(g, m->law.preset + m->law.q[q].preset, m->law.q[q].presets, need);
    for (int i = 0; i < g->count; i++)
        if (need[i] && !ok[i] && g->node[i].op == BR_OP_VAR)
            return g->node[i].var;
    return q;
}

// What would be known if every quantity without default had a value; the rest stands on itself.
static void assume_values(const br_model *m, bool *known, bool *ok)
{
    bool moved = true;
    for (int q = 0; q < m->law.nq; q++)
        known[q] = !needs_default(m, q);
    while (moved) {
        moved = false;
        mark_ready(m, known, ok);
        for (int q = 0; q < m->law.nq; q++)
            if (!known[q] && is_ready(m, q, ok))
                known[q] = moved = true;
    }
}

static br_status name_cycle(const br_model *m, int q, const bool *ok, bool *need, br_diag *why)
{
    for (int i = 0; i < m->law.nq; i++) // after so many steps we are inside the circle
        q = missing_quantity(m, q, ok, need);
    int first = q;
    for (int next = missing_quantity(m, q, ok, need); next != q; next = missing_quantity(m, next, ok, need))
        first = next < first ? next : first;
    char names[300];
    int n = snprintf(names, sizeof names, "%s", m->law.q[first].name), next = first;
    do {
        next = missing_quantity(m, next, ok, need);
        if (n + BR_NAME_SIZE + 8 < (int)sizeof names)
            n += snprintf(names + n, sizeof names - (size_t)n, " needs %s", m->law.q[next].name);
    } while (next != first);
    br_token at = {.line = m->law.q[first].line, .column = 1};
    return br_complain(why, BR_BAD_LAW, &m->law.tokens, &at, "defaults in a cycle: %s; give one of them a value",
                       names);
}

// Defaults that stand on each other in a circle.
static br_status find_cycle(const br_model *m, bool *known, bool *ok, br_diag *why)
{
    int q = 0;
    assume_values(m, known, ok);
    while (q < m->law.nq && known[q])
        q++;
    if (q == m->law.nq)
        return BR_OK;
    bool *need = malloc((size_t)m->law.g.count * sizeof *need);
    br_status status = need ? name_cycle(m, q, ok, need, why) : BR_NO_MEMORY;
    free(need);
    return status;
}

// All rows at the values known so far; out gets one interval per number.
static br_status evaluate_defaults(const br_model *m, const br_law_row *row, int rows, int numbers, br_interval *out)
{
    br_tape t;
    br_status status = br_tape_make_rows(&t, &m->law, row, rows, m->n);
    if (status != BR_OK)
        return status;
    double *x = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + (size_t)numbers + 1, sizeof *x);
    if (x) {
        double *u = x + m->nx, *p = u + m->nu, *y = p + m->np;
        br_model_points(m, x, u, p);
        br_point at = {.x = x, .u = u, .p = p, .m = m->m};
        br_tape_run(&t, 1, &at, y, NULL);
        for (int i = 0; i < numbers; i++)
            out[i] = br_interval_of(y[i], y[i]);
        br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
        if (!br_model_is_exact(m))
            status = br_tape_enclose(&t, &box, out, NULL);
    } else {
        status = BR_NO_MEMORY;
    }
    free(x);
    br_tape_free(&t);
    return status;
}

// Copies the values of q's default, numbers long, to where they belong.
static br_status set_default(br_model *m, int q, const br_interval *from, br_diag *why)
{
    const br_quantity *w = &m->law.q[q];
    int len = br_model_len(m, q);
    br_token at = {.line = w->line, .column = 1};
    br_status status = BR_OK;
    for (int i = 0; i < len && status == BR_OK; i++)
        status = br_model_check_bounds(m, q, from[i], &m->law.tokens, &at, why);
    memcpy(br_model_values(m, q), from, (size_t)len * sizeof *from);
    m->origin[q] = BR_DEFAULT;
    return status;
}

// The rows of the defaults that are ready; with row NULL only counts. *numbers: of all of them.
static int ready_rows(const br_model *m, const bool *ok, br_law_row *row, int *numbers)
{
    int rows = 0;
    *numbers = 0;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        if (!needs_default(m, q) || !is_ready(m, q, ok))
            continue;
        for (int i = 0; i < w->presets; i++, rows++)
            if (row)
                row[rows] =
                    (br_law_row){w->name, 0, w->presets == 1 ? w->dim : BR_SCALAR, m->law.preset[w->preset + i]};
        *numbers += br_model_len(m, q);
    }
    return rows;
}

static br_status check_counts(const br_model *m, br_diag *why)
{
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        br_token at = {.line = w->line, .column = 1};
        if (needs_default(m, q) && w->presets > 1 && w->presets != br_model_len(m, q))
            return br_complain(why, BR_BAD_LAW, &m->law.tokens, &at,
                               "%s has %d default values for %d elements; give its values", w->name, w->presets,
                               br_model_len(m, q));
    }
    return BR_OK;
}

// One level: every default that stands on known values only. *moved: there was one.
static br_status set_ready(br_model *m, bool *known, bool *ok, bool *moved, br_diag *why)
{
    int numbers;
    for (int q = 0; q < m->law.nq; q++)
        known[q] = m->origin[q] != BR_UNSET;
    mark_ready(m, known, ok);
    int rows = ready_rows(m, ok, NULL, &numbers);
    *moved = rows > 0;
    if (rows == 0)
        return BR_OK;
    br_law_row *row = calloc((size_t)rows, sizeof *row);
    br_interval *out = calloc((size_t)numbers, sizeof *out);
    br_status status = row && out ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        ready_rows(m, ok, row, &numbers);
        status = evaluate_defaults(m, row, rows, numbers, out);
    }
    for (int q = 0, at = 0; q < m->law.nq && status == BR_OK; q++)
        if (needs_default(m, q) && is_ready(m, q, ok)) {
            status = set_default(m, q, out + at, why);
            at += br_model_len(m, q);
        }
    free(row);
    free(out);
    return status;
}

// Defaults may stand on each other in any order: level by level until nothing moves.
br_status br_model_set_defaults(br_model *m, br_diag *why)
{
    bool *ok = malloc(((size_t)m->law.g.count + 1) * sizeof *ok),
         *known = malloc(((size_t)m->law.nq + 1) * sizeof *known);
    bool moved = true;
    br_status status = ok && known ? check_counts(m, why) : BR_NO_MEMORY;
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_STATE && m->origin[q] == BR_UNSET && m->law.q[q].presets == 0)
            m->origin[q] = BR_ZERO;
    while (moved && status == BR_OK)
        status = set_ready(m, known, ok, &moved, why);
    if (status == BR_OK)
        status = find_cycle(m, known, ok, why);
    free(ok);
    free(known);
    return status;
}
