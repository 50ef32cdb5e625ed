// elasto-plastic.c - Single-state elasto-plastic model, in time and sample by sample. [target]
//
// Printed by bristle from the text of the law with curve = rational, viscous = linear. Source: 003 eq. (4), (5), (7)-(10), (12)-(14); thesis (3.5); mended as its text needs (signs, v = 0, factor 1/2)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
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

#include "num/fp.h"

#include "num/elem.h"
#include "law/printed.h"
#include <stddef.h>

#if defined(__GNUC__)
#define BR_INLINE static inline __attribute__((always_inline, unused))
#else
#define BR_INLINE static inline
#endif
#ifndef BR_TILE
#define BR_TILE 32 // points done together; fewer need less stack
#endif
#ifndef BR_CLONES
#define BR_CLONES // the library compiles its own copies for wider vectors, too; the bits are the same
#endif
#define AT(j) ((size_t)(j) * (size_t)count + (size_t)k)
#define P(j) p[(size_t)(j) * ps + (size_t)k * pl]

// rates and outputs
//     out[0]                 z'
//     out[1]                 F
// their derivatives
//     jet[0]                 d z' / d v
//     jet[1]                 d z' / d z
//     jet[2]                 d z' / d sigma0
//     jet[3]                 d z' / d FC
//     jet[4]                 d z' / d FS
//     jet[5]                 d z' / d vs
//     jet[6]                 d z' / d zba
//     jet[7]                 d F / d v
//     jet[8]                 d F / d z
//     jet[9]                 d F / d sigma0
//     jet[10]                d F / d sigma1
//     jet[11]                d F / d FC
//     jet[12]                d F / d FS
//     jet[13]                d F / d vs
//     jet[14]                d F / d zba
//     jet[15]                d F / d sigma2
BR_INLINE void br_elasto_plastic_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)j, (void)lane;
    const double v = u[AT(0)];
    const double z = x[AT(0)];
    const double sigma0 = P(0);
    const double sigma1 = P(1);
    const double FC = P(2);
    const double FS = P(3);
    const double vs = P(4);
    const double zba = P(5);
    const double sigma2 = P(6);
    const double c = sigma2 * v;
    const double t15 = v / vs;
    const double zss = (FC + (FS - FC) / (1.0 + t15 * t15)) / sigma0;
    const double t_1 = (br_abs(z) - (zss + zba) / 2.0) / (zss - zba);
    const double rise = 0.5 + br_sin(3.141592653589793 * br_min(br_max(t_1, -0.5), 0.5)) / 2.0;
    const double alpha = z * v <= 0.0 ? 0.0 : rise;
    const double z_dot = v - alpha * br_abs(v) * (z / zss);
    const double F = sigma0 * z + sigma1 * z_dot + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_INLINE void br_elasto_plastic_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_elasto_plastic_rate_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
void br_elasto_plastic_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_elasto_plastic_rate_lanes(size, 1, x, m, u, p, 1, 0, out, 1);
    } else if (each) {
        br_elasto_plastic_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out, 0);
    } else {
        br_elasto_plastic_rate_lanes(size, count, x, m, u, p, 1, 0, out, 0);
    }
}

