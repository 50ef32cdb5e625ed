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
    br_real t69[BR_TILE];
    br_real t71[BR_TILE];
    br_real t79[BR_TILE];
    br_real t86[BR_TILE];
    br_lane_sum t137;
    br_lane_sum t140;
    br_lane_sum t148;
    br_lane_sum t151;
    br_lane_sum t157;
    br_lane_sum t163;
    br_lane_sum t166;
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
    const br_real t69 = -(t18 * t41);
    const br_real t71 = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    const br_real t79 = -(t41 * t41);
    const br_real t85 = -t23;
    const br_real t86 = t85 == 0 ? 0 : t85 * (BR_C(2.0) * t18);
    t->c[j] = c;
    t->t22[j] = t22;
    t->t24[j] = t24;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
    t->t69[j] = t69;
    t->t71[j] = t71;
    t->t79[j] = t79;
    t->t86[j] = t86;
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
    const br_real t69 = t->t69[j];
    const br_real t71 = t->t71[j];
    const br_real t75 = t33 * (BR_C(1.0) - t33);
    const br_real t79 = t->t79[j];
    const br_real t81 = etaB * (BR_C(1.0) - etaB);
    const br_real t82 = t81 == 0 ? 0 : t81 * etaA;
    const br_real t83 = -(t37 * (BR_C(1.0) - t37));
    const br_real t86 = t->t86[j];
    const br_real t88 = -r;
    const br_real t91 = t88 * va;
    const br_real t92 = t82 == 0 ? 0 : t82 * t91;
    const br_real t93 = t91 * etaB;
    const br_real t94 = t39 * t92;
    const br_real t96 = t94 == 0 ? 0 : t94 * t40;
    const br_real t97 = t94 == 0 ? 0 : t94 * t41;
    const br_real t104 = BR_C(2.0) * (t92 == 0 ? 0 : t92 * t42);
    const br_real t106 = t75 == 0 ? 0 : t75 * t93;
    const br_real t107 = t83 == 0 ? 0 : t83 * t93;
    const br_real t108 = t30 * t107;
    const br_real t111 = t30 * t106;
    const br_real t115 = t108 - t111;
    const br_real t116 = v * t97 - t46 + t108 + t111;
    const br_real t117 = BR_C(2.0) * ((t107 == 0 ? 0 : t107 * t34) + (t106 == 0 ? 0 : t106 * t31));
    const br_real t121 = t116 * y;
    const br_real t122 = t116 * z * -(y * y);
    const br_real t125 = t122 * nu;
    const br_real t126 = t122 * s;
    const br_real t127 = t125 * FC;
    const br_real t128 = t125 * t24;
    const br_real t130 = t86 == 0 ? 0 : t86 * t127;
    const br_real t131 = t127 * t22;
    const br_real t133 = (t96 == 0 ? 0 : t96 * t79) + (t130 == 0 ? 0 : t130 * t69);
    const br_real t135 = BR_C(1.0) + t88 * (t45 * t71) + (t97 == 0 ? 0 : t97 * r) + (t130 == 0 ? 0 : t130 * t41);
    t->t52.lane[lane] += z + sigma * d;
    t->t137.lane[lane] += sigma * t131;
    t->t140.lane[lane] += sigma * t128;
    t->t148.lane[lane] += sigma * t117;
    t->t151.lane[lane] += sigma * t115;
    t->t157.lane[lane] += sigma * t104;
    t->t163.lane[lane] += sigma * t133;
    t->t166.lane[lane] += sigma * t135;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t121;
    jet[AT(n + i)] = BR_C(1.0) + sigma * t121;
    jet[AT(2 * n + i)] = kappa * t135;
    jet[AT(3 * n + i)] = d;
    jet[AT(4 * n + i)] = kappa * t126;
    jet[AT(5 * n + i)] = kappa * t128;
    jet[AT(6 * n + i)] = kappa * t131;
    jet[AT(7 * n + i)] = kappa * t133;
    jet[AT(8 * n + i)] = kappa * t115;
    jet[AT(9 * n + i)] = kappa * t117;
    jet[AT(10 * n + i)] = kappa * t104;
    jet[AT(1 + 11 * n + i)] = sigma * t126;
    jet[AT(1 + 12 * n + i)] = d;
}

