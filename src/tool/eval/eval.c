// eval.c - `bristle eval`: values, derivatives and enclosures of a law at one point.            [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "file/disk/whole.h"
#include "law/eval/guard.h"
#include "law/graph/layout.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/eval/eval.h"
#include "tool/kit/load.h"
#include "tool/kit/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reading_free(eval_reading *r)
{
    br_jet_free(&r->jet);
    if (r->made)
        br_tape_free(&r->tape);
    free(r->out);
    free(r->d);
    free(r->domain);
}

static br_status run_real(eval_reading *r, const br_model *m)
{
    size_t n = (size_t)m->nx + (size_t)m->nu + (size_t)m->np, all = n + (size_t)r->tape.nrow + (size_t)r->tape.nblock;
    double *x = calloc(all + 1, sizeof *x);
    if (!x)
        return BR_NO_MEMORY;
    double *u = x + m->nx, *p = u + m->nu, *out = p + m->np, *d = out + r->tape.nrow;
    br_model_points(m, x, u, p);
    br_point at = {.x = x, .u = u, .p = p, .m = m->m};
    br_tape_run(&r->tape, 1, &at, out, d);
    for (int i = 0; i < r->tape.nrow; i++)
        r->out[i] = (br_interval){out[i], out[i]};
    for (int i = 0; i < r->tape.nblock; i++)
        r->d[i] = (br_interval){d[i], d[i]};
    free(x);
    return BR_OK;
}

static br_status enclose(eval_reading *r, const br_model *m)
{
    br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
    r->domain = calloc((size_t)r->tape.nrow + 1, sizeof *r->domain);
    br_status status = r->domain ? br_tape_enclose(&r->tape, &box, r->out, r->d) : BR_NO_MEMORY;
    return status == BR_OK ? br_tape_enclose_domain(&r->tape, &box, NULL, r->domain) : status;
}

static br_status read_rows(eval_reading *r, br_model *m, bool next, const tool_args *a)
{
    br_status status = a->jet ? br_jet_make(&r->jet, &m->law, next, NULL) : BR_OK;
    if (status == BR_OK)
        status = br_tape_make(&r->tape, &m->law, next, a->jet ? &r->jet : NULL, m->n);
    if (status != BR_OK)
        return status;
    r->made = true;
    r->out = calloc((size_t)r->tape.nrow + 1, sizeof *r->out);
    r->d = calloc((size_t)r->tape.nblock + 1, sizeof *r->d);
    if (!r->out || !r->d)
        return BR_NO_MEMORY;
    return a->interval ? enclose(r, m) : run_real(r, m);
}

// ---------------------------------------------------------------- modes

// Guards in their order: the first one that holds is taken, and one that may hold or not leaves the others open.
static void follow_guards(const br_tape *t, const br_interval *guard, int automaton, int element, int now, bool *may)
{
    const br_parsed_law *law = t->law;
    for (int i = 0; i < law->njump; i++) {
        if (law->jump[i].automaton != automaton || law->jump[i].from != now)
            continue;
        br_interval g = guard[t->row_at[i] + (t->row[i].dim == BR_SCALAR ? 0 : element)];
        if (g.hi != 0)
            may[law->jump[i].to] = true;
        if (g.lo > 0)
            return;
    }
    may[now] = true;
}

static br_status enclose_guards(const br_model *m, const br_tape *t, bool *next)
{
    br_interval *guard = calloc((size_t)t->nrow + 1, sizeof *guard);
    if (!guard)
        return BR_NO_MEMORY;
    br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
    br_status status = br_tape_enclose(t, &box, guard, NULL);
    for (int a = 0; a < m->law.nautomata && status == BR_OK; a++)
        for (int i = 0; i < br_tape_len(t, m->law.automaton[a].dim); i++) {
            int number = m->m_at[a] + i;
            follow_guards(t, guard, a, i, m->m[number], next + (size_t)number * BR_MAX_MODES);
        }
    free(guard);
    return status;
}

