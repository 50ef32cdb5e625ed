// bench_mhe.c - the moving horizon of thesis 5.4 against one written by hand (mhe_by_hand.h), and how it grows.
//
// An axis moves to and fro at 5 Hz, 2 mm/s. S-GMS of Table 4.1 in force form: 4 states, 2 stiffnesses from 0, the velocity
// as estimated input (10 um/s), the force measured (0.5 N), every 2 ms, N = 20, one iteration a sample with arrival cost and
// covariance of the newest estimate, 8 steps an interval. In the name of a row: how far force and parameters are off a
// horizon with 8 times as many steps, converged. That both solve the same problem is checked first. Goals: S-GMS with GL4
// 12 times faster, with linearly implicit Euler 50, LuGre 40, without estimated input 15, mixed precision (flow and
// derivatives in float) 100; with bounds below 2 times slower; below 64 KiB.
#include "mhe_axis.h"

// ---------------------------------------------------------------- by hand

typedef struct theirs {
    axis *a;
    hand condensed;
    hand_free block;
    int at;
} theirs;

static void open_theirs(theirs *w, axis *a, int steps, int iterations, int exact)
{
    int n = a->law->n;
    hand_gl4 g = {.iterations = iterations, .exact = exact};
    *w = (theirs){.a = a};
    hand *m = &w->condensed;
    hand_free *f = &w->block;
    *m = (hand){.dt = a->dt, .r = sd_force * sd_force, .su = su, .horizon = HAND_N, .steps = steps, .gl4 = g};
    *f = (hand_free){.dt = a->dt, .r = m->r, .horizon = HAND_N, .inputs = a->inputs, .gl4 = g};
    memcpy(m->p, a->p, sizeof m->p);
    memcpy(f->p, a->p, sizeof f->p);
    for (int i = 0; i < n; i++) {
        m->S[i * n + i] = first_sd(a, i);
        f->P0[i * n + i] = first_sd(a, i) * first_sd(a, i);
        m->walk[i] = sqrt(noise(a, i));
        f->q[i] = noise(a, i);
    }
}

static void sample_theirs(theirs *w)
{
    axis *a = w->a;
    if (a->free)
        hand_free_step(&w->block, a->v + (ptrdiff_t)w->at * a->inputs, a->y[w->at]);
    else
        a->by_hand(&w->condensed, a->v[w->at], a->y[w->at]);
    w->at = (w->at + 1) % a->samples;
}

static void run_theirs(void *data)
{
    theirs *w = data;
    for (int i = 0; i < w->a->samples; i++)
        sample_theirs(w);
    bench_keep(&w->condensed);
    bench_keep(&w->block);
}

// ---------------------------------------------------------------- how far apart estimates are

typedef struct off {
    double force, share, sd;
} off;

// The newest estimate: force, then shares of parameters.
static void read_ours(ours *w, double v, double *to)
{
    to[0] = br_mhe_expect(&w->m, &v, w->a->p, 0, NULL);
    memcpy(to + 1, w->m.x + w->a->law->nz, 2 * sizeof(double));
}

static void read_theirs(theirs *w, double v, double *to)
{
    double hx[HAND_X], hv, *x = w->a->free ? w->block.x : w->condensed.x;
    to[0] = w->a->law->measure(w->a->p, x, w->a->free ? v : w->condensed.input, hx, &hv);
    memcpy(to + 1, x + w->a->law->nz, 2 * sizeof(double));
}

static void widen(const axis *a, const double *one, const double *other, off *most)
{
    most->force = fmax(most->force, fabs(one[0] - other[0]));
    for (int i = 0; i < a->law->n - a->law->nz; i++)
        most->share = fmax(most->share, fabs(one[1 + i] - other[1 + i]) / fmax(1, fabs(other[1 + i])));
}

