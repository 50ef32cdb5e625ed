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

#include "num/base/elem.h"
#include "law/printed/printed.h"
#include <stddef.h>

#if defined(__GNUC__)
#define BR_INLINE static inline __attribute__((always_inline, unused))
#define BR_RESTRICT __restrict__ // results overlap nothing else
#else
#define BR_INLINE static inline
#define BR_RESTRICT
#endif
#ifndef BR_TILE
#define BR_TILE 8 // points done together; fewer need less stack
#endif
#define BR_SOME ((BR_TILE + 1) / 2) // where there are fewer points
#ifndef BR_CLONES
#define BR_CLONES // the library compiles its own copies for wider vectors, too; the bits are the same
#endif
#define AT(j) ((size_t)(j) * (size_t)count + (size_t)k)
#define P(j) p[(size_t)(j) * ps + (size_t)k * pl]

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
BR_INLINE void br_elasto_plastic_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
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

BR_INLINE void br_elasto_plastic_rate_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_elasto_plastic_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_elasto_plastic_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_elasto_plastic_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_elasto_plastic_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_elasto_plastic_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_elasto_plastic_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_elasto_plastic_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_elasto_plastic_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_elasto_plastic_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_elasto_plastic_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
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
    const double t33 = br_max(t_1, -0.5);
    const double t35 = 3.141592653589793 * br_min(t33, 0.5);
    const double rise = 0.5 + br_sin(t35) / 2.0;
    const double t41 = br_sign(z) * br_sign(v);
    const double alpha = t41 <= 0.0 ? 0.0 : rise;
    const double t44 = br_abs(v);
    const double t45 = alpha * t44;
    const double t46 = z / zss;
    const double z_dot = v - t45 * t46;
    const double F = sigma0 * z + sigma1 * z_dot + c;
    const double t88 = 1.0 / vs;
    const double t92 = 1.0 / t18;
    const double t95 = 1.0 / sigma0;
    const double t101 = 1.0 / t26;
    const double t105 = -0.5 <= t_1 ? 1.0 : 0.0;
    const double t108 = t33 <= 0.5 ? 1.0 : 0.0;
    const double t114 = t41 <= 0.0 ? 0.0 : 1.0;
    const double t116 = 1.0 / zss;
    const double t121 = -t45;
    const double t122 = -t46;
    const double t128 = t114 == 0.0 ? 0.0 : t114 * (t122 * t44);
    const double t132 = 3.141592653589793 * (t128 == 0.0 ? 0.0 : t128 * (0.5 * br_cos(t35)));
    const double t139 = t132 == 0.0 ? 0.0 : t108 == 0.0 ? 0.0 : t108 * t132;
    const double t144 = t139 == 0.0 ? 0.0 : t105 == 0.0 ? 0.0 : t105 * t139;
    const double t145 = t144 == 0.0 ? 0.0 : t144 * -(t_1 * t101);
    const double t146 = t144 == 0.0 ? 0.0 : t144 * t101;
    const double t150 = t121 * t116 + (z >= 0.0 ? 1.0 : -1.0) * t146;
    const double t154 = 0.5 * -t146;
    const double t155 = t154 - t145;
    const double t156 = t121 * -(t46 * t116) + t145 + t154;
    const double t157 = t156 * -(zss * t95);
    const double t158 = t156 * t95;
    const double t160 = t158 * t92;
    const double t161 = t158 * -(t19 * t92) * (2.0 * t15);
    const double t162 = t161 * -(t15 * t88);
    const double t164 = 1.0 + t122 * (alpha * (v >= 0.0 ? 1.0 : -1.0)) + t161 * t88;
    const double t166 = t158 - t160;
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

BR_INLINE void br_elasto_plastic_rate_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_elasto_plastic_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_elasto_plastic_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_elasto_plastic_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_elasto_plastic_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_elasto_plastic_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_elasto_plastic_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_elasto_plastic_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_elasto_plastic_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_elasto_plastic_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_elasto_plastic_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
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
    const double t26 = zss - zba;
    const double t_1 = (br_abs(z) - (zss + zba) / 2.0) / t26;
    const double t33 = br_max(t_1, -0.5);
    const double t35 = 3.141592653589793 * br_min(t33, 0.5);
    const double rise = 0.5 + br_sin(t35) / 2.0;
    const double t41 = br_sign(z) * br_sign(v);
    const double alpha = t41 <= 0.0 ? 0.0 : rise;
    const double t44 = br_abs(v);
    const double t45 = alpha * t44;
    const double t46 = z / zss;
    const double z_dot = v - t45 * t46;
    const double F = sigma0 * z + sigma1 * z_dot + c;
    const double t105 = -0.5 <= t_1 ? 1.0 : 0.0;
    const double t108 = t33 <= 0.5 ? 1.0 : 0.0;
    const double t114 = t41 <= 0.0 ? 0.0 : 1.0;
    const double t128 = t114 == 0.0 ? 0.0 : t114 * (-t46 * t44);
    const double t132 = 3.141592653589793 * (t128 == 0.0 ? 0.0 : t128 * (0.5 * br_cos(t35)));
    const double t139 = t132 == 0.0 ? 0.0 : t108 == 0.0 ? 0.0 : t108 * t132;
    const double t144 = t139 == 0.0 ? 0.0 : t105 == 0.0 ? 0.0 : t105 * t139;
    const double t150 = -t45 * (1.0 / zss) + (z >= 0.0 ? 1.0 : -1.0) * (t144 == 0.0 ? 0.0 : t144 * (1.0 / t26));
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t150;
    jet[AT(1)] = sigma0 + sigma1 * t150;
}

