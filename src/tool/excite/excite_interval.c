// excite_interval.c - `bristle excite --criterion`: optimal input signals for `bristle bound`.                 [host]
#include "num/base/fp.h"

#include "api/excite/input_design.h"
#include "file/json/json.h"
#include "tool/kit/conditions.h"
#include "tool/kit/deliver.h"
#include "tool/excite/excite.h"
#include "tool/excite/excite_interval.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"
#include "tool/kit/record_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- options

// 'u = 0.7 N*m, x1 = 20 rad': what the list has for a quantity, in SI.
static br_status read_value(const br_input_design *w, const char *option, const char *text, int q, double *value,
                            br_diag *why)
{
    br_assignments list;
    br_status status = br_assignments_read(&list, text, strlen(text), option, why);
    if (status != BR_OK)
        return status;
    *value = (double)NAN;
    for (int i = 0; i < list.count; i++)
        if (strcmp(list.item[i].name, br_input_design_quantity(w, q)->name) == 0 && list.item[i].count == 1 &&
            br_unit_same(list.item[i].unit, br_input_design_quantity(w, q)->unit))
            *value = br_unit_to_si(list.item[i].unit, list.value[list.item[i].first].hi);
    br_assignments_free(&list);
    if (*value > 0 && isfinite(*value))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s lacks %s; add '%s = 1 %s'", option,
                         br_input_design_quantity(w, q)->name, br_input_design_quantity(w, q)->name,
                         br_input_design_quantity(w, q)->unit_text);
}

static br_status open_plant(br_input_design *w, const tool_args *a, br_diag *why)
{
    const char *model = a->model ? a->model : "drive-train";
    w->says.who = "bristle excite: ";
    w->says.dash = "--";
    br_status status = br_loaded_model_open(&w->plant, model, a->params, a->at, why);
    w->has_plant = status == BR_OK;
    if (status == BR_OK)
        status = tool_model_check(&w->plant.model, NULL, why);
    if (status == BR_OK)
        status = br_loaded_model_open_ranged(&w->ranged, model, a->params, NULL, a->range, why);
    w->has_ranged = status == BR_OK;
    return status == BR_OK ? br_input_design_begin(w, why) : status;
}

static br_status read_times(br_input_design *w, const tool_args *a, br_diag *why)
{
    double duration = 8, step = 0.01;
    br_status status = excite_read_time("--step", a->step, &step, why);
    if (status == BR_OK)
        status = excite_read_time("--duration", a->duration, &duration, why);
    return status == BR_OK ? br_input_design_last(w, duration, step, why) : status;
}

static br_status read_basis(br_input_design *w, const tool_args *a, br_diag *why)
{
    w->pieces = a->basis && strcmp(a->basis, "bernstein") != 0;
    w->coefficients = 6;
    w->sharpen = a->wanted;
    return excite_read_whole("--pieces", a->pieces, BR_DESIGN_MOST, &w->coefficients, why);
}

static br_status read_options(br_input_design *w, const tool_args *a, br_diag *why)
{
    while (w->wanted < BR_INPUT_DESIGNS && strcmp(a->criterion, br_input_designs[w->wanted]) != 0)
        w->wanted++;
    if (w->wanted == BR_INPUT_DESIGNS)
        tool_complain(why, BR_BAD_USAGE, "bristle excite: --criterion is interval, paper or tracking, not '%.60s'",
                      a->criterion);
    else if (!a->range)
        tool_complain(why, BR_BAD_USAGE, "bristle excite: --criterion needs --range, as 'bristle bound' does");
    if (w->wanted == BR_INPUT_DESIGNS || !a->range)
        return BR_BAD_USAGE;
    br_status status = open_plant(w, a, why);
    if (status == BR_OK)
        status = read_value(w, "--limits", a->limits, w->stick.u, &w->limit, why);
    if (status == BR_OK)
        status = read_value(w, "--limits", a->limits, w->stick.q, &w->way, why);
    w->error = 1e-3 * w->way;
    if (status == BR_OK && a->error)
        status = read_value(w, "--error", a->error, w->stick.q, &w->error, why);
    if (status == BR_OK)
        status = read_times(w, a, why);
    if (status == BR_OK)
        status = read_basis(w, a, why);
    return status == BR_OK ? br_input_design_choose(w, why) : status;
}

// ---------------------------------------------------------------- searching

static bool show_share(void *bar, double share)
{
    return progress_show(bar, share);
}

static br_status search_inputs(br_input_design *w, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("searching", a);
    w->go_on = show_share;
    w->context = &bar;
    br_status status = br_input_design_search(w, why);
    progress_close(&bar);
    return bar.interrupted ? progress_result(&bar, status, why) : status;
}

// ---------------------------------------------------------------- showing

