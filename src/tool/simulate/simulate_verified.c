// simulate_verified.c - `bristle simulate --verified`: where a model can be, with proof.       [host]
//
// Plants that stick and slip go through the corner trajectories of tube.h, all other laws through br_reach.
#include "num/base/fp.h"

#include "bound/reach/reach.h"
#include "bound/stick/tube.h"
#include "file/page/html.h"
#include "file/json/json.h"
#include "num/text/interval_text.h"
#include "sim/source/source_series.h"
#include "tool/kit/deliver.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"
#include "tool/kit/terminal.h"
#include "tool/simulate/simulate.h"
#include "tool/kit/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 16, MOST_ROWS = 10000000 }; // steps of a plant that sticks between two rows; rows of a run

typedef struct verified {
    simulation s;
    br_source_series series;
    br_reach reach;
    br_stick stick;
    br_tube tube;
    bool has_series, has_reach, has_stick;
    br_interval *u; // room for series of the inputs
    int quantities; // states and outputs; columns 1 + 2*i and 2 + 2*i of the record are the ends of number i
    double reached; // the last time that is proved
    bool lost;      // no bounded set was found after it
    bool stopped;   // by Ctrl-C or the like: what is proved by then holds
} verified;

static br_status refuse_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--method", a->method},
                               {"--tolerance", a->tolerance},
                               {"--sensor", a->sensor},
                               {"--inverse", a->inverse},
                               {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: %s cannot be used with --verified", other);
    return BR_OK;
}

// ---------------------------------------------------------------- plants that stick and slip

static br_status open_stick(verified *w, br_diag *why)
{
    br_model *m = &w->s.model.model;
    br_status status = br_stick_read(&w->stick, &m->law, why);
    if (status != BR_OK)
        return status;
    w->has_stick = true;
    br_states start = {m->x[m->at[w->stick.q]], m->x[m->at[w->stick.w]], true};
    int label = 0;
    while (w->stick.mode[label] != m->m[0])
        label++;
    if ((label == BR_REST && !(start.w.lo == 0 && start.w.hi == 0)) || (label == BR_FORWARD && start.w.lo < 0) ||
        (label == BR_BACKWARD && start.w.hi > 0))
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle simulate: --verified: the initial velocity %s does not agree with the initial mode",
            m->law.q[w->stick.w].name);
    w->tube.states[label] = start;
    return BR_OK;
}

// The range of the input from time `from` to `to`, with the pieces between its breaks.
static br_status input_over(verified *w, double from, double to, br_interval *u)
{
    *u = br_interval_empty();
    for (double t = from; t < to;) {
        double next = br_source_break(&w->s.sim.source, t), end = next < to ? next : to;
        br_status status = br_source_series_at(&w->series, br_interval_of(t, end), w->u);
        if (status != BR_OK)
            return status;
        *u = br_interval_hull(*u, w->u[0]);
        t = end;
    }
    *u = br_interval_add(*u, w->s.off[0]);
    return BR_OK;
}

static br_status stick_to(verified *w, double from, double to)
{
    br_pace pace;
    double h = (to - from) / PARTS;
    br_interval u;
    br_status status = br_pace_make(&pace, &w->stick, w->s.model.model.p, h);
    for (int i = 0; i < PARTS && status == BR_OK; i++) {
        double after = i + 1 < PARTS ? from + (i + 1) * h : to;
        status = input_over(w, from + i * h, after, &u);
        if (status == BR_OK && br_interval_is_bounded(u))
            br_corner_step(&pace, u, &w->tube);
        else if (status == BR_OK)
            status = BR_NEGATIVE;
    }
    return status;
}

// ---------------------------------------------------------------- the run

static br_status course_series(void *self, br_interval t, br_interval *u)
{
    return br_source_series_at(self, t, u);
}

static double course_next(void *self, double t)
{
    const br_source_series *s = self;
    return br_source_break(s->source, t);
}

