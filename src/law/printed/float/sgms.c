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
//     void brf_sgms_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out);
//     brf_sgms_rate       rates and outputs; results: out
//     brf_sgms_rate_jet   and their derivatives; results: out, jet
//     brf_sgms_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     brf_sgms_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
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
#define BR_TILE 16 // points done together; fewer need less stack
#endif
#define BR_SOME ((BR_TILE + 3) / 4) // where there are fewer points
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
struct brf_sgms_rate_tile { // what one turn hands to the next
    float c[BR_TILE];
    float s[BR_TILE];
    float va[BR_TILE];
    float t41[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t52;
};

BR_INLINE void brf_sgms_rate_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, struct brf_sgms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float FC = P(3 * n);
    const float beta = P(1 + 3 * n);
    const float vs = P(2 + 3 * n);
    const float sigma2 = P(7 + 3 * n);
    const float c = sigma2 * v;
    const float t18 = v / vs;
    const float s = FC * (1.0f + beta * brf_exp(-(t18 * t18)));
    const float va = brf_abs(v);
    const float t41 = 1.0f / vs;
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
}

BR_INLINE void brf_sgms_rate_element0(int i, int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, struct brf_sgms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float z = x[AT(i)];
    const float kappa = P(i);
    const float nu = P(n + i);
    const float sigma = P(2 * n + i);
    const float zeta = P(3 + 3 * n);
    const float lambda = P(5 + 3 * n);
    const float gamma = P(6 + 3 * n);
    const float s = t->s[j];
    const float va = t->va[j];
    const float y = 1.0f / (nu * s);
    const float r = z * y;
    const float t30 = 2.0f * lambda;
    const float etaA = brf_logistic(t30 * (r - zeta)) + brf_logistic(-(t30 * (r + zeta)));
    const float t41 = t->t41[j];
    const float etaB = brf_logistic(2.0f * gamma * (r * v * t41));
    const float d = v - etaA * etaB * va * r;
    const float z_dot = kappa * d;
    t->t52.lane[lane] += z + sigma * d;
    out[AT(i)] = z_dot;
}

BR_INLINE void brf_sgms_rate_point1(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, struct brf_sgms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float c = t->c[j];
    const float t52 = t->t52.lane[j];
    const float F = t52 + c;
    out[AT(n)] = F;
}

BR_INLINE void brf_sgms_rate_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct brf_sgms_rate_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0.0f;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                brf_sgms_rate_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_INLINE void brf_sgms_rate_elements(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct brf_sgms_rate_tile t;
    brf_sgms_rate_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    t.t52.all = 0.0f;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0.0f;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    brf_sgms_rate_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
}

BR_CLONES
static void brf_sgms_rate_one(const int *size, int count, const float *x, const int *m, const float *u, const float *p, float *out)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        brf_sgms_rate_elements(size, 1, x, m, u, p, 1, 0, out, BR_SOME);
    } else {
        brf_sgms_rate_elements(size, 1, x, m, u, p, 1, 0, out, 1);
    }
}

BR_CLONES
static void brf_sgms_rate_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count >= BR_TILE && each) {
        brf_sgms_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_sgms_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_sgms_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        brf_sgms_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void brf_sgms_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count == 1) {
        brf_sgms_rate_one(size, count, x, m, u, p, out);
    } else {
        brf_sgms_rate_many(size, count, x, m, u, p, each, out);
    }
}

