// excite_interval.c - `bristle excite --criterion`: optimal input signals for `bristle bound`.                 [host]
//
// Three inputs of the same basis stand beside each other: the one that only tracks the reference, the paper's (19) and Fisher's
// information. Each is rehearsed on the plant as it is thought to be, and the log of it is bounded.
#include "num/base/fp.h"

#include "bound/search/design.h"
#include "bound/search/rehearse.h"
#include "file/json/json.h"
#include "num/text/number.h"
#include "tool/kit/conditions.h"
#include "tool/kit/deliver.h"
#include "tool/excite/excite.h"
#include "tool/excite/excite_interval.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRACKING, PAPER, INTERVAL, INPUTS, ROWS_MOST = 100000 };
static const char *const names[INPUTS] = {"tracking", "paper", "interval"};

typedef struct path { // where a plant comes to, row by row: the middle and half of its tube
    double *q, *q_half, *w, *w_half;
    double q_most, w_most; // away from 0
    bool moves;
} path;

typedef struct candidate {
    br_design_options o;
    br_designed made;
    double *torque;
    path likely, ranged; // as the plant is thought to be; for all parameters of the ranges
    br_paving found;
    bool has_found;
} candidate;

typedef struct exciter {
    br_loaded_model plant, ranged; // as it is thought to be; with the ranges
    br_stick stick;
    bool has_plant, has_ranged, has_stick;
    double limit, way, error; // of the input, of the reference, of the position
    double h;
    int rows, all;     // all: with a second of rest behind the input
    int wanted, first; // first: of the parameters that are looked at, the one that (19) sharpens
    candidate input[INPUTS];
    br_interval *u, *q;
    bool *stands;
    br_record record;
    progress bar;
    double share; // of the work that is done
} exciter;

static const br_quantity *quantity(const exciter *w, int q)
{
    return &w->plant.model.law.q[q];
}

// ---------------------------------------------------------------- options

// 'u = 0.7 N*m, x1 = 20 rad': what the list has for a quantity, in SI.
static br_status read_value(const exciter *w, const char *option, const char *text, int q, double *value, br_diag *why)
{
    br_assignments list;
    br_status status = br_assignments_read(&list, text, strlen(text), option, why);
    if (status != BR_OK)
        return status;
    *value = (double)NAN;
    for (int i = 0; i < list.count; i++)
        if (strcmp(list.item[i].name, quantity(w, q)->name) == 0 && list.item[i].count == 1 &&
            br_unit_same(list.item[i].unit, quantity(w, q)->unit))
            *value = br_unit_to_si(list.item[i].unit, list.value[list.item[i].first].hi);
    br_assignments_free(&list);
    if (*value > 0 && isfinite(*value))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s lacks %s; add '%s = 1 %s'", option,
                         quantity(w, q)->name, quantity(w, q)->name, quantity(w, q)->unit_text);
}

static br_status open_plant(exciter *w, const tool_args *a, br_diag *why)
{
    const char *model = a->model ? a->model : "drive-train";
    br_status status = br_loaded_model_open(&w->plant, model, a->params, a->at, why);
    w->has_plant = status == BR_OK;
    if (status == BR_OK)
        status = tool_model_check(&w->plant.model, NULL, why);
    if (status == BR_OK)
        status = br_loaded_model_open_ranged(&w->ranged, model, a->params, NULL, a->range, why);
    w->has_ranged = status == BR_OK;
    if (status == BR_OK)
        status = br_stick_read(&w->stick, &w->plant.model.law, why);
    w->has_stick = status == BR_OK;
    if (status == BR_OK && !w->plant.model.exact)
        status = tool_complain(
            why, BR_BAD_USAGE,
            "bristle excite: a parameter of the plant is a range; give single values, and ranges by --range");
    if (status == BR_OK)
        w->plant.model.m[0] = w->stick.mode[BR_FORWARD];
    return status;
}

static br_status read_times(exciter *w, const tool_args *a, br_diag *why)
{
    double duration = 8;
    w->h = 0.01;
    br_status status = excite_read_time("--step", a->step, &w->h, why);
    if (status == BR_OK)
        status = excite_read_time("--duration", a->duration, &duration, why);
    if (status == BR_OK && !(duration / w->h >= 20 && duration / w->h <= ROWS_MOST))
        status =
            tool_complain(why, BR_BAD_USAGE,
                          "bristle excite: %.4g s in rows of %.4g s are not 20 to %d rows; change --duration or --step",
                          duration, w->h, (int)ROWS_MOST);
    w->rows = status == BR_OK ? (int)(duration / w->h + 0.5) : 0;
    w->all = w->rows + (int)(1 / w->h) + 12;
    return status;
}

