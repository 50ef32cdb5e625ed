// identify_answers.c - identification in a program: bristle/identify.h. Parameters, errors, what speaks against them.   [host]
#include "num/base/fp.h"

#include "api/identify/identify_parts.h"
#include "api/law/sized.h"
#include "file/disk/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- parameters

int br_identification_parameters(const br_identification *id)
{
    const br_identified *fit = br_identification_shown_fit(id);
    return fit ? fit->fit.n : 0;
}

int br_identification_index(const br_identification *id, const char *name)
{
    const br_identified *fit = br_identification_shown_fit(id);
    for (int i = 0; fit && name && i < fit->fit.n; i++)
        if (strcmp(br_identified_name(fit, i), name) == 0)
            return i;
    return -1;
}

static bool give_parameter(br_identification_parameter *p, const br_identified *fit, int i)
{
    br_identification_parameter is = br_identified_parameter(fit, i);
    return br_sized_answer(p, &is, sizeof is, BR_SIZE_BEFORE(br_identification_parameter, at_bound));
}

br_status br_identification_parameter_at(const br_identification *id, int i, br_identification_parameter *p)
{
    const br_identified *fit = br_identification_shown_fit(id);
    if (!fit || i < 0 || i >= fit->fit.n)
        return BR_BAD_USAGE;
    return give_parameter(p, fit, i) ? BR_OK : BR_BAD_USAGE;
}

double br_identification_correlation(const br_identification *id, int i, int k)
{
    const br_identified *fit = br_identification_shown_fit(id);
    bool there = fit && i >= 0 && i < fit->fit.n && k >= 0 && k < fit->fit.n;
    double is = there ? br_identified_correlation(fit, i, k) : (double)NAN;
    return isfinite(is) ? is : (double)NAN;
}

// d: NULL, or one of the laws.
static br_status fitted_law(const br_identification *id, const br_identified_law *d, br_law **law, br_diag *why)
{
    const br_owned_identification *own = (const br_owned_identification *)id;
    const br_identified *fit = d && d->status == BR_OK ? &d->id : NULL;
    br_buffer values = {0};
    br_law *fresh = NULL;
    if (!id || !law)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_identification_law: an identification and a place for the handle are needed");
    if (!fit)
        return br_diag_fail(why, BR_NEGATIVE, "identification: there is no fitted law");
    if (!fit->physical)
        return br_diag_fail(why, BR_NEGATIVE, "identification: %s", fit->breaks.text);
    br_model_write_values(&values, fit->model, ", ");
    br_status status = values.status;
    if (status == BR_OK)
        status = br_law_open(&fresh, id->compare ? d->law : own->law.source, own->law.params, why);
    for (int i = 0; i < own->law.count && status == BR_OK; i++)
        status = br_law_set(fresh, own->law.values[i], why);
    if (status == BR_OK && values.text)
        status = br_law_set(fresh, values.text, why);
    br_buffer_free(&values);
    if (status == BR_OK)
        *law = fresh;
    else
        br_law_close(fresh);
    return status;
}

br_status br_identification_law(const br_identification *id, br_law **law, br_diag *why)
{
    return br_said(fitted_law(id, br_identification_shown(id), law, why), why);
}

double br_identification_least_direction(const br_identification *id, int i)
{
    const br_identified *fit = br_identification_shown_fit(id);
    for (int k = 0; fit && i >= 0 && i < fit->fit.n && k < fit->fit.e.n; k++) // of those that are free
        if (strcmp(fit->fit.e.name[k], br_identified_name(fit, i)) == 0)
            return fit->fit.e.direction[k];
    return (double)NAN;
}

// ---------------------------------------------------------------- laws that are compared

int br_identification_laws(const br_identification *id)
{
    const br_owned_identification *own = (const br_owned_identification *)id;
    return own && own->tried ? id->laws : 0;
}

// NULL: there is none.
static const br_identified_law *law_at(const br_identification *id, int rank)
{
    int order[BR_IDENTIFICATION_LAWS];
    if (rank < 0 || rank >= br_identification_laws(id))
        return NULL;
    br_identification_order(id, order);
    return &id->law[order[rank]];
}

