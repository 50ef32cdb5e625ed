// mechanism.h - `bristle simulate F.mech` and `bristle check F.mech`.             [host]
#ifndef BR_TOOL_MECHANISM_MECHANISM_H
#define BR_TOOL_MECHANISM_MECHANISM_H

#include "tool/kit/options.h"

bool mechanism_named(const char *model); // a path that ends in .mech
br_status mechanism_simulate(const char *path, const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;
br_status mechanism_check(const char *path, const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

#endif
