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
//     br_gms_margin     how far each transition's guard is from holding; results: out
//     br_gms_margin_jet and their derivatives; results: out, jet
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

#include "num/base/fp.h"

#include "law/printed/tile.h"

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
struct gms_rate_tile { // what one stage hands to the next
    double c[BR_TILE];
    double s[BR_TILE];
    br_lane_sum t34;
};

BR_INLINE void gms_rate_point0(BR_POINT, BR_VALUES, struct gms_rate_tile *t)
{
    const int n = size[0];
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

BR_INLINE void gms_rate_element0(BR_ELEMENT, BR_VALUES, struct gms_rate_tile *t)
{
    const int n = size[0];
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
    t->t34.lane[lane] += z + sigma * d;
    out[AT(i)] = z_dot;
}

BR_INLINE void gms_rate_point1(BR_POINT, BR_VALUES, struct gms_rate_tile *t)
{
    const int n = size[0];
    const double c = t->c[j];
    const double t34 = t->t34.lane[j];
    const double F = t34 + c;
    out[AT(n)] = F;
}

BR_INLINE void gms_rate_points(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct gms_rate_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                gms_rate_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_INLINE void gms_rate_elements(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct gms_rate_tile t;
    gms_rate_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    t.t34.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    gms_rate_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
}

BR_ELEMENTS_VALUES(gms_rate, size[0] >= BR_SOME)

struct gms_rate_jet_tile { // what one stage hands to the next
    double c[BR_TILE];
    double t18[BR_TILE];
    double t20[BR_TILE];
    double s[BR_TILE];
    br_lane_sum t34;
    double t52[BR_TILE];
    double t54[BR_TILE];
    double t56[BR_TILE];
    double t67[BR_TILE];
    br_lane_sum t70;
    br_lane_sum t99;
    br_lane_sum t102;
    br_lane_sum t108;
    br_lane_sum t114;
    br_lane_sum t123;
};

BR_INLINE void gms_rate_jet_point0(BR_POINT, BR_JET, struct gms_rate_jet_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double sigma2 = P(4 + 3 * n);
    const double c = sigma2 * v;
    const double t14 = v / vs;
    const double t18 = br_exp(-(t14 * t14));
    const double t19 = beta * t18;
    const double t20 = 1.0 + t19;
    const double s = FC * t20;
    const double t52 = 1.0 / vs;
    const double t54 = -(t14 * t52);
    const double t56 = 1.0 / s;
    const double t66 = -t19;
    const double t67 = t66 == 0.0 ? 0.0 : t66 * (2.0 * t14);
    t->c[j] = c;
    t->t18[j] = t18;
    t->t20[j] = t20;
    t->s[j] = s;
    t->t52[j] = t52;
    t->t54[j] = t54;
    t->t56[j] = t56;
    t->t67[j] = t67;
    jet[AT(5 + 12 * n)] = v;
}

BR_INLINE void gms_rate_jet_element0(BR_ELEMENT, BR_JET, struct gms_rate_jet_tile *t)
{
    const int n = size[0];
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double nu = P(n + i);
    const double sigma = P(2 * n + i);
    const double FC = P(3 * n);
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
    const double t52 = t->t52[j];
    const double t54 = t->t54[j];
    const double t56 = t->t56[j];
    const double t59 = mode == 0 ? 1.0 : mode == 1 ? 0.0 : 0.0;
    const double t60 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
    const double t61 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
    const double t62 = 1.0 / kappa;
    const double t67 = t->t67[j];
    const double t68 = sigma * (t60 + t61);
    const double t72 = t68 == 0.0 ? 0.0 : t68 * t62;
    const double t73 = C * t61;
    const double t76 = C * t60;
    const double t78 = (t61 == 0.0 ? 0.0 : t61 * t27) + (t60 == 0.0 ? 0.0 : t60 * t24);
    const double t80 = -t73 - t76;
    const double t81 = t76 - t73;
    const double t82 = t80 == 0.0 ? 0.0 : t80 * -(t23 * t56);
    const double t83 = t80 == 0.0 ? 0.0 : t80 * t56;
    const double t85 = v * t59;
    const double t86 = FC * t82;
    const double t87 = t82 == 0.0 ? 0.0 : t82 * t20;
    const double t90 = t86 == 0.0 ? 0.0 : t67 == 0.0 ? 0.0 : t67 * t86;
    const double t91 = t86 == 0.0 ? 0.0 : t86 * t18;
    const double t92 = t90 == 0.0 ? 0.0 : t90 * t54;
    const double t94 = kappa * t59 + (t90 == 0.0 ? 0.0 : t90 * t52);
    const double t111 = (t68 == 0.0 ? 0.0 : t68 * -(t30 * t62)) + (t72 == 0.0 ? 0.0 : t85 == 0.0 ? 0.0 : t85 * t72);
    t->t34.lane[lane] += z + sigma * d;
    t->t70.lane[lane] += sigma * t59;
    t->t99.lane[lane] += t72 == 0.0 ? 0.0 : t92 == 0.0 ? 0.0 : t92 * t72;
    t->t102.lane[lane] += t72 == 0.0 ? 0.0 : t91 == 0.0 ? 0.0 : t91 * t72;
    t->t108.lane[lane] += t72 == 0.0 ? 0.0 : t87 == 0.0 ? 0.0 : t87 * t72;
    t->t114.lane[lane] += t72 == 0.0 ? 0.0 : t94 == 0.0 ? 0.0 : t94 * t72;
    t->t123.lane[lane] += t72 == 0.0 ? 0.0 : t78 == 0.0 ? 0.0 : t78 * t72;
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

BR_INLINE void gms_rate_jet_point1(BR_POINT, BR_JET, struct gms_rate_jet_tile *t)
{
    const int n = size[0];
    const double sigma2 = P(4 + 3 * n);
    const double c = t->c[j];
    const double t34 = t->t34.lane[j];
    const double F = t34 + c;
    const double t70 = t->t70.lane[j];
    const double t99 = t->t99.lane[j];
    const double t102 = t->t102.lane[j];
    const double t108 = t->t108.lane[j];
    const double t114 = t->t114.lane[j];
    const double t123 = t->t123.lane[j];
    out[AT(n)] = F;
    jet[AT(9 * n)] = t70 + sigma2 + t114;
    jet[AT(1 + 12 * n)] = t108;
    jet[AT(2 + 12 * n)] = t102;
    jet[AT(3 + 12 * n)] = t99;
    jet[AT(4 + 12 * n)] = t123;
}

BR_INLINE void gms_rate_jet_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct gms_rate_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
            t.t70.lane[j] = 0;
            t.t99.lane[j] = 0;
            t.t102.lane[j] = 0;
            t.t108.lane[j] = 0;
            t.t114.lane[j] = 0;
            t.t123.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                gms_rate_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_jet_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void gms_rate_jet_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct gms_rate_jet_tile t;
    gms_rate_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t34.all = 0;
    t.t70.all = 0;
    t.t99.all = 0;
    t.t102.all = 0;
    t.t108.all = 0;
    t.t114.all = 0;
    t.t123.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
            t.t70.lane[j] = 0;
            t.t99.lane[j] = 0;
            t.t102.lane[j] = 0;
            t.t108.lane[j] = 0;
            t.t114.lane[j] = 0;
            t.t123.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
            t.t70.all += t.t70.lane[j];
            t.t99.all += t.t99.lane[j];
            t.t102.all += t.t102.lane[j];
            t.t108.all += t.t108.lane[j];
            t.t114.all += t.t114.lane[j];
            t.t123.all += t.t123.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    t.t70.lane[0] = t.t70.all;
    t.t99.lane[0] = t.t99.all;
    t.t102.lane[0] = t.t102.all;
    t.t108.lane[0] = t.t108.all;
    t.t114.lane[0] = t.t114.all;
    t.t123.lane[0] = t.t123.all;
    gms_rate_jet_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(gms_rate_jet, size[0] >= BR_SOME)

struct gms_rate_jet_x_tile { // what one stage hands to the next
    double c[BR_TILE];
    double s[BR_TILE];
    br_lane_sum t34;
    double t56[BR_TILE];
};

BR_INLINE void gms_rate_jet_x_point0(BR_POINT, BR_JET, struct gms_rate_jet_x_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double sigma2 = P(4 + 3 * n);
    const double c = sigma2 * v;
    const double t14 = v / vs;
    const double s = FC * (1.0 + beta * br_exp(-(t14 * t14)));
    const double t56 = 1.0 / s;
    t->c[j] = c;
    t->s[j] = s;
    t->t56[j] = t56;
}

BR_INLINE void gms_rate_jet_x_element0(BR_ELEMENT, BR_JET, struct gms_rate_jet_x_tile *t)
{
    const int n = size[0];
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
    const double t56 = t->t56[j];
    const double t60 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
    const double t61 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
    const double t68 = sigma * (t60 + t61);
    const double t72 = t68 == 0.0 ? 0.0 : t68 * (1.0 / kappa);
    const double t80 = -(C * t61) - C * t60;
    const double t83 = t80 == 0.0 ? 0.0 : t80 * t56;
    t->t34.lane[lane] += z + sigma * d;
    out[AT(i)] = z_dot;
    jet[AT(i)] = t83;
    jet[AT(n + i)] = 1.0 + (t72 == 0.0 ? 0.0 : t83 == 0.0 ? 0.0 : t83 * t72);
}

BR_INLINE void gms_rate_jet_x_point1(BR_POINT, BR_JET, struct gms_rate_jet_x_tile *t)
{
    const int n = size[0];
    const double c = t->c[j];
    const double t34 = t->t34.lane[j];
    const double F = t34 + c;
    out[AT(n)] = F;
}

BR_INLINE void gms_rate_jet_x_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct gms_rate_jet_x_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                gms_rate_jet_x_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_jet_x_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void gms_rate_jet_x_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct gms_rate_jet_x_tile t;
    gms_rate_jet_x_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t34.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t34.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_rate_jet_x_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t34.all += t.t34.lane[j];
        }
    }
    t.t34.lane[0] = t.t34.all;
    gms_rate_jet_x_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(gms_rate_jet_x, size[0] >= BR_SOME)

// The mode after the transitions: of each mode, the first whose guard holds.
struct gms_mode_tile { // what one stage hands to the next
    double s[BR_TILE];
};

BR_INLINE void gms_mode_point0(BR_POINT, BR_MODES, struct gms_mode_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double t14 = v / vs;
    const double s = FC * (1.0 + beta * br_exp(-(t14 * t14)));
    t->s[j] = s;
}

BR_INLINE void gms_mode_element0(BR_ELEMENT, BR_MODES, struct gms_mode_tile *t)
{
    const int n = size[0];
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

BR_INLINE void gms_mode_points(BR_LOOP, BR_MODES, const int w)
{
    const int n = size[0];
    struct gms_mode_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_mode_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, next, &t);
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                gms_mode_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, next, &t);
        }
    }
}

