// output_start.c - states at the start of a stretch where the axis slides already.                [host]
//
// A log may begin in full sliding, with the states of a law where sliding at that velocity leads them. A search from states at rest
// may end in another minimum of theirs: the elasto-plastic force over z rises, falls and rises again. Then some rows at the start
// are off by as much as the force itself, and the parameters are bent to make up for these. So the search goes on from sliding
// states wherever these explain a stretch better.
#include "num/base/fp.h"

#include "fit/output/output_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 1024 };

// Squared residuals of a stretch, and the priors of its states; infinite where it cannot be computed. f->p is set.
static br_status stretch_cost(br_output_work *f, int log, const double *e, double *cost)
{
    const br_output_log *l = &f->q->log[log];
    br_status status = br_output_along(f, log, e, false);
    *cost = 0;
    if (status == BR_OK)
        status = br_output_wide(f, l, false);
    for (int k = 0; k < br_output_reduced(f, l) && status == BR_OK; k++) {
        double r = f->wide[(ptrdiff_t)k * f->width];
        *cost += br_output_fitted(f, l, k) && br_output_measured(f, l, k) ? r * r : 0;
    }
    for (int i = 0; i < f->states; i++)
        *cost += f->noise * f->noise * e[log * f->states + i] * e[log * f->states + i];
    if (status == BR_OK && isfinite(*cost))
        return BR_OK;
    *cost = HUGE_VAL;
    return status == BR_NOT_FINITE ? BR_OK : status;
}

// The states of a stretch, as variables into e, after its first velocity (and other inputs) has been held for as long as the stretch
// lasts, or a second at 1 kHz. room: MOST_ROWS times and outputs each, then the inputs.
static br_status slide(br_output_work *f, br_along *a, int log, double *room, double *e)
{
    const br_stretch *s = &f->q->log[log].stretch;
    const br_model *m = f->q->model;
    long long rows = s->rows < MOST_ROWS ? s->rows : MOST_ROWS;
    double *y = room + MOST_ROWS, *hold = y + MOST_ROWS;
    for (int i = 0; i < m->nu; i++)
        hold[i] = s->u[i] ? s->u[i][0] : s->hold[i];
    for (long long k = 0; k < rows; k++)
        room[k] = (double)k * (s->t[1] - s->t[0]);
    const double **none = calloc((size_t)m->nu + 1, sizeof *none);
    if (!none)
        return BR_NO_MEMORY;
    memset(e + (ptrdiff_t)log * f->states, 0, (size_t)f->states * sizeof *e);
    br_output_start_of(f, log, e);
    br_status status =
        br_along_run(a, &(br_stretch){rows, room, none, hold}, f->p, f->x, m->nm > 0 ? m->m : NULL, y, NULL);
    for (int k = 0; k < f->states && status == BR_OK; k++)
        e[log * f->states + k] = (a->X[f->state[k]] - f->x[f->state[k]]) / f->o->state_sd[f->state[k]];
    free((void *)none);
    return status;
}

// e: as the variables, where a stretch is explained better from sliding states with these. *better: some stretch is.
static br_status find_sliding(br_output_work *f, br_along *a, double *e, double *room, bool *better)
{
    const double gain = 0.999;
    br_status status = BR_OK;
    size_t bytes = (size_t)f->states * sizeof *e;
    for (int log = 0; log < f->q->logs && status == BR_OK; log++) {
        double now, sliding = HUGE_VAL, *own = e + (ptrdiff_t)log * f->states;
        if (f->q->log[log].from > 0 || f->q->log[log].from >= f->q->log[log].to) // its first rows are not fitted
            continue;
        status = stretch_cost(f, log, e, &now);
        br_status slid = status == BR_OK ? slide(f, a, log, room, e) : BR_OK;
        if (status == BR_OK && slid == BR_OK)
            status = stretch_cost(f, log, e, &sliding);
        if (slid == BR_NO_MEMORY)
            status = slid;
        bool gains = sliding < gain * now;
        if (!gains)
            memcpy(own, f->variable + (ptrdiff_t)log * f->states, bytes);
        *better = *better || gains;
    }
    return status;
}

br_status br_output_try_sliding(br_output_work *f, bool *better)
{
    br_along along = {0};
    br_along_options o = {f->o->flow, f->o->substeps, f->o->which, NULL, 0, false, f->o->stop};
    size_t size = (size_t)f->size;
    *better = false;
    if (f->states == 0 || f->q->simulation)
        return BR_OK;
    double *e = malloc((size + 2 * MOST_ROWS + (size_t)f->q->model->nu + 1) * sizeof *e);
    br_status status = e ? br_along_open(&along, f->q->sys, &o) : BR_NO_MEMORY;
    if (status == BR_OK) {
        memcpy(e, f->variable, size * sizeof *e);
        br_fit_parameters_values(f->q->parameters, e + br_output_at_parameters(f), f->p, f->T);
        status = find_sliding(f, &along, e, e + size, better);
    }
    if (status == BR_OK && *better)
        memcpy(f->variable, e, size * sizeof *e);
    br_along_close(&along);
    free(e);
    return status == BR_NO_MEMORY || status == BR_NEGATIVE ? status : BR_OK;
}
