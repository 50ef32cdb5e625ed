// makkar.c - Continuously differentiable friction of hyperbolic tangents. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Thesis eq. (3.3), after Makkar et al.
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_makkar_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_makkar_rate       rates and outputs; results: out
//     br_makkar_rate_jet   and their derivatives; results: out, jet
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   gamma1  N
//     p[1]                   gamma2  s/m
//     p[2]                   gamma3  s/m
//     p[3]                   gamma4  N
//     p[4]                   gamma5  s/m
//     p[5]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 F
// their derivatives
//     jet[0]                 d F / d v
//     jet[1]                 d F / d gamma1
//     jet[2]                 d F / d gamma2
//     jet[3]                 d F / d gamma3
//     jet[4]                 d F / d gamma4
//     jet[5]                 d F / d gamma5
//     jet[6]                 d F / d sigma2
BR_INLINE void makkar_rate_point0(BR_POINT, BR_VALUES)
{
    const double v = u[AT(0)];
    const double gamma1 = P(0);
    const double gamma2 = P(1);
    const double gamma3 = P(2);
    const double gamma4 = P(3);
    const double gamma5 = P(4);
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double s = gamma1 * (br_tanh(gamma2 * v) - br_tanh(gamma3 * v)) + gamma4 * br_tanh(gamma5 * v);
    const double F = s + c;
    out[AT(0)] = F;
}

BR_LAW_VALUES(makkar_rate)

BR_INLINE void makkar_rate_jet_point0(BR_POINT, BR_JET)
{
    const double v = u[AT(0)];
    const double gamma1 = P(0);
    const double gamma2 = P(1);
    const double gamma3 = P(2);
    const double gamma4 = P(3);
    const double gamma5 = P(4);
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t10 = br_tanh(gamma2 * v);
    const double t12 = br_tanh(gamma3 * v);
    const double t13 = t10 - t12;
    const double t16 = br_tanh(gamma5 * v);
    const double s = gamma1 * t13 + gamma4 * t16;
    const double F = s + c;
    const double t28 = gamma4 * (1.0 - t16 * t16);
    const double t32 = gamma1 * (1.0 - t10 * t10);
    const double t33 = gamma1 * -(1.0 - t12 * t12);
    out[AT(0)] = F;
    jet[AT(0)] = gamma5 * t28 + gamma3 * t33 + gamma2 * t32 + sigma2;
    jet[AT(1)] = t13;
    jet[AT(2)] = v * t32;
    jet[AT(3)] = v * t33;
    jet[AT(4)] = t16;
    jet[AT(5)] = v * t28;
    jet[AT(6)] = v;
}

BR_LAW_JET(makkar_rate_jet)

