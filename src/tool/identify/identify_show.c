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

static void write_log(br_buffer *out, const br_identification *w, int i)
{
    const br_loaded_log *l = &w->log[i];
    br_buffer_put(out, w->axis[i].test ? "test log: " : "");
    br_buffer_safe(out, l->name, strlen(l->name));
    if (l->has_rig)
        br_buffer_print(out, " with seed %llu", (unsigned long long)l->seed);
    const br_trace *used = &w->axis[i].trace;
    br_buffer_print(out, ": %lld samples every ", used->rows);
    br_buffer_about(out, 1e3 * l->sampling.median, 4);
    br_buffer_put(out, " ms");
    stamps_text(out, l->stamps.uneven, l->stamps.least, l->stamps.most);
    br_buffer_put(out, ", from ");
    br_buffer_about(out, used->t[0], 4);
    br_buffer_put(out, " to ");
    br_buffer_about(out, used->t[used->rows - 1], 4);
    br_buffer_print(out, " s%s", used->rows < l->rows ? " of the log" : "");
    if (l->samples.windows > 0)
        br_buffer_print(out, "; %d windows spread over its %lld rows (--rows)", l->samples.windows, l->samples.all);
    br_buffer_put(out, "\n");
}

void identify_heading(br_buffer *out, const br_identification *w)
{
    for (int i = 0; i < w->logs; i++)
        write_log(out, w, i);
    br_identification_write_balance(out, w);
    if (w->log[0].made.cutoff > 0) {
        br_buffer_print(out, "; %s: %s, cutoff ",
                        w->log[0].made.v ? "motion from position" : "acceleration from velocity", w->differentiate);
        br_buffer_about(out, w->log[0].made.cutoff, 4);
        br_buffer_put(out, " Hz");
    }
    if (w->options.predictions)
        br_buffer_print(out, "; fitted: one-step predictions of the %s (force in, corrected by every row)",
                        br_identification_motion(w));
    else if (w->options.motion)
        br_buffer_print(out, "; fitted: the %s (force in, motion out)", br_identification_motion(w));
    if (w->options.piece > 0)
        br_buffer_print(out, ", in segments of %.4g s", w->options.piece);
    if (w->options.every > 1 && !w->options.motion)
        br_buffer_print(out, "; residuals low-pass filtered, every %dth used", w->options.every);
    br_buffer_put(out, "\n");
    if (w->given.hold_out > 0)
        br_buffer_print(out, "hold-out: the last %.3g %% of %s\n", 100 * w->given.hold_out,
                        w->logs > 1 ? "every log" : "the log");
}

// ---------------------------------------------------------------- tables of laws and of parameters

static void show_law(br_buffer *out, const void *row)
{
    const br_identified_law *d = row;
    br_buffer_put(out, d->star ? "* " : "  ");
    br_identified_law_name(out, d);
}

static void show_verdict(br_buffer *out, const void *row)
{
    const br_identified_law *d = row;
    br_buffer_put(out, d->against[0] ? d->against : "ok");
}

