// stick-slip.c - A mass pulled by a spring whose end moves on. [target]
//
// Printed by bristle from the text of the law with friction = lugre, fr.direction = symmetric, fr.damping = constant, fr.form = deflection, fr.viscous = linear.
// Source: Canudas de Wit et al. 1995, Fig. 5
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_stick_slip_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_stick_slip_rate       rates and outputs; results: out
//     br_stick_slip_rate_jet   and their derivatives; results: out, jet
//     br_stick_slip_rate_jet_x and those by states alone, the first of jet; results: out, jet
// states
//     x[0]                   x  m
//     x[1]                   v  m/s
//     x[2]                   y  m
//     x[3]                   fr.z  m
// inputs
//     u[0]                   vp  m/s
// parameters
//     p[0]                   m  kg
//     p[1]                   k  N/m
//     p[2]                   fr.sigma0  N/m
//     p[3]                   fr.sigma1  N*s/m
//     p[4]                   fr.FC  N
//     p[5]                   fr.FS  N
//     p[6]                   fr.vs  m/s
//     p[7]                   fr.sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 x'
//     out[1]                 v'
//     out[2]                 y'
//     out[3]                 fr.z'
//     out[4]                 F
//     out[5]                 S
// their derivatives
//     jet[0]                 d x' / d v
//     jet[1]                 d v' / d x
//     jet[2]                 d v' / d v
//     jet[3]                 d v' / d y
//     jet[4]                 d v' / d fr.z
//     jet[5]                 d fr.z' / d v
//     jet[6]                 d fr.z' / d fr.z
//     jet[7]                 d F / d v
//     jet[8]                 d F / d fr.z
//     jet[9]                 d S / d x
//     jet[10]                d S / d y
//     jet[11]                d v' / d m
//     jet[12]                d v' / d k
//     jet[13]                d v' / d fr.sigma0
//     jet[14]                d v' / d fr.sigma1
//     jet[15]                d v' / d fr.FC
//     jet[16]                d v' / d fr.FS
//     jet[17]                d v' / d fr.vs
//     jet[18]                d v' / d fr.sigma2
//     jet[19]                d y' / d vp
//     jet[20]                d fr.z' / d fr.sigma0
//     jet[21]                d fr.z' / d fr.FC
//     jet[22]                d fr.z' / d fr.FS
//     jet[23]                d fr.z' / d fr.vs
//     jet[24]                d F / d fr.sigma0
//     jet[25]                d F / d fr.sigma1
//     jet[26]                d F / d fr.FC
//     jet[27]                d F / d fr.FS
//     jet[28]                d F / d fr.vs
//     jet[29]                d F / d fr.sigma2
//     jet[30]                d S / d k
BR_INLINE void stick_slip_rate_point0(BR_POINT, BR_VALUES)
{
    const double vp = u[AT(0)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double y = x[AT(2)];
    const double m_1 = P(0);
    const double k_1 = P(1);
    const double fr_z = x[AT(3)];
    const double fr_sigma0 = P(2);
    const double fr_sigma1 = P(3);
    const double fr_FC = P(4);
    const double fr_FS = P(5);
    const double fr_vs = P(6);
    const double fr_sigma2 = P(7);
    const double fr_c = fr_sigma2 * v;
    const double t16 = v / fr_vs;
    const double fr_g = fr_FC + (fr_FS - fr_FC) * br_exp(-(t16 * t16));
    const double t24 = fr_sigma0 * fr_z;
    const double fr_z_dot = v - br_abs(v) * (t24 / fr_g);
    const double fr_F = t24 + fr_sigma1 * fr_z_dot + fr_c;
    const double S = k_1 * (y - x_1);
    const double v_dot = (S - fr_F) / m_1;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = vp;
    out[AT(3)] = fr_z_dot;
    out[AT(4)] = fr_F;
    out[AT(5)] = S;
}

BR_LAW_VALUES(stick_slip_rate)

BR_INLINE void stick_slip_rate_jet_point0(BR_POINT, BR_JET)
{
    const double vp = u[AT(0)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double y = x[AT(2)];
    const double m_1 = P(0);
    const double k_1 = P(1);
    const double fr_z = x[AT(3)];
    const double fr_sigma0 = P(2);
    const double fr_sigma1 = P(3);
    const double fr_FC = P(4);
    const double fr_FS = P(5);
    const double fr_vs = P(6);
    const double fr_sigma2 = P(7);
    const double fr_c = fr_sigma2 * v;
    const double t16 = v / fr_vs;
    const double t20 = br_exp(-(t16 * t16));
    const double t21 = (fr_FS - fr_FC) * t20;
    const double fr_g = fr_FC + t21;
    const double t23 = br_abs(v);
    const double t24 = fr_sigma0 * fr_z;
    const double t25 = t24 / fr_g;
    const double fr_z_dot = v - t23 * t25;
    const double fr_F = t24 + fr_sigma1 * fr_z_dot + fr_c;
    const double t31 = y - x_1;
    const double S = k_1 * t31;
    const double v_dot = (S - fr_F) / m_1;
    const double t48 = 1.0 / fr_vs;
    const double t53 = 1.0 / fr_g;
    const double t56 = 1.0 / m_1;
    const double t60 = -t21;
    const double t61 = t60 == 0.0 ? 0.0 : t60 * (2.0 * t16);
    const double t62 = -t56;
    const double t63 = -k_1;
    const double t66 = -t23;
    const double t67 = t66 * -(t25 * t53);
    const double t68 = t66 * t53;
    const double t69 = t61 == 0.0 ? 0.0 : t61 * t67;
    const double t70 = t67 * t20;
    const double t71 = t69 == 0.0 ? 0.0 : t69 * -(t16 * t48);
    const double t73 = 1.0 - t25 * (v >= 0.0 ? 1.0 : -1.0) + (t69 == 0.0 ? 0.0 : t69 * t48);
    const double t75 = t67 - t70;
    const double t76 = t68 * fr_sigma0;
    const double t77 = t68 * fr_z;
    const double t79 = fr_z + fr_sigma1 * t77;
    const double t81 = fr_sigma0 + fr_sigma1 * t76;
    const double t82 = fr_sigma1 * t70;
    const double t83 = fr_sigma1 * t71;
    const double t84 = fr_sigma1 * t75;
    const double t86 = fr_sigma2 + fr_sigma1 * t73;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = vp;
    out[AT(3)] = fr_z_dot;
    out[AT(4)] = fr_F;
    out[AT(5)] = S;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t56 * t63;
    jet[AT(2)] = t62 * t86;
    jet[AT(3)] = t56 * k_1;
    jet[AT(4)] = t62 * t81;
    jet[AT(5)] = t73;
    jet[AT(6)] = t76;
    jet[AT(7)] = t86;
    jet[AT(8)] = t81;
    jet[AT(9)] = t63;
    jet[AT(10)] = k_1;
    jet[AT(11)] = -(v_dot * t56);
    jet[AT(12)] = t56 * t31;
    jet[AT(13)] = t62 * t79;
    jet[AT(14)] = t62 * fr_z_dot;
    jet[AT(15)] = t62 * t84;
    jet[AT(16)] = t62 * t82;
    jet[AT(17)] = t83 == 0.0 ? 0.0 : t83 * t62;
    jet[AT(18)] = t62 * v;
    jet[AT(19)] = 1.0;
    jet[AT(20)] = t77;
    jet[AT(21)] = t75;
    jet[AT(22)] = t70;
    jet[AT(23)] = t71;
    jet[AT(24)] = t79;
    jet[AT(25)] = fr_z_dot;
    jet[AT(26)] = t84;
    jet[AT(27)] = t82;
    jet[AT(28)] = t83;
    jet[AT(29)] = v;
    jet[AT(30)] = t31;
}

BR_LAW_JET(stick_slip_rate_jet)

BR_INLINE void stick_slip_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const double vp = u[AT(0)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double y = x[AT(2)];
    const double m_1 = P(0);
    const double k_1 = P(1);
    const double fr_z = x[AT(3)];
    const double fr_sigma0 = P(2);
    const double fr_sigma1 = P(3);
    const double fr_FC = P(4);
    const double fr_FS = P(5);
    const double fr_vs = P(6);
    const double fr_sigma2 = P(7);
    const double fr_c = fr_sigma2 * v;
    const double t16 = v / fr_vs;
    const double t21 = (fr_FS - fr_FC) * br_exp(-(t16 * t16));
    const double fr_g = fr_FC + t21;
    const double t23 = br_abs(v);
    const double t24 = fr_sigma0 * fr_z;
    const double t25 = t24 / fr_g;
    const double fr_z_dot = v - t23 * t25;
    const double fr_F = t24 + fr_sigma1 * fr_z_dot + fr_c;
    const double S = k_1 * (y - x_1);
    const double v_dot = (S - fr_F) / m_1;
    const double t53 = 1.0 / fr_g;
    const double t56 = 1.0 / m_1;
    const double t60 = -t21;
    const double t61 = t60 == 0.0 ? 0.0 : t60 * (2.0 * t16);
    const double t62 = -t56;
    const double t63 = -k_1;
    const double t66 = -t23;
    const double t69 = t61 == 0.0 ? 0.0 : t61 * (t66 * -(t25 * t53));
    const double t73 = 1.0 - t25 * (v >= 0.0 ? 1.0 : -1.0) + (t69 == 0.0 ? 0.0 : t69 * (1.0 / fr_vs));
    const double t76 = t66 * t53 * fr_sigma0;
    const double t81 = fr_sigma0 + fr_sigma1 * t76;
    const double t86 = fr_sigma2 + fr_sigma1 * t73;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = vp;
    out[AT(3)] = fr_z_dot;
    out[AT(4)] = fr_F;
    out[AT(5)] = S;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t56 * t63;
    jet[AT(2)] = t62 * t86;
    jet[AT(3)] = t56 * k_1;
    jet[AT(4)] = t62 * t81;
    jet[AT(5)] = t73;
    jet[AT(6)] = t76;
    jet[AT(7)] = t86;
    jet[AT(8)] = t81;
    jet[AT(9)] = t63;
    jet[AT(10)] = k_1;
}

BR_LAW_JET(stick_slip_rate_jet_x)

