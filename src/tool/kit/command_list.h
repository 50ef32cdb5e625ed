// command_list.h - the commands; each is defined by the folder of its name.      [host]
#ifndef BR_TOOL_KIT_COMMAND_LIST_H
#define BR_TOOL_KIT_COMMAND_LIST_H

#include "tool/kit/options.h"

extern const tool_command command_laws, command_check, command_eval, command_simulate, command_observe, command_inspect,
    command_identify, command_excite, command_control, command_bound, command_verify, command_reproduce, command_emit,
    command_table, command_response, command_open;

#endif
