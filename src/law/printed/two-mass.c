// two-mass.c - Drive and load on an elastic shaft, with friction on both sides. [target]
//
// Printed by bristle from the text of the law with friction1 = lugre, friction2 = lugre, fr1.direction = symmetric, fr1.damping = constant, fr1.form = deflection, fr1.viscous = linear, fr2.direction = symmetric, fr2.damping = constant, fr2.form = deflection, fr2.viscous = linear.
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_two_mass_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_two_mass_rate       rates and outputs; results: out
//     br_two_mass_rate_jet   and their derivatives; results: out, jet
//     br_two_mass_rate_jet_x and those by states alone, the first of jet; results: out, jet
// states
//     x[0]                   x1  m
//     x[1]                   v1  m/s
//     x[2]                   x2  m
//     x[3]                   v2  m/s
//     x[4]                   fr1.z  m
//     x[5]                   fr2.z  m
// inputs
//     u[0]                   u  N
//     u[1]                   d  N
// parameters
//     p[0]                   m1  kg
//     p[1]                   m2  kg
//     p[2]                   k  N/m
//     p[3]                   c  N*s/m
//     p[4]                   fr1.sigma0  N/m
//     p[5]                   fr1.sigma1  N*s/m
//     p[6]                   fr1.FC  N
//     p[7]                   fr1.FS  N
//     p[8]                   fr1.vs  m/s
//     p[9]                   fr1.sigma2  N*s/m
//     p[10]                  fr2.sigma0  N/m
//     p[11]                  fr2.sigma1  N*s/m
//     p[12]                  fr2.FC  N
//     p[13]                  fr2.FS  N
//     p[14]                  fr2.vs  m/s
//     p[15]                  fr2.sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 x1'
//     out[1]                 v1'
//     out[2]                 x2'
//     out[3]                 v2'
//     out[4]                 fr1.z'
//     out[5]                 fr2.z'
//     out[6]                 F1
//     out[7]                 F2
//     out[8]                 S
// their derivatives
//     jet[0]                 d x1' / d v1
//     jet[1]                 d v1' / d x1
//     jet[2]                 d v1' / d v1
//     jet[3]                 d v1' / d x2
//     jet[4]                 d v1' / d v2
//     jet[5]                 d v1' / d fr1.z
//     jet[6]                 d x2' / d v2
//     jet[7]                 d v2' / d x1
//     jet[8]                 d v2' / d v1
//     jet[9]                 d v2' / d x2
//     jet[10]                d v2' / d v2
//     jet[11]                d v2' / d fr2.z
//     jet[12]                d fr1.z' / d v1
//     jet[13]                d fr1.z' / d fr1.z
//     jet[14]                d fr2.z' / d v2
//     jet[15]                d fr2.z' / d fr2.z
//     jet[16]                d F1 / d v1
//     jet[17]                d F1 / d fr1.z
//     jet[18]                d F2 / d v2
//     jet[19]                d F2 / d fr2.z
//     jet[20]                d S / d x1
//     jet[21]                d S / d v1
//     jet[22]                d S / d x2
//     jet[23]                d S / d v2
//     jet[24]                d v1' / d u
//     jet[25]                d v1' / d m1
//     jet[26]                d v1' / d k
//     jet[27]                d v1' / d c
//     jet[28]                d v1' / d fr1.sigma0
//     jet[29]                d v1' / d fr1.sigma1
//     jet[30]                d v1' / d fr1.FC
//     jet[31]                d v1' / d fr1.FS
//     jet[32]                d v1' / d fr1.vs
//     jet[33]                d v1' / d fr1.sigma2
//     jet[34]                d v2' / d d
//     jet[35]                d v2' / d m2
//     jet[36]                d v2' / d k
//     jet[37]                d v2' / d c
//     jet[38]                d v2' / d fr2.sigma0
//     jet[39]                d v2' / d fr2.sigma1
//     jet[40]                d v2' / d fr2.FC
//     jet[41]                d v2' / d fr2.FS
//     jet[42]                d v2' / d fr2.vs
//     jet[43]                d v2' / d fr2.sigma2
//     jet[44]                d fr1.z' / d fr1.sigma0
//     jet[45]                d fr1.z' / d fr1.FC
//     jet[46]                d fr1.z' / d fr1.FS
//     jet[47]                d fr1.z' / d fr1.vs
//     jet[48]                d fr2.z' / d fr2.sigma0
//     jet[49]                d fr2.z' / d fr2.FC
//     jet[50]                d fr2.z' / d fr2.FS
//     jet[51]                d fr2.z' / d fr2.vs
//     jet[52]                d F1 / d fr1.sigma0
//     jet[53]                d F1 / d fr1.sigma1
//     jet[54]                d F1 / d fr1.FC
//     jet[55]                d F1 / d fr1.FS
//     jet[56]                d F1 / d fr1.vs
//     jet[57]                d F1 / d fr1.sigma2
//     jet[58]                d F2 / d fr2.sigma0
//     jet[59]                d F2 / d fr2.sigma1
//     jet[60]                d F2 / d fr2.FC
//     jet[61]                d F2 / d fr2.FS
//     jet[62]                d F2 / d fr2.vs
//     jet[63]                d F2 / d fr2.sigma2
//     jet[64]                d S / d k
//     jet[65]                d S / d c
BR_INLINE void two_mass_rate_point0(BR_POINT, BR_VALUES)
{
    const double u_1 = u[AT(0)];
    const double d = u[AT(1)];
    const double x1 = x[AT(0)];
    const double v1 = x[AT(1)];
    const double x2 = x[AT(2)];
    const double v2 = x[AT(3)];
    const double m1 = P(0);
    const double m2 = P(1);
    const double k_1 = P(2);
    const double c = P(3);
    const double fr1_z = x[AT(4)];
    const double fr1_sigma0 = P(4);
    const double fr1_sigma1 = P(5);
    const double fr1_FC = P(6);
    const double fr1_FS = P(7);
    const double fr1_vs = P(8);
    const double fr1_sigma2 = P(9);
    const double fr2_z = x[AT(5)];
    const double fr2_sigma0 = P(10);
    const double fr2_sigma1 = P(11);
    const double fr2_FC = P(12);
    const double fr2_FS = P(13);
    const double fr2_vs = P(14);
    const double fr2_sigma2 = P(15);
    const double fr1_c = fr1_sigma2 * v1;
    const double t27 = v1 / fr1_vs;
    const double fr1_g = fr1_FC + (fr1_FS - fr1_FC) * br_exp(-(t27 * t27));
    const double t35 = fr1_sigma0 * fr1_z;
    const double fr1_z_dot = v1 - br_abs(v1) * (t35 / fr1_g);
    const double fr1_F = t35 + fr1_sigma1 * fr1_z_dot + fr1_c;
    const double fr2_c = fr2_sigma2 * v2;
    const double t44 = v2 / fr2_vs;
    const double fr2_g = fr2_FC + (fr2_FS - fr2_FC) * br_exp(-(t44 * t44));
    const double t51 = fr2_sigma0 * fr2_z;
    const double fr2_z_dot = v2 - br_abs(v2) * (t51 / fr2_g);
    const double fr2_F = t51 + fr2_sigma1 * fr2_z_dot + fr2_c;
    const double S = k_1 * (x1 - x2) + c * (v1 - v2);
    const double v1_dot = (u_1 - S - fr1_F) / m1;
    const double v2_dot = (S + d - fr2_F) / m2;
    out[AT(0)] = v1;
    out[AT(1)] = v1_dot;
    out[AT(2)] = v2;
    out[AT(3)] = v2_dot;
    out[AT(4)] = fr1_z_dot;
    out[AT(5)] = fr2_z_dot;
    out[AT(6)] = fr1_F;
    out[AT(7)] = fr2_F;
    out[AT(8)] = S;
}

