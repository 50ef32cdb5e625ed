// slab_option.h - --slab of `bristle bound` and `bristle verify`.                  [host]
#ifndef BR_TOOL_BOUND_SLAB_OPTION_H
#define BR_TOOL_BOUND_SLAB_OPTION_H

#include <bristle/status.h>

// --slab 3/8: the third of eight equal parts of the first range that has a width and does not renew. NULL: 0, 0.
br_status bound_slab_option(const char *text, int *part, int *of, br_diag *why) BR_CHECKED;

#endif
