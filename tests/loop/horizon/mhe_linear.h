// mhe_linear.h - a moving horizon on a linear system against the Kalman filter of linear_kit.h.
//
// Compiled for double by test_mhe_linear.c and for float by test_mhe_linear_float.c.
#include "kit/linear_kit.h"
#include "loop/horizon/mhe.h"
#include "num/base/random.h"

static const br_real sd0[N] = {1, 2, (br_real)0.5, (br_real)0.3},
                     noise[N] = {(br_real)0.1, (br_real)0.02, 0, (br_real)0.09},
                     variance[NY] = {(br_real)0.04, (br_real)0.09};

typedef struct setting {
    int horizon, inputs, free_input, iterations, halvings, lanes, first;
    br_mhe_arrival arrival;
} setting;

static void *open_mhe(br_mhe *m, const setting *s)
{
    static const br_estimate input = {.by = 'u', .number = 0, .scale = scale, .low = -1e9f, .high = 1e9f};
    static const int which[NY] = {0, 1};
    br_real x0[N] = {0};
    br_mhe_options o = br_mhe_defaults();
    o.gate = 0;
    o.joint.flow.most = 1; // one step of the scheme, as the twin has it
    o.joint.estimate = &input;
    o.joint.estimates = s->free_input;
    o.horizon = s->horizon;
    o.inputs = s->inputs;
    o.iterations = s->iterations;
    o.halvings = s->halvings;
    o.lanes = s->lanes;
    o.first = s->first;
    o.arrival = s->arrival;
    o.dt = (br_real)0.1;
    o.measured = NY;
    o.which = which;
    o.r = variance;
    o.sd = sd0;
    o.q = noise;
    size_t bytes = br_mhe_bytes(&linear, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_mhe_init(m, &linear, &o, x0, memory, bytes), BR_OK);
    return memory;
}

// F of an interval with its inputs, and what they do to the states; the input itself is drawn anew.
static void interval(const setting *s, const br_real *u, square F, exact *moved)
{
    square one;
    exact x[N] = {0};
    transition((exact)(br_real)0.1 / s->inputs, one);
    memset(F, 0, sizeof(square));
    for (int i = 0; i < N; i++)
        F[i][i] = 1;
    for (int k = 0; k < s->inputs; k++) {
        x[NX] = s->free_input ? 0 : (exact)u[k] / scale;
        exact next[N] = {0};
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                next[i] += one[i][j] * x[j];
        memcpy(x, next, sizeof x);
        multiply(one, F, 0, F);
    }
    for (int i = 0; i < N; i++) {
        moved[i] = i < NX ? x[i] : 0;
        F[NX][i] = 0;
        if (!s->free_input && i < NX)
            F[i][NX] = 0; // it is no number of the vector
    }
}

static void assert_same(br_mhe *m, twin *t, int n)
{
    for (int i = 0; i < n; i++) {
        assert_near(m->x[i], t->x[i], TOLERANCE * (sqrtl(t->P[i][i]) + fabsl(t->x[i])));
        for (int j = 0; j < n; j++)
            assert_near(m->P[i * n + j], t->P[i][j], TOLERANCE * sqrtl(t->P[i][i] * t->P[j][j]));
    }
}

