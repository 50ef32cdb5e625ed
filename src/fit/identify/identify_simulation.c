// identify_simulation.c - simulation of the axis of a log (force in, motion out). [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "fit/inspect/spikes.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The force that is measured moves an axis of known or estimated mass, whose position is measured, or else its velocity: then
// nothing may depend on the position.
bool br_identify_can_simulate(br_identify_work *w)
{
    bool needs_x =
        w->o->spring != 0 || w->o->term[BR_AXIS_SPRING] || w->o->term[BR_AXIS_SIN] || w->o->term[BR_AXIS_COS];
    w->id->velocity = false;
    for (int i = 0; i < w->logs; i++)
        w->id->velocity = w->id->velocity || !w->log[i].x;
    return (w->o->mass > 0 || w->o->term[BR_AXIS_MASS]) && !(w->id->velocity && needs_x);
}

static br_axis_simulation_options simulation_options(const br_identify_work *w)
{
    const br_model *m = w->id->model;
    return (br_axis_simulation_options){.flow = w->o->flow,
                                        .substeps = w->o->substeps,
                                        .steps = 1,
                                        .v = br_identify_input(m, "v"),
                                        .force = br_identify_input(m, "u"),
                                        .F = w->output,
                                        .term = w->id->which,
                                        .terms = w->id->terms,
                                        .mass = w->o->mass,
                                        .spring = w->o->spring,
                                        .damper = w->o->damper,
                                        .delay = w->id->delay.value,
                                        .hold_time = w->o->held ? w->id->delay.step : 0,
                                        .velocity = w->id->velocity};
}

// The drive force of a log. A spike is no force, and the simulation would keep it to the end; it is rejected only where outliers
// are to count less.
static br_status read_drive(br_identify_work *w, int log, double *largest)
{
    br_identified *id = w->id;
    const br_axis_log *l = &w->given[log];
    long long rows = l->trace.rows;
    br_spikes spikes;
    w->drive[log] = malloc(2 * (size_t)rows * sizeof **w->drive); // and its bends
    w->halvings[log] = calloc((size_t)rows + 1, sizeof **w->halvings);
    br_status status = w->drive[log] && w->halvings[log] ? br_spikes_find(rows, l->y, &spikes) : BR_NO_MEMORY;
    if (status != BR_OK)
        return status;
    memcpy(w->drive[log], l->y, (size_t)rows * sizeof *l->y);
    for (long long i = 0; i < spikes.count && w->o->huber > 0; i++)
        w->drive[log][spikes.row[i]] = (double)NAN;
    br_axis_drive_bends(rows, l->trace.t, w->drive[log], w->drive[log] + rows);
    id->spikes += spikes.count;
    if (spikes.count > 0 && fabs(l->y[spikes.largest]) > *largest) {
        *largest = fabs(l->y[spikes.largest]);
        id->spike_log = log;
        id->spike_row = spikes.largest;
    }
    br_spikes_free(&spikes);
    return BR_OK;
}

static br_status read_drives(br_identify_work *w)
{
    double largest = 0;
    if (w->drive)
        return BR_OK;
    w->drive = calloc((size_t)w->logs + 1, sizeof *w->drive);
    w->halvings = calloc((size_t)w->logs + 1, sizeof *w->halvings);
    br_status status = w->drive && w->halvings ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < w->logs && status == BR_OK; i++)
        status = read_drive(w, i, &largest);
    return status;
}

// Stretches for the simulation: the drive force of the log is its input, the measured position or velocity its target.
static void set_simulation(br_identify_work *w)
{
    for (int s = 0; s < w->stretches; s++) {
        br_output_log *g = &w->stretch[s];
        const br_axis_log *l = &w->given[g->of];
        g->drive = w->drive[g->of] + g->first;
        g->bends = g->drive + l->trace.rows;
        g->halvings = w->halvings[g->of] + g->first;
        memset(w->halvings[g->of] + g->first, 0, (size_t)g->stretch.rows);
        g->before = g->first;
        g->after = l->trace.rows - g->first - g->stretch.rows;
        g->y = g->whole = (w->id->velocity ? l->v : l->x) + g->first;
        for (long long k = g->first + g->stretch.rows; k-- > g->first;) { // the first row that has them
            g->x = !w->id->velocity && isfinite(l->x[k]) ? l->x[k] : g->x;
            g->v = isfinite(l->v[k]) ? l->v[k] : g->v;
        }
    }
}

br_status br_identify_prepare_simulation(br_identify_work *w)
{
    br_status status = read_drives(w);
    if (status == BR_OK) {
        set_simulation(w);
        w->simulation = simulation_options(w);
    }
    return status;
}

// ---------------------------------------------------------------- running

long long br_identify_rows(const br_identify_work *w)
{
    long long rows = 0;
    for (int s = 0; s < w->stretches; s++)
        rows += w->stretch[s].stretch.rows;
    return rows;
}

br_status br_identify_simulate_all(const br_identify_work *w, const br_output_fit *fit, int steps, bool predict,
                                   double *y, double *local_error)
{
    const br_identified *id = w->id;
    int nx = id->model->nx, own = id->motion ? nx + 2 : nx;
    size_t states = (size_t)nx + 2, rows = predict && w->simulation.measured_sd > 0 ? (size_t)br_identify_rows(w) : 0;
    double *start = calloc(states + (1 + states) * rows, sizeof *start);
    br_axis_simulation_options o = w->simulation;
    br_axis_simulation f = {0};
    o.steps = steps;
    o.measured_sd = predict ? o.measured_sd : 0;
    br_status status = start ? br_axis_simulation_open(&f, &w->system.sys, &o) : BR_NO_MEMORY;
    for (int s = 0; s < w->stretches && status == BR_OK; s++) {
        const br_output_log *g = &w->stretch[s];
        const double *from = fit->start + (ptrdiff_t)s * own;
        start[0] = id->motion ? from[0] : g->x;
        start[1] = id->motion ? from[1] : g->v;
        memcpy(start + 2, from + own - nx, (size_t)nx * sizeof *start);
        br_axis_input in = {.drive = g->drive,
                            .bends = g->bends,
                            .p = fit->p,
                            .c = fit->value + id->parameters.count,
                            .share = g->share,
                            .start = start,
                            .m0 = id->model->nm > 0 ? id->model->m : NULL,
                            .before = g->before,
                            .after = g->after,
                            .measured = g->y,
                            .start_sd = fit->state_sd,
                            .weight = start + states,
                            .gain = start + states + rows,
                            .halvings = g->halvings,
                            .local_error = local_error};
        status = br_axis_simulation_run(&f, &g->stretch, &in, y, NULL);
        y += g->stretch.rows;
        if (local_error)
            local_error += g->stretch.rows;
    }
    free(start);
    br_axis_simulation_close(&f);
    return status;
}
