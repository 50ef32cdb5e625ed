// identify_report.c - identified laws as a self-contained HTML report.             [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "num/text/piece.h"
#include "tool/identify/identify.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- pictures

// Of the first segment: measured and fitted; a force without the terms beside the law.
typedef struct fitted_segment {
    br_table *table;
    const double *t, *x, *v, *measured, *model, *residual; // x NULL: not known
    long long rows;
    const char *law; // as everywhere else: "coulomb, direction"
} fitted_segment;

static const double *values_of(const br_table *table, const char *name)
{
    return br_table_values(table, br_table_index(table, name, NULL));
}

static br_status read_segment(const identifying *o, fitted_segment *s)
{
    br_diag why;
    br_status status = br_identification_segment(o->is, 0, &s->table, &why);
    if (status != BR_OK)
        return status;
    s->rows = (long long)br_table_rows(s->table);
    s->t = values_of(s->table, "t");
    s->x = values_of(s->table, "x");
    s->v = values_of(s->table, "v");
    s->measured = values_of(s->table, "measured");
    s->model = values_of(s->table, "model");
    s->residual = values_of(s->table, "residual");
    return BR_OK;
}

static void draw_over(br_plots *all, const identifying *o, const fitted_segment *s, const char *title, const char *over,
                      const char *unit, const double *at)
{
    const char *how = o->log.drive ? "Measured: drive force minus m*a and the other terms beside the law." : "";
    br_plot *p = br_draw(all, title, over, unit, "friction force", o->log.force_unit, how);
    br_draw_curve(p, "measured", at, s->measured, s->rows);
    br_draw_curve(p, s->law, at, s->model, s->rows);
}

static void draw_force(br_plots *all, const identifying *o, const fitted_segment *s)
{
    draw_over(all, o, s, "Friction force over time", "time", "s", s->t);
    draw_over(all, o, s, "Friction force over velocity", "velocity", o->log.speed_unit, s->v);
    if (s->x)
        draw_over(all, o, s, "Friction force over position", "position", o->log.position_unit, s->x);
}

static void draw_motion(br_plots *all, const identifying *o, const fitted_segment *s)
{
    br_plot *p = br_draw(all, o->log.position ? "Position over time" : "Velocity over time", "time", "s",
                         o->setup.motion, o->setup.motion_unit,
                         strcmp(o->setup.predict, "step") == 0
                             ? "Predictions of every row from the one before: measured force in, motion out."
                             : "Simulation: measured force in, motion out.");
    br_draw_curve(p, "measured", s->t, s->measured, s->rows);
    br_draw_curve(p, s->law, s->t, s->model, s->rows);
}

static void draw_all(br_plots *all, const identifying *o)
{
    bool motion = strcmp(o->setup.predict, "force") != 0;
    fitted_segment s = {.law = o->best_law.called};
    all->status = read_segment(o, &s);
    if (all->status != BR_OK)
        return;
    if (motion)
        draw_motion(all, o, &s);
    else
        draw_force(all, o, &s);
    br_plot *p =
        br_draw(all, "Residuals", "time", "s", "measured minus model", identify_error_unit(o),
                o->setup.decimate > 1 && !motion ? "At every sample, before the low-pass filter." : "At every sample.");
    br_draw_curve(p, NULL, s.t, s.residual, s.rows);
    identify_map_draw(all, o);
    br_table_close(s.table);
}

// ---------------------------------------------------------------- tables

static void write_tables(br_buffer *out, const identifying *o)
{
    br_buffer cells = {0}, text = {0};
    if (o->best >= 0) {
        br_buffer_put(&text, "Parameters of ");
        br_buffer_put(&text, o->best_law.called);
        identify_parameter_cells(&cells, o);
        fields_report(out, text.text ? text.text : "", &cells, NULL);
        br_buffer_free_into(&text, &out->status);
    }
    identify_law_cells(&cells, o);
    identify_law_notes(&text, o);
    br_buffer_put(&text, o->notes.text ? o->notes.text : "");
    fields_report(out, o->laws > 1 ? "Laws compared" : "Errors", &cells, text.text);
    br_buffer_free_into(&text, &out->status);
    if (o->best >= 0) {
        identify_count_cells(&cells, o);
        fields_report(out, "Rows", &cells,
                      "Used: rows of the fit that the parameters are of; residuals: what is left of them behind the "
                      "low-pass filter. The hold-out error is of a fit without the hold-out rows.");
    }
    if (!identify_has_log_errors(o))
        return;
    br_buffer_print(&text, "RMS in %s", identify_error_unit(o));
    if (!isnan(o->result.fitted.simulation_error))
        br_buffer_print(&text, ", of the simulated motion in %s", o->setup.motion_unit);
    br_buffer_put(&text, ".\n");
    identify_log_cells(&cells, o);
    fields_report(out, "Errors of every log", &cells, text.text);
    br_buffer_free_into(&text, &out->status);
}

// One law alone is not the best of several.
static void write_answer(br_buffer *out, const identifying *o)
{
    br_buffer text = {0};
    if (o->best >= 0) {
        const br_identification_candidate *c = &o->best_law;
        bool held = isfinite(c->hold_out_error);
        br_buffer_put(&text, c->called);
        br_buffer_print(&text, "%s: %s error %.3g %% with %d parameters, ",
                        !o->a->compare ? ""
                        : c->explains  ? " fits best"
                                       : " comes closest",
                        held ? "hold-out" : "fit", 100 * (held ? c->hold_out_error : c->error), c->parameters);
        br_buffer_put(&text, o->result.identifiable ? "all identifiable." : "not all of them identifiable.");
    } else
        br_buffer_put(&text, "No law could be fitted.");
    report_answer(out, &text);
}

br_status identify_report(br_buffer *out, const identifying *o)
{
    br_plots all = {0};
    br_buffer head = {0}, title = {0};
    br_buffer_print(&title, "Friction from %.100s", identify_log_name(o, 0));
    if (o->best >= 0)
        draw_all(&all, o);
    report_open(out, title.text ? title.text : "Friction");
    br_buffer_free_into(&title, &out->status);
    write_answer(out, o);
    br_buffer_put(out, "<p>");
    identify_heading(&head, o);
    for (const char *line = head.text, *end; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        br_html_text_of(out, line, (size_t)(end - line));
        br_buffer_put(out, "<br>\n");
    }
    br_buffer_put(out, "</p>\n");
    report_lines(out, "Failed", &o->failures);
    report_lines(out, "Warning", &o->warnings);
    report_section(out, "Fit", &all, 0, all.plots);
    write_tables(out, o);
    br_buffer_free_into(&head, &out->status);
    return report_close(out, &all, BR_OK);
}
