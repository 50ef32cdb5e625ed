// identify.c - `bristle identify`: a friction law from logs of an axis.           [host]
#include "num/base/fp.h"

#include "tool/kit/caller.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/identify/identify.h"
#include "tool/kit/number.h"
#include "tool/kit/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

// "30%", "30 %", "0.3": a share from 0 to below 1.
static br_status read_hold_out(identifying *w, const tool_args *a, br_diag *why)
{
    br_unit unit = br_unit_none();
    w->hold_out = w->compare && !a->test ? 0.3 : 0;
    if (a->test && a->hold_out)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --test and --hold-out both say what is held out");
    if (a->hold_out && (!tool_number("--hold-out", a->hold_out, &w->hold_out, &unit) ||
                        !br_unit_same(unit, br_unit_none()) || !(w->hold_out >= 0 && w->hold_out <= 0.9)))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --hold-out '%.60s' is no share from 0 to 90 %%",
                             a->hold_out);
    return BR_OK;
}

static br_status read_options(identifying *w, const tool_args *a, br_diag *why)
{
    w->compare = a->compare != NULL;
    w->options = br_identify_defaults();
    w->options.fix = a->fix;
    w->options.also = a->estimate;
    w->options.huber = a->robust ? 1.345 : 0;
    w->options.profile = a->profile;
    w->options.prior = a->prior;
    w->options.stop = tool_call_stop(a->call);
    w->best = -1;
    w->most = 1000000;
    double rows = 0;
    br_unit unit = br_unit_none();
    if (a->rows && (!tool_number("--rows", a->rows, &rows, &unit) || !(rows >= 1e5 && rows <= 1e9)))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --rows '%.60s' is no number from 1e5 to 1e9",
                             a->rows);
    if (a->rows)
        w->most = (long long)rows;
    if (!a->model && !a->compare)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: which law? --model NAME, or --compare all");
    if (a->model && a->compare)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --model fits one law, --compare several: not both");
    if (a->compare && (a->fix || a->estimate || a->params || a->at || a->profile || a->prior || a->direction))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %s goes with one law, --model, not with --compare",
                             a->fix         ? "--fix"
                             : a->estimate  ? "--estimate"
                             : a->params    ? "--params"
                             : a->profile   ? "--profile"
                             : a->prior     ? "--prior"
                             : a->direction ? "--direction"
                                            : "--at");
    if (a->profile && (a->prior || a->robust))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --profile goes without %s",
                             a->prior ? "--prior" : "--robust");
    bool force = !a->predict || strcmp(a->predict, "force") == 0;
    if (!force && strcmp(a->predict, "motion") != 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --predict '%.60s' is neither force nor motion",
                             a->predict);
    if (a->piece && force)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --piece goes with --predict motion");
    w->options.motion = !force;
    br_status status = a->piece ? tool_time("identify", "--piece", a->piece, &w->options.piece, why) : BR_OK;
    if (status == BR_OK && a->piece && !(w->options.piece > 0))
        status = tool_complain(why, BR_BAD_USAGE, "bristle identify: --piece '%.60s' is no time above 0", a->piece);
    if (status != BR_OK)
        return status;
    w->from = -HUGE_VAL;
    w->until = HUGE_VAL;
    if (a->from)
        status = tool_time("identify", "--from", a->from, &w->from, why);
    if (status == BR_OK && a->until)
        status = tool_time("identify", "--until", a->until, &w->until, why);
    return status == BR_OK ? read_hold_out(w, a, why) : status;
}

// ---------------------------------------------------------------- delivering

static br_status deliver(const identifying *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    br_buffer params = {0}, map = {0};
    br_status status = BR_OK;
    if (tool_wants_text(a))
        identify_text(&v.text, w);
    if (a->json)
        identify_json(&v.json, w);
    if (a->report)
        status = identify_page(&v.report, w);
    bool saved = w->best >= 0 && w->law[w->best].id.physical;
    if (status == BR_OK && a->save_params && saved)
        status = identify_params(&params, w);
    if (status == BR_OK && params.text)
        status = tool_deliver(a->save_params, &params, true, out, why);
    if (a->map)
        identify_map_table(&map, w);
    if (status == BR_OK && a->map)
        status = tool_deliver(a->map, &map, true, out, why);
    br_buffer_free(&params);
    br_buffer_free(&map);
    status = tool_deliver_views(&v, NULL, status, a, out, why);
    if (status == BR_OK && saved)
        tool_written(out, "parameters", a->save_params);
    if (status == BR_OK)
        tool_written(out, "friction over speed", a->map);
    return status;
}

