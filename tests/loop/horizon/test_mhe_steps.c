// test_mhe_steps.c - steps of a moving horizon where the model leaves the numbers, and its work by slices.
//
// x' = 0, y = exp(x): a whole step from 0 towards y = exp(7) ends where exp overflows.
#include "loop/horizon/mhe_parts.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void rate(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, br_real *out)
{
    (void)s, (void)m, (void)u, (void)p, (void)each;
    for (int k = 0; k < count; k++) {
        out[k] = 0;
        out[count + k] = exp(x[k]);
    }
}

static void jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                int each, br_real *out, br_real *to)
{
    rate(s, count, x, m, u, p, each, out);
    for (int k = 0; k < count; k++) {
        to[k] = 0;
        to[count + k] = exp(x[k]);
    }
}

static const br_sys_block blocks[] = {
    {.shape = BR_DENSE, .by = 'x', .at = 0, .row = 0, .rows = 1, .column = 0, .columns = 1},
    {.shape = BR_DENSE, .by = 'x', .at = 1, .row = 1, .rows = 1, .column = 0, .columns = 1}};
static const br_sys steep = {.nx = 1,
                             .nu = 1,
                             .ny = 1,
                             .njet = 2,
                             .njet_x = 2,
                             .block = blocks,
                             .blocks = 2,
                             .rate = rate,
                             .jet = jet,
                             .jet_x = jet};

enum { HORIZON = 5 };

typedef struct machine {
    br_mhe m;
    br_mhe_options o;
    void *memory;
    double r, sd, q;
} machine;

static void open_machine(machine *a, int halvings, int iterations)
{
    static const int which = 0;
    *a = (machine){.r = 1e-4, .sd = 100, .q = 1e-6};
    a->o = br_mhe_defaults();
    a->o.gate = 0;
    a->o.horizon = HORIZON;
    a->o.dt = 0.1;
    a->o.measured = 1;
    a->o.which = &which;
    a->o.r = &a->r;
    a->o.sd = &a->sd;
    a->o.q = &a->q;
    a->o.first = 1;
    a->o.halvings = halvings;
    a->o.iterations = iterations;
}

static void start(machine *a)
{
    const double x0 = 0;
    size_t bytes = br_mhe_bytes(&steep, &a->o);
    a->memory = malloc(bytes);
    assert_int_equal(br_mhe_init(&a->m, &steep, &a->o, &x0, a->memory, bytes), BR_OK);
}

static void feed(machine *a, double y)
{
    const double u = 0;
    assert_int_equal(br_mhe_feedback(&a->m, &u, NULL, &y), BR_OK);
    assert_true(isfinite(a->m.x[0]) && isfinite(a->m.P[0]) && a->m.P[0] >= 0);
}

static int used(const br_mhe *m)
{
    int count = 0;
    for (int k = 0; k <= m->last; k++)
        count += m->rho[k] > 0;
    return count;
}

// A shortened step is one whose cost fell: measurements that the model gives no number for are not simply gone.
static void steps_that_leave_the_numbers_are_shortened(void **state)
{
    (void)state;
    for (int iterations = 1; iterations <= 3; iterations += 2) {
        machine a;
        open_machine(&a, 9, iterations);
        start(&a);
        for (int k = 0; k < 40; k++) {
            feed(&a, exp(7));
            assert_int_equal(br_mhe_prepare(&a.m, NULL), BR_OK);
            assert_true(used(&a.m) >= a.m.last); // the newest node waits
        }
        assert_true(a.m.health.shortened > 0);
        assert_int_equal(a.m.health.missing, 0);
        assert_true(fabs(a.m.x[0] - 7) < 1e-3);
        free(a.memory);
    }
}

// Without a line search there is no way on: it starts again, and says so.
static void a_whole_step_out_of_the_numbers_is_a_start_from_anew(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 0, 1);
    start(&a);
    for (int k = 0; k < 12; k++) {
        feed(&a, exp(7));
        assert_int_equal(br_mhe_prepare(&a.m, NULL), BR_OK);
        assert_true(fabs(a.m.X[0]) < 1000);
    }
    assert_true(a.m.health.resets > 0);
    free(a.memory);
}

