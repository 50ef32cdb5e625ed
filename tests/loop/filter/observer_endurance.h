// observer_endurance.h - observers over many steps, at the edges of what they accept, and beyond: rows E1 to E3, E5 to E9,
// C1 to C3, C6, C7, C9, B9, B11 and G8 of docs/faults.md. Compiled for double, and with BR_FLOAT for float.
#include "observer_kit.h"
#include <float.h>

static const br_kalman_kind *const kinds[] = {&br_kalman_ekf, &br_kalman_ukf};
enum { KINDS = 2 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---------------------------------------------------------------- many steps

static void last(const br_kalman_kind *kind, long steps)
{
    static machine t;
    double tenth[10];
    open_machine(&t, 0, kind, 1);
    for (int part = 0; part < 10; part++) {
        double start = now();
        for (long i = 0; i < steps / 10; i++) {
            br_real y = next_sample(&t);
            assert_int_equal(br_kalman_predict(&t.ob, t.u, t.law->p, t.dt), BR_OK);
            assert_int_equal(br_kalman_correct(&t.ob, t.u, t.law->p, t.which, y), BR_OK);
            if (t.k % 10000 == 0) {
                assert_sane(&t);
                for (int k = 0; k < t.ob.joint.n; k++)
                    assert_true(t.ob.gaussian.D[k] > 0);
                assert_true(worst(&t) < 6);
            }
        }
        tenth[part] = now() - start;
    }
    print_message("  %s: %ld steps, last tenth %.2f of the second; %lu rejected, %lu resets, %lu alarms\n", kind->name,
                  steps, tenth[9] / tenth[1], t.ob.health.rejected, t.ob.health.resets, t.ob.health.alarms);
    assert_true((double)t.ob.health.rejected <= 10 + 1e-5 * (double)steps);
    assert_int_equal(t.ob.health.resets + t.ob.health.refused, 0);
    if (steps >= 1000000)
        assert_true(tenth[9] < 1.5 * tenth[1]);
    close_machine(&t);
}

static void E1_E2_ekf_over_many_steps_stays_positive(void **state)
{
    (void)state;
    last(&br_kalman_ekf, counted(100000, 10));
}

static void E3_ukf_over_many_steps_stays_positive(void **state)
{
    (void)state;
    last(&br_kalman_ukf, counted(30000, 10));
}

// ---------------------------------------------------------------- small systems

// A chain x_i' = rate (x_{i-1} - x_i), of which the last one is measured.
enum { LONGEST_CHAIN = 40 };
static int chain_n;
static br_real chain_rate = 1;
static br_sys_block chain_blocks[2];
static br_sys chain;

static void chain_value(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                        int each, br_real *out)
{
    (void)m, (void)u, (void)p, (void)each;
    for (int i = 0; i < s->nx; i++)
        for (int k = 0; k < count; k++)
            out[i * count + k] = chain_rate * ((i > 0 ? x[(i - 1) * count + k] : 0) - x[i * count + k]);
    for (int k = 0; k < count; k++)
        out[s->nx * count + k] = x[(s->nx - 1) * count + k];
}

static void chain_jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                      int each, br_real *out, br_real *to)
{
    int n = s->nx;
    chain_value(s, count, x, m, u, p, each, out);
    for (int i = 0; i < (n + 1) * n; i++)
        for (int k = 0; k < count; k++) {
            int row = i / n, column = i % n;
            br_real value = row == n            ? column == n - 1
                            : row == column     ? -chain_rate
                            : row - 1 == column ? chain_rate
                                                : 0;
            to[i * count + k] = value;
        }
}

static void make_chain(int n, br_real rate_of_all)
{
    chain_n = n;
    chain_rate = rate_of_all;
    chain_blocks[0] =
        (br_sys_block){.shape = BR_DENSE, .by = 'x', .at = 0, .row = 0, .rows = n, .column = 0, .columns = n};
    chain_blocks[1] =
        (br_sys_block){.shape = BR_DENSE, .by = 'x', .at = n * n, .row = n, .rows = 1, .column = 0, .columns = n};
    chain = (br_sys){.nx = n,
                     .ny = 1,
                     .njet = (n + 1) * n,
                     .njet_x = (n + 1) * n,
                     .block = chain_blocks,
                     .blocks = 2,
                     .affine = 1,
                     .rate = chain_value,
                     .jet = chain_jet,
                     .jet_x = chain_jet};
}

