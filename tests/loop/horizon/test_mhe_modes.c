// test_mhe_modes.c - a moving horizon on a law that switches: every node has the modes of its instant.
#include "kit/compiled_law.h"
#include "loop/horizon/mhe.h"
#include <math.h>

enum { NZ = 4, HORIZON = 6, SAMPLES = 400, SIGMA2 = 3 * NZ + 4 };
static const double dt = 2e-3;
static compiled_law law;

static double speed(int k)
{
    return 2e-3 * sin(2 * 3.141592653589793 * 3 * (double)k * dt);
}

// The truth is the horizon's own GMS, from the same start: nothing moves the nodes off it, unless their modes are wrong.
// Elements stick and slip in both directions, each in its own time.
static void nodes_have_the_modes_of_their_instants(void **state)
{
    (void)state;
    double z[SAMPLES + 1][NZ] = {{0}}, r = 1e-4, sd[NZ] = {0.1, 0.1, 0.1, 0.1}, q[NZ] = {1e-4, 1e-4, 1e-4, 1e-4};
    int modes[SAMPLES + 1][NZ] = {{0}}, which = 0, switches = 0;
    br_integrator flow;
    br_integrator_options f = br_integrator_defaults();
    void *flow_memory = malloc(br_integrator_bytes(&law.sys, &f));
    assert_int_equal(br_integrator_init(&flow, &law.sys, &f, flow_memory, br_integrator_bytes(&law.sys, &f)), BR_OK);
    br_mhe_options o = br_mhe_defaults();
    o.gate = 0;
    o.horizon = HORIZON;
    o.dt = dt;
    o.measured = 1;
    o.which = &which;
    o.r = &r;
    o.sd = sd;
    o.q = q;
    br_mhe m;
    size_t bytes = br_mhe_bytes(&law.sys, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_mhe_init(&m, &law.sys, &o, z[0], memory, bytes), BR_OK);
    for (int k = 0; k < SAMPLES; k++) {
        double u = speed(k), y = law.p[SIGMA2] * u + z[k][0] + z[k][1] + z[k][2] + z[k][3];
        assert_int_equal(br_mhe_feedback(&m, &u, law.p, &y), BR_OK);
        for (int n = 0; n <= m.last; n++)
            for (int i = 0; i < NZ; i++) {
                assert_int_equal(m.M[n * NZ + i], modes[k - m.last + n][i]);
                assert_true(fabs(m.X[n * NZ + i] - z[k - m.last + n][i]) < 1e-9);
            }
        assert_int_equal(br_integrator_step(&flow, 1, z[k], modes[k], &u, law.p, 0, dt, z[k + 1], modes[k + 1], NULL),
                         BR_OK);
        for (int i = 0; i < NZ; i++)
            switches += modes[k + 1][i] != modes[k][i];
        assert_int_equal(br_mhe_prepare(&m, law.p), BR_OK);
    }
    assert_true(switches > 30);
    assert_int_equal(m.health.resets + m.health.refused, 0);
    free(memory);
    free(flow_memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_have_the_modes_of_their_instants),
    };
    if (!has_compiler())
        return 77;
    open_law(&law, "gms", "table-4.1", "");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_law(&law);
    return failed;
}
