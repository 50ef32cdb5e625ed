// commands.h - how a command is run.                       [host]
#ifndef BR_TOOL_FRONT_COMMANDS_H
#define BR_TOOL_FRONT_COMMANDS_H

#include "tool/kit/options.h"

// Runs the command word[0] with the arguments after it. Its output goes to `out`; on failure `why` has one line.
br_status tool_run(const char *const *word, int words, const struct tool_call *call, br_buffer *out,
                   br_diag *why) BR_CHECKED;

#endif