BR_INLINE void br_elasto_plastic_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)j, (void)lane;
    const double v = u[AT(0)];
    const double z = x[AT(0)];
    const double sigma0 = P(0);
    const double sigma1 = P(1);
    const double FC = P(2);
    const double FS = P(3);
    const double vs = P(4);
    const double zba = P(5);
    const double sigma2 = P(6);
    const double c = sigma2 * v;
    const double t15 = v / vs;
    const double t18 = 1.0 + t15 * t15;
    const double t19 = (FS - FC) / t18;
    const double zss = (FC + t19) / sigma0;
    const double t26 = zss - zba;
    const double t_1 = (br_abs(z) - (zss + zba) / 2.0) / t26;
    const double t32 = br_max(t_1, -0.5);
    const double t34 = 3.141592653589793 * br_min(t32, 0.5);
    const double rise = 0.5 + br_sin(t34) / 2.0;
    const double t38 = z * v;
    const double alpha = t38 <= 0.0 ? 0.0 : rise;
    const double t41 = br_abs(v);
    const double t42 = alpha * t41;
    const double t43 = z / zss;
    const double z_dot = v - t42 * t43;
    const double F = sigma0 * z + sigma1 * z_dot + c;
    const double t85 = 1.0 / vs;
    const double t89 = 1.0 / t18;
    const double t92 = 1.0 / sigma0;
    const double t98 = 1.0 / t26;
    const double t102 = -0.5 <= t_1 ? 1.0 : 0.0;
    const double t105 = t32 <= 0.5 ? 1.0 : 0.0;
    const double t111 = t38 <= 0.0 ? 0.0 : 1.0;
    const double t113 = 1.0 / zss;
    const double t118 = -t42;
    const double t119 = -t43;
    const double t125 = t111 == 0.0 ? 0.0 : t111 * (t119 * t41);
    const double t128 = t125 == 0.0 ? 0.0 : t125 * (0.5 * br_cos(t34));
    const double t136 = t102 == 0.0 ? 0.0 : t102 * (t105 == 0.0 ? 0.0 : t105 * (t128 == 0.0 ? 0.0 : t128 * 3.141592653589793));
    const double t137 = t136 == 0.0 ? 0.0 : t136 * -(t_1 * t98);
    const double t138 = t136 == 0.0 ? 0.0 : t136 * t98;
    const double t143 = t118 * t113 + (t138 == 0.0 ? 0.0 : t138 * (z >= 0.0 ? 1.0 : -1.0));
    const double t144 = t138 == 0.0 ? 0.0 : t138 * (-1.0);
    const double t147 = t144 == 0.0 ? 0.0 : t144 * 0.5;
    const double t149 = (t137 == 0.0 ? 0.0 : t137 * (-1.0)) + t147;
    const double t150 = t118 * -(t43 * t113) + t137 + t147;
    const double t151 = t150 * -(zss * t92);
    const double t152 = t150 * t92;
    const double t154 = t152 * t89;
    const double t155 = t152 * -(t19 * t89) * (2.0 * t15);
    const double t156 = t155 * -(t15 * t85);
    const double t158 = 1.0 + t119 * (alpha * (v >= 0.0 ? 1.0 : -1.0)) + t155 * t85;
    const double t160 = t152 - t154;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t158;
    jet[AT(1)] = t143;
    jet[AT(2)] = t151;
    jet[AT(3)] = t160;
    jet[AT(4)] = t154;
    jet[AT(5)] = t156;
    jet[AT(6)] = t149;
    jet[AT(7)] = sigma2 + sigma1 * t158;
    jet[AT(8)] = sigma0 + sigma1 * t143;
    jet[AT(9)] = z + sigma1 * t151;
    jet[AT(10)] = z_dot;
    jet[AT(11)] = sigma1 * t160;
    jet[AT(12)] = sigma1 * t154;
    jet[AT(13)] = sigma1 * t156;
    jet[AT(14)] = t149 == 0.0 ? 0.0 : t149 * sigma1;
    jet[AT(15)] = v;
}

