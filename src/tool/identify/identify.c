// identify.c - `bristle identify`: a friction law from logs of an axis.           [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/log_options.h"
#include "tool/kit/progress.h"
#include "tool/kit/tables.h"
#include "tool/kit/terminal.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- delivering

// The parameters of the best law as a file, which are not saved where they violate what it requires.
static br_status deliver_params(const identifying *o, bool *saved, br_buffer *out, br_diag *why)
{
    char *text = NULL;
    if (!o->a->save_params || o->best < 0 || !o->result.meets_law)
        return BR_OK;
    br_status status = br_identification_print(o->is, "bristle " BR_VERSION " identify", &text, why);
    if (status == BR_OK) {
        const br_buffer params = {.text = text, .size = strlen(text)};
        status = tool_deliver(o->a->save_params, &params, true, out, why);
    }
    free(text);
    *saved = status == BR_OK;
    return status;
}

static br_status deliver_map(const identifying *o, br_buffer *out, br_diag *why)
{
    br_buffer map = {0};
    if (!o->a->map)
        return BR_OK;
    identify_map_csv(&map, o);
    br_status status = tool_deliver(o->a->map, &map, true, out, why);
    br_buffer_free(&map);
    return status;
}

static br_status deliver_fits(const identifying *o, br_buffer *out, br_diag *why)
{
    const tool_args *a = o->a;
    tool_views v = {0};
    bool saved = false;
    br_status status = BR_OK;
    if (tool_makes_text(a))
        identify_text(&v.text, o);
    if (a->json)
        identify_json(&v.json, o);
    if (a->report)
        status = identify_report(&v.report, o);
    if (status == BR_OK)
        status = deliver_params(o, &saved, out, why);
    v.before[0] = saved ? a->save_params : NULL;
    if (status == BR_OK)
        status = deliver_map(o, out, why);
    v.before[1] = status == BR_OK ? a->map : NULL;
    status = tool_deliver_views(&v, NULL, status, a, out, why);
    if (status == BR_OK && saved && tool_wants_text(a))
        tool_written(out, "parameters", a->save_params);
    if (status == BR_OK && tool_wants_text(a))
        tool_written(out, "friction over speed", a->map);
    return status;
}

// ---------------------------------------------------------------- running

typedef struct shown_progress {
    progress bar;
    const identifying *o;
} shown_progress;

static int show_progress(void *of, double share)
{
    shown_progress *p = of;
    return progress_show_text(&p->bar, share, br_identification_running(p->o->is)) && !watch_stopped();
}

// What there is to show, once it has run.
static br_status take_results(identifying *o)
{
    o->laws = br_identification_laws(o->is);
    o->best = -1;
    o->setup.size = sizeof o->setup;
    o->log.size = sizeof o->log;
    o->result.size = sizeof o->result;
    br_identification_candidate c = {.size = sizeof c};
    for (int i = 0; i < o->laws; i++)
        if (br_identification_rank(o->is, i, &c) == BR_OK && c.best) {
            o->best = i;
            o->best_law = c;
        }
    br_buffer_put(&o->notes, br_identification_notes(o->is));
    br_buffer_put(&o->warnings, br_identification_warnings(o->is));
    br_buffer_put(&o->failures, br_identification_failures(o->is));
    br_status status = br_identification_setup_of(o->is, &o->setup);
    if (o->notes.status != BR_OK || o->warnings.status != BR_OK || o->failures.status != BR_OK)
        return BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_identification_log_at(o->is, 0, &o->log);
    return status == BR_OK && o->best >= 0 ? br_identification_result_of(o->is, &o->result) : status;
}

// What was found is shown, where there is a reason not to trust it, too.
static br_status fit_and_deliver(identifying *o, br_buffer *out, br_diag *why)
{
    shown_progress p = {.bar = progress_open("identifying", o->a), .o = o};
    br_status found = br_identification_run(o->is, show_progress, &p, why);
    progress_close(&p.bar);
    if (br_identification_laws(o->is) == 0)
        return found;
    br_diag words = {0};
    br_status status = take_results(o);
    if (status == BR_OK)
        status = deliver_fits(o, out, &words);
    if (status != BR_OK && why)
        *why = words;
    return status == BR_OK ? found : status;
}

