// observe_report.c - results of an observer as a self-contained HTML report.       [host]
#include "num/base/fp.h"

#include "tool/observe/observe.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BAND                                                                                                           \
    "\xc2\xb1"                                                                                                         \
    "2 sd"

static const double *column(const observing *o, const char *name, const char *end)
{
    char text[BR_NAME_SIZE + 48];
    snprintf(text, sizeof text, "%s%s", name, end);
    return br_observation_column(&o->ob, text);
}

// ---------------------------------------------------------------- pictures

static const char *unit_of_force(const observing *o)
{
    int c = br_record_find(&o->ob.record, "F_est");
    return c >= 0 ? o->ob.record.column[c].unit : "-";
}

static void draw_force(br_plots *all, const observing *o, bool over_position)
{
    const double *x = over_position ? o->position : o->log.t;
    if (!x || !o->force_est)
        return;
    const char *how = !o->force              ? "Not measured."
                      : o->full && o->made_F ? "Measured: drive force minus m*a, not an input of the observer."
                      : o->made_F            ? "Measured: drive force minus m*a."
                                             : "";
    br_plot *p = br_draw(all, over_position ? "Friction force over position" : "Friction force over time",
                         over_position ? "position" : "time", over_position ? o->position_unit : "s", "force",
                         unit_of_force(o), how);
    if (o->force)
        br_draw_curve(p, "measured", x, o->force, o->log.rows);
    br_draw_curve(p, "estimated", x, o->force_est, o->log.rows);
    br_draw_band(p, BAND, x, o->force_est, o->force_sd, 2, o->log.rows);
}

static void draw_error(br_plots *all, const observing *o)
{
    double *e = o->force && o->force_est ? malloc((size_t)o->log.rows * sizeof *e) : NULL;
    if (!e)
        return;
    for (long long k = 0; k < o->log.rows; k++)
        e[k] = o->force_est[k] - o->force[k];
    char caption[100];
    snprintf(caption, sizeof caption, "NRMSE: %.3g %% of the range of the force.", 100 * o->verdict.nrmse);
    br_plot *p = br_draw(all, "Estimated minus measured force", "time", "s", "difference", unit_of_force(o), caption);
    br_draw_curve(p, NULL, o->log.t, e, o->log.rows);
    free(e);
}

static void draw_innovations(br_plots *all, const observing *o, const br_observed *s)
{
    const double *e = column(o, s->name, "_innovation"), *sd = column(o, s->name, "_innovation_sd");
    char title[BR_NAME_SIZE + 60], caption[240] = "";
    size_t rows = (size_t)o->log.rows;
    double *t = malloc(rows * 4 * sizeof *t); // those of corrections only
    if (!t || !e || !sd) {
        free(t);
        return;
    }
    double *zero = t + rows, *error = zero + rows, *width = error + rows;
    long long n = 0;
    double most = 0; // a band far beyond all of them, as at the start, is cut
    for (size_t i = 0; i < rows; i++)
        most = isfinite(e[i]) ? fmax(most, fabs(e[i])) : most;
    for (size_t i = 0; i < rows; i++)
        if (isfinite(e[i])) {
            t[n] = o->log.t[i];
            zero[n] = 0;
            width[n] = fmin(sd[i], most);
            error[n++] = e[i];
        }
    bool smoothed = !o->options.kind;
    snprintf(title, sizeof title, "%s of %.60s", smoothed ? "Residuals" : "Innovations", s->name);
    int used = s->corrections < BR_OBSERVATION_FEW
                   ? 0
                   : snprintf(caption, sizeof caption,
                              "%.3g %% are inside the 95 %% band; NIS %.3g, expected 1 if model and noise are right",
                              100 * s->inside, s->nis);
    if (isfinite(s->correlation) && used > 0)
        snprintf(caption + used, sizeof caption - (size_t)used, "; lag-1 autocorrelation %.2f, white below %.2g",
                 s->correlation, s->white);
    br_plot *p = br_draw(all, title, "time", "s", smoothed ? "residual" : "innovation", s->unit, caption);
    br_draw_curve(p, smoothed ? "residual" : "innovation", t, error, n);
    br_draw_band(p, BAND, t, zero, width, 2, n);
    free(t);
}

// The band is cut far beyond the estimates, so that these can be seen.
static void draw_cut_band(br_plot *p, const double *t, const double *v, const double *sd, double nominal,
                          long long rows)
{
    double *y = malloc((size_t)rows * 2 * sizeof *y), low = nominal, high = nominal;
    if (!y)
        return;
    double *width = y + rows;
    for (long long k = 0; k < rows; k++) {
        low = fmin(low, v[k]);
        high = fmax(high, v[k]);
    }
    double room = fmax(0.5 * (high - low), 2.5 * sd[rows - 1]);
    for (long long k = 0; k < rows; k++) {
        double from = fmax(v[k] - 2 * sd[k], low - room), to = fmin(v[k] + 2 * sd[k], high + room);
        y[k] = 0.5 * (from + to);
        width[k] = 0.5 * (to - from);
    }
    br_draw_band(p, BAND, t, y, width, 1, rows);
    free(y);
}

