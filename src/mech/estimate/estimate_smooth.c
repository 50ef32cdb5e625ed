// estimate_smooth.c - the backward pass over a log, block by block.   [host]
#include "num/base/fp.h"

#include "mech/estimate/estimate_parts.h"
#include "num/base/elem.h"

#include <stdlib.h>

br_status br_mech_estimation_open_smoothing(br_mech_estimation *o, br_mech_estimation_smoothing *e)
{
    const long long bytes = 64 << 20;
    long long rows = o->w->rows, fit = bytes / (long long)(br_mech_smoother_numbers(&o->f) * sizeof(double));
    long long root = (long long)br_sqrt((double)rows) + 1;
    e->block = o->w->block > 0 ? o->w->block : fit > root ? fit : root;
    e->block = e->block < rows ? e->block : rows;
    e->blocks = (rows + e->block - 1) / e->block;
    e->each = br_checkpoint_numbers(&o->f) + 4;
    e->mark = calloc((size_t)e->blocks, e->each * sizeof *e->mark);
    br_status status = br_mech_smoother_open(&e->smoother, &o->f, e->block);
    return e->mark || status != BR_OK ? status : BR_NO_MEMORY;
}

void br_mech_estimation_close_smoothing(br_mech_estimation_smoothing *e)
{
    br_mech_smoother_close(&e->smoother);
    free(e->mark);
}

// The last block is kept the first time already.
br_mech_smoother *br_mech_estimation_smoother(br_mech_estimation *o, br_mech_estimation_smoothing *e, long long k)
{
    if (!e)
        return NULL;
    if (k % e->block == 0) {
        double *mark = e->mark + (size_t)(k / e->block) * e->each;
        mark[0] = o->farthest;
        mark[1] = o->far;
        mark[2] = (double)o->far_row;
        mark[3] = o->failed;
        br_checkpoint_save(&o->f, mark + 4);
    }
    return k / e->block == e->blocks - 1 ? &e->smoother : NULL;
}

// Rows of a block are filtered once more, and kept.
static br_status replay_block(br_mech_estimation *o, br_mech_estimation_smoothing *e, long long block, br_diag *why)
{
    br_status status = BR_OK;
    const double *mark = e->mark + (size_t)block * e->each;
    o->farthest = mark[0];
    o->far = (int)mark[1];
    o->far_row = (long long)mark[2];
    o->failed = (int)mark[3];
    br_checkpoint_restore(&o->f, mark + 4);
    if (block == 0)
        br_mech_smoother_store_row(&e->smoother, &o->f); // where it starts
    o->retry.row = 0;
    for (long long k = block * e->block + (block == 0); k < (block + 1) * e->block && status == BR_OK; k++) {
        br_retry_before(&o->retry, &o->f, k);
        o->retry.row = 0; // what has to be refused is known by now
        status = br_mech_estimation_step(o, k, &e->smoother, why);
    }
    return status;
}

br_status br_mech_estimation_report_progress(const br_mech_estimate *w, double share)
{
    return !w->progress || w->progress(w->context, share) ? BR_OK : BR_NEGATIVE;
}

br_status br_mech_estimation_smooth(br_mech_estimation *o, br_mech_estimation_smoothing *e, br_diag *why)
{
    br_status status = BR_OK;
    for (long long block = e->blocks - 1; block >= 0 && status == BR_OK; block--) {
        if (block < e->blocks - 1)
            status = replay_block(o, e, block, why);
        for (long long k = block * e->block + e->smoother.rows - 1; e->smoother.rows > 0 && status == BR_OK; k--) {
            if (br_mech_estimation_records(o, k)) {
                status = br_mech_estimation_set_drives(o, o->w->t[k], k, why);
                if (status == BR_OK)
                    status = br_mech_smoother_restore_row(&e->smoother, &o->f, why);
                if (status == BR_OK)
                    status = br_mech_estimation_write_estimates(o, k, why);
            }
            br_mech_smoother_step_back(&e->smoother);
        }
        status = status == BR_OK ? br_mech_estimation_report_progress(o->w, 1 - (double)block / (2 * (double)e->blocks))
                                 : status;
    }
    return status;
}
