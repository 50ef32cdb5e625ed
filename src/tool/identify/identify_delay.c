// identify_delay.c - the delay between force and motion of an identified law, as JSON.   [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"

void identify_delay_json(br_json *j, const br_identification_result *r)
{
    static const char *const states[] = {[BR_DELAY_IS_GIVEN] = "given",
                                         [BR_DELAY_IS_ESTIMATED] = "estimated",
                                         [BR_DELAY_IS_NOT_IDENTIFIABLE] = "not identifiable",
                                         [BR_DELAY_IS_TOO_LONG] = "too long"};
    br_json_field_open(j, "delay", '{');
    br_json_field_text(j, "state", states[r->delay_state]);
    BR_JSON_NUMBERS(j, {"seconds", r->delay}, {"seconds_sd", r->delay_sd}, {"samples", r->delay / r->sample},
                    {"samples_sd", r->delay_sd / r->sample});
    br_json_field_bool(j, "held", r->held);
    br_json_close(j);
}
