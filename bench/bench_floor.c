// bench_floor.c - estimators of the library against the floor (floor.h): programs written by hand for one law and one problem.
//
// S-GMS of Table 4.1 and LuGre without sigma1, in force form, 5 Hz, 2 mm/s, force measured (0.5 N) every 2 ms, N = 20, one iteration a sample. Two
// baselines: compiled with the floating-point rules of the library (no FMA), and with FMA. Both solve what ours solves; in the
// name of a row: the largest difference of any number of the newest estimate from the floor with the library's rules, over two
// periods from the first sample on, as a share of its largest value. It must be below 1e-12. Mixed, flow and derivatives in float
// on both sides: of the friction force in the second period, below 1e-6 (rounding in float moves stiffnesses by more). Goals: S-GMS at most 1.3 times the floor without FMA and 0.5 us; LuGre and the filter 1.5 times.
// "FMA" is what the compiler makes of it for this machine.
#include "floor.h"
#include "loop/filter/kalman.h"
#include "mhe_axis.h"

// Arguments of the program, for who looks at one row: words of its name, and how many passes
static const char *only = "";
static int passes = 200;

typedef struct work {
    axis *a;
    void *horizon;
    floor_sample *sample;
    int at;
} work;

static void *allocate(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

// Processor time, so that what else a loaded machine does counts little: passes alternate, and the least of each is taken.
static double processor_time(bench_work *of, void *data)
{
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    of(data);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

static void compare(const char *name, bench_work *one, void *data, const char *baseline, bench_work *other, void *floor,
                    int items)
{
    double best = 1e300, floor_best = 1e300;
    if (!strstr(name, only))
        return;
    for (int i = bench_turns(passes); i > 0; i--) {
        best = fmin(best, processor_time(one, data));
        floor_best = fmin(floor_best, processor_time(other, floor));
    }
    bench_row(name, best / items, baseline, floor_best / items);
}

static double most_of(double a, double b)
{
    return b > a || b != b ? b : a;
}

// ---------------------------------------------------------------- the floor

static floor_sgms sgms_of(const double *p)
{
    floor_sgms law = {
        .FC = p[12], .beta = p[13], .vs = p[14], .zeta = p[15], .lambda = p[17], .gamma = p[18], .sigma2 = p[19]};
    memcpy(law.kappa, p, sizeof law.kappa);
    memcpy(law.nu, p + 4, sizeof law.nu);
    return law;
}

static work open_sgms(axis *a, const floor_sgms_code *code, floor_sample *by)
{
    work w = {.a = a, .horizon = allocate(code->bytes), .sample = by};
    floor_sgms_axis f = {.law = sgms_of(a->p), .r = sd_force * sd_force, .q_input = su * su, .dt = a->dt};
    for (int i = 0; i < 6; i++) {
        f.x[i] = i >= a->law->nz ? a->start : 0;
        f.sd[i] = first_sd(a, i);
        f.q[i] = noise(a, i);
    }
    if (w.horizon)
        code->begin(w.horizon, &f);
    return w;
}

static work open_lugre(axis *a, const floor_lugre_code *code, floor_sample *by)
{
    work w = {.a = a, .horizon = allocate(code->bytes), .sample = by};
    floor_lugre_axis f = {.sigma0 = a->p[0],
                          .FC = a->p[2],
                          .FS = a->p[3],
                          .vs = a->p[4],
                          .sigma2 = a->p[5],
                          .r = sd_force * sd_force,
                          .q_input = su * su,
                          .dt = a->dt};
    for (int i = 0; i < 2; i++) {
        f.x[i] = i >= a->law->nz ? a->start : 0;
        f.sd[i] = first_sd(a, i);
        f.q[i] = noise(a, i);
    }
    if (w.horizon)
        code->begin(w.horizon, &f);
    return w;
}

static void sample_floor(work *w, double *x)
{
    const axis *a = w->a;
    w->sample(w->horizon, a->v + (ptrdiff_t)w->at * a->inputs, a->y[w->at], x);
    w->at = (w->at + 1) % a->samples;
}

static void run_floor(void *data)
{
    work *w = data;
    double x[7];
    for (int i = 0; i < w->a->samples; i++)
        sample_floor(w, x);
    bench_keep(w->horizon);
}

// ---------------------------------------------------------------- horizons

// Largest difference of a number of the newest estimate, as a share of the largest that it gets; mixed: of the sum of states.
static double difference(ours *w, work *f, int mixed)
{
    const axis *a = w->a;
    int n = a->law->n, count = mixed ? 1 : n + !a->free;
    double off[7] = {0}, most[7] = {0}, worst = 0;
    for (int k = 0; k < 2 * a->samples; k++) {
        double x[7], y[7] = {0};
        sample(w);
        sample_floor(f, x);
        if (!a->free)
            x[n] /= unit_speed;
        for (int i = 0; !mixed && i < count; i++)
            y[i] = w->m.x[i];
        for (int i = 1; mixed && i < a->law->nz; i++)
            x[0] += x[i];
        for (int i = 0; mixed && i < a->law->nz; i++)
            y[0] += w->m.x[i];
        for (int i = 0; (!mixed || k >= a->samples) && i < count; i++) {
            off[i] = most_of(off[i], fabs(y[i] - x[i]));
            most[i] = most_of(most[i], fabs(x[i]));
        }
    }
    for (int i = 0; i < count; i++)
        worst = most_of(worst, off[i] / most[i]);
    return worst;
}

// Rows against the floor without FMA and with it. Answers how much is wrong.
static int rows(const char *what, setting s, work rules, work fma)
{
    ours w;
    char name[160];
    open_ours(&w, rules.a, s);
    double off = difference(&w, &rules, s.mixed), most = s.mixed ? 1e-6 : 1e-12;
    snprintf(name, sizeof name, "%s (off %.1g)", what, off);
    if (!(off <= most))
        printf("%s is farther than %g from the floor\n", name, most);
    compare(name, run_ours, &w, "floor, no FMA", run_floor, &rules, w.a->samples);
    compare(name, run_ours, &w, "floor, FMA", run_floor, &fma, w.a->samples);
    int failed = w.failed + !(off <= most);
    close_ours(&w);
    free(rules.horizon);
    free(fma.horizon);
    return failed;
}

#define SGMS(a, real, sample)                                                                                          \
    open_sgms(a, &floor_sgms_rules_##real, floor_sgms_rules_##real.sample),                                            \
        open_sgms(a, &floor_sgms_fma_##real, floor_sgms_fma_##real.sample)
#define LUGRE(a, sample)                                                                                               \
    open_lugre(a, &floor_lugre_rules_double, floor_lugre_rules_double.sample),                                         \
        open_lugre(a, &floor_lugre_fma_double, floor_lugre_fma_double.sample)

static axis known = {.name = "S-GMS (4,2,0)",
                     .law = &hand_sgms,
                     .parameter = {2, 3},
                     .samples = 100,
                     .inputs = 1,
                     .dt = 2e-3,
                     .free = 1,
                     .q = 1e-2,
                     .start = 1},
            estimated = {.name = "S-GMS (4,2,1)",
                         .law = &hand_sgms,
                         .parameter = {2, 3},
                         .samples = 100,
                         .inputs = 1,
                         .dt = 2e-3,
                         .walk = 1,
                         .q = 1e-2,
                         .start = 1},
            several = {.name = "S-GMS (4,2,0), 20 inputs",
                       .law = &hand_sgms,
                       .parameter = {2, 3},
                       .samples = 100,
                       .inputs = FLOOR_INPUTS,
                       .dt = 2e-3,
                       .free = 1,
                       .q = 1e-2,
                       .start = 1},
            lugre = {.name = "LuGre (1,1,0)",
                     .bare = 1,
                     .law = &hand_lugre,
                     .samples = 100,
                     .inputs = 1,
                     .dt = 2e-3,
                     .free = 1,
                     .q = 1e-2,
                     .start = 1},
            lugre_input = {.name = "LuGre (1,1,1)",
                           .bare = 1,
                           .law = &hand_lugre,
                           .samples = 100,
                           .inputs = 1,
                           .dt = 2e-3,
                           .walk = 1,
                           .q = 1e-2,
                           .start = 1};

static int horizons(void)
{
    const setting lie = {.horizon = FLOOR_N, .kind = &br_integrator_lie, .steps = FLOOR_STEPS};
    setting mixed = lie, gauss4 = lie, once = lie, once_mixed, chosen = {.horizon = FLOOR_N};
    mixed.mixed = 1;
    gauss4.kind = &br_integrator_gauss4;
    gauss4.iterations = 2;
    once.steps = 1;
    once_mixed = once;
    once_mixed.mixed = 1;
    int failed = rows("S-GMS (4,2,0), LIE x8", lie, SGMS(&known, double, lie));
    failed += rows("S-GMS (4,2,1), LIE x8", lie, SGMS(&estimated, double, lie_input));
    failed += rows("S-GMS (4,2,0), mixed, LIE x8", mixed, SGMS(&known, float, lie));
    failed += rows("S-GMS (4,2,1), mixed, LIE x8", mixed, SGMS(&estimated, float, lie_input));
    failed += rows("S-GMS (4,2,0), GL4 x8", gauss4, SGMS(&known, double, gauss4));
    failed += rows("S-GMS (4,2,0), 20 inputs an interval, LIE", once, SGMS(&several, double, lie_inputs));
    failed += rows("S-GMS (4,2,0), 20 inputs, mixed, LIE", once_mixed, SGMS(&several, float, lie_inputs));
    failed += rows("LuGre (1,1,0), exact flow", chosen, LUGRE(&lugre, exact));
    failed += rows("LuGre (1,1,1), exact flow", chosen, LUGRE(&lugre_input, exact_input));
    return failed;
}

// ---------------------------------------------------------------- EKF

enum { M = 9, PREDICTIONS = 512 };

typedef struct filters {
    br_kalman ekf;
    const floor_filter_code *code;
    void *floor;
    floor_filter_axis axis;
    double p[HAND_P], v[PREDICTIONS];
    int failed;
} filters;

static void run_ekf(void *data)
{
    filters *f = data;
    for (int k = 0; k < PREDICTIONS; k++)
        f->failed += br_kalman_predict(&f->ekf, &f->v[k], f->p, f->axis.dt) != BR_OK;
    bench_keep(&f->ekf);
}

// A prediction of which all standard deviations are asked for.
static void run_ekf_with_covariance(void *data)
{
    filters *f = data;
    for (int k = 0; k < PREDICTIONS; k++) {
        f->failed += br_kalman_predict(&f->ekf, &f->v[k], f->p, f->axis.dt) != BR_OK;
        double sum = 0;
        for (int i = 0; i < M; i++)
            sum += br_kalman_sd(&f->ekf, i);
        bench_keep(&sum);
    }
}

static void run_floor_filter(void *data)
{
    filters *f = data;
    for (int k = 0; k < PREDICTIONS; k++)
        f->code->predict(f->floor, f->v[k]);
    bench_keep(f->floor);
}

static void *open_ekf(filters *f, const br_sys *s)
{
    br_kalman_options o = br_kalman_defaults();
    br_estimate e[5];
    double sd[M], most[M], r[1 + M] = {0.25};
    for (int i = 0; i < 5; i++)
        e[i] = (br_estimate){'p', i < 4 ? i : 12, f->p[i < 4 ? i : 12], 0, 0, 1e300};
    for (int i = 0; i < M; i++) {
        sd[i] = sqrt(f->axis.P[i]);
        most[i] = 1e3;
    }
    o.kind = &br_kalman_ekf;
    o.joint.flow.kind = &br_integrator_lie;
    o.joint.flow.most = 1;
    o.joint.estimate = e;
    o.joint.estimates = 5;
    o.sd = sd;
    o.most = most;
    o.q = f->axis.q;
    o.q_per_step = 1;
    o.r = r;
    o.gate = 0;
    size_t bytes = br_kalman_bytes(s, &o);
    void *memory = malloc(bytes);
    f->failed += !memory || br_kalman_init(&f->ekf, s, &o, f->axis.x, memory, bytes) != BR_OK;
    return memory;
}

// Of means and standard deviations after a run from the start on, as a share
static double filter_difference(filters *f)
{
    double x[M], P[M * M], off = 0;
    f->failed += br_kalman_reset(&f->ekf, f->axis.x, NULL) != BR_OK;
    f->code->begin(f->floor, &f->axis);
    run_ekf(f);
    run_floor_filter(f);
    f->code->read(f->floor, x, P);
    for (int i = 0; i < M; i++) {
        double sd = sqrt(P[i * M + i]);
        off = most_of(off, fabs(f->ekf.gaussian.x[i] - x[i]) / (1 + fabs(x[i])));
        off = most_of(off, fabs(br_kalman_sd(&f->ekf, i) - sd) / sd);
    }
    return off;
}

static void compare_filters(const char *what, double off, bench_work *work_of_ours, filters *f, const char *baseline)
{
    char name[160];
    snprintf(name, sizeof name, "%s (off %.1g)", what, off);
    f->failed += br_kalman_reset(&f->ekf, f->axis.x, NULL) != BR_OK;
    compare(name, work_of_ours, f, baseline, run_floor_filter, f, PREDICTIONS);
}

static int filter_rows(const axis *a)
{
    static filters f;
    f.code = &floor_filter_rules_double;
    f.floor = allocate(f.code->bytes);
    memcpy(f.p, a->p, sizeof f.p);
    f.axis = (floor_filter_axis){.law = sgms_of(a->p), .dt = 1e-4};
    for (int i = 0; i < M; i++) {
        f.axis.x[i] = i >= 4;
        f.axis.P[i] = i < 4 ? 1 : 0.01;
        f.axis.q[i] = i < 4 ? 1e-4 : 1e-8;
    }
    for (int k = 0; k < PREDICTIONS; k++)
        f.v[k] = 2e-3 * sin(2 * pi * k / PREDICTIONS) + 1e-4;
    void *memory = open_ekf(&f, &a->system.sys);
    double off = filter_difference(&f);
    f.failed += !(off <= 1e-12);
    compare_filters("EKF 4+5 prediction, LIE x1", off, run_ekf, &f, "floor, no FMA");
    compare_filters("and its standard deviations", off, run_ekf_with_covariance, &f, "floor, no FMA");
    f.code = &floor_filter_fma_double;
    off = filter_difference(&f);
    compare_filters("EKF 4+5 prediction, LIE x1", off, run_ekf, &f, "floor, FMA");
    free(memory);
    free(f.floor);
    return f.failed;
}

int main(int argc, char **argv)
{
    only = argc > 1 ? argv[1] : "";
    passes = argc > 2 ? atoi(argv[2]) : passes;
    if (!open_axis(&known, "sgms", "") || !open_axis(&estimated, "sgms", "") || !open_axis(&several, "sgms", "") ||
        !open_axis(&lugre, "lugre", "form = force") || !open_axis(&lugre_input, "lugre", "form = force"))
        return 1;
    int failed = horizons() + filter_rows(&known);
    close_axis(&known);
    close_axis(&estimated);
    close_axis(&several);
    close_axis(&lugre);
    close_axis(&lugre_input);
    return failed != 0;
}
