// inspect_copy.c - what a log quality check found, in the structures of bristle/inspect.h.   [host]
#include "num/base/fp.h"

#include "api/inspect/inspect_parts.h"

#include <assert.h>
#include <string.h>

static_assert(BR_INSPECT_NAMED == (int)BR_INSPECTOR_NAMED && BR_INSPECT_BINS == (int)BR_INSPECTOR_BINS,
              "the same arrays here and there");

static br_inspect_events events(const br_events *e)
{
    br_inspect_events to = {.count = e->count, .named = e->named};
    memcpy(to.row, e->row, sizeof to.row);
    memcpy(to.value, e->value, sizeof to.value);
    return to;
}

static br_inspect_time copy_time(const br_time_found *t)
{
    return (br_inspect_time){.known = t->known,
                             .start = t->start,
                             .end = t->end,
                             .least = t->least,
                             .most = t->most,
                             .median = t->median,
                             .low = t->low,
                             .high = t->high,
                             .uneven = t->uneven,
                             .missing = events(&t->missing),
                             .duplicates = events(&t->duplicates),
                             .backwards = events(&t->backwards),
                             .gaps = events(&t->gaps),
                             .grain = t->grain,
                             .coarse = t->coarse,
                             .since_1970 = t->since_1970,
                             .perhaps_ms = t->perhaps_ms};
}

static br_inspect_column copy_column(const br_column_found *f)
{
    return (br_inspect_column){.numbers = f->numbers,
                               .missing = events(&f->missing),
                               .least = f->least,
                               .most = f->most,
                               .mean = f->mean,
                               .sd = f->sd,
                               .constant = f->constant,
                               .step = f->step,
                               .jump = f->jump,
                               .changing = f->changing,
                               .low = events(&f->low),
                               .high = events(&f->high),
                               .clipped_low = f->clipped_low,
                               .clipped_high = f->clipped_high,
                               .spikes = events(&f->spikes),
                               .stuck = events(&f->stuck)};
}

static void copy_way(br_inspect_motion *to, const br_motion_found *m)
{
    to->known = m->known;
    to->has_force = m->has_force;
    to->inertia = m->inertia;
    to->window = m->window;
    to->step = m->step;
    to->noise = m->noise;
    to->rows_fitted = m->rows_fitted;
    to->rows_rest = m->rows_rest;
    to->rows_no_force = m->rows_no_force;
    to->rows_no_velocity = m->rows_no_velocity;
    to->least = m->least;
    to->most = m->most;
    to->travel = m->travel;
    to->force_most = m->force_most;
    to->reversals = m->reversals;
    to->stroke_low = m->stroke_low;
    to->stroke_median = m->stroke_median;
    to->stroke_high = m->stroke_high;
    to->rest = m->rest;
    to->still = m->still;
    to->forward = m->forward;
    to->backward = m->backward;
    to->breakaways = m->breakaways;
    to->slow = m->slow;
    to->usual = m->usual;
    to->fast = m->fast;
    to->speeds = m->speeds;
    to->acceleration = m->acceleration;
    to->breakaway_length = m->breakaway_length;
    to->unresolved = m->unresolved;
    to->presliding = m->presliding;
    to->presliding_loops = m->presliding_loops;
    to->presliding_rows = m->presliding_rows;
}

static void copy_force(br_inspect_motion *to, const br_motion_found *m)
{
    to->work = m->work;
    to->rows_over_stamps = m->rows_over_stamps;
    to->stamps_jitter = m->stamps_jitter;
    to->v_over_x = m->v_over_x;
    to->delay = m->delay;
    to->delay_gain = m->delay_gain;
    to->delay_samples = m->delay_samples;
    to->delay_sd = m->delay_sd;
    to->residual = m->residual;
    to->inertial = m->inertial;
    to->viscous = m->viscous;
    to->gravity = m->gravity;
    to->rank = m->rank;
    to->regressors = m->regressors;
    to->condition = m->condition;
    to->least_known[0] = m->least_known[0];
    to->least_known[1] = m->least_known[1];
    to->bins = m->bins;
    to->speed_bins = m->speed_bins;
    memcpy(to->at, m->at, sizeof to->at);
    memcpy(to->force, m->force, sizeof to->force);
    memcpy(to->speed_at, m->speed_at, sizeof to->speed_at);
    memcpy(to->speed_share, m->speed_share, sizeof to->speed_share);
}

static br_inspect_verdict copy_verdict(const br_identifiability *v)
{
    static const br_inspect_answer answer[] = {[BR_NOT_IDENTIFIABLE] = BR_INSPECT_NOT_IDENTIFIABLE,
                                               [BR_PARTLY_IDENTIFIABLE] = BR_INSPECT_PARTLY_IDENTIFIABLE,
                                               [BR_IDENTIFIABLE] = BR_INSPECT_IDENTIFIABLE};
    return (br_inspect_verdict){.what = v->what,
                                .parameters = v->parameters,
                                .laws = v->laws,
                                .identifiable = answer[v->identifiable],
                                .why = v->why,
                                .excite = v->excite};
}

void br_inspect_publish(br_inspect *w)
{
    w->rows.rows = w->found.rows;
    w->time = copy_time(&w->found.time);
    for (int c = 0; c < w->count; c++)
        w->column[c] = copy_column(&w->found.column[c]);
    copy_way(&w->motion, &w->found.motion);
    copy_force(&w->motion, &w->found.motion);
    for (int i = 0; i < w->found.verdicts; i++)
        w->verdict[i] = copy_verdict(&w->found.verdict[i]);
}
