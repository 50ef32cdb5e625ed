// mass.c - A mass under a force, with friction. [target]
//
// Printed by bristle from the text of the law with friction = lugre, fr.direction = symmetric, fr.damping = constant, fr.form = deflection, fr.viscous = linear.
// Source: Canudas de Wit et al. 1995, eq. (10); thesis Table 2.1, full order
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_mass_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_mass_rate       rates and outputs; results: out
//     br_mass_rate_jet   and their derivatives; results: out, jet
//     br_mass_rate_jet_x and those by states alone, the first of jet; results: out, jet
// states
//     x[0]                   x  m
//     x[1]                   v  m/s
//     x[2]                   fr.z  m
// inputs
//     u[0]                   u  N
// parameters
//     p[0]                   m  kg
//     p[1]                   fr.sigma0  N/m
//     p[2]                   fr.sigma1  N*s/m
//     p[3]                   fr.FC  N
//     p[4]                   fr.FS  N
//     p[5]                   fr.vs  m/s
//     p[6]                   fr.sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 x'
//     out[1]                 v'
//     out[2]                 fr.z'
//     out[3]                 F
// their derivatives
//     jet[0]                 d x' / d v
//     jet[1]                 d v' / d v
//     jet[2]                 d v' / d fr.z
//     jet[3]                 d fr.z' / d v
//     jet[4]                 d fr.z' / d fr.z
//     jet[5]                 d F / d v
//     jet[6]                 d F / d fr.z
//     jet[7]                 d v' / d u
//     jet[8]                 d v' / d m
//     jet[9]                 d v' / d fr.sigma0
//     jet[10]                d v' / d fr.sigma1
//     jet[11]                d v' / d fr.FC
//     jet[12]                d v' / d fr.FS
//     jet[13]                d v' / d fr.vs
//     jet[14]                d v' / d fr.sigma2
//     jet[15]                d fr.z' / d fr.sigma0
//     jet[16]                d fr.z' / d fr.FC
//     jet[17]                d fr.z' / d fr.FS
//     jet[18]                d fr.z' / d fr.vs
//     jet[19]                d F / d fr.sigma0
//     jet[20]                d F / d fr.sigma1
//     jet[21]                d F / d fr.FC
//     jet[22]                d F / d fr.FS
//     jet[23]                d F / d fr.vs
//     jet[24]                d F / d fr.sigma2
BR_INLINE void mass_rate_point0(BR_POINT, BR_VALUES)
{
    const double u_1 = u[AT(0)];
    const double v = x[AT(1)];
    const double m_1 = P(0);
    const double fr_z = x[AT(2)];
    const double fr_sigma0 = P(1);
    const double fr_sigma1 = P(2);
    const double fr_FC = P(3);
    const double fr_FS = P(4);
    const double fr_vs = P(5);
    const double fr_sigma2 = P(6);
    const double fr_c = fr_sigma2 * v;
    const double t14 = v / fr_vs;
    const double fr_g = fr_FC + (fr_FS - fr_FC) * br_exp(-(t14 * t14));
    const double t22 = fr_sigma0 * fr_z;
    const double fr_z_dot = v - br_abs(v) * (t22 / fr_g);
    const double fr_F = t22 + fr_sigma1 * fr_z_dot + fr_c;
    const double v_dot = (u_1 - fr_F) / m_1;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = fr_z_dot;
    out[AT(3)] = fr_F;
}

BR_LAW_VALUES(mass_rate)

