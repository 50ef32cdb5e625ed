// bliman-sorine.c - Second-order model in the distance travelled. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: 002 section II: d2F/ds2 + 2 zeta omega dF/ds + omega^2 F = omega^2 FC sgn(v), ds = |v|
//     dt
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_bliman_sorine_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_bliman_sorine_rate       rates and outputs; results: out
//     br_bliman_sorine_rate_jet   and their derivatives; results: out, jet
//     br_bliman_sorine_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_bliman_sorine_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   f  N
//     x[1]                   h  N/m
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   FC  N
//     p[1]                   omega  1/m
//     p[2]                   zeta  -
//     p[3]                   sigma2  N*s/m

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
//     out[0]                 f'
//     out[1]                 h'
//     out[2]                 F
// their derivatives
//     jet[0]                 d f' / d h
//     jet[1]                 d h' / d f
//     jet[2]                 d h' / d h
//     jet[3]                 d F / d f
//     jet[4]                 d f' / d v
//     jet[5]                 d h' / d v
//     jet[6]                 d h' / d FC
//     jet[7]                 d h' / d omega
//     jet[8]                 d h' / d zeta
//     jet[9]                 d F / d v
//     jet[10]                d F / d sigma2
BR_INLINE void br_bliman_sorine_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double f = x[AT(0)];
    const double h_1 = x[AT(1)];
    const double FC = P(0);
    const double omega = P(1);
    const double zeta = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t9 = br_abs(v);
    const double f_dot = t9 * h_1;
    const double t12 = omega * omega;
    const double h_dot = t12 * FC * v - t9 * (t12 * f + 2.0 * zeta * omega * h_1);
    const double F = f + c;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
}

BR_INLINE void br_bliman_sorine_rate_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_bliman_sorine_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_bliman_sorine_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_bliman_sorine_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_bliman_sorine_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_bliman_sorine_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_bliman_sorine_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_bliman_sorine_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_bliman_sorine_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_bliman_sorine_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_bliman_sorine_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double f = x[AT(0)];
    const double h_1 = x[AT(1)];
    const double FC = P(0);
    const double omega = P(1);
    const double zeta = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t9 = br_abs(v);
    const double f_dot = t9 * h_1;
    const double t12 = omega * omega;
    const double t13 = t12 * FC;
    const double t16 = 2.0 * zeta;
    const double t17 = t16 * omega;
    const double t19 = t12 * f + t17 * h_1;
    const double h_dot = t13 * v - t9 * t19;
    const double F = f + c;
    const double t25 = v >= 0.0 ? 1.0 : -1.0;
    const double t27 = -t9;
    const double t30 = t27 * h_1;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = 1.0;
    jet[AT(4)] = h_1 * t25;
    jet[AT(5)] = t13 + -t19 * t25;
    jet[AT(6)] = v * t12;
    jet[AT(7)] = t30 * t16 + (t27 * f + v * FC) * (2.0 * omega);
    jet[AT(8)] = t30 * omega * 2.0;
    jet[AT(9)] = sigma2;
    jet[AT(10)] = v;
}

BR_INLINE void br_bliman_sorine_rate_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_bliman_sorine_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_bliman_sorine_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_bliman_sorine_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_bliman_sorine_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_bliman_sorine_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_bliman_sorine_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_bliman_sorine_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_bliman_sorine_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_bliman_sorine_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_bliman_sorine_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double f = x[AT(0)];
    const double h_1 = x[AT(1)];
    const double FC = P(0);
    const double omega = P(1);
    const double zeta = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t9 = br_abs(v);
    const double f_dot = t9 * h_1;
    const double t12 = omega * omega;
    const double t17 = 2.0 * zeta * omega;
    const double h_dot = t12 * FC * v - t9 * (t12 * f + t17 * h_1);
    const double F = f + c;
    const double t27 = -t9;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = 1.0;
}

BR_INLINE void br_bliman_sorine_rate_jet_x_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_bliman_sorine_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_bliman_sorine_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_bliman_sorine_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_bliman_sorine_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_bliman_sorine_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_bliman_sorine_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_bliman_sorine_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_bliman_sorine_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_bliman_sorine_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_bliman_sorine_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double f = x[AT(0)];
    const double h_1 = x[AT(1)];
    const double FC = P(0);
    const double omega = P(1);
    const double zeta = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t9 = br_abs(v);
    const double f_dot = t9 * h_1;
    const double t12 = omega * omega;
    const double t13 = t12 * FC;
    const double t17 = 2.0 * zeta * omega;
    const double t19 = t12 * f + t17 * h_1;
    const double h_dot = t13 * v - t9 * t19;
    const double F = f + c;
    const double t25 = v >= 0.0 ? 1.0 : -1.0;
    const double t27 = -t9;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = 1.0;
    jet[AT(4)] = h_1 * t25;
    jet[AT(5)] = t13 + -t19 * t25;
    jet[AT(9)] = sigma2;
    jet[AT(10)] = v;
}

BR_INLINE void br_bliman_sorine_rate_jet_some_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_bliman_sorine_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_bliman_sorine_rate_jet_some_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_bliman_sorine_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_bliman_sorine_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_bliman_sorine_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_bliman_sorine_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_bliman_sorine_rate_jet_some(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_bliman_sorine_rate_jet_some_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_bliman_sorine_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

