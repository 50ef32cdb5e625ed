// observe_mechanism_show.c - estimates of a mechanism as text, JSON and HTML report.    [host]
#include "num/base/fp.h"

#include "tool/observe/observe_mechanism.h"

#include "file/page/html.h"
#include "file/page/l_curve.h"
#include "file/json/json.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/table.h"
#include "tool/mechanism/sketch.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BAND                                                                                                           \
    "\xc2\xb1"                                                                                                         \
    "1.96 sd"

static double result_of(const watching *w, br_mechanism_observer_figure figure)
{
    return br_mechanism_observer_result(w->o, figure);
}

static double last(const watching *w, int column)
{
    return rows_column(&w->rows, column).v[w->rows.rows - 1];
}

// Estimates of inputs and parameters stand behind the time; their standard deviations behind each.
static int column_of(const watching *w, const char *name)
{
    char est[200];
    snprintf(est, sizeof est, "%s_est", name);
    return br_table_index(w->table, est, NULL);
}

static bool input_at(const watching *w, int i, br_mechanism_input *input)
{
    *input = (br_mechanism_input){.size = sizeof *input};
    return br_mechanism_observer_input_at(w->o, i, input) == BR_OK;
}

static bool signal_at(const watching *w, int i, br_mechanism_signal *signal)
{
    *signal = (br_mechanism_signal){.size = sizeof *signal};
    return br_mechanism_observer_signal_at(w->o, i, signal) == BR_OK;
}

static bool curve_of(const watching *w, br_mechanism_l_curve *curve)
{
    *curve = (br_mechanism_l_curve){.size = sizeof *curve};
    return br_mechanism_observer_l_curve(w->o, curve) == BR_OK;
}

// ---------------------------------------------------------------- text

static void write_unknown(br_buffer *out, const watching *w)
{
    br_mechanism_input u;
    br_mechanism_l_curve c;
    for (int i = 0; input_at(w, i, &u); i++) {
        bool walks = strcmp(u.model, "walk") == 0;
        int est = column_of(w, u.name);
        br_buffer_print(out, "unknown input %s%s%s: random walk %.4g %s per second (variance Q_d = %.3g per row)",
                        u.name, walks ? "" : ", ", walks ? "" : u.model, u.walk, u.walk_unit, u.variance);
        if (u.first)
            br_buffer_print(out, "; final value %.6g, sd %.3g %s", last(w, est), last(w, est + 1), u.unit);
        br_buffer_put(out, "\n");
    }
    if (curve_of(w, &c))
        br_buffer_print(out, "Q_d from the corner of the L-curve: %.3g, from %lld rows; maximum likelihood: %.3g\n",
                        c.variance[c.corner], c.rows, c.variance[c.likeliest]);
}

static void write_signals(br_buffer *out, const watching *w)
{
    br_buffer cells = {0};
    br_mechanism_signal c;
    br_buffer_put(&cells, "signal\t\tRMS of log - estimate\tunit\tinside 95 %\t");
    for (int i = 0; signal_at(w, i, &c); i++) {
        br_buffer_print(&cells, "\n%s\t%s\t%.5g\t%s\t", c.name, c.measured ? "measured" : "compared", c.rms, c.unit);
        if (isfinite(c.inside))
            br_buffer_print(&cells, "%.1f %%", 100 * c.inside);
        br_buffer_put(&cells, "\t");
    }
    fields_text(out, &cells, 0);
}

static int forces_of(const watching *w) // unknown ones; of each there may be several parts
{
    br_mechanism_input u;
    int count = 0;
    for (int i = 0; input_at(w, i, &u); i++)
        count += u.first;
    return count;
}

static void write_covariance(br_buffer *out, const watching *w)
{
    if (w->options.dense)
        br_buffer_print(out, "constraints as measurements: %.0f rows with variance, %.0f without\n",
                        result_of(w, BR_MECHANISM_OBSERVER_TAKEN), result_of(w, BR_MECHANISM_OBSERVER_SKIPPED));
    else
        br_buffer_print(out, "rank of the covariance: %.0f, at most %.0f\n", result_of(w, BR_MECHANISM_OBSERVER_RANK),
                        result_of(w, BR_MECHANISM_OBSERVER_RANK_MOST));
}

