// test_mhe_dense.c - parts of a moving horizon, each against the dense problem over all nodes.
//
// Arrival costs, (A.49), Huber's measure, the newest node at a bound, starts from anew, and numbers with a negative scale: on the
// linear systems of horizon_twin.h, to 1e-9.
#include "horizon_twin.h"
#include "num/base/random.h"

static const double close = 1e-9, sd0[N] = {1, 2, 0.5, 0.3}, variance[NY] = {0.04, 0.09};
static const double walk[N] = {0.5, 0.2, 0.3, 2e-3};
static const int which[NY] = {0, 1};

typedef struct machine {
    br_mhe m;
    br_mhe_options o;
    br_estimate estimate;
    void *memory;
    br_random random;
    long k;
    double u, p, y[NY];
} machine;

// With a parameter as the fourth number; what the test changes comes between prepare and start.
static void prepare(machine *a, uint64_t seed)
{
    memset(a, 0, sizeof *a);
    br_random_init(&a->random, seed, 0);
    a->estimate = (br_estimate){.by = 'p', .number = 0, .scale = scale, .low = -1e9, .high = 1e9};
    a->o = br_mhe_defaults();
    a->o.gate = 0;
    a->o.joint.flow.most = 1; // one step of the scheme, as the twin has it
    a->o.joint.estimate = &a->estimate;
    a->o.joint.estimates = 1;
    a->o.horizon = NODES - 1;
    a->o.dt = 0.1;
    a->o.q_per_step = 1;
    a->o.measured = NY;
    a->o.which = which;
    a->o.r = variance;
    a->o.sd = sd0;
    a->o.q = walk;
}

static void start(machine *a)
{
    const br_sys *s = a->estimate.by == 'u' ? &linear : &biased;
    double x0[N] = {0.3, -0.2, 0.1, 0};
    size_t bytes = br_mhe_bytes(s, &a->o);
    a->memory = malloc(bytes);
    assert_int_equal(br_mhe_init(&a->m, s, &a->o, x0, a->memory, bytes), BR_OK);
}

static void feed(machine *a)
{
    a->u = sin(0.7 * (double)a->k++);
    for (int i = 0; i < NY; i++)
        a->y[i] = 2 * br_random_normal(&a->random);
    assert_int_equal(br_mhe_feedback(&a->m, &a->u, &a->p, a->y), BR_OK);
}

static void run(machine *a, int samples)
{
    for (int i = 0; i < samples; i++) {
        feed(a);
        assert_int_equal(br_mhe_prepare(&a->m, &a->p), BR_OK);
    }
}

static void assert_covariance(const br_gaussian *b, square P)
{
    double got[N * N];
    br_gaussian_covariance(b, got);
    for (int i = 0; i < N * N; i++)
        assert_near(got[i], P[i / N][i % N], close * sqrtl(P[i / N][i / N] * P[i % N][i % N]));
}

// ---------------------------------------------------------------- arrival costs

// What has no process noise over the horizon, a parameter that is one number or everything, gets it whenever the horizon moves on, behind
// a Kalman step.
static void process_noise_left_out_of_the_horizon_is_in_the_arrival_cost(void **state)
{
    (void)state;
    for (int c = 0; c < 4; c++) {
        int per_step = c % 2, all = c / 2;
        machine a;
        prepare(&a, 1);
        a.o.shared = !all;
        a.o.noise_in_arrival = all;
        a.o.q_per_step = per_step;
        a.o.most = (const double[N]){1e9, 1e9, 1e9, 1e9};
        start(&a);
        run(&a, 2 * NODES);
        for (int i = 0; i < 10; i++) {
            double P[N * N], q[N] = {walk[0], walk[1], walk[2], 0};
            twin t;
            square F;
            br_gaussian_covariance(&a.m.arrival, P);
            for (int n = 0; n < N * N; n++)
                t.P[n / N][n % N] = P[n];
            memset(t.x, 0, sizeof t.x);
            memset(q, 0, all ? sizeof q : 0);
            transition(0.1, F);
            twin_predict(&t, F, q, per_step ? 1 : (exact)0.1);
            for (int r = 0; r < NY; r++) {
                exact row[N] = {C[r][0], C[r][1], C[r][2], 0};
                twin_correct(&t, row, variance[r], 0);
            }
            for (int n = all ? 0 : NX; n < N; n++)
                t.P[n][n] += walk[n] * (per_step ? 1 : 0.1);
            run(&a, 1);
            assert_covariance(&a.m.arrival, t.P);
        }
        free(a.memory);
    }
}

