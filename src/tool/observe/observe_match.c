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

static const br_output *find_output(const br_parsed_law *law, const char *name)
{
    for (int i = 0; i < law->nout; i++)
        if (strcmp(law->out[i].name, name) == 0)
            return &law->out[i];
    return NULL;
}

static br_unit per_second(br_unit unit, int times)
{
    unit.power[2] = (short)(unit.power[2] - 12 * times);
    return unit;
}

// E*s^2/X of the law: kg, or kg*m^2.
static br_unit unit_of_mass(const br_parsed_law *law)
{
    return br_unit_div(find_output(law, "F")->unit, per_second(find_quantity(law, "v")->unit, 1));
}

static br_status read_mass(observing *o, const tool_args *a, br_diag *why)
{
    br_unit unit = unit_of_mass(&o->model.model.law);
    br_unit_write(o->mass_unit, unit);
    o->mass = o->log.has_rig ? o->log.rig.m : 0;
    return tool_log_mass("observe", a, unit, &o->mass, why);
}

static br_status put_into_plant(observing *o, const tool_args *a, br_diag *why)
{
    if (!(o->mass > 0))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --order full needs the mass; give --mass, such as --mass '20 kg'");
    br_unit unit = unit_of_mass(&o->model.model.law);
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

// ---------------------------------------------------------------- signals and the model

static br_status wrong_unit(const char *signal, br_unit is, br_unit wanted, br_diag *why)
{
    char x[BR_UNIT_SIZE], y[BR_UNIT_SIZE];
    br_unit_write_both(x, is, y, wanted);
    return tool_complain(why, BR_BAD_DATA, "--signals: %.60s has unit %s here and %s in the model%s", signal, x, y,
                         br_unit_same(is, br_unit_none()) ? "; write the unit behind the column" : "");
}

// What a signal may be: a quantity or an output of the model; beside a friction law the position x and the drive force u.
static br_status check_signal(const observing *o, int i, br_diag *why)
{
    const br_parsed_law *law = &o->model.model.law;
    const char *name = o->log.column[i].name;
    const br_quantity *q = find_quantity(law, name);
    const br_output *y = find_output(law, name);
    br_unit is = o->log.unit[i], wanted = q ? q->unit : y ? y->unit : br_unit_none();
    if (!q && !y && !o->full && strcmp(name, "x") == 0)
        wanted = per_second(find_quantity(law, "v")->unit, -1);
    else if (!q && !y && !o->full && strcmp(name, "u") == 0)
        wanted = find_output(law, "F")->unit;
    else if (!q && !y)
        return tool_complain(why, BR_BAD_DATA, "--signals: %.60s is not an input, state or output of %s%s", name,
                             law->name, o->full ? "" : ", nor the position x or the drive force u");
    else if (q && q->kind == BR_PARAM)
        return tool_complain(why, BR_BAD_DATA, "--signals: %.60s is a parameter of %s; give its value by --at", name,
                             law->name);
    return br_unit_same(is, wanted) ? BR_OK : wrong_unit(name, is, wanted, why);
}

// Velocity and friction force, where not measured, from position and drive force.
static br_status derive_columns(observing *o, br_diag *why)
{
    br_loaded_log *log = &o->log;
    const double *v = br_loaded_log_column(log, "v"), *F = br_loaded_log_column(log, "F"),
                 *x = br_loaded_log_column(log, "x"), *u = br_loaded_log_column(log, "u");
    bool wants_v = !o->full && !v, wants_F = !F && (!o->full || o->mass > 0);
    if (wants_v && !x)
        return tool_complain(why, BR_BAD_DATA, "--signals: %s needs the velocity v; give v or the position x", o->law);
    if (!o->full && wants_F && !(x && u))
        return tool_complain(why, BR_BAD_DATA,
                             "--signals: %s needs the friction force F; give F, or position x and drive force u",
                             o->law);
    if (!o->full && wants_F && !(o->mass > 0))
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle observe: friction force from drive force needs the mass; give --mass, such as --mass '20 kg'");
    if ((!wants_v && !wants_F) || !x)
        return BR_OK;
    o->prepare.mass = wants_F ? o->mass : 0;
    br_status status = br_loaded_log_differentiate(log, &o->prepare, why);
    if (status != BR_OK)
        return status;
    o->made_v = wants_v;
    o->made_F = wants_F && u;
    if (wants_v)
        log->column[log->columns++] = (br_trace_column){"v", log->made.v};
    if (!o->full && o->made_F)
        log->column[log->columns++] = (br_trace_column){"F", log->made.F};
    return BR_OK;
}

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

static br_status check_missing(const observing *o, int i, br_diag *why)
{
    const br_trace_column *c = &o->log.column[i];
    for (long long k = 0; k < o->log.rows; k++) {
        if (br_spool_due(k))
            br_loaded_log_release(&o->log);
        if (isfinite(c->v[k]))
            return BR_OK;
    }
    return tool_complain(why, BR_BAD_DATA, "%.80s: signal %s has no values", o->log.name, c->name);
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
                             observe_every(o), o->options.correct_every, length);
    return check_at(o, a, why);
}

br_status observe_match(observing *o, const tool_args *a, br_diag *why)
{
    br_status status = open_model(o, a, why);
    if (status == BR_OK && o->log.has_rig && o->full)
        drop_columns(&o->log);
    for (int i = 0; i < o->log.columns && status == BR_OK; i++)
        status = check_signal(o, i, why);
    for (int i = 0; i < o->log.columns && status == BR_OK; i++)
        status = check_missing(o, i, why);
    o->logged = o->log.columns;
    if (status == BR_OK)
        status = derive_columns(o, why);
    return status == BR_OK ? check_effects(o, a, why) : status;
}
