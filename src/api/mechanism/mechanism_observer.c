// mechanism_observer.c - estimation over logs of mechanisms in a program: bristle/mechanism.h.    [host]
#include "num/base/fp.h"

#include "api/mechanism/mechanism_parts.h"
#include "api/mechanism/observer.h"
#include "api/law/sized.h"
#include "api/table/table_handle.h"
#include "api/log/table_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const br_mechanism_observer_options defaults = {.size = sizeof defaults, .gate = BR_OBSERVE_GATE};

enum { LEAST_OPTIONS = BR_SIZE_BEFORE(br_mechanism_observer_options, drawings) };

br_status br_mechanism_observer_defaults(br_mechanism_observer_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- opening

static br_status check_options(const char *who, const br_mechanism_observer_options *o, br_diag *why)
{
    if (!(o->step >= 0 && isfinite(o->step)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--step` is 0 or above, and finite", who);
    if (!(o->period >= 0 && isfinite(o->period)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--period` is 0 or above, and finite", who);
    if (!(o->gate == 0 || (o->gate >= 0.1 && o->gate <= 1e9)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--gate` is 0, or a number from 0.1 to 1e9", who);
    if (o->dense && o->smooth)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--smooth` cannot be combined with `--dense`", who);
    if (o->drawings < 0 || o->drawings > BR_DRAWINGS_MOST)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--drawings` are 0 to %d", who, (int)BR_DRAWINGS_MOST);
    return BR_OK;
}

static br_status copy_lists(br_mechanism_observer *o, const br_mechanism_observer_options *with)
{
    const char *const from[BR_MECH_LISTS] = {with->signals, with->estimate, with->prior,
                                             with->noise,   with->samples,  with->name};
    for (int i = 0; i < BR_MECH_LISTS; i++) {
        if (!from[i])
            continue;
        o->list[i] = malloc(strlen(from[i]) + 1);
        if (!o->list[i])
            return BR_NO_MEMORY;
        memcpy(o->list[i], from[i], strlen(from[i]) + 1);
    }
    return BR_OK;
}

static br_status read_parameters(br_mechanism_observer *o, br_diag *why)
{
    br_mech_lists lists = {o->list[BR_MECH_LIST_ESTIMATE], o->list[BR_MECH_LIST_PRIOR], o->list[BR_MECH_LIST_NOISE]};
    o->w.parameters = 0;
    return br_mech_observer_read_parameters(o, lists, why);
}

static br_status prepare_observer(br_mechanism_observer *o, const br_mechanism *m,
                                  const br_mechanism_observer_options *with, br_diag *why)
{
    br_status status = br_who_read(o->who, sizeof o->who, with->who, "mechanism: ", &o->by_command, why);
    o->dash = with->who ? "--" : "";
    if (status == BR_OK)
        status = check_options(o->who, with, why);
    if (status != BR_OK)
        return status;
    o->drawings.most = with->drawings;
    o->w.step = with->step;
    o->sample.period = with->period;
    o->w.gate = with->gate;
    o->w.dense = with->dense != 0;
    o->w.smooth = with->smooth != 0;
    o->tune = with->tune != 0;
    o->filter_only = with->filter_only != 0;
    status = br_mechanism_copy_text(m, &o->text, &o->origin);
    if (status == BR_OK)
        status = copy_lists(o, with);
    if (status == BR_OK)
        status = br_mech_observer_read(o, o->origin, m->size, why);
    if (status == BR_OK)
        status = br_mech_observer_read_unknown(o, with->unknown, why);
    o->w.row = o->sample.period > 0 ? o->sample.period
                                    : 1; // errors of lists are answered here; the log says how long a row is
    if (status == BR_OK)
        status = read_parameters(o, why);
    return status == BR_OK ? br_mech_observer_set_method(o, with->method, why) : status;
}

static const br_handle_kind kind = {"br_mechanism_observer",
                                    "mechanism",
                                    "a mechanism",
                                    sizeof(br_mechanism_observer),
                                    sizeof(br_mechanism_observer_options),
                                    LEAST_OPTIONS,
                                    true};

static br_status open_observer(br_mechanism_observer **o, const br_mechanism *m,
                               const br_mechanism_observer_options *options, br_diag *why)
{
    br_status status;
    br_mechanism_observer_options with = defaults;
    br_mechanism_observer *fresh = br_handle_begin(&kind, o && m, options, &with, &status, why);
    if (status == BR_OK)
        status = prepare_observer(fresh, m, &with, why);
    if (status == BR_OK)
        *o = fresh;
    else
        br_mechanism_observer_close(fresh);
    return status;
}

br_status br_mechanism_observer_open(br_mechanism_observer **o, const br_mechanism *m,
                                     const br_mechanism_observer_options *options, br_diag *why)
{
    br_status status = open_observer(o, m, options, why);
    return br_said_to(options && options->size == sizeof *options && options->who, status, why);
}

void br_mechanism_observer_close(br_mechanism_observer *o)
{
    if (o)
        br_mech_observer_release(o);
    free(o);
}

// ---------------------------------------------------------------- a log

// "t = #1, speed = #3": columns that are named as the mechanism has them.
static br_status own_signals(const br_mechanism_observer *o, const br_table *log, br_buffer *list, br_diag *why)
{
    int time = br_table_time(log);
    if (time < 0)
        return br_diag_fail(why, BR_BAD_DATA, "%sno column of the log is the time", o->who);
    br_buffer_print(list, "t = #%d", time + 1);
    for (int c = 0; c < br_table_columns(log); c++) {
        const char *name = br_table_name(log, c);
        if (c != time && br_table_has_numbers(log, c) && br_mech_observer_names(o, name))
            br_buffer_print(list, ", %s = #%d", name, c + 1);
    }
    return list->status;
}

static br_status load_log(br_mechanism_observer *o, br_table *log, br_diag *why)
{
    br_buffer own = {0};
    br_rows rows = {0};
    const char *given = o->list[BR_MECH_LIST_SIGNALS];
    br_status status = given ? BR_OK : own_signals(o, log, &own, why);
    if (status == BR_OK)
        status = br_table_hold(log, "br_mechanism_observer_log", &rows, why);
    if (status == BR_OK) {
        o->log.name = o->list[BR_MECH_LIST_NAME] ? o->list[BR_MECH_LIST_NAME] : "log";
        snprintf(o->log.who, sizeof o->log.who, "%s", o->who);
        status =
            br_loaded_log_read(&o->log, rows, given ? given : own.text, o->by_command ? "--signals" : "signals", why);
        br_rows_close(o->log.table); // all rows have been read
        o->log.table = (br_rows){0};
    }
    if (status == BR_OK)
        br_mech_observer_set_log(o);
    br_buffer_free(&own);
    return status;
}

typedef struct asked { // who is asked whether to go on
    int (*progress)(void *context, double share);
    void *context;
} asked;

static bool ask(void *context, double share)
{
    const asked *a = context;
    return !a->progress || a->progress(a->context, share);
}

// The fit may be stopped, and is left out then: estimates of the filter are complete.
static br_status filter_and_fit(br_mechanism_observer *o, br_diag *why)
{
    br_status status = br_mech_observer_filter(o, why);
    bool complete = status == BR_OK;
    if (status == BR_OK)
        status = br_mech_observer_fit(o, why);
    if (status != BR_OK && status != BR_NEGATIVE)
        return status;
    if (complete)
        br_mech_observer_assess(o);
    o->done = complete;
    if (status == BR_NEGATIVE || o->result.stopped)
        return br_diag_fail(why, BR_NEGATIVE, "%sstopped after %lld rows of the log", o->who, o->record.rows);
    return o->warnings.status;
}

static br_status observe_log(br_mechanism_observer *o, br_table *log, asked who, br_diag *why)
{
    if (!o || !log)
        return br_diag_fail(why, BR_BAD_USAGE, "br_mechanism_observer_log: an observer and a table are needed");
    if (o->ran || o->sample.run)
        return br_diag_fail(why, BR_BAD_USAGE, "br_mechanism_observer_log: an observer takes one log, or samples");
    o->ran = true;
    br_status status = load_log(o, log, why);
    if (status == BR_OK)
        status = read_parameters(o, why);
    if (status == BR_OK)
        status = br_mech_observer_match(o, why);
    if (status == BR_OK)
        status = br_mech_observer_check_length(o, why);
    o->w.progress = ask;
    o->w.context = &who;
    if (status == BR_OK)
        status = filter_and_fit(o, why);
    o->w.context = NULL;
    return status;
}

br_status br_mechanism_observer_log(br_mechanism_observer *o, br_table *log,
                                    int (*progress)(void *context, double share), void *context, br_diag *why)
{
    br_status status = observe_log(o, log, (asked){progress, context}, why);
    return br_said_to(o && o->by_command, status, why);
}

// ---------------------------------------------------------------- reading

static br_status make_table(const br_mechanism_observer *o, br_table **table, br_diag *why)
{
    if (!o || !table || !o->done)
        return br_diag_fail(
            why, BR_BAD_USAGE,
            "br_mechanism_observer_table: an observer with a log and a place for the handle are needed");
    return br_table_of_record(table, "estimates", &o->record, why);
}

br_status br_mechanism_observer_table(const br_mechanism_observer *o, br_table **table, br_diag *why)
{
    return br_said(make_table(o, table, why), why);
}

// Of a log, or of samples; NULL: there are none.
static const br_record *estimates_of(const br_mechanism_observer *o)
{
    return o->done ? &o->record : o->sample.run ? br_mech_online_record(o->sample.run) : NULL;
}

double br_mechanism_observer_value(const br_mechanism_observer *o, const char *name, double *sd)
{
    char est[BR_PARAMETER_NAME + 24];
    double value = (double)NAN, own = (double)NAN;
    const br_record *r = o ? estimates_of(o) : NULL;
    if (r && name && strlen(name) < BR_PARAMETER_NAME) {
        snprintf(est, sizeof est, "%s_est", name);
        int c = br_record_find(r, est);
        if (c >= 0) {
            value = r->column[c].v[r->rows - 1];
            own = r->column[c + 1].v[r->rows - 1];
            br_mech_observer_replace_estimate(o, name, &value, &own);
        }
    }
    if (sd)
        *sd = own;
    return value;
}

double br_mechanism_observer_result(const br_mechanism_observer *o, br_mechanism_observer_figure figure)
{
    br_mech_estimate_result by_samples;
    if (o && figure == BR_MECHANISM_OBSERVER_FITTING)
        return o->fitting;
    if (!o || !estimates_of(o))
        return (double)NAN;
    if (!o->done)
        br_mech_online_result(o->sample.run, &by_samples);
    const br_mech_estimate_result *r = o->done ? &o->result : &by_samples;
    switch (figure) {
    case BR_MECHANISM_OBSERVER_NIS: return r->nis;
    case BR_MECHANISM_OBSERVER_LIKELIHOOD: return r->likelihood;
    case BR_MECHANISM_OBSERVER_MEASUREMENTS: return (double)r->measurements;
    case BR_MECHANISM_OBSERVER_REJECTED: return (double)r->rejected;
    case BR_MECHANISM_OBSERVER_RESTARTS: return (double)r->restarts;
    case BR_MECHANISM_OBSERVER_VIOLATION: return r->violation;
    case BR_MECHANISM_OBSERVER_BRAKED: return r->braked;
    case BR_MECHANISM_OBSERVER_FREEDOMS: return r->freedoms;
    case BR_MECHANISM_OBSERVER_RANK: return r->rank;
    case BR_MECHANISM_OBSERVER_RANK_MOST: return r->most;
    case BR_MECHANISM_OBSERVER_TAKEN: return o->w.dense ? (double)r->taken : (double)NAN;
    case BR_MECHANISM_OBSERVER_SKIPPED: return o->w.dense ? (double)r->skipped : (double)NAN;
    case BR_MECHANISM_OBSERVER_ROWS: return o->done ? (double)o->record.rows : (double)NAN;
    case BR_MECHANISM_OBSERVER_LOG_ROWS: return o->done ? (double)o->log_rows : (double)NAN;
    default: return (double)NAN;
    }
}

static const char *lines_of(const br_buffer *lines)
{
    return lines->text ? lines->text : "";
}

const char *br_mechanism_observer_failures(const br_mechanism_observer *o)
{
    return o ? lines_of(&o->failures) : NULL;
}

const char *br_mechanism_observer_warnings(const br_mechanism_observer *o)
{
    return o ? lines_of(&o->warnings) : NULL;
}
