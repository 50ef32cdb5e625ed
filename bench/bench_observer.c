// bench_observer.c - EKF and UKF of S-GMS(4) with five parameters (thesis (4.10)) at 10 kHz against a filter written by hand.
//
// By hand: force form, rates and derivatives with libm, RK4 of the states and of the variational equations (2.23) with dense
// matrices, P = F P F' + Q dense, no heap. An axis moves to and fro (20 Hz). RK4 takes the fewest substeps with which the force
// stays within 1 mN, and the sensitivities within 1 % of their largest, of a run with 1000 substeps; what ours are off
// stands in the name of the row. Goal: a prediction 15 times faster.
#include "bench.h"
#include "law/builtin.h"
#include "law/model.h"
#include "law/system.h"
#include "loop/observer.h"
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

static void predict(filter *f, double v)
{
    tangent t;
    double FP[M][M];
    start(f, &t);
    rk4(f, v, dt, &t);
    memcpy(f->x, t.z, sizeof t.z);
    memcpy(f->F, t.S, sizeof t.S);
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
    br_observer ekf, ukf;
    filter hand, hand_first;
    double v[SAMPLES], y[SAMPLES];
    double x0[M];
    int failed, each; // corrections every so many samples; 0: none
} work;

static void run_ours(work *w, br_observer *ob)
{
    w->failed += br_observer_reset(ob, w->x0, NULL) != BR_OK;
    for (int k = 0; k < SAMPLES; k++) {
        w->failed += br_observer_predict(ob, &w->v[k], w->hand.p, dt) != BR_OK;
        if (w->each > 0 && k % w->each == w->each - 1)
            w->failed += br_observer_correct(ob, &w->v[k], w->hand.p, 0, w->y[k]) != BR_OK;
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

static void run_hand(void *data)
{
    work *w = data;
    w->hand_first.substeps = w->hand.substeps;
    w->hand = w->hand_first;
    for (int k = 0; k < SAMPLES; k++) {
        predict(&w->hand, w->v[k]);
        if (w->each > 0 && k % w->each == w->each - 1)
            correct(&w->hand, w->v[k], w->y[k]);
    }
    bench_keep(&w->hand);
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

static void *open_observer(work *w, const br_observer_kind *kind, br_observer *ob)
{
    br_observer_options o = br_observer_defaults();
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
    size_t bytes = br_observer_bytes(&w->system.sys, &o);
    void *memory = malloc(bytes);
    w->failed += !memory || br_observer_init(ob, &w->system.sys, &o, w->x0, memory, bytes) != BR_OK;
    return memory;
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
    w->hand.substeps = fewest(w);
    errors(w, 0, &force, &slope);
    char hand[80];
    snprintf(hand, sizeof hand, "dense RK4 x%d with libm", w->hand.substeps);
    w->each = 0;
    snprintf(name, sizeof name, "EKF 4+5 prediction, %g mm/s (off %.1g N, %.1g of slopes)", speed * 1e3, force, slope);
    bench_compare(name, run_ekf, w, hand, run_hand, w, SAMPLES);
    w->each = 10;
    snprintf(name, sizeof name, "EKF 4+5, 10 predictions and a correction, %g mm/s", speed * 1e3);
    bench_compare(name, run_ekf, w, hand, run_hand, w, SAMPLES / 10);
    w->each = 1;
    snprintf(name, sizeof name, "EKF 4+5, a prediction and a correction, %g mm/s", speed * 1e3);
    bench_compare(name, run_ekf, w, hand, run_hand, w, SAMPLES);
    snprintf(name, sizeof name, "UKF 4+5, a prediction and a correction, %g mm/s", speed * 1e3);
    bench_compare(name, run_ukf, w, hand, run_hand, w, SAMPLES);
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
    void *ekf = open_observer(&w, &br_observer_ekf, &w.ekf), *ukf = open_observer(&w, &br_observer_ukf, &w.ukf);
    static const double speeds[] = {2e-3, 1e-2, 1e-1, 1};
    for (int i = 0; i < 4; i++)
        at_speed(&w, speeds[i]);
    free(ekf);
    free(ukf);
    br_system_close(&w.system);
    br_model_close(&model);
    return w.failed != 0;
}