br_status br_identification_select(br_identification *id, int rank)
{
    const br_identified_law *d = law_at(id, rank);
    if (!id || (rank != -1 && !d))
        return BR_BAD_USAGE;
    if (!br_owned(id)->done || (d && d->status != BR_OK))
        return BR_NEGATIVE;
    br_owned(id)->selected = d;
    return BR_OK;
}

br_status br_identification_rank(const br_identification *id, int rank, br_identification_candidate *c)
{
    const br_identified_law *d = law_at(id, rank);
    if (!d)
        return BR_BAD_USAGE;
    bool fitted = d->status == BR_OK;
    br_identification_candidate is = {.size = sizeof is,
                                      .law = d->law,
                                      .direction = d->direction,
                                      .elements = d->elements,
                                      .fitted = fitted,
                                      .against = fitted ? d->against : d->why.text,
                                      .best = id->best >= 0 && d == &id->law[id->best],
                                      .explains = d->star,
                                      .parameters = fitted ? d->id.fit.n : 0,
                                      .error = fitted ? d->id.fit.error : (double)NAN,
                                      .hold_out_error = fitted ? d->id.hold_out_error : (double)NAN,
                                      .bic = fitted ? d->id.fit.e.bic : (double)NAN,
                                      .variant = d->variant,
                                      .seconds = d->seconds,
                                      .listed = (int)(d - id->law)};
    br_buffer called = {0};
    br_identified_law_name(&called, d);
    br_status status = called.status;
    snprintf(is.called, sizeof is.called, "%s", called.text ? called.text : "");
    br_buffer_free(&called);
    if (status == BR_OK && !br_sized_answer(c, &is, sizeof is, BR_SIZE_BEFORE(br_identification_candidate, called)))
        status = BR_BAD_USAGE;
    return status;
}

br_status br_identification_rank_parameter(const br_identification *id, int rank, int i, br_identification_parameter *p)
{
    const br_identified_law *d = law_at(id, rank);
    if (!d || d->status != BR_OK || i < 0 || i >= d->id.fit.n)
        return BR_BAD_USAGE;
    return give_parameter(p, &d->id, i) ? BR_OK : BR_BAD_USAGE;
}

br_status br_identification_rank_law(const br_identification *id, int rank, br_law **law, br_diag *why)
{
    return br_said(fitted_law(id, law_at(id, rank), law, why), why);
}

// ---------------------------------------------------------------- errors

static br_identification_errors sum_of(const br_identified *fit, int which)
{
    br_identification_errors all = {0};
    bool held = which == BR_HOLD_OUT;
    for (int i = 0; i < fit->logs; i++)
        all.rows += fit->log[i].fit[which].rows;
    all.error = held ? fit->hold_out_error : fit->fit.error;
    all.rms = held ? fit->hold_out_rms : fit->fit.rms;
    all.simulation_error = held ? fit->hold_out_simulation_share : fit->simulation_share;
    all.simulation_rms = held ? fit->hold_out_simulation_rms : fit->simulation_rms;
    return all;
}

static const br_identification_delay DELAY[] = {[BR_DELAY_GIVEN] = BR_DELAY_IS_GIVEN,
                                                [BR_DELAY_ESTIMATED] = BR_DELAY_IS_ESTIMATED,
                                                [BR_DELAY_NOT_IDENTIFIABLE] = BR_DELAY_IS_NOT_IDENTIFIABLE,
                                                [BR_DELAY_TOO_LONG] = BR_DELAY_IS_TOO_LONG};

