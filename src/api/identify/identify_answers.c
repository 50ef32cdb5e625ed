// identify_answers.c - identification in a program: bristle/identify.h. Parameters, errors, what speaks against them.   [host]
#include "num/base/fp.h"

#include "api/identify/identify_parts.h"
#include "api/law/sized.h"
#include "file/disk/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The fit that there are results of; NULL: none.
static const br_identified *fit_of(const br_identification *id)
{
    const br_owned_identification *own = (const br_owned_identification *)id;
    return own && own->done ? &id->law[id->best].id : NULL;
}

// ---------------------------------------------------------------- parameters

int br_identification_parameters(const br_identification *id)
{
    const br_identified *fit = fit_of(id);
    return fit ? fit->fit.n : 0;
}

int br_identification_index(const br_identification *id, const char *name)
{
    const br_identified *fit = fit_of(id);
    for (int i = 0; fit && name && i < fit->fit.n; i++)
        if (strcmp(br_identified_name(fit, i), name) == 0)
            return i;
    return -1;
}

// Writes the first bytes of a structure whose size the caller has set.
static bool give(void *to, const void *from, size_t known)
{
    size_t size = 0;
    if (to)
        memcpy(&size, to, sizeof size);
    return br_sized_fill(to, size, from, known, known);
}

br_status br_identification_parameter_at(const br_identification *id, int i, br_identification_parameter *p)
{
    const br_identified *fit = fit_of(id);
    if (!fit || i < 0 || i >= fit->fit.n)
        return BR_BAD_USAGE;
    br_identification_parameter is = br_identified_parameter(fit, i);
    return give(p, &is, sizeof is) ? BR_OK : BR_BAD_USAGE;
}

double br_identification_correlation(const br_identification *id, int i, int k)
{
    const br_identified *fit = fit_of(id);
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
    return br_said(fitted_law(id, fit_of(id) ? &id->law[id->best] : NULL, law, why), why);
}

// ---------------------------------------------------------------- laws that are compared

int br_identification_laws(const br_identification *id)
{
    return fit_of(id) ? id->laws : 0;
}

// NULL: there is none.
static const br_identified_law *law_at(const br_identification *id, int rank)
{
    int order[BR_IDENTIFICATION_LAWS];
    if (!fit_of(id) || rank < 0 || rank >= id->laws)
        return NULL;
    br_identification_order(id, order);
    return &id->law[order[rank]];
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
                                      .best = d == &id->law[id->best],
                                      .explains = d->star,
                                      .parameters = fitted ? d->id.fit.n : 0,
                                      .error = fitted ? d->id.fit.error : (double)NAN,
                                      .hold_out_error = fitted ? d->id.hold_out_error : (double)NAN,
                                      .bic = fitted ? d->id.fit.e.bic : (double)NAN};
    return give(c, &is, sizeof is) ? BR_OK : BR_BAD_USAGE;
}

br_status br_identification_rank_parameter(const br_identification *id, int rank, int i, br_identification_parameter *p)
{
    const br_identified_law *d = law_at(id, rank);
    if (!d || d->status != BR_OK || i < 0 || i >= d->id.fit.n)
        return BR_BAD_USAGE;
    br_identification_parameter is = br_identified_parameter(&d->id, i);
    return give(p, &is, sizeof is) ? BR_OK : BR_BAD_USAGE;
}

br_status br_identification_rank_law(const br_identification *id, int rank, br_law **law, br_diag *why)
{
    return br_said(fitted_law(id, law_at(id, rank), law, why), why);
}

// ---------------------------------------------------------------- errors

static const char *predicted(const br_identification *id)
{
    return id->options.predictions ? "step" : id->options.motion ? "motion" : "force";
}

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

br_status br_identification_result_of(const br_identification *id, br_identification_result *r)
{
    const br_identified *fit = fit_of(id);
    if (!fit)
        return BR_BAD_USAGE;
    const br_identified_law *best = &id->law[id->best];
    br_identification_result is = {.size = sizeof is,
                                   .predict = predicted(id),
                                   .fitted = sum_of(fit, BR_FITTED),
                                   .hold_out = sum_of(fit, BR_HOLD_OUT),
                                   .identifiable = fit->identifiable,
                                   .meets_law = fit->physical,
                                   .against = best->against,
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
                                   .elements = best->elements};
    return give(r, &is, sizeof is) ? BR_OK : BR_BAD_USAGE;
}

int br_identification_logs(const br_identification *id)
{
    return id ? id->logs : 0;
}

br_status br_identification_log_errors(const br_identification *id, int log, br_identification_errors *fitted,
                                       br_identification_errors *hold_out)
{
    const br_identified *fit = fit_of(id);
    if (!fit || log < 0 || log >= fit->logs)
        return BR_BAD_USAGE;
    if (fitted)
        *fitted = br_identified_log_errors(fit, log, BR_FITTED);
    if (hold_out)
        *hold_out = br_identified_log_errors(fit, log, BR_HOLD_OUT);
    return BR_OK;
}

