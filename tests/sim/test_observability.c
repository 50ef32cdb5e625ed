// test_observability.c - what a log can say: against dense sums, closed forms, and laws whose rank is known.
#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law/builtin/builtin.h"
#include "law/model/system.h"
#include "sim/observe/lie.h"
#include "sim/observe/observability.h"

typedef struct bench {
    br_model model;
    br_system system;
    double x[16], u[8], p[32];
} bench;

static void open_text(bench *b, const char *text, const char *values)
{
    br_diag why = {0};
    br_model_source s = {text, strlen(text), "law", br_builtin_text, NULL};
    br_given none = {0}, given = {.text = values, .size = strlen(values), .origin = "values"};
    if (br_model_open_given(&b->model, &s, &none, &given, &why) != BR_OK)
        fail_msg("%s", why.text);
    if (br_system_open(&b->system, &b->model, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_model_points(&b->model, b->x, b->u, b->p);
}

static void close_bench(bench *b)
{
    br_system_close(&b->system);
    br_model_close(&b->model);
}

static br_estimate parameter(const bench *b, const char *name, int element)
{
    int q = br_law_find(&b->model.law, name, strlen(name));
    assert_true(q >= 0);
    int number = b->model.at[q] + element;
    return (br_estimate){.by = 'p', .number = number, .scale = b->p[number], .low = -1e300, .high = 1e300};
}

static void close_to(double got, double want, double by, const char *what)
{
    if (!(fabs(got - want) <= by))
        fail_msg("%s: %.12g is not %.12g", what, got, want);
}

// ---------------------------------------------------------------- dense twins

enum { MOST = 12 };

// Diagonal of (1 + J)^-1 by Gauss-Jordan.
static void posterior(int n, double J[MOST][MOST], double *diagonal)
{
    long double A[MOST][2 * MOST] = {{0}};
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            A[i][k] = (long double)J[i][k] + (i == k);
        A[i][n + i] = 1;
    }
    for (int i = 0; i < n; i++) {
        long double pivot = A[i][i];
        for (int k = 0; k < 2 * n; k++)
            A[i][k] /= pivot;
        for (int r = 0; r < n; r++) {
            long double factor = A[r][i];
            for (int k = 0; k < 2 * n && r != i; k++)
                A[r][k] -= factor * A[i][k];
        }
    }
    for (int i = 0; i < n; i++)
        diagonal[i] = (double)A[i][n + i];
}

static const char two_lags[] = "law lags \"Two lags\"\ninput v\nstate x\nstate y\nparam a 1/s > 0\nparam b 1/s > 0\n"
                               "output F\nx' = a*(v - x)\ny' = b*(v - y)\nF = x + 2*y\n";

// x = v + (x0 - v) exp(-a t): derivatives of F by x0, y0 and a in closed form.
static void information_of_two_lags_is_that_of_the_closed_form(void **unused)
{
    (void)unused;
    bench b;
    br_observability o;
    open_text(&b, two_lags, "x = 0.5, y = -0.25, a = 3 1/s, b = 0.7 1/s");
    br_estimate a = parameter(&b, "a", 0);
    br_joint_options joint = {.flow = br_integrator_defaults(), .estimate = &a, .estimates = 1};
    const double v = 1.5, dt = 0.01, r = 0.04, sd[3] = {0.3, 0.2, 0.5}, X[3] = {0.5, -0.25, 1};
    double J[MOST][MOST] = {{0}}, said[3] = {0}, P[3];
    b.u[0] = v;
    assert_int_equal(br_observability_open(&o, &b.system.sys, &joint, X, sd), BR_OK);
    for (int k = 0; k < 300; k++) {
        double t = dt * k, g[3] = {exp(-3 * t), 2 * exp(-0.7 * t), -t * (0.5 - v) * exp(-3 * t) * 3};
        for (int i = 0; i < 3; i++) {
            said[i] += g[i] * sd[i] * g[i] * sd[i] / r;
            for (int c = 0; c < 3; c++)
                J[i][c] += g[i] * sd[i] * g[c] * sd[c] / r;
        }
        assert_int_equal(br_observability_see(&o, b.u, b.p, 0, r), BR_OK);
        assert_int_equal(br_observability_step(&o, b.u, b.p, dt), BR_OK);
    }
    assert_int_equal(br_observability_analyse(&o), BR_OK);
    posterior(3, J, P);
    double trace = 0, along = 0;
    for (int i = 0; i < 3; i++) {
        close_to(o.left[i], sqrt(P[i]), 1e-9, "what is left");
        trace += o.value[i];
        for (int c = 0; c < 3; c++)
            along += o.weakest[i] * J[i][c] * o.weakest[c];
    }
    close_to(trace, said[0] + said[1] + said[2], 1e-9 * trace, "sum of the eigenvalues");
    close_to(along, o.value[0], 1e-9 * o.value[2], "information along the weakest direction");
    close_to(o.condition, o.value[2] / o.value[0], 1e-6 * o.condition, "condition");
    close_to(o.blur, o.left[2], 1e-12, "one estimated number is its own direction");
    close_to(fabs(o.blurred[2]), 1, 1e-12, "and stands alone in it");
    // exp(-6 t) says 90 % of its sum in the first ln(10)/6 s of 3 s
    close_to(o.busy[0], log(10) / 6 / 3, 0.01, "samples that tell of x0");
    br_observability_close(&o);
    close_bench(&b);
}

// S-GMS through a reversal: derivatives of all forces by differences of whole runs.
static void information_of_sgms_is_that_of_differences(void **unused)
{
    (void)unused;
    enum { ROWS = 400, N = 7 };
    br_builtin law;
    bench b;
    assert_true(br_builtin_find("sgms", &law));
    char text[8000];
    assert_true(law.size < sizeof text);
    memcpy(text, law.text, law.size);
    text[law.size] = 0;
    open_text(&b, text,
              "kappa = 2400, 500, 142, 158 N/mm, nu = 0.067, 0.056, 0.047, 0.83, FC = 9 N, beta = 0.12, vs = 1 mm/s, "
              "sigma2 = 0.4 N*s/mm");
    br_estimate e[3] = {parameter(&b, "kappa", 1), parameter(&b, "kappa", 2), parameter(&b, "FC", 0)};
    br_joint_options joint = {.flow = br_integrator_defaults(), .estimate = e, .estimates = 3};
    joint.flow.accuracy = 1e-9;
    joint.flow.most = 100000;
    const double dt = 1e-3, r = 0.01, sd[N] = {0.1, 0.1, 0.1, 1, 0.5, 0.5, 0.1}, X[N] = {-0.3, 0.2, 0.1, -3, 1, 1, 1};
    double J[MOST][MOST] = {{0}}, P[N], F[2 * N + 1][ROWS];
    br_observability o, other;
    for (int run = 0; run <= 2 * N; run++) {
        double at[N];
        memcpy(at, X, sizeof at);
        double h = run == 0 ? 0 : 1e-5 * sd[(run - 1) / 2] * (run % 2 ? 1 : -1);
        if (run > 0)
            at[(run - 1) / 2] += h;
        br_observability *to = run == 0 ? &o : &other;
        assert_int_equal(br_observability_open(to, &b.system.sys, &joint, at, sd), BR_OK);
        for (int k = 0; k < ROWS; k++) {
            double none[N];
            b.u[0] = 1e-4 * cos(2 * 3.14159265 * k / ROWS);
            br_joint_measure(&to->joint, 1, to->X, to->m, b.u, b.p, 0, &F[run][k], none);
            assert_int_equal(br_observability_see(to, b.u, b.p, 0, r), BR_OK);
            assert_int_equal(br_observability_step(to, b.u, b.p, dt), BR_OK);
        }
        if (run > 0)
            br_observability_close(to);
    }
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < N; i++)
            for (int c = 0; c < N; c++) {
                double gi = (F[2 * i + 1][k] - F[2 * i + 2][k]) / 2e-5, gc = (F[2 * c + 1][k] - F[2 * c + 2][k]) / 2e-5;
                J[i][c] += gi * gc / r;
            }
    assert_int_equal(br_observability_analyse(&o), BR_OK);
    posterior(N, J, P);
    for (int i = 0; i < N; i++)
        close_to(o.left[i], sqrt(P[i]), 2e-3 * sqrt(P[i]), "what is left");
    br_observability_close(&o);
    close_bench(&b);
}

