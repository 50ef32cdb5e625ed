// bench_law.c - printed laws against what an engineer would write by hand with libm.
//
// Baselines: the obvious scalar C of the same equations, libm functions, derivatives written out by hand and stored in
// dense Jacobians (S-GMS), called once per point. Both sides compute the same quantities; the largest difference is
// printed beside the ratio.
#include "bench.h"
#include "law/builtin/builtin.h"
#include "law/graph/jet.h"
#include "law/model/model.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4, NP = 3 * N + 8, MOST = 1024 };

typedef struct work {
    int count;
    double x[N * MOST], u[MOST], p[NP];
    double out[(N + 1) * MOST], jet[(13 * N + 8) * MOST];
    // of the baseline, point by point
    double F[MOST], rate[MOST][N];
    double by_z[MOST][N][N], by_v[MOST][N], by_p[MOST][N][NP], F_z[MOST][N], F_v[MOST], F_p[MOST][NP];
} work;

// ---------------------------------------------------------------- S-GMS by hand

static void sgms_point(const double *z, double v, const double *p, double *rate, double *F, double by_z[N][N],
                       double *by_v, double by_p[N][NP], double *F_z, double *F_v, double *F_p)
{
    const double *kappa = p, *nu = p + N, *sigma = p + 2 * N;
    double FC = p[3 * N], beta = p[3 * N + 1], vs = p[3 * N + 2], zeta = p[3 * N + 3], lambda = p[3 * N + 5],
           gamma = p[3 * N + 6], sv = p[3 * N + 7];
    double w = v / vs, e = exp(-w * w), s = FC * (1 + beta * e), va = fabs(v), sg = v >= 0 ? 1 : -1;
    double s_v = FC * beta * e * (-2 * w / vs), s_vs = FC * beta * e * (2 * w * w / vs), s_FC = 1 + beta * e,
           s_beta = FC * e;
    memset(by_z, 0, sizeof(double[N][N]));
    memset(by_p, 0, sizeof(double[N][NP]));
    memset(F_p, 0, sizeof(double[NP]));
    *F = sv * v;
    *F_v = sv;
    F_p[3 * N + 7] = v;
    for (int i = 0; i < N; i++) {
        double zs = nu[i] * s, r = z[i] / zs;
        double t1 = tanh(lambda * (r + zeta)), t2 = tanh(lambda * (r - zeta)), q = gamma * r * v / vs, t3 = tanh(q);
        double A = 1 - t1 / 2 + t2 / 2, B = 0.5 + t3 / 2, eta = A * B, d = v - eta * va * r;
        double d1 = 1 - t1 * t1, d2 = 1 - t2 * t2, d3 = 1 - t3 * t3;
        double A_r = lambda * (d2 - d1) / 2, B_r = gamma * v / vs * d3 / 2, eta_r = A_r * B + A * B_r,
               d_r = -(eta_r * r + eta) * va;
        double r_s = -r / s, B_v = gamma * r / vs * d3 / 2, B_vs = -q / vs * d3 / 2;
        double d_v = 1 - eta * sg * r - A * B_v * va * r + d_r * r_s * s_v;
        rate[i] = kappa[i] * d;
        *F += z[i] + sigma[i] * d;
        by_z[i][i] = kappa[i] * d_r / zs;
        by_v[i] = kappa[i] * d_v;
        double d_p[NP] = {0};
        d_p[N + i] = d_r * (-r / nu[i]);
        d_p[3 * N] = d_r * r_s * s_FC;
        d_p[3 * N + 1] = d_r * r_s * s_beta;
        d_p[3 * N + 2] = d_r * r_s * s_vs - A * B_vs * va * r;
        d_p[3 * N + 3] = -(-lambda * (d1 + d2) / 2) * B * va * r;
        d_p[3 * N + 5] = -((-(r + zeta) * d1 + (r - zeta) * d2) / 2) * B * va * r;
        d_p[3 * N + 6] = -A * (r * v / vs * d3 / 2) * va * r;
        for (int j = 0; j < NP; j++) {
            by_p[i][j] = kappa[i] * d_p[j];
            F_p[j] += sigma[i] * d_p[j];
        }
        by_p[i][i] += d;
        F_p[2 * N + i] += d;
        F_z[i] = 1 + sigma[i] * d_r / zs;
        *F_v += sigma[i] * d_v;
    }
}

static void sgms_by_hand(void *data)
{
    work *w = data;
    for (int k = 0; k < w->count; k++) {
        double z[N];
        for (int i = 0; i < N; i++)
            z[i] = w->x[i * w->count + k];
        sgms_point(z, w->u[k], w->p, w->rate[k], &w->F[k], w->by_z[k], w->by_v[k], w->by_p[k], w->F_z[k], &w->F_v[k],
                   w->F_p[k]);
    }
    bench_keep(w->F);
    bench_keep(w->by_p);
}

static void sgms_printed(void *data)
{
    work *w = data;
    const int size[] = {N};
    br_sgms_rate_jet(size, w->count, w->x, NULL, w->u, w->p, 0, w->out, w->jet);
    bench_keep(w->jet);
}

// ---------------------------------------------------------------- LuGre by hand

