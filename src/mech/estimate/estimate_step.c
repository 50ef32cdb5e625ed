// estimate_step.c - time update and measurement update of a row of the log; what fails restarts from the prior.   [host]
#include "num/base/fp.h"

#include "mech/estimate/estimate_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FAILED = 20 };

// Drives that were logged, as they are from row k on until the next.
static void set_logged_drives(br_mech_estimation *o, long long k)
{
    for (int i = 0; i < o->w->inputs; i++) {
        double u = o->u[i * o->w->rows + k];
        if (isfinite(u))
            o->s.drive[o->w->input[i]] = u;
    }
}

// Forces of the known drives at t, with those that were logged in row k; the filter knows the others.
br_status br_mech_estimation_set_drives(br_mech_estimation *o, double t, long long k, br_diag *why)
{
    br_status status = br_drives_at(&o->drives, t, o->s.drive, why);
    set_logged_drives(o, k);
    return status;
}

// Steps to row k. Without a longest one those of a gap are as long as rows are otherwise.
static double steps_to(const br_mech_estimate *w, long long k)
{
    double long_ = w->t[k] - w->t[k - 1], most = w->step > 0 ? w->step : br_mech_estimate_row(w);
    double steps = long_ > most * (w->step > 0 ? 1 + 1e-9 : 1.5) ? ceil(long_ / most - 1e-9) : 1;
    return w->split > 1 ? w->split * steps : steps;
}

double br_mech_estimate_length(const br_mech_estimate *w)
{
    double sum = 0;
    for (long long k = 1; k < w->rows; k++)
        sum += steps_to(w, k);
    return sum;
}

// An innovation beyond so many standard deviations is to blame if a step behind it does not converge.
static const double believable = 1e3;

// From one time to another before row k. A step from which Newton's method does not come back, as where friction is steep and the
// speed turns, is made in halves.
static br_status predict_over(br_mech_estimation *o, long long k, double from, double to, int halves, br_diag *why)
{
    br_status status = BR_OK;
    o->s.t = from;
    if (o->f.o.scheme->method == BR_MECH_NEWMARK)
        status = br_mech_estimation_set_drives(o, from, k - 1, why);
    if (status == BR_OK)
        status = br_filter_prepare(&o->f, why);
    if (status == BR_OK)
        status = br_mech_estimation_set_drives(o, to, k - 1, why);
    if (status == BR_OK)
        status = br_filter_time_update(&o->f, to - from, why);
    if (status != BR_NOT_FINITE || !o->f.refused || halves == 0 || o->farthest > believable)
        return status;
    double middle = from + (to - from) / 2;
    status = predict_over(o, k, from, middle, halves - 1, why);
    return status == BR_OK ? predict_over(o, k, middle, to, halves - 1, why) : status;
}

static br_status time_update(br_mech_estimation *o, long long k, br_diag *why)
{
    enum { HALVES = 8 };
    const br_mech_estimate *w = o->w;
    double from = w->t[k - 1], long_ = w->t[k] - from, steps = steps_to(w, k);
    long long last = steps < 1e15 ? (long long)steps : (long long)1e15;
    br_status status = BR_OK;
    for (long long i = 1; i <= last && status == BR_OK; i++) {
        double t = i < last ? from + long_ * (double)i / steps : w->t[k];
        status = predict_over(o, k, from + long_ * (double)(i - 1) / steps, t, HALVES, why);
    }
    set_logged_drives(o, k); // for accelerations and forces there
    return status;
}

// A row that fails while a measurement is far from all others: the data is to blame.
br_status br_mech_estimation_name_failure(const br_mech_estimation *o, br_status status, br_diag *why)
{
    if (status == BR_OK || status == BR_NO_MEMORY || !why || !(o->farthest > believable))
        return status;
    snprintf(why->text, sizeof why->text,
             "row %lld of the log, t = %.9g s: %s is %.3g, %.3g standard deviations from what the filter expects, and "
             "the next step did not converge; %s",
             o->far_row + 1, o->w->t[o->far_row], o->m.sensor[o->w->sensor[o->far]].name, o->w->y[o->far][o->far_row],
             o->farthest,
             o->w->gate > 0 ? "restarts from the prior did not help: correct the log before this row, or cut it"
                            : "--gate rejects such measurements");
    why->line = why->column = 0;
    return BR_BAD_DATA;
}