static const tool_field law_fields[] = {
    FIELD_SHOWN("  law", show_law),
    {NULL, "error", FIELD_OPEN, 0, NULL},
    FIELD("fit error", "fit", PERCENT, br_identified_law, id.fit.error),
    FIELD("hold-out error", "held_out", PERCENT, br_identified_law, id.hold_out_error),
    FIELD(NULL, "rms", NUMBER, br_identified_law, id.fit.rms),
    FIELD(NULL, "held_out_rms", NUMBER, br_identified_law, id.hold_out_rms),
    {NULL, "", FIELD_CLOSE, 0, NULL},
    {NULL, "free_run", FIELD_OPEN, 0, NULL},
    FIELD("simulation", "error", PERCENT, br_identified_law, id.simulation_share),
    FIELD(NULL, "rms", NUMBER, br_identified_law, id.simulation_rms),
    FIELD("hold-out simulation", "held_out", PERCENT, br_identified_law, id.hold_out_simulation_share),
    FIELD(NULL, "held_out_rms", NUMBER, br_identified_law, id.hold_out_simulation_rms),
    FIELD(NULL, "seconds", NUMBER, br_identified_law, id.simulation_time),
    {NULL, "", FIELD_CLOSE, 0, NULL},
    {NULL, "noise", FIELD_OPEN, 0, NULL},
    FIELD(NULL, "measured", NUMBER, br_identified_law, id.measured_sd),
    FIELD(NULL, "force", NUMBER, br_identified_law, id.force_sd),
    {NULL, "", FIELD_CLOSE, 0, NULL},
    FIELD("parameters", NULL, INT, br_identified_law, id.fit.n),
    FIELD_SHOWN("verdict", show_verdict),
    FIELD(NULL, "against", CHARS, br_identified_law, against),
    FIELD(NULL, "identifiable", BOOL, br_identified_law, id.identifiable),
    FIELD(NULL, "physical", BOOL, br_identified_law, id.physical),
    FIELD(NULL, "breaks", CHARS, br_identified_law, id.breaks.text),
    FIELD(NULL, "samples", LONG, br_identified_law, id.fit.e.count),
    FIELD(NULL, "aic", NUMBER, br_identified_law, id.fit.e.aic),
    FIELD(NULL, "bic", NUMBER, br_identified_law, id.fit.e.bic),
    FIELD(NULL, "whiteness", NUMBER, br_identified_law, id.fit.e.whiteness),
    FIELD(NULL, "colour", NUMBER, br_identified_law, id.fit.autocorrelation_factor),
    FIELD(NULL, "rank", INT, br_identified_law, id.fit.e.rank),
    FIELD(NULL, "condition", NUMBER, br_identified_law, id.fit.e.condition),
    {0}};

void identify_law_cells(br_buffer *cells, const br_identification *w)
{
    int order[BR_IDENTIFICATION_LAWS];
    char words[sizeof w->law->why.text + 20];
    br_identification_order(w, order);
    for (int i = 0; i < w->laws; i++) {
        const br_identified_law *d = &w->law[order[i]];
        snprintf(words, sizeof words, "not fitted: %s", d->why.text);
        fields_row(cells, law_fields, d, d->status == BR_OK ? NULL : words);
    }
}

// What the columns of that table mean.
void identify_law_notes(br_buffer *out, const br_identification *w)
{
    const br_identified *id = w->best >= 0 ? &w->law[w->best].id : NULL;
    br_buffer_print(out, "Errors: RMS%s, %% of the measured RMS of the %s.\n",
                    w->options.predictions ? " of predictions from one row to the next" : "",
                    w->options.motion ? "motion" : "force");
    if (id && id->measured_sd > 0) {
        br_buffer_print(out, "Noise (sd of a sample, estimated): %s ", br_identification_motion(w));
        br_buffer_about(out, id->measured_sd, 3);
        br_buffer_print(out, " %s, force ", br_identification_motion_unit(w));
        br_buffer_about(out, id->force_sd, 3);
        br_buffer_print(out, " %s.\n", w->force_unit);
    }
    if (!id || isnan(id->simulation_share))
        return;
    br_buffer_put(out, "Simulation: measured force in, motion out");
    if (id->simulation_time > 0)
        br_buffer_print(out, ", for up to %.3g s", id->simulation_time);
    br_buffer_print(out, "; RMS error of the %s, %% of the motion", br_identification_motion(w));
    if (isfinite(id->simulation_rms)) {
        br_buffer_put(out, " (");
        br_identified_law_name(out, &w->law[w->best]);
        br_buffer_put(out, ": ");
        br_buffer_about(out, id->simulation_rms, 3);
        br_buffer_print(out, " %s)", br_identification_motion_unit(w));
    }
    br_buffer_put(out, ".\n");
}

// Errors of the fitted or of the hold-out rows of one log.
typedef struct log_errors {
    const char *log, *rows; // rows: which they are
    long long count;
    double rms, share, simulation_rms, simulation_share;
} log_errors;

