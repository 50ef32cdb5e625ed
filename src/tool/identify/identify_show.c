// identify_show.c - identified laws as text, JSON and parameter file.            [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/identify/identify.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/stamps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- text

static void write_log(br_buffer *out, const identifying *o, int i)
{
    br_identification_log l = {.size = sizeof l};
    if (br_identification_log_at(o->is, i, &l) != BR_OK)
        return;
    br_buffer_put(out, l.test ? "test log: " : "");
    br_buffer_safe(out, o->name[i], strlen(o->name[i]));
    if (o->is_rig[i])
        br_buffer_print(out, " with seed %llu", (unsigned long long)o->seed[i]);
    br_buffer_print(out, ": %lld samples every ", l.used);
    br_buffer_about(out, 1e3 * l.step, 4);
    br_buffer_put(out, " ms");
    stamps_text(out, l.uneven, l.step_least, l.step_most);
    br_buffer_put(out, ", from ");
    br_buffer_about(out, l.first, 4);
    br_buffer_put(out, " to ");
    br_buffer_about(out, l.last, 4);
    br_buffer_print(out, " s%s", l.used < l.rows ? " of the log" : "");
    if (l.windows > 0)
        br_buffer_print(out, "; %d windows spread over its %lld rows (--rows)", l.windows, l.all);
    br_buffer_put(out, "\n");
}

static bool fits_forces(const identifying *o)
{
    return strcmp(o->setup.predict, "force") == 0;
}

void identify_heading(br_buffer *out, const identifying *o)
{
    for (int i = 0; i < o->logs; i++)
        write_log(out, o, i);
    br_buffer_put(out, o->setup.balance);
    if (o->log.cutoff > 0) {
        br_buffer_print(out, "; %s: %s, cutoff ",
                        o->log.derived_v ? "motion from position" : "acceleration from velocity",
                        o->setup.differentiate);
        br_buffer_about(out, o->log.cutoff, 4);
        br_buffer_put(out, " Hz");
    }
    if (strcmp(o->setup.predict, "step") == 0)
        br_buffer_print(out, "; fitted: one-step predictions of the %s (force in, corrected by every row)",
                        o->setup.motion);
    else if (!fits_forces(o))
        br_buffer_print(out, "; fitted: the %s (force in, motion out)", o->setup.motion);
    if (o->options.piece > 0)
        br_buffer_print(out, ", in segments of %.4g s", o->options.piece);
    if (o->setup.decimate > 1 && fits_forces(o))
        br_buffer_print(out, "; residuals low-pass filtered, every %dth used", o->setup.decimate);
    br_buffer_put(out, "\n");
    if (o->options.hold_out > 0)
        br_buffer_print(out, "hold-out: the last %.3g %% of %s\n", 100 * o->options.hold_out,
                        o->logs > 1 ? "every log" : "the log");
}

// ---------------------------------------------------------------- tables of laws and of parameters

// A law that was fitted, or could not be.
typedef struct law_row {
    br_identification_candidate is;
    br_identification_result of; // of one that was fitted
    bool identifiable, meets_law;
} law_row;

static law_row law_at(const identifying *o, int rank)
{
    law_row r = {.is.size = sizeof r.is, .of.size = sizeof r.of};
    bool there = br_identification_rank(o->is, rank, &r.is) == BR_OK &&
                 br_identification_select(o->is, rank) == BR_OK && br_identification_result_of(o->is, &r.of) == BR_OK;
    r.identifiable = there && r.of.identifiable;
    r.meets_law = there && r.of.meets_law;
    return r;
}

static void select_best(const identifying *o)
{
    if (o->best >= 0)
        (void)(br_identification_select(o->is, -1) == BR_OK);
}

static void show_law(br_buffer *out, const void *row)
{
    const law_row *r = row;
    br_buffer_put(out, r->is.explains ? "* " : "  ");
    br_buffer_put(out, r->is.called);
}