static br_status open_tube(verified *w, br_diag *why)
{
    br_model *m = &w->s.model.model;
    w->u = calloc((size_t)m->nu * (BR_REACH_ORDER + 1) + 1, sizeof *w->u);
    br_status status = w->u ? br_source_series_make(&w->series, &w->s.sim.source, BR_REACH_ORDER) : BR_NO_MEMORY;
    w->has_series = status == BR_OK;
    if (status != BR_OK)
        return status;
    if (br_stick_seems(&m->law))
        return open_stick(w, why);
    br_course course = {course_series, course_next, &w->series};
    status = br_reach_make(&w->reach, m, &course, w->s.off, w->s.sim.start, why);
    w->has_reach = status == BR_OK;
    return status;
}

static void name_end(br_record_head *head, char (*name)[BR_NAME_SIZE + 32], const br_record_column *c, int at)
{
    static const char *const end[] = {"lo", "hi"};
    for (int k = 0; k < 2; k++) {
        snprintf(name[at + k], sizeof name[at + k], "%.*s.%s", BR_NAME_SIZE + 26, c->name, end[k]);
        head[at + k] = (br_record_head){name[at + k], c->unit, c->role};
    }
}

// Two columns for each state, and for each output where the tube has them.
static br_status open_record(verified *w, long long rows, br_diag *why)
{
    br_record plain;
    br_status status = br_record_open(&plain, &w->s.model.model, 1, why);
    if (status != BR_OK)
        return status;
    br_record_head *head = calloc(2 * (size_t)plain.columns + 1, sizeof *head);
    char(*name)[BR_NAME_SIZE + 32] = calloc(2 * (size_t)plain.columns + 1, sizeof *name);
    int columns = 1;
    if (head && name) {
        head[0] = (br_record_head){plain.column[0].name, plain.column[0].unit, plain.column[0].role};
        for (int c = 0; c < plain.columns; c++) {
            br_record_role role = plain.column[c].role;
            if (role != BR_RECORD_STATE && (role != BR_RECORD_OUTPUT || w->has_stick))
                continue;
            name_end(head, name, &plain.column[c], columns);
            columns += 2;
        }
        w->quantities = columns / 2;
        status = br_record_open_named(&w->s.sim.record, head, columns, rows, why);
    } else {
        status = BR_NO_MEMORY;
    }
    free(head);
    free(name);
    br_record_close(&plain);
    return status;
}

static br_interval bounds_of(const verified *w, int i)
{
    if (!w->has_stick)
        return i < w->reach.n ? w->reach.x[i] : w->reach.y[i - w->reach.n];
    br_states all = br_tube_hull(&w->tube);
    return i == w->s.model.model.at[w->stick.q] ? all.q : all.w;
}

static bool is_bounded(const verified *w)
{
    bool all = true;
    for (int i = 0; i < w->quantities; i++)
        all = all && isfinite(bounds_of(w, i).lo) && isfinite(bounds_of(w, i).hi);
    return all;
}

static void add_row(verified *w, double t)
{
    br_record *r = &w->s.sim.record;
    r->column[0].v[r->rows] = t;
    for (int i = 0; i < w->quantities; i++) {
        br_interval x = bounds_of(w, i);
        r->column[1 + 2 * i].v[r->rows] = x.lo;
        r->column[2 + 2 * i].v[r->rows] = x.hi;
    }
    r->rows++;
    w->reached = t;
}

static br_status fill_record(verified *w, const tool_args *a, br_diag *why)
{
    simulation *s = &w->s;
    double span = s->sim.until - s->sim.start, count = span / s->sim.step;
    long long whole = (long long)(count * (1 + 1e-12)),
              rows = whole + 1 + ((double)whole * s->sim.step < span * (1 - 1e-12));
    if (count > MOST_ROWS)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: %.3g rows are too many; use a longer --step", count);
    br_status status = open_record(w, rows, why);
    progress bar = progress_open("simulating", a);
    watch_open();
    for (long long k = 0; k < rows && status == BR_OK && !w->stopped; k++) {
        double t = s->sim.start + (double)k * s->sim.step;
        t = t < s->sim.until ? t : s->sim.until;
        status = !w->has_stick ? br_reach_to(&w->reach, t) : k > 0 ? stick_to(w, w->reached, t) : BR_OK;
        if (status == BR_OK && !is_bounded(w))
            status = BR_NEGATIVE;
        if (status == BR_OK)
            add_row(w, t);
        w->stopped = !progress_show(&bar, (double)k / (double)rows) || (watch_stopped() && k + 1 < rows);
    }
    watch_close();
    progress_close(&bar);
    w->lost = status == BR_NEGATIVE && s->sim.record.rows > 0;
    return w->lost ? BR_OK : status;
}