typedef struct setting {
    br_real sd[LONGEST_CHAIN], q[LONGEST_CHAIN], r[1 + LONGEST_CHAIN], x0[LONGEST_CHAIN];
    br_kalman_options o;
} setting;

static void set(setting *s, const br_kalman_kind *kind, br_real sd, br_real q, br_real r)
{
    *s = (setting){.x0 = {0}};
    for (int i = 0; i < chain_n; i++) {
        s->sd[i] = sd;
        s->q[i] = q;
        s->x0[i] = 1;
    }
    s->r[0] = r;
    s->o = br_kalman_defaults();
    s->o.kind = kind;
    s->o.sd = s->sd;
    s->o.q = s->q;
    s->o.r = s->r;
}

static void *start(br_kalman *ob, const setting *s)
{
    size_t bytes = br_kalman_bytes(&chain, &s->o);
    assert_true(bytes > 0);
    void *block = malloc(bytes);
    assert_int_equal(br_kalman_init(ob, &chain, &s->o, s->x0, block, bytes), BR_OK);
    return block;
}

static void assert_positive(br_kalman *ob)
{
    for (int i = 0; i < ob->joint.n; i++) {
        br_real sd = br_kalman_sd(ob, i);
        assert_true(ob->gaussian.D[i] >= 0 && sd >= 0 && isfinite(sd) && isfinite(ob->gaussian.x[i]));
    }
}

// G8: EKF and UKF of one and of forty states, certain and uncertain ones among them, and with a measurement far better than
// what is known, agree as Kalman filters must.
static void G8_one_or_forty_states_semidefinite_and_with_tiny_noise(void **state)
{
    (void)state;
    const double same = sizeof(br_real) == 4 ? 2e-2 : 1e-8;
    const int sizes[] = {1, 2, 40};
    for (int c = 0; c < 9; c++) {
        br_kalman ob[KINDS];
        void *block[KINDS];
        setting s;
        make_chain(sizes[c % 3], 1);
        for (int k = 0; k < KINDS; k++) {
            set(&s, kinds[k], 3, (br_real)1e-3, c / 3 == 1 ? (br_real)1e-6 : (br_real)0.01);
            if (c / 3 == 2) {
                memset(s.sd, 0, sizeof s.sd); // known for sure
                s.q[0] = 0;
            }
            s.o.gate = 0;
            s.o.joint.flow.kind = &br_integrator_rk4;
            block[k] = start(&ob[k], &s);
            for (int i = 0; i < 40; i++) {
                assert_int_equal(br_kalman_predict(&ob[k], NULL, NULL, (br_real)0.05), BR_OK);
                assert_int_equal(br_kalman_correct(&ob[k], NULL, NULL, 0, (br_real)(1 + 0.1 * sin(0.3 * i))), BR_OK);
                assert_positive(&ob[k]);
            }
        }
        for (int i = 0; i < chain_n; i++) {
            double sd = (double)br_kalman_sd(&ob[0], i), off = (double)(ob[0].gaussian.x[i] - ob[1].gaussian.x[i]);
            double about = same * (sd + 1e-3);
            if (!(fabs(off) <= about) || !(fabs((double)br_kalman_sd(&ob[1], i) - sd) <= about))
                fail_msg("%d states, case %d, state %d: %g and %g +- %g, sd %g", chain_n, c / 3, i,
                         (double)ob[0].gaussian.x[i], (double)ob[1].gaussian.x[i], sd, (double)br_kalman_sd(&ob[1], i));
        }
        free(block[0]);
        free(block[1]);
    }
}

// Everything dies away, the covariance too.
static void E7_states_and_variances_that_decay_into_subnormals(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        br_kalman ob;
        setting s;
        make_chain(3, 10);
        set(&s, kinds[k], 1, 0, (br_real)0.01);
        void *block = start(&ob, &s);
        double first = 0, took = 0;
        for (int part = 0; part < 20; part++) {
            took = now();
            for (int i = 0; i < 500; i++) {
                assert_int_equal(br_kalman_predict(&ob, NULL, NULL, (br_real)0.1), BR_OK);
                assert_int_equal(br_kalman_correct(&ob, NULL, NULL, 0, 0), BR_OK);
                assert_positive(&ob);
            }
            took = now() - took;
            first = part == 0 ? took : first;
        }
        print_message("  %s: last 500 steps %.2f of the first\n", kinds[k]->name, took / first);
        assert_true(fabs((double)ob.gaussian.x[2]) < 1e-30);
        free(block);
    }
}