BR_INLINE void br_elasto_plastic_rate_jet_x_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_elasto_plastic_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_elasto_plastic_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_elasto_plastic_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_elasto_plastic_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_elasto_plastic_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_elasto_plastic_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_elasto_plastic_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_elasto_plastic_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_elasto_plastic_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_elasto_plastic_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
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
    const double t33 = br_max(t_1, -0.5);
    const double t35 = 3.141592653589793 * br_min(t33, 0.5);
    const double rise = 0.5 + br_sin(t35) / 2.0;
    const double t41 = br_sign(z) * br_sign(v);
    const double alpha = t41 <= 0.0 ? 0.0 : rise;
    const double t44 = br_abs(v);
    const double t45 = alpha * t44;
    const double t46 = z / zss;
    const double z_dot = v - t45 * t46;
    const double F = sigma0 * z + sigma1 * z_dot + c;
    const double t101 = 1.0 / t26;
    const double t105 = -0.5 <= t_1 ? 1.0 : 0.0;
    const double t108 = t33 <= 0.5 ? 1.0 : 0.0;
    const double t114 = t41 <= 0.0 ? 0.0 : 1.0;
    const double t116 = 1.0 / zss;
    const double t121 = -t45;
    const double t122 = -t46;
    const double t128 = t114 == 0.0 ? 0.0 : t114 * (t122 * t44);
    const double t132 = 3.141592653589793 * (t128 == 0.0 ? 0.0 : t128 * (0.5 * br_cos(t35)));
    const double t139 = t132 == 0.0 ? 0.0 : t108 == 0.0 ? 0.0 : t108 * t132;
    const double t144 = t139 == 0.0 ? 0.0 : t105 == 0.0 ? 0.0 : t105 * t139;
    const double t146 = t144 == 0.0 ? 0.0 : t144 * t101;
    const double t150 = t121 * t116 + (z >= 0.0 ? 1.0 : -1.0) * t146;
    const double t158 = (t121 * -(t46 * t116) + (t144 == 0.0 ? 0.0 : t144 * -(t_1 * t101)) + 0.5 * -t146) * (1.0 / sigma0);
    const double t164 = 1.0 + t122 * (alpha * (v >= 0.0 ? 1.0 : -1.0)) + t158 * -(t19 * (1.0 / t18)) * (2.0 * t15) * (1.0 / vs);
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t150;
    jet[AT(1)] = sigma0 + sigma1 * t150;
    jet[AT(2)] = t164;
    jet[AT(8)] = sigma2 + sigma1 * t164;
    jet[AT(10)] = z_dot;
    jet[AT(15)] = v;
}

BR_INLINE void br_elasto_plastic_rate_jet_some_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_elasto_plastic_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_elasto_plastic_rate_jet_some_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_elasto_plastic_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_elasto_plastic_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_elasto_plastic_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_elasto_plastic_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_elasto_plastic_rate_jet_some(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_elasto_plastic_rate_jet_some_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_elasto_plastic_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

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
BR_INLINE void br_elasto_plastic_step_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
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
    const double t53 = br_sign(dx);
    const double along = z * t53;
    const double alive = along <= 0.0 ? 0.0 : rise;
    const double y = along < zss ? (1.0 - alive * (along / zss)) * br_abs(dx) : 0.0 * dx;
    const double grown = br_min(along + y, zss);
    const double z_next = dx == 0.0 ? z : grown * t53;
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * ((z_next - z) / dt) + c;
}

