// source_default.c - inputs whose default is a formula of other inputs: dx = v*dt.          [host]
#include "num/base/fp.h"

#include "sim/source/needed.h"
#include "sim/source/source_default.h"

#include <stdlib.h>
#include <string.h>

// need: of every node, whether the default of q stands on it.
static bool follows_others(const br_parsed_law *law, const br_quantity *q, bool *need)
{
    bool inputs = false, states = false;
    memset(need, 0, (size_t)law->g.count * sizeof *need);
    br_graph_reach(&law->g, law->preset + q->preset, q->presets, need);
    for (int i = 0; i < law->nq; i++) {
        bool seen = law->q[i].node >= 0 && need[law->q[i].node];
        inputs = inputs || (seen && law->q[i].kind == BR_INPUT);
        states = states || (seen && law->q[i].kind == BR_STATE);
    }
    return inputs && !states;
}

br_status br_source_follows(const br_model *m, bool *follows)
{
    const br_parsed_law *law = &m->law;
    bool *need = calloc((size_t)law->g.count + 1, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    for (int q = 0; q < law->nq; q++) {
        bool open = law->q[q].kind == BR_INPUT && law->q[q].presets > 0 && m->origin[q] != BR_GIVEN;
        follows[q] = open && follows_others(law, &law->q[q], need);
    }
    free(need);
    return BR_OK;
}

// The rows of the defaults, and where their numbers go; with row NULL only counts.
static int list_rows(const br_model *m, const bool *follows, br_law_row *row, int *to, int *numbers)
{
    int rows = 0;
    *numbers = 0;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        for (int i = 0; follows[q] && i < w->presets; i++, rows++)
            if (row)
                row[rows] =
                    (br_law_row){w->name, 0, w->presets == 1 ? w->dim : BR_SCALAR, m->law.preset[w->preset + i]};
        for (int i = 0; follows[q] && i < br_model_len(m, q); i++, (*numbers)++)
            if (to)
                to[*numbers] = m->at[q] + i;
    }
    return rows;
}

br_status br_source_defaults_make(br_source_defaults *d, const br_model *m, const bool *follows)
{
    int numbers, rows = list_rows(m, follows, NULL, NULL, &numbers);
    if (rows == 0)
        return BR_OK;
    br_law_row *row = calloc((size_t)rows, sizeof *row);
    double *x = calloc((size_t)m->nx + (size_t)m->nu + 1, sizeof *x);
    d->to = calloc((size_t)numbers + 1, sizeof *d->to);
    d->out = calloc((size_t)numbers + 1, sizeof *d->out);
    d->p = calloc((size_t)m->np + 1, sizeof *d->p);
    d->m = m->m;
    br_status status = row && x && d->to && d->out && d->p ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        (void)list_rows(m, follows, row, d->to, &numbers);
        br_model_points(m, x, x + m->nx, d->p);
        status = br_tape_make_rows(&d->tape, &m->law, row, rows, m->n);
    }
    for (int q = 0; status == BR_OK && q < m->law.nq; q++)
        d->quantities += follows[q];
    free(row);
    free(x);
    return status;
}

void br_source_defaults_free(br_source_defaults *d)
{
    if (d->quantities > 0)
        br_tape_free(&d->tape);
    free(d->to);
    free(d->out);
    free(d->p);
    memset(d, 0, sizeof *d);
}

// One default may stand on another: as often as there are some, all of them are right.
void br_source_defaults_run(const br_source_defaults *d, double *u)
{
    for (int k = 0; k < d->quantities; k++) {
        br_tape_run(&d->tape, 1, &(br_point){.u = u, .p = d->p, .m = d->m}, d->out, NULL);
        for (int i = 0; i < d->tape.nrow; i++)
            u[d->to[i]] = d->out[i];
    }
}

// ---------------------------------------------------------------- inputs that need no value

static void set_value(br_model *m, int q, double value)
{
    for (int i = 0; i < br_model_len(m, q); i++)
        br_model_values(m, q)[i] = br_interval_of(value, value);
    m->origin[q] = BR_GIVEN;
}

br_status br_source_fill(br_model *m, bool update, double step)
{
    bool *need = calloc((size_t)m->law.g.count + 1, sizeof *need),
         *follows = calloc((size_t)m->law.nq + 1, sizeof *follows);
    br_status status = need && follows ? br_needed_nodes(&m->law, update, need) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_source_follows(m, follows);
    for (int q = 0; status == BR_OK && q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        bool input = w->kind == BR_INPUT && m->origin[q] != BR_GIVEN;
        if (input && update && strcmp(w->name, "dt") == 0)
            set_value(m, q, step);
        else if (input && !follows[q] && m->origin[q] == BR_UNSET && w->node >= 0 && !need[w->node])
            set_value(m, q, 0);
    }
    free(need);
    free(follows);
    return status;
}
