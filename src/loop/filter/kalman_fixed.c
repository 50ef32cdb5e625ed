// kalman_fixed.c - Kalman filter with constant, stationary gain (thesis 2.4).   [target]
//
// br_kalman_freeze linearises at the present vector and solves (2.24); from then on a step costs a flow without
// sensitivities and one multiplication per number. For linear systems it is the infinite-horizon estimator.
#include "num/base/fp.h"

#include "loop/filter/kalman.h"
#include "loop/filter/stationary.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// Of every measurement its gain and the variance of its innovation; 0 until the gains are known.
static void carve_fixed(br_arena *a, br_kalman *ob)
{
    int n = ob->joint.n, nx = ob->joint.nx, ny = br_sys_ny(ob->joint.sys) + n;
    ob->F = br_arena_reals(a, nx * n);
    ob->X = br_arena_reals(a, n);
    ob->ms = br_arena_ints(a, br_sys_nm(ob->joint.sys));
    ob->G = br_arena_reals(a, 3 * n * n);
    ob->A = br_arena_reals(a, ny * n);
    ob->d = br_arena_reals(a, 2 * ny);
    ob->T = br_arena_reals(a, ny * n);
    ob->W = br_arena_reals(a, (int)(br_stationary_bytes(n, ny) / sizeof(br_real)));
    ob->y = br_arena_reals(a, ny);
}

static br_status time_update(br_kalman *ob, const br_real *u, const br_real *p, br_real dt)
{
    return br_joint_step(&ob->joint, 1, ob->gaussian.x, ob->m, u, p, dt, ob->gaussian.x, ob->m, 0);
}

static br_real predict_measurement(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real *f,
                                   br_real *beyond)
{
    br_real y, s = ob->y[which];
    br_joint_measure(&ob->joint, 1, ob->gaussian.x, ob->m, u, p, which, &y, 0);
    br_vec_zero(ob->joint.n, f);
    *beyond = s > ob->r[which] ? s - ob->r[which] : 0;
    return y;
}

static int apply_gain(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real y, br_real error)
{
    (void)u, (void)p, (void)y;
    br_vec_add(ob->joint.n, error, br_row_of(ob->T, ob->joint.n, which), ob->gaussian.x);
    return 1;
}

const br_kalman_kind br_kalman_fixed = {.name = "fixed",
                                        .slopes = 1,

                                        .carve = carve_fixed,

                                        .time_update = time_update,
                                        .predict_measurement = predict_measurement,
                                        .apply_measurement = apply_gain};

// ---------------------------------------------------------------- stationary gain

// F = [A E; 0 1] at the present vector.
static br_status linearise(br_kalman *ob, const br_real *u, const br_real *p, br_real dt, br_real *F)
{
    int n = ob->joint.n;
    br_status status = br_joint_step(&ob->joint, 1, ob->gaussian.x, ob->m, u, p, dt, ob->X, ob->ms, ob->F);
    br_vec_zero(n * n, F);
    for (int i = 0; status == BR_OK && i < ob->joint.nF; i++)
        br_row(F, n, ob->joint.F[i].row)[ob->joint.F[i].column] = ob->F[i];
    for (int i = ob->joint.nx; i < n; i++)
        br_row(F, n, i)[i] = 1;
    return status;
}

br_status br_kalman_freeze(br_kalman *ob, const br_real *u, const br_real *p, br_real dt)
{
    if (!ob || ob->o.kind != &br_kalman_fixed || !(dt > 0) || !(dt <= BR_MOST))
        return BR_BAD_USAGE;
    int n = ob->joint.n, measured = 0;
    br_real *F = ob->G, *Q = F + (ptrdiff_t)n * n, *P = Q + (ptrdiff_t)n * n, *H = ob->A, *r = ob->d,
            *s = ob->d + ob->joint.ny, y;
    br_status status = linearise(ob, u, p, dt, F);
    if (status != BR_OK)
        return status;
    br_vec_zero(n * n, Q);
    for (int i = 0; i < n; i++)
        br_row(Q, n, i)[i] = ob->q[i] * (ob->o.q_per_step ? 1 : dt);
    for (int i = 0; i < ob->joint.ny; i++)
        if (ob->r[i] > 0) {
            br_joint_measure(&ob->joint, 1, ob->gaussian.x, ob->m, u, p, i, &y, br_row(H, n, measured));
            r[measured++] = ob->r[i];
        }
    br_real *K = ob->T; // in the order of what is measured; then spread out to its places, from the last on
    status = br_stationary(n, F, Q, measured, H, r, P, K, s, ob->W, br_stationary_bytes(n, ob->joint.ny));
    if (status != BR_OK)
        return status;
    br_gaussian_factor(n, P, n, ob->gaussian.U, ob->gaussian.D);
    for (int i = ob->joint.ny - 1; i >= 0; i--) {
        int from = ob->r[i] > 0 ? --measured : -1;
        ob->y[i] = from < 0 ? 0 : s[from];
        for (int k = 0; k < n; k++)
            br_row(K, n, i)[k] = from < 0 ? 0 : br_row(K, n, from)[k];
    }
    return BR_OK;
}
