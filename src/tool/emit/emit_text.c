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

static const struct {
    const char *name;
    void (*write)(br_buffer *out, const br_steady *s); // NULL: Modelica, which takes the law itself
} kinds[] = {{"modelica", NULL},
             {"mujoco", br_export_mujoco},
             {"dcmotor", br_export_dcmotor},
             {"urdf", br_export_urdf},
             {"cia402", br_export_cia402}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int find_kind(const char *name)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return i;
    return -1;
}

// The largest speed, in the unit of the law's v.
static br_status read_speed(const tool_args *a, const br_parsed_law *law, double *speed, br_diag *why)
{
    br_unit unit = br_unit_none();
    int v = br_law_find(law, "v", 1);
    *speed = 0.1;
    if (v < 0)
        return tool_complain(why, BR_BAD_LAW,
                             "bristle emit: %s has no input v, so it has no steady-state friction; give a friction law",
                             law->name);
    if (!a->to)
        return BR_OK;
    if (!tool_number("--to", a->to, speed, &unit) || !(*speed > 0) || !isfinite(*speed) ||
        !(br_unit_same(unit, law->q[v].unit) || br_unit_same(unit, br_unit_none())))
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --to '%.60s' is not a speed above 0 in %s", a->to,
                             law->q[v].si_text);
    return BR_OK;
}

static br_status write_text(br_buffer *text, int kind, br_model *m, const tool_args *a, br_diag *why)
{
    br_steady s;
    double speed;
    br_diag words = {0};
    br_status status = kinds[kind].write ? read_speed(a, &m->law, &speed, why) : BR_OK;
    if (status != BR_OK)
        return status;
    status = kinds[kind].write ? br_steady_of(&s, m, speed, &words) : br_export_modelica(text, m, &words);
    emit_complain(why, status, &words);
    if (status == BR_OK && kinds[kind].write)
        kinds[kind].write(text, &s);
    return status == BR_OK ? text->status : status;
}

static br_status write_export(br_buffer *text, int kind, const tool_args *a, br_diag *why)
{
    br_loaded_model t;
    br_status status = br_loaded_model_open(&t, a->operand, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    status = tool_model_check(&t.model, "emit", why);
    if (status == BR_OK)
        status = write_text(text, kind, &t.model, a, why);
    br_loaded_model_close(&t);
    return status;
}

br_status emit_text(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_buffer text = {0};
    int kind = find_kind(a->as);
    const char *const inputs[] = {a->operand, a->params};
    if (kind < 0)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle emit: --as '%.60s' is not one of modelica, mujoco, dcmotor, urdf, cia402", a->as);
    if (a->single || a->observer || a->fmu)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle emit: --as cannot be combined with --float, --observer and --fmu; leave them out");
    br_status status = tool_outputs("emit", a, inputs, 2, why);
    if (status == BR_OK)
        status = write_export(&text, kind, a, why);
    if (status == BR_OK)
        status = emit_write_file(a, &text, out, why);
    if (status == BR_OK)
        tool_written(out, a->as, a->out);
    br_buffer_free(&text);
    return status;
}
