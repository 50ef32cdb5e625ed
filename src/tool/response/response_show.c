// response_show.c - frequency responses as text, JSON and table.                   [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/terminal.h"
#include "tool/response/response.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LINES = 30 };

// ---------------------------------------------------------------- parameters

typedef struct parameter_row {
    const char *name, *key, *unit, *why;
    double value, sd, systematic, low, high;
    bool identifiable;
} parameter_row;

static void show_interval(br_buffer *out, const void *row)
{
    const parameter_row *r = row;
    if (!(r->high > r->low))
        return;
    int digits = br_digits_apart(r->low, r->high);
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
                                              FIELD("", "why", TEXT, parameter_row, why),
                                              {0}};

static parameter_row parameter_of(const br_response_parameter *p)
{
    return (parameter_row){.name = p->name,
                           .key = p->key,
                           .unit = p->unit,
                           .why = p->why,
                           .value = p->value,
                           .sd = p->sd,
                           .systematic = p->systematic,
                           .low = p->low,
                           .high = p->high,
                           .identifiable = p->verdict == BR_RESPONSE_IDENTIFIABLE};
}

void response_parameter_cells(br_buffer *cells, const response_view *v)
{
    for (int p = 0; p < BR_RESPONSE_QUANTITIES; p++) {
        parameter_row r = parameter_of(v->of[p]);
        fields_row(cells, parameter_fields, &r, NULL);
    }
}

// ---------------------------------------------------------------- lines

typedef struct line_row {
    br_response_line line;
    double size, phase, force, model_re, model_im;
} line_row;

