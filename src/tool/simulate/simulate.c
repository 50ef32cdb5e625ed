// simulate.c - `bristle simulate`: a model over time.                            [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/mechanism/mechanism.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"
#include "tool/kit/rig_names.h"
#include "tool/simulate/simulate.h"
#include "tool/kit/tables.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

static int shown(void *bar, double share)
{
    return progress_show(bar, share);
}

static br_status run_model(simulation *s, const tool_args *a, unsigned long long seed, br_diag *why)
{
    br_status status = simulation_open(s, a, seed, why);
    if (status != BR_OK)
        return status;
    progress bar = progress_open("simulating", a);
    status = simulation_said(br_simulation_run(s->is, shown, &bar, why), why);
    progress_close(&bar);
    s->interrupted = status == BR_NEGATIVE && bar.interrupted;
    return status == BR_OK || s->interrupted ? simulation_finish(s) : status; // rows so far are valid
}

// ---------------------------------------------------------------- delivering

static br_status deliver_simulation(const simulation *s, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {.json_rows = true};
    if (tool_makes_text(a))
        simulation_text(&v.text, s);
    if (a->json)
        simulation_json(&v.json, s);
    br_status status = a->report ? simulation_report(&v.report, s) : BR_OK;
    return tool_deliver_views(&v, &s->rows, status, a, out, why);
}

static br_status simulate_model(const tool_args *a, uint64_t seed, br_buffer *out, br_diag *why)
{
    simulation s = {0};
    br_status status = run_model(&s, a, seed, why);
    if (status == BR_OK)
        status = progress_partial(a, s.interrupted, deliver_simulation(&s, a, out, why), why);
    simulation_close(&s);
    return status;
}

static br_status run_simulate(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *const inputs[] = {a->operands[0], a->operands[1], a->model, a->params, a->inverse};
    const char *name = a->model ? a->model : a->operand;
    uint64_t seed = 0;
    if (a->list) {
        rig_list(out);
        return BR_OK;
    }
    br_status status = tool_outputs("simulate", a, inputs, 5, why);
    if (status == BR_OK && !a->verified && (a->range || a->error))
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle simulate: %s needs --verified", a->range ? "--range" : "--error");
    if (status == BR_OK && a->verified)
        return verified_simulate(a, out, why);
    if (status == BR_OK)
        status = tool_seed("simulate", a->seed, &seed, why);
    if (status == BR_OK && name && rig_named(name))
        return rig_simulate(name, a, seed, out, why);
    if (status == BR_OK && name && mechanism_named(name))
        return mechanism_simulate(name, a, out, why);
    if (status == BR_OK && a->inverse)
        status = tool_complain(why, BR_BAD_USAGE, "bristle simulate: --inverse is for mechanisms, FILE.mech");
    return status == BR_OK ? simulate_model(a, seed, out, why) : status;
}

