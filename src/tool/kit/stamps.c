// stamps.c - how even the time stamps of a log are, as text and JSON.           [host]
#include "num/base/fp.h"

#include "tool/kit/stamps.h"

void stamps_text(br_buffer *out, double uneven, double least, double most)
{
    if (!(uneven > 0))
        return;
    br_buffer_print(out, ", uneven: %.2g %% of the steps are off by more than 5 %%, ", 100 * uneven);
    br_buffer_about(out, 1e3 * least, 4);
    br_buffer_put(out, " to ");
    br_buffer_about(out, 1e3 * most, 4);
    br_buffer_put(out, " ms");
}

void stamps_json(br_json *j, const br_stamps *s)
{
    static const char *const steps[] = {"even", "stamps", "rows"};
    br_json_open(j, '{');
    BR_JSON_NUMBERS(j, {"step", s->median}, {"step_least", s->least}, {"step_most", s->most}, {"uneven", s->uneven},
                    {"rows_over_stamps", s->by_rows / s->by_stamps});
    br_json_field_text(j, "steps", steps[s->base]);
    br_json_close(j);
}
