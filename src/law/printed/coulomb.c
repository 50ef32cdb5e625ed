// coulomb.c - Coulomb friction with viscous term. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Thesis 3.2; Hayward et al. 2009, eq. (6)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_coulomb_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_coulomb_rate       rates and outputs; results: out
//     br_coulomb_rate_jet   and their derivatives; results: out, jet
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   FC  N
//     p[1]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 F
// their derivatives
//     jet[0]                 d F / d v
//     jet[1]                 d F / d FC
//     jet[2]                 d F / d sigma2
BR_INLINE void coulomb_rate_point0(BR_POINT, BR_VALUES)
{
    const double v = u[AT(0)];
    const double FC = P(0);
    const double sigma2 = P(1);
    const double c = sigma2 * v;
    const double F = FC * br_sign(v) + c;
    out[AT(0)] = F;
}

BR_LAW_VALUES(coulomb_rate)

BR_INLINE void coulomb_rate_jet_point0(BR_POINT, BR_JET)
{
    const double v = u[AT(0)];
    const double FC = P(0);
    const double sigma2 = P(1);
    const double c = sigma2 * v;
    const double t5 = br_sign(v);
    const double F = FC * t5 + c;
    out[AT(0)] = F;
    jet[AT(0)] = sigma2;
    jet[AT(1)] = t5;
    jet[AT(2)] = v;
}

BR_LAW_JET(coulomb_rate_jet)

