// observe_mechanism_fit.c - parameters of a mechanism fitted over the whole log: table, JSON and warnings.    [host]
#include "num/base/fp.h"

#include "tool/observe/observe_mechanism.h"

#include "tool/kit/fields.h"
#include "tool/kit/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

br_status watching_fit(watching *o, const tool_args *a, br_diag *why)
{
    if (o->w.parameters == 0 || a->filter_only || o->result.stopped)
        return BR_OK;
    progress bar = progress_open("fitting", a);
    o->w.context = &bar;
    br_status status = br_mech_fit_run(&o->w, &o->result, &o->fit, why);
    progress_close(&bar);
    o->fitted = status == BR_OK;
    return progress_result(&bar, status, why);
}

// ---------------------------------------------------------------- the table of parameters

typedef struct parameter_row {
    const char *name, *unit;
    double value, sd, sd_autocorrelated, shift, step_error, filter, filter_sd, braking, start, start_sd, other;
    bool on_bound;
} parameter_row;

static const tool_field parameter_fields[] = {
    FIELD("parameter", "name", TEXT, parameter_row, name),
    FIELD("unit", "unit", TEXT, parameter_row, unit),
    FIELD("value", "value", NUMBER, parameter_row, value),
    FIELD("sd", "sd", ROUND, parameter_row, sd),
    FIELD("sd if autocorrelated", "sd_coloured", ROUND, parameter_row, sd_autocorrelated),
    FIELD("error of the step", "step_error", ROUND, parameter_row, step_error),
    FIELD(NULL, "step_shift", NUMBER, parameter_row, shift),
    FIELD("second explanation", "other", NUMBER, parameter_row, other),
    FIELD("end of the filter", "filter_value", NUMBER, parameter_row, filter),
    FIELD("its sd", "filter_sd", ROUND, parameter_row, filter_sd),
    FIELD("start", "start", NUMBER, parameter_row, start),
    FIELD("prior sd", "start_sd", ROUND, parameter_row, start_sd),
    FIELD(NULL, "braking", NUMBER, parameter_row, braking),
    FIELD(NULL, "on_bound", BOOL, parameter_row, on_bound),
    {0}};

static parameter_row row_of(const watching *o, int i)
{
    const br_named_parameter *p = &o->w.parameter[i];
    const br_mech_fitted *f = &o->fit.parameter[i];
    double x = o->result.x[i], nan = (double)NAN;
    parameter_row r = {.name = p->name,
                       .unit = p->unit,
                       .filter = br_parameter_value(&p->is, x),
                       .filter_sd = fabs(br_parameter_slope(&p->is, x)) * o->result.x_sd[i],
                       .braking = o->result.braking[i],
                       .start = br_parameter_value(&p->is, p->is.x),
                       .start_sd = fabs(br_parameter_slope(&p->is, p->is.x)) * p->is.sd,
                       .on_bound = o->fitted && f->on_bound};
    r.value = o->fitted ? f->value : r.filter;
    r.sd = o->fitted ? f->sd[0] : r.filter_sd;
    r.sd_autocorrelated = o->fitted ? f->sd[1] : nan;
    r.shift = o->fitted ? f->shift : nan;
    r.step_error = o->fitted ? f->step_error : nan;
    r.other = o->fitted ? f->other : nan;
    return r;
}

double watching_parameter(const watching *o, int i)
{
    return row_of(o, i).value;
}

void watching_replace_estimate(const watching *o, const char *name, double *value, double *sd)
{
    for (int i = 0; i < o->w.parameters && o->fitted; i++)
        if (strcmp(o->w.parameter[i].name, name) == 0) {
            *value = o->fit.parameter[i].value;
            *sd = o->fit.parameter[i].sd[1];
        }
}

void watching_parameter_cells(br_buffer *cells, const watching *o)
{
    for (int i = 0; i < o->w.parameters; i++) {
        parameter_row r = row_of(o, i);
        fields_row(cells, parameter_fields, &r, NULL);
    }
}

void watching_parameters_json(br_json *j, const watching *o)
{
    br_json_field_open(j, "parameters", '[');
    for (int i = 0; i < o->w.parameters; i++) {
        parameter_row r = row_of(o, i);
        br_json_open(j, '{');
        fields_json(j, parameter_fields, &r);
        br_json_close(j);
    }
    br_json_close(j);
}

