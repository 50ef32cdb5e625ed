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
//     br_gms_rate       rates and outputs; results: out
//     br_gms_rate_jet   and their derivatives; results: out, jet
//     br_gms_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_gms_mode       the modes after the transitions; results: int *next
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
//     jet[i]                 d z' / d z
//     jet[n + i]             d F / d z
//     jet[2 * n + i]         d z' / d v
//     jet[3 * n + i]         d z' / d kappa
//     jet[4 * n + i]         d z' / d nu
//     jet[5 * n + i]         d z' / d FC
//     jet[6 * n + i]         d z' / d beta
//     jet[7 * n + i]         d z' / d vs
//     jet[8 * n + i]         d z' / d C
//     jet[9 * n]             d F / d v
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
    double t53[BR_TILE];
    double t55[BR_TILE];
    double t67[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t70;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t99;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t102;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t108;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t114;
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t123;
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
    const double t53 = -(t14 * (1.0 / vs));
    const double t55 = 1.0 / s;
    const double t66 = -(t18 == 0.0 ? 0.0 : t18 * beta);
    const double t67 = t66 == 0.0 ? 0.0 : t66 * (2.0 * t14);
    t->c[j] = c;
    t->t18[j] = t18;
    t->t20[j] = t20;
    t->s[j] = s;
    t->t53[j] = t53;
    t->t55[j] = t55;
    t->t67[j] = t67;
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
    const double t53 = t->t53[j];
    const double t55 = t->t55[j];
    const double t58 = mode == 0 ? 1.0 : mode == 1 ? 0.0 : 0.0;
    const double t59 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
    const double t60 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
    const double t61 = 1.0 / kappa;
    const double t64 = t59 + t60;
    const double t67 = t->t67[j];
    const double t68 = t64 == 0.0 ? 0.0 : t64 * sigma;
    const double t72 = t68 == 0.0 ? 0.0 : t68 * t61;
    const double t73 = t60 == 0.0 ? 0.0 : t60 * C;
    const double t76 = t59 == 0.0 ? 0.0 : t59 * C;
    const double t78 = (t60 == 0.0 ? 0.0 : t60 * t27) + (t59 == 0.0 ? 0.0 : t59 * t24);
    const double t80 = -t73 - t76;
    const double t81 = t76 - t73;
    const double t82 = t80 == 0.0 ? 0.0 : t80 * -(t23 * t55);
    const double t83 = t80 == 0.0 ? 0.0 : t80 * t55;
    const double t85 = t58 == 0.0 ? 0.0 : t58 * v;
    const double t86 = t82 == 0.0 ? 0.0 : t82 * FC;
    const double t87 = t82 == 0.0 ? 0.0 : t82 * t20;
    const double t90 = t86 == 0.0 ? 0.0 : t67 == 0.0 ? 0.0 : t67 * t86;
    const double t91 = t86 == 0.0 ? 0.0 : t86 * t18;
    const double t92 = t90 == 0.0 ? 0.0 : t90 * t53;
    const double t94 = (t58 == 0.0 ? 0.0 : t58 * kappa) + (t90 == 0.0 ? 0.0 : t90 * (1.0 / vs));
    const double t111 = (t68 == 0.0 ? 0.0 : t68 * -(t30 * t61)) + (t72 == 0.0 ? 0.0 : t85 == 0.0 ? 0.0 : t85 * t72);
    t->t34.term[lane] = z + sigma * d;
    t->t70.term[lane] = t58 == 0.0 ? 0.0 : t58 * sigma;
    t->t99.term[lane] = t72 == 0.0 ? 0.0 : t92 == 0.0 ? 0.0 : t92 * t72;
    t->t102.term[lane] = t72 == 0.0 ? 0.0 : t91 == 0.0 ? 0.0 : t91 * t72;
    t->t108.term[lane] = t72 == 0.0 ? 0.0 : t87 == 0.0 ? 0.0 : t87 * t72;
    t->t114.term[lane] = t72 == 0.0 ? 0.0 : t94 == 0.0 ? 0.0 : t94 * t72;
    t->t123.term[lane] = t72 == 0.0 ? 0.0 : t78 == 0.0 ? 0.0 : t78 * t72;
    out[AT(i)] = z_dot;
    jet[AT(i)] = t83;
    jet[AT(n + i)] = 1.0 + (t72 == 0.0 ? 0.0 : t83 == 0.0 ? 0.0 : t83 * t72);
    jet[AT(2 * n + i)] = t94;
    jet[AT(3 * n + i)] = t85;
    jet[AT(4 * n + i)] = t81;
    jet[AT(5 * n + i)] = t87;
    jet[AT(6 * n + i)] = t91;
    jet[AT(7 * n + i)] = t92;
    jet[AT(8 * n + i)] = t78;
    jet[AT(1 + 9 * n + i)] = t111;
    jet[AT(1 + 10 * n + i)] = t72 == 0.0 ? 0.0 : t81 == 0.0 ? 0.0 : t81 * t72;
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
    const double t70 = t->t70.sum[j];
    const double t99 = t->t99.sum[j];
    const double t102 = t->t102.sum[j];
    const double t108 = t->t108.sum[j];
    const double t114 = t->t114.sum[j];
    const double t123 = t->t123.sum[j];
    out[AT(n)] = F;
    jet[AT(9 * n)] = t70 + sigma2 + t114;
    jet[AT(1 + 12 * n)] = t108;
    jet[AT(2 + 12 * n)] = t102;
    jet[AT(3 + 12 * n)] = t99;
    jet[AT(4 + 12 * n)] = t123;
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
            t.t70.sum[k - k0] = 0.0;
            t.t99.sum[k - k0] = 0.0;
            t.t102.sum[k - k0] = 0.0;
            t.t108.sum[k - k0] = 0.0;
            t.t114.sum[k - k0] = 0.0;
            t.t123.sum[k - k0] = 0.0;
        }
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_gms_rate_jet_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++) {
                t.t34.sum[0] += t.t34.term[i - i0];
                t.t70.sum[0] += t.t70.term[i - i0];
                t.t99.sum[0] += t.t99.term[i - i0];
                t.t102.sum[0] += t.t102.term[i - i0];
                t.t108.sum[0] += t.t108.term[i - i0];
                t.t114.sum[0] += t.t114.term[i - i0];
                t.t123.sum[0] += t.t123.term[i - i0];
            }
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_gms_rate_jet_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++) {
                t.t34.sum[k - k0] += t.t34.term[k - k0];
                t.t70.sum[k - k0] += t.t70.term[k - k0];
                t.t99.sum[k - k0] += t.t99.term[k - k0];
                t.t102.sum[k - k0] += t.t102.term[k - k0];
                t.t108.sum[k - k0] += t.t108.term[k - k0];
                t.t114.sum[k - k0] += t.t114.term[k - k0];
                t.t123.sum[k - k0] += t.t123.term[k - k0];
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

struct br_gms_rate_jet_x_tile { // what one turn hands to the next
    double c[BR_TILE];
    double s[BR_TILE];
    struct {
        double sum[BR_TILE], term[BR_TILE];
    } t34;
    double t55[BR_TILE];
};

BR_INLINE void br_gms_rate_jet_x_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_x_tile *t)
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
    const double s = FC * (1.0 + beta * br_exp(-(t14 * t14)));
    const double t55 = 1.0 / s;
    t->c[j] = c;
    t->s[j] = s;
    t->t55[j] = t55;
}

