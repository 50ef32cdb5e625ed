// response_report.c - frequency responses as a self-contained HTML report: Fig. 4.2 of the thesis.     [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "num/base/elem.h"
#include "num/text/piece.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/response/response.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi
enum { POINTS = 200, REPORT_LINES = 60 };

// ---------------------------------------------------------------- pictures

// Numbers for the curves of one response: POINTS or lines of each.
typedef struct curves {
    double *f, *size, *low, *high, *noise, *distortion, *phase;
} curves;

static br_status measure_curves(curves *c, const responding *w, const response_view *v)
{
    size_t n = (size_t)v->is->lines;
    c->f = malloc(7 * n * sizeof *c->f);
    if (!c->f)
        return BR_NO_MEMORY;
    double **part[] = {&c->size, &c->low, &c->high, &c->noise, &c->distortion, &c->phase};
    for (size_t i = 0; i < 6; i++)
        *part[i] = c->f + (i + 1) * n;
    for (size_t i = 0; i < n; i++) {
        const br_response_line *l = br_response_line_at(w->r, v->number, (int)i);
        double size = response_size(l->re, l->im), turn = i > 0 ? c->phase[i - 1] : 0;
        c->f[i] = l->f;
        c->size[i] = size;
        c->low[i] = br_max(size - 1.96 * l->sd, size / 100);
        c->high[i] = size + 1.96 * l->sd;
        c->noise[i] = 1.414213562 * l->noise; // of both parts
        c->distortion[i] = 1.414213562 * l->distortion;
        c->phase[i] = response_phase(l->re, l->im);
        while (i > 0 && c->phase[i] - turn > 180)
            c->phase[i] -= 360;
        while (i > 0 && c->phase[i] - turn < -180)
            c->phase[i] += 360;
        if (i == 0 && c->phase[i] > 90)
            c->phase[i] -= 360;
    }
    return BR_OK;
}

// From one frequency to another, factor*(2 pi f)^power.
static void draw_asymptote(br_plot *p, const char *label, double from, double to, double factor, int power)
{
    double f[2] = {from, to}, y[2];
    for (int i = 0; i < 2; i++) {
        y[i] = factor;
        for (int k = 0; k < power; k++)
            y[i] /= tau * f[i];
    }
    if (from < to)
        br_draw_curve(p, label, f, y, 2);
}

static bool is_claimed(const response_view *v, br_response_quantity quantity)
{
    return response_claims(v, quantity) && v->of[quantity]->value > 0;
}

static void draw_asymptotes(br_plot *p, const curves *c, const response_view *v)
{
    const br_response_model *m = v->model;
    double first = c->f[0], last = c->f[v->is->lines - 1];
    double bend = m->sliding ? m->corner : m->resonance, reach = 4;
    bool mass = is_claimed(v, BR_RESPONSE_MASS), bends = bend > 0 && mass;
    if (is_claimed(v, BR_RESPONSE_STIFFNESS))
        draw_asymptote(p, "stiffness line 1/sigma0", first, bends ? br_min(reach * bend, last) : last,
                       1 / v->of[BR_RESPONSE_STIFFNESS]->value, 0);
    if (m->sliding && is_claimed(v, BR_RESPONSE_DAMPING))
        draw_asymptote(p, "damping line 1/(d w)", first, bends ? br_min(reach * bend, last) : last,
                       1 / v->of[BR_RESPONSE_DAMPING]->value, 1);
    if (mass)
        draw_asymptote(p, "mass line 1/(m w^2)", bends ? br_max(bend / reach, first) : first, last,
                       1 / v->of[BR_RESPONSE_MASS]->value, 2);
}

static void draw_model(br_plot *p, const responding *w, const response_view *v, const curves *c, bool phase)
{
    double at[POINTS], y[POINTS], first = c->f[0], last = c->f[v->is->lines - 1];
    for (int i = 0; i < POINTS; i++) {
        double re, im;
        at[i] = first * br_pow(last / first, i / (POINTS - 1.0));
        (void)br_response_model_at(w->r, v->number, at[i], &re, &im);
        y[i] = phase ? response_phase(re, im) : response_size(re, im);
        if (phase && y[i] > 90)
            y[i] -= 360;
    }
    br_draw_curve(p, "model", at, y, POINTS);
}

static void draw_level(br_plot *p, const char *label, const double *f, const double *y, int n)
{
    bool some = false;
    for (int i = 0; i < n; i++)
        some = some || y[i] > 0;
    if (some)
        br_draw_curve(p, label, f, y, n);
}

// Few lines are points: what is between them was not measured.
static void draw_measured(br_plot *p, const double *f, const double *y, int n)
{
    char labels[REPORT_LINES + 1] = "";
    for (int i = 0; i < n && n <= REPORT_LINES; i++)
        labels[i] = '\n';
    if (n <= REPORT_LINES)
        br_draw_points(p, "measured", f, y, labels, n);
    else
        br_draw_curve(p, "measured", f, y, n);
}