static br_status run_identify(const tool_args *a, br_buffer *out, br_diag *why)
{
    identifying *o = calloc(1, sizeof *o);
    if (!o)
        return BR_NO_MEMORY;
    br_status status = tool_outputs("identify", a, a->operands, a->noperands, why);
    watch_open(); // the logs are looked at for a while before the first law is fitted
    if (status == BR_OK)
        status = identify_open(o, a, why);
    if (status == BR_OK)
        status = fit_and_deliver(o, out, why);
    watch_close();
    br_identification_close(o->is);
    br_law_close(o->law);
    br_buffer_free(&o->notes);
    br_buffer_free(&o->warnings);
    br_buffer_free(&o->failures);
    free(o);
    return status;
}

// ---------------------------------------------------------------- the table of options

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_OUTPUT, "--save-params", "FILE", save_params,
               "write the parameters of the best law to FILE, for --params", NULL),
    OWN_OPTION(TOOL_OUTPUT, "--map", "FILE", map,
               "write measured friction over speed, independent of any law, to FILE: v, F, its "
               "standard deviation, number of samples",
               NULL),
    OWN_OPTION(TOOL_INPUT, "--from", "T", from, "use rows from this time on only, '14 s'", "the start of the log"),
    OWN_OPTION(TOOL_INPUT, "--until", "T", until, "use rows up to this time only", "the end of the log"),
    OWN_OPTION(TOOL_INPUT, "--rows", "N", rows,
               "upper limit of rows, 1e5 or more; a longer log is read in windows spread evenly over it (about 200 "
               "bytes of memory "
               "per row)",
               "1e6"),
    &option_signals,
    OWN_OPTION(TOOL_MODEL, "--model", "MODEL", model,
               "friction law with input v and output F: a built-in name or a file NAME.law", NULL),
    OWN_OPTION(TOOL_MODEL, "--compare", "LAWS", compare,
               "laws to compare, 'coulomb, lugre, sgms', or all; ranked by their hold-out error", NULL),
    &option_params,
    &option_at,
    OWN_OPTION(TOOL_MODEL, "--fix", "LIST", fix, "parameters held at their value of --params or --at: 'vs, FS'",
               "none"),
    OWN_OPTION(TOOL_MODEL, "--estimate", "LIST", estimate,
               "parameters to estimate although they have a default: 'zeta, sigma'", "none"),
    OWN_OPTION(TOOL_MODEL, "--mass", "M", mass, "moving mass, '20 kg', or moment of inertia", "estimated"),
    OWN_OPTION(TOOL_MODEL, "--direction", NULL, direction,
               "add a term skew*|v|: viscous friction depends on the direction", NULL),
    OWN_OPTION(TOOL_MODEL, "--gravity", NULL, gravity, "add gravity terms sin x and cos x of an angle x", NULL),
    OWN_OPTION(TOOL_MODEL, "--offset", "WHAT", offset,
               "constant force offset: one for all logs, each log its own (offset[1], offset[2] ...), or none", "one"),
    OWN_OPTION(TOOL_MODEL, "--no-offset", NULL, no_offset, "the same as --offset none", NULL),
    OWN_OPTION(TOOL_MODEL, "--spring", "K", spring,
               "spring beside the mass, '1191 N/m', or estimate; its zero position is part of the offset", "none"),
    OWN_OPTION(TOOL_MODEL, "--damper", "D", damper, "damper beside the mass, '0.669 N*s/m', or estimate", "none"),
    OWN_OPTION(
        TOOL_MODEL, "--delay", "T", delay,
        "delay between force and motion, '0.5 ms': the force of a row goes with the motion that much later; 0: none",
        "estimated"),
    OWN_OPTION(TOOL_MODEL, "--held", NULL, held,
               "the drive holds its command for a sample: a delay of half a sample, which is not estimated; a "
               "simulated axis is "
               "moved by steps of the force, not along straight lines",
               NULL),
    OWN_OPTION(TOOL_METHOD, "--hold-out", "SHARE", hold_out,
               "share at the end of every log that is not fitted but used for the hold-out error",
               "0; with --compare 30 %"),
    OWN_OPTION(TOOL_INPUT, "--test", "LOG", test, "test log: not fitted; laws are ranked by their error on it", "none"),
    OWN_OPTION(TOOL_INPUT, "--test-from", "T", test_from, "use rows of the test log from this time on only",
               "--from; with --test-until its start"),
    OWN_OPTION(TOOL_INPUT, "--test-until", "T", test_until, "use rows of the test log up to this time only",
               "--until; with --test-from its end"),
    &option_differentiate,
    &option_cutoff,
    OWN_OPTION(TOOL_METHOD, "--decimate", "K", decimate, "low-pass filter the residuals and keep every K-th",
               "10 where accelerations are derived from positions or velocities, else 1"),
    OWN_OPTION(TOOL_METHOD, "--robust", NULL, robust,
               "reduce the weight of outliers (Huber); reject spikes of x, v, a, u and F", NULL),
    OWN_OPTION(
        TOOL_METHOD, "--predict", "WHAT", predict,
        "what is fitted: force, along the measured motion; motion, by simulation (force in, motion out); or step, "
        "the prediction of every row from the one before, by a Kalman filter with estimated noise of position "
        "and force",
        "force; motion where the axis sticks and slips; step where noise of the positions biases the force, or its "
        "rows are too far apart"),
    OWN_OPTION(
        TOOL_METHOD, "--piece", "T", piece,
        "with --predict motion: split the log into segments of this length, '0.5 s', each with its own initial state",
        "not split"),
    OWN_OPTION(TOOL_METHOD, "--prior", "LIST", prior,
               "prior knowledge: 'm = 90..100 kg' means 95 kg with a standard deviation of 5 kg", "none"),
    OWN_OPTION(TOOL_METHOD, "--profile", "LIST", profile,
               "95 % confidence intervals of these parameters by profile likelihood, 'FC, "
               "m', or all; slower and more accurate than standard deviations",
               "none"),
    &option_seed,
    TABLE_OPTIONS,
    &option_json,
    &option_report,
    NULL};
