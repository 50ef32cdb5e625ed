// set_json.c - set membership: what was found, as JSON.      [host]
#include "num/base/fp.h"

#include "api/bound/set.h"
#include "file/json/json.h"

// The hull of what is not outside, or the searched ranges.
static void write_intervals(br_json *j, const br_bound_set *w, bool ranges)
{
    for (int i = 0; i < w->found.dims; i++) {
        char name[BR_BOUND_DIMENSION_SIZE];
        const char *unit;
        br_interval p = ranges ? br_bound_set_range(w, i) : w->found.hull[i];
        br_bound_set_name(w, i, name, &unit);
        br_json_field_open(j, name, '{');
        BR_JSON_NUMBERS(j, {"lo", p.lo}, {"hi", p.hi});
        br_json_field_text(j, "unit", unit);
        br_json_close(j);
    }
}

void br_bound_set_write_json(br_buffer *out, const br_bound_set *w)
{
    const br_members *s = &w->found;
    br_json j = {.out = out};
    br_json_open_file(&j, "bound-set");
    br_json_field_text(&j, "model", w->law.model.law.name);
    br_json_field_text(&j, "verdict", br_bound_set_verdict(s));
    br_json_field_bool(&j, "interrupted", s->stopped);
    br_json_field_open(&j, "parameters", '{');
    if (s->count > 0)
        write_intervals(&j, w, false);
    br_json_close(&j);
    BR_JSON_NUMBERS(&j, {"boxes", (double)s->examined}, {"inner", s->inner}, {"outer", s->outer});
    br_json_field_open(&j, "ranges", '{');
    write_intervals(&j, w, true);
    br_json_close(&j);
    br_json_close(&j);
}