BR_INLINE void br_elasto_plastic_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_elasto_plastic_rate_jet_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
void br_elasto_plastic_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_elasto_plastic_rate_jet_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else if (each) {
        br_elasto_plastic_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_elasto_plastic_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

// updates
//     out[0]                 z+
//     out[1]                 F+
// their derivatives
//     jet[0]                 d z+ / d v
//     jet[1]                 d z+ / d dx
//     jet[2]                 d z+ / d z
//     jet[3]                 d z+ / d sigma0
//     jet[4]                 d z+ / d FC
//     jet[5]                 d z+ / d FS
//     jet[6]                 d z+ / d vs
//     jet[7]                 d z+ / d zba
//     jet[8]                 d F+ / d v
//     jet[9]                 d F+ / d dt
//     jet[10]                d F+ / d dx
//     jet[11]                d F+ / d z
//     jet[12]                d F+ / d sigma0
//     jet[13]                d F+ / d sigma1
//     jet[14]                d F+ / d FC
//     jet[15]                d F+ / d FS
//     jet[16]                d F+ / d vs
//     jet[17]                d F+ / d zba
//     jet[18]                d F+ / d sigma2
BR_INLINE void br_elasto_plastic_step_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)j, (void)lane;
    const double v = u[AT(0)];
    const double dt = u[AT(1)];
    const double dx = u[AT(2)];
    const double z = x[AT(0)];
    const double sigma0 = P(0);
    const double sigma1 = P(1);
    const double FC = P(2);
    const double FS = P(3);
    const double vs = P(4);
    const double zba = P(5);
    const double sigma2 = P(6);
    const double c = sigma2 * v;
    const double t15 = v / vs;
    const double zss = (FC + (FS - FC) / (1.0 + t15 * t15)) / sigma0;
    const double t_1 = (br_abs(z) - (zss + zba) / 2.0) / (zss - zba);
    const double rise = 0.5 + br_sin(3.141592653589793 * br_min(br_max(t_1, -0.5), 0.5)) / 2.0;
    const double t50 = br_sign(dx);
    const double along = z * t50;
    const double alive = along <= 0.0 ? 0.0 : rise;
    const double y = along < zss ? (1.0 - alive * (along / zss)) * br_abs(dx) : 0.0 * dx;
    const double grown = br_min(along + y, zss);
    const double z_next = dx == 0.0 ? z : grown * t50;
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * ((z_next - z) / dt) + c;
}

BR_INLINE void br_elasto_plastic_step_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_elasto_plastic_step_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
void br_elasto_plastic_step(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_elasto_plastic_step_lanes(size, 1, x, m, u, p, 1, 0, out, 1);
    } else if (each) {
        br_elasto_plastic_step_lanes(size, count, x, m, u, p, (size_t)count, 1, out, 0);
    } else {
        br_elasto_plastic_step_lanes(size, count, x, m, u, p, 1, 0, out, 0);
    }
}

