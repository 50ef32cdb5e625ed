// test_random.c - random numbers: the published generator, the distributions they claim, streams that know nothing of each
// other. Limits are so wide that chance breaks one in less than one run of 10^7; BR_SEED and BR_COUNT as everywhere.
#include "kit/random_golden.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

float brf_random_uniform(br_random *r);
float brf_normal_quantile(float p);
float brf_random_normal(br_random *r);

static uint64_t seed = 1;
static int count = 200000;

static void the_generator_is_the_published_one(void **unused)
{
    (void)unused;
    static const uint64_t xoshiro[] = {41943041u,
                                       58720359u,
                                       3588806011781223u,
                                       3591011842654386u,
                                       9228616714210784205u,
                                       9973669472204895162u,
                                       14011001112246962877u,
                                       12406186145184390807u,
                                       15849039046786891736u,
                                       10450023813501588000u};
    static const uint64_t splitmix[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                        4593380528125082431u};
    br_random r = {{1, 2, 3, 4}};
    for (int i = 0; i < 10; i++)
        assert_true(br_random_next(&r) == xoshiro[i]);
    br_random_init(&r, 1234567, 0);
    for (int i = 0; i < 4; i++)
        assert_true(r.s[i] == splitmix[i]);
}

static void bits_are_golden(void **unused)
{
    (void)unused;
    uint64_t hash[2];
    random_hash(hash);
    assert_true(hash[0] == random_golden[0] && hash[1] == random_golden[1]);
}

static void float_bits_are_golden(void **unused)
{
    (void)unused;
    br_random r;
    uint64_t hash = 0xcbf29ce484222325u;
    br_random_init(&r, 2026, 7);
    for (int i = 0; i < RANDOM_POINTS; i++) {
        hash = random_fold(hash, (double)brf_random_uniform(&r));
        hash = random_fold(hash, (double)brf_random_normal(&r));
    }
    if (hash != 0x8696a20b72598c25u)
        fail_msg("0x%llx", (unsigned long long)hash);
}

// ---------------------------------------------------------------- distributions

static void every_byte_is_uniform(void **unused)
{
    (void)unused;
    br_random r;
    br_random_init(&r, seed, 0);
    int *hits = calloc(8 * 256, sizeof *hits);
    assert_non_null(hits);
    for (int i = 0; i < count; i++) {
        uint64_t bits = br_random_next(&r);
        for (int b = 0; b < 8; b++)
            hits[b * 256 + (int)(bits >> 8 * b & 255)]++;
    }
    for (int b = 0; b < 8; b++) {
        double chi = 0, mean = count / 256.0;
        for (int j = 0; j < 256; j++)
            chi += (hits[b * 256 + j] - mean) * (hits[b * 256 + j] - mean) / mean;
        assert_true(chi > 255 - 6 * sqrt(510) && chi < 255 + 7 * sqrt(510)); // chi-square, 255 degrees of freedom
    }
    free(hits);
}

