// bench_flow.c - flows of S-GMS(4) at 10 kHz against RK4 written by hand with libm, and many axes against one.
//
// An axis moves to and fro (20 Hz). RK4 takes the fewest substeps (searched in eighths, so up to an eighth too many) with
// which its force stays within 1 mN of a run with 1000 substeps, and the flow runs as it comes; both errors stand in the
// name of the row. Goals: one axis 20 times faster than RK4, 1024 axes at once 10 times faster than RK4 and 0.8 times the
// vector lanes faster than our own flow in one lane. That is the same sources compiled without vectors (scalar_flow), for
// the elements of a single axis are lanes, too; all three must give the same bits.
// The rows of rates bound what a step can reach: what vectors gain for the law, and, where RK4 takes a single substep, that
// it evaluates four rates and the flow two.
#include "bench.h"
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "loop/flow/integrator.h"
#include "num/base/clones.h"
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4, NP = 3 * N + 8, SAMPLES = 1024 };
static const double dt = 1e-4;

typedef struct work {
    br_system system, plain; // plain: in one lane
    br_integrator one, many, scalar;
    double p[NP], v[SAMPLES];
    double z[SAMPLES][N];          // before every sample
    double x[N * SAMPLES];         // the same as lanes
    double out[(N + 1) * SAMPLES]; // results
    double want[SAMPLES];          // force after every sample
    int substeps;                  // of RK4
    int failed;
} work;

// ---------------------------------------------------------------- one lane, and how many there are

typedef size_t flow_bytes(const br_sys *, const br_integrator_options *);
typedef br_status flow_init(br_integrator *, const br_sys *, const br_integrator_options *, void *, size_t);
typedef br_status flow_step(br_integrator *, int, const double *, const int *, const double *, const double *, int,
                            double, double *, int *, double *);

typedef struct flow_code {
    flow_bytes *bytes;
    flow_init *init;
    flow_step *step;
} flow_code;
static const flow_code library = {br_integrator_bytes, br_integrator_init, br_integrator_step};
static flow_code scalar;

// The flow and the law without vectors.
static int find_scalar(br_builtin *law)
{
    void *code = dlopen(SCALAR_FLOW, RTLD_NOW);
    if (!code)
        return 0;
    *(void **)&scalar.bytes = dlsym(code, "br_integrator_bytes");
    *(void **)&scalar.init = dlsym(code, "br_integrator_init");
    *(void **)&scalar.step = dlsym(code, "br_integrator_step");
    *(void **)&law->rate = dlsym(code, "br_sgms_rate");
    *(void **)&law->rate_jet = dlsym(code, "br_sgms_rate_jet");
    *(void **)&law->rate_jet_x = dlsym(code, "br_sgms_rate_jet_x");
    return scalar.bytes && scalar.init && scalar.step && law->rate && law->rate_jet && law->rate_jet_x;
}

#define TEXT_OF(words) #words
#define TEXT(words) TEXT_OF(words)

#if defined(__x86_64__)
static int has_v4(void) // x86-64-v4
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

// Doubles in the vectors of the clones that the loader takes (num/base/clones.h), else in those of the processor at its plainest.
static int lanes(void)
{
#if defined(__x86_64__)
    if (sizeof TEXT(BR_CLONES) > 1)
        return has_v4() ? 8 : __builtin_cpu_supports("avx2") ? 4 : 2;
#endif
#if defined(__SSE2__) || defined(__aarch64__)
    return 2;
#else
    return 1;
#endif
}

// ---------------------------------------------------------------- by hand

static void rate(const double *p, const double *z, double v, double *d)
{
    const double *kappa = p, *nu = p + N;
    double FC = p[3 * N], beta = p[3 * N + 1], vs = p[3 * N + 2], zeta = p[3 * N + 3], lambda = p[3 * N + 5],
           gamma = p[3 * N + 6], w = v / vs, s = FC * (1 + beta * exp(-w * w));
    for (int i = 0; i < N; i++) {
        double r = z[i] / (nu[i] * s);
        double etaA = 1 - tanh(lambda * (r + zeta)) / 2 + tanh(lambda * (r - zeta)) / 2;
        double etaB = 0.5 + tanh(gamma * r * v / vs) / 2;
        d[i] = kappa[i] * (v - etaA * etaB * fabs(v) * r);
    }
}

