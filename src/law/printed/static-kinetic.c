// static-kinetic.c - Static friction at rest, Stribeck curve in motion. [target]
//
// Printed by bristle from the text of the law with viscous = linear. Source: Thesis eq. (3.1), (3.2)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// inputs
//     u[0]                   v  m/s
//     u[1]                   u  N
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
//     out[0]                 F
// their derivatives
//     jet[0]                 d F / d v
//     jet[1]                 d F / d u
//     jet[2]                 d F / d FC
//     jet[3]                 d F / d FS
//     jet[4]                 d F / d vs
//     jet[5]                 d F / d sigma2
BR_INLINE void br_static_kinetic_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double v = u[AT(0)];
            const double u_1 = u[AT(1)];
            const double FC = P(0);
            const double FS = P(1);
            const double vs = P(2);
            const double sigma2 = P(3);
            const double c = sigma2 * v;
            const double t9 = v / vs;
            const double s = FC + (FS - FC) * br_exp(-(t9 * t9));
            const double F = !(v == 0.0) ? s * br_sign(v) + c : br_min(br_max(u_1, -FS), FS);
            out[AT(0)] = F;
        }
    }
}

void br_static_kinetic_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out)
{
    if (each)
        br_static_kinetic_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out);
    else
        br_static_kinetic_rate_lanes(size, count, x, m, u, p, 1, 0, out);
}

BR_INLINE void br_static_kinetic_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double v = u[AT(0)];
            const double u_1 = u[AT(1)];
            const double FC = P(0);
            const double FS = P(1);
            const double vs = P(2);
            const double sigma2 = P(3);
            const double c = sigma2 * v;
            const double t8 = FS - FC;
            const double t9 = v / vs;
            const double t13 = br_exp(-(t9 * t9));
            const double s = FC + t8 * t13;
            const double t18 = br_sign(v);
            const double t21 = -FS;
            const double t22 = br_max(u_1, t21);
            const double F = !(v == 0.0) ? s * t18 + c : br_min(t22, FS);
            const double t28 = 2.0 * t9;
            const double t35 = !(v == 0.0) ? t18 * (t8 * (t13 == 0.0 ? 0.0 : t13 * -(t28 * (1.0 / vs)))) + sigma2 : 0.0;
            out[AT(0)] = F;
            jet[AT(0)] = t35;
            jet[AT(1)] = !(v == 0.0) ? 0.0 : t22 <= FS ? (t21 <= u_1 ? 1.0 : 0.0) : 0.0;
            jet[AT(2)] = !(v == 0.0) ? t18 * (1.0 + t13 * (-1.0)) : 0.0;
            jet[AT(3)] = !(v == 0.0) ? t18 * t13 : t22 <= FS ? (t21 <= u_1 ? 0.0 : -1.0) : 1.0;
            jet[AT(4)] = !(v == 0.0) ? t18 * (t8 * (t13 == 0.0 ? 0.0 : t13 * -(t28 * (-t9 / vs)))) : 0.0;
            jet[AT(5)] = !(v == 0.0) ? v : 0.0;
        }
    }
}

void br_static_kinetic_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out, double *jet)
{
    if (each)
        br_static_kinetic_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet);
    else
        br_static_kinetic_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet);
}

