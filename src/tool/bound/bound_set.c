// bound_set.c - `bristle bound` for laws that are no plants which stick and slip: which parameters explain a log.         [host]
#include "num/base/fp.h"

#include "api/bound/set.h"
#include "bound/stick/stick.h"
#include "file/json/json.h"
#include "tool/bound/bound.h"
#include "tool/bound/bound_crew.h"
#include "tool/bound/bound_set.h"
#include "tool/kit/conditions.h"
#include "tool/kit/deliver.h"
#include "tool/kit/load.h"
#include "tool/kit/number.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"
#include "tool/kit/terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct setting {
    br_bound_set set;
    br_loaded_log log;
} setting;

bool bound_set_takes(const char *model)
{
    br_loaded_model m;
    br_diag why;
    if (br_loaded_model_open(&m, model, NULL, NULL, &why) != BR_OK)
        return false;
    bool takes = !br_stick_seems(&m.model.law);
    br_loaded_model_close(&m);
    return takes;
}

// ---------------------------------------------------------------- the search

static bool show_share(void *bar, double part, long boxes)
{
    char words[40];
    snprintf(words, sizeof words, "%ld boxes", boxes);
    bool wanted = progress_show_text(bar, part, words);
    return !ranks_any(watch_stopped() || !wanted);
}

