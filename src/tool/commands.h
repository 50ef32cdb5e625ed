// commands.h - the commands, and what they share.                               [host]
#ifndef BR_TOOL_COMMANDS_H
#define BR_TOOL_COMMANDS_H

#include "tool/options.h"

extern const tool_command command_laws, command_check, command_eval, command_simulate, command_observe,
    command_reproduce, command_emit;

// The text goes to a file, or for "-" to standard output.
br_status tool_deliver(const char *path, const br_buffer *text, bool replace, br_buffer *out, br_diag *why) BR_CHECKED;

// The first `outputs` of `files` (NULL: none) are to be written: no two of them, and none of the others, may be one file.
br_status tool_apart(const char *command, const char *const *files, int outputs, int count, br_diag *why) BR_CHECKED;

// Says "WHAT written to FILE", at the end of what a command prints; nothing for "-" or NULL.
void tool_written(br_buffer *out, const char *what, const char *path);

#endif
