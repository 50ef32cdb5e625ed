// test_mhe_work.c - the work of a moving horizon from starts at bounds: counted, and held by its slices.
//
// LuGre, FC and sigma0 estimated, 20 intervals. Starts with random priors and bounds that exclude the truth in one number or
// more, so that they are active at many nodes. Counted are passes over the horizon for its active set (a Riccati recursion
// each) of every sample, and slices. BR_COUNT of a million or more: 10^5 starts.
#include "kit/compiled_law.h"
#include "loop/horizon/mhe.h"
#include "num/base/random.h"
#include <math.h>

enum { NE = 2, N = 1 + NE, SAMPLES = 24, MOST = 64 };
static const int which[1] = {0}, number[NE] = {2, 0};
static compiled_law law;

typedef struct work {
    long passes[MOST], samples, unfinished; // samples by the number of their passes
    int worst_slices;
} work;

static double uniform(br_random *r, double low, double high)
{
    return low + (high - low) * br_random_uniform(r);
}

// All slices of a sample. Those before the first interval is linearised are a pass each: no more than one is used up by a slice,
// but where the interior point begins, which puts one aside for its end.
static void prepare_in_slices(br_mhe *m, work *w)
{
    int slices = 0, used = 0, left = m->o.passes;
    for (int over = 0, aside = 0; !over; slices++) {
        int solves = m->slice == 0;
        over = br_mhe_slice(m, law.p);
        assert_true(slices < br_mhe_slices(m));
        if (!solves)
            continue;
        aside += left - m->passes > 1;
        assert_true(left - m->passes <= 2 && aside <= 1);
        left = m->passes;
        used++;
    }
    assert_true(used <= m->o.passes + 1);
    w->passes[used]++;
    w->samples++;
    w->worst_slices = slices > w->worst_slices ? slices : w->worst_slices;
}

static void run_start(uint64_t seed, uint64_t stream, work *w)
{
    br_random r;
    br_estimate estimate[NE];
    double sd[N] = {1.25e-5}, q[N] = {4e-12}, low[N] = {-1, -1e9, -1e9}, high[N] = {1, 1e9, 1e9}, x[N] = {0};
    double noise = 0.05, variance = noise * noise;
    br_random_init(&r, seed, stream);
    low[0] = -(high[0] = uniform(&r, 0.3, 1.5) * 4e-5);
    for (int i = 0; i < NE; i++) {
        estimate[i] = (br_estimate){'p', number[i], law.p[number[i]], 0, 1e-6 * law.p[number[i]], 1e30};
        sd[1 + i] = uniform(&r, 0.01, 0.5);
        q[1 + i] = br_random_next(&r) % 2 ? 1e-4 : 0;
        low[1 + i] = uniform(&r, 0.3, 1.2);
        high[1 + i] = low[1 + i] + uniform(&r, 0, 0.5);
        x[1 + i] = uniform(&r, 0.2, 1.8);
    }
    br_mhe_options o = br_mhe_defaults();
    o.gate = 0;
    o.joint.estimate = estimate;
    o.joint.estimates = NE;
    o.dt = 1e-3, o.measured = 1, o.which = which, o.r = &variance;
    o.sd = sd, o.q = q, o.low = low, o.high = high;
    size_t bytes = br_mhe_bytes(&law.sys, &o);
    void *memory = malloc(bytes);
    br_mhe m;
    assert_int_equal(br_mhe_init(&m, &law.sys, &o, x, memory, bytes), BR_OK);
    double phase = uniform(&r, 0, 6);
    for (int k = 0; k < SAMPLES; k++) {
        double v = 3e-3 * sin(0.15 * k + phase), F = 9 * tanh(v / 5e-4) + noise * br_random_normal(&r);
        assert_int_equal(br_mhe_feedback(&m, &v, law.p, &F), BR_OK);
        prepare_in_slices(&m, w);
    }
    w->unfinished += (long)m.health.unfinished;
    free(memory);
}

static int quantile(const work *w, double share)
{
    long sum = 0;
    for (int i = 0; i < MOST; i++)
        if ((double)(sum += w->passes[i]) >= share * (double)w->samples)
            return i;
    return MOST;
}

static void no_slice_is_more_than_one_pass(void **state)
{
    (void)state;
    const char *count = getenv("BR_COUNT"), *own = getenv("BR_SEED");
    int soaks = count && strtod(count, NULL) >= 1e6;
    long starts = soaks ? 100000 : 500;
    static work w;
    for (long i = 0; i < starts; i++)
        run_start(soaks && own ? strtoull(own, NULL, 10) : 1, (uint64_t)i, &w);
    printf("  %ld starts, %ld samples: median %d pass(es), 90 %% within %d, 99 %% within %d, worst %d; %ld unfinished; "
           "at most "
           "%d slices\n",
           starts, w.samples, quantile(&w, 0.5), quantile(&w, 0.9), quantile(&w, 0.99), quantile(&w, 1), w.unfinished,
           w.worst_slices);
    assert_true(quantile(&w, 1) > quantile(&w, 0.5)); // bounds made work
    assert_true(quantile(&w, 1) <= 31);               // as br_mhe_defaults and docs/horizon.md say
}

int main(void)
{
    if (!has_compiler())
        return 77;
    open_law(&law, "lugre", "table-4.1", "");
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_slice_is_more_than_one_pass)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_law(&law);
    return failed;
}
