// estimation.c - observers over logs in a program: bristle/estimation.h.          [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/observe/estimating.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct br_estimation {
    br_estimating is;
};

#define LEAST_OPTIONS BR_SIZE_BEFORE(br_estimation_options, particles)

static const br_estimation_options defaults = {
    .size = sizeof defaults, .gate = BR_OBSERVE_GATE, .intervals = 20, .iterations = 1};

br_status br_estimation_defaults(br_estimation_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

static const br_handle_kind kind = {
    "br_estimation", "estimation", "a law", sizeof(br_estimation), sizeof(br_estimation_options), LEAST_OPTIONS, true};

br_status br_estimation_open(br_estimation **e, const br_law *law, const br_estimation_options *options, br_diag *why)
{
    br_status status;
    br_estimation_options with = defaults;
    br_estimation *fresh = br_handle_begin(&kind, e && law, options, &with, &status, why);
    bool by_command = status == BR_OK && with.who;
    if (status == BR_OK)
        status = br_estimating_prepare(&fresh->is, "estimation: ", law, &with, why);
    if (status == BR_OK)
        *e = fresh;
    else
        br_estimation_close(fresh);
    return br_said_to(by_command, status, why);
}

void br_estimation_close(br_estimation *e)
{
    if (e)
        br_estimating_release(&e->is);
    free(e);
}

br_status br_estimation_log(br_estimation *e, br_table *log, int (*progress)(void *context, double share),
                            void *context, br_diag *why)
{
    return br_estimating_log(e ? &e->is : NULL, "br_estimation_log", log, progress, context, why);
}

br_status br_estimation_table(const br_estimation *e, br_table **table, br_diag *why)
{
    return br_estimating_table(e ? &e->is : NULL, "br_estimation_table", table, why);
}

double br_estimation_value(const br_estimation *e, const char *name, double *sd)
{
    return br_estimating_value(e ? &e->is : NULL, name, sd);
}

static const br_observation *observation_of(const br_estimation *e)
{
    return e && e->is.done ? &e->is.o.ob : NULL;
}

br_estimation_role br_estimation_role_of(const br_estimation *e, int column)
{
    const br_observation *ob = observation_of(e);
    if (!ob || column < 0 || column >= ob->record.columns || ob->record.column[column].role == BR_RECORD_TIME)
        return BR_ESTIMATION_TIME;
    return ob->record.column[column].role == BR_RECORD_STATE ? BR_ESTIMATION_STATE : BR_ESTIMATION_OUTPUT;
}

const double *br_estimation_signal(const br_estimation *e, const char *name, char unit[96])
{
    const br_log_observer *o = observation_of(e) ? &e->is.o : NULL;
    const double *v = NULL;
    br_unit is = br_unit_none();
    for (int i = 0; o && name && i < o->log.columns; i++)
        if (!v && strcmp(o->log.column[i].name, name) == 0) {
            v = o->log.column[i].v;
            is = o->log.unit[i];
        }
    if (o && name && !v && o->made_F && strcmp(name, "F") == 0) { // of full order: to compare with, no column
        v = o->log.made.F;
        br_estimation_signal(e, "u", unit);
    } else if (v && unit)
        br_unit_write(unit, is);
    return v;
}

void br_estimation_unload(const br_estimation *e)
{
    if (!observation_of(e))
        return;
    br_record_release(&e->is.o.ob.record);
    br_loaded_log_release(&e->is.o.log);
}

// ---------------------------------------------------------------- what is estimated

int br_estimation_numbers(const br_estimation *e)
{
    const br_observation *ob = observation_of(e);
    return ob ? ob->tuning.nx + ob->tuning.ne : 0;
}

// The scale of entry i of the vector in its unit; 1: not scaled.
static double scale_of(const br_tuning *t, int i)
{
    const br_estimate *s = i >= t->nx ? &t->estimate[i - t->nx] : NULL;
    return s && !s->log ? fabs(s->scale) : 1;
}

br_status br_estimation_number_at(const br_estimation *e, int i, br_estimation_number *number)
{
    const br_observation *ob = observation_of(e);
    size_t size = number ? number->size : 0;
    if (!ob || i < 0 || i >= br_estimation_numbers(e) || size != sizeof *number)
        return BR_BAD_USAGE;
    const br_tuning *t = &ob->tuning;
    const br_tuned *w = &t->number[i];
    bool input = br_observation_input(ob, &e->is.o.options, i), known = ob->gramian.n > 0 && !input;
    double sd, value = br_estimation_value(e, w->name, &sd);
    *number = (br_estimation_number){.size = size,
                                     .name = w->name,
                                     .unit = w->unit,
                                     .value = value,
                                     .sd = sd,
                                     .nominal = i < t->nx || input ? (double)NAN : e->is.o.verdict.nominal[i - t->nx],
                                     .start = i < t->nx || input ? (double)NAN : br_tuning_start(t, i - t->nx),
                                     .prior = w->sd * scale_of(t, i),
                                     .noise = input ? 0 : br_sqrt(w->q * ob->dt) * scale_of(t, i),
                                     .left = known ? ob->gramian.left[i] : (double)NAN,
                                     .busy = known ? ob->gramian.busy[i] : (double)NAN,
                                     .found = w->found_q,
                                     .density = br_sqrt(w->q) * scale_of(t, i),
                                     .per_step = w->per_step,
                                     .is_state = i < t->nx,
                                     .is_log = i >= t->nx && t->estimate[i - t->nx].log,
                                     .is_input = input};
    return BR_OK;
}

// ---------------------------------------------------------------- what is measured

int br_estimation_measurements(const br_estimation *e)
{
    const br_observation *ob = observation_of(e);
    return ob ? ob->observeds : 0;
}

br_status br_estimation_measured_at(const br_estimation *e, int i, br_estimation_measured *measured)
{
    const br_observation *ob = observation_of(e);
    size_t size = measured ? measured->size : 0;
    if (!ob || i < 0 || i >= ob->observeds || size != sizeof *measured)
        return BR_BAD_USAGE;
    const br_tuning *t = &ob->tuning;
    const br_observed *s = &ob->observed[i];
    const br_tuned *w = &t->number[s->which < t->ny ? t->nx + t->ne + s->which : s->which - t->ny];
    *measured = (br_estimation_measured){.size = size,
                                         .name = s->name,
                                         .unit = s->unit,
                                         .noise = br_sqrt(w->r),
                                         .found = w->found_r,
                                         .nrmse = s->nrmse,
                                         .corrections = (unsigned long long)s->corrections,
                                         .nis = s->nis,
                                         .inside = s->inside,
                                         .correlation = s->correlation,
                                         .white_below = s->white,
                                         .rms = s->surprise,
                                         .line_rms = s->naive};
    return BR_OK;
}

// ---------------------------------------------------------------- the whole

typedef struct counts {
    unsigned long missing, rejected, stuck, resets, limited, bounded;
} counts;

static counts counts_of(const br_estimation *e)
{
    const br_kalman_health *k = &e->is.o.ob.health;
    const br_mhe_health *m = &e->is.o.ob.horizon;
    return e->is.o.moving ? (counts){m->missing, m->rejected, m->stuck, m->resets, m->limited, m->bounded}
                          : (counts){k->missing, k->rejected, k->stuck, k->resets, k->limited, k->bounded};
}

double br_estimation_result(const br_estimation *e, br_estimation_figure figure)
{
    const br_observation *ob = observation_of(e);
    if (!ob)
        return (double)NAN;
    bool smooths = !e->is.o.options.kind;
    counts n = counts_of(e);
    switch (figure) {
    case BR_ESTIMATION_ROWS: return (double)ob->record.rows;
    case BR_ESTIMATION_STEP: return ob->dt;
    case BR_ESTIMATION_CORRECT_EVERY: return ob->dt * ob->every;
    case BR_ESTIMATION_NRMSE: return e->is.o.verdict.nrmse;
    case BR_ESTIMATION_CONDITION: return ob->gramian.values > 0 ? ob->gramian.condition : (double)NAN;
    case BR_ESTIMATION_RANK: return ob->rank.points > 0 ? ob->rank.rank : (double)NAN;
    case BR_ESTIMATION_RANK_OF: return ob->rank.of;
    case BR_ESTIMATION_MISSING: return (double)n.missing;
    case BR_ESTIMATION_REJECTED: return (double)n.rejected;
    case BR_ESTIMATION_STUCK: return (double)n.stuck;
    case BR_ESTIMATION_RESETS: return (double)n.resets;
    case BR_ESTIMATION_LIMITED: return (double)n.limited;
    case BR_ESTIMATION_BOUNDED: return (double)n.bounded;
    case BR_ESTIMATION_COST: return smooths ? ob->smoothing.cost : (double)NAN;
    case BR_ESTIMATION_ITERATIONS: return smooths ? ob->smoothing.iterations : (double)NAN;
    case BR_ESTIMATION_FILTER_COST: return smooths ? ob->filter_cost : (double)NAN;
    case BR_ESTIMATION_TAKEN: return smooths ? (double)ob->taken : (double)NAN;
    case BR_ESTIMATION_LOG_ROWS: return (double)e->is.log_rows;
    case BR_ESTIMATION_FULL: return e->is.o.full;
    case BR_ESTIMATION_DERIVED_V: return e->is.o.made_v;
    case BR_ESTIMATION_DERIVED_F: return e->is.o.made_F;
    case BR_ESTIMATION_CUTOFF: return e->is.o.log.made.cutoff;
    case BR_ESTIMATION_TOO_SHORT: return ob->too_short;
    case BR_ESTIMATION_TIME_MEDIAN: return ob->time[0];
    case BR_ESTIMATION_TIME_99: return ob->time[1];
    case BR_ESTIMATION_TIME_WORST: return ob->time[2];
    default: return (double)NAN;
    }
}

const char *br_estimation_method(const br_estimation *e)
{
    return !e ? NULL : e->is.done ? e->is.o.ob.method : "";
}

const char *br_estimation_end(const br_estimation *e)
{
    static const char *const ends[] = {[BR_SMOOTHER_GAIN] = "least",
                                       [BR_SMOOTHER_STEP] = "least",
                                       [BR_SMOOTHER_STUCK] = "stuck",
                                       [BR_SMOOTHER_ITERATIONS] = "iterations"};
    return !e ? NULL : e->is.done && !e->is.o.options.kind ? ends[e->is.o.ob.smoothing.end] : "";
}

// ---------------------------------------------------------------- what the log can say

br_status br_estimation_gramian_of(const br_estimation *e, int from_start, br_estimation_gramian *gramian)
{
    const br_observation *ob = observation_of(e);
    size_t size = gramian ? gramian->size : 0;
    if (!ob || size != sizeof *gramian)
        return BR_BAD_USAGE;
    const br_observability *of = from_start ? &ob->from_start : &ob->gramian;
    bool seen = of->values > 0;
    *gramian = (br_estimation_gramian){.size = size,
                                       .known = of->n > 0,
                                       .condition = seen ? of->condition : (double)NAN,
                                       .least = seen ? of->weakest : NULL,
                                       .left = of->blur,
                                       .least_parameter = of->blur > 0 ? of->blurred : NULL};
    return BR_OK;
}

br_status br_estimation_ranks_of(const br_estimation *e, br_estimation_ranks *ranks)
{
    const br_observation *ob = observation_of(e);
    size_t size = ranks ? ranks->size : 0;
    if (!ob || size != sizeof *ranks)
        return BR_BAD_USAGE;
    const br_observed_rank *r = &ob->rank;
    *ranks = (br_estimation_ranks){.size = size,
                                   .rank = r->rank,
                                   .of = r->of,
                                   .points = r->points,
                                   .at = r->at,
                                   .reversals = r->reversals,
                                   .missing = r->rank < r->of ? r->missing : NULL};
    return BR_OK;
}

// ---------------------------------------------------------------- counts

enum { COUNTS = 20 };

// Those of every observer, behind its own.
static int put_steps(const br_observation *ob, br_estimation_count *to)
{
    const br_integrator_health *f = &ob->flow;
    const br_estimation_count all[] = {
        {0, "capped", "steps that needed more substeps than allowed", f->capped},
        {0, "unconverged", "steps that did not converge", f->unconverged},
        {0, "unsettled", "steps with more mode transitions than allowed", f->unsettled},
        {0, "inaccurate", "checked steps that differ by more than 1 % from smaller steps", ob->steps_off}};
    memcpy(to, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

static int put_horizon(const br_observation *ob, br_estimation_count *to)
{
    const br_mhe_health *h = &ob->horizon;
    const br_estimation_count all[] = {
        {0, "samples", NULL, h->samples},
        {0, "missing", "missing measurements: time update only", h->missing},
        {0, "rejected", "measurements beyond the gate", h->rejected},
        {0, "stuck", "frozen measurements while the model moves, rejected", h->stuck},
        {0, "resets", "restarts, after many rejected or unfinished samples in a row", h->resets},
        {0, "restarts", "of these from the prior", h->restarts},
        {0, "limited", "standard deviations of the first node at their upper limit", h->limited},
        {0, "bounded", "states of nodes at a bound, over all samples", h->bounded},
        {0, "unfinished", "samples whose active set did not converge", h->unfinished},
        {0, "shortened", "steps halved because the cost did not decrease", h->shortened},
        {0, "refused", "samples with inputs that are not finite", h->refused}};
    memcpy(to, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

static int put_filter(const br_observation *ob, bool by_command, br_estimation_count *to)
{
    const br_kalman_health *h = &ob->health;
    const br_estimation_count all[] = {
        {0, "predictions", NULL, h->predictions},
        {0, "corrections", NULL, h->corrections},
        {0, "missing", "missing measurements: time update only", h->missing},
        {0, "rejected", "measurements beyond the gate", h->rejected},
        {0, "stuck", "frozen measurements while the model moves, rejected", h->stuck},
        {0, "resets", "restarts of the covariance, after many rejected measurements in a row", h->resets},
        {0, "restarts", "of these from the prior", h->restarts},
        {0, "limited",
         by_command ? "standard deviations at their upper limit (--most)"
                    : "standard deviations at their upper limit (most)",
         h->limited},
        {0, "raised", "standard deviations at their lower limit", h->raised},
        {0, "bounded", "estimates set back to their range", h->bounded},
        {0, "late", "steps of zero or negative time", h->late},
        {0, "refused", "steps whose result was not finite", h->refused},
        {0, "alarms", "times that innovations became too large for the assumed noise", h->alarms}};
    memcpy(to, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

static int put_counts(const br_estimation *e, br_estimation_count to[COUNTS])
{
    const br_observation *ob = observation_of(e);
    if (!ob)
        return 0;
    int n = e->is.o.moving ? put_horizon(ob, to) : put_filter(ob, e->is.by_command, to);
    return n + put_steps(ob, to + n);
}

int br_estimation_counts(const br_estimation *e)
{
    br_estimation_count all[COUNTS];
    return put_counts(e, all);
}

br_status br_estimation_count_at(const br_estimation *e, int i, br_estimation_count *count)
{
    br_estimation_count all[COUNTS];
    if (!count || count->size != sizeof *count || i < 0 || i >= put_counts(e, all))
        return BR_BAD_USAGE;
    *count = all[i];
    count->size = sizeof *count;
    return BR_OK;
}

// ---------------------------------------------------------------- doubts

const char *br_estimation_failures(const br_estimation *e)
{
    return !e ? NULL : e->is.o.verdict.failures.text ? e->is.o.verdict.failures.text : "";
}

const char *br_estimation_warnings(const br_estimation *e)
{
    return !e ? NULL : e->is.o.verdict.warnings.text ? e->is.o.verdict.warnings.text : "";
}
