// test_sim_memory.c - memory gives out at the n-th call, for every n, once and for ever (docs/faults.md J1): inputs and sensors.
#include "kit/failing_memory.h"
#include "kit/table.h"

#include <math.h>

#include "law/builtin/builtin.h"
#include "sim/run/sensor.h"
#include "sim/source/source.h"

// What needs memory: recorded signals, shapes, formulas, arguments, a delay that grows.
static br_status drive(const br_model *m, br_signals *signals, br_csv *t, br_diag *why)
{
    br_samples samples;
    br_source s;
    double u[2];
    br_status status = br_samples_load(&samples, signals, br_csv_rows(t), true, why);
    if (status != BR_OK)
        return status;
    status = br_source_read(&s, "v = x + rate(1e-3*ramp(0, 1/2)*min(t, 1)) m/s", "--input", m, &samples, why);
    if (status == BR_OK) {
        status = br_source_at(&s, 0.5, u, NULL, why);
        br_source_free(&s);
    }
    br_samples_free(&samples);
    return status;
}

static br_status measure(br_diag *why)
{
    static const br_sensor_signal signal = {.name = "x"};
    br_sensor s;
    br_status status = br_sensor_read(&s, "x = noise(1/2) | delay(1000)", "--sensor", &signal, 1, 1, why);
    if (status != BR_OK)
        return status;
    for (int k = 0; k < 300 && status == BR_OK; k++) {
        double truth = k, measured = 0;
        status = br_sensor_step(&s, k, &truth, &measured, why);
    }
    br_sensor_free(&s);
    return status;
}

static br_status all_of_it(void)
{
    static const char law[] = "law driven\ninput v m/s\ninput w = 2*v m/s\noutput F\nF = sign(v + w)\n";
    br_model_source text = {law, sizeof law - 1, "t", br_builtin_text, NULL};
    br_given none = {.text = "", .origin = "list"};
    source from = {"t [s],x [m/s]\n0,1.5\n1,2.5\n2,3.5\n", 32, 0, 0};
    br_csv *t = NULL;
    br_signals s;
    br_model m;
    br_diag why = {0};
    br_status status = br_csv_open_from(&t, pull_source, &from, "t", br_csv_defaults(), &why);
    if (status != BR_OK)
        return status;
    status = br_signals_read(&s, "t = t, x = x", "list", br_csv_rows(t), &why);
    if (status == BR_OK) {
        status = br_model_open_given(&m, &text, &none, NULL, &why);
        if (status == BR_OK) {
            status = drive(&m, &s, t, &why);
            br_model_close(&m);
        }
        br_signals_free(&s);
    }
    br_csv_close(t);
    return status == BR_OK ? measure(&why) : status;
}

static void every_allocation_may_fail(void **unused)
{
    (void)unused;
    for (int ever = 0; ever < 2; ever++) {
        br_status status = BR_NO_MEMORY;
        long n = 0;
        for (; status != BR_OK && n < 10000; n++) {
            for_ever = ever;
            countdown = n;
            status = all_of_it();
            bool failed = ever ? countdown == 0 : countdown < 0;
            countdown = -1;
            assert_true(status == BR_OK || status == BR_NO_MEMORY);
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
