// mhe_exact.h - stiffnesses found from nothing where the truth is the estimator's own S-GMS (thesis 5.4, Table 5.3).
//
// Compiled for double by test_mhe_exact.c, for float by test_mhe_exact_float.c and for both (MIXED) by test_mhe_exact_mixed.c. Logs of rig/exact, every 2 ms: kappa[3] within
// 1.6 of 142 and kappa[4] within 0.12 of 158 N/mm (docs/horizon.md). One seed here, twenty in the soak.
#include "kit/compiled_law.h"
#include "loop/horizon/mhe.h"
#include "num/base/random.h"
#include <math.h>
#include <time.h>
#ifdef MIXED
#include "sim/observe/mixed.h"
static br_system built_in;
#endif

enum { ROWS = 30000, EVERY = 20, N = 20, NZ = 4, SIGMA2 = 3 * NZ + 7, NU = NZ };
static const br_real period = (br_real)2e-3;
static compiled_law law;
static br_real v[ROWS], F[ROWS];
static int rows;

static int seeds(void)
{
    const char *n = getenv("BR_COUNT");
    return n && strtod(n, NULL) >= 1e6 ? 20 : 1;
}

// Columns v and F of the rig.
static void read_log(int seed)
{
    char command[1200], line[4096];
    const char *tool = getenv("BR_TOOL");
    snprintf(command, sizeof command, "%s simulate rig/exact --seed %d --csv -", tool ? tool : "build/bristle", seed);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    int at[2] = {-1, -1}, column = 0;
    assert_non_null(fgets(line, sizeof line, f));
    for (char *c = strtok(line, ",\n"); c; c = strtok(NULL, ",\n"), column++) {
        at[0] = strcmp(c, "v [m/s]") == 0 ? column : at[0];
        at[1] = strcmp(c, "F [N]") == 0 ? column : at[1];
    }
    assert_true(at[0] >= 0 && at[1] >= 0);
    for (rows = 0; rows < ROWS && fgets(line, sizeof line, f); rows++) {
        column = 0;
        for (char *c = strtok(line, ",\n"); c; c = strtok(NULL, ",\n"), column++) {
            v[rows] = column == at[0] ? (br_real)strtod(c, NULL) : v[rows];
            F[rows] = column == at[1] ? (br_real)strtod(c, NULL) : F[rows];
        }
    }
    assert_int_equal(pclose(f), 0);
    assert_true(rows > 20000);
}

typedef struct setting {
    const br_integrator_kind *kind;
    int substeps, most, inputs, free_input, shared;
    br_mhe_arrival arrival;
    br_real noise; // of the force, N
} setting;

typedef struct found {
    double kappa[2], sd[2], rmse;
} found;

// The velocity is held over an input: its mean keeps the way.
static br_real mean(int from, int count)
{
    br_real sum = 0;
    for (int i = 0; i < count; i++)
        sum += v[from + i];
    return sum / (br_real)count;
}

static found estimate(const setting *s)
{
    const br_real *p = law.p;
    int n = NZ + 2 + s->free_input, which = 0;
    br_real sd[NZ + 3], q[NZ + 3], x[NZ + 3], r = s->noise * s->noise, one = (br_real)1e-3;
    br_estimate e[3] = {{'p', 2, p[2], 0, 0, (br_real)1e9},
                        {'p', 3, p[3], 0, 0, (br_real)1e9},
                        {'u', 0, one, 0, -(br_real)1e9, (br_real)1e9}};
    for (int i = 0; i < n; i++) {
        sd[i] = i < NZ ? p[NU + i] * p[3 * NZ] / 10 : 3;
        q[i] = i < NZ ? (br_real)1e-6 : i < NZ + 2 ? (br_real)1e-12 : (br_real)1e-4; // 10 um/s
        x[i] = i < NZ ? p[NU + i] * (F[0] - p[SIGMA2] * v[0]) : 0;                   // thesis 4.4.4
    }
    br_mhe_options o = br_mhe_defaults();
    o.gate = 0;
    o.joint.flow.kind = s->kind;
    o.joint.flow.substeps = s->substeps;
    o.joint.flow.most = s->most;
    o.joint.estimate = e;
    o.joint.estimates = 2 + s->free_input;
    o.horizon = N;
    o.inputs = s->inputs;
    o.dt = period;
    o.measured = 1;
    o.which = &which;
    o.r = &r;
    o.sd = sd;
    o.q = q;
    o.shared = s->shared;
    o.arrival = s->arrival;
#ifdef MIXED
    br_mixed mixed;
    assert_int_equal(br_mixed_open(&mixed, &built_in, &o.joint), BR_OK);
    o.joint.elsewhere = mixed.elsewhere;
#endif
    br_mhe m;
    size_t bytes = br_mhe_bytes(&law.sys, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_mhe_init(&m, &law.sys, &o, x, memory, bytes), BR_OK);
    double squares = 0;
    int count = 0;
    for (int k = 0; k + EVERY <= rows; k += EVERY, count++) {
        int each = EVERY / s->inputs;
        br_real u = mean(k, each), y = F[k] + p[SIGMA2] * (u - v[k]); // as if measured at that speed
        assert_int_equal(br_mhe_feedback(&m, &u, p, &y), BR_OK);
        double error = (double)(br_mhe_expect(&m, &u, p, 0, NULL) - y);
        squares += error * error;
        for (int i = 1; i < s->inputs; i++) {
            u = mean(k + i * each, each);
            assert_int_equal(br_mhe_input(&m, &u), BR_OK);
        }
        assert_int_equal(br_mhe_prepare(&m, p), BR_OK);
    }
    found f = {{0}, {0}, sqrt(squares / count)};
    for (int i = 0; i < 2; i++) {
        f.kappa[i] = 1e-3 * (double)br_mhe_value(&m, i);
        f.sd[i] = 1e-3 * (double)br_mhe_value_sd(&m, i);
    }
    assert_int_equal(m.health.resets + m.health.refused + m.health.late + m.health.unfinished, 0);
    free(memory);
#ifdef MIXED
    br_mixed_close(&mixed);
#endif
    return f;
}