// Whether the log has such rows.
static bool read_log_errors(const br_identification *w, const br_identified_law *d, int i, int which, log_errors *to)
{
    br_identification_errors e = br_identified_log_errors(&d->id, i, which);
    const char *slash = strrchr(w->log[i].name, '/');
    *to = (log_errors){.log = slash && !w->log[i].has_rig ? slash + 1 : w->log[i].name,
                       .rows = w->axis[i].test        ? "test"
                               : which == BR_HOLD_OUT ? "hold-out"
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

void identify_log_cells(br_buffer *cells, const br_identification *w)
{
    log_errors e;
    for (int i = 0; i < w->logs; i++)
        for (int which = BR_FITTED; which <= BR_HOLD_OUT; which++)
            if (read_log_errors(w, &w->law[w->best], i, which, &e))
                fields_row(cells, log_fields, &e, NULL);
}

bool identify_has_log_errors(const br_identification *w)
{
    return w->best >= 0 && (w->logs > 1 || w->given.hold_out > 0);
}

typedef struct parameter {
    br_identification_parameter is;
    double relative, larger_sd;
    const br_profile *profile; // NULL: none
    bool bound;
} parameter;

static parameter parameter_of(const br_identified *id, int i)
{
    br_identification_parameter is = br_identified_parameter(id, i);
    bool known = isfinite(is.sd) && !id->fit.hidden[i];
    return (parameter){.is = is,
                       .relative = known && is.value != 0 ? is.sd / fabs(is.value) : (double)NAN,
                       .larger_sd = known && is.sd_autocorrelated > is.sd ? is.sd_autocorrelated : (double)NAN,
                       .profile = id->profile ? &id->profile[i] : NULL,
                       .bound = id->fit.bound[i] && is.state != BR_PARAMETER_FIXED};
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
    for (int k = 0; p->profile && k < p->profile->count; k++) {
        br_buffer_put(out, k > 0 ? " or " : "");
        br_buffer_about(out, p->profile->part[k][0], 5);
        br_buffer_put(out, " to ");
        br_buffer_about(out, p->profile->part[k][1], 5);
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

void identify_parameter_cells(br_buffer *cells, const br_identified_law *d)
{
    for (int i = 0; i < d->id.fit.n; i++) {
        parameter p = parameter_of(&d->id, i);
        fields_row(cells, parameter_fields, &p, NULL);
    }
}

// ---------------------------------------------------------------- text

void identify_text(br_buffer *out, const br_identification *w)
{
    br_buffer cells = {0};
    identify_heading(out, w);
    if (identify_has_counts(w))
        identify_count_text(out, w);
    br_buffer_put(out, "\n");
    identify_law_cells(&cells, w);
    fields_text(out, &cells, 0);
    identify_law_notes(out, w);
    if (w->best >= 0) {
        br_buffer_put(out, "\n");
        br_identified_law_name(out, &w->law[w->best]);
        br_buffer_put(out, "\n");
        identify_parameter_cells(&cells, &w->law[w->best]);
        fields_text(out, &cells, 2);
        if (identify_has_log_errors(w)) {
            br_buffer_print(out, "\nerrors of every log; RMS in %s",
                            w->options.motion ? br_identification_motion_unit(w) : w->force_unit);
            if (!isnan(w->law[w->best].id.simulation_share))
                br_buffer_print(out, ", of the simulated motion in %s", br_identification_motion_unit(w));
            br_buffer_put(out, "\n");
            identify_log_cells(&cells, w);
            fields_text(out, &cells, 2);
        }
        identify_map_text(out, w);
    }
    if (w->notes.size > 0)
        br_buffer_put(out, "\n");
    if (w->notes.text)
        br_buffer_put(out, w->notes.text);
    text_lines(out, "warning", &w->warnings);
    text_lines(out, "failed", &w->failures);
}

// ---------------------------------------------------------------- JSON

// The parts of an interval, [[low, high], ...].
static void json_intervals(br_json *j, const br_profile *p)
{
    if (!p || p->count == 0)
        return;
    br_json_field_open(j, "intervals", '[');
    for (int k = 0; k < p->count; k++) {
        br_json_open(j, '[');
        br_json_number(j, p->part[k][0]);
        br_json_number(j, p->part[k][1]);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_parameters(br_json *j, const br_identified *id)
{
    br_json_field_open(j, "parameters", '{');
    for (int i = 0; i < id->fit.n; i++) {
        parameter p = parameter_of(id, i);
        br_json_field_open(j, p.is.name, '{');
        fields_json(j, parameter_fields, &p);
        json_intervals(j, p.profile);
        br_json_close(j);
    }
    br_json_close(j);
}

// Correlations of the parameters, row by row, in their order.
static void json_correlations(br_json *j, const br_identified *id)
{
    const br_output_fit *f = &id->fit;
    br_json_field_open(j, "correlations", '[');
    for (int i = 0; i < f->n; i++) {
        br_json_open(j, '[');
        for (int k = 0; k < f->n; k++)
            br_json_number(j, br_identified_correlation(id, i, k));
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_direction(br_json *j, const br_fit_estimate *e)
{
    br_json_field_open(j, "least_direction", '{');
    for (int i = 0; i < e->n; i++)
        br_json_field_number(j, e->name[i], e->direction[i]);
    br_json_close(j);
}

static void json_logs(br_json *j, const br_identification *w, const br_identified_law *d)
{
    log_errors e;
    br_json_field_open(j, "logs", '[');
    for (int i = 0; i < w->logs; i++)
        for (int which = BR_FITTED; which <= BR_HOLD_OUT; which++)
            if (read_log_errors(w, d, i, which, &e)) {
                br_json_open(j, '{');
                fields_json(j, log_fields, &e);
                br_json_close(j);
            }
    br_json_close(j);
}

// A second explanation: its fit error, parameters and their standard deviations.
static void json_other(br_json *j, const br_identified *id)
{
    const br_explanation *e = &id->other;
    br_json_field_open(j, "other_explanation", '{');
    if (e->value)
        br_json_field_number(j, "fit", 100 * e->error);
    for (int k = 0; e->value && k < 2; k++) {
        br_json_field_open(j, k == 0 ? "values" : "sds", '{');
        for (int i = 0; i < id->fit.n; i++)
            br_json_field_number(j, br_identified_name(id, i), k == 0 ? e->value[i] : e->sd[i]);
        br_json_close(j);
    }
    br_json_close(j);
}

// Of a fit of forces or of the motion: the parameter of which one-step predictions give another value, beyond the standard deviations of both.
static void json_disagreement(br_json *j, const br_identified *id)
{
    int i = id->disagrees;
    if (i < 0)
        return;
    br_json_field_open(j, "disagreement", '{');
    br_json_field_text(j, "parameter", br_identified_name(id, i));
    BR_JSON_NUMBERS(j, {"by_predictions", id->predicted}, {"by_predictions_sd", id->predicted_sd},
                    {"by_fit", id->fit.value[i]});
    br_json_close(j);
}

// The parameter that one more term, or every second row, moves most.
static void json_mismatch(br_json *j, const br_identified *id, const char *field, const br_mismatch *m)
{
    if (m->parameter < 0)
        return;
    br_json_field_open(j, field, '{');
    br_json_field_text(j, "cause", br_mismatch_cause_name(m->cause));
    br_json_field_text(j, "parameter", br_identified_name(id, m->parameter));
    BR_JSON_NUMBERS(j, {"value", m->value}, {"sd", m->sd}, {"by_fit", id->fit.value[m->parameter]}, {"sds", m->score});
    if (m->scale > 0)
        BR_JSON_NUMBERS(j, {"scale", m->scale}, {"coefficient", m->coefficient});
    br_json_close(j);
}

static void json_fit(br_json *j, const br_identification *w, const br_identified_law *d)
{
    const br_output_fit *f = &d->id.fit;
    json_parameters(j, &d->id);
    fields_json(j, law_fields, d);
    json_logs(j, w, d);
    identify_delay_json(j, d);
    json_disagreement(j, &d->id);
    json_mismatch(j, &d->id, "mismatch", &d->id.mismatch);
    json_mismatch(j, &d->id, "coarse", &d->id.coarse);
    json_direction(j, &f->e);
    json_correlations(j, &d->id);
    json_other(j, &d->id);
    br_json_field_count(j, "outliers", f->outliers);
}

static void json_law(br_json *j, const br_identification *w, const br_identified_law *d)
{
    br_json_open(j, '{');
    br_json_field_text(j, "law", d->law);
    br_json_field_text(j, "variant", d->variant);
    br_json_field_count(j, "elements", d->elements);
    if (d->status == BR_OK)
        json_fit(j, w, d);
    br_json_field_text(j, "not_fitted", d->status == BR_OK ? "" : d->why.text);
    br_json_field_number(j, "seconds", d->seconds);
    br_json_close(j);
}

// Whether noise of positions biases a fit of forces: {} where that was not tested.
static void noise_json(br_json *j, const br_identification_noise *n)
{
    br_json_field_open(j, "position_noise", '{');
    if (n->tested) {
        br_json_field_bool(j, "biased", n->band.biased);
        br_json_field_number(j, "off", n->band.off);
        br_json_field_number(j, "sd_ratio", n->band.gain);
        br_json_field_number(j, "cutoff", n->cutoff / n->band.best.narrower);
        br_json_field_number(j, "attenuation", n->band.attenuation);
        br_json_field_bool(j, "attenuated", n->band.attenuated);
    }
    br_json_close(j);
}

// {"step": .., "step_least": .., "step_most": .., "uneven": .., "rows_over_stamps": .., "steps": "stamps"}
static void stamps_json(br_json *j, const br_stamps *s)
{
    static const char *const steps[] = {"even", "stamps", "rows"};
    br_json_open(j, '{');
    BR_JSON_NUMBERS(j, {"step", s->median}, {"step_least", s->least}, {"step_most", s->most}, {"uneven", s->uneven},
                    {"rows_over_stamps", s->by_rows / s->by_stamps});
    br_json_field_text(j, "steps", steps[s->base]);
    br_json_close(j);
}

void identify_json(br_buffer *out, const br_identification *w)
{
    br_json j = {.out = out};
    int order[BR_IDENTIFICATION_LAWS];
    br_identification_order(w, order);
    br_json_open_file(&j, "identify");
    br_json_field_open(&j, "logs", '[');
    for (int i = 0; i < w->logs; i++)
        br_json_text(&j, w->log[i].name);
    br_json_close(&j);
    br_json_field_open(&j, "time", '[');
    for (int i = 0; i < w->logs; i++)
        stamps_json(&j, &w->log[i].stamps);
    br_json_close(&j);
    identify_count_json(&j, w);
    br_json_field_number(&j, "hold_out", 100 * w->given.hold_out);
    br_json_field_text(&j, "predict", w->options.predictions ? "step" : w->options.motion ? "motion" : "force");
    br_json_field_open(&j, "laws", '[');
    for (int i = 0; i < w->laws; i++)
        json_law(&j, w, &w->law[order[i]]);
    br_json_close(&j);
    br_json_field_text(&j, "best", w->best >= 0 ? w->law[w->best].law : "");
    br_json_field_text(&j, "best_variant", w->best >= 0 ? w->law[w->best].variant : "");
    identify_map_json(&j, w);
    noise_json(&j, &w->noise);
    br_json_field_lines(&j, "notes", &w->notes);
    br_json_field_lines(&j, "warnings", &w->warnings);
    br_json_field_lines(&j, "failures", &w->failures);
    br_json_close(&j);
    br_buffer_put(out, "\n");
}
