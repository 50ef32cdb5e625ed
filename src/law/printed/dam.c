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
//     void br_dam_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_dam_rate       rates and outputs; results: out
//     br_dam_rate_jet   and their derivatives; results: out, jet
//     br_dam_rate_jet_x and those by states alone, the first of jet; results: out, jet
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
struct br_dam_rate_tile { // what one turn hands to the next
    double c[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t34;
};

BR_INLINE void br_dam_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_dam_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double a = x[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double tau_d = P(3 + 3 * n);
    const double sigma2 = P(4 + 3 * n);
    const double c = sigma2 * v;
    const double t15 = v / vs;
    const double s = FC * (1.0 + beta * br_exp(-(t15 * t15)));
    const double a_dot = (s - a) / tau_d;
    t->c[j] = c;
    out[AT(0)] = a_dot;
}

BR_INLINE void br_dam_rate_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_dam_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double a = x[AT(0)];
    const double z = x[AT(1 + i)];
    const double kappa = P(i);
    const double nu = P(n + i);
    const double sigma = P(2 * n + i);
    const double t25 = kappa * z;
    const double t28 = nu * a;
    const double f = br_min(br_max(t25 + sigma * v, -t28), t28);
    const double z_dot = (f - t25) / sigma;
    t->t34.term[lane] = f;
    out[AT(1 + i)] = z_dot;
}

BR_INLINE void br_dam_rate_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_dam_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t34 = t->t34.sum[j];
    const double F = t34 + c;
    out[AT(1 + n)] = F;
}

BR_INLINE void br_dam_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct br_dam_rate_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_dam_rate_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
        for (int k = k0; k < k1; k++)
            t.t34.sum[k - k0] = 0.0;
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_dam_rate_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int i = i0; i < i1; i++)
                t.t34.sum[0] += t.t34.term[i - i0];
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_dam_rate_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int k = k0; k < k1; k++)
                t.t34.sum[k - k0] += t.t34.term[k - k0];
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_dam_rate_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_CLONES
static void br_dam_rate_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out)
{
    (void)count;
        br_dam_rate_lanes(size, 1, x, m, u, p, 1, 0, out, 1);
}

BR_CLONES
static void br_dam_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (each) {
        br_dam_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out, 0);
    } else {
        br_dam_rate_lanes(size, count, x, m, u, p, 1, 0, out, 0);
    }
}

void br_dam_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_dam_rate_one(size, count, x, m, u, p, out);
    } else {
        br_dam_rate_many(size, count, x, m, u, p, each, out);
    }
}