static void show_verdict(br_buffer *out, const void *row)
{
    const law_row *r = row;
    br_buffer_put(out, r->is.against[0] ? r->is.against : "ok");
}

static const tool_field law_fields[] = {
    FIELD_SHOWN("  law", show_law),
    {NULL, "error", FIELD_OPEN, 0, NULL},
    FIELD("fit error", "fit", PERCENT, law_row, of.fitted.error),
    FIELD("hold-out error", "held_out", PERCENT, law_row, of.hold_out.error),
    FIELD(NULL, "rms", NUMBER, law_row, of.fitted.rms),
    FIELD(NULL, "held_out_rms", NUMBER, law_row, of.hold_out.rms),
    {NULL, "", FIELD_CLOSE, 0, NULL},
    {NULL, "free_run", FIELD_OPEN, 0, NULL},
    FIELD("simulation", "error", PERCENT, law_row, of.fitted.simulation_error),
    FIELD(NULL, "rms", NUMBER, law_row, of.fitted.simulation_rms),
    FIELD("hold-out simulation", "held_out", PERCENT, law_row, of.hold_out.simulation_error),
    FIELD(NULL, "held_out_rms", NUMBER, law_row, of.hold_out.simulation_rms),
    FIELD(NULL, "seconds", NUMBER, law_row, of.simulation_time),
    {NULL, "", FIELD_CLOSE, 0, NULL},
    {NULL, "noise", FIELD_OPEN, 0, NULL},
    FIELD(NULL, "measured", NUMBER, law_row, of.measured_noise),
    FIELD(NULL, "force", NUMBER, law_row, of.force_noise),
    {NULL, "", FIELD_CLOSE, 0, NULL},
    FIELD("parameters", NULL, INT, law_row, is.parameters),
    FIELD_SHOWN("verdict", show_verdict),
    FIELD(NULL, "against", TEXT, law_row, of.against),
    FIELD(NULL, "identifiable", BOOL, law_row, identifiable),
    FIELD(NULL, "physical", BOOL, law_row, meets_law),
    FIELD(NULL, "breaks", TEXT, law_row, of.breaks),
    FIELD(NULL, "samples", LONG, law_row, of.samples),
    FIELD(NULL, "aic", NUMBER, law_row, of.aic),
    FIELD(NULL, "bic", NUMBER, law_row, of.bic),
    FIELD(NULL, "whiteness", NUMBER, law_row, of.whiteness),
    FIELD(NULL, "colour", NUMBER, law_row, of.autocorrelation_factor),
    FIELD(NULL, "rank", INT, law_row, of.rank),
    FIELD(NULL, "condition", NUMBER, law_row, of.condition),
    {0}};

void identify_law_cells(br_buffer *cells, const identifying *o)
{
    for (int i = 0; i < o->laws; i++) {
        br_buffer words = {0};
        law_row r = law_at(o, i);
        br_buffer_print(&words, "not fitted: %s", r.is.against);
        fields_row(cells, law_fields, &r, r.is.fitted || !words.text ? NULL : words.text);
        br_buffer_free(&words);
    }
    select_best(o);
}

// What the columns of that table mean.
void identify_law_notes(br_buffer *out, const identifying *o)
{
    const br_identification_result *r = o->best >= 0 ? &o->result : NULL;
    br_buffer_print(out, "Errors: RMS%s, %% of the measured RMS of the %s.\n",
                    strcmp(o->setup.predict, "step") == 0 ? " of predictions from one row to the next" : "",
                    fits_forces(o) ? "force" : "motion");
    if (r && r->measured_noise > 0) {
        br_buffer_print(out, "Noise (sd of a sample, estimated): %s ", o->setup.motion);
        br_buffer_about(out, r->measured_noise, 3);
        br_buffer_print(out, " %s, force ", o->setup.motion_unit);
        br_buffer_about(out, r->force_noise, 3);
        br_buffer_print(out, " %s.\n", o->log.force_unit);
    }
    if (!r || isnan(r->fitted.simulation_error))
        return;
    br_buffer_put(out, "Simulation: measured force in, motion out");
    if (r->simulation_time > 0)
        br_buffer_print(out, ", for up to %.3g s", r->simulation_time);
    br_buffer_print(out, "; RMS error of the %s, %% of the motion", o->setup.motion);
    if (isfinite(r->fitted.simulation_rms)) {
        br_buffer_put(out, " (");
        br_buffer_put(out, o->best_law.called);
        br_buffer_put(out, ": ");
        br_buffer_about(out, r->fitted.simulation_rms, 3);
        br_buffer_print(out, " %s)", o->setup.motion_unit);
    }
    br_buffer_put(out, ".\n");
}