static void ahead(const double *z, double h, const double *k, double *to)
{
    for (int i = 0; i < N; i++)
        to[i] = z[i] + h * k[i];
}

static void rk4(const double *p, double *z, double v, int substeps)
{
    double k1[N], k2[N], k3[N], k4[N], t[N], h = dt / substeps;
    for (int s = 0; s < substeps; s++) {
        rate(p, z, v, k1);
        ahead(z, h / 2, k1, t);
        rate(p, t, v, k2);
        ahead(z, h / 2, k2, t);
        rate(p, t, v, k3);
        ahead(z, h, k3, t);
        rate(p, t, v, k4);
        for (int i = 0; i < N; i++)
            z[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
}

static double force(const double *z)
{
    return z[0] + z[1] + z[2] + z[3];
}

// ---------------------------------------------------------------- the trajectory, and how well both follow it

static void prepare(work *w, double speed)
{
    double z[N] = {0};
    for (int k = 0; k < SAMPLES; k++) {
        w->v[k] = speed * sin(2 * 3.141592653589793 * 20 * k * dt);
        memcpy(w->z[k], z, sizeof z);
        for (int i = 0; i < N; i++)
            w->x[i * SAMPLES + k] = z[i];
        rk4(w->p, z, w->v[k], 1000);
        w->want[k] = force(z);
    }
}

static double rk4_error(const work *w, int substeps)
{
    double z[N] = {0}, worst = 0;
    for (int k = 0; k < SAMPLES; k++) {
        rk4(w->p, z, w->v[k], substeps);
        worst = fmax(worst, fabs(force(z) - w->want[k]));
    }
    return worst;
}

static double flow_error(work *w)
{
    double z[N] = {0}, worst = 0;
    for (int k = 0; k < SAMPLES; k++) {
        w->failed += br_integrator_step(&w->one, 1, z, NULL, &w->v[k], w->p, 0, dt, z, NULL, NULL) != BR_OK;
        worst = fmax(worst, fabs(force(z) - w->want[k]));
    }
    return worst;
}

// ---------------------------------------------------------------- what is timed: SAMPLES steps each

static void run_rk4(void *data)
{
    work *w = data;
    for (int k = 0; k < SAMPLES; k++) {
        double z[N];
        memcpy(z, w->z[k], sizeof z);
        rk4(w->p, z, w->v[k], w->substeps);
        memcpy(w->out + (ptrdiff_t)k * N, z, sizeof z);
    }
    bench_keep(w->out);
}

static void one_by_one(work *w, br_integrator *f, flow_step *step)
{
    for (int k = 0; k < SAMPLES; k++)
        w->failed += step(f, 1, w->z[k], NULL, &w->v[k], w->p, 0, dt, w->out + (ptrdiff_t)k * N, NULL, NULL) != BR_OK;
    bench_keep(w->out);
}

static void run_one(void *data)
{
    work *w = data;
    one_by_one(w, &w->one, library.step);
}

static void run_scalar(void *data)
{
    work *w = data;
    one_by_one(w, &w->scalar, scalar.step);
}

static void run_many(void *data)
{
    work *w = data;
    w->failed += br_integrator_step(&w->many, SAMPLES, w->x, NULL, w->v, w->p, 0, dt, w->out, NULL, NULL) != BR_OK;
    bench_keep(w->out);
}

static void run_rates_libm(void *data)
{
    work *w = data;
    for (int k = 0; k < SAMPLES; k++)
        rate(w->p, w->z[k], w->v[k], w->out + (ptrdiff_t)k * N);
    bench_keep(w->out);
}

static void rates_one_by_one(work *w, const br_sys *s)
{
    for (int k = 0; k < SAMPLES; k++)
        br_sys_rate(s, 1, w->z[k], NULL, &w->v[k], w->p, 0, w->out + (ptrdiff_t)k * (N + 1));
    bench_keep(w->out);
}

static void run_rates_one(void *data)
{
    work *w = data;
    rates_one_by_one(w, &w->system.sys);
}

static void run_rates_scalar(void *data)
{
    work *w = data;
    rates_one_by_one(w, &w->plain.sys);
}

static void run_rates_many(void *data)
{
    work *w = data;
    br_sys_rate(&w->system.sys, SAMPLES, w->x, NULL, w->v, w->p, 0, w->out);
    bench_keep(w->out);
}

// Results that differ between one lane, one axis and all at once.
static int differ(work *w)
{
    static double one[N * SAMPLES], plain[N * SAMPLES];
    int count = 0;
    run_one(w);
    memcpy(one, w->out, sizeof one);
    run_scalar(w);
    memcpy(plain, w->out, sizeof plain);
    run_many(w);
    for (int k = 0; k < SAMPLES; k++)
        for (int i = 0; i < N; i++) {
            double z = w->out[i * SAMPLES + k];
            count += z != one[k * N + i] || z != plain[k * N + i];
        }
    return count;
}

// ---------------------------------------------------------------- set-up

static int open_flow(const flow_code *code, br_integrator *f, const br_sys *s, int points)
{
    br_integrator_options o = br_integrator_defaults();
    o.points = points;
    o.slopes = 0;
    size_t bytes = code->bytes(s, &o);
    void *memory = malloc(bytes); // until the program ends
    return memory && code->init(f, s, &o, memory, bytes) == BR_OK;
}

static int open_work(work *w, br_model *m)
{
    br_builtin b;
    br_diag why;
    br_given set = {.set = "table-4.1"};
    double x[N], u[1];
    if (!br_builtin_find("sgms", &b))
        return 0;
    br_model_source source = {b.text, b.size, "sgms", br_builtin_text, NULL};
    if (br_model_open_given(m, &source, &set, NULL, &why) != BR_OK || br_system_open(&w->system, m, &why) != BR_OK)
        return 0;
    br_model_points(m, x, u, w->p);
    w->plain = w->system;
    w->plain.sys.self = &w->plain;
    return find_scalar(&w->plain.code) && open_flow(&library, &w->one, &w->system.sys, 1) &&
           open_flow(&library, &w->many, &w->system.sys, SAMPLES) && open_flow(&scalar, &w->scalar, &w->plain.sys, 1);
}

int main(void)
{
    static const double speeds[] = {1e-3, 1e-2, 0.1, 1};
    static work w;
    br_model m;
    char name[96], baseline[96];
    if (!open_work(&w, &m))
        return 1;
    for (int i = 0; i < 4; i++) {
        prepare(&w, speeds[i]);
        double error = 1;
        for (w.substeps = 1; w.substeps < 1000; w.substeps += 1 + w.substeps / 8)
            if ((error = rk4_error(&w, w.substeps)) <= 1e-3)
                break;
        snprintf(name, sizeof name, "S-GMS(4), %g mm/s, %.1g mN", 1e3 * speeds[i], 1e3 * flow_error(&w));
        snprintf(baseline, sizeof baseline, "RK4 libm x%d, %.1g mN", w.substeps, 1e3 * error);
        bench_compare(name, run_one, &w, baseline, run_rk4, &w, SAMPLES);
        if (i == 0) {
            bench_compare("S-GMS(4), rates", run_rates_one, &w, "libm", run_rates_libm, &w, SAMPLES);
            bench_compare("1024 S-GMS(4), rates at once", run_rates_many, &w, "libm", run_rates_libm, &w, SAMPLES);
            bench_compare("1024 S-GMS(4), rates at once", run_rates_many, &w, "own, 1 lane", run_rates_scalar, &w,
                          SAMPLES);
        }
        snprintf(name, sizeof name, "1024 S-GMS(4), %d lanes, %g mm/s", lanes(), 1e3 * speeds[i]);
        bench_compare(name, run_many, &w, "own, 1 lane", run_scalar, &w, SAMPLES);
        bench_compare(name, run_many, &w, "own, elements as lanes", run_one, &w, SAMPLES);
        bench_compare(name, run_many, &w, baseline, run_rk4, &w, SAMPLES);
        w.failed += differ(&w);
    }
    br_system_close(&w.system);
    br_model_close(&m);
    return w.failed > 0;
}
