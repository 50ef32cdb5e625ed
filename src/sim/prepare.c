// prepare.c - velocity and friction force of a log.                            [host]
#include "num/fp.h"

#include "loop/indirect.h"
#include "loop/zero_phase.h"
#include "sim/prepare.h"

#include <stdlib.h>
#include <string.h>

// Sample by sample, as a controller would.
static br_status by_samples(const br_differentiate_options *o, int rows, const double *q, double *v, double *a)
{
    br_differentiate d;
    size_t bytes = br_differentiate_bytes(o);
    void *memory = malloc(bytes + 1);
    br_status status = memory ? br_differentiate_init(&d, o, memory, bytes) : BR_NO_MEMORY;
    for (int k = 0; k < rows && status == BR_OK; k++) {
        br_motion x;
        status = br_differentiate_step(&d, q[k], o->dt, &x);
        v[k] = x.v;
        a[k] = x.a;
    }
    free(memory);
    return status;
}

static br_status whole(const br_differentiate_options *o, int rows, const double *q, double *v, double *a)
{
    double *y = malloc(((size_t)rows + 1) * 2 * sizeof *y);
    if (!y)
        return BR_NO_MEMORY;
    memcpy(y, q, (size_t)rows * sizeof *y);
    br_status status = br_zero_phase_smooth(o, rows, y, y + rows, v, a, NULL);
    free(y);
    return status;
}

br_status br_prepare(const br_prepare_options *o, int rows, const double *q, const double *u, double *v, double *a,
                     double *F)
{
    br_differentiate_options d = br_differentiate_defaults(o->kind ? o->kind : &br_differentiate_kalman, o->dt);
    d.cutoff = o->cutoff > 0 ? o->cutoff : d.cutoff;
    d.band = o->band > 0 ? o->band : d.band;
    br_status status = o->kind ? by_samples(&d, rows, q, v, a) : whole(&d, rows, q, v, a);
    for (int k = 0; k < rows && status == BR_OK && u && F; k++)
        F[k] = br_indirect_force(u[k], o->mass, a[k]);
    return status;
}
