// main.c - the command line: which command, what it answered, and how the process ends.         [host]
#include "num/fp.h"

#include "num/probe.h"
#include "tool/commands.h"
#include "tool/options.h"

#include <bristle/status.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static br_status help(const tool_args *a, br_buffer *out, br_diag *why);
static br_status version(const tool_args *a, br_buffer *out, br_diag *why);

static const tool_option man = {"--man", NULL, offsetof(tool_args, man), "the man page, in roff", false, false};
static const tool_option *const help_options[] = {&man, NULL};
static const tool_option *const no_options[] = {NULL};
static const tool_example help_examples[] = {{"what eval takes", "bristle help eval"},
                                             {"the man page as a file", "bristle help --man >bristle.1"},
                                             {NULL, NULL}};
static const tool_example version_examples[] = {{"the version", "bristle version"}, {NULL, NULL}};
static const tool_command command_help = {.name = "help",
                                          .purpose = "the list of commands, or one of them in full",
                                          .operand = "COMMAND",
                                          .operand_words =
                                              "the command to explain; without it, all of them in a line each",
                                          .options = help_options,
                                          .examples = help_examples,
                                          .run = help};
static const tool_command command_version = {.name = "version",
                                             .purpose = "the version of bristle",
                                             .options = no_options,
                                             .examples = version_examples,
                                             .run = version};

static const tool_command *const commands[] = {
    &command_laws,      &command_check,    &command_eval,   &command_simulate, &command_observe,
    &command_inspect,   &command_identify, &command_excite, &command_control,  &command_bound,
    &command_reproduce, &command_emit,     &command_help,   &command_version,  NULL};

static const char *next_command(const void *list, int i)
{
    const tool_command *c = ((const tool_command *const *)list)[i];
    return c ? c->name : NULL;
}

static const tool_command *find(const char *name, br_diag *why)
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
    const tool_command *c = a->operand ? find(a->operand, why) : NULL;
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

static br_status run(int argc, char **argv, br_buffer *out, br_diag *why)
{
    if (br_fp_probe() != BR_OK)
        return tool_complain(why, BR_BAD_MACHINE, "bristle: cannot compute here: %s", br_fp_fault());
    if (argc < 2) {
        tool_complain(why, BR_BAD_USAGE, "bristle: a command is missing; 'bristle help' lists them");
        return BR_BAD_USAGE;
    }
    const tool_command *c = find(argv[1], why);
    if (!c)
        return BR_BAD_USAGE;
    tool_args a;
    bool asked = false;
    br_status status = tool_parse(c, argc - 1, argv + 1, &a, &asked, why);
    if (status == BR_OK && asked)
        tool_help(c, out);
    else if (status == BR_OK)
        status = c->run(&a, out, why);
    return status;
}

// Standard output and error that are closed become ones that cannot be written: no file of ours may take their place.
static void guard_streams(void)
{
    for (int i = 0; i < 3; i++)
        if (fcntl(i, F_GETFD) == -1 && errno == EBADF && open("/dev/null", i == 0 ? O_WRONLY : O_RDONLY) < 0)
            return;
}

int main(int argc, char **argv)
{
    br_buffer out = {0};
    br_diag why = {0};
    signal(SIGPIPE, SIG_IGN);
    guard_streams();
    br_status status = run(argc, argv, &out, &why);
    if (status == BR_OK)
        status = out.status;
    // A full disk or a closed pipe shows only here.
    bool sent = out.size == 0 || fwrite(out.text, 1, out.size, stdout) == out.size;
    if (!(fflush(stdout) == 0 && sent) && status == BR_OK)
        status = tool_complain(&why, BR_NO_FILE, "bristle: standard output cannot be written: %s", strerror(errno));
    if (status != BR_OK)
        fprintf(stderr, "%s%s\n", why.text[0] ? "" : "bristle: ", why.text[0] ? why.text : br_status_text(status));
    br_buffer_free(&out);
    return br_status_exit_code(status);
}