// Where no share of a step lowers the cost, the nodes stay where they were.
static void a_step_that_helps_nothing_is_not_taken(void **state)
{
    (void)state;
    machine a;
    double before[HORIZON + 1];
    open_machine(&a, 1, 1);
    start(&a);
    feed(&a, exp(7)); // 1096 and half of it: both overflow
    memcpy(before, a.m.X, sizeof *before);
    while (a.m.slice == 0)
        (void)br_mhe_slice(&a.m, NULL);
    assert_true(a.m.X[0] == before[0]);
    assert_int_equal(a.m.health.shortened, 2);
    free(a.memory);
}

// Slices come to what the whole preparation comes to, and to no more of them than said.
static void slices_are_as_many_as_said_and_give_the_same(void **state)
{
    (void)state;
    machine whole, parts;
    const double low = 6.5, high = 6.9; // out of reach of what is measured: bounds hold
    for (int halvings = 0; halvings < 3; halvings += 2) {
        machine *const both[] = {&whole, &parts};
        for (int i = 0; i < 2; i++) {
            open_machine(both[i], halvings, 3);
            both[i]->q = 0;
            both[i]->sd = 0.3;
            both[i]->o.low = &low;
            both[i]->o.high = &high;
            start(both[i]);
        }
        for (int k = 0; k < 20; k++) {
            double y = exp(k % 3 ? 7 : 6.6);
            int slices = 1;
            feed(&whole, y);
            feed(&parts, y);
            assert_int_equal(br_mhe_prepare(&whole.m, NULL), BR_OK);
            while (!br_mhe_slice(&parts.m, NULL))
                slices++;
            assert_true(slices > 3 && slices <= br_mhe_slices(&parts.m));
            assert_memory_equal(whole.m.X, parts.m.X, sizeof(double) * (size_t)(whole.m.last + 1));
            assert_true(whole.m.x[0] >= low && whole.m.x[0] <= high);
        }
        free(whole.memory);
        free(parts.memory);
    }
}

// The next problem is linearised about a trajectory that is given; wrong ones are refused.
static void a_trajectory_may_be_given(void **state)
{
    (void)state;
    machine a;
    const double near[] = {6.9, 7.1, 6.95}, wild[] = {7, (double)NAN, 7};
    open_machine(&a, 9, 1);
    start(&a);
    assert_int_equal(br_mhe_about(&a.m, NULL, 1, near), BR_BAD_USAGE); // nothing is measured yet
    for (int k = 0; k < 3; k++) {
        feed(&a, exp(7));
        if (k < 2)
            assert_int_equal(br_mhe_prepare(&a.m, NULL), BR_OK);
    }
    assert_int_equal(br_mhe_about(&a.m, NULL, 3, near), BR_OK);
    for (int k = 0; k < 3; k++)
        assert_true(a.m.X[k] == near[k]);
    assert_int_equal(br_mhe_prepare(&a.m, NULL), BR_OK);
    feed(&a, exp(7)); // one whole step from nearby: Newton's error is its square
    assert_true(fabs(a.m.x[0] - 7) < 0.01);
    assert_int_equal(br_mhe_about(&a.m, NULL, 5, near), BR_BAD_USAGE);
    feed(&a, exp(7));
    assert_int_equal(br_mhe_about(&a.m, NULL, 3, wild), BR_BAD_USAGE);
    free(a.memory);
}

// What the gate has left out for long is believed in the end; until then it goes on from what it knew, not from its start.
static void a_start_for_what_the_gate_left_out_goes_on_from_the_newest_estimate(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 9, 3);
    a.o.gate = 5;
    a.o.patience = 3;
    start(&a);
    for (int k = 0; k < 30; k++) {
        feed(&a, exp(7));
        assert_int_equal(br_mhe_prepare(&a.m, NULL), BR_OK);
    }
    assert_true(fabs(a.m.x[0] - 7) < 1e-3);
    unsigned long resets = a.m.health.resets;
    for (int k = 0; k < 3; k++) {
        feed(&a, 2 * exp(7));
        assert_true(fabs(a.m.x[0] - 7) < 1e-3 && !a.m.taken[0]);
        assert_int_equal(br_mhe_prepare(&a.m, NULL), BR_OK);
    }
    assert_int_equal(a.m.health.resets, resets + 1);
    for (int k = 0; k < 10; k++) {
        feed(&a, 2 * exp(7));
        assert_int_equal(br_mhe_prepare(&a.m, NULL), BR_OK);
    }
    assert_true(fabs(a.m.x[0] - (7 + log(2))) < 1e-2);
    free(a.memory);
}