// The first reason why the result is not to be trusted.
static br_status verdict(const identifying *w, br_diag *why)
{
    if (w->failures.size == 0)
        return BR_OK;
    return tool_complain(why, BR_NEGATIVE, "bristle identify: failed: %.*s", (int)strcspn(w->failures.text, "\n"),
                         w->failures.text);
}

static br_status work(identifying *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = read_options(w, a, why);
    if (status == BR_OK)
        status = identify_logs(w, a, why);
    if (status == BR_OK)
        status = identify_look(w);
    if (status == BR_OK)
        status = identify_laws(w, a, why);
    if (status != BR_OK)
        return status;
    identify_judge(w);
    status = identify_map_find(w);
    if (status == BR_OK)
        status = deliver(w, a, out, why);
    return status == BR_OK ? verdict(w, why) : status;
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    identifying *w = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    br_status status = tool_outputs("identify", a, a->operands, a->noperands, why);
    if (status == BR_OK)
        status = work(w, a, out, why);
    for (int i = 0; i < w->laws; i++) {
        if (w->law[i].status == BR_OK)
            br_identified_free(&w->law[i].id);
        if (w->law[i].has_model)
            tool_model_close(&w->law[i].model);
    }
    for (int i = 0; i < w->logs; i++)
        tool_log_free(&w->log[i]);
    identify_map_free(&w->map);
    br_buffer_free(&w->notes);
    br_buffer_free(&w->warnings);
    br_buffer_free(&w->failures);
    free(w);
    return status;
}

// ---------------------------------------------------------------- the table of options

static const tool_option model = OPTION(TOOL_MODEL, "--model", "MODEL", model,
                                        "a friction law that takes v and gives F: built in, or a file NAME.law", NULL);
static const tool_option compare_laws =
    OPTION(TOOL_MODEL, "--compare", "LAWS", compare,
           "several laws, 'coulomb, lugre, sgms', or all: ranked by their error on held-out rows", NULL);
static const tool_option mass =
    OPTION(TOOL_MODEL, "--mass", "M", mass, "moving mass, '20 kg', or moment of inertia", "it is estimated");
static const tool_option held = OPTION(TOOL_METHOD, "--hold-out", "SHARE", hold_out,
                                       "of every log the last part, '30 %', is not fitted; with --compare 30 %", NULL);
static const tool_option test =
    OPTION(TOOL_INPUT, "--test", "LOG", test, "another log, that is not fitted: the error on it ranks laws", NULL);
static const tool_option fix =
    OPTION(TOOL_MODEL, "--fix", "LIST", fix, "parameters that keep their value of --params or --at: 'vs, FS'", NULL);
static const tool_option also =
    OPTION(TOOL_MODEL, "--estimate", "LIST", estimate,
           "parameters that are looked for though they have a default: 'zeta, sigma'", NULL);
static const tool_option direction =
    OPTION(TOOL_MODEL, "--direction", NULL, direction,
           "viscous friction may depend on the direction: a term skew*|v| beside the law", NULL);
static const tool_option gravity =
    OPTION(TOOL_MODEL, "--gravity", NULL, gravity, "terms sin x and cos x of an angle x", NULL);
static const tool_option no_offset =
    OPTION(TOOL_MODEL, "--no-offset", NULL, no_offset, "no constant force beside the law", NULL);
static const tool_option from = OPTION(TOOL_INPUT, "--from", "T", from, "only rows from this time on, '14 s'", NULL);
static const tool_option until = OPTION(TOOL_INPUT, "--until", "T", until, "only rows up to this time", NULL);
static const tool_option decimate =
    OPTION(TOOL_METHOD, "--decimate", "K", decimate, "low-pass residuals and keep every K-th",
           "10 where accelerations are made from positions, else 1");
