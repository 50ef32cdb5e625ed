// package_plan.c - the observer of a package as numbers.                       [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- what is measured

static bool listed(const char *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *s = list; (s = strstr(s, name)); s += size) {
        bool first = s == list || strchr(", ", s[-1]), last = s[size] == '\0' || strchr(", ", s[size]);
        if (first && last)
            return true;
    }
    return false;
}

static bool has_input(const br_parsed_law *law, const char *name)
{
    int q = br_law_find(law, name, strlen(name));
    return q >= 0 && law->q[q].kind == BR_INPUT;
}

static bool has_state(const br_parsed_law *law, const char *name)
{
    int q = br_law_find(law, name, strlen(name));
    return q >= 0 && law->q[q].kind == BR_STATE;
}

static bool has_output(const br_parsed_law *law, const char *name)
{
    for (int i = 0; i < law->nout; i++)
        if (strcmp(law->out[i].name, name) == 0)
            return true;
    return false;
}

static const char *usually_measured(const br_parsed_law *law)
{
    if (has_input(law, "v") && has_output(law, "F"))
        return "F";
    return has_state(law, "x") ? "x" : has_state(law, "x1") ? "x1" : law->nout > 0 ? law->out[0].name : "";
}

// ---------------------------------------------------------------- tuning

static br_status rehearse(const br_packing *w, br_rehearsal *c, int rows)
{
    return br_rehearsal_make(c, w->model, &w->system, rows, 1 / w->o->rate, w->o->single, w->why);
}

// Columns of the course by the names of the model: inputs, and what is measured.
static int columns_of(const br_packing *w, const br_rehearsal *c, br_trace_column *to)
{
    const br_model *m = w->model;
    const char *measured = w->o->measured ? w->o->measured : usually_measured(&m->law);
    int n = 0, at = 0;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *k = &m->law.q[q];
        if (k->kind == BR_INPUT && k->dim == BR_SCALAR)
            to[n++] = (br_trace_column){k->name, c->u + (ptrdiff_t)m->at[q] * c->rows};
        if (k->kind == BR_STATE && k->dim == BR_SCALAR && listed(measured, k->name))
            to[n++] = (br_trace_column){k->name, c->out + (ptrdiff_t)(w->system.sys.ny + m->at[q]) * c->rows};
    }
    for (int i = 0; i < m->law.nout; i++) {
        const br_output *k = &m->law.out[i];
        if (k->now == BR_NO_NODE)
            continue;
        if (k->dim == BR_SCALAR && listed(measured, k->name))
            to[n++] = (br_trace_column){k->name, c->out + (ptrdiff_t)at * c->rows};
        at += k->dim == BR_SCALAR ? 1 : m->n[k->dim];
    }
    return n;
}

static br_status tune_along(br_packing *w, const br_rehearsal *c)
{
    const br_parsed_law *law = &w->model->law;
    br_trace_column *column = calloc((size_t)(law->nq + law->nout) + 1, sizeof *column);
    if (!column)
        return BR_NO_MEMORY;
    br_trace log = {c->rows, c->t, column, columns_of(w, c, column)};
    br_observation_options o = w->o->observe;
    o.correct_every = 0;                               // noise is what it is, however rarely an observer looks
    o.horizon.mixed = w->o->mixed && w->system.single; // as `bristle observe` finds them, where it has this precision
    br_status status = br_observation_run(&w->ob, w->model, &log, &o, w->why);
    free(column);
    if (status == BR_BAD_DATA && w->why && !strstr(w->why->text, "measured")) {
        br_diag words = *w->why;
        return br_packing_wrong(w, status,
                                "%.300s along the samples made of the model: are its parameters given, and is no input "
                                "held by --at?",
                                words.text);
    }
    if (status == BR_NOT_FINITE && w->why && !w->why->text[0])
        return br_packing_wrong(w, status, "the estimates of %s are not finite along the samples that it is tuned on",
                                law->name);
    return status;
}

// Along the samples of the vectors, unless --samples says how many those are, or so few do not slide: weights do not depend on
// how many are asked for.
static br_status tune(br_packing *w)
{
    br_rehearsal own = {.rows = 0};
    int rows = 0;
    br_status status = br_rehearsal_rows(w->model, 1 / w->o->rate, &rows);
    if (status != BR_OK)
        return status;
    if (w->rehearsal.rows == rows && rows == BR_PACKAGE_ROWS)
        return tune_along(w, &w->rehearsal);
    status = rehearse(w, &own, rows);
    if (status == BR_OK)
        status = tune_along(w, &own);
    br_rehearsal_free(&own);
    return status;
}

// ---------------------------------------------------------------- the plan

enum { POINTS = 8 }; // intervals side by side in mixed precision: a controller has none, and memory counts

