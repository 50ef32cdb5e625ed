// observe_report.c - results of an observer as a self-contained HTML report.       [host]
#include "num/base/fp.h"

#include "file/disk/spool.h"
#include "num/text/piece.h"
#include "tool/observe/observe.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE = 63 };
#define BAND                                                                                                           \
    "\xc2\xb1"                                                                                                         \
    "2 sd"

// ---------------------------------------------------------------- pictures

typedef struct drawing {
    br_plots all;
    const observing *o;
    br_spool made; // numbers that are computed for a picture; on disk where they are many
} drawing;

// Room for so many columns, as long as the log; NULL: there is none.
static double *make_columns(drawing *w, size_t columns)
{
    size_t bytes = columns * (size_t)w->o->rows.rows * sizeof(double);
    if (br_spool_resize(&w->made, bytes, columns * BR_SPOOL_HEAP) == BR_OK)
        return w->made.at;
    w->all.status = BR_NO_MEMORY;
    return NULL;
}

static void release_rows(const void *of)
{
    const drawing *w = of;
    br_spool_release(&w->made);
    br_estimation_unload(w->o->is);
}

static void release_if_due(const drawing *w, long long row)
{
    if (br_spool_due(row))
        release_rows(w);
}

static bool made_force(const observing *o)
{
    return observe_result(o, BR_ESTIMATION_DERIVED_F) > 0;
}

static const double *times(const observing *o)
{
    return observe_column(o, "t", "");
}

static void draw_force(drawing *w, bool over_position)
{
    const observing *o = w->o;
    char unit[BR_UNIT_SIZE] = "s";
    const double *x = over_position ? br_estimation_signal(o->is, "x", unit) : times(o);
    const double *force = br_estimation_signal(o->is, "F", NULL), *estimate = observe_column(o, "F", "_est");
    if (!x || !estimate)
        return;
    if (!*unit && strstr(observe_column_unit(o, "F_est"), "N*m")) // an angle has no unit of its own
        snprintf(unit, sizeof unit, "rad");
    bool full = observe_result(o, BR_ESTIMATION_FULL) > 0;
    const char *how = !force                  ? "Not measured."
                      : full && made_force(o) ? "Measured: drive force minus m*a, not an input of the observer."
                      : made_force(o)         ? "Measured: drive force minus m*a."
                                              : "";
    br_plot *p = br_draw(&w->all, over_position ? "Friction force over position" : "Friction force over time",
                         over_position ? "position" : "time", unit, "force", observe_column_unit(o, "F_est"), how);
    if (force)
        br_draw_curve(p, "measured", x, force, o->rows.rows);
    br_draw_curve(p, "estimated", x, estimate, o->rows.rows);
    br_draw_band(p, BAND, x, estimate, observe_column(o, "F", "_sd"), 2, o->rows.rows);
}

static void draw_error(drawing *w)
{
    const observing *o = w->o;
    const double *force = br_estimation_signal(o->is, "F", NULL), *estimate = observe_column(o, "F", "_est");
    double *e = force && estimate ? make_columns(w, 1) : NULL, nrmse = observe_result(o, BR_ESTIMATION_NRMSE);
    if (!e)
        return;
    for (long long k = 0; k < o->rows.rows; k++) {
        release_if_due(w, k);
        e[k] = estimate[k] - force[k];
    }
    char caption[100] = "";
    if (isfinite(nrmse))
        snprintf(caption, sizeof caption, "NRMSE: %.3g %% of the range of the force.", 100 * nrmse);
    br_plot *p = br_draw(&w->all, "Estimated minus measured force", "time", "s", "difference",
                         observe_column_unit(o, "F_est"), caption);
    br_draw_curve(p, NULL, times(o), e, o->rows.rows);
    br_draw_settled(p);
}

static void draw_innovations(drawing *w, const br_estimation_measured *s)
{
    const observing *o = w->o;
    const double *e = observe_column(o, s->name, "_innovation"), *sd = observe_column(o, s->name, "_innovation_sd");
    char title[100], caption[240] = "";
    long long rows = o->rows.rows, n = 0;
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
        t[n] = times(o)[i];
        zero[n] = 0;
        width[n] = fmin(sd[i], most);
        error[n++] = e[i];
    }
    bool smoothed = o->options.kind == BR_ESTIMATION_SMOOTHER;
    snprintf(title, sizeof title, "%s of %.60s", smoothed ? "Residuals" : "Innovations", s->name);
    int used = s->corrections < OBSERVE_FEW
                   ? 0
                   : snprintf(caption, sizeof caption,
                              "%.3g %% are inside the 95 %% band; NIS %.3g, expected 1 if model and noise are right",
                              100 * s->inside, s->nis);
    if (isfinite(s->correlation) && used > 0)
        snprintf(caption + used, sizeof caption - (size_t)used, "; lag-1 autocorrelation %.2f, white below %.2g",
                 s->correlation, s->white_below);
    br_plot *p = br_draw(&w->all, title, "time", "s", smoothed ? "residual" : "innovation", s->unit, caption);
    br_draw_curve(p, smoothed ? "residual" : "innovation", t, error, n);
    br_draw_band(p, BAND, t, zero, width, 2, n);
    br_draw_settled(p);
}

