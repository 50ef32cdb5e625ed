// observation_rank.c - observability of every state and parameter along a log: Gramian and rank condition.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/observe/observation_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANKS = 32
}; // points of the log whose rank is looked at, in equal steps; and as many, at most, behind reversals

// Where elements of a contact stick again, and show: an input has changed its sign, or a measured state its direction.
static bool velocity_reverses(const br_watch *w, long long row)
{
    const br_tuning *t = &w->ob.tuning;
    if (row < 2)
        return false;
    for (int i = 0; i < w->system.sys.nu; i++)
        if (w->input[i] && w->input[i][row] * w->input[i][row - 1] < 0)
            return true;
    for (int i = 0; i < t->nx; i++) {
        const double *x = w->measure[t->ny + i];
        if (x && (x[row] - x[row - 1]) * (x[row - 1] - x[row - 2]) < 0)
            return true;
    }
    return false;
}

// Is this row one of the points? Reversals that follow each other closely count once.
static bool is_point(br_watch *w, long long row)
{
    br_observed_rank *r = &w->ob.rank;
    long long apart = w->log->rows / RANKS > 0 ? w->log->rows / RANKS : 1;
    if (row + 1 >= w->log->rows)
        return false;
    if (row % apart == apart / 2)
        return true;
    if (r->reversals >= RANKS || (r->reversals > 0 && row - r->last < apart / 4) || !velocity_reverses(w, row))
        return false;
    r->reversals++;
    r->last = row;
    return true;
}

// The rank at this row.
static br_status rank_condition(br_watch *w, br_lie *lie, const br_observability *see, const double *sd, long long row)
{
    br_observed_rank *r = &w->ob.rank;
    int rank, n = see->n;
    double *slope = calloc((size_t)w->system.sys.nu + (size_t)n + 1, sizeof *slope);
    if (!slope)
        return BR_NO_MEMORY;
    double *missing = slope + w->system.sys.nu;
    for (int i = 0; i < w->system.sys.nu; i++)
        if (w->input[i] && isfinite(w->input[i][row + 1]) && isfinite(w->input[i][row]))
            slope[i] = (w->input[i][row + 1] - w->input[i][row]) / (w->log->t[row + 1] - w->log->t[row]);
    br_status status = br_lie_rank(lie, &(br_lie_point){see->X, w->p, w->u, slope, see->m}, sd, &rank, missing);
    if (status == BR_OK && (r->points == 0 || rank > r->rank)) {
        r->rank = rank;
        r->at = 0;
        memcpy(r->missing, missing, (size_t)n * sizeof *missing);
    }
    r->points += status == BR_OK;
    r->at += status == BR_OK && rank == r->rank;
    free(slope);
    return status == BR_NEGATIVE ? BR_OK : status;
}

// An input that is estimated has its own measurement: along the log it is what was measured there.
static void copy_inputs(const br_watch *w, br_observability *see)
{
    const br_tuning *t = &w->ob.tuning;
    for (int i = t->nx; i < t->nx + t->ne; i++)
        if (br_watch_is_input(w, i) && w->input[t->estimate[i - t->nx].number])
            see->X[i] = br_joint_number(&see->joint, i - t->nx, w->u[t->estimate[i - t->nx].number]);
}

// Who stops here gets what the rows until then say, and the observer stops at its first row.
static bool is_stopped(br_watch *w, long long k)
{
    w->stop = w->stop || (w->o->progress && k % 16 == 15 && !w->o->progress(w->o->context, 0));
    return w->stop;
}

