// observe_mechanism.c - `bristle observe LOG --model F.mech`: states and unknown inputs of a mechanism.    [host]
#include "num/base/fp.h"

#include "tool/observe/observe_mechanism.h"

#include "tool/kit/deliver.h"
#include "tool/kit/log_options.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"
#include "tool/kit/rig_log.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"
#include "tool/mechanism/sketch.h"

#include <string.h>

// ---------------------------------------------------------------- running

static br_status read_gate(const tool_args *a, double *gate, br_diag *why)
{
    br_unit unit = br_unit_none();
    if (!a->gate)
        return BR_OK;
    *gate = 0;
    if (strcmp(a->gate, "none") == 0 || (tool_number("--gate", a->gate, gate, &unit) &&
                                         br_unit_same(unit, br_unit_none()) && *gate >= 0.1 && *gate <= 1e9))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle observe: --gate '%.60s' is not a number from 0.1 to 1e9", a->gate);
}

static br_status read_options(watching *w, br_diag *why)
{
    const tool_args *a = w->a;
    br_mechanism_observer_options *o = &w->options;
    (void)br_mechanism_observer_defaults(o, sizeof *o);
    o->who = "bristle observe: ";
    o->name = a->operand;
    o->signals = a->signals;
    o->unknown = a->unknown;
    o->estimate = a->estimate;
    o->prior = a->prior;
    o->noise = a->noise;
    o->method = a->method;
    o->tune = a->tune;
    o->smooth = a->smooth;
    o->dense = a->dense;
    o->filter_only = a->filter_only;
    o->drawings = a->report ? SKETCH_FRAMES : 0;
    br_status status = a->step ? tool_time("observe", "--step", a->step, &o->step, why) : BR_OK;
    return status == BR_OK ? read_gate(a, &o->gate, why) : status;
}

// The filter, then perhaps the fit of parameters.
typedef struct two_bars {
    progress bar;
    const watching *w;
    bool fits;
} two_bars;

static int show_share(void *context, double share)
{
    two_bars *b = context;
    bool fits = br_mechanism_observer_result(b->w->o, BR_MECHANISM_OBSERVER_FITTING) == 1;
    if (fits && !b->fits) {
        progress_close(&b->bar);
        b->bar = progress_open("fitting", b->w->a);
    }
    b->fits = fits;
    return progress_show(&b->bar, share);
}

static tool_column column_at(const void *of, int c)
{
    const watching *w = of;
    return (tool_column){br_table_name(w->table, c), br_table_unit(w->table, c),
                         c == 0 ? TOOL_TIME : TOOL_OUTPUT_COLUMN, br_table_values(w->table, c)};
}

static void unload(const void *of)
{
    br_mechanism_observer_unload(((const watching *)of)->o);
}

static double result_of(const watching *w, br_mechanism_observer_figure figure)
{
    return br_mechanism_observer_result(w->o, figure);
}

// Rows so far are the result where the filter was interrupted, but not behind it.
static bool is_partial(const watching *w)
{
    return result_of(w, BR_MECHANISM_OBSERVER_ROWS) < result_of(w, BR_MECHANISM_OBSERVER_LOG_ROWS);
}

static br_status run_observer(watching *w, br_diag *why)
{
    two_bars b = {.bar = progress_open(w->a->tune ? "tuning" : "observing", w->a), .w = w};
    br_status status = br_mechanism_observer_log(w->o, w->log, show_share, &b, why);
    progress_close(&b.bar);
    if (status == BR_NEGATIVE && is_partial(w))
        status = BR_OK;
    if (status != BR_OK)
        return progress_result(&b.bar, status, why);
    status = br_mechanism_observer_table(w->o, &w->table, why);
    if (status != BR_OK)
        return status;
    w->rows = (tool_rows){w, br_table_columns(w->table), (long long)br_table_rows(w->table), column_at, unload};
    br_buffer_put(&w->warnings, br_mechanism_observer_warnings(w->o));
    br_buffer_put(&w->failures, br_mechanism_observer_failures(w->o));
    return w->warnings.status == BR_OK ? w->failures.status : w->warnings.status;
}

