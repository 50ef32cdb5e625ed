// dam.c - Differential-algebraic multistate model. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Thesis eq. (3.9)-(3.11) after Xiong et al.; (3.10) mended: without the spring force sticking
//     would be unstable
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size[0] is n, the number of elements; i counts them from 0.
// m: NULL, the law has no modes.
// Functions, declared as
//     void brf_dam_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out);
//     brf_dam_rate       rates and outputs; results: out
//     brf_dam_rate_jet   and their derivatives; results: out, jet
//     brf_dam_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     brf_dam_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   a  N
//     x[1 + i]               z  m
// inputs
//     u[0]                   v  m/s
// parameters
//     p[i]                   kappa  N/m
//     p[n + i]               nu  -
//     p[2 * n + i]           sigma  N*s/m
//     p[3 * n]               FC  N
//     p[1 + 3 * n]           beta  -
//     p[2 + 3 * n]           vs  m/s
//     p[3 + 3 * n]           tau_d  s
//     p[4 + 3 * n]           sigma2  N*s/m

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
//     out[0]                 a'
//     out[1 + i]             z'
//     out[1 + n]             F
// their derivatives
//     jet[0]                 d a' / d a
//     jet[1 + i]             d z' / d a
//     jet[1 + n + i]         d z' / d z
//     jet[1 + 2 * n]         d F / d a
//     jet[2 + 2 * n + i]     d F / d z
//     jet[2 + 3 * n]         d a' / d v
//     jet[3 + 3 * n]         d a' / d FC
//     jet[4 + 3 * n]         d a' / d beta
//     jet[5 + 3 * n]         d a' / d vs
//     jet[6 + 3 * n]         d a' / d tau_d
//     jet[7 + 3 * n + i]     d z' / d v
//     jet[7 + 4 * n + i]     d z' / d kappa
//     jet[7 + 5 * n + i]     d z' / d nu
//     jet[7 + 6 * n + i]     d z' / d sigma
//     jet[7 + 7 * n]         d F / d v
//     jet[8 + 7 * n + i]     d F / d kappa
//     jet[8 + 8 * n + i]     d F / d nu
//     jet[8 + 9 * n + i]     d F / d sigma
//     jet[8 + 10 * n]        d F / d sigma2
struct brf_dam_rate_tile { // what one turn hands to the next
    float c[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t34;
};

BR_INLINE void brf_dam_rate_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, struct brf_dam_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float a = x[AT(0)];
    const float FC = P(3 * n);
    const float beta = P(1 + 3 * n);
    const float vs = P(2 + 3 * n);
    const float tau_d = P(3 + 3 * n);
    const float sigma2 = P(4 + 3 * n);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float s = FC * (1.0f + beta * brf_exp(-(t15 * t15)));
    const float a_dot = (s - a) / tau_d;
    t->c[j] = c;
    out[AT(0)] = a_dot;
}

BR_INLINE void brf_dam_rate_element0(int i, int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, struct brf_dam_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float a = x[AT(0)];
    const float z = x[AT(1 + i)];
    const float kappa = P(i);
    const float nu = P(n + i);
    const float sigma = P(2 * n + i);
    const float t25 = kappa * z;
    const float t28 = nu * a;
    const float f = brf_min(brf_max(t25 + sigma * v, -t28), t28);
    const float z_dot = (f - t25) / sigma;
    t->t34.lane[lane] += f;
    out[AT(1 + i)] = z_dot;
}

BR_INLINE void brf_dam_rate_point1(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, struct brf_dam_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float c = t->c[j];
    const float t34 = t->t34.lane[j];
    const float F = t34 + c;
    out[AT(1 + n)] = F;
}

BR_INLINE void brf_dam_rate_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct brf_dam_rate_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0.0f;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                brf_dam_rate_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_INLINE void brf_dam_rate_elements(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct brf_dam_rate_tile t;
    brf_dam_rate_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    t.t34.all = 0.0f;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0.0f;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    brf_dam_rate_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
}

