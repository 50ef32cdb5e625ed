// mhe_faults.h - a moving horizon under what machines send: docs/faults.md D and G as far as they concern it.
//
// Compiled for double by test_mhe_faults.c and for float by test_mhe_faults_float.c. S-GMS of Table 4.1, kappa[3], kappa[4] and FC
// estimated, force measured every 2 ms. Whatever comes: every number is finite, the arrival cost is positive, the event is
// counted, and when it is over, the truth is within 3 sigma again after a stated number of samples.
#include "kit/compiled_law.h"
#include "loop/horizon/mhe.h"
#include "num/base/random.h"
#include <math.h>
#include <time.h>

enum { NZ = 4, NE = 3, N = NZ + NE, SIGMA2 = 3 * NZ + 7, NU = NZ };
static const int which[1] = {0};
static const br_real dt = (br_real)2e-3, force_sd = (br_real)0.05;
static compiled_law law;

typedef struct machine {
    br_integrator flow;
    void *flow_memory, *memory;
    br_real z[NZ], p[PARAMETERS]; // truth
    br_random random;
    long k;
    br_real u, y; // of the present sample
    br_estimate estimate[NE];
    br_real sd[N], q[N], r[1], x0[N];
    br_mhe_options o;
    br_mhe m;
    size_t bytes;
} machine;

static void open_machine(machine *a, uint64_t seed)
{
    static const int number[NE] = {2, 3, 3 * NZ};
    memset(a, 0, sizeof *a);
    memcpy(a->p, law.p, sizeof a->p);
    br_random_init(&a->random, seed, 0);
    br_integrator_options f = br_integrator_defaults();
    f.accuracy = (br_real)1e-6;
    a->flow_memory = malloc(br_integrator_bytes(&law.sys, &f));
    assert_int_equal(br_integrator_init(&a->flow, &law.sys, &f, a->flow_memory, br_integrator_bytes(&law.sys, &f)),
                     BR_OK);
    for (int i = 0; i < NE; i++)
        a->estimate[i] = (br_estimate){'p', number[i], a->p[number[i]], 0, 0, 100 * a->p[number[i]]};
    for (int i = 0; i < N; i++) {
        a->sd[i] = i < NZ ? a->p[NU + i] * a->p[3 * NZ] / 3 : (br_real)0.2;
        a->q[i] = i < NZ ? (br_real)1e-4 : (br_real)1e-5;
        a->x0[i] = i < NZ ? 0 : 1 + (br_real)0.1 * br_random_normal(&a->random);
    }
    a->r[0] = force_sd * force_sd;
    a->o = br_mhe_defaults(); // with its gate
    a->o.joint.estimate = a->estimate;
    a->o.joint.estimates = NE;
    a->o.horizon = 10;
    a->o.dt = dt;
    a->o.measured = 1;
    a->o.which = which;
    a->o.r = a->r;
    a->o.sd = a->sd;
    a->o.q = a->q;
}

static void start(machine *a)
{
    a->bytes = br_mhe_bytes(&law.sys, &a->o);
    a->memory = malloc(a->bytes);
    assert_non_null(a->memory);
    assert_int_equal(br_mhe_init(&a->m, &law.sys, &a->o, a->x0, a->memory, a->bytes), BR_OK);
}

static void close_machine(machine *a)
{
    free(a->flow_memory);
    free(a->memory);
}

// The truth moves on to the next sample: to and fro at up to 2 mm/s.
static void truth(machine *a)
{
    if (a->k > 0)
        assert_int_equal(br_integrator_step(&a->flow, 1, a->z, NULL, &a->u, a->p, 0, dt, a->z, NULL, NULL), BR_OK);
    a->u = (br_real)(2e-3 * sin(2 * 3.141592653589793 * 3 * (double)a->k * 2e-3));
    a->y = a->z[0] + a->z[1] + a->z[2] + a->z[3] + a->p[SIGMA2] * a->u + force_sd * br_random_normal(&a->random);
    a->k++;
}

