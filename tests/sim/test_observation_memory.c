// test_observation_memory.c - memory gives out at the n-th call, for every n, once and for ever (docs/faults.md J1): an observer over a log.
#include "kit/failing_memory.h"

#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law/builtin/builtin.h"
#include "sim/observe/observation.h"

enum { ROWS = 40 };

static br_status observe(const br_kalman_kind *kind)
{
    static double t[ROWS], v[ROWS], F[ROWS];
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        v[k] = 1e-3 * sin(0.2 * k);
        F[k] = 9 * sin(0.2 * k) + 0.1 * (k % 3);
    }
    br_builtin b;
    br_model m;
    br_observation ob;
    br_diag why = {0};
    const br_trace_column column[] = {{"v", v}, {"F", F}};
    const br_trace log = {ROWS, t, column, 2};
    br_observation_options o = br_observation_defaults();
    o.kind = kind;
    o.tuning = (br_tuning_lists){.estimate = "sigma0 = 1e5 N/m, FC", .noise = "F = 0.5 N", .prior = "FC = 10 %"};
    assert_true(br_builtin_find("lugre", &b));
    br_model_source s = {b.text, b.size, b.name, br_builtin_text, NULL};
    br_given set = {.set = "table-4.1"};
    br_status status = br_model_open_given(&m, &s, &set, NULL, &why);
    if (status != BR_OK)
        return status;
    status = br_observation_run(&ob, &m, &log, &o, &why);
    if (status == BR_OK)
        br_observation_free(&ob);
    br_model_close(&m);
    return status;
}

static void every_allocation_may_fail(void **unused)
{
    (void)unused;
    for (int way = 0; way < 4; way++) {
        br_status status = BR_NO_MEMORY;
        long n = 0;
        for (; status != BR_OK && n < 10000; n++) {
            for_ever = way % 2;
            countdown = n;
            status = observe(way < 2 ? &br_kalman_ekf : NULL);
            bool failed = for_ever ? countdown == 0 : countdown < 0;
            countdown = -1;
            if (status != BR_OK && status != BR_NO_MEMORY)
                fail_msg("allocation %ld: status %d", n, (int)status);
            if (failed)
                status = BR_NO_MEMORY; // only words were lost
        }
        printf("%ld allocations\n", n);
        assert_true(n > 60 && n < 10000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
