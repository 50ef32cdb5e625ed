// interval.c - interval arithmetic by round-to-nearest and outward steps.      [target]
#include "num/fp.h"

#include "num/elem.h"
#include "num/interval.h"
#include <float.h>
#include <stdint.h>
#include <string.h>

#define INF ((double)__builtin_inff())

br_interval br_interval_entire(void)
{
    br_interval r = {-INF, INF};
    return r;
}

br_interval br_interval_empty(void)
{
    br_interval r = {INF, -INF};
    return r;
}

br_interval br_interval_of(double lo, double hi)
{
    br_interval r = {lo, hi};
    return lo <= hi ? r : br_interval_empty();
}

bool br_interval_is_empty(br_interval a)
{
    return !(a.lo <= a.hi);
}

bool br_interval_is_bounded(br_interval a)
{
    return a.lo >= -DBL_MAX && a.hi <= DBL_MAX && a.lo <= a.hi;
}

bool br_interval_has(br_interval a, double x)
{
    return a.lo <= x && x <= a.hi;
}

br_interval br_interval_hull(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a))
        return b;
    if (br_interval_is_empty(b))
        return a;
    br_interval r = {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
    return r;
}

// The next number above x: one step of the number line, through the subnormals. inf stays.
static double up(double x)
{
    if (!(x < INF))
        return x;
    if (x == 0)
        return 4.9406564584124654e-324;
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += bits >= 0 ? 1 : -1;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

static double down(double x)
{
    return -up(-x);
}

static br_interval outward(double lo, double hi)
{
    br_interval r = {down(lo), up(hi)};
    return r;
}

// A sum that came out as zero is exact: there is no underflow in addition.
static double down_sum(double x)
{
    return x == 0 ? x : down(x);
}

static double up_sum(double x)
{
    return x == 0 ? x : up(x);
}

br_interval br_interval_add(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return br_interval_empty();
    double lo = a.lo + b.lo, hi = a.hi + b.hi;
    br_interval r = {down_sum(lo), up_sum(hi)};
    if (lo == INF) // two huge numbers; their sum is finite or beyond
        r.lo = DBL_MAX;
    if (hi == -INF)
        r.hi = -DBL_MAX;
    return r;
}

br_interval br_interval_neg(br_interval a)
{
    br_interval r = {-a.hi, -a.lo};
    return r;
}

br_interval br_interval_sub(br_interval a, br_interval b)
{
    return br_interval_add(a, br_interval_neg(b));
}

// One corner of a product; exact zeros stay, underflow does not count as zero.
static double down_product(double x, double y)
{
    if (x == 0 || y == 0)
        return 0;
    double p = x * y;
    return p == INF ? DBL_MAX : down(p);
}

static double up_product(double x, double y)
{
    return -down_product(-x, y);
}

static double least(double a, double b, double c, double d)
{
    double x = a < b ? a : b, y = c < d ? c : d;
    return x < y ? x : y;
}

br_interval br_interval_mul(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return br_interval_empty();
    br_interval r = {
        least(down_product(a.lo, b.lo), down_product(a.lo, b.hi), down_product(a.hi, b.lo), down_product(a.hi, b.hi)),
        -least(-up_product(a.lo, b.lo), -up_product(a.lo, b.hi), -up_product(a.hi, b.lo), -up_product(a.hi, b.hi))};
    return r;
}

static double down_quotient(double x, double y)
{
    if (x == 0)
        return 0;
    double q = x / y;
    if (q != q) // inf/inf: anything from 0 on
        return (x > 0) == (y > 0) ? 0 : -INF;
    return q == INF ? DBL_MAX : down(q);
}

static double up_quotient(double x, double y)
{
    return -down_quotient(-x, y);
}

br_interval br_interval_div(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b) || (b.lo == 0 && b.hi == 0))
        return br_interval_empty();
    if (a.lo == 0 && a.hi == 0)
        return a;
    if (b.lo < 0 && b.hi > 0)
        return br_interval_entire();
    if (b.lo == 0 || b.hi == 0) { // one-sided: bounded away from 0 on one side only
        bool positive = b.lo == 0;
        double far = positive ? b.hi : b.lo;
        br_interval r = br_interval_entire();
        if (a.lo >= 0)
            *(positive ? &r.lo : &r.hi) = positive ? down_quotient(a.lo, far) : up_quotient(a.lo, far);
        else if (a.hi <= 0)
            *(positive ? &r.hi : &r.lo) = positive ? up_quotient(a.hi, far) : down_quotient(a.hi, far);
        return r;
    }
    br_interval r = {
        least(down_quotient(a.lo, b.lo), down_quotient(a.lo, b.hi), down_quotient(a.hi, b.lo),
              down_quotient(a.hi, b.hi)),
        -least(-up_quotient(a.lo, b.lo), -up_quotient(a.lo, b.hi), -up_quotient(a.hi, b.lo), -up_quotient(a.hi, b.hi))};
    return r;
}