BR_INLINE void br_elasto_plastic_step_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)j, (void)lane;
    const double v = u[AT(0)];
    const double dt = u[AT(1)];
    const double dx = u[AT(2)];
    const double z = x[AT(0)];
    const double sigma0 = P(0);
    const double sigma1 = P(1);
    const double FC = P(2);
    const double FS = P(3);
    const double vs = P(4);
    const double zba = P(5);
    const double sigma2 = P(6);
    const double c = sigma2 * v;
    const double t15 = v / vs;
    const double t18 = 1.0 + t15 * t15;
    const double t19 = (FS - FC) / t18;
    const double zss = (FC + t19) / sigma0;
    const double t26 = zss - zba;
    const double t_1 = (br_abs(z) - (zss + zba) / 2.0) / t26;
    const double t32 = br_max(t_1, -0.5);
    const double t34 = 3.141592653589793 * br_min(t32, 0.5);
    const double rise = 0.5 + br_sin(t34) / 2.0;
    const double t50 = br_sign(dx);
    const double along = z * t50;
    const double alive = along <= 0.0 ? 0.0 : rise;
    const double t55 = along / zss;
    const double t57 = 1.0 - alive * t55;
    const double t58 = br_abs(dx);
    const double y = along < zss ? t57 * t58 : 0.0 * dx;
    const double t62 = along + y;
    const double grown = br_min(t62, zss);
    const double z_next = dx == 0.0 ? z : grown * t50;
    const double t69 = (z_next - z) / dt;
    const double t85 = 1.0 / vs;
    const double t89 = 1.0 / t18;
    const double t92 = 1.0 / sigma0;
    const double t98 = 1.0 / t26;
    const double t102 = -0.5 <= t_1 ? 1.0 : 0.0;
    const double t105 = t32 <= 0.5 ? 1.0 : 0.0;
    const double t113 = 1.0 / zss;
    const double t178 = along <= 0.0 ? 0.0 : 1.0;
    const double t182 = along < zss ? 1.0 : 0.0;
    const double t185 = t62 <= zss ? 1.0 : 0.0;
    const double t186 = t62 <= zss ? 0.0 : 1.0;
    const double t188 = dx == 0.0 ? 0.0 : 1.0;
    const double t189 = 1.0 / dt;
    const double t192 = t188 == 0.0 ? 0.0 : t188 * t50;
    const double t196 = sigma1 * t189;
    const double t198 = t196 + sigma0;
    const double t200 = t185 == 0.0 ? 0.0 : t185 * t192;
    const double t203 = t182 == 0.0 ? 0.0 : t182 * t200;
    const double t204 = t203 == 0.0 ? 0.0 : t203 * (t57 * (dx >= 0.0 ? 1.0 : -1.0));
    const double t205 = t203 == 0.0 ? 0.0 : t203 * t58;
    const double t206 = t205 == 0.0 ? 0.0 : t205 * (-1.0);
    const double t208 = t206 == 0.0 ? 0.0 : t206 * alive;
    const double t213 = t200 + (t208 == 0.0 ? 0.0 : t208 * t113);
    const double t216 = t178 == 0.0 ? 0.0 : t178 * (t206 == 0.0 ? 0.0 : t206 * t55);
    const double t220 = t216 == 0.0 ? 0.0 : t216 * (0.5 * br_cos(t34));
    const double t228 = t102 == 0.0 ? 0.0 : t102 * (t105 == 0.0 ? 0.0 : t105 * (t220 == 0.0 ? 0.0 : t220 * 3.141592653589793));
    const double t229 = t228 == 0.0 ? 0.0 : t228 * -(t_1 * t98);
    const double t230 = t228 == 0.0 ? 0.0 : t228 * t98;
    const double t233 = (t186 == 0.0 ? 0.0 : t186 * t192) + (t208 == 0.0 ? 0.0 : t208 * -(t55 * t113)) + t229;
    const double t235 = (dx == 0.0 ? 1.0 : 0.0) + (t213 == 0.0 ? 0.0 : t213 * t50) + (t230 == 0.0 ? 0.0 : t230 * (z >= 0.0 ? 1.0 : -1.0));
    const double t236 = t230 == 0.0 ? 0.0 : t230 * (-1.0);
    const double t239 = t236 == 0.0 ? 0.0 : t236 * 0.5;
    const double t241 = (t229 == 0.0 ? 0.0 : t229 * (-1.0)) + t239;
    const double t242 = t233 + t239;
    const double t243 = t242 == 0.0 ? 0.0 : t242 * -(zss * t92);
    const double t244 = t242 == 0.0 ? 0.0 : t242 * t92;
    const double t246 = t244 == 0.0 ? 0.0 : t244 * -(t19 * t89);
    const double t247 = t244 == 0.0 ? 0.0 : t244 * t89;
    const double t248 = t246 == 0.0 ? 0.0 : t246 * (2.0 * t15);
    const double t251 = t248 == 0.0 ? 0.0 : t248 * -(t15 * t85);
    const double t252 = t248 == 0.0 ? 0.0 : t248 * t85;
    const double t254 = t244 + (t247 == 0.0 ? 0.0 : t247 * (-1.0));
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * t69 + c;
    jet[AT(0)] = t252;
    jet[AT(1)] = t204;
    jet[AT(2)] = t235;
    jet[AT(3)] = t243;
    jet[AT(4)] = t254;
    jet[AT(5)] = t247;
    jet[AT(6)] = t251;
    jet[AT(7)] = t241;
    jet[AT(8)] = sigma2 + (t252 == 0.0 ? 0.0 : t252 * t198);
    jet[AT(9)] = sigma1 * -(t69 * t189);
    jet[AT(10)] = t204 == 0.0 ? 0.0 : t204 * t198;
    jet[AT(11)] = (t235 == 0.0 ? 0.0 : t235 * t198) - t196;
    jet[AT(12)] = z_next + (t243 == 0.0 ? 0.0 : t243 * t198);
    jet[AT(13)] = t69;
    jet[AT(14)] = t254 == 0.0 ? 0.0 : t254 * t198;
    jet[AT(15)] = t247 == 0.0 ? 0.0 : t247 * t198;
    jet[AT(16)] = t251 == 0.0 ? 0.0 : t251 * t198;
    jet[AT(17)] = t241 == 0.0 ? 0.0 : t241 * t198;
    jet[AT(18)] = v;
}

BR_INLINE void br_elasto_plastic_step_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_elasto_plastic_step_jet_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
void br_elasto_plastic_step_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_elasto_plastic_step_jet_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else if (each) {
        br_elasto_plastic_step_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_elasto_plastic_step_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

