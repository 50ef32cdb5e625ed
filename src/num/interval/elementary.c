// elementary.c - elementary functions of intervals: exp, log, sin, atan2, pow... with outward rounding. [target]
//
// A function f_at() encloses f at one number, or gives the limit at an infinite one; the ends of a result come from the
// ends of monotone pieces. Balls do the work, and inequalities where an argument is so small that the function is less
// than a step of the number line away from the start of its series: x + x^2/2 + ... below TINY, x + x^3/3 + ... below
// SMALL, where the rest of the series is less than |x|^3 < 2^-53 |x|.
#include "num/base/fp.h"

#include "num/interval/interval.h"
#include "num/interval/ball.h"

#define TINY 8.673617379884035e-19  // 2^-60
#define SMALL 7.450580596923828e-09 // 2^-27
#define LEAST 4.9406564584124654e-324

typedef br_interval at(double x);

static br_interval pair(double lo, double hi)
{
    br_interval r = {lo, hi};
    return r;
}

static br_interval bounds(br_ball b, int k)
{
    return pair(br_ball_down(b, k), br_ball_up(b, k));
}

static br_interval rising(br_interval a, at *f)
{
    if (br_interval_is_empty(a))
        return a;
    br_interval r = f(a.lo);
    if (a.lo != a.hi)
        r.hi = f(a.hi).hi;
    return r;
}

static br_interval falling(br_interval a, at *f)
{
    if (br_interval_is_empty(a))
        return a;
    br_interval r = f(a.lo);
    if (a.lo != a.hi)
        r.lo = f(a.hi).lo;
    return r;
}

// f is odd, and known for x >= 0.
static br_interval odd(double x, at *f)
{
    return x < 0 ? br_interval_neg(f(-x)) : f(x);
}

static br_interval cut(br_interval a, double lo, double hi)
{
    return br_interval_intersect(a, pair(lo, hi));
}

// Between x and the next number above or below it.
static br_interval above(double x)
{
    return pair(x, br_next_up(x));
}

static br_interval below(double x)
{
    return pair(br_next_down(x), x);
}

// ---- exp and its kin

// exp(x) (1 + d) with |d| <= off, times 2^shift.
static br_interval exp_like(double x, double off, int shift)
{
    if (x > 1000)
        return pair(DBL_MAX, BR_INF);
    if (x < -1000)
        return pair(0, LEAST);
    int k;
    br_ball e = br_ball_exp(br_ball_of(x), &k);
    return bounds(off == 0 ? e : br_ball_widen(e, 2.5 * off), k + shift);
}

// exp(x) for |x| <= 160, as a plain ball.
static br_ball exp_ball(double x)
{
    int k;
    br_ball e = br_ball_exp(br_ball_of(x), &k);
    return br_ball_scale(e, br_two_to(k));
}

static br_interval exp_at(double x)
{
    if (br_far(x) < TINY)
        return x > 0 ? above(1) : x < 0 ? below(1) : pair(1, 1);
    return exp_like(x, 0, 0);
}

static br_interval expm1_at(double x)
{
    if (x == 0)
        return pair(0, 0);
    if (br_far(x) < TINY) // x < exp(x) - 1 < x + x^2
        return above(x);
    if (x < -60) // exp(-60) < 2^-86
        return above(-1);
    if (x > 100)
        return exp_like(x, 1e-43, 0); // exp(-100) < 4e-44
    return bounds(br_ball_expm1(br_ball_of(x)), 0);
}

static br_interval log_at(double x)
{
    if (x == 0 || x == BR_INF)
        return br_interval_entire();
    if (x == 1)
        return pair(0, 0);
    int k;
    double m = br_split_exponent(x, &k), half = m > 1.5 ? 0.5 : 1;
    return bounds(br_ball_log(br_ball_of(m * half), k + (m > 1.5)), 0);
}

static br_interval log1p_at(double x)
{
    if (x == 0)
        return pair(0, 0);
    if (x == -1 || x == BR_INF)
        return br_interval_entire();
    if (br_far(x) < TINY) // x - x^2 < log(1 + x) < x
        return below(x);
    if (br_far(x) < 0.0625)
        return bounds(br_ball_log1p_near(br_ball_of(x)), 0);
    br_ball y = br_two_sum(1, x);
    int k;
    bool upper = br_split_exponent(y.hi, &k) > 1.5;
    k += upper;
    return bounds(br_ball_log(br_ball_scale(br_ball_scale(y, br_two_to(-k / 2)), br_two_to(-k - -k / 2)), k), 0);
}

