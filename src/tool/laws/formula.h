// formula.h - an expression of a law's graph in the notation of laws.           [host]
#ifndef BR_TOOL_LAWS_FORMULA_H
#define BR_TOOL_LAWS_FORMULA_H

#include "num/text/buffer.h"
#include "law/graph/law.h"

// Named intermediate quantities keep their names; what is nested deeper than a line could hold becomes "...".
void formula_write(br_buffer *out, const br_parsed_law *law, int node);

#endif