// The nodes are then those of one run of the model, which with noise in every interval they are not.
static void within_the_horizon_the_model_is_exact_with_noise_in_the_arrival(void **state)
{
    (void)state;
    for (int arrival = BR_MHE_KUEHL; arrival <= BR_MHE_CONSTANT; arrival++)
        for (int exactly = 0; exactly < 2; exactly++) {
            machine a;
            double off = 0;
            prepare(&a, 9);
            a.o.arrival = (br_mhe_arrival)arrival;
            a.o.noise_in_arrival = exactly;
            start(&a);
            run(&a, 3 * NODES);
            for (int k = 0; k + 1 < a.m.last; k++)
                for (int i = 0; i < N; i++)
                    off = fmax(off, fabs(a.m.gap[k * N + i]));
            assert_true(exactly ? off < close : off > 1e-3);
            free(a.memory);
        }
}

// From the Hessian: the covariance of node 1 given everything, but (A.49) and bounds; about the node after its step. A fresh input
// keeps its own.
static void the_arrival_cost_of_the_hessian_is_its_block(void **state)
{
    (void)state;
    for (int c = 0; c < 4; c++) {
        machine a;
        prepare(&a, 2);
        a.o.arrival = BR_MHE_HESSIAN;
        a.o.shared = c == 1;
        a.o.levenberg = c == 2 ? 3 : 0;
        a.estimate.by = c == 3 ? 'u' : 'p';
        a.o.most = (const double[N]){1e9, 1e9, 1e9, 1e9};
        a.o.low = (const double[N]){-0.3, -1e9, -1e9, -1e9};
        start(&a);
        run(&a, 2 * NODES);
        unsigned long bounded = a.m.health.bounded;
        for (int i = 0; i < 10; i++) {
            static horizon_twin d;
            square P;
            feed(&a);
            state_problem(&d, &a.m);
            (void)optimum(&d, a.m.low, NULL);
            a.m.o.levenberg = 0;
            static horizon_twin bare;
            state_problem(&bare, &a.m);
            a.m.o.levenberg = a.o.levenberg;
            for (int n = 0; n < N; n++) {
                exact all[ROWS];
                covariances(&bare, N + n, all);
                memcpy(P[n], all + N, sizeof P[n]);
            }
            P[NX][NX] += c == 1 ? walk[NX] : 0;
            for (int n = 0; c == 3 && n < N; n++)
                P[n][NX] = P[NX][n] = n == NX ? walk[NX] : 0;
            double measured = br_mhe_inputs(&a.m, 1)[0] / scale;
            assert_int_equal(br_mhe_prepare(&a.m, &a.p), BR_OK);
            assert_covariance(&a.m.arrival, P);
            for (int n = 0; n < N; n++)
                assert_near(a.m.arrival.x[n], c == 3 && n == NX ? measured : d.at[1][n], close);
        }
        assert_true(a.m.health.bounded > bounded);
        free(a.memory);
    }
}

static void a_constant_arrival_cost_stays_that_of_the_start(void **state)
{
    (void)state;
    machine a;
    prepare(&a, 3);
    a.o.arrival = BR_MHE_CONSTANT;
    start(&a);
    run(&a, 2 * NODES);
    for (int i = 0; i < 10; i++) {
        static horizon_twin d;
        square P = {{0}};
        feed(&a);
        state_problem(&d, &a.m);
        (void)optimum(&d, NULL, NULL);
        assert_int_equal(br_mhe_prepare(&a.m, &a.p), BR_OK);
        for (int n = 0; n < N; n++) {
            P[n][n] = (exact)sd0[n] * sd0[n];
            assert_near(a.m.arrival.x[n], d.at[1][n], close);
        }
        assert_covariance(&a.m.arrival, P);
    }
    free(a.memory);
}

