// bound.c - `bristle bound`: parameter intervals that are proved from logs.      [host]
#include "num/base/fp.h"

#include "api/bound/slab.h"
#include "tool/bound/bound.h"
#include "tool/bound/bound_crew.h"
#include "tool/bound/bound_set.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/progress.h"
#include "tool/kit/terminal.h"
#include "tool/kit/tables.h"

#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------- the search

typedef struct watching {
    progress bar;
    const br_bound_answer *a;
} watching;

// The bar, with boxes and widths; and whether somebody pressed Ctrl-C.
static bool show_bounds(void *of, const br_paving_state *at)
{
    watching *w = of;
    char words[120];
    int used = snprintf(words, sizeof words, "%ld boxes, widths", at->boxes);
    for (int i = 0; i < at->np && w->bar.terminal && used < 90; i++)
        used += snprintf(words + used, sizeof words - (size_t)used, " %.12s %.3g", w->a->name[i],
                         br_interval_width(at->p[i]));
    bool wanted = progress_show_text(&w->bar, at->share, words);
    return !ranks_any(watch_stopped() || !wanted);
}

static br_status search_bounds(br_bounding *w, const tool_args *a, int ranks, int threads, br_diag *why)
{
    watching with = {progress_open("bounding", a), &w->answer};
    br_threads all;
    br_crew here = br_threads_open(&all, ranks > 1 ? 1 : threads);
    w->options.crew = ranks > 1 ? ranks_crew() : here;
    w->options.go_on = show_bounds;
    w->options.context = &with;
    br_status status = br_bounding_search(w, why);
    br_threads_close(&all);
    w->options.crew = (br_crew){0};
    progress_close(&with.bar);
    return status;
}

// The same by the rules of the paper.
static br_status search_as_in_paper(br_bounding *w, const tool_args *a, br_diag *why)
{
    if (w->answer.found.stopped)
        return br_bounding_search_paper(w, NULL, why); // which says so
    watching with = {progress_open("by the rules of the paper", a), &w->answer};
    br_status status = br_bounding_search_paper(w, &with, why);
    progress_close(&with.bar);
    return status;
}

// ---------------------------------------------------------------- the command

static bool watch_check(void *bar, double share)
{
    return progress_show(bar, share) && !watch_stopped();
}

// Who ends the search ends this too.
static br_status check_certificate(br_bounding *w, const tool_args *a)
{
    if (w->answer.found.stopped)
        return w->certificate.text.status;
    progress bar = progress_open("checking the certificate", a);
    br_status status = br_bounding_check_certificate(w, watch_check, &bar);
    progress_close(&bar);
    return status;
}

// w: NULL for slabs that were merged, which have no report.
static br_status deliver_bounds(const br_bound_answer *b, const br_bounding *w, const tool_args *a, br_buffer *out,
                                br_diag *why)
{
    tool_views v = {0};
    br_status made = w && a->report ? bound_report(&v.report, w) : BR_OK;
    if (tool_wants_text(a))
        bound_text(&v.text, b, true);
    tool_written(&v.text, "certificate", a->certificate);
    if (tool_wants_text(a) && a->certificate)
        br_bound_show_check(&v.text, b);
    if (a->json)
        br_bound_write_json(&v.json, b);
    br_status status = tool_deliver_views(&v, NULL, made, a, out, why);
    if (status == BR_OK && b->found.verdict == BR_INCONSISTENT)
        return tool_complain(why, BR_NEGATIVE,
                             "bristle bound: inconsistent: no parameters of the ranges explain the log");
    return status;
}

static br_status merge(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_bound_answer *all = calloc(1, sizeof *all);
    br_status status = all ? br_bound_merge_slabs(all, a->operands, a->noperands, bound_says, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        status = deliver_bounds(all, NULL, a, out, why);
        br_paving_free(&all->found);
    }
    free(all);
    return status;
}

// Of several processes only the first prints.
static br_status bound(bounding *all, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_bounding *w = &all->is;
    int rank, ranks = ranks_open(&rank), threads;
    br_status status = crew_threads(a->threads, &threads, why);
    if (status == BR_OK)
        status = bound_read(all, a, why);
    if (status == BR_OK && a->rules)
        status = br_bounding_rules(w, a->rules, why);
    if (status == BR_OK && a->certificate)
        status = br_bounding_begin_certificate(w, why);
    watch_open();
    if (status == BR_OK)
        status = search_bounds(w, a, ranks, threads, why);
    if (status == BR_OK && a->rules)
        status = search_as_in_paper(w, a, why);
    ranks_close();
    if (status == BR_OK && a->certificate && rank == 0)
        status = check_certificate(w, a);
    watch_close();
    if (rank > 0)
        return BR_OK;
    if (status == BR_OK && a->certificate)
        status = tool_deliver(a->certificate, &w->certificate.text, true, out, why);
    return status == BR_OK ? deliver_bounds(&w->answer, w, a, out, why) : status;
}

static br_status run_bound(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = tool_outputs("bound", a, a->operands, a->noperands, why);
    if (status == BR_OK && a->merge && a->report)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --merge has no report; drop --report");
    if (status != BR_OK || a->merge)
        return status == BR_OK ? merge(a, out, why) : status;
    if (a->rules && !br_bound_is_paper(a->rules))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --rules '%.60s' is unknown; use 'paper'", a->rules);
    if (!a->error || !a->range)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: %s LIST is missing; see 'bristle bound --help'",
                             a->error ? "--range" : "--error");
    if (a->model && bound_set_takes(a->model))
        return bound_set(a, out, why);
    bounding *w = calloc(1, sizeof *w); // large, and logs must not move
    status = w ? bound(w, a, out, why) : BR_NO_MEMORY;
    if (w)
        bound_free(w);
    free(w);
    return status;
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
