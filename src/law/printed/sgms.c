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
        double t24_at[BR_TILE];
        double s_at[BR_TILE];
        double va_at[BR_TILE];
        double t50_at[BR_TILE];
        double t71_at[BR_TILE];
        double t72_at[BR_TILE];
        double t105_at[BR_TILE];
        double t173_at[BR_TILE];
        double t174_at[BR_TILE];
        double t198_at[BR_TILE];
        double t205_at[BR_TILE];
        double t230_at[BR_TILE];
        double t242_at[BR_TILE];
        double t255_at[BR_TILE];
        double t264_at[BR_TILE];
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
            const double t66 = 2.0 * t18;
            const double t71 = FC * (beta * (t22 == 0.0 ? 0.0 : t22 * -(t66 * (1.0 / vs))));
            const double t72 = v >= 0.0 ? 1.0 : -1.0;
            const double t174 = FC * t22;
            const double t205 = FC * (beta * (t22 == 0.0 ? 0.0 : t22 * -(t66 * (-t18 / vs))));
            c_at[k - k0] = c;
            t24_at[k - k0] = t24;
            s_at[k - k0] = s;
            va_at[k - k0] = va;
            t71_at[k - k0] = t71;
            t72_at[k - k0] = t72;
            t174_at[k - k0] = t174;
            t205_at[k - k0] = t205;
            jet[AT(7 + 13 * n)] = v;
        }
        for (int k = k0; k < k1; k++)
            t50_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t105_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t173_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t198_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t230_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t242_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t255_at[k - k0] = 0.0;
        for (int k = k0; k < k1; k++)
            t264_at[k - k0] = 0.0;
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
                const double t71 = t71_at[k - k0];
                const double t72 = t72_at[k - k0];
                const double t76 = -(r * (nu * t71)) / t27;
                const double t77 = t29 * t76;
                const double t79 = t32 * (1.0 - t32);
                const double t83 = t36 * (1.0 - t36);
                const double t91 = etaB * (1.0 - etaB);
                const double t95 = etaB * ((t79 == 0.0 ? 0.0 : t79 * t77) + (t83 == 0.0 ? 0.0 : t83 * -t77)) + etaA * (t91 == 0.0 ? 0.0 : t91 * (t38 * ((v * t76 + r) / vs)));
                const double t102 = 1.0 - (r * (va * t95 + t43 * t72) + t44 * t76);
                const double t107 = 1.0 / t27;
                const double t108 = t29 * t107;
                const double t119 = etaB * ((t79 == 0.0 ? 0.0 : t79 * t108) + (t83 == 0.0 ? 0.0 : t83 * -t108)) + etaA * (t91 == 0.0 ? 0.0 : t91 * (t38 * (v * t107 / vs)));
                const double t124 = -(r * (va * t119) + t44 * t107);
                const double t130 = -(r * s) / t27;
                const double t131 = t29 * t130;
                const double t142 = etaB * ((t79 == 0.0 ? 0.0 : t79 * t131) + (t83 == 0.0 ? 0.0 : t83 * -t131)) + etaA * (t91 == 0.0 ? 0.0 : t91 * (t38 * (v * t130 / vs)));
                const double t147 = -(r * (va * t142) + t44 * t130);
                const double t153 = -(r * (nu * t24)) / t27;
                const double t154 = t29 * t153;
                const double t165 = etaB * ((t79 == 0.0 ? 0.0 : t79 * t154) + (t83 == 0.0 ? 0.0 : t83 * -t154)) + etaA * (t91 == 0.0 ? 0.0 : t91 * (t38 * (v * t153 / vs)));
                const double t170 = -(r * (va * t165) + t44 * t153);
                const double t174 = t174_at[k - k0];
                const double t178 = -(r * (nu * t174)) / t27;
                const double t179 = t29 * t178;
                const double t190 = etaB * ((t79 == 0.0 ? 0.0 : t79 * t179) + (t83 == 0.0 ? 0.0 : t83 * -t179)) + etaA * (t91 == 0.0 ? 0.0 : t91 * (t38 * (v * t178 / vs)));
                const double t195 = -(r * (va * t190) + t44 * t178);
                const double t205 = t205_at[k - k0];
                const double t209 = -(r * (nu * t205)) / t27;
                const double t210 = t29 * t209;
                const double t222 = etaB * ((t79 == 0.0 ? 0.0 : t79 * t210) + (t83 == 0.0 ? 0.0 : t83 * -t210)) + etaA * (t91 == 0.0 ? 0.0 : t91 * (t38 * ((v * t209 - t40) / vs)));
                const double t227 = -(r * (va * t222) + t44 * t209);
                const double t236 = etaB * ((t79 == 0.0 ? 0.0 : t79 * (t29 * (-1.0))) + (t83 == 0.0 ? 0.0 : t83 * -t29));
                const double t239 = -(r * (va * t236));
                const double t249 = etaB * ((t79 == 0.0 ? 0.0 : t79 * (t30 * 2.0)) + (t83 == 0.0 ? 0.0 : t83 * -(t33 * 2.0)));
                const double t252 = -(r * (va * t249));
                const double t261 = -(r * (va * (etaA * (t91 == 0.0 ? 0.0 : t91 * (t40 * 2.0)))));
                t50_at[k - k0] += z + sigma * d;
                t105_at[k - k0] += sigma * t102;
                t173_at[k - k0] += sigma * t170;
                t198_at[k - k0] += sigma * t195;
                t230_at[k - k0] += sigma * t227;
                t242_at[k - k0] += sigma * t239;
                t255_at[k - k0] += sigma * t252;
                t264_at[k - k0] += sigma * t261;
                out[AT(i)] = z_dot;
                jet[AT(i)] = kappa * t102;
                jet[AT(n + i)] = kappa * t124;
                jet[AT(2 * n + i)] = d;
                jet[AT(3 * n + i)] = kappa * t147;
                jet[AT(4 * n + i)] = kappa * t170;
                jet[AT(5 * n + i)] = kappa * t195;
                jet[AT(6 * n + i)] = kappa * t227;
                jet[AT(7 * n + i)] = kappa * t239;
                jet[AT(8 * n + i)] = kappa * t252;
                jet[AT(9 * n + i)] = kappa * t261;
                jet[AT(1 + 10 * n + i)] = 1.0 + sigma * t124;
                jet[AT(1 + 11 * n + i)] = sigma * t147;
                jet[AT(1 + 12 * n + i)] = d;
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++) {
            const double sigma2 = P(7 + 3 * n);
            const double c = c_at[k - k0];
            const double t50 = t50_at[k - k0];
            const double F = t50 + c;
            const double t105 = t105_at[k - k0];
            const double t173 = t173_at[k - k0];
            const double t198 = t198_at[k - k0];
            const double t230 = t230_at[k - k0];
            const double t242 = t242_at[k - k0];
            const double t255 = t255_at[k - k0];
            const double t264 = t264_at[k - k0];
            out[AT(n)] = F;
            jet[AT(10 * n)] = t105 + sigma2;
            jet[AT(1 + 13 * n)] = t173;
            jet[AT(2 + 13 * n)] = t198;
            jet[AT(3 + 13 * n)] = t230;
            jet[AT(4 + 13 * n)] = t242;
            jet[AT(5 + 13 * n)] = t255;
            jet[AT(6 + 13 * n)] = t264;
        }
    }
}

void br_sgms_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each,
        double *out, double *jet)
{
    if (each)
        br_sgms_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet);
    else
        br_sgms_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet);
}