// ---------------------------------------------------------------- the table of options

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_MODEL, "--model", "MODEL", model, "the model, if it is not the first argument", NULL),
    &option_params,
    &option_at,
    OWN_OPTION(
        TOOL_INPUT, "--input", "LIST", input,
        "inputs as formulas of the time t in seconds, with units: 'v = 1e-3*sin(2*pi*t) m/s'; 'x = sin(2*pi*t) mm' "
        "drives a velocity by its position; other inputs keep the value of --params or --at",
        NULL),
    OWN_OPTION(TOOL_INPUT, "--signals", "LIST", signals,
               "columns of FILE as signals: 't = time, v = 1e-3*speed m/s'; a signal named "
               "like an input drives it, others may be used in --input",
               NULL),
    OWN_OPTION(TOOL_INPUT, "--linear", NULL, linear,
               "interpolate signals linearly between samples, instead of holding each sample", NULL),
    TABLE_OPTIONS,
    OWN_OPTION(TOOL_METHOD, "--until", "T", until, "end time, '10' or '10 s'", "the end of FILE"),
    OWN_OPTION(TOOL_METHOD, "--step", "H", step, "time between rows, '1 ms'; also the step of fixed-step methods",
               "--until / 1000"),
    OWN_OPTION(TOOL_METHOD, "--method", "NAME", method,
               "adaptive: stiff, dopri, bosh; fixed step with the input held: rk4, midpoint, gauss4, lie, rosenbrock, "
               "exponential, exact; update: z+ of the law; of a mechanism: alpha, bdf1",
               "stiff; alpha for a mechanism"),
    OWN_OPTION(TOOL_METHOD, "--tolerance", "E", tolerance, "relative error of a step of adaptive methods", "1e-7"),
    OWN_OPTION(TOOL_MODEL, "--mode", "MODE", mode, "initial mode, as in 'bristle eval'", "the first mode"),
    OWN_OPTION(TOOL_OUTPUT, "--sensor", "LIST", sensor,
               "sensor model for columns of the table: 'x = quantise(10) nm, F = noise(0.05) | delay(1e-3) N'",
               "ideal sensors"),
    OWN_OPTION(TOOL_METHOD, "--seed", "N", seed,
               "seed of sensor noise or of a rig, an integer; sensors of a mechanism have noise only with --seed", "1"),
    OWN_OPTION(TOOL_METHOD, "--verified", NULL, verified,
               "compute a tube that provably contains every solution (docs/bound.md)", NULL),
    OWN_OPTION(TOOL_MODEL, "--range", "LIST", range,
               "with --verified: ranges of parameters, start values and inputs: 'sigma0 = 9e4..1.1e5 N/m'",
               "no ranges: the values of --params and --at"),
    OWN_OPTION(TOOL_INPUT, "--error", "LIST", error, "with --verified: bounds of input errors: 'v = 1e-5 m/s'", "0"),
    OWN_OPTION(TOOL_INPUT, "--inverse", "TRAJ", inverse,
               "inverse dynamics of a mechanism: the forces that move its joints as in the "
               "table TRAJ, with columns t and names of joints (other names: --signals)",
               NULL),
    OWN_OPTION(TOOL_OUTPUT, "--list", NULL, list, "list the rigs and run nothing", NULL),
    &option_csv,
    &option_mat,
    &option_json,
    &option_report,
    NULL};
static const char *const more[] = {
    "A plant ('bristle laws' lists them) takes any friction law: --at 'friction = sgms, fr = table-4.1' chooses the "
    "law and its set. --at also gives start values of states.",
    "Adaptive methods locate the times at which modes change or rates have kinks, and stop there. docs/simulation.md "
    "says which method suits which model, and lists the signals for formulas: ramp, points, trapezoid, chirp, "
    "multisine and others.",
    "MODEL rig/axis, rig/exact or rig/consistent is a synthetic test rig: its log comes with the true states, and only "
    "--seed can be changed (docs/rigs.md). MODEL NAME.mech is a mechanism of bodies and joints with friction "
    "(docs/mechanisms.md); its default --step is 1 ms.",
    NULL};
static const tool_example examples[] = {
    {"stick-slip, with a report", "bristle simulate stick-slip --params fig-6 --until '20 s' --report slip.html"},
    {"a friction law driven by a velocity",
     "bristle simulate lugre --params table-I --input 'v = sin(2*pi*t) mm/s' --until 2 --csv loop.csv"},
    {"a friction law driven by a position",
     "bristle simulate lugre --params table-I --input 'x = 0.1*sin(2*pi*t) mm' --until 2"},
    {"another friction law in a plant",
     "bristle simulate stick-slip --params fig-6 --at 'friction = dahl, fr = example' --until 20"},
    {"proved bounds of the friction force, with the Coulomb force known to 10 %",
     "bristle simulate lugre --params table-I --verified --range 'FC = 0.9..1.1 N, v = 1 mm/s' --until 1"},
    {"log of a synthetic axis", "bristle simulate rig/axis --seed 3 --csv log.csv"},
    {NULL, NULL}};

const tool_command command_simulate = {.name = "simulate",
                                       .purpose = "simulate a law, a plant or a mechanism over time",
                                       .operand = "MODEL",
                                       .operand_help =
                                           "a built-in law or plant, or a file NAME.law or NAME.mech; then optionally "
                                           "FILE.csv or FILE.mat with recorded inputs, with --signals",
                                       .operands = 2,
                                       .options = options,
                                       .more = more,
                                       .examples = examples,
                                       .run = run_simulate};
