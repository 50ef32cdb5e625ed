// eval.c - `bristle eval`: values, derivatives and enclosures of a law at one point.            [host]
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "file/json/json.h"
#include "tool/eval/eval.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/evaluation.h"
#include "tool/kit/said.h"

#include <string.h>

// ---------------------------------------------------------------- JSON

static void json_value(br_json *j, double low, double high, bool interval)
{
    if (interval) {
        br_json_open(j, '[');
        br_json_number(j, eval_bound(low));
        br_json_number(j, eval_bound(high));
        br_json_close(j);
    } else {
        br_json_number(j, low);
    }
}

static void json_values(br_json *j, const double *low, const double *high, int len, bool array, bool interval)
{
    if (array)
        br_json_open(j, '[');
    for (int i = 0; i < len; i++)
        json_value(j, low[i], high[i], interval);
    if (array)
        br_json_close(j);
}

static void json_slope(br_json *j, const br_evaluated_slope *s, bool interval)
{
    br_json_key(j, s->by);
    if (s->is_matrix)
        br_json_open(j, '[');
    for (int i = 0; i < s->rows; i++)
        json_values(j, s->low + (size_t)i * (size_t)s->columns, s->high + (size_t)i * (size_t)s->columns, s->columns,
                    s->is_array, interval);
    if (s->is_matrix)
        br_json_close(j);
}

static void json_rows(br_json *j, const br_evaluation *e, bool interval)
{
    const br_evaluated_row *r;
    br_json_field_open(j, "values", '{');
    for (int i = 0; (r = br_evaluation_row(e, i)); i++) {
        br_json_key(j, r->name);
        json_values(j, r->low, r->high, r->count, r->is_array, interval);
    }
    br_json_close(j);
    br_json_field_open(j, "units", '{');
    for (int i = 0; (r = br_evaluation_row(e, i)); i++)
        br_json_field_text(j, r->name, r->unit);
    br_json_close(j);
}

static void json_slopes(br_json *j, const br_evaluation *e, bool interval)
{
    const br_evaluated_row *r;
    const br_evaluated_slope *s;
    br_json_field_open(j, "derivatives", '{');
    for (int i = 0; (r = br_evaluation_row(e, i)); i++) {
        br_json_field_open(j, r->name, '{');
        for (int k = 0; (s = br_evaluation_slope(e, k)); k++)
            if (s->row == i)
                json_slope(j, s, interval);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_domain(br_json *j, const br_evaluation *e)
{
    static const char *const words[] = {"continuous", "may jump", "not defined everywhere"};
    const br_evaluated_row *r;
    br_json_field_open(j, "domain", '{');
    for (int i = 0; (r = br_evaluation_row(e, i)); i++)
        br_json_field_text(j, r->name, words[r->domain]);
    br_json_close(j);
}

static void json_undecided(br_json *j, const br_evaluation *e)
{
    const br_evaluated_condition *c;
    br_json_field_open(j, "undecided", '[');
    for (int i = 0; (c = br_evaluation_condition(e, i)); i++)
        if (c->must && c->answer == BR_EVALUATED_UNDECIDED)
            br_json_text(j, c->meaning[0] ? c->meaning : c->text);
    br_json_close(j);
}

// A name per element, or with ranges an array of those it may be.
static void json_modes(br_json *j, const br_evaluation *e, int automaton, bool interval)
{
    const br_evaluated_automaton *a = br_evaluation_automaton(e, automaton);
    char name[EVAL_NAME];
    eval_join(name, a->name, "+");
    br_json_key(j, name);
    if (a->is_array)
        br_json_open(j, '[');
    for (int i = 0; i < a->count; i++) {
        if (interval)
            br_json_open(j, '[');
        for (int k = 0; k < a->modes; k++)
            if (br_evaluation_mode_after(e, automaton, i, k))
                br_json_text(j, a->mode[k]);
        if (interval)
            br_json_close(j);
    }
    if (a->is_array)
        br_json_close(j);
}

static void to_json(br_buffer *out, const br_evaluation *e, const tool_args *a)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "eval");
    br_json_field_text(&j, "model", br_evaluation_name(e));
    json_rows(&j, e, a->interval);
    for (int i = 0; br_evaluation_automaton(e, i); i++)
        json_modes(&j, e, i, a->interval);
    if (a->interval) {
        json_domain(&j, e);
        json_undecided(&j, e);
    }
    if (a->jet)
        json_slopes(&j, e, a->interval);
    br_json_close(&j);
}

