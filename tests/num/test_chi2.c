// test_chi2.c - the chi-square distribution against values known in closed form and from tables.
#include "num/base/chi2.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void assert_close(double got, double want, double share)
{
    if (!(fabs(got - want) <= share * fabs(want)))
        fail_msg("%.17g is not %.17g within a share of %.1e", got, want, share);
}

// P = 1 - exp(-x/2) (1 + x/2 + (x/2)^2/2! + ...) for even degrees
static void even_degrees_are_finite_sums(void **state)
{
    (void)state;
    for (int n = 1; n <= 40; n++)
        for (int k = 0; k < 12; k++) {
            double x = 0.5 * pow(1.7, k);
            long double term = 1, sum = 1;
            for (int i = 1; i < n; i++)
                sum += term *= (long double)x / 2 / i;
            double upper = (double)(expl(-(long double)x / 2) * sum);
            assert_close(1 - br_chi2_cdf(x, 2 * n), upper, 1e-11 + 2e-16 / upper);
            if (upper > 1e-12 && upper < 1 - 1e-12)
                assert_close(br_chi2_quantile(1 - upper, 2 * n), x, 1e-10 + 4e-16 / (upper * (1 - upper)));
        }
}

// P = erf(sqrt(x/2)) - ..., odd degrees by P(n + 2) = P(n) - x^(n/2) exp(-x/2)/(2^(n/2) Gamma(n/2 + 1))
static void odd_degrees_follow_from_the_error_function(void **state)
{
    (void)state;
    for (int k = 0; k < 20; k++) {
        double x = 0.01 * pow(1.6, k);
        long double P = erfl(sqrtl((long double)x / 2));
        for (int n = 1; n <= 31; n += 2) {
            if (P > 1e-10L)
                assert_close(br_chi2_cdf(x, n), (double)P, 1e-11 + (double)(1e-18L / P));
            P -= expl((long double)n / 2 * logl((long double)x / 2) - (long double)x / 2 -
                      lgammal((long double)n / 2 + 1));
        }
    }
}

// As printed in tables to 16 digits.
static void quantiles_are_those_of_tables(void **state)
{
    (void)state;
    static const struct {
        double p, degrees, x;
    } known[] = {{0.95, 1, 3.841458820694124},    {0.95, 2, 5.991464547107979},     {0.95, 10, 18.307038053275146},
                 {0.975, 100, 129.5611971858366}, {0.025, 100, 74.22192747492373},  {0.5, 1, 0.4549364231195724},
                 {0.99, 5, 15.08627246938899},    {0.025, 1, 0.0009820691171752555}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_close(br_chi2_quantile(known[i].p, known[i].degrees), known[i].x, 1e-9);
}

static void quantile_and_probability_are_inverse(void **state)
{
    (void)state;
    static const double degrees[] = {0.5, 1, 3, 7, 31.9, 32, 100, 2800, 1e5, 1e7},
                        p[] = {1e-6, 0.025, 0.3, 0.5, 0.9, 0.975, 0.999999};
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
        for (size_t k = 0; k < sizeof p / sizeof *p; k++) {
            double x = br_chi2_quantile(p[k], degrees[i]);
            assert_close(br_chi2_cdf(x, degrees[i]), p[k], 1e-10 + 1e-15 * degrees[i]);
            assert_true(k == 0 || x > br_chi2_quantile(p[k - 1], degrees[i]));
        }
}

static void what_has_no_answer_is_not_a_number(void **state)
{
    (void)state;
    assert_true(isnan(br_chi2_quantile(0, 3)) && isnan(br_chi2_quantile(1, 3)) &&
                isnan(br_chi2_quantile((double)NAN, 3)));
    assert_true(isnan(br_chi2_quantile(0.5, 0)) && isnan(br_chi2_quantile(0.5, (double)NAN)) &&
                isnan(br_chi2_cdf(1, -1)));
    assert_true(isnan(br_chi2_cdf((double)NAN, 1)));
    assert_true(br_chi2_cdf(0, 3) == 0 && br_chi2_cdf(-1, 3) == 0 && br_chi2_cdf(1e300, 3) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_degrees_are_finite_sums),
        cmocka_unit_test(odd_degrees_follow_from_the_error_function),
        cmocka_unit_test(quantiles_are_those_of_tables),
        cmocka_unit_test(quantile_and_probability_are_inverse),
        cmocka_unit_test(what_has_no_answer_is_not_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
