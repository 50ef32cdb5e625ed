// test_fit_masing.c - the virgin curve from loops by Masing's rule, and elements from the curve: thesis (B.5) to (B.8).
#include "fit/curve/masing.h"
#include "fit_loops.h"

// Table B.3 as printed, kT = 20 N/A.
static const double x_B3[] = {0.25e-6, 1e-6, 3e-6, 47.5e-6}, y_B3[] = {0.8, 1.4, 2, 9};
static const double kappa_B3[] = {2.4e6, 0.5e6, 0.142e6, 0.158e6}, nu_B3[] = {0.067, 0.056, 0.047, 0.83};

static void points_of_table_B3_give_its_elements(void **state)
{
    (void)state;
    double kappa[4], nu[4], y[4], sum = 0, contact = 0;
    assert_int_equal(br_masing_elements(4, x_B3, y_B3, kappa, nu), BR_OK);
    for (int i = 0; i < 4; i++) {
        assert_share(kappa[i], kappa_B3[i], 0.006); // the table is rounded
        assert_share(nu[i], nu_B3[i], 0.013);
        sum += nu[i];
        contact += kappa[i];
    }
    assert_share(sum, 1, 1e-14);                     // (B.7)
    assert_share(contact, y_B3[0] / x_B3[0], 1e-14); // (B.8)
    br_masing_curve(4, x_B3, kappa, y);
    for (int i = 0; i < 4; i++)
        assert_share(y[i], y_B3[i], 1e-14);
}

static void points_that_are_not_concave_are_called_so(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3}, y[] = {1, 3, 4}, back[] = {1, 3, 2};
    double kappa[3], nu[3], again[3];
    assert_int_equal(br_masing_elements(3, x, y, kappa, nu), BR_NEGATIVE);
    br_masing_curve(3, x, kappa, again);
    for (int i = 0; i < 3; i++)
        assert_share(again[i], y[i], 1e-14);
    assert_int_equal(br_masing_elements(3, back, y, kappa, nu), BR_BAD_USAGE);
}

static double polygon(double x)
{
    double y = 0;
    for (int i = 0; i < 4; i++)
        y += kappa_B3[i] * fmin(x, nu_B3[i] * 9 / kappa_B3[i]);
    return y;
}

static void every_branch_of_many_loops_shows_one_curve(void **state)
{
    (void)state;
    loops l = run_loops("maxwell-slip", "table-B.3", NULL, LOOPS_TURNS, loops_turn, 20e-9, 0, 1);
    br_masing m;
    br_masing_options o = br_masing_defaults(50e-9);
    assert_int_equal(br_masing_find(&m, &o, l.n, l.x, l.F), BR_OK);
    assert_int_equal(m.branches, LOOPS_TURNS - 2);
    assert_true(m.points > 30);
    for (int i = 0; i < m.points; i++) {
        double slope = 9 / 47.5e-6;
        assert_true(fabs(m.point[i].y - polygon(m.point[i].x)) < 0.03 + 0.02 * slope * m.point[i].x);
    }
    br_masing_free(&m);
    drop_loops(&l);
}

// A branch that closes a loop goes on along the one before it, where Masing's rule would be wrong.
static void branches_end_where_they_close_a_loop(void **state)
{
    (void)state;
    const double turn[] = {0, 110e-6, -110e-6, 0, -10e-6, 110e-6, -110e-6};
    loops l = run_loops("maxwell-slip", "table-B.3", NULL, 7, turn, 20e-9, 0, 2);
    br_masing m;
    br_masing_options o = br_masing_defaults(50e-9);
    assert_int_equal(br_masing_find(&m, &o, l.n, l.x, l.F), BR_OK);
    for (int i = 0; i < m.points; i++)
        assert_true(fabs(m.point[i].y - polygon(m.point[i].x)) < 0.03 + 0.02 * 9 / 47.5e-6 * m.point[i].x);
    br_masing_free(&m);
    drop_loops(&l);
}

static void noise_averages_out(void **state)
{
    (void)state;
    loops l = run_loops("maxwell-slip", "table-B.3", NULL, LOOPS_TURNS, loops_turn, 20e-9, 0.05, 3);
    br_masing m;
    br_masing_options o = br_masing_defaults(50e-9);
    assert_int_equal(br_masing_find(&m, &o, l.n, l.x, l.F), BR_OK);
    for (int i = 0; i < m.points; i++) // the force of a reversal is one noisy sample for each branch
        assert_true(fabs(m.point[i].y - polygon(m.point[i].x)) < 0.15 + 0.02 * 9 / 47.5e-6 * m.point[i].x);
    br_masing_free(&m);
    drop_loops(&l);
}

static void logs_without_loops_are_refused(void **state)
{
    (void)state;
    double x[100], F[100];
    br_masing m;
    br_masing_options o = br_masing_defaults(1e-7);
    for (int i = 0; i < 100; i++)
        x[i] = 1e-6 * i, F[i] = 1;
    assert_int_equal(br_masing_find(&m, &o, 100, x, F), BR_NEGATIVE);
    x[7] = (double)NAN;
    assert_int_equal(br_masing_find(&m, &o, 100, x, F), BR_BAD_DATA);
    o.band = 0;
    assert_int_equal(br_masing_find(&m, &o, 100, x, F), BR_BAD_USAGE);
    assert_null(m.point);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_table_B3_give_its_elements),
        cmocka_unit_test(points_that_are_not_concave_are_called_so),
        cmocka_unit_test(every_branch_of_many_loops_shows_one_curve),
        cmocka_unit_test(branches_end_where_they_close_a_loop),
        cmocka_unit_test(noise_averages_out),
        cmocka_unit_test(logs_without_loops_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