static br_status fill(br_packing *w)
{
    br_plan *p = &w->plan;
    const br_tuning *t = &w->ob.tuning;
    const br_observation_options *o = &w->o->observe;
    *p = (br_plan){.observer = w->o->observer,
                   .flow = w->ob.method,
                   .substeps = o->substeps,
                   .nx = t->nx,
                   .ne = t->ne,
                   .ny = t->ny,
                   .nu = w->system.sys.nu,
                   .np = w->system.sys.np,
                   .dt = 1 / w->o->rate,
                   .every = o->correct_every > 0 ? (int)(o->correct_every * w->o->rate + 0.5) : 1,
                   .gate = o->gate,
                   .particles = o->particles > 0 ? o->particles : br_kalman_defaults().particles,
                   .measured = w->ob.observeds,
                   .horizon = o->horizon.intervals,
                   .iterations = o->horizon.iterations > 0 ? o->horizon.iterations : 1,
                   .arrival = (int)o->horizon.arrival,
                   .shared = o->horizon.shared,
                   .noise_in_arrival = o->horizon.noise_in_arrival,
                   .levenberg = o->horizon.levenberg,
                   .huber = o->horizon.huber};
    p->points = !w->o->mixed ? 0 : p->horizon < POINTS ? p->horizon : POINTS;
    if (!br_plan_make_room(p))
        return BR_NO_MEMORY;
    br_model_points(w->model, p->x, p->u, p->p);
    for (int i = 0; i < p->nu; i++)
        p->u[i] = isnan(p->u[i]) ? 0 : p->u[i];
    for (int i = 0; i < t->nx + t->ne; i++) {
        p->x[i] = t->number[i].x;
        p->sd[i] = t->number[i].sd;
        p->most[i] = t->number[i].most;
        p->q[i] = t->number[i].q;
        bool bounded = o->horizon.intervals > 0 && o->horizon.bounds;
        p->low[i] = bounded ? t->number[i].low : -1.7976931348623157e308; // none but those of the law
        p->high[i] = bounded ? t->number[i].high : 1.7976931348623157e308;
    }
    for (int i = 0; i < t->ne; i++) {
        const br_estimate *e = &t->estimate[i];
        p->estimate[i] = (br_plan_estimate){e->by, e->number, e->log, e->scale, e->low, e->high};
        if (e->by != 'u' || p->observer != BR_PLAN_MHE)
            continue;
        p->q[t->nx + i] *= p->dt; // the variance of a measured value
        if (p->every > 1)
            return br_packing_wrong(
                w, BR_BAD_USAGE,
                "--correct-every: %s is estimated, one value for an interval; take a slower rate, and "
                "the mean of its samples",
                t->number[t->nx + i].name);
    }
    for (int i = 0; i < p->measured; i++) {
        int which = p->which[i] = w->ob.observed[i].which;
        p->r[which] = t->number[which < t->ny ? t->nx + t->ne + which : which - t->ny].r;
    }
    return BR_OK;
}

// Rows of vectors: inputs and measurements of the rehearsal.
static br_status copy_rehearsal(br_packing *w)
{
    br_plan *p = &w->plan;
    const br_rehearsal *c = &w->rehearsal;
    size_t rows = (size_t)c->rows;
    w->vector_u = calloc(rows * (size_t)p->nu + 1, sizeof *w->vector_u);
    w->vector_y = calloc(rows * (size_t)p->measured + 1, sizeof *w->vector_y);
    if (!w->vector_u || !w->vector_y)
        return BR_NO_MEMORY;
    for (int k = 0; k < c->rows; k++) {
        for (int i = 0; i < p->nu; i++)
            w->vector_u[k * p->nu + i] = c->u[i * c->rows + k];
        for (int i = 0; i < p->measured; i++)
            w->vector_y[k * p->measured + i] = c->out[p->which[i] * c->rows + k];
    }
    w->replay.rows = c->rows;
    return BR_OK;
}

// What computes in float, without what only some machines can do (flush).
static br_status open_mixed(br_packing *w)
{
    const br_plan *p = &w->plan;
    const br_integrator_options flow = br_integrator_defaults();
    br_mixed_plan plan = {.flow = p->flow,
                          .substeps = p->substeps > 0 ? p->substeps : flow.substeps,
                          .most = p->substeps > 0 ? p->substeps : flow.most,
                          .iterations = flow.iterations,
                          .transitions = flow.transitions,
                          .accuracy = flow.accuracy,
                          .points = p->points,
                          .estimate = p->estimate,
                          .estimates = p->ne};
    if (!w->system.single && !(w->single = br_system_round(&w->system)))
        return BR_NO_MEMORY;
    br_status status = br_mixed_make(&w->mixed, w->single ? w->single : w->system.single, &plan);
    w->replay.elsewhere = w->mixed.elsewhere;
    return status;
}