// ---------------------------------------------------------------- the command

static br_status compute(br_evaluation *e, const tool_args *a, br_diag *why)
{
    br_status status = tool_evaluation_complete(e, true, why);
    if (status == BR_OK && a->mode)
        status = tool_said(br_evaluation_set_modes(e, a->mode, why), why);
    if (status == BR_OK)
        status = tool_evaluation_check(e, why);
    if (status == BR_OK)
        status = br_evaluation_find_conditions(e, why);
    return status == BR_OK ? tool_said_by("bristle eval: ", "evaluation: ", br_evaluation_run(e, why), why) : status;
}

static br_status evaluate_law(br_evaluation *e, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_buffer json = {0};
    br_status status = compute(e, a, why);
    if (status == BR_OK && a->json) {
        to_json(&json, e, a);
        status = tool_deliver(a->json, &json, true, out, why);
    }
    if (status == BR_OK && !(a->json && strcmp(a->json, "-") == 0))
        eval_table(out, e, a);
    if (status == BR_OK)
        tool_written(out, "JSON", a->json);
    br_buffer_free(&json);
    return status;
}

static br_status run_eval(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_evaluation *e;
    br_evaluation_options o = {
        .size = sizeof o, .params = a->params, .values = a->at, .derivatives = a->jet, .enclosures = a->interval};
    const char *const inputs[] = {a->operand, a->params};
    br_status status = tool_outputs("eval", a, inputs, 2, why);
    if (status == BR_OK)
        status = tool_evaluation_open(&e, a->operand, &o, why);
    if (status != BR_OK)
        return status;
    status = evaluate_law(e, a, out, why);
    br_evaluation_close(e);
    return status;
}

static const tool_option *const options[] = {
    &option_params,
    &option_at,
    OWN_OPTION(TOOL_MODEL, "--mode", "MODE", mode,
               "mode of a law with modes, or one per element: 'stick, forward, stick, stick'; "
               "of laws used under a name: 'left.mode = stick, right.mode = forward, stick'",
               "the first mode"),
    OWN_OPTION(TOOL_OUTPUT, "--jet", NULL, jet,
               "also print the exact derivatives with respect to states, inputs and parameters", NULL),
    OWN_OPTION(TOOL_METHOD, "--interval", NULL, interval,
               "compute guaranteed enclosures; values may be ranges, 'v = 1e-3..2e-3 m/s'", NULL),
    &option_json,
    NULL};
static const char *const more[] = {
    "Results are in SI units. For a law with modes, mode+ is the mode after this point. A result that is not finite "
    "ends the command with exit code 5, and nothing is written. docs/json.md explains the keys of the JSON file.",
    NULL};
static const tool_example examples[] = {
    {"force and state derivative of the LuGre model",
     "bristle eval lugre --params table-I --at 'v = 1e-3 m/s, z = 1e-6 m'"},
    {"four elements with derivatives, as JSON",
     "bristle eval sgms --params table-4.1 --at 'v = 1 mm/s, z = 0.1, 0.2, 0.2, 3 N' --jet --json -"},
    {"enclosure of the force over a range of velocities",
     "bristle eval stribeck --params fig-3.1a --at 'v = 0.1..0.2 m/s' --interval"},
    {NULL, NULL}};

const tool_command command_eval = {.name = "eval",
                                   .purpose = "evaluate a law at one point: values, derivatives, guaranteed enclosures",
                                   .operand = "MODEL",
                                   .operand_help = "a built-in law ('bristle laws' lists them), or a file NAME.law",
                                   .operand_needed = true,
                                   .options = options,
                                   .more = more,
                                   .examples = examples,
                                   .run = run_eval};
