// sgms.c - Smoothed generalised Maxwell-slip model (S-GMS). [target]
//
// Printed by bristle from the text of the law with form = force, speed = sharp, viscous = linear. Source: Thesis eq. (3.12)-(3.16), Table B.2 (force form mended)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size[0] is n, the number of elements; i counts them from 0.
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
//     p[3 + 3 * n]           zeta  -
//     p[4 + 3 * n]           alpha  -
//     p[5 + 3 * n]           lambda  -
//     p[6 + 3 * n]           gamma  -
//     p[7 + 3 * n]           sigma2  N*s/m

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
//     jet[7 * n + i]         d z' / d zeta
//     jet[8 * n + i]         d z' / d lambda
//     jet[9 * n + i]         d z' / d gamma
//     jet[10 * n]            d F / d v
//     jet[1 + 10 * n + i]    d F / d z
//     jet[1 + 11 * n + i]    d F / d nu
//     jet[1 + 12 * n + i]    d F / d sigma
//     jet[1 + 13 * n]        d F / d FC
//     jet[2 + 13 * n]        d F / d beta
//     jet[3 + 13 * n]        d F / d vs
//     jet[4 + 13 * n]        d F / d zeta
//     jet[5 + 13 * n]        d F / d lambda
//     jet[6 + 13 * n]        d F / d gamma
//     jet[7 + 13 * n]        d F / d sigma2
BR_INLINE void br_sgms_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        double c_at[BR_TILE];
        double s_at[BR_TILE];
        double va_at[BR_TILE];
        double t50_at[BR_TILE];
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double v = u[AT(0)];
            const double FC = P(3 * n);
            const double beta = P(1 + 3 * n);
            const double vs = P(2 + 3 * n);
            const double sigma2 = P(7 + 3 * n);
            const double c = sigma2 * v;
            const double t18 = v / vs;
            const double s = FC * (1.0 + beta * br_exp(-(t18 * t18)));
            const double va = br_abs(v);
            c_at[k - k0] = c;
            s_at[k - k0] = s;
            va_at[k - k0] = va;
        }
        for (int k = k0; k < k1; k++)
            t50_at[k - k0] = 0.0;
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++) {
                const double v = u[AT(0)];
                const double z = x[AT(i)];
                const double kappa = P(i);
                const double nu = P(n + i);
                const double sigma = P(2 * n + i);
                const double vs = P(2 + 3 * n);
                const double zeta = P(3 + 3 * n);
                const double lambda = P(5 + 3 * n);
                const double gamma = P(6 + 3 * n);
                const double s = s_at[k - k0];
                const double va = va_at[k - k0];
                const double r = z / (nu * s);
                const double t29 = 2.0 * lambda;
                const double etaA = br_logistic(t29 * (r - zeta)) + br_logistic(-(t29 * (r + zeta)));
                const double etaB = br_logistic(2.0 * gamma * (r * v / vs));
                const double d = v - etaA * etaB * va * r;
                const double z_dot = kappa * d;
                t50_at[k - k0] += z + sigma * d;
                out[AT(i)] = z_dot;
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double c = c_at[k - k0];
            const double t50 = t50_at[k - k0];
            const double F = t50 + c;
            out[AT(n)] = F;
        }
    }
}

BR_CLONES
void br_sgms_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out)
{
    if (each)
        br_sgms_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out);
    else
        br_sgms_rate_lanes(size, count, x, m, u, p, 1, 0, out);
}

