// excite_show.c - an excitation signal as text, JSON and HTML report.             [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/excite/excite_optimal.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- text

static double duration(const exciting *w)
{
    return (double)(w->rows.rows - 1) * w->o.step;
}

static br_excitation_sizes sizes_of(const exciting *w)
{
    br_excitation_sizes s = {.size = sizeof s};
    br_status status = br_excitation_sizes_of(w->is, &s);
    (void)status; // it is made
    return s;
}

// "10 speeds from 0.0001 to 0.01 m/s"
static void write_sizes(br_buffer *out, const exciting *w)
{
    br_excitation_sizes s = sizes_of(w);
    bool may_coincide = strcmp(w->o.kind, "multisine") == 0; // as multiples of 1/stay
    br_buffer_print(out, "%s%d %s", may_coincide ? "up to " : "", s.steps, s.steps_of);
    if (isfinite(s.from))
        br_buffer_print(out, " from %.4g to %.4g %s", s.from, s.to, s.unit);
    else
        br_buffer_print(out, ", %.4g %s", s.to, s.unit);
    if (isfinite(s.level))
        br_buffer_print(out, strcmp(w->o.kind, "ramps") == 0 ? ", to %.4g %s" : ", RMS %.4g %s", s.level,
                        excite_unit_of(w, "F"));
    if (s.repeats > 1)
        br_buffer_print(out, ", %d times", s.repeats);
}

// The signal and what it identifies, with a separator.
static void write_what(br_buffer *out, const exciting *w, const char *sign)
{
    if (w->a->optimal)
        excite_optimal_heading(out, w);
    else
        write_sizes(out, w);
    br_buffer_put(out, sign);
    if (w->a->optimal)
        excite_optimal_gain(out, w);
    else
        br_buffer_print(out, "for %s", sizes_of(w).identifies);
}

static void write_length(br_buffer *out, const exciting *w)
{
    br_buffer_print(out, "%.6g s in %lld rows of %.4g s", duration(w), w->rows.rows, w->o.step);
}

static void write_scales(br_buffer *out, const exciting *w)
{
    br_excitation_sizes s = sizes_of(w);
    const char *N = excite_unit_of(w, "F");
    br_buffer_print(out, "%s: FC %.4g %s, FS %.4g %s", br_law_name(w->law), s.FC, N, s.FS, N);
    if (isfinite(s.vs))
        br_buffer_print(out, ", vs %.4g %s", s.vs, excite_unit_of(w, "v"));
    if (isfinite(s.length))
        br_buffer_print(out, ", presliding length %.4g %s", s.length, excite_unit_of(w, "x"));
}

typedef struct limit_row {
    const char *name, *unit; // as in --limits
    double most;             // infinite: not given
    double reached;          // NaN: not known for this kind
    bool closest;            // it has the smallest margin
} limit_row;

static limit_row limit_at(const exciting *w, int i)
{
    limit_row l = {.name = br_excitation_limit(i)};
    l.unit = excite_unit_of(w, l.name);
    l.reached = br_excitation_reached(w->is, l.name, &l.most);
    return l;
}

// The limit with the smallest margin; -1: none is known.
static int find_closest(const exciting *w)
{
    int best = -1;
    double most = 0;
    for (int i = 0; br_excitation_limit(i); i++) {
        limit_row l = limit_at(w, i);
        if (isfinite(l.most) && l.reached / l.most > most) {
            most = l.reached / l.most;
            best = i;
        }
    }
    return best;
}

static void show_share(br_buffer *out, const void *row)
{
    const limit_row *l = row;
    if (isfinite(l->reached))
        br_buffer_print(out, "%.3g %%%s", 100 * l->reached / l->most, l->closest ? ", smallest margin" : "");
    else
        br_buffer_put(out, "not known");
}

static const tool_field limit_fields[] = {FIELD("limit", NULL, TEXT, limit_row, name),
                                          FIELD("unit", "unit", TEXT, limit_row, unit),
                                          FIELD("allowed", "allowed", NUMBER, limit_row, most),
                                          FIELD("reached", "reached", NUMBER, limit_row, reached),
                                          FIELD_SHOWN("share", show_share),
                                          {0}};

static void limit_cells(br_buffer *cells, const exciting *w)
{
    int closest = find_closest(w);
    for (int i = 0; br_excitation_limit(i); i++) {
        limit_row l = limit_at(w, i);
        l.closest = i == closest;
        if (isfinite(l.most))
            fields_row(cells, limit_fields, &l, NULL);
    }
}

