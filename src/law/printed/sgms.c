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
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t50;
};

BR_INLINE void br_sgms_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_sgms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
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
    (void)i, (void)k, (void)j, (void)lane, (void)t;
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
    t->t50.term[lane] = z + sigma * d;
    out[AT(i)] = z_dot;
}

BR_INLINE void br_sgms_rate_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_sgms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t50 = t->t50.sum[j];
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
            t.t50.sum[k - k0] = 0.0;
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_sgms_rate_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int i = i0; i < i1; i++)
                t.t50.sum[0] += t.t50.term[i - i0];
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_sgms_rate_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int k = k0; k < k1; k++)
                t.t50.sum[k - k0] += t.t50.term[k - k0];
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_sgms_rate_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_CLONES
static void br_sgms_rate_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out)
{
    (void)count;
        br_sgms_rate_lanes(size, 1, x, m, u, p, 1, 0, out, 1);
}

BR_CLONES
static void br_sgms_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (each) {
        br_sgms_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out, 0);
    } else {
        br_sgms_rate_lanes(size, count, x, m, u, p, 1, 0, out, 0);
    }
}

void br_sgms_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_sgms_rate_one(size, count, x, m, u, p, out);
    } else {
        br_sgms_rate_many(size, count, x, m, u, p, each, out);
    }
}

struct br_sgms_rate_jet_tile { // what one turn hands to the next
    double c[BR_TILE];
    double t22[BR_TILE];
    double t24[BR_TILE];
    double s[BR_TILE];
    double va[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t50;
    double t116[BR_TILE];
    double t118[BR_TILE];
    double t128[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t173;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t179;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t187;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t190;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t196;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t199;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t202;
};

BR_INLINE void br_sgms_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
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
    const double t126 = t22 == 0.0 ? 0.0 : t22 * beta;
    const double t127 = t126 == 0.0 ? 0.0 : t126 * (-1.0);
    const double t128 = t127 == 0.0 ? 0.0 : t127 * (2.0 * t18);
    t->c[j] = c;
    t->t22[j] = t22;
    t->t24[j] = t24;
    t->s[j] = s;
    t->va[j] = va;
    t->t116[j] = t116;
    t->t118[j] = t118;
    t->t128[j] = t128;
    jet[AT(7 + 13 * n)] = v;
}

BR_INLINE void br_sgms_rate_jet_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
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
    const double t124 = t72 == 0.0 ? 0.0 : t72 * (-1.0);
    const double t128 = t->t128[j];
    const double t130 = -r;
    const double t133 = t130 * va;
    const double t134 = t123 == 0.0 ? 0.0 : t123 * t133;
    const double t135 = t133 * etaB;
    const double t136 = t134 == 0.0 ? 0.0 : t134 * t38;
    const double t137 = t134 == 0.0 ? 0.0 : t134 * t40;
    const double t139 = t136 == 0.0 ? 0.0 : t136 * t114;
    const double t144 = t137 == 0.0 ? 0.0 : t137 * 2.0;
    const double t146 = t68 == 0.0 ? 0.0 : t68 * t135;
    const double t147 = t124 == 0.0 ? 0.0 : t124 * t135;
    const double t148 = t147 == 0.0 ? 0.0 : t147 * t29;
    const double t151 = t146 == 0.0 ? 0.0 : t146 * t29;
    const double t153 = (t147 == 0.0 ? 0.0 : t147 * t33) + (t146 == 0.0 ? 0.0 : t146 * t30);
    const double t155 = t148 + (t151 == 0.0 ? 0.0 : t151 * (-1.0));
    const double t156 = (t139 == 0.0 ? 0.0 : t139 * v) - t44 + t148 + t151;
    const double t157 = t153 == 0.0 ? 0.0 : t153 * 2.0;
    const double t160 = t156 * -(r * t65);
    const double t161 = t156 * t65;
    const double t162 = t160 * nu;
    const double t163 = t160 * s;
    const double t164 = t162 * FC;
    const double t165 = t162 * t24;
    const double t166 = t128 == 0.0 ? 0.0 : t128 * t164;
    const double t167 = t164 * t22;
    const double t169 = (t136 == 0.0 ? 0.0 : t136 * -(t40 * t114)) + (t166 == 0.0 ? 0.0 : t166 * t116);
    const double t171 = 1.0 + t130 * (t43 * t118) + (t139 == 0.0 ? 0.0 : t139 * r) + (t166 == 0.0 ? 0.0 : t166 * t114);
    t->t50.term[lane] = z + sigma * d;
    t->t173.term[lane] = sigma * t167;
    t->t179.term[lane] = sigma * t165;
    t->t187.term[lane] = t157 == 0.0 ? 0.0 : t157 * sigma;
    t->t190.term[lane] = t155 == 0.0 ? 0.0 : t155 * sigma;
    t->t196.term[lane] = t144 == 0.0 ? 0.0 : t144 * sigma;
    t->t199.term[lane] = t169 == 0.0 ? 0.0 : t169 * sigma;
    t->t202.term[lane] = sigma * t171;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t171;
    jet[AT(n + i)] = kappa * t161;
    jet[AT(2 * n + i)] = d;
    jet[AT(3 * n + i)] = kappa * t163;
    jet[AT(4 * n + i)] = kappa * t165;
    jet[AT(5 * n + i)] = kappa * t167;
    jet[AT(6 * n + i)] = t169 == 0.0 ? 0.0 : t169 * kappa;
    jet[AT(7 * n + i)] = t155 == 0.0 ? 0.0 : t155 * kappa;
    jet[AT(8 * n + i)] = t157 == 0.0 ? 0.0 : t157 * kappa;
    jet[AT(9 * n + i)] = t144 == 0.0 ? 0.0 : t144 * kappa;
    jet[AT(1 + 10 * n + i)] = 1.0 + sigma * t161;
    jet[AT(1 + 11 * n + i)] = sigma * t163;
    jet[AT(1 + 12 * n + i)] = d;
}

