// sgms.c - Smoothed generalised Maxwell-slip model (S-GMS). [target]
//
// Printed by bristle from the text of the law with form = force, speed = sharp, viscous = linear.
// Source: Thesis eq. (3.12)-(3.16), Table B.2 (force form mended)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size[0] is n, the number of elements; i counts them from 0.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_sgms_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_sgms_rate      rates and outputs; results: out
//     br_sgms_rate_jet  and their derivatives; results: out, jet
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
struct br_sgms_rate_tile { // what one turn hands to the next
    double c[BR_TILE];
    double s[BR_TILE];
    double va[BR_TILE];
    double t50[BR_TILE], t50_term[BR_TILE];
};

BR_INLINE void br_sgms_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_sgms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double sigma2 = P(7 + 3 * n);
    const double c = sigma2 * v;
    const double t18 = v / vs;
    const double s = FC * (1.0 + beta * br_exp(-(t18 * t18)));
    const double va = br_abs(v);
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
}

BR_INLINE void br_sgms_rate_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_sgms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double nu = P(n + i);
    const double sigma = P(2 * n + i);
    const double vs = P(2 + 3 * n);
    const double zeta = P(3 + 3 * n);
    const double lambda = P(5 + 3 * n);
    const double gamma = P(6 + 3 * n);
    const double s = t->s[j];
    const double va = t->va[j];
    const double r = z / (nu * s);
    const double t29 = 2.0 * lambda;
    const double etaA = br_logistic(t29 * (r - zeta)) + br_logistic(-(t29 * (r + zeta)));
    const double etaB = br_logistic(2.0 * gamma * (r * v / vs));
    const double d = v - etaA * etaB * va * r;
    const double z_dot = kappa * d;
    t->t50_term[lane] = z + sigma * d;
    out[AT(i)] = z_dot;
}

BR_INLINE void br_sgms_rate_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_sgms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t50 = t->t50[j];
    const double F = t50 + c;
    out[AT(n)] = F;
}

BR_INLINE void br_sgms_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct br_sgms_rate_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_sgms_rate_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
        for (int k = k0; k < k1; k++)
            t.t50[k - k0] = 0.0;
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_sgms_rate_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int i = i0; i < i1; i++)
                t.t50[0] += t.t50_term[i - i0];
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_sgms_rate_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int k = k0; k < k1; k++)
                t.t50[k - k0] += t.t50_term[k - k0];
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_sgms_rate_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_CLONES
void br_sgms_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_sgms_rate_lanes(size, 1, x, m, u, p, 1, 0, out, 1);
    } else if (each) {
        br_sgms_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out, 0);
    } else {
        br_sgms_rate_lanes(size, count, x, m, u, p, 1, 0, out, 0);
    }
}

struct br_sgms_rate_jet_tile { // what one turn hands to the next
    double c[BR_TILE];
    double t22[BR_TILE];
    double t24[BR_TILE];
    double s[BR_TILE];
    double va[BR_TILE];
    double t50[BR_TILE], t50_term[BR_TILE];
    double t116[BR_TILE];
    double t118[BR_TILE];
    double t130[BR_TILE];
    double t177[BR_TILE], t177_term[BR_TILE];
    double t183[BR_TILE], t183_term[BR_TILE];
    double t191[BR_TILE], t191_term[BR_TILE];
    double t194[BR_TILE], t194_term[BR_TILE];
    double t200[BR_TILE], t200_term[BR_TILE];
    double t203[BR_TILE], t203_term[BR_TILE];
    double t206[BR_TILE], t206_term[BR_TILE];
};

BR_INLINE void br_sgms_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
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
    const double t128 = t22 == 0.0 ? 0.0 : t22 * beta;
    const double t129 = t128 == 0.0 ? 0.0 : t128 * (-1.0);
    const double t130 = t129 == 0.0 ? 0.0 : t129 * (2.0 * t18);
    t->c[j] = c;
    t->t22[j] = t22;
    t->t24[j] = t24;
    t->s[j] = s;
    t->va[j] = va;
    t->t116[j] = t116;
    t->t118[j] = t118;
    t->t130[j] = t130;
    jet[AT(7 + 13 * n)] = v;
}

