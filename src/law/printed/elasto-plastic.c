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
#define BR_INLINE static inline __attribute__((always_inline))
#else
#define BR_INLINE static inline
#endif
#ifndef BR_TILE
#define BR_TILE 32 // points done together; fewer need less stack
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
BR_INLINE void br_elasto_plastic_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++) {
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
            const double t = (br_abs(z) - (zss + zba) / 2.0) / (zss - zba);
            const double rise = 0.5 + br_sin(3.141592653589793 * br_min(br_max(t, -0.5), 0.5)) / 2.0;
            const double alpha = z * v <= 0.0 ? 0.0 : rise;
            const double z_dot = v - alpha * br_abs(v) * (z / zss);
            const double F = sigma0 * z + sigma1 * z_dot + c;
            out[AT(0)] = z_dot;
            out[AT(1)] = F;
        }
    }
}

void br_elasto_plastic_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out)
{
    if (each)
        br_elasto_plastic_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out);
    else
        br_elasto_plastic_rate_lanes(size, count, x, m, u, p, 1, 0, out);
}

BR_INLINE void br_elasto_plastic_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++) {
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
            const double t = (br_abs(z) - (zss + zba) / 2.0) / t26;
            const double t32 = br_max(t, -0.5);
            const double t34 = 3.141592653589793 * br_min(t32, 0.5);
            const double rise = 0.5 + br_sin(t34) / 2.0;
            const double t38 = z * v;
            const double alpha = t38 <= 0.0 ? 0.0 : rise;
            const double t41 = br_abs(v);
            const double t42 = alpha * t41;
            const double t43 = z / zss;
            const double z_dot = v - t42 * t43;
            const double F = sigma0 * z + sigma1 * z_dot + c;
            const double t85 = 2.0 * t15;
            const double t90 = -(t19 * (t85 * (1.0 / vs))) / t18 / sigma0;
            const double t100 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t90 / 2.0) - t * t90) / t26 : 0.0) : 0.0);
            const double t101 = br_cos(t34);
            const double t113 = t43 * (t41 * (t38 <= 0.0 ? 0.0 : t101 * t100 / 2.0) + alpha * (v >= 0.0 ? 1.0 : -1.0));
            const double t115 = 1.0 - (t113 + t42 * (-(t43 * t90) / zss));
            const double t122 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (z >= 0.0 ? 1.0 : -1.0) / t26 : 0.0) : 0.0);
            const double t131 = -(t43 * (t41 * (t38 <= 0.0 ? 0.0 : t101 * t122 / 2.0)) + t42 * (1.0 / zss));
            const double t135 = -zss / sigma0;
            const double t143 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t135 / 2.0) - t * t135) / t26 : 0.0) : 0.0);
            const double t154 = -(t43 * (t41 * (t38 <= 0.0 ? 0.0 : t101 * t143 / 2.0)) + t42 * (-(t43 * t135) / zss));
            const double t159 = (1.0 + (-1.0) / t18) / sigma0;
            const double t167 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t159 / 2.0) - t * t159) / t26 : 0.0) : 0.0);
            const double t178 = -(t43 * (t41 * (t38 <= 0.0 ? 0.0 : t101 * t167 / 2.0)) + t42 * (-(t43 * t159) / zss));
            const double t181 = 1.0 / t18 / sigma0;
            const double t189 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t181 / 2.0) - t * t181) / t26 : 0.0) : 0.0);
            const double t200 = -(t43 * (t41 * (t38 <= 0.0 ? 0.0 : t101 * t189 / 2.0)) + t42 * (-(t43 * t181) / zss));
            const double t208 = -(t19 * (t85 * (-t15 / vs))) / t18 / sigma0;
            const double t216 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t208 / 2.0) - t * t208) / t26 : 0.0) : 0.0);
            const double t227 = -(t43 * (t41 * (t38 <= 0.0 ? 0.0 : t101 * t216 / 2.0)) + t42 * (-(t43 * t208) / zss));
            const double t234 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-0.5 - t * (-1.0)) / t26 : 0.0) : 0.0);
            const double t240 = -(t43 * (t41 * (t38 <= 0.0 ? 0.0 : t101 * t234 / 2.0)));
            out[AT(0)] = z_dot;
            out[AT(1)] = F;
            jet[AT(0)] = t115;
            jet[AT(1)] = t131;
            jet[AT(2)] = t154;
            jet[AT(3)] = t178;
            jet[AT(4)] = t200;
            jet[AT(5)] = t227;
            jet[AT(6)] = t240;
            jet[AT(7)] = sigma1 * t115 + sigma2;
            jet[AT(8)] = sigma0 + sigma1 * t131;
            jet[AT(9)] = z + sigma1 * t154;
            jet[AT(10)] = z_dot;
            jet[AT(11)] = sigma1 * t178;
            jet[AT(12)] = sigma1 * t200;
            jet[AT(13)] = sigma1 * t227;
            jet[AT(14)] = sigma1 * t240;
            jet[AT(15)] = v;
        }
    }
}

