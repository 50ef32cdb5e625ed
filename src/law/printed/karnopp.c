// karnopp.c - Karnopp's model: a band of velocities counts as rest. [target]
//
// Printed by bristle from the text of the law with viscous = linear. Source: Karnopp (1985), as cited in 003 [8]
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// inputs
//     u[0]                   v  m/s
//     u[1]                   u  N
// parameters
//     p[0]                   FC  N
//     p[1]                   FS  N
//     p[2]                   dv  m/s
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
//     jet[4]                 d F / d sigma2
BR_INLINE void br_karnopp_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
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
            const double dv = P(2);
            const double sigma2 = P(3);
            const double c = sigma2 * v;
            const double F = br_abs(v) <= dv ? br_min(br_max(u_1, -FS), FS) : FC * br_sign(v) + c;
            out[AT(0)] = F;
        }
    }
}

void br_karnopp_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out)
{
    if (each)
        br_karnopp_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out);
    else
        br_karnopp_rate_lanes(size, count, x, m, u, p, 1, 0, out);
}

BR_INLINE void br_karnopp_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
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
            const double dv = P(2);
            const double sigma2 = P(3);
            const double c = sigma2 * v;
            const double t8 = br_abs(v);
            const double t10 = -FS;
            const double t11 = br_max(u_1, t10);
            const double t13 = br_sign(v);
            const double F = t8 <= dv ? br_min(t11, FS) : FC * t13 + c;
            out[AT(0)] = F;
            jet[AT(0)] = t8 <= dv ? 0.0 : sigma2;
            jet[AT(1)] = t8 <= dv ? (t11 <= FS ? (t10 <= u_1 ? 1.0 : 0.0) : 0.0) : 0.0;
            jet[AT(2)] = t8 <= dv ? 0.0 : t13;
            jet[AT(3)] = t8 <= dv ? (t11 <= FS ? (t10 <= u_1 ? 0.0 : -1.0) : 1.0) : 0.0;
            jet[AT(4)] = t8 <= dv ? 0.0 : v;
        }
    }
}

void br_karnopp_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out, double *jet)
{
    if (each)
        br_karnopp_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet);
    else
        br_karnopp_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet);
}

