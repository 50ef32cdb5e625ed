// maxwell-slip.c - Springs with slip limits in parallel. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Thesis 3.4 and B.4: hysteresis of presliding, no Stribeck effect
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size[0] is n, the number of elements; i counts them from 0.
// m[] holds modes: 0 stick, 1 forward, 2 backward; one per element. NULL: all 0.
// Functions, declared as
//     void br_maxwell_slip_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_maxwell_slip_rate       rates and outputs; results: out
//     br_maxwell_slip_rate_jet   and their derivatives; results: out, jet
//     br_maxwell_slip_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_maxwell_slip_mode       the modes after the transitions; results: int *next
// states
//     x[i]                   z  N
// inputs
//     u[0]                   v  m/s
// parameters
//     p[i]                   kappa  N/m
//     p[n + i]               nu  -
//     p[2 * n]               FC  N
//     p[1 + 2 * n]           sigma2  N*s/m

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
//     out[i]                 z'
//     out[n]                 F
// their derivatives
//     jet[i]                 d F / d z
//     jet[n + i]             d z' / d v
//     jet[2 * n + i]         d z' / d kappa
//     jet[3 * n]             d F / d v
//     jet[1 + 3 * n]         d F / d sigma2
struct br_maxwell_slip_rate_tile { // what one turn hands to the next
    double c[BR_TILE];
    struct {
        double lane[BR_TILE], all; // sums, of one point over its lanes
    } t11;
};

BR_INLINE void br_maxwell_slip_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, struct br_maxwell_slip_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double sigma2 = P(1 + 2 * n);
    const double c = sigma2 * v;
    t->c[j] = c;
}

BR_INLINE void br_maxwell_slip_rate_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, struct br_maxwell_slip_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? 0.0 : 0.0;
    t->t11.lane[lane] += z;
    out[AT(i)] = z_dot;
}

BR_INLINE void br_maxwell_slip_rate_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, struct br_maxwell_slip_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t11 = t->t11.lane[j];
    const double F = t11 + c;
    out[AT(n)] = F;
}

BR_INLINE void br_maxwell_slip_rate_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct br_maxwell_slip_rate_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0.0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                br_maxwell_slip_rate_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_INLINE void br_maxwell_slip_rate_elements(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct br_maxwell_slip_rate_tile t;
    br_maxwell_slip_rate_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    t.t11.all = 0.0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0.0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = from - i0; j < w; j++) {
            t.t11.all += t.t11.lane[j];
        }
    }
    t.t11.lane[0] = t.t11.all;
    br_maxwell_slip_rate_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
}

BR_CLONES
static void br_maxwell_slip_rate_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        br_maxwell_slip_rate_elements(size, 1, x, m, u, p, 1, 0, out, BR_SOME);
    } else {
        br_maxwell_slip_rate_elements(size, 1, x, m, u, p, 1, 0, out, 1);
    }
}

BR_CLONES
static void br_maxwell_slip_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count >= BR_TILE && each) {
        br_maxwell_slip_rate_points(size, count, x, m, u, p, (size_t)count, 1, out, BR_TILE);
    } else if (count >= BR_TILE) {
        br_maxwell_slip_rate_points(size, count, x, m, u, p, 1, 0, out, BR_TILE);
    } else if (count >= BR_SOME) {
        br_maxwell_slip_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, BR_SOME);
    } else {
        br_maxwell_slip_rate_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, 1);
    }
}

void br_maxwell_slip_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_maxwell_slip_rate_one(size, count, x, m, u, p, out);
    } else {
        br_maxwell_slip_rate_many(size, count, x, m, u, p, each, out);
    }
}

struct br_maxwell_slip_rate_jet_tile { // what one turn hands to the next
    double c[BR_TILE];
    struct {
        double lane[BR_TILE], all; // sums, of one point over its lanes
    } t11;
};

BR_INLINE void br_maxwell_slip_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, struct br_maxwell_slip_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double sigma2 = P(1 + 2 * n);
    const double c = sigma2 * v;
    t->c[j] = c;
    jet[AT(3 * n)] = sigma2;
    jet[AT(1 + 3 * n)] = v;
}

BR_INLINE void br_maxwell_slip_rate_jet_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, struct br_maxwell_slip_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? 0.0 : 0.0;
    const double t29 = mode == 0 ? 1.0 : mode == 1 ? 0.0 : 0.0;
    t->t11.lane[lane] += z;
    out[AT(i)] = z_dot;
    jet[AT(i)] = 1.0;
    jet[AT(n + i)] = kappa * t29;
    jet[AT(2 * n + i)] = v * t29;
}

BR_INLINE void br_maxwell_slip_rate_jet_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, struct br_maxwell_slip_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t11 = t->t11.lane[j];
    const double F = t11 + c;
    out[AT(n)] = F;
}

BR_INLINE void br_maxwell_slip_rate_jet_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_maxwell_slip_rate_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0.0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                br_maxwell_slip_rate_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_jet_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void br_maxwell_slip_rate_jet_elements(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_maxwell_slip_rate_jet_tile t;
    br_maxwell_slip_rate_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t11.all = 0.0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0.0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t11.all += t.t11.lane[j];
        }
    }
    t.t11.lane[0] = t.t11.all;
    br_maxwell_slip_rate_jet_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_CLONES
static void br_maxwell_slip_rate_jet_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out, double *jet)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        br_maxwell_slip_rate_jet_elements(size, 1, x, m, u, p, 1, 0, out, jet, BR_SOME);
    } else {
        br_maxwell_slip_rate_jet_elements(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    }
}

