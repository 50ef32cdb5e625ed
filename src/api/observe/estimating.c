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

enum { LIST_SIGNALS, LIST_ESTIMATE, LIST_NOISE, LIST_PRIOR, LIST_MOST, LIST_BOUNDS, LIST_NAME };

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
    if (o->precision && strcmp(o->precision, "double") != 0 && strcmp(o->precision, "mixed") != 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--precision` is double or mixed, not '%.40s'", who, o->precision);
    return BR_OK;
}

static br_status check_options(const char *who, const br_estimation_options *o, br_diag *why)
{
    if ((int)o->kind < 0 || o->kind > BR_ESTIMATION_PARTICLE)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--kind` is none of BR_ESTIMATION_...", who);
    if (!(o->gate == 0 || (o->gate >= 0.1 && o->gate <= 1e9)))
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--gate` is 0, or a number from 0.1 to 1e9", who);
    if (!is_amount(o->correct_every) || !is_amount(o->mass) || !is_amount(o->cutoff) || !is_amount(o->period))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s`--correct-every`, `--period`, `--mass` and `--cutoff` are 0 or above, and finite", who);
    if (o->period > 0 && o->kind != BR_ESTIMATION_HORIZON)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--period` is that of a horizon", who);
    if (o->period > 0 && o->correct_every > 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--period and --correct-every mean the same; give one", who);
    if (o->between && strcmp(o->between, "held") != 0 && strcmp(o->between, "mean") != 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--between` is held or mean, not '%.40s'", who, o->between);
    if (o->substeps < 0 || o->substeps > 1000000)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--substeps` is an integer from 0 to 1e6", who);
    if (o->particles != 0 && (o->kind != BR_ESTIMATION_PARTICLE || o->particles < 16 || o->particles > 65536))
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--particles` are 16 to 65536, and of a particle filter", who);
    return o->kind == BR_ESTIMATION_HORIZON ? check_horizon(who, o, why) : BR_OK;
}

static br_status copy_lists(br_estimating *s, const br_estimation_options *with)
{
    const char *const from[] = {with->signals, with->estimate, with->noise, with->prior,
                                with->most,    with->bounds,   with->name};
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

// The law in the plant `mass`, which has the mass of the options.
static br_status read_in_plant(br_estimating *s, const br_law *law, br_diag *why)
{
    br_log_observer *o = &s->o;
    br_buffer mass = {0};
    if (!(o->mass > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%s needs the mass; give --mass, such as --mass '20 kg'", o->who,
                            s->by_command ? "--order full" : "`full`");
    br_write_mass(&mass, o->mass, br_log_observer_unit_of_mass(&law->open->loaded.model.law));
    br_law inner = *law;
    char plant[] = "mass", place[] = "friction";
    br_law in = {.source = plant, .choice = place, .inner = &inner, .values = &mass.text, .count = 1, .either = true};
    br_status status = mass.status == BR_OK ? br_law_read_model(&o->model, &in, NULL, NULL, why) : mass.status;
    br_buffer_free(&mass);
    o->options.tuning.part = "fr";
    return status;
}

// Inputs that the values of the law give.
static br_status note_given(br_estimating *s, const br_law *law, br_diag *why)
{
    const br_parsed_law *is = &s->o.model.model.law;
    br_status status = BR_OK;
    s->given = calloc((size_t)is->nq + 1, sizeof *s->given);
    if (!s->given)
        return BR_NO_MEMORY;
    for (int k = 0; k < law->count && status == BR_OK; k++) {
        br_assignments list;
        status = br_assignments_read(&list, law->values[k], strlen(law->values[k]), "--values", why);
        for (int i = 0; status == BR_OK && i < list.count; i++) {
            int q = br_law_find(is, list.item[i].name, strlen(list.item[i].name));
            if (q >= 0 && is->q[q].kind == BR_INPUT)
                s->given[q] = true;
        }
        if (status == BR_OK)
            br_assignments_free(&list);
    }
    return status;
}

static br_status read_law(br_estimating *s, const br_law *law, const br_estimation_options *with, br_diag *why)
{
    br_log_observer *o = &s->o;
    const br_parsed_law *is = &law->open->loaded.model.law;
    bool friction = br_observation_reduced(is);
    if (!law->open->is_complete) {
        if (why)
            *why = law->open->incomplete;
        return BR_BAD_LAW;
    }
    if (!friction && o->mass > 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--mass` needs a friction law; plant %s has its own mass", o->who,
                            is->name);
    o->full = !friction || with->full;
    br_status status =
        friction && with->full ? read_in_plant(s, law, why) : br_law_read_model(&o->model, law, NULL, NULL, why);
    if (status == BR_OK && !o->model.model.exact)
        status = br_diag_fail(why, BR_BAD_USAGE, "%sa parameter is a range; give single values", o->who);
    snprintf(o->law, sizeof o->law, "%s", is->name);
    return status == BR_OK && with->strict ? note_given(s, law, why) : status;
}

static void choose_horizon(br_log_observer *o, const br_estimation_options *with)
{
    o->moving = true;
    o->options.horizon = (br_observation_horizon){.intervals = with->intervals,
                                                  .arrival = (br_mhe_arrival)with->arrival,
                                                  .shared = with->shared != 0,
                                                  .noise_in_arrival = with->noise_in_arrival != 0,
                                                  .iterations = with->iterations,
                                                  .levenberg = with->levenberg,
                                                  .huber = with->huber,
                                                  .mixed = with->precision && strcmp(with->precision, "mixed") == 0,
                                                  .bounds = o->options.horizon.bounds};
}

br_status br_estimating_said(const br_estimating *s, br_status status, br_diag *why)
{
    return br_said_to(s && s->by_command, status, why);
}

br_status br_estimating_prepare(br_estimating *s, const char *who, const br_law *law, const br_estimation_options *with,
                                br_diag *why)
{
    static const br_kalman_kind *const kinds[] = {[BR_ESTIMATION_EKF] = &br_kalman_ekf,
                                                  [BR_ESTIMATION_UKF] = &br_kalman_ukf,
                                                  [BR_ESTIMATION_SMOOTHER] = NULL,
                                                  [BR_ESTIMATION_HORIZON] = &br_kalman_ekf,
                                                  [BR_ESTIMATION_PARTICLE] = &br_kalman_particle};
    br_log_observer *o = &s->o;
    br_status status = br_who_read(s->who, sizeof s->who, with->who, who, &s->by_command, why);
    o->who = s->who;
    if (status == BR_OK)
        status = check_options(o->who, with, why);
    if (status != BR_OK)
        return status;
    o->options = br_observation_defaults();
    o->options.kind = kinds[with->kind];
    o->options.gate = with->gate;
    o->options.default_gate = with->gate == BR_OBSERVE_GATE;
    o->by_period = with->period > 0;
    o->options.correct_every = o->by_period ? with->period : with->correct_every;
    o->options.mean_inputs = with->between && strcmp(with->between, "mean") == 0;
    s->compares = !with->between;
    o->options.substeps = with->substeps;
    o->options.particles = (int)with->particles;
    o->options.now = with->now;
    o->options.partial = with->partial != 0;
    o->mass = with->mass;
    s->differentiates = with->differentiate != NULL;
    o->prepare.cutoff = with->cutoff;
    if (!br_loaded_log_way(with->differentiate, &o->prepare, &o->differentiate))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s`--differentiate` is zero-phase, central, lowpass, kalman or window, not '%.40s'",
                            o->who, with->differentiate);
    status = copy_lists(s, with);
    if (status == BR_OK && with->kind == BR_ESTIMATION_HORIZON)
        choose_horizon(o, with);
    if (status == BR_OK && with->method)
        status = br_method_read(with->method, &o->options.flow, o->who, why);
    return status == BR_OK ? read_law(s, law, with, why) : status;
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
    bool usual = given && !*given; // t, x, v, a, u and F
    br_status status = given ? BR_OK : own_signals(s, log, &own, why);
    if (status == BR_OK)
        status = br_table_hold(log, call, &rows, why);
    if (status == BR_OK) {
        to->name = s->list[LIST_NAME] ? s->list[LIST_NAME] : "log";
        snprintf(to->who, sizeof to->who, "%s", s->o.who);
        status = br_loaded_log_read(to, rows, usual ? NULL : given ? given : own.text, "--signals", why);
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

// What was asked for, and has nothing to act upon.
static br_status check_effects(const br_estimating *s, br_diag *why)
{
    const br_log_observer *o = &s->o;
    const br_parsed_law *law = &o->model.model.law;
    bool made = o->made_v || o->made_F;
    if (!made && (o->prepare.cutoff > 0 || s->differentiates))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%s has no effect: no signal is derived from the position", o->who,
                            o->prepare.cutoff > 0 ? "--cutoff" : "--differentiate");
    if (o->mass > 0 && !o->full && !o->made_F)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--mass has no effect: the friction force is measured", o->who);
    for (int i = 0; i < o->log.columns; i++) {
        int q = br_law_find(law, o->log.column[i].name, strlen(o->log.column[i].name));
        if (q >= 0 && s->given[q])
            return br_diag_fail(why, BR_BAD_USAGE, "%s%s has no effect: %.60s comes from the log", o->who,
                                s->by_command ? "--at" : "a value of the law", law->q[q].name);
    }
    return BR_OK;
}

static br_status match_log(br_estimating *s, br_diag *why)
{
    br_log_observer *o = &s->o;
    br_status status = br_log_observer_match(o, why);
    if (status == BR_OK && s->given)
        status = check_effects(s, why);
    double length = o->log.t[o->log.rows - 1] - o->log.t[0];
    if (status == BR_OK && o->options.correct_every > length)
        status = br_diag_fail(why, BR_BAD_USAGE, "%s%s %.6g s is longer than the log, %.6g s", o->who,
                              br_log_observer_every(o), o->options.correct_every, length);
    return status;
}

static br_status run_log(br_estimating *s, br_diag *why)
{
    br_log_observer *o = &s->o;
    s->log_rows = o->log.rows;
    o->options.progress = ask_program;
    o->options.context = s;
    br_status status = br_log_observer_run(o, why);
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, status, "%sstopped", o->who);
    o->interrupted = status == BR_OK && o->ob.stopped;
    if (o->interrupted) {
        br_buffer_print(&o->verdict.warnings, "interrupted after row %lld of %lld: the rows until then are reported\n",
                        o->ob.record.rows, o->log.rows);
        o->log.rows = o->ob.record.rows;
    }
    return status;
}

static br_status estimate_log(br_estimating *s, const char *call, br_table *log, br_diag *why)
{
    br_log_observer *o = &s->o;
    br_status status = load_log(s, call, log, why);
    if (status == BR_OK)
        status = br_model_warn(&o->model.model, &o->verdict.warnings);
    if (status == BR_OK)
        status = match_log(s, why);
    if (status == BR_OK)
        status = run_log(s, why);
    if (status == BR_OK && s->compares)
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
    if (s->done && !s->by_command) {
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
    return br_estimating_said(s, begin_log(s, call, log, why), why);
}

void br_estimating_release(br_estimating *s)
{
    br_log_observer_release(&s->o);
    free(s->given);
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
