// gear.c - Friction of a gear: grows with the load it carries. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Dahl's element with the Stribeck curve of thesis (3.2) and a share of the load, as gears
//     of servos show
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_gear_rate(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p, int each, br_real *out);
// and named brf_ where br_real is float
//     br_gear_rate       rates and outputs; results: out
//     br_gear_rate_jet   and their derivatives; results: out, jet
//     br_gear_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_gear_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   z  -
// inputs
//     u[0]                   v  m/s
//     u[1]                   load  N
// parameters
//     p[0]                   h  m
//     p[1]                   FC  N
//     p[2]                   FS  N
//     p[3]                   vs  m/s
//     p[4]                   mu  -
//     p[5]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"
#include "num/base/real.h" // compiled twice

// rates and outputs
//     out[0]                 z'
//     out[1]                 F
// their derivatives
//     jet[0]                 d z' / d z
//     jet[1]                 d F / d z
//     jet[2]                 d z' / d v
//     jet[3]                 d z' / d h
//     jet[4]                 d F / d v
//     jet[5]                 d F / d load
//     jet[6]                 d F / d FC
//     jet[7]                 d F / d FS
//     jet[8]                 d F / d vs
//     jet[9]                 d F / d mu
//     jet[10]                d F / d sigma2
BR_INLINE void gear_rate_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real load = u[AT(1)];
    const br_real z = x[AT(0)];
    const br_real h_1 = P(0);
    const br_real FC = P(1);
    const br_real FS = P(2);
    const br_real vs = P(3);
    const br_real mu = P(4);
    const br_real sigma2 = P(5);
    const br_real c = sigma2 * v;
    const br_real t12 = v / vs;
    const br_real s = FC + (FS - FC) * br_exp(-(t12 * t12)) + mu * br_abs(load);
    const br_real z_dot = (v - br_abs(v) * z) / h_1;
    const br_real F = s * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_LAW_VALUES(gear_rate)

BR_INLINE void gear_rate_jet_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real load = u[AT(1)];
    const br_real z = x[AT(0)];
    const br_real h_1 = P(0);
    const br_real FC = P(1);
    const br_real FS = P(2);
    const br_real vs = P(3);
    const br_real mu = P(4);
    const br_real sigma2 = P(5);
    const br_real c = sigma2 * v;
    const br_real t12 = v / vs;
    const br_real t16 = br_exp(-(t12 * t12));
    const br_real t17 = (FS - FC) * t16;
    const br_real t19 = br_abs(load);
    const br_real s = FC + t17 + mu * t19;
    const br_real t22 = br_abs(v);
    const br_real z_dot = (v - t22 * z) / h_1;
    const br_real F = s * z + c;
    const br_real t31 = BR_C(1.0) / vs;
    const br_real t37 = BR_C(1.0) / h_1;
    const br_real t42 = -t17;
    const br_real t44 = -t37;
    const br_real t50 = z * (t42 == 0 ? 0 : t42 * (BR_C(2.0) * t12));
    const br_real t51 = z * t16;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t44 * t22;
    jet[AT(1)] = s;
    jet[AT(2)] = t37 + t44 * (z * (v >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    jet[AT(3)] = -(z_dot * t37);
    jet[AT(4)] = (t50 == 0 ? 0 : t50 * t31) + sigma2;
    jet[AT(5)] = z * (mu * (load >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    jet[AT(6)] = z - t51;
    jet[AT(7)] = t51;
    jet[AT(8)] = t50 == 0 ? 0 : t50 * -(t12 * t31);
    jet[AT(9)] = z * t19;
    jet[AT(10)] = v;
}

BR_LAW_JET(gear_rate_jet)

BR_INLINE void gear_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real load = u[AT(1)];
    const br_real z = x[AT(0)];
    const br_real h_1 = P(0);
    const br_real FC = P(1);
    const br_real FS = P(2);
    const br_real vs = P(3);
    const br_real mu = P(4);
    const br_real sigma2 = P(5);
    const br_real c = sigma2 * v;
    const br_real t12 = v / vs;
    const br_real s = FC + (FS - FC) * br_exp(-(t12 * t12)) + mu * br_abs(load);
    const br_real t22 = br_abs(v);
    const br_real z_dot = (v - t22 * z) / h_1;
    const br_real F = s * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = -(BR_C(1.0) / h_1) * t22;
    jet[AT(1)] = s;
}

BR_LAW_JET(gear_rate_jet_x)

BR_INLINE void gear_rate_jet_some_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real load = u[AT(1)];
    const br_real z = x[AT(0)];
    const br_real h_1 = P(0);
    const br_real FC = P(1);
    const br_real FS = P(2);
    const br_real vs = P(3);
    const br_real mu = P(4);
    const br_real sigma2 = P(5);
    const br_real c = sigma2 * v;
    const br_real t12 = v / vs;
    const br_real t17 = (FS - FC) * br_exp(-(t12 * t12));
    const br_real s = FC + t17 + mu * br_abs(load);
    const br_real t22 = br_abs(v);
    const br_real z_dot = (v - t22 * z) / h_1;
    const br_real F = s * z + c;
    const br_real t37 = BR_C(1.0) / h_1;
    const br_real t42 = -t17;
    const br_real t44 = -t37;
    const br_real t50 = z * (t42 == 0 ? 0 : t42 * (BR_C(2.0) * t12));
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t44 * t22;
    jet[AT(1)] = s;
    jet[AT(2)] = t37 + t44 * (z * (v >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    jet[AT(4)] = (t50 == 0 ? 0 : t50 * (BR_C(1.0) / vs)) + sigma2;
    jet[AT(5)] = z * (mu * (load >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    jet[AT(10)] = v;
}

BR_LAW_JET(gear_rate_jet_some)

BR_INLINE void gear_lie_held_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real h_1 = P(0);
    const br_real t22 = br_abs(v);
    const br_real t37 = BR_C(1.0) / h_1;
    const br_real t44 = -t37;
    out[AT(0)] = v;
    out[AT(1)] = h_1;
    out[AT(2)] = t22;
    out[AT(3)] = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    out[AT(4)] = t37;
    out[AT(5)] = t44;
    out[AT(6)] = t44 * t22;
}

BR_INLINE void gear_lie_substep(BR_SUBSTEP)
{
    const br_real v = HELD(0);
    const br_real z = now[j];
    const br_real h_1 = HELD(1);
    const br_real t22 = HELD(2);
    const br_real z_dot = (v - t22 * z) / h_1;
    const br_real t36 = HELD(3);
    const br_real t37 = HELD(4);
    const br_real t44 = HELD(5);
    const br_real t47 = HELD(6);
    const br_real share = BR_C(1.0) / (BR_C(1.0) - h * t47);
    now[j] = z + h * z_dot * share;
    if (by > 0) {
        slopes[0][j] = slopes[0][j] * share;
    }
    if (by > 1) {
        slopes[1][j] = (slopes[1][j] + h * (t37 + t44 * (z * t36))) * share;
    }
}

BR_LAW_LIE(gear_lie, count, 7, 1, 2)

