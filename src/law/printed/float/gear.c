// gear.c - Friction of a gear: grows with the load it carries. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Dahl's element with the Stribeck curve of thesis (3.2) and a share of the load, as gears
//     of servos show
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void brf_gear_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out);
//     brf_gear_rate       rates and outputs; results: out
//     brf_gear_rate_jet   and their derivatives; results: out, jet
//     brf_gear_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     brf_gear_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   z  -
// inputs
//     u[0]                   v  m/s
//     u[1]                   load  N
// parameters
//     p[0]                   h  m
//     p[1]                   FC  N
//     p[2]                   FS  N
//     p[3]                   vs  m/s
//     p[4]                   mu  -
//     p[5]                   sigma2  N*s/m

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
//     jet[3]                 d z' / d h
//     jet[4]                 d F / d v
//     jet[5]                 d F / d load
//     jet[6]                 d F / d FC
//     jet[7]                 d F / d FS
//     jet[8]                 d F / d vs
//     jet[9]                 d F / d mu
//     jet[10]                d F / d sigma2
BR_INLINE void brf_gear_rate_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float load = u[AT(1)];
    const float z = x[AT(0)];
    const float h_1 = P(0);
    const float FC = P(1);
    const float FS = P(2);
    const float vs = P(3);
    const float mu = P(4);
    const float sigma2 = P(5);
    const float c = sigma2 * v;
    const float t12 = v / vs;
    const float s = FC + (FS - FC) * brf_exp(-(t12 * t12)) + mu * brf_abs(load);
    const float z_dot = (v - brf_abs(v) * z) / h_1;
    const float F = s * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_INLINE void brf_gear_rate_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_gear_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void brf_gear_rate_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count >= BR_TILE && each) {
        brf_gear_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_gear_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_gear_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        brf_gear_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void brf_gear_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count == 1) {
        brf_gear_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        brf_gear_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void brf_gear_rate_jet_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float load = u[AT(1)];
    const float z = x[AT(0)];
    const float h_1 = P(0);
    const float FC = P(1);
    const float FS = P(2);
    const float vs = P(3);
    const float mu = P(4);
    const float sigma2 = P(5);
    const float c = sigma2 * v;
    const float t12 = v / vs;
    const float t16 = brf_exp(-(t12 * t12));
    const float t17 = (FS - FC) * t16;
    const float t19 = brf_abs(load);
    const float s = FC + t17 + mu * t19;
    const float t22 = brf_abs(v);
    const float z_dot = (v - t22 * z) / h_1;
    const float F = s * z + c;
    const float t31 = 1.0f / vs;
    const float t37 = 1.0f / h_1;
    const float t42 = -t17;
    const float t44 = -t37;
    const float t50 = z * (t42 == 0.0f ? 0.0f : t42 * (2.0f * t12));
    const float t51 = z * t16;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t44 * t22;
    jet[AT(1)] = s;
    jet[AT(2)] = t37 + t44 * (z * (v >= 0.0f ? 1.0f : -1.0f));
    jet[AT(3)] = -(z_dot * t37);
    jet[AT(4)] = (t50 == 0.0f ? 0.0f : t50 * t31) + sigma2;
    jet[AT(5)] = z * (mu * (load >= 0.0f ? 1.0f : -1.0f));
    jet[AT(6)] = z - t51;
    jet[AT(7)] = t51;
    jet[AT(8)] = t50 == 0.0f ? 0.0f : t50 * -(t12 * t31);
    jet[AT(9)] = z * t19;
    jet[AT(10)] = v;
}

BR_INLINE void brf_gear_rate_jet_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_gear_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_gear_rate_jet_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_gear_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_gear_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_gear_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_gear_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_gear_rate_jet(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_gear_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_gear_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void brf_gear_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float load = u[AT(1)];
    const float z = x[AT(0)];
    const float h_1 = P(0);
    const float FC = P(1);
    const float FS = P(2);
    const float vs = P(3);
    const float mu = P(4);
    const float sigma2 = P(5);
    const float c = sigma2 * v;
    const float t12 = v / vs;
    const float s = FC + (FS - FC) * brf_exp(-(t12 * t12)) + mu * brf_abs(load);
    const float t22 = brf_abs(v);
    const float z_dot = (v - t22 * z) / h_1;
    const float F = s * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = -(1.0f / h_1) * t22;
    jet[AT(1)] = s;
}

BR_INLINE void brf_gear_rate_jet_x_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_gear_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_gear_rate_jet_x_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_gear_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_gear_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_gear_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_gear_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_gear_rate_jet_x(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_gear_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_gear_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void brf_gear_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float load = u[AT(1)];
    const float z = x[AT(0)];
    const float h_1 = P(0);
    const float FC = P(1);
    const float FS = P(2);
    const float vs = P(3);
    const float mu = P(4);
    const float sigma2 = P(5);
    const float c = sigma2 * v;
    const float t12 = v / vs;
    const float t17 = (FS - FC) * brf_exp(-(t12 * t12));
    const float s = FC + t17 + mu * brf_abs(load);
    const float t22 = brf_abs(v);
    const float z_dot = (v - t22 * z) / h_1;
    const float F = s * z + c;
    const float t37 = 1.0f / h_1;
    const float t42 = -t17;
    const float t44 = -t37;
    const float t50 = z * (t42 == 0.0f ? 0.0f : t42 * (2.0f * t12));
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t44 * t22;
    jet[AT(1)] = s;
    jet[AT(2)] = t37 + t44 * (z * (v >= 0.0f ? 1.0f : -1.0f));
    jet[AT(4)] = (t50 == 0.0f ? 0.0f : t50 * (1.0f / vs)) + sigma2;
    jet[AT(5)] = z * (mu * (load >= 0.0f ? 1.0f : -1.0f));
    jet[AT(10)] = v;
}

BR_INLINE void brf_gear_rate_jet_some_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_gear_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_gear_rate_jet_some_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_gear_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_gear_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_gear_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_gear_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_gear_rate_jet_some(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_gear_rate_jet_some_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_gear_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

