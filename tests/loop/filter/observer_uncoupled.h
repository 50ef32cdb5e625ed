// observer_uncoupled.h - the EKF keeps less of uncoupled states; held against what it does for coupled ones.
//
// Compiled for double by test_observer_uncoupled.c and for float by test_observer_uncoupled_float.c. Random systems of 1 to 6
// states, x_i' = p_i (u - b x_i |x_i|), y = sum x_i, with random numbers of p, b and u estimated.
#include "loop/filter/kalman.h"
#include "num/base/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 6, NUMBERS = 2 * MOST + 2 }; // states; states, estimated parameters and inputs

static void jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                int each, br_real *out, br_real *to)
{
    (void)m, (void)each;
    assert_int_equal(count, 1);
    int nx = s->nx;
    br_real b = p[nx];
    out[nx] = 0;
    for (int i = 0; i < nx; i++) {
        br_real size = x[i] < 0 ? -x[i] : x[i], pull = u[0] - b * x[i] * size;
        out[i] = p[i] * pull;
        out[nx] += x[i];
        if (!to)
            continue;
        to[i] = -2 * p[i] * b * size;
        to[nx + i] = 1;
        to[2 * nx + i] = pull;
        to[3 * nx + i] = -p[i] * x[i] * size;
        to[4 * nx + i] = p[i];
    }
}

static void rate(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, br_real *out)
{
    jet(s, count, x, m, u, p, each, out, NULL);
}

typedef struct trial {
    br_random random;
    br_sys_block block[5];
    br_sys sys;
    br_estimate estimate[MOST + 2];
    br_real sd[NUMBERS], q[NUMBERS], r[NUMBERS + 1], x[NUMBERS], p[MOST + 1];
    br_kalman_options o;
    br_kalman ours, general; // general: told that the states are coupled
    void *memory[2];
} trial;

static br_real draw(trial *t, double low, double high)
{
    return (br_real)low + (br_real)(high - low) * br_random_uniform(&t->random);
}

static void describe(trial *t, int nx)
{
    t->block[0] = (br_sys_block){BR_DIAGONAL, 'x', 0, 0, nx, 0, nx, 0};
    t->block[1] = (br_sys_block){BR_ROW, 'x', nx, nx, 1, 0, nx, 0};
    t->block[2] = (br_sys_block){BR_DIAGONAL, 'p', 2 * nx, 0, nx, 0, nx, 0};
    t->block[3] = (br_sys_block){BR_COLUMN, 'p', 3 * nx, 0, nx, nx, 1, 0};
    t->block[4] = (br_sys_block){BR_COLUMN, 'u', 4 * nx, 0, nx, 0, 1, 0};
    t->sys = (br_sys){.nx = nx,
                      .nu = 1,
                      .np = nx + 1,
                      .ny = 1,
                      .njet = 5 * nx,
                      .njet_x = 5 * nx,
                      .block = t->block,
                      .blocks = 5,
                      .rate = rate,
                      .jet = jet,
                      .jet_x = jet};
}

static void *open_one(trial *t, br_kalman *ob)
{
    size_t bytes = br_kalman_bytes(&t->sys, &t->o);
    void *memory = malloc(bytes);
    assert_int_equal(br_kalman_init(ob, &t->sys, &t->o, t->x, memory, bytes), BR_OK);
    return memory;
}

static void open_trial(trial *t, int nx, uint64_t stream)
{
    int ne = 0, n;
    memset(t, 0, sizeof *t);
    br_random_init(&t->random, 7, stream);
    describe(t, nx);
    for (int i = 0; i <= nx + 1; i++) // the last one is the input
        if (draw(t, 0, 1) < (br_real)0.6)
            t->estimate[ne++] = (br_estimate){i <= nx ? 'p' : 'u', i <= nx ? i : 0, draw(t, 1, 30), 0, -1000, 1000};
    for (int i = 0; i <= nx; i++)
        t->p[i] = draw(t, 1, 30);
    n = nx + ne;
    for (int i = 0; i < n; i++) {
        t->x[i] = draw(t, 0.2, 1);
        t->sd[i] = draw(t, 0.02, 0.1);
        t->q[i] = i % 3 == 2 ? 0 : draw(t, 0, 0.01);
    }
    t->r[0] = draw(t, 0.01, 0.1);
    t->o = br_kalman_defaults();
    t->o.joint.estimate = t->estimate;
    t->o.joint.estimates = ne;
    t->o.sd = t->sd;
    t->o.q = t->q;
    t->o.r = t->r;
    t->o.gate = 0;
    t->memory[0] = open_one(t, &t->ours);
    t->memory[1] = open_one(t, &t->general);
    assert_true(t->ours.uncoupled);
    t->general.uncoupled = 0;
    assert_int_equal(br_kalman_reset(&t->general, t->x, NULL), BR_OK);
}

static void close_trial(trial *t)
{
    free(t->memory[0]);
    free(t->memory[1]);
}

static void assert_near(br_real a, br_real b, br_real scale)
{
    double off = fabs((double)(a - b));
    if (!(off <= TOLERANCE * (double)scale))
        fail_msg("%.17g and %.17g differ by %g of %g", (double)a, (double)b, off / (double)scale, (double)scale);
}

