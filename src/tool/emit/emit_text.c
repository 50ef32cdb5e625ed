// emit_text.c - `bristle emit --as`: a law in the notation of another program.    [host]
#include "num/base/fp.h"

#include "emit/export/export.h"
#include "tool/kit/conditions.h"
#include "tool/kit/deliver.h"
#include "tool/emit/emit.h"
#include "tool/kit/load.h"
#include "tool/kit/number.h"

#include <math.h>
#include <string.h>

// The largest speed, in the unit of the law's v.
static br_status read_speed(const tool_args *a, const br_parsed_law *law, double *speed, br_diag *why)
{
    br_unit unit = br_unit_none();
    int v = br_law_find(law, "v", 1);
    *speed = 0.1;
    if (v < 0)
        return BR_OK; // refused below
    if (!a->to)
        return BR_OK;
    if (!tool_number("--to", a->to, speed, &unit) || !(*speed > 0) || !isfinite(*speed) ||
        !(br_unit_same(unit, law->q[v].unit) || br_unit_same(unit, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --to '%.60s' is not a speed above 0 in %s", a->to,
                             law->q[v].si_text);
    return BR_OK;
}

static br_status write_text(br_buffer *text, const br_notation *n, br_model *m, const tool_args *a, br_diag *why)
{
    double speed = 0;
    br_diag words = {0};
    br_status status = n->write ? read_speed(a, &m->law, &speed, why) : BR_OK;
    return status == BR_OK ? emit_complain(why, br_notation_write(text, n, m, speed, &words), &words) : status;
}

static br_status write_export(br_buffer *text, const br_notation *n, const tool_args *a, br_diag *why)
{
    br_loaded_model t;
    br_status status = br_loaded_model_open(&t, a->operand, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    status = tool_model_check(&t.model, "emit", why);
    if (status == BR_OK)
        status = write_text(text, n, &t.model, a, why);
    br_loaded_model_close(&t);
    return status;
}

br_status emit_text(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_buffer text = {0};
    const br_notation *n = br_notation_find(a->as);
    const char *const inputs[] = {a->operand, a->params};
    if (!n)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --as '%.60s' is not one of modelica, mujoco, dcmotor, urdf, cia402", a->as);
    if (a->single || a->observer || a->fmu)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle emit: --as cannot be combined with --float, --observer and --fmu; leave them out");
    br_status status = tool_outputs("emit", a, inputs, 2, why);
    if (status == BR_OK)
        status = write_export(&text, n, a, why);
    if (status == BR_OK)
        status = emit_write_file(a, &text, out, why);
    if (status == BR_OK)
        tool_written(out, a->as, a->out);
    br_buffer_free(&text);
    return status;
}