static void assert_sound(const br_mhe *m)
{
    for (int i = 0; i < N; i++) {
        assert_true(isfinite((double)m->x[i]));
        assert_true(isfinite((double)br_mhe_sd(m, i)));
        assert_true(m->arrival.D[i] >= 0 && isfinite((double)m->arrival.D[i]) && isfinite((double)m->arrival.x[i]));
        for (int j = i + 1; j < N; j++)
            assert_true(isfinite((double)m->arrival.U[i * N + j]));
        assert_true(m->P[i * N + i] >= 0);
    }
    assert_true(isfinite((double)m->kkt) && isfinite((double)m->cost));
    for (int i = 0; i < m->o.measured; i++)
        assert_true(isfinite((double)m->error[i]) && isfinite((double)m->variance[i]));
}

static br_status sample(machine *a, br_real u, br_real y)
{
    br_status status = br_mhe_step(&a->m, &u, a->p, &y);
    assert_sound(&a->m);
    return status;
}

static void run(machine *a, int samples)
{
    for (int k = 0; k < samples; k++) {
        truth(a);
        assert_int_equal(sample(a, a->u, a->y), BR_OK);
    }
}

// How far the estimates are off, in standard deviations; the force and the three parameters.
static double off(machine *a)
{
    br_real sd, F = br_mhe_expect(&a->m, &a->u, a->p, 0, &sd), want = a->y; // a noisy one, but the noise counts
    double worst = fabs((double)(F - want)) / sqrt((double)(sd * sd + force_sd * force_sd));
    for (int i = 0; i < NE; i++) {
        double value = (double)br_mhe_value(&a->m, i), to = (double)a->p[a->estimate[i].number];
        worst = fmax(worst, fabs(value - to) / (double)br_mhe_value_sd(&a->m, i));
    }
    return worst;
}

// Samples until the truth is within 3 sigma, and stays there for 20.
static int recovery(machine *a, int most)
{
    int since = 0;
    for (int k = 0; k < most; k++) {
        run(a, 1);
        since = off(a) < 3.5 ? since + 1 : 0;
        if (since == 20)
            return k - 19;
    }
    fail_msg("not within 3 sigma after %d samples: %.1f", most, off(a));
    return most;
}

static void d1_to_d6_missing_samples_and_dropouts(void **state)
{
    (void)state;
    static const int gaps[] = {1, 5, 20, 200, 3000};
    machine a;
    open_machine(&a, 1);
    start(&a);
    run(&a, 300);
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        unsigned long before = a.m.health.missing;
        for (int k = 0; k < gaps[g]; k++) {
            truth(&a);
            assert_int_equal(sample(&a, a.u,
                                    k % 3 == 0   ? (br_real)NAN
                                    : k % 3 == 1 ? (br_real)INFINITY
                                                 : -(br_real)INFINITY),
                             BR_OK);
        }
        assert_int_equal(a.m.health.missing - before, gaps[g]);
        printf("  dropout of %d samples: back after %d\n", gaps[g], recovery(&a, 92 + 20));
    }
    close_machine(&a);
}

static void outliers_are_left_out(void **state)
{
    (void)state;
    static const double outliers[] = {5, -30, 1e6, -1e30};
    machine a;
    open_machine(&a, 2);
    start(&a);
    run(&a, 300);
    for (int k = 0; k < 200; k++) {
        truth(&a);
        int bad = k % 10 == 0;
        assert_int_equal(sample(&a, a.u, bad ? a.y + (br_real)outliers[k / 10 % 4] : a.y), BR_OK);
    }
    assert_true(a.m.health.rejected >= 20 && a.m.health.rejected < 26);
    assert_true(off(&a) < 4);
    close_machine(&a);
}

// A force that is off for long resets it; every call is good all the same, with several inputs an interval, too.
static void a_start_from_anew_is_no_error_of_the_caller(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 11);
    a.o.inputs = 4;
    start(&a);
    for (int k = 0; k < 600; k++) {
        truth(&a);
        br_real y = a.y + (k > 200 && k < 300 ? 30 : 0);
        assert_int_equal(br_mhe_feedback(&a.m, &a.u, a.p, &y), BR_OK);
        assert_sound(&a.m);
        for (int i = 1; i < 4; i++)
            assert_int_equal(br_mhe_input(&a.m, &a.u), BR_OK);
        assert_int_equal(br_mhe_prepare(&a.m, a.p), BR_OK);
    }
    assert_true(a.m.health.resets >= 2 && a.m.health.late == 0);
    assert_true(off(&a) < 4);
    close_machine(&a);
}

