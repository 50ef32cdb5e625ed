// slab_option.c - --slab of `bristle bound` and `bristle verify`.                  [host]
#include "num/base/fp.h"

#include "tool/bound/slab_option.h"
#include "tool/kit/options.h"

#include <stdio.h>

br_status bound_slab_option(const char *text, int *part, int *of, br_diag *why)
{
    enum { MOST = 1000000 };
    int used = 0;
    *part = *of = 0;
    if (!text)
        return BR_OK;
    if (sscanf(text, "%7d/%7d%n", part, of, &used) != 2 || text[used] || *part < 1 || *part > *of || *of > MOST)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --slab '%.60s' is not a part I/N such as 3/8", text);
    return BR_OK;
}
