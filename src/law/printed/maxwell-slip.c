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
//     br_maxwell_slip_margin     how far each transition's guard is from holding; results: out
//     br_maxwell_slip_margin_jet and their derivatives; results: out, jet
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

#include "law/printed/tile.h"

// rates and outputs
//     out[i]                 z'
//     out[n]                 F
// their derivatives
//     jet[i]                 d F / d z
//     jet[n + i]             d z' / d v
//     jet[2 * n + i]         d z' / d kappa
//     jet[3 * n]             d F / d v
//     jet[1 + 3 * n]         d F / d sigma2
struct maxwell_slip_rate_tile { // what one stage hands to the next
    double c[BR_TILE];
    br_lane_sum t11;
};

BR_INLINE void maxwell_slip_rate_point0(BR_POINT, BR_VALUES, struct maxwell_slip_rate_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double sigma2 = P(1 + 2 * n);
    const double c = sigma2 * v;
    t->c[j] = c;
}

BR_INLINE void maxwell_slip_rate_element0(BR_ELEMENT, BR_VALUES, struct maxwell_slip_rate_tile *t)
{
    const int n = size[0];
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? 0.0 : 0.0;
    t->t11.lane[lane] += z;
    out[AT(i)] = z_dot;
}

BR_INLINE void maxwell_slip_rate_point1(BR_POINT, BR_VALUES, struct maxwell_slip_rate_tile *t)
{
    const int n = size[0];
    const double c = t->c[j];
    const double t11 = t->t11.lane[j];
    const double F = t11 + c;
    out[AT(n)] = F;
}

BR_INLINE void maxwell_slip_rate_points(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct maxwell_slip_rate_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                maxwell_slip_rate_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_INLINE void maxwell_slip_rate_elements(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct maxwell_slip_rate_tile t;
    maxwell_slip_rate_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    t.t11.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int j = from - i0; j < w; j++) {
            t.t11.all += t.t11.lane[j];
        }
    }
    t.t11.lane[0] = t.t11.all;
    maxwell_slip_rate_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
}

BR_ELEMENTS_VALUES(maxwell_slip_rate, size[0] >= BR_SOME)

struct maxwell_slip_rate_jet_tile { // what one stage hands to the next
    double c[BR_TILE];
    br_lane_sum t11;
};

BR_INLINE void maxwell_slip_rate_jet_point0(BR_POINT, BR_JET, struct maxwell_slip_rate_jet_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double sigma2 = P(1 + 2 * n);
    const double c = sigma2 * v;
    t->c[j] = c;
    jet[AT(3 * n)] = sigma2;
    jet[AT(1 + 3 * n)] = v;
}

BR_INLINE void maxwell_slip_rate_jet_element0(BR_ELEMENT, BR_JET, struct maxwell_slip_rate_jet_tile *t)
{
    const int n = size[0];
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

BR_INLINE void maxwell_slip_rate_jet_point1(BR_POINT, BR_JET, struct maxwell_slip_rate_jet_tile *t)
{
    const int n = size[0];
    const double c = t->c[j];
    const double t11 = t->t11.lane[j];
    const double F = t11 + c;
    out[AT(n)] = F;
}

BR_INLINE void maxwell_slip_rate_jet_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct maxwell_slip_rate_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                maxwell_slip_rate_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_jet_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void maxwell_slip_rate_jet_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct maxwell_slip_rate_jet_tile t;
    maxwell_slip_rate_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t11.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t11.all += t.t11.lane[j];
        }
    }
    t.t11.lane[0] = t.t11.all;
    maxwell_slip_rate_jet_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(maxwell_slip_rate_jet, size[0] >= BR_SOME)

struct maxwell_slip_rate_jet_x_tile { // what one stage hands to the next
    double c[BR_TILE];
    br_lane_sum t11;
};