// ---------------------------------------------------------------- steps

static void levenberg_weighs_the_step_of_every_number(void **state)
{
    (void)state;
    machine a;
    prepare(&a, 4);
    a.o.levenberg = 5;
    start(&a);
    exact moved = 0;
    for (int i = 0; i < 3 * NODES; i++) {
        static horizon_twin d, bare;
        feed(&a);
        state_problem(&d, &a.m);
        (void)optimum(&d, NULL, NULL);
        a.m.o.levenberg = 0;
        state_problem(&bare, &a.m);
        a.m.o.levenberg = 5;
        (void)optimum(&bare, NULL, NULL);
        for (int n = 0; n < N; n++) { // (A.49) is no knowledge
            exact all[ROWS];
            covariances(&bare, a.m.last * N + n, all);
            for (int c = 0; c < N; c++)
                assert_near(a.m.P[n * N + c], all[a.m.last * N + c], close * sd0[n] * sd0[c]);
        }
        assert_int_equal(br_mhe_solve(&a.m), 1);
        for (int r = 0; r < d.nodes * N; r++) {
            assert_near(a.m.X[r] + a.m.riccati.x[r], d.at[r / N][r % N], close);
            moved = fmaxl(moved, fabsl(d.at[r / N][r % N] - bare.at[r / N][r % N]));
        }
        br_mhe_forward_pass(&a.m, a.m.last);
        br_mhe_node_update(&a.m, a.m.last);
        assert_int_equal(br_mhe_prepare(&a.m, &a.p), BR_OK);
    }
    assert_true(moved > 0.1L); // it matters
    free(a.memory);
}

// A single sample far off, one measurement missing: a Kalman step with the variance that Huber's measure makes of it, and what is
// expected to be measured then.
static void feedback_weighs_what_is_far_off_and_says_what_it_expects(void **state)
{
    (void)state;
    machine a;
    const double y[NY] = {10, (double)NAN}, x0[N] = {0.3, -0.2, 0.1, 0};
    prepare(&a, 5);
    a.o.huber = 1.3;
    a.o.first = 1;
    start(&a);
    assert_int_equal(br_mhe_feedback(&a.m, &a.u, &a.p, y), BR_OK);
    exact h[N] = {C[0][0], C[0][1], C[0][2], 0}, e = y[0], hph = 0, expected = 0, spread = 0;
    for (int i = 0; i < N; i++) {
        e -= h[i] * x0[i];
        hph += h[i] * h[i] * sd0[i] * sd0[i];
    }
    exact r = variance[0] * fabsl(e) / sqrtl(variance[0]) / 1.3L;
    for (int i = 0; i < N; i++) {
        exact gain = h[i] * sd0[i] * sd0[i] / (hph + r);
        assert_near(a.m.x[i], x0[i] + gain * e, close);
        expected += h[i] * (x0[i] + gain * e);
    }
    spread = sqrtl(hph * r / (hph + r));
    assert_int_equal(a.m.taken[0], 1);
    assert_int_equal(a.m.taken[1], 0);
    assert_near(a.m.variance[0], hph + r, close);
    double sd, got = br_mhe_expect(&a.m, &a.u, &a.p, 0, &sd);
    assert_near(got, expected, close);
    assert_near(sd, spread, close);
    free(a.memory);
}

// Huber's measure of a residual: its square up to k standard deviations, then a straight line.
static exact measure(exact e, exact r, exact k)
{
    exact ratio = fabsl(e) / sqrtl(r);
    return k > 0 && ratio > k ? 2 * k * ratio - k * k : ratio * ratio;
}

