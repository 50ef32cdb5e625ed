// kalman_ekf.c - extended Kalman filter.                                     [target]
//
// A prediction moves the mean (2.19a) and multiplies sensitivities; the covariance follows when it is next needed. With
// F = [A E; 0 1] of one step, and G and Q what all steps since then make of P and of the process noise:
//
//     G+ = F G,   Q+ = F Q F' + q dt,   P = G P G' + Q        (2.19b)
//
// G and Q stand side by side, n rows of [G Q]; those of parameters and inputs change in Q only. Where no rate sees a state
// other than its own (A = diag(a)), both keep a structure, and only what can change is stored and moved:
//
//     G = [diag(g) B; 0 1],   Q = [Z C; C' diag(c)]
#include "num/base/fp.h"

#include "loop/flow/tile.h"
#include "loop/filter/kalman.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

static void carve_ekf(br_arena *a, br_kalman *ob)
{
    int nx = ob->joint.nx, n = ob->joint.n;
    ob->uncoupled = br_integrator_uncoupled(ob->joint.sys);
    ob->F = br_arena_reals(a, nx * n);
    ob->G = br_arena_reals(a, n * 2 * n);
    ob->T = br_arena_reals(a, nx * 2 * n);
    ob->A = br_arena_reals(a, (nx > 0 ? nx : 1) * n);
    ob->W = br_arena_reals(a, n * 2 * n);
    ob->d = br_arena_reals(a, 2 * n);
}

// B, C and the E of a step by columns of nx numbers, one for each estimated number; E is zero where F has no entry.
typedef struct parts {
    br_real *g, *B, *Z, *C, *c, *E, *AC;
} parts;

static parts parts_of(const br_kalman *ob)
{
    int nx = ob->joint.nx, ne = ob->joint.ne, block = nx * ne;
    parts q = {.g = ob->G};
    q.B = q.g + nx;
    q.C = q.B + block;
    q.Z = q.C + block;
    q.c = q.Z + (ptrdiff_t)nx * nx;
    q.E = ob->T;
    q.AC = q.E + block;
    return q;
}

static void begin_prediction(br_kalman *ob)
{
    int n = ob->joint.n, nx = ob->joint.nx;
    br_vec_zero(n * 2 * n, ob->G);
    br_vec_zero(nx * 2 * n, ob->T);
    ob->held = 0;
    for (int i = 0; i < (ob->uncoupled ? nx : n); i++)
        (ob->uncoupled ? ob->G : br_row(ob->G, 2 * n, i))[i] = 1;
}

// ---------------------------------------------------------------- uncoupled states

// y += c x + d w
BR_ELEM void add_two(int n, br_real c, const br_real *restrict x, br_real d, const br_real *restrict w,
                     br_real *restrict y)
{
    BR_SHORT
    for (int k = 0; k < n; k++)
        y[k] = (y[k] + c * x[k]) + d * w[k];
}

// g+ = A g, Z+ = A Z A' + (A C) E' + E C+', B+ = A B + E, C+ = A C + E c
BR_ELEM void advance_sized(int nx, int ne, const br_real *restrict a, parts q)
{
    br_real *restrict B = q.B, *restrict C = q.C, *restrict AC = q.AC;
    const br_real *restrict E = q.E;
    for (int i = 0; i < nx; i++) {
        br_real *restrict Z = br_row(q.Z, nx, i), own = a[i];
        q.g[i] *= own;
        BR_SHORT
        for (int k = 0; k < nx; k++)
            Z[k] *= own * a[k];
    }
    for (int e = 0; e < ne; e++, B += nx, C += nx, E += nx) {
        br_real c = q.c[e];
        BR_SHORT
        for (int i = 0; i < nx; i++) {
            AC[i] = a[i] * C[i];
            B[i] = a[i] * B[i] + E[i];
            C[i] = AC[i] + E[i] * c;
        }
        for (int i = 0; i < nx; i++)
            add_two(nx, AC[i], E, E[i], C, br_row(q.Z, nx, i));
    }
}

