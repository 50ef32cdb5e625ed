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
//     br_sgms_rate       rates and outputs; results: out
//     br_sgms_rate_jet   and their derivatives; results: out, jet
//     br_sgms_rate_jet_x and those by states alone, the first of jet; results: out, jet
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
//     jet[i]                 d z' / d z
//     jet[n + i]             d F / d z
//     jet[2 * n + i]         d z' / d v
//     jet[3 * n + i]         d z' / d kappa
//     jet[4 * n + i]         d z' / d nu
//     jet[5 * n + i]         d z' / d FC
//     jet[6 * n + i]         d z' / d beta
//     jet[7 * n + i]         d z' / d vs
//     jet[8 * n + i]         d z' / d zeta
//     jet[9 * n + i]         d z' / d lambda
//     jet[10 * n + i]        d z' / d gamma
//     jet[11 * n]            d F / d v
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
    double t67[BR_TILE];
    double t69[BR_TILE];
    double t86[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t131;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t137;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t145;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t148;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t154;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t157;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t160;
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
    const double t67 = -(t18 * (1.0 / vs));
    const double t69 = v >= 0.0 ? 1.0 : -1.0;
    const double t85 = -(t22 == 0.0 ? 0.0 : t22 * beta);
    const double t86 = t85 == 0.0 ? 0.0 : t85 * (2.0 * t18);
    t->c[j] = c;
    t->t22[j] = t22;
    t->t24[j] = t24;
    t->s[j] = s;
    t->va[j] = va;
    t->t67[j] = t67;
    t->t69[j] = t69;
    t->t86[j] = t86;
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
    const double t65 = 1.0 / vs;
    const double t67 = t->t67[j];
    const double t69 = t->t69[j];
    const double t70 = 1.0 / t27;
    const double t74 = t32 * (1.0 - t32);
    const double t80 = etaB * (1.0 - etaB);
    const double t81 = t80 == 0.0 ? 0.0 : t80 * etaA;
    const double t82 = -(t36 * (1.0 - t36));
    const double t86 = t->t86[j];
    const double t88 = -r;
    const double t91 = t88 * va;
    const double t92 = t81 == 0.0 ? 0.0 : t81 * t91;
    const double t93 = t91 * etaB;
    const double t94 = t92 == 0.0 ? 0.0 : t92 * t38;
    const double t97 = t94 == 0.0 ? 0.0 : t94 * t65;
    const double t102 = 2.0 * (t92 == 0.0 ? 0.0 : t92 * t40);
    const double t104 = t74 == 0.0 ? 0.0 : t74 * t93;
    const double t105 = t82 == 0.0 ? 0.0 : t82 * t93;
    const double t106 = t105 == 0.0 ? 0.0 : t105 * t29;
    const double t109 = t104 == 0.0 ? 0.0 : t104 * t29;
    const double t113 = t106 - t109;
    const double t114 = (t97 == 0.0 ? 0.0 : t97 * v) - t44 + t106 + t109;
    const double t115 = 2.0 * ((t105 == 0.0 ? 0.0 : t105 * t33) + (t104 == 0.0 ? 0.0 : t104 * t30));
    const double t118 = t114 * -(r * t70);
    const double t119 = t114 * t70;
    const double t120 = t118 * nu;
    const double t121 = t118 * s;
    const double t122 = t120 * FC;
    const double t123 = t120 * t24;
    const double t124 = t86 == 0.0 ? 0.0 : t86 * t122;
    const double t125 = t122 * t22;
    const double t127 = (t94 == 0.0 ? 0.0 : t94 * -(t40 * t65)) + (t124 == 0.0 ? 0.0 : t124 * t67);
    const double t129 = 1.0 + t88 * (t43 * t69) + (t97 == 0.0 ? 0.0 : t97 * r) + (t124 == 0.0 ? 0.0 : t124 * t65);
    t->t50.term[lane] = z + sigma * d;
    t->t131.term[lane] = sigma * t125;
    t->t137.term[lane] = sigma * t123;
    t->t145.term[lane] = t115 == 0.0 ? 0.0 : t115 * sigma;
    t->t148.term[lane] = t113 == 0.0 ? 0.0 : t113 * sigma;
    t->t154.term[lane] = t102 == 0.0 ? 0.0 : t102 * sigma;
    t->t157.term[lane] = t127 == 0.0 ? 0.0 : t127 * sigma;
    t->t160.term[lane] = sigma * t129;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t119;
    jet[AT(n + i)] = 1.0 + sigma * t119;
    jet[AT(2 * n + i)] = kappa * t129;
    jet[AT(3 * n + i)] = d;
    jet[AT(4 * n + i)] = kappa * t121;
    jet[AT(5 * n + i)] = kappa * t123;
    jet[AT(6 * n + i)] = kappa * t125;
    jet[AT(7 * n + i)] = t127 == 0.0 ? 0.0 : t127 * kappa;
    jet[AT(8 * n + i)] = t113 == 0.0 ? 0.0 : t113 * kappa;
    jet[AT(9 * n + i)] = t115 == 0.0 ? 0.0 : t115 * kappa;
    jet[AT(10 * n + i)] = t102 == 0.0 ? 0.0 : t102 * kappa;
    jet[AT(1 + 11 * n + i)] = sigma * t121;
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
    const double t131 = t->t131.sum[j];
    const double t137 = t->t137.sum[j];
    const double t145 = t->t145.sum[j];
    const double t148 = t->t148.sum[j];
    const double t154 = t->t154.sum[j];
    const double t157 = t->t157.sum[j];
    const double t160 = t->t160.sum[j];
    out[AT(n)] = F;
    jet[AT(11 * n)] = sigma2 + t160;
    jet[AT(1 + 13 * n)] = t137;
    jet[AT(2 + 13 * n)] = t131;
    jet[AT(3 + 13 * n)] = t157;
    jet[AT(4 + 13 * n)] = t148;
    jet[AT(5 + 13 * n)] = t145;
    jet[AT(6 + 13 * n)] = t154;
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
            t.t131.sum[k - k0] = 0.0;
            t.t137.sum[k - k0] = 0.0;
            t.t145.sum[k - k0] = 0.0;
            t.t148.sum[k - k0] = 0.0;
            t.t154.sum[k - k0] = 0.0;
            t.t157.sum[k - k0] = 0.0;
            t.t160.sum[k - k0] = 0.0;
        }
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_sgms_rate_jet_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++) {
                t.t50.sum[0] += t.t50.term[i - i0];
                t.t131.sum[0] += t.t131.term[i - i0];
                t.t137.sum[0] += t.t137.term[i - i0];
                t.t145.sum[0] += t.t145.term[i - i0];
                t.t148.sum[0] += t.t148.term[i - i0];
                t.t154.sum[0] += t.t154.term[i - i0];
                t.t157.sum[0] += t.t157.term[i - i0];
                t.t160.sum[0] += t.t160.term[i - i0];
            }
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_sgms_rate_jet_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++) {
                t.t50.sum[k - k0] += t.t50.term[k - k0];
                t.t131.sum[k - k0] += t.t131.term[k - k0];
                t.t137.sum[k - k0] += t.t137.term[k - k0];
                t.t145.sum[k - k0] += t.t145.term[k - k0];
                t.t148.sum[k - k0] += t.t148.term[k - k0];
                t.t154.sum[k - k0] += t.t154.term[k - k0];
                t.t157.sum[k - k0] += t.t157.term[k - k0];
                t.t160.sum[k - k0] += t.t160.term[k - k0];
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

struct br_sgms_rate_jet_x_tile { // what one turn hands to the next
    double c[BR_TILE];
    double s[BR_TILE];
    double va[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t50;
};

BR_INLINE void br_sgms_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_x_tile *t)
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
    const double s = FC * (1.0 + beta * br_exp(-(t18 * t18)));
    const double va = br_abs(v);
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
}

