// identify_name.c - names of laws and of what is simulated, as texts show them.    [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"

#include <string.h>

void br_identified_law_name(br_buffer *out, const br_identified_law *d)
{
    br_buffer_safe(out, d->law, strlen(d->law));
    if (d->elements > 0)
        br_buffer_print(out, " (%d element%s)", d->elements, d->elements == 1 ? "" : "s");
    if (d->variant[0])
        br_buffer_print(out, ", %s", d->variant);
}

void br_identified_put_unit(br_buffer *out, const br_identified *id, int i)
{
    const char *unit = br_identified_unit(id, i);
    if (strcmp(unit, "-") != 0)
        br_buffer_print(out, " %s", unit);
}

const char *br_identification_motion(const br_identification *w)
{
    return w->axis[0].x ? "position" : "velocity";
}

const char *br_identification_motion_unit(const br_identification *w)
{
    return w->axis[0].x ? w->position_unit : w->speed_unit;
}