static void text(br_buffer *out, const br_input_design *w)
{
    const br_design_options *o = &w->usual;
    br_buffer_print(out,
                    "%s for %s: %s of %d coefficients, %.4g s; expected widths of the bounds with an encoder of %.4g "
                    "%s per count (twice the error)\n",
                    br_input_designs[w->wanted], w->plant.model.law.name, o->pieces ? "pieces" : "Bernstein polynomial",
                    o->coefficients, o->duration, 2 * w->error, br_input_design_quantity(w, w->stick.q)->si_text);
    for (int i = 0; i < BR_INPUT_DESIGNS; i++) {
        br_buffer_print(out, "  %-9s", br_input_designs[i]);
        for (int l = 0; l < o->params; l++) {
            br_buffer_print(out, "  %s ", br_input_design_param(w, l));
            br_buffer_about(out, br_input_design_width(w, i, l), 3);
        }
        br_buffer_put(out, i == w->wanted ? "  <- selected\n" : "\n");
    }
    br_input_design_show_better(out, w);
    br_buffer_put(out, "coefficients");
    for (int j = 0; j < o->coefficients; j++) {
        br_buffer_put(out, j ? ", " : " ");
        br_buffer_about(out, w->input[w->wanted].made.c[j], 6);
    }
    br_buffer_print(out, " %s\n", br_input_design_quantity(w, w->stick.u)->si_text);
    br_input_design_show_reach(out, w);
}

static void json(br_buffer *out, const br_input_design *w)
{
    const br_design_options *o = &w->usual;
    br_json j = {.out = out};
    br_json_open_file(&j, "excite-interval");
    br_json_field_text(&j, "criterion", br_input_designs[w->wanted]);
    br_json_field_numbers(&j, "coefficients", w->input[w->wanted].made.c, o->coefficients);
    br_json_field_open(&j, "widths", '{');
    for (int i = 0; i < BR_INPUT_DESIGNS; i++) {
        br_json_field_open(&j, br_input_designs[i], '{');
        for (int l = 0; l < o->params; l++)
            br_json_field_number(&j, br_input_design_param(w, l), br_input_design_width(w, i, l));
        br_json_close(&j);
    }
    br_json_close(&j);
    br_json_field_open(&j, "reach", '{');
    br_json_field_number(&j, br_input_design_quantity(w, w->stick.q)->name, w->input[w->wanted].ranged.q_most);
    br_json_field_number(&j, br_input_design_quantity(w, w->stick.w)->name, w->input[w->wanted].ranged.w_most);
    br_json_close(&j);
    br_json_close(&j);
}

// A state along all three inputs, and along the wanted one for all parameters of the ranges.
static void draw_state(br_plots *o, const br_input_design *w, const double *t, int state, bool velocity)
{
    const br_quantity *is = br_input_design_quantity(w, state);
    const br_input_path *p = &w->input[w->wanted].ranged;
    br_plot *to = br_draw(o, is->name, "time", "s", is->name, is->si_text,
                          "Nominal plant with each input; band: chosen input, all parameters of the ranges.");
    for (int i = 0; i < BR_INPUT_DESIGNS; i++)
        br_draw_curve(to, br_input_designs[i], t, velocity ? w->input[i].likely.w : w->input[i].likely.q, w->rows);
    br_draw_band(to, "all parameters of the ranges", t, velocity ? p->w : p->q, velocity ? p->w_half : p->q_half, 1,
                 w->rows);
}

static br_status page(br_buffer *out, const br_input_design *w, const double *t)
{
    const br_quantity *u = br_input_design_quantity(w, w->stick.u);
    br_plots o = {0};
    br_buffer words = {0};
    br_plot *p = br_draw(&o, "Inputs over time", "time", "s", u->name, u->si_text, "");
    for (int i = 0; i < BR_INPUT_DESIGNS; i++)
        br_draw_curve(p, br_input_designs[i], t, w->input[i].torque, w->rows);
    draw_state(&o, w, t, w->stick.q, false);
    draw_state(&o, w, t, w->stick.w, true);
    text(&words, w);
    br_buffer sentence = {0};
    br_buffer_print(&sentence, "%s for %s: expected widths of", br_input_designs[w->wanted], w->plant.model.law.name);
    for (int l = 0; l < w->usual.params; l++) {
        br_buffer_print(&sentence, "%s %s ", l > 0 ? "," : "", br_input_design_param(w, l));
        br_buffer_about(&sentence, br_input_design_width(w, w->wanted, l), 3);
    }
    br_buffer_put(&sentence, ".");
    report_open(out, "Excitation signal for bounds of parameters");
    report_answer(out, &sentence);
    report_plots(out, &o);
    report_words(out, &words);
    return report_close(out, &o, BR_OK);
}

static br_status deliver_design(const br_input_design *w, const br_record *record, const tool_args *a, br_buffer *out,
                                br_diag *why)
{
    tool_views v = {0};
    tool_args to = *a;
    to.csv = a->out; // the table is what the command is for
    if (tool_wants_text(&to))
        text(&v.text, w);
    if (a->json)
        json(&v.json, w);
    br_status status = a->report ? page(&v.report, w, record->column[0].v) : BR_OK;
    return tool_deliver_views(&v, RECORD_ROWS(record), status, &to, out, why);
}

br_status excite_interval(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_input_design *w = calloc(1, sizeof *w); // large, and sources must not move
    br_record record = {0};
    br_status status = w ? read_options(w, a, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = search_inputs(w, a, why);
    if (status == BR_OK)
        status = br_input_design_fill_record(w, &record, why);
    if (status == BR_OK)
        status = deliver_design(w, &record, a, out, why);
    br_record_close(&record);
    if (w)
        br_input_design_free(w);
    free(w);
    return status;
}
