// open.c - `bristle open`: the playground in a browser.                             [host]
#define _POSIX_C_SOURCE 200809L // readlink
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "tool/kit/command_list.h"
#include "tool/kit/number.h"
#include "tool/open/open.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_playground(const char *folder)
{
    br_buffer path = {0};
    br_buffer_print(&path, "%s/files.txt", folder);
    bool found = path.status == BR_OK && br_file_exists(path.text);
    br_buffer_free(&path);
    return found;
}

// Beside the program (a build), or where `make install` puts it.
static bool find_folder(const char *given, br_buffer *folder)
{
    static const char *const places[] = {"playground", "../share/bristle/playground"};
    char program[4096];
    if (given) {
        br_buffer_put(folder, given);
        return is_playground(given);
    }
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    program[size > 0 ? size : 0] = 0;
    char *slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        folder->size = 0;
        br_buffer_print(folder, "%s/%s", program, places[i]);
        if (folder->status == BR_OK && is_playground(folder->text))
            return true;
    }
    folder->size = 0;
    return false;
}

static br_status check_log(const char *log, br_diag *why)
{
    int file;
    size_t size;
    br_status status = br_file_open(log, (size_t)-1 / 2, &file, &size, why);
    if (status == BR_OK)
        close(file);
    return status;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static br_status serve(const tool_args *a, const char *folder, br_diag *why)
{
    double seconds = 0;
    br_status status = a->duration ? tool_time("open", "--duration", a->duration, &seconds, why) : BR_OK;
    if (status == BR_OK && a->operand)
        status = check_log(a->operand, why);
    const open_site site = {.folder = folder,
                            .log = a->operand,
                            .name = a->operand ? name_of(a->operand) : NULL,
                            .browser = !a->print && (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY")),
                            .seconds = seconds};
    return status == BR_OK ? open_serve(&site, why) : status;
}

static br_status run_open(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_buffer folder = {0};
    bool found = find_folder(a->folder, &folder);
    br_status status = folder.status;
    if (status == BR_OK && a->where)
        br_buffer_print(out, "%s\n",
                        found ? folder.text : "the playground is not installed; 'make playground' makes it");
    else if (status == BR_OK && !found)
        status = tool_complain(why, BR_NO_FILE, "bristle open: %s%s; 'make playground' makes it",
                               a->folder ? a->folder : "the playground is not installed",
                               a->folder ? " is no playground" : "");
    else if (status == BR_OK)
        status = serve(a, folder.text, why);
    br_buffer_free(&folder);
    return status;
}

// ---------------------------------------------------------------- help

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_INPUT, "--folder", "DIR", folder, "the playground to serve", "beside the program, or as installed"),
    OWN_OPTION(TOOL_METHOD, "--duration", "T", duration, "stop serving after this time", "until Ctrl-C"),
    OWN_OPTION(TOOL_OUTPUT, "--print", NULL, print, "print the address and start no browser", NULL),
    OWN_OPTION(TOOL_OUTPUT, "--where", NULL, where, "print which folder would be served, and end", NULL), NULL};
static const char *const more[] = {
    "'bristle open log.csv' starts a browser with the playground (docs/playground.md) and that log on its page Log: "
    "check the columns, fit laws, replay an observer, take the C package. The page computes by itself, with the bits "
    "of the command line; nothing leaves this machine.",
    "The address is on this machine only (127.0.0.1), at a free port, with a secret word in its path. Without that "
    "word, and for any file but those of the playground and LOG, the answer is 404. Without a display the address is "
    "printed only.",
    NULL};
static const tool_example examples[] = {{"is the playground installed?", "bristle open --where"}, {NULL, NULL}};

const tool_command command_open = {.name = "open",
                                   .purpose = "open the playground, the whole tool as a page, in a browser",
                                   .operand = "LOG",
                                   .operand_help = "a log for its page Log (default: none)",
                                   .options = options,
                                   .more = more,
                                   .examples = examples,
                                   .run = run_open};
