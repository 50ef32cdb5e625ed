// emit.c - `bristle emit`: a law as C.                                          [host]
#include "num/base/fp.h"

#include "law/print/print.h"
#include "tool/kit/command_list.h"
#include "tool/control/control.h"
#include "tool/kit/log.h"
#include "tool/kit/deliver.h"
#include "tool/kit/conditions.h"
#include "tool/emit/emit.h"
#include "tool/kit/load.h"
#include "tool/observe/observe.h"
#include "tool/kit/options.h"

#include <stdlib.h>
#include <string.h>

br_status emit_deliver(const tool_args *a, const br_buffer *text, br_buffer *out, br_diag *why)
{
    br_status status = tool_deliver(a->out, text, a->force, out, why);
    if (status == BR_NO_FILE && !a->force && strstr(why->text, "exists already"))
        strncat(why->text, "; --force replaces it", sizeof why->text - strlen(why->text) - 1);
    return status;
}

br_status emit_says(br_diag *why, br_status status, const br_diag *words)
{
    return status != BR_OK && words->text[0] ? tool_complain(why, status, "bristle emit: %s", words->text) : status;
}

static br_status emit_law(const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_model t;
    const char *const inputs[] = {a->operand, a->params};
    br_status status = tool_outputs("emit", a, inputs, 2, why);
    if (status == BR_OK)
        status = tool_model_open(&t, a->operand, a->params, NULL, why);
    if (status != BR_OK)
        return status;
    br_print_options o = {.single = a->single, .whole = true};
    char *text = NULL;
    status = conditions_must_hold(&t.model, why);
    if (status == BR_OK)
        status = br_law_print(&t.model.law, &o, &text, why);
    if (status == BR_OK) {
        br_buffer b = {.text = text, .size = strlen(text)};
        status = emit_deliver(a, &b, out, why);
        if (status == BR_OK)
            tool_written(out, t.model.law.name, a->out);
    }
    free(text);
    tool_model_close(&t);
    return status;
}

// Options of packages say nothing of a law alone.
static br_status check_alone(const tool_args *a, br_diag *why)
{
    enum { OF_BOTH = 4 }; // the first ones are said of observers and compensators
    const struct {
        const char *name, *value;
    } of_packages[] = {{"--rate", a->rate},
                       {"--prefix", a->prefix},
                       {"--samples", a->samples},
                       {"--sizes", a->sizes ? "" : NULL},
                       {"--measured", a->measured},
                       {"--estimate", a->estimate},
                       {"--noise", a->noise},
                       {"--prior", a->prior},
                       {"--most", a->most},
                       {"--gate", a->gate},
                       {"--horizon", a->horizon},
                       {"--iterations", a->iterations},
                       {"--bounds", a->bounds},
                       {"--correct-every", a->correct_every},
                       {"--mixed", a->mixed ? "" : NULL}},
      of_compensators[] = {{"--mass", a->mass},         {"--course", a->course},       {"--stroke", a->stroke},
                           {"--period", a->period},     {"--bandwidth", a->bandwidth}, {"--share", a->share},
                           {"--limits", a->limits},     {"--dead-band", a->dead_band}, {"--fade-in", a->fade_in},
                           {"--velocity", a->velocity}, {"--wrong", a->wrong},         {"--encoder", a->encoder}};
    for (size_t i = 0; i < sizeof of_packages / sizeof *of_packages; i++)
        if (of_packages[i].value && !a->observer && !a->compensator && !a->fmu && !a->as)
            return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s goes with --observer%s", of_packages[i].name,
                                 i < OF_BOTH ? " or --compensator" : "");
    if ((a->method || a->step) && !a->fmu)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s goes with --fmu", a->method ? "--method" : "--step");
    if (a->to && !a->as)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --to goes with --as");
    if (a->compensator && a->as)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --compensator goes without --as");
    for (size_t i = 0; i < sizeof of_compensators / sizeof *of_compensators; i++)
        if (of_compensators[i].value && !a->compensator)
            return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s goes with --compensator",
                                 of_compensators[i].name);
    return BR_OK;
}

// MODEL stands alone, or behind --model as for other commands.
static br_status take_model(tool_args *a, br_diag *why)
{
    if (a->model && a->operand)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: '%.60s' and --model '%.60s': one of them", a->operand,
                             a->model);
    if (!a->model && !a->operand)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: MODEL is missing; 'bristle emit --help' shows how");
    if (a->model) {
        a->operand = a->operands[0] = a->model;
        a->noperands = 1;
        a->model = NULL;
    }
    return BR_OK;
}

