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
    const br_real t88 = BR_C(1.0) / vs;
    const br_real t92 = BR_C(1.0) / t18;
    const br_real t95 = BR_C(1.0) / sigma0;
    const br_real t101 = BR_C(1.0) / t26;
    const br_real t105 = BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0);
    const br_real t108 = t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0);
    const br_real t114 = t41 <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0);
    const br_real t116 = BR_C(1.0) / zss;
    const br_real t121 = -t45;
    const br_real t122 = -t46;
    const br_real t128 = t114 == 0 ? 0 : t114 * (t122 * t44);
    const br_real t132 = BR_C(3.141592653589793) * (t128 == 0 ? 0 : t128 * (BR_C(0.5) * br_cos(t35)));
    const br_real t139 = t132 == BR_C(0.0) ? BR_C(0.0) : t108 == 0 ? 0 : t108 * t132;
    const br_real t144 = t139 == BR_C(0.0) ? BR_C(0.0) : t105 == 0 ? 0 : t105 * t139;
    const br_real t145 = t144 == 0 ? 0 : t144 * -(t_1 * t101);
    const br_real t146 = t144 == 0 ? 0 : t144 * t101;
    const br_real t150 = t121 * t116 + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * t146;
    const br_real t154 = BR_C(0.5) * -t146;
    const br_real t155 = t154 - t145;
    const br_real t156 = t121 * -(t46 * t116) + t145 + t154;
    const br_real t157 = t156 * -(zss * t95);
    const br_real t158 = t156 * t95;
    const br_real t160 = t158 * t92;
    const br_real t161 = t158 * -(t19 * t92) * (BR_C(2.0) * t15);
    const br_real t162 = t161 * -(t15 * t88);
    const br_real t164 = BR_C(1.0) + t122 * (alpha * (v >= 0 ? BR_C(1.0) : BR_C(-1.0))) + t161 * t88;
    const br_real t166 = t158 - t160;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t150;
    jet[AT(1)] = sigma0 + sigma1 * t150;
    jet[AT(2)] = t164;
    jet[AT(3)] = t157;
    jet[AT(4)] = t166;
    jet[AT(5)] = t160;
    jet[AT(6)] = t162;
    jet[AT(7)] = t155;
    jet[AT(8)] = sigma2 + sigma1 * t164;
    jet[AT(9)] = z + sigma1 * t157;
    jet[AT(10)] = z_dot;
    jet[AT(11)] = sigma1 * t166;
    jet[AT(12)] = sigma1 * t160;
    jet[AT(13)] = sigma1 * t162;
    jet[AT(14)] = sigma1 * t155;
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
    const br_real t105 = BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0);
    const br_real t108 = t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0);
    const br_real t114 = t41 <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0);
    const br_real t128 = t114 == 0 ? 0 : t114 * (-t46 * t44);
    const br_real t132 = BR_C(3.141592653589793) * (t128 == 0 ? 0 : t128 * (BR_C(0.5) * br_cos(t35)));
    const br_real t139 = t132 == BR_C(0.0) ? BR_C(0.0) : t108 == 0 ? 0 : t108 * t132;
    const br_real t144 = t139 == BR_C(0.0) ? BR_C(0.0) : t105 == 0 ? 0 : t105 * t139;
    const br_real t150 = -t45 * (BR_C(1.0) / zss) + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * (t144 == 0 ? 0 : t144 * (BR_C(1.0) / t26));
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t150;
    jet[AT(1)] = sigma0 + sigma1 * t150;
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
    const br_real t101 = BR_C(1.0) / t26;
    const br_real t105 = BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0);
    const br_real t108 = t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0);
    const br_real t114 = t41 <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0);
    const br_real t116 = BR_C(1.0) / zss;
    const br_real t121 = -t45;
    const br_real t122 = -t46;
    const br_real t128 = t114 == 0 ? 0 : t114 * (t122 * t44);
    const br_real t132 = BR_C(3.141592653589793) * (t128 == 0 ? 0 : t128 * (BR_C(0.5) * br_cos(t35)));
    const br_real t139 = t132 == BR_C(0.0) ? BR_C(0.0) : t108 == 0 ? 0 : t108 * t132;
    const br_real t144 = t139 == BR_C(0.0) ? BR_C(0.0) : t105 == 0 ? 0 : t105 * t139;
    const br_real t146 = t144 == 0 ? 0 : t144 * t101;
    const br_real t150 = t121 * t116 + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * t146;
    const br_real t158 = (t121 * -(t46 * t116) + (t144 == 0 ? 0 : t144 * -(t_1 * t101)) + BR_C(0.5) * -t146) * (BR_C(1.0) / sigma0);
    const br_real t164 = BR_C(1.0) + t122 * (alpha * (v >= 0 ? BR_C(1.0) : BR_C(-1.0))) + t158 * -(t19 * (BR_C(1.0) / t18)) * (BR_C(2.0) * t15) * (BR_C(1.0) / vs);
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t150;
    jet[AT(1)] = sigma0 + sigma1 * t150;
    jet[AT(2)] = t164;
    jet[AT(8)] = sigma2 + sigma1 * t164;
    jet[AT(10)] = z_dot;
    jet[AT(15)] = v;
}