// ---------------------------------------------------------------- known deficits

static void a_product_is_seen_and_its_factors_are_not(void **unused)
{
    (void)unused;
    bench b;
    br_observability o;
    open_text(&b,
              "law product \"Two factors\"\ninput v\nparam a > 0\nparam b > 0\nparam c > 0\noutput F\nF = a*b*v + c\n",
              "a = 2, b = 5, c = 1");
    br_estimate e[3] = {parameter(&b, "a", 0), parameter(&b, "b", 0), parameter(&b, "c", 0)};
    br_joint_options joint = {.flow = br_integrator_defaults(), .estimate = e, .estimates = 3};
    const double sd[3] = {0.5, 0.5, 0.5}, X[3] = {1, 1, 1};
    assert_int_equal(br_observability_open(&o, &b.system.sys, &joint, X, sd), BR_OK);
    for (int k = 0; k < 100; k++) {
        b.u[0] = 0.01 * k;
        assert_int_equal(br_observability_see(&o, b.u, b.p, 0, 1e-4), BR_OK);
    }
    assert_int_equal(br_observability_analyse(&o), BR_OK);
    assert_true(o.condition > 1e14);
    close_to(fabs(o.weakest[0]), sqrt(0.5), 1e-9, "a");
    close_to(o.weakest[0] + o.weakest[1], 0, 1e-9, "against b");
    close_to(o.weakest[2], 0, 1e-9, "without c");
    close_to(o.left[0], sqrt(0.5), 1e-3, "half of the variance of a factor is left");
    assert_true(o.left[2] < 0.01);
    close_to(o.blur, 1, 1e-9, "and all of it along their quotient");
    br_observability_close(&o);

    br_lie l; // the same from the graph
    int which = 0, rank;
    double missing[3], slope = 1;
    b.u[0] = 0.3;
    assert_int_equal(br_lie_open(&l, &b.model, e, 3, &which, 1), BR_OK);
    assert_int_equal(br_lie_rank(&l, &(br_lie_point){b.x, b.p, b.u, &slope, NULL}, sd, &rank, missing), BR_OK);
    assert_int_equal(rank, 2); // F' sees a*b, F then c
    close_to(fabs(missing[0]), sqrt(0.5), 1e-9, "a");
    close_to(missing[0] + missing[1], 0, 1e-9, "against b");
    slope = 0; // nothing moves: only their sum is seen
    assert_int_equal(br_lie_rank(&l, &(br_lie_point){b.x, b.p, b.u, &slope, NULL}, sd, &rank, NULL), BR_OK);
    assert_int_equal(rank, 1);
    br_lie_close(&l);
    close_bench(&b);
}