BR_CLONES
static void brf_dam_rate_one(const int *size, int count, const float *x, const int *m, const float *u, const float *p, float *out)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        brf_dam_rate_elements(size, 1, x, m, u, p, 1, 0, out, BR_SOME);
    } else {
        brf_dam_rate_elements(size, 1, x, m, u, p, 1, 0, out, 1);
    }
}

BR_CLONES
static void brf_dam_rate_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count >= BR_TILE && each) {
        brf_dam_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_dam_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_dam_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        brf_dam_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void brf_dam_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count == 1) {
        brf_dam_rate_one(size, count, x, m, u, p, out);
    } else {
        brf_dam_rate_many(size, count, x, m, u, p, each, out);
    }
}

struct brf_dam_rate_jet_tile { // what one turn hands to the next
    float c[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t34;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t89;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t93;
};

BR_INLINE void brf_dam_rate_jet_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float a = x[AT(0)];
    const float FC = P(3 * n);
    const float beta = P(1 + 3 * n);
    const float vs = P(2 + 3 * n);
    const float tau_d = P(3 + 3 * n);
    const float sigma2 = P(4 + 3 * n);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float t19 = brf_exp(-(t15 * t15));
    const float t20 = beta * t19;
    const float t21 = 1.0f + t20;
    const float s = FC * t21;
    const float a_dot = (s - a) / tau_d;
    const float t41 = 1.0f / vs;
    const float t45 = 1.0f / tau_d;
    const float t58 = -t20;
    const float t59 = t58 == 0.0f ? 0.0f : t58 * (2.0f * t15);
    const float t72 = t45 * FC;
    const float t74 = t59 == 0.0f ? 0.0f : t59 * t72;
    t->c[j] = c;
    out[AT(0)] = a_dot;
    jet[AT(0)] = -t45;
    jet[AT(2 + 3 * n)] = t74 == 0.0f ? 0.0f : t74 * t41;
    jet[AT(3 + 3 * n)] = t45 * t21;
    jet[AT(4 + 3 * n)] = t72 * t19;
    jet[AT(5 + 3 * n)] = t74 == 0.0f ? 0.0f : t74 * -(t15 * t41);
    jet[AT(6 + 3 * n)] = -(a_dot * t45);
    jet[AT(8 + 10 * n)] = v;
}

BR_INLINE void brf_dam_rate_jet_element0(int i, int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float a = x[AT(0)];
    const float z = x[AT(1 + i)];
    const float kappa = P(i);
    const float nu = P(n + i);
    const float sigma = P(2 * n + i);
    const float t25 = kappa * z;
    const float t27 = t25 + sigma * v;
    const float t28 = nu * a;
    const float t29 = -t28;
    const float t30 = brf_max(t27, t29);
    const float f = brf_min(t30, t28);
    const float z_dot = (f - t25) / sigma;
    const float t49 = t29 <= t27 ? 1.0f : 0.0f;
    const float t52 = t30 <= t28 ? 1.0f : 0.0f;
    const float t54 = 1.0f / sigma;
    const float t57 = -(t29 <= t27 ? 0.0f : 1.0f);
    const float t60 = -t54;
    const float t64 = (t30 <= t28 ? 0.0f : 1.0f) + (t52 == 0.0f ? 0.0f : t57 == 0.0f ? 0.0f : t57 * t52);
    const float t66 = t52 == 0.0f ? 0.0f : t49 == 0.0f ? 0.0f : t49 * t52;
    const float t67 = nu * t64;
    const float t68 = a * t64;
    const float t69 = sigma * t66;
    const float t70 = v * t66;
    const float t78 = kappa * t66;
    const float t80 = z * t66;
    t->t34.lane[lane] += f;
    t->t89.lane[lane] += t69;
    t->t93.lane[lane] += t67;
    out[AT(1 + i)] = z_dot;
    jet[AT(1 + i)] = t67 == 0.0f ? 0.0f : t67 * t54;
    jet[AT(1 + n + i)] = t60 * kappa + (t78 == 0.0f ? 0.0f : t78 * t54);
    jet[AT(2 + 2 * n + i)] = t78;
    jet[AT(7 + 3 * n + i)] = t69 == 0.0f ? 0.0f : t69 * t54;
    jet[AT(7 + 4 * n + i)] = t60 * z + (t80 == 0.0f ? 0.0f : t80 * t54);
    jet[AT(7 + 5 * n + i)] = t68 == 0.0f ? 0.0f : t68 * t54;
    jet[AT(7 + 6 * n + i)] = (t70 == 0.0f ? 0.0f : t70 * t54) - z_dot * t54;
    jet[AT(8 + 7 * n + i)] = t80;
    jet[AT(8 + 8 * n + i)] = t68;
    jet[AT(8 + 9 * n + i)] = t70;
}

