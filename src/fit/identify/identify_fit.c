// identify_fit.c - one fit to all rows, and one without the hold-out rows for the hold-out error. [host]
//
// Neither knows the other: the parameters are the same with and without hold-out rows, and the hold-out error is that of a fit
// that has not seen these rows.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "law/model/contained.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- starts from simpler laws

// The delay that is no term of the fit.
static double held_delay(const br_identify_work *w)
{
    return w->id->motion ? w->simulation.delay : w->id->delay.value;
}

br_status br_identify_keep_optimum(br_identify_work *w, br_identify_stage stage, const br_output_fit *f)
{
    br_identified *id = w->id;
    br_optimum *to = &id->optimum[stage];
    free(to->p);
    *to = (br_optimum){.p = malloc(((size_t)id->model->np + 1) * sizeof *to->p),
                       .cost = br_start_cost(f),
                       .terms = f->n - id->parameters.count,
                       .delay = held_delay(w),
                       .force_moves = w->force_moves};
    if (w->q.terms > id->terms && !id->motion) // the rest of the delay
        to->delay += f->value[f->n - 1];
    if (!to->p)
        return BR_NO_MEMORY;
    memcpy(to->p, f->p, (size_t)id->model->np * sizeof *to->p);
    for (int j = 0; j < to->terms; j++)
        to->term[j] = f->value[id->parameters.count + j];
    return BR_OK;
}

// The coefficient of the term of this name, or the delay; 0: the simpler fit has none.
static double term_of(const br_identified *from, const br_optimum *o, const char *name)
{
    for (int j = 0; j < o->terms; j++)
        if (strcmp(from->term[j].name, name) == 0)
            return o->term[j];
    return 0;
}

// The statement of the richer law that says how it contains the simpler one; -1: none does.
static int statement_of(const br_law *rich, const char *simple)
{
    for (int i = 0; i < rich->ncontained; i++)
        if (strcmp(rich->contained[i].law, simple) == 0)
            return i;
    return -1;
}

// The optimum of a simpler law in the parameters of this one. false: it does not map.
static bool map_optimum(const br_identify_work *w, const br_identified *from, const br_optimum *o, double *limits,
                        double *p)
{
    const br_model *m = w->id->model;
    br_contained_limits far = {limits, limits + m->np};
    br_start_middle(m, &w->id->parameters, &w->start, p);
    if (strcmp(m->law.name, from->model->law.name) == 0 && m->np == from->model->np) {
        memcpy(p, o->p, (size_t)m->np * sizeof *p);
        return true;
    }
    int i = statement_of(&m->law, from->model->law.name);
    return i >= 0 && br_contained_map(m, i, from->model, o->p, &far, p, NULL) == BR_OK;
}

// With another delay the force or the motion is another one, and costs cannot be compared.
static bool has_same_delay(const br_identify_work *w, const br_optimum *o)
{
    const double near = 0.02; // samples
    double delay = held_delay(w);
    bool shifted = !w->id->motion && (delay != 0 || o->delay != 0);
    return fabs(delay - o->delay) <= near * w->id->delay.step && (!shifted || w->force_moves == o->force_moves);
}

// Starts from all simpler laws that were fitted to the same rows in the same stage. *block holds them.
static br_status list_known(const br_identify_work *w, br_identify_stage stage, br_start_options *s, double **block)
{
    const br_identified *id = w->id;
    size_t np = (size_t)id->model->np, each = np + (size_t)w->q.terms, count = (size_t)w->o->simpler_laws;
    br_start_known *known = calloc(count + 1, sizeof *known);
    *block = calloc(count * each + 2 * np + 1, sizeof **block);
    s->known = known;
    if (!known || !*block)
        return BR_NO_MEMORY;
    double *limits = *block + count * each;
    br_start_limits(id->model, &s->most, s->least, limits, limits + np);
    for (size_t i = 0; i < count; i++) {
        const br_optimum *o = &w->o->simpler[i]->optimum[stage];
        double *p = *block + (size_t)s->knowns * each;
        if (!o->p || !map_optimum(w, w->o->simpler[i], o, limits, p))
            continue;
        for (int j = 0; j < (id->motion ? w->q.terms : id->terms); j++) // of forces the rest of the delay is 0
            p[np + (size_t)j] = term_of(w->o->simpler[i], o, id->term[j].name);
        known[s->knowns++] = (br_start_known){p, p + np, has_same_delay(w, o) ? o->cost : HUGE_VAL};
    }
    return BR_OK;
}

