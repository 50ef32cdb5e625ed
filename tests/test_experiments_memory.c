// test_experiments_memory.c - experiments where memory gives out: they say so, and leave nothing behind.
//
// The linker hands every allocation of the library to the wrappers below (tests/CMakeLists.txt sees their names).
#include "num/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/experiment.h"

static long left = -1, taken; // allocations: from the left-th on they fail, -1: none does; asked for so far

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

static bool granted(void)
{
    taken++;
    if (left < 0)
        return true;
    left -= left > 0;
    return left > 0;
}

void *__wrap_malloc(size_t size)
{
    return granted() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return granted() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *p, size_t size)
{
    return granted() ? __real_realloc(p, size) : NULL;
}

// Whether all of it is there: a curve may be missing alone.
static bool is_whole(const br_outcome *o)
{
    bool whole = o->status == BR_OK;
    for (int p = 0; p < o->plots; p++)
        whole = whole && o->plot[p]->status == BR_OK;
    return whole;
}

// Gives out from some allocation on, at a number of places of an experiment: few where it takes long. Leaks are the
// sanitizer's to see.
static const struct {
    const char *name;
    long places;
} some[] = {{"stribeck/curves", 60}, {"lugre/lag", 20},       {"sgms/behaviours", 8}, {"sgms/transitions", 40},
            {"sgms/states", 20},     {"maxwell/shaping", 40}, {"ep/low-velocity", 20}};

static void an_experiment_without_memory_says_so(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const br_experiment *e = br_experiment_find(some[i].name);
        assert_non_null(e);
        br_outcome o = {0};
        br_diag why = {0};
        taken = 0;
        assert_int_equal(e->run(&o, &why), BR_OK);
        assert_true(is_whole(&o));
        br_outcome_free(&o);
        long all = taken, stride = all / some[i].places + 1;
        for (long k = 1; k <= all; k += stride) {
            left = k;
            br_status status = e->run(&o, &why);
            bool whole = status == BR_OK && is_whole(&o);
            left = -1;
            br_outcome_free(&o);
            if (whole || (status != BR_OK && status != BR_NO_MEMORY))
                fail_msg("%s: allocation %ld of %ld fails, and the run ends with %s", e->name, k, all,
                         br_status_text(status));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_experiment_without_memory_says_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
