// excite_show.c - an excitation signal as text, JSON and HTML report.             [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/excite/excite_optimal.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/table.h"
#include "tool/kit/record_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------- text

static double duration(const br_exciting *w)
{
    return (double)(w->made.n - 1) * w->o.dt;
}

// "10 speeds from 0.0001 to 0.01 m/s"
static void write_sizes(br_buffer *out, const br_exciting *w)
{
    const br_excite_options *o = &w->o;
    const br_exciting_kind_text *k = br_exciting_kind_of(o->kind);
    const char *unit = br_exciting_unit(w, k->to.unit);
    bool may_coincide = o->kind == BR_EXCITE_MULTISINE; // as multiples of 1/stay
    br_buffer_print(out, "%s%d %s", may_coincide ? "up to " : "", o->steps, k->steps);
    if (k->from.what && o->steps > 1)
        br_buffer_print(out, " from %.4g to %.4g %s", o->smallest, o->largest, unit);
    else
        br_buffer_print(out, ", %.4g %s", o->largest, unit);
    if (k->level.what)
        br_buffer_print(out, o->kind == BR_EXCITE_RAMPS ? ", to %.4g %s" : ", RMS %.4g %s", o->level,
                        br_exciting_unit(w, "N"));
    if (o->repeats > 1)
        br_buffer_print(out, ", %d times", o->repeats);
}

// The signal and what it identifies, with a separator.
static void write_what(br_buffer *out, const br_exciting *w, const char *sign)
{
    if (w->optimal)
        excite_optimal_heading(out, w);
    else
        write_sizes(out, w);
    br_buffer_put(out, sign);
    if (w->optimal)
        excite_optimal_gain(out, w);
    else
        br_buffer_print(out, "for %s", br_exciting_kind_of(w->o.kind)->identifies);
}

static void write_length(br_buffer *out, const br_exciting *w)
{
    br_buffer_print(out, "%.6g s in %lld rows of %.4g s", duration(w), w->made.n, w->o.dt);
}

static void write_scales(br_buffer *out, const br_exciting *w)
{
    const br_exciting_scales *s = &w->scale;
    const char *N = br_exciting_unit(w, "N");
    br_buffer_print(out, "%s: FC %.4g %s, FS %.4g %s", w->model.model.law.name, s->FC, N, s->FS, N);
    if (isfinite(s->vs))
        br_buffer_print(out, ", vs %.4g %s", s->vs, br_exciting_unit(w, "m/s"));
    if (isfinite(s->length))
        br_buffer_print(out, ", presliding length %.4g %s", s->length, br_exciting_unit(w, "m"));
}

static void show_share(br_buffer *out, const void *row)
{
    const br_exciting_limit *l = row;
    if (isfinite(l->reached))
        br_buffer_print(out, "%.3g %%%s", 100 * l->reached / l->most, l->closest ? ", smallest margin" : "");
    else
        br_buffer_put(out, "not known");
}

static const tool_field limit_fields[] = {FIELD("limit", NULL, TEXT, br_exciting_limit, name),
                                          FIELD("unit", "unit", TEXT, br_exciting_limit, unit),
                                          FIELD("allowed", "allowed", NUMBER, br_exciting_limit, most),
                                          FIELD("reached", "reached", NUMBER, br_exciting_limit, reached),
                                          FIELD_SHOWN("share", show_share),
                                          {0}};

static void limit_cells(br_buffer *cells, const br_exciting *w)
{
    for (int i = 0; i < BR_EXCITING_LIMITS; i++) {
        br_exciting_limit l = br_exciting_limit_at(w, i);
        l.closest = i == br_exciting_closest(w);
        if (isfinite(l.most))
            fields_row(cells, limit_fields, &l, NULL);
    }
}

void excite_text(br_buffer *out, const br_exciting *w)
{
    br_buffer cells = {0};
    br_buffer_print(out, "%s: ", br_exciting_name(w));
    write_what(out, w, "\n");
    br_buffer_put(out, "\n");
    if (w->has_model && !w->optimal) {
        br_buffer_put(out, "sizes from ");
        write_scales(out, w);
        br_buffer_put(out, "\n");
    }
    write_length(out, w);
    br_buffer_put(out, "\n\n");
    if (w->optimal)
        excite_optimal_text(out, w);
    table_text(out, RECORD_ROWS(&w->record));
    br_buffer_put(out, "\n");
    limit_cells(&cells, w);
    fields_text(out, &cells, 0);
    br_buffer_put(out, w->notes.size ? "\n" : "");
    text_lines(out, "note", &w->notes);
}

