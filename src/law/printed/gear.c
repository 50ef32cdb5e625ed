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
//     void br_gear_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_gear_rate       rates and outputs; results: out
//     br_gear_rate_jet   and their derivatives; results: out, jet
//     br_gear_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_gear_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
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
//     jet[3]                 d z' / d h
//     jet[4]                 d F / d v
//     jet[5]                 d F / d load
//     jet[6]                 d F / d FC
//     jet[7]                 d F / d FS
//     jet[8]                 d F / d vs
//     jet[9]                 d F / d mu
//     jet[10]                d F / d sigma2
BR_INLINE void br_gear_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double load = u[AT(1)];
    const double z = x[AT(0)];
    const double h_1 = P(0);
    const double FC = P(1);
    const double FS = P(2);
    const double vs = P(3);
    const double mu = P(4);
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t12 = v / vs;
    const double s = FC + (FS - FC) * br_exp(-(t12 * t12)) + mu * br_abs(load);
    const double z_dot = (v - br_abs(v) * z) / h_1;
    const double F = s * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_INLINE void br_gear_rate_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_gear_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_gear_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_gear_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_gear_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_gear_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_gear_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_gear_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_gear_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_gear_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_gear_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double load = u[AT(1)];
    const double z = x[AT(0)];
    const double h_1 = P(0);
    const double FC = P(1);
    const double FS = P(2);
    const double vs = P(3);
    const double mu = P(4);
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t12 = v / vs;
    const double t16 = br_exp(-(t12 * t12));
    const double t17 = (FS - FC) * t16;
    const double t19 = br_abs(load);
    const double s = FC + t17 + mu * t19;
    const double t22 = br_abs(v);
    const double z_dot = (v - t22 * z) / h_1;
    const double F = s * z + c;
    const double t31 = 1.0 / vs;
    const double t37 = 1.0 / h_1;
    const double t42 = -t17;
    const double t44 = -t37;
    const double t50 = z * (t42 == 0.0 ? 0.0 : t42 * (2.0 * t12));
    const double t51 = z * t16;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t44 * t22;
    jet[AT(1)] = s;
    jet[AT(2)] = t37 + t44 * (z * (v >= 0.0 ? 1.0 : -1.0));
    jet[AT(3)] = -(z_dot * t37);
    jet[AT(4)] = (t50 == 0.0 ? 0.0 : t50 * t31) + sigma2;
    jet[AT(5)] = z * (mu * (load >= 0.0 ? 1.0 : -1.0));
    jet[AT(6)] = z - t51;
    jet[AT(7)] = t51;
    jet[AT(8)] = t50 == 0.0 ? 0.0 : t50 * -(t12 * t31);
    jet[AT(9)] = z * t19;
    jet[AT(10)] = v;
}

BR_INLINE void br_gear_rate_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_gear_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_gear_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_gear_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_gear_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_gear_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_gear_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_gear_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_gear_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_gear_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_gear_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double load = u[AT(1)];
    const double z = x[AT(0)];
    const double h_1 = P(0);
    const double FC = P(1);
    const double FS = P(2);
    const double vs = P(3);
    const double mu = P(4);
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t12 = v / vs;
    const double s = FC + (FS - FC) * br_exp(-(t12 * t12)) + mu * br_abs(load);
    const double t22 = br_abs(v);
    const double z_dot = (v - t22 * z) / h_1;
    const double F = s * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = -(1.0 / h_1) * t22;
    jet[AT(1)] = s;
}

BR_INLINE void br_gear_rate_jet_x_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_gear_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_gear_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_gear_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_gear_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_gear_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_gear_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_gear_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_gear_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_gear_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_gear_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double load = u[AT(1)];
    const double z = x[AT(0)];
    const double h_1 = P(0);
    const double FC = P(1);
    const double FS = P(2);
    const double vs = P(3);
    const double mu = P(4);
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t12 = v / vs;
    const double t17 = (FS - FC) * br_exp(-(t12 * t12));
    const double s = FC + t17 + mu * br_abs(load);
    const double t22 = br_abs(v);
    const double z_dot = (v - t22 * z) / h_1;
    const double F = s * z + c;
    const double t37 = 1.0 / h_1;
    const double t42 = -t17;
    const double t44 = -t37;
    const double t50 = z * (t42 == 0.0 ? 0.0 : t42 * (2.0 * t12));
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t44 * t22;
    jet[AT(1)] = s;
    jet[AT(2)] = t37 + t44 * (z * (v >= 0.0 ? 1.0 : -1.0));
    jet[AT(4)] = (t50 == 0.0 ? 0.0 : t50 * (1.0 / vs)) + sigma2;
    jet[AT(5)] = z * (mu * (load >= 0.0 ? 1.0 : -1.0));
    jet[AT(10)] = v;
}

BR_INLINE void br_gear_rate_jet_some_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_gear_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_gear_rate_jet_some_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_gear_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_gear_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_gear_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_gear_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_gear_rate_jet_some(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_gear_rate_jet_some_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_gear_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

