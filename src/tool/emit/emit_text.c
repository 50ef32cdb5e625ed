// emit_text.c - `bristle emit --as`: a law in the notation of another program.    [host]
#include "num/base/fp.h"

#include "tool/emit/emit.h"
#include "tool/kit/deliver.h"
#include "tool/kit/law.h"
#include "tool/kit/number.h"
#include "tool/kit/said.h"

#include <math.h>
#include <string.h>

// The velocity of a law: an input, or a state of a plant.
static bool find_velocity(const br_law *law, br_law_number *v)
{
    static const br_law_part part[] = {BR_LAW_INPUTS, BR_LAW_STATES, BR_LAW_PARAMETERS};
    for (int i = 0; i < 3; i++)
        if (br_law_number_at(law, part[i], br_law_index(law, part[i], "v"), v) == BR_OK)
            return true;
    return false;
}

// The largest speed, in the unit of the law's v.
static br_status read_speed(const tool_args *a, const br_law *law, double *speed, br_diag *why)
{
    br_law_number v = {.size = sizeof v};
    br_unit unit = br_unit_none(), wanted = br_unit_none();
    if (!a->to || !find_velocity(law, &v))
        return BR_OK; // the library refuses a law without
    if (strcmp(v.unit, "-") != 0)
        br_unit_read(v.unit, strlen(v.unit), NULL, 0, &wanted, NULL);
    if (!tool_number("--to", a->to, speed, &unit) || !(*speed > 0) || !isfinite(*speed) ||
        !(br_unit_same(unit, wanted) || br_unit_same(unit, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --to '%.60s' is not a speed above 0 in %s", a->to,
                             v.unit);
    return BR_OK;
}

static br_status make_export(br_emit **made, const br_law *law, const tool_args *a, br_diag *why)
{
    double speed = 0.1;
    br_status status = tool_law_check(law, why);
    if (status == BR_OK && strcmp(a->as, "modelica") != 0)
        status = read_speed(a, law, &speed, why);
    if (status != BR_OK)
        return status;
    status = br_emit_export(made, law, a->as, speed, why);
    if (status == BR_BAD_LAW && strstr(why->text, "not ranges"))
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: a parameter is a range; give single values");
    return status == BR_OK || status == BR_NO_MEMORY ? status : tool_prefix("bristle emit: ", status, why);
}

static bool is_notation(const char *name)
{
    static const char *const all[] = {"modelica", "mujoco", "dcmotor", "urdf", "cia402"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(name, all[i]) == 0)
            return true;
    return false;
}

br_status emit_text(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_law *law = NULL;
    br_emit *made = NULL;
    const char *const inputs[] = {a->operand, a->params};
    if (!is_notation(a->as))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --as '%.60s' is not one of modelica, mujoco, dcmotor, urdf, cia402", a->as);
    if (a->single || a->observer || a->fmu)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle emit: --as cannot be combined with --float, --observer and --fmu; leave them out");
    br_status status = tool_outputs("emit", a, inputs, 2, why);
    if (status == BR_OK)
        status = tool_law_open(&law, a->operand, a->params, a->at, why);
    if (status == BR_OK)
        status = make_export(&made, law, a, why);
    if (status == BR_OK)
        status = emit_write_made(a, made, a->as, out, why);
    br_emit_close(made);
    br_law_close(law);
    return status;
}