// ---------------------------------------------------------------- showing

static void write_steps(br_buffer *out, const verified *w)
{
    if (w->has_stick)
        br_buffer_print(out, "corner trajectories, %d steps per row", PARTS);
    else
        br_buffer_print(out, "%ld steps, %ld undecided, where a rate may jump", w->reach.steps, w->reach.undecided);
}

static br_interval at_end(const verified *w, int i)
{
    const br_record *r = &w->s.sim.record;
    return br_interval_of(r->column[1 + 2 * i].v[r->rows - 1], r->column[2 + 2 * i].v[r->rows - 1]);
}

// The name of number i, without its end.
static int name_size(const br_record_column *c)
{
    return (int)strlen(c->name) - 3;
}

static void write_text(br_buffer *out, const verified *w)
{
    const simulation *s = &w->s;
    simulation_model(out, &s->model.model.law);
    br_buffer_print(out, ": verified from %.9g to %.9g s in %lld rows; ", s->sim.start, w->reached, s->sim.record.rows);
    write_steps(out, w);
    br_buffer_put(out, "\nat the end every solution lies in\n");
    for (int i = 0; i < w->quantities; i++) {
        const br_record_column *c = &s->sim.record.column[1 + 2 * i];
        char between[BR_INTERVAL_SIZE];
        br_interval_write(between, at_end(w, i), 9);
        br_buffer_print(out, "  %-8.*s %s %s, width ", name_size(c), c->name, between, c->unit);
        br_buffer_about(out, br_interval_width(at_end(w, i)), 3);
        br_buffer_put(out, "\n");
    }
    if (w->lost)
        br_buffer_print(out, "lost: no bounded set was found after %.9g s; narrower ranges may get further\n",
                        w->reached);
    if (w->stopped)
        br_buffer_print(out, "interrupted: the tube holds until %.9g s, nothing is claimed after it\n", w->reached);
}

static void write_json(br_buffer *out, const verified *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "tube");
    br_json_field_text(&j, "model", w->s.model.model.law.name);
    br_json_field_number(&j, "verified_until", w->reached);
    br_json_field_bool(&j, "lost", w->lost);
    br_json_field_bool(&j, "interrupted", w->stopped);
    br_json_field_number(&j, "steps",
                         w->has_stick ? (double)PARTS * (double)(w->s.sim.record.rows - 1) : (double)w->reach.steps);
    br_json_field_number(&j, "undecided", w->has_stick ? 0 : (double)w->reach.undecided);
    br_json_field_open(&j, "end", '{');
    for (int i = 0; i < w->quantities; i++) {
        const br_record_column *c = &w->s.sim.record.column[1 + 2 * i];
        br_buffer name = {0};
        br_buffer_add(&name, c->name, (size_t)name_size(c));
        br_json_key(&j, name.text ? name.text : "");
        br_buffer_free(&name);
        br_json_open(&j, '{');
        br_json_field_number(&j, "lo", at_end(w, i).lo);
        br_json_field_number(&j, "hi", at_end(w, i).hi);
        br_json_field_text(&j, "unit", c->unit);
        br_json_close(&j);
    }
    br_json_close(&j);
    table_json(&j, &w->s.sim.record);
    br_json_close(&j);
}