void excite_text(br_buffer *out, const exciting *w)
{
    br_buffer cells = {0};
    br_buffer_print(out, "%s: ", w->o.kind);
    write_what(out, w, "\n");
    br_buffer_put(out, "\n");
    if (w->law && !w->a->optimal) {
        br_buffer_put(out, "sizes from ");
        write_scales(out, w);
        br_buffer_put(out, "\n");
    }
    write_length(out, w);
    br_buffer_put(out, "\n\n");
    if (w->a->optimal)
        excite_optimal_text(out, w);
    table_text(out, &w->rows);
    br_buffer_put(out, "\n");
    limit_cells(&cells, w);
    fields_text(out, &cells, 0);
    br_buffer_put(out, w->notes.size ? "\n" : "");
    text_lines(out, "note", &w->notes);
}

// ---------------------------------------------------------------- JSON

// Options without effect on the kind are null.
static void json_options(br_json *j, const exciting *w)
{
    br_excitation_sizes s = sizes_of(w);
    br_json_field_text(j, "size_unit", s.unit);
    BR_JSON_NUMBERS(j, {"from", s.from}, {"to", s.to}, {"level", s.level}, {"steps", s.steps}, {"repeats", s.repeats},
                    {"rest", s.rest}, {"stay", s.stay});
}

static void json_law(br_json *j, const exciting *w)
{
    br_json_field_open(j, "law", '{');
    if (w->law) {
        br_excitation_sizes s = sizes_of(w);
        br_json_field_text(j, "name", br_law_name(w->law));
        BR_JSON_NUMBERS(j, {"FC", s.FC}, {"FS", s.FS}, {"vs", s.vs}, {"length", s.length});
    }
    br_json_close(j);
}

static void json_limits(br_json *j, const exciting *w)
{
    br_json_field_open(j, "limits", '{');
    for (int i = 0; br_excitation_limit(i); i++) {
        limit_row l = limit_at(w, i);
        if (!isfinite(l.most))
            continue;
        br_json_field_open(j, l.name, '{');
        fields_json(j, limit_fields, &l);
        br_json_close(j);
    }
    br_json_close(j);
    int closest = find_closest(w);
    br_json_field_text(j, "closest", closest < 0 ? "" : br_excitation_limit(closest));
}

void excite_json(br_buffer *out, const exciting *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "excite");
    br_json_field_text(&j, "kind", w->o.kind);
    BR_JSON_NUMBERS(&j, {"step", w->o.step}, {"rows", (double)w->rows.rows}, {"duration", duration(w)});
    if (w->a->optimal)
        excite_optimal_json(&j, w);
    else
        json_options(&j, w);
    json_law(&j, w);
    json_limits(&j, w);
    br_json_field_lines(&j, "notes", &w->notes);
    table_json(&j, &w->rows);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

// The samples, and the first differences of positions.
static br_status draw_signal(br_plots *all, const exciting *w)
{
    const double *t = br_table_values(w->signal, 0), *y = br_excitation_values(w->is);
    bool force = br_excitation_is_force(w->is);
    long long n = w->rows.rows - 1;
    br_plot *p = br_draw(all, force ? "Force over time" : "Position over time", "time", "s",
                         force ? "force" : "position", excite_unit_of(w, force ? "F" : "x"), "");
    br_draw_curve(p, NULL, t, y, n + 1);
    if (force || n < 1)
        return BR_OK;
    double *v = malloc((size_t)n * sizeof *v);
    if (!v)
        return BR_NO_MEMORY;
    for (long long i = 0; i < n; i++)
        v[i] = (y[i + 1] - y[i]) / w->o.step;
    p = br_draw(all, "Velocity over time", "time", "s", "velocity", excite_unit_of(w, "v"), "");
    br_draw_curve(p, NULL, t, v, n);
    free(v);
    return BR_OK;
}

br_status excite_report(br_buffer *out, const exciting *w)
{
    br_plots all = {0};
    br_status status = draw_signal(&all, w);
    char title[80];
    snprintf(title, sizeof title, "Excitation signal: %s", w->o.kind);
    report_open(out, title);
    br_buffer sentence = {0};
    write_what(&sentence, w, ": ");
    br_buffer_put(&sentence, ".");
    report_answer(out, &sentence);
    if (w->law && !w->a->optimal) {
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
    if (w->a->optimal)
        excite_optimal_report(out, w);
    br_buffer cells = {0};
    limit_cells(&cells, w);
    fields_report(out, "Limits", &cells, NULL);
    return report_close(out, &all, status);
}
