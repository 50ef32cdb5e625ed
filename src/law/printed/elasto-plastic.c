// elasto-plastic.c - Single-state elasto-plastic model, in time and sample by sample. [target]
//
// Printed by bristle from the text of the law with curve = rational, viscous = linear.
// Source: Hayward et al. 2009, eq. (4), (5), (7)-(10), (12)-(14); thesis (3.5); mended as its text
//     needs (signs, v = 0, factor 1/2)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_elasto_plastic_rate(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p, int each, br_real *out);
// and named brf_ where br_real is float
//     br_elasto_plastic_rate       rates and outputs; results: out
//     br_elasto_plastic_rate_jet   and their derivatives; results: out, jet
//     br_elasto_plastic_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_elasto_plastic_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
//     br_elasto_plastic_step       updates; results: out
//     br_elasto_plastic_step_jet   and their derivatives; results: out, jet
// states
//     x[0]                   z  m
// inputs
//     u[0]                   v  m/s
//     u[1]                   dt  s
//     u[2]                   dx  m
// parameters
//     p[0]                   sigma0  N/m
//     p[1]                   sigma1  N*s/m
//     p[2]                   FC  N
//     p[3]                   FS  N
//     p[4]                   vs  m/s
//     p[5]                   zba  m
//     p[6]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"
#include "num/base/real.h" // compiled twice

// rates and outputs
//     out[0]                 z'
//     out[1]                 F
// their derivatives
//     jet[0]                 d z' / d z
//     jet[1]                 d F / d z
//     jet[2]                 d z' / d v
//     jet[3]                 d z' / d sigma0
//     jet[4]                 d z' / d FC
//     jet[5]                 d z' / d FS
//     jet[6]                 d z' / d vs
//     jet[7]                 d z' / d zba
//     jet[8]                 d F / d v
//     jet[9]                 d F / d sigma0
//     jet[10]                d F / d sigma1
//     jet[11]                d F / d FC
//     jet[12]                d F / d FS
//     jet[13]                d F / d vs
//     jet[14]                d F / d zba
//     jet[15]                d F / d sigma2
BR_INLINE void elasto_plastic_rate_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real zba = P(5);
    const br_real sigma2 = P(6);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real zss = (FC + (FS - FC) / (BR_C(1.0) + t15 * t15)) / sigma0;
    const br_real t_1 = (br_abs(z) - (zss + zba) / BR_C(2.0)) / (zss - zba);
    const br_real rise = BR_C(0.5) + br_sin(BR_C(3.141592653589793) * br_min(br_max(t_1, BR_C(-0.5)), BR_C(0.5))) / BR_C(2.0);
    const br_real alpha = br_sign(z) * br_sign(v) <= BR_C(0.0) ? BR_C(0.0) : rise;
    const br_real z_dot = v - alpha * br_abs(v) * (z / zss);
    const br_real F = sigma0 * z + sigma1 * z_dot + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_LAW_VALUES(elasto_plastic_rate)

