// test_seam_float.c - the float twins of what runs in a loop: the flow and the EKF compute in float and converge.
//
// LuGre of 002 Table I written out in float; the double library is not used here.
#define BR_FLOAT
#include "loop/flow/integrator.h"
#include "loop/filter/kalman.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static const br_sys_block blocks[] = {
    {.shape = BR_ONE, .by = 'x', .at = 0, .row = 0, .rows = 1, .column = 0, .columns = 1},
    {.shape = BR_ONE, .by = 'x', .at = 1, .row = 1, .rows = 1, .column = 0, .columns = 1},
};

static void rate(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                 float *out)
{
    (void)s, (void)m, (void)p, (void)each;
    for (int k = 0; k < count; k++) {
        float v = u[k], z = x[k], q = v / 1e-3f, g = 1 + 0.5f * expf(-(q * q));
        out[k] = v - fabsf(v) * (1e5f * z / g);
        out[count + k] = 1e5f * z + 316.22777f * out[k] + 0.4f * v;
    }
}

static void jet(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                float *out, float *jets)
{
    rate(s, count, x, m, u, p, each, out);
    for (int k = 0; k < count; k++) {
        float q = u[k] / 1e-3f, g = 1 + 0.5f * expf(-(q * q));
        jets[k] = -fabsf(u[k]) * (1e5f / g);
        jets[count + k] = 1e5f + 316.22777f * jets[k];
    }
}

static const br_sys lugre = {.nx = 1,
                             .nu = 1,
                             .ny = 1,
                             .njet = 2,
                             .njet_x = 2,
                             .block = blocks,
                             .blocks = 2,
                             .affine = 1,
                             .rate = rate,
                             .jet = jet,
                             .jet_x = jet};

static br_integrator open_flow(void **memory)
{
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    size_t bytes = br_integrator_bytes(&lugre, &o);
    *memory = malloc(bytes);
    assert_int_equal(br_integrator_init(&f, &lugre, &o, *memory, bytes), BR_OK);
    return f;
}

static void the_float_flow_follows_the_exact_solution(void **state)
{
    (void)state;
    float x[1] = {0}, u[1] = {1e-3f}, by_x[1];
    void *memory;
    br_integrator f = open_flow(&memory);
    assert_int_equal(f.nslope, 1); // the derivatives of this system are by its state only
    for (int i = 0; i < 100; i++)
        assert_int_equal(br_integrator_step(&f, 1, x, NULL, u, NULL, 0, 1e-4f, x, NULL, by_x), BR_OK);
    double g = (1 + 0.5 * exp(-1.0)) / 1e5, exact = g * (1 - exp(-1e-3 * 0.01 / g));
    assert_true(fabs((double)x[0] - exact) < 1e-5 * exact);
    assert_true(fabs((double)by_x[0] - exp(-1e-3 * 1e-4 / g)) < 1e-6);
    free(memory);
}

static void the_float_filter_finds_the_state(void **state)
{
    (void)state;
    br_kalman f;
    br_kalman_options o = br_kalman_defaults();
    o.sd = (const float[]){1e-5f};
    o.q = (const float[]){1e-12f};
    o.r = (const float[]){1e-6f, 0};
    float guess[1] = {1e-5f}, truth[1] = {0}, u[1], out[2];
    void *flow_memory;
    br_integrator flow = open_flow(&flow_memory);
    size_t bytes = br_kalman_bytes(&lugre, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_kalman_init(&f, &lugre, &o, guess, memory, bytes - 1), BR_BAD_USAGE);
    assert_int_equal(br_kalman_init(&f, &lugre, &o, guess, memory, bytes), BR_OK);
    for (int k = 0; k < 500; k++) {
        u[0] = 1e-4f * sinf(0.02f * (float)k);
        assert_int_equal(br_integrator_step(&flow, 1, truth, NULL, u, NULL, 0, 1e-3f, truth, NULL, NULL), BR_OK);
        rate(&lugre, 1, truth, NULL, u, NULL, 0, out);
        assert_int_equal(br_kalman_predict(&f, u, NULL, 1e-3f), BR_OK);
        assert_int_equal(br_kalman_correct(&f, u, NULL, 0, out[1]), BR_OK);
        assert_true(br_kalman_sd(&f, 0) > 0);
    }
    assert_true(fabsf(f.gaussian.x[0] - truth[0]) < 1e-8f);
    free(flow_memory);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_float_flow_follows_the_exact_solution),
        cmocka_unit_test(the_float_filter_finds_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
