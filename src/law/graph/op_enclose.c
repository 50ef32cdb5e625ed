// op_enclose.c - interval enclosure of every operation of the expression graph. [host]
#include "num/base/fp.h"

#include "law/graph/graph.h"

// a*b, but 0 where a is 0 even if b is nowhere defined.
static br_interval damped(br_interval a, br_interval b)
{
    br_interval r = br_interval_mul(a, b);
    return br_interval_has(a, 0) ? br_interval_hull(r, br_interval_of(0, 0)) : r;
}

br_interval br_op_enclose(br_op op, br_interval a, br_interval b, br_interval c)
{
    switch (op) {
    case BR_OP_ADD: return br_interval_add(a, b);
    case BR_OP_SUB: return br_interval_sub(a, b);
    case BR_OP_ZMUL: return damped(a, b);
    case BR_OP_MUL: return br_interval_mul(a, b);
    case BR_OP_DIV: return br_interval_div(a, b);
    case BR_OP_NEG: return br_interval_neg(a);
    case BR_OP_POW: return br_interval_pow(a, b);
    case BR_OP_ABS: return br_interval_abs(a);
    case BR_OP_SIGN: return br_interval_sign(a);
    case BR_OP_SIDE: return br_interval_side(a);
    case BR_OP_SQRT: return br_interval_sqrt(a);
    case BR_OP_EXP: return br_interval_exp(a);
    case BR_OP_EXPM1: return br_interval_expm1(a);
    case BR_OP_LOG: return br_interval_log(a);
    case BR_OP_LOG1P: return br_interval_log1p(a);
    case BR_OP_SINH: return br_interval_sinh(a);
    case BR_OP_COSH: return br_interval_cosh(a);
    case BR_OP_TANH: return br_interval_tanh(a);
    case BR_OP_LOGISTIC: return br_interval_logistic(a);
    case BR_OP_SIN: return br_interval_sin(a);
    case BR_OP_COS: return br_interval_cos(a);
    case BR_OP_TAN: return br_interval_tan(a);
    case BR_OP_ASIN: return br_interval_asin(a);
    case BR_OP_ACOS: return br_interval_acos(a);
    case BR_OP_ATAN: return br_interval_atan(a);
    case BR_OP_ATAN2: return br_interval_atan2(a, b);
    case BR_OP_CBRT: return br_interval_cbrt(a);
    case BR_OP_MIN: return br_interval_min(a, b);
    case BR_OP_MAX: return br_interval_max(a, b);
    case BR_OP_LT: return br_interval_lt(a, b);
    case BR_OP_LE: return br_interval_le(a, b);
    case BR_OP_EQ: return br_interval_eq(a, b);
    case BR_OP_AND: return br_interval_and(a, b);
    case BR_OP_OR: return br_interval_or(a, b);
    case BR_OP_NOT: return br_interval_not(a);
    case BR_OP_SELECT: return br_interval_select(a, b, c);
    case BR_OP_SPREAD: return a;
    case BR_OP_CONST:
    case BR_OP_VAR:
    case BR_OP_SUM:
    case BR_OP_BYMODE:
    case BR_OP_COUNT: break;
    }
    return br_interval_entire();
}

static br_domain decided(br_interval truth)
{
    return truth.lo == truth.hi ? BR_CONTINUOUS : BR_DEFINED;
}

br_domain br_op_domain(br_op op, br_interval a, br_interval b)
{
    switch (op) {
    case BR_OP_DIV: return br_interval_div_domain(b);
    case BR_OP_POW: return br_interval_pow_domain(a, b);
    case BR_OP_SIGN: return br_interval_sign_domain(a);
    case BR_OP_SIDE: return br_interval_side_domain(a);
    case BR_OP_SQRT: return br_interval_sqrt_domain(a);
    case BR_OP_LOG: return br_interval_log_domain(a);
    case BR_OP_LOG1P: return br_interval_log1p_domain(a);
    case BR_OP_TAN: return br_interval_tan_domain(a);
    case BR_OP_ASIN:
    case BR_OP_ACOS: return br_interval_asin_domain(a);
    case BR_OP_ATAN2: return br_interval_atan2_domain(a, b);
    case BR_OP_LT:
    case BR_OP_LE:
    case BR_OP_EQ: return decided(br_op_enclose(op, a, b, b));
    default: return BR_CONTINUOUS;
    }
}