struct brf_sgms_rate_jet_tile { // what one turn hands to the next
    float c[BR_TILE];
    float t22[BR_TILE];
    float t24[BR_TILE];
    float s[BR_TILE];
    float va[BR_TILE];
    float t41[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t52;
    float t68[BR_TILE];
    float t70[BR_TILE];
    float t78[BR_TILE];
    float t85[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t136;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t139;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t147;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t150;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t156;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t162;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t165;
};

BR_INLINE void brf_sgms_rate_jet_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float FC = P(3 * n);
    const float beta = P(1 + 3 * n);
    const float vs = P(2 + 3 * n);
    const float sigma2 = P(7 + 3 * n);
    const float c = sigma2 * v;
    const float t18 = v / vs;
    const float t22 = brf_exp(-(t18 * t18));
    const float t23 = beta * t22;
    const float t24 = 1.0f + t23;
    const float s = FC * t24;
    const float va = brf_abs(v);
    const float t41 = 1.0f / vs;
    const float t68 = -(t18 * t41);
    const float t70 = v >= 0.0f ? 1.0f : -1.0f;
    const float t78 = -(t41 * t41);
    const float t84 = -t23;
    const float t85 = t84 == 0.0f ? 0.0f : t84 * (2.0f * t18);
    t->c[j] = c;
    t->t22[j] = t22;
    t->t24[j] = t24;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
    t->t68[j] = t68;
    t->t70[j] = t70;
    t->t78[j] = t78;
    t->t85[j] = t85;
    jet[AT(7 + 13 * n)] = v;
}

BR_INLINE void brf_sgms_rate_jet_element0(int i, int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float z = x[AT(i)];
    const float kappa = P(i);
    const float nu = P(n + i);
    const float sigma = P(2 * n + i);
    const float FC = P(3 * n);
    const float zeta = P(3 + 3 * n);
    const float lambda = P(5 + 3 * n);
    const float gamma = P(6 + 3 * n);
    const float t22 = t->t22[j];
    const float t24 = t->t24[j];
    const float s = t->s[j];
    const float va = t->va[j];
    const float y = 1.0f / (nu * s);
    const float r = z * y;
    const float t30 = 2.0f * lambda;
    const float t31 = r - zeta;
    const float t33 = brf_logistic(t30 * t31);
    const float t34 = r + zeta;
    const float t37 = brf_logistic(-(t30 * t34));
    const float etaA = t33 + t37;
    const float t39 = 2.0f * gamma;
    const float t40 = r * v;
    const float t41 = t->t41[j];
    const float t42 = t40 * t41;
    const float etaB = brf_logistic(t39 * t42);
    const float t45 = etaA * etaB;
    const float t46 = t45 * va;
    const float d = v - t46 * r;
    const float z_dot = kappa * d;
    const float t68 = t->t68[j];
    const float t70 = t->t70[j];
    const float t74 = t33 * (1.0f - t33);
    const float t78 = t->t78[j];
    const float t80 = etaB * (1.0f - etaB);
    const float t81 = t80 == 0.0f ? 0.0f : t80 * etaA;
    const float t82 = -(t37 * (1.0f - t37));
    const float t85 = t->t85[j];
    const float t87 = -r;
    const float t90 = t87 * va;
    const float t91 = t81 == 0.0f ? 0.0f : t81 * t90;
    const float t92 = t90 * etaB;
    const float t93 = t39 * t91;
    const float t95 = t93 == 0.0f ? 0.0f : t93 * t40;
    const float t96 = t93 == 0.0f ? 0.0f : t93 * t41;
    const float t103 = 2.0f * (t91 == 0.0f ? 0.0f : t91 * t42);
    const float t105 = t74 == 0.0f ? 0.0f : t74 * t92;
    const float t106 = t82 == 0.0f ? 0.0f : t82 * t92;
    const float t107 = t30 * t106;
    const float t110 = t30 * t105;
    const float t114 = t107 - t110;
    const float t115 = v * t96 - t46 + t107 + t110;
    const float t116 = 2.0f * ((t106 == 0.0f ? 0.0f : t106 * t34) + (t105 == 0.0f ? 0.0f : t105 * t31));
    const float t120 = t115 * y;
    const float t121 = t115 * z * -(y * y);
    const float t124 = t121 * nu;
    const float t125 = t121 * s;
    const float t126 = t124 * FC;
    const float t127 = t124 * t24;
    const float t129 = t85 == 0.0f ? 0.0f : t85 * t126;
    const float t130 = t126 * t22;
    const float t132 = (t95 == 0.0f ? 0.0f : t95 * t78) + (t129 == 0.0f ? 0.0f : t129 * t68);
    const float t134 = 1.0f + t87 * (t45 * t70) + (t96 == 0.0f ? 0.0f : t96 * r) + (t129 == 0.0f ? 0.0f : t129 * t41);
    t->t52.lane[lane] += z + sigma * d;
    t->t136.lane[lane] += sigma * t130;
    t->t139.lane[lane] += sigma * t127;
    t->t147.lane[lane] += sigma * t116;
    t->t150.lane[lane] += sigma * t114;
    t->t156.lane[lane] += sigma * t103;
    t->t162.lane[lane] += sigma * t132;
    t->t165.lane[lane] += sigma * t134;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t120;
    jet[AT(n + i)] = 1.0f + sigma * t120;
    jet[AT(2 * n + i)] = kappa * t134;
    jet[AT(3 * n + i)] = d;
    jet[AT(4 * n + i)] = kappa * t125;
    jet[AT(5 * n + i)] = kappa * t127;
    jet[AT(6 * n + i)] = kappa * t130;
    jet[AT(7 * n + i)] = kappa * t132;
    jet[AT(8 * n + i)] = kappa * t114;
    jet[AT(9 * n + i)] = kappa * t116;
    jet[AT(10 * n + i)] = kappa * t103;
    jet[AT(1 + 11 * n + i)] = sigma * t125;
    jet[AT(1 + 12 * n + i)] = d;
}

BR_INLINE void brf_sgms_rate_jet_point1(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float sigma2 = P(7 + 3 * n);
    const float c = t->c[j];
    const float t52 = t->t52.lane[j];
    const float F = t52 + c;
    const float t136 = t->t136.lane[j];
    const float t139 = t->t139.lane[j];
    const float t147 = t->t147.lane[j];
    const float t150 = t->t150.lane[j];
    const float t156 = t->t156.lane[j];
    const float t162 = t->t162.lane[j];
    const float t165 = t->t165.lane[j];
    out[AT(n)] = F;
    jet[AT(11 * n)] = sigma2 + t165;
    jet[AT(1 + 13 * n)] = t139;
    jet[AT(2 + 13 * n)] = t136;
    jet[AT(3 + 13 * n)] = t162;
    jet[AT(4 + 13 * n)] = t150;
    jet[AT(5 + 13 * n)] = t147;
    jet[AT(6 + 13 * n)] = t156;
}

BR_INLINE void brf_sgms_rate_jet_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_sgms_rate_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0.0f;
            t.t136.lane[j] = 0.0f;
            t.t139.lane[j] = 0.0f;
            t.t147.lane[j] = 0.0f;
            t.t150.lane[j] = 0.0f;
            t.t156.lane[j] = 0.0f;
            t.t162.lane[j] = 0.0f;
            t.t165.lane[j] = 0.0f;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                brf_sgms_rate_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void brf_sgms_rate_jet_elements(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_sgms_rate_jet_tile t;
    brf_sgms_rate_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t52.all = 0.0f;
    t.t136.all = 0.0f;
    t.t139.all = 0.0f;
    t.t147.all = 0.0f;
    t.t150.all = 0.0f;
    t.t156.all = 0.0f;
    t.t162.all = 0.0f;
    t.t165.all = 0.0f;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0.0f;
            t.t136.lane[j] = 0.0f;
            t.t139.lane[j] = 0.0f;
            t.t147.lane[j] = 0.0f;
            t.t150.lane[j] = 0.0f;
            t.t156.lane[j] = 0.0f;
            t.t162.lane[j] = 0.0f;
            t.t165.lane[j] = 0.0f;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
            t.t136.all += t.t136.lane[j];
            t.t139.all += t.t139.lane[j];
            t.t147.all += t.t147.lane[j];
            t.t150.all += t.t150.lane[j];
            t.t156.all += t.t156.lane[j];
            t.t162.all += t.t162.lane[j];
            t.t165.all += t.t165.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    t.t136.lane[0] = t.t136.all;
    t.t139.lane[0] = t.t139.all;
    t.t147.lane[0] = t.t147.all;
    t.t150.lane[0] = t.t150.all;
    t.t156.lane[0] = t.t156.all;
    t.t162.lane[0] = t.t162.all;
    t.t165.lane[0] = t.t165.all;
    brf_sgms_rate_jet_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_CLONES
static void brf_sgms_rate_jet_one(const int *size, int count, const float *x, const int *m, const float *u, const float *p, float *out, float *jet)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        brf_sgms_rate_jet_elements(size, 1, x, m, u, p, 1, 0, out, jet, BR_SOME);
    } else {
        brf_sgms_rate_jet_elements(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    }
}

BR_CLONES
static void brf_sgms_rate_jet_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_sgms_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_sgms_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_sgms_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_sgms_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_sgms_rate_jet(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_sgms_rate_jet_one(size, count, x, m, u, p, out, jet);
    } else {
        brf_sgms_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

struct brf_sgms_rate_jet_x_tile { // what one turn hands to the next
    float c[BR_TILE];
    float s[BR_TILE];
    float va[BR_TILE];
    float t41[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t52;
};

BR_INLINE void brf_sgms_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float FC = P(3 * n);
    const float beta = P(1 + 3 * n);
    const float vs = P(2 + 3 * n);
    const float sigma2 = P(7 + 3 * n);
    const float c = sigma2 * v;
    const float t18 = v / vs;
    const float s = FC * (1.0f + beta * brf_exp(-(t18 * t18)));
    const float va = brf_abs(v);
    const float t41 = 1.0f / vs;
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
}

BR_INLINE void brf_sgms_rate_jet_x_element0(int i, int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float z = x[AT(i)];
    const float kappa = P(i);
    const float nu = P(n + i);
    const float sigma = P(2 * n + i);
    const float zeta = P(3 + 3 * n);
    const float lambda = P(5 + 3 * n);
    const float gamma = P(6 + 3 * n);
    const float s = t->s[j];
    const float va = t->va[j];
    const float y = 1.0f / (nu * s);
    const float r = z * y;
    const float t30 = 2.0f * lambda;
    const float t33 = brf_logistic(t30 * (r - zeta));
    const float t37 = brf_logistic(-(t30 * (r + zeta)));
    const float etaA = t33 + t37;
    const float t39 = 2.0f * gamma;
    const float t41 = t->t41[j];
    const float etaB = brf_logistic(t39 * (r * v * t41));
    const float t46 = etaA * etaB * va;
    const float d = v - t46 * r;
    const float z_dot = kappa * d;
    const float t74 = t33 * (1.0f - t33);
    const float t80 = etaB * (1.0f - etaB);
    const float t81 = t80 == 0.0f ? 0.0f : t80 * etaA;
    const float t82 = -(t37 * (1.0f - t37));
    const float t90 = -r * va;
    const float t92 = t90 * etaB;
    const float t93 = t39 * (t81 == 0.0f ? 0.0f : t81 * t90);
    const float t115 = v * (t93 == 0.0f ? 0.0f : t93 * t41) - t46 + t30 * (t82 == 0.0f ? 0.0f : t82 * t92) + t30 * (t74 == 0.0f ? 0.0f : t74 * t92);
    const float t120 = t115 * y;
    t->t52.lane[lane] += z + sigma * d;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t120;
    jet[AT(n + i)] = 1.0f + sigma * t120;
}

BR_INLINE void brf_sgms_rate_jet_x_point1(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float c = t->c[j];
    const float t52 = t->t52.lane[j];
    const float F = t52 + c;
    out[AT(n)] = F;
}

BR_INLINE void brf_sgms_rate_jet_x_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_sgms_rate_jet_x_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0.0f;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                brf_sgms_rate_jet_x_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_x_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void brf_sgms_rate_jet_x_elements(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_sgms_rate_jet_x_tile t;
    brf_sgms_rate_jet_x_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t52.all = 0.0f;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0.0f;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_x_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    brf_sgms_rate_jet_x_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_CLONES
static void brf_sgms_rate_jet_x_one(const int *size, int count, const float *x, const int *m, const float *u, const float *p, float *out, float *jet)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        brf_sgms_rate_jet_x_elements(size, 1, x, m, u, p, 1, 0, out, jet, BR_SOME);
    } else {
        brf_sgms_rate_jet_x_elements(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    }
}

BR_CLONES
static void brf_sgms_rate_jet_x_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_sgms_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_sgms_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_sgms_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_sgms_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_sgms_rate_jet_x(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_sgms_rate_jet_x_one(size, count, x, m, u, p, out, jet);
    } else {
        brf_sgms_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

struct brf_sgms_rate_jet_some_tile { // what one turn hands to the next
    float c[BR_TILE];
    float s[BR_TILE];
    float va[BR_TILE];
    float t41[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t52;
    float t70[BR_TILE];
    float t85[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t165;
};

BR_INLINE void brf_sgms_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_some_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float FC = P(3 * n);
    const float beta = P(1 + 3 * n);
    const float vs = P(2 + 3 * n);
    const float sigma2 = P(7 + 3 * n);
    const float c = sigma2 * v;
    const float t18 = v / vs;
    const float t23 = beta * brf_exp(-(t18 * t18));
    const float s = FC * (1.0f + t23);
    const float va = brf_abs(v);
    const float t41 = 1.0f / vs;
    const float t70 = v >= 0.0f ? 1.0f : -1.0f;
    const float t84 = -t23;
    const float t85 = t84 == 0.0f ? 0.0f : t84 * (2.0f * t18);
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
    t->t70[j] = t70;
    t->t85[j] = t85;
    jet[AT(7 + 13 * n)] = v;
}

BR_INLINE void brf_sgms_rate_jet_some_element0(int i, int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_some_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float z = x[AT(i)];
    const float kappa = P(i);
    const float nu = P(n + i);
    const float sigma = P(2 * n + i);
    const float FC = P(3 * n);
    const float zeta = P(3 + 3 * n);
    const float lambda = P(5 + 3 * n);
    const float gamma = P(6 + 3 * n);
    const float s = t->s[j];
    const float va = t->va[j];
    const float y = 1.0f / (nu * s);
    const float r = z * y;
    const float t30 = 2.0f * lambda;
    const float t33 = brf_logistic(t30 * (r - zeta));
    const float t37 = brf_logistic(-(t30 * (r + zeta)));
    const float etaA = t33 + t37;
    const float t39 = 2.0f * gamma;
    const float t41 = t->t41[j];
    const float etaB = brf_logistic(t39 * (r * v * t41));
    const float t45 = etaA * etaB;
    const float t46 = t45 * va;
    const float d = v - t46 * r;
    const float z_dot = kappa * d;
    const float t70 = t->t70[j];
    const float t74 = t33 * (1.0f - t33);
    const float t80 = etaB * (1.0f - etaB);
    const float t81 = t80 == 0.0f ? 0.0f : t80 * etaA;
    const float t82 = -(t37 * (1.0f - t37));
    const float t85 = t->t85[j];
    const float t87 = -r;
    const float t90 = t87 * va;
    const float t92 = t90 * etaB;
    const float t93 = t39 * (t81 == 0.0f ? 0.0f : t81 * t90);
    const float t96 = t93 == 0.0f ? 0.0f : t93 * t41;
    const float t115 = v * t96 - t46 + t30 * (t82 == 0.0f ? 0.0f : t82 * t92) + t30 * (t74 == 0.0f ? 0.0f : t74 * t92);
    const float t120 = t115 * y;
    const float t129 = t85 == 0.0f ? 0.0f : t85 * (t115 * z * -(y * y) * nu * FC);
    const float t134 = 1.0f + t87 * (t45 * t70) + (t96 == 0.0f ? 0.0f : t96 * r) + (t129 == 0.0f ? 0.0f : t129 * t41);
    t->t52.lane[lane] += z + sigma * d;
    t->t165.lane[lane] += sigma * t134;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t120;
    jet[AT(n + i)] = 1.0f + sigma * t120;
    jet[AT(2 * n + i)] = kappa * t134;
    jet[AT(3 * n + i)] = d;
    jet[AT(1 + 12 * n + i)] = d;
}

BR_INLINE void brf_sgms_rate_jet_some_point1(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_sgms_rate_jet_some_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float sigma2 = P(7 + 3 * n);
    const float c = t->c[j];
    const float t52 = t->t52.lane[j];
    const float F = t52 + c;
    const float t165 = t->t165.lane[j];
    out[AT(n)] = F;
    jet[AT(11 * n)] = sigma2 + t165;
}

BR_INLINE void brf_sgms_rate_jet_some_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_sgms_rate_jet_some_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0.0f;
            t.t165.lane[j] = 0.0f;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                brf_sgms_rate_jet_some_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_some_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void brf_sgms_rate_jet_some_elements(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_sgms_rate_jet_some_tile t;
    brf_sgms_rate_jet_some_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t52.all = 0.0f;
    t.t165.all = 0.0f;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0.0f;
            t.t165.lane[j] = 0.0f;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_sgms_rate_jet_some_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
            t.t165.all += t.t165.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    t.t165.lane[0] = t.t165.all;
    brf_sgms_rate_jet_some_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_CLONES
static void brf_sgms_rate_jet_some_one(const int *size, int count, const float *x, const int *m, const float *u, const float *p, float *out, float *jet)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        brf_sgms_rate_jet_some_elements(size, 1, x, m, u, p, 1, 0, out, jet, BR_SOME);
    } else {
        brf_sgms_rate_jet_some_elements(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    }
}

BR_CLONES
static void brf_sgms_rate_jet_some_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_sgms_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_sgms_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_sgms_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_sgms_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_sgms_rate_jet_some(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_sgms_rate_jet_some_one(size, count, x, m, u, p, out, jet);
    } else {
        brf_sgms_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

