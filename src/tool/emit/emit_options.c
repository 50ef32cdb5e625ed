// emit_options.c - options of `bristle emit`, and what its kinds of output share.  [host]
#include "num/base/fp.h"

#include "tool/control/control.h"
#include "tool/emit/emit.h"
#include "tool/kit/deliver.h"
#include "tool/kit/law.h"
#include "tool/kit/log_options.h"
#include "tool/kit/number.h"
#include "tool/observe/observe.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

// "6", "none"
static br_status read_gate(double *gate, const char *text, br_diag *why)
{
    if (!text)
        return BR_OK;
    *gate = 0;
    return strcmp(text, "none") == 0 ? BR_OK : observe_read_number("emit", "--gate", text, 0.1, 1e9, false, gate, why);
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
static br_status read_every(emitting *e, const char *text, br_diag *why)
{
    double time = 0;
    br_status status = tool_time("emit", "--correct-every", text, &time, why);
    double samples = time * e->rate;
    if (status == BR_OK && !(samples >= 1 - 1e-9 && samples <= 1e6))
        status = tool_complain(why, BR_BAD_USAGE,
                               samples > 1 ? "bristle emit: --correct-every '%.60s' is more than 1e6 samples at %.6g Hz"
                                           : "bristle emit: --correct-every '%.60s' is shorter than the sample time at "
                                             "%.6g Hz",
                               text, e->rate);
    if (status == BR_OK)
        e->every = (long)floor(samples * (1 + 1e-12) + 0.5);
    return status;
}

// How an observer steps its law.
static br_status read_substeps(const tool_args *a, int *to, br_diag *why)
{
    double substeps = 0;
    br_status status = observe_read_number("emit", "--substeps", a->substeps, 1, 1e6, false, &substeps, why);
    if (status == BR_OK && substeps != floor(substeps))
        status = tool_complain(why, BR_BAD_USAGE, "bristle emit: --substeps '%.60s' is not an integer", a->substeps);
    *to = (int)substeps;
    return status;
}

br_status emit_read_common(emitting *e, const tool_args *a, br_diag *why)
{
    e->a = a;
    e->rate = 1000;
    (void)br_emit_defaults(&e->o, sizeof e->o);
    e->o.who = "bristle emit: ";
    e->o.version = BR_VERSION;
    e->o.prefix = a->prefix;
    e->o.layout = a->layout;
    e->o.single = a->single;
    e->o.mixed = a->mixed;
    if (a->single && a->mixed)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle emit: --float computes all in float, --mixed only the steps of the law; give one of them");
    double samples = 0;
    br_status status = read_rate(a->rate, &e->rate, why);
    if (status == BR_OK)
        status = observe_read_number("emit", "--samples", a->samples, 10, 1e6, false, &samples, why);
    e->o.samples = (int)samples;
    return status;
}

// ---------------------------------------------------------------- making

static int show_progress(void *bar, double share)
{
    return progress_show(bar, share);
}

void emit_begin(emitting *e)
{
    e->bar = progress_open("tuning", e->a);
    e->o.progress = show_progress;
    e->o.context = &e->bar;
}

br_status emit_end(emitting *e, br_status status, br_diag *why)
{
    progress_close(&e->bar);
    if (status == BR_BAD_USAGE && e->a->method && strcmp(br_diag_member(why), "method") == 0)
        return tool_complain(why, status,
                             "bristle emit: --method '%.60s' is not a fixed-step method; 'bristle simulate --help' "
                             "lists them%s",
                             e->a->method, e->a->fmu ? ": rk4, midpoint, gauss4, lie and others" : "");
    return progress_result(&e->bar, status, why);
}

void emit_close(emitting *e)
{
    br_emit_close(e->made);
}

static br_status open_law(br_law **law, const tool_args *a, br_diag *why)
{
    br_status status = tool_law_open(law, a->operand, a->params, a->at, why);
    return status == BR_OK ? tool_law_single(*law, "emit", why) : status;
}

static br_status make_horizon(emitting *e, const tool_args *a, br_diag *why)
{
    br_horizon_options o;
    observe_problem problem = {.levenberg = 0};
    double intervals = 20, iterations = 1;
    br_law *law = NULL;
    (void)br_horizon_defaults(&o, sizeof o);
    br_status status = observe_read_number("emit", "--horizon", a->horizon, 1, 10000, true, &intervals, why);
    if (status == BR_OK)
        status = observe_read_number("emit", "--iterations", a->iterations, 1, 100, true, &iterations, why);
    e->every = 1;
    if (status == BR_OK && a->correct_every)
        status = read_every(e, a->correct_every, why);
    if (status == BR_OK)
        status = read_gate(&o.gate, a->gate, why);
    if (status == BR_OK)
        status = read_substeps(a, &o.substeps, why);
    if (status == BR_OK)
        status = observe_read_problem(&problem, "emit", a, why);
    o.intervals = (int)intervals, o.iterations = (int)iterations;
    o.arrival = problem.arrival, o.shared = problem.shared, o.noise_in_arrival = problem.noise_in_arrival;
    o.levenberg = problem.levenberg, o.huber = problem.huber;
    o.rate = e->rate, o.every = (int)e->every, o.bounds = a->bounds, o.method = a->method;
    o.measured = a->measured, o.estimate = a->estimate, o.noise = a->noise, o.prior = a->prior, o.most = a->most;
    if (status == BR_OK)
        status = open_law(&law, a, why);
    if (status == BR_OK) {
        emit_begin(e);
        status = emit_end(e, br_emit_horizon(&e->made, law, &o, &e->o, why), why);
    }
    br_law_close(law);
    return status;
}

static br_status check_observer(const tool_args *a, bool elasto, br_diag *why)
{
    const char *of_horizon = a->horizon      ? "--horizon"
                             : a->iterations ? "--iterations"
                             : a->bounds     ? "--bounds"
                             : a->mixed      ? "--mixed"
                                             : observe_problem_option(a);
    if (of_horizon)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s needs --observer mhe", of_horizon);
    if (elasto && (a->measured || a->estimate || a->noise || a->prior || a->most))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --observer ep estimates the deflection, and takes no noise");
    if (a->correct_every && elasto)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --correct-every needs --observer ekf, ukf or mhe");
    if ((a->method || a->substeps) && elasto)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s needs --observer ekf, ukf or mhe",
                             a->method ? "--method" : "--substeps");
    return BR_OK;
}