// Errors of the fitted or of the hold-out rows of one log.
typedef struct log_errors {
    const char *log, *rows; // rows: which they are
    long long count;
    double rms, share, simulation_rms, simulation_share;
} log_errors;

// Of the law that is selected: whether the log has such rows.
static bool read_log_errors(const identifying *o, int i, bool hold_out, log_errors *to)
{
    br_identification_errors fitted = {0}, held = {0};
    bool is_test = o->a->test && i == o->logs - 1;
    if (br_identification_log_errors(o->is, i, &fitted, &held) != BR_OK)
        return false;
    br_identification_errors e = hold_out ? held : fitted;
    *to = (log_errors){.log = identify_log_name(o, i),
                       .rows = is_test    ? "test"
                               : hold_out ? "hold-out"
                                          : "fitted",
                       .count = e.rows,
                       .rms = e.rms,
                       .share = e.error,
                       .simulation_rms = isfinite(e.simulation_rms) ? e.simulation_rms : (double)NAN,
                       .simulation_share = e.simulation_error};
    return e.rows > 0;
}

static const tool_field log_fields[] = {FIELD("log", "log", TEXT, log_errors, log),
                                        FIELD("rows", "of", TEXT, log_errors, rows),
                                        FIELD("count", "rows", LONG, log_errors, count),
                                        FIELD("error", "error", PERCENT, log_errors, share),
                                        FIELD("RMS", "rms", ROUND, log_errors, rms),
                                        FIELD("simulation", "free_run", PERCENT, log_errors, simulation_share),
                                        FIELD("RMS motion", "free_run_rms", ROUND, log_errors, simulation_rms),
                                        {0}};

void identify_log_cells(br_buffer *cells, const identifying *o)
{
    log_errors e;
    for (int i = 0; i < o->logs; i++)
        for (int hold_out = 0; hold_out < 2; hold_out++)
            if (read_log_errors(o, i, hold_out, &e))
                fields_row(cells, log_fields, &e, NULL);
}

bool identify_has_log_errors(const identifying *o)
{
    return o->best >= 0 && (o->logs > 1 || o->options.hold_out > 0);
}

const char *identify_error_unit(const identifying *o)
{
    return fits_forces(o) ? o->log.force_unit : o->setup.motion_unit;
}

typedef struct parameter {
    br_identification_parameter is;
    double relative, larger_sd;
    const br_identification *of; // its intervals,
    int i;                       // by its number
    bool bound;
} parameter;

// Of the law that is selected.
static parameter parameter_at(const identifying *o, int i)
{
    br_identification_parameter is = {.size = sizeof is};
    (void)(br_identification_parameter_at(o->is, i, &is) == BR_OK);
    return (parameter){.is = is,
                       .relative = is.sd_known && is.value != 0 ? is.sd / fabs(is.value) : (double)NAN,
                       .larger_sd = is.sd_known && is.sd_autocorrelated > is.sd ? is.sd_autocorrelated : (double)NAN,
                       .of = o->is,
                       .i = i,
                       .bound = is.at_bound && is.state != BR_PARAMETER_FIXED};
}

