// formula.h - an expression of a law's graph in the notation of laws.           [host]
#ifndef BR_LAW_TEXT_FORMULA_H
#define BR_LAW_TEXT_FORMULA_H

#include "law/graph/law.h"
#include "num/text/buffer.h"

// Named intermediate quantities keep their names; what is nested deeper than a line could hold becomes "...".
void br_law_write_formula(br_buffer *out, const br_parsed_law *law, int node);

#endif
