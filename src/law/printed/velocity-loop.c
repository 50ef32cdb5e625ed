// velocity-loop.c - A mass under PI velocity control, with or without a friction observer. [target]
//
// Printed by bristle from the text of the law with observer = on, fr.direction = symmetric, fr.damping = constant, fr.form = deflection, fr.viscous = linear.
// Source: Canudas de Wit et al. 1995, eq. (10), (15)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_velocity_loop_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_velocity_loop_rate       rates and outputs; results: out
//     br_velocity_loop_rate_jet   and their derivatives; results: out, jet
//     br_velocity_loop_rate_jet_x and those by states alone, the first of jet; results: out, jet
// states
//     x[0]                   x  m
//     x[1]                   v  m/s
//     x[2]                   i  m
//     x[3]                   zh  m
//     x[4]                   fr.z  m
// inputs
//     u[0]                   vd  m/s
//     u[1]                   ad  m/s^2
// parameters
//     p[0]                   m  kg
//     p[1]                   Kp  N*s/m
//     p[2]                   Ki  N/m
//     p[3]                   k  -
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
//     out[3]                 zh'
//     out[4]                 fr.z'
//     out[5]                 F
//     out[6]                 u
//     out[7]                 Fh
// their derivatives
//     jet[0]                 d x' / d v
//     jet[1]                 d v' / d v
//     jet[2]                 d v' / d i
//     jet[3]                 d v' / d zh
//     jet[4]                 d v' / d fr.z
//     jet[5]                 d i' / d v
//     jet[6]                 d zh' / d v
//     jet[7]                 d zh' / d zh
//     jet[8]                 d fr.z' / d v
//     jet[9]                 d fr.z' / d fr.z
//     jet[10]                d F / d v
//     jet[11]                d F / d fr.z
//     jet[12]                d u / d v
//     jet[13]                d u / d i
//     jet[14]                d u / d zh
//     jet[15]                d Fh / d v
//     jet[16]                d Fh / d zh
//     jet[17]                d v' / d vd
//     jet[18]                d v' / d ad
//     jet[19]                d v' / d m
//     jet[20]                d v' / d Kp
//     jet[21]                d v' / d Ki
//     jet[22]                d v' / d k
//     jet[23]                d v' / d fr.sigma0
//     jet[24]                d v' / d fr.sigma1
//     jet[25]                d v' / d fr.FC
//     jet[26]                d v' / d fr.FS
//     jet[27]                d v' / d fr.vs
//     jet[28]                d v' / d fr.sigma2
//     jet[29]                d i' / d vd
//     jet[30]                d zh' / d vd
//     jet[31]                d zh' / d k
//     jet[32]                d zh' / d fr.sigma0
//     jet[33]                d zh' / d fr.FC
//     jet[34]                d zh' / d fr.FS
//     jet[35]                d zh' / d fr.vs
//     jet[36]                d fr.z' / d fr.sigma0
//     jet[37]                d fr.z' / d fr.FC
//     jet[38]                d fr.z' / d fr.FS
//     jet[39]                d fr.z' / d fr.vs
//     jet[40]                d F / d fr.sigma0
//     jet[41]                d F / d fr.sigma1
//     jet[42]                d F / d fr.FC
//     jet[43]                d F / d fr.FS
//     jet[44]                d F / d fr.vs
//     jet[45]                d F / d fr.sigma2
//     jet[46]                d u / d vd
//     jet[47]                d u / d ad
//     jet[48]                d u / d m
//     jet[49]                d u / d Kp
//     jet[50]                d u / d Ki
//     jet[51]                d u / d k
//     jet[52]                d u / d fr.sigma0
//     jet[53]                d u / d fr.sigma1
//     jet[54]                d u / d fr.FC
//     jet[55]                d u / d fr.FS
//     jet[56]                d u / d fr.vs
//     jet[57]                d u / d fr.sigma2
//     jet[58]                d Fh / d vd
//     jet[59]                d Fh / d k
//     jet[60]                d Fh / d fr.sigma0
//     jet[61]                d Fh / d fr.sigma1
//     jet[62]                d Fh / d fr.FC
//     jet[63]                d Fh / d fr.FS
//     jet[64]                d Fh / d fr.vs
//     jet[65]                d Fh / d fr.sigma2
BR_INLINE void velocity_loop_rate_point0(BR_POINT, BR_VALUES)
{
    const double vd = u[AT(0)];
    const double ad = u[AT(1)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double zh = x[AT(3)];
    const double m_1 = P(0);
    const double Kp = P(1);
    const double Ki = P(2);
    const double k_1 = P(3);
    const double fr_z = x[AT(4)];
    const double fr_sigma0 = P(4);
    const double fr_sigma1 = P(5);
    const double fr_FC = P(6);
    const double fr_FS = P(7);
    const double fr_vs = P(8);
    const double fr_sigma2 = P(9);
    const double fr_c = fr_sigma2 * v;
    const double t20 = v / fr_vs;
    const double fr_g = fr_FC + (fr_FS - fr_FC) * br_exp(-(t20 * t20));
    const double t27 = br_abs(v);
    const double t28 = fr_sigma0 * fr_z;
    const double fr_z_dot = v - t27 * (t28 / fr_g);
    const double fr_F = t28 + fr_sigma1 * fr_z_dot + fr_c;
    const double e = v - vd;
    const double zh_dot = v - fr_sigma0 * t27 / fr_g * zh - k_1 * e;
    const double Fh = fr_sigma0 * zh + fr_sigma1 * zh_dot + fr_c;
    const double u_1 = -(Kp * e + Ki * i_1) + Fh + m_1 * ad;
    const double v_dot = (u_1 - fr_F) / m_1;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = e;
    out[AT(3)] = zh_dot;
    out[AT(4)] = fr_z_dot;
    out[AT(5)] = fr_F;
    out[AT(6)] = u_1;
    out[AT(7)] = Fh;
}

BR_LAW_VALUES(velocity_loop_rate)

BR_INLINE void velocity_loop_rate_jet_point0(BR_POINT, BR_JET)
{
    const double vd = u[AT(0)];
    const double ad = u[AT(1)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double zh = x[AT(3)];
    const double m_1 = P(0);
    const double Kp = P(1);
    const double Ki = P(2);
    const double k_1 = P(3);
    const double fr_z = x[AT(4)];
    const double fr_sigma0 = P(4);
    const double fr_sigma1 = P(5);
    const double fr_FC = P(6);
    const double fr_FS = P(7);
    const double fr_vs = P(8);
    const double fr_sigma2 = P(9);
    const double fr_c = fr_sigma2 * v;
    const double t20 = v / fr_vs;
    const double t24 = br_exp(-(t20 * t20));
    const double t25 = (fr_FS - fr_FC) * t24;
    const double fr_g = fr_FC + t25;
    const double t27 = br_abs(v);
    const double t28 = fr_sigma0 * fr_z;
    const double t29 = t28 / fr_g;
    const double fr_z_dot = v - t27 * t29;
    const double fr_F = t28 + fr_sigma1 * fr_z_dot + fr_c;
    const double e = v - vd;
    const double t42 = fr_sigma0 * t27 / fr_g;
    const double zh_dot = v - t42 * zh - k_1 * e;
    const double Fh = fr_sigma0 * zh + fr_sigma1 * zh_dot + fr_c;
    const double u_1 = -(Kp * e + Ki * i_1) + Fh + m_1 * ad;
    const double v_dot = (u_1 - fr_F) / m_1;
    const double t68 = 1.0 / fr_vs;
    const double t72 = v >= 0.0 ? 1.0 : -1.0;
    const double t73 = 1.0 / fr_g;
    const double t78 = 1.0 / m_1;
    const double t81 = -t25;
    const double t82 = t81 == 0.0 ? 0.0 : t81 * (2.0 * t20);
    const double t83 = -t78;
    const double t85 = -e;
    const double t86 = -t42;
    const double t87 = -zh;
    const double t88 = t87 * -(t42 * t73);
    const double t89 = t87 * t73;
    const double t91 = t89 * t27;
    const double t92 = -Ki;
    const double t93 = -i_1;
    const double t95 = -t27;
    const double t97 = t95 * -(t29 * t73);
    const double t98 = t95 * t73;
    const double t103 = t82 == 0.0 ? 0.0 : t82 * -(t20 * t68);
    const double t104 = t82 == 0.0 ? 0.0 : t82 * t68;
    const double t106 = 1.0 - t24;
    const double t107 = t98 * fr_sigma0;
    const double t108 = t98 * fr_z;
    const double t109 = t97 * t24;
    const double t110 = t88 * t24;
    const double t112 = 1.0 + -t29 * t72 + (t104 == 0.0 ? 0.0 : t104 * t97);
    const double t115 = t103 == 0.0 ? 0.0 : t103 * t97;
    const double t116 = t103 == 0.0 ? 0.0 : t103 * t88;
    const double t117 = t97 * t106;
    const double t118 = t88 * t106;
    const double t119 = fr_sigma1 * t117;
    const double t120 = fr_sigma1 * t115;
    const double t121 = fr_sigma1 * t109;
    const double t123 = fr_z + fr_sigma1 * t108;
    const double t125 = fr_sigma0 + fr_sigma1 * t107;
    const double t127 = fr_sigma2 + fr_sigma1 * t112;
    const double t128 = 1.0 + t89 * fr_sigma0 * t72 + (t104 == 0.0 ? 0.0 : t104 * t88) - k_1;
    const double t129 = fr_sigma1 * k_1;
    const double t130 = fr_sigma1 * t118;
    const double t131 = fr_sigma1 * t116;
    const double t132 = fr_sigma1 * t110;
    const double t134 = zh + fr_sigma1 * t91;
    const double t136 = fr_sigma0 + fr_sigma1 * t86;
    const double t138 = fr_sigma2 + fr_sigma1 * t128;
    const double t139 = fr_sigma1 * t85;
    const double t140 = Kp + t129;
    const double t141 = t138 - Kp;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = e;
    out[AT(3)] = zh_dot;
    out[AT(4)] = fr_z_dot;
    out[AT(5)] = fr_F;
    out[AT(6)] = u_1;
    out[AT(7)] = Fh;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t78 * t141 + t83 * t127;
    jet[AT(2)] = t78 * t92;
    jet[AT(3)] = t78 * t136;
    jet[AT(4)] = t83 * t125;
    jet[AT(5)] = 1.0;
    jet[AT(6)] = t128;
    jet[AT(7)] = t86;
    jet[AT(8)] = t112;
    jet[AT(9)] = t107;
    jet[AT(10)] = t127;
    jet[AT(11)] = t125;
    jet[AT(12)] = t141;
    jet[AT(13)] = t92;
    jet[AT(14)] = t136;
    jet[AT(15)] = t138;
    jet[AT(16)] = t136;
    jet[AT(17)] = t78 * t140;
    jet[AT(18)] = t78 * m_1;
    jet[AT(19)] = t78 * ad - v_dot * t78;
    jet[AT(20)] = t78 * t85;
    jet[AT(21)] = t78 * t93;
    jet[AT(22)] = t78 * t139;
    jet[AT(23)] = t78 * t134 + t83 * t123;
    jet[AT(24)] = t78 * zh_dot + t83 * fr_z_dot;
    jet[AT(25)] = t78 * t130 + t83 * t119;
    jet[AT(26)] = t78 * t132 + t83 * t121;
    jet[AT(27)] = (t131 == 0.0 ? 0.0 : t131 * t78) + (t120 == 0.0 ? 0.0 : t120 * t83);
    jet[AT(28)] = t78 * v + t83 * v;
    jet[AT(29)] = -1.0;
    jet[AT(30)] = k_1;
    jet[AT(31)] = t85;
    jet[AT(32)] = t91;
    jet[AT(33)] = t118;
    jet[AT(34)] = t110;
    jet[AT(35)] = t116;
    jet[AT(36)] = t108;
    jet[AT(37)] = t117;
    jet[AT(38)] = t109;
    jet[AT(39)] = t115;
    jet[AT(40)] = t123;
    jet[AT(41)] = fr_z_dot;
    jet[AT(42)] = t119;
    jet[AT(43)] = t121;
    jet[AT(44)] = t120;
    jet[AT(45)] = v;
    jet[AT(46)] = t140;
    jet[AT(47)] = m_1;
    jet[AT(48)] = ad;
    jet[AT(49)] = t85;
    jet[AT(50)] = t93;
    jet[AT(51)] = t139;
    jet[AT(52)] = t134;
    jet[AT(53)] = zh_dot;
    jet[AT(54)] = t130;
    jet[AT(55)] = t132;
    jet[AT(56)] = t131;
    jet[AT(57)] = v;
    jet[AT(58)] = t129;
    jet[AT(59)] = t139;
    jet[AT(60)] = t134;
    jet[AT(61)] = zh_dot;
    jet[AT(62)] = t130;
    jet[AT(63)] = t132;
    jet[AT(64)] = t131;
    jet[AT(65)] = v;
}

BR_LAW_JET(velocity_loop_rate_jet)

BR_INLINE void velocity_loop_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const double vd = u[AT(0)];
    const double ad = u[AT(1)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double zh = x[AT(3)];
    const double m_1 = P(0);
    const double Kp = P(1);
    const double Ki = P(2);
    const double k_1 = P(3);
    const double fr_z = x[AT(4)];
    const double fr_sigma0 = P(4);
    const double fr_sigma1 = P(5);
    const double fr_FC = P(6);
    const double fr_FS = P(7);
    const double fr_vs = P(8);
    const double fr_sigma2 = P(9);
    const double fr_c = fr_sigma2 * v;
    const double t20 = v / fr_vs;
    const double t25 = (fr_FS - fr_FC) * br_exp(-(t20 * t20));
    const double fr_g = fr_FC + t25;
    const double t27 = br_abs(v);
    const double t28 = fr_sigma0 * fr_z;
    const double t29 = t28 / fr_g;
    const double fr_z_dot = v - t27 * t29;
    const double fr_F = t28 + fr_sigma1 * fr_z_dot + fr_c;
    const double e = v - vd;
    const double t42 = fr_sigma0 * t27 / fr_g;
    const double zh_dot = v - t42 * zh - k_1 * e;
    const double Fh = fr_sigma0 * zh + fr_sigma1 * zh_dot + fr_c;
    const double u_1 = -(Kp * e + Ki * i_1) + Fh + m_1 * ad;
    const double v_dot = (u_1 - fr_F) / m_1;
    const double t72 = v >= 0.0 ? 1.0 : -1.0;
    const double t73 = 1.0 / fr_g;
    const double t78 = 1.0 / m_1;
    const double t81 = -t25;
    const double t82 = t81 == 0.0 ? 0.0 : t81 * (2.0 * t20);
    const double t83 = -t78;
    const double t86 = -t42;
    const double t87 = -zh;
    const double t92 = -Ki;
    const double t95 = -t27;
    const double t104 = t82 == 0.0 ? 0.0 : t82 * (1.0 / fr_vs);
    const double t107 = t95 * t73 * fr_sigma0;
    const double t112 = 1.0 + -t29 * t72 + (t104 == 0.0 ? 0.0 : t104 * (t95 * -(t29 * t73)));
    const double t114 = 1.0 + t87 * t73 * fr_sigma0 * t72 + (t104 == 0.0 ? 0.0 : t104 * (t87 * -(t42 * t73)));
    const double t125 = fr_sigma0 + fr_sigma1 * t107;
    const double t127 = fr_sigma2 + fr_sigma1 * t112;
    const double t128 = t114 - k_1;
    const double t136 = fr_sigma0 + fr_sigma1 * t86;
    const double t138 = fr_sigma2 + fr_sigma1 * t128;
    const double t141 = t138 - Kp;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = e;
    out[AT(3)] = zh_dot;
    out[AT(4)] = fr_z_dot;
    out[AT(5)] = fr_F;
    out[AT(6)] = u_1;
    out[AT(7)] = Fh;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t78 * t141 + t83 * t127;
    jet[AT(2)] = t78 * t92;
    jet[AT(3)] = t78 * t136;
    jet[AT(4)] = t83 * t125;
    jet[AT(5)] = 1.0;
    jet[AT(6)] = t128;
    jet[AT(7)] = t86;
    jet[AT(8)] = t112;
    jet[AT(9)] = t107;
    jet[AT(10)] = t127;
    jet[AT(11)] = t125;
    jet[AT(12)] = t141;
    jet[AT(13)] = t92;
    jet[AT(14)] = t136;
    jet[AT(15)] = t138;
    jet[AT(16)] = t136;
}

BR_LAW_JET(velocity_loop_rate_jet_x)

