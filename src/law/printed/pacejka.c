// pacejka.c - Magic formula of slider and track. [target]
//
// Printed by bristle from the text of the law with load = contact, viscous = linear.
// Source: Adduci et al. 2021, eq. (55), (56), Table 2; |f_n| as (56) needs
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_pacejka_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_pacejka_rate       rates and outputs; results: out
//     br_pacejka_rate_jet   and their derivatives; results: out, jet
// inputs
//     u[0]                   v  m/s
//     u[1]                   delta  m
//     u[2]                   delta_rate  m/s
// parameters
//     p[0]                   kc  N/m
//     p[1]                   cc  N*s/m
//     p[2]                   b  s/m
//     p[3]                   c_p  -
//     p[4]                   d  -
//     p[5]                   e  -
//     p[6]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 F
//     out[1]                 mu
// their derivatives
//     jet[0]                 d F / d v
//     jet[1]                 d F / d delta
//     jet[2]                 d F / d delta_rate
//     jet[3]                 d F / d kc
//     jet[4]                 d F / d cc
//     jet[5]                 d F / d b
//     jet[6]                 d F / d c_p
//     jet[7]                 d F / d d
//     jet[8]                 d F / d e
//     jet[9]                 d F / d sigma2
//     jet[10]                d mu / d v
//     jet[11]                d mu / d b
//     jet[12]                d mu / d c_p
//     jet[13]                d mu / d d
//     jet[14]                d mu / d e
BR_INLINE void pacejka_rate_point0(BR_POINT, BR_VALUES)
{
    const double v = u[AT(0)];
    const double delta = u[AT(1)];
    const double delta_rate = u[AT(2)];
    const double kc = P(0);
    const double cc = P(1);
    const double b = P(2);
    const double c_p = P(3);
    const double d = P(4);
    const double e = P(5);
    const double sigma2 = P(6);
    const double c = sigma2 * v;
    const double f_n = kc * delta + cc * delta_rate;
    const double t15 = b * v;
    const double mu = d * br_sin(c_p * br_atan(t15 - e * (t15 - br_atan(t15))));
    const double F = mu * br_abs(f_n) + c;
    out[AT(0)] = F;
    out[AT(1)] = mu;
}

BR_LAW_VALUES(pacejka_rate)

BR_INLINE void pacejka_rate_jet_point0(BR_POINT, BR_JET)
{
    const double v = u[AT(0)];
    const double delta = u[AT(1)];
    const double delta_rate = u[AT(2)];
    const double kc = P(0);
    const double cc = P(1);
    const double b = P(2);
    const double c_p = P(3);
    const double d = P(4);
    const double e = P(5);
    const double sigma2 = P(6);
    const double c = sigma2 * v;
    const double f_n = kc * delta + cc * delta_rate;
    const double t15 = b * v;
    const double t17 = t15 - br_atan(t15);
    const double t19 = t15 - e * t17;
    const double t20 = br_atan(t19);
    const double t21 = c_p * t20;
    const double t22 = br_sin(t21);
    const double mu = d * t22;
    const double t24 = br_abs(f_n);
    const double F = mu * t24 + c;
    const double t37 = mu * (f_n >= 0.0 ? 1.0 : -1.0);
    const double t38 = d * br_cos(t21);
    const double t39 = c_p * (1.0 / (1.0 + t19 * t19));
    const double t43 = t39 == 0.0 ? 0.0 : t39 * t38;
    const double t44 = t38 * t20;
    const double t45 = -t43;
    const double t47 = t43 + (t45 == 0.0 ? 0.0 : t45 * (e * (1.0 - 1.0 / (1.0 + t15 * t15))));
    const double t48 = t45 == 0.0 ? 0.0 : t45 * t17;
    const double t49 = b * t47;
    const double t50 = v * t47;
    out[AT(0)] = F;
    out[AT(1)] = mu;
    jet[AT(0)] = sigma2 + t24 * t49;
    jet[AT(1)] = t37 * kc;
    jet[AT(2)] = t37 * cc;
    jet[AT(3)] = t37 * delta;
    jet[AT(4)] = t37 * delta_rate;
    jet[AT(5)] = t24 * t50;
    jet[AT(6)] = t24 * t44;
    jet[AT(7)] = t24 * t22;
    jet[AT(8)] = t24 * t48;
    jet[AT(9)] = v;
    jet[AT(10)] = t49;
    jet[AT(11)] = t50;
    jet[AT(12)] = t44;
    jet[AT(13)] = t22;
    jet[AT(14)] = t48;
}

BR_LAW_JET(pacejka_rate_jet)

