// test_handles.c - handles of the C API: opened and closed again and again, and in several threads, each with its own.
//
// BR_COUNT of 1e6 and more: 1e5 times each.
#include "api_kit.h"
#include <bristle/bound.h>
#include <bristle/control.h>
#include <bristle/emit.h>
#include <bristle/excite.h>
#include <bristle/flow.h>
#include <bristle/horizon.h>
#include <bristle/identify.h>
#include <bristle/inspect.h>
#include <bristle/mechanism.h>
#include <bristle/observer.h>
#include <bristle/simulate.h>
#include <bristle/smoother.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char noise[] = "F = 0.1 N, z = 1e-7 m";

static void open_law(void)
{
    br_law_close(opened("lugre", "table-I"));
}

static void open_flow(void)
{
    br_law *law = opened("lugre", "table-I");
    br_flow *flow = NULL;
    assert_int_equal(br_flow_open(&flow, law, NULL, NULL), BR_OK);
    br_flow_close(flow);
    br_law_close(law);
}

static br_observer *new_observer(void)
{
    br_law *law = opened("lugre", "table-I");
    br_observer_options o;
    br_observer *observer = NULL;
    assert_int_equal(br_observer_defaults(&o, sizeof o), BR_OK);
    o.noise = noise;
    assert_int_equal(br_observer_open(&observer, law, &o, NULL), BR_OK);
    br_law_close(law);
    return observer;
}

static void open_observer(void)
{
    br_observer_close(new_observer());
}

static void open_horizon(void)
{
    br_law *law = opened("lugre", "table-I");
    br_horizon_options o;
    br_horizon *horizon = NULL;
    assert_int_equal(br_horizon_defaults(&o, sizeof o), BR_OK);
    o.noise = noise;
    assert_int_equal(br_horizon_open(&horizon, law, &o, NULL), BR_OK);
    br_horizon_close(horizon);
    br_law_close(law);
}

static void open_simulation_table_and_inspection(void)
{
    br_law *law = opened("lugre", "table-I");
    br_simulation_options o;
    br_simulation *s = NULL;
    br_table *table = NULL;
    br_inspect *check = NULL;
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    o.input = "v = sin(2*pi*t) mm/s";
    o.until = 0.1;
    assert_int_equal(br_simulation_open(&s, law, &o, NULL), BR_OK);
    assert_int_equal(br_simulation_run(s, NULL, NULL, NULL), BR_OK);
    assert_int_equal(br_simulation_table(s, &table, NULL), BR_OK);
    assert_int_equal(br_inspect_open(&check, table, NULL, NULL), BR_OK);
    br_inspect_close(check);
    br_table_close(table);
    br_simulation_close(s);
    br_law_close(law);
}

static void open_compensator_and_comparison(void)
{
    br_law *law = opened("lugre", "table-I");
    br_axis_options axis;
    br_compensator *c = NULL;
    br_comparison *all = NULL;
    assert_int_equal(br_axis_defaults(&axis, sizeof axis), BR_OK);
    axis.mass = 1;
    axis.rate = 200;
    axis.period = 0.1;
    assert_int_equal(br_compensator_open(&c, law, "none", &axis, NULL), BR_OK);
    assert_int_equal(br_comparison_make(&all, law, "coulomb", 0, &axis, NULL), BR_OK);
    br_comparison_close(all);
    br_compensator_close(c);
    br_law_close(law);
}

static void emit_law(void)
{
    br_law *law = opened("dahl", NULL);
    br_emit *made = NULL;
    assert_int_equal(br_emit_law(&made, law, NULL, NULL), BR_OK);
    br_emit_close(made);
    br_law_close(law);
}

