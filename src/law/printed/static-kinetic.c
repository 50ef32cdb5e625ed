// static-kinetic.c - Static friction at rest, Stribeck curve in motion. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Thesis eq. (3.1), (3.2)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_static_kinetic_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_static_kinetic_rate       rates and outputs; results: out
//     br_static_kinetic_rate_jet   and their derivatives; results: out, jet
// inputs
//     u[0]                   v  m/s
//     u[1]                   u  N
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
//     jet[1]                 d F / d u
//     jet[2]                 d F / d FC
//     jet[3]                 d F / d FS
//     jet[4]                 d F / d vs
//     jet[5]                 d F / d sigma2
BR_INLINE void static_kinetic_rate_point0(BR_POINT, BR_VALUES)
{
    const double v = u[AT(0)];
    const double u_1 = u[AT(1)];
    const double FC = P(0);
    const double FS = P(1);
    const double vs = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t9 = v / vs;
    const double s = FC + (FS - FC) * br_exp(-(t9 * t9));
    const double F = !(v == 0.0) ? s * br_sign(v) + c : br_min(br_max(u_1, -FS), FS);
    out[AT(0)] = F;
}

BR_LAW_VALUES(static_kinetic_rate)

BR_INLINE void static_kinetic_rate_jet_point0(BR_POINT, BR_JET)
{
    const double v = u[AT(0)];
    const double u_1 = u[AT(1)];
    const double FC = P(0);
    const double FS = P(1);
    const double vs = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t9 = v / vs;
    const double t13 = br_exp(-(t9 * t9));
    const double t14 = (FS - FC) * t13;
    const double s = FC + t14;
    const double t18 = br_sign(v);
    const double t21 = -FS;
    const double t22 = br_max(u_1, t21);
    const double F = !(v == 0.0) ? s * t18 + c : br_min(t22, FS);
    const double t28 = 1.0 / vs;
    const double t33 = t21 <= u_1 ? 1.0 : 0.0;
    const double t36 = t22 <= FS ? 1.0 : 0.0;
    const double t37 = t22 <= FS ? 0.0 : 1.0;
    const double t38 = !(v == 0.0) ? 1.0 : 0.0;
    const double t39 = !(v == 0.0) ? 0.0 : 1.0;
    const double t40 = -(t21 <= u_1 ? 0.0 : 1.0);
    const double t41 = -t14;
    const double t42 = t41 == 0.0 ? 0.0 : t41 * (2.0 * t9);
    const double t47 = t39 == 0.0 ? 0.0 : t36 == 0.0 ? 0.0 : t36 * t39;
    const double t51 = (t39 == 0.0 ? 0.0 : t37 == 0.0 ? 0.0 : t37 * t39) + (t47 == 0.0 ? 0.0 : t40 == 0.0 ? 0.0 : t40 * t47);
    const double t54 = t18 * t38;
    const double t57 = t54 == 0.0 ? 0.0 : t42 == 0.0 ? 0.0 : t42 * t54;
    const double t58 = t54 == 0.0 ? 0.0 : t54 * t13;
    out[AT(0)] = F;
    jet[AT(0)] = (t57 == 0.0 ? 0.0 : t57 * t28) + sigma2 * t38;
    jet[AT(1)] = t47 == 0.0 ? 0.0 : t33 == 0.0 ? 0.0 : t33 * t47;
    jet[AT(2)] = t54 - t58;
    jet[AT(3)] = t51 + t58;
    jet[AT(4)] = t57 == 0.0 ? 0.0 : t57 * -(t9 * t28);
    jet[AT(5)] = v * t38;
}

BR_LAW_JET(static_kinetic_rate_jet)

