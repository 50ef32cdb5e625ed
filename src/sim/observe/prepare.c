// prepare.c - velocity and friction force of a log of positions and drive forces.   [host]
#include "num/base/fp.h"

#include "loop/friction/indirect.h"
#include "loop/signal/zero_phase.h"
#include "num/algebra/lagrange.h"
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

static br_differentiate_options differentiation(const br_prepare_options *o)
{
    br_differentiate_options d = br_differentiate_defaults(o->kind ? o->kind : &br_differentiate_kalman, o->dt);
    d.cutoff = o->cutoff > 0 ? o->cutoff : d.cutoff;
    d.band = o->band > 0 ? o->band : d.band;
    return d;
}

br_status br_prepare(const br_prepare_options *o, int rows, const double *q, const double *u, double *v, double *a,
                     double *F)
{
    br_differentiate_options d = differentiation(o);
    br_status status = o->kind      ? by_samples(&d, rows, q, v, a)
                       : o->central ? central(&d, rows, q, v, a)
                                    : whole(&d, rows, q, v, a);
    for (int k = 0; k < rows && status == BR_OK && u && F; k++)
        F[k] = br_indirect_force(u[k], o->mass, a[k]);
    return status;
}

// ---------------------------------------------------------------- rows at whole steps

// Where every row stands among equal steps; answers how many these are, 0: more than can be counted. one: steps below so many
// are one step.
static int place_rows(double dt, double one, int rows, const double *t, int *at)
{
    double k = 0;
    for (int i = 0; i < rows; i++) {
        double times = i > 0 ? (t[i] - t[i - 1]) / dt : 0, steps = times < one ? 1 : floor(times + 0.5);
        k += i == 0 ? 0 : steps < 1 ? 1 : steps;
        if (!(k < INT_MAX / 16))
            return 0;
        at[i] = (int)k;
    }
    return (int)k + 1;
}

static br_status at_whole_steps(const br_prepare_options *o, int rows, const double *t, const double *q, double *v,
                                double *a)
{
    br_prepare_options used = *o;
    double one = o->time == BR_TIME_ROWS ? 2.5 : 0;
    int *at = malloc(((size_t)rows + 1) * sizeof *at), steps = at ? place_rows(o->dt, one, rows, t, at) : 0;
    double *x = steps > 0 ? malloc((size_t)steps * 3 * sizeof *x) : NULL;
    if (!x) {
        free(at);
        return BR_NO_MEMORY;
    }
    if (o->time == BR_TIME_ROWS && steps > 1)
        used.dt = o->mean > 0 ? o->mean : (t[rows - 1] - t[0]) / (steps - 1);
    double *xv = x + steps, *xa = xv + steps;
    for (int k = 0; k < steps; k++)
        x[k] = (double)NAN;
    for (int i = 0; i < rows; i++)
        x[at[i]] = q[i];
    br_status status = br_prepare(&used, steps, x, NULL, xv, xa, NULL);
    for (int i = 0; i < rows && status == BR_OK; i++) {
        v[i] = xv[at[i]];
        a[i] = xa[at[i]];
    }
    free(x);
    free(at);
    return status;
}

// ---------------------------------------------------------------- rows at their stamps, over the whole log

// Positions with their times, those closer than dt/4 as one at their mean; answers how many there are.
static int merge_knots(double dt, int rows, const double *t, const double *q, double *kt, double *kx)
{
    int n = 0, together = 0;
    double first = 0;
    for (int i = 0; i < rows; i++) {
        if (!isfinite(q[i]))
            continue;
        if (n == 0 || t[i] - first >= 0.25 * dt) {
            first = kt[n] = t[i];
            kx[n++] = q[i];
            together = 1;
            continue;
        }
        together++;
        kt[n - 1] += (t[i] - kt[n - 1]) / together;
        kx[n - 1] += (q[i] - kx[n - 1]) / together;
    }
    return n;
}

// Positions on a grid of n points from t0 on, h apart; NaN in gaps, which cubics do not cross.
static void interpolate_grid(double gap, int knots, const double *kt, const double *kx, double t0, double h, int n,
                             double *x)
{
    int from = 0, k = 0; // the piece without a gap begins at `from`
    while (k < n) {
        int to = from + 1;
        while (to < knots && kt[to] - kt[to - 1] <= gap)
            to++;
        for (long long near = 0; k < n && t0 + k * h <= kt[to - 1]; k++)
            x[k] = t0 + k * h < kt[from] ? (double)NAN
                                         : br_local_cubic(to - from, kt + from, kx + from, t0 + k * h, &near);
        for (; k < n && (to == knots || t0 + k * h < kt[to]); k++)
            x[k] = (double)NAN;
        from = to;
    }
}

