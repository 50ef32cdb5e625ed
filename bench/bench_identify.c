// bench_identify.c - fits of laws with states to a log, against the same fits by differences and an adaptive solver.
//
// A planted law along 3 s of motion at 1 kHz with noise on its force; both searches are Levenberg and Marquardt on the same
// variables from the same start, with the same tolerance. By differences: forward, one run of the log for each variable more,
// by our own adaptive solver of least time there (Dormand and Prince, or the stiff one; relative 1e-6), the velocity on
// straight lines between its rows. What the two fits find must agree, in standard deviations: that stands in the name of the row.
//
// Then the cost of 64 starts, all simulated side by side as lanes of one batch, against one after another; the largest difference
// between the two stands in the name.
#include "bench.h"
#include "fit/output/lanes.h"
#include "fit/output/output.h"
#include "law/builtin/builtin.h"
#include "law/model/system.h"
#include "num/optimise/least_squares.h"
#include "num/base/random.h"
#include "sim/run/run.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 3000, MOST = 24 };
static const double dt = 1e-3, PI = 3.141592653589793;

typedef struct problem {
    const char *law, *values;
    const br_run_method *method;
    br_model model;
    br_system system;
    br_fit_parameters parameters;
    double t[ROWS], v[ROWS], y[ROWS], p[MOST], start[MOST];
    const double *u[4];
    double hold[4];
    int runs; // of the log, by differences
} problem;

static void must(br_status status, const char *what)
{
    if (status != BR_OK) {
        fprintf(stderr, "bench_identify: %s: %d\n", what, (int)status);
        exit(1);
    }
}

static void open_model(br_model *m, const problem *w)
{
    br_builtin law;
    br_diag why;
    if (!br_builtin_find(w->law, &law))
        exit(1);
    br_model_source source = {law.text, law.size, w->law, br_builtin_text, NULL};
    br_given given = {NULL, w->values, strlen(w->values), "values"};
    must(br_model_open_given(m, &source, &given, NULL, &why), w->law);
}

// The log: slow and fast, with turning points at several amplitudes; the velocity as from an encoder, 0.1 mm/s of noise.
static void make_log(problem *w)
{
    br_random random;
    br_random_init(&random, 1, 0);
    br_along a;
    br_along_options o = {.which = 0};
    double x0[MOST] = {0};
    for (int k = 0; k < ROWS; k++) {
        w->t[k] = dt * k;
        w->v[k] = 0.012 * sin(2 * PI * 1.7 * w->t[k]) + (w->t[k] > 0.3 ? 0.004 * sin(2 * PI * 7.3 * w->t[k]) : 0) +
                  1e-4 * br_random_normal(&random);
    }
    br_stretch s = {ROWS, w->t, w->u, w->hold};
    must(br_along_open(&a, &w->system.sys, &o), "along");
    must(br_along_run(&a, &s, w->p, x0, w->model.nm > 0 ? w->model.m : NULL, w->y, NULL), "a run");
    br_along_close(&a);
    for (int k = 0; k < ROWS; k++)
        w->y[k] += 0.02 * br_random_normal(&random);
}

static void open_problem(problem *w)
{
    bool wanted[MOST] = {false};
    open_model(&w->model, w);
    must(br_system_open(&w->system, &w->model, NULL), "system");
    for (int i = 0; i < w->model.np; i++)
        w->p[i] = br_interval_mid(w->model.p[i]);
    w->u[0] = w->v;
    br_fit_parameters_usual(&w->model, wanted);
    must(br_fit_parameters_open(&w->parameters, &w->model, wanted, NULL), "numbers");
    make_log(w);
    // a third off, this way and that
    double e[MOST];
    memcpy(w->start, w->p, sizeof w->start);
    br_fit_parameters_scale(&w->parameters, w->p);
    br_fit_parameters_variables(&w->parameters, w->p, e);
    for (int i = 0; i < w->parameters.variables; i++)
        e[i] += i % 2 ? 0.3 : -0.3;
    br_fit_parameters_values(&w->parameters, e, w->start, NULL);
}

// ---------------------------------------------------------------- by differences

