// bench_observer.c - EKF and UKF of S-GMS(4) with five parameters (thesis (4.10)) at 10 kHz against filters written by hand.
//
// By hand: force form, rates and derivatives with libm, RK4, P = F P F' + Q dense, no heap. Once with variational equations
// (2.23) of the states alone, 4 x 9; once as the thesis writes it, (2.7)-(2.11) and (2.19)-(2.23): states and parameters are one
// vector, Phi' = A Phi with dense matrices of 9 x 9. Both give the same numbers, which is checked. An axis moves to and fro
// (20 Hz). RK4 takes the fewest substeps with which the force stays within 1 mN, and the sensitivities within 1 % of their
// largest, of a run with 1000 substeps; what ours are off stands in the name of the row. Goal: a prediction 15 times faster.
#include "bench.h"
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "loop/filter/kalman.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4, E = 5, M = N + E, NP = 3 * N + 8, SAMPLES = 512 };
static const double dt = 1e-4;

// ---------------------------------------------------------------- by hand

typedef struct filter {
    double x[M], P[M][M], F[M][M], p[NP], q[M], r;
    int substeps;
} filter;

// Rates, and their derivatives by z (diagonal, written into a dense matrix) and by kappa and FC.
static void rate(const double *p, const double *e, const double *z, double v, double *d, double A[N][N], double B[N][E])
{
    const double *kappa0 = p, *nu = p + N;
    double FC0 = p[3 * N], beta = p[3 * N + 1], vs = p[3 * N + 2], zeta = p[3 * N + 3], lambda = p[3 * N + 5],
           gamma = p[3 * N + 6], w = v / vs, stribeck = 1 + beta * exp(-w * w), s = FC0 * e[N] * stribeck;
    memset(A, 0, sizeof(double[N][N]));
    memset(B, 0, sizeof(double[N][E]));
    for (int i = 0; i < N; i++) {
        double kappa = kappa0[i] * e[i], r = z[i] / (nu[i] * s);
        double tp = tanh(lambda * (r + zeta)), tm = tanh(lambda * (r - zeta)), tb = tanh(gamma * r * v / vs);
        double etaA = 1 - tp / 2 + tm / 2, etaB = 0.5 + tb / 2;
        double dA = lambda / 2 * ((1 - tm * tm) - (1 - tp * tp)), dB = gamma * v / vs / 2 * (1 - tb * tb);
        double slip = v - etaA * etaB * fabs(v) * r;
        double by_r = -fabs(v) * (etaA * etaB + r * (dA * etaB + etaA * dB));
        d[i] = kappa * slip;
        A[i][i] = kappa * by_r / (nu[i] * s);
        B[i][i] = kappa0[i] * slip;
        B[i][N] = kappa * by_r * -r / e[N];
    }
}

// d/dt [z, S] with S = d z/d [z0, e], dense
typedef struct tangent {
    double z[N], S[N][M];
} tangent;

static void turn(const filter *f, const tangent *t, double v, tangent *d)
{
    double A[N][N], B[N][E];
    rate(f->p, f->x + N, t->z, v, d->z, A, B);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double sum = j < N ? 0 : B[i][j - N];
            for (int k = 0; k < N; k++)
                sum += A[i][k] * t->S[k][j];
            d->S[i][j] = sum;
        }
}

static void ahead(const tangent *t, double h, const tangent *d, tangent *to)
{
    const double *a = (const double *)t, *b = (const double *)d;
    double *c = (double *)to;
    for (size_t i = 0; i < sizeof(tangent) / sizeof(double); i++)
        c[i] = a[i] + h * b[i];
}

static void rk4(filter *f, double v, double step, tangent *t)
{
    tangent k1, k2, k3, k4, at;
    double h = step / f->substeps;
    for (int s = 0; s < f->substeps; s++) {
        turn(f, t, v, &k1);
        ahead(t, h / 2, &k1, &at);
        turn(f, &at, v, &k2);
        ahead(t, h / 2, &k2, &at);
        turn(f, &at, v, &k3);
        ahead(t, h, &k3, &at);
        turn(f, &at, v, &k4);
        ahead(t, h / 6, &k1, t);
        ahead(t, h / 3, &k2, t);
        ahead(t, h / 3, &k3, t);
        ahead(t, h / 6, &k4, t);
    }
}