// The cost at nodes X, term by term.
static exact cost_at(const br_mhe *m)
{
    static horizon_twin d;
    exact sum = 0, v[N];
    square F;
    transition(0.1, F);
    state_problem(&d, m);
    for (int i = N - 1; i >= 0; i--) { // U^-1 (x_0 - x)
        v[i] = (exact)m->X[i] - m->arrival.x[i];
        for (int j = i + 1; j < N; j++)
            v[i] -= m->arrival.U[i * N + j] * v[j];
        sum += v[i] * v[i] / m->arrival.D[i];
    }
    for (int k = 0; k < d.nodes; k++) {
        const double *x = br_mhe_node(m, k), *before = k > 0 ? br_mhe_node(m, k - 1) : x;
        for (int i = 0; k > 0 && i < N; i++) {
            exact gap = -(exact)x[i];
            for (int j = 0; j < N; j++)
                gap += F[i][j] * before[j];
            gap += i < NX ? F[i][NX] * input_of(m, k - 1) : 0;
            sum += m->noise[i] > 0 ? gap * gap / m->noise[i] : 4 * fabsl(gap * m->riccati.adjoint[k * N + i]);
        }
        for (int i = 0; i < NY && (k > 0 || m->o.first); i++) {
            exact e = m->Y[k * NY + i];
            for (int j = 0; j < NX; j++)
                e -= C[i][j] * x[j];
            sum += m->rho[k * NY + i] > 0 ? measure(e, m->r[i], m->o.huber) : 0;
        }
    }
    return sum;
}

static void steps_are_judged_by_the_cost_with_hubers_measure(void **state)
{
    (void)state;
    for (int c = 0; c < 8; c++) {
        machine a;
        double q[N] = {walk[0], walk[1], c & 4 ? 0 : walk[2], walk[3]};
        prepare(&a, 5);
        a.o.huber = c & 1 ? 1.3 : 0;
        a.o.first = c >> 1 & 1;
        a.o.q = q;
        a.o.halvings = 3;
        start(&a);
        run(&a, 2 * NODES);
        feed(&a);
        assert_int_equal(br_mhe_solve(&a.m), 1); // for the adjoints
        for (int r = 0; r <= a.m.last * N; r++)
            a.m.X[r] += 0.3 * br_random_normal(&a.random);
        assert_int_equal(br_mhe_linearise(&a.m, &a.p, 0, a.m.last, 0), BR_OK);
        assert_int_equal(br_mhe_measure(&a.m, &a.p, a.m.last, 0), BR_OK);
        exact want = cost_at(&a.m);
        assert_true(want > 10);
        assert_near(br_mhe_merit(&a.m), want, close * want);
        free(a.memory);
    }
}

// How far the nodes are from the optimum, and what the cost is there, against the cost along the step, which is a parabola.
static void optimality_and_objective_are_those_of_the_cost(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        machine a;
        prepare(&a, 6);
        a.o.first = first;
        start(&a);
        run(&a, 2 * NODES);
        for (int i = 0; i < 10; i++) {
            double X[NODES * N];
            exact cost[3];
            feed(&a);
            double objective = a.m.cost;
            assert_int_equal(br_mhe_solve(&a.m), 1);
            double kkt = br_mhe_kkt_residual(&a.m);
            memcpy(X, a.m.X, sizeof X);
            for (int side = -1; side <= 1; side++) {
                for (int r = 0; r < (a.m.last + 1) * N; r++)
                    a.m.X[r] = X[r] + side * a.m.riccati.x[r];
                cost[side + 1] = cost_at(&a.m);
            }
            memcpy(a.m.X, X, sizeof X);
            assert_near(kkt, fabsl(cost[2] - cost[0]) / 2, close * (1 + kkt));
            assert_near(objective, cost[2], close * (1 + objective));
            assert_true(kkt > 1e-3);
            br_mhe_forward_pass(&a.m, a.m.last);
            br_mhe_node_update(&a.m, a.m.last);
            assert_int_equal(br_mhe_prepare(&a.m, &a.p), BR_OK);
        }
        free(a.memory);
    }
}