static br_status read_particles(const tool_args *a, br_observer_kind kind, long *particles, br_diag *why)
{
    double number = 256;
    if (a->particles && kind != BR_OBSERVER_PARTICLE)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --particles needs --observer particle");
    br_status status = observe_read_number("emit", "--particles", a->particles, 16, 65536, true, &number, why);
    *particles = a->particles ? (long)number : 0;
    return status;
}

static br_status make_filter(emitting *e, br_observer_kind kind, const tool_args *a, br_diag *why)
{
    br_observer_options o;
    br_law *law = NULL;
    (void)br_observer_defaults(&o, sizeof o);
    e->every = 1;
    br_status status = check_observer(a, kind == BR_OBSERVER_ELASTO_PLASTIC, why);
    if (status == BR_OK && a->correct_every)
        status = read_every(e, a->correct_every, why);
    if (status == BR_OK)
        status = read_gate(&o.gate, a->gate, why);
    if (status == BR_OK)
        status = read_substeps(a, &o.substeps, why);
    if (status == BR_OK)
        status = read_particles(a, kind, &o.particles, why);
    o.kind = kind;
    o.rate = e->rate, o.every = (int)e->every, o.method = a->method;
    o.measured = a->measured, o.estimate = a->estimate, o.noise = a->noise, o.prior = a->prior, o.most = a->most;
    if (status == BR_OK)
        status = open_law(&law, a, why);
    if (status == BR_OK) {
        emit_begin(e);
        status = emit_end(e, br_emit_observer(&e->made, law, &o, &e->o, why), why);
    }
    br_law_close(law);
    return status;
}

br_status emit_make_observer(emitting *e, br_diag *why)
{
    static const struct {
        const char *name;
        br_observer_kind kind;
    } filters[] = {{"ekf", BR_OBSERVER_EKF},
                   {"ukf", BR_OBSERVER_UKF},
                   {"particle", BR_OBSERVER_PARTICLE},
                   {"ep", BR_OBSERVER_ELASTO_PLASTIC}};
    const char *name = e->a->observer;
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        if (strcmp(name, filters[i].name) == 0)
            return make_filter(e, filters[i].kind, e->a, why);
    if (strcmp(name, "mhe") == 0)
        return make_horizon(e, e->a, why);
    return tool_complain(why, BR_BAD_USAGE,
                         "bristle emit: --observer '%.60s' is not one of ekf, ukf, particle, mhe, ep", name);
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

void emit_write_notes(br_buffer *out, const br_emit *made)
{
    if (br_emit_guessed(made))
        br_buffer_put(out, "warning: noise not given by --noise was estimated from a simulation with forces 10 % off, "
                           "not from your machine; 'bristle observe' estimates it from a log\n");
    control_notes(out, br_emit_notes(made));
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
               "folder of C with an observer instead of the law alone: ekf, ukf, particle, mhe, ep", NULL),
    OWN_OPTION(TOOL_METHOD, "--rate", "HZ", rate, "sampling frequency", "1000"),
    OWN_OPTION(TOOL_OUTPUT, "--prefix", "NAME", prefix, "prefix of all names of the package", "observer, compensator"),
    OWN_OPTION(TOOL_OUTPUT, "--layout", "KIND", layout,
               "what stands around the sources of the package: folder, cmake, platformio, arduino, esp-idf, zephyr",
               "folder"),
    OWN_OPTION(TOOL_INPUT, "--measured", "NAMES", measured, "measured outputs and states",
               "F of a friction law, x or x1 of a plant, else the first output"),
    OWN_OPTION(TOOL_MODEL, "--estimate", "LIST", estimate, "parameters to estimate, as for observe", "none"),
    OWN_OPTION(TOOL_METHOD, "--noise", "LIST", noise, "standard deviations, as for observe",
               "from a simulation with forces 10 % off"),
    OWN_OPTION(TOOL_METHOD, "--prior", "LIST", prior, "initial standard deviations, as for observe", "as for observe"),
    &observe_most,
    &observe_particles,
    OWN_OPTION(TOOL_METHOD, "--horizon", "N", horizon, "mhe: number of intervals, each of length --correct-every",
               "20"),
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
    OWN_OPTION(TOOL_METHOD, "--correct-every", "T", correct_every,
               "ekf, ukf, mhe: correction period, '10 ms'; of mhe also the length of an interval, with all inputs of "
               "its samples",
               "every sample"),
    OWN_OPTION(TOOL_OUTPUT, "--samples", "N", samples,
               "samples of the self-test; more samples with faulty sensors follow", "200"),
    &observe_bounds,
    &observe_arrival,
    &observe_parameters,
    &observe_process_noise,
    &observe_levenberg,
    &observe_huber,
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
