// commands.c - the table of commands, and how one of them is run.                [host]
#include "num/base/fp.h"

#include "num/base/probe.h"
#include "tool/front/commands.h"
#include "tool/kit/command_list.h"

#include <stdio.h>
#include <string.h>

static br_status help(const tool_args *a, br_buffer *out, br_diag *why);
static br_status version(const tool_args *a, br_buffer *out, br_diag *why);

static const tool_option man = OPTION(TOOL_OUTPUT, "--man", NULL, man, "print the man page in roff", NULL);
static const tool_option *const help_options[] = {&man, NULL};
static const tool_option *const no_options[] = {NULL};
static const tool_example help_examples[] = {{"arguments and options of eval", "bristle help eval"},
                                             {"write the man page to a file", "bristle help --man >bristle.1"},
                                             {NULL, NULL}};
static const tool_example version_examples[] = {{"print the version", "bristle version"}, {NULL, NULL}};
static const tool_command command_help = {.name = "help",
                                          .purpose = "list the commands, or explain one",
                                          .operand = "COMMAND",
                                          .operand_help = "the command to explain (default: list all)",
                                          .options = help_options,
                                          .examples = help_examples,
                                          .run = help};
static const tool_command command_version = {.name = "version",
                                             .purpose = "print the version of bristle",
                                             .options = no_options,
                                             .examples = version_examples,
                                             .run = version};

static const tool_command *const commands[] = {&command_laws,
                                               &command_check,
                                               &command_eval,
                                               &command_simulate,
                                               &command_observe,
                                               &command_table,
                                               &command_inspect,
                                               &command_identify,
                                               &command_response,
                                               &command_excite,
                                               &command_control,
                                               &command_bound,
                                               &command_verify,
                                               &command_reproduce,
                                               &command_emit,
                                               &command_open,
                                               &command_help,
                                               &command_version,
                                               NULL};

static const char *next_command(const void *list, int i)
{
    const tool_command *c = ((const tool_command *const *)list)[i];
    return c ? c->name : NULL;
}

static const tool_command *find_command(const char *name, br_diag *why)
{
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return &command_help;
    if (strcmp(name, "--version") == 0)
        return &command_version;
    for (int i = 0; commands[i]; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i];
    const char *near = tool_nearest(name, next_command, commands);
    tool_complain(why, BR_BAD_USAGE, "bristle: there is no command '%.60s'; %s%s%s'bristle help' lists them", name,
                  near ? "did you mean " : "", near ? near : "", near ? "? " : "");
    return NULL;
}

static br_status help(const tool_args *a, br_buffer *out, br_diag *why)
{
    const tool_command *c = a->operand ? find_command(a->operand, why) : NULL;
    if (a->operand && !c)
        return BR_BAD_USAGE;
    if (a->man)
        tool_man(commands, out);
    else if (c)
        tool_help(c, out);
    else
        tool_help_all(commands, out);
    return BR_OK;
}

static br_status version(const tool_args *a, br_buffer *out, br_diag *why)
{
    (void)a, (void)why;
    br_buffer_put(out, "bristle " BR_VERSION "\n");
    return BR_OK;
}

// Whatever a message quotes, files and their contents too, a terminal may see it.
static void make_safe(br_diag *why)
{
    br_buffer safe = {0};
    br_buffer_safe(&safe, why->text, strlen(why->text));
    if (safe.text && safe.status == BR_OK)
        snprintf(why->text, sizeof why->text, "%s", safe.text);
    br_buffer_free(&safe);
}

br_status tool_run(const char *const *word, int words, const struct tool_call *call, br_buffer *out, br_diag *why)
{
    if (br_fp_probe() != BR_OK)
        return tool_complain(why, BR_BAD_MACHINE, "bristle: cannot compute here: %s", br_fp_fault());
    if (words < 1)
        return tool_complain(why, BR_BAD_USAGE, "bristle: a command is missing; 'bristle help' lists them");
    const tool_command *c = find_command(word[0], why);
    if (!c)
        return BR_BAD_USAGE;
    tool_args a;
    bool asked = false;
    br_status status = tool_parse(c, word, words, &a, &asked, why);
    a.call = call;
    if (status == BR_OK && asked)
        tool_help(c, out);
    else if (status == BR_OK)
        status = c->run(&a, out, why);
    if (status != BR_OK && why)
        make_safe(why);
    return status;
}
