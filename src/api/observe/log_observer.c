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

// ---------------------------------------------------------------- between rows

// The estimates of a name over all rows, and their standard deviations; NULL: there are none.
static const double *estimates_of(const br_observation *ob, const char *name, const double **sd)
{
    char with[BR_NAME_SIZE + 60];
    snprintf(with, sizeof with, "%s_state_sd", name); // of a state that is measured, too
    *sd = br_observation_column(ob, with);
    snprintf(with, sizeof with, "%s_sd", name);
    *sd = *sd ? *sd : br_observation_column(ob, with);
    return br_observation_column(ob, name);
}

// A log as it was observed with inputs that are held, and with their mean.
typedef struct held_or_mean {
    const br_observation *held, *mean;
    const char *input, *remedy;
} held_or_mean;

// Estimates that differ by more than their standard deviation at the last row.
static bool warn_of_parameters(br_log_observer *o, const held_or_mean *both)
{
    const br_tuning *t = &both->held->tuning;
    long long last = both->held->record.rows - 1;
    bool any = false;
    for (int i = t->nx; i < t->nx + t->ne; i++) {
        const br_tuned *e = &t->number[i];
        const double *sd, *other_sd, *held = estimates_of(both->held, e->name, &sd),
                                     *mean = estimates_of(both->mean, e->name, &other_sd);
        if (!held || !mean || !sd || !other_sd ||
            !(fabs(held[last] - mean[last]) > br_larger(other_sd[last], sd[last])))
            continue;
        any = true;
        br_buffer_print(&o->verdict.warnings,
                        "%s depends on %s between rows: %.5g +- %.2g %s where it is held (%s), %.5g +- %.2g %s by the "
                        "mean of both rows; %s\n",
                        e->name, both->input, held[last], sd[last], e->unit, o->moving ? "by ekf" : "as here",
                        mean[last], other_sd[last], e->unit, both->remedy);
    }
    return any;
}

// The state whose estimates differ most, as a share of their standard deviations; RMS of both over all rows.
static void warn_of_states(br_log_observer *o, const held_or_mean *both)
{
    const br_tuning *t = &both->held->tuning;
    const br_tuned *worst = NULL;
    double most = 1, off = 0, promised = 0;
    for (int i = 0; i < t->nx; i++) {
        double squares = 0, variances = 0;
        const double *sd, *ignored, *held = estimates_of(both->held, t->number[i].name, &sd),
                                    *mean = estimates_of(both->mean, t->number[i].name, &ignored);
        for (long long k = 0; held && mean && sd && k < both->held->record.rows; k++) {
            if (br_spool_due(k)) {
                br_record_release(&both->held->record);
                br_record_release(&both->mean->record);
            }
            squares += (held[k] - mean[k]) * (held[k] - mean[k]);
            variances += sd[k] * sd[k];
        }
        if (!(squares > most * most * variances))
            continue;
        worst = &t->number[i];
        most = br_sqrt(squares / variances);
        off = br_sqrt(squares / (double)both->held->record.rows);
        promised = br_sqrt(variances / (double)both->held->record.rows);
    }
    if (worst)
        br_buffer_print(&o->verdict.warnings,
                        "%s depends on %s between rows: estimates with %s held%s and with the mean of both rows differ "
                        "by %.2g %s (RMS), the standard deviation is %.2g %s; %s\n",
                        worst->name, both->input, both->input, o->moving ? " (by ekf)" : "", off, worst->unit, promised,
                        worst->unit, both->remedy);
}

static void warn_of_held(br_log_observer *o, const br_observation *held, const br_observation *mean)
{
    held_or_mean both = {held, mean, o->full ? "the input" : "the velocity", NULL};
    both.remedy = o->moving
                      ? "a moving horizon holds it, as a drive holds a command; of what was measured the latter is "
                        "right: --observer smoother --between mean"
                  : o->full ? "a command that a drive holds is right with the former (--between held), what was "
                              "measured with the latter (--between mean)"
                            : "that of a sampled motion is the latter: --between mean";
    if (!warn_of_parameters(o, &both))
        warn_of_states(o, &both);
}

bool br_log_observer_needs_between(const br_log_observer *o)
{
    return o->ob.tuning.nx + o->ob.tuning.ne > 0 && !o->interrupted;
}

static br_status observe_again(br_log_observer *o, bool mean, br_observation *to)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    br_diag words = {0};
    br_observation_options options = o->options;
    options.mean_inputs = mean;
    options.partial = false;
    options.horizon = (br_observation_horizon){0}; // which holds its inputs: the EKF stands for it
    return br_observation_run(to, &o->model.model, &trace, &options, &words);
}

// A velocity that is sampled from a motion and then held is half a row late, as a measured force is, and estimates follow that
// without a word from the innovations.
br_status br_log_observer_check_between(br_log_observer *o, br_diag *why)
{
    br_observation mean = {0}, held = {0};
    br_status status = observe_again(o, true, &mean);
    if (status == BR_OK && o->moving)
        status = observe_again(o, false, &held);
    if (status == BR_OK) // else there is nothing to compare with
        warn_of_held(o, o->moving ? &held : &o->ob, &mean);
    br_observation_free(&mean);
    br_observation_free(&held);
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, status, "%sstopped", o->who);
    return status == BR_NO_MEMORY ? status : BR_OK;
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

static br_status write_verdict(br_log_observer *o)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    find_curves(o);
    return br_observation_verdict(&o->ob,
                                  &(br_observed_run){.model = &o->model.model,
                                                     .log = &trace,
                                                     .logged = o->logged,
                                                     .sampling = &o->log.sampling,
                                                     .options = &o->options,
                                                     .every = br_log_observer_every(o),
                                                     .full = o->full,
                                                     .force = o->force,
                                                     .smoothed = o->made_F && !o->full ? 0.5 / o->log.made.cutoff : 0},
                                  &o->verdict);
}

br_status br_log_observer_assess(br_log_observer *o)
{
    br_status status = write_verdict(o);
    if (status == BR_OK)
        warn_stamps(o);
    return status;
}
