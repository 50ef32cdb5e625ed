// observe.c - `bristle observe`: states and parameters of a model from a log.    [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/mechanism/mechanism.h"
#include "tool/kit/number.h"
#include "tool/observe/observe.h"
#include "tool/kit/progress.h"
#include "tool/kit/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---------------------------------------------------------------- arguments

int observe_choose(const char *option, const char *word, const char *const *words, br_diag *why)
{
    br_buffer all = {0};
    for (int i = 0; words[i]; i++) {
        if (strcmp(word, words[i]) == 0) {
            br_buffer_free(&all);
            return i;
        }
        br_buffer_print(&all, "%s%s", i ? ", " : "", words[i]);
    }
    tool_complain(why, BR_BAD_USAGE, "bristle observe: %s '%.60s' is none of %s", option, word,
                  all.text ? all.text : "");
    br_buffer_free(&all);
    return -1;
}

br_status observe_plain(const char *option, const char *text, double low, double high, bool whole, double *value,
                        br_diag *why)
{
    br_unit unit = br_unit_none();
    double read = 0;
    if (!text)
        return BR_OK;
    if (!tool_number(option, text, &read, &unit) || !br_unit_same(unit, br_unit_none()) ||
        !(read >= low && read <= high) || (whole && read != floor(read)))
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: %s '%.60s' is not %s from %g to %g", option, text,
                             whole ? "an integer" : "a number", low, high);
    *value = read;
    return BR_OK;
}

static br_status read_kind(observing *o, const tool_args *a, br_diag *why)
{
    static const char *const observers[] = {"ekf", "ukf", "smoother", "mhe", NULL};
    static const char *const orders[] = {"reduced", "full", NULL};
    static const br_observer_kind *const kinds[] = {&br_observer_ekf, &br_observer_ukf, NULL, &br_observer_ekf};
    int which = a->observer ? observe_choose("--observer", a->observer, observers, why) : 0;
    int order = a->order ? observe_choose("--order", a->order, orders, why) : 0;
    if (which < 0 || order < 0)
        return BR_BAD_USAGE;
    o->options.kind = kinds[which];
    o->moving = which == 3;
    o->full = order == 1;
    return BR_OK;
}

static const char *next_method(const void *list, int i)
{
    (void)list;
    for (int k = 0; k < br_run_methods(); k++)
        if (br_run_method_at(k)->fixed && i-- == 0)
            return br_run_method_at(k)->name;
    return NULL;
}

static br_status read_method(observing *o, const tool_args *a, br_diag *why)
{
    const br_run_method *m = a->method ? br_run_method_find(a->method) : NULL;
    double substeps = 0;
    o->options.flow = m ? m->fixed : NULL;
    if (a->method && !o->options.flow) {
        const char *near = tool_nearest(a->method, next_method, NULL);
        br_buffer all = {0};
        for (int i = 0; next_method(NULL, i); i++)
            br_buffer_print(&all, "%s%s", i ? ", " : "", next_method(NULL, i));
        tool_complain(why, BR_BAD_USAGE, "bristle observe: there is no method '%.60s'%s%s; there are %s", a->method,
                      near ? "; did you mean " : "", near ? near : "", all.text ? all.text : "");
        br_buffer_free(&all);
        return BR_BAD_USAGE;
    }
    br_status status = observe_plain("--substeps", a->substeps, 1, 1e6, true, &substeps, why);
    o->options.substeps = (int)substeps;
    return status;
}

static br_status read_options(observing *o, const tool_args *a, br_diag *why)
{
    o->options = br_observation_defaults();
    br_status status = read_kind(o, a, why);
    if (status == BR_OK)
        status = read_method(o, a, why);
    if (status == BR_OK)
        status = tool_log_prepare("observe", a, &o->prepare, &o->differentiate, why);
    if (status == BR_OK)
        status = observe_read_horizon(o, a, why);
    if (status == BR_OK && a->correct_every)
        status = tool_time("observe", "--correct-every", a->correct_every, &o->options.correct_every, why);
    if (status == BR_OK)
        status = observe_plain("--gate", a->gate, 0.1, 1e9, false, &o->options.gate, why);
    o->options.tuning.estimate = a->estimate;
    o->options.tuning.noise = a->noise;
    o->options.tuning.prior = a->prior;
    o->options.tuning.most = a->most;
    return status;
}

// ---------------------------------------------------------------- running

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool show(void *bar, double share)
{
    return progress_show(bar, share);
}

static br_status go(observing *o, const tool_args *a, br_diag *why)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    progress bar = progress_open("observing", a);
    br_diag words = {0};
    o->options.now = now;
    o->options.progress = show;
    o->options.context = &bar;
    br_status status = br_observation_run(&o->ob, &o->model.model, &trace, &o->options, &words);
    progress_close(&bar);
    if (status != BR_OK && words.text[0])
        return tool_complain(why, status, "bristle observe: %s%s%s", status == BR_BAD_DATA ? o->log.name : "",
                             status == BR_BAD_DATA ? ": " : "", words.text);
    return status;
}

// ---------------------------------------------------------------- judging