// The usual numbers of states as constants: compilers unroll, and the bits are the same.
BR_CLONES
static void advance_uncoupled(int nx, int ne, const br_real *a, parts q)
{
    switch (nx) {
    case 1: advance_sized(1, ne, a, q); break;
    case 2: advance_sized(2, ne, a, q); break;
    case 4: advance_sized(4, ne, a, q); break;
    default: advance_sized(nx, ne, a, q); break;
    }
}

// F has A first, as its diagonal.
static void accumulate_uncoupled(br_kalman *ob, br_real step)
{
    int nx = ob->joint.nx, ne = ob->joint.ne;
    parts q = parts_of(ob);
    for (int i = nx; i < ob->joint.nF; i++)
        br_row(q.E, nx, ob->joint.F[i].column - nx)[ob->joint.F[i].row] = ob->F[i];
    advance_uncoupled(nx, ne, ob->F, q);
    for (int i = 0; i < nx; i++)
        br_row(q.Z, nx, i)[i] += ob->q[i] * step;
    for (int e = 0; e < ne; e++)
        q.c[e] += ob->q[nx + e] * step;
}

// Q = V diag V' with V = [Vz C/c; 0 1]: Vz is the factor of Z - C C'/c. Z is lost; of a symmetric matrix the upper half is
// enough.
static void factor_uncoupled(br_kalman *ob, parts q, br_real *V, br_real *Vz, br_real *d)
{
    int nx = ob->joint.nx, ne = ob->joint.ne;
    for (int e = 0; e < ne; e++)
        for (int i = 0; i < nx; i++) {
            br_real C = br_row_of(q.C, nx, e)[i], share = q.c[e] > 0 ? C / q.c[e] : 0;
            br_row(V, nx, e)[i] = share;
            br_vec_add(nx - i, -share, br_row_of(q.C, nx, e) + i, br_row(q.Z, nx, i) + i);
        }
    br_gaussian_factor(nx, q.Z, nx, Vz, d);
}

// The columns of W with entries in rows of parameters and inputs come first: their U, their V; then those of states.
static void predict_covariance_uncoupled(br_kalman *ob)
{
    int nx = ob->joint.nx, ne = ob->joint.ne, n = nx + ne, w = 2 * n;
    br_gaussian *b = &ob->gaussian;
    parts q = parts_of(ob);
    br_real *V = q.AC, *Vz = ob->A, *d = ob->d;
    factor_uncoupled(ob, q, V, Vz, d + 2 * (ptrdiff_t)ne + nx);
    br_vec_copy(ne, b->D + nx, d);
    br_vec_copy(ne, q.c, d + ne);
    br_vec_copy(nx, b->D, d + 2 * (ptrdiff_t)ne);
    for (int i = 0; i < nx; i++) {
        const br_real *U = br_row_of(b->U, n, i);
        br_real *W = br_row(ob->W, w, i), *states = W + 2 * (ptrdiff_t)ne;
        for (int e = 0; e < ne; e++) {
            W[e] = q.g[i] * U[nx + e];
            W[ne + e] = br_row_of(V, nx, e)[i];
        }
        br_vec_add_rows(ne, ne, 1, q.B + i, nx, br_row_of(b->U, n, nx) + nx, n, W);
        for (int k = 0; k < nx; k++) {
            states[k] = q.g[i] * U[k];
            states[nx + k] = br_row_of(Vz, nx, i)[k];
        }
    }
    for (int e = 0; e < ne; e++) {
        br_real *W = br_row(ob->W, w, nx + e);
        br_vec_copy(ne, br_row_of(b->U, n, nx + e) + nx, W);
        br_vec_zero(ne, W + ne);
        W[ne + e] = 1;
    }
    br_gaussian_time_update_narrow(b, w, ob->W, d, ne, 2 * ne);
}