// What holds a number is no knowledge of it: when the truth is within its bounds again, it is found. (A constant arrival cost
// over 20 ms loses it in sliding anyway.)
static void a_bound_lets_go(void **state)
{
    (void)state;
    for (int arrival = BR_MHE_KUEHL; arrival < BR_MHE_CONSTANT; arrival++) {
        machine a;
        br_real low[N], high[N];
        open_machine(&a, 12);
        for (int i = 0; i < N; i++) {
            low[i] = i == N - 1 ? (br_real)1.2 : (br_real)-1e30;
            high[i] = (br_real)1e30;
        }
        a.o.arrival = (br_mhe_arrival)arrival;
        a.o.low = low;
        a.o.high = high;
        a.o.gate = 0;
        start(&a);
        run(&a, 200);
        assert_true(a.m.x[N - 1] >= (br_real)1.2 && a.m.health.bounded > 0);
        a.m.low[N - 1] = (br_real)0.1;
        run(&a, 1500);
        printf("  arrival %d: FC back to %.3f +- %.3f of nominal\n", arrival, (double)a.m.x[N - 1],
               (double)br_mhe_sd(&a.m, N - 1));
        assert_true(a.m.x[N - 1] < (br_real)1.1);
        close_machine(&a);
    }
}

static void huber_weighs_outliers_down(void **state)
{
    (void)state;
    double error[2];
    for (int huber = 0; huber < 2; huber++) {
        machine a;
        open_machine(&a, 3);
        a.o.gate = 0;
        a.o.huber = huber ? 2 : 0;
        start(&a);
        double sum = 0;
        for (int k = 0; k < 600; k++) {
            truth(&a);
            assert_int_equal(sample(&a, a.u, k % 10 == 7 ? a.y + 3 : a.y), BR_OK);
            for (int i = 0; i < NE && k >= 300; i++)
                sum += fabs((double)(br_mhe_value(&a.m, i) / a.p[a.estimate[i].number]) - 1);
        }
        error[huber] = sum;
        close_machine(&a);
    }
    printf("  parameters off by %.3f, with Huber's measure by %.3f\n", error[0] / 900, error[1] / 900);
    assert_true(error[1] < error[0] / 2);
}

static void inputs_that_are_no_numbers_are_held(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 4);
    start(&a);
    br_real bad = (br_real)NAN, y = 0;
    assert_int_equal(br_mhe_feedback(&a.m, &bad, a.p, &y), BR_BAD_USAGE); // nothing to hold yet
    run(&a, 300);
    for (int k = 0; k < 30; k++) {
        truth(&a);
        assert_int_equal(sample(&a, k % 10 == 0 ? (br_real)NAN : a.u, a.y), k % 10 == 0 ? BR_NOT_FINITE : BR_OK);
    }
    assert_int_equal(a.m.health.refused, 4);
    (void)recovery(&a, 200);
    br_real FC = a.p[3 * NZ];
    a.p[3 * NZ] = (br_real)NAN;
    assert_int_equal(br_mhe_feedback(&a.m, &a.u, a.p, &y), BR_BAD_USAGE);
    assert_int_equal(br_mhe_prepare(&a.m, a.p), BR_BAD_USAGE);
    a.p[3 * NZ] = FC;
    assert_int_equal(a.m.health.resets, 0);
    (void)recovery(&a, 30);
    assert_int_equal(br_mhe_feedback(NULL, &bad, a.p, &y), BR_BAD_USAGE);
    assert_int_equal(br_mhe_feedback(&a.m, NULL, a.p, &y), BR_BAD_USAGE);
    assert_int_equal(br_mhe_feedback(&a.m, &a.u, NULL, &y), BR_BAD_USAGE);
    assert_int_equal(br_mhe_feedback(&a.m, &a.u, a.p, NULL), BR_BAD_USAGE);
    close_machine(&a);
}