static void open_identification(void)
{
    enum { ROWS = 200 };
    static const char *const heading[] = {"t [s]", "v [m/s]", "F [N]"};
    static double t[ROWS], v[ROWS], F[ROWS];
    const double *const column[] = {t, v, F};
    br_law *law = opened("coulomb", NULL);
    br_identification_options o;
    br_identification *id = NULL;
    br_table *log = NULL;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 0.01 * k;
        v[k] = 0.1 * sin(0.1 * k + 0.01);
        F[k] = (v[k] > 0 ? 3 : -3) + 8 * v[k] + 0.01 * sin(7.0 * k);
    }
    assert_int_equal(br_identification_defaults(&o, sizeof o), BR_OK);
    assert_int_equal(br_identification_open(&id, law, &o, NULL), BR_OK);
    assert_int_equal(br_table_lend(&log, "log", heading, column, 3, ROWS, NULL, NULL), BR_OK);
    assert_int_equal(br_identification_add(id, log, BR_LOG_FITTED, NULL), BR_OK);
    assert_int_equal(br_identification_run(id, NULL, NULL, NULL), BR_OK);
    br_identification_close(id);
    br_table_close(log);
    br_law_close(law);
}

static void open_excitation(void)
{
    br_law *law = opened("lugre", "table-I");
    br_excitation_options o;
    br_excitation *x = NULL;
    assert_int_equal(br_excitation_defaults(&o, sizeof o, "optimal"), BR_OK);
    o.limit_x = 0.05;
    o.limit_a = 2;
    o.duration = 0.1;
    o.budget = 1;
    o.threads = 1;
    o.wanted = "FC";
    assert_int_equal(br_excitation_open(&x, law, &o, NULL), BR_OK);
    assert_int_equal(br_excitation_run(x, NULL, NULL, NULL), BR_OK);
    br_excitation_close(x);
    br_law_close(law);
}

static void open_bounds_and_certificate(void)
{
    static const double t[] = {0, 0.01, 0.02, 0.03, 0.04, 0.05}, u[6] = {0, 0.5, 0.5, 0.5, 0.5, 0.5},
                        x[6] = {0, 0, 0.0013, 0.0052, 0.0115, 0.02};
    static const char *const heading[] = {"t [s]", "u [N*m]", "x1 [rad]"};
    const double *const column[] = {t, u, x};
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o;
    br_bound *b = NULL;
    br_table *log = NULL;
    br_certificate *c = NULL;
    size_t size = 0;
    assert_int_equal(br_bound_defaults(&o, sizeof o), BR_OK);
    o.range = "TF = 0..1 N*m";
    o.error = "x1 = 1 mrad";
    o.certificate = 1;
    assert_int_equal(br_table_lend(&log, "log", heading, column, 3, 6, NULL, NULL), BR_OK);
    assert_int_equal(br_bound_open(&b, law, &o, NULL), BR_OK);
    assert_int_equal(br_bound_add(b, log, NULL), BR_OK);
    assert_int_equal(br_bound_run(b, NULL, NULL, NULL), BR_OK);
    const char *text = br_bound_certificate(b, &size);
    assert_int_equal(br_certificate_parse(&c, "proof", text, size, NULL), BR_OK);
    assert_int_equal(br_certificate_check(c, b, NULL, NULL, NULL), BR_OK);
    br_certificate_close(c);
    br_bound_close(b);
    br_table_close(log);
    br_law_close(law);
}

static void open_mechanism_motion_and_observer(void)
{
    static const char text[] =
        "mechanism stage\nversion 1\nplanar\nbody stage mass = 2 kg, cog = 0, 0 m\n"
        "joint A prismatic stage ground at = 0, 0 m, axis = 1, 0\nspring leaf A stiffness = 50 N/m\n"
        "unknown load A start = 1 N\nsensor x displacement A sd = 0.5 mm\n";
    br_mechanism *m = NULL;
    br_mechanism_motion *r = NULL;
    br_mechanism_observer *o = NULL;
    br_mechanism_motion_options how;
    br_table *log = NULL;
    assert_int_equal(br_mechanism_motion_defaults(&how, sizeof how), BR_OK);
    how.until = 0.02;
    assert_int_equal(br_mechanism_parse(&m, "stage", text, strlen(text), NULL), BR_OK);
    assert_int_equal(br_mechanism_motion_open(&r, m, &how, NULL), BR_OK);
    assert_int_equal(br_mechanism_motion_run(r, NULL, NULL, NULL), BR_OK);
    assert_int_equal(br_mechanism_motion_table(r, &log, NULL), BR_OK);
    assert_int_equal(br_mechanism_observer_open(&o, m, NULL, NULL), BR_OK);
    assert_int_equal(br_mechanism_observer_log(o, log, NULL, NULL, NULL), BR_OK);
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
}