static void start(const filter *f, tangent *t)
{
    memset(t, 0, sizeof *t);
    memcpy(t->z, f->x, sizeof t->z);
    for (int i = 0; i < N; i++)
        t->S[i][i] = 1;
}

// x and F = d x+/d x after a sample
static void move(filter *f, double v)
{
    tangent t;
    start(f, &t);
    rk4(f, v, dt, &t);
    memcpy(f->x, t.z, sizeof t.z);
    memcpy(f->F, t.S, sizeof t.S);
}

// The same as the thesis writes it.
typedef struct joined {
    double x[M], Phi[M][M];
} joined;

static void turn_joined(const filter *f, const joined *t, double v, joined *d)
{
    double A[M][M] = {0}, Az[N][N], B[N][E];
    memset(d->x, 0, sizeof d->x);
    rate(f->p, t->x + N, t->x, v, d->x, Az, B);
    for (int i = 0; i < N; i++) {
        memcpy(A[i], Az[i], sizeof Az[i]);
        memcpy(A[i] + N, B[i], sizeof B[i]);
    }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            double sum = 0;
            for (int k = 0; k < M; k++)
                sum += A[i][k] * t->Phi[k][j];
            d->Phi[i][j] = sum;
        }
}

static void ahead_joined(const joined *t, double h, const joined *d, joined *to)
{
    const double *a = (const double *)t, *b = (const double *)d;
    double *c = (double *)to;
    for (size_t i = 0; i < sizeof(joined) / sizeof(double); i++)
        c[i] = a[i] + h * b[i];
}

static void move_joined(filter *f, double v)
{
    joined t = {.x = {0}}, k1, k2, k3, k4, at;
    double h = dt / f->substeps;
    memcpy(t.x, f->x, sizeof t.x);
    for (int i = 0; i < M; i++)
        t.Phi[i][i] = 1;
    for (int s = 0; s < f->substeps; s++) {
        turn_joined(f, &t, v, &k1);
        ahead_joined(&t, h / 2, &k1, &at);
        turn_joined(f, &at, v, &k2);
        ahead_joined(&t, h / 2, &k2, &at);
        turn_joined(f, &at, v, &k3);
        ahead_joined(&t, h, &k3, &at);
        turn_joined(f, &at, v, &k4);
        ahead_joined(&t, h / 6, &k1, &t);
        ahead_joined(&t, h / 3, &k2, &t);
        ahead_joined(&t, h / 3, &k3, &t);
        ahead_joined(&t, h / 6, &k4, &t);
    }
    memcpy(f->x, t.x, sizeof t.x);
    memcpy(f->F, t.Phi, sizeof t.Phi);
}

static void spread(filter *f)
{
    double FP[M][M];
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            double sum = 0;
            for (int k = 0; k < M; k++)
                sum += f->F[i][k] * f->P[k][j];
            FP[i][j] = sum;
        }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            double sum = i == j ? f->q[i] * dt : 0;
            for (int k = 0; k < M; k++)
                sum += FP[i][k] * f->F[j][k];
            f->P[i][j] = sum;
        }
}

static void correct(filter *f, double v, double y)
{
    double h[M] = {1, 1, 1, 1}, Ph[M], s = f->r, e = y - f->p[3 * N + 7] * v;
    for (int i = 0; i < M; i++) {
        Ph[i] = 0;
        for (int j = 0; j < M; j++)
            Ph[i] += f->P[i][j] * h[j];
        s += h[i] * Ph[i];
        e -= h[i] * f->x[i];
    }
    for (int i = 0; i < M; i++)
        f->x[i] += Ph[i] / s * e;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            f->P[i][j] -= Ph[i] * Ph[j] / s;
}

// ---------------------------------------------------------------- ours

typedef struct work {
    br_system system;
    br_kalman ekf, ukf;
    filter hand, thesis, hand_first;
    int substeps; // of those by hand
    double v[SAMPLES], y[SAMPLES];
    double x0[M];
    int failed, each; // corrections every so many samples; 0: none
} work;

