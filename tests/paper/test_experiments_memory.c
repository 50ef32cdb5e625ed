// test_experiments_memory.c - experiments where memory gives out: they say so, and leave nothing behind.
#include "num/base/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/failing_memory.h"
#include "paper/list/list.h"

// Whether all of it is there: a curve may be missing alone.
static bool is_whole(const br_outcome *o)
{
    bool whole = o->drawn.status == BR_OK;
    for (int p = 0; p < o->drawn.plots; p++)
        whole = whole && o->drawn.plot[p]->status == BR_OK;
    return whole;
}

// Gives out from some allocation on, at a number of places of an experiment: few where it takes long. Leaks are the
// sanitizer's to see.
static const struct {
    const char *name;
    long places;
} some[] = {{"stribeck/curves", 60},
            {"lugre/lag", 20},
            {"sgms/behaviours", 8},
            {"sgms/transitions", 40},
            {"sgms/states", 20},
            {"maxwell/shaping", 40},
            {"ep/low-velocity", 20},
            {"ep/fidelity", 4},
            {"ep/haptic", 6},
            {"sgms/mhe-full", 6},
            {"sgms/iteration", 20},
            {"lugre/observer-position", 6},
            {"lugre/observer-velocity", 6},
            {"lugre/hunting-compensated", 2}};

static void an_experiment_without_memory_says_so(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const br_experiment *e = br_experiment_find(some[i].name);
        assert_non_null(e);
        br_outcome o = {0};
        br_diag why = {0};
        allocations = 0;
        assert_int_equal(e->run(&o, &why), BR_OK);
        assert_true(is_whole(&o));
        br_outcome_free(&o);
        long all = allocations, stride = all / some[i].places + 1;
        for (long k = 1; k <= all; k += stride) {
            countdown = k - 1;
            br_status status = e->run(&o, &why);
            bool whole = status == BR_OK && is_whole(&o);
            countdown = -1;
            br_outcome_free(&o);
            if (whole || (status != BR_OK && status != BR_NO_MEMORY))
                fail_msg("%s: allocation %ld of %ld fails, and the run ends with %s", e->name, k, all,
                         br_status_text(status));
        }
    }
}

int main(void)
{
    for_ever = true;
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_experiment_without_memory_says_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