static br_status read_options(exciter *w, const tool_args *a, br_diag *why)
{
    while (w->wanted < INPUTS && strcmp(a->criterion, names[w->wanted]) != 0)
        w->wanted++;
    if (w->wanted == INPUTS)
        tool_complain(why, BR_BAD_USAGE, "bristle excite: --criterion is interval, paper or tracking, not '%.60s'",
                      a->criterion);
    else if (!a->range)
        tool_complain(why, BR_BAD_USAGE, "bristle excite: --criterion needs --range, as 'bristle bound' does");
    if (w->wanted == INPUTS || !a->range)
        return BR_BAD_USAGE;
    br_status status = open_plant(w, a, why);
    if (status == BR_OK)
        status = read_value(w, "--limits", a->limits, w->stick.u, &w->limit, why);
    if (status == BR_OK)
        status = read_value(w, "--limits", a->limits, w->stick.q, &w->way, why);
    w->error = 1e-3 * w->way;
    if (status == BR_OK && a->error)
        status = read_value(w, "--error", a->error, w->stick.q, &w->error, why);
    return status == BR_OK ? read_times(w, a, why) : status;
}

// Parameters that are ranges are looked at; --for names the one that (19) sharpens.
static br_status choose(exciter *w, const tool_args *a, br_design_options *o, br_diag *why)
{
    const br_model *m = &w->plant.model, *ranged = &w->ranged.model; // of one law
    int coefficients = 6;
    *o = br_design_defaults();
    o->measured = m->at[w->stick.q];
    o->velocity = m->at[w->stick.w];
    o->input = m->at[w->stick.u];
    for (int q = 0; q < m->law.nq; q++) {
        if (m->law.q[q].kind != BR_PARAM || br_interval_is_point(ranged->p[m->at[q]]))
            continue;
        if (o->params == BR_DESIGN_PARAMS || !br_interval_is_bounded(ranged->p[m->at[q]]))
            return tool_complain(why, BR_BAD_USAGE, "bristle excite: --range needs 1 to %d ranges with two ends",
                                 (int)BR_DESIGN_PARAMS);
        if (a->wanted && strcmp(a->wanted, m->law.q[q].name) == 0)
            w->first = o->params;
        o->param[o->params] = m->at[q];
        o->range[o->params++] = br_interval_width(ranged->p[m->at[q]]);
    }
    if (o->params == 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --range has no range; write 'alpha = 3..6 1/s'");
    o->pieces = !(a->basis && strcmp(a->basis, "bernstein") == 0) && a->basis;
    br_status status = excite_read_whole("--pieces", a->pieces, BR_DESIGN_MOST, &coefficients, why);
    o->coefficients = coefficients;
    o->duration = w->rows * w->h;
    o->sd = w->error;
    o->least = 0;
    o->most = w->limit;
    return status;
}

// ---------------------------------------------------------------- searching

static void sample_torque(candidate *c, const exciter *w)
{
    for (int k = 0; k < w->rows; k++)
        c->torque[k] = br_design_input(&c->o, c->made.c, k * w->h);
}

// The position may come as far as `far` with the numbers of the plant.
static br_status design(exciter *w, int i, const br_design_options *usual, double far, br_diag *why)
{
    candidate *c = &w->input[i];
    br_design *d;
    c->o = *usual;
    c->o.distance = c->o.far = far;
    c->o.fisher = i == INTERVAL;
    c->o.terminal = i == INTERVAL ? 1e-4 / (far * far) : 0;
    if (i == PAPER) { // (20): shares of the ranges, in which 1 % of the way counts as much as 1 % of a range
        c->o.sharpen = w->first;
        for (int l = 0; l < c->o.params; l++)
            c->o.kappa[l] = 1e-4 * c->o.range[l] * c->o.range[l];
    }
    for (int j = 0; j < c->o.coefficients; j++)
        c->made.c[j] = i == TRACKING ? 0.5 * w->limit : w->input[TRACKING].made.c[j];
    br_status status = br_design_open(&d, &w->plant.model, &c->o);
    if (status != BR_OK)
        return tool_complain(why, status, "bristle excite: no input signal exists for %s", w->plant.model.law.name);
    br_design_search(d, &c->made);
    br_design_close(d);
    sample_torque(c, w);
    return BR_OK;
}

// From rest along a torque, with parameters p, which are numbers or ranges.
static br_status go_along(const exciter *w, const br_interval *p, const double *torque, path *to)
{
    br_pace pace;
    br_tube x = br_tube_at_rest(br_interval_of(0, 0));
    br_status status = br_pace_make(&pace, &w->stick, p, w->h);
    to->q_most = to->w_most = 0;
    to->moves = false;
    for (int k = 0; k < w->all && status == BR_OK; k++) {
        br_states at = br_tube_hull(&x);
        to->q[k] = br_interval_mid(at.q);
        to->q_half[k] = br_interval_rad(at.q);
        to->w[k] = br_interval_mid(at.w);
        to->w_half[k] = br_interval_rad(at.w);
        to->q_most = fmax(to->q_most, br_interval_mag(at.q));
        to->w_most = fmax(to->w_most, br_interval_mag(at.w));
        to->moves = to->moves || x.states[BR_FORWARD].on || x.states[BR_BACKWARD].on;
        br_corner_step(&pace, br_interval_of(torque[k], torque[k]), &x);
    }
    return status;
}

static br_status design_for_all(exciter *w, int i, const br_design_options *usual, double far, br_diag *why)
{
    br_status status = design(w, i, usual, far, why);
    return status == BR_OK ? go_along(w, w->ranged.model.p, w->input[i].torque, &w->input[i].ranged) : status;
}

// The move is made shorter until the position stays within its limit for all parameters of the ranges, and uses most of it.
static br_status design_within(exciter *w, int i, const br_design_options *usual, br_diag *why)
{
    enum { TRIES = 8 };
    double far = w->way, low = 0, high = DBL_MAX; // low: stayed within, high: did not
    for (int n = 0; n < TRIES; n++) {
        w->share = (i + (double)n / TRIES) / INPUTS;
        if (!progress_show(&w->bar, w->share))
            return BR_NEGATIVE;
        br_status status = design_for_all(w, i, usual, far, why);
        double most = w->input[i].ranged.q_most;
        bool within = most <= w->way;
        if (status != BR_OK || (within && (n == 0 || most >= 0.9 * w->way)))
            return status;
        low = within ? far : low;
        high = within ? high : far;
        far *= 0.95 * w->way / most;
        if (!(far > low && far < high))
            far = 0.5 * (low + high);
    }
    if (low > 0)
        return design_for_all(w, i, usual, low, why);
    return tool_complain(why, BR_NEGATIVE,
                         "bristle excite: no input found that keeps %s within %.4g %s for all parameters of the "
                         "ranges; use a shorter --duration or narrower ranges",
                         quantity(w, w->stick.q)->name, w->way, quantity(w, w->stick.q)->si_text);
}

static bool show_progress(void *of, const br_paving_state *at)
{
    exciter *w = of;
    (void)at;
    return progress_show(&w->bar, w->share);
}

// Its log, with a second of rest behind it, and what that bounds.
static br_status rehearse(exciter *w, int i)
{
    candidate *c = &w->input[i];
    const br_model *m = &w->ranged.model;
    br_paving_options o = br_paving_defaults();
    br_rehearsal r = {.rows = w->all,
                      .h = w->h,
                      .count = 2 * w->error,
                      .torque = c->torque,
                      .u = w->u,
                      .q = w->q,
                      .stands = w->stands};
    br_rehearsal_start(&r);
    br_status status = br_rehearse(&r, &w->stick, w->plant.model.p, 0, w->all);
    br_evidence e = br_rehearsed(&r);
    o.go_on = show_progress;
    o.context = w;
    for (int j = 0; j < m->np; j++)
        o.range[j] = m->p[j];
    if (status == BR_OK)
        status = br_paving_make(&c->found, &w->stick, &e, &o);
    c->has_found = status == BR_OK;
    return status == BR_OK ? go_along(w, w->plant.model.p, c->torque, &c->likely) : status;
}

static double *rows_of(const exciter *w, int columns)
{
    return calloc((size_t)w->all * (size_t)columns, sizeof(double));
}

static void set_columns(path *p, double *at, size_t rows)
{
    p->q = at;
    p->q_half = at + rows;
    p->w = at + 2 * rows;
    p->w_half = at + 3 * rows;
}

static br_status allocate_rows(exciter *w)
{
    size_t rows = (size_t)w->all;
    for (int i = 0; i < INPUTS; i++) {
        candidate *c = &w->input[i];
        c->torque = rows_of(w, 9);
        if (!c->torque)
            return BR_NO_MEMORY;
        set_columns(&c->likely, c->torque + rows, rows);
        set_columns(&c->ranged, c->torque + 5 * rows, rows);
    }
    w->u = calloc(rows, sizeof *w->u);
    w->q = calloc(rows, sizeof *w->q);
    w->stands = calloc(rows, sizeof *w->stands);
    return w->u && w->q && w->stands ? BR_OK : BR_NO_MEMORY;
}

// The largest input held all the time: what that does not move, no input will.
static br_status check_torque(exciter *w, br_diag *why)
{
    candidate *c = &w->input[TRACKING];
    for (int k = 0; k < w->rows; k++)
        c->torque[k] = w->limit;
    br_status status = go_along(w, w->plant.model.p, c->torque, &c->likely);
    if (status != BR_OK || c->likely.moves)
        return status;
    return tool_complain(why, BR_NEGATIVE, "bristle excite: %s of %.4g %s never moves %s as --params has it",
                         quantity(w, w->stick.u)->name, w->limit, quantity(w, w->stick.u)->si_text,
                         w->plant.model.law.name);
}

static br_status search_inputs(exciter *w, const tool_args *a, br_diag *why)
{
    br_design_options usual;
    br_status status = choose(w, a, &usual, why);
    if (status == BR_OK)
        status = allocate_rows(w);
    if (status == BR_OK)
        status = check_torque(w, why);
    w->bar = progress_open("searching", a);
    for (int i = 0; i < INPUTS && status == BR_OK; i++) {
        status = design_within(w, i, &usual, why);
        if (status == BR_OK)
            status = rehearse(w, i);
    }
    progress_close(&w->bar);
    if (w->bar.interrupted)
        return progress_result(&w->bar, status, why);
    if (status == BR_NEGATIVE && !why->text[0])
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle excite: --range: friction supplies energy somewhere in the ranges; use narrower ranges");
    return status;
}

static br_status record(exciter *w, br_diag *why)
{
    const br_quantity *u = quantity(w, w->stick.u);
    const br_record_head head[] = {{"t", "s", BR_RECORD_TIME}, {u->name, u->si_text, BR_RECORD_INPUT}};
    br_status status = br_record_open_named(&w->record, head, 2, w->rows, why);
    for (int k = 0; k < w->rows && status == BR_OK; k++) {
        w->record.column[0].v[k] = k * w->h;
        w->record.column[1].v[k] = w->input[w->wanted].torque[k];
        w->record.rows++;
    }
    return status;
}

// ---------------------------------------------------------------- showing

static const char *param_name(const exciter *w, int number)
{
    const br_model *m = &w->plant.model;
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_PARAM && m->at[q] == number)
            return m->law.q[q].name;
    return "";
}