static void draw_tube(br_plots *o, const verified *w, int i, double *middle, double *half)
{
    const br_record *r = &w->s.sim.record;
    const br_record_column *lo = &r->column[1 + 2 * i], *hi = &r->column[2 + 2 * i];
    char title[100];
    snprintf(title, sizeof title, "%.*s", name_size(lo) < 90 ? name_size(lo) : 90, lo->name);
    for (long long k = 0; k < r->rows; k++) {
        middle[k] = 0.5 * (lo->v[k] + hi->v[k]);
        half[k] = 0.5 * (hi->v[k] - lo->v[k]);
    }
    char name[100];
    snprintf(name, sizeof name, "%s", title);
    snprintf(title + strlen(title), sizeof title - strlen(title), " over time");
    br_plot *p = br_draw(o, title, "time", "s", name, lo->unit, "Every solution stays in the band.");
    br_draw_curve(p, "middle", r->column[0].v, middle, r->rows);
    br_draw_band(p, "tube", r->column[0].v, middle, half, 1, r->rows);
}

// What the tube is of, as it was asked for.
static void write_asked(br_buffer *out, const tool_args *a)
{
    const char *const asked[][2] = {{"parameters", a->params}, {"values", a->at},       {"ranges", a->range},
                                    {"input", a->input},       {"signals", a->signals}, {"errors of inputs", a->error}};
    br_buffer_put(out, "<p>");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        if (!asked[i][1])
            continue;
        br_buffer_print(out, "%s: <code>", asked[i][0]);
        br_html_text(out, asked[i][1]);
        br_buffer_put(out, "</code><br>\n");
    }
    br_buffer_put(out, "</p>\n");
}

static br_status write_report(br_buffer *out, const verified *w, const tool_args *a)
{
    const br_record *r = &w->s.sim.record;
    br_plots o = {0};
    br_buffer name = {0};
    double *middle = calloc((size_t)r->rows + 1, sizeof *middle), *half = calloc((size_t)r->rows + 1, sizeof *half);
    for (int i = w->quantities - 1; i >= 0 && middle && half; i--)
        draw_tube(&o, w, i, middle, half);
    br_status status = middle && half ? BR_OK : BR_NO_MEMORY;
    free(middle);
    free(half);
    simulation_model(&name, &w->s.model.model.law);
    br_buffer_put(&name, ", verified");
    report_open(out, name.text ? name.text : "");
    br_buffer answer = {0};
    br_buffer_print(
        &answer,
        "From %.9g to %.9g s every solution for values within the ranges lies in the tubes, rounding errors "
        "included.",
        w->s.sim.start, w->reached);
    report_answer(out, &answer);
    br_buffer_put(out, "<p class=\"dim\">");
    write_steps(out, w);
    br_buffer_put(out, ".</p>\n");
    write_asked(out, a);
    report_plots(out, &o);
    br_buffer_free(&name);
    return report_close(out, &o, status);
}

// ---------------------------------------------------------------- together

static br_status deliver_tubes(const verified *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {.json_rows = true};
    if (tool_makes_text(a))
        write_text(&v.text, w);
    if (a->json)
        write_json(&v.json, w);
    br_status status = a->report ? write_report(&v.report, w, a) : BR_OK;
    status = tool_deliver_views(&v, &w->s.sim.record, status, a, out, why);
    if (status == BR_OK && (w->lost || w->stopped))
        return tool_complain(why, BR_NEGATIVE, "bristle simulate: %snothing is proved after %.9g s",
                             w->stopped ? "interrupted: " : "", w->reached);
    return status;
}

br_status verified_simulate(const tool_args *a, br_buffer *out, br_diag *why)
{
    verified *w = calloc(1, sizeof *w); // large, and the source must not move
    br_status status = w ? refuse_options(a, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = simulation_prepare(&w->s, a, why);
    if (status == BR_OK)
        status = open_tube(w, why);
    if (status == BR_OK)
        status = fill_record(w, a, why);
    if (status == BR_OK)
        status = deliver_tubes(w, a, out, why);
    if (!w)
        return status;
    if (w->has_reach)
        br_reach_free(&w->reach);
    if (w->has_stick)
        br_stick_free(&w->stick);
    if (w->has_series)
        br_source_series_free(&w->series);
    free(w->u);
    simulation_close(&w->s);
    free(w);
    return status;
}