static br_status search_set(br_bound_set *w, const tool_args *a, int ranks, int threads, br_diag *why)
{
    br_member_options o = br_member_defaults();
    br_unit unit = br_unit_none();
    double boxes = (double)o.boxes;
    if (a->boxes && !(tool_number("--boxes", a->boxes, &boxes, &unit) && boxes >= 1 && boxes <= 1e9 &&
                      br_unit_same(unit, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --boxes '%.60s' is not an integer from 1 to 1e9",
                             a->boxes);
    o.boxes = (long)boxes;
    br_threads all;
    br_crew here = br_threads_open(&all, ranks > 1 ? 1 : threads);
    progress bar = progress_open("bounding", a);
    o.crew = ranks > 1 ? ranks_crew() : here;
    o.go_on = show_share;
    o.context = &bar;
    watch_open();
    br_status status = br_bound_set_search(w, &o, why);
    watch_close();
    progress_close(&bar);
    br_threads_close(&all);
    return status;
}

// ---------------------------------------------------------------- showing

static void write_text(br_buffer *out, const br_bound_set *w)
{
    br_buffer_safe(out, w->log->name, strlen(w->log->name));
    br_buffer_print(out, ": %d rows, %ld boxes examined\n", w->data.rows, w->found.examined);
    br_bound_set_show(out, w);
}

// The hull of what is not outside, or the searched ranges.
static void write_intervals(br_json *j, const br_bound_set *w, bool ranges)
{
    for (int i = 0; i < w->found.dims; i++) {
        char name[BR_BOUND_DIMENSION_SIZE];
        const char *unit;
        br_interval p = ranges ? br_bound_set_range(w, i) : w->found.hull[i];
        br_bound_set_name(w, i, name, &unit);
        br_json_field_open(j, name, '{');
        BR_JSON_NUMBERS(j, {"lo", p.lo}, {"hi", p.hi});
        br_json_field_text(j, "unit", unit);
        br_json_close(j);
    }
}

static void write_json(br_buffer *out, const br_bound_set *w)
{
    const br_members *s = &w->found;
    br_json j = {.out = out};
    br_json_open_file(&j, "bound-set");
    br_json_field_text(&j, "model", w->law.model.law.name);
    br_json_field_text(&j, "verdict", br_bound_set_verdict(s));
    br_json_field_bool(&j, "interrupted", s->stopped);
    br_json_field_open(&j, "parameters", '{');
    if (s->count > 0)
        write_intervals(&j, w, false);
    br_json_close(&j);
    BR_JSON_NUMBERS(&j, {"boxes", (double)s->examined}, {"inner", s->inner}, {"outer", s->outer});
    br_json_field_open(&j, "ranges", '{');
    write_intervals(&j, w, true);
    br_json_close(&j);
    br_json_close(&j);
}

// The outlines of all boxes of a kind in the plane of two dimensions.
static void draw_outlines(br_plot *p, const br_members *s, int i, int j, bool inside, double *x, double *y)
{
    long long n = 0;
    for (long b = 0; b < s->count; b++) {
        const br_interval *box = s->box + (size_t)b * (size_t)s->dims;
        if (s->inside[b] != inside)
            continue;
        const double xs[] = {box[i].lo, box[i].hi, box[i].hi, box[i].lo, box[i].lo, (double)NAN};
        const double ys[] = {box[j].lo, box[j].lo, box[j].hi, box[j].hi, box[j].lo, (double)NAN};
        memcpy(x + n, xs, sizeof xs);
        memcpy(y + n, ys, sizeof ys);
        n += 6;
    }
    if (n > 0)
        br_draw_curve(p, inside ? "inside" : "undecided", x, y, n);
}

static br_status write_report(br_buffer *out, const br_bound_set *w, const tool_args *asked)
{
    const br_members *s = &w->found;
    br_plots o = {0};
    double *x = calloc(6 * (size_t)s->count + 1, sizeof *x), *y = calloc(6 * (size_t)s->count + 1, sizeof *y);
    br_status status = x && y ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < s->dims && status == BR_OK && s->count > 0; i++)
        for (int j = i + 1; j < s->dims; j++) {
            char a[BR_BOUND_DIMENSION_SIZE], b[BR_BOUND_DIMENSION_SIZE], title[100];
            const char *unit_a, *unit_b;
            br_bound_set_name(w, i, a, &unit_a);
            br_bound_set_name(w, j, b, &unit_b);
            snprintf(title, sizeof title, "%.40s and %.40s", a, b);
            br_plot *p = br_draw(&o, title, a, unit_a, b, unit_b,
                                 "Boxes that are not proved to be inconsistent, projected onto two parameters.");
            draw_outlines(p, s, i, j, false, x, y);
            draw_outlines(p, s, i, j, true, x, y);
        }
    free(x);
    free(y);
    char heading[BR_NAME_SIZE + 60];
    snprintf(heading, sizeof heading, "Parameters of %s consistent with the log", w->law.model.law.name);
    report_open(out, heading);
    br_buffer words = {0}, answer = {0};
    br_buffer_print(&answer, "Verdict %s: %s explain the log.", br_bound_set_verdict(s),
                    s->count == 0 ? "no parameters of the searched ranges"
                                  : "of these ranges only parameters within the boxes below can");
    report_answer(out, &answer);
    br_buffer_print(&words, "ranges: %s\nerrors: %s\n", asked->range, asked->error);
    write_text(&words, w);
    report_plots(out, &o);
    report_words(out, &words);
    return report_close(out, &o, status);
}

// ---------------------------------------------------------------- together

// What only the search of plants that stick and slip takes.
static br_status refuse_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--renew", a->renew}, {"--passes", a->passes},
                               {"--slab", a->slab},   {"--certificate", a->certificate},
                               {"--rules", a->rules}, {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: %s is for plants that stick and slip", other);
    if (a->noperands != 1)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: such a law takes one LOG, not %d", a->noperands);
    return BR_OK;
}

static br_status read_log(setting *w, const tool_args *a, br_diag *why)
{
    br_status status = tool_log_load(&w->log, "bound", a->operand, a, why);
    return status == BR_OK ? br_bound_set_add(&w->set, &w->log, a->linear, why) : status;
}

static br_status open_set(setting *w, const tool_args *a, br_diag *why)
{
    br_bound_set *s = &w->set;
    br_status status = refuse_options(a, why);
    s->says = bound_says;
    if (status == BR_OK)
        status = br_loaded_model_open_ranged(&s->law, a->model, a->params, NULL, a->range, why);
    s->has_law = status == BR_OK;
    if (status == BR_OK)
        status = tool_model_check(&s->law.model, NULL, why);
    if (status == BR_OK)
        status = br_bound_set_begin(s, a->error, why);
    return status == BR_OK ? read_log(w, a, why) : status;
}

static br_status deliver_set(const br_bound_set *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_wants_text(a))
        write_text(&v.text, w);
    if (a->json)
        write_json(&v.json, w);
    br_status status = a->report ? write_report(&v.report, w, a) : BR_OK;
    status = tool_deliver_views(&v, NULL, status, a, out, why);
    if (status == BR_OK && w->found.count == 0)
        return tool_complain(why, BR_NEGATIVE,
                             "bristle bound: inconsistent: no parameters of the ranges explain the log");
    return status;
}

br_status bound_set(const tool_args *a, br_buffer *out, br_diag *why)
{
    setting *w = calloc(1, sizeof *w); // the log must not move
    int rank, ranks = ranks_open(&rank), threads = 1;
    br_status status = crew_threads(a->threads, &threads, why);
    if (status == BR_OK)
        status = w ? open_set(w, a, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = search_set(&w->set, a, ranks, threads, why);
    ranks_close();
    if (status == BR_OK && rank == 0) // only the first prints
        status = deliver_set(&w->set, a, out, why);
    if (!w)
        return status;
    br_bound_set_free(&w->set);
    br_loaded_log_free(&w->log);
    free(w);
    return status;
}
