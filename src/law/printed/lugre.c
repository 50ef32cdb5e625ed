// lugre.c - LuGre bristle model (Canudas de Wit et al. 1995). [target]
//
// Printed by bristle from the text of the law with direction = symmetric, damping = constant, form = deflection, viscous = linear.
// Source: 002 eq. (1), (3), (4); thesis Table 3.1 and 3.5.3
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_lugre_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_lugre_rate       rates and outputs; results: out
//     br_lugre_rate_jet   and their derivatives; results: out, jet
//     br_lugre_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_lugre_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   z  m
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   sigma0  N/m
//     p[1]                   sigma1  N*s/m
//     p[2]                   FC  N
//     p[3]                   FS  N
//     p[4]                   vs  m/s
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
//     jet[3]                 d z' / d sigma0
//     jet[4]                 d z' / d FC
//     jet[5]                 d z' / d FS
//     jet[6]                 d z' / d vs
//     jet[7]                 d F / d v
//     jet[8]                 d F / d sigma0
//     jet[9]                 d F / d sigma1
//     jet[10]                d F / d FC
//     jet[11]                d F / d FS
//     jet[12]                d F / d vs
//     jet[13]                d F / d sigma2
BR_INLINE void br_lugre_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
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
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t11 = v / vs;
    const double g = FC + (FS - FC) * br_exp(-(t11 * t11));
    const double t19 = sigma0 * z;
    const double z_dot = v - br_abs(v) * (t19 / g);
    const double F = t19 + sigma1 * z_dot + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_INLINE void br_lugre_rate_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_lugre_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_lugre_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_lugre_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_lugre_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_lugre_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_lugre_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_lugre_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_lugre_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_lugre_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_lugre_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
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
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t11 = v / vs;
    const double t15 = br_exp(-(t11 * t11));
    const double t16 = (FS - FC) * t15;
    const double g = FC + t16;
    const double t18 = br_abs(v);
    const double t19 = sigma0 * z;
    const double t20 = t19 / g;
    const double z_dot = v - t18 * t20;
    const double F = t19 + sigma1 * z_dot + c;
    const double t39 = 1.0 / vs;
    const double t44 = 1.0 / g;
    const double t48 = -t16;
    const double t49 = t48 == 0.0 ? 0.0 : t48 * (2.0 * t11);
    const double t52 = -t18;
    const double t53 = t52 * -(t20 * t44);
    const double t54 = t52 * t44;
    const double t55 = t49 == 0.0 ? 0.0 : t49 * t53;
    const double t56 = t53 * t15;
    const double t57 = t55 == 0.0 ? 0.0 : t55 * -(t11 * t39);
    const double t59 = 1.0 - t20 * (v >= 0.0 ? 1.0 : -1.0) + (t55 == 0.0 ? 0.0 : t55 * t39);
    const double t61 = t53 - t56;
    const double t62 = t54 * sigma0;
    const double t63 = t54 * z;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t62;
    jet[AT(1)] = sigma0 + sigma1 * t62;
    jet[AT(2)] = t59;
    jet[AT(3)] = t63;
    jet[AT(4)] = t61;
    jet[AT(5)] = t56;
    jet[AT(6)] = t57;
    jet[AT(7)] = sigma2 + sigma1 * t59;
    jet[AT(8)] = z + sigma1 * t63;
    jet[AT(9)] = z_dot;
    jet[AT(10)] = sigma1 * t61;
    jet[AT(11)] = sigma1 * t56;
    jet[AT(12)] = sigma1 * t57;
    jet[AT(13)] = v;
}

BR_INLINE void br_lugre_rate_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_lugre_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_lugre_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_lugre_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_lugre_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_lugre_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_lugre_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_lugre_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_lugre_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_lugre_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_lugre_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
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
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t11 = v / vs;
    const double g = FC + (FS - FC) * br_exp(-(t11 * t11));
    const double t18 = br_abs(v);
    const double t19 = sigma0 * z;
    const double z_dot = v - t18 * (t19 / g);
    const double F = t19 + sigma1 * z_dot + c;
    const double t62 = -t18 * (1.0 / g) * sigma0;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t62;
    jet[AT(1)] = sigma0 + sigma1 * t62;
}

BR_INLINE void br_lugre_rate_jet_x_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_lugre_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_lugre_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_lugre_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_lugre_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_lugre_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_lugre_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_lugre_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_lugre_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_lugre_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_lugre_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
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
    const double sigma2 = P(5);
    const double c = sigma2 * v;
    const double t11 = v / vs;
    const double t16 = (FS - FC) * br_exp(-(t11 * t11));
    const double g = FC + t16;
    const double t18 = br_abs(v);
    const double t19 = sigma0 * z;
    const double t20 = t19 / g;
    const double z_dot = v - t18 * t20;
    const double F = t19 + sigma1 * z_dot + c;
    const double t44 = 1.0 / g;
    const double t48 = -t16;
    const double t49 = t48 == 0.0 ? 0.0 : t48 * (2.0 * t11);
    const double t52 = -t18;
    const double t55 = t49 == 0.0 ? 0.0 : t49 * (t52 * -(t20 * t44));
    const double t59 = 1.0 - t20 * (v >= 0.0 ? 1.0 : -1.0) + (t55 == 0.0 ? 0.0 : t55 * (1.0 / vs));
    const double t62 = t52 * t44 * sigma0;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t62;
    jet[AT(1)] = sigma0 + sigma1 * t62;
    jet[AT(2)] = t59;
    jet[AT(7)] = sigma2 + sigma1 * t59;
    jet[AT(9)] = z_dot;
    jet[AT(13)] = v;
}

BR_INLINE void br_lugre_rate_jet_some_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_lugre_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_lugre_rate_jet_some_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_lugre_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_lugre_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_lugre_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_lugre_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_lugre_rate_jet_some(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_lugre_rate_jet_some_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_lugre_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

