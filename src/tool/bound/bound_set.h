// bound_set.h - `bristle bound` for all laws but plants that stick and slip: boxes of parameters inside, outside and undecided.      [host]
#ifndef BR_TOOL_BOUND_BOUND_SET_H
#define BR_TOOL_BOUND_BOUND_SET_H

#include "num/text/buffer.h"
#include "tool/kit/options.h"

bool bound_set_takes(const char *model); // any law but a plant that sticks and slips; false also where there is none
br_status bound_set(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

#endif