// A state or an estimate with its band; of an estimate also start and nominal value.
static void draw_entry(br_plots *all, const observing *o, int i)
{
    const br_tuning *t = &o->ob.tuning;
    const br_tuned *w = &t->number[i];
    const double *v = column(o, w->name, ""), *sd = column(o, w->name, "_sd");
    sd = sd && i < t->nx && column(o, w->name, "_state_sd") ? column(o, w->name, "_state_sd") : sd;
    char caption[200] = "";
    if (!v || !sd)
        return;
    int e = i - t->nx;
    long long rows = o->log.rows;
    double ends[2] = {o->log.t[0], o->log.t[rows - 1]}, nominal[2] = {0, 0};
    if (e >= 0) {
        br_buffer text = {0};
        br_buffer_put(&text, "Final value ");
        observe_amount(&text, v[rows - 1], 5, w->unit);
        br_buffer_put(&text, ", sd ");
        observe_amount(&text, sd[rows - 1], 3, w->unit);
        if (observe_input(o, i)) {
            br_buffer_put(&text, "; a measured input");
        } else {
            br_buffer_put(&text, "; nominal ");
            observe_amount(&text, o->verdict.nominal[e], 5, w->unit);
            br_buffer_put(&text, "; start ");
            observe_amount(&text, br_tuning_start(t, e), 5, w->unit);
        }
        snprintf(caption, sizeof caption, "%s.", text.text ? text.text : "");
        br_buffer_free(&text);
        nominal[0] = nominal[1] = o->verdict.nominal[e];
    }
    br_plot *p = br_draw(all, w->name, "time", "s", w->name, w->unit, caption);
    br_draw_curve(p, e >= 0 ? "estimated" : NULL, o->log.t, v, rows);
    if (e < 0 || observe_input(o, i)) {
        br_draw_band(p, NULL, o->log.t, v, sd, 2, rows);
        return;
    }
    draw_cut_band(p, o->log.t, v, sd, o->verdict.nominal[e], rows);
    br_draw_curve(p, "nominal", ends, nominal, 2);
}

// ---------------------------------------------------------------- tables

static void write_estimates(br_buffer *out, const observing *o)
{
    br_buffer cells = {0};
    if (o->ob.tuning.ne == 0)
        return;
    observe_estimate_cells(&cells, o);
    fields_report(out, "Final estimates", &cells,
                  "Left: smallest share of the prior standard deviation that can remain with this log. Samples: share "
                  "of the log with 90 % of the information.");
}

static void write_summary(br_buffer *out, const observing *o)
{
    br_buffer text = {0};
    observe_summary(&text, o); // warnings stand at the top
    br_buffer_put(out, "<section>\n<h2>Summary</h2>\n<pre>");
    report_text(out, &text);
    br_buffer_put(out, "</pre>\n</section>\n");
}

// ---------------------------------------------------------------- the report

// Final estimates, or else how well the friction force is estimated.
static void write_answer(br_buffer *out, const observing *o)
{
    const br_tuning *t = &o->ob.tuning;
    br_buffer text = {0};
    for (int i = t->nx; i < t->nx + t->ne; i++) {
        const double *v = column(o, t->number[i].name, ""), *sd = column(o, t->number[i].name, "_sd");
        br_buffer_print(&text, "%s%s = ", text.size ? ", " : "", t->number[i].name);
        observe_amount(&text, v ? v[o->log.rows - 1] : (double)NAN, 4, "-");
        br_buffer_put(&text, " \xc2\xb1 ");
        observe_amount(&text, sd ? sd[o->log.rows - 1] : (double)NAN, 2, t->number[i].unit);
    }
    br_buffer_put(&text, text.size ? " (sd) at the end of the log; friction force " : "Friction force ");
    if (isfinite(o->verdict.nrmse))
        br_buffer_print(&text, "estimated with an NRMSE of %.3g %% of its range.", 100 * o->verdict.nrmse);
    else
        br_buffer_put(&text, "estimated; none was measured to compare with.");
    report_answer(out, &text);
}

br_status observe_report(br_buffer *out, const observing *o)
{
    const br_tuning *t = &o->ob.tuning;
    br_plots all = {0};
    br_buffer head = {0};
    char title[2 * BR_MAX_NAME + 40];
    snprintf(title, sizeof title, "%s from %.*s", o->law, BR_MAX_NAME, o->log.name);
    draw_force(&all, o, false);
    draw_force(&all, o, true);
    draw_error(&all, o);
    int forces = all.plots;
    for (int i = t->nx; i < t->nx + t->ne; i++)
        draw_entry(&all, o, i);
    int estimates = all.plots;
    for (int k = 0; k < o->ob.observeds; k++)
        draw_innovations(&all, o, &o->ob.observed[k]);
    int innovations = all.plots;
    for (int i = 0; i < t->nx; i++)
        draw_entry(&all, o, i);
    report_open(out, title);
    write_answer(out, o);
    br_buffer_put(out, "<p>");
    observe_heading(&head, o);
    report_text(out, &head);
    br_buffer_put(out, "</p>\n");
    report_lines(out, "Failed", &o->verdict.failures);
    report_lines(out, "Warning", &o->verdict.warnings);
    report_section(out, "Friction force", &all, 0, forces);
    report_section(out, "Parameters", &all, forces, estimates);
    report_section(out, o->options.kind ? "Innovations" : "Residuals", &all, estimates, innovations);
    report_section(out, "States", &all, innovations, all.plots);
    write_estimates(out, o);
    write_summary(out, o);
    return report_close(out, &all, BR_OK);
}