// (E + E/(E + 1))/2 with E = exp(x) - 1
static br_interval sinh_up(double x)
{
    if (x < SMALL) // x + x^3/6 + ...
        return x == 0 ? pair(0, 0) : above(x);
    if (x > 80)
        return exp_like(x, 1e-60, -1); // exp(-160) < 4e-70
    br_ball e = br_ball_expm1(br_ball_of(x));
    return bounds(br_ball_add(e, br_ball_div(e, br_ball_add(e, br_ball_of(1)))), -1);
}

static br_interval sinh_at(double x)
{
    return odd(x, sinh_up);
}

static br_interval cosh_at(double x)
{
    if (x < SMALL) // 1 + x^2/2 + ...
        return x == 0 ? pair(1, 1) : above(1);
    if (x > 80)
        return exp_like(x, 1e-60, -1);
    br_ball e = exp_ball(x);
    return bounds(br_ball_add(e, br_ball_div(br_ball_of(1), e)), -1);
}

// E/(E + 2) with E = exp(2x) - 1
static br_interval tanh_up(double x)
{
    if (x < SMALL) // x - x^3/3 + ...
        return x == 0 ? pair(0, 0) : below(x);
    if (x > 22) // 1 - tanh(22) < 2^-62
        return below(1);
    br_ball e = br_ball_expm1(br_ball_of(2 * x));
    return bounds(br_ball_div(e, br_ball_add(e, br_ball_of(2))), 0);
}

static br_interval tanh_at(double x)
{
    return odd(x, tanh_up);
}

static br_interval logistic_at(double x)
{
    if (br_far(x) < TINY) // 1/2 + x/4 - ...
        return x > 0 ? above(0.5) : x < 0 ? below(0.5) : pair(0.5, 0.5);
    if (x > 40) // exp(-40) < 2^-57
        return below(1);
    if (x < -80)
        return exp_like(x, 2e-35, 0); // exp(x) (1 - exp(x) + ...), exp(-80) < 1.9e-35
    br_ball e = exp_ball(-br_far(x));
    return bounds(br_ball_div(x > 0 ? br_ball_of(1) : e, br_ball_add(br_ball_of(1), e)), 0);
}

br_interval br_interval_exp(br_interval a)
{
    return rising(a, exp_at);
}

br_interval br_interval_expm1(br_interval a)
{
    return rising(a, expm1_at);
}

br_interval br_interval_log(br_interval a)
{
    a = cut(a, 0, BR_INF);
    return a.hi == 0 ? br_interval_empty() : rising(a, log_at);
}

br_interval br_interval_log1p(br_interval a)
{
    a = cut(a, -1, BR_INF);
    return a.hi == -1 ? br_interval_empty() : rising(a, log1p_at);
}

br_interval br_interval_sinh(br_interval a)
{
    return rising(a, sinh_at);
}

br_interval br_interval_cosh(br_interval a)
{
    return rising(br_interval_abs(a), cosh_at);
}

br_interval br_interval_tanh(br_interval a)
{
    return rising(a, tanh_at);
}

br_interval br_interval_logistic(br_interval a)
{
    return rising(a, logistic_at);
}

// ---- sin, cos, tan

// x = q pi/2 + r; the last multiple of pi/2 not above x has the number `floor` (modulo 8).
typedef struct turned {
    double x;
    br_ball r;
    int q, floor;
    bool known; // on which side of the multiple x lies
} turned;

static turned turn(double x)
{
    turned t = {.x = x};
    t.r = br_ball_turn(x, &t.q);
    t.floor = t.q - (t.r.hi < 0);
    t.known = x == 0 || br_far(t.r.hi) > t.r.err + br_far(t.r.lo);
    return t;
}

// sin(x + shift*pi/2) at the number itself
static br_interval sin_at(const turned *t, int shift)
{
    double x = t->x, size = br_far(x);
    if (shift && size < SMALL) // 1 - x^2/2 + ...
        return x == 0 ? pair(1, 1) : below(1);
    if (!shift && size < SMALL) // x - x^3/6 + ...
        return x > 0 ? below(x) : x < 0 ? above(x) : pair(0, 0);
    return cut(bounds(br_ball_sin(t->r, t->q + shift), 0), -1, 1);
}

