// load-dahl.c - Load-dependent Dahl-type friction of robot joints. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: z' = (w - |w| z)/h, F = mu_a |tau| z + mu_d tau z^2, with the joint load tau as input
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_load_dahl_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_load_dahl_rate       rates and outputs; results: out
//     br_load_dahl_rate_jet   and their derivatives; results: out, jet
//     br_load_dahl_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_load_dahl_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   z  -
// inputs
//     u[0]                   w  m/s
//     u[1]                   tau  N
// parameters
//     p[0]                   h  m
//     p[1]                   mu_a  -
//     p[2]                   mu_d  -
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
//     out[0]                 z'
//     out[1]                 F
// their derivatives
//     jet[0]                 d z' / d z
//     jet[1]                 d F / d z
//     jet[2]                 d z' / d w
//     jet[3]                 d z' / d h
//     jet[4]                 d F / d w
//     jet[5]                 d F / d tau
//     jet[6]                 d F / d mu_a
//     jet[7]                 d F / d mu_d
//     jet[8]                 d F / d sigma2
BR_INLINE void br_load_dahl_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const double w = u[AT(0)];
    const double tau = u[AT(1)];
    const double z = x[AT(0)];
    const double h_1 = P(0);
    const double mu_a = P(1);
    const double mu_d = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * w;
    const double z_dot = (w - br_abs(w) * z) / h_1;
    const double F = mu_a * br_abs(tau) * z + mu_d * tau * (z * z) + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_INLINE void br_load_dahl_rate_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_load_dahl_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_load_dahl_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_load_dahl_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_load_dahl_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_load_dahl_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_load_dahl_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_load_dahl_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_load_dahl_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_load_dahl_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_load_dahl_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double w = u[AT(0)];
    const double tau = u[AT(1)];
    const double z = x[AT(0)];
    const double h_1 = P(0);
    const double mu_a = P(1);
    const double mu_d = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * w;
    const double t9 = br_abs(w);
    const double z_dot = (w - t9 * z) / h_1;
    const double t13 = br_abs(tau);
    const double t14 = mu_a * t13;
    const double t16 = mu_d * tau;
    const double t18 = z * z;
    const double F = t14 * z + t16 * t18 + c;
    const double t25 = 1.0 / h_1;
    const double t39 = -t25;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t39 * t9;
    jet[AT(1)] = t16 * (2.0 * z) + t14;
    jet[AT(2)] = t25 + t39 * (z * (w >= 0.0 ? 1.0 : -1.0));
    jet[AT(3)] = -(z_dot * t25);
    jet[AT(4)] = sigma2;
    jet[AT(5)] = t18 * mu_d + z * (mu_a * (tau >= 0.0 ? 1.0 : -1.0));
    jet[AT(6)] = z * t13;
    jet[AT(7)] = t18 * tau;
    jet[AT(8)] = w;
}

BR_INLINE void br_load_dahl_rate_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_load_dahl_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_load_dahl_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_load_dahl_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_load_dahl_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_load_dahl_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_load_dahl_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_load_dahl_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_load_dahl_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_load_dahl_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_load_dahl_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double w = u[AT(0)];
    const double tau = u[AT(1)];
    const double z = x[AT(0)];
    const double h_1 = P(0);
    const double mu_a = P(1);
    const double mu_d = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * w;
    const double t9 = br_abs(w);
    const double z_dot = (w - t9 * z) / h_1;
    const double t14 = mu_a * br_abs(tau);
    const double t16 = mu_d * tau;
    const double F = t14 * z + t16 * (z * z) + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = -(1.0 / h_1) * t9;
    jet[AT(1)] = t16 * (2.0 * z) + t14;
}

BR_INLINE void br_load_dahl_rate_jet_x_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_load_dahl_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_load_dahl_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_load_dahl_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_load_dahl_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_load_dahl_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_load_dahl_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_load_dahl_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_load_dahl_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_load_dahl_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_load_dahl_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double w = u[AT(0)];
    const double tau = u[AT(1)];
    const double z = x[AT(0)];
    const double h_1 = P(0);
    const double mu_a = P(1);
    const double mu_d = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * w;
    const double t9 = br_abs(w);
    const double z_dot = (w - t9 * z) / h_1;
    const double t14 = mu_a * br_abs(tau);
    const double t16 = mu_d * tau;
    const double t18 = z * z;
    const double F = t14 * z + t16 * t18 + c;
    const double t25 = 1.0 / h_1;
    const double t39 = -t25;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t39 * t9;
    jet[AT(1)] = t16 * (2.0 * z) + t14;
    jet[AT(2)] = t25 + t39 * (z * (w >= 0.0 ? 1.0 : -1.0));
    jet[AT(4)] = sigma2;
    jet[AT(5)] = t18 * mu_d + z * (mu_a * (tau >= 0.0 ? 1.0 : -1.0));
    jet[AT(8)] = w;
}

BR_INLINE void br_load_dahl_rate_jet_some_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_load_dahl_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_load_dahl_rate_jet_some_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_load_dahl_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_load_dahl_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_load_dahl_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_load_dahl_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_load_dahl_rate_jet_some(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_load_dahl_rate_jet_some_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_load_dahl_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