// What the third period should give.
static void refine(axis *a)
{
    ours w;
    open_ours(&w, a,
              (setting){.horizon = HAND_N, .kind = &br_integrator_gauss4, .steps = a->free ? 8 : 64, .iterations = 8});
    run_ours(&w);
    run_ours(&w);
    for (int i = 0; i < a->samples; i++) {
        sample(&w);
        read_ours(&w, a->v[(ptrdiff_t)i * a->inputs], &a->best[3 * i]);
    }
    close_ours(&w);
}

// How far ours is off in the third period; NULL: theirs.
static off accuracy(axis *a, ours *w, theirs *hands)
{
    off most = {0};
    for (int i = 0; i < 3 * a->samples; i++) {
        double got[3], v = a->v[(ptrdiff_t)(i % a->samples) * a->inputs];
        if (w)
            sample(w);
        else
            sample_theirs(hands);
        if (w)
            read_ours(w, v, got);
        else
            read_theirs(hands, v, got);
        if (i >= 2 * a->samples)
            widen(a, got, &a->best[3 * (i - 2 * a->samples)], &most);
    }
    return most;
}

// Ours and theirs with converged stages, from the first sample on, and standard deviations of the newest estimate.
static int same(axis *a)
{
    ours w;
    static theirs hands;
    off most = {0};
    open_ours(&w, a,
              (setting){.horizon = HAND_N, .kind = &br_integrator_gauss4, .steps = a->free ? 1 : 8, .iterations = 30});
    open_theirs(&hands, a, 8, 30, 1);
    for (int i = 0; i < 3 * a->samples; i++) {
        double one[3], other[3], v = a->v[(ptrdiff_t)w.at * a->inputs];
        int n = a->law->n;
        sample(&w);
        sample_theirs(&hands);
        read_ours(&w, v, one);
        read_theirs(&hands, v, other);
        widen(a, one, other, &most);
        for (int j = 0; j < n; j++) {
            double sd = sqrt((a->free ? hands.block.P : hands.condensed.P)[j * n + j]);
            most.sd = fmax(most.sd, fabs(br_mhe_sd(&w.m, j) - sd) / first_sd(a, j));
        }
    }
    printf("%s: ours and by hand differ by at most %.2g N, %.2g of a parameter, %.2g of a standard deviation\n",
           a->name, most.force, most.share, most.sd);
    close_ours(&w);
    return w.failed == 0 && most.force < 1e-6 && most.share < 1e-6 && most.sd < 1e-6;
}

// ---------------------------------------------------------------- rows

// Iterations by hand, what ACADO takes by default, with the decomposition of the step before. Ours have one of their own, and
// with 8 steps an interval two of them are closer than those three: see what rows are off. With one step both take three.
static const int newton_by_hand = 3, newton = 2;

typedef struct baseline {
    theirs work;
    char name[120];
} baseline;

static void open_baseline(baseline *b, axis *a, int steps)
{
    refine(a);
    open_theirs(&b->work, a, steps, newton_by_hand, 0);
    off o = accuracy(a, NULL, &b->work);
    snprintf(b->name, sizeof b->name, "by hand, GL4 x%d (off %.1g N, %.1g)", steps, o.force, o.share);
}

// A whole iteration, feedback and prepare.
static int iteration(axis *a, const char *how, setting s, baseline *b)
{
    ours w;
    char name[160];
    open_ours(&w, a, s);
    off o = accuracy(a, &w, NULL);
    snprintf(name, sizeof name, "%s, N = %d, %s (off %.1g N, %.1g)", a->name, s.horizon, how, o.force, o.share);
    bench_compare(name, run_ours, &w, b->name, run_theirs, &b->work, a->samples);
    close_ours(&w);
    return w.failed;
}

// Numbers held at a bound, of a sample
static double held(ours *w)
{
    unsigned long before = w->m.health.bounded;
    run_ours(w);
    return (double)(w->m.health.bounded - before) / w->a->samples;
}