static void find_curves(observing *o)
{
    for (int i = 0; i < o->log.columns; i++)
        if (strcmp(o->log.column[i].name, "x") == 0) {
            o->position = o->log.column[i].v;
            br_unit_write(o->position_unit, o->log.unit[i]);
        }
    o->force = tool_log_column(&o->log, "F");
    if (!o->force && o->made_F)
        o->force = o->log.made.F;
    o->force_est = br_observation_column(&o->ob, "F_est");
    o->force_sd = br_observation_column(&o->ob, "F_sd");
}

static br_status judge(observing *o)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    find_curves(o);
    return br_observation_judge(&o->ob,
                                &(br_observed_run){.model = &o->model.model,
                                                   .log = &trace,
                                                   .logged = o->logged,
                                                   .sampling = &o->log.sampling,
                                                   .options = &o->options,
                                                   .every = observe_every(o),
                                                   .full = o->full,
                                                   .force = o->force,
                                                   .smoothed = o->made_F && !o->full ? 0.5 / o->log.made.cutoff : 0},
                                &o->verdict);
}

// ---------------------------------------------------------------- delivering

static br_status deliver(const observing *o, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_wants_text(a))
        observe_text(&v.text, o);
    if (a->json)
        observe_json(&v.json, o);
    br_status status = a->report ? observe_page(&v.report, o) : BR_OK;
    return tool_deliver_views(&v, &o->ob.record, status, a, out, why);
}

// The first reason why the result is not to be trusted, and how many there are.
static br_status verdict(const observing *o, br_diag *why)
{
    const char *text = o->verdict.failures.text;
    if (o->verdict.failures.size == 0)
        return BR_OK;
    int more = -1;
    for (const char *p = text; *p; p++)
        more += *p == '\n';
    br_buffer rest = {0};
    if (more > 0)
        br_buffer_print(&rest, "; and %d more", more);
    tool_complain(why, BR_NEGATIVE, "bristle observe: failed: %.*s%s", (int)strcspn(text, "\n"), text,
                  rest.text ? rest.text : "");
    br_buffer_free(&rest);
    return BR_NEGATIVE;
}

static br_status work(observing *o, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = read_options(o, a, why);
    if (status == BR_OK)
        status = tool_log_load(&o->log, "observe", a->operand, a, why);
    if (status == BR_OK && o->log.notes.text)
        br_buffer_put(&o->verdict.warnings, o->log.notes.text);
    if (status == BR_OK)
        status = observe_match(o, a, why);
    if (status == BR_OK)
        status = go(o, a, why);
    if (status == BR_OK)
        status = judge(o);
    if (status != BR_OK)
        return status;
    status = deliver(o, a, out, why);
    return status == BR_OK ? verdict(o, why) : status;
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    observing o;
    memset(&o, 0, sizeof o);
    const char *const inputs[] = {a->operand, a->model, a->params};
    br_status status = tool_outputs("observe", a, inputs, 3, why);
    if (status == BR_OK && mechanism_named(a->model))
        return mechanism_observe(a, out, why);
    if (status == BR_OK && (a->unknown || a->tune || a->dense || a->smooth || a->step))
        status = tool_complain(why, BR_BAD_USAGE, "bristle observe: %s is for mechanisms, FILE.mech",
                               a->unknown  ? "--unknown"
                               : a->tune   ? "--tune"
                               : a->dense  ? "--dense"
                               : a->smooth ? "--smooth"
                                           : "--step");
    if (status == BR_OK)
        status = work(&o, a, out, why);
    br_observation_free(&o.ob);
    tool_log_free(&o.log);
    tool_model_close(&o.model);
    br_verdict_free(&o.verdict);
    return status;
}

// ---------------------------------------------------------------- the table of options

static const tool_option model = OPTION(
    TOOL_MODEL, "--model", "MODEL", model,
    "a friction law, or a plant with friction: built in, or a file NAME.law; or a mechanism, NAME.mech", tool_required);
static const tool_option observer = OPTION(
    TOOL_METHOD, "--observer", "KIND", observer,
    "ekf; ukf, without derivatives, for laws that switch; smoother, over the whole log; mhe, over a moving horizon",
    "ekf");
static const tool_option order = OPTION(
    TOOL_MODEL, "--order", "ORDER", order,
    "reduced: velocity in, friction force out; full: drive force in, position out, a law is put into the plant mass",
    "reduced for a friction law, full for a plant");
static const tool_option estimate =
    OPTION(TOOL_MODEL, "--estimate", "LIST", estimate,
           "parameters to be estimated beside the states: 'kappa[3] = 0, FC, log(vs)'; a start value is optional, log: "
           "as its logarithm; of a mechanism by the names of its parts: 'track.FC, leaf.stiffness'",
           NULL);
static const tool_option correct_every = OPTION(TOOL_METHOD, "--correct-every", "T", correct_every,
                                                "the time from one correction to the next, '10 ms'", "every sample");
static const tool_option method =
    OPTION(TOOL_METHOD, "--method", "NAME", method,
           "of prediction: rk4, midpoint, gauss4, lie, rosenbrock, exponential, exact; of a mechanism: bdf1, newmark",
           "what suits the model; bdf1 of a mechanism");