static void run_ours(work *w, br_kalman *ob)
{
    w->failed += br_kalman_reset(ob, w->x0, NULL) != BR_OK;
    for (int k = 0; k < SAMPLES; k++) {
        w->failed += br_kalman_predict(ob, &w->v[k], w->hand.p, dt) != BR_OK;
        if (w->each > 0 && k % w->each == w->each - 1)
            w->failed += br_kalman_correct(ob, &w->v[k], w->hand.p, 0, w->y[k]) != BR_OK;
    }
    bench_keep(ob);
}

static void run_ekf(void *data)
{
    work *w = data;
    run_ours(w, &w->ekf);
}

static void run_ukf(void *data)
{
    work *w = data;
    run_ours(w, &w->ukf);
}

static void run_by_hand(work *w, filter *f, void (*by)(filter *f, double v))
{
    *f = w->hand_first;
    f->substeps = w->substeps;
    for (int k = 0; k < SAMPLES; k++) {
        by(f, w->v[k]);
        spread(f);
        if (w->each > 0 && k % w->each == w->each - 1)
            correct(f, w->v[k], w->y[k]);
    }
    bench_keep(f);
}

static void run_hand(void *data)
{
    work *w = data;
    run_by_hand(w, &w->hand, move);
}

static void run_thesis(void *data)
{
    work *w = data;
    run_by_hand(w, &w->thesis, move_joined);
}

// ---------------------------------------------------------------- how well both follow

static const double scale[M] = {1, 1, 1, 1, 1, 1, 1, 1, 1};

