// gms.c - Generalised Maxwell-slip model. [target]
//
// Printed by bristle from the text of the law with form = force, viscous = linear. Source: Thesis eq. (3.6)-(3.8), Table B.1
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size[0] is n, the number of elements; i counts them from 0.
// m[] holds modes: 0 stick, 1 forward, 2 backward; one per element.
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
#define BR_INLINE static inline __attribute__((always_inline))
#else
#define BR_INLINE static inline
#endif
#ifndef BR_TILE
#define BR_TILE 32 // points done together; fewer need less stack
#endif
// On x86 the loops are compiled for wider vectors too and the widest that runs is taken; the bits are the same.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(BR_CLONES)
#define BR_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#elif !defined(BR_CLONES)
#define BR_CLONES
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
    double t33[BR_TILE], t33_term[BR_TILE];
};

BR_INLINE void br_gms_rate_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_gms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)j, (void)lane, (void)t;
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
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m[AT(i)];
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double nu = P(n + i);
    const double sigma = P(2 * n + i);
    const double C = P(3 + 3 * n);
    const double s = t->s[j];
    const double t23 = z / s;
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? C * (nu - t23) : C * (-nu - t23);
    const double d = z_dot / kappa;
    t->t33_term[lane] = z + sigma * d;
    out[AT(i)] = z_dot;
}

BR_INLINE void br_gms_rate_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, struct br_gms_rate_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double c = t->c[j];
    const double t33 = t->t33[j];
    const double F = t33 + c;
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
            t.t33[k - k0] = 0.0;
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_gms_rate_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int i = i0; i < i1; i++)
                t.t33[0] += t.t33_term[i - i0];
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_gms_rate_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
            for (int k = k0; k < k1; k++)
                t.t33[k - k0] += t.t33_term[k - k0];
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_rate_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_CLONES
void br_gms_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out)
{
    if (count == 1) {
        br_gms_rate_lanes(size, 1, x, m, u, p, 1, 0, out, 1);
    } else if (each) {
        br_gms_rate_lanes(size, count, x, m, u, p, (size_t)count, 1, out, 0);
    } else {
        br_gms_rate_lanes(size, count, x, m, u, p, 1, 0, out, 0);
    }
}

struct br_gms_rate_jet_tile { // what one turn hands to the next
    double c[BR_TILE];
    double t18[BR_TILE];
    double t20[BR_TILE];
    double s[BR_TILE];
    double t33[BR_TILE], t33_term[BR_TILE];
    double t50[BR_TILE];
    double t67[BR_TILE];
    double t79[BR_TILE];
    double t105[BR_TILE], t105_term[BR_TILE];
    double t107[BR_TILE], t107_term[BR_TILE];
    double t111[BR_TILE], t111_term[BR_TILE];
    double t115[BR_TILE], t115_term[BR_TILE];
    double t121[BR_TILE], t121_term[BR_TILE];
};

BR_INLINE void br_gms_rate_jet_point0(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)j, (void)lane, (void)t;
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
    const double t50 = 1.0 / s;
    const double t67 = -(t14 * (1.0 / vs));
    const double t77 = t18 == 0.0 ? 0.0 : t18 * beta;
    const double t78 = t77 == 0.0 ? 0.0 : t77 * (-1.0);
    const double t79 = t78 == 0.0 ? 0.0 : t78 * (2.0 * t14);
    t->c[j] = c;
    t->t18[j] = t18;
    t->t20[j] = t20;
    t->s[j] = s;
    t->t50[j] = t50;
    t->t67[j] = t67;
    t->t79[j] = t79;
    jet[AT(5 + 12 * n)] = v;
}

BR_INLINE void br_gms_rate_jet_element0(int i, int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m[AT(i)];
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
    const double d = z_dot / kappa;
    const double t50 = t->t50[j];
    const double t67 = t->t67[j];
    const double t71 = mode == 0 ? 1.0 : mode == 1 ? 0.0 : 0.0;
    const double t72 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
    const double t73 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
    const double t74 = 1.0 / kappa;
    const double t79 = t->t79[j];
    const double t81 = sigma * t74;
    const double t82 = t73 == 0.0 ? 0.0 : t73 * C;
    const double t84 = t82 == 0.0 ? 0.0 : t82 * (-1.0);
    const double t85 = t72 == 0.0 ? 0.0 : t72 * C;
    const double t87 = (t73 == 0.0 ? 0.0 : t73 * t27) + (t72 == 0.0 ? 0.0 : t72 * t24);
    const double t89 = t84 + (t85 == 0.0 ? 0.0 : t85 * (-1.0));
    const double t91 = t84 + t85;
    const double t92 = t89 == 0.0 ? 0.0 : t89 * -(t23 * t50);
    const double t93 = t89 == 0.0 ? 0.0 : t89 * t50;
    const double t95 = t71 == 0.0 ? 0.0 : t71 * v;
    const double t96 = t92 == 0.0 ? 0.0 : t92 * FC;
    const double t97 = t92 == 0.0 ? 0.0 : t92 * t20;
    const double t99 = t79 == 0.0 ? 0.0 : t79 * t96;
    const double t100 = t96 == 0.0 ? 0.0 : t96 * t18;
    const double t101 = t99 == 0.0 ? 0.0 : t99 * t67;
    const double t103 = (t71 == 0.0 ? 0.0 : t71 * kappa) + (t99 == 0.0 ? 0.0 : t99 * (1.0 / vs));
    t->t33_term[lane] = z + sigma * d;
    t->t105_term[lane] = t101 == 0.0 ? 0.0 : t101 * t81;
    t->t107_term[lane] = t100 == 0.0 ? 0.0 : t100 * t81;
    t->t111_term[lane] = t97 == 0.0 ? 0.0 : t97 * t81;
    t->t115_term[lane] = t103 == 0.0 ? 0.0 : t103 * t81;
    t->t121_term[lane] = t87 == 0.0 ? 0.0 : t87 * t81;
    out[AT(i)] = z_dot;
    jet[AT(i)] = t103;
    jet[AT(n + i)] = t93;
    jet[AT(2 * n + i)] = t95;
    jet[AT(3 * n + i)] = t91;
    jet[AT(4 * n + i)] = t97;
    jet[AT(5 * n + i)] = t100;
    jet[AT(6 * n + i)] = t101;
    jet[AT(7 * n + i)] = t87;
    jet[AT(1 + 8 * n + i)] = 1.0 + (t93 == 0.0 ? 0.0 : t93 * t81);
    jet[AT(1 + 9 * n + i)] = sigma * -(d * t74) + (t95 == 0.0 ? 0.0 : t95 * t81);
    jet[AT(1 + 10 * n + i)] = t91 == 0.0 ? 0.0 : t91 * t81;
    jet[AT(1 + 11 * n + i)] = d;
}

