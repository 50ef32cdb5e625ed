// viscous.c - Viscous friction: linear, or a power of the speed. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Thesis 3.2: c(v) = sigma2*v, or sigma2*|v|^n*sgn(v) with v counted in units of v1
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_viscous_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_viscous_rate       rates and outputs; results: out
//     br_viscous_rate_jet   and their derivatives; results: out, jet
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 c
// their derivatives
//     jet[0]                 d c / d v
//     jet[1]                 d c / d sigma2
BR_INLINE void viscous_rate_point0(BR_POINT, BR_VALUES)
{
    const double v = u[AT(0)];
    const double sigma2 = P(0);
    const double c = sigma2 * v;
    out[AT(0)] = c;
}

BR_LAW_VALUES(viscous_rate)

BR_INLINE void viscous_rate_jet_point0(BR_POINT, BR_JET)
{
    const double v = u[AT(0)];
    const double sigma2 = P(0);
    const double c = sigma2 * v;
    out[AT(0)] = c;
    jet[AT(0)] = sigma2;
    jet[AT(1)] = v;
}

BR_LAW_JET(viscous_rate_jet)