static void assert_same(trial *t)
{
    int n = t->ours.joint.n;
    br_real P[2][NUMBERS * NUMBERS], sd[NUMBERS];
    for (int i = 0; i < n; i++) {
        sd[i] = br_kalman_sd(&t->general, i);
        assert_near(br_kalman_sd(&t->ours, i), sd[i], sd[i]);
        assert_near(t->ours.gaussian.x[i], t->general.gaussian.x[i], sd[i]);
    }
    br_kalman_update_covariance(&t->ours);
    br_kalman_update_covariance(&t->general);
    br_gaussian_covariance(&t->ours.gaussian, P[0]);
    br_gaussian_covariance(&t->general.gaussian, P[1]);
    for (int i = 0; i < n * n; i++)
        assert_near(P[0][i], P[1][i], sd[i / n] * sd[i % n]);
}

static void uncoupled_states_get_the_covariance_that_coupled_ones_would(void **state)
{
    (void)state;
    static trial t;
    for (int nx = 1; nx <= MOST; nx++)
        for (int k = 0; k < 20; k++) {
            open_trial(&t, nx, (uint64_t)(100 * nx + k));
            for (int i = 0; i < 10; i++) {
                int predictions = 1 + (int)draw(&t, 0, 12);
                for (int step = 0; step < predictions; step++) {
                    br_real u = draw(&t, -1, 1), dt = draw(&t, 0.001, 0.02);
                    assert_int_equal(br_kalman_predict(&t.ours, &u, t.p, dt), BR_OK);
                    assert_int_equal(br_kalman_predict(&t.general, &u, t.p, dt), BR_OK);
                }
                assert_same(&t);
                br_real u = 0, y = br_kalman_expect(&t.general, &u, t.p, 0, NULL) + draw(&t, -0.2, 0.2);
                assert_int_equal(br_kalman_correct(&t.ours, &u, t.p, 0, y), BR_OK);
                assert_int_equal(br_kalman_correct(&t.general, &u, t.p, 0, y), BR_OK);
                assert_same(&t);
            }
            close_trial(&t);
        }
}

static void lift_limits(br_kalman *ob)
{
    for (int i = 0; i < ob->joint.n; i++)
        ob->most[i] = ob->cap[i] = 1000;
}

static void assert_same_bits(const br_kalman *a, const br_kalman *b)
{
    size_t n = (size_t)a->joint.n;
    assert_memory_equal(a->gaussian.x, b->gaussian.x, n * sizeof(br_real));
    assert_memory_equal(a->gaussian.D, b->gaussian.D, n * sizeof(br_real));
    assert_memory_equal(a->gaussian.U, b->gaussian.U, n * n * sizeof(br_real));
}

// What is read between predictions is what the covariance would say, and who reads gets the bits of who does not.
static void reading_standard_deviations_changes_nothing(void **state)
{
    (void)state;
    static trial read, silent;
    for (int coupled = 0; coupled < 2; coupled++)
        for (int nx = 1; nx <= MOST; nx++) {
            open_trial(&read, nx, (uint64_t)nx);
            open_trial(&silent, nx, (uint64_t)nx);
            br_kalman *a = coupled ? &read.general : &read.ours, *b = coupled ? &silent.general : &silent.ours;
            lift_limits(a);
            lift_limits(b);
            for (int i = 0; i < 20; i++) {
                br_real u = draw(&read, -1, 1), dt = draw(&read, 0.001, 0.02), sd[NUMBERS];
                assert_int_equal(br_kalman_predict(a, &u, read.p, dt), BR_OK);
                assert_int_equal(br_kalman_predict(b, &u, read.p, dt), BR_OK);
                for (int k = 0; k < a->joint.n; k++)
                    sd[k] = br_kalman_sd(a, k);
                assert_same_bits(a, b);
                if (i % 5 < 4)
                    continue;
                br_kalman_update_covariance(a);
                for (int k = 0; k < a->joint.n; k++)
                    assert_near(sd[k], br_kalman_sd(a, k), sd[k]);
                br_real y = br_kalman_expect(a, &u, read.p, 0, NULL) + draw(&read, -0.2, 0.2);
                assert_int_equal(br_kalman_correct(a, &u, read.p, 0, y), BR_OK);
                assert_int_equal(br_kalman_correct(b, &u, read.p, 0, y), BR_OK);
                assert_same_bits(a, b);
            }
            close_trial(&read);
            close_trial(&silent);
        }
}

// Beyond its limit a standard deviation comes down to it where it is read, too.
static void a_limit_holds_where_a_standard_deviation_is_read(void **state)
{
    (void)state;
    static trial t;
    open_trial(&t, 2, 3);
    br_real u = 1, most = t.ours.sd[0] / 2;
    lift_limits(&t.ours);
    t.ours.most[0] = t.ours.cap[0] = most;
    assert_int_equal(br_kalman_predict(&t.ours, &u, t.p, (br_real)1e-3), BR_OK);
    br_real sd = br_kalman_sd(&t.ours, 0);
    assert_true(sd <= most * (br_real)1.000001);
    assert_int_equal(t.ours.health.limited, 1);
    close_trial(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_standard_deviations_changes_nothing),
        cmocka_unit_test(a_limit_holds_where_a_standard_deviation_is_read),
        cmocka_unit_test(uncoupled_states_get_the_covariance_that_coupled_ones_would),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