BR_INLINE void br_sgms_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet)
{
    (void)size, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        double c_at[BR_TILE];
        double t22_at[BR_TILE];
        double t24_at[BR_TILE];
        double s_at[BR_TILE];
        double va_at[BR_TILE];
        double t50_at[BR_TILE];
        double t116_at[BR_TILE];
        double t118_at[BR_TILE];
        double t134_at[BR_TILE];
        double t181_at[BR_TILE];
        double t187_at[BR_TILE];
        double t195_at[BR_TILE];
        double t198_at[BR_TILE];
        double t204_at[BR_TILE];
        double t207_at[BR_TILE];
        double t210_at[BR_TILE];
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double v = u[AT(0)];
            const double FC = P(3 * n);
            const double beta = P(1 + 3 * n);
            const double vs = P(2 + 3 * n);
            const double sigma2 = P(7 + 3 * n);
            const double c = sigma2 * v;
            const double t18 = v / vs;
            const double t22 = br_exp(-(t18 * t18));
            const double t24 = 1.0 + beta * t22;
            const double s = FC * t24;
            const double va = br_abs(v);
            const double t116 = -(t18 * (1.0 / vs));
            const double t118 = v >= 0.0 ? 1.0 : -1.0;
            const double t132 = t22 == 0.0 ? 0.0 : t22 * beta;
            const double t133 = t132 == 0.0 ? 0.0 : t132 * (-1.0);
            const double t134 = t133 == 0.0 ? 0.0 : t133 * (2.0 * t18);
            c_at[k - k0] = c;
            t22_at[k - k0] = t22;
            t24_at[k - k0] = t24;
            s_at[k - k0] = s;
            va_at[k - k0] = va;
            t116_at[k - k0] = t116;
            t118_at[k - k0] = t118;
            t134_at[k - k0] = t134;
            jet[AT(7 + 13 * n)] = v;
        }
        for (int k = k0; k < k1; k++)
            t50_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t181_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t187_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t195_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t198_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t204_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t207_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t210_at[k - k0] = 0.0;
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++) {
                const double v = u[AT(0)];
                const double z = x[AT(i)];
                const double kappa = P(i);
                const double nu = P(n + i);
                const double sigma = P(2 * n + i);
                const double FC = P(3 * n);
                const double vs = P(2 + 3 * n);
                const double zeta = P(3 + 3 * n);
                const double lambda = P(5 + 3 * n);
                const double gamma = P(6 + 3 * n);
                const double t22 = t22_at[k - k0];
                const double t24 = t24_at[k - k0];
                const double s = s_at[k - k0];
                const double va = va_at[k - k0];
                const double t27 = nu * s;
                const double r = z / t27;
                const double t29 = 2.0 * lambda;
                const double t30 = r - zeta;
                const double t32 = br_logistic(t29 * t30);
                const double t33 = r + zeta;
                const double t36 = br_logistic(-(t29 * t33));
                const double etaA = t32 + t36;
                const double t38 = 2.0 * gamma;
                const double t40 = r * v / vs;
                const double etaB = br_logistic(t38 * t40);
                const double t43 = etaA * etaB;
                const double t44 = t43 * va;
                const double d = v - t44 * r;
                const double z_dot = kappa * d;
                const double t65 = 1.0 / t27;
                const double t68 = t32 * (1.0 - t32);
                const double t72 = t36 * (1.0 - t36);
                const double t79 = etaB * (1.0 - etaB);
                const double t114 = 1.0 / vs;
                const double t116 = t116_at[k - k0];
                const double t118 = t118_at[k - k0];
                const double t127 = t79 == 0.0 ? 0.0 : t79 * etaA;
                const double t129 = t72 == 0.0 ? 0.0 : t72 * (-1.0);
                const double t134 = t134_at[k - k0];
                const double t136 = -r;
                const double t139 = t136 * va;
                const double t140 = t127 == 0.0 ? 0.0 : t127 * t139;
                const double t141 = t139 * etaB;
                const double t142 = t140 == 0.0 ? 0.0 : t140 * t38;
                const double t143 = t140 == 0.0 ? 0.0 : t140 * t40;
                const double t145 = t142 == 0.0 ? 0.0 : t142 * t114;
                const double t150 = t143 == 0.0 ? 0.0 : t143 * 2.0;
                const double t152 = t68 == 0.0 ? 0.0 : t68 * t141;
                const double t153 = t129 == 0.0 ? 0.0 : t129 * t141;
                const double t154 = t153 == 0.0 ? 0.0 : t153 * t29;
                const double t158 = t152 == 0.0 ? 0.0 : t152 * t29;
                const double t160 = (t153 == 0.0 ? 0.0 : t153 * t33) + (t152 == 0.0 ? 0.0 : t152 * t30);
                const double t162 = t154 + (t158 == 0.0 ? 0.0 : t158 * (-1.0));
                const double t164 = (t145 == 0.0 ? 0.0 : t145 * v) - t44 + t154 + t158;
                const double t165 = t160 == 0.0 ? 0.0 : t160 * 2.0;
                const double t168 = t164 * -(r * t65);
                const double t169 = t164 * t65;
                const double t170 = t168 * nu;
                const double t171 = t168 * s;
                const double t172 = t170 * FC;
                const double t173 = t170 * t24;
                const double t174 = t134 == 0.0 ? 0.0 : t134 * t172;
                const double t175 = t172 * t22;
                const double t177 = (t142 == 0.0 ? 0.0 : t142 * -(t40 * t114)) + (t174 == 0.0 ? 0.0 : t174 * t116);
                const double t179 = 1.0 + t136 * (t43 * t118) + (t145 == 0.0 ? 0.0 : t145 * r) + (t174 == 0.0 ? 0.0 : t174 * t114);
                t50_at[k - k0] += z + sigma * d;
                t181_at[k - k0] += sigma * t175;
                t187_at[k - k0] += sigma * t173;
                t195_at[k - k0] += t165 == 0.0 ? 0.0 : t165 * sigma;
                t198_at[k - k0] += t162 == 0.0 ? 0.0 : t162 * sigma;
                t204_at[k - k0] += t150 == 0.0 ? 0.0 : t150 * sigma;
                t207_at[k - k0] += t177 == 0.0 ? 0.0 : t177 * sigma;
                t210_at[k - k0] += sigma * t179;
                out[AT(i)] = z_dot;
                jet[AT(i)] = kappa * t179;
                jet[AT(n + i)] = kappa * t169;
                jet[AT(2 * n + i)] = d;
                jet[AT(3 * n + i)] = kappa * t171;
                jet[AT(4 * n + i)] = kappa * t173;
                jet[AT(5 * n + i)] = kappa * t175;
                jet[AT(6 * n + i)] = t177 == 0.0 ? 0.0 : t177 * kappa;
                jet[AT(7 * n + i)] = t162 == 0.0 ? 0.0 : t162 * kappa;
                jet[AT(8 * n + i)] = t165 == 0.0 ? 0.0 : t165 * kappa;
                jet[AT(9 * n + i)] = t150 == 0.0 ? 0.0 : t150 * kappa;
                jet[AT(1 + 10 * n + i)] = 1.0 + sigma * t169;
                jet[AT(1 + 11 * n + i)] = sigma * t171;
                jet[AT(1 + 12 * n + i)] = d;
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double sigma2 = P(7 + 3 * n);
            const double c = c_at[k - k0];
            const double t50 = t50_at[k - k0];
            const double F = t50 + c;
            const double t181 = t181_at[k - k0];
            const double t187 = t187_at[k - k0];
            const double t195 = t195_at[k - k0];
            const double t198 = t198_at[k - k0];
            const double t204 = t204_at[k - k0];
            const double t207 = t207_at[k - k0];
            const double t210 = t210_at[k - k0];
            out[AT(n)] = F;
            jet[AT(10 * n)] = sigma2 + t210;
            jet[AT(1 + 13 * n)] = t187;
            jet[AT(2 + 13 * n)] = t181;
            jet[AT(3 + 13 * n)] = t207;
            jet[AT(4 + 13 * n)] = t198;
            jet[AT(5 + 13 * n)] = t195;
            jet[AT(6 + 13 * n)] = t204;
        }
    }
}

BR_CLONES
void br_sgms_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out, double *jet)
{
    if (each)
        br_sgms_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet);
    else
        br_sgms_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet);
}

