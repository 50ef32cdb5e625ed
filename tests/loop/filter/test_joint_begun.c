// test_joint_begun.c - measured where the last step began, what the flow has seen there is what would be evaluated.
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "loop/filter/joint.h"
#include "num/base/random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { POINTS = 5, MOST = 64 };
static br_random numbers;

static int below(int n) // 0 to n - 1
{
    return (int)(br_random_uniform(&numbers) * n);
}

typedef struct friction {
    br_model model;
    br_system system;
    double x[MOST], u[MOST], p[MOST];
} friction;

static void open_friction(friction *f, const char *name, const char *set)
{
    br_builtin b;
    assert_true(br_builtin_find(name, &b));
    br_model_source source = {b.text, b.size, b.name, br_builtin_text, NULL};
    br_given given = {.set = set}, none = {.text = "", .origin = "none"};
    assert_int_equal(br_model_open_given(&f->model, &source, &given, &none, NULL), BR_OK);
    assert_int_equal(br_system_open(&f->system, &f->model, NULL), BR_OK);
    br_model_points(&f->model, f->x, f->u, f->p);
}

static void close_friction(friction *f)
{
    br_system_close(&f->system);
    br_model_close(&f->model);
}

// Steps with and without derivatives, by one substep and by several, of all points of a joint and of fewer, at points of
// which some slide and some hold; size: of their states.
static void compare(const char *name, double size, const br_integrator_kind *kind, int substeps, int lanes)
{
    static friction f;
    open_friction(&f, name, "table-4.1");
    const br_sys *s = &f.system.sys;
    br_estimate e[2] = {{'p', 0, f.p[0], 1, 0, 1e12}, {'u', 0, 1e-3, 0, -1e3, 1e3}};
    br_joint_options o = {.flow = br_integrator_defaults(), .estimate = e, .estimates = 2, .slopes = 1, .each = 1};
    o.flow.kind = kind;
    o.flow.substeps = o.flow.most = substeps;
    o.flow.begun = 1;
    o.flow.points = POINTS;
    o.flow.lanes = lanes;
    br_joint j;
    size_t bytes = br_joint_bytes(s, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_joint_init(&j, s, &o, memory, bytes), BR_OK);
    for (int turn = 0; turn < 40; turn++) {
        int count = 1 + below(POINTS), slopes = below(3) > 0;
        double X[MOST], u[POINTS], next[MOST], F[MOST * POINTS], y[2][POINTS], h[2][MOST];
        for (int i = 0; i < j.n * count; i++)
            X[i] = br_random_normal(&numbers) * (i < j.nx * count ? size : 1);
        for (int k = 0; k < count; k++)
            u[k] = 1e-3 * br_random_normal(&numbers);
        assert_int_equal(br_joint_step(&j, count, X, NULL, u, f.p, 1e-3, next, NULL, slopes ? F : NULL), BR_OK);
        for (int which = 0; which < j.ny; which++) {
            br_joint_measure_begun(&j, count, X, NULL, u, f.p, which, y[0], slopes ? h[0] : NULL);
            br_joint_measure_begun(&j, count, X, NULL, u, f.p, which, y[0], slopes ? h[0] : NULL); // and again
            br_joint_measure(&j, count, X, NULL, u, f.p, which, y[1], slopes ? h[1] : NULL);
            for (int k = 0; k < count; k++)
                assert_true(y[0][k] == y[1][k]);
            for (int k = 0; slopes && k < j.n * count; k++)
                assert_true(h[0][k] == h[1][k]);
            assert_int_equal(br_joint_step(&j, count, X, NULL, u, f.p, 1e-3, next, NULL, slopes ? F : NULL), BR_OK);
        }
    }
    free(memory);
    close_friction(&f);
}

static void what_a_flow_has_seen_is_what_would_be_evaluated(void **state)
{
    (void)state;
    for (int lanes = 2; lanes <= POINTS; lanes += 3) {
        compare("sgms", 0.5, &br_integrator_lie, 1, lanes);
        compare("sgms", 0.5, &br_integrator_lie, 3, lanes);
        compare("sgms", 0.5, &br_integrator_gauss4, 2, lanes);
        compare("sgms", 0.5, &br_integrator_rosenbrock, 2, lanes);
        compare("lugre", 1e-5, &br_integrator_exponential, 1, lanes);
        compare("lugre", 1e-5, &br_integrator_exponential, 2, lanes);
    }
}

// LIE and exponential flows do not evaluate twice.
static void a_flow_that_begins_with_a_look_remembers_it(void **state)
{
    (void)state;
    static friction f;
    open_friction(&f, "sgms", "table-4.1");
    br_integrator flow;
    br_integrator_options o = br_integrator_defaults();
    o.kind = &br_integrator_lie;
    o.most = o.substeps = 4;
    o.begun = 1;
    size_t bytes = br_integrator_bytes(&f.system.sys, &o);
    void *memory = malloc(bytes);
    double next[MOST], out[MOST];
    assert_int_equal(br_integrator_init(&flow, &f.system.sys, &o, memory, bytes), BR_OK);
    assert_int_equal(br_integrator_step(&flow, 1, f.x, NULL, f.u, f.p, 0, 1e-3, next, NULL, NULL), BR_OK);
    assert_true(br_integrator_begun(&flow, 1, 0));
    assert_false(br_integrator_begun(&flow, 1, 1)); // without derivatives by inputs and parameters
    br_sys_rate(&f.system.sys, 1, f.x, NULL, f.u, f.p, 0, out);
    for (int i = 0; i < br_sys_nx(&f.system.sys) + br_sys_ny(&f.system.sys); i++)
        assert_true(out[i] == flow.begun_out[i]);
    assert_int_equal(br_integrator_step(&flow, 1, f.x, NULL, f.u, f.p, 0, 0, next, NULL, NULL), BR_OK);
    assert_false(br_integrator_begun(&flow, 1, 0)); // no step, no look
    free(memory);
    close_friction(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_flow_has_seen_is_what_would_be_evaluated),
        cmocka_unit_test(a_flow_that_begins_with_a_look_remembers_it),
    };
    const char *seed = getenv("BR_SEED");
    br_random_init(&numbers, seed ? strtoull(seed, NULL, 10) : 1, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
