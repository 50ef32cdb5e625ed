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
//     void br_dam_rate(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p, int each, br_real *out);
// and named brf_ where br_real is float
//     br_dam_rate       rates and outputs; results: out
//     br_dam_rate_jet   and their derivatives; results: out, jet
//     br_dam_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_dam_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
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

#include "law/printed/tile.h"
#include "num/base/real.h" // compiled twice

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
struct dam_rate_tile { // what one stage hands to the next
    br_real c[BR_TILE];
    br_lane_sum t34;
};

BR_INLINE void dam_rate_point0(BR_POINT, BR_VALUES, struct dam_rate_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real a = x[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real tau_d = P(3 + 3 * n);
    const br_real sigma2 = P(4 + 3 * n);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real s = FC * (BR_C(1.0) + beta * br_exp(-(t15 * t15)));
    const br_real a_dot = (s - a) / tau_d;
    t->c[j] = c;
    out[AT(0)] = a_dot;
}

BR_INLINE void dam_rate_element0(BR_ELEMENT, BR_VALUES, struct dam_rate_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real a = x[AT(0)];
    const br_real z = x[AT(1 + i)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real sigma = P(2 * n + i);
    const br_real t25 = kappa * z;
    const br_real t28 = nu * a;
    const br_real f = br_min(br_max(t25 + sigma * v, -t28), t28);
    const br_real z_dot = (f - t25) / sigma;
    t->t34.lane[lane] += f;
    out[AT(1 + i)] = z_dot;
}

BR_INLINE void dam_rate_point1(BR_POINT, BR_VALUES, struct dam_rate_tile *t)
{
    const int n = size[0];
    const br_real c = t->c[j];
    const br_real t34 = t->t34.lane[j];
    const br_real F = t34 + c;
    out[AT(1 + n)] = F;
}

BR_INLINE void dam_rate_points(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct dam_rate_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                dam_rate_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_INLINE void dam_rate_elements(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct dam_rate_tile t;
    dam_rate_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    t.t34.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    dam_rate_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
}

BR_ELEMENTS_VALUES(dam_rate, size[0] >= BR_SOME)

struct dam_rate_jet_tile { // what one stage hands to the next
    br_real c[BR_TILE];
    br_lane_sum t34;
    br_lane_sum t90;
    br_lane_sum t94;
};

BR_INLINE void dam_rate_jet_point0(BR_POINT, BR_JET, struct dam_rate_jet_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real a = x[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real tau_d = P(3 + 3 * n);
    const br_real sigma2 = P(4 + 3 * n);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real t19 = br_exp(-(t15 * t15));
    const br_real t20 = beta * t19;
    const br_real t21 = BR_C(1.0) + t20;
    const br_real s = FC * t21;
    const br_real a_dot = (s - a) / tau_d;
    const br_real t42 = BR_C(1.0) / vs;
    const br_real t46 = BR_C(1.0) / tau_d;
    const br_real t59 = -t20;
    const br_real t60 = t59 == 0 ? 0 : t59 * (BR_C(2.0) * t15);
    const br_real t73 = t46 * FC;
    const br_real t75 = t60 == 0 ? 0 : t60 * t73;
    t->c[j] = c;
    out[AT(0)] = a_dot;
    jet[AT(0)] = -t46;
    jet[AT(2 + 3 * n)] = t75 == 0 ? 0 : t75 * t42;
    jet[AT(3 + 3 * n)] = t46 * t21;
    jet[AT(4 + 3 * n)] = t73 * t19;
    jet[AT(5 + 3 * n)] = t75 == 0 ? 0 : t75 * -(t15 * t42);
    jet[AT(6 + 3 * n)] = -(a_dot * t46);
    jet[AT(8 + 10 * n)] = v;
}

BR_INLINE void dam_rate_jet_element0(BR_ELEMENT, BR_JET, struct dam_rate_jet_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real a = x[AT(0)];
    const br_real z = x[AT(1 + i)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real sigma = P(2 * n + i);
    const br_real t25 = kappa * z;
    const br_real t27 = t25 + sigma * v;
    const br_real t28 = nu * a;
    const br_real t29 = -t28;
    const br_real t30 = br_max(t27, t29);
    const br_real f = br_min(t30, t28);
    const br_real z_dot = (f - t25) / sigma;
    const br_real t50 = t29 <= t27 ? BR_C(1.0) : BR_C(0.0);
    const br_real t53 = t30 <= t28 ? BR_C(1.0) : BR_C(0.0);
    const br_real t55 = BR_C(1.0) / sigma;
    const br_real t58 = -(t29 <= t27 ? BR_C(0.0) : BR_C(1.0));
    const br_real t61 = -t55;
    const br_real t65 = (t30 <= t28 ? BR_C(0.0) : BR_C(1.0)) + (t53 == BR_C(0.0) ? BR_C(0.0) : t58 == 0 ? 0 : t58 * t53);
    const br_real t67 = t53 == BR_C(0.0) ? BR_C(0.0) : t50 == 0 ? 0 : t50 * t53;
    const br_real t68 = nu * t65;
    const br_real t69 = a * t65;
    const br_real t70 = sigma * t67;
    const br_real t71 = v * t67;
    const br_real t79 = kappa * t67;
    const br_real t81 = z * t67;
    t->t34.lane[lane] += f;
    t->t90.lane[lane] += t70;
    t->t94.lane[lane] += t68;
    out[AT(1 + i)] = z_dot;
    jet[AT(1 + i)] = t68 == 0 ? 0 : t68 * t55;
    jet[AT(1 + n + i)] = t61 * kappa + (t79 == 0 ? 0 : t79 * t55);
    jet[AT(2 + 2 * n + i)] = t79;
    jet[AT(7 + 3 * n + i)] = t70 == 0 ? 0 : t70 * t55;
    jet[AT(7 + 4 * n + i)] = t61 * z + (t81 == 0 ? 0 : t81 * t55);
    jet[AT(7 + 5 * n + i)] = t69 == 0 ? 0 : t69 * t55;
    jet[AT(7 + 6 * n + i)] = (t71 == 0 ? 0 : t71 * t55) - z_dot * t55;
    jet[AT(8 + 7 * n + i)] = t81;
    jet[AT(8 + 8 * n + i)] = t69;
    jet[AT(8 + 9 * n + i)] = t71;
}

BR_INLINE void dam_rate_jet_point1(BR_POINT, BR_JET, struct dam_rate_jet_tile *t)
{
    const int n = size[0];
    const br_real sigma2 = P(4 + 3 * n);
    const br_real c = t->c[j];
    const br_real t34 = t->t34.lane[j];
    const br_real F = t34 + c;
    const br_real t90 = t->t90.lane[j];
    const br_real t94 = t->t94.lane[j];
    out[AT(1 + n)] = F;
    jet[AT(1 + 2 * n)] = t94;
    jet[AT(7 + 7 * n)] = sigma2 + t90;
}

BR_INLINE void dam_rate_jet_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct dam_rate_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
            t.t90.lane[j] = 0;
            t.t94.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                dam_rate_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void dam_rate_jet_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct dam_rate_jet_tile t;
    dam_rate_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t34.all = 0;
    t.t90.all = 0;
    t.t94.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
            t.t90.lane[j] = 0;
            t.t94.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
            t.t90.all += t.t90.lane[j];
            t.t94.all += t.t94.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    t.t90.lane[0] = t.t90.all;
    t.t94.lane[0] = t.t94.all;
    dam_rate_jet_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(dam_rate_jet, size[0] >= BR_SOME)

struct dam_rate_jet_x_tile { // what one stage hands to the next
    br_real c[BR_TILE];
    br_lane_sum t34;
    br_lane_sum t94;
};

BR_INLINE void dam_rate_jet_x_point0(BR_POINT, BR_JET, struct dam_rate_jet_x_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real a = x[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real tau_d = P(3 + 3 * n);
    const br_real sigma2 = P(4 + 3 * n);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real s = FC * (BR_C(1.0) + beta * br_exp(-(t15 * t15)));
    const br_real a_dot = (s - a) / tau_d;
    t->c[j] = c;
    out[AT(0)] = a_dot;
    jet[AT(0)] = -(BR_C(1.0) / tau_d);
}

BR_INLINE void dam_rate_jet_x_element0(BR_ELEMENT, BR_JET, struct dam_rate_jet_x_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real a = x[AT(0)];
    const br_real z = x[AT(1 + i)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real sigma = P(2 * n + i);
    const br_real t25 = kappa * z;
    const br_real t27 = t25 + sigma * v;
    const br_real t28 = nu * a;
    const br_real t29 = -t28;
    const br_real t30 = br_max(t27, t29);
    const br_real f = br_min(t30, t28);
    const br_real z_dot = (f - t25) / sigma;
    const br_real t50 = t29 <= t27 ? BR_C(1.0) : BR_C(0.0);
    const br_real t53 = t30 <= t28 ? BR_C(1.0) : BR_C(0.0);
    const br_real t55 = BR_C(1.0) / sigma;
    const br_real t58 = -(t29 <= t27 ? BR_C(0.0) : BR_C(1.0));
    const br_real t68 = nu * ((t30 <= t28 ? BR_C(0.0) : BR_C(1.0)) + (t53 == BR_C(0.0) ? BR_C(0.0) : t58 == 0 ? 0 : t58 * t53));
    const br_real t79 = kappa * (t53 == BR_C(0.0) ? BR_C(0.0) : t50 == 0 ? 0 : t50 * t53);
    t->t34.lane[lane] += f;
    t->t94.lane[lane] += t68;
    out[AT(1 + i)] = z_dot;
    jet[AT(1 + i)] = t68 == 0 ? 0 : t68 * t55;
    jet[AT(1 + n + i)] = -t55 * kappa + (t79 == 0 ? 0 : t79 * t55);
    jet[AT(2 + 2 * n + i)] = t79;
}

BR_INLINE void dam_rate_jet_x_point1(BR_POINT, BR_JET, struct dam_rate_jet_x_tile *t)
{
    const int n = size[0];
    const br_real c = t->c[j];
    const br_real t34 = t->t34.lane[j];
    const br_real F = t34 + c;
    const br_real t94 = t->t94.lane[j];
    out[AT(1 + n)] = F;
    jet[AT(1 + 2 * n)] = t94;
}

BR_INLINE void dam_rate_jet_x_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct dam_rate_jet_x_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
            t.t94.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                dam_rate_jet_x_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_x_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void dam_rate_jet_x_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct dam_rate_jet_x_tile t;
    dam_rate_jet_x_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t34.all = 0;
    t.t94.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
            t.t94.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_x_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
            t.t94.all += t.t94.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    t.t94.lane[0] = t.t94.all;
    dam_rate_jet_x_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(dam_rate_jet_x, size[0] >= BR_SOME)

struct dam_rate_jet_some_tile { // what one stage hands to the next
    br_real c[BR_TILE];
    br_lane_sum t34;
    br_lane_sum t90;
    br_lane_sum t94;
};

BR_INLINE void dam_rate_jet_some_point0(BR_POINT, BR_JET, struct dam_rate_jet_some_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real a = x[AT(0)];
    const br_real FC = P(3 * n);
    const br_real beta = P(1 + 3 * n);
    const br_real vs = P(2 + 3 * n);
    const br_real tau_d = P(3 + 3 * n);
    const br_real sigma2 = P(4 + 3 * n);
    const br_real c = sigma2 * v;
    const br_real t15 = v / vs;
    const br_real t20 = beta * br_exp(-(t15 * t15));
    const br_real s = FC * (BR_C(1.0) + t20);
    const br_real a_dot = (s - a) / tau_d;
    const br_real t46 = BR_C(1.0) / tau_d;
    const br_real t59 = -t20;
    const br_real t60 = t59 == 0 ? 0 : t59 * (BR_C(2.0) * t15);
    const br_real t75 = t60 == 0 ? 0 : t60 * (t46 * FC);
    t->c[j] = c;
    out[AT(0)] = a_dot;
    jet[AT(0)] = -t46;
    jet[AT(2 + 3 * n)] = t75 == 0 ? 0 : t75 * (BR_C(1.0) / vs);
    jet[AT(8 + 10 * n)] = v;
}

BR_INLINE void dam_rate_jet_some_element0(BR_ELEMENT, BR_JET, struct dam_rate_jet_some_tile *t)
{
    const int n = size[0];
    const br_real v = u[AT(0)];
    const br_real a = x[AT(0)];
    const br_real z = x[AT(1 + i)];
    const br_real kappa = P(i);
    const br_real nu = P(n + i);
    const br_real sigma = P(2 * n + i);
    const br_real t25 = kappa * z;
    const br_real t27 = t25 + sigma * v;
    const br_real t28 = nu * a;
    const br_real t29 = -t28;
    const br_real t30 = br_max(t27, t29);
    const br_real f = br_min(t30, t28);
    const br_real z_dot = (f - t25) / sigma;
    const br_real t50 = t29 <= t27 ? BR_C(1.0) : BR_C(0.0);
    const br_real t53 = t30 <= t28 ? BR_C(1.0) : BR_C(0.0);
    const br_real t55 = BR_C(1.0) / sigma;
    const br_real t58 = -(t29 <= t27 ? BR_C(0.0) : BR_C(1.0));
    const br_real t67 = t53 == BR_C(0.0) ? BR_C(0.0) : t50 == 0 ? 0 : t50 * t53;
    const br_real t68 = nu * ((t30 <= t28 ? BR_C(0.0) : BR_C(1.0)) + (t53 == BR_C(0.0) ? BR_C(0.0) : t58 == 0 ? 0 : t58 * t53));
    const br_real t70 = sigma * t67;
    const br_real t79 = kappa * t67;
    t->t34.lane[lane] += f;
    t->t90.lane[lane] += t70;
    t->t94.lane[lane] += t68;
    out[AT(1 + i)] = z_dot;
    jet[AT(1 + i)] = t68 == 0 ? 0 : t68 * t55;
    jet[AT(1 + n + i)] = -t55 * kappa + (t79 == 0 ? 0 : t79 * t55);
    jet[AT(2 + 2 * n + i)] = t79;
    jet[AT(7 + 3 * n + i)] = t70 == 0 ? 0 : t70 * t55;
}

BR_INLINE void dam_rate_jet_some_point1(BR_POINT, BR_JET, struct dam_rate_jet_some_tile *t)
{
    const int n = size[0];
    const br_real sigma2 = P(4 + 3 * n);
    const br_real c = t->c[j];
    const br_real t34 = t->t34.lane[j];
    const br_real F = t34 + c;
    const br_real t90 = t->t90.lane[j];
    const br_real t94 = t->t94.lane[j];
    out[AT(1 + n)] = F;
    jet[AT(1 + 2 * n)] = t94;
    jet[AT(7 + 7 * n)] = sigma2 + t90;
}

BR_INLINE void dam_rate_jet_some_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct dam_rate_jet_some_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_some_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
            t.t90.lane[j] = 0;
            t.t94.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                dam_rate_jet_some_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_some_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void dam_rate_jet_some_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct dam_rate_jet_some_tile t;
    dam_rate_jet_some_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t34.all = 0;
    t.t90.all = 0;
    t.t94.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
            t.t90.lane[j] = 0;
            t.t94.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            dam_rate_jet_some_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
            t.t90.all += t.t90.lane[j];
            t.t94.all += t.t94.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    t.t90.lane[0] = t.t90.all;
    t.t94.lane[0] = t.t94.all;
    dam_rate_jet_some_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(dam_rate_jet_some, size[0] >= BR_SOME)