static void lugre_by_hand(void *data)
{
    work *w = data;
    const double *p = w->p;
    for (int k = 0; k < w->count; k++) {
        double v = w->u[k], z = w->x[k], q = v / p[4];
        double g = p[2] + (p[3] - p[2]) * exp(-q * q), zd = v - p[0] * fabs(v) / g * z;
        w->rate[k][0] = zd;
        w->F[k] = p[0] * z + p[1] * zd + p[5] * v;
    }
    bench_keep(w->F);
    bench_keep(w->rate);
}

static void lugre_printed(void *data)
{
    work *w = data;
    br_lugre_rate(NULL, w->count, w->x, NULL, w->u, w->p, 0, w->out);
    bench_keep(w->out);
}

// ---------------------------------------------------------------- reading a law

static void read_law(void *data)
{
    const br_builtin *b = data;
    br_parsed_law law;
    br_jet jet;
    br_read_options o = {.find = br_builtin_text};
    if (br_law_read(&law, b->text, b->size, b->name, &o, NULL) != BR_OK ||
        br_jet_make(&jet, &law, false, NULL) != BR_OK)
        exit(5);
    bench_keep(jet.block);
    br_jet_free(&jet);
    br_law_free(&law);
}

// 5 ms, the limit: waits by the clock
static void five_milliseconds(void *data)
{
    (void)data;
    double start = bench_now();
    while (bench_now() - start < 5e-3) {
    }
}

static void parameters(const char *law, const char *set, work *w)
{
    br_builtin b;
    br_model m;
    if (!br_builtin_find(law, &b))
        exit(5);
    br_model_source source = {b.text, b.size, law, br_builtin_text, NULL};
    if (br_model_open_given(&m, &source, &(br_given){.set = set}, NULL, NULL) != BR_OK)
        exit(5);
    for (int i = 0; i < m.np; i++)
        w->p[i] = m.p[i].lo;
    br_model_close(&m);
}

static double spread(int i)
{
    return sin(12.9898 * i) * 0.999;
}

static void print_agreement(const char *what, double worst)
{
    printf("%s: largest relative difference %.2g\n", what, worst);
}

// The largest difference of each kind of result, relative to the largest result of that kind.
static double sgms_distance(const work *w)
{
    double d[5] = {0}, most[5] = {0}, worst = 0;
    for (int k = 0; k < w->count; k++) {
        for (int i = 0; i < N; i++) {
            const double ours[] = {w->out[i * w->count + k], w->jet[i * w->count + k], w->jet[(N + i) * w->count + k],
                                   w->jet[(3 * N + i) * w->count + k]};
            const double theirs[] = {w->rate[k][i], w->by_v[k][i], w->by_z[k][i][i], w->by_p[k][i][N + i]};
            for (int j = 0; j < 4; j++) {
                d[j] = fmax(d[j], fabs(ours[j] - theirs[j]));
                most[j] = fmax(most[j], fabs(theirs[j]));
            }
        }
        d[4] = fmax(d[4], fabs(w->out[N * w->count + k] - w->F[k]));
        most[4] = fmax(most[4], fabs(w->F[k]));
    }
    for (int j = 0; j < 5; j++)
        worst = fmax(worst, d[j] / most[j]);
    return worst;
}

static void bench_sgms(work *w)
{
    static const int counts[] = {1, 4, 20, 64, 1024};
    parameters("sgms", "table-4.1", w);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        char name[80];
        w->count = counts[c];
        for (int k = 0; k < w->count; k++) {
            w->u[k] = 2e-3 * spread(k + 1);
            for (int i = 0; i < N; i++)
                w->x[i * w->count + k] = 10 * w->p[N + i] * spread(7 * k + i);
        }
        sgms_printed(w);
        sgms_by_hand(w);
        print_agreement("S-GMS rate, force and derivatives", sgms_distance(w));
        snprintf(name, sizeof name, "S-GMS(4) rate + all derivatives, %d point%s", w->count, w->count == 1 ? "" : "s");
        bench_compare(name, sgms_printed, w, "scalar C with libm, dense Jacobians", sgms_by_hand, w, w->count);
    }
}

static void bench_lugre(work *w)
{
    static const int counts[] = {1, 20, 1024};
    parameters("lugre", "table-I", w);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        char name[80];
        w->count = counts[c];
        for (int k = 0; k < w->count; k++) {
            w->u[k] = 2e-3 * spread(k + 1);
            w->x[k] = 1e-5 * spread(7 * k);
        }
        lugre_printed(w);
        lugre_by_hand(w);
        double worst = 0;
        for (int k = 0; k < w->count; k++)
            worst = fmax(worst, fabs(w->out[w->count + k] - w->F[k]) / fabs(w->F[k]));
        print_agreement("LuGre force", worst);
        snprintf(name, sizeof name, "LuGre rate, %d point%s", w->count, w->count == 1 ? "" : "s");
        bench_compare(name, lugre_printed, w, "scalar C with libm", lugre_by_hand, w, w->count);
    }
}

int main(void)
{
    work *w = calloc(1, sizeof *w);
    if (!w)
        return 6;
    bench_sgms(w);
    bench_lugre(w);
    for (int i = 0; i < br_builtin_count(); i++) {
        br_builtin b = br_builtin_at(i);
        char name[80];
        snprintf(name, sizeof name, "parse + differentiate %s", b.name);
        bench_compare(name, read_law, &b, "5 ms", five_milliseconds, NULL, 1);
    }
    free(w);
    return 0;
}
