// test_batch.c - filters and horizons of many axes give the same bits in a batch as one by one.
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "loop/filter/batch.h"
#include "loop/horizon/mhe.h"
#include "num/base/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { Z = 4, E = 3, N = Z + E, NP = 32, AXES = 37, STEPS = 400, LANES = 16 };

typedef struct plant {
    br_model model;
    br_system system;
    double p[AXES][NP], v[AXES], y[AXES];
    br_random random;
} plant;

static void open_plant(plant *w)
{
    br_builtin b;
    br_given set = {.set = "table-4.1"};
    double z[Z], u[1];
    assert_true(br_builtin_find("sgms", &b));
    br_model_source source = {b.text, b.size, b.name, br_builtin_text, NULL};
    assert_int_equal(br_model_open_given(&w->model, &source, &set, NULL, NULL), BR_OK);
    assert_int_equal(br_system_open(&w->system, &w->model, NULL), BR_OK);
    assert_true(br_sys_np(&w->system.sys) <= NP);
    for (int k = 0; k < AXES; k++)
        br_model_points(&w->model, z, u, w->p[k]);
    br_random_init(&w->random, 3, 0);
}

static void close_plant(plant *w)
{
    br_system_close(&w->system);
    br_model_close(&w->model);
}

// Every axis its own speed, and its own parameters if wanted; measurements that have little to do with them, some missing, some absurd.
static void next_sample(plant *w, int step)
{
    for (int k = 0; k < AXES; k++) {
        w->v[k] = 2e-3 * (1 + 0.3 * k) * sin(0.02 * step + k);
        w->y[k] = 8 * tanh(1000 * w->v[k]) + 0.5 * br_random_normal(&w->random);
        if ((step + k) % 53 == 0)
            w->y[k] = (double)NAN;
        if ((step + k) % 101 == 0)
            w->y[k] = 1e6;
    }
    if (step % 97 == 50)
        w->v[step % AXES] = (double)NAN;
}

static br_estimate estimates[E] = {
    {'p', 2, 142000, 0, 0, 1e300}, {'p', 3, 158000, 1, 1, 1e300}, {'p', 12, 9, 0, 4, 20}};

static br_kalman_options options_of(double *sd, double *q, double *r)
{
    br_kalman_options o = br_kalman_defaults();
    for (int i = 0; i < N; i++) {
        sd[i] = i < Z ? 1 : 0.1;
        q[i] = i < Z ? 10 : 0.01;
    }
    r[0] = 0.25;
    o.kind = &br_kalman_ekf;
    o.joint.estimate = estimates;
    o.joint.estimates = E;
    o.sd = sd;
    o.q = q;
    o.r = r;
    return o;
}

static void *open_filter(const plant *w, const br_kalman_options *o, br_kalman *to)
{
    const double x[N] = {0, 0, 0, 0, 1, 0, 1};
    size_t bytes = br_kalman_bytes(&w->system.sys, o);
    void *memory = malloc(bytes);
    assert_true(bytes > 0 && memory);
    assert_int_equal(br_kalman_init(to, &w->system.sys, o, x, memory, bytes), BR_OK);
    return memory;
}

static void assert_same_filter(const br_kalman *a, const br_kalman *b)
{
    assert_memory_equal(a->gaussian.x, b->gaussian.x, N * sizeof(double));
    assert_memory_equal(a->gaussian.U, b->gaussian.U, N * N * sizeof(double));
    assert_memory_equal(a->gaussian.D, b->gaussian.D, N * sizeof(double));
    assert_memory_equal(&a->health, &b->health, sizeof a->health);
}

