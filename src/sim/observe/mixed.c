// mixed.c - options of an augmented state for the half that computes in float.   [host]
#include "num/base/fp.h"

#include "sim/observe/mixed.h"
#include <stdlib.h>

enum { POINTS = 32 }; // what the widest vectors hold

br_status br_mixed_open(br_mixed *m, const br_system *s, const br_joint_options *o)
{
    if (!s->single)
        return BR_BAD_USAGE;
    br_mixed_estimate *e = calloc((size_t)o->estimates + 1, sizeof *e);
    if (!e)
        return BR_NO_MEMORY;
    for (int i = 0; i < o->estimates; i++) {
        const br_estimate *q = &o->estimate[i];
        e[i] = (br_mixed_estimate){q->by, q->number, q->log, q->scale, q->low, q->high};
    }
    const br_integrator_options *f = &o->flow;
    br_mixed_plan plan = {.flow = f->kind ? f->kind->name : NULL,
                          .substeps = f->substeps,
                          .most = f->most,
                          .iterations = f->iterations,
                          .transitions = f->transitions,
                          .accuracy = f->accuracy,
                          .points = POINTS,
                          .flush = 1,
                          .estimate = e,
                          .estimates = o->estimates};
    *m = (br_mixed){0};
    br_status status = br_mixed_make(m, s->single, &plan);
    free(e);
    return status;
}

void br_mixed_close(br_mixed *m)
{
    free(m->memory);
    *m = (br_mixed){0};
}
