// commands.h - the commands.                                                   [host]
#ifndef BR_TOOL_COMMANDS_H
#define BR_TOOL_COMMANDS_H

#include "tool/options.h"

extern const tool_command command_laws, command_check, command_eval, command_simulate, command_observe, command_inspect,
    command_identify, command_excite, command_control, command_bound, command_reproduce, command_emit;

#endif
