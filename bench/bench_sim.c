// bench_sim.c - a run of ten seconds of stick-slip against CVODE (BDF, dense Jacobian) at the same error.
//
// CVODE gets rates and Jacobian written by hand with libm. Errors are the largest of x and v at a hundred times, each as a
// share of its largest value, against a run at 1e-12; for every error that is asked for both take the loosest tolerance, in
// steps of a quarter decade, that meets it with all tighter ones. Opening is not counted on either side, and ours computes
// rates and outputs at the hundred times. Goal: 10 times faster (docs/adr/0008).
#include "bench.h"
#include "law/builtin/builtin.h"
#include "sim/run/run.h"
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { SAMPLES = 100 };
static const double until = 10;
static int failed;

typedef double path[SAMPLES + 1][2]; // x and v

typedef struct effort {
    double time;
    long long steps, rejected, rates, slopes, factorisations; // of the library: as it counts them
} effort;

// ---------------------------------------------------------------- ours

static effort ours(const char *method, double tolerance, path to)
{
    const effort none = {0};
    br_builtin b;
    br_diag why = {0};
    br_model m;
    br_run r;
    br_given set = {.set = "fig-6"};
    br_run_options o = br_run_defaults();
    o.method = br_run_method_find(method);
    o.relative = tolerance;
    o.absolute = 1e-6 * tolerance;
    o.until = until;
    br_builtin_find("stick-slip", &b);
    br_model_source source = {b.text, b.size, b.name, br_builtin_text, NULL};
    if (br_model_open_given(&m, &source, &set, NULL, &why) != BR_OK)
        return failed = 1, none;
    if (br_run_open(&r, &m, NULL, &o, &why) != BR_OK)
        return failed = 1, none;
    double start = bench_now();
    for (int k = 0; k <= SAMPLES; k++) {
        failed = failed || br_run_to(&r, until * k / SAMPLES, &why) != BR_OK;
        memcpy(to[k], r.x, sizeof to[k]);
    }
    effort e = {bench_now() - start, r.count.steps,  r.count.rejected,
                r.count.rates,       r.count.slopes, r.count.factorisations};
    br_run_close(&r);
    br_model_close(&m);
    return e;
}

// ---------------------------------------------------------------- by hand

static const double m = 1, k = 2, vp = 0.1, sigma0 = 1e5, sigma1 = 316.22776601683796, sigma2 = 0.4, FC = 1, FS = 1.5,
                    vs = 1e-3;

static int rate(realtype t, N_Vector at, N_Vector dot, void *data)
{
    const double *x = N_VGetArrayPointer(at);
    double *d = N_VGetArrayPointer(dot), v = x[1], z = x[3], g = FC + (FS - FC) * exp(-(v / vs) * (v / vs));
    (void)t;
    (void)data;
    d[3] = v - sigma0 * fabs(v) / g * z;
    d[0] = v;
    d[1] = (k * (x[2] - x[0]) - sigma0 * z - sigma1 * d[3] - sigma2 * v) / m;
    d[2] = vp;
    return 0;
}

static int slope(realtype t, N_Vector at, N_Vector dot, SUNMatrix A, void *data, N_Vector a, N_Vector b, N_Vector c)
{
    const double *x = N_VGetArrayPointer(at);
    double v = x[1], z = x[3], e = (FS - FC) * exp(-(v / vs) * (v / vs)), g = FC + e;
    double dg = -2 * v / (vs * vs) * e, sign = v > 0 ? 1 : v < 0 ? -1 : 0;
    double by_v = 1 - sigma0 * z * (sign / g - fabs(v) / (g * g) * dg), by_z = -sigma0 * fabs(v) / g;
    (void)t, (void)dot, (void)data, (void)a, (void)b, (void)c;
    SUNMatZero(A);
    SM_ELEMENT_D(A, 0, 1) = 1;
    SM_ELEMENT_D(A, 1, 0) = -k / m;
    SM_ELEMENT_D(A, 1, 1) = -(sigma1 * by_v + sigma2) / m;
    SM_ELEMENT_D(A, 1, 2) = k / m;
    SM_ELEMENT_D(A, 1, 3) = -(sigma0 + sigma1 * by_z) / m;
    SM_ELEMENT_D(A, 3, 1) = by_v;
    SM_ELEMENT_D(A, 3, 3) = by_z;
    return 0;
}