static const tool_option robust = OPTION(TOOL_METHOD, "--robust", NULL, robust, "outliers count less (Huber)", NULL);
static const tool_option predict = OPTION(
    TOOL_METHOD, "--predict", "WHAT", predict,
    "what the law is fitted to: force, along the measured motion; or motion, as the measured force moves the axis",
    NULL);
static const tool_option piece =
    OPTION(TOOL_METHOD, "--piece", "T", piece,
           "with --predict motion: the log is cut into pieces, '0.5 s', each with a start of its own", NULL);
static const tool_option prior =
    OPTION(TOOL_METHOD, "--prior", "LIST", prior,
           "what is known before: 'm = 90..100 kg' is 95 kg with a standard deviation of 5 kg", NULL);
static const tool_option profile = OPTION(
    TOOL_METHOD, "--profile", "LIST", profile,
    "95 % intervals by profile likelihood of these numbers, 'FC, m', or all: slower and truer than standard deviations",
    NULL);
static const tool_option save = OPTION(TOOL_OUTPUT, "--save-params", "FILE", save_params,
                                       "the parameters of the best law to FILE, for --params", NULL);
static const tool_option map = OPTION(
    TOOL_OUTPUT, "--map", "FILE", map,
    "friction over speed as the logs have it, without any law, as a table: v, F, its sd and how many samples", NULL);
static const tool_option rows = OPTION(
    TOOL_INPUT, "--rows", "N", rows,
    "of a longer log, windows spread evenly over it with so many rows in all; memory is about 160 bytes a row", "1e6");
static const tool_option *const options[] = {&save,
                                             &map,
                                             &from,
                                             &until,
                                             &rows,
                                             &option_signals,
                                             &model,
                                             &compare_laws,
                                             &option_params,
                                             &option_at,
                                             &fix,
                                             &also,
                                             &mass,
                                             &direction,
                                             &gravity,
                                             &no_offset,
                                             &held,
                                             &test,
                                             &option_differentiate,
                                             &option_cutoff,
                                             &decimate,
                                             &robust,
                                             &predict,
                                             &piece,
                                             &prior,
                                             &profile,
                                             &option_seed,
                                             TABLE_OPTIONS,
                                             &option_json,
                                             &option_report,
                                             NULL};
static const char *const more[] = {
    "--signals names the columns: t, then the motion as position x or velocity v (or "
    "both), and the force as drive force u or "
    "friction force F: 't = time, x = enc mm, u = force N'. A drive force is friction "
    "and mass times acceleration, so the mass "
    "is looked for, unless it is given. In rad, rad/s and N*m it is an axis that turns.",
    "A law starts from what its units say: no start values are needed. States at the "
    "start of a log are looked for, too. "
    "Laws of several elements start with as many elements as the log asks for. "
    "Parameters are those of all rows; the held-out "
    "error is that of a fit that has not seen the rows held out.",
    "With a drive force and a position, the axis is also run freely: the measured force moves it, by the law, from "
    "where the log starts to its end, and the error of the position is shown beside. "
    "--predict motion fits that.",
    "The best law, marked *, has the fewest numbers within 2 % of the least error among "
    "laws whose numbers the log tells. Exit code 1: "
    "the log does not tell all numbers of the best law, or nothing could be fitted.",
    NULL};
static const tool_example examples[] = {
    {"Dahl's law and the mass of the synthetic axis", "bristle identify rig/axis --model dahl"},
    {"the same with a known mass, as a file for --params",
     "bristle identify rig/axis --model dahl --mass '20 kg' --save-params axis.par"},
    {NULL, NULL}};

const tool_command command_identify = {.name = "identify",
                                       .purpose = "a friction law from logs of an axis",
                                       .operand = "LOG",
                                       .operand_help = "a table, or a rig; several are runs of one axis",
                                       .operand_needed = true,
                                       .operands = TOOL_OPERANDS,
                                       .options = options,
                                       .more = more,
                                       .examples = examples,
                                       .run = run};
