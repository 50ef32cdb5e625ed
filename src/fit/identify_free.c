// identify_free.c - the axis of a log, moved by its measured force.                [host]
#include "num/fp.h"

#include "fit/identify_parts.h"
#include "num/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int input_of(const br_model *m, const char *name)
{
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT && strcmp(m->law.q[q].name, name) == 0)
            return m->at[q];
    return -1;
}

// The force that is measured moves an axis of known or estimated mass, whose position is measured.
static bool moves_freely(const br_identify_work *w)
{
    bool there = w->o->mass > 0 || w->o->term[BR_AXIS_MASS];
    for (int i = 0; i < w->logs; i++)
        there = there && w->log[i].x;
    return there;
}

static br_free_options free_options(const br_identify_work *w)
{
    const br_model *m = w->id->model;
    return (br_free_options){.flow = w->o->flow,
                             .substeps = w->o->substeps,
                             .steps = 1,
                             .v = input_of(m, "v"),
                             .force = input_of(m, "u"),
                             .F = w->output,
                             .term = w->id->which,
                             .terms = w->id->terms,
                             .mass = w->o->mass};
}

// Stretches as the free axis takes them: the force of the log drives it from where the log has it, and x is measured.
static void set_free(br_identify_work *w)
{
    for (int s = 0; s < w->stretches; s++)
        for (int i = 0; i < w->logs; i++) {
            const br_axis_log *l = &w->log[i];
            br_output_log *g = &w->stretch[s];
            ptrdiff_t first = g->stretch.t - l->trace.t;
            if (g->stretch.t < l->trace.t || first >= l->trace.rows)
                continue;
            g->drive = l->y + first;
            g->y = l->x + first;
            for (long long k = g->stretch.rows; k-- > 0;) { // the first row that has them
                g->x = isfinite(l->x[first + k]) ? l->x[first + k] : g->x;
                g->v = isfinite(l->v[first + k]) ? l->v[first + k] : g->v;
            }
        }
}

// From where the fit of forces has led.
br_status br_identify_motion(br_identify_work *w, br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    if (!moves_freely(w))
        return br_identify_wrong(why, BR_BAD_USAGE,
                                 "a motion is fitted where a drive force u and a position x are measured");
    br_status status = br_identify_stretches(w, w->o->piece);
    if (status != BR_OK)
        return status;
    set_free(w);
    w->free = free_options(w);
    w->q.free = &w->free;
    w->q.log = w->stretch;
    w->q.logs = w->stretches;
    br_model_set_points(id->model, id->fit.p);
    for (int j = 0; j < id->terms; j++)
        id->term[j].start = id->fit.value[id->numbers.count + j];
    br_output_free(&id->fit);
    w->start.lengths = w->start.speeds = 0;
    w->start.given = id->motion = true;
    o->every = 1;
    return br_identify_fit(w, o, why);
}

// The error of a free run of every stretch, with so many steps between rows. BR_NOT_FINITE: it ran away.
static br_status free_error(br_identify_work *w, br_free_options o, double *rms, double *share)
{
    const br_identified *id = w->id;
    int nx = id->model->nx, own = id->motion ? nx + 2 : nx;
    double sum = 0, size = 0, *start = calloc((size_t)nx + 2, sizeof *start), *y = NULL;
    long long count = 0;
    br_free f = {0};
    br_status status = start ? br_free_open(&f, &w->system.sys, &o) : BR_NO_MEMORY;
    for (int s = 0; s < w->stretches && status == BR_OK; s++) {
        const br_output_log *g = &w->stretch[s];
        const double *from = id->fit.start + (ptrdiff_t)s * own;
        start[0] = id->motion ? from[0] : g->x;
        start[1] = id->motion ? from[1] : g->v;
        memcpy(start + 2, from + own - nx, (size_t)nx * sizeof *start);
        free(y);
        y = malloc((size_t)g->stretch.rows * sizeof *y);
        status = y ? br_free_run(&f, &g->stretch, g->drive, id->fit.p, id->fit.value + id->numbers.count, start,
                                 id->model->nm > 0 ? id->model->m : NULL, y, NULL)
                   : BR_NO_MEMORY;
        for (long long k = 0; k < g->stretch.rows && status == BR_OK; k++)
            if (isfinite(g->y[k])) {
                sum += (y[k] - g->y[k]) * (y[k] - g->y[k]);
                size += (g->y[k] - g->x) * (g->y[k] - g->x);
                count++;
            }
    }
    *rms = count > 0 ? br_sqrt(sum / (double)count) : (double)NAN;
    *share = size > 0 ? br_sqrt(sum / size) : (double)NAN;
    free(y);
    free(start);
    br_free_close(&f);
    return status;
}

// As many steps between rows as it takes for the error not to change by more than a hundredth.
br_status br_identify_run(br_identify_work *w)
{
    br_identified *id = w->id;
    id->free_rms = id->free_share = (double)NAN;
    if (!moves_freely(w))
        return BR_OK;
    br_free_options o = free_options(w);
    if (!id->motion)
        set_free(w);
    for (int s = 0; s < w->stretches; s++) {
        const br_stretch *g = &w->stretch[s].stretch;
        id->free_time = br_max(id->free_time, g->t[g->rows - 1] - g->t[0]);
    }
    double last = (double)NAN;
    for (o.steps = 1; o.steps <= 16; o.steps *= 2) {
        br_status status = free_error(w, o, &id->free_rms, &id->free_share);
        if (status == BR_NOT_FINITE || status == BR_BAD_USAGE) {
            id->free_rms = id->free_share = HUGE_VAL;
            return BR_OK;
        }
        if (status != BR_OK || fabs(id->free_rms - last) <= 0.01 * id->free_rms)
            return status;
        last = id->free_rms;
    }
    return BR_OK;
}