// One sample with an input or a measurement that is a number and makes no sense. With a gate it is forgotten. Without one it may
// leave parameters wrong and certain; but never an endless row of starts, and what is beyond all measure is left out, too.
static void absurd_samples_are_forgotten(void **state)
{
    (void)state;
    static const double absurd[] = {40, -1e3, 1e10, -1e30, 1e37, 1e150, -1e300};
    int longest = 0;
    for (int gate = 0; gate < 2; gate++)
        for (int input = 0; input < 2; input++)
            for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++) {
                machine a;
                if (sizeof(br_real) == sizeof(float) && fabs(absurd[i]) > 1e38)
                    continue;
                open_machine(&a, 13);
                a.o.gate = gate ? 6 : 0;
                start(&a);
                run(&a, 300);
                truth(&a);
                (void)sample(&a, input ? (br_real)absurd[i] : a.u, input ? a.y : (br_real)absurd[i]);
                assert_int_equal(a.m.health.rejected + a.m.health.missing, gate || fabs(absurd[i]) > 1e9);
                int after = gate || (!input && fabs(absurd[i]) > 1e9) ? recovery(&a, 400) : 0;
                longest = after > longest ? after : longest;
                run(&a, 100);
                assert_true(a.m.health.resets <= 3);
                close_machine(&a);
            }
    printf("  back after %d samples at most\n", longest);
    assert_true(longest <= 18); // docs/horizon.md, as 92 below
}

static void friction_three_times_as_large_is_found(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 5);
    a.o.gate = 0;
    start(&a);
    run(&a, 500);
    a.p[3 * NZ] *= 3;
    br_real true_FC = a.p[3 * NZ];
    int k = 0;
    for (; k < 3000 && fabs((double)(br_mhe_value(&a.m, 2) / true_FC) - 1) > 0.05; k++) {
        truth(&a);
        br_real p[PARAMETERS];
        memcpy(p, a.p, sizeof p);
        p[3 * NZ] = law.p[3 * NZ]; // the estimator does not know
        assert_int_equal(br_mhe_feedback(&a.m, &a.u, p, &a.y), BR_OK);
        assert_int_equal(br_mhe_prepare(&a.m, p), BR_OK);
        assert_sound(&a.m);
    }
    printf("  known to 5 %% after %d samples\n", k);
    assert_true(k < 3000);
    close_machine(&a);
}

// D18: preparation in slices, or not in time, gives the same numbers; what came too early is counted.
static void a_preparation_that_is_late_is_made_up_for(void **state)
{
    (void)state;
    machine a, b;
    open_machine(&a, 6);
    open_machine(&b, 6);
    start(&a);
    start(&b);
    unsigned long late = 0;
    for (int k = 0; k < 100; k++) {
        truth(&a);
        truth(&b);
        assert_int_equal(br_mhe_feedback(&a.m, &a.u, a.p, &a.y), BR_OK);
        assert_int_equal(br_mhe_feedback(&b.m, &b.u, b.p, &b.y), BR_OK);
        assert_memory_equal(a.m.x, b.m.x, N * sizeof(br_real));
        assert_memory_equal(a.m.P, b.m.P, N * N * sizeof(br_real));
        assert_int_equal(br_mhe_prepare(&a.m, a.p), BR_OK);
        int slices = 0, done = 0;
        while (!done && slices < (k % 3 == 0 ? 100 : k % 3 == 1 ? 1 : 0)) {
            done = br_mhe_slice(&b.m, b.p);
            slices++;
        }
        assert_true(slices <= br_mhe_slices(&b.m));
        late += !done;
    }
    assert_int_equal(a.m.health.late, 0);
    assert_int_equal(b.m.health.late, late); // the last one was in time
    close_machine(&a);
    close_machine(&b);
}

