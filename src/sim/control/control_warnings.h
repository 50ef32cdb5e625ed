// control_warnings.h - warnings about compensators, one per line.   [host]
#ifndef BR_SIM_CONTROL_CONTROL_WARNINGS_H
#define BR_SIM_CONTROL_CONTROL_WARNINGS_H

#include "law/model/model.h"
#include "num/text/buffer.h"
#include "sim/control/positive_real.h"

void br_positive_real_words(br_buffer *out, const br_positive_real *p); // without an end of line
void br_control_unjudged(br_buffer *out, const br_parsed_law *law);     // why there is no G(s); the same

// Lines of `bristle control`, and of the README of a package. p NULL: it cannot be judged.
void br_control_note_theorem(br_buffer *out, const br_positive_real *p, const br_parsed_law *law);
void br_control_note_share(br_buffer *out, double share); // nothing where there is nothing to say

#endif
