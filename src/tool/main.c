// main.c - the command line: one table of commands.                             [host]
#include "num/fp.h"

#include <bristle/status.h>

#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name, *what;
    br_status (*run)(int argc, char **argv); // argv[0] is the name of the command
} command;

static br_status help(int argc, char **argv);
static br_status version(int argc, char **argv);

static const command commands[] = {
    {"help", "this list", help},
    {"version", "the version", version},
};
enum { command_count = sizeof commands / sizeof commands[0] };

static br_status help(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("bristle - friction in machines\n\nusage: bristle COMMAND ...\n\n");
    for (int i = 0; i < command_count; i++)
        printf("  %-12s %s\n", commands[i].name, commands[i].what);
    return BR_OK;
}

static br_status version(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("bristle %s\n", BR_VERSION);
    return BR_OK;
}

static const command *find(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return find("help");
    if (strcmp(name, "--version") == 0)
        return find("version");
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        (void)help(argc, argv);
        return br_status_exit_code(BR_BAD_USAGE);
    }
    const command *c = find(argv[1]);
    if (c == NULL) {
        fprintf(stderr, "bristle: there is no command '%.60s'; 'bristle help' lists them\n", argv[1]);
        return br_status_exit_code(BR_BAD_USAGE);
    }
    br_status s = c->run(argc - 1, argv + 1);
    // A full disk or a closed pipe shows only here.
    if (fflush(stdout) != 0 && s == BR_OK) {
        fprintf(stderr, "bristle: standard output cannot be written\n");
        s = BR_NO_FILE;
    }
    return br_status_exit_code(s);
}
