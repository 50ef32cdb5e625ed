// karnopp.c - Karnopp's model: a band of velocities counts as rest. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Karnopp (1985), as cited in Hayward et al. 2009
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_karnopp_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_karnopp_rate       rates and outputs; results: out
//     br_karnopp_rate_jet   and their derivatives; results: out, jet
// inputs
//     u[0]                   v  m/s
//     u[1]                   u  N
// parameters
//     p[0]                   FC  N
//     p[1]                   FS  N
//     p[2]                   dv  m/s
//     p[3]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 F
// their derivatives
//     jet[0]                 d F / d v
//     jet[1]                 d F / d u
//     jet[2]                 d F / d FC
//     jet[3]                 d F / d FS
//     jet[4]                 d F / d sigma2
BR_INLINE void karnopp_rate_point0(BR_POINT, BR_VALUES)
{
    const double v = u[AT(0)];
    const double u_1 = u[AT(1)];
    const double FC = P(0);
    const double FS = P(1);
    const double dv = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double F = br_abs(v) <= dv ? br_min(br_max(u_1, -FS), FS) : FC * br_sign(v) + c;
    out[AT(0)] = F;
}

BR_LAW_VALUES(karnopp_rate)

BR_INLINE void karnopp_rate_jet_point0(BR_POINT, BR_JET)
{
    const double v = u[AT(0)];
    const double u_1 = u[AT(1)];
    const double FC = P(0);
    const double FS = P(1);
    const double dv = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t8 = br_abs(v);
    const double t10 = -FS;
    const double t11 = br_max(u_1, t10);
    const double t13 = br_sign(v);
    const double F = t8 <= dv ? br_min(t11, FS) : FC * t13 + c;
    const double t22 = t10 <= u_1 ? 1.0 : 0.0;
    const double t25 = t11 <= FS ? 1.0 : 0.0;
    const double t26 = t11 <= FS ? 0.0 : 1.0;
    const double t27 = t8 <= dv ? 1.0 : 0.0;
    const double t28 = t8 <= dv ? 0.0 : 1.0;
    const double t29 = -(t10 <= u_1 ? 0.0 : 1.0);
    const double t35 = t27 == 0.0 ? 0.0 : t25 == 0.0 ? 0.0 : t25 * t27;
    const double t39 = (t27 == 0.0 ? 0.0 : t26 == 0.0 ? 0.0 : t26 * t27) + (t35 == 0.0 ? 0.0 : t29 == 0.0 ? 0.0 : t29 * t35);
    out[AT(0)] = F;
    jet[AT(0)] = sigma2 * t28;
    jet[AT(1)] = t35 == 0.0 ? 0.0 : t22 == 0.0 ? 0.0 : t22 * t35;
    jet[AT(2)] = t13 * t28;
    jet[AT(3)] = t39;
    jet[AT(4)] = v * t28;
}

BR_LAW_JET(karnopp_rate_jet)

