// test_interval_special.c - intervals at the edges: special ends, exact results, domains, numbers about them.   [host]
//
// docs/faults.md F4, F5, F6, F11, F12.
#include "num/base/fp.h"

#include "interval_random.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t seed, count;

typedef br_interval iv;
typedef iv one(iv);
typedef iv two(iv, iv);

#define INF HUGE_VAL
#define LEAST 5e-324

static iv I(double lo, double hi)
{
    return br_interval_of(lo, hi);
}

static iv P(double x)
{
    return br_interval_of(x, x);
}

static iv next_piece(iv a, iv b)
{
    iv piece[2];
    return br_interval_div2(a, b, piece) == 2 ? piece[1] : br_interval_empty();
}

static iv cubed(iv a)
{
    return br_interval_pown(a, 3);
}

static iv to_the_minus_two(iv a)
{
    return br_interval_pown(a, -2);
}

static iv inverse(iv a)
{
    return br_interval_pown(a, -1);
}

static one *const ones[] = {br_interval_neg,  br_interval_sqr,
                            br_interval_sqrt, br_interval_abs,
                            br_interval_sign, br_interval_side,
                            br_interval_exp,  br_interval_expm1,
                            br_interval_log,  br_interval_log1p,
                            br_interval_sinh, br_interval_cosh,
                            br_interval_tanh, br_interval_logistic,
                            br_interval_sin,  br_interval_cos,
                            br_interval_tan,  br_interval_asin,
                            br_interval_acos, br_interval_atan,
                            br_interval_cbrt, cubed,
                            to_the_minus_two, inverse};
static two *const twos[] = {br_interval_add, br_interval_sub,      br_interval_mul,   br_interval_div,
                            br_interval_min, br_interval_max,      br_interval_atan2, br_interval_pow,
                            next_piece,      br_interval_intersect};
enum { ONES = sizeof ones / sizeof *ones, TWOS = sizeof twos / sizeof *twos };

#define same(a, b) same_at(a, b, __LINE__)
static void same_at(iv a, iv b, int line)
{
    if (!br_interval_equal(a, b))
        fail_msg("line %d: [%a, %a] is not [%a, %a]", line, a.lo, a.hi, b.lo, b.hi);
}

static bool is_sane(iv a)
{
    bool empty = a.lo == INF && a.hi == -INF;
    return empty || (a.lo <= a.hi && a.lo < INF && a.hi > -INF);
}

// No end is ever a NaN, and nothing but the one empty interval is empty (F4).
static void special_ends_give_intervals(void **unused)
{
    (void)unused;
    iv all[SPECIAL_NUMBERS * SPECIAL_NUMBERS + 1];
    int n = 0;
    for (int i = 0; i < SPECIAL_NUMBERS; i++)
        for (int j = 0; j < SPECIAL_NUMBERS; j++)
            if (!br_interval_is_empty(I(special_number[i], special_number[j])))
                all[n++] = I(special_number[i], special_number[j]);
    all[n++] = br_interval_empty();
    assert_true(n > SPECIAL_NUMBERS * SPECIAL_NUMBERS / 2 - SPECIAL_NUMBERS);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < ONES; k++)
            assert_true(is_sane(ones[k](all[i])));
        for (int j = 0; j < n; j++)
            for (int k = 0; k < TWOS; k++)
                assert_true(is_sane(twos[k](all[i], all[j])));
    }
}

