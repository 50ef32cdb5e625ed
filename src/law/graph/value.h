// value.h - the value of every operation, for single points and for vectors of points. [host]
#ifndef BR_LAW_GRAPH_VALUE_H
#define BR_LAW_GRAPH_VALUE_H

#include "num/base/elem.h"

// operation, its value of the arguments a, b and c
#define BR_VALUE_LIST(X)                                                                                               \
    X(ADD, a + b)                                                                                                      \
    X(SUB, a - b)                                                                                                      \
    X(MUL, a *b)                                                                                                       \
    X(DIV, a / b)                                                                                                      \
    X(NEG, -a)                                                                                                         \
    X(POW, br_pow(a, b))                                                                                               \
    X(ABS, br_abs(a))                                                                                                  \
    X(SIGN, br_sign(a))                                                                                                \
    X(SIDE, a >= 0 ? 1.0 : -1.0)                                                                                       \
    X(SQRT, br_sqrt(a))                                                                                                \
    X(EXP, br_exp(a))                                                                                                  \
    X(EXPM1, br_expm1(a))                                                                                              \
    X(LOG, br_log(a))                                                                                                  \
    X(LOG1P, br_log1p(a))                                                                                              \
    X(SINH, br_sinh(a))                                                                                                \
    X(COSH, br_cosh(a))                                                                                                \
    X(TANH, br_tanh(a))                                                                                                \
    X(LOGISTIC, br_logistic(a))                                                                                        \
    X(SIN, br_sin(a))                                                                                                  \
    X(COS, br_cos(a))                                                                                                  \
    X(TAN, br_tan(a))                                                                                                  \
    X(ASIN, br_asin(a))                                                                                                \
    X(ACOS, br_acos(a))                                                                                                \
    X(ATAN, br_atan(a))                                                                                                \
    X(ATAN2, br_atan2(a, b))                                                                                           \
    X(CBRT, br_cbrt(a))                                                                                                \
    X(MIN, br_min(a, b))                                                                                               \
    X(MAX, br_max(a, b))                                                                                               \
    X(ZMUL, a == 0 ? 0.0 : a * b)                                                                                      \
    X(LT, a < b ? 1.0 : 0.0)                                                                                           \
    X(LE, a <= b ? 1.0 : 0.0)                                                                                          \
    X(EQ, a == b ? 1.0 : 0.0)                                                                                          \
    X(AND, a != 0 && b != 0 ? 1.0 : 0.0)                                                                               \
    X(OR, a != 0 || b != 0 ? 1.0 : 0.0)                                                                                \
    X(NOT, a == 0 ? 1.0 : 0.0)                                                                                         \
    X(SELECT, a != 0 ? b : c)                                                                                          \
    X(SPREAD, a)

// Those that float has a function of its own for, whose value is not the double's rounded.
#define BR_SINGLE_LIST(X)                                                                                              \
    X(POW, brf_pow(a, b))                                                                                              \
    X(EXP, brf_exp(a))                                                                                                 \
    X(EXPM1, brf_expm1(a))                                                                                             \
    X(LOG, brf_log(a))                                                                                                 \
    X(LOG1P, brf_log1p(a))                                                                                             \
    X(SINH, brf_sinh(a))                                                                                               \
    X(COSH, brf_cosh(a))                                                                                               \
    X(TANH, brf_tanh(a))                                                                                               \
    X(LOGISTIC, brf_logistic(a))                                                                                       \
    X(SIN, brf_sin(a))                                                                                                 \
    X(COS, brf_cos(a))                                                                                                 \
    X(TAN, brf_tan(a))                                                                                                 \
    X(ASIN, brf_asin(a))                                                                                               \
    X(ACOS, brf_acos(a))                                                                                               \
    X(ATAN, brf_atan(a))                                                                                               \
    X(ATAN2, brf_atan2(a, b))                                                                                          \
    X(CBRT, brf_cbrt(a))

#endif