static line_row line_of(const responding *w, const response_view *v, int i)
{
    const br_response_line *l = br_response_line_at(w->r, v->number, i);
    line_row r = {.line = *l,
                  .size = response_size(l->re, l->im),
                  .phase = response_phase(l->re, l->im),
                  .force = response_size(l->u_re, l->u_im)};
    (void)br_response_model_at(w->r, v->number, l->f, &r.model_re, &r.model_im);
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

void response_line_cells(br_buffer *cells, const responding *w, const response_view *v, int most)
{
    int lines = v->is->lines;
    for (int i = 0, last = -1; i < lines; i++) {
        int place = lines <= most ? i : (int)((long long)i * (most - 1) / (lines - 1));
        line_row r = line_of(w, v, i);
        if (place != last)
            fields_row(cells, line_fields, &r, NULL);
        last = place;
    }
}

// ---------------------------------------------------------------- text

static void text_signal(br_buffer *out, const responding *w, const response_view *v)
{
    const br_response_signal *is = v->is;
    if (is->method == BR_RESPONSE_MULTISINE)
        br_buffer_print(out, "multisine, period %.6g s; %d periods averaged, %d skipped as transient", is->period,
                        is->periods, is->skipped);
    else if (is->method == BR_RESPONSE_STEPPED)
        br_buffer_print(out, "stepped sine, %d segments of constant frequency", is->periods);
    else
        br_buffer_print(out, "Welch's method, %d Hann windows of %.4g s", is->periods, is->period);
    br_buffer_print(out, "; %d line%s, %.4g to %.4g Hz", is->lines, is->lines == 1 ? "" : "s",
                    br_response_line_at(w->r, v->number, 0)->f, br_response_line_at(w->r, v->number, is->lines - 1)->f);
    if (is->realisations > 1)
        br_buffer_print(out, "; %d %s", is->realisations, is->repeated ? "logs of one realisation" : "realisations");
    br_buffer_put(out, "\n");
}

static void text_distortion(br_buffer *out, const br_response_signal *is)
{
    if (isnan(is->distortion))
        return;
    br_buffer_put(out, "nonlinear distortions: ");
    if (is->distortion > 0)
        br_buffer_print(out, "%.3g %% of the power of the position", 100 * is->distortion);
    else
        br_buffer_put(out, "none beyond the noise");
    if (!isnan(is->even) && is->distortion > 0)
        br_buffer_print(out, "; even %.2g %%", 100 * is->even);
    if (!isnan(is->odd) && is->distortion > 0)
        br_buffer_print(out, ", odd %.2g %%", 100 * is->odd);
    br_buffer_put(out, "\n");
}

// Where mass and the other parameter cross means something only if both are known.
static bool is_crossing_known(const response_view *v, br_response_quantity other)
{
    return response_claims(v, BR_RESPONSE_MASS) && response_claims(v, other);
}

static void text_model(br_buffer *out, const response_view *v)
{
    const br_response_model *m = v->model;
    br_buffer cells = {0};
    br_buffer_put(out, m->sliding ? "sliding: u/x = -m w^2 + j w d\n" : "presliding: u/x = k - m w^2 + j w d\n");
    response_parameter_cells(&cells, v);
    fields_text(out, &cells, 2);
    if (m->resonance > 0 && is_crossing_known(v, BR_RESPONSE_STIFFNESS))
        br_buffer_print(out, "  resonance %.5g +- %.2g Hz\n", m->resonance, m->resonance_sd);
    if (m->sliding && is_crossing_known(v, BR_RESPONSE_DAMPING))
        br_buffer_print(out, "  corner d/(2 pi m) %.4g +- %.2g Hz\n", m->corner, m->corner_sd);
    if (m->sliding)
        br_buffer_print(out, "  %s\n", m->damping_is);
    bool systematic = false;
    for (int p = 0; p < BR_RESPONSE_QUANTITIES; p++)
        systematic = systematic || v->of[p]->systematic > 0;
    if (systematic)
        br_buffer_put(
            out, "  systematic error: by nonlinear motion; the interval is 95 % of the random errors, and it on both "
                 "sides\n");
    br_buffer_print(out, "  model residual %.3g %% (RMS); chi-squared %.4g for %.4g degrees of freedom, p = %.2g\n",
                    100 * m->residual, m->chi2, m->dof, m->p);
}

static void text_view(br_buffer *out, const responding *w, const response_view *v)
{
    const br_response_signal *is = v->is;
    br_buffer cells = {0};
    for (int i = 0; i < is->logs; i++) {
        const char *log = w->a->operands[br_response_log(w->r, v->number, i)];
        br_buffer_put(out, i ? ", " : "");
        br_buffer_safe(out, log, strlen(log));
    }
    br_buffer_put(out, ": ");
    text_signal(out, w, v);
    response_write_rows(out, w, v);
    br_buffer_print(
        out, "force RMS %.4g %s, mean %.4g %s; position RMS %.4g %s; velocity mean %.3g, RMS at the lines %.3g %s/s\n",
        is->force_rms, is->u_unit, is->force_mean, is->u_unit, is->position_rms, is->x_unit, is->drift,
        is->velocity_rms, is->x_unit);
    response_line_cells(&cells, w, v, TEXT_LINES);
    fields_text(out, &cells, 2);
    if (is->lines > TEXT_LINES)
        br_buffer_print(out, "  %d of %d lines; --csv has all\n", (int)TEXT_LINES, is->lines);
    br_buffer_print(out, "  |x/u|, sd, noise and distortion in %s, force in %s\n", is->unit, is->u_unit);
    text_distortion(out, is);
    if (v->model)
        text_model(out, v);
    br_buffer_print(out, "%s\n", br_response_answer(w->r, v->number));
    text_lines(out, "warning", &v->warnings);
    text_lines(out, "failed", &v->failures);
}

void response_text(br_buffer *out, const responding *w)
{
    for (int i = 0; i < w->views; i++) {
        br_buffer_put(out, i ? "\n" : "");
        text_view(out, w, &w->view[i]);
    }
}

// ---------------------------------------------------------------- JSON

static void json_model(br_json *j, const response_view *v)
{
    const br_response_model *m = v->model;
    br_json_field_open(j, "model", '{');
    if (m) {
        br_json_field_text(j, "regime", m->sliding ? "sliding" : "presliding");
        br_json_field_open(j, "parameters", '[');
        for (int p = 0; p < BR_RESPONSE_QUANTITIES; p++) {
            parameter_row r = parameter_of(v->of[p]);
            br_json_open(j, '{');
            fields_json(j, parameter_fields, &r);
            br_json_close(j);
        }
        br_json_close(j);
        BR_JSON_NUMBERS(j, {"resonance", m->resonance}, {"resonance_sd", m->resonance_sd}, {"corner", m->corner},
                        {"corner_sd", m->corner_sd}, {"chi2", m->chi2}, {"dof", m->dof}, {"p", m->p},
                        {"residual", m->residual}, {"nonlinear", m->nonlinear}, {"factor", m->factor},
                        {"slope_change", m->sliding ? v->is->slope_change : (double)NAN},
                        {"slope_change_sd", m->sliding ? v->is->slope_change_sd : (double)NAN},
                        {"slope_varies", m->sliding ? m->slope_varies : (double)NAN});
        br_json_field_text(j, "damping_is", m->damping_is);
        br_json_field_bool(j, "mismatch", m->mismatch != 0);
    }
    br_json_close(j);
}

static void json_rows(br_json *j, const responding *w, const response_view *v)
{
    br_json_field_open(j, "rows", '[');
    for (int i = 0; i < v->is->logs; i++) {
        int log = br_response_log(w->r, v->number, i);
        const br_response_rows *rows = br_response_rows_of(w->r, log);
        br_json_open(j, '{');
        br_json_field_text(j, "log", response_file(w->a->operands[log]));
        BR_JSON_NUMBERS(j, {"read", (double)rows->read}, {"used", (double)rows->used});
        br_json_field_open(j, "not_used", '{');
        BR_JSON_NUMBERS(j, {"outside", (double)rows->outside}, {"transient", (double)rows->transient},
                        {"rest", (double)rows->rest});
        br_json_close(j);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_view(br_json *j, const responding *w, const response_view *v)
{
    static const char *const method[] = {"", "multisine", "stepped", "welch"};
    const br_response_signal *is = v->is;
    br_json_open(j, '{');
    br_json_field_open(j, "logs", '[');
    for (int i = 0; i < is->logs; i++)
        br_json_text(j, w->a->operands[br_response_log(w->r, v->number, i)]);
    br_json_close(j);
    br_json_field_text(j, "method", method[is->method]);
    BR_JSON_NUMBERS(j, {"step", is->step}, {"period", is->period}, {"periods", is->periods}, {"skipped", is->skipped},
                    {"realisations", is->realisations}, {"force_rms", is->force_rms}, {"force_mean", is->force_mean},
                    {"position_rms", is->position_rms}, {"velocity_mean", is->drift},
                    {"velocity_rms", is->velocity_rms}, {"distortion", is->distortion}, {"distortion_even", is->even},
                    {"distortion_odd", is->odd});
    br_json_field_bool(j, "repeated", is->repeated != 0);
    json_rows(j, w, v);
    br_json_field_text(j, "unit", is->unit);
    json_model(j, v);
    br_json_field_text(j, "answer", br_response_answer(w->r, v->number));
    br_json_field_open(j, "lines", '[');
    for (int i = 0; i < is->lines; i++) {
        line_row r = line_of(w, v, i);
        br_json_open(j, '{');
        fields_json(j, line_fields, &r);
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_lines(j, "warnings", &v->warnings);
    br_json_field_lines(j, "failures", &v->failures);
    br_json_close(j);
}

void response_json(br_buffer *out, const responding *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "response");
    br_json_field_open(&j, "responses", '[');
    for (int i = 0; i < w->views; i++)
        json_view(&j, w, &w->view[i]);
    br_json_close(&j);
    br_json_close(&j);
    br_buffer_put(out, "\n");
}

// ---------------------------------------------------------------- table

enum { COLUMNS = 13 };

static tool_column column_at(const void *of, int c)
{
    const responding *w = of;
    const char *G = w->view[0].is->unit, *u = w->view[0].is->u_unit;
    const tool_column column[COLUMNS] = {
        {"response", "-", TOOL_INPUT_COLUMN, NULL},  {"f", "1/s", TOOL_INPUT_COLUMN, NULL},
        {"re", G, TOOL_OUTPUT_COLUMN, NULL},         {"im", G, TOOL_OUTPUT_COLUMN, NULL},
        {"magnitude", G, TOOL_OUTPUT_COLUMN, NULL},  {"phase", "rad", TOOL_OUTPUT_COLUMN, NULL},
        {"sd", G, TOOL_OUTPUT_COLUMN, NULL},         {"noise", G, TOOL_OUTPUT_COLUMN, NULL},
        {"distortion", G, TOOL_OUTPUT_COLUMN, NULL}, {"coherence", "-", TOOL_OUTPUT_COLUMN, NULL},
        {"force", u, TOOL_OUTPUT_COLUMN, NULL},      {"model_re", G, TOOL_OUTPUT_COLUMN, NULL},
        {"model_im", G, TOOL_OUTPUT_COLUMN, NULL}};
    tool_column with = column[c];
    with.v = w->numbers + (long long)c * w->rows.rows;
    return with;
}

br_status response_table(responding *w)
{
    long long rows = 0, at = 0;
    for (int i = 0; i < w->views; i++)
        rows += w->view[i].is->lines;
    w->numbers = calloc((size_t)rows * COLUMNS + 1, sizeof *w->numbers);
    w->rows = (tool_rows){w, COLUMNS, rows, column_at, NULL};
    if (!w->numbers)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->views; i++)
        for (int k = 0; k < w->view[i].is->lines; k++, at++) {
            line_row r = line_of(w, &w->view[i], k);
            const double row[COLUMNS] = {
                i + 1,     r.line.f,     r.line.re,         r.line.im,        r.size,  r.phase * 0.017453292519943295,
                r.line.sd, r.line.noise, r.line.distortion, r.line.coherence, r.force, r.model_re,
                r.model_im};
            for (int c = 0; c < COLUMNS; c++)
                w->numbers[c * rows + at] = row[c];
        }
    return BR_OK;
}
