// elasto-plastic.c - Single-state elasto-plastic model, in time and sample by sample. [target]
//
// Printed by bristle from the text of the law with curve = rational, viscous = linear.
// Source: 003 eq. (4), (5), (7)-(10), (12)-(14); thesis (3.5); mended as its text needs (signs, v
//     = 0, factor 1/2)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_elasto_plastic_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_elasto_plastic_rate      rates and outputs; results: out
//     br_elasto_plastic_rate_jet  and their derivatives; results: out, jet
//     br_elasto_plastic_step      updates; results: out
//     br_elasto_plastic_step_jet  and their derivatives; results: out, jet
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
    const double alpha = br_sign(z) * br_sign(v) <= 0.0 ? 0.0 : rise;
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
    const double t40 = br_sign(z) * br_sign(v);
    const double alpha = t40 <= 0.0 ? 0.0 : rise;
    const double t43 = br_abs(v);
    const double t44 = alpha * t43;
    const double t45 = z / zss;
    const double z_dot = v - t44 * t45;
    const double F = sigma0 * z + sigma1 * z_dot + c;
    const double t87 = 1.0 / vs;
    const double t91 = 1.0 / t18;
    const double t94 = 1.0 / sigma0;
    const double t100 = 1.0 / t26;
    const double t104 = -0.5 <= t_1 ? 1.0 : 0.0;
    const double t107 = t32 <= 0.5 ? 1.0 : 0.0;
    const double t113 = t40 <= 0.0 ? 0.0 : 1.0;
    const double t115 = 1.0 / zss;
    const double t120 = -t44;
    const double t121 = -t45;
    const double t127 = t113 == 0.0 ? 0.0 : t113 * (t121 * t43);
    const double t130 = t127 == 0.0 ? 0.0 : t127 * (0.5 * br_cos(t34));
    const double t138 = t104 == 0.0 ? 0.0 : t104 * (t107 == 0.0 ? 0.0 : t107 * (t130 == 0.0 ? 0.0 : t130 * 3.141592653589793));
    const double t139 = t138 == 0.0 ? 0.0 : t138 * -(t_1 * t100);
    const double t140 = t138 == 0.0 ? 0.0 : t138 * t100;
    const double t145 = t120 * t115 + (t140 == 0.0 ? 0.0 : t140 * (z >= 0.0 ? 1.0 : -1.0));
    const double t146 = t140 == 0.0 ? 0.0 : t140 * (-1.0);
    const double t149 = t146 == 0.0 ? 0.0 : t146 * 0.5;
    const double t151 = (t139 == 0.0 ? 0.0 : t139 * (-1.0)) + t149;
    const double t152 = t120 * -(t45 * t115) + t139 + t149;
    const double t153 = t152 * -(zss * t94);
    const double t154 = t152 * t94;
    const double t156 = t154 * t91;
    const double t157 = t154 * -(t19 * t91) * (2.0 * t15);
    const double t158 = t157 * -(t15 * t87);
    const double t160 = 1.0 + t121 * (alpha * (v >= 0.0 ? 1.0 : -1.0)) + t157 * t87;
    const double t162 = t154 - t156;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t160;
    jet[AT(1)] = t145;
    jet[AT(2)] = t153;
    jet[AT(3)] = t162;
    jet[AT(4)] = t156;
    jet[AT(5)] = t158;
    jet[AT(6)] = t151;
    jet[AT(7)] = sigma2 + sigma1 * t160;
    jet[AT(8)] = sigma0 + sigma1 * t145;
    jet[AT(9)] = z + sigma1 * t153;
    jet[AT(10)] = z_dot;
    jet[AT(11)] = sigma1 * t162;
    jet[AT(12)] = sigma1 * t156;
    jet[AT(13)] = sigma1 * t158;
    jet[AT(14)] = t151 == 0.0 ? 0.0 : t151 * sigma1;
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
    const double t52 = br_sign(dx);
    const double along = z * t52;
    const double alive = along <= 0.0 ? 0.0 : rise;
    const double y = along < zss ? (1.0 - alive * (along / zss)) * br_abs(dx) : 0.0 * dx;
    const double grown = br_min(along + y, zss);
    const double z_next = dx == 0.0 ? z : grown * t52;
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
    const double t52 = br_sign(dx);
    const double along = z * t52;
    const double alive = along <= 0.0 ? 0.0 : rise;
    const double t57 = along / zss;
    const double t59 = 1.0 - alive * t57;
    const double t60 = br_abs(dx);
    const double y = along < zss ? t59 * t60 : 0.0 * dx;
    const double t64 = along + y;
    const double grown = br_min(t64, zss);
    const double z_next = dx == 0.0 ? z : grown * t52;
    const double t71 = (z_next - z) / dt;
    const double t87 = 1.0 / vs;
    const double t91 = 1.0 / t18;
    const double t94 = 1.0 / sigma0;
    const double t100 = 1.0 / t26;
    const double t104 = -0.5 <= t_1 ? 1.0 : 0.0;
    const double t107 = t32 <= 0.5 ? 1.0 : 0.0;
    const double t115 = 1.0 / zss;
    const double t180 = along <= 0.0 ? 0.0 : 1.0;
    const double t184 = along < zss ? 1.0 : 0.0;
    const double t187 = t64 <= zss ? 1.0 : 0.0;
    const double t188 = t64 <= zss ? 0.0 : 1.0;
    const double t190 = dx == 0.0 ? 0.0 : 1.0;
    const double t191 = 1.0 / dt;
    const double t194 = t190 == 0.0 ? 0.0 : t190 * t52;
    const double t198 = sigma1 * t191;
    const double t200 = t198 + sigma0;
    const double t202 = t187 == 0.0 ? 0.0 : t187 * t194;
    const double t205 = t184 == 0.0 ? 0.0 : t184 * t202;
    const double t206 = t205 == 0.0 ? 0.0 : t205 * (t59 * (dx >= 0.0 ? 1.0 : -1.0));
    const double t207 = t205 == 0.0 ? 0.0 : t205 * t60;
    const double t208 = t207 == 0.0 ? 0.0 : t207 * (-1.0);
    const double t210 = t208 == 0.0 ? 0.0 : t208 * alive;
    const double t215 = t202 + (t210 == 0.0 ? 0.0 : t210 * t115);
    const double t218 = t180 == 0.0 ? 0.0 : t180 * (t208 == 0.0 ? 0.0 : t208 * t57);
    const double t222 = t218 == 0.0 ? 0.0 : t218 * (0.5 * br_cos(t34));
    const double t230 = t104 == 0.0 ? 0.0 : t104 * (t107 == 0.0 ? 0.0 : t107 * (t222 == 0.0 ? 0.0 : t222 * 3.141592653589793));
    const double t231 = t230 == 0.0 ? 0.0 : t230 * -(t_1 * t100);
    const double t232 = t230 == 0.0 ? 0.0 : t230 * t100;
    const double t235 = (t188 == 0.0 ? 0.0 : t188 * t194) + (t210 == 0.0 ? 0.0 : t210 * -(t57 * t115)) + t231;
    const double t237 = (dx == 0.0 ? 1.0 : 0.0) + (t215 == 0.0 ? 0.0 : t215 * t52) + (t232 == 0.0 ? 0.0 : t232 * (z >= 0.0 ? 1.0 : -1.0));
    const double t238 = t232 == 0.0 ? 0.0 : t232 * (-1.0);
    const double t241 = t238 == 0.0 ? 0.0 : t238 * 0.5;
    const double t243 = (t231 == 0.0 ? 0.0 : t231 * (-1.0)) + t241;
    const double t244 = t235 + t241;
    const double t245 = t244 == 0.0 ? 0.0 : t244 * -(zss * t94);
    const double t246 = t244 == 0.0 ? 0.0 : t244 * t94;
    const double t248 = t246 == 0.0 ? 0.0 : t246 * -(t19 * t91);
    const double t249 = t246 == 0.0 ? 0.0 : t246 * t91;
    const double t250 = t248 == 0.0 ? 0.0 : t248 * (2.0 * t15);
    const double t253 = t250 == 0.0 ? 0.0 : t250 * -(t15 * t87);
    const double t254 = t250 == 0.0 ? 0.0 : t250 * t87;
    const double t256 = t246 + (t249 == 0.0 ? 0.0 : t249 * (-1.0));
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * t71 + c;
    jet[AT(0)] = t254;
    jet[AT(1)] = t206;
    jet[AT(2)] = t237;
    jet[AT(3)] = t245;
    jet[AT(4)] = t256;
    jet[AT(5)] = t249;
    jet[AT(6)] = t253;
    jet[AT(7)] = t243;
    jet[AT(8)] = sigma2 + (t254 == 0.0 ? 0.0 : t254 * t200);
    jet[AT(9)] = sigma1 * -(t71 * t191);
    jet[AT(10)] = t206 == 0.0 ? 0.0 : t206 * t200;
    jet[AT(11)] = (t237 == 0.0 ? 0.0 : t237 * t200) - t198;
    jet[AT(12)] = z_next + (t245 == 0.0 ? 0.0 : t245 * t200);
    jet[AT(13)] = t71;
    jet[AT(14)] = t256 == 0.0 ? 0.0 : t256 * t200;
    jet[AT(15)] = t249 == 0.0 ? 0.0 : t249 * t200;
    jet[AT(16)] = t253 == 0.0 ? 0.0 : t253 * t200;
    jet[AT(17)] = t243 == 0.0 ? 0.0 : t243 * t200;
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

