// prepare.c - velocity and friction force of a log of positions and drive forces.   [host]
#include "num/base/fp.h"

#include "loop/friction/indirect.h"
#include "loop/signal/zero_phase.h"
#include "sim/observe/prepare.h"

#include <limits.h>
#include <math.h>
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

static br_status central(const br_differentiate_options *o, int rows, const double *q, double *v, double *a)
{
    br_lowpass_options low = {.dt = o->dt, .cutoff = o->cutoff, .order = 4};
    size_t bytes = br_zero_phase_bytes(&low, rows);
    void *memory = bytes ? malloc(bytes) : NULL;
    if (!memory)
        return bytes ? BR_NO_MEMORY : BR_BAD_USAGE;
    memcpy(a, q, (size_t)rows * sizeof *a);
    br_status status = br_zero_phase_lowpass(&low, rows, a, memory, bytes, NULL);
    if (status == BR_OK)
        status = br_zero_phase_difference(o->dt, rows, a, v);
    if (status == BR_OK)
        status = br_zero_phase_difference(o->dt, rows, v, a);
    free(memory);
    return status;
}

br_status br_prepare(const br_prepare_options *o, int rows, const double *q, const double *u, double *v, double *a,
                     double *F)
{
    br_differentiate_options d = br_differentiate_defaults(o->kind ? o->kind : &br_differentiate_kalman, o->dt);
    d.cutoff = o->cutoff > 0 ? o->cutoff : d.cutoff;
    d.band = o->band > 0 ? o->band : d.band;
    br_status status = o->kind      ? by_samples(&d, rows, q, v, a)
                       : o->central ? central(&d, rows, q, v, a)
                                    : whole(&d, rows, q, v, a);
    for (int k = 0; k < rows && status == BR_OK && u && F; k++)
        F[k] = br_indirect_force(u[k], o->mass, a[k]);
    return status;
}

// Where every row stands among equal steps; answers how many these are, 0: more than can be counted.
static int place_rows(double dt, int rows, const double *t, int *at)
{
    double k = 0;
    for (int i = 0; i < rows; i++) {
        double steps = i > 0 ? floor((t[i] - t[i - 1]) / dt + 0.5) : 0;
        k += i > 0 && steps < 1 ? 1 : steps;
        if (!(k < INT_MAX / 16))
            return 0;
        at[i] = (int)k;
    }
    return (int)k + 1;
}

br_status br_prepare_timed(const br_prepare_options *o, int rows, const double *t, const double *q, const double *u,
                           double *v, double *a, double *F)
{
    int *at = malloc(((size_t)rows + 1) * sizeof *at), steps = at ? place_rows(o->dt, rows, t, at) : 0;
    double *x = steps > 0 ? malloc((size_t)steps * 3 * sizeof *x) : NULL;
    if (!x) {
        free(at);
        return BR_NO_MEMORY;
    }
    double *xv = x + steps, *xa = xv + steps;
    for (int k = 0; k < steps; k++)
        x[k] = (double)NAN;
    for (int i = 0; i < rows; i++)
        x[at[i]] = q[i];
    br_status status = br_prepare(o, steps, x, NULL, xv, xa, NULL);
    for (int i = 0; i < rows && status == BR_OK; i++) {
        v[i] = xv[at[i]];
        a[i] = xa[at[i]];
        if (u && F)
            F[i] = br_indirect_force(u[i], o->mass, a[i]);
    }
    free(x);
    free(at);
    return status;
}
