// test_fit_axis_rows.c - an axis predicted from row to row, and corrected by each as a Kalman filter does.
#include "axis_simulation_kit.h"

// x and v with their covariance, for an axis with viscous friction: the filter of the textbook, its matrices written out.
typedef struct twin_filter {
    double x, v, P[2][2];
} twin_filter;

static void predict_twin(twin_filter *f, double m, double sigma2, double offset, double u0, double u1, double h,
                         double force_sd)
{
    // the trapezoidal rule, as the axis takes it: m (w - v) = h/2 (u0 + u1 - 2 offset - sigma2 (v + w))
    double a = sigma2 * h / (2 * m), w = ((1 - a) * f->v + h / m * (0.5 * (u0 + u1) - offset)) / (1 + a);
    double d = (1 - a) / (1 + a), F[2][2] = {{1, 0.5 * h * (1 + d)}, {0, d}}, g[2] = {0.5 * h * h / m, h / m}, FP[2][2];
    f->x += 0.5 * h * (f->v + w);
    f->v = w;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            FP[i][j] = F[i][0] * f->P[0][j] + F[i][1] * f->P[1][j];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            f->P[i][j] = FP[i][0] * F[j][0] + FP[i][1] * F[j][1] + g[i] * g[j] * force_sd * force_sd;
}

static void correct_twin(twin_filter *f, double measured, double sd)
{
    double s = f->P[0][0] + sd * sd, K[2] = {f->P[0][0] / s, f->P[1][0] / s}, row[2] = {f->P[0][0], f->P[0][1]};
    double off = measured - f->x;
    f->x += K[0] * off;
    f->v += K[1] * off;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            f->P[i][j] -= K[i] * row[j];
}

enum { FILTER_ROWS = 400 };

static void run_filter(const axis *a, const br_axis_simulation_options *o, const double *measured, const double *drive,
                       const double *c, double *y, double *J, double *weight)
{
    static const double start[] = {0.1, 0.2}, sd[] = {1e-3, 0.05};
    double t[FILTER_ROWS], p[8], gain[2 * FILTER_ROWS];
    br_axis_simulation f;
    for (int k = 0; k < FILTER_ROWS; k++)
        t[k] = 2e-3 * k;
    points(&a->model, p);
    br_stretch s = {FILTER_ROWS, t, a->u, a->hold};
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .measured = measured, .start_sd = sd};
    in.weight = weight;
    in.gain = gain;
    assert_int_equal(br_axis_simulation_open(&f, &a->system.sys, o), BR_OK);
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, J), BR_OK);
    br_axis_simulation_close(&f);
}

// Rows that are missing, too; derivatives by the offset, on which no gain depends, by differences.
static void rows_correct_the_axis_as_a_kalman_filter_does(void **state)
{
    (void)state;
    const double sigma2 = 7, m = 3, offset = 0.4, measured_sd = 2e-4, force_sd = 0.3, e = 1e-3;
    double drive[FILTER_ROWS], measured[FILTER_ROWS], y[FILTER_ROWS], weight[FILTER_ROWS], c[] = {m, offset};
    double J[FILTER_ROWS * 4], far[FILTER_ROWS], near[FILTER_ROWS], none[FILTER_ROWS];
    twin_filter twin = {0.1, 0.2, {{1e-6, 0}, {0, 0.0025}}};
    axis a;
    open_axis(&a, "coulomb", "FC = 0 N, sigma2 = 7 N*s/m, v = 0 m/s", 1);
    a.o.terms = 2;
    a.o.measured_sd = measured_sd;
    a.o.force_sd = force_sd;
    for (int k = 0; k < FILTER_ROWS; k++) {
        drive[k] = 1.8 + 0.5 * sin(0.05 * k) + 0.2 * cos(1.7 * k); // it never turns
        measured[k] = k % 7 == 3 ? (double)NAN : 0.1 + 4e-4 * k + 3e-4 * cos(2.9 * k);
    }
    run_filter(&a, &a.o, measured, drive, c, y, J, weight);
    for (int k = 0; k < FILTER_ROWS; k++) {
        if (k > 0)
            predict_twin(&twin, m, sigma2, offset, drive[k - 1], drive[k], 2e-3, force_sd);
        assert_near(y[k], twin.x, 1e-12);
        assert_near(weight[k], measured_sd / sqrt(twin.P[0][0] + measured_sd * measured_sd), 1e-9);
        assert_true(J[4 * k] == 0 && J[4 * k + 1] == 0); // the start is the filter's
        if (isfinite(measured[k]))
            correct_twin(&twin, measured[k], measured_sd);
    }
    c[1] = offset + e;
    run_filter(&a, &a.o, measured, drive, c, far, NULL, none);
    c[1] = offset - e;
    run_filter(&a, &a.o, measured, drive, c, near, NULL, none);
    for (int k = 0; k < FILTER_ROWS; k++)
        assert_near(J[4 * k + 3], (far[k] - near[k]) / (2 * e), 1e-9);
    close_axis(&a);
}