static void open_smoothing(void)
{
    enum { ROWS = 100 };
    static const char *const heading[] = {"t [s]", "v [m/s]", "F [N]"};
    static double t[ROWS], v[ROWS], F[ROWS];
    const double *const column[] = {t, v, F};
    br_law *law = opened("lugre", "table-I");
    br_smoothing_options o;
    br_smoothing *s = NULL;
    br_table *log = NULL;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 0.01 * k;
        v[k] = 1e-3 * sin(0.1 * k);
        F[k] = (v[k] > 0 ? 1 : -1) + 0.01 * sin(7.0 * k);
    }
    assert_int_equal(br_smoothing_defaults(&o, sizeof o), BR_OK);
    o.noise = noise;
    assert_int_equal(br_smoothing_open(&s, law, &o, NULL), BR_OK);
    assert_int_equal(br_table_lend(&log, "log", heading, column, 3, ROWS, NULL, NULL), BR_OK);
    assert_int_equal(br_smoothing_log(s, log, NULL, NULL, NULL), BR_OK);
    br_smoothing_close(s);
    br_table_close(log);
    br_law_close(law);
}

// Memory of the process, in kB; 0: not known here.
static long resident(void)
{
    long pages = 0, size = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%ld %ld", &size, &pages) != 2)
        pages = 0;
    if (f)
        fclose(f);
    return 4 * pages;
}

#ifdef BR_SANITIZED
enum { FEW = 5 }; // leaks are seen at the first
#else
enum { FEW = 100 };
#endif

static void handles_opened_again_and_again_do_not_grow(void **state)
{
    (void)state;
    static void (*const all[])(void) = {open_law,
                                        open_flow,
                                        open_observer,
                                        open_horizon,
                                        open_simulation_table_and_inspection,
                                        open_compensator_and_comparison,
                                        emit_law,
                                        open_identification,
                                        open_excitation,
                                        open_bounds_and_certificate,
                                        open_mechanism_motion_and_observer,
                                        open_smoothing};
    const char *count = getenv("BR_COUNT");
    int times = count && strtod(count, NULL) >= 1e6 ? 100000 : FEW;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        for (int k = 0; k < FEW / 5; k++)
            all[i]();
        long before = resident();
        for (int k = 0; k < times; k++)
            all[i]();
        long grown = resident() - before;
#ifndef BR_SANITIZED // which keep what was freed
        if (grown > 1000)
            fail_msg("handle %zu: %ld kB more after %d times", i, grown, times);
#else
        (void)grown;
#endif
    }
}

enum { THREADS = 4, SAMPLES = 2000 };

static void *estimate(void *to)
{
    double *found = to;
    br_observer *o = new_observer();
    for (int k = 0; k < SAMPLES; k++) {
        double v = 1e-3 * sin(0.02 * k), F = (v > 0 ? 1 : -1) + 0.01 * sin(3.1 * k);
        (void)br_observer_step(o, &v, &F);
        found[k] = br_observer_output(o, 0, NULL);
    }
    br_observer_close(o);
    return NULL;
}

static void threads_with_handles_of_their_own_get_the_bits_of_one(void **state)
{
    (void)state;
    static double alone[SAMPLES], found[THREADS][SAMPLES];
    pthread_t thread[THREADS];
    estimate(alone);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, estimate, found[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_memory_equal(found[i], alone, sizeof alone);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_opened_again_and_again_do_not_grow),
        cmocka_unit_test(threads_with_handles_of_their_own_get_the_bits_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
