// observe_open.c - law, log and order of `bristle observe`.    [host]
#include "num/base/fp.h"

#include "tool/kit/law.h"
#include "tool/kit/log_options.h"
#include "tool/kit/tables.h"
#include "tool/observe/observe.h"

#include <string.h>

// ---------------------------------------------------------------- the log

static br_status open_log(observing *o, br_diag *why)
{
    const tool_args *a = o->a;
    if (rig_log_named(a->operand, a)) {
        br_status status = rig_log_open(&o->rig, "observe", a->operand, a, why);
        o->mass = o->rig.mass;
        return status;
    }
    if (a->seed)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: --seed is for rigs; %.60s is a table", a->operand);
    return tool_table_handle(&o->log, "observe", a->operand, a, why);
}

// ---------------------------------------------------------------- the law

static br_unit unit_of(const br_law *law, br_law_part part, const char *name)
{
    br_law_number n = {.size = sizeof n};
    br_unit unit = br_unit_none();
    if (br_law_number_at(law, part, br_law_index(law, part, name), &n) == BR_OK && strcmp(n.unit, "-") != 0)
        br_unit_read(n.unit, strlen(n.unit), NULL, 0, &unit, NULL);
    return unit;
}

// N*s^2/m: kg, or of a law that turns kg*m^2.
static br_unit unit_of_mass(const br_law *law)
{
    br_unit unit = br_unit_div(unit_of(law, BR_LAW_OUTPUTS, "F"), unit_of(law, BR_LAW_INPUTS, "v"));
    unit.power[2] = (short)(unit.power[2] + 12); // times s
    return unit;
}

static br_status check_order(const observing *o, br_diag *why)
{
    const char *name = br_law_name(o->law);
    if (!o->friction && o->a->order && !o->options.full)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle observe: %s is not a friction law with input v and output F; --order reduced needs one", name);
    if (!o->friction && o->a->mass)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --mass needs a friction law; plant %s has its own mass", name);
    return BR_OK;
}

static br_status open_law(observing *o, br_diag *why)
{
    const tool_args *a = o->a;
    br_status status = tool_law_open(&o->law, a->model, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    o->friction = br_law_index(o->law, BR_LAW_INPUTS, "v") >= 0 && br_law_index(o->law, BR_LAW_OUTPUTS, "F") >= 0;
    status = check_order(o, why);
    if (status == BR_OK && o->friction) {
        o->mass_unit = unit_of_mass(o->law);
        status = tool_log_mass("observe", a, o->mass_unit, &o->mass, why);
    }
    return status == BR_OK ? tool_law_single(o->law, "observe", why) : status;
}

// ---------------------------------------------------------------- together

// What a rig knows and nobody asked for is not among the options: its mass, where it measures the friction force.
static void choose_columns(observing *o)
{
    bool drive = !o->friction || o->options.full;
    o->options.signals = o->a->signals ? o->a->signals : "";
    o->options.mass = o->friction ? o->mass : 0;
    if (!o->rig.is)
        return;
    rig_log_signals(&o->signals, &o->rig, drive);
    o->options.signals = o->signals.text;
    if (!drive && !o->a->mass && rig_log_measures(&o->rig, "F"))
        o->options.mass = 0;
}

br_status observe_open(observing *o, br_diag *why)
{
    br_status status = open_log(o, why);
    if (status == BR_OK)
        status = open_law(o, why);
    if (status != BR_OK)
        return status;
    choose_columns(o);
    o->options.name = o->a->operand;
    o->options.who = "bristle observe: ";
    o->options.strict = 1;
    o->options.partial = 1;
    return o->signals.status == BR_OK ? br_estimation_open(&o->is, o->law, &o->options, why) : o->signals.status;
}
