// bound.c - `bristle bound`: parameter intervals that are proved from logs.      [host]
#include "num/base/fp.h"

#include "num/interval/interval.h"
#include "tool/bound/bound.h"
#include "tool/bound/bound_crew.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/progress.h"
#include "tool/kit/said.h"
#include "tool/kit/terminal.h"
#include "tool/kit/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the search

typedef struct watching {
    progress bar;
    const br_bound *b;
    double search; // share of the work that is search, which processes do in step
} watching;

// The bar, with boxes and widths; and whether somebody pressed Ctrl-C.
static int show_bounds(void *of, double share)
{
    watching *w = of;
    char words[120];
    br_bound_interval p;
    int used = snprintf(words, sizeof words, "%lld boxes", br_bound_count(w->b, BR_BOUND_BOXES));
    bool slides = w->bar.terminal && bound_interval(w->b, 0, &p) && p.low <= p.high;
    if (slides)
        used += snprintf(words + used, sizeof words - (size_t)used, ", widths");
    for (int i = 0; slides && bound_interval(w->b, i, &p) && used < 90; i++)
        used += snprintf(words + used, sizeof words - (size_t)used, " %.12s %.3g", p.name,
                         br_interval_width((br_interval){p.low, p.high}));
    bool wanted = progress_show_text(&w->bar, share, words) && !watch_stopped();
    return share < w->search ? !ranks_any(!wanted) : wanted;
}

static br_status search_bounds(bounding *w, br_diag *why)
{
    const tool_args *a = w->a;
    bool rules = a->rules != NULL, certificate = a->certificate != NULL;
    watching with = {progress_open("bounding", a), w->is, (1.0 + rules) / (1 + rules + certificate)};
    br_status status = br_bound_run(w->is, show_bounds, &with, why);
    progress_close(&with.bar);
    return status;
}

// ---------------------------------------------------------------- the command

static br_status write_json(br_buffer *out, const br_bound *b, br_diag *why)
{
    char *text = NULL;
    br_status status = br_bound_json(b, &text, why);
    if (status == BR_OK)
        br_buffer_put(out, text);
    free(text);
    return status;
}

static br_status write_report(br_buffer *out, const bounding *w, bool slides)
{
    return slides ? bound_report(out, w->is) : bound_set_report(out, w);
}

// w->law is NULL for slabs that were merged, which have no report.
static br_status deliver_bounds(const bounding *w, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    const tool_args *a = w->a;
    const br_bound *b = w->is;
    bool slides = !w->law || br_bound_by_slides(w->law);
    br_status made = w->law && a->report ? write_report(&v.report, w, slides) : BR_OK;
    if (tool_wants_text(a) && slides)
        bound_text(&v.text, b, true);
    else if (tool_wants_text(a))
        bound_set_text(&v.text, b);
    tool_written(&v.text, "certificate", a->certificate);
    if (tool_wants_text(a) && a->certificate)
        br_buffer_put(&v.text, br_bound_note(b, BR_BOUND_NOTE_CERTIFICATE));
    if (a->json && made == BR_OK)
        made = write_json(&v.json, b, why);
    v.before[0] = a->certificate;
    br_status status = tool_deliver_views(&v, NULL, made, a, out, why);
    if (status == BR_OK && br_bound_outcome_of(b) == BR_BOUND_INCONSISTENT)
        return tool_complain(why, BR_NEGATIVE,
                             "bristle bound: inconsistent: no parameters of the ranges explain the log");
    return status;
}

static br_status deliver_certificate(const bounding *w, br_buffer *out, br_diag *why)
{
    size_t size = 0;
    const char *text = br_bound_certificate(w->is, &size);
    const br_buffer whole = {.text = (char *)text, .size = size};
    return text ? tool_deliver(w->a->certificate, &whole, true, out, why) : BR_OK;
}

static br_status merge(const tool_args *a, br_buffer *out, br_diag *why)
{
    bounding w = {.a = a};
    br_status status = br_bound_merge(&w.is, a->operands, a->noperands, why);
    if (status == BR_OK)
        status = deliver_bounds(&w, out, why);
    else
        status = tool_said_by("bristle bound: ", "bound: ", status, why);
    bound_close(&w);
    return status;
}

// Of several processes only the first prints.
static br_status bound(const tool_args *a, br_buffer *out, br_diag *why)
{
    bounding w = {.a = a};
    int rank, ranks = ranks_open(&rank), threads;
    br_status status = crew_threads(a->threads, &threads, why);
    if (status == BR_OK)
        status = bound_read(&w, ranks, threads, why);
    watch_open();
    if (status == BR_OK)
        status = search_bounds(&w, why);
    if (status == BR_NEGATIVE && br_bound_outcome_of(w.is) == BR_BOUND_INCONSISTENT)
        status = BR_OK; // that is proved
    ranks_close();
    watch_close();
    if (rank == 0 && status == BR_OK && a->certificate)
        status = deliver_certificate(&w, out, why);
    if (rank == 0 && status == BR_OK)
        status = deliver_bounds(&w, out, why);
    bound_close(&w);
    return rank > 0 ? BR_OK : status;
}

