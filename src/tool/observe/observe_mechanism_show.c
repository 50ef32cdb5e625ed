// observe_mechanism_show.c - estimates of a mechanism as text, JSON and HTML report.    [host]
#include "num/base/fp.h"

#include "tool/observe/observe_mechanism.h"

#include "file/page/html.h"
#include "file/json/json.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/table.h"
#include "tool/kit/record_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAND                                                                                                           \
    "\xc2\xb1"                                                                                                         \
    "1.96 sd"

static double last(const br_mechanism_observer *o, int column)
{
    return o->record.column[column].v[o->record.rows - 1];
}

// Estimates of inputs and parameters stand behind the time; their standard deviations behind each.
static int column_of(const br_mechanism_observer *o, const char *name)
{
    char est[BR_PARAMETER_NAME + 8];
    snprintf(est, sizeof est, "%s_est", name);
    return br_record_find(&o->record, est);
}

static int unknown_column(const br_mechanism_observer *o, int unknown)
{
    return column_of(o, o->m.force[o->w.unknown[unknown].force].name);
}

// ---------------------------------------------------------------- text

static void write_unknown(br_buffer *out, const br_mechanism_observer *o)
{
    for (int i = 0; i < o->w.unknowns; i++) {
        const char *unit = br_mech_observer_unit(o, i);
        char model[BR_MECH_INPUT_MODEL];
        int c = unknown_column(o, i);
        br_mech_observer_model(o, i, model);
        bool walks = o->w.unknown[i].kind == BR_INPUT_WALK;
        br_buffer_print(out, "unknown input %s%s%s: random walk %.4g %s per second (variance Q_d = %.3g per row)",
                        o->m.force[o->w.unknown[i].force].name, walks ? "" : ", ", walks ? "" : model,
                        o->w.unknown[i].walk, br_mech_observer_walk_unit(o, i), br_mech_observer_Q(o, i));
        if (br_mech_estimate_names_force(&o->w, i))
            br_buffer_print(out, "; final value %.6g, sd %.3g %s", last(o, c), last(o, c + 1), unit);
        br_buffer_put(out, "\n");
    }
    if (o->tuned)
        br_buffer_print(out, "Q_d from the corner of the L-curve: %.3g, from %lld rows; maximum likelihood: %.3g\n",
                        o->curve.Q[o->curve.corner], o->curve.rows, o->curve.Q[o->curve.likeliest]);
}

static void write_signals(br_buffer *out, const br_mechanism_observer *o)
{
    br_buffer cells = {0};
    br_buffer_put(&cells, "signal\t\tRMS of log - estimate\tunit\tinside 95 %\t");
    for (int i = 0; i < o->compared; i++) {
        const br_mech_compared *c = &o->signal[i];
        br_buffer_print(&cells, "\n%s\t%s\t%.5g\t%s\t", c->name, c->measured ? "measured" : "compared", c->rms,
                        o->record.column[c->est].unit);
        if (c->judged > 0)
            br_buffer_print(&cells, "%.1f %%", 100 * c->inside);
        br_buffer_put(&cells, "\t");
    }
    fields_text(out, &cells, 0);
}

static int forces_of(const br_mechanism_observer *o) // unknown ones; of each there may be several parts
{
    int count = 0;
    for (int i = 0; i < o->w.unknowns; i++)
        count += br_mech_estimate_names_force(&o->w, i);
    return count;
}

static void write_summary(br_buffer *out, const br_mechanism_observer *o)
{
    const br_mech_estimate_result *r = &o->result;
    int forces = forces_of(o);
    br_buffer_print(out, "%s: %d degree%s of freedom, %d unknown input%s; %s, %lld rows over %.6g s, method %s%s\n",
                    o->m.name, r->freedoms, r->freedoms == 1 ? "" : "s", forces, forces == 1 ? "" : "s", o->log.name,
                    o->log.rows, o->w.t[o->w.rows - 1] - o->w.t[0], o->w.scheme->name,
                    o->w.dense    ? "; dense filter"
                    : o->w.smooth ? "; smoothed"
                                  : "");
    write_unknown(out, o);
    br_buffer_print(out, "NIS %.4g per measurement (expected 1 if model and noise are right), log-likelihood %.6g\n",
                    r->nis, r->likelihood);
    watching_fit_text(out, o);
    if (o->w.dense)
        br_buffer_print(out, "constraints as measurements: %lld rows with variance, %lld without\n", r->taken,
                        r->skipped);
    else
        br_buffer_print(out, "rank of the covariance: %d, at most %d\n", r->rank, r->most);
    br_buffer_print(out, "largest constraint violation: %.3g; numerical damping of the scheme: %.3g J\n", r->violation,
                    r->braked);
    for (int i = 0; i < r->named; i++)
        br_buffer_print(
            out,
            "observability of %s: %.3g %% (value) and %.3g %% (speed) of a wide prior standard deviation are left\n",
            o->m.measure[r->motion[i].measure].name, 100 * r->motion[i].left[0], 100 * r->motion[i].left[1]);
}

