// gms.c - Generalised Maxwell-slip model. [target]
//
// Printed by bristle from the text of the law with form = force, viscous = linear.
// Source: Thesis eq. (3.6)-(3.8), Table B.1
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size[0] is n, the number of elements; i counts them from 0.
// m[] holds modes: 0 stick, 1 forward, 2 backward; one per element. NULL: all 0.
// Functions, declared as
//     void br_gms_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_gms_rate      rates and outputs; results: out
//     br_gms_rate_jet  and their derivatives; results: out, jet
//     br_gms_mode      the modes after the transitions; results: int *next
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
//     p[3 + 3 * n]           C  N/s
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
//     jet[7 * n + i]         d z' / d C
//     jet[8 * n]             d F / d v
//     jet[1 + 8 * n + i]     d F / d z
//     jet[1 + 9 * n + i]     d F / d kappa
//     jet[1 + 10 * n + i]    d F / d nu
//     jet[1 + 11 * n + i]    d F / d sigma
//     jet[1 + 12 * n]        d F / d FC
//     jet[2 + 12 * n]        d F / d beta
//     jet[3 + 12 * n]        d F / d vs
//     jet[4 + 12 * n]        d F / d C
//     jet[5 + 12 * n]        d F / d sigma2
struct br_gms_rate_tile { // what one turn hands to the next
    double c[BR_TILE];
    double s[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t34;
};

BR_INLINE void br_gms_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_gms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double sigma2 = P(4 + 3 * n);
    const double c = sigma2 * v;
    const double t14 = v / vs;
    const double s = FC * (1.0 + beta * br_exp(-(t14 * t14)));
    t->c[j] = c;
    t->s[j] = s;
}

BR_INLINE void br_gms_rate_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_gms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double nu = P(n + i);
    const double sigma = P(2 * n + i);
    const double C = P(3 + 3 * n);
    const double s = t->s[j];
    const double t23 = z / s;
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? C * (nu - t23) : C * (-nu - t23);
    const double t30 = z_dot / kappa;
    const double d = mode == 0 ? v : mode == 1 ? t30 : t30;
    t->t34.term[lane] = z + sigma * d;
    out[AT(i)] = z_dot;
}

BR_INLINE void br_gms_rate_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_gms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t34 = t->t34.sum[j];
    const double F = t34 + c;
    out[AT(n)] = F;
}

BR_INLINE void br_gms_rate_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    const int n = size[0];
    (void)n;
    struct br_gms_rate_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_rate_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
        for (int k = k0; k < k1; k++)
            t.t34.sum[k - k0] = 0.0;
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_gms_rate_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int i = i0; i < i1; i++)
                t.t34.sum[0] += t.t34.term[i - i0];
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_gms_rate_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int k = k0; k < k1; k++)
                t.t34.sum[k - k0] += t.t34.term[k - k0];
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_rate_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_CLONES
static void br_gms_rate_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out)
{
    (void)count;
        br_gms_rate_lanes(size, 1, x, m, u, p, 1, 0, out, 1);
}

BR_CLONES
static void br_gms_rate_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (each) {
        br_gms_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out, 0);
    } else {
        br_gms_rate_lanes(size, count, x, m, u, p, 1, 0, out, 0);
    }
}

void br_gms_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_gms_rate_one(size, count, x, m, u, p, out);
    } else {
        br_gms_rate_many(size, count, x, m, u, p, each, out);
    }
}