BR_INLINE void elasto_plastic_rate_jet_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real zba = P(5);
    const br_real sigma2 = P(6);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real t18 = BR_C(1.0) + t15 * t15;
    const br_real t19 = (FS - FC) / t18;
    const br_real zss = (FC + t19) / sigma0;
    const br_real t26 = zss - zba;
    const br_real t_1 = (br_abs(z) - (zss + zba) / BR_C(2.0)) / t26;
    const br_real t33 = br_max(t_1, BR_C(-0.5));
    const br_real t35 = BR_C(3.141592653589793) * br_min(t33, BR_C(0.5));
    const br_real rise = BR_C(0.5) + br_sin(t35) / BR_C(2.0);
    const br_real t41 = br_sign(z) * br_sign(v);
    const br_real alpha = t41 <= BR_C(0.0) ? BR_C(0.0) : rise;
    const br_real t44 = br_abs(v);
    const br_real t45 = alpha * t44;
    const br_real t46 = z / zss;
    const br_real z_dot = v - t45 * t46;
    const br_real F = sigma0 * z + sigma1 * z_dot + c;
    const br_real t90 = BR_C(1.0) / vs;
    const br_real t94 = BR_C(1.0) / t18;
    const br_real t97 = BR_C(1.0) / sigma0;
    const br_real t103 = BR_C(1.0) / t26;
    const br_real t107 = BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0);
    const br_real t110 = t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0);
    const br_real t116 = t41 <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0);
    const br_real t118 = BR_C(1.0) / zss;
    const br_real t123 = -t45;
    const br_real t124 = -t46;
    const br_real t130 = t116 == 0 ? 0 : t116 * (t124 * t44);
    const br_real t134 = BR_C(3.141592653589793) * (t130 == 0 ? 0 : t130 * (BR_C(0.5) * br_cos(t35)));
    const br_real t141 = t134 == BR_C(0.0) ? BR_C(0.0) : t110 == 0 ? 0 : t110 * t134;
    const br_real t146 = t141 == BR_C(0.0) ? BR_C(0.0) : t107 == 0 ? 0 : t107 * t141;
    const br_real t147 = t146 == 0 ? 0 : t146 * -(t_1 * t103);
    const br_real t148 = t146 == 0 ? 0 : t146 * t103;
    const br_real t152 = t123 * t118 + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * t148;
    const br_real t156 = BR_C(0.5) * -t148;
    const br_real t157 = t156 - t147;
    const br_real t158 = t123 * -(t46 * t118) + t147 + t156;
    const br_real t159 = t158 * -(zss * t97);
    const br_real t160 = t158 * t97;
    const br_real t162 = t160 * t94;
    const br_real t163 = t160 * -(t19 * t94) * (BR_C(2.0) * t15);
    const br_real t164 = t163 * -(t15 * t90);
    const br_real t166 = BR_C(1.0) + t124 * (alpha * (v >= 0 ? BR_C(1.0) : BR_C(-1.0))) + t163 * t90;
    const br_real t168 = t160 - t162;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t152;
    jet[AT(1)] = sigma0 + sigma1 * t152;
    jet[AT(2)] = t166;
    jet[AT(3)] = t159;
    jet[AT(4)] = t168;
    jet[AT(5)] = t162;
    jet[AT(6)] = t164;
    jet[AT(7)] = t157;
    jet[AT(8)] = sigma2 + sigma1 * t166;
    jet[AT(9)] = z + sigma1 * t159;
    jet[AT(10)] = z_dot;
    jet[AT(11)] = sigma1 * t168;
    jet[AT(12)] = sigma1 * t162;
    jet[AT(13)] = sigma1 * t164;
    jet[AT(14)] = sigma1 * t157;
    jet[AT(15)] = v;
}

BR_LAW_JET(elasto_plastic_rate_jet)

BR_INLINE void elasto_plastic_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real zba = P(5);
    const br_real sigma2 = P(6);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real zss = (FC + (FS - FC) / (BR_C(1.0) + t15 * t15)) / sigma0;
    const br_real t26 = zss - zba;
    const br_real t_1 = (br_abs(z) - (zss + zba) / BR_C(2.0)) / t26;
    const br_real t33 = br_max(t_1, BR_C(-0.5));
    const br_real t35 = BR_C(3.141592653589793) * br_min(t33, BR_C(0.5));
    const br_real rise = BR_C(0.5) + br_sin(t35) / BR_C(2.0);
    const br_real t41 = br_sign(z) * br_sign(v);
    const br_real alpha = t41 <= BR_C(0.0) ? BR_C(0.0) : rise;
    const br_real t44 = br_abs(v);
    const br_real t45 = alpha * t44;
    const br_real t46 = z / zss;
    const br_real z_dot = v - t45 * t46;
    const br_real F = sigma0 * z + sigma1 * z_dot + c;
    const br_real t107 = BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0);
    const br_real t110 = t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0);
    const br_real t116 = t41 <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0);
    const br_real t130 = t116 == 0 ? 0 : t116 * (-t46 * t44);
    const br_real t134 = BR_C(3.141592653589793) * (t130 == 0 ? 0 : t130 * (BR_C(0.5) * br_cos(t35)));
    const br_real t141 = t134 == BR_C(0.0) ? BR_C(0.0) : t110 == 0 ? 0 : t110 * t134;
    const br_real t146 = t141 == BR_C(0.0) ? BR_C(0.0) : t107 == 0 ? 0 : t107 * t141;
    const br_real t152 = -t45 * (BR_C(1.0) / zss) + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * (t146 == 0 ? 0 : t146 * (BR_C(1.0) / t26));
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t152;
    jet[AT(1)] = sigma0 + sigma1 * t152;
}

BR_LAW_JET(elasto_plastic_rate_jet_x)

