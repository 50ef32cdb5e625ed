// test_ode_memory.c - adaptive integration takes its memory at open and none later; open says when there is none.
//
// The linker hands every allocation of the library to the wrappers below (tests/CMakeLists.txt sees their names).
#include "ode_kit.h"

static long allocations;
static bool none_left;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return none_left ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return none_left ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    allocations++;
    return none_left ? NULL : __real_realloc(p, size);
}

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
        none_left = true;
        br_status status = br_ode_open(&s, &ode, &o, NULL);
        none_left = false;
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