static const tool_option substeps =
    OPTION(TOOL_METHOD, "--substeps", "K", substeps, "of a step, at least so many", NULL);
static const tool_option noise = OPTION(TOOL_METHOD, "--noise", "LIST", noise,
                                        "standard deviations of what is measured, and of states and estimates per step "
                                        "('F = 0.5 N, z = 0.1 N, FC = 5 %') or as densities ('z = 3 N/s^(1/2)')",
                                        NULL);
static const tool_option prior = OPTION(TOOL_METHOD, "--prior", "LIST", prior,
                                        "standard deviations at the start: 'kappa[3] = 300 %, z = 1 N'", NULL);
const tool_option observe_most =
    OPTION(TOOL_METHOD, "--most", "LIST", most, "upper limit of standard deviations: 'z = 2 N'",
           "of an estimate its prior, of a state the larger of its prior and its size along the log");
static const tool_option gate =
    OPTION(TOOL_METHOD, "--gate", "N", gate,
           "innovations beyond so many standard deviations, 0.1 or more, are rejected", "1e8");
static const tool_option unknown =
    OPTION(TOOL_MODEL, "--unknown", "LIST", unknown,
           "of a mechanism: drives and unknown inputs to be estimated, with what they gain in a second: 'torque = 3 "
           "N*m'; or how they go on: 'torque: ramp', 'decay 0.1 s', 'sine 5 Hz', 'walk + order 2 A'",
           "all that the text calls unknown");
static const tool_option tune =
    OPTION(TOOL_METHOD, "--tune", NULL, tune,
           "of a mechanism: how fast unknown inputs walk is found, by L-curve and likelihood", NULL);
static const tool_option dense =
    OPTION(TOOL_METHOD, "--dense", NULL, dense, "of a mechanism: the filter with all of its matrices", NULL);
static const tool_option smooth =
    OPTION(TOOL_METHOD, "--smooth", NULL, smooth,
           "of a mechanism: estimates from the whole log, not only from what came before", NULL);
static const tool_option step =
    OPTION(TOOL_METHOD, "--step", "T", step, "of a mechanism: the longest step of prediction", "from row to row");
static const tool_option *const options[] = {&model,
                                             &option_params,
                                             &option_at,
                                             &option_signals,
                                             &observer,
                                             &order,
                                             &estimate,
                                             &noise,
                                             &prior,
                                             &observe_most,
                                             &correct_every,
                                             &method,
                                             &substeps,
                                             &gate,
                                             &observe_horizon,
                                             &observe_period,
                                             &observe_arrival,
                                             &observe_parameters,
                                             &observe_iterations,
                                             &observe_bounds,
                                             &observe_levenberg,
                                             &observe_precision,
                                             &observe_huber,
                                             &unknown,
                                             &tune,
                                             &dense,
                                             &smooth,
                                             &step,
                                             &option_mass,
                                             &option_differentiate,
                                             &option_cutoff,
                                             &option_seed,
                                             TABLE_OPTIONS,
                                             &option_csv,
                                             &option_mat,
                                             &option_json,
                                             &option_report,
                                             NULL};
static const char *const more[] = {
    "LOG rig/axis, rig/exact or rig/consistent is a synthetic rig (docs/rigs.md), whose columns are known. Noise that "
    "--noise does not give is found from the log, as that with which its innovations are most likely; the summary says "
    "what was used.",
    "Before the run, the information of the log on every state and estimated number is computed: what it leaves of the "
    "prior standard deviation, and the least observable direction. Exit code 1: the result is not to be trusted, since "
    "an estimate is not observable or ended at its limit, the observer diverged, rejected a quarter of the "
    "measurements, "
    "was reset again and again, or claims ten times too little uncertainty, or the smoother found no least cost. "
    "docs/observers.md explains observers, orders, noise and these rules.",
    "Of a mechanism FILE.mech states and unknown inputs are estimated from its sensors. --signals names them, as the "
    "text "
    "does: sensors are measured; virtual sensors, joints and unknown inputs are compared with their estimates "
    "(docs/mechanisms.md).",
    NULL};
static const tool_example examples[] = {
    {"friction of a synthetic axis, with a page of pictures",
     "bristle observe rig/axis --model sgms --params table-4.1 --correct-every 0.01 --report axis.html"},
    {"a stiffness from nothing", "bristle observe rig/exact --model sgms --params table-4.1 --estimate 'kappa[4] = 0'"},
    {"over a moving horizon",
     "bristle observe rig/exact --model sgms --params table-4.1 --observer mhe --estimate 'kappa[4] = 0'"},
    {"drive force in, position out",
     "bristle observe rig/exact --model lugre --params table-4.1 --order full --json axis.json"},
    {NULL, NULL}};

const tool_command command_observe = {.name = "observe",
                                      .purpose = "friction states and parameters from a log, with their uncertainty",
                                      .operand = "LOG",
                                      .operand_help = "a table, LOG.csv or LOG.mat, with --signals; or a synthetic rig",
                                      .operand_needed = true,
                                      .options = options,
                                      .more = more,
                                      .examples = examples,
                                      .run = run};
