// gms.c - Generalised Maxwell-slip model. [target]
//
// Printed by bristle from the text of the law with form = force, viscous = linear. Source: Thesis eq. (3.6)-(3.8), Table B.1
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size[0] is n, the number of elements; i counts them from 0.
// m[] holds modes: 0 stick, 1 forward, 2 backward; one per element.
// states
//     x[i]                   z  N
// inputs
//     u[0]                   v  m/s
// parameters
//     p[i]                   kappa  N/m
//     p[n + i]               nu  -
//     p[2 * n + i]           sigma  N*s/m
//     p[3 * n]               FC  N
//     p[1 + 3 * n]           beta  -
//     p[2 + 3 * n]           vs  m/s
//     p[3 + 3 * n]           C  N/s
//     p[4 + 3 * n]           sigma2  N*s/m

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
// On x86 the loops are compiled for wider vectors too and the widest that runs is taken; the bits are the same.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(BR_CLONES)
#define BR_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#elif !defined(BR_CLONES)
#define BR_CLONES
#endif
#define AT(j) ((size_t)(j) * (size_t)count + (size_t)k)
#define P(j) p[(size_t)(j) * ps + (size_t)k * pl]

// rates and outputs
//     out[i]                 z'
//     out[n]                 F
// their derivatives
//     jet[i]                 d z' / d v
//     jet[n + i]             d z' / d z
//     jet[2 * n + i]         d z' / d kappa
//     jet[3 * n + i]         d z' / d nu
//     jet[4 * n + i]         d z' / d FC
//     jet[5 * n + i]         d z' / d beta
//     jet[6 * n + i]         d z' / d vs
//     jet[7 * n + i]         d z' / d C
//     jet[8 * n]             d F / d v
//     jet[1 + 8 * n + i]     d F / d z
//     jet[1 + 9 * n + i]     d F / d kappa
//     jet[1 + 10 * n + i]    d F / d nu
//     jet[1 + 11 * n + i]    d F / d sigma
//     jet[1 + 12 * n]        d F / d FC
//     jet[2 + 12 * n]        d F / d beta
//     jet[3 + 12 * n]        d F / d vs
//     jet[4 + 12 * n]        d F / d C
//     jet[5 + 12 * n]        d F / d sigma2
BR_INLINE void br_gms_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        double c_at[BR_TILE];
        double s_at[BR_TILE];
        double t33_at[BR_TILE];
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double v = u[AT(0)];
            const double FC = P(3 * n);
            const double beta = P(1 + 3 * n);
            const double vs = P(2 + 3 * n);
            const double sigma2 = P(4 + 3 * n);
            const double c = sigma2 * v;
            const double t14 = v / vs;
            const double s = FC * (1.0 + beta * br_exp(-(t14 * t14)));
            c_at[k - k0] = c;
            s_at[k - k0] = s;
        }
        for (int k = k0; k < k1; k++)
            t33_at[k - k0] = 0.0;
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++) {
                const int mode = m[AT(i)];
                const double v = u[AT(0)];
                const double z = x[AT(i)];
                const double kappa = P(i);
                const double nu = P(n + i);
                const double sigma = P(2 * n + i);
                const double C = P(3 + 3 * n);
                const double s = s_at[k - k0];
                const double t23 = z / s;
                const double z_dot = mode == 0 ? kappa * v : mode == 1 ? C * (nu - t23) : C * (-nu - t23);
                const double d = z_dot / kappa;
                t33_at[k - k0] += z + sigma * d;
                out[AT(i)] = z_dot;
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double c = c_at[k - k0];
            const double t33 = t33_at[k - k0];
            const double F = t33 + c;
            out[AT(n)] = F;
        }
    }
}

BR_CLONES
void br_gms_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out)
{
    if (each)
        br_gms_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out);
    else
        br_gms_rate_lanes(size, count, x, m, u, p, 1, 0, out);
}

