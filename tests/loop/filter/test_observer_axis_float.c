// test_observer_axis_float.c - a log of the axis through a chain in float, as a controller has it, is as good as in double.
//
// Position and drive force of rig/axis go through the float differentiator and the float EKF of S-GMS (thesis (4.10)), and through
// `bristle observe`, which is double. The error of the force, in per cent of its range, is the same within 0.05.
#define BR_FLOAT
#include "kit/compiled_law.h"
#include "loop/signal/differentiate.h"
#include "loop/friction/indirect.h"
#include "loop/filter/kalman.h"
#include <math.h>
#include <stdio.h>

enum { ROWS = 30000, N = 4, E = 5, M = N + E };

static float q[ROWS], u[ROWS], v[ROWS], F[ROWS];
static int rows;

static FILE *run_tool(const char *arguments)
{
    char command[1200];
    const char *tool = getenv("BR_TOOL");
    snprintf(command, sizeof command, "%s %s", tool ? tool : "build/bristle", arguments);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    return f;
}

static void read_log(void)
{
    char line[4096];
    FILE *f = run_tool("simulate rig/axis --seed 1 --csv -");
    assert_non_null(fgets(line, sizeof line, f));
    assert_true(strncmp(line, "t [s],q [m],u [N],", 18) == 0);
    for (rows = 0; rows < ROWS && fgets(line, sizeof line, f); rows++) {
        char *at = strchr(line, ',') + 1;
        q[rows] = (float)strtod(at, &at);
        u[rows] = (float)strtod(at + 1, NULL);
    }
    assert_int_equal(pclose(f), 0);
    assert_true(rows > 20000);
}

static void prepare(float dt, float mass)
{
    br_differentiate d;
    br_differentiate_options o = br_differentiate_defaults(&br_differentiate_lowpass, dt);
    o.cutoff = 500;
    assert_int_equal(br_differentiate_init(&d, &o, NULL, 0), BR_OK);
    for (int k = 0; k < rows; k++) {
        br_motion x;
        assert_int_equal(br_differentiate_step(&d, q[k], dt, &x), BR_OK);
        v[k] = x.v;
        F[k] = br_indirect_force(u[k], mass, x.a);
    }
}

#define NOISE "FC = 0.5 %, F = 0.5 N, kappa = 0.5 %, z = 6.03e-3, 5.04e-3, 4.23e-3, 74.7e-3 N"
#define PRIOR "FC = 5 %, kappa = 5 %, z = 0.07, 0.06, 0.05, 0.8 N"
static const float noise[M] = {6.03e-3f, 5.04e-3f, 4.23e-3f, 74.7e-3f, 5e-3f, 5e-3f, 5e-3f, 5e-3f, 5e-3f};
static const float prior[M] = {0.07f, 0.06f, 0.05f, 0.8f, 0.05f, 0.05f, 0.05f, 0.05f, 0.05f};

static double in_double(void)
{
    char line[4096];
    double nrmse = (double)NAN;
    FILE *f = run_tool(
        "observe rig/axis --seed 1 --model sgms --params table-4.1 --estimate 'kappa, FC' --noise '" NOISE
        "' --prior '" PRIOR "' --correct-every '10 ms' --differentiate lowpass --cutoff '500 Hz' --json - 2>/dev/null");
    while (fgets(line, sizeof line, f))
        if (isnan(nrmse) && strstr(line, "\"nrmse\": "))
            nrmse = strtod(strstr(line, ": ") + 2, NULL);
    int status = pclose(f);
    assert_true(status >= 0);
    return nrmse;
}

static double in_float(void)
{
    static compiled_law law;
    br_kalman ob;
    br_estimate estimate[E];
    float x[M], most[M], variance[M], r[1 + M] = {0.25f}, low = F[0], high = F[0], dt = 1e-4f;
    double sum = 0;
    open_law(&law, "sgms", "table-4.1", "");
    float total = F[0] - law.p[3 * N + 7] * v[0];
    for (int i = 0; i < M; i++) {
        if (i >= N)
            estimate[i - N] = (br_estimate){'p', i < 2 * N ? i - N : 3 * N, 1, 0, 0, 1e30f};
        x[i] = i < N ? law.p[N + i] * total : 1; // z0 = nu (yF - sigma_v v)
        most[i] = i < N ? law.p[N + i] * 11 : prior[i];
        variance[i] = noise[i] * noise[i];
    }
    for (int i = 0; i < E; i++)
        estimate[i].scale = law.p[estimate[i].number];
    br_kalman_options o = br_kalman_defaults();
    o.joint.estimate = estimate;
    o.joint.estimates = E;
    o.sd = prior;
    o.most = most;
    o.q = variance;
    o.q_per_step = 1;
    o.r = r;
    o.gate = 0;
    size_t bytes = br_kalman_bytes(&law.sys, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_kalman_init(&ob, &law.sys, &o, x, memory, bytes), BR_OK);
    for (int k = 0; k < rows; k++) {
        if (k > 0)
            assert_int_equal(br_kalman_predict(&ob, &v[k - 1], law.p, dt), BR_OK);
        if (k % 100 == 0)
            assert_int_equal(br_kalman_correct(&ob, &v[k], law.p, 0, F[k]), BR_OK);
        double e = (double)(br_kalman_expect(&ob, &v[k], law.p, 0, NULL) - F[k]);
        sum += e * e;
        low = F[k] < low ? F[k] : low;
        high = F[k] > high ? F[k] : high;
    }
    assert_int_equal(ob.health.refused, 0);
    free(memory);
    close_law(&law);
    return 100 * sqrt(sum / rows) / (double)(high - low);
}

static void float_is_as_good_as_double(void **state)
{
    (void)state;
    read_log();
    prepare(1e-4f, 20);
    double single = in_float(), full = in_double();
    printf("NRMSE in float %.4f %%, in double %.4f %%\n", single, full);
    assert_true(fabs(single - full) < 0.05);
}

int main(void)
{
    if (!has_compiler())
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(float_is_as_good_as_double)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