static void numbers_that_are_known_or_never_seen_are_told_apart(void **unused)
{
    (void)unused;
    bench b;
    br_observability o;
    open_text(&b, two_lags, "x = 0, y = 0, a = 3 1/s, b = 0.7 1/s");
    br_estimate e = parameter(&b, "a", 0);
    br_joint_options joint = {.flow = br_integrator_defaults(), .estimate = &e, .estimates = 1};
    const double sd[3] = {0.3, 0, 0.5}, X[3] = {0, 0, 1};
    assert_int_equal(br_observability_open(&o, &b.system.sys, &joint, X, sd), BR_OK);
    b.u[0] = 0; // x stays 0, so a does nothing; y is known
    for (int k = 0; k < 50; k++) {
        assert_int_equal(br_observability_step(&o, b.u, b.p, 0.01), BR_OK);
        assert_int_equal(br_observability_see(&o, b.u, b.p, 0, 0.01), BR_OK);
    }
    assert_int_equal(br_observability_analyse(&o), BR_OK);
    assert_int_equal(o.values, 2);
    assert_true(isinf(o.condition) || o.condition > 1e15);
    close_to(fabs(o.weakest[2]), 1, 1e-12, "a is not seen");
    close_to(o.left[2], 1, 0, "nothing is said of it");
    close_to(o.busy[2], 0, 0, "by no sample");
    assert_true(o.left[0] < 0.2);
    br_observability_close(&o);
    close_bench(&b);
}

typedef struct ranked {
    const char *text, *values, *estimate[3]; // names of estimated parameters
    double u, slope;
    double missing[6]; // all 0: none
    int which, rank;   // which: an output, or a state behind them
} ranked;

#define MASS                                                                                                           \
    "law m \"Mass\"\ninput u N\nstate x m\nstate v m/s\nparam m kg > 0\noutput s m/s\nx' = v\nv' = u/m\ns = v\n"
#define STUCK                                                                                                          \
    "law stuck \"Springs side by side\"\ninput v m/s\nelements n = 2\nstate z[n] N\nparam k[n] N/m > 0\noutput F N\n"  \
    "z' = k*v\nF = sum(z)\n"

