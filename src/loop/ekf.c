// ekf.c - extended Kalman filter, covariance in Joseph form.                   [target]
#include "num/fp.h"

#include "loop/ekf.h"
#include "loop/flow.h"
#include "num/arena.h"
#include "num/real.h"

static void lay(br_arena *a, br_ekf *f, const br_sys *s)
{
    int nx = br_sys_nx(s);
    f->x = br_arena_reals(a, nx);
    f->P = br_arena_reals(a, nx * nx);
    f->a = br_arena_reals(a, nx);
    f->h = br_arena_reals(a, (nx + br_sys_ny(s)) * nx);
    f->g = br_arena_reals(a, 2 * nx);
    f->work = br_arena_reals(a, br_flow_work(s));
}

size_t br_ekf_bytes(const br_sys *s)
{
    br_ekf f;
    br_arena a = {0, 0};
    lay(&a, &f, s);
    return a.used;
}

br_status br_ekf_init(br_ekf *f, const br_sys *s, const br_ekf_options *o, const br_real *x, void *memory, size_t bytes)
{
    if (!f || !s || !o || !x || !memory || bytes < br_ekf_bytes(s) || !(o->q >= 0) || !(o->r > 0) || !(o->p > 0))
        return BR_BAD_USAGE;
    br_arena a = {memory, 0};
    f->sys = s;
    f->o = *o;
    lay(&a, f, s);
    int nx = br_sys_nx(s);
    for (int i = 0; i < nx; i++)
        f->x[i] = x[i];
    for (int i = 0; i < nx * nx; i++)
        f->P[i] = i % (nx + 1) == 0 ? o->p : 0;
    return BR_OK;
}

br_status br_ekf_predict(br_ekf *f, const br_real *u, const br_real *p, br_real dt)
{
    int nx = br_sys_nx(f->sys);
    if (!(dt > 0))
        return BR_BAD_USAGE;
    br_status status = br_flow_exponential(f->sys, f->x, 0, u, p, dt, f->work, f->x, f->a, 0); // (2.19a)
    if (status != BR_OK)
        return status;
    for (int i = 0; i < nx; i++) // P = F P F' + Q dt with diagonal F, (2.19b)
        for (int j = 0; j < nx; j++)
            f->P[i * nx + j] = f->a[i] * f->P[i * nx + j] * f->a[j] + (i == j ? f->o.q * dt : 0);
    return BR_OK;
}

// (I - k h') P (I - k h')' + k r k', one scalar measurement
static void joseph(br_ekf *f, const br_real *h, const br_real *k, br_real *hP)
{
    int n = br_sys_nx(f->sys);
    for (int pass = 0; pass < 2; pass++) { // rows, then columns
        for (int j = 0; j < n; j++) {
            hP[j] = 0;
            for (int i = 0; i < n; i++)
                hP[j] += h[i] * f->P[pass == 0 ? i * n + j : j * n + i];
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                f->P[pass == 0 ? i * n + j : j * n + i] -= k[i] * hP[j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f->P[i * n + j] += k[i] * f->o.r * k[j];
}

br_status br_ekf_correct(br_ekf *f, const br_real *u, const br_real *p, int output, br_real y)
{
    int nx = br_sys_nx(f->sys), ny = br_sys_ny(f->sys);
    if (output < 0 || output >= ny)
        return BR_BAD_USAGE;
    if (y != y)
        return BR_OK; // missing
    br_real *out = f->work, *jet = out + nx + ny, *h = f->h + (ptrdiff_t)(nx + output) * nx, *k = f->g, *hP = f->g + nx;
    br_sys_jet(f->sys, 1, f->x, 0, u, p, 0, out, jet);
    br_sys_dense(f->sys, jet, 1, 0, 'x', nx, f->h);
    br_real s = f->o.r, error = y - out[nx + output];
    for (int i = 0; i < nx; i++) {
        k[i] = 0;
        for (int j = 0; j < nx; j++)
            k[i] += f->P[i * nx + j] * h[j];
    }
    for (int i = 0; i < nx; i++)
        s += h[i] * k[i];
    if (!(s > 0) || !(error - error == 0))
        return BR_NOT_FINITE;
    for (int i = 0; i < nx; i++) {
        k[i] /= s;
        f->x[i] += k[i] * error;
    }
    joseph(f, h, k, hP);
    return BR_OK;
}
