// identify_fit.c - one fit without the hold-out rows, for the hold-out error, then to all rows. [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>

// A fit without the hold-out rows, for the hold-out error; its result is the initial value of the fit to all rows.
static br_status fit_without_hold_out(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    br_output_fit *part = &w->part;
    br_identify_mark_hold_out(w, true);
    br_output_free(part);
    br_status status = br_start_search(part, &w->q, &id->parameters, o, &w->start, why);
    if (status != BR_OK)
        return status;
    id->hold_out_error = part->hold_out_error;
    id->hold_out_rms = part->hold_out_rms;
    id->fitted_error = part->error;
    br_model_set_points(id->model, part->p);
    for (int j = 0; j < id->terms; j++)
        id->term[j].start = part->value[id->parameters.count + j];
    return BR_OK;
}

// To all rows, from that result; where this is worse than that fit on its own and the hold-out rows, the search restarts.
static br_status fit_all_rows(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    bool known = isfinite(id->hold_out_error);
    br_start_options near = w->start;
    near.lengths = near.speeds = 0;
    near.given = true;
    br_identify_mark_hold_out(w, false);
    br_status status = br_start_search(&id->fit, &w->q, &id->parameters, o, known ? &near : &w->start, why);
    if (status != BR_OK || !known || id->fit.error <= 1.05 * br_max(id->hold_out_error, id->fitted_error))
        return status;
    br_output_free(&id->fit);
    return br_start_search(&id->fit, &w->q, &id->parameters, o, &w->start, why);
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
    if (status == BR_OK)
        status = fit_all_rows(w, o, why);
    if (status == BR_OK && test && !held) {
        id->hold_out_error = id->fit.hold_out_error;
        id->hold_out_rms = id->fit.hold_out_rms;
    }
    return status;
}
