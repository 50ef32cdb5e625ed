// interval.h - interval arithmetic with outward rounding.                      [target]
//
// Sets of real numbers after IEEE 1788.1: lo <= hi, unbounded ones with infinite ends, the empty one lo = +inf,
// hi = -inf. No end is ever a NaN. f(a) holds f(x) for every x of a where f is defined, and is empty if there is none.
//
// All is computed in round-to-nearest, by error-free transformations: an end moves outward by one step of the number line
// only where it is not exact, so 1 + 1 is [2, 2] and an exact zero stays zero. + - * / sqr sqrt give the least interval
// that doubles allow; the elementary functions enclose at both ends by series with remainder in 106 bits
// (ball.h), and are that least interval except where the value lies within some 2^-60 of a double: then one step
// wider. docs/theory/enclosures.md has the proofs. No state, no heap, the same bits everywhere.
//
// Who starts a computation that is to prove something asks br_fp_probe() first: under flushed subnormals or another
// rounding than to nearest, none of this holds.
#ifndef BR_NUM_INTERVAL_INTERVAL_H
#define BR_NUM_INTERVAL_INTERVAL_H

#include <stdbool.h>

typedef struct br_interval {
    double lo, hi;
} br_interval;

br_interval br_interval_of(double lo, double hi);     // lo > hi, a NaN, or lo = hi infinite: empty
static inline br_interval br_interval_point(double x) // as br_interval_of(x, x)
{
    return br_interval_of(x, x);
}
br_interval br_interval_entire(void);
br_interval br_interval_empty(void);

bool br_interval_is_empty(br_interval a);
bool br_interval_is_bounded(br_interval a); // neither empty nor infinite
bool br_interval_is_point(br_interval a);   // one number
bool br_interval_has(br_interval a, double x);
bool br_interval_subset(br_interval a, br_interval b); // a in b
bool br_interval_equal(br_interval a, br_interval b);

br_interval br_interval_hull(br_interval a, br_interval b);
br_interval br_interval_intersect(br_interval a, br_interval b);

// NaN of the empty interval. The middle is always finite and inside; radius (about that middle), width and magnitude are
// rounded up, the mignitude is exact.
double br_interval_mid(br_interval a);
double br_interval_rad(br_interval a);
double br_interval_width(br_interval a);
double br_interval_mag(br_interval a); // the largest |x|

// ---- arithmetic

br_interval br_interval_add(br_interval a, br_interval b);
br_interval br_interval_sub(br_interval a, br_interval b);
br_interval br_interval_mul(br_interval a, br_interval b); // 0*inf is 0
br_interval br_interval_div(br_interval a, br_interval b); // the hull of x/y over y other than 0; a/[0,0] is empty
// The same without the hull: 0, 1 or 2 pieces, the lower one first.
int br_interval_div2(br_interval a, br_interval b, br_interval piece[2]);
br_interval br_interval_neg(br_interval a);
br_interval br_interval_sqr(br_interval a);
br_interval br_interval_sqrt(br_interval a);
br_interval br_interval_abs(br_interval a);
br_interval br_interval_sign(br_interval a);
br_interval br_interval_side(br_interval a); // +1 where >= 0, else -1
br_interval br_interval_min(br_interval a, br_interval b);
br_interval br_interval_max(br_interval a, br_interval b);

// ---- elementary functions (elementary.c); the argument is cut to the domain

br_interval br_interval_exp(br_interval a);
br_interval br_interval_expm1(br_interval a);
br_interval br_interval_log(br_interval a);
br_interval br_interval_log1p(br_interval a);
br_interval br_interval_sinh(br_interval a);
br_interval br_interval_cosh(br_interval a);
br_interval br_interval_tanh(br_interval a);
br_interval br_interval_logistic(br_interval a);
br_interval br_interval_sin(br_interval a);
br_interval br_interval_cos(br_interval a);
br_interval br_interval_tan(br_interval a); // everything where a holds a pole
br_interval br_interval_asin(br_interval a);
br_interval br_interval_acos(br_interval a);
br_interval br_interval_atan(br_interval a);
br_interval br_interval_atan2(br_interval y, br_interval x); // in -pi..pi; the cut along x < 0 belongs to +pi
br_interval br_interval_cbrt(br_interval a);
br_interval br_interval_pown(br_interval a, int n);        // x^0 is 1
br_interval br_interval_pow(br_interval a, br_interval b); // bases below 0 only with a whole exponent; 0^0 is 1

// ---- where a function was defined and continuous on the whole box: the worst of these over its steps
//
// "Continuous" means the function restricted to the box, as in 1788. What is not here is continuous everywhere.

typedef enum br_domain {
    BR_CONTINUOUS, // defined and continuous on all of it
    BR_DEFINED,    // defined on all of it, but may jump
    BR_UNDEFINED,  // not defined somewhere in it, or the argument is empty
} br_domain;

br_domain br_interval_div_domain(br_interval b);
br_domain br_interval_sqrt_domain(br_interval a);
br_domain br_interval_log_domain(br_interval a);
br_domain br_interval_log1p_domain(br_interval a);
br_domain br_interval_asin_domain(br_interval a); // and acos
br_domain br_interval_tan_domain(br_interval a);
br_domain br_interval_atan2_domain(br_interval y, br_interval x);
br_domain br_interval_pown_domain(br_interval a, int n);
br_domain br_interval_pow_domain(br_interval a, br_interval b);
br_domain br_interval_sign_domain(br_interval a);
br_domain br_interval_side_domain(br_interval a);

// ---- truth: [1,1] where it holds for all, [0,0] where for none, else [0,1]; an undecided select is the hull

br_interval br_interval_lt(br_interval a, br_interval b);
br_interval br_interval_le(br_interval a, br_interval b);
br_interval br_interval_eq(br_interval a, br_interval b);
br_interval br_interval_and(br_interval a, br_interval b);
br_interval br_interval_or(br_interval a, br_interval b);
br_interval br_interval_not(br_interval a);
br_interval br_interval_select(br_interval c, br_interval a, br_interval b);

#endif