static void write_summary(br_buffer *out, const watching *w)
{
    int forces = forces_of(w), freedoms = (int)result_of(w, BR_MECHANISM_OBSERVER_FREEDOMS);
    const double *t = rows_column(&w->rows, 0).v;
    const char *name;
    double left[2];
    br_buffer_print(out, "%s: %d degree%s of freedom, %d unknown input%s; %s, %lld rows over %.6g s, method %s%s\n",
                    br_mechanism_called(w->m), freedoms, freedoms == 1 ? "" : "s", forces, forces == 1 ? "" : "s",
                    w->a->operand, w->rows.rows, t[w->rows.rows - 1] - t[0], br_mechanism_observer_method(w->o),
                    w->options.dense    ? "; dense filter"
                    : w->options.smooth ? "; smoothed"
                                        : "");
    write_unknown(out, w);
    br_buffer_print(out, "NIS %.4g per measurement (expected 1 if model and noise are right), log-likelihood %.6g\n",
                    result_of(w, BR_MECHANISM_OBSERVER_NIS), result_of(w, BR_MECHANISM_OBSERVER_LIKELIHOOD));
    watching_fit_text(out, w->o);
    write_covariance(out, w);
    br_buffer_print(out, "largest constraint violation: %.3g; numerical damping of the scheme: %.3g J\n",
                    result_of(w, BR_MECHANISM_OBSERVER_VIOLATION), result_of(w, BR_MECHANISM_OBSERVER_BRAKED));
    for (int i = 0; (name = br_mechanism_observer_left(w->o, i, left)); i++)
        br_buffer_print(
            out,
            "observability of %s: %.3g %% (value) and %.3g %% (speed) of a wide prior standard deviation are left\n",
            name, 100 * left[0], 100 * left[1]);
}

void watching_text(br_buffer *out, const watching *w)
{
    br_buffer cells = {0};
    write_summary(out, w);
    br_buffer_put(out, "\n");
    watching_parameter_cells(&cells, w->o);
    if (br_mechanism_observer_parameters(w->o) > 0) {
        fields_text(out, &cells, 0);
        br_buffer_put(out, "\n");
    }
    write_signals(out, w);
    text_lines(out, "warning", &w->warnings);
}

// ---------------------------------------------------------------- JSON