// ---------------------------------------------------------------- the command

static br_status check_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--params", a->params},
                               {"--at", a->at},
                               {"--observer", a->observer},
                               {"--order", a->order},
                               {"--correct-every", a->correct_every},
                               {"--substeps", a->substeps},
                               {"--horizon", a->horizon},
                               {"--most", a->most},
                               {"--period", a->period},
                               {"--arrival", a->arrival},
                               {"--parameters", a->parameters},
                               {"--iterations", a->iterations},
                               {"--bounds", a->bounds},
                               {"--process-noise", a->process_noise},
                               {"--levenberg", a->levenberg},
                               {"--precision", a->precision},
                               {"--huber", a->huber},
                               {"--mass", a->mass},
                               {"--differentiate", a->differentiate},
                               {"--cutoff", a->cutoff},
                               {"--seed", a->seed},
                               {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: %s has no effect on a mechanism; leave it out",
                             other);
    if (a->dense && a->smooth)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --smooth cannot be combined with --dense; give one of them");
    return BR_OK;
}

// Names are those of the text.
static br_status ask_for_signals(const watching *w, br_diag *why)
{
    br_buffer names = {0};
    for (int i = 0; i < br_mechanism_size(w->m, BR_MECHANISM_SENSORS) && names.size < 200; i++)
        br_buffer_print(&names, ", %s = COLUMN %s", br_mechanism_name(w->m, BR_MECHANISM_SENSORS, i),
                        br_mechanism_unit(w->m, BR_MECHANISM_SENSORS, i));
    br_status status =
        tool_complain(why, BR_BAD_USAGE, "bristle observe: %.100s needs --signals 't = COLUMN s%s' (sensors of %.60s)",
                      w->a->operand, names.text ? names.text : "", br_mechanism_called(w->m));
    br_buffer_free(&names);
    return status;
}

static br_status open_log(watching *w, br_diag *why)
{
    rig_log none = {0};
    if (!rig_log_named(w->a->operand, w->a))
        return tool_table_handle(&w->log, "observe", w->a->operand, w->a, why);
    br_status status = rig_log_open(&none, "observe", w->a->operand, w->a, why); // refuses --signals
    rig_log_close(&none);
    return status;
}

static br_status open_observer(watching *w, br_diag *why)
{
    br_status status = br_mechanism_open(&w->m, w->a->model, why);
    if (status != BR_OK)
        return tool_said(status == BR_NO_FILE ? BR_BAD_LAW : status, why); // as of a law
    return br_mechanism_observer_open(&w->o, w->m, &w->options, why);
}

static br_status observe_log(watching *w, br_diag *why)
{
    br_status status = check_options(w->a, why);
    if (status == BR_OK)
        status = read_options(w, why);
    if (status == BR_OK)
        status = open_observer(w, why);
    if (status == BR_OK && !w->a->signals)
        status = ask_for_signals(w, why);
    if (status == BR_OK)
        status = open_log(w, why);
    return status == BR_OK ? run_observer(w, why) : status;
}

static br_status deliver_estimates(const watching *w, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_makes_text(w->a))
        watching_text(&v.text, w);
    if (w->a->json)
        watching_json(&v.json, w);
    br_status status = w->a->report ? watching_report(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, &w->rows, status, w->a, out, why);
}

br_status observe_mechanism(const tool_args *a, br_buffer *out, br_diag *why)
{
    watching w = {.a = a};
    br_status status = observe_log(&w, why);
    bool partial = status == BR_OK && is_partial(&w);
    if (status == BR_OK)
        status = deliver_estimates(&w, out, why);
    if (status == BR_OK && w.failures.size > 0)
        status = tool_complain(why, BR_NEGATIVE, "bristle observe: failed: %.*s", (int)strcspn(w.failures.text, "\n"),
                               w.failures.text);
    status = progress_partial(a, partial, status, why);
    br_buffer_free(&w.warnings);
    br_buffer_free(&w.failures);
    br_table_close(w.table);
    br_mechanism_observer_close(w.o);
    br_table_close(w.log);
    br_mechanism_close(w.m);
    return status;
}