// ---------------------------------------------------------------- bounds

// The covariance of the newest node where one of its numbers is held: that of all nodes, given that number (Bock et al.).
static void assert_held_covariance(const br_mhe *m, const horizon_twin *d)
{
    exact all[N][ROWS];
    const exact *y = d->y + m->last * N;
    int at = m->last * N, held = 0;
    for (int i = 0; i < N; i++) {
        covariances(d, at + i, all[i]);
        held = y[i] != 0 ? i : held;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            exact given = all[i][at + j] - all[i][at + held] * all[held][at + j] / all[held][at + held];
            assert_near(m->P[i * N + j], given, close * sd0[i] * sd0[j]);
        }
}

// Where only the newest node is at a bound, feedback has the optimum with that bound, and not the nearest point.
static void the_newest_node_goes_along_its_covariance_to_a_bound(void **state)
{
    (void)state;
    int cases = 0;
    exact far = 0;
    for (uint64_t seed = 10; seed < 30; seed++) {
        machine a;
        static const double low[N] = {-1.5, -1e9, -1e9, -1e9}, high[N] = {1.5, 1e9, 0.7, 1e9};
        prepare(&a, seed);
        a.o.low = low;
        a.o.high = high;
        start(&a);
        for (int k = 0; k < NODES; k++) {
            static horizon_twin d;
            exact bare[N];
            int only = 1;
            feed(&a);
            state_problem(&d, &a.m);
            (void)optimum(&d, NULL, NULL);
            memcpy(bare, d.at[d.nodes - 1], sizeof bare);
            int held = optimum(&d, low, high);
            for (int r = 0; r < (d.nodes - 1) * N; r++)
                only &= d.y[r] == 0 && !a.m.active[r];
            for (int i = 0; held == 1 && only && i < N; i++) {
                exact clipped = fminl(fmaxl(bare[i], low[i]), high[i]);
                assert_near(a.m.x[i], d.at[d.nodes - 1][i], close);
                far = fmaxl(far, fabsl(clipped - d.at[d.nodes - 1][i]));
            }
            if (held == 1 && only)
                assert_held_covariance(&a.m, &d);
            cases += held == 1 && only;
            assert_int_equal(br_mhe_prepare(&a.m, &a.p), BR_OK);
        }
        free(a.memory);
    }
    print_message("  %d cases, up to %.2Lf from the nearest point\n", cases, far);
    assert_true(cases > 10 && far > 0.1L);
}

// A number that stands in the vector with the other sign: the same estimates within the same bounds.
static void a_negative_scale_changes_nothing(void **state)
{
    (void)state;
    for (int input = 0; input < 2; input++) {
        machine a[2];
        unsigned long bounded = 0;
        for (int s = 0; s < 2; s++) {
            prepare(&a[s], 6);
            a[s].estimate = (br_estimate){.by = input ? 'u' : 'p', .scale = s ? -scale : scale, .low = -0.2, .high = 5};
            start(&a[s]);
        }
        for (int k = 0; k < 3 * NODES; k++) {
            for (int s = 0; s < 2; s++)
                feed(&a[s]);
            assert_near(br_mhe_value(&a[1].m, 0), br_mhe_value(&a[0].m, 0), close);
            assert_near(br_mhe_value_sd(&a[1].m, 0), br_mhe_value_sd(&a[0].m, 0), close);
            assert_true(br_mhe_value(&a[1].m, 0) >= -0.2 - 1e-12);
            for (int i = 0; i < NX; i++)
                assert_near(a[1].m.x[i], a[0].m.x[i], close * (1 + fabs(a[0].m.x[i])));
            for (int s = 0; s < 2; s++)
                assert_int_equal(br_mhe_prepare(&a[s].m, &a[s].p), BR_OK);
        }
        for (int s = 0; s < 2; s++) {
            bounded += a[s].m.health.bounded;
            free(a[s].memory);
        }
        assert_true(bounded > 0);
    }
}

