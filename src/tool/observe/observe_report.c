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

typedef struct drawing {
    br_plots all;
    const observing *o;
    br_spool made; // numbers that are computed for a picture; on disk where they are many
} drawing;

// Room for so many columns, as long as the log; NULL: there is none.
static double *make_columns(drawing *w, size_t columns)
{
    size_t bytes = columns * (size_t)w->o->log.rows * sizeof(double);
    if (br_spool_resize(&w->made, bytes, columns * BR_SPOOL_HEAP) == BR_OK)
        return w->made.at;
    w->all.status = BR_NO_MEMORY;
    return NULL;
}

static void release_rows(const void *of)
{
    const drawing *w = of;
    br_spool_release(&w->made);
    br_record_release(&w->o->ob.record);
    br_loaded_log_release(&w->o->log);
}

static void release_if_due(const drawing *w, long long row)
{
    if (br_spool_due(row))
        release_rows(w);
}

static const char *unit_of_force(const observing *o)
{
    int c = br_record_find(&o->ob.record, "F_est");
    return c >= 0 ? o->ob.record.column[c].unit : "-";
}

static void draw_force(drawing *w, bool over_position)
{
    const observing *o = w->o;
    const double *x = over_position ? o->position : o->log.t;
    if (!x || !o->force_est)
        return;
    const char *how = !o->force              ? "Not measured."
                      : o->full && o->made_F ? "Measured: drive force minus m*a, not an input of the observer."
                      : o->made_F            ? "Measured: drive force minus m*a."
                                             : "";
    br_plot *p = br_draw(&w->all, over_position ? "Friction force over position" : "Friction force over time",
                         over_position ? "position" : "time", over_position ? o->position_unit : "s", "force",
                         unit_of_force(o), how);
    if (o->force)
        br_draw_curve(p, "measured", x, o->force, o->log.rows);
    br_draw_curve(p, "estimated", x, o->force_est, o->log.rows);
    br_draw_band(p, BAND, x, o->force_est, o->force_sd, 2, o->log.rows);
}

static void draw_error(drawing *w)
{
    const observing *o = w->o;
    double *e = o->force && o->force_est ? make_columns(w, 1) : NULL;
    if (!e)
        return;
    for (long long k = 0; k < o->log.rows; k++) {
        release_if_due(w, k);
        e[k] = o->force_est[k] - o->force[k];
    }
    char caption[100] = "";
    if (isfinite(o->verdict.nrmse))
        snprintf(caption, sizeof caption, "NRMSE: %.3g %% of the range of the force.", 100 * o->verdict.nrmse);
    br_plot *p =
        br_draw(&w->all, "Estimated minus measured force", "time", "s", "difference", unit_of_force(o), caption);
    br_draw_curve(p, NULL, o->log.t, e, o->log.rows);
    br_draw_settled(p);
}