// The first state of two is not seen at all and wanders: its standard deviation stops at its limit, or grows as it must.
static void E8_an_unobservable_direction_is_limited(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++)
        for (int limited = 0; limited < 2; limited++) {
            br_kalman ob;
            setting s;
            const br_real most[] = {10, 10};
            make_chain(2, (br_real)1e-12); // two walks
            set(&s, kinds[k], 1, 1, (br_real)0.01);
            s.o.most = limited ? most : NULL;
            void *block = start(&ob, &s);
            for (int i = 0; i < 20000; i++) {
                br_real P[4];
                assert_int_equal(br_kalman_predict(&ob, NULL, NULL, (br_real)0.1), BR_OK);
                assert_int_equal(br_kalman_correct(&ob, NULL, NULL, 0, 1), BR_OK);
                assert_positive(&ob);
                br_gaussian_covariance(&ob.gaussian, P);
                assert_true(fabs((double)P[1]) <= sqrt((double)P[0] * (double)P[3]) * (1 + 1e-5));
            }
            double sd = (double)br_kalman_sd(&ob, 0);
            assert_true(limited ? sd > 9.9 && sd < 10.001 && ob.health.limited > 1000
                                : fabs(sd - sqrt(2001)) < 0.5 && ob.health.limited == 0);
            assert_true(br_kalman_sd(&ob, 1) < (br_real)0.1);
            free(block);
        }
}

// Without process noise variances would go to zero, and nothing would be learnt any more.
static void E9_a_variance_stops_at_its_floor(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        br_kalman ob;
        setting s;
        const br_real least[] = {(br_real)1e-3, (br_real)2e-3};
        make_chain(2, 1);
        set(&s, kinds[k], 1, 0, (br_real)0.01);
        s.o.least = least;
        void *block = start(&ob, &s);
        for (int i = 0; i < 3000; i++) {
            assert_int_equal(br_kalman_predict(&ob, NULL, NULL, (br_real)0.1), BR_OK);
            assert_int_equal(br_kalman_correct(&ob, NULL, NULL, 0, 0), BR_OK);
            for (int n = 0; n < 2; n++)
                assert_true(br_kalman_sd(&ob, n) >= least[n] * (br_real)(1 - 1e-6));
        }
        assert_true(ob.health.raised > 1000);
        free(block);
    }
}

// A limit of 0 holds a number as if it were known.
static void a_limit_of_zero_holds_a_number(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        br_kalman ob;
        setting s;
        const br_real most[] = {0, 100};
        make_chain(2, 1);
        set(&s, kinds[k], 1, (br_real)0.1, (br_real)0.01);
        s.sd[0] = 0;
        s.o.most = most;
        void *block = start(&ob, &s);
        for (int i = 0; i < 300; i++) {
            assert_int_equal(br_kalman_predict(&ob, NULL, NULL, (br_real)0.1), BR_OK);
            assert_int_equal(br_kalman_correct(&ob, NULL, NULL, 0, 5), BR_OK);
            assert_positive(&ob);
            assert_true(br_kalman_sd(&ob, 0) < (br_real)1e-5);
        }
        free(block);
    }
}

// ---------------------------------------------------------------- bounds

// kappa[3] and kappa[4] begin at their lower bound, 0, and find their way.
static void a_parameter_at_its_bound_comes_back(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        static machine t;
        open_machine(&t, 0, kinds[k], 3);
        for (int i = 0; i < 2; i++) {
            t.x0[t.law->sys.nx + i] = 0;
            t.ob.sd[t.law->sys.nx + i] = t.ob.most[t.law->sys.nx + i] = 1;
        }
        assert_int_equal(br_kalman_reset(&t.ob, t.x0, NULL), BR_OK);
        run(&t, 6000);
        double off[2];
        for (int i = 0; i < 2; i++)
            off[i] = (double)(br_kalman_value(&t.ob, i) - t.p[t.estimate[i].number]) / 1e3; // N/mm
        print_message("  %s: kappa[3] %.2f and kappa[4] %.2f N/mm off, %lu times at a bound\n", kinds[k]->name, off[0],
                      off[1], t.ob.health.bounded);
        assert_true(fabs(off[0]) < 15 && fabs(off[1]) < 3);
        close_machine(&t);
    }
}

