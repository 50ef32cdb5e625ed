// inspect.c - `bristle inspect`: log quality check, and what is identifiable from a log.  [host]
#include "num/base/fp.h"

#include "tool/inspect/inspect.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/log_options.h"
#include "tool/kit/rig_log.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"
#include "tool/kit/rig_names.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- logs

static int go_on(void *bar, double share)
{
    return progress_show(bar, share);
}

// All that was found, where the rest of the command takes it from.
static br_status note_found(inspecting *w)
{
    const char *line;
    w->count = br_inspect_columns(w->check);
    w->rows = br_inspect_rows_of(w->check);
    w->time = br_inspect_time_of(w->check);
    w->motion = br_inspect_motion_of(w->check);
    w->guessed = !w->rows->signals;
    while (w->verdicts < INSPECT_VERDICTS && br_inspect_verdict_at(w->check, w->verdicts)) {
        w->verdict[w->verdicts] = br_inspect_verdict_at(w->check, w->verdicts);
        w->verdicts++;
    }
    for (int i = 0; (line = br_inspect_warning(w->check, i)) != NULL; i++)
        br_buffer_print(&w->warnings, "%s\n", line);
    for (int i = 0; (line = br_inspect_skipped(w->check, i)) != NULL; i++)
        br_buffer_print(&w->left_out, "%s\n", line);
    return w->warnings.status == BR_OK ? w->left_out.status : w->warnings.status;
}

static br_status check_table(inspecting *w, br_table *table, const tool_args *a, br_diag *why)
{
    br_inspect_options o;
    tool_span span;
    br_status status = tool_span_read("inspect", (const char *const[]){"--from", "--until"},
                                      (const char *const[]){a->from, a->until}, &span, why);
    if (status != BR_OK)
        return status;
    (void)br_inspect_defaults(&o, sizeof o);
    o.from = a->from ? span.from : o.from;
    o.until = a->until ? span.until : o.until;
    progress bar = progress_open("reading", a);
    o.go_on = go_on;
    o.context = &bar;
    status = tool_said(br_inspect_open(&w->check, table, &o, why), why);
    progress_close(&bar);
    if (status == BR_OK)
        status = note_found(w);
    w->interrupted = bar.interrupted && status == BR_OK && w->rows->interrupted;
    return status == BR_OK && w->rows->interrupted && !w->interrupted ? BR_NEGATIVE : status;
}

static br_status inspect_table(inspecting *w, const tool_args *a, br_diag *why)
{
    br_table *table = NULL;
    if (a->seed)
        return tool_complain(why, BR_BAD_USAGE, "bristle inspect: --seed has no effect: %.60s is a table, not a rig",
                             w->log);
    br_status status = tool_table_handle(&table, "inspect", w->log, a, why);
    if (status == BR_OK && a->signals)
        status = tool_said(br_table_set_signals(table, a->signals, why), why);
    if (status == BR_OK)
        status = check_table(w, table, a, why);
    br_table_close(table);
    return status;
}

// A rig as a table with signals, "t = #1, x = #2".
static br_status inspect_rig(inspecting *w, const tool_args *a, br_diag *why)
{
    rig_log rig = {0};
    br_buffer signals = {0};
    br_status status = rig_log_open(&rig, "inspect", w->log, a, why);
    if (status == BR_OK)
        status = rig_log_rename(&rig, w->log, NULL, why);
    for (int c = 0; status == BR_OK && c < br_table_columns(rig.table); c++)
        br_buffer_print(&signals, "%s%s = #%d", c ? ", " : "", br_table_name(rig.table, c), c + 1);
    if (status == BR_OK)
        status = signals.status == BR_OK ? br_table_set_signals(rig.table, signals.text, why) : signals.status;
    if (status == BR_OK)
        status = check_table(w, rig.table, a, why);
    br_buffer_free(&signals);
    rig_log_close(&rig);
    return status;
}

static br_status inspect_log(inspecting *w, const tool_args *a, br_diag *why)
{
    return rig_log_named(w->log, a) ? inspect_rig(w, a, why) : inspect_table(w, a, why);
}

// ---------------------------------------------------------------- the command

static br_status deliver_inspection(const inspecting *all, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    for (int i = 0; i < a->noperands && tool_wants_text(a); i++) {
        br_buffer_put(&v.text, i ? "\n" : "");
        inspect_text(&v.text, &all[i]);
    }
    if (a->json)
        inspect_json(&v.json, all, a->noperands);
    br_status status = a->report ? inspect_report(&v.report, all, a->noperands) : BR_OK;
    return tool_deliver_views(&v, NULL, status, a, out, why);
}

static br_status run_inspect(const tool_args *a, br_buffer *out, br_diag *why)
{
    inspecting *all = calloc((size_t)a->noperands, sizeof *all);
    br_status status = all ? tool_outputs("inspect", a, a->operands, a->noperands, why) : BR_NO_MEMORY;
    for (int i = 0; i < a->noperands && status == BR_OK; i++) {
        all[i].log = a->operands[i];
        status = inspect_log(&all[i], a, why);
        if (status == BR_OK && all[i].interrupted && i + 1 < a->noperands)
            status = tool_complain(why, BR_NEGATIVE, "bristle inspect: interrupted in log %d of %d; nothing is written",
                                   i + 1, a->noperands);
    }
    if (status == BR_OK)
        status = progress_partial(a, all[a->noperands - 1].interrupted, deliver_inspection(all, a, out, why), why);
    for (int i = 0; i < a->noperands && all; i++) {
        br_inspect_close(all[i].check);
        br_buffer_free(&all[i].left_out);
        br_buffer_free(&all[i].warnings);
    }
    free(all);
    return status;
}

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_INPUT, "--signals", "LIST", signals,
               "columns of LOG as signals: 't = time s, x = position mm, F = force N'", "all columns"),
    OWN_OPTION(TOOL_INPUT, "--from", "T", from, "use rows from this time on only, '14 s'", NULL),
    OWN_OPTION(TOOL_INPUT, "--until", "T", until, "use rows up to this time only", NULL),
    &option_seed,
    TABLE_OPTIONS,
    &option_json,
    &option_report,
    NULL};
static const char *const more[] = {
    "Signals named t, x (position), v (velocity), F (friction force) and u (drive force) are analysed as a motion; "
    "other columns one by one. Without --signals every column is analysed by itself. A log is read once, in bounded "
    "memory. Nothing is repaired: repeated or decreasing times, which other commands refuse, are counted and listed by "
    "row.",
    "The last part lists what is identifiable from the log, what is not and why, and which excitation signal would "
    "help ('bristle excite'). docs/inspect.md has the rules.",
    NULL};
static const tool_example examples[] = {
    {"check the log of a synthetic axis, with an HTML report", "bristle inspect rig/axis --report axis.html"},
    {"the result as JSON", "bristle inspect rig/exact --seed 3 --json -"},
    {NULL, NULL}};

const tool_command command_inspect = {.name = "inspect",
                                      .purpose =
                                          "log quality check: problems of a log, and what is identifiable from it",
                                      .operand = "LOG",
                                      .operand_help = "tables (LOG.csv, LOG.mat) or synthetic rigs",
                                      .operand_needed = true,
                                      .operands = TOOL_OPERANDS,
                                      .options = options,
                                      .more = more,
                                      .examples = examples,
                                      .run = run_inspect};
