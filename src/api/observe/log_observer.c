// log_observer.c - an observer over a log, from its columns to its verdict.       [host]
#include "num/base/fp.h"

#include "api/observe/log_observer.h"

#include "num/base/elem.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- signals and the model

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

br_unit br_log_observer_unit_of_mass(const br_parsed_law *law)
{
    return br_unit_div(find_output(law, "F")->unit, per_second(find_quantity(law, "v")->unit, 1));
}

bool br_log_observer_names(const br_log_observer *o, const char *name)
{
    const br_parsed_law *law = &o->model.model.law;
    const br_quantity *q = find_quantity(law, name);
    return (q && q->kind != BR_PARAM) || find_output(law, name) ||
           (!o->full && (strcmp(name, "x") == 0 || strcmp(name, "u") == 0));
}

static br_status wrong_unit(const char *signal, br_unit is, br_unit wanted, br_diag *why)
{
    char x[BR_UNIT_SIZE], y[BR_UNIT_SIZE];
    br_unit_write_both(x, is, y, wanted);
    return br_diag_fail(why, BR_BAD_DATA, "--signals: %.60s has unit %s here and %s in the model%s", signal, x, y,
                        br_unit_same(is, br_unit_none()) ? "; write the unit behind the column" : "");
}

// What a signal may be: a quantity or an output of the model; beside a friction law the position x and the drive force u.
static br_status check_signal(const br_log_observer *o, int i, br_diag *why)
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
        return br_diag_fail(why, BR_BAD_DATA, "--signals: %.60s is not an input, state or output of %s%s", name,
                            law->name, o->full ? "" : ", nor the position x or the drive force u");
    else if (q && q->kind == BR_PARAM)
        return br_diag_fail(why, BR_BAD_DATA, "--signals: %.60s is a parameter of %s; give its value by --at", name,
                            law->name);
    return br_unit_same(is, wanted) ? BR_OK : wrong_unit(name, is, wanted, why);
}

// Velocity and friction force, where not measured, from position and drive force.
static br_status derive_columns(br_log_observer *o, br_diag *why)
{
    br_loaded_log *log = &o->log;
    const double *v = br_loaded_log_column(log, "v"), *F = br_loaded_log_column(log, "F"),
                 *x = br_loaded_log_column(log, "x"), *u = br_loaded_log_column(log, "u");
    bool wants_v = !o->full && !v, wants_F = !F && (!o->full || o->mass > 0);
    if (wants_v && !x)
        return br_diag_fail(why, BR_BAD_DATA, "--signals: %s needs the velocity v; give v or the position x", o->law);
    if (!o->full && wants_F && !(x && u))
        return br_diag_fail(why, BR_BAD_DATA,
                            "--signals: %s needs the friction force F; give F, or position x and drive force u",
                            o->law);
    if (!o->full && wants_F && !(o->mass > 0))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%sfriction force from drive force needs the mass; give --mass, such as --mass '20 kg'",
                            o->who);
    if ((!wants_v && !wants_F) || !x)
        return BR_OK;
    o->prepare.mass = wants_F ? o->mass : 0;
    br_status status = br_loaded_log_differentiate(log, &o->prepare, why);
    if (status != BR_OK)
        return status;
    o->made_v = wants_v;
    o->made_F = wants_F && u;
    if (wants_v)
        br_loaded_log_add_column(log, "v", find_quantity(&o->model.model.law, "v")->unit, log->made.v);
    if (!o->full && o->made_F)
        br_loaded_log_add_column(log, "F", find_output(&o->model.model.law, "F")->unit, log->made.F);
    return BR_OK;
}

static br_status check_missing(const br_log_observer *o, int i, br_diag *why)
{
    const br_trace_column *c = &o->log.column[i];
    for (long long k = 0; k < o->log.rows; k++) {
        if (br_spool_due(k))
            br_loaded_log_release(&o->log);
        if (isfinite(c->v[k]))
            return BR_OK;
    }
    return br_diag_fail(why, BR_BAD_DATA, "%.80s: signal %s has no values", o->log.name, c->name);
}

