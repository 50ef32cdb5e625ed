// simulate.c - `bristle simulate`: a model over time.                            [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/conditions.h"
#include "tool/kit/deliver.h"
#include "tool/mechanism/mechanism.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"
#include "tool/kit/rig_names.h"
#include "tool/simulate/simulate.h"
#include "tool/kit/tables.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

static br_status read_tolerance(const char *text, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    *value = 1e-7;
    if (!text || (tool_number("--tolerance", text, value, &unit) && br_unit_same(unit, br_unit_none()) &&
                  *value >= 1e-13 && *value <= 0.1))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle simulate: --tolerance '%.60s' is no number between 1e-13 and 0.1",
                         text);
}

static const char *next_method(const void *list, int i)
{
    (void)list;
    return i < br_run_methods() ? br_run_method_at(i)->name : NULL;
}

static br_status find_method(const char *name, const br_run_method **m, br_diag *why)
{
    *m = name ? br_run_method_find(name) : br_run_method_at(0);
    if (*m)
        return BR_OK;
    const char *near = tool_nearest(name, next_method, NULL);
    br_buffer all = {0};
    for (int i = 0; i < br_run_methods(); i++)
        br_buffer_print(&all, "%s%s", i ? ", " : "", br_run_method_at(i)->name);
    tool_complain(why, BR_BAD_USAGE, "bristle simulate: there is no method '%.60s'%s%s; there are %s", name,
                  near ? "; did you mean " : "", near ? near : "", all.text ? all.text : "");
    br_buffer_free(&all);
    return BR_BAD_USAGE;
}

// MODEL and FILE: a model stands behind --model, or is the first operand; a file goes with --signals.
static br_status read_operands(const tool_args *a, const char **model, const char **file, br_diag *why)
{
    int first = a->model ? 0 : 1;
    *model = a->model ? a->model : a->operand;
    *file = a->noperands > first ? a->operands[first] : NULL;
    if (!*model)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: MODEL is missing; 'bristle simulate --help' shows how");
    if (a->noperands > first + 1)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: '%.60s' is one argument too many",
                             a->operands[first + 1]);
    if (a->signals && !*file)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: --signals needs a table: FILE.csv behind the model");
    if (*file && !a->signals)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: what is in %.60s? --signals 't = time, v = speed' says it", *file);
    return BR_OK;
}

// ---------------------------------------------------------------- preparing

static br_status load_signals(simulation *s, const tool_args *a, const char *file, br_diag *why)
{
    br_status status = tool_table_open(&s->table, "simulate", file, a, why);
    if (status != BR_OK)
        return status;
    status = br_signals_read(&s->signals, a->signals, "--signals", s->table, why);
    s->has_signals = status == BR_OK;
    if (status == BR_OK)
        status = br_samples_load(&s->samples, &s->signals, s->table, a->linear, why);
    s->has_samples = status == BR_OK;
    return status;
}

static br_status read_times(simulation *s, const tool_args *a, br_diag *why)
{
    br_status status = BR_OK;
    if (!a->until && !s->has_samples)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: --until T is missing; 'bristle simulate --help' shows how");
    if (a->until)
        status = tool_time("simulate", "--until", a->until, &s->until, why);
    else
        s->until = s->samples.sampling.end;
    if (status != BR_OK)
        return status;
    s->start = s->has_samples ? s->samples.t[0] : 0;
    if (!(s->until > s->start))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: the run would end at %.9g s, where the record begins", s->until);
    s->step = (s->until - s->start) / 1000;
    if (a->step)
        status = tool_time("simulate", "--step", a->step, &s->step, why);
    if (status == BR_OK && s->step > s->until - s->start)
        status = tool_complain(why, BR_BAD_USAGE, "bristle simulate: --step is longer than the run");
    return status;
}

// ---------------------------------------------------------------- how long it will take

// How many steps the run will take, from its first two thousand; 0: these lead far enough to be no matter. Failures are left
// to the run itself.
static double count_steps(simulation *s, const br_run_options *o)
{
    enum { SCOUTED = 2000 };
    br_driver driver;
    br_drive drive = br_driver_of(&driver, &s->source);
    br_run scout;
    br_diag words = {0};
    double span = s->until - s->start, way = 1e-9 * (span < 1 ? span : 1), count = 0;
    if (br_run_open(&scout, &s->model.model, &drive, o, &words) != BR_OK)
        return 0;
    while (way < s->step && scout.count.steps < SCOUTED && br_run_to(&scout, s->start + way, &words) == BR_OK)
        way *= 2;
    if (scout.count.steps >= SCOUTED)
        count = (double)scout.count.steps * (span / (scout.t - s->start));
    br_run_close(&scout);
    return count;
}