// own: every axis has its own parameters
static void compare_filters(const br_integrator_kind *kind, int own)
{
    static plant w;
    static br_kalman alone[AXES], together[AXES];
    br_kalman *list[AXES];
    const double *u[AXES], *p[AXES];
    double sd[N], q[N], r[1 + N] = {0};
    void *memory[2 * AXES];
    br_batch b;
    br_status status[AXES];
    memset(&w, 0, sizeof w);
    open_plant(&w);
    br_kalman_options o = options_of(sd, q, r);
    o.joint.flow.kind = kind;
    size_t bytes = br_batch_bytes(&w.system.sys, &o.joint, LANES);
    void *lent = malloc(bytes);
    assert_true(bytes > 0 && lent);
    assert_int_equal(br_batch_init(&b, &w.system.sys, &o.joint, LANES, lent, bytes - 1), BR_BAD_USAGE);
    assert_int_equal(br_batch_init(&b, &w.system.sys, &o.joint, LANES, lent, bytes), BR_OK);
    for (int k = 0; k < AXES; k++) {
        o.joint.elsewhere = NULL;
        memory[k] = open_filter(&w, &o, &alone[k]);
        o.joint.elsewhere = &b.elsewhere;
        memory[AXES + k] = open_filter(&w, &o, &together[k]);
        list[k] = &together[k];
        for (int i = 0; own && i < Z; i++)
            w.p[k][i] *= 1 + 0.01 * k;
        u[k] = &w.v[k];
        p[k] = own ? w.p[k] : w.p[0];
    }
    int differ = 0;
    for (int step = 0; step < STEPS; step++) {
        next_sample(&w, step);
        assert_int_equal(br_batch_predict(&b, AXES, list, u, p, 1e-4, status), BR_OK);
        for (int k = 0; k < AXES; k++)
            assert_int_equal(status[k], br_kalman_predict(&alone[k], u[k], p[k], 1e-4));
        if (step % 3 == 2) {
            assert_int_equal(br_batch_correct(&b, AXES, list, u, p, 0, w.y, status), BR_OK);
            for (int k = 0; k < AXES; k++)
                assert_int_equal(status[k], br_kalman_correct(&alone[k], u[k], p[k], 0, w.y[k]));
        }
        if (step % 7 == 0) // one by itself, between
            assert_int_equal(br_kalman_predict(&together[5], &w.v[5], p[5], 1e-4),
                             br_kalman_predict(&alone[5], &w.v[5], p[5], 1e-4));
        for (int k = 0; k < AXES; k++)
            assert_same_filter(&together[k], &alone[k]);
    }
    for (int k = 1; k < AXES; k++)
        differ += alone[k].gaussian.x[0] != alone[0].gaussian.x[0];
    assert_int_equal(differ, AXES - 1);
    list[3] = &alone[3]; // not made for the batch
    assert_int_equal(br_batch_predict(&b, AXES, list, u, p, 1e-4, status), BR_BAD_USAGE);
    assert_same_filter(&together[0], &alone[0]);
    for (int k = 0; k < 2 * AXES; k++)
        free(memory[k]);
    free(lent);
    close_plant(&w);
}

static void filters_of_a_batch_have_the_bits_of_filters_alone(void **state)
{
    (void)state;
    compare_filters(NULL, 0);
    compare_filters(&br_integrator_lie, 0);
    compare_filters(&br_integrator_gauss4, 0);
}

static void so_they_have_with_parameters_of_their_own(void **state)
{
    (void)state;
    compare_filters(NULL, 1);
    compare_filters(&br_integrator_lie, 1);
}

static void *open_horizon(const plant *w, const br_mhe_options *o, br_mhe *to)
{
    const double x[N] = {0, 0, 0, 0, 1, 0, 1};
    size_t bytes = br_mhe_bytes(&w->system.sys, o);
    void *memory = malloc(bytes);
    assert_true(bytes > 0 && memory);
    assert_int_equal(br_mhe_init(to, &w->system.sys, o, x, memory, bytes), BR_OK);
    return memory;
}

static void horizons_that_share_a_flow_have_the_bits_of_horizons_alone(void **state)
{
    (void)state;
    enum { HORIZONS = 5 };
    static plant w;
    static br_mhe alone[HORIZONS], together[HORIZONS];
    const double r = 0.25;
    const int which = 0;
    double sd[N], q[N], unused[1 + N] = {0};
    void *memory[2 * HORIZONS];
    br_batch b;
    open_plant(&w);
    br_kalman_options k = options_of(sd, q, unused);
    br_mhe_options o = br_mhe_defaults();
    o.joint = k.joint;
    o.joint.flow.kind = &br_integrator_lie;
    o.sd = sd;
    o.q = q;
    o.r = &r;
    o.which = &which;
    o.measured = 1;
    o.dt = 2e-3;
    o.lanes = 8;
    br_joint_options joint = o.joint;
    joint.each = 1;
    joint.flow.points = o.lanes;
    size_t bytes = br_batch_bytes(&w.system.sys, &joint, 1), own = 0;
    void *lent = malloc(bytes);
    assert_int_equal(br_batch_init(&b, &w.system.sys, &joint, 1, lent, bytes), BR_OK);
    for (int i = 0; i < HORIZONS; i++) {
        o.joint.elsewhere = NULL;
        own = br_mhe_bytes(&w.system.sys, &o);
        memory[i] = open_horizon(&w, &o, &alone[i]);
        o.joint.elsewhere = &b.elsewhere;
        memory[HORIZONS + i] = open_horizon(&w, &o, &together[i]);
        assert_true(br_mhe_bytes(&w.system.sys, &o) < own);
    }
    for (int step = 0; step < STEPS; step++) {
        next_sample(&w, step);
        for (int i = 0; i < HORIZONS; i++) {
            br_status one = br_mhe_step(&together[i], &w.v[i], w.p[i], &w.y[i]);
            assert_int_equal(one, br_mhe_step(&alone[i], &w.v[i], w.p[i], &w.y[i]));
            assert_memory_equal(together[i].x, alone[i].x, N * sizeof(double));
            assert_memory_equal(together[i].P, alone[i].P, N * N * sizeof(double));
            assert_memory_equal(&together[i].health, &alone[i].health, sizeof alone[i].health);
        }
    }
    for (int i = 0; i < 2 * HORIZONS; i++)
        free(memory[i]);
    free(lent);
    close_plant(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_of_a_batch_have_the_bits_of_filters_alone),
        cmocka_unit_test(so_they_have_with_parameters_of_their_own),
        cmocka_unit_test(horizons_that_share_a_flow_have_the_bits_of_horizons_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