struct br_dam_rate_jet_tile { // what one turn hands to the next
    double c[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t34;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t90;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t94;
};

BR_INLINE void br_dam_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_dam_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double a = x[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double tau_d = P(3 + 3 * n);
    const double sigma2 = P(4 + 3 * n);
    const double c = sigma2 * v;
    const double t15 = v / vs;
    const double t19 = br_exp(-(t15 * t15));
    const double t21 = 1.0 + beta * t19;
    const double s = FC * t21;
    const double a_dot = (s - a) / tau_d;
    const double t41 = 1.0 / vs;
    const double t45 = 1.0 / tau_d;
    const double t59 = -(t19 == 0.0 ? 0.0 : t19 * beta);
    const double t60 = t59 == 0.0 ? 0.0 : t59 * (2.0 * t15);
    const double t73 = t45 * FC;
    const double t75 = t60 == 0.0 ? 0.0 : t60 * t73;
    t->c[j] = c;
    out[AT(0)] = a_dot;
    jet[AT(0)] = -t45;
    jet[AT(2 + 3 * n)] = t75 == 0.0 ? 0.0 : t75 * t41;
    jet[AT(3 + 3 * n)] = t45 * t21;
    jet[AT(4 + 3 * n)] = t73 * t19;
    jet[AT(5 + 3 * n)] = t75 == 0.0 ? 0.0 : t75 * -(t15 * t41);
    jet[AT(6 + 3 * n)] = -(a_dot * t45);
    jet[AT(8 + 10 * n)] = v;
}

BR_INLINE void br_dam_rate_jet_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_dam_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double a = x[AT(0)];
    const double z = x[AT(1 + i)];
    const double kappa = P(i);
    const double nu = P(n + i);
    const double sigma = P(2 * n + i);
    const double t25 = kappa * z;
    const double t27 = t25 + sigma * v;
    const double t28 = nu * a;
    const double t29 = -t28;
    const double t30 = br_max(t27, t29);
    const double f = br_min(t30, t28);
    const double z_dot = (f - t25) / sigma;
    const double t49 = t29 <= t27 ? 1.0 : 0.0;
    const double t52 = t30 <= t28 ? 1.0 : 0.0;
    const double t54 = 1.0 / sigma;
    const double t57 = -(t29 <= t27 ? 0.0 : 1.0);
    const double t61 = -t54;
    const double t65 = (t30 <= t28 ? 0.0 : 1.0) + (t52 == 0.0 ? 0.0 : t57 == 0.0 ? 0.0 : t57 * t52);
    const double t67 = t52 == 0.0 ? 0.0 : t49 == 0.0 ? 0.0 : t49 * t52;
    const double t68 = t65 == 0.0 ? 0.0 : t65 * nu;
    const double t69 = t65 == 0.0 ? 0.0 : t65 * a;
    const double t70 = t67 == 0.0 ? 0.0 : t67 * sigma;
    const double t71 = t67 == 0.0 ? 0.0 : t67 * v;
    const double t79 = t67 == 0.0 ? 0.0 : t67 * kappa;
    const double t81 = t67 == 0.0 ? 0.0 : t67 * z;
    t->t34.term[lane] = f;
    t->t90.term[lane] = t70;
    t->t94.term[lane] = t68;
    out[AT(1 + i)] = z_dot;
    jet[AT(1 + i)] = t68 == 0.0 ? 0.0 : t68 * t54;
    jet[AT(1 + n + i)] = t61 * kappa + (t79 == 0.0 ? 0.0 : t79 * t54);
    jet[AT(2 + 2 * n + i)] = t79;
    jet[AT(7 + 3 * n + i)] = t70 == 0.0 ? 0.0 : t70 * t54;
    jet[AT(7 + 4 * n + i)] = t61 * z + (t81 == 0.0 ? 0.0 : t81 * t54);
    jet[AT(7 + 5 * n + i)] = t69 == 0.0 ? 0.0 : t69 * t54;
    jet[AT(7 + 6 * n + i)] = (t71 == 0.0 ? 0.0 : t71 * t54) - z_dot * t54;
    jet[AT(8 + 7 * n + i)] = t81;
    jet[AT(8 + 8 * n + i)] = t69;
    jet[AT(8 + 9 * n + i)] = t71;
}

BR_INLINE void br_dam_rate_jet_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_dam_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double sigma2 = P(4 + 3 * n);
    const double c = t->c[j];
    const double t34 = t->t34.sum[j];
    const double F = t34 + c;
    const double t90 = t->t90.sum[j];
    const double t94 = t->t94.sum[j];
    out[AT(1 + n)] = F;
    jet[AT(1 + 2 * n)] = t94;
    jet[AT(7 + 7 * n)] = sigma2 + t90;
}

BR_INLINE void br_dam_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_dam_rate_jet_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_dam_rate_jet_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int k = k0; k < k1; k++) {
            t.t34.sum[k - k0] = 0.0;
            t.t90.sum[k - k0] = 0.0;
            t.t94.sum[k - k0] = 0.0;
        }
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_dam_rate_jet_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++) {
                t.t34.sum[0] += t.t34.term[i - i0];
                t.t90.sum[0] += t.t90.term[i - i0];
                t.t94.sum[0] += t.t94.term[i - i0];
            }
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_dam_rate_jet_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++) {
                t.t34.sum[k - k0] += t.t34.term[k - k0];
                t.t90.sum[k - k0] += t.t90.term[k - k0];
                t.t94.sum[k - k0] += t.t94.term[k - k0];
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_dam_rate_jet_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_CLONES
static void br_dam_rate_jet_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out, double *jet)
{
    (void)count;
        br_dam_rate_jet_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
}

