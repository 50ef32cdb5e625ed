// response_show.c - frequency responses as text, JSON and table.                   [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/terminal.h"
#include "tool/response/response.h"

#include <math.h>
#include <string.h>

enum { TEXT_LINES = 30 };

// ---------------------------------------------------------------- parameters

typedef struct parameter_row {
    const char *name, *key, *unit;
    double value, sd, systematic, low, high;
    bool identifiable;
    char why[200];
} parameter_row;

static void show_interval(br_buffer *out, const void *row)
{
    const parameter_row *r = row;
    if (!(r->high > r->low))
        return;
    int digits = response_digits(r->low, r->high);
    br_buffer_about(out, r->low, digits);
    br_buffer_put(out, " to ");
    br_buffer_about(out, r->high, digits);
}

static void show_systematic(br_buffer *out, const void *row)
{
    const parameter_row *r = row;
    if (r->systematic > 0)
        br_buffer_about(out, r->systematic, 3);
}

static const tool_field parameter_fields[] = {FIELD("parameter", NULL, TEXT, parameter_row, name),
                                              FIELD(NULL, "name", TEXT, parameter_row, key),
                                              FIELD("value", "value", NUMBER, parameter_row, value),
                                              FIELD("unit", "unit", TEXT, parameter_row, unit),
                                              FIELD("sd", "sd", ROUND, parameter_row, sd),
                                              FIELD(NULL, "systematic", ROUND, parameter_row, systematic),
                                              FIELD_SHOWN("systematic error", show_systematic),
                                              FIELD_SHOWN("95 % interval", show_interval),
                                              FIELD(NULL, "low", NUMBER, parameter_row, low),
                                              FIELD(NULL, "high", NUMBER, parameter_row, high),
                                              FIELD(NULL, "identifiable", BOOL, parameter_row, identifiable),
                                              FIELD("", "why", CHARS, parameter_row, why),
                                              {0}};

static parameter_row parameter_of(const responding *w, const br_frf_model *m, int p)
{
    static const char *const key[] = {"m", "d", "k", "delay"};
    const br_frf_value *v = &m->of[p];
    bool known = v->verdict != BR_FRF_NOT_REACHED && v->verdict != BR_FRF_UNCERTAIN && v->verdict != BR_FRF_NEGATIVE;
    parameter_row r = {.name = response_parameter(m, (br_frf_parameter)p),
                       .key = key[p],
                       .unit = w->of[p],
                       .value = known ? v->value : (double)NAN,
                       .sd = known ? v->sd : (double)NAN,
                       .systematic = v->systematic,
                       .low = v->low,
                       .high = v->high,
                       .identifiable = v->verdict == BR_FRF_IDENTIFIABLE};
    br_buffer why = {0};
    response_reason(&why, w, m, (br_frf_parameter)p);
    strncpy(r.why, why.text ? why.text : "", sizeof r.why - 1);
    br_buffer_free(&why);
    return r;
}

void response_parameter_cells(br_buffer *cells, const responding *w, const response_group *g)
{
    for (int p = 0; p < BR_FRF_PARAMETERS; p++) {
        parameter_row r = parameter_of(w, &g->model, p);
        fields_row(cells, parameter_fields, &r, NULL);
    }
}

// ---------------------------------------------------------------- lines

typedef struct line_row {
    br_frf_line line;
    double size, phase, force, model_re, model_im;
} line_row;

static line_row line_of(const response_group *g, int i)
{
    const br_frf_line *l = &g->frf.line[i];
    line_row r = {.line = *l, .size = response_size(l), .phase = response_phase(l), .model_re = (double)NAN};
    br_frf_line force = {.re = l->u_re, .im = l->u_im};
    r.force = response_size(&force);
    r.model_im = r.model_re;
    if (g->has_model)
        br_frf_model_response(&g->model, l->f, &r.model_re, &r.model_im);
    return r;
}