// The multiples of pi/2 passed on the way from a.lo to a.hi tell the extrema: sin is 1 at those of number 1 modulo 4,
// and -1 at those of number 3. There are at most 5, so their count modulo 8 is their count.
static br_interval wave(br_interval a, int shift)
{
    if (br_interval_is_empty(a))
        return a;
    if (!(a.hi - a.lo < 6.3)) // a whole turn, or unbounded
        return pair(-1, 1);
    turned from = turn(a.lo), to = turn(a.hi);
    if (!from.known || !to.known)
        return pair(-1, 1);
    br_interval r = br_interval_hull(sin_at(&from, shift), sin_at(&to, shift));
    int passed = (to.floor - from.floor) & 7;
    for (int i = 1; i <= passed; i++) {
        int number = (from.floor + i + shift) & 3;
        r.hi = number == 1 ? 1 : r.hi;
        r.lo = number == 3 ? -1 : r.lo;
    }
    return r;
}

br_interval br_interval_sin(br_interval a)
{
    return wave(a, 0);
}

br_interval br_interval_cos(br_interval a)
{
    return wave(a, 1);
}

static br_interval tan_at(double x)
{
    if (br_far(x) < SMALL) // x + x^3/3 + ...
        return x > 0 ? above(x) : x < 0 ? below(x) : pair(0, 0);
    int q;
    br_ball r = br_ball_turn(x, &q);
    return bounds(br_ball_div(br_ball_sin(r, q), br_ball_sin(r, q + 1)), 0);
}

// The poles are the odd multiples of pi/2. None is a double.
static bool passes_pole(br_interval a)
{
    if (!(a.hi - a.lo < 3.2))
        return true;
    turned from = turn(a.lo), to = turn(a.hi);
    int passed = (to.floor - from.floor) & 7;
    return !from.known || !to.known || passed > 1 || (passed == 1 && (to.floor & 1));
}

br_interval br_interval_tan(br_interval a)
{
    if (br_interval_is_empty(a))
        return a;
    return passes_pole(a) ? br_interval_entire() : rising(a, tan_at);
}

br_domain br_interval_tan_domain(br_interval a)
{
    return br_interval_is_empty(a) || passes_pole(a) ? BR_UNDEFINED : BR_CONTINUOUS;
}

// ---- angles

// The angle of the point (x, y), y >= 0, other than (0, 0); at most one of them infinite.
static br_interval angle_at(double x, double y)
{
    const double slight = 3.009265538105056e-36; // 2^-118
    if (x == 0 || y == BR_INF)
        return bounds(br_ball_half_pi, 0);
    if (y == 0 || br_far(x) == BR_INF)
        return x > 0 ? pair(0, 0) : bounds(br_ball_pi, 0);
    int j, k;
    double a = br_split_exponent(x, &j), b = br_split_exponent(y, &k);
    if (k - j > 120) // pi/2 but for |x|/y
        return bounds(br_ball_widen(br_ball_half_pi, slight), 0);
    if (k - j < -120 && x < 0)
        return bounds(br_ball_widen(br_ball_pi, slight), 0);
    if (k - j < -120) { // y/x (1 - (y/x)^2/3 + ...)
        br_ball q = br_ball_div(br_ball_of(b), br_ball_of(a));
        return bounds(br_ball_widen(q, 1e-70), k - j);
    }
    int most = j > k ? j : k;
    return bounds(br_ball_angle(br_ball_of(a * br_two_to(j - most)), br_ball_of(b * br_two_to(k - most))), 0);
}

static br_interval atan_up(double x)
{
    if (x < SMALL) // x - x^3/3 + ...
        return x == 0 ? pair(0, 0) : below(x);
    return angle_at(1, x);
}

static br_interval atan_at(double x)
{
    return odd(x, atan_up);
}

// The root of 1 - x^2 for |x| < 1
static br_ball beside(double x)
{
    return br_ball_sqrt(br_ball_mul(br_two_sum(1, -x), br_two_sum(1, x)));
}

static br_interval asin_up(double x)
{
    if (x < SMALL) // x + x^3/6 + ...
        return x == 0 ? pair(0, 0) : above(x);
    return bounds(x == 1 ? br_ball_half_pi : br_ball_angle(beside(x), br_ball_of(x)), 0);
}

static br_interval asin_at(double x)
{
    return odd(x, asin_up);
}