BR_CLONES
static void br_dam_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (each) {
        br_dam_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_dam_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

void br_dam_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_dam_rate_jet_one(size, count, x, m, u, p, out, jet);
    } else {
        br_dam_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

struct br_dam_rate_jet_x_tile { // what one turn hands to the next
    double c[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t34;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t94;
};

BR_INLINE void br_dam_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_dam_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double a = x[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double tau_d = P(3 + 3 * n);
    const double sigma2 = P(4 + 3 * n);
    const double c = sigma2 * v;
    const double t15 = v / vs;
    const double s = FC * (1.0 + beta * br_exp(-(t15 * t15)));
    const double a_dot = (s - a) / tau_d;
    t->c[j] = c;
    out[AT(0)] = a_dot;
    jet[AT(0)] = -(1.0 / tau_d);
}

BR_INLINE void br_dam_rate_jet_x_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_dam_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double a = x[AT(0)];
    const double z = x[AT(1 + i)];
    const double kappa = P(i);
    const double nu = P(n + i);
    const double sigma = P(2 * n + i);
    const double t25 = kappa * z;
    const double t27 = t25 + sigma * v;
    const double t28 = nu * a;
    const double t29 = -t28;
    const double t30 = br_max(t27, t29);
    const double f = br_min(t30, t28);
    const double z_dot = (f - t25) / sigma;
    const double t49 = t29 <= t27 ? 1.0 : 0.0;
    const double t52 = t30 <= t28 ? 1.0 : 0.0;
    const double t54 = 1.0 / sigma;
    const double t57 = -(t29 <= t27 ? 0.0 : 1.0);
    const double t65 = (t30 <= t28 ? 0.0 : 1.0) + (t52 == 0.0 ? 0.0 : t57 == 0.0 ? 0.0 : t57 * t52);
    const double t67 = t52 == 0.0 ? 0.0 : t49 == 0.0 ? 0.0 : t49 * t52;
    const double t68 = t65 == 0.0 ? 0.0 : t65 * nu;
    const double t79 = t67 == 0.0 ? 0.0 : t67 * kappa;
    t->t34.term[lane] = f;
    t->t94.term[lane] = t68;
    out[AT(1 + i)] = z_dot;
    jet[AT(1 + i)] = t68 == 0.0 ? 0.0 : t68 * t54;
    jet[AT(1 + n + i)] = -t54 * kappa + (t79 == 0.0 ? 0.0 : t79 * t54);
    jet[AT(2 + 2 * n + i)] = t79;
}

BR_INLINE void br_dam_rate_jet_x_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_dam_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t34 = t->t34.sum[j];
    const double F = t34 + c;
    const double t94 = t->t94.sum[j];
    out[AT(1 + n)] = F;
    jet[AT(1 + 2 * n)] = t94;
}

BR_INLINE void br_dam_rate_jet_x_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_dam_rate_jet_x_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_dam_rate_jet_x_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int k = k0; k < k1; k++) {
            t.t34.sum[k - k0] = 0.0;
            t.t94.sum[k - k0] = 0.0;
        }
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_dam_rate_jet_x_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++) {
                t.t34.sum[0] += t.t34.term[i - i0];
                t.t94.sum[0] += t.t94.term[i - i0];
            }
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_dam_rate_jet_x_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++) {
                t.t34.sum[k - k0] += t.t34.term[k - k0];
                t.t94.sum[k - k0] += t.t94.term[k - k0];
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_dam_rate_jet_x_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_CLONES
static void br_dam_rate_jet_x_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out, double *jet)
{
    (void)count;
        br_dam_rate_jet_x_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
}

BR_CLONES
static void br_dam_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (each) {
        br_dam_rate_jet_x_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_dam_rate_jet_x_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

void br_dam_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_dam_rate_jet_x_one(size, count, x, m, u, p, out, jet);
    } else {
        br_dam_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
    }
}