br_interval br_interval_abs(br_interval a)
{
    if (br_interval_is_empty(a) || a.lo >= 0)
        return a;
    if (a.hi <= 0)
        return br_interval_neg(a);
    br_interval r = {0, a.hi > -a.lo ? a.hi : -a.lo};
    return r;
}

br_interval br_interval_sqr(br_interval a)
{
    a = br_interval_abs(a);
    if (br_interval_is_empty(a))
        return a;
    br_interval r = {down_product(a.lo, a.lo), up_product(a.hi, a.hi)};
    r.lo = r.lo < 0 ? 0 : r.lo;
    return r;
}

br_interval br_interval_sign(br_interval a)
{
    if (br_interval_is_empty(a))
        return a;
    br_interval r = {br_sign(a.lo), br_sign(a.hi)};
    return r;
}

br_interval br_interval_side(br_interval a)
{
    if (br_interval_is_empty(a))
        return a;
    br_interval r = {a.lo >= 0 ? 1 : -1, a.hi >= 0 ? 1 : -1};
    return r;
}

br_interval br_interval_min(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return br_interval_empty();
    br_interval r = {a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
    return r;
}

br_interval br_interval_max(br_interval a, br_interval b)
{
    return br_interval_neg(br_interval_min(br_interval_neg(a), br_interval_neg(b)));
}

static br_interval cut(br_interval r, double least_value, double most_value)
{
    r.lo = r.lo < least_value ? least_value : r.lo;
    r.hi = r.hi > most_value ? most_value : r.hi;
    return r;
}

static br_interval far_outward(double lo, double hi)
{
    br_interval r = {lo, hi};
    for (int i = 0; i < BR_ELEM_STEPS; i++)
        r = outward(r.lo, r.hi);
    return r;
}

br_interval br_interval_sqrt(br_interval a)
{
    a = cut(a, 0, INF);
    if (br_interval_is_empty(a))
        return br_interval_empty();
    br_interval r = {a.lo == 0 ? 0 : down(br_sqrt(a.lo)), a.hi == 0 ? 0 : up(br_sqrt(a.hi))};
    return r;
}

br_interval br_interval_exp(br_interval a)
{
    if (br_interval_is_empty(a))
        return a;
    br_interval r = cut(far_outward(br_exp(a.lo), br_exp(a.hi)), 0, INF);
    r.lo = r.lo == INF ? DBL_MAX : r.lo; // beyond the range of doubles, not infinite
    return r;
}

br_interval br_interval_log(br_interval a)
{
    a = cut(a, 0, INF);
    if (br_interval_is_empty(a) || a.hi == 0)
        return br_interval_empty();
    br_interval r = far_outward(br_log(a.lo), br_log(a.hi));
    r.lo = a.lo == 1 ? 0 : r.lo;
    r.hi = a.hi == 1 ? 0 : r.hi;
    return r;
}

// Odd functions that keep zero.
static br_interval odd(br_interval a, double lo, double hi)
{
    br_interval r = far_outward(lo, hi);
    r.lo = a.lo == 0 ? 0 : r.lo;
    r.hi = a.hi == 0 ? 0 : r.hi;
    return r;
}

br_interval br_interval_tanh(br_interval a)
{
    if (br_interval_is_empty(a))
        return a;
    return cut(odd(a, br_tanh(a.lo), br_tanh(a.hi)), -1, 1);
}

br_interval br_interval_atan(br_interval a)
{
    if (br_interval_is_empty(a))
        return a;
    return cut(odd(a, br_atan(a.lo), br_atan(a.hi)), -1.5707963267948968, 1.5707963267948968);
}

br_interval br_interval_logistic(br_interval a)
{
    if (br_interval_is_empty(a))
        return a;
    return cut(far_outward(br_logistic(a.lo), br_logistic(a.hi)), 0, 1);
}

// Does [a] hold a point peak + 2*pi*k? Answers yes when in doubt.
static bool meets(br_interval a, double peak)
{
    const double turn = 6.283185307179586;
    double slack = 1e-9, from = (a.lo - peak) / turn - slack, to = (a.hi - peak) / turn + slack;
    // the whole numbers in [from, to]: round to nearest by the usual large constant, arguments are below 1e6
    double k = (from + 6755399441055744.0) - 6755399441055744.0;
    return (k >= from && k <= to) || k + 1 <= to;
}

static br_interval wave(br_interval a, double lo, double hi, double peak)
{
    const double half_turn = 3.141592653589793;
    if (br_interval_is_empty(a))
        return a;
    br_interval r = {-1, 1};
    if (!(a.lo > -1e6 && a.hi < 1e6))
        return r;
    br_interval ends = lo < hi ? far_outward(lo, hi) : far_outward(hi, lo);
    ends = cut(ends, -1, 1);
    r.lo = meets(a, peak + half_turn) ? -1 : ends.lo;
    r.hi = meets(a, peak) ? 1 : ends.hi;
    return r;
}

br_interval br_interval_sin(br_interval a)
{
    br_interval r = wave(a, br_sin(a.lo), br_sin(a.hi), 1.5707963267948966);
    if (a.lo == 0 && a.hi == 0)
        r = a;
    return r;
}

br_interval br_interval_cos(br_interval a)
{
    return wave(a, br_cos(a.lo), br_cos(a.hi), 0);
}

// Monotone in each argument where the base is positive, so the corners bound it.
br_interval br_interval_pow(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return br_interval_empty();
    double whole = (b.lo + 6755399441055744.0) - 6755399441055744.0; // a whole number near b.lo
    bool holds_whole = (whole >= b.lo && whole <= b.hi) || whole + 1 <= b.hi || !(b.lo > -2e15 && b.lo < 2e15);
    if (a.lo < 0 && holds_whole)
        return br_interval_entire(); // negative bases count; x^2 and its like are products in the graph, not powers
    a = cut(a, 0, INF);
    if (br_interval_is_empty(a))
        return br_interval_empty();
    const double x[4] = {a.lo, a.lo, a.hi, a.hi}, y[4] = {b.lo, b.hi, b.lo, b.hi};
    br_interval r = br_interval_empty();
    for (int i = 0; i < 4; i++) {
        double p = br_pow(x[i], y[i]);
        r = br_interval_hull(r, p == 0 && x[i] == 0   ? br_interval_of(0, 0)
                                : p == 1 && y[i] == 0 ? br_interval_of(1, 1)
                                                      : far_outward(p, p));
    }
    if (r.lo == INF)
        r.lo = DBL_MAX;
    if (a.lo == 0 && b.hi > 0)
        r.lo = 0;
    return cut(r, 0, INF);
}

br_interval br_interval_lt(br_interval a, br_interval b)
{
    br_interval r = {a.hi < b.lo, a.lo < b.hi};
    return br_interval_is_empty(a) || br_interval_is_empty(b) ? br_interval_of(0, 1) : r;
}

br_interval br_interval_le(br_interval a, br_interval b)
{
    br_interval r = {a.hi <= b.lo, a.lo <= b.hi};
    return br_interval_is_empty(a) || br_interval_is_empty(b) ? br_interval_of(0, 1) : r;
}

br_interval br_interval_eq(br_interval a, br_interval b)
{
    br_interval r = {a.lo == a.hi && b.lo == b.hi && a.lo == b.lo, a.lo <= b.hi && b.lo <= a.hi};
    return br_interval_is_empty(a) || br_interval_is_empty(b) ? br_interval_of(0, 1) : r;
}

br_interval br_interval_and(br_interval a, br_interval b)
{
    return br_interval_min(a, b);
}

br_interval br_interval_or(br_interval a, br_interval b)
{
    return br_interval_max(a, b);
}

br_interval br_interval_not(br_interval a)
{
    br_interval r = {1 - a.hi, 1 - a.lo};
    return r;
}

br_interval br_interval_select(br_interval c, br_interval a, br_interval b)
{
    if (c.lo == 1)
        return a;
    return c.hi == 0 ? b : br_interval_hull(a, b);
}
