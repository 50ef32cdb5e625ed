// observer-loop.c - A mass under position control, with the observed friction fed forward. [target]
//
// Printed by bristle from the text of the law with fr.direction = symmetric, fr.damping = constant, fr.form = deflection, fr.viscous = linear.
// Source: Canudas de Wit et al. 1995, eq. (10), (12)-(14), Fig. 9
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_observer_loop_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_observer_loop_rate       rates and outputs; results: out
//     br_observer_loop_rate_jet   and their derivatives; results: out, jet
//     br_observer_loop_rate_jet_x and those by states alone, the first of jet; results: out, jet
// states
//     x[0]                   x  m
//     x[1]                   v  m/s
//     x[2]                   i  m*s
//     x[3]                   zh  m
//     x[4]                   fr.z  m
// inputs
//     u[0]                   xd  m
//     u[1]                   vd  m/s
//     u[2]                   ad  m/s^2
// parameters
//     p[0]                   m  kg
//     p[1]                   Kp  N/m
//     p[2]                   Kd  N*s/m
//     p[3]                   Ki  N/m/s
//     p[4]                   k  1/s
//     p[5]                   share  -
//     p[6]                   fr.sigma0  N/m
//     p[7]                   fr.sigma1  N*s/m
//     p[8]                   fr.FC  N
//     p[9]                   fr.FS  N
//     p[10]                  fr.vs  m/s
//     p[11]                  fr.sigma2  N*s/m

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
//     jet[1]                 d v' / d x
//     jet[2]                 d v' / d v
//     jet[3]                 d v' / d i
//     jet[4]                 d v' / d zh
//     jet[5]                 d v' / d fr.z
//     jet[6]                 d i' / d x
//     jet[7]                 d zh' / d x
//     jet[8]                 d zh' / d v
//     jet[9]                 d zh' / d zh
//     jet[10]                d fr.z' / d v
//     jet[11]                d fr.z' / d fr.z
//     jet[12]                d F / d v
//     jet[13]                d F / d fr.z
//     jet[14]                d u / d x
//     jet[15]                d u / d v
//     jet[16]                d u / d i
//     jet[17]                d u / d zh
//     jet[18]                d Fh / d x
//     jet[19]                d Fh / d v
//     jet[20]                d Fh / d zh
//     jet[21]                d v' / d xd
//     jet[22]                d v' / d vd
//     jet[23]                d v' / d ad
//     jet[24]                d v' / d m
//     jet[25]                d v' / d Kp
//     jet[26]                d v' / d Kd
//     jet[27]                d v' / d Ki
//     jet[28]                d v' / d k
//     jet[29]                d v' / d share
//     jet[30]                d v' / d fr.sigma0
//     jet[31]                d v' / d fr.sigma1
//     jet[32]                d v' / d fr.FC
//     jet[33]                d v' / d fr.FS
//     jet[34]                d v' / d fr.vs
//     jet[35]                d v' / d fr.sigma2
//     jet[36]                d i' / d xd
//     jet[37]                d zh' / d xd
//     jet[38]                d zh' / d k
//     jet[39]                d zh' / d fr.sigma0
//     jet[40]                d zh' / d fr.FC
//     jet[41]                d zh' / d fr.FS
//     jet[42]                d zh' / d fr.vs
//     jet[43]                d fr.z' / d fr.sigma0
//     jet[44]                d fr.z' / d fr.FC
//     jet[45]                d fr.z' / d fr.FS
//     jet[46]                d fr.z' / d fr.vs
//     jet[47]                d F / d fr.sigma0
//     jet[48]                d F / d fr.sigma1
//     jet[49]                d F / d fr.FC
//     jet[50]                d F / d fr.FS
//     jet[51]                d F / d fr.vs
//     jet[52]                d F / d fr.sigma2
//     jet[53]                d u / d xd
//     jet[54]                d u / d vd
//     jet[55]                d u / d ad
//     jet[56]                d u / d m
//     jet[57]                d u / d Kp
//     jet[58]                d u / d Kd
//     jet[59]                d u / d Ki
//     jet[60]                d u / d k
//     jet[61]                d u / d share
//     jet[62]                d u / d fr.sigma0
//     jet[63]                d u / d fr.sigma1
//     jet[64]                d u / d fr.FC
//     jet[65]                d u / d fr.FS
//     jet[66]                d u / d fr.vs
//     jet[67]                d u / d fr.sigma2
//     jet[68]                d Fh / d xd
//     jet[69]                d Fh / d k
//     jet[70]                d Fh / d fr.sigma0
//     jet[71]                d Fh / d fr.sigma1
//     jet[72]                d Fh / d fr.FC
//     jet[73]                d Fh / d fr.FS
//     jet[74]                d Fh / d fr.vs
//     jet[75]                d Fh / d fr.sigma2
BR_INLINE void observer_loop_rate_point0(BR_POINT, BR_VALUES)
{
    const double xd = u[AT(0)];
    const double vd = u[AT(1)];
    const double ad = u[AT(2)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double zh = x[AT(3)];
    const double m_1 = P(0);
    const double Kp = P(1);
    const double Kd = P(2);
    const double Ki = P(3);
    const double k_1 = P(4);
    const double share_1 = P(5);
    const double fr_z = x[AT(4)];
    const double fr_sigma0 = P(6);
    const double fr_sigma1 = P(7);
    const double fr_FC = P(8);
    const double fr_FS = P(9);
    const double fr_vs = P(10);
    const double fr_sigma2 = P(11);
    const double fr_c = fr_sigma2 * v;
    const double t23 = v / fr_vs;
    const double fr_g = fr_FC + (fr_FS - fr_FC) * br_exp(-(t23 * t23));
    const double t30 = br_abs(v);
    const double t31 = fr_sigma0 * fr_z;
    const double fr_z_dot = v - t30 * (t31 / fr_g);
    const double fr_F = t31 + fr_sigma1 * fr_z_dot + fr_c;
    const double e = x_1 - xd;
    const double zh_dot = v - fr_sigma0 * t30 / fr_g * zh - k_1 * e;
    const double Fh = fr_sigma0 * zh + fr_sigma1 * zh_dot + fr_c;
    const double u_1 = -(Kp * e + Kd * (v - vd) + Ki * i_1) + share_1 * Fh + m_1 * ad;
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

BR_LAW_VALUES(observer_loop_rate)

BR_INLINE void observer_loop_rate_jet_point0(BR_POINT, BR_JET)
{
    const double xd = u[AT(0)];
    const double vd = u[AT(1)];
    const double ad = u[AT(2)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double zh = x[AT(3)];
    const double m_1 = P(0);
    const double Kp = P(1);
    const double Kd = P(2);
    const double Ki = P(3);
    const double k_1 = P(4);
    const double share_1 = P(5);
    const double fr_z = x[AT(4)];
    const double fr_sigma0 = P(6);
    const double fr_sigma1 = P(7);
    const double fr_FC = P(8);
    const double fr_FS = P(9);
    const double fr_vs = P(10);
    const double fr_sigma2 = P(11);
    const double fr_c = fr_sigma2 * v;
    const double t23 = v / fr_vs;
    const double t27 = br_exp(-(t23 * t23));
    const double t28 = (fr_FS - fr_FC) * t27;
    const double fr_g = fr_FC + t28;
    const double t30 = br_abs(v);
    const double t31 = fr_sigma0 * fr_z;
    const double t32 = t31 / fr_g;
    const double fr_z_dot = v - t30 * t32;
    const double fr_F = t31 + fr_sigma1 * fr_z_dot + fr_c;
    const double e = x_1 - xd;
    const double t40 = v - vd;
    const double t48 = fr_sigma0 * t30 / fr_g;
    const double zh_dot = v - t48 * zh - k_1 * e;
    const double Fh = fr_sigma0 * zh + fr_sigma1 * zh_dot + fr_c;
    const double u_1 = -(Kp * e + Kd * t40 + Ki * i_1) + share_1 * Fh + m_1 * ad;
    const double v_dot = (u_1 - fr_F) / m_1;
    const double t75 = 1.0 / fr_vs;
    const double t79 = v >= 0.0 ? 1.0 : -1.0;
    const double t80 = 1.0 / fr_g;
    const double t85 = 1.0 / m_1;
    const double t88 = -t28;
    const double t89 = t88 == 0.0 ? 0.0 : t88 * (2.0 * t23);
    const double t90 = -t85;
    const double t91 = -k_1;
    const double t92 = -e;
    const double t93 = -t48;
    const double t94 = -zh;
    const double t95 = t94 * -(t48 * t80);
    const double t96 = t94 * t80;
    const double t98 = t96 * t30;
    const double t99 = -Ki;
    const double t100 = -i_1;
    const double t102 = -t40;
    const double t104 = -t30;
    const double t106 = t104 * -(t32 * t80);
    const double t107 = t104 * t80;
    const double t112 = t89 == 0.0 ? 0.0 : t89 * -(t23 * t75);
    const double t113 = t89 == 0.0 ? 0.0 : t89 * t75;
    const double t115 = 1.0 - t27;
    const double t116 = t107 * fr_sigma0;
    const double t117 = t107 * fr_z;
    const double t118 = t106 * t27;
    const double t119 = t95 * t27;
    const double t121 = 1.0 + -t32 * t79 + (t113 == 0.0 ? 0.0 : t113 * t106);
    const double t123 = 1.0 + t96 * fr_sigma0 * t79 + (t113 == 0.0 ? 0.0 : t113 * t95);
    const double t124 = t112 == 0.0 ? 0.0 : t112 * t106;
    const double t125 = t112 == 0.0 ? 0.0 : t112 * t95;
    const double t126 = t106 * t115;
    const double t127 = t95 * t115;
    const double t128 = fr_sigma1 * t126;
    const double t129 = fr_sigma1 * t124;
    const double t130 = fr_sigma1 * t118;
    const double t132 = fr_z + fr_sigma1 * t117;
    const double t134 = fr_sigma0 + fr_sigma1 * t116;
    const double t136 = fr_sigma2 + fr_sigma1 * t121;
    const double t137 = fr_sigma1 * t91;
    const double t138 = fr_sigma1 * k_1;
    const double t139 = fr_sigma1 * t127;
    const double t140 = fr_sigma1 * t125;
    const double t141 = fr_sigma1 * t119;
    const double t143 = zh + fr_sigma1 * t98;
    const double t145 = fr_sigma0 + fr_sigma1 * t93;
    const double t147 = fr_sigma2 + fr_sigma1 * t123;
    const double t148 = fr_sigma1 * t92;
    const double t149 = share_1 * t148;
    const double t150 = share_1 * t141;
    const double t151 = share_1 * t140;
    const double t152 = share_1 * t139;
    const double t154 = Kp + share_1 * t138;
    const double t156 = share_1 * t137 - Kp;
    const double t157 = share_1 * v;
    const double t159 = share_1 * t147 - Kd;
    const double t160 = share_1 * t143;
    const double t161 = share_1 * t145;
    const double t162 = share_1 * zh_dot;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = e;
    out[AT(3)] = zh_dot;
    out[AT(4)] = fr_z_dot;
    out[AT(5)] = fr_F;
    out[AT(6)] = u_1;
    out[AT(7)] = Fh;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t85 * t156;
    jet[AT(2)] = t85 * t159 + t90 * t136;
    jet[AT(3)] = t85 * t99;
    jet[AT(4)] = t85 * t161;
    jet[AT(5)] = t90 * t134;
    jet[AT(6)] = 1.0;
    jet[AT(7)] = t91;
    jet[AT(8)] = t123;
    jet[AT(9)] = t93;
    jet[AT(10)] = t121;
    jet[AT(11)] = t116;
    jet[AT(12)] = t136;
    jet[AT(13)] = t134;
    jet[AT(14)] = t156;
    jet[AT(15)] = t159;
    jet[AT(16)] = t99;
    jet[AT(17)] = t161;
    jet[AT(18)] = t137;
    jet[AT(19)] = t147;
    jet[AT(20)] = t145;
    jet[AT(21)] = t85 * t154;
    jet[AT(22)] = t85 * Kd;
    jet[AT(23)] = t85 * m_1;
    jet[AT(24)] = t85 * ad - v_dot * t85;
    jet[AT(25)] = t85 * t92;
    jet[AT(26)] = t85 * t102;
    jet[AT(27)] = t85 * t100;
    jet[AT(28)] = t85 * t149;
    jet[AT(29)] = t85 * Fh;
    jet[AT(30)] = t85 * t160 + t90 * t132;
    jet[AT(31)] = t85 * t162 + t90 * fr_z_dot;
    jet[AT(32)] = t85 * t152 + t90 * t128;
    jet[AT(33)] = t85 * t150 + t90 * t130;
    jet[AT(34)] = (t151 == 0.0 ? 0.0 : t151 * t85) + (t129 == 0.0 ? 0.0 : t129 * t90);
    jet[AT(35)] = t85 * t157 + t90 * v;
    jet[AT(36)] = -1.0;
    jet[AT(37)] = k_1;
    jet[AT(38)] = t92;
    jet[AT(39)] = t98;
    jet[AT(40)] = t127;
    jet[AT(41)] = t119;
    jet[AT(42)] = t125;
    jet[AT(43)] = t117;
    jet[AT(44)] = t126;
    jet[AT(45)] = t118;
    jet[AT(46)] = t124;
    jet[AT(47)] = t132;
    jet[AT(48)] = fr_z_dot;
    jet[AT(49)] = t128;
    jet[AT(50)] = t130;
    jet[AT(51)] = t129;
    jet[AT(52)] = v;
    jet[AT(53)] = t154;
    jet[AT(54)] = Kd;
    jet[AT(55)] = m_1;
    jet[AT(56)] = ad;
    jet[AT(57)] = t92;
    jet[AT(58)] = t102;
    jet[AT(59)] = t100;
    jet[AT(60)] = t149;
    jet[AT(61)] = Fh;
    jet[AT(62)] = t160;
    jet[AT(63)] = t162;
    jet[AT(64)] = t152;
    jet[AT(65)] = t150;
    jet[AT(66)] = t151;
    jet[AT(67)] = t157;
    jet[AT(68)] = t138;
    jet[AT(69)] = t148;
    jet[AT(70)] = t143;
    jet[AT(71)] = zh_dot;
    jet[AT(72)] = t139;
    jet[AT(73)] = t141;
    jet[AT(74)] = t140;
    jet[AT(75)] = v;
}

BR_LAW_JET(observer_loop_rate_jet)

BR_INLINE void observer_loop_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const double xd = u[AT(0)];
    const double vd = u[AT(1)];
    const double ad = u[AT(2)];
    const double x_1 = x[AT(0)];
    const double v = x[AT(1)];
    const double i_1 = x[AT(2)];
    const double zh = x[AT(3)];
    const double m_1 = P(0);
    const double Kp = P(1);
    const double Kd = P(2);
    const double Ki = P(3);
    const double k_1 = P(4);
    const double share_1 = P(5);
    const double fr_z = x[AT(4)];
    const double fr_sigma0 = P(6);
    const double fr_sigma1 = P(7);
    const double fr_FC = P(8);
    const double fr_FS = P(9);
    const double fr_vs = P(10);
    const double fr_sigma2 = P(11);
    const double fr_c = fr_sigma2 * v;
    const double t23 = v / fr_vs;
    const double t28 = (fr_FS - fr_FC) * br_exp(-(t23 * t23));
    const double fr_g = fr_FC + t28;
    const double t30 = br_abs(v);
    const double t31 = fr_sigma0 * fr_z;
    const double t32 = t31 / fr_g;
    const double fr_z_dot = v - t30 * t32;
    const double fr_F = t31 + fr_sigma1 * fr_z_dot + fr_c;
    const double e = x_1 - xd;
    const double t48 = fr_sigma0 * t30 / fr_g;
    const double zh_dot = v - t48 * zh - k_1 * e;
    const double Fh = fr_sigma0 * zh + fr_sigma1 * zh_dot + fr_c;
    const double u_1 = -(Kp * e + Kd * (v - vd) + Ki * i_1) + share_1 * Fh + m_1 * ad;
    const double v_dot = (u_1 - fr_F) / m_1;
    const double t79 = v >= 0.0 ? 1.0 : -1.0;
    const double t80 = 1.0 / fr_g;
    const double t85 = 1.0 / m_1;
    const double t88 = -t28;
    const double t89 = t88 == 0.0 ? 0.0 : t88 * (2.0 * t23);
    const double t90 = -t85;
    const double t91 = -k_1;
    const double t93 = -t48;
    const double t94 = -zh;
    const double t99 = -Ki;
    const double t104 = -t30;
    const double t113 = t89 == 0.0 ? 0.0 : t89 * (1.0 / fr_vs);
    const double t116 = t104 * t80 * fr_sigma0;
    const double t121 = 1.0 + -t32 * t79 + (t113 == 0.0 ? 0.0 : t113 * (t104 * -(t32 * t80)));
    const double t123 = 1.0 + t94 * t80 * fr_sigma0 * t79 + (t113 == 0.0 ? 0.0 : t113 * (t94 * -(t48 * t80)));
    const double t134 = fr_sigma0 + fr_sigma1 * t116;
    const double t136 = fr_sigma2 + fr_sigma1 * t121;
    const double t137 = fr_sigma1 * t91;
    const double t145 = fr_sigma0 + fr_sigma1 * t93;
    const double t147 = fr_sigma2 + fr_sigma1 * t123;
    const double t156 = share_1 * t137 - Kp;
    const double t159 = share_1 * t147 - Kd;
    const double t161 = share_1 * t145;
    out[AT(0)] = v;
    out[AT(1)] = v_dot;
    out[AT(2)] = e;
    out[AT(3)] = zh_dot;
    out[AT(4)] = fr_z_dot;
    out[AT(5)] = fr_F;
    out[AT(6)] = u_1;
    out[AT(7)] = Fh;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t85 * t156;
    jet[AT(2)] = t85 * t159 + t90 * t136;
    jet[AT(3)] = t85 * t99;
    jet[AT(4)] = t85 * t161;
    jet[AT(5)] = t90 * t134;
    jet[AT(6)] = 1.0;
    jet[AT(7)] = t91;
    jet[AT(8)] = t123;
    jet[AT(9)] = t93;
    jet[AT(10)] = t121;
    jet[AT(11)] = t116;
    jet[AT(12)] = t136;
    jet[AT(13)] = t134;
    jet[AT(14)] = t156;
    jet[AT(15)] = t159;
    jet[AT(16)] = t99;
    jet[AT(17)] = t161;
    jet[AT(18)] = t137;
    jet[AT(19)] = t147;
    jet[AT(20)] = t145;
}

BR_LAW_JET(observer_loop_rate_jet_x)

