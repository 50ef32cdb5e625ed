// interval.c - interval arithmetic with outward rounding: sum, product, quotient, root, comparison. [target]
#include "num/base/fp.h"

#include "num/interval/interval.h"
#include "num/interval/ball.h"

// ---- sets

br_interval br_interval_entire(void)
{
    br_interval r = {-BR_INF, BR_INF};
    return r;
}

br_interval br_interval_empty(void)
{
    br_interval r = {BR_INF, -BR_INF};
    return r;
}

br_interval br_interval_of(double lo, double hi)
{
    br_interval r = {lo, hi};
    return lo <= hi && lo < BR_INF && hi > -BR_INF ? r : br_interval_empty();
}

bool br_interval_is_empty(br_interval a)
{
    return !(a.lo <= a.hi);
}

bool br_interval_is_bounded(br_interval a)
{
    return a.lo >= -DBL_MAX && a.hi <= DBL_MAX && a.lo <= a.hi;
}

bool br_interval_is_point(br_interval a)
{
    return a.lo == a.hi;
}

bool br_interval_has(br_interval a, double x)
{
    return a.lo <= x && x <= a.hi && br_far(x) < BR_INF;
}

bool br_interval_subset(br_interval a, br_interval b)
{
    return br_interval_is_empty(a) || (b.lo <= a.lo && a.hi <= b.hi);
}

bool br_interval_equal(br_interval a, br_interval b)
{
    return (a.lo == b.lo && a.hi == b.hi) || (br_interval_is_empty(a) && br_interval_is_empty(b));
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

br_interval br_interval_intersect(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return br_interval_empty();
    return br_interval_of(a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi);
}

// ---- one end at a time; the upper end is the lower one of the opposite

// The rounding error of TwoSum is not a number where an operand is infinite or the sum overflows, and where only a
// difference inside overflows: then both operands are beyond 2^960, and their halves tell.
static double down_sum(double x, double y)
{
    br_ball s = br_two_sum(x, y);
    if (s.lo >= 0)
        return s.hi;
    if (s.lo < 0)
        return br_next_down(s.hi);
    if (br_far(s.hi) <= DBL_MAX)
        return 2 * down_sum(0.5 * x, 0.5 * y);
    return s.hi == BR_INF ? DBL_MAX : s.hi;
}

static double up_sum(double x, double y)
{
    return -down_sum(-x, -y);
}

// Between 2^-480 and 2^480: products and quotients of such numbers are far from both ends of the range.
static bool is_tame(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits >> 52 & 0x7ff) - 543 < 960;
}

// The same for operands of any size, by their significands.
static double down_product_far(double x, double y)
{
    if (x == 0 || y == 0)
        return 0;
    if (br_far(x) == BR_INF || br_far(y) == BR_INF)
        return x * y;
    int j, k;
    double a = br_split_exponent(x, &j), b = br_split_exponent(y, &k);
    return br_ball_down(br_two_product(a, b), j + k);
}

static double down_product(double x, double y)
{
    if (!is_tame(x) || !is_tame(y))
        return down_product_far(x, y);
    br_ball p = br_two_product(x, y);
    return p.lo >= 0 ? p.hi : br_next_down(p.hi);
}

static double up_product(double x, double y)
{
    return -down_product(-x, y);
}

// y > 0. q = x/y rounded; x - q y says on which side it is. x - p is exact, for p is near x.
static double down_quotient_tame(double x, double y)
{
    double q = x / y;
    br_ball p = br_two_product(q, y);
    return x - p.hi < p.lo ? br_next_down(q) : q;
}

static double down_quotient_far(double x, double y)
{
    if (x == 0 || y == BR_INF)
        return 0;
    if (br_far(x) == BR_INF)
        return x;
    int j, k;
    double a = br_split_exponent(x, &j), b = br_split_exponent(y, &k);
    return br_scale_down(down_quotient_tame(a, b), j - k);
}

static double down_quotient(double x, double y)
{
    return is_tame(x) && is_tame(y) ? down_quotient_tame(x, y) : down_quotient_far(x, y);
}

static double up_quotient(double x, double y)
{
    return -down_quotient(-x, y);
}