BR_INLINE void br_gms_rate_jet_point1(int k, int j, int lane, const int *size, int count, const double *x, const int *m, const double *u, const double *p,
        size_t ps, size_t pl, double *out, double *jet, struct br_gms_rate_jet_tile *t)
{
    (void)size, (void)count, (void)x, (void)m, (void)u, (void)p, (void)ps, (void)pl, (void)out, (void)jet;
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const double sigma2 = P(4 + 3 * n);
    const double c = t->c[j];
    const double t33 = t->t33[j];
    const double F = t33 + c;
    const double t105 = t->t105[j];
    const double t107 = t->t107[j];
    const double t111 = t->t111[j];
    const double t115 = t->t115[j];
    const double t121 = t->t121[j];
    out[AT(n)] = F;
    jet[AT(8 * n)] = sigma2 + t115;
    jet[AT(1 + 12 * n)] = t111;
    jet[AT(2 + 12 * n)] = t107;
    jet[AT(3 + 12 * n)] = t105;
    jet[AT(4 + 12 * n)] = t121;
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
            t.t33[k - k0] = 0.0;
            t.t105[k - k0] = 0.0;
            t.t107[k - k0] = 0.0;
            t.t111[k - k0] = 0.0;
            t.t115[k - k0] = 0.0;
            t.t121[k - k0] = 0.0;
        }
        for (int i0 = 0; single && i0 < n; i0 += BR_TILE) { // one point: its elements are the lanes
            const int i1 = n - i0 < BR_TILE ? n : i0 + BR_TILE;
            BR_LANES
            for (int i = i0; i < i1; i++)
                br_gms_rate_jet_element0(i, 0, 0, i - i0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int i = i0; i < i1; i++) {
                t.t33[0] += t.t33_term[i - i0];
                t.t105[0] += t.t105_term[i - i0];
                t.t107[0] += t.t107_term[i - i0];
                t.t111[0] += t.t111_term[i - i0];
                t.t115[0] += t.t115_term[i - i0];
                t.t121[0] += t.t121_term[i - i0];
            }
        }
        for (int i = 0; !single && i < n; i++) {
            BR_LANES
            for (int k = k0; k < k1; k++)
                br_gms_rate_jet_element0(i, k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
            for (int k = k0; k < k1; k++) {
                t.t33[k - k0] += t.t33_term[k - k0];
                t.t105[k - k0] += t.t105_term[k - k0];
                t.t107[k - k0] += t.t107_term[k - k0];
                t.t111[k - k0] += t.t111_term[k - k0];
                t.t115[k - k0] += t.t115_term[k - k0];
                t.t121[k - k0] += t.t121_term[k - k0];
            }
        }
        BR_LANES
        for (int k = k0; k < k1; k++)
            br_gms_rate_jet_point1(k, k - k0, k - k0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_CLONES
void br_gms_rate_jet(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out, double *jet)
{
    if (count == 1) {
        br_gms_rate_jet_lanes(size, 1, x, m, u, p, 1, 0, out, jet, 1);
    } else if (each) {
        br_gms_rate_jet_lanes(size, count, x, m, u, p, (size_t)count, 1, out, jet, 0);
    } else {
        br_gms_rate_jet_lanes(size, count, x, m, u, p, 1, 0, out, jet, 0);
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
    (void)j, (void)lane, (void)t;
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
    (void)j, (void)lane, (void)t;
    const int n = size[0];
    (void)n;
    const int mode = m[AT(i)];
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double nu = P(n + i);
    const double s = t->s[j];
    const double t35 = nu * s;
    next[AT(i)] =
        mode == 0 && (((t35 <= z) & (0.0 < v))) ? 1 :
        mode == 0 && (((z <= -t35) & (v < 0.0))) ? 2 :
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
void br_gms_mode(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, int *next)
{
    if (count == 1) {
        br_gms_mode_lanes(size, 1, x, m, u, p, 1, 0, next, 1);
    } else if (each) {
        br_gms_mode_lanes(size, count, x, m, u, p, (size_t)count, 1, next, 0);
    } else {
        br_gms_mode_lanes(size, count, x, m, u, p, 1, 0, next, 0);
    }
}