BR_INLINE void br_gms_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        double c_at[BR_TILE];
        double t18_at[BR_TILE];
        double t20_at[BR_TILE];
        double s_at[BR_TILE];
        double t33_at[BR_TILE];
        double t50_at[BR_TILE];
        double t67_at[BR_TILE];
        double t80_at[BR_TILE];
        double t106_at[BR_TILE];
        double t108_at[BR_TILE];
        double t112_at[BR_TILE];
        double t116_at[BR_TILE];
        double t122_at[BR_TILE];
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double v = u[AT(0)];
            const double FC = P(3 * n);
            const double beta = P(1 + 3 * n);
            const double vs = P(2 + 3 * n);
            const double sigma2 = P(4 + 3 * n);
            const double c = sigma2 * v;
            const double t14 = v / vs;
            const double t18 = br_exp(-(t14 * t14));
            const double t20 = 1.0 + beta * t18;
            const double s = FC * t20;
            const double t50 = 1.0 / s;
            const double t67 = -(t14 * (1.0 / vs));
            const double t78 = t18 == 0.0 ? 0.0 : t18 * beta;
            const double t79 = t78 == 0.0 ? 0.0 : t78 * (-1.0);
            const double t80 = t79 == 0.0 ? 0.0 : t79 * (2.0 * t14);
            c_at[k - k0] = c;
            t18_at[k - k0] = t18;
            t20_at[k - k0] = t20;
            s_at[k - k0] = s;
            t50_at[k - k0] = t50;
            t67_at[k - k0] = t67;
            t80_at[k - k0] = t80;
            jet[AT(5 + 12 * n)] = v;
        }
        for (int k = k0; k < k1; k++)
            t33_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t106_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t108_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t112_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t116_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t122_at[k - k0] = 0.0;
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++) {
                const int mode = m[AT(i)];
                const double v = u[AT(0)];
                const double z = x[AT(i)];
                const double kappa = P(i);
                const double nu = P(n + i);
                const double sigma = P(2 * n + i);
                const double FC = P(3 * n);
                const double vs = P(2 + 3 * n);
                const double C = P(3 + 3 * n);
                const double t18 = t18_at[k - k0];
                const double t20 = t20_at[k - k0];
                const double s = s_at[k - k0];
                const double t23 = z / s;
                const double t24 = nu - t23;
                const double t27 = -nu - t23;
                const double z_dot = mode == 0 ? kappa * v : mode == 1 ? C * t24 : C * t27;
                const double d = z_dot / kappa;
                const double t50 = t50_at[k - k0];
                const double t67 = t67_at[k - k0];
                const double t71 = mode == 0 ? 1.0 : mode == 1 ? 0.0 : 0.0;
                const double t72 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
                const double t73 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
                const double t74 = 1.0 / kappa;
                const double t80 = t80_at[k - k0];
                const double t82 = sigma * t74;
                const double t83 = t73 == 0.0 ? 0.0 : t73 * C;
                const double t85 = t83 == 0.0 ? 0.0 : t83 * (-1.0);
                const double t86 = t72 == 0.0 ? 0.0 : t72 * C;
                const double t88 = (t73 == 0.0 ? 0.0 : t73 * t27) + (t72 == 0.0 ? 0.0 : t72 * t24);
                const double t90 = t85 + (t86 == 0.0 ? 0.0 : t86 * (-1.0));
                const double t92 = t85 + t86;
                const double t93 = t90 == 0.0 ? 0.0 : t90 * -(t23 * t50);
                const double t94 = t90 == 0.0 ? 0.0 : t90 * t50;
                const double t96 = t71 == 0.0 ? 0.0 : t71 * v;
                const double t97 = t93 == 0.0 ? 0.0 : t93 * FC;
                const double t98 = t93 == 0.0 ? 0.0 : t93 * t20;
                const double t100 = t80 == 0.0 ? 0.0 : t80 * t97;
                const double t101 = t97 == 0.0 ? 0.0 : t97 * t18;
                const double t102 = t100 == 0.0 ? 0.0 : t100 * t67;
                const double t104 = (t71 == 0.0 ? 0.0 : t71 * kappa) + (t100 == 0.0 ? 0.0 : t100 * (1.0 / vs));
                t33_at[k - k0] += z + sigma * d;
                t106_at[k - k0] += t102 == 0.0 ? 0.0 : t102 * t82;
                t108_at[k - k0] += t101 == 0.0 ? 0.0 : t101 * t82;
                t112_at[k - k0] += t98 == 0.0 ? 0.0 : t98 * t82;
                t116_at[k - k0] += t104 == 0.0 ? 0.0 : t104 * t82;
                t122_at[k - k0] += t88 == 0.0 ? 0.0 : t88 * t82;
                out[AT(i)] = z_dot;
                jet[AT(i)] = t104;
                jet[AT(n + i)] = t94;
                jet[AT(2 * n + i)] = t96;
                jet[AT(3 * n + i)] = t92;
                jet[AT(4 * n + i)] = t98;
                jet[AT(5 * n + i)] = t101;
                jet[AT(6 * n + i)] = t102;
                jet[AT(7 * n + i)] = t88;
                jet[AT(1 + 8 * n + i)] = 1.0 + (t94 == 0.0 ? 0.0 : t94 * t82);
                jet[AT(1 + 9 * n + i)] = sigma * -(d * t74) + (t96 == 0.0 ? 0.0 : t96 * t82);
                jet[AT(1 + 10 * n + i)] = t92 == 0.0 ? 0.0 : t92 * t82;
                jet[AT(1 + 11 * n + i)] = d;
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double sigma2 = P(4 + 3 * n);
            const double c = c_at[k - k0];
            const double t33 = t33_at[k - k0];
            const double F = t33 + c;
            const double t106 = t106_at[k - k0];
            const double t108 = t108_at[k - k0];
            const double t112 = t112_at[k - k0];
            const double t116 = t116_at[k - k0];
            const double t122 = t122_at[k - k0];
            out[AT(n)] = F;
            jet[AT(8 * n)] = sigma2 + t116;
            jet[AT(1 + 12 * n)] = t112;
            jet[AT(2 + 12 * n)] = t108;
            jet[AT(3 + 12 * n)] = t106;
            jet[AT(4 + 12 * n)] = t122;
        }
    }
}

