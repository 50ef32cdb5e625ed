// bound_options.h - options that `bristle bound` and `bristle verify` have in common.   [host]
#ifndef BR_TOOL_BOUND_BOUND_OPTIONS_H
#define BR_TOOL_BOUND_BOUND_OPTIONS_H

#include "num/text/buffer.h"

#include <bristle/law.h>

// --slab 3/8: the third of eight equal parts of the first range that has a width and does not renew. NULL: 0, 0.
br_status bound_slab_option(const char *text, int *part, int *of, br_diag *why) BR_CHECKED;

// Columns of LOG that are named as the input of the plant and what is measured: "t = t, u = u, x1 = x1".
void bound_columns(br_buffer *list, const br_law *law, const char *error);

#endif
