// emit_options.c - options of `bristle emit`, and what its kinds of output share.  [host]
#include "num/base/fp.h"

#include "emit/package/rehearsal.h"
#include "sim/run/run.h"
#include "tool/control/control.h"
#include "tool/emit/emit.h"
#include "tool/kit/deliver.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"
#include "tool/observe/observe.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

static br_status read_plain(const char *option, const char *text, double low, double high, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    double read = 0;
    if (!text)
        return BR_OK;
    if (!tool_number(option, text, &read, &unit) || !br_unit_same(unit, br_unit_none()) ||
        !(read >= low && read <= high))
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s '%.60s' is not a number from %g to %g", option, text,
                             low, high);
    *value = read;
    return BR_OK;
}

// "6", "none"
static br_status read_gate(br_observation_options *o, const char *text, br_diag *why)
{
    o->default_gate = !text;
    o->gate = text ? 0 : BR_REJECT_BEYOND;
    return text && strcmp(text, "none") == 0 ? BR_OK : read_plain("--gate", text, 0.1, 1e9, &o->gate, why);
}

// "1000", "1 kHz", "1000 1/s"; not "1000 rad/s", which are no samples a second
static br_status read_rate(const char *text, double *rate, br_diag *why)
{
    br_unit unit = br_unit_none(), hertz = br_unit_none();
    double read = 0;
    hertz.power[2] = -12;
    if (!text)
        return BR_OK;
    bool number = tool_number("--rate", text, &read, &unit);
    bool samples = number && br_unit_same(unit, hertz) && !strstr(text, "r") && !strstr(text, "deg"); // rad, rev, rpm
    if (!(samples || (number && br_unit_same(unit, br_unit_none()))) || !(read >= 1e-3 && read <= 1e9))
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --rate '%.60s' is not a number from 0.001 to 1e9 in Hz",
                             text);
    *rate = read;
    return BR_OK;
}

// A whole number of samples, the nearest one.
static br_status read_every(br_package_options *o, const char *text, br_diag *why)
{
    double time = 0;
    br_status status = tool_time("emit", "--correct-every", text, &time, why);
    double samples = time * o->rate;
    if (status == BR_OK && !(samples >= 1 - 1e-9))
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle emit: --correct-every '%.60s' is shorter than the sample time at %.6g Hz", text,
                               o->rate);
    o->observe.correct_every = floor(samples * (1 + 1e-12) + 0.5) / o->rate;
    return status;
}

// How an observer steps its law.
static br_status read_steps(br_package_options *o, const tool_args *a, br_diag *why)
{
    const br_run_method *m = a->method ? br_run_method_find(a->method) : NULL;
    double substeps = 0;
    if (a->method && !(m && m->fixed))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --method '%.60s' is not a fixed-step method; 'bristle simulate --help' "
                             "lists them",
                             a->method);
    br_status status = read_plain("--substeps", a->substeps, 1, 1e6, &substeps, why);
    if (status == BR_OK && substeps != floor(substeps))
        status = tool_complain(why, BR_BAD_USAGE, "bristle emit: --substeps '%.60s' is not an integer", a->substeps);
    o->observe.flow = m ? m->fixed : NULL;
    o->observe.substeps = (int)substeps;
    return status;
}

static br_status read_observer(br_package_options *o, const tool_args *a, br_diag *why)
{
    o->observe = br_observation_defaults();
    if (strcmp(a->observer, "ekf") == 0)
        o->observer = BR_PLAN_EKF;
    else if (strcmp(a->observer, "ukf") == 0) {
        o->observer = BR_PLAN_UKF;
        o->observe.kind = &br_kalman_ukf;
    } else if (strcmp(a->observer, "mhe") == 0) {
        double intervals = 20, iterations = 1;
        o->observer = BR_PLAN_MHE;
        br_status status = read_plain("--horizon", a->horizon, 1, 10000, &intervals, why);
        if (status == BR_OK)
            status = read_plain("--iterations", a->iterations, 1, 100, &iterations, why);
        o->observe.horizon =
            (br_observation_horizon){.intervals = (int)intervals, .iterations = (int)iterations, .bounds = a->bounds};
        if (status == BR_OK && a->correct_every)
            status = tool_complain(why, BR_BAD_USAGE,
                                   "bristle emit: --correct-every needs --observer ekf or ukf; for mhe, which has a "
                                   "node at every sample, use a slower --rate");
        return status;
    } else if (strcmp(a->observer, "ep") == 0) {
        o->observer = BR_PLAN_EP;
    } else
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --observer '%.60s' is not one of ekf, ukf, mhe, ep",
                             a->observer);
    if (a->horizon || a->iterations || a->bounds || a->mixed)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s needs --observer mhe",
                             a->horizon      ? "--horizon"
                             : a->iterations ? "--iterations"
                             : a->bounds     ? "--bounds"
                                             : "--mixed");
    if (a->correct_every && o->observer == BR_PLAN_EP)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --correct-every needs --observer ekf or ukf");
    return a->correct_every ? read_every(o, a->correct_every, why) : BR_OK;
}