// Between slices inputs of the interval are taken until it is linearised; one that comes later is refused, and changes nothing.
static void inputs_that_come_after_their_interval_are_refused(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 14);
    a.o.inputs = 9;
    start(&a);
    for (int k = 0; k < 40; k++) {
        int slices = 0, refused = 0;
        truth(&a);
        assert_int_equal(br_mhe_feedback(&a.m, &a.u, a.p, &a.y), BR_OK);
        assert_int_equal(br_mhe_input(&a.m, &a.u), BR_OK);
        while (!br_mhe_slice(&a.m, a.p)) {
            br_real before = *(a.m.U + (ptrdiff_t)a.m.last * a.o.inputs + a.m.given);
            br_real u = a.u / 2;
            br_status status = br_mhe_input(&a.m, &u);
            slices++;
            refused += status != BR_OK;
            assert_true(status == BR_OK || before == *(a.m.U + (ptrdiff_t)a.m.last * a.o.inputs + a.m.given));
        }
        assert_int_equal(refused, 1); // before the last slice, which goes forwards
        assert_true(slices < br_mhe_slices(&a.m));
    }
    close_machine(&a);
}

// G7: standard deviations that are 0, or 18 orders apart.
static void arrival_costs_that_are_singular_or_far_apart(void **state)
{
    (void)state;
    for (int arrival = BR_MHE_KUEHL; arrival <= BR_MHE_CONSTANT; arrival++)
        for (int far = 0; far < 2; far++) {
            machine a;
            open_machine(&a, 7);
            a.o.arrival = (br_mhe_arrival)arrival;
            for (int i = 0; i < N; i++) {
                a.sd[i] = i % 2 ? 0 : far ? (br_real)1e9 : (br_real)1e-9;
                a.q[i] = i % 3 ? 0 : a.q[i];
            }
            start(&a);
            run(&a, 100);
            close_machine(&a);
        }
}

static void standing_still_for_long_does_not_wind_up(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 8);
    for (int i = NZ; i < N; i++)
        a.q[i] = (br_real)1e-2;
    start(&a);
    run(&a, 500);
    br_real rest = a.z[0] + a.z[1] + a.z[2] + a.z[3];
    for (int k = 0; k < 20000; k++)
        assert_int_equal(sample(&a, 0, rest + force_sd * br_random_normal(&a.random)), BR_OK);
    assert_true(a.m.health.limited > 0);
    for (int i = 0; i < NE; i++)
        assert_true(br_mhe_sd(&a.m, NZ + i) <= a.sd[NZ + i] * (br_real)1.2);
    printf("  back after %d samples\n", recovery(&a, 92 + 20));
    close_machine(&a);
}

static void nonsense_of_every_kind_never_leaves_the_numbers(void **state)
{
    (void)state;
    const char *count = getenv("BR_COUNT");
    long samples = count && strtod(count, NULL) >= 1e6 ? 200000 : 3000;
    machine a;
    open_machine(&a, 9);
    a.o.low = (const br_real[N]){-20, -20, -20, -20, (br_real)0.2, (br_real)0.2, (br_real)0.2};
    a.o.high = (const br_real[N]){20, 20, 20, 20, 5, 5, 5};
    start(&a);
    for (long k = 0; k < samples; k++) {
        truth(&a);
        double dice = (double)br_random_uniform(&a.random);
        br_real u = a.u, y = a.y;
        if (dice < 0.02)
            y = (br_real)NAN;
        else if (dice < 0.04)
            u = (br_real)INFINITY;
        else if (dice < 0.06)
            y *= (br_real)1e20;
        else if (dice < 0.08)
            u *= (br_real)1e6;
        else if (dice < 0.10)
            y = -y;
        (void)sample(&a, u, y);
        for (int i = 0; i < N; i++)
            assert_true(a.m.x[i] >= a.m.low[i] && a.m.x[i] <= a.m.high[i]);
    }
    printf("  %lu missing, %lu rejected, %lu bounded, %lu unfinished, %lu refused, %lu resets\n", a.m.health.missing,
           a.m.health.rejected, a.m.health.bounded, a.m.health.unfinished, a.m.health.refused, a.m.health.resets);
    assert_true(a.m.health.missing > 0 && a.m.health.rejected > 0 && a.m.health.refused > 0);
    assert_true(a.m.health.rejected < (unsigned long)samples / 3); // it does not lock itself out
    printf("  back after %d samples\n", recovery(&a, samples > 3000 ? 2000 : 92 + 20));
    close_machine(&a);
}

