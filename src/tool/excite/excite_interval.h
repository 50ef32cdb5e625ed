// excite_interval.h - `bristle excite --criterion`: inputs of plants that stick and slip, made for bristle bound.     [host]
#ifndef BR_TOOL_EXCITE_EXCITE_INTERVAL_H
#define BR_TOOL_EXCITE_EXCITE_INTERVAL_H

#include "num/text/buffer.h"
#include "tool/kit/options.h"

br_status excite_interval(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

#endif