// How far the wanted input takes the plant, whatever its parameters are.
static void show_reach(br_buffer *out, const exciter *w)
{
    const path *p = &w->input[w->wanted].ranged;
    const br_quantity *q = quantity(w, w->stick.q), *v = quantity(w, w->stick.w);
    char far[BR_NUMBER_SIZE], fast[BR_NUMBER_SIZE]; // rounded up: they are proved
    br_number_write_above(far, p->q_most, 4);
    br_number_write_above(fast, p->w_most, 4);
    br_buffer_print(out, "for all parameters of the ranges %s stays within %s of %.4g %s, %s within %s %s\n", q->name,
                    far, w->way, q->si_text, v->name, fast, v->si_text);
}

// Does a log of it leave less of every parameter than one of the wanted input?
static bool is_better(const exciter *w, int input)
{
    const br_design_options *o = &w->input[0].o;
    bool better = input != w->wanted;
    for (int l = 0; l < o->params; l++)
        better = better && br_interval_width(w->input[input].found.p[o->param[l]]) <
                               br_interval_width(w->input[w->wanted].found.p[o->param[l]]);
    return better;
}

static void text(br_buffer *out, const exciter *w)
{
    const br_design_options *o = &w->input[0].o;
    br_buffer_print(out,
                    "%s for %s: %s of %d coefficients, %.4g s; expected widths of the bounds with an encoder of %.4g "
                    "%s per count (twice the error)\n",
                    names[w->wanted], w->plant.model.law.name, o->pieces ? "pieces" : "Bernstein polynomial",
                    o->coefficients, o->duration, 2 * w->error, quantity(w, w->stick.q)->si_text);
    for (int i = 0; i < INPUTS; i++) {
        br_buffer_print(out, "  %-9s", names[i]);
        for (int l = 0; l < o->params; l++) {
            br_buffer_print(out, "  %s ", param_name(w, o->param[l]));
            br_buffer_about(out, br_interval_width(w->input[i].found.p[o->param[l]]), 3);
        }
        br_buffer_put(out, i == w->wanted ? "  <- selected\n" : "\n");
    }
    for (int i = 0; i < INPUTS; i++)
        if (is_better(w, i))
            br_buffer_print(out, "note: %s gives smaller widths of all parameters; use --criterion %s\n", names[i],
                            names[i]);
    br_buffer_put(out, "coefficients");
    for (int j = 0; j < o->coefficients; j++) {
        br_buffer_put(out, j ? ", " : " ");
        br_buffer_about(out, w->input[w->wanted].made.c[j], 6);
    }
    br_buffer_print(out, " %s\n", quantity(w, w->stick.u)->si_text);
    show_reach(out, w);
}