void br_elasto_plastic_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out, double *jet)
{
    if (each)
        br_elasto_plastic_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet);
    else
        br_elasto_plastic_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet);
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
BR_INLINE void br_elasto_plastic_step_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++) {
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
            const double t = (br_abs(z) - (zss + zba) / 2.0) / t26;
            const double t32 = br_max(t, -0.5);
            const double t34 = 3.141592653589793 * br_min(t32, 0.5);
            const double rise = 0.5 + br_sin(t34) / 2.0;
            const double t50 = br_sign(dx);
            const double along = z * t50;
            const double alive = along <= 0.0 ? 0.0 : rise;
            const double y = along < zss ? (1.0 - alive * (along / zss)) * br_abs(dx) : 0.0;
            const double grown = br_min(along + y, zss);
            const double z_next = dx == 0.0 ? z : grown * t50;
            out[AT(0)] = z_next;
            out[AT(1)] = sigma0 * z_next + sigma1 * ((z_next - z) / dt) + c;
        }
    }
}

void br_elasto_plastic_step(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out)
{
    if (each)
        br_elasto_plastic_step_lanes(size, count, x, m, u, p, (size_t)count, 1, out);
    else
        br_elasto_plastic_step_lanes(size, count, x, m, u, p, 1, 0, out);
}