static br_interval acos_at(double x)
{
    if (br_far(x) == 1)
        return x > 0 ? pair(0, 0) : bounds(br_ball_pi, 0);
    return bounds(br_ball_angle(br_ball_of(x), beside(x)), 0);
}

br_interval br_interval_atan(br_interval a)
{
    return rising(a, atan_at);
}

br_interval br_interval_asin(br_interval a)
{
    return rising(cut(a, -1, 1), asin_at);
}

br_interval br_interval_acos(br_interval a)
{
    return falling(cut(a, -1, 1), acos_at);
}

// y = [0, 0]
static br_interval angle_on_axis(br_interval x)
{
    br_interval r = x.hi > 0 ? pair(0, 0) : br_interval_empty();
    return x.lo < 0 ? br_interval_hull(r, bounds(br_ball_pi, 0)) : r;
}

// y >= 0, y.hi > 0: the angle falls with x, and with |x| > 0 held moves towards pi/2 with y.
static br_interval angle_above(br_interval x, br_interval y)
{
    return pair(angle_at(x.hi, x.hi > 0 ? y.lo : y.hi).lo, angle_at(x.lo, x.lo < 0 ? y.lo : y.hi).hi);
}

br_interval br_interval_atan2(br_interval y, br_interval x)
{
    if (br_interval_is_empty(x) || br_interval_is_empty(y))
        return br_interval_empty();
    if (y.lo == 0 && y.hi == 0)
        return angle_on_axis(x);
    if (y.lo >= 0)
        return angle_above(x, y);
    if (x.lo < 0 && y.hi >= 0) // both sides of the cut
        return br_interval_hull(bounds(br_ball_pi, 0), br_interval_neg(bounds(br_ball_pi, 0)));
    if (y.hi <= 0)
        return br_interval_neg(angle_above(x, br_interval_neg(y)));
    return pair(-angle_at(x.lo, -y.lo).hi, angle_at(x.lo, y.hi).hi);
}

// ---- powers

static br_ball cube_rest(double m, double c) // m - c^3
{
    br_ball one = br_ball_of(c);
    return br_ball_sub(br_ball_of(m), br_ball_mul(br_ball_mul(one, one), one));
}

// c near the cube root of m: with d = m/c^3 - 1, the root is c (1 + d/3) within c d^2.
static br_interval cbrt_up(double x)
{
    if (x == 0 || x == BR_INF)
        return pair(x, x);
    int k;
    double m = br_split_exponent(x, &k);
    for (; k % 3 != 0; k--)
        m *= 2;
    double c = 0.86 + 0.15 * m; // m is below 8
    for (int i = 0; i < 5; i++)
        c -= (c - m / (c * c)) / 3;
    c += cube_rest(m, c).hi / (3 * c * c); // an exact root is met exactly
    br_ball rest = cube_rest(m, c), slope = br_ball_mul(br_ball_of(3), br_two_product(c, c));
    double off = br_ball_most(rest);
    if (off == 0)
        return bounds(br_ball_of(c), k / 3);
    br_ball r = br_ball_add(br_ball_of(c), br_ball_div(rest, slope));
    return bounds(br_ball_widen(r, off < 0.0625 ? 2 * off * off : BR_INF), k / 3);
}

static br_interval cbrt_at(double x)
{
    return odd(x, cbrt_up);
}

br_interval br_interval_cbrt(br_interval a)
{
    return rising(a, cbrt_at);
}

typedef struct scaled {
    br_ball b; // within 0.9..2.1
    long long k;
} scaled;

static scaled product(scaled x, scaled y)
{
    scaled r = {br_ball_mul(x.b, y.b), x.k + y.k};
    if (r.b.hi >= 2) {
        r.b = br_ball_scale(r.b, 0.5);
        r.k++;
    }
    return r;
}

// x^n for x >= 0; 0 and inf are limits.
static br_interval pown_up(double x, int n)
{
    if (n == 0)
        return pair(1, 1);
    if (x == 0 || x == BR_INF) {
        double end = (x == 0) == (n > 0) ? 0 : BR_INF;
        return pair(end, end);
    }
    int k;
    scaled square = {br_ball_of(br_split_exponent(x, &k)), 0}, r = {br_ball_of(1), 0};
    square.k = k;
    for (unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n; left; left >>= 1) {
        if (left & 1)
            r = product(r, square);
        if (left > 1)
            square = product(square, square);
    }
    if (n < 0) {
        r.b = br_ball_div(br_ball_of(1), r.b);
        r.k = -r.k;
    }
    return bounds(r.b, r.k > 9999 ? 9999 : r.k < -9999 ? -9999 : (int)r.k);
}

