// smoother.c - smoothing of logs in a program: bristle/smoother.h.                [host]
#include "num/base/fp.h"

#include "api/law/opened_law.h"
#include "api/law/method.h"
#include "api/observe/log_observer.h"
#include "api/law/sized.h"
#include "api/table/table_handle.h"
#include "api/log/table_record.h"
#include "law/model/condition.h"

#include <bristle/smoother.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIST_SIGNALS, LIST_ESTIMATE, LIST_NOISE, LIST_PRIOR, LIST_MOST, LISTS };

struct br_smoothing {
    br_log_observer o;
    char *list[LISTS]; // as given
    bool compares;     // estimates by inputs that are held with those by their mean
    bool ran, done;    // a log was begun; its estimates are there
    int (*progress)(void *context, double share);
    void *context;
};

static const br_smoothing_options defaults = {.size = sizeof defaults, .gate = BR_OBSERVE_GATE};

br_status br_smoothing_defaults(br_smoothing_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- opening

static bool is_amount(double x) // 0: not given
{
    return x >= 0 && isfinite(x);
}

static br_status check_options(const br_smoothing_options *o, br_diag *why)
{
    if (!(o->gate == 0 || (o->gate >= 0.1 && o->gate <= 1e9)))
        return br_diag_fail(why, BR_BAD_USAGE, "smoother: `gate` is 0, or a number from 0.1 to 1e9");
    if (!is_amount(o->correct_every) || !is_amount(o->mass) || !is_amount(o->cutoff))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "smoother: `correct_every`, `mass` and `cutoff` are 0 or above, and finite");
    if (o->between && strcmp(o->between, "held") != 0 && strcmp(o->between, "mean") != 0)
        return br_diag_fail(why, BR_BAD_USAGE, "smoother: `between` is held or mean, not '%.40s'", o->between);
    if (o->substeps < 0 || o->substeps > 1000000)
        return br_diag_fail(why, BR_BAD_USAGE, "smoother: `substeps` is an integer from 0 to 1e6");
    return BR_OK;
}

static br_status copy_lists(br_smoothing *s, const br_smoothing_options *with)
{
    const char *const from[LISTS] = {with->signals, with->estimate, with->noise, with->prior, with->most};
    for (int i = 0; i < LISTS; i++) {
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
    return BR_OK;
}

static br_status read_law(br_smoothing *s, const br_law *law, br_diag *why)
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
        return br_diag_fail(why, BR_BAD_USAGE, "smoother: `mass` needs a friction law; plant %s has its own mass",
                            m->law.name);
    return br_model_warn(m, &o->verdict.warnings);
}

static br_status prepare_smoothing(br_smoothing *s, const br_law *law, const br_smoothing_options *with, br_diag *why)
{
    br_log_observer *o = &s->o;
    o->who = "smoother: ";
    o->options = br_observation_defaults();
    o->options.kind = NULL;
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
                            "smoother: `differentiate` is zero-phase, central, lowpass, kalman or window, not '%.40s'",
                            with->differentiate);
    br_status status = copy_lists(s, with);
    if (status == BR_OK && with->method)
        status = br_method_read(with->method, &o->options.flow, "smoother: ", why);
    return status == BR_OK ? read_law(s, law, why) : status;
}

static const br_handle_kind kind = {
    "br_smoothing", "smoother", "a law", sizeof(br_smoothing), sizeof(br_smoothing_options), true};

static br_status open_smoothing(br_smoothing **s, const br_law *law, const br_smoothing_options *options, br_diag *why)
{
    br_status status;
    br_smoothing_options with = defaults;
    br_smoothing *fresh = br_handle_begin(&kind, s && law, options, &with, &status, why);
    if (status == BR_OK)
        status = check_options(&with, why);
    if (status == BR_OK)
        status = prepare_smoothing(fresh, law, &with, why);
    if (status == BR_OK)
        *s = fresh;
    else
        br_smoothing_close(fresh);
    return status;
}

br_status br_smoothing_open(br_smoothing **s, const br_law *law, const br_smoothing_options *options, br_diag *why)
{
    return br_said(open_smoothing(s, law, options, why), why);
}

void br_smoothing_close(br_smoothing *s)
{
    if (!s)
        return;
    br_log_observer_release(&s->o);
    for (int i = 0; i < LISTS; i++)
        free(s->list[i]);
    free(s);
}

// ---------------------------------------------------------------- a log