static void show_sd(br_buffer *out, const void *row)
{
    static const char *const instead[] = {[BR_PARAMETER_NOT_IDENTIFIABLE] = "not identifiable",
                                          [BR_PARAMETER_AT_BOUND] = "at its bound",
                                          [BR_PARAMETER_NOT_NEEDED] = "not needed",
                                          [BR_PARAMETER_FIXED] = "fixed"};
    const br_identification_parameter *p = &((const parameter *)row)->is;
    if (p->state != BR_PARAMETER_IDENTIFIABLE)
        br_buffer_put(out, instead[p->state]);
    else
        br_buffer_about(out, p->sd, 3);
}

static void show_interval(br_buffer *out, const void *row)
{
    const parameter *p = row;
    double low, high;
    for (int k = 0; br_identification_interval_at(p->of, p->i, k, &low, &high) == BR_OK; k++) {
        br_buffer_put(out, k > 0 ? " or " : "");
        br_buffer_about(out, low, 5);
        br_buffer_put(out, " to ");
        br_buffer_about(out, high, 5);
    }
}

static const tool_field parameter_fields[] = {FIELD("parameter", NULL, CHARS, parameter, is.name),
                                              FIELD("value", "value", NUMBER, parameter, is.value),
                                              FIELD(NULL, "sd", NUMBER, parameter, is.sd),
                                              FIELD(NULL, "sd_coloured", NUMBER, parameter, is.sd_autocorrelated),
                                              FIELD("unit", "unit", CHARS, parameter, is.unit),
                                              FIELD_SHOWN("sd", show_sd),
                                              FIELD("sd, %", NULL, SHARE, parameter, relative),
                                              FIELD("sd if autocorrelated", NULL, ROUND, parameter, larger_sd),
                                              FIELD_SHOWN("95 % interval", show_interval),
                                              FIELD(NULL, "on_bound", BOOL, parameter, bound),
                                              FIELD(NULL, "low", OPTIONAL, parameter, is.low),
                                              FIELD(NULL, "high", OPTIONAL, parameter, is.high),
                                              {0}};

void identify_parameter_cells(br_buffer *cells, const identifying *o)
{
    for (int i = 0; i < br_identification_parameters(o->is); i++) {
        parameter p = parameter_at(o, i);
        fields_row(cells, parameter_fields, &p, NULL);
    }
}

// ---------------------------------------------------------------- text

static void text_best(br_buffer *out, const identifying *o)
{
    br_buffer cells = {0};
    br_buffer_put(out, "\n");
    br_buffer_put(out, o->best_law.called);
    br_buffer_put(out, "\n");
    identify_parameter_cells(&cells, o);
    fields_text(out, &cells, 2);
    if (identify_has_log_errors(o)) {
        br_buffer_print(out, "\nerrors of every log; RMS in %s", identify_error_unit(o));
        if (!isnan(o->result.fitted.simulation_error))
            br_buffer_print(out, ", of the simulated motion in %s", o->setup.motion_unit);
        br_buffer_put(out, "\n");
        identify_log_cells(&cells, o);
        fields_text(out, &cells, 2);
    }
    identify_map_text(out, o);
}

void identify_text(br_buffer *out, const identifying *o)
{
    br_buffer cells = {0};
    identify_heading(out, o);
    identify_count_text(out, o);
    br_buffer_put(out, "\n");
    identify_law_cells(&cells, o);
    fields_text(out, &cells, 0);
    identify_law_notes(out, o);
    if (o->best >= 0)
        text_best(out, o);
    if (o->notes.size > 0) {
        br_buffer_put(out, "\n");
        br_buffer_put(out, o->notes.text);
    }
    text_lines(out, "warning", &o->warnings);
    text_lines(out, "failed", &o->failures);
}

// ---------------------------------------------------------------- JSON

