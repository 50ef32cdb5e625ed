// bound_options.c - options that `bristle bound` and `bristle verify` have in common.   [host]
#include "num/base/fp.h"

#include "tool/bound/bound_options.h"
#include "tool/kit/options.h"

#include <stdio.h>
#include <string.h>

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

void bound_columns(br_buffer *list, const br_law *law, const char *error)
{
    br_law_number u = {.size = sizeof u};
    br_buffer_put(list, "t = t");
    if (br_law_number_at(law, BR_LAW_INPUTS, 0, &u) == BR_OK)
        br_buffer_print(list, ", %s = %s", u.name, u.name);
    while (*error) {
        size_t item = strcspn(error, ","), blank = strspn(error, " "), name = strcspn(error + blank, " =,");
        if (name > 0 && (strlen(u.name) != name || strncmp(u.name, error + blank, name) != 0))
            br_buffer_print(list, ", %.*s = %.*s", (int)name, error + blank, (int)name, error + blank);
        error += item + (error[item] == ',');
    }
}
