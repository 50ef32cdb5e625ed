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
        o->mass_unit = tool_law_mass_unit(o->law);
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