struct br_gms_rate_jet_tile { // what one turn hands to the next
    double c[BR_TILE];
    double t18[BR_TILE];
    double t20[BR_TILE];
    double s[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t34;
    double t51[BR_TILE];
    double t71[BR_TILE];
    double t84[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t87;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t116;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t119;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t125;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t131;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t140;
};

BR_INLINE void br_gms_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double sigma2 = P(4 + 3 * n);
    const double c = sigma2 * v;
    const double t14 = v / vs;
    const double t18 = br_exp(-(t14 * t14));
    const double t20 = 1.0 + beta * t18;
    const double s = FC * t20;
    const double t51 = 1.0 / s;
    const double t71 = -(t14 * (1.0 / vs));
    const double t82 = t18 == 0.0 ? 0.0 : t18 * beta;
    const double t83 = t82 == 0.0 ? 0.0 : t82 * (-1.0);
    const double t84 = t83 == 0.0 ? 0.0 : t83 * (2.0 * t14);
    t->c[j] = c;
    t->t18[j] = t18;
    t->t20[j] = t20;
    t->s[j] = s;
    t->t51[j] = t51;
    t->t71[j] = t71;
    t->t84[j] = t84;
    jet[AT(5 + 12 * n)] = v;
}

BR_INLINE void br_gms_rate_jet_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double nu = P(n + i);
    const double sigma = P(2 * n + i);
    const double FC = P(3 * n);
    const double vs = P(2 + 3 * n);
    const double C = P(3 + 3 * n);
    const double t18 = t->t18[j];
    const double t20 = t->t20[j];
    const double s = t->s[j];
    const double t23 = z / s;
    const double t24 = nu - t23;
    const double t27 = -nu - t23;
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? C * t24 : C * t27;
    const double t30 = z_dot / kappa;
    const double d = mode == 0 ? v : mode == 1 ? t30 : t30;
    const double t51 = t->t51[j];
    const double t71 = t->t71[j];
    const double t75 = mode == 0 ? 1.0 : mode == 1 ? 0.0 : 0.0;
    const double t76 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
    const double t77 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
    const double t78 = 1.0 / kappa;
    const double t81 = t76 + t77;
    const double t84 = t->t84[j];
    const double t85 = t81 == 0.0 ? 0.0 : t81 * sigma;
    const double t89 = t85 == 0.0 ? 0.0 : t85 * t78;
    const double t90 = t77 == 0.0 ? 0.0 : t77 * C;
    const double t92 = t90 == 0.0 ? 0.0 : t90 * (-1.0);
    const double t93 = t76 == 0.0 ? 0.0 : t76 * C;
    const double t95 = (t77 == 0.0 ? 0.0 : t77 * t27) + (t76 == 0.0 ? 0.0 : t76 * t24);
    const double t97 = t92 + (t93 == 0.0 ? 0.0 : t93 * (-1.0));
    const double t98 = t92 + t93;
    const double t99 = t97 == 0.0 ? 0.0 : t97 * -(t23 * t51);
    const double t100 = t97 == 0.0 ? 0.0 : t97 * t51;
    const double t102 = t75 == 0.0 ? 0.0 : t75 * v;
    const double t103 = t99 == 0.0 ? 0.0 : t99 * FC;
    const double t104 = t99 == 0.0 ? 0.0 : t99 * t20;
    const double t107 = t103 == 0.0 ? 0.0 : t84 == 0.0 ? 0.0 : t84 * t103;
    const double t108 = t103 == 0.0 ? 0.0 : t103 * t18;
    const double t109 = t107 == 0.0 ? 0.0 : t107 * t71;
    const double t111 = (t75 == 0.0 ? 0.0 : t75 * kappa) + (t107 == 0.0 ? 0.0 : t107 * (1.0 / vs));
    const double t128 = (t85 == 0.0 ? 0.0 : t85 * -(t30 * t78)) + (t89 == 0.0 ? 0.0 : t102 == 0.0 ? 0.0 : t102 * t89);
    t->t34.term[lane] = z + sigma * d;
    t->t87.term[lane] = t75 == 0.0 ? 0.0 : t75 * sigma;
    t->t116.term[lane] = t89 == 0.0 ? 0.0 : t109 == 0.0 ? 0.0 : t109 * t89;
    t->t119.term[lane] = t89 == 0.0 ? 0.0 : t108 == 0.0 ? 0.0 : t108 * t89;
    t->t125.term[lane] = t89 == 0.0 ? 0.0 : t104 == 0.0 ? 0.0 : t104 * t89;
    t->t131.term[lane] = t89 == 0.0 ? 0.0 : t111 == 0.0 ? 0.0 : t111 * t89;
    t->t140.term[lane] = t89 == 0.0 ? 0.0 : t95 == 0.0 ? 0.0 : t95 * t89;
    out[AT(i)] = z_dot;
    jet[AT(i)] = t111;
    jet[AT(n + i)] = t100;
    jet[AT(2 * n + i)] = t102;
    jet[AT(3 * n + i)] = t98;
    jet[AT(4 * n + i)] = t104;
    jet[AT(5 * n + i)] = t108;
    jet[AT(6 * n + i)] = t109;
    jet[AT(7 * n + i)] = t95;
    jet[AT(1 + 8 * n + i)] = 1.0 + (t89 == 0.0 ? 0.0 : t100 == 0.0 ? 0.0 : t100 * t89);
    jet[AT(1 + 9 * n + i)] = t128;
    jet[AT(1 + 10 * n + i)] = t89 == 0.0 ? 0.0 : t98 == 0.0 ? 0.0 : t98 * t89;
    jet[AT(1 + 11 * n + i)] = d;
}

