// mixed_float.c - the half of mixed.c that computes in float.                  [host]
#define BR_FLOAT
#include "num/base/fp.h"

#include "loop/filter/mixed_precision.h"
#include "sim/observe/flow_kind.h"
#include "sim/observe/mixed_plan.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

// A bound beyond float is none.
static float bound(double x)
{
    return x > (double)FLT_MAX ? FLT_MAX : x < -(double)FLT_MAX ? -FLT_MAX : (float)x;
}

static void set_options(br_joint_options *o, br_estimate *e, const br_mixed_plan *plan)
{
    for (int i = 0; i < plan->estimates; i++) {
        const br_mixed_estimate *q = &plan->estimate[i];
        e[i] = (br_estimate){q->by, q->number, (float)q->scale, q->log, bound(q->low), bound(q->high)};
    }
    *o = (br_joint_options){
        .flow = br_integrator_defaults(), .estimate = e, .estimates = plan->estimates, .slopes = 1, .each = 1};
    o->flow.kind = plan->flow ? br_flow_kind(plan->flow) : NULL;
    o->flow.points = plan->points;
    o->flow.substeps = plan->substeps;
    o->flow.most = plan->most;
    o->flow.iterations = plan->iterations;
    o->flow.transitions = plan->transitions;
    o->flow.accuracy = (float)plan->accuracy;
}

br_status br_mixed_make(br_mixed *m, const struct brf_sys *s, const br_mixed_plan *plan)
{
    br_joint_options o;
    br_estimate *e = calloc((size_t)plan->estimates + 1, sizeof *e);
    if (!e)
        return BR_NO_MEMORY;
    set_options(&o, e, plan);
    size_t bytes = br_mixed_precision_bytes(s, &o), own = (sizeof(br_mixed_precision) + 15) / 16 * 16;
    br_mixed_precision *w = bytes > 0 ? malloc(own + bytes) : NULL;
    br_status status = bytes == 0 ? BR_BAD_USAGE : BR_NO_MEMORY;
    if (w)
        status = br_mixed_precision_init(w, s, &o, (char *)w + own, bytes);
    free(e);
    if (status != BR_OK) {
        free(w);
        return status;
    }
    w->flush = plan->flush;
    *m = (br_mixed){br_mixed_precision_interface(w), w, bytes};
    return BR_OK;
}