BR_LAW_VALUES(two_mass_rate)

BR_INLINE void two_mass_rate_jet_point0(BR_POINT, BR_JET)
{
    const double u_1 = u[AT(0)];
    const double d = u[AT(1)];
    const double x1 = x[AT(0)];
    const double v1 = x[AT(1)];
    const double x2 = x[AT(2)];
    const double v2 = x[AT(3)];
    const double m1 = P(0);
    const double m2 = P(1);
    const double k_1 = P(2);
    const double c = P(3);
    const double fr1_z = x[AT(4)];
    const double fr1_sigma0 = P(4);
    const double fr1_sigma1 = P(5);
    const double fr1_FC = P(6);
    const double fr1_FS = P(7);
    const double fr1_vs = P(8);
    const double fr1_sigma2 = P(9);
    const double fr2_z = x[AT(5)];
    const double fr2_sigma0 = P(10);
    const double fr2_sigma1 = P(11);
    const double fr2_FC = P(12);
    const double fr2_FS = P(13);
    const double fr2_vs = P(14);
    const double fr2_sigma2 = P(15);
    const double fr1_c = fr1_sigma2 * v1;
    const double t27 = v1 / fr1_vs;
    const double t31 = br_exp(-(t27 * t27));
    const double t32 = (fr1_FS - fr1_FC) * t31;
    const double fr1_g = fr1_FC + t32;
    const double t34 = br_abs(v1);
    const double t35 = fr1_sigma0 * fr1_z;
    const double t36 = t35 / fr1_g;
    const double fr1_z_dot = v1 - t34 * t36;
    const double fr1_F = t35 + fr1_sigma1 * fr1_z_dot + fr1_c;
    const double fr2_c = fr2_sigma2 * v2;
    const double t44 = v2 / fr2_vs;
    const double t47 = br_exp(-(t44 * t44));
    const double t48 = (fr2_FS - fr2_FC) * t47;
    const double fr2_g = fr2_FC + t48;
    const double t50 = br_abs(v2);
    const double t51 = fr2_sigma0 * fr2_z;
    const double t52 = t51 / fr2_g;
    const double fr2_z_dot = v2 - t50 * t52;
    const double fr2_F = t51 + fr2_sigma1 * fr2_z_dot + fr2_c;
    const double t58 = x1 - x2;
    const double t60 = v1 - v2;
    const double S = k_1 * t58 + c * t60;
    const double v1_dot = (u_1 - S - fr1_F) / m1;
    const double v2_dot = (S + d - fr2_F) / m2;
    const double t91 = 1.0 / fr1_vs;
    const double t96 = 1.0 / fr1_g;
    const double t99 = 1.0 / fr2_vs;
    const double t104 = 1.0 / fr2_g;
    const double t107 = 1.0 / m1;
    const double t110 = 1.0 / m2;
    const double t114 = -t48;
    const double t115 = t114 == 0.0 ? 0.0 : t114 * (2.0 * t44);
    const double t117 = -t32;
    const double t118 = t117 == 0.0 ? 0.0 : t117 * (2.0 * t27);
    const double t119 = -t110;
    const double t120 = -t107;
    const double t121 = -c;
    const double t122 = -k_1;
    const double t125 = -t50;
    const double t126 = t125 * -(t52 * t104);
    const double t127 = t125 * t104;
    const double t128 = t115 == 0.0 ? 0.0 : t115 * t126;
    const double t129 = t126 * t47;
    const double t130 = t128 == 0.0 ? 0.0 : t128 * -(t44 * t99);
    const double t132 = 1.0 - t52 * (v2 >= 0.0 ? 1.0 : -1.0) + (t128 == 0.0 ? 0.0 : t128 * t99);
    const double t134 = t126 - t129;
    const double t137 = -t34;
    const double t138 = t137 * -(t36 * t96);
    const double t139 = t137 * t96;
    const double t140 = t118 == 0.0 ? 0.0 : t118 * t138;
    const double t141 = t138 * t31;
    const double t142 = t140 == 0.0 ? 0.0 : t140 * -(t27 * t91);
    const double t144 = 1.0 - t36 * (v1 >= 0.0 ? 1.0 : -1.0) + (t140 == 0.0 ? 0.0 : t140 * t91);
    const double t146 = t138 - t141;
    const double t147 = t127 * fr2_sigma0;
    const double t148 = t127 * fr2_z;
    const double t149 = t139 * fr1_sigma0;
    const double t150 = t139 * fr1_z;
    const double t152 = fr1_z + fr1_sigma1 * t150;
    const double t154 = fr1_sigma0 + fr1_sigma1 * t149;
    const double t155 = fr1_sigma1 * t141;
    const double t156 = fr1_sigma1 * t142;
    const double t157 = fr1_sigma1 * t146;
    const double t159 = fr1_sigma2 + fr1_sigma1 * t144;
    const double t161 = fr2_z + fr2_sigma1 * t148;
    const double t163 = fr2_sigma0 + fr2_sigma1 * t147;
    const double t164 = fr2_sigma1 * t129;
    const double t165 = fr2_sigma1 * t130;
    const double t166 = fr2_sigma1 * t134;
    const double t168 = fr2_sigma2 + fr2_sigma1 * t132;
    out[AT(0)] = v1;
    out[AT(1)] = v1_dot;
    out[AT(2)] = v2;
    out[AT(3)] = v2_dot;
    out[AT(4)] = fr1_z_dot;
    out[AT(5)] = fr2_z_dot;
    out[AT(6)] = fr1_F;
    out[AT(7)] = fr2_F;
    out[AT(8)] = S;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t120 * k_1;
    jet[AT(2)] = t120 * c + t120 * t159;
    jet[AT(3)] = t120 * t122;
    jet[AT(4)] = t120 * t121;
    jet[AT(5)] = t120 * t154;
    jet[AT(6)] = 1.0;
    jet[AT(7)] = t110 * k_1;
    jet[AT(8)] = t110 * c;
    jet[AT(9)] = t110 * t122;
    jet[AT(10)] = t110 * t121 + t119 * t168;
    jet[AT(11)] = t119 * t163;
    jet[AT(12)] = t144;
    jet[AT(13)] = t149;
    jet[AT(14)] = t132;
    jet[AT(15)] = t147;
    jet[AT(16)] = t159;
    jet[AT(17)] = t154;
    jet[AT(18)] = t168;
    jet[AT(19)] = t163;
    jet[AT(20)] = k_1;
    jet[AT(21)] = c;
    jet[AT(22)] = t122;
    jet[AT(23)] = t121;
    jet[AT(24)] = t107;
    jet[AT(25)] = -(v1_dot * t107);
    jet[AT(26)] = t120 * t58;
    jet[AT(27)] = t120 * t60;
    jet[AT(28)] = t120 * t152;
    jet[AT(29)] = t120 * fr1_z_dot;
    jet[AT(30)] = t120 * t157;
    jet[AT(31)] = t120 * t155;
    jet[AT(32)] = t156 == 0.0 ? 0.0 : t156 * t120;
    jet[AT(33)] = t120 * v1;
    jet[AT(34)] = t110;
    jet[AT(35)] = -(v2_dot * t110);
    jet[AT(36)] = t110 * t58;
    jet[AT(37)] = t110 * t60;
    jet[AT(38)] = t119 * t161;
    jet[AT(39)] = t119 * fr2_z_dot;
    jet[AT(40)] = t119 * t166;
    jet[AT(41)] = t119 * t164;
    jet[AT(42)] = t165 == 0.0 ? 0.0 : t165 * t119;
    jet[AT(43)] = t119 * v2;
    jet[AT(44)] = t150;
    jet[AT(45)] = t146;
    jet[AT(46)] = t141;
    jet[AT(47)] = t142;
    jet[AT(48)] = t148;
    jet[AT(49)] = t134;
    jet[AT(50)] = t129;
    jet[AT(51)] = t130;
    jet[AT(52)] = t152;
    jet[AT(53)] = fr1_z_dot;
    jet[AT(54)] = t157;
    jet[AT(55)] = t155;
    jet[AT(56)] = t156;
    jet[AT(57)] = v1;
    jet[AT(58)] = t161;
    jet[AT(59)] = fr2_z_dot;
    jet[AT(60)] = t166;
    jet[AT(61)] = t164;
    jet[AT(62)] = t165;
    jet[AT(63)] = v2;
    jet[AT(64)] = t58;
    jet[AT(65)] = t60;
}