br_status br_identification_result_of(const br_identification *id, br_identification_result *r)
{
    const br_identified_law *d = br_identification_shown(id);
    const br_identified *fit = d ? &d->id : NULL;
    if (!fit)
        return BR_BAD_USAGE;
    br_identification_result is = {.size = sizeof is,
                                   .predict = br_identification_predicted(id),
                                   .fitted = sum_of(fit, BR_FITTED),
                                   .hold_out = sum_of(fit, BR_HOLD_OUT),
                                   .identifiable = fit->identifiable,
                                   .meets_law = fit->physical,
                                   .against = d->against,
                                   .no_friction = br_identification_no_friction_error(id),
                                   .coulomb = id->coulomb ? br_identified_law_score(id->coulomb) : (double)NAN,
                                   .samples = (long long)fit->fit.e.count,
                                   .aic = fit->fit.e.aic,
                                   .bic = fit->fit.e.bic,
                                   .whiteness = fit->fit.e.whiteness,
                                   .autocorrelation_factor = fit->fit.autocorrelation_factor,
                                   .condition = fit->fit.e.condition,
                                   .outliers = fit->fit.outliers,
                                   .delay = fit->delay.value,
                                   .delay_sd = fit->delay.sd,
                                   .elements = d->elements,
                                   .delay_state = DELAY[fit->delay.state],
                                   .sample = fit->delay.step,
                                   .held = fit->delay.held,
                                   .breaks = fit->physical ? "" : fit->breaks.text,
                                   .simulation_time = fit->simulation_time,
                                   .measured_noise = fit->measured_sd,
                                   .force_noise = fit->force_sd,
                                   .rank = fit->fit.e.rank};
    return br_sized_answer(r, &is, sizeof is, BR_SIZE_BEFORE(br_identification_result, delay_state)) ? BR_OK
                                                                                                     : BR_BAD_USAGE;
}

int br_identification_logs(const br_identification *id)
{
    return id ? id->logs : 0;
}

br_status br_identification_log_errors(const br_identification *id, int log, br_identification_errors *fitted,
                                       br_identification_errors *hold_out)
{
    const br_identified *fit = br_identification_shown_fit(id);
    if (!fit || log < 0 || log >= fit->logs)
        return BR_BAD_USAGE;
    if (fitted)
        *fitted = br_identified_log_errors(fit, log, BR_FITTED);
    if (hold_out)
        *hold_out = br_identified_log_errors(fit, log, BR_HOLD_OUT);
    return BR_OK;
}

// ---------------------------------------------------------------- parameter files

// Of the best law. call: the function that was called.
static br_status write_params(const br_identification *id, const char *call, bool asked, const char *by, br_buffer *to,
                              br_diag *why)
{
    const br_owned_identification *own = (const br_owned_identification *)id;
    const br_identified *fit = own && own->done ? &id->law[id->best].id : NULL;
    if (!id || !asked)
        return br_diag_fail(why, BR_BAD_USAGE, "%s: an identification and where to write it are needed", call);
    if (!fit || !fit->physical)
        return br_diag_fail(why, BR_NEGATIVE, "identification: %s", fit ? fit->breaks.text : "there is no fitted law");
    br_identification_write_params(to, id, by ? by : "libbristle");
    return to->status;
}

br_status br_identification_save(const br_identification *id, const char *path, br_diag *why)
{
    br_buffer text = {0};
    br_status status = write_params(id, "br_identification_save", path != NULL, NULL, &text, why);
    if (status == BR_OK)
        status = br_file_write(path, text.text, text.size, true, why);
    br_buffer_free(&text);
    return br_said(status, why);
}

br_status br_identification_print(const br_identification *id, const char *by, char **text, br_diag *why)
{
    br_buffer to = {0};
    br_status status = write_params(id, "br_identification_print", text != NULL, by, &to, why);
    if (status == BR_OK)
        *text = to.text;
    else
        br_buffer_free(&to);
    return br_said(status, why);
}

// ---------------------------------------------------------------- words

static const char *lines(const br_identification *id, const br_buffer *b)
{
    return !id ? NULL : b->text ? b->text : "";
}

const char *br_identification_failures(const br_identification *id)
{
    return lines(id, id ? &id->failures : NULL);
}

const char *br_identification_warnings(const br_identification *id)
{
    return lines(id, id ? &id->warnings : NULL);
}

const char *br_identification_notes(const br_identification *id)
{
    return lines(id, id ? &id->notes : NULL);
}