static effort theirs(double tolerance, path to)
{
    SUNContext context = NULL;
    failed = failed || SUNContext_Create(NULL, &context) != 0;
    N_Vector y = N_VNew_Serial(4, context);
    SUNMatrix A = SUNDenseMatrix(4, 4, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, A, context);
    void *cv = CVodeCreate(CV_BDF, context);
    N_VConst(0, y);
    failed = failed || CVodeInit(cv, rate, 0, y) || CVodeSStolerances(cv, tolerance, 1e-6 * tolerance) ||
             CVodeSetLinearSolver(cv, solver, A) || CVodeSetJacFn(cv, slope) || CVodeSetMaxNumSteps(cv, 10000000);
    double t = 0, start = bench_now();
    memcpy(to[0], N_VGetArrayPointer(y), sizeof to[0]);
    for (int i = 1; i <= SAMPLES; i++) {
        failed = failed || CVode(cv, until * i / SAMPLES, y, &t, CV_NORMAL) < 0;
        memcpy(to[i], N_VGetArrayPointer(y), sizeof to[i]);
    }
    effort e = {.time = bench_now() - start};
    long n[5] = {0};
    failed = failed || CVodeGetNumSteps(cv, &n[0]) || CVodeGetNumErrTestFails(cv, &n[1]) ||
             CVodeGetNumRhsEvals(cv, &n[2]) || CVodeGetNumJacEvals(cv, &n[3]) || CVodeGetNumLinSolvSetups(cv, &n[4]);
    e.steps = n[0];
    e.rejected = n[1];
    e.rates = n[2];
    e.slopes = n[3];
    e.factorisations = n[4];
    CVodeFree(&cv);
    SUNLinSolFree(solver);
    SUNMatDestroy(A);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return e;
}

// ---------------------------------------------------------------- the same error

static double apart(path a, path want)
{
    double off[2] = {0}, most[2] = {0};
    for (int i = 0; i <= SAMPLES; i++)
        for (int j = 0; j < 2; j++) {
            off[j] = fmax(off[j], fabs(a[i][j] - want[i][j]));
            most[j] = fmax(most[j], fabs(want[i][j]));
        }
    return fmax(off[0] / most[0], off[1] / most[1]);
}

static effort go(bool our, double tolerance, path to)
{
    return our ? ours("stiff", tolerance, to) : theirs(tolerance, to);
}

enum { TOLERANCES = 41 }; // from 1e-2 to 1e-12

static double tolerance_at(int i)
{
    return 1e-2 * pow(10, -0.25 * i);
}

// One that meets it by chance, while a tighter one does not, is not taken.
static int loosest(const double *error, double below)
{
    int at = TOLERANCES - 1;
    while (at > 0 && error[at - 1] <= below)
        at--;
    return at;
}

static void compare(double below, double error[2][TOLERANCES])
{
    static path to;
    int at[2];
    double best[2] = {1e300, 1e300};
    effort e[2];
    for (int w = 0; w < 2; w++)
        at[w] = loosest(error[w], below);
    for (int round = 0; round < 40; round++)
        for (int w = 0; w < 2; w++) {
            e[w] = go(w == 0, tolerance_at(at[w]), to);
            best[w] = fmin(best[w], e[w].time);
        }
    char name[80], baseline[80];
    snprintf(name, sizeof name, "stick-slip 10 s, error %.1e", error[0][at[0]]);
    snprintf(baseline, sizeof baseline, "CVODE BDF, error %.1e", error[1][at[1]]);
    bench_row(name, best[0], baseline, best[1]);
    for (int w = 0; w < 2; w++)
        printf(
            "    %s at %.1e: %lld steps, %lld rejected, %lld rates, %lld slopes, %lld factorisations, %.2f us a step\n",
            w == 0 ? "ours " : "CVODE", tolerance_at(at[w]), e[w].steps, e[w].rejected, e[w].rates, e[w].slopes,
            e[w].factorisations, 1e6 * best[w] / (double)e[w].steps);
    printf("    %.1f times faster at errors below %.0e\n", best[1] / best[0], below);
}

int main(void)
{
    static path want, check, to;
    static double error[2][TOLERANCES];
    ours("dopri", 1e-12, want);
    theirs(1e-12, check);
    printf("stick-slip: the two references are %.1e apart\n", apart(want, check));
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < TOLERANCES; i++) {
            go(w == 0, tolerance_at(i), to);
            error[w][i] = apart(to, want);
        }
    static const double asked[] = {1e-4, 1e-6, 1e-8};
    for (int i = 0; i < 3; i++)
        compare(asked[i], error);
    return failed;
}