br_status emit_read_common(br_package_options *o, const tool_args *a, br_diag *why)
{
    *o = (br_package_options){.version = BR_VERSION,
                              .prefix = a->prefix        ? a->prefix
                                        : a->compensator ? "compensator"
                                                         : "observer",
                              .single = a->single,
                              .mixed = a->mixed,
                              .rate = 1000};
    if (!br_prefix_ok(o->prefix))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --prefix '%.60s' is not a valid C name; use at most %d letters, digits and "
                             "_, a letter first, and no name of C or its library",
                             o->prefix, (int)BR_PREFIX_MOST);
    if (a->single && a->mixed)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle emit: --float computes all in float, --mixed only the steps of the law; give one of them");
    double samples = 0;
    br_status status = read_rate(a->rate, &o->rate, why);
    if (status == BR_OK)
        status = read_plain("--samples", a->samples, 10, BR_PACKAGE_ROWS_MOST, &samples, why);
    o->samples = (int)samples;
    return status;
}

br_status emit_package_options(br_package_options *o, const tool_args *a, br_diag *why)
{
    br_status status = emit_read_common(o, a, why);
    if (status == BR_OK)
        status = read_observer(o, a, why);
    if (status == BR_OK)
        status = read_gate(&o->observe, a->gate, why);
    if (status == BR_OK && (a->method || a->substeps) && o->observer == BR_PLAN_EP)
        status = tool_complain(why, BR_BAD_USAGE, "bristle emit: %s needs --observer ekf, ukf or mhe",
                               a->method ? "--method" : "--substeps");
    if (status == BR_OK)
        status = read_steps(o, a, why);
    o->measured = a->measured;
    o->observe.tuning.estimate = a->estimate;
    o->observe.tuning.noise = a->noise;
    o->observe.tuning.prior = a->prior;
    o->observe.tuning.most = a->most;
    return status;
}

// ---------------------------------------------------------------- output

br_status emit_write_file(const tool_args *a, const br_buffer *text, br_buffer *out, br_diag *why)
{
    br_status status = tool_deliver(a->out, text, a->force, out, why);
    if (status == BR_NO_FILE && !a->force && strstr(why->text, "exists already"))
        strncat(why->text, "; --force replaces it", sizeof why->text - strlen(why->text) - 1);
    return status;
}

br_status emit_write_made(const tool_args *a, const br_emit *made, const char *what, br_buffer *out, br_diag *why)
{
    size_t size = 0;
    const char *text = br_emit_text(made, 0, &size);
    br_buffer b = {.text = (char *)text, .size = size};
    br_status status = emit_write_file(a, &b, out, why);
    if (status == BR_OK)
        tool_written(out, what, a->out);
    return status;
}

br_status emit_complain(br_diag *why, br_status status, const br_diag *message)
{
    return status != BR_OK && message->text[0] ? tool_complain(why, status, "bristle emit: %s", message->text) : status;
}

bool emit_progress(void *bar, double share)
{
    return progress_show(bar, share);
}

void emit_write_notes(br_buffer *out, bool guessed, const br_buffer *notes)
{
    if (guessed)
        br_buffer_put(out, "warning: noise not given by --noise was estimated from a simulation with forces 10 % off, "
                           "not from your machine; 'bristle observe' estimates it from a log\n");
    control_notes(out, notes);
}

// ---------------------------------------------------------------- the table of options