BR_INLINE void br_sgms_rate_jet_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double sigma2 = P(7 + 3 * n);
    const double c = t->c[j];
    const double t50 = t->t50.sum[j];
    const double F = t50 + c;
    const double t173 = t->t173.sum[j];
    const double t179 = t->t179.sum[j];
    const double t187 = t->t187.sum[j];
    const double t190 = t->t190.sum[j];
    const double t196 = t->t196.sum[j];
    const double t199 = t->t199.sum[j];
    const double t202 = t->t202.sum[j];
    out[AT(n)] = F;
    jet[AT(10 * n)] = sigma2 + t202;
    jet[AT(1 + 13 * n)] = t179;
    jet[AT(2 + 13 * n)] = t173;
    jet[AT(3 + 13 * n)] = t199;
    jet[AT(4 + 13 * n)] = t190;
    jet[AT(5 + 13 * n)] = t187;
    jet[AT(6 + 13 * n)] = t196;
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
            t.t50.sum[k - k0] = 0.0;
            t.t173.sum[k - k0] = 0.0;
            t.t179.sum[k - k0] = 0.0;
            t.t187.sum[k - k0] = 0.0;
            t.t190.sum[k - k0] = 0.0;
            t.t196.sum[k - k0] = 0.0;
            t.t199.sum[k - k0] = 0.0;
            t.t202.sum[k - k0] = 0.0;
        }
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_sgms_rate_jet_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++) {
                t.t50.sum[0] += t.t50.term[i - i0];
                t.t173.sum[0] += t.t173.term[i - i0];
                t.t179.sum[0] += t.t179.term[i - i0];
                t.t187.sum[0] += t.t187.term[i - i0];
                t.t190.sum[0] += t.t190.term[i - i0];
                t.t196.sum[0] += t.t196.term[i - i0];
                t.t199.sum[0] += t.t199.term[i - i0];
                t.t202.sum[0] += t.t202.term[i - i0];
            }
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_sgms_rate_jet_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++) {
                t.t50.sum[k - k0] += t.t50.term[k - k0];
                t.t173.sum[k - k0] += t.t173.term[k - k0];
                t.t179.sum[k - k0] += t.t179.term[k - k0];
                t.t187.sum[k - k0] += t.t187.term[k - k0];
                t.t190.sum[k - k0] += t.t190.term[k - k0];
                t.t196.sum[k - k0] += t.t196.term[k - k0];
                t.t199.sum[k - k0] += t.t199.term[k - k0];
                t.t202.sum[k - k0] += t.t202.term[k - k0];
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_sgms_rate_jet_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_CLONES
static void br_sgms_rate_jet_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out, double *jet)
{
    (void)count;
        br_sgms_rate_jet_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
}

BR_CLONES
static void br_sgms_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (each) {
        br_sgms_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_sgms_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

void br_sgms_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_sgms_rate_jet_one(size, count, x, m, u, p, out, jet);
    } else {
        br_sgms_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