static void nothing_comes_of_nothing(void **unused)
{
    (void)unused;
    iv none = br_interval_empty();
    for (int k = 0; k < ONES; k++)
        same(ones[k](none), none);
    for (int k = 0; k < TWOS; k++) {
        same(twos[k](none, I(1, 2)), none);
        same(twos[k](I(1, 2), none), none);
    }
    same(I(2, 1), none);
    same(I(INF, INF), none);
    same(I(0, INF - INF), none);
    same(br_interval_hull(none, I(1, 2)), I(1, 2));
    same(br_interval_intersect(I(1, 2), I(3, 4)), none);
    same(br_interval_intersect(I(1, 3), I(2, 4)), I(2, 3));
    same(br_interval_intersect(I(1, 2), I(2, 4)), P(2));
    same(br_interval_sqrt(I(-2, -1)), none);
    same(br_interval_log(I(-2, 0)), none);
    same(br_interval_log1p(I(-2, -1)), none);
    same(br_interval_asin(I(1.5, 2)), none);
    same(br_interval_acos(I(-3, -2)), none);
    same(br_interval_div(I(1, 2), P(0)), none);
    same(br_interval_pown(P(0), -3), none);
    same(br_interval_pow(P(0), I(-2.5, -1.5)), none);
    same(br_interval_pow(I(-2, -1), I(0.3, 0.6)), none);
    same(br_interval_atan2(P(0), P(0)), none);
}

static void exact_results_stay_points(void **unused)
{
    (void)unused;
    same(br_interval_add(P(1), P(1)), P(2));
    same(br_interval_sub(P(0.5), P(0.5)), P(0));
    same(br_interval_add(P(0.1), P(0)), P(0.1));
    same(br_interval_mul(I(-3, 2), I(0.5, 4)), I(-12, 8));
    same(br_interval_mul(P(0), I(-INF, INF)), P(0));
    same(br_interval_div(P(6), P(3)), P(2));
    same(br_interval_div(I(1, 4), I(-2, -1)), I(-4, -0.5));
    same(br_interval_div(P(0), I(-1, 1)), P(0));
    same(br_interval_sqr(I(-3, 2)), I(0, 9));
    same(br_interval_sqrt(I(0, 9)), I(0, 3));
    same(br_interval_sqrt(P(0x1p-1074)), P(0x1p-537));
    same(br_interval_cbrt(I(-27, 0.125)), I(-3, 0.5));
    same(br_interval_pown(P(-3), 5), P(-243));
    same(br_interval_pown(P(2), -3), P(0.125));
    same(br_interval_pown(I(-2, 3), 0), P(1));
    same(br_interval_pown(P(3), 33), P(5559060566555523.0));
    same(br_interval_pow(I(1, 4), P(0.5)), I(1, 2));
    same(br_interval_pow(P(2), I(-1, 3)), I(0.5, 8));
    same(br_interval_pow(P(1), I(-INF, INF)), P(1));
    same(br_interval_exp(P(0)), P(1));
    same(br_interval_expm1(P(0)), P(0));
    same(br_interval_log(P(1)), P(0));
    same(br_interval_log1p(P(0)), P(0));
    same(br_interval_sinh(P(0)), P(0));
    same(br_interval_cosh(P(0)), P(1));
    same(br_interval_tanh(P(0)), P(0));
    same(br_interval_logistic(P(0)), P(0.5));
    same(br_interval_sin(P(0)), P(0));
    same(br_interval_cos(P(0)), P(1));
    same(br_interval_tan(P(0)), P(0));
    same(br_interval_asin(P(0)), P(0));
    same(br_interval_acos(P(1)), P(0));
    same(br_interval_atan(P(0)), P(0));
    same(br_interval_atan2(P(0), I(1, 2)), P(0));
    same(br_interval_sign(I(-2, 0)), I(-1, 0));
    same(br_interval_side(I(-2, 0)), I(-1, 1));
}