static const char *const more[] = {
    "--signals names the columns: time t, the motion as position x or velocity v (or both), and the force as drive "
    "force u or friction force F: 't = time, x = enc mm, u = force N'. A drive force includes m*a, so the mass is "
    "estimated unless --mass gives it. A rotary axis has units rad, rad/s and N*m.",
    "No start values are needed. The initial states of a log are estimated, too (nuisance parameters, not reported). "
    "The number of elements of laws such as maxwell-slip is chosen from the log. Reported parameters are fitted to all "
    "rows; the hold-out error comes from a fit without the hold-out rows.",
    "With a drive force, the law is also checked by a simulation from the start to the end of the log (measured force "
    "in, "
    "motion out); the table shows the error of its position, or of its velocity where there is no position. --predict "
    "motion fits to that simulation, --predict step to predictions of every row from the one before, which neither "
    "noise of the positions nor a closed loop biases. Noise of a measured force may: standard deviations include that.",
    "A fit is checked by others that must agree with it: one-step predictions, one more term beside the law (friction "
    "not linear in the velocity, a gain of one side or of large forces, a spring, time; of a fit of the force a "
    "smoothed force or velocity, too), and every second row. Standard deviations for autocorrelated residuals include "
    "what these move, "
    "and a warning names the parameter.",
    "The best law, marked *, has the fewest parameters of those that explain the log as well as the best one (within "
    "2 %, or worse by no more than the noise). A law earns the * only if its parameters are identifiable, lie where "
    "the "
    "log has been and do not cancel each other, and if it beats two baselines by more than the noise: no friction, and "
    "Coulomb with viscous friction; else its verdict says what is against it. Exit code 1: not all parameters of the "
    "best law are identifiable from the log, or no law explains it. A law that --model alone asks for and that earns "
    "no "
    "* for another reason is warned of.",
    NULL};
static const tool_example examples[] = {
    {"fit the Dahl law and the mass to the log of a synthetic axis", "bristle identify rig/axis --model dahl"},
    {"the same with a known mass; write a parameter file for --params",
     "bristle identify rig/axis --model dahl --mass '20 kg' --save-params axis.par"},
    {NULL, NULL}};

const tool_command command_identify = {
    .name = "identify",
    .purpose = "fit friction laws to logs of an axis and rank them",
    .operand = "LOG",
    .operand_help = "table (LOG.csv, LOG.mat) or synthetic rig; several logs are runs of the same axis",
    .operand_needed = true,
    .operands = TOOL_OPERANDS,
    .options = options,
    .more = more,
    .examples = examples,
    .run = run_identify};