static br_status check_length(simulation *s, const br_run_options *o, br_diag *why)
{
    const double most = 1e9;
    double span = s->until - s->start, count = span / s->step;
    if (count > most)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: %.3g samples are too many; take a longer --step",
                             count);
    count = s->method->adaptive ? count_steps(s, o) : count;
    if (count > most)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle simulate: the run would take about %.1g steps, and 1e9 are allowed: take --until '%.1g s' or less",
            count, s->start + span * (most / count));
    if (s->until > BR_RUN_FAR)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: the run would end at %g s, and no run goes beyond %g s", s->until,
                             BR_RUN_FAR);
    return BR_OK;
}

// ---------------------------------------------------------------- all of that

br_status simulation_prepare(simulation *s, const tool_args *a, br_diag *why)
{
    const char *model, *file;
    br_status status = read_operands(a, &model, &file, why);
    if (status == BR_OK)
        status = find_method(a->method, &s->method, why);
    if (status == BR_OK)
        status = tool_model_open_ranged(&s->model, model, a->params, a->at, a->range, why);
    br_model *m = &s->model.model;
    if (status == BR_OK)
        status = tool_model_complete(m, &m->law, false, why);
    if (status == BR_OK && a->mode)
        status = br_model_set_mode(m, a->mode, why);
    if (status == BR_OK && !m->exact && !a->verified)
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle simulate: values are numbers here, not ranges; --verified takes ranges");
    if (status == BR_OK)
        status = conditions_must_hold(m, why);
    if (status == BR_OK && file)
        status = load_signals(s, a, file, why);
    if (status == BR_OK)
        status = read_times(s, a, why);
    if (status == BR_OK)
        status = br_source_fill(m, s->method->update, s->step);
    if (status == BR_OK && a->verified)
        status = verified_errors(s, a, why);
    if (status == BR_OK)
        status = br_source_read(&s->source, a->input ? a->input : "", "--input", m, s->has_samples ? &s->samples : NULL,
                                why);
    return status == BR_OK ? br_source_no_jump(&s->source, s->start, s->until, why) : status;
}

static br_status prepare(simulation *s, const tool_args *a, br_diag *why)
{
    double tolerance;
    br_status status = read_tolerance(a->tolerance, &tolerance, why);
    if (status == BR_OK)
        status = simulation_prepare(s, a, why);
    if (status != BR_OK)
        return status;
    br_run_options o = br_run_defaults();
    br_drive drive = br_driver_of(&s->driver, &s->source);
    o.method = s->method;
    o.step = s->step;
    o.start = s->start;
    o.until = s->until;
    o.relative = tolerance;
    o.absolute = 1e-6 * tolerance;
    status = check_length(s, &o, why);
    if (status != BR_OK)
        return status;
    status = br_run_open(&s->run, &s->model.model, &drive, &o, why);
    if (status != BR_OK && s->driver.why.text[0])
        *why = s->driver.why;
    return status;
}

// ---------------------------------------------------------------- running

static br_status go(simulation *s, const tool_args *a, br_diag *why)
{
    double span = s->until - s->start, count = span / s->step;
    bool fixed = !s->method->adaptive; // whose last sample is the last whole step
    long long whole = (long long)(count * (1 + 1e-12)),
              rows = whole + 1 + (!fixed && (double)whole * s->step < span * (1 - 1e-12));
    br_status status = br_record_open(&s->record, &s->model.model, rows, why);
    if (status == BR_OK && a->sensor) // a slip in the list shows before the work
        status = br_record_measure(&s->record, a->sensor, "--sensor", s->seed, why);
    progress bar = progress_open("simulating", a);
    for (long long k = 0; k < rows && status == BR_OK; k++) {
        double t = s->start + (double)k * s->step;
        status = br_run_to(&s->run, t < s->until ? t : s->until, why);
        br_record_add(&s->record, &s->run);
        if (k % 64 == 0 && status == BR_OK && !progress_show(&bar, (double)k / (double)rows))
            status = BR_NEGATIVE;
    }
    progress_close(&bar);
    if (status != BR_OK && s->driver.why.text[0])
        *why = s->driver.why;
    if (status == BR_OK && a->sensor)
        status = br_record_measure(&s->record, a->sensor, "--sensor", s->seed, why);
    return status;
}