// "t = #1, v = #3": columns that are named as the law has them.
static br_status own_signals(const br_smoothing *s, const br_table *log, br_buffer *list, br_diag *why)
{
    int time = br_table_time(log);
    if (time < 0)
        return br_diag_fail(why, BR_BAD_DATA, "smoother: no column of the log is the time");
    br_buffer_print(list, "t = #%d", time + 1);
    for (int c = 0; c < br_table_columns(log); c++)
        if (br_table_has_numbers(log, c) && br_log_observer_names(&s->o, br_table_name(log, c)))
            br_table_list_signal(log, br_table_name(log, c), list);
    return list->status;
}

static br_status load_log(br_smoothing *s, br_table *log, br_diag *why)
{
    br_loaded_log *to = &s->o.log;
    br_buffer own = {0};
    br_rows rows = {0};
    const char *given = s->list[LIST_SIGNALS];
    br_status status = given ? BR_OK : own_signals(s, log, &own, why);
    if (status == BR_OK)
        status = br_table_hold(log, "br_smoothing_log", &rows, why);
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
    const br_smoothing *s = context;
    return !s->progress || s->progress(s->context, share);
}

static br_status smooth_log(br_smoothing *s, br_table *log, br_diag *why)
{
    br_log_observer *o = &s->o;
    br_status status = load_log(s, log, why);
    if (status == BR_OK)
        status = br_log_observer_match(o, why);
    if (status == BR_OK && o->options.correct_every > o->log.t[o->log.rows - 1] - o->log.t[0])
        status = br_diag_fail(why, BR_BAD_USAGE, "smoother: `correct_every` is longer than the log");
    o->options.progress = ask_program;
    o->options.context = s;
    if (status == BR_OK)
        status = br_log_observer_run(o, why);
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, status, "smoother: stopped");
    if (status == BR_OK && s->compares && br_log_observer_needs_between(o))
        status = br_log_observer_check_between(o, why);
    if (status == BR_OK)
        status = br_log_observer_assess(o);
    if (status == BR_OK)
        status = o->verdict.warnings.status;
    s->done = status == BR_OK;
    return status;
}

static br_status begin_log(br_smoothing *s, br_table *log, br_diag *why)
{
    if (!s || !log)
        return br_diag_fail(why, BR_BAD_USAGE, "br_smoothing_log: a smoothing and a table are needed");
    if (s->ran)
        return br_diag_fail(why, BR_BAD_USAGE, "br_smoothing_log: a smoothing takes one log");
    s->ran = true;
    br_status status = smooth_log(s, log, why);
    if (s->done) {
        br_plain_words(s->o.verdict.warnings.text);
        br_plain_words(s->o.verdict.failures.text);
    }
    return status;
}

br_status br_smoothing_log(br_smoothing *s, br_table *log, int (*progress)(void *context, double share), void *context,
                           br_diag *why)
{
    if (s) {
        s->progress = progress;
        s->context = context;
    }
    return br_said(begin_log(s, log, why), why);
}

// ---------------------------------------------------------------- reading

br_status br_smoothing_table(const br_smoothing *s, br_table **table, br_diag *why)
{
    if (!s || !table || !s->done)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_smoothing_table: a smoothing with a log and a place for the handle are needed");
    return br_said(br_table_of_record(table, "estimates", &s->o.ob.record, why), why);
}

static double last_value(const br_smoothing *s, const char *name, const char *ending)
{
    char text[BR_NAME_SIZE + 48];
    snprintf(text, sizeof text, "%.*s%s", BR_NAME_SIZE + 32, name, ending);
    const double *v = br_observation_column(&s->o.ob, text);
    return v ? v[s->o.ob.record.rows - 1] : (double)NAN;
}

double br_smoothing_value(const br_smoothing *s, const char *name, double *sd)
{
    bool known = s && name && s->done;
    if (sd)
        *sd = known ? last_value(s, name, "_sd") : (double)NAN;
    return known ? last_value(s, name, "") : (double)NAN;
}

double br_smoothing_result(const br_smoothing *s, br_smoothing_figure figure)
{
    if (!s || !s->done)
        return (double)NAN;
    switch (figure) {
    case BR_SMOOTHING_COST: return s->o.ob.smoothing.cost;
    case BR_SMOOTHING_MEASUREMENTS: return (double)s->o.ob.taken;
    case BR_SMOOTHING_ITERATIONS: return s->o.ob.smoothing.iterations;
    case BR_SMOOTHING_NRMSE: return s->o.verdict.nrmse;
    default: return (double)NAN;
    }
}

const char *br_smoothing_failures(const br_smoothing *s)
{
    return !s ? NULL : s->o.verdict.failures.text ? s->o.verdict.failures.text : "";
}

const char *br_smoothing_warnings(const br_smoothing *s)
{
    return !s ? NULL : s->o.verdict.warnings.text ? s->o.verdict.warnings.text : "";
}
