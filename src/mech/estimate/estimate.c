// estimate.c - estimation over the log of a mechanism: a run of the filter, and of the smoother.   [host]
#include "num/base/fp.h"

#include "mech/estimate/estimate_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static br_status open_drives(br_mech_estimation *o)
{
    const br_mech_estimate *w = o->w;
    o->u = calloc((size_t)w->inputs * (size_t)w->rows + 1, sizeof *o->u);
    if (!o->u)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->inputs; i++) {
        double held = (double)NAN, *u = o->u + i * w->rows;
        for (long long k = 0; k < w->rows; k++)
            u[k] = held = isfinite(w->u[i][k]) ? w->u[i][k] : held;
    }
    return BR_OK;
}

static br_status save_start(br_mech_estimation *o)
{
    o->start = calloc(br_checkpoint_numbers(&o->f) + 1, sizeof *o->start);
    if (!o->start)
        return BR_NO_MEMORY;
    br_checkpoint_save(&o->f, o->start);
    return BR_OK;
}

br_status br_mech_estimation_open(br_mech_estimation *o, const br_mech_estimate *w, br_record *record, br_diag *why)
{
    memset(o, 0, sizeof *o);
    o->w = w;
    o->to = record;
    o->begin = w->t[0];
    for (int i = 0; i < w->parameters; i++)
        o->parameter[i] = w->parameter[i].is;
    br_status status = w->dense ? br_mech_read_apart(&o->m, w->text, w->size, w->origin, why)
                                : br_mech_read(&o->m, w->text, w->size, w->origin, why);
    if (status == BR_OK)
        status = br_drives_open(&o->drives, &o->m, why);
    if (status == BR_OK)
        status = br_moving_open(&o->s, &o->m, why);
    if (status == BR_OK)
        status = open_drives(o);
    if (status == BR_OK)
        status = br_mech_estimation_set_drives(o, w->t[0], 0, why);
    for (int i = 0; i < w->unknowns && status == BR_OK; i++) // of a drive the formula is not known
        o->s.drive[o->m.force[w->unknown[i].force].drive] = o->m.force[w->unknown[i].force].rest;
    if (status == BR_OK)
        status = br_moving_start(&o->s, why);
    br_filter_options options = {.input = w->unknown,
                                 .inputs = w->unknowns,
                                 .parameter = o->parameter,
                                 .parameters = w->parameters,
                                 .sensor = w->sensor,
                                 .sensors = w->signals,
                                 .sd = w->sd,
                                 .scheme = w->scheme,
                                 .gate = w->gate,
                                 .dense = w->dense,
                                 .judged = record != NULL,
                                 .tails = w->smooth && record};
    if (status == BR_OK)
        status = br_filter_open(&o->f, &o->s, &options, why);
    if (status == BR_OK)
        status = save_start(o);
    if (status == BR_OK)
        status = br_retry_open(&o->retry, &o->f);
    return status == BR_OK && record ? br_mech_estimation_open_record(o, why) : status;
}

void br_mech_estimation_close(br_mech_estimation *o)
{
    br_retry_close(&o->retry);
    br_filter_close(&o->f);
    br_drives_close(&o->drives);
    br_moving_close(&o->s);
    br_mech_free(&o->m);
    free(o->u);
    free(o->start);
}

// Sums of a run as they were before the row that is kept.
typedef struct sums {
    br_mech_estimate_result r;
    double farthest;
    int far, failed;
    long long far_row, restarts;
} sums;

static void exchange_sums(br_mech_estimation *o, br_mech_estimate_result *r, sums *s, bool restores)
{
    if (restores) {
        *r = s->r;
        o->farthest = s->farthest;
        o->far = s->far;
        o->far_row = s->far_row;
        o->failed = s->failed;
        o->restarts = s->restarts;
    } else
        *s = (sums){*r, o->farthest, o->far, o->failed, o->far_row, o->restarts};
}

