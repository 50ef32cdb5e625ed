// observe.c - `bristle observe`: states and parameters of a model from a log.    [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/mechanism/mechanism.h"
#include "tool/kit/number.h"
#include "tool/observe/observe.h"
#include "tool/kit/terminal.h"
#include "tool/observe/observe_mechanism.h"
#include "tool/kit/progress.h"
#include "tool/kit/tables.h"
#include "tool/kit/record_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---------------------------------------------------------------- running

static br_status run_observer(observing *o, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("observing", a);
    o->options.now = progress_clock;
    o->options.progress = progress_show;
    o->options.context = &bar;
    o->options.partial = true;
    br_status status = br_log_observer_run(o, why);
    progress_close(&bar);
    o->interrupted = bar.interrupted && status == BR_OK && o->ob.stopped;
    if (o->interrupted) {
        br_buffer_print(&o->verdict.warnings, "interrupted after row %lld of %lld: the rows until then are reported\n",
                        o->ob.record.rows, o->log.rows);
        o->log.rows = o->ob.record.rows;
    }
    return bar.interrupted && status == BR_NEGATIVE ? progress_result(&bar, status, why) : status;
}

static br_status check_between(observing *o, const tool_args *a, br_diag *why)
{
    br_diag words = {0};
    if (a->between || !br_log_observer_needs_between(o))
        return BR_OK;
    progress bar = progress_open("checking the velocity between rows", a);
    o->options.context = &bar;
    br_status status = br_log_observer_check_between(o, &words);
    progress_close(&bar);
    if (bar.interrupted)
        return progress_result(&bar, BR_NEGATIVE, why);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// ---------------------------------------------------------------- delivering

static br_status deliver_estimates(const observing *o, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_makes_text(a))
        observe_text(&v.text, o);
    if (a->json)
        observe_json(&v.json, o);
    br_status status = a->report ? observe_report(&v.report, o) : BR_OK;
    return tool_deliver_views(&v, RECORD_ROWS(&o->ob.record), status, a, out, why);
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
    o->who = "bristle observe: ";
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
        status = br_log_observer_assess(o);
    if (status != BR_OK)
        return status;
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
    watch_open(); // the log is read, and its observability looked at, before the first row is filtered
    status = observe_log(o, a, out, why);
    watch_close();
    br_log_observer_release(o);
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
    "their estimates (docs/mechanism-estimation.md).",
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