const tool_option *const emit_options[] = {
    OWN_OPTION(TOOL_OUTPUT, "-o", "FILE", out,
               "output file, - for standard output; with --observer and --compensator a new folder", tool_required),
    OWN_OPTION(TOOL_MODEL, "--model", "MODEL", model, "same as the operand MODEL, as in other commands", NULL),
    OWN_OPTION(TOOL_OUTPUT, "--float", NULL, single, "compute in float, for controllers without double arithmetic",
               NULL),
    OWN_OPTION(TOOL_MODEL, "--params", "FILE|SET", params,
               "parameter set or file; for C of a law only its choices and kind of motion "
               "are used, the values stay arguments of the C functions",
               NULL),
    OWN_OPTION(TOOL_OUTPUT, "--force", NULL, force, "replace an existing FILE", NULL),
    OWN_OPTION(TOOL_OUTPUT, "--observer", "KIND", observer,
               "folder of C with an observer instead of the law alone: ekf, ukf, mhe, ep", NULL),
    OWN_OPTION(TOOL_METHOD, "--rate", "HZ", rate, "sampling frequency", "1000"),
    OWN_OPTION(TOOL_OUTPUT, "--prefix", "NAME", prefix, "prefix of all names of the package", "observer, compensator"),
    OWN_OPTION(TOOL_INPUT, "--measured", "NAMES", measured, "measured outputs and states",
               "F of a friction law, x or x1 of a plant, else the first output"),
    OWN_OPTION(TOOL_MODEL, "--estimate", "LIST", estimate, "parameters to estimate, as for observe", "none"),
    OWN_OPTION(TOOL_METHOD, "--noise", "LIST", noise, "standard deviations, as for observe",
               "from a simulation with forces 10 % off"),
    OWN_OPTION(TOOL_METHOD, "--prior", "LIST", prior, "initial standard deviations, as for observe", "as for observe"),
    &observe_most,
    OWN_OPTION(TOOL_METHOD, "--horizon", "N", horizon, "mhe: number of intervals, one sample each", "20"),
    OWN_OPTION(TOOL_METHOD, "--iterations", "N", iterations, "mhe: Gauss-Newton iterations per sample", "1"),
    OWN_OPTION(
        TOOL_METHOD, "--mixed", NULL, mixed,
        "mhe: steps of the law and their derivatives in float, all else in double (as observe --precision mixed)",
        NULL),
    OWN_OPTION(TOOL_METHOD, "--gate", "N", gate,
               "reject innovations beyond this many standard deviations; none: only beyond 1e8", "6"),
    OWN_OPTION(TOOL_METHOD, "--substeps", "K", substeps, "ekf, ukf, mhe: substeps of every step",
               "chosen by the method"),
    OWN_OPTION(TOOL_OUTPUT, "--sizes", NULL, sizes,
               "with --observer or --compensator: flash, memory, stack and instructions per "
               "sample on Cortex-M4F and M7 (needs arm-none-eabi-gcc and QEMU)",
               NULL),
    &option_at,
    OWN_OPTION(TOOL_OUTPUT, "--as", "NOTATION", as,
               "export to another program: modelica, mujoco, dcmotor (of MuJoCo), urdf, cia402; the output states what "
               "is lost",
               NULL),
    OWN_OPTION(TOOL_OUTPUT, "--to", "SPEED", to, "with --as except modelica: largest speed of the approximation",
               "0.1 m/s or rad/s"),
    OWN_OPTION(TOOL_OUTPUT, "--fmu", "2|3", fmu,
               "FMU for co-simulation, FMI 2.0 or 3.0, of a law or plant with the values of "
               "--params, or with --observer or --compensator of these",
               NULL),
    OWN_OPTION(TOOL_METHOD, "--method", "NAME", method, "FMU, ekf, ukf, mhe: a fixed-step method of 'bristle simulate'",
               "chosen by the law"),
    OWN_OPTION(TOOL_METHOD, "--step", "H", step, "FMU: internal step; a communication step must be a multiple of it",
               "1 ms"),
    OWN_OPTION(TOOL_METHOD, "--correct-every", "T", correct_every, "ekf, ukf: correction period, '10 ms'",
               "every sample"),
    OWN_OPTION(TOOL_OUTPUT, "--samples", "N", samples,
               "samples of the self-test; more samples with faulty sensors follow", "200"),
    &observe_bounds,
    OWN_OPTION(TOOL_OUTPUT, "--compensator", "NAME", compensator,
               "folder of C, or with --fmu an FMU, with a compensator of 'bristle "
               "control', tuned as there: reference and position in, force out",
               NULL),
    &option_mass,
    CONTROL_TUNED_BY,
    &control_course,
    &control_stroke,
    &control_period,
    NULL};
