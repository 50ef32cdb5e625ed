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
static int statement_of(const br_parsed_law *rich, const char *simple)
{
    for (int i = 0; i < rich->ncontained; i++)
        if (strcmp(rich->contained[i].law, simple) == 0)
            return i;
    return -1;
}

// Is this a fit of the same law, with fewer terms?
static bool is_same_law(const br_identify_work *w, const br_identified *from)
{
    const br_model *m = w->id->model;
    return strcmp(m->law.name, from->model->law.name) == 0 && m->np == from->model->np;
}

// The optimum of a simpler law in the parameters of this one. false: it does not map.
static bool map_optimum(const br_identify_work *w, const br_identified *from, const br_optimum *o, double *limits,
                        double *p)
{
    const br_model *m = w->id->model;
    br_contained_limits far = {limits, limits + m->np};
    br_start_middle(m, &w->id->parameters, &w->start, p);
    if (is_same_law(w, from)) {
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

// Room for one more start of a list. *p: its parameters, then its terms.
static br_start_known *add_start(const br_identify_work *w, br_start_options *s, double *block, double **p)
{
    size_t np = (size_t)w->id->model->np, each = np + (size_t)w->q.terms;
    br_start_known *known = (br_start_known *)s->known + s->knowns;
    *p = block + (size_t)s->knowns++ * each;
    *known = (br_start_known){*p, *p + np, HUGE_VAL};
    return known;
}

// Starts from all simpler laws that were fitted to the same rows in the same stage. *block holds them, with room for `more`.
static br_status list_known(const br_identify_work *w, br_identify_stage stage, int more, br_start_options *s,
                            double **block)
{
    const br_identified *id = w->id;
    size_t np = (size_t)id->model->np, each = np + (size_t)w->q.terms, count = (size_t)(w->o->simpler_laws + more);
    s->known = calloc(count + 1, sizeof *s->known);
    *block = calloc(count * each + 2 * np + 1, sizeof **block);
    if (!s->known || !*block)
        return BR_NO_MEMORY;
    double *limits = *block + count * each, *p;
    br_start_limits(id->model, &s->most, s->least, limits, limits + np);
    for (int i = 0; i < w->o->simpler_laws; i++) {
        const br_optimum *o = &w->o->simpler[i]->optimum[stage];
        br_start_known *known = o->p ? add_start(w, s, *block, &p) : NULL;
        if (!known)
            continue;
        if (!map_optimum(w, w->o->simpler[i], o, limits, p)) {
            s->knowns--;
            continue;
        }
        for (int j = 0; j < (id->motion ? w->q.terms : id->terms); j++) // of forces the rest of the delay is 0
            p[np + (size_t)j] = term_of(w->o->simpler[i], o, id->term[j].name);
        known->cost = has_same_delay(w, o) ? o->cost : HUGE_VAL;
    }
    return BR_OK;
}

// Those that were found along pieces of the log, too.
static void add_motion_starts(const br_identify_work *w, br_start_options *s, double *block)
{
    double *p;
    size_t np = (size_t)w->id->model->np;
    for (int i = 0; i < w->motion_starts; i++) {
        add_start(w, s, block, &p);
        memcpy(p, w->motion_start[i].p, np * sizeof *p);
        memcpy(p + np, w->motion_start[i].term, (size_t)w->id->terms * sizeof *p);
    }
}

br_status br_identify_find_motion_starts(br_identify_work *w, const br_output_options *o)
{
    br_identified *id = w->id;
    br_start_options s = w->start;
    br_identify_stage stage = BR_STAGE_MOTION;
    s.advance = br_identify_advance;
    s.self = w;
    double *block = NULL, *p;
    size_t np = (size_t)id->model->np;
    for (int i = 0; i < w->o->simpler_laws; i++) // hold-out rows stay unseen
        stage = w->o->simpler[i]->optimum[BR_STAGE_MOTION_PART].p ? BR_STAGE_MOTION_PART : stage;
    br_status status = list_known(w, stage, 3, &s, &block);
    for (int k = 0; k < 3 && status == BR_OK; k++) {
        if ((k == 2 && !w->moving) || (k == 1 && !w->first_p)) // the last one counts most
            continue;
        add_start(w, &s, block, &p);
        for (size_t i = 0; i < np; i++)
            p[i] = k == 2 ? w->moving[i] : k == 1 ? w->first_p[i] : br_interval_mid(id->model->p[i]);
        for (int j = 0; j < id->terms; j++)
            p[np + (size_t)j] = k > 0 && w->moving ? w->moving[np + (size_t)j] : id->term[j].start;
    }
    if (status == BR_OK)
        status = br_start_motion(&w->q, &id->parameters, o, &s, BR_MOTION_STARTS, w->motion_start, &w->motion_starts,
                                 &w->motion_block);
    free((void *)s.known);
    free(block);
    return status;
}

// ---------------------------------------------------------------- fitting

// A search of many starts is not made a second time for one term more.
static bool was_searched(const br_identify_work *w, br_identify_stage stage)
{
    bool searched = false;
    for (int i = 0; i < w->o->simpler_laws; i++)
        searched = searched || (w->o->simpler[i]->optimum[stage].p && is_same_law(w, w->o->simpler[i]));
    return searched;
}

// The best fit to the rows that are marked, from all starts; with one term more than before, from where that and simpler laws ended.
static br_status fit_stage(br_identify_work *w, const br_output_options *o, br_identify_stage stage, br_output_fit *f,
                           br_explanation *other, br_diag *why)
{
    br_start_options s = w->start;
    double *block = NULL;
    br_status status = list_known(w, stage, w->motion_starts, &s, &block);
    s.every_known = w->motion_starts > 0; // the first fit of the motion
    if (s.lengths * s.speeds > 0 && was_searched(w, stage)) {
        s.lengths = s.speeds = 0;
        s.given = false;
    }
    s.advance = br_identify_advance;
    s.self = w;
    if (status == BR_OK)
        add_motion_starts(w, &s, block);
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
    br_status status = list_known(w, BR_STAGE_DELAYED, 0, &s, &block);
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
    double begun = w->stage_from, end = w->stage_to, middle = begun + (end - begun) * (held ? 0.45 : 0);
    w->stage_to = middle;
    br_status status = held ? fit_without_hold_out(w, o, why) : BR_OK;
    w->stage_from = middle;
    w->stage_to = end;
    br_identify_mark_hold_out(w, false);
    br_explanation_free(&id->other);
    if (status == BR_OK)
        status = fit_stage(w, o, stage_of(w, false), &id->fit, &id->other, why);
    br_identify_set_progress(w, end);
    if (status == BR_OK && test && !held) {
        id->hold_out_error = id->fit.hold_out_error;
        id->hold_out_rms = id->fit.hold_out_rms;
    }
    return status;
}
