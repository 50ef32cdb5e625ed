// test_ode_memory.c - adaptive integration takes its memory at open and none later; open says when there is none.
#include "kit/failing_memory.h"
#include "ode_kit.h"

static void swings(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    dx[0] = x[1];
    dx[1] = -x[0];
}

static void passes(void *self, double t, const double *x, double *g)
{
    (void)self;
    (void)t;
    g[0] = x[0];
}

static void memory_is_taken_at_open_only(void **state)
{
    (void)state;
    const br_ode ode = {.n = 2, .events = 1, .rate = swings, .event = passes};
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_options o = ode_tolerance(ode_methods[m], 1e-6, 1e-6);
        br_ode_solver s;
        br_ode_end end = BR_ODE_STEPPED;
        double x[2] = {0, 1};
        countdown = 0;
        br_status status = br_ode_open(&s, &ode, &o, NULL);
        countdown = -1;
        assert_int_equal(status, BR_NO_MEMORY);
        assert_null(s.memory);
        assert_int_equal(br_ode_open(&s, &ode, &o, NULL), BR_OK);
        long before = allocations;
        bool good = br_ode_reset(&s, 0, x, NULL) == BR_OK;
        while (good && end != BR_ODE_REACHED)
            good = br_ode_step(&s, 10, &end, NULL) == BR_OK && br_ode_at(&s, s.t, x) == BR_OK;
        long during = allocations - before;
        assert_true(good && s.count.events == 3);
        assert_int_equal(during, 0);
        br_ode_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_taken_at_open_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