// What underflows is not zero, what overflows is not infinite (F5).
static void ends_of_the_range_are_respected(void **unused)
{
    (void)unused;
    same(br_interval_mul(P(LEAST), P(0.5)), I(0, LEAST));
    same(br_interval_mul(P(-LEAST), P(LEAST)), I(-LEAST, 0));
    same(br_interval_mul(P(DBL_MAX), P(2)), I(DBL_MAX, INF));
    same(br_interval_mul(P(-DBL_MAX), P(DBL_MAX)), I(-INF, -DBL_MAX));
    same(br_interval_mul(P(0x1p-1074), P(0x1p52)), P(0x1p-1022));
    same(br_interval_mul(P(0x1p1023), P(0x1p-1074)), P(0x1p-51));
    same(br_interval_mul(P(0x3p-1074), P(0.5)), I(0x1p-1074, 0x2p-1074));
    same(br_interval_div(P(LEAST), P(3)), I(0, LEAST));
    same(br_interval_div(P(-1), P(DBL_MAX)), I(-0x1.0000000000004p-1024, -0x1p-1024));
    same(br_interval_div(P(DBL_MAX), P(0.5)), I(DBL_MAX, INF));
    same(br_interval_add(P(DBL_MAX), P(DBL_MAX)), I(DBL_MAX, INF));
    same(br_interval_add(P(DBL_MAX), P(-1)), I(0x1.ffffffffffffep1023, DBL_MAX));
    same(br_interval_add(P(DBL_MAX), P(LEAST)), I(DBL_MAX, INF));
    // here a difference inside TwoSum overflows
    same(br_interval_add(P(-0x3p970), P(DBL_MAX)), I(DBL_MAX - 0x4p970, DBL_MAX - 0x2p970));
    same(br_interval_sub(P(0x3p970), P(DBL_MAX)), I(0x2p970 - DBL_MAX, 0x4p970 - DBL_MAX));
    same(br_interval_sub(P(0x1p-1074), P(0x1p-1022)), P(0x1p-1074 - 0x1p-1022));
    same(br_interval_sqr(P(1e-200)), I(0, LEAST));
    same(br_interval_exp(P(-800)), I(0, LEAST));
    same(br_interval_exp(P(710)), I(DBL_MAX, INF));
    same(br_interval_exp(I(-INF, 0)), I(0, 1));
    same(br_interval_exp(I(0, INF)), I(1, INF));
    same(br_interval_sinh(P(-1e5)), I(-INF, -DBL_MAX));
    same(br_interval_cosh(P(-711)), I(DBL_MAX, INF));
    same(br_interval_logistic(P(-1e9)), I(0, LEAST));
    same(br_interval_logistic(I(-INF, INF)), I(0, 1));
    same(br_interval_tanh(I(-INF, INF)), I(-1, 1));
    same(br_interval_tanh(P(1e9)), I(0x1.fffffffffffffp-1, 1));
    same(br_interval_expm1(I(-INF, 0)), I(-1, 0));
    same(br_interval_pown(P(1e-200), 3), I(0, LEAST));
    same(br_interval_pown(P(-1e200), 3), I(-INF, -DBL_MAX));
    same(br_interval_pown(P(1e-200), INT32_MIN), I(DBL_MAX, INF));
    same(br_interval_pow(P(1e-200), P(1e9 + 0.5)), I(0, LEAST));
    same(br_interval_pow(P(2), P(1e300)), I(DBL_MAX, INF));
    same(br_interval_pow(P(2), P(-1e300)), I(0, LEAST));
    same(br_interval_pow(P(3), P(1e-300)), I(1, 0x1.0000000000001p0));
    same(br_interval_atan2(P(LEAST), P(2)), I(0, LEAST));
    same(br_interval_atan2(P(LEAST), P(DBL_MAX)), I(0, LEAST));
    same(br_interval_sin(P(LEAST)), I(0, LEAST));
    same(br_interval_atan(P(-1e-300)), I(-1e-300, nextafter(-1e-300, 0)));
}

