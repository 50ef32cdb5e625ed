// stribeck.c - Stribeck curve with Coulomb and viscous friction. [target]
//
// Printed by bristle from the text of the law with curve = gauss, sign_of = sharp, viscous = linear.
// Source: Thesis eq. (3.2); Canudas de Wit et al. 1995, eq. (4); Hayward et al. 2009, eq. (7), (8)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_stribeck_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_stribeck_rate       rates and outputs; results: out
//     br_stribeck_rate_jet   and their derivatives; results: out, jet
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   FC  N
//     p[1]                   FS  N
//     p[2]                   vs  m/s
//     p[3]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 F
// their derivatives
//     jet[0]                 d F / d v
//     jet[1]                 d F / d FC
//     jet[2]                 d F / d FS
//     jet[3]                 d F / d vs
//     jet[4]                 d F / d sigma2
BR_INLINE void stribeck_rate_point0(BR_POINT, BR_VALUES)
{
    const double v = u[AT(0)];
    const double FC = P(0);
    const double FS = P(1);
    const double vs = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t8 = v / vs;
    const double s = FC + (FS - FC) * br_exp(-(t8 * t8));
    const double dir = br_sign(v);
    const double F = s * dir + c;
    out[AT(0)] = F;
}

BR_LAW_VALUES(stribeck_rate)

BR_INLINE void stribeck_rate_jet_point0(BR_POINT, BR_JET)
{
    const double v = u[AT(0)];
    const double FC = P(0);
    const double FS = P(1);
    const double vs = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t8 = v / vs;
    const double t12 = br_exp(-(t8 * t8));
    const double t13 = (FS - FC) * t12;
    const double s = FC + t13;
    const double dir = br_sign(v);
    const double F = s * dir + c;
    const double t21 = 1.0 / vs;
    const double t25 = -t13;
    const double t27 = dir * (t25 == 0.0 ? 0.0 : t25 * (2.0 * t8));
    const double t28 = dir * t12;
    out[AT(0)] = F;
    jet[AT(0)] = (t27 == 0.0 ? 0.0 : t27 * t21) + sigma2;
    jet[AT(1)] = dir - t28;
    jet[AT(2)] = t28;
    jet[AT(3)] = t27 == 0.0 ? 0.0 : t27 * -(t8 * t21);
    jet[AT(4)] = v;
}

BR_LAW_JET(stribeck_rate_jet)