static int bounded(axis *a, const char *what, setting s, setting without)
{
    ours w, wide;
    char name[160];
    open_ours(&w, a, s);
    open_ours(&wide, a, without);
    for (int i = 0; i < 3; i++) {
        run_ours(&w);
        run_ours(&wide);
    }
    snprintf(name, sizeof name, "%s, bounds of %s (%.2g held)", a->name, what, held(&w));
    bench_compare(name, run_ours, &w, "without bounds", run_ours, &wide, a->samples);
    close_ours(&w);
    close_ours(&wide);
    return w.failed + wide.failed;
}

// The bound of the last state with which about 2 of the nodes are held.
static double two_held(axis *a, setting s)
{
    double low = 1, high = 10;
    for (int i = bench_turns(12); i > 0; i--) {
        ours w;
        s.high = (low + high) / 2;
        open_ours(&w, a, s);
        for (int j = 0; j < 3; j++)
            run_ours(&w);
        *(held(&w) > 2 ? &low : &high) = s.high;
        close_ours(&w);
    }
    return high;
}

// ---------------------------------------------------------------- how it grows

static void fill(ours *w)
{
    for (int i = 0; i < w->m.o.horizon + w->a->samples; i++)
        sample(w);
}

static int growth(axis *a, const br_integrator_kind *kind, int steps)
{
    static const int horizons[] = {10, 20, 50, 100, 200, 500, 1000};
    ours base;
    int failed = 0;
    open_ours(&base, a, (setting){.horizon = 20, .kind = kind, .steps = steps});
    fill(&base);
    for (int i = 0; i < (bench_is_short() ? 2 : 7); i++) {
        ours w;
        char name[80];
        open_ours(&w, a, (setting){.horizon = horizons[i], .kind = kind, .steps = steps});
        fill(&w);
        long calls = 1 + 20 / horizons[i];
        double best = 1e300, base_best = 1e300;
        for (int k = bench_turns(10); k > 0; k--) {
            double t = bench_calls(run_ours, &w, calls) / (double)calls / a->samples / horizons[i];
            double b = bench_calls(run_ours, &base, 1) / a->samples / 20;
            best = t < best ? t : best;
            base_best = b < base_best ? b : base_best;
        }
        snprintf(name, sizeof name, "%s, an interval of N = %d", a->name, horizons[i]);
        bench_row(name, best, "an interval of N = 20", base_best);
        failed += w.failed;
        close_ours(&w);
    }
    close_ours(&base);
    return failed + base.failed;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Of every call of a period the least time over some periods, so that what else the machine does does not count.
enum { MOST_SLICES = 64 };

typedef struct calls {
    double feedback[MOST_SAMPLES], slice[MOST_SAMPLES * MOST_SLICES]; // 1e300: no such slice was needed
    int slices, used;                                                 // at most, and those of the sample that took most
} calls;

static void least(double *of, double t)
{
    *of = t < *of ? t : *of;
}

static void time_calls(ours *w, calls *c)
{
    c->slices = br_mhe_slices(&w->m);
    c->used = 0;
    for (int i = 0; i < MOST_SAMPLES; i++)
        c->feedback[i] = 1e300;
    for (int i = 0; i < MOST_SAMPLES * MOST_SLICES; i++)
        c->slice[i] = 1e300;
    fill(w);
    for (int turn = bench_turns(10); turn > 0; turn--)
        for (int i = 0; i < w->a->samples; i++) {
            double t = bench_now();
            feed(w);
            least(&c->feedback[i], bench_now() - t);
            for (int j = 0, done = 0; !done; j++) {
                t = bench_now();
                done = br_mhe_slice(&w->m, w->a->p);
                if (j < MOST_SLICES)
                    least(&c->slice[i * MOST_SLICES + j], bench_now() - t);
                c->used = j + 1 > c->used ? j + 1 : c->used;
            }
        }
}

static double median(int n, const double *of)
{
    double sorted[MOST_SAMPLES];
    memcpy(sorted, of, (size_t)n * sizeof(double));
    qsort(sorted, (size_t)n, sizeof(double), by_size);
    return sorted[n / 2];
}

static int feedback_alone(axis *a, const br_integrator_kind *kind, int steps)
{
    static calls one, other;
    ours small, large;
    open_ours(&small, a, (setting){.horizon = 10, .kind = kind, .steps = steps});
    open_ours(&large, a, (setting){.horizon = bench_is_short() ? 50 : 1000, .kind = kind, .steps = steps});
    time_calls(&small, &one);
    time_calls(&large, &other);
    bench_row("feedback alone, N = 1000", median(a->samples, other.feedback), "N = 10",
              median(a->samples, one.feedback));
    close_ours(&small);
    close_ours(&large);
    return small.failed + large.failed;
}

// A loop of 20 kHz with a horizon of 1 kHz: 20 calls a sample, one of them feedback.
static int sliced(axis *a, const br_integrator_kind *kind, int steps)
{
    static calls c;
    ours w;
    double worst_feedback = 0, worst = 0, all[MOST_SAMPLES * MOST_SLICES], whole[MOST_SAMPLES] = {0};
    int n = 0;
    open_ours(&w, a, (setting){.horizon = 20, .lanes = 2, .kind = kind, .steps = steps});
    time_calls(&w, &c);
    for (int i = 0; i < a->samples; i++) {
        worst_feedback = fmax(worst_feedback, c.feedback[i]);
        for (int j = 0; j < MOST_SLICES && c.slice[i * MOST_SLICES + j] < 1e300; j++) {
            all[n++] = c.slice[i * MOST_SLICES + j];
            worst = fmax(worst, c.slice[i * MOST_SLICES + j]);
            whole[i] += c.slice[i * MOST_SLICES + j];
        }
    }
    qsort(all, (size_t)n, sizeof(double), by_size);
    double at_once = median(a->samples, whole), period = 50e-6;
    printf("1 kHz horizon in a 20 kHz loop, %d slices used, %d at most: worst %.3g us, median %.3g us, all of a sample "
           "%.3g us; feedback "
           "worst %.3g us\n",
           c.used, c.slices, worst * 1e6, all[n / 2] * 1e6, at_once * 1e6, worst_feedback * 1e6);
    bench_row("worst slice of a 20 kHz loop, 1 kHz horizon", worst, "period of the loop", period);
    bench_row("feedback in it", worst_feedback, "period of the loop", period);
    close_ours(&w);
    return w.failed + (c.used > 19) + (c.used > c.slices);
}

static void memory(axis *a, const br_integrator_kind *kind, int lanes)
{
    ours w;
    open_ours(&w, a, (setting){.horizon = 20, .lanes = lanes, .kind = kind, .steps = 8});
    printf("%s, N = 20, %s, %d lanes: %.1f KiB\n", a->name, kind->name, w.m.o.lanes, (double)w.bytes / 1024);
    close_ours(&w);
}

// ---------------------------------------------------------------- problems

static axis sgms = {.name = "S-GMS (4,2,1)",
                    .law = &hand_sgms,
                    .by_hand = hand_step_sgms,
                    .parameter = {2, 3},
                    .samples = 100,
                    .inputs = 1,
                    .dt = 2e-3},
            quick = {.name = "S-GMS (4,2,1) at 1 kHz",
                     .law = &hand_sgms,
                     .by_hand = hand_step_sgms,
                     .parameter = {2, 3},
                     .samples = 200,
                     .inputs = 1,
                     .dt = 1e-3},
            slow = {.name = "S-GMS (4,2,0), 100 inputs an interval",
                    .law = &hand_sgms,
                    .parameter = {2, 3},
                    .samples = 20,
                    .inputs = 100,
                    .dt = 1e-2,
                    .free = 1,
                    .q = 1e-4},
            loose = {.name = "S-GMS (4,2,1)",
                     .law = &hand_sgms,
                     .parameter = {2, 3},
                     .samples = 100,
                     .inputs = 1,
                     .dt = 2e-3,
                     .q = 1e-2},
            lugre = {.name = "LuGre (1,1,1)",
                     .law = &hand_lugre,
                     .by_hand = hand_step_lugre,
                     .samples = 100,
                     .inputs = 1,
                     .dt = 2e-3};

static int thesis(axis *a)
{
    static baseline b;
    int failed = !same(a);
    open_baseline(&b, a, 8);
    failed += iteration(a, "GL4 x8",
                        (setting){.horizon = 20, .kind = &br_integrator_gauss4, .steps = 8, .iterations = newton}, &b);
    failed += iteration(a, "linearly implicit Euler x8",
                        (setting){.horizon = 20, .kind = &br_integrator_lie, .steps = 8}, &b);
    failed += iteration(a, "default flow", (setting){.horizon = 20}, &b);
    failed += iteration(
        a, "mixed, GL4 x8",
        (setting){.horizon = 20, .kind = &br_integrator_gauss4, .steps = 8, .iterations = newton, .mixed = 1}, &b);
    failed += iteration(a, "mixed, linearly implicit Euler x8",
                        (setting){.horizon = 20, .kind = &br_integrator_lie, .steps = 8, .mixed = 1}, &b);
    failed += iteration(a, "mixed, default flow", (setting){.horizon = 20, .mixed = 1}, &b);
    return failed;
}

static int unconstrained(axis *a)
{
    static baseline b;
    int failed = !same(a);
    open_baseline(&b, a, 1);
    failed += iteration(
        a, "GL4", (setting){.horizon = 20, .kind = &br_integrator_gauss4, .steps = 1, .iterations = newton_by_hand},
        &b);
    failed +=
        iteration(a, "linearly implicit Euler", (setting){.horizon = 20, .kind = &br_integrator_lie, .steps = 1}, &b);
    failed += iteration(a, "default flow", (setting){.horizon = 20}, &b);
    failed += iteration(
        a, "mixed, GL4",
        (setting){.horizon = 20, .kind = &br_integrator_gauss4, .steps = 1, .iterations = newton_by_hand, .mixed = 1},
        &b);
    failed += iteration(a, "mixed, linearly implicit Euler",
                        (setting){.horizon = 20, .kind = &br_integrator_lie, .steps = 1, .mixed = 1}, &b);
    failed += iteration(a, "mixed, default flow", (setting){.horizon = 20, .mixed = 1}, &b);
    return failed;
}

static int inside(axis *a)
{
    const br_integrator_kind *kind = &br_integrator_lie;
    setting plain = {.horizon = 20, .kind = kind, .steps = 8}, state = plain, stiff = plain;
    state.high = two_held(&loose, plain);
    stiff.share = 0.2;
    int failed = bounded(&loose, "a state", state, plain) + bounded(a, "both stiffnesses", stiff, plain);
    failed += growth(a, kind, 8) + feedback_alone(a, kind, 8) + sliced(&quick, kind, 8);
    memory(a, &br_integrator_gauss4, 0);
    memory(a, &br_integrator_gauss4, 4);
    memory(a, kind, 0);
    memory(a, kind, 4);
    return failed;
}

int main(void)
{
    if (!open_axis(&sgms, "sgms", "") || !open_axis(&quick, "sgms", "") || !open_axis(&slow, "sgms", "") ||
        !open_axis(&loose, "sgms", "") || !open_axis(&lugre, "lugre", "form = force"))
        return 1;
    int failed = thesis(&sgms) + thesis(&lugre) + unconstrained(&slow) + inside(&sgms);
    close_axis(&sgms);
    close_axis(&quick);
    close_axis(&slow);
    close_axis(&loose);
    close_axis(&lugre);
    return failed != 0;
}
