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
//     out[0]                 F
// their derivatives
//     jet[0]                 d F / d v
//     jet[1]                 d F / d FC
//     jet[2]                 d F / d FS
//     jet[3]                 d F / d vs
//     jet[4]                 d F / d sigma2
BR_INLINE void br_stribeck_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out)
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

BR_INLINE void br_stribeck_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_stribeck_rate_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_stribeck_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (each) {
        br_stribeck_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out, 0);
    } else {
        br_stribeck_rate_lanes(size, count, x, m, u, p, 1, 0, out, 0);
    }
}

void br_stribeck_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_stribeck_rate_lanes(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_stribeck_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_stribeck_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const double v = u[AT(0)];
    const double FC = P(0);
    const double FS = P(1);
    const double vs = P(2);
    const double sigma2 = P(3);
    const double c = sigma2 * v;
    const double t7 = FS - FC;
    const double t8 = v / vs;
    const double t12 = br_exp(-(t8 * t8));
    const double s = FC + t7 * t12;
    const double dir = br_sign(v);
    const double F = s * dir + c;
    const double t21 = 1.0 / vs;
    const double t26 = -(t12 == 0.0 ? 0.0 : t12 * t7);
    const double t27 = t26 == 0.0 ? 0.0 : t26 * (2.0 * t8);
    const double t28 = t27 == 0.0 ? 0.0 : t27 * dir;
    const double t29 = dir * t12;
    out[AT(0)] = F;
    jet[AT(0)] = (t28 == 0.0 ? 0.0 : t28 * t21) + sigma2;
    jet[AT(1)] = dir - t29;
    jet[AT(2)] = t29;
    jet[AT(3)] = t28 == 0.0 ? 0.0 : t28 * -(t8 * t21);
    jet[AT(4)] = v;
}

BR_INLINE void br_stribeck_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_stribeck_rate_jet_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_stribeck_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (each) {
        br_stribeck_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_stribeck_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

void br_stribeck_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_stribeck_rate_jet_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_stribeck_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