// ---------------------------------------------------------------- the fit

static const char *coloured_signal(const watching *o)
{
    return o->m.sensor[o->w.sensor[o->fit.colour]].name;
}

void watching_fit_json(br_json *j, const watching *o)
{
    const br_mech_fit *f = &o->fit;
    br_json_field_open(j, "fit", '{');
    if (o->fitted) {
        br_json_field_bool(j, "found", f->found);
        br_json_field_bool(j, "settled", f->settled);
        BR_JSON_NUMBERS(j, {"nis", f->nis}, {"log_likelihood", f->likelihood}, {"whiteness", f->whiteness},
                        {"lag_1", f->lag1}, {"second_gain", f->gain}, {"runs", f->runs});
        br_json_field_text(j, "autocorrelated", coloured_signal(o));
        br_json_field_text(j, "second_start", br_mech_second_name(f->second));
    }
    br_json_close(j);
}

void watching_fit_text(br_buffer *out, const watching *o)
{
    const br_mech_fit *f = &o->fit;
    if (!o->fitted || !f->found)
        return;
    br_buffer_print(out, "fit over the whole log: NIS %.4g, log-likelihood %.6g", f->nis, f->likelihood);
    if (isfinite(f->whiteness))
        br_buffer_print(out, "; residuals of %s: lag-1 autocorrelation %.2g, p-value of whiteness %.2g",
                        coloured_signal(o), f->lag1, f->whiteness);
    br_buffer_put(out, "\n");
}

// ---------------------------------------------------------------- warnings

void watching_start_list(br_buffer *out, const watching *o)
{
    br_buffer_put(out, "--estimate '");
    for (int i = 0; i < o->w.parameters; i++) {
        const br_named_parameter *p = &o->w.parameter[i];
        bool plain = strcmp(p->unit, "-") == 0 || strcmp(p->unit, "1") == 0;
        br_buffer_print(out, "%s%s%s%s = %.4g%s%s", i ? ", " : "", p->is.is.log ? "log(" : "", p->name,
                        p->is.is.log ? ")" : "", watching_parameter(o, i), plain ? "" : " ", plain ? "" : p->unit);
    }
    br_buffer_put(out, "'");
}

static void warn_search(watching *o)
{
    if (!o->fit.found)
        br_buffer_put(&o->warnings,
                      "the fit over the whole log did not converge: parameters are those of the filter, which depend "
                      "on its start and step; use a shorter --step, or other starts in --estimate\n");
    else if (!o->fit.settled)
        br_buffer_put(&o->warnings, "the fit over the whole log did not settle: start where it ended, ");
    if (o->fit.found && !o->fit.settled) {
        watching_start_list(&o->warnings, o);
        br_buffer_put(&o->warnings, "\n");
    }
    for (int i = 0; i < o->fit.n; i++)
        if (o->fit.parameter[i].on_bound)
            br_buffer_print(&o->warnings,
                            "%s is at a limit of its range, %.6g %s: its standard deviation is not valid\n",
                            o->w.parameter[i].name, o->fit.parameter[i].value, o->w.parameter[i].unit);
}

static void warn_autocorrelation(watching *o)
{
    const double white = 0.01;
    double most = 1;
    int of = 0;
    for (int i = 0; i < o->fit.n; i++) {
        double grown = o->fit.parameter[i].autocorrelated_sd / o->fit.parameter[i].white_sd;
        of = grown > most ? i : of;
        most = grown > most ? grown : most;
    }
    if (o->fit.whiteness < white && most > 1.1)
        br_buffer_print(&o->warnings,
                        "autocorrelated residuals of %s (lag 1: %.2g): model mismatch or coloured noise; use the "
                        "standard deviations for autocorrelated residuals: %.3g instead of %.3g %s for %s\n",
                        coloured_signal(o), o->fit.lag1, o->fit.parameter[of].autocorrelated_sd,
                        o->fit.parameter[of].white_sd, o->w.parameter[of].unit, o->w.parameter[of].name);
}