// What variances take of P = U D U', which stays while predictions are pending: of every state what U has of states, and its
// columns by estimated numbers, nx numbers each; the variances of these.
typedef struct held {
    br_real *states, *U, *estimates;
} held;

static held held_of(const br_kalman *ob)
{
    int nx = ob->joint.nx;
    return (held){ob->W, ob->W + nx, ob->W + nx + (ptrdiff_t)nx * ob->joint.ne};
}

static void hold_factor(br_kalman *ob)
{
    int nx = ob->joint.nx, ne = ob->joint.ne, n = nx + ne;
    const br_gaussian *b = &ob->gaussian;
    held h = held_of(ob);
    for (int i = 0; i < nx; i++) {
        const br_real *U = br_row_of(b->U, n, i);
        br_real sum = 0;
        for (int k = i; k < nx; k++)
            sum += U[k] * U[k] * b->D[k];
        h.states[i] = sum;
        for (int e = 0; e < ne; e++)
            br_row(h.U, nx, e)[i] = U[nx + e];
    }
    for (int e = 0; e < ne; e++)
        h.estimates[e] = br_gaussian_variance(b, nx + e);
}

// Variances of so many states from state i on: Z + g^2 of states + the squares of (g U + B U) by estimated numbers. U: those of the
// estimated numbers, rows so far apart.
BR_ELEM void variances_sized(int width, int i, int nx, int ne, parts q, held h, const br_real *U, int apart,
                             const br_real *D, br_real *to)
{
    enum { MOST = 4 };
    br_real sum[MOST], row[MOST];
    BR_SHORT
    for (int l = 0; l < width; l++) {
        br_real g = q.g[i + l];
        sum[l] = q.Z[(i + l) * nx + i + l] + g * g * h.states[i + l];
    }
    for (int e = 0; e < ne; e++) {
        const br_real *g = q.g + i, *B = q.B + i, *own = br_row_of(h.U, nx, e) + i;
        BR_SHORT
        for (int l = 0; l < width; l++)
            row[l] = g[l] * own[l];
        for (int f = 0; f <= e; f++, B += nx) {
            br_real share = br_row_of(U, apart, f)[e];
            BR_SHORT
            for (int l = 0; l < width; l++)
                row[l] += B[l] * share;
        }
        BR_SHORT
        for (int l = 0; l < width; l++)
            sum[l] += row[l] * row[l] * D[e];
    }
    BR_SHORT
    for (int l = 0; l < width; l++)
        to[i + l] = sum[l];
}

BR_CLONES
static void variances_of_states(int nx, int ne, parts q, held h, const br_real *U, int apart, const br_real *D,
                                br_real *to)
{
    int i = 0;
    for (; i + 4 <= nx; i += 4)
        variances_sized(4, i, nx, ne, q, h, U, apart, D, to);
    for (; i < nx; i++)
        variances_sized(1, i, nx, ne, q, h, U, apart, D, to);
}

// The diagonal of G P G' + Q
static void predict_variances_uncoupled(br_kalman *ob)
{
    int nx = ob->joint.nx, ne = ob->joint.ne, n = nx + ne;
    const br_gaussian *b = &ob->gaussian;
    parts q = parts_of(ob);
    held h = held_of(ob);
    if (!ob->held)
        hold_factor(ob);
    ob->held = 1;
    variances_of_states(nx, ne, q, h, br_row_of(b->U, n, nx) + nx, n, b->D + nx, ob->d);
    for (int e = 0; e < ne; e++)
        ob->d[nx + e] = h.estimates[e] + q.c[e];
}

// ---------------------------------------------------------------- coupled states

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

static void accumulate_coupled(br_kalman *ob, br_real step)
{
    int n = ob->joint.n;
    advance(ob->joint.nx, n, ob->joint.nF, ob->joint.F, ob->F, ob->G, ob->T, ob->A);
    for (int i = 0; i < n; i++)
        br_row(ob->G, 2 * n, i)[n + i] += ob->q[i] * step;
}