// Row k of the forward pass.
br_status br_mech_estimation_run_row(br_mech_estimation *o, br_mech_estimation_smoothing *e, long long k,
                                     br_mech_estimate_result *r, br_diag *why)
{
    br_status status = br_mech_estimation_step(o, k, br_mech_estimation_smoother(o, e, k), why);
    if (status == BR_OK) {
        br_mech_estimation_store_innovations(o, k);
        br_mech_estimation_accumulate(o, k, r);
    }
    if (status != BR_OK || !br_mech_estimation_records(o, k))
        return status;
    status = br_mech_estimation_name_failure(o, br_mech_estimation_write_row(o, k, why), why);
    if (status == BR_OK || o->retry.row > 0)
        return status;
    status = br_mech_estimation_restart(o, k, status, why);
    return status == BR_OK ? br_mech_estimation_write_row(o, k, why) : status;
}

// Back before the gate opened, because a step did not converge; answers the row that comes next.
static br_status take_back(br_mech_estimation *o, br_mech_estimation_smoothing *e, long long *k, br_status status,
                           br_diag *why)
{
    if (status == BR_OK || status == BR_NO_MEMORY || o->retry.row == 0)
        return status;
    *k = o->retry.row;
    status = br_retry_back(&o->retry, &o->f);
    if (why && status == BR_OK)
        *why = (br_diag){0};
    if (e && status == BR_OK) {
        long long last = (e->blocks - 1) * e->block;
        e->smoother.rows = *k > last ? *k - last : 0;
    }
    return status;
}

static br_status run_all(br_mech_estimation *o, br_mech_estimation_smoothing *e, br_mech_estimate_result *r,
                         br_diag *why)
{
    const br_mech_estimate *w = o->w;
    sums kept = {.far = 0};
    br_mech_smoother *smoother = br_mech_estimation_smoother(o, e, 0);
    if (smoother)
        br_mech_smoother_store_row(smoother, &o->f); // where it starts
    br_status status = o->to ? br_mech_estimation_write_row(o, 0, why) : BR_OK;
    br_mech_estimation_store_innovations(o, 0);
    for (long long k = 1, next; k < w->rows && status == BR_OK; k = next) {
        next = k + 1;
        br_retry_before(&o->retry, &o->f, k);
        if (o->retry.row == k)
            exchange_sums(o, r, &kept, false);
        status = br_mech_estimation_run_row(o, e, k, r, why);
        if (status == BR_OK)
            br_retry_after(&o->retry, &o->f, k);
        else {
            status = take_back(o, e, &next, status, why);
            if (status == BR_OK)
                exchange_sums(o, r, &kept, true);
        }
        if (status == BR_OK && k % 16 == 0)
            status = br_mech_estimation_report_progress(w, (e ? 0.5 : 1) * (double)k / (double)w->rows);
        r->stopped = status == BR_NEGATIVE && w->partial && o->to && !e;
        if (r->stopped)
            break;
    }
    if (r->stopped)
        status = BR_OK;
    if (status == BR_OK)
        br_mech_estimation_summarise(o, r);
    return status == BR_OK && e ? br_mech_estimation_smooth(o, e, why) : status;
}

br_status br_mech_estimate_run(const br_mech_estimate *w, br_record *record, br_mech_estimate_result *r, br_diag *why)
{
    br_mech_estimation *o = calloc(1, sizeof *o);
    br_mech_estimation_smoothing e = {0};
    bool smooths = w->smooth && record;
    memset(r, 0, sizeof *r);
    br_status status = o ? br_mech_estimation_open(o, w, record, why) : BR_NO_MEMORY;
    if (status == BR_OK && smooths)
        status = br_mech_estimation_open_smoothing(o, &e);
    if (status == BR_OK)
        status = run_all(o, smooths ? &e : NULL, r, why);
    br_mech_estimation_close_smoothing(&e);
    if (o)
        br_mech_estimation_close(o);
    free(o);
    return status;
}