static int rising(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double normal_below(double x)
{
    return 0.5 * erfc(-x * sqrt(0.5));
}

static double uniform_below(double x)
{
    return x;
}

// Kolmogorov and Smirnov: sqrt(n) times the largest distance; above 3.1 once in 10^8 samples of the distribution.
static double distance(double *x, int n, double (*below)(double))
{
    double most = 0;
    qsort(x, (size_t)n, sizeof *x, rising);
    for (int i = 0; i < n; i++)
        most = fmax(most, fmax((i + 1.0) / n - below(x[i]), below(x[i]) - (double)i / n));
    return most * sqrt(n);
}

static void uniform_and_normal_numbers_pass_kolmogorov_smirnov_and_a_5_percent_error_does_not(void **unused)
{
    (void)unused;
    double *x = malloc((size_t)count * sizeof *x);
    assert_non_null(x);
    br_random r;
    br_random_init(&r, seed, 1);
    for (int i = 0; i < count; i++)
        x[i] = br_random_uniform(&r);
    assert_true(distance(x, count, uniform_below) < 3.1);
    for (int i = 0; i < count; i++)
        x[i] = br_random_normal(&r);
    assert_true(distance(x, count, normal_below) < 3.1);
    for (int i = 0; i < count; i++)
        x[i] *= 1.05;
    assert_true(distance(x, count, normal_below) > 3.1);
    for (int i = 0; i < count; i++)
        x[i] = (double)brf_random_normal(&r);
    assert_true(distance(x, count, normal_below) < 3.1);
    free(x);
}

static void moments_of_normal_numbers_are_those_of_the_distribution(void **unused)
{
    (void)unused;
    br_random r;
    br_random_init(&r, seed, 2);
    double m[5] = {0}, n = count;
    for (int i = 0; i < count; i++) {
        double x = br_random_normal(&r), p = 1;
        for (int k = 1; k < 5; k++)
            m[k] += (p *= x) / n;
    }
    // 5.5 deviations of each mean: the variances of x, x^2, x^3, x^4 are 1, 2, 15, 96; the last ones have longer tails
    assert_true(fabs(m[1]) < 5.5 / sqrt(n));
    assert_true(fabs(m[2] - 1) < 5.5 * sqrt(2 / n));
    assert_true(fabs(m[3]) < 6.5 * sqrt(15 / n));
    assert_true(fabs(m[4] - 3) < 7.5 * sqrt(96 / n));
}

// ---------------------------------------------------------------- quantiles

static void the_quantile_inverts_the_distribution(void **unused)
{
    (void)unused;
    for (int k = 0; k < 22500; k++) {
        double p = 0.5 * pow(0.97, k); // down to 1e-298
        double x = br_normal_quantile(p), back = normal_below(x);
        assert_true(fabs(back - p) <= p * 1e-15 * (4 + x * x)); // an error of x counts |x| times in p
        if (p <= 1e-30)                                         // no float
            continue;
        float f = brf_normal_quantile((float)p);
        assert_true(fabs((double)f - br_normal_quantile((double)(float)p)) <= 1e-6 * (0.1 + fabs(x)));
    }
    for (int i = 1; i < 1024; i++) {
        double p = i / 1024.0;
        assert_true(br_normal_quantile(p) == -br_normal_quantile(1 - p));
    }
    br_random r;
    br_random_init(&r, seed, 3);
    for (int i = 0; i < count; i++) {
        double u = br_random_uniform(&r);
        float f = brf_random_uniform(&r);
        assert_true(u > 0 && u < 1 && f > 0 && f < 1);
    }
}

// ---------------------------------------------------------------- streams

// sqrt(n) times the correlation of two sequences, the second one `lag` behind.
static double correlation(uint64_t seed_a, uint64_t a, uint64_t seed_b, uint64_t b, int lag, int n)
{
    br_random x, y;
    double sum = 0;
    br_random_init(&x, seed_a, a);
    br_random_init(&y, seed_b, b);
    for (int i = 0; i < lag; i++)
        (void)br_random_next(&y);
    for (int i = 0; i < n; i++)
        sum += br_random_normal(&x) * br_random_normal(&y);
    return sum / sqrt(n);
}

static void streams_and_neighbouring_seeds_are_uncorrelated_at_every_lag_tried(void **unused)
{
    (void)unused;
    int n = count / 20;
    for (uint64_t s = 1; s < 8; s++)
        for (int lag = 0; lag < 6; lag++) {
            assert_true(fabs(correlation(seed, 0, seed, s, lag, n)) < 6);
            assert_true(fabs(correlation(seed, s, seed, s + 1, lag, n)) < 6);
            assert_true(fabs(correlation(seed, 0, seed + s, 0, lag, n)) < 6);
            assert_true(fabs(correlation(seed, s, seed, s, lag + 1, n)) < 6);
        }
    assert_true(correlation(seed, 5, seed, 5, 0, n) > 0.9 * sqrt(n)); // the same one is
}

int main(void)
{
    const char *given = getenv("BR_SEED"), *points = getenv("BR_COUNT");
    seed = given ? strtoull(given, NULL, 10) : seed;
    count = points && atof(points) >= 20000 ? (int)fmin(atof(points), 1e7) : count;
    printf("seed %llu, %d numbers\n", (unsigned long long)seed, count);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generator_is_the_published_one),
        cmocka_unit_test(bits_are_golden),
        cmocka_unit_test(float_bits_are_golden),
        cmocka_unit_test(every_byte_is_uniform),
        cmocka_unit_test(uniform_and_normal_numbers_pass_kolmogorov_smirnov_and_a_5_percent_error_does_not),
        cmocka_unit_test(moments_of_normal_numbers_are_those_of_the_distribution),
        cmocka_unit_test(the_quantile_inverts_the_distribution),
        cmocka_unit_test(streams_and_neighbouring_seeds_are_uncorrelated_at_every_lag_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