void watching_text(br_buffer *out, const br_mechanism_observer *o)
{
    br_buffer cells = {0};
    write_summary(out, o);
    br_buffer_put(out, "\n");
    watching_parameter_cells(&cells, o);
    if (o->w.parameters > 0) {
        fields_text(out, &cells, 0);
        br_buffer_put(out, "\n");
    }
    write_signals(out, o);
    text_lines(out, "warning", &o->warnings);
}

// ---------------------------------------------------------------- JSON

static void json_unknown(br_json *j, const br_mechanism_observer *o)
{
    br_json_field_open(j, "unknown", '[');
    for (int i = 0; i < o->w.unknowns; i++) {
        char model[BR_MECH_INPUT_MODEL];
        br_json_open(j, '{');
        br_json_field_text(j, "name", o->m.force[o->w.unknown[i].force].name);
        br_json_field_text(j, "unit", br_mech_observer_unit(o, i));
        br_mech_observer_model(o, i, model);
        br_json_field_text(j, "model", model);
        br_json_field_number(j, "walk", o->w.unknown[i].walk);
        br_json_field_number(j, "Q_d", br_mech_observer_Q(o, i));
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_signals(br_json *j, const br_mechanism_observer *o)
{
    br_json_field_open(j, "rms", '{');
    for (int i = 0; i < o->compared; i++)
        br_json_field_number(j, o->signal[i].name, o->signal[i].rms);
    br_json_close(j);
    br_json_field_open(j, "inside", '{');
    for (int i = 0; i < o->compared; i++)
        br_json_field_number(j, o->signal[i].name, o->signal[i].inside);
    br_json_close(j);
}

// Pairs NAME_est, NAME_sd behind the time.
static void json_estimates(br_json *j, const br_mechanism_observer *o)
{
    br_json_field_open(j, "estimates", '{');
    for (int c = 1; c + 1 < o->record.columns; c += 2) {
        const char *name = o->record.column[c].name;
        size_t n = strlen(name);
        if (n < 4 || strcmp(name + n - 4, "_est") != 0)
            break;
        char plain[BR_NAME_SIZE + 32];
        snprintf(plain, sizeof plain, "%.*s", (int)n - 4, name);
        br_json_field_open(j, plain, '{');
        double value = last(o, c), sd = last(o, c + 1);
        br_mech_observer_replace_estimate(o, plain, &value, &sd);
        br_json_field_number(j, "value", value);
        br_json_field_number(j, "sd", sd);
        br_json_field_text(j, "unit", o->record.column[c].unit);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_observability(br_json *j, const br_mechanism_observer *o)
{
    br_json_field_open(j, "left_of_wide_doubt", '{');
    for (int i = 0; i < o->result.named; i++)
        br_json_field_numbers(j, o->m.measure[o->result.motion[i].measure].name, o->result.motion[i].left, 2);
    br_json_close(j);
}

static void json_curve(br_json *j, const br_mechanism_observer *o)
{
    br_json_field_open(j, "l_curve", '{');
    if (o->tuned) {
        br_json_field_numbers(j, "Q_d", o->curve.Q, BR_L_CURVE_TRIES);
        br_json_field_numbers(j, "error", o->curve.error, BR_L_CURVE_TRIES);
        br_json_field_numbers(j, "error_before", o->curve.before, BR_L_CURVE_TRIES);
        br_json_field_numbers(j, "input", o->curve.input, BR_L_CURVE_TRIES);
        br_json_field_numbers(j, "log_likelihood", o->curve.likelihood, BR_L_CURVE_TRIES);
        BR_JSON_NUMBERS(j, {"corner", o->curve.Q[o->curve.corner]}, {"likeliest", o->curve.Q[o->curve.likeliest]},
                        {"chosen", o->curve.Q[o->curve.corner]}, {"rows", (double)o->curve.rows});
    }
    br_json_close(j);
}

void watching_json(br_buffer *out, const br_mechanism_observer *o)
{
    const br_mech_estimate_result *r = &o->result;
    br_json j = {.out = out};
    br_json_open_file(&j, "observe-mechanism");
    br_json_field_text(&j, "mechanism", o->m.name);
    br_json_field_text(&j, "log", o->log.name);
    br_json_field_number(&j, "rows", (double)o->log.rows);
    br_json_field_text(&j, "filter", o->w.dense ? "dense" : "few columns");
    br_json_field_text(&j, "method", o->w.scheme->name);
    br_json_field_bool(&j, "smoothed", o->w.smooth);
    br_json_field_number(&j, "freedoms", r->freedoms);
    json_unknown(&j, o);
    watching_parameters_json(&j, o);
    watching_fit_json(&j, o);
    json_signals(&j, o);
    BR_JSON_NUMBERS(&j, {"max_constraint", r->violation}, {"braked", r->braked}, {"rejected", (double)r->rejected},
                    {"restarts", (double)r->restarts}, {"rank", r->rank}, {"nis", r->nis},
                    {"log_likelihood", r->likelihood}, {"measurements", (double)r->measurements});
    json_observability(&j, o);
    json_estimates(&j, o);
    json_curve(&j, o);
    br_json_field_lines(&j, "warnings", &o->warnings);
    br_json_field_lines(&j, "failures", &o->failures);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

static void draw_estimate(br_plots *all, const br_mechanism_observer *o, int est, const br_mech_compared *c)
{
    const br_record *r = &o->record;
    char title[100], caption[200] = "";
    snprintf(title, sizeof title, "%.*s", (int)strlen(r->column[est].name) - 4, r->column[est].name);
    if (c)
        snprintf(caption, sizeof caption, "RMS of the difference: %.4g %s.", c->rms, r->column[est].unit);
    char name[100];
    snprintf(name, sizeof name, "%s", title);
    const char *quantity = report_quantity(r->column[est].unit);
    snprintf(title, sizeof title, "%s%s%.60s over time", quantity, *quantity ? " " : "", name);
    br_plot *p = br_draw(all, title, "time", "s", name, r->column[est].unit, caption);
    br_draw_curve(p, "estimated", o->w.t, r->column[est].v, r->rows);
    br_draw_band(p, BAND, o->w.t, r->column[est].v, r->column[est + 1].v, 1.96, r->rows);
    if (c)
        br_draw_curve(p, c->measured ? "measured" : "in the log", o->w.t, o->log.column[c->column].v, o->log.rows);
}

static const br_mech_compared *compared_with(const br_mechanism_observer *o, int est)
{
    for (int i = 0; i < o->compared; i++)
        if (o->signal[i].est == est)
            return &o->signal[i];
    return NULL;
}

static const char *column_meaning(const void *context, const tool_column *c)
{
    (void)context;
    size_t n = strlen(c->name);
    return c->role == TOOL_TIME                                     ? "time"
           : n > 3 && strcmp(c->name + n - 3, "_sd") == 0           ? "standard deviation"
           : n > 11 && strcmp(c->name + n - 11, "_innovation") == 0 ? "innovation: measured minus predicted"
                                                                    : "estimate";
}

// "torque 0.17 N*m (sd 0.14) at the end of the log; NIS 1.0, expected 1 if model and noise are right."
static void write_answer(br_buffer *out, const br_mechanism_observer *o)
{
    br_buffer text = {0};
    for (int i = 0; i < o->w.unknowns; i++) {
        int c = unknown_column(o, i);
        if (!br_mech_estimate_names_force(&o->w, i))
            continue;
        const char *name = o->record.column[c].name;
        br_buffer_print(&text, "%s%.*s %.3g %s (sd %.2g)", text.size ? ", " : "", (int)strlen(name) - 4, name,
                        last(o, c), o->record.column[c].unit, last(o, c + 1));
    }
    br_buffer_print(&text, "%sNIS %.3g, expected 1 if model and noise are right.",
                    text.size ? " at the end of the log; " : "", o->result.nis);
    report_answer(out, &text);
}

static br_status draw_mechanism(br_buffer *out, const watching *v)
{
    const br_drawings *d = &v->o.drawings;
    sketch drawn;
    br_status status = sketch_open(&drawn, v->m);
    for (int i = 0; i < d->count && status == BR_OK; i++)
        sketch_add_frame(&drawn, v->m, d->at + (ptrdiff_t)i * 3 * d->points, d->t[i]);
    if (status == BR_OK)
        sketch_report(&drawn, v->m, out);
    sketch_close(&drawn);
    return status;
}

br_status watching_report(br_buffer *out, const watching *v)
{
    const br_mechanism_observer *o = &v->o;
    br_plots all = {0};
    br_buffer summary = {0}, cells = {0};
    for (int i = 0; i < o->w.unknowns; i++)
        if (br_mech_estimate_names_force(&o->w, i))
            draw_estimate(&all, o, unknown_column(o, i), compared_with(o, unknown_column(o, i)));
    for (int i = 0; i < o->w.parameters; i++)
        draw_estimate(&all, o, column_of(o, o->w.parameter[i].name), NULL);
    for (int i = 0; i < o->compared; i++)
        if (o->signal[i].est > 2 * forces_of(o))
            draw_estimate(&all, o, o->signal[i].est, &o->signal[i]);
    if (o->tuned)
        br_mech_l_curve_draw(&o->curve, &all);
    write_summary(&summary, o);
    char name[120];
    snprintf(name, sizeof name, "Observer of the mechanism %.80s", o->m.name);
    report_open(out, name);
    write_answer(out, o);
    br_buffer_put(out, "<p>");
    br_html_text(out, o->m.title);
    br_buffer_put(out, "</p>\n<pre class=\"words\">");
    report_text(out, &summary);
    text_lines(out, "warning", &o->warnings);
    br_buffer_put(out, "</pre>\n");
    watching_parameter_cells(&cells, o);
    if (o->w.parameters > 0)
        fields_report(out, "Parameters", &cells, NULL);
    br_status status = draw_mechanism(out, v);
    report_plots(out, &all);
    table_report(out, RECORD_ROWS(&o->record), column_meaning, NULL);
    return report_close(out, &all, status);
}