// ---------------------------------------------------------------- misuse

static void assert_refused(const setting *s, const char *what)
{
    static unsigned char block[1 << 16], before[1 << 16];
    br_kalman ob, ob_before;
    memset(block, 0x5a, sizeof block);
    memset(&ob, 0x5a, sizeof ob);
    memcpy(before, block, sizeof block);
    memcpy(&ob_before, &ob, sizeof ob);
    if (br_kalman_bytes(&chain, &s->o) != 0)
        fail_msg("%s is accepted", what);
    assert_int_equal(br_kalman_init(&ob, &chain, &s->o, s->x0, block, sizeof block), BR_BAD_USAGE);
    assert_memory_equal(block, before, sizeof block);
    assert_memory_equal(&ob, &ob_before, sizeof ob);
}

// A covariance that rounding has left slightly negative is repaired; one that is negative cannot be given: B9.
static void C9_a_covariance_that_is_slightly_negative_is_repaired(void **state)
{
    (void)state;
    enum { N = 3 };
    const br_real tiny = (br_real)(sizeof(br_real) == 4 ? 1e-9 : 1e-18);
    const br_real a[N] = {1, (br_real)0.5, (br_real)-0.25};
    for (int at = 0; at < N; at++) {
        br_real P[N * N], U[N * N], D[N];
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++)
                P[i * N + k] = a[i] * a[k] - (i == at && k == at ? tiny : 0); // of rank 1, and below
        br_gaussian_factor(N, P, N, U, D);
        for (int i = 0; i < N; i++) {
            assert_true(D[i] >= 0);
            for (int k = 0; k < N; k++) {
                br_real sum = 0;
                for (int l = 0; l < N; l++)
                    sum += U[i * N + l] * D[l] * U[k * N + l];
                assert_true(fabs((double)(sum - P[i * N + k])) < (sizeof(br_real) == 4 ? 1e-6 : 1e-14));
            }
        }
    }
}

static void B9_B11_noise_and_weights_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    const br_real bad[] = {(br_real)NAN, (br_real)INFINITY, -1, (br_real)(sizeof(br_real) == 4 ? 1e38 : 1e308)};
    make_chain(2, 1);
    for (int i = 0; i < 4; i++) {
        setting s;
        br_real numbers[3] = {1, bad[i], 1};
        set(&s, kinds[i % 2], 1, 1, 1);
        s.sd[1] = bad[i];
        assert_refused(&s, "sd");
        set(&s, kinds[i % 2], 1, 1, 1);
        s.q[1] = bad[i];
        assert_refused(&s, "q");
        set(&s, kinds[i % 2], 1, 1, 1);
        s.r[1] = bad[i];
        assert_refused(&s, "r");
        set(&s, kinds[i % 2], 1, 1, 1);
        s.o.least = numbers;
        assert_refused(&s, "least");
        set(&s, kinds[i % 2], 1, 1, 1);
        s.o.period = numbers;
        assert_refused(&s, "period");
        set(&s, kinds[i % 2], 1, 1, 1);
        s.o.alpha = bad[i];
        assert_refused(&s, "alpha");
        set(&s, kinds[i % 2], 1, 1, 1);
        s.o.beta = bad[i];
        assert_refused(&s, "beta");
        set(&s, kinds[i % 2], 1, 1, 1);
        s.o.kappa = i == 2 ? -2 : bad[i]; // a spread of 0
        assert_refused(&s, "kappa");
        set(&s, kinds[i % 2], 1, 1, 1);
        s.o.fade = bad[i];
        assert_refused(&s, "fade");
    }
    setting s;
    const br_real small[2] = {(br_real)0.5, (br_real)0.5}, nan[2] = {1, (br_real)NAN};
    set(&s, kinds[1], 1, 1, 1);
    s.o.alpha = 0;
    assert_refused(&s, "alpha 0");
    s.o.alpha = (br_real)(sizeof(br_real) == 4 ? 1e-30 : 1e-160);
    assert_refused(&s, "a tiny alpha");
    set(&s, kinds[0], 1, 1, 1);
    s.o.most = small;
    s.o.least = s.sd;
    assert_refused(&s, "limits that cross");
    set(&s, kinds[0], 1, 1, 1);
    s.o.most = nan;
    assert_refused(&s, "most");
    set(&s, kinds[0], 1, 1, 1);
    s.o.gate = -1;
    assert_refused(&s, "gate");
    s.o.gate = (br_real)NAN;
    assert_refused(&s, "gate");
    set(&s, kinds[0], 1, 1, 1);
    s.o.patience = 0;
    assert_refused(&s, "patience");
    set(&s, kinds[0], 1, 1, 1);
    s.o.window = 0;
    assert_refused(&s, "window");
    set(&s, kinds[0], 1, 1, 1);
    s.o.joint.estimates = -1;
    assert_refused(&s, "estimates");
    s.o.joint.estimates = INT32_MAX;
    assert_refused(&s, "estimates");
    s.o.joint.estimates = 1;
    assert_refused(&s, "estimates without a list");
}

