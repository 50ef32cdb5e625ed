// test_mhe_wide.c - all intervals linearised at once, and slice by slice: the same bits.
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "loop/horizon/mhe.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ELEMENTS = 4, VECTOR = 6, HORIZON = 40, SAMPLES = 90 };

typedef struct axis {
    br_model model;
    br_system system;
    double x[ELEMENTS], u[1], p[40];
} axis;

typedef struct horizon {
    br_mhe m;
    void *memory;
} horizon;

static void open_axis(axis *a)
{
    br_builtin b;
    assert_true(br_builtin_find("sgms", &b));
    br_given set = {.set = "table-4.1"};
    br_model_source source = {b.text, b.size, b.name, br_builtin_text, NULL};
    assert_int_equal(br_model_open_given(&a->model, &source, &set, &(br_given){.text = "", .origin = "none"}, NULL),
                     BR_OK);
    assert_int_equal(br_system_open(&a->system, &a->model, NULL), BR_OK);
    br_model_points(&a->model, a->x, a->u, a->p);
}

static void open_horizon(horizon *h, const axis *a, int inputs)
{
    const double sd[VECTOR] = {1, 1, 1, 1, 0.7, 0.7}, x[VECTOR] = {0, 0, 0, 0, 1, 1},
                 q[VECTOR] = {1e-2, 1e-2, 1e-2, 1e-2, 1e-6, 1e-6}, r = 0.25;
    const br_estimate e[] = {{'p', 2, a->p[2], 0, 0, 1e12}, {'p', 3, a->p[3], 0, 0, 1e12}};
    br_mhe_options o = br_mhe_defaults();
    o.joint.estimate = e;
    o.joint.estimates = 2;
    o.joint.flow.kind = &br_integrator_lie;
    o.joint.flow.substeps = o.joint.flow.most = 3;
    o.horizon = HORIZON;
    o.inputs = inputs;
    o.dt = 2e-3;
    o.measured = 1;
    o.which = (const int[]){0};
    o.r = &r;
    o.sd = sd;
    o.q = q;
    o.q_per_step = o.first = 1;
    size_t bytes = br_mhe_bytes(&a->system.sys, &o);
    h->memory = malloc(bytes + 1);
    assert_true(bytes > 0 && h->memory);
    assert_int_equal(br_mhe_init(&h->m, &a->system.sys, &o, x, h->memory, bytes), BR_OK);
}

// A sample; so many slices of its preparation, then the rest at once.
static void sample(horizon *h, const axis *a, int k, int slices)
{
    double v = 2e-3 * sin(0.06 * k), y = k % 9 == 5 ? (double)NAN : 4 * sin(0.06 * k - 0.5);
    assert_int_equal(br_mhe_feedback(&h->m, &v, a->p, &y), BR_OK);
    for (int i = 1; i < h->m.o.inputs; i++) {
        v = 2e-3 * sin(0.06 * (k + (double)i / h->m.o.inputs));
        assert_int_equal(br_mhe_input(&h->m, &v), BR_OK);
    }
    for (int i = 0; i < slices && !br_mhe_slice(&h->m, a->p); i++)
        ;
    assert_int_equal(br_mhe_prepare(&h->m, a->p), BR_OK);
}

static void intervals_at_once_give_the_bits_of_slices(void **state)
{
    (void)state;
    axis a;
    open_axis(&a);
    for (int inputs = 1; inputs <= 3; inputs += 2) {
        horizon whole, part, sliced;
        open_horizon(&whole, &a, inputs);
        open_horizon(&part, &a, inputs);
        open_horizon(&sliced, &a, inputs);
        assert_true(whole.m.wide == 32 && whole.m.o.lanes == 8);
        for (int k = 0; k < SAMPLES; k++) {
            sample(&whole, &a, k, 0);
            sample(&part, &a, k, 2);
            sample(&sliced, &a, k, 1000);
            assert_int_equal(whole.m.last, k < HORIZON ? k + 1 : HORIZON);
            assert_memory_equal(whole.m.x, sliced.m.x, VECTOR * sizeof(double));
            assert_memory_equal(whole.m.x, part.m.x, VECTOR * sizeof(double));
            assert_memory_equal(whole.m.P, sliced.m.P, VECTOR * VECTOR * sizeof(double));
            assert_memory_equal(whole.m.X, sliced.m.X, VECTOR * (size_t)(whole.m.last + 1) * sizeof(double));
        }
        assert_true(fabs(whole.m.x[VECTOR - 1] - 1) > 1e-6); // something was learnt
        free(whole.memory);
        free(part.memory);
        free(sliced.memory);
    }
    br_system_close(&a.system);
    br_model_close(&a.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_at_once_give_the_bits_of_slices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
