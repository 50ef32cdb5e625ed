// drive-train.c - Drive train with static friction, as an automaton. [target]
//
// Printed by bristle from the text of the law.
// Source: Rauh et al. 2017, eq. (1)-(3), Fig. 3; sign of alpha as in (12)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m[] holds modes: 0 rest, 1 forward, 2 backward; one per point. NULL: all 0.
// Functions, declared as
//     void br_drive_train_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_drive_train_rate       rates and outputs; results: out
//     br_drive_train_rate_jet   and their derivatives; results: out, jet
//     br_drive_train_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_drive_train_mode       the modes after the transitions; results: int *next
// states
//     x[0]                   x1  rad
//     x[1]                   x2  rad/s
// inputs
//     u[0]                   u  N*m
// parameters
//     p[0]                   alpha  1/s
//     p[1]                   beta  rad/s^2/N/m
//     p[2]                   TF  N*m

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
#define BR_TILE 8 // points done together; fewer need less stack
#endif
#define BR_SOME ((BR_TILE + 1) / 2) // where there are fewer points
#ifndef BR_CLONES
#define BR_CLONES // the library compiles its own copies for wider vectors, too; the bits are the same
#endif
#define AT(j) ((size_t)(j) * (size_t)count + (size_t)k)
#define P(j) p[(size_t)(j) * ps + (size_t)k * pl]

// rates and outputs
//     out[0]                 x1'
//     out[1]                 x2'
//     out[2]                 T
// their derivatives
//     jet[0]                 d x1' / d x2
//     jet[1]                 d x2' / d x2
//     jet[2]                 d T / d x2
//     jet[3]                 d x2' / d u
//     jet[4]                 d x2' / d alpha
//     jet[5]                 d x2' / d beta
//     jet[6]                 d x2' / d TF
//     jet[7]                 d T / d u
//     jet[8]                 d T / d alpha
//     jet[9]                 d T / d beta
//     jet[10]                d T / d TF
BR_INLINE void br_drive_train_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane;
    const int mode = m ? m[AT(0)] : 0;
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double alpha = P(0);
    const double beta = P(1);
    const double TF = P(2);
    const double x1_dot = mode == 0 ? 0.0 * x2 : mode == 1 ? x2 : x2;
    const double t12 = -alpha * x2;
    const double x2_dot = mode == 0 ? 0.0 * beta * u_1 : mode == 1 ? t12 + beta * (u_1 - TF) : t12 + beta * (u_1 + TF);
    const double t21 = alpha / beta * x2;
    const double T = mode == 0 ? u_1 : mode == 1 ? TF + t21 : -TF + t21;
    out[AT(0)] = x1_dot;
    out[AT(1)] = x2_dot;
    out[AT(2)] = T;
}

BR_INLINE void br_drive_train_rate_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_drive_train_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out);
    }
}

BR_CLONES
static void br_drive_train_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_drive_train_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_drive_train_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_drive_train_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_drive_train_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_drive_train_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_drive_train_rate_points(size, 1, x, m, u, p, 1, 0, out, 1);
    } else {
        br_drive_train_rate_many(size, count, x, m, u, p, each, out);
    }
}

BR_INLINE void br_drive_train_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const int mode = m ? m[AT(0)] : 0;
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double alpha = P(0);
    const double beta = P(1);
    const double TF = P(2);
    const double x1_dot = mode == 0 ? 0.0 * x2 : mode == 1 ? x2 : x2;
    const double t9 = 0.0 * beta;
    const double t11 = -alpha;
    const double t12 = t11 * x2;
    const double t13 = u_1 - TF;
    const double t16 = u_1 + TF;
    const double x2_dot = mode == 0 ? t9 * u_1 : mode == 1 ? t12 + beta * t13 : t12 + beta * t16;
    const double t20 = alpha / beta;
    const double t21 = t20 * x2;
    const double T = mode == 0 ? u_1 : mode == 1 ? TF + t21 : -TF + t21;
    const double t36 = mode == 0 ? 1.0 : mode == 1 ? 0.0 : 0.0;
    const double t37 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
    const double t38 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
    const double t39 = t37 + t38;
    const double t40 = 1.0 / beta;
    const double t49 = x2 * t39;
    const double t52 = beta * t38;
    const double t54 = beta * t37;
    out[AT(0)] = x1_dot;
    out[AT(1)] = x2_dot;
    out[AT(2)] = T;
    jet[AT(0)] = t39;
    jet[AT(1)] = t11 * t39;
    jet[AT(2)] = t39 == 0.0 ? 0.0 : t39 * t20;
    jet[AT(3)] = t52 + t54 + t9 * t36;
    jet[AT(4)] = -x2 * t39;
    jet[AT(5)] = t16 * t38 + t13 * t37;
    jet[AT(6)] = t52 - t54;
    jet[AT(7)] = t36;
    jet[AT(8)] = t49 == 0.0 ? 0.0 : t49 * t40;
    jet[AT(9)] = t49 == 0.0 ? 0.0 : t49 * -(t20 * t40);
    jet[AT(10)] = t37 - t38;
}