BR_INLINE void sgms_rate_jet_point1(BR_POINT, BR_JET, struct sgms_rate_jet_tile *t)
{
    const int n = size[0];
    const br_real sigma2 = P(7 + 3 * n);
    const br_real c = t->c[j];
    const br_real t52 = t->t52.lane[j];
    const br_real F = t52 + c;
    const br_real t137 = t->t137.lane[j];
    const br_real t140 = t->t140.lane[j];
    const br_real t148 = t->t148.lane[j];
    const br_real t151 = t->t151.lane[j];
    const br_real t157 = t->t157.lane[j];
    const br_real t163 = t->t163.lane[j];
    const br_real t166 = t->t166.lane[j];
    out[AT(n)] = F;
    jet[AT(11 * n)] = sigma2 + t166;
    jet[AT(1 + 13 * n)] = t140;
    jet[AT(2 + 13 * n)] = t137;
    jet[AT(3 + 13 * n)] = t163;
    jet[AT(4 + 13 * n)] = t151;
    jet[AT(5 + 13 * n)] = t148;
    jet[AT(6 + 13 * n)] = t157;
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
            t.t137.lane[j] = 0;
            t.t140.lane[j] = 0;
            t.t148.lane[j] = 0;
            t.t151.lane[j] = 0;
            t.t157.lane[j] = 0;
            t.t163.lane[j] = 0;
            t.t166.lane[j] = 0;
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
    t.t137.all = 0;
    t.t140.all = 0;
    t.t148.all = 0;
    t.t151.all = 0;
    t.t157.all = 0;
    t.t163.all = 0;
    t.t166.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
            t.t137.lane[j] = 0;
            t.t140.lane[j] = 0;
            t.t148.lane[j] = 0;
            t.t151.lane[j] = 0;
            t.t157.lane[j] = 0;
            t.t163.lane[j] = 0;
            t.t166.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
            t.t137.all += t.t137.lane[j];
            t.t140.all += t.t140.lane[j];
            t.t148.all += t.t148.lane[j];
            t.t151.all += t.t151.lane[j];
            t.t157.all += t.t157.lane[j];
            t.t163.all += t.t163.lane[j];
            t.t166.all += t.t166.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    t.t137.lane[0] = t.t137.all;
    t.t140.lane[0] = t.t140.all;
    t.t148.lane[0] = t.t148.all;
    t.t151.lane[0] = t.t151.all;
    t.t157.lane[0] = t.t157.all;
    t.t163.lane[0] = t.t163.all;
    t.t166.lane[0] = t.t166.all;
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
    const br_real t75 = t33 * (BR_C(1.0) - t33);
    const br_real t81 = etaB * (BR_C(1.0) - etaB);
    const br_real t82 = t81 == 0 ? 0 : t81 * etaA;
    const br_real t83 = -(t37 * (BR_C(1.0) - t37));
    const br_real t91 = -r * va;
    const br_real t93 = t91 * etaB;
    const br_real t94 = t39 * (t82 == 0 ? 0 : t82 * t91);
    const br_real t116 = v * (t94 == 0 ? 0 : t94 * t41) - t46 + t30 * (t83 == 0 ? 0 : t83 * t93) + t30 * (t75 == 0 ? 0 : t75 * t93);
    const br_real t121 = t116 * y;
    t->t52.lane[lane] += z + sigma * d;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t121;
    jet[AT(n + i)] = BR_C(1.0) + sigma * t121;
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
    br_real t71[BR_TILE];
    br_real t86[BR_TILE];
    br_lane_sum t166;
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
    const br_real t71 = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    const br_real t85 = -t23;
    const br_real t86 = t85 == 0 ? 0 : t85 * (BR_C(2.0) * t18);
    t->c[j] = c;
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
    t->t71[j] = t71;
    t->t86[j] = t86;
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
    const br_real t71 = t->t71[j];
    const br_real t75 = t33 * (BR_C(1.0) - t33);
    const br_real t81 = etaB * (BR_C(1.0) - etaB);
    const br_real t82 = t81 == 0 ? 0 : t81 * etaA;
    const br_real t83 = -(t37 * (BR_C(1.0) - t37));
    const br_real t86 = t->t86[j];
    const br_real t88 = -r;
    const br_real t91 = t88 * va;
    const br_real t93 = t91 * etaB;
    const br_real t94 = t39 * (t82 == 0 ? 0 : t82 * t91);
    const br_real t97 = t94 == 0 ? 0 : t94 * t41;
    const br_real t116 = v * t97 - t46 + t30 * (t83 == 0 ? 0 : t83 * t93) + t30 * (t75 == 0 ? 0 : t75 * t93);
    const br_real t121 = t116 * y;
    const br_real t130 = t86 == 0 ? 0 : t86 * (t116 * z * -(y * y) * nu * FC);
    const br_real t135 = BR_C(1.0) + t88 * (t45 * t71) + (t97 == 0 ? 0 : t97 * r) + (t130 == 0 ? 0 : t130 * t41);
    t->t52.lane[lane] += z + sigma * d;
    t->t166.lane[lane] += sigma * t135;
    out[AT(i)] = z_dot;
    jet[AT(i)] = kappa * t121;
    jet[AT(n + i)] = BR_C(1.0) + sigma * t121;
    jet[AT(2 * n + i)] = kappa * t135;
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
    const br_real t166 = t->t166.lane[j];
    out[AT(n)] = F;
    jet[AT(11 * n)] = sigma2 + t166;
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
            t.t166.lane[j] = 0;
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
    t.t166.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t52.lane[j] = 0;
            t.t166.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_rate_jet_some_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t52.all += t.t52.lane[j];
            t.t166.all += t.t166.lane[j];
        }
    }
    t.t52.lane[0] = t.t52.all;
    t.t166.lane[0] = t.t166.all;
    sgms_rate_jet_some_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(sgms_rate_jet_some, size[0] >= BR_SOME)