br_status br_log_observer_match(br_log_observer *o, br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < o->log.columns && status == BR_OK; i++)
        status = check_signal(o, i, why);
    for (int i = 0; i < o->log.columns && status == BR_OK; i++)
        status = check_missing(o, i, why);
    o->logged = o->log.columns;
    return status == BR_OK ? derive_columns(o, why) : status;
}

// ---------------------------------------------------------------- running

static void release_log(const void *log)
{
    br_loaded_log_release(log);
}

br_status br_log_observer_run(br_log_observer *o, br_diag *why)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    br_diag words = {0};
    o->options.release = release_log;
    o->options.log = &o->log;
    br_status status = br_observation_run(&o->ob, &o->model.model, &trace, &o->options, &words);
    if (status != BR_OK && words.text[0])
        return br_diag_fail(why, status, "%s%s%s%s", o->who, status == BR_BAD_DATA ? o->log.name : "",
                            status == BR_BAD_DATA ? ": " : "", words.text);
    return status;
}

void br_log_observer_release(br_log_observer *o)
{
    br_observation_free(&o->ob);
    br_loaded_log_free(&o->log);
    br_loaded_model_close(&o->model);
    br_verdict_free(&o->verdict);
}

// ---------------------------------------------------------------- verdict

const char *br_log_observer_every(const br_log_observer *o)
{
    return o->by_period ? "--period" : "--correct-every";
}

// Stamps that are not even, and how this observer takes them.
static void warn_stamps(br_log_observer *o)
{
    const br_stamps *s = &o->ob.stamps;
    bool equal = !o->options.kind || o->options.horizon.intervals > 0;
    if (s->base == BR_TIME_ROWS)
        br_buffer_print(&o->verdict.warnings,
                        "the time stamps jitter by %.2g %% of a step (RMS), the samples do not: %s; log the time of "
                        "the sampling clock\n",
                        100 * s->off,
                        equal
                            ? "this observer takes equal steps"
                            : "EKF and UKF take the steps of the stamps; --observer mhe and smoother take equal ones");
    else if (s->base == BR_TIME_STAMPS && equal)
        br_buffer_print(&o->verdict.warnings,
                        "steps are off equal ones by %.2g %% (RMS), and this observer takes equal ones; compare "
                        "--observer ekf or ukf, which take them as they are, or resample the log: bristle table\n",
                        100 * s->off);
}

static void find_curves(br_log_observer *o)
{
    for (int i = 0; i < o->log.columns; i++)
        if (strcmp(o->log.column[i].name, "x") == 0) {
            o->position = o->log.column[i].v;
            br_unit_write(o->position_unit, o->log.unit[i]);
        }
    o->force = br_loaded_log_column(&o->log, "F");
    if (!o->force && o->made_F)
        o->force = o->log.made.F;
    o->force_est = br_observation_column(&o->ob, "F_est");
    o->force_sd = br_observation_column(&o->ob, "F_sd");
}

static br_observed_run run_of(const br_log_observer *o, const br_trace *log)
{
    return (br_observed_run){.model = &o->model.model,
                             .log = log,
                             .logged = o->logged,
                             .sampling = &o->log.sampling,
                             .options = &o->options,
                             .every = br_log_observer_every(o),
                             .full = o->full,
                             .force = o->force,
                             .smoothed = o->made_F && !o->full ? 0.5 / o->log.made.cutoff : 0};
}

br_status br_log_observer_check_between(br_log_observer *o, br_diag *why)
{
    br_trace log = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    br_observed_run run = run_of(o, &log);
    br_status status =
        o->interrupted ? BR_OK : br_observation_compare_between(&o->ob, &o->model.model, &run, &o->verdict.warnings);
    return status == BR_NEGATIVE ? br_diag_fail(why, status, "%sstopped", o->who) : status;
}

static br_status write_verdict(br_log_observer *o)
{
    br_trace log = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    find_curves(o);
    br_observed_run run = run_of(o, &log);
    return br_observation_verdict(&o->ob, &run, &o->verdict);
}

br_status br_log_observer_assess(br_log_observer *o)
{
    br_status status = write_verdict(o);
    if (status == BR_OK)
        warn_stamps(o);
    return status;
}
