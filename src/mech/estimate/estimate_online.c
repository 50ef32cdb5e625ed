// estimate_online.c - estimation sample by sample.   [host]
#include "num/base/fp.h"

#include "mech/estimate/estimate_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BEFORE, NOW, BOTH }; // the rows that are kept

struct br_mech_online {
    br_mech_estimation e;
    br_mech_estimate w; // of these rows
    double t[BOTH], y[BR_MECH_ESTIMATE_MOST][BOTH], u[BR_MECH_ESTIMATE_MOST][BOTH];
    br_record record;
    br_mech_estimate_result sums;
};

static void set_sample(br_mech_online *o, int row, double t, const double *y, const double *u)
{
    o->t[row] = t;
    for (int i = 0; i < o->w.signals; i++)
        o->y[i][row] = y[i];
    for (int i = 0; i < o->w.inputs; i++)
        o->u[i][row] = u[i];
}

br_status br_mech_online_open(br_mech_online **online, const br_mech_estimate *w, double t, const double *y,
                              const double *u, br_diag *why)
{
    br_mech_online *o = calloc(1, sizeof *o);
    if (!o)
        return BR_NO_MEMORY;
    o->w = *w;
    o->w.rows = BOTH;
    o->w.t = o->t;
    for (int i = 0; i < w->signals; i++)
        o->w.y[i] = o->y[i];
    for (int i = 0; i < w->inputs; i++)
        o->w.u[i] = o->u[i];
    set_sample(o, BEFORE, t, y, u);
    set_sample(o, NOW, t, y, u);
    br_status status = br_mech_estimation_open(&o->e, &o->w, &o->record, why);
    if (status == BR_OK)
        status = br_mech_estimation_write_row(&o->e, BEFORE, why);
    if (status == BR_OK)
        *online = o;
    else
        br_mech_online_close(o);
    return status;
}

void br_mech_online_close(br_mech_online *o)
{
    if (!o)
        return;
    br_mech_estimation_close(&o->e);
    br_record_close(&o->record);
    free(o);
}

br_status br_mech_online_step(br_mech_online *o, double t, const double *y, const double *u, br_diag *why)
{
    br_diag words = {0};
    o->t[BEFORE] = o->t[NOW];
    set_sample(o, NOW, t, y, u);
    for (int i = 0; i < o->w.inputs; i++) { // what is missing is the number before
        double *held = o->e.u + (ptrdiff_t)i * BOTH;
        held[BEFORE] = held[NOW];
        held[NOW] = isfinite(u[i]) ? u[i] : held[BEFORE];
    }
    br_status status = br_mech_estimation_run_row(&o->e, NULL, NOW, &o->sums, &words);
    if (status == BR_OK || status == BR_NO_MEMORY)
        return status;
    bool restarted = br_mech_estimation_restart_from_prior(&o->e, NOW) == BR_OK &&
                     br_mech_estimation_write_row(&o->e, NOW, NULL) == BR_OK;
    if (why)
        snprintf(why->text, sizeof why->text, "t = %.9g s: the step did not converge%s", t,
                 restarted ? "; restarted from the prior" : "");
    return BR_NOT_FINITE;
}

const br_record *br_mech_online_record(const br_mech_online *o)
{
    return &o->record;
}

void br_mech_online_result(br_mech_online *o, br_mech_estimate_result *r)
{
    *r = o->sums;
    br_mech_estimation_summarise(&o->e, r);
}