BR_INLINE void br_gms_rate_jet_x_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_x_tile *t)
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
    const double C = P(3 + 3 * n);
    const double s = t->s[j];
    const double t23 = z / s;
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? C * (nu - t23) : C * (-nu - t23);
    const double t30 = z_dot / kappa;
    const double d = mode == 0 ? v : mode == 1 ? t30 : t30;
    const double t55 = t->t55[j];
    const double t59 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
    const double t60 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
    const double t64 = t59 + t60;
    const double t68 = t64 == 0.0 ? 0.0 : t64 * sigma;
    const double t72 = t68 == 0.0 ? 0.0 : t68 * (1.0 / kappa);
    const double t80 = -(t60 == 0.0 ? 0.0 : t60 * C) - (t59 == 0.0 ? 0.0 : t59 * C);
    const double t83 = t80 == 0.0 ? 0.0 : t80 * t55;
    t->t34.term[lane] = z + sigma * d;
    out[AT(i)] = z_dot;
    jet[AT(i)] = t83;
    jet[AT(n + i)] = 1.0 + (t72 == 0.0 ? 0.0 : t83 == 0.0 ? 0.0 : t83 * t72);
}

BR_INLINE void br_gms_rate_jet_x_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_x_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)k, (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t34 = t->t34.sum[j];
    const double F = t34 + c;
    out[AT(n)] = F;
}

BR_INLINE void br_gms_rate_jet_x_lanes(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, int single)
{
    (void)single;
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    const int n = size[0];
    (void)n;
    struct br_gms_rate_jet_x_tile t;
    for (int k0 = 0; k0 < count; k0 += BR_TILE) {
        const int k1 = count - k0 < BR_TILE ? count : k0 + BR_TILE;
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_rate_jet_x_point0(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int k = k0; k < k1; k++)
            t.t34.sum[k - k0] = 0.0;
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_gms_rate_jet_x_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++)
                t.t34.sum[0] += t.t34.term[i - i0];
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_gms_rate_jet_x_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++)
                t.t34.sum[k - k0] += t.t34.term[k - k0];
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_rate_jet_x_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_CLONES
static void br_gms_rate_jet_x_one(const int *size, int count, const double *x, const int *m, const double *u, const double *p, double *out, double *jet)
{
    (void)count;
        br_gms_rate_jet_x_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
}

BR_CLONES
static void br_gms_rate_jet_x_many(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (each) {
        br_gms_rate_jet_x_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_gms_rate_jet_x_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
    }
}

void br_gms_rate_jet_x(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_gms_rate_jet_x_one(size, count, x, m, u, p, out, jet);
    } else {
        br_gms_rate_jet_x_many(size, count, x, m, u, p, each, out, jet);
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