static void warn(simulation *s)
{
    const br_flow_health *h = &s->run.health;
    br_buffer *w = &s->warnings;
    if (s->run.stiff && s->method->adaptive)
        br_buffer_print(
            w, "the model is stiff: stability held the steps of %s at about %.2g s; --method stiff is faster\n",
            s->method->name, s->run.stable);
    if (s->run.stiff && s->method->fixed)
        br_buffer_print(
            w, "%s is certainly stable only for steps below %.2g s here; --method stiff and lie have no such limit\n",
            s->method->name, s->run.stable);
    if (h->capped)
        br_buffer_print(w, "%lu of %lld steps wanted more substeps than allowed; take a shorter --step\n", h->capped,
                        s->run.steps);
    if (h->unconverged)
        br_buffer_print(w, "%lu of %lld steps did not converge; take a shorter --step\n", h->unconverged, s->run.steps);
    if (h->unsettled)
        br_buffer_print(w, "modes wanted more transitions than allowed, %lu times; take a shorter --step\n",
                        h->unsettled);
}

// ---------------------------------------------------------------- delivering

static br_status deliver(const simulation *s, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_wants_text(a))
        simulation_text(&v.text, s);
    if (a->json)
        simulation_json(&v.json, s, !a->call);
    br_status status = a->report ? simulation_page(&v.page, s) : BR_OK;
    return tool_deliver_views(&v, &s->record, status, a, out, why);
}

void simulation_close(simulation *s)
{
    br_record_close(&s->record);
    br_run_close(&s->run);
    br_source_free(&s->source);
    if (s->has_samples)
        br_samples_free(&s->samples);
    if (s->has_signals)
        br_signals_free(&s->signals);
    br_rows_close(s->table);
    tool_model_close(&s->model);
    br_buffer_free(&s->warnings);
    free(s->off);
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *const inputs[] = {a->operands[0], a->operands[1], a->model, a->params, a->inverse};
    const char *name = a->model ? a->model : a->operand;
    simulation s;
    memset(&s, 0, sizeof s);
    if (a->list) {
        rig_list(out);
        return BR_OK;
    }
    br_status status = tool_outputs("simulate", a, inputs, 5, why);
    if (status == BR_OK && !a->verified && (a->range || a->error))
        status = tool_complain(why, BR_BAD_USAGE, "bristle simulate: %s is for --verified",
                               a->range ? "--range" : "--error");
    if (status == BR_OK && a->verified)
        return verified_simulate(a, out, why);
    if (status == BR_OK)
        status = tool_seed("simulate", a->seed, &s.seed, why);
    if (status == BR_OK && name && rig_named(name))
        return rig_simulate(name, a, s.seed, out, why);
    if (status == BR_OK && name && mechanism_named(name))
        return mechanism_simulate(name, a, out, why);
    if (status == BR_OK && a->inverse)
        status = tool_complain(why, BR_BAD_USAGE, "bristle simulate: --inverse is for mechanisms, FILE.mech");
    if (status == BR_OK)
        status = prepare(&s, a, why);
    if (status == BR_OK) {
        status = go(&s, a, why);
        warn(&s);
    }
    if (status == BR_OK)
        status = deliver(&s, a, out, why);
    simulation_close(&s);
    return status;
}

// ---------------------------------------------------------------- the table of options

static const tool_option model =
    OPTION(TOOL_MODEL, "--model", "MODEL", model, "the model, where it does not stand as the first argument", NULL);
static const tool_option input =
    OPTION(TOOL_INPUT, "--input", "LIST", input,
           "inputs as formulas of the time t in seconds, with units: 'v = 1e-3*sin(2*pi*t) m/s'; 'x = sin(2*pi*t) mm' "
           "drives a velocity by its position; inputs without a formula keep the value of --params or --at",
           NULL);
static const tool_option signals = OPTION(TOOL_INPUT, "--signals", "LIST", signals,
                                          "columns of FILE as signals: 't = time, v = 1e-3*speed m/s'; a signal with "
                                          "the name of an input drives it, others may stand in --input",
                                          NULL);
static const tool_option linear =
    OPTION(TOOL_INPUT, "--linear", NULL, linear, "signals go in straight lines between samples", "they are held");
static const tool_option until =
    OPTION(TOOL_METHOD, "--until", "T", until,
           "the last time, '10' or '10 s'; a record runs from its first time, and without --until to its last", NULL);
static const tool_option step =
    OPTION(TOOL_METHOD, "--step", "H", step, "the time between rows, '1 ms'; also the step of methods of fixed work",
           "a thousandth of --until");
static const tool_option method =
    OPTION(TOOL_METHOD, "--method", "NAME", method,
           "stiff (without it), dopri, bosh: adaptive; rk4, midpoint, gauss4, lie, rosenbrock, exponential, exact: "
           "fixed step with the input held; update: z+ of the law",
           NULL);
static const tool_option tolerance =
    OPTION(TOOL_METHOD, "--tolerance", "E", tolerance, "relative error of a step of adaptive methods", "1e-7");
