// test_fit_response.c - frequency responses of an axis: exact on linear systems, honest between the limits.
#include "paper/kit/groups.h"
#include "fit/curve/response.h"
#include "fit_kit.h"

enum { PERIOD = 1000, PERIODS = 6, N = 300 + PERIOD * PERIODS, LINES = 8 };
static const double DT = 1e-3, lines[LINES] = {1, 2, 5, 11, 23, 47, 101, 203};
static const double m = 20, d = 400, k = 3.2e6;

// The exact steady state of k q + d q' + m q'' = u, and a drift.
static void record(double stiffness, double drift, double noise, double *u, double *q, br_random *g)
{
    for (int i = 0; i < N; i++) {
        u[i] = 3;
        q[i] = 1e-3 + drift * i + noise * br_random_normal(g);
        for (int l = 0; l < LINES; l++) {
            double w = 2 * KIT_PI * lines[l], t = DT * i, a = stiffness - m * w * w, b = d * w, size = a * a + b * b;
            u[i] += cos(w * t + l * l);
            q[i] += (a * cos(w * t + l * l) + b * sin(w * t + l * l)) / size;
        }
    }
}

static br_response_record of(const double *u, const double *q)
{
    return (br_response_record){.dt = DT, .period = PERIOD, .settle = 300, .n = N, .u = u, .q = q};
}

static void the_response_of_a_linear_axis_is_exact_whatever_it_drifts(void **state)
{
    (void)state;
    double u[N], q[N], linear;
    br_response_line line[LINES];
    br_random g;
    br_random_init(&g, kit_seed(), 1);
    for (int limit = 0; limit < 2; limit++) {
        double stiffness = limit == BR_RESPONSE_SLIDING ? 0 : k;
        record(stiffness, limit * 1e-4, 0, u, q, &g);
        br_response_record r = of(u, q);
        assert_int_equal(br_response_find(&r, LINES, lines, line, &linear), BR_OK);
        assert_share(linear, 1, 1e-6);
        for (int l = 0; l < LINES; l++) {
            double w = 2 * KIT_PI * lines[l], a = stiffness - m * w * w, b = d * w, size = a * a + b * b;
            assert_true(hypot(line[l].re - a / size, line[l].im + b / size) < 1e-7 / sqrt(size));
        }
        const char *const *name;
        br_fit_estimate e;
        int n = br_response_names((br_response_limit)limit, &name);
        assert_int_equal(br_fit_estimate_init(&e, n, name), BR_OK);
        assert_int_equal(br_response_fit(&e, (br_response_limit)limit, LINES, line), BR_OK);
        assert_share(e.value[0], m, 1e-6);
        assert_share(e.value[1], d, 1e-6);
        if (e.n == 3)
            assert_share(e.value[2], k, 1e-6);
        br_fit_estimate_free(&e);
    }
    assert_share(br_response_corner(m, d), 3.1830988618, 1e-9);
    assert_share(br_response_resonance(m, k), 63.661977237, 1e-9);
}

static void sds_of_lines_and_parameters_cover_the_truth(void **state)
{
    (void)state;
    enum { SEEDS = 60 };
    double u[N], q[N];
    const double truth[] = {m, d, k};
    br_response_line line[LINES];
    br_random g;
    int inside = 0;
    br_random_init(&g, kit_seed(), 2);
    for (int s = 0; s < SEEDS; s++) {
        const char *const *name;
        br_fit_estimate e;
        record(k, 0, 1e-7, u, q, &g);
        br_response_record r = of(u, q);
        assert_int_equal(br_response_find(&r, LINES, lines, line, NULL), BR_OK);
        int n = br_response_names(BR_RESPONSE_PRESLIDING, &name);
        assert_int_equal(br_fit_estimate_init(&e, n, name), BR_OK);
        assert_int_equal(br_response_fit(&e, BR_RESPONSE_PRESLIDING, LINES, line), BR_OK);
        for (int i = 0; i < 3; i++)
            inside += fabs(e.value[i] - truth[i]) < 2.6 * e.sd[i]; // few periods: heavier tails than a normal
        br_fit_estimate_free(&e);
    }
    print_message("%d of %d within 2.6 sd\n", inside, 3 * SEEDS);
    assert_true(inside > 0.85 * 3 * SEEDS);
}

static void wrong_lines_and_short_records_are_refused(void **state)
{
    (void)state;
    double u[N], q[N] = {0};
    br_response_line line[LINES];
    const double between[] = {1.5}, fast[] = {500}, silent[] = {3};
    br_random g;
    br_random_init(&g, 1, 3);
    record(k, 0, 0, u, q, &g);
    br_response_record r = of(u, q);
    assert_int_equal(br_response_find(&r, 1, between, line, NULL), BR_BAD_USAGE);
    assert_int_equal(br_response_find(&r, 1, fast, line, NULL), BR_BAD_USAGE);
    for (int i = 0; i < N; i++)
        u[i] = 0;
    assert_int_equal(br_response_find(&r, 1, silent, line, NULL), BR_NEGATIVE);
    r.n = 300 + 2 * PERIOD - 1;
    assert_int_equal(br_response_find(&r, 1, silent, line, NULL), BR_BAD_USAGE);
}

static void the_axis_of_the_thesis_gives_m_sigma_v_and_kappa_within_5_percent(void **state)
{
    (void)state;
    br_outcome o = {0};
    br_diag why = {0};
    const br_experiment *e = br_frf_experiments;
    assert_string_equal(e->name, "axis/frf");
    if (e->run(&o, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_true(o.findings >= 6 && o.drawn.plots >= 1 && o.drawn.plot[0]->curves >= 5);
    for (int i = 0; i < o.findings; i++) {
        print_message("%s\n   paper: %s\n   bristle: %s\n", o.finding[i].statement, o.finding[i].paper,
                      o.finding[i].bristle);
        assert_true(o.finding[i].agrees);
        assert_true(strlen(o.finding[i].bristle) + 1 < sizeof o.finding[i].bristle);
        assert_true(strlen(o.finding[i].because) + 1 < sizeof o.finding[i].because);
    }
    br_outcome_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_response_of_a_linear_axis_is_exact_whatever_it_drifts),
        cmocka_unit_test(sds_of_lines_and_parameters_cover_the_truth),
        cmocka_unit_test(wrong_lines_and_short_records_are_refused),
        cmocka_unit_test(the_axis_of_the_thesis_gives_m_sigma_v_and_kappa_within_5_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