static void ranks_are_those_of_pencil_and_paper(void **unused)
{
    (void)unused;
    const double h = sqrt(0.5);
    const ranked all[] = {
        {MASS, "m = 2 kg, v = 1 m/s", {NULL}, 1, 0, {0}, 1, 2},      // x: sees x, v
        {MASS, "m = 2 kg, v = 1 m/s", {NULL}, 1, 0, {1, 0}, 0, 1},   // v: never sees x
        {MASS, "m = 2 kg, v = 1 m/s", {"m"}, 1, 0, {0}, 1, 3},       // x, v, and m while it is pushed
        {MASS, "m = 2 kg, v = 1 m/s", {"m"}, 0, 0, {0, 0, 1}, 1, 2}, // not pushed: no m
        {MASS, "m = 2 kg, v = 1 m/s", {"m"}, 0, 1, {0}, 1, 3},       // about to be pushed
        {STUCK, "k = 1, 2 N/m", {NULL}, 1, 0, {h, -h}, 0, 1},        // only the sum of both
        {two_lags, "a = 3 1/s, b = 0.7 1/s", {NULL}, 1, 0, {0}, 0, 2},
        {two_lags, "a = 3 1/s, b = 3 1/s", {NULL}, 1, 0, {2 / sqrt(5), -1 / sqrt(5)}, 0, 1}, // alike: x + 2 y
        {two_lags, "a = 3 1/s, b = 0.7 1/s, x = 0.5, y = 0.2", {"a", "b"}, 1, 0, {0}, 0, 4},
        {two_lags, "a = 3 1/s, b = 0.7 1/s, x = 1, y = 0.2", {"a", "b"}, 1, 0, {0, 0, 1, 0}, 0, 3}, // x rests: no a
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const ranked *w = &all[i];
        bench b;
        br_lie l;
        br_estimate e[3];
        double sd[6] = {1, 1, 1, 1, 1, 1}, missing[6], dot = 0, size = 0;
        int ne = 0, rank = -1;
        open_text(&b, w->text, w->values);
        for (; ne < 3 && w->estimate[ne]; ne++)
            e[ne] = parameter(&b, w->estimate[ne], 0);
        b.u[0] = w->u;
        assert_int_equal(br_lie_open(&l, &b.model, e, ne, &w->which, 1), BR_OK);
        assert_int_equal(br_lie_rank(&l, &(br_lie_point){b.x, b.p, b.u, &w->slope, NULL}, sd, &rank, missing), BR_OK);
        for (int k = 0; k < l.n; k++) {
            dot += missing[k] * w->missing[k];
            size += w->missing[k] * w->missing[k];
        }
        if (rank != w->rank)
            fail_msg("case %d: rank %d, expected %d", (int)i, rank, w->rank);
        close_to(fabs(dot), size, 1e-9, "the missing direction");
        br_lie_close(&l);
        close_bench(&b);
    }
}

static void kinks_and_coupled_elements_have_no_rank(void **unused)
{
    (void)unused;
    bench b;
    br_lie l;
    int which = 0, rank;
    double sd[2] = {1, 1}, slope = 0;
    open_text(&b,
              "law kink \"A kink\"\ninput v m/s\nstate z m\nparam d m > 0\noutput F m\nz' = v - abs(v)*z/d\nF = z\n",
              "z = 0.1 m, d = 1 m");
    assert_int_equal(br_lie_open(&l, &b.model, NULL, 0, &which, 1), BR_OK);
    b.u[0] = 0;
    slope = 1;
    assert_int_equal(br_lie_rank(&l, &(br_lie_point){b.x, b.p, b.u, &slope, NULL}, sd, &rank, NULL), BR_NEGATIVE);
    b.u[0] = 1;
    assert_int_equal(br_lie_rank(&l, &(br_lie_point){b.x, b.p, b.u, &slope, NULL}, sd, &rank, NULL), BR_OK);
    assert_int_equal(rank, 1);
    br_lie_close(&l);
    close_bench(&b);
    open_text(
        &b,
        "law pull \"Elements that pull each other\"\ninput v\nelements n = 2\nstate z[n]\nparam k 1/s > 0\noutput F\n"
        "z' = k*(v - z*sum(z))\nF = sum(z)\n",
        "k = 1 1/s");
    assert_int_equal(br_lie_open(&l, &b.model, NULL, 0, &which, 1), BR_NEGATIVE);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(information_of_two_lags_is_that_of_the_closed_form),
        cmocka_unit_test(information_of_sgms_is_that_of_differences),
        cmocka_unit_test(a_product_is_seen_and_its_factors_are_not),
        cmocka_unit_test(numbers_that_are_known_or_never_seen_are_told_apart),
        cmocka_unit_test(ranks_are_those_of_pencil_and_paper),
        cmocka_unit_test(kinks_and_coupled_elements_have_no_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