// Gains that are held make predictions a function of the parameters whose derivatives are those it has, where the axis turns,
// too; and rows at a turn, where friction jumps, count less.
static void held_gains_have_the_derivatives_of_differences(void **state)
{
    (void)state;
    enum { COLUMNS = 2 + 2 + 2 };
    static const double start[] = {0.1, 0.2}, sd[] = {1e-3, 0.05}, size[] = {2, 3, 1.5, 0.4};
    const int by[] = {0, 1};
    double t[FILTER_ROWS], drive[FILTER_ROWS], measured[FILTER_ROWS], weight[FILTER_ROWS], gain[2 * FILTER_ROWS];
    double J[FILTER_ROWS * COLUMNS], y[FILTER_ROWS], side[2][FILTER_ROWS], p[8], c[] = {1.5, 0.4};
    br_axis_simulation f;
    axis a;
    open_axis(&a, "coulomb", "FC = 2 N, sigma2 = 3 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    a.o.terms = 2;
    a.o.by = by;
    a.o.bys = 2;
    a.o.measured_sd = 1e-6;
    a.o.force_sd = 0.05;
    for (int k = 0; k < FILTER_ROWS; k++) {
        t[k] = 2e-3 * k;
        drive[k] = 7 * sin(0.04 * k) + 0.4;
        measured[k] = 0.1 + 0.02 * (1 - cos(0.04 * k)) + 1e-6 * cos(2.9 * k);
    }
    br_stretch s = {FILTER_ROWS, t, a.u, a.hold};
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .measured = measured, .start_sd = sd};
    in.weight = weight;
    in.gain = gain;
    assert_int_equal(br_axis_simulation_open(&f, &a.system.sys, &a.o), BR_OK);
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, NULL), BR_OK);
    double least = 1, usual = weight[FILTER_ROWS / 2 + 40];
    for (int k = 20; k < FILTER_ROWS; k++)
        least = fmin(least, weight[k]);
    assert_true(least < 0.8 * usual); // it turns, and that is seen
    in.gains_held = true;
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, side[0], J), BR_OK);
    for (int k = 0; k < FILTER_ROWS; k++)
        assert_near(side[0][k], y[k], 1e-12);
    for (int i = 0; i < 4; i++) {
        double *value = i < 2 ? &p[i] : &c[i - 2], was = *value, h = 1e-6 * size[i], worst = 0, most = 0;
        for (int k = 0; k < 2; k++) {
            *value = was + (k ? h : -h);
            assert_int_equal(br_axis_simulation_run(&f, &s, &in, side[k], NULL), BR_OK);
        }
        *value = was;
        for (int k = 0; k < FILTER_ROWS; k++) {
            double d = (side[1][k] - side[0][k]) / (2 * h);
            most = fmax(most, fabs(d));
            worst = fmax(worst, fabs(d - J[k * COLUMNS + (i < 2 ? i : i + 2)]));
        }
        if (worst > 1e-4 * most)
            fail_msg("column %d: off by %g of %g", i, worst, most);
    }
    br_axis_simulation_close(&f);
    close_axis(&a);
}

// Nothing is uncertain: neither a velocity of 0 nor its standard deviation of 0 makes a prediction that is not finite.
static void an_axis_known_to_rest_is_predicted_at_rest(void **state)
{
    (void)state;
    enum { ROWS = 5 };
    static const double start[] = {0.1, 0}, sd[] = {0, 0}, c[] = {1.5, 0.4}, drive[ROWS] = {0};
    double t[ROWS], measured[ROWS], weight[ROWS], gain[2 * ROWS], y[ROWS], p[8];
    br_axis_simulation f;
    axis a;
    open_axis(&a, "coulomb", "FC = 2 N, sigma2 = 3 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    a.o.measured_sd = 1e-6;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 2e-3 * k;
        measured[k] = 0.1 + 1e-6 * (k % 2);
    }
    br_stretch s = {ROWS, t, a.u, a.hold};
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .measured = measured, .start_sd = sd};
    in.weight = weight;
    in.gain = gain;
    assert_int_equal(br_axis_simulation_open(&f, &a.system.sys, &a.o), BR_OK);
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, NULL), BR_OK);
    for (int k = 0; k < ROWS; k++) {
        assert_near(y[k], 0.1, 1e-15);
        assert_near(weight[k], 1, 1e-12);
    }
    br_axis_simulation_close(&f);
    close_axis(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_correct_the_axis_as_a_kalman_filter_does),
        cmocka_unit_test(held_gains_have_the_derivatives_of_differences),
        cmocka_unit_test(an_axis_known_to_rest_is_predicted_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
