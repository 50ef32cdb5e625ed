// observe.c - `bristle observe`: states and parameters of a model from a log.    [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/mechanism/mechanism.h"
#include "tool/kit/number.h"
#include "tool/observe/observe.h"
#include "tool/observe/observe_mechanism.h"
#include "tool/kit/progress.h"
#include "tool/kit/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---------------------------------------------------------------- running

static void release_log(const void *log)
{
    br_loaded_log_release(log);
}

static br_status run_observer(observing *o, const tool_args *a, br_diag *why)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    progress bar = progress_open("observing", a);
    br_diag words = {0};
    o->options.now = progress_clock;
    o->options.progress = progress_show;
    o->options.context = &bar;
    o->options.partial = true;
    o->options.release = release_log;
    o->options.log = &o->log;
    br_status status = br_observation_run(&o->ob, &o->model.model, &trace, &o->options, &words);
    progress_close(&bar);
    o->interrupted = bar.interrupted && status == BR_OK && o->ob.stopped;
    if (o->interrupted) {
        br_buffer_print(&o->verdict.warnings, "interrupted after row %lld of %lld: the rows until then are reported\n",
                        o->ob.record.rows, o->log.rows);
        o->log.rows = o->ob.record.rows;
    }
    if (bar.interrupted && status == BR_NEGATIVE)
        return progress_result(&bar, status, why);
    if (status != BR_OK && words.text[0])
        return tool_complain(why, status, "bristle observe: %s%s%s", status == BR_BAD_DATA ? o->log.name : "",
                             status == BR_BAD_DATA ? ": " : "", words.text);
    return status;
}

// ---------------------------------------------------------------- between rows

// The estimate of a name at the last row, and its standard deviation.
static double last_of(const br_observation *ob, const char *name, double *sd)
{
    char with[BR_NAME_SIZE + 40];
    snprintf(with, sizeof with, "%s_sd", name);
    const double *v = br_observation_column(ob, name), *s = br_observation_column(ob, with);
    *sd = s ? s[ob->record.rows - 1] : 0;
    return v ? v[ob->record.rows - 1] : 0;
}

// Estimates by inputs that are held and by their mean: those that differ by more than their standard deviation.
static void warn_of_held(observing *o, const br_observation *mean)
{
    const br_tuning *t = &o->ob.tuning;
    for (int i = t->nx; i < t->nx + t->ne; i++) {
        const br_tuned *e = &t->number[i];
        double sd, other_sd, held = last_of(&o->ob, e->name, &sd), other = last_of(mean, e->name, &other_sd);
        if (!(fabs(held - other) > fmax(sd, other_sd)))
            continue;
        br_buffer_print(&o->verdict.warnings,
                        "%s depends on the velocity between rows: %.5g +- %.2g %s where it is held (as here), %.5g +- "
                        "%.2g %s by the mean of both rows; that of a sampled motion is the latter: --between mean\n",
                        e->name, held, sd, e->unit, other, other_sd, e->unit);
    }
}

// A velocity that is sampled from a motion and then held is half a row late, and parameters follow that without a word from
// the innovations.
static br_status check_between(observing *o, const tool_args *a, br_diag *why)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    br_observation mean;
    br_diag words = {0};
    if (a->between || o->full || o->moving || o->ob.tuning.ne == 0 || o->interrupted)
        return BR_OK;
    progress bar = progress_open("checking the velocity between rows", a);
    br_observation_options options = o->options;
    options.mean_inputs = true;
    options.partial = false;
    options.context = &bar;
    br_status status = br_observation_run(&mean, &o->model.model, &trace, &options, &words);
    progress_close(&bar);
    if (bar.interrupted)
        return progress_result(&bar, BR_NEGATIVE, why);
    if (status == BR_NO_MEMORY)
        return status;
    if (status == BR_OK) { // else there is nothing to compare with
        warn_of_held(o, &mean);
        br_observation_free(&mean);
    }
    return BR_OK;
}

// ---------------------------------------------------------------- verdict

// Stamps that are not even, and how this observer takes them.
static void warn_stamps(observing *o)
{
    const br_stamps *s = &o->ob.stamps;
    bool equal = !o->options.kind || o->options.horizon.intervals > 0;
    if (s->base == BR_TIME_ROWS)
        br_buffer_print(&o->verdict.warnings,
                        "the time stamps jitter by %.2g %% of a step (RMS), the samples do not: %s; log the time of "
                        "the sampling clock\n",
                        100 * s->off,
                        equal
                            ? "this observer takes equal steps"
                            : "EKF and UKF take the steps of the stamps; --observer mhe and smoother take equal ones");
    else if (s->base == BR_TIME_STAMPS && equal)
        br_buffer_print(&o->verdict.warnings,
                        "steps are off equal ones by %.2g %% (RMS), and this observer takes equal ones; compare "
                        "--observer ekf or ukf, which take them as they are, or resample the log: bristle table\n",
                        100 * s->off);
}

