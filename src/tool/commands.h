// commands.h - the commands, and how one of them is run.                       [host]
#ifndef BR_TOOL_COMMANDS_H
#define BR_TOOL_COMMANDS_H

#include "tool/options.h"

extern const tool_command command_laws, command_check, command_eval, command_simulate, command_observe, command_inspect,
    command_identify, command_excite, command_control, command_bound, command_verify, command_reproduce, command_emit;

// Runs the command word[0] with the arguments behind it. What it prints goes to `out`; on failure `why` has one line.
br_status tool_run(const char *const *word, int words, const struct tool_call *call, br_buffer *out,
                   br_diag *why) BR_CHECKED;

#endif