static const tool_option mode =
    OPTION(TOOL_MODEL, "--mode", "MODE", mode, "the mode at the start, as in 'bristle eval'", NULL);
static const tool_option sensor =
    OPTION(TOOL_OUTPUT, "--sensor", "LIST", sensor,
           "what a measuring system makes of the columns: 'x = quantise(10) nm, F = noise(0.05) | delay(1e-3) N'",
           "they are true");
static const tool_option seed = OPTION(TOOL_METHOD, "--seed", "N", seed,
                                       "of the noise of sensors, or of a rig; a whole number, 1 without it; sensors of "
                                       "a mechanism have noise with it alone",
                                       NULL);
static const tool_option list =
    OPTION(TOOL_OUTPUT, "--list", NULL, list, "the names of the rigs, nothing is run", NULL);
static const tool_option csv =
    OPTION(TOOL_OUTPUT, "--csv", "FILE", csv, "all rows as a table to FILE, - for standard output", NULL);
static const tool_option inverse =
    OPTION(TOOL_INPUT, "--inverse", "TRAJ", inverse,
           "of a mechanism: the forces that it takes to move its joints as the table says, whose columns are t and the "
           "names of joints; --signals may name others",
           NULL);
static const tool_option verified =
    OPTION(TOOL_METHOD, "--verified", NULL, verified,
           "a tube that provably holds every solution, instead of one that is near: docs/bound.md", NULL);
static const tool_option range =
    OPTION(TOOL_MODEL, "--range", "LIST", range,
           "with --verified: ranges of parameters, start values and inputs, 'sigma0 = 9e4..1.1e5 N/m'", NULL);
static const tool_option error = OPTION(TOOL_INPUT, "--error", "LIST", error,
                                        "with --verified: how far inputs may be off at any time, 'v = 1e-5 m/s'", "0");
static const tool_option *const options[] = {&model,
                                             &option_params,
                                             &option_at,
                                             &input,
                                             &signals,
                                             &linear,
                                             &option_delimiter,
                                             &option_decimal,
                                             &option_truncated,
                                             &option_infinite,
                                             &until,
                                             &step,
                                             &method,
                                             &tolerance,
                                             &mode,
                                             &sensor,
                                             &seed,
                                             &verified,
                                             &range,
                                             &error,
                                             &inverse,
                                             &list,
                                             &csv,
                                             &option_mat,
                                             &option_json,
                                             &option_report,
                                             NULL};
static const char *const more[] = {
    "Plants ('bristle laws' lists them) take any friction law: --at 'friction = sgms, "
    "fr = table-4.1' puts one there with a set "
    "of its own. Start values of states stand in --at; states without one are 0.",
    "Adaptive methods find the times at which modes change and rates bend, and stop "
    "there. docs/simulation.md says which method "
    "suits which model, and lists the shapes that formulas may use: ramp, points, "
    "trapezoid, chirp, multisine and others.",
    "MODEL rig/axis, rig/exact or rig/consistent: a synthetic rig, whose log comes with "
    "the truth beside it; all but --seed is fixed (docs/rigs.md).",
    "MODEL NAME.mech: a mechanism of bodies and joints, with friction in them "
    "(docs/mechanisms.md); its methods are alpha (without --method) and bdf1, its --step is "
    "1 ms where none is given.",
    NULL};
static const tool_example examples[] = {
    {"stick-slip, with a page of pictures",
     "bristle simulate stick-slip --params fig-6 --until '20 s' --report slip.html"},
    {"a friction law driven by a velocity",
     "bristle simulate lugre --params table-I --input 'v = sin(2*pi*t) mm/s' --until 2 --csv loop.csv"},
    {"the same driven by a position",
     "bristle simulate lugre --params table-I --input 'x = 0.1*sin(2*pi*t) mm' --until 2"},
    {"another friction law in a plant",
     "bristle simulate stick-slip --params fig-6 --at 'friction = dahl, fr = example' --until 20"},
    {"where friction can be, the Coulomb force known to 10 %",
     "bristle simulate lugre --params table-I --verified --range 'FC = 0.9..1.1 N, v = 1 mm/s' --until 1"},
    {"the log of a synthetic axis", "bristle simulate rig/axis --seed 3 --csv log.csv"},
    {NULL, NULL}};

const tool_command command_simulate = {
    .name = "simulate",
    .purpose = "a law, a plant or a mechanism over time",
    .operand = "MODEL",
    .operand_help =
        "a built-in law or plant, or a file NAME.law or NAME.mech; behind it FILE.csv or FILE.mat, with --signals",
    .operands = 2,
    .options = options,
    .more = more,
    .examples = examples,
    .run = run};
