// identify_name.c - names of logs and laws, as text, JSON and report of `bristle identify` show them.   [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"

#include <string.h>

const char *identify_log_name(const identifying *o, int log)
{
    const char *slash = strrchr(o->name[log], '/');
    return slash && !o->is_rig[log] ? slash + 1 : o->name[log];
}

void identify_law_name(br_buffer *out, const br_identification_candidate *c)
{
    br_buffer_safe(out, c->law, strlen(c->law));
    if (c->elements > 0)
        br_buffer_print(out, " (%d element%s)", c->elements, c->elements == 1 ? "" : "s");
    if (c->variant[0])
        br_buffer_print(out, ", %s", c->variant);
}