static void draw_magnitude(br_plots *all, const responding *w, const response_view *v, const curves *c)
{
    br_buffer caption = {0};
    response_caption(&caption, w, v);
    br_plot *p =
        br_draw(all, "Position over force", "frequency", "Hz", "|x/u|", v->is->unit, caption.text ? caption.text : "");
    br_buffer_free_into(&caption, &all->status);
    if (!p)
        return;
    p->x_log = p->y_log = true;
    draw_measured(p, c->f, c->size, v->is->lines);
    br_draw_between(p, "95 %", c->f, c->low, c->high, v->is->lines);
    if (v->model) {
        draw_model(p, w, v, c, false);
        draw_asymptotes(p, c, v);
    }
    draw_level(p, "noise", c->f, c->noise, v->is->lines);
    draw_level(p, "distortions", c->f, c->distortion, v->is->lines);
}

static void draw_phase(br_plots *all, const responding *w, const response_view *v, const curves *c)
{
    br_plot *p = br_draw(all, "Phase of position over force", "frequency", "Hz", "phase", "deg",
                         "0 where the stiffness carries the force, -90 degrees where damping does, -180 degrees where "
                         "the mass does. A delay turns it further.");
    if (!p)
        return;
    p->x_log = true;
    draw_measured(p, c->f, c->phase, v->is->lines);
    if (v->model)
        draw_model(p, w, v, c, true);
}

// All responses in one picture, as Fig. 4.3.
static br_status draw_all(br_plots *all, const responding *w)
{
    br_plot *p = br_draw(all, "Responses compared", "frequency", "Hz", "|x/u|", w->view[0].is->unit,
                         "As Boegli 2014, Fig. 4.3: one curve for each level of force. From presliding, level at low "
                         "frequencies, they get softer towards sliding, which falls by 20 dB a decade.");
    br_status status = BR_OK;
    if (!p)
        return BR_NO_MEMORY;
    p->x_log = p->y_log = true;
    for (int i = 0; i < w->views && status == BR_OK; i++) {
        const response_view *v = &w->view[i];
        curves c;
        char label[40];
        snprintf(label, sizeof label, "%.4g %.12s RMS", v->is->force_rms, v->is->u_unit);
        status = measure_curves(&c, w, v);
        if (status == BR_OK)
            br_draw_curve(p, label, c.f, c.size, v->is->lines);
        free(c.f);
    }
    return status;
}

// ---------------------------------------------------------------- the report

static void write_tables(br_buffer *out, const responding *w, const response_view *v)
{
    br_buffer cells = {0}, notes = {0};
    if (v->model) {
        const br_response_model *m = v->model;
        response_parameter_cells(&cells, v);
        br_buffer_print(&notes,
                        "Model residual %.3g %% (RMS); chi-squared %.4g for %.4g degrees of freedom, p = %.2g. The "
                        "interval holds random errors (95 %%) and, added on both sides, the systematic error by "
                        "nonlinear motion.\n",
                        100 * m->residual, m->chi2, m->dof, m->p);
        if (m->sliding)
            br_buffer_print(&notes, "%s.\n", m->damping_is);
        fields_report(out, "Parameters", &cells, notes.text);
    }
    br_buffer_free_into(&notes, &out->status);
    response_line_cells(&cells, w, v, REPORT_LINES);
    br_buffer_print(&notes, "|x/u|, sd, noise and distortion in %s, force in %s.%s\n", v->is->unit, v->is->u_unit,
                    v->is->lines > REPORT_LINES ? " Some of the lines; --csv has all." : "");
    fields_report(out, "Lines", &cells, notes.text);
    br_buffer_free_into(&notes, &out->status);
}

static br_status write_view(br_buffer *out, const responding *w, const response_view *v)
{
    br_plots all = {0};
    curves c = {0};
    br_buffer answer = {0}, title = {0}, rows = {0};
    br_status status = measure_curves(&c, w, v);
    if (status == BR_OK) {
        draw_magnitude(&all, w, v, &c);
        draw_phase(&all, w, v, &c);
        br_buffer_print(&title, "Frequency response of %s", v->is->name);
        report_title(out, title.text ? title.text : v->is->name);
        br_buffer_free_into(&title, &out->status);
        br_buffer_put(&answer, br_response_answer(w->r, v->number));
        report_answer(out, &answer);
        response_write_rows(&rows, w, v);
        if (rows.text)
            rows.text[0] = 'R';
        report_lines(out, NULL, &rows);
        br_buffer_free_into(&rows, &out->status);
        report_lines(out, "Failed", &v->failures);
        report_lines(out, "Warning", &v->warnings);
        report_plots(out, &all);
        write_tables(out, w, v);
    }
    free(c.f);
    return report_plots_free(&all, status);
}

br_status response_report(br_buffer *out, const responding *w)
{
    br_status status = BR_OK;
    br_plots all = {0};
    br_html_open(out, "Frequency response");
    if (w->views > 1) {
        status = draw_all(&all, w);
        report_title(out, "Frequency responses compared");
        for (int i = 0; i < w->views; i++) {
            br_buffer line = {0};
            const br_response_signal *is = w->view[i].is;
            br_buffer_print(&line, "%s, %.4g %s RMS: %s", is->name, is->force_rms, is->u_unit,
                            br_response_answer(w->r, i));
            br_buffer_put(out, "<p>");
            report_text(out, &line);
            br_buffer_put(out, "</p>\n");
        }
        report_plots(out, &all);
    }
    status = report_plots_free(&all, status);
    for (int i = 0; i < w->views && status == BR_OK; i++)
        status = write_view(out, w, &w->view[i]);
    br_html_close(out);
    return status;
}
