// load-dahl.c - Load-dependent Dahl-type friction of robot joints. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: z' = (w - |w| z)/h, F = mu_a |tau| z + mu_d tau z^2, with the joint load tau as input
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_load_dahl_rate(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p, int each, br_real *out);
// and named brf_ where br_real is float
//     br_load_dahl_rate       rates and outputs; results: out
//     br_load_dahl_rate_jet   and their derivatives; results: out, jet
//     br_load_dahl_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_load_dahl_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   z  -
// inputs
//     u[0]                   w  m/s
//     u[1]                   tau  N
// parameters
//     p[0]                   h  m
//     p[1]                   mu_a  -
//     p[2]                   mu_d  -
//     p[3]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"
#include "num/base/real.h" // compiled twice

// rates and outputs
//     out[0]                 z'
//     out[1]                 F
// their derivatives
//     jet[0]                 d z' / d z
//     jet[1]                 d F / d z
//     jet[2]                 d z' / d w
//     jet[3]                 d z' / d h
//     jet[4]                 d F / d w
//     jet[5]                 d F / d tau
//     jet[6]                 d F / d mu_a
//     jet[7]                 d F / d mu_d
//     jet[8]                 d F / d sigma2
BR_INLINE void load_dahl_rate_point0(BR_POINT, BR_VALUES)
{
    const br_real w = u[AT(0)];
    const br_real tau = u[AT(1)];
    const br_real z = x[AT(0)];
    const br_real h_1 = P(0);
    const br_real mu_a = P(1);
    const br_real mu_d = P(2);
    const br_real sigma2 = P(3);
    const br_real c = sigma2 * w;
    const br_real z_dot = (w - br_abs(w) * z) / h_1;
    const br_real F = mu_a * br_abs(tau) * z + mu_d * tau * (z * z) + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_LAW_VALUES(load_dahl_rate)

BR_INLINE void load_dahl_rate_jet_point0(BR_POINT, BR_JET)
{
    const br_real w = u[AT(0)];
    const br_real tau = u[AT(1)];
    const br_real z = x[AT(0)];
    const br_real h_1 = P(0);
    const br_real mu_a = P(1);
    const br_real mu_d = P(2);
    const br_real sigma2 = P(3);
    const br_real c = sigma2 * w;
    const br_real t9 = br_abs(w);
    const br_real z_dot = (w - t9 * z) / h_1;
    const br_real t13 = br_abs(tau);
    const br_real t14 = mu_a * t13;
    const br_real t16 = mu_d * tau;
    const br_real t18 = z * z;
    const br_real F = t14 * z + t16 * t18 + c;
    const br_real t25 = BR_C(1.0) / h_1;
    const br_real t39 = -t25;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t39 * t9;
    jet[AT(1)] = t16 * (BR_C(2.0) * z) + t14;
    jet[AT(2)] = t25 + t39 * (z * (w >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    jet[AT(3)] = -(z_dot * t25);
    jet[AT(4)] = sigma2;
    jet[AT(5)] = t18 * mu_d + z * (mu_a * (tau >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    jet[AT(6)] = z * t13;
    jet[AT(7)] = t18 * tau;
    jet[AT(8)] = w;
}

BR_LAW_JET(load_dahl_rate_jet)

BR_INLINE void load_dahl_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const br_real w = u[AT(0)];
    const br_real tau = u[AT(1)];
    const br_real z = x[AT(0)];
    const br_real h_1 = P(0);
    const br_real mu_a = P(1);
    const br_real mu_d = P(2);
    const br_real sigma2 = P(3);
    const br_real c = sigma2 * w;
    const br_real t9 = br_abs(w);
    const br_real z_dot = (w - t9 * z) / h_1;
    const br_real t14 = mu_a * br_abs(tau);
    const br_real t16 = mu_d * tau;
    const br_real F = t14 * z + t16 * (z * z) + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = -(BR_C(1.0) / h_1) * t9;
    jet[AT(1)] = t16 * (BR_C(2.0) * z) + t14;
}

BR_LAW_JET(load_dahl_rate_jet_x)

BR_INLINE void load_dahl_rate_jet_some_point0(BR_POINT, BR_JET)
{
    const br_real w = u[AT(0)];
    const br_real tau = u[AT(1)];
    const br_real z = x[AT(0)];
    const br_real h_1 = P(0);
    const br_real mu_a = P(1);
    const br_real mu_d = P(2);
    const br_real sigma2 = P(3);
    const br_real c = sigma2 * w;
    const br_real t9 = br_abs(w);
    const br_real z_dot = (w - t9 * z) / h_1;
    const br_real t14 = mu_a * br_abs(tau);
    const br_real t16 = mu_d * tau;
    const br_real t18 = z * z;
    const br_real F = t14 * z + t16 * t18 + c;
    const br_real t25 = BR_C(1.0) / h_1;
    const br_real t39 = -t25;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t39 * t9;
    jet[AT(1)] = t16 * (BR_C(2.0) * z) + t14;
    jet[AT(2)] = t25 + t39 * (z * (w >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    jet[AT(4)] = sigma2;
    jet[AT(5)] = t18 * mu_d + z * (mu_a * (tau >= 0 ? BR_C(1.0) : BR_C(-1.0)));
    jet[AT(8)] = w;
}

BR_LAW_JET(load_dahl_rate_jet_some)

BR_INLINE void load_dahl_lie_held_point0(BR_POINT, BR_VALUES)
{
    const br_real w = u[AT(0)];
    const br_real h_1 = P(0);
    const br_real t9 = br_abs(w);
    const br_real t25 = BR_C(1.0) / h_1;
    const br_real t39 = -t25;
    out[AT(0)] = w;
    out[AT(1)] = h_1;
    out[AT(2)] = t9;
    out[AT(3)] = w >= 0 ? BR_C(1.0) : BR_C(-1.0);
    out[AT(4)] = t25;
    out[AT(5)] = t39;
    out[AT(6)] = t39 * t9;
}

BR_INLINE void load_dahl_lie_substep(BR_SUBSTEP)
{
    const br_real w = HELD(0);
    const br_real z = now[j];
    const br_real h_1 = HELD(1);
    const br_real t9 = HELD(2);
    const br_real z_dot = (w - t9 * z) / h_1;
    const br_real t24 = HELD(3);
    const br_real t25 = HELD(4);
    const br_real t39 = HELD(5);
    const br_real t42 = HELD(6);
    const br_real share = BR_C(1.0) / (BR_C(1.0) - h * t42);
    now[j] = z + h * z_dot * share;
    if (by > 0) {
        slopes[0][j] = slopes[0][j] * share;
    }
    if (by > 1) {
        slopes[1][j] = (slopes[1][j] + h * (t25 + t39 * (z * t24))) * share;
    }
}

BR_LAW_LIE(load_dahl_lie, count, 7, 1, 2)