BR_INLINE void br_gms_rate_jet_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double sigma2 = P(4 + 3 * n);
    const double c = t->c[j];
    const double t34 = t->t34.sum[j];
    const double F = t34 + c;
    const double t87 = t->t87.sum[j];
    const double t116 = t->t116.sum[j];
    const double t119 = t->t119.sum[j];
    const double t125 = t->t125.sum[j];
    const double t131 = t->t131.sum[j];
    const double t140 = t->t140.sum[j];
    out[AT(n)] = F;
    jet[AT(8 * n)] = t87 + sigma2 + t131;
    jet[AT(1 + 12 * n)] = t125;
    jet[AT(2 + 12 * n)] = t119;
    jet[AT(3 + 12 * n)] = t116;
    jet[AT(4 + 12 * n)] = t140;
}

BR_INLINE void br_gms_rate_jet_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_gms_rate_jet_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_rate_jet_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int k = k0; k < k1; k++) {
            t.t34.sum[k - k0] = 0.0;
            t.t87.sum[k - k0] = 0.0;
            t.t116.sum[k - k0] = 0.0;
            t.t119.sum[k - k0] = 0.0;
            t.t125.sum[k - k0] = 0.0;
            t.t131.sum[k - k0] = 0.0;
            t.t140.sum[k - k0] = 0.0;
        }
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_gms_rate_jet_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++) {
                t.t34.sum[0] += t.t34.term[i - i0];
                t.t87.sum[0] += t.t87.term[i - i0];
                t.t116.sum[0] += t.t116.term[i - i0];
                t.t119.sum[0] += t.t119.term[i - i0];
                t.t125.sum[0] += t.t125.term[i - i0];
                t.t131.sum[0] += t.t131.term[i - i0];
                t.t140.sum[0] += t.t140.term[i - i0];
            }
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_gms_rate_jet_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++) {
                t.t34.sum[k - k0] += t.t34.term[k - k0];
                t.t87.sum[k - k0] += t.t87.term[k - k0];
                t.t116.sum[k - k0] += t.t116.term[k - k0];
                t.t119.sum[k - k0] += t.t119.term[k - k0];
                t.t125.sum[k - k0] += t.t125.term[k - k0];
                t.t131.sum[k - k0] += t.t131.term[k - k0];
                t.t140.sum[k - k0] += t.t140.term[k - k0];
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_rate_jet_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_CLONES
static void br_gms_rate_jet_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out, double *jet)
{
    (void)count;
        br_gms_rate_jet_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
}

BR_CLONES
static void br_gms_rate_jet_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (each) {
        br_gms_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_gms_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

void br_gms_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_gms_rate_jet_one(size, count, x, m, u, p, out, jet);
    } else {
        br_gms_rate_jet_many(size, count, x, m, u, p, each, out, jet);
    }
}

// The mode after the transitions: of each mode, the first whose guard holds.
struct br_gms_mode_tile { // what one turn hands to the next
    double s[BR_TILE];
};

BR_INLINE void br_gms_mode_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *next, struct br_gms_mode_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)next;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double t14 = v / vs;
    const double s = FC * (1.0 + beta * br_exp(-(t14 * t14)));
    t->s[j] = s;
}

BR_INLINE void br_gms_mode_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *next, struct br_gms_mode_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)next;
    (void)i, (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double nu = P(n + i);
    const double s = t->s[j];
    const double t36 = nu * s;
    next[AT(i)] =
        mode == 0 && (((t36 <= z) & (0.0 < v))) ? 1 :
        mode == 0 && (((z <= -t36) & (v < 0.0))) ? 2 :
        mode == 1 && (v <= 0.0) ? 0 :
        mode == 2 && (0.0 <= v) ? 0 :
        mode;
}

BR_INLINE void br_gms_mode_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, int *next, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)next;
    const int n = size[0];
    (void)n;
    struct br_gms_mode_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_mode_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, next, &t);
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_gms_mode_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, next, &t);
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_gms_mode_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, next, &t);
        }
    }
}

BR_CLONES
static void br_gms_mode_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int *next)
{
    (void)count;
        br_gms_mode_lanes(size, 1, x, m, u, p, 1, 0, next, 1);
}

BR_CLONES
static void br_gms_mode_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, int *next)
{
    if (each) {
        br_gms_mode_lanes(size, count, x, m, u, p, (size_t)count, 1, next, 0);
    } else {
        br_gms_mode_lanes(size, count, x, m, u, p, 1, 0, next, 0);
    }
}

void br_gms_mode(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, int *next)
{
    if (count == 1) {
        br_gms_mode_one(size, count, x, m, u, p, next);
    } else {
        br_gms_mode_many(size, count, x, m, u, p, each, next);
    }
}