BR_LAW_JET(two_mass_rate_jet)

BR_INLINE void two_mass_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const double u_1 = u[AT(0)];
    const double d = u[AT(1)];
    const double x1 = x[AT(0)];
    const double v1 = x[AT(1)];
    const double x2 = x[AT(2)];
    const double v2 = x[AT(3)];
    const double m1 = P(0);
    const double m2 = P(1);
    const double k_1 = P(2);
    const double c = P(3);
    const double fr1_z = x[AT(4)];
    const double fr1_sigma0 = P(4);
    const double fr1_sigma1 = P(5);
    const double fr1_FC = P(6);
    const double fr1_FS = P(7);
    const double fr1_vs = P(8);
    const double fr1_sigma2 = P(9);
    const double fr2_z = x[AT(5)];
    const double fr2_sigma0 = P(10);
    const double fr2_sigma1 = P(11);
    const double fr2_FC = P(12);
    const double fr2_FS = P(13);
    const double fr2_vs = P(14);
    const double fr2_sigma2 = P(15);
    const double fr1_c = fr1_sigma2 * v1;
    const double t27 = v1 / fr1_vs;
    const double t32 = (fr1_FS - fr1_FC) * br_exp(-(t27 * t27));
    const double fr1_g = fr1_FC + t32;
    const double t34 = br_abs(v1);
    const double t35 = fr1_sigma0 * fr1_z;
    const double t36 = t35 / fr1_g;
    const double fr1_z_dot = v1 - t34 * t36;
    const double fr1_F = t35 + fr1_sigma1 * fr1_z_dot + fr1_c;
    const double fr2_c = fr2_sigma2 * v2;
    const double t44 = v2 / fr2_vs;
    const double t48 = (fr2_FS - fr2_FC) * br_exp(-(t44 * t44));
    const double fr2_g = fr2_FC + t48;
    const double t50 = br_abs(v2);
    const double t51 = fr2_sigma0 * fr2_z;
    const double t52 = t51 / fr2_g;
    const double fr2_z_dot = v2 - t50 * t52;
    const double fr2_F = t51 + fr2_sigma1 * fr2_z_dot + fr2_c;
    const double S = k_1 * (x1 - x2) + c * (v1 - v2);
    const double v1_dot = (u_1 - S - fr1_F) / m1;
    const double v2_dot = (S + d - fr2_F) / m2;
    const double t96 = 1.0 / fr1_g;
    const double t104 = 1.0 / fr2_g;
    const double t110 = 1.0 / m2;
    const double t114 = -t48;
    const double t115 = t114 == 0.0 ? 0.0 : t114 * (2.0 * t44);
    const double t117 = -t32;
    const double t118 = t117 == 0.0 ? 0.0 : t117 * (2.0 * t27);
    const double t119 = -t110;
    const double t120 = -(1.0 / m1);
    const double t121 = -c;
    const double t122 = -k_1;
    const double t125 = -t50;
    const double t128 = t115 == 0.0 ? 0.0 : t115 * (t125 * -(t52 * t104));
    const double t132 = 1.0 - t52 * (v2 >= 0.0 ? 1.0 : -1.0) + (t128 == 0.0 ? 0.0 : t128 * (1.0 / fr2_vs));
    const double t137 = -t34;
    const double t140 = t118 == 0.0 ? 0.0 : t118 * (t137 * -(t36 * t96));
    const double t144 = 1.0 - t36 * (v1 >= 0.0 ? 1.0 : -1.0) + (t140 == 0.0 ? 0.0 : t140 * (1.0 / fr1_vs));
    const double t147 = t125 * t104 * fr2_sigma0;
    const double t149 = t137 * t96 * fr1_sigma0;
    const double t154 = fr1_sigma0 + fr1_sigma1 * t149;
    const double t159 = fr1_sigma2 + fr1_sigma1 * t144;
    const double t163 = fr2_sigma0 + fr2_sigma1 * t147;
    const double t168 = fr2_sigma2 + fr2_sigma1 * t132;
    out[AT(0)] = v1;
    out[AT(1)] = v1_dot;
    out[AT(2)] = v2;
    out[AT(3)] = v2_dot;
    out[AT(4)] = fr1_z_dot;
    out[AT(5)] = fr2_z_dot;
    out[AT(6)] = fr1_F;
    out[AT(7)] = fr2_F;
    out[AT(8)] = S;
    jet[AT(0)] = 1.0;
    jet[AT(1)] = t120 * k_1;
    jet[AT(2)] = t120 * c + t120 * t159;
    jet[AT(3)] = t120 * t122;
    jet[AT(4)] = t120 * t121;
    jet[AT(5)] = t120 * t154;
    jet[AT(6)] = 1.0;
    jet[AT(7)] = t110 * k_1;
    jet[AT(8)] = t110 * c;
    jet[AT(9)] = t110 * t122;
    jet[AT(10)] = t110 * t121 + t119 * t168;
    jet[AT(11)] = t119 * t163;
    jet[AT(12)] = t144;
    jet[AT(13)] = t149;
    jet[AT(14)] = t132;
    jet[AT(15)] = t147;
    jet[AT(16)] = t159;
    jet[AT(17)] = t154;
    jet[AT(18)] = t168;
    jet[AT(19)] = t163;
    jet[AT(20)] = k_1;
    jet[AT(21)] = c;
    jet[AT(22)] = t122;
    jet[AT(23)] = t121;
}

BR_LAW_JET(two_mass_rate_jet_x)

