// test_interval_ball.c - balls hold the exact result and are small, against MPFR.             [host]
//
// At 53 bits a lost remainder would hide behind the last rounding; here the balls themselves are looked at. BR_COUNT:
// points per operation (20000), BR_SEED: the seed (from the clock; printed).
#include "num/interval/ball.h"

#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { BITS = 400 };

static uint64_t seed = 1, count = 20000, state;

static uint64_t splitmix64(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double within(double low, double high)
{
    return low + (high - low) * ((double)(splitmix64() >> 11) * 0x1p-53);
}

// +-2^e, e uniform within low..high; every third with few bits, so that exact results occur.
static double number(int low, int high)
{
    double m = splitmix64() % 3 ? within(1, 2) : 1 + (double)(splitmix64() % 16) / 16;
    return ldexp(splitmix64() % 2 ? m : -m, (int)within(low, high + 1));
}

// A ball about x: exact, with a second part, or with an error too.
static br_ball about(double x)
{
    br_ball b = br_ball_of(x);
    int kind = (int)(splitmix64() % 3);
    if (kind > 0)
        b = br_two_sum(x, x * within(-0x1p-54, 0x1p-54));
    if (kind > 1)
        b.err = fabs(x) * ldexp(1, -(int)within(60, 110));
    return b;
}

typedef struct {
    mpfr_t a, b, want, off;
} numbers;

// Some number of the ball: its middle, an end, or between.
static void pick(mpfr_t x, br_ball b)
{
    static const double where[] = {0, 1, -1, 0.3, -0.8};
    mpfr_set_d(x, b.err, MPFR_RNDZ);
    mpfr_mul_d(x, x, where[splitmix64() % 5], MPFR_RNDZ);
    mpfr_add_d(x, x, b.lo, MPFR_RNDN);
    mpfr_add_d(x, x, b.hi, MPFR_RNDN);
}

// Is n->want in the ball? *worst takes the largest err over |want|.
static bool holds(const numbers *n, br_ball b, double *worst)
{
    mpfr_t off;
    mpfr_init2(off, BITS);
    mpfr_sub_d(off, n->want, b.hi, MPFR_RNDN);
    mpfr_sub_d(off, off, b.lo, MPFR_RNDN);
    // what MPFR rounded away itself
    mpfr_t own;
    mpfr_init2(own, 53);
    mpfr_abs(own, n->want, MPFR_RNDU);
    mpfr_mul_2si(own, own, -(BITS - 8), MPFR_RNDU);
    mpfr_abs(off, off, MPFR_RNDD);
    mpfr_sub(off, off, own, MPFR_RNDD);
    bool inside = mpfr_cmp_d(off, b.err) <= 0 && fabs(b.lo) <= 0x1p-53 * fabs(b.hi);
    double size = fabs(mpfr_get_d(n->want, MPFR_RNDN));
    if (size > 0 && b.err / size > *worst)
        *worst = b.err / size;
    mpfr_clears(off, own, (mpfr_ptr)NULL);
    return inside;
}

static void make(numbers *n)
{
    mpfr_inits2(BITS, n->a, n->b, n->want, n->off, (mpfr_ptr)NULL);
}

static void drop(numbers *n)
{
    mpfr_clears(n->a, n->b, n->want, n->off, (mpfr_ptr)NULL);
}

typedef struct {
    const char *name;
    br_ball (*ours)(br_ball, br_ball);
    int (*oracle)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
} arithmetic;

static void check_arithmetic(const arithmetic *op)
{
    numbers n;
    make(&n);
    double worst = 0;
    long exact = 0;
    for (uint64_t i = 0; i < count; i++) {
        int span = i % 4 ? 3 : 200;
        br_ball a = about(number(-span, span)), b = about(i % 7 ? number(-span, span) : -a.hi * 1.0000001);
        br_ball got = op->ours(a, b);
        exact += got.err == 0;
        double unused = 0;
        for (int k = 0; k < 3; k++) {
            pick(n.a, a);
            pick(n.b, b);
            op->oracle(n.want, n.a, n.b, MPFR_RNDN);
            assert_true(holds(&n, got, a.err == 0 && b.err == 0 && op->ours != br_ball_add ? &worst : &unused));
        }
    }
    printf("%-6s err up to 2^%.1f of the result, %ld of %lu exact\n", op->name, log2(worst), exact,
           (unsigned long)count);
    assert_true(worst <= 0x1p-98 && exact > (long)count / 400);
    drop(&n);
}

static int root_of(mpfr_t r, const mpfr_t a, const mpfr_t b, mpfr_rnd_t mode)
{
    (void)b;
    return mpfr_sqrt(r, a, mode);
}

static br_ball root(br_ball a, br_ball b)
{
    (void)b;
    return br_ball_sqrt(a);
}

static void arithmetic_holds_the_exact_result(void **unused)
{
    (void)unused;
    const arithmetic ops[] = {
        {"add", br_ball_add, mpfr_add}, {"mul", br_ball_mul, mpfr_mul}, {"div", br_ball_div, mpfr_div}};
    state = seed;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        check_arithmetic(&ops[i]);
    numbers n;
    make(&n);
    double worst = 0;
    for (uint64_t i = 0; i < count; i++) {
        br_ball a = about(fabs(number(-9, 9))), got = root(a, a);
        double unused_worst = 0;
        pick(n.a, a);
        root_of(n.want, n.a, n.a, MPFR_RNDN);
        assert_true(holds(&n, got, a.err == 0 ? &worst : &unused_worst));
    }
    assert_true(worst <= 0x1p-98);
    assert_true(br_ball_sqrt(br_ball_of(2.25)).hi == 1.5 && br_ball_sqrt(br_ball_of(2.25)).err == 0);
    drop(&n);
}

static void underflow_and_unknown_divisors_are_counted(void **unused)
{
    (void)unused;
    br_ball p = br_ball_mul(br_ball_of(0x1p-470), br_ball_of(0x1.8p-470));
    assert_true(p.err > 0 && p.err <= 0x1p-899);
    br_ball near_zero = {0x1p-70, 0, 0x1p-60};
    assert_true(br_ball_div(br_ball_of(1), near_zero).err == HUGE_VAL);
    assert_true(br_ball_down(br_ball_div(br_ball_of(1), near_zero), 0) == -HUGE_VAL);
    assert_true(br_ball_up(br_ball_div(br_ball_of(1), near_zero), 0) == HUGE_VAL);
}

// ---- elementary functions

static br_ball ours_exp(double x)
{
    int k;
    br_ball e = br_ball_exp(br_ball_of(x), &k);
    return br_ball_scale(e, br_two_to(k));
}
static br_ball ours_expm1(double x)
{
    return br_ball_expm1(br_ball_of(x));
}
static br_ball ours_log(double x)
{
    int k;
    double m = br_split_exponent(x, &k);
    return m > 1.5 ? br_ball_log(br_ball_of(m / 2), k + 1) : br_ball_log(br_ball_of(m), k);
}
static br_ball ours_log1p(double x)
{
    return br_ball_log1p_near(br_ball_of(x));
}
static br_ball ours_sin(double x)
{
    int q;
    br_ball r = br_ball_turn(x, &q);
    return br_ball_sin(r, q);
}
static br_ball ours_cos(double x)
{
    int q;
    br_ball r = br_ball_turn(x, &q);
    return br_ball_sin(r, q + 1);
}
static br_ball ours_atan(double x)
{
    return x < 1 ? br_ball_angle(br_ball_of(1), br_ball_of(x)) : br_ball_angle(br_ball_of(1 / x), br_ball_of(1));
}
static int oracle_atan(mpfr_t y, const mpfr_t x, mpfr_rnd_t mode)
{
    if (mpfr_cmp_ui(x, 1) < 0)
        return mpfr_atan(y, x, mode);
    mpfr_set_d(y, 1 / mpfr_get_d(x, MPFR_RNDN), mode); // the number that ours_atan takes
    mpfr_ui_div(y, 1, y, mode);
    return mpfr_atan(y, y, mode);
}

typedef struct {
    const char *name;
    br_ball (*ours)(double);
    int (*oracle)(mpfr_t, const mpfr_t, mpfr_rnd_t);
    double low, high;
    bool both; // signs
    double most;
} function;

static const function functions[] = {
    {"exp", ours_exp, mpfr_exp, 0x1p-60, 300, true, 0x1p-70},
    {"expm1", ours_expm1, mpfr_expm1, 0x1p-60, 150, true, 0x1p-63},
    {"log", ours_log, mpfr_log, 0x1p-1000, 0x1p1000, false, 0x1p-65},
    {"log near 1", ours_log, mpfr_log, 0.5, 2, false, 0x1p-65},
    {"log1p", ours_log1p, mpfr_log1p, 0x1p-60, 0.0625, true, 0x1p-65},
    {"sin", ours_sin, mpfr_sin, 0x1p-60, 1e6, true, 0x1p-63},
    {"sin far", ours_sin, mpfr_sin, 1e6, 1e308, true, 0x1p-60},
    {"cos", ours_cos, mpfr_cos, 0x1p-60, 1e6, true, 0x1p-63},
    {"cos far", ours_cos, mpfr_cos, 1e6, 1e308, true, 0x1p-60},
    {"atan", ours_atan, oracle_atan, 0x1p-60, 0x1p60, false, 0x1p-63},
};

// Arguments by size, evenly, near 1, and near multiples of pi/2 and of the steps of the tables.
static double argument(const function *f, uint64_t i)
{
    double x = exp2(within(log2(f->low), log2(f->high)));
    switch (i % 5) {
    case 0: x = within(f->low, f->high); break;
    case 1: x = 1 + number(-52, -3); break;
    case 2: x = nextafter((double)(splitmix64() % 1000000) * 1.5707963267948966, 9e9 * (double)(i % 3)); break;
    case 3: x = (double)(splitmix64() % 64) / 32 + number(-60, -30); break;
    default: break;
    }
    x = f->both && splitmix64() % 2 ? -x : x;
    return fabs(x) >= f->low && fabs(x) <= f->high && (f->both || x > 0) ? x : f->low;
}

static void check_function(const function *f)
{
    numbers n;
    make(&n);
    double worst = 0;
    for (uint64_t i = 0; i < count; i++) {
        double x = argument(f, i), had = worst;
        mpfr_set_d(n.a, x, MPFR_RNDN);
        f->oracle(n.want, n.a, MPFR_RNDN);
        br_ball got = f->ours(x);
        if (!holds(&n, got, &worst)) {
            printf("%s(%.17g): %.17g %.17g +- %g\n", f->name, x, got.hi, got.lo, got.err);
            fail();
        }
        if (worst > f->most && had <= f->most)
            printf("%s(%.17g) is wide\n", f->name, x);
    }
    printf("%-10s err up to 2^%.1f of the result\n", f->name, log2(worst));
    assert_true(worst <= f->most);
    drop(&n);
}

static void functions_hold_the_exact_value_and_are_narrow(void **unused)
{
    (void)unused;
    state = seed;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        check_function(&functions[i]);
}

// The number of the multiple, modulo 8, and the rest: x - (the nearest multiple of pi/2).
static void turns_are_counted_and_the_rest_is_exact(void **unused)
{
    (void)unused;
    mpfr_t pi, x, k, rest;
    mpfr_inits2(1400, pi, x, k, rest, (mpfr_ptr)NULL);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_div_2ui(pi, pi, 1, MPFR_RNDN);
    state = seed;
    for (uint64_t i = 0; i < count; i++) {
        double at = number(-60, i % 3 ? 40 : 1022);
        int q;
        br_ball r = br_ball_turn(at, &q);
        mpfr_set_d(x, at, MPFR_RNDN);
        mpfr_div(k, x, pi, MPFR_RNDN);
        mpfr_rint(k, k, MPFR_RNDN);
        mpfr_mul(rest, k, pi, MPFR_RNDN);
        mpfr_sub(rest, x, rest, MPFR_RNDN);
        mpfr_fmod_ui(k, k, 8, MPFR_RNDN);
        assert_int_equal(q, ((int)mpfr_get_si(k, MPFR_RNDN) + 8) % 8);
        mpfr_sub_d(rest, rest, r.hi, MPFR_RNDN);
        mpfr_sub_d(rest, rest, r.lo, MPFR_RNDN);
        assert_true(fabs(mpfr_get_d(rest, MPFR_RNDA)) <= r.err);
        assert_true(r.err <= 0x1p-70 * fabs(r.hi));
    }
    mpfr_clears(pi, x, k, rest, (mpfr_ptr)NULL);
}

// Every pair of bounds: the tightest doubles, through subnormals and overflow.
static void bounds_of_a_ball_are_the_next_doubles(void **unused)
{
    (void)unused;
    mpfr_t x;
    mpfr_init2(x, BITS);
    state = seed;
    for (uint64_t i = 0; i < count; i++) {
        br_ball b = about(number(-1, 0));
        b.err = i % 2 ? 0 : b.err;
        int k = (int)within(-1150, 1150);
        mpfr_set_d(x, b.hi, MPFR_RNDN);
        mpfr_add_d(x, x, b.lo, MPFR_RNDN);
        mpfr_sub_d(x, x, b.err, MPFR_RNDN);
        mpfr_mul_2si(x, x, k, MPFR_RNDN);
        double low = mpfr_get_d(x, MPFR_RNDD), got = br_ball_down(b, k);
        assert_true(got == low || (b.err > 0 && got == br_next_down(low)));
        assert_true(br_ball_up(br_ball_neg(b), k) == -got);
    }
    mpfr_clear(x);
}

int main(void)
{
    const char *n = getenv("BR_COUNT"), *s = getenv("BR_SEED");
    count = n ? strtoull(n, NULL, 10) : count;
    seed = s ? strtoull(s, NULL, 10) : (uint64_t)time(NULL);
    printf("BR_SEED=%llu BR_COUNT=%llu\n", (unsigned long long)seed, (unsigned long long)count);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_holds_the_exact_result),
        cmocka_unit_test(underflow_and_unknown_divisors_are_counted),
        cmocka_unit_test(functions_hold_the_exact_value_and_are_narrow),
        cmocka_unit_test(turns_are_counted_and_the_rest_is_exact),
        cmocka_unit_test(bounds_of_a_ball_are_the_next_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
