// observer_linear.h - G13: observers on a linear system against the Kalman filter of linear_kit.h.
//
// Compiled for double by test_observer_linear.c and for float by test_observer_linear_float.c.
#include "loop/filter/kalman.h"
#include "num/base/random.h"

#include "kit/linear_kit.h" // its names are short: behind all others

// ---------------------------------------------------------------- tests

static const br_real sd0[N] = {1, 2, (br_real)0.5, 3}, noise[N] = {(br_real)0.1, (br_real)0.02, 0, (br_real)0.3},
                     variance[NY + N] = {(br_real)0.04, (br_real)0.09, (br_real)0.01, 0, 0, (br_real)0.25};

static void *open_observer(br_kalman *ob, const br_kalman_kind *kind, br_real alpha, br_real kappa)
{
    static const br_estimate input = {.by = 'u', .number = 0, .scale = scale, .low = -1e9f, .high = 1e9f};
    br_real x0[N] = {0};
    br_kalman_options o = br_kalman_defaults();
    o.joint.flow.most = 1; // one step of the scheme, as the twin has it
    o.kind = kind;
    o.joint.estimate = &input;
    o.joint.estimates = 1;
    o.sd = sd0;
    o.most = (const br_real[]){1e6f, 1e6f, 1e6f, 1e6f};
    o.q = noise;
    o.r = variance;
    o.gate = 0;
    o.alpha = alpha;
    o.kappa = kappa;
    size_t bytes = br_kalman_bytes(&linear, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_kalman_init(ob, &linear, &o, x0, memory, bytes), BR_OK);
    return memory;
}

// Mean and covariance, the latter as shares of the standard deviations.
static void assert_same(br_kalman *ob, twin *t)
{
    br_real P[N * N];
    br_kalman_update_covariance(ob);
    br_gaussian_covariance(&ob->gaussian, P);
    for (int i = 0; i < N; i++) {
        assert_near(ob->gaussian.x[i], t->x[i], TOLERANCE * (sqrtl(t->P[i][i]) + fabsl(t->x[i])));
        for (int j = 0; j < N; j++)
            assert_near(P[i * N + j], t->P[i][j], TOLERANCE * sqrtl(t->P[i][i] * t->P[j][j]));
    }
}

// Predictions of several lengths, up to four before a correction; measurements of both outputs and of the input itself, some
// missing. look: the covariance is read after every prediction, so that it never lags.
static void follow(const br_kalman_kind *kind, br_real alpha, br_real kappa, int look)
{
    br_kalman ob;
    void *memory = open_observer(&ob, kind, alpha, kappa);
    twin t = {.x = {0}};
    br_random random;
    br_random_init(&random, 42, 0);
    for (int i = 0; i < N; i++)
        t.P[i][i] = (exact)sd0[i] * sd0[i];
    for (int k = 0; k < 400; k++) {
        square F;
        br_real u = 0, h = (br_real)(0.02 * (1 + k % 3)), y = (br_real)(3 * sin(0.1 * k)) + br_random_normal(&random);
        transition(h, F);
        assert_int_equal(br_kalman_predict(&ob, &u, NULL, h), BR_OK);
        twin_predict(&t, F, noise, h);
        if (look)
            br_kalman_update_covariance(&ob);
        int which = k % 7 == 6 ? k % 2 ? NY + NX : NY : k % 2; // NY: the first state, NY + NX: the input
        exact row[N] = {0};
        if (k % 4 == 1 || k % 7 == 6) {
            for (int j = 0; j < NX && which < NY; j++)
                row[j] = (exact)(br_real)C[which][j];
            row[NX] = which == NY + NX ? scale : 0;
            row[0] = which == NY ? 1 : row[0];
            if (k % 5 == 0)
                y = (br_real)NAN;
            else
                twin_correct(&t, row, variance[which], y);
            assert_int_equal(br_kalman_correct(&ob, &u, NULL, which, y), BR_OK);
            assert_same(&ob, &t);
        }
    }
    assert_true(ob.health.missing > 10);
    assert_int_equal(ob.health.rejected + ob.health.resets + ob.health.limited + ob.health.bounded + ob.health.refused,
                     0);
    free(memory);
}

static void ekf_is_the_kalman_filter(void **state)
{
    (void)state;
    follow(&br_kalman_ekf, 1, 0, 0);
}