static void find_curves(observing *o)
{
    for (int i = 0; i < o->log.columns; i++)
        if (strcmp(o->log.column[i].name, "x") == 0) {
            o->position = o->log.column[i].v;
            br_unit_write(o->position_unit, o->log.unit[i]);
        }
    o->force = br_loaded_log_column(&o->log, "F");
    if (!o->force && o->made_F)
        o->force = o->log.made.F;
    o->force_est = br_observation_column(&o->ob, "F_est");
    o->force_sd = br_observation_column(&o->ob, "F_sd");
}

static br_status assess(observing *o)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    find_curves(o);
    return br_observation_verdict(&o->ob,
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

static br_status deliver_estimates(const observing *o, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_wants_text(a))
        observe_text(&v.text, o);
    if (a->json)
        observe_json(&v.json, o);
    br_status status = a->report ? observe_report(&v.report, o) : BR_OK;
    return tool_deliver_views(&v, &o->ob.record, status, a, out, why);
}

// The first reason why the result cannot be trusted, and how many there are.
static br_status first_failure(const observing *o, br_diag *why)
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

static br_status observe_log(observing *o, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = observe_read_options(o, a, why);
    if (status == BR_OK)
        status = tool_log_load(&o->log, "observe", a->operand, a, why);
    if (status == BR_OK && o->log.notes.text)
        br_buffer_put(&o->verdict.warnings, o->log.notes.text);
    if (status == BR_OK)
        status = observe_match(o, a, why);
    if (status == BR_OK)
        status = run_observer(o, a, why);
    if (status == BR_OK)
        status = check_between(o, a, why);
    if (status == BR_OK)
        status = assess(o);
    if (status != BR_OK)
        return status;
    warn_stamps(o);
    status = deliver_estimates(o, a, out, why);
    status = status == BR_OK ? first_failure(o, why) : status;
    return progress_partial(a, o->interrupted, status, why);
}

static br_status run_observe(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *const inputs[] = {a->operand, a->model, a->params};
    br_status status = tool_outputs("observe", a, inputs, 3, why);
    if (status == BR_OK && mechanism_named(a->model))
        return observe_mechanism(a, out, why);
    if (status == BR_OK && (a->unknown || a->tune || a->dense || a->smooth || a->filter_only || a->step))
        status = tool_complain(why, BR_BAD_USAGE, "bristle observe: %s needs a mechanism; give --model NAME.mech",
                               a->unknown       ? "--unknown"
                               : a->tune        ? "--tune"
                               : a->dense       ? "--dense"
                               : a->smooth      ? "--smooth"
                               : a->filter_only ? "--filter-only"
                                                : "--step");
    if (status != BR_OK)
        return status;
    observing *o = calloc(1, sizeof *o); // large: no load for a small stack
    if (!o)
        return BR_NO_MEMORY;
    status = observe_log(o, a, out, why);
    br_observation_free(&o->ob);
    br_loaded_log_free(&o->log);
    br_loaded_model_close(&o->model);
    br_verdict_free(&o->verdict);
    free(o);
    return status;
}

// ---------------------------------------------------------------- the command

static const char *const more[] = {
    "LOG rig/axis, rig/exact or rig/consistent is a synthetic rig with known columns (docs/rigs.md). Noise that "
    "--noise does not give is estimated from the log by maximum likelihood; the summary prints it.",
    "Before the run, an observability analysis along the log shows which share of each prior standard deviation can "
    "remain, and the least observable direction. Exit code 1: the result cannot be trusted, because an estimate is not "
    "observable or ended at its limit; the observer diverged, rejected a quarter of the measurements, restarted "
    "repeatedly, or its standard deviations are ten times too small; or the smoother did not converge. "
    "docs/observers.md explains observers, orders, noise and these rules.",
    "For a mechanism NAME.mech, states and unknown inputs are estimated from its sensors. --signals uses the names of "
    "NAME.mech: sensors are measurements; columns of virtual sensors, joints and unknown inputs are compared with "
    "their estimates (docs/mechanisms.md).",
    NULL};
static const tool_example examples[] = {
    {"estimate the friction of a synthetic axis, with an HTML report",
     "bristle observe rig/axis --model sgms --params table-4.1 --correct-every 0.01 --report axis.html"},
    {"estimate a stiffness that starts at 0",
     "bristle observe rig/exact --model sgms --params table-4.1 --estimate 'kappa[4] = 0'"},
    {"the same with a moving horizon",
     "bristle observe rig/exact --model sgms --params table-4.1 --observer mhe --estimate 'kappa[4] = 0'"},
    {"full order: drive force in, position out",
     "bristle observe rig/exact --model lugre --params table-4.1 --order full --json axis.json"},
    {NULL, NULL}};

const tool_command command_observe = {
    .name = "observe",
    .purpose = "estimate friction states and parameters from a log, with standard deviations",
    .operand = "LOG",
    .operand_help = "table (LOG.csv, LOG.mat) with --signals, or a synthetic rig",
    .operand_needed = true,
    .options = observe_options,
    .more = more,
    .examples = examples,
    .run = run_observe};