// ---- numbers about intervals

static double not_a_number(void)
{
    return BR_INF - BR_INF;
}

double br_interval_mid(br_interval a)
{
    if (br_interval_is_empty(a))
        return not_a_number();
    if (a.lo == -BR_INF)
        return a.hi == BR_INF ? 0 : -DBL_MAX;
    if (a.hi == BR_INF)
        return DBL_MAX;
    double sum = a.lo + a.hi;
    return br_far(sum) <= DBL_MAX ? 0.5 * sum : 0.5 * a.lo + 0.5 * a.hi;
}

double br_interval_rad(br_interval a)
{
    if (br_interval_is_empty(a))
        return not_a_number();
    double m = br_interval_mid(a), left = up_sum(m, -a.lo), right = up_sum(a.hi, -m);
    return left > right ? left : right;
}

double br_interval_width(br_interval a)
{
    double width = br_interval_is_empty(a) ? not_a_number() : up_sum(a.hi, -a.lo);
    return width == 0 ? 0 : width; // no -0
}

double br_interval_mag(br_interval a)
{
    return br_interval_is_empty(a) ? not_a_number() : br_interval_abs(a).hi;
}

// ---- arithmetic

br_interval br_interval_add(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return br_interval_empty();
    br_interval r = {down_sum(a.lo, b.lo), up_sum(a.hi, b.hi)};
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

// a >= 0
static br_interval product_of_positive(br_interval a, br_interval b)
{
    br_interval r = {down_product(b.lo < 0 ? a.hi : a.lo, b.lo), up_product(b.hi > 0 ? a.hi : a.lo, b.hi)};
    return r;
}

br_interval br_interval_mul(br_interval a, br_interval b)
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b))
        return br_interval_empty();
    if (a.lo >= 0)
        return product_of_positive(a, b);
    if (a.hi <= 0)
        return br_interval_neg(product_of_positive(br_interval_neg(a), b));
    if (b.lo >= 0)
        return product_of_positive(b, a);
    if (b.hi <= 0)
        return br_interval_neg(product_of_positive(br_interval_neg(b), a));
    double x = down_product(a.lo, b.hi), y = down_product(a.hi, b.lo);
    double z = up_product(a.lo, b.lo), w = up_product(a.hi, b.hi);
    br_interval r = {x < y ? x : y, z > w ? z : w};
    return r;
}

// b > 0
static br_interval quotient_by_positive(br_interval a, br_interval b)
{
    br_interval r = {down_quotient(a.lo, a.lo < 0 ? b.lo : b.hi), up_quotient(a.hi, a.hi > 0 ? b.lo : b.hi)};
    return r;
}

// b = [0, most], and a does not hold 0.
static br_interval quotient_by_zero(br_interval a, double most)
{
    br_interval r = {down_quotient(a.lo, most), BR_INF};
    if (a.lo > 0)
        return r;
    r.lo = -BR_INF;
    r.hi = up_quotient(a.hi, most);
    return r;
}

int br_interval_div2(br_interval a, br_interval b, br_interval piece[2])
{
    if (br_interval_is_empty(a) || br_interval_is_empty(b) || (b.lo == 0 && b.hi == 0))
        return 0;
    if (a.lo == 0 && a.hi == 0)
        piece[0] = a;
    else if (b.lo > 0)
        piece[0] = quotient_by_positive(a, b);
    else if (b.hi < 0)
        piece[0] = br_interval_neg(quotient_by_positive(a, br_interval_neg(b)));
    else if (br_interval_has(a, 0)) {
        bool both = (a.lo < 0 && a.hi > 0) || (b.lo < 0 && b.hi > 0); // signs of x, or of y
        bool positive = (a.hi > 0) == (b.hi > 0);                     // else x and y keep to one side each
        piece[0] = (br_interval){!both && positive ? 0 : -BR_INF, !both && !positive ? 0 : BR_INF};
    } else {
        int n = 0;
        br_interval left = b.lo < 0 ? br_interval_neg(quotient_by_zero(a, -b.lo)) : br_interval_empty();
        br_interval right = b.hi > 0 ? quotient_by_zero(a, b.hi) : br_interval_empty();
        br_interval first = a.lo > 0 ? left : right, second = a.lo > 0 ? right : left;
        if (!br_interval_is_empty(first))
            piece[n++] = first;
        if (!br_interval_is_empty(second))
            piece[n++] = second;
        return n;
    }
    return 1;
}