static void options_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 10);
    size_t bytes = br_mhe_bytes(&law.sys, &a.o);
    assert_true(bytes > 0);
    br_mhe_options o = a.o;
#define REFUSED(change)                                                                                                \
    do {                                                                                                               \
        o = a.o;                                                                                                       \
        change;                                                                                                        \
        assert_int_equal(br_mhe_bytes(&law.sys, &o), 0);                                                               \
    } while (0)
    // B10, B11, G6: times, horizons and iterations that make no sense
    REFUSED(o.horizon = 0);
    REFUSED(o.inputs = 0);
    REFUSED(o.dt = 0);
    REFUSED(o.dt = (br_real)NAN);
    REFUSED(o.measured = 0);
    REFUSED(o.which = (const int[]){-1});
    REFUSED(o.which = (const int[]){99});
    REFUSED(o.r = (const br_real[]){0});
    REFUSED(o.r = (const br_real[]){(br_real)NAN});
    REFUSED(o.iterations = 0);
    REFUSED(o.passes = 0);
    REFUSED(o.patience = 0);
    REFUSED(o.levenberg = -1);
    REFUSED(o.sd = NULL);
    REFUSED((o.horizon = 65535, o.inputs = 65536)); // more inputs than can be counted
    br_real low[N] = {0}, high[N] = {0};
    low[2] = 1;
    REFUSED((o.low = low, o.high = high)); // crossed
    low[2] = (br_real)NAN;
    REFUSED(o.low = low);
    low[2] = (br_real)INFINITY;
    REFUSED(o.low = low);
    br_real huge[N] = {(br_real)1e30};
    huge[1] = sizeof(br_real) > sizeof(float) ? (br_real)1e200 : (br_real)1e30;
    REFUSED(o.sd = huge);
    br_real negative[N] = {0};
    negative[1] = -1;
    REFUSED(o.sd = negative);
    REFUSED(o.q = negative);
    br_mhe m;
    void *memory = malloc(bytes);
    assert_int_equal(br_mhe_init(&m, &law.sys, &a.o, a.x0, memory, bytes - 1), BR_BAD_USAGE);
    br_real beyond[N] = {0};
    for (int i = 0; i < N; i++)
        beyond[i] = -2;
    br_mhe_options none = a.o;
    none.high = beyond; // below what the estimates may be
    assert_int_equal(br_mhe_init(&m, &law.sys, &none, a.x0, memory, bytes), BR_BAD_USAGE);
    a.x0[0] = (br_real)NAN;
    assert_int_equal(br_mhe_init(&m, &law.sys, &a.o, a.x0, memory, bytes), BR_BAD_USAGE);
    free(memory);
    close_machine(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d1_to_d6_missing_samples_and_dropouts),
        cmocka_unit_test(outliers_are_left_out),
        cmocka_unit_test(a_start_from_anew_is_no_error_of_the_caller),
        cmocka_unit_test(a_bound_lets_go),
        cmocka_unit_test(huber_weighs_outliers_down),
        cmocka_unit_test(inputs_that_are_no_numbers_are_held),
        cmocka_unit_test(absurd_samples_are_forgotten),
        cmocka_unit_test(friction_three_times_as_large_is_found),
        cmocka_unit_test(a_preparation_that_is_late_is_made_up_for),
        cmocka_unit_test(inputs_that_come_after_their_interval_are_refused),
        cmocka_unit_test(arrival_costs_that_are_singular_or_far_apart),
        cmocka_unit_test(standing_still_for_long_does_not_wind_up),
        cmocka_unit_test(nonsense_of_every_kind_never_leaves_the_numbers),
        cmocka_unit_test(options_that_make_no_sense_are_refused),
    };
    if (!has_compiler())
        return 77;
    open_law(&law, "sgms", "table-4.1", "");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_law(&law);
    return failed;
}