BR_INLINE void br_drive_train_rate_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_drive_train_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_drive_train_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_drive_train_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_drive_train_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_drive_train_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_drive_train_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_drive_train_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_drive_train_rate_jet_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_drive_train_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

BR_INLINE void br_drive_train_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane;
    const int mode = m ? m[AT(0)] : 0;
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double alpha = P(0);
    const double beta = P(1);
    const double TF = P(2);
    const double x1_dot = mode == 0 ? 0.0 * x2 : mode == 1 ? x2 : x2;
    const double t11 = -alpha;
    const double t12 = t11 * x2;
    const double x2_dot = mode == 0 ? 0.0 * beta * u_1 : mode == 1 ? t12 + beta * (u_1 - TF) : t12 + beta * (u_1 + TF);
    const double t20 = alpha / beta;
    const double t21 = t20 * x2;
    const double T = mode == 0 ? u_1 : mode == 1 ? TF + t21 : -TF + t21;
    const double t39 = (mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0) + (mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0);
    out[AT(0)] = x1_dot;
    out[AT(1)] = x2_dot;
    out[AT(2)] = T;
    jet[AT(0)] = t39;
    jet[AT(1)] = t11 * t39;
    jet[AT(2)] = t39 == 0.0 ? 0.0 : t39 * t20;
}

BR_INLINE void br_drive_train_rate_jet_x_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_drive_train_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet);
    }
}

BR_CLONES
static void br_drive_train_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_drive_train_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_drive_train_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_drive_train_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_drive_train_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_drive_train_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_drive_train_rate_jet_x_points(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else {
        br_drive_train_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

// The mode after the transitions: of each mode, the first whose guard holds.
BR_INLINE void br_drive_train_mode_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *BR_RESTRICT next)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)next;
    (void)k, (void)j, (void)lane;
    const int mode = m ? m[AT(0)] : 0;
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double TF = P(2);
    const double t23 = -TF;
    next[AT(0)] =
        mode == 0 && (TF < u_1) ? 1 :
        mode == 0 && (u_1 < t23) ? 2 :
        mode == 1 && (((x2 <= 0.0) & (u_1 <= TF))) ? 0 :
        mode == 2 && (((0.0 <= x2) & (t23 <= u_1))) ? 0 :
        mode;
}

BR_INLINE void br_drive_train_mode_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *BR_RESTRICT next, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)next;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_drive_train_mode_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, next);
    }
}

BR_CLONES
static void br_drive_train_mode_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, int *next)
{
    if (count >= BR_TILE && each) {
        br_drive_train_mode_points(size, count, x, m, u, p, (size_t)count, 1, next, BR_TILE);
    } else if (count >= BR_TILE) {
        br_drive_train_mode_points(size, count, x, m, u, p, 1, 0, next, BR_TILE);
    } else if (count >= BR_SOME) {
        br_drive_train_mode_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, next, BR_SOME);
    } else {
        br_drive_train_mode_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, next, 1);
    }
}

void br_drive_train_mode(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, int *next)
{
    if (count == 1) {
        br_drive_train_mode_points(size, 1, x, m, u, p, 1, 0, next, 1);
    } else {
        br_drive_train_mode_many(size, count, x, m, u, p, each, next);
    }
}