BR_INLINE void br_sgms_rate_jet_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
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
    const double t22 = t->t22[j];
    const double t24 = t->t24[j];
    const double s = t->s[j];
    const double va = t->va[j];
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
    const double t116 = t->t116[j];
    const double t118 = t->t118[j];
    const double t123 = t79 == 0.0 ? 0.0 : t79 * etaA;
    const double t125 = t72 == 0.0 ? 0.0 : t72 * (-1.0);
    const double t130 = t->t130[j];
    const double t132 = -r;
    const double t135 = t132 * va;
    const double t136 = t123 == 0.0 ? 0.0 : t123 * t135;
    const double t137 = t135 * etaB;
    const double t138 = t136 == 0.0 ? 0.0 : t136 * t38;
    const double t139 = t136 == 0.0 ? 0.0 : t136 * t40;
    const double t141 = t138 == 0.0 ? 0.0 : t138 * t114;
    const double t146 = t139 == 0.0 ? 0.0 : t139 * 2.0;
    const double t148 = t68 == 0.0 ? 0.0 : t68 * t137;
    const double t149 = t125 == 0.0 ? 0.0 : t125 * t137;
    const double t150 = t149 == 0.0 ? 0.0 : t149 * t29;
    const double t154 = t148 == 0.0 ? 0.0 : t148 * t29;
    const double t156 = (t149 == 0.0 ? 0.0 : t149 * t33) + (t148 == 0.0 ? 0.0 : t148 * t30);
    const double t158 = t150 + (t154 == 0.0 ? 0.0 : t154 * (-1.0));
    const double t160 = (t141 == 0.0 ? 0.0 : t141 * v) - t44 + t150 + t154;
    const double t161 = t156 == 0.0 ? 0.0 : t156 * 2.0;
    const double t164 = t160 * -(r * t65);
    const double t165 = t160 * t65;
    const double t166 = t164 * nu;
    const double t167 = t164 * s;
    const double t168 = t166 * FC;
    const double t169 = t166 * t24;
    const double t170 = t130 == 0.0 ? 0.0 : t130 * t168;
    const double t171 = t168 * t22;
    const double t173 = (t138 == 0.0 ? 0.0 : t138 * -(t40 * t114)) + (t170 == 0.0 ? 0.0 : t170 * t116);
    const double t175 = 1.0 + t132 * (t43 * t118) + (t141 == 0.0 ? 0.0 : t141 * r) + (t170 == 0.0 ? 0.0 : t170 * t114);
    t->t50_term[lane] = z + sigma * d;
    t->t177_term[lane] = sigma * t171;
    t->t183_term[lane] = sigma * t169;
    t->t191_term[lane] = t161 == 0.0 ? 0.0 : t161 * sigma;
    t->t194_term[lane] = t158 == 0.0 ? 0.0 : t158 * sigma;
    t->t200_term[lane] = t146 == 0.0 ? 0.0 : t146 * sigma;
    t->t203_term[lane] = t173 == 0.0 ? 0.0 : t173 * sigma;
    t->t206_term[lane] = sigma * t175;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t175;
    jet[AT(n + i)] = kappa * t165;
    jet[AT(2 * n + i)] = d;
    jet[AT(3 * n + i)] = kappa * t167;
    jet[AT(4 * n + i)] = kappa * t169;
    jet[AT(5 * n + i)] = kappa * t171;
    jet[AT(6 * n + i)] = t173 == 0.0 ? 0.0 : t173 * kappa;
    jet[AT(7 * n + i)] = t158 == 0.0 ? 0.0 : t158 * kappa;
    jet[AT(8 * n + i)] = t161 == 0.0 ? 0.0 : t161 * kappa;
    jet[AT(9 * n + i)] = t146 == 0.0 ? 0.0 : t146 * kappa;
    jet[AT(1 + 10 * n + i)] = 1.0 + sigma * t165;
    jet[AT(1 + 11 * n + i)] = sigma * t167;
    jet[AT(1 + 12 * n + i)] = d;
}

BR_INLINE void br_sgms_rate_jet_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double sigma2 = P(7 + 3 * n);
    const double c = t->c[j];
    const double t50 = t->t50[j];
    const double F = t50 + c;
    const double t177 = t->t177[j];
    const double t183 = t->t183[j];
    const double t191 = t->t191[j];
    const double t194 = t->t194[j];
    const double t200 = t->t200[j];
    const double t203 = t->t203[j];
    const double t206 = t->t206[j];
    out[AT(n)] = F;
    jet[AT(10 * n)] = sigma2 + t206;
    jet[AT(1 + 13 * n)] = t183;
    jet[AT(2 + 13 * n)] = t177;
    jet[AT(3 + 13 * n)] = t203;
    jet[AT(4 + 13 * n)] = t194;
    jet[AT(5 + 13 * n)] = t191;
    jet[AT(6 + 13 * n)] = t200;
}

BR_INLINE void br_sgms_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_sgms_rate_jet_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_sgms_rate_jet_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int k = k0; k < k1; k++) {
            t.t50[k - k0] = 0.0;
            t.t177[k - k0] = 0.0;
            t.t183[k - k0] = 0.0;
            t.t191[k - k0] = 0.0;
            t.t194[k - k0] = 0.0;
            t.t200[k - k0] = 0.0;
            t.t203[k - k0] = 0.0;
            t.t206[k - k0] = 0.0;
        }
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_sgms_rate_jet_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++) {
                t.t50[0] += t.t50_term[i - i0];
                t.t177[0] += t.t177_term[i - i0];
                t.t183[0] += t.t183_term[i - i0];
                t.t191[0] += t.t191_term[i - i0];
                t.t194[0] += t.t194_term[i - i0];
                t.t200[0] += t.t200_term[i - i0];
                t.t203[0] += t.t203_term[i - i0];
                t.t206[0] += t.t206_term[i - i0];
            }
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_sgms_rate_jet_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++) {
                t.t50[k - k0] += t.t50_term[k - k0];
                t.t177[k - k0] += t.t177_term[k - k0];
                t.t183[k - k0] += t.t183_term[k - k0];
                t.t191[k - k0] += t.t191_term[k - k0];
                t.t194[k - k0] += t.t194_term[k - k0];
                t.t200[k - k0] += t.t200_term[k - k0];
                t.t203[k - k0] += t.t203_term[k - k0];
                t.t206[k - k0] += t.t206_term[k - k0];
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_sgms_rate_jet_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_CLONES
void br_sgms_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_sgms_rate_jet_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else if (each) {
        br_sgms_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_sgms_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