static void json(br_buffer *out, const exciter *w)
{
    const br_design_options *o = &w->input[0].o;
    br_json j = {.out = out};
    br_json_open(&j, '{');
    br_json_field_text(&j, "criterion", names[w->wanted]);
    br_json_field_numbers(&j, "coefficients", w->input[w->wanted].made.c, o->coefficients);
    br_json_field_open(&j, "widths", '{');
    for (int i = 0; i < INPUTS; i++) {
        br_json_field_open(&j, names[i], '{');
        for (int l = 0; l < o->params; l++)
            br_json_field_number(&j, param_name(w, o->param[l]), br_interval_width(w->input[i].found.p[o->param[l]]));
        br_json_close(&j);
    }
    br_json_close(&j);
    br_json_field_open(&j, "reach", '{');
    br_json_field_number(&j, quantity(w, w->stick.q)->name, w->input[w->wanted].ranged.q_most);
    br_json_field_number(&j, quantity(w, w->stick.w)->name, w->input[w->wanted].ranged.w_most);
    br_json_close(&j);
    br_json_close(&j);
}

// A state along all three inputs, and along the wanted one for all parameters of the ranges.
static void draw_state(br_plots *o, const exciter *w, const double *t, int state, bool velocity)
{
    const br_quantity *is = quantity(w, state);
    const path *p = &w->input[w->wanted].ranged;
    br_plot *to = br_draw(o, is->name, "time", "s", is->name, is->si_text,
                          "Nominal plant with each input; band: chosen input, all parameters of the ranges.");
    for (int i = 0; i < INPUTS; i++)
        br_draw_curve(to, names[i], t, velocity ? w->input[i].likely.w : w->input[i].likely.q, w->rows);
    br_draw_band(to, "all parameters of the ranges", t, velocity ? p->w : p->q, velocity ? p->w_half : p->q_half, 1,
                 w->rows);
}

