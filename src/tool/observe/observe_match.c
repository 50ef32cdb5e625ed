// observe_match.c - the model of `bristle observe`, and its signals in the log.    [host]
#include "num/base/fp.h"

#include "tool/kit/conditions.h"
#include "tool/kit/number.h"
#include "tool/observe/observe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the model

static const br_quantity *find_quantity(const br_parsed_law *law, const char *name)
{
    int q = br_law_find(law, name, strlen(name));
    return q >= 0 ? &law->q[q] : NULL;
}

static br_status read_mass(observing *o, const tool_args *a, br_diag *why)
{
    br_unit unit = br_log_observer_unit_of_mass(&o->model.model.law);
    br_unit_write(o->mass_unit, unit);
    o->mass = o->log.has_rig ? o->log.rig.m : 0;
    return tool_log_mass("observe", a, unit, &o->mass, why);
}

static br_status put_into_plant(observing *o, const tool_args *a, br_diag *why)
{
    if (!(o->mass > 0))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --order full needs the mass; give --mass, such as --mass '20 kg'");
    br_unit unit = br_log_observer_unit_of_mass(&o->model.model.law);
    br_loaded_model_close(&o->model);
    br_status status = br_loaded_model_open_mass(&o->model, o->mass, unit, a->model, a->params, a->at, why);
    o->wrapped = true;
    o->options.tuning.part = "fr";
    return status;
}

static br_status open_model(observing *o, const tool_args *a, br_diag *why)
{
    br_status status = br_loaded_model_open(&o->model, a->model, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    br_model *m = &o->model.model;
    bool friction = br_observation_reduced(&m->law);
    snprintf(o->law, sizeof o->law, "%s", m->law.name);
    if (!friction && a->order && !o->full)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle observe: %s is not a friction law with input v and output F; --order reduced needs one",
            m->law.name);
    if (a->mass && !friction)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --mass needs a friction law; plant %s has its own mass", m->law.name);
    if (friction)
        status = read_mass(o, a, why);
    if (status == BR_OK)
        status = tool_model_complete(m, &m->law, false, why);
    if (status == BR_OK && friction && o->full)
        status = put_into_plant(o, a, why);
    o->full = !friction || o->full;
    if (status == BR_OK)
        status = tool_model_check(m, "observe", why);
    if (status == BR_OK)
        status = br_model_warn(m, &o->verdict.warnings);
    return status;
}

// ---------------------------------------------------------------- signals

// Full order is drive force in, position out: other columns of a rig are dropped.
static void drop_columns(br_loaded_log *log)
{
    int kept = 0;
    for (int i = 0; i < log->columns; i++)
        if (strcmp(log->column[i].name, "x") == 0 || strcmp(log->column[i].name, "u") == 0) {
            log->unit[kept] = log->unit[i];
            log->column[kept++] = log->column[i];
        }
    log->columns = kept;
}

// A value given for an input that the log has.
static br_status check_at(const observing *o, const tool_args *a, br_diag *why)
{
    br_assignments list;
    if (!a->at)
        return BR_OK;
    br_status status = br_assignments_read(&list, a->at, strlen(a->at), "--at", why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < list.count && status == BR_OK; i++) {
        const char *name = list.item[i].name;
        const br_quantity *q = find_quantity(&o->model.model.law, name);
        if (q && q->kind == BR_INPUT && br_loaded_log_column(&o->log, name))
            status =
                tool_complain(why, BR_BAD_USAGE, "bristle observe: --at has no effect: %.60s comes from the log", name);
    }
    br_assignments_free(&list);
    return status;
}

// An option without effect is a mistake of the user.
static br_status check_effects(const observing *o, const tool_args *a, br_diag *why)
{
    bool made = o->made_v || o->made_F;
    if (!made && (a->cutoff || a->differentiate))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: %s has no effect: no signal is derived from the position",
                             a->cutoff ? "--cutoff" : "--differentiate");
    if (a->mass && !o->full && !o->made_F)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --mass has no effect: the friction force is measured");
    double length = o->log.t[o->log.rows - 1] - o->log.t[0];
    if (o->options.correct_every > length)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: %s %.6g s is longer than the log, %.6g s",
                             br_log_observer_every(o), o->options.correct_every, length);
    return check_at(o, a, why);
}

br_status observe_match(observing *o, const tool_args *a, br_diag *why)
{
    br_status status = open_model(o, a, why);
    if (status == BR_OK && o->log.has_rig && o->full)
        drop_columns(&o->log);
    if (status == BR_OK)
        status = br_log_observer_match(o, why);
    return status == BR_OK ? check_effects(o, a, why) : status;
}
