// dahl.c - Dahl's model: Coulomb friction behind a spring. [target]
//
// Printed by bristle from the text of the law with shape = linear, viscous = linear.
// Source: Canudas de Wit et al. 1995, eq. (5) and the general form below it; Hayward et al. 2009,
//     eq. (2); thesis Table 3.1
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_dahl_rate(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p, int each, br_real *out);
// and named brf_ where br_real is float
//     br_dahl_rate       rates and outputs; results: out
//     br_dahl_rate_jet   and their derivatives; results: out, jet
//     br_dahl_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_dahl_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   z  m
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   sigma0  N/m
//     p[1]                   FC  N
//     p[2]                   sigma2  N*s/m

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
//     jet[3]                 d z' / d sigma0
//     jet[4]                 d z' / d FC
//     jet[5]                 d F / d v
//     jet[6]                 d F / d sigma0
//     jet[7]                 d F / d sigma2
BR_INLINE void dahl_rate_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real FC = P(1);
    const br_real sigma2 = P(2);
    const br_real c = sigma2 * v;
    const br_real zC = FC / sigma0;
    const br_real z_dot = v - br_abs(v) * (z / zC);
    const br_real F = sigma0 * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_LAW_VALUES(dahl_rate)

BR_INLINE void dahl_rate_jet_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real FC = P(1);
    const br_real sigma2 = P(2);
    const br_real c = sigma2 * v;
    const br_real zC = FC / sigma0;
    const br_real t8 = br_abs(v);
    const br_real t9 = z / zC;
    const br_real z_dot = v - t8 * t9;
    const br_real F = sigma0 * z + c;
    const br_real t16 = BR_C(1.0) / sigma0;
    const br_real t20 = BR_C(1.0) / zC;
    const br_real t26 = -t8;
    const br_real t27 = t26 * -(t9 * t20);
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t26 * t20;
    jet[AT(1)] = sigma0;
    jet[AT(2)] = BR_C(1.0) - t9 * (v >= 0 ? BR_C(1.0) : BR_C(-1.0));
    jet[AT(3)] = t27 * -(zC * t16);
    jet[AT(4)] = t27 * t16;
    jet[AT(5)] = sigma2;
    jet[AT(6)] = z;
    jet[AT(7)] = v;
}

BR_LAW_JET(dahl_rate_jet)

BR_INLINE void dahl_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real FC = P(1);
    const br_real sigma2 = P(2);
    const br_real c = sigma2 * v;
    const br_real zC = FC / sigma0;
    const br_real t8 = br_abs(v);
    const br_real z_dot = v - t8 * (z / zC);
    const br_real F = sigma0 * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = -t8 * (BR_C(1.0) / zC);
    jet[AT(1)] = sigma0;
}

BR_LAW_JET(dahl_rate_jet_x)

BR_INLINE void dahl_rate_jet_some_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real FC = P(1);
    const br_real sigma2 = P(2);
    const br_real c = sigma2 * v;
    const br_real zC = FC / sigma0;
    const br_real t8 = br_abs(v);
    const br_real t9 = z / zC;
    const br_real z_dot = v - t8 * t9;
    const br_real F = sigma0 * z + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = -t8 * (BR_C(1.0) / zC);
    jet[AT(1)] = sigma0;
    jet[AT(2)] = BR_C(1.0) - t9 * (v >= 0 ? BR_C(1.0) : BR_C(-1.0));
    jet[AT(5)] = sigma2;
    jet[AT(7)] = v;
}

BR_LAW_JET(dahl_rate_jet_some)

BR_INLINE void dahl_lie_held_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real sigma0 = P(0);
    const br_real FC = P(1);
    const br_real zC = FC / sigma0;
    const br_real t8 = br_abs(v);
    out[AT(0)] = v;
    out[AT(1)] = zC;
    out[AT(2)] = t8;
    out[AT(3)] = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    out[AT(4)] = -t8 * (BR_C(1.0) / zC);
}

BR_INLINE void dahl_lie_substep(BR_SUBSTEP)
{
    const br_real v = HELD(0);
    const br_real z = now[j];
    const br_real zC = HELD(1);
    const br_real t8 = HELD(2);
    const br_real t9 = z / zC;
    const br_real z_dot = v - t8 * t9;
    const br_real t19 = HELD(3);
    const br_real t28 = HELD(4);
    const br_real share = BR_C(1.0) / (BR_C(1.0) - h * t28);
    now[j] = z + h * z_dot * share;
    if (by > 0) {
        slopes[0][j] = slopes[0][j] * share;
    }
    if (by > 1) {
        slopes[1][j] = (slopes[1][j] + h * (BR_C(1.0) - t9 * t19)) * share;
    }
}

BR_LAW_LIE(dahl_lie, count, 5, 1, 2)