static void predict_covariance_coupled(br_kalman *ob)
{
    int n = ob->joint.n, w = 2 * n;
    br_gaussian *b = &ob->gaussian;
    br_vec_zero(n * w, ob->W);
    for (int i = 0; i < n; i++)
        br_vec_add_rows(n, n, 1, br_row_of(ob->G, w, i), 1, b->U, n, br_row(ob->W, w, i));
    br_vec_copy(n, b->D, ob->d);
    br_gaussian_factor(n, ob->G + n, w, b->U, ob->d + n);
    for (int i = 0; i < n; i++)
        br_vec_copy(n, br_row_of(b->U, n, i), br_row(ob->W, w, i) + n);
    br_gaussian_time_update(b, w, ob->W, ob->d);
}

static void predict_variances_coupled(br_kalman *ob)
{
    int n = ob->joint.n, w = 2 * n;
    const br_gaussian *b = &ob->gaussian;
    for (int i = 0; i < n; i++) {
        const br_real *GQ = br_row_of(ob->G, w, i);
        br_real *row = ob->W, sum = GQ[n + i]; // of G U
        br_vec_zero(n, row);
        br_vec_add_rows(n, n, 1, GQ, 1, b->U, n, row);
        for (int k = 0; k < n; k++)
            sum += row[k] * row[k] * b->D[k];
        ob->d[i] = sum;
    }
}

// ---------------------------------------------------------------- verbs

// Of steps that the covariance has not seen. What is worked out for reading, in d and W, is worked out again when it is read, and T has
// zeros where a step writes nothing.
static void saved(br_kalman *ob, br_saved *s)
{
    int n = ob->joint.n;
    br_saved_reals(s, 2 * (ptrdiff_t)n * n, ob->G);
    if (!s->from)
        return;
    ob->read = ob->held = 0;
    br_vec_zero(2 * ob->joint.nx * n, ob->T);
}

// Time update (2.19): the mean now, the covariance as sensitivities that predict_covariance multiplies out.
static br_status time_update(br_kalman *ob, const br_real *u, const br_real *p, br_real dt)
{
    br_real step = ob->o.q_per_step ? 1 : dt;
    br_status status =
        br_joint_step(&ob->joint, 1, ob->gaussian.x, ob->m, u, p, dt, ob->gaussian.x, ob->m, ob->F); // (2.19a)
    if (status == BR_OK && ob->uncoupled)
        accumulate_uncoupled(ob, step);
    else if (status == BR_OK)
        accumulate_coupled(ob, step);
    return status;
}

// P = G P G' + Q (2.19b) as W d W' with W = [G U, V], V the factor of Q
static void predict_covariance(br_kalman *ob)
{
    if (ob->uncoupled)
        predict_covariance_uncoupled(ob);
    else
        predict_covariance_coupled(ob);
    begin_prediction(ob);
}

static void predict_variances(br_kalman *ob)
{
    if (ob->uncoupled)
        predict_variances_uncoupled(ob);
    else
        predict_variances_coupled(ob);
}

static br_real predict_measurement(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real *f,
                                   br_real *beyond)
{
    br_real y, *h = ob->A;
    br_joint_measure(&ob->joint, 1, ob->gaussian.x, ob->m, u, p, which, &y, h); // (2.22)
    br_gaussian_project(&ob->gaussian, h, f);
    *beyond = 0;
    return y;
}

const br_kalman_kind br_kalman_ekf = {.name = "ekf",
                                      .slopes = 1,

                                      .carve = carve_ekf,
                                      .begin = begin_prediction,
                                      .time_update = time_update,
                                      .saved = saved,
                                      .predict_covariance = predict_covariance,
                                      .predict_variances = predict_variances,
                                      .predict_measurement = predict_measurement};
