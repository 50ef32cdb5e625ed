// stamps.h - how even the time stamps of a log are, as text.           [host]
#ifndef BR_TOOL_KIT_STAMPS_H
#define BR_TOOL_KIT_STAMPS_H

#include "num/text/buffer.h"

// ", uneven: 47 % of the steps are off by more than 5 %, 2 to 30 ms"; nothing where they are even.
void stamps_text(br_buffer *out, double uneven, double least, double most);

#endif