static void velocity(void *self, double t, double *u)
{
    const problem *w = self;
    double row = floor(t / dt);
    int k = row < 0 ? 0 : row > ROWS - 2 ? ROWS - 2 : (int)row;
    u[0] = w->v[k] + (w->v[k + 1] - w->v[k]) * (t / dt - k);
}

// Lines meet at the rows: a solver that steps over them is off by hundreds of standard deviations.
static double next_row(void *self, double t)
{
    (void)self;
    return dt * (floor(t / dt + 1e-9) + 1);
}

static br_status run_once(problem *w, const double *e, double *r)
{
    br_run run;
    br_run_options o = br_run_defaults();
    br_drive drive = {velocity, next_row, w};
    br_diag why;
    double p[MOST];
    memcpy(p, w->p, sizeof p);
    br_fit_parameters_values(&w->parameters, e, p, NULL);
    br_model_set_points(&w->model, p);
    o.method = w->method;
    o.relative = 1e-6;
    o.absolute = 1e-9;
    o.step = dt;
    br_status status = br_run_open(&run, &w->model, &drive, &o, &why);
    if (status != BR_OK)
        return status;
    for (int k = 0; k < ROWS && status == BR_OK; k++) {
        status = br_run_to(&run, w->t[k], &why);
        r[k] = run.y[0] - w->y[k];
    }
    br_run_close(&run);
    w->runs++;
    return status;
}

static br_status by_differences(void *self, const double *e, double *r, double *J)
{
    static double moved[ROWS];
    problem *w = self;
    double at[MOST];
    int n = w->parameters.variables;
    br_status status = run_once(w, e, r);
    memcpy(at, e, (size_t)n * sizeof *e);
    for (int i = 0; J && i < n && status == BR_OK; i++) {
        at[i] = e[i] + 1e-4;
        status = run_once(w, at, moved);
        for (int k = 0; k < ROWS; k++)
            J[k * n + i] = (moved[k] - r[k]) / 1e-4;
        at[i] = e[i];
    }
    return status;
}

static double fit_by_differences(problem *w, double *found)
{
    int n = w->parameters.variables;
    size_t bytes = br_least_bytes(ROWS, n);
    void *memory = malloc(bytes);
    double e[MOST], low[MOST], high[MOST], from = bench_now();
    br_least_problem q = {ROWS, n, w, by_differences, low, high};
    br_least_options o = br_least_defaults();
    br_least_report report;
    if (!memory)
        exit(1);
    o.steps = 40;
    o.tol = br_output_defaults().tol;
    w->runs = 0;
    br_fit_parameters_scale(&w->parameters, w->start);
    br_fit_parameters_variables(&w->parameters, w->start, e);
    br_fit_parameters_bounds(&w->parameters, low, high);
    must(br_least(&q, &o, e, &report, memory, bytes), "differences");
    double seconds = bench_now() - from;
    memcpy(found, w->p, sizeof w->p);
    br_fit_parameters_values(&w->parameters, e, found, NULL);
    free(memory);
    br_model_set_points(&w->model, w->p);
    return seconds;
}

// ---------------------------------------------------------------- ours

static double fit_ours(problem *w, br_output_fit *f)
{
    br_output_log log = {.stretch = {ROWS, w->t, w->u, w->hold}, .y = w->y, .to = ROWS};
    br_output_problem q = {&w->model, &w->system.sys, &w->parameters, &log, 1, NULL, 0, NULL};
    br_output_options o = br_output_defaults();
    br_diag why;
    br_fit_parameters_scale(&w->parameters, w->start);
    double from = bench_now();
    must(br_output_run(f, &q, &o, w->start, &why), "ours");
    return bench_now() - from;
}

// ---------------------------------------------------------------- many starts

enum { STARTS = 64 };

// Seconds for the costs of all starts; together: lanes of one batch.
static double evaluate_starts(problem *w, int together, br_lane *lane)
{
    static double room[STARTS][MOST + 1];
    br_output_log log = {.stretch = {ROWS, w->t, w->u, w->hold}, .y = w->y, .to = ROWS};
    br_output_problem q = {&w->model, &w->system.sys, &w->parameters, &log, 1, NULL, 0, NULL};
    br_output_options o = br_output_defaults();
    double e[MOST];
    br_fit_parameters_scale(&w->parameters, w->p);
    for (int k = 0; k < STARTS; k++) {
        memcpy(room[k], w->p, sizeof w->p);
        br_fit_parameters_variables(&w->parameters, w->p, e);
        for (int i = 0; i < w->parameters.variables; i++)
            e[i] += sin(1 + 7 * k + 3 * i);
        br_fit_parameters_values(&w->parameters, e, room[k], NULL);
        lane[k] = (br_lane){room[k], room[k] + MOST, 0};
    }
    double from = bench_now();
    must(br_lanes_evaluate(&q, &o, lane, STARTS, together), "starts");
    return bench_now() - from;
}

