// test_seam.c - one law from its text to an estimate: a test at every seam of the walking skeleton.
//
// laws/lugre.law -> graph -> real, jet, interval, printed C -> br_sys over lanes -> flow -> EKF. The printed C for a
// Cortex-M4F is compiled by test_cortex_m.sh.
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/print/print.h"
#include "law/model/system.h"
#include "law/eval/tape.h"
#include "loop/flow/integrator.h"
#include "loop/filter/kalman.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void assert_close(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g is not %.17g within %.3g", got, want, tolerance);
}

// A built-in law with one of its sets and a list of values on top.
static void open_model(br_model *m, const char *law, const char *set, const char *values)
{
    br_builtin b;
    br_diag why = {0};
    assert_true(br_builtin_find(law, &b));
    br_model_source source = {b.text, b.size, law, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = "values"};
    if (br_model_open_given(m, &source, &first, &then, &why) != BR_OK)
        fail_msg("%s", why.text);
}

// LuGre of 002 Table I, by hand
static void lugre(double v, double z, double *rate, double *F)
{
    double q = v / 1e-3, g = 1 + 0.5 * exp(-q * q);
    *rate = v - fabs(v) * (1e5 * z / g);
    *F = 1e5 * z + sqrt(1e5) * *rate + 0.4 * v;
}

static void text_becomes_numbers(void **state)
{
    (void)state;
    br_model m;
    br_tape t;
    double x[1], u[1], p[6], out[2], rate, F;
    open_model(&m, "lugre", "table-I", "v = 1 mm/s, z = 5 um");
    assert_int_equal(br_model_complete(&m, true, NULL), BR_OK);
    assert_int_equal(br_tape_make(&t, &m.law, false, NULL, m.n), BR_OK);
    br_model_points(&m, x, u, p);
    br_tape_run(&t, 1, &(br_point){.x = x, .u = u, .p = p}, out, NULL);
    lugre(1e-3, 5e-6, &rate, &F);
    assert_close(out[0], rate, 1e-18);
    assert_close(out[1], F, 1e-15);
    br_tape_free(&t);
    br_model_close(&m);
}

static void text_becomes_derivatives(void **state)
{
    (void)state;
    br_model m;
    br_tape t;
    br_jet j;
    double x[1], u[1], p[6], out[2], jet[14], r0, r1, F0, F1, h = 1e-9;
    open_model(&m, "lugre", "table-I", "v = 1 mm/s, z = 5 um");
    assert_int_equal(br_jet_make(&j, &m.law, false, NULL), BR_OK);
    assert_int_equal(br_tape_make(&t, &m.law, false, &j, m.n), BR_OK);
    assert_int_equal(t.nblock, 14);
    br_model_points(&m, x, u, p);
    br_tape_run(&t, 1, &(br_point){.x = x, .u = u, .p = p}, out, jet);
    lugre(1e-3 - h, 5e-6, &r0, &F0);
    lugre(1e-3 + h, 5e-6, &r1, &F1);
    assert_int_equal(j.by_states, 2); // of z' and F by z
    assert_string_equal(m.law.q[j.block[2].column].name, "v");
    assert_close(jet[2], (r1 - r0) / (2 * h), 1e-8);
    assert_close(jet[7], (F1 - F0) / (2 * h), 1e-5);
    br_tape_free(&t);
    br_jet_free(&j);
    br_model_close(&m);
}

static void text_becomes_an_enclosure(void **state)
{
    (void)state;
    br_model m;
    br_tape t;
    br_interval out[2];
    open_model(&m, "lugre", "table-I", "v = 1..2 mm/s, z = 5..6 um");
    assert_false(m.exact);
    assert_int_equal(br_tape_make(&t, &m.law, false, NULL, m.n), BR_OK);
    assert_int_equal(br_tape_enclose(&t, &(br_box){.x = m.x, .u = m.u, .p = m.p}, out, NULL), BR_OK);
    for (int i = 0; i <= 20; i++)
        for (int k = 0; k <= 20; k++) {
            double rate, F;
            lugre((1 + i / 20.0) * 1e-3, (5 + k / 20.0) * 1e-6, &rate, &F);
            assert_true(br_interval_has(out[0], rate));
            assert_true(br_interval_has(out[1], F));
        }
    br_tape_free(&t);
    br_model_close(&m);
}

static void text_becomes_c(void **state)
{
    (void)state;
    br_model m;
    char *text = NULL;
    open_model(&m, "lugre", "table-I", "");
    assert_int_equal(br_parsed_law_print(&m.law, &(br_print_options){.single = true, .whole = true}, &text, NULL),
                     BR_OK);
    assert_non_null(strstr(text, "const float z_dot = v - brf_abs(v) * "));
    assert_null(strstr(text, "double z"));
    free(text);
    br_model_close(&m);
}

