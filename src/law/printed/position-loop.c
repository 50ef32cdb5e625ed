// position-loop.c - A mass under PID position control: hunting. [target]
//
// Printed by bristle from the text of the law with friction = lugre, fr.direction = symmetric, fr.damping = constant, fr.form = deflection, fr.viscous = linear.
// Source: Canudas de Wit et al. 1995, eq. (10), (11), Fig. 7
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_position_loop_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_position_loop_rate       rates and outputs; results: out
//     br_position_loop_rate_jet   and their derivatives; results: out, jet
//     br_position_loop_rate_jet_x and those by states alone, the first of jet; results: out, jet
// states
//     x[0]                   x  m
//     x[1]                   v  m/s
//     x[2]                   i  m*s
//     x[3]                   fr.z  m
// inputs
//     u[0]                   xd  m
// parameters
//     p[0]                   m  kg
//     p[1]                   Kv  N*s/m
//     p[2]                   Kp  N/m
//     p[3]                   Ki  N/m/s
//     p[4]                   fr.sigma0  N/m
//     p[5]                   fr.sigma1  N*s/m
//     p[6]                   fr.FC  N
//     p[7]                   fr.FS  N
//     p[8]                   fr.vs  m/s
//     p[9]                   fr.sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 x'
//     out[1]                 v'
//     out[2]                 i'
//     out[3]                 fr.z'
//     out[4]                 F
//     out[5]                 u
// their derivatives
//     jet[0]                 d x' / d v
//     jet[1]                 d v' / d x
//     jet[2]                 d v' / d v
//     jet[3]                 d v' / d i
//     jet[4]                 d v' / d fr.z
//     jet[5]                 d i' / d x
//     jet[6]                 d fr.z' / d v
//     jet[7]                 d fr.z' / d fr.z
//     jet[8]                 d F / d v
//     jet[9]                 d F / d fr.z
//     jet[10]                d u / d x
//     jet[11]                d u / d v
//     jet[12]                d u / d i
//     jet[13]                d v' / d xd
//     jet[14]                d v' / d m
//     jet[15]                d v' / d Kv
//     jet[16]                d v' / d Kp
//     jet[17]                d v' / d Ki
//     jet[18]                d v' / d fr.sigma0
//     jet[19]                d v' / d fr.sigma1
//     jet[20]                d v' / d fr.FC
//     jet[21]                d v' / d fr.FS
//     jet[22]                d v' / d fr.vs
//     jet[23]                d v' / d fr.sigma2
//     jet[24]                d i' / d xd
//     jet[25]                d fr.z' / d fr.sigma0
//     jet[26]                d fr.z' / d fr.FC
//     jet[27]                d fr.z' / d fr.FS
//     jet[28]                d fr.z' / d fr.vs
//     jet[29]                d F / d fr.sigma0
//     jet[30]                d F / d fr.sigma1
//     jet[31]                d F / d fr.FC
//     jet[32]                d F / d fr.FS
//     jet[33]                d F / d fr.vs
//     jet[34]                d F / d fr.sigma2
//     jet[35]                d u / d xd
//     jet[36]                d u / d Kv
//     jet[37]                d u / d Kp
//     jet[38]                d u / d Ki
BR_INLINE void position_loop_rate_point0(BR_POINT, BR_VALUES)
{
    const double xd = u[AT(0)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double m_1 = P(0);
    const double Kv = P(1);
    const double Kp = P(2);
    const double Ki = P(3);
    const double fr_z = x[AT(3)];
    const double fr_sigma0 = P(4);
    const double fr_sigma1 = P(5);
    const double fr_FC = P(6);
    const double fr_FS = P(7);
    const double fr_vs = P(8);
    const double fr_sigma2 = P(9);
    const double fr_c = fr_sigma2 * v;
    const double t18 = v / fr_vs;
    const double fr_g = fr_FC + (fr_FS - fr_FC) * br_exp(-(t18 * t18));
    const double t26 = fr_sigma0 * fr_z;
    const double fr_z_dot = v - br_abs(v) * (t26 / fr_g);
    const double fr_F = t26 + fr_sigma1 * fr_z_dot + fr_c;
    const double i_dot = x_1 - xd;
    const double u_1 = -Kv * v - Kp * i_dot - Ki * i_1;
    const double v_dot = (u_1 - fr_F) / m_1;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = i_dot;
    out[AT(3)] = fr_z_dot;
    out[AT(4)] = fr_F;
    out[AT(5)] = u_1;
}

BR_LAW_VALUES(position_loop_rate)

BR_INLINE void position_loop_rate_jet_point0(BR_POINT, BR_JET)
{
    const double xd = u[AT(0)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double m_1 = P(0);
    const double Kv = P(1);
    const double Kp = P(2);
    const double Ki = P(3);
    const double fr_z = x[AT(3)];
    const double fr_sigma0 = P(4);
    const double fr_sigma1 = P(5);
    const double fr_FC = P(6);
    const double fr_FS = P(7);
    const double fr_vs = P(8);
    const double fr_sigma2 = P(9);
    const double fr_c = fr_sigma2 * v;
    const double t18 = v / fr_vs;
    const double t22 = br_exp(-(t18 * t18));
    const double t23 = (fr_FS - fr_FC) * t22;
    const double fr_g = fr_FC + t23;
    const double t25 = br_abs(v);
    const double t26 = fr_sigma0 * fr_z;
    const double t27 = t26 / fr_g;
    const double fr_z_dot = v - t25 * t27;
    const double fr_F = t26 + fr_sigma1 * fr_z_dot + fr_c;
    const double t33 = -Kv;
    const double i_dot = x_1 - xd;
    const double u_1 = t33 * v - Kp * i_dot - Ki * i_1;
    const double v_dot = (u_1 - fr_F) / m_1;
    const double t55 = 1.0 / fr_vs;
    const double t60 = 1.0 / fr_g;
    const double t63 = 1.0 / m_1;
    const double t66 = -v;
    const double t68 = -t23;
    const double t69 = t68 == 0.0 ? 0.0 : t68 * (2.0 * t18);
    const double t70 = -t63;
    const double t71 = -Ki;
    const double t72 = -i_1;
    const double t73 = -Kp;
    const double t74 = -i_dot;
    const double t77 = -t25;
    const double t78 = t77 * -(t27 * t60);
    const double t79 = t77 * t60;
    const double t80 = t69 == 0.0 ? 0.0 : t69 * t78;
    const double t81 = t78 * t22;
    const double t82 = t80 == 0.0 ? 0.0 : t80 * -(t18 * t55);
    const double t84 = 1.0 - t27 * (v >= 0.0 ? 1.0 : -1.0) + (t80 == 0.0 ? 0.0 : t80 * t55);
    const double t86 = t78 - t81;
    const double t87 = t79 * fr_sigma0;
    const double t88 = t79 * fr_z;
    const double t90 = fr_z + fr_sigma1 * t88;
    const double t92 = fr_sigma0 + fr_sigma1 * t87;
    const double t93 = fr_sigma1 * t81;
    const double t94 = fr_sigma1 * t82;
    const double t95 = fr_sigma1 * t86;
    const double t97 = fr_sigma2 + fr_sigma1 * t84;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = i_dot;
    out[AT(3)] = fr_z_dot;
    out[AT(4)] = fr_F;
    out[AT(5)] = u_1;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t63 * t73;
    jet[AT(2)] = t63 * t33 + t70 * t97;
    jet[AT(3)] = t63 * t71;
    jet[AT(4)] = t70 * t92;
    jet[AT(5)] = 1.0;
    jet[AT(6)] = t84;
    jet[AT(7)] = t87;
    jet[AT(8)] = t97;
    jet[AT(9)] = t92;
    jet[AT(10)] = t73;
    jet[AT(11)] = t33;
    jet[AT(12)] = t71;
    jet[AT(13)] = t63 * Kp;
    jet[AT(14)] = -(v_dot * t63);
    jet[AT(15)] = t63 * t66;
    jet[AT(16)] = t63 * t74;
    jet[AT(17)] = t63 * t72;
    jet[AT(18)] = t70 * t90;
    jet[AT(19)] = t70 * fr_z_dot;
    jet[AT(20)] = t70 * t95;
    jet[AT(21)] = t70 * t93;
    jet[AT(22)] = t94 == 0.0 ? 0.0 : t94 * t70;
    jet[AT(23)] = t70 * v;
    jet[AT(24)] = -1.0;
    jet[AT(25)] = t88;
    jet[AT(26)] = t86;
    jet[AT(27)] = t81;
    jet[AT(28)] = t82;
    jet[AT(29)] = t90;
    jet[AT(30)] = fr_z_dot;
    jet[AT(31)] = t95;
    jet[AT(32)] = t93;
    jet[AT(33)] = t94;
    jet[AT(34)] = v;
    jet[AT(35)] = Kp;
    jet[AT(36)] = t66;
    jet[AT(37)] = t74;
    jet[AT(38)] = t72;
}

BR_LAW_JET(position_loop_rate_jet)

BR_INLINE void position_loop_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const double xd = u[AT(0)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double m_1 = P(0);
    const double Kv = P(1);
    const double Kp = P(2);
    const double Ki = P(3);
    const double fr_z = x[AT(3)];
    const double fr_sigma0 = P(4);
    const double fr_sigma1 = P(5);
    const double fr_FC = P(6);
    const double fr_FS = P(7);
    const double fr_vs = P(8);
    const double fr_sigma2 = P(9);
    const double fr_c = fr_sigma2 * v;
    const double t18 = v / fr_vs;
    const double t23 = (fr_FS - fr_FC) * br_exp(-(t18 * t18));
    const double fr_g = fr_FC + t23;
    const double t25 = br_abs(v);
    const double t26 = fr_sigma0 * fr_z;
    const double t27 = t26 / fr_g;
    const double fr_z_dot = v - t25 * t27;
    const double fr_F = t26 + fr_sigma1 * fr_z_dot + fr_c;
    const double t33 = -Kv;
    const double i_dot = x_1 - xd;
    const double u_1 = t33 * v - Kp * i_dot - Ki * i_1;
    const double v_dot = (u_1 - fr_F) / m_1;
    const double t60 = 1.0 / fr_g;
    const double t63 = 1.0 / m_1;
    const double t68 = -t23;
    const double t69 = t68 == 0.0 ? 0.0 : t68 * (2.0 * t18);
    const double t70 = -t63;
    const double t71 = -Ki;
    const double t73 = -Kp;
    const double t77 = -t25;
    const double t80 = t69 == 0.0 ? 0.0 : t69 * (t77 * -(t27 * t60));
    const double t84 = 1.0 - t27 * (v >= 0.0 ? 1.0 : -1.0) + (t80 == 0.0 ? 0.0 : t80 * (1.0 / fr_vs));
    const double t87 = t77 * t60 * fr_sigma0;
    const double t92 = fr_sigma0 + fr_sigma1 * t87;
    const double t97 = fr_sigma2 + fr_sigma1 * t84;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = i_dot;
    out[AT(3)] = fr_z_dot;
    out[AT(4)] = fr_F;
    out[AT(5)] = u_1;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t63 * t73;
    jet[AT(2)] = t63 * t33 + t70 * t97;
    jet[AT(3)] = t63 * t71;
    jet[AT(4)] = t70 * t92;
    jet[AT(5)] = 1.0;
    jet[AT(6)] = t84;
    jet[AT(7)] = t87;
    jet[AT(8)] = t97;
    jet[AT(9)] = t92;
    jet[AT(10)] = t73;
    jet[AT(11)] = t33;
    jet[AT(12)] = t71;
}

BR_LAW_JET(position_loop_rate_jet_x)

