// test_interval.c - every operation holds the hull that MPFI finds, is tight, and grows with its operands.     [host]
//
// docs/faults.md F1, F2, F11, F12. MPFI and MPFR compute with 140 bits, so their hulls are the exact ones as far as doubles can
// tell. BR_COUNT: intervals per operation (20000), BR_SEED: the seed (from the clock; printed).
#include "num/base/fp.h"

#include "interval_random.h"

#include <mpfr.h>

#include <mpfi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { BITS = 140 };

static uint64_t seed, count;

typedef br_interval one(br_interval);
typedef br_interval two(br_interval, br_interval);
typedef int hull_one(mpfi_ptr, mpfi_srcptr);
typedef int hull_two(mpfi_ptr, mpfi_srcptr, mpfi_srcptr);
typedef int point_one(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int point_two(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

typedef struct {
    const char *name;
    one *f;
    two *g;
    hull_one *hull;
    hull_two *hull2;
    point_one *at;
    point_two *at2;
    double range[2], range2[2]; // usual arguments
    double domain[2];           // of the first argument, for MPFI
    int most;                   // steps beyond the tightest end
    bool open;                  // below the domain the function has a limit that MPFI is not asked for
} operation;

// ---- oracles that MPFI and MPFR lack

static int hull_logistic(mpfi_ptr y, mpfi_srcptr x)
{
    mpfi_neg(y, x);
    mpfi_exp(y, y);
    mpfi_add_ui(y, y, 1);
    return mpfi_ui_div(y, 1, y);
}

static int at_logistic(mpfr_t y, const mpfr_t x, mpfr_rnd_t mode)
{
    mpfr_neg(y, x, mode);
    mpfr_exp(y, y, mode);
    mpfr_add_ui(y, y, 1, mode);
    return mpfr_ui_div(y, 1, y, mode);
}

// The corners, for x > 0.
static int hull_pow(mpfi_ptr z, mpfi_srcptr x, mpfi_srcptr y)
{
    mpfr_srcptr base[2] = {&x->left, &x->right}, exponent[2] = {&y->left, &y->right};
    mpfr_t p;
    mpfr_init2(p, BITS);
    mpfr_set_inf(&z->left, 1);
    mpfr_set_inf(&z->right, -1);
    for (int i = 0; i < 4; i++) {
        mpfr_pow(p, base[i & 1], exponent[i >> 1], MPFR_RNDD);
        mpfr_min(&z->left, &z->left, p, MPFR_RNDD);
        mpfr_pow(p, base[i & 1], exponent[i >> 1], MPFR_RNDU);
        mpfr_max(&z->right, &z->right, p, MPFR_RNDU);
    }
    mpfr_clear(p);
    return 0;
}

static int hull_min(mpfi_ptr z, mpfi_srcptr x, mpfi_srcptr y)
{
    mpfr_min(&z->left, &x->left, &y->left, MPFR_RNDD);
    return mpfr_min(&z->right, &x->right, &y->right, MPFR_RNDU);
}

static int hull_max(mpfi_ptr z, mpfi_srcptr x, mpfi_srcptr y)
{
    mpfr_max(&z->left, &x->left, &y->left, MPFR_RNDD);
    return mpfr_max(&z->right, &x->right, &y->right, MPFR_RNDU);
}

static int at_sign(mpfr_t y, const mpfr_t x, mpfr_rnd_t mode)
{
    return mpfr_set_si(y, mpfr_sgn(x), mode);
}

static int hull_sign(mpfi_ptr y, mpfi_srcptr x)
{
    mpfr_set_si(&y->left, mpfr_sgn(&x->left), MPFR_RNDD);
    return mpfr_set_si(&y->right, mpfr_sgn(&x->right), MPFR_RNDU);
}

#define ONE(NAME, low, high, from, to, steps_wide)                                                                     \
    {                                                                                                                  \
        .name = #NAME, .f = br_interval_##NAME, .hull = mpfi_##NAME, .at = mpfr_##NAME, .range = {(low), (high)},      \
        .domain = {(from), (to)}, .most = (steps_wide)                                                                 \
    }
#define OPEN(NAME, low, high, from) /* an open domain */                                                               \
    {                                                                                                                  \
        .name = #NAME, .f = br_interval_##NAME, .hull = mpfi_##NAME, .at = mpfr_##NAME, .range = {(low), (high)},      \
        .domain = {(from), HUGE_VAL}, .most = 1, .open = true                                                          \
    }
#define TWO(NAME, low, high, steps_wide)                                                                               \
    {                                                                                                                  \
        .name = #NAME, .g = br_interval_##NAME, .hull2 = mpfi_##NAME, .at2 = mpfr_##NAME, .range = {(low), (high)},    \
        .range2 = {(low), (high)}, .domain = {-HUGE_VAL, HUGE_VAL}, .most = (steps_wide)                               \
    }
#define USUAL(low, high) .range = {(low), (high)}, .range2 = {(low), (high)}, .domain = {-INF, INF}
#define INF HUGE_VAL

static const operation operations[] = {
    TWO(add, -10, 10, 0),
    TWO(sub, -10, 10, 0),
    TWO(mul, -10, 10, 0),
    TWO(div, -10, 10, 0),
    {.name = "min", .g = br_interval_min, .hull2 = hull_min, .at2 = mpfr_min, USUAL(-9, 9)},
    {.name = "max", .g = br_interval_max, .hull2 = hull_max, .at2 = mpfr_max, USUAL(-9, 9)},
    {.name = "neg", .f = br_interval_neg, .hull = mpfi_neg, .at = mpfr_neg, USUAL(-9, 9)},
    {.name = "sign", .f = br_interval_sign, .hull = hull_sign, .at = at_sign, USUAL(-9, 9)},
    ONE(abs, -10, 10, -INF, INF, 0),
    ONE(sqr, -10, 10, -INF, INF, 0),
    ONE(sqrt, 0, 100, 0, INF, 0),
    ONE(cbrt, -30, 30, -INF, INF, 1),
    ONE(exp, -30, 30, -INF, INF, 1),
    ONE(expm1, -3, 3, -INF, INF, 1),
    OPEN(log, 0, 10, DBL_TRUE_MIN),
    OPEN(log1p, -1, 3, -0.9999999999999999),
    ONE(sinh, -3, 3, -INF, INF, 1),
    ONE(cosh, -3, 3, -INF, INF, 1),
    ONE(tanh, -3, 3, -INF, INF, 1),
    {.name = "logistic", .f = br_interval_logistic, .hull = hull_logistic, .at = at_logistic, USUAL(-9, 9), .most = 1},
    ONE(sin, -10, 10, -INF, INF, 1),
    ONE(cos, -10, 10, -INF, INF, 1),
    ONE(tan, -5, 5, -INF, INF, 1),
    ONE(asin, -1, 1, -1, 1, 1),
    ONE(acos, -1, 1, -1, 1, 1),
    ONE(atan, -3, 3, -INF, INF, 1),
    TWO(atan2, -3, 3, 1),
    {.name = "pow",
     .g = br_interval_pow,
     .hull2 = hull_pow,
     .at2 = mpfr_pow,
     .range = {0, 5},
     .range2 = {-4, 4},
     .domain = {DBL_TRUE_MIN, INF},
     .most = 1,
     .open = true},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

// ---- measuring

// How many doubles lie from a to b.
static uint64_t steps(double a, double b)
{
    uint64_t x = br_bits(fabs(a)), y = br_bits(fabs(b));
    return signbit(a) == signbit(b) ? (x > y ? x - y : y - x) : x + y;
}

static br_interval apply(const operation *o, br_interval a, br_interval b)
{
    return o->f ? o->f(a) : o->g(a, b);
}

static void report(const operation *o, const char *what, br_interval a, br_interval b, br_interval r)
{
    printf("%s %s: [%a, %a]", o->name, what, a.lo, a.hi);
    if (o->g)
        printf(", [%a, %a]", b.lo, b.hi);
    printf(" gives [%a, %a]\n", r.lo, r.hi);
}

// MPFI's hull of the part of the box where the function is defined; false where MPFI has none, or no 1788 one.
static bool find_hull(const operation *o, br_interval a, br_interval b, mpfi_t z)
{
    if (!br_interval_is_bounded(a) || (o->g && !br_interval_is_bounded(b)))
        return false;
    a = br_interval_intersect(a, br_interval_of(o->domain[0], o->domain[1]));
    if (br_interval_is_empty(a))
        return false;
    bool zero = br_interval_has(a, 0), zero2 = br_interval_has(b, 0);
    if ((o->g == br_interval_div && zero2) || (o->g == br_interval_atan2 && zero && b.lo <= 0))
        return false;
    mpfi_t x, y;
    mpfi_init2(x, BITS);
    mpfi_init2(y, BITS);
    mpfi_interv_d(x, a.lo, a.hi);
    mpfi_interv_d(y, b.lo, b.hi);
    if (o->f)
        o->hull(z, x);
    else
        o->hull2(z, x, y);
    mpfi_clear(x);
    mpfi_clear(y);
    return !mpfi_nan_p(z);
}

// Steps by which the result is wider than the hull, -1 if it does not hold it.
static int beyond(br_interval r, mpfi_t hull)
{
    if (mpfr_cmp_d(&hull->left, r.lo) < 0 || mpfr_cmp_d(&hull->right, r.hi) > 0)
        return -1;
    uint64_t low = steps(r.lo, mpfr_get_d(&hull->left, MPFR_RNDD)),
             high = steps(r.hi, mpfr_get_d(&hull->right, MPFR_RNDU)), most = low > high ? low : high;
    return most < 1000 ? (int)most : 1000;
}

static br_interval first_of(const operation *o)
{
    return any_interval(o->range[0], o->range[1]);
}

static br_interval second_of(const operation *o)
{
    return any_interval(o->range2[0], o->range2[1]);
}

static void check_hulls(const operation *o)
{
    mpfi_t hull;
    mpfi_init2(hull, BITS);
    int worst = 0, wrong = 0;
    uint64_t found = 0, tight = 0;
    for (uint64_t k = 0; k < count; k++) {
        br_interval a = first_of(o), b = second_of(o), r = apply(o, a, b);
        if (!find_hull(o, a, b, hull))
            continue;
        int wide = beyond(r, hull);
        if (wide < 0 && wrong++ < 3)
            report(o, "does not hold its hull", a, b, r);
        if (o->open && a.lo < o->domain[0])
            continue;
        found++;
        tight += wide == 0;
        if (wide > o->most && wide > worst)
            report(o, "is wide", a, b, r);
        worst = wide > worst ? wide : worst;
    }
    mpfi_clear(hull);
    printf("%-9s at most %d steps wide; %.4f %% of %lu are the hull\n", o->name, worst,
           100 * (double)tight / (double)found, (unsigned long)found);
    assert_int_equal(wrong, 0);
    assert_true(worst <= o->most && found > count / 4);
}

static void hulls_are_held_and_tight(void **unused)
{
    (void)unused;
    interval_state = seed;
    for (int i = 0; i < OPERATIONS; i++)
        check_hulls(&operations[i]);
}

// Random points of random boxes, unbounded ones and those that leave the domain too (F1).
static void check_points(const operation *o)
{
    mpfr_t x, y, z;
    mpfr_inits2(BITS, x, y, z, (mpfr_ptr)NULL);
    int wrong = 0;
    for (uint64_t k = 0; k < count / 2; k++) {
        br_interval a = first_of(o), b = second_of(o), r = apply(o, a, b);
        for (int i = 0; i < 2; i++) {
            mpfr_set_d(x, any_inside(a), MPFR_RNDN);
            mpfr_set_d(y, any_inside(b), MPFR_RNDN);
            if (o->f)
                o->at(z, x, MPFR_RNDN);
            else
                o->at2(z, x, y, MPFR_RNDN);
            if (!mpfr_number_p(z) || mpfr_get_exp(z) > 5000)
                continue;
            bool origin = o->g == br_interval_atan2 && mpfr_zero_p(x) && mpfr_zero_p(y);
            bool held = mpfr_cmp_d(z, r.lo) >= 0 && mpfr_cmp_d(z, r.hi) <= 0;
            bool cut = o->g == br_interval_atan2 && mpfr_zero_p(x) && mpfr_signbit(x); // -0 is 0 here
            if (!held && !origin && !cut && wrong++ < 3)
                report(o, "loses a point", a, b, r);
        }
    }
    mpfr_clears(x, y, z, (mpfr_ptr)NULL);
    assert_int_equal(wrong, 0);
}

static void points_are_held(void **unused)
{
    (void)unused;
    interval_state = seed + 1;
    for (int i = 0; i < OPERATIONS; i++)
        check_points(&operations[i]);
}

// A part of the operands gives a part of the result (F12).
static void results_grow_with_the_operands(void **unused)
{
    (void)unused;
    interval_state = seed + 2;
    for (int i = 0; i < OPERATIONS; i++)
        for (uint64_t k = 0; k < count; k++) {
            const operation *o = &operations[i];
            br_interval a = first_of(o), b = second_of(o), r = apply(o, a, b);
            br_interval c = any_part(a), d = any_part(b), s = apply(o, c, d);
            if (!br_interval_subset(s, r)) {
                report(o, "as a whole", a, b, r);
                report(o, "of a part", c, d, s);
            }
            assert_true(br_interval_subset(s, r));
        }
}

// x^n with whole n: even and odd, negative, bases of both signs, against powers at the ends.
static void whole_powers_are_held_and_tight(void **unused)
{
    (void)unused;
    mpfr_t x, z;
    mpfr_inits2(BITS, x, z, (mpfr_ptr)NULL);
    interval_state = seed + 3;
    uint64_t worst = 0;
    for (uint64_t k = 0; k < count; k++) {
        int n = (int)within(-6, 7);
        n = k % 5 == 0 ? (int)within(-3000, 3000) : k % 100 == 1 ? INT32_MIN + (int)(k % 3) : n;
        br_interval a = any_interval(-3, 3), r = br_interval_pown(a, n);
        double ends[2] = {a.lo, a.hi};
        for (int i = 0; i < 3; i++) {
            mpfr_set_d(x, i < 2 ? ends[i] : any_inside(a), MPFR_RNDN);
            mpfr_pow_si(z, x, n, MPFR_RNDN);
            if (!mpfr_number_p(z) || !mpfr_number_p(x))
                continue;
            assert_true(mpfr_cmp_d(z, r.lo) >= 0 && mpfr_cmp_d(z, r.hi) <= 0);
        }
        bool monotone = a.lo > 0 || a.hi < 0;
        if (!monotone || !br_interval_is_bounded(a))
            continue;
        bool rises = n > 0 ? n % 2 || a.lo > 0 : n < 0 && n % 2 == 0 && a.hi < 0;
        mpfr_set_d(x, rises ? a.lo : a.hi, MPFR_RNDN);
        mpfr_pow_si(z, x, n, MPFR_RNDD);
        uint64_t wide = steps(r.lo, mpfr_get_d(z, MPFR_RNDD));
        mpfr_set_d(x, rises ? a.hi : a.lo, MPFR_RNDN);
        mpfr_pow_si(z, x, n, MPFR_RNDU);
        uint64_t other = steps(r.hi, mpfr_get_d(z, MPFR_RNDU));
        wide = wide > other ? wide : other;
        worst = wide > worst ? wide : worst;
    }
    mpfr_clears(x, z, (mpfr_ptr)NULL);
    printf("%-9s at most %lu steps wide\n", "pown", (unsigned long)worst);
    assert_true(worst <= 1);
}

// Both pieces together hold every quotient, neither holds 0 in its gap.
static void two_pieces_of_a_quotient_hold_every_point(void **unused)
{
    (void)unused;
    mpfr_t z;
    mpfr_init2(z, BITS);
    interval_state = seed + 4;
    uint64_t pairs = 0;
    for (uint64_t k = 0; k < count; k++) {
        br_interval a = any_interval(-5, 5), b = any_interval(-5, 5), piece[2];
        int n = br_interval_div2(a, b, piece);
        pairs += n == 2;
        if (n == 2)
            assert_true(piece[0].hi <= 0 && piece[1].lo >= 0 && br_interval_has(b, 0) && !br_interval_has(a, 0));
        for (int i = 0; i < 3; i++) {
            mpfr_set_d(z, any_inside(a), MPFR_RNDN);
            mpfr_div_d(z, z, any_inside(b), MPFR_RNDN);
            bool held = !mpfr_number_p(z);
            for (int j = 0; j < n; j++)
                held = held || (mpfr_cmp_d(z, piece[j].lo) >= 0 && mpfr_cmp_d(z, piece[j].hi) <= 0);
            assert_true(held);
        }
        br_interval whole = br_interval_div(a, b);
        for (int j = 0; j < n; j++)
            assert_true(br_interval_subset(piece[j], whole));
    }
    mpfr_clear(z);
    assert_true(pairs > count / 20);
}

int main(void)
{
    count = interval_settings(20000, &seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hulls_are_held_and_tight),
        cmocka_unit_test(points_are_held),
        cmocka_unit_test(results_grow_with_the_operands),
        cmocka_unit_test(whole_powers_are_held_and_tight),
        cmocka_unit_test(two_pieces_of_a_quotient_hold_every_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