// The compiled print and the interpreter give the same bits, whatever the number of lanes.
static void a_law_becomes_a_system_over_lanes(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 31, 33, 100};
    br_model m, n;
    br_system printed, read;
    open_model(&m, "sgms", "table-4.1", "");
    open_model(&n, "sgms", "table-4.1", "");
    assert_int_equal(br_system_open(&printed, &m, NULL), BR_OK);
    assert_int_equal(br_system_open(&read, &n, NULL), BR_OK);
    assert_non_null(printed.code.rate);
    memset(&read.code, 0, sizeof read.code); // as if nobody had printed it
    assert_int_equal(printed.sys.nx, 4);
    assert_int_equal(printed.sys.ny, 1);
    assert_int_equal(printed.sys.njet_x, 8); // of every rate by its state, and of the force by all
    double p[64], x0[4], u0[1];
    br_model_points(&m, x0, u0, p);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        int count = counts[c];
        double *x = calloc((size_t)(4 * count), sizeof *x), *u = calloc((size_t)count, sizeof *u);
        size_t room = (size_t)(5 * count + printed.sys.njet * count);
        double *a = calloc(room, sizeof *a), *b = calloc(room, sizeof *b);
        for (int k = 0; k < count; k++) {
            u[k] = 2e-3 * sin(3.0 * k);
            for (int i = 0; i < 4; i++)
                x[i * count + k] = 8 * p[4 + i] * sin(5.0 * k + i);
        }
        br_sys_jet(&printed.sys, count, x, NULL, u, p, 0, a, a + 5 * count);
        br_sys_jet(&read.sys, count, x, NULL, u, p, 0, b, b + 5 * count);
        assert_memory_equal(a, b, room * sizeof *a);
        memset(b, 0, room * sizeof *b);
        for (int printing = 0; printing < 2; printing++) { // by states alone: the front of the same numbers
            br_sys_jet_x(printing ? &printed.sys : &read.sys, count, x, NULL, u, p, 0, b, b + 5 * count);
            size_t front = (size_t)(5 * count + printed.sys.njet_x * count);
            assert_memory_equal(a, b, front * sizeof *a);
            for (size_t i = front; i < room; i++)
                assert_true(b[i] == 0);
        }
        free(x);
        free(u);
        free(a);
        free(b);
    }
    br_system_close(&printed);
    br_system_close(&read);
    br_model_close(&m);
    br_model_close(&n);
}

static br_integrator open_flow(const br_sys *s, const br_integrator_kind *kind, void **memory)
{
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    o.kind = kind;
    size_t bytes = br_integrator_bytes(s, &o);
    *memory = malloc(bytes);
    assert_int_equal(br_integrator_init(&f, s, &o, *memory, bytes), BR_OK);
    return f;
}

// At held input LuGre is affine in z, so one large step equals many small ones.
static void a_system_becomes_a_flow(void **state)
{
    (void)state;
    br_model m;
    br_system s;
    void *memory;
    open_model(&m, "lugre", "table-I", "v = 1 mm/s");
    assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
    double x[1], u[1], p[6], one[1], many[1], slope[16];
    br_integrator f = open_flow(&s.sys, NULL, &memory);
    assert_string_equal(f.o.kind->name, "exponential");
    assert_true(f.nslope <= 16);
    br_model_points(&m, x, u, p);
    assert_int_equal(br_integrator_step(&f, 1, x, NULL, u, p, 0, 0.01, one, NULL, slope), BR_OK);
    many[0] = x[0];
    for (int i = 0; i < 1000; i++)
        assert_int_equal(br_integrator_step(&f, 1, many, NULL, u, p, 0, 1e-5, many, NULL, NULL), BR_OK);
    double g = (1 + 0.5 * exp(-1.0)) / 1e5; // steady deflection
    double exact = g * (1 - exp(-1e-3 * 0.01 / g));
    assert_close(one[0], exact, 1e-18);
    assert_close(many[0], exact, 1e-17);
    assert_close(slope[0], exp(-1e-3 * 0.01 / g), 1e-15);
    u[0] = (double)NAN; // refused, and nothing changes
    double before = many[0];
    assert_int_equal(br_integrator_step(&f, 1, many, NULL, u, p, 0, 1e-5, many, NULL, NULL), BR_NOT_FINITE);
    assert_true(many[0] == before);
    free(memory);
    br_system_close(&s);
    br_model_close(&m);
}