br_interval br_interval_div(br_interval a, br_interval b)
{
    br_interval piece[2];
    int n = br_interval_div2(a, b, piece);
    if (n == 0)
        return br_interval_empty();
    return n == 1 ? piece[0] : br_interval_entire();
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
    return br_interval_is_empty(a) ? a : product_of_positive(a, a);
}

// s = root of x, rounded; x - s^2 says on which side it is.
static double down_root_tame(double x)
{
    double s = br_sqrt(x);
    br_ball p = br_two_product(s, s);
    return x - p.hi < p.lo ? br_next_down(s) : s;
}

static double up_root_tame(double x)
{
    double s = br_sqrt(x);
    br_ball p = br_two_product(s, s);
    return x - p.hi > p.lo ? br_next_up(s) : s;
}

// 0 <= x; other than tame numbers by their significand and an even exponent.
static double square_root(double x, double (*tame)(double))
{
    if (is_tame(x))
        return tame(x);
    if (x == 0 || x == BR_INF)
        return x;
    int k;
    double m = br_split_exponent(x, &k);
    int odd = k & 1;
    return tame(odd ? 2 * m : m) * br_two_to((k - odd) / 2);
}

br_interval br_interval_sqrt(br_interval a)
{
    br_interval domain = {0, BR_INF};
    a = br_interval_intersect(a, domain);
    if (br_interval_is_empty(a))
        return a;
    br_interval r = {square_root(a.lo, down_root_tame), square_root(a.hi, up_root_tame)};
    return r;
}

static double sign(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

br_interval br_interval_sign(br_interval a)
{
    if (br_interval_is_empty(a))
        return a;
    br_interval r = {sign(a.lo), sign(a.hi)};
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

// ---- domains

static br_domain within(br_interval a, double lo, double hi)
{
    return !br_interval_is_empty(a) && a.lo >= lo && a.hi <= hi ? BR_CONTINUOUS : BR_UNDEFINED;
}

br_domain br_interval_div_domain(br_interval b)
{
    return br_interval_is_empty(b) || br_interval_has(b, 0) ? BR_UNDEFINED : BR_CONTINUOUS;
}

br_domain br_interval_sqrt_domain(br_interval a)
{
    return within(a, 0, BR_INF);
}

br_domain br_interval_log_domain(br_interval a)
{
    return within(a, 4.9406564584124654e-324, BR_INF);
}

br_domain br_interval_log1p_domain(br_interval a)
{
    return within(a, -0.9999999999999999, BR_INF);
}

br_domain br_interval_asin_domain(br_interval a)
{
    return within(a, -1, 1);
}

br_domain br_interval_sign_domain(br_interval a)
{
    if (br_interval_is_empty(a))
        return BR_UNDEFINED;
    return sign(a.lo) == sign(a.hi) ? BR_CONTINUOUS : BR_DEFINED;
}

br_domain br_interval_side_domain(br_interval a)
{
    if (br_interval_is_empty(a))
        return BR_UNDEFINED;
    return (a.lo >= 0) == (a.hi >= 0) ? BR_CONTINUOUS : BR_DEFINED;
}

br_domain br_interval_atan2_domain(br_interval y, br_interval x)
{
    if (br_interval_is_empty(x) || br_interval_is_empty(y) || (br_interval_has(x, 0) && br_interval_has(y, 0)))
        return BR_UNDEFINED;
    return x.lo < 0 && y.lo < 0 && y.hi >= 0 ? BR_DEFINED : BR_CONTINUOUS;
}

br_domain br_interval_pown_domain(br_interval a, int n)
{
    return br_interval_is_empty(a) || (n < 0 && br_interval_has(a, 0)) ? BR_UNDEFINED : BR_CONTINUOUS;
}

// ---- truth

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
