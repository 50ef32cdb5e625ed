// bound.h - what `bristle bound` works on, and how it is shown.                  [host]
#ifndef BR_TOOL_BOUND_H
#define BR_TOOL_BOUND_H

#include "bound/paving.h"
#include "tool/load.h"
#include "tool/log.h"

typedef struct bounding {
    tool_log log;
    tool_model plant; // with the ranges
    br_stick stick;
    br_evidence evidence;
    br_interval *u, *q;
    bool *stands; // NULL: the log has no signal of rest
    double error_q, error_u;
    br_paving_options options;
    br_paving found;
    bool has_plant, has_stick, has_found;
} bounding;

// The parameters by number: their place among the quantities of the law.
int bound_quantity(const bounding *w, int parameter);

void bound_text(br_buffer *out, const bounding *w);
void bound_json(br_buffer *out, const bounding *w);

#endif
