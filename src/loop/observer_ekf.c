// observer_ekf.c - extended Kalman filter.                                     [target]
//
// A prediction moves the mean (2.19a) and multiplies sensitivities; the covariance follows when it is next needed. With
// rows x+ = A x + E e of the last step, and G, Q what all steps since then make of P and of the process noise:
//
//     G+ = [A E] [G; 0 1],   Q+ = [A E; 0 1] Q [A E; 0 1]' + q dt,   P = [G; 0 1] P [G; 0 1]' + Q        (2.19b)
#include "num/fp.h"

#include "loop/observer.h"
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
    ob->G = br_arena_reals(a, nx * n);
    ob->Gn = br_arena_reals(a, nx * n);
    ob->Q = br_arena_reals(a, n * n);
    ob->A = br_arena_reals(a, (nx > 0 ? nx : 1) * n);
    ob->W = br_arena_reals(a, n * 2 * n);
    ob->d = br_arena_reals(a, 2 * n);
}

static void begin(br_observer *ob)
{
    int nx = ob->joint.nx, n = ob->joint.n;
    br_vec_zero(nx * n, ob->G);
    for (int i = 0; i < nx; i++)
        br_row(ob->G, n, i)[i] = 1;
    br_vec_zero(n * n, ob->Q);
    ob->pending = 0;
}

// to = [A E] M for a matrix M of n rows and n columns
static void pull(const br_observer *ob, const br_real *M, br_real *to)
{
    int n = ob->joint.n;
    br_vec_zero(ob->joint.nx * n, to);
    for (int i = 0; i < ob->joint.nF; i++) {
        const br_joint_entry *e = &ob->joint.F[i];
        br_vec_add(n, ob->F[i], br_row_of(M, n, e->column), br_row(to, n, e->row));
    }
}

// Q+ of a step: rows of states first, then its columns.
static void add_noise(br_observer *ob, br_real dt)
{
    int nx = ob->joint.nx, n = ob->joint.n;
    br_real *Q = ob->Q, *rows = ob->A;
    pull(ob, Q, rows);
    for (int i = 0; i < nx; i++)
        for (int j = nx; j < n; j++)
            br_row(Q, n, j)[i] = br_row(Q, n, i)[j] = br_row(rows, n, i)[j];
    for (int i = 0; i < nx; i++)
        br_vec_zero(nx, br_row(Q, n, i));
    for (int k = 0; k < ob->joint.nF; k++) { // rows [A E]'
        const br_joint_entry *e = &ob->joint.F[k];
        for (int i = 0; i < nx; i++)
            br_row(Q, n, i)[e->row] += ob->F[k] * br_row(rows, n, i)[e->column];
    }
    for (int i = 0; i < n; i++)
        br_row(Q, n, i)[i] += ob->q[i] * dt;
}

static br_status predict(br_observer *ob, const br_real *u, const br_real *p, br_real dt)
{
    int nx = ob->joint.nx, n = ob->joint.n;
    br_status status =
        br_joint_step(&ob->joint, 1, ob->belief.x, ob->m, u, p, dt, ob->belief.x, ob->m, ob->F); // (2.19a)
    if (status != BR_OK)
        return status;
    br_real *G = ob->Gn;
    br_vec_zero(nx * n, G);
    for (int i = 0; i < ob->joint.nF; i++) {
        const br_joint_entry *e = &ob->joint.F[i];
        if (e->column < nx)
            br_vec_add(n, ob->F[i], br_row_of(ob->G, n, e->column), br_row(G, n, e->row));
        else
            br_row(G, n, e->row)[e->column] += ob->F[i];
    }
    ob->Gn = ob->G;
    ob->G = G;
    add_noise(ob, ob->o.q_per_step ? 1 : dt);
    return BR_OK;
}

// W = [G U, root of Q], then P = W d W'
static void settle(br_observer *ob)
{
    int nx = ob->joint.nx, n = ob->joint.n, w = 2 * n;
    br_belief *b = &ob->belief;
    br_vec_zero(n * w, ob->W);
    for (int i = 0; i < n; i++) {
        br_real *row = br_row(ob->W, w, i);
        if (i < nx)
            br_vec_add_rows(n, n, 1, br_row_of(ob->G, n, i), 1, b->U, n, row);
        else
            br_vec_copy(n, br_row_of(b->U, n, i), row);
    }
    br_vec_copy(n, b->D, ob->d);
    br_belief_factor(n, ob->Q, b->U, ob->d + n);
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