BR_INLINE void maxwell_slip_rate_jet_x_point0(BR_POINT, BR_JET, struct maxwell_slip_rate_jet_x_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double sigma2 = P(1 + 2 * n);
    const double c = sigma2 * v;
    t->c[j] = c;
}

BR_INLINE void maxwell_slip_rate_jet_x_element0(BR_ELEMENT, BR_JET, struct maxwell_slip_rate_jet_x_tile *t)
{
    const int n = size[0];
    const int mode = m ? m[AT(i)] : 0;
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double kappa = P(i);
    const double z_dot = mode == 0 ? kappa * v : mode == 1 ? 0.0 : 0.0;
    t->t11.lane[lane] += z;
    out[AT(i)] = z_dot;
    jet[AT(i)] = 1.0;
}

BR_INLINE void maxwell_slip_rate_jet_x_point1(BR_POINT, BR_JET, struct maxwell_slip_rate_jet_x_tile *t)
{
    const int n = size[0];
    const double c = t->c[j];
    const double t11 = t->t11.lane[j];
    const double F = t11 + c;
    out[AT(n)] = F;
}

BR_INLINE void maxwell_slip_rate_jet_x_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct maxwell_slip_rate_jet_x_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_jet_x_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                maxwell_slip_rate_jet_x_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_jet_x_point1(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_INLINE void maxwell_slip_rate_jet_x_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct maxwell_slip_rate_jet_x_tile t;
    maxwell_slip_rate_jet_x_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    t.t11.all = 0;
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        for (int j = 0; j < w; j++) {
            t.t11.lane[j] = 0;
        }
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_rate_jet_x_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int j = from - i0; j < w; j++) {
            t.t11.all += t.t11.lane[j];
        }
    }
    t.t11.lane[0] = t.t11.all;
    maxwell_slip_rate_jet_x_point1(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
}

BR_ELEMENTS_JET(maxwell_slip_rate_jet_x, size[0] >= BR_SOME)

// The mode after the transitions: of each mode, the first whose guard holds.
BR_INLINE void maxwell_slip_mode_element0(BR_ELEMENT, BR_MODES)
{
    const int n = size[0];
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

BR_INLINE void maxwell_slip_mode_points(BR_LOOP, BR_MODES, const int w)
{
    const int n = size[0];
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                maxwell_slip_mode_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, next);
        }
    }
}

BR_INLINE void maxwell_slip_mode_elements(BR_LOOP, BR_MODES, const int w)
{
    const int n = size[0];
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_mode_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, next);
    }
}

BR_ELEMENTS_MODES(maxwell_slip_mode, size[0] >= BR_SOME)

struct maxwell_slip_margin_tile { // what one stage hands to the next
    double t41[BR_TILE];
    double t42[BR_TILE];
};

BR_INLINE void maxwell_slip_margin_point0(BR_POINT, BR_VALUES, struct maxwell_slip_margin_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double t41 = v <= 0.0 ? (1.0 / 0.0) : (-1.0 / 0.0);
    const double t42 = 0.0 <= v ? (1.0 / 0.0) : (-1.0 / 0.0);
    t->t41[j] = t41;
    t->t42[j] = t42;
}

BR_INLINE void maxwell_slip_margin_element0(BR_ELEMENT, BR_VALUES, struct maxwell_slip_margin_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double nu = P(n + i);
    const double FC = P(2 * n);
    const double W = nu * FC;
    const double t41 = t->t41[j];
    const double t42 = t->t42[j];
    out[AT(i)] = 0.0 < v ? z - W : (-1.0 / 0.0);
    out[AT(n + i)] = v < 0.0 ? -W - z : (-1.0 / 0.0);
    out[AT(2 * n + i)] = t41;
    out[AT(3 * n + i)] = t42;
}

BR_INLINE void maxwell_slip_margin_points(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct maxwell_slip_margin_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_margin_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                maxwell_slip_margin_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, &t);
        }
    }
}

