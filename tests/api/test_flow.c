// test_flow.c - bristle/flow.h: steps with the bits of the integrator, sensitivities, lent memory, misuse and failing memory.
#include "api/api_kit.h"
#include "kit/failing_memory.h"
#include "law/builtin/builtin.h"
#include "law/model/system.h"
#include "loop/flow/integrator.h"
#include <bristle/flow.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static br_flow_options with(const char *method, int points, int sensitivities)
{
    br_flow_options o;
    assert_int_equal(br_flow_defaults(&o, sizeof o), BR_OK);
    o.method = method;
    o.points = points;
    o.sensitivities = sensitivities;
    return o;
}

// 200 points of S-GMS over 50 steps, by the handle and by what it stands on.
static void steps_have_the_bits_of_the_integrator(void **state)
{
    (void)state;
    enum { POINTS = 200, NX = 4, STEPS = 50 };
    br_builtin b;
    br_model m;
    br_system s;
    br_diag why = {0};
    br_integrator f;
    assert_true(br_builtin_find("sgms", &b));
    br_model_source source = {b.text, b.size, "sgms", br_builtin_text, NULL};
    assert_int_equal(br_model_open_given(&m, &source, &(br_given){.set = "table-4.1"}, NULL, &why), BR_OK);
    assert_int_equal(br_system_open(&s, &m, &why), BR_OK);
    br_integrator_options io = br_integrator_defaults();
    io.points = POINTS;
    void *memory = malloc(br_integrator_bytes(&s.sys, &io));
    assert_int_equal(br_integrator_init(&f, &s.sys, &io, memory, br_integrator_bytes(&s.sys, &io)), BR_OK);

    br_law *law = opened("sgms", "table-4.1");
    br_flow *flow;
    br_flow_options o = with(NULL, POINTS, 1);
    assert_int_equal(br_flow_open(&flow, law, &o, &why), BR_OK);
    double p[64], u[POINTS];
    static double x[NX * POINTS], y[NX * POINTS], S[NX * POINTS * 64], T[NX * POINTS * 64];
    br_law_values(law, BR_LAW_PARAMETERS, p);
    br_law_close(law); // the flow has its own
    assert_int_equal(br_flow_slopes(flow), f.nslope);
    for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < POINTS; i++)
            u[i] = 1e-2 * sin(0.3 * k + 0.1 * i);
        assert_int_equal(br_integrator_step(&f, POINTS, x, NULL, u, p, 0, 1e-4, x, NULL, S), BR_OK);
        assert_int_equal(br_flow_step(flow, POINTS, y, NULL, u, NULL, 1e-4, y, NULL, T), BR_OK);
        assert_memory_equal(x, y, sizeof x);
        assert_memory_equal(S, T, (size_t)f.nslope * POINTS * sizeof *S);
    }
    assert_string_equal(br_flow_method(flow), f.o.kind->name);
    br_flow_close(flow);
    free(memory);
    br_system_close(&s);
    br_model_close(&m);
}

static void sensitivities_are_those_of_differences(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_diag why = {0};
    br_flow *flow;
    br_flow_options o = with(NULL, 1, 1);
    assert_int_equal(br_flow_open(&flow, law, &o, &why), BR_OK);
    double z = 2e-6, v = 1e-3, next, S[32], by_p[8], by_x, p[8];
    br_law_values(law, BR_LAW_PARAMETERS, p);
    assert_int_equal(br_flow_step(flow, 1, &z, NULL, &v, NULL, 1e-3, &next, NULL, S), BR_OK);
    assert_int_equal(br_flow_matrix(flow, S, 1, 0, BR_LAW_STATES, &by_x), BR_OK);
    assert_int_equal(br_flow_matrix(flow, S, 1, 0, BR_LAW_PARAMETERS, by_p), BR_OK);
    double up = z + 1e-10, down = z - 1e-10, a, b;
    assert_int_equal(br_flow_step(flow, 1, &up, NULL, &v, NULL, 1e-3, &a, NULL, NULL), BR_OK);
    assert_int_equal(br_flow_step(flow, 1, &down, NULL, &v, NULL, 1e-3, &b, NULL, NULL), BR_OK);
    assert_true(fabs((a - b) / 2e-10 - by_x) < 1e-6);
    int i = br_law_index(law, BR_LAW_PARAMETERS, "sigma0");
    double nominal = p[i];
    p[i] = nominal * (1 + 1e-5);
    assert_int_equal(br_flow_step(flow, 1, &z, NULL, &v, p, 1e-3, &a, NULL, NULL), BR_OK);
    p[i] = nominal * (1 - 1e-5);
    assert_int_equal(br_flow_step(flow, 1, &z, NULL, &v, p, 1e-3, &b, NULL, NULL), BR_OK);
    assert_true(fabs((a - b) / (2e-5 * nominal) - by_p[i]) < 1e-4 * fabs(by_p[i]));
    br_flow_close(flow);
    br_law_close(law);
}

