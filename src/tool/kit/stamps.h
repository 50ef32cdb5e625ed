// stamps.h - how even the time stamps of a log are, as text and JSON.           [host]
#ifndef BR_TOOL_KIT_STAMPS_H
#define BR_TOOL_KIT_STAMPS_H

#include "file/json/json.h"
#include "sim/observe/stamps.h"

// ", uneven: 47 % of the steps are off by more than 5 %, 2 to 30 ms"; nothing where they are even.
void stamps_text(br_buffer *out, double uneven, double least, double most);
// {"step": .., "step_least": .., "step_most": .., "uneven": .., "rows_over_stamps": .., "steps": "stamps"}
void stamps_json(br_json *j, const br_stamps *s);

#endif