BR_CLONES
void br_gms_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out, double *jet)
{
    if (each)
        br_gms_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet);
    else
        br_gms_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet);
}

BR_INLINE void br_gms_mode_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *next)
{
    (void)size, (void)x, (void)u, (void)p, (void)ps, (void)pl;
    const int n = size[0];
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        double s_at[BR_TILE];
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double v = u[AT(0)];
            const double FC = P(3 * n);
            const double beta = P(1 + 3 * n);
            const double vs = P(2 + 3 * n);
            const double t14 = v / vs;
            const double s = FC * (1.0 + beta * br_exp(-(t14 * t14)));
            s_at[k - k0] = s;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++) {
                const int mode = m[AT(i)];
                const double v = u[AT(0)];
                const double z = x[AT(i)];
                const double nu = P(n + i);
                const double s = s_at[k - k0];
                const double t35 = nu * s;
                next[AT(i)] =
                    mode == 0 && (((t35 <= z) & (0.0 < v))) ? 1 :
                    mode == 0 && (((z <= -t35) & (v < 0.0))) ? 2 :
                    mode == 1 && (v <= 0.0) ? 0 :
                    mode == 2 && (0.0 <= v) ? 0 :
                    mode;
            }
        }
    }
}

// The mode after the transitions: of each mode, the first whose guard holds.
void br_gms_mode(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, int *next)
{
    if (each)
        br_gms_mode_lanes(size, count, x, m, u, p, (size_t)count, 1, next);
    else
        br_gms_mode_lanes(size, count, x, m, u, p, 1, 0, next);
}