BR_INLINE void brf_dam_rate_jet_point1(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float sigma2 = P(4 + 3 * n);
    const float c = t->c[j];
    const float t34 = t->t34.lane[j];
    const float F = t34 + c;
    const float t89 = t->t89.lane[j];
    const float t93 = t->t93.lane[j];
    out[AT(1 + n)] = F;
    jet[AT(1 + 2 * n)] = t93;
    jet[AT(7 + 7 * n)] = sigma2 + t89;
}

BR_INLINE void brf_dam_rate_jet_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_dam_rate_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0.0f;
            t.t89.lane[j] = 0.0f;
            t.t93.lane[j] = 0.0f;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                brf_dam_rate_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void brf_dam_rate_jet_elements(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_dam_rate_jet_tile t;
    brf_dam_rate_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t34.all = 0.0f;
    t.t89.all = 0.0f;
    t.t93.all = 0.0f;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0.0f;
            t.t89.lane[j] = 0.0f;
            t.t93.lane[j] = 0.0f;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
            t.t89.all += t.t89.lane[j];
            t.t93.all += t.t93.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    t.t89.lane[0] = t.t89.all;
    t.t93.lane[0] = t.t93.all;
    brf_dam_rate_jet_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_CLONES
static void brf_dam_rate_jet_one(const int *size, int count, const float *x, const int *m, const float *u, const float *p, float *out, float *jet)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        brf_dam_rate_jet_elements(size, 1, x, m, u, p, 1, 0, out, jet, BR_SOME);
    } else {
        brf_dam_rate_jet_elements(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    }
}

