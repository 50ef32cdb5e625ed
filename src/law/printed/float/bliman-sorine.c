// bliman-sorine.c - Second-order model in the distance travelled. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: 002 section II: d2F/ds2 + 2 zeta omega dF/ds + omega^2 F = omega^2 FC sgn(v), ds = |v|
//     dt
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void brf_bliman_sorine_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out);
//     brf_bliman_sorine_rate       rates and outputs; results: out
//     brf_bliman_sorine_rate_jet   and their derivatives; results: out, jet
//     brf_bliman_sorine_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     brf_bliman_sorine_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   f  N
//     x[1]                   h  N/m
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   FC  N
//     p[1]                   omega  1/m
//     p[2]                   zeta  -
//     p[3]                   sigma2  N*s/m

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
//     out[0]                 f'
//     out[1]                 h'
//     out[2]                 F
// their derivatives
//     jet[0]                 d f' / d h
//     jet[1]                 d h' / d f
//     jet[2]                 d h' / d h
//     jet[3]                 d F / d f
//     jet[4]                 d f' / d v
//     jet[5]                 d h' / d v
//     jet[6]                 d h' / d FC
//     jet[7]                 d h' / d omega
//     jet[8]                 d h' / d zeta
//     jet[9]                 d F / d v
//     jet[10]                d F / d sigma2
BR_INLINE void brf_bliman_sorine_rate_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float f = x[AT(0)];
    const float h_1 = x[AT(1)];
    const float FC = P(0);
    const float omega = P(1);
    const float zeta = P(2);
    const float sigma2 = P(3);
    const float c = sigma2 * v;
    const float t9 = brf_abs(v);
    const float f_dot = t9 * h_1;
    const float t12 = omega * omega;
    const float h_dot = t12 * FC * v - t9 * (t12 * f + 2.0f * zeta * omega * h_1);
    const float F = f + c;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
}

BR_INLINE void brf_bliman_sorine_rate_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_bliman_sorine_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void brf_bliman_sorine_rate_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count >= BR_TILE && each) {
        brf_bliman_sorine_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_bliman_sorine_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_bliman_sorine_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        brf_bliman_sorine_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void brf_bliman_sorine_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out)
{
    if (count == 1) {
        brf_bliman_sorine_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        brf_bliman_sorine_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void brf_bliman_sorine_rate_jet_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float f = x[AT(0)];
    const float h_1 = x[AT(1)];
    const float FC = P(0);
    const float omega = P(1);
    const float zeta = P(2);
    const float sigma2 = P(3);
    const float c = sigma2 * v;
    const float t9 = brf_abs(v);
    const float f_dot = t9 * h_1;
    const float t12 = omega * omega;
    const float t13 = t12 * FC;
    const float t16 = 2.0f * zeta;
    const float t17 = t16 * omega;
    const float t19 = t12 * f + t17 * h_1;
    const float h_dot = t13 * v - t9 * t19;
    const float F = f + c;
    const float t25 = v >= 0.0f ? 1.0f : -1.0f;
    const float t27 = -t9;
    const float t30 = t27 * h_1;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = 1.0f;
    jet[AT(4)] = h_1 * t25;
    jet[AT(5)] = t13 + -t19 * t25;
    jet[AT(6)] = v * t12;
    jet[AT(7)] = t30 * t16 + (t27 * f + v * FC) * (2.0f * omega);
    jet[AT(8)] = t30 * omega * 2.0f;
    jet[AT(9)] = sigma2;
    jet[AT(10)] = v;
}

BR_INLINE void brf_bliman_sorine_rate_jet_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_bliman_sorine_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_bliman_sorine_rate_jet_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_bliman_sorine_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_bliman_sorine_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_bliman_sorine_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_bliman_sorine_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_bliman_sorine_rate_jet(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_bliman_sorine_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_bliman_sorine_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void brf_bliman_sorine_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float f = x[AT(0)];
    const float h_1 = x[AT(1)];
    const float FC = P(0);
    const float omega = P(1);
    const float zeta = P(2);
    const float sigma2 = P(3);
    const float c = sigma2 * v;
    const float t9 = brf_abs(v);
    const float f_dot = t9 * h_1;
    const float t12 = omega * omega;
    const float t17 = 2.0f * zeta * omega;
    const float h_dot = t12 * FC * v - t9 * (t12 * f + t17 * h_1);
    const float F = f + c;
    const float t27 = -t9;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = 1.0f;
}

BR_INLINE void brf_bliman_sorine_rate_jet_x_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_bliman_sorine_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_bliman_sorine_rate_jet_x_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_bliman_sorine_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_bliman_sorine_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_bliman_sorine_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_bliman_sorine_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_bliman_sorine_rate_jet_x(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_bliman_sorine_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_bliman_sorine_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void brf_bliman_sorine_rate_jet_some_point0(int k, int j, int lane, const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const float v = u[AT(0)];
    const float f = x[AT(0)];
    const float h_1 = x[AT(1)];
    const float FC = P(0);
    const float omega = P(1);
    const float zeta = P(2);
    const float sigma2 = P(3);
    const float c = sigma2 * v;
    const float t9 = brf_abs(v);
    const float f_dot = t9 * h_1;
    const float t12 = omega * omega;
    const float t13 = t12 * FC;
    const float t17 = 2.0f * zeta * omega;
    const float t19 = t12 * f + t17 * h_1;
    const float h_dot = t13 * v - t9 * t19;
    const float F = f + c;
    const float t25 = v >= 0.0f ? 1.0f : -1.0f;
    const float t27 = -t9;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = 1.0f;
    jet[AT(4)] = h_1 * t25;
    jet[AT(5)] = t13 + -t19 * t25;
    jet[AT(9)] = sigma2;
    jet[AT(10)] = v;
}

BR_INLINE void brf_bliman_sorine_rate_jet_some_points(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
        size_t ps, size_t pl, float *BR_RESTRICT out, float *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            brf_bliman_sorine_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void brf_bliman_sorine_rate_jet_some_many(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count >= BR_TILE && each) {
        brf_bliman_sorine_rate_jet_some_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        brf_bliman_sorine_rate_jet_some_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        brf_bliman_sorine_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        brf_bliman_sorine_rate_jet_some_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void brf_bliman_sorine_rate_jet_some(const int *size, int count, const float *x, const int *m, const float *u, const float *p, int each, float *out, float *jet)
{
    if (count == 1) {
        brf_bliman_sorine_rate_jet_some_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        brf_bliman_sorine_rate_jet_some_many(size, count, x, m, u, p, each, out, jet);
    }
}