BR_INLINE void maxwell_slip_margin_elements(BR_LOOP, BR_VALUES, const int w)
{
    const int n = size[0];
    struct maxwell_slip_margin_tile t;
    maxwell_slip_margin_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, &t);
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_margin_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, &t);
    }
}

BR_ELEMENTS_VALUES(maxwell_slip_margin, size[0] >= BR_SOME)

struct maxwell_slip_margin_jet_tile { // what one stage hands to the next
    double t41[BR_TILE];
    double t42[BR_TILE];
    double t43[BR_TILE];
    double t51[BR_TILE];
    double t52[BR_TILE];
    double t55[BR_TILE];
    double t56[BR_TILE];
};

BR_INLINE void maxwell_slip_margin_jet_point0(BR_POINT, BR_JET, struct maxwell_slip_margin_jet_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double FC = P(2 * n);
    const double t41 = v <= 0.0 ? (1.0 / 0.0) : (-1.0 / 0.0);
    const double t42 = 0.0 <= v ? (1.0 / 0.0) : (-1.0 / 0.0);
    const double t43 = 0.0 < v ? 1.0 : 0.0;
    const double t51 = -(v < 0.0 ? 1.0 : 0.0);
    const double t52 = -t43;
    const double t55 = FC * t52;
    const double t56 = FC * t51;
    t->t41[j] = t41;
    t->t42[j] = t42;
    t->t43[j] = t43;
    t->t51[j] = t51;
    t->t52[j] = t52;
    t->t55[j] = t55;
    t->t56[j] = t56;
}

BR_INLINE void maxwell_slip_margin_jet_element0(BR_ELEMENT, BR_JET, struct maxwell_slip_margin_jet_tile *t)
{
    const int n = size[0];
    const double v = u[AT(0)];
    const double z = x[AT(i)];
    const double nu = P(n + i);
    const double FC = P(2 * n);
    const double W = nu * FC;
    const double t41 = t->t41[j];
    const double t42 = t->t42[j];
    const double t43 = t->t43[j];
    const double t51 = t->t51[j];
    const double t52 = t->t52[j];
    const double t55 = t->t55[j];
    const double t56 = t->t56[j];
    out[AT(i)] = 0.0 < v ? z - W : (-1.0 / 0.0);
    out[AT(n + i)] = v < 0.0 ? -W - z : (-1.0 / 0.0);
    out[AT(2 * n + i)] = t41;
    out[AT(3 * n + i)] = t42;
    jet[AT(i)] = t43;
    jet[AT(n + i)] = t51;
    jet[AT(2 * n + i)] = t55;
    jet[AT(3 * n + i)] = nu * t52;
    jet[AT(4 * n + i)] = t56;
    jet[AT(5 * n + i)] = nu * t51;
}

BR_INLINE void maxwell_slip_margin_jet_points(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct maxwell_slip_margin_jet_tile t;
    for (int from = 0; from < count; from += w) {
        const int k0 = count - from < w ? count - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_margin_jet_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        for (int i = 0; i < n; i++) {
            BR_LANES
            for (int j = 0; j < w; j++)
                maxwell_slip_margin_jet_element0(i, k0 + j, j, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
        }
    }
}

BR_INLINE void maxwell_slip_margin_jet_elements(BR_LOOP, BR_JET, const int w)
{
    const int n = size[0];
    struct maxwell_slip_margin_jet_tile t;
    maxwell_slip_margin_jet_point0(0, 0, 0, size, count, x, m, u, p, ps, pl, out, jet, &t);
    for (int from = 0; from < n; from += w) {
        const int i0 = n - from < w ? n - w : from;
        BR_LANES
        for (int j = 0; j < w; j++)
            maxwell_slip_margin_jet_element0(i0 + j, 0, 0, j, size, count, x, m, u, p, ps, pl, out, jet, &t);
    }
}

BR_ELEMENTS_JET(maxwell_slip_margin_jet, size[0] >= BR_SOME)

