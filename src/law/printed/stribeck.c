// stribeck.c - Stribeck curve with Coulomb and viscous friction. [target]
//
// Printed by bristle from the text of the law with curve = gauss, sign_of = sharp, viscous = linear.
// Source: Thesis eq. (3.2); 002 eq. (4); 003 eq. (7), (8)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_stribeck_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_stribeck_rate       rates and outputs; results: out
//     br_stribeck_rate_jet   and their derivatives; results: out, jet
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   FC  N
//     p[1]                   FS  N
//     p[2]                   vs  m/s
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
//     out[0]                 F
// their derivatives
//     jet[0]                 d F / d v
//     jet[1]                 d F / d FC
//     jet[2]                 d F / d FS
//     jet[3]                 d F / d vs
//     jet[4]                 d F / d sigma2
BR_INLINE void br_stribeck_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double FC = P(0);
    const double FS = P(1);
    const double vs = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t8 = v / vs;
    const double s = FC + (FS - FC) * br_exp(-(t8 * t8));
    const double dir = br_sign(v);
    const double F = s * dir + c;
    out[AT(0)] = F;
}

BR_INLINE void br_stribeck_rate_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_stribeck_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_stribeck_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_stribeck_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_stribeck_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_stribeck_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_stribeck_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_stribeck_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_stribeck_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_stribeck_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_stribeck_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double FC = P(0);
    const double FS = P(1);
    const double vs = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t8 = v / vs;
    const double t12 = br_exp(-(t8 * t8));
    const double t13 = (FS - FC) * t12;
    const double s = FC + t13;
    const double dir = br_sign(v);
    const double F = s * dir + c;
    const double t21 = 1.0 / vs;
    const double t25 = -t13;
    const double t27 = dir * (t25 == 0.0 ? 0.0 : t25 * (2.0 * t8));
    const double t28 = dir * t12;
    out[AT(0)] = F;
    jet[AT(0)] = (t27 == 0.0 ? 0.0 : t27 * t21) + sigma2;
    jet[AT(1)] = dir - t28;
    jet[AT(2)] = t28;
    jet[AT(3)] = t27 == 0.0 ? 0.0 : t27 * -(t8 * t21);
    jet[AT(4)] = v;
}

BR_INLINE void br_stribeck_rate_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_stribeck_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_stribeck_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_stribeck_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_stribeck_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_stribeck_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_stribeck_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_stribeck_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_stribeck_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_stribeck_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

