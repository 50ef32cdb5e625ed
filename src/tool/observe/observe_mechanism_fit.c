// observe_mechanism_fit.c - parameters of a mechanism fitted over the whole log: table and JSON.    [host]
#include "num/base/fp.h"

#include "tool/observe/observe_mechanism.h"

#include "tool/kit/fields.h"

#include <math.h>

// ---------------------------------------------------------------- the table of parameters

static const tool_field parameter_fields[] = {
    FIELD("parameter", "name", TEXT, br_mechanism_parameter, name),
    FIELD("unit", "unit", TEXT, br_mechanism_parameter, unit),
    FIELD("value", "value", NUMBER, br_mechanism_parameter, value),
    FIELD("sd", "sd", ROUND, br_mechanism_parameter, sd),
    FIELD("sd if autocorrelated", "sd_coloured", ROUND, br_mechanism_parameter, sd_autocorrelated),
    FIELD("error of the step", "step_error", ROUND, br_mechanism_parameter, step_error),
    FIELD(NULL, "step_shift", NUMBER, br_mechanism_parameter, shift),
    FIELD("second explanation", "other", NUMBER, br_mechanism_parameter, other),
    FIELD("end of the filter", "filter_value", NUMBER, br_mechanism_parameter, filter),
    FIELD("its sd", "filter_sd", ROUND, br_mechanism_parameter, filter_sd),
    FIELD("start", "start", NUMBER, br_mechanism_parameter, start),
    FIELD("prior sd", "start_sd", ROUND, br_mechanism_parameter, start_sd),
    FIELD(NULL, "braking", NUMBER, br_mechanism_parameter, braking),
    FIELD(NULL, "on_bound", BOOL, br_mechanism_parameter, on_bound),
    {0}};

void watching_parameter_cells(br_buffer *cells, const br_mechanism_observer *o)
{
    br_mechanism_parameter p = {.size = sizeof p};
    for (int i = 0; br_mechanism_observer_parameter_at(o, i, &p) == BR_OK; i++)
        fields_row(cells, parameter_fields, &p, NULL);
}

void watching_parameters_json(br_json *j, const br_mechanism_observer *o)
{
    br_mechanism_parameter p = {.size = sizeof p};
    br_json_field_open(j, "parameters", '[');
    for (int i = 0; br_mechanism_observer_parameter_at(o, i, &p) == BR_OK; i++) {
        br_json_open(j, '{');
        fields_json(j, parameter_fields, &p);
        br_json_close(j);
    }
    br_json_close(j);
}

// ---------------------------------------------------------------- the fit

void watching_fit_json(br_json *j, const br_mechanism_observer *o)
{
    br_mechanism_fit f = {.size = sizeof f};
    br_json_field_open(j, "fit", '{');
    if (br_mechanism_observer_fit_of(o, &f) == BR_OK) {
        br_json_field_bool(j, "found", f.found);
        br_json_field_bool(j, "settled", f.settled);
        BR_JSON_NUMBERS(j, {"nis", f.nis}, {"log_likelihood", f.likelihood}, {"whiteness", f.whiteness},
                        {"lag_1", f.lag_1}, {"second_gain", f.second_gain}, {"runs", f.runs});
        br_json_field_text(j, "autocorrelated", f.autocorrelated);
        br_json_field_text(j, "second_start", f.second_start);
    }
    br_json_close(j);
}

void watching_fit_text(br_buffer *out, const br_mechanism_observer *o)
{
    br_mechanism_fit f = {.size = sizeof f};
    if (br_mechanism_observer_fit_of(o, &f) != BR_OK || !f.found)
        return;
    br_buffer_print(out, "fit over the whole log: NIS %.4g, log-likelihood %.6g", f.nis, f.likelihood);
    if (isfinite(f.whiteness))
        br_buffer_print(out, "; residuals of %s: lag-1 autocorrelation %.2g, p-value of whiteness %.2g",
                        f.autocorrelated, f.lag_1, f.whiteness);
    br_buffer_put(out, "\n");
}