// Division by an interval that holds 0, functions cut at their domains, tan over a pole, powers of negative bases (F6).
static void domains_are_cut_and_unbounded_is_said(void **unused)
{
    (void)unused;
    iv piece[2];
    same(br_interval_div(I(1, 2), I(0, 4)), I(0.25, INF));
    same(br_interval_div(I(1, 2), I(-4, 0)), I(-INF, -0.25));
    same(br_interval_div(I(-2, -1), I(0, 4)), I(-INF, -0.25));
    same(br_interval_div(I(1, 2), I(-1, 1)), I(-INF, INF));
    same(br_interval_div(I(0, 2), I(0, 1)), I(0, INF));
    same(br_interval_div(I(1, INF), I(2, INF)), I(0, INF));
    assert_int_equal(br_interval_div2(I(1, 2), I(-2, 4), piece), 2);
    same(piece[0], I(-INF, -0.5));
    same(piece[1], I(0.25, INF));
    assert_int_equal(br_interval_div2(I(-2, -1), I(-2, 4), piece), 2);
    same(piece[0], I(-INF, -0.25));
    same(piece[1], I(0.5, INF));
    assert_int_equal(br_interval_div2(I(-1, 1), I(-2, 4), piece), 1);
    same(piece[0], I(-INF, INF));
    assert_int_equal(br_interval_div2(I(1, 2), P(0), piece), 0);
    same(br_interval_sqrt(I(-4, 4)), I(0, 2));
    same(br_interval_log(I(-4, 1)), I(-INF, 0));
    same(br_interval_log1p(I(-4, 0)), I(-INF, 0));
    same(br_interval_asin(I(-9, 0)), br_interval_neg(br_interval_asin(I(0, 1))));
    same(br_interval_acos(I(1, 9)), P(0));
    same(br_interval_tan(I(1.5, 1.6)), I(-INF, INF));
    same(br_interval_tan(I(0, INF)), I(-INF, INF));
    same(br_interval_pown(I(-2, 4), -1), I(-INF, INF));
    same(br_interval_pown(I(-2, 4), -2), I(0.0625, INF));
    same(br_interval_pown(I(0, 4), -1), I(0.25, INF));
    same(br_interval_pown(I(-4, 0), -1), I(-INF, -0.25));
    same(br_interval_pow(I(-2, 2), P(3)), I(-8, 8));
    same(br_interval_pow(I(-2, 2), I(1.5, 3)), I(-8, 8));
    same(br_interval_pow(I(-2, 4), P(1.5)), br_interval_pow(I(0, 4), P(1.5)));
    same(br_interval_pow(I(0, 0.5), I(-1, 0)), I(1, INF));
    same(br_interval_pow(I(0, 4), P(0)), P(1));
    same(br_interval_pow(I(0, 4), I(0, 1)), I(0, 4));
}

// Extrema of sin and cos, also where doubles are further apart than a turn (F11).
static void waves_know_their_extrema(void **unused)
{
    (void)unused;
    same(br_interval_sin(I(1, 2)), I(br_interval_sin(P(1)).lo, 1));
    same(br_interval_sin(I(4, 5)), I(-1, br_interval_sin(P(4)).hi));
    same(br_interval_sin(I(-2, 2)), I(-1, 1));
    same(br_interval_cos(I(-1, 2)), I(br_interval_cos(P(2)).lo, 1));
    same(br_interval_cos(I(3, 4)), I(-1, br_interval_cos(P(4)).hi));
    same(br_interval_cos(I(0, 1)), I(br_interval_cos(P(1)).lo, 1));
    same(br_interval_sin(I(0, 100)), I(-1, 1));
    same(br_interval_sin(I(-INF, 3)), I(-1, 1));
    same(br_interval_sin(I(1e22, nextafter(1e22, INF))), I(-1, 1));
    // pi/2 lies between two doubles: an interval of both has the maximum in it, each alone has not
    double low = 1.5707963267948966, high = nextafter(low, 2);
    assert_true(br_interval_sin(I(low, high)).hi == 1);
    assert_true(br_interval_tan(P(low)).lo > 1e16 && br_interval_tan(P(low)).hi < 1.7e16);
    assert_true(br_interval_tan(P(high)).hi < -1e15 && br_interval_tan(P(high)).lo > -1e16);
    same(br_interval_tan(I(low, high)), I(-INF, INF));
    assert_true(br_interval_cos(P(low)).lo > 6e-17 && br_interval_cos(P(high)).hi < -1e-16);
    // the double next to a multiple of pi/2, relative to its size: cos(6381956970095103*2^797) is -4.7e-19
    iv worst = br_interval_cos(P(0x1.6ac5b262ca1ffp849));
    assert_true(worst.lo < worst.hi && nextafter(worst.lo, 1) == worst.hi && fabs(worst.lo) < 4.69e-19 &&
                fabs(worst.hi) > 4.68e-19);
    iv sine = br_interval_sin(P(1e22));
    assert_true(sine.lo <= -0.8522008497671888 && sine.hi >= -0.8522008497671888 && sine.hi - sine.lo < 2e-16);
}