BR_INLINE void elasto_plastic_rate_jet_some_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real zba = P(5);
    const br_real sigma2 = P(6);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real t18 = BR_C(1.0) + t15 * t15;
    const br_real t19 = (FS - FC) / t18;
    const br_real zss = (FC + t19) / sigma0;
    const br_real t26 = zss - zba;
    const br_real t_1 = (br_abs(z) - (zss + zba) / BR_C(2.0)) / t26;
    const br_real t33 = br_max(t_1, BR_C(-0.5));
    const br_real t35 = BR_C(3.141592653589793) * br_min(t33, BR_C(0.5));
    const br_real rise = BR_C(0.5) + br_sin(t35) / BR_C(2.0);
    const br_real t41 = br_sign(z) * br_sign(v);
    const br_real alpha = t41 <= BR_C(0.0) ? BR_C(0.0) : rise;
    const br_real t44 = br_abs(v);
    const br_real t45 = alpha * t44;
    const br_real t46 = z / zss;
    const br_real z_dot = v - t45 * t46;
    const br_real F = sigma0 * z + sigma1 * z_dot + c;
    const br_real t103 = BR_C(1.0) / t26;
    const br_real t107 = BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0);
    const br_real t110 = t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0);
    const br_real t116 = t41 <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0);
    const br_real t118 = BR_C(1.0) / zss;
    const br_real t123 = -t45;
    const br_real t124 = -t46;
    const br_real t130 = t116 == 0 ? 0 : t116 * (t124 * t44);
    const br_real t134 = BR_C(3.141592653589793) * (t130 == 0 ? 0 : t130 * (BR_C(0.5) * br_cos(t35)));
    const br_real t141 = t134 == BR_C(0.0) ? BR_C(0.0) : t110 == 0 ? 0 : t110 * t134;
    const br_real t146 = t141 == BR_C(0.0) ? BR_C(0.0) : t107 == 0 ? 0 : t107 * t141;
    const br_real t148 = t146 == 0 ? 0 : t146 * t103;
    const br_real t152 = t123 * t118 + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * t148;
    const br_real t160 = (t123 * -(t46 * t118) + (t146 == 0 ? 0 : t146 * -(t_1 * t103)) + BR_C(0.5) * -t148) * (BR_C(1.0) / sigma0);
    const br_real t166 = BR_C(1.0) + t124 * (alpha * (v >= 0 ? BR_C(1.0) : BR_C(-1.0))) + t160 * -(t19 * (BR_C(1.0) / t18)) * (BR_C(2.0) * t15) * (BR_C(1.0) / vs);
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t152;
    jet[AT(1)] = sigma0 + sigma1 * t152;
    jet[AT(2)] = t166;
    jet[AT(8)] = sigma2 + sigma1 * t166;
    jet[AT(10)] = z_dot;
    jet[AT(15)] = v;
}

BR_LAW_JET(elasto_plastic_rate_jet_some)

BR_INLINE void elasto_plastic_lie_held_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real sigma0 = P(0);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real zba = P(5);
    const br_real t15 = v / vs;
    const br_real t18 = BR_C(1.0) + t15 * t15;
    const br_real t19 = (FS - FC) / t18;
    const br_real zss = (FC + t19) / sigma0;
    const br_real t26 = zss - zba;
    out[AT(0)] = v;
    out[AT(1)] = zss;
    out[AT(2)] = (zss + zba) / BR_C(2.0);
    out[AT(3)] = t26;
    out[AT(4)] = br_sign(v);
    out[AT(5)] = br_abs(v);
    out[AT(6)] = BR_C(1.0) / vs;
    out[AT(7)] = BR_C(2.0) * t15;
    out[AT(8)] = -(t19 * (BR_C(1.0) / t18));
    out[AT(9)] = BR_C(1.0) / sigma0;
    out[AT(10)] = BR_C(1.0) / t26;
    out[AT(11)] = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    out[AT(12)] = BR_C(1.0) / zss;
}

BR_INLINE void elasto_plastic_lie_substep(BR_SUBSTEP)
{
    const br_real v = HELD(0);
    const br_real z = now[j];
    const br_real zss = HELD(1);
    const br_real t24 = HELD(2);
    const br_real t26 = HELD(3);
    const br_real t_1 = (br_abs(z) - t24) / t26;
    const br_real t33 = br_max(t_1, BR_C(-0.5));
    const br_real t35 = BR_C(3.141592653589793) * br_min(t33, BR_C(0.5));
    const br_real rise = BR_C(0.5) + br_sin(t35) / BR_C(2.0);
    const br_real t40 = HELD(4);
    const br_real t41 = br_sign(z) * t40;
    const br_real alpha = t41 <= BR_C(0.0) ? BR_C(0.0) : rise;
    const br_real t44 = HELD(5);
    const br_real t45 = alpha * t44;
    const br_real t46 = z / zss;
    const br_real z_dot = v - t45 * t46;
    const br_real t90 = HELD(6);
    const br_real t93 = HELD(7);
    const br_real t96 = HELD(8);
    const br_real t97 = HELD(9);
    const br_real t103 = HELD(10);
    const br_real t117 = HELD(11);
    const br_real t118 = HELD(12);
    const br_real t123 = -t45;
    const br_real t124 = -t46;
    const br_real t134 = BR_C(3.141592653589793) * ((t41 <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0)) * (t124 * t44) * (BR_C(0.5) * br_cos(t35)));
    const br_real t141 = (t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0)) * t134;
    const br_real t146 = (BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0)) * t141;
    const br_real t148 = t146 * t103;
    const br_real t166 = BR_C(1.0) + t124 * (alpha * t117) + (t123 * -(t46 * t118) + t146 * -(t_1 * t103) + BR_C(0.5) * -t148) * t97 * t96 * t93 * t90;
    const br_real share = BR_C(1.0) / (BR_C(1.0) - h * (t123 * t118 + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * t148));
    now[j] = z + h * z_dot * share;
    if (by > 0) {
        slopes[0][j] = slopes[0][j] * share;
    }
    if (by > 1) {
        slopes[1][j] = (slopes[1][j] + h * t166) * share;
    }
}

