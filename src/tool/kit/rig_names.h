// rig_names.h - `bristle simulate rig/NAME`: a synthetic rig's log.                    [host]
#ifndef BR_TOOL_KIT_RIG_NAMES_H
#define BR_TOOL_KIT_RIG_NAMES_H

#include "tool/kit/options.h"

#include <stdint.h>

bool rig_named(const char *model);                                                   // rig/... but no file rig/NAME.law
br_status rig_known(const char *command, const char *name, br_diag *why) BR_CHECKED; // or words that it is not

br_status rig_simulate(const char *name, const tool_args *a, uint64_t seed, br_buffer *out, br_diag *why) BR_CHECKED;
void rig_list(br_buffer *out);

#endif