// ---------------------------------------------------------------- starts from anew

// Everything is rejected: at every start in a row states are four times as uncertain as at the one before, up to `most`. What
// is known of the parameter stays for two of them, but for its walk; the third is from the prior, the fourth as uncertain about
// where the parameter is, and states begin again.
static void starts_in_a_row_grow_by_four(void **state)
{
    (void)state;
    machine a;
    prepare(&a, 7);
    a.o.gate = 3;
    a.o.patience = 4;
    a.o.most = (const double[N]){1e9, 1e9, 2, 1e9}; // the third may be twice as uncertain as it is four times
    start(&a);
    run(&a, 20);
    assert_int_equal(a.m.health.resets, 0);
    for (int again = 1; again <= 4; again++) {
        double P[N * N], far[NY] = {1e7, 1e7}, known = br_mhe_sd(&a.m, NX);
        unsigned long before = a.m.health.resets;
        for (int k = 0; k < 5 && a.m.health.resets == before; k++)
            assert_int_equal(br_mhe_step(&a.m, &a.u, &a.p, far), BR_OK);
        assert_int_equal(a.m.health.resets, before + 1);
        assert_int_equal(a.m.health.restarts, again < 3 ? 0 : 1);
        br_gaussian_covariance(&a.m.arrival, P);
        for (int i = 0; i < N; i++) {
            double grown = sd0[i] * (i == NX ? 1 : pow(4, (again - 1) % 2)), off = a.m.x[NX] - a.m.first[NX];
            grown = i == 2 && again % 2 == 0 ? 2 : grown;
            grown = i == NX && again == 4 ? sqrt(grown * grown + off * off) : grown;
            if (i == NX && again < 3) {
                assert_true(sqrt(P[i * N + i]) >= known && sqrt(P[i * N + i]) < 1.2 * known);
                continue;
            }
            assert_near(sqrt(P[i * N + i]), grown, close * grown);
            assert_near(br_mhe_sd(&a.m, i), grown, close * grown);
        }
    }
    free(a.memory);
}

// Where states may not be as uncertain as a sensor is off, what it says is taken in the end, gate or not.
static void what_is_measured_is_taken_in_the_end(void **state)
{
    (void)state;
    machine a;
    const double off[NY] = {300, 300};
    int k = 0;
    prepare(&a, 8);
    a.o.gate = 3;
    a.o.patience = 4;
    a.o.most = (const double[N]){2, 4, 1, 1e9};
    start(&a);
    run(&a, 20);
    unsigned long before = a.m.health.rejected;
    for (a.m.taken[0] = 0; k < 40 && !a.m.taken[0]; k++)
        assert_int_equal(br_mhe_step(&a.m, &a.u, &a.p, off), BR_OK);
    print_message("taken after %d samples\n", k);
    assert_true(k > 8 && k < 20);
    assert_int_equal(a.m.health.rejected - before, NY * (k - 1));
    free(a.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(process_noise_left_out_of_the_horizon_is_in_the_arrival_cost),
        cmocka_unit_test(within_the_horizon_the_model_is_exact_with_noise_in_the_arrival),
        cmocka_unit_test(the_arrival_cost_of_the_hessian_is_its_block),
        cmocka_unit_test(a_constant_arrival_cost_stays_that_of_the_start),
        cmocka_unit_test(levenberg_weighs_the_step_of_every_number),
        cmocka_unit_test(steps_are_judged_by_the_cost_with_hubers_measure),
        cmocka_unit_test(the_newest_node_goes_along_its_covariance_to_a_bound),
        cmocka_unit_test(a_negative_scale_changes_nothing),
        cmocka_unit_test(starts_in_a_row_grow_by_four),
        cmocka_unit_test(what_is_measured_is_taken_in_the_end),
        cmocka_unit_test(feedback_weighs_what_is_far_off_and_says_what_it_expects),
        cmocka_unit_test(optimality_and_objective_are_those_of_the_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
