// identify_name.c - names of laws and of what is simulated, as texts of `bristle identify` show them.    [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"

#include <string.h>

void identify_name(br_buffer *out, const identified *d)
{
    br_buffer_safe(out, d->law, strlen(d->law));
    if (d->elements > 0)
        br_buffer_print(out, " (%d element%s)", d->elements, d->elements == 1 ? "" : "s");
    if (d->variant[0])
        br_buffer_print(out, ", %s", d->variant);
}

const char *identify_motion(const identifying *w)
{
    return w->axis[0].x ? "position" : "velocity";
}

const char *identify_motion_unit(const identifying *w)
{
    return w->axis[0].x ? w->position_unit : w->speed_unit;
}
