// test_mech_fit.c - parameters of mechanisms over whole logs: what is planted lies within what is claimed.
#include "num/base/fp.h"

#include <math.h>

#include "api/mechanism/mech_fit.h"
#include "num/base/random.h"
#include "estimate_kit.h"

// A stage on a leaf spring with friction; its truth is integrated here, by its own equation.
#define STAGE                                                                                                          \
    "mechanism stage\nplanar\nbody stage mass = 2 kg, cog = 0, 0 m\njoint A prismatic stage ground at = 0, 0 m, axis " \
    "= 1, 0\nspring leaf A stiffness = 50 N/m\nfriction track A makkar \"gamma1 = 0 N, gamma2 = 100 s/m, gamma3 = 50 " \
    "s/m, gamma4 = 1 N, gamma5 = 10 s/m, sigma2 = 0.5 N*s/m\"\ndrive motor A = 8*sin(3*t) + 3*sin(7*t) N\n"            \
    "sensor x displacement A sd = 0.5 mm\n"

enum { ROWS = 751, PARAMETERS = 3 };
static const char *const names[PARAMETERS] = {"leaf.stiffness", "track.gamma4", "track.sigma2"};
static const double planted[PARAMETERS] = {50, 1, 0.5}, sensor_sd = 5e-4;

static double stage_acceleration(double t, double x, double v)
{
    return (8 * sin(3 * t) + 3 * sin(7 * t) - 50 * x - tanh(10 * v) - 0.5 * v) / 2;
}

// Runge-Kutta in steps of 0.1 ms; a row every 4 ms.
static const double *stage_truth(double *t)
{
    static double x[ROWS];
    const int parts = 40;
    const double h = 1e-4;
    double q = 0, v = 0;
    for (int k = 0; k < ROWS; k++) {
        x[k] = q;
        t[k] = k * parts * h;
        for (int i = 0; i < parts; i++) {
            double s = t[k] + i * h, a = stage_acceleration(s, q, v), v2 = v + h / 2 * a;
            double b = stage_acceleration(s + h / 2, q + h / 2 * v, v2), v3 = v + h / 2 * b;
            double c = stage_acceleration(s + h / 2, q + h / 2 * v2, v3), v4 = v + h * c;
            double d = stage_acceleration(s + h, q + h * v3, v4);
            q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
            v += h / 6 * (a + 2 * b + 2 * c + d);
        }
    }
    return x;
}

// Positions with noise of 0.5 mm that correlates by rho from row to row.
static void measure_stage(uint64_t seed, double rho, double *t, double *y)
{
    const double *x = stage_truth(t);
    br_random dice;
    br_random_init(&dice, seed, 0);
    double noise = br_random_normal(&dice);
    for (int k = 0; k < ROWS; k++) {
        y[k] = x[k] + sensor_sd * noise;
        noise = rho * noise + sqrt(1 - rho * rho) * br_random_normal(&dice);
    }
}

static void add_parameter(br_mech_estimate *w, const br_mech *m, const char *name, double start, double sd)
{
    br_named_parameter *p = &w->parameter[w->parameters++];
    assert_true(br_parameter_find(m, name, p));
    p->is.is.scale = p->nominal;
    p->is.x = start / p->nominal;
    p->is.sd = sd;
}

static br_mech_estimate log_of(const char *text, int rows, const double *t, const double *y)
{
    return (br_mech_estimate){.text = text,
                              .size = strlen(text),
                              .origin = "test",
                              .rows = rows,
                              .t = t,
                              .signals = 1,
                              .sd = {sensor_sd},
                              .y = {y}};
}

typedef struct found {
    br_mech_estimate_result filtered;
    br_mech_fit fit;
} found;

