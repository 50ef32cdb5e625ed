// kalman_ukf.c - unscented Kalman filter.                                    [target]
//
// Sigma points x and x +- g c_i, c_i the columns of U sqrt(D), g^2 = alpha^2 (n + kappa). Of what a function makes of them let
// s_i be half the difference of a pair, and b_i how far its middle is off the centre. With e = sum b_i/g^2 the usual weights give
//
//     mean = centre + e,   covariance = sum (s_i s_i' + b_i b_i')/g^2 + (beta - alpha^2) e e'
//
// whatever the sign of the weight of the centre: a sum of squares, so nothing is ever taken away from a covariance, and for
// a linear function exactly that of a Kalman filter. A measurement is seen through f = U'h, f_i = s_i/(g sqrt(D_i)).
#include "num/base/fp.h"

#include "loop/filter/kalman.h"
#include "loop/signal/wrapped_difference.h"
#include "num/base/elem.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

static int points(int n)
{
    return 2 * n + 1;
}

static int point_count(const br_kalman_options *o, int n)
{
    (void)o;
    return points(n);
}

static void carve_ukf(br_arena *a, br_kalman *ob)
{
    int n = ob->joint.n, count = points(n), w = 3 * n + 1, ny = br_sys_ny(ob->joint.sys);
    ob->X = br_arena_reals(a, n * count);
    ob->Xn = br_arena_reals(a, n * count);
    ob->y = br_arena_reals(a, ny > 0 ? count : 1);
    ob->W = br_arena_reals(a, n * w);
    ob->d = br_arena_reals(a, w);
    ob->ms = br_arena_ints(a, br_sys_nm(ob->joint.sys) * count);
    ob->A = br_arena_reals(a, n);
}

static br_real sigma_scale(const br_kalman *ob)
{
    return ob->o.alpha * br_r_sqrt((br_real)ob->joint.n + ob->o.kappa);
}

// Sigma points: the centre, then pairs. All start in the modes of the mean.
static void sigma_points(br_kalman *ob)
{
    const br_gaussian *b = &ob->gaussian;
    int n = b->n, count = points(n), nm = br_sys_nm(ob->joint.sys);
    br_real g = sigma_scale(ob);
    for (int i = 0; i < n; i++) {
        br_real *row = br_row(ob->X, count, i);
        row[0] = b->x[i];
        for (int k = 0; k < n; k++) {
            br_real away = g * br_row_of(b->U, n, i)[k] * br_r_sqrt(b->D[k]);
            row[1 + 2 * k] = b->x[i] + away;
            row[2 + 2 * k] = b->x[i] - away;
        }
    }
    for (int i = 0; i < nm * count; i++)
        ob->ms[i] = ob->m[i / count];
}

// Unscented transform of one number: half differences s and middles b of its pairs, and e.
static br_real unscented_transform(int n, const br_real *y, br_real g, br_real *s, br_real *middle)
{
    br_real e = 0;
    for (int k = 0; k < n; k++) {
        br_real up = y[1 + 2 * k] - y[0], down = y[2 + 2 * k] - y[0];
        s[k] = (up - down) / 2;
        middle[k] = (up + down) / 2;
        e += middle[k];
    }
    return e / (g * g);
}

static br_status time_update(br_kalman *ob, const br_real *u, const br_real *p, br_real dt)
{
    br_gaussian *b = &ob->gaussian;
    int n = b->n, count = points(n), w = 3 * n + 1, nm = br_sys_nm(ob->joint.sys);
    int mean = 2 * n, noise = mean + 1; // columns of W: e, and the process noise
    br_real g = sigma_scale(ob), step = ob->o.q_per_step ? 1 : dt;
    sigma_points(ob);
    br_status status = br_joint_step(&ob->joint, count, ob->X, ob->ms, u, p, dt, ob->Xn, ob->ms, 0);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < n; i++) {
        br_real *row = br_row(ob->W, w, i);
        row[mean] = unscented_transform(n, br_row_of(ob->Xn, count, i), g, row, row + n);
        br_vec_zero(n, row + noise);
        row[noise + i] = 1;
    }
    if (!br_vec_finite(n * w, ob->W))
        return BR_NOT_FINITE;
    for (int i = 0; i < n; i++)
        b->x[i] = br_row_of(ob->Xn, count, i)[0] + br_row_of(ob->W, w, i)[mean];
    for (int k = 0; k < mean; k++)
        ob->d[k] = 1 / (g * g);
    ob->d[mean] = ob->o.beta - ob->o.alpha * ob->o.alpha;
    for (int k = 0; k < n; k++)
        ob->d[noise + k] = ob->q[k] * step;
    br_gaussian_time_update(b, w, ob->W, ob->d);
    for (int i = 0; i < nm; i++)
        ob->m[i] = ob->ms[(ptrdiff_t)i * count];
    return BR_OK;
}

static br_real predict_measurement(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real *f,
                                   br_real *beyond)
{
    const br_gaussian *b = &ob->gaussian;
    int n = b->n, count = points(n);
    br_real g = sigma_scale(ob), *middle = ob->A;
    sigma_points(ob);
    br_joint_measure(&ob->joint, count, ob->X, ob->ms, u, p, which, ob->y, 0);
    for (int k = 1; ob->period[which] > 0 && k < count; k++) // angles about that of the centre
        ob->y[k] = ob->y[0] + br_wrapped_difference(ob->y[k] - ob->y[0], ob->period[which]);
    br_real e = unscented_transform(n, ob->y, g, f, middle);
    *beyond = (ob->o.beta - ob->o.alpha * ob->o.alpha) * e * e;
    for (int k = 0; k < n; k++) {
        *beyond += middle[k] * middle[k] / (g * g);
        f[k] = b->D[k] > 0 ? f[k] / (g * br_r_sqrt(b->D[k])) : 0;
    }
    return ob->y[0] + e;
}

const br_kalman_kind br_kalman_ukf = {.name = "ukf",
                                      .points = point_count,
                                      .carve = carve_ukf,
                                      .time_update = time_update,
                                      .predict_measurement = predict_measurement};