BR_CLONES
static void br_maxwell_slip_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_maxwell_slip_rate_jet_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_maxwell_slip_rate_jet_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_maxwell_slip_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_maxwell_slip_rate_jet_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_maxwell_slip_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_maxwell_slip_rate_jet_one(size, count, x, m, u, p, out, jet);
    } else {
        br_maxwell_slip_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

struct br_maxwell_slip_rate_jet_x_tile { // what one turn hands to the next
    double c[BR_TILE];
    struct {
        double lane[BR_TILE], all; // sums, of one point over its lanes
    } t11;
};

BR_INLINE void br_maxwell_slip_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, struct br_maxwell_slip_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double sigma2 = P(1 + 2 * n);
    const double c = sigma2 * v;
    t->c[j] = c;
}

BR_INLINE void br_maxwell_slip_rate_jet_x_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, struct br_maxwell_slip_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? 0.0 : 0.0;
    t->t11.lane[lane] += z;
    out[AT(i)] = z_dot;
    jet[AT(i)] = 1.0;
}

BR_INLINE void br_maxwell_slip_rate_jet_x_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, struct br_maxwell_slip_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t11 = t->t11.lane[j];
    const double F = t11 + c;
    out[AT(n)] = F;
}

BR_INLINE void br_maxwell_slip_rate_jet_x_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_maxwell_slip_rate_jet_x_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0.0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                br_maxwell_slip_rate_jet_x_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_jet_x_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void br_maxwell_slip_rate_jet_x_elements(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *BR_RESTRICT out, double *BR_RESTRICT jet, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_maxwell_slip_rate_jet_x_tile t;
    br_maxwell_slip_rate_jet_x_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t11.all = 0.0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0.0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_rate_jet_x_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t11.all += t.t11.lane[j];
        }
    }
    t.t11.lane[0] = t.t11.all;
    br_maxwell_slip_rate_jet_x_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_CLONES
static void br_maxwell_slip_rate_jet_x_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out, double *jet)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        br_maxwell_slip_rate_jet_x_elements(size, 1, x, m, u, p, 1, 0, out, jet, BR_SOME);
    } else {
        br_maxwell_slip_rate_jet_x_elements(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    }
}

BR_CLONES
static void br_maxwell_slip_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count >= BR_TILE && each) {
        br_maxwell_slip_rate_jet_x_points(size, count, x, m, u, p, (size_t)count, 1, out, jet, BR_TILE);
    } else if (count >= BR_TILE) {
        br_maxwell_slip_rate_jet_x_points(size, count, x, m, u, p, 1, 0, out, jet, BR_TILE);
    } else if (count >= BR_SOME) {
        br_maxwell_slip_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, BR_SOME);
    } else {
        br_maxwell_slip_rate_jet_x_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, out, jet, 1);
    }
}

void br_maxwell_slip_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_maxwell_slip_rate_jet_x_one(size, count, x, m, u, p, out, jet);
    } else {
        br_maxwell_slip_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

// The mode after the transitions: of each mode, the first whose guard holds.
BR_INLINE void br_maxwell_slip_mode_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *BR_RESTRICT next)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)next;
    (void)i, (void)k, (void)j, (void)lane;
    const int n = size[0];
    (void)n;
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double nu = P(n + i);
    const double FC = P(2 * n);
    const double W = nu * FC;
    next[AT(i)] =
        mode == 0 && (((W <= z) & (0.0 < v))) ? 1 :
        mode == 0 && (((z <= -W) & (v < 0.0))) ? 2 :
        mode == 1 && (v <= 0.0) ? 0 :
        mode == 2 && (0.0 <= v) ? 0 :
        mode;
}

BR_INLINE void br_maxwell_slip_mode_points(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *BR_RESTRICT next, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)next;
    const int n = size[0];
    (void)n;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                br_maxwell_slip_mode_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, next);
        }
    }
}

BR_INLINE void br_maxwell_slip_mode_elements(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *BR_RESTRICT next, const int w)
{
    (void)w;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)next;
    const int n = size[0];
    (void)n;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            br_maxwell_slip_mode_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, next);
    }
}

BR_CLONES
static void br_maxwell_slip_mode_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int *next)
{
    (void)count;
    if (size[0] >= BR_SOME) {
        br_maxwell_slip_mode_elements(size, 1, x, m, u, p, 1, 0, next, BR_SOME);
    } else {
        br_maxwell_slip_mode_elements(size, 1, x, m, u, p, 1, 0, next, 1);
    }
}

BR_CLONES
static void br_maxwell_slip_mode_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, int *next)
{
    if (count >= BR_TILE && each) {
        br_maxwell_slip_mode_points(size, count, x, m, u, p, (size_t)count, 1, next, BR_TILE);
    } else if (count >= BR_TILE) {
        br_maxwell_slip_mode_points(size, count, x, m, u, p, 1, 0, next, BR_TILE);
    } else if (count >= BR_SOME) {
        br_maxwell_slip_mode_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, next, BR_SOME);
    } else {
        br_maxwell_slip_mode_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, next, 1);
    }
}

void br_maxwell_slip_mode(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, int *next)
{
    if (count == 1) {
        br_maxwell_slip_mode_one(size, count, x, m, u, p, next);
    } else {
        br_maxwell_slip_mode_many(size, count, x, m, u, p, each, next);
    }
}