// The parts of an interval, [[low, high], ...].
static void json_intervals(br_json *j, const parameter *p)
{
    double low, high;
    int parts = br_identification_intervals(p->of, p->i);
    if (parts == 0)
        return;
    br_json_field_open(j, "intervals", '[');
    for (int k = 0; k < parts && br_identification_interval_at(p->of, p->i, k, &low, &high) == BR_OK; k++) {
        br_json_open(j, '[');
        br_json_number(j, low);
        br_json_number(j, high);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_parameters(br_json *j, const identifying *o)
{
    br_json_field_open(j, "parameters", '{');
    for (int i = 0; i < br_identification_parameters(o->is); i++) {
        parameter p = parameter_at(o, i);
        br_json_field_open(j, p.is.name, '{');
        fields_json(j, parameter_fields, &p);
        json_intervals(j, &p);
        br_json_close(j);
    }
    br_json_close(j);
}

// Correlations of the parameters, row by row, in their order.
static void json_correlations(br_json *j, const identifying *o)
{
    int n = br_identification_parameters(o->is);
    br_json_field_open(j, "correlations", '[');
    for (int i = 0; i < n; i++) {
        br_json_open(j, '[');
        for (int k = 0; k < n; k++)
            br_json_number(j, br_identification_correlation(o->is, i, k));
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_direction(br_json *j, const identifying *o)
{
    br_json_field_open(j, "least_direction", '{');
    for (int i = 0; i < br_identification_parameters(o->is); i++) {
        double share = br_identification_least_direction(o->is, i);
        if (!isnan(share))
            br_json_field_number(j, parameter_at(o, i).is.name, share);
    }
    br_json_close(j);
}

static void json_logs(br_json *j, const identifying *o)
{
    log_errors e;
    br_json_field_open(j, "logs", '[');
    for (int i = 0; i < o->logs; i++)
        for (int hold_out = 0; hold_out < 2; hold_out++)
            if (read_log_errors(o, i, hold_out, &e)) {
                br_json_open(j, '{');
                fields_json(j, log_fields, &e);
                br_json_close(j);
            }
    br_json_close(j);
}

// A second explanation: its fit error, parameters and their standard deviations.
static void json_other(br_json *j, const identifying *o)
{
    double error = br_identification_other_error(o->is), sd;
    br_json_field_open(j, "other_explanation", '{');
    if (!isnan(error))
        br_json_field_number(j, "fit", 100 * error);
    for (int k = 0; !isnan(error) && k < 2; k++) {
        br_json_field_open(j, k == 0 ? "values" : "sds", '{');
        for (int i = 0; i < br_identification_parameters(o->is); i++) {
            double value = br_identification_other(o->is, i, &sd);
            br_json_field_number(j, parameter_at(o, i).is.name, k == 0 ? value : sd);
        }
        br_json_close(j);
    }
    br_json_close(j);
}

// Of a fit of forces or of the motion: the parameter of which one-step predictions give another value, beyond the standard deviations of both.
static void json_disagreement(br_json *j, const identifying *o)
{
    br_identification_mismatch m = {.size = sizeof m};
    if (br_identification_mismatch_of(o->is, BR_DOUBT_PREDICTIONS, &m) != BR_OK)
        return;
    br_json_field_open(j, "disagreement", '{');
    br_json_field_text(j, "parameter", parameter_at(o, m.parameter).is.name);
    BR_JSON_NUMBERS(j, {"by_predictions", m.value}, {"by_predictions_sd", m.sd}, {"by_fit", m.fitted});
    br_json_close(j);
}

// The parameter that one more term, or every second row, moves most.
static void json_mismatch(br_json *j, const identifying *o, const char *field, br_identification_doubt doubt)
{
    br_identification_mismatch m = {.size = sizeof m};
    if (br_identification_mismatch_of(o->is, doubt, &m) != BR_OK)
        return;
    br_json_field_open(j, field, '{');
    br_json_field_text(j, "cause", m.cause);
    br_json_field_text(j, "parameter", parameter_at(o, m.parameter).is.name);
    BR_JSON_NUMBERS(j, {"value", m.value}, {"sd", m.sd}, {"by_fit", m.fitted}, {"sds", m.score});
    if (m.scale > 0)
        BR_JSON_NUMBERS(j, {"scale", m.scale}, {"coefficient", m.coefficient});
    br_json_close(j);
}

static void json_fit(br_json *j, const identifying *o, const law_row *r)
{
    json_parameters(j, o);
    fields_json(j, law_fields, r);
    json_logs(j, o);
    identify_delay_json(j, &r->of);
    json_disagreement(j, o);
    json_mismatch(j, o, "mismatch", BR_DOUBT_TERM);
    json_mismatch(j, o, "coarse", BR_DOUBT_ROWS);
    json_direction(j, o);
    json_correlations(j, o);
    json_other(j, o);
    br_json_field_count(j, "outliers", r->of.outliers);
}

static void json_law(br_json *j, const identifying *o, int rank)
{
    law_row r = law_at(o, rank);
    br_json_open(j, '{');
    br_json_field_text(j, "law", r.is.law);
    br_json_field_text(j, "variant", r.is.variant);
    br_json_field_count(j, "elements", r.is.elements);
    if (r.is.fitted)
        json_fit(j, o, &r);
    br_json_field_text(j, "not_fitted", r.is.fitted ? "" : r.is.against);
    br_json_field_number(j, "seconds", r.is.seconds);
    br_json_close(j);
}

// Whether noise of positions biases a fit of forces: {} where that was not tested.
static void noise_json(br_json *j, const identifying *o)
{
    br_identification_position_noise n = {.size = sizeof n};
    br_json_field_open(j, "position_noise", '{');
    if (br_identification_position_noise_of(o->is, &n) == BR_OK) {
        br_json_field_bool(j, "biased", n.biased);
        br_json_field_number(j, "off", n.off);
        br_json_field_number(j, "sd_ratio", n.sd_ratio);
        br_json_field_number(j, "cutoff", n.cutoff);
        br_json_field_number(j, "attenuation", n.attenuation);
        br_json_field_bool(j, "attenuated", n.attenuated);
    }
    br_json_close(j);
}

// {"step": .., "step_least": .., "step_most": .., "uneven": .., "rows_over_stamps": .., "steps": "stamps"}
static void stamps_json(br_json *j, const identifying *o, int log)
{
    br_identification_log l = {.size = sizeof l};
    if (br_identification_log_at(o->is, log, &l) != BR_OK)
        return;
    br_json_open(j, '{');
    BR_JSON_NUMBERS(j, {"step", l.step}, {"step_least", l.step_least}, {"step_most", l.step_most}, {"uneven", l.uneven},
                    {"rows_over_stamps", l.rows_over_stamps});
    br_json_field_text(j, "steps", l.steps);
    br_json_close(j);
}

void identify_json(br_buffer *out, const identifying *o)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "identify");
    br_json_field_open(&j, "logs", '[');
    for (int i = 0; i < o->logs; i++)
        br_json_text(&j, o->name[i]);
    br_json_close(&j);
    br_json_field_open(&j, "time", '[');
    for (int i = 0; i < o->logs; i++)
        stamps_json(&j, o, i);
    br_json_close(&j);
    identify_count_json(&j, o);
    br_json_field_number(&j, "hold_out", 100 * o->options.hold_out);
    br_json_field_text(&j, "predict", o->setup.predict);
    br_json_field_open(&j, "laws", '[');
    for (int i = 0; i < o->laws; i++)
        json_law(&j, o, i);
    br_json_close(&j);
    select_best(o);
    br_json_field_text(&j, "best", o->best >= 0 ? o->best_law.law : "");
    br_json_field_text(&j, "best_variant", o->best >= 0 ? o->best_law.variant : "");
    identify_map_json(&j, o);
    noise_json(&j, o);
    br_json_field_lines(&j, "notes", &o->notes);
    br_json_field_lines(&j, "warnings", &o->warnings);
    br_json_field_lines(&j, "failures", &o->failures);
    br_json_close(&j);
    br_buffer_put(out, "\n");
}