static void a_covariance_that_lags_is_that_of_every_step(void **state)
{
    (void)state;
    follow(&br_kalman_ekf, 1, 0, 1);
}

static void ukf_is_the_kalman_filter_whatever_its_points(void **state)
{
    (void)state;
    follow(&br_kalman_ukf, (br_real)0.5, 0, 0);
    follow(&br_kalman_ukf, 1, 0, 0);
    follow(&br_kalman_ukf, 1, -1, 0); // the centre weighs less than nothing
    follow(&br_kalman_ukf, (br_real)0.1, 3, 0);
}

// A.2.1, (A.13d): one prediction and one correction as the discrete Riccati equation.
static void one_step_is_the_riccati_equation(void **state)
{
    (void)state;
    br_kalman ob;
    void *memory = open_observer(&ob, &br_kalman_ekf, 1, 0);
    square F, P0 = {{0}}, want, PH = {{0}};
    br_real u = 0, h = (br_real)0.3, P[N * N];
    transition(h, F);
    for (int i = 0; i < N; i++)
        P0[i][i] = (exact)sd0[i] * sd0[i];
    exact s = variance[1], row[N] = {0};
    for (int j = 0; j < NX; j++)
        row[j] = (exact)(br_real)C[1][j];
    for (int j = 0; j < N; j++)
        s += row[j] * P0[j][j] * row[j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            PH[i][j] = P0[i][j] - P0[i][i] * row[i] * row[j] * P0[j][j] / s;
    multiply(F, PH, 0, want);
    multiply(want, F, 1, want);
    for (int i = 0; i < N; i++)
        want[i][i] += noise[i] * (exact)h;
    assert_int_equal(br_kalman_correct(&ob, &u, NULL, 1, 0), BR_OK);
    assert_int_equal(br_kalman_predict(&ob, &u, NULL, h), BR_OK);
    br_kalman_update_covariance(&ob);
    br_gaussian_covariance(&ob.gaussian, P);
    for (int i = 0; i < N * N; i++)
        assert_near(P[i], want[i / N][i % N], TOLERANCE * sqrtl(want[i / N][i / N] * want[i % N][i % N]));
    free(memory);
}

// An EKF that takes both outputs at every step settles to the gain that freeze finds; both then give the same estimates.
static void a_fixed_gain_is_that_of_a_filter_that_has_settled(void **state)
{
    (void)state;
    br_kalman ekf, fixed;
    void *memory = open_observer(&ekf, &br_kalman_ekf, 1, 0), *other = open_observer(&fixed, &br_kalman_fixed, 1, 0);
    br_real u = 0, h = (br_real)0.1;
    for (int i = NY; i < NY + N; i++)
        fixed.r[i] = 0; // not measured here
    for (int k = 0; k < 2000; k++) {
        if (k == 1000) {
            assert_int_equal(br_kalman_freeze(&fixed, &u, NULL, h), BR_OK);
            memcpy(fixed.gaussian.x, ekf.gaussian.x, N * sizeof(br_real));
        }
        br_real y[NY] = {(br_real)(2 * sin(0.05 * k)), (br_real)cos(0.03 * k)};
        for (int i = 0; i < (k < 1000 ? 1 : 2) * NY; i++) {
            br_kalman *ob = i < NY ? &ekf : &fixed;
            if (i % NY == 0)
                assert_int_equal(br_kalman_predict(ob, &u, NULL, h), BR_OK);
            assert_int_equal(br_kalman_correct(ob, &u, NULL, i % NY, y[i % NY]), BR_OK);
        }
        for (int i = 0; k >= 1000 && i < N; i++)
            assert_near(fixed.gaussian.x[i], ekf.gaussian.x[i], TOLERANCE * (1 + fabsl((exact)ekf.gaussian.x[i])));
    }
    assert_int_equal(br_kalman_freeze(&ekf, &u, NULL, h), BR_BAD_USAGE);
    assert_int_equal(br_kalman_freeze(&fixed, &u, NULL, -h), BR_BAD_USAGE);
    free(memory);
    free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ekf_is_the_kalman_filter),
        cmocka_unit_test(a_covariance_that_lags_is_that_of_every_step),
        cmocka_unit_test(ukf_is_the_kalman_filter_whatever_its_points),
        cmocka_unit_test(one_step_is_the_riccati_equation),
        cmocka_unit_test(a_fixed_gain_is_that_of_a_filter_that_has_settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