static void a_flow_in_lent_memory_asks_for_none(void **state)
{
    (void)state;
    br_law *law = opened("dahl", NULL);
    br_diag why = {0};
    assert_int_equal(br_law_set(law, "sigma0 = 1e5 N/m, FC = 4 N", &why), BR_OK);
    br_flow_options o = with(NULL, 1, 0);
    size_t bytes = br_flow_bytes(law, &o);
    assert_true(bytes > 0);
    void *memory = malloc(bytes);
    br_flow *flow = NULL;
    assert_int_equal(br_flow_init(&flow, law, &o, memory, bytes - 1, &why), BR_BAD_USAGE);
    assert_null(flow);
    long asked = allocations;
    double z = 0, v = 1e-3;
    assert_int_equal(br_flow_init(&flow, law, &o, memory, bytes, &why), BR_OK);
    for (int k = 0; k < 1000; k++)
        assert_int_equal(br_flow_step(flow, 1, &z, NULL, &v, NULL, 1e-3, &z, NULL, NULL), BR_OK);
    assert_int_equal(allocations, asked);
    assert_true(fabs(1e5 * z - 4) < 1e-6); // it slides
    br_flow_close(flow);                   // of lent memory: nothing
    free(memory);
    br_law_close(law);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_law *law = opened("lugre", NULL), *still = opened("stribeck", NULL);
    br_diag why = {0};
    br_flow *flow = NULL;
    br_flow_options o = with(NULL, 1, 0), wrong = o;
    double x = 0, S[32];
    assert_int_equal(br_flow_defaults(&wrong, 3), BR_BAD_USAGE);
    assert_int_equal(br_flow_defaults(NULL, sizeof o), BR_BAD_USAGE);
    wrong.size = 1000000;
    assert_int_equal(br_flow_open(&flow, law, &wrong, &why), BR_BAD_USAGE);
    wrong = with("stiff", 1, 0);
    assert_int_equal(br_flow_open(&flow, law, &wrong, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "there is no method 'stiff'"));
    wrong = with(NULL, 0, 0);
    assert_int_equal(br_flow_open(&flow, law, &wrong, NULL), BR_BAD_USAGE);
    assert_int_equal(br_flow_open(&flow, still, &o, &why), BR_BAD_USAGE); // no states
    assert_non_null(strstr(why.text, "no states"));
    assert_int_equal(br_flow_open(NULL, law, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_flow_open(&flow, NULL, &o, &why), BR_BAD_USAGE);
    assert_null(flow);
    assert_int_equal(br_flow_open(&flow, law, NULL, &why), BR_OK);                                 // all as by default
    assert_int_equal(br_flow_step(flow, 1, &x, NULL, &x, NULL, 1e-3, &x, NULL, NULL), BR_BAD_LAW); // no parameters
    double p[8] = {1e5, 300, 1, 1.5, 1e-3, 0.4}, nan = (double)NAN;
    assert_int_equal(br_flow_step(flow, 1, &x, NULL, &x, p, 1e-3, &x, NULL, NULL), BR_OK);
    assert_int_equal(br_flow_step(flow, 2, &x, NULL, &x, p, 1e-3, &x, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_flow_step(flow, 1, &x, NULL, &x, p, -1, &x, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_flow_step(flow, 1, &x, NULL, &x, p, 1e-3, &x, NULL, S), BR_BAD_USAGE); // not opened for that
    assert_int_equal(br_flow_step(flow, 1, &x, NULL, &nan, p, 1e-3, &x, NULL, NULL), BR_NOT_FINITE);
    assert_true(x == 0 && br_flow_count(flow, BR_FLOW_REFUSED) == 1);
    assert_int_equal(br_flow_step(NULL, 1, &x, NULL, &x, p, 1e-3, &x, NULL, NULL), BR_BAD_USAGE);
    assert_true(isnan(br_flow_stable(NULL, &x, NULL, &x, p)) && br_flow_stable(flow, &x, NULL, &x, p) > 0);
    assert_null(br_flow_method(NULL));
    br_flow_close(flow);
    br_flow_close(NULL);
    br_law_close(law);
    br_law_close(still);
}

static void J1_failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("gms", "table-4.1");
    br_diag why;
    br_flow *flow = NULL;
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status != BR_OK; n++) {
        countdown = n;
        status = br_flow_open(&flow, law, NULL, &why);
        countdown = -1;
        assert_true(status == BR_NO_MEMORY || status == BR_OK);
        assert_true((status == BR_OK) == (flow != NULL));
    }
    br_flow_close(flow);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_have_the_bits_of_the_integrator),
        cmocka_unit_test(sensitivities_are_those_of_differences), cmocka_unit_test(a_flow_in_lent_memory_asks_for_none),
        cmocka_unit_test(misuse_is_answered), cmocka_unit_test(J1_failing_memory_leaves_nothing_half_open)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