static br_status page(br_buffer *out, const exciter *w)
{
    const br_quantity *u = quantity(w, w->stick.u);
    br_plots o = {0};
    br_buffer words = {0};
    br_plot *p = br_draw(&o, "Inputs", "time", "s", u->name, u->si_text, "");
    for (int i = 0; i < INPUTS; i++)
        br_draw_curve(p, names[i], w->record.column[0].v, w->input[i].torque, w->rows);
    draw_state(&o, w, w->record.column[0].v, w->stick.q, false);
    draw_state(&o, w, w->record.column[0].v, w->stick.w, true);
    text(&words, w);
    report_open(out, "Excitation signal for bounds of parameters");
    report_plots(out, &o);
    report_words(out, &words);
    return report_close(out, &o, BR_OK);
}

static br_status deliver_design(const exciter *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    tool_args to = *a;
    to.csv = a->out; // the table is what the command is for
    if (tool_wants_text(&to))
        text(&v.text, w);
    if (a->json)
        json(&v.json, w);
    br_status status = a->report ? page(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, &w->record, status, &to, out, why);
}

static void close_all(exciter *w)
{
    for (int i = 0; i < INPUTS; i++) {
        if (w->input[i].has_found)
            br_paving_free(&w->input[i].found);
        free(w->input[i].torque);
    }
    br_record_close(&w->record);
    if (w->has_stick)
        br_stick_free(&w->stick);
    if (w->has_ranged)
        br_loaded_model_close(&w->ranged);
    if (w->has_plant)
        br_loaded_model_close(&w->plant);
    free(w->u);
    free(w->q);
    free(w->stands);
}

br_status excite_interval(const tool_args *a, br_buffer *out, br_diag *why)
{
    exciter *w = calloc(1, sizeof *w); // large, and sources must not move
    br_status status = w ? read_options(w, a, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = search_inputs(w, a, why);
    if (status == BR_OK)
        status = record(w, why);
    if (status == BR_OK)
        status = deliver_design(w, a, out, why);
    if (w)
        close_all(w);
    free(w);
    return status;
}