static long long residuals_of(const br_identified *fit, int log)
{
    long long rows = 0;
    for (int i = 0; i < fit->stretches; i++)
        rows += fit->place[i].log == log ? fit->fit.rows[i] : 0;
    return rows;
}

// Times, then residuals, of all stretches of a log.
static double *copy_residuals(const br_identification *id, const br_identified *fit, int log, long long rows)
{
    double *t = malloc(2 * (size_t)rows * sizeof *t), *r = t ? t + rows : NULL;
    for (int i = 0, k = 0; t && i < fit->stretches; i++)
        for (long long at = 0; fit->place[i].log == log && at < fit->fit.rows[i]; at++, k++) {
            t[k] = id->axis[log].trace.t[fit->place[i].row + at];
            r[k] = fit->fit.residual[i][at];
        }
    return t;
}

static br_status make_residuals(br_identification *id, int log, br_table **table, br_diag *why)
{
    br_owned_identification *own = br_owned(id);
    const br_identified *fit = fit_of(id);
    if (!id || !table)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_identification_residuals: an identification and a place for the handle are needed");
    long long rows = fit && log >= 0 && log < fit->logs ? residuals_of(fit, log) : 0;
    if (rows == 0)
        return br_diag_fail(why, BR_NEGATIVE, "identification: there are no residuals of log %d", log);
    if (!own->residual[log])
        own->residual[log] = copy_residuals(id, fit, log, rows);
    if (!own->residual[log])
        return BR_NO_MEMORY;
    char heading[BR_UNIT_SIZE + 20];
    const double *const column[] = {own->residual[log], own->residual[log] + rows};
    snprintf(heading, sizeof heading, "residual [%s]",
             fit->motion ? br_identification_motion_unit(id) : id->force_unit);
    return br_table_lend(table, "residuals", (const char *const[]){"t [s]", heading}, column, 2, (size_t)rows, NULL,
                         why);
}

br_status br_identification_residuals(br_identification *id, int log, br_table **residuals, br_diag *why)
{
    return br_said(make_residuals(id, log, residuals, why), why);
}

// A table of a text of the identification.
static br_status parse_points(const br_identification *id, const char *name,
                              void (*write)(br_buffer *out, const br_identification *w), br_table **table, br_diag *why)
{
    br_buffer text = {0};
    write(&text, id);
    br_status status =
        text.status == BR_OK ? br_table_parse(table, name, text.text, text.size, NULL, why) : text.status;
    br_buffer_free(&text);
    return status;
}

static br_status make_map(const br_identification *id, br_table **map, br_diag *why)
{
    if (!id || !map)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_identification_map: an identification and a place for the handle are needed");
    if (!fit_of(id) || id->map.map.points == 0)
        return br_diag_fail(why, BR_NEGATIVE, "identification: there are too few samples for friction over speed");
    return parse_points(id, "friction over speed", br_identification_write_map, map, why);
}

br_status br_identification_map(const br_identification *id, br_table **map, br_diag *why)
{
    return br_said(make_map(id, map, why), why);
}

static br_status make_virgin(const br_identification *id, br_table **curve, br_diag *why)
{
    if (!id || !curve)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_identification_virgin: an identification and a place for the handle are needed");
    if (!fit_of(id) || id->map.virgin.points == 0)
        return br_diag_fail(why, BR_NEGATIVE,
                            "identification: the first log has no loops of presliding with positions");
    return parse_points(id, "virgin curve", br_identification_write_virgin, curve, why);
}

br_status br_identification_virgin(const br_identification *id, br_table **curve, br_diag *why)
{
    return br_said(make_virgin(id, curve, why), why);
}

br_status br_identification_stribeck_of(const br_identification *id, br_identification_stribeck *s)
{
    if (!fit_of(id) || id->map.curve.n == 0)
        return BR_BAD_USAGE;
    const br_friction_map *m = &id->map;
    const double *value = m->curve.value;
    br_identification_stribeck is = {.size = sizeof is,
                                     .falls = m->verdict == BR_STEADY_IDENTIFIABLE,
                                     .verdict = br_steady_verdict_text(m->verdict),
                                     .segments = m->pieces,
                                     .points = m->map.points,
                                     .FC = value[0],
                                     .FS = value[1],
                                     .vs = value[2],
                                     .sigma2 = value[3]};
    return give(s, &is, sizeof is) ? BR_OK : BR_BAD_USAGE;
}

static br_status save_params(const br_identification *id, const char *path, br_diag *why)
{
    const br_identified *fit = fit_of(id);
    if (!id || !path)
        return br_diag_fail(why, BR_BAD_USAGE, "br_identification_save: an identification and a path are needed");
    if (!fit || !fit->physical)
        return br_diag_fail(why, BR_NEGATIVE, "identification: %s", fit ? fit->breaks.text : "there is no fitted law");
    br_buffer text = {0};
    br_identification_write_params(&text, id, "libbristle");
    br_status status = text.status == BR_OK ? br_file_write(path, text.text, text.size, true, why) : text.status;
    br_buffer_free(&text);
    return status;
}

br_status br_identification_save(const br_identification *id, const char *path, br_diag *why)
{
    return br_said(save_params(id, path, why), why);
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