// Derivative by central differences of order 4 from those of order 2, whose error is h^2/6 times a third derivative.
static void raise_order(int n, double *d, int times)
{
    double before = d[0];
    for (int k = 1; k + 1 < n; k++) {
        double now = d[k];
        d[k] -= times * (d[k + 1] - 2 * now + before) / 6;
        before = now;
    }
}

static br_status on_grid(const br_prepare_options *o, int n, double h, double *x, double *v, double *a)
{
    br_prepare_options used = *o;
    used.dt = h;
    if (!(used.cutoff > 0))
        used.cutoff = br_differentiate_defaults(&br_differentiate_kalman, o->dt).cutoff;
    br_status status = br_prepare(&used, n, x, NULL, v, a, NULL);
    if (status == BR_OK && o->central) {
        raise_order(n, v, 1);
        raise_order(n, a, 2);
    }
    return status;
}

static br_status at_stamps(const br_prepare_options *o, int rows, const double *t, const double *q, double *v,
                           double *a)
{
    double *kt = malloc(2 * ((size_t)rows + 1) * sizeof *kt), span = t[rows - 1] - t[0], steps = ceil(2 * span / o->dt);
    int n = steps > 2 && steps < INT_MAX / 16 ? (int)steps + 1 : 0;
    double *x = n > 0 && kt ? malloc((size_t)n * 3 * sizeof *x + (size_t)n * sizeof *x) : NULL;
    if (!x) {
        free(kt);
        return BR_NO_MEMORY;
    }
    double *kx = kt + rows, *xv = x + n, *xa = xv + n, *xt = xa + n, h = span / (n - 1);
    int knots = merge_knots(o->dt, rows, t, q, kt, kx);
    br_status status = knots < 3 ? BR_BAD_DATA : BR_OK;
    for (int k = 0; k < n; k++)
        xt[k] = t[0] + k * h;
    if (status == BR_OK) {
        interpolate_grid(5 * o->dt, knots, kt, kx, t[0], h, n, x);
        status = on_grid(o, n, h, x, xv, xa);
    }
    for (long long i = 0, near = 0, also = 0; i < rows && status == BR_OK; i++) {
        near = also = (long long)((t[i] - t[0]) / h);
        v[i] = br_local_cubic(n, xt, xv, t[i], &near);
        a[i] = br_local_cubic(n, xt, xa, t[i], &also);
    }
    free(x);
    free(kt);
    return status;
}

// ---------------------------------------------------------------- rows at their stamps, sample by sample

static br_status by_stamps(const br_prepare_options *p, int rows, const double *t, const double *q, double *v,
                           double *a)
{
    br_differentiate d;
    br_differentiate_options o = differentiation(p);
    size_t bytes = br_differentiate_bytes(&o);
    void *memory = malloc(bytes + 1);
    br_status status = memory ? br_differentiate_init(&d, &o, memory, bytes) : BR_NO_MEMORY;
    br_motion x = {0};
    double last = t[0] - o.dt;
    for (int k = 0; k < rows && status == BR_OK; k++) {
        double since = t[k] - last, most = INT_MAX / 16;
        if (!(since / o.dt < most)) // a gap of more steps than can be counted
            status = BR_BAD_DATA;
        int steps = status != BR_OK ? 0 : since > 1.5 * o.dt ? (int)(since / o.dt + 0.5) : since < 0.5 * o.dt ? 0 : 1;
        for (int i = 1; i <= steps && status == BR_OK; i++)
            status = br_differentiate_step(&d, i < steps ? (double)NAN : q[k], since / steps, &x);
        last = steps > 0 ? t[k] : last;
        v[k] = x.v;
        a[k] = x.a;
    }
    free(memory);
    return status;
}

br_status br_prepare_timed(const br_prepare_options *o, int rows, const double *t, const double *q, const double *u,
                           double *v, double *a, double *F)
{
    br_status status = o->time != BR_TIME_STAMPS ? at_whole_steps(o, rows, t, q, v, a)
                       : o->kind                 ? by_stamps(o, rows, t, q, v, a)
                                                 : at_stamps(o, rows, t, q, v, a);
    for (int i = 0; i < rows && status == BR_OK && u && F; i++)
        F[i] = br_indirect_force(u[i], o->mass, a[i]);
    return status;
}
