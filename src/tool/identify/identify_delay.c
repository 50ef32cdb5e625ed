// identify_delay.c - the delay between force and motion of an identified law, as JSON.   [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"

void identify_delay_json(br_json *j, const br_identified_law *law)
{
    static const char *const states[] = {"given", "estimated", "not identifiable", "too long"};
    const br_delay *d = &law->id.delay;
    br_json_field_open(j, "delay", '{');
    br_json_field_text(j, "state", states[d->state]);
    BR_JSON_NUMBERS(j, {"seconds", d->value}, {"seconds_sd", d->sd}, {"samples", d->value / d->step},
                    {"samples_sd", d->sd / d->step});
    br_json_field_bool(j, "held", d->held);
    br_json_close(j);
}
