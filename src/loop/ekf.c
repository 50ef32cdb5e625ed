// ekf.c - extended Kalman filter, covariance in Joseph form.                   [target]
#include "num/fp.h"

#include "loop/ekf.h"
#include "loop/flow.h"
#include "num/arena.h"
#include "num/real.h"

static void lay(br_arena *a, br_ekf *f, const br_sys *s, const br_flow_options *o)
{
    int nx = br_sys_nx(s);
    f->x = br_arena_reals(a, nx);
    f->P = br_arena_reals(a, nx * nx);
    f->m = br_arena_ints(a, br_sys_nm(s));
    f->slope = br_arena_reals(a, br_flow_nslope(s, o));
    f->F = br_arena_reals(a, nx * nx);
    f->FP = br_arena_reals(a, nx * nx);
    f->h = br_arena_reals(a, (nx + br_sys_ny(s)) * nx);
    f->g = br_arena_reals(a, 2 * nx);
    f->work = br_arena_reals(a, nx + br_sys_ny(s) + br_sys_njet_x(s));
    f->flow_memory = br_arena_reals(a, (int)(br_flow_bytes(s, o) / sizeof(br_real)));
}

size_t br_ekf_bytes(const br_sys *s)
{
    br_ekf f;
    br_arena a = {0, 0};
    br_flow_options o = br_flow_defaults();
    lay(&a, &f, s, &o);
    return a.used;
}

br_status br_ekf_init(br_ekf *f, const br_sys *s, const br_ekf_options *o, const br_real *x, void *memory, size_t bytes)
{
    if (!f || !s || !o || !x || !memory || bytes < br_ekf_bytes(s) || !(o->q >= 0) || !(o->r > 0) || !(o->p > 0))
        return BR_BAD_USAGE;
    br_arena a = {memory, 0};
    br_flow_options flow = br_flow_defaults(); // one point, the kind that suits the system
    lay(&a, f, s, &flow);
    br_status status = br_flow_init(&f->flow, s, &flow, f->flow_memory, br_flow_bytes(s, &flow));
    if (status != BR_OK)
        return status;
    f->sys = s;
    f->o = *o;
    int nx = br_sys_nx(s);
    for (int i = 0; i < nx; i++)
        f->x[i] = x[i];
    for (int i = 0; i < br_sys_nm(s); i++)
        f->m[i] = 0;
    for (int i = 0; i < nx * nx; i++)
        f->P[i] = i % (nx + 1) == 0 ? o->p : 0;
    return BR_OK;
}

// to = A B, or A B' (turned); n by n
static void multiply(int n, const br_real *A, const br_real *B, int turned, br_real *to)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            br_real sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i * n + k] * (turned ? B[j * n + k] : B[k * n + j]);
            to[i * n + j] = sum;
        }
}

br_status br_ekf_predict(br_ekf *f, const br_real *u, const br_real *p, br_real dt)
{
    int nx = br_sys_nx(f->sys);
    if (!(dt > 0))
        return BR_BAD_USAGE;
    br_status status = br_flow_step(&f->flow, 1, f->x, f->m, u, p, 0, dt, f->x, f->m, f->slope); // (2.19a)
    if (status != BR_OK)
        return status;
    br_blocks_dense(f->flow.slope, f->flow.slopes, f->slope, 1, 0, 'x', nx, nx, f->F);
    multiply(nx, f->F, f->P, 0, f->FP); // P = F P F' + Q dt, (2.19b)
    multiply(nx, f->FP, f->F, 1, f->P);
    for (int i = 0; i < nx; i++)
        f->P[i * nx + i] += f->o.q * dt;
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
    br_sys_jet_x(f->sys, 1, f->x, f->m, u, p, 0, out, jet);
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