BR_INLINE void gms_mode_elements(BR_LOOP, BR_MODES, const int w)
{
    const int n = size[0];
    struct gms_mode_tile t;
    gms_mode_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, next, &t);
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_mode_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, next, &t);
    }
}

BR_ELEMENTS_MODES(gms_mode, size[0] >= BR_SOME)

struct gms_margin_tile { // what one stage hands to the next
    double s[BR_TILE];
    double t130[BR_TILE];
    double t131[BR_TILE];
};

BR_INLINE void gms_margin_point0(BR_POINT, BR_VALUES, struct gms_margin_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double t14 = v / vs;
    const double s = FC * (1.0 + beta * br_exp(-(t14 * t14)));
    const double t130 = v <= 0.0 ? (1.0 / 0.0) : (-1.0 / 0.0);
    const double t131 = 0.0 <= v ? (1.0 / 0.0) : (-1.0 / 0.0);
    t->s[j] = s;
    t->t130[j] = t130;
    t->t131[j] = t131;
}

BR_INLINE void gms_margin_element0(BR_ELEMENT, BR_VALUES, struct gms_margin_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double nu = P(n + i);
    const double s = t->s[j];
    const double t36 = nu * s;
    const double t130 = t->t130[j];
    const double t131 = t->t131[j];
    out[AT(i)] = 0.0 < v ? z - t36 : (-1.0 / 0.0);
    out[AT(n + i)] = v < 0.0 ? -t36 - z : (-1.0 / 0.0);
    out[AT(2 * n + i)] = t130;
    out[AT(3 * n + i)] = t131;
}

