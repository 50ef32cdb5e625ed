// identify_report.c - identified laws as a self-contained HTML report.             [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "tool/identify/identify.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- pictures

// The law as everywhere else: "coulomb, direction".
static void write_legend(const br_identified_law *d, char *to, size_t size)
{
    br_buffer name = {0};
    br_identified_law_name(&name, d);
    snprintf(to, size, "%s", name.text ? name.text : d->law);
    br_buffer_free(&name);
}

// Of the first segment: measured and fitted; a force without the terms beside the law.
static void draw_force(br_plots *all, const br_identification *w, const br_identified_law *d, const double *measured,
                       const double *model, long long rows)
{
    const br_axis_log *l = &w->axis[d->id.place[0].log];
    long long from = d->id.place[0].row;
    char name[sizeof d->law + sizeof d->variant + 20];
    const char *how = w->drive ? "Measured: drive force minus m*a and the other terms beside the law." : "";
    write_legend(d, name, sizeof name);
    br_plot *p = br_draw(all, "Friction force over time", "time", "s", "friction force", w->force_unit, how);
    br_draw_curve(p, "measured", l->trace.t + from, measured, rows);
    br_draw_curve(p, name, l->trace.t + from, model, rows);
    p = br_draw(all, "Friction force over velocity", "velocity", w->speed_unit, "friction force", w->force_unit, how);
    br_draw_curve(p, "measured", l->v + from, measured, rows);
    br_draw_curve(p, name, l->v + from, model, rows);
    if (!l->x)
        return;
    p = br_draw(all, "Friction force over position", "position", w->position_unit, "friction force", w->force_unit,
                how);
    br_draw_curve(p, "measured", l->x + from, measured, rows);
    br_draw_curve(p, name, l->x + from, model, rows);
}

static void draw_motion(br_plots *all, const br_identification *w, const br_identified_law *d, const double *measured,
                        const double *model, long long rows)
{
    const double *t = w->axis[d->id.place[0].log].trace.t + d->id.place[0].row;
    char name[sizeof d->law + sizeof d->variant + 20];
    write_legend(d, name, sizeof name);
    br_plot *p =
        br_draw(all, w->axis[0].x ? "Position over time" : "Velocity over time", "time", "s",
                br_identification_motion(w), br_identification_motion_unit(w),
                w->options.predictions ? "Predictions of every row from the one before: measured force in, motion out."
                                       : "Simulation: measured force in, motion out.");
    br_draw_curve(p, "measured", t, measured, rows);
    br_draw_curve(p, name, t, model, rows);
}

static void draw_all(br_plots *all, const br_identification *w, const br_identified_law *d, long long rows)
{
    const br_axis_log *l = &w->axis[d->id.place[0].log];
    const double *r = d->id.fit.residual[0];
    bool motion = d->id.motion;
    double *measured = malloc((size_t)rows * 2 * sizeof *measured), *model = measured ? measured + rows : NULL;
    if (!measured) {
        all->status = BR_NO_MEMORY;
        return;
    }
    for (long long i = 0, k = d->id.place[0].row; i < rows; i++, k++) {
        measured[i] = motion ? (l->x ? l->x[k] : l->v[k]) : br_identification_friction(w, d, d->id.place[0].log, k);
        model[i] = measured[i] - r[i];
    }
    if (motion)
        draw_motion(all, w, d, measured, model, rows);
    else
        draw_force(all, w, d, measured, model, rows);
    br_plot *p =
        br_draw(all, "Residuals", "time", "s", "measured minus model",
                motion ? br_identification_motion_unit(w) : w->force_unit,
                w->options.every > 1 && !motion ? "At every sample, before the low-pass filter." : "At every sample.");
    br_draw_curve(p, NULL, l->trace.t + d->id.place[0].row, r, rows);
    free(measured);
    identify_map_draw(all, w);
}

// ---------------------------------------------------------------- tables

static void write_tables(br_buffer *out, const br_identification *w, const br_identified_law *d)
{
    br_buffer cells = {0}, text = {0};
    if (d) {
        br_buffer_put(&text, "Parameters of ");
        br_identified_law_name(&text, d);
        identify_parameter_cells(&cells, d);
        fields_report(out, text.text ? text.text : "", &cells, NULL);
        br_buffer_free(&text);
    }
    identify_law_cells(&cells, w);
    identify_law_notes(&text, w);
    br_buffer_put(&text, w->notes.text ? w->notes.text : "");
    fields_report(out, w->laws > 1 ? "Laws compared" : "Errors", &cells, text.text);
    br_buffer_free(&text);
    if (identify_has_counts(w)) {
        identify_count_cells(&cells, w);
        fields_report(out, "Rows", &cells,
                      "Used: rows of the fit that the parameters are of; residuals: what is left of them behind the "
                      "low-pass filter. The hold-out error is of a fit without the hold-out rows.");
    }
    if (!identify_has_log_errors(w))
        return;
    br_buffer_print(&text, "RMS in %s", w->options.motion ? br_identification_motion_unit(w) : w->force_unit);
    if (!isnan(w->law[w->best].id.simulation_share))
        br_buffer_print(&text, ", of the simulated motion in %s", br_identification_motion_unit(w));
    br_buffer_put(&text, ".\n");
    identify_log_cells(&cells, w);
    fields_report(out, "Errors of every log", &cells, text.text);
    br_buffer_free(&text);
}

// One law alone is not the best of several.
static void write_answer(br_buffer *out, const br_identification *w, const br_identified_law *d)
{
    br_buffer text = {0};
    if (d) {
        bool held = isfinite(d->id.hold_out_error);
        br_identified_law_name(&text, d);
        br_buffer_print(&text, "%s: %s error %.3g %% with %d parameters, ",
                        !w->compare ? ""
                        : w->star   ? " fits best"
                                    : " comes closest",
                        held ? "hold-out" : "fit", 100 * (held ? d->id.hold_out_error : d->id.fit.error), d->id.fit.n);
        br_buffer_put(&text, d->id.identifiable ? "all identifiable." : "not all of them identifiable.");
    } else
        br_buffer_put(&text, "No law could be fitted.");
    report_answer(out, &text);
}

br_status identify_report(br_buffer *out, const br_identification *w)
{
    br_plots all = {0};
    br_buffer head = {0}, title = {0};
    const br_identified_law *d = w->best >= 0 ? &w->law[w->best] : NULL;
    const char *slash = strrchr(w->log[0].name, '/');
    br_buffer_print(&title, "Friction from %.100s", slash && !w->log[0].has_rig ? slash + 1 : w->log[0].name);
    if (d)
        draw_all(&all, w, d, d->id.fit.rows[0]);
    report_open(out, title.text ? title.text : "Friction");
    br_buffer_free(&title);
    write_answer(out, w, d);
    br_buffer_put(out, "<p>");
    identify_heading(&head, w);
    for (const char *line = head.text, *end; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        br_html_text_of(out, line, (size_t)(end - line));
        br_buffer_put(out, "<br>\n");
    }
    br_buffer_put(out, "</p>\n");
    report_lines(out, "Failed", &w->failures);
    report_lines(out, "Warning", &w->warnings);
    report_section(out, "Fit", &all, 0, all.plots);
    write_tables(out, w, d);
    br_buffer_free(&head);
    return report_close(out, &all, BR_OK);
}
