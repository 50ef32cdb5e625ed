// estimation.c - observers over logs in a program: bristle/estimation.h.          [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/observe/estimating.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

struct br_estimation {
    br_estimating is;
};

static const br_estimation_options defaults = {
    .size = sizeof defaults, .gate = BR_OBSERVE_GATE, .intervals = 20, .iterations = 1};

br_status br_estimation_defaults(br_estimation_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

static const br_handle_kind kind = {
    "br_estimation", "estimation", "a law", sizeof(br_estimation), sizeof(br_estimation_options), true};

br_status br_estimation_open(br_estimation **e, const br_law *law, const br_estimation_options *options, br_diag *why)
{
    br_status status;
    br_estimation_options with = defaults;
    br_estimation *fresh = br_handle_begin(&kind, e && law, options, &with, &status, why);
    if (status == BR_OK)
        status = br_estimating_prepare(&fresh->is, "estimation: ", law, &with, why);
    if (status == BR_OK)
        *e = fresh;
    else
        br_estimation_close(fresh);
    return br_said(status, why);
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

// ---------------------------------------------------------------- what is estimated

static const br_observation *observation_of(const br_estimation *e)
{
    return e && e->is.done ? &e->is.o.ob : NULL;
}

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
                                     .found = w->found_q};
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
    default: return (double)NAN;
    }
}

const char *br_estimation_failures(const br_estimation *e)
{
    return !e ? NULL : e->is.o.verdict.failures.text ? e->is.o.verdict.failures.text : "";
}

const char *br_estimation_warnings(const br_estimation *e)
{
    return !e ? NULL : e->is.o.verdict.warnings.text ? e->is.o.verdict.warnings.text : "";
}
