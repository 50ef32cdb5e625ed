// interval.h - intervals that contain every value their operands allow.        [target]
//
// Bounds are computed in round-to-nearest and moved outward: by one step of the number line after + - * / sqrt, whose
// rounding error is at most half a step, and by BR_ELEM_STEPS after an elementary function. An exact zero stays zero.
// Unbounded intervals have infinite ends; the empty one is lo = +inf, hi = -inf. A comparison is [1,1] where it holds
// for all, [0,0] where for none, else [0,1]; an undecided `if` is the hull of both branches.
#ifndef BR_NUM_INTERVAL_H
#define BR_NUM_INTERVAL_H

#include <stdbool.h>

#define BR_ELEM_STEPS 4

typedef struct br_interval {
    double lo, hi;
} br_interval;

br_interval br_interval_of(double lo, double hi); // lo > hi or a NaN: empty
br_interval br_interval_entire(void);
br_interval br_interval_empty(void);
bool br_interval_is_empty(br_interval a);
bool br_interval_is_bounded(br_interval a); // neither empty nor infinite
bool br_interval_has(br_interval a, double x);
br_interval br_interval_hull(br_interval a, br_interval b);

br_interval br_interval_add(br_interval a, br_interval b);
br_interval br_interval_sub(br_interval a, br_interval b);
br_interval br_interval_mul(br_interval a, br_interval b); // 0*inf is 0
br_interval br_interval_div(br_interval a, br_interval b); // everything where b holds 0
br_interval br_interval_neg(br_interval a);
br_interval br_interval_sqr(br_interval a);
br_interval br_interval_abs(br_interval a);
br_interval br_interval_sign(br_interval a);
br_interval br_interval_side(br_interval a); // +1 where >= 0, else -1
br_interval br_interval_min(br_interval a, br_interval b);
br_interval br_interval_max(br_interval a, br_interval b);

// Outside the domain of sqrt, log and pow the argument is cut to it; nothing left gives the empty interval.
br_interval br_interval_sqrt(br_interval a);
br_interval br_interval_exp(br_interval a);
br_interval br_interval_log(br_interval a);
br_interval br_interval_tanh(br_interval a);
br_interval br_interval_logistic(br_interval a);
br_interval br_interval_sin(br_interval a);
br_interval br_interval_cos(br_interval a);
br_interval br_interval_atan(br_interval a);
br_interval br_interval_pow(br_interval a, br_interval b); // bases below 0 only with a whole exponent

br_interval br_interval_lt(br_interval a, br_interval b);
br_interval br_interval_le(br_interval a, br_interval b);
br_interval br_interval_eq(br_interval a, br_interval b);
br_interval br_interval_and(br_interval a, br_interval b);
br_interval br_interval_or(br_interval a, br_interval b);
br_interval br_interval_not(br_interval a);
br_interval br_interval_select(br_interval c, br_interval a, br_interval b);

#endif