// The band is cut far beyond the estimates, so that these can be seen.
static void draw_cut_band(drawing *w, br_plot *p, const double *v, const double *sd, double nominal)
{
    long long rows = w->o->rows.rows;
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
    br_draw_band(p, BAND, times(w->o), y, width, 1, rows);
}

// A state or an estimate with its band; of an estimate also start and nominal value.
static void draw_entry(drawing *w, const br_estimation_number *n)
{
    const observing *o = w->o;
    const double *v = observe_column(o, n->name, ""), *sd = observe_column(o, n->name, "_sd"),
                 *state_sd = n->is_state ? observe_column(o, n->name, "_state_sd") : NULL, *t = times(o);
    sd = sd && state_sd ? state_sd : sd;
    char title[100], caption[200] = "";
    if (!v || !sd)
        return;
    long long rows = o->rows.rows;
    double ends[2] = {t[0], t[rows - 1]}, nominal[2] = {n->nominal, n->nominal};
    if (!n->is_state) {
        br_buffer text = {0};
        br_buffer_put(&text, "Final value ");
        observe_amount(&text, v[rows - 1], 5, n->unit);
        br_buffer_put(&text, ", sd ");
        observe_amount(&text, sd[rows - 1], 3, n->unit);
        if (n->is_input) {
            br_buffer_put(&text, "; a measured input");
        } else {
            br_buffer_put(&text, "; nominal ");
            observe_amount(&text, n->nominal, 5, n->unit);
            br_buffer_put(&text, "; start ");
            observe_amount(&text, n->start, 5, n->unit);
        }
        snprintf(caption, sizeof caption, "%s.", text.text ? text.text : "");
        br_buffer_free_into(&text, &w->all.status);
    }
    snprintf(title, sizeof title, "%s %.60s over time", n->is_state ? "State" : "Parameter", n->name);
    br_plot *p = br_draw(&w->all, title, "time", "s", n->name, n->unit, caption);
    br_draw_curve(p, n->is_state ? NULL : "estimated", t, v, rows);
    if (n->is_state || n->is_input) {
        br_draw_band(p, NULL, t, v, sd, 2, rows);
    } else {
        draw_cut_band(w, p, v, sd, n->nominal);
        br_draw_curve(p, "nominal", ends, nominal, 2);
    }
    br_draw_settled(p);
}

// Of states, or of what is estimated beside them.
static void draw_entries(drawing *w, bool states)
{
    for (int i = 0; i < br_estimation_numbers(w->o->is); i++) {
        br_estimation_number n = observe_number(w->o, i);
        if (states == (n.is_state != 0))
            draw_entry(w, &n);
    }
}

// ---------------------------------------------------------------- tables

static void write_estimates(br_buffer *out, const observing *o)
{
    br_buffer cells = {0};
    observe_estimate_cells(&cells, o);
    if (cells.size == 0)
        return;
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
    br_buffer text = {0};
    double nrmse = observe_result(o, BR_ESTIMATION_NRMSE);
    for (int i = 0; i < br_estimation_numbers(o->is); i++) {
        br_estimation_number n = observe_number(o, i);
        if (n.is_state)
            continue;
        br_buffer_print(&text, "%s%s = ", text.size ? ", " : "", n.name);
        observe_amount(&text, n.value, 4, "-");
        br_buffer_put(&text, " \xc2\xb1 ");
        observe_amount(&text, n.sd, 2, n.unit);
    }
    br_buffer_put(&text, text.size ? " (sd) at the end of the log; friction force " : "Friction force ");
    if (isfinite(nrmse))
        br_buffer_print(&text, "estimated with an NRMSE of %.3g %% of its range.", 100 * nrmse);
    else
        br_buffer_put(&text, "estimated; none was measured to compare with.");
    report_answer(out, &text);
}

br_status observe_report(br_buffer *out, const observing *o)
{
    drawing w = {.o = o};
    const br_plots *all = &w.all;
    br_buffer head = {0};
    char title[200];
    snprintf(title, sizeof title, "Observer with %s on %.*s", br_law_name(o->law), TITLE,
             tool_base_name(o->a->operand));
    w.all.release = release_rows;
    w.all.of = &w;
    draw_force(&w, false);
    draw_force(&w, true);
    draw_error(&w);
    int forces = all->plots;
    draw_entries(&w, false);
    int estimates = all->plots;
    for (int k = 0; k < br_estimation_measurements(o->is); k++) {
        br_estimation_measured m = observe_measured(o, k);
        draw_innovations(&w, &m);
    }
    int innovations = all->plots;
    draw_entries(&w, true);
    report_open(out, title);
    write_answer(out, o);
    br_buffer_put(out, "<p>");
    observe_heading(&head, o);
    report_text(out, &head);
    br_buffer_put(out, "</p>\n");
    report_lines(out, "Failed", &o->failures);
    report_lines(out, "Warning", &o->warnings);
    report_section(out, "Friction force", all, 0, forces);
    report_section(out, "Parameters", all, forces, estimates);
    report_section(out, o->options.kind == BR_ESTIMATION_SMOOTHER ? "Residuals" : "Innovations", all, estimates,
                   innovations);
    report_section(out, "States", all, innovations, all->plots);
    write_estimates(out, o);
    write_summary(out, o);
    br_spool_free(&w.made);
    return report_close(out, &w.all, BR_OK);
}