// 0 <= a, not [0, 0] for n < 0
static br_interval pown_above(br_interval a, int n)
{
    double from = n < 0 ? a.hi : a.lo, to = n < 0 ? a.lo : a.hi;
    return pair(pown_up(from, n).lo, pown_up(to, n).hi);
}

br_interval br_interval_pown(br_interval a, int n)
{
    if (br_interval_is_empty(a) || (n < 0 && a.lo == 0 && a.hi == 0))
        return br_interval_empty();
    if (n % 2 == 0 || a.lo >= 0)
        return pown_above(n % 2 ? a : br_interval_abs(a), n);
    if (a.hi <= 0)
        return br_interval_neg(pown_above(br_interval_neg(a), n));
    if (n < 0)
        return br_interval_entire();
    return pair(-pown_up(-a.lo, n).hi, pown_up(a.hi, n).hi);
}

static bool is_whole(double y)
{
    return br_far(y) < 2147483648.0 && y == (double)(int)y;
}

// exp(y log(x)) for finite x > 0; ends as limits.
static br_interval pow_at(double x, double y)
{
    bool grows = (x > 1) == (y > 0);
    if (is_whole(y))
        return pown_up(x, (int)y);
    if (x == 1)
        return pair(1, 1);
    if (x == 0 || x == BR_INF || br_far(y) >= 18446744073709551616.0) // 2^64, and |log(x)| > 2^-54
        return grows ? pair(DBL_MAX, BR_INF) : pair(0, x > 0 && br_far(y) < BR_INF && x < BR_INF ? LEAST : 0);
    if (br_far(y) < 7.888609052210118e-31) // 2^-100, and |log(x)| < 2^10
        return grows ? above(1) : below(1);
    if (y == 0.5)
        return br_interval_sqrt(pair(x, x));
    int k;
    double m = br_split_exponent(x, &k), half = m > 1.5 ? 0.5 : 1;
    br_ball e = br_ball_mul(br_ball_of(y), br_ball_log(br_ball_of(m * half), k + (m > 1.5)));
    if (br_ball_most(e) < TINY)
        return grows ? above(1) : below(1);
    if (br_far(e.hi) > 1000)
        return e.hi > 0 ? pair(DBL_MAX, BR_INF) : pair(0, LEAST);
    br_ball r = br_ball_exp(e, &k);
    return bounds(r, k);
}

// a >= 0: monotone in each argument, so the corners bound it.
static br_interval pow_above(br_interval a, br_interval b)
{
    if (a.hi == 0 && b.hi < 0)
        return br_interval_empty();
    br_interval low = br_interval_hull(pow_at(a.lo, b.lo), pow_at(a.lo, b.hi));
    br_interval high = br_interval_hull(pow_at(a.hi, b.lo), pow_at(a.hi, b.hi));
    return br_interval_hull(low, high);
}

static bool holds_whole(br_interval b)
{
    if (!(b.lo > -2e15 && b.lo < 2e15)) // such doubles are whole, or halves: yes when in doubt
        return true;
    double n = (b.lo + 6755399441055744.0) - 6755399441055744.0;
    return (n < b.lo ? n + 1 : n) <= b.hi;
}

br_interval br_interval_pow(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return br_interval_empty();
    if (b.lo == b.hi && is_whole(b.lo))
        return br_interval_pown(a, (int)b.lo);
    if (a.lo >= 0)
        return pow_above(a, b);
    if (holds_whole(b)) {
        br_interval r = pow_above(br_interval_abs(a), b);
        return br_interval_hull(r, br_interval_neg(r));
    }
    a = cut(a, 0, BR_INF);
    return br_interval_is_empty(a) ? a : pow_above(a, b);
}

br_domain br_interval_pow_domain(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return BR_UNDEFINED;
    if (b.lo == b.hi && is_whole(b.lo))
        return br_interval_pown_domain(a, (int)b.lo);
    if (a.lo > 0 || (a.lo == 0 && b.lo > 0))
        return BR_CONTINUOUS;
    return a.lo == 0 && b.lo == 0 ? BR_DEFINED : BR_UNDEFINED; // 0^0 is 1
}
