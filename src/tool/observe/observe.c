// observe.c - `bristle observe`: states and parameters of a model from a log.    [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/mechanism/mechanism.h"
#include "tool/observe/observe.h"
#include "tool/kit/terminal.h"
#include "tool/observe/observe_mechanism.h"
#include "tool/kit/progress.h"

#include <string.h>

// ---------------------------------------------------------------- running

// The log, and then perhaps a second time: whether estimates depend on the inputs between its rows.
typedef struct two_bars {
    progress bar;
    const tool_args *a;
    double share;
} two_bars;

static int show_share(void *context, double share)
{
    two_bars *b = context;
    if (share < b->share) {
        progress_close(&b->bar);
        b->bar = progress_open("checking the inputs between rows", b->a);
    }
    b->share = share;
    return progress_show(&b->bar, share);
}

static br_status run_observer(observing *o, br_diag *why)
{
    two_bars b = {.bar = progress_open("observing", o->a), .a = o->a};
    br_status status = br_estimation_log(o->is, o->rig.is ? o->rig.table : o->log, show_share, &b, why);
    progress_close(&b.bar);
    return status == BR_NEGATIVE ? progress_result(&b.bar, status, why) : status;
}

static tool_column column_at(const void *of, int c)
{
    static const tool_role role[] = {[BR_ESTIMATION_TIME] = TOOL_TIME,
                                     [BR_ESTIMATION_OUTPUT] = TOOL_OUTPUT_COLUMN,
                                     [BR_ESTIMATION_STATE] = TOOL_STATE};
    const observing *o = of;
    return (tool_column){br_table_name(o->estimates, c), br_table_unit(o->estimates, c),
                         role[br_estimation_role_of(o->is, c)], br_table_values(o->estimates, c)};
}

static void unload(const void *of)
{
    br_estimation_unload(((const observing *)of)->is);
}

static br_status take_estimates(observing *o, br_diag *why)
{
    br_status status = br_estimation_table(o->is, &o->estimates, why);
    if (status != BR_OK)
        return status;
    o->rows = (tool_rows){o, br_table_columns(o->estimates), (long long)br_table_rows(o->estimates), column_at, unload};
    br_buffer_put(&o->warnings, br_estimation_warnings(o->is));
    br_buffer_put(&o->failures, br_estimation_failures(o->is));
    return o->warnings.status == BR_OK ? o->failures.status : o->warnings.status;
}

// ---------------------------------------------------------------- delivering

static br_status deliver_estimates(const observing *o, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    const tool_args *a = o->a;
    if (tool_makes_text(a))
        observe_text(&v.text, o);
    if (a->json)
        observe_json(&v.json, o);
    br_status status = a->report ? observe_report(&v.report, o) : BR_OK;
    return tool_deliver_views(&v, &o->rows, status, a, out, why);
}

// The first reason why the result cannot be trusted, and how many there are.
static br_status first_failure(const observing *o, br_diag *why)
{
    const char *text = o->failures.text;
    if (o->failures.size == 0)
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

static br_status observe_log(observing *o, br_buffer *out, br_diag *why)
{
    br_status status = observe_read_options(o, why);
    o->options.now = progress_clock;
    if (status == BR_OK)
        status = observe_open(o, why);
    if (status == BR_OK)
        status = run_observer(o, why);
    if (status == BR_OK)
        status = take_estimates(o, why);
    if (status != BR_OK)
        return status;
    bool interrupted = observe_result(o, BR_ESTIMATION_ROWS) < observe_result(o, BR_ESTIMATION_LOG_ROWS);
    status = deliver_estimates(o, out, why);
    status = status == BR_OK ? first_failure(o, why) : status;
    return progress_partial(o->a, interrupted, status, why);
}

static void close_observer(observing *o)
{
    br_table_close(o->estimates);
    br_estimation_close(o->is);
    br_table_close(o->log);
    rig_log_close(&o->rig);
    br_law_close(o->law);
    br_buffer_free(&o->signals);
    br_buffer_free(&o->warnings);
    br_buffer_free(&o->failures);
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
    observing o = {.a = a};
    watch_open(); // the log is read, and its observability looked at, before the first row is filtered
    status = observe_log(&o, out, why);
    watch_close();
    close_observer(&o);
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