static void compare_starts(problem *w)
{
    double best[2] = {1e300, 1e300}, apart = 0;
    br_lane lane[2][STARTS];
    for (int round = 0; round < 5; round++) {
        best[0] = fmin(best[0], evaluate_starts(w, STARTS, lane[0]));
        best[1] = fmin(best[1], evaluate_starts(w, 1, lane[1]));
    }
    for (int k = 0; k < STARTS; k++)
        apart = fmax(apart, isfinite(lane[0][k].cost) || isfinite(lane[1][k].cost)
                                ? fabs(lane[0][k].cost / lane[1][k].cost - 1)
                                : 0);
    char name[80];
    snprintf(name, sizeof name, "cost of %d starts of %s, side by side; %.1g apart", STARTS, w->law, apart);
    bench_row(name, best[0] / STARTS, "one after another", best[1] / STARTS);
}

static void compare(problem *w)
{
    double best[2] = {1e300, 1e300}, found[MOST], apart = 0;
    br_output_fit f;
    open_problem(w);
    const char *tried[] = {"dopri", "stiff"};
    double least = 1e300, r[ROWS], e[MOST];
    br_fit_parameters_variables(&w->parameters, w->start, e);
    for (int i = 0; i < 2; i++) { // the faster of the two along this log
        const br_run_method *was = w->method;
        w->method = br_run_method_find(tried[i]);
        double from = bench_now();
        must(run_once(w, e, r), tried[i]);
        double seconds = bench_now() - from;
        w->method = seconds < least ? w->method : was;
        least = fmin(least, seconds);
    }
    for (int left = bench_turns(5); left > 0; left--) {
        best[0] = fmin(best[0], fit_ours(w, &f));
        if (left > 1)
            br_output_free(&f);
    }
    for (int left = bench_turns(2); left > 0; left--)
        best[1] = fmin(best[1], fit_by_differences(w, found));
    for (int i = 0; i < w->parameters.count; i++)
        apart = fmax(apart, fabs(f.value[i] - found[w->parameters.parameter[i].at]) / f.sd[i]);
    char name[80], baseline[80];
    snprintf(name, sizeof name, "fit of %s, %d numbers, %d samples; %.2f sd apart", w->law, w->parameters.count, ROWS,
             apart);
    snprintf(baseline, sizeof baseline, "differences, %s, %d runs", w->method->name, w->runs);
    bench_row(name, best[0], baseline, best[1]);
    compare_starts(w);
    br_output_free(&f);
    br_fit_parameters_free(&w->parameters);
    br_system_close(&w->system);
    br_model_close(&w->model);
}

int main(void)
{
    static problem problems[] = {
        {.law = "dahl", .values = "sigma0 = 2e5 N/m, FC = 5 N, sigma2 = 20 N*s/m, v = 0 m/s"},
        {.law = "lugre",
         .values =
             "sigma0 = 2e5 N/m, sigma1 = 400 N*s/m, FC = 5 N, FS = 7 N, vs = 3 mm/s, sigma2 = 20 N*s/m, v = 0 m/s"},
        {.law = "maxwell-slip",
         .values = "kappa = 4e5, 1e5 N/m, nu = 0.4, 0.6, FC = 5 N, sigma2 = 20 N*s/m, v = 0 m/s"},
        {.law = "sgms",
         .values =
             "kappa = 4e5, 1e5 N/m, nu = 0.4, 0.6, FC = 5 N, beta = 0.4, vs = 3 mm/s, sigma2 = 20 N*s/m, v = 0 m/s"},
    };
    for (size_t i = 0; i < (bench_is_short() ? 1 : sizeof problems / sizeof *problems); i++)
        compare(&problems[i]);
    return 0;
}