static void note_farthest(br_mech_estimation *o, long long k)
{
    if (o->f.farthest > o->farthest && !o->f.out[o->f.far]) {
        o->farthest = o->f.farthest;
        o->far = o->f.far;
        o->far_row = k;
    }
}

// Row k restarts from the prior, without its measurements.
br_status br_mech_estimation_restart_from_prior(br_mech_estimation *o, long long k)
{
    br_diag own = {0};
    double t = o->w->t[k];
    br_checkpoint_restore(&o->f, o->start);
    o->f.augmented.t = t - o->begin;
    o->s.t = t;
    br_status status = br_filter_restart(&o->f);
    if (status == BR_OK)
        status = br_mech_estimation_set_drives(o, t, k, &own);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < o->w->signals; i++)
        o->f.out[i] = true;
    o->f.nis = 0;
    memset(o->f.change, 0, (size_t)o->f.root.rows * sizeof *o->f.change);
    o->farthest = 0;
    o->restarts++;
    return BR_OK;
}

// Measurements that the gate let through after rejecting many led to where no step goes on, and that was not found in time to take
// them back. Answers `status`, unless that helps.
br_status br_mech_estimation_restart(br_mech_estimation *o, long long k, br_status status, br_diag *why)
{
    bool opened = o->f.opened > 0 || o->retry.count > 0;
    if (status == BR_OK || status == BR_NO_MEMORY || !opened || o->failed >= MOST_FAILED)
        return status;
    br_status again = br_mech_estimation_restart_from_prior(o, k);
    if (again != BR_OK)
        return again == BR_NO_MEMORY ? again : status;
    o->failed++;
    if (why)
        *why = (br_diag){0};
    return BR_OK;
}

// An input that was wild may have left the state where every measurement is absurd.
static br_status restart_if_astray(br_mech_estimation *o, long long k, br_status status)
{
    bool astray = status == BR_OK && o->f.astray >= BR_FILTER_ASTRAY && o->retry.row == 0;
    return astray ? br_mech_estimation_restart_from_prior(o, k) : status;
}

// Row k; smoother: NULL, or keeps it.
br_status br_mech_estimation_step(br_mech_estimation *o, long long k, br_mech_smoother *smoother, br_diag *why)
{
    const double endless = 1e100; // standard deviations: squares of such numbers are none soon
    double y[BR_MECH_ESTIMATE_MOST];
    if (smoother)
        br_mech_smoother_begin_row(&o->f);
    br_status status = time_update(o, k, why);
    if (smoother)
        br_mech_smoother_note_prediction(smoother, &o->f);
    for (int i = 0; i < o->w->signals; i++)
        y[i] = o->w->y[i][k];
    if (status == BR_OK)
        status = br_filter_measurement_update(&o->f, y, why);
    note_farthest(o, k);
    if (status == BR_OK && !(o->farthest < endless))
        status = BR_NOT_FINITE;
    if (status == BR_OK)
        o->failed = 0;
    status = br_mech_estimation_name_failure(o, status, why);
    if (status != BR_OK && o->retry.row == 0) {
        status = br_mech_estimation_restart(o, k, status, why);
        if (smoother)
            br_mech_smoother_note_prediction(smoother, &o->f); // nothing leads back beyond this row
    }
    long long before = o->restarts;
    status = restart_if_astray(o, k, status);
    if (smoother && o->restarts > before)
        br_mech_smoother_note_prediction(smoother, &o->f);
    if (status == BR_OK && smoother)
        br_mech_smoother_store_row(smoother, &o->f);
    return status;
}
