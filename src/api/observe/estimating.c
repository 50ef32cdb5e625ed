// estimating.c - estimation over a log for handles of the C API: options, law, log, rows.       [host]
#include "num/base/fp.h"

#include "api/law/method.h"
#include "api/law/opened_law.h"
#include "api/law/sized.h"
#include "api/log/table_record.h"
#include "api/observe/estimating.h"
#include "api/table/table_handle.h"
#include "law/model/condition.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIST_SIGNALS, LIST_ESTIMATE, LIST_NOISE, LIST_PRIOR, LIST_MOST, LIST_BOUNDS };

// ---------------------------------------------------------------- options

static bool is_amount(double x) // 0: not given
{
    return x >= 0 && isfinite(x);
}

static br_status check_horizon(const char *who, const br_estimation_options *o, br_diag *why)
{
    if (o->intervals < 1 || o->intervals > 100000 || o->iterations < 1 || o->iterations > 1000)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--intervals` is 1 to 1e5, and `--iterations` 1 to 1000", who);
    if ((int)o->arrival < 0 || o->arrival > BR_HORIZON_CONSTANT)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--arrival` is none of BR_HORIZON_...", who);
    if (!is_amount(o->levenberg) || !(o->huber == 0 || (o->huber >= 0.1 && o->huber <= 1e9)))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s`--levenberg` is not below 0, and `--huber` 0 or a number from 0.1 to 1e9", who);
    if (o->between && strcmp(o->between, "mean") == 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--between` is held in a horizon", who);
    return BR_OK;
}

static br_status check_options(const char *who, const br_estimation_options *o, br_diag *why)
{
    if ((int)o->kind < 0 || o->kind > BR_ESTIMATION_HORIZON)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--kind` is none of BR_ESTIMATION_...", who);
    if (!(o->gate == 0 || (o->gate >= 0.1 && o->gate <= 1e9)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--gate` is 0, or a number from 0.1 to 1e9", who);
    if (!is_amount(o->correct_every) || !is_amount(o->mass) || !is_amount(o->cutoff))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s`--correct-every`, `--mass` and `--cutoff` are 0 or above, and finite", who);
    if (o->between && strcmp(o->between, "held") != 0 && strcmp(o->between, "mean") != 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--between` is held or mean, not '%.40s'", who, o->between);
    if (o->substeps < 0 || o->substeps > 1000000)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--substeps` is an integer from 0 to 1e6", who);
    return o->kind == BR_ESTIMATION_HORIZON ? check_horizon(who, o, why) : BR_OK;
}

static br_status copy_lists(br_estimating *s, const br_estimation_options *with)
{
    const char *const from[] = {with->signals, with->estimate, with->noise, with->prior, with->most, with->bounds};
    for (int i = 0; i < BR_ESTIMATING_LISTS; i++) {
        size_t size = from[i] ? strlen(from[i]) + 1 : 0;
        if (size > 0 && !(s->list[i] = malloc(size)))
            return BR_NO_MEMORY;
        if (size > 0)
            memcpy(s->list[i], from[i], size);
    }
    s->o.options.tuning.estimate = s->list[LIST_ESTIMATE];
    s->o.options.tuning.noise = s->list[LIST_NOISE];
    s->o.options.tuning.prior = s->list[LIST_PRIOR];
    s->o.options.tuning.most = s->list[LIST_MOST];
    s->o.options.horizon.bounds = s->list[LIST_BOUNDS];
    return BR_OK;
}

static br_status read_law(br_estimating *s, const br_law *law, br_diag *why)
{
    br_log_observer *o = &s->o;
    br_model *m = &o->model.model;
    if (!law->open->is_complete) {
        if (why)
            *why = law->open->incomplete;
        return BR_BAD_LAW;
    }
    br_status status = br_law_read_model(&o->model, law, NULL, NULL, why);
    if (status != BR_OK)
        return status;
    snprintf(o->law, sizeof o->law, "%s", m->law.name);
    o->full = !br_observation_reduced(&m->law);
    if (o->full && o->mass > 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--mass` needs a friction law; plant %s has its own mass", o->who,
                            m->law.name);
    return br_model_warn(m, &o->verdict.warnings);
}

static void choose_horizon(br_log_observer *o, const br_estimation_options *with)
{
    o->moving = true;
    o->options.horizon = (br_observation_horizon){.intervals = with->intervals,
                                                  .arrival = (br_mhe_arrival)with->arrival,
                                                  .shared = with->shared != 0,
                                                  .iterations = with->iterations,
                                                  .levenberg = with->levenberg,
                                                  .huber = with->huber,
                                                  .bounds = o->options.horizon.bounds};
}

br_status br_estimating_prepare(br_estimating *s, const char *who, const br_law *law, const br_estimation_options *with,
                                br_diag *why)
{
    static const br_kalman_kind *const kinds[] = {[BR_ESTIMATION_EKF] = &br_kalman_ekf,
                                                  [BR_ESTIMATION_UKF] = &br_kalman_ukf,
                                                  [BR_ESTIMATION_SMOOTHER] = NULL,
                                                  [BR_ESTIMATION_HORIZON] = &br_kalman_ekf};
    br_log_observer *o = &s->o;
    br_status status = check_options(who, with, why);
    if (status != BR_OK)
        return status;
    o->who = who;
    o->options = br_observation_defaults();
    o->options.kind = kinds[with->kind];
    o->options.gate = with->gate;
    o->options.default_gate = with->gate == BR_OBSERVE_GATE;
    o->options.correct_every = with->correct_every;
    o->options.mean_inputs = with->between && strcmp(with->between, "mean") == 0;
    s->compares = !with->between;
    o->options.substeps = with->substeps;
    o->mass = with->mass;
    o->prepare.cutoff = with->cutoff;
    if (!br_loaded_log_way(with->differentiate, &o->prepare, &o->differentiate))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s`--differentiate` is zero-phase, central, lowpass, kalman or window, not '%.40s'", who,
                            with->differentiate);
    status = copy_lists(s, with);
    if (status == BR_OK && with->kind == BR_ESTIMATION_HORIZON)
        choose_horizon(o, with);
    if (status == BR_OK && with->method)
        status = br_method_read(with->method, &o->options.flow, who, why);
    return status == BR_OK ? read_law(s, law, why) : status;
}

// ---------------------------------------------------------------- a log

// "t = #1, v = #3": columns that are named as the law has them.
static br_status own_signals(const br_estimating *s, const br_table *log, br_buffer *list, br_diag *why)
{
    int time = br_table_time(log);
    if (time < 0)
        return br_diag_fail(why, BR_BAD_DATA, "%sno column of the log is the time", s->o.who);
    br_buffer_print(list, "t = #%d", time + 1);
    for (int c = 0; c < br_table_columns(log); c++)
        if (br_table_has_numbers(log, c) && br_log_observer_names(&s->o, br_table_name(log, c)))
            br_table_list_signal(log, br_table_name(log, c), list);
    return list->status;
}

static br_status load_log(br_estimating *s, const char *call, br_table *log, br_diag *why)
{
    br_loaded_log *to = &s->o.log;
    br_buffer own = {0};
    br_rows rows = {0};
    const char *given = s->list[LIST_SIGNALS];
    br_status status = given ? BR_OK : own_signals(s, log, &own, why);
    if (status == BR_OK)
        status = br_table_hold(log, call, &rows, why);
    if (status == BR_OK) {
        to->name = "log";
        snprintf(to->who, sizeof to->who, "%s", s->o.who);
        status = br_loaded_log_read(to, rows, given ? given : own.text, "--signals", why);
        br_rows_close(to->table); // all rows have been read
        to->table = (br_rows){0};
    }
    if (status == BR_OK && to->notes.text)
        br_buffer_put(&s->o.verdict.warnings, to->notes.text);
    br_buffer_free(&own);
    return status;
}

static bool ask_program(void *context, double share)
{
    const br_estimating *s = context;
    return !s->progress || s->progress(s->context, share);
}

static br_status estimate_log(br_estimating *s, const char *call, br_table *log, br_diag *why)
{
    br_log_observer *o = &s->o;
    br_status status = load_log(s, call, log, why);
    if (status == BR_OK)
        status = br_log_observer_match(o, why);
    if (status == BR_OK && o->options.correct_every > o->log.t[o->log.rows - 1] - o->log.t[0])
        status = br_diag_fail(why, BR_BAD_USAGE, "%s`--correct-every` is longer than the log", o->who);
    o->options.progress = ask_program;
    o->options.context = s;
    if (status == BR_OK)
        status = br_log_observer_run(o, why);
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, status, "%sstopped", o->who);
    if (status == BR_OK && s->compares && br_log_observer_needs_between(o))
        status = br_log_observer_check_between(o, why);
    if (status == BR_OK)
        status = br_log_observer_assess(o);
    if (status == BR_OK)
        status = o->verdict.warnings.status;
    s->done = status == BR_OK;
    return status;
}