// Largest error of force and of sensitivities (as a share of the largest of their row and column over the run) of one
// sample each, along the run with 1000 substeps.
static void errors(work *w, int substeps, double *force, double *slope)
{
    filter f = w->hand_first;
    double most[N][M] = {0}, off[N][M] = {0};
    *force = *slope = 0;
    for (int k = 0; k < SAMPLES; k++) {
        tangent want, got;
        start(&f, &want);
        start(&f, &got);
        f.substeps = 1000;
        rk4(&f, w->v[k], dt, &want);
        if (substeps > 0) {
            f.substeps = substeps;
            rk4(&f, w->v[k], dt, &got);
        } else { // ours
            double next[M], F[N * M] = {0};
            w->failed += br_joint_step(&w->ekf.joint, 1, f.x, NULL, &w->v[k], f.p, dt, next, NULL, F) != BR_OK;
            memcpy(got.z, next, sizeof got.z);
            memset(got.S, 0, sizeof got.S);
            for (int i = 0; i < w->ekf.joint.nF; i++)
                got.S[w->ekf.joint.F[i].row][w->ekf.joint.F[i].column] = F[i];
        }
        double sum = 0;
        for (int i = 0; i < N; i++) {
            sum += got.z[i] - want.z[i];
            for (int j = 0; j < M; j++) {
                most[i][j] = fmax(most[i][j], fabs(want.S[i][j]) * scale[j]);
                off[i][j] = fmax(off[i][j], fabs(got.S[i][j] - want.S[i][j]) * scale[j]);
            }
        }
        *force = fmax(*force, fabs(sum));
        memcpy(f.x, want.z, sizeof want.z);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            if (most[i][j] > 0)
                *slope = fmax(*slope, off[i][j] / most[i][j]);
}

// Both filters written by hand are the same but for rounding.
static void agree(work *w)
{
    run_hand(w);
    run_thesis(w);
    for (int i = 0; i < M; i++) {
        w->failed += !(fabs(w->hand.x[i] - w->thesis.x[i]) <= 1e-9 * (1 + fabs(w->hand.x[i])));
        for (int j = 0; j < M; j++)
            w->failed += !(fabs(w->hand.P[i][j] - w->thesis.P[i][j]) <= 1e-9 * sqrt(w->hand.P[i][i] * w->hand.P[j][j]));
    }
}

static int fewest(work *w)
{
    double force, slope;
    for (int n = 1; n < 1000; n += 1 + n / 8) {
        errors(w, n, &force, &slope);
        if (force < 1e-3 && slope < 1e-2)
            return n;
    }
    return 1000;
}

static void *open_observer(work *w, const br_kalman_kind *kind, br_kalman *ob)
{
    br_kalman_options o = br_kalman_defaults();
    br_estimate e[E];
    double sd[M], most[M], q[M], r[1 + M] = {w->hand_first.r};
    for (int i = 0; i < E; i++)
        e[i] = (br_estimate){'p', i < N ? i : 3 * N, w->hand.p[i < N ? i : 3 * N], 0, 0, 1e300};
    for (int i = 0; i < M; i++) {
        sd[i] = sqrt(w->hand_first.P[i][i]);
        most[i] = 1e3;
        q[i] = w->hand_first.q[i];
    }
    o.kind = kind;
    o.joint.estimate = e;
    o.joint.estimates = E;
    o.sd = sd;
    o.most = most;
    o.q = q;
    o.r = r;
    o.gate = 0;
    size_t bytes = br_kalman_bytes(&w->system.sys, &o);
    void *memory = malloc(bytes);
    w->failed += !memory || br_kalman_init(ob, &w->system.sys, &o, w->x0, memory, bytes) != BR_OK;
    return memory;
}

// One row against each filter written by hand.
static void compare(work *w, const char *name, bench_work *ours, int each, int items)
{
    char states[80], thesis[80];
    w->each = each;
    agree(w);
    snprintf(states, sizeof states, "by hand, RK4 x%d with libm, 4 x 9", w->substeps);
    snprintf(thesis, sizeof thesis, "as in the thesis, RK4 x%d with libm, 9 x 9", w->substeps);
    bench_compare(name, ours, w, states, run_hand, w, items);
    bench_compare(name, ours, w, thesis, run_thesis, w, items);
}

static void at_speed(work *w, double speed)
{
    char name[160];
    double force, slope;
    filter truth = w->hand_first;
    for (int k = 0; k < SAMPLES; k++) {
        w->v[k] = speed * sin(2 * 3.141592653589793 * 20 * k * dt);
        tangent t;
        start(&truth, &t);
        truth.substeps = 200;
        rk4(&truth, w->v[k], dt, &t);
        memcpy(truth.x, t.z, sizeof t.z);
        w->y[k] = t.z[0] + t.z[1] + t.z[2] + t.z[3] + truth.p[3 * N + 7] * w->v[k] + 0.05 * sin(1.7 * k);
    }
    w->substeps = fewest(w);
    errors(w, 0, &force, &slope);
    snprintf(name, sizeof name, "EKF 4+5 prediction, %g mm/s (off %.1g N, %.1g of slopes)", speed * 1e3, force, slope);
    compare(w, name, run_ekf, 0, SAMPLES);
    snprintf(name, sizeof name, "EKF 4+5, 10 predictions and a correction, %g mm/s", speed * 1e3);
    compare(w, name, run_ekf, 10, SAMPLES / 10);
    snprintf(name, sizeof name, "EKF 4+5, a prediction and a correction, %g mm/s", speed * 1e3);
    compare(w, name, run_ekf, 1, SAMPLES);
    snprintf(name, sizeof name, "UKF 4+5, a prediction and a correction, %g mm/s", speed * 1e3);
    compare(w, name, run_ukf, 1, SAMPLES);
}

int main(void)
{
    static work w;
    br_builtin b;
    br_diag why = {0};
    br_model model;
    br_given set = {.set = "table-4.1"};
    double z[N], u[1];
    if (!br_builtin_find("sgms", &b))
        return 1;
    br_model_source source = {b.text, b.size, b.name, br_builtin_text, NULL};
    if (br_model_open_given(&model, &source, &set, NULL, &why) != BR_OK ||
        br_system_open(&w.system, &model, NULL) != BR_OK)
        return 1;
    br_model_points(&model, z, u, w.hand.p);
    for (int i = 0; i < M; i++) {
        w.hand.x[i] = w.x0[i] = i < N ? 0 : 1;
        w.hand.P[i][i] = i < N ? 0.01 : 0.0025;
        w.hand.F[i][i] = 1;
        w.hand.q[i] = i < N ? 0.01 : 0.0025;
    }
    w.hand.r = 0.25;
    w.hand_first = w.hand;
    void *ekf = open_observer(&w, &br_kalman_ekf, &w.ekf), *ukf = open_observer(&w, &br_kalman_ukf, &w.ukf);
    static const double speeds[] = {2e-3, 1e-2, 1e-1, 1};
    for (int i = 0; i < (bench_is_short() ? 1 : 4); i++)
        at_speed(&w, speeds[i]);
    free(ekf);
    free(ukf);
    br_system_close(&w.system);
    br_model_close(&model);
    return w.failed != 0;
}