static void draw_innovations(drawing *w, const br_observed *s)
{
    const observing *o = w->o;
    const double *e = column(o, s->name, "_innovation"), *sd = column(o, s->name, "_innovation_sd");
    char title[BR_NAME_SIZE + 60], caption[240] = "";
    long long rows = o->log.rows, n = 0;
    double *t = e && sd ? make_columns(w, 4) : NULL;
    if (!t)
        return;
    double *zero = t + rows, *error = zero + rows, *width = error + rows; // those of corrections only
    double most = 0; // a band far beyond all of them, as at the start, is cut
    for (long long i = 0; i < rows; i++) {
        release_if_due(w, i);
        most = isfinite(e[i]) ? fmax(most, fabs(e[i])) : most;
    }
    for (long long i = 0; i < rows; i++) {
        release_if_due(w, i);
        if (!isfinite(e[i]))
            continue;
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
    br_plot *p = br_draw(&w->all, title, "time", "s", smoothed ? "residual" : "innovation", s->unit, caption);
    br_draw_curve(p, smoothed ? "residual" : "innovation", t, error, n);
    br_draw_band(p, BAND, t, zero, width, 2, n);
    br_draw_settled(p);
}

// The band is cut far beyond the estimates, so that these can be seen.
static void draw_cut_band(drawing *w, br_plot *p, const double *v, const double *sd, double nominal)
{
    long long rows = w->o->log.rows;
    double *y = make_columns(w, 2), low = nominal, high = nominal;
    if (!y)
        return;
    double *width = y + rows;
    for (long long k = 0; k < rows; k++) {
        release_if_due(w, k);
        low = fmin(low, v[k]);
        high = fmax(high, v[k]);
    }
    double room = fmax(0.5 * (high - low), 2.5 * sd[rows - 1]);
    for (long long k = 0; k < rows; k++) {
        release_if_due(w, k);
        double from = fmax(v[k] - 2 * sd[k], low - room), to = fmin(v[k] + 2 * sd[k], high + room);
        y[k] = 0.5 * (from + to);
        width[k] = 0.5 * (to - from);
    }
    br_draw_band(p, BAND, w->o->log.t, y, width, 1, rows);
}

// A state or an estimate with its band; of an estimate also start and nominal value.
static void draw_entry(drawing *w, int i)
{
    const observing *o = w->o;
    const br_tuning *t = &o->ob.tuning;
    const br_tuned *n = &t->number[i];
    const double *v = column(o, n->name, ""), *sd = column(o, n->name, "_sd");
    sd = sd && i < t->nx && column(o, n->name, "_state_sd") ? column(o, n->name, "_state_sd") : sd;
    char title[100], caption[200] = "";
    if (!v || !sd)
        return;
    int e = i - t->nx;
    long long rows = o->log.rows;
    double ends[2] = {o->log.t[0], o->log.t[rows - 1]}, nominal[2] = {0, 0};
    if (e >= 0) {
        br_buffer text = {0};
        br_buffer_put(&text, "Final value ");
        observe_amount(&text, v[rows - 1], 5, n->unit);
        br_buffer_put(&text, ", sd ");
        observe_amount(&text, sd[rows - 1], 3, n->unit);
        if (observe_input(o, i)) {
            br_buffer_put(&text, "; a measured input");
        } else {
            br_buffer_put(&text, "; nominal ");
            observe_amount(&text, o->verdict.nominal[e], 5, n->unit);
            br_buffer_put(&text, "; start ");
            observe_amount(&text, br_tuning_start(t, e), 5, n->unit);
        }
        snprintf(caption, sizeof caption, "%s.", text.text ? text.text : "");
        br_buffer_free(&text);
        nominal[0] = nominal[1] = o->verdict.nominal[e];
    }
    snprintf(title, sizeof title, "%s %.60s over time", e >= 0 ? "Parameter" : "State", n->name);
    br_plot *p = br_draw(&w->all, title, "time", "s", n->name, n->unit, caption);
    br_draw_curve(p, e >= 0 ? "estimated" : NULL, o->log.t, v, rows);
    if (e < 0 || observe_input(o, i)) {
        br_draw_band(p, NULL, o->log.t, v, sd, 2, rows);
    } else {
        draw_cut_band(w, p, v, sd, o->verdict.nominal[e]);
        br_draw_curve(p, "nominal", ends, nominal, 2);
    }
    br_draw_settled(p);
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
    drawing w = {.o = o};
    const br_plots *all = &w.all;
    br_buffer head = {0};
    char title[2 * BR_MAX_NAME + 40];
    snprintf(title, sizeof title, "Observer with %s on %.*s", o->law, BR_MAX_NAME, tool_base_name(o->log.name));
    w.all.release = release_rows;
    w.all.of = &w;
    draw_force(&w, false);
    draw_force(&w, true);
    draw_error(&w);
    int forces = all->plots;
    for (int i = t->nx; i < t->nx + t->ne; i++)
        draw_entry(&w, i);
    int estimates = all->plots;
    for (int k = 0; k < o->ob.observeds; k++)
        draw_innovations(&w, &o->ob.observed[k]);
    int innovations = all->plots;
    for (int i = 0; i < t->nx; i++)
        draw_entry(&w, i);
    report_open(out, title);
    write_answer(out, o);
    br_buffer_put(out, "<p>");
    observe_heading(&head, o);
    report_text(out, &head);
    br_buffer_put(out, "</p>\n");
    report_lines(out, "Failed", &o->verdict.failures);
    report_lines(out, "Warning", &o->verdict.warnings);
    report_section(out, "Friction force", all, 0, forces);
    report_section(out, "Parameters", all, forces, estimates);
    report_section(out, o->options.kind ? "Innovations" : "Residuals", all, estimates, innovations);
    report_section(out, "States", all, innovations, all->plots);
    write_estimates(out, o);
    write_summary(out, o);
    br_spool_free(&w.made);
    return report_close(out, &w.all, BR_OK);
}
