// observer_ekf.c - extended Kalman filter.                                     [target]
//
// A prediction moves the mean (2.19a) and multiplies sensitivities; the covariance follows when it is next needed. With
// F = [A E; 0 1] of one step, and G and Q what all steps since then make of P and of the process noise:
//
//     G+ = F G,   Q+ = F Q F' + q dt,   P = G P G' + Q        (2.19b)
//
// G and Q stand side by side, n rows of [G Q]; the rows of estimated numbers change in Q only.
#include "num/fp.h"

#include "loop/observer.h"
#include "num/clones.h"
#include "num/real.h"
#include "num/vector.h"

static int points(int n)
{
    (void)n;
    return 1;
}

static void lay(br_arena *a, br_observer *ob)
{
    int nx = ob->joint.nx, n = ob->joint.n;
    ob->F = br_arena_reals(a, nx * n);
    ob->G = br_arena_reals(a, n * 2 * n);
    ob->T = br_arena_reals(a, nx * 2 * n);
    ob->A = br_arena_reals(a, (nx > 0 ? nx : 1) * n);
    ob->W = br_arena_reals(a, n * 2 * n);
    ob->d = br_arena_reals(a, 2 * n);
}

static void begin(br_observer *ob)
{
    int n = ob->joint.n;
    br_vec_zero(n * 2 * n, ob->G);
    for (int i = 0; i < n; i++)
        br_row(ob->G, 2 * n, i)[i] = 1;
    ob->pending = 0;
}

// [G Q] after a step: its rows by T = [A E][G Q], then the columns of Q. turned: n rows of nx numbers.
BR_CLONES
static void advance(int nx, int n, int entries, const br_joint_entry *entry, const br_real *F, br_real *G, br_real *T,
                    br_real *turned)
{
    int w = 2 * n;
    br_vec_zero(nx * w, T);
    for (int i = 0; i < entries; i++)
        br_vec_add(w, F[i], br_row_of(G, w, entry[i].column), br_row(T, w, entry[i].row));
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < n; j++)
            br_row(turned, nx, j)[i] = br_row_of(T, w, i)[n + j];
    for (int i = 0; i < nx; i++) {
        br_vec_copy(w, br_row_of(T, w, i), br_row(G, w, i));
        br_vec_zero(nx, br_row(G, w, i) + n);
    }
    for (int i = 0; i < entries; i++)
        br_vec_add(nx, F[i], br_row_of(turned, nx, entry[i].column), br_row(G, w, entry[i].row) + n);
    for (int j = nx; j < n; j++)
        br_vec_copy(nx, br_row_of(turned, nx, j), br_row(G, w, j) + n);
}

static br_status predict(br_observer *ob, const br_real *u, const br_real *p, br_real dt)
{
    int n = ob->joint.n;
    br_real step = ob->o.q_per_step ? 1 : dt;
    br_status status =
        br_joint_step(&ob->joint, 1, ob->belief.x, ob->m, u, p, dt, ob->belief.x, ob->m, ob->F); // (2.19a)
    if (status != BR_OK)
        return status;
    advance(ob->joint.nx, n, ob->joint.nF, ob->joint.F, ob->F, ob->G, ob->T, ob->A);
    for (int i = 0; i < n; i++)
        br_row(ob->G, 2 * n, i)[n + i] += ob->q[i] * step;
    return BR_OK;
}

// P = W d W' with W = [G U, V], V the factor of Q
static void settle(br_observer *ob)
{
    int n = ob->joint.n, w = 2 * n;
    br_belief *b = &ob->belief;
    br_vec_zero(n * w, ob->W);
    for (int i = 0; i < n; i++)
        br_vec_add_rows(n, n, 1, br_row_of(ob->G, w, i), 1, b->U, n, br_row(ob->W, w, i));
    br_vec_copy(n, b->D, ob->d);
    br_belief_factor(n, ob->G + n, w, b->U, ob->d + n);
    for (int i = 0; i < n; i++)
        br_vec_copy(n, br_row_of(b->U, n, i), br_row(ob->W, w, i) + n);
    br_belief_weave(b, w, ob->W, ob->d);
    begin(ob);
}

static br_real see(br_observer *ob, const br_real *u, const br_real *p, int which, br_real *f, br_real *beyond)
{
    br_real y, *h = ob->A;
    br_joint_measure(&ob->joint, 1, ob->belief.x, ob->m, u, p, which, &y, h); // (2.22)
    br_belief_see(&ob->belief, h, f);
    *beyond = 0;
    return y;
}

const br_observer_kind br_observer_ekf = {.name = "ekf",
                                          .slopes = 1,
                                          .points = points,
                                          .lay = lay,
                                          .begin = begin,
                                          .predict = predict,
                                          .settle = settle,
                                          .see = see};