struct sgms_lie_held_tile { // what one stage hands to the next
    br_real s[BR_TILE];
    br_real va[BR_TILE];
    br_real t41[BR_TILE];
    br_real t71[BR_TILE];
    br_real t86[BR_TILE];
};

BR_INLINE void sgms_lie_held_point0(BR_POINT, BR_VALUES, struct sgms_lie_held_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real t18 = v / vs;
    const br_real t23 = beta * br_exp(-(t18 * t18));
    const br_real s = FC * (BR_C(1.0) + t23);
    const br_real va = br_abs(v);
    const br_real t41 = BR_C(1.0) / vs;
    const br_real t71 = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    const br_real t85 = -t23;
    const br_real t86 = t85 == 0 ? 0 : t85 * (BR_C(2.0) * t18);
    t->s[j] = s;
    t->va[j] = va;
    t->t41[j] = t41;
    t->t71[j] = t71;
    t->t86[j] = t86;
}

BR_INLINE void sgms_lie_held_element0(BR_ELEMENT, BR_VALUES, struct sgms_lie_held_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real FC = P(3 * n);
    const br_real zeta = P(3 + 3 * n);
    const br_real lambda = P(5 + 3 * n);
    const br_real gamma = P(6 + 3 * n);
    const br_real s = t->s[j];
    const br_real va = t->va[j];
    const br_real y = BR_C(1.0) / (nu * s);
    const br_real t41 = t->t41[j];
    const br_real t71 = t->t71[j];
    const br_real t86 = t->t86[j];
    out[AT(i)] = v;
    out[AT(n + i)] = kappa;
    out[AT(2 * n + i)] = nu;
    out[AT(3 * n + i)] = FC;
    out[AT(4 * n + i)] = zeta;
    out[AT(5 * n + i)] = va;
    out[AT(6 * n + i)] = y;
    out[AT(7 * n + i)] = BR_C(2.0) * lambda;
    out[AT(8 * n + i)] = BR_C(2.0) * gamma;
    out[AT(9 * n + i)] = t41;
    out[AT(10 * n + i)] = t71;
    out[AT(11 * n + i)] = -(y * y);
    out[AT(12 * n + i)] = t86;
}

BR_INLINE void sgms_lie_held_points(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct sgms_lie_held_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_lie_held_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                sgms_lie_held_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
    }
}

BR_INLINE void sgms_lie_held_elements(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct sgms_lie_held_tile t;
    sgms_lie_held_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            sgms_lie_held_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_INLINE void sgms_lie_substep(BR_SUBSTEP)
{
    const br_real v = HELD(0);
    const br_real z = now[j];
    const br_real kappa = HELD(1);
    const br_real nu = HELD(2);
    const br_real FC = HELD(3);
    const br_real zeta = HELD(4);
    const br_real va = HELD(5);
    const br_real y = HELD(6);
    const br_real r = z * y;
    const br_real t30 = HELD(7);
    const br_real t33 = br_logistic(t30 * (r - zeta));
    const br_real t37 = br_logistic(-(t30 * (r + zeta)));
    const br_real etaA = t33 + t37;
    const br_real t39 = HELD(8);
    const br_real t41 = HELD(9);
    const br_real etaB = br_logistic(t39 * (r * v * t41));
    const br_real t45 = etaA * etaB;
    const br_real t46 = t45 * va;
    const br_real d = v - t46 * r;
    const br_real z_dot = kappa * d;
    const br_real t71 = HELD(10);
    const br_real t73 = HELD(11);
    const br_real t86 = HELD(12);
    const br_real t88 = -r;
    const br_real t91 = t88 * va;
    const br_real t93 = t91 * etaB;
    const br_real t97 = t39 * (etaB * (BR_C(1.0) - etaB) * etaA * t91) * t41;
    const br_real t116 = v * t97 - t46 + t30 * (-(t37 * (BR_C(1.0) - t37)) * t93) + t30 * (t33 * (BR_C(1.0) - t33) * t93);
    const br_real t168 = kappa * (BR_C(1.0) + t88 * (t45 * t71) + t97 * r + t86 * (t116 * z * t73 * nu * FC) * t41);
    const br_real share = BR_C(1.0) / (BR_C(1.0) - h * (kappa * (t116 * y)));
    now[j] = z + h * z_dot * share;
    if (by > 0) {
        slopes[0][j] = slopes[0][j] * share;
        slopes[1][j] = (slopes[1][j] + h * d) * share;
    }
    if (by > 1) {
        slopes[2][j] = (slopes[2][j] + h * t168) * share;
    }
}

BR_ELEMENTS_LIE(sgms_lie, size[0] >= BR_SOME, count * size[0], 13, 2, 3)