static void angles_follow_the_cut(void **unused)
{
    (void)unused;
    iv pi = br_interval_acos(P(-1));
    assert_true(pi.lo == 3.141592653589793 && pi.hi == nextafter(pi.lo, 4));
    same(br_interval_atan2(P(0), I(-2, -1)), pi);
    same(br_interval_atan2(P(0), I(-2, 1)), I(0, pi.hi));
    same(br_interval_atan2(I(-1, 1), I(-2, 1)), I(-pi.hi, pi.hi));
    same(br_interval_atan2(I(-1, 0), I(-2, -1)), I(-pi.hi, pi.hi));
    same(br_interval_atan2(I(0, 1), I(-2, -1)), I(br_interval_atan2(P(1), P(-1)).lo, pi.hi));
    same(br_interval_atan2(I(-1, 1), I(0, 2)), I(-pi.hi / 2, pi.hi / 2));
    same(br_interval_atan2(I(1, INF), I(-INF, INF)), I(0, pi.hi));
    same(br_interval_atan2(I(-2, -1), I(1, 2)), br_interval_neg(br_interval_atan2(I(1, 2), I(1, 2))));
}

static void domains_are_told(void **unused)
{
    (void)unused;
    iv none = br_interval_empty();
    assert_int_equal(br_interval_div_domain(I(1, 2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_div_domain(I(0, 2)), BR_UNDEFINED);
    assert_int_equal(br_interval_div_domain(none), BR_UNDEFINED);
    assert_int_equal(br_interval_sqrt_domain(I(0, 2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_sqrt_domain(I(-LEAST, 2)), BR_UNDEFINED);
    assert_int_equal(br_interval_log_domain(I(LEAST, INF)), BR_CONTINUOUS);
    assert_int_equal(br_interval_log_domain(I(0, 2)), BR_UNDEFINED);
    assert_int_equal(br_interval_log1p_domain(I(-0.5, 2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_log1p_domain(I(-1, 2)), BR_UNDEFINED);
    assert_int_equal(br_interval_asin_domain(I(-1, 1)), BR_CONTINUOUS);
    assert_int_equal(br_interval_asin_domain(I(0, 1.5)), BR_UNDEFINED);
    assert_int_equal(br_interval_tan_domain(I(-1.5, 1.5)), BR_CONTINUOUS);
    assert_int_equal(br_interval_tan_domain(I(1.5, 1.6)), BR_UNDEFINED);
    assert_int_equal(br_interval_tan_domain(I(0, INF)), BR_UNDEFINED);
    assert_int_equal(br_interval_atan2_domain(I(-1, 1), I(1, 2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_atan2_domain(I(-1, 1), I(-2, -1)), BR_DEFINED);
    assert_int_equal(br_interval_atan2_domain(I(0, 1), I(-2, -1)), BR_CONTINUOUS);
    assert_int_equal(br_interval_atan2_domain(I(0, 1), I(0, 1)), BR_UNDEFINED);
    assert_int_equal(br_interval_pown_domain(I(-1, 1), 3), BR_CONTINUOUS);
    assert_int_equal(br_interval_pown_domain(I(-1, 1), -3), BR_UNDEFINED);
    assert_int_equal(br_interval_pow_domain(I(-1, 1), P(2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_pow_domain(I(-1, 1), P(0.5)), BR_UNDEFINED);
    assert_int_equal(br_interval_pow_domain(I(0, 1), I(0.5, 2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_pow_domain(I(0, 1), I(0, 2)), BR_DEFINED);
    assert_int_equal(br_interval_pow_domain(I(0, 1), I(-1, 2)), BR_UNDEFINED);
    assert_int_equal(br_interval_pow_domain(I(LEAST, 1), I(-1, 2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_sign_domain(I(1, 2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_sign_domain(I(0, 2)), BR_DEFINED);
    assert_int_equal(br_interval_side_domain(I(0, 2)), BR_CONTINUOUS);
    assert_int_equal(br_interval_side_domain(I(-1, 2)), BR_DEFINED);
    assert_int_equal(br_interval_side_domain(none), BR_UNDEFINED);
}

static void sets_compare_as_in_1788(void **unused)
{
    (void)unused;
    iv none = br_interval_empty(), all = br_interval_entire();
    assert_true(br_interval_subset(none, none) && br_interval_subset(I(1, 2), I(1, 2)) && br_interval_subset(all, all));
    assert_true(!br_interval_subset(I(1, 3), I(1, 2)) && !br_interval_subset(I(0, 2), I(1, 2)) &&
                !br_interval_subset(I(1, 2), none));
    assert_true(br_interval_is_point(P(0)) && !br_interval_is_point(I(0, LEAST)) && !br_interval_is_point(none));
    assert_true(!br_interval_has(all, INF) && br_interval_has(all, DBL_MAX) && !br_interval_has(none, 0));
    assert_true(br_interval_is_bounded(P(1)) && !br_interval_is_bounded(all) && !br_interval_is_bounded(none));
}

static void numbers_about_intervals(void **unused)
{
    (void)unused;
    iv none = br_interval_empty(), all = br_interval_entire();
    assert_true(br_interval_mid(I(1, 4)) == 2.5 && br_interval_rad(I(1, 4)) == 1.5 && br_interval_width(I(1, 4)) == 3);
    assert_true(!signbit(br_interval_width(I(0, 0))) && !signbit(br_interval_width(I(-0.0, -0.0))) &&
                !signbit(br_interval_width(I(0, -0.0))));
    assert_true(br_interval_mid(all) == 0 && br_interval_rad(all) == INF && br_interval_width(all) == INF);
    assert_true(br_interval_mid(I(0, INF)) == DBL_MAX && br_interval_mid(I(-INF, 0)) == -DBL_MAX);
    assert_true(br_interval_mid(I(DBL_MAX, DBL_MAX)) == DBL_MAX && br_interval_rad(P(DBL_MAX)) == 0);
    assert_true(br_interval_width(I(-LEAST, 1)) == nextafter(1, 2) && br_interval_rad(I(-LEAST, 1)) == 0.5 + 0x1p-53);
    assert_true(br_interval_mag(I(-3, 2)) == 3);
    assert_true(isnan(br_interval_mid(none)) && isnan(br_interval_rad(none)) && isnan(br_interval_width(none)) &&
                isnan(br_interval_mag(none)));
    interval_state = seed;
    for (uint64_t k = 0; k < count; k++) {
        iv a = any_interval(-10, 10);
        double m = br_interval_mid(a), r = br_interval_rad(a);
        assert_true(br_interval_has(a, m));
        assert_true(br_interval_subset(a, I(br_interval_sub(P(m), I(0, r)).lo, br_interval_add(P(m), I(0, r)).hi)));
        assert_true(r <= br_interval_width(a) && br_interval_width(a) >= a.hi - a.lo);
    }
}

// x - x over an interval is not 0 but holds it; the square knows that both factors are one.
static void one_number_taken_twice(void **unused)
{
    (void)unused;
    same(br_interval_sub(I(1, 2), I(1, 2)), I(-1, 1));
    same(br_interval_mul(I(-1, 2), I(-1, 2)), I(-2, 4));
    same(br_interval_sqr(I(-1, 2)), I(0, 4));
}

static void truth_is_decided_or_open(void **unused)
{
    (void)unused;
    iv yes = P(1), no = P(0), open = I(0, 1);
    same(br_interval_lt(I(1, 2), I(3, 4)), yes);
    same(br_interval_lt(I(1, 2), I(2, 4)), open);
    same(br_interval_lt(I(2, 4), I(1, 2)), no);
    same(br_interval_le(I(1, 2), I(2, 4)), yes);
    same(br_interval_le(I(2, 4), I(1, 2)), open);
    same(br_interval_eq(P(2), P(2)), yes);
    same(br_interval_eq(I(1, 2), I(3, 4)), no);
    same(br_interval_eq(I(1, 2), I(2, 4)), open);
    same(br_interval_and(open, no), no);
    same(br_interval_or(open, yes), yes);
    same(br_interval_not(yes), no);
    same(br_interval_select(yes, I(1, 2), I(3, 4)), I(1, 2));
    same(br_interval_select(no, I(1, 2), I(3, 4)), I(3, 4));
    same(br_interval_select(open, I(1, 2), I(3, 4)), I(1, 4));
}

static void huge_whole_exponents_take_negative_bases(void **state)
{
    (void)state;
    static const double whole[] = {2e15, -2e15, 2.5e15, 9007199254740992.0};
    for (int i = 0; i < 4; i++)
        assert_true(br_interval_has(br_interval_pow(br_interval_of(-1, -1), br_interval_of(whole[i], whole[i])), 1));
    assert_true(br_interval_has(br_interval_pow(br_interval_of(-1, -1), br_interval_of(-2e15, -2e15 + 0.5)), 1));
    br_interval far = br_interval_pow(br_interval_of(-2, 0.5), br_interval_of(2e15, 2e15));
    assert_true(br_interval_has(far, DBL_MAX));
}

// The exact hull of x/y over x of a and y of b other than 0, by limits at corners: a and b are split at 0, where x/y is monotone in
// both, and each corner of a part contributes the values that x/y tends to there.
static void add_limits(double x, double y, double side, double *lo, double *hi)
{
    double from = x / y, to = from;
    if (y == 0) // y tends to 0 from that side
        from = to = x == 0 ? 0 : x * side > 0 ? INF : -INF;
    else if (isinf(x) && isinf(y)) { // anything between
        from = 0;
        to = x * y > 0 ? INF : -INF;
    }
    *lo = fmin(*lo, fmin(from, to));
    *hi = fmax(*hi, fmax(from, to));
}

// Quotients at its ends are rounded to nearest.
static iv exact_quotient(iv a, iv b)
{
    double lo = INF, hi = -INF;
    const double x[] = {a.lo, a.hi, a.lo <= 0 && a.hi >= 0 ? 0 : a.lo};
    for (int part = 0; part < 2; part++) { // y below and above 0
        double from = part ? fmax(b.lo, 0) : b.lo, to = part ? b.hi : fmin(b.hi, 0), side = part ? 1 : -1;
        if (!(from < to || (from == to && from != 0)))
            continue;
        for (int i = 0; i < 3; i++) {
            add_limits(x[i], from, side, &lo, &hi);
            add_limits(x[i], to, side, &lo, &hi);
        }
    }
    return (iv){lo, hi};
}

// Is `end` the greatest double that is not above the least x/y, or the other way round? near: that one, rounded to nearest.
static bool is_least_end(double end, double near, iv a, iv b, bool upper)
{
    const double x[] = {a.lo, a.hi}, y[] = {b.lo, b.hi};
    if (isinf(near) || near == 0)
        return end == near || (near == 0 && fabs(end) <= LEAST); // a quotient below all doubles
    for (int i = 0; i < 4; i++) {
        double p = x[i / 2], q = y[i % 2];
        if (isinf(p) || isinf(q) || q == 0 || p / q != near)
            continue;
        double beyond = fma(near, q, -p) * (q > 0 ? 1 : -1); // near - p/q has this sign
        double want = upper ? (beyond < 0 ? nextafter(near, INF) : near) : (beyond > 0 ? nextafter(near, -INF) : near);
        if (end == want)
            return true;
    }
    return false;
}

// What the header says of /: corner cases, each against each, and random whole ends, against the definition.
static void quotients_are_least(void **state)
{
    static const double ends[] = {-INF, -30, -3, -1, 0, 1, 3, 7, 30, INF};
    enum { N = sizeof ends / sizeof *ends };
    uint64_t tried = 0, touching = 0;
    (void)state;
    same(br_interval_div(I(-30, 0), I(-3, 0)), I(0, INF));
    same(br_interval_div(I(-30, 0), I(0, 3)), I(-INF, 0));
    same(br_interval_div(I(0, 30), I(0, 3)), I(0, INF));
    same(br_interval_div(I(0, 30), I(-3, 0)), I(-INF, 0));
    same(br_interval_div(I(-1, 30), I(0, 3)), I(-INF, INF));
    same(br_interval_div(I(0, INF), I(0, INF)), I(0, INF));
    for (uint64_t n = 0; n < N * N * N * N + count; n++) {
        uint64_t k = n < N * N * N * N ? n : any_bits();
        bool listed = n < N * N * N * N;
        iv a = listed ? I(ends[k % N], ends[k / N % N]) : I((double)(k % 61) - 40, (double)(k / 61 % 61) - 20);
        k = listed ? k / (N * N) : k / (61 * 61);
        iv b = listed ? I(ends[k % N], ends[k / N % N]) : I((double)(k % 61) - 40, (double)(k / 61 % 61) - 20);
        if (br_interval_is_empty(a) || br_interval_is_empty(b))
            continue;
        iv got = br_interval_div(a, b), want = exact_quotient(a, b);
        tried++;
        touching += br_interval_has(a, 0) && br_interval_has(b, 0);
        if (b.lo == 0 && b.hi == 0)
            assert_true(br_interval_is_empty(got));
        else if (!is_least_end(got.lo, want.lo, a, b, false) || !is_least_end(got.hi, want.hi, a, b, true))
            fail_msg("[%g, %g]/[%g, %g] is [%.17g, %.17g], not about [%.17g, %.17g]", a.lo, a.hi, b.lo, b.hi, got.lo,
                     got.hi, want.lo, want.hi);
    }
    assert_true(tried > 3000 && touching > 300);
}

// (1 + 2^-52)^(2^54) is a little below e^4: exponents count until no base beside 1 is near enough to it.
static void huge_exponents_of_bases_beside_one_are_not_infinite(void **state)
{
    (void)state;
    br_interval y = br_interval_pow(I(1 + DBL_EPSILON, 1 + DBL_EPSILON), I(18014398509481984.0, 18014398509481984.0));
    assert_true(y.lo > 54.59 && y.hi < 54.6);
}

int main(void)
{
    count = interval_settings(20000, &seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(huge_whole_exponents_take_negative_bases),
        cmocka_unit_test(huge_exponents_of_bases_beside_one_are_not_infinite),
        cmocka_unit_test(quotients_are_least),
        cmocka_unit_test(special_ends_give_intervals),
        cmocka_unit_test(nothing_comes_of_nothing),
        cmocka_unit_test(exact_results_stay_points),
        cmocka_unit_test(ends_of_the_range_are_respected),
        cmocka_unit_test(domains_are_cut_and_unbounded_is_said),
        cmocka_unit_test(waves_know_their_extrema),
        cmocka_unit_test(angles_follow_the_cut),
        cmocka_unit_test(domains_are_told),
        cmocka_unit_test(sets_compare_as_in_1788),
        cmocka_unit_test(numbers_about_intervals),
        cmocka_unit_test(one_number_taken_twice),
        cmocka_unit_test(truth_is_decided_or_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
