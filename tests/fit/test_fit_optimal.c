// test_fit_optimal.c - motions that tell most: within their limits, at a known optimum, and with the standard deviations they promise.
#include "kit/failing_memory.h"
#include "fit/excite/optimal.h"
#include "fit/output/output.h"
#include "fit_kit.h"
#include "law/builtin/builtin.h"

static const char coulomb[] = "FC = 5 N, sigma2 = 20 N*s/m, v = 0 m/s";
static const char stribeck[] = "FC = 5 N, FS = 7 N, vs = 10 mm/s, sigma2 = 20 N*s/m, v = 0 m/s";
static const char lugre[] =
    "sigma0 = 2e5 N/m, sigma1 = 400 N*s/m, FC = 5 N, FS = 7 N, vs = 3 mm/s, sigma2 = 20 N*s/m, v = 0 m/s";

static const double noise = 0.05; // N

typedef struct bench {
    br_model model;
    br_fisher fisher;
} bench;

static void open_bench(bench *b, const char *law, const char *values, double mass)
{
    br_builtin is;
    br_diag why = {0};
    bool wanted[16] = {0};
    assert_true(br_builtin_find(law, &is));
    br_model_source source = {is.text, is.size, law, br_builtin_text, NULL};
    br_given given = {NULL, values, strlen(values), "values"};
    if (br_model_open_given(&b->model, &source, &given, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_fit_parameters_usual(&b->model, wanted);
    if (br_fisher_open(&b->fisher, &b->model, wanted, noise, mass, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static void close_bench(bench *b)
{
    br_fisher_close(&b->fisher);
    br_model_close(&b->model);
}

// 4 s in rows of 4 ms, each for four of a log.
static br_optimal_options usual(br_basis basis)
{
    const double none = (double)INFINITY;
    return (br_optimal_options){.limit = {0.05, 0.1, 2, none, none},
                                .duration = 4,
                                .basis = basis,
                                .pieces = basis == BR_BASIS_PIECES ? 6 : 12,
                                .rows = 1001,
                                .weight = 4,
                                .seed = kit_seed()};
}

static void search(br_optimal *s, br_fisher *w, const br_optimal_options *o, int start, int evaluations)
{
    br_optimal_begin(s, o, start);
    assert_int_equal(br_optimal_search(s, w, evaluations, NULL), BR_OK);
    assert_true(s->evaluations >= evaluations);
}

static void motions_keep_their_limits_whatever_the_numbers(void **state)
{
    (void)state;
    br_random g;
    double theta[BR_OPTIMAL_VARIABLES], x[2001];
    br_random_init(&g, kit_seed(), 1);
    for (int trial = 0; trial < 2000; trial++) {
        br_optimal_options o = usual(trial % 2 ? BR_BASIS_PIECES : BR_BASIS_BERNSTEIN);
        int n = 20 + (int)(1900 * br_random_uniform(&g));
        o.pieces = 1 + (int)(br_random_uniform(&g) * BR_OPTIMAL_PIECES);
        o.limit.position = pow(10, -4 + 4 * br_random_uniform(&g));
        o.limit.speed = pow(10, -3 + 4 * br_random_uniform(&g));
        o.limit.acceleration = pow(10, -2 + 4 * br_random_uniform(&g));
        for (int i = 0; i < br_optimal_variables(&o); i++)
            theta[i] = fmax(-1, fmin(1, 1.5 * (2 * br_random_uniform(&g) - 1)));
        double dt = o.duration / (n - 1), top = fmin(o.limit.speed, sqrt(2 * o.limit.position * o.limit.acceleration));
        double ulp = 4e-16 * (o.limit.position + o.duration * top); // of positions, and of times
        assert_int_equal(br_optimal_motion(&o, theta, dt, n, x), BR_OK);
        assert_true(x[0] == 0 && x[n - 1] == 0);
        for (int i = 0; i < n; i++) {
            assert_true(fabs(x[i]) <= o.limit.position * (1 + 1e-12));
            if (i > 0)
                assert_true(fabs(x[i] - x[i - 1]) / dt <= o.limit.speed * (1 + 1e-12) + 2 * ulp / dt);
            if (i > 1)
                assert_true(fabs(x[i] - 2 * x[i - 1] + x[i - 2]) / (dt * dt) <=
                            o.limit.acceleration * (1 + 1e-12) + 4 * ulp / (dt * dt));
        }
    }
}

// F = FC sign v + sigma2 v: det M is largest with half of the rows at the largest speed and half at the slowest that still
// slides; then the variance of |v| is vmax^2/4. Turning round and speeding up take some of it.
static void coulomb_and_viscous_friction_are_told_by_the_slowest_and_the_fastest_speed(void **state)
{
    (void)state;
    bench b;
    br_optimal s, best = {.size = (double)INFINITY};
    br_optimal_options o = usual(BR_BASIS_PIECES);
    open_bench(&b, "coulomb", coulomb, 0);
    o.limit.acceleration = 20;
    for (int start = 0; start < 4; start++) {
        search(&s, &b.fisher, &o, start, 500);
        best = s.size < best.size ? s : best;
    }
    double rows = (double)o.rows * o.weight / (noise * noise), bound = rows * rows * 25 * 400 * 0.01 / 4;
    double share = pow(best.size, -4) / bound, x[1001], dt = o.duration / 1000;
    int slow = 0, fast = 0;
    assert_int_equal(br_optimal_motion(&o, best.theta, dt, 1001, x), BR_OK);
    for (int i = 1; i < 1001; i++) {
        slow += fabs(x[i] - x[i - 1]) / dt < 0.01;
        fast += fabs(x[i] - x[i - 1]) / dt > 0.09;
    }
    print_message("%.3f of the largest determinant; %d of 1000 rows slow, %d fast\n", share, slow, fast);
    assert_true(share > 0.96 && share < 1);
    assert_true(abs(slow - 500) < 75 && abs(fast - 500) < 75);
    close_bench(&b);
}

static void searches_improve_on_their_starts_and_repeat_to_the_bit(void **state)
{
    (void)state;
    bench b;
    open_bench(&b, "lugre", lugre, 0);
    for (int basis = 0; basis < 2; basis++)
        for (int aim = 0; aim < 2; aim++)
            for (int start = 0; start < 4; start += 3) {
                br_optimal_options o = usual(basis ? BR_BASIS_BERNSTEIN : BR_BASIS_PIECES);
                br_optimal first, s, again;
                o.criterion = aim ? BR_E_OPTIMAL : BR_D_OPTIMAL;
                o.rows = 501;
                o.weight = 8;
                search(&first, &b.fisher, &o, start, 1);
                search(&s, &b.fisher, &o, start, 60);
                search(&again, &b.fisher, &o, start, 20);
                assert_int_equal(br_optimal_search(&again, &b.fisher, 60 - again.evaluations, NULL), BR_OK);
                assert_true(s.size < first.size);
                assert_memory_equal(&s.theta, &again.theta, sizeof s.theta);
                assert_true(s.size == again.size);
            }
    close_bench(&b);
}

// 2 m/s^2 of 10 kg are 20 N: twice what the drive has left beside 7 N of friction.
static void a_drive_of_little_force_is_not_asked_for_more(void **state)
{
    (void)state;
    bench b;
    br_optimal s;
    br_fisher_criteria found;
    double x[1001];
    open_bench(&b, "stribeck", stribeck, 10);
    for (int basis = 0; basis < 2; basis++) {
        br_optimal_options o = usual(basis ? BR_BASIS_BERNSTEIN : BR_BASIS_PIECES);
        o.limit.force = 17;
        search(&s, &b.fisher, &o, 0, 100);
        assert_true(isfinite(s.size));
        assert_int_equal(br_optimal_motion(&o, s.theta, o.duration / 1000, 1001, x), BR_OK);
        assert_int_equal(br_fisher_information(&b.fisher, o.duration / 1000, 1001, x, 1, &found, NULL), BR_OK);
        assert_true(found.force <= 17);
    }
    close_bench(&b);
}

// Friction along a motion, with noise, fitted from the truth: mean square of the errors over what was predicted, of every number.
static void scatter(bench *b, double dt, int rows, const double *x, int trials, double *square)
{
    br_fisher *w = &b->fisher;
    br_fisher_criteria found;
    br_random g;
    br_diag why;
    br_output_options fit = br_output_defaults();
    double *t = kit_reals(rows), *v = kit_reals(rows), *y = kit_reals(rows), predicted[16], truth[16], none[16] = {0};
    assert_int_equal(br_fisher_information(w, dt, rows, x, 1, &found, predicted), BR_OK);
    br_model_points(&b->model, none, none, truth);
    for (int i = 0; i < rows; i++) {
        t[i] = i * dt;
        v[i] = i > 0 && i < rows - 1 ? (x[i + 1] - x[i - 1]) / (2 * dt) : 0;
    }
    const double *u[] = {v};
    br_output_log log = {.stretch = {rows, t, u, none}, .y = y, .from = 0, .to = rows};
    br_output_problem q = {
        .model = &b->model, .sys = &w->system.sys, .parameters = &w->parameters, .log = &log, .logs = 1};
    br_random_init(&g, kit_seed(), 2);
    memset(square, 0, (size_t)w->parameters.count * sizeof *square);
    for (int k = 0; k < trials; k++) {
        br_output_fit got;
        assert_int_equal(br_along_run(&w->along, &log.stretch, truth, none, NULL, y, NULL), BR_OK);
        for (int i = 0; i < rows; i++)
            y[i] += noise * br_random_normal(&g);
        fit.which = w->along.o.which;
        assert_int_equal(br_output_run(&got, &q, &fit, truth, &why), BR_OK);
        for (int i = 0; i < w->parameters.count; i++)
            square[i] += pow((got.value[i] - truth[w->parameters.parameter[i].at]) / predicted[i], 2) / trials;
        br_output_free(&got);
    }
    free(t);
    free(v);
    free(y);
}

// Chance alone leaves 0.035 for each number of the first law, and about as much for the mean over those of the second.
static void planted_parameters_scatter_as_predicted(void **state)
{
    (void)state;
    static const struct {
        const char *law, *values;
        int trials;
    } all[] = {{"stribeck", stribeck, 400}, {"lugre", lugre, 100}};
    double x[1001], square[16];
    for (int k = 0; k < 2; k++) {
        bench b;
        br_optimal s;
        br_optimal_options o = usual(BR_BASIS_PIECES);
        o.weight = 1;
        open_bench(&b, all[k].law, all[k].values, 0);
        search(&s, &b.fisher, &o, 2, 300);
        double dt = o.duration / 1000, mean = 0;
        assert_int_equal(br_optimal_motion(&o, s.theta, dt, 1001, x), BR_OK);
        scatter(&b, dt, 1001, x, all[k].trials, square);
        int count = b.fisher.parameters.count;
        for (int i = 0; i < count; i++) {
            print_message("%s, %s: %.3f of its sd\n", all[k].law, b.fisher.parameters.parameter[i].name,
                          sqrt(square[i]));
            mean += square[i] / count;
            if (k == 0)
                assert_true(fabs(sqrt(square[i]) - 1) < 0.2);
        }
        assert_true(fabs(sqrt(mean) - 1) < 0.2);
        close_bench(&b);
    }
}

// What is 0 has no size of its own: with one the longest axis does not depend on its unit.
static void a_parameter_that_is_0_takes_its_size_from_the_force(void **state)
{
    (void)state;
    bench b;
    double x[1001];
    br_optimal s;
    br_optimal_options o = usual(BR_BASIS_PIECES);
    open_bench(&b, "coulomb", "FC = 5 N, sigma2 = 0 N*s/m, v = 0 m/s", 0);
    br_optimal_begin(&s, &o, 0);
    assert_int_equal(br_optimal_motion(&o, s.theta, 4e-3, 1001, x), BR_OK);
    assert_int_equal(br_fisher_scale(&b.fisher, 4e-3, 1001, x), BR_OK);
    double rms = 0, slide = 0;
    for (int i = 1; i < 1000; i++) {
        rms += pow((x[i + 1] - x[i - 1]) / 8e-3, 2);
        slide += x[i + 1] != x[i - 1] ? 25 : 0;
    }
    assert_share(b.fisher.parameters.parameter[1].scale, sqrt(slide / rms), 1e-9);
    close_bench(&b);
}

static void laws_without_a_velocity_are_refused(void **state)
{
    (void)state;
    br_builtin is;
    br_model m;
    br_fisher w;
    br_diag why = {0};
    bool wanted[64] = {0};
    assert_true(br_builtin_find("mass", &is));
    br_model_source source = {is.text, is.size, "mass", br_builtin_text, NULL};
    br_given given = {"axis", NULL, 0, NULL};
    assert_int_equal(br_model_open_given(&m, &source, &given, NULL, &why), BR_OK);
    assert_int_equal(br_fisher_open(&w, &m, wanted, noise, 0, NULL, &why), BR_BAD_LAW);
    assert_null(w.model);
    assert_non_null(strstr(why.text, "mass takes an input that has no value: u"));
    br_model_close(&m);
}

// Every call of the library that fails leaves nothing behind, and says so.
static void memory_that_gives_out_is_said(void **state)
{
    (void)state;
    bench b;
    double x[51];
    br_optimal_options o = usual(BR_BASIS_BERNSTEIN);
    open_bench(&b, "lugre", lugre, 0);
    br_fisher_close(&b.fisher);
    o.rows = 51;
    for (long n = 0, failed = 1; failed; n++) {
        bool wanted[16] = {0};
        br_fisher_criteria found;
        br_optimal s;
        br_diag why;
        br_fit_parameters_usual(&b.model, wanted);
        br_optimal_begin(&s, &o, 3);
        countdown = n;
        br_status status = br_fisher_open(&b.fisher, &b.model, wanted, noise, 0, NULL, &why);
        bool open = status == BR_OK;
        if (open)
            status = br_optimal_motion(&o, s.theta, 0.08, 51, x);
        if (status == BR_OK)
            status = br_fisher_information(&b.fisher, 0.08, 51, x, 1, &found, NULL);
        if (status == BR_OK)
            status = br_optimal_search(&s, &b.fisher, 3, NULL);
        failed = countdown < 0;
        countdown = -1;
        assert_int_equal(status, failed ? BR_NO_MEMORY : BR_OK);
        if (open)
            br_fisher_close(&b.fisher);
    }
    br_model_close(&b.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_keep_their_limits_whatever_the_numbers),
        cmocka_unit_test(coulomb_and_viscous_friction_are_told_by_the_slowest_and_the_fastest_speed),
        cmocka_unit_test(searches_improve_on_their_starts_and_repeat_to_the_bit),
        cmocka_unit_test(a_drive_of_little_force_is_not_asked_for_more),
        cmocka_unit_test(planted_parameters_scatter_as_predicted),
        cmocka_unit_test(a_parameter_that_is_0_takes_its_size_from_the_force),
        cmocka_unit_test(laws_without_a_velocity_are_refused),
        cmocka_unit_test(memory_that_gives_out_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
