// identify_guided.c - starts of a fit of motion by continuation: a spring guides the simulated axis. [host]
//
// A simulated axis that sticks where the measured one slips has no slope by the parameters, and one that slips a little too late is
// off by the whole slip: a search ends where it begins. A spring to the measured position makes it slip nevertheless, and the
// residual is then about the force that is wrong, over the spring's stiffness: smooth, and least near the true parameters. The spring
// of the next stage is weaker, and the search goes on from there. To the simulation the spring is a spring to 0, and k x + d v of
// the log is a part of the drive.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

enum { STAGES = 4, SHORT = 20, MOST_TERMS = 80 };

// What the stages of one start work with.
typedef struct guided {
    br_identify_work *w;
    br_output_options o;
    br_output_problem q;
    br_axis_simulation_options simulation;
    br_output_log *log;
    double **drive, *sd; // of every log; prior sds of states
    br_term term[MOST_TERMS];
} guided;

static br_status open_guided(guided *g)
{
    br_identify_work *w = g->w;
    g->log = calloc((size_t)w->stretches + 1, sizeof *g->log);
    g->drive = calloc((size_t)w->logs + 1, sizeof *g->drive);
    g->sd = calloc((size_t)w->id->model->nx + 3, sizeof *g->sd);
    bool all = g->log && g->drive && g->sd;
    for (int i = 0; all && i < w->logs; i++)
        all = (g->drive[i] = malloc(((size_t)w->given[i].trace.rows + 1) * sizeof **g->drive)) != NULL;
    if (!all)
        return BR_NO_MEMORY;
    g->q = w->q;
    g->q.log = g->log;
    g->q.simulation = &g->simulation;
    g->q.term = g->term;
    br_scales middle = {w->start.most.force, w->start.most.speed / 2, w->start.most.length / 30};
    br_start_state_sds(&w->q, &middle, g->sd);
    g->o.state_sd = g->sd;
    g->o.steps = SHORT;
    g->o.tol = 1e-4;
    g->o.once = g->o.values = true;
    return BR_OK;
}

static void close_guided(guided *g)
{
    for (int i = 0; g->drive && i < g->w->logs; i++)
        free(g->drive[i]);
    free(g->drive);
    free(g->log);
    free(g->sd);
}

// The axis of the log, and beside it a spring k and a damper d to the measured motion.
static void set_guide(guided *g, double k, double d)
{
    const br_identify_work *w = g->w;
    double delay = w->simulation.delay; // the drive acts so much later
    g->simulation = w->simulation;
    g->simulation.spring += k;
    g->simulation.damper += d;
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->given[i];
        for (long long row = 0; row < l->trace.rows; row++)
            g->drive[i][row] = w->drive[i][row] + (k > 0 ? k * (l->x[row] + delay * l->v[row]) : 0) + d * l->v[row];
    }
    for (int s = 0; s < w->stretches; s++) {
        g->log[s] = w->stretch[s];
        g->log[s].drive = g->drive[w->stretch[s].of] + w->stretch[s].first;
    }
}

// The mass that is given or among the terms.
static double mass_of(const br_identify_work *w, const double *term)
{
    double m = w->o->mass;
    for (int j = 0; j < w->id->terms; j++)
        m = w->id->which[j] == BR_AXIS_MASS ? term[j] : m;
    return m;
}

// From the stiffest guide on; p and term become what the last stage has found. A stage that fails leaves them.
static br_status follow_guide(guided *g, double *p, double *term)
{
    const br_identify_work *w = g->w;
    const double first = 100, weaker = 5; // of the largest force over the stroke
    br_status status = BR_OK;
    double k = first * w->start.most.force / w->start.most.length;
    for (int i = 0; i < STAGES && status == BR_OK; i++, k /= weaker) {
        br_output_fit f = {0};
        double d = 2 * br_sqrt(k * mass_of(w, term));
        set_guide(g, w->id->velocity ? 0 : k, d);
        for (int j = 0; j < g->q.terms; j++) {
            g->term[j] = w->q.term[j];
            g->term[j].start = term[j];
        }
        br_fit_parameters_scale(&w->id->parameters, p);
        status = br_output_run(&f, &g->q, &g->o, p, NULL);
        if (status == BR_OK) {
            memcpy(p, f.p, (size_t)w->id->model->np * sizeof *p);
            memcpy(term, f.value + w->id->parameters.count, (size_t)g->q.terms * sizeof *term);
        }
        br_output_free(&f);
        status = status == BR_NOT_FINITE || status == BR_BAD_DATA ? BR_OK : status;
    }
    return status;
}

// Adds what the guide leads to from the rows that move, and from the best start along pieces.
br_status br_identify_guide_starts(br_identify_work *w, const br_output_options *o)
{
    size_t np = (size_t)w->id->model->np, each = np + (size_t)w->q.terms;
    guided g = {.w = w, .o = *o};
    br_status status = w->q.terms <= MOST_TERMS ? open_guided(&g) : BR_BAD_USAGE;
    w->guided_block = status == BR_OK ? calloc(BR_GUIDED_STARTS * each + 1, sizeof *w->guided_block) : NULL;
    if (status == BR_OK && !w->guided_block)
        status = BR_NO_MEMORY;
    const double *from[BR_GUIDED_STARTS] = {w->moving, w->motion_starts > 0 ? w->motion_start[0].p : NULL};
    const double *terms[BR_GUIDED_STARTS] = {w->moving ? w->moving + np : NULL,
                                             w->motion_starts > 0 ? w->motion_start[0].term : NULL};
    for (int i = 0; i < BR_GUIDED_STARTS && status == BR_OK; i++) {
        if (!from[i])
            continue;
        double *p = w->guided_block + (size_t)i * each;
        memcpy(p, from[i], np * sizeof *p);
        memcpy(p + np, terms[i], (each - np) * sizeof *p);
        status = follow_guide(&g, p, p + np);
        if (status == BR_OK)
            w->motion_start[w->motion_starts++] = (br_start_known){p, p + np, HUGE_VAL};
    }
    close_guided(&g);
    return status;
}