BR_INLINE void mass_rate_jet_point0(BR_POINT, BR_JET)
{
    const double u_1 = u[AT(0)];
    const double v = x[AT(1)];
    const double m_1 = P(0);
    const double fr_z = x[AT(2)];
    const double fr_sigma0 = P(1);
    const double fr_sigma1 = P(2);
    const double fr_FC = P(3);
    const double fr_FS = P(4);
    const double fr_vs = P(5);
    const double fr_sigma2 = P(6);
    const double fr_c = fr_sigma2 * v;
    const double t14 = v / fr_vs;
    const double t18 = br_exp(-(t14 * t14));
    const double t19 = (fr_FS - fr_FC) * t18;
    const double fr_g = fr_FC + t19;
    const double t21 = br_abs(v);
    const double t22 = fr_sigma0 * fr_z;
    const double t23 = t22 / fr_g;
    const double fr_z_dot = v - t21 * t23;
    const double fr_F = t22 + fr_sigma1 * fr_z_dot + fr_c;
    const double v_dot = (u_1 - fr_F) / m_1;
    const double t44 = 1.0 / fr_vs;
    const double t49 = 1.0 / fr_g;
    const double t52 = 1.0 / m_1;
    const double t56 = -t19;
    const double t57 = t56 == 0.0 ? 0.0 : t56 * (2.0 * t14);
    const double t58 = -t52;
    const double t61 = -t21;
    const double t62 = t61 * -(t23 * t49);
    const double t63 = t61 * t49;
    const double t64 = t57 == 0.0 ? 0.0 : t57 * t62;
    const double t65 = t62 * t18;
    const double t66 = t64 == 0.0 ? 0.0 : t64 * -(t14 * t44);
    const double t68 = 1.0 - t23 * (v >= 0.0 ? 1.0 : -1.0) + (t64 == 0.0 ? 0.0 : t64 * t44);
    const double t70 = t62 - t65;
    const double t71 = t63 * fr_sigma0;
    const double t72 = t63 * fr_z;
    const double t74 = fr_z + fr_sigma1 * t72;
    const double t76 = fr_sigma0 + fr_sigma1 * t71;
    const double t77 = fr_sigma1 * t65;
    const double t78 = fr_sigma1 * t66;
    const double t79 = fr_sigma1 * t70;
    const double t81 = fr_sigma2 + fr_sigma1 * t68;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = fr_z_dot;
    out[AT(3)] = fr_F;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t58 * t81;
    jet[AT(2)] = t58 * t76;
    jet[AT(3)] = t68;
    jet[AT(4)] = t71;
    jet[AT(5)] = t81;
    jet[AT(6)] = t76;
    jet[AT(7)] = t52;
    jet[AT(8)] = -(v_dot * t52);
    jet[AT(9)] = t58 * t74;
    jet[AT(10)] = t58 * fr_z_dot;
    jet[AT(11)] = t58 * t79;
    jet[AT(12)] = t58 * t77;
    jet[AT(13)] = t78 == 0.0 ? 0.0 : t78 * t58;
    jet[AT(14)] = t58 * v;
    jet[AT(15)] = t72;
    jet[AT(16)] = t70;
    jet[AT(17)] = t65;
    jet[AT(18)] = t66;
    jet[AT(19)] = t74;
    jet[AT(20)] = fr_z_dot;
    jet[AT(21)] = t79;
    jet[AT(22)] = t77;
    jet[AT(23)] = t78;
    jet[AT(24)] = v;
}

BR_LAW_JET(mass_rate_jet)

BR_INLINE void mass_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const double u_1 = u[AT(0)];
    const double v = x[AT(1)];
    const double m_1 = P(0);
    const double fr_z = x[AT(2)];
    const double fr_sigma0 = P(1);
    const double fr_sigma1 = P(2);
    const double fr_FC = P(3);
    const double fr_FS = P(4);
    const double fr_vs = P(5);
    const double fr_sigma2 = P(6);
    const double fr_c = fr_sigma2 * v;
    const double t14 = v / fr_vs;
    const double t19 = (fr_FS - fr_FC) * br_exp(-(t14 * t14));
    const double fr_g = fr_FC + t19;
    const double t21 = br_abs(v);
    const double t22 = fr_sigma0 * fr_z;
    const double t23 = t22 / fr_g;
    const double fr_z_dot = v - t21 * t23;
    const double fr_F = t22 + fr_sigma1 * fr_z_dot + fr_c;
    const double v_dot = (u_1 - fr_F) / m_1;
    const double t49 = 1.0 / fr_g;
    const double t56 = -t19;
    const double t57 = t56 == 0.0 ? 0.0 : t56 * (2.0 * t14);
    const double t58 = -(1.0 / m_1);
    const double t61 = -t21;
    const double t64 = t57 == 0.0 ? 0.0 : t57 * (t61 * -(t23 * t49));
    const double t68 = 1.0 - t23 * (v >= 0.0 ? 1.0 : -1.0) + (t64 == 0.0 ? 0.0 : t64 * (1.0 / fr_vs));
    const double t71 = t61 * t49 * fr_sigma0;
    const double t76 = fr_sigma0 + fr_sigma1 * t71;
    const double t81 = fr_sigma2 + fr_sigma1 * t68;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = fr_z_dot;
    out[AT(3)] = fr_F;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t58 * t81;
    jet[AT(2)] = t58 * t76;
    jet[AT(3)] = t68;
    jet[AT(4)] = t71;
    jet[AT(5)] = t81;
    jet[AT(6)] = t76;
}

BR_LAW_JET(mass_rate_jet_x)