static void the_exponential_flow_refuses_states_that_see_each_other(void **state)
{
    (void)state;
    br_model m;
    br_system s;
    br_integrator f;
    double memory[64];
    open_model(&m, "bliman-sorine", "example", "v = 1 mm/s");
    assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
    br_integrator_options o = br_integrator_defaults();
    o.kind = &br_integrator_exponential;
    assert_int_equal(br_integrator_bytes(&s.sys, &o), 0);
    assert_int_equal(br_integrator_init(&f, &s.sys, &o, memory, sizeof memory), BR_BAD_USAGE);
    br_system_close(&s);
    br_model_close(&m);
}

static void a_flow_becomes_an_estimate(void **state)
{
    (void)state;
    br_model m;
    br_system s;
    open_model(&m, "lugre", "table-I", "");
    assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
    double x[1], u[1], p[6], truth[1] = {0}, y[1], guess[1] = {1e-5};
    void *flow_memory;
    br_integrator flow = open_flow(&s.sys, NULL, &flow_memory);
    br_model_points(&m, x, u, p);
    br_kalman f;
    br_kalman_options o = br_kalman_defaults();
    o.sd = (const double[]){1e-5};
    o.q = (const double[]){1e-14};
    o.r = (const double[]){1e-6, 0};
    size_t bytes = br_kalman_bytes(&s.sys, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_kalman_init(&f, &s.sys, &o, guess, memory, bytes - 1), BR_BAD_USAGE);
    assert_int_equal(br_kalman_init(&f, &s.sys, &o, guess, memory, bytes), BR_OK);
    for (int k = 0; k < 500; k++) {
        u[0] = 1e-4 * sin(0.02 * k);
        assert_int_equal(br_integrator_step(&flow, 1, truth, NULL, u, p, 0, 1e-3, truth, NULL, NULL), BR_OK);
        double out[2];
        br_sys_rate(&s.sys, 1, truth, NULL, u, p, 0, out);
        y[0] = out[1];
        assert_int_equal(br_kalman_predict(&f, u, p, 1e-3), BR_OK);
        assert_int_equal(br_kalman_correct(&f, u, p, 0, k % 7 == 3 ? (double)NAN : y[0]), BR_OK);
        assert_true(br_kalman_sd(&f, 0) > 0);
    }
    assert_close(f.gaussian.x[0], truth[0], 3 * br_kalman_sd(&f, 0));
    assert_close(f.gaussian.x[0], truth[0], 1e-8);
    assert_int_equal(f.health.missing, 71);
    free(flow_memory);
    free(memory);
    br_system_close(&s);
    br_model_close(&m);
}

// One state: the covariance of every step is known in closed form.
static void the_covariance_is_that_of_the_scalar_kalman_filter(void **state)
{
    (void)state;
    br_model m;
    br_system s;
    open_model(&m, "lugre", "table-I", "");
    assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
    double x[1], u[1] = {2e-4}, p[6], guess[1] = {1e-6}, P = 1e-10, dt = 2e-3;
    br_model_points(&m, x, u, p);
    u[0] = 2e-4;
    br_kalman f;
    br_kalman_options o = br_kalman_defaults();
    const double q = 3e-13, r = 1e-2, variances[] = {r, 0};
    o.sd = (const double[]){1e-5};
    o.q = &q;
    o.r = variances;
    size_t bytes = br_kalman_bytes(&s.sys, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_kalman_init(&f, &s.sys, &o, guess, memory, bytes), BR_OK);
    double g = 1 + 0.5 * exp(-0.04), a = -2e-4 * (1e5 / g), h = 1e5 + sqrt(1e5) * a;
    for (int k = 0; k < 5; k++) {
        assert_int_equal(br_kalman_predict(&f, u, p, dt), BR_OK);
        P = exp(a * dt) * P * exp(a * dt) + q * dt;
        assert_close(pow(br_kalman_sd(&f, 0), 2), P, 1e-12 * P);
        assert_int_equal(br_kalman_correct(&f, u, p, 0, 0.3), BR_OK);
        P = P - P * h * h * P / (h * h * P + r);
        assert_close(pow(br_kalman_sd(&f, 0), 2), P, 1e-9 * P);
    }
    free(memory);
    br_system_close(&s);
    br_model_close(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_becomes_numbers),
        cmocka_unit_test(text_becomes_derivatives),
        cmocka_unit_test(text_becomes_an_enclosure),
        cmocka_unit_test(text_becomes_c),
        cmocka_unit_test(a_law_becomes_a_system_over_lanes),
        cmocka_unit_test(a_system_becomes_a_flow),
        cmocka_unit_test(the_exponential_flow_refuses_states_that_see_each_other),
        cmocka_unit_test(a_flow_becomes_an_estimate),
        cmocka_unit_test(the_covariance_is_that_of_the_scalar_kalman_filter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