BR_INLINE void br_elasto_plastic_step_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++) {
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
            const double t = (br_abs(z) - (zss + zba) / 2.0) / t26;
            const double t32 = br_max(t, -0.5);
            const double t34 = 3.141592653589793 * br_min(t32, 0.5);
            const double rise = 0.5 + br_sin(t34) / 2.0;
            const double t50 = br_sign(dx);
            const double along = z * t50;
            const double alive = along <= 0.0 ? 0.0 : rise;
            const double t55 = along / zss;
            const double t57 = 1.0 - alive * t55;
            const double t58 = br_abs(dx);
            const double y = along < zss ? t57 * t58 : 0.0;
            const double t61 = along + y;
            const double grown = br_min(t61, zss);
            const double z_next = dx == 0.0 ? z : grown * t50;
            const double t68 = (z_next - z) / dt;
            const double t85 = 2.0 * t15;
            const double t90 = -(t19 * (t85 * (1.0 / vs))) / t18 / sigma0;
            const double t100 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t90 / 2.0) - t * t90) / t26 : 0.0) : 0.0);
            const double t101 = br_cos(t34);
            const double t122 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (z >= 0.0 ? 1.0 : -1.0) / t26 : 0.0) : 0.0);
            const double t135 = -zss / sigma0;
            const double t143 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t135 / 2.0) - t * t135) / t26 : 0.0) : 0.0);
            const double t159 = (1.0 + (-1.0) / t18) / sigma0;
            const double t167 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t159 / 2.0) - t * t159) / t26 : 0.0) : 0.0);
            const double t181 = 1.0 / t18 / sigma0;
            const double t189 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t181 / 2.0) - t * t181) / t26 : 0.0) : 0.0);
            const double t208 = -(t19 * (t85 * (-t15 / vs))) / t18 / sigma0;
            const double t216 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-(t208 / 2.0) - t * t208) / t26 : 0.0) : 0.0);
            const double t234 = 3.141592653589793 * (t32 <= 0.5 ? (-0.5 <= t ? (-0.5 - t * (-1.0)) / t26 : 0.0) : 0.0);
            const double t250 = t58 * -(t55 * (along <= 0.0 ? 0.0 : t101 * t100 / 2.0) + alive * (-(t55 * t90) / zss));
            const double t255 = dx == 0.0 ? 0.0 : t50 * (t61 <= zss ? (along < zss ? t250 : 0.0) : t90);
            const double t269 = dx == 0.0 ? 0.0 : t50 * (t61 <= zss ? (along < zss ? t57 * (dx >= 0.0 ? 1.0 : -1.0) : 0.0) : 0.0);
            const double t281 = along < zss ? t58 * -(t55 * (along <= 0.0 ? 0.0 : t101 * t122 / 2.0) + alive * (t50 / zss)) : 0.0;
            const double t285 = dx == 0.0 ? 1.0 : t50 * (t61 <= zss ? t50 + t281 : 0.0);
            const double t299 = t58 * -(t55 * (along <= 0.0 ? 0.0 : t101 * t143 / 2.0) + alive * (-(t55 * t135) / zss));
            const double t303 = dx == 0.0 ? 0.0 : t50 * (t61 <= zss ? (along < zss ? t299 : 0.0) : t135);
            const double t317 = t58 * -(t55 * (along <= 0.0 ? 0.0 : t101 * t167 / 2.0) + alive * (-(t55 * t159) / zss));
            const double t321 = dx == 0.0 ? 0.0 : t50 * (t61 <= zss ? (along < zss ? t317 : 0.0) : t159);
            const double t334 = t58 * -(t55 * (along <= 0.0 ? 0.0 : t101 * t189 / 2.0) + alive * (-(t55 * t181) / zss));
            const double t338 = dx == 0.0 ? 0.0 : t50 * (t61 <= zss ? (along < zss ? t334 : 0.0) : t181);
            const double t351 = t58 * -(t55 * (along <= 0.0 ? 0.0 : t101 * t216 / 2.0) + alive * (-(t55 * t208) / zss));
            const double t355 = dx == 0.0 ? 0.0 : t50 * (t61 <= zss ? (along < zss ? t351 : 0.0) : t208);
            const double t365 = t61 <= zss ? (along < zss ? t58 * -(t55 * (along <= 0.0 ? 0.0 : t101 * t234 / 2.0)) : 0.0) : 0.0;
            const double t367 = dx == 0.0 ? 0.0 : t50 * t365;
            out[AT(0)] = z_next;
            out[AT(1)] = sigma0 * z_next + sigma1 * t68 + c;
            jet[AT(0)] = t255;
            jet[AT(1)] = t269;
            jet[AT(2)] = t285;
            jet[AT(3)] = t303;
            jet[AT(4)] = t321;
            jet[AT(5)] = t338;
            jet[AT(6)] = t355;
            jet[AT(7)] = t367;
            jet[AT(8)] = sigma0 * t255 + sigma1 * (t255 / dt) + sigma2;
            jet[AT(9)] = sigma1 * (-t68 / dt);
            jet[AT(10)] = sigma0 * t269 + sigma1 * (t269 / dt);
            jet[AT(11)] = sigma0 * t285 + sigma1 * ((t285 - 1.0) / dt);
            jet[AT(12)] = z_next + sigma0 * t303 + sigma1 * (t303 / dt);
            jet[AT(13)] = t68;
            jet[AT(14)] = sigma0 * t321 + sigma1 * (t321 / dt);
            jet[AT(15)] = sigma0 * t338 + sigma1 * (t338 / dt);
            jet[AT(16)] = sigma0 * t355 + sigma1 * (t355 / dt);
            jet[AT(17)] = sigma0 * t367 + sigma1 * (t367 / dt);
            jet[AT(18)] = v;
        }
    }
}

void br_elasto_plastic_step_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out, double *jet)
{
    if (each)
        br_elasto_plastic_step_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet);
    else
        br_elasto_plastic_step_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet);
}

