// emit.c - `bristle emit`: a law as C, and the table of the command.            [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/log_options.h"
#include "tool/kit/deliver.h"
#include "tool/emit/emit.h"
#include "tool/kit/law.h"
#include "tool/kit/options.h"
#include "tool/kit/report.h"
#include "tool/observe/observe.h"

#include <stdlib.h>
#include <string.h>

static br_status emit_law(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_law *law = NULL;
    br_emit *made = NULL;
    br_emit_options o;
    const char *const inputs[] = {a->operand, a->params};
    (void)br_emit_defaults(&o, sizeof o);
    o.single = a->single;
    br_status status = tool_outputs("emit", a, inputs, 2, why);
    if (status == BR_OK)
        status = tool_law_open(&law, a->operand, a->params, NULL, why);
    if (status == BR_OK && !br_law_missing(law)[0]) // values are not printed, but should be possible
        status = tool_law_check(law, why);
    if (status == BR_OK)
        status = br_emit_law(&made, law, &o, why);
    if (status == BR_OK)
        status = emit_write_made(a, made, br_law_name(law), out, why);
    br_emit_close(made);
    br_law_close(law);
    return status;
}

// Options of packages have no effect on a law alone.
static br_status check_combination(const tool_args *a, br_diag *why)
{
    enum { OF_BOTH = 5 }; // the first ones are for observers and compensators
    const struct {
        const char *name, *value;
    } of_packages[] = {{"--rate", a->rate},
                       {"--prefix", a->prefix},
                       {"--samples", a->samples},
                       {"--sizes", a->sizes ? "" : NULL},
                       {"--layout", a->layout},
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
                       {"--substeps", a->substeps},
                       {"--mixed", a->mixed ? "" : NULL}},
      of_compensators[] = {{"--mass", a->mass},         {"--course", a->course},       {"--stroke", a->stroke},
                           {"--period", a->period},     {"--bandwidth", a->bandwidth}, {"--share", a->share},
                           {"--limits", a->limits},     {"--dead-band", a->dead_band}, {"--fade-in", a->fade_in},
                           {"--velocity", a->velocity}, {"--wrong", a->wrong},         {"--encoder", a->encoder}};
    for (size_t i = 0; i < sizeof of_packages / sizeof *of_packages; i++)
        if (of_packages[i].value && !a->observer && !a->compensator && !a->fmu && !a->as)
            return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s needs --observer%s", of_packages[i].name,
                                 i < OF_BOTH ? " or --compensator" : "");
    const char *of_horizon = observe_problem_option(a);
    if (of_horizon && !a->observer)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s needs --observer mhe", of_horizon);
    if (a->method && !a->fmu && !a->observer)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --method needs --fmu or --observer");
    if (a->step && !a->fmu)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --step needs --fmu");
    if (a->to && !a->as)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --to needs --as");
    if (a->compensator && a->as)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --compensator cannot be combined with --as; give one of them");
    for (size_t i = 0; i < sizeof of_compensators / sizeof *of_compensators; i++)
        if (of_compensators[i].value && !a->compensator)
            return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s needs --compensator", of_compensators[i].name);
    return BR_OK;
}

// MODEL is the operand, or the value of --model as in other commands.
static br_status read_model(tool_args *a, br_diag *why)
{
    if (a->model && a->operand)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: '%.60s' and --model '%.60s' are two models; give one",
                             a->operand, a->model);
    if (!a->model && !a->operand)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: MODEL is missing; 'bristle emit --help' shows how");
    if (a->model) {
        a->operand = a->operands[0] = a->model;
        a->noperands = 1;
        a->model = NULL;
    }
    return BR_OK;
}

// What the law expects of its parameters, and does not get.
static br_status write_warnings(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_law *law = NULL;
    char *lines = NULL;
    br_status status = tool_law_open(&law, a->operand, a->params, a->at, why);
    if (status == BR_OK)
        status = br_law_warnings(law, &lines, why);
    if (status == BR_OK)
        text_lines(out, "warning", &(br_buffer){.text = lines});
    free(lines);
    br_law_close(law);
    return status;
}

static br_status run_emit(const tool_args *given, br_buffer *out, br_diag *why)
{
    tool_args own = *given;
    const tool_args *a = &own;
    br_status status = read_model(&own, why);
    if (status == BR_OK)
        status = check_combination(a, why);
    if (status != BR_OK)
        return status;
    status = a->as                           ? emit_text(a, out, why)
             : a->fmu                        ? emit_fmu(a, out, why)
             : a->compensator || a->observer ? emit_package(a, out, why)
                                             : emit_law(a, out, why);
    return status == BR_OK && a->params && !(a->out && strcmp(a->out, "-") == 0) ? write_warnings(a, out, why) : status;
}

static const char *const more[] = {
    "The output is self-contained C99: no library, no heap, bounded loops. In double it is bit-identical to the "
    "library. Its functions are named br_NAME_rate, br_NAME_rate_jet and so on, with --float brf_NAME_rate and so on, "
    "so that both fit into one program.",
    "Unlike other commands, emit replaces an existing FILE only with --force, since C may have been edited by hand.",
    "With --fmu, FILE is an FMU with model description, C sources and, if there is a C compiler, the binary for this "
    "machine. It is bit-identical to 'bristle simulate' with the same method and step, with --observer to 'bristle "
    "observe', with --compensator to 'bristle control' (docs/fmi.md).",
    NULL};
static const tool_example examples[] = {
    {"print the C of a law", "bristle emit dahl -o -"},
    {"a law for a controller with float arithmetic", "bristle emit lugre --float -o lugre.c --force"},
    {"a law as an FMU of FMI 2.0", "bristle emit lugre --params table-I --fmu 2 -o lugre.fmu --force"},
    {"dry friction and damping of a MuJoCo joint", "bristle emit lugre --params table-I --as mujoco -o -"},
    {"an extended Kalman filter for a controller, as a folder of C",
     "bristle emit lugre --params table-I --observer ekf --float --prefix axis -o axis --force"},
    {"a position controller with friction compensation for a drive, as a folder of C",
     "bristle emit lugre --params table-I --mass 1 --compensator dahl --prefix drive -o drive --force"},
    {NULL, NULL}};

const tool_command command_emit = {
    .name = "emit",
    .purpose = "generate C code, FMUs and model exports of a law, an observer or a compensator",
    .operand = "MODEL",
    .operand_help = "built-in law or plant ('bristle laws' lists them), or a file NAME.law",
    .options = emit_options,
    .more = more,
    .examples = examples,
    .run = run_emit};