BR_INLINE void br_sgms_rate_jet_x_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_x_tile *t)
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
    const double vs = P(2 + 3 * n);
    const double zeta = P(3 + 3 * n);
    const double lambda = P(5 + 3 * n);
    const double gamma = P(6 + 3 * n);
    const double s = t->s[j];
    const double va = t->va[j];
    const double t27 = nu * s;
    const double r = z / t27;
    const double t29 = 2.0 * lambda;
    const double t32 = br_logistic(t29 * (r - zeta));
    const double t36 = br_logistic(-(t29 * (r + zeta)));
    const double etaA = t32 + t36;
    const double t38 = 2.0 * gamma;
    const double etaB = br_logistic(t38 * (r * v / vs));
    const double t44 = etaA * etaB * va;
    const double d = v - t44 * r;
    const double z_dot = kappa * d;
    const double t74 = t32 * (1.0 - t32);
    const double t80 = etaB * (1.0 - etaB);
    const double t81 = t80 == 0.0 ? 0.0 : t80 * etaA;
    const double t82 = -(t36 * (1.0 - t36));
    const double t91 = -r * va;
    const double t92 = t81 == 0.0 ? 0.0 : t81 * t91;
    const double t93 = t91 * etaB;
    const double t94 = t92 == 0.0 ? 0.0 : t92 * t38;
    const double t97 = t94 == 0.0 ? 0.0 : t94 * (1.0 / vs);
    const double t104 = t74 == 0.0 ? 0.0 : t74 * t93;
    const double t105 = t82 == 0.0 ? 0.0 : t82 * t93;
    const double t114 = (t97 == 0.0 ? 0.0 : t97 * v) - t44 + (t105 == 0.0 ? 0.0 : t105 * t29) + (t104 == 0.0 ? 0.0 : t104 * t29);
    const double t119 = t114 * (1.0 / t27);
    t->t50.term[lane] = z + sigma * d;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t119;
    jet[AT(n + i)] = 1.0 + sigma * t119;
}

BR_INLINE void br_sgms_rate_jet_x_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_sgms_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t50 = t->t50.sum[j];
    const double F = t50 + c;
    out[AT(n)] = F;
}

BR_INLINE void br_sgms_rate_jet_x_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_sgms_rate_jet_x_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_sgms_rate_jet_x_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int k = k0; k < k1; k++)
            t.t50.sum[k - k0] = 0.0;
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_sgms_rate_jet_x_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++)
                t.t50.sum[0] += t.t50.term[i - i0];
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_sgms_rate_jet_x_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++)
                t.t50.sum[k - k0] += t.t50.term[k - k0];
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_sgms_rate_jet_x_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_CLONES
static void br_sgms_rate_jet_x_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out, double *jet)
{
    (void)count;
        br_sgms_rate_jet_x_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
}

BR_CLONES
static void br_sgms_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (each) {
        br_sgms_rate_jet_x_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_sgms_rate_jet_x_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

void br_sgms_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_sgms_rate_jet_x_one(size, count, x, m, u, p, out, jet);
    } else {
        br_sgms_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

