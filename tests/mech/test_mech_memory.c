// test_mech_memory.c - mechanisms: memory gives out at the n-th call (docs/faults.md J1), and a step takes none.
#include "num/base/fp.h"

#include "kit/failing_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "mech/motion/drives.h"
#include "mech/estimate/smoother.h"

static const char text[] =
    "mechanism block \"on a spring\"\nplanar\nbody b mass = 1 kg, cog = 0, 0 m\n"
    "joint S prismatic b ground at = 0, 0 m, axis = 1, 0\ndistance d b ground from = 0, 0 m, to = 0, 1 m\n"
    "beam r pinned mass = 1 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 1 N*m^2\njoint A revolute r ground at = 0, 0 m\n"
    "spring k d stiffness = 1 N/m\ndrive u S = sin(t) N\nfriction f S lugre table-I\nsensor v speed S\nsensor a "
    "accelerometer b at = 0, 0 m, axis = 1, 0\n";

typedef struct machine {
    br_mech m;
    br_drives drives;
    br_moving s;
    br_filter f;
    br_mech_smoother smoother;
} machine;

static const br_input unknown[] = {{.force = 1, .walk = 1}}; // the drive
static const br_parameter stiffness = {
    .kind = BR_OF_FORCE, .x = 1, .sd = 0.1, .is = {.by = 'p', .scale = 1, .high = 9}};
static const int sensor[] = {0, 1}; // both
static const double sd[] = {0.1, 1};

static br_status open_machine(machine *w)
{
    memset(w, 0, sizeof *w);
    br_status status = br_mech_read(&w->m, text, strlen(text), "test", NULL);
    if (status == BR_OK)
        status = br_drives_open(&w->drives, &w->m, NULL);
    if (status == BR_OK)
        status = br_moving_open(&w->s, &w->m, NULL);
    if (status == BR_OK)
        status = br_moving_start(&w->s, NULL);
    br_filter_options o = {.input = unknown,
                           .inputs = 1,
                           .parameter = &stiffness,
                           .parameters = 1,
                           .sensor = sensor,
                           .sensors = 2,
                           .sd = sd,
                           .dense = true,
                           .judged = true,
                           .tails = true};
    if (status == BR_OK)
        status = br_filter_open(&w->f, &w->s, &o, NULL);
    return status == BR_OK ? br_mech_smoother_open(&w->smoother, &w->f, 10) : status;
}

static void close_machine(machine *w)
{
    br_mech_smoother_close(&w->smoother);
    br_filter_close(&w->f);
    br_moving_close(&w->s);
    br_drives_close(&w->drives);
    br_mech_free(&w->m);
}

static void J1_every_allocation_may_fail(void **state)
{
    (void)state;
    static machine w;
    for (int ever = 0; ever < 2; ever++) {
        bool failed = true;
        for (long n = 0; failed; n++) {
            assert_true(n < 100000);
            for_ever = ever;
            countdown = n;
            br_status status = open_machine(&w);
            failed = ever ? countdown == 0 : countdown < 0;
            countdown = -1;
            close_machine(&w);
            assert_true(status == BR_NO_MEMORY || status == BR_OK); // where only words were lost
            assert_true(failed || status == BR_OK);
        }
    }
}

static void a_step_takes_no_memory(void **state)
{
    (void)state;
    static machine w;
    assert_int_equal(open_machine(&w), BR_OK);
    long before = allocations;
    for (int k = 1; k <= 100; k++) {
        assert_int_equal(br_drives_at(&w.drives, 1e-3 * k, w.s.drive, NULL), BR_OK);
        assert_int_equal(br_moving_step(&w.s, &br_mech_alpha, 1e-3, NULL), BR_OK);
    }
    for (int k = 1; k <= 10; k++) {
        const double y[] = {0.1, 0};
        br_mech_smoother_begin_row(&w.f);
        assert_int_equal(br_filter_time_update(&w.f, 1e-3, NULL), BR_OK);
        br_mech_smoother_note_prediction(&w.smoother, &w.f);
        assert_int_equal(br_filter_measurement_update(&w.f, y, NULL), BR_OK);
        br_mech_smoother_store_row(&w.smoother, &w.f);
        assert_int_equal(br_filter_update_forces(&w.f, NULL), BR_OK);
    }
    assert_int_equal(allocations - before, 0);
    close_machine(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(J1_every_allocation_may_fail),
                                       cmocka_unit_test(a_step_takes_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