BR_INLINE void br_elasto_plastic_step_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_elasto_plastic_step_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_elasto_plastic_step_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_elasto_plastic_step_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_elasto_plastic_step_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_elasto_plastic_step_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_elasto_plastic_step_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_elasto_plastic_step(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_elasto_plastic_step_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_elasto_plastic_step_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_elasto_plastic_step_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
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
    const double t33 = br_max(t_1, -0.5);
    const double t35 = 3.141592653589793 * br_min(t33, 0.5);
    const double rise = 0.5 + br_sin(t35) / 2.0;
    const double t53 = br_sign(dx);
    const double along = z * t53;
    const double alive = along <= 0.0 ? 0.0 : rise;
    const double t58 = along / zss;
    const double t60 = 1.0 - alive * t58;
    const double t61 = br_abs(dx);
    const double y = along < zss ? t60 * t61 : 0.0 * dx;
    const double t65 = along + y;
    const double grown = br_min(t65, zss);
    const double z_next = dx == 0.0 ? z : grown * t53;
    const double t72 = (z_next - z) / dt;
    const double t88 = 1.0 / vs;
    const double t92 = 1.0 / t18;
    const double t95 = 1.0 / sigma0;
    const double t101 = 1.0 / t26;
    const double t105 = -0.5 <= t_1 ? 1.0 : 0.0;
    const double t108 = t33 <= 0.5 ? 1.0 : 0.0;
    const double t116 = 1.0 / zss;
    const double t184 = along <= 0.0 ? 0.0 : 1.0;
    const double t188 = along < zss ? 1.0 : 0.0;
    const double t191 = t65 <= zss ? 1.0 : 0.0;
    const double t192 = t65 <= zss ? 0.0 : 1.0;
    const double t195 = 1.0 / dt;
    const double t198 = t53 * (dx == 0.0 ? 0.0 : 1.0);
    const double t202 = sigma1 * t195;
    const double t204 = t202 + sigma0;
    const double t209 = t198 == 0.0 ? 0.0 : t191 == 0.0 ? 0.0 : t191 * t198;
    const double t214 = t209 == 0.0 ? 0.0 : t188 == 0.0 ? 0.0 : t188 * t209;
    const double t215 = t214 == 0.0 ? 0.0 : t214 * (t60 * (dx >= 0.0 ? 1.0 : -1.0));
    const double t217 = -(t61 * t214);
    const double t218 = t217 == 0.0 ? 0.0 : t217 * alive;
    const double t219 = t217 == 0.0 ? 0.0 : t217 * t58;
    const double t221 = (t198 == 0.0 ? 0.0 : t192 == 0.0 ? 0.0 : t192 * t198) + (t218 == 0.0 ? 0.0 : t218 * -(t58 * t116));
    const double t228 = t219 == 0.0 ? 0.0 : t184 == 0.0 ? 0.0 : t184 * t219;
    const double t234 = 3.141592653589793 * (t228 == 0.0 ? 0.0 : t228 * (0.5 * br_cos(t35)));
    const double t241 = t234 == 0.0 ? 0.0 : t108 == 0.0 ? 0.0 : t108 * t234;
    const double t246 = t241 == 0.0 ? 0.0 : t105 == 0.0 ? 0.0 : t105 * t241;
    const double t247 = t246 == 0.0 ? 0.0 : t246 * -(t_1 * t101);
    const double t248 = t246 == 0.0 ? 0.0 : t246 * t101;
    const double t252 = (dx == 0.0 ? 1.0 : 0.0) + t53 * (t209 + (t218 == 0.0 ? 0.0 : t218 * t116)) + (z >= 0.0 ? 1.0 : -1.0) * t248;
    const double t256 = 0.5 * -t248;
    const double t257 = t256 - t247;
    const double t258 = t221 + t247 + t256;
    const double t259 = t258 == 0.0 ? 0.0 : t258 * -(zss * t95);
    const double t260 = t258 == 0.0 ? 0.0 : t258 * t95;
    const double t261 = t260 == 0.0 ? 0.0 : t260 * -(t19 * t92);
    const double t262 = t260 == 0.0 ? 0.0 : t260 * t92;
    const double t263 = t261 == 0.0 ? 0.0 : t261 * (2.0 * t15);
    const double t265 = t263 == 0.0 ? 0.0 : t263 * -(t15 * t88);
    const double t266 = t263 == 0.0 ? 0.0 : t263 * t88;
    const double t268 = t260 - t262;
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * t72 + c;
    jet[AT(0)] = t252;
    jet[AT(1)] = (t252 == 0.0 ? 0.0 : t252 * t204) - t202;
    jet[AT(2)] = t266;
    jet[AT(3)] = t215;
    jet[AT(4)] = t259;
    jet[AT(5)] = t268;
    jet[AT(6)] = t262;
    jet[AT(7)] = t265;
    jet[AT(8)] = t257;
    jet[AT(9)] = sigma2 + (t266 == 0.0 ? 0.0 : t266 * t204);
    jet[AT(10)] = sigma1 * -(t72 * t195);
    jet[AT(11)] = t215 == 0.0 ? 0.0 : t215 * t204;
    jet[AT(12)] = z_next + (t259 == 0.0 ? 0.0 : t259 * t204);
    jet[AT(13)] = t72;
    jet[AT(14)] = t268 == 0.0 ? 0.0 : t268 * t204;
    jet[AT(15)] = t262 == 0.0 ? 0.0 : t262 * t204;
    jet[AT(16)] = t265 == 0.0 ? 0.0 : t265 * t204;
    jet[AT(17)] = t257 == 0.0 ? 0.0 : t257 * t204;
    jet[AT(18)] = v;
}

BR_INLINE void br_elasto_plastic_step_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_elasto_plastic_step_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_elasto_plastic_step_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_elasto_plastic_step_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_elasto_plastic_step_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_elasto_plastic_step_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_elasto_plastic_step_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_elasto_plastic_step_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_elasto_plastic_step_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_elasto_plastic_step_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