static void follow_for(setting s, long samples)
{
    br_mhe m;
    void *memory = open_mhe(&m, &s);
    twin t = {.x = {0}};
    br_random random;
    br_random_init(&random, 42, 0);
    for (int i = 0; i < N; i++)
        t.P[i][i] = (exact)sd0[i] * sd0[i];
    br_real u[8] = {0};
    for (long k = 0; k < samples; k++) {
        br_real y[NY];
        if (k > 0) {
            square F;
            exact moved[N], q[N];
            interval(&s, u, F, moved);
            twin_predict(&t, F, (const br_real[]){0, 0, 0, 0}, 1);
            for (int i = 0; i < N; i++) {
                q[i] = i == NX ? (exact)noise[i] : (exact)noise[i] * (br_real)0.1;
                t.P[i][i] += q[i];
                t.x[i] += moved[i];
            }
        }
        for (int i = 0; i < s.inputs; i++)
            u[i] = (br_real)(2 * sin(0.3 * (double)k + 0.1 * i));
        t.x[NX] = s.free_input ? (exact)u[0] / scale : 0;
        for (int i = 0; i < NY; i++) {
            exact row[N] = {0};
            y[i] = (k + i) % 5 == 3 ? (br_real)NAN : (br_real)(3 * sin(0.1 * (double)k)) + br_random_normal(&random);
            for (int j = 0; j < NX; j++)
                row[j] = (exact)(br_real)C[i][j];
            if (y[i] == y[i])
                twin_correct(&t, row, variance[i], y[i]);
        }
        assert_int_equal(br_mhe_feedback(&m, u, NULL, y), BR_OK);
        assert_same(&m, &t, NX + s.free_input);
        for (int i = 1; i < s.inputs; i++)
            assert_int_equal(br_mhe_input(&m, &u[i]), BR_OK);
        assert_int_equal(br_mhe_prepare(&m, NULL), BR_OK);
    }
    assert_true(m.health.missing > 30);
    assert_int_equal(m.health.rejected + m.health.resets + m.health.limited + m.health.bounded + m.health.refused +
                         m.health.late + m.health.unfinished + m.health.shortened,
                     0);
    if (s.iterations > 1 && samples == 100) // the nodes are where they should be
        assert_true(m.kkt <= (br_real)TOLERANCE * (1 + m.cost));
    free(memory);
}

static void follow(setting s)
{
    follow_for(s, 100);
}

// E11: 1e7 windows in the soak.
static void and_stays_so(void **state)
{
    (void)state;
    const char *count = getenv("BR_COUNT");
    follow_for((setting){5, 1, 1, 1, 0, 0, 0, BR_MHE_KUEHL}, count && strtod(count, NULL) >= 1e6 ? 10000000 : 10000);
}

static void any_horizon_is_the_kalman_filter(void **state)
{
    (void)state;
    for (int horizon = 1; horizon <= 20; horizon += horizon < 3 ? 1 : 8)
        for (int first = 0; first < 2; first++)
            for (int iterations = 1; iterations < 3; iterations++) {
                follow((setting){horizon, 1, 0, iterations, 0, 0, first, BR_MHE_KUEHL});
                follow((setting){horizon, 1, 0, iterations, 0, 4, first, BR_MHE_SMOOTHED});
            }
}

static void an_input_that_is_estimated_is_noise_of_the_states(void **state)
{
    (void)state;
    follow((setting){1, 1, 1, 1, 0, 0, 0, BR_MHE_KUEHL});
    follow((setting){12, 1, 1, 1, 0, 0, 0, BR_MHE_KUEHL});
    follow((setting){12, 1, 1, 1, 0, 0, 1, BR_MHE_SMOOTHED});
}

static void inputs_may_come_faster_than_measurements(void **state)
{
    (void)state;
    follow((setting){7, 5, 0, 1, 0, 0, 0, BR_MHE_KUEHL});
    follow((setting){7, 5, 0, 1, 0, 3, 1, BR_MHE_SMOOTHED});
}

static void a_step_that_lowers_the_cost_is_taken_whole(void **state)
{
    (void)state;
    follow((setting){7, 1, 0, 2, 4, 0, 0, BR_MHE_KUEHL}); // it asserts that none was shortened
    follow((setting){7, 1, 0, 2, 4, 0, 1, BR_MHE_KUEHL});
    follow((setting){7, 1, 1, 3, 4, 0, 1, BR_MHE_SMOOTHED});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_horizon_is_the_kalman_filter),
        cmocka_unit_test(and_stays_so),
        cmocka_unit_test(an_input_that_is_estimated_is_noise_of_the_states),
        cmocka_unit_test(inputs_may_come_faster_than_measurements),
        cmocka_unit_test(a_step_that_lowers_the_cost_is_taken_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
