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
//     void br_sgms_rate(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p, int each, br_real *out);
// and named brf_ where br_real is float
//     br_sgms_rate       rates and outputs; results: out
//     br_sgms_rate_jet   and their derivatives; results: out, jet
//     br_sgms_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_sgms_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
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

#include "law/printed/tile.h"
#include "num/base/real.h" // compiled twice

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
struct sgms_rate_tile { // what one stage hands to the next
    br_real c[BR_TILE];
    br_real s[BR_TILE];
    br_real va[BR_TILE];
    br_real t41[BR_TILE];
    br_lane_sum t52;
};

BR_INLINE void sgms_rate_point0(BR_POINT, BR_VALUES, struct sgms_rate_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real sigma2 = P(7 + 3 * n);
    const br_real c = sigma2 * v;
    const br_real t18 = v / vs;
    const br_real s = FC * (BR_C(1.0) + beta * br_exp(-(t18 * t18)));
    const br_real va = br_abs(v);
    const br_real t41 = BR_C(1.0) / vs;
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
}

BR_INLINE void sgms_rate_element0(BR_ELEMENT, BR_VALUES, struct sgms_rate_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real z = x[AT(i)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real sigma = P(2 * n + i);
    const br_real zeta = P(3 + 3 * n);
    const br_real lambda = P(5 + 3 * n);
    const br_real gamma = P(6 + 3 * n);
    const br_real s = t->s[j];
    const br_real va = t->va[j];
    const br_real y = BR_C(1.0) / (nu * s);
    const br_real r = z * y;
    const br_real t30 = BR_C(2.0) * lambda;
    const br_real etaA = br_logistic(t30 * (r - zeta)) + br_logistic(-(t30 * (r + zeta)));
    const br_real t41 = t->t41[j];
    const br_real etaB = br_logistic(BR_C(2.0) * gamma * (r * v * t41));
    const br_real d = v - etaA * etaB * va * r;
    const br_real z_dot = kappa * d;
    t->t52.lane[lane] += z + sigma * d;
    out[AT(i)] = z_dot;
}

BR_INLINE void sgms_rate_point1(BR_POINT, BR_VALUES, struct sgms_rate_tile *t)
{
    const int n = size[0];
    const br_real c = t->c[j];
    const br_real t52 = t->t52.lane[j];
    const br_real F = t52 + c;
    out[AT(n)] = F;
}

BR_INLINE void sgms_rate_points(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct sgms_rate_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                sgms_rate_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_INLINE void sgms_rate_elements(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct sgms_rate_tile t;
    sgms_rate_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    t.t52.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    sgms_rate_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
}

BR_ELEMENTS_VALUES(sgms_rate, size[0] >= BR_SOME)

struct sgms_rate_jet_tile { // what one stage hands to the next
    br_real c[BR_TILE];
    br_real t22[BR_TILE];
    br_real t24[BR_TILE];
    br_real s[BR_TILE];
    br_real va[BR_TILE];
    br_real t41[BR_TILE];
    br_lane_sum t52;
    br_real t68[BR_TILE];
    br_real t70[BR_TILE];
    br_real t78[BR_TILE];
    br_real t85[BR_TILE];
    br_lane_sum t136;
    br_lane_sum t139;
    br_lane_sum t147;
    br_lane_sum t150;
    br_lane_sum t156;
    br_lane_sum t162;
    br_lane_sum t165;
};

BR_INLINE void sgms_rate_jet_point0(BR_POINT, BR_JET, struct sgms_rate_jet_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real sigma2 = P(7 + 3 * n);
    const br_real c = sigma2 * v;
    const br_real t18 = v / vs;
    const br_real t22 = br_exp(-(t18 * t18));
    const br_real t23 = beta * t22;
    const br_real t24 = BR_C(1.0) + t23;
    const br_real s = FC * t24;
    const br_real va = br_abs(v);
    const br_real t41 = BR_C(1.0) / vs;
    const br_real t68 = -(t18 * t41);
    const br_real t70 = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    const br_real t78 = -(t41 * t41);
    const br_real t84 = -t23;
    const br_real t85 = t84 == 0 ? 0 : t84 * (BR_C(2.0) * t18);
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

BR_INLINE void sgms_rate_jet_element0(BR_ELEMENT, BR_JET, struct sgms_rate_jet_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real z = x[AT(i)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real sigma = P(2 * n + i);
    const br_real FC = P(3 * n);
    const br_real zeta = P(3 + 3 * n);
    const br_real lambda = P(5 + 3 * n);
    const br_real gamma = P(6 + 3 * n);
    const br_real t22 = t->t22[j];
    const br_real t24 = t->t24[j];
    const br_real s = t->s[j];
    const br_real va = t->va[j];
    const br_real y = BR_C(1.0) / (nu * s);
    const br_real r = z * y;
    const br_real t30 = BR_C(2.0) * lambda;
    const br_real t31 = r - zeta;
    const br_real t33 = br_logistic(t30 * t31);
    const br_real t34 = r + zeta;
    const br_real t37 = br_logistic(-(t30 * t34));
    const br_real etaA = t33 + t37;
    const br_real t39 = BR_C(2.0) * gamma;
    const br_real t40 = r * v;
    const br_real t41 = t->t41[j];
    const br_real t42 = t40 * t41;
    const br_real etaB = br_logistic(t39 * t42);
    const br_real t45 = etaA * etaB;
    const br_real t46 = t45 * va;
    const br_real d = v - t46 * r;
    const br_real z_dot = kappa * d;
    const br_real t68 = t->t68[j];
    const br_real t70 = t->t70[j];
    const br_real t74 = t33 * (BR_C(1.0) - t33);
    const br_real t78 = t->t78[j];
    const br_real t80 = etaB * (BR_C(1.0) - etaB);
    const br_real t81 = t80 == 0 ? 0 : t80 * etaA;
    const br_real t82 = -(t37 * (BR_C(1.0) - t37));
    const br_real t85 = t->t85[j];
    const br_real t87 = -r;
    const br_real t90 = t87 * va;
    const br_real t91 = t81 == 0 ? 0 : t81 * t90;
    const br_real t92 = t90 * etaB;
    const br_real t93 = t39 * t91;
    const br_real t95 = t93 == 0 ? 0 : t93 * t40;
    const br_real t96 = t93 == 0 ? 0 : t93 * t41;
    const br_real t103 = BR_C(2.0) * (t91 == 0 ? 0 : t91 * t42);
    const br_real t105 = t74 == 0 ? 0 : t74 * t92;
    const br_real t106 = t82 == 0 ? 0 : t82 * t92;
    const br_real t107 = t30 * t106;
    const br_real t110 = t30 * t105;
    const br_real t114 = t107 - t110;
    const br_real t115 = v * t96 - t46 + t107 + t110;
    const br_real t116 = BR_C(2.0) * ((t106 == 0 ? 0 : t106 * t34) + (t105 == 0 ? 0 : t105 * t31));
    const br_real t120 = t115 * y;
    const br_real t121 = t115 * z * -(y * y);
    const br_real t124 = t121 * nu;
    const br_real t125 = t121 * s;
    const br_real t126 = t124 * FC;
    const br_real t127 = t124 * t24;
    const br_real t129 = t85 == 0 ? 0 : t85 * t126;
    const br_real t130 = t126 * t22;
    const br_real t132 = (t95 == 0 ? 0 : t95 * t78) + (t129 == 0 ? 0 : t129 * t68);
    const br_real t134 = BR_C(1.0) + t87 * (t45 * t70) + (t96 == 0 ? 0 : t96 * r) + (t129 == 0 ? 0 : t129 * t41);
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
    jet[AT(n + i)] = BR_C(1.0) + sigma * t120;
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

BR_INLINE void sgms_rate_jet_point1(BR_POINT, BR_JET, struct sgms_rate_jet_tile *t)
{
    const int n = size[0];
    const br_real sigma2 = P(7 + 3 * n);
    const br_real c = t->c[j];
    const br_real t52 = t->t52.lane[j];
    const br_real F = t52 + c;
    const br_real t136 = t->t136.lane[j];
    const br_real t139 = t->t139.lane[j];
    const br_real t147 = t->t147.lane[j];
    const br_real t150 = t->t150.lane[j];
    const br_real t156 = t->t156.lane[j];
    const br_real t162 = t->t162.lane[j];
    const br_real t165 = t->t165.lane[j];
    out[AT(n)] = F;
    jet[AT(11 * n)] = sigma2 + t165;
    jet[AT(1 + 13 * n)] = t139;
    jet[AT(2 + 13 * n)] = t136;
    jet[AT(3 + 13 * n)] = t162;
    jet[AT(4 + 13 * n)] = t150;
    jet[AT(5 + 13 * n)] = t147;
    jet[AT(6 + 13 * n)] = t156;
}

BR_INLINE void sgms_rate_jet_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct sgms_rate_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
            t.t136.lane[j] = 0;
            t.t139.lane[j] = 0;
            t.t147.lane[j] = 0;
            t.t150.lane[j] = 0;
            t.t156.lane[j] = 0;
            t.t162.lane[j] = 0;
            t.t165.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                sgms_rate_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void sgms_rate_jet_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct sgms_rate_jet_tile t;
    sgms_rate_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t52.all = 0;
    t.t136.all = 0;
    t.t139.all = 0;
    t.t147.all = 0;
    t.t150.all = 0;
    t.t156.all = 0;
    t.t162.all = 0;
    t.t165.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
            t.t136.lane[j] = 0;
            t.t139.lane[j] = 0;
            t.t147.lane[j] = 0;
            t.t150.lane[j] = 0;
            t.t156.lane[j] = 0;
            t.t162.lane[j] = 0;
            t.t165.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
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
    sgms_rate_jet_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(sgms_rate_jet, size[0] >= BR_SOME)

struct sgms_rate_jet_x_tile { // what one stage hands to the next
    br_real c[BR_TILE];
    br_real s[BR_TILE];
    br_real va[BR_TILE];
    br_real t41[BR_TILE];
    br_lane_sum t52;
};

BR_INLINE void sgms_rate_jet_x_point0(BR_POINT, BR_JET, struct sgms_rate_jet_x_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real sigma2 = P(7 + 3 * n);
    const br_real c = sigma2 * v;
    const br_real t18 = v / vs;
    const br_real s = FC * (BR_C(1.0) + beta * br_exp(-(t18 * t18)));
    const br_real va = br_abs(v);
    const br_real t41 = BR_C(1.0) / vs;
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
}

BR_INLINE void sgms_rate_jet_x_element0(BR_ELEMENT, BR_JET, struct sgms_rate_jet_x_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real z = x[AT(i)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real sigma = P(2 * n + i);
    const br_real zeta = P(3 + 3 * n);
    const br_real lambda = P(5 + 3 * n);
    const br_real gamma = P(6 + 3 * n);
    const br_real s = t->s[j];
    const br_real va = t->va[j];
    const br_real y = BR_C(1.0) / (nu * s);
    const br_real r = z * y;
    const br_real t30 = BR_C(2.0) * lambda;
    const br_real t33 = br_logistic(t30 * (r - zeta));
    const br_real t37 = br_logistic(-(t30 * (r + zeta)));
    const br_real etaA = t33 + t37;
    const br_real t39 = BR_C(2.0) * gamma;
    const br_real t41 = t->t41[j];
    const br_real etaB = br_logistic(t39 * (r * v * t41));
    const br_real t46 = etaA * etaB * va;
    const br_real d = v - t46 * r;
    const br_real z_dot = kappa * d;
    const br_real t74 = t33 * (BR_C(1.0) - t33);
    const br_real t80 = etaB * (BR_C(1.0) - etaB);
    const br_real t81 = t80 == 0 ? 0 : t80 * etaA;
    const br_real t82 = -(t37 * (BR_C(1.0) - t37));
    const br_real t90 = -r * va;
    const br_real t92 = t90 * etaB;
    const br_real t93 = t39 * (t81 == 0 ? 0 : t81 * t90);
    const br_real t115 = v * (t93 == 0 ? 0 : t93 * t41) - t46 + t30 * (t82 == 0 ? 0 : t82 * t92) + t30 * (t74 == 0 ? 0 : t74 * t92);
    const br_real t120 = t115 * y;
    t->t52.lane[lane] += z + sigma * d;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t120;
    jet[AT(n + i)] = BR_C(1.0) + sigma * t120;
}

BR_INLINE void sgms_rate_jet_x_point1(BR_POINT, BR_JET, struct sgms_rate_jet_x_tile *t)
{
    const int n = size[0];
    const br_real c = t->c[j];
    const br_real t52 = t->t52.lane[j];
    const br_real F = t52 + c;
    out[AT(n)] = F;
}

BR_INLINE void sgms_rate_jet_x_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct sgms_rate_jet_x_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                sgms_rate_jet_x_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_x_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void sgms_rate_jet_x_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct sgms_rate_jet_x_tile t;
    sgms_rate_jet_x_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t52.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_x_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    sgms_rate_jet_x_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(sgms_rate_jet_x, size[0] >= BR_SOME)

struct sgms_rate_jet_some_tile { // what one stage hands to the next
    br_real c[BR_TILE];
    br_real s[BR_TILE];
    br_real va[BR_TILE];
    br_real t41[BR_TILE];
    br_lane_sum t52;
    br_real t70[BR_TILE];
    br_real t85[BR_TILE];
    br_lane_sum t165;
};

BR_INLINE void sgms_rate_jet_some_point0(BR_POINT, BR_JET, struct sgms_rate_jet_some_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real sigma2 = P(7 + 3 * n);
    const br_real c = sigma2 * v;
    const br_real t18 = v / vs;
    const br_real t23 = beta * br_exp(-(t18 * t18));
    const br_real s = FC * (BR_C(1.0) + t23);
    const br_real va = br_abs(v);
    const br_real t41 = BR_C(1.0) / vs;
    const br_real t70 = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    const br_real t84 = -t23;
    const br_real t85 = t84 == 0 ? 0 : t84 * (BR_C(2.0) * t18);
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
    t->t70[j] = t70;
    t->t85[j] = t85;
    jet[AT(7 + 13 * n)] = v;
}

BR_INLINE void sgms_rate_jet_some_element0(BR_ELEMENT, BR_JET, struct sgms_rate_jet_some_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real z = x[AT(i)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real sigma = P(2 * n + i);
    const br_real FC = P(3 * n);
    const br_real zeta = P(3 + 3 * n);
    const br_real lambda = P(5 + 3 * n);
    const br_real gamma = P(6 + 3 * n);
    const br_real s = t->s[j];
    const br_real va = t->va[j];
    const br_real y = BR_C(1.0) / (nu * s);
    const br_real r = z * y;
    const br_real t30 = BR_C(2.0) * lambda;
    const br_real t33 = br_logistic(t30 * (r - zeta));
    const br_real t37 = br_logistic(-(t30 * (r + zeta)));
    const br_real etaA = t33 + t37;
    const br_real t39 = BR_C(2.0) * gamma;
    const br_real t41 = t->t41[j];
    const br_real etaB = br_logistic(t39 * (r * v * t41));
    const br_real t45 = etaA * etaB;
    const br_real t46 = t45 * va;
    const br_real d = v - t46 * r;
    const br_real z_dot = kappa * d;
    const br_real t70 = t->t70[j];
    const br_real t74 = t33 * (BR_C(1.0) - t33);
    const br_real t80 = etaB * (BR_C(1.0) - etaB);
    const br_real t81 = t80 == 0 ? 0 : t80 * etaA;
    const br_real t82 = -(t37 * (BR_C(1.0) - t37));
    const br_real t85 = t->t85[j];
    const br_real t87 = -r;
    const br_real t90 = t87 * va;
    const br_real t92 = t90 * etaB;
    const br_real t93 = t39 * (t81 == 0 ? 0 : t81 * t90);
    const br_real t96 = t93 == 0 ? 0 : t93 * t41;
    const br_real t115 = v * t96 - t46 + t30 * (t82 == 0 ? 0 : t82 * t92) + t30 * (t74 == 0 ? 0 : t74 * t92);
    const br_real t120 = t115 * y;
    const br_real t129 = t85 == 0 ? 0 : t85 * (t115 * z * -(y * y) * nu * FC);
    const br_real t134 = BR_C(1.0) + t87 * (t45 * t70) + (t96 == 0 ? 0 : t96 * r) + (t129 == 0 ? 0 : t129 * t41);
    t->t52.lane[lane] += z + sigma * d;
    t->t165.lane[lane] += sigma * t134;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t120;
    jet[AT(n + i)] = BR_C(1.0) + sigma * t120;
    jet[AT(2 * n + i)] = kappa * t134;
    jet[AT(3 * n + i)] = d;
    jet[AT(1 + 12 * n + i)] = d;
}

BR_INLINE void sgms_rate_jet_some_point1(BR_POINT, BR_JET, struct sgms_rate_jet_some_tile *t)
{
    const int n = size[0];
    const br_real sigma2 = P(7 + 3 * n);
    const br_real c = t->c[j];
    const br_real t52 = t->t52.lane[j];
    const br_real F = t52 + c;
    const br_real t165 = t->t165.lane[j];
    out[AT(n)] = F;
    jet[AT(11 * n)] = sigma2 + t165;
}

BR_INLINE void sgms_rate_jet_some_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct sgms_rate_jet_some_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
            t.t165.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                sgms_rate_jet_some_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_some_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void sgms_rate_jet_some_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct sgms_rate_jet_some_tile t;
    sgms_rate_jet_some_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t52.all = 0;
    t.t165.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
            t.t165.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_some_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
            t.t165.all += t.t165.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    t.t165.lane[0] = t.t165.all;
    sgms_rate_jet_some_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(sgms_rate_jet_some, size[0] >= BR_SOME)