BR_CLONES
static void brf_dam_rate_jet_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_dam_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_dam_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_dam_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_dam_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_dam_rate_jet(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_dam_rate_jet_one(size, count, x, m, u, p, out, jet);
    } else {
        brf_dam_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

struct brf_dam_rate_jet_x_tile { // what one turn hands to the next
    float c[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t34;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t93;
};

BR_INLINE void brf_dam_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float a = x[AT(0)];
    const float FC = P(3 * n);
    const float beta = P(1 + 3 * n);
    const float vs = P(2 + 3 * n);
    const float tau_d = P(3 + 3 * n);
    const float sigma2 = P(4 + 3 * n);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float s = FC * (1.0f + beta * brf_exp(-(t15 * t15)));
    const float a_dot = (s - a) / tau_d;
    t->c[j] = c;
    out[AT(0)] = a_dot;
    jet[AT(0)] = -(1.0f / tau_d);
}

BR_INLINE void brf_dam_rate_jet_x_element0(int i, int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float a = x[AT(0)];
    const float z = x[AT(1 + i)];
    const float kappa = P(i);
    const float nu = P(n + i);
    const float sigma = P(2 * n + i);
    const float t25 = kappa * z;
    const float t27 = t25 + sigma * v;
    const float t28 = nu * a;
    const float t29 = -t28;
    const float t30 = brf_max(t27, t29);
    const float f = brf_min(t30, t28);
    const float z_dot = (f - t25) / sigma;
    const float t49 = t29 <= t27 ? 1.0f : 0.0f;
    const float t52 = t30 <= t28 ? 1.0f : 0.0f;
    const float t54 = 1.0f / sigma;
    const float t57 = -(t29 <= t27 ? 0.0f : 1.0f);
    const float t67 = nu * ((t30 <= t28 ? 0.0f : 1.0f) + (t52 == 0.0f ? 0.0f : t57 == 0.0f ? 0.0f : t57 * t52));
    const float t78 = kappa * (t52 == 0.0f ? 0.0f : t49 == 0.0f ? 0.0f : t49 * t52);
    t->t34.lane[lane] += f;
    t->t93.lane[lane] += t67;
    out[AT(1 + i)] = z_dot;
    jet[AT(1 + i)] = t67 == 0.0f ? 0.0f : t67 * t54;
    jet[AT(1 + n + i)] = -t54 * kappa + (t78 == 0.0f ? 0.0f : t78 * t54);
    jet[AT(2 + 2 * n + i)] = t78;
}

BR_INLINE void brf_dam_rate_jet_x_point1(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float c = t->c[j];
    const float t34 = t->t34.lane[j];
    const float F = t34 + c;
    const float t93 = t->t93.lane[j];
    out[AT(1 + n)] = F;
    jet[AT(1 + 2 * n)] = t93;
}

BR_INLINE void brf_dam_rate_jet_x_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_dam_rate_jet_x_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0.0f;
            t.t93.lane[j] = 0.0f;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                brf_dam_rate_jet_x_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_x_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void brf_dam_rate_jet_x_elements(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_dam_rate_jet_x_tile t;
    brf_dam_rate_jet_x_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t34.all = 0.0f;
    t.t93.all = 0.0f;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0.0f;
            t.t93.lane[j] = 0.0f;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_x_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
            t.t93.all += t.t93.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    t.t93.lane[0] = t.t93.all;
    brf_dam_rate_jet_x_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_CLONES
static void brf_dam_rate_jet_x_one(const int *size, int count, const float *x, const int *m, const float *u, const float *p, float *out, float *jet)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        brf_dam_rate_jet_x_elements(size, 1, x, m, u, p, 1, 0, out, jet, BR_SOME);
    } else {
        brf_dam_rate_jet_x_elements(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    }
}

BR_CLONES
static void brf_dam_rate_jet_x_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_dam_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_dam_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_dam_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_dam_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_dam_rate_jet_x(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_dam_rate_jet_x_one(size, count, x, m, u, p, out, jet);
    } else {
        brf_dam_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

struct brf_dam_rate_jet_some_tile { // what one turn hands to the next
    float c[BR_TILE];
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t34;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t89;
    struct {
        float lane[BR_TILE], all; // sums, of one point over its lanes
    } t93;
};

BR_INLINE void brf_dam_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_some_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float a = x[AT(0)];
    const float FC = P(3 * n);
    const float beta = P(1 + 3 * n);
    const float vs = P(2 + 3 * n);
    const float tau_d = P(3 + 3 * n);
    const float sigma2 = P(4 + 3 * n);
    const float c = sigma2 * v;
    const float t15 = v / vs;
    const float t20 = beta * brf_exp(-(t15 * t15));
    const float s = FC * (1.0f + t20);
    const float a_dot = (s - a) / tau_d;
    const float t45 = 1.0f / tau_d;
    const float t58 = -t20;
    const float t59 = t58 == 0.0f ? 0.0f : t58 * (2.0f * t15);
    const float t74 = t59 == 0.0f ? 0.0f : t59 * (t45 * FC);
    t->c[j] = c;
    out[AT(0)] = a_dot;
    jet[AT(0)] = -t45;
    jet[AT(2 + 3 * n)] = t74 == 0.0f ? 0.0f : t74 * (1.0f / vs);
    jet[AT(8 + 10 * n)] = v;
}

BR_INLINE void brf_dam_rate_jet_some_element0(int i, int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_some_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float v = u[AT(0)];
    const float a = x[AT(0)];
    const float z = x[AT(1 + i)];
    const float kappa = P(i);
    const float nu = P(n + i);
    const float sigma = P(2 * n + i);
    const float t25 = kappa * z;
    const float t27 = t25 + sigma * v;
    const float t28 = nu * a;
    const float t29 = -t28;
    const float t30 = brf_max(t27, t29);
    const float f = brf_min(t30, t28);
    const float z_dot = (f - t25) / sigma;
    const float t49 = t29 <= t27 ? 1.0f : 0.0f;
    const float t52 = t30 <= t28 ? 1.0f : 0.0f;
    const float t54 = 1.0f / sigma;
    const float t57 = -(t29 <= t27 ? 0.0f : 1.0f);
    const float t66 = t52 == 0.0f ? 0.0f : t49 == 0.0f ? 0.0f : t49 * t52;
    const float t67 = nu * ((t30 <= t28 ? 0.0f : 1.0f) + (t52 == 0.0f ? 0.0f : t57 == 0.0f ? 0.0f : t57 * t52));
    const float t69 = sigma * t66;
    const float t78 = kappa * t66;
    t->t34.lane[lane] += f;
    t->t89.lane[lane] += t69;
    t->t93.lane[lane] += t67;
    out[AT(1 + i)] = z_dot;
    jet[AT(1 + i)] = t67 == 0.0f ? 0.0f : t67 * t54;
    jet[AT(1 + n + i)] = -t54 * kappa + (t78 == 0.0f ? 0.0f : t78 * t54);
    jet[AT(2 + 2 * n + i)] = t78;
    jet[AT(7 + 3 * n + i)] = t69 == 0.0f ? 0.0f : t69 * t54;
}

BR_INLINE void brf_dam_rate_jet_some_point1(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, struct brf_dam_rate_jet_some_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const float sigma2 = P(4 + 3 * n);
    const float c = t->c[j];
    const float t34 = t->t34.lane[j];
    const float F = t34 + c;
    const float t89 = t->t89.lane[j];
    const float t93 = t->t93.lane[j];
    out[AT(1 + n)] = F;
    jet[AT(1 + 2 * n)] = t93;
    jet[AT(7 + 7 * n)] = sigma2 + t89;
}

BR_INLINE void brf_dam_rate_jet_some_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_dam_rate_jet_some_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0.0f;
            t.t89.lane[j] = 0.0f;
            t.t93.lane[j] = 0.0f;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                brf_dam_rate_jet_some_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_some_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void brf_dam_rate_jet_some_elements(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct brf_dam_rate_jet_some_tile t;
    brf_dam_rate_jet_some_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t34.all = 0.0f;
    t.t89.all = 0.0f;
    t.t93.all = 0.0f;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0.0f;
            t.t89.lane[j] = 0.0f;
            t.t93.lane[j] = 0.0f;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_dam_rate_jet_some_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
            t.t89.all += t.t89.lane[j];
            t.t93.all += t.t93.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    t.t89.lane[0] = t.t89.all;
    t.t93.lane[0] = t.t93.all;
    brf_dam_rate_jet_some_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_CLONES
static void brf_dam_rate_jet_some_one(const int *size, int count, const float *x, const int *m, const float *u, const float *p, float *out, float *jet)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        brf_dam_rate_jet_some_elements(size, 1, x, m, u, p, 1, 0, out, jet, BR_SOME);
    } else {
        brf_dam_rate_jet_some_elements(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    }
}

BR_CLONES
static void brf_dam_rate_jet_some_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_dam_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_dam_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_dam_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_dam_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_dam_rate_jet_some(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_dam_rate_jet_some_one(size, count, x, m, u, p, out, jet);
    } else {
        brf_dam_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