static const tool_field line_fields[] = {FIELD("f in Hz", "f", NUMBER, line_row, line.f),
                                         FIELD("|x/u|", "magnitude", NUMBER, line_row, size),
                                         FIELD("phase in deg", "phase", NUMBER, line_row, phase),
                                         FIELD(NULL, "re", NUMBER, line_row, line.re),
                                         FIELD(NULL, "im", NUMBER, line_row, line.im),
                                         FIELD("sd", "sd", ROUND, line_row, line.sd),
                                         FIELD("noise", "noise", ROUND, line_row, line.noise),
                                         FIELD("distortion", "distortion", ROUND, line_row, line.distortion),
                                         FIELD("coherence", "coherence", NUMBER, line_row, line.coherence),
                                         FIELD("force", "force", ROUND, line_row, force),
                                         FIELD(NULL, "dof", NUMBER, line_row, line.dof),
                                         FIELD(NULL, "model_re", NUMBER, line_row, model_re),
                                         FIELD(NULL, "model_im", NUMBER, line_row, model_im),
                                         {0}};

void response_line_cells(br_buffer *cells, const response_group *g, int most)
{
    int lines = g->frf.lines;
    for (int i = 0, last = -1; i < lines; i++) {
        int place = lines <= most ? i : (int)((long long)i * (most - 1) / (lines - 1));
        line_row r = line_of(g, i);
        if (place != last)
            fields_row(cells, line_fields, &r, NULL);
        last = place;
    }
}

// ---------------------------------------------------------------- text

static void text_signal(br_buffer *out, const response_group *g)
{
    const br_frf *f = &g->frf;
    if (f->kind == BR_FRF_MULTISINE)
        br_buffer_print(out, "multisine, period %.6g s; %d periods averaged, %d skipped as transient",
                        (double)f->period * f->dt, f->periods, f->skipped);
    else if (f->kind == BR_FRF_STEPPED)
        br_buffer_print(out, "stepped sine, %d segments of constant frequency", f->periods);
    else
        br_buffer_print(out, "Welch's method, %d Hann windows of %.4g s", f->periods, (double)f->period * f->dt);
    br_buffer_print(out, "; %d line%s, %.4g to %.4g Hz", f->lines, f->lines == 1 ? "" : "s", f->line[0].f,
                    f->line[f->lines - 1].f);
    if (f->realisations > 1)
        br_buffer_print(out, "; %d %s", f->realisations, f->repeated ? "logs of one realisation" : "realisations");
    br_buffer_put(out, "\n");
}

static void text_distortion(br_buffer *out, const br_frf *f)
{
    if (isnan(f->distortion))
        return;
    br_buffer_put(out, "nonlinear distortions: ");
    if (f->distortion > 0)
        br_buffer_print(out, "%.3g %% of the power of the position", 100 * f->distortion);
    else
        br_buffer_put(out, "none beyond the noise");
    if (!isnan(f->even) && f->distortion > 0)
        br_buffer_print(out, "; even %.2g %%", 100 * f->even);
    if (!isnan(f->odd) && f->distortion > 0)
        br_buffer_print(out, ", odd %.2g %%", 100 * f->odd);
    br_buffer_put(out, "\n");
}

// Where mass and the other parameter cross means something only if both are known.
static bool is_crossing_known(const br_frf_model *m, br_frf_parameter other)
{
    return m->of[BR_FRF_MASS].verdict == BR_FRF_IDENTIFIABLE && m->of[other].verdict == BR_FRF_IDENTIFIABLE;
}

static void text_model(br_buffer *out, const responding *w, const response_group *g)
{
    const br_frf_model *m = &g->model;
    br_buffer cells = {0};
    br_buffer_put(out, m->sliding ? "sliding: u/x = -m w^2 + j w d\n" : "presliding: u/x = k - m w^2 + j w d\n");
    response_parameter_cells(&cells, w, g);
    fields_text(out, &cells, 2);
    if (m->resonance > 0 && is_crossing_known(m, BR_FRF_STIFFNESS))
        br_buffer_print(out, "  resonance %.5g +- %.2g Hz\n", m->resonance, m->resonance_sd);
    if (m->sliding && is_crossing_known(m, BR_FRF_DAMPING))
        br_buffer_print(out, "  corner d/(2 pi m) %.4g +- %.2g Hz\n", m->corner, m->corner_sd);
    if (m->sliding) {
        br_buffer_put(out, "  ");
        response_slope(out, w, g);
        br_buffer_put(out, "\n");
    }
    bool systematic = false;
    for (int p = 0; p < BR_FRF_PARAMETERS; p++)
        systematic = systematic || m->of[p].systematic > 0;
    if (systematic)
        br_buffer_put(
            out, "  systematic error: by nonlinear motion; the interval is 95 % of the random errors, and it on both "
                 "sides\n");
    br_buffer_print(out, "  model residual %.3g %% (RMS); chi-squared %.4g for %.4g degrees of freedom, p = %.2g\n",
                    100 * m->residual, m->chi2, m->dof, m->p);
}