BR_LAW_LIE(elasto_plastic_lie, count, 13, 1, 2)

// updates
//     out[0]                 z+
//     out[1]                 F+
// their derivatives
//     jet[0]                 d z+ / d z
//     jet[1]                 d F+ / d z
//     jet[2]                 d z+ / d v
//     jet[3]                 d z+ / d dx
//     jet[4]                 d z+ / d sigma0
//     jet[5]                 d z+ / d FC
//     jet[6]                 d z+ / d FS
//     jet[7]                 d z+ / d vs
//     jet[8]                 d z+ / d zba
//     jet[9]                 d F+ / d v
//     jet[10]                d F+ / d dt
//     jet[11]                d F+ / d dx
//     jet[12]                d F+ / d sigma0
//     jet[13]                d F+ / d sigma1
//     jet[14]                d F+ / d FC
//     jet[15]                d F+ / d FS
//     jet[16]                d F+ / d vs
//     jet[17]                d F+ / d zba
//     jet[18]                d F+ / d sigma2
BR_INLINE void elasto_plastic_step_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real dt = u[AT(1)];
    const br_real dx = u[AT(2)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real zba = P(5);
    const br_real sigma2 = P(6);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real zss = (FC + (FS - FC) / (BR_C(1.0) + t15 * t15)) / sigma0;
    const br_real t_1 = (br_abs(z) - (zss + zba) / BR_C(2.0)) / (zss - zba);
    const br_real rise = BR_C(0.5) + br_sin(BR_C(3.141592653589793) * br_min(br_max(t_1, BR_C(-0.5)), BR_C(0.5))) / BR_C(2.0);
    const br_real t53 = br_sign(dx);
    const br_real along = z * t53;
    const br_real alive = along <= BR_C(0.0) ? BR_C(0.0) : rise;
    const br_real y = along < zss ? (BR_C(1.0) - alive * (along / zss)) * br_abs(dx) : BR_C(0.0) * dx;
    const br_real grown = br_min(along + y, zss);
    const br_real z_next = dx == BR_C(0.0) ? z : grown * t53;
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * ((z_next - z) / dt) + c;
}

BR_LAW_VALUES(elasto_plastic_step)