static br_status run_bound(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = tool_outputs("bound", a, a->operands, a->noperands, why);
    if (status == BR_OK && a->merge && a->report)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --merge has no report; drop --report");
    if (status != BR_OK || a->merge)
        return status == BR_OK ? merge(a, out, why) : status;
    if (!a->error || !a->range)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: %s LIST is missing; see 'bristle bound --help'",
                             a->error ? "--range" : "--error");
    return bound(a, out, why);
}

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_MODEL, "--model", "MODEL", model,
               "a plant with stick and slip, or a law without modes: built in, or a file NAME.law", "drive-train"),
    &option_params,
    OWN_OPTION(
        TOOL_INPUT, "--signals", "LIST", signals,
        "columns of LOG as signals: 't = time s, x1 = angle rad, u = torque N*m', and 'rest = still' for a signal "
        "that is above 0 where the plant is known to rest",
        "columns t, x1 and u"),
    OWN_OPTION(TOOL_INPUT, "--error", "LIST", error,
               "error bounds of what is measured (states or outputs) and of the input: 'x1 = "
               "7.7e-4 rad, u = 1e-3 N*m'; required but for u",
               "u: 0"),
    OWN_OPTION(TOOL_MODEL, "--range", "LIST", range,
               "search range of each parameter: 'alpha = 3..6 1/s, TF = 0.02..0.3 N*m'; a single value is known "
               "exactly",
               "required, except with --merge"),
    OWN_OPTION(TOOL_MODEL, "--renew", "NAMES", renew, "parameters that may change at each rest: 'TF'", "none"),
    OWN_OPTION(TOOL_INPUT, "--linear", NULL, linear,
               "the input varies between consecutive rows within their values, instead of being held", NULL),
    OWN_OPTION(TOOL_METHOD, "--passes", "N", passes, "passes over the logs", "3"),
    OWN_OPTION(
        TOOL_METHOD, "--rules", "paper", rules,
        "search by the rules of Rauh et al. 2017 as well, and report both. Their free choices: M boxes cut before a "
        "step, M_v parts of a velocity wider than v_bar, L boxes kept, epsilon around the breakaway input, small: "
        "growth that merging may add",
        "paper, M = 50, M_v = 20, L = 300, v_bar = 1 rad/s, epsilon = 1e-6 N*m, small = 0.003"),
    OWN_OPTION(TOOL_METHOD, "--boxes", "N", boxes, "upper limit of boxes tried for a slide", "4000"),
    OWN_OPTION(TOOL_METHOD, "--threads", "N", threads, "threads of the search; the result does not depend on it",
               "number of cores"),
    OWN_OPTION(TOOL_METHOD, "--slab", "I/N", slab,
               "search only the I-th of N parts of the first range, to share the work among "
               "machines; --json writes what --merge reads",
               NULL),
    OWN_OPTION(TOOL_INPUT, "--merge", NULL, merge,
               "the arguments are the JSON files of all N slabs of one problem; combine their results", NULL),
    OWN_OPTION(TOOL_OUTPUT, "--certificate", "FILE", certificate,
               "write every step of the proof to FILE, for 'bristle verify FILE'", NULL),
    TABLE_OPTIONS,
    &option_json,
    &option_report,
    NULL};
static const char *const more[] = {
    "Every parameter of the searched ranges that is outside the intervals is proved to be inconsistent with the log, "
    "provided that the errors stay "
    "within --error, the input is held between rows (or --linear) and the plant rests in row 1. Nothing is claimed "
    "about parameters inside the intervals or outside the ranges.",
    "With a signal of rest the log is cut into slides, from one standstill to the next; parameters of --renew get an "
    "interval for each. An inconsistent log (exit code 1) cannot be explained by the model with any parameters: there "
    "is a fault, an error beyond --error, or another plant. docs/bound.md explains the method.",
    NULL};
static const tool_example examples[] = {
    {"make a log", "bristle simulate drive-train --params nominal --input 'u = square(1) N*m' --until 4 --csv d.csv"},
    {"bound two parameters, with the third one known",
     "bristle bound d.csv --params nominal --error 'x1 = 1 mrad' --range 'alpha=3..6 1/s, TF=0..1 N*m'"},
    {"bound one parameter, and write a certificate for 'bristle verify'",
     "bristle bound d.csv --params nominal --error 'x1=1 mrad' --range 'TF=0..1 Nm' --certificate d.crt"},
    {NULL, NULL}};

const tool_command command_bound = {.name = "bound",
                                    .purpose = "compute guaranteed parameter intervals from a log",
                                    .operand = "LOG...",
                                    .operand_help = "tables, LOG.csv or LOG.mat; several are logs of one plant",
                                    .operand_needed = true,
                                    .operands = TOOL_OPERANDS,
                                    .options = options,
                                    .more = more,
                                    .examples = examples,
                                    .run = run_bound};
