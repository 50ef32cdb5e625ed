// test_fft.c - the fast Fourier transform against the sum it stands for, in long double.
#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "num/algebra/fft.h"
#include "num/algebra/fft_any.h"
#include "num/base/random.h"

enum { MOST = 512 };
static const long double two_pi = 6.283185307179586476925286766559L;

static void random_numbers(double *re, double *im, size_t n, uint64_t seed)
{
    br_random r;
    br_random_init(&r, seed, 0);
    for (size_t i = 0; i < n; i++) {
        re[i] = br_random_normal(&r);
        im[i] = br_random_normal(&r);
    }
}

static void transforms_are_the_sums_they_stand_for(void **unused)
{
    (void)unused;
    for (size_t n = 1; n <= MOST; n *= 2) {
        double re[MOST], im[MOST], x[MOST], y[MOST];
        random_numbers(re, im, n, n);
        memcpy(x, re, sizeof x);
        memcpy(y, im, sizeof y);
        br_fft(x, y, n, false);
        for (size_t k = 0; k < n; k++) {
            long double a = 0, b = 0;
            for (size_t i = 0; i < n; i++) {
                long double angle = -two_pi * (long double)(i * k % n) / (long double)n;
                a += (long double)re[i] * cosl(angle) - (long double)im[i] * sinl(angle);
                b += (long double)re[i] * sinl(angle) + (long double)im[i] * cosl(angle);
            }
            assert_true(fabsl((long double)x[k] - a) < 1e-13L * sqrtl((long double)n) &&
                        fabsl((long double)y[k] - b) < 1e-13L * sqrtl((long double)n));
        }
        br_fft(x, y, n, true);
        for (size_t i = 0; i < n; i++)
            assert_true(fabs(x[i] - re[i]) < 1e-14 && fabs(y[i] - im[i]) < 1e-14);
    }
}

static void transforms_of_any_size_are_the_sums_they_stand_for(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {1, 2, 3, 5, 7, 12, 64, 97, 360, 511};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
        size_t n = sizes[c];
        double re[MOST], im[MOST], x[MOST], y[MOST];
        br_fft_plan plan;
        assert_int_equal(br_fft_plan_open(&plan, n), BR_OK);
        for (int again = 0; again < 2; again++) { // a plan serves more than once
            random_numbers(re, im, n, n + (size_t)again);
            memcpy(x, re, sizeof x);
            memcpy(y, im, sizeof y);
            br_fft_any(&plan, x, y);
            for (size_t k = 0; k < n; k++) {
                long double a = 0, b = 0;
                for (size_t i = 0; i < n; i++) {
                    long double angle = -two_pi * (long double)(i * k % n) / (long double)n;
                    a += (long double)re[i] * cosl(angle) - (long double)im[i] * sinl(angle);
                    b += (long double)re[i] * sinl(angle) + (long double)im[i] * cosl(angle);
                }
                assert_true(fabsl((long double)x[k] - a) < 1e-12L * sqrtl((long double)n) &&
                            fabsl((long double)y[k] - b) < 1e-12L * sqrtl((long double)n));
            }
        }
        br_fft_plan_close(&plan);
    }
    br_fft_plan plan;
    assert_int_equal(br_fft_plan_open(&plan, 0), BR_BAD_USAGE);
}

static void energy_is_kept(void **unused)
{
    (void)unused;
    enum { N = 1 << 16 };
    double *re = malloc(N * sizeof *re), *im = malloc(N * sizeof *im), before = 0, after = 0;
    assert_true(re && im);
    random_numbers(re, im, N, 7);
    for (size_t i = 0; i < N; i++)
        before += re[i] * re[i] + im[i] * im[i];
    br_fft(re, im, N, false);
    for (size_t i = 0; i < N; i++)
        after += re[i] * re[i] + im[i] * im[i];
    assert_true(fabs(after / N - before) < 1e-12 * before);
    free(re);
    free(im);
}

static void sizes_are_the_next_power_of_two(void **unused)
{
    (void)unused;
    static const size_t row[][2] = {{0, 1}, {1, 1}, {2, 2}, {3, 4}, {1024, 1024}, {1025, 2048}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        assert_int_equal(br_fft_size(row[i][0]), row[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transforms_are_the_sums_they_stand_for),
        cmocka_unit_test(transforms_of_any_size_are_the_sums_they_stand_for),
        cmocka_unit_test(energy_is_kept),
        cmocka_unit_test(sizes_are_the_next_power_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