BR_INLINE void elasto_plastic_step_jet_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real dt = u[AT(1)];
    const br_real dx = u[AT(2)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real zba = P(5);
    const br_real sigma2 = P(6);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real t18 = BR_C(1.0) + t15 * t15;
    const br_real t19 = (FS - FC) / t18;
    const br_real zss = (FC + t19) / sigma0;
    const br_real t26 = zss - zba;
    const br_real t_1 = (br_abs(z) - (zss + zba) / BR_C(2.0)) / t26;
    const br_real t33 = br_max(t_1, BR_C(-0.5));
    const br_real t35 = BR_C(3.141592653589793) * br_min(t33, BR_C(0.5));
    const br_real rise = BR_C(0.5) + br_sin(t35) / BR_C(2.0);
    const br_real t53 = br_sign(dx);
    const br_real along = z * t53;
    const br_real alive = along <= BR_C(0.0) ? BR_C(0.0) : rise;
    const br_real t58 = along / zss;
    const br_real t60 = BR_C(1.0) - alive * t58;
    const br_real t61 = br_abs(dx);
    const br_real y = along < zss ? t60 * t61 : BR_C(0.0) * dx;
    const br_real t65 = along + y;
    const br_real grown = br_min(t65, zss);
    const br_real z_next = dx == BR_C(0.0) ? z : grown * t53;
    const br_real t72 = (z_next - z) / dt;
    const br_real t90 = BR_C(1.0) / vs;
    const br_real t94 = BR_C(1.0) / t18;
    const br_real t97 = BR_C(1.0) / sigma0;
    const br_real t103 = BR_C(1.0) / t26;
    const br_real t107 = BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0);
    const br_real t110 = t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0);
    const br_real t118 = BR_C(1.0) / zss;
    const br_real t186 = along <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0);
    const br_real t190 = along < zss ? BR_C(1.0) : BR_C(0.0);
    const br_real t193 = t65 <= zss ? BR_C(1.0) : BR_C(0.0);
    const br_real t194 = t65 <= zss ? BR_C(0.0) : BR_C(1.0);
    const br_real t197 = BR_C(1.0) / dt;
    const br_real t200 = t53 * (dx == BR_C(0.0) ? BR_C(0.0) : BR_C(1.0));
    const br_real t204 = sigma1 * t197;
    const br_real t206 = t204 + sigma0;
    const br_real t211 = t200 == BR_C(0.0) ? BR_C(0.0) : t193 == 0 ? 0 : t193 * t200;
    const br_real t216 = t211 == BR_C(0.0) ? BR_C(0.0) : t190 == 0 ? 0 : t190 * t211;
    const br_real t217 = t216 == 0 ? 0 : t216 * (t60 * (dx >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    const br_real t219 = -(t61 * t216);
    const br_real t220 = t219 == 0 ? 0 : t219 * alive;
    const br_real t221 = t219 == 0 ? 0 : t219 * t58;
    const br_real t223 = (t200 == BR_C(0.0) ? BR_C(0.0) : t194 == 0 ? 0 : t194 * t200) + (t220 == 0 ? 0 : t220 * -(t58 * t118));
    const br_real t230 = t221 == BR_C(0.0) ? BR_C(0.0) : t186 == 0 ? 0 : t186 * t221;
    const br_real t236 = BR_C(3.141592653589793) * (t230 == 0 ? 0 : t230 * (BR_C(0.5) * br_cos(t35)));
    const br_real t243 = t236 == BR_C(0.0) ? BR_C(0.0) : t110 == 0 ? 0 : t110 * t236;
    const br_real t248 = t243 == BR_C(0.0) ? BR_C(0.0) : t107 == 0 ? 0 : t107 * t243;
    const br_real t249 = t248 == 0 ? 0 : t248 * -(t_1 * t103);
    const br_real t250 = t248 == 0 ? 0 : t248 * t103;
    const br_real t254 = (dx == BR_C(0.0) ? BR_C(1.0) : BR_C(0.0)) + t53 * (t211 + (t220 == 0 ? 0 : t220 * t118)) + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * t250;
    const br_real t258 = BR_C(0.5) * -t250;
    const br_real t259 = t258 - t249;
    const br_real t260 = t223 + t249 + t258;
    const br_real t261 = t260 == 0 ? 0 : t260 * -(zss * t97);
    const br_real t262 = t260 == 0 ? 0 : t260 * t97;
    const br_real t263 = t262 == 0 ? 0 : t262 * -(t19 * t94);
    const br_real t264 = t262 == 0 ? 0 : t262 * t94;
    const br_real t265 = t263 == 0 ? 0 : t263 * (BR_C(2.0) * t15);
    const br_real t267 = t265 == 0 ? 0 : t265 * -(t15 * t90);
    const br_real t268 = t265 == 0 ? 0 : t265 * t90;
    const br_real t270 = t262 - t264;
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * t72 + c;
    jet[AT(0)] = t254;
    jet[AT(1)] = (t254 == 0 ? 0 : t254 * t206) - t204;
    jet[AT(2)] = t268;
    jet[AT(3)] = t217;
    jet[AT(4)] = t261;
    jet[AT(5)] = t270;
    jet[AT(6)] = t264;
    jet[AT(7)] = t267;
    jet[AT(8)] = t259;
    jet[AT(9)] = sigma2 + (t268 == 0 ? 0 : t268 * t206);
    jet[AT(10)] = sigma1 * -(t72 * t197);
    jet[AT(11)] = t217 == 0 ? 0 : t217 * t206;
    jet[AT(12)] = z_next + (t261 == 0 ? 0 : t261 * t206);
    jet[AT(13)] = t72;
    jet[AT(14)] = t270 == 0 ? 0 : t270 * t206;
    jet[AT(15)] = t264 == 0 ? 0 : t264 * t206;
    jet[AT(16)] = t267 == 0 ? 0 : t267 * t206;
    jet[AT(17)] = t259 == 0 ? 0 : t259 * t206;
    jet[AT(18)] = v;
}

BR_LAW_JET(elasto_plastic_step_jet)