static br_status begin_log(br_estimating *s, const char *call, br_table *log, br_diag *why)
{
    if (!s || !log)
        return br_diag_fail(why, BR_BAD_USAGE, "%s: a handle and a table are needed", call);
    if (s->ran)
        return br_diag_fail(why, BR_BAD_USAGE, "%s: it has taken a log already; open another", call);
    s->ran = true;
    br_status status = estimate_log(s, call, log, why);
    if (s->done) {
        br_plain_words(s->o.verdict.warnings.text);
        br_plain_words(s->o.verdict.failures.text);
    }
    return status;
}

br_status br_estimating_log(br_estimating *s, const char *call, br_table *log,
                            int (*progress)(void *context, double share), void *context, br_diag *why)
{
    if (s) {
        s->progress = progress;
        s->context = context;
    }
    return br_said(begin_log(s, call, log, why), why);
}

void br_estimating_release(br_estimating *s)
{
    br_log_observer_release(&s->o);
    for (int i = 0; i < BR_ESTIMATING_LISTS; i++)
        free(s->list[i]);
}

// ---------------------------------------------------------------- reading

br_status br_estimating_table(const br_estimating *s, const char *call, br_table **table, br_diag *why)
{
    if (!s || !table || !s->done)
        return br_diag_fail(why, BR_BAD_USAGE, "%s: a handle that took a log and a place for the table are needed",
                            call);
    return br_said(br_table_of_record(table, "estimates", &s->o.ob.record, why), why);
}

static double last_value(const br_estimating *s, const char *name, const char *ending)
{
    char text[BR_NAME_SIZE + 48];
    snprintf(text, sizeof text, "%.*s%s", BR_NAME_SIZE + 32, name, ending);
    const double *v = br_observation_column(&s->o.ob, text);
    return v ? v[s->o.ob.record.rows - 1] : (double)NAN;
}

double br_estimating_value(const br_estimating *s, const char *name, double *sd)
{
    bool known = s && name && s->done;
    if (sd)
        *sd = known ? last_value(s, name, "_sd") : (double)NAN;
    return known ? last_value(s, name, "") : (double)NAN;
}
