// test_positive_real.c - strict positive realness against sweeps of frequency, planted roots, and the paper's own loop.
#include "num/base/fp.h"

#include "num/base/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "sim/control/positive_real.h"

typedef struct point {
    double re, im;
} point;

static point times(point a, point b)
{
    return (point){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static point at(const br_polynomial *p, point s)
{
    point y = {0, 0};
    for (int i = p->degree; i >= 0; i--) {
        y = times(y, s);
        y.re += p->c[i];
    }
    return y;
}

// N times the conjugate of D, which has the phase of G.
static point towards(const br_rational *G, point s)
{
    point N = at(&G->N, s), D = at(&G->D, s);
    return times(N, (point){D.re, -D.im});
}

static br_rational loop(double Kp, double Kd, double Ki, br_loop which)
{
    br_polynomial H = {2, {Ki, Kp, Kd}}, s = {1, {0, 1}}, pd = {1, {Kp, Kd}}, one = {0, {1}};
    br_rational G;
    const br_polynomial *over = Ki != 0 ? &H : &pd, *under = Ki != 0 ? &s : &one;
    assert_int_equal(br_friction_loop(&G, 1e5, sqrt(1e5), 1, which, over, under, NULL), BR_OK);
    return G;
}

// (sigma1 s + sigma0)/(m s^2 + Kd s + Kp): Kd > m sigma0/sigma1.
static void a_pd_loop_is_strict_beyond_the_gain_of_the_formula(void **state)
{
    (void)state;
    double bound = sqrt(1e5);
    for (int i = 0; i < 140; i++) {
        double share = 0.5 * exp(0.01 * i);
        br_rational G = loop(2000, share * bound, 0, BR_LOOP_POSITION);
        br_positive_real p = br_positive_real_of(&G);
        assert_int_equal(p.unstable, 0);
        assert_int_equal(p.strict, share > 1);
        if (!p.strict) // Re G = 0 where sigma0 Kp = w^2 (m sigma0 - sigma1 Kd)
            assert_true(fabs(p.from / sqrt(1e5 * 2000 / (1e5 - sqrt(1e5) * share * bound)) - 1) < 1e-6);
    }
}

static void an_integrator_makes_it_positive_but_not_strict(void **state)
{
    (void)state;
    br_rational G = loop(2000, 400, 100, BR_LOOP_POSITION);
    br_positive_real p = br_positive_real_of(&G);
    assert_false(p.strict);
    assert_true(p.unstable == 0 && p.from == 0);
    G = loop(10, 0, 0, BR_LOOP_VELOCITY); // a P controller of the velocity always is
    p = br_positive_real_of(&G);
    assert_true(p.strict);
    assert_true(fabs(p.margin - 10) < 1e-6); // the pole at -Kp/m
}

// Kd = m sigma0/sigma1: Re G > 0 everywhere, but it falls as 1/w^4.
static void real_parts_that_fall_too_fast_are_not_strict(void **state)
{
    (void)state;
    br_rational G = {{1, {4, 2}}, {2, {3, 2, 1}}};
    br_positive_real p = br_positive_real_of(&G);
    assert_true(p.positive && p.unstable == 0 && !p.at_end && !p.strict && p.from > p.to);
}

// The controller of Fig. 8.
static void the_hunting_controller_is_not_strict(void **state)
{
    (void)state;
    br_rational G = loop(3, 6, 4, BR_LOOP_POSITION);
    br_positive_real p = br_positive_real_of(&G);
    assert_false(p.strict);
    assert_int_equal(p.unstable, 0);
    point g = towards(&G, (point){0, p.worst});
    assert_true(fabs(atan2(g.im, g.re) - p.phase) < 1e-6 && fabs(p.phase) > 1.6);
}

// ---------------------------------------------------------------- random ones

// Re G > 0 on a fine grid; *nearest: the least cosine of the phase, which tells whether a grid can decide.
static int sweep(const br_rational *G, double shift, double *nearest)
{
    int good = 1;
    *nearest = 1;
    for (int i = 0; i < 6000; i++) {
        double w = 1e-4 * exp(0.00307 * i);
        point g = towards(G, (point){-shift, w});
        double c = g.re / hypot(g.re, g.im) * fmax(1, w); // the phase of a loop goes to 90 degrees as 1/w
        good = good && c > 0;
        *nearest = fmin(*nearest, c);
    }
    return good;
}

static double uniform(br_random *r, double low, double high)
{
    return low + (high - low) * br_random_uniform(r);
}

// A polynomial of planted roots; answers how many of them are not on the left.
static int plant(br_random *r, br_polynomial *p, int degree, double right)
{
    int wrong = 0;
    *p = (br_polynomial){0, {1}};
    while (p->degree < degree && p->degree < BR_POLYNOMIAL_MOST) {
        double a = uniform(r, 0.1, 3) * (br_random_uniform(r) < right ? 1 : -1), b = uniform(r, 0, 3);
        int pair = degree - p->degree >= 2 && br_random_uniform(r) < 0.5 ? 1 : 0;
        double f[3] = {pair ? a * a + b * b : -a, pair ? -2 * a : 1, pair};
        br_polynomial y = {.degree = p->degree + 1 + pair};
        for (int i = 0; i <= p->degree; i++)
            for (int j = 0; j < 3 && j <= 1 + pair; j++)
                y.c[i + j] += p->c[i] * f[j];
        *p = y;
        wrong += a > 0 ? 1 + pair : 0;
    }
    return wrong;
}

static void routh_counts_planted_roots(void **state)
{
    br_random *r = *state;
    for (int k = 0; k < 3000; k++) {
        br_polynomial p;
        int wrong = plant(r, &p, 1 + (int)(br_random_next(r) % 8), 0.2);
        assert_int_equal(br_polynomial_unstable(&p), wrong);
    }
}

static void sturm_counts_planted_roots(void **state)
{
    br_random *r = *state;
    for (int k = 0; k < 3000; k++) {
        br_polynomial p = {0, {uniform(r, 0.5, 2)}};
        double root[6];
        int n = 1 + (int)(br_random_next(r) % 6), expected = 0;
        for (int i = 0; i < n; i++) {
            root[i] = i + uniform(r, -3, -2.2); // apart from each other
            expected += root[i] > 0;
            br_polynomial y = {.degree = p.degree + 1};
            for (int j = 0; j <= p.degree; j++) {
                y.c[j] -= root[i] * p.c[j];
                y.c[j + 1] += p.c[j];
            }
            p = y;
        }
        assert_int_equal(br_polynomial_roots(&p, 0, (double)INFINITY), expected);
        assert_int_equal(br_polynomial_roots(&p, -10, 10), n);
    }
}

static void a_sweep_says_the_same(void **state)
{
    br_random *r = *state;
    int strict = 0, decided = 0;
    for (int k = 0; k < 300; k++) {
        br_rational G;
        int n = 1 + (int)(br_random_next(r) % 4);
        plant(r, &G.D, n, 0);
        plant(r, &G.N, n - (int)(br_random_next(r) % 2), 0.02);
        double nearest;
        int good = sweep(&G, 0, &nearest);
        br_positive_real p = br_positive_real_of(&G);
        if (fabs(nearest) < 1e-3)
            continue;
        decided++;
        strict += p.strict;
        if (p.strict != good)
            fail_msg("case %d: %d by roots, %d by sweep, %g", k, p.strict, good, nearest);
        if (!p.strict)
            continue;
        // the margin: a little less is positive real, a little more is not, be it for a pole on the wrong side
        assert_true(sweep(&G, 0.98 * p.margin, &nearest));
        br_polynomial moved = G.D;
        for (int i = 0; i < n; i++)
            for (int j = n - 1; j >= i; j--)
                moved.c[j] -= 1.02 * p.margin * moved.c[j + 1];
        assert_true(!sweep(&G, 1.02 * p.margin, &nearest) || br_polynomial_unstable(&moved) != 0 || nearest < 0.1);
    }
    print_message("  %d of %d strictly positive real\n", strict, decided);
    assert_true(strict > 20 && decided - strict > 20);
}

static void what_cannot_be_judged_is_refused(void **state)
{
    (void)state;
    br_rational G;
    br_diag why = {0};
    br_polynomial one = {0, {1}}, none = {0, {0}}, nan = {0, {(double)NAN}},
                  high = {.degree = 7, .c = {1, 1, 1, 1, 1, 1, 1, 1}};
    assert_int_equal(br_friction_loop(&G, 1, 1, 1, BR_LOOP_POSITION, &one, &none, &why), BR_BAD_USAGE);
    assert_int_equal(br_friction_loop(&G, 1, 1, 1, BR_LOOP_POSITION, &nan, &one, &why), BR_BAD_USAGE);
    assert_int_equal(br_friction_loop(&G, 1, 1, 1, BR_LOOP_POSITION, &high, &one, &why), BR_BAD_USAGE);
    assert_int_equal(br_friction_loop(&G, (double)INFINITY, 1, 1, BR_LOOP_POSITION, &one, &one, &why), BR_BAD_USAGE);
    assert_true(why.text[0]);
}

int main(void)
{
    br_random r;
    const char *from = getenv("BR_SEED");
    uint64_t seed = from ? strtoull(from, NULL, 10) : 1;
    printf("BR_SEED=%llu\n", (unsigned long long)seed);
    br_random_init(&r, seed, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pd_loop_is_strict_beyond_the_gain_of_the_formula),
        cmocka_unit_test(an_integrator_makes_it_positive_but_not_strict),
        cmocka_unit_test(real_parts_that_fall_too_fast_are_not_strict),
        cmocka_unit_test(the_hunting_controller_is_not_strict),
        {"routh_counts_planted_roots", routh_counts_planted_roots, NULL, NULL, &r},
        {"sturm_counts_planted_roots", sturm_counts_planted_roots, NULL, NULL, &r},
        {"a_sweep_says_the_same", a_sweep_says_the_same, NULL, NULL, &r},
        cmocka_unit_test(what_cannot_be_judged_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