static br_status gramian_along(br_watch *w, br_observability *see, br_lie *lie, const double *sd)
{
    br_status status = BR_OK;
    for (long long k = 0; k < w->log->rows && status == BR_OK && !is_stopped(w, k); k++) {
        double step = 0;
        int steps = k > 0 ? br_watch_steps(w, k, &step) : 0;
        if (k > 0)
            br_watch_step_inputs(w, k - 1);
        copy_inputs(w, see);
        for (int i = 0; i < steps && status == BR_OK; i++)
            status = br_observability_step(see, w->u, w->p, step);
        br_watch_inputs(w, k);
        copy_inputs(w, see);
        for (int i = 0; i < w->ob.observeds && status == BR_OK && k % w->ob.every == 0; i++) {
            int which = w->ob.observed[i].which;
            if (isfinite(w->measure[which][k]))
                status = br_observability_see(see, w->u, w->p, which, br_watch_number(w, i)->r);
        }
        if (status == BR_OK && lie && is_point(w, k))
            status = rank_condition(w, lie, see, sd, k);
    }
    return status == BR_OK ? br_observability_analyse(see) : status;
}

// Along the run from this vector; *see stays empty where that leaves the finite numbers.
static br_status gramian_from(br_watch *w, const double *X, const double *sd, br_lie *lie, br_observability *see)
{
    br_joint_options joint = br_watch_joint(w);
    br_status status = br_observability_open(see, &w->system.sys, &joint, X, sd);
    if (status == BR_OK)
        status = gramian_along(w, see, lie, sd);
    if (status != BR_OK)
        br_observability_close(see);
    return status == BR_NOT_FINITE ? BR_OK : status;
}

static br_status open_lie(br_watch *w, br_model *m, br_lie *lie)
{
    const br_tuning *t = &w->ob.tuning;
    int *which = calloc((size_t)w->ob.observeds + 1, sizeof *which);
    w->ob.rank.missing = calloc((size_t)(t->nx + t->ne) + 1, sizeof *w->ob.rank.missing);
    br_status status = which && w->ob.rank.missing ? BR_OK : BR_NO_MEMORY;
    for (int k = 0; k < w->ob.observeds && status == BR_OK; k++)
        which[k] = w->ob.observed[k].which;
    if (status == BR_OK)
        status = br_lie_open(lie, m, t->estimate, t->ne, which, w->ob.observeds);
    free(which);
    return status;
}

// The nominal vector, prior standard deviations and the vector at the start, n numbers each; answers whether nominal and start differ.
static bool fill_vectors(const br_watch *w, double *nominal, double *sd, double *start)
{
    const br_tuning *t = &w->ob.tuning;
    bool differs = false;
    for (int i = 0; i < t->nx + t->ne; i++) {
        const br_estimate *e = i < t->nx ? NULL : &t->estimate[i - t->nx];
        double share = e ? (e->by == 'u' ? w->u : w->p)[e->number] / e->scale : 0;
        bool measured = e && e->by == 'u' && w->input[e->number];
        start[i] = t->number[i].x;
        nominal[i] = !e || measured ? start[i] : e->log ? br_log(share) : share;
        sd[i] = measured ? 0 : t->number[i].sd; // 0: it is known
        differs = differs || nominal[i] != start[i];
    }
    return differs;
}

br_status br_watch_observability(br_watch *w, br_model *m)
{
    size_t n = (size_t)w->ob.tuning.nx + (size_t)w->ob.tuning.ne;
    double *nominal = calloc(3 * n + 1, sizeof *nominal);
    if (!nominal)
        return BR_NO_MEMORY;
    double *sd = nominal + n, *start = sd + n;
    br_lie lie;
    br_status status = open_lie(w, m, &lie);
    bool differs = fill_vectors(w, nominal, sd, start), ranks = status == BR_OK;
    for (size_t i = 0; i < n; i++)
        w->ob.rank.of += !br_watch_is_input(w, (int)i) || sd[i] > 0;
    if (status == BR_OK || status == BR_NEGATIVE) // no ranks for this law
        status = gramian_from(w, nominal, sd, ranks ? &lie : NULL, &w->ob.gramian);
    if (status == BR_OK && differs)
        status = gramian_from(w, start, sd, NULL, &w->ob.from_start);
    if (ranks)
        br_lie_close(&lie);
    free(nominal);
    return status;
}