static br_status run_guards(const br_model *m, const br_tape *t, bool *next)
{
    double *x = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + 1, sizeof *x);
    int *to = calloc((size_t)m->nm + 1, sizeof *to);
    if (x && to) {
        double *u = x + m->nx, *p = u + m->nu;
        br_model_points(m, x, u, p);
        br_point at = {.x = x, .u = u, .p = p, .m = m->m};
        br_tape_modes(t, 1, &at, to);
        for (int i = 0; i < m->nm; i++)
            next[i * BR_MAX_MODES + to[i]] = true;
    }
    br_status status = x && to ? BR_OK : BR_NO_MEMORY;
    free(x);
    free(to);
    return status;
}

static br_status find_modes(eval_results *e, bool interval)
{
    const br_model *m = e->model;
    br_tape t;
    if (m->nm == 0)
        return BR_OK;
    e->may = calloc((size_t)m->nm * BR_MAX_MODES, sizeof *e->may);
    br_status status = e->may ? br_tape_make_guards(&t, &m->law, m->n) : BR_NO_MEMORY;
    if (status == BR_OK) {
        status = interval ? enclose_guards(m, &t, e->may) : run_guards(m, &t, e->may);
        br_tape_free(&t);
    }
    return status;
}

// ---------------------------------------------------------------- results that are not finite

// A number that is not finite, an enclosure that is empty, and one with an infinite end are three things.
static const char *value_fault(const br_model *m, br_interval v, bool interval)
{
    if (!interval)
        return "is not finite at this point";
    if (br_interval_is_empty(v))
        return m->exact ? "is not defined at this point" : "is nowhere defined on this range";
    return m->exact ? "has no finite enclosure at this point" : "is unbounded over this range";
}

static br_status slope_fault(const br_model *m, const char *name, const char *by, br_interval v, bool interval,
                             br_diag *why)
{
    const char *where = m->exact ? "at this point" : "over this range";
    if (!interval)
        return tool_complain(
            why, BR_NOT_FINITE,
            "bristle eval: the derivative of %s with respect to %s of law %s is not finite at this point", name, by,
            m->law.name);
    return tool_complain(why, BR_NOT_FINITE, "bristle eval: %s of law %s has %s derivative with respect to %s %s", name,
                         m->law.name, br_interval_is_empty(v) ? "no finite" : "an unbounded", by, where);
}

static br_status check_finite(const br_model *m, const eval_reading *r, bool interval, br_diag *why)
{
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2];
    for (int i = 0; i < t->rows; i++)
        for (int k = 0; k < br_tape_len(t, t->row[i].dim); k++)
            if (!br_interval_is_bounded(r->out[t->row_at[i] + k])) {
                eval_row_name(r, i, name);
                return tool_complain(why, BR_NOT_FINITE, "bristle eval: %s of law %s %s", name, m->law.name,
                                     value_fault(m, r->out[t->row_at[i] + k], interval));
            }
    for (int b = 0; b < t->blocks; b++)
        for (int k = 0; k < br_block_len(t, &t->block[b]); k++)
            if (!br_interval_is_bounded(r->d[t->block_at[b] + k])) {
                eval_row_name(r, t->block[b].row, name);
                return slope_fault(m, name, m->law.q[t->block[b].column].name, r->d[t->block_at[b] + k], interval, why);
            }
    return BR_OK;
}

// ---------------------------------------------------------------- JSON

static void json_value(br_json *j, br_interval v, bool interval)
{
    if (interval) {
        br_json_open(j, '[');
        br_json_number(j, eval_bound(v.lo));
        br_json_number(j, eval_bound(v.hi));
        br_json_close(j);
    } else {
        br_json_number(j, v.lo);
    }
}

static void json_values(br_json *j, const br_interval *v, int len, bool array, bool interval)
{
    if (array)
        br_json_open(j, '[');
    for (int i = 0; i < len; i++)
        json_value(j, v[i], interval);
    if (array)
        br_json_close(j);
}