static void C1_C6_null_and_too_little_memory_are_refused(void **state)
{
    (void)state;
    br_kalman ob;
    setting s;
    make_chain(2, 1);
    for (int k = 0; k < KINDS; k++) {
        set(&s, kinds[k], 1, 1, 1);
        size_t bytes = br_kalman_bytes(&chain, &s.o);
        void *block = malloc(bytes);
        br_real wrong[2] = {1, (br_real)NAN}, y[3] = {1, MISSING, MISSING};
        assert_int_equal(br_kalman_bytes(NULL, &s.o), 0);
        assert_int_equal(br_kalman_bytes(&chain, NULL), 0);
        assert_int_equal(br_kalman_init(NULL, &chain, &s.o, s.x0, block, bytes), BR_BAD_USAGE);
        assert_int_equal(br_kalman_init(&ob, NULL, &s.o, s.x0, block, bytes), BR_BAD_USAGE);
        assert_int_equal(br_kalman_init(&ob, &chain, NULL, s.x0, block, bytes), BR_BAD_USAGE);
        assert_int_equal(br_kalman_init(&ob, &chain, &s.o, NULL, block, bytes), BR_BAD_USAGE);
        assert_int_equal(br_kalman_init(&ob, &chain, &s.o, s.x0, NULL, bytes), BR_BAD_USAGE);
        assert_int_equal(br_kalman_init(&ob, &chain, &s.o, s.x0, block, bytes - 1), BR_BAD_USAGE);
        assert_int_equal(br_kalman_init(&ob, &chain, &s.o, wrong, block, bytes), BR_BAD_USAGE);
        assert_int_equal(br_kalman_init(&ob, &chain, &s.o, s.x0, block, bytes), BR_OK);
        record before = remember(&ob);
        assert_int_equal(br_kalman_predict(NULL, NULL, NULL, 1), BR_BAD_USAGE);
        assert_int_equal(br_kalman_correct(NULL, NULL, NULL, 0, 1), BR_BAD_USAGE);
        assert_int_equal(br_kalman_step(NULL, NULL, NULL, 1, y), BR_BAD_USAGE);
        assert_int_equal(br_kalman_step(&ob, NULL, NULL, 1, NULL), BR_BAD_USAGE);
        assert_int_equal(br_kalman_correct(&ob, NULL, NULL, -1, 1), BR_BAD_USAGE);
        assert_int_equal(br_kalman_correct(&ob, NULL, NULL, 3, 1), BR_BAD_USAGE);
        assert_int_equal(br_kalman_correct(&ob, NULL, NULL, 1, 1), BR_BAD_USAGE); // without variance
        y[1] = 1;
        assert_int_equal(br_kalman_step(&ob, NULL, NULL, 1, y), BR_BAD_USAGE);
        assert_int_equal(br_kalman_reset(&ob, wrong, NULL), BR_BAD_USAGE);
        assert_int_equal(br_kalman_reset(&ob, NULL, NULL), BR_BAD_USAGE);
        assert_remembers(&ob, &before);
        assert_int_equal(ob.health.refused, 5);
        free(block);
    }
}