// Without noise all nodes are one number x. When the horizon moves on, what is known of it is one correction by the oldest
// measurement, linearised where the last iteration was (Kuehl et al.), or where the nodes are now (smoothed).
static void arrival_costs_are_linearised_where_they_say(void **state)
{
    (void)state;
    static const double noise[] = {0.3, -0.2, 0.1, -0.4, 0.25, 0.05, -0.15, 0.2};
    for (int smoothed = 0; smoothed < 2; smoothed++) {
        machine a;
        open_machine(&a, 0, 1);
        a.q = 0;
        a.sd = 0.3;
        a.r = 1e4;
        a.o.arrival = smoothed ? BR_MHE_SMOOTHED : BR_MHE_KUEHL;
        start(&a);
        a.m.X[0] = a.m.arrival.x[0] = 6.5;
        for (int k = 0; k < 4 * HORIZON; k++) {
            feed(&a, exp(7 + noise[k % 8]));
            int full = a.m.last == HORIZON;
            double x = a.m.X[0], y = a.m.Y[0], mean = a.m.arrival.x[0], P = a.m.arrival.D[0];
            assert_int_equal(br_mhe_prepare(&a.m, NULL), BR_OK);
            if (!full)
                continue;
            x = smoothed ? a.m.X[0] : x;
            double h = exp(x), K = P * h / (h * P * h + a.r);
            mean += K * (y - exp(x) - h * (mean - x));
            assert_true(fabs(a.m.arrival.x[0] - mean) < 1e-12 * fabs(mean));
            assert_true(fabs(a.m.arrival.D[0] - (1 - K * h) * P) < 1e-12 * P);
        }
        assert_true(fabs(a.m.x[0] - 7) < 0.2);
        free(a.memory);
    }
}

// An input that is no number takes its place in the interval: the one before is held there, and the next is the next.
static void an_input_that_is_no_number_takes_its_place(void **state)
{
    (void)state;
    machine a;
    const double bad = (double)INFINITY, good = 3;
    open_machine(&a, 0, 1);
    a.o.inputs = 3;
    start(&a);
    feed(&a, 1);
    assert_int_equal(br_mhe_input(&a.m, &bad), BR_NOT_FINITE);
    assert_int_equal(br_mhe_input(&a.m, &good), BR_OK);
    assert_int_equal(br_mhe_input(&a.m, &good), BR_BAD_USAGE);
    const double *u = br_mhe_inputs(&a.m, a.m.last);
    assert_true(u[0] == 0 && u[1] == 0 && u[2] == 3);
    assert_int_equal(a.m.health.refused, 1);
    free(a.memory);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    machine a;
    open_machine(&a, 0, 1);
    a.o.arrival = (br_mhe_arrival)7;
    assert_int_equal(br_mhe_bytes(&steep, &a.o), 0);
    assert_int_equal(br_mhe_slice(NULL, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_that_leave_the_numbers_are_shortened),
        cmocka_unit_test(a_whole_step_out_of_the_numbers_is_a_start_from_anew),
        cmocka_unit_test(a_step_that_helps_nothing_is_not_taken),
        cmocka_unit_test(slices_are_as_many_as_said_and_give_the_same),
        cmocka_unit_test(a_trajectory_may_be_given),
        cmocka_unit_test(a_start_for_what_the_gate_left_out_goes_on_from_the_newest_estimate),
        cmocka_unit_test(arrival_costs_are_linearised_where_they_say),
        cmocka_unit_test(an_input_that_is_no_number_takes_its_place),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