static void json_block(br_json *j, const eval_reading *r, int b, bool interval)
{
    const br_tape *t = &r->tape;
    const br_block *k = &t->block[b];
    const br_interval *v = r->d + t->block_at[b];
    int len = br_block_len(t, k), rows = br_tape_len(t, t->row[k->row].dim);
    br_json_key(j, t->law->q[k->column].name);
    if (k->shape != BR_DENSE) {
        json_values(j, v, len, k->shape != BR_ONE, interval);
        return;
    }
    br_json_open(j, '[');
    for (int i = 0; i < rows; i++)
        json_values(j, v + (size_t)i * (size_t)(len / rows), len / rows, true, interval);
    br_json_close(j);
}

static void json_rows(br_json *j, const eval_reading *r, bool derivatives, bool interval)
{
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2];
    for (int i = 0; i < t->rows; i++) {
        eval_row_name(r, i, name);
        br_json_key(j, name);
        if (!derivatives) {
            json_values(j, r->out + t->row_at[i], br_tape_len(t, t->row[i].dim), t->row[i].dim != BR_SCALAR, interval);
            continue;
        }
        br_json_open(j, '{');
        for (int b = 0; b < t->blocks; b++)
            if (t->block[b].row == i)
                json_block(j, r, b, interval);
        br_json_close(j);
    }
}

static void json_units(br_json *j, const eval_reading *r)
{
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2], unit[BR_UNIT_SIZE];
    for (int i = 0; i < t->rows; i++) {
        eval_row_name(r, i, name);
        eval_row_unit(t->law, &t->row[i], unit);
        br_json_field_text(j, name, unit);
    }
}

static void json_domain(br_json *j, const eval_reading *r)
{
    static const char *const words[] = {"continuous", "may jump", "not defined everywhere"};
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2];
    for (int i = 0; i < t->rows; i++) {
        eval_row_name(r, i, name);
        br_json_field_text(j, name, words[eval_row_domain(r, i)]);
    }
}

static void json_undecided(br_json *j, const eval_results *e)
{
    br_json_field_open(j, "undecided", '[');
    for (int i = 0; i < e->model->law.ncond; i++) {
        char words[BR_MAX_WORDS + 1];
        if (!condition_is_undecided(&e->model->law.cond[i], &e->required[i]))
            continue;
        br_condition_name(&e->model->law.cond[i], words);
        br_json_text(j, words);
    }
    br_json_close(j);
}

// A name per element, or with ranges an array of those it may be.
static void json_modes(br_json *j, const eval_results *e, int automaton, bool interval)
{
    const br_model *m = e->model;
    const br_automaton *a = &m->law.automaton[automaton];
    const bool *may = e->may + (size_t)m->m_at[automaton] * BR_MAX_MODES;
    bool array = a->dim != BR_SCALAR;
    char name[BR_NAME_SIZE + 1];
    eval_mode_name(&m->law, automaton, "+", name);
    br_json_key(j, name);
    if (array)
        br_json_open(j, '[');
    for (int i = 0; i < br_layout_len(m->n, a->dim); i++, may += BR_MAX_MODES) {
        if (interval)
            br_json_open(j, '[');
        for (int k = 0; k < a->nmode; k++)
            if (may[k])
                br_json_text(j, a->mode[k]);
        if (interval)
            br_json_close(j);
    }
    if (array)
        br_json_close(j);
}

static void json_both(br_json *j, const char *key, const eval_results *e, bool derivatives, bool interval)
{
    br_json_field_open(j, key, '{');
    for (int i = 0; i < 2; i++)
        json_rows(j, &e->r[i], derivatives, interval);
    br_json_close(j);
}