// C7: a correction before any prediction, and predictions without end.
static void C7_calls_in_any_order_leave_the_covariance_bounded(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        static machine t;
        open_machine(&t, 0, kinds[k], 4);
        assert_int_equal(br_kalman_correct(&t.ob, t.u, t.law->p, t.which, 0), BR_OK);
        long steps = counted(k == 0 ? 50000 : 10000, 1);
        for (long i = 0; i < steps; i++) {
            (void)next_sample(&t);
            assert_int_equal(br_kalman_predict(&t.ob, t.u, t.law->p, t.dt), BR_OK);
        }
        assert_sane(&t);
        for (int i = 0; i < t.ob.joint.n; i++)
            assert_true(br_kalman_sd(&t.ob, i) <= t.most[i] * (br_real)1.001);
        close_machine(&t);
    }
}

// A measurement at the end of the range is refused where the gate lets everything pass, and nothing changes. (Without a gate it is
// rejected: D12.)
static void C3_a_measurement_that_would_throw_the_mean_out_of_range_is_refused(void **state)
{
    (void)state;
    const br_real far = (br_real)(sizeof(br_real) == 4 ? 3e38 : 1.7e308);
    for (int k = 0; k < KINDS; k++) {
        br_kalman ob;
        setting s;
        make_chain(3, 1);
        set(&s, kinds[k], 1, 1, (br_real)1e-6);
        void *block = start(&ob, &s);
        ob.o.gate = (br_real)INFINITY;
        assert_int_equal(br_kalman_predict(&ob, NULL, NULL, (br_real)0.1), BR_OK);
        br_kalman_update_covariance(&ob);
        for (int i = 0; i < 2; i++) {
            record before = remember(&ob);
            before.nis = 0;
            assert_int_equal(br_kalman_correct(&ob, NULL, NULL, 0, i ? far : -far), BR_NOT_FINITE);
            record after = remember(&ob);
            after.nis = 0; // it was looked at
            memcpy(after.seen, before.seen, sizeof after.seen);
            memcpy(after.came, before.came, sizeof after.came);
            after.alarm = before.alarm;
            assert_memory_equal(&after, &before, sizeof after);
        }
        assert_int_equal(ob.health.refused, 2);
        free(block);
    }
}

// A system that runs away: its mean leaves the range of numbers, its covariance does so before.
static void C7_a_mean_that_runs_away_starts_again(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        br_kalman ob;
        setting s;
        unsigned long refused = 0;
        make_chain(2, -1);
        set(&s, kinds[k], 1, 1, 1);
        void *block = start(&ob, &s);
        for (int i = 0; i < 6000; i++) {
            br_status status = br_kalman_predict(&ob, NULL, NULL, (br_real)0.3);
            refused += status != BR_OK;
            assert_true(status == BR_OK || status == BR_NOT_FINITE);
            assert_positive(&ob);
        }
        assert_true(ob.health.resets >= 1);
        assert_int_equal(ob.health.refused, refused);
        assert_true(refused <= 20 * ob.health.resets + 20);
        free(block);
    }
}

int main(void)
{
    if (!has_compiler())
        return 77;
    seed_from_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(E1_E2_ekf_over_many_steps_stays_positive),
        cmocka_unit_test(E3_ukf_over_many_steps_stays_positive),
        cmocka_unit_test(G8_one_or_forty_states_semidefinite_and_with_tiny_noise),
        cmocka_unit_test(E7_states_and_variances_that_decay_into_subnormals),
        cmocka_unit_test(E8_an_unobservable_direction_is_limited),
        cmocka_unit_test(E9_a_variance_stops_at_its_floor),
        cmocka_unit_test(a_limit_of_zero_holds_a_number),
        cmocka_unit_test(a_parameter_at_its_bound_comes_back),
        cmocka_unit_test(C9_a_covariance_that_is_slightly_negative_is_repaired),
        cmocka_unit_test(B9_B11_noise_and_weights_that_make_no_sense_are_refused),
        cmocka_unit_test(C1_C6_null_and_too_little_memory_are_refused),
        cmocka_unit_test(C3_a_measurement_that_would_throw_the_mean_out_of_range_is_refused),
        cmocka_unit_test(C7_a_mean_that_runs_away_starts_again),
        cmocka_unit_test(C7_calls_in_any_order_leave_the_covariance_bounded),
    };
    open_laws();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_laws();
    return failed;
}