BR_LAW_JET(elasto_plastic_rate_jet_some)

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
    const br_real t88 = BR_C(1.0) / vs;
    const br_real t92 = BR_C(1.0) / t18;
    const br_real t95 = BR_C(1.0) / sigma0;
    const br_real t101 = BR_C(1.0) / t26;
    const br_real t105 = BR_C(-0.5) <= t_1 ? BR_C(1.0) : BR_C(0.0);
    const br_real t108 = t33 <= BR_C(0.5) ? BR_C(1.0) : BR_C(0.0);
    const br_real t116 = BR_C(1.0) / zss;
    const br_real t184 = along <= BR_C(0.0) ? BR_C(0.0) : BR_C(1.0);
    const br_real t188 = along < zss ? BR_C(1.0) : BR_C(0.0);
    const br_real t191 = t65 <= zss ? BR_C(1.0) : BR_C(0.0);
    const br_real t192 = t65 <= zss ? BR_C(0.0) : BR_C(1.0);
    const br_real t195 = BR_C(1.0) / dt;
    const br_real t198 = t53 * (dx == BR_C(0.0) ? BR_C(0.0) : BR_C(1.0));
    const br_real t202 = sigma1 * t195;
    const br_real t204 = t202 + sigma0;
    const br_real t209 = t198 == BR_C(0.0) ? BR_C(0.0) : t191 == 0 ? 0 : t191 * t198;
    const br_real t214 = t209 == BR_C(0.0) ? BR_C(0.0) : t188 == 0 ? 0 : t188 * t209;
    const br_real t215 = t214 == 0 ? 0 : t214 * (t60 * (dx >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    const br_real t217 = -(t61 * t214);
    const br_real t218 = t217 == 0 ? 0 : t217 * alive;
    const br_real t219 = t217 == 0 ? 0 : t217 * t58;
    const br_real t221 = (t198 == BR_C(0.0) ? BR_C(0.0) : t192 == 0 ? 0 : t192 * t198) + (t218 == 0 ? 0 : t218 * -(t58 * t116));
    const br_real t228 = t219 == BR_C(0.0) ? BR_C(0.0) : t184 == 0 ? 0 : t184 * t219;
    const br_real t234 = BR_C(3.141592653589793) * (t228 == 0 ? 0 : t228 * (BR_C(0.5) * br_cos(t35)));
    const br_real t241 = t234 == BR_C(0.0) ? BR_C(0.0) : t108 == 0 ? 0 : t108 * t234;
    const br_real t246 = t241 == BR_C(0.0) ? BR_C(0.0) : t105 == 0 ? 0 : t105 * t241;
    const br_real t247 = t246 == 0 ? 0 : t246 * -(t_1 * t101);
    const br_real t248 = t246 == 0 ? 0 : t246 * t101;
    const br_real t252 = (dx == BR_C(0.0) ? BR_C(1.0) : BR_C(0.0)) + t53 * (t209 + (t218 == 0 ? 0 : t218 * t116)) + (z >= 0 ? BR_C(1.0) : BR_C(-1.0)) * t248;
    const br_real t256 = BR_C(0.5) * -t248;
    const br_real t257 = t256 - t247;
    const br_real t258 = t221 + t247 + t256;
    const br_real t259 = t258 == 0 ? 0 : t258 * -(zss * t95);
    const br_real t260 = t258 == 0 ? 0 : t258 * t95;
    const br_real t261 = t260 == 0 ? 0 : t260 * -(t19 * t92);
    const br_real t262 = t260 == 0 ? 0 : t260 * t92;
    const br_real t263 = t261 == 0 ? 0 : t261 * (BR_C(2.0) * t15);
    const br_real t265 = t263 == 0 ? 0 : t263 * -(t15 * t88);
    const br_real t266 = t263 == 0 ? 0 : t263 * t88;
    const br_real t268 = t260 - t262;
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * t72 + c;
    jet[AT(0)] = t252;
    jet[AT(1)] = (t252 == 0 ? 0 : t252 * t204) - t202;
    jet[AT(2)] = t266;
    jet[AT(3)] = t215;
    jet[AT(4)] = t259;
    jet[AT(5)] = t268;
    jet[AT(6)] = t262;
    jet[AT(7)] = t265;
    jet[AT(8)] = t257;
    jet[AT(9)] = sigma2 + (t266 == 0 ? 0 : t266 * t204);
    jet[AT(10)] = sigma1 * -(t72 * t195);
    jet[AT(11)] = t215 == 0 ? 0 : t215 * t204;
    jet[AT(12)] = z_next + (t259 == 0 ? 0 : t259 * t204);
    jet[AT(13)] = t72;
    jet[AT(14)] = t268 == 0 ? 0 : t268 * t204;
    jet[AT(15)] = t262 == 0 ? 0 : t262 * t204;
    jet[AT(16)] = t265 == 0 ? 0 : t265 * t204;
    jet[AT(17)] = t257 == 0 ? 0 : t257 * t204;
    jet[AT(18)] = v;
}

BR_LAW_JET(elasto_plastic_step_jet)