static void to_json(br_buffer *out, const eval_results *e, const tool_args *a)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "eval");
    br_json_field_text(&j, "model", e->model->law.name);
    json_both(&j, "values", e, false, a->interval);
    br_json_field_open(&j, "units", '{');
    json_units(&j, &e->r[0]);
    json_units(&j, &e->r[1]);
    br_json_close(&j);
    for (int i = 0; i < e->model->law.nautomata; i++)
        json_modes(&j, e, i, a->interval);
    if (a->interval) {
        br_json_field_open(&j, "domain", '{');
        json_domain(&j, &e->r[0]);
        json_domain(&j, &e->r[1]);
        br_json_close(&j);
        json_undecided(&j, e);
    }
    if (a->jet)
        json_both(&j, "derivatives", e, true, a->interval);
    br_json_close(&j);
}

// ---------------------------------------------------------------- the command

static br_status check_ranges(const br_model *m, const tool_args *a, br_diag *why)
{
    for (int q = 0; q < m->law.nq && !a->interval; q++)
        for (int i = 0; i < br_model_len(m, q); i++)
            if (br_model_values(m, q)[i].lo != br_model_values(m, q)[i].hi)
                return tool_complain(why, BR_BAD_USAGE,
                                     "bristle eval: %s is a range; use --interval to enclose the result",
                                     m->law.q[q].name);
    return BR_OK;
}

// What must hold and does not is an error; what holds for a part of the ranges only is kept for a note.
static br_status check_required(eval_results *e, br_diag *why)
{
    const br_parsed_law *law = &e->model->law;
    br_status status = conditions_must_hold(e->model, why);
    if (status != BR_OK)
        return status;
    e->required = calloc((size_t)law->ncond + 1, sizeof *e->required);
    if (!e->required)
        return BR_NO_MEMORY;
    for (int i = 0; i < law->ncond && status == BR_OK; i++)
        if (law->cond[i].must)
            status = condition_evaluate(e->model, i, &e->required[i]);
    return status;
}

static void results_free(eval_results *e)
{
    br_assignments_free(&e->given);
    for (int i = 0; i < 2; i++)
        reading_free(&e->r[i]);
    free(e->may);
    free(e->required);
}

static br_status compute(eval_results *e, br_model *m, const tool_args *a, br_diag *why)
{
    e->model = m;
    br_status status = tool_model_complete(m, &m->law, true, why);
    if (status == BR_OK && a->mode)
        status = br_model_set_mode(m, a->mode, why);
    if (status == BR_OK)
        status = check_ranges(m, a, why);
    if (status == BR_OK)
        status = check_required(e, why);
    if (status == BR_OK && a->at)
        status = br_assignments_read(&e->given, a->at, strlen(a->at), "--at", why);
    for (int i = 0; i < 2 && status == BR_OK; i++) {
        status = read_rows(&e->r[i], m, i == 1, a);
        if (status == BR_OK)
            status = check_finite(m, &e->r[i], a->interval, why);
    }
    return status == BR_OK ? find_modes(e, a->interval) : status;
}

static br_status evaluate_law(br_loaded_model *t, const tool_args *a, br_buffer *out, br_diag *why)
{
    eval_results e = {0};
    br_buffer json = {0};
    br_status status = compute(&e, &t->model, a, why);
    if (status == BR_OK && a->json) {
        to_json(&json, &e, a);
        status = tool_deliver(a->json, &json, true, out, why);
    }
    if (status == BR_OK && !(a->json && strcmp(a->json, "-") == 0))
        eval_table(out, &e, a);
    if (status == BR_OK)
        tool_written(out, "JSON", a->json);
    br_buffer_free(&json);
    results_free(&e);
    return status;
}

static br_status run_eval(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_loaded_model t;
    const char *const inputs[] = {a->operand, a->params};
    br_status status = tool_outputs("eval", a, inputs, 2, why);
    if (status == BR_OK)
        status = br_loaded_model_open(&t, a->operand, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    status = evaluate_law(&t, a, out, why);
    br_loaded_model_close(&t);
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