BR_INLINE void gms_margin_points(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct gms_margin_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_margin_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                gms_margin_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
    }
}

BR_INLINE void gms_margin_elements(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct gms_margin_tile t;
    gms_margin_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_margin_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_ELEMENTS_VALUES(gms_margin, size[0] >= BR_SOME)

struct gms_margin_jet_tile { // what one stage hands to the next
    double t18[BR_TILE];
    double t20[BR_TILE];
    double s[BR_TILE];
    double t52[BR_TILE];
    double t54[BR_TILE];
    double t67[BR_TILE];
    double t130[BR_TILE];
    double t131[BR_TILE];
    double t132[BR_TILE];
    double t140[BR_TILE];
    double t141[BR_TILE];
    double t164[BR_TILE];
    double t165[BR_TILE];
};

BR_INLINE void gms_margin_jet_point0(BR_POINT, BR_JET, struct gms_margin_jet_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double FC = P(3 * n);
    const double beta = P(1 + 3 * n);
    const double vs = P(2 + 3 * n);
    const double t14 = v / vs;
    const double t18 = br_exp(-(t14 * t14));
    const double t19 = beta * t18;
    const double t20 = 1.0 + t19;
    const double s = FC * t20;
    const double t52 = 1.0 / vs;
    const double t54 = -(t14 * t52);
    const double t66 = -t19;
    const double t67 = t66 == 0.0 ? 0.0 : t66 * (2.0 * t14);
    const double t130 = v <= 0.0 ? (1.0 / 0.0) : (-1.0 / 0.0);
    const double t131 = 0.0 <= v ? (1.0 / 0.0) : (-1.0 / 0.0);
    const double t132 = 0.0 < v ? 1.0 : 0.0;
    const double t140 = -(v < 0.0 ? 1.0 : 0.0);
    const double t141 = -t132;
    const double t164 = t141 == 0.0 ? 0.0 : t141 * s;
    const double t165 = t140 == 0.0 ? 0.0 : t140 * s;
    t->t18[j] = t18;
    t->t20[j] = t20;
    t->s[j] = s;
    t->t52[j] = t52;
    t->t54[j] = t54;
    t->t67[j] = t67;
    t->t130[j] = t130;
    t->t131[j] = t131;
    t->t132[j] = t132;
    t->t140[j] = t140;
    t->t141[j] = t141;
    t->t164[j] = t164;
    t->t165[j] = t165;
}

BR_INLINE void gms_margin_jet_element0(BR_ELEMENT, BR_JET, struct gms_margin_jet_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double nu = P(n + i);
    const double FC = P(3 * n);
    const double t18 = t->t18[j];
    const double t20 = t->t20[j];
    const double s = t->s[j];
    const double t36 = nu * s;
    const double t52 = t->t52[j];
    const double t54 = t->t54[j];
    const double t67 = t->t67[j];
    const double t130 = t->t130[j];
    const double t131 = t->t131[j];
    const double t132 = t->t132[j];
    const double t140 = t->t140[j];
    const double t141 = t->t141[j];
    const double t142 = nu * FC;
    const double t143 = nu * t20;
    const double t144 = t142 * t67;
    const double t145 = t142 * t18;
    const double t146 = t144 == 0.0 ? 0.0 : t144 * t54;
    const double t147 = t144 == 0.0 ? 0.0 : t144 * t52;
    const double t164 = t->t164[j];
    const double t165 = t->t165[j];
    out[AT(i)] = 0.0 < v ? z - t36 : (-1.0 / 0.0);
    out[AT(n + i)] = v < 0.0 ? -t36 - z : (-1.0 / 0.0);
    out[AT(2 * n + i)] = t130;
    out[AT(3 * n + i)] = t131;
    jet[AT(i)] = t132;
    jet[AT(n + i)] = t140;
    jet[AT(2 * n + i)] = t141 == 0.0 ? 0.0 : t147 == 0.0 ? 0.0 : t147 * t141;
    jet[AT(3 * n + i)] = t164;
    jet[AT(4 * n + i)] = t141 == 0.0 ? 0.0 : t141 * t143;
    jet[AT(5 * n + i)] = t141 == 0.0 ? 0.0 : t141 * t145;
    jet[AT(6 * n + i)] = t141 == 0.0 ? 0.0 : t146 == 0.0 ? 0.0 : t146 * t141;
    jet[AT(7 * n + i)] = t140 == 0.0 ? 0.0 : t147 == 0.0 ? 0.0 : t147 * t140;
    jet[AT(8 * n + i)] = t165;
    jet[AT(9 * n + i)] = t140 == 0.0 ? 0.0 : t140 * t143;
    jet[AT(10 * n + i)] = t140 == 0.0 ? 0.0 : t140 * t145;
    jet[AT(11 * n + i)] = t140 == 0.0 ? 0.0 : t146 == 0.0 ? 0.0 : t146 * t140;
}

BR_INLINE void gms_margin_jet_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct gms_margin_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_margin_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                gms_margin_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
    }
}

BR_INLINE void gms_margin_jet_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct gms_margin_jet_tile t;
    gms_margin_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            gms_margin_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_ELEMENTS_JET(gms_margin_jet, size[0] >= BR_SOME)