static void json_unknown(br_json *j, const watching *w)
{
    br_mechanism_input u;
    br_json_field_open(j, "unknown", '[');
    for (int i = 0; input_at(w, i, &u); i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "name", u.name);
        br_json_field_text(j, "unit", u.unit);
        br_json_field_text(j, "model", u.model);
        br_json_field_number(j, "walk", u.walk);
        br_json_field_number(j, "Q_d", u.variance);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_signals(br_json *j, const watching *w)
{
    br_mechanism_signal c;
    br_json_field_open(j, "rms", '{');
    for (int i = 0; signal_at(w, i, &c); i++)
        br_json_field_number(j, c.name, c.rms);
    br_json_close(j);
    br_json_field_open(j, "inside", '{');
    for (int i = 0; signal_at(w, i, &c); i++)
        br_json_field_number(j, c.name, c.inside);
    br_json_close(j);
}

// Pairs NAME_est, NAME_sd behind the time.
static void json_estimates(br_json *j, const watching *w)
{
    br_json_field_open(j, "estimates", '{');
    for (int c = 1; c + 1 < w->rows.columns; c += 2) {
        tool_column is = rows_column(&w->rows, c);
        size_t n = strlen(is.name);
        if (n < 4 || strcmp(is.name + n - 4, "_est") != 0)
            break;
        char plain[200];
        snprintf(plain, sizeof plain, "%.*s", (int)n - 4, is.name);
        double sd, value = br_mechanism_observer_value(w->o, plain, &sd);
        br_json_field_open(j, plain, '{');
        br_json_field_number(j, "value", value);
        br_json_field_number(j, "sd", sd);
        br_json_field_text(j, "unit", is.unit);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_observability(br_json *j, const watching *w)
{
    const char *name;
    double left[2];
    br_json_field_open(j, "left_of_wide_doubt", '{');
    for (int i = 0; (name = br_mechanism_observer_left(w->o, i, left)); i++)
        br_json_field_numbers(j, name, left, 2);
    br_json_close(j);
}

static void json_curve(br_json *j, const watching *w)
{
    br_mechanism_l_curve c;
    br_json_field_open(j, "l_curve", '{');
    if (curve_of(w, &c)) {
        br_json_field_numbers(j, "Q_d", c.variance, c.tries);
        br_json_field_numbers(j, "error", c.error, c.tries);
        br_json_field_numbers(j, "error_before", c.error_before, c.tries);
        br_json_field_numbers(j, "input", c.input, c.tries);
        br_json_field_numbers(j, "log_likelihood", c.likelihood, c.tries);
        BR_JSON_NUMBERS(j, {"corner", c.variance[c.corner]}, {"likeliest", c.variance[c.likeliest]},
                        {"chosen", c.variance[c.corner]}, {"rows", (double)c.rows});
    }
    br_json_close(j);
}

void watching_json(br_buffer *out, const watching *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "observe-mechanism");
    br_json_field_text(&j, "mechanism", br_mechanism_called(w->m));
    br_json_field_text(&j, "log", w->a->operand);
    br_json_field_number(&j, "rows", (double)w->rows.rows);
    br_json_field_text(&j, "filter", w->options.dense ? "dense" : "few columns");
    br_json_field_text(&j, "method", br_mechanism_observer_method(w->o));
    br_json_field_bool(&j, "smoothed", w->options.smooth);
    br_json_field_number(&j, "freedoms", result_of(w, BR_MECHANISM_OBSERVER_FREEDOMS));
    json_unknown(&j, w);
    watching_parameters_json(&j, w->o);
    watching_fit_json(&j, w->o);
    json_signals(&j, w);
    BR_JSON_NUMBERS(&j, {"max_constraint", result_of(w, BR_MECHANISM_OBSERVER_VIOLATION)},
                    {"braked", result_of(w, BR_MECHANISM_OBSERVER_BRAKED)},
                    {"rejected", result_of(w, BR_MECHANISM_OBSERVER_REJECTED)},
                    {"restarts", result_of(w, BR_MECHANISM_OBSERVER_RESTARTS)},
                    {"rank", result_of(w, BR_MECHANISM_OBSERVER_RANK)},
                    {"nis", result_of(w, BR_MECHANISM_OBSERVER_NIS)},
                    {"log_likelihood", result_of(w, BR_MECHANISM_OBSERVER_LIKELIHOOD)},
                    {"measurements", result_of(w, BR_MECHANISM_OBSERVER_MEASUREMENTS)});
    json_observability(&j, w);
    json_estimates(&j, w);
    json_curve(&j, w);
    br_json_field_lines(&j, "warnings", &w->warnings);
    br_json_field_lines(&j, "failures", &w->failures);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

// c: NULL, nothing to compare it with
static void draw_estimate(br_plots *all, const watching *w, int est, const br_mechanism_signal *c)
{
    const tool_column is = rows_column(&w->rows, est);
    const double *t = rows_column(&w->rows, 0).v;
    char title[100], name[100], caption[200] = "";
    snprintf(name, sizeof name, "%.*s", (int)strlen(is.name) - 4, is.name);
    if (c)
        snprintf(caption, sizeof caption, "RMS of the difference: %.4g %s.", c->rms, is.unit);
    report_over_time(title, sizeof title, name, is.unit);
    br_plot *p = br_draw(all, title, "time", "s", name, is.unit, caption);
    br_draw_curve(p, "estimated", t, is.v, w->rows.rows);
    br_draw_band(p, BAND, t, is.v, rows_column(&w->rows, est + 1).v, 1.96, w->rows.rows);
    if (c)
        br_draw_curve(p, c->measured ? "measured" : "in the log", t, c->values, w->rows.rows);
    br_draw_settled(p);
}

static void draw_estimates(br_plots *all, const watching *w)
{
    br_mechanism_input u;
    br_mechanism_parameter p = {.size = sizeof p};
    br_mechanism_signal c;
    for (int i = 0; input_at(w, i, &u); i++) {
        int est = column_of(w, u.name), k = 0;
        while (signal_at(w, k, &c) && c.column != est)
            k++;
        if (u.first)
            draw_estimate(all, w, est, signal_at(w, k, &c) ? &c : NULL);
    }
    for (int i = 0; br_mechanism_observer_parameter_at(w->o, i, &p) == BR_OK; i++)
        draw_estimate(all, w, column_of(w, p.name), NULL);
    for (int i = 0; signal_at(w, i, &c); i++)
        if (c.column > 2 * forces_of(w))
            draw_estimate(all, w, c.column, &c);
}

static const char *column_meaning(const void *context, const tool_column *c)
{
    (void)context;
    size_t n = strlen(c->name);
    return c->role == TOOL_TIME                                     ? "time"
           : n > 3 && strcmp(c->name + n - 3, "_sd") == 0           ? "standard deviation"
           : n > 11 && strcmp(c->name + n - 11, "_innovation") == 0 ? "innovation: measured minus predicted"
           : strcmp(c->name, "nis") == 0                            ? "normalised innovations squared, per measurement"
                                                                    : "estimate";
}

// "torque 0.17 N*m (sd 0.14) at the end of the log; NIS 1.0, expected 1 if model and noise are right."
static void write_answer(br_buffer *out, const watching *w)
{
    br_mechanism_input u;
    br_buffer text = {0};
    for (int i = 0; input_at(w, i, &u); i++) {
        int c = column_of(w, u.name);
        if (u.first)
            br_buffer_print(&text, "%s%s %.3g %s (sd %.2g)", text.size ? ", " : "", u.name, last(w, c), u.unit,
                            last(w, c + 1));
    }
    br_buffer_print(&text, "%sNIS %.3g, expected 1 if model and noise are right.",
                    text.size ? " at the end of the log; " : "", result_of(w, BR_MECHANISM_OBSERVER_NIS));
    report_answer(out, &text);
}

static br_status draw_mechanism(br_buffer *out, const watching *w)
{
    double t = 0;
    sketch drawn;
    br_status status = sketch_open(&drawn, w->m);
    for (int i = 0; i < br_mechanism_observer_drawings(w->o) && status == BR_OK; i++) {
        const double *drawing = br_mechanism_observer_drawing(w->o, i, &t);
        sketch_add_frame(&drawn, w->m, drawing, t);
    }
    if (status == BR_OK)
        sketch_report(&drawn, w->m, out);
    sketch_close(&drawn);
    return status;
}

br_status watching_report(br_buffer *out, const watching *w)
{
    br_plots all = {0};
    br_buffer summary = {0}, cells = {0};
    br_mechanism_l_curve c;
    char name[120];
    draw_estimates(&all, w);
    if (curve_of(w, &c))
        br_draw_l_curve(&all, &(br_l_curve_tries){c.tries, c.variance, c.error, c.input, c.corner, c.likeliest});
    write_summary(&summary, w);
    snprintf(name, sizeof name, "Observer of the mechanism %.80s", br_mechanism_called(w->m));
    report_open(out, name);
    write_answer(out, w);
    br_buffer_put(out, "<p>");
    br_html_text(out, br_mechanism_title(w->m));
    br_buffer_put(out, "</p>\n<pre class=\"words\">");
    report_text(out, &summary);
    text_lines(out, "warning", &w->warnings);
    br_buffer_put(out, "</pre>\n");
    watching_parameter_cells(&cells, w->o);
    if (br_mechanism_observer_parameters(w->o) > 0)
        fields_report(out, "Parameters", &cells, NULL);
    br_status status = draw_mechanism(out, w);
    report_plots(out, &all);
    table_report(out, &w->rows, column_meaning, NULL);
    return report_close(out, &all, status);
}
