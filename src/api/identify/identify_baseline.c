// identify_baseline.c - the simplest honest models of a log: no friction; Coulomb and viscous friction.   [host]
//
// A law is worth its parameters where it beats both on rows that it has not seen.
#include "num/base/fp.h"

#include "api/identify/identification.h"

#include <string.h>

static bool is_coulomb(const br_identified_law *d)
{
    return !d->source && strcmp(d->law, "coulomb") == 0;
}

static br_status fit_baseline(const br_identification *w, br_identified_law *d, const char *fix, bool each)
{
    br_identify_options o = w->options;
    br_buffer at = {0};
    br_diag why;
    o.term[BR_AXIS_SKEW] = false;
    o.offset_each = o.offset_each || each;
    o.as_start = !each;
    o.fix = fix;
    o.prior = o.profile = o.also = NULL;
    br_buffer_print(&at, "v = 0 %s", w->speed_unit);
    if (fix)
        br_buffer_print(&at, ", FC = 0 %s, sigma2 = 0 %s", w->force_unit, w->rotary ? "N*m*s/rad" : "N*s/m");
    d->status = at.status == BR_OK ? br_loaded_model_open(&d->model, "coulomb", NULL, at.text, &why) : at.status;
    br_buffer_free(&at);
    d->has_model = d->status == BR_OK;
    if (d->status == BR_OK)
        d->status = br_identify(&d->id, &d->model.model, w->axis, w->logs, &o, &why);
    return d->status == BR_NO_MEMORY ? BR_NO_MEMORY : BR_OK;
}

// An offset of each log beside Coulomb and viscous friction, where one for all is fitted: do they differ?
static br_status fit_offsets(br_identification *w)
{
    int fitted = 0;
    for (int i = 0; i < w->logs; i++)
        fitted += !w->axis[i].test;
    bool wanted = fitted > 1 && w->options.term[BR_AXIS_OFFSET] && !w->options.offset_each;
    return wanted ? fit_baseline(w, &w->offsets, NULL, true) : BR_OK;
}

br_status br_identification_fit_baselines(br_identification *w)
{
    w->no_friction.status = w->offsets.status = BR_NEGATIVE;
    for (int i = 0; i < w->laws + w->aids && !w->coulomb; i++) {
        const br_identified_law *d = i < w->laws ? &w->law[i] : &w->aid[i - w->laws];
        if (d->status == BR_OK && is_coulomb(d) && !d->direction)
            w->coulomb = d;
    }
    br_status status =
        w->options.motion && !w->options.predictions ? BR_OK : fit_baseline(w, &w->no_friction, "FC, sigma2", false);
    if (status == BR_OK)
        status = fit_offsets(w);
    if (status != BR_OK || w->coulomb)
        return status;
    status = fit_baseline(w, &w->own_coulomb, NULL, false);
    if (w->own_coulomb.status == BR_OK)
        w->coulomb = &w->own_coulomb;
    return status;
}

static void free_baseline(br_identified_law *d)
{
    if (d->status == BR_OK && d->has_model)
        br_identified_free(&d->id);
    if (d->has_model)
        br_loaded_model_close(&d->model);
}

void br_identification_free_baselines(br_identification *w)
{
    free_baseline(&w->no_friction);
    free_baseline(&w->own_coulomb);
    free_baseline(&w->offsets);
}

// Errors of the model without friction: all of the force or of the motion is one, where there is nothing to fit.
double br_identification_no_friction_error(const br_identification *w)
{
    return w->no_friction.status == BR_OK ? br_identified_law_score(&w->no_friction) : 1;
}

bool br_identification_beats_no_friction(const br_identification *w, const br_identified_law *d)
{
    return w->no_friction.status == BR_OK ? br_identified_is_better(&d->id, &w->no_friction.id)
                                          : br_identified_law_score(d) < 0.9;
}

bool br_identification_beats_coulomb(const br_identification *w, const br_identified_law *d)
{
    return !w->coulomb || d == w->coulomb || is_coulomb(d) || br_identified_is_better(&d->id, &w->coulomb->id);
}