static br_status run_library(br_packing *w)
{
    br_plan *p = &w->plan;
    w->replay.u = w->vector_u;
    w->replay.y = w->vector_y;
    w->replay.found = calloc((size_t)w->replay.rows * (size_t)br_plan_found(p) + 1, sizeof(double));
    w->replay.answer = calloc((size_t)w->replay.rows + 1, sizeof *w->replay.answer);
    if (!w->replay.found || !w->replay.answer)
        return BR_NO_MEMORY;
    br_status status = w->o->mixed ? open_mixed(w) : BR_OK;
    if (status != BR_OK)
        return status;
    status = BR_NO_MEMORY;
    struct brf_sys *single = w->o->single ? br_system_round(&w->system) : NULL;
    if (!w->o->single)
        status = br_replay_run(&w->system.sys, p, &w->replay);
    else if (single)
        status = br_replay_run_float(single, p, &w->replay);
    free(single);
    if (status == BR_BAD_USAGE && w->why && !w->why->text[0])
        return br_packing_wrong(w, status, "these standard deviations%s are too small or too large to be squared",
                                w->o->single ? " in float" : "");
    for (int i = 0; i < w->replay.rows * br_plan_found(p) && status == BR_OK; i++)
        if (!isfinite(w->replay.found[i]))
            status = br_packing_wrong(w, BR_NOT_FINITE,
                                      "along the samples of the self-test results are not finite at "
                                      "sample %d; --gate rejects measurements that are far off",
                                      i / br_plan_found(p));
    return status;
}

// ---------------------------------------------------------------- the elasto-plastic estimator

// Its numbers are the parameters of the law; its velocity comes in, its position is measured.
static br_status fill_elasto(br_packing *w)
{
    const br_parsed_law *law = &w->model->law;
    const br_sys *s = &w->system.sys;
    br_plan *p = &w->plan;
    int curve = 0;
    for (int i = 0; i < law->nchoice; i++)
        curve = strcmp(law->choice[i].name, "curve") == 0 ? law->choice[i].chosen : curve;
    if (strcmp(law->name, "elasto-plastic") != 0 || s->np != 7)
        return br_packing_wrong(w, BR_BAD_USAGE,
                                "--observer ep goes with the law elasto-plastic, with linear viscous friction");
    if (w->o->observe.tuning.estimate || w->o->observe.tuning.noise || w->o->observe.tuning.prior ||
        w->o->observe.tuning.most || w->o->measured)
        return br_packing_wrong(w, BR_BAD_USAGE, "--observer ep estimates the deflection, and takes no noise");
    *p = (br_plan){.observer = BR_PLAN_EP,
                   .flow = "rk4",
                   .nx = s->nx,
                   .ny = s->ny,
                   .nu = 1,
                   .np = s->np,
                   .dt = 1 / w->o->rate,
                   .every = 1,
                   .measured = 1,
                   .curve = curve};
    double *u = calloc((size_t)s->nu + 1, sizeof *u);
    br_status status = u && br_plan_make_room(p) ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK)
        br_model_points(w->model, p->x, u, p->p);
    free(u);
    return status;
}

// The position follows from the velocity.
static void integrate(br_packing *w)
{
    br_rehearsal *c = &w->rehearsal;
    double x = 0;
    for (int k = 0; k < c->rows; k++) {
        c->out[k] = isnan(c->out[k]) ? (double)NAN : w->o->single ? (double)(float)x : x;
        x += c->u[k] * c->dt;
    }
}

static br_status plan_elasto(br_packing *w)
{
    br_status status = fill_elasto(w);
    if (status == BR_OK)
        integrate(w);
    return status;
}

br_status br_packing_plan_observer(br_packing *w)
{
    br_status status = br_system_open_as_packed(&w->system, w->model, w->why);
    if (status == BR_OK)
        status = rehearse(w, &w->rehearsal, br_packing_rows(w));
    if (status == BR_OK)
        br_rehearsal_add_faults(&w->rehearsal, w->o->single);
    if (status == BR_OK && w->o->observer == BR_PLAN_EP)
        status = plan_elasto(w);
    else if (status == BR_OK) {
        status = tune(w);
        if (status == BR_OK)
            status = fill(w);
    }
    return status;
}

br_status br_packing_plan(br_packing *w)
{
    br_status status = w->o->compensator ? br_packing_plan_compensator(w) : br_packing_plan_observer(w);
    if (status == BR_OK && !w->o->compensator)
        status = copy_rehearsal(w);
    if (status == BR_OK)
        status = br_packing_find_required(w);
    return status == BR_OK ? run_library(w) : status;
}