static void check(const char *name, int seed, const setting *s)
{
    found f = estimate(s);
    printf("  %s, seed %2d: %.2f +- %.2f and %.3f +- %.3f N/mm, force within %.4f N\n", name, seed, f.kappa[0], f.sd[0],
           f.kappa[1], f.sd[1], f.rmse);
    assert_true(fabs(f.kappa[0] - 142) < 1.6 && fabs(f.kappa[1] - 158) < 0.12);
    assert_true(f.rmse < 0.022);
}

static void stiffnesses_are_found_from_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        setting s;
    } all[] = {
        {"GL4 x8, input estimated", {&br_integrator_gauss4, 8, 8, 1, 1, 0, BR_MHE_KUEHL, NOISE}},
        {"LIE x8, input estimated", {&br_integrator_lie, 8, 8, 1, 1, 0, BR_MHE_KUEHL, NOISE}},
        {"Rosenbrock, shared parameters", {&br_integrator_rosenbrock, 1, 64, 1, 0, 1, BR_MHE_SMOOTHED, NOISE}},
        {"LIE, 20 inputs", {&br_integrator_lie, 1, 1, 20, 0, 0, BR_MHE_KUEHL, NOISE}},
    };
    for (int seed = 1; seed <= seeds(); seed++) {
        read_log(seed);
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            check(all[i].name, seed, &all[i].s);
    }
}

// Truth in fine steps at 10 mm/s, to and fro over 400 um.
static void simulate_fast(void)
{
    br_integrator flow;
    br_integrator_options o = br_integrator_defaults();
    br_random random;
    br_random_init(&random, 5, 0);
    o.kind = &br_integrator_rosenbrock;
    o.accuracy = sizeof(br_real) > sizeof(float) ? (br_real)1e-8 : (br_real)1e-5;
    o.most = 4096;
    size_t bytes = br_integrator_bytes(&law.sys, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_integrator_init(&flow, &law.sys, &o, memory, bytes), BR_OK);
    br_real z[NZ] = {0};
    for (rows = 0; rows < 6000; rows++) {
        v[rows] = (br_real)(0.01 * sin(2 * 3.141592653589793 * 8 * rows * 1e-4));
        F[rows] = z[0] + z[1] + z[2] + z[3] + law.p[SIGMA2] * v[rows] + (br_real)0.02 * br_random_normal(&random);
        assert_int_equal(br_integrator_step(&flow, 1, z, NULL, &v[rows], law.p, 0, (br_real)1e-4, z, NULL, NULL),
                         BR_OK);
    }
    free(memory);
}

static void lie_with_its_own_substeps_keeps_up_with_gl4_at_10_mm_per_s(void **state)
{
    (void)state;
    simulate_fast();
    found gl4 = estimate(&(setting){&br_integrator_gauss4, 32, 32, 1, 0, 0, BR_MHE_KUEHL, NOISE});
    found lie = estimate(&(setting){&br_integrator_lie, 1, 1000, 1, 0, 0, BR_MHE_KUEHL, NOISE});
    printf("  GL4 x32: %.2f and %.3f N/mm, %.4f N; LIE: %.2f and %.3f N/mm, %.4f N\n", gl4.kappa[0], gl4.kappa[1],
           gl4.rmse, lie.kappa[0], lie.kappa[1], lie.rmse);
    for (int i = 0; i < 2; i++)
        assert_true(fabs(lie.kappa[i] / gl4.kappa[i] - 1) < 1e-3); // docs/horizon.md
    assert_true(lie.rmse < 1.001 * gl4.rmse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiffnesses_are_found_from_nothing),
        cmocka_unit_test(lie_with_its_own_substeps_keeps_up_with_gl4_at_10_mm_per_s),
    };
    if (!has_compiler())
        return 77;
    open_law(&law, "sgms", "table-4.1", "");
#ifdef MIXED
    if (br_system_open(&built_in, &law.model, NULL) != BR_OK)
        return 1;
#endif
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
#ifdef MIXED
    br_system_close(&built_in);
#endif
    close_law(&law);
    return failed;
}