static void text_group(br_buffer *out, const responding *w, const response_group *g)
{
    br_buffer cells = {0};
    for (int i = 0; i < g->logs; i++) {
        br_buffer_put(out, i ? ", " : "");
        br_buffer_safe(out, w->a->operands[g->log[i]], strlen(w->a->operands[g->log[i]]));
    }
    br_buffer_put(out, ": ");
    text_signal(out, g);
    response_write_rows(out, w, g);
    br_buffer_print(
        out, "force RMS %.4g %s, mean %.4g %s; position RMS %.4g %s; velocity mean %.3g, RMS at the lines %.3g %s/s\n",
        g->frf.rms_u, w->u, g->frf.mean_u, w->u, g->frf.rms_x, w->x, g->frf.drift, g->frf.rms_v, w->x);
    response_line_cells(&cells, g, TEXT_LINES);
    fields_text(out, &cells, 2);
    if (g->frf.lines > TEXT_LINES)
        br_buffer_print(out, "  %d of %d lines; --csv has all\n", (int)TEXT_LINES, g->frf.lines);
    br_buffer_print(out, "  |x/u|, sd, noise and distortion in %s, force in %s\n", w->response, w->u);
    text_distortion(out, &g->frf);
    if (g->has_model)
        text_model(out, w, g);
    response_answer(out, w, g);
    br_buffer_put(out, "\n");
    text_lines(out, "warning", &g->warnings);
    text_lines(out, "failed", &g->failures);
}

void response_text(br_buffer *out, const responding *w)
{
    for (int i = 0; i < w->groups; i++) {
        br_buffer_put(out, i ? "\n" : "");
        text_group(out, w, &w->group[i]);
    }
}

// ---------------------------------------------------------------- JSON

static void json_model(br_json *j, const responding *w, const response_group *g)
{
    const br_frf_model *m = &g->model;
    br_json_field_open(j, "model", '{');
    if (g->has_model) {
        br_json_field_text(j, "regime", m->sliding ? "sliding" : "presliding");
        br_json_field_open(j, "parameters", '[');
        for (int p = 0; p < BR_FRF_PARAMETERS; p++) {
            parameter_row r = parameter_of(w, m, p);
            br_json_open(j, '{');
            fields_json(j, parameter_fields, &r);
            br_json_close(j);
        }
        br_json_close(j);
        BR_JSON_NUMBERS(j, {"resonance", m->resonance}, {"resonance_sd", m->resonance_sd}, {"corner", m->corner},
                        {"corner_sd", m->corner_sd}, {"chi2", m->chi2}, {"dof", m->dof}, {"p", m->p},
                        {"residual", m->residual}, {"nonlinear", m->nonlinear}, {"factor", m->factor},
                        {"slope_change", m->sliding ? g->frf.slope_change : (double)NAN},
                        {"slope_change_sd", m->sliding ? g->frf.slope_change_sd : (double)NAN},
                        {"slope_varies", m->sliding ? m->slope_varies : (double)NAN});
        br_buffer slope = {0};
        response_slope(&slope, w, g);
        br_json_field_text(j, "damping_is", slope.text ? slope.text : "sigma1 + sigma2");
        br_buffer_free(&slope);
        br_json_field_bool(j, "mismatch", m->mismatch);
    }
    br_json_close(j);
}