static br_status run(const tool_args *given, br_buffer *out, br_diag *why)
{
    tool_args own = *given;
    const tool_args *a = &own;
    br_status status = take_model(&own, why);
    if (status == BR_OK)
        status = check_alone(a, why);
    if (status != BR_OK)
        return status;
    return a->as            ? emit_text(a, out, why)
           : a->fmu         ? emit_fmu(a, out, why)
           : a->compensator ? emit_compensator(a, out, why)
           : a->observer    ? emit_package(a, out, why)
                            : emit_law(a, out, why);
}

static const tool_option to =
    OPTION(TOOL_OUTPUT, "-o", "FILE", out,
           "where the C goes, - for standard output; with --observer and --compensator a folder that is not there yet",
           tool_required);
static const tool_option model =
    OPTION(TOOL_MODEL, "--model", "MODEL", model, "the same as MODEL alone, as other commands have it", NULL);
static const tool_option single =
    OPTION(TOOL_OUTPUT, "--float", NULL, single, "computes in float, for controllers without double arithmetic", NULL);
static const tool_option force = OPTION(TOOL_OUTPUT, "--force", NULL, force, "replaces a FILE that exists", NULL);
static const tool_option params = OPTION(TOOL_MODEL, "--params", "FILE|SET", params,
                                         "a set of the law or a file whose choices and kind of motion are printed; the "
                                         "values of parameters stay arguments of the C functions",
                                         NULL);
static const tool_option *const options[] = {&to,
                                             &model,
                                             &single,
                                             &params,
                                             &force,
                                             &emit_observer,
                                             &emit_rate,
                                             &emit_prefix,
                                             &emit_measured,
                                             &emit_estimate,
                                             &emit_noise,
                                             &emit_prior,
                                             &observe_most,
                                             &emit_horizon,
                                             &emit_iterations,
                                             &emit_mixed,
                                             &emit_gate,
                                             &emit_sizes_option,
                                             &option_at,
                                             &emit_as,
                                             &emit_to,
                                             &emit_fmu_option,
                                             &emit_method,
                                             &emit_step,
                                             &emit_correct_every,
                                             &emit_samples,
                                             &observe_bounds,
                                             &emit_compensator_option,
                                             &option_mass,
                                             CONTROL_TUNED_BY,
                                             &control_course,
                                             &control_stroke,
                                             &control_period,
                                             NULL};
static const char *const more[] = {
    "The file is C99 that stands alone: no library, no heap, bounded loops. It computes the same bits as the library's "
    "double reading; with --float it computes in float. Its functions are named br_NAME_rate, br_NAME_rate_jet and so "
    "on, those of --float brf_NAME_rate and so on, so that both may stand in one program.",
    "C may have been worked on by hand: unlike the outputs of other commands, FILE is replaced only with --force.",
    "With --fmu, FILE is an archive with the description, the C and, where there is a C compiler, the binary for this "
    "machine; it computes the bits of 'bristle simulate' with the same method and step, with --observer those of "
    "'bristle observe', with --compensator those of 'bristle control' (docs/fmi.md).",
    NULL};
static const tool_example examples[] = {
    {"look at the C of a law", "bristle emit dahl -o -"},
    {"a law for a controller with float arithmetic", "bristle emit lugre --float -o lugre.c --force"},
    {"a law as an FMU of FMI 2.0", "bristle emit lugre --params table-I --fmu 2 -o lugre.fmu --force"},
    {"dry friction and damping for a joint of MuJoCo", "bristle emit lugre --params table-I --as mujoco -o -"},
    {"an extended Kalman filter for a controller, as a folder of C",
     "bristle emit lugre --params table-I --observer ekf --float --prefix axis -o axis --force"},
    {"a position controller with friction compensation for a drive, as a folder of C",
     "bristle emit lugre --params table-I --mass 1 --compensator dahl --prefix drive -o drive --force"},
    {NULL, NULL}};

const tool_command command_emit = {.name = "emit",
                                   .purpose = "a law as C that stands alone",
                                   .operand = "MODEL",
                                   .operand_help = "a built-in law ('bristle laws' lists them), or a file NAME.law",
                                   .options = options,
                                   .more = more,
                                   .examples = examples,
                                   .run = run};
