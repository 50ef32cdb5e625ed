// bound_set.c - `bristle bound` for laws that are no plants which stick and slip: which parameters explain a log.         [host]
#include "num/base/fp.h"

#include "bound/search/member.h"
#include "bound/stick/stick.h"
#include "file/json/json.h"
#include "tool/bound/bound_crew.h"
#include "tool/bound/bound_error.h"
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

enum { ROWS = 10000000 };

typedef struct setting {
    br_loaded_model law;
    br_loaded_log log;
    bound_errors errors;
    br_readings data;
    br_members found;
    double *u;
    br_interval *off, *y;
    int *what;
    bool has_law, has_found;
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

// ---------------------------------------------------------------- the log

static br_status read_inputs(setting *w, br_diag *why)
{
    const br_model *m = &w->law.model;
    size_t rows = (size_t)w->log.rows, nu = (size_t)m->nu;
    for (int q = 0; q < m->law.nq; q++) {
        const double *v = NULL;
        size_t j = (size_t)m->at[q];
        if (m->law.q[q].kind != BR_INPUT)
            continue;
        bool known = m->origin[q] != BR_UNSET;
        br_diag missing = {0};
        br_status status =
            bound_column(&w->log, m->law.q[q].name, m->law.q[q].unit, m->law.q[q].si_text, &v, known ? &missing : why);
        if (status != BR_OK && !known)
            return status;
        for (size_t k = 0; k < rows; k++) {
            w->u[k * nu + j] = v ? v[k] : br_interval_mid(m->u[j]);
            if (!isfinite(w->u[k * nu + j]))
                return tool_complain(why, BR_BAD_DATA, "%.100s: row %zu: %s is missing", w->log.name, k + 1,
                                     m->law.q[q].name);
        }
    }
    return BR_OK;
}

static br_status read_measured(setting *w, const bound_error *e, int i, br_diag *why)
{
    const double *v = NULL;
    size_t rows = (size_t)w->log.rows, all = (size_t)w->data.measured;
    br_status status = bound_column(&w->log, e->name, e->unit, e->si, &v, why);
    for (size_t k = 0; k < rows && v && status == BR_OK; k++)
        w->y[k * all + (size_t)i] =
            isfinite(v[k]) ? br_interval_add(br_interval_of(v[k], v[k]), br_interval_of(-e->value, e->value))
                           : br_interval_entire();
    w->what[i] = e->at;
    return status;
}

static br_status read_log(setting *w, const tool_args *a, br_diag *why)
{
    const br_model *m = &w->law.model;
    br_status status = tool_log_load(&w->log, "bound", a->operand, a, why);
    if (status == BR_OK && w->log.rows > ROWS)
        status = tool_complain(why, BR_BAD_DATA, "%.100s: more than 1e7 rows", w->log.name);
    if (status != BR_OK)
        return status;
    size_t rows = (size_t)w->log.rows;
    w->u = calloc(rows * (size_t)m->nu + 1, sizeof *w->u);
    w->y = calloc(rows * (size_t)w->data.measured + 1, sizeof *w->y);
    if (!w->u || !w->y)
        return BR_NO_MEMORY;
    status = read_inputs(w, why);
    for (int i = 0, n = 0; i < w->errors.count && status == BR_OK; i++) {
        const bound_error *e = &w->errors.item[i];
        if (e->input)
            w->off[e->at] = br_interval_of(-e->value, e->value);
        else
            status = read_measured(w, e, n++, why);
    }
    w->data.rows = (int)rows;
    w->data.t = w->log.t;
    w->data.u = w->u;
    w->data.off = w->off;
    w->data.what = w->what;
    w->data.y = w->y;
    w->data.linear = a->linear;
    return status;
}

// ---------------------------------------------------------------- the search

static bool show_share(void *bar, double part, long boxes)
{
    char words[40];
    snprintf(words, sizeof words, "%ld boxes", boxes);
    bool wanted = progress_show_text(bar, part, words);
    return !ranks_any(watch_stopped() || !wanted);
}

static br_status search_set(setting *w, const tool_args *a, int ranks, int threads, br_diag *why)
{
    br_member_options o = br_member_defaults();
    br_unit unit = br_unit_none();
    double boxes = (double)o.boxes;
    if (a->boxes && !(tool_number("--boxes", a->boxes, &boxes, &unit) && boxes >= 1 && boxes <= 1e9 &&
                      br_unit_same(unit, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --boxes '%.60s' is not an integer from 1 to 1e9",
                             a->boxes);
    o.boxes = (long)boxes;
    crew all;
    br_crew here = crew_open(&all, ranks > 1 ? 1 : threads);
    progress bar = progress_open("bounding", a);
    o.crew = ranks > 1 ? ranks_crew() : here;
    o.go_on = show_share;
    o.context = &bar;
    watch_open();
    br_status status = br_members_make(&w->found, &w->law.model, &w->data, &o, why);
    watch_close();
    progress_close(&bar);
    crew_close(&all);
    w->has_found = status == BR_OK;
    if (status == BR_NEGATIVE)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --range has no range: 'FC = 0.5..2 N'");
    return status;
}

// ---------------------------------------------------------------- showing

static const char *verdict(const br_members *s)
{
    return s->count == 0 ? "inconsistent" : s->inner > 0 ? "consistent" : "undecided";
}

// The name and unit of dimension i: "kappa[2]", "N/m".
static void name_dimension(const setting *w, int i, char name[BR_NAME_SIZE + 16], const char **unit)
{
    const br_model *m = &w->law.model;
    int of = w->found.of[i];
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *is = &m->law.q[q];
        int first = m->at[q] + (is->kind == BR_PARAM ? m->nx : 0), element = of - first;
        if (is->kind == BR_INPUT || element < 0 || element >= br_model_len(m, q))
            continue;
        snprintf(name, BR_NAME_SIZE + 16, is->dim == BR_SCALAR ? "%s" : "%s[%d]", is->name, element + 1);
        *unit = is->si_text;
        return;
    }
}

// Shares of the range in percent, with as many digits as the least of them needs: 99.95 and 0.05, not 100 and 0.05.
static void show_shares(br_buffer *out, const br_members *s)
{
    const double share[] = {100 * s->inner, 100 * (1 - s->outer), 100 * (s->outer - s->inner)};
    static const char *const words[] = {" % explain the log, ", " % do not, ", " % are undecided"};
    int digits = 0;
    double least = 100;
    for (int i = 0; i < 3; i++)
        while (share[i] > 0 && digits < 12 && share[i] < least) {
            least /= 10;
            digits++;
        }
    br_buffer_put(out, "of the range ");
    for (int i = 0; i < 3; i++) {
        br_buffer_about(out, share[i], share[i] >= 10 ? 2 + digits : share[i] >= 1 ? 1 + digits : 3);
        br_buffer_put(out, words[i]);
    }
    br_buffer_put(out, s->stopped   ? "; interrupted, the reported part holds\n"
                       : s->used_up ? "; more --boxes decide more\n"
                                    : "\n");
}

static br_interval range_of(const setting *w, int i)
{
    const br_model *m = &w->law.model;
    int of = w->found.of[i];
    return of < m->nx ? m->x[of] : m->p[of - m->nx];
}

// What a verdict speaks of: nothing is claimed about parameters outside.
static void show_ranges(br_buffer *out, const setting *w)
{
    br_buffer_put(out, "searched ranges: ");
    for (int i = 0; i < w->found.dims; i++) {
        char name[BR_NAME_SIZE + 16] = "";
        const char *unit = "";
        br_interval range = range_of(w, i);
        name_dimension(w, i, name, &unit);
        br_buffer_print(out, "%s%s = ", i ? ", " : "", name);
        tool_show_end(out, range, range.lo);
        br_buffer_put(out, "..");
        tool_show_end(out, range, range.hi);
        br_buffer_print(out, " %s", unit);
    }
    br_buffer_put(out, "\n");
}

static void write_text(br_buffer *out, const setting *w)
{
    const br_members *s = &w->found;
    br_buffer_safe(out, w->log.name, strlen(w->log.name));
    br_buffer_print(out, ": %d rows, %ld boxes examined\n", w->data.rows, s->examined);
    show_ranges(out, w);
    br_buffer_print(out, "%s: ", verdict(s));
    if (s->count == 0) {
        br_buffer_print(out, "the last box was deleted at row %d\n", s->died + 1);
        return;
    }
    br_buffer_put(out, s->inner > 0 ? "parameters that explain the log are proved to exist\n"
                                    : "boxes remain, none of which is proved to explain the log\n");
    for (int i = 0; i < s->dims; i++) {
        char name[BR_NAME_SIZE + 16] = "";
        const char *unit = "";
        name_dimension(w, i, name, &unit);
        br_buffer_print(out, "  %-8s ", name);
        br_interval range = range_of(w, i);
        tool_show_end(out, range, s->hull[i].lo);
        br_buffer_put(out, " .. ");
        tool_show_end(out, range, s->hull[i].hi);
        br_buffer_print(out, " %s, width ", unit);
        br_buffer_about(out, br_interval_width(s->hull[i]), 3);
        br_buffer_put(out, "\n");
    }
    show_shares(out, s);
}

// The hull of what is not outside, or the searched ranges.
static void write_intervals(br_json *j, const setting *w, bool ranges)
{
    for (int i = 0; i < w->found.dims; i++) {
        char name[BR_NAME_SIZE + 16] = "";
        const char *unit = "";
        br_interval p = ranges ? range_of(w, i) : w->found.hull[i];
        name_dimension(w, i, name, &unit);
        br_json_field_open(j, name, '{');
        BR_JSON_NUMBERS(j, {"lo", p.lo}, {"hi", p.hi});
        br_json_field_text(j, "unit", unit);
        br_json_close(j);
    }
}

static void write_json(br_buffer *out, const setting *w)
{
    const br_members *s = &w->found;
    br_json j = {.out = out};
    br_json_open(&j, '{');
    br_json_field_text(&j, "model", w->law.model.law.name);
    br_json_field_text(&j, "verdict", verdict(s));
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

static br_status write_report(br_buffer *out, const setting *w, const tool_args *asked)
{
    const br_members *s = &w->found;
    br_plots o = {0};
    double *x = calloc(6 * (size_t)s->count + 1, sizeof *x), *y = calloc(6 * (size_t)s->count + 1, sizeof *y);
    br_status status = x && y ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < s->dims && status == BR_OK && s->count > 0; i++)
        for (int j = i + 1; j < s->dims; j++) {
            char a[BR_NAME_SIZE + 16] = "", b[BR_NAME_SIZE + 16] = "", title[100];
            const char *unit_a = "", *unit_b = "";
            name_dimension(w, i, a, &unit_a);
            name_dimension(w, j, b, &unit_b);
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
    br_buffer_print(&answer, "Verdict %s: %s explain the log.", verdict(s),
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

static br_status open_set(setting *w, const tool_args *a, br_diag *why)
{
    br_status status = refuse_options(a, why);
    if (status == BR_OK)
        status = br_loaded_model_open_ranged(&w->law, a->model, a->params, NULL, a->range, why);
    w->has_law = status == BR_OK;
    br_model *m = &w->law.model;
    if (status == BR_OK)
        status = tool_model_check(m, NULL, why);
    if (status != BR_OK)
        return status;
    w->off = calloc((size_t)m->nu + 1, sizeof *w->off);
    w->what = calloc(BR_LOADED_COLUMNS, sizeof *w->what);
    status = w->off && w->what ? bound_errors_read(&w->errors, m, a->error, why) : BR_NO_MEMORY;
    w->data.measured = w->errors.measured;
    return status == BR_OK ? read_log(w, a, why) : status;
}

static br_status deliver_set(const setting *w, const tool_args *a, br_buffer *out, br_diag *why)
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
        status = search_set(w, a, ranks, threads, why);
    ranks_close();
    if (status == BR_OK && rank == 0) // only the first prints
        status = deliver_set(w, a, out, why);
    if (!w)
        return status;
    if (w->has_found)
        br_members_free(&w->found);
    if (w->has_law)
        br_loaded_model_close(&w->law);
    br_loaded_log_free(&w->log);
    free(w->u);
    free(w->off);
    free(w->y);
    free(w->what);
    free(w);
    return status;
}
