// preprocess_float.c - the float build of the preprocessing, for programs that are compiled for double.
#define BR_FLOAT
#include "num/base/fp.h"

#include "preprocess_float.h"

#include "loop/friction/indirect.h"
#include "loop/signal/zero_phase.h"

#include <math.h>
#include <stdlib.h>

static float *narrow(int n, const double *x)
{
    float *to = malloc((size_t)n * sizeof *to);
    for (int i = 0; to && i < n; i++)
        to[i] = (float)x[i];
    return to;
}

void float_differentiate(int kind, int n, const double *q, double *v, double *a)
{
    static const br_differentiate_kind *const kinds[] = {&br_differentiate_lowpass, &br_differentiate_kalman,
                                                         &br_differentiate_window};
    br_differentiate_options o = br_differentiate_defaults(kinds[kind], 1e-4f);
    br_differentiate d;
    br_motion x = {NAN, NAN, NAN};
    br_real memory[128];
    o.band = 1e-6f;
    br_status status = br_differentiate_init(&d, &o, memory, sizeof memory);
    for (int i = 0; i < n; i++) {
        status = status == BR_OK ? br_differentiate_step(&d, (float)q[i], o.dt, &x) : status;
        v[i] = (double)(status == BR_OK ? x.v : NAN);
        a[i] = (double)(status == BR_OK ? x.a : NAN);
    }
}

void float_indirect(int n, const double *q, const double *ua, double *force)
{
    br_indirect_options o = br_indirect_defaults(1e-4f);
    br_indirect d;
    o.mass = 20;
    br_status status = br_indirect_init(&d, &o);
    for (int i = 0; i < n; i++)
        force[i] = (double)(status == BR_OK ? br_indirect_step(&d, (float)q[i], (float)ua[i]).force : NAN);
}

void float_lowpass(int n, double *x)
{
    br_lowpass_options o = {1e-4f, 100, 4, 0};
    size_t bytes = br_zero_phase_bytes(&o, n);
    void *memory = malloc(bytes);
    float *y = narrow(n, x);
    int good = y && memory && br_zero_phase_lowpass(&o, n, y, memory, bytes, NULL) == BR_OK;
    for (int i = 0; i < n; i++)
        x[i] = (double)(good ? y[i] : NAN);
    free(memory);
    free(y);
}

void float_smooth(int n, const double *q, double *v, double *a)
{
    br_differentiate_options o = br_differentiate_defaults(&br_differentiate_kalman, 1e-4f);
    float *y = narrow(n, q), *x = narrow(n, q), *s = narrow(n, q), *t = narrow(n, q);
    o.cutoff = 100;
    int good = y && x && s && t && br_zero_phase_smooth(&o, n, y, x, s, t, NULL) == BR_OK;
    for (int i = 0; i < n; i++) {
        v[i] = (double)(good ? s[i] : NAN);
        a[i] = (double)(good ? t[i] : NAN);
    }
    free(y);
    free(x);
    free(s);
    free(t);
}