// The error of a scheme of first order goes with the step.
static void suggest_step(watching *o, double ratio)
{
    const double least = 0.02;
    double step = o->w.step > 0 ? o->w.step : br_mech_estimate_row(&o->w);
    bool bdf1 = o->w.scheme == &br_mech_bdf1;
    if (bdf1 && !(ratio > least))
        br_buffer_put(&o->warnings, "use --method newmark\n");
    else
        br_buffer_print(&o->warnings, "use --step '%.2g s'%s\n", step * (ratio > least ? ratio : least),
                        bdf1 ? " or --method newmark" : "");
}

static void warn_step(watching *o)
{
    for (int i = 0; i < o->fit.n && o->fit.found; i++) {
        const br_mech_fitted *f = &o->fit.parameter[i];
        const br_named_parameter *p = &o->w.parameter[i];
        if (isnan(f->shift))
            br_buffer_print(&o->warnings,
                            "error of the step unknown: with half the step %s was not found; use a shorter --step\n",
                            p->name);
        else if (f->step_error > f->autocorrelated_sd) {
            br_buffer_print(&o->warnings,
                            "%s moves by %.3g %s if the step is halved: an error of the step of %.3g standard "
                            "deviations, which those in the table include; ",
                            p->name, f->shift, p->unit, f->step_error / f->autocorrelated_sd);
            suggest_step(o, f->autocorrelated_sd / f->step_error);
        }
    }
}

static void write_values(br_buffer *out, const watching *o, bool other)
{
    for (int i = 0; i < o->fit.n; i++)
        if (!o->fit.parameter[i].walks)
            br_buffer_print(out, "%s%s = %.5g %s", i ? ", " : "", o->w.parameter[i].name,
                            other ? o->fit.parameter[i].other : o->fit.parameter[i].value, o->w.parameter[i].unit);
}

static void warn_starts(watching *o)
{
    const br_mech_fit *f = &o->fit;
    if (f->second == BR_SECOND_TWO) {
        br_buffer_put(&o->warnings, "two explanations of this log, equally good within the noise: ");
        write_values(&o->warnings, o, false);
        br_buffer_put(&o->warnings, "; or ");
        write_values(&o->warnings, o, true);
        br_buffer_put(&o->warnings, "; use a --prior for what is known\n");
    }
    if (f->second == BR_SECOND_BETTER)
        br_buffer_put(&o->warnings,
                      "a second start of the fit ended elsewhere, with a better fit, which is reported: the result "
                      "depends on the start; try others in --estimate\n");
    for (int i = 0; i < f->n; i++)
        if (fabs(f->parameter[i].moved) > f->parameter[i].autocorrelated_sd)
            br_buffer_print(&o->warnings,
                            "%s depends on its start: from another one it ends %.3g %s, %.3g standard deviations, "
                            "away\n",
                            o->w.parameter[i].name, f->parameter[i].moved, o->w.parameter[i].unit,
                            fabs(f->parameter[i].moved) / f->parameter[i].autocorrelated_sd);
}

// A filter that learnt too early, far from the values.
static void warn_filter(watching *o)
{
    double most = 3;
    int of = -1;
    for (int i = 0; i < o->fit.n && o->fit.found; i++) {
        parameter_row r = row_of(o, i);
        double off = fabs(r.filter - r.value);
        if (o->fit.parameter[i].walks || !(off > most * r.filter_sd) || !(off > o->fit.parameter[i].autocorrelated_sd))
            continue;
        most = off / r.filter_sd;
        of = i;
    }
    if (of < 0)
        return;
    br_buffer_print(&o->warnings,
                    "the filter ended at %s = %.5g %s, %.3g of its standard deviations from the fit over the whole "
                    "log: its rows (--csv) have other parameters; start it there: ",
                    o->w.parameter[of].name, row_of(o, of).filter, o->w.parameter[of].unit, most);
    watching_start_list(&o->warnings, o);
    br_buffer_put(&o->warnings, "\n");
}

void watching_assess_fit(watching *o)
{
    if (!o->fitted)
        return;
    warn_search(o);
    warn_autocorrelation(o);
    warn_step(o);
    warn_starts(o);
    warn_filter(o);
}