static void fit_log(const br_mech_estimate *w, found *f)
{
    br_diag why = {0};
    br_record record = {0};
    if (br_mech_estimate_run(w, &record, &f->filtered, &why) != BR_OK ||
        br_mech_fit_run(w, &f->filtered, &f->fit, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_record_close(&record);
}

static void fit_stage(const br_mech_scheme *scheme, const double *start, const double *t, const double *y, double step,
                      found *f)
{
    machine like = {0};
    br_mech_estimate w = log_of(STAGE, ROWS, t, y);
    open_text(&like, STAGE);
    for (int i = 0; i < PARAMETERS; i++)
        add_parameter(&w, &like.m, names[i], start[i], 0.3);
    w.scheme = scheme;
    w.step = step;
    fit_log(&w, f);
    close_machine(&like);
}

// ---------------------------------------------------------------- coverage

typedef struct coverage {
    int claims, filter, white, inside, far; // how many hold the truth within 1.96 sd; beyond 3 sd
    int moved;                              // the error of the step is above their sd
} coverage;

static void count_claims(coverage *c, const found *f)
{
    for (int i = 0; i < PARAMETERS; i++) {
        const br_mech_fitted *p = &f->fit.parameter[i];
        double off = fabs(p->value - planted[i]), early = fabs(f->filtered.x[i] - 1) * planted[i];
        c->claims++;
        c->filter += early <= 1.96 * f->filtered.x_sd[i] * planted[i];
        c->white += off <= 1.96 * p->white_sd;
        c->inside += off <= 1.96 * p->sd[1];
        c->far += off > 3 * p->sd[1];
        c->moved += p->step_error > p->autocorrelated_sd;
    }
}

static int seeds_of_a_run(void)
{
    const char *n = getenv("BR_COUNT");
    double points = n ? strtod(n, NULL) : 0;
    return points > 1e6 ? 400 : 24;
}

static coverage cover_stage(const br_mech_scheme *scheme, double step, int seeds)
{
    static double t[ROWS], y[ROWS];
    static const double start[PARAMETERS] = {45, 1.1, 0.45};
    coverage c = {0};
    found f;
    for (int seed = 1; seed <= seeds; seed++) {
        measure_stage((uint64_t)seed, 0.9, t, y);
        fit_stage(scheme, start, t, y, step, &f);
        assert_true(f.fit.found && f.fit.settled);
        assert_true(f.fit.whiteness < 0.01 && f.fit.lag1 > 0.8);
        count_claims(&c, &f);
    }
    print_message(
        "%s, %d claims: the truth is inside 95 %% of %d by the filter, of %d if residuals were white, of %d as "
        "reported; %d beyond 3 sd; %d with a step error above their sd\n",
        scheme->name, c.claims, c.filter, c.white, c.inside, c.far, c.moved);
    return c;
}

static void coloured_noise_is_in_the_standard_deviations(void **state)
{
    (void)state;
    coverage c = cover_stage(&br_mech_newmark, 0, seeds_of_a_run());
    assert_true(c.filter < 0.5 * c.claims && c.white < 0.7 * c.claims);
    // 99 % band of a binomial of 95 %, of so many logs: their three parameters go together
    double band = 2.58 * sqrt(0.95 * 0.05 * PARAMETERS / c.claims);
    assert_true(c.inside >= (0.95 - band) * c.claims && c.far <= ceil(0.01 * c.claims));
}

static void the_error_of_a_coarse_step_is_in_the_standard_deviations(void **state)
{
    (void)state;
    coverage c = cover_stage(&br_mech_bdf1, 2e-3, seeds_of_a_run() / 3);
    assert_true(c.filter < 0.2 * c.claims && c.white < 0.2 * c.claims);
    assert_true(c.inside >= 0.95 * c.claims && c.far <= ceil(0.01 * c.claims));
}

// BDF-1 brakes as a damping of stiffness*step does, here of 0.0125 N*s/m: half of that if the step is halved.
static void the_step_moves_what_it_brakes(void **state)
{
    (void)state;
    static double t[ROWS], y[ROWS];
    found f;
    measure_stage(1, 0, t, y);
    fit_stage(&br_mech_bdf1, planted, t, y, 2.5e-4, &f);
    const br_mech_fitted *p = &f.fit.parameter[2];
    print_message("%s = %.4g: moves by %.4g, sd %.3g without and %.3g with the step\n", names[2], p->value, p->shift,
                  p->autocorrelated_sd, p->sd[1]);
    assert_true(p->shift > 0.004 && p->shift < 0.008 && p->step_error == 2 * p->shift);
    assert_true(p->step_error > 2 * p->autocorrelated_sd && fabs(p->value - 0.5) < 1.96 * p->sd[1]);
}

// Where residuals are white and the step is fine, nothing is added.
static void nothing_is_added_where_nothing_is_wrong(void **state)
{
    (void)state;
    static double t[ROWS], y[ROWS];
    found f;
    measure_stage(1, 0, t, y);
    fit_stage(&br_mech_newmark, planted, t, y, 1e-3, &f);
    assert_true(f.fit.whiteness > 0.01 && f.fit.second == BR_SECOND_SAME);
    for (int i = 0; i < PARAMETERS; i++) {
        const br_mech_fitted *p = &f.fit.parameter[i];
        print_message("%s = %.5g, sd %.3g; filter %.3g\n", names[i], p->value, p->sd[1],
                      f.filtered.x_sd[i] * planted[i]);
        assert_true(fabs(p->value - planted[i]) < 3 * p->sd[1]);
        assert_true(fabs(p->white_sd / (f.filtered.x_sd[i] * planted[i]) - 1) < 0.05);
        assert_true(p->sd[1] < 1.3 * p->white_sd && isnan(p->other) && !p->on_bound);
    }
}

// ---------------------------------------------------------------- starts

static void where_the_filter_starts_does_not_matter(void **state)
{
    (void)state;
    static double t[ROWS], y[ROWS];
    static const double start[2][PARAMETERS] = {{40, 1.3, 0.4}, {60, 0.8, 0.7}};
    found f[2];
    double by_filter = 0, by_fit = 0;
    measure_stage(3, 0.9, t, y);
    for (int k = 0; k < 2; k++)
        fit_stage(&br_mech_newmark, start[k], t, y, 0, &f[k]);
    for (int i = 0; i < PARAMETERS; i++) {
        by_filter = fmax(by_filter, fabs(f[0].filtered.x[i] - f[1].filtered.x[i]) / f[0].filtered.x_sd[i]);
        by_fit = fmax(by_fit,
                      fabs(f[0].fit.parameter[i].value - f[1].fit.parameter[i].value) / f[0].fit.parameter[i].white_sd);
    }
    print_message("two starts: apart by %.3g sd of the filter, by %.3g sd of the fit\n", by_filter, by_fit);
    assert_true(by_filter > 2 && by_fit < 0.3);
}

#define SPRING                                                                                                         \
    "mechanism spring\nplanar\nbody block mass = 2 kg, cog = 0, 0 m\njoint A prismatic block ground at = 0, 0 m, "     \
    "axis "                                                                                                            \
    "= 1, 0\nspring k A stiffness = 2000 N/m\nsensor x displacement A sd = 0.5 mm\nstart A position = 10 mm\n"

// A mass on a spring, sampled every 0.1 s: omega and 2 pi/0.1 s - omega pass through the same samples. late: s by which
// every other one is later, so that one of them is right.
static void fit_spring(double late, double start, found *f)
{
    enum { SAMPLES = 60 };
    static double t[SAMPLES], y[SAMPLES];
    machine like = {0};
    br_random dice;
    br_random_init(&dice, 3, 0);
    for (int k = 0; k < SAMPLES; k++) {
        t[k] = 0.1 * k + (k % 2 ? late : 0);
        y[k] = 0.01 * cos(25 * t[k]) + sensor_sd * br_random_normal(&dice);
    }
    br_mech_estimate w = log_of(SPRING, SAMPLES, t, y);
    open_text(&like, SPRING);
    add_parameter(&w, &like.m, "k.stiffness", start, 0.5);
    w.scheme = &br_mech_newmark;
    w.step = 1e-3;
    fit_log(&w, f);
    print_message("start %g: %g +- %.2g N/m, or %g; second start: %s, gain %.3g; filter %g\n", start,
                  f->fit.parameter[0].value, f->fit.parameter[0].sd[1], f->fit.parameter[0].other,
                  br_mech_second_name(f->fit.second), f->fit.gain, 2000 * f->filtered.x[0]);
    close_machine(&like);
}

static void two_explanations_are_both_reported(void **state)
{
    (void)state;
    const double alias = 2 * pow(2 * 3.14159265358979312 / 0.1 - 25, 2);
    found f;
    fit_spring(0, 2000, &f);
    const br_mech_fitted *p = &f.fit.parameter[0];
    assert_int_equal(f.fit.second, BR_SECOND_TWO);
    assert_true(fabs(fmin(p->value, p->other) - 1250) < 20 && fabs(fmax(p->value, p->other) - alias) < 40);
}

static void the_better_of_two_minima_is_taken(void **state)
{
    (void)state;
    found f;
    fit_spring(0.01, 2100, &f);
    assert_int_equal(f.fit.second, BR_SECOND_BETTER);
    assert_true(f.fit.gain > 10);
    assert_true(fabs(f.fit.parameter[0].value - 1250) < 3 * f.fit.parameter[0].sd[1]);
}

// ---------------------------------------------------------------- the rest

// A parameter that walks stays a state of the filter.
static void a_parameter_that_walks_is_that_of_the_filter(void **state)
{
    (void)state;
    static double t[ROWS], y[ROWS];
    machine like = {0};
    found f;
    measure_stage(4, 0.9, t, y);
    br_mech_estimate w = log_of(STAGE, ROWS, t, y);
    open_text(&like, STAGE);
    for (int i = 0; i < PARAMETERS; i++)
        add_parameter(&w, &like.m, names[i], planted[i], 0.3);
    w.parameter[0].is.walk = 0.01;
    fit_log(&w, &f);
    const br_mech_fitted *p = f.fit.parameter;
    assert_true(p[0].walks && !p[1].walks && !p[2].walks);
    assert_true(p[0].value == 50 * f.filtered.x[0] && p[1].value != f.filtered.x[1]);
    assert_true(isfinite(p[0].shift) && p[0].shift != 0 && p[0].moved != 0 && p[0].autocorrelated_sd > p[0].white_sd);
    close_machine(&like);
}

static void steps_are_split_as_shorter_ones_are(void **state)
{
    (void)state;
    static double t[ROWS], y[ROWS];
    br_mech_estimate_result r[2];
    br_diag why = {0};
    measure_stage(5, 0, t, y);
    for (int i = 0; i < 2; i++) {
        br_mech_estimate w = log_of(STAGE, ROWS, t, y);
        w.split = i ? 2 : 0;
        w.step = i ? 0 : 2e-3;
        assert_true(br_mech_estimate_length(&w) == 2 * (ROWS - 1));
        assert_int_equal(br_mech_estimate_run(&w, NULL, &r[i], &why), BR_OK);
    }
    assert_memory_equal(&r[0].likelihood, &r[1].likelihood, sizeof r[0].likelihood);
}

static bool stop_later(void *context, double share)
{
    int *left = context;
    (void)share;
    return --*left > 0;
}

static void a_fit_is_stopped(void **state)
{
    (void)state;
    static double t[ROWS], y[ROWS];
    static const int when[] = {1, 100, 500};
    machine like = {0};
    measure_stage(6, 0, t, y);
    br_mech_estimate w = log_of(STAGE, ROWS, t, y);
    br_mech_estimate_result filtered;
    br_mech_fit fit;
    br_diag why = {0};
    open_text(&like, STAGE);
    add_parameter(&w, &like.m, names[0], 45, 0.3);
    assert_int_equal(br_mech_estimate_run(&w, NULL, &filtered, &why), BR_OK);
    for (int i = 0; i < 3; i++) {
        int left = when[i];
        w.progress = stop_later;
        w.context = &left;
        assert_int_equal(br_mech_fit_run(&w, &filtered, &fit, &why), BR_NEGATIVE);
        assert_int_equal(left, 0);
    }
    close_machine(&like);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(coloured_noise_is_in_the_standard_deviations),
                                       cmocka_unit_test(the_error_of_a_coarse_step_is_in_the_standard_deviations),
                                       cmocka_unit_test(the_step_moves_what_it_brakes),
                                       cmocka_unit_test(nothing_is_added_where_nothing_is_wrong),
                                       cmocka_unit_test(where_the_filter_starts_does_not_matter),
                                       cmocka_unit_test(two_explanations_are_both_reported),
                                       cmocka_unit_test(the_better_of_two_minima_is_taken),
                                       cmocka_unit_test(a_parameter_that_walks_is_that_of_the_filter),
                                       cmocka_unit_test(steps_are_split_as_shorter_ones_are),
                                       cmocka_unit_test(a_fit_is_stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
