// bench_axes.c - estimators of many axes on one core: filters side by side in lanes, horizons that share a flow.
//
// S-GMS of Table 4.1. EKF with 4 states and 5 parameters at 10 kHz, a prediction and a correction each sample; moving horizon
// (4,2,0), N = 20, LIE x8, every axis with bounds of its own. Baseline: the same one after another, each with a flow of its own.
// Processor time, the least of alternating passes: what else a loaded machine does counts little. Goals on one core at 10 kHz: 20
// horizons, 200 filters.
#include "loop/filter/batch.h"
#include "mhe_axis.h"

enum { FILTERS = 200, HORIZONS = 512, LANES = 16, M = 9 };

static axis known = {.name = "S-GMS (4,2,0)",
                     .law = &hand_sgms,
                     .parameter = {2, 3},
                     .samples = 100,
                     .inputs = 1,
                     .dt = 2e-3,
                     .free = 1,
                     .q = 1e-2,
                     .start = 1};

static double processor_time(bench_work *of, void *data)
{
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    of(data);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

// Answers the time of ours for one item.
static double compare(const char *name, bench_work *one, const char *baseline, bench_work *other, void *data, int items)
{
    double best = 1e300, other_best = 1e300;
    for (int i = bench_turns(100); i > 0; i--) {
        best = fmin(best, processor_time(one, data));
        other_best = fmin(other_best, processor_time(other, data));
    }
    bench_row(name, best / items, baseline, other_best / items);
    return best / items;
}

// ---------------------------------------------------------------- filters

typedef struct filters {
    br_kalman alone[FILTERS], together[FILTERS], *list[FILTERS];
    br_batch batch;
    const double *u[FILTERS], *p[FILTERS];
    double v[FILTERS], y[FILTERS];
    void *memory[2 * FILTERS + 1];
    int step, failed, predictions; // before a correction
} filters;

static const double dt = 1e-4;

static void move_filters(filters *f)
{
    f->step++;
    for (int k = 0; k < FILTERS; k++) {
        f->v[k] = 2e-3 * sin(2 * pi * 20 * f->step * dt + k);
        f->y[k] = 8 * tanh(1e4 * f->v[k]);
    }
}

static void run_together(void *data)
{
    filters *f = data;
    for (int i = 0; i < f->predictions; i++) {
        move_filters(f);
        f->failed += br_batch_predict(&f->batch, FILTERS, f->list, f->u, f->p, dt, NULL) != BR_OK;
    }
    f->failed += br_batch_correct(&f->batch, FILTERS, f->list, f->u, f->p, 0, f->y, NULL) != BR_OK;
}

static void run_alone(void *data)
{
    filters *f = data;
    for (int i = 0; i < f->predictions; i++) {
        move_filters(f);
        for (int k = 0; k < FILTERS; k++)
            f->failed += br_kalman_predict(&f->alone[k], f->u[k], f->p[k], dt) != BR_OK;
    }
    for (int k = 0; k < FILTERS; k++)
        f->failed += br_kalman_correct(&f->alone[k], f->u[k], f->p[k], 0, f->y[k]) != BR_OK;
}

static void *open_filter(filters *f, const br_kalman_options *o, br_kalman *to)
{
    const double x[M] = {0, 0, 0, 0, 1, 1, 1, 1, 1};
    size_t bytes = br_kalman_bytes(&known.system.sys, o);
    void *memory = malloc(bytes);
    f->failed += !memory || br_kalman_init(to, &known.system.sys, o, x, memory, bytes) != BR_OK;
    return memory;
}

static int compare_filters(const char *name, const br_integrator_kind *kind, int most, int predictions)
{
    static filters f;
    br_kalman_options o = br_kalman_defaults();
    br_estimate e[5];
    double sd[M], q[M], r[1 + M] = {0.25};
    memset(&f, 0, sizeof f);
    f.predictions = predictions;
    for (int i = 0; i < 5; i++)
        e[i] = (br_estimate){'p', i < 4 ? i : 12, known.p[i < 4 ? i : 12], 0, 0, 1e300};
    for (int i = 0; i < M; i++) {
        sd[i] = i < 4 ? 0.1 : 0.05;
        q[i] = i < 4 ? 0.01 : 0.0025;
    }
    o.kind = &br_kalman_ekf;
    o.joint.flow.kind = kind;
    o.joint.flow.most = most;
    o.joint.estimate = e;
    o.joint.estimates = 5;
    o.sd = sd;
    o.q = q;
    o.r = r;
    size_t bytes = br_batch_bytes(&known.system.sys, &o.joint, LANES);
    f.memory[2 * FILTERS] = malloc(bytes);
    f.failed += br_batch_init(&f.batch, &known.system.sys, &o.joint, LANES, f.memory[2 * FILTERS], bytes) != BR_OK;
    for (int k = 0; k < FILTERS && f.failed == 0; k++) {
        o.joint.elsewhere = NULL;
        f.memory[k] = open_filter(&f, &o, &f.alone[k]);
        o.joint.elsewhere = &f.batch.elsewhere;
        f.memory[FILTERS + k] = open_filter(&f, &o, &f.together[k]);
        f.list[k] = &f.together[k];
        f.u[k] = &f.v[k];
        f.p[k] = known.p;
    }
    for (int i = 0; i < 50 && f.failed == 0; i++) {
        run_together(&f);
        run_alone(&f);
    }
    double time = f.failed ? 0 : compare(name, run_together, "one after another", run_alone, &f, FILTERS * predictions);
    printf("%s: %.0f axes at 10 kHz\n", name, 1e-4 / time);
    for (int k = 0; k <= 2 * FILTERS; k++)
        free(f.memory[k]);
    return f.failed;
}

// ---------------------------------------------------------------- horizons

typedef struct horizons {
    ours alone[HORIZONS], together[HORIZONS];
    br_batch batch;
    void *memory;
    int count;
} horizons;

static void run_shared(void *data)
{
    horizons *h = data;
    for (int k = 0; k < h->count; k++)
        sample(&h->together[k]);
}

static void run_own(void *data)
{
    horizons *h = data;
    for (int k = 0; k < h->count; k++)
        sample(&h->alone[k]);
}

static int compare_horizons(void)
{
    static horizons h;
    setting s = {.horizon = 20, .kind = &br_integrator_lie, .steps = 8, .lanes = 8};
    int failed = 0;
    br_estimate e[2];
    for (int i = 0; i < 2; i++)
        e[i] = (br_estimate){'p', known.parameter[i], known.p[known.parameter[i]], 0, -1e12, 1e12};
    br_joint_options joint = {.flow = br_integrator_defaults(), .estimate = e, .estimates = 2, .each = 1};
    joint.flow.kind = s.kind;
    joint.flow.substeps = joint.flow.most = s.steps;
    joint.flow.points = s.lanes;
    size_t bytes = br_batch_bytes(&known.system.sys, &joint, 1);
    h.memory = malloc(bytes);
    failed += br_batch_init(&h.batch, &known.system.sys, &joint, 1, h.memory, bytes) != BR_OK;
    for (int k = 0; k < HORIZONS && failed == 0; k++) {
        s.elsewhere = NULL;
        open_ours(&h.alone[k], &known, s);
        s.elsewhere = &h.batch.elsewhere;
        open_ours(&h.together[k], &known, s);
        h.alone[k].at = h.together[k].at = k % known.samples;
        failed += h.alone[k].failed + h.together[k].failed;
    }
    h.count = bench_is_short() ? 2 : HORIZONS;
    for (int i = bench_turns(30); i > 0 && failed == 0; i--) {
        run_shared(&h);
        run_own(&h);
    }
    (void)compare("S-GMS (4,2,0), N = 20, 512 axes that share a flow", run_shared, "each its own", run_own, &h,
                  h.count);
    h.count = 20;
    double time = compare("the same, 20 axes", run_shared, "each its own", run_own, &h, h.count);
    printf("S-GMS (4,2,0), N = 20: %.0f axes at 10 kHz, %.1f KiB each and %.1f KiB for all, %.1f KiB each alone\n",
           1e-4 / time, (double)h.together[0].bytes / 1024, (double)bytes / 1024, (double)h.alone[0].bytes / 1024);
    for (int k = 0; k < HORIZONS; k++) {
        failed += h.alone[k].failed + h.together[k].failed;
        close_ours(&h.alone[k]);
        close_ours(&h.together[k]);
    }
    free(h.memory);
    return failed;
}

int main(void)
{
    if (!open_axis(&known, "sgms", ""))
        return 1;
    int failed = compare_filters("EKF 4+5, a prediction and a correction, 200 axes", NULL, 64, 1);
    failed += compare_filters("the same, LIE x1", &br_integrator_lie, 1, 1);
    failed += compare_filters("the same, LIE x1, a correction every 10 samples", &br_integrator_lie, 1, 10);
    failed += compare_horizons();
    close_axis(&known);
    return failed != 0;
}