static void json_rows(br_json *j, const responding *w, const response_group *g)
{
    br_json_field_open(j, "rows", '[');
    for (int i = 0; i < g->logs; i++) {
        int log = g->log[i];
        const br_frf *f = &w->frf[log];
        br_json_open(j, '{');
        br_json_field_text(j, "log", response_file(w->a->operands[log]));
        BR_JSON_NUMBERS(j, {"read", (double)w->read[log]}, {"used", (double)f->rows_used});
        br_json_field_open(j, "not_used", '{');
        BR_JSON_NUMBERS(j, {"outside", (double)(w->read[log] - w->inside[log])},
                        {"transient", (double)f->rows_transient},
                        {"rest", (double)(w->inside[log] - f->rows_used - f->rows_transient)});
        br_json_close(j);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_group(br_json *j, const responding *w, const response_group *g)
{
    static const char *const kind[] = {"", "multisine", "stepped", "welch"};
    const br_frf *f = &g->frf;
    br_json_open(j, '{');
    br_json_field_open(j, "logs", '[');
    for (int i = 0; i < g->logs; i++)
        br_json_text(j, w->a->operands[g->log[i]]);
    br_json_close(j);
    br_json_field_text(j, "method", kind[f->kind]);
    BR_JSON_NUMBERS(j, {"step", f->dt}, {"period", (double)f->period * f->dt}, {"periods", f->periods},
                    {"skipped", f->skipped}, {"realisations", f->realisations}, {"force_rms", f->rms_u},
                    {"force_mean", f->mean_u}, {"position_rms", f->rms_x}, {"velocity_mean", f->drift},
                    {"velocity_rms", f->rms_v}, {"distortion", f->distortion}, {"distortion_even", f->even},
                    {"distortion_odd", f->odd});
    br_json_field_bool(j, "repeated", f->repeated);
    json_rows(j, w, g);
    br_json_field_text(j, "unit", w->response);
    json_model(j, w, g);
    br_buffer answer = {0};
    response_answer(&answer, w, g);
    br_json_field_text(j, "answer", answer.text ? answer.text : "");
    br_buffer_free(&answer);
    br_json_field_open(j, "lines", '[');
    for (int i = 0; i < f->lines; i++) {
        line_row r = line_of(g, i);
        br_json_open(j, '{');
        fields_json(j, line_fields, &r);
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_lines(j, "warnings", &g->warnings);
    br_json_field_lines(j, "failures", &g->failures);
    br_json_close(j);
}

void response_json(br_buffer *out, const responding *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "response");
    br_json_field_open(&j, "responses", '[');
    for (int i = 0; i < w->groups; i++)
        json_group(&j, w, &w->group[i]);
    br_json_close(&j);
    br_json_close(&j);
    br_buffer_put(out, "\n");
}

// ---------------------------------------------------------------- table

br_status response_table(responding *w, br_diag *why)
{
    const char *G = w->response;
    const br_record_head head[] = {
        {"response", "-", BR_RECORD_INPUT},   {"f", "1/s", BR_RECORD_INPUT},      {"re", G, BR_RECORD_OUTPUT},
        {"im", G, BR_RECORD_OUTPUT},          {"magnitude", G, BR_RECORD_OUTPUT}, {"phase", "rad", BR_RECORD_OUTPUT},
        {"sd", G, BR_RECORD_OUTPUT},          {"noise", G, BR_RECORD_OUTPUT},     {"distortion", G, BR_RECORD_OUTPUT},
        {"coherence", "-", BR_RECORD_OUTPUT}, {"force", w->u, BR_RECORD_OUTPUT},  {"model_re", G, BR_RECORD_OUTPUT},
        {"model_im", G, BR_RECORD_OUTPUT}};
    enum { COLUMNS = sizeof head / sizeof *head };
    long long rows = 0;
    for (int i = 0; i < w->groups; i++)
        rows += w->group[i].frf.lines;
    br_status status = br_record_open_named(&w->table, head, COLUMNS, rows, why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < w->groups; i++)
        for (int k = 0; k < w->group[i].frf.lines; k++) {
            line_row r = line_of(&w->group[i], k);
            const double row[COLUMNS] = {
                i + 1,     r.line.f,     r.line.re,         r.line.im,        r.size,  r.phase * 0.017453292519943295,
                r.line.sd, r.line.noise, r.line.distortion, r.line.coherence, r.force, r.model_re,
                r.model_im};
            for (int c = 0; c < COLUMNS; c++)
                w->table.column[c].v[w->table.rows] = row[c];
            w->table.rows++;
        }
    return BR_OK;
}