// ---------------------------------------------------------------- fitting

// The best fit to the rows that are marked, from all starts.
static br_status fit_stage(br_identify_work *w, const br_output_options *o, br_identify_stage stage, br_output_fit *f,
                           br_explanation *other, br_diag *why)
{
    br_start_options s = w->start;
    double *block = NULL;
    br_status status = list_known(w, stage, &s, &block);
    if (status == BR_OK)
        status = br_start_search(f, other, &w->q, &w->id->parameters, o, &s, why);
    if (status == BR_OK)
        status = br_identify_keep_optimum(w, stage, f);
    free((void *)s.known);
    free(block);
    return status;
}

br_status br_identify_fit_simpler(br_identify_work *w, const br_output_options *o, const br_identified *simpler,
                                  br_diag *why)
{
    br_identify_options own = *w->o;
    const br_identify_options *all = w->o;
    br_start_options s = w->start;
    double *block = NULL;
    own.simpler = &simpler;
    own.simpler_laws = 1;
    w->o = &own;
    br_status status = list_known(w, BR_STAGE_DELAYED, &s, &block);
    w->o = all;
    s.lengths = s.speeds = 0;
    s.given = false;
    if (status == BR_OK)
        status = s.knowns > 0 ? br_start_search(&w->id->fit, NULL, &w->q, &w->id->parameters, o, &s, why) : BR_NEGATIVE;
    free((void *)s.known);
    free(block);
    return status;
}

static br_identify_stage stage_of(const br_identify_work *w, bool part)
{
    bool motion = w->id->motion, delayed = w->q.terms > w->id->terms;
    br_identify_stage forces = delayed ? BR_STAGE_DELAYED : BR_STAGE_FORCE;
    br_identify_stage stage = !motion ? forces : delayed ? BR_STAGE_DELAYED_MOTION : BR_STAGE_MOTION;
    return part ? stage - 1 : stage;
}

static br_status fit_without_hold_out(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    br_output_free(&w->part);
    br_identify_mark_hold_out(w, true);
    br_status status = fit_stage(w, o, stage_of(w, true), &w->part, NULL, why);
    br_identify_mark_hold_out(w, false);
    if (status != BR_OK)
        return status;
    id->hold_out_error = w->part.hold_out_error;
    id->hold_out_rms = w->part.hold_out_rms;
    id->fitted_error = w->part.error;
    return BR_OK;
}

br_status br_identify_fit(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    bool held = false, test = false;
    for (int i = 0; i < w->logs; i++) {
        held = held || (!w->log[i].test && w->log[i].from < w->log[i].to);
        test = test || w->log[i].test;
    }
    id->hold_out_error = id->hold_out_rms = id->fitted_error = (double)NAN;
    br_status status = held ? fit_without_hold_out(w, o, why) : BR_OK;
    double begun = id->motion ? 0.3 : 0, whole = w->o->motion ? 0.3 : 0.6; // a motion costs more
    br_identify_set_progress(w, begun + whole * (held ? 0.4 : 0));
    br_identify_mark_hold_out(w, false);
    br_explanation_free(&id->other);
    if (status == BR_OK)
        status = fit_stage(w, o, stage_of(w, false), &id->fit, &id->other, why);
    br_identify_set_progress(w, begun + whole);
    if (status == BR_OK && test && !held) {
        id->hold_out_error = id->fit.hold_out_error;
        id->hold_out_rms = id->fit.hold_out_rms;
    }
    return status;
}