// ---------------------------------------------------------------- JSON

// Options without effect on the kind are null.
static void json_options(br_json *j, const br_exciting *w)
{
    const br_excite_options *o = &w->o;
    const br_exciting_kind_text *k = br_exciting_kind_of(o->kind);
    const double none = (double)NAN;
    br_json_field_text(j, "size_unit", br_exciting_unit(w, k->to.unit));
    BR_JSON_NUMBERS(j, {"from", k->from.what && o->steps > 1 ? o->smallest : none}, {"to", o->largest},
                    {"level", k->level.what ? o->level : none}, {"steps", o->steps}, {"repeats", o->repeats},
                    {"rest", k->rests ? o->rest : none}, {"stay", k->stays ? o->stay : none});
}

static void json_law(br_json *j, const br_exciting *w)
{
    br_json_field_open(j, "law", '{');
    if (w->has_model) {
        br_json_field_text(j, "name", w->model.model.law.name);
        BR_JSON_NUMBERS(j, {"FC", w->scale.FC}, {"FS", w->scale.FS}, {"vs", w->scale.vs}, {"length", w->scale.length});
    }
    br_json_close(j);
}

static void json_limits(br_json *j, const br_exciting *w)
{
    br_json_field_open(j, "limits", '{');
    for (int i = 0; i < BR_EXCITING_LIMITS; i++) {
        br_exciting_limit l = br_exciting_limit_at(w, i);
        if (!isfinite(l.most))
            continue;
        br_json_field_open(j, l.name, '{');
        fields_json(j, limit_fields, &l);
        br_json_close(j);
    }
    br_json_close(j);
    int closest = br_exciting_closest(w);
    br_json_field_text(j, "closest", closest < 0 ? "" : br_exciting_limit_name(NULL, closest));
}

void excite_json(br_buffer *out, const br_exciting *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "excite");
    br_json_field_text(&j, "kind", br_exciting_name(w));
    BR_JSON_NUMBERS(&j, {"step", w->o.dt}, {"rows", (double)w->made.n}, {"duration", duration(w)});
    if (w->optimal)
        excite_optimal_json(&j, w);
    else
        json_options(&j, w);
    json_law(&j, w);
    json_limits(&j, w);
    br_json_field_lines(&j, "notes", &w->notes);
    table_json(&j, RECORD_ROWS(&w->record));
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

// The samples, and the first differences of positions.
static br_status draw_signal(br_plots *all, const br_exciting *w)
{
    const double *t = w->record.column[0].v, *y = w->made.value;
    bool force = br_exciting_is_force(w);
    long long n = w->made.n - 1;
    br_plot *p = br_draw(all, force ? "Force over time" : "Position over time", "time", "s",
                         force ? "force" : "position", br_exciting_unit(w, force ? "N" : "m"), "");
    br_draw_curve(p, NULL, t, y, n + 1);
    if (force || n < 1)
        return BR_OK;
    double *v = malloc((size_t)n * sizeof *v);
    if (!v)
        return BR_NO_MEMORY;
    for (long long i = 0; i < n; i++)
        v[i] = (y[i + 1] - y[i]) / w->o.dt;
    p = br_draw(all, "Velocity over time", "time", "s", "velocity", br_exciting_unit(w, "m/s"), "");
    br_draw_curve(p, NULL, t, v, n);
    free(v);
    return BR_OK;
}

br_status excite_report(br_buffer *out, const br_exciting *w)
{
    br_plots all = {0};
    br_status status = draw_signal(&all, w);
    char title[80];
    snprintf(title, sizeof title, "Excitation signal: %s", br_exciting_name(w));
    report_open(out, title);
    br_buffer sentence = {0};
    write_what(&sentence, w, ": ");
    br_buffer_put(&sentence, ".");
    report_answer(out, &sentence);
    if (w->has_model && !w->optimal) {
        br_buffer sizes = {0};
        write_scales(&sizes, w);
        br_buffer_put(out, "<p>Sizes from ");
        report_text(out, &sizes);
        br_buffer_put(out, ".</p>\n");
    }
    br_buffer_put(out, "<p class=\"dim\">");
    write_length(out, w);
    br_buffer_put(out, ".</p>\n");
    report_lines(out, "Note", &w->notes);
    report_plots(out, &all);
    if (w->optimal)
        excite_optimal_report(out, w);
    br_buffer cells = {0};
    limit_cells(&cells, w);
    fields_report(out, "Limits", &cells, NULL);
    return report_close(out, &all, status);
}
