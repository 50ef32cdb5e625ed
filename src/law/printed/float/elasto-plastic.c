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
//     void brf_elasto_plastic_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out);
//     brf_elasto_plastic_rate       rates and outputs; results: out
//     brf_elasto_plastic_rate_jet   and their derivatives; results: out, jet
//     brf_elasto_plastic_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     brf_elasto_plastic_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
//     brf_elasto_plastic_step       updates; results: out
//     brf_elasto_plastic_step_jet   and their derivatives; results: out, jet
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
#define BR_TILE 16 // points done together; fewer need less stack
#endif
#define BR_SOME ((BR_TILE + 3) / 4) // where there are fewer points
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
BR_INLINE void brf_elasto_plastic_rate_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float z = x[AT(0)];
    const float sigma0 = P(0);
    const float sigma1 = P(1);
    const float FC = P(2);
    const float FS = P(3);
    const float vs = P(4);
    const float zba = P(5);
    const float sigma2 = P(6);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float zss = (FC + (FS - FC) / (1.0f + t15 * t15)) / sigma0;
    const float t_1 = (brf_abs(z) - (zss + zba) / 2.0f) / (zss - zba);
    const float rise = 0.5f + brf_sin(3.1415927f * brf_min(brf_max(t_1, -0.5f), 0.5f)) / 2.0f;
    const float alpha = brf_sign(z) * brf_sign(v) <= 0.0f ? 0.0f : rise;
    const float z_dot = v - alpha * brf_abs(v) * (z / zss);
    const float F = sigma0 * z + sigma1 * z_dot + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_INLINE void brf_elasto_plastic_rate_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_elasto_plastic_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void brf_elasto_plastic_rate_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count >= BR_TILE && each) {
        brf_elasto_plastic_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_elasto_plastic_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_elasto_plastic_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        brf_elasto_plastic_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void brf_elasto_plastic_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count == 1) {
        brf_elasto_plastic_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        brf_elasto_plastic_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void brf_elasto_plastic_rate_jet_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float z = x[AT(0)];
    const float sigma0 = P(0);
    const float sigma1 = P(1);
    const float FC = P(2);
    const float FS = P(3);
    const float vs = P(4);
    const float zba = P(5);
    const float sigma2 = P(6);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float t18 = 1.0f + t15 * t15;
    const float t19 = (FS - FC) / t18;
    const float zss = (FC + t19) / sigma0;
    const float t26 = zss - zba;
    const float t_1 = (brf_abs(z) - (zss + zba) / 2.0f) / t26;
    const float t33 = brf_max(t_1, -0.5f);
    const float t35 = 3.1415927f * brf_min(t33, 0.5f);
    const float rise = 0.5f + brf_sin(t35) / 2.0f;
    const float t41 = brf_sign(z) * brf_sign(v);
    const float alpha = t41 <= 0.0f ? 0.0f : rise;
    const float t44 = brf_abs(v);
    const float t45 = alpha * t44;
    const float t46 = z / zss;
    const float z_dot = v - t45 * t46;
    const float F = sigma0 * z + sigma1 * z_dot + c;
    const float t88 = 1.0f / vs;
    const float t92 = 1.0f / t18;
    const float t95 = 1.0f / sigma0;
    const float t101 = 1.0f / t26;
    const float t105 = -0.5f <= t_1 ? 1.0f : 0.0f;
    const float t108 = t33 <= 0.5f ? 1.0f : 0.0f;
    const float t114 = t41 <= 0.0f ? 0.0f : 1.0f;
    const float t116 = 1.0f / zss;
    const float t121 = -t45;
    const float t122 = -t46;
    const float t128 = t114 == 0.0f ? 0.0f : t114 * (t122 * t44);
    const float t132 = 3.1415927f * (t128 == 0.0f ? 0.0f : t128 * (0.5f * brf_cos(t35)));
    const float t139 = t132 == 0.0f ? 0.0f : t108 == 0.0f ? 0.0f : t108 * t132;
    const float t144 = t139 == 0.0f ? 0.0f : t105 == 0.0f ? 0.0f : t105 * t139;
    const float t145 = t144 == 0.0f ? 0.0f : t144 * -(t_1 * t101);
    const float t146 = t144 == 0.0f ? 0.0f : t144 * t101;
    const float t150 = t121 * t116 + (z >= 0.0f ? 1.0f : -1.0f) * t146;
    const float t154 = 0.5f * -t146;
    const float t155 = t154 - t145;
    const float t156 = t121 * -(t46 * t116) + t145 + t154;
    const float t157 = t156 * -(zss * t95);
    const float t158 = t156 * t95;
    const float t160 = t158 * t92;
    const float t161 = t158 * -(t19 * t92) * (2.0f * t15);
    const float t162 = t161 * -(t15 * t88);
    const float t164 = 1.0f + t122 * (alpha * (v >= 0.0f ? 1.0f : -1.0f)) + t161 * t88;
    const float t166 = t158 - t160;
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

BR_INLINE void brf_elasto_plastic_rate_jet_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_elasto_plastic_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_elasto_plastic_rate_jet_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_elasto_plastic_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_elasto_plastic_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_elasto_plastic_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_elasto_plastic_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_elasto_plastic_rate_jet(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_elasto_plastic_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_elasto_plastic_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void brf_elasto_plastic_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float z = x[AT(0)];
    const float sigma0 = P(0);
    const float sigma1 = P(1);
    const float FC = P(2);
    const float FS = P(3);
    const float vs = P(4);
    const float zba = P(5);
    const float sigma2 = P(6);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float zss = (FC + (FS - FC) / (1.0f + t15 * t15)) / sigma0;
    const float t26 = zss - zba;
    const float t_1 = (brf_abs(z) - (zss + zba) / 2.0f) / t26;
    const float t33 = brf_max(t_1, -0.5f);
    const float t35 = 3.1415927f * brf_min(t33, 0.5f);
    const float rise = 0.5f + brf_sin(t35) / 2.0f;
    const float t41 = brf_sign(z) * brf_sign(v);
    const float alpha = t41 <= 0.0f ? 0.0f : rise;
    const float t44 = brf_abs(v);
    const float t45 = alpha * t44;
    const float t46 = z / zss;
    const float z_dot = v - t45 * t46;
    const float F = sigma0 * z + sigma1 * z_dot + c;
    const float t105 = -0.5f <= t_1 ? 1.0f : 0.0f;
    const float t108 = t33 <= 0.5f ? 1.0f : 0.0f;
    const float t114 = t41 <= 0.0f ? 0.0f : 1.0f;
    const float t128 = t114 == 0.0f ? 0.0f : t114 * (-t46 * t44);
    const float t132 = 3.1415927f * (t128 == 0.0f ? 0.0f : t128 * (0.5f * brf_cos(t35)));
    const float t139 = t132 == 0.0f ? 0.0f : t108 == 0.0f ? 0.0f : t108 * t132;
    const float t144 = t139 == 0.0f ? 0.0f : t105 == 0.0f ? 0.0f : t105 * t139;
    const float t150 = -t45 * (1.0f / zss) + (z >= 0.0f ? 1.0f : -1.0f) * (t144 == 0.0f ? 0.0f : t144 * (1.0f / t26));
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t150;
    jet[AT(1)] = sigma0 + sigma1 * t150;
}

BR_INLINE void brf_elasto_plastic_rate_jet_x_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_elasto_plastic_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_elasto_plastic_rate_jet_x_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_elasto_plastic_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_elasto_plastic_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_elasto_plastic_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_elasto_plastic_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_elasto_plastic_rate_jet_x(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_elasto_plastic_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_elasto_plastic_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void brf_elasto_plastic_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float z = x[AT(0)];
    const float sigma0 = P(0);
    const float sigma1 = P(1);
    const float FC = P(2);
    const float FS = P(3);
    const float vs = P(4);
    const float zba = P(5);
    const float sigma2 = P(6);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float t18 = 1.0f + t15 * t15;
    const float t19 = (FS - FC) / t18;
    const float zss = (FC + t19) / sigma0;
    const float t26 = zss - zba;
    const float t_1 = (brf_abs(z) - (zss + zba) / 2.0f) / t26;
    const float t33 = brf_max(t_1, -0.5f);
    const float t35 = 3.1415927f * brf_min(t33, 0.5f);
    const float rise = 0.5f + brf_sin(t35) / 2.0f;
    const float t41 = brf_sign(z) * brf_sign(v);
    const float alpha = t41 <= 0.0f ? 0.0f : rise;
    const float t44 = brf_abs(v);
    const float t45 = alpha * t44;
    const float t46 = z / zss;
    const float z_dot = v - t45 * t46;
    const float F = sigma0 * z + sigma1 * z_dot + c;
    const float t101 = 1.0f / t26;
    const float t105 = -0.5f <= t_1 ? 1.0f : 0.0f;
    const float t108 = t33 <= 0.5f ? 1.0f : 0.0f;
    const float t114 = t41 <= 0.0f ? 0.0f : 1.0f;
    const float t116 = 1.0f / zss;
    const float t121 = -t45;
    const float t122 = -t46;
    const float t128 = t114 == 0.0f ? 0.0f : t114 * (t122 * t44);
    const float t132 = 3.1415927f * (t128 == 0.0f ? 0.0f : t128 * (0.5f * brf_cos(t35)));
    const float t139 = t132 == 0.0f ? 0.0f : t108 == 0.0f ? 0.0f : t108 * t132;
    const float t144 = t139 == 0.0f ? 0.0f : t105 == 0.0f ? 0.0f : t105 * t139;
    const float t146 = t144 == 0.0f ? 0.0f : t144 * t101;
    const float t150 = t121 * t116 + (z >= 0.0f ? 1.0f : -1.0f) * t146;
    const float t158 = (t121 * -(t46 * t116) + (t144 == 0.0f ? 0.0f : t144 * -(t_1 * t101)) + 0.5f * -t146) * (1.0f / sigma0);
    const float t164 = 1.0f + t122 * (alpha * (v >= 0.0f ? 1.0f : -1.0f)) + t158 * -(t19 * (1.0f / t18)) * (2.0f * t15) * (1.0f / vs);
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t150;
    jet[AT(1)] = sigma0 + sigma1 * t150;
    jet[AT(2)] = t164;
    jet[AT(8)] = sigma2 + sigma1 * t164;
    jet[AT(10)] = z_dot;
    jet[AT(15)] = v;
}

BR_INLINE void brf_elasto_plastic_rate_jet_some_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_elasto_plastic_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_elasto_plastic_rate_jet_some_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_elasto_plastic_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_elasto_plastic_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_elasto_plastic_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_elasto_plastic_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_elasto_plastic_rate_jet_some(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_elasto_plastic_rate_jet_some_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_elasto_plastic_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
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
BR_INLINE void brf_elasto_plastic_step_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float dt = u[AT(1)];
    const float dx = u[AT(2)];
    const float z = x[AT(0)];
    const float sigma0 = P(0);
    const float sigma1 = P(1);
    const float FC = P(2);
    const float FS = P(3);
    const float vs = P(4);
    const float zba = P(5);
    const float sigma2 = P(6);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float zss = (FC + (FS - FC) / (1.0f + t15 * t15)) / sigma0;
    const float t_1 = (brf_abs(z) - (zss + zba) / 2.0f) / (zss - zba);
    const float rise = 0.5f + brf_sin(3.1415927f * brf_min(brf_max(t_1, -0.5f), 0.5f)) / 2.0f;
    const float t53 = brf_sign(dx);
    const float along = z * t53;
    const float alive = along <= 0.0f ? 0.0f : rise;
    const float y = along < zss ? (1.0f - alive * (along / zss)) * brf_abs(dx) : 0.0f * dx;
    const float grown = brf_min(along + y, zss);
    const float z_next = dx == 0.0f ? z : grown * t53;
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * ((z_next - z) / dt) + c;
}

BR_INLINE void brf_elasto_plastic_step_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_elasto_plastic_step_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void brf_elasto_plastic_step_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count >= BR_TILE && each) {
        brf_elasto_plastic_step_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_elasto_plastic_step_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_elasto_plastic_step_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        brf_elasto_plastic_step_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void brf_elasto_plastic_step(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count == 1) {
        brf_elasto_plastic_step_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        brf_elasto_plastic_step_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void brf_elasto_plastic_step_jet_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float dt = u[AT(1)];
    const float dx = u[AT(2)];
    const float z = x[AT(0)];
    const float sigma0 = P(0);
    const float sigma1 = P(1);
    const float FC = P(2);
    const float FS = P(3);
    const float vs = P(4);
    const float zba = P(5);
    const float sigma2 = P(6);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float t18 = 1.0f + t15 * t15;
    const float t19 = (FS - FC) / t18;
    const float zss = (FC + t19) / sigma0;
    const float t26 = zss - zba;
    const float t_1 = (brf_abs(z) - (zss + zba) / 2.0f) / t26;
    const float t33 = brf_max(t_1, -0.5f);
    const float t35 = 3.1415927f * brf_min(t33, 0.5f);
    const float rise = 0.5f + brf_sin(t35) / 2.0f;
    const float t53 = brf_sign(dx);
    const float along = z * t53;
    const float alive = along <= 0.0f ? 0.0f : rise;
    const float t58 = along / zss;
    const float t60 = 1.0f - alive * t58;
    const float t61 = brf_abs(dx);
    const float y = along < zss ? t60 * t61 : 0.0f * dx;
    const float t65 = along + y;
    const float grown = brf_min(t65, zss);
    const float z_next = dx == 0.0f ? z : grown * t53;
    const float t72 = (z_next - z) / dt;
    const float t88 = 1.0f / vs;
    const float t92 = 1.0f / t18;
    const float t95 = 1.0f / sigma0;
    const float t101 = 1.0f / t26;
    const float t105 = -0.5f <= t_1 ? 1.0f : 0.0f;
    const float t108 = t33 <= 0.5f ? 1.0f : 0.0f;
    const float t116 = 1.0f / zss;
    const float t184 = along <= 0.0f ? 0.0f : 1.0f;
    const float t188 = along < zss ? 1.0f : 0.0f;
    const float t191 = t65 <= zss ? 1.0f : 0.0f;
    const float t192 = t65 <= zss ? 0.0f : 1.0f;
    const float t195 = 1.0f / dt;
    const float t198 = t53 * (dx == 0.0f ? 0.0f : 1.0f);
    const float t202 = sigma1 * t195;
    const float t204 = t202 + sigma0;
    const float t209 = t198 == 0.0f ? 0.0f : t191 == 0.0f ? 0.0f : t191 * t198;
    const float t214 = t209 == 0.0f ? 0.0f : t188 == 0.0f ? 0.0f : t188 * t209;
    const float t215 = t214 == 0.0f ? 0.0f : t214 * (t60 * (dx >= 0.0f ? 1.0f : -1.0f));
    const float t217 = -(t61 * t214);
    const float t218 = t217 == 0.0f ? 0.0f : t217 * alive;
    const float t219 = t217 == 0.0f ? 0.0f : t217 * t58;
    const float t221 = (t198 == 0.0f ? 0.0f : t192 == 0.0f ? 0.0f : t192 * t198) + (t218 == 0.0f ? 0.0f : t218 * -(t58 * t116));
    const float t228 = t219 == 0.0f ? 0.0f : t184 == 0.0f ? 0.0f : t184 * t219;
    const float t234 = 3.1415927f * (t228 == 0.0f ? 0.0f : t228 * (0.5f * brf_cos(t35)));
    const float t241 = t234 == 0.0f ? 0.0f : t108 == 0.0f ? 0.0f : t108 * t234;
    const float t246 = t241 == 0.0f ? 0.0f : t105 == 0.0f ? 0.0f : t105 * t241;
    const float t247 = t246 == 0.0f ? 0.0f : t246 * -(t_1 * t101);
    const float t248 = t246 == 0.0f ? 0.0f : t246 * t101;
    const float t252 = (dx == 0.0f ? 1.0f : 0.0f) + t53 * (t209 + (t218 == 0.0f ? 0.0f : t218 * t116)) + (z >= 0.0f ? 1.0f : -1.0f) * t248;
    const float t256 = 0.5f * -t248;
    const float t257 = t256 - t247;
    const float t258 = t221 + t247 + t256;
    const float t259 = t258 == 0.0f ? 0.0f : t258 * -(zss * t95);
    const float t260 = t258 == 0.0f ? 0.0f : t258 * t95;
    const float t261 = t260 == 0.0f ? 0.0f : t260 * -(t19 * t92);
    const float t262 = t260 == 0.0f ? 0.0f : t260 * t92;
    const float t263 = t261 == 0.0f ? 0.0f : t261 * (2.0f * t15);
    const float t265 = t263 == 0.0f ? 0.0f : t263 * -(t15 * t88);
    const float t266 = t263 == 0.0f ? 0.0f : t263 * t88;
    const float t268 = t260 - t262;
    out[AT(0)] = z_next;
    out[AT(1)] = sigma0 * z_next + sigma1 * t72 + c;
    jet[AT(0)] = t252;
    jet[AT(1)] = (t252 == 0.0f ? 0.0f : t252 * t204) - t202;
    jet[AT(2)] = t266;
    jet[AT(3)] = t215;
    jet[AT(4)] = t259;
    jet[AT(5)] = t268;
    jet[AT(6)] = t262;
    jet[AT(7)] = t265;
    jet[AT(8)] = t257;
    jet[AT(9)] = sigma2 + (t266 == 0.0f ? 0.0f : t266 * t204);
    jet[AT(10)] = sigma1 * -(t72 * t195);
    jet[AT(11)] = t215 == 0.0f ? 0.0f : t215 * t204;
    jet[AT(12)] = z_next + (t259 == 0.0f ? 0.0f : t259 * t204);
    jet[AT(13)] = t72;
    jet[AT(14)] = t268 == 0.0f ? 0.0f : t268 * t204;
    jet[AT(15)] = t262 == 0.0f ? 0.0f : t262 * t204;
    jet[AT(16)] = t265 == 0.0f ? 0.0f : t265 * t204;
    jet[AT(17)] = t257 == 0.0f ? 0.0f : t257 * t204;
    jet[AT(18)] = v;
}

BR_INLINE void brf_elasto_plastic_step_jet_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_elasto_plastic_step_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_elasto_plastic_step_jet_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_elasto_plastic_step_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_elasto_plastic_step_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_elasto_plastic_step_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_elasto_plastic_step_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_elasto_plastic_step_jet(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_elasto_plastic_step_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_elasto_plastic_step_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

